"""[7.5] [7.7] [7.8] [14.3] Tasks: movement points spent in a hex, if need be over several phases.

A Formation regains effectiveness or builds an improved position, infantry takes in Marsch replacements.
A task not finished in a phase takes the first points of the next one [7.8.2]. Recovery and Marsch replacement
that run at the same time begin together (decision SE-R104).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Absorb, Dig, Recover
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import march_limits, marches, reductions
from hexfront.games.serbia_1914.vocabulary import (
    ALLOWANCE,
    AUSTRIA_HUNGARY,
    DEMORALIZED,
    HIGH_MOUNTAIN,
    IMPASSABLE,
    MARSCH,
    POSITION_TASK,
    RECOVERY,
    RECOVERY_AND_MARSCH,
    SERBIA,
)
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

COSTS = {RECOVERY: 9, MARSCH: 9, RECOVERY_AND_MARSCH: 9, POSITION_TASK: 13}
FAR = 3  # hexes from the enemy to begin recovery [7.5.1]
DEMORALIZED_FAR = 5  # [7.5.2]
SARAJEVO_FAR = 2  # for demoralized Formations in the fortified area [7.5.2]
DIGGING_NEAR = 4  # hexes from the enemy within which a position may be begun [14.3.2]
POOR_RECOVERY = "poor recovery"
IN_POSITIONS = "recovery in positions"
SARAJEVO = "Sarajevo Fortified Area"
PARTLY_SERBIA = "partly Serbia"
DIGS = "digs "  # a flag with the hex a two-hex unit works in
BUILT = "built "  # a flag: the position in a hex was finished in this phase

RECOVER = Recover()
absorb_order = cache(Absorb)
dig_order = cache(Dig)


# What may be begun


def nearest_enemy(position: SerbiaPosition, unit: Unit, most: int) -> int | None:
    """[19.0] Hexes from a unit to the nearest enemy; None if he is farther than ``most``."""
    side = position.side_of(unit)
    away = position.enemy_distance(unit.at, side, most)
    if unit.also == OFF_MAP:
        return away
    also = position.enemy_distance(unit.also, side, most)
    return min(away, also) if away is not None and also is not None else away or also


def _why_not_work(position: SerbiaPosition, unit: Unit, rule: str) -> Refusal | None:
    """What keeps a unit from beginning any task."""
    if unit.inactive:
        return Refusal("1.1", f"{position.label(unit)} is inactive")
    if unit.task:
        return Refusal(("7.8.1", "7.8.2"), f"{position.label(unit)} has a task already")
    if unit.at not in position.setting.hexes:
        return Refusal(rule, f"{position.label(unit)} is not on the map")
    if not marches.ordinary_left(position, unit):
        return Refusal((rule, "7.2.2"), "points of a forced march are not for tasks", 1, 0)
    if march_limits.is_held(position, unit):
        label = position.label(unit)
        return Refusal("7.3.3", f"{label} is held by a prepared attack and may begin no task")
    return None


def why_not_recover(position: SerbiaPosition, unit: Unit) -> Refusal | None:
    """[7.5] Why a Formation cannot begin to recover; None if it can."""
    if not position.piece(unit).formation:
        return Refusal("7.5", "only Formations recover effectiveness")
    if not unit.status:
        return Refusal("7.5", f"{position.label(unit)} has lost no effectiveness")
    return _why_not_work(position, unit, "7.5") or _why_not_rest(position, unit)


def _why_not_rest(position: SerbiaPosition, unit: Unit) -> Refusal | None:
    """[7.5.1] [7.5.1a] [7.5.2] Why a Formation is too near the enemy to begin recovery."""
    if unit.status >= DEMORALIZED:
        needed = SARAJEVO_FAR if is_in_sarajevo(position, unit) else DEMORALIZED_FAR
        away = nearest_enemy(position, unit, needed - 1)
        if away is None:
            return None
        return Refusal("7.5.2", "a demoralized Formation is too near the enemy", f"{needed} hexes", away)
    needed = recovery_distance(position, unit)
    away = nearest_enemy(position, unit, needed - 1)
    if away is None or (away == needed - 1 and is_screened(position, unit, away)):
        return None
    secure = is_in_sarajevo(position, unit)
    entrenched = IN_POSITIONS in position.events and is_entrenched(position, unit, exposed=away == 1)
    if not secure and not entrenched:
        return Refusal("7.5.1", "the enemy is too near for recovery", f"{needed} hexes", away)
    if away > 1:
        return None
    left = marches.ordinary_left(position, unit)
    if left < COSTS[RECOVERY]:
        return Refusal("7.5.1a", "next to the enemy recovery is done in one phase", COSTS[RECOVERY], left)
    if not secure and any(_built(position, node) in position.flags for node in position.hexes_of(unit)):
        return Refusal("7.5.1a", "the position was finished only in this phase")
    return None


def recovery_distance(position: SerbiaPosition, unit: Unit) -> int:
    """[7.5.1] Hexes from the enemy at which a Formation that is not demoralized recovers."""
    if position.piece(unit).nation == AUSTRIA_HUNGARY and POOR_RECOVERY in position.events:
        setting = position.setting
        partly = setting.board.regions.get(PARTLY_SERBIA, frozenset())
        if any(node in partly or setting.board.country[node] == SERBIA for node in position.hexes_of(unit)):
            return FAR + 1
    return FAR


def is_in_sarajevo(position: SerbiaPosition, unit: Unit) -> bool:
    """[25.3] Whether an Austro-Hungarian unit is within the Sarajevo Fortified Area."""
    if position.piece(unit).nation != AUSTRIA_HUNGARY:
        return False
    area = position.setting.board.regions.get(SARAJEVO, frozenset())
    return area.issuperset(position.hexes_of(unit))


def is_entrenched(position: SerbiaPosition, unit: Unit, *, exposed: bool) -> bool:
    """[7.5.1] Whether a unit is in a position; of a two-hex unit, each half that has an enemy beside it."""
    side = position.side_of(unit)
    hexes = position.hexes_of(unit)
    if exposed:
        hexes = tuple(node for node in hexes if position.enemy_beside(node, side))
    return all(position.improved.get(node) == side for node in hexes)


def is_screened(position: SerbiaPosition, unit: Unit, away: int) -> bool:
    """[7.5.1] Whether all hexes between a unit and the enemies at a distance hide it.

    High mountains do, friends in positions, and impassable mountains on the way (decision SE-R103).
    """
    ring = position.setting.ring
    side = position.side_of(unit)
    for node in position.hexes_of(unit):
        for enemy in ring(node, away):
            if not position.standing[enemy] or not position.has_enemy(enemy, side):
                continue
            for near in range(1, away):
                far = ring(enemy, away - near)
                for between in ring(node, near):
                    if between in far and not _hides(position, between, side, (node, enemy)):
                        return False
    return True


def _hides(position: SerbiaPosition, node: int, side: str, ends: tuple[int, int]) -> bool:
    setting = position.setting
    if setting.board.terrain[node] == HIGH_MOUNTAIN:
        return True
    if position.improved.get(node) == side and position.has_combat_unit(node, side):
        return True
    walls = (setting.board.side(node, end) for end in ends)
    return any(wall is not None and IMPASSABLE in wall.features for wall in walls)


def why_not_absorb(position: SerbiaPosition, unit: Unit, marsch: str) -> Refusal | None:
    """[7.7] Why a unit cannot take in a Marsch unit; None if it can."""
    piece = position.piece(unit)
    if not piece.infantry or piece.marsch or piece.nation != AUSTRIA_HUNGARY:
        return Refusal("7.7", "Marsch replacements are for Austro-Hungarian infantry")
    if not unit.reductions:
        return Refusal("7.7.1", f"{piece.label} is at full strength")
    source = position.units.get(marsch)
    if source is None or not position.piece(source).marsch or source.at not in position.hexes_of(unit):
        return Refusal("7.7", f"{marsch} is no Marsch unit in the hex")
    if source.inactive:
        return Refusal("1.1", f"{position.label(source)} is inactive")
    if source.assigned and source.assigned != unit.name and is_promised(position, source):
        return Refusal("7.7", f"{position.label(source)} is being taken in by another unit")
    return _why_not_work(position, unit, "7.7")


def is_promised(position: SerbiaPosition, marsch: Unit) -> bool:
    """Whether a unit of its hex has begun to take a Marsch unit in."""
    host = position.units.get(marsch.assigned)
    if host is None or host.task not in (MARSCH, RECOVERY_AND_MARSCH):
        return False
    return marsch.at in position.hexes_of(host)


def why_not_dig(position: SerbiaPosition, unit: Unit, node: int) -> Refusal | None:
    """[14.3] [19.1.5] Why a Formation cannot begin a position in a hex; None if it can."""
    piece = position.piece(unit)
    label = position.setting.board.label(node)
    if not piece.formation or not piece.infantry:
        return Refusal(("14.3", "8.1"), "only infantry Formations build positions")
    if node not in position.hexes_of(unit):
        return Refusal("14.3.1", f"{piece.label} is not in {label}")
    if position.is_demoralized(unit):
        return Refusal(("14.3.3", "6.4"), f"{piece.label} is demoralized")
    if position.setting.mountainous[node]:
        return Refusal(("14.3", "3.5.3"), f"no position can be built in {label}: mountainous terrain")
    if position.improved.get(node) == piece.side:
        return Refusal("14.0", f"there is a position in {label}")
    refusal = _why_not_work(position, unit, "14.3.1")
    if refusal is not None:
        return refusal
    if nearest_enemy(position, unit, DIGGING_NEAR) is None:
        return Refusal("14.3.2", f"no enemy is within {DIGGING_NEAR} hexes of {piece.label}")
    rights = position.rights.get(piece.side, 0)
    begun = positions_begun(position, piece.side)
    if rights <= begun:
        return Refusal("14.3.4", "no right to build another position", begun + 1, rights)
    return None


def positions_begun(position: SerbiaPosition, side: str) -> int:
    """[14.3.4] How many units of a side are building."""
    return sum(position.units[name].task == POSITION_TASK for name in position.by_side[side])


# Choices


def choices(position: SerbiaPosition, names: Sequence[str]) -> list[Action]:
    """The tasks that a Force in hand may begin now."""
    found: list[Action] = []
    allowance = ALLOWANCE.get(position.phase, 0)
    for name in names:
        unit = position.units[name]
        if unit.spent >= allowance:
            continue
        piece = position.setting.pieces[unit.piece]
        if piece.formation:
            if unit.status and why_not_recover(position, unit) is None:
                found.append(RECOVER)
            if piece.infantry and position.rights.get(piece.side) and unit.status < DEMORALIZED:
                found += [
                    dig_order(position.setting.board.label(node))
                    for node in position.hexes_of(unit)
                    if not position.setting.mountainous[node] and why_not_dig(position, unit, node) is None
                ]
        if unit.reductions and piece.infantry:
            found += _marsch_choices(position, unit)
            break
    return found


def _marsch_choices(position: SerbiaPosition, unit: Unit) -> list[Action]:
    """[7.7] The Marsch units beside one, each once though both may stand in the same two hexes."""
    near = dict.fromkeys(name for node in position.hexes_of(unit) for name in position.standing[node])
    return [
        absorb_order(name)
        for name in near
        if position.setting.pieces[position.units[name].piece].marsch
        and why_not_absorb(position, unit, name) is None
    ]


def worker(position: SerbiaPosition, names: Sequence[str], order: Action) -> Unit:
    """Which unit of a Force a task is for: the Formation, or the first that needs replacements."""
    units = [position.units[name] for name in names]
    if isinstance(order, Absorb):
        return next((unit for unit in units if unit.reductions), units[0])
    return next((unit for unit in units if position.piece(unit).formation), units[0])


# Work


def begin(table: Table, position: SerbiaPosition, name: str, order: Action) -> Procedure:
    """[7.8] Begin a task and spend on it what there is."""
    unit = position.units[name]
    if isinstance(order, Recover):
        task = RECOVERY
        offers = _marsch_offers(position, unit)
        if offers:
            chosen = yield _ask_together(position, unit, offers)
            if isinstance(chosen, Absorb):
                task = RECOVERY_AND_MARSCH
                position.change(chosen.marsch, assigned=name)
    elif isinstance(order, Absorb):
        task = MARSCH
        position.change(order.marsch, assigned=name)
    else:
        assert isinstance(order, Dig)
        task = POSITION_TASK
        position.flags[DIGS + name] = position.setting.board[order.at]
    position.change(name, task=task, progress=0)
    yield from work(table, position, name)
    return None


def _marsch_offers(position: SerbiaPosition, unit: Unit) -> list[Action]:
    if not unit.reductions or not position.piece(unit).infantry:
        return []
    return _marsch_choices(position, unit)


def _ask_together(position: SerbiaPosition, unit: Unit, offers: list[Action]) -> Ask:
    return Ask(
        position.side_of(unit),
        "marsch",
        f"Does {position.label(unit)} take in Marsch replacements while it recovers?",
        "7.7",
        options=lambda: [*offers, PASS],
        default=lambda: offers[0],
        about=matters.Recovery(unit.name),
    )


def work(table: Table, position: SerbiaPosition, name: str) -> Procedure:
    """[7.8] [7.8.2] Spend the ordinary points of a unit on its task, as far as it needs them."""
    unit = position.units[name]
    sources = taken_in(position, unit)
    if unit.task in (MARSCH, RECOVERY_AND_MARSCH) and not sources:
        task = RECOVERY if unit.task == RECOVERY_AND_MARSCH else ""
        unit = position.change(name, task=task, progress=unit.progress if task else 0)
        if not task:
            return None
    cost = COSTS[unit.task]
    points = min(cost - unit.progress, marches.ordinary_left(position, unit))
    progress = unit.progress + points
    for source in sources:
        position.change(source.name, moved=True)
    if progress < cost:
        marches.pay(position, unit, points, progress=progress)
        table.tell(
            f"{position.label(unit)} spends {points} movement points on its task, {progress} of {cost}",
            "7.8",
            kind="task",
            to=(position.side_of(unit),),
            data={"unit": name, "task": unit.task, "progress": progress},
        )
        return None
    task = unit.task
    unit = marches.pay(position, unit, points, progress=0, task="")
    if not marches.ordinary_left(position, unit):
        # [7.2.2] Without a point left after a task there is no forced march either.
        position.change(name, moved=True)
    if task == POSITION_TASK:
        _entrench(table, position, name)
    if task in (RECOVERY, RECOVERY_AND_MARSCH):
        _recover(table, position, name)
    if task in (MARSCH, RECOVERY_AND_MARSCH):
        yield from _take_in(table, position, name, sources[0].name)
    return None


def carry_on(table: Table, position: SerbiaPosition) -> Procedure:
    """[7.8.2] Tasks that were begun in earlier phases take the first points of this one.

    Done again on the same position it does nothing: who has a task left has no ordinary point left.
    """
    side = position.mover
    at_work = [name for name in position.names_of(side) if position.units[name].task]
    for name in at_work:
        unit = position.units.get(name)
        if unit is None or not unit.task or not marches.ordinary_left(position, unit):
            continue
        if unit.task in (RECOVERY, RECOVERY_AND_MARSCH) and march_limits.is_held(position, unit):
            continue
        yield from work(table, position, name)
    return None


def taken_in(position: SerbiaPosition, unit: Unit) -> list[Unit]:
    """The Marsch units that a unit has begun to take in."""
    if unit.task not in (MARSCH, RECOVERY_AND_MARSCH):
        return []
    return [
        other
        for node in position.hexes_of(unit)
        for other in position.units_at(node)
        if other.assigned == unit.name and position.piece(other).marsch
    ]


def _entrench(table: Table, position: SerbiaPosition, name: str) -> None:
    """[14.3.1] [14.3.4] The position is there, and a right to build is used (decision SE-R110)."""
    unit = position.units[name]
    side = position.side_of(unit)
    node = position.flags.pop(DIGS + name, unit.at)
    if node not in position.hexes_of(unit):
        node = unit.at
    if position.rights.get(side, 0) < 1:
        return
    position.rights[side] -= 1
    position.improved[node] = side
    position.flags[_built(position, node)] = 1
    where = position.setting.board.label(node)
    table.tell(f"An improved position is built in {where}", "14.3.1", kind="task", data={"at": where})


def _built(position: SerbiaPosition, node: int) -> str:
    return BUILT + position.setting.board.label(node)


def forget_built(position: SerbiaPosition) -> None:
    """[7.5.1a] At the start of a movement phase every position is an old one."""
    for key in [key for key in position.flags if key.startswith(BUILT)]:
        del position.flags[key]


def _recover(table: Table, position: SerbiaPosition, name: str) -> None:
    """[7.5] One level of effectiveness is regained."""
    unit = position.units[name]
    status = max(unit.status - 1, 0)
    position.change(name, status=status)
    table.tell(
        f"{position.label(unit)} recovers a level of effectiveness",
        "7.5",
        kind="task",
        to=(position.side_of(unit),),
        data={"unit": name, "status": status},
    )


def _take_in(table: Table, position: SerbiaPosition, name: str, marsch: str) -> Procedure:
    """[7.7] [7.7.1] The Marsch unit is reduced by as much as the infantry regains."""
    unit, source = position.units[name], position.units[marsch]
    steps = position.piece(source).most_reductions + 1 - source.reductions
    most = min(steps, unit.reductions)
    if most > 1:
        chosen = yield _ask_steps(position, unit, source, most)
        most = chosen.steps
    if not most:
        return None
    position.change(name, reductions=unit.reductions - most)
    table.tell(
        f"{position.label(unit)} takes in {most} of {position.label(source)}",
        "7.7",
        kind="task",
        to=(position.side_of(unit),),
        data={"unit": name, "marsch": marsch, "steps": most},
    )
    if most == steps:
        reductions.eliminate(table, position, marsch, "7.7")
    else:
        position.change(marsch, reductions=source.reductions + most, assigned="")
    return None


def _ask_steps(position: SerbiaPosition, unit: Unit, source: Unit, most: int) -> Ask:
    return Ask(
        position.side_of(unit),
        "steps",
        f"How many reductions does {position.label(unit)} make good out of {position.label(source)}?",
        "7.7.1",
        options=lambda: [absorb_order(source.name, steps) for steps in range(1, most + 1)],
        default=lambda: absorb_order(source.name, most),
        about=matters.Absorption(unit.name, source.name, most),
    )
