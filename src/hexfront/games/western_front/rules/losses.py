"""Chapter 13, paragraphs 20 to 24: who loses how much.

Losses are met exactly, point by point. They come by kinds, each kind used up before the next; within a
kind nobody falls below the reverse side of its counter while another is above its own (decision WF-R044).
A player is asked only where units differ and not all of them must lose.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from hexfront.games.western_front.matters import Losing
from hexfront.games.western_front.orders import Lose
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import assault, morale, wording
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

ASSAULT_POINTS = "assault points"
INFANTRY = "infantry"
CAVALRY = "cavalry"
TANKS = "tanks"
ARTILLERY = "artillery"
FORTRESS = "fortress"
HEADQUARTERS = "headquarters"
FLOTILLAS = "flotillas"  # they lose only against each other [36-9]

# [13-23] [33-4] [WF 10-11] [WF 10-13] The order of kinds (decision WF-R045).
ATTACKER = (ASSAULT_POINTS, CAVALRY, INFANTRY, ARTILLERY, TANKS)
DEFENDER = (ASSAULT_POINTS, INFANTRY, TANKS, CAVALRY, ARTILLERY, FORTRESS, HEADQUARTERS)
RETREATING = (FORTRESS, ASSAULT_POINTS, INFANTRY, TANKS, CAVALRY, ARTILLERY, HEADQUARTERS)  # [21-5]
BOMBARDED = (ARTILLERY, FORTRESS)  # [29-7]

Limits = list[tuple[str, int]]  # who may lose now, and down to what strength


def kind_of(piece: Piece) -> str:
    """[13-23] [31-4] The kind a unit loses with; empty for engineers, replacements and shipments."""
    if piece.fortress:
        return FORTRESS
    if piece.headquarters:
        return HEADQUARTERS
    if piece.artillery:
        return ARTILLERY
    if piece.tank:
        return TANKS
    if piece.infantry or piece.strengthened:
        return INFANTRY
    if piece.kind == "flotilla":
        return FLOTILLAS
    return CAVALRY if piece.cavalry else ""


def remaining(position: WesternFrontPosition, unit: Unit) -> int:
    """[18-15] The points a unit can still lose; a headquarters is gone with one."""
    if position.piece(unit).headquarters:
        return position.setting.tables.whole("headquarters_defense")
    return unit.strength


def reverse_side(position: WesternFrontPosition, unit: Unit) -> int:
    """[13-24] The strength on the reverse side of a counter.

    A counter without one has nothing to be turned over to: it loses only when all others are turned.
    """
    piece = position.piece(unit)
    if piece.assault and 0 < piece.full <= (piece.reduced or 0):
        return _ordinary_reverse(piece.full)  # [33-4] it has reverted to its ordinary kind
    return unit.strength if piece.reduced is None else piece.reduced


def _ordinary_reverse(full: int) -> int:
    """The reverse side of an ordinary counter, where the lists have none for a reverted assault unit."""
    return full - 2 if full >= 5 else full - 1


def stages(position: WesternFrontPosition, names: Sequence[str], order: Sequence[str]) -> Iterator[Limits]:
    """[13-23] [13-24] [33-4] Who loses next, stage by stage, as the units are when a stage begins."""
    for kind in order:
        if kind == ASSAULT_POINTS:
            yield [
                (unit.name, unit.strength - points)
                for unit in _present(position, names)
                if (points := assault.assault_points(position, unit))
            ]
            continue
        yield [
            (unit.name, reverse_side(position, unit))
            for unit in _present(position, names)
            if kind_of(position.piece(unit)) == kind and kind != HEADQUARTERS
        ]
        yield [(unit.name, 0) for unit in _present(position, names) if kind_of(position.piece(unit)) == kind]


def _present(position: WesternFrontPosition, names: Sequence[str]) -> list[Unit]:
    return [position.units[name] for name in names if name in position.units]


def capacity(position: WesternFrontPosition, names: Sequence[str], order: Sequence[str]) -> int:
    """The points these units can lose at all."""
    return sum(
        remaining(position, unit)
        for unit in _present(position, names)
        if kind_of(position.piece(unit)) in order
    )


def take(
    table: Table,
    position: WesternFrontPosition,
    *,
    side: str,
    names: Sequence[str],
    points: int,
    attacking: bool,
    surrendered: bool | Collection[str] = False,
    order: Sequence[str] = (),
) -> Procedure:
    """[13-20] [13-21] Let units lose strength points, asking their owner where he has a choice.

    ``surrendered`` says that losses are prisoners [20-4], of all units or of those named. What cannot be
    met is forgotten.
    """
    before = {unit.name: unit for unit in _present(position, names)}
    left = points
    for limits in stages(position, names, order or (ATTACKER if attacking else DEFENDER)):
        while left > 0 and (open_to := _may_lose(position, limits)):
            if sum(room for _, room in open_to) <= left:
                for unit, room in open_to:
                    left -= _lose(position, unit.name, room)
                break
            chosen = open_to[0][0].name
            if len(different := _different(position, open_to)) > 1:
                answer = yield _ask(position, side, different, left, attacking=attacking)
                chosen = answer.unit
            left -= _lose(position, chosen, 1)
        if left <= 0:
            break
    taken = surrendered if not isinstance(surrendered, bool) else (before if surrendered else ())
    _account(table, position, before, taken)
    return None


def _may_lose(position: WesternFrontPosition, limits: Limits) -> list[tuple[Unit, int]]:
    """The units that can still lose in a stage, and how much."""
    found = []
    for name, floor in limits:
        unit = position.units.get(name)
        if unit is not None and (room := remaining(position, unit) - floor) > 0:
            found.append((unit, room))
    return found


def _different(position: WesternFrontPosition, open_to: list[tuple[Unit, int]]) -> list[tuple[Unit, int]]:
    """One unit of each sort: to lose a point of either of two equal units is the same."""
    sorts: dict[object, tuple[Unit, int]] = {}
    for unit, room in open_to:
        piece = position.piece(unit)
        alike = msgspec.structs.replace(unit, name="", piece="")
        printed = (piece.nation, piece.kind, piece.size, piece.movement, piece.full, piece.reduced)
        sorts.setdefault((alike, printed, piece.strength, piece.colour), (unit, room))
    return list(sorts.values())


def _ask(
    position: WesternFrontPosition,
    side: str,
    different: list[tuple[Unit, int]],
    left: int,
    *,
    attacking: bool,
) -> Ask:
    # The unit that can best bear it: most room above its limit, then the strongest.
    best = max(different, key=lambda item: (item[1], item[0].strength))[0]
    return Ask(
        side,
        "lose",
        f"Choose who loses a strength point; {left} still to lose",
        "13-21",
        options=lambda: [Lose(unit.name) for unit, _ in different],
        why_not=lambda action: _why_not(position, action),
        default=lambda: Lose(best.name),
        about=Losing(left, tuple(unit.name for unit, _ in different), attacking),
    )


def _why_not(position: WesternFrontPosition, action: object) -> Refusal | None:
    if not isinstance(action, Lose):
        return None
    unit = position.units.get(action.unit)
    if unit is None:
        return Refusal("13-18", f'there is no unit "{action.unit}"')
    if action.points != 1:
        return Refusal("13-21", "points are taken off one by one", 1, action.points)
    label = position.piece(unit).label
    return Refusal(
        ("13-18", "13-23", "13-24"),
        f"{label} takes no part, its kind is not due, or a unit like it can be named in its place",
    )


def _lose(position: WesternFrontPosition, name: str, points: int) -> int:
    """Take points off a unit; without any left it leaves the map. Gives back what was lost.

    Where it belongs is settled when all losses are taken; until then it is among the lost.
    """
    unit = position.units[name]
    if remaining(position, unit) <= points:
        position.remove(name)
        discard(position, unit, rebuildable=True)
        return remaining(position, unit)
    unit = position.change(name, strength=unit.strength - points)
    if position.piece(unit).assault and not assault.assault_points(position, unit):
        _revert(position, unit)
    return points


def _revert(position: WesternFrontPosition, unit: Unit) -> None:
    """[33-4] An assault unit without assault points is its ordinary counter again, where there is one."""
    piece = position.piece(unit)
    if not piece.full:
        return
    kind = "mtn" if piece.mountain else "inf"
    for other in position.setting.pieces.values():
        if other.formation == piece.formation and other.kind == kind and other.size == piece.size:
            position.put(msgspec.structs.replace(unit, piece=other.key))
            return


def _account(
    table: Table, position: WesternFrontPosition, before: dict[str, Unit], surrendered: Collection[str]
) -> None:
    """[20-6] [26-3] Tell what was lost, put destroyed units where they belong, count demoralization."""
    for name, unit in before.items():
        now = position.units.get(name)
        lost = remaining(position, unit) - (remaining(position, now) if now is not None else 0)
        if not lost:
            continue
        is_prisoner = name in surrendered
        label = wording.capital(position.piece(unit).label)
        where = position.setting.board.label(unit.at)
        if now is None:
            position.lost.pop(name, None)
            discard(position, unit, rebuildable=not is_prisoner)
            fate = "surrenders" if is_prisoner else "is destroyed"
            table.tell(f"{label} {fate} in {where}", "13-21", kind="loss", data={"unit": name})
        else:
            table.tell(
                f"{label} in {where} loses {lost}, {now.strength} left",
                "13-21",
                kind="loss",
                data={"unit": name, "points": lost},
            )
        morale.unit_lost(table, position, unit, lost, surrendered=is_prisoner)


def discard(position: WesternFrontPosition, unit: Unit, *, rebuildable: bool) -> None:
    """[13-21] [18-16] [20-6] Put a unit that left the map among those that may be rebuilt, or not.

    What supply points it held are lost with it.
    """
    piece = position.piece(unit)
    if piece.supply:
        return
    if rebuildable and not piece.fortress:
        position.lost[unit.name] = msgspec.structs.replace(unit, supply=0)
    else:
        position.gone.add(unit.name)
