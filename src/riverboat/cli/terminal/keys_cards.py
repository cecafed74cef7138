"""What can be typed at the table: one letter an action, with an amount where there is a choice."""

from __future__ import annotations

from riverboat.cards.cards import SUIT_SIGNS, format_card, parse_cards, suit_of
from riverboat.cli.terminal.view import Choice
from riverboat.errors import CardError, IllegalAction
from riverboat.games import Action, CardObservation
from riverboat.games.actions import AnyKind, MoveName

_LETTERS: dict[str, AnyKind] = {
    "f": "fold",
    "k": "check",
    "x": "check",
    "c": "call",
    "b": "bet",
    "r": "raise",
    "i": "bring-in",
}
_KEYS: dict[str, str] = {kind: letter for letter, kind in _LETTERS.items() if letter != "x"}
_MOST = ("max", "all", "all-in", "allin")


def choices(view: CardObservation, *, names_of_cards: bool = True) -> list[Choice]:
    """Everything that the person may do now."""
    legal, mine = view.legal_actions, view.bets[view.seat]
    found = []
    for kind in legal.kinds:
        if kind == "reveal":
            break
        found.append(_passive(view, kind) if kind in ("fold", "check", "call", "bring-in") else _active(view, kind))
    if legal.raise_kind and legal.max_to == mine + view.stacks[view.seat] and legal.max_to > legal.min_to:
        more = legal.max_to - mine
        found.append(Choice(key="a", label="all-in", meaning=f"put in all your chips, {more:,} more"))
    for number, card in enumerate(legal.cards, 1):
        name = format_card(card)[0] + SUIT_SIGNS[suit_of(card)] if names_of_cards else format_card(card)
        meaning = "shown together with your opponent's choice; it stays up"
        found.append(Choice(key=str(number), label=f"show {name}", meaning=meaning))
    return found


def _passive(view: CardObservation, kind: str) -> Choice:
    stack = view.stacks[view.seat]
    if kind == "fold":
        paid = view.paid[view.seat]
        lost = f"; the {paid:,} you put in are lost" if paid else ""
        return Choice(key="f", label="fold", meaning=f"give up this hand{lost}")
    if kind == "check":
        return Choice(
            key="k", label="check", meaning="stay in without putting anything in: nobody has bet more than you"
        )
    if kind == "call":
        all_in = ", all-in" if view.to_call == stack else ""
        meaning = f"put in {view.to_call:,} more and stay in; the pot is then {view.pot + view.to_call:,}"
        return Choice(key="c", label=f"call {view.to_call:,}{all_in}", meaning=meaning)
    return Choice(key="i", label="bring in", meaning="post the small forced bet that the lowest open card owes")


def _active(view: CardObservation, kind: str) -> Choice:
    legal, mine = view.legal_actions, view.bets[view.seat]
    key = _KEYS[kind]
    completes = kind == "raise" and view.raises == 0
    verb = "complete to" if completes else "raise to" if kind == "raise" else "bet"
    more = legal.min_to - mine
    if legal.min_to == legal.max_to:
        all_in = ", all-in" if more == view.stacks[view.seat] else ""
        meaning = f"put in {more:,}; everyone else must match {legal.min_to:,} or fold"
        return Choice(key=key, label=f"{verb} {legal.min_to:,}{all_in}", meaning=meaning)
    if legal.step > 1 and legal.max_to - legal.min_to == legal.step:
        amounts = f"{legal.min_to:,} or {legal.max_to:,}"
    else:
        amounts = f"{legal.min_to:,}-{legal.max_to:,}"
    total = "; amounts are totals of this street" if kind == "raise" else ""
    meaning = f'type the amount after the letter: "{key} {legal.min_to}" (also min, half, pot, max){total}'
    return Choice(key=f"{key} N", label=f"{verb} {amounts}", meaning=meaning)


def read_action(text: str, view: CardObservation) -> Action:
    """The action that was typed; anything else is reported in the words that were typed."""
    legal = view.legal_actions
    words = text.lower().replace(",", "").split()
    if legal.cards:
        return Action("reveal", _card(text, legal.cards))
    first, rest = words[0], [word for word in words[1:] if word != "to"]
    if len(words) == 1 and first[0] in "br" and first[1:].isdecimal():
        first, rest = first[0], [first[1:]]  # "r60"
    if first in ("a", *_MOST) and not rest:
        first, rest = _KEYS.get(legal.raise_kind or "", "c"), ["max"] if legal.raise_kind else []
    kind = _LETTERS.get(first, MoveName(first))
    if kind == "call" and "check" in legal.kinds:
        kind = "check"  # many say "call" for staying in; it costs nothing
    if kind == "complete" or (kind == "bet" and legal.raise_kind == "raise" and view.raises == 0):
        kind = "raise"
    if kind not in _LETTERS.values():
        keys = ", ".join(choice.key for choice in choices(view))
        raise IllegalAction(f'"{text.strip()}" is not a key here: {keys}; ? explains them')
    if kind not in legal.kinds:
        raise IllegalAction(_not_now(kind, view))
    if kind not in ("bet", "raise"):
        if rest:
            raise IllegalAction(f'"{text.strip()}" is too much: {_KEYS[kind]} stands alone')
        return Action(kind)
    action = Action(kind, _amount(rest, view, _KEYS[kind]))
    if action not in legal:
        raise IllegalAction(f"{_verb(kind)}{action.amount:,} is not allowed here: {legal}")
    return action


def _verb(kind: str) -> str:
    return "raising to " if kind == "raise" else "betting "


def _not_now(kind: str, view: CardObservation) -> str:
    kinds = view.legal_actions.kinds
    if kind == "fold" and "check" in kinds:
        return "no need to fold: checking is free (k)"
    if kind == "check":
        return f"there is a bet to you, you can't check: {view.legal_actions}"
    if kind == "bet" and "raise" in kinds:
        return f"there is a bet already, r raises it: {view.legal_actions}"
    if kind == "raise" and "bet" in kinds:
        return f"nobody has bet, b bets: {view.legal_actions}"
    return f"you can't {kind} here: {view.legal_actions}"


def _amount(rest: list[str], view: CardObservation, key: str) -> int:
    """The total that a bet or raise goes to."""
    legal = view.legal_actions
    if not rest:
        if legal.min_to == legal.max_to:
            return legal.min_to
        raise IllegalAction(f'how much? {legal.min_to:,} to {legal.max_to:,}, for example "{key} {legal.min_to}"')
    word = "".join(rest)
    if word.isascii() and word.isdecimal() and len(word) <= 15:
        return int(word)
    sizes = {"min": legal.min_to, **view.bet_sizes(), **dict.fromkeys(_MOST, legal.max_to)}
    if word not in sizes:
        raise IllegalAction(f'"{word}" is not an amount: a whole number, min, half, pot or max')
    return sizes[word]


def _card(text: str, cards: tuple[int, ...]) -> int:
    """A card to turn: by its number in the list, or by its name."""
    word = text.strip().lower().removeprefix("reveal").removeprefix("turn").removeprefix("show").strip()
    if word.isdecimal() and 1 <= int(word) <= len(cards):
        return cards[int(word) - 1]
    listed = ", ".join(f"{number} ({format_card(card)})" for number, card in enumerate(cards, 1))
    try:
        (card,) = parse_cards(word)
    except (CardError, ValueError):
        raise IllegalAction(f'"{text.strip()}" is none of your cards: {listed}') from None
    if card not in cards:
        raise IllegalAction(f"{format_card(card)} can't be turned: {listed}")
    return card
