"""`riverboat solve bluff --match`: every round that the match can come to, then the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table

from riverboat.cli.output import err, out, print_json
from riverboat.cli.solve_run import run_steps, solve_round

if TYPE_CHECKING:
    from riverboat.games import MatchRules
    from riverboat.solving.bluff.match import Chance, MatchStanding, MatchValue
    from riverboat.solving.settings import Wish


def solve_match(
    dice: tuple[int, ...],
    options: dict[str, Any],
    *,
    stake: str,
    starts: str,
    wish: Wish,
    seed: int | None,
    json: bool,
) -> None:
    """Solve a match and print it."""
    from riverboat.games import BluffRules, MatchRules
    from riverboat.solving.bluff.match import chance_of, match_value, refuse_large_match, round_rules, standings
    from riverboat.solving.bluff.round import two_player_rules

    rules = MatchRules(round=two_player_rules(BluffRules(**options, dice=dice)), stake=stake, starts=starts)
    if rules.stake == "difference":
        _solve_difference(rules, gap=wish.gap, seed=seed, json=json)
        return
    refuse_large_match(rules)
    rounds: dict[MatchStanding, Chance] = {}
    for here in standings(rules):
        err.print(f"[dim]solving {here.opener} against {here.other} dice[/]")
        rounds[here] = chance_of(solve_round(round_rules(rules, here), wish, fixed_gap=False, resume=False))
    found = match_value(rules, rounds)
    if json:
        print_json(to_json(found), seed)
    else:
        show(found)


def _solve_difference(rules: MatchRules, *, gap: float, seed: int | None, json: bool) -> None:
    """Solve a match in which as many dice go over as the bid was off, and print it."""
    from riverboat.solving.bluff.difference import difference_steps

    found = run_steps(difference_steps(rules, gap=gap))
    here = next(iter(found))
    if json:
        rows = [{"opener": each.opener, "other": each.other, "match": _told_json(found[each])} for each in found]
        head = {"game": rules.round.name, "match": list(here), "stake": rules.stake, "starts": rules.starts}
        print_json({**head, **_told_json(found[here]), "standings": rows}, seed)
        return
    what = "hands over as many dice as the bid was off"
    out.print(f"[bold]bluff, {rules.round.faces} faces[/]: the loser {what}, the {rules.starts} opens next")
    out.print(f"value to the opener, +1 for a match won and -1 for one lost: [bold]{_told(_value(found[here]))}[/]")
    table = Table(title="chances of the opener", title_justify="left", box=None, header_style="bold", pad_edge=False)
    for heading in ("opener", "other", "wins the match"):
        table.add_column(heading, justify="right")
    for each, chance in found.items():
        table.add_row(str(each.opener), str(each.other), _told(chance))
    out.print(table)
    out.print("rounds cannot be solved by themselves: what is optimal in one depends on what each result is worth")


def to_json(found: MatchValue) -> dict[str, Any]:
    """The solution as the command line prints it; the first standing is that of the beginning."""
    here = _beginning(found)
    value = found.matches[here]
    return {
        "game": found.rules.round.name,
        "match": list(here),
        "stake": found.rules.stake,
        "starts": found.rules.starts,
        **_told_json(value),
        "winning_is_better": found.winning_is_better,
        "standings": [
            {
                "opener": here.opener,
                "other": here.other,
                "round": _told_json(found.rounds[here]),
                "match": _told_json(found.matches[here]),
                "after_win": _told_json(found.winning[here][0]),
                "after_loss": _told_json(found.winning[here][1]),
            }
            for here in found.matches
        ],
    }


def _told_json(chance: Chance) -> dict[str, Any]:
    """The value to the opener, +1 for a win and -1 for a loss, and the chance to win: value = 2 chance - 1."""
    exact, middle = chance.exact, (chance.low + chance.high) / 2
    return {
        "value": float(2 * middle - 1),
        "value_exact": None if exact is None else str(2 * exact - 1),
        "low": float(2 * chance.low - 1),
        "high": float(2 * chance.high - 1),
        "chance": float(middle),
        "chance_exact": None if exact is None else str(exact),
        "chance_low": float(chance.low),
        "chance_high": float(chance.high),
    }


def show(found: MatchValue) -> None:
    """Print the value of the match, and the opener's chances, standing by standing."""
    what = "gives a die to the winner" if found.rules.stake == "give" else "forfeits a die"
    out.print(f"[bold]bluff, {found.rules.round.faces} faces[/]: the loser {what}, the {found.rules.starts} opens next")
    whole = found.matches[_beginning(found)]
    out.print(f"value to the opener, +1 for a match won and -1 for one lost: [bold]{_told(_value(whole))}[/]")
    out.print(f"chance that the opener wins it: [bold]{_told(whole)}[/]")
    table = Table(title="chances of the opener", title_justify="left", box=None, header_style="bold", pad_edge=False)
    for heading in ("opener", "other", "wins the round", "... the match", "after a win", "after a loss"):
        table.add_column(heading, justify="right")
    for here in found.matches:
        won, lost = found.winning[here]
        chances = (found.rounds[here], found.matches[here], won, lost)
        table.add_row(str(here.opener), str(here.other), *(_told(each) for each in chances))
    out.print(table)
    better = "is worth more than losing it in every standing" if found.winning_is_better else "IS NOT ALWAYS BETTER"
    out.print(f"winning a round {better}, so that rounds can be solved by themselves")


def _beginning(found: MatchValue) -> MatchStanding:
    from riverboat.solving.bluff.match import MatchStanding

    return MatchStanding(*found.rules.round.dice)


def _value(chance: Chance) -> Chance:
    """A chance to win as a value: what is won on average, at one point a match."""
    from riverboat.solving.bluff.match import Chance

    return Chance(low=2 * chance.low - 1, high=2 * chance.high - 1)


def _told(chance: Chance) -> str:
    middle = float((chance.low + chance.high) / 2)
    if chance.exact is not None:
        short = str(chance.exact)
        return f"{middle:.6f}" + (f" = {short}" if "/" in short and len(short) <= 24 else "")
    return f"{middle:.6f} ± {float(chance.high - chance.low) / 2:.1e}"
