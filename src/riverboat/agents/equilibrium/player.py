"""`equilibrium` at the table: before the river the mix of its bucket, on the river that of a solution made there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from riverboat.agents.drawing import Drawing
from riverboat.agents.equilibrium.model import EquilibriumModel, load_model
from riverboat.agents.equilibrium.river import (
    KINDS,
    RIVER_CARDS,
    SolvedMix,
    advice_at,
    node_at,
    river_shares,
    solution_of,
)
from riverboat.agents.equilibrium.solved import SolvedMaker, SolvedPlayer, solved_policy
from riverboat.arrays import CardRow, Floats
from riverboat.errors import AgentError
from riverboat.games.actions import Action
from riverboat.games.catalog import find_game
from riverboat.games.engine.game import CardGame
from riverboat.games.engine.observation import CardObservation
from riverboat.games.engine.rules import PokerRules
from riverboat.games.holdem import HoldemRules
from riverboat.games.size import refuse_long_solving
from riverboat.solving.limit.tree import CALL, FOLD, ROOT, LimitPlace, after
from riverboat.solving.spots.solution import SpotSolution

#: What each may put in at most, in big blinds.
DEEPEST = 24
SHIPPED = Path(__file__).parents[1] / "trained" / "equilibrium.npz"


@lru_cache(maxsize=4)
def _loaded(path: Path, changed: float) -> EquilibriumModel:
    return load_model(path)


def model_at(path: Path) -> EquilibriumModel:
    """The model of a file, read once for as long as the file stays as it is."""
    return _loaded(path, path.stat().st_mtime if path.is_file() else 0.0)


def actions_of(seen: CardObservation) -> list[int]:
    """What was done in a hand so far, blinds apart."""
    kinds = (event.action.kind for event in seen.history)
    return [KINDS[kind] for kind in kinds if kind in KINDS]


def place_of(seen: CardObservation) -> LimitPlace:
    """Where a hand of heads-up limit stands, by what was done."""
    place: LimitPlace | None = ROOT
    try:
        for action in actions_of(seen):
            place = None if place is None else after(place, action)
    except ValueError:
        raise AgentError("this hand is none of two players at limit, with at most four bets on a street") from None
    if place is None:
        raise AgentError("the hand is over: there is nothing to decide")
    return place


class EquilibriumPlayer(Drawing):
    """Plays the average strategy of a model, and where it is wanted solves rivers again."""

    def __init__(self, model: EquilibriumModel, *, solves: bool = False) -> None:
        super().__init__()
        self.model, self.solves = model, solves

    def solution(self, actions: list[int], board: CardRow) -> SpotSolution | None:
        """The solution of a river, by what everybody sees; None where the model would never have come there."""
        return solution_of(self.model, actions, board)

    def advice(self, observation: CardObservation) -> SolvedMix | None:
        """What the solved river does with what it holds; None before the river, or where the model must do."""
        if not self.solves or len(observation.board) < RIVER_CARDS:
            return None
        actions = actions_of(observation)
        solution = self.solution(actions, np.array(observation.board, np.uint8))
        if solution is None:
            return None
        low, high = sorted(observation.own_cards)
        return advice_at(node_at(solution, actions), low, high)

    def mix(self, observation: CardObservation) -> Floats:
        """How often it folds, calls and raises here."""
        found = self.advice(observation)
        if found is not None:
            return found.mix
        low, high = sorted(observation.own_cards)
        board = np.array(observation.board, np.uint8)
        return self.model.mix(place_of(observation), board, low, high).astype(np.float64)

    def chances(self, observation: CardObservation) -> dict[Action, float]:
        """How often it takes each action here."""
        if observation.rules is not None and find_game(observation.rules.name).small:
            return SolvedPlayer(solved_policy(observation.rules)).chances(observation)
        legal = {KINDS[action.kind]: action for action in observation.legal_actions}
        found: dict[Action, float] = {}
        for wish, share in enumerate(self.mix(observation).tolist()):
            if share > 0:
                # A player all but out of chips may have fewer choices: a call is what is nearest to the wish.
                action = legal.get(wish) or legal.get(CALL) or legal[FOLD]
                found[action] = found.get(action, 0.0) + share
        return found

    def decide(self, observation: CardObservation) -> Action:
        """The action it chooses."""
        return self.draw(self.chances(observation))


@dataclass(frozen=True)
class EquilibriumMaker:
    """Makes players; can be sent to another process. `river` is 1 where rivers are solved again, 0 where not."""

    place: Path = SHIPPED
    river: float = 1.0

    def __post_init__(self) -> None:
        model_at(self.place)  # what can't be read is said before anybody plays

    def check(self, rules: PokerRules, opener: int) -> None:
        """Refuse a game that it has not learned: of Hold'em heads-up limit with the usual blinds, bets and raises."""
        if not isinstance(rules, HoldemRules):
            refuse_long_solving(CardGame(rules))
            return
        if rules.seats != 2:
            raise AgentError(f"equilibrium plays heads-up alone, not with {rules.seats} seats")
        big = rules.bets[0]
        usual = HoldemRules(blinds=(big // 2, big), bets=(big, 2 * big), stack=rules.stack, odd_chips=rules.odd_chips)
        if rules != usual or big % 2 or rules.start_stack < DEEPEST * big:
            raise AgentError(
                "equilibrium plays limit Hold'em with blinds of half a small bet and a small bet, bets of one and two, "
                f"three raises a round and stacks of {DEEPEST} small bets or more: other rules it has not learned"
            )

    def bucket_strategy(self) -> EquilibriumModel:
        """What the model does with every holding; rivers that are solved at the table are not in it."""
        return model_at(self.place)

    @property
    def solved_shares(self) -> Callable[[list[int], CardRow], Floats] | None:
        """What it does on rivers with every holding, by the solution that it plays; None where the model plays on."""
        return partial(river_shares, self.bucket_strategy()) if self.river else None

    @property
    def fingerprint(self) -> str:
        """Equal for files that play alike."""
        return self.bucket_strategy().fingerprint + ("" if self.river else " without solving")

    def __call__(self) -> EquilibriumPlayer:
        """A fresh player."""
        return EquilibriumPlayer(self.bucket_strategy(), solves=bool(self.river))


def equilibrium_maker(place: Path = SHIPPED, river: float = 1.0) -> EquilibriumMaker | SolvedMaker:
    """What makes the players of a file: trained weights of Hold'em, or the strategies of a game that was solved."""
    return SolvedMaker(place) if place.suffix == ".json" else EquilibriumMaker(place, river)
