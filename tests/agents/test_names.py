from __future__ import annotations

import pytest

from riverboat.agents import AGENTS, make_agent, parse_agent_name
from riverboat.agents.compiled import CompiledAgent
from riverboat.errors import AgentError


def test_a_plain_name() -> None:
    name = parse_agent_name(" tight-aggressive ")
    assert (name.agent, name.copies, name.options, name.text) == ("tight-aggressive", 1, (), "tight-aggressive")


def test_parameters_copies_and_a_model_file() -> None:
    name = parse_agent_name("rock:enter=0.6;bluff=0.1*5")
    assert (name.agent, name.copies) == ("rock", 5)
    assert name.options == (("enter", "0.6"), ("bluff", "0.1"))
    assert name.text == "rock:enter=0.6;bluff=0.1"
    saved = parse_agent_name("evolved@folder/best.npz*2")
    assert (saved.agent, saved.model_file, saved.copies) == ("evolved", "folder/best.npz", 2)
    both = parse_agent_name("rock@a.npz:enter=0.6")
    assert (both.agent, both.options) == ("rock", (("enter", "0.6"),)) or both.model_file


def test_bots() -> None:
    bot = parse_agent_name("bots/mine.py:MyBot*3")
    assert (bot.python_file, bot.python_class, bot.copies) == ("bots/mine.py", "MyBot", 3)
    program = parse_agent_name("exec:python3 bot.py --depth 2*3")
    assert program.command == "python3 bot.py --depth 2*3"  # a command is taken as it stands


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "names no agent"),
        ("rock:enter", "sets nothing: write key=value"),
        ("rock:enter=0.1;enter=0.2", "sets enter twice"),
        ("rock*0", "1 to 1000"),
        ("mybot.py", "names no class: write FILE.py:Class"),
        ("mybot.py:", "names no class"),
        ("exec:", "names no program"),
    ],
)
def test_what_cannot_be_read(text: str, complaint: str) -> None:
    with pytest.raises(AgentError, match=complaint):
        parse_agent_name(text)


def test_an_unknown_agent_is_told_what_is_near_and_what_there_is() -> None:
    with pytest.raises(AgentError, match=r'"tigth-agressive" is not an agent \(did you mean "tight-aggressive"\?\)'):
        make_agent("tigth-agressive")
    with pytest.raises(AgentError, match="the agents are random, always-call"):
        make_agent("zzz")


def test_an_unknown_parameter_is_told_what_there_is() -> None:
    with pytest.raises(AgentError, match=r'"agression" is not a parameter of rock \(did you mean "aggression"\?\)'):
        make_agent("rock:agression=0.5")
    with pytest.raises(AgentError, match="it has no parameters"):
        make_agent("random:x=1")


@pytest.mark.parametrize("value", ["2", "-0.1", "nan", "much", "inf"])
def test_a_parameter_out_of_bounds(value: str) -> None:
    with pytest.raises(AgentError, match="it is a number from 0 to 1"):
        make_agent(f"rock:bluff={value}")


def test_parameters_are_set_and_the_rest_keeps_its_default() -> None:
    plain, changed = make_agent("tight-aggressive"), make_agent("tight-aggressive:aggression=0.7")
    assert isinstance(plain, CompiledAgent)
    assert isinstance(changed, CompiledAgent)
    names = [parameter.name for parameter in AGENTS["tight-aggressive"].parameters]
    at = names.index("aggression")
    assert changed.params[at] == 0.7
    rest = [k for k in range(len(names)) if k != at]
    assert plain.params[rest].tolist() == changed.params[rest].tolist()


def test_every_agent_is_described() -> None:
    for name, entry in AGENTS.items():
        assert entry.name == name
        assert entry.line
        for parameter in entry.parameters:
            assert parameter.line
            assert parameter.low <= parameter.default <= parameter.high
