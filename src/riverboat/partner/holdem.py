"""The partner at Hold'em: what actions are worth by Lokibot's beliefs, and on a river between two by solving it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.loki_kernel import believe
from riverboat.agents.loki.versions import Sight, read_sight
from riverboat.agents.registry import make_agent
from riverboat.cards.cards import rank_of, remaining, suit_of
from riverboat.cards.evaluator import CATEGORIES, RANK_NAMES, category, evaluate, evaluate_many, plural
from riverboat.cards.holdings import CLASS_NAMES, CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.cards.randomness import Seed, seed_words
from riverboat.games import Action, CardObservation
from riverboat.games.engine.layout_kernel import LIMIT
from riverboat.games.words import CARD_WORDS
from riverboat.modeling.weights import Vector
from riverboat.partner.coach import Coach
from riverboat.partner.holdem_beliefs import Opponent, answer, situation
from riverboat.partner.holdem_solved import AT_ONCE, IN_A_WHILE, SolvedSpot, solve_two
from riverboat.partner.holdem_thresholds import Thresholds
from riverboat.partner.holdem_worth import HoldemSpot, actions_weighed, raise_answers, spot_of, weigh
from riverboat.partner.listening import Heard
from riverboat.partner.protocol import Advice, Caution, HeldBy, MayHold, Number, Sentence, check_turn
from riverboat.partner.texts import holdem as texts
from riverboat.partner.texts import replies
from riverboat.partner.texts import worth as worth_texts
from riverboat.partner.texts.numbers import percent
from riverboat.partner.words import number, order_in_words
from riverboat.partner.worths import Worths

#: Two big bets; at no-limit this part of the stack: from such a cost on it is worth asking whether one is sure.
_BIG_BETS, _OF_STACK = 2, 1 / 20
#: A bet at no-limit is far off where it is larger than this many pots, and than this many times the one advised.
_FAR_OFF = 2
#: What the solved strategy does less often is not named.
_RARELY = 0.02
#: By what it decides: by what actions are worth, or by Lokibot's thresholds as version 0.1 did.
HoldemKind = Literal["worth", "thresholds"]


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


class HoldemPartner(Coach[CardObservation]):
    """Sits beside one player; models the opponents of this table as long as it lasts."""

    speaker = CARD_WORDS

    def __init__(self, seed: Seed = 0, game: str = "holdem-limit", kind: HoldemKind = "worth") -> None:
        self.game = game
        # No chance in it: advice must agree with its grounds.
        agent = make_agent("loki-f:mix=0;bluff=1;trap=0")
        assert isinstance(agent, CompiledAgent)
        self._player = agent.player(seed)
        self._thresholds = Thresholds(seed) if kind == "thresholds" else None
        self._seed = int(self._player.words[0] >> np.uint64(1))
        self._looked: tuple[bytes, _Look] | None = None

    def look(self, seen: CardObservation) -> _Look:
        """Everything that is worked out for a decision; kept, since it is asked for several times."""
        check_turn(seen)
        key = seen.to_bytes()
        if self._looked is None or self._looked[0] != key:
            self._looked = key, self._look(seen, key)
        return self._looked[1]

    def _look(self, seen: CardObservation, key: bytes) -> _Look:
        # The same situation gives the same advice: what is random in it is drawn afresh from the seed and the view.
        drawn_from = np.random.SeedSequence([self._seed, zlib.crc32(key)])
        self._player.words = seed_words(drawn_from)
        wish = self._player.decide(seen)
        memory, params = self._player.memory, self._player.agent.params
        sight = read_sight(memory, seen.seats)
        believe(seen.record, params, memory)
        ruled = None
        if self._thresholds is not None:
            luck = float(np.random.default_rng(drawn_from).random())
            ruled = self._thresholds.decide(seen, seed_words(drawn_from), luck)
        can_be_solved = len(seen.board) in IN_A_WHILE and sum(seen.is_in) == 2
        mind = LokiMind(wish, sight, params.copy(), memory.copy() if can_be_solved else None)
        return _Look(seen, mind, spot_of(seen, memory, params), ruled)

    def decision(self, observation: CardObservation) -> Action:
        """The best action by what they are worth, of several within the error the one that Lokibot takes; or what the
        thresholds say."""
        look = self.look(observation)
        return self.worths(observation, look.wish).choose(look.wishes) if look.ruled is None else look.ruled

    def warns(self, seen: CardObservation, action: Action) -> bool:
        """Whether it speaks before an action: where that costs something; as 0.1 did, where it would do another."""
        ruled = self.look(seen).ruled
        return self.caution(seen, action) is not None if ruled is None else action.kind != ruled.kind

    def worths(self, observation: CardObservation, *also: Action) -> Worths:
        """What each legal action is worth, and each named."""
        look = self.look(observation)
        return look.solved if look.solved is not None else look.estimated(also)

    def solve(self, observation: CardObservation) -> Worths | None:
        """What actions are worth by the solver on a turn or a river between two; it may take some seconds."""
        look = self.look(observation)
        return None if look.deeper is None else look.by_solver(look.deeper)

    def may_hold(self, observation: CardObservation, *, solved: bool = False) -> tuple[MayHold, ...]:
        """The classes of hands that everyone else who is in may hold: by Lokibot's weights, or by the solver."""
        if solved:
            found = self.look(observation).deeper
            return () if found is None else (_by_class(self._other(observation), "solved", observation, found.theirs),)
        believe(observation.record, self._player.agent.params, self._player.memory)
        return tuple(
            _by_class(seat, "weights", observation, self._weights(observation, seat))
            for seat, is_in in enumerate(observation.is_in)
            if is_in and seat != observation.seat
        )

    @staticmethod
    def _other(seen: CardObservation) -> int:
        return next(seat for seat, is_in in enumerate(seen.is_in) if is_in and seat != seen.seat)

    def theme(self, observation: CardObservation) -> str:
        """Before the flop the starting hand; on the river a value bet or a bluff to be called; between them draws."""
        if len(observation.board) < 3:
            return "starting-hands"
        if len(observation.board) == 5:
            return "bluff-catching" if observation.to_call else "value-betting"
        if not observation.to_call:
            return "betting"
        return "drawing" if self.look(observation).spot.ahead < 0.5 else "pot-odds"

    def advise(self, observation: CardObservation, *, names: Sequence[str] = ()) -> Advice:
        """What to do, and why; where the thresholds decide, also what the figures say to that."""
        look = self.look(observation)
        found, action = self.worths(observation, look.wish), self.decision(observation)
        order = Sentence(order_in_words(action, observation.to_call, "chips"), claim="order")
        who = tuple(_name(observation, each.seat, names) for each in look.spot.opponents)
        grounds = self._grounds(look, found, action, who)
        weighed = self.worth_sentences(observation, found, action)
        if not found.is_fine(action):
            weighed = (self.but_costly(observation, found, action), *weighed)
        return Advice(action, (order, *grounds, *weighed), found)

    def caution(self, observation: CardObservation, action: Action, *, names: Sequence[str] = ()) -> Caution | None:
        """One line before an action that costs something; never before what it advises itself."""
        if action == self.look(observation).ruled:
            return None
        return super().caution(observation, action, names=names) or self._far_off(observation, action, names)

    def _far_off(self, seen: CardObservation, action: Action, names: Sequence[str]) -> Caution | None:
        """One line before a bet at no-limit that is far larger than usual ones, and than the one advised.

        What it costs is not known: errors before the turn are so large that any size may be fine by the figures.
        """
        if action.kind not in ("bet", "raise") or self.worths(seen).kind == "solved":
            return None
        added, pot = action.amount - seen.bets[seen.seat] - seen.to_call, seen.pot + seen.to_call
        if added <= _FAR_OFF * pot:
            return None
        advice = self.advise(seen, names=names)
        bets = advice.action.kind == action.kind
        own = advice.action.amount - seen.bets[seen.seat] - seen.to_call if bets else 0
        if added <= _FAR_OFF * own:
            return None
        line = worth_texts.far_off(self.in_words(seen, action), self.in_words(seen, advice.action))
        told = number("size", added / pot, worth_texts.HOW_SIZE, f"{added / pot:.1f}")
        return Caution(advice, (Sentence(line, (told,), claim="amount"),))

    def _grounds(self, look: _Look, found: Worths, action: Action, who: Sequence[str]) -> tuple[Sentence, ...]:
        """Only what matters: without it the advice or what the next best costs would be another."""
        seen, spot = look.seen, look.spot
        if found.kind == "solved":
            return (_mix(self, seen, found), *self._price(look, found))
        grounds = [_chance(spot, who)]
        if 3 <= len(seen.board) < 5 and _matters(found, look.weighed(spot.as_the_cards_lie(), found)):
            grounds.append(_next_card(look.sight))
        if not self._may_fold(action):
            grounds += self._price(look, found)
        elif _matters(found, look.weighed(spot.without_folds(), found)):
            grounds += _folds(spot, action, who)
        if not len(seen.board) and action != found.best.action:
            grounds.append(_starting_hand(look.sight))
        return tuple(grounds)

    @staticmethod
    def _may_fold(action: Action) -> bool:
        return action.kind in ("bet", "raise")

    @staticmethod
    def _price(look: _Look, found: Worths) -> tuple[Sentence, ...]:
        seen, equity = look.seen, look.spot.equity
        if not seen.to_call:
            return ()
        cost = min(seen.to_call, seen.stacks[seen.seat])
        needed = cost / (seen.pot + cost)
        if not seen.board and len(look.spot.opponents) > 1:  # who has yet to act may fold: there is no one chance
            told = number("needed", needed, f"{texts.HOW_NEEDED}: {cost} / ({seen.pot} + {cost})", percent(needed))
            return (Sentence(replies.price(cost, seen.pot, needed), (told,), claim="pot odds"),)
        close = abs(equity - needed) * (seen.pot + cost) <= found.tolerance(Action("call"))
        return (
            Sentence(
                texts.price(cost, seen.pot, needed, equity, is_close=close),
                (
                    number("needed", needed, f"{texts.HOW_NEEDED}: {cost} / ({seen.pot} + {cost})", percent(needed)),
                    number("chance", equity, texts.HOW_EQUITY[min(seen.street, 3)], percent(equity)),
                ),
                claim="price",
            ),
        )

    def keys(self, observation: CardObservation) -> tuple[str, ...]:
        """What makes sense to ask now."""
        turn, flop, come = len(observation.legal_actions) > 0, len(observation.board) >= 3, len(observation.board) < 5
        asked = (
            ("what", turn),
            ("chance", turn),
            ("has", True),
            ("ahead", turn),
            ("price", turn),
            ("improve", flop and come),
            ("outs", turn and flop and come),
            ("beats", flop),
            ("rules", True),
            ("why", turn),
            *(
                (key, turn)
                for key in ("should fold", "should call", "should raise", "should bluff", "how much", "what if")
            ),
            *((key, turn) for key in ("why not fold", "why not call", "why not raise", "bluffing", "folds")),
            ("term", True),
            ("improve", not flop),
            ("beats", not flop),
            ("outs", turn and not (flop and come)),
        )
        return tuple(key for key, is_open in asked if is_open)

    def menu_size(self, observation: CardObservation) -> int:
        """The menu ends with the rules."""
        return self.keys(observation).index("rules") + 1

    def own_reply(self, observation: CardObservation, heard: Heard, names: Sequence[str]) -> tuple[Sentence, ...]:
        """What is asked of cards and opponents at Hold'em."""
        key = heard.key
        if key == "has":
            return self._opponents(observation, names)
        if key == "improve":
            return (self._improve(observation),)
        if key == "beats":
            return (self._beats(observation),)
        look = self.look(observation)
        who = tuple(_name(observation, each.seat, names) for each in look.spot.opponents)
        if key in ("bluffing", "folds"):
            return tuple(
                _one_opponent(look, each, name, key) for each, name in zip(look.spot.opponents, who, strict=True)
            )
        if key == "what if":
            return (self._what_if(observation, heard.about),)
        if key == "price":
            said = self._price(look, self.worths(observation))
            return said or (Sentence(replies.nothing_to_call()),)
        if key == "outs":
            return (_outs(look),)
        if key == "ahead":
            told = number("ahead", look.spot.ahead, texts.HOW_AHEAD, percent(look.spot.ahead))
            return (Sentence(replies.ahead(look.spot.ahead, now=len(observation.board) >= 3), (told,), claim="ahead"),)
        return (_chance(look.spot, who),)

    def _what_if(self, seen: CardObservation, typed: str) -> Sentence:
        """What a bet of the size that was named is worth."""
        named, legal = re.search(r"\d+", typed), seen.legal_actions
        if legal.raise_kind is None:
            return Sentence(replies.no_bet())
        if named is None:
            return self._how_much(seen)
        action = Action(legal.raise_kind, min(max(int(named[0]), legal.min_to), legal.max_to))
        return self.worth_of(seen, action)

    def _beats(self, seen: CardObservation) -> Sentence:
        """Which kinds of hands beat ours as the cards lie, by what the opponents may hold."""
        if len(seen.board) < 3:
            return self._improve(seen)
        believe(seen.record, self._player.agent.params, self._player.memory)
        ours = evaluate((*seen.own_cards, *seen.board))
        weights = sum(
            (self._weights(seen, seat) for seat, is_in in enumerate(seen.is_in) if is_in and seat != seen.seat),
            np.zeros(len(HOLDING_CARDS)),
        )
        held = np.flatnonzero(weights)
        values = self._values(seen, held)
        better = held[values > ours]
        share = float(weights[better].sum() / weights.sum())
        by_class = self._classes(seen, np.where(np.isin(np.arange(len(weights)), better), weights, 0.0))
        order = [int(at) for at in np.argsort(-by_class, kind="stable") if by_class[at] > 0]
        said = [texts.CLASSES.get(CATEGORIES[at], CATEGORIES[at]) for at in order]
        told = number(texts.BEATEN_BY, share, texts.HOW_AHEAD, percent(share))
        return Sentence(replies.beats(said[:4], share), (told,), claim="beats")

    @staticmethod
    def _values(seen: CardObservation, held: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        board = np.tile(np.array(seen.board, dtype=np.uint8), (len(held), 1))
        return np.asarray(evaluate_many(np.concatenate([HOLDING_CARDS[held], board], axis=1)), np.int64)

    def _opponents(self, seen: CardObservation, names: Sequence[str]) -> tuple[Sentence, ...]:
        believe(seen.record, self._player.agent.params, self._player.memory)
        found = []
        for seat, is_in in enumerate(seen.is_in):
            if is_in and seat != seen.seat:
                found.append(self._opponent(seen, seat, _name(seen, seat, names)))
        return tuple(found)

    def _opponent(self, seen: CardObservation, seat: int, who: str) -> Sentence:
        weights = self._weights(seen, seat)
        if len(seen.board) < 3:
            by_class, names, top = _counted(_STARTING_GROUP, weights, len(texts.STARTING)), texts.STARTING, 5
        else:
            by_class = self._classes(seen, weights)
            names, top = tuple(texts.CLASSES.get(name, name) for name in CATEGORIES), 3
        chances = by_class / by_class.sum()
        by_chance = range(len(names)) if len(seen.board) < 3 else np.argsort(-chances, kind="stable")
        order = [int(at) for at in by_chance if chances[at] > 0]
        said = [f"{names[at]} ({percent(float(chances[at]))})" for at in order[:top]]
        numbers = tuple(
            Number(names[at], float(chances[at]), percent(float(chances[at])), texts.HOW_HOLDINGS) for at in order[:12]
        )
        return Sentence(texts.holdings(who, said), numbers, claim="has")

    def _weights(self, seen: CardObservation, seat: int) -> Vector:
        at = places.WEIGHTS + seat * places.HOLDINGS
        table = self._player.memory[at : at + places.HOLDINGS].copy()
        known = np.isin(HOLDING_CARDS, np.array((*seen.own_cards, *seen.board))).any(axis=1)
        table[known] = 0
        return np.where(known, 0.0, 1.0) if table.sum() <= 0 else table

    def _classes(self, seen: CardObservation, weights: Vector) -> Vector:
        held = np.flatnonzero(weights)
        if not len(held):
            return np.zeros(len(CATEGORIES))
        kinds = np.array([CATEGORIES.index(category(int(value))) for value in self._values(seen, held)])
        return _counted(kinds, weights[held], len(CATEGORIES))

    @staticmethod
    def _improve(seen: CardObservation) -> Sentence:
        if len(seen.board) < 3:
            return Sentence(texts.BEFORE_THE_FLOP)
        if len(seen.board) == 5:
            return Sentence(texts.ALL_DEALT)
        together = (*seen.own_cards, *seen.board)
        now = CATEGORIES.index(category(evaluate(together)))
        left = remaining(together)
        counts = np.zeros(len(CATEGORIES))
        for card in map(int, left):
            made = CATEGORIES.index(category(evaluate((*together, card))))
            if made > now and not _is_everyones(seen, card, made):
                counts[made] += 1
        better = [at for at in range(now + 1, len(CATEGORIES)) if counts[at]]
        chances = counts / len(left)
        said = [f"{texts.CLASSES.get(CATEGORIES[at], CATEGORIES[at])} {percent(float(chances[at]))}" for at in better]
        numbers = tuple(
            number(CATEGORIES[at], float(chances[at]), f"{int(counts[at])} of {len(left)} cards") for at in better
        )
        return Sentence(texts.improves(said), numbers, claim="improve")

    def hand_over(self, observation: CardObservation) -> None:
        """Learn how the opponents play."""
        self._looked = None
        self._player.hand_over(observation)
        if self._thresholds is not None:
            self._thresholds.hand_over(observation)

    def save_state(self) -> dict[str, Any]:
        """Nothing is kept: what was learnt of the seats of this table would mislead at another."""
        return {"cases": []}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """There is nothing to begin with."""


class LokiMind(NamedTuple):
    """What Lokibot makes of a decision; its memory only where the spot may be solved."""

    wish: Action
    sight: Sight
    params: Vector
    memory: Vector | None


class _Look:
    """One decision, looked at: what Lokibot makes of it, the opponents, and what actions are worth."""

    def __init__(self, seen: CardObservation, mind: LokiMind, spot: HoldemSpot, ruled: Action | None = None) -> None:
        """`ruled` is what the thresholds say, where they decide."""
        self.seen, self.spot, self.ruled = seen, spot, ruled
        self.wish, self.sight = mind.wish, mind.sight
        self.mind = mind

    @property
    def wishes(self) -> tuple[Action, ...]:
        """What Lokibot would do; in a solved spot what the solution does most."""
        if self.solved is None:
            return (self.wish,)
        return tuple(row.action for row in sorted(self.solved.rows, key=lambda row: -(row.share or 0.0)))[:1]

    @cached_property
    def river(self) -> SolvedSpot | None:
        """The spot as the solver has it, where this is a river between two."""
        return self._solve(AT_ONCE)

    @cached_property
    def deeper(self) -> SolvedSpot | None:
        """The spot as the solver has it, on the turn too: that takes a while."""
        return self.river if self.river is not None else self._solve(IN_A_WHILE)

    def _solve(self, boards: tuple[int, ...]) -> SolvedSpot | None:
        mind = self.mind
        if len(self.spot.opponents) != 1 or mind.memory is None:
            return None
        return solve_two(self.seen, self.spot.opponents[0], mind.params, mind.memory, boards)

    @property
    def solved(self) -> Worths | None:
        """What actions are worth by the solver, where this is a river between two."""
        return None if self.river is None else self.by_solver(self.river)

    def by_solver(self, found: SolvedSpot) -> Worths:
        """What actions are worth in a solved spot."""
        return Worths(
            kind="solved",
            unit="chips",
            assumption=worth_texts.SOLVED_RIVER,
            rows=found.rows,
            ask_from=_ask_from(self.seen),
        )

    def estimated(self, also: Sequence[Action] = ()) -> Worths:
        """By what Lokibot believes."""
        actions = actions_weighed(self.seen, (self.wish, *also))
        return Worths(
            kind="estimated",
            unit="chips",
            assumption=worth_texts.ASSUMES_HOLDEM if _is_limit(self.seen) else worth_texts.ASSUMES_NOLIMIT,
            rows=weigh(self.spot, actions),
            ask_from=_ask_from(self.seen),
        )

    def weighed(self, spot: HoldemSpot, found: Worths) -> Worths:
        """The actions of an estimate in a spot that is otherwise."""
        rows = weigh(spot, [row.action for row in found.rows])
        return Worths(kind=found.kind, unit=found.unit, assumption=found.assumption, rows=rows)


def _is_limit(seen: CardObservation) -> bool:
    return bool(seen.record[0]["limits"] == LIMIT)


def _ask_from(seen: CardObservation) -> float:
    if _is_limit(seen):
        return float(_BIG_BETS * 2 * seen.small_bet)
    return _OF_STACK * (seen.stacks[seen.seat] + seen.bets[seen.seat])


def _matters(found: Worths, without: Worths) -> bool:
    """Whether a ground matters: without it another action would be best, or the others would cost clearly otherwise."""
    if without.best.action != found.best.action:
        return True
    return any(abs(without.cost(row.action) - found.cost(row.action)) > row.error for row in found.rows)


def _name(seen: CardObservation, seat: int, names: Sequence[str]) -> str:
    if names:
        return names[seat]
    return texts.ONE_OPPONENT if sum(seen.is_in) == 2 else texts.seat(seat + 1)


def _chance(spot: HoldemSpot, who: Sequence[str]) -> Sentence:
    street = min(spot.seen.street, 3)
    how = texts.HOW_EQUITY[street]
    numbers = (
        number("chance", spot.equity, how, percent(spot.equity)),
        *(
            number(name, value, how, percent(value))
            for name, value in zip(who, (float(each.weights @ each.equity) for each in spot.opponents), strict=True)
        ),
    )
    return Sentence(texts.chance(street, spot.equity, who), numbers, claim="chance")


def _next_card(sight: Sight) -> Sentence:
    return Sentence(
        texts.next_card(sight.ppot, sight.npot),
        (
            number("Ppot", sight.ppot, texts.HOW_CATCH_UP, percent(sight.ppot)),
            number("Npot", sight.npot, texts.HOW_FALL_BEHIND, percent(sight.npot)),
        ),
        claim="next card",
    )


def _folds(spot: HoldemSpot, action: Action, who: Sequence[str]) -> list[Sentence]:
    """How often everyone folds to a bet, what a bluff would need, and how often it wins where it is called."""
    seen = spot.seen
    answers = raise_answers(spot, action)
    expected = float(np.prod([each.folds for each in answers]))
    cost = action.amount - seen.bets[seen.seat]
    needed = cost / (seen.pot + cost)
    told = [number("fold", expected, texts.HOW_FOLDS, percent(expected))]
    told.append(number("needed", needed, texts.HOW_BLUFF, percent(needed)))
    said = [Sentence(texts.folds(expected, needed if spot.is_weak else None, who), tuple(told), claim="folds")]
    if len(answers) == 1 and answers[0].folds < 1:
        won = (answers[0].equity - answers[0].folds_equity) / (1 - answers[0].folds)
        said.append(
            Sentence(texts.called(won), (number("called", won, texts.HOW_CALLED, percent(won)),), claim="called")
        )
    return said


def _starting_hand(sight: Sight) -> Sentence:
    limit = min(sight.limit, 1.0)
    return Sentence(
        texts.starting_hand(sight.share, sight.limit),
        (
            number(texts.BETTER_HANDS, sight.share, texts.HOW_RANK, percent(sight.share)),
            number("limit", sight.limit, texts.HOW_LIMIT, percent(limit)),
        ),
        claim="starting hand",
    )


def _one_opponent(look: _Look, who: Opponent, name: str, key: str) -> Sentence:
    """Whether an opponent may be bluffing, or how often they fold to the least bet."""
    seen = look.seen
    if key == "bluffing":
        behind = float(who.weights @ who.now)
        told = number(texts.BEHIND_YOU, behind, texts.HOW_AHEAD, percent(behind))
        return Sentence(replies.bluffing(name, behind), (told,), claim="bluffing")
    share = answer(who, situation(seen.street, seen.raises + 1), seen.seats, look.spot.habits).folds
    told = number("folds", share, texts.HOW_FOLDS, percent(share))
    return Sentence(replies.folds(name, share), (told,), claim="folds to a bet")


def _outs(look: _Look) -> Sentence:
    """The next cards after which we are more likely ahead than not, against all that the opponents may hold."""
    seen = look.seen
    if not 3 <= len(seen.board) < 5 or look.spot.ahead > 0.5:
        return Sentence(replies.no_outs(look.spot.ahead > 0.5))
    known = (*seen.own_cards, *seen.board)
    left, found = remaining(known), []
    for card in left:
        board = (*seen.board, int(card))
        ours = evaluate((*seen.own_cards, *board))
        chance = 1.0
        for each in look.spot.opponents:
            held = np.flatnonzero((each.weights > 0) & ~(HOLDING_CARDS == card).any(axis=1))
            rows = np.concatenate([HOLDING_CARDS[held], np.tile(np.array(board, np.uint8), (len(held), 1))], axis=1)
            values = np.asarray(evaluate_many(rows), np.int64)
            weight = each.weights[held]
            chance *= float(weight @ ((values < ours) + 0.5 * (values == ours))) / float(weight.sum())
        if chance > 0.5:
            found.append(rank_of(int(card)))
    kinds = [_ranks(rank, found.count(rank)) for rank in sorted(set(found), reverse=True)]
    numbers = (number("outs", len(found), texts.HOW_OUTS), number("cards", len(left), texts.HOW_LEFT))
    return Sentence(replies.outs(len(found), len(left), kinds), numbers, claim="outs")


def _is_everyones(seen: CardObservation, card: int, made: int) -> bool:
    """Whether the kind of hand that a card makes lies on the board: it pairs the board and no card of ours, or the
    board plays."""
    board = (*seen.board, card)
    if len(board) == 5 and CATEGORIES.index(category(evaluate(board))) >= made:
        return True
    pairs_the_board = rank_of(card) in map(rank_of, seen.board) and rank_of(card) not in map(rank_of, seen.own_cards)
    return pairs_the_board and CATEGORIES[made] in ("pair", "two pair", "three of a kind")


def _ranks(rank: int, count: int) -> str:
    """Cards of one rank: "3 jacks"."""
    return f"{count} {plural(RANK_NAMES[rank]) if count > 1 else RANK_NAMES[rank]}"


def _by_class(seat: int, source: HeldBy, seen: CardObservation, weights: Vector) -> MayHold:
    """Of every class how likely it is, and how much of it is left beside the class of which most is left."""
    free = ~np.isin(HOLDING_CARDS, np.array((*seen.own_cards, *seen.board))).any(axis=1)
    dealt = _counted(HOLDING_CLASS, free.astype(np.float64), CLASSES)
    held = _counted(HOLDING_CLASS, weights * free, CLASSES)
    kept = np.divide(held, dealt, out=np.zeros(CLASSES), where=dealt > 0)
    whole, top = max(float(held.sum()), 1e-300), max(float(kept.max()), 1e-300)
    chances = {name: float(held[at] / whole) for at, name in enumerate(CLASS_NAMES)}
    return MayHold(seat, source, chances, {name: float(kept[at] / top) for at, name in enumerate(CLASS_NAMES)})


def _mix(coach: HoldemPartner, seen: CardObservation, found: Worths) -> Sentence:
    rows = sorted((row for row in found.rows if (row.share or 0) >= _RARELY), key=lambda row: -(row.share or 0))
    shares = [(coach.in_words(seen, row.action), row.share or 0.0) for row in rows]
    numbers = tuple(number(words, share, texts.HOW_SHARE, percent(share)) for words, share in shares)
    return Sentence(texts.mixed(shares), numbers, claim="mix")


def _counted(kinds: npt.NDArray[np.int64], weights: npt.ArrayLike, count: int) -> Vector:
    return np.bincount(kinds, weights=weights, minlength=count).astype(np.float64)


def make(game: str, *, kind: HoldemKind, seed: Seed) -> HoldemPartner:
    """A partner for Hold'em, limit or no-limit."""
    return HoldemPartner(seed, game, kind)
