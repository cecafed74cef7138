"""The number of a holding, for kernels."""

from __future__ import annotations

from riverboat.kernel import Scalar, inlined


@inlined
def holding_number(low: Scalar, high: Scalar) -> Scalar:
    """The number of two cards among the 1,326 holdings; `low` is the lower card."""
    return high * (high - 1) // 2 + low
