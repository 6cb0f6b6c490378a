"""Letting computer players play a game out, and writing down its course turn by turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import msgspec

from hexfront.ai.conduct import Conduct, Watcher
from hexfront.ai.players import Player, player
from hexfront.kernel.chronicle import Chronicle, Verdict
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order

LONGEST_TURN = 100_000  # steps in one turn after which a game counts as stalled
MOST_FINDINGS = 20

Hearing = Callable[[Game, str, Order], None]
FigureName = tuple[str, str, str]  # group, side, name


class TurnRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it stood at the end of a turn. Of ground and places only what has changed since the turn before.

    ``values`` are the figures in the order of `Course.names`; None where a figure was not told.
    """

    turn: str
    period: str
    step: int
    values: tuple[float | None, ...] = ()
    ground: dict[str, str] = {}
    places: dict[str, str] = {}


class Course(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game from where it was taken up to its end, or as far as it was played.

    The first record tells how it stood at the beginning. ``broken`` says what went wrong, if anything did;
    ``findings`` what was illegal about positions at the end of turns; ``corrected`` how many orders of
    computer players were not legal and had to be replaced.
    """

    outcome: str = ""
    winner: str = ""
    level: str = ""
    score: float | None = None
    steps: int = 0
    orders: int = 0
    corrected: int = 0
    findings: tuple[str, ...] = ()
    broken: str = ""
    digest: str = ""
    names: tuple[FigureName, ...] = ()
    turns: tuple[TurnRecord, ...] = ()
    seconds: float = 0.0
    conduct: Conduct | None = None

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.winner, self.level, self.score)

    def final(self) -> dict[FigureName, float]:
        """The figures at the end."""
        if not self.turns:
            return {}
        pairs = zip(self.names, self.turns[-1].values, strict=False)
        return {name: value for name, value in pairs if value is not None}


def table_of(game: Game, names: Mapping[str, str], seed: int) -> dict[str, Player]:
    """A player for each side."""
    return {side: player(name, game.title, side, seed) for side, name in names.items()}


class Writer:
    """Writes down how it stands whenever a turn has ended."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names: dict[FigureName, None] = {}
        self.turns: list[TurnRecord] = []
        self.findings: list[str] = []
        self.now = game.title.moment(game.position)
        self._ground: Mapping[str, str] = {}
        self._places: Mapping[str, str] = {}
        self._write("", "")

    def look(self) -> bool:
        """Write down the turn that has ended, if one has."""
        now = self.game.title.moment(self.game.position)
        if now == self.now:
            return False
        self._write(self.now.turn, self.now.period)
        self.now = now
        return True

    def close(self) -> None:
        """Write down the turn in which the game stopped, unless it had just ended."""
        if self.turns[-1].step != self.game.step or len(self.turns) == 1:
            self._write(self.now.turn, self.now.period)

    def _write(self, turn: str, period: str) -> None:
        position = self.game.position
        told: Chronicle = self.game.title.chronicle(position)
        values = {figure.key: figure.value for figure in told.figures}
        self.names.update(dict.fromkeys(values))
        self.turns.append(
            TurnRecord(
                turn,
                period,
                self.game.step,
                tuple(values.get(name) for name in self.names),
                _changed(self._ground, told.ground),
                _changed(self._places, told.places),
            )
        )
        self._ground, self._places = told.ground, told.places
        for finding in position.status():
            if len(self.findings) < MOST_FINDINGS:
                self.findings.append(f"{turn or 'at the start'}: {finding}")


def _changed(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    changed = {key: side for key, side in after.items() if before.get(key, "") != side}
    changed.update((key, "") for key in before if key not in after)
    return changed


def play_out(
    game: Game,
    table: Mapping[str, Player],
    *,
    turns: int = 0,
    longest: int = 0,
    heard: Hearing | None = None,
    watch: bool = False,
) -> Course:
    """Play a game to its end, or so many turns on, and tell its course.

    Whatever goes wrong is told in the course: a simulation of many games goes on with the next one.
    ``heard`` is given every order before it is played. With ``watch`` the conduct of both sides is told, too.
    A game that has not ended after ``longest`` steps, if that is given, or that does not come to the end of a
    turn, counts as stalled.
    """
    began = time.process_time()
    first = turn_began = game.step
    writer = Writer(game)
    watcher = Watcher(game) if watch else None
    orders = ended = 0
    broken = ""
    try:
        while not game.over and not (turns and ended >= turns):
            if longest and game.step - first >= longest:
                broken = f"stalls: not over after {longest:,} steps"
                break
            if game.step - turn_began >= LONGEST_TURN:
                broken = f"stalls: one turn has {LONGEST_TURN:,} steps"
                break
            side = game.decision.side
            order = table[side].choose(game, side)
            if heard is not None:
                heard(game, side, order)
            if watcher is not None:
                watcher.heard(game, side, order)
            game.play(order.action, side)
            orders += 1
            if writer.look():
                ended += 1
                turn_began = game.step
    except Exception as bug:  # noqa: BLE001 - whatever breaks a game is a result, to be written down
        broken = f"step {game.step}: {type(bug).__name__}: {bug}"
    writer.close()
    verdict = Verdict() if broken else game.title.verdict(game.position, game.outcome)
    return Course(
        outcome=game.outcome or "",
        winner=verdict.winner,
        level=verdict.level,
        score=verdict.score,
        steps=game.step - first,
        orders=orders,
        corrected=sum(each.corrected for each in table.values()),
        findings=tuple(writer.findings),
        broken=broken,
        digest=game.position.digest(),
        names=tuple(writer.names),
        turns=tuple(writer.turns),
        seconds=round(time.process_time() - began, 2),
        conduct=watcher.close() if watcher is not None and not broken else None,
    )
