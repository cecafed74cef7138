"""`riverboat bot check`, and what `match` says of bots, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_odds import riverboat

CALLS = "class Bot:\n    def decide(self, seen):\n        print('my turn')\n        return seen.legal_actions[-1]\n"
FAILS = "class Bot:\n    def decide(self, seen):\n        return seen.nothing\n"


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "bot.py"
    path.write_text(CALLS)
    return path


def test_one_hand_aloud(bot: Path) -> None:
    done = riverboat("bot", "check", f"{bot}:Bot", "--seed", "5")
    printed = " ".join(done.stdout.split())
    assert "no fault; it may remember" in printed
    assert "seed 5" in printed
    assert "always-call" in printed
    assert f"{bot}:Bot: my turn" in done.stderr


def test_one_hand_for_programs_with_its_fault_and_stack(bot: Path) -> None:
    bot.write_text(FAILS)
    done = riverboat("bot", "check", f"{bot}:Bot", "--json", code=3)
    told = json.loads(done.stdout)
    assert told["faults"] > 0
    assert told["first_stack"].startswith("Traceback")
    assert told["hand"]["names"].count(f"{bot}:Bot") == 1
    assert len(told["seed"]) == 32
    again = json.loads(riverboat("bot", "check", f"{bot}:Bot", "--json", "--seed", told["seed"], code=3).stdout)
    assert again["hand"] == told["hand"]


def test_bluff_too(bot: Path) -> None:
    told = json.loads(riverboat("bot", "check", f"{bot}:Bot", "--game", "bluff", "--json", "--seed", "1").stdout)
    assert (told["faults"], len(told["hand"]["dice"])) == (0, 1)


def test_what_cannot_be_checked(bot: Path) -> None:
    done = riverboat("bot", "check", "rock", code=2)
    assert '"rock" is an agent of Riverboat itself' in done.stderr
    bot.write_text("class Bot:\n    pass\n")
    for command in (("bot", "check"), ("match", "rock")):
        done = riverboat(*command, f"{bot}:Bot", code=2)
        assert done.stderr == (
            "error: bot.py: Bot has no method decide: a bot has `def decide(self, seen)`, which returns an action\n"
        )


def test_a_match_without_a_seed_draws_a_key_and_with_it_is_repeated(bot: Path, tmp_path: Path) -> None:
    words = ["match", f"{bot}:Bot", "rock", "--hands", "4", "--session", "2", "--json"]
    log = tmp_path / "said"
    done = riverboat(*words, "--bot-log", str(log))
    assert done.stderr == ""  # no word of the seed, nor of what the bot printed
    assert "my turn" in log.read_text()
    first = json.loads(done.stdout)
    assert len(first["seed"]) == 32
    again = json.loads(riverboat(*words, "--seed", first["seed"], "--bot-log", str(log)).stdout)
    assert (again["hash"], again["seed"]) == (first["hash"], first["seed"])
    small = riverboat(*words, "--seed", "7", "--bot-log", str(log))
    assert "for repeating, not for rating bots" in " ".join(small.stderr.split())
    assert json.loads(small.stdout)["seed"] == 7
    assert riverboat("match", "rock", "maniac", "--hands", "4", "--seed", "7", "--json").stderr == ""


def test_bad_seeds_and_logs_are_told(bot: Path, tmp_path: Path) -> None:
    done = riverboat("match", "rock", "maniac", "--seed", "12x", code=2)
    assert done.stderr == (
        'error: "12x" is no seed: it is a number from 0 to 2**64 - 1, or a key of 32 hexadecimal digits\n'
    )
    done = riverboat("match", f"{bot}:Bot", "maniac", "--bot-log", str(tmp_path / "no" / "log"), code=2)
    assert "cannot be written: No such file or directory" in done.stderr


def test_a_tournament_in_which_a_bot_forfeits(bot: Path) -> None:
    bot.write_text(FAILS)
    words = ["tournament", "elimination", "--field", f"{bot}:Bot,maniac*3", "--seats", "4", "--stack", "1000"]
    done = riverboat(*words, "--seed", "1", "--json", code=3)
    assert json.loads(done.stdout)["players"][0]["forfeited"]
    assert "FORFEITED after 5 faults" in done.stderr
    assert "line 3, in decide" in done.stderr
