"""Sessions that earlier versions kept in the middle of a hand go on as they would have gone on there.

`kept_sessions.json` has what the store held of each, and the results of the four hands that were played next there,
by `chooser(9)`: of version 0.1.0, and of the code that first kept memories as what changed. Stud goes on by its old
rule of raises; its agent has come to play differently, so that what came next there is written anew.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from riverboat.records.store.hand_store import Store
from riverboat.records.store.memories import MemoryEntry
from riverboat.records.store.sessions import KeptSession
from riverboat.tables import Session, TablePlan, table_plan
from tests.tables.playing import chooser, play_hand

KEPT: list[dict[str, Any]] = json.loads(Path(__file__).with_name("kept_sessions.json").read_text("utf-8"))


def _put_back(store: Store, plan: TablePlan, kept: dict[str, Any]) -> None:
    log = [MemoryEntry(content=base64.b64decode(entry)) for entry in kept["log"]]
    for revision, entry in enumerate(log or [None], start=1):
        state = KeptSession(key=plan.key, revision=revision, state=kept["state"], memory=entry)
        store.add([], session=state)


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept['plan']['game']}, {kept['kept_by']}")
def test_a_kept_session_goes_on(kept: dict[str, Any]) -> None:
    plan, choose = table_plan(**kept["plan"]), chooser(9)
    with Store(":memory:") as store:
        _put_back(store, plan, kept)
        session = Session(plan, store)
        assert session.turn == kept["turn"]
        assert session.is_asked
        then = []
        for _ in kept["then"]:
            then.append(list(play_hand(session, choose).returns))
            session = Session(plan, store)
        assert then == kept["then"]


@pytest.mark.parametrize("kept", KEPT[7:], ids=lambda kept: str(kept["plan"]["game"]))
def test_what_is_kept_is_written_as_it_was(kept: dict[str, Any]) -> None:
    """Byte for byte, but for large memories: those are kept once a hand now, and say of how many moves they know.

    They also name the agent that they belong to, and Lokibot F has come to play differently.
    """
    plan = table_plan(**kept["plan"])
    with Store(":memory:") as store:
        _put_back(store, plan, kept)
        session = Session(plan, store)
        session._keep()
        again = store.session(plan.key)
        assert again is not None
        now = again.state.replace(f',"moves":{len(json.loads(kept["state"])["hand"]["moves"])}}}', "}")
        before = kept["state"]
        if kept["plan"]["game"] == "stud":  # its agent remembers more of the bets that it saw
            now, before = json.dumps(_known(json.loads(now), json.loads(before))), json.dumps(json.loads(before))
        assert _unnamed(now) == _unnamed(before)


def _known(now: Any, before: Any) -> Any:
    """What was there before of what is there now."""
    if isinstance(now, dict) and isinstance(before, dict):
        return {name: _known(now[name], before[name]) for name in before}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [_known(*pair) for pair in zip(now, before, strict=True)]
    return now


def _unnamed(state: str) -> str:
    return re.sub(r'"of":"[0-9a-f]{16}"', '"of":""', state)
