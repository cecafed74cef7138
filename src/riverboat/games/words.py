"""What happens in a game, in words: one speaker a game, for the page, the terminal, the partner and replays.

`find_game(name).speaker` is a game's speaker. It says an action before it is done (`act`), after (`did`) and in a list
of moves (`short`), what a seat holds (`holding`) and what it has won (`result`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from riverboat.cards.cards import format_card, rank_of, suit_of
from riverboat.cards.evaluator import RANK_NAMES, category, describe, evaluate, plural
from riverboat.games.actions import Action, Chips
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import bid_of
from riverboat.games.engine.layout_kernel import UNKNOWN
from riverboat.games.engine.rules import Deal
from riverboat.games.protocol import GameRules

#: How an amount is written.
AmountText = Callable[[Any], str]

# Before it is done, and of somebody who did it.
_VERBS = {
    "fold": ("fold", "folds"),
    "check": ("check", "checks"),
    "call": ("call", "calls"),
    "bet": ("bet", "bets"),
    "raise": ("raise to", "raises to"),
    "bring-in": ("bring it in", "brings it in"),
    "reveal": ("show", "shows"),
}
#: How many cards of a rank make a hand that may lie on the board.
_OF_A_KIND = {"pair": 2, "three of a kind": 3}
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_WHEEL = frozenset((12, 0, 1, 2, 3))
_STRAIGHTS = (_WHEEL, *(frozenset(range(low, low + 5)) for low in range(9)))
_QUANTITIES = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_FACES = ("", "one", "two", "three", "four", "five", "six")
_SEVERAL = ("", "ones", "twos", "threes", "fours", "fives", "sixes")


class Speaker(Protocol):
    """Says in words what happens in a game."""

    def act(self, action: Action, *, to_call: int = 0, unit: str = "") -> str:
        """An action that is about to be done, inside a sentence: "raise to 40", "call 10 points", "bid two fives"."""
        ...

    def did(self, action: Action, *, you: bool = False) -> str:
        """What somebody did: "raises to 40", "bids two fives"; of yourself "raise to 40"."""
        ...

    def short(self, action: Action, amount: AmountText = str) -> str:
        """An action in a list of moves: "raise to 40", "reveal Kd", "bid 2-5"."""
        ...

    def holding(self, own: Sequence[int], board: Sequence[int] = (), *, over: bool = False) -> str:
        """What a seat holds, as its player would say it: "pair of tens; flush draw", "3, 3 and 5"."""
        ...

    def result(self, net: Chips, amount: AmountText = str) -> str:
        """What a seat has won: "wins 40", "loses the round"; nothing where it has won nothing."""
        ...


class PlainSpeaker:
    """Says actions as they are written: for games whose moves have names of their own."""

    def act(self, action: Action, *, to_call: int = 0, unit: str = "") -> str:
        """An action as it is written."""
        return str(action)

    def did(self, action: Action, *, you: bool = False) -> str:
        """What somebody chose."""
        return f"{'choose' if you else 'chooses'} {action}"

    def short(self, action: Action, amount: AmountText = str) -> str:
        """An action as it is written."""
        return str(action)

    def holding(self, own: Sequence[int], board: Sequence[int] = (), *, over: bool = False) -> str:
        """Nobody holds anything."""
        return ""

    def result(self, net: Chips, amount: AmountText = str) -> str:
        """What a seat has won or lost."""
        if not net:
            return ""
        return f"{'wins' if net > 0 else 'loses'} {amount(abs(net))}"


@dataclass(frozen=True)
class CardSpeaker(PlainSpeaker):
    """Speaks of cards and bets; the deal says how many cards may still come."""

    deal: Deal

    def act(self, action: Action, *, to_call: int = 0, unit: str = "") -> str:
        """An action that is about to be done: "raise to 40", "call 10 points", "show the ten of hearts"."""
        kind, amount = action
        verb = _VERBS[kind][0]
        if kind == "reveal":
            return f"{verb} {card_name(amount)}"
        chips = {"call": to_call, "bet": amount, "raise": amount}.get(kind)
        return verb if chips is None else f"{verb} {chips:,} {unit}".rstrip()

    def did(self, action: Action, *, you: bool = False) -> str:
        """What somebody did: "raises to 20"; of yourself "raise to 20"."""
        kind, amount = action
        verb = _VERBS[kind][0 if you else 1]
        if kind == "reveal":
            return f"{verb} {format_card(amount)}" if amount < UNKNOWN else ("choose" if you else "chooses") + " a card"
        return f"{verb} {amount:,}" if amount else verb

    def short(self, action: Action, amount: AmountText = str) -> str:
        """An action in a list of moves: "raise to 40", "reveal Kd"."""
        if action.kind in ("bet", "raise"):
            return f"{_VERBS[action.kind][0]} {amount(action.amount)}"
        return str(action)

    def holding(self, own: Sequence[int], board: Sequence[int] = (), *, over: bool = False) -> str:
        """The hand made and, while the hand is played, what it may become; nothing where a card is not known."""
        if not own or UNKNOWN in own:
            return ""
        if self.deal.few:
            return self.deal.describe(self.deal.value(own, board))
        return hand_in_words(own, board, 0 if over else self.deal.to_come(len(own), len(board)))


class DiceSpeaker(PlainSpeaker):
    """Speaks of dice and bids."""

    def act(self, action: Action, *, to_call: int = 0, unit: str = "") -> str:
        """What somebody is about to do: "bid two fives", "call Bluff", "call Check", "call Spot-on", "pass"."""
        if action.kind == "pass":
            return "pass"
        return f"bid {bid_in_words(bid_of(action))}" if action.kind == "bid" else f"call {action.kind.capitalize()}"

    def did(self, action: Action, *, you: bool = False) -> str:
        """What somebody did: "bids two fives"; of yourself "bid two fives"."""
        verb, _, rest = self.act(action).partition(" ")
        ends = "" if you else "es" if verb.endswith("s") else "s"
        return f"{verb}{ends} {rest}".rstrip()

    def holding(self, own: Sequence[int], board: Sequence[int] = (), *, over: bool = False) -> str:
        """Dice in a row: "3, 3 and 5"."""
        return listed([str(die) for die in own])

    def result(self, net: Chips, amount: AmountText = str) -> str:
        """A sentence that says who won the round and who lost it."""
        return "" if not net else "wins the round" if net > 0 else "loses the round"


def listed(things: Sequence[str]) -> str:
    """Things in a row: "a, b and c"."""
    return f"{', '.join(things[:-1])} and {things[-1]}" if len(things) > 1 else "".join(things)


def card_name(card: int) -> str:
    """A card as one says it: "the ten of hearts"."""
    return f"the {RANK_NAMES[rank_of(card)]} of {_SUITS[suit_of(card)]}"


def quantity_in_words(count: int) -> str:
    """A count as a word, a number from thirteen on."""
    return _QUANTITIES[count] if count < len(_QUANTITIES) else str(count)


def bid_in_words(bid: Bid) -> str:
    """A bid as it is called out: "two fives", "one six", "three 9s"."""
    if bid.face < len(_FACES):
        face = (_FACES if bid.quantity == 1 else _SEVERAL)[bid.face]
    else:
        face = f"{bid.face}" if bid.quantity == 1 else f"{bid.face}s"
    return f"{quantity_in_words(bid.quantity)} {face}"


def hand_in_words(own: Sequence[int], board: Sequence[int], to_come: int) -> str:
    """What somebody holds, as they would say it to themselves: the hand made, and what it may become."""
    together = (*own, *board)
    if len(together) >= 5:
        value = evaluate(together)
        made = describe(value)
        made += _from_the_board(board, value)
    elif len(own) == 2 and not board:
        made = _two_cards(own)
    else:
        made = _few_cards(own)
    draws = _draws(own, board) if to_come else []
    return "; ".join([made, " and ".join(draws)] if draws else [made])


def _from_the_board(board: Sequence[int], value: int) -> str:
    """What is said of a hand that everybody has: the board plays, or its pair is nobody's own."""
    if len(board) == 5 and evaluate(board) == value:
        return ": you're playing the board"
    most = max(Counter(map(rank_of, board)).values(), default=0)
    return " (on the board)" if _OF_A_KIND.get(category(value)) == most else ""


def _two_cards(own: Sequence[int]) -> str:
    high, low = sorted((rank_of(card) for card in own), reverse=True)
    if high == low:
        return f"pair of {plural(RANK_NAMES[high])}"
    suited = "suited" if suit_of(own[0]) == suit_of(own[1]) else "offsuit"
    return f"{RANK_NAMES[high]}-{RANK_NAMES[low]} {suited}"


def _few_cards(own: Sequence[int]) -> str:
    """Three or four cards of stud."""
    counts = sorted(Counter(map(rank_of, own)).items(), key=lambda pair: (-pair[1], -pair[0]))
    names = [RANK_NAMES[rank] for rank, _ in counts]
    most = counts[0][1]
    if most == 4:
        return f"four {plural(names[0])}"
    if most == 3:
        return f"three {plural(names[0])}"
    if most == 2 and counts[-1][1] == 2:
        return f"two pair, {plural(names[0])} and {plural(names[1])}"
    if most == 2:
        return f"pair of {plural(names[0])}, {names[1]} kicker"
    flush = len({suit_of(card) for card in own}) == 1
    return f"{names[0]} high" + (f", {'three' if len(own) == 3 else 'four'} to a flush" if flush else "")


def _draws(own: Sequence[int], board: Sequence[int]) -> list[str]:
    """What one more card can make of the hand; only where a card of one's own takes part."""
    together = (*own, *board)
    if len(together) < 4:
        return []
    value = evaluate(together) if len(together) >= 5 else 0
    made = describe(value) if value else ""
    draws = []
    suits, held = Counter(map(suit_of, together)), set(map(suit_of, own))
    stronger = made.startswith(("full house", "four of a kind", "straight flush", "royal flush"))
    flush = made.startswith("flush")
    if not (stronger or flush) and len(together) > 4 and any(suits[suit] == 4 for suit in held):
        draws.append("flush draw")
    if not (stronger or flush or made.startswith("straight")):
        ranks, mine = set(map(rank_of, together)), set(map(rank_of, own))
        near = [straight for straight in _STRAIGHTS if len(straight - ranks) == 1 and straight & mine]
        if near:
            draws.append(_straight_draw(near, ranks))
    return draws


def _straight_draw(near: Sequence[frozenset[int]], ranks: set[int]) -> str:
    """A draw to straights that lack one card each: open where four in a row are held, and either end makes one."""
    missing = {next(iter(straight - ranks)) for straight in near}
    if len(missing) == 1:
        return "inside straight draw"
    rows = [straight & ranks for straight in near]
    is_open = any(one == other for at, one in enumerate(rows) for other in rows[:at])
    return "open straight draw" if is_open else "double inside straight draw"


def posted_in_words(rules: GameRules | None, bet: int) -> str:
    """What a seat has posted before the cards were dealt: "small blind", "big blind", or "blind" of another size."""
    blinds: Sequence[int] = getattr(rules, "blinds", ())
    names = ("small blind", "big blind")[-len(blinds) :]  # one alone is the big one: the other is dead
    return dict(zip(blinds, names, strict=False)).get(bet, "blind")


def with_article(hand: str) -> str:
    """A hand as a sentence wants it: "a pair of tens", "two pair", "a straight, eight high"."""
    return f"a {hand}" if hand.startswith(("pair", "full house", "flush", "straight", "royal")) else hand


#: Speaks of cards and bets where it does not matter how many cards may still come.
CARD_WORDS = CardSpeaker(Deal(down=()))
DICE_WORDS = DiceSpeaker()
