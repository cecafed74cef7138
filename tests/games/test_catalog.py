"""The rows of the catalog agree with the rules that they speak of, and every game has a speaker for all it can do."""

from __future__ import annotations

import random

import pytest

from riverboat.agents.registry import AGENTS
from riverboat.errors import GameError
from riverboat.games import GAMES, Action, CardGame, Game, GameEntry, find_game
from riverboat.games.catalog import USUAL_GAME, USUAL_TOURNAMENT, games_for, table_games
from riverboat.games.engine.layout_kernel import UNBOUNDED
from riverboat.games.words import card_name, listed

ROWS = tuple(GAMES.values())
CARDS = tuple(row for row in ROWS if row.pieces == "cards")


def _names(row: GameEntry) -> str:
    return row.name


def test_the_usual_games_are_games() -> None:
    assert find_game(USUAL_GAME).has_tables
    assert find_game(USUAL_TOURNAMENT).blinds


@pytest.mark.parametrize("row", CARDS, ids=_names)
def test_a_row_of_cards_agrees_with_its_compiled_rules(row: GameEntry) -> None:
    game = row.make()
    assert isinstance(game, CardGame)
    assert row.deal is not None
    assert (game.rules.start_stack < UNBOUNDED) == row.stacks == (row.carried == "stacks")
    assert bool(game.record["blind"][0].any()) == row.blinds
    assert row.usual_stack == (game.rules.start_stack if row.stacks else None)
    state = game.start(seed=4)
    while not state.is_over:
        passive = [action for action in state.legal_actions() if action.kind in ("check", "call", "bring-in", "reveal")]
        state.apply(passive[0] if passive else state.legal_actions()[-1])
    assert len(state.board) == row.deal.board
    for seat in range(game.seats):
        assert len(state.cards(seat)) == row.deal.own
        assert row.deal.to_come(len(state.cards(seat)), len(state.board)) == 0


@pytest.mark.parametrize(
    ("name", "down"), [("holdem-limit", {0, 1}), ("stud-limit", {0, 1, 6}), ("stud", {0, 1, 6}), ("kuhn", {0})]
)
def test_which_cards_lie_face_down(name: str, down: set[int]) -> None:
    deal = find_game(name).deal
    assert deal is not None
    assert deal.face_down == down


@pytest.mark.parametrize("name", table_games())
def test_who_usually_sits_there_can_play_it(name: str) -> None:
    row = find_game(name)
    assert set(row.table_seats) <= set(row.seats)
    for opponent in (*row.opponents, row.fallback_opponent):
        games = AGENTS[opponent].games
        assert name in games if games else row.pieces == "cards"


def test_agents_of_a_skill_play_its_games() -> None:
    assert games_for("holdem") == AGENTS["loki-a"].games
    assert games_for("dice") == AGENTS["bluff-odds"].games
    assert games_for("reveals") == AGENTS["stud"].games


def test_stakes_follow_from_what_was_said() -> None:
    limit, nolimit, stud = (find_game(name) for name in ("holdem-limit", "holdem-nolimit", "stud-limit"))
    assert limit.stake_options(blinds=(1, 2)) == {"blinds": (1, 2), "bets": (2, 4)}
    assert limit.stake_options(bets=(2, 4), stack=50) == {"stack": 50, "blinds": (1, 2), "bets": (2, 4)}
    assert nolimit.stake_options(blinds=(1, 2)) == {"blinds": (1, 2)}
    assert stud.stake_options(bets=(20, 40)) == {"bets": (20, 40), "ante": 2, "bring_in": 6}
    with pytest.raises(GameError, match="has no blinds"):
        stud.stake_options(blinds=(1, 2))
    with pytest.raises(GameError, match="has no fixed bets"):
        nolimit.stake_options(bets=(1, 2))
    with pytest.raises(GameError, match="stud has no stacks"):
        find_game("stud").stake_options(stack=100)


def _play(game: Game, seed: int) -> list[Action]:
    rng, state, done = random.Random(seed), game.start(seed=seed), []
    while not state.is_over:
        legal = state.legal_actions()
        done.append(legal[rng.randrange(len(legal))])
        state.apply(done[-1])
    return done


@pytest.mark.parametrize("row", ROWS, ids=_names)
def test_a_speaker_has_words_for_every_action(row: GameEntry) -> None:
    for seed in range(20):
        for action in _play(row.make(), seed):
            said = [row.speaker.act(action, to_call=5), row.speaker.did(action), row.speaker.did(action, you=True)]
            assert all(words and words == " ".join(words.split()) for words in said)
            assert row.speaker.short(action).startswith(str(action).split()[0])


def test_cards_in_words() -> None:
    speaker = find_game("holdem-nolimit").speaker
    assert speaker.act(Action("raise", 1040)) == "raise to 1,040"
    assert speaker.act(Action("call"), to_call=10, unit="chips") == "call 10 chips"
    assert speaker.did(Action("raise", 40)) == "raises to 40"
    assert speaker.short(Action("raise", 1040)) == "raise to 1040"
    assert speaker.short(Action("bet", 40), lambda chips: f"{chips / 100:.2f}") == "bet 0.40"
    assert speaker.act(Action("reveal", 32)) == f"show {card_name(32)}" == "show the ten of clubs"
    assert speaker.holding((50, 46), (42, 38, 1)) == "ace high, king kicker; flush draw and inside straight draw"
    assert speaker.holding((50, 46), (42, 38, 1), over=True) == "ace high, king kicker"
    assert [speaker.result(net) for net in (40, -5, 0)] == ["wins 40", "loses 5", ""]


def test_dice_in_words() -> None:
    speaker = find_game("bluff").speaker
    assert speaker.act(Action("bid", 205)) == "bid two fives"
    assert speaker.did(Action("bluff")) == "calls Bluff"
    assert speaker.short(Action("bid", 205)) == "bid 2-5"
    assert speaker.holding((3, 3, 5)) == "3, 3 and 5"
    assert [speaker.result(net) for net in (1, -1)] == ["wins the round", "loses the round"]
    assert [listed(row) for row in ([], ["a"], ["a", "b"])] == ["", "a", "a and b"]
