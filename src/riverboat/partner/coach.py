"""What all partners have in common: they judge an action by its worth compared with the best legal one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from riverboat.games.actions import Action
from riverboat.games.protocol import Observation
from riverboat.games.words import Speaker
from riverboat.partner.listening import Heard, hear, nearest, plain
from riverboat.partner.protocol import Advice, Answer, Caution, Cost, MayHold, Number, Question, Sentence
from riverboat.partner.texts import replies
from riverboat.partner.texts import worth as texts
from riverboat.partner.texts.glossary import RULES, TERMS
from riverboat.partner.texts.numbers import amount, signed
from riverboat.partner.texts.questions import QUESTIONS
from riverboat.partner.worths import ActionWorth, Worths

Seen = TypeVar("Seen", bound=Observation)
#: At most this many actions are named in a sentence.
_MOST_NAMED = 4


class Coach(ABC, Generic[Seen]):
    """A partner who advises by what actions are worth. A game's own says what they are, and on what grounds."""

    speaker: Speaker
    game: str
    how_worth = texts.HOW_WORTH

    @abstractmethod
    def keys(self, observation: Seen) -> tuple[str, ...]:
        """Every question that makes sense now, by its key; those of the menu first."""

    @abstractmethod
    def menu_size(self, observation: Seen) -> int:
        """How many of the keys stand in the menu."""

    @abstractmethod
    def own_reply(self, observation: Seen, heard: Heard, names: Sequence[str]) -> tuple[Sentence, ...]:
        """The answer to a question that is the game's own."""

    @abstractmethod
    def worths(self, observation: Seen, *also: Action) -> Worths | None:
        """What each legal action is worth, and each named; None where no chips are at stake."""

    @abstractmethod
    def advise(self, observation: Seen, *, names: Sequence[str] = ()) -> Advice:
        """What to do, and why."""

    def rules_in_words(self, observation: Seen) -> str:
        """The rules in two minutes."""
        return RULES[self.game]

    @abstractmethod
    def may_hold(self, observation: Seen, *, solved: bool = False) -> tuple[MayHold, ...]:
        """What everyone else who is in may hold."""

    @abstractmethod
    def theme(self, observation: Seen) -> str:
        """What a decision is about."""

    def solve(self, observation: Seen) -> Worths | None:
        """Nothing takes so long that it is not told at the table, unless a game's own partner says otherwise."""
        return None

    def in_words(self, observation: Seen, action: Action) -> str:
        """An action as it stands inside a sentence."""
        return self.speaker.act(action, to_call=getattr(observation, "to_call", 0))

    def caution(self, observation: Seen, action: Action, *, names: Sequence[str] = ()) -> Caution | None:
        """One line before an action that costs more than the error of the figures; None where there is none to say."""
        found = self.worths(observation, action)
        if found is None or found.is_fine(action):
            return None
        advice = self.advise(observation, names=names)
        instead = found.choose((advice.action,))
        cost = found.of(instead).value - found.of(action).value
        if cost <= found.tolerance(action):
            return None
        words = self.in_words(observation, action), self.in_words(observation, instead)
        line = Sentence(
            texts.before(*words, cost, found.unit, found.kind),
            self.worth_numbers(observation, found, (action, instead)),
            claim="caution",
        )
        return Caution(advice, (line,), self._cost(observation, found, action))

    def cost(self, observation: Seen, action: Action) -> Cost | None:
        """What an action gives away against the best legal one."""
        found = self.worths(observation, action)
        return None if found is None else self._cost(observation, found, action)

    def _cost(self, seen: Seen, found: Worths, action: Action) -> Cost:
        return Cost(
            amount=found.cost(action),
            unit=found.unit,
            numbers=self.worth_numbers(seen, found, (action, found.best.action)),
            kind=found.kind,
            error=found.tolerance(action),
            best=found.best.action,
            is_fine=found.is_fine(action),
        )

    def look_back(self, observation: Seen, action: Action, *, names: Sequence[str] = ()) -> Sentence:
        """One line about an action that was taken, in the past tense."""
        advice = self.advise(observation, names=names)
        words = self.in_words(observation, action)
        instead = self.in_words(observation, advice.action)
        found = self.worths(observation, action)
        if found is not None and not found.is_fine(action):
            best = found.choose((advice.action,))
            cost = found.of(best).value - found.of(action).value
            text = texts.afterwards(words, self.in_words(observation, best), cost, found.unit, found.kind)
            return Sentence(text, self.worth_numbers(observation, found, (action, best)), claim="afterwards")
        if action == advice.action:
            return Sentence(texts.agreed(words), claim="agreed")
        return Sentence(texts.also_fine(words, instead), claim="also fine")

    def worth_numbers(self, seen: Seen, found: Worths, actions: Sequence[Action]) -> tuple[Number, ...]:
        """What these actions are worth, each with its error and how it is worked out."""
        rows = [found.of(action) for action in dict.fromkeys(actions)]
        return tuple(
            Number(
                self.in_words(seen, row.action),
                row.value,
                f"{signed(row.value)} ± {amount(row.error)}" if row.error else signed(row.value),
                self.how_worth,
            )
            for row in rows
        )

    def worth_sentences(self, seen: Seen, found: Worths, advised: Action) -> tuple[Sentence, ...]:
        """What the actions are worth, and whether others are as good as the one that is advised."""
        shown = self._shown(found, advised)
        numbers = self.worth_numbers(seen, found, [row.action for row in shown])
        told = [(self.in_words(seen, row.action), row.value) for row in shown]
        said = [Sentence(texts.worth_of_each(found.kind, found.unit, told), numbers, claim="worths")]
        fine = [advised, *(action for action in found.fine if action.kind != advised.kind)][:3]
        if len(fine) > 1:
            error = max(found.tolerance(action) for action in fine)
            text = texts.both_fine([self.in_words(seen, action) for action in fine], error, found.unit)
            said.append(Sentence(text, self.worth_numbers(seen, found, fine), claim="fine"))
        return tuple(said)

    def but_costly(self, seen: Seen, found: Worths, action: Action) -> Sentence:
        """What a player of the papers does, and what the figures say to that."""
        best = found.best.action
        words = self.in_words(seen, action), self.in_words(seen, best)
        text = texts.papers_player(*words, found.cost(action))
        return Sentence(text, self.worth_numbers(seen, found, (action, best)), claim="paper")

    @staticmethod
    def _shown(found: Worths, advised: Action) -> list[ActionWorth]:
        """One action of each kind, the best of it; the advised one for certain; the best first."""
        by_kind: dict[Any, ActionWorth] = {}
        for row in sorted(found.rows, key=lambda row: -row.value):
            by_kind.setdefault(row.action if row.action.kind == "bid" else row.action.kind, row)
        named = [found.of(advised), *(row for row in by_kind.values() if row.action != advised)]
        return sorted(named[:_MOST_NAMED], key=lambda row: -row.value)

    def questions(self, observation: Seen) -> tuple[Question, ...]:
        """What can be asked here: the menu."""
        keys = self.keys(observation)[: self.menu_size(observation)]
        return tuple(Question(key, QUESTIONS[key]) for key in keys)

    def answer(self, observation: Seen, question: str, *, names: Sequence[str] = ()) -> Answer:
        """Reply to a key, to its number in the menu, or to a question as it was typed."""
        keys, menu = self.keys(observation), self.questions(observation)
        typed = plain(question)
        if typed.isdecimal() and 1 <= int(typed) <= len(menu):
            question = menu[int(typed) - 1].key
        heard = hear(question, keys, names[1:])
        if heard is None:
            offered = tuple(Question(key, QUESTIONS[key]) for key in nearest(question, keys))
            said = replies.not_understood(question, *(each.text.rstrip("?") for each in offered))
            return Answer((Sentence(said),), nearest=offered)
        told = self._reply(observation, heard, names)
        return Answer(told, taken_for="" if heard.is_sure else QUESTIONS[heard.key])

    def _reply(self, seen: Seen, heard: Heard, names: Sequence[str]) -> tuple[Sentence, ...]:
        key = heard.key
        if key == "what":
            return self.advise(seen, names=names).sentences
        if key == "why":
            grounds = self.advise(seen, names=names).sentences[1:]
            return grounds or (Sentence(replies.nothing_else()),)
        if key == "term":
            return (Sentence(TERMS[heard.about] if heard.about in TERMS else self.rules_in_words(seen)),)
        if key == "rules":
            return (Sentence(self.rules_in_words(seen)),)
        if key.startswith(("should ", "why not ")):
            return (self._may(seen, key.split()[-1]),)
        if key == "how much":
            return (self._how_much(seen),)
        return self.own_reply(seen, heard, names)

    def _may(self, seen: Seen, kind: str) -> Sentence:
        """Whether an action of a kind is right."""
        alike = {"raise": ("bet", "raise"), "call": ("call", "check", "bluff", "spot-on"), "bluff": ("bet", "raise")}
        found = self.worths(seen)
        rows = [row for row in found.rows if row.action.kind in alike.get(kind, (kind,))] if found is not None else []
        if found is None or not rows:
            return Sentence(replies.not_allowed(kind))
        row = max(rows, key=lambda each: each.value)
        words, best = self.in_words(seen, row.action), self.in_words(seen, found.best.action)
        numbers = self.worth_numbers(seen, found, (row.action, found.best.action))
        if row.action == found.best.action:
            return Sentence(replies.yes(words), numbers, claim="yes")
        if found.is_fine(row.action):
            return Sentence(replies.either(words, best), numbers, claim="either")
        return Sentence(replies.no(words, best, found.cost(row.action), found.unit, found.kind), numbers, claim="no")

    def _how_much(self, seen: Seen) -> Sentence:
        """Which size of a bet is worth most."""
        found = self.worths(seen)
        rows = [row for row in found.rows if row.action.kind in ("bet", "raise")] if found is not None else []
        if found is None or not rows:
            return Sentence(replies.no_bet())
        rows.sort(key=lambda row: -row.value)
        words = self.in_words(seen, rows[0].action)
        numbers = self.worth_numbers(seen, found, [row.action for row in rows])
        if len(rows) == 1:
            return Sentence(replies.fixed_size(words), numbers, claim="size")
        others = [(f"{row.action.amount:,}", row.value) for row in rows[1:4]]
        return Sentence(replies.best_size(words, others), numbers, claim="size")

    def worth_of(self, seen: Seen, action: Action) -> Sentence:
        """What one action would be worth."""
        found = self.worths(seen, action)
        assert found is not None  # it is asked of actions that cost something
        row, words = found.of(action), self.in_words(seen, action)
        text = replies.what_if(words, row.value, row.error, found.unit, found.kind)
        return Sentence(text, self.worth_numbers(seen, found, (action,)), claim="what if")
