"""A process that plays with saved models, one after the other, and tells what became of each: see test_hostile_models.

It is asked by lines of JSON and answers in lines of JSON. If a model ends it, whoever asked sees that.
"""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any

from riverboat.arena import match_plan, play_match
from riverboat.errors import RiverboatError

HANDS = 24


def play(agent: str, number: int) -> None:
    if agent.startswith("bluff"):
        play_match(match_plan([agent, "bluff-odds"], game="bluff", hands=4, seed=number, options={"dice": (2, 1)}))
        return
    game = ("holdem-limit", "holdem-nolimit")[number % 2]
    others = ["maniac"] if number % 3 else ["maniac", "loose-passive", "tight-aggressive"]
    play_match(match_plan([agent, *others], game=game, hands=HANDS, seed=number))


def answer(agent: str, number: int) -> dict[str, Any]:
    try:
        play(agent, number)
    except RiverboatError as error:
        return {"fate": "refused", "says": str(error)}
    except BaseException:
        return {"fate": "traceback", "says": traceback.format_exc()}
    return {"fate": "played", "says": ""}


def main() -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        sys.stdout.write(json.dumps(answer(asked["agent"], asked["number"])) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
