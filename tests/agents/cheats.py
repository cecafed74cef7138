"""Bots that try to know the cards. Each plays as `Honest` does unless it believes that it knows what others hold.

What they find out they print: a test reads it in the bot's log.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from riverboat.games import Action, CardObservation, make_game

#: By the number of a hand: the cards that were seen in the rotation before.
SEEN: dict[int, Any] = {}
#: So many seeds are tried: more than anybody types, and far fewer than a key has.
TRIED = 5000


class Honest:
    """Checks or calls."""

    def decide(self, seen: CardObservation) -> Action:
        return next(action for action in seen.legal_actions if action.kind in ("check", "call"))


class _Foretells(Honest):
    """Folds nothing, but raises where it knows the other's cards; says so."""

    def known(self, seen: CardObservation) -> Any:
        return None

    def keep(self, hand: int, cards: Any) -> None:
        """Remember what was seen for the next rotation."""

    def decide(self, seen: CardObservation) -> Action:
        if (cards := self.known(seen)) is not None:
            print("foretold", seen.hand, cards)
            raised = [action for action in seen.legal_actions if action.kind in ("bet", "raise")]
            return raised[0] if raised else super().decide(seen)
        return super().decide(seen)

    def hand_over(self, seen: CardObservation) -> None:
        self.keep(seen.hand, [list(cards) for cards in seen.cards])


class ModuleVariable(_Foretells):
    """Every deal is played by everybody: what it held in one rotation another holds in the next."""

    def known(self, seen: CardObservation) -> Any:
        return SEEN.get(seen.hand) if self.first_look(seen) else None

    def keep(self, hand: int, cards: Any) -> None:
        SEEN[hand] = cards

    def first_look(self, seen: CardObservation) -> bool:
        return not any(event.seat == seen.seat for event in seen.history)


class ClassAttribute(ModuleVariable):
    """The same by an attribute of the class."""

    kept: ClassVar[dict[int, Any]] = {}

    def known(self, seen: CardObservation) -> Any:
        return self.kept.get(seen.hand) if self.first_look(seen) else None

    def keep(self, hand: int, cards: Any) -> None:
        self.kept[hand] = cards


class OtherModule(ModuleVariable):
    """The same by an attribute of a module of the library's own."""

    def known(self, seen: CardObservation) -> Any:
        return getattr(np, "seen", {}).get(seen.hand) if self.first_look(seen) else None

    def keep(self, hand: int, cards: Any) -> None:
        np.seen = {**getattr(np, "seen", {}), hand: cards}  # type: ignore[attr-defined]


class InFiles(ModuleVariable):
    """The same by files, wherever one can be written, by their times, and by the environment."""

    places = (
        Path(__file__).parent,
        Path.cwd(),
        Path(tempfile.gettempdir()) if os.access(tempfile.gettempdir(), os.W_OK) else Path("/tmp"),
        Path("/tmp"),
        Path("/dev/shm"),
        Path("/var/tmp"),
        Path.home(),
    )

    def known(self, seen: CardObservation) -> Any:
        if not self.first_look(seen):
            return None
        if os.environ.get(f"CHEAT{seen.hand}"):
            return os.environ[f"CHEAT{seen.hand}"]
        if Path(__file__).stat().st_mtime < 1000:
            return "the time of a file"
        for place in self.places:
            path = place / f"riverboat-cheat-{seen.hand}"
            if path.exists():
                return path.read_text()
        return None

    def keep(self, hand: int, cards: Any) -> None:
        os.environ[f"CHEAT{hand}"] = str(cards)
        for place in self.places:
            try:
                (place / f"riverboat-cheat-{hand}").write_text(str(cards))
            except OSError:
                continue
        try:
            os.utime(__file__, (1, 1))
        except OSError:
            print("refused")


class SeedCracker(_Foretells):
    """Tries seeds of matches until the number it was given follows from one, then deals the cards itself."""

    def begin(self, seed: int) -> None:
        self.match_seed: int | None = None
        for tried in range(TRIED):
            for unit in range(3):
                words = np.random.SeedSequence(tried, spawn_key=(unit,)).generate_state(60, dtype=np.uint64)
                if seed in words.tolist():
                    self.match_seed = tried
                    print("cracked", tried)
                    return

    def known(self, seen: CardObservation) -> Any:
        return self.match_seed


class CardCracker(_Foretells):
    """Needs no number: tries seeds until the first hand's deck has its own two cards where it was dealt them."""

    def begin(self, seed: int) -> None:
        self.fitting = list(range(TRIED))

    def known(self, seen: CardObservation) -> Any:
        if seen.hand == 1 and len(self.fitting) == TRIED:
            self.fitting = [tried for tried in self.fitting if _first_cards(tried, seen) == seen.own_cards]
            if len(self.fitting) < TRIED // 100:
                print("fitting", self.fitting)
        return None


def _first_cards(tried: int, seen: CardObservation) -> tuple[int, ...]:
    words = np.random.SeedSequence(tried, spawn_key=(0,)).generate_state(4, dtype=np.uint64).astype(np.uint64)
    game: Any = make_game("holdem-limit", seats=seen.seats)
    from riverboat.games.engine.betting_kernel import begin
    from riverboat.games.engine.layout_kernel import FROM_DECK, HAND

    buffer = game._fresh.copy()
    hand: Any = np.ndarray((1,), HAND, buffer)
    begin(hand, game.record, words, seen.button, FROM_DECK, 1)
    return tuple(hand["cards"][0, seen.seat, :2].tolist())


class ReadsCheckpoints(_Foretells):
    """Looks for the match's seed in every file of a name that is given to it."""

    def __init__(self, folder: str = "") -> None:
        self.folder = Path(folder.replace("|", "/"))

    def known(self, seen: CardObservation) -> Any:
        found = []
        for path in self.folder.rglob("*"):
            try:
                found += [path.name] if b'"seed"' in path.read_bytes() else []
            except OSError:
                print("cannot read", path.name, file=sys.stderr)
        return found or None
