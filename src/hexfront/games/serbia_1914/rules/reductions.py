"""[9.10] Strength reductions: who suffers them, in which order, and what becomes of those who cannot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from hexfront.games.serbia_1914.matters import Reductions
from hexfront.games.serbia_1914.orders import Reduce
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure
from hexfront.shared.words import counted

OPTIONS: tuple[Option, ...] = ()

# [9.10.2] The order in which units are chosen.
FORMATION = 1
ASSIGNED_ASSET = 2
FREE_ASSET = 3

reduce_order = cache(Reduce)


def reduce(table: Table, position: SerbiaPosition, names: Iterable[str], count: int, rule: str) -> Procedure:
    """[9.10] Some units suffer reductions, one at a time; the owner chooses within the order of 9.10.2.

    ``names`` are all units that share the reductions: one Force, or everybody of a side in a combat. When all
    of them are eliminated the rest lapses (decision SE-R310).
    """
    sharing = tuple(names)
    for owed in range(count, 0, -1):
        present = [position.units[name] for name in sharing if name in position.units]
        if not present:
            return None
        able = candidates(position, present)
        if not able:
            lose_replacement(table, position, present, rule)
            continue
        chosen = able[0].name
        if len(able) > 1:
            answer = yield _ask(position, able, Reductions(tuple(unit.name for unit in present), owed))
            chosen = answer.unit
        suffer(table, position, chosen, rule)
    return None


def rank(position: SerbiaPosition, unit: Unit) -> int | None:
    """[9.10.2] The place of a unit in the order in which reductions are taken; None if it can take none."""
    piece = position.piece(unit)
    if piece.formation:
        return FORMATION if unit.reductions < piece.most_reductions else None
    if not piece.asset:
        return None
    if is_assigned(position, unit):
        return ASSIGNED_ASSET if unit.reductions < piece.most_reductions else None
    return FREE_ASSET


def is_assigned(position: SerbiaPosition, unit: Unit) -> bool:
    """[5.5.1] Whether an asset unit is stacked with a Formation, and so goes with one."""
    return any(position.formations[node] for node in position.hexes_of(unit))


def candidates(position: SerbiaPosition, units: Iterable[Unit]) -> list[Unit]:
    """[9.10.2] The units among which the owner must choose the one that suffers the next reduction."""
    ranked = [(place, unit) for unit in units if (place := rank(position, unit)) is not None]
    if not ranked:
        return []
    first = min(place for place, _ in ranked)
    return [unit for place, unit in ranked if place == first]


def can_suffer(position: SerbiaPosition, names: Iterable[str]) -> bool:
    """[9.10.4] Whether some unit can take a reduction on the map."""
    return bool(candidates(position, [position.units[name] for name in names if name in position.units]))


def suffer(table: Table, position: SerbiaPosition, name: str, rule: str) -> None:
    """[9.10.2] [9.10.3] [5.5.2] A unit is flipped, gets a marker or turns it, or is eliminated."""
    unit = position.units[name]
    piece = position.piece(unit)
    if unit.reductions >= piece.most_reductions:
        eliminate(table, position, name, rule)
        return
    position.change(name, reductions=unit.reductions + 1)
    table.tell(
        f"{position.label(unit)} suffers a strength reduction",
        rule,
        kind="loss",
        to=(piece.side,),
        data={"unit": name, "reductions": unit.reductions + 1},
    )


def lose_replacement(table: Table, position: SerbiaPosition, units: Sequence[Unit], rule: str) -> None:
    """[9.10.4] [16.6.1] A reduction nobody can take costs a stored replacement, or one of the next."""
    formations = [unit for unit in units if position.piece(unit).formation]
    piece = position.piece((formations or units)[0])
    stored = position.replacements.get(piece.nation, 0) - 1
    position.replacements[piece.nation] = stored
    left = f"{counted(-stored, 'replacement')} owed" if stored < 0 else f"{stored} left"
    table.tell(
        f"A reduction that no unit can take costs a replacement; {left}",
        "9.10.4",
        rule,
        kind="loss",
        to=(piece.side,),
        data={"nation": piece.nation, "stored": stored},
    )


def eliminate(
    table: Table, position: SerbiaPosition, name: str, rule: str, *, surrendered: bool = False
) -> None:
    """[9.10] [5.5.2] [11.1.6] A unit leaves the map; one that surrenders never comes back."""
    unit = position.units[name]
    label, where = position.label(unit), ""
    if unit.at != OFF_MAP:
        where = f" in {position.setting.board.label(unit.at)}"
    position.remove(name)
    if surrendered:
        position.gone.add(name)
    else:
        position.lost[name] = unit
    fate = "surrenders" if surrendered else "is eliminated"
    table.tell(f"{label} {fate}{where}", rule, kind="loss", data={"unit": name})


def worth(position: SerbiaPosition, unit: Unit) -> tuple[int, int, str]:
    """What the next reduction takes from a unit: the least is advised."""
    piece = position.piece(unit)
    if unit.reductions >= piece.most_reductions:
        return (10 + piece.attack + piece.defense + piece.artillery, 0, unit.name)
    taken = 4
    if unit.reductions == 0 and piece.reduced_defense is not None and piece.reduced_attack is not None:
        taken = piece.attack - piece.reduced_attack + piece.defense - piece.reduced_defense
    return (taken, unit.reductions, unit.name)


def _ask(position: SerbiaPosition, able: Sequence[Unit], about: Reductions) -> Ask:
    side = position.side_of(able[0])
    names = [unit.name for unit in able]
    least = min(able, key=lambda unit: worth(position, unit)).name
    return Ask(
        side,
        "reduce",
        "Which unit suffers the strength reduction?",
        "9.10.2",
        options=lambda: [reduce_order(name) for name in names],
        why_not=lambda action: why_not(position, names, action),
        default=lambda: reduce_order(least),
        about=about,
    )


def why_not(position: SerbiaPosition, names: Sequence[str], action: Action) -> Refusal | None:
    """[9.10.2] Why a unit does not suffer a reduction now."""
    if not isinstance(action, Reduce):
        return None
    unit = position.units.get(action.unit)
    if unit is None:
        return Refusal("9.10.2", f'"{action.unit}" is not in play')
    if rank(position, unit) is None:
        return Refusal("9.10.2", f"{position.label(unit)} can suffer no more reductions")
    return Refusal("9.10.2", f"others come before {position.label(unit)}: {', '.join(names)}")
