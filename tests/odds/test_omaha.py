from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from riverboat.cards.cards import format_cards, parse_cards
from riverboat.errors import RiverboatError
from riverboat.odds.omaha.equity import ask_omaha, equity_omaha, one_hand_omaha
from tests.cards.test_omaha import slow_strength
from tests.cli.test_odds import riverboat

Counts = tuple[float, float, float]


def every_board(hands: Sequence[Sequence[int]], board: Sequence[int], dead: Sequence[int] = ()) -> list[Counts]:
    """The twin: wins, ties and losses of known hands over all completions of the board, one by one."""
    used = {*board, *dead, *itertools.chain(*hands)}
    left = [card for card in range(52) if card not in used]
    counts = [[0, 0, 0] for _ in hands]
    for more in itertools.combinations(left, 5 - len(board)):
        values = [slow_strength(hand, [*board, *more]) for hand in hands]
        winners = [at for at, value in enumerate(values) if value == max(values)]
        for at, count in enumerate(counts):
            count[2 if at not in winners else 0 if len(winners) == 1 else 1] += 1
    return [(won, tied, lost) for won, tied, lost in counts]


@pytest.mark.parametrize("players", [2, 3])
def test_known_hands_as_the_slow_twin_counts_them(players: int) -> None:
    rng = random.Random(players)
    for shown in (4, 5, 5, 5):
        deck = rng.sample(range(52), 4 * players + shown + 2)
        hands = [deck[4 * at : 4 * at + 4] for at in range(players)]
        board, dead = deck[4 * players : 4 * players + shown], deck[-2:]
        found = equity_omaha(hands, board=board, dead=dead)
        assert found.method == "exact"
        assert [player.counts for player in found.players] == every_board(hands, board, dead)
        assert sum(player.equity.mean for player in found.players) == pytest.approx(1)


def test_a_hand_against_every_other_as_the_slow_twin_counts_them() -> None:
    """A short deck, so that the twin is done in a moment: 22 cards are dead."""
    rng = random.Random(8)
    for shown in (3, 4, 5, 5):
        deck = rng.sample(range(52), 52)
        own, board, dead = deck[:4], deck[4 : 4 + shown], deck[20:50] if shown < 5 else deck[22:44]
        left = [card for card in deck if card not in {*own, *board, *dead}]
        expected = [0.0, 0.0, 0.0]
        for theirs in itertools.combinations(left, 4):
            for at, count in enumerate(every_board([own, theirs], board, dead)[0]):
                expected[at] += count
        found = equity_omaha([own], board=board, dead=dead)
        assert found.method == "exact"
        assert found.players[0].counts == tuple(expected)
        assert found.players[1].counts == tuple(expected[::-1])


def test_strength_now_counts_every_hand_once() -> None:
    rng = random.Random(9)
    for shown in (3, 4, 5):
        deck = rng.sample(range(52), 52)
        own, board, dead = deck[:4], deck[4 : 4 + shown], deck[20:40]
        question = ask_omaha([own], board=board, dead=dead)
        left = [card for card in deck if card not in {*own, *board, *dead}]
        ours, theirs = (slow_strength(own, board), [slow_strength(x, board) for x in itertools.combinations(left, 4)])
        found = one_hand_omaha(question)
        assert found is not None
        (strength,) = found.strengths
        expected = (sum(x < ours for x in theirs), sum(x == ours for x in theirs), sum(x > ours for x in theirs))
        assert (strength.ahead, strength.tied, strength.behind) == expected


def test_simulation_comes_near_what_is_counted() -> None:
    for hands, board in (("AsAhKsQd", "2s7hTs"), ("AsAhKsQd vs 9c8c7d6d vs JsJhTd9d", "")):
        exact = equity_omaha(hands, board=board)
        drawn = equity_omaha(hands, board=board, method="simulate", simulations=200_000, seed=4)
        assert (exact.method, drawn.method) == ("exact", "simulated")
        for one, two in zip(exact.players, drawn.players, strict=True):
            assert abs(one.equity.mean - two.equity.mean) < 4 * two.equity.error
            assert abs(one.tie.mean - two.tie.mean) < 4 * two.tie.error + 1e-4
            assert 0 < two.equity.error < 0.002


def test_a_seed_repeats_a_simulation_and_nobody_is_favoured() -> None:
    first = equity_omaha("AsAhKsQd", opponents=3, simulations=20_000, seed=1)
    assert first == equity_omaha("AsAhKsQd", opponents=3, simulations=20_000, seed=1)
    others = [player.equity for player in first.players[1:]]
    assert max(each.mean for each in others) - min(each.mean for each in others) < 6 * others[0].error


@pytest.mark.parametrize(
    ("hands", "more", "told"),
    [
        ("AsAh", {}, "AsAh has 2 cards: a hand of Omaha has four"),
        ("QQ+", {}, '"QQ\\+" is not a hand of Omaha: write four cards, like AsAhKsQd, or random'),
        ("random", {}, "a hand is missing: write four cards"),
        ("AsAhKsQd vs", {}, "a hand is missing: write one on each side of vs"),
        ("AsAhKsQd vs As8c7d6d", {}, "As comes twice"),
        ("AsAhKsQd", {"board": "As2c3c"}, "As comes twice"),
        ("AsAhKsQd", {"board": "2c3c"}, "a board of 2 cards"),
        ("AsAhKsQd", {"opponents": 10}, "11 players cannot play"),
        ("AsAhKsQd", {"opponents": 9, "dead": "2c3c4c5c6c7c8c9c"}, "8 dead cards leave too few for 10 players"),
    ],
)
def test_what_cannot_be_asked_is_told(hands: str, more: dict[str, Any], told: str) -> None:
    with pytest.raises(RiverboatError, match=told):
        equity_omaha(hands, **more)


def test_random_named_is_an_opponent() -> None:
    assert ask_omaha("AsAhKsQd vs random vs 9c8c7d6d").names == ("AsAhKsQd", "9c8c7d6d", "random")
    assert ask_omaha("AsAhKsQd vs random", opponents=2).opponents == 3
    assert format_cards(parse_cards("AsAhKsQd")) == ask_omaha("A♠ A♥ K♠ Q♦").labels[0]


def test_the_command_answers_and_refuses() -> None:
    found = json.loads(riverboat("odds", "--game", "omaha", "AsAhKsQd", "--board", "2s7hTs3cKd", "--json").stdout)
    assert found["method"] == "exact"
    assert found["players"][0]["counts"] == [74_178, 729, 48_503]
    assert found["made"] == "pair of aces, king kicker"
    assert found["counts"]["strength"] == [{"ahead": 74_178, "tied": 729, "behind": 48_503}]
    shown = riverboat("odds", "--game", "omaha", "AsAhKsQd", "--board", "2s7hTs").stdout
    assert "122,298 ahead, 867 tied, 25,830 behind" in shown
    assert (
        'there are no odds of "omha" (did you mean "omaha"?)'
        in riverboat("odds", "--game", "omha", "AsAhKsQd", code=2).stderr
    )
    assert "no picture" in riverboat("odds", "--game", "omaha", "AsAhKsQd", "--picture", "x.svg", code=2).stderr
