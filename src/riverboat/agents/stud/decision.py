"""The decision module of Osone & Onisawa's partner agent: it assesses a hand, and says what it would do and why.

Numbers in brackets are the paper's equations. Everything is worked out from one seat's observation; what is random in
a decision is drawn from the module's seed and the observation, so that the same situation gives the same decision.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np

from riverboat.agents.stud import plus as stud_plus
from riverboat.agents.stud.bets import bets_of, last_bet
from riverboat.agents.stud.chances import WinRate, potential, win_rate
from riverboat.agents.stud.equations import NOISE, bet_points, bet_size, bluff_size, bluffs, expect_of
from riverboat.agents.stud.reasons import CaseUse, MindKind, Why
from riverboat.agents.stud.situation import (
    Situation,
    cards_at,
    read_moves,
    situation_at,
    situation_before,
    situation_now,
)
from riverboat.cards.cards import rank_of
from riverboat.cards.evaluator import BEST, CATEGORIES, category, evaluate
from riverboat.games import Action, CardObservation
from riverboat.modeling.cases import Case, CaseBase, Features
from riverboat.modeling.fuzzy import Fired, Inference, RuleBase, Variable
from riverboat.modeling.tendencies import BET, TURN, Adjustment, BetReading, Tendencies

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
#: By inferiority, the opponent's bet and the turn: "if they bet much and it is late, fold with high possibility".
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
    bet: BetReading | None  # what their last bet says; None where they have not bet
    result: float  # expect, moved by what their bet says
    potential: float  # [7], of our hand as others see it
    features: Features
    cases: tuple[Case, ...]  # the most similar first
    case: Case | None  # the one that counts

    @property
    def superior(self) -> bool:
        """Whether our hand is assessed as the better one."""
        return self.result >= 0


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What to do, the rule of the paper that says so, and the numbers it took beyond the assessment."""

    action: Action
    why: Why
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


@dataclass(frozen=True, kw_only=True)
class MindSettings:
    """How the module is set: the noise of its bets (a standard deviation), which cases count, and whether
    tendencies are learnt; parts can be left out to find out what they are worth."""

    noise: float = NOISE
    cases: CaseUse = "nearest"
    tendencies: bool = True


class Mind:
    """What one player knows and believes: cases of their own, tendencies of their opponent."""

    def __init__(self, *, seed: int = 0, kind: MindKind = "paper", settings: MindSettings | None = None) -> None:
        self.seed = seed
        self.kind: MindKind = kind
        self.settings = settings or MindSettings()
        self.tendencies = Tendencies()
        self.cases = CaseBase()

    def assess(self, seen: CardObservation) -> Assessment:
        """How the hand stands now."""
        return self._assess(seen, situation_now(seen), len(seen.history))

    def _assess(self, seen: CardObservation, now: Situation, at: int, *, search: bool = True) -> Assessment:
        """How the hand stood in a situation, before place `at` of the history."""
        win = win_rate(now.mine, now.their_up, seed=self.seed)
        expect = expect_of(win.rate)
        bet = self._read_bet(seen, at)
        result = bet.adjusted(expect) if bet is not None else expect
        looks = self.looks(now)
        features = self._features(seen, now, result, looks)
        cases = self.cases.most_similar(features, CASES_SEEN) if search else ()
        return Assessment(
            situation=now,
            win=win,
            expect=expect,
            adjustment=bet.adjustment if bet else self.tendencies.adjustment(expect, now.bet, now.turn),
            bet=bet,
            result=result,
            potential=looks,
            features=features,
            cases=cases,
            case=self._case(cases),
        )

    def _read_bet(self, seen: CardObservation, at: int) -> BetReading | None:
        bet = last_bet(seen, 1 - seen.seat, at, seed=self.seed)
        return None if bet is None else self.tendencies.read(bet)

    def _case(self, cases: tuple[Case, ...]) -> Case | None:
        """The case that counts. A solution that failed is none: it may be the nearest, and teaches nothing."""
        if self.settings.cases == "good":
            return next((case for case in cases if case.good), None)
        return cases[0] if cases and cases[0].good and self.settings.cases == "nearest" else None

    def _features(self, seen: CardObservation, now: Situation, result: float, looks: float) -> Features:
        """The seven indices of a case, each scaled to 0 to 1."""
        before = situation_before(seen, seen.seat, now.turn)
        result_before, bet_before, looks_before = result, now.bet, looks
        if before is not None:
            place = sum(event.street < before.turn for event in seen.history)
            bet = self._read_bet(seen, place)
            expect = expect_of(win_rate(before.mine, before.their_up, seed=self.seed).rate)
            result_before = bet.adjusted(expect) if bet is not None else expect
            bet_before, looks_before = before.bet, self.looks(before)
        return tuple(
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

    def looks(self, now: Situation) -> float:
        """Our potential [7]: the score that our open cards promise to somebody who sees them and their own open ones.

        On turns 6 and 7 one more hole card is thought to be turned, as the paper has it: the one that looks best.
        """
        if now.turn > LAST_DRAWN and now.my_down:
            return max(potential((*now.my_up, card), now.their_up, seed=self.seed) for card in now.my_down)
        return potential(now.my_up, now.their_up, seed=self.seed)

    def their_looks(self, now: Situation) -> float:
        """The opponent's potential: the score that their open cards promise to us."""
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
        reading = stud_plus.read(seen, found.situation.turn, found.result)
        action, why = stud_plus.chosen(seen, reading)
        return Decision(action=action, why=why, assessment=found, reading=reading)

    def _early(self, seen: CardObservation, found: Assessment, rng: np.random.Generator) -> Decision:
        """Section 3.2.4, turns 1 to 5."""
        case = found.case
        if found.superior:
            if case is not None and case.overrules and case.folded:
                return Decision(action=Action("fold"), why=Why.CASE_FOLDS, assessment=found)
            return self._bet(seen, found, rng, why=Why.SUPERIOR)
        fold = FOLDING.infer(found.result, found.situation.bet, found.situation.turn / 7)
        draw = float(rng.random())
        if case is not None and case.overrules and not case.folded:
            return self._bet(seen, found, rng, why=Why.CASE_STAYS, fold=fold)
        if fold.value > draw:
            return Decision(action=Action("fold"), why=Why.INFERIOR, assessment=found, fold=fold, draw=draw)
        return self._bet(seen, found, rng, why=Why.STAYS, fold=fold, draw=draw)

    def _late(self, seen: CardObservation, found: Assessment, rng: np.random.Generator) -> Decision:
        """Section 3.2.4, turns 6 and 7: all cards are dealt, a weak hand can only bluff."""
        case = found.case
        case_folds = case is not None and case.overrules and case.folded
        if found.superior:
            if case_folds:
                return Decision(action=Action("fold"), why=Why.CASE_FOLDS, assessment=found)
            return self._bet(seen, found, rng, why=Why.SUPERIOR)
        theirs = self.their_looks(found.situation)
        if not bluffs(found.potential, theirs):
            return Decision(action=Action("fold"), why=Why.NO_BLUFF, assessment=found, their_potential=theirs)
        if case_folds:
            return Decision(action=Action("fold"), why=Why.CASE_FOLDS, assessment=found, their_potential=theirs)
        size = bluff_size(found.potential)
        return self._place(seen, found, size, why=Why.BLUFF, bluff=True, their_potential=theirs)

    def _bet(
        self,
        seen: CardObservation,
        found: Assessment,
        rng: np.random.Generator,
        *,
        why: Why,
        fold: Inference | None = None,
        draw: float | None = None,
    ) -> Decision:
        noise = float(rng.normal(0.0, self.settings.noise))
        size = bet_size(found.result, noise)
        return self._place(seen, found, size, why=why, fold=fold, draw=draw)

    def _place(
        self,
        seen: CardObservation,
        found: Assessment,
        size: float,
        *,
        why: Why,
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
            card, why = order[-1], Why.TURN_BEST
        elif shown(now):
            card, why = order[int(draw * len(order))], Why.TURN_ANY
        elif draw < LOWEST or len(order) == 1:
            card, why = order[0], Why.TURN_WORST
        else:
            card, why = order[1], Why.TURN_SECOND
        return Decision(
            action=Action("reveal", card),
            why=why,
            assessment=found,
            draw=draw,
            potentials=tuple((card, by_card[card]) for card in order),
        )

    def learn(self, seen: CardObservation) -> None:
        """A game is over and all cards are seen: remember our decisions as cases, and what their bets were worth."""
        if self.settings.cases != "none":
            for features, folded, good in self._cases_of(seen):
                self.cases.add(features, folded=folded, good=good)
        if self.settings.tendencies:
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
            features = self._assess(seen, now, move.at, search=False).features
            folded = move.kind == "fold"
            good = won
            if folded:
                theirs = cards_at(seen, 1 - me, move.turn)
                good = win_rate(now.mine, theirs, seed=self.seed).rate < 0.5
            found.append((features, folded, good))
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
