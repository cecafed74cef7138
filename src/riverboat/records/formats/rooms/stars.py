"""Hands as PokerStars writes them, and the rooms that write nearly the same.

PokerStars (tables, Zoom, home games), GGPoker, Full Tilt, Run It Once, PokerBros and PokerMaster put a colon behind a
name, Winamax and the newer Winning network do not.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple, cast

from riverboat.errors import OtherGame, RecordError
from riverboat.games import UNKNOWN
from riverboat.games.holdem import Betting
from riverboat.records.formats.rooms.hands import HandLines, iso_time, scan_hands
from riverboat.records.formats.rooms.told import (
    Act,
    ActKind,
    Chair,
    Family,
    Post,
    PostKind,
    RoomHand,
    cards_in,
    dealt_cards,
    hundredths,
)
from riverboat.records.hand_record import HandRecord

BEGINS = re.compile(
    r"\ufeff?\s*(?:(?P<room>PokerStars|Full Tilt|Run It Once Poker|PokerMaster|PokerBros|Poker)(?: Zoom| Home Game)?"
    r" (?:Hand|Game) #(?P<number>[A-Z]{0,4}[0-9]+)(?: \[AAMS ID: [^\]]*\] ?)?:"
    r"|Winamax Poker - .*?HandId: #(?P<winamax>[0-9-]+) -"
    r"|(?:Game )?Hand #(?P<winning>[0-9]+) - .*(?:Holdem|Omaha|Stud|Poker|Draw))"
)
_ROOMS = {"Poker": "GGPoker", "Run It Once Poker": "Run It Once"}
_GAME = re.compile(
    r"(?P<game>(?:6\+ |Split |Unfold |Swap |Tempest |Showtime |Power Up )?Hold'em|Holdem|Short ?[Dd]eck"
    r"|[56] Card Omaha(?: Hi/Lo)?|Omaha Hi/Lo|Omaha5?"
    r"|Courchevel(?: Hi/Lo)?|PLO(?:-[0-9])?|Fusion"
    r"|7[- ]Card Stud Hi/Lo|7[- ]Card Stud|Razz|Badugi|(?:Triple|Single) Draw[^(]*?(?= [a-zA-Z]+ \(| ?\()"
    r"|5[- ]Card (?:Draw|Stud))"
    r"[ (]*(?P<betting>No Limit|Pot Limit|Fixed Limit|Limit|no limit|pot limit|fixed limit)?",
)
_STAKES = re.compile(r"\(([^()]*[0-9][^()]*/[^()]*[0-9][^()]*)\)| - ((?![0-9]{4}/)\S*[0-9]\S*/\S*[0-9]\S*) - ")
_TOURNAMENT = re.compile(r"Tournament (?:#(\S+?),|\"(.*?)\")")
_DATES = re.compile(r"[12][0-9]{3}/[0-9]{1,2}/[0-9]{1,2}[ -]+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?")
_TABLE = re.compile(
    r"\s*(?:Table:?(?: ID)? '(?P<name>.*)'|(?P<plain>.+?)) ?(?:[0-9]+-[mM]ax)?.*?"
    r"(?:Seat #?(?P<button>[0-9]+) is the button|$)"
)
_SEAT = re.compile(
    r"\s*Seat (?P<seat>[0-9]+): (?P<name>.*?) \((?P<stack>[^()]*?[0-9][^()]*?)\)(?:(?! \([^()]*[0-9]).)*$",
)
#: A seat as nearly all hands have it, read at once.
_QUICK_SEAT = re.compile(r"Seat ([0-9]+): (\S.*?) \(([^\s()]*[0-9][^\s()]*) in chips\)")
_STREET = re.compile(r"\s*\*\*\* (?P<run>FIRST |SECOND |THIRD )?(?P<street>[A-Za-z0-9/ -]+?) \*\*\*(?P<cards>.*)$")
_STREETS = {
    "HOLE CARDS": 0,
    "PRE-FLOP": 0,
    "FLOP": 1,
    "TURN": 2,
    "RIVER": 3,
    "3rd STREET": 0,
    "4th STREET": 1,
    "5th STREET": 2,
    "6th STREET": 3,
    "7th STREET": 4,
}
_POST = re.compile(
    r"posts (?:the )?(?P<what>small (?:&|and) big blinds?|small blind|big blind|ante|straddle|button blind|dead blind"
    r"|dead|missed blind)\s+(?P<amount>.*?)(?P<late> out of position)?$"
)
_POSTS: dict[str, PostKind] = {
    "small blind": "small",
    "big blind": "big",
    "ante": "ante",
    "straddle": "straddle",
    "button blind": "straddle",
    "dead blind": "dead",
    "dead": "dead",
    "missed blind": "dead",
}
#: The blinds and antes that nearly all hands have, read at once.
_QUICK_POST = re.compile(
    r"(?!\s|Uncalled bet |Dealt to |STP )([^:]+): posts (?:the )?(small blind|big blind|ante) (\S*[0-9]\S*)"
)
_STRADDLES = re.compile(r"straddles? (?P<amount>\S*[0-9]\S*)(?: and is all-in)?$")
_RAISE = re.compile(r"(?:raises|completes|bets)(?: it)? (?:(?P<added>.*?) )?to (?P<to>.*)")
#: What is won beside the pot.
_PRIZE = re.compile(r" for eliminating |the tournament\b|\bticket\b|\bentry\b|\band receives\b")
_HOUSE_ADDS = re.compile(r"(?:STP added|cash ?drop|pot splash|splash(?:ed)? (?:the )?pot)", re.IGNORECASE)
_RETURNED = re.compile(r"\s*Uncalled bet \((?P<amount>[^()]*)\) returned to (?P<name>.*?)\s*$")
_ROW = r"\[(?:(?:10|[2-9TJQKA])[cdhs]|[Xx?]{1,2}|[0-9] of|[ ,])*\]"
_DEALT = re.compile(rf"\s*Dealt to (?P<name>.*?)(?: (?P<before>{_ROW}))?(?: ?(?P<new>{_ROW}))?\s*$")
#: The cards of one player in one pair of brackets, as in all games with a board.
_DEALT_WHOLE = re.compile(r"Dealt to ([^\[\]]*[^\[\]\s]) (\[[^\[\]]*\])\s*")
_POT = re.compile(r"\s*Total pot (?P<pot>\S+(?: ?[^\s|]+)*?)(?: Main pot.*?)? *(?:\|(?P<rest>.*))?$")
_FEE = re.compile(r"(?:Rake|Jackpot|Bingo|Fortune|JP Fee|Tax)\s+(?P<fee>[^|]*)")
_SUMMARY = re.compile(r"\s*Seat (?P<seat>[0-9]+): (?P<rest>.*)$")
_CARDS = re.compile(r"\[[^\]]*\]")
_WON = re.compile(r"(?:won|collected)(?: \(| )(?P<amount>[^()]*?[0-9][^()\s]*)\)?")
#: A line of somebody who acts, as nearly all are; a name that ends otherwise than it seems is left to the long way.
_QUICK = re.compile(
    r"(?!\s|\*\*\*|Dealt to |Uncalled bet |Seat )([^:\[\]]+?):? (?:(folds|checks)|"
    r"(?:(calls|bets) (\S*[0-9]\S*)|raises \S+ to (\S*[0-9]\S*))(?: and is all-in)?)\s*"
)
_SIMPLE: dict[str, ActKind] = {"folds": "fold", "checks": "check"}
_MONEY: dict[str, ActKind] = {"calls": "call", "bets": "bet", "raises": "raise"}


_FAMILIES: dict[str, Family] = {
    "Hold'em": "holdem",
    "Holdem": "holdem",
    "Omaha": "omaha",
    "PLO": "omaha",
    "7 Card Stud": "seven-card",
    "7-Card Stud": "seven-card",
}


class _Facts(NamedTuple):
    """What a heading says beside its number and its time."""

    game: str
    betting: str
    stakes: tuple[int, ...] = ()
    ante: int = 0
    event: str = ""


@functools.lru_cache(maxsize=1 << 12)
def _facts(line: str) -> _Facts | None:
    """The game, the stakes and the tournament of a heading; all hands of a session have the same."""
    games = list(_GAME.finditer(line))
    if not games:
        return None
    game = games[-1]
    found = _Facts(game["game"].strip(), game["betting"] or "")
    if found.game not in _FAMILIES:
        return found
    stakes = _STAKES.findall(line[game.end() - 1 :]) or _STAKES.findall(line)
    if stakes:
        amounts = next(filter(None, stakes[-1])).split("/")
        found = found._replace(
            stakes=tuple(hundredths(amount) for amount in amounts)[-2:],
            ante=hundredths(amounts[0]) if len(amounts) == 3 else 0,
        )
    tournament = _TOURNAMENT.search(line)
    return found._replace(event=f"tournament {tournament[1] or tournament[2]}") if tournament else found


@functools.lru_cache(maxsize=1 << 14)
def quick_deed(line: str) -> tuple[str, ActKind, int, bool] | None:
    """What nearly all lines say, read at once: the name if a player does it, the kind, the amount, if it is a total.

    None for any other line. The same lines come again and again, so that most are only looked up.
    """
    found = _QUICK.fullmatch(line)
    if found is None:
        return None
    name, simple, money, amount, total = found.groups()
    if simple is not None:
        return name, _SIMPLE[simple], 0, False
    try:
        return (
            (name, _MONEY[money], hundredths(amount), False)
            if total is None
            else (name, "raise", hundredths(total), True)
        )
    except ValueError:
        return None


@functools.lru_cache(maxsize=1 << 12)
def _table(line: str) -> tuple[int | None, str] | None:
    """The button's chair and the name of a table; a session says the same few lines again and again."""
    found = _TABLE.match(line)
    if found is None:
        return None
    return int(found["button"]) if found["button"] else None, (found["name"] or found["plain"] or "").strip()


def is_stars(text: str) -> bool:
    """Whether a file is one of these rooms', by how its hands begin."""
    return any(BEGINS.match(line) for line in text[:4000].splitlines()[:12])


def scan_stars(text: str, file: str) -> Iterator[HandRecord | RecordError]:
    """The hands of such a file."""
    return scan_hands(text, file, BEGINS, lambda part: _Hand(part).read())


class _Hand:
    """One hand, read line by line."""

    def __init__(self, part: HandLines) -> None:
        self.part = part
        self.street: int | None = None
        self.is_summary = False
        self.won: dict[str, int] = {}  # by the summary: some rooms say it nowhere else
        self.told = self._heading(part.lines[0])

    def _heading(self, line: str) -> RoomHand:
        begun = BEGINS.match(line)
        assert begun is not None
        room = begun["room"]
        name = _ROOMS.get(room, room) if room else "Winamax" if begun["winamax"] else "Winning"
        number = begun["number"] or begun["winamax"] or begun["winning"]
        told = RoomHand(
            room=name, file=self.part.file, line=self.part.first, number=number, time=iso_time(line[begun.end() :])
        )
        if begun["winamax"]:
            told.time = iso_time(line)
        facts = _facts(_DATES.sub("", line[begun.end("number") if room else 0 :]))
        if facts is None:
            raise told.error("names no game that is known")
        told.family, told.betting = self._game(told, facts.game, facts.betting)
        told.stakes, told.ante, told.event = facts.stakes, facts.ante, facts.event
        return told

    def _game(self, told: RoomHand, game: str, betting: str) -> tuple[Family, Betting]:
        if game not in _FAMILIES:
            raise OtherGame(f"{game} {betting}".strip(), file=told.file, line=told.line)
        family = _FAMILIES[game]
        if game == "PLO":
            return family, "pot-limit"
        words = betting.lower().replace("fixed limit", "limit") or ("limit" if family == "seven-card" else "no limit")
        kind = words.replace(" ", "-")
        return family, cast("Betting", kind)

    def read(self) -> RoomHand:
        """All that the lines say."""
        told = self.told
        chairs, deeds, plain = told.chairs, told.deeds, None
        for number, line in enumerate(self.part.lines[1:], self.part.first + 1):
            if not line:
                continue
            if self.is_summary:
                if " folded " not in line or "[" in line or " won " in line or "***" in line:  # most say nothing new
                    self._line(line.rstrip(), number)
                continue
            if self.street is None or line[0] == "*":
                if line[0] == "S" and self.street is None and not told.posts and (seat := _QUICK_SEAT.fullmatch(line)):
                    chairs[seat[2]] = Chair(int(seat[1]), hundredths(seat[3]))
                elif line[0] == "*" and (street := _STREET.match(line)):
                    self._new_street(street)
                else:
                    self._line(line.rstrip(), number)
                continue
            if line.startswith("Dealt to ") and "returned" not in line:
                if told.family != "seven-card" and (whole := _DEALT_WHOLE.fullmatch(line)):
                    told.hold(whole[1], dealt_cards(whole[2]))
                elif dealt := _DEALT.match(line):
                    self._dealt(dealt)
                continue
            deed = quick_deed(line)
            plain = told.has_plain_names if plain is None else plain
            if deed is not None and plain and deed[0] in chairs:
                deeds.append(Act(*deed, self.street, number))
            else:
                self._line(line.rstrip(), number)
        told.collected = told.collected or self.won
        if not told.event.startswith("tournament"):
            told.event = f"{told.room} {told.event}".strip()
        return told

    def _line(self, line: str, number: int) -> None:
        told = self.told
        if not line or line.isspace():
            return
        if "***" in line and line.lstrip().startswith("***") and (street := _STREET.match(line)):
            self._new_street(street)
        elif self.is_summary:
            self._summary(line)
        elif self.street is None and not told.posts and (seat := _SEAT.match(line)):
            name = seat["name"]
            stack = seat["stack"]
            told.chairs[name] = Chair(int(seat["seat"]), hundredths(stack.split(" in chips")[0].split(", ")[0]))
            if "bounty" in stack:
                told.notes[f"bounty {name}"] = stack.split(", ")[-1].removesuffix(" bounty")
        elif not told.chairs and told.button is None and (table := _table(line)):
            told.button = table[0]
            told.event = told.event or table[1]
        elif (posted := _QUICK_POST.fullmatch(line)) and posted[1] in told.chairs and told.has_plain_names:
            told.posts.append(Post(posted[1], _POSTS[posted[2]], hundredths(posted[3])))
        elif "returned" in line and (returned := _RETURNED.match(line)):
            told.give_back(returned["name"], hundredths(returned["amount"]))
        elif "Dealt to " in line and line.lstrip().startswith("Dealt to ") and (dealt := _DEALT.match(line)):
            self._dealt(dealt)
        elif added := _HOUSE_ADDS.match(line):
            raise told.error(
                f"has a pot that the house has added to ({added[0].removesuffix(' added')}), which can't be replayed",
                number,
            )
        elif "and cancelled" in line or line.startswith("Hand cancelled"):
            raise told.error("was cancelled by the room", number)
        else:
            self._deed(line.strip(), number)

    def _new_street(self, found: re.Match[str]) -> None:
        told, name, cards = self.told, found["street"].strip(), found["cards"]
        if name == "SUMMARY":
            self.is_summary = True
        elif name == "RIVER" and told.family == "seven-card":
            self.street = 4
        elif name in _STREETS:
            self.street = _STREETS[name]
            if told.family != "seven-card" and self.street:
                board = list(cards_in(cards))
                if found["run"] == "SECOND ":
                    told.second_board = board
                elif found["run"] == "THIRD ":
                    raise told.error("was dealt three times, which can't be replayed")
                else:
                    told.board = board

    def _dealt(self, dealt: re.Match[str]) -> None:
        told = self.told
        if dealt["before"] is None:
            return
        cards = dealt_cards(dealt["before"])
        new = [UNKNOWN] if dealt["new"] and "of" in dealt["new"] else dealt_cards(dealt["new"] or "")
        if told.family == "seven-card":
            before = told.cards.get(dealt["name"], [])
            if not dealt["new"] and not before:
                cards = [UNKNOWN] * (3 - len(cards)) + cards if len(cards) < 3 else cards
                told.cards[dealt["name"]] = cards
            else:
                told.cards[dealt["name"]] = [*before, *(new or cards)]
        else:
            told.hold(dealt["name"], cards + new)

    def _deed(self, line: str, number: int) -> None:
        found = self.told.speaker(line)
        if found is None:
            return
        told, (name, rest) = self.told, found
        verb, _, more = rest.partition(" ")
        if verb in _SIMPLE and not more.startswith(("the ", "to ")):
            told.deeds.append(Act(name, _SIMPLE[verb], street=self.street, line=number))
        elif verb == "posts" and (post := _POST.match(rest)):
            self._post(name, post)
        elif straddled := _STRADDLES.match(rest):
            told.posts.append(Post(name, "straddle", hundredths(straddled["amount"])))
        elif raised := _RAISE.match(rest):
            told.deeds.append(Act(name, "raise", hundredths(raised["to"]), True, self.street, number))
        elif verb == "caps":
            raise told.error("was played with a cap on what can be lost, which can't be replayed", number)
        elif verb in _MONEY and any(map(str.isdigit, more)):
            kind = _MONEY[verb]
            told.deeds.append(Act(name, kind, hundredths(more), kind == "raise", self.street, number))
        elif rest.startswith("brings in") or verb == "bring-in":
            told.deeds.append(Act(name, "bring-in", hundredths(rest), street=self.street, line=number))
        elif verb in ("collected", "collects") or (verb == "wins" and not _PRIZE.search(more)):
            if any(map(str.isdigit, more)):
                told.collect(name, hundredths(more))
        elif verb == "wins" and " for eliminating " in more:
            told.notes[f"bounty won by {name}"] = more.partition(" for ")[0]
        elif verb in ("shows", "showed") and (cards := _CARDS.search(more)):
            self._shows(name, cards.group())
        elif rest.startswith("cashed out"):
            told.notes[f"cash-out {name}"] = rest.partition(" for ")[2]

    def _post(self, name: str, post: re.Match[str]) -> None:
        told, what, amount = self.told, post["what"], hundredths(post["amount"])
        kind: PostKind = "both" if "&" in what or " and " in what else _POSTS[what]
        if post["late"]:
            kind = "extra"
        told.posts.append(Post(name, kind, amount))

    def _shows(self, name: str, text: str) -> None:
        told = self.told
        cards = dealt_cards(text)
        if UNKNOWN not in cards and name not in told.shown:
            told.shown.append(name)
        if told.family == "seven-card":
            self._show_stud(name, cards)
        else:
            told.hold(name, cards)

    def _show_stud(self, name: str, cards: list[int]) -> None:
        """Stud shows all cards in their order, or the hidden ones alone: what is unknown is filled in."""
        held = self.told.cards.get(name, [])
        left = [card for card in cards if card not in held]
        self.told.cards[name] = [left.pop(0) if card == UNKNOWN and left else card for card in held] + left[
            : 7 - len(held)
        ]

    def _summary(self, line: str) -> None:
        told = self.told
        if line.lstrip().startswith("Total pot") and (pot := _POT.match(line)):
            told.pot = None if "k" in pot["pot"] else hundredths(pot["pot"])  # Winamax rounds thousands
            fees = [
                hundredths(fee["fee"]) for fee in _FEE.finditer(pot["rest"] or "") if any(map(str.isdigit, fee["fee"]))
            ]
            told.rake = sum(fees) if fees else 0 if "No rake" in (pot["rest"] or "") else None
        elif (seat := _SUMMARY.match(line)) and (found := told.speaker(seat["rest"])):
            self._summary_of(*found)

    def _summary_of(self, name: str, rest: str) -> None:
        told = self.told
        if found := re.search(r"(?:mucked|showed|shows) (\[[^\]]*\])", rest):
            if "showed" in rest and told.family != "seven-card":
                self._shows(name, found[1])
            elif told.family == "seven-card":
                self._show_stud(name, dealt_cards(found[1]))
            else:
                told.hold(name, dealt_cards(found[1]))
        won = [hundredths(each["amount"]) for each in _WON.finditer(rest)]
        if won:
            self.won[name] = sum(won)
