"""Make the solved spots that practice asks about: `python -m riverboat.training.practice_spots --seed 1`.

Two players of the house play heads-up Hold'em. Where one of them comes to a decision of a theme (a draw on the turn
that faces a bet, a river with nothing to call, a river that faces a bet), the spot is solved as the partner solves it.
It is kept where one action is clearly better than another. The file is written after every spot: a run that is cut
off goes on from there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.registry import make_agent
from riverboat.cards.cards import remaining
from riverboat.cards.evaluator import CATEGORIES, category, evaluate
from riverboat.files import write_whole
from riverboat.games import CardObservation, CardState, make_game
from riverboat.partner.holdem import HoldemPartner
from riverboat.partner.practice.exercises import worths_to_text
from riverboat.partner.practice.themes import SOLVED_SPOTS, SPOT_THEMES
from riverboat.partner.worths import Worths
from riverboat.records.position_text import seen_position
from riverboat.version import __version__

_PLAYERS = ("tight-aggressive", "loose-aggressive", "loose-passive", "loki-a", "tight-passive")
#: Draws come from the first: its turns are solved in seconds.
_GAMES = ("holdem-limit", "holdem-nolimit")
#: The best action must be so much better than the worst one, as a share of the pot, and than its own error.
_CLEAR, _TIMES_ERROR = 0.05, 3.0
_STRAIGHT = CATEGORIES.index("straight")
#: Fewer cards that make a straight or a flush are no draw.
_FEWEST_OUTS = 4
#: How likely one must be ahead for a value bet to be the question, and for a bluff to be caught.
_VALUE, _CATCHER = (0.5, 0.97), (0.08, 0.75)


def draws(own: tuple[int, ...], board: tuple[int, ...]) -> int:
    """How many of the cards to come make a straight or better that is not on the board alone."""
    known = (*own, *board)
    if _rank(known) >= _STRAIGHT:
        return 0
    return sum(_rank((*known, int(card))) >= _STRAIGHT for card in remaining(known))


def _rank(cards: tuple[int, ...]) -> int:
    return CATEGORIES.index(category(evaluate(cards)))


def theme_of(view: CardObservation, partner: HoldemPartner) -> str | None:
    """The theme that a decision between two belongs to, or None."""
    if sum(view.is_in) != 2 or len(view.board) < 4:
        return None
    if len(view.board) == 4:
        return "drawing" if view.to_call and draws(view.own_cards, view.board) >= _FEWEST_OUTS else None
    ahead = partner.look(view).spot.ahead
    low, high = _CATCHER if view.to_call else _VALUE
    if not low <= ahead <= high:
        return None
    return "bluff-catching" if view.to_call else "value-betting"


def is_clear(found: Worths, pot: int) -> bool:
    """Whether something can be got wrong: one action is clearly worse than the best."""
    worst = max(found.cost(row.action) for row in found.rows)
    return worst >= max(_CLEAR * pot, _TIMES_ERROR * max(row.error for row in found.rows))


def candidates(seed: int, themes: list[str]) -> Iterator[tuple[str, str, Worths]]:
    """Theme, position and worths of spots, as they come up in play; `themes` may shrink meanwhile."""
    rng = np.random.default_rng(seed)
    partners = {name: HoldemPartner(0, name) for name in _GAMES}
    while True:
        name = _GAMES[int(rng.integers(len(_GAMES)))]
        who = [str(each) for each in rng.choice(_PLAYERS, 2)]
        state = make_game(name, seats=2).start(seed=int(rng.integers(2**31)), button=int(rng.integers(2)))
        assert isinstance(state, CardState)
        stacks = tuple(a + b for a, b in zip(state.observation(0).stacks, state.paid, strict=True))
        agents = [make_agent(each) for each in who]
        players = [agent.player(int(rng.integers(2**31))) for agent in agents if isinstance(agent, CompiledAgent)]
        while state.actor is not None:
            view = state.observation(state.actor)
            theme = theme_of(view, partners[name])
            if theme in themes and view.seat == 0 and not (theme == "drawing" and name != _GAMES[0]):
                found = partners[name].solve(view)
                if found is not None and is_clear(found, view.pot):
                    position = seen_position(name, state.game.rules, state, stacks)
                    yield theme, str(position), found
                break
            state.apply(players[state.actor].decide(view))


def main() -> None:
    """Add spots to the file until every theme has enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=120, help="spots of every theme")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=SOLVED_SPOTS)
    asked = parser.parse_args()
    kept: dict[str, dict[str, str]] = {theme: {} for theme in SPOT_THEMES}
    if asked.out.exists():
        kept |= json.loads(asked.out.read_text("utf-8"))["spots"]
    command = f"python -m riverboat.training.practice_spots --count {asked.count} --seed {asked.seed}"
    wanting = [theme for theme in SPOT_THEMES if len(kept[theme]) < asked.count]
    found = candidates(asked.seed + sum(map(len, kept.values())), wanting)
    while wanting:
        theme, position, worths = next(found)
        kept[theme][position] = worths_to_text(worths)
        text = json.dumps({"command": command, "version": __version__, "spots": kept}, indent=0)
        write_whole(asked.out, [text, "\n"])
        print({name: len(spots) for name, spots in kept.items()}, flush=True)
        wanting[:] = [theme for theme in SPOT_THEMES if len(kept[theme]) < asked.count]


if __name__ == "__main__":
    main()
