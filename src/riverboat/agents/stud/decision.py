"""The decision module of Osone & Onisawa's partner agent: it assesses a hand, and says what it would do and why.

Numbers in brackets are the paper's equations. Everything is worked out from one seat's observation; what is random in
a decision is drawn from the module's seed and the observation, so that the same situation gives the same decision.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np

from riverboat.agents.stud import plus as stud_plus
from riverboat.agents.stud.chances import WinRate, potential, win_rate
from riverboat.agents.stud.situation import (
    Situation,
    cards_at,
    read_moves,
    situation_at,
    situation_before,
    situation_now,
    up_at,
)
from riverboat.cards.cards import rank_of
from riverboat.cards.evaluator import BEST, CATEGORIES, category, evaluate
from riverboat.games import Action, CardObservation
from riverboat.modeling.cases import Case, CaseBase, Features
from riverboat.modeling.fuzzy import Fired, Inference, RuleBase, Variable
from riverboat.modeling.tendencies import BET, TURN, Adjustment, Bet, Tendencies, adjust

#: Equation 8: a bluff must look so much better than the opponent's open cards.
BLUFF_MARGIN = 1.3
#: Equation 10: the noise's standard deviation; its variance is 0.1.
NOISE = 0.1**0.5
#: How often the card of the lowest potential is turned, where the hand is hidden and good; else the second lowest.
LOWEST = 0.8
#: How many of the most similar cases are looked at.
CASES_SEEN = 10
LAST_DRAWN = 5  # the turn on which the last card comes

INFERIORITY = Variable("inferiority", -1.0, 0.0, {"clear": (-1.0, -1.0, -0.6, -0.1), "slight": (-0.6, -0.1, 0.0, 0.0)})
POSSIBILITY = Variable(
    "possibility of folding",
    0.0,
    1.0,
    {"low": (0.0, 0.0, 0.0, 0.3), "middle": (0.2, 0.5, 0.5, 0.8), "high": (0.6, 0.9, 1.0, 1.0)},
)
#: By inferiority, the opponent's bet and the turn: "if he bets much and it is late, fold with high possibility".
FOLDING = RuleBase(
    (INFERIORITY, BET, TURN),
    POSSIBILITY,
    (
        *("low", "low", "low", "middle", "middle", "high"),  # clear: few early, few late, middle early ...
        *("low", "low", "low", "low", "low", "middle"),  # slight
    ),
)


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """How a hand stands, by every number that the module works out."""

    situation: Situation
    win: WinRate  # [1]
    expect: float  # [2]
    adjustment: Adjustment  # [3]
    result: float  # [4]
    potential: float  # [7], of our hand as others see it
    features: Features
    cases: tuple[Case, ...]  # the most similar first

    @property
    def superior(self) -> bool:
        """Whether our hand is assessed as the better one."""
        return self.result >= 0

    @property
    def case(self) -> Case | None:
        """The most similar case that went well: a solution that failed is none."""
        return next((case for case in self.cases if case.good), None)


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What to do, the rule of the paper that says so, and the numbers it took beyond the assessment."""

    action: Action
    why: str
    assessment: Assessment
    fold: Inference | None = field(default=None, repr=False)  # the possibility of folding
    draw: float | None = None  # what it was compared with
    bluff: bool = False
    their_potential: float | None = None
    size: float | None = None  # a of [10] or [11], after the noise
    bet: float | None = None  # C_bet [9]
    potentials: tuple[tuple[int, float], ...] = ()  # by card that could be turned
    reading: stud_plus.StudReading | None = None  # of the plus kind

    @property
    def folds(self) -> bool:
        """Whether the game is given up."""
        return self.action.kind == "fold"

    @property
    def fired(self) -> tuple[Fired, ...]:
        """The rules behind the possibility of folding."""
        return FOLDING.fired(self.fold.degrees) if self.fold is not None else ()


def expect_of(win: float) -> float:
    """Equation 2."""
    return 2 * (win - 0.5)


def bet_points(lower: float, upper: float, size: float) -> float:
    """Equation 9."""
    return lower + size * (upper - lower)


def bet_size(result: float, noise: float) -> float:
    """Equation 10, kept within 0 and 1."""
    return min(max((result + 1) / 2 + noise, 0.0), 1.0)


def bluff_size(looks: float) -> float:
    """Equation 11."""
    return (looks / 9 + 1) / 2


def bluffs(mine: float, theirs: float) -> bool:
    """Equation 8."""
    return mine >= theirs + BLUFF_MARGIN


def implied_strength(points: int, lower: int, upper: int) -> float:
    """What a bet says of a hand where it was made by equations 9 and 10: these, backwards."""
    return 2 * bet_size(2 * (points - lower) / (upper - lower) - 1, 0.0) - 1 if upper > lower else 0.0


class Mind:
    """What one player knows and believes: cases of his own, tendencies of his opponent. `kind` is paper or plus.

    `without` leaves parts out, to find out what they are worth: "tendencies", "cases", "noise".
    """

    def __init__(self, *, seed: int = 0, kind: str = "paper", without: tuple[str, ...] = ()) -> None:
        self.seed = seed
        self.kind = kind
        self.without = without
        self.tendencies = Tendencies()
        self.cases = CaseBase()

    def assess(self, seen: CardObservation) -> Assessment:
        """How the hand stands now."""
        now = situation_now(seen)
        return self._assess(now, situation_before(seen, seen.seat, now.turn))

    def _assess(self, now: Situation, before: Situation | None, *, search: bool = True) -> Assessment:
        win = win_rate(now.mine, now.their_up, seed=self.seed)
        expect = expect_of(win.rate)
        found = self.tendencies.adjustment(expect, now.bet, now.turn)
        result = adjust(expect, found.infer)
        looks = self.looks(now)
        result_before, bet_before, looks_before = result, now.bet, looks
        if before is not None:
            expect_before = expect_of(win_rate(before.mine, before.their_up, seed=self.seed).rate)
            change = self.tendencies.adjustment(expect_before, before.bet, before.turn).infer
            result_before, bet_before = adjust(expect_before, change), before.bet
            looks_before = self.looks(before)
        features = tuple(
            min(max(value, 0.0), 1.0)
            for value in (
                (result + 1) / 2,
                now.bet,
                (result - result_before + 1) / 2,
                (now.bet - bet_before + 1) / 2,
                looks / 9,
                ((looks - looks_before) / 9 + 1) / 2,
                now.turn / 7,
            )
        )
        return Assessment(
            situation=now,
            win=win,
            expect=expect,
            adjustment=found,
            result=result,
            potential=looks,
            features=features,
            cases=self.cases.most_similar(features, CASES_SEEN) if search else (),
        )

    def looks(self, now: Situation) -> float:
        """Our potential [7]: the score that our open cards promise to somebody who sees them and his own open ones."""
        return potential(now.my_up, now.their_up, seed=self.seed)

    def their_looks(self, now: Situation) -> float:
        """The opponent's potential: the score that his open cards promise to us."""
        return potential(now.their_up, now.mine, seed=self.seed)

    def decide(self, seen: CardObservation) -> Decision:
        """What the module would do where its seat is to act."""
        rng = np.random.default_rng([self.seed, zlib.crc32(seen.to_bytes())])
        found = self.assess(seen)
        if seen.legal_actions.cards:
            return self._reveal(seen, found, rng)
        if self.kind == "plus":
            return self._plus(seen, found)
        if found.situation.turn <= LAST_DRAWN:
            return self._early(seen, found, rng)
        return self._late(seen, found, rng)

    def _plus(self, seen: CardObservation, found: Assessment) -> Decision:
        """Beyond the paper: see `stud_plus`."""
        reading = stud_plus.read(seen, found.situation, found.win.rate, found.adjustment.infer)
        action, why = stud_plus.chosen(seen, reading)
        return Decision(action=action, why=why, assessment=found, reading=reading)

    def _early(self, seen: CardObservation, found: Assessment, rng: np.random.Generator) -> Decision:
        """Section 3.2.4, turns 1 to 5."""
        case = found.case
        if found.superior:
            if case is not None and case.overrules and case.folded:
                return Decision(action=Action("fold"), why="case folds", assessment=found)
            return self._bet(seen, found, rng, why="superior")
        fold = FOLDING.infer(found.result, found.situation.bet, found.situation.turn / 7)
        draw = float(rng.random())
        if case is not None and case.overrules and not case.folded:
            return self._bet(seen, found, rng, why="case stays", fold=fold)
        if fold.value > draw:
            return Decision(action=Action("fold"), why="inferior", assessment=found, fold=fold, draw=draw)
        return self._bet(seen, found, rng, why="stays", fold=fold, draw=draw)

    def _late(self, seen: CardObservation, found: Assessment, rng: np.random.Generator) -> Decision:
        """Section 3.2.4, turns 6 and 7: all cards are dealt, a weak hand can only bluff."""
        case = found.case
        case_folds = case is not None and case.overrules and case.folded
        if found.superior:
            if case_folds:
                return Decision(action=Action("fold"), why="case folds", assessment=found)
            return self._bet(seen, found, rng, why="superior")
        theirs = self.their_looks(found.situation)
        if not bluffs(found.potential, theirs):
            return Decision(action=Action("fold"), why="no bluff", assessment=found, their_potential=theirs)
        if case_folds:
            return Decision(action=Action("fold"), why="case folds", assessment=found, their_potential=theirs)
        size = bluff_size(found.potential)
        return self._place(seen, found, size, why="bluff", bluff=True, their_potential=theirs)

    def _bet(
        self,
        seen: CardObservation,
        found: Assessment,
        rng: np.random.Generator,
        *,
        why: str,
        fold: Inference | None = None,
        draw: float | None = None,
    ) -> Decision:
        noise = 0.0 if "noise" in self.without else float(rng.normal(0.0, NOISE))
        size = bet_size(found.result, noise)
        return self._place(seen, found, size, why=why, fold=fold, draw=draw)

    def _place(
        self,
        seen: CardObservation,
        found: Assessment,
        size: float,
        *,
        why: str,
        fold: Inference | None = None,
        draw: float | None = None,
        bluff: bool = False,
        their_potential: float | None = None,
    ) -> Decision:
        """Section 3.2.5: the points [9] are bet; against a bet they are a call, and a raise where they go beyond it."""
        lower = seen.small_bet
        points = bet_points(lower, seen.pot, size)
        return Decision(
            action=bet_action(seen, points, lower),
            why=why,
            assessment=found,
            fold=fold,
            draw=draw,
            bluff=bluff,
            their_potential=their_potential,
            size=size,
            bet=points,
        )

    def _reveal(self, seen: CardObservation, found: Assessment, rng: np.random.Generator) -> Decision:
        """Section 3.2.6: which card to turn."""
        now = found.situation
        by_card = {card: potential((*now.my_up, card), now.their_up, seed=self.seed) for card in now.my_down}
        order = sorted(by_card, key=lambda card: (by_card[card], card))
        draw = float(rng.random())
        if not found.superior:
            card, why = order[-1], "turn the best looking"
        elif shown(now):
            card, why = order[int(draw * len(order))], "turn any"
        elif draw < LOWEST or len(order) == 1:
            card, why = order[0], "turn the worst looking"
        else:
            card, why = order[1], "turn the second worst looking"
        return Decision(
            action=Action("reveal", card),
            why=why,
            assessment=found,
            draw=draw,
            potentials=tuple((card, by_card[card]) for card in order),
        )

    def learn(self, seen: CardObservation) -> None:
        """A game is over and all cards are seen: remember our decisions as cases, and what his bets were worth."""
        if "cases" not in self.without:
            for features, folded, good in self._cases_of(seen):
                self.cases.add(features, folded=folded, good=good)
        if "tendencies" not in self.without:
            self.tendencies.learn(bets_of(seen, 1 - seen.seat, seed=self.seed))

    def _cases_of(self, seen: CardObservation) -> list[tuple[Features, bool, bool]]:
        """Each of our decisions to fold or not: what it was, and whether it turned out well.

        Going on is good where the game was won; folding is, where the hand was more likely to lose than to win
        against the cards that we now see.
        """
        me, won = seen.seat, seen.returns()[seen.seat] > 0
        found = []
        for move in read_moves(seen):
            if move.seat != me:
                continue
            now = situation_at(seen, me, move.turn, move.at)
            features = self._assess(now, situation_before(seen, me, move.turn), search=False).features
            folded = move.kind == "fold"
            good = won
            if folded:
                theirs = cards_at(seen, 1 - me, move.turn)
                good = win_rate(now.mine, theirs, seed=self.seed).rate < 0.5
            found.append((features, folded, good))
        return found


def bets_of(seen: CardObservation, seat: int, *, seed: int = 0) -> list[Bet]:
    """The bets and raises of a seat in a game that is over, each with what it seemed to say and what was behind it."""
    found = []
    lower = seen.small_bet
    for move in read_moves(seen):
        if move.seat != seat or move.kind not in ("bet", "raise"):
            continue
        other, turn = 1 - seat, move.turn
        his_up, our_up = up_at(seen, seat, turn), up_at(seen, other, turn)
        found.append(
            Bet(
                strength=expect_of(win_rate(cards_at(seen, other, turn), his_up, seed=seed).rate),
                size=move.share,
                turn=turn,
                implied=implied_strength(move.call + move.size, lower, move.pot),
                actual=expect_of(win_rate(cards_at(seen, seat, turn), our_up, seed=seed).rate),
            )
        )
    return found


def bet_action(seen: CardObservation, points: float, lower: int) -> Action:
    """Points to bet as an action: a bet; or against a bet a call, or a raise by what goes beyond the call."""
    legal = seen.legal_actions
    if legal.raise_kind == "bet":
        return Action("bet", min(max(round(points), legal.min_to), legal.max_to))
    more = round(points) - seen.to_call
    if legal.raise_kind == "raise" and more >= lower:
        to = seen.bets[seen.seat] + seen.to_call + more
        return Action("raise", min(max(to, legal.min_to), legal.max_to))
    return Action("call")


def shown(now: Situation) -> bool:
    """Whether the hand is to be seen in the open cards already: they make the same class as all seven."""
    return score(now.my_up) == score(now.mine)


def score(cards: tuple[int, ...]) -> int:
    """Table 1 for the cards as they are; of fewer than five only pairs and the like count."""
    if len(cards) >= 5:
        value = evaluate(cards)
        return 9 if value == BEST else CATEGORIES.index(category(value))
    ranks = [rank_of(card) for card in cards]
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    return {4: 7, 3: 3, 2: 2 if counts[1:2] == [2] else 1}.get(counts[0] if counts else 0, 0)
