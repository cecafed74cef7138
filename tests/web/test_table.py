"""The table by WebSocket: played to its end, cut, restarted, tampered with."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from riverboat.web.routes import watch as watch_routes
from riverboat.web.serving import listen
from tests.waiting import PATIENCE_S, until
from tests.web.playing import Json, Person, calling, serving

GAMES = ("holdem-limit", "holdem-nolimit", "omaha-limit", "omaha-potlimit", "stud-limit", "stud", "bluff")


def _essence(now: Json) -> str:
    return json.dumps({key: now[key] for key in now if key != "notes"}, sort_keys=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_session_of_every_game_is_played_and_chips_are_kept(person: Person, game: str) -> None:
    table = person.sit(game=game, seed=5)
    with person.line(table) as line:
        for hand in range(1, 6):
            end = line.play_hand()
            assert end["hand"] == hand
            assert sum(end["end"]["returns"]) == 0
            assert sum(end["standing"]["nets"]) == 0
    assert person.ask(f"/tables/{table}/hands")["count"] == 5


def test_a_match_of_bluff_is_played_until_one_has_all_dice(person: Person) -> None:
    table = person.sit(game="bluff", dice=2, match=True, opponents=["bluff-odds", "bluff-odds"], seed=3)
    with person.line(table) as line:
        for _ in range(12):
            end = line.play_hand()
            if end["end"]["match_over"]:
                break
        assert end["end"]["match_over"]
        assert sum(end["standing"]["match"]["wins"]) == 1
        assert end["standing"]["match"]["dice"] == [2, 2, 2]


def test_where_a_round_of_bluff_is_not_solved_the_odds_sit_down(person: Person) -> None:
    for rules, opponent in (({}, "bluff-equilibrium"), ({"rules": "perudo"}, "bluff-odds")):
        table = person.sit(game="bluff", dice=2, opponents=["bluff-equilibrium"], **rules)
        with person.line(table) as line:
            assert line.until_asked()["seats"][1]["name"] == opponent


def test_other_players_dice_are_not_told_before_the_end(person: Person) -> None:
    with person.line(person.sit(game="bluff", dice=3, opponents=["bluff-odds"], seed=3)) as line:
        for _ in range(4):
            line.play_hand()
    for told in line.snapshots:
        rolls = [seat["roll"] for seat in told["seats"]]
        assert rolls[0] is not None
        over = told["phase"] == "between" or told["actor"] is None
        assert (rolls[1] is not None) == over


def test_only_what_is_legal_is_done_and_the_error_says_what_would_be(person: Person) -> None:
    with person.line(person.sit(seed=1)) as line:
        line.until_asked()
        turn = line.now["turn"]
        for wrong in ("raise 7", "dance", "reveal As"):
            line.say(type="act", turn=turn, action=wrong)
            told = line.hear()
            assert told["type"] == "error"
            assert told["text"]
        line.say(type="hello")
        line.hear()
        assert line.now["turn"] == turn


def test_a_repeated_action_is_ignored_by_its_number(person: Person) -> None:
    with person.line(person.sit(seed=2)) as line:
        line.until_asked()
        first = line.now["turn"]
        line.act(calling(line.now))
        after = _essence(line.now)
        line.say(type="act", turn=first, action="fold")
        line.hear()
        assert _essence(line.now) == after


@pytest.mark.parametrize(
    "bad", ["", "{}", "[]", '{"type":"act"}', '{"type":"act","turn":"x","action":1}', "null", "\x00"]
)
def test_nonsense_is_answered_and_changes_nothing(person: Person, bad: str) -> None:
    with person.line(person.sit(seed=3)) as line:
        before = _essence(line.until_asked())
        line.socket.send(bad)
        assert line.hear()["type"] == "error"
        line.say(type="hello")
        line.hear()
        assert _essence(line.now) == before


def test_large_frames_end_the_line(person: Person) -> None:
    with person.line(person.sit(seed=3)) as line:
        line.until_asked()
        line.socket.send("x" * 17_000)
        with pytest.raises(ConnectionClosed):
            line.drain()


def test_too_many_messages_end_the_line(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), messages_per_s=1) as url:
        person = Person(url)
        with person.line(person.sit(seed=3)) as line:
            line.until_asked()
            with contextlib.suppress(ConnectionClosed):
                for _ in range(500):
                    line.say(type="hello")
            with pytest.raises(ConnectionClosed):
                line.drain()
        person.close()


def test_another_site_can_not_open_a_line(person: Person) -> None:
    table = person.sit()
    with pytest.raises(InvalidStatus, match="403"):
        person.line(table, origin="http://elsewhere.example")


def test_nobody_opens_the_table_of_another(server: str, person: Person) -> None:
    table = person.sit()
    other = Person(server)
    with pytest.raises((ConnectionClosed, AssertionError)):
        other.line(table)
    other.close()


def test_two_windows_of_one_person_see_the_same(person: Person) -> None:
    table = person.sit(seed=4)
    with person.line(table) as one, person.line(table) as two:
        one.until_asked()
        two.until_asked()
        one.act(calling(one.now))
        while two.now["turn"] != one.now["turn"]:
            two.hear()
        assert _essence(one.now) == _essence(two.now)


@pytest.mark.parametrize("game", GAMES)
def test_cuts_and_restarts_return_to_the_same_decision(tmp_path: Path, game: str) -> None:
    _cut_and_restart(tmp_path, game, reconnects=12, restarts=4)


@pytest.mark.prove
def test_500_reconnects_and_100_restarts_in_mid_hand(tmp_path: Path, note: object) -> None:
    for game in GAMES:
        (tmp_path / game).mkdir()
        _cut_and_restart(tmp_path / game, game, reconnects=125, restarts=25)
    note("reconnects with the same state", 500)  # type: ignore[operator]
    note("restarts with the same state", 100)  # type: ignore[operator]


def _cut_and_restart(folder: Path, game: str, *, reconnects: int, restarts: int) -> None:
    """Play on with a cut before each step; a restart after some of them. The same state must come back each time."""
    rng = random.Random(game)
    database, token, table, before = str(folder / "hands.db"), None, "", ""
    for _ in range(restarts + 1):
        with serving(database) as url:
            person = Person(url, token=token)
            token = person.token
            table = table or person.sit(game=game)
            for _ in range(-(-reconnects // (restarts + 1)) + 1):
                with person.line(table) as line:
                    now = line.until_asked()
                    assert not before or _essence(now) == before
                    if now["phase"] == "between":
                        line.deal()
                    elif rng.random() < 0.8:
                        line.act(calling(now))
                    before = _essence(line.now)
            person.close()


def test_the_lobby_promises_no_more_seats_than_it_has(person: Person) -> None:
    for game in person.ask("/lobby")["games"]:
        promised = re.search(r"to (\d+) seats", game["line"])
        assert promised is None or int(promised[1]) == game["seats"]["most"]


def test_small_frames_are_sent_at_once() -> None:
    async def accepted_without_delay() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def look(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found = writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            accepted.set_result(found)
            writer.close()

        [listener] = listen("127.0.0.1", 0)
        async with await asyncio.start_server(look, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            found = await accepted
            writer.close()
            return found

    with ThreadPoolExecutor(1) as pool:  # a browser test may have left an event loop in this thread
        assert pool.submit(asyncio.run, accepted_without_delay()).result()


def test_a_slow_agent_is_played_for_by_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.agents.compiled import CompiledPlayer

    quick = CompiledPlayer.decide
    answer_now = threading.Event()
    asked: list[object] = []
    answered: list[object] = []

    def slow(self: CompiledPlayer, seen: object) -> object:
        late = self.agent.entry.name == "maniac" and len(asked) < 2  # playing on at once, and then alone
        if late:
            asked.append(seen)
            answer_now.wait(PATIENCE_S)
        found = quick(self, seen)  # type: ignore[arg-type]
        if late:
            answered.append(found)
        return found

    with serving(str(tmp_path / "hands.db"), think_s=0.4) as url:
        person = Person(url)
        monkeypatch.setattr(CompiledPlayer, "decide", slow)
        with person.line(person.sit(opponents=["rock", "maniac"], seed=1)) as line:
            line.until_asked()
            while not any("maniac" in note for each in line.snapshots for note in each["notes"]):
                line.play_hand()
            assert any("too slow" in note for each in line.snapshots for note in each["notes"])
            line.deal()
            answer_now.set()  # what the slow one says at last is not heard any more
            until(lambda: len(answered) == len(asked), "the slow one answers")
            line.play_hand()
            turns = [each["turn"] for each in line.snapshots]
            assert turns == sorted(turns)
        person.close()


def test_who_leaves_a_tournament_in_the_middle_of_a_step_gives_his_place_free(
    server: str, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, go_on, halls = threading.Event(), threading.Event(), threading.BoundedSemaphore(1)

    def slow(_: object) -> Iterator[str]:
        started.set()
        go_on.wait(PATIENCE_S)
        yield "{}\n"

    monkeypatch.setattr(watch_routes, "_lines", slow)
    monkeypatch.setattr(watch_routes, "_HALLS", halls)
    with person.http.stream("POST", "/api/tournament", json={"agents": ["random"]}):
        assert started.wait(PATIENCE_S)
    person.ask("/tournament", method="POST", body={"agents": ["random"]}, status=503)  # it is still being played
    go_on.set()
    assert halls.acquire(timeout=PATIENCE_S)


def test_a_buy_in_below_a_big_bet_is_refused_whatever_else_is_said(person: Person) -> None:
    for asked in ({"stack": 1}, {"game": "holdem-nolimit", "stack": 9}, {"small": 50, "big": 100, "stack": 99}):
        told = person.ask("/tables", method="POST", body=asked, status=409)
        assert "too small: bring at least one big" in told["detail"], told
