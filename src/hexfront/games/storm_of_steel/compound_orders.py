"""Orders made of several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.games.storm_of_steel.orders import (
    Assault,
    Attack,
    Entrench,
    EntrenchLine,
    Join,
    March,
    RepeatQuarter,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import combat, mobilization, reorganization
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.shared.hands import led, put_down


def expanded(game: Game[SteelPosition], order: Action) -> Iterable[Action] | None:
    """The orders that a compound one stands for in a game."""
    if isinstance(order, March) and order.units:
        return put_down(game, led(game, order, rule="11.2"))
    if isinstance(order, Assault) and order.units:
        return _assault(game, order)
    if isinstance(order, EntrenchLine):
        return _entrench_line(game, order)
    if isinstance(order, RepeatQuarter):
        return mobilization.repeated(game)
    return None


def _assault(game: Game[SteelPosition], order: Assault) -> Iterator[Action]:
    """[14.1] Attack a hex with some units; the table is asked for next."""
    yield Attack(order.at)
    board = game.setting.board
    able = [unit.name for unit in combat.able(game.position, board[order.at])] if order.at in board else []
    if len(able) == 1:
        return  # the only unit that can joins by itself
    joining = sorted(order.units, key=lambda name: able.index(name) if name in able else -1)
    for name in joining:
        yield Join(name)
    if joining and able and joining[-1] != able[-1]:
        yield PASS


def _entrench_line(game: Game[SteelPosition], order: EntrenchLine) -> Iterator[Action]:
    """[12.0] Everybody next to the enemy or in his zone entrenches."""
    names = line(game.position, order.front)
    if not names:
        raise Refusal("12.0", "nobody next to the enemy can entrench")
    for name in names:
        yield Entrench(name)


def line(position: SteelPosition, front: str) -> list[str]:
    """[12.0] The units of a front, or of all, that stand next to the enemy or his ground and can entrench."""
    side, setting = position.active, position.setting
    enemy = other_side(side)
    return [
        unit.name
        for unit in position.of_side(side)
        if reorganization.can_entrench(position, unit)
        and front in ("", setting.front_of[unit.at])
        and any(
            position.occupant[node] == enemy or position.controller(node) == enemy
            for node in (unit.at, *setting.ground.around[unit.at])
        )
    ]
