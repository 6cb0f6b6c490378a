"""Games that came by mail: a copy for one side, with a redacted position and sealed dice.

Whoever was sent one plays his side in it until a die or the other player is needed. What cannot be played
without dice waits in the outbox. Then he sends his orders back, and is sent another file.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from hexfront.kernel import actions
from hexfront.kernel.errors import Refusal, SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.mail import same_game
from hexfront.kernel.records import Entry, Mail
from hexfront.server import store as tables
from hexfront.server.problems import Problem
from hexfront.server.shapes import MailShown
from hexfront.server.store import Row

LONGEST_NAME = 64
SEATS_STAY = "this game came by mail: its other sides are played elsewhere, and the seats stay as they are"


class _Waiting(msgspec.Struct, frozen=True):
    """An action that waits for dice, as it is kept."""

    action: dict[str, Any]
    order: int


async def mail_row(connection: AsyncConnection, game_id: str) -> Row | None:
    """What a game that came by mail begins with, and what waits for dice in it; None if it did not."""
    mail = tables.mail
    found = await connection.execute(select(mail.c.body, mail.c.outbox).where(mail.c.game == game_id))
    row = found.mappings().first()
    return dict(row) if row is not None else None


def written_outbox(game: Game) -> str:
    """What waits for dice, as JSON."""
    waiting = [_Waiting(actions.as_data(entry.action), entry.order) for entry in game.outbox]
    return msgspec.json.encode(waiting).decode()


def read_outbox(game: Game, mail: Mail, text: str) -> tuple[Entry, ...]:
    """What waits for dice, from its JSON."""
    return tuple(
        Entry(mail.side, actions.from_data(each.action, game.title.actions), order=each.order)
        for each in msgspec.json.decode(text, type=list[_Waiting])
    )


def mail_shown(game: Game) -> MailShown | None:
    """What clients are told of a game that came by mail; None if it did not."""
    mail = game.mail
    if mail is None:
        return None
    orders = game.step - mail.known + len(game.outbox)
    return MailShown(mail.side, mail.step, mail.known, orders, bool(game.outbox))


def mail_listed(row: Row) -> MailShown | None:
    """The same from the rows of a game and of its mail, without loading it."""
    if row["mail_side"] is None:
        return None
    waiting = len(msgspec.json.decode(row["mail_outbox"], type=list[msgspec.Raw]))
    orders = row["step"] - row["mail_known"] + waiting
    return MailShown(row["mail_side"], row["mail_step"], row["mail_known"], orders, waiting > 0)


def before_last_order(game: Game, side: str) -> int:
    """The step to which it leads if a side takes back; Refusal if it cannot be done.

    In a game that came by mail nobody else has seen what its reader has not sent yet: he can take back all
    of it, the order that waits for dice first.
    """
    mail = game.mail
    if mail is None:
        return game.before_last_order(side)
    back = game.step if game.outbox else game.step - 1
    if back < mail.known:
        raise Refusal((), "this cannot be taken back: it was in the file that was sent")
    order = (game.outbox or game.journal[back:])[0].order
    while order and back > mail.known and game.journal[back - 1].order == order:
        back -= 1
    return back


def check_reach(game: Game, step: int) -> None:
    """Problem if a step lies before what the reader of a game that came by mail has done himself."""
    if game.mail is not None and step < game.mail.known:
        reason = f"the first {game.mail.known} steps came with the file: they stay as they are"
        raise Problem(422, "mail", reason)


def check_seats(game: Game) -> None:
    """Problem if the seats of a game stay as they are because it came by mail."""
    if game.mail is not None:
        raise Problem(409, "mail", SEATS_STAY)


def check_mailed(game: Game) -> None:
    """SaveError if a game from a file that was sent by mail is not as one that was sent."""
    mail = game.mail
    assert mail is not None
    if mail.side not in game.title.sides:
        raise SaveError(f'the file was sent to "{mail.side}", and there is no such side')
    if not game.position.dice.sealed:
        raise SaveError("the file is not as it was sent: its dice are not sealed")
    if len(mail.game) > LONGEST_NAME or mail.step < 0:
        raise SaveError("the file is not as it was sent: it does not say to which game it belongs")


def check_follows(held: Game, sent: Game) -> None:
    """Problem or SaveError if a file is not a later one of the game that somebody was sent before."""
    old, new = held.mail, sent.mail
    assert old is not None
    assert new is not None
    if new.side != old.side:
        raise SaveError(f"the file was sent to {new.side}, and you play {old.side}")
    if not same_game(held.origin, sent.origin):
        raise SaveError("the file belongs to another game: bring it in from the lobby")
    if (new.step, new.state) == (old.step, old.state):
        raise Problem(409, "stale", "you have this file already; your orders in it are kept", step=held.step)
    if new.step < old.step:
        reason = f"the file is older than the one you have: it was sent at step {new.step}, yours at step"
        more = "If the game was taken back, delete this one and bring the file in again"
        raise Problem(409, "stale", f"{reason} {old.step}. {more}", step=held.step)
    if new.game != old.game or (not new.game and not _goes_on(held, old, sent)):
        raise SaveError("the file belongs to another game: bring it in from the lobby")


def _goes_on(held: Game, mail: Mail, sent: Game) -> bool:
    """Whether a file that names no game begins with all that its reader was told by the one before."""
    known = held.events[: held.told_before(mail.known)]
    before = [event for event in known if event.seen_by(mail.side)]
    return [event for event in sent.events if event.seen_by(mail.side)][: len(before)] == before
