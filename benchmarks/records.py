"""Reading recorded hands: PHH files of the Pluribus matches, from the text in memory to each side's own object.

And the statistics of a player over 50,000 stored hands, as the command line gives them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.records.formats.rooms.writing import stars

from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.agents.registry import make_agent
from riverboat.games import CardGame, Chips, make_game
from riverboat.records import HandRecord, Store, import_hands, parse_phh, record_of, verify

GROUP = "records"
HANDS = 500
STORED = 50_000
IMPORTED, DIFFERENT = 100_000, 1_000
BATCH = 500
#: Hands of the archive that can be stored, at least, and how many a second there must be, at least.
PLURIBUS, LEAST_RATE = 10_000, 3_000
DATA = Path(os.environ.get("RIVERBOAT_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
ARCHIVE = "phh/pluribus_wsop.tgz"


def rows(seed: int) -> Iterator[Row]:
    """Reading alone, reading with every hand played again to its end, and statistics of stored hands."""
    with tempfile.TemporaryDirectory() as folder:
        yield from contest(
            GROUP,
            f"riverboat stats, {STORED:,} hands",
            "s",
            [Entry(who=US, build=partial(_statistics, Path(folder) / "hands.db", seed), most=2.0)],
        )
    yield from _phh()
    yield from _rooms(seed)


def _rooms(seed: int) -> Iterator[Row]:
    """A room's file from the text to the store, every hand verified; PokerKit reads the same text and keeps nothing."""
    texts = _stars_texts(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "stars.txt"
        hands = [texts[at % len(texts)].replace("Hand #", f"Hand #{at}0", 1) for at in range(IMPORTED)]
        file.write_text("\n\n\n".join(hands))
        entries = [
            Entry(who=US, build=partial(_imported, file, Path(folder))),
            Entry(who="pokerkit", build=partial(_pokerkit_stars, texts), least_ratio=1.0),
        ]
        yield from contest(GROUP, f"PokerStars, {IMPORTED:,} hands imported and verified", "hands/s", entries)


def _imported(file: Path, folder: Path, _: Any) -> Contender:
    def run() -> None:
        database = folder / "imported.db"
        database.unlink(missing_ok=True)
        with Store(str(database), flushed=False) as store:
            *_, last = import_hands(store, file)
        if last.hands_stored != IMPORTED:
            raise ValueError(f"{last.hands_stored} hands were stored")

    return Contender(run=run, work=IMPORTED, what="import_hands into a new store, six players")


def _pokerkit_stars(texts: list[str], pokerkit: Any) -> Contender:
    some = texts[:200]

    def run() -> None:
        for text in some:
            for _ in pokerkit.HandHistory.from_pokerstars(text):
                pass

    return Contender(run=run, work=len(some), what=f"HandHistory.from_pokerstars, {len(some)} hands, nothing stored")


def _stars_texts(seed: int) -> list[str]:
    game, agent = make_game("holdem-nolimit", seats=6), make_agent("loki-a").player(seed)
    names, texts = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay"), []
    for number in range(DIFFERENT):
        state = game.start(seed=1_000_000 * seed + number, button=number % 6)
        while state.actor is not None:
            state.apply(agent.decide(state.observation(state.actor)))
        texts.append(stars(record_of(state, names, number=str(number), time="2024-02-29T20:15:00")))
    return texts


def _phh() -> Iterator[Row]:
    tasks = (("PHH, read", _riverboat, _pokerkit, 1.0), ("PHH, read and replayed", _riverboat_replay, _replay, None))
    if not (DATA / ARCHIVE).is_file():
        problem = f"needs {ARCHIVE} in the folder that RIVERBOAT_DATA names"
        for task, _, _, least in tasks:
            for who in (US, "pokerkit"):
                ratio = least if who != US else None
                yield Row(group=GROUP, task=task, who=who, what="", unit="hands/s", problem=problem, least_ratio=ratio)
        return
    with tempfile.TemporaryDirectory() as folder:
        imported = Entry(who=US, build=partial(_archived, Path(folder)), most=PLURIBUS / LEAST_RATE)
        yield from contest(GROUP, f"PHH, {PLURIBUS:,} hands imported and verified", "s", [imported])
    texts = list(_texts())
    for task, ours, theirs, least in tasks:
        entries = [
            Entry(who=US, build=partial(ours, texts)),
            Entry(who="pokerkit", build=partial(theirs, texts), least_ratio=least),
        ]
        yield from contest(GROUP, task, "hands/s", entries)


def _archived(folder: Path, _: Any) -> Contender:
    def run() -> None:
        database = folder / "archived.db"
        database.unlink(missing_ok=True)
        with Store(str(database), flushed=False) as store:
            *_, last = import_hands(store, DATA / ARCHIVE)
        if last.hands_stored < PLURIBUS:
            raise ValueError(f"{last.hands_stored} hands were stored")

    return Contender(
        run=run, what=f"import_hands into a new store; at most {PLURIBUS / LEAST_RATE:.2g} s is 3,000 a second"
    )


def _statistics(database: Path, seed: int, _: Any) -> Contender:
    """A process of its own, with everything that it has to import."""
    game, rng = make_game("holdem-limit"), random.Random(seed)
    with Store(str(database), flushed=False) as store:
        for first in range(0, STORED, BATCH):
            store.add([_random_hand(game, rng, number) for number in range(first, first + BATCH)])
    command = [sys.executable, "-m", "riverboat", "stats", "Ann", "--database", str(database), "--json"]

    def run() -> None:
        told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        if told["hands"] != STORED:
            raise ValueError(f"{told['hands']} hands were counted")

    return Contender(run=run, what="the whole command, of two random players")


def _random_hand(game: CardGame, rng: random.Random, number: int) -> tuple[HandRecord, tuple[Chips, ...]]:
    state = game.start(seed=number)
    while state.actor is not None:
        legal = state.legal_actions()
        state.apply(legal[int(rng.random() * len(legal))])
    return record_of(state, ("Ann", "Bob"), number=str(number)), state.returns()


def _texts() -> Iterator[str]:
    with tarfile.open(DATA / ARCHIVE) as archive:
        names = sorted(name for name in archive.getnames() if "/pluribus/" in name and name.endswith(".phh"))
        for name in names[:: len(names) // HANDS][:HANDS]:
            file = archive.extractfile(name)
            if file is not None:
                yield file.read().decode()


def _riverboat(texts: list[str], _: Any) -> Contender:
    def run() -> None:
        for text in texts:
            parse_phh(text)

    return Contender(run=run, work=len(texts), what=f"parse_phh, {len(texts)} hands")


def _riverboat_replay(texts: list[str], _: Any) -> Contender:
    def run() -> None:
        for text in texts:
            verify(parse_phh(text))

    return Contender(run=run, work=len(texts), what=f"parse_phh and verify, {len(texts)} hands")


def _pokerkit(texts: list[str], pokerkit: Any) -> Contender:
    def run() -> None:
        for text in texts:
            pokerkit.HandHistory.loads(text)

    return Contender(run=run, work=len(texts), what=f"HandHistory.loads, {len(texts)} hands")


def _replay(texts: list[str], pokerkit: Any) -> Contender:
    some = texts[:: len(texts) // 50]

    def run() -> None:
        for text in some:
            for _ in pokerkit.HandHistory.loads(text):
                pass

    return Contender(run=run, work=len(some), what=f"HandHistory.loads and its states one by one, {len(some)} hands")
