"""Whether a hex that is won would be entered, and by whom.

It is asked twice: when an attack is weighed, because ground that nobody means to enter is worth nothing, and
when the hex has been won.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import surrender
from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.exposure import Exposure
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS

MOST_ENEMIES = 5  # sides of a hex from which the enemy keeps even an attacker out of it
STRONG = 12  # strength that dares to go on where the enemy is on most sides
OVERWHELMED = 5.0  # how many times stronger the enemy must be in reach for a hex to be left empty
FIRST_IN = 2  # units that are thought to go in when it is asked who could be cut off there


def why_not_follow(
    position: WesternFrontPosition, survey: Survey, node: int, units: Sequence[Unit], *, careful: bool
) -> str | None:
    """[15-1] Why a hex is left empty by those who could enter it; None if they do. ``careful`` asks for the
    enemy's next turn, too."""
    side = survey.side
    where = position.setting.board.name_of(node)
    if not units:
        return f"{where} is left empty: nobody can follow."
    coming = strength_with_room(position, node, units)
    threat = survey.threat.get(node, 0)
    if not ground.city_worth(position, node):
        enemies = sum(
            survey.is_held_by_enemy(other) and position.occupier(other) not in (None, side)
            for other in position.setting.crossable[node]
        )
        static = ground.is_static(position)  # where a front is continuous, two sides are the least
        abroad = side != CENTRAL_POWERS and position.setting.board.country[node] != ground.home_of(side)
        abroad = abroad and not static
        strong = (side == CENTRAL_POWERS or static) and coming >= STRONG
        if enemies >= (MOST_ENEMIES if strong else MOST_ENEMIES - 1) or (abroad and enemies >= 2):
            return f"{where} is left empty: the enemy stands on {enemies} sides of it."
        if OVERWHELMED * coming < threat:
            return f"{where} is left empty: {threat} points could strike the {coming} that would follow."
    trial = entered(position, node, units, side)
    homes = {unit.at for unit in units}  # who is no safer where he stands loses nothing by going on
    if surrender.is_surrounded(trial, node, side):
        if not all(surrender.is_surrounded(position, home, side) for home in homes):
            return f"{where} is left empty: whoever went there would be surrounded."
    elif careful and not (exposure := Exposure(trial, side)).is_safe(node):
        if any(exposure.is_safe(home) for home in homes):
            return f"{where} is left empty: whoever went there could be cut off."
    return None


def strength_with_room(position: WesternFrontPosition, node: int, units: Iterable[Unit]) -> int:
    """[11-2] The strength of those who find room in a hex that the enemy has left, the strongest first."""
    room, strength = position.setting.room[node][0], 0
    for unit in sorted(units, key=lambda each: (-each.strength, each.name)):
        halves = position.piece(unit).halves
        if halves <= room:
            room -= halves
            strength += unit.strength
    return strength


def entered(
    position: WesternFrontPosition, node: int, units: Iterable[Unit], side: str
) -> WesternFrontPosition:
    """The position when the strongest of some units have taken the place of the enemy in a hex."""
    trial = position.copy()
    for unit in position.units_at(node):
        if position.side_of(unit) != side:
            trial.remove(unit.name)
    for unit in sorted(units, key=lambda each: (-each.strength, each.name))[:FIRST_IN]:
        trial.change(unit.name, at=node)
    return trial


def leaves_wards(position: WesternFrontPosition, unit: Unit) -> bool:
    """Whether guns or a headquarters would be left without infantry where a unit stands, if it went away."""
    side = position.side_of(unit)
    company = [each for each in position.units_at(unit.at) if position.side_of(each) == side]
    pieces = [position.piece(each) for each in company if each.name != unit.name]
    wards = any(piece.headquarters or (piece.artillery and not piece.rail_bound) for piece in pieces)
    fortress = position.fortress_at(unit.at) is not None
    return wards and not fortress and not any(piece.infantry for piece in pieces)
