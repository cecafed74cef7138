"""What the page is told of rounds of dice; afterwards all dice are open, once the cups are lifted.

The partner's view of a bid is how often the solved strategy makes it, or its odds where more than two play.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from riverboat.errors import DamagedHand
from riverboat.games.bluff.game import BluffObservation, BluffState, bid_of
from riverboat.games.catalog import RULES
from riverboat.intervals import proportion
from riverboat.records.formats.rounds import format_round
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import replay_round
from riverboat.records.store.hand_store import StoredHand
from riverboat.tables import TablePlan
from riverboat.tables.bank import seats_in
from riverboat.tables.dice import DiceEnd, ending_of
from riverboat.web.messages.hand import HandMessages, Json, Scene, without_table
from riverboat.web.messages.judgement import partner_explains
from riverboat.web.texts import notes


class DiceMessages(HandMessages[BluffObservation, DiceEnd, BluffState]):
    """Rounds of dice."""

    endings: ClassVar[tuple[str, str]] = ("jsonl", "jsonl")

    def hand(self, scene: Scene, view: BluffObservation, playing: tuple[int, ...]) -> Json:
        """A round as a seat sees it; whoever has no dice in it is out."""
        bid, dice = view.last_bid, view.rules.table.dice
        done = tuple(event for event in view.history if event.action.kind != "pass")  # who passes does nothing
        last = {playing[event.seat]: event for event in done}
        seats: list[Json] = []
        for seat, name in enumerate(scene.names):
            at = playing.index(seat) if seat in playing else None
            roll = None if at is None else view.rolls[at]
            seats.append(
                {
                    "name": name,
                    "dice": 0 if at is None else dice[at],
                    "roll": None if roll is None else list(roll),
                    "in": at is not None,
                    "bet": 0,
                    "did": scene.did(last[seat], seat) if seat in last else "",
                }
            )
        return {
            "street": 0,
            "street_name": scene.rules.street_names[0],
            "actor": None if view.actor is None else playing[view.actor],
            "seats": seats,
            "board": [],
            "pot": 0,
            "last_bid": None if bid is None else {"quantity": bid.quantity, "face": bid.face},
            "wild": view.rules.table.wild,
            "faces": view.rules.faces,
            "total": sum(dice),
            "palifico": view.rules.special,
            "log": scene.log(done, playing),
            "legal": _legal(view),
            "holding": "",
        }

    def end(self, end: DiceEnd, *, match_over: bool = False) -> Json:
        """How a round ended; the winner of the last round of a match has won the match."""
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

    def states(self, record: HandRecord) -> list[BluffState]:
        """A recorded round before its first bid and after each."""
        return list(replay_round(record))

    def ended(self, scene: Scene, state: BluffState, record: HandRecord) -> Json:
        """How a recorded round ended."""
        return self.end(_end(state, scene.names, record, scene.people[0]), match_over=_ends_match(record, state))

    def line(self, hand: StoredHand, plan: TablePlan, you: int) -> Json:
        """A round as the list shows it: the person's own dice, what was called on what, what they won."""
        *_, state = replay_round(hand.record)
        end = _end(state, plan.names, hand.record, you)
        roll = hand.record.rolls[end.playing.index(you)] if you in end.playing else None
        return {
            "number": end.number,
            "time": hand.record.time,
            "roll": None if roll is None else list(roll),
            "net": end.returns[you],
            "end": self.end(end),
        }

    def moment(self, state: BluffState, number: int) -> Json:
        """Which move it was; there is no pot."""
        return {"street": notes.move(number), "pot": 0}

    def statistics(self, hands: Sequence[StoredHand], names: Sequence[str]) -> Json:
        """Of each player: rounds won, bids that were true, calls that were right."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)  # whoever has left is counted too, and not told of
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
            name: {
                key: proportion(counts[name][part], counts[name][whole]).to_json()
                for key, (part, whole) in pairs.items()
            }
            for name in names
        }

    def show_all(self, step: Json, state: BluffState) -> None:
        """Lift every cup."""
        for seat, each in enumerate(step["seats"]):
            each["roll"] = list(state.rolls[seat])

    def explained(self, record: HandRecord, states: Sequence[BluffState]) -> list[Json]:
        """What a partner beside each player would have said, who knows what that player knows."""
        return partner_explains(record, states)

    def watch_options(self, players: int, dice: int | None, rules: str | None) -> Json:
        """Where no dice are chosen, those of named rules; else one each for two players, as in the paper, or two."""
        if rules is not None:
            return {RULES: rules, **({} if dice is None else {"dice": dice})}
        return {"dice": dice or (1 if players == 2 else 2)}

    def one_as_file(self, record: HandRecord) -> str:
        """A round, which PHH does not know, as a line of JSON."""
        return format_round(without_table(record)) + "\n"

    def many_as_file(self, records: Iterable[HandRecord], damaged: Sequence[DamagedHand]) -> Iterator[str]:
        """Rounds as lines of JSON, which has no remarks."""
        return map(self.one_as_file, records)


def _legal(view: BluffObservation) -> Json | None:
    if not view.legal_actions:
        return None
    bids = [bid_of(action) for action in view.legal_actions if action.kind == "bid"]
    calls = [action.kind for action in view.legal_actions if action.kind != "bid"]
    return {"kinds": [*(["bid"] if bids else []), *calls], "bids": [[bid.quantity, bid.face] for bid in bids]}


def _end(state: BluffState, names: Sequence[str], record: HandRecord, you: int) -> DiceEnd:
    playing, number = seats_in(names, record), int(record.number)
    return ending_of(state, playing, number=number, seats=len(names), people=(you,))


def _ends_match(record: HandRecord, state: BluffState) -> bool:
    """Whether nobody but the winner had a die after this round."""
    match = record.extra.get("match")
    if not isinstance(match, dict) or state.ending is None or match["stake"] != "forfeit":
        return False
    loser = None if state.ending.loser is None else record.players[state.ending.loser]
    left = [name for name, dice in zip(match["players"], match["dice"], strict=True) if dice > (name == loser)]
    return len(left) == 1
