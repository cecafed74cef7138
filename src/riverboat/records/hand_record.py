"""One recorded hand, whatever file it came from, and its JSON form.

A record is what the file said, brought to one shape: chips are integers (`unit` says what one chip is worth in the
file's money), seats count from 0 (the first seat left of the button), cards nobody saw are `UNKNOWN`.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from json.encoder import encode_basestring_ascii as _quoted
from typing import Any, NamedTuple, cast

from riverboat.cards.cards import format_card
from riverboat.errors import RecordError
from riverboat.games import GAMES, UNKNOWN, Action, BluffRules, HoldemRules, PartnerStudRules, StudRules
from riverboat.games.actions import AnyKind
from riverboat.games.protocol import GameRules
from riverboat.games.toys import KuhnRules, LeducRules
from riverboat.games.words import Speaker
from riverboat.records.record_shape import check_shape

Rules = HoldemRules | StudRules | PartnerStudRules | KuhnRules | LeducRules
Chips = int | Fraction

LARGEST_AMOUNT = 10**12  # chips; sums over a table stay far inside 64 bits
MOST_RAKE = Fraction(1, 5)  # of the pot: the dearest rooms take a seventh of a small one; more is an error of the file

_FORMAT = 1
_JSON = json.JSONEncoder(separators=(",", ":"), sort_keys=True)
_ORIGIN = "_digest"  # a further field, which files of PHH may have
_FRACTION = re.compile(r"-?[0-9]{1,18}(?:/[0-9]{1,9}|\.[0-9]{1,9})?")


class Move(NamedTuple):
    """One action of one seat; `amount` is the total the seat's bet of this street goes to (a card, for a reveal)."""

    street: int
    seat: int
    kind: AnyKind
    amount: int = 0

    @property
    def action(self) -> Action:
        """What was done, by whomever."""
        return Action(self.kind, self.amount)


@dataclass(frozen=True, kw_only=True)
class HandRecord:
    """A hand as it was played: who sat where with what, what they were dealt, what they did, how it ended."""

    game: str
    rules: GameRules
    players: tuple[str, ...]
    stacks: tuple[int, ...] | None  # None: unbounded
    hole_cards: tuple[tuple[int, ...], ...]  # what was dealt to each seat; of dice ask `rolls`
    moves: tuple[Move, ...]
    board: tuple[int, ...] = ()
    second_board: tuple[int, ...] = ()  # where the rest of the board was dealt twice, each for half of every pot
    button: int | None = None  # None: the last seat; who begins sits left of it, see `opener`
    shown: tuple[int, ...] = ()  # seats that showed at the end, in order
    mucked: tuple[int, ...] = ()  # seats that gave up at the end without showing
    returns: tuple[Chips, ...] | None = None  # net chips of each seat, where the file says
    rake: Chips = 0  # what the house took of the pot; the returns are what was left
    unit: Fraction = Fraction(1)  # what one chip is worth in the file's money
    number: str = ""  # the file's own number of the hand
    event: str = ""  # match, tournament or table
    time: str = ""  # ISO 8601, as exact as the file is
    source: str = field(default="", compare=False)  # where it was read; not part of what the hand is
    line: int = field(default=0, compare=False)  # and on which line it begins
    field_lines: Mapping[str, int] = field(
        default_factory=dict, compare=False, repr=False
    )  # where fields stand, if known
    extra: Mapping[str, Any] = field(default_factory=dict)  # further fields of the file, kept as they are

    def __str__(self) -> str:
        from riverboat.records.record_text import record_text

        return record_text(self)

    def _repr_html_(self) -> str:
        from riverboat.records.record_text import record_html

        return record_html(self)

    @property
    def seats(self) -> int:
        """How many sat at the table."""
        return len(self.players)

    @property
    def digest(self) -> str:
        """A name for the hand made from its content, so that no store keeps it twice. Source and extra fields do not
        count."""
        return hashlib.sha256(self._body.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @functools.cached_property
    def _body(self) -> str:
        """What the hand is, as JSON: its digest and what a store keeps are made of it."""
        return _written(self)

    @property
    def origin(self) -> str:
        """The digest of the stored hand that this one was exported from; "" if the file names none."""
        named = self.extra.get(_ORIGIN)
        return named if isinstance(named, str) else ""

    def naming_origin(self, digest: str) -> HandRecord:
        """This hand for an export: if it is imported again, its store recognises it.

        Only for hands that are exported whole: hidden cards could be found from a digest by trying them all.
        """
        return self if self.origin else dataclasses.replace(self, extra={**self.extra, _ORIGIN: digest})

    def is_seen_from(self, whole: HandRecord) -> bool:
        """Whether this is the other hand, of the same event and number, as a file says it or a player saw it.

        The same players held the same cards, as far as this one knows them, and the same was done.
        """
        held = dict(zip(whole.players, whole.hole_cards, strict=True))
        return self._story == whole._story and all(
            len(cards) == len(held[name]) and all(c in (UNKNOWN, w) for c, w in zip(cards, held[name], strict=True))
            for name, cards in zip(self.players, self.hole_cards, strict=True)
        )

    @property
    def _story(self) -> tuple[object, ...]:
        moves = sorted((move.street, move.kind, move.amount) for move in self.moves)
        return self.game, self.event, self.number, sorted(self.players), self.board, moves

    @property
    def speaker(self) -> Speaker:
        """Says in words what happened in the hand."""
        return GAMES[self.game].speaker

    @property
    def card_rules(self) -> Rules:
        """The rules, where cards are played."""
        if GAMES[self.game].pieces != "cards":
            reason = "is a round of bluff, which has dice and no cards: its files are .jsonl"
            raise RecordError(reason, file=self.source, line=self.line, field="game")
        return cast("Rules", self.rules)

    @property
    def dice_rules(self) -> BluffRules:
        """The rules, where dice are rolled."""
        if GAMES[self.game].pieces != "dice":
            raise RecordError(f"is a hand of {self.game}, not a round of bluff", file=self.source, line=self.line)
        return cast("BluffRules", self.rules)

    @property
    def rolls(self) -> tuple[tuple[int, ...], ...]:
        """The dice of each seat, where dice are rolled."""
        self.dice_rules  # noqa: B018 - says that cards are no dice
        return self.hole_cards

    @property
    def opener(self) -> int:
        """The seat left of the button, which begins where no blinds are posted; it opens a round of dice."""
        return 0 if self.button is None else (self.button + 1) % self.seats

    def seat_of(self, player: str) -> int | None:
        """The seat of a player, or None where they did not sit."""
        return self.players.index(player) if player in self.players else None


def format_seen(cards: tuple[int, ...]) -> str:
    """Cards as text with `??` for those nobody saw."""
    return "".join("??" if card == UNKNOWN else format_card(card) for card in cards)


def read_fraction(text: object) -> Fraction:
    """A number such as "7", "-1/3" or "2.5"; short ones only, for 1e99999999 would fill the memory."""
    if not _FRACTION.fullmatch(str(text)):
        raise ValueError(f'"{str(text)[:40]}" is not a fraction')
    return Fraction(str(text))


def count_of_hands(count: int) -> str:
    """This many hands, in words: "1 hand", "2 hands"."""
    return f"{count} hand" if count == 1 else f"{count} hands"


def tidy(value: Chips) -> Chips:
    """A whole number as int, so that equal amounts look equal."""
    return int(value) if value == int(value) else value


def is_fair_rake(rake: Chips, pot: Chips) -> bool:
    """Whether a house can have taken so much of a pot."""
    return 0 <= rake and rake * MOST_RAKE.denominator <= pot * MOST_RAKE.numerator


def _chips_out(value: Chips) -> int | str:
    return value if isinstance(value, int) else f"{value.numerator}/{value.denominator}"


def _chips_in(value: Any) -> Chips:
    return tidy(read_fraction(value)) if isinstance(value, str) else int(value)


@functools.lru_cache(maxsize=256)
def _rules_out(rules: GameRules) -> dict[str, Any]:
    options = {f.name: getattr(rules, f.name) for f in dataclasses.fields(rules)}
    unnamed = GAMES[rules.name].unnamed  # left out: hands that were kept before the option keep their digest
    return {name: value for name, value in options.items() if name not in unnamed or value != unnamed[name]}


def rules_to_json(rules: GameRules) -> str:
    """The options of some rules as JSON."""
    return json.dumps(_rules_out(rules), sort_keys=True)


@functools.lru_cache(maxsize=256)
def rules_from_json(game: str, text: str) -> GameRules:
    """Read rules that `rules_to_json` wrote; `game` says whose."""
    row = GAMES[game]
    options = {**row.unnamed, **{name: _tuples(value) for name, value in json.loads(text).items()}}
    if row.rules is None or not row.recorded:
        raise KeyError(game)
    return row.rules(**options)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def _written(record: HandRecord) -> str:
    """The record as JSON without spaces, its names in order, piece by piece: in half the time of the encoder.

    A rake and a second board are named only where there is one: hands without keep the digest that they always had.
    """
    returns = record.returns
    if returns is not None and not all(value.__class__ is int for value in returns):
        told = _JSON.encode([_chips_out(value) for value in returns])
    else:
        told = _numbers(returns)
    rake = f'"rake":{_JSON.encode(_chips_out(record.rake))},' if record.rake else ""
    second = f'"second_board":{_numbers(record.second_board)},' if record.second_board else ""
    return (
        f'{{"board":{_numbers(record.board)},"button":{"null" if record.button is None else record.button},'
        f'"event":{_quoted(record.event)},"format":{_FORMAT},"game":{_quoted(record.game)},'
        f'"hole_cards":[{",".join(map(_few_cards, record.hole_cards))}],'
        f'"moves":[{",".join(map(_move_out, record.moves))}],"mucked":{_numbers(record.mucked)},'
        f'"number":{_quoted(record.number)},"players":{_names(record.players)},{rake}'
        f'"returns":{told},"rules":{_rules_text(record.rules)},{second}"shown":{_numbers(record.shown)},'
        f'"stacks":{_numbers(record.stacks)},"time":{_quoted(record.time)},"unit":{_quoted(str(record.unit))}}}'
    )


def _numbers(values: Sequence[Chips] | None) -> str:
    if not values:
        return "null" if values is None else "[]"
    return "[" + ",".join(map(str, values)) + "]"


@functools.lru_cache(maxsize=1 << 14)
def _few_cards(cards: tuple[int, ...]) -> str:
    """What one seat holds: the same cards come again and again."""
    return _numbers(cards)


@functools.lru_cache(maxsize=1 << 12)
def _names(players: tuple[str, ...]) -> str:
    """The names of the players at a table, which stay for many hands."""
    return _JSON.encode(players)


@functools.lru_cache(maxsize=1 << 14)
def _move_out(move: Move) -> str:
    return _JSON.encode(move)


@functools.lru_cache(maxsize=256)
def _rules_text(rules: GameRules) -> str:
    return _JSON.encode(_rules_out(rules))


def record_to_json(record: HandRecord) -> str:
    """The record as one line of JSON, `source` included; `record_from_json` reads it back."""
    extra = _JSON.encode(dict(record.extra)) if record.extra else "{}"
    return f'{record._body[:-1]},"extra":{extra},"line":{record.line},"source":{_quoted(record.source)}}}'


def record_from_json(text: str) -> HandRecord:
    """Read a record that `record_to_json` wrote; whatever else it is given is a RecordError."""
    try:
        data = json.loads(text)
        if data["format"] != _FORMAT:
            raise RecordError(f"a record of format {data['format']} is not known here: format {_FORMAT} is")
        returns = data["returns"]
        record = HandRecord(
            game=data["game"],
            rules=rules_from_json(data["game"], json.dumps(data["rules"], sort_keys=True)),
            players=_tuples(data["players"]),
            stacks=_tuples(data["stacks"]),
            hole_cards=_tuples(data["hole_cards"]),
            moves=tuple(Move(*move) for move in data["moves"]),
            board=_tuples(data["board"]),
            second_board=_tuples(data.get("second_board", ())),
            button=data["button"],
            shown=_tuples(data["shown"]),
            mucked=_tuples(data["mucked"]),
            returns=None if returns is None else tuple(_chips_in(value) for value in returns),
            rake=_chips_in(data.get("rake", 0)),
            unit=read_fraction(data["unit"]),
            number=data["number"],
            event=data["event"],
            time=data["time"],
            source=data["source"],
            line=data["line"],
            extra=data["extra"],
        )
        check_shape(record)
        return record
    except RecordError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, ArithmeticError, IndexError, RecursionError) as error:
        raise RecordError(f"not the JSON of a hand record: {error}") from None
