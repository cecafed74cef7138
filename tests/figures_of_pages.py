"""Which figures of which page come from which saved result. `tests/figures.py` says how it is checked and refreshed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from math import ceil, floor
from typing import Any

from riverboat.agents import AGENTS
from riverboat.agents.bluff.measured import PairRow, read_pairs
from riverboat.agents.exploitability import saved_figures
from tests import proof_page
from tests.figures import Told, apart, bench, details, middle, numbers, proof, study, told

#: What the study of Bluff says of the paper's printed strategies.
PRINTED = {
    "x": ": X with the printed openings",
    "y": ": Y with the printed replies, and Y2cm=0.521317,",
    "silent": ", check: Y who never bids",
}
STYLES = ("loose-passive", "loose-aggressive", "tight-passive", "tight-aggressive")


def _interval(name: str, figure: str, form: str) -> str:
    mean, low, high = (format(study(name, figure, part), form) for part in ("mean", "low", "high"))
    return f"{mean} ({low} to {high})"


def _apart(name: str, figure: str, digits: int) -> str:
    return apart(study(name, figure, "mean"), study(name, figure, "half"), digits)


def _outward(bounds: str, digits: int) -> str:
    """Bounds with fewer digits, rounded so that they are bounds still."""
    low, high = (round(each * 1e9) / 10 ** (9 - digits) for each in numbers(bounds)[:2])
    return f"{floor(low) / 10**digits:+.{digits}f} to {ceil(high) / 10**digits:+.{digits}f}"


def bluff() -> Iterator[Told]:
    for faces, digits in ((2, 1), (3, 2), (4, 2), (5, 2), (6, 1)):
        game = f"1 v 1, {faces} faces"
        value, seconds = study("bluff", f"{game}: value"), f"{study('bluff', f'{game}: seconds'):.{digits}f}"
        decimal = {2: "0.5", 3: "0.11111", 4: "0.0625", 5: "0.008", 6: "-0.027132"}[faces]
        if faces == 2:
            yield told(f"| 2 faces | {decimal} | {{}} | much less than 1 | {{}} |", value, seconds)
        else:
            paper = f"{study('bluff', f'{game}: seconds', 'paper'):,.0f}"
            yield told(f"| {faces} faces | {decimal} | {{}} | {{}} | {{}} |", value, paper, seconds)
    yield told("| 7 faces | | {} | | |", study("bluff", "1 v 1, 7 faces: value"))
    check = max(study("bluff", f"1 v 1, {faces} faces, check: seconds") for faces in range(2, 7))
    yield told("| with Check, 2 to 6 faces | 0 | 0 | up to 7,402 | up to {} |", f"{check:.1f}")
    for dice, faces in (("2 v 1", 2), ("2 v 1", 3), ("1 v 2", 3), ("2 v 2", 2), ("2 v 2", 3)):
        more = "; with Check 1/4 too" if (dice, faces) == ("2 v 1", 2) else ""
        value = study("bluff", f"{dice}, {faces} faces: value")
        yield told(f"| {dice} | {faces} | {{}} | exactly{more} |", value)
    for dice in ("3 v 1", "1 v 3"):
        yield told(f"| {dice} | 3 | {{}} | exactly |", proof("one_die_each_with_seven", f"{dice}, 3 faces"))
    for name, key in (
        ("2 v 1", "2 v 1"),
        ("1 v 2", "1 v 2"),
        ("2 v 1, Check", "2 v 1, check"),
        ("1 v 2, Check", "1 v 2, check"),
    ):
        bounds = proof("two_dice_against_one", f"{key}: bounds")
        yield told(f"| {name} | 6 | {{}} | proved: {{}} |", middle(bounds, 4), bounds)
    yield told("| 2 v 2 | 6 | {} | [a page", middle(proof("two_against_two", "bounds"), 4))
    for dice, faces, bids in (("2 v 2", 6, 24), ("3 v 2", 5, 25), ("1 v 1", 13, 26), ("2 v 1", 9, 27)):
        game = f"{dice}, {faces} faces, {bids} bids"
        bounds = proof("largest_games", f"{game}: bounds")
        _, minutes, memory = numbers(proof("largest_games", f"{game}: iterations, minutes, GB"))
        gap = f"{numbers(bounds)[2]:.4f}"
        solved = "" if float(gap) <= 0.002 else ", not solved"
        # The numbers are those of the game's size, which no run decides.
        millions = {24: 76, 25: 159, 26: 203, 27: 483}[bids]
        took = f"{minutes:.0f}" if minutes >= 10 else f"{minutes:.1f}"
        yield told(
            f"| {dice} | {faces} | {bids} | {millions} | {{}} | {{}}{solved} | {{}} | {{}} |",
            _outward(bounds, 5),
            gap,
            took,
            f"{memory:.1f}",
        )
    printed = {part: study("bluff", f"1 v 1, 6 faces{name} keeps") for part, name in PRINTED.items()}
    yield told("X with the printed openings keeps {},", printed["x"])
    yield told("Y with the printed replies keeps {},", printed["y"])
    yield told("bids of Y forbidden, Y still keeps {}:", printed["silent"])
    ways = ", check: ways to call by the own die alone that X gains nothing against, at least"
    yield told("there are at least {} ways", study("bluff", f"1 v 1, 6 faces{ways}"))
    seconds = proof("largest_games", "linear program, 1 v 1, 8 faces, 16 bids: seconds")
    yield told("16 bids) in {} s.", f"{seconds:.0f}")


def bluff_2v2() -> Iterator[Told]:
    low, high = _outward(proof("four_dice_six", "bounds"), 6).split(" to ")
    yield told("**between {} and {} to the player who opens.**", low, high)
    rows = []
    for test, digits in (("two_against_two", 5), ("four_dice_six", 6)):
        low, high = _outward(proof(test, "bounds"), digits).split(" to ")
        rows += [f"{proof(test, 'iterations'):,}", low, high, f"{float(high) - float(low):.{digits - 1}f}"]
    yield told("| 0.0021 |\n| {} | {} | {} | {} |\n| {} | {} | {} | {} |", *rows)
    chance = (1 + float(middle(proof("four_dice_six", "bounds"), 5))) / 2
    yield told("wins {} % of the rounds.", f"{100 * chance:.1f}")
    yield told("({} GB with everything else)", f"{proof('two_against_two', 'memory, GB'):.1f}")
    yield told("An iteration takes {} s of one core", _seconds_2v2())


def _seconds_2v2() -> str:
    iterations, minutes, _ = numbers(proof("largest_games", "2 v 2, 6 faces, 24 bids: iterations, minutes, GB"))
    return f"{60 * minutes / iterations:.1f}"


def bluff_matches() -> Iterator[Told]:
    exact = "matches_of_four_dice"
    for dice, faces, loser, opens in (
        ("2, 1", 3, "give", "loser"),
        ("2, 1", 3, "give", "winner"),
        ("2, 2", 2, "give", "loser"),
        ("2, 2", 2, "give", "winner"),
        ("2, 2", 3, "give", "loser"),
        ("2, 2", 3, "give", "winner"),
        ("2, 2", 3, "forfeit", "loser"),
        ("2, 2", 3, "forfeit", "winner"),
    ):
        value = proof(exact, f"({dice}), {faces} faces, {loser}, {opens} opens")
        yield told(f"| {dice} | {faces} | {loser}s | {opens} | {{}} |", value)
    for dice, loser in (("2, 1", "give"), ("2, 1", "forfeit"), ("2, 2", "give"), ("2, 2", "forfeit")):
        yield told(f"| {dice} | {loser}s | {{}} |", proof("with_six_faces_as_bounds", f"({dice}), {loser}"))


def solving() -> Iterator[Told]:
    yield told("# -7/258, in {} seconds", f"{study('bluff', '1 v 1, 6 faces: seconds'):.1f}")
    yield told("in single precision, {} s an iteration.", _seconds_2v2())


def readme() -> Iterator[Told]:
    seconds = study("bluff", "1 v 1, 6 faces: seconds")
    yield told("the paper took an hour, this {} seconds, proved", f"{seconds:.1f}")
    for text, task, peer, digits in (
        ("seven-card hands, compared with eval7", "seven-card hands from an array", "eval7", 0),
        ("limit Hold'em at ten seats, compared with PokerKit", "limit Hold'em, ten random players", "pokerkit", -1),
        ("CFR+ on Leduc, compared with OpenSpiel's C++", "Leduc, 1,000 iterations of CFR+", "open_spiel", 0),
        (
            "limit Hold'em stepped from Python, compared with OpenSpiel",
            "limit Hold'em heads-up, stepped from Python",
            "open_spiel",
            2,
        ),
    ):
        ratio = round(bench(task, "ratio", who=peer), digits)
        yield told(f"| {text} | {{}} times as fast |", f"{ratio:,.{max(digits, 0)}f}")
    yield told("| {} passed, {} not run yet, {} failed |", *_proofs_by_result())
    share = proof("irc_month_imports", "verified")
    yield told("replay as recorded | {} % |", f"{100 * share:.1f}")


def _proofs_by_result() -> tuple[str, str, str]:
    """How many proofs of all passed, were not run yet, and failed, as docs/proofs.md counts them."""
    found = re.search(r"^(\d+) proofs: (.*)\.$", proof_page.PAGE.read_text("utf-8"), re.MULTILINE)
    assert found is not None
    counts = {word: count for count, word in re.findall(r"(\d+) (passed|not run yet|failed)", found[2])}
    return f"{counts.get('passed', '0')} of {found[1]}", counts.get("not run yet", "0"), counts.get("failed", "0")


def loki_studies() -> Iterator[Told]:
    def income(version: str, where: str) -> str:
        return _interval("loki-figure-1", f"loki-{version} {where}, small bets a hand", "+.3f")

    for version, paper in (("a", "+0.08"), ("b", ""), ("c", ""), ("d", ""), ("e", "-0.11")):
        row = f"| {version.upper()} | {paper} | {{}} | {{}} |" if paper else f"| {version.upper()} | | {{}} | {{}} |"
        yield told(row, income(version, "at one table"), income(version, "among loose players"))
    order, other = study("loki-figure-1", "order at one table"), study("loki-figure-1", "order among loose players")
    yield told("the order is {}, A - E is", " ".join(order))
    yield told("A - E is {}, and", _interval("loki-figure-1", "A minus E, small bets a hand", "+.3f"))
    yield told("five of A win {} from five of E", _interval("loki-figure-1", "A against E, five of each", "+.3f"))
    yield told("B - D is {}. That", _interval("loki-figure-1", "B minus D, small bets a hand", "+.3f"))
    yield told("order is another one, {}: A's", " ".join(other))
    yield told(
        "E - A is {} there.", _interval("loki-figure-1", "E minus A among loose players, small bets a hand", "+.3f")
    )
    models = "loki-opponent-models"
    for where in ("five of each", "heads-up"):
        for style in STYLES:
            incomes = [_interval(models, f"{version} against {style}, {where}", "+.3f") for version in "AF"]
            yield told(f"| {style}, {where} | {{}} | {{}} |", *incomes)
    yield told("Five of F win {} from five of A", _interval(models, "F against A, five of each", "+.3f"))
    for style, text in (("maniac", "F wins {} more\nfrom a maniac"), ("rock", "and {} more from a rock")):
        yield told(text, _interval(models, f"F against {style}: later minus first hands", "+.3f"))


#: The ways in which the evolving player's experiments are run, as their figures are named.
_OURS, _PLAIN = "our styles, the studies' feedback", "our styles, the paper's plain feedback"
_SECOND, _SECOND_PLAIN = "the second set, the studies' feedback", "the second set, the paper's plain feedback"


def evolve() -> Iterator[Told]:
    yield from _evolve_1()
    yield from _evolve_2()
    yield from _evolve_3()
    yield from _evolve_tournament()


def _evolve_1() -> Iterator[Told]:
    for way in (_OURS, _PLAIN, _SECOND_PLAIN):
        parts = ("return of the first 20 epochs", "return of the last 100 epochs", "return frozen")
        cells = [_interval("evolve-1", f"{part}: {way}", "+.0f") for part in parts]
        winners = study("evolve-1", f"seeds of 10 that win frozen: {way}")
        yield told(f"| {way} | {{}} | {{}} | {{}} | {{}} |", *cells, winners)
    yard = {
        (who, where): f"{study('evolve-1', f'chips an epoch of {who}, {where}', 'mean'):+,.0f}"
        for who in ("always folding", "A")
        for where in ("our styles", "second set")
    }
    folding = (yard["always folding", "our styles"], yard["always folding", "second set"])
    yield told("Always folding gives {} chips with our styles and {} with the second set", *folding)
    yield told("player A gives {} and {}.", yard["A", "our styles"], yard["A", "second set"])
    turned = study("evolve-1", f"the epoch at which the mean of 50 turns positive, by seed: {_OURS}")
    yield told("turns positive after {} epochs with the studies' feedback", turned)
    first = f"the epoch at which the mean of 50 turns positive, over the seeds: {_OURS}"
    yield told("on the mean after {} (the paper's one run: 71)", f"{study('evolve-1', first, 'mean'):.0f}")


def _evolve_2() -> Iterator[Told]:
    rows = (
        ("A tight raises more late than early with nothing to call", "after the river (late - early)", "+.3f"),
        ("A loose calls or raises more than A tight when facing bets", "after the river", "+.3f"),
        ("A tight plays fewer hands with 3 bets to call than with 1", "after the river (1 - 3)", "+.3f"),
        ("A tight bluffs more than A loose with nothing to call", "after the river (tight - loose)", "+.4f"),
    )
    for statement, measured, form in rows:
        names = [f"{statement} {measured}: {way}" for way in (_OURS, _SECOND_PLAIN)]
        verdicts = [study("evolve-2", name, "verdict") for name in names]
        cells = [_interval("evolve-2", name, form) for name in names]
        yield told(f"| {statement} | {{}}, {verdicts[0]} | {{}}, {verdicts[1]} |", *cells)
    differ = [f"share of decisions that differ: {way}" for way in (_OURS, _SECOND_PLAIN)]
    verdicts = [study("evolve-2", name, "verdict") for name in differ]
    cells = [_interval("evolve-2", name, ".3f") for name in differ]
    yield told(f"| more than 15 % of decisions differ | {{}}, {verdicts[0]} | {{}}, {verdicts[1]} |", *cells)
    for statement, measured in (
        ("A tight raises more late than early", "with nothing to call on the flop (late - early)"),
        ("A loose calls or raises more", "than A tight when facing bets on the flop"),
        ("A tight bluffs more", "than A loose with nothing to call on the flop (tight - loose)"),
    ):
        cells = [_interval("evolve-2", f"{statement} {measured}: {way}", "+.3f") for way in (_OURS, _SECOND_PLAIN)]
        yield told(f"| on the flop: {statement} | {{}} | {{}} |", *cells)

    late = [
        proof(
            "forty_fresh_seeds",
            f"A tight raises more late than early with nothing to call {when} (late - early): {_OURS}",
        )
        for when in ("after the river", "on the flop")
    ]
    yield told("late less early is {} after the river and {} on the flop", *late)


def _evolve_3() -> Iterator[Told]:
    held = proof("evolve_3_with_ten_other_seeds", "seeds of ten with which all four hold")
    yield told("all four are confirmed with {} of ten other seeds", held)
    ways = (_OURS, _PLAIN, _SECOND_PLAIN, _SECOND)
    for table, players in (("tight", ("A tight", "A", "A loose")), ("loose", ("A loose", "A", "A tight"))):
        won = [
            ", ".join(f"{study('evolve-3', f'W_{table}({player}): {way}', 'mean'):+,.0f}" for player in players)
            for way in ways
        ]
        theirs = [study("evolve-3", f"W_{table}({player}): {_SECOND}", "paper") for player in players]
        paper = ", ".join(f"{each:+,}" for each in theirs)
        yield told(f"| W_{table}: {', '.join(players)} | {{}} | {{}} | {{}} | {{}} | {{}} |", paper, *won)
    for claim in (
        "W_tight(A tight) > W_tight(A)",
        "W_loose(A loose) > W_loose(A)",
        "W_tight(A tight) > W_tight(A loose)",
        "W_loose(A loose) > W_loose(A tight)",
    ):
        verdicts = [study("evolve-3", f"{claim}: {way}", "verdict") for way in ways]
        cells = [_interval("evolve-3", f"{claim}: {way}", "+,.0f") for way in ways]
        columns = " | ".join(f"{{}}, {verdict}" for verdict in verdicts)
        paper = f"{study('evolve-3', f'{claim}: {_OURS}', 'paper'):+,}"
        yield told(f"| {claim} | {{}} | {columns} |", paper, *cells)


def _evolve_tournament() -> Iterator[Told]:
    name = "evolve-tournament"
    place = [study(name, "mean place of A tight, as a part of 987", part) for part in ("mean", "low", "high")]
    yield told("Its mean place is {} % of the field from the top ({} % to {} %)", *(f"{100 * p:.1f}" for p in place))
    yield told("its median {} %, its best", f"{100 * study(name, 'median place of A tight'):.1f}")
    share = [study(name, "share of A tight's places in the top 22 %", part) for part in ("mean", "low", "high")]
    ends = [f"{100 * end:.0f}" for end in share[1:]]
    yield told("{} % of its places ({} % to {} %)", f"{100 * share[0]:.1f}", *ends)
    figure = "evolving helped: A's mean place less that of A tight, as a part of the field"
    gain = [f"{100 * study(name, figure, part):+.1f}" for part in ("mean", "low", "high")]
    verdict = study(name, figure, "verdict")
    yield told(f"less that of A tight is {{}} % of the field ({{}} % to {{}} %): {verdict}", *gain)
    for who in ("A", *STYLES, "rock", "loki-a", "loki-c", "loki-e", "random", "maniac"):
        yield told(f" {who} {{}} %", f"{100 * study(name, f'mean place of {who}', 'mean'):.1f}")


def apc_calculator() -> Iterator[Told]:
    name = "apc-calculator"
    for simulations in ("1,000", "10,000", "50,000"):
        key = f"table 2: JJ, {simulations} simulations"
        spread, largest = f"{key}, range, %", f"{key}, largest error, %"
        cells = [study(name, figure, part) for figure in (spread, largest) for part in ("paper", "mean", "low", "high")]
        label = f"{simulations} simulations" if simulations == "1,000" else simulations
        row = f"| {label} |" + " {} % | {} % ({} to {}) |" * 2
        yield told(row, *(f"{each:.1f}" for each in cells))
    furthest = study(name, "furthest simulated figure from the exact one, standard errors")
    yield told("(the furthest: {})", f"{furthest:.1f}")
    for key, row in (
        ("2d5s pre-flop", "2♦5♠ | before the flop"),
        ("2d5s river", "2♦5♠ | 3♠6♦K♦4♥7♠"),
        ("8s9s turn", "8♠9♠ | 2♦K♠3♠A♣"),
        ("8s9s river", "8♠9♠ | 2♦K♠3♠A♣T♠"),
        ("5s5c pre-flop", "5♠5♣ | before the flop"),
    ):
        cells = details(name, "details")["table 5"][key]
        yield told(
            f"| {row} | {{}} % | {{}} % | {{}} % |", *(f"{cells[each]:.1f}" for each in ("thesis", "wins", "equity"))
        )
    for row, figure, part, digits in (
        ("thesis", "wins", "paper", 1),
        ("Algorithm 1", "Algorithm 1", "mean", 2),
        ("wins", "wins", "mean", 2),
        ("equity", "equity", "mean", 2),
    ):
        values = [study(name, f"table 6: AsAc against {n}, {figure}, %", part) for n in range(1, 10)]
        yield told(f"| {row} |" + " {} |" * 9, *(f"{value:.{digits}f}" for value in values))
    for reading in ("wins", "equity"):
        p = study(name, f"table 6 is not {reading}: p of its nine figures", "p")
        yield told(f"against {reading} {{}},", f"{p:.2g}")
    fits = study(name, "table 6 as Algorithm 1 gives it: p of its nine figures", "p")
    yield told("against Algorithm 1 {}", f"{fits:.2f}")
    half = study(name, "table 6: AsAc against 5, Algorithm 1, %", "half")
    yield told("to ±{} or better", f"{half:.2f}")
    a8 = study(name, "table 4: Ah8s, true, %")
    yield told("offsuit hand wins {} %", f"{a8:.2f}")


def odds_command() -> Iterator[Told]:
    river = [study("apc-calculator", "table 5: 2d5s river, %", part) for part in ("paper", "ours")]
    yield told("by seven ({} against {})", *(f"{each:.1f}" for each in river))


def apc_networks() -> Iterator[Told]:
    name = "apc-networks"
    counts = [f"{n:,.0f}" for n in numbers(study(name, "decisions to learn from, to choose by, to be judged on"))]
    yield told("{} to learn from, {} to choose the best epoch by, and the last {} to be", *counts)
    yield told("shown hands give {} decisions", f"{sum(float(n.replace(',', '')) for n in counts):,.0f}")
    shares = numbers(study(name, "aggressive among them, %"))
    yield told("{}, {} and {} % of them aggressive", *(f"{share:.1f}" for share in shares))
    yield told("{} shown hands give", f"{proof('apc_month_of_strengths', 'hands whose cards were shown'):,}")
    yield told("The {} strengths are exact", f"{proof('apc_month_of_strengths', 'strengths worked out, exact'):,}")
    yield told("took {} s for the whole month", proof("apc_month_of_strengths", "seconds for the whole month"))
    rows = {row["name"]: row["ours"] for row in details(name, "figures")}

    def errors(start: str) -> list[str]:
        return [f"{ours:.2f}" for key, ours in rows.items() if key.startswith(start) and ": TNE" in key]

    def base(start: str) -> str:
        (first, *_) = [key for key in rows if key.startswith(start) and ": TNE" in key]
        return f"{numbers(first.partition('base rate')[2])[0]:.2f}"

    yield told(
        "| 1: strength, opponents; no hidden neurons | 19.9 % | {} % | {} % |",
        errors("network 1:")[0],
        base("network 1:"),
    )
    for row, start in (
        ("2: chips, cost, pot too; 2, 3, 4, 5 hidden | 19.1 %", "network 2,"),
        ("3: leo alone; 2, 3, 4, 5 hidden | JimR 19.1 to 19.6 %", "network 3, leo"),
        ("3: wsk alone | PokiSimA 20.9 to 21.1 %", "network 3, wsk"),
        ("3: perfecto alone | mayor 14.0 to 15.0 %", "network 3, perfecto"),
        ("3: alfalfa alone |", "network 3, alfalfa"),
    ):
        yield told(f"| {row} | {{}}, {{}}, {{}}, {{}} % | {{}} % |", *errors(start), base(start))
    yield from _networks_told(rows)
    for row in (
        *("base rate", "network 1", "network 2, 2 hidden", "network 2, 5 hidden"),
        *("modern, betting so far", "modern, and players"),
    ):
        yield told(f"| {row} | {{}} | {{}} | {{}} |", *rows[f"{row}: Brier / log loss / accuracy"].split(" / "))
    below = rows["the modern network's error below network 2's, by how much of it"]
    yield told("That is {} % below network 2 with two hidden neurons", f"{100 * below:.0f}")
    for network in ("network 1", "network 2", "network 3 (leo)"):
        cells = [_apart(name, f"{network} against {each}, small bets a hand", 2) for each in (*STYLES, "loki-a")]
        yield told(f"| {network} |" + " {} |" * 5, *cells)


def _networks_told(rows: dict[str, Any]) -> Iterator[Told]:
    """The thesis's protocol, what inputs and neurons add, and folding."""
    name = "apc-networks"
    for row, number in (
        ("1: strength, opponents; no hidden neurons | 19.9 %", 1),
        ("2: chips, cost, pot too; 2 hidden | 19.1 %", 2),
    ):
        title = f"network {number} by the thesis's protocol, 200 random rounds"
        low, high = numbers(rows[f"{title}: 95 of 100 draws lie between, %"])
        mean = study(name, f"{title}: TNE, %", "mean")
        yield told(f"| {row} | {{}} % | {{}} to {{}} % |", f"{mean:.1f}", f"{low:.1f}", f"{high:.1f}")
    inputs, neurons = (
        _apart(name, f"{what}, %", 2).lstrip("+")
        for what in (
            "chips, cost and pot take off network 1's error",
            "five hidden neurons instead of two take off network 2's error",
        )
    )
    yield told("take {} points off the error, five hidden neurons instead of two another {}**", inputs, neurons)
    goal = study(name, "the player who is predicted best, alfalfa: TNE, %")
    yield told("comes out at {} %, below the", f"{goal:.2f}")
    (first, *_) = [key for key in rows if key.startswith("network 3, alfalfa") and ": TNE" in key]
    yield told("base rate has {} %", f"{numbers(first.partition('base rate')[2])[0]:.2f}")
    judged, folded = numbers(rows["folding, from complete hands: decisions judged on / folded, %"])
    yield told("On the last 20 %, {} decisions, {} % of them folds", f"{judged:,.0f}", f"{folded:.0f}")
    right, by_odds = numbers(rows["folding: decisions right, network / pot odds, %"])
    yield told(
        "its error is {} %, {} points below the base rate's, and it is right in {} % of decisions where the rule of "
        "pot odds is right in {} % (what `ann` folds by; {} points more)",
        f"{rows['folding: error, %']:.2f}",
        _apart(name, "folding: below the base rate's error by, %", 2).lstrip("+"),
        f"{right:.1f}",
        f"{by_odds:.1f}",
        _apart(name, "folding: more decisions right than by pot odds, %", 1).lstrip("+"),
    )


def apc_adaptive() -> Iterator[Told]:
    name = "apc-adaptive"
    for seats, many in (("heads-up", ""), ("ten seats", "nine ")):
        for style in STYLES:
            row = f"{seats}, {many}{style}" if style == STYLES[0] else f"{many}{style}"
            yield told(
                f"| {row} | {{}} | {{}} | {{}} |",
                _apart(name, f"adaptive against {style}, {seats}, small bets a hand", 3),
                _apart(name, f"the blind player against {style}, {seats}", 3),
                _apart(name, f"adaptive minus the blind player, {style}, {seats}", 3),
            )
    for old, new in (
        ("loose-passive", "tight-aggressive"),
        ("tight-aggressive", "loose-passive"),
        ("tight-passive", "loose-aggressive"),
        ("loose-aggressive", "tight-passive"),
    ):
        change = f"{old} to {new}"
        best = f"{study(name, f'{change}: the best against {new}', 'mean'):+.2f}"
        cells = {}
        for who in ("adaptive", "adaptive-twin"):
            means = [
                f"{study(name, f'{change}: {who}, {when}', 'mean'):+.2f}" for when in ("before", "just after", "later")
            ]
            key = f"{change}: {who}, later, as a share of the best's"
            share = f"{study(name, key, 'mean'):.2f} ± {max(0.01, study(name, key, 'half')):.2f}"
            hands = study(name, f"{change}: {who}, hands until it wins 80 % of that for good")
            cells[who] = (means, share, hands)
        means, share, hands = cells["adaptive"]
        twins, twin_share, twin_hands = cells["adaptive-twin"]
        yield told(
            f"| {change} | adaptive |" + " {} |" * 6 + "\n| | blind | {} | {} | {} | | {} | {} |",
            *means, best, share, hands, *twins, twin_share, twin_hands,
        )  # fmt: skip
    for loki, claimed in (("loki-a", ""), ("loki-f", ": not beaten")):
        for table, row in (("heads-up", "heads-up"), ("five of each", "five of each at ten seats")):
            yield told(f"| {loki}, {row} | {{}} |", _apart(name, f"adaptive against {loki}, {table}{claimed}", 3))
    more = [
        _apart(name, f"trained on {style} alone, minus adaptive, hands 200 to 500: not below zero", 3)
        for style in ("loose-passive", "tight-aggressive", "tight-passive", "loose-aggressive")
    ]
    styles_told = (
        "win more than `adaptive` by {} (loose-passive),\n{} (tight-aggressive), {} (tight-passive) and {} (loose-"
    )
    yield told(styles_told, *more)
    yield told("wins {} small bets a hand from it on fresh ones", _exploited("adaptive"))


def partner() -> Iterator[Told]:
    name = "partner"
    for label, row in (("", ""), (", without bets-too-much", ", without bets-too-much")):
        for design, unit in (("crossed", "pairs of sets"), ("same deals", "sets")):
            figures = [f"partner={kind}{label}, {design}" for kind in ("paper", "plus")]
            gained = [study(name, f"{each}: {unit} that gained") for each in figures]
            p = [study(name, f"{each}: sign test over {unit}, p below 0.01", "p") for each in figures]
            median = [study(name, f"{each}: median gain, points") for each in figures]
            share = [100 * study(name, f"{each}: share of subjects who gained", "mean") for each in figures]
            begins = f"| {design}{row} |"
            cells = (f"{one}, p {two:.1g}, {three:+,.0f}" for one, two, three in zip(gained, p, median, strict=True))
            yield told(f"{begins} {{}} | {{}} | {{}} % | {{}} % |", *cells, *(f"{each:.0f}" for each in share))
    for kind, wrong in (
        ("calls-too-much", "calls everything, bets the least"),
        ("never-folds-late", "from turn 4 on stays whatever it costs"),
        ("bets-at-random", "any size that is allowed"),
        ("folds-too-much", "gives up whatever is not clearly good"),
        ("bets-too-much", "bets and raises all that is allowed"),
        ("sees-own-cards-only", "never looks at the opponent's open cards"),
    ):
        cells = (study(name, f"partner={each}, {kind}, same deals") for each in ("paper", "plus"))
        shown = (cell.replace(" sets gained, median", ",").replace(", p ", ", ") for cell in cells)
        yield told(f"| {kind} | {wrong} | {{}} | {{}} |", *shown)
    yield from _partner_points(name)
    for row in details(name, "details")["harm"]:
        chance = row["chance by the cards when they last paid"]
        yield told(
            f"| {row['partner']} | {row['kind']} {row['number']}, pair {row['pair']} | {{}} | {{}} | {{}} |",
            f"{row['gain']:+,}",
            f"{row['worst game']:+,}",
            f"{chance:.2f}",
        )
    yield from _partner_parts(name)
    yield from _partner_choice()
    for asks in ("0.25", "0.5", "1"):
        for follows in ("0.5", "1"):
            cells = (
                study(name, f"partner={kind}, asks {asks}, follows {follows}, set A") for kind in ("paper", "plus")
            )
            yield told(f"| {asks} | {follows} | {{}} | {{}} |", *cells)
    left = study(name, "weakness left after one set with the partner (0.40 to 0.80 before)")
    yield told("a mean weakness of {} is left", f"{left:.2f}")
    after = study(name, "alone afterwards, where subjects learn from advice")
    better, _, median = after.partition(" play better, ")
    yield told("is left; {} then play better, in the median by {}", better, median)


def _partner_points(name: str) -> Iterator[Told]:
    """How many points a set moves, ours and the paper's."""
    for text, figure in (
        ("alone: median", "points of a set, alone: median"),
        ("with the faithful partner: median", "points of a set, with the faithful partner: median"),
        (
            "the largest of twelve subjects, with and without",
            "points of a set, the largest of twelve subjects with and without: median over pairs of sets",
        ),
    ):
        ours, paper = (study(name, figure, part) for part in ("ours", "paper"))
        yield told(f"| {text} | {{}} | {{}} | {{}} |", f"{ours:,.0f}", f"{paper:,.0f}", study(name, figure, "verdict"))
    z, corrected = (
        study(name, f"the paper's Table 4: {which}")
        for which in ("z of its signed-rank test", "z, corrected for continuity")
    )
    yield told("gives z = {} ({} corrected", f"{z:.2f}", f"{corrected:.2f}")


def _partner_choice() -> Iterator[Told]:
    name = "partner-choice"
    for label in ("all novices", "without bets-too-much"):
        share = [
            f"{100 * study(name, f'{label}: share of sets on which plus brings more than paper', part):.0f}"
            for part in ("mean", "low", "high")
        ]
        median = study(name, f"{label}: median of what plus brings more, points a set")
        claimed = f"{label}: plus brings more, two-sided sign test, p below 0.05"
        verdict = study(name, claimed, "verdict")
        p = study(name, claimed, "p")
        begins = f"| {label} | {{}} % ({{}} to {{}}) | {{}} | {{}}, {verdict} |"
        yield told(begins, *share, f"{median:+,.0f}", f"{p:.2g}")
    for kind in (
        "calls-too-much",
        "never-folds-late",
        "bets-at-random",
        "folds-too-much",
        "bets-too-much",
        "sees-own-cards-only",
    ):
        gained, median, p = study(name, f"{kind}: plus brings more than paper").split(", ")
        cells = (gained.removesuffix(" sets"), median.removeprefix("median "), p.removeprefix("p "))
        yield told(f"| {kind} alone | {{}} | {{}} | {{}} |", *cells)
    for which in ("paper", "plus"):
        label = f"folds-too-much, partner={which}"
        p = study(name, f"{label}: sign test over sets, p below 0.01", "p")
        yield told(f"with `{which}` {{}} (p {{}})", study(name, f"{label}: gain"), f"{p:.2g}")


def _partner_parts(name: str) -> Iterator[Told]:
    """The faithful partner with one part changed, followed on every set."""
    rows = {row["name"]: row for row in details(name, "figures")}
    for who in (
        "paper",
        "paper without tendencies",
        "paper without cases",
        "paper with cases that went well",
        "paper without noise",
        "paper with noise of variance 0.1",
        "plus",
    ):
        wins, _, points = study(name, f"always followed: {who}").partition(" sets, median ")
        cells = [wins.removeprefix("wins "), points]
        (test,) = [
            row for each, row in rows.items() if each.startswith(f"always followed: paper differs from {who},")
        ] or [None]
        if test is not None:
            better = test["name"].rpartition(", ")[2].removesuffix(" sets better")
            cells += [better, f"{test['ours']['p']:.2g}"]
            yield told(f"| follows {who} | {{}} | {{}} | {{}} | {{}} |", *cells)
        else:
            yield told(f"| follows {who} | {{}} | {{}} | | |", *cells)


def _how(row: PairRow) -> str:
    """What a pair is played by, in words."""
    if row.how == "blueprint":
        return f"a blueprint, {row.memory} bids"
    return "its solution" if row.how == "solved" else "its solution, cut down"


def agents_bluff() -> Iterator[Told]:
    for (own, other), row in sorted(read_pairs().items()):
        text = f"| {own} v {other} | {_how(row)} | {{}} | {{}} | {{}} |"
        if row.low is not None and row.high is not None:
            digits = 7 if row.high - row.low < 1e-5 else 5
            low, high = (side(each * 10**digits) / 10**digits for side, each in ((floor, row.low), (ceil, row.high)))
            bounds = f"proved: {low:+.{digits}f} to {high:+.{digits}f}"
            yield told(text, f"{row.value:+.4f}", f"{row.exploitability:.2g}", bounds)
        else:
            assert row.gain is not None
            assert row.error is not None
            yield told(
                text,
                f"{round(row.value, 2) + 0.0:+.2f}",
                f"at least {row.gain:.3f}",
                f"± {row.error:.3f}, {row.rounds:,} rounds",
            )


def agents_stud() -> Iterator[Told]:
    for text, who in (
        ("a habitual bluffer", "Bluffer"),
        ("a slow-player", "SlowPlayer"),
        ("a straightforward player", "Straightforward"),
        ("a straightforward player with the noise of equation 10", "NoisyStraightforward"),
    ):
        means = proof("stud_tendencies_over_200_games", f"mean t of a {who}, 200 games, two seeds")
        bound = {"Bluffer": "above 60", "SlowPlayer": "below 40"}.get(who, "40 to 60")
        yield told(f"| {text} | {{}} | {bound} |", means)
    for text, who in (
        ("a habitual bluffer", "Bluffer"),
        ("a slow-player", "SlowPlayer"),
        ("a straightforward player with the noise of equation 10", "NoisyStraightforward"),
        ("the stud agent itself", "the stud agent"),
    ):
        found = proof(
            "stud_estimates_over_5000_decisions", f"squared error against {who}, adjusted less by cards alone"
        )
        difference, _, decisions = found.partition("), ")
        yield told(f"| {text} | {{}}) | {{}} |", difference, decisions.removesuffix(" decisions"))


def styles() -> Iterator[Told]:
    for style in STYLES:
        vpip, pfr, factor, _ = numbers(proof("styles_are_far_apart", f"eight seats, {style}"))
        mean, low, high = numbers(proof("ranking_at_the_mixed_table", f"{style}, small bets a hand"))
        yield told(
            f"| {style} | {{}} % | {{}} % | {{}} | {{}} |",
            f"{100 * vpip:.0f}",
            f"{100 * pfr:.0f}",
            f"{factor:.2f}" if factor < 1 else f"{factor:.1f}",
            f"{mean:+.3f} ({low:+.3f} to {high:+.3f})",
        )
    ten = "styles_are_far_apart"
    yield told("raises {} % of them", f"{100 * numbers(proof(ten, 'ten seats, maniac'))[1]:.0f}")
    yield told("the rock plays {} %", f"{100 * numbers(proof(ten, 'ten seats, rock'))[0]:.1f}")
    apart_by = proof(ten, "ten seats, points of VPIP between loose and tight, at least")
    yield told("stay {} points of VPIP apart", f"{apart_by:.0f}")


def arena() -> Iterator[Told]:
    def gain(who: str) -> str:
        return f"{proof('what_duplicate_play_gains', f'{who}: ratio of standard errors'):.1f}"

    yield told("| heads-up | {} | {} | |", gain("heads-up, nearly the same player"), gain("heads-up, different styles"))
    ring = ("nearly the same player", "one among nine of another style", "six styles")
    yield told("| ring of ten | {} | {} | {} |", *(gain(f"ring of ten, {who}") for who in ring))


def agents_evolving() -> Iterator[Told]:
    def epoch(seats: int, feedback: str = "the studies' feedback") -> float:
        return bench(f"an epoch of 100 hands at {seats} seats, learning, {feedback}")

    for name in ("evolved-tight", "evolved-loose", "evolved-heads-up"):
        ours, a = (proof("shipped_evolved", f"{name}: {part}") for part in ("chips an epoch", "player A"))
        home = {"tight": "nine tight-passive", "loose": "nine loose-aggressive"}.get(name[8:], "those seven in turn")
        yield told(f"{home}: {{}} | {{}} |", ours, a)
    plain = "the paper's plain feedback"
    yield told("on one core: {} epochs of 100 hands", f"{1000 / epoch(10):.0f}")
    yield told("studies' feedback, {} with the paper's plain one", f"{1000 / epoch(10, plain):.0f}")
    yield told(
        "An epoch takes {} ms at ten seats, {} at eight, {} at six, {} at four, {} at three, and {} heads-up",
        *(f"{epoch(seats):.1f}" for seats in (10, 8, 6, 4, 3, 2)),
    )


def agents_loki() -> Iterator[Told]:
    for opponents in (1, 2, 5, 9):
        word = "opponent" if opponents == 1 else "opponents"
        figure = bench(f"a decision on the flop, one card ahead, {opponents} weighted {word}")
        yield (
            told(f"\n| {opponents} | {{}} |\n", f"{figure:.3f}")
            if opponents > 1
            else told(f"|---|---|\n| {opponents} | {{}} |\n| 2 |", f"{figure:.3f}")
        )
    ahead = bench("standing and potential against every holding, 0 cards ahead")
    yield told("| 0 | {} |", f"{ahead:.3f}")
    one = bench("standing and potential against every holding, 1 card ahead")
    yield told("| 1 | {} |\n| 2 (full", f"{one:.3f}")
    yield told("`hand_potential`) | {} |", f"{bench('the same, 2 cards ahead'):.1f}")
    yield told("first card of look-ahead {} ms", f"{one - ahead:.3f}")
    first = bench("a decision on the flop, one card ahead, 1 weighted opponent")
    last = bench("a decision on the flop, one card ahead, 9 weighted opponents")
    yield told("opponent costs about {} ms", f"{(last - first) / 8:.3f}")
    speed = bench("decisions of loki-f in a ten-seat game")
    yield told("`loki-f` makes {} decisions a second", f"{round(speed, -2):,.0f}")
    yield told("best one found wins {} on 200,000", _exploited("loki-f"))
    yield told("`loki-a` the best\nwins {}", _exploited("loki-a"))
    hands = "100,000 hands of ten Lokis, two cores: "
    yield told(
        "take {} s with two each of A to E and {} s",
        *(f"{bench(hands + who):.0f}" for who in ("two each of A to E", "ten of F")),
    )


def _exploited(agent: str) -> str:
    """What the best memoryless player found wins from an agent on fresh hands."""
    of = agent.replace("-", "_")
    mean, low, high = numbers(proof(f"best_memoryless_player_against_{of}", f"{agent}: on 200,000 fresh hands"))[:3]
    return f"{mean:+.3f} ± {(high - low) / 2:.3f}"


def agents_adaptive() -> Iterator[Told]:
    test = "test_how_quickly_adaptive_decides"
    two, ten, taken, ten_taken = (
        proof(test, f"{what}, {who}, µs")
        for what in ("a decision", "a hand taken in")
        for who in ("1 opponent", "9 opponents")
    )
    yield told("a decision takes {} µs heads-up and {} µs with nine", f"{two:.1f}", f"{ten:.1f}")
    yield told("{} and {} a second on one core", *(f"{round(1e6 / each, -3):,.0f}" for each in (two, ten)))
    yield told("takes {} µs with two players and {} µs with ten", f"{taken:.1f}", f"{ten_taken:.1f}")


def decisions_records() -> Iterator[Told]:
    yield told("{} times PokerKit's hands a second", f"{bench('PHH, read', 'ratio', who='pokerkit'):.1f}")


def records() -> Iterator[Told]:
    share = proof("irc_month_imports", "verified")
    hands = 27_541
    yield told("{} of 27,541 hands do ({} %)", f"{round(share * hands):,}", f"{100 * share:.1f}")


def exploit() -> Iterator[Told]:
    for agent in AGENTS:
        for figure in saved_figures(agent):
            yield told(f"| `{agent}` | {figure.game} | {{}} | {{}} |", figure.words, figure.date)


#: Decimal numbers on the studies' pages that no saved result holds: the papers' own, settings, what was tried before.
STATED: dict[str, str] = {
    "apc-calculator.md": "4.5 0.1 58.8 60.5 0.7 1.7 0.4",  # a threshold, how near is near, and the thesis's A8
    "apc-networks.md": "0.0015 0.5 0.05",  # how far the cost moves, and the rates of learning
    "bluff-2v2.md": "-0.0271 0.002 0.57 "  # -7/258, the option, 76 million times eight bytes; then a run as it went
    "-0.01129 +0.02703 0.0383 +0.00216 +0.01435 0.0122 +0.00587 +0.01182 0.0060 +0.00744 +0.01001 0.0026 +0.00766 "
    "+0.00972 0.0021",
    # What counts as solved; the paper's figures.
    "bluff.md": "0.0015 0.002 9.4 0.478683 0.521317 0.302 0.380 0.318 "
    # Speed, weights tried, the edge of the opener, tighter bounds and tables of six faces: runs as they went.
    "0.5 0.2 0.11111 0.01 0.0625 0.03 0.008 0.11 -0.027132 0.9 0.2169 +0.216827 +0.216924 -0.1574 "
    "-0.157461 -0.157380 0.2115 +0.211438 +0.211535 -0.1864 -0.186434 -0.186346 0.00865 +0.216850242 "
    "+0.216851131 -0.157408114 -0.157407216 1.7 2.2 5.6 1.9 13.8 3.7 0.6 3.9 1.1 25.5 8.7 53.3 13.9 31.4 "
    "53.1 14.0 12.4 3.2 16.8 5.9 9.6 4.8 +0.00795 +0.00939 0.0014 3.4 +0.15410 +0.15595 0.0018 4.4 "
    "-0.04667 -0.04543 0.0012 4.1 2.5 +0.26227 +0.26546 0.0032 5.0 -0.0271319 0.0271317 0.0 +0.5000 1.5 "
    "0.50 0.00 +0.1111 0.33 0.67 0.17 +0.0625 2.4 0.54 0.35 0.46 0.25 +0.0080 0.63 0.39 0.37 0.30 -0.0271 "
    "0.62 0.44 0.38 -0.0390 0.60 0.52 0.40 0.58 -0.0450 2.3 0.56 0.64 -0.047 -0.045 0.259259259 "
    "0.259259210 0.259259343 -0.092592593 -0.092592611 -0.092592573 0.275 0.274805180 0.274807335 "
    "-0.271604938 -0.271604958 -0.271604885 -0.000027 0.000033 0.039998 0.040014 -0.016547 -0.016523 ",
    # Matches by the difference: runs as they went.
    "bluff-matches.md": ""
    "0.769231 0.719512 0.701299 0.652174 0.619048 0.685714 0.666667 0.913043 0.724472 0.724530 0.798895 "
    "0.798916 0.502234 0.503295 0.502274 0.502625 ",
    "evolve.md": "0.45",  # from where the second player A bets
    "loki.md": "+0.08 -0.11 4.1",  # the paper's
    "partner.md": "0.98 1.65 0.15 0.40 0.80 0.8 0.9 4.2 3.6 0.1 0.27",  # the paper's, settings, equation 10, a first p
}
#: Every page that tells figures of saved results.
PAGES: dict[str, Callable[[], Iterator[Told]]] = {
    "README.md": readme,
    "docs/agents/adaptive.md": agents_adaptive,
    "docs/agents/bluff.md": agents_bluff,
    "docs/agents/evolving.md": agents_evolving,
    "docs/agents/loki.md": agents_loki,
    "docs/agents/stud.md": agents_stud,
    "docs/agents/styles.md": styles,
    "docs/arena.md": arena,
    "docs/commands/odds.md": odds_command,
    "docs/decisions/0004-records.md": decisions_records,
    "docs/exploit.md": exploit,
    "docs/records.md": records,
    "docs/solving.md": solving,
    "docs/studies/apc-adaptive.md": apc_adaptive,
    "docs/studies/apc-calculator.md": apc_calculator,
    "docs/studies/apc-networks.md": apc_networks,
    "docs/studies/bluff-2v2.md": bluff_2v2,
    "docs/studies/bluff-matches.md": bluff_matches,
    "docs/studies/bluff.md": bluff,
    "docs/studies/evolve.md": evolve,
    "docs/studies/loki.md": loki_studies,
    "docs/studies/partner.md": partner,
}
