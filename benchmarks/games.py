"""Hands a second between random players, who choose evenly among folding, checking or calling, and raising.

And what the key of an information set costs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest
from riverboat.cards.randomness import seed_words
from riverboat.games import CardGame, State, make_game
from riverboat.games.engine.layout_kernel import HAND, MAX_SEATS
from riverboat.games.engine.simulation_kernel import random_ring

GROUP = "games"
STACK = 2000  # a hundred big bets: nobody is ever all-in
STATES = 500
#: Games whose keys are timed, with the same game of OpenSpiel where it has one.
INFOSETS: dict[str, tuple[str, ...]] = {
    "kuhn": ("kuhn_poker",),
    "leduc": ("leduc_poker",),
    "holdem-limit": (),
    "holdem-nolimit": (),
    "stud-limit": (),
    "stud": (),
    "bluff": ("liars_dice",),
}


def rows(seed: int) -> Iterator[Row]:
    """A ring of ten and a pair compiled, a pair stepped from Python, and keys of information sets."""
    entries = [
        Entry(who=US, build=lambda _: _compiled(10, 100_000, seed)),
        Entry(who="pokerkit", build=lambda pokerkit: _pokerkit(pokerkit, 10, 100, seed), least_ratio=500),
        Entry(who="rlcard", build=lambda rlcard: _rlcard(rlcard, 10, 300, seed)),
    ]
    yield from contest(GROUP, "limit Hold'em, ten random players", "hands/s", entries)
    entries = [
        Entry(who=US, build=lambda _: _compiled(2, 300_000, seed)),
        Entry(who="open_spiel", build=lambda spiel: _open_spiel(spiel, 4000, seed), least_ratio=30),
        Entry(who="open_spiel", build=lambda spiel: _open_spiel_bots(spiel, 4000, seed)),
    ]
    yield from contest(GROUP, "limit Hold'em heads-up, random players", "hands/s", entries)
    entries = [
        Entry(who=US, build=lambda _: _stepped(4000, seed)),
        Entry(who="pokerkit", build=lambda pokerkit: _pokerkit(pokerkit, 2, 400, seed), least_ratio=10),
        Entry(who="open_spiel", build=lambda spiel: _open_spiel(spiel, 4000, seed), least_ratio=1),
        Entry(who="rlcard", build=lambda rlcard: _rlcard(rlcard, 2, 600, seed)),
    ]
    yield from contest(GROUP, "limit Hold'em heads-up, stepped from Python", "hands/s", entries)
    entries = [
        Entry(who=US, build=lambda _: _keyed(2000, seed)),
        Entry(who="open_spiel", build=lambda spiel: _open_spiel_keyed(spiel, 2000, seed)),
    ]
    yield from contest(GROUP, "Leduc, a key of the information set at every decision", "hands/s", entries)
    for name, theirs in INFOSETS.items():
        entries = [
            Entry(who=US, build=partial(_infosets, name, seed), most=5.0),
            *[Entry(who="open_spiel", build=partial(_open_spiel_infosets, game, seed)) for game in theirs],
        ]
        yield from contest(GROUP, f"key of an information set, {name}", "us", entries, scale=1e6)


def _compiled(seats: int, hands: int, seed: int) -> Contender:
    game = make_game("holdem-limit", seats=seats)
    hand, words = np.zeros(1, dtype=HAND), seed_words(seed)
    totals = np.zeros(MAX_SEATS, dtype=np.int64)

    def run() -> None:
        _, actions = random_ring(hand, game.record, words, hands, 2 * seats + 5, totals)
        if actions < hands or totals.sum() != 0:
            raise ValueError("the hands did not come out right")

    return Contender(run=run, what="random_ring, compiled", work=hands)


def _stepped(hands: int, seed: int) -> Contender:
    game: CardGame = make_game("holdem-limit")
    rng = random.Random(seed)

    def run() -> None:
        for _ in range(hands):
            state = game.start()
            while state.actor is not None:
                legal = state.legal_actions()
                state.apply(legal[int(rng.random() * len(legal))])
            state.returns()

    return Contender(run=run, what="start, legal_actions, apply, returns", work=hands)


def _keyed(hands: int, seed: int) -> Contender:
    game, rng = make_game("leduc"), random.Random(seed)

    def run() -> None:
        for _ in range(hands):
            state = game.start()
            while state.actor is not None:
                state.infoset()
                legal = state.legal_actions()
                state.apply(legal[int(rng.random() * len(legal))])
            state.returns()

    return Contender(run=run, what="start, infoset, legal_actions, apply, returns", work=hands)


def _open_spiel_keyed(spiel: Any, hands: int, seed: int) -> Contender:
    game, rng = spiel.load_game("leduc_poker"), random.Random(seed)

    def run() -> None:
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    state.information_state_string()
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
            state.returns()

    return Contender(run=run, what="leduc_poker, its C++ engine stepped from Python", work=hands)


def _infosets(name: str, seed: int, _: Any) -> Contender:
    game, rng = make_game(name), random.Random(seed)
    states: list[State] = []
    while len(states) < STATES:
        state = game.start(seed=len(states))
        while state.actor is not None:
            states.append(state.copy())
            legal = state.legal_actions()
            state.apply(legal[int(rng.random() * len(legal))])

    def run() -> None:
        for state in states:
            state.infoset()

    return Contender(run=run, what=f"infoset(), {STATES} states of random hands", work=1 / len(states))


def _open_spiel_infosets(name: str, seed: int, spiel: Any) -> Contender:
    game, rng = spiel.load_game(name), random.Random(seed)
    states: list[Any] = []
    while len(states) < STATES:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                states.append(state.clone())
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])

    def run() -> None:
        for state in states:
            state.information_state_string()

    return Contender(run=run, what=f"{name}, information_state_string(), {STATES} states", work=1 / len(states))


def _pokerkit(pokerkit: Any, seats: int, hands: int, seed: int) -> Contender:
    rng = random.Random(seed)
    create = pokerkit.FixedLimitTexasHoldem.create_state
    automations = tuple(pokerkit.Automation)

    def run() -> None:
        for _ in range(hands):
            state = create(automations, True, 0, (5, 10), 10, 20, (STACK,) * seats, seats)
            while state.status:
                choices: list[Callable[[], object]] = [state.check_or_call]
                if state.checking_or_calling_amount:
                    choices.append(state.fold)
                if state.can_complete_bet_or_raise_to():
                    choices.append(state.complete_bet_or_raise_to)
                choices[int(rng.random() * len(choices))]()
            if sum(state.payoffs) != 0:
                raise ValueError("chips were lost")

    return Contender(run=run, what="FixedLimitTexasHoldem, everything automatic but the choices", work=hands)


def _universal_poker(spiel: Any) -> Any:
    return spiel.load_game(
        "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1 1 1,numSuits=4,numRanks=13,"
        "numHoleCards=2,numBoardCards=0 3 1 1,raiseSize=10 10 20 20,maxRaises=3 4 4 4,"
        f"stack={STACK} {STACK})"
    )


def _open_spiel(spiel: Any, hands: int, seed: int) -> Contender:
    game = _universal_poker(spiel)
    rng = random.Random(seed)

    def run() -> None:
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():  # where chance deals, every card is as likely as any other
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
            if sum(state.returns()) != 0:
                raise ValueError("chips were lost")

    return Contender(run=run, what="universal_poker, its C++ engine stepped from Python", work=hands)


def _open_spiel_bots(spiel: Any, hands: int, seed: int) -> Contender:
    game = _universal_poker(spiel)
    bots = [spiel.make_uniform_random_bot(seat, seed + seat) for seat in range(2)]
    seeds = random.Random(seed)

    def run() -> None:
        for _ in range(hands):
            if sum(spiel.evaluate_bots(game.new_initial_state(), bots, seeds.getrandbits(31))) != 0:
                raise ValueError("chips were lost")

    return Contender(run=run, what="universal_poker, evaluate_bots of its random bots: each hand in C++", work=hands)


def _rlcard(rlcard: Any, seats: int, hands: int, seed: int) -> Contender:
    game = rlcard.make("limit-holdem", config={"game_num_players": seats, "seed": seed}).game
    rng = random.Random(seed)

    def run() -> None:
        for _ in range(hands):
            game.init_game()
            while not game.is_over():
                legal = game.get_legal_actions()
                if "check" in legal:  # nobody else folds where checking is free
                    legal.remove("fold")
                game.step(legal[int(rng.random() * len(legal))])

    # Its streets end when as many as began have called, folded or not: with ten, 38 actions a hand to our 26.
    longer = "; its hands are longer, for its streets go on when players fold" if seats > 2 else ""
    return Contender(run=run, what=f"limit-holdem, the game without its environment{longer}", work=hands)
