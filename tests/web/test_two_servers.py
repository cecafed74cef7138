"""Two servers on one database, and a store that fails: everyone is shown what is true, and nobody a phantom hand."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from riverboat.errors import StoreError
from riverboat.records.store.hand_store import Store
from tests.web.playing import Json, Line, Person, calling, serving


@contextlib.contextmanager
def one_person_twice(database: str, **asked: Any) -> Iterator[tuple[Line, Line]]:
    """The same person at the same table of two servers."""
    with serving(database) as url, serving(database) as other:
        here = Person(url)
        there = Person(other, token=here.token)
        table = here.sit(opponents=["always-call"], **asked)
        with here.line(table) as one:
            one.until_asked()
            with there.line(table) as two:
                two.until_asked()
                yield one, two
        here.close()
        there.close()


def truth(line: Line) -> Json:
    """Where the table stands when one asks."""
    line.say(type="hello")
    return told(line)


def told(line: Line) -> Json:
    while line.hear()["type"] != "table":
        pass
    return line.now


def refused(line: Line) -> str:
    while (answer := line.hear())["type"] != "error":
        pass
    return str(answer["text"])


@pytest.mark.parametrize("game", ["holdem-limit", "bluff"])
def test_who_loses_the_race_is_shown_the_truth(database_url: str, game: str) -> None:
    opponents = {"opponents": ["bluff-odds"]} if game == "bluff" else {}
    with serving(database_url) as url, serving(database_url) as other:
        here = Person(url)
        there = Person(other, token=here.token)
        table = here.sit(game=game, seed=3, **opponents)
        with contextlib.ExitStack() as lines:
            one = lines.enter_context(here.line(table))
            one.until_asked()
            two = lines.enter_context(there.line(table))
            two.until_asked()
            assert one.now["turn"] == two.now["turn"]
            one.play_hand()
            two.say(type="act", turn=two.now["turn"], action=calling(two.now))
            text = refused(two)
            assert "another window" in text
            assert "--" not in text
            assert truth(two) == truth(one)
            two.deal()  # and goes on from there
            two.play_hand()
            one.say(type="deal", turn=one.now["turn"])
            assert "another window" in refused(one)
            assert truth(one) == truth(two)
        numbers = [hand["number"] for hand in here.ask(f"/tables/{table}/hands")["hands"]]
        assert numbers == [2, 1]
        here.close()
        there.close()


def test_who_sits_down_again_sees_what_was_played_on_another_server(tmp_path: Path) -> None:
    with one_person_twice(str(tmp_path / "hands.db"), seed=5) as (one, two):
        one.play_hand()
        assert truth(two) == one.now
        with two.person.line(two.table) as again:
            assert again.until_asked() == one.now


def until_refused(line: Line) -> str:
    """Call and deal until the table says that something went wrong."""
    while True:
        turn = line.now["turn"]
        if line.now["phase"] == "between":
            line.say(type="deal", turn=turn)
        else:
            line.say(type="act", turn=turn, action=calling(line.now))
        while line.now["turn"] == turn or not (line.now["legal"] or line.now["phase"] == "between"):
            if (answer := line.hear())["type"] == "error":
                return str(answer["text"])


@pytest.mark.parametrize("failing", ["the action", "the answer", "the end"])
def test_what_can_not_be_kept_was_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str) -> None:
    keep, calls = Store.add, 0

    def full(self: Store, hands: Any, **named: Any) -> int:
        nonlocal calls
        calls += 1
        if bool(hands) if failing == "the end" else calls == (1 if failing == "the action" else 2):
            monkeypatch.setattr(Store, "add", keep)
            reason = "can't be written, the disk is full: nothing of this batch was stored"
            raise StoreError(f"the database {self.name} {reason}", told=f"the database {reason}")
        return keep(self, hands, **named)

    database = str(tmp_path / "hands.db")
    with serving(database) as url:
        person = Person(url)
        table = person.sit(opponents=["always-call"], seed=5)
        with person.line(table) as line:
            line.until_asked()
            monkeypatch.setattr(Store, "add", full)
            text = until_refused(line)
            assert "disk is full" in text
            assert str(tmp_path) not in text
            truth(line)
            end = line.play_hand()
        with serving(database) as other:  # which has only what was kept
            elsewhere = Person(other, token=person.token)
            with elsewhere.line(table) as again:
                kept = again.until_asked()
            assert {**kept, "notes": []} == {**end, "notes": []}
            elsewhere.close()
        person.close()
    with Store(database) as store:
        assert [hand.record.number for hand in store.hands()] == [str(n + 1) for n in range(end["hand"])]


def test_visitors_are_not_told_where_the_database_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = str(tmp_path / "hands.db")
    with serving(database) as url:
        person = Person(url)
        table = person.sit(opponents=["always-call"])

        def broken(self: Store) -> None:
            raise StoreError(f"the database {self.name} can't be used: no such table: hands in {tmp_path}")

        with person.line(table) as line:
            line.until_asked()
            monkeypatch.setattr(Store, "reading", broken)
            monkeypatch.setattr(Store, "session", lambda self, key: broken(self))
            monkeypatch.setattr(Store, "revision", lambda self, key: broken(self))
            line.say(type="hello")
            assert line.hear()["type"] == "error"
        for path in ("/lobby", f"/tables/{table}/hands", "/experiment"):
            person.ask(path, status=503)
        monkeypatch.undo()
        person.close()
    assert any("try again" in text for text in person.heard)
    assert not any(str(tmp_path) in text for text in person.heard)
