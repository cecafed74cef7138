"""What can go wrong, in one tree. Every error is a `ValueError` that quotes what was seen and says what is right.

RiverboatError
├── CardError       a card, hand or board that cannot be
├── RangeError      the text of a range
├── OddsError       a question about odds that has no answer
├── GameError       a game that is not known, rules that cannot be, a state asked for what it does not have
│   └── IllegalAction   an action that the rules do not allow here
├── AgentError      an agent that is not known, a parameter that cannot be, a bot file with an error
├── BotError        what a bot did wrong while it played: the match counts it and goes on
├── ArenaError      a match that cannot be played, or a checkpoint of another one
├── StudyError      a study that is not known, or has no saved result
├── RecordError     a file of hands that cannot be read or written; names file, line and field
│   ├── UnreadableFile  a whole file or archive, of which not a single hand can be read
│   └── OtherGame       a hand of a game that is not played here; knows its name
├── StoreError      a database of hands that cannot be opened, read or written
│   └── DamagedHand     a single stored hand that cannot be read; knows its number
├── FileError       a file that cannot be written
└── TableError      a shipped table that is damaged or missing
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class RiverboatError(ValueError):
    """The root of all our errors; the command line prints its text alone and exits with 2."""


class CardError(RiverboatError):
    """A card, hand or board that cannot be."""


class RangeError(RiverboatError):
    """The text of a range that cannot be read, or a range that holds no hand."""


class OddsError(RiverboatError):
    """A question about odds that has no answer."""


class GameError(RiverboatError):
    """A game that is not known, rules that cannot be, or a state asked for what it does not have."""


class IllegalAction(GameError):  # noqa: N818 - an action is illegal; the word says what it is
    """An action that the rules do not allow here."""


class AgentError(RiverboatError):
    """An agent that is not known, a parameter that cannot be, or a bot that cannot be started."""


class BotError(RiverboatError):
    """What a bot did wrong while it played: too slow, dead, too loud. The match counts it and goes on."""

    def __init__(self, reason: str, *, stack: str = "") -> None:
        super().__init__(reason)
        self.stack = stack  # of the error that the bot raised, where there was one


class BotForfeit(UserWarning):
    """An agent failed so often that it was asked no more: what it lost says nothing of how it plays."""


class ArenaError(RiverboatError):
    """A match or tournament that cannot be played, or a checkpoint that belongs to another one."""


class StudyError(RiverboatError):
    """A study that is not known, or has no saved result."""


class FileError(RiverboatError):
    """A file that cannot be written."""


class TableError(RiverboatError):
    """A shipped table that is damaged, missing or of another version."""


class RecordError(RiverboatError):
    """A recorded hand that cannot be read or written; knows the file, line and field it stumbled over."""

    def __init__(self, reason: str, *, file: str = "", line: int = 0, field: str = "") -> None:
        self.reason, self.file, self.line, self.field = reason, file, line, field
        self.text = ""  # the hand as its file has it, where that can be told
        place = f"{file}:{line}" if file and line else file or (f"line {line}" if line else "")
        super().__init__(": ".join(part for part in (place, field, reason) if part))


class UnreadableFile(RecordError):  # noqa: N818 - says what is wrong, as IllegalAction does
    """A whole file, or the rest of an archive, that can't be read: no hand, so it is counted apart from hands."""


class OtherGame(RecordError):  # noqa: N818 - says what is wrong, as IllegalAction does
    """A hand of a game that is not played here: counted by the game's name and left out."""

    def __init__(self, game: str, *, file: str = "", line: int = 0) -> None:
        super().__init__(f"is a hand of {game}, which is not played here", file=file, line=line)
        self.game = game


class StoreError(RiverboatError):
    """A database of hands that cannot be opened, read or written.

    `told` is what visitors of the page are told instead: not where the database lies, and no option of a command.
    """

    def __init__(self, reason: str, *, told: str = "") -> None:
        self.told = told
        super().__init__(reason)


class NotStored(StoreError):  # noqa: N818 - says what is wrong, as IllegalAction does
    """The database works, but what was asked for is not in it."""


class DamagedHand(StoreError):  # noqa: N818 - says what is wrong, as IllegalAction does
    """A stored hand that can't be read: the others can, so whoever reads many goes on without it."""

    def __init__(self, hand_id: int, reason: str) -> None:
        self.hand_id, self.reason = hand_id, reason
        super().__init__(f"hand {hand_id} of the store is damaged: {reason}", told="this hand is damaged in the store")


def did_you_mean(typed: str, known: Iterable[str], *, cutoff: float = 0.5) -> str:
    """The tail of an error about an unknown name: ` (did you mean "kuhn"?)`, or nothing.

    Where there are thousands of names, nearly anything is a little like one of them: ask for a higher cutoff.
    """
    spelled = {name.lower(): name for name in known}
    close = difflib.get_close_matches(typed.lower(), spelled, n=1, cutoff=cutoff)
    return f' (did you mean "{spelled[close[0]]}"?)' if close else ""


def counted(number: object, noun: str) -> str:
    """This many of something: "1 seat", "2 seats", "2,000 hands"."""
    shown = f"{number:,}" if isinstance(number, int) else f"{number}"
    return f"{shown} {noun}" if number == 1 else f"{shown} {noun}s"


def is_or_are(number: object) -> str:
    """The verb after `counted`."""
    return "is" if number == 1 else "are"
