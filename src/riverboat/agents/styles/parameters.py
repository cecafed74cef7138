"""The parameters of the styles and what they mean. Frozen: later work plays against these very players."""

from __future__ import annotations

from riverboat.agents.entry import AgentEntry, Parameter, scratch
from riverboat.agents.kinds_kernel import STYLE, STYLE_MEMORY
from riverboat.games.catalog import games_for

HOLDEM = ("holdem-limit", "holdem-nolimit")

#: In the order of the kernel's places.
MEANINGS = (
    ("enter", "strength from which it pays one bet before the flop"),
    ("open_at", "strength from which it wants to raise before the flop"),
    ("stay", "strength from which it pays one bet on later streets"),
    ("raise_at", "strength from which it wants to bet or raise on later streets"),
    ("respect", "what every further bet to call adds to these thresholds"),
    ("crowd", "how much further opponents weaken a hand: strength is x to the power 1 + crowd * (opponents - 1)"),
    ("aggression", "how often it does bet or raise when it wants to"),
    ("bluff", "how often it bets with anything when nobody has bet"),
)

_VALUES: dict[str, tuple[float, ...]] = {
    #                   enter  open  stay raise respect crowd aggr. bluff
    "loose-passive": (0.38, 0.60, 0.38, 0.85, 0.03, 0.04, 0.35, 0.00),
    "loose-aggressive": (0.38, 0.48, 0.40, 0.60, 0.03, 0.04, 0.85, 0.12),
    "tight-passive": (0.50, 0.60, 0.58, 0.85, 0.05, 0.04, 0.35, 0.00),
    "tight-aggressive": (0.50, 0.52, 0.55, 0.66, 0.05, 0.04, 0.85, 0.08),
    "maniac": (0.20, 0.25, 0.25, 0.30, 0.00, 0.02, 0.90, 0.50),
    "rock": (0.58, 0.75, 0.75, 0.92, 0.05, 0.04, 0.30, 0.00),
}

#: Of the second set of opponents, calibrated to what the paper's player A loses to nine tight-passive players (Barone &
#: While 1999, Table 2: -528 chips an epoch; docs/studies/evolve.md). The other player of that set is `random`.
_PAPER_VALUES: dict[str, tuple[float, ...]] = {
    #                      enter  open  stay raise respect crowd aggr. bluff
    "paper-tight-passive": (0.50, 0.60, 0.50, 0.70, 0.05, 0.06, 0.45, 0.00),
}

_LINES = {
    "loose-passive": "plays most hands and calls to the end, rarely raises: the calling station",
    "loose-aggressive": "plays most hands and bets them hard, bluffs now and then",
    "tight-passive": "waits for good hands, then mostly checks and calls; fears raises",
    "tight-aggressive": "waits for good hands and bets them hard: the competent static player",
    "maniac": "plays nearly everything and raises nearly always",
    "paper-tight-passive": "waits for good hands and mostly calls, but bets good hands: calibrated to a paper's figure",
    "rock": "plays only the best hands, and raises only with what hardly loses",
}


def _entry(name: str, values: tuple[float, ...]) -> AgentEntry:
    parameters = tuple(
        Parameter(name=meaning[0], line=meaning[1], low=0.0, high=1.0, default=default)
        for meaning, default in zip(MEANINGS, values, strict=True)
    )
    return AgentEntry(
        name=name,
        line=_LINES[name],
        kind=STYLE,
        memory_layout=(scratch(STYLE_MEMORY),),
        games=games_for("board"),
        parameters=parameters,
    )


STYLES = tuple(_entry(name, values) for name, values in _VALUES.items())
PAPER_STYLES = tuple(_entry(name, values) for name, values in _PAPER_VALUES.items())
