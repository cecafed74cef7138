"""Somebody who brings hands to the page: files sent in pieces, an import followed to its end."""

from __future__ import annotations

import json
from collections.abc import Sequence

from riverboat.games import CardGame, HoldemRules, make_game
from riverboat.records.hand_record import HandRecord
from tests.records.formats.rooms.writing import stars
from tests.records.random_hands import played
from tests.waiting import until
from tests.web.playing import Json, Person


def piece(*files: tuple[str, int, bytes]) -> bytes:
    """A piece as the page sends it."""
    head = json.dumps([[name, at, len(data)] for name, at, data in files])
    return head.encode() + b"\n" + b"".join(data for _, _, data in files)


def send(person: Person, body: bytes, *, status: int = 200) -> Json:
    answer = person.http.post("/api/own/files", content=body)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def ended(person: Person, kind: str = "import") -> Json:
    """The job when it has ended."""

    def done() -> bool:
        return person.ask(f"/own/{kind}")["state"] not in ("waiting", "running")

    until(done, f"the {kind} ends")
    found: Json = person.ask(f"/own/{kind}")
    return found


def bring(person: Person, *files: tuple[str, bytes]) -> Json:
    """Send files and import them; the report."""
    for name, data in files:
        send(person, piece((name, 0, data)))
    person.ask("/own/import", method="POST", status=202)
    return ended(person)


def some_hands(count: int, seats: int = 6) -> list[HandRecord]:
    """Hands of limit Hold'em in which Ann and others sit, the button going round."""
    game = make_game("holdem-limit", seats=seats)
    assert isinstance(game, CardGame)
    assert isinstance(game.rules, HoldemRules)
    return [played(game.rules, seed=seed, stacks=(500,) * seats, button=seed % seats) for seed in range(count)]


def stars_file(hands: Sequence[HandRecord]) -> bytes:
    """As PokerStars writes them."""
    return "\n\n".join(map(stars, hands)).encode()
