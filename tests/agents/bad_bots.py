"""The same bad manners as classes in a file."""

from __future__ import annotations

import os
import time
from typing import Any

from riverboat.games import Action, CardObservation


class PlaysBeforeTheFlop:
    def decide(self, seen: CardObservation) -> Any:
        if seen.street > 0:
            return self.misbehave()
        return next(action for action in seen.legal_actions if action.kind in ("check", "call"))

    def misbehave(self) -> Any:
        raise RuntimeError("I raise what I like")


class Nonsense(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        return 42


class Illegal(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        return Action("raise", 7)


class Sleeps(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        time.sleep(1000)


class Floods(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        print("x" * 10_000_000)  # goes to standard error: no harm, but what is returned is none
        return "call " * 10_000


class EatsMemory(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        return [bytes(2**26) for _ in range(2**16)]


class Dies(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        os._exit(3)


class ClosesEverything(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        os.closerange(0, 100)
        time.sleep(1000)


class Forks(PlaysBeforeTheFlop):
    def misbehave(self) -> Any:
        if os.fork() == 0:
            os.setsid()
            time.sleep(1000)
        raise RuntimeError("forked")


class CannotBeMade(PlaysBeforeTheFlop):
    def __init__(self) -> None:
        raise RuntimeError("not today")
