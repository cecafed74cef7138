"""A recorded hand through Lokibot's eyes, in Python and by `riverboat explain`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.agents import make_agent
from riverboat.agents.loki import loki_layout_kernel as at
from riverboat.agents.loki.explanation import check_loki, explain, reading
from riverboat.agents.loki.versions import RULES, Sight, read_sight
from riverboat.cli import app
from riverboat.errors import AgentError, RecordError, RiverboatError
from riverboat.games import CardGame, make_game
from riverboat.modeling.weights import class_weights
from riverboat.odds.strength import hand_strength
from riverboat.records import HandRecord, parse_phh

HAND = """
variant = "FT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
starting_stacks = [2000, 2000, 2000]
players = ["Ann", "Bob", "Cy"]
actions = ["d dh p1 AdQc", "d dh p2 9c2h", "d dh p3 ????", "p3 cbr 20", "p1 cc", "p2 f", "d db 3h4cJh", "p1 cc",
"p3 cbr 10", "p1 cc", "d db 2s", "p1 cc", "p3 cbr 20", "p1 f"]
"""


@pytest.fixture
def record() -> HandRecord:
    return parse_phh(HAND)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hand.phh"
    path.write_text(HAND, "utf-8")
    return path


def _json(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, ["explain", *words, "--json"])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_every_decision_of_known_cards_is_explained(record: HandRecord) -> None:
    found = list(explain(record, check_loki(make_agent("loki-f"))))
    assert [each.seat for each in found] == [0, 1, 0, 0, 0, 0]
    flop = found[2]
    assert (str(flop.done), flop.opponents, flop.to_call) == ("check", (2,), 0)
    strength = hand_strength(flop.cards, flop.board, weights=flop.weights[2])
    assert flop.sight.each[2] == pytest.approx(strength.value)
    assert flop.sight.ehs == pytest.approx(flop.sight.strength_n + (1 - flop.sight.strength_n) * flop.sight.ppot)
    later = found[4]
    assert class_weights(later.weights[2])[0] > class_weights(later.weights[2])[-1]


def test_a_reading_shows_what_a_raise_told(record: HandRecord) -> None:
    found = reading(record, check_loki(make_agent("loki-f")))
    assert (found.viewer, found.opponent, found.said) == (0, 2, "raise to 20")
    assert np.all(found.before == 1)
    assert found.after.max() == 1
    assert found.after.mean() < 0.6
    with pytest.raises(AgentError, match="loki-f"):
        reading(record, check_loki(make_agent("loki-a")))


def test_only_lokis_explain_themselves() -> None:
    with pytest.raises(AgentError, match="rock can't explain itself: name one of loki-a to loki-f"):
        check_loki(make_agent("rock"))


def test_the_command_prints_every_number_and_draws_the_weights(file: Path, tmp_path: Path) -> None:
    picture = tmp_path / "weights.svg"
    answer = _json(f"{file}:1", "--agent", "loki-f", "--picture", str(picture))
    assert len(answer["decisions"]) == 6
    flop = answer["decisions"][3]
    assert flop["pot_odds"] == pytest.approx(10 / (flop["pot"] + 10))
    assert {
        "hs",
        "hsn",
        "ppot",
        "npot",
        "ehs",
        "rule",
        "rule_number",
        "would",
        "did",
        "shift",
        "needed",
        "all_fold",
    } <= set(flop)
    assert set(flop["worth"]) == {"fold", "call", "raise"}
    assert len(flop["opponents"][0]["weights"]) == 169
    assert "<svg" in picture.read_text("utf-8")
    shown = CliRunner().invoke(app, ["explain", str(file), "--player", "Bob"])
    assert "Bob" in shown.stdout
    assert "Ann" not in shown.stdout


#: By rule of F after the flop: whether its numbers say so.
AGREES: dict[int, Callable[[Sight], bool]] = {
    at.RULE_WORTH_BET: lambda s: s.worth_raise - s.worth_stay > s.needed and s.ehs >= 0.45,
    at.RULE_WORTH_RAISE: lambda s: s.worth_raise - max(0, s.worth_stay) > s.needed and s.ehs >= 0.45,
    at.RULE_WORTH_CHECK: lambda s: s.worth_raise - max(0, s.worth_stay) <= s.needed,
    at.RULE_WORTH_CALL: lambda s: s.worth_stay > s.shift,
    at.RULE_WORTH_FOLD: lambda s: s.worth_stay <= s.shift,
    at.RULE_BLUFF: lambda s: s.worth_raise - max(0, s.worth_stay) > s.needed >= 0 and s.ehs < 0.45,
    at.RULE_SEMI_BLUFF: lambda s: s.worth_raise - max(0, s.worth_stay) > s.needed >= 0 and s.ppot >= 0.1,
    at.RULE_BLUFF_RAISE: lambda s: s.worth_raise - max(0, s.worth_stay) > s.needed >= 0 and s.ehs < 0.45,
    at.RULE_SEMI_RAISE: lambda s: s.worth_raise - max(0, s.worth_stay) > s.needed >= 0 and s.ppot >= 0.1,
    at.RULE_NO_BLUFF: lambda s: s.worth_raise - max(0, s.worth_stay) > s.needed >= 0 and s.ehs < 0.45,
    at.RULE_TRAP: lambda s: s.worth_raise - max(0, s.worth_stay) > s.needed and s.ehs >= 0.45,
    at.RULE_OPEN: lambda s: s.share * (1 + s.shift) <= s.needed,
    at.RULE_FOLLOW_RAISE: lambda s: s.share * (1 + s.shift) <= s.needed,
    at.RULE_ENTER: lambda s: s.needed < s.share * (1 + s.shift) <= s.limit,
    at.RULE_FOLLOW: lambda s: s.needed < s.share * (1 + s.shift) <= s.limit,
    at.RULE_TOO_WEAK: lambda s: s.share * (1 + s.shift) > s.limit and s.all_fold < 0.6,
    at.RULE_FREE: lambda s: s.share * (1 + s.shift) > s.limit and s.all_fold < 0.6,
    at.RULE_STEAL: lambda s: s.all_fold >= 0.6,
    at.RULE_RESTEAL: lambda s: s.all_fold >= 0.6,
}


def test_the_numbers_never_contradict_the_rule() -> None:
    agent = check_loki(make_agent("loki-f:trap=0.2;bluff=0.5;bluff_gain=0"))
    me, other = agent.player(3), check_loki(make_agent("loki-a")).player(4)
    game, met = make_game("holdem-limit", seats=2), set()
    assert isinstance(game, CardGame)
    for number in range(150):
        state = game.start(seed=number, button=number % 2)
        while state.actor is not None:
            seen = state.observation(state.actor)
            if state.actor:
                state.apply(other.decide(seen))
                continue
            state.apply(me.decide(seen))
            sight = read_sight(me.memory, 2)
            assert AGREES[sight.rule_number](sight), sight
            met.add(sight.rule_number)
        me.hand_over(state.observation(0))
    assert len(met) > 12
    assert len(set(RULES.values())) == len(RULES)  # one sentence a rule


def test_money_is_told_in_the_files_own(tmp_path: Path) -> None:
    path = tmp_path / "cents.phh"
    cents = HAND.replace("[5, 10, 0]", "[0.05, 0.10, 0]").replace("small_bet = 10", "small_bet = 0.10")
    cents = cents.replace("big_bet = 20", "big_bet = 0.20").replace("cbr 10", "cbr 0.10").replace("cbr 20", "cbr 0.20")
    path.write_text(cents, "utf-8")
    shown = " ".join(CliRunner().invoke(app, ["explain", str(path)]).stdout.split())
    assert "Ann pre-flop: AdQc, pot 0.35, 0.15 to call" in shown
    assert "pot 35" not in shown


def test_mistakes_are_named(file: Path) -> None:
    for words, error, said in (
        ((str(file), "--player", "Zoe"), RecordError, '"Zoe" does not sit in this hand'),
        ((f"{file}:7",), RecordError, "there is no hand 7"),
        ((str(file), "--agent", "lok-f"), RiverboatError, "is not an agent"),
    ):
        with pytest.raises(error, match=said):
            _json(*words)
