"""The table is drawn whatever happens in a hand, and stays within 80 columns."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

from riverboat.cli.terminal.view import Look
from riverboat.cli.terminal.views import view_of
from riverboat.games import find_game
from riverboat.records import Store
from riverboat.tables import Session, table_plan

TABLES = [
    ("holdem-limit", 12, {"stack": 60}),
    ("holdem-nolimit", 6, {"stack": 120}),
    ("stud-limit", 8, {"stack": 60}),
    ("stud", 2, {}),
    ("bluff", 4, {"dice": 2}),
]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@pytest.mark.parametrize("look", [Look(), Look(four_colours=True, signs=False)])
def test_every_moment_of_many_hands_can_be_drawn(game: str, seats: int, options: dict[str, int], look: Look) -> None:
    entry = find_game(game)
    against = [entry.fallback_opponent, *(["random"] if entry.pieces == "cards" else [])][: seats - 1]
    plan = table_plan(game, against, seats=seats, options=options, person="[b]Ann[/b] ♠ 12345678901234567"[:30], seed=9)
    rng, stream = random.Random(5), io.StringIO()
    console = Console(file=stream, width=80)
    view = view_of(plan, look, width=80)
    with Store(":memory:") as store:
        seating = Session(plan, store)
        for _ in range(15):
            seating.deal()
            while seating.state is not None and not seating.state.is_over:
                for _ in seating.play_on():
                    console.print(view.table(seating.view, seating.standing, ["a note"]))
                if not seating.state.is_over:
                    seen = seating.view
                    for draw in (view.holding, view.menu, view.help):
                        console.print(draw(seen))
                    console.print(view.story(seen, seating.standing))
                    seating.act(rng.choice([*seen.legal_actions[:4], seen.legal_actions[-1]]))
            console.print(view.ending(seating.end_hand(), seating.standing))
            console.print(view.score(seating.standing))
    printed = stream.getvalue()
    assert max(map(len, printed.splitlines())) <= 80
    assert ("showdown" if entry.pieces == "cards" else "the bid was") in printed
    assert "[b]Ann[/b]" in printed  # a name is not markup
