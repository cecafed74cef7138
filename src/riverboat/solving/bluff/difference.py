"""Matches in which as many dice go over as the bid was off, solved by value iteration where rounds are small.

A round then has more than two results: what it is worth to win by one die is not what it is worth to win by two. So the
strategies of a round depend on the values of the match in the standings that follow, and these on the strategies.
Two series of values begin at 0 and at 1, and each sweep solves every round anew with what the others say of the
standings after it (Shapley 1953). One series stays below the truth and the other above it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.errors import GameError
from riverboat.games.bluff.game import BluffGame, BluffRules, BluffState, Ending
from riverboat.games.bluff.match import MatchRules, MatchState
from riverboat.solving.bluff.match import Chance, MatchStanding, round_rules
from riverboat.solving.form import SequenceForm
from riverboat.solving.linear_program import solve_linear_program
from riverboat.solving.response import bounds
from riverboat.solving.solution import Progress
from riverboat.solving.tree_form import tree_form
from riverboat.steps import run_to_end

#: A round of more ends is not written out: a linear program of it would take minutes, and there are dozens.
MOST_ENDS = 20_000
#: Payoffs are rounded to whole numbers over this.
_FINE = 1 << 40
#: After a round: whether its opener opens the next one too, and with which dice; None where it was the last.
_After = tuple[bool, MatchStanding | None]


@dataclass(frozen=True)
class _Round:
    """A round written out: its form, whose payoffs are the chances of each end, and where the match is after each."""

    form: SequenceForm
    chances: Floats  # [ends]
    after: Ints  # [ends] a place in `results`
    results: tuple[_After, ...]

    def value(self, worth: Floats) -> tuple[float, float]:
        """Bounds of what the round is worth to its opener, if the results are worth this."""
        payoffs = np.rint(self.chances * worth[self.after] * _FINE).astype(np.int64)
        staked = replace(self.form, payoffs=payoffs, payoff_scale=_FINE)
        plans = solve_linear_program(staked)
        low, high = bounds(staked, plans.x, plans.y)
        slack = len(payoffs) / _FINE
        return low - slack, high + slack


class _Ends(BluffState):
    """A round whose ends are noted in the order in which they are come to, each for one point."""

    noted: list[Ending]

    def copy(self) -> _Ends:
        """An independent copy that notes its end in the same place."""
        made = _Ends(self.game, starter=self.starter, rolls=self.rolls, history=self.history, ending=self.ending)
        made.noted = self.noted
        return made

    def returns(self) -> tuple[int, ...]:
        """A point for the opener."""
        assert self.ending is not None
        self.noted.append(self.ending)
        return 1, -1


class _Noting(BluffGame):
    """A round that says where its ends are to be noted."""

    def __init__(self, rules: BluffRules, noted: list[Ending]) -> None:
        super().__init__(rules)
        self._noted = noted

    def root(self, *, button: int | None = None) -> BluffState:
        """The beginning, before anybody has rolled."""
        begun = super().root(button=button)
        made = _Ends(begun.game, starter=begun.starter, rolls=begun.rolls, history=begun.history, ending=None)
        made.noted = self._noted
        return made


def _written_out(rules: MatchRules, here: MatchStanding) -> _Round:
    noted: list[Ending] = []
    form = tree_form(_Noting(round_rules(rules, here), noted))
    if len(noted) != len(form.rows):
        raise GameError(f"{len(noted)} ends of a round lead to {len(form.rows)} pairs of sequences: it is not solved")
    results: dict[_After, int] = {}
    after = [results.setdefault(_after(rules, here, ending), len(results)) for ending in noted]
    chances = np.asarray(form.payoffs, np.float64) / form.payoff_scale
    return _Round(form, chances, np.array(after, np.int64), tuple(results))


def _after(rules: MatchRules, here: MatchStanding, ending: Ending) -> _After:
    """The opener has seat 0 here."""
    state = MatchState(rules=rules, dice=tuple(here), starter=0).after(ending)
    if state.is_over:
        return state.winner == 0, None
    opens = state.starter == 0
    return opens, MatchStanding(*(state.dice if opens else state.dice[::-1]))


def difference_steps(
    rules: MatchRules, *, gap: float = 1e-6, most: int = 1000
) -> Generator[Progress, None, Mapping[MatchStanding, Chance]]:
    """The opener's chance to win the match in every standing it can come to, between proved bounds."""
    refuse_large_rounds(rules)
    rounds: dict[MatchStanding, _Round] = {}
    waiting = [MatchStanding(*rules.round.dice)]
    while waiting:
        here = waiting.pop()
        if here not in rounds:
            yield Progress(part=f"writing out {here.opener} against {here.other} dice")
            rounds[here] = _written_out(rules, here)
            waiting += [after for _, after in rounds[here].results if after is not None]
    low, high = dict.fromkeys(rounds, 0.0), dict.fromkeys(rounds, 1.0)
    for sweep in range(1, most + 1):
        series = []
        for own, others in ((low, high), (high, low)):
            worths = {here: np.array([_worth(each, own, others) for each in of.results]) for here, of in rounds.items()}
            series.append({here: of.value(worths[here]) for here, of in rounds.items()})
        low = {here: max(low[here], found[0]) for here, found in series[0].items()}
        high = {here: min(high[here], found[1]) for here, found in series[1].items()}
        first = next(iter(rounds))
        yield Progress(part="value iteration", iterations=sweep, low=low[first], high=high[first])
        if max(high[here] - low[here] for here in rounds) <= gap:
            break
    return {here: Chance(low=Fraction(low[here]), high=Fraction(high[here])) for here in rounds}


def _worth(after: _After, own: Mapping[MatchStanding, float], others: Mapping[MatchStanding, float]) -> float:
    """What a result is worth to the opener: their own chance to win, or what the next opener leaves them."""
    opens, standing = after
    if standing is None:
        return float(opens)
    return own[standing] if opens else 1 - others[standing]


def refuse_large_rounds(rules: MatchRules) -> None:
    """Refuse a match that can come to a round with too many ends: any share of all the dice."""
    total = sum(rules.round.dice)
    for own in range(1, total):
        made = round_rules(rules, MatchStanding(own, total - own))
        ends = len(made.table.rolls(0)) * len(made.table.rolls(1)) * (2 ** len(made.bids) - 1)
        if ends > MOST_ENDS:
            raise GameError(
                f"a match of {total} dice with {made.faces} faces comes to a round of {own} against {total - own} "
                f"dice, which is too large for this rule: {ends:,} ends, and {MOST_ENDS:,} are written out; "
                "--match 2,1 --faces 3 or --match 2,2 --faces 2 would fit"
            )


def difference_values(rules: MatchRules, *, gap: float = 1e-6) -> Mapping[MatchStanding, Chance]:
    """Solve a match to the end."""
    return run_to_end(difference_steps(rules, gap=gap))
