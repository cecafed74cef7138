"""The subjects of the partner's study: simulated novices who play prepared deals with and without a partner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from riverboat.agents.protocol import Player
from riverboat.agents.stud.agent import StudPlayer
from riverboat.agents.stud.chances import win_rate
from riverboat.agents.stud.decision import MindSettings
from riverboat.agents.stud.reasons import MindKind
from riverboat.agents.stud.situation import cards_at, read_moves, up_at
from riverboat.games import Action, CardObservation
from riverboat.partner.novices.novice import Temper
from riverboat.partner.novices.stud import WEAKNESSES, StudNovice
from riverboat.partner.stud import StudPartner
from riverboat.studies.partner_deals import SETS, SUBJECT, StudyDeal, prepared_deals

KINDS: tuple[str, ...] = tuple(WEAKNESSES)
PARTNERS = ("paper", "plus")
SUBJECTS = 12
#: The weakness of the first and the last subject of a kind; the others lie between.
LEAST_WEAK, MOST_WEAK = 0.4, 0.8


@dataclass(frozen=True, kw_only=True)
class Sitting:
    """One set of deals played by one subject: which, with which partner, and what each game brought."""

    deals: str
    partner: str  # "" without
    points: tuple[int, ...]
    changed: float = 0.0  # the share of decisions in which the partner made them do otherwise
    weakness: float = 0.0  # at the end
    worst_chance: float = 0.5  # in the game that cost most: P_win by the cards when the subject last put points in

    @property
    def total(self) -> int:
        """The points of the whole set."""
        return sum(self.points)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A subject and everything they played."""

    kind: str
    number: int
    sittings: tuple[Sitting, ...]
    pair: int = 0  # of the two sets that they played

    @property
    def group(self) -> int:
        """1 plays set A with the partner and B without, 2 the other way."""
        return 1 + self.number % 2

    def total(self, deals: str, partner: str) -> int:
        """The points of one sitting."""
        return next(each.total for each in self.sittings if each.deals == deals and each.partner == partner)

    def crossed(self, partner: str) -> tuple[int, int]:
        """The paper's design: points without and with the partner, on different sets."""
        with_set = SETS[self.group - 1]
        without_set = SETS[2 - self.group]
        return self.total(without_set, ""), self.total(with_set, partner)

    def same_deals(self, partner: str) -> tuple[int, int]:
        """Both sets both ways: points without and with the partner on the same 60 deals."""
        return sum(self.total(name, "") for name in SETS), sum(self.total(name, partner) for name in SETS)

    def gains(self, partner: str) -> dict[str, int]:
        """What the partner brought on each of the two sets, with it less without it."""
        return {name: self.total(name, partner) - self.total(name, "") for name in SETS}


def temper_of(number: int, **changes: float) -> Temper:
    """The numbers of a subject: how weak they are grows with their number."""
    weakness = LEAST_WEAK + (MOST_WEAK - LEAST_WEAK) * number / (SUBJECTS - 1)
    return Temper(**{"weakness": weakness, **changes})


def sit(kind: str, number: int, deals: str, partner: str, *, seed: int, games: int, temper: Temper) -> Sitting:
    """Let a subject play a set. Opponent and partner begin with empty memories, the same for every subject."""
    novice, opponent = _seat(kind, number, deals, partner, seed, temper)
    played = list(_play(novice, opponent, prepared_deals(seed)[deals][:games]))
    points = tuple(won for won, _ in played)
    return Sitting(
        deals=deals,
        partner=partner,
        points=points,
        changed=novice.changed / max(novice.decisions, 1),
        weakness=novice.weakness,
        worst_chance=min(played)[1],
    )


def _seat(kind: str, number: int, deals: str, partner: str, seed: int, temper: Temper) -> tuple[StudNovice, StudPlayer]:
    beside = StudPartner(kind=_kind(partner), seed=seed % 1000 + 1) if partner else None
    own = [seed, KINDS.index(kind), number, SETS.index(deals)]
    novice = StudNovice(kind, temper, seed=own, partner=beside)
    return novice, opponent(seed % 1000 + 2)


def opponent(seed: int) -> StudPlayer:
    """The opponent in the study: the paper's playing system, which has no cases."""
    return StudPlayer(seed=seed, settings=MindSettings(cases="none"))


def _kind(partner: str) -> MindKind:
    return "plus" if partner == "plus" else "paper"


def _play(novice: Player, opponent: StudPlayer, deals: Sequence[StudyDeal]) -> Iterator[tuple[int, float]]:
    """What each game brought, and the chance by the cards when the subject last put points in."""
    for deal in deals:
        state = deal.start()
        while state.actor is not None:
            seen = state.observation(state.actor)
            state.apply(novice.decide(seen) if state.actor == SUBJECT else opponent.decide(seen))
        over = state.observation(SUBJECT)
        for player, seen in ((novice, over), (opponent, state.observation(1 - SUBJECT))):
            player.hand_over(seen)  # type: ignore[union-attr]
        yield int(state.returns()[SUBJECT]), _last_chance(over)


def _last_chance(over: CardObservation) -> float:
    paid = [move.turn for move in read_moves(over) if move.seat == SUBJECT and move.kind != "fold"]
    turn = paid[-1] if paid else 1
    return win_rate(cards_at(over, SUBJECT, turn), up_at(over, 1 - SUBJECT, turn)).rate


def follow_partner(partner: StudPartner, *, seed: int, deals: Sequence[StudyDeal]) -> int:
    """What a partner brings who is always followed, on a set of deals."""
    return sum(won for won, _ in _play(_Follower(partner), opponent(seed), deals))


@dataclass(frozen=True)
class _Follower:
    """Does what the partner says."""

    partner: StudPartner

    def decide(self, seen: CardObservation) -> Action:
        """The advice."""
        return self.partner.decision(seen).action

    def hand_over(self, seen: CardObservation) -> None:
        """The partner learns."""
        self.partner.hand_over(seen)


def play_subject(kind: str, number: int, *, seed: int, games: int, pair: int = 0) -> Subject:
    """Both sets of a pair, without a partner and with each kind of partner."""
    temper = temper_of(number)
    sittings = [
        sit(kind, number, deals, partner, seed=pair_seed(seed, pair), games=games, temper=temper)
        for partner in ("", *PARTNERS)
        for deals in SETS
    ]
    return Subject(kind=kind, number=number, sittings=tuple(sittings), pair=pair)


def pair_seed(seed: int, pair: int) -> int:
    """The seed of a pair of sets in a study with a seed."""
    return 1000 * seed + pair


def subject_to_json(subject: Subject) -> dict[str, Any]:
    """This part as a checkpoint keeps it."""
    return {**vars(subject), "sittings": [vars(each) for each in subject.sittings]}


def subject_from_json(data: dict[str, Any]) -> Subject:
    """From a checkpoint."""
    sittings = tuple(Sitting(**{**each, "points": tuple(each["points"])}) for each in data["sittings"])
    return Subject(kind=data["kind"], number=data["number"], sittings=sittings, pair=data["pair"])
