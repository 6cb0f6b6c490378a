"""Chapter 14: who must retreat, how a stack goes back, and cavalry that leaves before the combat (30-2).

Which hexes a unit may retreat to is worked out in `retreat_hexes`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hexfront.games.western_front.matters import Evading, Retreating, WayBack
from hexfront.games.western_front.orders import RetreatTo
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import battle as battles
from hexfront.games.western_front.rules import (
    column_attack,
    forced_retreat,
    headquarters,
    losses,
    morale,
    occupation,
    retreat_hexes,
    stacking,
)
from hexfront.games.western_front.vocabulary import FORTRESS_AND_GUNS
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

if TYPE_CHECKING:
    from hexfront.games.western_front.matters import Battle
    from hexfront.games.western_front.rules.retreat_hexes import Ground, Rank

OPTIONS: tuple[Option, ...] = (
    Option(
        "headquarters-keep-supply",
        ("off", "on"),
        "A headquarters keeps its supply points in a retreat that its owner chose.",
        ("18-16",),
    ),
    Option(
        "no-advance-after-elimination",
        ("off", "on"),
        "Attackers do not advance when all defenders were eliminated and none retreated.",
        ("15-1",),
    ),
    Option(
        "surrounded-keep-city",
        ("off", "on"),
        "Surrounded units are not forced out of cities, ports and urban terrain.",
        ("14-4", "20-7"),
    ),
    Option(
        "terrain-only-stiffening",
        ("off", "on"),
        "Rivers do not help good ground to be held to the last strength point.",
        ("22-16",),
    ),
)

Choice = tuple[str, int]  # a unit, and a hex it may go to


def is_forced(position: WesternFrontPosition, battle: Battle, loss: int, note: Note = unexplained) -> bool:
    """[14-4] Whether the result of an attack forces the defenders in ``battle.node`` to retreat."""
    return forced_retreat.is_forced(position, battle, loss, note)


def priorities(
    position: WesternFrontPosition, unit: Unit, node: int, headquarters: Unit | None
) -> list[list[int]]:
    """[14-8] [14-10] Hexes with room that a unit may retreat to, equal ones together, best first."""
    plan = {unit.name: headquarters.name} if headquarters is not None else {}
    ground = retreat_hexes.Ground(position, node, position.side_of(unit), plan)
    piece = position.piece(unit)
    ranked = [
        [there for there in rank.hexes if stacking.room(position, there, (piece,))]
        for rank in retreat_hexes.ranks(ground, unit)
        if not rank.difficult or retreat_hexes.may_go_the_hard_way(piece)
    ]
    return [hexes for hexes in ranked if hexes]


# The retreat of a stack


def retreat(
    table: Table,
    position: WesternFrontPosition,
    *,
    node: int,
    names: Sequence[str],
    plan: Mapping[str, str],
    forced: bool = True,
) -> Procedure:
    """[14-1] [14-5] [14-6] Units leave a hex after their losses, each to a hex beside it.

    Whoever is in the hex goes along, fortresses excepted; artillery is lost, and so are shipments unless
    supply points are saved (decisions WF-R047, WF-R055). ``plan`` tells which headquarters paid for whom.
    ``forced`` is false where the owner chose to retreat.
    """
    present = [position.units[name] for name in names if name in position.units]
    if not present:
        return None
    side = position.side_of(present[0])
    ground = retreat_hexes.Ground(position, node, side, plan)
    leaving = [
        unit
        for unit in position.units_at(node)
        if (piece := position.piece(unit)).side == side and not piece.fortress and piece.kind != "flotilla"
    ]
    ranked = {
        unit.name: retreat_hexes.ranks(ground, unit)
        for unit in leaving
        if goes_along(position, unit, forced=forced)
    }
    for unit in leaving:
        if unit.name not in ranked:
            _leave_behind(table, position, ground, unit)
    keeps = not forced and (
        position.setting.option("headquarters-keep-supply") or headquarters.have_ceilings(position)
    )
    yield from _go_back(table, position, ground, ranked, keeps_supply=keeps)
    return None


def goes_along(position: WesternFrontPosition, unit: Unit, *, forced: bool = True) -> bool:
    """[18-11] [29-13] [14-20] Whether a unit retreats at all: no artillery off the rails, and no shipment
    [WF 23-14] unless the retreat is chosen where supply points may not be thrown away."""
    piece = position.piece(unit)
    if piece.supply:
        return not forced and headquarters.have_ceilings(position)
    return not piece.artillery or piece.rail_bound


def _leave_behind(table: Table, position: WesternFrontPosition, ground: Ground, unit: Unit) -> None:
    rule = "18-11" if position.piece(unit).supply else "29-13"
    _eliminate(table, position, unit, rule, surrendered=ground.surrounded)


def _go_back(
    table: Table,
    position: WesternFrontPosition,
    ground: Ground,
    ranked: Mapping[str, Sequence[Rank]],
    *,
    keeps_supply: bool = False,
) -> Procedure:
    """[14-6] [14-10] [14-11] Each unit goes to the best hex that has room; the owner says where and, when
    room is short, in which order."""
    lonely = _lonely_hexes(position, ranked)
    arrived: dict[int, list[str]] = {}
    waiting = list(ranked)
    while waiting:
        ways = {
            name: rank
            for name in waiting
            if (rank := retreat_hexes.open_rank(position, position.units[name], ranked[name])) is not None
        }
        for name in waiting:
            if name not in ways:
                _no_way_out(table, position, ground, position.units[name], ranked[name])
        waiting = list(ways)
        if not waiting:
            break
        name, there = yield from _choose(position, ground, ways)
        waiting.remove(name)
        if ways[name].difficult:
            yield from _lose_half(table, position, ground, name)
        if name in position.units:
            _move(table, position, name, there, ways[name].case, keeps_supply=keeps_supply)
            arrived.setdefault(there, []).append(name)
            yield from occupation.entered(table, position, [name], there)
    for there, names in arrived.items():
        if there in lonely:
            yield from column_attack.forced(table, position, names, there, ground.plan)
    return None


def _lonely_hexes(position: WesternFrontPosition, ranked: Mapping[str, Sequence[Rank]]) -> set[int]:
    """[14-9] The hexes of case 7 in which no friendly unit stands: who goes there must attack.

    A headquarters or fortress spares a stack the attack although the hex is of case 7.
    """
    return {
        there
        for ranks in ranked.values()
        for rank in ranks
        if rank.case == retreat_hexes.ALONE
        for there in rank.hexes
        if not any(not position.piece(unit).supply for unit in position.units_at(there))
    }


def _choose(
    position: WesternFrontPosition, ground: Ground, ways: Mapping[str, Rank]
) -> Generator[Ask | Together, Any, Choice]:
    """[14-6] Who goes where next. While there is room for all, units are asked for one by one."""
    first = next(iter(ways))
    names = list(ways) if _is_crowded(position, ways) else [first]
    pairs = [(name, there) for name in names for there in ways[name].hexes]
    answer = yield _ask(position, ground, pairs, ways)
    return answer.unit, position.setting.board[answer.to]


def _is_crowded(position: WesternFrontPosition, ways: Mapping[str, Rank]) -> bool:
    """[14-10] Whether some hex would be overfull if all units that may go there did."""
    coming: dict[int, list[str]] = {}
    for name, rank in ways.items():
        for there in rank.hexes:
            coming.setdefault(there, []).append(name)
    return not all(
        stacking.room(position, there, [position.piece(position.units[name]) for name in names])
        for there, names in coming.items()
    )


def _ask(
    position: WesternFrontPosition, ground: Ground, pairs: Sequence[Choice], ways: Mapping[str, Rank]
) -> Ask:
    label = position.setting.board.label
    units = {name: position.piece(position.units[name]).label for name, _ in pairs}
    who = next(iter(units.values())) if len(units) == 1 else "Which unit"
    backs = tuple(WayBack(name, ways[name].case, ways[name].difficult) for name in units)
    return Ask(
        ground.side,
        "retreat",
        f"{who} retreats from {label(ground.node)}: where to?",
        "14-6",
        options=lambda: [RetreatTo(name, label(there)) for name, there in pairs],
        why_not=lambda action: why_not(position, ground, action),
        default=lambda: _advised(position, ground, pairs),
        about=Retreating(ground.node, backs),
    )


def _advised(position: WesternFrontPosition, ground: Ground, pairs: Sequence[Choice]) -> RetreatTo:
    """The first unit, to where most friends are and the way to its headquarters is short."""
    name = pairs[0][0]
    hexes = [there for unit, there in pairs if unit == name]
    unit = position.units[name]
    guide = ground.guide(unit)

    def worth(there: int) -> tuple[int, float, int]:
        friends = sum(other.strength for other in position.combat_units_at(there, ground.side))
        return -friends, retreat_hexes.distance(ground, unit, there, guide), there

    return RetreatTo(name, position.setting.board.label(min(hexes, key=worth)))


def why_not(position: WesternFrontPosition, ground: Ground, action: Action) -> Refusal | None:
    """[14-8] [14-10] [14-11] [14-12] [20-10] Why a unit may not retreat to a hex."""
    if not isinstance(action, RetreatTo):
        return None
    unit, board = position.units.get(action.unit), position.setting.board
    if unit is None or unit.at != ground.node:
        return Refusal("14-6", f'"{action.unit}" does not retreat from {board.label(ground.node)}')
    piece = position.piece(unit)
    if action.to not in board or board[action.to] not in board.adjacent[ground.node]:
        return Refusal("14-6", f"{action.to} is not next to {board.label(ground.node)}")
    there = board[action.to]
    if there not in ground.ways_out:
        return Refusal(("14-12", "14-8"), f"{action.to} cannot be entered in a retreat")
    if not retreat_hexes.may_enter(ground, unit, there):
        rule = "14-20" if piece.rail_bound else "20-10"
        return Refusal(rule, f"{action.to} is closed to {piece.label}")
    if not stacking.room(position, there, (piece,)):
        return Refusal("14-10", f"there is no room for {piece.label} in {action.to}")
    return Refusal(("14-8", "14-11"), f"{piece.label} can go to a hex that is better than {action.to}")


def _move(
    table: Table, position: WesternFrontPosition, name: str, there: int, case: int, *, keeps_supply: bool
) -> None:
    """[14-6] [14-15] [18-16] A unit has gone back; a headquarters leaves its supply points behind."""
    unit = position.units[name]
    piece, where = position.piece(unit), position.setting.board.label(there)
    position.change(name, at=there, retreated=True, shifted=True, entrained=False)
    table.tell(
        f"{piece.label} retreats to {where}",
        "14-8",
        kind="retreat",
        data={"unit": name, "to": where, "case": case},
    )
    if piece.headquarters and unit.supply and not keeps_supply:
        position.change(name, supply=0)
        table.tell(f"{piece.label} loses its {unit.supply} supply points", "18-16", kind="loss")


def _lose_half(table: Table, position: WesternFrontPosition, ground: Ground, name: str) -> Procedure:
    """[14-16] A retreat that the minimum move would not allow costs half the strength, rounded up."""
    unit = position.units[name]
    part = position.setting.tables.number("difficult_retreat_loss")
    points = -int(-(unit.strength * part) // 1)
    label = position.piece(unit).label
    table.tell(f"{label} loses {points} in a difficult retreat", "14-16", kind="retreat")
    yield from losses.take(
        table,
        position,
        side=ground.side,
        names=[name],
        points=points,
        attacking=False,
        surrendered=ground.surrounded,
    )
    return None


# Units that cannot go


def _no_way_out(
    table: Table, position: WesternFrontPosition, ground: Ground, unit: Unit, ranks: Sequence[Rank]
) -> None:
    """[14-14] [14-16] [14-19] [14-20] [20-8] What becomes of a unit that must retreat and cannot.

    Who could only go where the minimum move does not lead, or is bound to its rails, is lost even beside a
    neutral country.
    """
    piece = position.piece(unit)
    if piece.rail_bound:
        rule = "14-20"
    elif any(rank.difficult for rank in ranks) and not retreat_hexes.may_go_the_hard_way(piece):
        rule = "14-16"
    elif retreat_hexes.leads_into_neutral_country(position, ground.node):
        _eliminate(table, position, unit, "14-19", surrendered=False, interned=True)
        return
    else:
        rule = "20-8" if ground.surrounded else "14-14"
    _eliminate(table, position, unit, rule, surrendered=ground.surrounded)


def _eliminate(
    table: Table,
    position: WesternFrontPosition,
    unit: Unit,
    rule: str,
    *,
    surrendered: bool,
    interned: bool = False,
) -> None:
    """[18-16] [20-6] [26-3] Remove a unit for good, or as one that may be rebuilt."""
    position.change(unit.name, supply=0)
    removed = position.remove(unit.name)
    losses.discard(position, removed, rebuildable=not (surrendered or interned))
    fate = "is interned" if interned else "surrenders" if surrendered else "is lost"
    where = position.setting.board.label(unit.at)
    text = f"{position.piece(unit).label} cannot leave {where} and {fate}"
    table.tell(text, rule, kind="loss", data={"unit": unit.name})
    morale.unit_lost(table, position, unit, unit.strength, surrendered=surrendered)


# Retreat before combat


def evade(
    table: Table, position: WesternFrontPosition, battle: Battle
) -> Generator[Ask | Together, Any, bool]:
    """[30-2] [30-3] Cavalry attacked by other arms may leave before the combat; says whether nobody is
    left (decision WF-R122). Certain Austro-Hungarian cavalry must leave [40-3]."""
    forced_retreat.watch_russian_cities(position)
    for node in battle.hexes:
        riders = [unit for unit in _of_side(position, node, battle.enemy) if position.piece(unit).cavalry]
        if not riders or battle.aim == FORTRESS_AND_GUNS:
            continue
        routed = forced_retreat.routed_cavalry(position, battle, node)
        if routed:
            ground = retreat_hexes.Ground(position, node, battle.enemy)
            ranked = {unit.name: retreat_hexes.ranks(ground, unit) for unit in routed}
            yield from _go_back(table, position, ground, ranked)
        elif not any(position.piece(unit).cavalry for unit in battles.attacking_units(position, battle)):
            yield from _slip_away(table, position, node, riders)
    return not battles.units_in(position, battle)


def _of_side(position: WesternFrontPosition, node: int, side: str) -> list[Unit]:
    return [unit for unit in position.units_at(node) if position.side_of(unit) == side]


def _slip_away(table: Table, position: WesternFrontPosition, node: int, riders: Iterable[Unit]) -> Procedure:
    """[30-2] Ask which cavalry leaves and where it goes, by the order of 14-8.

    Nobody leaves of his own will for a hex where he would have to attack, or lose half his strength.
    """
    riders = list(riders)
    ground = retreat_hexes.Ground(position, node, position.side_of(riders[0]))
    ranked = {unit.name: retreat_hexes.ranks(ground, unit) for unit in riders}
    waiting = list(ranked)
    while waiting:
        pairs = [
            (name, there)
            for name in waiting
            if (rank := retreat_hexes.open_rank(position, position.units[name], ranked[name])) is not None
            and rank.case != retreat_hexes.ALONE
            and not rank.difficult
            for there in rank.hexes
        ]
        answer = yield _ask_evade(position, ground, pairs, waiting)
        if isinstance(answer, Pass):
            break
        there = position.setting.board[answer.to]
        waiting.remove(answer.unit)
        table.tell("Cavalry retreats before the combat", "30-2", kind="retreat")
        _move(table, position, answer.unit, there, 0, keeps_supply=True)
        yield from occupation.entered(table, position, [answer.unit], there)
    return None


def _ask_evade(
    position: WesternFrontPosition, ground: Ground, pairs: Sequence[Choice], waiting: Sequence[str]
) -> Ask:
    label = position.setting.board.label
    choices: list[Action] = [*(RetreatTo(name, label(there)) for name, there in pairs), PASS]
    return Ask(
        ground.side,
        "evade",
        f"Does cavalry leave {label(ground.node)} before the combat?",
        "30-2",
        options=lambda: choices,
        why_not=lambda action: why_not(position, ground, action),
        default=lambda: PASS if _is_backed(position, ground) else choices[0],
        about=Evading(ground.node, tuple(waiting)),
    )


def _is_backed(position: WesternFrontPosition, ground: Ground) -> bool:
    """Whether infantry stands with the cavalry, so that it need not fight alone."""
    return any(position.piece(unit).infantry for unit in _of_side(position, ground.node, ground.side))
