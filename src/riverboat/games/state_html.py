"""How a hand at one moment shows itself in a notebook: all of it, or what one seat sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from riverboat.cards.shown_cards import cards_html
from riverboat.games.actions import Action
from riverboat.games.protocol import CHANCE
from riverboat.markup import Html, block, heading, html, joined, line, table

if TYPE_CHECKING:
    from riverboat.games.bluff.game import BluffObservation, BluffState
    from riverboat.games.engine.observation import CardObservation, Event
    from riverboat.games.engine.state import CardState

_DICE = "⚀⚁⚂⚃⚄⚅"


def card_state_html(state: CardState) -> str:
    """A hand of cards as whoever has the state knows it: everybody's cards, stacks, bets, the pot and the turn."""
    top = f"{state.game.name}, {state.street_name}: pot {state.pot}"
    nets = _nets(state)
    rows = [
        (
            _seat(seat, state.button, is_in=state.is_in[seat]),
            cards_html(state.cards(seat)),
            _stack(state, seat),
            nets[seat] if nets else state.bets[seat] or "",
        )
        for seat in range(state.game.seats)
    ]
    head = ("seat", "cards", "stack", "net" if nets else "bet")
    board = [line("board", cards_html(state.board))] if state.board else []
    return block(heading(top), *board, table(rows, head=head, numbers=(2, 3)), line(_turn(state), faint=True))


def _nets(state: CardState) -> list[str]:
    """What everybody won, where the hand is over and can be settled."""
    if not state.is_over:
        return []
    try:
        return [f"{float(net):+g}" for net in state.returns()]
    except ValueError:  # somebody's cards are not known
        return []


def _stack(state: CardState, seat: int) -> object:
    return "" if state.game.rules.start_stack is None else state.stacks[seat]


def _turn(state: CardState | BluffState) -> str:
    if state.is_over:
        return "over"
    if state.actor == CHANCE:
        return "chance to act"
    return f"seat {state.actor} to act: {_listed(state.legal_actions())}"


def _listed(actions: Sequence[Action]) -> str:
    """What may be done; of very many actions the first few."""
    told = [str(action) for action in actions[:8]]
    return ", ".join(told) + (" ..." if len(actions) > len(told) else "")


def _seat(seat: int, button: int, *, is_in: bool = True) -> str:
    return f"{seat}{' (button)' if seat == button else ''}{'' if is_in else ', folded'}"


def card_view_html(seen: CardObservation) -> str:
    """What one seat sees of a hand of cards; cards that it can't see are face down."""
    rows = [
        (
            _seat(seat, seen.button, is_in=seen.is_in[seat]) + (" you" if seat == seen.seat else ""),
            cards_html(seen.cards[seat]),
            seen.bets[seat] or "",
        )
        for seat in range(seen.seats)
    ]
    board = [line("board", cards_html(seen.board))] if seen.board else []
    turn = f"you may {_listed(seen.legal_actions)}" if seen.legal_actions else "you wait"
    top = heading(f"what seat {seen.seat} sees: pot {seen.pot}")
    return block(top, *board, table(rows, head=("seat", "cards", "bet"), numbers=(2,)), line(turn, faint=True))


def dice_html(dice: Sequence[int]) -> Html:
    """Dice as their faces, and as numbers where there is no such sign."""
    return joined((_DICE[die - 1] if 1 <= die <= len(_DICE) else str(die) for die in dice), " ")


def bluff_state_html(state: BluffState) -> str:
    """A round of dice as whoever has the state knows it."""
    rows = [(seat, dice_html(roll), " ".join(map(str, roll))) for seat, roll in enumerate(state.rolls)]
    said = _bids(state.history)
    return block(
        heading(state.game.name), table(rows, head=("seat", "dice", "")), line(said), line(_turn(state), faint=True)
    )


def bluff_view_html(seen: BluffObservation) -> str:
    """What one seat sees of a round of dice."""
    own = dice_html(seen.roll) if seen.roll is not None else html("not rolled yet")
    turn = f"you may {_listed(seen.legal_actions)}" if seen.legal_actions else "you wait"
    top = heading(f"what seat {seen.seat} sees")
    return block(top, line("your dice", own), line(_bids(seen.history)), line(turn, faint=True))


def _bids(history: Sequence[Event]) -> str:
    return "; ".join(f"seat {event.seat}: {event.action}" for event in history) or "no bid yet"
