"""Nothing that the partner says is false, and the advised action is the best by its own figures."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.partner.truth import TABLES, check, decisions

#: Of every game so many decisions in `make prove`; about one in a hundred in `make test`.
DECISIONS = 25_000


@pytest.mark.parametrize("game", TABLES)
def test_advice_agrees_with_its_figures_and_every_sentence_holds(game: str) -> None:
    assert sum(check(partner, seen, at) for at, (partner, seen) in enumerate(decisions(game, 60, seed=7))) > 100


@pytest.mark.prove
@pytest.mark.parametrize("game", TABLES)
def test_a_hundred_thousand_decisions_and_no_false_sentence(game: str, note: Callable[[str, object], None]) -> None:
    sentences = 0
    for at, (partner, seen) in enumerate(decisions(game, DECISIONS, seed=20261118)):
        sentences += check(partner, seen, at)
    note(game, f"{DECISIONS:,} decisions, {sentences:,} sentences, 0 false")
    assert sentences > DECISIONS
