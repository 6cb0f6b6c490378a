"""The gate in front of the application: host, origin, forms of other sites, size, rate, headers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from hexfront.server.limits import LIMITS, Limit, Limiter, TooOften
from hexfront.server.security import (
    Gate,
    Message,
    Policy,
    Receive,
    Scope,
    Send,
    address_of,
    host_name,
    policy_for,
)
from hexfront.server.settings import Settings

POLICY = Policy(frozenset({"localhost", "127.0.0.1", "[::1]"}), largest_body=1000, largest_file=5000)


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that answers with the size of what it got."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    kind = b"application/json" if scope["path"].endswith(".json") else b"text/plain"
    headers = [(b"content-type", kind)]
    if scope["path"] == "/api/kept":
        headers.append((b"cache-control", b"max-age=60"))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": str(len(body)).encode()})


def ask(
    method: str = "GET",
    path: str = "/api/games",
    headers: Mapping[str, str] | None = None,
    *,
    body: tuple[bytes, ...] = (b"",),
    kind: str = "http",
    gate: Gate | None = None,
    client: str = "10.0.0.1",
) -> tuple[int, dict[str, str], bytes]:
    """Send one request through a gate; status, headers and body of the answer."""
    parts = [{"type": "http.request", "body": part, "more_body": True} for part in body]
    parts[-1]["more_body"] = False
    coming: list[Message] = list(parts) if kind == "http" else [{"type": "websocket.connect"}]
    sent: list[Message] = []

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    given = {"host": "localhost:8014", **(headers or {})}
    scope: Scope = {
        "type": kind,
        "method": method,
        "path": path,
        "scheme": "http" if kind == "http" else "ws",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": (client, 4000),
    }
    asyncio.run((gate or Gate(echo, POLICY, Limiter(times=0)))(scope, receive, send))
    first = sent[0]
    if kind == "websocket":
        return (101 if first["type"] == "websocket.accept" else 403), {}, b""
    answered = {name.decode(): value.decode() for name, value in first["headers"]}
    return first["status"], answered, sent[1]["body"]


JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("host", ["localhost:8014", "127.0.0.1:1", "[::1]:8014", "LOCALHOST"])
def test_the_names_of_this_machine_are_ours(host: str) -> None:
    assert ask(headers={"host": host})[0] == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:1", "127.0.0.1.evil.example", ""])
def test_a_name_that_was_made_to_point_here_is_refused(host: str) -> None:
    status, _, body = ask(headers={"host": host})
    assert status == 403
    assert msgspec.json.decode(body)["error"]["kind"] == "forbidden"
    assert ask(headers={"host": host}, kind="websocket")[0] == 403


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://localhost:8014", "http://localhost:9999", "http://localhost"],
)
def test_a_page_of_another_site_changes_nothing_and_opens_no_connection(origin: str) -> None:
    assert ask("POST", headers={**JSON, "origin": origin})[0] == 403
    assert ask("DELETE", headers={"origin": origin})[0] == 403
    assert ask(headers={"origin": origin}, kind="websocket")[0] == 403


def test_our_own_page_may_do_both() -> None:
    assert ask("POST", headers={**JSON, "origin": "http://localhost:8014"})[0] == 200
    assert ask(headers={"origin": "http://localhost:8014"}, kind="websocket")[0] == 101


def test_behind_a_proxy_the_public_address_is_ours_and_only_that() -> None:
    policy = policy_for(Settings(hosted=True, origin="https://play.example.org"))
    gate = Gate(echo, policy, Limiter(times=0))
    public = {"host": "play.example.org"}
    assert ask("POST", headers={**JSON, **public, "origin": "https://play.example.org"}, gate=gate)[0] == 200
    assert ask("POST", headers={**JSON, **public, "origin": "https://other.example.org"}, gate=gate)[0] == 403
    assert ask(headers={"host": "localhost:8014"}, gate=gate)[0] == 403
    assert "strict-transport-security" in ask(headers=public, gate=gate)[1]


@pytest.mark.parametrize(
    "kind", ["application/x-www-form-urlencoded", "text/plain; x=1", "multipart/form-data", ""]
)
def test_what_a_form_of_any_site_could_send_is_refused(kind: str) -> None:
    headers = {"content-type": kind} if kind else {}
    assert ask("POST", headers=headers)[0] == 403
    assert ask("POST", headers={**headers, "x-hexfront": "1"})[0] == 200


def test_a_browser_that_tells_no_origin_still_tells_whether_the_page_is_ours() -> None:
    assert ask("POST", headers={**JSON, "sec-fetch-site": "cross-site"})[0] == 403
    assert ask("POST", headers={**JSON, "sec-fetch-site": "same-site"})[0] == 403
    assert ask("POST", headers={**JSON, "sec-fetch-site": "same-origin"})[0] == 200


def test_a_body_that_is_too_large_is_refused_before_it_is_read() -> None:
    assert ask("POST", headers=JSON, body=(b"x" * 1000,))[::2] == (200, b"1000")
    status, _, body = ask("POST", headers={**JSON, "content-length": "1001"}, body=(b"",))
    assert (status, msgspec.json.decode(body)["error"]["kind"]) == (413, "too-large")


def test_a_body_that_hides_its_size_is_refused_when_it_grows_too_large() -> None:
    assert ask("POST", headers=JSON, body=(b"x" * 600, b"x" * 600))[0] == 413
    assert ask("POST", headers=JSON, body=(b"x" * 600, b"x" * 300))[::2] == (200, b"900")


def test_files_may_be_larger() -> None:
    assert ask("POST", "/api/import", headers=JSON, body=(b"x" * 4000,))[0] == 200
    assert ask("POST", "/api/games/abc/mail-in", headers=JSON, body=(b"x" * 4000,))[0] == 200
    told = {**JSON, "content-length": "6000"}
    assert ask("POST", "/api/import", headers=told, body=(b"x" * 6000,))[0] == 413


def test_answers_tell_the_browser_to_trust_nothing_from_elsewhere() -> None:
    headers = ask()[1]
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert "strict-transport-security" not in headers


def test_data_loads_nothing_and_says_no_more_than_that() -> None:
    headers = ask(path="/api/data.json")[1]
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert sum(len(name) + len(value) + len(": \r\n") for name, value in headers.items()) < 300


def test_private_answers_are_not_kept_unless_they_say_so() -> None:
    assert ask()[1]["cache-control"] == "no-store"
    assert ask(path="/api/kept")[1]["cache-control"] == "max-age=60"
    assert "cache-control" not in ask(path="/index.html")[1]


def test_refusals_carry_the_headers_too() -> None:
    assert "content-security-policy" in ask(headers={"host": "evil.example"})[1]


def test_one_address_cannot_ask_without_end() -> None:
    gate = Gate(echo, POLICY, Limiter({**LIMITS, "ask": Limit(3, 60)}))
    assert [ask(gate=gate)[0] for _ in range(5)] == [200, 200, 200, 429, 429]
    assert int(ask(gate=gate)[1]["retry-after"]) in range(1, 61)
    assert ask(gate=gate, client="10.0.0.2")[0] == 200


def test_connections_are_counted_too() -> None:
    gate = Gate(echo, POLICY, Limiter({**LIMITS, "live": Limit(2, 60)}))
    assert [ask(kind="websocket", gate=gate)[0] for _ in range(3)] == [101, 101, 403]


def test_a_window_slides() -> None:
    at = [0.0]
    limiter = Limiter({"ask": Limit(2, 10)}, now=lambda: at[0])
    limiter.count("ask", "a")
    at[0] = 6
    limiter.count("ask", "a")
    at[0] = 9
    with pytest.raises(TooOften) as often:
        limiter.count("ask", "a")
    assert often.value.wait == 1
    at[0] = 10.5  # the first has left the window, the second has not
    limiter.count("ask", "a")
    with pytest.raises(TooOften):
        limiter.count("ask", "a")


def test_the_limiter_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.server.limits.MOST_REMEMBERED", 100)
    at = [0.0]
    limiter = Limiter({"ask": Limit(2, 10)}, now=lambda: at[0])
    for number in range(1000):
        at[0] += 0.01
        limiter.count("ask", str(number))
    assert len(limiter._seen) <= 100


@pytest.mark.parametrize(
    ("client", "told"),
    [(("192.0.2.7", 1), "192.0.2.7"), (("2001:db8:1:2:3:4:5:6", 1), "2001:db8:1:2"), (None, "unknown")],
)
def test_addresses_of_one_home_are_one(client: Any, told: str) -> None:
    assert address_of({"client": client}) == told


def test_hosts_lose_their_ports() -> None:
    assert host_name("Example.org:443") == "example.org"
    assert host_name("[2001:db8::1]:8014") == "[2001:db8::1]"
