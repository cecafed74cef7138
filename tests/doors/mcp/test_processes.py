"""`riverboat mcp` as a process of its own, asked by the protocol's own client: over standard input, and at a port."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from riverboat.odds.equity import equity
from tests.doors.mcp.test_mcp import calling

COMMAND = ("-m", "riverboat", "mcp")


async def _use(server: StdioServerParameters | str) -> dict[str, Any]:
    """Ask for an equity, then play a match to its end."""
    async with Client(server) as client:
        asked = await client.call_tool("equity", {"hands": "AhKh vs QsQc"})
        right = float(equity("AhKh vs QsQc").players[0].equity)
        assert asked.structured_content["players"][0]["equity"] == pytest.approx(right)
        told: Any = (await client.call_tool("start_match", {"opponents": ["rock"], "hands": 10})).structured_content
        name = told["match"]
        while not told["over"]:
            told = (await client.call_tool("act", {"match": name, "action": calling(told)})).structured_content
        wrong = await client.call_tool("act", {"match": name, "action": "call"})
        assert wrong.is_error
    found: dict[str, Any] = told["result"]
    return found


def test_over_standard_input_and_output() -> None:
    result = anyio.run(_use, StdioServerParameters(command=sys.executable, args=list(COMMAND)))
    assert result["hands"] == 10


@pytest.fixture
def address() -> Iterator[str]:
    with subprocess.Popen([sys.executable, *COMMAND, "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = ""
        while not (found := re.search(r"http://\S+/mcp", told)):
            line = process.stdout.readline()
            assert line, f"it ended: {told}"
            told += line
        yield found[0]
        process.terminate()


def test_at_a_port(address: str) -> None:
    assert anyio.run(_use, address)["hands"] == 10
