"""Agents against each other at Bluff with open dice: whole rounds at once, with the partner's view of each bid."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from riverboat.agents import make_agent
from riverboat.agents.partner import make_partner
from riverboat.agents.python_agent import PythonAgent
from riverboat.arena.bluff_plan import refuse_agent
from riverboat.arena.bluff_seating import RoundEnd
from riverboat.arena.company import numbered
from riverboat.games import Action
from riverboat.games.bluff import BluffGame, BluffRules, BluffState
from riverboat.games.bluff_match import MatchRules
from riverboat.web.composing import Json
from riverboat.web.composing_bluff import round_end, round_message
from riverboat.web.looking_back import judged


@dataclass(frozen=True, kw_only=True)
class DiceScene:
    """Who sits where."""

    names: tuple[str, ...]


def watch_bluff(agents: list[str], *, rounds: int, dice: int | None, seed: int) -> Json:
    """Some rounds between agents, every step with all dice open; who opens goes round.

    Without a number of dice it is one each for two players, which is the paper's game, and two for more.
    """
    rules = BluffRules(seats=len(agents), dice=dice or (1 if len(agents) == 2 else 2))
    seated = [make_agent(name) for name in agents]
    for agent in seated:
        refuse_agent(agent, MatchRules(round=rules), match=False)
    scene, game, sequence = DiceScene(names=numbered(agents)), BluffGame(rules), np.random.SeedSequence(seed)
    words = sequence.generate_state(len(seated)).tolist()
    players = [agent.player(word) for agent, word in zip(seated, words, strict=True) if isinstance(agent, PythonAgent)]
    found = []
    for number, dealt in enumerate(sequence.spawn(rounds), 1):
        state = game.start(seed=dealt, button=(number - 2) % len(agents))
        states = [state.copy()]
        while state.actor is not None:
            state.apply(players[state.actor].decide(state.observation(state.actor)))
            states.append(state.copy())
        found.append(_round(scene, states, number))
    return {"game": "bluff", "agents": list(scene.names), "seed": seed, "hands": found}


def _round(scene: DiceScene, states: list[BluffState], number: int) -> Json:
    """A round from the other side of the cups."""
    playing, last = tuple(range(len(scene.names))), states[-1]
    steps = []
    for state in states:
        step = round_message(scene, state.observation(0), playing, you=None)
        for seat, each in enumerate(step["seats"]):
            each["roll"] = list(state.rolls[seat])
        steps.append({**step, "legal": None})
    assert last.ending is not None
    end = RoundEnd(
        number=number,
        view=last.observation(0),
        playing=playing,
        ending=last.ending,
        returns=last.returns(),
        lost=(0,) * len(playing),
    )
    return {
        "number": number,
        "names": list(scene.names),
        "scored": True,
        "steps": steps,
        "end": round_end(end, match_over=False),
        "decisions": list(_judged(scene, states)),
    }


def _judged(scene: DiceScene, states: list[BluffState]) -> list[Json]:
    """What a partner beside each player would have said, who knows what that player knows."""
    partner = make_partner("bluff")
    return [
        {
            "step": at,
            "player": scene.names[event.seat],
            **judged(partner, states[at].observation(event.seat), Action(*event.action)),
        }
        for at, event in enumerate(states[-1].history)
    ]
