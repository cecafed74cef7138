"""A hand that a visitor has brought, as the player whose hand it is may look back at it."""

from __future__ import annotations

from dataclasses import replace

from riverboat.errors import RiverboatError
from riverboat.games import UNKNOWN, CardObservation, CardState
from riverboat.games.catalog import find_game
from riverboat.games.words import with_article
from riverboat.records.formats.phh_fit import fit_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import Chips, HandRecord
from riverboat.records.replay import play_out
from riverboat.records.store.hand_store import StoredHand
from riverboat.web.messages.cards import CardMessages
from riverboat.web.messages.hand import Json, Scene
from riverboat.web.messages.lookback import facts
from riverboat.web.texts import refusals

_MESSAGES = CardMessages()


def own_hand(hand: StoredHand, player: str) -> Json:
    """Every step of the hand from the player's seat; cards that they never saw are not in it."""
    record, seat = _seen(hand.record, player)
    scene = Scene(entry=find_game(record.game), rules=record.rules, names=record.players, you=seat)
    states, playing = _MESSAGES.states(record), tuple(range(record.seats))
    steps = [{**_MESSAGES.hand(scene, state.observation(seat), playing), "legal": None} for state in states]
    return {
        "id": hand.id,
        "number": record.number,
        "time": record.time,
        "event": record.event,
        "title": scene.entry.title,
        **facts(scene),
        "names": list(record.players),
        "you": seat,
        "unit": float(record.unit),
        "rake": float(record.rake),
        "twice": bool(record.second_board),
        "steps": steps,
        "end": _end(states[-1], seat, hand.net),
    }


def own_export(hand: StoredHand, player: str) -> str:
    """The hand as PHH, without the cards that the player never saw."""
    return format_phh(fit_phh(_seen(hand.record, player)[0]))


def _seen(record: HandRecord, player: str) -> tuple[HandRecord, int]:
    seat = record.seat_of(player)
    if seat is None:
        raise RiverboatError(refusals.not_in_hand(player))
    return replace(record, hole_cards=play_out(record).observation(seat).cards), seat


def _end(state: CardState, seat: int, net: tuple[Chips, ...] | None) -> Json:
    """How it ended, by what was recorded: rake, odd chips and hands that were never shown are in that."""
    view = state.observation(seat)
    values = [_value(view, each) if state.is_showdown and view.is_in[each] else None for each in range(view.seats)]
    most = max(range(view.seats), key=lambda each: view.paid[each])
    back = view.paid[most] - max(paid for each, paid in enumerate(view.paid) if each != most)
    winners = [] if net is None else [each for each in range(view.seats) if _took(view, net, each, most, back)]
    best = next((values[each] for each in winners if values[each] is not None), None)
    pot = {
        "amount": view.pot - back,
        "winners": winners,
        "with": with_article(_words(view, best)) if len(winners) == 1 else "",
    }
    return {
        "showdown": state.is_showdown,
        "pots": [pot] if winners else [],
        "uncalled": {"seat": most, "amount": back} if back and view.is_in[most] else None,
        "returns": [float(each) for each in net] if net is not None else [0] * view.seats,
        "known": net is not None,
        "hands": [_words(view, value) or None for value in values],
        "best": [],
    }


def _took(view: CardObservation, net: tuple[Chips, ...], seat: int, most: int, back: int) -> bool:
    """Whether a seat took chips from the pot, beside an uncalled bet."""
    return net[seat] + view.paid[seat] - (back if seat == most else 0) > 0


def _value(view: CardObservation, seat: int) -> int | None:
    cards = view.cards[seat]
    if UNKNOWN in cards or UNKNOWN in view.board:
        return None
    assert view.rules is not None
    return view.rules.deal.value(cards, view.board)


def _words(view: CardObservation, value: int | None) -> str:
    assert view.rules is not None
    return "" if value is None else view.rules.deal.describe(value)
