"""The partner at the table: one protocol for every game. It advises, cautions and answers, and can account for it all.

A partner sits beside one player and is given that seat's observation, so that it knows what the player knows and no
more. Whatever it says is made of sentences, and each sentence unfolds to the numbers that it rests on. Asked twice in
the same situation it says the same: what is random in its decisions is drawn from its seed and the situation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any, Protocol

from riverboat.cards.randomness import Seed
from riverboat.errors import AgentError, did_you_mean
from riverboat.games.actions import Action
from riverboat.games.protocol import Observation

Value = float | int | str | bool | None


@dataclass(frozen=True)
class Number:
    """One number behind a sentence: what it is called, its value, the value as text, and how it is worked out."""

    name: str
    value: Value
    text: str
    how: str = ""

    def to_json(self) -> dict[str, Any]:
        """As the page and `--json` get it."""
        return {"name": self.name, "value": self.value, "text": self.text, "how": self.how}


@dataclass(frozen=True)
class Sentence:
    """A plain sentence and the numbers that it unfolds to."""

    text: str
    numbers: tuple[Number, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """As the page and `--json` get it."""
        return {"text": self.text, "numbers": [number.to_json() for number in self.numbers]}


@dataclass(frozen=True)
class Advice:
    """What to do, and why. The first sentence says what, the others are the grounds."""

    action: Action
    sentences: tuple[Sentence, ...]

    def to_json(self) -> dict[str, Any]:
        """As the page and `--json` get it."""
        return {"action": action_to_json(self.action), "sentences": [each.to_json() for each in self.sentences]}


@dataclass(frozen=True)
class Caution:
    """A word before the player does otherwise than advised; he may go on."""

    advice: Advice
    sentences: tuple[Sentence, ...]

    def to_json(self) -> dict[str, Any]:
        """As the page and `--json` get it."""
        return {"advice": self.advice.to_json(), "sentences": [each.to_json() for each in self.sentences]}


@dataclass(frozen=True)
class Cost:
    """What doing otherwise than advised gives away on average, by the partner's numbers; never less than nothing."""

    amount: float
    unit: str
    numbers: tuple[Number, ...]

    def to_json(self) -> dict[str, Any]:
        """As the page gets it."""
        return {"amount": self.amount, "unit": self.unit, "numbers": [number.to_json() for number in self.numbers]}


@dataclass(frozen=True)
class Question:
    """One line of the menu: a key that `answer` understands, and the question as a player would put it."""

    key: str
    text: str

    def to_json(self) -> dict[str, Any]:
        """As the page and `--json` get it."""
        return {"key": self.key, "text": self.text}


@dataclass(frozen=True)
class Answer:
    """What the partner replies; `taken_for` is the question of the menu that it replies to, where another was typed."""

    sentences: tuple[Sentence, ...]
    taken_for: str = ""

    def to_json(self) -> dict[str, Any]:
        """As the page and `--json` get it."""
        return {"sentences": [each.to_json() for each in self.sentences], "taken_for": self.taken_for}


def action_to_json(action: Action) -> dict[str, Any]:
    """An action with its text form."""
    return {"kind": action.kind, "amount": action.amount, "text": str(action)}


class Partner(Protocol):
    """Who sits beside a player. Observations are those of that player's seat, of the game it was made for."""

    def advise(self, observation: Any) -> Advice:
        """What to do now; the player is to act."""
        ...

    def caution(self, observation: Any, action: Action) -> Caution | None:
        """A word where the player is about to do otherwise than advised; None where there is nothing to say."""
        ...

    def cost(self, observation: Any, action: Action) -> Cost | None:
        """What an action gives away against the advice; None where that can't be counted in chips."""
        ...

    def questions(self, observation: Any) -> tuple[Question, ...]:
        """What can be asked in this situation, as a menu."""
        ...

    def answer(self, observation: Any, question: str, *, names: Sequence[str] = ()) -> Answer:
        """Reply to a key of the menu or to a question as it was typed; one not understood is answered with the menu.

        `names` are those of the seats, where opponents shall be called by them.
        """
        ...

    def hand_over(self, observation: Any) -> None:
        """Learn from a hand that is over."""
        ...

    def save_state(self) -> dict[str, Any]:
        """What was learnt, as JSON; rows under "cases" are only ever added at the end."""
        ...

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Begin with what was learnt before."""
        ...


@dataclass(frozen=True, kw_only=True)
class PartnerEntry:
    """A game that has a partner: the module whose `make` gives one, and its kinds, the usual one first."""

    game: str
    line: str
    module: str
    # Each kind with what it is.
    kinds: Mapping[str, str] = field(default_factory=lambda: {"paper": "speaks from the paper's numbers"})

    @property
    def usual_kind(self) -> str:
        """The kind where none is named."""
        return next(iter(self.kinds))


_ALL = (
    PartnerEntry(
        game="holdem-limit",
        line="speaks from Lokibot's numbers: strength, potential, pot odds, the opponents' likely hands",
        module="riverboat.partner.holdem",
    ),
    PartnerEntry(
        game="holdem-nolimit",
        line="the same at no-limit",
        module="riverboat.partner.holdem",
    ),
    PartnerEntry(
        game="stud",
        line="Osone & Onisawa's partner: winning rate, fuzzy rules, tendencies, similar cases; plus goes beyond it",
        module="riverboat.partner.stud",
        kinds={
            "plus": "the paper's assessment, played by what the pot pays",
            "paper": "the paper's own rules, to the letter",
        },
    ),
    PartnerEntry(
        game="bluff",
        line="two players: the solved game's bids and what the last bid tells; more: binomial odds",
        module="riverboat.partner.bluff",
        kinds={"solved": "plays the solved game"},
    ),
)
#: The games that have a partner, by name. `make(game, kind=, seed=)` of an entry's module gives one.
PARTNERS: Mapping[str, PartnerEntry] = MappingProxyType({entry.game: entry for entry in _ALL})


def partner_entry(game_name: str, kind: str | None = None) -> PartnerEntry:
    """The entry of a game that has a partner (of this kind), or an error that helps."""
    entry = PARTNERS.get(game_name)
    if entry is None:
        known = ", ".join(PARTNERS)
        raise AgentError(
            f'there is no partner at "{game_name}"{did_you_mean(game_name, PARTNERS)}: there is one at {known}'
        )
    if kind is not None and kind not in entry.kinds:
        raise AgentError(
            f"partner={kind} is not possible at {game_name}{did_you_mean(kind, entry.kinds)}: "
            f"it is {' or '.join(entry.kinds)}"
        )
    return entry


def make_partner(
    game_name: str, *, kind: str | None = None, seed: Seed = 0, state: Mapping[str, Any] | None = None
) -> Partner:
    """A partner for one player at a game; `state` is what an earlier one has learnt (`save_state`)."""
    entry = partner_entry(game_name, kind)
    chosen = kind or entry.usual_kind
    partner: Partner = import_module(entry.module).make(game_name, kind=chosen, seed=seed)
    if state is not None:
        partner.load_state(state)
    return partner


def check_turn(observation: Observation) -> None:
    """Refuse to advise where there is nothing to decide."""
    if not len(observation.legal_actions):
        raise AgentError("it is not your turn: there is nothing to advise on")
