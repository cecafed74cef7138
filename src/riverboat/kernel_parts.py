"""Kernels that call kernels: what a kernel calls is optimised with it, once, and not by itself as well.

Numba turns every compiled function into machine code with wrappers for Python and C, also where only other compiled
functions call it, and then optimises its code again inside each caller, and inside the callers of these. In a house
of some 250 small kernels that was most of the time spent compiling. Here a function that a kernel calls is a part: it
is typed and lowered once, and its code waits. The kernel that Python calls (or that an agent's entry is) takes in all
parts that it can reach, and is optimised and turned into machine code as one.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from typing import Any

from numba import types
from numba.core import compiler, event, registry, typed_passes, typing, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_machinery import PassManager


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of one part, tidied function by function: whoever takes it in optimises and links all that it calls.

    Without the tidying LLVM inlines and unrolls less: simulated games took a third longer, compiling no less.
    """

    def finalize(self) -> None:
        self._finalized = True


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel, with all parts that it can reach."""

    def finalize(self) -> None:
        # LLVM leaves out what nothing refers to yet: so callers come before what they call.
        self._linking_libraries: list[Any] = list(_callees_first(self._linking_libraries, set()))[::-1]
        super().finalize()


def _callees_first(libraries: Iterable[Any], seen: set[Any]) -> Iterator[Any]:
    for library in libraries:
        if library not in seen:
            seen.add(library)
            if isinstance(library, _Part):
                yield from _callees_first(library._linking_libraries, seen)
            yield library


#: How many new objects there are before garbage is looked for while compiling; looking took a tenth of the time.
_GARBAGE = 100_000
#: What Numba does to a kernel, of what it can do: kernels have no closures, no `with`, nothing to unroll or to inline.
_PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.NopythonRewrites,
    typed_passes.IRLegalization,
    typed_passes.NativeLowering,
    typed_passes.NoPythonBackend,
)


class _PartCompiler(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler, with the passes that kernels need."""

    def define_pipelines(self) -> list[Any]:
        """The one way to compile."""
        passes = PassManager("kernel")
        for each in _PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]

    def compile_extra(self, function: Any) -> Any:
        """Compile a function, while garbage is looked for seldom: what compiling makes is in use until it is done."""
        usual = gc.get_threshold()
        gc.set_threshold(_GARBAGE, *usual[1:])
        try:
            return super().compile_extra(function)
        finally:
            gc.set_threshold(*usual)


class WholeCompiler(_PartCompiler):
    """The compiler of kernels that take in their parts."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = _Whole(targetctx.codegen(), "kernel")
            library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *rest)


class Parts:
    """How other kernels see a kernel: its parts, one for each signature it is called with."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._keys: dict[tuple[Any, ...], object] = {}
        self._signatures: dict[tuple[Any, ...], Any] = {}

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, Any, Any, dict[str, Any]]:
        """What Numba asks for when it types a call: the signature, after the part has been lowered."""
        pysig, args = self._dispatcher._compiler.fold_argument_types(args, kws)
        args = tuple(types.unliteral(arg) for arg in args)  # one part for all constants
        if args not in self._keys:
            self._lower(args)
        name = self._dispatcher.py_func.__name__
        template = typing.make_concrete_template(name, key=name, signatures=[self._signatures[args]])
        return template, pysig, args, {}

    def get_overload(self, args: Any) -> object:
        """What Numba asks for when it lowers a call: the key under which the part is known."""
        return self._keys[tuple(args)]

    def _lower(self, args: tuple[Any, ...]) -> None:
        target = registry.cpu_target
        flags = compiler.Flags()
        target.options.parse_as_flags(flags, self._dispatcher.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        if flags.forceinline:
            flags.nrt = False  # it borrows the arrays that it is given, and makes none: nothing is counted
        function = self._dispatcher.py_func
        library = _Part(target.target_context.codegen(), function.__qualname__)
        told = {"dispatcher": self._dispatcher, "args": args, "return_type": None}
        with self._dispatcher._compiling_counter, event.trigger_event("numba:compile", data=told):
            lowered = compiler.compile_extra(
                target.typing_context, target.target_context, function, args, None, flags, {}, library, _PartCompiler
            )
        key = object()
        target.target_context.insert_user_function(key, lowered.fndesc, [library])
        self._keys[args], self._signatures[args] = key, lowered.signature
