"""The styles at Omaha: their win probability beside a readable twin, and what they make of it."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.registry import AGENTS
from riverboat.agents.styles.omaha_kernel import omaha_win_probability, preflop_equity
from riverboat.arena.matches.match import play_match
from riverboat.arena.matches.plan import match_plan
from riverboat.cards.cards import parse_cards
from riverboat.errors import RiverboatError, TableError
from riverboat.games import CardGame, make_game
from riverboat.odds.omaha import omaha_starting_hands
from riverboat.odds.omaha.equity import ask_omaha, equity_omaha, one_hand_omaha
from riverboat.odds.omaha.omaha_starting_hands import cards_of, class_codes, simulated_equity
from riverboat.odds.omaha.omaha_starting_hands import omaha_starting_hands as shipped
from riverboat.odds.omaha.omaha_starting_kernel import class_code

GAMES = ("omaha-limit", "omaha-potlimit")
STYLES = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive")


def cards(text: str) -> Any:
    return np.array(parse_cards(text), dtype=np.uint8)


@pytest.mark.parametrize("game", GAMES)
def test_win_probability_is_the_strength_against_every_hand(game: str) -> None:
    table = make_game(game, seats=3)
    assert isinstance(table, CardGame)
    state = table.start(seed=5)
    memory, seen = np.zeros(2), 0
    while not state.is_over:
        view = state.observation(state.actor or 0)
        found = omaha_win_probability(view.record[0], memory)
        assert omaha_win_probability(view.record[0], memory) == found  # kept in the memory
        if view.board:
            told = one_hand_omaha(ask_omaha([view.own_cards], board=view.board))
            assert told is not None
            assert found == pytest.approx(told.strengths[0].value, abs=1e-12)
            seen += 1
        else:
            exact = equity_omaha([view.own_cards], method="simulate", simulations=200_000, seed=1).players[0].equity
            assert abs(found - exact.mean) < 0.015
        state.apply("call" if "call" in state.legal_actions().kinds else "check")
    assert seen == 9


def test_the_figures_are_those_of_every_class_and_suits_have_no_names() -> None:
    figures = shipped()
    assert np.array_equal(class_codes(), figures.codes)
    rng = random.Random(3)
    for _ in range(300):
        own = rng.sample(range(52), 4)
        suits = rng.sample(range(4), 4)
        other = [(card & 60) | suits[card & 3] for card in own]
        rng.shuffle(other)
        one, two = (np.array(hand, dtype=np.uint8) for hand in (own, other))
        assert class_code(one) == class_code(two)
        assert preflop_equity(one) == preflop_equity(two)
        assert list(cards_of(class_code(one))) <= sorted(own, reverse=True)


def test_the_figures_repeat_from_their_seed() -> None:
    figures = shipped()
    for at in (0, 5000, 16_431):
        again = simulated_equity(int(figures.codes[at]), omaha_starting_hands.GAMES, omaha_starting_hands.SEED)
        assert round(again * omaha_starting_hands.SCALE) == round(figures.equity[at] * omaha_starting_hands.SCALE)


def test_good_hands_are_good_and_bad_ones_bad() -> None:
    strong, middling, weak = (preflop_equity(cards(text)) for text in ("AsAhKsKh", "9s8s7h6h", "2s2h2d2c"))
    assert strong > 0.68
    assert 0.45 < middling < 0.6
    assert weak < 0.15


def test_figures_of_another_shape_are_refused(tmp_path: Any) -> None:
    path = tmp_path / "figures.npz"
    np.savez_compressed(path, codes=np.zeros(3), equity=np.zeros(3), made_by="nobody")
    with pytest.raises(TableError, match="wrong shape"):
        omaha_starting_hands.load(path)


@pytest.mark.parametrize("game", GAMES)
def test_every_style_plays_and_a_seed_repeats_the_match(game: str) -> None:
    plan = match_plan([*STYLES, "always-call", "random"], game=game, hands=120, seed=7)
    first, again = play_match(plan), play_match(plan)
    assert first.digest == again.digest
    assert sum(entrant.income_sb.mean or 0 for entrant in first.players) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_a_style_beats_who_looks_at_no_cards(game: str) -> None:
    """With a random player the difference must show; the broken twin is the random player itself."""
    for player, wins in (("tight-aggressive", True), ("random", False)):
        result = play_match(match_plan([player, "random"], game=game, hands=3000, seed=11))
        low = result.players[0].income_sb.low
        assert (low is not None and low > 0) == wins, (player, result.players[0].income_sb)


def test_those_who_know_two_cards_alone_do_not_sit_down() -> None:
    assert set(AGENTS["tight-aggressive"].games) == {"holdem-limit", "holdem-nolimit", *GAMES}
    with pytest.raises(RiverboatError, match="omaha-limit"):
        play_match(match_plan(["loki-a", "random"], game="omaha-limit", hands=10, seed=1))
    assert make_agent("maniac").games == AGENTS["maniac"].games
