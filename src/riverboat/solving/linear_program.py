"""The linear program of a sequence form, by HiGHS: the first player's plan, and the second's as its dual.

maximise q_0 over plans x and values q of the second player's information sets, so that for every sequence s of their
    q_infoset(s) - sum of q over the information sets that s flows into <= what x leaves them at s
(Koller, Megiddo & von Stengel 1994, eq. 8). The multipliers of these rows are their plan: one program gives both.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np

from riverboat.arrays import Floats, Ints
from riverboat.errors import GameError
from riverboat.solving.form import SequenceForm, Side


@dataclass(frozen=True, kw_only=True)
class Basis:
    """Which unknowns an optimal corner of the linear program leaves free, and which conditions hold with equality."""

    columns: Ints
    rows: Ints


@dataclass(frozen=True, kw_only=True)
class Plans:
    """The weights of all sequences of both players, and the corner they come from where a linear program gave them."""

    x: Floats
    y: Floats
    basis: Basis | None = None


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The least and the most weight that each sequence of the first player may have."""

    least: Floats
    most: Floats


def solve_linear_program(form: SequenceForm, *, solver: str = "simplex", limits: Limits | None = None) -> Plans:
    """Optimal plans of both players; with limits, the first player's best plan within them."""
    import highspy

    first, second = form.sides
    n_x, n_q = first.n_sequences, second.n_infosets + 1
    n_rows = second.n_sequences + first.n_infosets + 1
    matrix = program_matrix(form)
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = n_x + n_q, n_rows
    program.sense_ = highspy.ObjSense.kMaximize
    cost = np.zeros(n_x + n_q)
    cost[n_x] = 1.0
    program.col_cost_ = cost
    least = np.zeros(n_x) if limits is None else limits.least
    most = np.full(n_x, highspy.kHighsInf) if limits is None else limits.most
    program.col_lower_ = np.concatenate([least, np.full(n_q, -highspy.kHighsInf)])
    program.col_upper_ = np.concatenate([most, np.full(n_q, highspy.kHighsInf)])
    program.row_lower_ = np.concatenate([np.full(second.n_sequences, -highspy.kHighsInf), _right(first)])
    program.row_upper_ = np.concatenate([np.zeros(second.n_sequences), _right(first)])
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = matrix.indptr
    program.a_matrix_.index_ = matrix.indices
    program.a_matrix_.value_ = matrix.data
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("solver", solver)
    if highs.passModel(program) == highspy.HighsStatus.kError:
        raise GameError("the linear program is not one that HiGHS takes")
    highs.run()
    solution = highs.getSolution()
    # HiGHS may call a good answer Unknown; whoever asks judges it by best responses. No answer at all is another thing.
    if not solution.value_valid or not solution.dual_valid:
        status = highs.modelStatusToString(highs.getModelStatus())
        raise GameError(f"the linear program found no answer: HiGHS says {status}")
    x = np.array(solution.col_value[:n_x])
    y = np.abs(np.array(solution.row_dual[: second.n_sequences]))
    basis = None if limits is not None else _basis(highs)
    return Plans(x=clean_plan(first, x), y=clean_plan(second, y), basis=basis)


def _basis(highs: Any) -> Basis | None:
    """The corner at which HiGHS ended, where it tells one."""
    import highspy

    found = highs.getBasis()
    if not found.valid:
        return None
    basic = highspy.HighsBasisStatus.kBasic
    columns, rows = ([status == basic for status in each] for each in (found.col_status, found.row_status))
    return Basis(columns=np.flatnonzero(columns), rows=np.flatnonzero(~np.array(rows, bool)))


def _right(side: Side) -> Floats:
    right = np.zeros(side.n_infosets + 1)
    right[0] = 1.0
    return right


def program_matrix(form: SequenceForm, *, exact: bool = False) -> Any:
    """Rows of the second player's sequences, then of the first player's flows; columns x, then q.

    `exact` gives whole numbers, all multiplied by `exact_scale`; else payoffs are brought to a size that HiGHS takes.
    """
    from scipy.sparse import coo_array

    first, second = form.sides
    n_x = first.n_sequences
    q = n_x + np.arange(second.n_infosets + 1)
    below = second.n_sequences
    flow = np.arange(first.n_infosets)
    followed = np.repeat(np.arange(second.n_infosets), np.diff(second.parent_start))
    one: int | float
    payoffs: Ints | Floats
    shares: list[Ints] | list[Floats]
    if exact:
        one = exact_scale(form)
        payoffs = np.asarray(form.payoffs * (one // form.payoff_scale), np.int64)
        shares = [side.shares * (one // side.share_scale) for side in form.sides]
    else:
        one = 1.0
        payoffs = form.float_payoffs / _size_of(form.float_payoffs)
        shares = [side.float_shares for side in form.sides]
    parts = [
        (form.columns, form.rows, -payoffs),
        (np.arange(second.n_sequences), q[second.infoset_of + 1], np.full(second.n_sequences, one)),
        (second.parents, q[1 + followed], -shares[1]),
        (np.array([below]), np.array([0]), np.full(1, one)),
        (below + 1 + first.infoset_of[1:], np.arange(1, n_x), np.full(n_x - 1, one)),
        (below + 1 + np.repeat(flow, np.diff(first.parent_start)), first.parents, -shares[0]),
    ]
    rows, columns, values = (np.concatenate([part[at] for part in parts]) for at in range(3))
    shape = (second.n_sequences + first.n_infosets + 1, n_x + second.n_infosets + 1)
    return coo_array((values, (rows, columns)), shape=shape).tocsc()  # adds up what stands at one place


def exact_scale(form: SequenceForm) -> int:
    """What makes every number of the program whole."""
    return lcm(form.payoff_scale, *(side.share_scale for side in form.sides))


def _size_of(payoffs: Floats) -> float:
    """What payoffs are divided by: 1, but where they are too large or too small for the tolerances of HiGHS."""
    largest = float(np.abs(payoffs).max(initial=0.0))
    return 1.0 if largest == 0 or 1e-6 < largest < 1e6 else largest


def clean_plan(side: Side, raw: Floats) -> Floats:
    """A true plan near one that is right but for rounding: what flows in is divided as the raw weights are."""
    plan = np.zeros(side.n_sequences)
    plan[0] = 1.0
    raw = np.maximum(raw, 0.0)
    for at in range(side.n_infosets):
        span = slice(side.first[at], side.first[at] + side.count[at])
        ways = slice(side.parent_start[at], side.parent_start[at + 1])
        inflow = plan[side.parents[ways]] @ side.float_shares[ways]
        total = raw[span].sum()
        plan[span] = inflow * (raw[span] / total if total > 0 else 1.0 / side.count[at])
    return plan
