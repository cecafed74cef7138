"""Rounds of Bluff in files and in the store: round trips, replays, and errors that name line and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.cli import app
from riverboat.errors import RecordError
from riverboat.games import BluffGame, BluffRules
from riverboat.modeling.statistics import player_statistics
from riverboat.records import (
    Store,
    format_phh,
    format_round,
    record_from_json,
    record_of,
    record_to_json,
    write_bluff,
)
from riverboat.records.formats.rounds import parse_round, scan_bluff
from riverboat.records.hand_record import HandRecord
from riverboat.records.importing import import_hands
from riverboat.records.replay import replay_round, verify


def played(seed: int = 1, **options: Any) -> HandRecord:
    """A round in which everybody bids the lowest, and the fourth to act calls."""
    game = BluffGame(BluffRules(**{"dice": (2, 1, 3), **options}))
    state = game.start(seed=seed, button=seed % game.seats)
    for _ in range(3):
        state.apply(state.legal_actions()[0])
    state.apply("bluff")
    names = [f"player {seat}" for seat in range(game.seats)]
    return record_of(state, names, number=str(seed), event="test", time="2026-11-16T00:00:00+00:00")


@pytest.mark.parametrize("options", [{}, {"check": True, "faces": 9, "wild": 2}, {"order": "plain", "wild": 0}])
def test_a_round_survives_its_file_and_the_store(options: dict[str, Any]) -> None:
    record = played(**options)
    assert parse_round(format_round(record)) == record
    assert record_from_json(record_to_json(record)) == record
    assert verify(record) == record.returns
    states = list(replay_round(record))
    assert len(states) == 5
    assert states[-1].is_over
    assert states[0].starter == record.opener


def test_import_list_show_export_replay(tmp_path: Path) -> None:
    file, database, copy = tmp_path / "rounds.jsonl", str(tmp_path / "hands.db"), tmp_path / "copy.jsonl"
    write_bluff([played(seed) for seed in range(3)], file)
    run = CliRunner().invoke
    told = json.loads(run(app, ["import", str(file), "--database", database, "--json"]).stdout)
    assert (told["hands_read"], told["hands_stored"], told["hands_rejected"]) == (3, 3, 0)
    listed = json.loads(run(app, ["hands", "list", "--game", "bluff", "--database", database, "--json"]).stdout)
    assert [hand["players"] for hand in listed["hands"]] == [["player 0", "player 1", "player 2"]] * 3
    shown = run(app, ["hands", "show", "1", "--database", database]).stdout
    assert "player 0" in shown
    assert "wins the round" in shown
    told = json.loads(run(app, ["hands", "show", "1", "--database", database, "--json"]).stdout)
    assert told["net"] == list(played(0).returns or ())
    assert run(app, ["hands", "export", str(copy), "--database", database]).exit_code == 0
    assert copy.read_text("utf-8") == file.read_text("utf-8")
    replayed = run(app, ["replay", str(file), "--hand", "2"]).stdout
    assert "calls Bluff" in replayed
    refused = run(app, ["hands", "export", str(tmp_path / "x.phhs"), "1", "--database", database])
    assert refused.exit_code == 2
    assert "0 hands written, 1 left out" in refused.stdout
    assert "dice and no cards" in " ".join(refused.stdout.split())
    assert not (tmp_path / "x.phhs").exists()


def test_a_store_of_cards_and_dice_counts_cards_alone_in_statistics() -> None:
    with Store(":memory:") as store:
        store.add([(played(), played().returns)])
        assert player_statistics("player 0", store.hands(player="player 0")).hands == 0
    with pytest.raises(RecordError, match="dice and no cards"):
        format_phh(played())


def broken(**changes: object) -> str:
    data = json.loads(format_round(played()))
    for key, value in changes.items():
        if value is None:
            del data[key]
        else:
            data[key] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("row", "field", "reason"),
    [
        ("{", "", "is not a line of JSON"),
        (broken(rolls=None), "rolls", "is missing"),
        (broken(colour="red"), "colour", "is not known"),
        (broken(format=2), "format", "2 is not known here"),
        (broken(rules={"dice": [0, 1]}), "rules", "0 dice are not possible"),
        (broken(rules={"dice": "two"}), "rules", "dice"),
        (broken(rules=[1]), "rules", "must be an object"),
        (broken(players=["a", "b"]), "players", "2 names, but dice for 3"),
        (broken(starter=3), "starter", "3 is not a whole number from 0 to 2"),
        (broken(actions=["bid 9"]), "actions", "action 1"),
        (broken(actions="bluff"), "actions", "must be a list"),
        (broken(match={"number": 1}), "match", "must be an object of"),
        (broken(time=5), "time", "5 is not a text"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_field(row: str, field: str, reason: str) -> None:
    (error,) = [each for each in scan_bluff("\n" + row, "rounds.jsonl") if isinstance(each, RecordError)]
    assert (error.file, error.line, error.field) == ("rounds.jsonl", 2, field)
    assert reason in error.reason


@pytest.mark.parametrize(
    ("row", "field", "reason"),
    [
        (broken(returns=[1, 1, 1]), "returns", "when replayed"),
        (broken(actions=["bid 1-2"]), "actions", "the round does not end"),
        (broken(actions=["bid 2-2", "bid 1-1"]), "actions", "is not allowed here"),
        (broken(rolls=[[1, 2], [1], [1, 1]]), "rolls", "cannot be the dice of seat 2"),
    ],
)
def test_a_round_that_does_not_replay_is_not_stored(row: str, field: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"{format_round(played(5))}\n{row}\n", "utf-8")
    with Store(":memory:") as store:
        *_, last = import_hands(store, file)
    assert (last.hands_stored, last.hands_rejected) == (1, 1)
    (rejection,) = last.rejections
    assert rejection.line == 2
    assert rejection.reason.startswith(f"{field}: ")
    assert reason in rejection.reason


def test_another_file_of_json_lines_is_said_to_be_another(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    file.write_text('{"level": "info"}\n', "utf-8")
    with Store(":memory:") as store:
        *_, last = import_hands(store, file)
    assert last.files_rejected == 1


def test_a_round_that_does_not_follow_in_its_match_is_refused() -> None:
    match = {"number": 1, "players": ["a", "b"], "stake": "forfeit", "starts": "loser"}
    rules = {"dice": [2, 1], "faces": 6}
    first = {"format": 1, "game": "bluff", "rules": rules, "players": ["a", "b"], "starter": 0}
    first |= {"rolls": [[1, 2], [3]], "actions": ["bid 1-6", "bluff"], "match": {**match, "round": 1, "dice": [2, 1]}}
    second = {**first, "rules": {"dice": [1, 1]}, "rolls": [[1], [3]], "match": {**match, "round": 2, "dice": [1, 1]}}
    good = list(scan_bluff("\n".join(map(json.dumps, (first, second))), "m.jsonl"))
    assert [type(each) for each in good] == [HandRecord, HandRecord]
    for wrong, field in (({"match": {**match, "round": 2, "dice": [2, 1]}}, "match"), ({"starter": 1}, "starter")):
        *_, error = scan_bluff("\n".join(map(json.dumps, (first, {**second, **wrong}))), "m.jsonl")
        assert isinstance(error, RecordError)
        assert (error.line, error.field) == (2, field)


PERUDO: dict[str, Any] = {"wild": 1, "order": "aces", "spot_on": "anybody", "palifico": "fixed", "full": (5, 5, 5)}


@pytest.mark.parametrize("call", ["spot-on", "pass, spot-on", "pass, bid 1-4, pass, bluff"])
@pytest.mark.parametrize("special", [False, True])
def test_a_round_of_perudo_survives_its_file_and_the_store(call: str, special: bool) -> None:
    game = BluffGame(BluffRules(dice=(2, 1, 3), special=special, **PERUDO))
    state = game.start(seed=4, button=1).apply("bid 1-3")
    for action in ["bluff"] if special else call.split(", "):
        state.apply(action)
    record = record_of(state, ["Ann", "Ben", "Cem"], number="1", event="test")
    assert parse_round(format_round(record)) == record
    assert record_from_json(record_to_json(record)) == record
    assert verify(record) == state.returns()
    assert [(event.seat, str(event.action)) for event in list(replay_round(record))[-1].history] == [
        (event.seat, str(event.action)) for event in state.history
    ]


def test_rules_beyond_the_papers_are_written_only_where_they_are_played() -> None:
    assert set(json.loads(format_round(played()))["rules"]) == {"dice", "faces", "wild", "order", "check"}
    told = json.loads(format_round(played(wild=1, order="aces", opening="no-aces", changing="rising")))["rules"]
    assert set(told) == {"dice", "faces", "wild", "order", "check", "opening", "changing"}


def test_a_match_of_perudo_that_does_not_follow_is_refused() -> None:
    rules = {"wild": 1, "order": "aces", "palifico": "fixed"}
    lines = []
    for number, (dice, special, reached) in enumerate([((2, 2, 1), False, []), ((1, 2, 1), True, [0])], 1):
        state = BluffGame(BluffRules(dice=dice, special=special, **rules)).start(seed=2)  # type: ignore[arg-type]
        state.apply(f"bid {sum(dice)}-2").apply("bluff")
        match = {"number": 1, "round": number, "players": ["Ann", "Ben", "Cem"], "dice": list(dice)}
        more = {"stake": "forfeit", "starts": "loser", "reached": reached}
        record = record_of(state, ["Ann", "Ben", "Cem"], number=str(number), event="e", match={**match, **more})
        lines.append(format_round(record))
    assert not [each for each in scan_bluff("\n".join(lines), "m.jsonl") if isinstance(each, RecordError)]
    for change in (', "special": true', ', "reached": [0]'):
        assert change in lines[1]
        found = list(scan_bluff("\n".join([lines[0], lines[1].replace(change, "")]), "m.jsonl"))
        assert isinstance(found[1], RecordError)
        assert "this round is a palifico of Ann" in str(found[1])
