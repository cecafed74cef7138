"""Seeds as people type and read them, and what is derived from them for those who must not know them."""

from __future__ import annotations

import hashlib
import re

#: A seed that nobody finds by trying has so many bits, and is written in hexadecimal. Smaller ones are for repeating.
KEY_BITS = 128
_SMALL = 1 << 64


def is_key(seed: int) -> bool:
    """Whether a seed is too large to be found by trying."""
    return seed >= _SMALL


def format_seed(seed: int) -> int | str:
    """A seed as it is shown and typed: a number, or 32 hexadecimal digits where it is a key."""
    return f"{seed:0{KEY_BITS // 4}x}" if is_key(seed) else seed


def seed_name(seed: int) -> str:
    """What a seed is called where others may read it: a key is not told, but known by its hash."""
    return f"key of hash {hashlib.sha256(str(seed).encode()).hexdigest()[:16]}" if is_key(seed) else f"seed {seed}"


def parse_seed(text: str) -> int:
    """A seed that somebody typed; ValueError where it is none."""
    plain = text.strip().lower()
    if re.fullmatch(f"[0-9a-f]{{{KEY_BITS // 4}}}", plain):
        return int(plain, 16)
    if not re.fullmatch("[0-9]{1,20}", plain) or is_key(int(plain)):
        raise ValueError(f'"{text}" is no seed: it is a number from 0 to 2**64 - 1, or a key of 32 hexadecimal digits')
    return int(plain)


def bot_seed(seed: int, *path: int) -> int:
    """The number that a bot is given for its own randomness: it tells nothing of a key, nor of what follows from it."""
    return int.from_bytes(keyed_bytes(seed, "bot", path, 8), "little") >> 1


def keyed_bytes(seed: int, what: str, path: tuple[int, ...], size: int) -> bytes:
    """Bytes that follow from a seed and from what they are for; they can't be traced back to it."""
    key = seed.to_bytes(64, "little")
    return hashlib.blake2b(repr(path).encode(), key=key, person=what.encode(), digest_size=size).digest()
