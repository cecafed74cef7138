"""Why the decision module does what it does: the rule that led to an action, by name."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, get_args

#: Who decides: the paper's module, or the one beyond it.
MindKind = Literal["paper", "plus"]
#: Which past case counts: the most similar one, as in the paper; the most similar that went well; or none.
CaseUse = Literal["nearest", "good", "none"]
CASE_USES: tuple[CaseUse, ...] = get_args(CaseUse)


class Why(StrEnum):
    """The rule behind an action. The last four are the ones of the kind beyond the paper."""

    SUPERIOR = "superior"  # the better hand goes on
    CASE_FOLDS = "case folds"  # a very similar case was folded
    CASE_STAYS = "case stays"  # a very similar case went on
    INFERIOR = "inferior"  # the worse hand folds, by the possibility of folding
    STAYS = "stays"  # the worse hand goes on, by the possibility of folding
    NO_BLUFF = "no bluff"  # all cards are dealt, the hand is worse and does not look better
    BLUFF = "bluff"  # all cards are dealt, the hand is worse and looks better
    TURN_BEST = "turn the best looking"
    TURN_ANY = "turn any"
    TURN_WORST = "turn the worst looking"
    TURN_SECOND = "turn the second worst looking"
    TOO_DEAR = "too dear"
    PAYS = "pays"
    LEAST = "least"
    EDGE = "edge"
