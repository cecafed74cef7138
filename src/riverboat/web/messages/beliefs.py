"""What opponents who keep models believe of the person, in words that a card player knows.

Only what the opponent's own memory holds is told: what the person did, and hands of their that everybody saw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from riverboat.agents.compiled import CompiledPlayer
from riverboat.agents.evolving.models import EvolvingAgent, opponent_seen
from riverboat.agents.kinds_kernel import ADAPTIVE, ADAPTIVE_68, LOKI
from riverboat.agents.loki.versions import read_model
from riverboat.agents.neural import adaptive_layout_kernel, neural_layout_kernel
from riverboat.modeling.attributes import Attribute, model_at_table
from riverboat.modeling.attributes_layout import LASTING
from riverboat.modeling.tendencies import ASSESSMENT, Tendencies, phrase
from riverboat.tables import PERSON, Session
from riverboat.web.messages.hand import Json
from riverboat.web.texts import beliefs as texts

#: Where the attributes stand in the memory of the networks that look at them.
ATTRIBUTES_AT = {ADAPTIVE: adaptive_layout_kernel.MODELS_AT, ADAPTIVE_68: neural_layout_kernel.MODELS_AT}


def beliefs_at(seating: Session, you: int = PERSON) -> list[Json]:
    """What each agent at a table believes of a person; those without models are left out."""
    found = []
    for seat in range(1, 1 + len(seating.plan.opponents)):
        told = _of_compiled(seating.player(seat), you) or _of_stud(seating.learnt(seat))
        if told is not None:
            found.append({"name": seating.plan.names[seat], **told})
    return found


def attribute_lines(attributes: Sequence[Attribute]) -> list[Json]:
    """The seven, each with its words and the number of hands (or actions) that it rests on."""
    return [
        {
            **attribute.to_json(),
            "title": texts.ATTRIBUTES[attribute.name][0],
            "line": texts.ATTRIBUTES[attribute.name][1],
            "of": "actions" if attribute.name.startswith("current") else "hands",
        }
        for attribute in attributes
    ]


def _of_compiled(player: CompiledPlayer | None, you: int) -> Json | None:
    if player is None:
        return None
    if player.agent.entry.kind == LOKI:
        return _of_loki(player, you)
    if isinstance(player.agent, EvolvingAgent):
        return _of_evolving(player.agent, player, you)
    if player.agent.entry.kind in ATTRIBUTES_AT and player.agent.remembers:
        return _of_adaptive(player, you)
    return None


def _of_loki(player: CompiledPlayer, you: int) -> Json | None:
    model = [(each, each.folds + each.calls + each.raises) for each in read_model(player.memory, you)]
    if not model:
        return None
    rows = [
        [each.situation, *(round(count / seen, 4) for count in (each.folds, each.calls, each.raises)), seen]
        for each, seen in model
        if seen
    ]
    return {
        "lines": [texts.LOKI],
        "columns": list(texts.LOKI_COLUMNS),
        "rows": rows,
    }


def _of_evolving(agent: EvolvingAgent, player: CompiledPlayer, you: int) -> Json | None:
    known = opponent_seen(agent, player.memory, you)
    if known is None:
        return None
    enters, bold = known.entered / known.hands, known.bold / max(known.bold + known.called, 1)
    lines = [texts.evolving(known.hands, enters, bold)]
    if known.segment:
        lines.append(texts.segment(known.segment))
    return {"lines": lines, "columns": [], "rows": []}


def _of_adaptive(player: CompiledPlayer, you: int) -> Json | None:
    model = model_at_table(player.memory[ATTRIBUTES_AT[player.agent.entry.kind] :], you)
    if model is None:
        return None
    rows = [
        [each["title"], each["line"], each["value"], each["n"]]
        for each in attribute_lines(model.attributes())
        if each["value"] is not None
    ]
    return {
        "lines": [texts.adaptive(LASTING)],
        "columns": list(texts.ADAPTIVE_COLUMNS),
        "rows": rows,
    }


def _of_stud(learnt: dict[str, Any] | None) -> Json | None:
    if learnt is None or "opponent" not in learnt:
        return None
    tendencies = Tendencies.from_json(learnt["opponent"])
    seen = int(tendencies.fired.sum())
    if not seen:
        return None
    rows = [
        [texts.stud_situation(*ASSESSMENT.conditions[rule]), phrase(float(value)), float(value) / 100, int(fired)]
        for rule, (value, fired) in enumerate(zip(tendencies.values, tendencies.fired, strict=True))
        if fired
    ]
    return {
        "lines": [texts.stud(seen, phrase(tendencies.mean), tendencies.mean)],
        "columns": list(texts.STUD_COLUMNS),
        "rows": rows,
    }
