"""What the page is told of a round of Bluff: composed from the person's observation, and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from riverboat.games.bluff.game import BluffObservation, bid_of
from riverboat.games.bluff.words import done_in_words
from riverboat.records.formats.rounds import replay_round
from riverboat.records.hand_record import HandRecord
from riverboat.tables.bank import PERSON
from riverboat.tables.former import RoundEnd, person_view
from riverboat.web.messages.cards import Json


def round_message(
    names: Sequence[str], view: BluffObservation, playing: tuple[int, ...], *, you: int | None = PERSON
) -> Json:
    """A round as the person sees it; `playing` are the seats of the table that have dice in it."""
    actor = None if view.ending is not None else playing[(view.starter + len(view.history)) % len(playing)]
    bid, dice = view.last_bid, view.rules.dice
    assert isinstance(dice, tuple)
    last = {playing[event.seat]: event.action for event in view.history}
    seats: list[Json] = []
    for seat in range(len(names)):
        at = playing.index(seat) if seat in playing else None
        roll = None if at is None else view.rolls[at]
        seats.append(
            {
                "name": names[seat],
                "dice": 0 if at is None else dice[at],
                "roll": None if roll is None else list(roll),
                "in": at is not None,
                "bet": 0,
                "did": done_in_words(last[seat], you=seat == you) if seat in last else "",
            }
        )
    return {
        "street": 0,
        "street_name": "round",
        "actor": actor,
        "seats": seats,
        "board": [],
        "pot": 0,
        "last_bid": None if bid is None else {"quantity": bid.quantity, "face": bid.face},
        "wild": view.rules.wild,
        "faces": view.rules.faces,
        "total": sum(dice),
        "log": [
            {
                "seat": playing[event.seat],
                "street": "round",
                "who": "You" if playing[event.seat] == you else names[playing[event.seat]],
                "text": done_in_words(event.action, you=playing[event.seat] == you),
            }
            for event in view.history
        ],
        "legal": _legal(view),
        "holding": "",
    }


def _legal(view: BluffObservation) -> Json | None:
    if not view.legal_actions:
        return None
    bids = [bid_of(action) for action in view.legal_actions if action.kind == "bid"]
    calls = [action.kind for action in view.legal_actions if action.kind != "bid"]
    return {"kinds": [*(["bid"] if bids else []), *calls], "bids": [[bid.quantity, bid.face] for bid in bids]}


def round_end(end: RoundEnd, *, match_over: bool) -> Json:
    """How a round ended; the last round of a match is won by who wins the match."""
    ending = end.ending
    return {
        "showdown": True,
        "caller": end.playing[ending.caller],
        "call": ending.call.kind,
        "bid": {"quantity": ending.bid.quantity, "face": ending.bid.face},
        "showing": ending.showing,
        "winner": end.winner,
        "loser": end.loser,
        "returns": list(end.returns),
        "match_over": match_over,
    }


def seats_of(names: Sequence[str], record: HandRecord) -> tuple[int, ...]:
    """The seats of a table that played a recorded round."""
    return tuple(names.index(name) for name in record.players)


def recorded_end(names: Sequence[str], record: HandRecord) -> RoundEnd:
    """How a recorded round ended, as the person saw it."""
    *_, state = replay_round(record)
    assert state.ending is not None
    playing = seats_of(names, record)
    won = dict(zip(playing, state.returns(), strict=True))
    return RoundEnd(
        number=int(record.number),
        view=person_view(state, playing),
        playing=playing,
        ending=state.ending,
        returns=tuple(won.get(seat, 0) for seat in range(len(names))),
        lost=(0,) * len(names),
    )
