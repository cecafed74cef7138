"""Compiling behind the open page: in its order, told, and ended when the server ends."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from riverboat.games import GAMES
from riverboat.warmup import steps
from riverboat.web.compiling import Compiling
from tests.waiting import PATIENCE_S, until
from tests.web.playing import Person, serving


def test_the_page_is_open_while_kernels_are_compiled(tmp_path: Path) -> None:
    go_on = threading.Event()
    groups = [("rules", lambda: go_on.wait(PATIENCE_S)), ("players", lambda: None)]
    with serving(str(tmp_path / "hands.db"), compiling=groups) as url:
        person = Person(url)
        until(lambda: _told(person)["now"] == "rules", "compiling begins")
        assert _told(person) == {"done": 0, "groups": 2, "now": "rules"}
        assert person.ask("/lobby")["games"]  # nobody waits for it
        go_on.set()
        until(lambda: _told(person) == {"done": 2, "groups": 2, "now": None}, "compiling ends")
        person.close()


def _told(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.ask("/compiling")
    return found


def test_a_server_that_ends_compiles_no_further() -> None:
    begun, go_on, done = threading.Event(), threading.Event(), list[str]()

    def first() -> None:
        begun.set()
        go_on.wait(PATIENCE_S)
        done.append("first")

    compiling = Compiling([("first", first), ("second", lambda: done.append("second"))])
    compiling.start()
    assert begun.wait(PATIENCE_S)
    ending = threading.Thread(target=compiling.stop)
    ending.start()
    go_on.set()
    ending.join(PATIENCE_S)
    assert done == ["first"]
    assert compiling.progress.now is None


def test_what_the_usual_table_needs_comes_first() -> None:
    names = [name for name, _ in steps()]
    assert names[:3] == ["rules of the games", "players of one style", "evaluator"]
    assert GAMES["holdem-limit"].opponents[0] == "tight-aggressive"  # which is a player of one style
    assert len(set(names)) == len(names)


def test_a_first_hand_waits_for_nothing_behind_the_first_groups(tmp_path: Path) -> None:
    """One kernel is compiled at a time: what a hand lacked, it would wait for until the partner is compiled."""
    code = (
        "import sys\n"
        "from riverboat import kernel\n"
        "from riverboat.warmup import steps\n"
        "from tests.web.playing import Person, serving\n"
        "for _, compile_now in steps()[:3]:\n"
        "    compile_now()\n"
        "asked, load = [], kernel._KernelFiles.load\n"
        "kernel._KernelFiles.load = lambda files, key: (asked.append(files._function), load(files, key))[1]\n"
        "with serving(sys.argv[1]) as url:\n"
        "    person = Person(url)\n"
        "    with person.line(person.sit(game='holdem-limit', opponents=['tight-aggressive'], seed=2)) as line:\n"
        "        print(line.play_hand()['phase'], asked)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "hands.db")]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert done.stdout.split("\n")[0] == "between []"
