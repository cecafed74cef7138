"""Who is let in: tokens that the house has issued, names that it has, a password where it asks for one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from riverboat.errors import StoreError
from riverboat.records.store.hand_store import Store
from riverboat.records.store.page_keys import page_key
from riverboat.web import lobby as hall_module
from riverboat.web.door import served_names
from riverboat.web.visitors import owner_of
from tests.web.playing import Person, serving

STRANGE = "A" * 43


def test_a_token_that_was_never_issued_is_nobodys(server: str) -> None:
    answer = httpx.get(f"{server}/api/lobby", cookies={"riverboat": STRANGE})
    assert answer.status_code == 200
    given = answer.cookies["riverboat"]
    assert given != STRANGE
    again = httpx.get(f"{server}/api/lobby", cookies={"riverboat": given})
    assert "set-cookie" not in again.headers
    person = Person(server)
    person.token = STRANGE
    with pytest.raises(InvalidStatus, match="403"):
        person.line("0" * 32)
    person.close()


def test_a_cookie_planted_for_a_part_of_the_house_does_not_count(server: str, person: Person) -> None:
    """A page on another port can set one for /api; a browser sends it before ours."""
    table, stranger = person.sit(seed=1), Person(server)
    for planted in (STRANGE, stranger.token):
        cookies = f"riverboat={planted}; riverboat={person.token}"
        mine = httpx.get(f"{server}/api/lobby", headers={"cookie": cookies}).json()["tables"]
        assert [each["id"] for each in mine] == [table]
    stranger.close()


def test_tokens_of_the_version_before_are_known_by_what_they_hold(tmp_path: Path) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url:
        person = Person(url)
        table = person.sit(seed=1)
        person.close()
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE places SET owner = ?", (owner_of(STRANGE),))
    with serving(database) as url:
        answer = httpx.get(f"{url}/api/lobby", cookies={"riverboat": STRANGE})
        assert [each["id"] for each in answer.json()["tables"]] == [table]
        assert "set-cookie" not in answer.headers


def test_all_who_serve_from_a_database_have_one_key(tmp_path: Path) -> None:
    keys = set()
    for name in ("visitors", "visitors", "others"):
        with Store(str(tmp_path / "hands.db")) as store:
            keys.add(page_key(store, name))
    assert len(keys) == 2
    assert {len(key) for key in keys} == {32}


def test_an_address_brings_only_so_many_new_visitors(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), requests_per_s=2) as url:
        known = Person(url)
        answers = [httpx.get(f"{url}/static/icon.svg") for _ in range(20)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert "too many new visitors" in answers[-1].json()["detail"]
        assert known.http.get("/static/icon.svg").status_code == 200  # who was there before goes on
        known.close()


def test_an_address_opens_only_so_many_tables(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), requests_per_s=1) as url:
        one, other = Person(url), Person(url)
        asked = [each.http.post("/api/tables", json={"opponents": ["rock"]}) for each in (one, other) for _ in range(6)]
        refused = [answer for answer in asked if answer.status_code == 429]
        assert any("from your address" in answer.json()["detail"] for answer in refused)
        one.close()
        other.close()


def test_the_house_has_only_so_many_tables(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "MOST_SESSIONS", 0)
    assert "every table" in person.ask("/tables", method="POST", body={}, status=429)["detail"]


@pytest.mark.parametrize("wrong", ["http://[::1", "http://]", "http://[", "//[x"])
def test_an_origin_that_is_none_is_refused_in_words(person: Person, wrong: str) -> None:
    answer = person.http.post("/api/tables", json={}, headers={"origin": wrong})
    assert (answer.status_code, answer.json()["detail"]) == (403, "requests from other sites are refused")
    assert "content-security-policy" in answer.headers
    assert person.http.get("/", headers={"host": "[::1"}).status_code == 421
    with pytest.raises(InvalidStatus, match="403"):
        person.line(person.sit(), origin=wrong)


def test_refusals_are_limited_too(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), requests_per_s=1) as url, httpx.Client(base_url=url) as http:
        refused = [http.get("/", headers={"host": "elsewhere.example"}).status_code for _ in range(80)]
    assert set(refused) == {421, 429}


def test_beyond_loopback_only_own_names_and_numbers_are_served(tmp_path: Path) -> None:
    names = served_names("0.0.0.0", ["Poker.Example"])
    with serving(str(tmp_path / "hands.db"), hosts=names, addresses=True) as url:
        person = Person(url)
        for host, status in (
            ("localhost:80", 200),
            ("poker.example", 200),
            ("192.168.1.7:8765", 200),
            ("[fe80::1]:8765", 200),
            ("rebound.example", 421),
            ("1.2.3.4.example", 421),
            ("", 421),
        ):
            assert person.http.get("/", headers={"host": host}).status_code == status, host
        person.close()


def test_a_house_with_a_password_lets_in_who_says_it(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), password="sésame") as url:
        outside = httpx.get(url)
        assert (outside.status_code, outside.headers["www-authenticate"][:5]) == (401, "Basic")
        assert "set-cookie" not in outside.headers
        for path in ("/api/lobby", "/static/icon.svg", "/api/openapi.json"):
            assert httpx.get(url + path).status_code == 401
        assert httpx.get(url, auth=("anyone", "wrong")).status_code == 401
        inside = httpx.get(url, auth=("anyone", "sésame"))
        assert inside.status_code == 200
        cookies = dict(inside.cookies)
        assert set(cookies) == {"riverboat", "riverboat-door"}
        person = Person(url, token=cookies["riverboat"])
        with pytest.raises(InvalidStatus, match="403"):
            person.line("0" * 32)  # without the mark nobody gets a socket
        person.http.cookies.set("riverboat-door", cookies["riverboat-door"])
        assert person.ask("/lobby")["tables"] == []
        assert httpx.get(url, cookies={"riverboat-door": cookies["riverboat-door"]}).status_code == 401
        person.close()


def test_passwords_can_not_be_tried_at_will(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), password="sesame") as url:
        tried = [httpx.get(url, auth=("anyone", str(at))).status_code for at in range(14)]
        assert tried[0] == 401
        assert tried[-1] == 429
        assert httpx.get(url, auth=("anyone", "sesame")).status_code == 429  # not even the right one, for a while


def test_visitors_are_not_told_where_the_database_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(str(tmp_path / "hands.db")) as url:
        person = Person(url)
        table = person.sit(seed=1)
        with person.line(table) as line:
            line.until_asked()

            def full(*_: object, **__: object) -> None:
                raise StoreError(f"the database {tmp_path / 'hands.db'} can't be written, the disk is full")

            monkeypatch.setattr(Store, "add", full)
            line.say(type="act", turn=line.now["turn"], action="fold")
            told = line.hear()
            while told["type"] != "error":
                told = line.hear()
        assert told["text"] == "the store can't be used just now: try again in a moment"
        with sqlite3.connect(tmp_path / "hands.db") as connection:
            connection.execute("DROP TABLE places")
        answer = person.http.get("/api/lobby")
        assert answer.status_code == 503
        assert str(tmp_path) not in answer.text
        person.close()
