"""Bluff, also called Liar's Dice or Perudo: a round of hidden dice and rising bids, after Lanctot & Long.

Everybody rolls in secret; in turn, each bids higher than the last bid, or calls Bluff: at least `quantity` dice of all
show `face`, wild ones counted. Where the bid was true, the caller loses the round, else the bidder. In the variant with
Check, whoever checks wins if the bid is exactly right. A player who calls spot-on, as at Perudo, wins if it is exactly
right, and nobody loses then; where anybody may call it, those whose turn it is not are asked after each bid, and may
pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import ClassVar, NamedTuple

import numpy as np

from riverboat.cards.randomness import Seed
from riverboat.errors import GameError, IllegalAction, counted, is_or_are
from riverboat.games.actions import Action, amount_of, as_action, dice_of
from riverboat.games.bluff.dice import Bid, Roll
from riverboat.games.bluff.rules import MOST_SEATS, BluffRules
from riverboat.games.engine.observation import Event
from riverboat.games.engine.rules import is_whole
from riverboat.games.protocol import CHANCE

__all__ = [
    "BLUFF",
    "CHECK",
    "MOST_SEATS",
    "PASS",
    "SPOT_ON",
    "BluffGame",
    "BluffObservation",
    "BluffRules",
    "BluffState",
    "Ending",
    "bid_action",
    "bid_of",
    "key_of",
    "returns_of",
    "told",
    "turn_of",
]

BLUFF, CHECK = Action("bluff"), Action("check")
SPOT_ON, PASS = Action("spot-on"), Action("pass")


class Ending(NamedTuple):
    """How a round ended: who called what on which bid, how many dice really counted, who lost to whom.

    Nobody loses where spot-on was called and was right.
    """

    caller: int
    call: Action
    bid: Bid
    showing: int
    winner: int
    loser: int | None


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

    def _repr_html_(self) -> str:
        from riverboat.games.state_html import bluff_view_html

        return bluff_view_html(self)

    @property
    def roll(self) -> Roll | None:
        """The dice of this seat."""
        return self.rolls[self.seat]

    @property
    def last_bid(self) -> Bid | None:
        """The bid to beat."""
        bids = [event.action for event in self.history if event.action.kind == "bid"]
        return bid_of(bids[-1]) if bids else None

    @property
    def actor(self) -> int | None:
        """The seat to act; None when the round is over."""
        return None if self.is_over else turn_of(self.rules, self.starter, self.history)

    @property
    def is_over(self) -> bool:
        """Whether somebody has called."""
        return self.ending is not None

    def told(self, hand: int, names: tuple[str, ...]) -> BluffObservation:
        """This view with the number of the round in its session, from 1, and who sits in each seat."""
        return replace(self, hand=hand, names=names)

    def returns(self) -> tuple[int, ...]:
        """+1 for the winner of the round, -1 for the loser; 0 for all before its end."""
        return returns_of(self.ending, len(self.rolls))

    @property
    def infoset(self) -> str:
        """A key that is equal where the seat can't tell two states apart, among rounds begun alike."""
        return key_of(self.seat, self.roll or (), self.history)

    def to_bytes(self) -> bytes:
        """All that is seen of the round, as bytes: equal views are equal bytes."""
        seen = {name: value for name, value in asdict(self).items() if name not in ("hand", "names")}
        usual = self.rules.unnamed
        seen["rules"] = {
            name: value for name, value in seen["rules"].items() if name not in usual or name in self.rules.customs
        }
        return repr(tuple(seen.items())).encode()


def turn_of(rules: BluffRules, starter: int, history: Sequence[Event]) -> int:
    """The seat to act in a round that goes on.

    Where anybody may call spot-on, those who are not next are asked first after each bid, in the order of seats.
    """
    seats = rules.seats
    if not history or not rules.is_open_to_all:
        return (starter + len(history)) % seats
    passes = 0
    while passes < len(history) - 1 and history[-1 - passes].action == PASS:
        passes += 1
    bidder = history[-1 - passes].seat
    return (bidder + 2 + passes) % seats if passes < seats - 2 else (bidder + 1) % seats


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

    def may_bid(self, last: Action | None, seat: int) -> tuple[Action, ...]:
        """The bids that a seat may make after the last one, lowest first; None: nobody has bid yet."""
        higher = self.bid_actions if last is None else self.bid_actions[self.heights[last] + 1 :]
        if not (self.rules.limits_opening if last is None else self.rules.limits_raises):
            return higher
        before = None if last is None else bid_of(last)
        return tuple(action for action in higher if self.rules.allows(bid_of(action), before, seat))

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
        return turn_of(self.game.rules, self.starter, self.history)

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
        made = self._last()
        return None if made is None else bid_of(made.action)

    def _last(self) -> Event | None:
        """The last bid, with who made it."""
        return next((event for event in reversed(self.history) if event.action.kind == "bid"), None)

    def legal_actions(self) -> tuple[Action, ...]:
        """Higher bids, lowest first, and the calls, once there is a bid; out of turn spot-on or pass."""
        actor, rules = self.actor, self.game.rules
        if actor is None or actor == CHANCE:
            return ()
        last = self._last()
        if last is not None and actor != (last.seat + 1) % self.game.seats:
            return (PASS, SPOT_ON)
        bids = self.game.may_bid(None if last is None else last.action, actor)
        if last is None:
            return bids
        more = (CHECK,) if rules.check else (SPOT_ON,) if rules.has_spot_on else ()
        return (*bids, BLUFF, *more)

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
        if chosen.kind not in ("bid", "pass"):
            self.ending = self._end(actor, chosen)
        self.history = (*self.history, Event(actor, 0, chosen))
        return self

    def _end(self, caller: int, call: Action) -> Ending:
        made = self._last()
        assert made is not None  # only a bid is called
        bidder, bid = made.seat, bid_of(made.action)
        count = sum(self.game.rules.table.count(roll, bid.face) for roll in self.rolls)
        caller_wins = count < bid.quantity if call == BLUFF else count == bid.quantity
        if caller_wins:
            return Ending(caller, call, bid, count, caller, None if call == SPOT_ON else bidder)
        return Ending(caller, call, bid, count, bidder, caller)

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

    def public_view(self) -> BluffObservation:
        """The view of a player without dice in this round: the bids, and no dice before the end."""
        seen = self.observation(0)
        return seen if self.is_over else replace(seen, rolls=(None,) * len(seen.rolls), legal_actions=())

    def infoset(self) -> str:
        """The key of the actor's information set."""
        actor = self.actor
        if actor is None or actor == CHANCE:
            raise GameError("no seat acts here: information sets belong to the seat to act")
        return key_of(actor, self.rolls[actor], self.history)

    def returns(self) -> tuple[int, ...]:
        """+1 for the winner of the round, -1 for the loser."""
        if self.ending is None:
            raise GameError("the round is not over: returns come at its end")
        return returns_of(self.ending, self.game.seats)

    def to_bytes(self) -> bytes:
        """The whole round as bytes, hidden dice included: equal rounds are equal bytes."""
        return repr((self.rolls, self.history)).encode()

    def copy(self) -> BluffState:
        """An independent copy."""
        return BluffState(self.game, starter=self.starter, rolls=self.rolls, history=self.history, ending=self.ending)

    def _repr_html_(self) -> str:
        from riverboat.games.state_html import bluff_state_html

        return bluff_state_html(self)

    def __repr__(self) -> str:
        bids = " ".join(told(event.action) for event in self.history) or "no bid yet"
        turn = "over" if self.is_over else "chance to act" if self.actor == CHANCE else f"seat {self.actor} to act"
        return f"<bluff, {bids}, {turn}>"
