"""Play by mail: a game as one side may know it goes out, and its steps come back.

A file for play by mail holds, instead of the past, one redacted position with its dice sealed. Its reader
plays until a die or the other player is needed, and sends his steps back. Whoever is asked in the middle of
an order gets the question itself (`kernel.letters`), and sends his answer back.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from hexfront.kernel import actions
from hexfront.kernel.dice import derived
from hexfront.kernel.errors import DataError, HexfrontError, Malformed, SaveError, Stale
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import Known, sent_order
from hexfront.kernel.letters import question_of
from hexfront.kernel.postext import PositionText, parse
from hexfront.kernel.records import Entry, Event, Mail, Origin
from hexfront.kernel.savefile import (
    FORMAT,
    File,
    Head,
    Line,
    action_as_line,
    action_of,
    bytes_of,
    encoded,
    kept,
    parsed,
    recall,
    whole,
    write,
)
from hexfront.kernel.title import Setting, Title


def mail_out(game: Game, side: str, path: Path) -> None:
    """Write a file from which a side can play on, and from which it can learn nothing it may not know."""
    write(path, mail_text(game, side).encode())


def mail_text(game: Game, side: str, name: str = "", since: int = 0) -> str:
    """The text of such a file. With a name for the game, the reply can be told from those of other games.

    Whoever has the first events already may want to hear only of those ``since``.
    """
    sending = sending_to(game, side, name)
    told = tuple(event for event in game.events[since : sending.told] if event.seen_by(side))
    head = msgspec.structs.replace(sending.head, events=told)
    return whole([encoded(head), *sending.lines], len(sending.lines))


class Sending(msgspec.Struct, frozen=True):
    """What is sent to a side, but for what happened before: of that it gets the first ``told`` events."""

    head: Head
    lines: list[str]
    told: int


def sending_to(game: Game, side: str, name: str = "") -> Sending:
    """What a file for a side is made of."""
    if side not in game.title.sides:
        raise Malformed(f'there is no side "{side}"')
    known = sent_order(game, side)
    known.position.dice.sealed = True
    origin = msgspec.structs.replace(game.origin, seed=0, start=_beginning(game, known))
    state = _state(game, known, side)
    station, steps = known.position.as_data(), len(known.steps)
    mail = Mail(side, game.steps_known(side), state, station, steps, name, known.letter)
    own = kept({side: game.preferences.get(side, {})})
    return Sending(Head(FORMAT, origin, (), mail, own), _step_lines(known), known.events)


def _step_lines(known: Known) -> list[str]:
    return [encoded(Line(entry.by, action_as_line(entry.action))) for entry in known.steps]


def _state(game: Game, known: Known, side: str) -> str:
    """A fingerprint of where a game stands for a side; of what is hidden nothing has a part in it.

    It is made with the key of the dice, so that nobody can make that of a file which he was not sent: where
    little is hidden he could else answer in the place of another.
    """
    asked = [encoded(known.letter)] if known.letter else []
    words = (f"mail for {side}", known.position.digest(), *_step_lines(known), *asked)
    return derived(str(game.position.dice.key), "\n".join(words))[:16]


def _check_addressee(name: str, mail: Mail, title: Title) -> None:
    """SaveError if a file names nobody who plays as the one it was sent to: it was altered."""
    if mail.side not in title.sides:
        raise SaveError(f'{name} was sent to "{mail.side}", and there is no such side')


def _beginning(game: Game, known: Known) -> str:
    """Of the position text a game began with, what is printed on the board and in the head; the rest may be
    secret. Pieces that the text describes are described as they are known now."""
    if not game.origin.start:
        return ""
    text = _printed(game.origin.start)
    game.title.write_position(known.position, text)
    return text.text()


def _printed(start: str) -> PositionText:
    """Of a position text, what is printed on the board and in the head."""
    text = parse(start)
    text.statements, text.then, text.seed, text.dice, text.premises = [], [], 0, (), ()
    return text


def known_text(game: Game, side: str) -> PositionText:
    """A position text of what a side may know of a game, to be set up again from there.

    The order under way is told as far as the side took its steps itself.
    """
    known = sent_order(game, side)
    text = _printed(game.origin.start) if game.origin.start else PositionText(game.origin.title)
    text.scenario, text.options = game.origin.scenario, dict(game.origin.options)
    game.title.write_position(known.position, text)
    text.dice = tuple(roll.value for entry in known.steps for roll in entry.rolls)
    for entry in known.steps:
        text.answer(entry.by, actions.as_words(entry.action))
    return text


def same_game(one: Origin, other: Origin) -> bool:
    """Whether two files can have been sent from one game, by what they say of its beginning."""
    if (one.title, one.scenario, one.options) != (other.title, other.scenario, other.options):
        return False
    starts = [_printed(each.start).text() if each.start else "" for each in (one, other)]
    return starts[0] == starts[1]


def mailed(path: Path, file: File, title: Title, setting: Setting) -> Game:
    """A game from a mailed file, with the steps of the reply already played in it.

    Its position has no past by which it could be proved: what somebody has altered in it may be of the right
    shape and fail wherever it is used.
    """
    try:
        game = _with_steps(path, file, title, setting)
        assert game.mail is not None
        game.view(game.mail.side)
        game.report(game.mail.side)
    except HexfrontError:
        raise
    except Exception as wrong:
        raise SaveError(f"{path.name} cannot be played: what is in it does not fit together") from wrong
    return game


def _with_steps(path: Path, file: File, title: Title, setting: Setting) -> Game:
    game = opened(path, file.head, title, setting)
    game.hear(file.head.events)
    mail = game.mail
    assert mail is not None
    if not 0 <= mail.known <= len(file.lines):
        raise SaveError(f"{path.name} is damaged: steps that came with it are missing")
    for number, line in enumerate(file.lines, 1):
        if number > mail.known and line.by != mail.side:
            raise SaveError(f"{path.name} was sent to {mail.side}, but holds a step of {line.by}")
        try:
            if line.outbox:
                game.outbox = (*game.outbox, Entry(line.by, action_of(line, game.title)))
            else:
                game.play(action_of(line, game.title), line.by)
        except HexfrontError as wrong:
            raise SaveError(f"{path.name} cannot be played at step {number}: {wrong}") from wrong
    return game


def opened(path: Path, head: Head, title: Title, setting: Setting) -> Game:
    """A mailed game as it was sent, before the first of its steps."""
    mail = head.mail
    assert mail is not None
    _check_addressee(path.name, mail, title)
    try:
        text = parse(head.origin.start) if head.origin.start else None
        if text is not None and text.statements:
            title.read_position(setting, text)  # which puts the pieces that it describes into the setting
        position = title.adopt(setting, title.position_type.from_data(mail.station))
        position.digest()  # of some numbers there is none
    except (msgspec.ValidationError, LookupError, DataError, OverflowError):
        raise SaveError(f"{path.name} is damaged in line 1: its position cannot be read") from None
    try:
        letter = question_of(mail.letter, mail.side, title) if mail.letter else None
    except Malformed as wrong:
        raise SaveError(f"{path.name} is damaged in line 1: {wrong}") from None
    game = Game(title, setting, position, head.origin, letter=letter)
    game.mail = mail
    return game


def save_reply(game: Game, path: Path) -> None:
    """Write a mailed game with the steps its reader has added."""
    write(path, reply_text(game).encode())


def reply_text(game: Game) -> str:
    """The text of such a file."""
    assert game.mail is not None
    heard = tuple(game.events[: game.stations[0].events])
    own = kept({game.mail.side: game.preferences.get(game.mail.side, {})})
    lines = [encoded(Head(FORMAT, game.origin, heard, game.mail, own))]
    lines += [encoded(Line(entry.by, action_as_line(entry.action))) for entry in game.journal]
    for waiting in game.outbox:
        lines.append(encoded(Line(waiting.by, action_as_line(waiting.action), outbox=True)))
    return whole(lines, game.step)


def mail_in(game: Game, reply: Path) -> list[Event]:
    """Play the steps of a reply in the true game, and return what happened.

    The reply must answer the file last sent, and hold only steps of the side it was sent to. If the true
    game refuses a step (something hidden stood in the way), the steps before it stand and `Refusal` tells; of
    a compound order, too, what can no longer be taken back.
    """
    return mail_in_bytes(game, bytes_of(reply), reply)


def mail_of(data: bytes, reply: Path = Path("the file")) -> Mail:
    """What a file says of its sending; SaveError if it was not sent by mail."""
    mail = parsed(reply, data).head.mail
    if mail is None:
        raise SaveError(f"{reply.name} was not sent by mail")
    return mail


def mail_in_bytes(game: Game, data: bytes, reply: Path = Path("the file")) -> list[Event]:
    """The same from what is in a reply; ``reply`` only names it in what is said of it."""
    file = parsed(reply, data)
    mail = file.head.mail
    if mail is None or file.head.origin.title != game.origin.title:
        raise SaveError(f"{reply.name} is not a reply to this game")
    _check_addressee(reply.name, mail, game.title)
    if mail.step != (step := game.steps_known(mail.side)):
        raise Stale(mail.step, step)
    known = sent_order(game, mail.side)
    known.position.dice.sealed = True
    if mail.state != _state(game, known, mail.side):
        raise SaveError(f"{reply.name} is a reply to another course of this game")
    steps = file.lines[mail.known :]
    for line in steps:
        if line.by != mail.side:
            raise SaveError(f"{reply.name} was sent to {mail.side}, but holds a step of {line.by}")
    read = [action_of(line, game.title) for line in steps]  # all of them, before any is played
    happened: list[Event] = []
    for action in read:
        happened.extend(game.play(action, mail.side, stand=True))
    recall(game, file.head, (mail.side,))
    return happened
