"""Analysis without a browser: any position, a bad link in one sentence, and nothing in it that is hidden."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from riverboat.games import GAMES, Action, make_game
from riverboat.games.actions import LegalActions
from riverboat.partner.protocol import PARTNERS
from riverboat.records.position_text import dealt, new_position, parse_position, seen_position, walk
from riverboat.web.analysis import analysed
from tests.web.playing import Person

RIVER = "holdem-limit;button=1;held=AsKd;board=8d7hJd2c3s;play=raise-20,call,check,check,check,check"


def test_a_river_is_solved_with_what_they_may_hold_street_by_street(person: Person) -> None:
    found = person.ask("/analysis", method="POST", body={"position": RIVER})
    worths = found["partner"]["worths"]
    assert worths["kind"] == "solved"
    assert {each["kind"] for each in worths["actions"]} == {"check", "bet"}
    assert min(each["cost"] for each in worths["actions"]) == 0
    assert [each["street"] for each in found["holds"]] == ["pre-flop", "flop", "turn", "river"]
    for frame in [*(each["seats"] for each in found["holds"]), found["partner"]["solved"]]:
        (held,) = frame
        assert len(held["kept"]) > 100
        assert sum(held["chances"].values()) == pytest.approx(1, abs=1e-3)
    assert found["holds"][0]["seats"] != found["holds"][-1]["seats"]
    assert found["position"] == str(parse_position(RIVER))
    asked = {"position": RIVER, "question": "what do they have"}
    assert person.ask("/analysis/answer", method="POST", body=asked)["sentences"]


@pytest.mark.parametrize("game", PARTNERS)
def test_a_spot_of_every_game_can_be_played_on_step_by_step(game: str) -> None:
    """Whoever is to act is told, and what must be known is asked for, to the end of the hand."""
    rng = np.random.default_rng(len(game))
    position = new_position(game)
    for _ in range(40):
        found = analysed(position) if rng.random() < 0.3 else None
        now = walk(position)
        if found is not None:
            assert (found["over"], bool(found["missing"])) == (now.last.is_over, bool(now.missing))
        if now.last.is_over:
            break
        if now.missing:
            position = dealt(position, rng)
            continue
        legal = now.last.legal_actions()
        calm = [action for action in legal[:3] if action.kind in ("check", "call", "reveal", "bid")] or [legal[-1]]
        text = str(calm[0]).replace(" ", "-").replace("??", "xx")
        joined = [*map(_text, position.actions), text]
        position = parse_position(f"{str(position).split(';play=')[0]};play={','.join(joined)}")
    assert walk(position).last.is_over or game == "bluff"


def _text(action: Action) -> str:
    return str(action).replace(" ", "-").replace("??", "xx")


@pytest.mark.parametrize(
    "position",
    ["holdem-limit;held=AsAs", "<img src=x onerror=alert(1)>", "omaha-limit", "x" * 7000, "holdem-limit;play=%00"],
)
def test_a_hostile_link_gives_one_clear_sentence(person: Person, position: str) -> None:
    answer = person.http.post("/api/analysis", json={"position": position})
    assert answer.status_code == 409
    told = answer.json()["detail"]
    assert "\n" not in told
    assert len(told) < 250


def twins(game: str, hands: int, seed: int, *, analysed_each: int) -> int:
    """Hands that differ in what others hold alone, played alike at random; how many decisions were told alike.

    A position is equal text at every decision; what is told of it is compared at every so many hands.
    """
    rng, compared = np.random.default_rng([seed, len(game)]), 0
    rules = GAMES[game].make_rules(seats=3)
    stacks = [rules.start_stack or 0] * 3
    for number in range(hands):
        deck, choices = rng.permutation(52), rng.random(100)
        own, board, left = deck[:2], deck[2:7], deck[7:]
        told: list[list[str]] = []
        for others in (left[:4], left[4:8]):
            made: Any = make_game(game, seats=3)
            state = made.start(
                cards=[own.tolist(), others[:2].tolist(), others[2:].tolist()], board=board.tolist(), button=number % 3
            )
            told.append([])
            for choice in choices:
                if state.actor is None:
                    break
                if state.actor == 0:
                    position = seen_position(game, rules, state, stacks)
                    told[-1].append(str(position))
                    if number % analysed_each == 0:
                        told[-1].append(json.dumps(analysed(position), sort_keys=True))
                state.apply(_some(state.legal_actions(), float(choice)))
        assert told[0] == told[1]
        assert not re.search("seed|deck", "".join(told[0]))
        compared += len(told[0])
    return compared


def _some(legal: LegalActions, choice: float) -> Action:
    """Mostly a call or a check, sometimes a bet, seldom a fold."""
    if legal.raise_kind and choice < 0.25:
        return Action(legal.raise_kind, legal.min_to)
    if "fold" in legal.kinds and choice > 0.95:
        return Action("fold")
    return next(action for action in (Action("check"), Action("call")) if action in legal)


@pytest.mark.parametrize("game", ["holdem-limit", "holdem-nolimit"])
def test_nothing_that_is_hidden_is_in_the_analysis_of_a_hand(game: str) -> None:
    assert twins(game, 40, 3, analysed_each=20) > 40


@pytest.mark.prove
def test_no_hidden_card_in_the_analysis_of_10000_hands(note: Callable[[str, object], None]) -> None:
    compared = sum(twins(game, 5_000, 20261118, analysed_each=25) for game in ("holdem-limit", "holdem-nolimit"))
    note("positions and analyses equal to the twin's byte for byte", compared)
    assert compared > 10_000
