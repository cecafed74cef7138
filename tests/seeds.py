"""`python -m tests.seeds NAME COUNT`: draw confirming seeds for the frozen settings in studies/frozen/NAME.toml.

They come from the machine's own randomness, once the settings are frozen, and none of them was chosen on.
"""

from __future__ import annotations

import datetime
import re
import secrets
import sys

from riverboat.files import write_whole
from riverboat.studies.frozen_settings import FROZEN, read_frozen

#: Seeds of five digits can be typed, and are enough to choose from.
LEAST, MOST = 10_000, 99_999


def drawn(count: int, taken: set[int]) -> list[int]:
    """Seeds that are not taken, each once."""
    found: set[int] = set()
    while len(found) < count:
        seed = LEAST + secrets.randbelow(MOST - LEAST + 1)
        if seed not in taken:
            found.add(seed)
    return sorted(found)


def redrawn(text: str, seeds: list[int], today: datetime.date) -> str:
    """The file's text with these confirming seeds, drawn today."""
    text = re.sub(r"(?m)^drawn = .*\n", "", text)
    text = re.sub(r"(?ms)^confirming_seeds = \[.*?\]\n", "", text)
    return f"drawn = {today}\nconfirming_seeds = {seeds}\n{text}"


def main(name: str, count: int) -> None:
    """Draw the seeds and write them into the file."""
    path = FROZEN / f"{name}.toml"
    before = read_frozen(path)
    seeds = drawn(count, {*before.development_seeds, *before.confirming_seeds})
    write_whole(path, [redrawn(path.read_text("utf-8"), seeds, datetime.datetime.now(datetime.UTC).date())])
    print(read_frozen(path).sentence)


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[2].isdecimal() or not (FROZEN / f"{sys.argv[1]}.toml").is_file():
        known = ", ".join(path.stem for path in sorted(FROZEN.glob("*.toml")))
        sys.exit(f"python -m tests.seeds NAME COUNT: NAME is one of {known}, COUNT how many seeds")
    main(sys.argv[1], int(sys.argv[2]))
