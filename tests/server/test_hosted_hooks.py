"""Notices to a web address of the host."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import pytest

from hexfront.server.hooks import Notice, Notifier, check_webhook

NOTICE = Notice("g1", "red", "3", "https://play.example.org/#/game/g1")


class Listener(ThreadingHTTPServer):
    """A real web server that keeps what it is sent, and fails as often as it is told."""

    def __init__(self) -> None:
        self.got: list[object] = []
        self.failures = 0
        self.move_to = ""
        super().__init__(("127.0.0.1", 0), Taker)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook"


class Taker(BaseHTTPRequestHandler):
    server: Listener

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.server.failures:
            self.server.failures -= 1
            self.send_response(500)
        elif self.server.move_to and self.path == "/hook":
            self.send_response(307)
            self.send_header("Location", self.server.move_to)
        else:
            self.server.got.append((self.path, msgspec.json.decode(body)))
            self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def listener() -> Iterator[Listener]:
    server = Listener()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def send(notifier: Notifier, *notices: Notice, seconds: float = 5.0, until: object = None) -> None:
    """Let a notifier send, until something has arrived or the time is over."""

    async def work() -> None:
        notifier.loop.start()
        for notice in notices:
            notifier.tell(notice)
        for _ in range(int(seconds / 0.02)):
            await asyncio.sleep(0.02)
            if callable(until) and until():
                break
        await notifier.loop.stop()

    asyncio.run(work())


def test_a_webhook_is_told_game_side_turn_and_link(listener: Listener) -> None:
    send(Notifier(listener.address), NOTICE, until=lambda: listener.got)
    told = {"game": "g1", "side": "red", "turn": "3", "link": "https://play.example.org/#/game/g1"}
    assert listener.got == [("/hook", told)]


def test_a_webhook_that_fails_is_tried_again(listener: Listener) -> None:
    listener.failures = 2
    send(Notifier(listener.address, pauses=(0.01, 0.01, 0.01)), NOTICE, until=lambda: listener.got)
    assert len(listener.got) == 1


def test_a_webhook_that_only_fails_is_given_up(listener: Listener, caplog: pytest.LogCaptureFixture) -> None:
    listener.failures = 99
    send(Notifier(listener.address, pauses=(0.01, 0.01)), NOTICE, until=lambda: "for good" in caplog.text)
    assert listener.failures == 96
    assert "for good" in caplog.text


def test_a_webhook_is_not_led_elsewhere(listener: Listener, caplog: pytest.LogCaptureFixture) -> None:
    listener.move_to = "/elsewhere"
    send(Notifier(listener.address, pauses=()), NOTICE, until=lambda: "for good" in caplog.text)
    assert listener.got == []


def test_a_side_is_told_once_in_a_while(listener: Listener) -> None:
    other = msgspec.structs.replace(NOTICE, side="blue")
    send(Notifier(listener.address), NOTICE, NOTICE, other, NOTICE, until=lambda: len(listener.got) > 1)
    assert len(listener.got) == 2


@pytest.mark.parametrize(
    "address",
    [
        *("file:///etc/passwd", "ftp://example.org/", "http://", "http://a:b@example.org/"),
        *("http://example.org:abc/", "http://example.org:99999/", "http://[::1", "http://example.org/a b"),
    ],
)
def test_only_web_addresses_are_webhooks(address: str) -> None:
    with pytest.raises(ValueError, match="webhook"):
        check_webhook(address)


def test_an_answer_that_is_none_ends_nothing(listener: Listener) -> None:
    """A server that speaks another language is a failure like others: what comes later is sent again."""
    with socket.create_server(("127.0.0.1", 0)) as strange:
        asked = []

        def talk() -> None:
            for _ in range(2):
                line, _ = strange.accept()
                with line:
                    asked.append(line.recv(10_000))
                    line.sendall(b"no web server\r\n\r\n")

        thread = threading.Thread(target=talk)
        thread.start()
        address = f"http://127.0.0.1:{strange.getsockname()[1]}/"
        other = msgspec.structs.replace(NOTICE, side="blue")
        send(Notifier(address, pauses=()), NOTICE, other, until=lambda: len(asked) > 1)
        thread.join()
    assert len(asked) == 2
