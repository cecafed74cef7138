"""Where randomness comes from: a seed, a generator, or the operating system."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

#: What every function that needs randomness accepts. None takes it from the operating system.
Seed = int | np.random.SeedSequence | np.random.Generator | None


def seed_words(seed: Seed) -> npt.NDArray[np.uint64]:
    """Four random words, the state of the compiled generator."""
    if isinstance(seed, np.random.Generator):
        return seed.integers(0, 2**64, size=4, dtype=np.uint64)
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return sequence.generate_state(4, dtype=np.uint64).astype(np.uint64)
