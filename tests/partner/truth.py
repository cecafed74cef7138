"""Generated decisions, and a second, slow, readable reading of everything that the partner says to them.

Each sentence is taken apart: its numbers are worked out again from the view alone or from the rows of figures, and what
the words claim of them is checked. Whoever plays the hands is a mix of advice, calls and bets at random.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from riverboat.agents.bluff.odds import die_chance
from riverboat.cards.cards import DECK
from riverboat.cards.evaluator import evaluate
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.games import Action, CardObservation, make_game
from riverboat.games.bluff.game import BluffGame, BluffRules, bid_of
from riverboat.partner.holdem import HoldemPartner
from riverboat.partner.protocol import Advice, Partner, Sentence, make_partner
from riverboat.partner.texts.numbers import percent
from riverboat.partner.worths import Worths

#: What is never said, whatever the figures are.
_NEVER = re.compile(r"\b(he|his|him)\b|seat \d|%\s*%|\bnan\b|\d %|likely to make everyone fold")
#: Every so many decisions the chances behind the figures are counted once more, one hand after the other.
_SLOWLY_EACH = 40
TABLES = {
    "holdem-limit": (("holdem-limit", 2), ("holdem-limit", 6)),
    "holdem-nolimit": (("holdem-nolimit", 2), ("holdem-nolimit", 4)),
    "stud": (("stud", 2),),
    "bluff": (("bluff", 2), ("bluff", 3)),
}


def decisions(game: str, count: int, seed: int) -> Iterator[tuple[Partner, object]]:
    """So many decisions of a game, each with the partner who is asked."""
    rng = np.random.default_rng([seed, len(game)])
    tables = TABLES[game]
    partners = [make_partner(name, seed=seed) for name, _ in tables]
    done = 0
    while done < count:
        at = int(rng.integers(len(tables)))
        name, seats = tables[at]
        partner, hero = partners[at], int(rng.integers(seats))
        if game == "bluff":
            dice = (
                tuple(int(die) for die in rng.integers(1, 3, seats))
                if seats == 3
                else ((1, 1), (2, 1), (1, 2))[done % 3]
            )
            state: Any = BluffGame(BluffRules(dice=dice)).start(seed=int(rng.integers(2**31)))
        else:
            state = make_game(name, seats=seats).start(seed=int(rng.integers(2**31)), button=int(rng.integers(seats)))
        while state.actor is not None and done < count:
            seen = state.observation(state.actor)
            if state.actor == hero:
                yield partner, seen
                done += 1
            state.apply(_played(seen, rng))
        if state.actor is None:
            partner.hand_over(state.observation(hero))


def _played(seen: Any, rng: np.random.Generator) -> Action:
    """Something legal: mostly a call or a check, sometimes a bet or a fold."""
    if not isinstance(seen, CardObservation):
        bids = list[Action](seen.legal_actions)
        return bids[int(min(rng.geometric(0.45) - 1, len(bids) - 1))] if rng.random() < 0.7 else bids[-1]
    legal = seen.legal_actions
    if legal.cards:
        return Action("reveal", legal.cards[int(rng.integers(len(legal.cards)))])
    draw = rng.random()
    if legal.raise_kind and draw < 0.3:
        return Action(legal.raise_kind, legal.min_to + round(float(rng.random()) ** 3 * (legal.max_to - legal.min_to)))
    if "fold" in legal.kinds and draw > 0.92:
        return Action("fold")
    stays = [action for action in (Action("check"), Action("call")) if action in legal]
    return stays[0] if stays else Action(legal.raise_kind, legal.min_to) if legal.raise_kind else legal[0]


def check(partner: Partner, seen: object, number: int) -> int:
    """Check all that is said at one decision; how many sentences that were. A false one raises AssertionError."""
    advice = partner.advise(seen)
    said = list(advice.sentences)
    found = advice.worths
    assert advice.action in seen.legal_actions  # type: ignore[attr-defined]
    if found is not None:
        _best_or_fine(advice, found)
        said += _cautions(partner, seen, advice, found)
    for sentence in said:
        assert not _NEVER.search(sentence.text), sentence.text
        _claims(partner, seen, sentence, advice)
    if number % _SLOWLY_EACH == 0:
        _slowly(partner, seen, said)
    return len(said)


def _best_or_fine(advice: Advice, found: Worths) -> None:
    """The advised action is worth most, or differs from that by no more than the larger of the two errors."""
    values = {row.action: row.value for row in found.rows}
    errors = {row.action: row.error for row in found.rows}
    best = max(values, key=lambda action: values[action])
    gap = values[best] - values[advice.action]
    assert gap <= max(errors[best], errors[advice.action]) + 1e-9, (advice.action, values)
    fines = [sentence for sentence in advice.sentences if sentence.claim == "fine"]
    assert len(fines) <= 1
    if gap > 0 and best.kind != advice.action.kind and not fines:
        raise AssertionError(("not said that both are fine", advice.action, values))


def _cautions(partner: Partner, seen: object, advice: Advice, found: Worths) -> list[Sentence]:
    said = []
    values = {row.action: row for row in found.rows}
    top = max(row.value for row in found.rows)
    for action, row in list(values.items())[:6]:
        caution = partner.caution(seen, action)
        if action == advice.action:
            assert caution is None
        if caution is None:
            continue
        if caution.cost is None:
            _far_off(seen, action, advice)
            continue
        assert abs(caution.cost.amount - (top - row.value)) < 1e-9
        assert caution.cost.amount > row.error
        assert values[advice.action].value > row.value
        said.append(caution.sentences[0])
    return said


def _far_off(seen: Any, action: Action, advice: Advice) -> None:
    """A bet beyond two pots, and beyond twice what is advised."""
    stands = max(seen.bets)
    pot = sum(seen.paid) + stands - seen.bets[seen.seat]
    assert seen.rules.name == "holdem-nolimit"
    assert action.amount - stands > 2 * pot
    if advice.action.kind == action.kind:
        assert action.amount - stands > 2 * (advice.action.amount - stands)


def _numbers(sentence: Sentence) -> dict[str, float]:
    return {each.name: float(each.value) for each in sentence.numbers if isinstance(each.value, (int, float))}


def _claims(partner: Partner, seen: object, sentence: Sentence, advice: Advice) -> None:
    """What the words claim of the numbers behind them."""
    told, text = _numbers(sentence), sentence.text
    if sentence.claim == "price":
        cost = min(seen.to_call, seen.stacks[seen.seat])  # type: ignore[attr-defined]
        needed = cost / (seen.pot + cost)  # type: ignore[attr-defined]
        assert abs(told["needed"] - needed) < 1e-12
        assert percent(needed) in text
        if "is enough" in text:
            assert told["chance"] > needed
        if "not enough" in text:
            assert told["chance"] < needed
        if "that's close" in text:
            assert abs(told["chance"] - needed) <= 0.05
        if "falls short" in text:
            row = next(row for row in advice.worths.rows if row.action.kind == "call")  # type: ignore[union-attr]
            top = max(row.value for row in advice.worths.rows)  # type: ignore[union-attr]
            off = max(each.error for each in advice.worths.rows if each.value == top)  # type: ignore[union-attr]
            assert told["chance"] < needed - 0.05
            assert (needed - told["chance"]) * (seen.pot + cost) <= max(row.error, off)  # type: ignore[attr-defined]
        if "not enough" in text and advice.worths is not None and advice.worths.kind == "estimated":
            assert advice.action.kind != "call"
    if sentence.claim == "worths":
        values = list(told.values())
        assert values == sorted(values, reverse=True), text
        assert advice.worths is not None
        shown = {row.value for row in advice.worths.rows}
        assert set(values) <= shown
    if sentence.claim == "folds" and "needs" in text:
        assert percent(told["needed"]) in text
    if sentence.claim in ("chance", "called", "folds"):
        assert all(-1e-12 <= value <= 1 + 1e-12 for value in told.values())
        assert percent(next(iter(told.values()))) in text
    if sentence.claim == "starting hand" and "top" in text:
        assert percent(max(told["better hands"], 0.001)) in text
    if "better hand" in text or "stronger than" in text:
        assert told.get("expect", 1.0) >= 0 or "speaks for a better hand" in text, text
    if "weaker than" in text:
        assert told["expect"] < 0
    if advice.action.kind in ("bet", "raise"):
        assert "stay in" not in text or "must bet or fold" in text, text


def _slowly(partner: Partner, seen: object, said: list[Sentence]) -> None:
    """The chances once more, by plain counting."""
    for sentence in said:
        told = _numbers(sentence)
        if sentence.claim == "chance" and isinstance(seen, CardObservation) and len(seen.board) >= 3:
            assert isinstance(partner, HoldemPartner)
            assert abs(told["chance"] - _equity(partner, seen)) < 1e-9
        if "true by the odds" in told and not isinstance(seen, CardObservation):
            _dice(seen, sentence)


def _equity(partner: HoldemPartner, seen: CardObservation) -> float:
    """The product over opponents of our share against each holding, one board after the other."""
    known = (*seen.own_cards, *seen.board)
    left = [card for card in range(len(DECK)) if card not in known]
    runs = [()] if len(seen.board) == 5 else [(card,) for card in left]
    ours = {run: evaluate((*known, *run)) for run in runs}
    whole = 1.0
    for each in partner.look(seen).spot.opponents:
        share = 0.0
        for holding in np.flatnonzero(each.weights).tolist():
            pair = tuple(int(card) for card in HOLDING_CARDS[holding])
            met = [run for run in runs if not set(run) & set(pair)]
            won = 0.0
            for run in met:
                theirs = evaluate((*pair, *seen.board, *run))
                won += 1.0 if theirs < ours[run] else 0.5 if theirs == ours[run] else 0.0
            share += float(each.weights[holding]) * won / len(met)
        whole *= share
    return whole


def _dice(seen: object, sentence: Sentence) -> None:
    """Binomial odds by rolling every hidden die."""
    told = _numbers(sentence)
    hidden = sum(seen.rules.dice) - len(seen.roll)  # type: ignore[attr-defined]
    bids = [bid_of(event.action) for event in seen.history if event.action.kind == "bid"]  # type: ignore[attr-defined]
    bids += [bid_of(action) for action in seen.legal_actions if action.kind == "bid"]  # type: ignore[attr-defined]
    table = seen.rules.table  # type: ignore[attr-defined]
    chances = set()
    for bid in bids:
        own, rolls = table.count(seen.roll, bid.face), 0  # type: ignore[attr-defined]
        for dice in product(range(1, table.faces + 1), repeat=hidden):
            rolls += own + table.count(dice, bid.face) >= bid.quantity
        chances.add(round(rolls / table.faces**hidden, 9))
        assert die_chance(table, bid.face) > 0
    assert round(told["true by the odds"], 9) in chances
