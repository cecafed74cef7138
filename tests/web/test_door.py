"""The door: other people's tables, other sites, too much, too often, and whatever a fuzzer thinks of."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import hypothesis
import pytest
import requests
import schemathesis
from schemathesis.checks import not_a_server_error

from riverboat.web.application import create_app
from riverboat.web.door import POLICY, Bucket
from riverboat.web.static_files import STATIC
from riverboat.web.visitors import owner_of, tokens_of
from tests.web.playing import Person, serving


def _routes(word: str = "{table_id}") -> list[tuple[str, str]]:
    """Every endpoint whose path has this in it."""
    paths = create_app(":memory:").openapi()["paths"]
    return [(method, path) for path, methods in paths.items() for method in methods if word in path]


def test_there_are_endpoints_to_try() -> None:
    assert len(_routes()) >= 11


@pytest.mark.parametrize(("method", "path"), _routes())
def test_every_endpoint_refuses_the_id_of_another(server: str, person: Person, method: str, path: str) -> None:
    table = person.sit(seed=1)
    with person.line(table) as line:
        line.play_hand(lambda now: "fold" if "fold" in now["legal"]["kinds"] else "check")
        line.deal()
    other = Person(server)
    address = "/api" + path.removeprefix("/api").replace("{table_id}", table).replace("{number}", "1").replace(
        "{seat}", "1"
    )
    last = path.rsplit("/", 1)[-1]
    named = {"name": "Bo"}
    body = {"caution": {"turn": 1, "action": "fold"}, "answer": {"question": "mine"}, "open": named, "join": named}.get(
        last
    )
    answer = other.http.request(method.upper(), address, json=body)
    assert answer.status_code == 404, answer.text
    assert table not in answer.text
    nowhere = other.http.request(method.upper(), address.replace(table, "0" * 32), json=body)
    assert (nowhere.status_code, nowhere.text) == (answer.status_code, answer.text)  # nobody learns that it exists
    own = person.http.request(method.upper(), address, json=body)
    if last in ("invitation", "join"):  # there is no invitation to a table that is not open
        assert own.text == answer.text
    elif last == "open":  # who typed a seed knows what will be dealt
        assert (own.status_code, "can't be opened to others" in own.text) == (409, True), own.text
    else:
        assert own.status_code < 300, own.text
    other.close()


@pytest.mark.parametrize("path", ["hands", "hands/1", "hands/1/export", "export", "session", "attributes", "partner"])
def test_a_table_of_bluff_is_refused_to_others_too(server: str, person: Person, path: str) -> None:
    table = person.sit(game="bluff", opponents=["bluff-odds"], seed=1)
    with person.line(table) as line:
        line.play_hand()
    other = Person(server)
    answer = other.http.get(f"/api/tables/{table}/{path}")
    assert (answer.status_code, table in answer.text) == (404, False)
    assert person.http.get(f"/api/tables/{table}/{path}").status_code == 200
    other.close()


def test_who_deletes_everything_deletes_his_own_alone(server: str, person: Person) -> None:
    table, other = person.sit(seed=1), Person(server)
    assert other.ask("/me", method="DELETE") == {"tables": 0}
    assert [each["id"] for each in person.ask("/lobby")["tables"]] == [table]
    other.close()


def test_the_browser_is_told_to_load_nothing_from_elsewhere(server: str) -> None:
    for path in ("/", "/static/js/main.js", "/static/css/page.css", "/api/lobby"):
        answer = httpx.get(server + path)
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
    cookie = httpx.get(server).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_no_static_file_names_another_host() -> None:
    for path in STATIC.rglob("*"):
        if path.is_file() and not path.name.endswith("-OFL.txt"):  # the fonts' licences, which the page does not load
            found = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", path.read_bytes().decode("latin-1"))
            assert set(found) <= {"http://www.w3.org"}, f"{path.name}: {found}"


def test_cookies_can_not_be_guessed_and_only_their_hash_is_kept(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db")) as url:
        people = [Person(url) for _ in range(3)]
        assert len({each.token for each in people}) == 3
        assert all(len(each.token) == 43 for each in people)
        for each in people:
            each.sit()
            each.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for each in people:
        assert each.token.encode() not in kept
        assert owner_of(each.token).encode() in kept
    assert tokens_of("riverboat=short; a=b") == []


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://elsewhere.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"host": "elsewhere.example"}, 421),
    ],
)
def test_other_sites_are_refused(person: Person, headers: dict[str, str], status: int) -> None:
    answer = person.http.post("/api/tables", json={}, headers=headers)
    assert answer.status_code == status


def test_large_bodies_are_refused(person: Person) -> None:
    assert person.http.post("/api/tables", content=b"x" * 20_000).status_code == 413
    assert person.http.post("/api/tables", content=iter([b"x" * 9_000] * 3)).status_code == 411


def test_who_asks_too_often_waits(tmp_path: Path) -> None:
    with serving(str(tmp_path / "hands.db"), requests_per_s=1) as url:
        person = Person(url)
        answers = [person.http.get("/static/icon.svg").status_code for _ in range(60)]  # quicker than the bucket fills
        assert answers[0] == 200
        assert 429 in answers
        person.close()


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("riverboat.web.door.time.monotonic", lambda: now[0])
    bucket = Bucket(2, 1)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] += 1.5
    assert [bucket.take() for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    "asked",
    [
        {"opponents": ["exec:rm"]},
        {"opponents": ["bot.py:Bot"]},
        {"opponents": ["rock@model.npz"]},
        {"opponents": ["nobody"]},
        {"game": "rps"},
        {"game": "stud", "stack": 100},
        {"small": 20, "big": 10},
        {"seed": -1},
        {"name": " "},
        {"name": "rock", "opponents": ["rock"]},
        {"opponents": ["rock"] * 20},
        {"surprise": 1},
    ],
)
def test_tables_that_can_not_be_are_refused_in_words(person: Person, asked: dict[str, object]) -> None:
    answer = person.http.post("/api/tables", json=asked)
    assert answer.status_code in (409, 422)
    assert answer.json()["detail"]


def test_nobody_holds_too_many_tables(person: Person) -> None:
    for _ in range(40):
        person.sit(opponents=["rock"])
    answer = person.http.post("/api/tables", json={"opponents": ["rock"]})
    assert answer.status_code == 409
    assert "leave one" in answer.json()["detail"]


def test_a_port_in_use_is_told_in_one_line() -> None:
    from riverboat.errors import ArenaError
    from riverboat.web.serving import listen

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ArenaError, match="can't be listened on"):
            listen("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize(("method", "path"), _routes(""))
def test_a_fuzzer_finds_no_server_error(server: str, person: Person, method: str, path: str) -> None:
    table = person.sit(seed=1)
    schema = schemathesis.openapi.from_url(f"{server}/api/openapi.json")

    @hypothesis.given(case=schema[path][method].as_strategy())
    @hypothesis.settings(max_examples=10, deadline=None, derandomize=True, database=None)
    def check(case: schemathesis.Case) -> None:
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table  # what lies behind the door is reached with a table of one's own
        case.call_and_validate(checks=[not_a_server_error], session=session)

    with requests.Session() as session:
        session.cookies.set("riverboat", person.token)
        check()
