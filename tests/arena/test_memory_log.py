"""What agents remember is kept as what changed: little is written, and all of it comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa

from riverboat.agents.compiled import CompiledPlayer
from riverboat.errors import StoreError
from riverboat.records.store.hand_store import Store
from riverboat.records.store.schema import memories_table, sessions_table
from riverboat.records.store.sessions import KeptSession
from riverboat.tables import memory_log
from riverboat.tables.former import Seating, seating_plan
from tests.arena.test_seating import chooser, play_hand


def _memories(seating: Seating) -> list[tuple[bytes, bytes]]:
    """Every agent's memory and randomness, to the bit."""
    players = [player for player in seating._players if isinstance(player, CompiledPlayer)]
    return [(player.memory.tobytes(), player.words.tobytes()) for player in players]


def _rows(store: Store) -> int:
    with store.reading() as connection:
        return int(connection.scalar(sa.select(sa.func.count()).select_from(memories_table)) or 0)


@pytest.mark.parametrize("agent", ["evolving", "loki-f"])
def test_nine_heavy_agents_write_less_than_100_kb_an_action(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str
) -> None:
    written, add = [0], Store.add

    def counting(self: Store, hands: object, *, session: KeptSession | None = None) -> int:
        assert session is not None
        written[0] += len(session.state) + (len(session.memory.content) if session.memory is not None else 0)
        return add(self, hands, session=session)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "add", counting)
    with Store(str(tmp_path / "hands.db")) as store:
        seating, acted = Seating(seating_plan("holdem-limit", [agent] * 9, seed=1), store), 0
        for _ in range(6):
            seating.deal()
            while True:
                assert all(done.fault == "" for done in seating.play_on())
                assert seating.state is not None
                if seating.state.is_over:
                    break
                seating.act(seating.view.legal_actions[0 if acted % 3 else 1])
                acted += 1
            seating.end_hand()
        assert acted > 5
        assert written[0] / acted < 50_000  # a database writes it twice: in its log, and in its place


def test_a_session_in_the_middle_of_a_hand_comes_back_to_the_bit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_log, "SHORT_BYTES", 20_000)  # the log is written anew now and then
    agents = ["loki-f", "evolving", "adaptive", "switcher", "rock"]
    plan, choose = seating_plan("holdem-limit", agents, seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        seating = Seating(plan, store)
        for _ in range(12):
            seating.deal()
            while True:
                list(seating.play_on())
                assert seating.state is not None
                if seating.state.is_over:
                    break
                again = Seating(plan, store)
                assert _memories(again) == _memories(seating)
                seating = again
                seating.act(choose(seating.view))
            seating.end_hand()
            assert _memories(Seating(plan, store)) == _memories(seating)
        assert any(np.frombuffer(memory).any() for memory, _ in _memories(seating))
        assert 0 < _rows(store) < 30


def test_what_an_agent_in_python_has_learnt_comes_back_too(tmp_path: Path) -> None:
    plan, choose = seating_plan("stud", seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        seating = Seating(plan, store)
        for _ in range(8):
            play_hand(seating, choose)
        learnt = seating.learnt(1)
        assert len(json.dumps(learnt)) > memory_log.SMALL_TEXT
        assert Seating(plan, store).learnt(1) == learnt
        kept = store.session(plan.key)
        assert kept is not None
        assert "cases" not in kept.state


def test_a_session_of_the_version_before_is_gone_on_with(tmp_path: Path) -> None:
    plan, choose = seating_plan("holdem-limit", ["loki-f", "rock"], seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        seating = Seating(plan, store)
        play_hand(seating, choose)
        kept = store.session(plan.key)
        assert kept is not None
        state = json.loads(kept.state)
        for was, player in zip(state["agents"], seating._players, strict=True):
            if isinstance(player, CompiledPlayer):
                was.pop("of", None)
                was["memory"] = player.memory.tolist()
        with store.writing() as connection:
            connection.execute(memories_table.delete())
            connection.execute(sessions_table.update().values(state=json.dumps(state)))
        old = Seating(plan, store)
        assert _memories(old) == _memories(seating)
        play_hand(old, choose)
        assert _memories(Seating(plan, store)) == _memories(old)


def test_a_new_session_at_the_same_table_forgets_the_old_log(tmp_path: Path) -> None:
    plan, choose = seating_plan("holdem-limit", ["loki-f"], seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        seating = Seating(plan, store)
        for _ in range(3):
            play_hand(seating, choose)
        anew = Seating(plan, store, resume=False)
        anew.deal()
        assert _memories(Seating(plan, store)) == _memories(anew)


def test_an_agent_that_is_another_by_now_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, choose = seating_plan("holdem-limit", ["loki-f"], seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        fresh = _memories(Seating(plan, store))[0][0]
        play_hand(Seating(plan, store), choose)
        monkeypatch.setattr("riverboat.agents.compiled.CompiledAgent.fingerprint", "another")
        changed = Seating(plan, store)
        assert _memories(changed)[0][0] == fresh
        play_hand(changed, choose)
        assert _memories(Seating(plan, store)) == _memories(changed)


@pytest.mark.parametrize("damaged", [lambda _: b"", lambda _: b"x", lambda last: last[:-9]])
def test_a_damaged_log_is_told_in_words(tmp_path: Path, damaged: Callable[[bytes], bytes]) -> None:
    plan = seating_plan("holdem-limit", ["loki-f"], seed=2)
    with Store(str(tmp_path / "hands.db")) as store:
        play_hand(Seating(plan, store), chooser(3))
        with store.writing() as connection:
            [*_, last] = connection.scalars(sa.select(memories_table.c.content)).all()
            connection.execute(memories_table.update().values(content=damaged(last)))
        with pytest.raises(StoreError, match="can't be gone on with"):
            Seating(plan, store)


def test_a_log_is_deleted_with_its_session(tmp_path: Path) -> None:
    plan = seating_plan("holdem-limit", ["loki-f"], seed=2)
    with Store(str(tmp_path / "hands.db")) as store:
        play_hand(Seating(plan, store), chooser(3))
        assert _rows(store)
        with store.writing() as connection:
            connection.execute(sessions_table.delete().where(sessions_table.c.key == plan.key))
        assert _rows(store) == 0
