"""The partner at Bluff: with two players it speaks from the solved game, with more from binomial odds.

It sees its player's own dice and the bids, nothing else. Where it speaks of the other's dice it says what his bids tell
if he plays the solved strategy, or that nothing is known but the odds.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from riverboat.agents.bluff import odds as bluff_odds
from riverboat.agents.bluff.equilibrium import TRACE, belief, chance_in_equilibrium, from_opener, mix, strategies_for
from riverboat.agents.drawing import pick
from riverboat.cards.randomness import Seed, seed_words
from riverboat.games.actions import Action
from riverboat.games.bluff.dice import Bid
from riverboat.games.bluff.game import BLUFF, CHECK, BluffObservation, bid_of
from riverboat.games.words import DICE_WORDS, bid_in_words, listed, quantity_in_words
from riverboat.partner.protocol import Advice, Answer, Caution, Cost, Number, Question, Sentence, check_turn
from riverboat.partner.words import answer_to, number, percent
from riverboat.solving.bluff.strategy import BluffStrategies

#: What the solved strategy does less often than this is worth a caution.
RARELY = 0.05
#: With the odds alone: an action that is worth so much less than the best is worth a caution.
WORSE = 0.1
_MOST_NAMED = 4
_WORTH = "one step ahead: 1 if the round is won, -1 if it is lost, next to nothing if the next player raises"

_BEST = Question("best", "What would you do here?")
_TRUE = Question("true", "Is the last bid true?")
_BIDS = Question("bids", "Which bids are likely to be true?")
_OTHER = Question("other", "What does the other have?")
_OTHERS = Question("other", "What do the others have?")
_WORDS: dict[str, tuple[str, ...]] = {
    "best": ("would you do", "you do", "should i", "best", "what now", "solution", "solved", "equilibrium", "mix"),
    "true": ("last bid", "true", "last", "bluffing", "lying", "believe", "call", "is it", "is he"),
    "bids": ("which bids", "bids", "likely to be", "safe", "higher", "raise", "odds"),
    "other": (
        "other have",
        "others have",
        "others",
        "he have",
        "she have",
        "they have",
        "his dice",
        "opponent",
        "other",
        "probably",
        "has",
    ),
}


class BluffPartner:
    """Sits beside one player."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._rounds = 0  # so that equal situations of different rounds are drawn anew

    def advise(self, observation: BluffObservation) -> Advice:
        """What to do: drawn from the solved strategy's mix, or the best by the odds; with the grounds."""
        check_turn(observation)
        solved = solution_of(observation)
        if solved is None:
            return self._by_odds(observation)
        chances = mix(solved, observation)
        words = [self._seed, self._rounds, zlib.crc32(observation.to_bytes())]
        action = pick(chances, np.random.default_rng(words))
        grounds = [_order(action), _mixed(chances)]
        if observation.last_bid is not None:
            grounds.append(_truth(solved, observation, observation.last_bid))
        return Advice(action, tuple(grounds))

    @staticmethod
    def _by_odds(seen: BluffObservation) -> Advice:
        values = bluff_odds.weigh(seen)
        action = max(values, key=lambda each: values[each])
        grounds = [_order(action, _worth(action, values[action])), _weighed(values)]
        if seen.last_bid is not None:
            grounds.append(_odds(seen, seen.last_bid))
        if action.kind == "bid":
            grounds.append(_odds(seen, bid_of(action)))
        return Advice(action, tuple(grounds))

    def caution(self, observation: BluffObservation, action: Action) -> Caution | None:
        """A word where the solved strategy hardly ever does that, or the odds speak against it."""
        advice = self.advise(observation)
        if action == advice.action:
            return None
        about, instead = DICE_WORDS.act(action), DICE_WORDS.act(advice.action)
        solved = solution_of(observation)
        if solved is None:
            values = bluff_odds.weigh(observation)
            if values[advice.action] - values[action] < WORSE:
                return None
            numbers = tuple(_worth(each, values[each]) for each in (action, advice.action))
            first = Sentence(f"You are about to {about}; by the odds I would {instead}.", numbers)
        else:
            chance = mix(solved, observation).get(action, 0.0)
            if chance >= RARELY:
                return None
            often = f"does that only {percent(chance)} of the time" if chance >= TRACE else "hardly ever does that"
            text = f"You are about to {about}; with your dice the solved strategy {often}."
            first = Sentence(text, (_share(action, chance),))
        return Caution(advice, (first, *advice.sentences[1:]))

    def cost(self, observation: BluffObservation, action: Action) -> Cost:
        """What an action gives away by the odds, one step ahead; what the solved strategy does too gives away nothing.

        The numbers are how often the solved strategy does it, where there is one, how likely a bid is true, and what
        the action and the best one are worth.
        """
        solved, values = solution_of(observation), bluff_odds.weigh(observation)
        best = max(values, key=lambda each: values[each])
        numbers = [
            Number(f"to {DICE_WORDS.act(each)} is worth", values[each], f"{values[each]:+.2f}", _WORTH)
            for each in dict.fromkeys((action, best))
        ]
        bid = bid_of(action) if action.kind == "bid" else observation.last_bid
        if bid is not None:
            chance = bluff_odds.chance_true(observation, bid)
            numbers.insert(0, number(f"{bid_in_words(bid)} is true", chance, "binomial odds", percent(chance)))
        gives = values[best] - values[action]
        if solved is not None:
            chance = mix(solved, observation).get(action, 0.0)
            how = f"how often it would {DICE_WORDS.act(action)} with your dice after these bids"
            numbers.insert(0, number("the solved strategy does this", chance, how, percent(chance)))
            gives = 0.0 if chance >= RARELY else gives
        return Cost(max(gives, 0.0), "points", tuple(numbers))

    def questions(self, observation: BluffObservation) -> tuple[Question, ...]:
        """What can be asked here."""
        last = observation.last_bid is not None
        turn = bool(observation.legal_actions)
        menu = ((_BEST, turn), (_TRUE, last), (_BIDS, turn and observation.legal_actions[0].kind == "bid"))
        return (
            *(question for question, is_open in menu if is_open),
            _OTHER if observation.rules.seats == 2 else _OTHERS,
        )

    def answer(self, observation: BluffObservation, question: str, *, names: Sequence[str] = ()) -> Answer:
        """Reply to a question."""
        return answer_to(question, self.questions(observation), _WORDS, lambda key: self._reply(observation, key))

    def _reply(self, seen: BluffObservation, key: str) -> tuple[Sentence, ...]:
        if key == "best":
            return self.advise(seen).sentences
        solved, last = solution_of(seen), seen.last_bid
        if key == "true" and last is not None:
            truth = (_truth(solved, seen, last),) if solved is not None else ()
            return (*truth, _odds(seen, last))
        return (_likely_bids(seen, solved) if key == "bids" else _his_dice(seen, solved),)

    def hand_over(self, observation: BluffObservation) -> None:
        """A round is over: chance is drawn anew in the next. There is nothing to learn, for the solution is fixed."""
        self._rounds += 1

    def save_state(self) -> dict[str, Any]:
        """How many rounds there were."""
        return {"rounds": self._rounds, "cases": []}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._rounds = int(state.get("rounds", 0))


def solution_of(seen: BluffObservation) -> BluffStrategies | None:
    """The solved strategies of this round; None with more than two players, or where solving would take long."""
    return strategies_for(from_opener(seen.rules, seen.starter)) if seen.rules.seats == 2 else None


def _order(action: Action, *numbers: Number) -> Sentence:
    words = DICE_WORDS.act(action)
    return Sentence(f"{words[0].upper()}{words[1:]}.", numbers)


def _share(action: Action, chance: float) -> Number:
    return Number(DICE_WORDS.act(action), chance, percent(chance), "how often the solved strategy does this here")


def _worth(action: Action, value: float) -> Number:
    return Number(DICE_WORDS.act(action), value, f"{value:+.2f}", _WORTH)


def _mixed(chances: Mapping[Action, float]) -> Sentence:
    """What the solved strategy does with these dice."""
    played = sorted(((p, action) for action, p in chances.items() if p > 0), key=lambda pair: (-pair[0], pair[1]))
    numbers = tuple(_share(action, p) for p, action in played)
    if played[0][0] > 0.995:
        return Sentence(f"With your dice the solved strategy always {_does(played[0][1])} here.", numbers)
    told = [f"{_does(action)} {percent(p)} of the time" for p, action in played[:_MOST_NAMED] if p >= 0.005]
    rest = ", and other bids rarely" if len(told) < sum(p >= 0.005 for p, _ in played) else ""
    return Sentence(f"With your dice the solved strategy {listed(told)}{rest}; I have drawn one of these.", numbers)


def _does(action: Action) -> str:
    verb, _, rest = DICE_WORDS.act(action).partition(" ")
    return f"{verb}s {rest}"


def _weighed(values: Mapping[Action, float]) -> Sentence:
    best = sorted(values, key=lambda action: -values[action])
    text = "By the odds nothing else is better here."
    if len(best) > 1:
        text = f"By the odds the next best is to {DICE_WORDS.act(best[1])}."
    return Sentence(text, tuple(_worth(action, values[action]) for action in best[: 2 * _MOST_NAMED]))


def _truth(solved: BluffStrategies, seen: BluffObservation, bid: Bid) -> Sentence:
    """How likely a bid is true, judged by how the other has bid."""
    if not belief(solved, seen).expected:
        nothing = "Nobody who plays the solved strategy bids like that, so it says nothing of his dice"
        return Sentence(f"{nothing}; {_by_odds(seen, bid)}.", _odds_numbers(seen, bid))
    chance = chance_in_equilibrium(solved, seen, bid)
    how = "his rolls by Bayes' rule from his bids, if he plays the solved strategy"
    numbers = [
        number("true", chance, how, percent(chance)),
        number("false", 1 - chance, "1 - true", percent(1 - chance)),
    ]
    text = f"If the other plays the solved strategy, {bid_in_words(bid)} is true {percent(chance)} of the time"
    if seen.rules.check:
        exact = chance_in_equilibrium(solved, seen, bid, exact=True)
        numbers.append(number("exactly right", exact, how, percent(exact)))
        text += f", and exactly right {percent(exact)}"
    return Sentence(f"{text}.", tuple(numbers))


def _by_odds(seen: BluffObservation, bid: Bid) -> str:
    return f"by the odds alone {bid_in_words(bid)} is true {percent(bluff_odds.chance_true(seen, bid))} of the time"


def _odds(seen: BluffObservation, bid: Bid) -> Sentence:
    unseen, own = bluff_odds.unseen_dice(seen), bluff_odds.own_count(seen, bid.face)
    have = f"You hold {quantity_in_words(own)} that count{'s' * (own == 1)}" if own else "You hold none that counts"
    need = bid.quantity - own
    text = f"{have}: {_by_odds(seen, bid)}."
    if 0 < need <= unseen:
        which = f"{quantity_in_words(need)} of the other {unseen} dice" if unseen > 1 else "the other die"
        text = f"{have}, so {which} must: {_by_odds(seen, bid)}."
    elif need <= 0:
        text = f"You hold enough yourself: {bid_in_words(bid)} is true, whatever the others have."
    return Sentence(text, _odds_numbers(seen, bid))


def _odds_numbers(seen: BluffObservation, bid: Bid) -> tuple[Number, ...]:
    unseen, own = bluff_odds.unseen_dice(seen), bluff_odds.own_count(seen, bid.face)
    chance, die = bluff_odds.chance_true(seen, bid), bluff_odds.die_chance(seen.rules.table, bid.face)
    need = max(bid.quantity - own, 0)
    found = [
        number("own", own, "your dice that count as the face, wild ones too"),
        number("unseen", unseen, "dice of the others"),
        number("each", die, "how likely one of them counts", percent(die)),
        number("true by the odds", chance, f"binomial: at least {need} of {unseen}", percent(chance)),
    ]
    if seen.rules.check:
        exact = bluff_odds.chance_exact(seen, bid)
        found.append(number("exactly right by the odds", exact, f"binomial: {need} of {unseen}", percent(exact)))
    trusted = bluff_odds.chance_believed(seen, bid)
    if trusted != chance:
        how = f"who has bid the face is believed to hold one: {percent(bluff_odds.TRUST)} of the way"
        found.append(number("true, bids believed a little", trusted, how, percent(trusted)))
    return tuple(found)


def _likely_bids(seen: BluffObservation, solved: BluffStrategies | None) -> Sentence:
    """Each bid that can be made, with how likely it is true."""
    known = solved is not None and belief(solved, seen).expected
    found = []
    for action in seen.legal_actions:
        if action not in (BLUFF, CHECK):
            bid = bid_of(action)
            plain = bluff_odds.chance_true(seen, bid)
            found.append((chance_in_equilibrium(solved, seen, bid) if known and solved is not None else plain, bid))
    source = "against the solved strategy" if known else "by the odds alone"
    lowest, best = found[0], max(found, key=lambda pair: pair[0])
    text = f"The lowest bid, {bid_in_words(lowest[1])}, is true {percent(lowest[0])} of the time {source}"
    if best[1] != lowest[1] and best[0] > lowest[0]:
        text += f"; the surest is {bid_in_words(best[1])} with {percent(best[0])}"
    numbers = tuple(
        Number(str(bid), chance, percent(chance), f"how likely it is true, {source}") for chance, bid in found
    )
    return Sentence(f"{text}.", numbers)


def _his_dice(seen: BluffObservation, solved: BluffStrategies | None) -> Sentence:
    if solved is None:
        unseen = bluff_odds.unseen_dice(seen)
        die = bluff_odds.die_chance(seen.rules.table, 1 if seen.rules.wild != 1 else 2)
        return Sentence(
            f"I can't know: all that is sure is that {unseen} dice are hidden, and that a plain face counts on each "
            f"with {percent(die)}.",
            (number("unseen", unseen, "dice of the others"), number("each", die, "one die", percent(die))),
        )
    found = belief(solved, seen)
    rolls = sorted(found.chances.items(), key=lambda pair: (-pair[1], pair[0]))
    told = [f"{DICE_WORDS.holding(roll)} ({percent(p)})" for roll, p in rolls[:3] if p > 0]
    why = "if he plays the solved strategy" if found.expected else "his bids say nothing, so it is as at the beginning"
    numbers = tuple(
        Number(DICE_WORDS.holding(roll), p, percent(p), "the roll's own chance times how often it would be bid so")
        for roll, p in rolls[:12]
    )
    return Sentence(f"Most likely he has {listed(told) if len(told) > 1 else told[0]}: {why}.", numbers)


def make(game: str, *, kind: str, seed: Seed) -> BluffPartner:
    """A partner for Bluff."""
    return BluffPartner(int(seed_words(seed)[0] >> np.uint64(33)))
