"""A match of Bluff: round after round, until one player has all the dice that are left.

The loser of a round forfeits a die, or gives it to the winner (the open problem of Lanctot & Long's paper), or hands
over as many dice as the bid was off. A player without dice is out. The loser opens the next round, or the winner. By
the rules of Perudo, a player who is right with spot-on wins a die back, and opens; and a player who comes down to one
die for the first time opens a palifico.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from riverboat.cards.randomness import Seed
from riverboat.errors import GameError
from riverboat.games.bluff.game import BluffGame, BluffRules, BluffState, Ending
from riverboat.games.engine.rules import as_choice

#: What the loser of a round pays.
Stake = Literal["forfeit", "give", "difference"]
#: Who opens the next round.
Starts = Literal["loser", "winner"]
STAKES: tuple[Stake, ...] = get_args(Stake)
STARTS: tuple[Starts, ...] = get_args(Starts)


@dataclass(frozen=True, init=False)
class MatchRules:
    """The rules of a round with the dice of the beginning, what the loser pays, and who opens the next round."""

    round: BluffRules
    stake: Stake
    starts: Starts

    def __init__(self, *, round: BluffRules, stake: str = "forfeit", starts: str = "loser") -> None:  # noqa: A002
        object.__setattr__(self, "round", round)
        object.__setattr__(self, "stake", as_choice("a stake of a match of bluff", stake, STAKES))
        object.__setattr__(self, "starts", as_choice("a starts of a match of bluff", starts, STARTS))


@dataclass(frozen=True, kw_only=True)
class MatchState:
    """Between two rounds: the dice of every player of the match, and who opens. Frozen: `after` gives the next."""

    rules: MatchRules
    dice: tuple[int, ...]
    starter: int
    reached: tuple[int, ...] = ()  # the players who have had their palifico
    special: bool = False  # whether the next round is one

    @property
    def full(self) -> tuple[int, ...]:
        """The dice with which each player began: nobody wins back more."""
        return self.rules.round.full or self.rules.round.dice

    @property
    def alive(self) -> tuple[int, ...]:
        """The players who still have dice."""
        return tuple(player for player, count in enumerate(self.dice) if count)

    @property
    def is_over(self) -> bool:
        """Whether one player is left."""
        return len(self.alive) == 1

    @property
    def winner(self) -> int:
        """The only player left with dice; an error while the match goes on."""
        if not self.is_over:
            raise GameError("the match is not over: it has no winner yet")
        return self.alive[0]

    def game(self) -> BluffGame:
        """The next round, in which the players who still have dice sit in their order."""
        if self.is_over:
            raise GameError("the match is over: there is no further round")
        dice, rules = tuple(self.dice[player] for player in self.alive), self.rules.round
        full = () if rules.spot_on == "no" else tuple(self.full[player] for player in self.alive)
        return BluffGame(replace(rules, seats=len(dice), dice=dice, special=self.special, full=full))

    def start(self, *, seed: Seed = None) -> BluffState:
        """Roll the dice of the next round; its seats are those of `alive`."""
        game = self.game()
        return game.start(seed=seed, button=(self.alive.index(self.starter) - 1) % game.seats)

    def after(self, ending: Ending) -> MatchState:
        """How the match stands after a round."""
        winner = self.alive[ending.winner]
        loser = None if ending.loser is None else self.alive[ending.loser]
        dice = list(self.dice)
        if loser is None:
            first = winner
            dice[winner] += self.rules.round.back and dice[winner] < self.full[winner]
        else:
            paid = max(1, abs(ending.showing - ending.bid.quantity)) if self.rules.stake == "difference" else 1
            paid = min(paid, dice[loser])
            dice[loser] -= paid
            if self.rules.stake != "forfeit":
                dice[winner] += paid
            first = loser if self.rules.starts == "loser" else winner
        special = loser is not None and self._has_palifico(loser, dice)
        if special and loser is not None:
            return replace(self, dice=tuple(dice), starter=loser, special=True, reached=(*self.reached, loser))
        while not dice[first]:
            first = (first + 1) % len(dice)
        return replace(self, dice=tuple(dice), starter=first, special=False)

    def played(self, state: BluffState) -> MatchState:
        """How the match stands after a round that is over."""
        if state.ending is None:
            raise GameError("the round is not over: the match goes on after it")
        return self.after(state.ending)

    def to_json(self, names: Sequence[str], *, number: int, hand: int) -> dict[str, Any]:
        """What a record of the next round says of the match; what only some rules need stands there with these."""
        rules = self.rules.round
        reached = {} if rules.palifico == "no" else {"reached": list(self.reached)}
        full = {} if rules.spot_on == "no" else {"full": list(self.full)}
        return {
            "number": number,
            "round": hand,
            "players": list(names),
            "dice": list(self.dice),
            "stake": self.rules.stake,
            "starts": self.rules.starts,
            **reached,
            **full,
        }

    def _has_palifico(self, loser: int, dice: list[int]) -> bool:
        """Whether somebody who lost is down to one die, for the first time, with enough players left."""
        rules = self.rules.round
        left = sum(map(bool, dice))
        is_first = dice[loser] == 1 and self.dice[loser] > 1 and loser not in self.reached
        return rules.palifico != "no" and is_first and left >= rules.palifico_from


def begin_match(rules: MatchRules) -> MatchState:
    """Before the first round, which player 0 opens."""
    return MatchState(rules=rules, dice=rules.round.dice, starter=0)
