"""One game of a series, played in whatever process it was sent to."""

from __future__ import annotations

import random
import time
from functools import lru_cache

import msgspec

from hexfront.ai.course import Hearing, play_out, table_of
from hexfront.kernel import save
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order
from hexfront.sim.series import Series, Task

WARMING = 2.0  # seconds of the processor at most


class Played(msgspec.Struct, frozen=True):
    """What comes back: the record of a game as a line of JSON and, if wanted, its orders and itself."""

    task: Task
    line: bytes
    orders: str = ""
    game: str = ""


@lru_cache(maxsize=4)
def _series(encoded: bytes) -> Series:
    return msgspec.json.decode(encoded, type=Series)


def work(encoded: bytes, task: Task) -> Played:
    """Play one game of an encoded series. The same task gives the same record but for its seconds."""
    series = _series(encoded)
    arm = series.arms[task.arm]
    game = series.start(task)
    if not series.keep_games:
        game.digest_every = 0
    lines: list[str] = []
    table = table_of(game, arm.players, task.seed)
    heard = _listener(lines) if series.keep_orders else None
    course = play_out(
        game, table, turns=series.turns, longest=series.longest, heard=heard, watch=series.watch
    )
    record = {"seed": task.seed, "arm": arm.name, "players": arm.players, **msgspec.to_builtins(course)}
    text = save.as_text(game) if series.keep_games else ""
    return Played(task, msgspec.json.encode(record) + b"\n", "".join(lines), text)


def warm_up(encoded: bytes, task: Task) -> None:
    """Work out what all games use, such as boards and ways, by a game by lot of which nothing is kept."""
    game = _series(encoded).start(task)
    game.digest_every = 0
    draw, until = random.Random(task.seed), time.process_time() + WARMING
    while not game.over and time.process_time() < until:
        decision = game.decisions[0]
        game.play(draw.choice(decision.choices()), decision.side)


def _listener(lines: list[str]) -> Hearing:
    """Writes every order down with its reason, under the turn and phase it is given in."""
    shown = ""

    def heard(game: Game, side: str, order: Order) -> None:
        nonlocal shown
        report = game.report(side)
        head = f"{report.turn}, {report.phase}"
        if head != shown:
            shown = head
            lines.append(f"\n{head}\n")
        name = game.title.side_names.get(side, side)
        said = game.title.describe(game.position, order.action)
        lines.append(f"  {game.step:6} {name}: {said}\n         {order.reason}\n")

    return heard
