"""A deployment as the orders that make it again, to be kept under a name and used in another game."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.western_front.orders import Allot, HoldBack, Station, StrikeOff
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenarios.deployment import limits, stages
from hexfront.games.western_front.scenarios.deployment.plans import along_front
from hexfront.kernel.actions import Action


def orders_of(position: WesternFrontPosition, side: str) -> list[Action]:
    """[WF 14 set-up] What lays the stage out that a side is in; nothing if it is not its stage.

    Strength is struck off first, because it may say where a unit may stand; in the historical set-up last,
    because there it depends on where units stand. Headquarters come before the front and the front before
    what is behind it, which stands by their leave.
    """
    stage = stages.stage(position)
    if stage is None or stage.side != side:
        return []
    if stage.what == stages.SUPPLY:
        staffs = [unit for force in stages.to_divide(position) for unit in _staffs(position, force.nation)]
        return [Allot(unit.name, unit.supply) for unit in staffs if unit.supply]
    struck = list(_struck(position, side)) if stage.what == stages.TROOPS else []
    placed = list(_stationed(position, side))
    held = stages.held_back(position, side) if stage.what == stages.TROOPS else []
    reserve: list[Action] = [HoldBack(tuple(sorted(unit.name for unit in held)))] if held else []
    if limits.is_historical(position.setting):
        return [*placed, *reserve, *struck]
    return [*struck, *placed, *reserve]


_staffs = stages.headquarters_of


def _struck(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    listed = limits.listed_strengths(position.setting)
    by_points: dict[int, list[str]] = {}
    for name in limits.account_of(position.setting):
        unit = position.find(name)
        if unit is None or position.side_of(unit) != side:
            continue
        points = listed[name] - (0 if name in position.lost else unit.strength)
        if points:
            by_points.setdefault(points, []).append(name)
    for points, names in sorted(by_points.items()):
        yield StrikeOff(tuple(sorted(names)), points)


def _stationed(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    units = stages.placed(position, side)
    line = set(along_front(position.setting, side))
    label = position.setting.board.label

    def rank(node: int) -> tuple[bool, str]:
        return node not in line, label(node)

    staffs = [unit for unit in units if position.piece(unit).headquarters]
    others = [unit for unit in units if not position.piece(unit).headquarters]
    for group in (staffs, others):
        for node in sorted({unit.at for unit in group}, key=rank):
            yield Station(tuple(sorted(unit.name for unit in group if unit.at == node)), label(node))
