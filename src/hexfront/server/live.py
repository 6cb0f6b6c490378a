"""Games in memory: loaded from the database when somebody asks for one, and put away again.

Each has a lock. Whoever plays in it, or looks at it more than once, holds the lock.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hexfront.kernel.game import Game
from hexfront.kernel.records import Entry
from hexfront.kernel.showing import Report
from hexfront.kernel.title import OBSERVER
from hexfront.server import clock as clocks
from hexfront.server import journal
from hexfront.server.journal import Record
from hexfront.server.people import Seat
from hexfront.server.problems import Problem
from hexfront.server.store import Row, Store

if TYPE_CHECKING:
    from hexfront.server.views import Shown


RECENT_STATIONS = 2
IDLE = 1800.0  # seconds after which a game that nobody asks for leaves memory


class Live:
    """A game in memory, and who sits at it."""

    def __init__(self, record: Record) -> None:
        self.lock = asyncio.Lock()
        self.private = asyncio.Lock()  # for what players keep with the game: preferences, marches, plans
        self.shown: dict[str, Shown] = {}  # what each viewer was shown last
        self.preferences: tuple[int, list[Row]] | None = None  # as they were after so many changes
        self.doubtful = False  # a write failed; nobody knows whether it was done
        self.stuck = False  # the computer player has failed too often
        self.shares = ""  # for which dice those at the table have been told to give a share
        self.thinking: dict[str, Any] = {}  # sides whose computer player is at work
        self._reported: tuple[Entry | None, Game | None] = None, None
        self._reports: dict[str, Report] = {}
        self.kept_until = 0  # the newest step a snapshot in the database stands for
        self.back_to = -1  # the step to which the game went back last, if that told nobody anything new
        self.take(record)

    def take(self, record: Record) -> None:
        """Take over what was read from the database."""
        self.id = record.id
        self.game: Game = record.game
        # A station is a copy of the position, a hundred kilobytes in a large game; older ones are snapshots.
        self.game.recent_stations, self.game.old_stations = RECENT_STATIONS, False
        self.owner = record.owner
        self.owner_name = record.owner_name
        self.name = record.name
        self.caption = record.caption
        self.seats: dict[str, Seat] = record.seats
        self.observers = record.observers
        self.proposal = record.proposal
        self.revision = record.revision
        self.undone = record.undone
        self.branch_of = record.branch_of
        self.branch_step = record.branch_step
        self.clock = record.clock
        self.shared = record.shared  # others than its owner have played in it, now or once
        self.withheld = record.withheld
        self.created = record.created
        self.touched = record.touched
        self.kept_until = record.kept_until
        self.left_out = record.left_out  # steps in the database that the game in memory does not have

    def revision_for(self, viewer: str) -> int:
        """The revision as a viewer counts: steps he may not know leave it as it is (`journal.append`)."""
        return self.revision - len(self.game.steps_withheld(viewer))

    def touched_for(self, viewer: str) -> float:
        """When the game was touched last, as far as a viewer may know."""
        withheld = self.withheld.get(viewer)
        return withheld.touched if withheld else self.touched

    @property
    def outcome(self) -> str | None:
        """How the game ended, by its rules or on time; None while it goes on."""
        return self.game.outcome or clocks.outcome_of(self.clock, self.game.title.side_names)

    def report(self, viewer: str) -> Report:
        """How the war stands for a viewer; kept as long as the game stands where it is."""
        game = self.game
        last = game.journal[-1] if game.journal else None
        if last is not self._reported[0] or game is not self._reported[1]:
            self._reported = last, game
            self._reports.clear()
        if viewer not in self._reports:
            self._reports[viewer] = game.report(viewer)
        return self._reports[viewer]

    @property
    def turn(self) -> str:
        """The turn, as everybody knows it."""
        # Any report will do. Making one is work, so take one that somebody will be shown anyway.
        return self.report(next(iter(self._reports or self.shown), OBSERVER)).turn

    @property
    def computers(self) -> list[str]:
        """Sides that are asked something and played by the computer."""
        if self.outcome is not None:
            return []
        asked = (decision.side for decision in self.game.decisions)
        return [side for side in asked if (seat := self.seats.get(side)) and seat.kind == "computer"]


class Hall:
    """All games in memory, the one asked for last at the end."""

    def __init__(self, store: Store, most: int) -> None:
        self.store = store
        self.most = most
        self._asked: dict[str, float] = {}  # when a game was last asked for
        self._games: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self.in_use: set[str] = set()  # games somebody is connected to

    async def live(self, game_id: str) -> Live:
        """A game by its id; Problem 404 if there is none."""
        found = self._games.get(game_id)
        if found is None:
            found = await self._load(game_id)
        self._games[game_id] = found
        self._games.move_to_end(game_id)
        self._asked[game_id] = time.monotonic()
        self.put_away()
        return found

    async def _load(self, game_id: str) -> Live:
        """Two who ask at once wait for the same loading."""
        task = self._loading.get(game_id)
        if task is None:
            task = asyncio.create_task(self._read(game_id))
            self._loading[game_id] = task
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(task)

    async def _read(self, game_id: str) -> Live:
        record = await journal.read(self.store, game_id)
        if record is None:
            raise Problem(404, "unknown", "there is no such game")
        return self._games.setdefault(game_id, Live(record))

    async def refresh(self, live: Live) -> bool:
        """Take over what another process has written; True if there was anything. Hold the lock."""
        state = await journal.state(self.store, live.id)
        if state is None:
            self._games.pop(live.id, None)
            raise Problem(404, "unknown", "there is no such game")
        live.doubtful = False
        if state.revision == live.revision:
            return False
        if state.undone == live.undone and await journal.catch_up(self.store, live, state):
            return True
        record = await journal.read(self.store, live.id)
        if record is None:
            raise Problem(404, "unknown", "there is no such game")
        live.take(record)
        return True

    def known(self, game_id: str) -> Live | None:
        """A game if it is in memory."""
        return self._games.get(game_id)

    def all(self) -> Iterable[Live]:
        return list(self._games.values())

    def forget(self, game_id: str) -> None:
        self._games.pop(game_id, None)
        self._asked.pop(game_id, None)

    def put_away(self, idle: float = IDLE) -> None:
        """Drop games that nobody is busy with: idle ones, and the oldest if there are too many."""
        since = time.monotonic() - idle
        over = len(self._games) - self.most
        for number, (game_id, live) in enumerate(list(self._games.items())):
            if number >= over and self._asked.get(game_id, 0.0) > since:
                break
            if game_id not in self.in_use and not live.lock.locked() and not live.thinking:
                self.forget(game_id)
