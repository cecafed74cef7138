"""Decisions of players whose cards were shown, as a network learns them: what they saw, and what they did.

A decision is a check, call, bet or raise of a "relevant" player (Vinther & Holst 2015, section 2.3); all that stands
beside it was known when it was made. Models of players hold earlier hands only. Hands are split by time: the first
60 % to learn from, the next 20 % to choose by, the last 20 % to be judged on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import numpy as np
import numpy.typing as npt

from riverboat.arrays import Floats, Ints
from riverboat.errors import RecordError, RiverboatError
from riverboat.games import Action, HoldemRules
from riverboat.modeling.attributes import is_holdem, packed_moves, shown_seats
from riverboat.modeling.attributes_kernel import standing_attributes, take_hand
from riverboat.modeling.attributes_layout import ALL_HANDS, ATTRIBUTES, COUNT, PLAYER
from riverboat.modeling.strengths import strengths_of
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import start

OPPONENTS_MOST = 9
#: The thesis's inputs, in its order; network 1 takes the first two.
INPUT_NAMES = ("strength", "opponents", "chips", "cost", "pot")
#: What the modern network sees beside them.
HISTORY_NAMES = (
    *("pre-flop", "flop", "turn", "river"),
    "bets this street",
    "must pay",
    "pot odds",
    "own bold actions so far",
    "own other actions so far",
    "was the last to bet",
    "others' bold actions on this street",
    "others' bold actions before",
    "seats",
    "yet to act",
    "pot in bets",
    "stack in bets",
    "strength before the flop",
    "gain in strength since the last street",
)
MODEL_NAMES = (
    *(
        f"own {word} {trait}"
        for trait in ("aggressiveness", "tightness", "riskiness")
        for word in ("overall", "recent")
    ),
    "hands known of the player",
    *(f"others' {w} {trait}" for trait in ("aggressiveness", "tightness", "riskiness") for w in ("overall", "recent")),
)
_STANDING = np.array([0, 1, 3, 4, 5, 6])
_TYPICAL = np.array([0.25, 0.75, 0.55])
TRAIN, VALIDATION, TEST = 0, 1, 2
_SPLIT = (0.6, 0.8)


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """Rows of decisions."""

    inputs: Floats = field(repr=False)  # (n, 5), the thesis's
    history: Floats = field(repr=False)  # (n, 18)
    models: Floats = field(repr=False)  # (n, 13)
    aggressive: Floats = field(repr=False)  # 1 for a bet or raise, 0 for a check or call
    hand: Ints = field(repr=False)  # the number of the hand by time
    player: Ints = field(repr=False)
    street: Ints = field(repr=False)
    players: tuple[str, ...] = field(repr=False)
    hands: int

    def __len__(self) -> int:
        return len(self.aggressive)

    def where(self, wanted: npt.NDArray[np.bool_]) -> Decisions:
        """Some of them."""
        names = ("inputs", "history", "models", "aggressive", "hand", "player", "street")
        return replace(self, **{name: getattr(self, name)[wanted] for name in names})

    def of(self, player: str) -> Decisions:
        """Those of one player."""
        if player not in self.players:
            raise RecordError(f"no cards of a player {player} were shown: {self._most_shown()}")
        return self.where(self.player == self.players.index(player))

    def _most_shown(self) -> str:
        count = np.bincount(self.player, minlength=len(self.players))
        best = [f"{self.players[at]} ({count[at]})" for at in np.argsort(-count)[:5]]
        return f"the most decisions are those of {', '.join(best)}"

    def part(self, which: int) -> Decisions:
        """The hands to learn from (TRAIN), to choose by (VALIDATION) or to be judged on (TEST), by time."""
        own = np.unique(self.hand)
        cuts = [own[min(len(own) - 1, int(share * len(own)))] for share in _SPLIT]
        edges = (-1, *cuts, self.hands)
        return self.where((self.hand >= edges[which]) & (self.hand < edges[which + 1]))

    @property
    def base_rate(self) -> float:
        """The share of aggressive decisions."""
        return float(self.aggressive.mean())


def read_decisions(records: Iterable[HandRecord]) -> Decisions:
    """Every decision of a player whose cards were shown, in the order of time."""
    wanted = [record for record in records if is_holdem(record) and record.stacks is not None]
    if wanted and all(record.time for record in wanted):
        wanted.sort(key=lambda record: record.time)
    shows = [shown_seats(record) for record in wanted]
    if not any(shows):
        raise RecordError("no hand of Hold'em in it was shown: there is nothing to learn from")
    pairs = [
        (record.hole_cards[seat], record.board) for record, seats in zip(wanted, shows, strict=True) for seat in seats
    ]
    strengths = strengths_of(pairs)
    reader, at = _Reader(), 0
    for number, (record, seats) in enumerate(zip(wanted, shows, strict=True)):
        reader.take(record, number, dict(zip(seats, strengths[at : at + len(seats)], strict=True)))
        at += len(seats)
    return reader.decisions(len(wanted))


class _Reader:
    def __init__(self) -> None:
        self.rows: list[tuple[float, ...]] = []
        self.labels: list[tuple[int, int, int, int]] = []
        self.names: dict[str, int] = {}
        self.known: list[Floats] = []

    def take(self, record: HandRecord, number: int, strengths: dict[int, Floats]) -> None:
        """The decisions of one hand; afterwards the models know it."""
        ids = [self._id(name) for name in record.players]
        if strengths:
            before = len(self.rows)
            try:
                self._decisions(record, number, ids, strengths)
            except RiverboatError:  # it does not replay, and would not be imported either
                del self.rows[before:], self.labels[before:]
                return
        history = packed_moves(record.moves)
        nothing = np.zeros(4)
        for seat, who in enumerate(ids):
            shown = seat in strengths
            known = strengths[seat] if shown else nothing
            take_hand(self.known[who], history, len(history), seat, shown, known, ALL_HANDS)

    def _id(self, name: str) -> int:
        if name not in self.names:
            self.names[name] = len(self.names)
            self.known.append(np.zeros(PLAYER))
        return self.names[name]

    def _standing(self, who: int) -> Floats:
        found = np.zeros(ATTRIBUTES)
        standing_attributes(self.known[who], _TYPICAL, found)
        standing: Floats = found[_STANDING]
        return standing

    def _decisions(self, record: HandRecord, number: int, ids: list[int], strengths: dict[int, Floats]) -> None:
        models = np.array([self._standing(who) for who in ids])
        state = start(record)
        live = [True] * record.seats
        bold: list[list[int]] = [[0] * 4 for _ in ids]  # by seat and street
        calm: list[int] = [0] * record.seats
        last = -1
        for at, move in enumerate(record.moves):
            seat, street = move.seat, move.street
            aggressive = move.kind in ("bet", "raise")
            if seat in strengths and move.kind != "fold":
                others = [other for other in range(record.seats) if other != seat and live[other]]
                to_call = state.legal_actions().to_call
                stacks, pot = state.stacks, state.pot
                bet = cast("HoldemRules", record.rules).bets[0 if street < 2 else 1]
                strength = strengths[seat]
                total = float(sum(stacks)) + pot
                own = sum(bold[seat])
                self.rows.append(
                    (
                        strength[street],
                        len(others) / OPPONENTS_MOST,
                        float(stacks[seat]) / total,
                        to_call / total,
                        pot / total,
                        *(float(street == each) for each in range(4)),
                        min(sum(each[street] for each in bold), 4) / 4,
                        float(to_call > 0),
                        to_call / (pot + to_call),
                        own / 4,
                        calm[seat] / 4,
                        float(last == seat),
                        sum(bold[other][street] for other in others) / 4,
                        sum(sum(bold[other][:street]) for other in others) / 4,
                        record.seats / 10,
                        self._yet_to_act(record, at, street, seat) / 10,
                        np.log1p(pot / bet) / 3,
                        np.log1p(float(stacks[seat]) / bet) / 5,
                        strength[0],
                        strength[street] - strength[max(street - 1, 0)],
                        *models[seat],
                        np.log1p(self.known[ids[seat]][COUNT]) / 6,
                        *models[others].mean(axis=0),
                    )
                )
                self.labels.append((int(aggressive), number, ids[seat], street))
            if aggressive:
                bold[seat][street] += 1
                last = seat
            elif move.kind == "fold":
                live[seat] = False
            else:
                calm[seat] += 1
            state.apply(Action(move.kind, move.amount))

    @staticmethod
    def _yet_to_act(record: HandRecord, at: int, street: int, seat: int) -> int:
        """How many others still come to speak for the first time on this street: nobody knows that they will."""
        spoken = {move.seat for move in record.moves[:at] if move.street == street}
        out = {move.seat for move in record.moves[:at] if move.kind == "fold"}
        return sum(other != seat and other not in spoken and other not in out for other in range(record.seats))

    def decisions(self, hands: int) -> Decisions:
        """All rows as arrays."""
        rows, labels = np.array(self.rows), np.array(self.labels, dtype=np.int64)
        first, second = len(INPUT_NAMES), len(INPUT_NAMES) + len(HISTORY_NAMES)
        return Decisions(
            inputs=rows[:, :first],
            history=rows[:, first:second],
            models=rows[:, second:],
            aggressive=labels[:, 0].astype(np.float64),
            hand=labels[:, 1],
            player=labels[:, 2],
            street=labels[:, 3],
            players=tuple(self.names),
            hands=hands,
        )


def records_of(hands: Iterable[HandRecord | RecordError]) -> Sequence[HandRecord]:
    """The hands that could be read."""
    return [hand for hand in hands if isinstance(hand, HandRecord)]
