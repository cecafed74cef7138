"""What a language model can ask for: each tool is a function of plain values that gives a JSON object."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from pydantic import Field

from riverboat.agents.registry import AGENTS
from riverboat.doors.mcp.rated import RatedMatch
from riverboat.doors.questions import seen_in
from riverboat.doors.telling import legal_json, text_of
from riverboat.errors import ArenaError
from riverboat.games import GAMES
from riverboat.games.catalog import USUAL_GAME
from riverboat.partner.protocol import PARTNERS, make_partner

#: Matches that may be under way at once: each is a thread that waits.
MOST_MATCHES = 16
_SEED = 0

Hands = Annotated[str, Field(max_length=400, examples=["AhKh vs QsQc", "AhKh vs 20%"])]
Hand = Annotated[str, Field(max_length=100, examples=["AhKh"])]
Board = Annotated[str, Field(max_length=40, description="0, 3, 4 or 5 cards", examples=["2h7hTc"])]
Decision = Annotated[
    dict[str, Any],
    Field(
        description="A decision as docs/doors/http.md has it: game, seat, button, shown (every seat's cards, ?? where "
        "not known), board, history; at Bluff seat, dice, counts, history",
        examples=[{"game": USUAL_GAME, "seat": 1, "button": 1, "shown": ["????", "AsKd"], "history": []}],
    ),
]
MatchId = Annotated[str, Field(max_length=40, description="what start_match gave")]


def equity(hands: Hands, board: Board = "") -> dict[str, Any]:
    """Win, tie and lose chances and equity of Hold'em hands or ranges against one another."""
    from riverboat.odds.equity import answer
    from riverboat.odds.question import ask
    from riverboat.odds.report import to_json

    question = ask(hands, board=board)
    told = to_json(question, answer(question, seed=_SEED), None)
    return {key: told[key] for key in ("board", "method", "simulations", "players")}


def odds(hand: Hand, board: Board = "", opponents: Annotated[int, Field(ge=1, le=9)] = 1) -> dict[str, Any]:
    """One Hold'em hand against unknown opponents: its chances, what it is now, its strength and its potential."""
    from riverboat.odds.equity import answer
    from riverboat.odds.question import ask
    from riverboat.odds.report import one_hand, to_json

    question = ask(hand, board=board, opponents=opponents)
    return to_json(question, answer(question, seed=_SEED), one_hand(question))


def legal_actions(decision: Decision) -> dict[str, Any]:
    """What a seat sees in a few lines of text, and what it may do there."""
    seen = seen_in(decision)
    return {"text": text_of(seen), "actions": legal_json(seen)}


def advise(decision: Decision) -> dict[str, Any]:
    """The partner's advice on a decision, with the numbers that it rests on and what every action is worth."""
    seen = seen_in(decision)
    return make_partner(str(decision["game"])).advise(seen).to_json()


def players() -> dict[str, Any]:
    """The games that can be played, and the agents that can be played against."""
    played = {name: entry.title for name, entry in GAMES.items() if entry.opponents}
    return {
        "games": [{"name": name, "title": title, "advice": name in PARTNERS} for name, title in played.items()],
        "agents": [
            {"name": name, "line": entry.line, "games": list(entry.games) or "every card game"}
            for name, entry in AGENTS.items()
        ],
    }


class Matches:
    """The rated matches of a server."""

    def __init__(self) -> None:
        self._under_way: dict[str, RatedMatch] = {}

    def start_match(
        self,
        opponents: Annotated[list[str], Field(min_length=1, max_length=11, examples=[["rock"]])],
        game: Annotated[str, Field(max_length=40)] = USUAL_GAME,
        hands: Annotated[int, Field(ge=1, le=10_000)] = 100,
    ) -> dict[str, Any]:
        """Start a rated match against agents, and get the first decision: a text of what you see, and your actions."""
        waiting = [name for name, match in self._under_way.items() if not match.result()["over"]]
        if len(waiting) >= MOST_MATCHES:
            raise ArenaError(f"{len(waiting)} matches are under way: finish or leave one first ({waiting[0]})")
        for name in opponents:
            if name.split(":")[0].split("@")[0].split("*")[0] not in AGENTS:
                raise ArenaError(f'"{name[:60]}" is not one of our agents: the tool players lists them')
        match = RatedMatch(opponents, game=game, hands=hands)
        name = secrets.token_hex(8)
        self._under_way[name] = match
        while len(self._under_way) > 4 * MOST_MATCHES:
            self._under_way.pop(next(key for key in self._under_way if key not in waiting and key != name))
        return {"match": name, **match.turn()}

    def act(
        self, match: MatchId, action: Annotated[str, Field(max_length=40, examples=["call", "raise 40", "bid 2-5"])]
    ) -> dict[str, Any]:
        """Act in a match, and get the next decision, with how hands ended in between; at the end the result."""
        return self._find(match).act(action)

    def look(self, match: MatchId) -> dict[str, Any]:
        """The decision of a match that waits for you."""
        return self._find(match).turn()

    def match_advice(self, match: MatchId) -> dict[str, Any]:
        """The partner's advice on the decision of a match; the result tells how often it was asked."""
        return self._find(match).advice()

    def match_result(self, match: MatchId) -> dict[str, Any]:
        """How a match stands; at its end what each player won a hand, with 95 % intervals."""
        return self._find(match).result()

    def leave_match(self, match: MatchId) -> dict[str, Any]:
        """End a match without a result."""
        self._find(match).leave()
        return {"match": match, "left": True}

    def close(self) -> None:
        """End all matches."""
        for match in self._under_way.values():
            if not match.result()["over"]:
                match.leave()

    def _find(self, name: str) -> RatedMatch:
        if name not in self._under_way:
            raise ArenaError(f'there is no match "{name[:40]}": start_match gives its name')
        return self._under_way[name]
