"""The partner at Bluff: with two players it speaks from the solved game, with more from binomial odds.

It sees its player's own dice and the bids, nothing else. Where it speaks of the other's dice it says what their bids
tell if they play the solved strategy, or that nothing is known but the odds.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from riverboat.agents.bluff.equilibrium import belief, from_opener, mix, strategies_for
from riverboat.agents.drawing import pick
from riverboat.cards.randomness import Seed, seed_words
from riverboat.games.actions import Action
from riverboat.games.bluff.game import SPOT_ON, BluffObservation, bid_of
from riverboat.games.words import DICE_WORDS, bid_in_words
from riverboat.partner.bluff_worth import weigh_by_odds, weigh_solved
from riverboat.partner.coach import Coach
from riverboat.partner.listening import Heard
from riverboat.partner.protocol import Advice, MayHold, Sentence, check_turn
from riverboat.partner.texts import bluff as words
from riverboat.partner.texts import worth as worth_texts
from riverboat.partner.worths import Worths
from riverboat.solving.bluff.strategy import BluffStrategies

#: From such a cost on it is worth asking whether one is sure.
_ASK_FROM = 0.25
_MOST_NAMED = 4


class BluffPartner(Coach[BluffObservation]):
    """Sits beside one player."""

    speaker, game = DICE_WORDS, "bluff"
    how_worth = worth_texts.HOW_WORTH_BLUFF

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._rounds = 0  # so that equal situations of different rounds are drawn again

    def worths(self, observation: BluffObservation, *also: Action) -> Worths:
        """What each legal action is worth: exactly in a solved round, else by the odds."""
        check_turn(observation)
        solved = solution_of(observation)
        rows = weigh_solved(solved, observation) if solved is not None else None
        return Worths(
            kind="estimated" if rows is None else "solved",
            unit="points",
            assumption=worth_texts.ASSUMES_BLUFF if rows is None else worth_texts.SOLVED_BLUFF,
            rows=weigh_by_odds(observation) if rows is None else rows,
            ask_from=_ASK_FROM,
        )

    def advise(self, observation: BluffObservation, *, names: Sequence[str] = ()) -> Advice:
        """What to do: drawn from the solved strategy's mix, or the best by the odds; with the grounds."""
        found = self.worths(observation)
        solved = solution_of(observation)
        grounds = []
        if found.kind == "solved" and solved is not None:
            chances = mix(solved, observation)
            drawn_from = [self._seed, self._rounds, zlib.crc32(observation.to_bytes())]
            action = found.choose((pick(chances, np.random.default_rng(drawn_from)),))
            grounds.append(words.mixed(chances))
            if observation.last_bid is not None:
                grounds.append(words.truth(solved, observation, observation.last_bid))
        else:
            action = found.best.action
            if observation.last_bid is not None:
                grounds.append(words.odds_of(observation, observation.last_bid))
                if SPOT_ON in observation.legal_actions:
                    grounds.append(words.exactly(observation, observation.last_bid))
            if action.kind == "bid":
                grounds.append(words.odds_of(observation, bid_of(action)))
        weighed = self.worth_sentences(observation, found, action)
        return Advice(action, (words.order(action), *grounds, *weighed), found)

    def may_hold(self, observation: BluffObservation, *, solved: bool = False) -> tuple[MayHold, ...]:
        """The rolls of the other in a solved round, by what their bids tell; none where it is not solved."""
        strategies = solution_of(observation)
        if strategies is None:
            return ()
        found = belief(strategies, observation)
        chances = {"".join(map(str, roll)): float(chance) for roll, chance in found.chances.items()}
        return (MayHold(1 - observation.seat, "solved" if found.expected else "counted", chances),)

    def theme(self, observation: BluffObservation) -> str:
        """Every decision is about a bid."""
        return "bluff"

    def keys(self, observation: BluffObservation) -> tuple[str, ...]:
        """What makes sense to ask now."""
        last, turn = observation.last_bid is not None, bool(observation.legal_actions)
        asked = (
            ("what", turn),
            ("true", last),
            ("exact", last and observation.rules.has_spot_on),
            ("bids", turn and observation.legal_actions[0].kind == "bid"),
            ("has", True),
            ("why", turn),
            ("rules", True),
            ("should call", turn and last),
            ("what if", turn),
            ("term", True),
        )
        return tuple(key for key, is_open in asked if is_open)

    def menu_size(self, observation: BluffObservation) -> int:
        """The menu ends before the rules are told."""
        return self.keys(observation).index("rules") + 1

    def own_reply(self, observation: BluffObservation, heard: Heard, names: Sequence[str]) -> tuple[Sentence, ...]:
        """What is asked of dice and bids."""
        solved, last = solution_of(observation), observation.last_bid
        if heard.key == "true" and last is not None:
            truth = (words.truth(solved, observation, last),) if solved is not None else ()
            return (*truth, words.odds_of(observation, last))
        if heard.key == "exact" and last is not None:
            return (words.exactly(observation, last),)
        if heard.key == "what if":
            return self._what_if(observation, heard.about)
        return (
            words.likely_bids(observation, solved) if heard.key == "bids" else words.their_dice(observation, solved),
        )

    def rules_in_words(self, observation: BluffObservation) -> str:
        """The rules, and what is played beyond the paper's."""
        return words.rules(observation, super().rules_in_words(observation))

    def _what_if(self, seen: BluffObservation, typed: str) -> tuple[Sentence, ...]:
        """What a bid that was named in words or numbers is worth."""
        for action in seen.legal_actions:
            bid = bid_of(action) if action.kind == "bid" else None
            if bid is not None and re.search(rf"\b({bid_in_words(bid)}|{bid.quantity} {bid.face}s?)\b", typed):
                return (self.worth_of(seen, action), words.odds_of(seen, bid))
        return self.worth_sentences(seen, self.worths(seen), self.worths(seen).best.action)[:1]

    def hand_over(self, observation: BluffObservation) -> None:
        """A round is over: chance is drawn again in the next. There is nothing to learn, for the solution is fixed."""
        self._rounds += 1

    def save_state(self) -> dict[str, Any]:
        """How many rounds there were."""
        return {"rounds": self._rounds, "cases": []}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from there."""
        self._rounds = int(state.get("rounds", 0))


def solution_of(seen: BluffObservation) -> BluffStrategies | None:
    """The solved strategies of this round; None with more than two players, by rules that are not the paper's, or where
    solving would take long."""
    solvable = seen.rules.seats == 2 and not seen.rules.customs
    return strategies_for(from_opener(seen.rules, seen.starter)) if solvable else None


def make(game: str, *, kind: str, seed: Seed) -> BluffPartner:
    """A partner for Bluff."""
    return BluffPartner(int(seed_words(seed)[0] >> np.uint64(33)))
