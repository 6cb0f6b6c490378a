"""`hexfront serve`: a process of its own, from its first line to its end."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from hexfront.cli import serving as command_line
from hexfront.kernel.errors import Malformed
from tests.cli.conftest import Run


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and its address."""
    command = [sys.executable, "-m", "hexfront", "serve", "--port", "0", "--json", *options]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            yield process, json.loads(process.stdout.readline())["address"]
        finally:
            if process.poll() is None:
                process.kill()


def test_it_serves_until_it_is_interrupted_and_keeps_games_in_the_data_folder(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        assert address.startswith("http://127.0.0.1:")
        names = {each["name"] for each in httpx.get(f"{address}api/titles", timeout=30).json()}
        assert "outpost" in names
        wish = {"title": "outpost", "scenario": "skirmish", "seats": {"red": "me", "blue": "random"}}
        assert httpx.post(f"{address}api/games", json=wish, timeout=30).status_code == 201
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert (tmp_path / "hexfront" / "games.sqlite").is_file()
    with serving(tmp_path) as (_, address):
        assert len(httpx.get(f"{address}api/games", timeout=30).json()) == 1


def test_a_port_that_is_taken_is_said(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run(f"serve --port {port} --database games.sqlite", code=2)
    assert f"port {port}" in result.stderr
    assert "--port" in result.stderr


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ("--host 0.0.0.0", "--hosted"),
        ("--lan --origin https://example.org", "--origin"),
        ("--host no.such.host.invalid --hosted --origin https://example.org", "no.such.host.invalid"),
        ("--port 99999", "--port"),
        ("--port one", "--port"),
        ("--database mysql://somewhere/games", "mysql"),
        ("--players 0", "--players"),
        ("--colour red", "--colour"),
    ],
)
def test_options_that_cannot_be_are_said(run: Run, options: str, word: str) -> None:
    assert word in run(f"serve --port 0 {options}", code=2).stderr


def test_a_database_that_cannot_be_used_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_bytes(b"this is no database, but a letter to my grandmother" * 20)
    assert "database" in run("serve --port 0 --database games.sqlite", code=2).stderr
    (tmp_path / "file").write_text("")
    assert "file" in run("serve --port 0 --database file/games.sqlite", code=2).stderr


def test_for_the_local_net_it_is_hosted_at_an_address_that_others_reach(
    tmp_path: Path,
) -> None:
    found = serving_of_lan()
    if not found:  # a machine without any net says so
        with pytest.raises(Malformed, match="no address"):
            command_line._local_net_address()
        return
    with serving(tmp_path, "--lan") as (_, address):
        assert address.startswith(f"http://{found}:")
        about = httpx.get(f"{address}api/me", timeout=30)
        assert about.json()["mode"] == "hosted"
        elsewhere = {"host": "example.org"}
        assert httpx.get(f"{address}api/titles", headers=elsewhere, timeout=30).status_code >= 400
    assert (tmp_path / "hexfront" / "lan.sqlite").is_file(), "one's own games stay where they are"


def serving_of_lan() -> str:
    try:
        return command_line._local_net_address()
    except Malformed:
        return ""
