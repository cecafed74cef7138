"""A store with a million hands of one player answers quickly; timed alone, each answer in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa

from riverboat.records.replay import verify
from riverboat.records.store.database import insert_many
from riverboat.records.store.hand_store import Store
from riverboat.records.store.player_tallies import tallies_of
from riverboat.records.store.schema import player_tallies_table, players_table
from riverboat.steps import run_to_end
from tests.records.random_hands import random_record

BASE = 1000


def many_hands(url: str, copies: int) -> int:
    """A store with a thousand different hands, each so many times under other numbers; how many of Ann's there are."""
    with Store(url, flushed=False) as store:
        store.add([(record, verify(record)) for record in map(random_record, range(BASE))])
        first = run_to_end(tallies_of(store, "Ann"))
        with store.writing() as connection:
            for copy in range(1, copies):
                told = {"by": copy * BASE, "base": BASE, "copy": f"{copy:08d}"}
                connection.execute(sa.text(_HANDS), told)
                connection.execute(sa.text(_SEATS), told)
            ann = connection.scalar(sa.select(players_table.c.id).where(players_table.c.name == "Ann"))
            rows = []
            for copy in range(1, copies):
                again = first.copy()
                again["hand"] += np.uint32(copy * BASE)
                piece = {"player_id": ann, "game": "holdem-limit", "hands": len(again), "content": again.tobytes()}
                rows.append(piece)
            insert_many(connection, player_tallies_table, rows)
    return len(first) * copies


_HANDS = """INSERT INTO hands (id, digest, game, seats, number, event, time, net, record)
SELECT id + :by, substr(digest, 1, 24) || :copy, game, seats, number, event || :copy, time, net, record
FROM hands WHERE id <= :base"""
_SEATS = """INSERT INTO hand_players (hand_id, seat, player_id)
SELECT hand_id + :by, seat, player_id FROM hand_players WHERE hand_id <= :base"""


def test_many_hands_are_counted_and_listed(tmp_path: Path) -> None:
    url = str(tmp_path / "many.db")
    hands = many_hands(url, 5)
    with Store(url) as store:
        assert store.count(player="Ann") == hands == len(run_to_end(tallies_of(store, "Ann")))
        page = store.lines(player="Ann", limit=50, skip=hands - 50)
        assert [line.id for line in page] == sorted(line.id for line in page)
        assert len(page) == 50
        assert page[-1].id == 5 * BASE


@pytest.mark.prove
def test_a_million_hands_answer_in_time(tmp_path: Path, note: Callable[[str, object], None]) -> None:
    url = str(tmp_path / "million.db")
    hands = many_hands(url, 1000)
    assert hands == 1_000_000
    command = [sys.executable, "-m", "riverboat", "stats", "Ann", "--database", url, "--json"]
    start = time.perf_counter()
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    stats_s = time.perf_counter() - start
    assert told["hands"] == hands
    with Store(url) as store:
        store.lines(player="Ann", limit=1)
        start = time.perf_counter()
        assert store.count(player="Ann") == hands
        assert len(store.lines(player="Ann", limit=50, skip=hands - 50)) == 50
        list_s = time.perf_counter() - start
    note("hands", hands)
    note("riverboat stats, the whole command, s", round(stats_s, 2))
    note("a page of the list with the count, s", round(list_s, 3))
    assert stats_s < 3
    assert list_s < 0.2
