"""`riverboat play FILE.efg`, `play rps`: trees, which have no tables, against what was solved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from riverboat.cli.game_options import game_named
from riverboat.cli.output import choose_seed, out, printable
from riverboat.cli.solve_run import run_steps
from riverboat.errors import GameError, did_you_mean

if TYPE_CHECKING:
    from riverboat.cli.terminal.view import Look
    from riverboat.games.protocol import Game
    from riverboat.solving.policy import Policy


def is_small(game: str) -> bool:
    """Whether a game is played hand by hand, without a table that is kept: a tree."""
    from riverboat.games.catalog import GAMES

    return game.endswith(".efg") or (game in GAMES and not GAMES[game].has_tables)


def play_small(
    name: str, against: list[str], look: Look, *, hands: int | None, seed: int | None, unused: dict[str, Any]
) -> None:
    """Sit down at a small game; options of tables that are kept are refused, where they were typed (`unused`)."""
    from riverboat.cli.terminal.loop_small import SmallSitting
    from riverboat.games.catalog import GAMES
    from riverboat.tables.small_games import EQUILIBRIUM, SmallTable

    for option, value in unused.items():
        if value not in (None, False):
            raise GameError(f"{name} is played without it: leave out --{option.replace('_', '-')}")
    if len(against) > 1:
        raise GameError(f"{len(against)} opponents are named: in {name} one plays every other seat")
    game, opponent = game_named(name, {}), against[0] if against else EQUILIBRIUM
    policy = _policy(game, opponent)
    drawn, entry = choose_seed(seed), GAMES.get(name)
    title = getattr(game, "title", "") or name if entry is None else entry.title
    if seed is not None:
        out.print(f"Seed {seed}: anyone who knows it can work out every hand.")
    SmallSitting(SmallTable(game, policy, drawn), title, opponent, out, look, hands=hands).run()
    out.print(f"[dim]to repeat these hands: --seed {drawn}[/]")


def _policy(game: Game, opponent: str) -> Policy:
    """The policy that plays in the other seats."""
    from riverboat.games.size import refuse_long_solving
    from riverboat.solving.settings import Wish
    from riverboat.solving.solver import solve_steps
    from riverboat.tables.small_games import EQUILIBRIUM, RANDOM, file_policy, uniform

    kind, at, place = opponent.partition("@")
    if opponent == RANDOM:
        return uniform
    if opponent == EQUILIBRIUM:
        refuse_long_solving(game)
        solution = run_steps(solve_steps(game, Wish()))
        worth = f"worth {solution.value:+.4f} a hand to the first player"
        told = f"{game.name} is solved: {worth}, who you are every other hand."
        out.print(printable(told), markup=False, soft_wrap=True)
        return solution.policy
    if kind == EQUILIBRIUM and at and place:
        return file_policy(game, Path(place))
    there = (EQUILIBRIUM, f"{EQUILIBRIUM}@FILE.json", RANDOM)
    raise GameError(f'"{opponent}" does not play {game.name}{did_you_mean(opponent, there)}: {", ".join(there)} do')
