"""Fault rules: a bot that raises an error, answers nonsense, is too slow or dies checks if that is free, else folds.

Every fault is counted; after a limit the agent forfeits: it is asked no more, and checks or folds to the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from riverboat.agents.bots.bot_class import stack_of
from riverboat.agents.bots.messages import answer_text, read_answer
from riverboat.agents.drawing import Drawing
from riverboat.agents.protocol import Agent, Closing, Heeding, Learner, Loading, Player, Saving
from riverboat.agents.python_agent import PythonAgent
from riverboat.errors import AgentError, BotError
from riverboat.games.actions import Action, default_action
from riverboat.games.protocol import Game, Observation

#: How many faults of a session are kept word for word.
KEPT = 3


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What an agent did wrong, and in which deal of the session."""

    deal: int
    reason: str
    stack: str = ""  # of the error that the bot raised; of a program the end of what it printed


class Umpire:
    """Seats one agent, asks it, and makes sure that there is an answer."""

    def __init__(self, agent: Agent, *, limit: int, out: bool = False) -> None:
        self._agent = agent
        self._player: Player | None = None
        self._limit = limit
        self._out = out  # it has forfeited before
        self.count = 0
        self.faults: list[Fault] = []
        self._refused = Fault(deal=0, reason="")  # why the player could not even be made
        self.last: Player | None = None  # the player as it was when it was let go
        #: How often the player takes each action where it was asked last; None where it is not known to say so.
        self.drawn: Mapping[Action, float] | None = None

    def begin(self, seed: int, game: Game | None = None) -> None:
        """A fresh player for a session: what the one before it knew is gone."""
        self.close()
        if self.forfeited:
            return
        try:
            self._player = self._agent.player(seed, game=game)
        except AgentError:
            raise
        except Exception as error:  # a bot's own constructor
            reason = f"could not be made: {_told(error)}"
            self._refused = Fault(deal=0, reason=reason, stack=stack_of(error, own=__file__))

    @property
    def forfeited(self) -> bool:
        """Whether it is asked no more."""
        return self._out or self.count >= self._limit

    def decide(self, observation: Observation, deal: int) -> Action:
        """The player's action, or the one that the fault rules put in its place."""
        legal = observation.legal_actions
        self.drawn = None
        if self.forfeited:
            return default_action(legal)
        reason, stack = self._refused.reason, self._refused.stack
        if self._player is not None:
            try:
                answer: object = self._player.decide(observation)
                action = answer if isinstance(answer, Action) else read_answer(answer_text(answer), legal)
            except BotError as error:
                reason, stack = str(error), error.stack
            except AgentError:
                raise  # a bot file that can't be loaded: there is no bot
            except Exception as error:  # whatever a bot raises, the match goes on
                reason, stack = _told(error), stack_of(error, own=__file__)
            else:
                if action in legal:
                    if isinstance(self._agent, PythonAgent) and self._agent.house and isinstance(self._player, Drawing):
                        self.drawn = self._player.drawn
                    return Action(action.kind, int(action.amount))
                reason = f"{_short(action)} is not allowed here: {legal}"
        self._blame(deal, reason, stack)
        return default_action(legal)

    def ask(self, observation: Observation, deal: int) -> tuple[Action, str]:
        """The action a player chooses, or the rules for them; and what was wrong with theirs in words, or nothing."""
        before = self.count
        action = self.decide(observation, deal)
        if self.count == before:
            return action, ""
        known = len(self.faults) == self.count
        reason = self.faults[-1].reason if known else "wrong again"
        return action, f"{reason}; it is asked no more" if self.forfeited else reason

    def hand_over(self, observation: Observation, deal: int) -> None:
        """Tell the player how a hand ended, if it listens."""
        if isinstance(self._player, Learner):
            self._tell(self._player.hand_over, observation, deal)

    @property
    def heeds_beginnings(self) -> bool:
        """Whether the player wants to be told when a hand begins."""
        return isinstance(self._player, Heeding)

    def hand_begins(self, observation: Observation, deal: int) -> None:
        """Tell the player that a hand is dealt and nobody has acted yet, if it listens."""
        if isinstance(self._player, Heeding):
            self._tell(self._player.hand_begins, observation, deal)

    def _tell(self, listen: Callable[[Observation], None], observation: Observation, deal: int) -> None:
        if self.forfeited:
            return
        try:
            listen(observation)
        except BotError as error:
            self._blame(deal, str(error), error.stack)
        except Exception as error:  # whatever it raises
            self._blame(deal, _told(error), stack_of(error, own=__file__))

    def save_state(self) -> dict[str, Any] | None:
        """What the player has learnt, as JSON, where it can say so."""
        return dict(self._player.save_state()) if isinstance(self._player, Saving) else None

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Give the player what it had learnt."""
        if isinstance(self._player, Loading):
            self._player.load_state(state)

    def _blame(self, deal: int, reason: str, stack: str) -> None:
        self.count += 1
        if len(self.faults) < KEPT:
            self.faults.append(Fault(deal=deal, reason=reason, stack="" if self.faults else stack))
        if self.forfeited:
            self.close()

    def close(self) -> None:
        """Let the player go."""
        player, self._player = self._player, None
        if player is None:
            return
        self.last = player
        if isinstance(player, Closing):
            player.close()


def _told(error: Exception) -> str:
    text = str(error)
    return _cut(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def _short(thing: object) -> str:
    try:
        return _cut(str(thing) if isinstance(thing, Action) else repr(thing))
    except Exception:  # a bot's own __repr__ may fail too
        return f"an object of {type(thing).__name__}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 200 else f"{line[:200]} ..."
