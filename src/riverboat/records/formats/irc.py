"""Reading the IRC poker database: a month of limit Hold'em as `hdb`, `hroster` and `pdb/pdb.<nick>`.

hdb      timestamp, dealer, hand number, players, players/pot at flop, turn, river and showdown, board
hroster  timestamp, players, nicks
pdb      nick, timestamp, players, position, letters of four streets, bankroll, total bet, won, cards if shown

The database: University of Alberta, Computer Poker Research Group, collected by Michael Maurer, 1995 to 2001.
"""

from __future__ import annotations

import datetime
import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from riverboat.cards.cards import format_card
from riverboat.errors import RecordError, counted
from riverboat.games import UNKNOWN, HoldemRules
from riverboat.records.formats.irc_order import BETS, BIG_BLIND, SMALL_BLIND, IrcPlayer, rebuild
from riverboat.records.hand_record import HandRecord
from riverboat.records.sources import SourceFile, parts_of

_CARD = {format_card(card): card for card in range(52)}
_LARGEST = 10**9


@functools.lru_cache(maxsize=64)
def irc_rules(seats: int, *, lone_blind: bool) -> HoldemRules:
    """How the server dealt limit Hold'em: no cap on raises, its own order heads-up, one blind alone is the big one."""
    return HoldemRules(
        seats=seats,
        betting="limit",
        blinds=(SMALL_BLIND, BIG_BLIND),
        lone_blind=BIG_BLIND if lone_blind else None,
        bets=(BETS[0], BETS[2]),
        raises_per_round=None,
        heads_up="irc",
        short_all_in="full",
        free_fold=True,
    )


@dataclass
class IrcMonth:
    """The files of one month, joined by timestamp."""

    name: str
    hands: list[str] = field(default_factory=list)
    hands_file: str = "hdb"
    roster: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    roster_file: str = "hroster"
    rows: dict[str, dict[str, tuple[str, int, list[str]]]] = field(default_factory=dict)  # by timestamp, by nick

    def add(self, part: SourceFile) -> None:
        """Take in one file."""
        lines = part.data.decode("latin-1").split("\n")
        if part.path.name == "hdb":
            self.hands, self.hands_file = lines, part.name
        elif part.path.name == "hroster":
            self.roster_file = part.name
            for number, line in enumerate(lines, 1):
                words = line.split()
                if words:
                    self.roster[words[0]] = (number, words[1:])
        else:
            for number, line in enumerate(lines, 1):
                words = line.split()
                if len(words) > 1:
                    self.rows.setdefault(words[1], {})[words[0]] = (part.name, number, words)

    def scan(self) -> Iterator[HandRecord | RecordError]:
        """Every hand whose order of play verifies; the others as errors with the reason."""
        for number, line in enumerate(self.hands, 1):
            if not line.strip():
                continue
            try:
                yield _read_hand(self, line.split(), number)
            except RecordError as error:
                file, at = (error.file, error.line) if error.file else (self.hands_file, number)
                yield RecordError(error.reason, file=file, line=at, field=error.field)


def is_irc(path: PurePosixPath) -> bool:
    """Whether a file's path is one of the database's."""
    return path.name in ("hdb", "hroster") or path.name.startswith("pdb.")


def months_of(parts: Iterable[SourceFile]) -> list[IrcMonth]:
    """Sort the database's files by month: a folder with `hdb`, and its folder `pdb`."""
    months: dict[str, IrcMonth] = {}
    for part in parts:
        folder = part.path.parent
        if folder.name == "pdb":
            folder = folder.parent
        months.setdefault(str(folder), IrcMonth(folder.name)).add(part)
    return list(months.values())


def scan_months(parts: Iterable[SourceFile]) -> Iterator[HandRecord | RecordError]:
    """The hands of the database's files, month by month; a month without hands is none."""
    for month in months_of(parts):
        yield from month.scan()


def read_irc(path: str | Path) -> Iterator[HandRecord | RecordError]:
    """The hands of a folder or archive; what does not verify comes as an error, so that it can be counted and named."""
    months = months_of(parts_of(Path(path), lambda file, _: is_irc(file)))
    if not any(month.hands for month in months):
        raise RecordError("holds no hdb file: an IRC month has hdb, hroster and pdb/pdb.<nick>", file=str(path))
    for month in months:
        yield from month.scan()


def _number(text: str, field: str, most: int = _LARGEST) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 12) or int(text) > most:
        raise RecordError(f'"{text[:30]}" is not a number up to {most}', field=field)
    return int(text)


def _cards(words: list[str], field: str) -> tuple[int, ...]:
    try:
        return tuple([_CARD[word] for word in words])
    except KeyError as error:
        raise RecordError(f'"{str(error.args[0])[:20]}" is not a card such as Qc', field=field) from None


def _read_hand(month: IrcMonth, words: list[str], line: int) -> HandRecord:
    if len(words) < 8:
        raise RecordError(f"{len(words)} columns, not 8 and the board", field="hdb")
    stamp = _number(words[0], "timestamp", 4 * 10**9)
    seats = _number(words[3], "players")
    if not 2 <= seats <= 12:
        raise RecordError(f"{counted(seats, 'player')}: a table has 2 to 12", field="players")
    pots = tuple(
        _pot(word, where) for word, where in zip(words[4:8], ("flop", "turn", "river", "showdown"), strict=True)
    )
    board = _cards(words[8:], "board")
    if len(board) not in (0, 3, 4, 5):
        raise RecordError(f"{len(board)} cards: a board has 0, 3, 4 or 5", field="board")
    players = _players(month, words[0], seats)
    order = rebuild(players, pots)
    _check_distinct(board, players)
    shows = [seat for seat in order.in_at_end if players[seat].cards] if len(order.in_at_end) > 1 else []
    mucks = [seat for seat in order.in_at_end if not players[seat].cards] if len(order.in_at_end) > 1 else []
    rules = irc_rules(seats, lone_blind=order.lone_blind)
    when = datetime.datetime.fromtimestamp(stamp, datetime.UTC)
    return HandRecord(
        game=rules.name,
        rules=rules,
        players=tuple(player.name for player in players),
        stacks=tuple(player.stack for player in players),
        hole_cards=tuple(player.cards or (UNKNOWN, UNKNOWN) for player in players),
        moves=order.moves,
        board=board,
        shown=tuple(shows),
        mucked=tuple(mucks),
        returns=tuple(player.won - player.total for player in players),
        number=str(_number(words[2], "hand")),
        event=f"IRC dealer {_number(words[1], 'dealer')}",
        time=when.strftime("%Y-%m-%dT%H:%M:%SZ"),
        source=month.hands_file,
        line=line,
    )


def _pot(word: str, where: str) -> tuple[int, int]:
    players, slash, chips = word.partition("/")
    if not slash:
        raise RecordError(f'"{word[:30]}" is not players/pot', field=where)
    return _number(players, where), _number(chips, where)


def _players(month: IrcMonth, stamp: str, seats: int) -> list[IrcPlayer]:
    """The hand's rows in the order of positions, the same people as in the roster."""
    if stamp not in month.roster:
        raise RecordError(f"no line of {month.roster_file} has the timestamp {stamp}", field="hroster")
    line, (count, *nicks) = month.roster[stamp][0], month.roster[stamp][1] or [""]
    if count != str(seats) or len(nicks) != seats or len(set(nicks)) != seats:
        reason = f"{count} players and {len(nicks)} nicks, where the hand has {seats}"
        raise RecordError(reason, file=month.roster_file, line=line, field="players")
    found: dict[int, IrcPlayer] = {}
    for nick in nicks:
        row = month.rows.get(stamp, {}).get(nick)
        if row is None:
            raise RecordError(f"{nick} is in the roster, but their file has no row for this hand", field="pdb")
        file, number, words = row
        try:
            position, player = _player(words, seats)
            if position in found:
                raise RecordError(f"position {position} is taken by {found[position].name}", field="position")
        except RecordError as error:
            raise RecordError(error.reason, file=file, line=number, field=error.field) from None
        found[position] = player
    return [found[position] for position in sorted(found)]


def _player(words: list[str], seats: int) -> tuple[int, IrcPlayer]:
    if len(words) not in (11, 13):
        raise RecordError(f"{len(words)} columns, not 11, or 13 with cards", field="pdb")
    if _number(words[2], "players") != seats:
        raise RecordError(f"{words[2]} players, where the hand has {seats}", field="players")
    position = _number(words[3], "position")
    if not 1 <= position <= seats:
        raise RecordError(f"position {position} of {seats}", field="position")
    stack = _number(words[8], "bankroll")
    if stack == 0:
        raise RecordError("a bankroll of 0 can't be dealt in", field="bankroll")
    player = IrcPlayer(
        name=words[0],
        streets=(words[4], words[5], words[6], words[7]),
        stack=stack,
        total=_number(words[9], "total bet"),
        won=_number(words[10], "won"),
        cards=_cards(words[11:], "cards"),
    )
    return position, player


def _check_distinct(board: tuple[int, ...], players: list[IrcPlayer]) -> None:
    seen = [*board, *(card for player in players for card in player.cards)]
    if len(set(seen)) != len(seen):
        twice = next(card for card in seen if seen.count(card) > 1)
        raise RecordError(f"{format_card(twice)} comes twice", field="cards")
