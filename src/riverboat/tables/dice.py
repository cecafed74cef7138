"""Tables of dice: what lies between two rounds, each for itself or in a match, and how a round ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from riverboat.errors import ArenaError, counted
from riverboat.games.bluff.game import BluffGame, BluffObservation, BluffRules, BluffState, Ending
from riverboat.games.bluff.match import MatchRules, MatchState
from riverboat.games.catalog import make_game
from riverboat.records.hand_record import HandRecord
from riverboat.records.recording import record_of
from riverboat.records.replay import replay_round
from riverboat.tables.bank import (
    PERSON,
    Bank,
    Hand,
    HandEnd,
    Standing,
    common,
    lengthened,
    next_of,
    seats_in,
    seen_by,
)

if TYPE_CHECKING:
    from riverboat.tables.plan import TablePlan

_STAKES = {"forfeit": "a match", "give": "a match, dice are given", "difference": "a match by the difference"}


@dataclass(frozen=True, kw_only=True)
class DiceEnd(HandEnd):
    """How a round ended, by seats of the table."""

    views: Mapping[int, BluffObservation]
    ending: Ending  # by seats of the round
    lost: tuple[int, ...]  # dice that each seat lost (those won are negative)
    match_winner: int | None = None

    @property
    def view(self) -> BluffObservation:
        """The view of the person who has opened the table."""
        return self.views[PERSON]

    @property
    def winner(self) -> int:
        """The seat that won the round."""
        return self.playing[self.ending.winner]

    @property
    def bidder(self) -> int:
        """The seat whose bid was called."""
        bids = [event for event in self.view.history if event.action.kind == "bid"]
        return self.playing[bids[-1].seat]

    @property
    def loser(self) -> int | None:
        """The seat that lost it; None where spot-on was called and was right."""
        return None if self.ending.loser is None else self.playing[self.ending.loser]


class DiceHand(Hand):
    """A round: the seats that have dice play it, in their order."""

    def __init__(self, state: BluffState, before: MatchState, bank: DiceBank) -> None:
        super().__init__(state, before.alive)
        self._round, self._before, self._bank = state, before, bank

    def settle(self, now: Standing) -> tuple[DiceEnd, Standing]:
        """How the round ended, and where the session stands after it."""
        bank = self._bank
        end = ending_of(self._round, self.playing, number=now.hands + 1, seats=bank.plan.seats, people=bank.plan.people)
        left = self._before.after(end.ending)
        after = now.after(end.returns)
        if not bank.plan.match:
            starter = (now.starter + 1) % bank.plan.seats
            return end, replace(after, starter=starter, round=now.round + 1)
        lost = tuple(had - has for had, has in zip(now.dice, left.dice, strict=True))
        if not left.is_over:
            after = replace(after, dice=left.dice, starter=left.starter, round=now.round + 1)
            after = replace(after, reached=left.reached, special=left.special)
            return replace(end, lost=lost), after
        wins = tuple(count + (seat == left.winner) for seat, count in enumerate(now.match_wins))
        opens = (left.winner + 1) % bank.plan.seats
        after = replace(after, dice=bank.dice, starter=opens, match=now.match + 1, round=1, match_wins=wins)
        after = replace(after, reached=(), special=False)
        return replace(end, lost=lost, match_winner=left.winner), after

    def record(self, now: Standing, *, event: str, time: str) -> HandRecord:
        """The record of the round at its end; in a match it says which one, and the dice of all its players."""
        names = self._bank.plan.names
        match = self._before.to_json(names, number=now.match, hand=now.round)
        return record_of(
            self._round,
            [names[seat] for seat in self.playing],
            number=str(now.hands + 1),
            event=event,
            time=time,
            match=match if self._bank.plan.match else None,
            table_seats=self.playing if self._bank.plan.seats_change else None,
        )


class DiceBank(Bank):
    """Rounds that all begin with the same dice, or matches, which are won by the last player to have any."""

    has_matches: ClassVar[bool] = True

    def __init__(self, plan: TablePlan) -> None:
        super().__init__(plan)
        options = plan.entry.spelled_out(dict(plan.options))
        dice = options.get("dice", 1)
        given = self.seats_in(options)
        if given not in (None, plan.seats):
            told = f"dice for {counted(given or 0, 'player')}, and {plan.seats} at the table"
            raise ArenaError(f"{told}: name dice for you and each opponent")
        if isinstance(dice, tuple) and given is None:
            options["dice"] = dice[0]  # for all
        made = make_game(plan.game, **{**options, "seats": plan.seats})
        assert isinstance(made, BluffGame)
        self.game: BluffGame = made
        self.rules: BluffRules = made.rules
        self.match_rules = MatchRules(round=self.rules, stake=plan.stake, starts=plan.starts)
        self.dice = self.rules.table.dice

    @staticmethod
    def seats_in(options: Mapping[str, Any]) -> int | None:
        """How many the dice are for; one number is for all."""
        dice = options.get("dice")
        return len(dice) if isinstance(dice, tuple) and len(dice) > 1 else None

    @property
    def key_parts(self) -> Sequence[Any]:
        """What tells this table from others."""
        plan = self.plan
        rules, usual = asdict(self.match_rules), self.rules.unnamed
        # Named only where they are played: tables that were kept before such rules existed are found again.
        named = {name: value for name, value in rules["round"].items() if name not in usual or value != usual[name]}
        rules["round"] = named
        return [plan.game, rules, plan.match, plan.person, plan.opponents, plan.seed, plan.table]

    @property
    def title(self) -> str:
        """The game, its dice, and what a match is for."""
        return super().title + (f", {_STAKES[self.plan.stake]}" if self.plan.match else "")

    def hands_ahead(self) -> Sequence[tuple[BluffRules, int]]:
        """The rounds that two may come to, and who opens, the largest round first; of more, the first round."""
        dice, match = self.dice, self.plan.match
        found: list[tuple[int, ...]] = [dice]
        if len(dice) == 2 and match and self.plan.stake == "forfeit":
            found = [(mine, theirs) for mine in range(1, dice[0] + 1) for theirs in range(1, dice[1] + 1)]
        elif len(dice) == 2 and match:
            found = [(mine, sum(dice) - mine) for mine in range(1, sum(dice))]
        found.sort(key=lambda each: (-each[0] * each[1], each))
        rounds = [(replace(self.rules, seats=len(each), dice=each), starter) for each in found for starter in range(2)]
        if match and self.rules.palifico != "no":
            rounds += [(replace(rules, special=True), starter) for rules, starter in rounds]
        return rounds

    def first(self, name: str, seat: int) -> Standing:
        """Where a session begins."""
        none = (0,) * self.plan.seats
        return Standing(name=name, nets=none, dice=self.dice, starter=seat, match_wins=none)

    def ready(self, now: Standing) -> tuple[Standing, tuple[int, ...]]:
        """The standing as the next round begins: an empty place has no dice, and a finished match begins again."""

        def of_those_who_sit(dice: Sequence[int]) -> tuple[int, ...]:
            return tuple(0 if seat in now.out else count for seat, count in enumerate(dice))

        dice = of_those_who_sit(now.dice if self.plan.match else self.dice)
        if sum(map(bool, dice)) < 2:
            dice = of_those_who_sit(self.dice)
            now = replace(now, match=now.match + (now.round > 1), round=1)
        alive = [seat for seat, count in enumerate(dice) if count]
        return replace(now, dice=dice, starter=next_of(alive, now.starter)), ()

    def playing(self, now: Standing) -> tuple[int, ...]:
        """The seats of the table that have dice."""
        return self._match(now).alive

    def _match(self, now: Standing) -> MatchState:
        return MatchState(
            rules=self.match_rules, dice=now.dice, starter=now.starter, reached=now.reached, special=now.special
        )

    def deal(self, now: Standing, seed: np.random.SeedSequence) -> DiceHand:
        """The next round."""
        before = self._match(now)
        return DiceHand(self.start(before, seed), before, self)

    def start(self, before: MatchState, seed: np.random.SeedSequence) -> BluffState:
        """The state of the next round before its first bid."""
        return before.start(seed=seed)

    def recorded(self, record: HandRecord) -> DiceEnd:
        """How a stored round of this table ended."""
        *_, state = replay_round(record)
        playing, plan = seats_in(self.plan.names, record), self.plan
        return ending_of(state, playing, number=int(record.number), seats=plan.seats, people=plan.people)

    def content(self, now: Standing) -> dict[str, Any]:
        """Where the session stands, for JSON."""
        names = ("name", "hands", "nets", "squares", "dice", "starter", "match", "round", "match_wins")
        more = () if self.rules.palifico == "no" else ("reached", "special")
        gone = ("out",) if now.out else ()
        return {name: getattr(now, name) for name in (*names, *more, *gone)}

    def read(self, data: Mapping[str, Any]) -> Standing:
        """What `content` wrote."""
        numbers = {name: data[name] for name in ("starter", "match", "round")}
        seats = self.plan.seats
        return Standing(
            **common(data, seats),
            **numbers,
            dice=lengthened(data["dice"], seats, 0),
            match_wins=lengthened(data["match_wins"], seats, 0),
            reached=tuple(data.get("reached", ())),
            special=bool(data.get("special", False)),
        )


def ending_of(
    state: BluffState, playing: tuple[int, ...], *, number: int, seats: int, people: Sequence[int]
) -> DiceEnd:
    """How a round ended that these seats of the table played; what it cost in a match is not told here."""
    assert state.ending is not None  # it is over
    won = dict(zip(playing, state.returns(), strict=True))
    return DiceEnd(
        number=number,
        views={seat: seen_by(state, playing, seat) for seat in people},
        playing=playing,
        ending=state.ending,
        returns=tuple(won.get(seat, 0) for seat in range(seats)),
        lost=(0,) * seats,
    )
