"""Which measure of luck fits a match: by the game's rules, and by which players can say what they would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from riverboat.arrays import Words
from riverboat.errors import ArenaError
from riverboat.games import Action, CardGame

if TYPE_CHECKING:
    from riverboat.arena.matches.plan import MatchPlan
    from riverboat.games.protocol import PlayedGame

#: Matches of up to this many hands are adjusted where nothing is said: it takes a tenth of a millisecond to two a hand.
USUALLY_ADJUSTED = 20_000


class HandLuck(Protocol):
    """Measures luck in the hands of a match, one after another."""

    def note(self, state: Any, chances: Mapping[Action, float] | None, /) -> None:
        """Be told how often the seat to act takes each action, before it does; None where that is not known."""
        ...

    def of_hand(self, state: Any, players: Sequence[int], words: Words, /) -> Sequence[float]:
        """What luck gave to each seat in a hand that is over, in the unit of its incomes; `players` sit there.

        The random `words` tell nothing of the hand's cards.
        """
        ...


def can_adjust(game: PlayedGame[Any]) -> bool:
    """Whether luck can be measured in a game."""
    from riverboat.arena.luck.pots import is_holdem
    from riverboat.arena.luck.small_games import is_small

    return is_small(game) or (isinstance(game, CardGame) and is_holdem(game))


def adjusting(plan: MatchPlan, wanted: bool | None) -> MatchPlan:
    """A plan that measures luck if that is wanted (True), not (False), or where it costs little (None)."""
    game = plan.make_game(plan.seats)
    if wanted and plan.whole:
        raise ArenaError("whole matches can't be adjusted for luck: leave out --adjusted")
    if wanted and not can_adjust(game):
        raise ArenaError(
            f"results of {plan.game} can't be adjusted for luck: those of Hold'em, Kuhn and Leduc poker can, and "
            "rounds of Bluff for two with few dice (--rule dice=2,2)"
        )
    usual = plan.seats == 2 and plan.hands <= USUALLY_ADJUSTED and isinstance(game, CardGame) and can_adjust(game)
    return replace(plan, adjusted=usual if wanted is None else wanted)


def hand_luck(plan: MatchPlan) -> HandLuck:
    """The measure of luck for a match; refuses a game in which there is none."""
    from riverboat.arena.luck.limit import LimitLuck, is_usual_limit
    from riverboat.arena.luck.pots import PotLuck
    from riverboat.arena.luck.small_games import SmallGameLuck, is_small

    game = adjusting(plan, True).make_game(plan.seats)
    if is_small(game):
        return SmallGameLuck(game, plan.agents)
    return LimitLuck(plan.agents) if is_usual_limit(game.rules) else PotLuck()
