"""Kernels that call kernels: what a kernel calls is optimised with it, once, and not by itself as well.

Numba turns every compiled function into machine code with wrappers for Python and C, also where only other compiled
functions call it, and then optimises its code anew inside each caller, and inside the callers of these. In a house
of some 250 small kernels that was most of the time spent compiling. Here a function that a kernel calls is a part: it
is typed and lowered once, and its code waits. The kernel that Python calls (or that an agent's entry is) takes in all
parts that it can reach, and is optimised and turned into machine code as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from numba.core import compiler, event, registry, typing
from numba.core.codegen import JITCodeLibrary


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """The code of one part, as it was lowered: whoever takes it in optimises it, and links what it calls, too."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

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


class WholeCompiler(compiler.Compiler):  # type: ignore[misc]
    """Numba's compiler, for kernels that take in their parts."""

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
        args = tuple(args)
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
        function = self._dispatcher.py_func
        library = _Part(target.target_context.codegen(), function.__qualname__)
        told = {"dispatcher": self._dispatcher, "args": args, "return_type": None}
        with self._dispatcher._compiling_counter, event.trigger_event("numba:compile", data=told):
            lowered = compiler.compile_extra(
                target.typing_context, target.target_context, function, args, None, flags, {}, library=library
            )
        key = object()
        target.target_context.insert_user_function(key, lowered.fndesc, [library])
        self._keys[args], self._signatures[args] = key, lowered.signature
