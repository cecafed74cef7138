"""What the partner says to decisions that were made, and which of them were the dearest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from riverboat.games import Action
from riverboat.games.protocol import TableObservation
from riverboat.games.words import Speaker
from riverboat.partner.protocol import Advice, Caution, Partner
from riverboat.web.messages.hand import Json


def advised(advice: Advice, speaker: Speaker) -> Json:
    """Advice as the page is told it, with its action in words."""
    told = advice.to_json()
    return {**told, "action": {**told["action"], "words": speaker.did(advice.action, you=True)}}


def cautioned(caution: Caution | None, speaker: Speaker) -> Json | None:
    """A caution as the page is told it; None where there is nothing to say."""
    return None if caution is None else {**caution.to_json(), "advice": advised(caution.advice, speaker)}


def judged(partner: Partner, view: TableObservation, done: Action, speaker: Speaker) -> Json:
    """What was done, what the partner would have done, what its caution says, and what it cost by its numbers."""
    caution, cost = partner.caution(view, done), partner.cost(view, done)
    if caution is None and cost is not None:
        cost = replace(cost, amount=0.0)  # what it agrees with costs nothing
    return {
        "done": speaker.did(done, you=True),
        "advice": advised(partner.advise(view), speaker),
        "caution": cautioned(caution, speaker),
        "cost": None if cost is None else cost.to_json(),
    }


def mistakes_first(decisions: Iterable[Json]) -> list[Json]:
    """The most expensive first; of those that cost the same, what the partner warns of, then what was about more."""

    def rank(each: Json) -> tuple[float, bool, int]:
        return -(each["cost"]["amount"] if each["cost"] else 0.0), each["caution"] is None, -each["pot"]

    return sorted(decisions, key=rank)
