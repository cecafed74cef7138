"""`riverboat solve bluff --match`: every round that the match can come to, then the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from riverboat.cli.output import err, out, print_json
from riverboat.cli.solve_run import solve_round

if TYPE_CHECKING:
    from riverboat.solving.bluff.match import Chance, MatchStanding, MatchValue
    from riverboat.solving.settings import Wish


def solve_match(
    dice: tuple[int, ...], options: dict[str, Any], *, give: bool, starts: str, wish: Wish, json: bool
) -> None:
    """Solve a match and print it."""
    from riverboat.games import BluffRules, MatchRules
    from riverboat.solving.bluff.match import chance_of, match_value, round_rules, standings
    from riverboat.solving.bluff.round import two_player_rules

    rules = MatchRules(
        round=two_player_rules(BluffRules(**options, dice=dice)), stake="give" if give else "forfeit", starts=starts
    )
    rounds: dict[MatchStanding, Chance] = {}
    for here in standings(rules):
        err.print(f"[dim]solving {here.opener} against {here.other} dice[/]")
        rounds[here] = chance_of(solve_round(round_rules(rules, here), wish, fixed_gap=False, resume=False))
    found = match_value(rules, rounds)
    if json:
        print_json(to_json(found), None)
    else:
        show(found)


def to_json(found: MatchValue) -> dict[str, Any]:
    """As the command line prints it; the first standing is that of the beginning."""
    from riverboat.solving.bluff.match import MatchStanding

    dice = found.rules.round.dice
    assert isinstance(dice, tuple)
    value = found.matches[MatchStanding(*dice)]
    return {
        "game": found.rules.round.name,
        "match": list(dice),
        "stake": found.rules.stake,
        "starts": found.rules.starts,
        **_chance(value, "value"),
        "winning_is_better": found.winning_is_better,
        "standings": [
            {
                "opener": here.opener,
                "other": here.other,
                "round": _chance(found.rounds[here], "value"),
                "match": _chance(found.matches[here], "value"),
                "after_win": _chance(found.winning[here][0], "value"),
                "after_loss": _chance(found.winning[here][1], "value"),
            }
            for here in found.matches
        ],
    }


def _chance(chance: Chance, name: str) -> dict[str, Any]:
    exact = None if chance.exact is None else str(chance.exact)
    middle = float((chance.low + chance.high) / 2)
    return {name: middle, f"{name}_exact": exact, "low": float(chance.low), "high": float(chance.high)}


def show(found: MatchValue) -> None:
    """Print the opener's chances, standing by standing."""
    what = "gives a die to the winner" if found.rules.stake == "give" else "forfeits a die"
    out.print(f"[bold]bluff, {found.rules.round.faces} faces[/]: the loser {what}, the {found.rules.starts} opens next")
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("opener", "other", "opener wins the round", "... the match", "after a win", "after a loss"):
        table.add_column(heading, justify="right")
    for here in found.matches:
        won, lost = found.winning[here]
        chances = (found.rounds[here], found.matches[here], won, lost)
        table.add_row(str(here.opener), str(here.other), *(_told(each) for each in chances))
    out.print(table)
    better = "is worth more than losing it in every standing" if found.winning_is_better else "IS NOT ALWAYS BETTER"
    out.print(f"winning a round {better}, so that rounds can be solved by themselves")


def _told(chance: Chance) -> str:
    middle = float((chance.low + chance.high) / 2)
    if chance.exact is not None:
        short = str(chance.exact)
        return f"{middle:.6f}" + (f" = {short}" if "/" in short and len(short) <= 24 else "")
    return f"{middle:.6f} ± {float(chance.high - chance.low) / 2:.1e}"
