"""Your hands: brought, counted, listed, replayed and deleted, for whoever brought them alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from riverboat.modeling.statistics import stored_statistics
from riverboat.partner.leaks.references import judges
from riverboat.partner.leaks.search import LeakSearch
from riverboat.partner.leaks.solved import RIVER
from riverboat.records.importing import import_hands
from riverboat.records.store.hand_filters import filter_of
from riverboat.records.store.hand_store import Store
from riverboat.web.application import create_app
from riverboat.web.own.hall import OwnSettings
from riverboat.web.own.uploads import PIECE_BYTES, safe_path
from riverboat.web.serving import make_server
from tests.partner.planted_habits import HABITS, histories
from tests.web.own_files import bring, ended, piece, send, some_hands, stars_file
from tests.web.playing import Person, run_server, serving

HANDS = 60


@pytest.fixture(scope="module")
def text() -> bytes:
    return stars_file(some_hands(HANDS))


@pytest.fixture(scope="module")
def ann(server: str, text: bytes) -> Iterator[Person]:
    somebody = Person(server)
    bring(somebody, ("room/stars.txt", text))
    yield somebody
    somebody.close()


def test_a_report_counts_what_was_read_stored_and_rejected(person: Person, text: bytes) -> None:
    broken = text.replace(b"collected $", b"collected $9", 1)
    omaha = b"PokerStars Hand #7: Razz Limit ($1/$2 USD) - 2024/02/29 20:15:00 ET\n\n\n"
    told = bring(person, ("a.txt", broken), ("b/others.txt", omaha), ("c.bin", b"\x00\x01nothing"))
    assert (told["state"], told["hands_read"], told["hands_stored"], told["hands_rejected"]) == (
        "done",
        HANDS,
        HANDS - 1,
        1,
    )
    assert told["other_games"] == {"Razz Limit": 1}
    assert [each["file"] for each in told["rejections"]] == ["a.txt"]
    assert told["rejections"][0]["line"] > 0
    assert told["share"] == 1.0
    again = bring(person, ("a.txt", text))
    assert (again["hands_stored"], again["hands_known"]) == (1, HANDS - 1)


def test_statistics_are_those_of_a_store(ann: Person, text: bytes, tmp_path: Path) -> None:
    (tmp_path / "stars.txt").write_bytes(text)
    with Store(str(tmp_path / "own.db")) as store:
        *_, last = import_hands(store, tmp_path / "stars.txt")
        assert last.hands_stored == HANDS
        expected = stored_statistics("Ann", store).to_json()
        button = stored_statistics("Ann", store, chosen=filter_of(position="btn", players="2-6")).to_json()
    found = ann.ask("/own/stats")
    assert {key: found[key] for key in expected} == expected
    assert found["player"] == "Ann"
    assert found["graph"]["at"][-1] == HANDS
    some = ann.ask("/own/stats?position=btn&players=2-6")
    assert {key: some[key] for key in button} == button
    assert some["hands"] < HANDS
    assert ann.ask("/own/stats?since=2025")["hands"] == 0
    assert ann.ask("/own/stats?since=2024-02&until=2024-02-29&stakes=10")["hands"] == HANDS


@pytest.mark.parametrize(
    ("words", "said"),
    [("position=xx", 'position: "xx" is none'), ("since=yesterday", "is not a date"), ("player=Nobody", "Nobody")],
)
def test_a_filter_that_is_none_is_told(ann: Person, words: str, said: str) -> None:
    answer = ann.http.get(f"/api/own/stats?{words}")
    assert answer.status_code == (404 if "player" in words else 409)
    assert said in answer.json()["detail"]


def test_the_list_has_every_hand_once_the_newest_first(ann: Person) -> None:
    pages = [ann.ask(f"/own/hands?limit=25&skip={skip}") for skip in (0, 25, 50)]
    ids = [hand["id"] for page in pages for hand in page["hands"]]
    assert len(set(ids)) == len(ids) == pages[0]["count"] == HANDS
    assert all(hand["cards"] for hand in pages[0]["hands"])
    total = sum(hand["won"] for page in pages for hand in page["hands"])
    stats = ann.ask("/own/stats")
    assert total == pytest.approx(stats["graph"]["all"][-1], abs=0.02)


def test_a_hand_is_replayed_from_the_players_seat(ann: Person) -> None:
    listed = ann.ask("/own/hands?limit=1")["hands"][0]
    hand = ann.ask(f"/own/hands/{listed['id']}?player=Ann")
    you = hand["you"]
    assert hand["names"][you] == "Ann"
    assert hand["steps"][0]["seats"][you]["cards"] == listed["cards"]
    others = [seat["cards"] for at, seat in enumerate(hand["steps"][0]["seats"]) if at != you]
    assert all(card == "??" for cards in others for card in cards)  # nobody has shown yet
    assert hand["end"]["known"]
    assert "[" in ann.ask(f"/own/hands/{listed['id']}/export?player=Ann")
    assert ann.http.get(f"/api/own/hands/{listed['id']}?player=Nobody").status_code == 409
    assert ann.http.get("/api/own/hands/999999?player=Ann").status_code == 404


def test_nobody_else_sees_them(ann: Person, person: Person) -> None:
    assert person.ask("/own")["players"] == []
    listed = ann.ask("/own/hands?limit=1")["hands"][0]
    for path in ("/own/stats?player=Ann", "/own/hands", f"/own/hands/{listed['id']}?player=Ann"):
        answer = person.http.get(f"/api{path}")
        assert answer.status_code == 404
        assert "brought no hands" in answer.json()["detail"]
        assert "Ann" not in answer.json()["detail"]
    assert person.ask("/own/import")["state"] == "none"


def test_everything_is_deleted_on_every_server(database_url: str, text: bytes) -> None:
    with serving(database_url) as url, serving(database_url) as other:
        ann, bob = Person(url), Person(url)
        for person in (ann, bob):
            assert bring(person, ("stars.txt", text))["hands_stored"] == HANDS
        elsewhere = Person(other, token=ann.token)
        assert elsewhere.ask("/own/stats")["hands"] == HANDS
        assert ann.ask("/own", method="DELETE") == {"deleted": True}
        for person in (ann, elsewhere):
            assert person.ask("/own")["players"] == []
        assert ann.ask("/own/import")["state"] == "none"
        assert bob.ask("/own/stats")["hands"] == HANDS
        bob.ask("/me", method="DELETE")
        assert bob.ask("/own")["players"] == []
        for person in (ann, bob, elsewhere):
            person.close()
    folder = Path(f"{database_url}.visitors")
    assert not folder.exists() or not list(folder.iterdir())


def test_large_files_come_in_pieces(person: Person, text: bytes) -> None:
    half = len(text) // 2
    assert send(person, piece(("stars.txt", 0, text[:half])))["bytes"] == half
    assert "byte" in send(person, piece(("stars.txt", 7, text[half:])), status=409)["detail"]
    assert send(person, piece(("stars.txt", half, text[half:]), ("more/b.txt", 0, b"x")))["files"] == 2
    person.ask("/own/import", method="POST", status=202)
    assert ended(person)["hands_stored"] == HANDS


@pytest.mark.parametrize(
    "body", [b"", b"no list\nx", b"[]\n", b'[["a.txt", 0, 5]]\nxx', b'[["a.txt", -1, 1]]\nx', b"[" * 50_000 + b"\n"]
)
def test_a_piece_that_is_none_is_refused(person: Person, body: bytes) -> None:
    assert "detail" in send(person, body, status=409)


def test_too_much_is_refused(tmp_path: Path, text: bytes) -> None:
    app = create_app(str(tmp_path / "hands.db"), requests_per_s=5000)
    app.state.own = OwnSettings(most_hands=20, most_bytes=100_000)
    with run_server(make_server(app)) as port:
        ann = Person(f"http://127.0.0.1:{port}")
        assert "drop fewer" in send(ann, piece(("a.txt", 0, b"x" * 100_001)), status=409)["detail"]
        assert ann.http.post("/api/own/files", content=b"x" * (PIECE_BYTES + 70_000)).status_code == 413
        assert ann.http.post("/api/own/import", content=b"x" * 20_000).status_code == 413
        told = bring(ann, ("stars.txt", text))
        assert (told["state"], told["hands_stored"]) == ("done", 20)
        assert "40 more were left out" in told["reason"]
        ann.close()


def test_an_import_needs_files_and_files_need_hands(person: Person) -> None:
    answer = person.http.post("/api/own/import")
    assert answer.status_code == 409
    assert "drop some files first" in answer.json()["detail"]
    told = bring(person, ("letter.txt", b"Dear Sir,\n\nnothing of interest.\n"))
    assert told["state"] == "failed"
    assert "holds no hands" in told["reason"]
    assert "/tmp" not in str(told)


def test_an_import_can_be_stopped_and_others_play_on(tmp_path: Path) -> None:
    many = b"\n\n".join(
        stars_file(some_hands(HANDS)).replace(b"Hand #", f"Hand #{copy}".encode()) for copy in range(1, 30)
    )
    with serving(str(tmp_path / "hands.db")) as url:
        ann, bob = Person(url), Person(url)
        for at in range(0, len(many), PIECE_BYTES // 2):
            send(ann, piece(("stars.txt", at, many[at : at + PIECE_BYTES // 2])))
        table = bob.sit(opponents=["always-call"])
        ann.ask("/own/import", method="POST", status=202)
        assert ann.http.post("/api/own/import").status_code == 409  # nothing waits any more
        with bob.line(table) as line:
            line.play_hand()
        ann.ask("/own/import", method="DELETE", status=204)
        told = ended(ann)
        assert told["state"] in ("stopped", "done")
        if told.get("hands_stored"):
            assert ann.ask("/own/stats")["hands"] == told["hands_stored"]
        ann.close()
        bob.close()


def test_a_server_of_ones_own_shows_its_database(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "stars.txt").write_bytes(text)
    database = str(tmp_path / "hands.db")
    with Store(database) as store:
        list(import_hands(store, tmp_path / "stars.txt"))
    app = create_app(database, requests_per_s=5000)
    app.state.own = OwnSettings(shared=True)
    with run_server(make_server(app)) as port:
        ann = Person(f"http://127.0.0.1:{port}")
        assert ann.ask("/own")["shared"]
        assert ann.ask("/own/stats")["hands"] == HANDS
        answer = ann.http.delete("/api/own")
        assert answer.status_code == 409
        ann.ask("/me", method="DELETE")
        assert ann.ask("/own/stats")["hands"] == HANDS
        ann.close()


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/root/a.txt", "root/a.txt"),
        ("C:\\hands\\a.txt", "C_/hands/a.txt"),
        ("a\x00b\n.txt", "a_b_.txt"),
        ("..", ""),
        ("a/./b/../c.txt", "a/b/c.txt"),
    ],
)
def test_no_name_leads_out_of_the_folder(name: str, path: str) -> None:
    if path:
        assert safe_path(name) == Path(path)
    else:
        with pytest.raises(ValueError, match="without a name"):
            safe_path(name)


def test_leaks_are_those_of_a_store_and_a_search_needs_hands(person: Person, tmp_path: Path) -> None:
    refused = person.http.post("/api/own/leaks")
    assert refused.status_code == 404
    assert "no hands yet" in refused.json()["detail"]
    assert person.ask("/own/leaks")["state"] == "none"
    text = stars_file([hand.record for hand in histories(3, 700, 11, HABITS[1])])
    bring(person, ("stars.txt", text))
    person.ask("/own/leaks?player=Hero&players=3", method="POST", status=202)
    told = ended(person, "leaks")
    (tmp_path / "stars.txt").write_bytes(text)
    search = LeakSearch(player="Hero", judges=judges(first_street=RIVER))
    with Store(str(tmp_path / "own.db")) as store:
        list(import_hands(store, tmp_path / "stars.txt"))
        for hand in store.hands(player="Hero"):
            search.take(hand)
    expected = json.loads(json.dumps(search.to_json()))
    assert (told["state"], told["looked"], told["of"]) == ("done", 700, 700)
    assert {key: told[key] for key in expected} == expected
    [leak] = [each for each in told["leaks"] if each["habit"].startswith("calls on the river")]
    assert leak["compared_with"] == "solved spots"
    assert person.ask("/own/leaks?player=Hero&since=2030", method="POST", status=202)
    assert (ended(person, "leaks")["hands"], ended(person, "leaks")["leaks"]) == (0, [])
