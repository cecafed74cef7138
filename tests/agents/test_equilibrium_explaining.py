"""A recorded hand through the eyes of equilibrium: mix, what actions are worth, what it represents."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.agents.equilibrium.explanation import BLUEPRINT, SOLVED, views
from riverboat.agents.equilibrium.model import EquilibriumModel
from riverboat.agents.equilibrium.player import SHIPPED, model_at
from riverboat.agents.equilibrium.river import reach_along
from riverboat.agents.equilibrium.rollout import action_worths
from riverboat.cards.cards import parse_cards
from riverboat.cards.holdings import HOLDING_CARDS, holding_index
from riverboat.cli import app
from riverboat.records import parse_phh
from riverboat.solving.limit.boards_kernel import value_holdings
from riverboat.solving.limit.tree import CALL, FOLD, IP, RAISE

#: Ann, the big blind, calls a raise, and a bet on the flop; both check the turn; she bets the river and is called.
HAND = """
variant = "FT"
antes = [0, 0]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [2000, 2000]
players = ["Ann", "Bob"]
actions = ["d dh p1 QsJs", "d dh p2 AdKc", "p2 cbr 20", "p1 cc", "d db Qh7c2d", "p1 cc", "p2 cbr 10", "p1 cc",
"d db 9s", "p1 cc", "p2 cc", "d db 3h", "p1 cbr 20", "p2 cc"]
"""
BOARD = np.array(parse_cards("Qh7c2d9s3h"), np.uint8)
#: The same line: raise, call; check, bet, call; check, check; and a bet on the river.
LINE = [RAISE, CALL, CALL, RAISE, CALL, CALL, CALL, RAISE]


def test_every_decision_has_mix_worth_and_what_it_represents() -> None:
    found = list(views(parse_phh(HAND), make_agent("equilibrium"), seed=1))
    assert len(found) == 9
    for each in found:
        assert sum(share for _, share in each.mix) == pytest.approx(1)
        assert 0 < each.hand_share <= 1
        assert each.likeliest
        assert each.assumed == (SOLVED if len(each.board) == 5 else BLUEPRINT)
        if FOLD in each.worth:
            assert each.worth[FOLD] == pytest.approx((0, 0), abs=1e-4)
    shares = [each.hand_share for each in found if each.seat == found[1].seat]
    assert shares == sorted(shares, reverse=True)


def test_a_call_that_ends_the_hand_is_worth_what_the_range_says() -> None:
    """On the river the worth of a call follows from the other's range alone: worked out here pair by pair."""
    model: EquilibriumModel = model_at(SHIPPED)
    cards = tuple(sorted(parse_cards("AdKc")))
    found = action_worths(model, LINE, BOARD, (cards[0], cards[1]), np.random.default_rng(1))
    theirs = reach_along(model, LINE, BOARD, streets=4)[1 - IP]
    values = np.zeros(1326, np.int64)
    value_holdings(BOARD, values)
    own = holding_index((cards[0], cards[1]))
    won = met = 0.0
    pot, price = 8.0, 2.0  # two big blinds each before the flop, one each on it, and the bet of two
    for holding, reach in enumerate(theirs):
        if not set(HOLDING_CARDS[holding].tolist()) & set(cards):
            met += reach
            sign = np.sign(values[own] - values[holding])
            won += reach * {1: pot, 0: (pot + price) / 2 - price, -1: -price}[int(sign)]
    assert found[FOLD][0] == pytest.approx(0)
    assert found[CALL][0] == pytest.approx(won / met, abs=1e-6)


def test_the_command_tells_it(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(HAND, "utf-8")
    words = ["explain", str(path), "--agent", "equilibrium", "--player", "Bob"]
    answer = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [each["street"] for each in answer["decisions"]] == ["pre-flop", "flop", "turn", "river"]
    assert answer["decisions"][-1]["river_solved"]
    assert set(answer["decisions"][-1]["worth_big_blinds"]) >= {"fold"}
    text = CliRunner().invoke(app, words).stdout
    assert "represents:" in text
    assert "worth from here on" in text
    refused = CliRunner().invoke(app, [*words, "--picture", str(tmp_path / "x.svg")])
    assert refused.exit_code != 0
