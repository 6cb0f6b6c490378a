"""``hexfront serve``: the server, for oneself or for others."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import re
import shlex
import socket
import sys
import threading
import time
import webbrowser
from typing import TYPE_CHECKING

import click
import msgspec

from hexfront.cli.common import Span, command, encoded
from hexfront.kernel.collector import SERVING, collect_rarely
from hexfront.kernel.errors import Malformed, SaveError

if TYPE_CHECKING:
    import uvicorn

ELSEWHERE = "192.0.2.1"  # set aside for examples: nobody's address
LOOPBACK = ("127.0.0.1", "::1", "localhost")


@command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", default=8014, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one."
)
@click.option("--database", default="", metavar="URL", help="A file or postgresql:// address for the games.")
@click.option("--open/--no-open", "browse", default=False, help="Open the browser on it.")
@click.option("--hosted", is_flag=True, help="For other people: with accounts.")
@click.option("--lan", is_flag=True, help="Hosted, for people in the local net, at its address there.")
@click.option("--origin", default="", metavar="URL", help="Hosted: the address people use.")
@click.option(
    "--proxy", default="", metavar="ADDRESS", help="Hosted: the proxy whose word on addresses counts."
)
@click.option("--rate", default=1.0, show_default=True, type=Span(0), help="Hosted: multiplies the limits.")
@click.option("--webhook", default="", metavar="URL", help="Is told when a player who is away has to decide.")
@click.option("--mail-command", default="", metavar="COMMAND", help="Hosted: is given letters to players.")
@click.option(
    "--smtp",
    default="",
    envvar="HEXFRONT_SMTP",
    metavar="URL",
    help="Hosted: the mail server for letters to players, smtp://user:password@host:587.",
)
@click.option("--mail-from", default="", metavar="ADDRESS", help="Hosted: as whom letters are sent.")
@click.option(
    "--webhook-net",
    "webhook_nets",
    multiple=True,
    metavar="NET",
    help="Hosted: a net that is not open to all, to which webhooks of players may lead even so.",
)
@click.option(
    "--players",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes for computer players.",
)
def serve(
    *,
    host: str,
    port: int,
    database: str,
    browse: bool,
    hosted: bool,
    lan: bool,
    origin: str,
    proxy: str,
    rate: float,
    webhook: str,
    mail_command: str,
    smtp: str,
    mail_from: str,
    webhook_nets: tuple[str, ...],
    players: int,
    as_json: bool,
) -> None:
    """Play in a browser: run the server.

    It runs until Ctrl-C. Without --hosted or --lan it serves one person on this computer and listens
    only here.
    """
    try:
        import uvicorn

        from hexfront.server.app import create_app
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "hexfront":
            raise
        raise SaveError(f'{missing.name} is missing: install "hexfront[web]"') from None
    from hexfront.server.settings import Settings, data_folder

    if lan:
        if hosted or origin or host not in LOOPBACK:
            raise Malformed("--lan finds its own address: give it without --hosted, --origin and --host")
        host, hosted = _local_net_address(), True
        database = database or str(data_folder() / "lan.sqlite")
    if not hosted and host not in LOOPBACK:
        raise Malformed(
            f"without --hosted everybody who reaches {host} could play: use --hosted, or 127.0.0.1"
        )
    _check_addresses(host, hosted and not lan, origin, webhook)
    _check_letters(smtp, mail_from, mail_command, webhook_nets)
    _check_proxy(proxy)
    settings = Settings(
        host=host,
        port=port,
        database=database,
        hosted=hosted,
        origin=origin,
        rate=rate,
        webhook=webhook,
        mail_command=mail_command,
        smtp=smtp,
        mail_from=mail_from,
        webhook_nets=webhook_nets,
        players=players,
    )
    _check_database(settings.database_url)
    listening = _listen(host, port)
    bound = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{bound}/"
    settings = msgspec.structs.replace(settings, port=bound, origin=address[:-1] if lan else origin)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=5,
        lifespan="on",
        proxy_headers=bool(proxy),
        forwarded_allow_ips=proxy or None,
        server_header=False,
    )
    # Threads that wait for the database need the interpreter only for moments: let them have it soon.
    sys.setswitchinterval(0.0005)
    collect_rarely(SERVING)  # looking at all games in memory takes a tenth of a second, and all orders wait
    server = uvicorn.Server(config)
    watcher = threading.Thread(target=_announce, args=(server, address, browse, as_json), daemon=True)
    watcher.start()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        raise SaveError("the server could not start")


def _check_letters(smtp: str, mail_from: str, mail_command: str, webhook_nets: tuple[str, ...]) -> None:
    """Malformed if letters could not be sent as told."""
    from hexfront.server.postman import smtp_in
    from hexfront.server.webhooks import nets_in

    if smtp:
        smtp_in(smtp)
        if "@" not in mail_from:
            raise Malformed("--smtp needs --mail-from: the address as which letters are sent")
    try:
        shlex.split(mail_command)
    except ValueError as wrong:
        raise Malformed(f"--mail-command cannot be read: {wrong}") from None
    if any(not sign.isprintable() for sign in mail_from):
        raise Malformed("--mail-from is an address, such as table@example.org")
    try:
        nets_in(webhook_nets)
    except ValueError as wrong:
        raise Malformed(f"--webhook-net is a net such as 10.0.0.0/8: {wrong}") from None


def _check_proxy(proxy: str) -> None:
    """Malformed if a proxy is named that no caller can be: all people would count as one."""
    try:
        for each in filter(None, (part.strip() for part in proxy.split(","))):
            ipaddress.ip_network(each, strict=False)
    except ValueError as wrong:
        raise Malformed(f"--proxy is an address such as 127.0.0.1, or a net: {wrong}") from None


def _check_addresses(host: str, hosted: bool, origin: str, webhook: str) -> None:
    """Malformed if the addresses do not fit how the server is to be used."""
    from hexfront.server.hooks import check_webhook

    try:
        if webhook:
            check_webhook(webhook)
    except ValueError as wrong:
        raise Malformed(str(wrong)) from None
    if origin and not re.fullmatch(r"https?://[^/?#@\s]+/?", origin):
        raise Malformed("--origin is an address such as https://play.example.org, without a path")
    if hosted and not origin and host not in LOOPBACK:
        raise Malformed("--hosted needs --origin: the address under which people reach this server")


def _announce(server: uvicorn.Server, address: str, browse: bool, as_json: bool) -> None:
    """Say where the server is as soon as it answers."""
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.05)
    click.echo(encoded({"address": address}) if as_json else f"Hexfront is at {address} (Ctrl-C ends it)")
    if browse:
        webbrowser.open(address)


def _local_net_address() -> str:
    """This machine's address in the local net; Malformed if it is in none. Nothing is sent to find it out."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            asking.connect((ELSEWHERE, 9))  # a datagram socket only looks up which way it would go
            found = str(asking.getsockname()[0])
    except OSError:
        found = ""
    if not found or found.startswith("127."):
        raise Malformed("this machine has no address in a local net: use --hosted with --host and --origin")
    return found


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; Malformed if there is none to be had."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # Only of sockets that say TCP does asyncio send small answers at once.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
        except OSError:
            listening.close()
            raise
    except OSError as wrong:
        reason = (
            "is in use; choose another with --port"
            if wrong.errno == errno.EADDRINUSE
            else f"cannot be used: {wrong.strerror}"
        )
        raise Malformed(f"port {port} of {host} {reason}") from None
    return listening


def _check_database(url: str) -> None:
    """Make the tables before listening, so that a database that cannot be used is said at once."""
    from hexfront.server.store import Store

    async def check() -> None:
        store = Store(url)
        try:
            store.claim()
            await store.prepare()
        finally:
            await store.close()

    asyncio.run(check())
