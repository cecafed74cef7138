"""`equilibrium@FILE` at the table: it draws what it does from the mix of its bucket."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from riverboat.agents.drawing import Drawing
from riverboat.agents.equilibrium.model import EquilibriumModel, load_model
from riverboat.errors import AgentError
from riverboat.games.actions import Action
from riverboat.games.engine.observation import CardObservation
from riverboat.games.holdem import HoldemRules
from riverboat.solving.limit.tree import CALL, FOLD, RAISE, ROOT, LimitPlace, after

_ACTIONS = {"fold": FOLD, "check": CALL, "call": CALL, "bet": RAISE, "raise": RAISE}
#: What each may put in at most, in big blinds.
_DEEPEST = 24
_HOW = "riverboat train equilibrium --out FILE.npz makes a file, and equilibrium@FILE.npz plays it"


@lru_cache(maxsize=4)
def _loaded(path: Path, changed: float) -> EquilibriumModel:
    return load_model(path)


def model_at(path: Path) -> EquilibriumModel:
    """The model of a file, read once for as long as the file stays as it is."""
    return _loaded(path, path.stat().st_mtime if path.is_file() else 0.0)


def place_of(seen: CardObservation) -> LimitPlace:
    """Where a hand of heads-up limit stands, by what was done."""
    place: LimitPlace | None = ROOT
    for event in seen.history:
        if event.action.kind in _ACTIONS and place is not None:
            place = after(place, _ACTIONS[event.action.kind])
    if place is None:
        raise AgentError("the hand is over: there is nothing to decide")
    return place


class EquilibriumPlayer(Drawing):
    """Plays the average strategy of a model."""

    def __init__(self, model: EquilibriumModel) -> None:
        super().__init__()
        self.model = model

    def chances(self, observation: CardObservation) -> dict[Action, float]:
        """How often it takes each action here."""
        place = place_of(observation)
        low, high = sorted(observation.own_cards)
        mix = self.model.mix(place, np.array(observation.board, np.uint8), low, high)
        legal = {_ACTIONS[action.kind]: action for action in observation.legal_actions}
        found: dict[Action, float] = {}
        for wish, share in enumerate(mix.tolist()):
            if share > 0:
                # Who is all but out of chips may have fewer choices: a call is what is nearest to the wish.
                action = legal.get(wish) or legal.get(CALL) or legal[FOLD]
                found[action] = found.get(action, 0.0) + share
        return found

    def decide(self, observation: CardObservation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))


@dataclass(frozen=True)
class EquilibriumMaker:
    """Makes players; can be sent to another process."""

    place: Path | None = None

    def __post_init__(self) -> None:
        if self.place is None:
            raise AgentError(f"equilibrium plays from a file: {_HOW}")
        model_at(self.place)  # what can't be read is said before anybody plays

    def check(self, rules: HoldemRules, opener: int) -> None:
        """Refuse a game that it has not learned: heads-up limit with the usual blinds, bets and raises alone."""
        if rules.seats != 2:
            raise AgentError(f"equilibrium plays heads-up alone, not with {rules.seats} seats")
        big = rules.bets[0]
        usual = HoldemRules(blinds=(big // 2, big), bets=(big, 2 * big), stack=rules.stack, odd_chips=rules.odd_chips)
        if rules != usual or big % 2 or rules.start_stack < _DEEPEST * big:
            raise AgentError(
                "equilibrium plays limit Hold'em with blinds of half a small bet and a small bet, bets of one and two, "
                f"three raises a round and stacks of {_DEEPEST} small bets or more: other rules it has not learned"
            )

    def bucket_strategy(self) -> EquilibriumModel:
        """What it does with every holding."""
        assert self.place is not None
        return model_at(self.place)

    @property
    def fingerprint(self) -> str:
        """Equal for files that play the same."""
        return self.bucket_strategy().fingerprint

    def __call__(self) -> EquilibriumPlayer:
        """A fresh player."""
        return EquilibriumPlayer(self.bucket_strategy())
