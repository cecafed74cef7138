"""Bots that run as programs of their own: a Python class in a file, or any command."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from riverboat.agents.bots.messages import (
    begin_message,
    decide_message,
    end_message,
    read_answer,
    seats_of,
    session_message,
    view_message,
)
from riverboat.agents.bots.processes import BotLimits, BotProcess
from riverboat.agents.names import AgentName
from riverboat.agents.protocol import Closing
from riverboat.errors import AgentError, BotError, did_you_mean
from riverboat.games import Action, Game
from riverboat.games.protocol import TableObservation


@dataclass(frozen=True, kw_only=True)
class ProgramAgent:
    """A program that answers lines of text with actions. Nobody knows whether it remembers, so it may."""

    name: str
    command: tuple[str, ...]
    hosted: bool = False  # a Python class in our own host, which is sent records
    limits: BotLimits = field(default_factory=BotLimits)
    games: tuple[str, ...] = ()
    remembers: bool = True
    begins: bool = True  # whether it is told when hands begin; a class is where it has the method

    @property
    def fingerprint(self) -> str:
        """The command, with a hash of every file that it names: an edited bot is another one."""
        digest = hashlib.sha256(repr((self.command, self.limits)).encode())
        for word in self.command[0 if self.hosted else 1 :]:
            if (path := Path(word)).is_file():
                digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def player(self, seed: int, *, game: Game | None = None) -> ProgramPlayer:
        """Start it; it is told which game is played."""
        return ProgramPlayer(self, seed, game)


class ProgramPlayer(Closing):
    """A program at the table. One that died or had to be killed is started again when it is next asked.

    A player is one process for one session: nothing but the match itself can carry anything from one to the next.
    """

    def __init__(self, agent: ProgramAgent, seed: int, game: Game | None) -> None:
        self._agent = agent
        self._game = game
        self._seed = seed
        self._process: BotProcess | None = None
        self._greeted = False
        with contextlib.suppress(BotError):  # the first question will say what is wrong
            self._start()  # so that it is there in the first hand, also where it has nothing to decide

    def _start(self) -> BotProcess:
        if self._process is None or not self._process.alive:
            self._greeted = False
            self._process = process_of(self._agent)
        return self._process

    def _greet(self, seen: TableObservation) -> BotProcess:
        process = self._start()
        if not self._greeted:
            greeting = session_message(self._seed, self._game, seats_of(seen))
            if not self._agent.hosted:
                process.tell(greeting)
            else:
                about_class(process)
                if (answer := process.ask(greeting, starting=True)) != "begun":
                    process.close()  # there is no player: it is made again when it is next asked
                    self._read(answer, seen)
            self._greeted = True
        return process

    def _read(self, line: str, seen: TableObservation) -> Action:
        try:
            return read_answer(line, seen.legal_actions)
        except BotError as error:
            if error.stack and self._process is not None:
                self._process.note(error.stack)
            raise

    def decide(self, observation: TableObservation) -> Action:
        """Ask the program."""
        hosted = self._agent.hosted
        message = view_message("decide", observation) if hosted else decide_message(observation)
        try:
            return self._read(self._greet(observation).ask(message), observation)
        except BotError as error:
            if not error.stack and not hosted and self._process is not None:
                error.stack = self._process.printed.rstrip()
            raise

    def hand_begins(self, observation: TableObservation) -> None:
        """Tell the program that a hand is dealt, if it is there and wants to know."""
        if self._agent.begins:
            self._tell(observation, "begin", begin_message)

    def hand_over(self, observation: TableObservation) -> None:
        """Tell the program how a hand ended, if it is still there."""
        self._tell(observation, "end", end_message)

    def _tell(self, seen: TableObservation, kind: str, message: Callable[[TableObservation], str]) -> None:
        if self._process is None or not self._process.alive:
            return
        process = self._greet(seen)
        if not self._agent.hosted:
            process.tell(message(seen))
        elif (answer := process.ask(view_message(kind, seen))) != "seen":
            self._read(answer, seen)

    def close(self) -> None:
        """End the program and all it started."""
        if self._process is not None:
            self._process.close()
            self._process = None


def process_of(agent: ProgramAgent) -> BotProcess:
    """A fresh process of an agent."""
    return BotProcess(agent.name, agent.command, agent.limits, host=agent.hosted)


def about_class(process: BotProcess) -> dict[str, bool]:
    """What the host of a Python class says when it has loaded it."""
    said = process.first_line()
    if said.startswith("broken "):
        process.close()
        raise AgentError(said.removeprefix("broken "))
    about: dict[str, bool] = json.loads(said.removeprefix("ready "))
    return about


def program_agent(parsed: AgentName, limits: BotLimits | None = None) -> ProgramAgent:
    """The program that a name stands for; what can be seen to be wrong is refused here.

    A Python class is loaded once, in a process of its own, to see that it can play.
    """
    limits = limits or BotLimits()
    if parsed.command:
        try:
            command = tuple(shlex.split(parsed.command))
        except ValueError as error:
            raise AgentError(f'"{parsed.text}" cannot be read: {error}') from None
        if not command or shutil.which(command[0]) is None:
            raise AgentError(f'"{parsed.text}": there is no program "{command[0] if command else ""}" to be run')
        return ProgramAgent(name=parsed.text, command=command, limits=limits)
    path = Path(parsed.python_file)
    check_bot_file(path, parsed.python_class)
    options = json.dumps({key: _number(value) for key, value in parsed.options})
    command = (str(path.resolve()), parsed.python_class, options)
    agent = ProgramAgent(name=parsed.text, command=command, hosted=True, limits=limits)
    try:
        process = process_of(agent)
        about = about_class(process)
    except BotError as error:
        raise AgentError(f"{path.name} cannot be loaded: it {error}") from None
    process.close()
    return replace(agent, remembers=about["remembers"], begins=about["begins"])


def check_bot_file(path: Path, class_name: str) -> None:
    """Refuse a file that is not there, is no Python, or names no such class."""
    try:
        tree = ast.parse(path.read_text("utf-8"), filename=path.name)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AgentError(f'the bot file "{path}" cannot be read: {reason}') from None
    except SyntaxError as error:
        shown = (error.text or "").strip()
        raise AgentError(f"{path.name}, line {error.lineno}: {error.msg}: {shown}") from None
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    imports = any(isinstance(node, ast.ImportFrom | ast.Import) for node in tree.body)
    if class_name not in classes and not (imports and class_name in path.read_text("utf-8")):
        there = f"its classes are {', '.join(classes)}" if classes else "it has no class"
        raise AgentError(f'"{class_name}" is not in {path.name}{did_you_mean(class_name, classes)}: {there}')


def _number(text: str) -> float | int | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
