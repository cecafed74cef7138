"""Making a record of a hand that our own engine has played."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.errors import RecordError, counted
from riverboat.games import CardState, HoldemRules, PartnerStudRules, StudRules
from riverboat.records.hand_record import HandRecord, Move, tidy


def record_of(
    state: CardState, players: Sequence[str], *, number: str = "", event: str = "", time: str = ""
) -> HandRecord:
    """The record of a finished hand, with all cards that were dealt."""
    rules = state.game.rules
    if not isinstance(rules, HoldemRules | StudRules | PartnerStudRules):
        raise RecordError(f"hands of {state.game.name} are not recorded: Hold'em and stud are")
    if not state.is_over:
        raise RecordError("the hand is not over: it is recorded at its end")
    if len(players) != rules.seats:
        raise RecordError(f"{counted(len(players), 'name')} for {rules.seats} seats: give one for each")
    returns = state.returns()
    stacks = None
    if not isinstance(rules, PartnerStudRules):
        stacks = tuple(int(end - net) for end, net in zip(state.stacks, returns, strict=True))
    shows = state.is_showdown or isinstance(rules, PartnerStudRules)
    if isinstance(rules, HoldemRules):
        game = "holdem-limit" if rules.betting == "limit" else "holdem-nolimit"
    else:
        game = rules.name
    return HandRecord(
        game=game,
        rules=rules,
        players=tuple(players),
        stacks=stacks,
        hole_cards=tuple(state.cards(seat) for seat in range(rules.seats)),
        moves=tuple(Move(past.street, past.seat, *past.action) for past in state.history),
        board=state.board,
        button=None if state.button == rules.seats - 1 else state.button,
        shown=tuple(seat for seat, is_in in enumerate(state.is_in) if shows and is_in),
        returns=tuple(tidy(value) for value in returns),
        number=number,
        event=event,
        time=time,
    )
