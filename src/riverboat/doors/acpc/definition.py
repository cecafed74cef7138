"""The game files of the competition: the rules of a game as its programs are told them, read and written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from riverboat.errors import GameError, RiverboatError, counted
from riverboat.files import read_regular
from riverboat.games import HoldemRules
from riverboat.records.formats.acpc import NOLIMIT_STACK, competition_rules

_LINE = re.compile(r"(\w+)\s*=\s*([0-9 ]+)")
_LONGEST = 100_000
#: What every Hold'em of the competition says of its cards.
_CARDS = {"numsuits": (4,), "numranks": (13,), "numholecards": (2,), "numboardcards": (0, 3, 1, 1), "numrounds": (4,)}


class AcpcGame(NamedTuple):
    """Rules, and what everyone has at the beginning of every hand."""

    rules: HoldemRules
    stack: int


def usual_game(seats: int, *, limit: bool) -> AcpcGame:
    """The competition's own game for some seats."""
    rules = competition_rules(seats, limit=limit)
    return AcpcGame(rules, rules.start_stack if limit else NOLIMIT_STACK)


def read_definition(path: Path) -> AcpcGame:
    """Read a game file; what our rules can't express is refused."""
    try:
        text = read_regular(path, _LONGEST).decode("utf-8", "replace")
    except OSError as error:
        raise GameError(f'the game file "{path}" cannot be read: {error.strerror or error}') from None
    try:
        return _game(text)
    except RiverboatError as error:
        raise GameError(f"{path.name}: {error}") from None


def _game(text: str) -> AcpcGame:
    lines = [line.strip().lower() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines or lines[0] != "gamedef" or lines[-1] != "end gamedef":
        raise GameError("is no game file: it begins with GAMEDEF and ends with END GAMEDEF")
    said = {found[1]: tuple(map(int, found[2].split())) for line in lines if (found := _LINE.fullmatch(line))}
    limit = "nolimit" not in lines
    for name, right in _CARDS.items():
        if said.get(name, right) != right:
            raise GameError(f"{name} = {_row(said[name])} is not Hold'em: {_row(right)}")
    seats = said.get("numplayers", (0,))[0]
    blinds = said.get("blind", ())
    if len(blinds) != seats:
        raise GameError(f"{counted(len(blinds), 'blind')} for {seats} players: one for each")
    small, big = (blinds[1], blinds[0]) if seats == 2 else blinds[:2]
    made = _limit(seats, (small, big), said) if limit else _nolimit(seats, (small, big), said)
    first = (made.rules.first_position + 1, 1, 1, 1)
    if blinds != made.rules.posted_blinds or said.get("firstplayer", (1, 1, 1, 1)) != first:
        raise GameError("these blinds, or who speaks first, are not those of Hold'em as it is played here")
    return made


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _limit(seats: int, blinds: tuple[int, int], said: dict[str, tuple[int, ...]]) -> AcpcGame:
    raises = said.get("maxraises", ())
    if len(raises) != 4 or raises[1:] != (raises[0] + 1,) * 3:
        raise GameError(f"maxRaises = {_row(raises)} is not possible here: one more after the flop, like 3 4 4 4")
    rules = HoldemRules(
        seats=seats,
        betting="limit",
        blinds=blinds,
        bets=_bets(said.get("raisesize", ())),
        raises_per_round=raises[0],
        odd_chips="split",
    )
    return AcpcGame(rules, said["stack"][0] if "stack" in said else rules.start_stack)


def _bets(sizes: tuple[int, ...]) -> tuple[int, ...]:
    if len(sizes) != 4:
        raise GameError(f"raiseSize = {_row(sizes)}: four sizes are right, one a street")
    return (sizes[0], sizes[2]) if sizes[0] == sizes[1] and sizes[2] == sizes[3] else sizes


def _nolimit(seats: int, blinds: tuple[int, int], said: dict[str, tuple[int, ...]]) -> AcpcGame:
    stacks = said.get("stack", ())
    if len(stacks) != seats or len(set(stacks)) != 1:
        raise GameError(f"stack = {_row(stacks)} is not possible here: the same for all {seats} players")
    rules = HoldemRules(
        seats=seats, betting="no-limit", blinds=blinds, min_bet=max(blinds), odd_chips="split", stack=stacks[0]
    )
    usual = competition_rules(seats, limit=False)
    if stacks[0] == NOLIMIT_STACK and rules.blinds == usual.blinds:
        rules = usual  # the one that a log need not describe
    return AcpcGame(rules, stacks[0])


def definition_of(game: AcpcGame) -> str:
    """The game file of some rules."""
    rules = game.rules
    limit = rules.betting == "limit"
    bets = rules.bets if len(rules.bets) == 4 else (rules.bets[0], rules.bets[0], rules.bets[1], rules.bets[1])
    raises = rules.raises_per_round if isinstance(rules.raises_per_round, int) else 3
    rows: dict[str, tuple[int, ...]] = {
        "numPlayers": (rules.seats,),
        "numRounds": (4,),
        **({} if limit else {"stack": (game.stack,) * rules.seats}),
        "blind": rules.posted_blinds,
        **({"raiseSize": bets} if limit else {}),
        "firstPlayer": (rules.first_position + 1, 1, 1, 1),
        **({"maxRaises": (raises, raises + 1, raises + 1, raises + 1)} if limit else {}),
        "numSuits": (4,),
        "numRanks": (13,),
        "numHoleCards": (2,),
        "numBoardCards": (0, 3, 1, 1),
    }
    body = "\n".join(f"{name} = {_row(row)}" for name, row in rows.items())
    return f"GAMEDEF\n{'limit' if limit else 'nolimit'}\n{body}\nEND GAMEDEF\n"


def check_rules(rules: object, _opener: int = 0) -> None:
    """Refuse rules that the protocol's programs can't be told."""
    if not isinstance(rules, HoldemRules):
        raise GameError("the competition's protocol knows Hold'em alone")
    antes = rules.antes if isinstance(rules.antes, tuple) else (rules.antes,)
    plain = HoldemRules(
        seats=rules.seats,
        betting=rules.betting,
        blinds=rules.blinds,
        bets=rules.bets,
        raises_per_round=rules.raises_per_round,
        min_bet=max(rules.blinds) if rules.betting == "no-limit" and rules.min_bet is not None else rules.min_bet,
        stack=rules.stack,
        odd_chips=rules.odd_chips,
    )
    if any(antes) or len(rules.blinds) != 2 or plain != rules or not isinstance(rules.raises_per_round, int):
        raise GameError(
            "the competition's protocol can't say these rules: two blinds, no antes, a cap of raises that is the same "
            "on every street, and nothing unusual"
        )
