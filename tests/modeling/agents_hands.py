"""Records of hands that agents played, for tests of what is learnt from records."""

from __future__ import annotations

from riverboat.agents import make_agent
from riverboat.games import CardGame, make_game
from riverboat.records.hand_record import HandRecord
from riverboat.records.recording import record_of


def agents_hands(names: tuple[str, ...], count: int, *, seed: int = 1) -> list[HandRecord]:
    """Hands of limit Hold'em, a minute apart."""
    game = make_game("holdem-limit", seats=len(names))
    assert isinstance(game, CardGame)
    players = [make_agent(name).player(seed + at) for at, name in enumerate(names)]
    records = []
    for number in range(count):
        state = game.start(seed=1000 * seed + number, button=number % len(names))
        while not state.is_over:
            assert state.actor is not None
            state.apply(players[state.actor].decide(state.observation(state.actor)))
        when = f"2024-01-01T{number // 60:02d}:{number % 60:02d}:00Z"
        records.append(record_of(state, names, number=str(number), time=when))
    return records
