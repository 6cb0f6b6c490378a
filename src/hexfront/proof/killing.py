"""Kill a server at random moments of play and see that nothing it acknowledged is lost.

Several games are played at full speed against a real server process. At a random moment it is ended with
SIGKILL, started again on the same database, and every game is fetched whole and compared with what the
players were told: each acknowledged order must be in the journal, in its place, and nothing else but the
one order that was under way when the server died. Then play goes on. At the end every journal is played
again from its first step.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from hexfront.kernel.save import FindTitle, replay
from hexfront.proof.serving import Caller, Gone, ServerProcess

SHORTEST, LONGEST = 0.05, 1.5  # seconds of play before a kill
UNDO_SHARE = 0.08


class Kills(msgspec.Struct, frozen=True):
    """What became of the games."""

    kills: int
    games: int
    acknowledged: int
    under_way: int  # times an order had been sent and not answered when the server died
    kept: int  # of those, how many are in the journal after all
    replayed: int  # steps played again at the end, with the recorded dice and positions
    seconds: float
    faults: tuple[str, ...]

    def lines(self) -> list[str]:
        told = f"{self.acknowledged} orders acknowledged, {len(self.faults)} faults"
        return [
            f"{self.kills} kills in {self.seconds:.0f} s, {self.games} games: {told}",
            f"{self.under_way} orders were under way when the server died; {self.kept} of them stand",
            f"{self.replayed} steps played again from the start, as recorded",
            *self.faults,
        ]


class Witness:
    """Plays one game and remembers what was acknowledged."""

    def __init__(self, port: int, scenario: str, dice: random.Random) -> None:
        self._port = port
        self._title, _, self._scenario = scenario.partition("/")
        self._dice = dice
        self.caller = Caller(port)
        self.game = ""
        self.sides: list[str] = []
        self.journal: list[dict[str, Any]] = []  # the actions acknowledged, undone ones taken out
        self.under_way: list[
            list[dict[str, Any]]
        ] = []  # what the journal may be instead, if one was not answered
        self.acknowledged = self.lost_answers = self.kept = 0
        self.over = False
        self.faults: list[str] = []

    async def begin(self) -> None:
        titles = (await self.caller.ask("GET", "/api/titles")).json()
        self.sides = list(next(each["sides"] for each in titles if each["name"] == self._title))
        wish = {
            "title": self._title,
            "scenario": self._scenario,
            "seed": self._dice.randrange(1, 1_000_000),
            "seats": dict.fromkeys(self.sides, "me"),
        }
        answer = await self.caller.ask("POST", "/api/games", wish)
        assert answer.status < 300, answer.body
        self.game = answer.json()["id"]

    async def play(self) -> None:
        """Orders as fast as they are taken, until the server is gone or the game over."""
        try:
            while not self.over:
                await self._order()
        except Gone:
            return

    async def _order(self) -> None:
        view = await self._view()
        if view is None:
            return
        side, seen = view
        body: dict[str, Any] = {"as": side, "expect": seen["step"]}
        if seen["undo"]["possible"] and self._dice.random() < UNDO_SHARE:
            path = f"/api/games/{self.game}/undo"
            # How many steps an undo takes back is the server's to say: any shorter journal may be right.
            self.under_way = [self.journal[:length] for length in range(len(self.journal))]
        else:
            action = self._dice.choice(seen["decision"]["choices"])["action"]
            path = f"/api/games/{self.game}/actions"
            body["actions"] = [action]
            self.under_way = [[*self.journal, action]]
        answer = await self.caller.ask("POST", path, body)
        if answer.status < 300:
            self.acknowledged += 1
            self.journal = next(
                (each for each in self.under_way if len(each) == answer.json()["step"]), self.journal
            )
        else:
            self.faults.append(f"{path} was refused: {answer.body.decode(errors='replace')}")
            self.over = True
        self.under_way = []

    async def _view(self) -> tuple[str, dict[str, Any]] | None:
        for side in self.sides:
            answer = await self.caller.ask("GET", f"/api/games/{self.game}/view?as={side}")
            if answer.status != 200:
                self.faults.append(f"the view of {side} failed: {answer.body.decode(errors='replace')}")
                self.over = True
                return None
            seen = answer.json()
            if seen["outcome"] is not None:
                self.over = True
                return None
            if seen["decision"] and seen["decision"]["choices"]:
                return side, seen
        self.faults.append("nobody has a decision")
        self.over = True
        return None

    async def file(self) -> bytes:
        """The whole game as the server has it."""
        answer = await self.caller.ask("GET", f"/api/games/{self.game}/export?as={self.sides[0]}")
        assert answer.status == 200, answer.body
        return answer.body

    async def compare(self) -> None:
        """After a restart: is everything there that was acknowledged?"""
        await self.caller.close()  # it was a connection to the server that died
        found = journal_of(await self.file())
        self.lost_answers += bool(self.under_way)
        if found == self.journal:
            self.under_way = []
            return
        if found in self.under_way:
            self.kept += 1
            self.journal, self.under_way = found, []
            return
        self.faults.append(
            f"game {self.game}: {len(self.journal)} steps were acknowledged, {len(found)} are there"
        )
        self.journal, self.under_way = found, []


def journal_of(file: bytes) -> list[dict[str, Any]]:
    """The actions in a saved game, one after the other."""
    lines = [msgspec.json.decode(line) for line in file.splitlines()]
    return [line["action"] for line in lines if "action" in line]


async def kill_often(
    server: ServerProcess,
    scenario: str,
    kills: int,
    find_title: FindTitle,
    *,
    games: int = 3,
    seed: int = 1914,
    longest: float = LONGEST,
    watch: Callable[[str], None] | None = None,
) -> Kills:
    """Kill a server that has not been started yet so many times, and tell what was found."""
    dice = random.Random(seed)
    began = time.perf_counter()
    await asyncio.to_thread(server.start)
    witnesses = [Witness(server.port, scenario, dice) for _ in range(games)]
    finished: list[Witness] = []
    for witness in witnesses:
        await witness.begin()
    for kill in range(1, kills + 1):
        playing = [asyncio.create_task(witness.play()) for witness in witnesses]
        await asyncio.sleep(dice.uniform(SHORTEST, longest))
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*playing)
        await asyncio.to_thread(server.start)
        for number, witness in enumerate(witnesses):
            await witness.compare()
            if witness.over:
                finished.append(witness)
                witnesses[number] = Witness(server.port, scenario, dice)
                await witnesses[number].begin()
        if watch:
            watch(
                f"{kill} of {kills} kills, {sum(each.acknowledged for each in witnesses + finished)} orders"
            )
    replayed = 0
    everyone = finished + witnesses
    for witness in everyone:
        replayed += await asyncio.to_thread(_replay, await witness.file(), find_title)
        await witness.caller.close()
    await asyncio.to_thread(server.stop)
    return Kills(
        kills=kills,
        games=len(everyone),
        acknowledged=sum(witness.acknowledged for witness in everyone),
        under_way=sum(witness.lost_answers for witness in everyone),
        kept=sum(witness.kept for witness in everyone),
        replayed=replayed,
        seconds=round(time.perf_counter() - began, 1),
        faults=tuple(fault for witness in everyone for fault in witness.faults),
    )


def _replay(file: bytes, find_title: FindTitle) -> int:
    """Play a file again from its start; `Drift` if it leads elsewhere."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.hexfront"
        path.write_bytes(file)
        return replay(path, find_title).step
