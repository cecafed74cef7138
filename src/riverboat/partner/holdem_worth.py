"""What each action is worth at Hold'em, estimated from what Lokibot believes of the opponents.

One street is looked ahead: everyone answers as they usually do with each hand they may hold, opponents are taken one
by one, and what is bet on later streets is left out. A bet with a weak hand is charged something for every street
that is still to come, as Lokibot F does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.arrays import Floats
from riverboat.games import Action, CardObservation
from riverboat.games.engine.layout_kernel import LIMIT
from riverboat.partner.holdem_beliefs import Habits, Opponent, OpponentAnswer, answer, opponents, situation
from riverboat.partner.measured import off
from riverboat.partner.worths import ActionWorth

#: At no-limit these parts of the pot are weighed beside the least and the most.
SIZES = (0.5, 0.75, 1.0, 2.0)


@dataclass(frozen=True, eq=False)
class HoldemSpot:
    """A decision: the view, the opponents as they are believed to be, and how Lokibot plays."""

    seen: CardObservation
    opponents: tuple[Opponent, ...]
    habits: Habits
    is_weak: bool  # EHS is below what a bet for value needs
    bluff_gain: float  # bets that a bluff must gain for every street to come

    def without_folds(self) -> HoldemSpot:
        """The spot as it would be if nobody ever folded."""
        return replace(self, opponents=tuple(replace(each, is_all_in=True) for each in self.opponents))

    def as_the_cards_lie(self) -> HoldemSpot:
        """The spot as it would be if no card came any more."""
        return replace(self, opponents=tuple(replace(each, equity=each.now) for each in self.opponents))

    @property
    def equity(self) -> float:
        """The chance to win if all stay."""
        product = 1.0
        for each in self.opponents:
            product *= float(each.weights @ each.equity)
        return product

    @property
    def ahead(self) -> float:
        """The chance to be ahead of everyone as the cards lie, ties half."""
        product = 1.0
        for each in self.opponents:
            product *= float(each.weights @ each.now)
        return product

    def all_fold(self, action: Action) -> float:
        """How likely everyone folds to a bet or raise."""
        product = 1.0
        for each in raise_answers(self, action):
            product *= each.folds
        return product


def spot_of(seen: CardObservation, memory: Floats, params: Floats) -> HoldemSpot:
    """A decision as a Lokibot that has just decided has it in its memory."""
    habits = Habits(*(float(params[place]) for place in (places.TRUST, places.WIDTH, places.DOUBT, places.SHOWN_TRUST)))
    return HoldemSpot(
        seen=seen,
        opponents=opponents(seen, memory),
        habits=habits,
        is_weak=bool(memory[places.SAW_EHS] < params[places.BET_AT]),
        bluff_gain=float(params[places.BLUFF_GAIN]),
    )


def actions_weighed(seen: CardObservation, also: Sequence[Action] = ()) -> tuple[Action, ...]:
    """The legal actions; of bets of many sizes the least, the most and some between, and those named."""
    legal = seen.legal_actions
    passive = tuple(action for action in legal[: len(legal.kinds)] if action.kind not in ("bet", "raise", "reveal"))
    if legal.raise_kind is None:
        return passive
    stands = seen.bets[seen.seat] + seen.to_call
    pot = seen.pot + seen.to_call
    wished = {legal.min_to, legal.max_to}
    if legal.max_to > legal.min_to:
        wished |= {stands + round(part * pot) for part in SIZES}
    wished |= {action.amount for action in also if action.kind == legal.raise_kind}
    sizes = sorted(size for size in wished if Action(legal.raise_kind, size) in legal)
    return (*passive, *(Action(legal.raise_kind, size) for size in sizes))


def weigh(spot: HoldemSpot, actions: Sequence[Action]) -> tuple[ActionWorth, ...]:
    """What each action is worth compared with a fold, with its error."""
    return tuple(_weighed(spot, action) for action in actions)


def _weighed(spot: HoldemSpot, action: Action) -> ActionWorth:
    if action.kind == "fold":
        return ActionWorth(action, 0.0, 0.0)
    seen, adds = spot.seen, action.kind in ("bet", "raise")
    game = "holdem-limit" if seen.record[0]["limits"] == LIMIT else "holdem-nolimit"
    scale = seen.pot + seen.to_call + (min(_added(spot, action), seen.pot) if adds else 0)
    value = _raise(spot, action) if adds else _stay(spot)
    share = off(game, seen.street, value / scale, adds=adds)
    return ActionWorth(action, value, share.error * scale, below=share.below * scale)


def _added(spot: HoldemSpot, action: Action) -> int:
    """By how much a bet or raise goes beyond a call, as far as anybody can call it."""
    seen = spot.seen
    wished = action.amount - seen.bets[seen.seat] - seen.to_call
    return min(wished, max(max(each.behind - each.owes, 0) for each in spot.opponents))


def _stay(spot: HoldemSpot) -> float:
    seen = spot.seen
    pot, to_call = float(seen.pot), float(min(seen.to_call, seen.stacks[seen.seat]))
    bet = _usual_bet(seen)
    takes, paid, answered = 1.0, 0.0, 0.0
    for who in spot.opponents:
        here, comes, met = _to_a_call(spot, who, bet)
        paid = paid * here + comes * takes
        answered = answered * here + met * takes
        takes *= here
    return takes * (pot + to_call) - to_call + paid + answered


def _to_a_call(spot: HoldemSpot, who: Opponent, bet: float) -> tuple[float, float, float]:
    """After our call or check: our share of the pot against one opponent, what they still pay in, what a bet costs."""
    seen = spot.seen
    if seen.street == 0 and not who.has_acted and who.owes:
        found = answer(who, situation(0, seen.raises), seen.seats, spot.habits)
        stays = found.equity - found.folds_equity
        return found.folds + stays, stays * who.owes, 0.0
    equity = float(who.weights @ who.equity)
    if seen.street == 0 or seen.to_call or who.has_acted or who.is_all_in:
        return equity, 0.0, 0.0
    found = answer(who, situation(seen.street, 0), seen.seats, spot.habits)
    # We check, they bet: we fold, call, or raise and are called.
    paid = (2 * found.raises_equity - found.raises) * bet
    return equity, 0.0, max(-found.raises_equity * seen.pot, paid, 2 * paid)


def _usual_bet(seen: CardObservation) -> float:
    view = seen.record[0]
    least, current = int(view["street_bet"]), int(view["current"])
    if view["limits"] == LIMIT:
        return float(least)
    return float(max(least, current if current > 0 else seen.pot // 2))


def raise_answers(spot: HoldemSpot, action: Action) -> tuple[OpponentAnswer, ...]:
    """What every opponent does when we bet or raise."""
    seen, added = spot.seen, _added(spot, action)
    where = situation(seen.street, seen.raises + 1)
    if seen.record[0]["limits"] == LIMIT:
        return tuple(answer(who, where, seen.seats, spot.habits) for who in spot.opponents)
    pot = seen.pot + seen.to_call
    return tuple(answer(who, where, seen.seats, spot.habits, pot / (pot + added)) for who in spot.opponents)


def _raise(spot: HoldemSpot, action: Action) -> float:
    seen = spot.seen
    pot, bet = float(seen.pot), float(_added(spot, action))
    cost = seen.to_call + bet
    again = min(bet, float(seen.stacks[seen.seat]) - cost)  # what another raise would cost both
    takes, won, met = 1.0, 0.0, 0.0
    for found in raise_answers(spot, action):
        stays = found.equity - found.folds_equity
        # They raise again: we fold, which costs what we would have won, or both pay once more.
        raised = max(
            -found.raises_equity * (pot + cost + bet), (2 * found.raises_equity - found.raises) * max(again, 0.0)
        )
        here = found.folds + stays
        won = won * here + stays * bet * takes
        met = met * here + raised * takes
        takes *= here
    charge = spot.bluff_gain * bet * (3 - seen.street) if spot.is_weak and seen.street else 0.0
    return takes * (pot + cost) - cost + won + met - charge
