"""Bluff, also called Liar's Dice or Perudo: a round of hidden dice and rising bids, after Lanctot & Long.

Everybody rolls in secret; in turn, each bids higher than the last bid, or calls Bluff: at least `quantity` dice of all
show `face`, wild ones counted. Where the bid was true, the caller loses the round, else the bidder. In the variant with
Check, whoever checks wins if the bid is exactly right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, prod
from typing import ClassVar, NamedTuple, cast

import numpy as np

from riverboat.cards.randomness import Seed
from riverboat.errors import GameError, IllegalAction, counted, is_or_are
from riverboat.games.actions import Action, amount_of, as_action, dice_of
from riverboat.games.bluff.dice import Bid, BidOrder, Dice, Roll
from riverboat.games.engine.observation import Event
from riverboat.games.engine.rules import check_seats, is_whole
from riverboat.games.protocol import CHANCE
from riverboat.games.units import IncomeUnit, rounds

MOST_SEATS = 10
BLUFF, CHECK = Action("bluff"), Action("check")


@dataclass(frozen=True, init=False)
class BluffRules:
    """How many dice each player has; the rest as `Dice` has it, and whether one may Check.

    `dice` may be given as one number for all, and `seats` left out: as many as `dice` names, else two.
    """

    name: ClassVar[str] = "bluff"
    start_stack: ClassVar[None] = None
    street_names: ClassVar[tuple[str, ...]] = ("round",)

    seats: int
    dice: tuple[int, ...]
    faces: int
    wild: int
    order: BidOrder
    check: bool

    def __init__(
        self,
        *,
        seats: int | None = None,
        dice: int | Sequence[int] = 1,
        faces: int = 6,
        wild: int | None = None,
        order: str = "paper",
        check: bool = False,
    ) -> None:
        row = None if isinstance(dice, int | np.integer) else tuple(dice)
        count = seats if seats is not None else 2 if row is None else len(row)
        check_seats(self.name, count, 2, MOST_SEATS)
        each = (int(dice),) * count if isinstance(dice, int | np.integer) else tuple(dice)
        if not isinstance(check, bool | np.bool_):
            raise GameError(f"bluff: check is true or false, not {str(check)[:40]}")
        if len(each) != count:
            raise GameError(f"bluff: dice for {counted(len(each), 'player')} are given, but there are {count} seats")
        table = Dice(dice=each, faces=faces, wild=wild, order=cast("BidOrder", order))  # which refuses any other
        named = {"seats": count, "dice": each, "faces": faces, "wild": table.wild, "order": order, "check": check}
        for name, value in named.items():
            object.__setattr__(self, name, value)

    @property
    def income_unit(self) -> IncomeUnit:
        """What results are counted in."""
        return rounds()

    @property
    def stakes(self) -> str:
        """What is played with, in words."""
        if len(set(self.dice)) == 1:
            many = "one die each" if self.dice[0] == 1 else f"{self.dice[0]} dice each"
        else:
            many = f"dice {' against '.join(map(str, self.dice))}"
        return many if self.faces == 6 else f"{many} of {self.faces} faces"

    @cached_property
    def table(self) -> Dice:
        """The dice and their bids."""
        return Dice(dice=self.dice, faces=self.faces, wild=self.wild, order=self.order)

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """Every bid, lowest first."""
        return self.table.bids()


class Ending(NamedTuple):
    """How a round ended: who called what on which bid, how many dice really counted, who lost to whom."""

    caller: int
    call: Action
    bid: Bid
    showing: int
    winner: int
    loser: int


@dataclass(frozen=True, kw_only=True)
class BluffObservation:
    """What one seat sees; other players' dice only once the round is over."""

    seat: int
    rules: BluffRules
    starter: int
    rolls: tuple[Roll | None, ...]
    history: tuple[Event, ...]
    legal_actions: tuple[Action, ...]
    ending: Ending | None = None
    hand: int = field(default=0, compare=False)  # where an arena plays: the round's number in its session, from 1
    names: tuple[str, ...] = field(default=(), compare=False)  # and who sits in each seat

    @property
    def roll(self) -> Roll | None:
        """One's own dice."""
        return self.rolls[self.seat]

    @property
    def last_bid(self) -> Bid | None:
        """The bid to beat."""
        bids = [event.action for event in self.history if event.action.kind == "bid"]
        return bid_of(bids[-1]) if bids else None

    @property
    def is_over(self) -> bool:
        """Whether somebody has called."""
        return self.ending is not None

    def told(self, hand: int, names: tuple[str, ...]) -> BluffObservation:
        """This view with the number of the round in its session, from 1, and who sits in each seat."""
        return replace(self, hand=hand, names=names)

    def returns(self) -> tuple[int, ...]:
        """+1 to who won the round, -1 to who lost it; all 0 before its end."""
        return returns_of(self.ending, len(self.rolls))

    @property
    def infoset(self) -> str:
        """A key that is equal where the seat can't tell two states apart, among rounds begun alike."""
        return key_of(self.seat, self.roll or (), self.history)

    def to_bytes(self) -> bytes:
        """All that is seen of the round, as bytes: equal views are equal bytes."""
        seen = {name: value for name, value in asdict(self).items() if name not in ("hand", "names")}
        return repr(tuple(seen.items())).encode()


def key_of(seat: int, roll: Roll, history: tuple[Event, ...]) -> str:
    """The key of an information set: who sees which dice of their own after which bids."""
    return f"{seat}:{_own_dice(roll)}|" + " ".join([told(event.action) for event in history])


@lru_cache(maxsize=4096)
def _own_dice(roll: Roll) -> str:
    return ",".join(map(str, roll))


@lru_cache(maxsize=4096)
def told(action: Action) -> str:
    """A bid in short, "2-5", or a call by its name."""
    return str(action).removeprefix("bid ")


def returns_of(ending: Ending | None, seats: int) -> tuple[int, ...]:
    """What each seat wins by an ending."""
    if ending is None:
        return (0,) * seats
    return tuple((seat == ending.winner) - (seat == ending.loser) for seat in range(seats))


def bid_action(bid: Bid) -> Action:
    """The action that makes a bid."""
    return Action("bid", amount_of(bid))


def bid_of(action: Action) -> Bid:
    """The bid that an action makes."""
    return Bid(*divmod(action.amount, 100))


class BluffGame:
    """Bluff by its rules; `start` rolls the dice, `root` leaves chance open."""

    #: Winnings are counted in whole points.
    unit: ClassVar[int] = 1

    def __init__(self, rules: BluffRules) -> None:
        self.rules = rules
        self.bid_actions = tuple(bid_action(bid) for bid in rules.bids)
        self.heights = {action: at for at, action in enumerate(self.bid_actions)}

    @property
    def name(self) -> str:
        """The name in the registry."""
        return self.rules.name

    @property
    def seats(self) -> int:
        """How many play."""
        return self.rules.seats

    @property
    def tree_size(self) -> int:
        """About how many states there are: every roll, and after it every set of bids, in the one order it can have."""
        faces = self.rules.faces
        return prod(comb(count + faces - 1, count) for count in self.rules.dice) << len(self.rules.bids)

    def start(
        self, *, seed: Seed = None, button: int | None = None, rolls: Sequence[Sequence[int]] | None = None
    ) -> BluffState:
        """Roll all dice, or lay down those given; the seat after the button opens (by default seat 0)."""
        if rolls is None:
            rng = np.random.default_rng(seed)
            rolls = [rng.integers(1, self.rules.faces + 1, count).tolist() for count in self.rules.dice]
        elif len(rolls) != self.seats:
            raise GameError(
                f"bluff: {counted(len(rolls), 'roll')} {is_or_are(len(rolls))} given, but there are {self.seats} seats"
            )
        checked = tuple(self._roll(seat, roll) for seat, roll in enumerate(rolls))
        return BluffState(self, starter=self._after(button), rolls=checked)

    def lay(
        self,
        held: Sequence[Sequence[int]],
        *,
        board: Sequence[int] = (),
        stacks: Sequence[int] | None = None,
        button: int | None = None,
    ) -> BluffState:
        """Begin a round with these dice; there is no board, and there are no stacks."""
        return self.start(rolls=held, button=button)

    def root(self, *, button: int | None = None) -> BluffState:
        """Begin a round with the dice not yet rolled: each seat's roll is a move of chance, in the order of seats."""
        return BluffState(self, starter=self._after(button), rolls=())

    def _after(self, button: int | None) -> int:
        if button is None:
            return 0
        if not is_whole(button) or not 0 <= button < self.seats:
            raise GameError(f"there is no seat {button}: seats are 0 to {self.seats - 1}")
        return (int(button) + 1) % self.seats

    def _roll(self, seat: int, roll: Sequence[int]) -> Roll:
        dice = tuple(sorted(int(die) for die in roll))
        if len(dice) != self.rules.dice[seat] or any(not 1 <= die <= self.rules.faces for die in dice):
            raise GameError(
                f"{list(roll)} cannot be the dice of seat {seat}: {self.rules.dice[seat]} from 1 to {self.rules.faces}"
            )
        return dice


class BluffState:
    """One round at one moment. `apply` changes it in place; `copy` first to keep a moment."""

    __slots__ = ("ending", "game", "history", "rolls", "starter")
    # A round has one street, nothing lies for all, and nobody has a stack.
    street: ClassVar[int] = 0
    board: ClassVar[tuple[int, ...]] = ()
    start_stacks: ClassVar[None] = None

    def __init__(
        self,
        game: BluffGame,
        *,
        starter: int,
        rolls: tuple[Roll, ...],
        history: tuple[Event, ...] = (),
        ending: Ending | None = None,
    ) -> None:
        self.game, self.starter, self.rolls, self.history, self.ending = game, starter, rolls, history, ending

    @property
    def actor(self) -> int | None:
        """The seat to act, CHANCE, or None when the round is over."""
        if self.ending is not None:
            return None
        if len(self.rolls) < self.game.seats:
            return CHANCE
        return (self.starter + len(self.history)) % self.game.seats

    @property
    def is_over(self) -> bool:
        """Whether somebody has called."""
        return self.ending is not None

    @property
    def button(self) -> int:
        """The seat before the one that opens."""
        return (self.starter - 1) % self.game.seats

    @property
    def held(self) -> tuple[Roll, ...]:
        """Everybody's dice."""
        return self.rolls

    @property
    def shown_seats(self) -> tuple[int, ...]:
        """All show their dice at the end."""
        return tuple(range(self.game.seats))

    @property
    def last_bid(self) -> Bid | None:
        """The bid to beat, or that was called."""
        if self.ending is not None:
            return self.ending.bid
        return bid_of(self.history[-1].action) if self.history else None

    def legal_actions(self) -> tuple[Action, ...]:
        """Higher bids, lowest first, and the calls, once there is a bid."""
        if self.actor is None or self.actor == CHANCE:
            return ()
        if not self.history:
            return self.game.bid_actions
        higher = self.game.bid_actions[self.game.heights[self.history[-1].action] + 1 :]
        return (*higher, BLUFF, CHECK) if self.game.rules.check else (*higher, BLUFF)

    def chance_outcomes(self) -> tuple[tuple[Action, Fraction], ...]:
        """Where chance moves: what the next seat can roll, with its probability."""
        if self.actor != CHANCE:
            raise GameError("chance does not move here: only where the actor is CHANCE, in a round begun with root()")
        table = self.game.rules.table
        rolls = table.rolls(len(self.rolls))
        return tuple((Action("roll", amount_of(roll)), table.chance(roll)) for roll in rolls)

    def apply(self, action: Action | str) -> BluffState:
        """Apply an action of the actor, which may be text such as "bid 2-5", and return this same state."""
        chosen = action if isinstance(action, Action) else as_action(action)
        actor = self.actor
        if actor == CHANCE:
            if chosen not in (outcome for outcome, _ in self.chance_outcomes()):
                self._refuse(chosen)
            self.rolls = (*self.rolls, dice_of(chosen.amount))
            return self
        if actor is None or chosen not in self.legal_actions():
            self._refuse(chosen)
            raise AssertionError
        if chosen.kind != "bid":
            self.ending = self._end(actor, chosen)
        self.history = (*self.history, Event(actor, 0, chosen))
        return self

    def _end(self, caller: int, call: Action) -> Ending:
        bidder, bid = self.history[-1].seat, bid_of(self.history[-1].action)
        count = sum(self.game.rules.table.count(roll, bid.face) for roll in self.rolls)
        caller_wins = count == bid.quantity if call == CHECK else count < bid.quantity
        winner, loser = (caller, bidder) if caller_wins else (bidder, caller)
        return Ending(caller, call, bid, count, winner, loser)

    def _refuse(self, action: Action) -> None:
        if self.is_over:
            right = "the round is over"
        elif self.actor == CHANCE:
            right = f"the dice of seat {len(self.rolls)} must be rolled"
        else:
            legal = self.legal_actions()
            calls: list[str] = [each.kind for each in legal if each.kind != "bid"]
            lowest = [f"{legal[0]} or higher"] if legal[0].kind == "bid" else []
            right = " or ".join(lowest + calls)
        raise IllegalAction(f"{action} is not allowed here: {right}")

    def observation(self, seat: int) -> BluffObservation:
        """What a seat sees now, in an object of its own."""
        if not is_whole(seat) or not 0 <= seat < self.game.seats:
            raise GameError(f"there is no seat {seat}: seats are 0 to {self.game.seats - 1}")
        seen = self.rolls + (None,) * (self.game.seats - len(self.rolls))
        return BluffObservation(
            seat=seat,
            rules=self.game.rules,
            starter=self.starter,
            rolls=tuple(roll if self.is_over or at == seat else None for at, roll in enumerate(seen)),
            history=self.history,
            legal_actions=self.legal_actions() if seat == self.actor else (),
            ending=self.ending,
        )

    def infoset(self) -> str:
        """The key of the actor's information set."""
        actor = self.actor
        if actor is None or actor == CHANCE:
            raise GameError("no seat acts here: information sets belong to the seat to act")
        return key_of(actor, self.rolls[actor], self.history)

    def returns(self) -> tuple[int, ...]:
        """+1 to who won the round, -1 to who lost it."""
        if self.ending is None:
            raise GameError("the round is not over: returns come at its end")
        return returns_of(self.ending, self.game.seats)

    def to_bytes(self) -> bytes:
        """The whole round as bytes, hidden dice included: equal rounds are equal bytes."""
        return repr((self.rolls, self.history)).encode()

    def copy(self) -> BluffState:
        """An independent copy."""
        return BluffState(self.game, starter=self.starter, rolls=self.rolls, history=self.history, ending=self.ending)

    def __repr__(self) -> str:
        bids = " ".join(told(event.action) for event in self.history) or "no bid yet"
        turn = "over" if self.is_over else "chance to act" if self.actor == CHANCE else f"seat {self.actor} to act"
        return f"<bluff, {bids}, {turn}>"
