"""Dockerfile and compose.yaml, linted without Docker: what they name exists, and nothing in them is careless."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from riverboat.cli import make_app
from tests.conftest import ROOT

DOCKERFILE = ROOT / "Dockerfile"
COMPOSE = ROOT / "compose.yaml"


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, comments left out and broken lines joined."""
    lines = [line for line in text.replace("\\\n", " ").splitlines() if line.strip() and not line.startswith("#")]
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines]


def complaints(found: list[tuple[str, str]]) -> list[str]:
    """What a careful reader would object to."""
    wrong = []
    images = [rest.split()[0] for word, rest in found if word == "FROM"]
    wrong += [f"{image} has no version" for image in images if ":" not in image or image.endswith(":latest")]
    users = [rest for word, rest in found if word == "USER"]
    if not users or users[-1] in ("root", "0"):
        wrong.append("it runs as root")
    wrong += [f"ADD {rest}: COPY says what it does" for word, rest in found if word == "ADD"]
    wrong += [
        f"{word} {rest} goes through a shell" for word, rest in found if word == "CMD" and not rest.startswith("[")
    ]
    wrong += [f"pip keeps its cache: {rest}" for word, rest in found if "pip " in rest and "--no-cache-dir" not in rest]
    wrong += [
        f"a secret: {rest}" for word, rest in found if word in ("ENV", "ARG") and re.search("PASSWORD|TOKEN", rest)
    ]
    if "HEALTHCHECK" not in dict(found):
        wrong.append("nobody can tell whether it is well")
    return wrong


def check_command(words: list[str]) -> None:
    """A command of ours is one that there is, with options that it has."""
    assert words[0] == "riverboat"
    command = get_command(make_app()).commands[words[1]]  # type: ignore[attr-defined]
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    assert {word for word in words[2:] if word.startswith("--")} <= known


def test_the_dockerfile_is_careful() -> None:
    found = instructions(DOCKERFILE.read_text("utf-8"))
    assert not complaints(found)
    check_command(json.loads(dict(found)["CMD"]))


def test_what_the_dockerfile_copies_is_there_and_let_through() -> None:
    let_through = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").split() if line.startswith("!")]
    for word, rest in instructions(DOCKERFILE.read_text("utf-8")):
        if word == "COPY" and "--from" not in rest:
            for name in rest.split()[:-1]:
                assert (ROOT / name).exists()
                assert name in let_through


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("FROM python\nUSER me", "has no version"),
        ("FROM python:3.11\nUSER root", "runs as root"),
        ("FROM python:3.11\nUSER me\nCMD riverboat serve", "goes through a shell"),
        ("FROM python:3.11\nUSER me\nRUN pip install x", "keeps its cache"),
        ("FROM python:3.11\nUSER me\nENV A_PASSWORD=1", "a secret"),
    ],
)
def test_a_careless_dockerfile_is_noticed(text: str, complaint: str) -> None:
    assert any(complaint in each for each in complaints(instructions(text)))


@pytest.fixture
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text("utf-8"))
    return found


def test_the_services_fit_together(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"page", "database", "scheduler", "worker-1", "worker-2"}
    for name, service in services.items():
        assert "image" in service, name
        assert set(service.get("depends_on", ())) <= set(services)
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:"), f"{name} is open to everyone"
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in compose["volumes"]
        if service["image"] not in ("riverboat",):
            assert re.fullmatch(r"[\w./-]+:\d[\w.]*", service["image"])
    address = services["page"]["environment"]["RIVERBOAT_DATABASE"]
    assert re.match(r"postgresql://riverboat:\$\{POSTGRES_PASSWORD:\?[^}]+\}@database/riverboat$", address)
    assert "${POSTGRES_PASSWORD:?" in services["database"]["environment"]["POSTGRES_PASSWORD"]
    for worker in ("worker-1", "worker-2"):
        assert services[worker]["command"][:3] == ["dask", "worker", "tcp://scheduler:8786"]


def test_the_lines_in_its_comments_are_commands(compose: dict[str, Any]) -> None:
    lines = re.findall(r"exec page (riverboat .*)", COMPOSE.read_text("utf-8"))
    assert lines
    for line in lines:
        check_command(line.split())


def test_docker_reads_the_compose_file_where_it_is_at_hand(tmp_path: Path) -> None:
    if (
        shutil.which("docker") is None
        or subprocess.run(["docker", "compose", "version"], capture_output=True).returncode
    ):
        pytest.skip("no docker compose here")
    command = ["docker", "compose", "-f", str(COMPOSE), "config", "--quiet"]
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(tmp_path), "POSTGRES_PASSWORD": "x"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
