"""The networks that play, by name: the thesis's `ann`, and `adaptive`, which it planned and never built.

Their weights are data: shipped in `agents/trained`, made by `riverboat train`. `switcher`, a player who changes style
while they play, is what they are tested on.
"""

from __future__ import annotations

from dataclasses import replace

from riverboat.agents.entry import AgentEntry, Layout, Parameter, Rows, Stretch, counts, owners, scratch
from riverboat.agents.kinds_kernel import ADAPTIVE, ADAPTIVE_68, ANN, SWITCHER
from riverboat.agents.neural import adaptive_layout_kernel as wide
from riverboat.agents.neural import neural_layout_kernel as at
from riverboat.agents.styles.parameters import HOLDEM, STYLES
from riverboat.games.engine.layout_kernel import MAX_SEATS
from riverboat.modeling.attributes_layout import TRAIT, TRAITS
from riverboat.modeling.habits_layout import MOST_CASES, SITUATION, SITUATIONS

_STYLE_NUMBERS = ", ".join(f"{index} {entry.name}" for index, entry in enumerate(STYLES, 1))

#: A weight of a network; those of trained ones stay below 10,000.
_MOST_WEIGHT = 1e9


def _weights(size: int) -> Stretch:
    return Stretch(name="a weight", size=size, low=-_MOST_WEIGHT, high=_MOST_WEIGHT)


def _net_weights(sees: tuple[int, int], size: int) -> Layout:
    looks = Stretch(name="whether it looks at opponents", low=sees[0], high=sees[1], whole=True)
    return (looks, _weights(size - 1))


_TRAIT = (counts("hands seen"), Stretch(name="a share of actions", size=TRAIT - 1))
_ATTRIBUTES = (owners(MAX_SEATS), Rows(times=MAX_SEATS * TRAITS, row=_TRAIT))
_HABIT = Stretch(name="cases of a situation", size=SITUATION, high=MOST_CASES + 1)
_ADAPTIVE = AgentEntry(
    name="adaptive",
    line="a network that sees the betting, its place and what its opponents tend to do, and adapts to them",
    kind=ADAPTIVE,
    weights_layout=_net_weights((0, 1), wide.WEIGHTS),
    memory_layout=(
        scratch(wide.MODELS_AT),
        *_ATTRIBUTES,
        owners(MAX_SEATS),
        Rows(times=MAX_SEATS * SITUATIONS, row=(_HABIT,)),
    ),
    remembers=True,
    games=HOLDEM,
    model="adaptive.npz",
)
_ADAPTIVE_68 = AgentEntry(
    name="adaptive-68",
    line="the thesis's network of 68 inputs, which sees seven attributes of each opponent",
    kind=ADAPTIVE_68,
    weights_layout=_net_weights((1, 1), at.ADAPTIVE_WEIGHTS),
    memory_layout=(scratch(at.MODELS_AT), *_ATTRIBUTES),
    remembers=True,
    games=HOLDEM,
    model="adaptive-68.npz",
)


NEURAL = (
    AgentEntry(
        name="ann",
        line="a neural network trained to play like people; folds by pot odds",
        kind=ANN,
        weights_layout=(
            Stretch(name="how many inputs it has", low=1, high=at.GAME_INPUTS, whole=True),
            counts("how many hidden neurons it has", most=at.MOST_HIDDEN),
            _weights(at.ANN_WEIGHTS - 2),
        ),
        memory_layout=(scratch(at.ANN_MEMORY),),
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
                name="mixed",
                line="1: either output by its share; 0: always the larger",
                low=0,
                high=1,
                default=0,
                whole=True,
            ),
        ),
    ),
    _ADAPTIVE,
    replace(
        _ADAPTIVE,
        name="adaptive-twin",
        line="the network of adaptive, trained as long, that sees the game alone and nothing of its opponents",
        weights_layout=_net_weights((0, 0), wide.WEIGHTS),
        remembers=False,
        model="adaptive-twin.npz",
    ),
    _ADAPTIVE_68,
    replace(
        _ADAPTIVE_68,
        name="adaptive-68-twin",
        line="the network of adaptive-68, trained as long, that sees the game alone and no opponent's attributes",
        weights_layout=_net_weights((0, 0), at.ADAPTIVE_WEIGHTS),
        remembers=False,
        model="adaptive-68-twin.npz",
    ),
    AgentEntry(
        name="switcher",
        line="switches style every so often",
        kind=SWITCHER,
        memory_layout=(scratch(at.SEEN_HANDS), counts("hands seen")),
        remembers=True,
        games=HOLDEM,
        parameters=(
            Parameter(
                name="first",
                line=f"the style it begins with: {_STYLE_NUMBERS}",
                low=1,
                high=len(STYLES),
                default=1,
                whole=True,
            ),
            Parameter(name="second", line="the style it changes to", low=1, high=len(STYLES), default=4, whole=True),
            Parameter(name="after", line="hands after which it changes", low=0, high=1e9, default=500, whole=True),
        ),
    ),
)
