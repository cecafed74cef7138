"""The networks that play, by name: the thesis's `ann`, and `adaptive`, which it planned and never built.

Their weights are data: shipped in `agents/trained`, made by `riverboat train`. `switcher`, a player who changes style
while he plays, is what they are tested on.
"""

from __future__ import annotations

from dataclasses import replace

from riverboat.agents import neural_places_kernel as places
from riverboat.agents.entry import AgentEntry, Parameter
from riverboat.agents.kinds_kernel import ADAPTIVE, ANN, SWITCHER
from riverboat.agents.styles import HOLDEM, STYLES

_STYLE_NUMBERS = ", ".join(f"{at} {entry.name}" for at, entry in enumerate(STYLES, 1))

_ADAPTIVE = AgentEntry(
    name="adaptive",
    line="a network that sees seven attributes of each opponent, and adapts to them",
    kind=ADAPTIVE,
    weights=places.ADAPTIVE_WEIGHTS,
    memory=places.ADAPTIVE_MEMORY,
    remembers=True,
    games=HOLDEM,
    model="adaptive.npz",
)

NEURAL = (
    AgentEntry(
        name="ann",
        line="a network that imitates people (Vinther & Holst's second), folds by pot odds",
        kind=ANN,
        weights=places.ANN_WEIGHTS,
        memory=places.ANN_MEMORY,
        games=HOLDEM,
        model="ann.npz",
        parameters=(
            Parameter(
                name="fold_below",
                line="folds where its chance is below this times the pot odds",
                low=0,
                high=5,
                default=1,
            ),
            Parameter(
                name="mixed", line="1: either output by its share; 0: always the larger", low=0, high=1, default=0
            ),
        ),
    ),
    _ADAPTIVE,
    replace(
        _ADAPTIVE,
        name="adaptive-twin",
        line="the same network, trained as long, that sees the game alone and no opponent's attributes",
        remembers=False,
        model="adaptive-twin.npz",
    ),
    AgentEntry(
        name="switcher",
        line="plays one style, and after so many hands another",
        kind=SWITCHER,
        memory=places.SWITCHER_MEMORY,
        remembers=True,
        games=HOLDEM,
        parameters=(
            Parameter(
                name="first", line=f"the style it begins with: {_STYLE_NUMBERS}", low=1, high=len(STYLES), default=1
            ),
            Parameter(name="second", line="the style it changes to", low=1, high=len(STYLES), default=4),
            Parameter(name="after", line="hands after which it changes", low=0, high=1e9, default=500),
        ),
    ),
)
