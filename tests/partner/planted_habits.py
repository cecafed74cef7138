"""Simulated players with a planted habit: a reference player that does one thing otherwise, and what that costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from riverboat.agents.protocol import Agent, Player
from riverboat.agents.registry import make_agent
from riverboat.games import Action, CardGame, CardObservation, CardState, make_game
from riverboat.partner.leaks.search import spot_of
from riverboat.records.recording import record_of
from riverboat.records.store.hand_store import StoredHand
from riverboat.records.store.tallies import seat_positions

REFERENCE = "loki-a"
#: What a player does with a habit: from the spot and the reference's wish to another action, or the same.
Change = Callable[[tuple[int, str], str, CardObservation], str]


@dataclass(frozen=True)
class Planted:
    """A habit: what is changed, in which spots and kinds of action it must be found."""

    name: str
    change: Change
    spots: tuple[tuple[int, str], ...]
    kind: str


def _limps(spot: tuple[int, str], wish: str, seen: CardObservation) -> str:
    small = spot[0] == 0 and spot[1].startswith("first") and spot[1].endswith(("small blind", "button"))
    return "call" if small and (seen.seats == 2 or spot[1].endswith("small blind")) else wish


def _never_folds_the_river(spot: tuple[int, str], wish: str, seen: CardObservation) -> str:
    return "call" if spot[0] == 3 and spot[1].startswith("facing") and wish == "fold" else wish


def _calls_the_flop(spot: tuple[int, str], wish: str, seen: CardObservation) -> str:
    return "call" if spot == (1, "facing a bet") and wish == "fold" else wish


def _never_bets_the_flop(spot: tuple[int, str], wish: str, seen: CardObservation) -> str:
    return "check" if spot == (1, "nobody has bet") and wish == "bet" else wish


def _folds_to_raises(spot: tuple[int, str], wish: str, seen: CardObservation) -> str:
    return "fold" if spot == (0, "facing a raise") and wish == "call" else wish


HABITS = (
    Planted("limps every small blind", _limps, ((0, "first to come in"),), "call"),
    Planted("never folds the river", _never_folds_the_river, ((3, "facing"),), "call"),
    Planted("calls every bet on the flop", _calls_the_flop, ((1, "facing a bet"),), "call"),
    Planted("never bets the flop", _never_bets_the_flop, ((1, "nobody has bet"),), "check"),
    Planted("folds to every raise before the flop", _folds_to_raises, ((0, "facing a raise"),), "fold"),
)


def hero_action(state: CardState, hero: int, player: Player, habit: Planted | None, position: int) -> Action:
    seen = state.observation(hero)
    wish = player.decide(seen)
    if habit is None:
        return wish
    kind = habit.change(spot_of(state, position), wish.kind, seen)
    if kind == wish.kind:
        return wish
    return Action("check") if kind == "call" and not seen.to_call else Action(kind)  # type: ignore[arg-type]


def played(
    game: CardGame, number: int, seed: int, habit: Planted | None, agent: Agent = make_agent(REFERENCE)
) -> CardState:
    """One hand: the hero's chair is 0, the button goes round, all others are the reference."""
    state = game.start(seed=int(np.random.default_rng([seed, number]).integers(1 << 40)), button=number % game.seats)
    first = record_positions(game, number % game.seats)
    player = agent.player(seed * 1_000_003 + number)
    while (actor := state.actor) is not None:
        if actor == 0:
            state.apply(hero_action(state, 0, player, habit, first[0]))
        else:
            state.apply(player.decide(state.observation(actor)))
    return state


def make_player(seed: int, number: int) -> Player:
    return make_agent(REFERENCE).player(seed * 1_000_003 + number)


def record_positions(game: CardGame, button: int) -> list[int]:
    names = ["Hero", *(f"Loki {at}" for at in range(1, game.seats))]
    state = game.start(seed=0, button=button)
    while state.actor is not None:
        state.apply("fold")
    return seat_positions(record_of(state, names))


def card_game(name: str, seats: int) -> CardGame:
    game = make_game(name, seats=seats)
    assert isinstance(game, CardGame)
    return game


def histories(
    seats: int,
    hands: int,
    seed: int,
    habit: Planted | None,
    name: str = "holdem-limit",
    agent: Agent = make_agent(REFERENCE),
) -> list[StoredHand]:
    """Hands as a store has them: everybody's cards are known."""
    game = card_game(name, seats)
    names = ["Hero", *(f"Loki {at}" for at in range(1, seats))]
    found = []
    for number in range(hands):
        state = played(game, number, seed, habit, agent)
        record = record_of(state, names, number=str(number), event=f"table {seed}")
        found.append(StoredHand(id=number + 1, digest="", record=record, net=record.returns))
    return found


def resized(name: str, hands: int, seed: int, size: Callable[[CardObservation], int]) -> list[StoredHand]:
    """Heads-up hands of somebody who does what the reference does, but bets and raises to amounts of their own."""
    game, found = card_game(name, 2), []
    for number in range(hands):
        state, player = game.start(seed=1000 * seed + number, button=number % 2), make_player(seed, number)
        while (actor := state.actor) is not None:
            seen = state.observation(actor)
            wish = player.decide(seen)
            state.apply(Action(wish.kind, size(seen)) if actor == 0 and wish.kind in ("bet", "raise") else wish)
        record = record_of(state, ["Hero", "Loki 1"], number=str(number), event=f"table {seed}")
        found.append(StoredHand(id=number + 1, digest="", record=record, net=record.returns))
    return found


def true_cost(
    seats: int,
    hands: int,
    seed: int,
    habit: Planted,
    name: str = "holdem-limit",
    agent: Agent = make_agent(REFERENCE),
) -> tuple[float, float]:
    """What the habit costs in big blinds over a hundred hands: the same deals with and without; and its error."""
    game = card_game(name, seats)
    unit = game.rules.income_unit.chips
    gaps = []
    for number in range(hands):
        with_habit, without = (played(game, number, seed, each, agent).returns()[0] for each in (habit, None))
        gaps.append(100 * float(without - with_habit) / unit)
    return float(np.mean(gaps)), float(np.std(gaps, ddof=1) / np.sqrt(hands))
