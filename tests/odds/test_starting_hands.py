from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from riverboat.cards.holdings import CLASS_NAMES, CLASS_OF_NAME, CLASS_SIZE
from riverboat.errors import FileError, OddsError, TableError
from riverboat.odds import starting_hands as figures
from riverboat.odds.equity import equity
from riverboat.odds.starting_hands import starting_hands


def test_every_income_rate_is_known_to_two_thousandths_of_a_small_bet() -> None:
    known = starting_hands()
    assert known.income.shape == (9, 169)
    assert known.income_error.max() <= 0.002
    assert not known.error[0].any()


def test_heads_up_is_exact() -> None:
    known = starting_hands()
    for name in ("AA", "72o", "JTs"):
        assert known.equity[0, CLASS_OF_NAME[name]] == equity(name, opponents=1, method="exact").players[0].equity.mean


def test_aces_are_best_and_seven_deuce_worst_of_ten_as_in_the_lokibot_paper() -> None:
    ranked = starting_hands().ranked(10)
    assert ranked[0] == "AA"
    assert ranked[-1] == "72o"


@pytest.mark.parametrize("players", range(2, 11))
def test_incomes_of_all_holdings_add_up_to_nothing(players: int) -> None:
    # What one player wins the others lose: over all 1,326 holdings the income rate is zero.
    known = starting_hands()
    row = players - 2
    mean = float(known.income[row] @ CLASS_SIZE) / 1326
    error = float(np.sqrt((known.income_error[row] * CLASS_SIZE) @ (known.income_error[row] * CLASS_SIZE))) / 1326
    assert abs(mean) < 3.5 * error + 1e-12


def test_shipped_figures_agree_with_a_fresh_simulation() -> None:
    known = starting_hands()
    for name, players in itertools.product(("AKs", "22", "J7o"), (3, 6, 10)):
        fresh = equity(name, opponents=players - 1, simulations=100_000, seed=1).players[0].equity
        shipped = known.equity[players - 2, CLASS_OF_NAME[name]]
        assert abs(fresh.mean - shipped) < 3.5 * np.hypot(fresh.error, known.error[players - 2].max())


def test_a_rebuild_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "_one_figure", lambda row, column, **_: (0.1, 0.2, row + column / 1000, 0.0))
    monkeypatch.setattr("riverboat.kernel.user_cache", lambda: tmp_path / "cache")
    package = tmp_path / "package"
    package.mkdir()
    path = package / "starting_hands.npz"
    steps = figures.rebuild(path, seed=1)
    assert next(steps) == (0, 9 * 169)
    next(steps)
    stopped_at, _ = next(steps)
    steps.close()
    assert stopped_at == 32
    assert list(package.iterdir()) == []  # an interrupted run leaves the package untouched
    again = list(figures.rebuild(path, seed=1))
    assert again[0][0] == stopped_at
    assert again[-1] == (9 * 169, 9 * 169)
    assert list(package.iterdir()) == [path]
    assert figures._load(path).equity[8, 168] == pytest.approx(8.168)
    # Another seed starts afresh.
    assert next(iter(figures.rebuild(path, seed=2)))[0] == 0


def test_a_package_that_cannot_be_written_is_refused_before_anything_is_simulated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.files.os.access", lambda path, mode: path != tmp_path)
    monkeypatch.setattr(figures, "_one_figure", lambda *_, **__: pytest.fail("it was simulated"))
    with pytest.raises(FileError, match="cannot be written: its folder is read-only"):
        list(figures.rebuild(tmp_path / "starting_hands.npz", seed=1))


def test_bad_sizes_and_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OddsError, match="2 to 10"):
        starting_hands().ranked(11)
    with pytest.raises(TableError, match="cannot be read"):
        figures._load(tmp_path / "absent.npz")
    assert starting_hands().income_of("AA", 2) == pytest.approx(2 * 0.852037133 - 1)
    assert len(CLASS_NAMES) == 169


@pytest.mark.parametrize("hands", ["AhKh", "2c7d", "QQ", "A5s", "20%", "AA:0.5, 76s"])
def test_a_hand_against_a_random_one_is_read_off_and_is_what_counting_gives(hands: str) -> None:
    read, counted = (equity(hands, opponents=1, method=method).players for method in ("auto", "exact"))
    for ours, theirs in zip(read, counted, strict=True):
        assert ours.counts == pytest.approx(theirs.counts, rel=1e-14)
        assert ours.equity.mean == pytest.approx(theirs.equity.mean, rel=1e-14)


def test_a_hand_against_a_random_one_needs_no_compiler() -> None:
    code = "import sys; from riverboat import equity; equity('AhKh'); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
