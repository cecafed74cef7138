"""The order of play of an IRC hand, rebuilt from the letters of each player and checked against all that is recorded.

The database keeps, for each player and street, a string such as `kcr`: what they did, not when. Going round the table
and letting each take their next letter gives the only order there is. It counts as right only if every player's total
bet and every street's pot and number of players come out as recorded; otherwise the hand is refused, with the reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from riverboat.errors import RecordError
from riverboat.records.hand_record import Move

SMALL_BLIND, BIG_BLIND = 5, 10
BETS = (10, 10, 20, 20)
STREETS = ("pre-flop", "flop", "turn", "river")

_LETTERS = re.compile(r"(?:[BfkbcrQK]A?)*")
_TOKEN = re.compile(r"[BfkbcrQK]A?")


@dataclass(frozen=True)
class IrcPlayer:
    """A row of a player's file."""

    name: str
    streets: tuple[str, str, str, str]
    stack: int
    total: int
    won: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class IrcOrder:
    """What was found: the moves, who posted alone, and who was in at the end."""

    moves: tuple[Move, ...]
    lone_blind: bool
    in_at_end: tuple[int, ...]


def rebuild(players: list[IrcPlayer], pots: tuple[tuple[int, int], ...]) -> IrcOrder:
    """Find the order of play; `pots` are players and chips at flop, turn, river and showdown."""
    table = _Table(players)
    for street in range(4):
        table.play(street)
        if street < 3 and pots[street] != (0, 0):
            table.compare(pots[street], STREETS[street + 1])
    table.compare(pots[3], "showdown")
    for player, paid in zip(players, table.paid, strict=True):
        if paid != player.total:
            raise _unverified(f"{player.name} bet {player.total} by their row and {paid} by their letters", "total bet")
    if sum(player.won for player in players) != sum(table.paid):
        raise _unverified(f"{sum(p.won for p in players)} won of a pot of {sum(table.paid)}", "won")
    in_at_end = tuple(seat for seat, live in enumerate(table.live) if live)
    return IrcOrder(tuple(table.moves), table.lone_blind, in_at_end)


def _unverified(reason: str, field: str) -> RecordError:
    return RecordError(f"the order of play can't be verified: {reason}", field=field)


class _Table:
    def __init__(self, players: list[IrcPlayer]) -> None:
        self.players = players
        self.tokens = [[_tokens(player, street) for player in players] for street in range(4)]
        self.seats = len(players)
        self.live = [True] * self.seats
        self.left_after_winning = 0
        self.moves: list[Move] = []
        self.paid = [0] * self.seats
        self.before = [0] * self.seats
        self.top = BIG_BLIND
        posted = [seat for seat, tokens in enumerate(self.tokens[0]) if tokens[:1] and tokens[0][0] == "B"]
        if posted not in ([0], [0, 1]):
            who = ", ".join(players[seat].name for seat in posted) or "nobody"
            raise _unverified(f"{who} posted blinds", "pre-flop")
        self.lone_blind = posted == [0]
        for seat in posted:
            blind = SMALL_BLIND if seat == 0 and not self.lone_blind else BIG_BLIND
            self.paid[seat] = min(blind, players[seat].stack)
            del self.tokens[0][seat][0]

    def _first(self, street: int) -> int:
        """Two blinds: the third position first before the flop; heads-up, and later, the first position."""
        if street or (self.seats == 2 and not self.lone_blind):
            return 0
        return 1 if self.lone_blind else 2

    def play(self, street: int) -> None:
        """Go round until nobody has a letter left."""
        if street:
            self.top, self.before = 0, list(self.paid)
        tokens = self.tokens[street]
        seat, idle = self._first(street) % self.seats, 0
        while idle < self.seats:
            if tokens[seat] and self.live[seat]:
                idle = 0
                self._act(street, seat, tokens[seat].pop(0))
            else:
                idle += 1
            seat = (seat + 1) % self.seats
        if sum(self.live) > 1:
            self._all_matched(street)

    def _act(self, street: int, seat: int, token: str) -> None:
        letter, player, base = token[0], self.players[seat], self.before[seat]
        put = self.paid[seat] - base if street else self.paid[seat]
        if letter in "QK" and sum(self.live) == 1:
            self.left_after_winning = 1  # the server no longer counts them
        elif letter in "fQK":
            self.live[seat] = False
            self.moves.append(Move(street, seat, "fold"))
        elif letter == "k" and put == self.top:
            self.moves.append(Move(street, seat, "check"))
        elif letter == "c" and put < self.top:
            self.moves.append(Move(street, seat, "call"))
            self.paid[seat] = min(base + self.top, player.stack)
        elif letter == ("r" if self.top else "b"):
            self._bet(street, seat, all_in=len(token) == 2)
        else:
            raise _unverified(f"{player.name}'s {letter} can't follow a bet of {self.top}", STREETS[street])

    def _bet(self, street: int, seat: int, *, all_in: bool) -> None:
        player, base = self.players[seat], self.before[seat]
        to = self.top + BETS[street]
        if base + to > player.stack:
            if not all_in:
                raise _unverified(f"{player.name} bets more than their {player.stack}", STREETS[street])
            to = player.stack - base
        if to <= self.top:
            self.moves.append(Move(street, seat, "call"))
        else:
            self.moves.append(Move(street, seat, "raise" if self.top else "bet", to))
            self.top = to
        self.paid[seat] = base + to

    def _all_matched(self, street: int) -> None:
        for seat, player in enumerate(self.players):
            put = self.paid[seat] - self.before[seat] if street else self.paid[seat]
            if self.live[seat] and put != self.top and self.paid[seat] < player.stack:
                raise _unverified(f"{player.name} put in {put} of {self.top}", STREETS[street])

    def compare(self, recorded: tuple[int, int], where: str) -> None:
        """Hold players and pot against the hand's row."""
        found = (sum(self.live) - self.left_after_winning, sum(self.paid))
        if found != recorded:
            was, now = f"{recorded[0]}/{recorded[1]}", f"{found[0]}/{found[1]}"
            raise _unverified(f"players/pot at the {where} is {was} by its row and {now} by the letters", where)


def _tokens(player: IrcPlayer, street: int) -> list[str]:
    letters = player.streets[street]
    if letters == "-":
        return []
    if not _LETTERS.fullmatch(letters):
        raise _unverified(f'"{letters[:40]}" of {player.name} has letters that are not known here', STREETS[street])
    return _TOKEN.findall(letters)
