"""Letters to players: by the SMTP server of the host, or by his mail command."""

from __future__ import annotations

import asyncio
import shlex
import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from hexfront.kernel.errors import Malformed
from hexfront.server.background import Crew
from hexfront.server.webhooks import Undelivered

PATIENCE = 20.0  # seconds
MOST_AT_ONCE = 4  # letters
WAIT = 120.0  # seconds until a letter must have gone, the others before it included
_PORTS = {"smtp": 25, "smtps": 465}


class Smtp(msgspec.Struct, frozen=True):
    """An SMTP server, and as whom letters are sent by it."""

    host: str
    port: int
    secure: bool  # from the first byte
    starttls: bool
    user: str = ""
    password: str = ""


def smtp_in(address: str) -> Smtp:
    """An SMTP server from ``smtp://user:password@host:587?tls=yes``; Malformed says what is wrong.

    What is said never holds the address: it may have a password in it.
    """
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Malformed("the SMTP server is no address like smtp://host:587") from None
    if parts.scheme not in _PORTS or not parts.hostname:
        raise Malformed("the SMTP server is an address like smtp://user:password@host:587, or smtps://...")
    tls = parse_qs(parts.query).get("tls", [""])[0]
    if tls not in ("", "yes", "no"):
        raise Malformed("of an SMTP server, tls is yes or no")
    secure = parts.scheme == "smtps"
    return Smtp(
        parts.hostname,
        port or _PORTS[parts.scheme],
        secure,
        not secure and (tls == "yes" or (tls == "" and bool(parts.username))),
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )


class Postman:
    """How letters leave this server, if they do."""

    def __init__(self, smtp: str = "", command: str = "", sender: str = "") -> None:
        self._smtp = smtp_in(smtp) if smtp else None
        self._command = shlex.split(command)
        self._sender = sender
        self._crew = Crew("letter", MOST_AT_ONCE)

    @property
    def there(self) -> bool:
        """Whether the host has said how letters are sent."""
        return bool(self._smtp or self._command)

    async def send(self, to: str, subject: str, text: str, leave: str = "") -> None:
        """Send a letter; Undelivered if it was not taken. ``leave`` is where its reader can have no more."""
        message = self.letter(to, subject, text, leave)
        if self._smtp is not None:
            smtp = self._smtp
            try:
                await self._crew.do(lambda: self._send_by_smtp(smtp, message), WAIT)
            except TimeoutError:
                raise Undelivered("the mail server of the host takes no letters now") from None
        elif self._command:
            await run_mail(self._command, message.as_bytes())
        else:
            raise Undelivered("the host of this server has set up no mail")

    def letter(self, to: str, subject: str, text: str, leave: str = "") -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._sender or "hexfront@localhost"
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].strip("<> ") or "hexfront")
        message["Auto-Submitted"] = "auto-generated"
        if leave:
            message["List-Unsubscribe"] = f"<{leave}>"
        message.set_content(text)
        return message

    def _send_by_smtp(self, smtp: Smtp, message: EmailMessage) -> None:
        trust = ssl.create_default_context()
        try:
            if smtp.secure:
                line: smtplib.SMTP = smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=PATIENCE, context=trust)
            else:
                line = smtplib.SMTP(smtp.host, smtp.port, timeout=PATIENCE)
            with line:
                if smtp.starttls:
                    line.starttls(context=trust)
                if smtp.user:
                    line.login(smtp.user, smtp.password)
                line.send_message(message)
        except smtplib.SMTPRecipientsRefused:
            raise Undelivered("the mail server does not know this address") from None
        except smtplib.SMTPAuthenticationError:
            raise Undelivered("the mail server of the host does not let it in") from None
        except (smtplib.SMTPException, OSError):
            raise Undelivered("the mail server of the host takes no letters now") from None


async def run_mail(command: list[str], text: bytes) -> None:
    """Hand a letter to the operator's command; Undelivered if it did not take it."""
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await asyncio.wait_for(process.communicate(text), PATIENCE)
        finally:
            if process.returncode is None:  # it took too long, or the server is being stopped
                process.kill()
                await process.wait()
    except (OSError, TimeoutError):
        raise Undelivered("the mail command of the host fails") from None
    if process.returncode:
        raise Undelivered("the mail command of the host fails")
