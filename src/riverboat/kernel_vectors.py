"""Sixteen floats as one value inside a kernel: loads, stores and arithmetic that become vector instructions.

LLVM turns loops into vector code only where it can prove, or test in a few comparisons, that arrays don't overlap.
Loops over a dozen arrays stay slow. A value of type `sixteen` needs no such proof, and sums of it stay in registers.

Rows may be kept as float32, or in two bytes: int16 holds whole numbers, which a kernel scales; uint16 holds shares from
0 to 1. Arrays of float64 give sixteen doubles: one kernel then computes in double precision, more slowly. Nothing here
checks bounds: sixteen numbers must lie behind every place. Numbers are never NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic, models, register_model

LANES = 16
_FLOAT, _DOUBLE, _SHORT, _INT, _LONG = ir.FloatType(), ir.DoubleType(), ir.IntType(16), ir.IntType(32), ir.IntType(64)
_FLOATS, _DOUBLES, _SHORTS, _INTS = (ir.VectorType(kind, LANES) for kind in (_FLOAT, _DOUBLE, _SHORT, _INT))
#: Shares are kept in two bytes as whole numbers up to this.
SHARE_UNIT = 65535.0
_FLAGS = ("contract", "nsz", "arcp", "reassoc")


class _SixteenFloats(types.Type):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(name="sixteen floats")


class _SixteenDoubles(types.Type):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(name="sixteen doubles")


@register_model(_SixteenFloats)
class _FloatsModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _FLOATS)


@register_model(_SixteenDoubles)
class _DoublesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _DOUBLES)


sixteen, sixteen_doubles = _SixteenFloats(), _SixteenDoubles()


def _value_of(array: Any) -> Any:
    """The type of sixteen numbers of an array."""
    return sixteen_doubles if array.dtype == types.float64 else sixteen


def _lane_of(value: Any) -> Any:
    """The type of one of sixteen numbers."""
    return types.float64 if value == sixteen_doubles else types.float32


def _constant(kind: Any, number: float) -> Any:
    return ir.Constant(kind, [number] * LANES)


def _place(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, array).data, [at])


def _read(builder: Any, place: Any, kind: Any, align: int) -> Any:
    return builder.load(builder.bitcast(place, kind.as_pointer()), align=align)


def _write(builder: Any, value: Any, place: Any, align: int) -> None:
    builder.store(value, builder.bitcast(place, value.type.as_pointer()), align=align)


def _load_at(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    place = _place(context, builder, kind, array, at)
    if kind.dtype == types.float32:
        return _read(builder, place, _FLOATS, 4)
    if kind.dtype == types.float64:
        return _read(builder, place, _DOUBLES, 8)
    shorts = _read(builder, place, _SHORTS, 2)
    if kind.dtype == types.int16:
        return builder.sitofp(builder.sext(shorts, _INTS), _FLOATS)
    whole = builder.sitofp(builder.zext(shorts, _INTS), _FLOATS)
    return builder.fmul(whole, _constant(_FLOATS, 1 / SHARE_UNIT), flags=_FLAGS)


def _store_at(context: Any, builder: Any, kind: Any, array: Any, at: Any, value: Any) -> None:
    place = _place(context, builder, kind, array, at)
    if kind.dtype in (types.float32, types.float64):
        if kind.dtype == types.float32 and value.type == _DOUBLES:
            value = builder.fptrunc(value, _FLOATS)
        _write(builder, value, place, kind.dtype.bitwidth // 8)
        return
    if kind.dtype == types.uint16:
        value = builder.fmul(value, _constant(_FLOATS, SHARE_UNIT), flags=_FLAGS)
    up = builder.fcmp_ordered(">=", value, _constant(_FLOATS, 0.0))
    half = builder.select(up, _constant(_FLOATS, 0.5), _constant(_FLOATS, -0.5))
    whole = builder.fptosi(builder.fadd(value, half), _INTS)
    _write(builder, builder.trunc(whole, _SHORTS), place, 2)


@intrinsic  # type: ignore[untyped-decorator]
def load(typing: Any, array: Any, at: Any) -> Any:
    """Sixteen numbers of a flat array, from a place on."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return _load_at(context, builder, signature.args[0], values[0], values[1])

    return _value_of(array)(array, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def load_like(typing: Any, array: Any, at: Any, like: Any) -> Any:
    """Sixteen numbers of a flat array of float32, as precise as those of another array are."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        found = _load_at(context, builder, signature.args[0], values[0], values[1])
        return found if signature.return_type == sixteen else builder.fpext(found, _DOUBLES)

    return _value_of(like)(array, types.uint64, like), generate


@intrinsic  # type: ignore[untyped-decorator]
def store(typing: Any, array: Any, at: Any, value: Any) -> Any:
    """Put sixteen numbers into a flat array, from a place on; rounded where it keeps fewer bytes."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        _store_at(context, builder, signature.args[0], values[0], values[1], values[2])
        return context.get_dummy_value()

    return types.void(array, types.uint64, value), generate


def _binary(operation: str) -> Callable[..., Any]:
    @intrinsic  # type: ignore[untyped-decorator]
    def apply(typing: Any, first: Any, second: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return getattr(builder, operation)(values[0], values[1], flags=_FLAGS)

        return first(first, first), generate

    found: Callable[..., Any] = apply
    return found


add, subtract, multiply, divide = _binary("fadd"), _binary("fsub"), _binary("fmul"), _binary("fdiv")


@intrinsic  # type: ignore[untyped-decorator]
def positive(typing: Any, value: Any) -> Any:
    """The larger of each number and zero."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        zero = _constant(values[0].type, 0.0)
        return builder.select(builder.fcmp_ordered(">", values[0], zero), values[0], zero)

    return value(value), generate


@intrinsic  # type: ignore[untyped-decorator]
def larger(typing: Any, first: Any, second: Any) -> Any:
    """The larger of two numbers, lane by lane."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", values[0], values[1]), values[0], values[1])

    return first(first, first), generate


@intrinsic  # type: ignore[untyped-decorator]
def size(typing: Any, value: Any) -> Any:
    """Each number without its sign."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        zero = _constant(values[0].type, 0.0)
        less = builder.fcmp_ordered("<", values[0], zero)
        return builder.select(less, builder.fsub(zero, values[0]), values[0])

    return value(value), generate


@intrinsic  # type: ignore[untyped-decorator]
def choose(typing: Any, sign: Any, above: Any, other: Any) -> Any:
    """`above` where `sign` is above zero, else `other`."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        zero = _constant(values[0].type, 0.0)
        return builder.select(builder.fcmp_ordered(">", values[0], zero), values[1], values[2])

    return above(sign, above, above), generate


def _spread(builder: Any, number: Any) -> Any:
    empty = ir.Constant(ir.VectorType(number.type, LANES), ir.Undefined)
    first = builder.insert_element(empty, number, ir.Constant(_INT, 0))
    return builder.shuffle_vector(first, empty, ir.Constant(_INTS, [0] * LANES))


@intrinsic  # type: ignore[untyped-decorator]
def spread(typing: Any, array: Any, number: Any) -> Any:
    """A number in all sixteen lanes, as precise as those of an array are."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return _spread(builder, values[1])

    value = _value_of(array)
    return value(array, _lane_of(value)), generate


@intrinsic  # type: ignore[untyped-decorator]
def largest(typing: Any, value: Any) -> Any:
    """The largest of the sixteen numbers."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        found = values[0]
        for apart in (8, 4, 2, 1):
            mask = ir.Constant(_INTS, [(lane + apart) % LANES for lane in range(LANES)])
            moved = builder.shuffle_vector(found, found, mask)
            found = builder.select(builder.fcmp_ordered(">", found, moved), found, moved)
        return builder.extract_element(found, ir.Constant(_INT, 0))

    return _lane_of(value)(value), generate


def _transposed(builder: Any, rows: list[Any]) -> list[Any]:
    """Rows as columns, in four rounds of exchanges between rows that are 1, 2, 4 and 8 apart."""
    for apart in (1, 2, 4, 8):
        low = [lane if not lane & apart else LANES + (lane ^ apart) for lane in range(LANES)]
        high = [(lane ^ apart) if not lane & apart else LANES + lane for lane in range(LANES)]
        after = list(rows)
        for at in range(LANES):
            if not at & apart:
                pair = rows[at], rows[at | apart]
                after[at] = builder.shuffle_vector(*pair, ir.Constant(_INTS, low))
                after[at | apart] = builder.shuffle_vector(*pair, ir.Constant(_INTS, high))
        rows = after
    return rows


def _number_at(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    return builder.load(_place(context, builder, kind, array, at))


@intrinsic  # type: ignore[untyped-decorator]
def into_lanes(typing: Any, source: Any, rows: Any, first: Any, width: Any, at: Any, target: Any) -> Any:
    """target[16 (at + i) + k] = source[width rows[first + k] + at + i] for i, k from 0 to 15; rows are uint64."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        flat, chosen, begin, stride, start, out = values
        found = []
        for lane in range(LANES):
            where = builder.add(begin, ir.Constant(_LONG, lane))
            row = _number_at(context, builder, signature.args[1], chosen, where)
            place = builder.add(builder.mul(row, stride), start)
            found.append(_load_at(context, builder, signature.args[0], flat, place))
        base = builder.mul(start, ir.Constant(_LONG, LANES))
        for lane, row in enumerate(_transposed(builder, found)):
            place = builder.add(base, ir.Constant(_LONG, LANES * lane))
            _store_at(context, builder, signature.args[5], out, place, row)
        return context.get_dummy_value()

    return types.void(source, rows, types.uint64, types.uint64, types.uint64, target), generate


@intrinsic  # type: ignore[untyped-decorator]
def out_of_lanes(
    typing: Any, source: Any, rows: Any, factors: Any, first: Any, width: Any, at: Any, target: Any
) -> Any:
    """target[width rows[first + k] + at + i] = factors[first + k] source[16 (at + i) + k] for i, k from 0 to 15."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        flat, chosen, weights, begin, stride, start, out = values
        base = builder.mul(start, ir.Constant(_LONG, LANES))
        found = []
        for lane in range(LANES):
            place = builder.add(base, ir.Constant(_LONG, LANES * lane))
            found.append(_load_at(context, builder, signature.args[0], flat, place))
        for lane, row in enumerate(_transposed(builder, found)):
            where = builder.add(begin, ir.Constant(_LONG, lane))
            factor = _spread(builder, _number_at(context, builder, signature.args[2], weights, where))
            number = _number_at(context, builder, signature.args[1], chosen, where)
            place = builder.add(builder.mul(number, stride), start)
            _store_at(context, builder, signature.args[6], out, place, builder.fmul(row, factor, flags=_FLAGS))
        return context.get_dummy_value()

    return types.void(source, rows, factors, types.uint64, types.uint64, types.uint64, target), generate
