"""Analysis without a browser: any position, a bad link in one sentence, and nothing in it that is hidden."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from riverboat.games import GAMES, Action, make_game
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


def test_nothing_that_is_hidden_is_in_the_analysis_of_a_hand() -> None:
    """Hands that differ in what others hold are told alike, word for word, at every decision."""
    rng = np.random.default_rng(3)
    entry = GAMES["holdem-limit"]
    rules = entry.make_rules(seats=3)
    for number in range(3):
        deck = rng.permutation(52)
        own, board, left = deck[:2], deck[2:7], deck[7:]
        told = []
        for others in (left[:4], left[4:8]):
            state = make_game("holdem-limit", seats=3).start(
                cards=[own.tolist(), others[:2].tolist(), others[2:].tolist()], board=board.tolist(), button=number % 3
            )
            while state.actor is not None and (state.actor != 0 or state.street < 2):
                state.apply(Action("check") if Action("check") in state.legal_actions() else Action("call"))
            found = analysed(seen_position(entry.name, rules, state, [400] * 3))
            told.append(json.dumps(found, sort_keys=True))
        assert told[0] == told[1]
        assert not re.search("seed|deck", told[0])
