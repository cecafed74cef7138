"""Lokibot: decisions a second, what one more opponent and one more card of look-ahead cost, and a whole tournament."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.arena import CORES, use_cores
from benchmarks.table import US, Row
from benchmarks.timing import Contender, Entry, contest, seconds
from riverboat.agents import make_agent
from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.loki import loki_layout_kernel as places
from riverboat.agents.loki.standing_kernel import stand_once
from riverboat.arena import match_plan, play_match
from riverboat.arena.matches.table import FinishedHand
from riverboat.arena.work.executors import choose_executor
from riverboat.cards.cards import parse_cards
from riverboat.games import Action, CardGame, CardObservation, make_game
from riverboat.odds.strength import hand_potential

GROUP = "loki"
TEN = ("loki-a*2", "loki-b*2", "loki-c*2", "loki-d*2", "loki-e*2")
HANDS = 100_000


def rows(seed: int) -> Iterator[Row]:
    """Decisions on one core, then a hundred thousand hands of ten Lokis on two."""
    for opponents in (1, 2, 5, 9):
        task = f"a decision on the flop, one card ahead, {opponents} weighted opponent{'s' * (opponents > 1)}"
        most = 1.0 if opponents == 9 else None
        build = partial(_deciding, "loki-f", opponents, seed)
        yield from contest(GROUP, task, "ms", [Entry(who=US, build=build, most=most)], scale=1e3)
    for cards in (0, 1):
        task = f"standing and potential against every holding, {cards} card{'s' * (cards != 1)} ahead"
        yield from contest(GROUP, task, "ms", [Entry(who=US, build=partial(_standing, cards))], scale=1e3)
    yield from contest(GROUP, "the same, 2 cards ahead", "ms", [Entry(who=US, build=_two_ahead)], scale=1e3)
    yield from contest(
        GROUP,
        "decisions of loki-f in a ten-seat game",
        "decisions/s",
        [Entry(who=US, build=partial(_decisions, seed))],
    )
    use_cores(CORES)
    for field, what in ((TEN, "two each of A to E"), (("loki-f*10",), "ten of F")):
        plan = match_plan(field, hands=HANDS, seed=seed)
        taken = seconds(partial(play_match, plan, make_executor=choose_executor(CORES)))
        yield Row(
            group=GROUP,
            task=f"100,000 hands of ten Lokis, two cores: {what}",
            who=US,
            what="play_match, duplicate",
            unit="s",
            figure=taken,
            most=300,
        )


def flop_seen(opponents: int, seed: int) -> CardObservation:
    """What the first to speak sees on the flop after everyone has called."""
    game = make_game("holdem-limit", seats=opponents + 1)
    assert isinstance(game, CardGame)
    state = game.start(seed=seed)
    while state.street == 0:
        state.apply(Action("call") if Action("call") in state.legal_actions() else Action("check"))
    assert state.actor is not None
    return state.observation(state.actor)


def _deciding(name: str, opponents: int, seed: int, _: object) -> Contender:
    agent = make_agent(name)
    assert isinstance(agent, CompiledAgent)
    player, seen = agent.player(seed), flop_seen(opponents, seed)

    def run() -> None:
        player.memory[places.STANDING_FOR] = player.memory[places.HAND_FOR] = 0  # everything anew
        player.decide(seen)

    return Contender(run=run, what=f"{name}, all worked out anew")


def _standing(cards: int, _: object) -> Contender:
    hole, board = np.array(parse_cards("AdQc"), dtype=np.uint8), np.array(parse_cards("3h4cJh"), dtype=np.uint8)
    room = np.zeros((3, places.HOLDINGS))
    return Contender(run=lambda: stand_once(hole, board, cards, *room), what="what a decision begins with")


def _two_ahead(_: object) -> Contender:
    return Contender(run=lambda: hand_potential("AdQc", "3h4cJh", cards=2), what="hand_potential, exact")


def _decisions(seed: int, _: object) -> Contender:
    """Decisions as they come in play, most of them before the flop."""
    plan = match_plan(("loki-f*10",), hands=1_000, session_hands=100, seed=seed)
    made = 0

    def count(hand: FinishedHand) -> None:
        nonlocal made
        made += len(hand.state.history)

    play_match(plan, on_hand=count)
    return Contender(run=lambda: play_match(plan), what="play_match, 1,000 hands, learning included", work=made)
