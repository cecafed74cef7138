"""The agents: their names, the protocol they speak, and bots that run as separate programs."""

from riverboat.agents.entry import AgentEntry, Parameter
from riverboat.agents.names import AgentName, parse_agent_name
from riverboat.agents.protocol import Player
from riverboat.agents.registry import AGENTS, agent_entry, make_agent

__all__ = [
    "AGENTS",
    "AgentEntry",
    "AgentName",
    "Parameter",
    "Player",
    "agent_entry",
    "make_agent",
    "parse_agent_name",
]
