"""A finished round of Bluff as the person may look back at it: what he saw then, and all dice once the cups are lifted.

The partner's view of a bid is how often the solved strategy makes it, or its odds where more than two play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from riverboat.errors import RiverboatError
from riverboat.games import Action
from riverboat.games.bluff.game import BluffState, bid_of
from riverboat.intervals import proportion
from riverboat.partner.protocol import Partner
from riverboat.records.formats.rounds import replay_round
from riverboat.records.hand_record import HandRecord
from riverboat.records.store.hand_store import StoredHand
from riverboat.tables.bank import PERSON
from riverboat.tables.former import person_view
from riverboat.web.messages.cards import Json
from riverboat.web.messages.dice import recorded_end, round_end, round_message, seats_of
from riverboat.web.messages.lookback import judged, mistakes_first


def round_line(hand: StoredHand, names: Sequence[str]) -> Json:
    """A round as the list shows it: the person's own dice, what was called on what, what he won."""
    end = recorded_end(names, hand.record)
    roll = hand.record.hole_cards[end.playing.index(PERSON)] if PERSON in end.playing else None
    return {
        "number": end.number,
        "time": hand.record.time,
        "roll": None if roll is None else list(roll),
        "net": end.returns[PERSON],
        "end": round_end(end, match_over=False),
    }


def look_back_round(hand: StoredHand, names: Sequence[str], partner: Partner) -> Json:
    """Every step of a round, how it ended, and what the partner says to each of the person's bids and calls."""
    record = hand.record
    playing, states = seats_of(names, record), list(replay_round(record))
    steps = [round_message(names, person_view(state, playing), playing) for state in states]
    return {
        "number": int(record.number),
        "time": record.time,
        "game": "bluff",
        "names": list(names),
        "steps": steps,
        "end": round_end(recorded_end(names, record), match_over=_ends_match(record, states[-1])),
        "streets": [],
        "decisions": mistakes_first(_decisions(record, states, playing, partner)),
    }


def _decisions(
    record: HandRecord, states: list[BluffState], playing: tuple[int, ...], partner: Partner
) -> Iterator[Json]:
    for at, move in enumerate(record.moves):
        if playing[move.seat] == PERSON:
            view, done = person_view(states[at], playing), Action(move.kind, move.amount)
            try:
                yield {"step": at, "street": f"move {at + 1}", "pot": 0, **judged(partner, view, done)}
            except RiverboatError:
                continue


def _ends_match(record: HandRecord, state: BluffState) -> bool:
    """Whether nobody but the winner had a die after this round."""
    match = record.extra.get("match")
    if not isinstance(match, dict) or state.ending is None or match["stake"] != "forfeit":
        return False
    loser = record.players[state.ending.loser]
    left = [name for name, dice in zip(match["players"], match["dice"], strict=True) if dice > (name == loser)]
    return len(left) == 1


def round_statistics(hands: Sequence[StoredHand], names: Sequence[str]) -> Json:
    """Of each player: rounds won, bids that were true, calls that were right. All dice are open after a round."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    for hand in hands:
        *_, state = replay_round(hand.record)
        assert state.ending is not None
        players, dice = hand.record.players, state.rolls
        for name in players:
            counts[name]["rounds"] += 1
        counts[players[state.ending.winner]]["won"] += 1
        caller = counts[players[state.ending.caller]]
        caller["calls"] += 1
        caller["right"] += state.ending.winner == state.ending.caller
        for event in state.history:
            if event.action.kind == "bid":
                bid = bid_of(event.action)
                showing = sum(state.game.rules.table.count(roll, bid.face) for roll in dice)
                counts[players[event.seat]]["bids"] += 1
                counts[players[event.seat]]["true"] += showing >= bid.quantity
    pairs = {"rounds_won": ("won", "rounds"), "bids_true": ("true", "bids"), "calls_right": ("right", "calls")}
    return {
        name: {key: proportion(each[part], each[whole]).to_json() for key, (part, whole) in pairs.items()}
        for name, each in counts.items()
    }
