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
from riverboat.tables import Session, memory_log, table_plan
from tests.tables.playing import chooser, play_hand


def _memories(session: Session) -> list[tuple[bytes, bytes]]:
    """Every agent's memory and randomness, to the bit."""
    players = [player for player in session._players if isinstance(player, CompiledPlayer)]
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
        session, acted = Session(table_plan("holdem-limit", [agent] * 9, seed=1), store), 0
        for _ in range(6):
            session.deal()
            while True:
                assert all(done.fault == "" for done in session.play_on())
                if session.is_over:
                    break
                session.act(session.view.legal_actions[0 if acted % 3 else 1])
                acted += 1
            session.end_hand()
        assert acted > 5
        assert written[0] / acted < 50_000  # a database writes it twice: in its log, and in its place


def test_large_memories_are_written_once_a_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, add = list[KeptSession](), Store.add

    def noting(self: Store, hands: object, *, session: KeptSession | None = None) -> int:
        assert session is not None
        kept.append(session)
        return add(self, hands, session=session)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "add", noting)
    with Store(str(tmp_path / "hands.db")) as store:
        session, choose = Session(table_plan("holdem-limit", ["evolving", "loki-f"], seed=1), store), chooser(2)
        for number in range(6):
            kept.clear()
            play_hand(session, choose)
            within, over = kept[:-1], kept[-1]
            assert [each.memory is not None for each in within] == [number == 0, *[False] * (len(within) - 1)]
            assert over.memory is not None
            assert len({json.dumps(json.loads(each.state)["agents"]) for each in within}) == 1
            assert sum(len(each.state) for each in within) < 1_500 * len(within)


def test_memories_come_back_where_the_rules_stood_in(tmp_path: Path) -> None:
    plan, choose = table_plan("holdem-limit", ["loki-f", "evolving", "adaptive"], seed=4), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        session, stood = Session(plan, store), 0
        for _ in range(6):
            session.deal()
            while not session.is_over:
                if session.is_asked:
                    session.act(choose(session.view))
                elif (len(session.standing.nets) + session.turn) % 2:
                    session.stand_in()
                    stood += 1
                else:
                    next(steps := session.play_on())
                    steps.close()  # type: ignore[attr-defined]
                    continue  # what one agent did is kept when all have acted
                if not session.is_over:
                    assert _memories(Session(plan, store)) == _memories(session)
            session.end_hand()
        assert stood > 5


def test_a_session_in_the_middle_of_a_hand_comes_back_to_the_bit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_log, "SHORT_BYTES", 20_000)  # the log is written anew now and then
    agents = ["loki-f", "evolving", "adaptive", "switcher", "rock"]
    plan, choose = table_plan("holdem-limit", agents, seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        session = Session(plan, store)
        for _ in range(12):
            session.deal()
            while True:
                list(session.play_on())
                if session.is_over:
                    break
                again = Session(plan, store)
                assert _memories(again) == _memories(session)
                session = again
                session.act(choose(session.view))
            session.end_hand()
            assert _memories(Session(plan, store)) == _memories(session)
        assert any(np.frombuffer(memory).any() for memory, _ in _memories(session))
        assert 0 < _rows(store) < 30


def test_what_an_agent_in_python_has_learnt_comes_back_too(tmp_path: Path) -> None:
    plan, choose = table_plan("stud", seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        session = Session(plan, store)
        for _ in range(8):
            play_hand(session, choose)
        learnt = session.learnt(1)
        assert len(json.dumps(learnt)) > memory_log.SMALL_TEXT
        assert Session(plan, store).learnt(1) == learnt
        kept = store.session(plan.key)
        assert kept is not None
        assert "cases" not in kept.state


def test_a_session_of_the_version_before_is_gone_on_with(tmp_path: Path) -> None:
    plan, choose = table_plan("holdem-limit", ["loki-f", "rock"], seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        session = Session(plan, store)
        play_hand(session, choose)
        kept = store.session(plan.key)
        assert kept is not None
        state = json.loads(kept.state)
        for was, player in zip(state["agents"], session._players, strict=True):
            if isinstance(player, CompiledPlayer):
                was.pop("of", None)
                was["memory"] = player.memory.tolist()
        with store.writing() as connection:
            connection.execute(memories_table.delete())
            connection.execute(sessions_table.update().values(state=json.dumps(state)))
        old = Session(plan, store)
        assert _memories(old) == _memories(session)
        play_hand(old, choose)
        assert _memories(Session(plan, store)) == _memories(old)


def test_a_new_session_at_the_same_table_forgets_the_old_log(tmp_path: Path) -> None:
    plan, choose = table_plan("holdem-limit", ["loki-f"], seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        session = Session(plan, store)
        for _ in range(3):
            play_hand(session, choose)
        anew = Session(plan, store, resume=False)
        anew.deal()
        assert _memories(Session(plan, store)) == _memories(anew)


def test_an_agent_that_is_another_by_now_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, choose = table_plan("holdem-limit", ["loki-f"], seed=2), chooser(3)
    with Store(str(tmp_path / "hands.db")) as store:
        fresh = _memories(Session(plan, store))[0][0]
        play_hand(Session(plan, store), choose)
        monkeypatch.setattr("riverboat.agents.compiled.CompiledAgent.fingerprint", "another")
        changed = Session(plan, store)
        assert _memories(changed)[0][0] == fresh
        play_hand(changed, choose)
        assert _memories(Session(plan, store)) == _memories(changed)


@pytest.mark.parametrize("damaged", [lambda _: b"", lambda _: b"x", lambda last: last[:-9]])
def test_a_damaged_log_is_told_in_words(tmp_path: Path, damaged: Callable[[bytes], bytes]) -> None:
    plan = table_plan("holdem-limit", ["loki-f"], seed=2)
    with Store(str(tmp_path / "hands.db")) as store:
        play_hand(Session(plan, store), chooser(3))
        with store.writing() as connection:
            [*_, last] = connection.scalars(sa.select(memories_table.c.content)).all()
            connection.execute(memories_table.update().values(content=damaged(last)))
        with pytest.raises(StoreError, match="can't be gone on with"):
            Session(plan, store)


def test_a_log_is_deleted_with_its_session(tmp_path: Path) -> None:
    plan = table_plan("holdem-limit", ["loki-f"], seed=2)
    with Store(str(tmp_path / "hands.db")) as store:
        play_hand(Session(plan, store), chooser(3))
        assert _rows(store)
        with store.writing() as connection:
            connection.execute(sessions_table.delete().where(sessions_table.c.key == plan.key))
        assert _rows(store) == 0


@pytest.mark.parametrize("told", ["by its print", "not told, as 0.1.0 kept it"])
def test_an_agent_whose_usual_settings_changed_goes_on_with_those_it_began_with(tmp_path: Path, told: str) -> None:
    """`evolving` learns by another rule since 0.1.0: a session from before keeps its rule, a new one has the new."""
    plan, choose = table_plan("holdem-limit", ["evolving", "rock"], seed=2), chooser(3)
    (former,) = plan.agents[0].as_before()  # type: ignore[attr-defined]
    before = table_plan("holdem-limit", ["evolving", "rock"], seed=2)
    object.__setattr__(before, "agents", (former, *plan.agents[1:]))
    with Store(str(tmp_path / "hands.db")) as store:
        session = Session(before, store)
        for _ in range(3):
            play_hand(session, choose)
        if told != "by its print":
            _as_kept_by_0_1_0(store, plan.key, session)
        again = Session(plan, store)
        assert _memories(again) == _memories(session)
        player = again.player(1)
        assert player is not None
        assert player.agent.fingerprint == former.fingerprint != plan.agents[0].fingerprint
        play_hand(again, choose)
        assert _memories(Session(plan, store)) == _memories(again)
        fresh = Session(plan, store, resume=False).player(1)
        assert fresh is not None
        assert fresh.agent is plan.agents[0]


def _as_kept_by_0_1_0(store: Store, key: str, session: Session) -> None:
    """Write large memories into the session's JSON, without the print of their agent."""
    kept = store.session(key)
    assert kept is not None
    state = json.loads(kept.state)
    for seat, was in enumerate(state["agents"]):
        player = session.player(seat)
        if was and "of" in was and player is not None:
            state["agents"][seat] = {"memory": player.memory.tolist(), "words": player.words.tolist()}
    with store.writing() as connection:
        connection.execute(sa.delete(memories_table))
        connection.execute(sa.update(sessions_table).values(state=json.dumps(state)))
