"""A readable twin of what `adaptive` sees, from the observation alone, and of what it keeps of its opponents."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from riverboat.agents.neural import adaptive_layout_kernel as at
from riverboat.cards.evaluator import evaluate
from riverboat.cards.holdings import holding_index
from riverboat.games import CardObservation
from riverboat.modeling.attributes import PlayerModel, current_aggressiveness
from riverboat.modeling.weights import DEFAULT_WEIGHTS, SHARES
from riverboat.records.hand_record import Move
from tests.agents.neural_twin import filled, moves_of
from tests.agents.twin import bets_to_call, win_probability

Floats = npt.NDArray[np.float64]
BOLD = ("bet", "raise")
#: Folds and raises of a typical player: before the flop facing one bet, more; later facing none, one, more.
TYPICAL = ((0.25, 0.3), (0.2, 0.15), (0.0, 0.4), (0.35, 0.15), (0.2, 0.2))


#: The weights at a full table of all holdings that have two ranks.
PLAYED: dict[tuple[int, int], list[float]] = {}
for _low, _high in combinations(range(52), 2):
    PLAYED.setdefault((_high >> 2, _low >> 2), []).append(float(DEFAULT_WEIGHTS[8][holding_index((_low, _high))]))


@dataclass
class Known:
    """What is kept of an opponent: the attributes, and every case of each situation in its order."""

    model: PlayerModel
    cases: list[list[str]] = field(default_factory=lambda: [[] for _ in TYPICAL])

    def take_habits(self, moves: list[Move], seat: int) -> None:
        """A hand is over."""
        for index, move in enumerate(moves):
            before = [each for each in moves[:index] if each.street == move.street]
            bets = sum(each.kind in BOLD for each in before) + (move.street == 0)
            if move.seat == seat and not (move.street == 0 and move.kind == "check"):
                situation = min(bets, 2) - 1 if move.street == 0 else 2 + min(bets, 2)
                self.cases[situation].append(move.kind)

    def rates(self) -> list[float]:
        """Shares of folds and raises, four cases of a typical player among them; what is old fades."""
        found = []
        for number, (cases, typical) in enumerate(zip(self.cases, TYPICAL, strict=True)):
            weights = [0.975 ** (len(cases) - 1 - index) for index in range(len(cases))]
            for usual, kinds in zip(typical, (("fold",), BOLD), strict=True):
                if number == 2 and kinds == ("fold",):
                    continue
                counted = sum(weight for weight, kind in zip(weights, cases, strict=True) if kind in kinds)
                found.append((counted + 4 * usual) / (sum(weights) + 4))
        return found

    def numbers(self, seen: CardObservation, seat: int) -> Floats:
        """All that is told of a player."""
        aggressive, tight, risky = (filled(self.model, trait) for trait in range(3))
        now = current_aggressiveness(moves_of(seen), seat, seen.street).value or 0.0
        shares = np.array([*aggressive, now, *tight, *risky, *self.rates()])
        return np.array([*(2 * shares - 1), min(self.model.overall(0).n / 20, 1.0)])


def _ranks(cards: tuple[int, ...]) -> set[int]:
    return {card >> 2 for card in cards}


def _straights(ranks: set[int]) -> set[int]:
    """The further ranks that make five in a row; the ace stands below the deuce too."""
    found = set()
    for rank in set(range(13)) - ranks:
        more = ranks | {rank}
        rows = [set(range(low, low + 5)) for low in range(9)] + [{12, 0, 1, 2, 3}]
        if any(row <= more for row in rows):
            found.add(rank)
    return found


def tight_strength(own: tuple[int, ...], board: tuple[int, ...]) -> float:
    """Ahead of a hand as likely as two such ranks are played, ties half; the others' flushes do not count."""
    ours = evaluate(own + board)
    left = [card for card in range(52) if card not in own + board]
    suits = {rank: [card for card in left if card >> 2 == rank] for rank in range(13)}
    won = total = 0.0
    for high in range(13):
        for low in range(high + 1):
            weight = float(np.mean(PLAYED[high, low]))
            ways = len(list(combinations(suits[high], 2))) if high == low else len(suits[high]) * len(suits[low])
            theirs = _value_by_ranks((high, low), board)
            total += weight * ways
            won += weight * ways * (1.0 if ours > theirs else 0.5 if ours == theirs else 0.0)
    return won / total


def _value_by_ranks(two: tuple[int, int], board: tuple[int, ...]) -> int:
    """What two ranks make of a board where nobody has a flush: the least of what suits could make of them."""
    counts = [card >> 2 for card in board] + list(two)
    if max(counts.count(rank) for rank in counts) > 4:
        return 0
    dealt: list[int] = []
    for index, rank in enumerate(sorted(counts)):
        free = [4 * rank + suit for suit in range(4) if 4 * rank + suit not in dealt]
        dealt.append(min(free, key=lambda card: (sum(each & 3 == card & 3 for each in dealt), (card + index) & 3)))
    return evaluate(tuple(dealt))


def _cards(seen: CardObservation, x: Floats) -> None:
    strength, own, board = win_probability(seen), seen.own_cards, seen.board
    x[at.STREET + seen.street] = 1
    players = sum(seen.is_in)
    if not board:
        holding = holding_index((own[0], own[1]))
        x[at.PREFLOP_EQUITY] = 4 * strength - 2
        x[at.PREFLOP_SHARE] = 1 - 2 * SHARES[8, holding]
        x[at.PREFLOP_SHARE_HERE] = 1 - 2 * SHARES[players - 2, holding]
        return
    x[at.STRENGTH + len(board) - 3] = 2 * strength - 1
    x[at.STRENGTH_HIGH] = strength**6
    x[at.STRENGTH_OF_ALL] = 2 * strength ** (players - 1) - 1
    x[at.STRENGTH_TIGHT] = 2 * tight_strength(own, board) - 1
    suits = [[card & 3 for card in cards] for cards in (board, own + board)]
    if len(board) < 5:
        x[at.FLUSH_DRAW] = any(suits[1].count(s) == 4 and suits[0].count(s) < 4 for s in range(4))
        more = len(_straights(_ranks(own + board))) - len(_straights(_ranks(board)))
        x[at.STRAIGHT_DRAW] = 0.5 * max(more, 0)
    x[at.OVERCARDS] = 0.5 * sum(card >> 2 > max(_ranks(board)) for card in own)
    x[at.BOARD_PAIRED] = len(_ranks(board)) < len(board)
    x[at.BOARD_SUITED] = 0.5 * (max(suits[0].count(suit) for suit in range(4)) - 2)


def _place(seen: CardObservation, behind: list[int], x: Floats) -> None:
    seats, me = len(seen.stacks), seen.seat
    others = [seat for seat in range(seats) if seat != me and seen.is_in[seat]]
    street_bet, raises = int(seen.record["street_bet"][0]), int(seen.record["raises"][0])
    x[at.OPPONENTS], x[at.ONE_OVER_OPPONENTS] = len(others) / 4.5 - 1, 1 / len(others)
    x[at.BETS] = 0.5 * bets_to_call(seen, limit=True)
    x[at.ODDS] = 3 * seen.to_call / (seen.pot + seen.to_call) if seen.to_call else 0
    x[at.POT] = 0.5 * math.log(max(seen.pot / street_bet, 0.5)) - 0.5
    x[at.RAISES] = 0.5 * min(raises, 5)
    x[at.MAY_RAISE] = seen.legal_actions.raise_kind is not None
    place = {seat: (seat - seen.button - 1) % seats for seat in range(seats)}
    x[at.TO_ACT] = len(behind) / len(others)
    x[at.BEFORE_ME] = sum(place[seat] < place[me] for seat in others) / len(others)
    x[at.POSITION] = 2 * place[me] / (seats - 1) - 1


def _betting(seen: CardObservation, x: Floats) -> int | None:
    """Fill in the betting; the last of the others who bet on this street, where nobody of ours came after."""
    moves, me = moves_of(seen), seen.seat
    now = [move for move in moves if move.street == seen.street]
    for move in moves:
        if move.street < seen.street and move.kind in BOLD:
            x[at.EARLIER_RAISES + move.street] += 0.5
    leaders = [move.seat for move in moves if move.street == seen.street - 1 and move.kind in BOLD]
    if leaders:
        x[at.LED if leaders[-1] == me else at.WAS_LED] = 1
    mine = [move.kind for move in now if move.seat == me]
    x[at.OWN_BETS] = 0.5 * sum(kind in BOLD for kind in mine)
    x[at.OWN_CHECK], x[at.OWN_CALL] = mine.count("check"), mine.count("call")
    bold = [move.seat for move in now if move.kind in BOLD]
    found = bold[-1] if bold and bold[-1] != me else None
    x[at.AGGRESSOR] = found is not None
    return found


def all_inputs(seen: CardObservation, known: dict[int, Known]) -> Floats:
    """All that the network sees."""
    x = np.zeros(at.INPUTS)
    me, seats = seen.seat, len(seen.stacks)
    bets = seen.record["bet"][0]
    acted = seen.record["acted"][0]
    behind = [
        seat
        for seat in range(seats)
        if seat != me
        and seen.is_in[seat]
        and seen.stacks[seat] > 0
        and (not acted[seat] or bets[seat] < seen.record["current"][0])
    ]
    _cards(seen, x)
    _place(seen, behind, x)
    aggressor = _betting(seen, x)
    others = [seat for seat in range(seats) if seat != me and seen.is_in[seat]]
    groups = [(at.EVERYONE, others)]
    if seats > 2:
        groups += [(at.LAST_AGGRESSOR, [] if aggressor is None else [aggressor]), (at.STILL_TO_ACT, behind)]
    for start, players in groups:
        if players:
            x[start : start + at.PLAYER] = np.mean([known[seat].numbers(seen, seat) for seat in players], axis=0)
    return x


def chances(net: Floats, x: Floats, *, may_fold: bool, may_raise: bool) -> Floats:
    """Fold, call, raise."""
    first = net[: at.SECOND_LAYER].reshape(at.INPUTS + 1, at.HIDDEN)
    second = net[at.SECOND_LAYER :].reshape(at.HIDDEN + 1, at.CHOICES)
    sums = np.tanh(x @ first[:-1] + first[-1]) @ second[:-1] + second[-1]
    powers = np.exp(np.where([may_fold, True, may_raise], sums - sums.max(), -np.inf))
    shares: Floats = powers / powers.sum()
    return shares
