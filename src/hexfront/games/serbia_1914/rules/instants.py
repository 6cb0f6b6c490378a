"""What happens the instant an enemy comes near: before his move, retreat or advance goes on.

`settle` is asked for after every step. It looks at every unit that may be concerned, wherever it is: what is
due follows from the position, and from nothing that happened before. Mostly a few bits tell that nothing is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.orders import Displace
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import (
    depots,
    forts,
    pontoons,
    reductions,
    retreat,
    retreat_hexes,
    schedule,
    supply,
    victory_points,
)
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    DEMORALIZED,
    MARSCH,
    RECOVERY,
    RECOVERY_AND_MARSCH,
    SERBIA,
)
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()

DEMORALIZED_RETREAT = 3  # hexes [6.4]
TRAIN_RETREAT = 3  # [15.6.2a]


def settle(table: Table, position: SerbiaPosition, *, resolving: bool = False) -> Procedure:
    """Everything that is due at once, in the order of the hexes.

    Trains leave after the cavalry has reacted, unless their owner sent them away first (decision SE-R317).

    While a combat or retreat is being resolved demoralized Formations wait until it is over (decision
    SE-R304).
    """
    serbian_alarm, austrian_alarm = _alarms(position.setting)
    if position.serbian_bits & serbian_alarm:
        schedule.threaten_kalinovik(table, position)
    while position.exposed and (due := first_due(position, resolving)) is not None:
        yield from _happen(table, position, due)
    if position.pontoons:
        pontoons.settle(table, position)
    if position.serbian_bits & serbian_alarm or position.austrian_bits & austrian_alarm:
        schedule.remove_french_guns(table, position)
        victory_points.watch(table, position)
    return None


@lru_cache(maxsize=16)
def _alarms(setting: SerbiaSetting) -> tuple[int, int]:
    """[25.1.4] [25.4] [27.3] [27.7] The hexes in which units of Serbia, or of Austria-Hungary, may set off
    what happens once; as bits."""
    serbian, austrian = victory_points.worth(setting, frozenset())
    for node, _ in schedule.called_by_threat(setting):
        serbian |= setting.around[node]
    if schedule.BEOGRAD in setting.board:
        austrian |= 1 << setting.board[schedule.BEOGRAD]
    return serbian, austrian


def first_due(position: SerbiaPosition, resolving: bool) -> Unit | None:
    """A unit to which something happens at once, in the order of hexes and names; None if nothing is due."""
    units, around = position.units, position.setting.around
    serbian = position.by_side[SERBIA]
    serbian_bits, austrian_bits = position.serbian_bits, position.austrian_bits
    first: tuple[int, str] | None = None
    for name in position.exposed:  # whoever must act has an enemy next to him; nearly nobody has
        unit = units[name]
        enemies = austrian_bits if name in serbian else serbian_bits
        for node in position.hexes_of(unit):
            if not enemies & around[node] or (first is not None and first < (node, name)):
                continue
            if is_due(position, unit, node, resolving):
                first = node, name
    return units[first[1]] if first else None


def is_due(position: SerbiaPosition, unit: Unit, node: int, resolving: bool) -> bool:
    """[1.1] [7.8.3] [6.4] [8.8.1] [8.5.3] [15.6.2] Whether something must happen to a unit at once."""
    piece = position.piece(unit)
    if (unit.inactive or (unit.progress and unit.task in (RECOVERY, RECOVERY_AND_MARSCH))) and (
        is_enemy_beside(position, node, piece.side)
    ):
        return True
    if not position.in_enemy_zone(node, piece.side):
        return False
    if piece.formation:
        return unit.status >= DEMORALIZED and not resolving and not is_at_refuge(position, unit)
    if piece.combat or piece.naval or position.has_combat_unit(node, piece.side):
        return False
    return not piece.fort or forts.may_be_abandoned(position, unit)


def is_enemy_beside(position: SerbiaPosition, node: int, side: str) -> bool:
    """Whether an enemy, squadrons apart, is next to a hex, over any hexside (decision SE-R316)."""
    standing = position.standing
    near = [other for other in position.setting.beside[node] if standing[other]]
    return bool(near) and any(position.has_enemy(other, side) for other in near)


def is_at_refuge(position: SerbiaPosition, unit: Unit) -> bool:
    """[6.4] Whether a demoralized Formation need not retreat because it is in Vogošća already."""
    side = position.side_of(unit)
    return any(retreat_hexes.is_vogosca(position, node, side) for node in position.hexes_of(unit))


def _happen(table: Table, position: SerbiaPosition, unit: Unit) -> Procedure:
    """What is due to a unit, the harmless things first."""
    piece = position.piece(unit)
    near = any(is_enemy_beside(position, node, piece.side) for node in position.hexes_of(unit))
    if unit.inactive and near:
        position.change(unit.name, inactive=False)
        text = f"{position.label(unit)} wakes: the enemy is near"
        table.tell(text, "1.1", kind="turn", to=(piece.side,), data={"unit": unit.name})
    elif near and unit.progress and unit.task in (RECOVERY, RECOVERY_AND_MARSCH):
        break_off_recovery(table, position, unit)
    elif piece.formation:
        yield from demoralized_retreat(table, position, unit)
    elif piece.gun:
        reductions.eliminate(table, position, unit.name, "8.8.1")
    elif piece.fort:
        yield from forts.test(table, position, unit.name)
    elif piece.train:
        yield from train_retreat(table, position, unit)
    else:
        yield from depots.displace(table, position, unit.name)
    return None


def break_off_recovery(table: Table, position: SerbiaPosition, unit: Unit) -> None:
    """[7.8.3] Points spent on recovery are lost when an enemy comes near; a Marsch task goes on."""
    if unit.task == RECOVERY:
        position.change(unit.name, task="", progress=0)
    else:
        position.change(unit.name, task=MARSCH)
    text = f"{position.label(unit)} breaks its recovery off"
    table.tell(text, "7.8.3", kind="supply", to=(position.side_of(unit),), data={"unit": unit.name})


def demoralized_retreat(table: Table, position: SerbiaPosition, unit: Unit) -> Procedure:
    """[6.4] A demoralized Formation in an enemy zone suffers a reduction and retreats three hexes.

    It keeps out of enemy zones, friends in the hex excepted, and is eliminated if nothing leads out of them
    (decision SE-R303).
    """
    names = force_of(position, unit).units
    origin = next(
        node for node in position.hexes_of(unit) if position.in_enemy_zone(node, position.side_of(unit))
    )
    where = position.setting.board.label(origin)
    if not may_escape(position, names, origin):
        for name in names:
            reductions.eliminate(table, position, name, "6.4")
        return None
    table.tell(f"Demoralized units leave {where}", "6.4", kind="retreat", data={"from": where})
    yield from reductions.reduce(table, position, names, 1, "6.4")
    yield from retreat.retreat_stack(
        table,
        position,
        {tuple(names): DEMORALIZED_RETREAT},
        rule="6.4",
        origin=origin,
        calm=True,
    )
    return None


def may_escape(position: SerbiaPosition, names: tuple[str, ...], origin: int) -> bool:
    """[6.4] Whether a way leads from a hex out of all enemy zones."""
    binding = retreat_hexes.retreat_of(position, names, origin, calm=True)
    return retreat_hexes.leads_to_safety(position, binding, origin, DEMORALIZED_RETREAT)


def train_retreat(table: Table, position: SerbiaPosition, unit: Unit) -> Procedure:
    """[15.6.2a] A train alone in an enemy zone retreats three hexes, or flies to the depot of its army."""
    origin = unit.at
    position.change(unit.name, extended=True)
    binding = retreat_hexes.retreat_of(position, [unit.name], origin, calm=True)
    ways = retreat_hexes.all_ways(position, binding, origin, TRAIN_RETREAT)
    if any(way.rank[:2] == (0, 0) for way in ways):
        yield from retreat.retreat_stack(
            table,
            position,
            {(unit.name,): TRAIN_RETREAT},
            rule="15.6.2a",
            origin=origin,
            calm=True,
        )
        return None
    yield from fly_to_depot(table, position, unit)
    return None


def fly_to_depot(table: Table, position: SerbiaPosition, unit: Unit) -> Procedure:
    """[15.6.2a] A train that cannot retreat is placed on a depot of its army.

    Depots that must leave themselves go first. Without any depot on the map it is lost (decision SE-R307).
    """
    side = position.side_of(unit)
    for depot in _depots(position, unit):
        if position.in_enemy_zone(depot.at, side) and not position.has_combat_unit(depot.at, side):
            yield from depots.displace(table, position, depot.name)
    open_to = sorted({depot.at for depot in _depots(position, unit)} - {unit.at})
    if not open_to:
        reductions.eliminate(table, position, unit.name, "15.6.2a")
        return None
    to = open_to[0]
    if len(open_to) > 1:
        answer = yield _ask_depot(position, unit, open_to)
        to = position.setting.board[answer.to]
    retreat.put_back(position, unit.name, to)
    where = position.setting.board.label(to)
    text = f"{position.label(unit)} flies to the depot in {where}"
    table.tell(text, "15.6.2a", kind="supply", data={"unit": unit.name, "to": where})
    return None


def _depots(position: SerbiaPosition, train: Unit) -> list[Unit]:
    """The depots on the map of the army of a train."""
    side = position.side_of(train)
    return [
        unit
        for unit in supply.depots_of(position, side, train.army)
        if unit.at != OFF_MAP and not position.setting.board.is_area(unit.at)
    ]


def _ask_depot(position: SerbiaPosition, unit: Unit, open_to: Sequence[int]) -> Ask:
    board = position.setting.board
    nearest = min(open_to, key=lambda node: (board.distance(unit.at, node) or 0, node))
    return Ask(
        position.side_of(unit),
        "displace",
        f"To which depot does {position.label(unit)} fly?",
        "15.6.2a",
        options=lambda: [Displace(unit.name, board.label(node)) for node in open_to],
        default=lambda: Displace(unit.name, board.label(nearest)),
        about=matters.Displacement(unit.name),
    )
