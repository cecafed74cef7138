from __future__ import annotations

import subprocess
import sys

import pytest

import riverboat


def test_public_names_are_pinned() -> None:
    assert set(riverboat.__all__) == {
        "Range",
        "RiverboatError",
        "__version__",
        "describe",
        "equity",
        "equity_many",
        "evaluate",
        "evaluate_many",
        "format_cards",
        "hand_odds",
        "hand_potential",
        "hand_potential_many",
        "hand_strength",
        "hand_strength_many",
        "parse_cards",
        "parse_range",
    }
    for name in riverboat.__all__:
        assert getattr(riverboat, name).__doc__


def test_a_notebook_completes_the_public_names_and_nothing_else() -> None:
    assert dir(riverboat) == sorted(riverboat.__all__)


def test_unknown_names_are_told() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        riverboat.nonsense  # noqa: B018


@pytest.mark.parametrize("code", ["import riverboat", "import riverboat.cli", "from riverboat import parse_range"])
def test_importing_does_not_load_the_compiler(code: str) -> None:
    check = f"{code}; import sys; assert 'numba' not in sys.modules, 'numba was imported'"
    subprocess.run([sys.executable, "-c", check], check=True)
