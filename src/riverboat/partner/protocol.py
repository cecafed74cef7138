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
from typing import Any, Literal, Protocol

from riverboat.cards.randomness import Seed
from riverboat.errors import AgentError, did_you_mean
from riverboat.games.actions import Action
from riverboat.games.protocol import Observation
from riverboat.partner.texts import partners as texts
from riverboat.partner.worths import WorthKind, Worths

Value = float | int | str | bool | None
#: What a belief rests on: Lokibot's weights, a solved spot, or counting what is hidden.
HeldBy = Literal["weights", "solved", "counted"]


@dataclass(frozen=True)
class Number:
    """One number behind a sentence: what it is called, its value, the value as text, and how it is worked out."""

    name: str
    value: Value
    text: str
    how: str = ""

    def to_json(self) -> dict[str, Any]:
        """The number as the page and `--json` get it."""
        return {"name": self.name, "value": self.value, "text": self.text, "how": self.how}


@dataclass(frozen=True)
class Sentence:
    """A plain sentence and the numbers that it unfolds to."""

    text: str
    numbers: tuple[Number, ...] = ()
    #: What kind of thing is claimed, for anyone who checks it.
    claim: str = ""

    def to_json(self) -> dict[str, Any]:
        """The sentence as the page and `--json` get it."""
        return {"text": self.text, "numbers": [number.to_json() for number in self.numbers]}


@dataclass(frozen=True)
class Advice:
    """What to do, and why. The first sentence says what, the others are the grounds."""

    action: Action
    sentences: tuple[Sentence, ...]
    #: What every legal action is worth; None where no chips are at stake.
    worths: Worths | None = None

    def to_json(self) -> dict[str, Any]:
        """The advice as the page and `--json` get it."""
        return {
            "action": action_to_json(self.action),
            "sentences": [each.to_json() for each in self.sentences],
            "worths": None if self.worths is None else self.worths.to_json(),
        }


@dataclass(frozen=True)
class Caution:
    """One line before the player does something that costs; they may go on.

    Without a cost it is about an amount that may not be meant: that is always worth asking about.
    """

    advice: Advice
    sentences: tuple[Sentence, ...]
    cost: Cost | None = None

    def to_json(self) -> dict[str, Any]:
        """The caution as the page and `--json` get it."""
        return {
            "advice": self.advice.to_json(),
            "sentences": [each.to_json() for each in self.sentences],
            "cost": None if self.cost is None else self.cost.to_json(),
        }


@dataclass(frozen=True)
class Cost:
    """What an action gives away on average against the best legal one, by the partner's numbers."""

    amount: float  # never less than nothing
    unit: str
    numbers: tuple[Number, ...]
    kind: WorthKind = "estimated"
    error: float = 0.0  # of the amount
    best: Action | None = None
    is_fine: bool = False  # the amount lies within the error

    def to_json(self) -> dict[str, Any]:
        """The cost as the page gets it."""
        return {
            "amount": self.amount,
            "unit": self.unit,
            "kind": self.kind,
            "error": self.error,
            "best": None if self.best is None else str(self.best),
            "fine": self.is_fine,
            "numbers": [number.to_json() for number in self.numbers],
        }


@dataclass(frozen=True)
class Question:
    """One line of the menu: a key that `answer` understands, and the question as a player would put it."""

    key: str
    text: str

    def to_json(self) -> dict[str, Any]:
        """The question as the page and `--json` get it."""
        return {"key": self.key, "text": self.text}


@dataclass(frozen=True)
class Answer:
    """What the partner replies; `taken_for` is the question of the menu that it replies to, where another was typed."""

    sentences: tuple[Sentence, ...]
    taken_for: str = ""
    #: Where the question was not understood: the two that are most like it.
    nearest: tuple[Question, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The answer as the page and `--json` get it."""
        return {
            "sentences": [each.to_json() for each in self.sentences],
            "taken_for": self.taken_for,
            "nearest": [each.to_json() for each in self.nearest],
        }


@dataclass(frozen=True)
class MayHold:
    """What an opponent may hold, by the name of a class of hands or of a roll."""

    seat: int
    source: HeldBy
    chances: Mapping[str, float]  # how likely each is; they add up to 1
    kept: Mapping[str, float] = field(default_factory=dict)  # how much of each is left, the fullest being 1

    def to_json(self) -> dict[str, Any]:
        """What a seat may hold, as the page and `--json` get it; what can't be is left out."""
        return {
            "seat": self.seat,
            "source": self.source,
            "chances": {name: round(share, 6) for name, share in self.chances.items() if share > 0},
            "kept": {name: round(share, 4) for name, share in self.kept.items() if share > 0},
        }


def action_to_json(action: Action) -> dict[str, Any]:
    """An action with its text form."""
    return {"kind": action.kind, "amount": action.amount, "text": str(action)}


class Partner(Protocol):
    """An adviser who sits beside a player. It gets the observations of that player's seat, in the game it was made
    for."""

    def advise(self, observation: Any, *, names: Sequence[str] = ()) -> Advice:
        """What to do now; the player is to act. `names` are those of the seats."""
        ...

    def worths(self, observation: Any, *also: Action) -> Worths | None:
        """What every legal action is worth, and each one named; None where no chips are at stake."""
        ...

    def caution(self, observation: Any, action: Action, *, names: Sequence[str] = ()) -> Caution | None:
        """One line where the player is about to give something away; None where there is nothing to say."""
        ...

    def cost(self, observation: Any, action: Action) -> Cost | None:
        """What an action gives away against the best legal one; None where that can't be counted in chips."""
        ...

    def look_back(self, observation: Any, action: Action, *, names: Sequence[str] = ()) -> Sentence:
        """One line about an action that was taken, in the past tense."""
        ...

    def questions(self, observation: Any) -> tuple[Question, ...]:
        """What can be asked in this situation, as a menu."""
        ...

    def answer(self, observation: Any, question: str, *, names: Sequence[str] = ()) -> Answer:
        """Reply to a key of the menu or to a question as it was typed; one not understood is answered with the menu.

        `names` are those of the seats, where opponents shall be called by them.
        """
        ...

    def solve(self, observation: Any) -> Worths | None:
        """What actions are worth by solving what takes too long at the table; None where that can't be done."""
        ...

    def may_hold(self, observation: Any, *, solved: bool = False) -> tuple[MayHold, ...]:
        """What everyone else who is in may hold; with `solved` by the solver, where it has an answer."""
        ...

    def theme(self, observation: Any) -> str:
        """What a decision is about, by the key of a theme of practice."""
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
    kinds: Mapping[str, str] = field(default_factory=lambda: dict(texts.USUAL_KINDS))

    @property
    def usual_kind(self) -> str:
        """The kind where none is named."""
        return next(iter(self.kinds))


_ALL = (
    PartnerEntry(
        game="holdem-limit",
        line=texts.LINES["holdem-limit"],
        module="riverboat.partner.holdem",
        kinds=dict(texts.LIMIT_KINDS),
    ),
    PartnerEntry(game="holdem-nolimit", line=texts.LINES["holdem-nolimit"], module="riverboat.partner.holdem"),
    PartnerEntry(game="stud", line=texts.LINES["stud"], module="riverboat.partner.stud", kinds=dict(texts.STUD_KINDS)),
    PartnerEntry(
        game="bluff", line=texts.LINES["bluff"], module="riverboat.partner.bluff", kinds=dict(texts.BLUFF_KINDS)
    ),
)
#: The games that have a partner, by name. `make(game, kind=, seed=)` of an entry's module gives one.
PARTNERS: Mapping[str, PartnerEntry] = MappingProxyType({entry.game: entry for entry in _ALL})


def partner_entry(game_name: str, kind: str | None = None) -> PartnerEntry:
    """The entry of a game that has a partner (of this kind), or an error that helps."""
    entry = PARTNERS.get(game_name)
    if entry is None:
        raise AgentError(texts.no_partner(game_name, did_you_mean(game_name, PARTNERS), PARTNERS))
    if kind is not None and kind not in entry.kinds:
        raise AgentError(texts.no_kind(kind, game_name, did_you_mean(kind, entry.kinds), entry.kinds))
    return entry


def make_partner(
    game_name: str, *, kind: str | None = None, seed: Seed = 0, state: Mapping[str, Any] | None = None
) -> Partner:
    """A partner for one player in one game; `state` is what an earlier partner has learnt (from `save_state`)."""
    entry = partner_entry(game_name, kind)
    chosen = kind or entry.usual_kind
    partner: Partner = import_module(entry.module).make(game_name, kind=chosen, seed=seed)
    if state is not None:
        partner.load_state(state)
    return partner


def check_turn(observation: Observation) -> None:
    """Refuse to advise where there is nothing to decide."""
    if not len(observation.legal_actions):
        raise AgentError(texts.NOT_YOUR_TURN)
