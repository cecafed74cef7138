"""What the competition's dealer and its players say to each other, as text.

Annual Computer Poker Competition, "Protocol specification" version 2.0.0 of the public dealer (project_acpc_server):

    player  VERSION:2.0.0
    dealer  MATCHSTATE:<position>:<hand>:<betting>:<hole|hole/flop/turn/river>
    player  the same line, and :f, :c, :r or (no-limit) :r<all that the player has then put in>

Positions are counted from the left of the button. Every player gets every state; hidden cards are left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from riverboat.errors import GameError, RecordError
from riverboat.games import UNKNOWN, Action, CardObservation, CardState, HoldemRules
from riverboat.games.actions import LegalActions
from riverboat.records.formats.acpc import betting_text, cards_text, parse_known, play_betting
from riverboat.records.hand_record import Move
from riverboat.records.replay import game_of

VERSION = "VERSION:2.0.0"
_SAID = re.compile(r"VERSION:(\d{1,9})\.(\d{1,9})\.(\d{1,9})")
_STATE = re.compile(r"MATCHSTATE:(\d{1,3}):(\d{1,12}):([0-9cfr/]*):([^:]*)")
_ACTION = re.compile(r"([fc])|r\s*([+-]?\d{0,18})")
#: The board's cards before each street is over.
_BOARD = (0, 3, 4, 5)


def speaks_ours(line: str) -> bool:
    """Whether a player's first line names a version of the protocol that we speak: 2.0."""
    said = _SAID.match(line)
    return said is not None and (int(said[1]), int(said[2])) == (2, 0)


def is_comment(line: str) -> bool:
    """Whether a line says nothing to the other side."""
    return line.startswith(("#", ";"))


def state_text(seen: CardObservation, hand: int, events: int | None = None) -> str:
    """What a seat sees as the dealer says it; where only some `events` have happened, as it was then."""
    rules = seen.rules
    assert isinstance(rules, HoldemRules)
    past = seen.history
    seats, first = seen.seats, seen.button + 1
    moves = [Move(each.street, (each.seat - first) % seats, *each.action) for each in past[:events]]
    board, hole = seen.board, seen.cards
    streets = 1 if len(board) < 3 else len(board) - 1
    if events is not None and events < len(past):
        streets = past[events].street + 1
        board = board[: _BOARD[streets - 1]]
        hole = tuple(cards if seat == seen.seat else (UNKNOWN, UNKNOWN) for seat, cards in enumerate(hole))
    held = [hole[(first + at) % seats] for at in range(seats)]
    return f"MATCHSTATE:{seen.position}:{hand}:{betting_text(moves, rules, streets)}:{cards_text(held, board)}"


def answers(line: str, state: str) -> str | None:
    """The action in an answer to a state; None where the line answers something else, or nothing."""
    if line.startswith(f"{state}:"):
        return line[len(state) + 1 :]
    asked, said = _STATE.match(state), _STATE.match(line)
    if asked is None or said is None or line[said.end() : said.end() + 1] != ":":
        return None
    same = [int(said[at]) == int(asked[at]) for at in (1, 2)]
    return line[said.end() + 1 :] if all(same) and said[3] == asked[3] and _alike(said[4], asked[4]) else None


def _alike(one: str, other: str) -> bool:
    """Whether the same cards are told, in whatever order within a hand or street."""
    rows = [[sorted(re.findall("..", part)) for part in re.split("[|/]", text)] for text in (one, other)]
    return rows[0] == rows[1]


class Meant(NamedTuple):
    """An action of the rules, and whether it is what was said: else the protocol has put it in its place."""

    action: Action
    as_said: bool


def meant_by(text: str, seen: CardObservation) -> Meant:
    """The action that a player's letters mean.

    By the protocol a raise that is too small or too large becomes the nearest one; all else that can't be done or read
    becomes a call.
    """
    legal = seen.legal_actions
    call = Action("call" if "call" in legal.kinds else "check")
    found = _ACTION.match(text)
    if found is None:
        return Meant(call, False)
    if found[1] == "c":
        return Meant(call, True)
    if found[1] == "f":
        can = "fold" in legal.kinds
        return Meant(Action("fold") if can else call, can)
    if legal.raise_kind is None:
        return Meant(call, False)
    if seen.rules is not None and getattr(seen.rules, "betting", "") == "limit":
        return Meant(Action(legal.raise_kind, legal.min_to), True)
    if not found[2].strip("+-"):
        return Meant(call, False)
    wanted = int(found[2]) - seen.paid[seen.seat] + seen.bets[seen.seat]
    total = _nearest(wanted, legal)
    return Meant(Action(legal.raise_kind, total), total == wanted)


def _nearest(total: int, legal: LegalActions) -> int:
    return min(max(total, legal.min_to), legal.max_to)


def action_text(action: Action, seen: CardObservation) -> str:
    """An action of the rules in the protocol's letters."""
    if action.kind == "fold":
        return "f"
    if action.kind not in ("bet", "raise"):
        return "c"
    if getattr(seen.rules, "betting", "") == "limit":
        return "r"
    return f"r{action.amount + seen.paid[seen.seat] - seen.bets[seen.seat]}"


@dataclass(frozen=True, kw_only=True)
class ToldState:
    """A dealer's line, read: who is told, in which hand, and the hand as it stands."""

    position: int
    hand: int
    seats: int
    betting: str
    hole: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]

    def state(self, rules: HoldemRules, stack: int) -> CardState:
        """The hand as it stands. The player who is told sits in seat 0, so that everyone's seat stays."""
        game = game_of(rules)
        seats = rules.seats
        cards = [self.hole[(self.position + seat) % seats] for seat in range(seats)]
        state = game.start(
            stacks=(stack,) * seats, button=(seats - 1 - self.position) % seats, cards=cards, board=self.board
        )
        for _ in play_betting(self.betting, rules, state):
            pass
        return state


def read_state(line: str) -> ToldState:
    """Read a dealer's line."""
    found = _STATE.fullmatch(line)
    if found is None:
        raise GameError(f'"{line[:80]}" is no state: MATCHSTATE:position:hand:betting:cards')
    hole, *streets = found[4].split("/")
    try:
        hands = tuple(parse_known(text) or (UNKNOWN, UNKNOWN) for text in hole.split("|"))
        board = parse_known("".join(streets))
    except RecordError as error:
        raise GameError(f'"{line[:80]}": {error}') from None
    position = int(found[1])
    if position >= len(hands) or UNKNOWN in hands[position] or any(len(hand) != 2 for hand in hands):
        raise GameError(f'"{line[:80]}" does not tell position {position} two cards of its own')
    return ToldState(position=position, hand=int(found[2]), seats=len(hands), betting=found[3], hole=hands, board=board)
