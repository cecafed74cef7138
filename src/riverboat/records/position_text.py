"""Positions: what one player knows of a hand that is being played, as a line of text that fits into a link.

The player sits in seat 0. What they can't see is not in a position at all: `xx` stands for a card, `x` for a die.

    holdem-limit;seats=2;button=0;stacks=400,400;held=AsKd.xxxx;board=Ah7d2c;play=raise-20,call,check

What a position leaves out is the game's own: rules as they usually are, stacks that everybody starts with.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np

from riverboat.cards.cards import format_card, parse_cards
from riverboat.errors import CardError, GameError, IllegalAction
from riverboat.games import GAMES, UNKNOWN, Action, parse_action
from riverboat.games.catalog import GameEntry, Pieces, find_game
from riverboat.games.protocol import GameRules, PlayedState, TableObservation

#: The seat of the player whose position it is.
YOU = 0
LONGEST_TEXT, _MOST_ACTIONS, _MOST_SEATS, _MOST_NUMBER = 2_000, 200, 10, 10**9
_OWN_KEYS = ("button", "stacks", "held", "board", "play")
_OPTION = re.compile(r"[a-z_]{1,30}")
_NUMBER = re.compile(r"[0-9]{1,10}")
_WORD = re.compile(r"[a-z-]{1,20}")
_ACTION = re.compile(r"[a-z]+(-[A-Za-z0-9]+)*")


class CardSlot(NamedTuple):
    """A card or die that must be known before a hand goes on: the seat that has it (None: the board), its number."""

    seat: int | None
    at: int


@dataclass(frozen=True, kw_only=True)
class Position:
    """A hand as a player knows it: the rules, what each seat holds as far as it is seen, and what was done."""

    game: str
    rules: GameRules
    held: tuple[tuple[int, ...], ...]  # UNKNOWN for what isn't seen
    board: tuple[int, ...] = ()
    stacks: tuple[int, ...] | None = None  # None: as the rules have it
    button: int = 0
    actions: tuple[Action, ...] = ()

    @property
    def entry(self) -> GameEntry:
        """The row of its game."""
        return find_game(self.game)

    def __str__(self) -> str:
        return format_position(self)


@dataclass(frozen=True)
class Walk:
    """A position played out: the state before the first action and after each, and what must be known to go on."""

    states: tuple[PlayedState, ...]
    missing: tuple[CardSlot, ...]

    @property
    def last(self) -> PlayedState:
        """Where the position stands."""
        return self.states[-1]


def new_position(game: str, *, stacks: Sequence[int] | None = None, button: int = 0, **options: Any) -> Position:
    """A hand that has only just been dealt, with nothing known yet; options are those of the game's rules."""
    entry = _playable(game)
    return _checked(
        Position(
            game=entry.name,
            rules=entry.make_rules(**options),
            held=(),
            stacks=None if stacks is None else tuple(stacks),
            button=button,
        )
    )


def parse_position(text: str) -> Position:
    """Read a position; whatever is wrong with it is told in one sentence."""
    if len(text) > LONGEST_TEXT:
        raise GameError(f"this position is {len(text):,} letters long: at most {LONGEST_TEXT:,} are possible")
    game, *pieces = text.strip().split(";")
    entry = _playable(game)
    given = dict(_pairs(pieces))
    options = {key: _option(entry, key, value) for key, value in given.items() if key not in _OWN_KEYS}
    rules = entry.make_rules(**options)
    held = given.get("held", "").split(".") if given.get("held") else []
    found = Position(
        game=entry.name,
        rules=rules,
        held=tuple(_read_held(entry, each) for each in held),
        board=_read_cards(given.get("board", "")),
        stacks=tuple(_numbers("stacks", given["stacks"])) if given.get("stacks") else None,
        button=_number("button", given.get("button", "0")),
        actions=tuple(_read_action(each) for each in given.get("play", "").split(",") if each),
    )
    return _checked(found)


def position_parts(position: Position) -> dict[str, Any]:
    """The pieces of a position's text: the game, options of its rules that are not the usual ones, and the hand."""
    entry, rules = position.entry, position.rules
    usual, held_text = entry.usual_rules, _HELD_TEXT[entry.pieces]
    options = {
        field.name: _option_text(getattr(rules, field.name))
        for field in dataclasses.fields(rules)
        if field.name in entry.options and getattr(rules, field.name) != getattr(usual, field.name)
    }
    return {
        "game": position.game,
        "options": options,
        "button": position.button,
        "stacks": [] if position.stacks is None else list(position.stacks),
        "held": [held_text(row) for row in position.held],
        "board": _cards_text(position.board),
        "play": [_action_text(action) for action in position.actions],
    }


def format_position(position: Position) -> str:
    """The text of a position, which `parse_position` reads back."""
    parts = position_parts(position)
    found = [parts["game"], *(f"{name}={value}" for name, value in parts["options"].items())]
    found.append(f"button={parts['button']}")
    lists = {"stacks": ",".join(map(str, parts["stacks"])), "held": ".".join(parts["held"]), "board": parts["board"]}
    lists["play"] = ",".join(parts["play"])
    return ";".join([*found, *(f"{name}={text}" for name, text in lists.items() if text)])


def seen_position(
    game: str, rules: GameRules, state: PlayedState, stacks: Sequence[int] | None, seat: int = YOU
) -> Position:
    """A hand as the player in a seat sees it at this moment, turned so that they sit in seat 0.

    `stacks` are those before the hand.
    """
    entry = find_game(game)
    held, board, actions = _SEEN[entry.pieces](state.observation(seat))
    dice = getattr(rules, "dice", None)
    turned = rules if dice is None else _with_dice(entry, rules, _from(dice, seat))
    return _checked(
        Position(
            game=game,
            rules=turned,
            held=_from(held, seat),
            board=board,
            stacks=None if stacks is None or not entry.stacks else _from(stacks, seat),
            button=(state.button - seat) % rules.seats,
            actions=actions,
        )
    )


def _with_dice(entry: GameEntry, rules: GameRules, dice: tuple[int, ...]) -> GameRules:
    """Rules with the dice of each seat in another order."""
    options = {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}
    return entry.make_rules(**{**options, "dice": dice})


_Row = TypeVar("_Row")


def _from(rows: Sequence[_Row], seat: int) -> tuple[_Row, ...]:
    """What each seat has, a seat's own first."""
    return (*rows[seat:], *rows[:seat])


def walk(position: Position) -> Walk:
    """Play a position out, as far as what is known of it allows."""
    make = position.entry.game_of
    assert make is not None  # only games that people play have positions
    dice = position.entry.pieces == "dice"
    laid = [tuple(1 if dice and each == UNKNOWN else each for each in row) for row in position.held]
    state = make(position.rules).lay(laid, board=position.board, stacks=position.stacks, button=position.button)
    states, missing = [state.copy()], _missing(position, state)
    for number, action in enumerate(position.actions, 1):
        if missing:
            break
        if state.is_over:
            raise GameError(f"action {number} ({action}) comes after the end of the hand")
        try:
            state.apply(_as_laid(state, action))
        except IllegalAction as error:
            raise IllegalAction(f"action {number}: {error}") from None
        states.append(state.copy())
        missing = () if state.is_over else _missing(position, state)
    return Walk(tuple(states), missing)


def staked(position: Position, pair: tuple[int, int]) -> Position:
    """A position at other blinds or bets; what follows from them is as at real tables."""
    entry = position.entry
    if entry.stakes_name is None:
        raise GameError(f"{entry.name} has no blinds or bets to choose")
    blinds = entry.stakes_name == "blinds"
    options = entry.stake_options(blinds=pair if blinds else None, bets=None if blinds else pair)
    return _checked(replace(position, rules=entry.make_rules(seats=position.rules.seats, **options), actions=()))


def placed(position: Position, places: Sequence[CardSlot], cards: Sequence[int]) -> Position:
    """A position with some cards or dice laid down."""
    held, board = [list(row) for row in position.held], list(position.board)
    for (seat, at), card in zip(places, cards, strict=True):
        (board if seat is None else held[seat])[at] = card
    return _checked(replace(position, held=tuple(map(tuple, held)), board=tuple(board)))


def dealt(position: Position, rng: np.random.Generator) -> Position:
    """A position with all that is missing at this moment dealt at random."""
    missing = walk(position).missing
    if position.entry.pieces == "dice":
        faces = int(getattr(position.rules, "faces", 6))
        return placed(position, missing, [int(die) for die in rng.integers(1, faces + 1, len(missing))])
    known = {card for row in (*position.held, position.board) for card in row}
    free = [card for card in range(52) if card not in known]
    return placed(position, missing, [int(card) for card in rng.choice(free, len(missing), replace=False)])


def _playable(game: str) -> GameEntry:
    known = [entry.name for entry in GAMES.values() if entry.has_tables]
    if game not in known:
        raise GameError(f'"{game[:40]}" is not a game of positions: one of {", ".join(known)}')
    return find_game(game)


def _checked(position: Position) -> Position:
    """Every row as long as the game deals, and nothing in it twice; what can't be is refused."""
    seats, deal = position.rules.seats, position.entry.deal
    if seats > _MOST_SEATS:
        raise GameError(f"{seats} seats are too many: at most {_MOST_SEATS} are possible")
    if len(position.held) > seats:
        raise GameError(f"cards of {len(position.held)} players are named, but {seats} play")
    if not 0 <= position.button < seats:
        raise GameError(f"there is no seat {position.button} for the button: seats are 0 to {seats - 1}")
    if len(position.actions) > _MOST_ACTIONS:
        raise GameError(f"{len(position.actions)} actions are too many: at most {_MOST_ACTIONS} are possible")
    counts = [deal.own] * seats if deal is not None else list(getattr(position.rules, "dice", ()))
    rows = [*position.held, *[()] * (seats - len(position.held))]
    for seat, (row, count) in enumerate(zip(rows, counts, strict=True)):
        if len(row) > count:
            raise GameError(f"seat {seat} has {len(row)} cards or dice: at most {count} are dealt")
    held = tuple((*row, *[UNKNOWN] * (count - len(row))) for row, count in zip(rows, counts, strict=True))
    most = 0 if deal is None else deal.board
    if len(position.board) > most:
        raise GameError(f"the board has {len(position.board)} cards: at most {most} are dealt")
    board = (*position.board, *[UNKNOWN] * (most - len(position.board)))
    if deal is not None:
        known = [card for row in (*held, board) for card in row if card != UNKNOWN]
        twice = next((card for card in known if known.count(card) > 1), None)
        if twice is not None:
            raise GameError(f"{format_card(twice)} is there twice: every card is dealt once")
    return replace(position, held=held, board=board)


def _missing(position: Position, state: PlayedState) -> tuple[CardSlot, ...]:
    return tuple(_MISSING[position.entry.pieces](position, state.observation(YOU)))


def _missing_cards(position: Position, view: Any) -> Iterator[CardSlot]:
    """Our own cards, open ones of others, and the board, as far as they are dealt and not known."""
    bits = view.record["up_bits"][0].tolist()
    for seat, cards in enumerate(view.cards):
        for at, card in enumerate(cards):
            if card == UNKNOWN and (seat == YOU or (bits[seat] >> at) & 1):
                yield CardSlot(seat, at)
    for at, card in enumerate(view.board):
        if card == UNKNOWN:
            yield CardSlot(None, at)


def _missing_dice(position: Position, view: Any) -> Iterator[CardSlot]:
    return (CardSlot(YOU, at) for at, die in enumerate(position.held[YOU]) if die == UNKNOWN)


def _as_laid(state: PlayedState, action: Action) -> Action:
    """A card that was chosen and not seen: the one that is known by now, else any that isn't."""
    if action != Action("reveal", UNKNOWN):
        return action
    cards = [each.amount for each in state.legal_actions() if each.kind == "reveal"]
    return Action("reveal", next((card for card in cards if card != UNKNOWN), UNKNOWN))


_Seen = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[Action, ...]]


def _seen_cards(view: Any) -> _Seen:
    return view.cards, view.board, tuple(event.action for event in view.history)


def _seen_dice(view: Any) -> _Seen:
    held = tuple(
        (UNKNOWN,) * count if roll is None or seat != view.seat else tuple(roll)
        for seat, (roll, count) in enumerate(zip(view.rolls, view.rules.dice, strict=True))
    )
    return held, (), tuple(event.action for event in view.history)


_MISSING: Mapping[Pieces, Callable[[Position, TableObservation], Iterator[CardSlot]]] = {
    "cards": _missing_cards,
    "dice": _missing_dice,
}
_SEEN: Mapping[Pieces, Callable[[TableObservation], _Seen]] = {"cards": _seen_cards, "dice": _seen_dice}


def _pairs(pieces: Sequence[str]) -> Iterator[tuple[str, str]]:
    seen = set()
    for piece in pieces:
        key, sign, value = piece.partition("=")
        if not sign or not _OPTION.fullmatch(key):
            raise GameError(f'"{piece[:40]}" is not a part of a position: it should be like "button=0"')
        if key in seen:
            raise GameError(f'"{key}" is named twice in this position')
        seen.add(key)
        yield key, value


def _option(entry: GameEntry, key: str, value: str) -> Any:
    if key not in entry.options:
        known = ", ".join((*_OWN_KEYS, *entry.options))
        raise GameError(f'a position of {entry.name} has no "{key}": it has {known}')
    usual = getattr(entry.usual_rules, key)
    if isinstance(usual, bool):
        if value not in ("yes", "no"):
            raise GameError(f'{key} is "yes" or "no", not "{value[:20]}"')
        return value == "yes"
    if isinstance(usual, tuple):
        return tuple(_numbers(key, value))
    if isinstance(usual, int):
        return _number(key, value)
    if not _WORD.fullmatch(value):
        raise GameError(f'{key} is a word, not "{value[:20]}"')
    return value


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _numbers(key: str, value: str) -> list[int]:
    return [_number(key, each) for each in value.split(",")]


def _number(key: str, value: str) -> int:
    if not _NUMBER.fullmatch(value) or int(value) > _MOST_NUMBER:
        raise GameError(f'{key} is a whole number up to {_MOST_NUMBER:,}, not "{value[:20]}"')
    return int(value)


def _read_held(entry: GameEntry, text: str) -> tuple[int, ...]:
    return _READ_HELD[entry.pieces](text)


def _read_cards(text: str) -> tuple[int, ...]:
    pieces = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return tuple(UNKNOWN if piece == "xx" else parse_cards(piece)[0] for piece in pieces)
    except (CardError, IndexError):
        raise GameError(f'"{text[:40]}" are not cards: write them like AsKd, and xx for one that is not seen') from None


def _read_dice(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[1-9x]*", text):
        raise GameError(f'"{text[:40]}" are not dice: write them like 36, and x for one that is not seen')
    return tuple(UNKNOWN if each == "x" else int(each) for each in text)


def _cards_text(cards: Sequence[int]) -> str:
    return re.sub(r"(xx)+$", "", "".join("xx" if card == UNKNOWN else format_card(card) for card in cards))


def _dice_text(dice: Sequence[int]) -> str:
    return "".join("x" if die == UNKNOWN else str(die) for die in dice)


_READ_HELD: Mapping[Pieces, Callable[[str], tuple[int, ...]]] = {"cards": _read_cards, "dice": _read_dice}
_HELD_TEXT: Mapping[Pieces, Callable[[Sequence[int]], str]] = {"cards": _cards_text, "dice": _dice_text}


def _read_action(text: str) -> Action:
    if text == "reveal-xx":
        return Action("reveal", UNKNOWN)
    if not _ACTION.fullmatch(text) or len(text) > 24:
        raise GameError(f'"{text[:24]}" is not an action of a position: write it like raise-40')
    return parse_action("bring-in" if text == "bring-in" else text.replace("-", " "))


def _action_text(action: Action) -> str:
    return "reveal-xx" if action == Action("reveal", UNKNOWN) else str(action).replace(" ", "-")
