"""Engines of other games, to be measured in turns with ours: chess, and modules of Rally the Troops.

Chess engines are installed by whoever wants to (``pip install hexfront[peers]``). A module of Rally the
Troops is a folder with its ``rules.js`` that somebody has fetched; Node plays it in a process of its own.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import random
import shutil
import subprocess
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexfront.kernel.errors import Malformed
from hexfront.proof.whole_games import Peer, Timed

DECISIONS = 2000  # in one turn of another engine
SLOW_DECISIONS = 200
BROKEN = 20  # games of another engine that may end in an error of its own before we give up


def _timed(played: Callable[[random.Random], int]) -> Peer:
    """An engine that plays in this process."""

    def turn(draw: random.Random) -> Timed:
        began = time.process_time()
        decisions = played(draw)
        return Timed(decisions, time.process_time() - began)

    return turn


def python_chess() -> Peer:
    """Chess in plain Python."""
    chess: Any = importlib.import_module("chess")

    def played(draw: random.Random) -> int:
        board = chess.Board()
        for _ in range(DECISIONS):
            if board.is_game_over():
                board = chess.Board()
            board.push(draw.choice(list(board.legal_moves)))
        return DECISIONS

    return _timed(played)


def open_spiel() -> Peer:
    """Chess in C++, through Python."""
    game: Any = importlib.import_module("pyspiel").load_game("chess")

    def played(draw: random.Random) -> int:
        state = game.new_initial_state()
        for _ in range(DECISIONS):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(draw.choice(state.legal_actions()))
        return DECISIONS

    return _timed(played)


def petting_zoo() -> Peer:
    """Chess as an environment for learning, with its observations."""
    environment: Any = importlib.import_module("pettingzoo.classic.chess_v6").env()

    def played(draw: random.Random) -> int:
        environment.reset(seed=draw.randrange(1 << 30))
        for _ in range(SLOW_DECISIONS):
            observation, _, ended, cut, _ = environment.last()
            if ended or cut:
                environment.reset(seed=draw.randrange(1 << 30))
                observation = environment.last()[0]
            environment.step(draw.choice(observation["action_mask"].nonzero()[0].tolist()))
        return SLOW_DECISIONS

    return _timed(played)


CHESS: dict[str, Callable[[], Peer]] = {
    "python-chess": python_chess,
    "OpenSpiel chess": open_spiel,
    "PettingZoo chess": petting_zoo,
}


def installed() -> tuple[dict[str, Peer], list[str]]:
    """The engines of chess that are there, and the names of those that are not."""
    found: dict[str, Peer] = {}
    missing = []
    for name, make in CHESS.items():
        try:
            found[name] = make()
        except ImportError:
            missing.append(name)
    return found, missing


class Rally:
    """A game of Rally the Troops, played by Node; its time is that of all threads of that process.

    One process plays all turns, as one of ours plays all games, so that what Node compiles is kept.
    """

    def __init__(self, folder: Path) -> None:
        if not (folder / "rules.js").is_file():
            raise Malformed(f"{folder} has no rules.js: not a module of Rally the Troops")
        node = shutil.which("node")
        if node is None:
            raise Malformed("Node is needed to play modules of Rally the Troops, and it is not on the path")
        self.name = folder.resolve().name
        harness = str(Path(__file__).with_name("rally.cjs"))
        pipe = subprocess.PIPE
        child = subprocess.Popen([node, harness, str(folder)], stdin=pipe, stdout=pipe, text=True)
        self._child = child
        self.close = weakref.finalize(self, _end, child)

    def __call__(self, draw: random.Random) -> Timed:
        decisions, seconds, broken = 0, 0.0, 0
        while decisions < DECISIONS:
            told = self._game(draw.randrange(1, 1 << 31))
            if "error" in told:  # a fault of that module, which play by lot finds now and then
                broken += 1
                if broken > BROKEN:
                    raise Malformed(f"{self.name}: {told['error']}")
                continue
            decisions += told["decisions"]
            seconds += told["seconds"]
        return Timed(decisions, seconds)

    def _game(self, seed: int) -> dict[str, Any]:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        try:
            print(seed, file=self._child.stdin, flush=True)
            line = self._child.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Malformed(f"Node ended while it played {self.name}")
        told: dict[str, Any] = json.loads(line)
        return told


def _end(child: subprocess.Popen[str]) -> None:
    with child:  # without input it ends
        assert child.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            child.stdin.close()
