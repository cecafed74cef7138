"""Decisions over HTTP, both ways: what is asked is what the seat sees, and nothing hidden is in it."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.agents.bots.messages import decide_message
from riverboat.arena import match_plan, play_match
from riverboat.cards.cards import format_card
from riverboat.cli import app
from riverboat.doors.decision_server import decision_app
from riverboat.doors.questions import seen_in
from riverboat.doors.telling import legal_json, text_of
from riverboat.errors import BotForfeit, RiverboatError
from riverboat.games import make_game
from tests.asgi import Asked
from tests.doors.environments.test_encoders import TABLES


def message_of(game: str, seen: Any) -> dict[str, Any]:
    return {**json.loads(decide_message(seen)), "game": game}


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_what_is_sent_reads_back_and_tells_nothing_hidden(name: str, options: dict[str, Any]) -> None:
    game, rng = make_game(name, **options), np.random.default_rng(5)
    for number in range(15):
        state: Any = game.start(seed=number, button=number % game.seats)
        while (actor := state.actor) is not None:
            seen = state.observation(actor)
            again = seen_in(message_of(name, seen))
            assert again.to_bytes() == seen.to_bytes()
            assert text_of(again) == text_of(seen)
            told = text_of(seen) + json.dumps(legal_json(seen))
            if name != "bluff":
                hidden = {card for seat in range(game.seats) if seat != actor for card in state.down_cards(seat)}
                assert not [card for card in hidden if format_card(card) in told]
            assert str(seen.seat) in told
            legal = state.legal_actions()
            state.apply(legal[int(rng.integers(len(legal)))])


class Caller:
    def decide(self, seen: Any) -> str:
        return "call" if "call" in seen.legal_actions.kinds else "check"


class _Caller(BaseHTTPRequestHandler):
    wbufsize = -1
    heard: list[dict[str, Any]]

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        type(self).heard.append(asked)
        answer = type(self).answer(asked)
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    @staticmethod
    def answer(asked: dict[str, Any]) -> bytes:
        names = [each["action"] for each in asked["actions"]]
        return json.dumps({"action": "call" if "call" in names else "check"}).encode()

    def log_message(self, *_: Any) -> None: ...


@pytest.fixture
def url() -> Iterator[str]:
    _Caller.heard = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Caller)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/decide"
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_bot_behind_a_url_plays_as_the_same_agent_here(url: str) -> None:
    there = play_match(match_plan([url, "rock"], hands=40, seed=1))
    here = play_match(match_plan([Caller, "rock"], hands=40, seed=1))
    assert not there.players[0].faults
    assert there.players[0].income_sb == here.players[0].income_sb
    assert all(
        asked["type"] == "decide" and asked["text"] and asked["game"] == "holdem-limit" for asked in _Caller.heard
    )
    for asked in _Caller.heard:
        assert [cards for at, cards in enumerate(asked["shown"]) if at != asked["seat"]] == ["????"]


def watched(heard: list[dict[str, Any]]) -> int:
    """The observer: no card stands in a decision but the seat's own and the board's; how many decisions there were."""
    for asked in heard:
        known = set(re.findall("..", asked["cards"] + asked["board"]))
        assert set(re.findall(r"[2-9TJQKA][cdhs](?![a-z])", json.dumps(asked))) <= known
    return len(heard)


def test_nothing_hidden_goes_over_http(url: str) -> None:
    play_match(match_plan([url, "maniac"], hands=200, seed=2))
    assert watched(_Caller.heard) > 400


@pytest.mark.prove
def test_nothing_hidden_goes_over_http_in_ten_thousand_hands(url: str, note: Callable[[str, object], None]) -> None:
    play_match(match_plan([url, "maniac"], hands=10_000, seed=2))
    note("decisions over HTTP in 10,000 hands, each searched for cards that the seat can't see", watched(_Caller.heard))


def test_who_wishes_is_told_when_hands_begin_and_end(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = _Caller.answer

    def wishes(asked: dict[str, Any]) -> bytes:
        said = json.loads(plain(asked)) if asked["type"] == "decide" else {}
        return json.dumps({**said, "tell": True}).encode()

    monkeypatch.setattr(_Caller, "answer", staticmethod(wishes))
    result = play_match(match_plan([url, "rock"], hands=20, session_hands=10, seed=1))
    assert not result.players[0].faults
    kinds = [asked["type"] for asked in _Caller.heard]
    assert kinds.count("end") == result.hands
    assert kinds.count("begin") == result.hands - result.units * 2  # it wishes in the first hand of a rotation
    for asked in _Caller.heard:
        assert asked["type"] != "begin" or asked["history"] == []
        assert asked["type"] == "end" or asked["shown"][1 - asked["seat"]] == "????"


@pytest.mark.parametrize("answer", [b"", b"{}", b"fly", b'{"action": 5}', b"[1]", b'"raise 7000"', b"x" * 200_000])
def test_nonsense_is_a_fault_and_the_match_ends(url: str, answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Caller, "answer", staticmethod(lambda asked: answer))
    with pytest.warns(BotForfeit):
        result = play_match(match_plan([url, "always-call"], hands=20, seed=1))
    assert result.players[0].faults


def test_an_address_that_is_none_is_refused() -> None:
    for wrong in ("http:", "http:nowhere", "https://", "http://host:port/"):
        with pytest.raises(RiverboatError):
            make_agent(wrong)


def test_our_agents_answer_as_they_play() -> None:
    game, rng = make_game("holdem-limit"), np.random.default_rng(1)
    client = Asked(decision_app("rock", seed=3))
    for number in range(10):
        state: Any = game.start(seed=number)
        while (actor := state.actor) is not None:
            seen = state.observation(actor)
            answer = client.post("/decide", json=message_of("holdem-limit", seen))
            assert answer.json()["action"] == str(make_agent("rock").player(3).decide(seen))
            told = client.post("/look", json=message_of("holdem-limit", seen)).json()
            assert told == {"text": text_of(seen), "actions": legal_json(seen)}
            legal = state.legal_actions()
            state.apply(legal[int(rng.integers(len(legal)))])


def test_what_cannot_be_read_is_answered_with_a_sentence() -> None:
    client = Asked(decision_app("rock"))
    good = {"game": "holdem-limit", "seat": 1, "button": 1, "shown": ["????", "AsKd"], "history": []}
    assert client.post("/decide", json=good).status_code == 200
    for change in (
        {"game": "chess"}, {"seat": 0}, {"shown": ["AsKd", "AsKd"]}, {"shown": ["As", "Kd"]}, {"button": 7},
        {"history": [[1, 0, "fly"]]}, {"history": [[1, 0, "raise 35"]]}, {"board": "AsKd2c"}, {"stacks": ["x", 1]},
        {"rules": [1]}, {"game": "rps"}, {"shown": 5}, {"button": None},
    ):  # fmt: skip
        answer = client.post("/decide", json={**good, **change})
        assert answer.status_code == 422, change
        assert isinstance(answer.json()["detail"], str | list)
    assert client.get("/openapi.json").json()["paths"]["/decide"]["post"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"history": [[0, 0, "raise 20"], [1, 0, "call"]]}, "of seat 0 can't be: it is the turn of seat 1"),
        ({"history": [[1, 0, "raise 20"], [0, 1, "raise 30"]]}, "is not on street 1, but on 0"),
        ({"history": [[1, 0, "fold"], [0, 0, "call"]]}, "the hand is over"),
    ],
)
def test_a_history_of_others_turns_is_refused(change: dict[str, Any], why: str) -> None:
    """It was played as if the seat to act had done it, and an answer came to another hand."""
    client = Asked(decision_app("rock"))
    asked = {"game": "holdem-limit", "seat": 1, "button": 1, "shown": ["????", "AsKd"], **change}
    answer = client.post("/decide", json=asked)
    assert answer.status_code == 422
    assert re.search(why, answer.json()["detail"])


def test_rounds_begin_with_the_seat_that_begins() -> None:
    client = Asked(decision_app("bluff-odds"))
    asked = {"game": "bluff", "seat": 1, "dice": [2, 3], "counts": [2, 2], "starter": 0, "history": [[0, "bid 1-2"]]}
    assert client.post("/decide", json=asked).status_code == 200
    answer = client.post("/decide", json={**asked, "history": [[1, "bid 1-2"]]})
    assert answer.status_code == 422
    assert "it is the turn of seat 0" in answer.json()["detail"]


def test_beyond_this_machine_a_token_is_needed() -> None:
    done = CliRunner().invoke(app, ["decide", "rock", "--host", "0.0.0.0", "--port", "0"])
    assert isinstance(done.exception, RiverboatError)
    assert "set a token" in str(done.exception)
    client = Asked(decision_app("rock", token="secret"))
    good = {"game": "holdem-limit", "seat": 1, "button": 1, "shown": ["????", "AsKd"]}
    assert client.post("/decide", json=good).status_code == 401
    assert client.post("/decide", json=good, headers={"authorization": "Bearer wrong"}).status_code == 401
    assert client.post("/decide", json=good, headers={"authorization": "Bearer secret"}).status_code == 200
