"""Compiled functions called by their address: a kernel need not know, when it is compiled, whom it will call.

So an agent is compiled when it first sits down, by itself, and the kernel that plays matches is compiled once for all
agents. All functions behind one kind of entry take the same arguments and return the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic


class Entry:
    """A kind of entry: how many integers the functions behind it return, and what they take.

    A structured type stands for a record of it, any other for a row of such numbers.
    """

    def __init__(self, integers: int, *arguments: npt.DTypeLike) -> None:
        self.returns = types.UniTuple(types.int64, integers) if integers else types.none
        self.arguments = tuple(_numba_type(np.dtype(argument)) for argument in arguments)

    def address(self, function: Any) -> int:
        """Where a kernel's compiled code begins in this process; it is compiled now if need be."""
        function.compile(self.arguments)
        compiled = function.overloads[self.arguments]
        if compiled.signature.return_type != self.returns:
            raise TypeError(f"{function.__name__} returns {compiled.signature.return_type}, not {self.returns}")
        return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def _numba_type(dtype: np.dtype[Any]) -> Any:
    known = from_dtype(dtype)
    return known if dtype.names else known[::1]


def caller(entry: Entry) -> Callable[..., Any]:
    """A function for kernels that calls what lies at an address, with the four arguments of an entry."""

    @intrinsic  # type: ignore[untyped-decorator]
    def call(typing: Any, address: Any, first: Any, second: Any, third: Any, fourth: Any) -> Any:
        if (first, second, third, fourth) != entry.arguments:
            return None
        return entry.returns(types.int64, *entry.arguments), generate

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = context.call_conv.get_function_type(entry.returns, entry.arguments)
        function = builder.inttoptr(values[0], kind.as_pointer())
        status, answer = context.call_conv.call_function(builder, function, entry.returns, entry.arguments, values[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return answer

    found: Callable[..., Any] = call
    return found
