"""The table is drawn whatever happens in a hand, and stays within 80 columns."""

from __future__ import annotations

import io
import random

import pytest
from rich.console import Console

from riverboat.cli.terminal.view_cards import Look, TableView
from riverboat.records import Store
from riverboat.tables.former import Seating, seating_plan

TABLES = [
    ("holdem-limit", 12, {"stack": 60}),
    ("holdem-nolimit", 6, {"stack": 120}),
    ("stud-limit", 8, {"stack": 60}),
    ("stud", 2, {}),
]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
@pytest.mark.parametrize("look", [Look(), Look(four_colours=True, signs=False)])
def test_every_moment_of_many_hands_can_be_drawn(game: str, seats: int, options: dict[str, int], look: Look) -> None:
    against = ["always-call", "random"][: seats - 1]
    plan = seating_plan(
        game, against, seats=seats, options=options, person="[b]Ann[/b] ♠ 12345678901234567"[:30], seed=9
    )
    rng, stream = random.Random(5), io.StringIO()
    console = Console(file=stream, width=80)
    view = TableView(plan, look)
    with Store(":memory:") as store:
        seating = Seating(plan, store)
        for _ in range(15):
            seating.deal()
            while seating.state is not None and not seating.state.is_over:
                for _ in seating.play_on():
                    console.print(view.table(seating.view, seating.standing, ["a note"]))
                if not seating.state.is_over:
                    seen = seating.view
                    for draw in (view.holding, view.menu, view.help, view.story):
                        console.print(draw(seen))
                    seating.act(rng.choice([*seen.legal_actions[:4], seen.legal_actions[-1]]))
            console.print(view.ending(seating.end_hand(), seating.standing))
            console.print(view.score(seating.standing))
    printed = stream.getvalue()
    assert max(map(len, printed.splitlines())) <= 80
    assert "showdown" in printed
    assert "[b]Ann[/b]" in printed  # a name is not markup
