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
from riverboat.agents.stud.chances import HandClasses, hand_classes
from riverboat.agents.stud.decision import LAST_DRAWN, Decision, Mind, MindSettings
from riverboat.agents.stud.reasons import MindKind
from riverboat.agents.stud.situation import read_moves, situation_now
from riverboat.cards.randomness import Seed, seed_words
from riverboat.games import Action, CardObservation
from riverboat.modeling.tendencies import Tendencies
from riverboat.partner import stud_words as words
from riverboat.partner.costs import cost_of
from riverboat.partner.protocol import Advice, Answer, Caution, Cost, Question, Sentence, check_turn
from riverboat.partner.words import act_in_words, answer_to

#: In answers up to five hidden cards are counted; six, on the first turn, are dealt at random so many times.
COUNTED = 5
TIMES = 200_000
#: A bet that differs from the advice by more than this part of what is allowed is worth a caution.
OTHER_SIZE = 0.25

_QUESTIONS = (
    Question("win", "How likely do I win?"),
    Question("opponent", "What does he probably have?"),
    Question("mine", "What can I still get?"),
    Question("outside", "How do I look to him?"),
    Question("me", "How do I tend to play here?"),
    Question("him", "How does he tend to play here?"),
    Question("cases", "What happened in similar games?"),
)
_WORDS: dict[str, tuple[str, ...]] = {
    "win": ("win", "winning", "beat", "ahead", "chance to win", "likely do i win", "better hand"),
    "opponent": (
        "he have",
        "opponent have",
        "he probably",
        "his hand",
        "he hold",
        "he has",
        "opponent's hand",
        "he got",
    ),
    "mine": ("i get", "still get", "my hand", "i make", "can i", "i have", "draw", "improve", "become"),
    "outside": ("look to him", "i look", "look", "he see", "he think", "he thinks", "opponent see", "opponent think"),
    "me": (
        "am i",
        "i tend",
        "do i tend",
        "my tendency",
        "my style",
        "i passive",
        "i aggressive",
        "do i play",
        "my play",
    ),
    "him": ("is he", "he tend", "he tends", "does he tend", "his tendency", "he play", "he bluff", "he bluffing"),
    "cases": ("similar", "cases", "past", "before", "happened", "games like", "remember", "last time"),
}
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
_OUTSIDE = re.compile(r"\b(look|looks|(he|opponent) (see|sees|think|thinks|believe|believes)|to him|his eyes)\b")
_HIS = re.compile(r"\b(he|his|him|opponent|opponent's)\b")


class StudPartner:
    """Sits beside one player."""

    def __init__(self, *, kind: MindKind = "plus", seed: int = 0, settings: MindSettings | None = None) -> None:
        self.mind = Mind(seed=seed, kind=kind, settings=settings)
        self.habits = Tendencies()  # of the player it sits beside

    def decision(self, observation: CardObservation) -> Decision:
        """What the module would do, with all its numbers."""
        check_turn(observation)
        return self.mind.decide(observation)

    def advise(self, observation: CardObservation) -> Advice:
        """What to do, and why."""
        decision = self.decision(observation)
        return Advice(decision.action, (words.order(decision, observation), *self._grounds(decision, observation)))

    @staticmethod
    def _grounds(decision: Decision, seen: CardObservation) -> tuple[Sentence, ...]:
        found = decision.assessment
        grounds = [words.strength(found), words.belief(found)]
        if decision.action.kind != "reveal":
            grounds.append(words.bet_seen(found))
        return (*filter(None, grounds), *words.reason(decision, seen))

    def caution(self, observation: CardObservation, action: Action) -> Caution | None:
        """A word where something else is about to be done and gives something away: see `warns`."""
        decision = self.decision(observation)
        if not self.warns(observation, decision, action):
            return None
        advice = self.advise(observation)
        about = act_in_words(action, observation.to_call)
        instead = act_in_words(advice.action, observation.to_call)
        text = f"You are about to {about}; I would {instead}."
        if advice.action.kind == "fold":
            text = f"You are about to {about}; you should fold this game."
        return Caution(advice, (Sentence(text, advice.sentences[0].numbers), *advice.sentences[1:]))

    @staticmethod
    def warns(seen: CardObservation, decision: Decision, action: Action) -> bool:
        """Whether an action is worth a caution: another kind of action, another card, a far other bet.

        A fold or a call that gives nothing away by the partner's own numbers is not.
        """
        if not differs(seen, decision.action, action):
            return False
        price = _cost(seen, decision, action) if action.kind in ("fold", "call") else None
        return price is None or price.amount > 0

    def cost(self, observation: CardObservation, action: Action) -> Cost | None:
        """What an action gives away by the winning rate and the pot; turning a card has no price."""
        return _cost(observation, self.decision(observation), action)

    def questions(self, observation: CardObservation) -> tuple[Question, ...]:
        """What can be asked here."""
        return _QUESTIONS

    def answer(self, observation: CardObservation, question: str, *, names: Sequence[str] = ()) -> Answer:
        """Reply to a key of the menu, or to a question in the player's own words."""
        plain = question.lower()
        keys = {each.key for each in _QUESTIONS}
        if plain.strip() not in keys:
            for pattern, score in _CLASSES:
                if re.search(rf"\b({pattern})\b", plain):
                    whose = "yours to him" if _OUTSIDE.search(plain) else "his" if _HIS.search(plain) else "yours"
                    found, dealt = self._classes(observation, whose), observation.street + 1 >= LAST_DRAWN
                    return Answer((words.one_class(whose, found, score, dealt=dealt),))
        return answer_to(question, _QUESTIONS, _WORDS, lambda key: self._reply(observation, key))

    def _reply(self, seen: CardObservation, key: str) -> tuple[Sentence, ...]:
        if key in ("win", "cases"):
            found = self.mind.assess(seen)
            if key == "cases":
                return words.similar_games(found.cases)
            return tuple(filter(None, (words.strength(found), words.belief(found))))
        if key in ("me", "him"):
            return (self._tendency(seen, key),)
        whose = {"opponent": "his", "mine": "yours", "outside": "yours to him"}[key]
        return words.classes(whose, self._classes(seen, whose), dealt=seen.street + 1 >= LAST_DRAWN)

    @staticmethod
    def _classes(seen: CardObservation, whose: str) -> HandClasses:
        """His hand as we see it, ours, and ours as somebody sees it who looks at the open cards alone."""
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
            return words.tendency("He", found.adjustment, fired)
        # Seen from his side our roles are exchanged: his hand is as weak as ours is strong, and our bet is the one.
        shares = [move.share for move in read_moves(seen) if move.seat == seen.seat]
        mirrored = self.habits.adjustment(-found.expect, shares[-1] if shares else 0.0, found.situation.turn)
        return words.tendency("You", mirrored, float(self.habits.fired[mirrored.rule]))

    def hand_over(self, observation: CardObservation) -> None:
        """Learn from a game that is over: cases, the opponent's tendencies, and the player's own."""
        self.mind.learn(observation)
        self.habits.learn(bets_of(observation, observation.seat, seed=self.mind.seed))

    def save_state(self) -> dict[str, Any]:
        """What was learnt, as JSON."""
        return {**mind_to_json(self.mind), "player": self.habits.to_json()}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Begin with what was learnt before."""
        mind_from_json(self.mind, state)
        self.habits = Tendencies.from_json(state["player"])


def _cost(seen: CardObservation, decision: Decision, action: Action) -> Cost | None:
    """What an action gives away by the chance to win that the decision rests on."""
    win = decision.reading.chance if decision.reading else (decision.assessment.result + 1) / 2
    how = "the winning rate, moved by what his bets say"
    return cost_of(seen, decision.action, action, win, how, "points")


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
