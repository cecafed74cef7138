"""A recorded hand through the eyes of `equilibrium`: its mix, what actions are worth, what it may hold to others."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from riverboat.agents.equilibrium.player import EquilibriumMaker, EquilibriumPlayer, actions_of
from riverboat.agents.equilibrium.river import KINDS, line_of, reach_along
from riverboat.agents.equilibrium.rollout import BOARDS, action_worths
from riverboat.agents.loki.explanation import known_seats, likely_hands
from riverboat.cards.cards import format_cards
from riverboat.cards.randomness import Seed
from riverboat.errors import RecordError
from riverboat.games import Action, CardState
from riverboat.games.holdem import HoldemRules
from riverboat.records import HandRecord, replay
from riverboat.records.hand_record import Move
from riverboat.solving.limit.cards import open_holdings
from riverboat.solving.limit.tree import BETS

#: Where what actions are worth comes from, and what it takes for granted.
SOLVED = "the river as solved at the table: both play that solution from here on"
BLUEPRINT = "the blueprint: both play the trained weights from here on, rivers too"


@dataclass(frozen=True, kw_only=True)
class EquilibriumView:
    """One decision: what was done, how often it would do what, and what each action is worth in big blinds."""

    at: int  # the number of the move in the hand
    seat: int
    street: int
    board: tuple[int, ...]
    cards: tuple[int, int]
    pot: int
    to_call: int
    done: Action
    mix: tuple[tuple[Action, float], ...]
    worth: dict[int, tuple[float, float]]  # of each action: big blinds from here on, and how far that may be off (95 %)
    assumed: str
    hand_share: float  # of all holdings, the part that it plays this way
    likeliest: tuple[tuple[str, float], ...]  # classes that it would most often play this way


def made_by_equilibrium(agent: object) -> bool:
    """Whether an agent is `equilibrium`."""
    return isinstance(getattr(agent, "make", None), EquilibriumMaker)


def views(
    record: HandRecord, agent: Any, *, seed: Seed = 0, seats: Collection[int] | None = None, boards: int = BOARDS
) -> Iterator[EquilibriumView]:
    """Every decision of a player whose cards are known, seen by `equilibrium` in that seat; of some seats alone.

    What actions are worth before the turn is worked out from so many boards.
    """
    rules = record.card_rules
    if not isinstance(rules, HoldemRules):
        raise RecordError(f"is a hand of {record.game}: equilibrium plays heads-up limit Hold'em", file=record.source)
    big = rules.bets[0]
    learned = (2, "limit", (big, 2 * big), [big // 2, big])  # some rooms write the big blind first
    if (rules.seats, rules.betting, tuple(rules.bets), sorted(rules.blinds)) != learned or np.any(rules.antes):
        raise RecordError("has other seats, blinds or bets than equilibrium has learned", file=record.source)
    player = agent.player(0)
    rng = np.random.default_rng(seed)
    known = known_seats(record)
    asked = known if seats is None else [seat for seat in known if seat in seats]
    states = replay(record)
    before = next(states)[1]
    for at, (move, after) in enumerate(states):
        assert move is not None
        if move.seat in asked and before.actor == move.seat:
            try:
                yield _view(before, player, at, move, rng, boards)
            except ValueError:  # a raise that its tree does not have
                raise RecordError("has more raises than equilibrium has learned", file=record.source) from None
        before = after


def _view(
    state: CardState, player: EquilibriumPlayer, at: int, move: Move, rng: np.random.Generator, boards: int
) -> EquilibriumView:
    seat, done = move.seat, move.action
    seen = state.observation(seat)
    board, actions = np.array(seen.board, np.uint8), actions_of(seen)
    low, high = sorted(seen.own_cards)
    solved = player.advice(seen)
    if solved is not None:
        worth = {action: (float(each), 0.0) for action, each in enumerate(solved.worth) if np.isfinite(each)}
    else:
        worth = action_worths(player.model, actions, board, (low, high), rng, drawn=boards)
    reach = reach_along(player.model, actions, board, streets=len(BETS))
    own = reach[line_of(actions)[-1].actor]
    return EquilibriumView(
        at=at,
        seat=seat,
        street=seen.street,
        board=tuple(seen.board),
        cards=(seen.own_cards[0], seen.own_cards[1]),
        pot=seen.pot,
        to_call=seen.to_call,
        done=done,
        mix=tuple(player.chances(seen).items()),
        worth=worth,
        assumed=BLUEPRINT if solved is None else SOLVED,
        hand_share=float(own.sum() / len(open_holdings(tuple(seen.board)))),
        likeliest=tuple(likely_hands(own)),
    )


def view_json(record: HandRecord, each: EquilibriumView) -> dict[str, Any]:
    """One decision as the command line gives it."""
    names = {KINDS[action.kind]: record.speaker.short(action) for action, _ in each.mix}
    return {
        "seat": each.seat,
        "player": record.players[each.seat],
        "street": record.card_rules.street_names[each.street],
        "cards": format_cards(each.cards),
        "board": format_cards(each.board),
        "pot": each.pot,
        "to_call": each.to_call,
        "did": record.speaker.short(each.done),
        "mix": {record.speaker.short(action): share for action, share in each.mix},
        "worth_big_blinds": {
            _word(action, each, names): {"mean": mean, "low": mean - off, "high": mean + off}
            for action, (mean, off) in each.worth.items()
        },
        "assumed": each.assumed,
        "represents": {"share": each.hand_share, "likeliest": [name for name, _ in each.likeliest]},
        "river_solved": each.assumed == SOLVED,
    }


def worth_words(record: HandRecord, each: EquilibriumView) -> Iterator[tuple[str, str]]:
    """What each action is worth, as a name and a text."""
    names = {KINDS[action.kind]: record.speaker.short(action) for action, _ in each.mix}
    for action, (mean, off) in each.worth.items():
        yield _word(action, each, names), f"{mean:+.2f}" + (f" ± {off:.2f}" if off else "")


def _word(action: int, each: EquilibriumView, names: dict[int, str]) -> str:
    plain = ("fold", "call" if each.to_call else "check", "raise" if each.to_call else "bet")
    return names.get(action, plain[action])
