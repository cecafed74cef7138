"""No bot can know the cards: whatever it tries, it plays as its honest twin does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from riverboat.agents.bots.confinement import LANDLOCK, NAMESPACES
from riverboat.agents.bots.processes import BotLimits
from riverboat.arena import match_plan, play_match
from riverboat.arena.matches.match import describe_match
from riverboat.arena.matches.plan import draw_seed
from riverboat.cards.seeds import bot_seed, format_seed, is_key, parse_seed
from riverboat.steps import Checkpoint
from tests.agents.cheats import TRIED
from tests.agents.confined import shut_in

CHEATS = Path(__file__).parents[1] / "agents" / "cheats.py"
KEY = "9f1c0b6de2a74f3388d5610a47c2be90"


@pytest.fixture(params=[NAMESPACES, LANDLOCK])
def confinement(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    with shut_in(str(request.param), monkeypatch):
        yield str(request.param)


def played(cheat: str, folder: Path, *, seed: int | str | None, hands: int = 24) -> tuple[str, str]:
    """The hash of a match against a caller, and what the bot had to say."""
    log = folder / "said"
    limits = BotLimits(decision_s=20.0, log=str(log))
    plan = match_plan([f"{CHEATS}:{cheat}", "always-call"], hands=hands, session_hands=6, seed=seed, bot_limits=limits)
    result = play_match(plan)
    assert result.players[0].faults == 0
    return result.digest, log.read_text() if log.exists() else ""


@pytest.mark.parametrize("cheat", ["ModuleVariable", "ClassAttribute", "OtherModule"])
def test_nothing_is_carried_from_one_rotation_to_the_next(cheat: str, tmp_path: Path) -> None:
    honest, _ = played("Honest", tmp_path, seed=KEY)
    assert played(cheat, tmp_path, seed=KEY) == (honest, "")


def test_not_by_files_either_where_the_system_can_forbid_it(
    confinement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = tmp_path / "cheats.py"
    bot.write_text(CHEATS.read_text())
    monkeypatch.chdir(tmp_path)
    limits = BotLimits(decision_s=20.0, log=str(tmp_path / "said"))
    plan = match_plan([f"{bot}:InFiles", "always-call"], hands=12, session_hands=6, seed=KEY, bot_limits=limits)
    digest = play_match(plan).digest
    said = (tmp_path / "said").read_text() if confinement == "namespaces" else ""
    if confinement == "namespaces":
        assert "foretold" not in said
        assert "refused" in said  # to set the time of a file: Landlock does not forbid that
        honest = match_plan([f"{CHEATS}:Honest", "always-call"], hands=12, session_hands=6, seed=KEY)
        assert digest == play_match(honest).digest
    assert not list(tmp_path.glob("riverboat-cheat*"))
    assert not list(Path("/tmp").glob("riverboat-cheat*"))


@pytest.mark.parametrize("seed", [4711, KEY])
def test_the_number_that_a_bot_is_given_does_not_lead_to_the_seed(seed: int | str, tmp_path: Path) -> None:
    honest, _ = played("Honest", tmp_path, seed=seed)
    assert played("SeedCracker", tmp_path, seed=seed) == (honest, "")


def test_a_small_seed_is_found_by_trying_all_and_a_key_is_not(tmp_path: Path) -> None:
    """Which is why the output says that a typed seed is for repeating."""
    small, key = tmp_path / "small", tmp_path / "key"
    small.mkdir()
    key.mkdir()
    _, found = played("CardCracker", small, seed=4711, hands=12)
    assert "4711" in found
    _, nothing = played("CardCracker", key, seed=KEY, hands=12)
    candidates = [number for line in nothing.splitlines() for number in line.partition("[")[2].strip("]").split(", ")]
    assert len(candidates) < TRIED / 50  # those of chance: 1 in 1,326 fits two cards


def test_the_seed_in_the_checkpoint_cannot_be_read(confinement: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    option = str(folder).replace("/", "|")
    limits = BotLimits(decision_s=20.0, log=str(tmp_path / "said"))
    bot = f"{CHEATS}:ReadsCheckpoints:folder={option}"
    plan = match_plan([bot, "always-call"], hands=4, session_hands=2, seed=KEY, bot_limits=limits)
    result = play_match(plan, checkpoint=Checkpoint(folder / "match.jsonl", describe_match(plan)))
    assert result.players[0].faults == 0
    said = (tmp_path / "said").read_text() if (tmp_path / "said").exists() else ""
    assert "foretold" not in said


def test_a_drawn_key_repeats_the_match_and_is_never_the_same() -> None:
    plan = match_plan(["random", "rock"], hands=200, seed=None)
    key = format_seed(plan.seed)
    assert is_key(plan.seed)
    assert isinstance(key, str)
    assert parse_seed(key) == plan.seed
    again = match_plan(["random", "rock"], hands=200, seed=key)
    assert play_match(plan).digest == play_match(again).digest
    assert draw_seed(None) != draw_seed(None)


def test_the_numbers_for_bots_differ_and_repeat() -> None:
    numbers = {bot_seed(7, unit, rotation, player) for unit in range(9) for rotation in range(3) for player in range(3)}
    assert len(numbers) == 81
    assert bot_seed(7, 1, 2, 3) == bot_seed(7, 1, 2, 3) != bot_seed(8, 1, 2, 3)


@pytest.mark.parametrize("text", ["-1", "x", "1.5", "9f1c", str(1 << 64), "", "9f1c0b6de2a74f3388d5610a47c2be9z"])
def test_what_is_no_seed(text: str) -> None:
    with pytest.raises(ValueError, match="a number from 0 to"):
        parse_seed(text)
