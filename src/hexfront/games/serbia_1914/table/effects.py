"""What will come of a choice, in a few words for a player: remarks that faces make about a hex or a unit.

Of the enemy they say only what lies open [3.1.6].
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import stacking, strengths
from hexfront.games.serbia_1914.table.names import divisions, kind_of
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, STATUS_NAMES, other_side
from hexfront.kernel.ledger import shown_number
from hexfront.shared.words import counted


def strength_of(position: SerbiaPosition, unit: Unit) -> str:
    """A unit of one's own in figures: ``10-10 (3), -1``."""
    piece = position.piece(unit)
    scale = strengths.QUARTERS_OF_A_POINT
    if piece.supply:
        return ""
    if piece.gun or piece.naval:
        return f"artillery {shown_number(strengths.artillery_value(position, unit, whole=True), scale)}"
    attack = shown_number(strengths.attack_strength(position, unit, whole=True), scale)
    defense = shown_number(strengths.defense_strength(position, unit, whole=True), scale)
    text = f"{attack}-{defense} ({piece.proficiency})"
    return f"{text}, {STATUS_NAMES[unit.status]}" if unit.status else text


def arrival_effects(position: SerbiaPosition, units: Sequence[Unit], node: int) -> list[str]:
    """What it means that units come to stand in a hex: zones, company, crowding."""
    side = position.side_of(units[0])
    effects = []
    if position.in_enemy_zone(node, side):
        effects.append("in an enemy zone")
    return effects + company(position, units, node)


def company(position: SerbiaPosition, units: Sequence[Unit], node: int) -> list[str]:
    """[3.1.1] Friends in a hex, and whether more would stand there than may when the phase ends."""
    side = position.side_of(units[0])
    if not position.standing[node] or position.occupier(node) != side:
        return []
    names = {unit.name for unit in units}
    there = sum(
        position.quarters_in(unit)
        for unit in position.units_at(node)
        if position.side_of(unit) == side and unit.name not in names
    )
    effects = [f"joins {divisions(there)} there"] if there else []
    if not stacking.room(position, node, side, units):
        effects.append("too many to stay there")
    return effects


def defenders_seen(position: SerbiaPosition, label: str) -> tuple[str, ...]:
    """[3.1.6] What is seen of those who hold a hex, and what protects them."""
    board = position.setting.board
    if label not in board:
        return ()
    node = board[label]
    side = position.occupier(node)
    if side is None:
        return ("empty",)
    found = [
        f"{position.piece(unit).label} on top, {kind_of(position.piece(unit))}"
        for unit in secrecy.shown_in(position, node, side)[:1]
    ]
    if position.improved.get(node) == side:
        found.append("in an improved position")
    if node in position.komitadji:
        found.append("Komitadji")
    found.append(board.terrain[node])
    return tuple(found)


def reduction_effects(position: SerbiaPosition, name: str) -> tuple[str, ...]:
    """[9.10.2] What a strength reduction does to a unit."""
    unit = position.units.get(name)
    if unit is None:
        return ()
    most = position.piece(unit).most_reductions
    if unit.reductions >= most:
        return ("it is eliminated",)
    return (strength_of(position, unit), f"{counted(most - unit.reductions, 'more', 'more')} possible")


def march_effects(position: SerbiaPosition, units: Sequence[Unit], path: Sequence[int]) -> list[str]:
    """[7.1.6] [7.1.4b] [23.1.1] [8.2] What happens on a march, and where it ends."""
    side = position.side_of(units[0])
    node, here = path[-1], path[0]
    effects = []
    zone = position.zone_of(other_side(side))
    if zone[node]:
        effects.append("from enemy zone to enemy zone" if zone[here] else "enters an enemy zone")
    elif any(zone[each] for each in path[1:-1]):
        effects.append("passes through an enemy zone")
    elif zone[here]:
        effects.append("leaves an enemy zone")
    effects += company(position, units, node)
    if _draws_cavalry(position, side, path):
        effects.append("enemy cavalry may evade")
    if side == AUSTRIA_HUNGARY and any(each in position.komitadji for each in path[1:]):
        effects.append("Komitadji on the way")
    return effects


def _draws_cavalry(position: SerbiaPosition, side: str, path: Sequence[int]) -> bool:
    """[8.2.1] Whether cavalry seen on top of a stack could evade before a march along a way."""
    beside = {other for each in path[1:] for other in position.setting.beside[each]}
    enemy = other_side(side)
    return any(
        position.piece(unit).cavalry
        for node in beside
        if position.standing[node]
        for unit in secrecy.shown_in(position, node, enemy)
    )
