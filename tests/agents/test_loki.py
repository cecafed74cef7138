"""Lokibot: the paper's worked decisions, a readable twin of A to E, and what the models of F believe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from riverboat.agents import AGENTS, make_agent
from riverboat.agents.compiled import CompiledAgent, CompiledPlayer
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.loki_kernel import believe
from riverboat.agents.loki.models_kernel import tally_of
from riverboat.agents.loki.standing_kernel import stand_once, sums_against
from riverboat.agents.loki.versions import RULES, read_sight
from riverboat.agents.styles.parameters import STYLES
from riverboat.arena.matches.match import play_match, play_units
from riverboat.arena.matches.plan import match_plan
from riverboat.arena.matches.results import entrant_values
from riverboat.arrays import Floats
from riverboat.cards.cards import parse_cards
from riverboat.cards.holdings import HOLDINGS, class_holdings, holding_index
from riverboat.errors import AgentError
from riverboat.games import Action, CardGame, CardState, make_game, parse_action
from riverboat.games.engine.layout_kernel import Record
from riverboat.intervals import mean_interval
from riverboat.kernel import kernel
from riverboat.modeling.weights import class_weights
from riverboat.modeling.weights_layout import TALLY
from riverboat.odds.strength_kernel import transitions
from tests.agents.loki_twin import think, weigh
from tests.agents.simple_exploiters import SIMPLE

#: Models that believe what they see, so that tests of beliefs do not hang on how F is tuned.
SHARP = "loki-f:width=0.4;doubt=0.05;trust=20;surprise=100"
Note = Callable[[str, object], None]
VERSIONS = ("loki-a", "loki-b", "loki-c", "loki-d", "loki-e")


def loki(name: str, seed: int = 1) -> CompiledPlayer:
    agent = make_agent(name)
    assert isinstance(agent, CompiledAgent)
    return agent.player(seed)


def holdem(seats: int) -> CardGame:
    game = make_game("holdem-limit", seats=seats)
    assert isinstance(game, CardGame)
    return game


def paper_hand() -> CardState:
    """The paper's example: A-Q on 3-4-J, five opponents, $125 in the pot before the flop, we speak first."""
    cards = ["2c2d", "AdQc", *["????"] * 5]
    state = holdem(7).start(cards=cards, board="3h4cJh????", button=6)
    for action in ("raise 20", "call", "call", "call", "call", "fold", "call"):
        state.apply(parse_action(action))
    assert (state.pot, state.actor) == (125, 1)
    return state


def test_billings_1999_section_4_4_first_to_act_against_five_it_checks_with_ehs_0_169() -> None:
    state, player = paper_hand(), loki("loki-b")
    assert player.decide(state.observation(1)) == Action("check")
    sight = read_sight(player.memory, 7)
    assert sight.strength == pytest.approx(0.585, abs=5e-4)
    assert sight.strength_n == pytest.approx(0.069, abs=5e-4)
    assert sight.ppot == pytest.approx(0.108, abs=5e-4)
    assert sight.npot == pytest.approx(0.145, abs=5e-4)
    assert sight.ehs == pytest.approx(0.0686 + 0.9314 * 0.1083, abs=5e-4)
    assert sight.rule == RULES[places.RULE_CHECK]


def test_billings_1999_section_4_4_it_calls_20_into_175_with_ppot_0_108_and_not_21() -> None:
    state, player = paper_hand(), loki("loki-b")
    for action in ("check", "bet 10", "call", "call", "raise 20", "fold"):
        state.apply(parse_action(action))
    seen = state.observation(1)
    assert (seen.to_call, seen.pot) == (20, 175)
    assert player.decide(seen) == Action("call")
    sight = read_sight(player.memory, 7)
    assert sight.pot_odds == pytest.approx(20 / 195)
    assert sight.rule == RULES[places.RULE_POT_ODDS]
    # Without potential the same call is a fold.
    assert loki("loki-d:weighting=0").decide(seen) == Action("fold")


@pytest.mark.parametrize(("raises", "pot", "wish"), [(3, 100, "call"), (1, 60, "fold")])
def test_billings_1999_section_3_a_fifth_on_the_river_calls_20_for_100_and_not_for_60(
    raises: int, pot: int, wish: str
) -> None:
    state = holdem(2).start(cards=["Jh5c", "????"], board="2c3d8sKhAs", button=1)
    for count in range(raises):
        state.apply(Action("raise", 20 + 10 * count))
    state.apply(Action("call"))
    for kind in ("check", "check", "check", "check", "check"):
        state.apply(Action(kind))
    state.apply(Action("bet", 20))
    seen, player = state.observation(0), loki("loki-a")
    assert (seen.pot, seen.to_call) == (pot, 20)
    assert player.decide(seen).kind == wish
    sight = read_sight(player.memory, 2)
    assert sight.ehs == pytest.approx(0.2126, abs=1e-4)
    assert sight.rule == RULES[places.RULE_MADE if wish == "call" else places.RULE_FOLD]
    assert loki("loki-a:call_odds=0").decide(seen) == Action("fold")  # as it once was


def _deal(rng: np.random.Generator, n: int, suited: bool) -> np.ndarray:
    pool = np.arange(52)
    if suited:
        pool = np.unique(np.concatenate([np.arange(0, 52, 4), rng.permutation(52)[:6]]))
    return rng.permutation(pool)[:n].astype(np.uint8)


@pytest.mark.parametrize("n_board", [3, 4, 5])
@pytest.mark.parametrize("suited", [False, True])
def test_standings_by_rank_classes_equal_full_enumeration(n_board: int, suited: bool) -> None:
    rng = np.random.default_rng([n_board, suited])
    values, won, lost = np.zeros((3, HOLDINGS))
    for _ in range(40):
        cards, weights = _deal(rng, 2 + n_board, suited), rng.random(HOLDINGS)
        come = int(n_board < 5)
        ours = stand_once(cards[:2], cards[2:], come, values, won, lost)
        to_come = 48 - n_board if come else 0
        ahead, tied, behind, up, down = sums_against(weights, values, won, lost, ours, to_come)
        table = transitions(cards[:2], cards[2:], np.zeros(0, np.uint8), weights, come)
        assert np.allclose(np.array([ahead, tied, behind]) * max(to_come, 1), table.sum(axis=1))
        if come:
            assert up == pytest.approx(table[2, 0] + table[2, 1] / 2 + table[1, 0] / 2)
            assert down == pytest.approx(table[0, 2] + table[0, 1] / 2 + table[1, 2] / 2)


@pytest.mark.parametrize("name", VERSIONS)
def test_a_version_decides_as_its_readable_twin(name: str) -> None:
    player, taken = loki(name), Counter[str]()
    others = loki("loose-aggressive", 2)
    for number in range(60):
        seats = (2, 3, 6, 10)[number % 4]
        state = holdem(seats).start(seed=number, button=number % seats)
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor % 2:
                state.apply(others.decide(seen))
                continue
            thought, action = think(name, seen), player.decide(seen)
            legal = seen.legal_actions
            wanted = "call" if thought.wish == "raise" and legal.raise_kind is None else thought.wish
            found = {"bet": "raise", "check": "call"}.get(action.kind, action.kind)
            if action.kind == "check" and wanted == "fold":
                found = "fold"
            assert found == wanted, (seen, thought)
            if len(seen.board) >= 3:
                sight = read_sight(player.memory, seats)
                assert sight.strength_n == pytest.approx(thought.strength_n)
                assert sight.ehs == pytest.approx(thought.ehs)
                taken[wanted] += 1
            state.apply(action)
    assert len(taken) == 3, taken


def test_the_versions_are_one_agent_with_parts_switched_off() -> None:
    full = make_agent("loki-a")
    switched = {"b": "weighting", "c": "selection", "d": "potential"}
    names = [parameter.name for parameter in AGENTS["loki-a"].parameters]
    assert isinstance(full, CompiledAgent)
    for version, switch in switched.items():
        other = make_agent(f"loki-{version}")
        assert isinstance(other, CompiledAgent)
        differ = [name for name, a, b in zip(names, full.params, other.params, strict=True) if a != b]
        assert differ == [switch]
    with pytest.raises(AgentError, match="models"):
        make_agent("loki-a:models=1")


def _believed(state: CardState, player: CompiledPlayer, viewer: int, opponent: int) -> np.ndarray:
    believe(state.observation(viewer).record, player.agent.params, player.memory)
    at = places.WEIGHTS + opponent * HOLDINGS
    return player.memory[at : at + HOLDINGS].copy()


def test_a_raise_makes_strong_hands_likelier_and_the_next_hand_begins_anew() -> None:
    state, player = holdem(3).start(cards=["7c2d", "????", "????"], board="Ah8d3c????", button=2), loki(SHARP)
    assert np.all(_believed(state, player, 0, 2) == 1)
    state.apply(Action("raise", 20))
    raised = class_weights(_believed(state, player, 0, 2))
    assert raised[0] == 1.0
    assert raised[-1] < 0.2 < 0.6 < raised[14]  # deuces, kings
    for action in ("call", "call", "check", "check", "bet 10"):
        state.apply(parse_action(action))
    bet = _believed(state, player, 0, 2)
    first, second = parse_cards("Ah8d")
    aces, air = class_holdings("AA"), class_holdings("JTs")
    assert bet[aces].max() > 3 * bet[air].max()
    assert bet[holding_index((first, second))] == 0  # they lie on the board
    fresh = holdem(3).start(cards=["9c9d", "????", "????"], button=0)
    assert np.all(_believed(fresh, player, 0, 2) == 1)


def _after_raises(raises: int, folds: int) -> np.ndarray:
    """What F believes of an opponent's raise who was seen to raise and to fold so often."""
    player = loki(SHARP)
    for number in range(raises + folds):
        state = holdem(3).start(seed=number, button=2)
        for action in ("raise 20", "fold", "fold") if number < raises else ("fold", "fold"):
            state.apply(parse_action(action))
        player.hand_over(state.observation(0))
    state = holdem(3).start(cards=["7c2d", "????", "????"], button=2)
    state.apply(Action("raise", 20))
    return class_weights(_believed(state, player, 0, 2))


def test_a_raise_of_one_who_always_raises_says_less_than_one_of_a_rock() -> None:
    maniac, rock = _after_raises(60, 2), _after_raises(2, 60)
    jack_four, aces = 9 * 13 + 3, 0
    assert maniac[jack_four] / maniac[aces] > 2 * rock[jack_four] / rock[aces]


def test_few_observations_do_not_mislead() -> None:
    once, never = _after_raises(1, 0), _after_raises(0, 0)
    assert np.abs(once - never).max() < 0.12


def test_hands_that_were_shown_are_learnt_from() -> None:
    """An opponent who shows the worst hand after every raise is believed less."""

    def believed(shows: str) -> float:
        player = loki(SHARP)
        for _ in range(25):
            state = holdem(2).start(cards=["AcAd", shows], board="KhTd8c4s3d", button=1)
            state.apply(Action("raise", 20))
            state.apply(Action("call"))
            for _ in range(6):
                state.apply(Action("check"))
            player.hand_over(state.observation(0))
        state = holdem(2).start(cards=["9c9d", "????"], button=1)
        state.apply(Action("raise", 20))
        weights = class_weights(_believed(state, player, 0, 1))
        return float(weights[12 * 13 + 7] / weights[1 * 13 + 1])  # seven-deuce beside kings

    assert believed("7h2s") > 2 * believed("KcKd")


def test_models_learn_nothing_from_hidden_cards() -> None:
    """Other cards in a folded hand leave F's memory the same."""
    memories = []
    for hidden in ("AsAh", "7h2s"):
        player = loki("loki-f")
        state = holdem(2).start(cards=["KcKd", hidden], button=1)
        state.apply(Action("raise", 20))
        player.decide(state.observation(0))
        state.apply(Action("raise", 30))
        state.apply(Action("fold"))
        player.hand_over(state.observation(0))
        memories.append(player.memory)
    assert np.array_equal(memories[0], memories[1])


def test_the_same_spot_is_not_always_played_the_same_way() -> None:
    state = holdem(2).start(cards=["AcTd", "????"], board="Kh9d4s????", button=1)
    for kind in ("call", "check"):
        state.apply(Action(kind))
    taken = {str(loki("loki-f:mix=0.5;bluff=0", seed).decide(state.observation(0))) for seed in range(40)}
    assert taken == {"check", "bet 10"}


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_actions_are_worth_equals_a_readable_twin(seats: int) -> None:
    player, others = loki("loki-f"), loki("loose-aggressive", 2)
    compared = 0
    for number in range(30):
        state = holdem(seats).start(seed=number, button=number % seats)
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor:
                state.apply(others.decide(seen))
                continue
            action = player.decide(seen)
            if len(seen.board) >= 3:
                sight = read_sight(player.memory, seats)
                worth = weigh(seen, player.memory, player.agent.params)
                assert (sight.worth_stay, sight.worth_raise) == pytest.approx((worth.stay, worth.more))
                assert (sight.equity, sight.all_fold) == pytest.approx((worth.equity, worth.all_fold))
                compared += 1
            state.apply(action)
        player.hand_over(state.observation(0))
    assert compared > 20


def _against(bets: bool, folds: int, calls: int) -> tuple[CompiledPlayer, CardState]:
    """F, first to speak or facing a bet on the river with nothing, knows how often it is folded to and called there."""
    player = loki("loki-f:mix=0;bluff=1;trap=0")
    state = holdem(2).start(cards=["5c4d", "????"], board="KhQd9s8h2c", button=1)
    for kind in ("call", "check", "check", "check", "check", "check"):
        state.apply(Action(kind))
    for action in ("check", "bet 20") if bets else ():
        state.apply(parse_action(action))
    tally = _tally(state.observation(0).record, player.memory, 1)
    for situation in (10, 11):
        tally[situation * TALLY : situation * TALLY + 2] = (folds, calls)
    return player, state


@pytest.mark.parametrize("bets", [False, True])
def test_it_bluffs_and_bluff_raises_those_who_fold_and_no_others(bets: bool) -> None:
    player, state = _against(bets, folds=90, calls=10)
    assert player.decide(state.observation(0)).kind == ("raise" if bets else "bet")
    sight = read_sight(player.memory, 2)
    assert sight.rule_number == (places.RULE_BLUFF_RAISE if bets else places.RULE_BLUFF)
    assert sight.worth_raise > max(0.0, sight.worth_stay)  # never at its own predicted loss
    player, state = _against(bets, folds=1, calls=99)
    assert player.decide(state.observation(0)).kind == ("fold" if bets else "check")
    assert read_sight(player.memory, 2).worth_raise < 0


def test_strong_hands_are_checked_and_called_now_and_then_on_every_street() -> None:
    for board in ("Ah8d3c????", "Ah8d3c7s??", "Ah8d3c7s2h"):
        state = holdem(2).start(cards=["AcAd", "????"], board=board, button=1)
        for kind in ("call", "check"):
            state.apply(Action(kind))
        while len(state.board) < 5 - board.count("?") // 2:
            state.apply(Action("check"))
        seen = state.observation(0)
        taken = {loki("loki-f:trap=0.5;mix=0", seed).decide(seen).kind for seed in range(20)}
        assert taken == {"check", "bet"}


def _play_street(player: CompiledPlayer, action: str, times: int) -> None:
    """Let the opponent, on the button, raise or fold before the flop so many times."""
    for number in range(times):
        state = holdem(2).start(seed=number, button=1)
        state.apply(Action("raise", 20) if action == "raise" else Action("fold"))
        if action == "raise":
            state.apply(Action("fold"))
        player.hand_over(state.observation(0))


def test_what_was_seen_fades_by_half_in_so_many_cases() -> None:
    player = loki("loki-f:fade=10;surprise=1e6")
    _play_street(player, "fold", 40)
    view = holdem(2).start(seed=1).observation(0).record
    before = _tally(view, player.memory, 1)[0]
    assert before == pytest.approx(1 / (1 - 0.5**0.1), rel=0.1)
    _play_street(player, "raise", 10)
    assert _tally(view, player.memory, 1)[0] == pytest.approx(before / 2)


def test_who_changes_is_learnt_anew_and_who_does_a_rare_thing_is_not() -> None:
    player, view = loki("loki-f"), holdem(2).start(seed=1).observation(0).record
    _play_street(player, "fold", 80)
    _play_street(player, "raise", 2)
    assert _tally(view, player.memory, 1)[0] > 50
    _play_street(player, "raise", 4)
    assert _tally(view, player.memory, 1)[0] == 0


def test_the_simple_exploiters_lose_and_would_win_if_they_were_fed() -> None:
    """A small twin of the proof: 2,000 hands each; and the test can fail, for folding all loses to them."""
    for bot in SIMPLE:
        income = play_match(match_plan(("loki-f", bot), hands=2_000, seed=41)).players[0].income_sb
        assert income.mean is not None
        assert income.mean > 0, bot.__name__
    folds = "loki-a:enter=0.01;enter_two=0.01;bet_at=2;call_at=2"
    lost = play_match(match_plan((folds, SIMPLE[0]), hands=400, seed=41)).players[0].income_sb
    assert lost.high is not None
    assert lost.high < 0


#: Drawn when F was frozen; nothing was chosen on them.
FRESH = 72_918_403


@pytest.mark.prove
def test_no_simple_exploiter_wins_from_loki_f(note: Note) -> None:
    """Issue 18, item 10: raises-folds, bets-any, never-folds-river, steals-always, 20,000 fresh hands each."""
    for bot in SIMPLE:
        income = play_match(match_plan(("loki-f", bot), hands=20_000, seed=FRESH)).players[0].income_sb
        note(
            f"against {bot.__name__}, small bets a hand",
            f"{income.mean:+.3f} ({income.low:+.3f} to {income.high:+.3f})",
        )
        assert income.high is not None
        assert income.high >= 0


def _by_hand(agents: tuple[str, str], sessions: int, length: int, seed: int) -> Floats:
    """What the first wins a hand, by session and hand of the session."""
    plan = match_plan(agents, hands=2 * length * sessions, seed=seed, session_hands=length)
    return np.stack([entrant_values(plan, unit)[:, 0] for unit in play_units(plan, range(sessions))])


@pytest.mark.prove
@pytest.mark.parametrize("style", ["loose-aggressive", "maniac"])
def test_loki_f_recovers_after_a_change_of_style(note: Note, style: str) -> None:
    """Issue 18, item 10: 300 hands of a rock, then another: 80 % of what 100 hands earn from the start, at 95 %."""
    number = [entry.name for entry in STYLES].index(style) + 1
    changed = _by_hand(("loki-f", f"switcher:first=6;second={number};after=300"), 400, 400, FRESH + 1)[:, 300:]
    fresh = _by_hand(("loki-f", style), 400, 100, FRESH + 2)
    after, start = mean_interval(changed.mean(axis=1)), mean_interval(fresh.mean(axis=1))
    margin = mean_interval(changed.mean(axis=1) - 0.8 * fresh.mean(axis=1))
    assert after.mean is not None
    assert start.mean is not None
    assert margin.low is not None
    note(f"rock to {style}: the next 100 hands, small bets a hand", f"{after.mean:+.3f}")
    note(f"{style} from the start, 100 hands", f"{start.mean:+.3f}")
    note(f"rock to {style}: part of it that comes back", f"{after.mean / start.mean:.2f}")
    note(f"rock to {style}: above 80 % by", f"{margin.mean:+.3f} ({margin.low:+.3f} to {margin.high:+.3f})")
    assert margin.low > 0


@kernel
def _tally(views: Record, memory: Floats, seat: int) -> Floats:
    return tally_of(views[0], memory, seat)


def test_what_is_known_of_a_player_follows_him_from_seat_to_seat() -> None:
    player, view = loki("loki-f"), holdem(3).start(seed=1).observation(0).record
    view["who"][0, :3] = (7, 900, 3)
    _tally(view, player.memory, 1)[:] = 9.0
    _tally(view, player.memory, 2)[:] = 3.0
    view["who"][0, :3] = (7, 3, 900)
    assert (_tally(view, player.memory, 1)[0], _tally(view, player.memory, 2)[0]) == (3.0, 9.0)
    for stranger in range(100, 130):  # who is at the table is never forgotten for one who is new
        view["who"][0, :3] = (7, 3, stranger)
        assert np.all(_tally(view, player.memory, 2) == 0)
        assert np.all(_tally(view, player.memory, 1) == 3)
        _tally(view, player.memory, 2)[:] = 1.0
    view["who"][0, :3] = (7, 3, 900)
    assert np.all(_tally(view, player.memory, 2) == 0)  # long gone, and his shelf was wanted


def test_on_the_flop_each_of_nine_opponents_is_weighed() -> None:
    state, player = holdem(10).start(seed=3, button=9), loki("loki-f")
    while state.street == 0:
        state.apply(Action("call") if Action("call") in state.legal_actions() else Action("check"))
    player.decide(state.observation(0))
    assert sum(each > 0 for each in read_sight(player.memory, 10).each) == 9
