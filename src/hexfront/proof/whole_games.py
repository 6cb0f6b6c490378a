"""Whole games by lot, measured as those who play them have them: no setting, every game a fresh one.

Times are of the processor, not of the clock, so that other work on the machine matters less. The first game
in a process works out what all later ones use; the end of a game is another matter than its beginning.
Engines of other games can be measured in turns with ours, if they are installed.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from hexfront.kernel.start import new_game
from hexfront.kernel.title import Title

PARTS = 4  # of a game, of which the first and the last are told by themselves
PEER_DECISIONS = 2000  # in one turn of another engine
SLOW_DECISIONS = 200


class Timed(msgspec.Struct, frozen=True):
    """Decisions, and the seconds of the processor they took: all, the first part and the last."""

    decisions: int
    seconds: float
    early: float = 0.0
    late: float = 0.0

    @property
    def part(self) -> int:
        """How many decisions the first part has, and the last."""
        return self.decisions // PARTS


def together(several: Sequence[Timed]) -> Timed:
    """Some games as if they were one."""
    return Timed(
        sum(each.decisions for each in several),
        sum(each.seconds for each in several),
        sum(each.early for each in several),
        sum(each.late for each in several),
    )


def play(title: Title, scenario: str, seed: int) -> Timed:
    """A game to its end, each time one of all choices: the way README shows it."""
    draw, marks = random.Random(seed), []
    began = time.process_time()
    game = new_game(title, scenario, seed)
    while decisions := game.decisions:
        decision = decisions[0] if len(decisions) == 1 else draw.choice(decisions)
        game.play(draw.choice(decision.choices()), decision.side)
        marks.append(time.process_time())
    part = len(marks) // PARTS
    if not part:
        return Timed(len(marks), marks[-1] - began)
    return Timed(len(marks), marks[-1] - began, marks[part - 1] - began, marks[-1] - marks[-part - 1])


# Other engines

Peer = Callable[[random.Random], int]


def python_chess() -> Peer:
    """Chess in plain Python."""
    chess: Any = importlib.import_module("chess")

    def played(draw: random.Random) -> int:
        board = chess.Board()
        for _ in range(PEER_DECISIONS):
            if board.is_game_over():
                board = chess.Board()
            board.push(draw.choice(list(board.legal_moves)))
        return PEER_DECISIONS

    return played


def open_spiel() -> Peer:
    """Chess in C++, through Python."""
    game: Any = importlib.import_module("pyspiel").load_game("chess")

    def played(draw: random.Random) -> int:
        state = game.new_initial_state()
        for _ in range(PEER_DECISIONS):
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(draw.choice(state.legal_actions()))
        return PEER_DECISIONS

    return played


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

    return played


PEERS: dict[str, Callable[[], Peer]] = {
    "python-chess": python_chess,
    "OpenSpiel chess": open_spiel,
    "PettingZoo chess": petting_zoo,
}


def installed() -> tuple[dict[str, Peer], list[str]]:
    """The other engines that are there, and the names of those that are not."""
    found: dict[str, Peer] = {}
    missing = []
    for name, make in PEERS.items():
        try:
            found[name] = make()
        except ImportError:
            missing.append(name)
    return found, missing


def in_turns(
    title: Title, scenario: str, games: int, peers: dict[str, Peer]
) -> Iterator[tuple[Timed, dict[str, Timed]]]:
    """Games of new seeds, and after each of them every other engine."""
    for seed in range(1, games + 1):
        ours = play(title, scenario, seed)
        others = {}
        for name, peer in peers.items():
            began = time.process_time()
            decisions = peer(random.Random(seed))
            others[name] = Timed(decisions, time.process_time() - began)
        yield ours, others
