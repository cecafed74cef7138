"""The seven attributes: against a slow twin, by hand, at the table, and from records."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest

from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.neural import neural_layout_kernel as places
from riverboat.errors import RecordError
from riverboat.games import Action, CardGame, make_game
from riverboat.games.actions import ActionKind
from riverboat.modeling.attributes import (
    PlayerModel,
    current_aggressiveness,
    model_history,
    packed_moves,
    plot_model,
    shown_seats,
)
from riverboat.modeling.attributes_kernel import player_at, standing_attributes, strength_on
from riverboat.modeling.attributes_layout import ALL_HANDS, ATTRIBUTES, LASTING, PLAYER
from riverboat.modeling.strengths import strengths_of
from riverboat.records.hand_record import HandRecord, Move
from tests.modeling.attributes_twin import SlowModel

KINDS: tuple[ActionKind, ...] = ("fold", "check", "call", "bet", "raise")


def _random_moves(rng: np.random.Generator) -> list[Move]:
    count = int(rng.integers(0, 9))
    streets = sorted(rng.integers(0, 4, size=count).tolist())
    return [Move(street, int(rng.integers(3)), KINDS[int(rng.integers(5))]) for street in streets]


@pytest.mark.parametrize("lasting", [ALL_HANDS, LASTING])
def test_the_kernel_agrees_with_a_slow_twin_over_random_hands(lasting: float) -> None:
    rng = np.random.default_rng(3)
    model, slow = PlayerModel(lasting), SlowModel(lasting=lasting)
    for _ in range(300):
        moves = _random_moves(rng)
        strengths = rng.random(4) if rng.random() < 0.4 else None
        model.take(moves, 1, strengths)
        slow.take(moves, 1, None if strengths is None else strengths.tolist())
        found = model.attributes()
        kept = [attribute.value for attribute in found if not attribute.name.startswith("current")]
        for ours, plain in zip(kept, slow.six(), strict=True):
            assert ours == plain if plain is None else ours == pytest.approx(plain, abs=1e-12)


def test_a_hand_counted_by_hand() -> None:
    """A call and a raise with 0.4 (a bluff), then a check with 0.7 (a slow play) and a fold: sizes and ratios."""
    model = PlayerModel()
    moves = [Move(0, 0, "call"), Move(0, 0, "raise", 20), Move(1, 0, "check"), Move(2, 0, "fold")]
    model.take(moves, 0, np.array([0.4, 0.7, 0.5, 0.5]))
    values = {attribute.name: attribute.value for attribute in model.attributes()}
    assert values["overall aggressiveness"] == 0.25
    assert values["recent tightness"] == 0.5
    assert values["overall riskiness"] == pytest.approx(2 / 3)
    assert values["current aggressiveness"] is None


def test_only_the_last_ten_hands_are_recent() -> None:
    model = PlayerModel()
    for _ in range(30):
        model.take([Move(0, 0, "fold")], 0)
    for _ in range(10):
        model.take([Move(0, 0, "raise", 20)], 0)
    values = {attribute.name: attribute for attribute in model.attributes()}
    assert values["overall aggressiveness"].value == 0.25
    assert values["overall aggressiveness"].n == 40
    assert values["recent aggressiveness"].value == 1.0
    assert values["recent riskiness"].value == 1.0


def test_at_the_table_old_hands_fade_away() -> None:
    """After 500 hands of folding, 100 of raising: over all hands a sixth, at the table seven eighths."""
    thesis, table = PlayerModel(), PlayerModel(LASTING)
    done: tuple[tuple[ActionKind, int], ...] = (("fold", 500), ("raise", 100))
    for kind, hands in done:
        for _ in range(hands):
            for model in (thesis, table):
                model.take([Move(0, 0, kind, 20)], 0)
    assert thesis.overall(0).value == pytest.approx(100 / 600)
    assert table.overall(0).value == pytest.approx(1 - (1 - 1 / LASTING) ** 100)
    assert table.overall(0).n == 600


def test_current_aggressiveness_looks_at_earlier_streets_only() -> None:
    moves = [Move(0, 1, "raise", 20), Move(0, 1, "call"), Move(1, 1, "bet", 10)]
    assert current_aggressiveness(moves, 1, 0).value is None
    assert current_aggressiveness(moves, 1, 1).value == 0.5
    assert current_aggressiveness(moves, 1, 2).value == pytest.approx(2 / 3)


def test_unknown_players_are_typical_and_known_ones_themselves() -> None:
    typical, found = np.array([0.3, 0.7, 0.6]), np.zeros(ATTRIBUTES)
    player = np.zeros(PLAYER)
    standing_attributes(player, typical, found)
    assert found.tolist() == pytest.approx([0.3, 0.3, 0.0, 0.7, 0.7, 0.6, 0.6])
    model = PlayerModel()
    for _ in range(10):
        model.take([Move(0, 0, "raise", 20)], 0)
    standing_attributes(model.numbers, typical, found)
    assert found[0] == found[1] == 1.0
    assert found[3] == 0.7  # nothing was shown


def test_what_an_agent_at_the_table_keeps_is_what_the_records_say() -> None:
    game = make_game("holdem-limit", seats=3)
    assert isinstance(game, CardGame)
    agent = make_agent("adaptive-68")
    assert isinstance(agent, CompiledAgent)
    watcher = agent.player(1)
    others = [make_agent(name).player(seat) for seat, name in enumerate(("loose-passive", "maniac"), 1)]
    slow = SlowModel(lasting=LASTING)
    shown_hands = 0
    for number in range(120):
        state = game.start(seed=number, button=number % 3)
        while not state.is_over:
            seat = state.actor
            assert seat is not None
            view = state.observation(seat)
            state.apply(
                Action("fold")
                if seat == 0 and view.to_call
                else (Action("check") if seat == 0 else others[seat - 1].decide(view))
            )
        watcher.hand_over(state.observation(0))
        moves = [Move(event.street, event.seat, event.action.kind, event.action.amount) for event in state.history]
        strengths = None
        if state.is_showdown and state.is_in[1]:
            shown_hands += 1
            one, two = state.cards(1)
            board = np.array([*state.board, *[255] * (5 - len(state.board))], dtype=np.uint8)
            strengths = [float(strength_on(one, two, board, street)) for street in range(4)]
        slow.take(moves, 1, strengths)
    view = state.observation(0).record[0]
    kept = player_at(view, watcher.memory[places.MODELS_AT :], 1)
    model = PlayerModel()
    model.numbers[:] = kept
    found = [attribute.value for attribute in model.attributes() if not attribute.name.startswith("current")]
    assert shown_hands > 5
    assert found == pytest.approx(slow.six())


def _record(number: int, moves: tuple[Move, ...], *, board: tuple[int, ...] = (0, 5, 10, 15, 20)) -> HandRecord:
    rules = make_game("holdem-limit", seats=2)
    assert isinstance(rules, CardGame)
    return HandRecord(
        game="holdem-limit",
        rules=rules.rules,
        players=("ann", "bob"),
        stacks=(2000, 2000),
        hole_cards=((51, 50), (1, 7)),
        moves=moves,
        board=board,
        button=1,
        number=str(number),
        time=f"2020-01-0{number}T00:00:00Z",
    )


CHECKED = tuple(Move(street, seat, "check") for street in (1, 2, 3) for seat in (0, 1))
PREFLOP = (Move(0, 1, "call"), Move(0, 0, "check"))


def test_a_history_goes_by_time_and_knows_what_was_shown(tmp_path: Path) -> None:
    folded = _record(2, (Move(0, 1, "fold"),), board=())
    whole = _record(1, (*PREFLOP, *CHECKED))
    assert shown_seats(whole) == (0, 1)
    assert shown_seats(folded) == ()
    history = model_history("ann", [folded, whole])
    assert history.hands == 2
    assert history.first < history.last
    tightness = history.attributes[3]
    strengths = strengths_of([((51, 50), whole.board)])[0]
    slow = sum(strengths[street] > 0.63 for street in range(4)) / 4
    assert tightness.n == 1
    assert tightness.value == pytest.approx(1 - slow)
    assert not math.isnan(history.path[0, 0])
    plot_model(history, tmp_path / "ann.svg")
    assert "<svg" in (tmp_path / "ann.svg").read_text("utf-8")


def test_hands_without_a_date_come_before_those_with_one() -> None:
    whole = (*PREFLOP, *CHECKED)
    undated = dataclasses.replace(_record(3, whole), time="")
    history = model_history("ann", [_record(2, whole), undated, _record(1, whole)])
    assert (history.first, history.last) == ("2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z")


def test_a_player_who_is_not_there_is_refused() -> None:
    with pytest.raises(RecordError, match="no hand of Hold'em has a player carl"):
        model_history("carl", [_record(1, PREFLOP + CHECKED)])


def test_moves_are_packed_as_the_rules_pack_them() -> None:
    assert packed_moves([Move(2, 1, "call")]).tolist() == [3 | 1 << 4 | 2 << 8]
