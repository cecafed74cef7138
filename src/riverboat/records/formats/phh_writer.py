"""Writing PHH. What the format cannot say about a record stands in fields of our own, each with a leading underscore:

_game     the game, where its variant is ours too: 'stud' for the partner paper's stud (variant P7S)
_rules    JSON of the rules' options that differ from what the format's fields say
_unit     what a chip is worth, where that is no power of ten
_chairs   true where the format's own `seats` (chairs, counted from 1) are how we number the seats
_returns  net chips as fractions, where finishing stacks can't say them exactly
_second_board  the other board, where the rest was dealt twice
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields as dataclass_fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from riverboat.errors import RecordError
from riverboat.files import write_whole
from riverboat.games import HoldemRules, StudRules
from riverboat.games.engine.rules import Deal
from riverboat.records.formats.phh import GAME_OF_VARIANT, OWN_VARIANTS, standard_rules
from riverboat.records.formats.phh_text import format_value
from riverboat.records.hand_record import Chips, HandRecord, Move, Rules, format_seen
from riverboat.records.positions import by_position, order_of_positions

_VARIANT_OF = {game: variant for variant, game in GAME_OF_VARIANT.items()}
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d+)?)(Z?))?")


def write_phh(records: Iterable[HandRecord], path: str | Path) -> None:
    """Write a `.phh` file (one hand) or a `.phhs` file (any number), whole or not at all."""
    path = Path(path)
    if path.suffix == ".phhs":
        write_whole(path, format_phhs(records))
        return
    hands = list(records)
    if len(hands) != 1:
        raise RecordError(f"a .phh file holds one hand, not {len(hands)}: name it .phhs for many", file=str(path))
    write_whole(path, [format_phh(hands[0])])


def format_phhs(records: Iterable[HandRecord]) -> Iterator[str]:
    """Many hands as the text of a .phhs file, a piece for each."""
    for number, record in enumerate(records, 1):
        yield f"{'' if number == 1 else chr(10)}[{number}]\n{format_phh(record)}"


def format_phh(record: HandRecord) -> str:
    """The record as PHH, players by position as the format wants; `parse_phh` reads the same record back."""
    chairs = None if record.button is None else [seat + 1 for seat in order_of_positions(record)]
    record = by_position(record)
    money = _Money(record.unit)
    numbers, standard = _standard_fields(record, money)
    out: dict[str, Any] = {"variant": _VARIANT_OF[record.game]}
    out |= {name: money.amounts(value) for name, value in numbers.items()}
    stacks = record.stacks
    out["starting_stacks"] = (
        _Bare(f"[{', '.join(['inf'] * record.seats)}]") if stacks is None else money.amounts(stacks)
    )
    out["actions"] = list(_actions(record, money))
    out["players"] = list(record.players)
    if record.number:
        out["hand"] = int(record.number) if re.fullmatch(r"0|[1-9]\d{0,17}", record.number) else record.number
    if record.event:
        out["event"] = record.event
    out |= _time_fields(record.time)
    out |= _own_fields(record, standard, money)
    if chairs is not None:
        out |= {"seats": chairs, "_chairs": True}
    for name, value in record.extra.items():
        out.setdefault(name, value)
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in out.items())


class _Bare(str):
    """Text that is already TOML."""


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else format_value(name)


def _value(value: Any) -> str:
    return str(value) if isinstance(value, _Bare) else format_value(value)


class _Money:
    """Chips as the file's money, each with the decimals of the unit."""

    def __init__(self, unit: Fraction) -> None:
        power = str(unit.denominator)
        plain = unit.numerator == 1 and power.strip("0") == "1" and len(power) <= 7
        self.places = len(power) - 1 if plain else 0
        self.custom = None if plain else f"{unit.numerator}/{unit.denominator}"

    def amount(self, chips: int) -> str:
        """One amount, as text."""
        if not self.places:
            return str(chips)
        whole, part = divmod(abs(chips), 10**self.places)
        return f"{'-' if chips < 0 else ''}{whole}.{part:0{self.places}d}"

    def amounts(self, value: int | bool | tuple[int, ...]) -> _Bare:
        """An amount or a list of them, as TOML."""
        if isinstance(value, bool):
            return _Bare(format_value(value))
        if isinstance(value, int):
            return _Bare(self.amount(value))
        return _Bare(f"[{', '.join(map(self.amount, value))}]")

    def exact(self, chips: Chips) -> str | None:
        """An amount that may be part of a chip, or None where decimals can't say it."""
        scaled = Fraction(chips) / 10**self.places
        for places in range(self.places, 10):
            if (scaled * 10**places).denominator == 1 and chips >= 0:
                whole = int(scaled * 10**places)
                return f"{whole // 10**places}.{whole % 10**places:0{places}d}" if places else str(whole)
        return None


def _standard_fields(record: HandRecord, money: _Money) -> tuple[dict[str, Any], Rules]:
    """The format's own fields for the rules, and the rules that a reader makes of them."""
    rules = record.card_rules
    # A reader that sees parts of a chip takes it that pots are split exactly.
    split = _ends(record, money) is not None and any(not isinstance(net, int) for net in record.returns or ())
    trim = True
    antes: tuple[int, ...]
    numbers: tuple[int, ...]
    if isinstance(rules, HoldemRules):
        seats = rules.seats
        antes = rules.antes if isinstance(rules.antes, tuple) else (rules.antes,) * seats
        antes = antes[::-1] if seats == 2 else antes
        blinds = _signed_blinds(rules)
        trim = len(set(antes)) == 1
        named: dict[str, Any] = {"ante_trimming_status": trim, "antes": antes, "blinds_or_straddles": blinds}
        if rules.betting == "limit":
            named |= {"small_bet": rules.bets[0], "big_bet": rules.bets[-1]}
            numbers = (*blinds, rules.bets[0], rules.bets[-1])
        else:
            named["min_bet"] = rules.smallest_bet
            numbers = (*blinds, named["min_bet"])
    elif isinstance(rules, StudRules):
        antes = (rules.ante,) * rules.seats
        named = {"ante_trimming_status": True, "antes": antes, "bring_in": rules.bring_in}
        named |= {"small_bet": rules.bets[0], "big_bet": rules.bets[1]}
        numbers = (rules.bring_in, *rules.bets)
    else:
        antes = (rules.ante, rules.ante)
        named = {"ante_trimming_status": True, "antes": antes}
        numbers = ()
    return named, standard_rules(record.game, antes, numbers, trim, split)


def _signed_blinds(rules: HoldemRules) -> tuple[int, ...]:
    """Blinds in the format's order; a post out of turn, after the last blind, is negative and opens nothing."""
    blinds = tuple(rules.blinds) + (0,) * (rules.seats - len(rules.blinds))
    first = rules.first_to_act or 0
    if rules.seats == 2 or not first or not blinds[first - 1]:
        return blinds
    return blinds[:first] + tuple(-blind if blind >= blinds[first - 1] else blind for blind in blinds[first:])


def _ends(record: HandRecord, money: _Money) -> list[str] | None:
    """The finishing stacks, where they are known and decimals can say them."""
    if record.returns is None or record.stacks is None:
        return None
    ends = [money.exact(start + net) for start, net in zip(record.stacks, record.returns, strict=True)]
    written = [end for end in ends if end is not None]
    return written if len(written) == len(ends) else None


def _own_fields(record: HandRecord, standard: Rules, money: _Money) -> dict[str, Any]:
    out: dict[str, Any] = {}
    ends = _ends(record, money)
    if ends is not None:
        out["finishing_stacks"] = _Bare(f"[{', '.join(ends)}]")
    elif record.returns is not None:
        out["_returns"] = [str(value) for value in record.returns]
    if record.second_board:
        out["_second_board"] = format_seen(record.second_board)
    if _VARIANT_OF[record.game] in OWN_VARIANTS:
        out["_game"] = record.game
    if money.custom:
        out["_unit"] = money.custom
    if record.rules != standard:
        changed = {
            f.name: getattr(record.rules, f.name)
            for f in dataclass_fields(standard)
            if getattr(record.rules, f.name) != getattr(standard, f.name)
        }
        out["_rules"] = json.dumps(changed, sort_keys=True)
    return out


def _time_fields(time: str) -> dict[str, Any]:
    if re.fullmatch(r"\d{4}", time):
        return {"year": int(time)}
    match = _TIME.fullmatch(time)
    if not match:
        return {}
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    out: dict[str, Any] = {"year": year, "month": month, "day": day}
    if match[4]:
        out["time"] = _Bare(datetime.time.fromisoformat(match[4]).isoformat())
        if match[5]:
            out["time_zone"] = "UTC"
    return out


def _actions(record: HandRecord, money: _Money) -> Iterator[str]:
    street = 0
    deal = type(record.card_rules).deal
    deals = _deals(record, deal)
    yield from deals[0]
    for move in record.moves:
        while street < move.street:
            street += 1
            if street < len(deals):
                yield from deals[street]
        yield f"p{move.seat + 1} {_verb(move, money)}"
    to_come = [text for later in deals[street + 1 :] for text in later]
    showdown = [f"p{seat + 1} sm {format_seen(record.hole_cards[seat])}" for seat in record.shown]
    showdown += [f"p{seat + 1} sm" for seat in record.mucked]
    # Whoever is all-in shows before the board is dealt out; in stud the cards to come are their own, and shown last.
    yield from (*showdown, *to_come) if deal.board else (*to_come, *showdown)


def _deals(record: HandRecord, deal: Deal) -> list[list[str]]:
    """The cards of each street, those of the seats first."""
    deals = []
    for first, last, start, end in deal.places:
        texts = []
        if first < last:
            held = enumerate(record.hole_cards)
            texts = [f"d dh p{seat + 1} {format_seen(row[first:last])}" for seat, row in held if last <= len(row)]
        if start < end <= len(record.board):
            texts.append(f"d db {format_seen(record.board[start:end])}")
        deals.append(texts)
    if record.board and not deal.board:  # one last card for all, where the deck is too small
        deals[-1].append(f"d db {format_seen(record.board)}")
    return deals


def _verb(move: Move, money: _Money) -> str:
    if move.kind in ("check", "call"):
        return "cc"
    if move.kind == "reveal":
        return f"sm {format_seen((move.amount,))}"
    if move.kind in ("bet", "raise"):
        return f"cbr {money.amount(move.amount)}"
    return {"fold": "f", "bring-in": "pb"}[move.kind]
