"""Whether a server's memory comes to rest: the same bounded work in many games, again and again.

Every visit to a game looks at it, gives an order, and often takes it back. A game that has gone some way goes
back to its beginning, so that no game grows for ever. What the server has in memory is noted from time to
time; in the second half of a long soak it must stay as it is.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec

from hexfront.kernel.errors import SaveError
from hexfront.proof.serving import Caller, memory_of

FURTHEST = 40  # steps after which a game goes back to its beginning
AT_ONCE = 4  # games that are visited at the same time
NOTES = 200  # of memory, over the whole soak
MOST_AT_REST = 500.0  # megabytes for a thousand games in which nobody plays, and for fewer
ROOM = 0.03  # by which memory may differ between the last two quarters, for it has no fixed size


class Soaked(msgspec.Struct, frozen=True):
    """What was done, and what the server had in memory meanwhile, in megabytes."""

    games: int
    seconds: float
    visits: int
    orders: int
    taken_back: int
    failed: int
    before: float  # when the server had started
    begun: float  # when all games had begun
    memory: tuple[float, ...]  # over time, at even intervals

    @property
    def quarters(self) -> tuple[float, ...]:
        """The median of each quarter."""
        size = max(1, len(self.memory) // 4)
        parts = [self.memory[at : at + size] for at in range(0, 4 * size, size)]
        return tuple(round(median(part), 1) for part in parts if part)

    @property
    def growth(self) -> float:
        """By how much of itself memory has grown from the third quarter to the last."""
        quarters = self.quarters
        return quarters[-1] / quarters[-2] - 1 if len(quarters) == 4 and quarters[-2] else 0.0

    @property
    def is_flat(self) -> bool:
        return self.growth <= ROOM

    def lines(self) -> list[str]:
        """The figures for people."""
        told = ", ".join(f"{each:.0f}" for each in self.quarters)
        rests = "at rest" if self.is_flat else "still growing"
        done = f"{self.orders} orders, {self.taken_back} taken back, {self.failed} failed"
        return [
            f"{self.games} games, {self.seconds:.0f} s: {self.visits} visits, {done}",
            f"memory   {self.before:.0f} MB at first, {self.begun:.0f} MB when all games had begun",
            f"quarters {told} MB: {rests} ({self.growth:+.1%} in the last)",
        ]


class _Visitor:
    """Goes from game to game."""

    def __init__(self, port: int, games: Sequence[tuple[str, list[str]]], dice: random.Random) -> None:
        self.caller = Caller(port)
        self.games = games
        self.dice = dice
        self.visits = self.orders = self.taken_back = self.failed = 0

    async def visit(self) -> None:
        """Look at a game, give an order in it, and perhaps take it back."""
        game, sides = self.dice.choice(self.games)
        self.visits += 1
        for side in sides:
            seen = (await self.caller.ask("GET", f"/api/games/{game}/view?as={side}")).json()
            if seen["step"] >= FURTHEST or seen["outcome"] is not None:
                await self._post(game, "rollback", {"as": side, "step": 0}, seen["revision"])
                return
            decision = seen["decision"]
            if decision and decision["choices"]:
                action = self.dice.choice(decision["choices"])["action"]
                order: dict[str, object] = {
                    "as": side,
                    "expect": seen["step"],
                    "actions": [action],
                    "show": True,
                }
                if await self._post(game, "actions", order, seen["revision"]):
                    self.orders += 1
                    if self.dice.random() < 0.5:
                        self.taken_back += await self._post(game, "undo", {"as": side})
                return

    async def _post(self, game: str, what: str, body: dict[str, object], revision: int | None = None) -> bool:
        """Whether it was done. What cannot be done for a good reason has not failed.

        What was seen cannot be taken back. And another visitor may have been quicker: he has gone back to the
        beginning already, or back and another way to a step with the same number.
        """
        answer = await self.caller.ask("POST", f"/api/games/{game}/{what}", body)
        refused = answer.status == 422 or (answer.status == 400 and revision is not None)
        if refused and revision is not None:
            now = (await self.caller.ask("GET", f"/api/games/{game}/view?as={body['as']}")).json()
            refused = now["revision"] != revision
        self.failed += answer.status >= 300 and not refused and answer.status != 409
        return answer.status < 300


class Resting(msgspec.Struct, frozen=True):
    """What a server has in memory, in megabytes, when nobody plays in its games."""

    games: int
    orders: int
    before: float
    after: float

    @property
    def is_small(self) -> bool:
        return self.after < MOST_AT_REST * max(1.0, self.games / 1000)

    def lines(self) -> list[str]:
        """The figures for people."""
        return [
            f"{self.games} games begun, {self.orders} orders in them, nobody there now",
            f"memory of the server: {self.before:.0f} MB at first, {self.after:.0f} MB now",
        ]


async def _begin_games(
    port: int, scenario: str, games: int, seed: int, tell: Callable[[str], None]
) -> list[tuple[str, list[str]]]:
    caller = Caller(port)
    title, _, name = scenario.partition("/")
    titles = (await caller.ask("GET", "/api/titles")).json()
    sides = list(next(each["sides"] for each in titles if each["name"] == title))
    begun: list[tuple[str, list[str]]] = []
    for number in range(games):
        wish = {"title": title, "scenario": name, "seed": seed + number, "seats": dict.fromkeys(sides, "me")}
        answer = await caller.ask("POST", "/api/games", wish)
        if answer.status >= 300:
            raise SaveError(f"no game could be started: {answer.body.decode(errors='replace')}")
        begun.append((answer.json()["id"], sides))
        tell(f"{number + 1} of {games} games begun")
    await caller.close()
    return begun


async def rest(
    port: int,
    pid: int,
    scenario: str,
    *,
    games: int,
    seed: int,
    watch: Callable[[str], None] | None = None,
) -> Resting:
    """Begin games at a server, give an order in each, leave them alone, and look at its memory."""
    tell = watch or (lambda _: None)
    before = memory_of(pid)
    begun = await _begin_games(port, scenario, games, seed, tell)
    orders = 0
    for number, game in enumerate(begun):
        visitor = _Visitor(port, [game], random.Random(seed + number))
        await visitor.visit()
        await visitor.caller.close()
        orders += visitor.orders
        tell(f"{number + 1} of {games} games visited")
    return Resting(games, orders, before, memory_of(pid))


async def soak(
    port: int,
    pid: int,
    scenario: str,
    *,
    games: int,
    seconds: float,
    seed: int,
    watch: Callable[[str], None] | None = None,
) -> Soaked:
    """Soak the server at a port, and watch the memory of its process."""
    tell = watch or (lambda _: None)
    before = memory_of(pid)
    begun = await _begin_games(port, scenario, games, seed, tell)
    visitors = [_Visitor(port, begun, random.Random(seed * 100 + number)) for number in range(AT_ONCE)]
    after_start, start = memory_of(pid), time.monotonic()
    notes: list[float] = []

    async def go(visitor: _Visitor) -> None:
        while time.monotonic() < start + seconds:
            await visitor.visit()
        await visitor.caller.close()

    async def note() -> None:
        while True:
            await asyncio.sleep(seconds / NOTES)
            notes.append(memory_of(pid))
            done = sum(each.orders for each in visitors)
            tell(f"{time.monotonic() - start:.0f} s, {notes[-1]:.0f} MB, {done} orders")

    noting = asyncio.create_task(note())
    try:
        await asyncio.gather(*(go(visitor) for visitor in visitors))
    finally:
        noting.cancel()
    return Soaked(
        games=games,
        seconds=round(time.monotonic() - start, 1),
        visits=sum(each.visits for each in visitors),
        orders=sum(each.orders for each in visitors),
        taken_back=sum(each.taken_back for each in visitors),
        failed=sum(each.failed for each in visitors),
        before=before,
        begun=after_start,
        memory=tuple(notes),
    )
