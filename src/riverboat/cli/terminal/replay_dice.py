"""How a recorded round of Bluff looks in the terminal: everyone's dice, and each bid with whether it was true."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from rich.markup import escape

from riverboat.cli.output import out
from riverboat.games.bluff.game import BluffState, bid_of
from riverboat.games.words import bid_in_words
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import replay_round

_FACES = "⚀⚁⚂⚃⚄⚅"


def dice_text(dice: tuple[int, ...], *, signs: bool = True) -> str:
    """Dice as their faces; numbers where there are no such signs."""
    return " ".join(_FACES[die - 1] if signs and die <= len(_FACES) else str(die) for die in dice)


def show_round(record: HandRecord, next_part: Callable[[str], bool]) -> None:
    """Print the round; `next_part` waits between two bids, and says whether to wait for the next one."""
    rules, match = record.dice_rules, record.extra.get("match")
    signs = out.encoding.lower().startswith("utf") and rules.faces <= len(_FACES)
    wild = f"{rules.table.wild} is wild" if rules.table.wild else "no face is wild"
    wild += ", a palifico" if rules.special else ", with Spot-on" if rules.has_spot_on else ""
    if match is not None:
        out.print(f"[dim]match {match['number']}, round {match['round']}[/]")
    out.print(f"[dim]dice of {rules.faces} faces, {wild}{', with Check' if rules.check else ''}[/]")
    for name, roll in zip(record.players, record.rolls, strict=True):
        out.print(f"   {escape(name)}: {dice_text(roll, signs=signs)}  [dim]{' '.join(map(str, roll))}[/]")
    waits = True
    states = list(replay_round(record))
    for number, (before, after) in enumerate(pairwise(states)):
        if number and waits:
            waits = next_part("next bid")
        assert before.actor is not None
        action = after.history[-1].action
        told = f"   {escape(record.players[before.actor])} {record.speaker.did(action)}"
        if action.kind == "bid":
            count = _showing(after, bid_of(action).face)
            told += f"  [dim]{'true' if count >= bid_of(action).quantity else 'false'}: there are {count}[/]"
        out.print(told)
    ending = states[-1].ending
    if ending is not None:
        winner = escape(record.players[ending.winner])
        loses = "nobody loses it" if ending.loser is None else f"{escape(record.players[ending.loser])} loses it"
        counted = f"{ending.showing} count for {bid_in_words(ending.bid)}"
        out.print(f"   {counted}: [bold]{winner}[/] wins the round, {loses}")


def _showing(state: BluffState, face: int) -> int:
    return sum(state.game.rules.table.count(roll, face) for roll in state.rolls)


def round_json(record: HandRecord) -> dict[str, Any]:
    """The round as `--json` prints it."""
    states = list(replay_round(record))
    ending = states[-1].ending
    rules = record.dice_rules
    return {
        "game": record.game,
        "players": list(record.players),
        "hand": record.number,
        "event": record.event,
        "time": record.time,
        "faces": rules.faces,
        "wild": rules.wild,
        "order": rules.order,
        "check": rules.check,
        **rules.customs,
        "starter": record.opener,
        "rolls": [list(roll) for roll in record.rolls],
        "actions": [{"seat": event.seat, "action": str(event.action)} for event in states[-1].history],
        "showing": None if ending is None else ending.showing,
        "net": None if ending is None else list(states[-1].returns()),
        "match": record.extra.get("match"),
    }
