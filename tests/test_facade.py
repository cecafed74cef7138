"""Addresses that the docs of version 0.1.0 showed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from riverboat.facade import MOVED, UNTIL


@pytest.mark.parametrize("old", MOVED)
def test_an_old_address_leads_to_the_module_and_warns(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match=f"{old} has moved to {MOVED[old]}; .* version {UNTIL}"):
        assert import_module(old) is import_module(MOVED[old])


def test_nothing_else_is_forwarded() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("riverboat.agents.nobody")


@pytest.mark.filterwarnings("ignore:.*has moved to:DeprecationWarning")
@pytest.mark.parametrize(
    ("old", "name"),
    [
        ("riverboat.arena.seating", "Seating"),
        ("riverboat.arena.seating_plan", "seating_plan"),
        ("riverboat.arena.bluff_seating", "BluffSeating"),
        ("riverboat.arena.bluff_plan", "bluff_plan"),
    ],
)
def test_names_that_have_other_ones_now_are_still_there(old: str, name: str) -> None:
    assert callable(getattr(import_module(old), name))
