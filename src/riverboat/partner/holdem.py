"""The partner at Hold'em: it speaks from Lokibot's numbers (strength, potential, pot odds, what opponents may hold)."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.loki_kernel import believe
from riverboat.agents.loki.versions import Sight, read_sight
from riverboat.agents.registry import make_agent
from riverboat.cards.cards import rank_of, remaining, suit_of
from riverboat.cards.evaluator import CATEGORIES, category, evaluate, evaluate_many
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.cards.randomness import Seed, seed_words
from riverboat.games import Action, CardObservation
from riverboat.games.words import listed
from riverboat.modeling.weights import INCOMES, Vector
from riverboat.odds.strength import hand_strength
from riverboat.partner.costs import cost_of
from riverboat.partner.protocol import Advice, Answer, Caution, Cost, Number, Question, Sentence, check_turn
from riverboat.partner.words import act_in_words, answer_to, number, order_in_words, percent

_QUESTIONS = (
    Question("strength", "How strong is my hand?"),
    Question("opponents", "What do they probably have?"),
    Question("improve", "What can I still make?"),
    Question("odds", "Is it worth calling?"),
)
_WORDS: dict[str, tuple[str, ...]] = {
    "strength": ("strong", "strength", "good", "ahead", "my hand", "win", "winning", "my chances", "how strong"),
    "opponents": ("he", "she", "they", "opponent", "opponents", "they have", "he have", "probably"),
    "improve": ("improve", "still", "get", "draw", "make", "flush", "straight", "potential", "become"),
    "odds": ("odds", "call", "calling", "worth", "price", "pot odds", "pay"),
}
_NAMES = {name: f"a {name}" for name in ("pair", "straight", "flush", "full house", "straight flush")} | {
    "high card": "nothing",
    "two pair": "two pairs",
}
#: What is said of each of Lokibot's rules, by its number.
_RULES: dict[int, str] = {
    places.RULE_ENTER: "That is good enough to play from this seat at this price.",
    places.RULE_OPEN: "That is among the best hands for this seat, so make the others pay.",
    places.RULE_TOO_WEAK: "That is too weak for what it costs to play.",
    places.RULE_FREE: "That is too weak to raise, but the next cards cost nothing.",
    places.RULE_STEAL: "Those still to act fold so often that a raise takes the blinds.",
    places.RULE_FOLLOW: "Against the hands that this player raises with, that is worth a call.",
    places.RULE_FOLLOW_RAISE: "Against the hands that this player raises with, that is worth a raise.",
    places.RULE_RESTEAL: "This player folds to a raise so often that raising again takes the pot.",
    places.RULE_WORTH_BET: "By how your opponents answer, a bet earns more than a check.",
    places.RULE_WORTH_RAISE: "By how your opponents answer, a raise earns more than a call or a fold.",
    places.RULE_WORTH_CHECK: "By how your opponents answer, a bet would not earn enough more than a check.",
    places.RULE_WORTH_CALL: "A call earns more than a fold, and a raise would not earn enough more.",
    places.RULE_WORTH_FOLD: "Neither a call nor a raise earns more than a fold.",
    places.RULE_BLUFF: "Your hand is weak, but a bet makes enough hands fold to pay for itself.",
    places.RULE_SEMI_BLUFF: "Everyone may fold to a bet, and if not, the next card may still help you.",
    places.RULE_BLUFF_RAISE: "Your hand is weak, but a raise makes enough hands fold to pay for itself.",
    places.RULE_SEMI_RAISE: "Everyone may fold to a raise, and if not, the next card may still help you.",
}


#: Before the flop: what two hole cards are, each in the first group that it fits.
_STARTING: tuple[str, ...] = (
    "a pair",
    "an ace",
    "two cards from ten to king",
    "two cards of one suit",
    "something else",
)


def _starting_group(first: int, second: int) -> int:
    ranks = sorted((rank_of(first), rank_of(second)))
    if ranks[0] == ranks[1]:
        return 0
    if ranks[1] == 12:
        return 1
    if ranks[0] >= 8:
        return 2
    return 3 if suit_of(first) == suit_of(second) else 4


_STARTING_GROUP = np.array([_starting_group(int(first), int(second)) for first, second in HOLDING_CARDS])


class HoldemPartner:
    """Sits beside one player; models the opponents of this table as long as it lasts."""

    def __init__(self, seed: Seed = 0) -> None:
        # No chance in it: advice must agree with its grounds.
        agent = make_agent("loki-f:mix=0;bluff=1;trap=0")
        assert isinstance(agent, CompiledAgent)
        self._player = agent.player(seed)
        self._seed = int(self._player.words[0] >> np.uint64(1))

    def advise(self, observation: CardObservation) -> Advice:
        """What Lokibot would do here, and why."""
        check_turn(observation)
        action, sight = self._look(observation)
        order = order_in_words(action, observation.to_call, "chips")
        numbers = (number("rule", sight.rule, "the rule of Lokibot that decided"),)
        grounds = self._grounds(observation, sight)
        return Advice(action, (Sentence(order, numbers), *grounds, Sentence(_RULES[sight.rule_number], numbers)))

    def _look(self, seen: CardObservation) -> tuple[Action, Sight]:
        # The same situation gives the same advice: what is random in it is drawn afresh from the seed and the view.
        self._player.words = seed_words(np.random.SeedSequence([self._seed, zlib.crc32(seen.to_bytes())]))
        action = self._player.decide(seen)
        return action, read_sight(self._player.memory, seen.seats)

    def _grounds(self, seen: CardObservation, sight: Sight) -> tuple[Sentence, ...]:
        if len(seen.board) < 3:
            return (self._starting_hand(sight),)
        found = [self._standing(seen, sight)]
        if len(seen.board) < 5:
            found.append(self._next_card(sight))
        if seen.to_call:
            found.append(self._price(seen))
        return tuple(found)

    @staticmethod
    def _starting_hand(sight: Sight) -> Sentence:
        share = percent(sight.share)
        text = f"Of all starting hands {share} earn more than yours; here I play about the best {percent(sight.limit)}."
        if sight.limit >= 1:
            text = f"Of all starting hands {share} earn more than yours; here I play any."
        return Sentence(
            text,
            (
                number("better hands", sight.share, "share of the 1,326 holdings with a higher income rate", share),
                number("limit", sight.limit, "share of holdings that is played here", percent(min(sight.limit, 1.0))),
            ),
        )

    @staticmethod
    def _standing(seen: CardObservation, sight: Sight) -> Sentence:
        opponents = sum(seen.is_in) - 1
        numbers = (
            number("HS", sight.strength, "share of an opponent's holdings that you beat now, ties half, weighted"),
            number("HSn", sight.strength_n, "the product over the opponents who are in"),
            number("EHS", sight.ehs, "HSn + (1 - HSn) x Ppot"),
        )
        text = f"As the cards lie you beat a likely hand of your opponent {percent(sight.strength)} of the time"
        if opponents > 1:
            text = (
                f"As the cards lie you beat one opponent {percent(sight.strength)} of the time, "
                f"and {'both' if opponents == 2 else f'all {opponents}'} of them {percent(sight.strength_n)}"
            )
        return Sentence(f"{text}.", numbers)

    @staticmethod
    def _next_card(sight: Sight) -> Sentence:
        return Sentence(
            f"If you are behind, the next card puts you ahead {percent(sight.ppot)} of the time; "
            f"if you are ahead, it costs you the lead {percent(sight.npot)}.",
            (
                number("Ppot", sight.ppot, "behind now and ahead after the next card, of all that are behind"),
                number("Npot", sight.npot, "ahead now and behind after the next card, of all that are ahead"),
            ),
        )

    @staticmethod
    def _price(seen: CardObservation) -> Sentence:
        odds = seen.to_call / (seen.pot + seen.to_call)
        return Sentence(
            f"A call costs {seen.to_call:,} for a pot of {seen.pot:,}: it pays if you win {percent(odds)} of the time.",
            (number("pot odds", odds, f"{seen.to_call} / ({seen.pot} + {seen.to_call})"),),
        )

    def caution(self, observation: CardObservation, action: Action) -> Caution | None:
        """A word where another kind of action is about to be taken."""
        advice = self.advise(observation)
        if action.kind == advice.action.kind:
            return None
        about = act_in_words(action, observation.to_call)
        instead = act_in_words(advice.action, observation.to_call)
        first = Sentence(f"You are about to {about}; I would {instead}.", advice.sentences[0].numbers)
        return Caution(advice, (first, *advice.sentences[1:]))

    def cost(self, observation: CardObservation, action: Action) -> Cost:
        """What an action gives away by equity and pot odds."""
        advised, sight = self._look(observation)
        win, how = self._chance_to_win(observation, sight)
        found = cost_of(observation, advised, action, win, how, "chips")
        assert found is not None  # no card is turned at Hold'em
        return found

    @staticmethod
    def _chance_to_win(seen: CardObservation, sight: Sight) -> tuple[float, str]:
        """The chance to have the best hand, as far as Lokibot's numbers go."""
        if len(seen.board) < 3:
            players = sum(seen.is_in)
            first, second = seen.own_cards
            income = float(INCOMES[players - 2, holding_index((first, second))])
            others = "a hand" if players == 2 else f"{players - 1} hands"
            return (income + 1) / players, f"all boards, against {others} that may be anything"
        if len(seen.board) == 5:
            return sight.strength_n, "HSn: how often nobody who is in holds better, by what they are likely to hold"
        win = sight.strength_n * (1 - sight.npot) + (1 - sight.strength_n) * sight.ppot
        return win, "HSn x (1 - Npot) + (1 - HSn) x Ppot"

    def questions(self, observation: CardObservation) -> tuple[Question, ...]:
        """What can be asked here."""
        left = [question for question in _QUESTIONS if question.key != "odds" or observation.to_call]
        return tuple(left if 3 <= len(observation.board) < 5 else [q for q in left if q.key != "improve"])

    def answer(self, observation: CardObservation, question: str, *, names: Sequence[str] = ()) -> Answer:
        """Reply to a question."""
        return answer_to(
            question, self.questions(observation), _WORDS, lambda key: self._reply(observation, key, names)
        )

    def _reply(self, seen: CardObservation, key: str, names: Sequence[str]) -> tuple[Sentence, ...]:
        if key == "opponents":
            return self._opponents(seen, names)
        return ({"strength": self._strength, "improve": self._improve, "odds": self._price}[key](seen),)

    @staticmethod
    def _strength(seen: CardObservation) -> Sentence:
        if len(seen.board) < 3:
            first, second = seen.own_cards
            equity = float(INCOMES[0, holding_index((first, second))] + 1) / 2
            return Sentence(
                f"Against one hand chosen at random yours wins {percent(equity)} of the time, a tie counting half.",
                (number("equity", equity, "all hands of one opponent and all boards"),),
            )
        found = hand_strength(seen.own_cards, seen.board).value
        return Sentence(
            f"As the cards lie your hand beats {percent(found)} of all hands that one opponent can hold.",
            (number("strength", found, "all holdings of one opponent alike, ties half"),),
        )

    def _opponents(self, seen: CardObservation, names: Sequence[str]) -> tuple[Sentence, ...]:
        believe(seen.record, self._player.agent.params, self._player.memory)
        found = []
        for seat, is_in in enumerate(seen.is_in):
            if is_in and seat != seen.seat:
                who = names[seat] if names else f"The player in seat {seat + 1}"
                found.append(self._opponent(seen, seat, "Your opponent" if seen.seats == 2 else who))
        return tuple(found)

    def _opponent(self, seen: CardObservation, seat: int, who: str) -> Sentence:
        weights = self._weights(seen, seat)
        if len(seen.board) < 3:
            by_class, names, top = _counted(_STARTING_GROUP, weights, len(_STARTING)), _STARTING, 5
        else:
            by_class = self._classes(seen, weights)
            names, top = tuple(_NAMES.get(name, name) for name in CATEGORIES), 3
        chances = by_class / by_class.sum()
        by_chance = range(len(names)) if len(seen.board) < 3 else np.argsort(-chances, kind="stable")
        order = [int(at) for at in by_chance if chances[at] > 0]
        said = listed([f"{names[at]} ({percent(float(chances[at]))})" for at in order[:top]])
        what = "may hold" if len(seen.board) < 3 else "most likely has"
        numbers = tuple(
            Number(names[at], float(chances[at]), percent(float(chances[at])), "weight of the holdings that make it")
            for at in order[:12]
        )
        return Sentence(f"{who} {what} {said}.", numbers)

    def _weights(self, seen: CardObservation, seat: int) -> Vector:
        at = places.WEIGHTS + seat * places.HOLDINGS
        table = self._player.memory[at : at + places.HOLDINGS].copy()
        known = np.isin(HOLDING_CARDS, np.array((*seen.own_cards, *seen.board))).any(axis=1)
        table[known] = 0
        return np.where(known, 0.0, 1.0) if table.sum() <= 0 else table

    @staticmethod
    def _classes(seen: CardObservation, weights: Vector) -> Vector:
        held = np.flatnonzero(weights)
        board = np.tile(np.array(seen.board, dtype=np.uint8), (len(held), 1))
        values = evaluate_many(np.concatenate([HOLDING_CARDS[held], board], axis=1))
        kinds = np.array([CATEGORIES.index(category(int(value))) for value in values])
        return _counted(kinds, weights[held], len(CATEGORIES))

    @staticmethod
    def _improve(seen: CardObservation) -> Sentence:
        together = (*seen.own_cards, *seen.board)
        now = CATEGORIES.index(category(evaluate(together)))
        left = remaining(together)
        counts = np.zeros(len(CATEGORIES))
        for card in left:
            counts[CATEGORIES.index(category(evaluate((*together, int(card)))))] += 1
        better = [at for at in range(now + 1, len(CATEGORIES)) if counts[at]]
        chances = counts / len(left)
        said = [f"{_NAMES.get(CATEGORIES[at], CATEGORIES[at])} ({percent(float(chances[at]))})" for at in better]
        numbers = tuple(
            number(CATEGORIES[at], float(chances[at]), f"{int(counts[at])} of {len(left)} cards") for at in better
        )
        text = f"The next card may make {listed(said)}." if said else "No next card makes a better kind of hand."
        return Sentence(text, numbers)

    def hand_over(self, observation: CardObservation) -> None:
        """Learn how the opponents play."""
        self._player.hand_over(observation)

    def save_state(self) -> dict[str, Any]:
        """Nothing is kept: what was learnt of the seats of this table would mislead at another."""
        return {"cases": []}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """There is nothing to begin with."""


def _counted(kinds: npt.NDArray[np.int64], weights: Vector, count: int) -> Vector:
    return np.bincount(kinds, weights=weights, minlength=count).astype(np.float64)


def make(game: str, *, kind: str, seed: Seed) -> HoldemPartner:
    """A partner for Hold'em, limit or no-limit."""
    return HoldemPartner(seed)
