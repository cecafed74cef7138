"""Tools for language models: what they say is what the house says, nothing hidden, and a match comes to its end."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from typing import Any

import anyio
import jsonschema
import pytest
from mcp.client.client import Client
from typer.testing import CliRunner

from riverboat.arena import match_plan, play_match
from riverboat.cards.cards import format_card
from riverboat.cli import app
from riverboat.doors.extras import need
from riverboat.doors.mcp import tools
from riverboat.doors.mcp.rated import RatedMatch
from riverboat.doors.mcp.server import guarded, mcp_server
from riverboat.doors.telling import legal_json, text_of
from riverboat.errors import ArenaError, IllegalAction, RiverboatError
from riverboat.games import make_game
from riverboat.odds.equity import equity
from tests.asgi import Asked

DECISION = {"game": "holdem-limit", "seat": 1, "button": 1, "shown": ["????", "AsKd"], "history": []}


def call(name: str, **arguments: Any) -> Any:
    """What a client of the protocol gets from a tool."""

    async def run() -> Any:
        async with Client(mcp_server()) as client:
            return await client.call_tool(name, arguments)

    return anyio.run(run)


def test_every_tool_has_a_schema_that_its_calls_obey() -> None:
    async def run() -> Any:
        async with Client(mcp_server()) as client:
            return (await client.list_tools()).tools

    found = {tool.name: tool for tool in anyio.run(run)}
    assert set(found) == {
        "odds", "equity", "legal_actions", "advise", "players", "start_match", "look", "act", "match_advice",
        "match_result", "leave_match",
    }  # fmt: skip
    for tool in found.values():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.description
    jsonschema.validate({"decision": DECISION}, found["legal_actions"].input_schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"hand": 5}, found["odds"].input_schema)


def test_numbers_are_those_of_the_house() -> None:
    told = call("equity", hands="AhKh vs QsQc").structured_content
    assert told["method"] == "exact"
    assert told["players"][0]["equity"] == pytest.approx(float(equity("AhKh vs QsQc").players[0].equity))
    one = call("odds", hand="AhKh", board="2h7hTc").structured_content
    assert one["made"]
    assert 0 < one["ppot1"] < 1


def test_actions_and_advice() -> None:
    told = call("legal_actions", decision=DECISION).structured_content
    seen = make_game("holdem-limit").start(button=1, cards=["????", "AsKd"]).observation(1)
    assert told == {"text": text_of(seen), "actions": legal_json(seen)}
    advice = call("advise", decision=DECISION).structured_content
    assert advice["action"]["kind"] in ("call", "raise")
    assert any(sentence["numbers"] for sentence in advice["sentences"])


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("equity", {"hands": "AhAh vs QsQc"}), ("odds", {"hand": "nonsense"}),
        ("odds", {"hand": "AhKh", "opponents": 99}),
        ("legal_actions", {"decision": {}}), ("advise", {"decision": {**DECISION, "game": "chess"}}),
        ("start_match", {"opponents": ["exec:rm"]}), ("start_match", {"opponents": ["x.py:Bot"]}),
        ("start_match", {"opponents": ["rock"], "game": "nothing"}), ("start_match", {"opponents": []}),
        ("act", {"match": "none", "action": "call"}), ("look", {"match": "none"}), ("nothing", {}),
    ],
)  # fmt: skip
def test_mistakes_are_sentences(name: str, arguments: dict[str, Any]) -> None:
    found = call(name, **arguments)
    assert found.is_error
    said = found.content[0].text
    assert "Traceback" not in said
    assert len(said) > 10


def calling(told: dict[str, Any]) -> str:
    names = [each["action"].split()[0] for each in told["actions"]]
    return "call" if "call" in names else "check" if "check" in names else str(told["actions"][0]["action"])


def play(match: RatedMatch) -> dict[str, Any]:
    told = match.turn()
    while not told["over"]:
        told = match.act(calling(told))
    return told


class Caller:
    def decide(self, seen: Any) -> str:
        return calling({"actions": legal_json(seen)})


@pytest.mark.parametrize(
    ("game", "opponents"), [("holdem-limit", ["rock"]), ("holdem-limit", ["maniac", "rock"]), ("bluff", ["bluff-odds"])]
)
def test_a_rated_match_is_the_arenas(game: str, opponents: list[str]) -> None:
    told = play(RatedMatch(opponents, game=game, hands=30, seed=4))["result"]
    plan = match_plan([Caller, *opponents], game=game, hands=30, seed=4, duplicate=False, session_hands=10)
    here = play_match(plan)
    assert told["players"][0]["mean"] == pytest.approx(here.players[0].income_sb.mean)
    assert told["players"][0]["low"] < told["players"][0]["mean"] < told["players"][0]["high"]
    assert told["hands"] == 30
    if len(opponents) == 1 and game != "bluff":
        assert told["players"][0]["adjusted"]["n"] == 3


def test_a_match_through_the_protocol() -> None:
    async def run() -> Any:
        async with Client(mcp_server()) as client:
            told = (await client.call_tool("start_match", {"opponents": ["rock"], "hands": 12})).structured_content
            name, played = told["match"], 0
            advice = await client.call_tool("match_advice", {"match": name})
            assert advice.structured_content["sentences"]
            wrong = await client.call_tool("act", {"match": name, "action": "fly"})
            assert wrong.is_error
            while not told["over"]:
                assert told["text"].startswith("Limit Hold'em")
                played += len(told["ended"])
                told = (await client.call_tool("act", {"match": name, "action": calling(told)})).structured_content
            again = await client.call_tool("match_result", {"match": name})
            assert again.structured_content["result"] == told["result"]
            late = await client.call_tool("act", {"match": name, "action": "call"})
            assert late.is_error
            return told, played + len(told["ended"])

    told, played = anyio.run(run)
    assert played == told["hands_played"] == told["result"]["hands"]
    assert told["result"]["advised"] == 1
    assert told["result"]["refused"] == 1
    json.dumps(told)


def test_illegal_actions_are_refused_and_nothing_happens() -> None:
    match = RatedMatch(["rock"], game="holdem-limit", hands=5, seed=1)
    before = match.turn()
    for wrong in ("raise 35", "fly", "", "bet 10", "x" * 500):
        with pytest.raises(IllegalAction):
            match.act(wrong)
    assert match.turn()["text"] == before["text"]
    match.leave()
    assert "left" in match.turn()["error"]
    with pytest.raises(ArenaError):
        match.act("call")


def test_matches_are_few_and_can_be_left() -> None:
    held = tools.Matches()
    names = [held.start_match(["rock"], hands=5)["match"] for _ in range(tools.MOST_MATCHES)]
    with pytest.raises(ArenaError, match="finish or leave one first"):
        held.start_match(["rock"])
    held.leave_match(names[0])
    held.start_match(["rock"], hands=5)
    held.close()


def test_beyond_this_machine_a_token_is_needed() -> None:
    done = CliRunner().invoke(app, ["mcp", "--host", "0.0.0.0", "--port", "0"])
    assert isinstance(done.exception, RiverboatError)
    assert "set a token" in str(done.exception)

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"in"})

    client = Asked(guarded(inside, "secret"))  # type: ignore[arg-type]
    assert client.post("/mcp").status_code == 401
    assert client.post("/mcp", headers={"authorization": "Bearer wrong"}).status_code == 401
    assert client.post("/mcp", headers={"authorization": "Bearer secret"}).status_code == 200


def test_without_the_package_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = importlib.import_module

    def missing(name: str) -> Any:
        if name.startswith("mcp"):
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name)

    monkeypatch.setattr("riverboat.doors.extras.import_module", missing)
    with pytest.raises(RiverboatError, match=r'pip install "riverboat\[mcp\]"'):
        need("mcp.server.mcpserver", "mcp")
    done = CliRunner().invoke(app, ["mcp"])
    assert isinstance(done.exception, RiverboatError)


def watched_match(hands: int, seed: int) -> int:
    """Play, and look for cards that the player can't see in whatever is told; how many decisions there were."""
    match = RatedMatch(["maniac"], game="holdem-limit", hands=hands, seed=seed)
    decisions = 0
    told = match.turn()
    while not told["over"]:
        now: Any = match._now
        seen = now.seen
        known = {*seen.own_cards, *seen.board}
        unseen = [format_card(card) for card in range(52) if card not in known]
        text = told["text"] + json.dumps(told["actions"])
        assert not [card for card in unseen if card in text]
        decisions += 1
        told = match.act(calling(told))
    return decisions


def test_nothing_hidden_is_told() -> None:
    assert watched_match(60, 3) > 60


@pytest.mark.prove
def test_nothing_hidden_is_told_in_ten_thousand_hands(note: Callable[[str, object], None]) -> None:
    note(
        "decisions over MCP in 10,000 hands, each searched for cards that the player can't see",
        watched_match(10_000, 5),
    )
