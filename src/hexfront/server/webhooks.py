"""Web addresses that players name: where a notice may be sent, and sending it there.

A player could name an address inside the host's own net and have the server knock there. So the name is
resolved first, every address it stands for must be one of the open net (or of nets that the host allows),
and the connection goes to the very address that was looked at: a name that changes its mind meanwhile leads
nowhere else. No redirect is followed, little of the answer is read, and all of it has one deadline.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Iterable
from functools import cache
from urllib.parse import urlsplit

from hexfront.kernel.errors import HexfrontError

DEADLINE = 10.0  # seconds for all of it
LONGEST_LINE = 1024  # bytes of the answer that are read
LONGEST_ADDRESS = 500
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Net = ipaddress.IPv4Network | ipaddress.IPv6Network


class Undelivered(HexfrontError):
    """A notice could not be delivered. The reason names no part of the address, which may be a secret."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


def nets_in(words: Iterable[str]) -> tuple[Net, ...]:
    """Nets as a host writes them; ValueError says what is none."""
    return tuple(ipaddress.ip_network(each, strict=False) for each in words)


def check_address(address: str) -> str:
    """The address, if it is one that notices can be sent to; ValueError says why not."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise ValueError("this is not a web address") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("a webhook is an address that begins with http:// or https://")
    if parts.username or parts.password:
        raise ValueError("a webhook's address holds no name and no password")
    if len(address) > LONGEST_ADDRESS or not address.isascii() or not address.isprintable() or " " in address:
        raise ValueError("a webhook's address has no spaces, and letters of plain ASCII only")
    if port == 0:
        raise ValueError("a webhook's address has no such port")
    return address


def is_open(address: Address, allowed: Iterable[Net] = ()) -> bool:
    """Whether an address lies in the open net, or in one that the host allows."""
    if any(address in net for net in allowed if net.version == address.version):
        return True
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if address.teredo is not None or address.is_site_local:  # which some nets still use within
            return False
        if inner is not None:
            return is_open(inner, allowed)
    return address.is_global and not address.is_multicast and not address.is_reserved


def resolved(host: str, port: int, allowed: Iterable[Net]) -> str:
    """The address a name stands for; Undelivered if one of them is not to be reached from here."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Undelivered("the name of the webhook's server is not known") from None
    numbers = list(dict.fromkeys(str(each[4][0]).partition("%")[0] for each in found))
    if not numbers:
        raise Undelivered("the name of the webhook's server is not known")
    if not all(is_open(ipaddress.ip_address(each), allowed) for each in numbers):
        raise Undelivered("the webhook leads into a net that this server does not send to")
    return numbers[0]


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def deliver(address: str, body: bytes, allowed: Iterable[Net] = (), deadline: float = DEADLINE) -> None:
    """Send JSON to an address that a player named; Undelivered says in a few words why it was not taken."""
    until = time.monotonic() + deadline
    parts = urlsplit(check_address(address))
    assert parts.hostname is not None
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    number = resolved(parts.hostname, port, allowed)
    try:
        with socket.create_connection((number, port), timeout=_left(until)) as plain:
            line = plain
            if secure:
                line = _trust().wrap_socket(plain, server_hostname=parts.hostname)
            line.settimeout(_left(until))
            line.sendall(_request(parts.path or "/", parts.query, parts.netloc, body))
            status = _status(line, until)
            if secure:
                line.close()
    except ssl.SSLError:
        raise Undelivered("the webhook's server shows no certificate that can be trusted") from None
    except TimeoutError:
        raise Undelivered("the webhook's server does not answer in time") from None
    except OSError:
        raise Undelivered("the webhook's server cannot be reached") from None
    if 300 <= status < 400:
        raise Undelivered(f"the webhook answers {status} and would lead elsewhere")
    if not 200 <= status < 300:
        raise Undelivered(f"the webhook answers {status}")


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(path: str, query: str, place: str, body: bytes) -> bytes:
    target = f"{path}?{query}" if query else path
    lines = (
        f"POST {target} HTTP/1.1",
        f"Host: {place}",
        "User-Agent: hexfront",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
    )
    return "\r\n".join((*lines, "", "")).encode("ascii") + body


def _status(line: socket.socket, until: float) -> int:
    """The status of the answer: its first line is all that is read."""
    said = b""
    while b"\n" not in said and len(said) < LONGEST_LINE:
        line.settimeout(_left(until))
        more = line.recv(LONGEST_LINE)
        if not more:
            break
        said += more
    words = said.split(b"\n")[0].split()
    if len(words) < 2 or not words[0].startswith(b"HTTP/") or not words[1].isdigit():
        raise Undelivered("the webhook's server does not answer as web servers do")
    return int(words[1])
