"""What the partner says to decisions: at the table, and to those that were made, the costliest first.

*Advice* is `{"action": {"kind", "amount", "text", "words"}, "sentences": [{"text", "numbers": [{"name", "value",
"text", "how"}]}], "worths": WORTHS}`.

*WORTHS* is null where no chips are at stake (a card is to be shown), else `{"kind": "solved" | "estimated", "unit":
"chips" | "points", "assumption": a sentence, "best": an action as text, "ask_from": a cost, "actions": [...]}`. Each
action is `{"action": text, "kind", "amount", "words": "raise to 40", "value": chips more than a fold brings, "error":
what the value may be off by, "cost": what it gives away against the best legal action, "fine": whether the cost lies
within the error, "share": how often the solved strategy does it, or null}`. Where bets can have many sizes some of them
are there, the least and the most among them; between two of them take the line. `ask_from` is the cost from which a
dialog may ask whether one is sure, unless the person has set another; below it, and above the error, a caution is one
line.

A *caution* is null or `{"advice", "sentences": [one line], "cost": COST}`, whose cost is null where an amount may not
be meant: whoever plays is asked then. *COST* is `{"amount", "unit", "kind",
"error", "best", "fine", "numbers"}`.

At the table a frame `{"type": "partner", "turn", "worths": WORTHS, "advice": Advice, "cautions": {action as text: one
line}, "asks": [actions to ask about whatever they cost]}` follows every snapshot in which the person is asked; nothing
of it need be shown unless they wish. A decision looked back at has a `line` in the past tense beside `advice`,
`caution` and `cost`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from riverboat.games import Action
from riverboat.games.protocol import PlayedState, TableObservation
from riverboat.games.words import Speaker
from riverboat.partner.protocol import Advice, Caution, Partner, make_partner
from riverboat.partner.worths import Worths
from riverboat.records.hand_record import HandRecord
from riverboat.web.messages.hand import Json


def weighed(worths: Worths | None, speaker: Speaker, to_call: int = 0) -> Json | None:
    """What actions are worth as the page is told it."""
    return None if worths is None else worths.to_json(speaker, to_call)


def advised(advice: Advice, speaker: Speaker, to_call: int = 0) -> Json:
    """Advice as the page is told it, with its action in words."""
    told = advice.to_json()
    action = {**told["action"], "words": speaker.did(advice.action, you=True)}
    return {**told, "action": action, "worths": weighed(advice.worths, speaker, to_call)}


def cautioned(caution: Caution | None, speaker: Speaker) -> Json | None:
    """A caution as the page is told it; None where there is nothing to say."""
    return None if caution is None else {**caution.to_json(), "advice": advised(caution.advice, speaker)}


def beforehand(partner: Partner, view: TableObservation, speaker: Speaker, names: Sequence[str]) -> Json:
    """What comes after a snapshot, so that nothing need be asked before an action: see above."""
    to_call = getattr(view, "to_call", 0)
    found = partner.worths(view)
    lines, asks = {}, []
    for row in found.rows if found is not None else ():
        caution = partner.caution(view, row.action, names=names)
        if caution is not None:
            lines[str(row.action)] = caution.sentences[0].text
            asks += [str(row.action)] if caution.cost is None else []
    return {
        "worths": weighed(found, speaker, to_call),
        "advice": advised(partner.advise(view, names=names), speaker, to_call),
        "cautions": lines,
        "asks": asks,
    }


def judged(partner: Partner, view: TableObservation, done: Action, speaker: Speaker, names: Sequence[str] = ()) -> Json:
    """What was done, what the partner would have done, a line about it in the past tense, and what it cost."""
    caution, cost = partner.caution(view, done, names=names), partner.cost(view, done)
    if caution is not None and caution.cost is None:  # what was meant is known by now, and no mistake
        caution = None
    return {
        "done": speaker.did(done, you=True),
        "line": partner.look_back(view, done, names=names).to_json(),
        "advice": advised(partner.advise(view, names=names), speaker, getattr(view, "to_call", 0)),
        "caution": cautioned(caution, speaker),
        "cost": None if cost is None else cost.to_json(),
    }


def partner_explains(record: HandRecord, states: Sequence[PlayedState]) -> list[Json]:
    """What a partner beside each player of a recorded hand would have said, who knows what that player knows."""
    partner = make_partner(record.game)
    return [
        {
            "step": at,
            "player": record.players[move.seat],
            **judged(partner, states[at].observation(move.seat), Action(move.kind, move.amount), record.speaker),
        }
        for at, move in enumerate(record.moves)
    ]


def mistakes_first(decisions: Iterable[Json]) -> list[Json]:
    """The most expensive first, what lies within the error last; of those that cost the same, what was about more."""

    def rank(each: Json) -> tuple[bool, float, int]:
        cost = each["cost"]
        return cost is None or cost["fine"], -(cost["amount"] if cost else 0.0), -each["pot"]

    return sorted(decisions, key=rank)
