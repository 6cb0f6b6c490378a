"""How a server bears many games at once: the time from an order to the screens that show it.

Every game has an order played in it at a steady rate, by whichever side has to decide, and several
screens that watch: one for each side, the rest as observers. A screen counts as reached when the change
with the new step has arrived and been read. What is lost shows as a gap between the steps of two
changes, or as a step that never came.

Several servers may share the games: the screens of a game are then at one after the other, and an order
goes to the server of the screen that gives it.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from hexfront.kernel.errors import SaveError
from hexfront.proof.serving import Caller, memory_of

GRACE = 10.0  # seconds after the last order in which a change may still come
OBSERVER = "observer"


class Options(msgspec.Struct, frozen=True):
    """How much load, on what."""

    scenario: str
    games: int = 50
    screens: int = 4
    seconds: float = 30.0
    every: float = 1.0  # seconds between two orders in one game
    seed: int = 1914


class Figures(msgspec.Struct, frozen=True):
    """What was measured; times in milliseconds from sending an order."""

    games: int
    connections: int
    seconds: float
    orders: int
    refused: int
    late: int  # orders that could not be sent on time because the one before was not shown yet
    lost: int  # changes that did not reach a screen
    answered: dict[str, float]
    both: dict[str, float]  # until the screens of both sides have it
    all: dict[str, float]  # until the last of all screens has it
    bytes_of_change: dict[str, float]
    load_before: tuple[float, float, float]
    load_after: tuple[float, float, float]
    cores: int
    worked: float | None = None  # seconds of processor time the servers used, where that can be told
    shares: tuple[float, ...] = ()  # the same for each of several servers
    memory: tuple[float, ...] = ()  # of each server at the end, in megabytes

    def lines(self) -> list[str]:
        """The figures for people."""
        told = f"{self.orders} orders, {self.refused} refused, {self.late} late, {self.lost} changes lost"
        size, before, after = self.bytes_of_change, self.load_before[0], self.load_after[0]
        return [
            f"{self.games} games, {self.connections} connections, {self.seconds:.0f} s: {told}",
            f"answered            {_times(self.answered)}",
            f"on both screens     {_times(self.both)}",
            f"on all screens      {_times(self.all)}",
            f"size of a change    median {size['median'] / 1e3:.1f} kB, largest {size['most'] / 1e3:.1f} kB",
            f"load of the machine {before:.1f} before, {after:.1f} after, {self.cores} cores",
            *([f"server at work      {self._per_order()}"] if self.worked is not None else []),
            *([f"each server         {self._shared()}"] if len(self.shares) > 1 else []),
            *([f"memory              {_listed(self.memory)} MB"] if self.memory else []),
        ]

    def _shared(self) -> str:
        whole = sum(self.shares) or 1.0
        return ", ".join(f"{each / whole:.0%}" for each in self.shares) + " of the work"

    def _per_order(self) -> str:
        worked = self.worked or 0.0
        share, each = worked / self.seconds, worked / max(1, self.orders) * 1000
        return f"{share:.0%} of one core, {each:.1f} ms for each order"


def _listed(values: Sequence[float]) -> str:
    return ", ".join(f"{each:.0f}" for each in values)


def _times(figures: dict[str, float]) -> str:
    return (
        f"median {figures['median']:.1f} ms, 90 % {figures['p90']:.1f} ms, "
        f"99 % {figures['p99']:.1f} ms, longest {figures['most']:.1f} ms"
    )


def summary(values: Sequence[float]) -> dict[str, float]:
    """Median, high percentiles and the largest of some values."""
    ranked = sorted(values) or [0.0]

    def at(share: float) -> float:
        return round(ranked[min(len(ranked) - 1, int(share * len(ranked)))], 2)

    return {"median": at(0.5), "p90": at(0.9), "p99": at(0.99), "most": round(ranked[-1], 2)}


class Screen:
    """One connection that watches a game with the eyes of one viewer."""

    def __init__(self, viewer: str, port: int = 0) -> None:
        self.viewer = viewer
        self.port = port  # of the server it is connected to
        self.step = -1
        self.decision: dict[str, Any] | None = None
        self.waiting: list[str] = []
        self.over = False
        self.arrivals: dict[int, float] = {}  # step to the time at which it was here
        self.gaps = 0
        self.sizes: list[int] = []
        self.changed = asyncio.Event()

    async def watch(self, address: str) -> None:
        """Read what comes until the connection ends."""
        async with connect(address, max_size=None, compression=None, ping_interval=None) as socket:
            async for text in socket:
                self.take(text)

    def take(self, text: str | bytes) -> None:
        message = msgspec.json.decode(text)
        if message["type"] == "view":
            self._show(message["view"])
        elif message["type"] == "change":
            if message["since"] != self.step:
                self.gaps += 1
            self.sizes.append(len(text))
            self._show(message)
        else:
            return
        self.changed.set()

    def _show(self, seen: dict[str, Any]) -> None:
        self.step = seen["step"]
        self.arrivals[self.step] = time.perf_counter()
        self.waiting = seen["waiting"]
        self.decision = seen["decision"]
        self.over = seen.get("outcome") is not None

    async def reach(self, step: int) -> None:
        """Wait until a step has arrived."""
        while step not in self.arrivals and self.step < step:
            self.changed.clear()
            await self.changed.wait()


class Battle:
    """One game under load: its screens, its orders, and their times."""

    def __init__(self, ports: Sequence[int], options: Options, number: int) -> None:
        self.ports = [*ports[number % len(ports) :], *ports[: number % len(ports)]]
        self.options = options
        self.dice = random.Random(options.seed * 1000 + number)
        self.callers = {port: Caller(port) for port in self.ports}
        self.caller = self.callers[self.ports[0]]
        self.screens: list[Screen] = []
        self.game = ""
        self.orders = self.refused = self.late = self.lost = 0
        self.answered: list[float] = []
        self.both: list[float] = []
        self.all: list[float] = []
        self.watching: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start the game and open its screens."""
        title, _, scenario = self.options.scenario.partition("/")
        titles = (await self.caller.ask("GET", "/api/titles")).json()
        sides = list(next(each["sides"] for each in titles if each["name"] == title))
        wish = {
            "title": title,
            "scenario": scenario,
            "seed": self.dice.randrange(1, 1_000_000),
            "seats": dict.fromkeys(sides, "me"),
        }
        answer = await self.caller.ask("POST", "/api/games", wish)
        if answer.status >= 300:
            raise SaveError(f"no game could be started: {answer.body.decode(errors='replace')}")
        self.game = answer.json()["id"]
        viewers = [*sides, *[OBSERVER] * self.options.screens][: self.options.screens]
        turns = itertools.cycle(self.ports)
        self.screens = [Screen(viewer, next(turns)) for viewer in viewers]
        for screen in self.screens:
            address = f"ws://127.0.0.1:{screen.port}/api/games/{self.game}/live?as={screen.viewer}"
            self.watching.append(asyncio.create_task(screen.watch(address)))
        await asyncio.wait_for(asyncio.gather(*(screen.reach(0) for screen in self.screens)), 60)
        await self.caller.close()  # idle until all games have begun, it might be closed at the wrong moment

    async def play(self, until: float) -> None:
        """One order after the other, at the rate asked for."""
        await asyncio.sleep(self.dice.random() * self.options.every)  # games do not beat in time
        due = time.perf_counter()
        while due < until and not self.screens[0].over:
            await self._order()
            due += self.options.every
            wait = due - time.perf_counter()
            if wait < 0:
                self.late += 1
                due = time.perf_counter()
            else:
                await asyncio.sleep(wait)

    async def _order(self) -> None:
        screen = next((each for each in self.screens if each.decision and each.decision["choices"]), None)
        if screen is None or screen.decision is None:
            self.lost += 1  # somebody must be able to decide; the change that says who is missing
            return
        action = self.dice.choice(screen.decision["choices"])["action"]
        began = time.perf_counter()
        answer = await self.callers[screen.port].ask(
            "POST",
            f"/api/games/{self.game}/actions",
            {"as": screen.viewer, "expect": screen.step, "actions": [action]},
        )
        answered = time.perf_counter()
        self.orders += 1
        if answer.status >= 300:
            self.refused += 1
            return
        step = answer.json()["step"]
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(each.reach(step) for each in self.screens)), GRACE)
        times = [each.arrivals.get(step) for each in self.screens]
        self.lost += times.count(None)
        known = [at - began for at in times if at is not None]
        self.answered.append((answered - began) * 1000)
        if known:
            self.both.append(max(known[:2]) * 1000)
            self.all.append(max(known) * 1000)

    async def end(self) -> None:
        for task in self.watching:
            task.cancel()
        await asyncio.gather(*self.watching, return_exceptions=True)
        for caller in self.callers.values():
            await caller.close()


async def measure(
    ports: int | Sequence[int],
    options: Options,
    watch: Callable[[str], None] | None = None,
    pids: Sequence[int] = (),
) -> Figures:
    """Put a load on the servers at some ports and measure them."""
    tell = watch or (lambda _: None)
    at = [ports] if isinstance(ports, int) else [*ports]
    battles = [Battle(at, options, number) for number in range(options.games)]
    for number, battle in enumerate(battles, 1):
        await battle.begin()
        tell(f"{number} of {options.games} games begun")
    before = os.getloadavg()
    worked = [processor_seconds(pid) for pid in pids]
    began = time.perf_counter()
    until = began + options.seconds
    await asyncio.gather(*(battle.play(until) for battle in battles))
    lasted = time.perf_counter() - began
    after = os.getloadavg()
    pairs = zip(worked, [processor_seconds(pid) for pid in pids], strict=True)
    shares = [round(now - then, 2) for then, now in pairs if then is not None and now is not None]
    memory = [memory_of(pid) for pid in pids] if shares else []
    for battle in battles:
        await battle.end()
    screens = [screen for battle in battles for screen in battle.screens]
    return Figures(
        games=options.games,
        connections=len(screens),
        seconds=round(lasted, 1),
        orders=sum(battle.orders for battle in battles),
        refused=sum(battle.refused for battle in battles),
        late=sum(battle.late for battle in battles),
        lost=sum(battle.lost for battle in battles) + sum(screen.gaps for screen in screens),
        answered=summary([each for battle in battles for each in battle.answered]),
        both=summary([each for battle in battles for each in battle.both]),
        all=summary([each for battle in battles for each in battle.all]),
        bytes_of_change=summary([size for screen in screens for size in screen.sizes]),
        load_before=before,
        load_after=after,
        cores=os.cpu_count() or 1,
        worked=round(sum(shares), 2) if shares else None,
        shares=tuple(shares),
        memory=tuple(memory),
    )


def processor_seconds(pid: int | None) -> float | None:
    """Processor time a process has used so far, on systems that keep account of it in files."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
