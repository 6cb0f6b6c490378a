"""A real server in a process of its own, and a small client for it.

The client speaks just enough HTTP to ask for JSON over a connection that stays open. It costs little, so
that a measurement on one machine measures the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hexfront.kernel.errors import SaveError

PATIENCE = 60.0  # seconds a server may take to answer for the first time


class Answer(msgspec.Struct, frozen=True):
    """What came back for a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return msgspec.json.decode(self.body)


class Gone(Exception):
    """The server ended the connection before it answered."""


class Caller:
    """One connection to a server, opened when it is first used and again when it was lost."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self._port = port
        self._headers = dict(headers or {})
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, data: object = None, *, body: bytes | None = None) -> Answer:
        """Send a request and wait for its answer; `Gone` if there is none."""
        content = body if body is not None else (b"" if data is None else msgspec.json.encode(data))
        kind = "application/octet-stream" if body is not None else "application/json"
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
            f"Content-Length: {len(content)}",
            "X-Hexfront: 1",
            *([f"Content-Type: {kind}"] if content else []),
            *(f"{name}: {value}" for name, value in self._headers.items()),
        ]
        try:
            if self._streams is not None and self._streams[0].at_eof():
                await self.close()  # the server has closed a connection that was idle for long
            if self._streams is None:
                self._streams = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._streams
            writer.write("\r\n".join([*lines, "", ""]).encode() + content)
            await writer.drain()
            return await self._answer(reader)
        except (OSError, asyncio.IncompleteReadError) as wrong:
            await self.close()
            raise Gone(f"{method} {path}: {wrong}") from wrong

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split(" ", 2)[1])
        headers: dict[str, str] = {}
        for line in head[1:]:
            name, _, value = line.partition(":")
            if name.lower() == "set-cookie":
                self._keep_cookie(value)
            headers[name.lower()] = value.strip()
        length = headers.get("content-length")
        if length is not None:
            content = await reader.readexactly(int(length))
        elif headers.get("transfer-encoding") == "chunked":
            content = await _chunks(reader)
        else:
            content = b""
        if headers.get("connection", "").lower() == "close":
            await self.close()
        return Answer(status, headers, content)

    def _keep_cookie(self, value: str) -> None:
        name, _, content = value.strip().partition(";")[0].partition("=")
        kept = dict(pair.split("=", 1) for pair in self._headers.get("Cookie", "").split("; ") if "=" in pair)
        kept[name] = content
        self._headers["Cookie"] = "; ".join(f"{each}={kept[each]}" for each in kept)

    async def close(self) -> None:
        if self._streams:
            _, writer = self._streams
            self._streams = None
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    parts: list[bytes] = []
    while size := int(await reader.readline(), 16):
        parts.append((await reader.readexactly(size + 2))[:-2])
    await reader.readline()
    return b"".join(parts)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """``hexfront serve`` in a process of its own, on a port of its own."""

    def __init__(
        self,
        arguments: Sequence[str] = (),
        *,
        port: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.port = port or free_port()
        self.arguments = tuple(arguments)
        self._environment = {**os.environ, **(environment or {})}
        self._process: subprocess.Popen[bytes] | None = None
        self._log = Path(tempfile.mkstemp(prefix="hexfront-serve-", suffix=".log")[1])

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        command = [sys.executable, "-m", "hexfront", "serve", "--port", str(self.port), *self.arguments]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                start_new_session=True,  # so that its own worker processes can be ended with it
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self._process.poll() is not None:
                raise SaveError(f"the server did not start:\n{self.log()}")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.02)
        self.kill()
        raise SaveError(f"the server did not answer within {PATIENCE:.0f} seconds:\n{self.log()}")

    def kill(self) -> None:
        """End it at once (SIGKILL), with every process it started."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in an orderly way."""
        self._end(signal.SIGTERM)
        self._log.unlink(missing_ok=True)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, how)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = None

    def log(self) -> str:
        """What it wrote."""
        return self._log.read_text(errors="replace")

    def __enter__(self) -> ServerProcess:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def memory_of(pid: int) -> float:
    """What a process has in memory, in megabytes; SaveError where that cannot be told."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        raise SaveError("this system does not tell how much memory a process has") from None
    found = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return round(int(found.split()[1]) / 1024, 1)
