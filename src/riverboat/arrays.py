"""Kinds of arrays, by what stands in them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int64]
#: Whole numbers of any size, as Python has them.
BigInts: TypeAlias = npt.NDArray[np.object_]
Floats: TypeAlias = npt.NDArray[np.float64]
Singles: TypeAlias = npt.NDArray[np.float32]
Words: TypeAlias = npt.NDArray[np.uint64]
CardRow: TypeAlias = npt.NDArray[np.uint8]
