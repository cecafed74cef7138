"""The formats that hands are read from and written to. A new one is its own file and a row here."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from riverboat.errors import RecordError, UnreadableFile
from riverboat.games.catalog import GAMES, Pieces
from riverboat.records.formats.acpc import format_acpc, is_acpc, refused_by_acpc, scan_acpc, write_acpc
from riverboat.records.formats.irc import is_irc, scan_months
from riverboat.records.formats.phh import scan_phh
from riverboat.records.formats.phh_fit import fit_phh
from riverboat.records.formats.phh_text import is_phh
from riverboat.records.formats.phh_writer import write_phh
from riverboat.records.formats.rooms.bovada import is_bovada, scan_bovada
from riverboat.records.formats.rooms.ipoker import is_ipoker, scan_ipoker
from riverboat.records.formats.rooms.ohh import fit_ohh, is_ohh, scan_ohh, write_ohh
from riverboat.records.formats.rooms.party import is_party, scan_party
from riverboat.records.formats.rooms.stars import is_stars, scan_stars
from riverboat.records.formats.rooms.winning import is_winning, scan_winning
from riverboat.records.formats.rounds import is_rounds, scan_bluff, write_bluff
from riverboat.records.hand_record import HandRecord
from riverboat.records.replay import verify
from riverboat.records.sources import HEAD, SourceFile, decode_any, decode_text

Found = Iterator[HandRecord | RecordError]


@dataclass(frozen=True, kw_only=True)
class Format:
    """A format: which files are its own, how they are read and written, what it can't say."""

    name: str
    about: str  # its files, as an error lists them
    scan: Callable[[Iterable[SourceFile]], Found]  # the hands of such files
    is_file: Callable[[PurePosixPath], bool] = lambda path: False  # whether a file is one of its own, by its path
    is_text: Callable[[str], bool] | None = None  # whether a text is one of its own, by how it begins
    together: bool = False  # hands are spread over several files: all are read before the first hand
    pieces: Pieces = "cards"  # what is played with in the hands that it holds
    suffixes: tuple[str, ...] = ()  # of the files that are written
    write: Callable[[Iterable[HandRecord], Path], None] | None = None  # whole or not at all
    fit: Callable[[HandRecord], HandRecord] = lambda hand: hand  # the hand as it is written, or why it can't be said
    fit_own: Callable[[HandRecord], HandRecord] | None = None  # `fit` for a file that only we shall read
    names_origin: bool = False  # has a place for where a hand came from

    def holds(self, game: str) -> bool:
        """Whether hands of a game go into its files: dice and cards have files of their own."""
        return GAMES[game].pieces == self.pieces


def _endings(*suffixes: str) -> Callable[[PurePosixPath], bool]:
    return lambda path: path.suffix in suffixes


def _texts(
    scan: Callable[[str, str], Found], refused: Callable[[str], str] = lambda text: ""
) -> Callable[[Iterable[SourceFile]], Found]:
    """A reader of texts, one file after the other; `refused` says why a text is not of this format, by its content."""

    def scan_files(parts: Iterable[SourceFile]) -> Found:
        for part in parts:
            try:
                text = decode_text(part.data, part.name)
            except RecordError as error:
                yield error
                continue
            if not text or text.isspace():
                yield UnreadableFile("is empty", file=part.name)
            elif reason := refused(text):
                yield UnreadableFile(reason, file=part.name, line=1, field="STATE")
            else:
                yield from scan(text, part.name)

    return scan_files


def _any_texts(scan: Callable[[str, str], Found]) -> Callable[[Iterable[SourceFile]], Found]:
    """A reader of texts in whatever encoding a poker room used."""
    return lambda parts: (hand for part in parts for hand in scan(decode_any(part.data), part.name))


def _fit_cards(hand: HandRecord) -> HandRecord:
    hand.card_rules  # noqa: B018 - says that dice have no place there
    return hand


def _fit_phh(hand: HandRecord) -> HandRecord:
    return fit_phh(_fit_cards(hand))


def _fit_dice(hand: HandRecord) -> HandRecord:
    hand.dice_rules  # noqa: B018 - says that cards have no place there
    return hand


def _fit_log(hand: HandRecord) -> HandRecord:
    """A dealer's log needs a result; where none is recorded, the replayed one is it. Errors name the hand's source."""
    if hand.returns is None:
        hand = dataclasses.replace(hand, returns=verify(hand))
    try:
        list(format_acpc([hand]))
    except RecordError as error:
        raise RecordError(error.reason, file=hand.source, line=hand.line, field=error.field) from None
    return hand


FORMATS = (
    Format(
        name="phh",
        about=".phh and .phhs files",
        is_file=_endings(".phh", ".phhs"),
        scan=_texts(scan_phh),
        suffixes=(".phh", ".phhs"),
        write=write_phh,
        is_text=is_phh,
        fit=_fit_phh,
        fit_own=_fit_cards,
        names_origin=True,
    ),
    Format(
        name="acpc",
        about="dealer's logs (.log)",
        is_file=_endings(".log"),
        is_text=is_acpc,
        scan=_texts(scan_acpc, refused_by_acpc),
        suffixes=(".log",),
        write=write_acpc,
        fit=_fit_log,
    ),
    Format(name="irc", about="IRC folders (hdb, hroster, pdb)", is_file=is_irc, scan=scan_months, together=True),
    Format(
        name="rounds",
        about="rounds of bluff (.jsonl)",
        is_file=_endings(".jsonl"),
        is_text=is_rounds,
        scan=_texts(scan_bluff),
        pieces="dice",
        suffixes=(".jsonl",),
        write=write_bluff,
        fit=_fit_dice,
    ),
    Format(
        name="ohh",
        about="Open Hand History (.ohh)",
        is_text=is_ohh,
        scan=_any_texts(scan_ohh),
        is_file=_endings(".ohh"),
        suffixes=(".ohh",),
        write=write_ohh,
        fit=fit_ohh,
    ),
    Format(
        name="stars",
        about="files of PokerStars, GGPoker, Winamax",
        is_text=is_stars,
        scan=_any_texts(scan_stars),
    ),
    Format(name="party", about="partypoker, 888", is_text=is_party, scan=_any_texts(scan_party)),
    Format(name="bovada", about="Bovada, Ignition", is_text=is_bovada, scan=_any_texts(scan_bovada)),
    Format(name="winning", about="Winning", is_text=is_winning, scan=_any_texts(scan_winning)),
    Format(name="ipoker", about="and iPoker", is_text=is_ipoker, scan=_any_texts(scan_ipoker)),
)
#: Endings of texts: such a file is opened, and if it can't be, that is told.
_TEXTS = ("", ".txt", ".xml", ".log", ".hh", ".history", ".dat", ".json", ".jsonl", ".ohh")


def format_of(part: SourceFile) -> Format | None:
    """The format of a file to be read: by how its text begins, whatever its name; else by its path."""
    head = decode_any(part.data[:HEAD])
    for each in FORMATS:
        if each.is_text is not None and each.is_text(head):
            return each
    return next((each for each in FORMATS if each.is_file(part.path)), None)


def is_of_a_room(part: SourceFile) -> bool:
    """Whether a file of no known format names a poker room and shows cards, as its hands would."""
    head = decode_any(part.data[:HEAD])
    return bool(_ROOM.search(head) and _SHOWN.search(head))


_ROOM = re.compile(r"PokerStars|Winamax|GGPoker|Full Tilt|partypoker|888poker|Bovada|Bodog|Ignition|iPoker", re.I)
_SHOWN = re.compile(r"\[ ?(?:10|[2-9TJQKA])[cdhs][ ,\]]")


def may_hold_hands(path: PurePosixPath, head: Callable[[], bytes]) -> bool:
    """Whether a file is worth reading: by its path, or whatever its name by its first bytes."""
    if path.suffix.lower() in _TEXTS or any(each.is_file(path) for each in FORMATS):
        return True
    text = decode_any(head())
    return any(each.is_text is not None and each.is_text(text) for each in FORMATS)


def format_to_write(path: Path) -> Format:
    """The format of a file to be written, by its ending; an error that names the endings."""
    for each in FORMATS:
        if path.suffix in each.suffixes:
            return each
    raise RecordError(f"has an ending that names no format: use {_endings_in_words()}", file=str(path))


def _endings_in_words() -> str:
    """What files may end in: those of cards, then others with the games that they are for."""
    *first, last = [suffix for each in FORMATS if each.pieces == "cards" for suffix in each.suffixes]
    told = f"{', '.join(first)} or {last}"
    for each in FORMATS:
        if each.pieces != "cards" and each.suffixes:
            games = " and ".join(name for name in GAMES if each.holds(name))
            told += f", or {each.suffixes[0]} for {games}"
    return told
