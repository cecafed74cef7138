"""The partner at the stud table, after Osone & Onisawa: decision module and cooperation module.

It keeps a mind of its own (the opponent's tendencies, and the cases of the player it sits beside) and a second set of
tendencies: those of that player.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from riverboat.agents.stud.agent import mind_from_json, mind_to_json
from riverboat.agents.stud.bets import bets_of
from riverboat.agents.stud.chances import CLASS_NAMES, HandClasses, hand_classes
from riverboat.agents.stud.decision import LAST_DRAWN, Decision, Mind, MindSettings
from riverboat.agents.stud.reasons import MindKind
from riverboat.agents.stud.situation import read_moves, situation_now
from riverboat.cards.randomness import Seed, seed_words
from riverboat.games import Action, CardObservation
from riverboat.games.words import CARD_WORDS
from riverboat.modeling.tendencies import Tendencies
from riverboat.partner.coach import Coach
from riverboat.partner.listening import Heard
from riverboat.partner.protocol import Advice, Caution, MayHold, Sentence, check_turn
from riverboat.partner.stud_worth import StudSpot, actions_weighed, weigh
from riverboat.partner.texts import replies
from riverboat.partner.texts import stud as words
from riverboat.partner.texts import worth as worth_texts
from riverboat.partner.texts.numbers import percent
from riverboat.partner.words import number
from riverboat.partner.worths import Worths

#: In answers up to five hidden cards are counted; six, on the first turn, are dealt at random this many times.
COUNTED = 5
TIMES = 200_000
_LAST_TURN = 7
#: A bet that differs from the advice by more than this part of what is allowed is worth a caution.
OTHER_SIZE = 0.25
#: From a cost of this many least bets on, or a quarter of the pot, it is worth asking whether one is sure.
_LEAST_BETS = 4

#: A hand class by name, the longer names first; its score in Table 1.
_CLASSES = (
    (r"royal", 9),
    (r"straight flush", 8),
    (r"four of a kind|quads|poker of", 7),
    (r"full house|full boat", 6),
    (r"flush", 5),
    (r"straight", 4),
    (r"three of a kind|trips|triple|set of", 3),
    (r"two pairs?", 2),
    (r"one pair|a pair|pairs?", 1),
    (r"nothing|no pair|high card", 0),
)
_OUTSIDE = re.compile(r"\b(look|looks|(he|they|opponent) (see|sees|think|thinks|believe|believes)|to him|his eyes)\b")
_HIS = re.compile(r"\b(he|his|him|they|their|them|opponent|opponent's)\b")


class StudPartner(Coach[CardObservation]):
    """Sits beside one player."""

    speaker, game = CARD_WORDS, "stud"
    how_worth = worth_texts.HOW_WORTH_STUD

    def __init__(self, *, kind: MindKind = "plus", seed: int = 0, settings: MindSettings | None = None) -> None:
        self.mind = Mind(seed=seed, kind=kind, settings=settings)
        self.habits = Tendencies()  # of the player it sits beside
        self.folds_seen = (0, 0)  # bets that the opponent folded to, and all they faced, at this table

    def decision(self, observation: CardObservation) -> Decision:
        """What the module would do, with all its numbers."""
        check_turn(observation)
        return self.mind.decide(observation)

    def worths(self, observation: CardObservation, *also: Action) -> Worths | None:
        """What each legal action is worth, and each named; None where a card is to be shown."""
        return None if observation.legal_actions.cards else self._worths(observation, self.decision(observation), also)

    @staticmethod
    def _worths(seen: CardObservation, decision: Decision, also: Sequence[Action] = ()) -> Worths | None:
        actions = actions_weighed(seen, (decision.action, *also))
        if not actions:
            return None
        found = decision.assessment
        spot = StudSpot(seen, found.situation.turn, (found.result + 1) / 2, found.win.error)
        return Worths(
            kind="estimated",
            unit="points",
            assumption=worth_texts.ASSUMES_LAST_TURN if spot.turn == _LAST_TURN else worth_texts.ASSUMES_STUD,
            rows=weigh(spot, actions),
            ask_from=max(_LEAST_BETS * seen.small_bet, seen.pot / 4),
        )

    def advise(self, observation: CardObservation, *, names: Sequence[str] = ()) -> Advice:
        """What to do, and why. The kind `paper` says what the paper's rules do, and what the figures say to that."""
        decision = self.decision(observation)
        found = self._worths(observation, decision)
        action = decision.action
        if found is not None and self.mind.kind == "plus":
            action = found.choose((action,))
        order = words.order(decision, observation, action)
        grounds = self._grounds(decision, observation) if action == decision.action else words.assessed(decision)
        weighed = () if found is None else self.worth_sentences(observation, found, action)
        if found is not None and not found.is_fine(action):
            weighed = (self.but_costly(observation, found, action), *weighed)
        return Advice(action, (order, *grounds, *weighed), found)

    def caution(self, observation: CardObservation, action: Action, *, names: Sequence[str] = ()) -> Caution | None:
        """One line before an action that costs something; never before what it advises itself."""
        if action == self.decision(observation).action and self.mind.kind == "paper":
            return None
        return super().caution(observation, action, names=names)

    @staticmethod
    def _grounds(decision: Decision, seen: CardObservation) -> tuple[Sentence, ...]:
        found = decision.assessment
        grounds = [words.strength(found), words.belief(found)]
        if decision.action.kind != "reveal":
            grounds.append(words.bet_seen(found))
        return (*filter(None, grounds), *words.reason(decision, seen))

    @staticmethod
    def warns(seen: CardObservation, decision: Decision, action: Action) -> bool:
        """Whether an action is worth a caution: another kind of action, another card, a far other bet.

        A fold or a call that gives nothing away by the partner's own numbers is not.
        """
        if not differs(seen, decision.action, action):
            return False
        found = StudPartner._worths(seen, decision, (action,)) if action.kind in ("fold", "call") else None
        return found is None or found.of(decision.action).value > found.of(action).value

    def may_hold(self, observation: CardObservation, *, solved: bool = False) -> tuple[MayHold, ...]:
        """The kinds of hands that the opponent may end with, by counting what is hidden."""
        if solved:
            return ()
        found = self._classes(observation, "his")
        chances = dict(zip(CLASS_NAMES, map(float, found.chances), strict=True))
        return (MayHold(1 - observation.seat, "counted", chances),)

    def theme(self, observation: CardObservation) -> str:
        """Whether a bet has to be called, one can be made, or a card is to be shown."""
        return "pot-odds" if observation.to_call else "betting"

    def keys(self, observation: CardObservation) -> tuple[str, ...]:
        """What makes sense to ask now."""
        turn, shows = len(observation.legal_actions) > 0, bool(observation.legal_actions.cards)
        asked = (
            ("what", turn),
            ("chance", True),
            ("has", True),
            ("improve", True),
            ("outside", True),
            ("me", True),
            ("him", True),
            ("cases", True),
            ("rules", True),
            ("why", turn),
            ("show", True),
            *(
                (key, turn and not shows)
                for key in ("should fold", "should call", "should raise", "how much", "what if")
            ),
            *((key, turn and not shows) for key in ("why not fold", "why not call", "why not raise", "price")),
            ("ahead", True),
            ("bluffing", True),
            ("folds", True),
            ("term", True),
        )
        return tuple(key for key, is_open in asked if is_open)

    def menu_size(self, observation: CardObservation) -> int:
        """The menu ends with the rules."""
        return self.keys(observation).index("rules") + 1

    def own_reply(self, observation: CardObservation, heard: Heard, names: Sequence[str]) -> tuple[Sentence, ...]:
        """What is asked of cards and habits at stud."""
        seen, key = observation, heard.key
        if key in ("chance", "ahead", "bluffing", "cases"):
            return self._standing(seen, key)
        if key in ("me", "him"):
            return (self._tendency(seen, key),)
        if key == "folds":
            return (Sentence(replies.folds_seen(*self.folds_seen)),)
        if key == "price":
            return (self._price(seen),)
        if key == "what if":
            return self._what_if(seen, heard.about)
        if key == "show":
            return self._show(seen)
        return self._asked_classes(seen, heard)

    def _standing(self, seen: CardObservation, key: str) -> tuple[Sentence, ...]:
        found = self.mind.assess(seen)
        if key == "cases":
            return words.similar_games(found.cases)
        chance = (found.result + 1) / 2
        told = (number("chance", chance, "(result + 1) / 2", percent(chance)), words.result_number(found))
        if key == "ahead":
            return (Sentence(replies.ahead(chance, now=False), told, claim="ahead"), words.strength(found))
        if key == "bluffing":
            return (Sentence(replies.bluffing(words.OTHER, chance), told, claim="bluffing"),)
        return tuple(filter(None, (words.strength(found), words.belief(found))))

    @staticmethod
    def _price(seen: CardObservation) -> Sentence:
        if not seen.to_call:
            return Sentence(replies.nothing_to_call())
        needed = seen.to_call / (seen.pot + seen.to_call)
        how = f"{seen.to_call} / ({seen.pot} + {seen.to_call})"
        told = (number("needed", needed, how, percent(needed)),)
        return Sentence(replies.price(seen.to_call, seen.pot, needed), told, claim="pot odds")

    def _what_if(self, seen: CardObservation, typed: str) -> tuple[Sentence, ...]:
        named = re.search(r"\d+", typed)
        legal = seen.legal_actions
        if named and legal.raise_kind and Action(legal.raise_kind, int(named[0])) in legal:
            return (self.worth_of(seen, Action(legal.raise_kind, int(named[0]))),)
        return (self._how_much(seen),)

    def _show(self, seen: CardObservation) -> tuple[Sentence, ...]:
        if seen.legal_actions.cards:
            return self.advise(seen).sentences
        return (Sentence(words.SHOW_LATER),)

    def _asked_classes(self, seen: CardObservation, heard: Heard) -> tuple[Sentence, ...]:
        dealt = seen.street + 1 >= LAST_DRAWN
        typed = heard.about
        for pattern, score in _CLASSES if heard.key == "improve" and not heard.is_sure else ():
            if re.search(rf"\b({pattern})\b", typed):
                whose = "yours to him" if _OUTSIDE.search(typed) else "his" if _HIS.search(typed) else "yours"
                return (words.one_class(whose, self._classes(seen, whose), score, dealt=dealt),)
        whose = {"has": "his", "improve": "yours", "outside": "yours to him"}[heard.key]
        return words.classes(whose, self._classes(seen, whose), dealt=dealt)

    @staticmethod
    def _classes(seen: CardObservation, whose: str) -> HandClasses:
        """Their hand as we see it, ours, and ours as somebody sees it who looks at the open cards alone."""
        now = situation_now(seen)
        known, others = {
            "his": (now.their_up, now.mine),
            "yours": (now.mine, now.their_up),
            "yours to him": (now.my_up, now.their_up),
        }[whose]
        return hand_classes(known, others, counted=COUNTED, times=TIMES)

    def _tendency(self, seen: CardObservation, key: str) -> Sentence:
        found = self.mind.assess(seen)
        if key == "him":
            fired = float(self.mind.tendencies.fired[found.adjustment.rule])
            return words.tendency("They", found.adjustment, fired)
        # Seen from their side our roles are exchanged: their hand is as weak as ours is strong, and our bet is the one.
        shares = [move.share for move in read_moves(seen) if move.seat == seen.seat]
        mirrored = self.habits.adjustment(-found.expect, shares[-1] if shares else 0.0, found.situation.turn)
        return words.tendency("You", mirrored, float(self.habits.fired[mirrored.rule]))

    def hand_over(self, observation: CardObservation) -> None:
        """Learn from a game that is over: cases, the opponent's tendencies, and the player's own."""
        self.mind.learn(observation)
        faced = [event for event in observation.history if event.seat != observation.seat]
        folded = sum(event.action.kind == "fold" for event in faced)
        met = sum(event.action.kind in ("fold", "call", "raise") for event in faced)
        self.folds_seen = self.folds_seen[0] + folded, self.folds_seen[1] + met
        self.habits.learn(bets_of(observation, observation.seat, seed=self.mind.seed))

    def save_state(self) -> dict[str, Any]:
        """What was learnt, as JSON."""
        return {**mind_to_json(self.mind), "player": self.habits.to_json()}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Begin with what was learnt before."""
        mind_from_json(self.mind, state)
        self.habits = Tendencies.from_json(state["player"])


def differs(seen: CardObservation, advised: Action, chosen: Action) -> bool:
    """Whether a choice is so far from the advice that it is worth a caution."""
    if advised.kind != chosen.kind or advised.kind == "reveal":
        return advised != chosen
    legal = seen.legal_actions
    room = max(legal.max_to - legal.min_to, 1)
    return abs(advised.amount - chosen.amount) > OTHER_SIZE * room


def make(game: str, *, kind: MindKind, seed: Seed) -> StudPartner:
    """A partner for the paper's stud."""
    return StudPartner(kind=kind, seed=int(seed_words(seed)[0] >> 33))
