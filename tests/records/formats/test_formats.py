"""What every game that is recorded and every format that is listed must do, whichever they are."""

from __future__ import annotations

import random
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from riverboat.errors import RecordError
from riverboat.games import GAMES, make_game
from riverboat.games.protocol import PlayedState
from riverboat.records import HandRecord, record_from_json, record_of, record_to_json, scan, verify
from riverboat.records.formats.registry import FORMATS, Format, format_of, format_to_write
from riverboat.records.sources import SourceFile
from tests.records.formats.rooms.test_rooms import random_holdem
from tests.records.formats.rooms.writing import ROOMS

RECORDED = tuple(name for name, row in GAMES.items() if row.recorded)
WRITTEN = tuple(each for each in FORMATS if each.suffixes)


def played(name: str, seed: int) -> PlayedState:
    """A random hand, to its end."""
    row, rng = GAMES[name], random.Random(seed)
    seats = rng.choice(row.table_seats)
    assert row.game_of is not None
    dealt: Any = row.game_of(row.make_rules(seats=seats)).start(seed=seed, button=rng.randrange(seats))
    state: PlayedState = dealt
    while not state.is_over:
        legal = state.legal_actions()
        state.apply(legal[rng.randrange(len(legal))])
    return state


def recorded(name: str, seed: int) -> HandRecord:
    """The record of a random hand."""
    state = played(name, seed)
    return record_of(state, [f"player {seat}" for seat in range(state.game.seats)], number=str(seed), event="test")


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("seed", range(6))
def test_a_record_is_what_was_played(name: str, seed: int) -> None:
    state, record = played(name, seed), recorded(name, seed)
    assert (record.game, record.hole_cards, record.board) == (name, state.held, state.board)
    assert tuple(move.action for move in record.moves) == tuple(event.action for event in state.history)
    assert verify(record) == state.returns() == record.returns
    assert record_from_json(record_to_json(record)) == record


@pytest.mark.parametrize("name", RECORDED)
def test_every_recorded_game_can_be_written_and_read_back(name: str, tmp_path: Path) -> None:
    ways = 0
    for each in WRITTEN:
        hands = list(_fitting(each, [recorded(name, seed) for seed in range(6)]))
        if hands and each.holds(name) and each.write is not None:
            path = tmp_path / f"hands{each.suffixes[-1]}"
            each.write(hands, path)
            back = [hand for hand in scan(path) if isinstance(hand, HandRecord)]
            assert [hand.number for hand in back] == [hand.number for hand in hands]
            assert [_won(hand) for hand in back] == [_won(hand) for hand in hands]
            ways += 1
    assert ways


def _fitting(each: Format, hands: list[HandRecord]) -> list[HandRecord]:
    fit = []
    for hand in hands:
        try:
            fit.append(each.fit(hand))
        except RecordError:
            continue
    return fit


def _won(hand: HandRecord) -> dict[str, object]:
    return dict(zip(hand.players, verify(hand) or (), strict=True))


@pytest.mark.parametrize("each", WRITTEN, ids=lambda each: each.name)
def test_what_a_format_writes_it_knows_again(each: Format) -> None:
    for suffix in each.suffixes:
        path = Path("hands").with_suffix(suffix)
        assert format_to_write(path) is each
        assert format_of(SourceFile(str(path), PurePosixPath(path), b"")) is each


def test_names_of_formats_are_their_own() -> None:
    assert len({each.name for each in FORMATS}) == len(FORMATS)
    suffixes = [suffix for each in FORMATS for suffix in each.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_an_ending_that_is_none_is_told_all_there_are() -> None:
    with pytest.raises(RecordError, match=r"use \.phh, \.phhs, \.log or \.ohh, or \.jsonl for bluff"):
        format_to_write(Path("hands.txt"))


@pytest.mark.parametrize("name", [name for name in GAMES if name not in RECORDED])
def test_other_games_are_not_recorded(name: str) -> None:
    if GAMES[name].game_of is not None:
        state = make_game(name).start(seed=1)
        while not state.is_over:
            state.apply(state.legal_actions()[0])
        with pytest.raises(RecordError, match="are not recorded"):
            record_of(state, ["a", "b"])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["hands.phh", "hands.bak", "HH20120101 T1 No Limit Hold'em $1.50", "HANDS.TXT"])
@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_rooms_file_is_known_by_its_text_whatever_its_name(tmp_path: Path, name: str, code: str) -> None:
    text = ROOMS["stars"](random_holdem(3))
    (tmp_path / name).write_bytes(text.encode(code))
    (tmp_path / "picture.png").write_bytes(bytes(range(256)) * 100)
    assert [type(hand) for hand in scan(tmp_path)] == [HandRecord]


@pytest.mark.parametrize("name", ["small.phhs", "three.limit.log", "two.nolimit.log"])
def test_other_files_are_known_by_their_text_too(tmp_path: Path, name: str) -> None:
    known = Path(__file__).parents[1] / "hands" / name
    (tmp_path / "odd.name").write_bytes(known.read_bytes())
    kinds = [type(hand) for hand in scan(known)]
    assert [type(hand) for hand in scan(tmp_path)] == kinds
    assert HandRecord in kinds
