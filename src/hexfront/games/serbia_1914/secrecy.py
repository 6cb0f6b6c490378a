"""[3.1.5] [3.1.6] [3.1.6a] Limited intelligence: which unit lies on top, and what of the enemy may be known.

Of an enemy stack only the top unit is seen, with its name, kind, size and proficiency, and markers that lie
open (decision SE-R008). Under a fort the best Combat unit is seen too, because its zone of control is felt
(decision SE-R601). Squadrons lie beside the stack. How many prepared attacks a stack has made is open, since
each of them holds one Force of the enemy [7.3.3]; whose they are is not, unless the top unit made one. Of
attacks that are indicated [9.1] and of works the hexes are open, and not who makes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import SIZE_ORDER, Piece, unknown_piece
from hexfront.games.serbia_1914.vocabulary import (
    ATTACHMENT,
    INDEPENDENT,
    MOVEMENT,
    POSITION_TASK,
    PRELIMINARY,
    SERBIA,
    SERBIAN_ARMY,
    SIDES,
    SUPPLY,
    other_side,
)
from hexfront.kernel.title import REFEREE
from hexfront.shared.following import Remembered, beside

EXPOSED = "exposed "  # the beginning of a flag, with the key of a unit
OWN_PHASES = (PRELIMINARY, ATTACHMENT, SUPPLY, MOVEMENT)  # in which only one side acts
SEALED = "units are hidden"  # the flag of a position without the secrets of a side
# The order of a stack [3.1.5], the top first.
_RIDERS, _FORMATION, _DEMORALIZED, _FORT, _ASSET, _GUN, _SUPPLY, _UNKNOWN = range(8)


# The order of a stack


def stack(position: SerbiaPosition, node: int, side: str) -> list[Unit]:
    """[3.1.5] The units of a side in a hex, the top one first; squadrons are beside it."""
    units = [
        unit
        for unit in position.units_at(node)
        if (piece := position.piece(unit)).side == side and not piece.naval
    ]
    if len(units) < 2:
        return units
    close = position.enemy_beside(node, side)
    return sorted(units, key=lambda unit: rank(position, unit, close=close))


def rank(position: SerbiaPosition, unit: Unit, *, close: bool) -> tuple[int, int, int, str]:
    """[3.1.5] Its place in a stack. Of Formations near the enemy size comes first, else proficiency."""
    piece = position.piece(unit)
    size, proficiency = SIZE_ORDER.index(piece.size), -piece.proficiency
    place = _place(position, unit, piece, close=close)
    by_size = close and place == _FORMATION
    return (place, size, proficiency, unit.name) if by_size else (place, proficiency, size, unit.name)


def _place(position: SerbiaPosition, unit: Unit, piece: Piece, *, close: bool) -> int:
    if piece.unknown:
        return _UNKNOWN
    if piece.formation:
        if position.is_demoralized(unit):
            return _DEMORALIZED
        return _RIDERS if piece.cavalry and not close else _FORMATION
    if piece.fort:
        return _FORT
    if piece.combat:
        return _ASSET
    return _GUN if piece.gun else _SUPPLY


def top_of(position: SerbiaPosition, node: int, side: str) -> Unit | None:
    """[3.1.5] The unit of a side that lies on top in a hex."""
    found = stack(position, node, side)
    return found[0] if found else None


def shown_in(position: SerbiaPosition, node: int, side: str) -> list[Unit]:
    """[3.1.6] What the enemy sees of a side's units in a hex: the top one, and who is felt under a fort."""
    pieces = position.setting.pieces
    found = [unit for unit in stack(position, node, side) if not pieces[unit.piece].unknown]
    seen = found[:1]
    if seen and not pieces[seen[0].piece].combat:
        seen += [unit for unit in found[1:] if pieces[unit.piece].combat][:1]
    return seen


def shown(position: SerbiaPosition, side: str) -> Mapping[str, tuple[int, ...]]:
    """[3.1.6] The units of a side that the enemy sees, each with the hexes in which he does."""
    known = beside(position, f"_shown_{side}", Remembered[Mapping[str, tuple[int, ...]]])
    return known.of(lambda: _shown(position, side), position.of_side(side), position.enemy_bits(side))


def _shown(position: SerbiaPosition, side: str) -> dict[str, tuple[int, ...]]:
    pieces = position.setting.pieces
    nodes: set[int] = set()
    hexes: dict[str, tuple[int, ...]] = {}
    for name in sorted(position.by_side[side]):
        unit = position.units[name]
        if pieces[unit.piece].naval:
            hexes[name] = position.hexes_of(unit)
        else:
            nodes.update(position.hexes_of(unit))
    for node in sorted(nodes):
        for unit in shown_in(position, node, side):
            hexes[unit.name] = (*hexes.get(unit.name, ()), node)
    return hexes


# Markers in plain view


def prepared_attacks(position: SerbiaPosition, side: str) -> Counter[tuple[int, int]]:
    """[3.1.6a] How many Forces of a side have prepared an attack, by their hex and the one it points at."""
    found: Counter[tuple[int, int]] = Counter()
    seen: set[str] = set()
    for name in sorted(position.by_side[side]):
        unit = position.units[name]
        if unit.prepared != OFF_MAP and name not in seen:
            seen.update(force_of(position, unit).units)
            found[unit.at, unit.prepared] += 1
    return found


def works(position: SerbiaPosition, side: str) -> dict[int, int]:
    """[3.1.6a] Movement points spent on positions that are being built, by hex."""
    found: dict[int, int] = {}
    for name in sorted(position.by_side[side]):
        unit = position.units[name]
        if unit.task == POSITION_TASK:
            found[unit.at] = max(found.get(unit.at, 0), unit.progress)
    return found


def indicated(position: SerbiaPosition, side: str) -> set[tuple[int, int]]:
    """[9.1] The attacks a side has indicated, by the hex they come from and the one they are aimed at."""
    return {
        (node, unit.aim)
        for unit in position.of_side(side)
        if unit.aim != OFF_MAP
        for node in position.hexes_of(unit)
        if unit.aim in position.setting.beside[node]
    }


# What a viewer may know


def knows(viewer: str, side: str) -> bool:
    """Whether somebody may know everything of a side."""
    return viewer in (side, REFEREE)


def view(position: SerbiaPosition, viewer: str) -> dict[str, Any]:
    """[3.1.6] What a viewer may know of a position, as plain data."""
    label = position.setting.board.label
    return {
        "turn": position.turn,
        "date": position.date_text,
        "phase": position.phase,
        "active": position.active,
        "units": _units(position, viewer),
        "waiting": sorted(position.waiting),
        "lost": sorted(position.lost),
        "prepared attacks": [
            {"side": side, "from": label(here), "at": label(there), "forces": count}
            for side in SIDES
            for (here, there), count in sorted(prepared_attacks(position, side).items())
        ],
        "positions": {label(node): side for node, side in sorted(position.improved.items())},
        "works": {
            side: {label(node): points for node, points in sorted(works(position, side).items())}
            for side in SIDES
        },
        "control": {label(node): side for node, side in sorted(position.holders.items())},
        "boundaries": {key: [label(node) for node in line] for key, line in position.boundaries.items()},
        "pontoons": msgspec.to_builtins(position.pontoons),
        "komitadji": [label(node) for node in sorted(position.komitadji)],
        "plans": dict(position.plans),
        "mandated attacks": dict(position.mandated),
        "lead": position.lead,
        "shells": position.shells,
        "replacements": dict(position.replacements),
        "rights": dict(position.rights),
    }


def _units(position: SerbiaPosition, viewer: str) -> list[dict[str, Any]]:
    found = []
    for side in SIDES:
        if knows(viewer, side):
            found += [_whole(position, unit) for unit in position.of_side(side)]
        else:
            found += [_glimpsed(position, name, at) for name, at in sorted(shown(position, side).items())]
    return found


def _glimpsed(position: SerbiaPosition, name: str, at: tuple[int, ...]) -> dict[str, Any]:
    """[3.1.6] What is seen of an enemy unit."""
    unit = position.units[name]
    piece = position.piece(unit)
    label = position.setting.board.label
    seen: dict[str, Any] = {
        "unit": name,
        "label": piece.label,
        "nation": piece.nation,
        "kind": piece.kind,
        "size": piece.size,
        "hexes": [label(node) for node in at],
    }
    if piece.proficiency:
        seen["proficiency"] = piece.proficiency
    if unit.prepared != OFF_MAP:
        seen["prepared"] = label(unit.prepared)
    if unit.crossing:
        seen["crossing"] = unit.crossing
    if unit.inactive:
        seen["inactive"] = True
    return seen


_HEXES = ("at", "also", "prepared", "began", "began_also", "aim", "bound_for")


def _whole(position: SerbiaPosition, unit: Unit) -> dict[str, Any]:
    """All there is to know of a unit, hexes by their numbers."""
    label = position.setting.board.label
    found: dict[str, Any] = {"unit": unit.name, "label": position.label(unit)}
    marks = msgspec.to_builtins(unit)
    marks.pop("name")
    for key, value in marks.items():
        found[key] = label(value) if key in _HEXES else value
    return found


# What an order shows


def expose(position: SerbiaPosition, names: Iterable[str]) -> None:
    """Remember, until the order is carried out, that units have acted or were met [3.1.6]."""
    for name in names:
        position.flags[EXPOSED + name] = 1


def cover(position: SerbiaPosition) -> None:
    """The order is carried out: what it showed is covered again."""
    flags = position.flags
    for key in [key for key in flags if key.startswith(EXPOSED)] if flags else ():
        del flags[key]


# A position without secrets


def redacted(position: SerbiaPosition, side: str, now: SerbiaPosition | None = None) -> SerbiaPosition:
    """[3.1.6] A position in which the other side has only the units that are seen, as they are seen.

    With ``now``, the position some steps later, those who have moved or fought in between are left as they
    were, since these steps could not be understood without them.
    """
    enemy = other_side(side)
    seen = shown(position, enemy)
    told = _told(position, now, side) if now is not None else frozenset()
    listed = _listed(position)
    known = [
        position.units[name] if name in told else _as_seen(position, position.units[name], seen[name], listed)
        for name in sorted(told | seen.keys())
    ]
    twin = position.copy()
    for name in position.by_side[enemy]:
        del twin.units[name]
    twin.units.update({unit.name: unit for unit in known})
    for absent in (twin.lost, twin.waiting):
        for name, unit in absent.items():
            if position.side_of(unit) == enemy:
                absent[name] = _as_listed(position, unit, listed)
    hidden = position.by_side[enemy] - told
    for flag in [flag for flag in twin.flags if any(flag.endswith(f" {name}") for name in hidden)]:
        del twin.flags[flag]
    if len(told) < len(position.by_side[enemy]):
        twin.flags[SEALED] = 1
    twin.derive()
    for stranger in _strangers(position, twin, enemy):
        twin.put(stranger)
    return twin


Listed = Mapping[str, tuple[str, str]]


def _listed(position: SerbiaPosition) -> Listed:
    """[16.1] The army and the corps that units have by the lists when they come into play."""
    scenario = position.setting.parameters
    found = {row.unit: (row.army, row.corps) for row in scenario.placements}
    for row in scenario.schedule.reinforcements:
        found.setdefault(row.unit, (row.army, row.corps))
    return found


def attachment_of(position: SerbiaPosition, unit: Unit, listed: Listed) -> tuple[str, str]:
    """[5.2] The army and the corps of a unit as all know them: the lists are open, displays are not."""
    piece = position.piece(unit)
    army, corps = listed.get(unit.name, ("", ""))
    if piece.side == SERBIA:
        army = SERBIAN_ARMY
    return army, (corps or INDEPENDENT) if piece.formation else ""


def _as_seen(position: SerbiaPosition, unit: Unit, at: tuple[int, ...], listed: Listed) -> Unit:
    """A unit as the enemy sees it, in the hexes where it is on top: whole, fresh, and as the lists have it.

    What it has done in combats was announced.
    """
    if position.piece(unit).naval:
        return unit
    here, also = (*(node for node in position.hexes_of(unit) if node in at), OFF_MAP)[:2]
    army, corps = attachment_of(position, unit, listed)
    return Unit(
        unit.name,
        unit.piece,
        here,
        also=also,
        army=army,
        corps=corps,
        inactive=unit.inactive,
        activates=unit.activates if unit.inactive else OFF_MAP,
        crossing=unit.crossing,
        prepared=unit.prepared,
        began=here,
        began_also=also,
        fought=unit.fought,
        supported=unit.supported,
        retreated=unit.retreated,
        repulsed=unit.repulsed,
        tested=unit.tested,
    )


def _as_listed(position: SerbiaPosition, unit: Unit, listed: Listed) -> Unit:
    """[16.1] An eliminated or waiting unit as the enemy knows it; how many steps it lacks was announced."""
    if position.piece(unit).naval:
        return unit
    army, corps = attachment_of(position, unit, listed)
    lost = unit.name in position.lost
    return Unit(
        unit.name,
        unit.piece,
        OFF_MAP if lost else unit.at,
        reductions=0 if lost else unit.reductions,
        army=army if lost else unit.army,
        corps=corps,
        inactive=unit.inactive,
        activates=unit.activates,
        returns=unit.returns,
    )


def _strangers(position: SerbiaPosition, known: SerbiaPosition, side: str) -> list[Unit]:
    """Unnamed units for markers that lie open and whose makers do not: attacks and works.

    ``known`` has the units that are seen, and of the markers only theirs. Who builds has no ordinary point
    left in this phase [7.8].
    """
    left = prepared_attacks(position, side) - prepared_attacks(known, side)
    aimed = indicated(position, side) - indicated(known, side)
    seen = works(known, side)
    piece = unknown_piece(side).key
    found = [
        Unit(name="", piece=piece, at=here, prepared=there, aim=there if (here, there) in aimed else OFF_MAP)
        for (here, there), count in sorted(left.items())
        for _ in range(count)
    ]
    found += [Unit(name="", piece=piece, at=here, aim=there) for here, there in sorted(aimed - left.keys())]
    spent = position.allowance if position.mover == side else 0
    found += [
        Unit(name="", piece=piece, at=here, task=POSITION_TASK, progress=points, spent=spent)
        for here, points in sorted(works(position, side).items())
        if seen.get(here) != points
    ]
    return [msgspec.structs.replace(unit, name=f"{piece} {number}") for number, unit in enumerate(found, 1)]


def _told(position: SerbiaPosition, now: SerbiaPosition, side: str) -> frozenset[str]:
    """The units of the other side without which a side could not follow what happened between two moments.

    These are all that were exposed or have changed; where a hex was attacked, all in it and around it, all
    that attack in this phase, and the supply units that give them ammunition. Where the other side has gone
    back, and over the end of a phase, its whole order of battle had a part in it.
    """
    enemy = other_side(side)
    here = {name: position.units[name] for name in position.by_side[enemy]}
    changed = {name for name, unit in here.items() if now.units.get(name) != unit}
    fields = now.attacked - position.attacked
    marching = position.mover == enemy and not fields
    if _is_another_phase(position, now, side) or any(
        _has_gone_back(here[name], now, marching=marching) for name in changed
    ):
        return frozenset(here)
    found = changed | {name for name in here if EXPOSED + name in now.flags}
    if fields:
        around = {*fields, *(node for field in fields for node in position.setting.beside[field])}
        found |= {name for node in around for name in position.standing[node] if name in here}
        found |= {name for name, unit in here.items() if unit.aim != OFF_MAP or position.piece(unit).supply}
    return frozenset(found)


def _is_another_phase(position: SerbiaPosition, now: SerbiaPosition, side: str) -> bool:
    """Whether a phase has ended in which the other side had a part."""
    if (position.turn, position.active, position.phase) == (now.turn, now.active, now.phase):
        return False
    same_turn = (position.turn, position.active) == (now.turn, now.active)
    own = position.phase in OWN_PHASES and now.phase in OWN_PHASES
    return not (same_turn and own and position.active == side)


def _has_gone_back(unit: Unit, now: SerbiaPosition, *, marching: bool) -> bool:
    """Whether a unit has left its hexes otherwise than on a march of its own."""
    after = now.units.get(unit.name)
    if after is None:
        return True
    fled = not marching or after.retreated or now.is_demoralized(after)
    return fled and (after.at, after.also) != (unit.at, unit.also)
