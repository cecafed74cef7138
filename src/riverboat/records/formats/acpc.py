"""Reading and writing the logs of the computer poker competition's dealer: one `STATE:` line a hand.

STATE:<hand>:<betting>:<hole|hole/flop/turn/river>:<score|score>:<name|name>

The dealer's protocol: Annual Computer Poker Competition, "Protocol specification" version 2.0.0. Pots are split
exactly. A log does not say its rules beyond the name of a game file, so the competition's own games are assumed:
limit with blinds 5 10, bets 10 10 20 20 and at most 3 4 4 4 of them, without a limit of stacks; no-limit with blinds
50 100 and stacks of 20,000. Where a record of ours differs, a comment line says how, which other readers skip.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from riverboat.cards.cards import format_card
from riverboat.errors import RecordError, RiverboatError, counted
from riverboat.files import write_whole
from riverboat.games import GAMES, UNKNOWN, Action, CardState, HoldemRules
from riverboat.games.engine.layout_kernel import SPLIT_UNIT
from riverboat.records.hand_record import (
    LARGEST_AMOUNT,
    Chips,
    HandRecord,
    Move,
    format_seen,
    read_fraction,
    rules_from_json,
    rules_to_json,
    tidy,
)
from riverboat.records.positions import by_position
from riverboat.records.replay import game_of
from riverboat.records.sources import read_text

NOLIMIT_STACK = 20_000

_CARD = {format_card(card): card for card in range(52)}
_ACTION = re.compile(r"([cf])|r(\d{0,13})")
_NUMBERED_RAISE = re.compile(r"^STATE:\d*:[^:\n]*r\d", re.M)
_SCORE = re.compile(r"-?\d{1,13}(?:\.\d{1,9})?")
_HEAD = re.compile(r"(?:#[^\n]*\n|\r?\n){0,200}STATE:[0-9]")
_TITLE = "# name/game/hands/seed"
_OWN = "# riverboat "


def read_acpc(path: str | Path) -> Iterator[HandRecord]:
    """The hands of a dealer's log; the first bad line raises."""
    for hand in scan_acpc(read_text(Path(path)), str(path)):
        if isinstance(hand, RecordError):
            raise hand
        yield hand


def is_acpc(text: str) -> bool:
    """Whether a text is a dealer's log, by how it begins: comments, then a state."""
    return _HEAD.match(text) is not None


def scan_acpc(text: str, file: str = "") -> Iterator[HandRecord | RecordError]:
    """Every hand of a log; a bad line comes as its error, and the next follows."""
    table = _Table.guessed(text)
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if line.startswith(_OWN):
                table = _Table.from_comment(line[len(_OWN) :], table.event)
            elif line.startswith("STATE"):
                yield _Line(line.rstrip("\r"), file, number, table).record()
            elif line.strip() and not line.startswith(("#", "SCORE")):
                raise RecordError(f'"{line[:40]}" is not a line of a dealer\'s log: STATE:, SCORE: or #', field="line")
        except RecordError as error:
            yield RecordError(error.reason, file=file, line=number, field=error.field)


def refused_by_acpc(text: str) -> str:
    """Why a text is not a dealer's log, by what stands in it; nothing where it is one."""
    if "STATE:" in text and "MATCHSTATE:" not in text:
        return ""
    return "holds no STATE: line: it is not a log of the competition's dealer"


@functools.lru_cache(maxsize=64)
def competition_rules(seats: int, *, limit: bool) -> HoldemRules:
    """The competition's own game for this many seats."""
    if limit:
        return HoldemRules(
            seats=seats, betting="limit", blinds=(5, 10), bets=(10, 20), raises_per_round=3, odd_chips="split"
        )
    return HoldemRules(seats=seats, betting="no-limit", blinds=(50, 100), min_bet=100, odd_chips="split")


class _Table:
    """What a log says once for many hands."""

    def __init__(self, *, limit: bool, event: str, own: dict[str, Any] | None = None) -> None:
        self.limit, self.event, self.own = limit, event, own

    @classmethod
    def guessed(cls, text: str) -> _Table:
        """From the title line's game, or from the way raises are written."""
        title = text[: text.find("\n")] if text.startswith(_TITLE) else ""
        words = title[len(_TITLE) :].split()
        name = words[1].replace("\\", "/").rsplit("/", 1)[-1].lower() if len(words) > 1 else ""
        if "limit" in name:
            return cls(limit="nolimit" not in name, event=words[0])
        limit = _OWN in text or not _NUMBERED_RAISE.search(text)  # our own writer says it where it is not limit
        return cls(limit=limit, event=words[0] if words else "")

    @classmethod
    def from_comment(cls, text: str, event: str) -> _Table:
        """From the line that our own writer puts before hands of other rules."""
        try:
            own = json.loads(text)
            own["rules"] = rules_from_json(own["game"], json.dumps(own["rules"]))
            own["unit"] = read_fraction(own["unit"])
            own["stacks"] = own["stacks"] and tuple(int(stack) for stack in own["stacks"])
            if "holdem" not in GAMES[own["game"]].skills:
                raise RecordError("a dealer's log holds Hold'em alone", field="rules")
        except (ValueError, KeyError, TypeError, ZeroDivisionError, AttributeError, RecursionError) as error:
            reason = error.reason if isinstance(error, RecordError) else f"cannot be read: {str(error)[:80]}"
            raise RecordError(reason, field="rules") from None
        return cls(limit=own["rules"].betting == "limit", event=event, own=own)

    def rules(self, seats: int) -> HoldemRules:
        """The rules for a table of this size."""
        if self.own is None:
            try:
                return competition_rules(seats, limit=self.limit)
            except RiverboatError as error:
                raise RecordError(str(error), field="players") from None
        rules: HoldemRules = self.own["rules"]
        if rules.seats != seats:
            raise RecordError(f"{counted(seats, 'player')} at a table of {rules.seats}", field="players")
        return rules

    def stacks(self, seats: int) -> tuple[int, ...] | None:
        """The stacks for a table of this size; None where they are unbounded."""
        if self.own is not None:
            stacks: tuple[int, ...] | None = self.own["stacks"]
            if stacks is not None and len(stacks) != seats:
                raise RecordError(f"{counted(len(stacks), 'stack')} for {seats} players", field="stacks")
            return stacks
        return None if self.limit else (NOLIMIT_STACK,) * seats


class _Line:
    """One STATE line on its way to a record."""

    def __init__(self, text: str, file: str, number: int, table: _Table) -> None:
        parts = text.split(":")
        if len(parts) != 6:
            raise RecordError(
                f"{len(parts)} parts between colons, not 6: STATE:hand:betting:cards:scores:names", field="STATE"
            )
        _, self.hand, self.betting, self.cards, self.scores, names = parts
        if not self.hand.isdecimal() or len(self.hand) > 18:
            raise RecordError(f'"{self.hand[:20]}" is not the number of a hand', field="hand")
        self.names = tuple(names.split("|"))
        if not 2 <= len(self.names) <= 12 or not all(self.names):
            raise RecordError(f'"{names[:60]}" is not 2 to 12 names between bars', field="names")
        self.file, self.number, self.table = file, number, table

    def record(self) -> HandRecord:
        """The whole line."""
        seats, table = len(self.names), self.table
        rules = table.rules(seats)
        stacks = table.stacks(seats)
        hole_cards, board = self._all_cards(seats)
        return HandRecord(
            game=rules.name,
            rules=rules,
            players=self.names,
            stacks=stacks,
            hole_cards=hole_cards,
            moves=tuple(_moves(self.betting, rules, stacks)),
            board=board,
            returns=self._returns(seats),
            unit=table.own["unit"] if table.own else Fraction(1),
            number=str(int(self.hand)),
            event=table.event,
            source=self.file,
            line=self.number,
        )

    def _all_cards(self, seats: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        hole, *streets = self.cards.split("/")
        hands = tuple(parse_known(text) or (UNKNOWN, UNKNOWN) for text in hole.split("|"))
        if len(hands) != seats or any(len(hand) != 2 for hand in hands):
            raise RecordError(f'"{hole[:60]}" is not {seats} hands of two cards between bars', field="cards")
        if len(streets) > 3 or [len(text) for text in streets] != [6, 2, 2][: len(streets)]:
            raise RecordError(f'"{"/".join(streets)[:40]}" is not a board: 3 cards, then 1, then 1', field="cards")
        board = parse_known("".join(streets))
        seen = [card for cards in (*hands, board) for card in cards if card != UNKNOWN]
        if len(set(seen)) != len(seen):
            twice = next(card for card in seen if seen.count(card) > 1)
            raise RecordError(f"{format_card(twice)} comes twice", field="cards")
        return hands, board

    def _returns(self, seats: int) -> tuple[Chips, ...]:
        words = self.scores.split("|")
        if len(words) != seats or not all(_SCORE.fullmatch(word) for word in words):
            raise RecordError(f'"{self.scores[:60]}" is not {seats} scores between bars', field="scores")
        return tuple(_score(word) for word in words)


def parse_known(text: str) -> tuple[int, ...]:
    """The cards of a text such as AsKd, in which all are known."""
    try:
        return tuple([_CARD[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError as error:
        raise RecordError(f'"{error.args[0]}" is not a card such as As or Td', field="cards") from None


def _score(word: str) -> Chips:
    """Six decimals of pots split among up to twelve, as the exact fraction they stand for.

    Side pots may be split among three and among five, so the parts are those of SPLIT_UNIT, not of twelve at most.
    """
    value = Fraction(word)
    exact = Fraction(round(value * SPLIT_UNIT), SPLIT_UNIT)
    return tidy(exact if abs(value - exact) < Fraction(1, 500_000) else value)


def _moves(betting: str, rules: HoldemRules, stacks: tuple[int, ...] | None) -> Iterator[Move]:
    """The moves with their seats: the log has letters; the engine knows whose turn it is and what a raise comes to."""
    try:
        state = game_of(rules).start(stacks=stacks or (LARGEST_AMOUNT,) * rules.seats, cards=[()] * rules.seats)
    except RiverboatError as error:
        raise RecordError(f'"{betting[:60]}": {error}', field="betting") from None
    yield from play_betting(betting, rules, state)


def play_betting(betting: str, rules: HoldemRules, state: CardState) -> Iterator[Move]:
    """Play the letters of a hand in a state that is at its beginning, move by move."""
    streets = betting.split("/")
    if len(streets) > 4:
        raise RecordError(f'"{betting[:60]}" has {len(streets)} streets: Hold\'em has 4', field="betting")
    try:
        for street, letters in enumerate(streets):
            at = 0
            while at < len(letters):
                match = _ACTION.match(letters, at)
                if match is None or (match[1] is None and (match[2] == "") != (rules.betting == "limit")):
                    raise RecordError(f'"{letters[at : at + 12]}" is none of c, f and r (no-limit: r with an amount)')
                if state.actor is None or state.street != street:
                    raise RecordError(f'"{letters[at : at + 12]}" comes when nobody can act on street {street + 1}')
                at = match.end()
                seat, action = state.actor, _action(match, state)
                state.apply(action)
                yield Move(street, seat, *action)
    except RiverboatError as error:
        raise RecordError(f'"{betting[:60]}": {error}', field="betting") from None


def _action(match: re.Match[str], state: CardState) -> Action:
    legal = state.legal_actions()
    if match[1] == "f":
        return Action("fold")
    if match[1] == "c":
        return Action("call" if "call" in legal.kinds else "check")
    seat = state.actor or 0
    to = int(match[2]) - state.paid[seat] + state.bets[seat] if match[2] else legal.min_to
    return Action("bet" if max(state.bets) == 0 else "raise", to)


def write_acpc(records: Iterable[HandRecord], path: str | Path, *, header: Iterable[str] = ()) -> None:
    """Write a dealer's log, whole or not at all; `header` lines (comments) come first."""
    path, header = Path(path), tuple(header)
    titled = any(line.startswith(_TITLE) for line in header)
    try:
        write_whole(path, (line + "\n" for line in (*header, *format_acpc(records, titled=titled))))
    except RecordError as error:
        raise RecordError(error.reason, file=str(path), field=error.field) from None


def read_header(text: str) -> list[str]:
    """The comments at the head of a log."""
    head = []
    for line in text.split("\n"):
        if not line.startswith("#") or line.startswith(_OWN):
            break
        head.append(line)
    return head


def format_acpc(records: Iterable[HandRecord], *, titled: bool = False) -> Iterator[str]:
    """The lines of a log: a STATE line a hand, and the sum of scores where the players stay the same.

    `titled`: a title line before them names the game; without one a reader takes it for limit.
    """
    spoken = ""
    assumed = competition_rules(2, limit=True).name
    totals: dict[str, Chips] | None = None
    for position, record in enumerate(map(by_position, records)):
        if not isinstance(record.rules, HoldemRules) or "holdem" not in GAMES[record.game].skills:
            raise RecordError(
                f"hand {record.number or position}: a dealer's log holds Hold'em alone, not {record.game}"
            )
        said = _OWN + _as_comment(record)
        if titled and position == 0:
            assumed = record.game
        if said != spoken and (spoken or record.game != assumed or not _is_usual(record)):
            yield said
            spoken = said
        yield _state_line(record, record.rules, position)
        if position == 0:
            totals = dict.fromkeys(record.players, 0)
        if totals is not None:
            totals = _added(totals, record)
    if totals:
        yield f"SCORE:{'|'.join(map(_score_text, totals.values()))}:{'|'.join(totals)}"


def _added(totals: dict[str, Chips], record: HandRecord) -> dict[str, Chips] | None:
    if record.returns is None or set(record.players) != set(totals) or len(totals) != record.seats:
        return None
    gains = dict(zip(record.players, record.returns, strict=True))
    return {name: tidy(total + gains[name]) for name, total in totals.items()}


def _is_usual(record: HandRecord) -> bool:
    """Whether the rules are the competition's, so that nothing need be said."""
    limit = record.game == competition_rules(2, limit=True).name
    stacks = None if limit else (NOLIMIT_STACK,) * record.seats
    usual = record.rules == competition_rules(record.seats, limit=limit)
    return usual and record.stacks == stacks and record.unit == 1


def _as_comment(record: HandRecord) -> str:
    rules = json.loads(rules_to_json(record.rules))
    table = {"game": record.game, "rules": rules, "stacks": record.stacks, "unit": str(record.unit)}
    return json.dumps(table, sort_keys=True)


def _state_line(record: HandRecord, rules: HoldemRules, position: int) -> str:
    where = f"hand {record.number or position}"
    if any(c in name for name in record.players for c in ":|\n\r") or not all(record.players):
        raise RecordError(f"{where}: a name with a colon or a bar can't stand in a dealer's log", field="names")
    if record.returns is None:
        raise RecordError(f"{where}: no result is recorded, and a dealer's log needs one", field="scores")
    if any(_antes(rules)):
        raise RecordError(f"{where}: antes can't be said in a dealer's log", field="rules")
    if sum(record.returns):
        raise RecordError(f"{where}: rake can't be said in a dealer's log", field="returns")
    number = record.number if record.number.isdecimal() else str(position)
    scores = "|".join(map(_score_text, record.returns))
    streets = 1 if len(record.board) < 3 else len(record.board) - 1
    betting = betting_text(record.moves, rules, streets)
    cards = cards_text(record.hole_cards, record.board)
    return f"STATE:{number}:{betting}:{cards}:{scores}:{'|'.join(record.players)}"


def cards_text(hole: Iterable[tuple[int, ...]], board: tuple[int, ...]) -> str:
    """What each position holds, nothing where that is not known, and the board street by street."""
    hands = "|".join("" if UNKNOWN in cards else format_seen(cards) for cards in hole)
    streets = [format_seen(board[a:b]) for a, b in ((0, 3), (3, 4), (4, 5)) if len(board) >= b]
    return "/".join([hands, *streets])


def _antes(rules: HoldemRules) -> tuple[int, ...]:
    return rules.antes if isinstance(rules.antes, tuple) else (rules.antes,)


def betting_text(moves: Iterable[Move], rules: HoldemRules, streets: int) -> str:
    """The letters of a hand with this many streets; its seats are counted from the left of the button.

    The amount of a raise is all that a player has put in, over all streets.
    """
    limit = rules.betting == "limit"
    paid = list(rules.posted_blinds)
    before = [0] * rules.seats
    letters = [""] * streets
    street, top = 0, max(paid)
    for move in moves:
        if move.street != street:
            street, top, before = move.street, 0, list(paid)
        base = before[move.seat]
        if move.kind in ("bet", "raise"):
            top = move.amount
            paid[move.seat] = base + top
            letters[street] += "r" if limit else f"r{paid[move.seat]}"
        else:
            letters[street] += "f" if move.kind == "fold" else "c"
            if move.kind == "call":
                paid[move.seat] = base + top
    return "/".join(letters)


def _score_text(score: Chips) -> str:
    if isinstance(score, int):
        return str(score)
    return f"{float(score):.6f}".rstrip("0").rstrip(".")
