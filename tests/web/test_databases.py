"""The page on both databases: a session is played, cut, looked back at and deleted on PostgreSQL as on SQLite."""

from __future__ import annotations

import pytest

from riverboat.records.store.hand_store import Store
from riverboat.records.store.partner_memory import remembered
from tests.web.playing import Person, begin_study, calling, serving


@pytest.mark.parametrize("game", ["holdem-limit", "stud", "bluff"])
def test_a_session_is_kept_looked_back_at_and_deleted(database_url: str, game: str) -> None:
    with serving(database_url) as url:
        person = Person(url)
        table = person.sit(game=game, name="Ann", seed=5)
        with person.line(table) as line:
            person.ask(f"/tables/{table}/partner")
            for _ in range(2):
                line.play_hand()
            line.deal()
            before = line.now
        person.close()
    with serving(database_url) as url:  # another server finds the same decision
        person = Person(url, token=person.token)
        with person.line(table) as line:
            assert line.until_asked() == before
            line.act(calling(line.now))
        assert person.ask(f"/tables/{table}/hands")["count"] >= 2
        assert person.ask(f"/tables/{table}/hands/1")["number"] == 1
        assert person.ask(f"/tables/{table}/session")["hands"] >= 2
        assert person.ask(f"/tables/{table}/export")
        begin_study(person)
        assert person.ask("/me", method="DELETE")["tables"] == 2
        assert person.ask("/lobby")["tables"] == []
        person.close()
    with Store(database_url) as store:
        assert not list(store.hands())
        assert remembered(store) == []
