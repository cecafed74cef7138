"""Reading PHH, the poker hand history format: variants FT, NT, PO and F7S, and two games of ours under a field of ours.

The format: Juho Kim, "Recording and describing poker hands", 2023 (arXiv 2312.11753). Amounts may have decimals; the
most decimals any amount of a hand is written with decide its `unit`. What the format cannot say about our rules stands
in fields of our own, which its rules for user-defined fields (a leading underscore) allow: see `phh_writer`.
"""

from __future__ import annotations

import datetime
import functools
import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

from riverboat.cards.cards import parse_cards
from riverboat.errors import CardError, RecordError, counted
from riverboat.games import GAMES
from riverboat.records.contributions import Contributions, contributed, posted_blinds
from riverboat.records.formats.phh_play import NUMBERS, Amounts, Play, seen
from riverboat.records.formats.phh_text import PhhText, split_tables
from riverboat.records.hand_record import LARGEST_AMOUNT, MOST_RAKE, Chips, HandRecord, Rules, read_fraction, tidy
from riverboat.records.positions import turned
from riverboat.records.sources import read_text

GAME_OF_VARIANT = {row.record_variant: name for name, row in GAMES.items() if row.record_variant}
STANDARD_VARIANTS = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
#: Variants that the format does not know: a field `_game` says which game they are.
OWN_VARIANTS = tuple(variant for variant in GAME_OF_VARIANT if variant not in STANDARD_VARIANTS)
OTHER_VARIANTS = tuple(variant for variant in STANDARD_VARIANTS if variant not in GAME_OF_VARIANT)

_READ = {
    *NUMBERS,
    *("variant", "ante_trimming_status", "actions", "players", "finishing_stacks", "hand", "event"),
    *("_game", "_rules", "_unit", "_button", "_chairs", "_returns", "_second_board"),
}


def read_phh(path: str | Path) -> Iterator[HandRecord]:
    """The hands of a `.phh` or `.phhs` file; the first bad one raises."""
    for hand in scan_phh(read_text(Path(path)), str(path)):
        if isinstance(hand, RecordError):
            raise hand
        yield hand


def parse_phh(text: str, file: str = "") -> HandRecord:
    """The hand of a PHH text that holds one."""
    return _read_hand(PhhText(text, file))


def scan_phh(text: str, file: str = "") -> Iterator[HandRecord | RecordError]:
    """Every hand of a text that holds one or many; a bad one comes as its error, and the next follows."""
    for part in split_tables(text, file):
        try:
            yield _read_hand(part)
        except RecordError as error:
            yield error


def _read_hand(part: PhhText) -> HandRecord:
    fields = part.fields()
    game = _game_of(part, fields)
    seats = _seat_count(part, fields)
    amounts = Amounts(part, fields)
    finishing = _decimals(part, fields, "finishing_stacks", seats)
    stacks = amounts.stacks(seats)
    rules = _rules_of(part, fields, game, seats, amounts, split=_has_fraction(finishing, amounts.per_money))
    button = _button(part, fields, seats)
    play = Play(part, game, seats, posted_blinds(rules, button), amounts)
    play.read(fields["actions"])
    returns: tuple[Chips, ...] | None = None
    if "_returns" in fields:
        returns = _exact_returns(part, fields["_returns"], seats)
    elif finishing is not None and stacks is not None:
        returns = _net(finishing, stacks, amounts.per_money)
    elif "winnings" in fields:
        collected = _decimals(part, fields, "winnings", seats)
        put_in = contributed(rules, stacks, play.moves, button)
        returns = _net_of_winnings(part, collected or [], put_in, amounts.per_money)
    time, used = _time_of(fields)
    if "_chairs" in fields:
        used = {*used, "seats"}
    record = HandRecord(
        game=game,
        rules=rules,
        players=_players(part, fields, seats),
        stacks=stacks,
        hole_cards=tuple(map(tuple, play.hole_cards)),
        moves=tuple(play.moves),
        board=tuple(play.board),
        second_board=_second_board(part, fields),
        button=button,
        shown=tuple(play.shown),
        mucked=tuple(play.mucked),
        returns=returns,
        rake=0 if returns is None else max(0, -sum(returns)),
        unit=amounts.unit,
        number=_text(part, fields, "hand", part.table),
        event=_text(part, fields, "event", ""),
        time=time,
        source=part.file,
        line=part.first_line,
        field_lines=_field_lines(part, fields),
        extra={n: _plain(part, n, value) for n, value in fields.items() if n not in _READ and n not in used},
    )
    return _at_chairs(part, fields, record) if "_chairs" in fields else record


def _at_chairs(part: PhhText, fields: dict[str, Any], record: HandRecord) -> HandRecord:
    """The hand with its seats numbered as the chairs stand, where the file is ours and says so."""
    chairs, seats = fields.get("seats"), record.seats
    first = chairs[0] if isinstance(chairs, list) and chairs and type(chairs[0]) is int else 0
    if fields["_chairs"] is not True or chairs != [(first - 1 + at) % seats + 1 for at in range(seats)]:
        raise part.error(f"{seen(chairs)} is not the chairs 1 to {seats} in their order round the table", "seats")
    return turned(record, [chairs.index(chair + 1) for chair in range(seats)], button=chairs[-1] - 1)


def _field_lines(part: PhhText, fields: dict[str, Any]) -> dict[str, int]:
    """Where the play and the result stand, by the names that errors of a replay use."""
    actions = part.line_of("actions")
    result = next((name for name in ("_returns", "finishing_stacks", "winnings") if name in fields), "actions")
    return {"actions": actions, "cards": actions, "returns": part.line_of(result)}


def _game_of(part: PhhText, fields: dict[str, Any]) -> str:
    variant = fields.get("variant")
    if variant is None:
        raise part.error("is missing: a PHH hand names its variant, for example variant = 'NT'", "variant")
    for name in ("antes", "starting_stacks", "actions"):
        if name not in fields:
            raise part.error("is missing: every PHH hand has it", name)
    if not isinstance(variant, str) or variant not in GAME_OF_VARIANT:
        *first, last = [each for each in GAME_OF_VARIANT if each not in OWN_VARIANTS]
        known = f"{', '.join(first)} and {last} are"
        if variant in OTHER_VARIANTS:
            raise part.error(f'variant "{variant}" is not supported yet: {known}', "variant")
        raise part.error(f'"{str(variant)[:40]}" is not a variant of PHH: {known} supported', "variant")
    game = GAME_OF_VARIANT[variant]
    if fields.get("_game", game) != game:
        raise part.error(f'"{fields["_game"]}" does not go with variant {variant}, which is {game}', "_game")
    return game


def _seat_count(part: PhhText, fields: dict[str, Any]) -> int:
    stacks = fields["starting_stacks"]
    if not isinstance(stacks, list) or not 2 <= len(stacks) <= 12:
        raise part.error(f"{seen(stacks)} is not a list of 2 to 12 stacks", "starting_stacks")
    return len(stacks)


def _rules_of(part: PhhText, fields: dict[str, Any], game: str, seats: int, amounts: Amounts, *, split: bool) -> Rules:
    antes = amounts.many("antes", seats)
    trim = fields.get("ante_trimming_status", True)
    if not isinstance(trim, bool):
        raise part.error(f"{seen(trim)} is neither true nor false", "ante_trimming_status")
    row = GAMES[game]
    numbers: tuple[int, ...] = ()
    if row.stacks:
        fixed = ("min_bet",) if row.stakes_name == "blinds" else ("small_bet", "big_bet")
        numbers = amounts.many("blinds_or_straddles", seats, signed=True) if row.blinds else (amounts.one("bring_in"),)
        numbers += tuple(amounts.one(name) for name in fixed)
    try:
        rules = standard_rules(game, antes, numbers, trim, split)
        return _changed(rules, fields["_rules"]) if "_rules" in fields else rules
    except (TypeError, AttributeError, ValueError, RecursionError) as error:
        raise part.error(str(error), "_rules" if "_rules" in fields else "variant") from None


@functools.lru_cache(maxsize=1024)
def standard_rules(game: str, antes: tuple[int, ...], numbers: tuple[int, ...], trim: bool, split: bool) -> Rules:
    """The rules that the fields of the format itself describe (it knows no cap on raises)."""
    row, seats = GAMES[game], len(antes)
    options: dict[str, Any] = {**row.unnamed, "odd_chips": "split" if split else "first"}
    if row.stacks:
        options |= {"seats": seats, "free_fold": True}
    if row.stakes_name == "bets":
        options |= {"raises_per_round": None, "short_all_in": "full"}
    if not row.stacks:
        known = {name: value for name, value in options.items() if name in row.options}
        return cast("Rules", row.make_rules(ante=antes[0], **known))
    blinds, posts = _blinds_and_posts(numbers[:seats], numbers[seats]) if row.blinds else ((), ())
    if any(posts):
        antes, trim = tuple(map(sum, zip(antes, posts, strict=True))), False
    even = len(set(antes)) == 1
    if not even and trim:
        raise RecordError("unequal antes that are trimmed are not supported yet (ante_trimming_status = false is)")
    if not row.blinds:
        if not even:
            raise RecordError("unequal antes are not supported yet in stud")
        return cast("Rules", row.make_rules(ante=antes[0], bring_in=numbers[0], bets=numbers[1:], **options))
    # Heads-up the format lists antes, as blinds, in the other order.
    options["antes"] = antes[0] if even else antes if seats > 2 else antes[::-1]
    options["first_to_act"] = _first_to_act(numbers[:seats], blinds)
    while len(blinds) > 2 and not blinds[-1]:
        blinds = blinds[:-1]
    bets = {"bets": numbers[seats:]} if row.stakes_name == "bets" else {"min_bet": numbers[seats]}
    return cast("Rules", row.make_rules(blinds=blinds, **bets, **options))


def _blinds_and_posts(signed: tuple[int, ...], smallest_bet: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Blinds that play as bets, and dead money, of each seat.

    A negative blind is a post out of turn, of somebody who comes in or has missed blinds: as much as the big blind is
    a bet, the rest is dead, and so is a post that is smaller than the big blind.
    """
    if min(signed) >= 0:
        return signed, ()
    big = max(smallest_bet, *signed)
    live = tuple(blind if blind >= 0 else big if -blind >= big else 0 for blind in signed)
    return live, tuple(0 if blind >= 0 else -blind - bet for blind, bet in zip(signed, live, strict=True))


def _first_to_act(signed: tuple[int, ...], blinds: tuple[int, ...]) -> int | None:
    """The first to act where a post out of turn hides it: the seat after the last of the highest blinds in turn."""
    if signed == blinds or len(blinds) == 2 or max(signed) <= 0:
        return None
    last = max(at for at, blind in enumerate(signed) if blind == max(signed))
    hidden = any(blind >= max(signed) for blind in blinds[last + 1 :])
    return (last + 1) % len(blinds) if hidden else None


@functools.lru_cache(maxsize=256)
def _changed(rules: Rules, text: str) -> Rules:
    changes: dict[str, Any] = {name: tuple(v) if isinstance(v, list) else v for name, v in json.loads(text).items()}
    changed: Rules = replace(rules, **changes)
    return changed


def _players(part: PhhText, fields: dict[str, Any], seats: int) -> tuple[str, ...]:
    names = fields.get("players")
    if names is None:
        return tuple(f"p{seat + 1}" for seat in range(seats))
    if not isinstance(names, list) or len(names) != seats or set(map(type, names)) != {str}:
        raise part.error(f"{seen(names)} is not a list of {seats} names, one a seat", "players")
    return tuple(names)


def _decimals(part: PhhText, fields: dict[str, Any], name: str, seats: int) -> list[Any] | None:
    value = fields.get(name)
    if value is None:
        return None
    good = isinstance(value, list) and len(value) == seats
    if good and set(map(type, value)) == {int} and -LARGEST_AMOUNT <= min(value) <= max(value) <= LARGEST_AMOUNT:
        return value  # type: ignore[no-any-return]
    if not good or not all(_is_finite(item) and -LARGEST_AMOUNT <= item <= LARGEST_AMOUNT for item in value):
        raise part.error(f"{seen(value)} is not a list of {seats} amounts, one a seat", name)
    return list(value)


def _text(part: PhhText, fields: dict[str, Any], name: str, missing: str) -> str:
    value = fields.get(name, missing)
    if isinstance(value, str) or (type(value) is int and 0 <= value < 1 << 63):
        return str(value)
    return str(_plain(part, name, value))


def _net(finishing: list[Any], stacks: tuple[int, ...], per_money: int) -> tuple[Chips, ...]:
    pairs = zip(finishing, stacks, strict=True)
    return tuple(
        [
            end * per_money - start if isinstance(end, int) else tidy(Fraction(end) * per_money - start)
            for end, start in pairs
        ]
    )


def _net_of_winnings(
    part: PhhText, collected: list[Any], put_in: Contributions, per_money: int
) -> tuple[Chips, ...] | None:
    """Net chips by what each seat collected; all zeros say nothing, for somebody wins every pot.

    The format wants pots after rake. Some files leave out an uncalled bet that went back, some have it in: what can be
    tells which, and whoever collected just that bet.
    """
    if not any(collected):
        return None
    won = [tidy(Fraction(amount) * per_money) for amount in collected]
    seat, uncalled = put_in.uncalled
    paid = list(put_in.paid)
    pot = sum(paid) - uncalled
    with_it = 0 <= pot + uncalled - sum(won) <= MOST_RAKE * (pot + uncalled)
    without = 0 <= pot - sum(won) <= MOST_RAKE * pot
    if without and not (with_it and won[seat] == uncalled):
        paid[seat] -= uncalled
    elif not with_it:
        reason = f"{sum(won)} chips were collected, and {pot} were in the pot"
        raise part.error(f"{reason} ({uncalled} more went back uncalled)" if uncalled else reason, "winnings")
    return tuple(tidy(share - own) for share, own in zip(won, paid, strict=True))


def _is_finite(value: Any) -> bool:
    if isinstance(value, Decimal):
        return value.is_finite() and int(value.as_tuple().exponent) > -10
    return isinstance(value, int) and not isinstance(value, bool)


def _has_fraction(amounts: list[Any] | None, per_money: int) -> bool:
    return amounts is not None and any(
        isinstance(amount, Decimal) and (Fraction(amount) * per_money).denominator > 1 for amount in amounts
    )


def _exact_returns(part: PhhText, value: Any, seats: int) -> tuple[Chips, ...]:
    try:
        returns = tuple(tidy(read_fraction(item)) for item in value)
    except (ValueError, ZeroDivisionError, TypeError):
        raise part.error(f"{seen(value)} is not a list of fractions such as '100/3'", "_returns") from None
    if len(returns) != seats:
        raise part.error(f"{seen(value)} tells {counted(len(returns), 'result')} for {seats} seats", "_returns")
    return returns


def _second_board(part: PhhText, fields: dict[str, Any]) -> tuple[int, ...]:
    try:
        return parse_cards(fields["_second_board"]) if "_second_board" in fields else ()
    except (CardError, TypeError, AttributeError):
        raise part.error(
            f"{seen(fields['_second_board'])} is not a board such as '2c3d4h5s6c'", "_second_board"
        ) from None


def _button(part: PhhText, fields: dict[str, Any], seats: int) -> int | None:
    value = fields.get("_button")
    if value is not None and (type(value) is not int or not 0 <= value < seats):
        raise part.error(f"{seen(value)} is not a seat: 0 to {seats - 1}", "_button")
    return value


def _time_of(fields: dict[str, Any]) -> tuple[str, set[str]]:
    """The time as ISO 8601, and the fields it was made of."""
    year, month, day, clock = (fields.get(name) for name in ("year", "month", "day", "time"))
    if not isinstance(year, int) or not 1 <= year <= 9999:
        return "", set()
    if not isinstance(month, int) or not isinstance(day, int):
        return ("", set()) if "month" in fields or "day" in fields else (f"{year:04d}", {"year"})
    try:
        date = datetime.date(year, month, day)
    except ValueError:
        return "", set()
    if not isinstance(clock, datetime.time):
        return date.isoformat(), {"year", "month", "day"}
    zone = fields.get("time_zone")
    used = {"year", "month", "day", "time"} | ({"time_zone"} if zone == "UTC" else set())
    return f"{date.isoformat()}T{clock.isoformat()}{'Z' if zone == 'UTC' else ''}", used


def _plain(part: PhhText, name: str, value: Any) -> Any:
    """A value as JSON knows it."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(part, name, item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(part, name, item) for key, item in value.items()}
    if isinstance(value, int) and abs(value) >= 1 << 63:
        raise part.error(f"{seen(value)} is larger than TOML allows", name)
    return value
