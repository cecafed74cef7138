"""A player's model as Python holds it: the seven attributes with their sample sizes, and how they moved over time.

The definitions stand in `attributes_kernel.py`, which does the counting here as at the table. Strength is that of the
thesis's calculator here: the exact chance to win against one random hand with all cards dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats
from riverboat.errors import RecordError
from riverboat.games import GAMES, UNKNOWN
from riverboat.games.actions import KIND_CODES
from riverboat.games.engine.history_kernel import PackedEvent
from riverboat.modeling.attributes_kernel import take_hand
from riverboat.modeling.attributes_layout import (
    ALL_HANDS,
    COUNT,
    LASTING,
    MEAN,
    MODELS,
    OWNERS,
    PLAYER,
    RECENT,
    RING,
    TRAIT,
    TRAITS,
)
from riverboat.modeling.strengths import strengths_of
from riverboat.records.hand_record import HandRecord, Move

Shown = Sequence[tuple[Sequence[int], Sequence[int]]]  # hole cards and board of hands
Strengths = Callable[[Shown], Floats]

TRAIT_NAMES = ("aggressiveness", "tightness", "riskiness")


@dataclass(frozen=True, kw_only=True)
class Attribute:
    """One of the seven, and the number of hands (for the current one: actions) it rests on; None without any."""

    name: str
    value: float | None
    n: int

    def to_json(self) -> dict[str, str | float | int | None]:
        """The attributes as the command line prints them."""
        return {"name": self.name, "value": self.value, "n": self.n}


class PlayerModel:
    """What is known of one player; a hand is taken in in constant time, however many came before.

    The overall means are over all hands, as in the thesis; with `lasting` they forget, as at the table.
    """

    def __init__(self, lasting: float = ALL_HANDS) -> None:
        self.numbers: Floats = np.zeros(PLAYER)
        self.lasting = lasting

    def take(self, moves: Sequence[Move], seat: int, strengths: Floats | None = None) -> None:
        """Take in a hand that is over; `strengths` by street where the player's cards were shown."""
        history = packed_moves(moves)
        known = np.zeros(4) if strengths is None else strengths
        take_hand(self.numbers, history, len(history), seat, strengths is not None, known, self.lasting)

    def overall(self, trait: int) -> Attribute:
        """The mean over all hands."""
        at = trait * TRAIT
        n = int(self.numbers[at + COUNT])
        return Attribute(name=f"overall {TRAIT_NAMES[trait]}", value=float(self.numbers[at + MEAN]) if n else None, n=n)

    def recent(self, trait: int) -> Attribute:
        """The mean over the last ten hands."""
        at = trait * TRAIT + RING
        n = min(int(self.numbers[trait * TRAIT + COUNT]), RECENT)
        value = float(np.mean(self.numbers[at : at + n])) if n else None
        return Attribute(name=f"recent {TRAIT_NAMES[trait]}", value=value, n=n)

    def attributes(self, current: Attribute | None = None) -> tuple[Attribute, ...]:
        """The seven, in the thesis's order; `current` is that of a hand being played."""
        here = current or Attribute(name="current aggressiveness", value=None, n=0)
        pairs = [(self.overall(trait), self.recent(trait)) for trait in range(TRAITS)]
        return (*pairs[0], here, *pairs[1], *pairs[2])


def model_at_table(numbers: Floats, who: int) -> PlayerModel | None:
    """What an agent at the table knows of a player, from the shelves of its memory; None of somebody not met."""
    owners = numbers[OWNERS:MODELS].astype(np.int64) - 1
    if who not in owners:
        return None
    model = PlayerModel(LASTING)
    start = MODELS + int(np.flatnonzero(owners == who)[0]) * PLAYER
    model.numbers[:] = numbers[start : start + PLAYER]
    return model


def current_aggressiveness(moves: Sequence[Move], seat: int, street: int) -> Attribute:
    """Bets and raises over actions on the streets of a hand before this one."""
    own = [move.kind for move in moves if move.seat == seat and move.street < street]
    bold = sum(kind in ("bet", "raise") for kind in own)
    return Attribute(name="current aggressiveness", value=bold / len(own) if own else None, n=len(own))


def packed_moves(moves: Sequence[Move]) -> npt.NDArray[np.int64]:
    """Moves as the rules keep them: kind, seat and street in one number."""
    events = [PackedEvent(KIND_CODES[move.kind], move.seat, move.street).packed for move in moves]
    return np.array(events, dtype=np.int64)


def shown_seats(record: HandRecord) -> tuple[int, ...]:
    """The seats whose cards everybody saw: in at a showdown, not mucked, and known."""
    folded = {move.seat for move in record.moves if move.kind == "fold"}
    stayed = [seat for seat in range(record.seats) if seat not in folded]
    if len(stayed) < 2:
        return ()
    return tuple(
        seat
        for seat in stayed
        if seat not in record.mucked and len(record.hole_cards[seat]) == 2 and UNKNOWN not in record.hole_cards[seat]
    )


def is_holdem(record: HandRecord) -> bool:
    """Whether a record is one of Hold'em, which the models are about."""
    return "holdem" in GAMES[record.game].skills


@dataclass(frozen=True, kw_only=True)
class ModelHistory:
    """A player's model after their last hand, and the traits after each: rows of overall and recent, three each."""

    player: str
    hands: int
    first: str  # when the first hand was played, where that is known
    last: str
    attributes: tuple[Attribute, ...]
    path: Floats = field(repr=False)  # (hands, 6): nan while there is nothing to say


def model_history(player: str, records: Iterable[HandRecord], *, strengths: Strengths = strengths_of) -> ModelHistory:
    """Go through a player's hands in the order of time and keep the player's model after each.

    Hands without a date come first, as they are given, so that what is called recent is.
    `strengths` works out how strong shown hands were, by street: a caller that asks again and again may keep some.
    """
    own = [record for record in records if is_holdem(record) and record.seat_of(player) is not None]
    if not own:
        raise RecordError(f"no hand of Hold'em has a player {player}")
    own.sort(key=lambda record: record.time)
    seats = [record.players.index(player) for record in own]
    shown = [at for at, record in enumerate(own) if seats[at] in shown_seats(record)]
    found = dict(zip(shown, strengths([(own[at].hole_cards[seats[at]], own[at].board) for at in shown]), strict=True))
    model, path = PlayerModel(), np.full((len(own), 2 * TRAITS), np.nan)
    for at, record in enumerate(own):
        model.take(record.moves, seats[at], found.get(at))
        for trait in range(TRAITS):
            for column, attribute in ((trait, model.overall(trait)), (TRAITS + trait, model.recent(trait))):
                path[at, column] = np.nan if attribute.value is None else attribute.value
    last = own[-1]
    current = current_aggressiveness(last.moves, seats[-1], max((move.street for move in last.moves), default=0) + 1)
    return ModelHistory(
        player=player,
        hands=len(own),
        first=next((record.time for record in own if record.time), ""),
        last=last.time,
        attributes=model.attributes(current),
        path=path,
    )


def plot_model(history: ModelHistory, path: Path) -> None:
    """The three traits over a player's hands: overall as a line, the last ten hands as a pale one."""
    from riverboat.pictures import COLOURS, GRID, INK, new_figure, save_figure

    figure, axes = new_figure(8.6, 4.8)
    hands = np.arange(1, history.hands + 1)
    for trait, name in enumerate(TRAIT_NAMES):
        colour = COLOURS[trait]
        axes.plot(hands, history.path[:, TRAITS + trait], color=colour, linewidth=0.7, alpha=0.35)
        axes.plot(hands, history.path[:, trait], color=colour, linewidth=2)
        known = history.path[:, trait][~np.isnan(history.path[:, trait])]
        if known.size:
            label = f"{name} {known[-1]:.2f}"
            axes.annotate(label, (history.hands, known[-1]), (6, -3), textcoords="offset points", color=colour, size=9)
    axes.set_xlim(0, history.hands * 1.22)
    axes.set_ylim(-0.02, 1.02)
    axes.yaxis.grid(True, color=GRID, linewidth=0.6)
    axes.set_xlabel("hands", color=INK)
    axes.set_ylabel("attribute", color=INK)
    name = history.player.replace("$", r"\$")
    axes.set_title(f"{name}: over all hands (thick) and over the last ten (thin)", loc="left", color=INK, fontsize=11)
    save_figure(figure, path)
