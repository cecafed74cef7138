"""Hands as the iPoker network writes them: sessions in XML, some of it not well formed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import cast

from riverboat.cards.cards import parse_cards
from riverboat.errors import OtherGame, RecordError, RiverboatError
from riverboat.games import UNKNOWN
from riverboat.games.holdem import Betting
from riverboat.records.formats.rooms.hands import as_refusal, iso_time
from riverboat.records.formats.rooms.settling import settle
from riverboat.records.formats.rooms.told import (
    Act,
    ActKind,
    Chair,
    Family,
    Post,
    PostKind,
    RoomHand,
    hundredths,
)
from riverboat.records.hand_record import HandRecord

_TAG = re.compile(r"<(?P<end>/)?(?P<tag>[a-zA-Z]+)(?P<attributes>[^<>]*?)/?>(?P<text>[^<]*)")
_ATTRIBUTE = re.compile(r'([a-z_]+)="([^"]*)"')
_GAME = re.compile(r"<game\b")
_TYPE = re.compile(
    r"(?P<game>Holdem|LH\b|Omaha(?: Hi-?Lo)?|[57] Card Stud(?: Hi-?Lo)?|.*?)\s*"
    r"(?P<betting>NL|PL|L|Limit)?\b(?P<stakes>.*)$"
)
_STAKES = re.compile(r"(?P<small>[^\s/]*[0-9][^\s/]*)/(?P<big>[^\s/]*[0-9][^\s/]*)\s*$")
_POSTS: dict[str, PostKind] = {"1": "small", "2": "big", "15": "ante"}
_DEEDS: dict[str, ActKind] = {
    "0": "fold",
    "3": "call",
    "4": "check",
    "5": "bet",
    "6": "all-in",  # a raise, told by what it adds
    "7": "all-in",
    "9": "fold",  # sits out after the ante
    "16": "bring-in",
    "23": "raise",
}
_PASSED_OVER = ("8",)  # sits out
_STUD_STREET = {"Third Street": 0, "Fourth Street": 1, "Fifth Street": 2, "Sixth Street": 3, "River": 4}


def is_ipoker(text: str) -> bool:
    """Whether a file is this network's."""
    return "<session" in text[:1000] and "<gametype>" in text[:4000]


def scan_ipoker(text: str, file: str) -> Iterator[HandRecord | RecordError]:
    """The hands of a session."""
    starts = [found.start() for found in _GAME.finditer(text)]
    heading = text[: starts[0]] if starts else text
    line, before = 1, 0
    for at, start in enumerate(starts):
        line += text.count("\n", before, start)
        before = start
        end = starts[at + 1] if at + 1 < len(starts) else len(text)
        try:
            yield settle(_Game(heading, text[start:end], file, line).read())
        except (RiverboatError, ValueError) as error:
            game = text[start:end].partition("</game>")[0]
            yield as_refusal(error, file, line, f"{heading}{game}</game></session>")


def _field(text: str, name: str) -> str:
    found = re.search(rf"<{name}>([^<]*)</{name}>", text)
    return html.unescape(found[1]).strip() if found else ""


def _card(text: str) -> int:
    """One card, suit first: "H10"; X where nobody saw it."""
    if text in ("X", "x"):
        return UNKNOWN
    return parse_cards(text[1:].replace("10", "T") + text[0].lower())[0]


class _Game:
    """One hand of a session."""

    def __init__(self, heading: str, text: str, file: str, line: int) -> None:
        code = re.search(r'gamecode="([^"]*)"', text)
        self.told = told = RoomHand(room="iPoker", file=file, line=line, number=code[1] if code else "")
        self.text = text
        told.time = iso_time(_field(text, "startdate"))
        tournament = _field(heading, "tournamentname")
        told.event = f"tournament {tournament}" if tournament else f"iPoker {_field(heading, 'tablename')}"
        kind = _field(heading, "gametype")
        self._game(kind)

    def _game(self, kind: str) -> None:
        told = self.told
        found = _TYPE.match(kind)
        name = found["game"].strip() if found else kind
        families = {"Holdem": "holdem", "LH": "holdem", "Omaha": "omaha", "7 Card Stud": "seven-card"}
        betting = {"NL": "no-limit", "PL": "pot-limit"}.get((found["betting"] or "") if found else "", "limit")
        if name not in families:
            raise OtherGame(kind.split("$")[0].strip() or "no name", file=told.file, line=told.line)
        told.family, told.betting = cast("Family", families[name]), cast("Betting", betting)
        if stakes := _STAKES.search(kind):
            told.stakes = (hundredths(stakes["small"]), hundredths(stakes["big"]))

    def read(self) -> RoomHand:
        """All that the tags say."""
        told, street, deeds = self.told, 0, list[tuple[int, Act | Post]]()
        for tag in _TAG.finditer(self.text):
            name, attributes = tag["tag"], dict(_ATTRIBUTE.findall(tag["attributes"]))
            if tag["end"]:
                continue
            if name == "player":
                self._player(attributes)
            elif name == "round":
                number = int(attributes.get("no") or 0)
                street = number - (2 if told.family == "seven-card" else 1)
            elif name == "cards":
                self._cards(
                    html.unescape(attributes.get("player", "")), attributes.get("type", ""), tag["text"].split()
                )
            elif name == "action" and (done := self._action(attributes, street)) is not None:
                deeds.append((int(attributes.get("no") or 0), done))
        paid = {done.name for _, done in deeds if isinstance(done, Post)}
        for _, done in sorted(deeds, key=lambda pair: pair[0]):
            if isinstance(done, Post):
                told.posts.append(done)
            elif done.street is not None or done.name in paid:  # sitting out without an ante is not in the hand
                told.deeds.append(done)
        self._finish()
        return told

    def _player(self, attributes: dict[str, str]) -> None:
        told, name = self.told, html.unescape(attributes.get("name", ""))
        seat = int(attributes.get("seat") or 0)
        if attributes.get("dealer") == "1":
            told.button = seat
        if not name:
            return  # an empty chair
        told.chairs[name] = Chair(seat, hundredths(attributes.get("chips", "")))
        if won := hundredths(attributes.get("win", "0")):
            told.collect(name, won)

    def _cards(self, player: str, kind: str, words: list[str]) -> None:
        told, cards = self.told, [_card(word) for word in words]
        if not player:
            told.board += cards
        elif told.family == "seven-card":
            told.cards[player] = [*told.cards.get(player, []), *cards]
        elif kind == "Pocket":
            told.hold(player, cards)

    def _action(self, attributes: dict[str, str], street: int) -> Act | Post | None:
        kind, name = attributes.get("type", ""), html.unescape(attributes.get("player", ""))
        said = attributes.get("sum") or "0"
        if said == "DP":
            raise self.told.error(f"{name} lost the connection and was protected, which can't be replayed")
        amount = hundredths(said)
        if kind in _POSTS:
            return Post(name, _POSTS[kind], amount)
        if kind in _DEEDS:
            where = street if street >= 0 and kind != "9" else None
            return Act(name, _DEEDS[kind], amount, kind == "23", where, self.told.line)
        if kind in _PASSED_OVER:
            return None
        raise self.told.error(f"has an action of type {kind}, which is not known")

    def _finish(self) -> None:
        """Late posts are big blinds of another size or place; bets of tournaments are seen in what was bet."""
        told = self.told
        first_big = next((post for post in told.posts if post.kind == "big"), None)
        if first_big is not None:
            told.posts = [
                post._replace(kind="both") if post.kind == "big" and post is not first_big else post
                for post in told.posts
            ]
        if told.betting == "limit" and (not told.stakes or first_big is not None):
            told.guess_bets()
