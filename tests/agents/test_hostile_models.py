"""Saved agents that were made to do harm are played within bounds or refused in a sentence: no crash, no traceback."""

from __future__ import annotations

import io
import json
import select
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.evolving import evolving_layout_kernel as places
from riverboat.errors import AgentError, RiverboatError
from tests.agents import hostile_models as hostile
from tests.conftest import ROOT

#: Far longer than any model takes: who has not answered by then plays an endless loop.
ENDLESS_S = 300.0


class ModelPlayer:
    """The process that plays; where a model ends it, or it does not answer, another one is begun."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def play(self, agent: str, number: int) -> tuple[str, str]:
        """What became of a model: played, refused, traceback, crash or endless; and what was said."""
        process = self._process or self._begin()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"agent": agent, "number": number}) + "\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], ENDLESS_S)[0]:
            self.close()
            return "endless", f"no answer in {ENDLESS_S:g} s"
        line = process.stdout.readline()
        if not line:
            code = process.wait()
            self._process = None
            return "crash", f"exit {code}"
        told = json.loads(line)
        return told["fate"], told["says"]

    def _begin(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.agents.model_player"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
        return self._process

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


@pytest.fixture(scope="module")
def player() -> Iterator[ModelPlayer]:
    playing = ModelPlayer()
    yield playing
    playing.close()


def _try_all(player: ModelPlayer, folder: Path, count: int, seed: int) -> Counter[str]:
    """Play or refuse so many; what is wrong is told at once."""
    fates: Counter[str] = Counter()
    for number, model in enumerate(hostile.hostile_models(count, seed)):
        path = folder / f"model-{number}.npz"  # a name of its own: solved rounds are kept by theirs
        path.write_bytes(model.data)
        fate, says = player.play(f"{model.agent}@{path}", number)
        path.unlink()
        what = f"model {number} of seed {seed}, {model.agent}: {model.made}: {fate}: {says}"
        assert fate in ("played", "refused"), what
        assert fate == "played" or _is_sentence(says, "" if ":" in model.agent else path.name), what
        assert model.fate != "good" or fate == "played", what
        assert model.fate != "bad" or fate == "refused", what
        fates[fate] += 1
    return fates


def _is_sentence(says: str, names: str) -> bool:
    return 0 < len(says) < 400 and "\n" not in says and names in says


def test_every_agent_with_numbers_is_tried() -> None:
    assert hostile.nothing_left_out()


def test_a_hundred_hostile_models(player: ModelPlayer, tmp_path: Path) -> None:
    fates = _try_all(player, tmp_path, 100, seed=1)
    assert min(fates["played"], fates["refused"]) > 10


@pytest.mark.prove
def test_ten_thousand_hostile_models(player: ModelPlayer, tmp_path: Path, note: Callable[[str, object], None]) -> None:
    fates = _try_all(player, tmp_path, 10_000, seed=2026)
    note("hostile models", sum(fates.values()))
    note("played, all numbers within bounds", fates["played"])
    note("refused in a sentence", fates["refused"])
    note("crashes, tracebacks, endless loops", 0)


@pytest.mark.parametrize(
    ("agent", "changed", "says"),
    [
        (
            "switcher",
            {"params": {0: -1e6}},
            r'number 1 of its "params" \(first\) is -1e\+06, .* whole number from 1 to 6',
        ),
        ("switcher", {"params": {0: 1e18}}, r"\(first\) is 1e\+18"),
        ("switcher", {"params": {0: 1e6}}, r"\(first\) is 1e\+06"),
        ("switcher", {"params": {1: 2.5}}, r"\(second\) is 2.5, and it must be a whole number"),
        ("ann", {"params": {2: 1e18}}, r"\(how many inputs it has\) is 1e\+18"),
        ("ann", {"params": {3: 33}}, r"\(how many hidden neurons it has\) is 33"),
        ("ann", {"params": {20: float("nan")}}, r'its "params" are not all finite numbers'),
        ("adaptive", {"params": {9: float("inf")}}, r'its "params" are not all finite numbers'),
        ("adaptive", {"memory": {9: 7, 10: 7}}, r"\(whose model it is\) is 7, .* each but 0 once"),
        ("adaptive", {"memory": {-1: 50.0}}, r"\(cases of a situation\) is 50"),
        ("adaptive", {"params": {0: 2}}, r"\(whether it looks at opponents\) is 2"),
        ("adaptive-68", {"memory": {2: 7, 3: 7}}, r"\(whose model it is\) is 7, .* each but 0 once"),
        ("evolving", {"memory": {places.ELEMENTS: 1e9}}, r"\(whose turn it is\) is 1e\+09"),
        ("evolving", {"params": {2: 53}}, r"\(population\) is 53"),
        ("evolved", {"params": {1: 1e18}}, r"\(segments\) is 1e\+18"),
        ("loki-a", {"params": {9: 0}}, r"\(enter\) is 0, and it must be a number from 0.01 to 1"),
        ("loki-a", {"params": {0: 1}}, r"\(models\) is 1, and it must be 0"),
        ("loki-f", {"memory": {-1: -0.5}}, r"\(how much an opponent surprises\) is -0.5"),
        ("rock", {"params": {0: 1.5}}, r"\(enter\) is 1.5"),
    ],
)
def test_a_number_that_cannot_be(tmp_path: Path, agent: str, changed: dict[str, dict[int, float]], says: str) -> None:
    path = tmp_path / "m.npz"
    path.write_bytes(hostile.saved(agent, **changed))
    with pytest.raises(AgentError, match=says):
        make_agent(f"{agent}@{path}")


def test_what_was_worked_out_for_the_last_hand_is_not_taken_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "m.npz"
    path.write_bytes(hostile.saved("loki-f", memory={11: 77.0, 15: 77.0, 16: 1e6, 40: 9e9, 5000: -3.0}))
    agent = make_agent(f"loki-f@{path}")
    assert isinstance(agent, CompiledAgent)
    assert not agent.memory.any()


_HUGE = "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }"


def _rock() -> hostile.Arrays:
    return hostile.honest("rock", np.random.default_rng(1))


def _bytes_of(array: object) -> bytes:
    held = io.BytesIO()
    np.save(held, np.asarray(array))
    return held.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (hostile.encrypted(hostile.saved("rock")), "it is encrypted"),
        (hostile.compressed_by(hostile.saved("rock"), 99), "compressed in a way that .npz files are not"),
        (hostile.with_header("memory", _HUGE, _rock()), "or it is damaged"),
        (hostile.with_header("memory", "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", _rock()), "neither"),
        (hostile.with_header("memory", "-" * 110 + "1", _rock()), "neither plain numbers nor text"),
        (_bytes_of(np.zeros(8)), "it is not an .npz file"),
        (hostile.packed({**_rock(), "params": np.array(["0.5"] * 8)}), 'its "params" are not numbers'),
        (hostile.packed({**_rock(), "memory": np.zeros(2, dtype=complex)}), "neither plain numbers nor text"),
        (hostile.packed({**_rock(), "memory": np.zeros(2, dtype=object)}), "neither plain numbers nor text"),
        (b"", "it is not an .npz file"),
        (b"PK\x05\x06" + b"\xff" * 18, "it is not an .npz file"),
    ],
    ids=[
        "encrypted",
        "compression-99",
        "shape-1e12",
        "objects",
        "minuses",
        "npy",
        "text",
        "complex",
        "pickle",
        "",
        "list",
    ],
)
def test_a_file_that_is_no_model(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "m.npz"
    path.write_bytes(data)
    with pytest.raises(AgentError, match=says):
        make_agent(f"rock@{path}")


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "bomb.npz"
    hostile.bomb(path, "rock", 1 << 27)
    assert path.stat().st_size < 1 << 20
    tracemalloc.start()
    try:
        with pytest.raises(AgentError, match="its array 'memory' takes 128 MB, and at most 16 MB are possible here"):
            make_agent(f"rock@{path}")
        assert tracemalloc.get_traced_memory()[1] < 1 << 24
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("where", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_model(where: str) -> None:
    for agent in ("rock", "evolved", "bluff-equilibrium"):
        with pytest.raises(RiverboatError, match="it is a device, and only files are read"):
            make_agent(f"{agent}@{where}")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("switcher:first=1.5", "it is a whole number from 1 to 6"),
        ("switcher:first=nan", "is not possible"),
        ("rock:enter=inf", "is not possible"),
        ("evolving:population=3.5", "is not possible"),
        ("evolving:learn=0.5", "is not possible"),
        ("evolving:population=1", "is not possible"),
        ("loki-a:weighting=0.5", "it is a whole number from 0 to 1"),
        ("ann:mixed=1e400", "is not possible"),
    ],
)
def test_an_option_that_cannot_be(typed: str, says: str) -> None:
    with pytest.raises(AgentError, match=says):
        make_agent(typed)


def test_ten_thousand_digits_of_copies_are_refused() -> None:
    with pytest.raises(AgentError, match="1 to 1000 are possible"):
        make_agent("rock*" + "9" * 10_000)


def test_the_command_says_so_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "s.npz"
    path.write_bytes(hostile.saved("switcher", params={0: -1e6}))
    command = [sys.executable, "-m", "riverboat", "match", f"switcher@{path}", "maniac", "--hands", "20"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: s.npz cannot be used by switcher: number 1 of its")
