"""The process in which computer players think. It knows games only by their journals.

The server sends a question; the process answers with the next orders of a side. It keeps a few games
between questions, so that usually only the last few steps have to be sent. See `opponents` for the
server's side.
"""

from __future__ import annotations

import signal
import time
from collections import OrderedDict
from multiprocessing.connection import Connection
from typing import Literal

import msgspec

from hexfront.ai import Charge, Intent, Player, foreseen, player
from hexfront.ai.armies import Field
from hexfront.ai.charge import Aide, Halt
from hexfront.ai.foresight import MOST_ORDERS
from hexfront.kernel import actions, save
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import HexfrontError
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event, Mail, Origin
from hexfront.seam import find_title

MOST_GAMES = 12
RECENT_STATIONS = 2  # positions kept of each, as it never goes far back
BATCH_SECONDS = 0.4  # how long orders are collected before the screens are shown them
BATCH_ORDERS = 60


class Question(msgspec.Struct, frozen=True, tag="question"):
    """What shall a side of a game do next?

    ``lines`` are the steps after ``known``; with ``origin`` they are the whole journal and the game is
    to be built anew.
    """

    game: str
    undone: int
    side: str
    player: str
    seed: int
    known: int
    lines: tuple[bytes, ...] = ()
    origin: Origin | None = None
    opening: tuple[Event, ...] = ()
    stations: tuple[tuple[int, int, bytes], ...] = ()
    mail: Mail | None = None
    scope: Literal["play", "one", "phase", "charge"] = "play"  # "play" goes on with the game that is kept
    pieces: tuple[str, ...] = ()  # whom advice is wanted for; none means the whole side
    charge: Charge | None = None
    chosen: dict[str, str] = {}  # standing preferences of the side


class Thought(msgspec.Struct, frozen=True):
    """One order: its actions as JSON, in words, and why; for the map, who goes where and against what.

    What is to be played needs no words here: the server finds them when it plays it.
    """

    actions: tuple[bytes, ...]
    text: str
    reasons: tuple[str, ...]
    pieces: tuple[str, ...] = ()
    moves: tuple[tuple[str, str, str], ...] = ()
    targets: tuple[str, ...] = ()
    attack: bool = False
    dice: bool = False
    supposed: bool = False
    others: str = ""  # who else takes part in it, if it was asked for some pieces only


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """The next orders, and the step the process will then be at; ``lacking`` if it needs the journal."""

    thoughts: tuple[Thought, ...] = ()
    charge: Charge | None = None
    halt: Halt | None = None
    lacking: bool = False
    error: str = ""


class _Kept:
    def __init__(self, game: Game, undone: int) -> None:
        self.game = game
        self.undone = undone
        self.players: dict[tuple[str, str], Player] = {}
        self.aide: Aide | None = None


def work(pipe: Connection) -> None:
    """Answer questions until the server hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends this process itself
    kept: OrderedDict[str, _Kept] = OrderedDict()
    questions, answers = msgspec.msgpack.Decoder(Question), msgspec.msgpack.Encoder()
    while True:
        try:
            asked = questions.decode(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            answer = _answer(kept, asked)
        except (HexfrontError, RuntimeError) as wrong:
            kept.pop(asked.game, None)
            answer = Answer(error=str(wrong))
        pipe.send_bytes(answers.encode(answer))


def _answer(kept: OrderedDict[str, _Kept], asked: Question) -> Answer:
    here = _brought_up(kept, asked)
    if here is None:
        return Answer(lacking=True)
    kept[asked.game] = here
    kept.move_to_end(asked.game)
    while len(kept) > MOST_GAMES:
        kept.popitem(last=False)
    if asked.charge is not None:
        return _charged(here, asked, asked.charge)
    if asked.scope != "play":
        return Answer(tuple(_suggested(here, asked)))
    # What is planned here the server plays in the true game; until it has, this one only thinks ahead.
    return Answer(tuple(_planned(here, asked)))


def _brought_up(kept: OrderedDict[str, _Kept], asked: Question) -> _Kept | None:
    """The game at the step the server is at; None if its journal is needed."""
    if asked.origin is not None:
        game = save.from_lines(
            asked.origin, asked.opening, asked.lines, asked.stations, find_title, mail=asked.mail
        )
        game.recent_stations, game.old_stations = RECENT_STATIONS, False
        before = kept.get(asked.game)
        made = _Kept(game, asked.undone)
        made.players = before.players if before else {}
        return made
    here = kept.get(asked.game)
    if here is None or here.undone != asked.undone or here.game.step < asked.known:
        return None
    # The last batch may have gone further than what the server took over; what it took is the same.
    for line in asked.lines[here.game.step - asked.known :]:
        if not save.play_line(here.game, line):
            return None
    return here if here.game.step == asked.known + len(asked.lines) else None


def _player(here: _Kept, asked: Question) -> Player:
    key = (asked.player, asked.side)
    if key not in here.players:
        here.players[key] = player(asked.player, here.game.title, asked.side, asked.seed)
    return here.players[key]


def _data(action: Action) -> bytes:
    return msgspec.json.encode(actions.as_data(action))


def _planned(here: _Kept, asked: Question) -> list[Thought]:
    """Orders one after the other, as long as the side decides and the time of a batch lasts."""
    game, mind = here.game, _player(here, asked)
    until = time.monotonic() + BATCH_SECONDS
    found: list[Thought] = []
    while game.decision_of(asked.side) is not None and len(found) < BATCH_ORDERS:
        order = mind.choose(game, asked.side)
        found.append(Thought((_data(order.action),), "", (order.reason,)))
        game.play(order.action, asked.side)
        if time.monotonic() > until:
            break
    return found


def _charged(here: _Kept, asked: Question, charge: Charge) -> Answer:
    """Orders within a charge, until the staff has to stop or the time of a batch is over."""
    game, aide = here.game, here.aide
    if aide is None or aide.charge != charge or aide.chosen != asked.chosen:
        aide = here.aide = Aide(charge, asked.player, asked.chosen)
    until = time.monotonic() + BATCH_SECONDS
    found: list[Thought] = []
    halt: Halt | None = None
    while len(found) < BATCH_ORDERS and time.monotonic() < until:
        given = aide.next(game)
        if isinstance(given, Halt):
            halt = given
            break
        found.append(Thought(tuple(_data(each) for each in given.actions), given.text, given.reasons))
    return Answer(tuple(found), aide.charge, halt)


def _suggested(here: _Kept, asked: Question) -> list[Thought]:
    """What a player would do with a side, or with some of its pieces; nothing is changed by it."""
    game = here.game
    most = 1 if asked.scope == "one" and not asked.pieces else MOST_ORDERS
    intents = foreseen(game, asked.side, asked.player, asked.seed, most=most)
    field = Field(game, asked.side)
    wanted = set(asked.pieces)
    return [
        _suggestion(field, intent, wanted)
        for intent in intents
        if not wanted or not wanted.isdisjoint(intent.pieces)
    ]


def _suggestion(field: Field, intent: Intent, wanted: set[str]) -> Thought:
    others = [key for key in intent.pieces if wanted and key not in wanted]
    return Thought(
        tuple(_data(action) for action in intent.actions),
        intent.text,
        intent.reasons,
        intent.pieces,
        intent.moves,
        intent.targets,
        intent.attack,
        intent.dice,
        intent.supposed,
        field.called(others) if others else "",
    )
