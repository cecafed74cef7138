"""`riverboat serve`: who is let in from elsewhere, and files to encrypt with. Nothing here listens for long."""

from __future__ import annotations

import ssl
import subprocess
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from typer.testing import CliRunner

from riverboat.cli import app
from riverboat.errors import ArenaError
from riverboat.web import serving
from riverboat.web.application import create_app
from riverboat.web.serving import check_tls
from tests.web.playing import run_server


def _serve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *arguments: str) -> tuple[dict[str, object], object]:
    """What the command would serve with, and the error that it ends with."""
    seen: dict[str, object] = {}

    def created(*_: object, **options: object) -> object:
        seen.update(options)
        raise ArenaError("far enough")

    monkeypatch.setattr("riverboat.web.application.create_app", created)
    monkeypatch.setattr(serving, "listen", lambda *_: [SimpleNamespace(getsockname=lambda: ("127.0.0.1", 1))])
    options = ["--port", "0", "--no-browser", "--database", str(tmp_path / "hands.db")]
    result = CliRunner().invoke(app, ["serve", *options, *arguments])
    return seen, result.exception


def test_beyond_loopback_a_password_is_needed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RIVERBOAT_PASSWORD", raising=False)
    seen, error = _serve(monkeypatch, tmp_path, "--host", "0.0.0.0")
    assert (seen, isinstance(error, ArenaError)) == ({}, True)
    assert "set a password" in str(error)
    assert "--open" in str(error)


def test_a_password_or_open_doors_will_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen, _ = _serve(monkeypatch, tmp_path, "--host", "0.0.0.0", "--password", "sesame", "--name", "poker.example")
    assert (seen["password"], seen["addresses"]) == ("sesame", True)
    assert isinstance(seen["hosts"], frozenset)
    assert {"poker.example", "localhost"} <= seen["hosts"]
    assert "elsewhere.example" not in seen["hosts"]
    seen, _ = _serve(monkeypatch, tmp_path, "--host", "0.0.0.0", "--open")
    assert (seen["password"], seen["addresses"]) == (None, True)
    monkeypatch.setenv("RIVERBOAT_PASSWORD", "sesame")
    seen, _ = _serve(monkeypatch, tmp_path, "--host", "0.0.0.0")
    assert seen["password"] == "sesame"
    seen, error = _serve(monkeypatch, tmp_path, "--host", "0.0.0.0", "--open")
    assert (seen, "give only one of them" in str(error)) == ({}, True)


def test_on_this_machine_alone_nothing_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("RIVERBOAT_PASSWORD", raising=False)
    seen, _ = _serve(monkeypatch, tmp_path)
    assert (seen["password"], seen["addresses"]) == (None, False)
    assert seen["hosts"] == {"127.0.0.1", "localhost", "::1"}


@pytest.mark.parametrize(
    "arguments", [("--tls-key", "key.pem"), ("--tls-cert", "none.pem"), ("--tls-cert", "text.pem")]
)
def test_files_that_can_not_encrypt_are_refused_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: tuple[str, str]
) -> None:
    (tmp_path / "text.pem").write_text("no certificate")
    monkeypatch.chdir(tmp_path)
    seen, error = _serve(monkeypatch, tmp_path, *arguments)
    assert (seen, isinstance(error, ArenaError)) == ({}, True)
    assert arguments[0] in str(error) or "can't be used to encrypt" in str(error)


def test_the_page_is_encrypted(tmp_path: Path) -> None:
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not installed")
    check_tls(certificate, key)
    server = serving.make_server(create_app(str(tmp_path / "hands.db")), tls=(certificate, key))
    with run_server(server) as port:
        answer = httpx.get(f"https://127.0.0.1:{port}/", verify=ssl.create_default_context(cafile=certificate))
        assert answer.status_code == 200
        assert "Secure" in answer.headers["set-cookie"]
