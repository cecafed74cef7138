"""Bots that run as programs of their own: a Python class in a file, or any command."""

from __future__ import annotations

import ast
import hashlib
import json
import shlex
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from riverboat.agents.messages import decide_message, end_message, read_answer, session_message, view_message
from riverboat.agents.names import AgentName
from riverboat.agents.processes import BotLimits, BotProcess
from riverboat.errors import AgentError, BotError, did_you_mean
from riverboat.games import Action, BluffGame, BluffObservation, CardGame, CardObservation


@dataclass(frozen=True, kw_only=True)
class ProgramAgent:
    """A program that answers lines of text with actions. Nobody knows whether it remembers, so it may."""

    name: str
    command: tuple[str, ...]
    hosted: bool = False  # a Python class in our own host, which is sent records
    limits: BotLimits = field(default_factory=BotLimits)
    games: tuple[str, ...] = ()
    remembers: bool = True

    @property
    def fingerprint(self) -> str:
        """The command, with a hash of every file that it names: an edited bot is another one."""
        digest = hashlib.sha256(repr((self.command, self.limits)).encode())
        for word in self.command[1:]:
            if (path := Path(word)).is_file():
                digest.update(path.read_bytes())
        return digest.hexdigest()[:16]

    def player(self, seed: int, *, game: CardGame | BluffGame | None = None) -> ProgramPlayer:
        """Start it; it is told which game is played."""
        return ProgramPlayer(self, seed, game)


class ProgramPlayer:
    """A program at the table. One that died or had to be killed is started again when it is next asked."""

    def __init__(self, agent: ProgramAgent, seed: int, game: CardGame | BluffGame | None) -> None:
        self._agent = agent
        self._game = game
        self._seed = seed
        self._process: BotProcess | None = None
        self._greeted = False
        try:
            self._start()
        except BotError:
            self.close()  # the first question will say what is wrong

    def begin_again(self, seed: int) -> None:
        """A new session for the same process: it is told so before its next question."""
        self._seed = seed
        self._greeted = False

    def _start(self) -> None:
        if self._process is not None and self._process.alive:
            return
        self._greeted = False
        self._process = BotProcess(self._agent.command, self._agent.limits)
        if self._agent.hosted:
            said = self._process.ask("")
            if said.startswith("broken "):
                self.close()
                raise AgentError(said.removeprefix("broken "))

    def _greet(self, seen: CardObservation | BluffObservation) -> BotProcess:
        self._start()
        assert self._process is not None
        if not self._greeted:
            game = self._game
            suits_matter = game.rules.suits_matter if isinstance(game, CardGame) else True
            seats = seen.seats if isinstance(seen, CardObservation) else len(seen.rolls)
            greeting = {"game": game.name if game else "", "seats": seats, "suits_matter": suits_matter}
            self._process.tell(session_message(self._seed, **greeting))
            self._greeted = True
        return self._process

    def decide(self, observation: CardObservation | BluffObservation) -> Action:
        """Ask the program."""
        process = self._greet(observation)
        hosted = self._agent.hosted
        line = process.ask(view_message("decide", observation) if hosted else decide_message(observation))
        return read_answer(line, observation.legal_actions)

    def hand_over(self, observation: CardObservation | BluffObservation) -> None:
        """Tell the program how a hand ended, if it is still there."""
        if self._process is not None and self._process.alive:
            hosted = self._agent.hosted
            self._greet(observation).tell(view_message("end", observation) if hosted else end_message(observation))

    def close(self) -> None:
        """End the program and all it started."""
        if self._process is not None:
            self._process.close()
            self._process = None


def program_agent(parsed: AgentName, limits: BotLimits | None = None) -> ProgramAgent:
    """The program that a name stands for; what can be seen to be wrong is refused here."""
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
    tree = check_bot_file(path, parsed.python_class)
    options = json.dumps({key: _number(value) for key, value in parsed.options})
    host = (sys.executable, "-m", "riverboat.agents.host")
    command = (*host, str(path.resolve()), parsed.python_class, options)
    remembers = not _says_it_forgets(tree, parsed.python_class)
    return ProgramAgent(name=parsed.text, command=command, hosted=True, limits=limits, remembers=remembers)


def check_bot_file(path: Path, class_name: str) -> ast.Module:
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
    return tree


def _says_it_forgets(tree: ast.Module, class_name: str) -> bool:
    """Whether the class says `remembers = False`: then every deal counts by itself."""
    bodies = [node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name]
    return any(ast.unparse(line) == "remembers = False" for body in bodies for line in body)


def _number(text: str) -> float | int | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
