"""A finished hand as the person may look back at it: what he saw then, and no card that was never shown to him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from riverboat.cards.cards import format_cards
from riverboat.errors import RiverboatError
from riverboat.games import UNKNOWN, Action, CardState
from riverboat.odds.equity import equity
from riverboat.partner.protocol import Partner
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import play_out, replay
from riverboat.records.store.hand_store import StoredHand
from riverboat.records.walkthrough import streets_of
from riverboat.tables.former import PERSON, SeatingPlan, ending_of
from riverboat.web.messages.cards import Json, end_message, hand_message

_SIMULATIONS = 5_000


def as_seen(record: HandRecord) -> HandRecord:
    """The record without the cards that the person never saw."""
    view = play_out(record).observation(PERSON)
    return replace(record, hole_cards=view.cards)


def hand_line(hand: StoredHand, plan: SeatingPlan) -> Json:
    """A hand as the list shows it: the person's own cards, the board, what he won."""
    record = hand.record
    return {
        "number": int(record.number),
        "time": record.time,
        "cards": [format_cards([card]) for card in record.hole_cards[PERSON]],
        "board": [format_cards([card]) for card in record.board],
        "net": int(hand.net[PERSON]) if hand.net else 0,
        "showdown": len(record.shown) > 1,
        "folded": any(move.seat == PERSON and move.kind == "fold" for move in record.moves),
    }


def look_back(hand: StoredHand, plan: SeatingPlan, partner: Partner | None) -> Json:
    """Every step of the hand, the equities, and what the partner would have done, the biggest mistake first."""
    record = as_seen(hand.record)
    states = [state for _, state in replay(record)]
    end = ending_of(states[-1], int(record.number))
    return {
        "number": int(record.number),
        "time": record.time,
        "game": record.game,
        "names": list(record.players),
        "steps": steps_of(plan, states),
        "end": end_message(end),
        "streets": list(_streets(record, states)),
        "decisions": mistakes_first(_decisions(record, states, partner)) if partner is not None else [],
    }


def steps_of(plan: SeatingPlan, states: list[CardState], *, you: int | None = PERSON) -> list[Json]:
    """The table after each action, as the person saw it."""
    return [hand_message(plan, state.observation(PERSON), you=you) for state in states]


def _streets(record: HandRecord, states: list[CardState]) -> Iterator[Json]:
    """The chances by street: of those whose cards were shown in the end, else of the person's own hand."""
    for street in streets_of(record):
        found: list[float | None] = list(street.equities or [None] * record.seats)
        shown = [seat for seat, cards in enumerate(record.hole_cards) if street.live[seat] and UNKNOWN not in cards]
        asked = street.equities is None and record.game.startswith("holdem") and street.live[PERSON]
        alone = bool(asked and len(shown) == 1 and sum(street.live) > 1)
        if alone or (asked and len(shown) > 1):
            hands = [format_cards(record.hole_cards[seat]) for seat in shown]
            rivals = sum(street.live) - 1 if alone else None
            answer = equity(hands, board=street.board, opponents=rivals, simulations=_SIMULATIONS, seed=0)
            for seat, player in zip(shown, answer.players, strict=False):  # then come those who are not known
                found[seat] = player.equity.mean
        yield {
            "name": street.name,
            "pot": street.pot,
            "board": [format_cards([card]) for card in street.board],
            "equities": found,
            "against_random": alone,
            "among_shown": bool(asked and len(shown) > 1),
        }


def _decisions(record: HandRecord, states: list[CardState], partner: Partner) -> Iterator[Json]:
    """What the partner says to each decision of the person's."""
    for at, move in enumerate(record.moves):
        if move.seat == PERSON:
            view, done = states[at].observation(PERSON), Action(move.kind, move.amount)
            try:
                yield {
                    "step": at,
                    "street": states[at].street_name,
                    "pot": states[at].pot,
                    **judged(partner, view, done),
                }
            except RiverboatError:
                continue


def judged(partner: Partner, view: Any, done: Action) -> Json:
    """What was done, what the partner would have done, what its caution says, and what it cost by its numbers."""
    caution, cost = partner.caution(view, done), partner.cost(view, done)
    if caution is None and cost is not None:
        cost = replace(cost, amount=0.0)  # what it agrees with costs nothing
    return {
        "done": str(done),
        "advice": partner.advise(view).to_json(),
        "caution": None if caution is None else caution.to_json(),
        "cost": None if cost is None else cost.to_json(),
    }


def mistakes_first(decisions: Iterable[Json]) -> list[Json]:
    """The most expensive first; of those that cost the same, what the partner warns of, then what was about more."""

    def rank(each: Json) -> tuple[float, bool, int]:
        return -(each["cost"]["amount"] if each["cost"] else 0.0), each["caution"] is None, -each["pot"]

    return sorted(decisions, key=rank)


def summary(values: dict[str, Any]) -> Json:
    """Statistics as the page shows them."""
    return {name: value.to_json() for name, value in values.items()}
