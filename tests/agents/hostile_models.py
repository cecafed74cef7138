"""Model files made to do harm: of every agent that can be saved, with numbers, shapes, kinds and bytes changed.

Each comes with what must become of it: `good` ones are within all bounds and must be played, `bad` ones must be
refused; of `any` either is right, but nothing else.
"""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from riverboat.agents import AGENTS
from riverboat.agents.bluff.equilibrium import SHIPPED
from riverboat.agents.entry import AgentEntry, size_of
from riverboat.agents.evolving.freezing import frozen
from riverboat.agents.evolving.models import FORMAT, evolving_agent
from riverboat.agents.kinds_kernel import EVOLVING, EXTERNAL
from riverboat.agents.saved import limits_of

Arrays = dict[str, npt.NDArray[Any]]
Fate = Literal["good", "bad", "any"]

#: The evolved players that are shipped play from no other file: `NAME@FILE` is refused.
SHIPPED_ONLY = {name for name, entry in AGENTS.items() if entry.kind == EVOLVING and entry.model}
SAVED = [name for name, entry in AGENTS.items() if entry.kind != EXTERNAL and name not in SHIPPED_ONLY]
BLUFF = "bluff-equilibrium"
ODD = (float("nan"), float("inf"), -float("inf"), -1.0, 0.5, 1e6, -1e6, 1e18, -1e18, 1e308, -1e308, 2.0**31, 2.0**63)


@dataclass(frozen=True)
class Hostile:
    """A file, the agent whose model it says it is, and what must become of it."""

    agent: str
    data: bytes
    fate: Fate
    made: str  # how it was changed, in words


def packed(arrays: Arrays, *, compress: bool = True) -> bytes:
    held = io.BytesIO()
    save = np.savez_compressed if compress else np.savez
    save(held, allow_pickle=True, **arrays)
    return held.getvalue()


def honest(agent: str, rng: np.random.Generator) -> Arrays:
    """The arrays of a good model."""
    entry = AGENTS[agent]
    if entry.kind == EVOLVING:
        segments = ("rock", "maniac", "loose-passive", "random")[: int(rng.integers(1, 5))]
        options = {"population": float(rng.choice([2, 4, 20]))}
        made = evolving_agent(segments=segments, start="a", seed=int(rng.integers(1000)), options=options)
        made = frozen(made) if agent == "evolved" and rng.random() < 0.5 else made
        return {
            "format": np.array(FORMAT),
            "agent": np.array(agent),
            "params": made.params,
            "memory": made.memory,
            "segments": np.array(segments),
        }
    params = np.array([*(each.default for each in entry.parameters), *np.zeros(entry.weights)])
    limits = limits_of(entry.params_layout)
    params = np.clip(params, limits.low, limits.high)
    return {"agent": np.array(agent), "params": params, "memory": np.zeros(entry.memory)}


def limits_for(entry: AgentEntry, params: npt.NDArray[Any]) -> tuple[Any, Any]:
    return limits_of(entry.params_layout), limits_of(entry.memory_for(params.tolist()))


def drawn(limits: Any, rng: np.random.Generator, *, edges: bool) -> npt.NDArray[np.float64]:
    """Numbers within limits, anywhere or at their edges."""
    low, high = limits.low, limits.high
    at = rng.integers(0, 2, low.shape) if edges else rng.random(low.shape) ** rng.choice([1, 8, 64])
    values = low + (high - low) * at
    values = np.where(limits.whole, np.floor(values), values)
    for part in limits.owners:
        values[part] = rng.permutation(np.arange(values[part].size) * int(rng.integers(1, 3000)))
    return np.asarray(np.clip(values, low, high), dtype=np.float64)


def within(agent: str, rng: np.random.Generator) -> Hostile:
    """Every number at random, or at its bound, within what is allowed."""
    arrays, entry = honest(agent, rng), AGENTS[agent]
    of_params, _ = limits_for(entry, arrays["params"])
    params = drawn(of_params, rng, edges=bool(rng.random() < 0.3))
    if entry.kind == EVOLVING:  # the sizes stay
        params[1:3] = arrays["params"][1:3]
    for index, parameter in enumerate(entry.vector or entry.parameters):
        if not parameter.allows(params[index]):  # between the values that its words stand for
            params[index] = parameter.default
    _, of_memory = limits_for(entry, params)
    return Hostile(
        agent,
        packed({**arrays, "params": params, "memory": drawn(of_memory, rng, edges=bool(rng.random() < 0.3))}),
        "good",
        "all within bounds",
    )


def one_number(agent: str, rng: np.random.Generator) -> Hostile:
    """One number, or some, beyond what is allowed."""
    arrays, entry = honest(agent, rng), AGENTS[agent]
    limits = dict(zip(("params", "memory"), limits_for(entry, arrays["params"]), strict=True))
    name = "memory" if rng.random() < 0.5 and arrays["memory"].size else "params"
    if not arrays[name].size:
        return whole_file(agent, rng)
    at = rng.integers(0, arrays[name].size, int(rng.choice([1, 1, 1, 5, 50])))
    values = arrays[name].astype(np.float64).copy()
    values[at] = rng.choice(ODD, at.size) if rng.random() < 0.7 else rng.normal(0, 10 ** rng.uniform(0, 20), at.size)
    limit = limits[name]
    beyond = ~np.isfinite(values)
    beyond |= ~limit.scratch & ((values < limit.low) | (values > limit.high))
    beyond |= ~limit.scratch & limit.whole & (values != np.floor(values))
    fate: Fate = "bad" if beyond.any() else "any"
    return Hostile(
        agent, packed({**arrays, name: values}), fate, f"{name}[{at[:3].tolist()}] = {values[at[:3]].tolist()}"
    )


def all_numbers(agent: str, rng: np.random.Generator) -> Hostile:
    """All numbers of an array from somewhere else."""
    arrays = honest(agent, rng)
    name = "memory" if rng.random() < 0.5 else "params"
    size = arrays[name].shape
    made = rng.choice(4)
    values = (
        np.full(size, rng.choice(ODD))
        if made == 0
        else rng.normal(0, 10.0 ** int(rng.integers(0, 19)), size)
        if made == 1
        else np.frombuffer(rng.bytes(8 * arrays[name].size), dtype=np.float64).reshape(size)
        if made == 2
        else rng.integers(-(2**62), 2**62, size).astype(np.float64)
    )
    return Hostile(agent, packed({**arrays, name: values}), "any", f"all {name} by rule {made}")


def shapes_and_kinds(agent: str, rng: np.random.Generator) -> Hostile:
    """Arrays of another shape or another kind."""
    arrays = honest(agent, rng)
    name = str(rng.choice(["params", "memory"]))
    was = arrays[name]
    changed: dict[str, Any] = {
        "shorter": was[:-1],
        "longer": np.append(was, 0.0),
        "a matrix": was[None],
        "no dimensions": np.array(1.0),
        "empty": was[:0],
        "text": was.astype("U8"),
        "complex": was.astype(complex),
        "objects": was.astype(object),
        "truth": was != 0,
        "long": was.astype(np.longdouble),
        "dates": was.astype("i8").astype("M8[s]"),
        "a record": np.zeros(was.size, dtype=[("a", "f8")]),
    }
    words = str(rng.choice(list(changed)))
    fate: Fate = "any" if (words in ("shorter", "empty") and not was.size) or words == "longer" else "bad"
    return Hostile(agent, packed({**arrays, name: changed[words]}), fate, f"{name} as {words}")


def arrays_changed(agent: str, rng: np.random.Generator) -> Hostile:
    """An array that is missing, or of which another stands in its place."""
    arrays = honest(agent, rng)
    name = str(rng.choice(list(arrays)))
    kind = int(rng.integers(3))
    if kind == 0:
        del arrays[name]
    elif kind == 1:
        arrays[name] = np.array(str(rng.choice(["rock", "no", "\x1b[2J", ""])))
    else:
        arrays[name] = np.zeros(int(rng.integers(0, 50)))
    return Hostile(agent, packed(arrays), "any", f"{name} by rule {kind}")


def whole_file(agent: str, rng: np.random.Generator) -> Hostile:
    """Bytes changed, cut off, or put in."""
    data = bytearray(packed(honest(agent, rng), compress=bool(rng.random() < 0.5)))
    kind = int(rng.integers(4))
    if kind == 0:
        del data[int(rng.integers(len(data))) :]
    elif kind == 1:
        for at in rng.integers(0, len(data), int(rng.integers(1, 20))).tolist():
            data[at] = int(rng.integers(256))
    elif kind == 2:  # where zip keeps its list of contents
        start = max(0, len(data) - 400)
        for at in rng.integers(start, len(data), int(rng.integers(1, 6))).tolist():
            data[at] = int(rng.choice([0, 1, 99, 255]))
    else:  # the headers of the arrays, which a file without compression shows
        plain = packed(honest(agent, rng), compress=False)
        data = bytearray(plain)
        at = data.find(b"NUMPY") + int(rng.integers(0, 90))
        data[at : at + 1] = rng.bytes(1)
    return Hostile(agent, bytes(data), "any", f"bytes by rule {kind}")


def bluff_solution(rng: np.random.Generator) -> Hostile:
    """A solved round of Bluff, changed."""
    with np.load(SHIPPED / "2-1-faces-6.npz", allow_pickle=False) as shipped:
        head = json.loads(str(shipped["head"]))
        numbers = shipped["numbers"].copy()
    kind = int(rng.integers(5))
    if kind == 0:
        numbers[rng.integers(0, numbers.size, 3)] = rng.choice([np.nan, np.inf, -1.0, 1e35], 3)
        return Hostile(BLUFF, packed({"head": np.array(json.dumps(head)), "numbers": numbers}), "bad", "numbers")
    if kind == 1:
        key = str(rng.choice([*head["rules"], "format", "rules"]))
        value = json.loads(str(rng.choice(["{}", "[]", "-1", "1e9", '"x"', "null", "[40, 1]", "[[1], 2]", "99", "10"])))
        (head if key in head else head["rules"])[key] = value
        return Hostile(BLUFF, packed({"head": np.array(json.dumps(head)), "numbers": numbers}), "any", f"{key} {value}")
    if kind == 2:
        other = rng.choice(3)
        numbers = (numbers[:-1], numbers[None], numbers.astype("U3"))[other]
        return Hostile(BLUFF, packed({"head": np.array(json.dumps(head)), "numbers": numbers}), "bad", f"shape {other}")
    if kind == 3:
        texts = ("[" * 5000, "", "{}", "[]", "7", '{"format": 1}', '{"format": "riverboat bluff strategies 1"}')
        text = str(rng.choice(texts))
        return Hostile(BLUFF, packed({"head": np.array(text), "numbers": numbers}), "bad", f"head {text[:40]}")
    random = rng.random(numbers.shape).astype(np.float32) * np.float32(10.0 ** rng.integers(-20, 29))
    return Hostile(BLUFF, packed({"head": np.array(json.dumps(head)), "numbers": random}), "good", "random weights")


def options_too(agent: str, rng: np.random.Generator) -> Hostile:
    """A good file, and parameters set by name: at their bounds, between them, beyond them, or to something else."""
    made = honest(agent, rng)
    chosen = []
    for parameter in rng.permutation(np.array(AGENTS[agent].parameters, dtype=object))[:3]:
        low, high = parameter.low, parameter.high
        odd = ("nan", "inf", "-1", "1e400", "x", "0x10", "9" * 5000, "true", "\x1b[2J", "1_0")
        values = (f"{low:g}", f"{high:g}", f"{rng.uniform(low, high):g}", f"{high + 1:g}", str(rng.choice(odd)))
        chosen.append(f"{parameter.name}={rng.choice(values)}")
    return Hostile(f"{agent}:{';'.join(chosen)}" if chosen else agent, packed(made), "any", "options")


_WAYS = (
    *(within, one_number, one_number, one_number, all_numbers),
    *(shapes_and_kinds, arrays_changed, whole_file, options_too),
)


def hostile_models(count: int, seed: int) -> Iterator[Hostile]:
    """So many of all agents that can be saved, in every way in turn."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        if number % 40 == 39:  # a file of a megabyte each: some are enough
            yield bluff_solution(rng)
        else:
            way = _WAYS[number % len(_WAYS)]
            yield way(str(rng.choice(SAVED)), rng)


# --- the files of the red team's report -------------------------------------------------------------------------------


def saved(agent: str, **changed: dict[int, float]) -> bytes:
    """A good model with some numbers of its arrays set."""
    arrays = honest(agent, np.random.default_rng(1))
    for name, values in changed.items():
        arrays[name] = arrays[name].copy()
        for at, value in values.items():
            arrays[name][at] = value
    return packed(arrays)


def encrypted(data: bytes) -> bytes:
    """The same zip, said to be encrypted."""
    return _flagged(data, flag=1)


def compressed_by(data: bytes, method: int) -> bytes:
    """The same zip, said to be compressed by another method."""
    return _flagged(data, method=method)


def _flagged(data: bytes, *, flag: int = 0, method: int | None = None) -> bytes:
    changed = bytearray(data)
    for mark, flags_at, method_at in ((b"PK\x03\x04", 6, 8), (b"PK\x01\x02", 8, 10)):
        at = changed.find(mark)
        while at >= 0:
            changed[at + flags_at] |= flag
            if method is not None:
                struct.pack_into("<H", changed, at + method_at, method)
            at = changed.find(mark, at + 4)
    return bytes(changed)


def with_header(name: str, header: str, arrays: Arrays) -> bytes:
    """A zip of arrays, one of which has a header of one's own and no content."""
    held = io.BytesIO(packed(arrays))
    kept = io.BytesIO()
    with zipfile.ZipFile(held) as old, zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.namelist():
            new.writestr(each, old.read(each) if each != f"{name}.npy" else npy(header))
    return kept.getvalue()


def npy(header: str) -> bytes:
    """An .npy file that is a header alone."""
    text = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def bomb(path: Path, agent: str, size: int) -> None:
    """A model whose memory is so many bytes of zeros, packed to a thousandth."""
    arrays = honest(agent, np.random.default_rng(1))
    piece = b"\0" * (1 << 20)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name in ("agent", "params"):
            held = io.BytesIO()
            np.lib.format.write_array(held, arrays[name])
            archive.writestr(f"{name}.npy", held.getvalue())
        with archive.open("memory.npy", "w", force_zip64=True) as member:
            member.write(npy(f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({size // 8},), }}"))
            for _ in range(size >> 20):
                member.write(piece)


def nothing_left_out() -> bool:
    """Whether every agent that has numbers of its own is among those that are changed."""
    with_numbers = {name for name, entry in AGENTS.items() if entry.kind != EXTERNAL and size_of(entry.params_layout)}
    return with_numbers - SHIPPED_ONLY <= set(SAVED)
