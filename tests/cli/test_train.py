"""`riverboat train` and `riverboat model`, as a user types them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.cli import app
from riverboat.cli.commands.training.train import spark
from riverboat.errors import RiverboatError
from riverboat.games import BluffGame, BluffRules
from riverboat.records import write_phh
from riverboat.records.store.hand_store import Store
from tests.cli.test_odds import riverboat
from tests.modeling.agents_hands import agents_hands

NAMES = ("loose-passive", "loose-aggressive", "tight-aggressive")


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands") / "hands.phhs"
    write_phh(agents_hands(NAMES, 150), path)
    return path


def _refused(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert isinstance(result.exception, RiverboatError)
    return str(result.exception)


def test_a_network_is_trained_and_plays(hands: Path, tmp_path: Path) -> None:
    to, picture = tmp_path / "net2.npz", tmp_path / "curve.svg"
    words = ("train", "ann", "--data", str(hands), "--net", "2", "--epochs", "5", "--seed", "3", "--out", str(to))
    answer = json.loads(riverboat(*words, "--picture", str(picture), "--json").stdout)
    assert answer["seed"] == 3
    assert 0 < answer["tne"] < 0.5
    assert answer["base_rate_tne"] == pytest.approx(answer["base_rate"] * (1 - answer["base_rate"]))
    assert len(answer["curve"]) == 5
    assert "<svg" in picture.read_text("utf-8")
    match = riverboat("match", f"ann@{to}", "loose-passive", "--hands", "20", "--seed", "1", "--json")
    assert json.loads(match.stdout)["players"][0]["hands"] == 20


def test_network_3_imitates_one_player(hands: Path, tmp_path: Path) -> None:
    to = str(tmp_path / "net3.npz")
    words = ("train", "ann", "--data", str(hands), "--net", "3", "--epochs", "2", "--out", to)
    assert "--net 3 --player NAME" in _refused(*words)
    assert "no cards of a player nobody were shown" in _refused(*words, "--player", "nobody")
    assert "decisions right" in riverboat(*words, "--player", "loose-passive", "--seed", "1").stdout.replace("\n", " ")


def test_the_adaptive_network_is_trained_from_the_command_line(tmp_path: Path) -> None:
    to = tmp_path / "mine.npz"
    words = ("train", "adaptive", "--batches", "2", "--ring-batches", "1", "--seed", "5", "--out", str(to))
    answer = json.loads(riverboat(*words, "--ring-seed", "6", "--json").stdout)
    assert answer["hands"] == 3 * 2048
    assert [net["heads_up"] for net in answer["nets"]] == [True, False]
    assert list(tmp_path.iterdir()) == [to]  # what an interrupted run would have kept is gone
    made_by = np.load(to)["made_by"]
    assert str(made_by) == "riverboat train adaptive --batches 2 --ring-batches 1 --ring-seed 6 --seed 5"
    match = riverboat("match", f"adaptive@{to}", "rock", "--hands", "400", "--json")
    assert json.loads(match.stdout)["players"][0]["hands"] == 400


def test_bad_words_are_refused_before_anything_is_done(hands: Path, tmp_path: Path) -> None:
    assert "does not end in .npz" in _refused("train", "adaptive", "--out", str(tmp_path / "net.txt"))
    assert "there is no such folder" in _refused("train", "adaptive", "--out", str(tmp_path / "no" / "net.npz"))
    assert "is not one of" in _refused("train", "adaptive", "--style", "rock", "--out", str(tmp_path / "net.npz"))
    assert "does not exist" in _refused(
        "train", "ann", "--data", str(tmp_path / "none"), "--out", str(tmp_path / "n.npz")
    )


def test_a_model_from_a_file_and_from_the_store(hands: Path, tmp_path: Path) -> None:
    picture = tmp_path / "model.svg"
    words = ("model", "loose-aggressive", "--data", str(hands), "--picture", str(picture))
    answer = json.loads(riverboat(*words, "--json").stdout)
    assert answer["hands"] == 150
    assert [each["name"] for each in answer["attributes"]][2] == "current aggressiveness"
    assert len(answer["path"]) == 150
    assert "<svg" in picture.read_text("utf-8")
    database = str(tmp_path / "hands.db")
    riverboat("import", str(hands), "--database", database)
    with Store(database) as store:
        assert store.count() == 150
    stored = json.loads(riverboat("model", "loose-aggressive", "--database", database, "--json").stdout)
    assert stored["attributes"] == answer["attributes"]
    told = riverboat("model", "loose-passive", "--data", str(hands)).stdout
    assert "overall tightness" in told
    assert "no hand of Hold'em has a player nobody" in _refused("model", "nobody", "--data", str(hands))


def test_a_curve_in_a_line() -> None:
    assert spark([0.0, 1.0]) == "▁█"
    assert len(spark(list(range(1000)))) <= 30


def test_bluff_with_a_short_memory_is_trained_measured_and_played(tmp_path: Path) -> None:
    to = tmp_path / "mine.npz"
    words = (
        "train",
        "bluff",
        "--dice",
        "2,2",
        "--faces",
        "2",
        "--memory",
        "2",
        "--seed",
        "4",
        "--out",
        str(to),
        "--json",
    )
    first = json.loads(riverboat(*words, "--iterations", "5").stdout)
    assert (first["iterations"], first["seed"]) == (5, 4)
    later = json.loads(riverboat(*words, "--iterations", "60", "--resume").stdout)
    assert later["iterations"] == 60
    assert later["exploitability"] < first["exploitability"]
    assert later["low"] <= 0.5 <= later["high"] + 1e-9  # the round is worth 1/2
    rules, agent = BluffRules(dice=(2, 2), faces=2), make_agent(f"bluff-equilibrium@{to}")
    state = BluffGame(rules).start(seed=1)
    assert agent.player(1).decide(state.observation(0)) in state.legal_actions()


def test_what_can_t_be_trained_at_bluff_is_refused(tmp_path: Path) -> None:
    to = str(tmp_path / "mine.npz")
    assert "--minutes or --iterations" in _refused("train", "bluff", "--out", to)
    assert "not a row of dice" in _refused("train", "bluff", "--dice", "five", "--minutes", "1", "--out", to)
    assert "does not end in .npz" in _refused("train", "bluff", "--minutes", "1", "--out", "mine.txt")
    assert "remember fewer bids" in _refused("train", "bluff", "--memory", "9", "--minutes", "1", "--out", to)
    assert "give the --seed" in _refused("train", "bluff", "--minutes", "1", "--resume", "--out", to)
