"""A player's hand and actions in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from riverboat.cards.cards import format_card, rank_of, suit_of
from riverboat.cards.evaluator import RANK_NAMES, describe, evaluate, plural
from riverboat.games.actions import Action

_KINDS = {
    "fold": ("fold", "folds"),
    "check": ("check", "checks"),
    "call": ("call", "calls"),
    "bet": ("bet", "bets"),
    "raise": ("raise to", "raises to"),
    "bring-in": ("bring it in", "brings it in"),
    "reveal": ("turn", "turns"),
}
_WHEEL = frozenset((12, 0, 1, 2, 3))
_STRAIGHTS = (_WHEEL, *(frozenset(range(low, low + 5)) for low in range(9)))


def hand_in_words(own: Sequence[int], board: Sequence[int], to_come: int) -> str:
    """What somebody holds, as he would say it to himself: the hand made, and what it may become."""
    together = (*own, *board)
    if len(together) >= 5:
        value = evaluate(together)
        made = describe(value)
        if len(board) == 5 and evaluate(board) == value:
            made += ": the board plays"
    elif len(own) == 2 and not board:
        made = _two_cards(own)
    else:
        made = _few_cards(own)
    draws = _draws(own, board) if to_come else []
    return "; ".join([made, " and ".join(draws)] if draws else [made])


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
        missing = {
            next(iter(straight - ranks)) for straight in _STRAIGHTS if len(straight - ranks) == 1 and straight & mine
        }
        if missing:
            draws.append("open straight draw" if len(missing) > 1 else "inside straight draw")
    return draws


def with_article(hand: str) -> str:
    """A hand as a sentence wants it: "a pair of tens", "two pair", "a straight, eight high"."""
    return f"a {hand}" if hand.startswith(("pair", "full house", "flush", "straight", "royal")) else hand


def done_in_words(action: Action, *, you: bool = False) -> str:
    """What somebody did: "raises to 20"; of yourself "raise to 20"."""
    kind, amount = action
    verb = _KINDS[kind][0 if you else 1]
    if kind == "reveal":
        return f"{verb} {format_card(amount)}" if amount <= 51 else ("choose" if you else "chooses") + " a card"
    return f"{verb} {amount:,}" if amount else verb
