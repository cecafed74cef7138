"""`riverboat train-me`: practice in the terminal, by theme and from your own mistakes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from riverboat.cli.output import Json, SeedOption, choose_seed, err, out, print_json, progress_bar, say
from riverboat.cli.store_options import DatabaseOption, open_store

if TYPE_CHECKING:
    from riverboat.partner.practice.exercises import Exercise
    from riverboat.partner.practice.trainer import Judged, Trainer
    from riverboat.partner.protocol import Partner
    from riverboat.records.store.hand_store import Store

#: Under what the store files decisions of hands that were not played on the page: their number is the hand's.
_STORED = "stored hands"
_LEAVE = ("q", "quit", "exit")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train-me")(train_me)


def train_me(
    theme: Annotated[
        str,
        typer.Argument(
            help="own (your mistakes), starting-hands, pot-odds, drawing, value-betting, bluff-catching, or bluff."
        ),
    ] = "own",
    player: Annotated[str, typer.Option(help="Your name in the records; practice is kept under it.")] = "You",
    count: Annotated[int, typer.Option(min=1, max=1000, help="Stop after this many exercises.")] = 10,
    hands: Annotated[
        int, typer.Option(min=0, max=100_000, help="With own: first go through this many of your newest hands.")
    ] = 200,
    progress: Annotated[bool, typer.Option("--progress", help="Only show how far you are.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Delete everything about your practice.")] = False,
    seed: SeedOption = None,
    database: DatabaseOption = None,
    json: Json = False,
) -> None:
    """Practise with exact or solved answers, scored by what a wrong one gives away; mistakes come back until you get
    them right."""
    import numpy as np

    from riverboat.errors import AgentError
    from riverboat.partner.practice.themes import EXERCISES
    from riverboat.partner.practice.trainer import OWN, Trainer
    from riverboat.partner.texts.practice import wrong_theme
    from riverboat.records.store.learning import forget_learning

    if theme != OWN and theme not in EXERCISES:
        raise AgentError(wrong_theme(theme))
    drawn = choose_seed(seed)
    with open_store(database, create=True) as store:
        if forget:
            rows = forget_learning(store, player)
            if json:
                print_json({"player": player, "deleted": rows}, None)
            else:
                say(f"Everything kept about {player}'s practice is deleted ({rows:,} rows).")
            return
        trainer = Trainer(store, player)
        if theme == OWN and not progress:
            _go_through(store, player, hands)
            trainer.own_mistakes()
        given = [] if progress else _ask(trainer, theme, count, np.random.default_rng(drawn))
        found = trainer.progress(datetime.now(UTC))
    if json:
        print_json({"player": player, "theme": theme, "answers": given, **found}, drawn)
    else:
        _show_progress(found)


def _go_through(store: Store, player: str, hands: int) -> None:
    """Judge the newest hands of a player that were not judged yet; each is kept at once, so Ctrl-C loses little."""
    from riverboat.modeling.statistics import stored_tallies
    from riverboat.partner.practice.judging import judged_decisions
    from riverboat.partner.protocol import PARTNERS, make_partner
    from riverboat.records.replay import states_of
    from riverboat.records.store.learning import judged_numbers, keep_judged

    done = judged_numbers(store, player, _STORED)
    rows = stored_tallies(player, store, damaged=[])
    numbers = [int(each) for each in rows["hand"][-hands:]] if hands else []
    left = [number for number in numbers if number not in done]
    partners: dict[tuple[str, str], Partner] = {}
    with progress_bar("going through your hands") as bar:
        try:
            for at, number in enumerate(left, 1):
                record = store.hand(number).record
                seat = record.seat_of(player)
                found = []
                if seat is not None and record.game in PARTNERS:
                    partner = partners.setdefault((record.game, record.event), make_partner(record.game))
                    kept = judged_decisions(record, seat, partner)
                    found = [replace(each, event=_STORED, number=number) for each in kept]
                    partner.hand_over(states_of(record)[-1].observation(seat))
                keep_judged(store, player, _STORED, number, found)
                bar.update(bar.task_ids[0], note=f"{at} of {len(left)}")
        except KeyboardInterrupt:
            err.print("interrupted: the hands that were gone through are kept, the next run goes on")


def _ask(trainer: Trainer, theme: str, count: int, rng: Any) -> list[dict[str, Any]]:
    """Put exercises to the player until there were enough or they leave."""
    given: list[dict[str, Any]] = []
    try:
        while len(given) < count:
            asked = trainer.next(theme, rng, datetime.now(UTC))
            _show(asked.exercise, again=asked.again)
            choice = _read(asked.exercise)
            if choice is None:
                break
            found = trainer.answer(asked.exercise.key, choice, datetime.now(UTC))
            _tell(found)
            cost = 0.0 if found.choice.fine else found.choice.cost
            given.append({"theme": asked.exercise.theme, "choice": choice, "cost": cost, "unit": found.exercise.unit})
    except (EOFError, KeyboardInterrupt):
        err.print()
    return given


def _show(exercise: Exercise, *, again: bool) -> None:
    from riverboat.cli.terminal.view_position import position_lines

    err.print()
    if again:
        err.print(Text("From your earlier mistakes:", style="dim"))
    for line in position_lines(exercise.position) if exercise.position else ():
        err.print(line)
    if exercise.words:
        err.print(Text(exercise.words, style="bold"))
    for number, choice in enumerate(exercise.choices, 1):
        err.print(Text(f"  {number}  {choice.words}"))


def _read(exercise: Exercise) -> str | None:
    """The key of the answer that is chosen, by its number or its words; None where the player leaves."""
    while True:
        err.print(Text("> ", style="dim"), end="")
        line = input().strip().lower()
        if line in _LEAVE:
            return None
        if line.isdecimal() and 1 <= int(line) <= len(exercise.choices):
            return exercise.choices[int(line) - 1].key
        for choice in exercise.choices:
            if line and line in (choice.key.lower(), choice.words.lower()):
                return choice.key
        err.print(Text(f"1 to {len(exercise.choices)} answers, q leaves.", style="red"))


def _tell(found: Judged) -> None:
    cost = f"That gives away {found.choice.cost:.2f} {found.exercise.unit}. Best: {found.exercise.best.words}."
    err.print(Text("Right: nothing speaks against it." if found.choice.fine else cost, style="bold"))
    for line in found.exercise.why:
        err.print(Text(line, style="dim"))
    if found.exercise.worths is not None:
        chips = found.exercise.unit_chips
        rows = sorted(found.exercise.worths.rows, key=lambda row: -row.value)[:6]
        told = ", ".join(f"{row.action} {row.value / chips:+.2f}" for row in rows)
        err.print(Text(f"{found.exercise.worths.kind.capitalize()}, in {found.exercise.unit}: {told}.", style="dim"))
    if found.mastered:
        err.print(Text("Right three times in a row: mastered.", style="green"))


def _show_progress(found: dict[str, Any]) -> None:
    table = Table("theme", "answered", "right", "given away per 100", "to repeat", box=None, header_style="bold")
    for each in found["themes"]:
        if each["answered"] or each["waiting"]:
            lost = ", ".join(f"{100 * each['lost'][u] / each['counts'][u]:.1f} {u}" for u in each["lost"])
            right = f"{100 * each['right'] / each['answered']:.0f} %" if each["answered"] else ""
            table.add_row(each["name"], str(each["answered"]), right, lost, str(each["waiting"]))
    if table.row_count:
        out.print(table)
    own, played = found["own"], found["played"]
    say(f"Your own mistakes: {own['waiting']} to repeat, {own['mastered']} mastered.")
    for each in played["by_street"]:
        decided = f"{each['decisions']} decisions"
        say(f"At tables, {each['name']}: {each['per_100']:.1f} {each['unit']} given away per 100 ({decided}).")
