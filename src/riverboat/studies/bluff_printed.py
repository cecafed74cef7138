"""What Lanctot & Long print and say of one die each with six faces, put to the test.

The paper prints a part of both strategies: X's openings, and Y's replies to them. A linear program finds the best that
can be made of the rest with these weights fixed. Of the game with Check the paper says that Y never bids, and need not
randomise: a linear program without Y's bids, and a count over all fixed ways to call, settle both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from riverboat.games.bluff.game import BluffRules
from riverboat.solving.bluff.form import bluff_form
from riverboat.solving.bluff.tables import make_tables
from riverboat.solving.form import SequenceForm
from riverboat.solving.linear_program import Limits, solve_linear_program
from riverboat.solving.response import best_response
from riverboat.studies.report import Exact, Figure, claim

PRINTED_X = """
X1c=0.418605 X1d=0.372093 X1e=0.209302 X2c=0.418605 X2d=0.372093 X2e=0.209302 X3c=0.697674 X3d=0.232558 X3e=0.069767
X4d=0.930233 X4e=0.069767 X5e=1.000000 X6c=0.279070 X6d=0.372093 X6e=0.348837
"""
PRINTED_Y = """
Y1cd=0.087209 Y1ce=0.387597 Y1cm=0.525194 Y1de=0.288760 Y1dm=0.711240 Y1eg=0.129845 Y1em=0.870155 Y2cd=0.174419
Y2ce=0.304264 Y2de=0.292636 Y2dm=0.707364 Y2eh=0.125969 Y2em=0.874031 Y3cd=0.087209 Y3ce=0.261628 Y3ci=0.651163
Y3de=0.511628 Y3dm=0.488372 Y3ef=0.093023 Y3em=0.906977 Y4cd=1.000000 Y4de=0.162791 Y4dj=0.837209 Y4ef=0.906977
Y4em=0.093023 Y5ce=1.000000 Y5de=1.000000 Y5ek=1.000000 Y6cd=0.261628 Y6ce=0.691860 Y6ci=0.046512 Y6de=1.000000
Y6ef=1.000000
"""
#: The weight that is missing from the printed ones: without it Y's replies to 1-3 with a 2 add up to 0.478683.
MISSING_Y = "Y2cm=0.521317"
VALUE = -7 / 258
#: Six digits are printed: a strategy of such numbers may miss the value by so much.
PRINTED_DIGITS = 2e-6
WHERE = "the strategies of !ch, df=6"
DISCUSSION = "Discussion, d = 6 with Checking"

#: After what was bid, with which die: how often each letter.
Choices = dict[tuple[str, int], dict[str, float]]


def read_printed(text: str) -> Choices:
    """The choices in lines such as Y2cd=0.174419: player, die, bids so far, and the letter of what is done."""
    found: Choices = {}
    for entry in text.split():
        name, _, weight = entry.partition("=")
        found.setdefault((name[2:-1], int(name[1])), {})[name[-1]] = float(weight)
    return found


def kept_by(form: SequenceForm, limits: Limits) -> float:
    """What the first player of a form secures with the best plan within limits, by a best response to it."""
    plans = solve_linear_program(form, limits=limits)
    return -best_response(form, 1, plans.x)


def mirrored(form: SequenceForm) -> SequenceForm:
    """The form seen by the second player: sides exchanged, payoffs turned round."""
    return replace(
        form,
        sides=(form.sides[1], form.sides[0]),
        rows=form.columns,
        columns=form.rows,
        payoffs=-form.payoffs,
        name=lambda player, infoset: form.name(1 - player, infoset),
    )


def fixed(form: SequenceForm, letters: str, printed: Choices) -> Limits:
    """The limits of a first player whose first choices are printed; all others stay free.

    Rolls that fare alike share an information set: they are given the mean of what is printed for each.
    """
    side = form.sides[0]
    least, most = np.zeros(side.n_sequences), np.full(side.n_sequences, np.inf)
    bids = {str(bid): letters[at] for at, bid in enumerate(BluffRules().bids)}
    for at in range(side.n_infosets):
        rolls, _, made = form.name(0, at)[0].partition(":")[2].partition("|")
        before = "".join(bids[bid] for bid in made.split())
        rows = [printed.get((before, int(roll))) for roll in rolls.split("/")]
        known = [row for row in rows if row]
        if len(known) < len(rows):
            continue
        ways = slice(side.parent_start[at], side.parent_start[at + 1])
        inflow = float(side.float_shares[ways].sum())  # it is the player's first choice: nothing of theirs came before
        for choice, action in enumerate(form.name(0, at)[1]):
            letter = bids.get(action.removeprefix("bid "), letters[len(bids)])
            shares = [row.get(letter, 0.0) / sum(row.values()) for row in known]
            weight = inflow * sum(shares) / len(shares)
            least[side.first[at] + choice] = most[side.first[at] + choice] = weight
    return Limits(least=least, most=most)


def without_bids(form: SequenceForm) -> Limits:
    """The limits of a first player who never bids."""
    side = form.sides[0]
    most = np.full(side.n_sequences, np.inf)
    for at in range(side.n_infosets):
        for choice, action in enumerate(form.name(0, at)[1]):
            if action.startswith("bid"):
                most[side.first[at] + choice] = 0.0
    return Limits(least=np.zeros(side.n_sequences), most=most)


def fixed_calls(rules: BluffRules) -> dict[str, int]:
    """For each opening bid, the ways to choose Bluff or Check by the own die alone against which X wins nothing."""
    table, faces = rules.table, range(1, rules.faces + 1)
    found = {}
    for bid in rules.bids:
        count = {(x, y): table.count((x, y), bid.face) for x in faces for y in faces}
        good = 0
        for checks in product((False, True), repeat=rules.faces):
            wins = [
                sum(
                    1 if (count[x, y] != bid.quantity if check else count[x, y] >= bid.quantity) else -1
                    for y, check in zip(faces, checks, strict=True)
                )
                for x in faces
            ]
            good += max(wins) <= 0
        found[str(bid)] = good
    return found


def measure_printed() -> dict[str, Any]:
    """All that is computed here, as plain numbers."""
    letters = "abcdefghijklm"
    form, _ = bluff_form(make_tables(BluffRules().table, check=False))
    second = mirrored(form)
    rules = BluffRules(check=True)
    checked, _ = bluff_form(make_tables(rules.table, check=True))
    return {
        "x_keeps": kept_by(form, fixed(form, letters, read_printed(PRINTED_X))),
        "y_keeps": kept_by(second, fixed(second, letters, read_printed(PRINTED_Y + MISSING_Y))),
        "y_without_bids": kept_by(mirrored(checked), without_bids(mirrored(checked))),
        "fixed_calls": fixed_calls(rules),
    }


def printed_figures(found: Mapping[str, Any]) -> list[Figure]:
    """The verdicts."""
    x, y, silent = found["x_keeps"], found["y_keeps"], found["y_without_bids"]
    ways = min(found["fixed_calls"].values())
    return [
        claim(
            "1 v 1, 6 faces: X with the printed openings keeps",
            Exact(round(x, 7)),
            abs(x - VALUE) < PRINTED_DIGITS,
            paper=round(VALUE, 6),
            where=WHERE,
            required=True,
        ),
        claim(
            f"1 v 1, 6 faces: Y with the printed replies, and {MISSING_Y}, keeps",
            Exact(round(y, 7)),
            abs(y + VALUE) < PRINTED_DIGITS,
            paper=round(-VALUE, 6),
            where=WHERE,
            required=True,
        ),
        claim(
            "1 v 1, 6 faces, check: Y who never bids keeps",
            Exact(round(silent, 7) + 0.0),
            abs(silent) < 1e-9,
            paper=0.0,
            where=DISCUSSION,
            required=True,
        ),
        claim(
            "1 v 1, 6 faces, check: ways to call by the own die alone that X gains nothing against, at least",
            Exact(ways),
            ways > 0,
            paper="no need for Y to randomize",
            where=DISCUSSION,
        ),
    ]
