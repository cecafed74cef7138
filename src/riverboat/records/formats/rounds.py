"""Files of rounds of dice: JSON Lines of our own (.jsonl), a round a line.

PHH has no dice, so a round is written as one object a line: rules, players, who opens, the dice, the actions as text,
the result; and where it belongs to a match, which one, and the dice of all its players. Rules beyond the paper's are
named only where they are played, so that files without them are what they always were.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from riverboat.errors import RecordError, RiverboatError, UnreadableFile
from riverboat.files import write_whole
from riverboat.games.actions import parse_action
from riverboat.games.bluff.game import BluffRules, turn_of
from riverboat.games.bluff.match import MatchRules, MatchState
from riverboat.games.engine.observation import Event
from riverboat.records.hand_record import HandRecord, Move
from riverboat.records.replay import replay_round

FORMAT = 1
_GAME = BluffRules.name
_NEEDED = ("format", "game", "rules", "players", "starter", "rolls", "actions")
_KNOWN = (*_NEEDED, "returns", "number", "event", "time", "match")
_HEAD = re.compile(rf'"game"\s*:\s*"{_GAME}"')
_MATCH = ("number", "round", "players", "dice", "stake", "starts")
#: What a match has beyond that by rules of its own: who has had a palifico, and the dice with which each began.
_MATCH_MORE = ("reached", "full")


def format_round(record: HandRecord) -> str:
    """A round as one line of JSON."""
    rules = record.dice_rules
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": record.game,
        "rules": _named(rules),
        "players": record.players,
        "starter": record.opener,
        "rolls": record.rolls,
        "actions": [str(move.action) for move in record.moves],
        "returns": record.returns,
        "number": record.number,
        "event": record.event,
        "time": record.time,
        **record.extra,
    }
    return json.dumps({key: value for key, value in data.items() if value not in ("", None)}, ensure_ascii=False)


def _named(rules: BluffRules) -> dict[str, Any]:
    """Rules as they are written; those beyond the paper's only where they are played."""
    names = (field.name for field in fields(rules) if field.name != "seats")
    return {name: getattr(rules, name) for name in names if name not in rules.unnamed or name in rules.customs}


def write_bluff(records: Iterable[HandRecord], path: Path) -> None:
    """Write rounds to a file, whole or not at all."""
    write_whole(path, (format_round(record) + "\n" for record in records))


def is_rounds(text: str) -> bool:
    """Whether a text holds rounds of bluff, by its first line."""
    first = text.lstrip("\ufeff\n\r ").partition("\n")[0]
    return first.startswith("{") and _HEAD.search(first) is not None


def scan_bluff(text: str, source: str) -> Iterator[HandRecord | RecordError]:
    """Every round of a file, and an error for each line that is none or does not follow in its match.

    A file whose first line is something else is not a file of rounds.
    """
    before: HandRecord | None = None
    begun = False
    for line, row in enumerate(text.split("\n"), 1):  # other ends of lines may stand in names
        if not row.strip():
            continue
        try:
            record = parse_round(row, source, line)
            if before is not None:
                _check_follows(before, record)
        except UnreadableFile as error:
            if not begun:
                yield error
                return
            before = None
            yield RecordError(error.reason, file=source, line=line, field=error.field)
        except RecordError as error:
            before = None
            yield error
        else:
            before = record
            yield record
        begun = True


def parse_round(row: str, source: str = "", line: int = 0) -> HandRecord:
    """Read one line of JSON."""
    data = _object(row, source, line)
    try:
        return _record(data, source, line)
    except RecordError as error:
        raise RecordError(error.reason, file=source, line=line, field=error.field) from None


def _object(row: str, source: str, line: int) -> dict[str, Any]:
    try:
        data = json.loads(row)
    except ValueError as error:
        where = f" (column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        raise RecordError(f"is not a line of JSON{where}", file=source, line=line) from None
    except RecursionError:
        raise RecordError(f"is not a round of {_GAME}: brackets in brackets", file=source, line=line) from None
    if not isinstance(data, dict) or data.get("game") != _GAME:
        reason = f'is not a round of {_GAME}: a line is an object with "game": "{_GAME}"'
        raise UnreadableFile(reason, file=source, line=line, field="game")
    return data


def _record(data: dict[str, Any], source: str, line: int) -> HandRecord:
    for field in _NEEDED:
        if field not in data:
            raise RecordError(f"is missing: a round has {', '.join(_NEEDED)}", field=field)
    for field in data:
        if field not in _KNOWN:
            raise RecordError(f"is not known: {', '.join(_KNOWN)} are", field=field)
    if data["format"] != FORMAT:
        raise RecordError(f"{data['format']!r} is not known here: {FORMAT} is", field="format")
    rules, players = _rules(data["rules"]), _names(data["players"], "players")
    if len(players) != rules.seats:
        raise RecordError(f"{len(players)} names, but dice for {rules.seats}", field="players")
    starter = _whole(data["starter"], "starter", 0, len(players) - 1)
    rolls = tuple(_whole_row(roll, "rolls") for roll in _list(data["rolls"], "rolls"))
    returns = data.get("returns")
    match = data.get("match")
    return HandRecord(
        game=rules.name,
        rules=rules,
        players=players,
        stacks=None,
        hole_cards=tuple(tuple(sorted(roll)) for roll in rolls),
        moves=tuple(_moves(data["actions"], starter, rules)),
        button=None if starter == 0 else starter - 1,
        shown=tuple(range(len(players))),
        returns=None if returns is None else _whole_row(returns, "returns"),
        number=_text(data.get("number", ""), "number"),
        event=_text(data.get("event", ""), "event"),
        time=_text(data.get("time", ""), "time"),
        source=source,
        line=line,
        extra={} if match is None else {"match": _match(match)},
    )


def _rules(given: Any) -> BluffRules:
    known = [field.name for field in fields(BluffRules)]
    if not isinstance(given, dict) or not set(given) <= set(known):
        raise RecordError(f"must be an object of {', '.join(known)}", field="rules")
    chosen = dict(given)
    for name in ("dice", "full"):
        if isinstance(chosen.get(name), list):
            chosen[name] = _whole_row(chosen[name], "rules")
    try:
        return BluffRules(**chosen)
    except RiverboatError as error:
        raise RecordError(str(error), field="rules") from None
    except TypeError:
        raise RecordError(
            "dice, faces and wild are whole numbers, order a word, check true or false", field="rules"
        ) from None


def _moves(given: Any, starter: int, rules: BluffRules) -> Iterator[Move]:
    """The actions with who did them: in turn, or out of turn where anybody may call."""
    past: list[Event] = []
    for number, text in enumerate(_list(given, "actions")):
        try:
            action = parse_action(_text(text, "actions"))
        except RecordError:
            raise
        except RiverboatError as error:
            raise RecordError(f"action {number + 1}: {error}", field="actions") from None
        past.append(Event(turn_of(rules, starter, past), 0, action))
        yield Move(0, past[-1].seat, *action)


def _match(given: Any) -> dict[str, Any]:
    if not isinstance(given, dict) or set(given) - set(_MATCH_MORE) != set(_MATCH):
        raise RecordError(f"must be an object of {', '.join(_MATCH)}", field="match")
    for field in ("number", "round"):
        _whole(given[field], "match", 1, 10**9)
    names, dice = _names(given["players"], "match"), _whole_row(given["dice"], "match")
    if len(names) != len(dice) or min(dice, default=0) < 0:
        raise RecordError("needs the dice of each of its players", field="match")
    for player in _whole_row(given.get("reached", []), "match"):
        _whole(player, "match", 0, len(names) - 1)
    if "full" in given and len(_whole_row(given["full"], "match")) != len(names):
        raise RecordError("needs the dice with which each of its players began", field="match")
    for field in ("stake", "starts"):
        _text(given[field], "match")
    return dict(given)


def _check_follows(before: HandRecord, record: HandRecord) -> None:
    """In a match the dice and the opener of a round follow from the round before."""
    was, now = before.extra.get("match"), record.extra.get("match")
    if was is None or now is None or before.event != record.event or was["number"] != now["number"]:
        return
    if now["round"] != was["round"] + 1:
        return
    try:
        *_, end = replay_round(before)
    except RecordError:
        return  # it is refused for itself
    if end.ending is None or tuple(filter(None, was["dice"])) != before.dice_rules.dice:
        return
    try:
        state = _standing(before, was).after(end.ending)
    except RiverboatError as error:
        raise _wrong(record, "match", str(error)) from None
    if list(state.dice) != list(now["dice"]):
        told = " ".join(map(str, state.dice))
        raise _wrong(record, "match", f"the round before leaves dice {told}, not {' '.join(map(str, now['dice']))}")
    if list(state.reached) != now.get("reached", []) or state.special != record.dice_rules.special:
        which = f"a palifico of {was['players'][state.starter]}" if state.special else "no palifico"
        raise _wrong(record, "match", f"this round is {which}, by what happened before it")
    opener = was["players"][state.starter]
    if not state.is_over and record.players[record.opener] != opener:
        raise _wrong(record, "starter", f"{opener} opens this round of the match")


def _standing(record: HandRecord, match: Mapping[str, Any]) -> MatchState:
    """How the match stood before a round of it; who opened does not matter afterwards."""
    dice = tuple(match["dice"])
    at_least_one = tuple(max(count, 1) for count in dice)
    full = tuple(match.get("full", ()))
    whole = replace(record.dice_rules, seats=len(dice), dice=at_least_one, special=False, full=full)
    rules = MatchRules(round=whole, stake=match["stake"], starts=match["starts"])
    return MatchState(rules=rules, dice=dice, starter=0, reached=tuple(match.get("reached", ())))


def _wrong(record: HandRecord, field: str, reason: str) -> RecordError:
    return RecordError(reason, file=record.source, line=record.line, field=field)


def _list(value: Any, field: str) -> list[Any]:
    if not isinstance(value, list) or len(value) > 10_000:
        raise RecordError("must be a list", field=field)
    return value


def _whole_row(value: Any, field: str) -> tuple[int, ...]:
    return tuple(_whole(each, field, -(10**9), 10**9) for each in _list(value, field))


def _whole(value: Any, field: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        wanted = f" from {least} to {most}" if most < 10**9 else ""
        raise RecordError(f"{str(value)[:40]} is not a whole number{wanted}", field=field)
    return value


def _names(value: Any, field: str) -> tuple[str, ...]:
    return tuple(_text(name, field) for name in _list(value, field))


def _text(value: Any, field: str) -> str:
    if not isinstance(value, str) or len(value) > 1000:
        raise RecordError(f"{str(value)[:40]} is not a text", field=field)
    return value
