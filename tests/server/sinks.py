"""A real mail server and a real web server on this machine, which keep what they are sent."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec


class MailSink(socketserver.ThreadingTCPServer):
    """Speaks as much SMTP as a sender needs; ``refuses`` says which answer a recipient gets."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.refuses = ""
        super().__init__(("127.0.0.1", 0), _Talk)

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.server_address[1]}"


class _Talk(socketserver.StreamRequestHandler):
    server: MailSink

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self._say("220 sink")
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            if word == "DATA":
                self._say("354 go on")
                body = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    body += part.removeprefix(b".") if part.startswith(b"..") else part
                self.server.letters.append(message_from_bytes(body, policy=policy.default))
                self._say("250 taken")
            elif word == "RCPT" and self.server.refuses:
                self._say(self.server.refuses)
            elif word == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 sink")


class WebSink(ThreadingHTTPServer):
    """Keeps the JSON it is sent, and answers as it is told."""

    def __init__(self) -> None:
        self.got: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.answer = 204
        self.asleep = 0.0
        super().__init__(("127.0.0.1", 0), _Taker)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook/secret-path"


class _Taker(BaseHTTPRequestHandler):
    server: WebSink

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.paths.append(self.path)
        if self.server.answer < 300:
            self.server.got.append(msgspec.json.decode(body))
        self.send_response(self.server.answer)
        if 300 <= self.server.answer < 400:
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def running(make: Callable[[], Any]) -> Iterator[Any]:
    """A server in a thread of its own."""
    server = make()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
