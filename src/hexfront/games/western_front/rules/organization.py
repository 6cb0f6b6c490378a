"""Chapters 27 and 28: divisions and their brigades and regiments, and the splitting of replacements.

Corps markers only show how a stack is composed and change nothing (decision WF-R109). A division that was
broken down, and brigades that formed one, are not eliminated: they wait beside the lost units, marked, and
come back only by this chapter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec

from hexfront.games.western_front.matters import BreakingDown, Forming
from hexfront.games.western_front.orders import BreakDown, Combine, Split
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.formations import DIVISION, Group, Print, group, limit, printed
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import fodder, stacking
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

DISSOLVED = "dissolved: "  # flag of a unit that is off the map without having been eliminated
FORMED = "formed: "  # flag of a division formed in this phase out of units that had not moved
LEAST_PARTS = 2


# Counters that can be taken


def is_in_play(position: WesternFrontPosition, piece: Piece) -> bool:
    """Whether the men of a counter stand on the map or wait to be placed, under whatever counter."""
    keys = position.setting.formations.counters.get(piece.formation, (piece.key,))
    return any(key in position.units or key in position.waiting for key in keys)


def is_free(position: WesternFrontPosition, piece: Piece) -> bool:
    """[27-1] Whether a counter can be brought in: its men are nowhere else (decision WF-R108)."""
    return piece.key not in position.gone and not is_in_play(position, piece)


def free_parts(position: WesternFrontPosition, wanted: Group) -> Iterator[Piece]:
    """[27-1] Every brigade and regiment of a group that can be taken: destroyed or dissolved ones, then
    counters that the scenario never uses."""
    for unit in position.lost.values():
        piece = position.piece(unit)
        if piece.size != DIVISION and group(piece) == wanted and is_free(position, piece):
            yield piece
    for piece in position.setting.formations.spare.get(wanted, ()):
        if piece.key not in position.lost and is_free(position, piece):
            yield piece


def free_divisions(position: WesternFrontPosition, wanted: Group) -> Iterator[Piece]:
    """[27-2] Divisions that components can form: such as were broken down or destroyed in this game."""
    for unit in position.lost.values():
        piece = position.piece(unit)
        if piece.size == DIVISION and group(piece) == wanted and is_free(position, piece):
            yield piece


def one_of_each(pieces: Iterable[Piece]) -> list[Piece]:
    """Of counters with the same print the first one, as it makes no difference which is taken."""
    found: dict[Print, Piece] = {}
    for piece in pieces:
        found.setdefault(printed(piece), piece)
    return list(found.values())


# What can be ordered


def movement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[24-3] [27-1] [27-2] Divisions to break down, components to combine, replacements to split."""
    formations = position.setting.formations
    small, pieces = formations.small, position.setting.pieces
    if not has_begun(position, side):
        yield from _break_downs(
            position, [unit for unit in position.of_side(side) if unit.piece in formations.divisible]
        )
    parts: dict[tuple[int, Group], list[Unit]] = {}
    replacements: list[Unit] = []
    for unit in position.members[side].values():
        if unit.piece in small:
            piece = pieces[unit.piece]
            if piece.replacement:
                replacements.append(unit)
            elif can_reorganize(unit):
                parts.setdefault((unit.at, group(piece)), []).append(unit)
    for (_, wanted), units in parts.items():
        if len(units) >= LEAST_PARTS:
            yield from _combinations(position, wanted, units)
    yield from _with_replacements(position, replacements)


def replacement_choices(position: WesternFrontPosition, side: str) -> Iterator[Action]:
    """[24-3] Replacements to split or merge, in whatever phase."""
    pieces = position.setting.pieces
    return _with_replacements(
        position,
        [
            unit
            for unit in position.members[side].values()
            if unit.piece in position.setting.formations.small and pieces[unit.piece].replacement
        ],
    )


def can_reorganize(unit: Unit) -> bool:
    """[27-1] Whether a unit stands on the map, off the trains, and has completed mobilization."""
    return unit.at != OFF_MAP and unit.strength > 0 and unit.mobilized and not unit.entrained


def has_begun(position: WesternFrontPosition, side: str) -> bool:
    """[27-1] Whether a side has moved anything in this movement phase."""
    return any(
        (unit.moved or unit.spent) and position.side_of(unit) == side for unit in position.units.values()
    )


def _break_downs(position: WesternFrontPosition, whole: Sequence[Unit]) -> Iterator[Action]:
    """[27-1] Divisions with the counters they can begin with. Two may hold less than the division has, what
    is over is given up then (decision WF-R108)."""
    free: dict[Group, tuple[list[Piece], bool]] = {}
    for unit in whole:
        if not can_reorganize(unit):
            continue
        wanted = group(position.piece(unit))
        if wanted not in free:
            unused = list(free_parts(position, wanted))
            free[wanted] = one_of_each(unused), len(unused) >= LEAST_PARTS
        parts, enough = free[wanted]
        if enough:
            for part in parts:
                if limit(part) < unit.strength:
                    yield BreakDown(unit.name, (part.key,))


def _combinations(position: WesternFrontPosition, wanted: Group, units: Sequence[Unit]) -> Iterator[Action]:
    divisions = one_of_each(free_divisions(position, wanted))
    for pair in combinations(units, LEAST_PARTS) if divisions else ():
        strength = sum(unit.strength for unit in pair)
        for division in divisions:
            if strength <= limit(division):
                yield Combine(tuple(unit.name for unit in pair), division.key)


def _with_replacements(position: WesternFrontPosition, units: Sequence[Unit]) -> Iterator[Action]:
    """[24-3] Halves of a split are the same whichever is named first, so the smaller one is."""
    for unit in units:
        if unit.entrained or unit.at == OFF_MAP:
            continue
        if unit.strength > 1 and stacking.room(position, unit.at, (position.piece(unit),)):
            for points in range(1, unit.strength // 2 + 1):
                yield Split(unit.name, points)
    # Those of one hex alone are paired, in the order of all pairs: a side has many that wait for trains.
    together: dict[int, list[Unit]] = {}
    for unit in units:
        together.setdefault(unit.at, []).append(unit)
    for one in units:
        here = together[one.at]
        del here[0]  # that is this unit
        for other in here:
            if _why_not_merge(position, one, other) is None:
                yield Combine((one.name, other.name), one.name)


# Carrying it out


def break_down(table: Table, position: WesternFrontPosition, order: BreakDown) -> Procedure:
    """[27-1] Replace a division by components of its kind, of the same or lower total strength.

    Components take strength in the order they are named, each as much as it can hold.
    """
    unit = position.remove(order.unit)
    side = position.side_of(unit)
    _dissolve(position, unit)
    left = unit.strength
    parts = list(order.into)
    placed: list[str] = []
    while True:
        for key in parts:
            left -= _place_part(position, unit, key, left)
            placed.append(key)
        if not left:
            break
        chosen = yield _ask_part(position, side, unit, left, len(placed))
        if isinstance(chosen, Pass):
            break
        parts = list(chosen.into)
    label = position.setting.board.label(unit.at)
    names = ", ".join(position.setting.pieces[key].label for key in placed)
    table.tell(
        f"{position.piece(unit).label} in {label} breaks down into {names}", "27-1", kind="organization"
    )
    return None


def _place_part(position: WesternFrontPosition, division: Unit, key: str, left: int) -> int:
    position.lost.pop(key, None)
    position.flags.pop(DISSOLVED + key, None)
    strength = min(limit(position.setting.pieces[key]), left)
    position.put(msgspec.structs.replace(division, name=key, piece=key, strength=strength))
    fodder.pass_on_hunger(position, division.name, key)
    return strength


def _ask_part(position: WesternFrontPosition, side: str, unit: Unit, left: int, placed: int) -> Ask:
    free = one_of_each(free_parts(position, group(position.piece(unit))))
    parts = [BreakDown(unit.name, (piece.key,)) for piece in free]

    def options() -> list[Action]:
        enough = placed >= LEAST_PARTS or not parts
        return [*parts, *([PASS] if enough else [])]

    def largest() -> Action:
        best = max(free, key=lambda piece: (min(limit(piece), left), piece.key), default=None)
        return BreakDown(unit.name, (best.key,)) if best is not None else PASS

    return Ask(
        side,
        "break-down",
        f"{left} strength points are left: into which unit do they go? Pass to give them up",
        "27-1",
        options=options,
        default=largest,
        about=BreakingDown(unit.name, unit.at, left),
    )


def combine(table: Table, position: WesternFrontPosition, order: Combine) -> Procedure:
    """[24-3] [27-2] Merge replacements, or let components of a hex form a division.

    A division is formed as the movement phase ends, so it moves no more in the phase.
    """
    first = position.units[order.units[0]]
    if position.piece(first).replacement:
        _merge(table, position, order)
        return None
    division = position.setting.pieces[order.into]
    names = list(order.units)
    while True:
        chosen = yield _ask_more(position, division, names)
        if isinstance(chosen, Pass):
            break
        names.extend(chosen.units)
    units = [position.remove(name) for name in names]
    position.lost.pop(division.key, None)
    position.flags.pop(DISSOLVED + division.key, None)
    marks = ("rode", "in_column", "column_attacked", "attacked", "retreated", "fought", "shifted")
    position.put(
        msgspec.structs.replace(
            units[0],
            name=division.key,
            piece=division.key,
            strength=sum(unit.strength for unit in units),
            moved=True,
            spent=max(unit.spent for unit in units),
            **{mark: any(getattr(unit, mark) for unit in units) for mark in marks},
        )
    )
    if not any(unit.moved for unit in units):
        position.flags[FORMED + division.key] = 1
    for unit in units:
        _dissolve(position, unit)
    label = position.setting.board.label(units[0].at)
    made = ", ".join(position.piece(unit).label for unit in units)
    table.tell(f"{made} in {label} form {division.label}", "27-2", kind="organization")
    return None


def _ask_more(position: WesternFrontPosition, division: Piece, names: Sequence[str]) -> Ask:
    units = [position.units[name] for name in names]
    strength = sum(unit.strength for unit in units)
    others = [
        unit
        for unit in position.units_at(units[0].at)
        if unit.name not in names
        and unit.piece in position.setting.formations.components
        and group(position.piece(unit)) == group(division)
        and can_reorganize(unit)
        and strength + unit.strength <= limit(division)
    ]
    return Ask(
        division.side,
        "combine",
        f"{division.label} has strength {strength}: who joins it?",
        "27-2",
        options=lambda: [*(Combine((unit.name,), division.key) for unit in others), PASS],
        default=lambda: Combine((others[0].name,), division.key) if others else PASS,
        about=Forming(division.key, tuple(names)),
    )


def _dissolve(position: WesternFrontPosition, unit: Unit) -> None:
    position.lost[unit.name] = msgspec.structs.replace(unit, strength=0)
    position.flags[DISSOLVED + unit.name] = 1


def is_dissolved(position: WesternFrontPosition, unit: Unit) -> bool:
    """[27-1] [27-2] Whether a unit that is off the map was dissolved, not eliminated."""
    return unit.strength == 0 and DISSOLVED + unit.name in position.flags


def forget_formed(position: WesternFrontPosition) -> None:
    """What was formed in a movement phase is an ordinary division when the half turn is over."""
    for flag in [flag for flag in position.flags if flag.startswith(FORMED)]:
        del position.flags[flag]


def _merge(table: Table, position: WesternFrontPosition, order: Combine) -> None:
    one, other = (position.units[name] for name in order.units)
    position.remove(other.name)
    position.change(
        one.name,
        strength=one.strength + other.strength,
        moved=one.moved or other.moved,
        rode=one.rode or other.rode,
        retreated=one.retreated or other.retreated,
        shifted=one.shifted or other.shifted,
        fought=one.fought or other.fought,
        spent=max(one.spent, other.spent),
    )
    label = position.setting.board.label(one.at)
    table.tell(f"Replacements in {label} are merged", "24-3", kind="organization")


def split(table: Table, position: WesternFrontPosition, order: Split) -> Procedure:
    """[24-3] Make two replacement units out of one (decision WF-R106)."""
    unit = position.units[order.unit]
    position.change(unit.name, strength=unit.strength - order.points)
    name = position.new_name(unit.piece)
    position.put(msgspec.structs.replace(unit, name=name, strength=order.points))
    label = position.setting.board.label(unit.at)
    table.tell(f"Replacements in {label} are split", "24-3", kind="organization")
    yield from ()
    return None


MOVEMENT_ORDERS: dict[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {
    BreakDown: break_down,
    Combine: combine,
    Split: split,
}


# Words for what is refused


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """[24-3] [27-1] [27-2] Why units cannot be broken down, combined or split so."""
    if isinstance(action, Split):
        return _why_not_split(position, side, action)
    if isinstance(action, BreakDown):
        return _why_not_break_down(position, side, action)
    if isinstance(action, Combine):
        return _why_not_combine(position, side, action)
    return None


def _own(position: WesternFrontPosition, side: str, name: str) -> Unit | None:
    unit = position.units.get(name)
    return unit if unit is not None and position.side_of(unit) == side else None


def _why_not_split(position: WesternFrontPosition, side: str, action: Split) -> Refusal | None:
    unit = _own(position, side, action.unit)
    if unit is None or not position.piece(unit).replacement:
        return Refusal("24-3", f'"{action.unit}" is no replacement unit of this side')
    if not 0 < action.points <= unit.strength // 2:
        return Refusal("24-3", "name the smaller part", unit.strength // 2, action.points)
    return Refusal(("11-1", "24-2"), "there is no room for another replacement unit")


def _why_not_merge(position: WesternFrontPosition, one: Unit, other: Unit) -> Refusal | None:
    piece = position.piece(one)
    if other.piece != one.piece or other.at != one.at or one.entrained or other.entrained:
        return Refusal("24-3", "only replacements of one kind in one hex can be merged")
    if one.strength + other.strength > piece.strength:
        together = one.strength + other.strength
        return Refusal("24-3", f"{piece.label} holds no more", piece.strength, together)
    return None


def _why_not_break_down(position: WesternFrontPosition, side: str, action: BreakDown) -> Refusal | None:
    unit = _own(position, side, action.unit)
    if unit is None or position.piece(unit).size != DIVISION:
        return Refusal("27-1", f'"{action.unit}" is no division of this side')
    if has_begun(position, side):
        return Refusal("27-1", "divisions break down only before anything has moved in the phase")
    return Refusal("27-1", "there are no two free counters of its kind that are weaker")


def _why_not_combine(position: WesternFrontPosition, side: str, action: Combine) -> Refusal | None:
    units = [_own(position, side, name) for name in action.units]
    present = [unit for unit in units if unit is not None]
    if len(present) != len(units) or len(present) != LEAST_PARTS:
        return Refusal("27-2", "name two units of this side to begin with")
    if len({unit.at for unit in present}) > 1:
        return Refusal("27-2", "they are not in one hex")
    if position.piece(present[0]).replacement:
        return _why_not_merge(position, *present)
    if any(unit.piece not in position.setting.formations.components for unit in present):
        return Refusal("27-2", "only brigades and regiments make up a division")
    into = position.setting.pieces.get(action.into)
    if into is None or any(group(position.piece(unit)) != group(into) for unit in present):
        return Refusal("27-2", f'"{action.into}" is not a division of their kind')
    strength = sum(unit.strength for unit in present)
    if strength > limit(into):
        return Refusal("27-2", f"{into.label} cannot be so strong", limit(into), strength)
    return Refusal("27-2", f"{into.label} is not free")


# What components count


def divisions_of(position: WesternFrontPosition, units: Iterable[Unit]) -> list[list[Unit]]:
    """[27-3] Units as the divisions they make: components of one hex, nation and kind make one division
    together, up to its full strength; what is over makes another."""
    divisions: list[list[Unit]] = []
    parts: dict[tuple[int, Group], list[Unit]] = {}
    for unit in units:
        if unit.piece in position.setting.formations.components:
            parts.setdefault((unit.at, group(position.piece(unit))), []).append(unit)
        else:
            divisions.append([unit])
    for same in parts.values():
        divisions.extend(_made_up(position, same))
    return divisions


def _made_up(position: WesternFrontPosition, units: list[Unit]) -> Iterator[list[Unit]]:
    """[27-3] The strongest first, as many as a full division holds."""
    together: list[Unit] = []
    strength = 0
    for unit in sorted(units, key=lambda each: -each.strength):
        if together and strength + unit.strength > position.piece(unit).full:
            yield together
            together, strength = [], 0
        together.append(unit)
        strength += unit.strength
    yield together
