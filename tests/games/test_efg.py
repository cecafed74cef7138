"""Gambit's .efg format: read, written, and refused with the line and what was expected."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import pytest

from riverboat.errors import GameError, IllegalAction
from riverboat.games import CHANCE, Action, TreeGame, load_efg, make_game, read_efg, write_efg
from riverboat.games.efg.game import Node
from riverboat.solving.tree_form import tree_form

GOOD = """EFG 2 R "a \\"small\\" game" { "Ann" "Bob" }
"a comment"
c "" 1 "" { "left" 1/4 "right" .75 } 0
p "" 1 1 "first" { "go" "stop" } 1 "fee" { -1, 1 }
t "" 2 "" { 1/2 -1/2 }
t "" 0
p "" 1 1 0
t "" 2
t "" 3 "" { 1e1, -10 }
"""


def test_a_file_is_read_with_everything_that_may_be_left_out() -> None:
    game = read_efg(GOOD)
    assert (game.title, game.players) == ('a "small" game', ("Ann", "Bob"))
    state = game.root()
    assert state.actor == CHANCE
    assert [chance for _, chance in state.chance_outcomes()] == [0.25, 0.75]
    state.apply("left")
    other = game.root().apply("right")
    assert state.infoset() == other.infoset()
    assert state.copy().apply("go").returns() == (-0.5, 0.5)  # the fee on the way is added
    assert state.copy().apply("stop").returns() == (-1, 1)
    assert other.apply("stop").returns() == (10, -10)
    with pytest.raises(IllegalAction, match="fly is not allowed here: go or stop"):
        state.apply("fly")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("EFG 2 R", "NFG 1 R", "game.efg:1: EFG is expected, not NFG"),
        ('"Ann" "Bob"', "Ann Bob", "game.efg:1: a player's name in quotes, or } is expected, not Ann"),
        ('{ "Ann" "Bob" }', "{ }", "game.efg:1: a player's name in quotes is expected, not }"),
        ("1/4", "1/3", "game.efg:3: chances that add up to 1 (these add up to 13/12) is expected"),
        ("1/4", "x", "game.efg:3: the chance of this action is expected, not x"),
        ("1/4", "1/0", "game.efg:3: the chance of this action is expected, not 1/0"),
        ('p "" 1 1 "first"', 'p "" 3 1 "first"', "game.efg:4: a player from 1 to 2 is expected, not 3"),
        ('p "" 1 1 0', 'p "" 2 1 0', "game.efg:7: { and the actions of this information set is expected, not 0"),
        ('p "" 1 1 0', 'p "" 1 1 "" { "go" "run" } 0', "game.efg:7: the same actions as before in information set 1"),
        ("{ 1/2 -1/2 }", "{ 1/2 }", "game.efg:5: a payoff for each of 2 players (1 are there) is expected"),
        ('t "" 0', 't "" 9', "game.efg:7: { and the payoffs of outcome 9 is expected, not p"),
        ('t "" 3 "" { 1e1, -10 }', "", "game.efg:8: the file ends where a node (c, p or t) is expected"),
        ('t "" 3 "" { 1e1, -10 }', 't "" 3 "" { 1e1, -10 }\nt "" 0', "game.efg:10: the end of the file is expected"),
        ('t "" 2\n', 'x "" 2\n', "game.efg:8: a node (c, p or t) is expected, not x"),
        ('"a comment"', '"a comment', "game.efg:9: a text in quotes is not closed"),
    ],
)
def test_a_malformed_file_is_refused_with_line_and_expectation(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(GameError) as refused:
        read_efg(GOOD.replace(old, new, 1))
    assert says in str(refused.value)


def test_files_that_are_not_there_or_not_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="cannot be read: No such file"):
        load_efg(tmp_path / "none.efg")
    (tmp_path / "odd.efg").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(GameError, match="it is not text"):
        load_efg(tmp_path / "odd.efg")
    with pytest.raises(GameError, match="the file ends where EFG is expected"):
        read_efg("")


def same(one: TreeGame, two: TreeGame) -> bool:
    """Equal but for the names of information sets."""
    plain = [[(n.player, n.actions, n.chances, n.payoffs, n.children) for n in game.nodes] for game in (one, two)]
    pairs = {(a.infoset, b.infoset) for a, b in zip(one.nodes, two.nodes, strict=True)}
    return plain[0] == plain[1] and len({a for a, _ in pairs}) == len({b for _, b in pairs}) == len(pairs)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "rps", "koller", "bluff"])
def test_what_is_written_reads_back_as_the_same_game(name: str) -> None:
    options = {"faces": 3} if name == "bluff" else {}
    once = read_efg("".join(write_efg(make_game(name, **options))))
    assert same(once, read_efg("".join(write_efg(once))))
    if name == "bluff":
        ends = sum(node.player is None for node in once.nodes)
        assert ends == 9 * (2**6 - 1)  # rolls times sequences of bids, each of which somebody calls


def _wide(actions: int) -> str:
    listed = " ".join(f'"a{at}"' for at in range(actions))
    ends = "".join(f't "" {at + 1} "" {{ {at % 7} {-(at % 7)} }}\n' for at in range(actions))
    return f'EFG 2 R "wide" {{ "Ann" "Bob" }}\np "" 1 1 "" {{ {listed} }} 0\n{ends}'


def _deep(levels: int) -> str:
    moves = "".join(f'p "" {at % 2 + 1} {at + 1} "" {{ "go" "stop" }} 0\n' for at in range(levels))
    ends = "".join(f't "" {at + 1} "" {{ {at % 5} {-(at % 5)} }}\n' for at in range(levels + 1))
    return f'EFG 2 R "deep" {{ "Ann" "Bob" }}\n{moves}{ends}'


class _Counted(Action):
    """An action that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        _Counted.compared += 1
        return super().__eq__(other)

    __hash__ = Action.__hash__


def test_a_node_of_many_actions_takes_time_by_their_number() -> None:
    game = read_efg(_wide(8_000))
    assert len(game.nodes) == 8_001
    assert tree_form(game).sides[0].n_sequences == 8_001
    root = game.nodes[0]
    game.nodes = (
        Node(0, root.infoset, tuple(_Counted(*each) for each in root.actions), (), root.payoffs, root.children),
        *game.nodes[1:],
    )
    for action in game.root().legal_actions():
        game.root().apply(action)
    assert _Counted.compared <= 8_000


def test_a_tree_too_deep_is_refused_with_the_limit_named() -> None:
    assert len(read_efg(_deep(1_000)).nodes) == 2_001
    for levels in (1_001, 30_000):
        with pytest.raises(GameError, match=r"game.efg:1002: too deep: at most 1,000 moves one after"):
            read_efg(_deep(levels))


def test_states_of_a_deep_tree_share_what_came_before() -> None:
    game = read_efg(_deep(1_000))
    tracemalloc.start()
    try:
        tree_form(game)
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()
    state = game.root().apply("go").apply("go").apply("stop")
    assert [(seat, str(action)) for seat, _, action in state.moves] == [(0, "go"), (1, "go"), (0, "stop")]


def test_a_node_that_names_many_actions_by_their_set_alone_takes_no_memory_for_them() -> None:
    first, _, _ = _wide(8_000).partition("\nt ")
    text = first + "\n" + 'p "" 1 1 "" 0\n' * 900
    tracemalloc.start()
    try:
        with pytest.raises(GameError, match="the file ends where a node"):
            read_efg(text)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("number", ["9" * 4_000, "1/" + "9" * 2_000, "1e999" + "0"])
def test_numbers_that_would_take_for_ever_are_refused(number: str) -> None:
    with pytest.raises(GameError, match=r"game.efg:\d+: .* is expected"):
        read_efg(GOOD.replace("1e1", number))


def test_chances_that_never_come_to_one_are_refused() -> None:
    primes = [at for at in range(3, 8_000) if all(at % low for low in range(2, int(at**0.5) + 1))]
    listed = " ".join(f'"a{at}" 1/{at}' for at in primes)
    with pytest.raises(GameError, match="a sum of fewer than 1,200 digits"):
        read_efg(f'EFG 2 R "x" {{ "Ann" "Bob" }}\nc "" 1 "" {{ {listed} }} 0\n')


def test_a_pipe_is_no_game(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.efg")
    with pytest.raises(GameError, match="it is a pipe, and only files are read"):
        load_efg(tmp_path / "x.efg")
