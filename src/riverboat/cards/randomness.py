"""Where randomness comes from: a seed, a generator, or the operating system."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from riverboat.cards.seeds import is_key, keyed_bytes

#: What every function that needs randomness accepts. None takes it from the operating system.
Seed = int | np.random.SeedSequence | np.random.Generator | None


def seed_words(seed: Seed) -> npt.NDArray[np.uint64]:
    """Four random words, the state of the compiled generator."""
    if isinstance(seed, np.random.Generator):
        return seed.integers(0, 2**64, size=4, dtype=np.uint64)
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return sequence.generate_state(4, dtype=np.uint64).astype(np.uint64)


def sequence_of(seed: int, *path: int) -> np.random.SeedSequence:
    """The randomness of one part of a piece of work. Of a key, one part tells nothing of another."""
    if not is_key(seed):
        return np.random.SeedSequence(seed, spawn_key=path)
    return np.random.SeedSequence(int.from_bytes(keyed_bytes(seed, "part", path, 32), "little"), pool_size=8)
