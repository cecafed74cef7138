"""Records survive every form they are written in; whatever the engine has played verifies."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from riverboat.errors import RecordError
from riverboat.games import UNKNOWN, HoldemRules, PartnerStudRules
from riverboat.records.formats.acpc import competition_rules, format_acpc, scan_acpc
from riverboat.records.formats.phh import parse_phh, scan_phh
from riverboat.records.formats.phh_writer import format_phh
from riverboat.records.hand_record import Chips, HandRecord, record_from_json, record_to_json, rules_to_json
from riverboat.records.replay import replay, verify
from tests.records.random_hands import NAMES, played, random_record

SEEDS = st.integers(0, 2**32 - 1)
NAME = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=12)


@settings(max_examples=300, deadline=None)
@given(seed=SEEDS)
def test_played_hands_verify_and_survive_phh_and_json(seed: int) -> None:
    record = random_record(seed)
    assert verify(record) == record.returns
    assert parse_phh(format_phh(record)) == record
    assert record_from_json(record_to_json(record)) == record
    assert record_from_json(record_to_json(record)).digest == record.digest


def plain_json(record: HandRecord) -> str:
    """What a record is, by the library's encoder: the readable twin of what is written piece by piece."""
    named = ("game", "players", "stacks", "hole_cards", "moves", "board", "button", "shown", "mucked")
    content = {name: getattr(record, name) for name in (*named, "number", "event", "time")}
    returns = [value if isinstance(value, int) else str(value) for value in record.returns or ()]
    content |= {"format": 1, "unit": str(record.unit), "returns": None if record.returns is None else returns}
    content |= {"rules": json.loads(rules_to_json(record.rules))}
    if record.rake:
        content["rake"] = record.rake if isinstance(record.rake, int) else str(record.rake)
    if record.second_board:
        content["second_board"] = record.second_board
    return json.dumps(content, separators=(",", ":"), sort_keys=True)


@settings(max_examples=200, deadline=None)
@given(
    seed=SEEDS,
    name=st.text(max_size=12),
    button=st.none() | st.integers(0, 1),
    rake=st.sampled_from((0, 3, Fraction(1, 2))),
    second=st.sampled_from(((), (1, 2, 3, 4, 5))),
    has_result=st.booleans(),
)
def test_what_is_stored_is_what_the_encoder_writes(
    seed: int, name: str, button: int | None, rake: Chips, second: tuple[int, ...], has_result: bool
) -> None:
    record = random_record(seed)
    players = (name, *record.players[1:])
    record = dataclasses.replace(record, players=players, event=name, button=button, rake=rake, second_board=second)
    if not has_result:
        record = dataclasses.replace(record, returns=None, stacks=None, unit=Fraction(1, 100))
    body = plain_json(record)
    assert record_to_json(record).startswith(f'{body[:-1]},"extra":')
    assert record.digest == hashlib.sha256(body.encode()).hexdigest()[:32]


@settings(max_examples=200, deadline=None)
@given(
    seed=SEEDS,
    places=st.integers(0, 6),
    names=st.lists(NAME, min_size=12, max_size=12),
    event=NAME,
    number=NAME,
    extra=st.dictionaries(
        st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=8).map("_x_".__add__),
        st.recursive(
            st.booleans() | st.integers(-(2**60), 2**60) | NAME | st.floats(allow_nan=False), st.lists, max_leaves=4
        ),
        max_size=3,
    ),
)
def test_phh_keeps_names_units_and_extra_fields(
    seed: int, places: int, names: list[str], event: str, number: str, extra: dict[str, object]
) -> None:
    record = random_record(seed)
    record = dataclasses.replace(
        record,
        players=tuple(names[: record.seats]),
        unit=Fraction(1, 10**places),
        event=event,
        number=number,
        extra=extra,
    )
    assert parse_phh(format_phh(record)) == record


@settings(max_examples=100, deadline=None)
@given(seeds=st.lists(SEEDS, min_size=1, max_size=4, unique=True))
def test_many_hands_in_one_phhs(seeds: list[int]) -> None:
    records = [random_record(seed) for seed in seeds]
    text = "\n".join(f"[{number}]\n{format_phh(record)}" for number, record in enumerate(records, 1))
    assert list(scan_phh(text)) == records


def acpc_record(seed: int, *, own_rules: bool) -> HandRecord:
    rng = np.random.default_rng(seed)
    seats, limit = int(rng.integers(2, 11)), bool(rng.integers(2))
    rules = competition_rules(seats, limit=limit)
    stacks = (100_000,) * seats if limit else (20_000,) * seats
    if own_rules:
        rules = dataclasses.replace(rules, blinds=(7, 14), bets=(14, 28), min_bet=None if limit else 14)
        stacks = tuple(int(stack) for stack in rng.integers(50, 5000, seats))
    record = played(rules, seed=seed, stacks=stacks)
    unbounded = limit and not own_rules
    return dataclasses.replace(
        record, stacks=None if unbounded else stacks, event="", time="", shown=(), players=NAMES[:seats]
    )


@settings(max_examples=300, deadline=None)
@example(seed=687, own_rules=True)  # side pots split among three and among five
@given(seed=SEEDS, own_rules=st.booleans())
def test_dealers_logs_keep_hands(seed: int, own_rules: bool) -> None:
    record = acpc_record(seed, own_rules=own_rules)
    lines = list(format_acpc([record]))
    assert list(scan_acpc("\n".join(lines))) == [record]
    assert lines[0].startswith("# riverboat") == (own_rules or record.game == "holdem-nolimit")
    assert verify(record) == record.returns


def test_rules_change_and_change_back_within_a_dealers_log() -> None:
    records = [acpc_record(seed, own_rules=seed % 3 == 1) for seed in range(12)]
    assert len({record.game for record in records}) == 2
    assert list(scan_acpc("\n".join(format_acpc(records)))) == records


def test_a_mucked_hand_loses_even_if_it_was_better() -> None:
    record = played(HoldemRules(seats=2), seed=5)
    while not (len(record.shown) == 2 and record.returns and record.returns[0] > 0):
        record = played(HoldemRules(seats=2), seed=int(record.number) + 1)
    mucked = dataclasses.replace(record, shown=(1,), mucked=(0,), returns=None)
    assert record.returns is not None
    assert verify(mucked) == (record.returns[1], record.returns[0])


def test_replay_gives_every_state_in_turn() -> None:
    record = random_record(11)
    steps = list(replay(record))
    assert steps[0][0] is None
    assert [move for move, _ in steps[1:]] == list(record.moves)
    pots = [state.pot for _, state in steps]
    assert pots == sorted(pots)
    assert steps[-1][1].returns() == record.returns


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"returns": (0, 0)}, "in the file and"),
        ({"moves": ()}, "does not end"),
        ({"hole_cards": ((0, 0), (1, 2))}, "comes twice"),
    ],
)
def test_a_record_that_does_not_replay_is_refused(change: dict[str, object], said: str) -> None:
    record = played(HoldemRules(seats=2), seed=3)
    broken = dataclasses.replace(record, **change)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match=said):
        verify(broken)


def test_an_open_result_is_none_only_where_none_is_recorded() -> None:
    rules = HoldemRules(seats=2)
    seed = next(seed for seed in range(50) if len(played(rules, seed=seed).shown) == 2)
    unseen = dataclasses.replace(played(rules, seed=seed), hole_cards=((UNKNOWN,) * 2,) * 2)
    assert verify(dataclasses.replace(unseen, returns=None)) is None
    assert verify(unseen) == unseen.returns  # the file knows who won
    assert unseen.returns is not None
    with pytest.raises(RecordError, match="cannot be, whatever"):
        verify(dataclasses.replace(unseen, returns=(unseen.returns[0] + 1, unseen.returns[1])))


def test_the_digest_names_the_content_alone() -> None:
    record = random_record(1)
    assert dataclasses.replace(record, source="elsewhere", line=7, extra={"author": "me"}).digest == record.digest
    assert dataclasses.replace(record, number="other").digest != record.digest
    assert len({random_record(seed).digest for seed in range(100)}) == 100


def test_partner_stud_is_written_with_fields_of_our_own() -> None:
    text = format_phh(played(PartnerStudRules(), seed=2))
    assert "variant = 'P7S'" in text
    assert "_game = 'stud'" in text
    assert "[inf, inf]" in text
