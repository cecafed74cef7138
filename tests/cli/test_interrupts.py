"""Ctrl-C: what was found so far is shown, and what a library drops comes back."""

from __future__ import annotations

import subprocess
import sys

LOST = """
import sys, time
from riverboat.cli.interrupts import listen
listen()
class Dropping:
    def __del__(self):  # as the compiler's callbacks: what is raised here can't leave
        raise KeyboardInterrupt
try:
    Dropping()
    for _ in range(6000):
        time.sleep(0.01)
    print("went on")
except KeyboardInterrupt:
    print("heard")
"""


def test_an_interrupt_that_was_dropped_is_said_again_without_a_traceback() -> None:
    done = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True, check=True)
    assert done.stdout == "heard\n"
    assert done.stderr == ""


INTERRUPTED = """
import sys
import importlib
equity = importlib.import_module("riverboat.odds.equity")
steps = equity.answer_steps
def interrupted(*asked, **how):
    yield next(steps(*asked, **how))
    raise KeyboardInterrupt
equity.answer_steps = interrupted
sys.argv = ["riverboat", "odds", "AhKh", "-o", "3", "--simulations", "1000000", "--seed", "1"]
from riverboat.cli import main
main()
"""


def test_interrupted_odds_show_what_was_simulated() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert "simulated: 50,000 games" in done.stdout
    assert done.stderr.endswith("interrupted\n")
