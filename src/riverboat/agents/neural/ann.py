"""From a network that imitates people to an agent that plays, and into the file that `ann@FILE` reads."""

from __future__ import annotations

import numpy as np

from riverboat.agents.compiled import CompiledAgent
from riverboat.agents.neural import neural_layout_kernel as at
from riverboat.agents.registry import agent_entry
from riverboat.errors import AgentError
from riverboat.modeling.networks import Network


def ann_agent(network: Network, *, name: str = "ann", mixed: bool = False) -> CompiledAgent:
    """An agent that plays as one of the thesis's networks says; `mixed`: either output by its share."""
    inputs, *hidden, outputs = network.sizes
    if network.modern or outputs != at.OUTPUTS or len(hidden) > 1 or inputs > at.GAME_INPUTS:
        raise AgentError("only the thesis's networks play: two or five inputs, one hidden layer or none, two outputs")
    network = network.unscaled()
    width = hidden[0] if hidden else 0
    if width > at.MOST_HIDDEN:
        raise AgentError(f"{width} hidden neurons are not possible: up to {at.MOST_HIDDEN}")
    entry = agent_entry("ann")
    params = np.zeros(len(entry.parameters) + entry.weights)
    params[: len(entry.parameters)] = [parameter.default for parameter in entry.parameters]
    params[at.MIXED] = mixed
    params[at.N_INPUTS], params[at.N_HIDDEN] = inputs, width
    first = params[at.FIRST_AT : at.SECOND_AT].reshape(at.MOST_HIDDEN, at.GAME_INPUTS + 1)
    second = params[at.SECOND_AT :].reshape(at.OUTPUTS, at.MOST_HIDDEN + 1)
    if hidden:
        first[:width, :inputs] = network.layers[0][:, :-1]
        first[:width, -1] = network.layers[0][:, -1]
    second[:, : network.layers[-1].shape[1] - 1] = network.layers[-1][:, :-1]
    second[:, -1] = network.layers[-1][:, -1]
    return CompiledAgent.of(entry, name=name, params=params.tolist())
