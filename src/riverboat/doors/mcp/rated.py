"""A rated match that somebody outside plays move by move: the arena's own match, in a thread that waits for actions.

Deals are not played twice: the same mind would sit in both seats and know the cards. Luck is taken out of the result
instead, where that can be done.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from riverboat.agents.python_agent import PythonAgent
from riverboat.arena.luck.measures import adjusting
from riverboat.arena.matches.match import MatchProgress, match_steps
from riverboat.arena.matches.plan import match_plan
from riverboat.arena.matches.results import MatchResult
from riverboat.cards.seeds import format_seed
from riverboat.doors.telling import end_text, legal_json, text_of
from riverboat.errors import ArenaError, IllegalAction, RiverboatError
from riverboat.games import Action, parse_action
from riverboat.games.protocol import TableObservation
from riverboat.partner.protocol import make_partner

#: Hands of a session: what an agent that remembers starts again after, and one observation of the interval.
SESSION_HANDS = 10
MOST_HANDS = 10_000
_LEFT = "the match was left: it has no result"


@dataclass(frozen=True, kw_only=True)
class _Turn:
    """The player outside must act."""

    seen: TableObservation


@dataclass(frozen=True, kw_only=True)
class _Ended:
    """The match is over, or has failed."""

    result: MatchResult | None
    error: str = ""


class _Left(BaseException):
    pass


class _Outside:
    """The player outside as the arena sees it."""

    def __init__(self, match: RatedMatch) -> None:
        self._match = match

    def decide(self, observation: TableObservation) -> Action:
        """Wait for the action."""
        return self._match.wait_for_action(observation)

    def hand_over(self, observation: TableObservation) -> None:
        """Keep how the hand ended, to be told with the next turn."""
        self._match.note_end(observation)


class RatedMatch:
    """One match between somebody outside and agents of the house."""

    def __init__(
        self,
        opponents: list[str],
        *,
        game: str,
        hands: int,
        seed: int | str | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        if not 1 <= hands <= MOST_HANDS:
            raise ArenaError(f"{hands} hands are not possible: 1 to {MOST_HANDS:,}")
        player = PythonAgent(lambda: _Outside(self), named="you")
        options = dict(rules or {})
        plan = match_plan(
            [player, *opponents],
            game=game,
            hands=hands,
            seed=seed,
            options=options,
            duplicate=False,
            session_hands=min(SESSION_HANDS, hands),
        )
        self.plan = adjusting(plan, None)
        self.advised = self.refused = 0
        self._asked: queue.Queue[_Turn | _Ended] = queue.Queue()
        self._given: queue.Queue[Action | None] = queue.Queue()
        self._now: _Turn | _Ended | None = None
        self._ends: list[str] = []
        self._hands = 0
        self._progress: MatchProgress | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="rated match", daemon=True)
        self._thread.start()

    # Called in the thread of the match.

    def _run(self) -> None:
        try:
            steps = match_steps(self.plan)
            while True:
                self._progress = next(steps)
        except StopIteration as end:
            self._asked.put(_Ended(result=end.value))
        except _Left:
            self._asked.put(_Ended(result=None, error=_LEFT))
        except RiverboatError as error:
            self._asked.put(_Ended(result=None, error=str(error)))
        except Exception as error:  # the client must not wait for ever
            self._asked.put(_Ended(result=None, error=f"the match failed: {type(error).__name__}"))

    def wait_for_action(self, seen: TableObservation) -> Action:
        """Hand over a turn and wait for what is done with it."""
        self._asked.put(_Turn(seen=seen))
        action = self._given.get()
        if action is None:
            raise _Left
        return action

    def note_end(self, seen: TableObservation) -> None:
        """Keep how a hand ended."""
        self._hands += 1
        self._ends.append(end_text(seen))

    # Called from outside.

    def turn(self) -> dict[str, Any]:
        """What is to be decided now, with how the hands since the last decision ended; or the result."""
        with self._lock:
            return self._turn()

    def _turn(self) -> dict[str, Any]:
        now = self._wait()
        ends, self._ends = self._ends, []
        told: dict[str, Any] = {"over": isinstance(now, _Ended), "hands_played": self._hands, "ended": ends}
        if isinstance(now, _Ended):
            return told | self._result(now)
        return told | {"hands": self.plan.hands, "text": text_of(now.seen), "actions": legal_json(now.seen)}

    def _wait(self) -> _Turn | _Ended:
        if self._now is None:
            self._now = self._asked.get()
        return self._now

    def act(self, action: str) -> dict[str, Any]:
        """Do something, and go on to the next turn; what is not allowed is refused, and nothing happens."""
        with self._lock:
            now = self._wait()
            if isinstance(now, _Ended):
                raise ArenaError("the match is over: ask for its result")
            legal = now.seen.legal_actions
            try:
                wanted = parse_action(action[:100])
            except IllegalAction:
                self.refused += 1
                raise
            if wanted not in legal:
                self.refused += 1
                raise IllegalAction(f"{wanted} is not allowed here: {legal}")
            self._now = None
            self._given.put(wanted)
            return self._turn()

    def advice(self) -> dict[str, Any]:
        """The partner's advice on the turn; the result says how often it was asked for."""
        with self._lock:
            now = self._wait()
            if isinstance(now, _Ended):
                raise ArenaError("the match is over: there is nothing to advise on")
            found = make_partner(self.plan.game).advise(now.seen).to_json()
            self.advised += 1
            return found

    def result(self) -> dict[str, Any]:
        """How the match stands, or stood at its end."""
        with self._lock:
            if isinstance(self._now, _Ended):
                return {"over": True, "hands_played": self._hands} | self._result(self._now)
            done = self._progress
            means = None if done is None else dict(zip(self.plan.names, done.means_sb, strict=True))
            return {"over": False, "hands_played": self._hands, "hands": self.plan.hands, "means_so_far": means}

    def _result(self, end: _Ended) -> dict[str, Any]:
        if end.result is None:
            return {"error": end.error}
        told = end.result.to_json()
        kept = ("name", "hands", "mean", "low", "high", "n", "adjusted")
        players = [{key: player[key] for key in kept if key in player} for player in told["players"]]
        return {
            "result": {
                **{key: told[key] for key in ("game", "hands", "unit", "statistics_unit", "confidence")},
                "players": players,
                "advised": self.advised,
                "refused": self.refused,
                "seed": format_seed(self.plan.seed),
            }
        }

    def leave(self) -> None:
        """End the match without a result."""
        self._given.put(None)
        self._thread.join(10)
        self._now = _Ended(result=None, error=_LEFT)
