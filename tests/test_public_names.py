"""The public face: which names there are, that they can be found and read, and that looking loads no compiler."""

from __future__ import annotations

import ast
import subprocess
import sys
import warnings
from importlib import import_module
from pathlib import Path

import pytest

import riverboat
from riverboat.facade import Former, face
from tests.test_rooms import HOUSE, ROOMS

#: The rooms that people import from; the others say in their first line that they are not public.
FACADES = tuple(room for room in ROOMS if room not in ("web", "cli", "warmup"))
#: Packages inside rooms that have a face of their own.
INNER = ("solving.spots", "solving.bluff", "records.store")


def test_public_names_are_pinned() -> None:
    assert set(riverboat.__all__) == {
        "AGENTS",
        "Cards",
        "GAMES",
        "HandRecord",
        "Range",
        "RiverboatError",
        "STUDIES",
        "Spot",
        "Store",
        "Wish",
        "__version__",
        "best_response",
        "describe",
        "elimination_plan",
        "env",
        "equity",
        "equity_many",
        "evaluate",
        "evaluate_many",
        "exploitability",
        "format_cards",
        "hand_odds",
        "hand_potential",
        "hand_potential_many",
        "hand_strength",
        "hand_strength_many",
        "import_hands",
        "load_efg",
        "load_python_game",
        "make_agent",
        "make_game",
        "make_partner",
        "match_plan",
        "parse_cards",
        "parse_range",
        "play_elimination",
        "play_match",
        "read_phh",
        "record_of",
        "replay",
        "run_study",
        "solve",
        "solve_bluff",
        "solve_spot",
        "starting_hands",
        "write_phh",
    }
    for name in riverboat.__all__:
        assert name.isupper() or getattr(riverboat, name).__doc__, name  # in capitals: tables, told by a comment


@pytest.mark.parametrize("room", ["", *FACADES, *INNER])
def test_every_room_shows_its_public_names_and_nothing_else(room: str) -> None:
    module = import_module(f"riverboat.{room}".rstrip("."))
    assert module.__doc__
    for name in module.__all__:
        assert getattr(module, name) is not None
    if "face(" in Path(str(module.__file__)).read_text("utf-8"):
        assert dir(module) == sorted(module.__all__)


@pytest.mark.parametrize("room", ["", *FACADES])
def test_type_checkers_see_the_names_that_are_looked_up(room: str) -> None:
    """The names under TYPE_CHECKING, those with a home and those in `__all__` are the same."""
    path = HOUSE / room / "__init__.py"
    tree = ast.parse(path.read_text("utf-8"))
    imported = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    module = import_module(f"riverboat.{room}".rstrip("."))
    assert set(module.__all__) <= imported
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("riverboat."):
            for alias in node.names:
                name = alias.asname or alias.name
                if name in module.__all__ and name != "env":
                    assert getattr(import_module(node.module), alias.name) is getattr(module, name), name


def test_what_is_not_public_says_so() -> None:
    for room in ("web", "cli"):
        assert "not public" in (import_module(f"riverboat.{room}").__doc__ or ""), room


def test_unknown_names_are_told() -> None:
    with pytest.raises(AttributeError, match="module 'riverboat' has no attribute 'nonsense'"):
        getattr(riverboat, "nonsense")  # noqa: B009
    with pytest.raises(AttributeError, match=r"module 'riverboat\.solving' has no attribute 'nonsense'"):
        getattr(import_module("riverboat.solving"), "nonsense")  # noqa: B009


def test_a_name_that_is_going_still_works_and_warns() -> None:
    """The rule in docs/library.md: it warns, names what to use instead, and says until when."""
    arena = import_module("riverboat.arena")
    with pytest.warns(DeprecationWarning, match=r"riverboat\.arena\.Progress is called .*MatchProgress now.*0\.4\.0"):
        assert arena.Progress is arena.MatchProgress
    look, names = face("riverboat", {"equity": "odds.equity"}, former={"odds_of": Former("equity", "9.9.0")})
    with pytest.warns(DeprecationWarning, match=r"goes in version 9\.9\.0"):
        assert look("odds_of") is riverboat.equity
    assert "odds_of" not in names()


def test_looking_up_what_stays_warns_of_nothing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert import_module("riverboat.arena").MatchProgress


def test_the_function_equity_hides_the_module_of_its_name() -> None:
    from riverboat.odds import equity

    assert equity is riverboat.equity
    assert import_module("riverboat.odds.equity").equity is equity


@pytest.mark.parametrize(
    "code",
    [
        "import riverboat; dir(riverboat)",
        "import riverboat.cli",
        "from riverboat import parse_range, Cards; Cards('AsKd')._repr_html_()",
        "from riverboat import equity; equity('AA')._repr_html_()",
        "import riverboat.odds, riverboat.solving, riverboat.arena, riverboat.doors, riverboat.training",
    ],
)
def test_importing_does_not_load_the_compiler(code: str) -> None:
    check = f"{code}; import sys; assert 'numba' not in sys.modules, 'numba was imported'"
    subprocess.run([sys.executable, "-c", check], check=True)
