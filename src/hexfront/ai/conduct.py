"""How a player conducts a game: what attacks promised and brought, ground entered, troops idle, guns lost.

It is watched from outside, order by order and turn by turn, for any title. What a piece is for and what it is
worth a title says by `Title.roles`; one that does not has its attacks watched and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from hexfront.ai.estimates import Estimate, mean, share
from hexfront.kernel.actions import words_of
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Order, Role

IDLE_FROM = 3.0  # points of a stack that should have something to do
IDLE_AFTER = 3  # turns in one hex
IDLE_BEYOND = 7  # hexes from the nearest enemy
LOST_WITHIN = 3  # hexes from an enemy at which what is gone a turn later counts as lost to him


class Attempt(msgspec.Struct, frozen=True):
    """An attack: how likely the enemy was to give way, whether he did, and whether the hex was entered.

    ``ground`` says that the hex itself was part of the purpose.
    """

    side: str
    promise: float
    gave_way: bool
    entered: bool = False
    ground: bool = False


class Conduct(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was seen of both sides in one game."""

    attempts: tuple[Attempt, ...] = ()
    idle: dict[str, float] = {}  # by side, points times turns
    lost: dict[str, float] = {}  # by side, points of guns and headquarters


class Watcher:
    """Watches a game that is being played; give `heard` every order before it is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._open: dict[tuple[str, str], tuple[str, float, bool]] = {}
        self._attempts: list[Attempt] = []
        self._stood: dict[str, tuple[str, int]] = {}
        self._roles: dict[str, Mapping[str, Role]] = {}
        self._near: dict[str, set[str]] = {}
        self._idle: dict[str, float] = {}
        self._lost: dict[str, float] = {}
        self._moment = game.title.moment(game.position)

    def heard(self, game: Game, side: str, order: Order) -> None:
        """An order that is about to be played."""
        self._settle()
        moment = game.title.moment(game.position)
        if moment != self._moment:
            self._moment = moment
            self._end_turn()
        if order.promise is None and game.station_step != game.step:
            return
        held = self._held_by_others(side)
        named = [word for word in words_of(order.action) if word in held]
        if order.promise is None:  # what its planner has promised stands
            named = [word for word in named if (side, word) not in self._open]
        promise = order.promise if order.promise is not None or not named else self._foretold(order)
        if promise is not None:
            for word in named:
                self._open[side, word] = game.position.occasion(), promise, order.ground

    def close(self) -> Conduct:
        """What was seen, when the game has been left."""
        self._settle(ended=True)
        return Conduct(tuple(self._attempts), dict(self._idle), dict(self._lost))

    def _foretold(self, order: Order) -> float | None:
        """What the odds promise of an order whose planner says nothing."""
        try:
            return self.game.forecast(order.action).chance
        except Refusal:
            return None

    def _held_by_others(self, side: str) -> set[str]:
        title, position = self.game.title, self.game.position
        return {
            label
            for other in title.sides
            if other != side
            for label in title.whereabouts(position, other).values()
        }

    def _settle(self, *, ended: bool = False) -> None:
        """Attacks whose phase is over: has the enemy left, and who stands there now?"""
        if not self._open:
            return
        title, position = self.game.title, self.game.position
        now = position.occasion()
        for side, label in [key for key, held in self._open.items() if ended or held[0] != now]:
            _, promise, ground = self._open.pop((side, label))
            gone = label not in self._held_by_others(side)
            entered = gone and label in title.whereabouts(position, side).values()
            self._attempts.append(Attempt(side, promise, gone, entered, ground))

    def _end_turn(self) -> None:
        title, position, board = self.game.title, self.game.position, self.game.setting.board
        at = {side: title.whereabouts(position, side) for side in title.sides}
        for side in title.sides:
            enemies = {board[label] for other in title.sides if other != side for label in at[other].values()}
            roles = title.roles(position, side)
            for name, role in self._roles.get(side, {}).items():
                if role.kind != "troops" and name not in roles and name in self._near.get(side, ()):
                    self._lost[side] = self._lost.get(side, 0.0) + role.points
            near: set[str] = set()
            stacks: dict[str, float] = {}
            for name, label in at[side].items():
                away = min((board.distance(board[label], enemy) or 0 for enemy in enemies), default=0)
                if away <= LOST_WITHIN:
                    near.add(name)
                stands = roles.get(name)
                stood, turns = self._stood.get(name, ("", 0))
                since = turns + 1 if stood == label and stands is not None else 0
                self._stood[name] = label, since
                if stands is None or stands.kind != "troops":
                    continue
                if since >= IDLE_AFTER and away >= IDLE_BEYOND:
                    stacks[label] = stacks.get(label, 0.0) + stands.points
            idle = sum(points for points in stacks.values() if points >= IDLE_FROM)
            self._idle[side] = self._idle.get(side, 0.0) + idle
            self._roles[side], self._near[side] = roles, near


class Tenth(msgspec.Struct, frozen=True):
    """Attacks of about one promise."""

    least: float
    promised: float
    had: Estimate


class Calibration(msgspec.Struct, frozen=True):
    """What a side promised and had, over many games."""

    side: str
    attacks: int
    promised: float
    had: Estimate
    tenths: tuple[Tenth, ...]
    entered: Estimate  # of the hexes that were won and wanted
    idle: Estimate  # points times turns a game
    lost: Estimate  # points of guns and headquarters a game


def calibrated(sides: Sequence[str], seen: Sequence[Conduct]) -> list[Calibration]:
    """Promise and outcome of each side, by tenths of probability."""
    found = []
    for side in sides:
        made = [each for game in seen for each in game.attempts if each.side == side]
        tenths = []
        for tenth in range(10):
            here = [each for each in made if min(int(each.promise * 10), 9) == tenth]
            if here:
                promised = sum(each.promise for each in here) / len(here)
                tenths.append(
                    Tenth(tenth / 10, promised, share(sum(each.gave_way for each in here), len(here)))
                )
        won = [each for each in made if each.gave_way and each.ground]
        found.append(
            Calibration(
                side,
                len(made),
                sum(each.promise for each in made) / len(made) if made else 0.0,
                share(sum(each.gave_way for each in made), len(made)),
                tuple(tenths),
                share(sum(each.entered for each in won), len(won)),
                mean([game.idle.get(side, 0.0) for game in seen]),
                mean([game.lost.get(side, 0.0) for game in seen]),
            )
        )
    return found


def lines(names: Mapping[str, str], found: Sequence[Calibration]) -> list[str]:
    """The same in words."""
    told = []
    for each in found:
        told.append(
            f"{names.get(each.side, each.side)}: {each.attacks} attacks, promised {each.promised:.0%}, "
            f"had {each.had.percent()}"
        )
        told += [
            f"  from {tenth.least:.0%}: {tenth.had.of} attacks, promised {tenth.promised:.0%}, "
            f"had {tenth.had.percent()}"
            for tenth in each.tenths
        ]
        if each.entered.of:
            told.append(f"  won hexes entered where ground was wanted: {each.entered.percent()}")
        told.append(f"  idle troops, points times turns a game: {each.idle.plain(1)}")
        told.append(f"  guns and headquarters lost, points a game: {each.lost.plain(1)}")
    return told
