"""Chapter 41: motorization markers, and the units they go to."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.matters import Motorizing
from hexfront.games.storm_of_steel.orders import Motorize
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import headquarters, markers, supply
from hexfront.kernel.play import Ask, Procedure, Refusal, Table

INFANTRY = ("shock", "active", "reserve")  # [41.3]


def place(table: Table[SteelPosition], side: str) -> Procedure:
    """[41.2] Markers that were built are placed on units; those for which there is none are lost."""
    position = table.position
    while waiting := number_waiting(position, side):
        found = [unit.name for unit in position.ashore(side) if why_not(position, unit, waiting) is None]
        if not found:
            _take(position, side, waiting)
            table.tell(f"{waiting} motorization markers find no unit and are lost", "41.2", kind="motorized")
            return None
        order = yield Ask(
            side,
            "motorize",
            f"Which unit is motorized? {waiting} to be placed",
            "41.2",
            [Motorize(name) for name in found],
            Motorizing(waiting),
            why_not=lambda action, waiting=waiting: _refusal(position, action, waiting),  # type: ignore[misc]  # mypy knows no lambda with defaults
            station=True,
        )
        unit = position.units[order.unit]
        used = needed(position, unit)
        _take(position, side, used)
        position.change(unit.name, motorized=used)
        where = position.setting.board.name_of(unit.at)
        text = f"{position.piece(unit).name} in {where} is motorized"
        table.tell(text, "41.2", kind="motorized", to=(side,))  # of a stack only the top is seen
    return None


def number_waiting(position: SteelPosition, side: str) -> int:
    """[41.2] The markers of a side that were built and not placed yet."""
    return sum(
        number for country, number in position.trucks.items() if position.alliances.get(country) == side
    )


def _take(position: SteelPosition, side: str, number: int) -> None:
    """Markers leave the store, whoever built them."""
    for country in sorted(position.trucks):
        if position.alliances.get(country) == side:
            taken = min(number, position.trucks[country])
            number -= taken
            position.trucks[country] -= taken
            if not position.trucks[country]:
                del position.trucks[country]


def needed(position: SteelPosition, unit: Unit) -> int:
    """[41.3] Two markers for headquarters, one for infantry of any size."""
    staff = position.piece(unit).headquarters
    return position.setting.number("motorization headquarters") if staff else 1


def why_not(position: SteelPosition, unit: Unit, waiting: int) -> Refusal | None:
    """[41.1] [41.2] [41.3] Why a unit cannot be motorized with so many markers; None if it can."""
    piece = position.piece(unit)
    if not (piece.headquarters or piece.kind in INFANTRY) or not piece.country:
        return Refusal("41.3", "shock, active and reserve infantry and headquarters are motorized")
    if not markers.is_motorizing(position.setting, piece.country):
        return Refusal("41.1", "only Germany, France, Britain and the United States motorize units")
    if unit.motorized:
        return Refusal("41.4", f"{piece.name} has its marker")
    if needed(position, unit) > waiting:
        return Refusal("41.3", "a headquarters needs two markers")
    if not _has_line(position, unit):
        return Refusal("41.2", f"no line leads from {piece.name} to a mobilization hex")
    return None


def _has_line(position: SteelPosition, unit: Unit) -> bool:
    """[41.2] Whether a line of communication leads from a unit to a friendly mobilization hex."""
    if position.setting.board.is_area(unit.at):
        return False
    if position.piece(unit).headquarters:
        return headquarters.has_line(position, unit.name)
    if supply.in_supply(position, unit):
        return True
    side, country = position.side_of(unit), position.piece(unit).country
    serving = position.setting.serving(country, side)
    return bool(headquarters.cities_reached(position, side, serving, unit.at))


def _refusal(position: SteelPosition, action: object, waiting: int) -> Refusal | None:
    if not isinstance(action, Motorize):
        return None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != position.active:
        return Refusal("41.2", "markers are placed on friendly units")
    return why_not(position, unit, waiting)


def handed_on(units: Sequence[Unit], into: int) -> list[int]:
    """[41.4] The markers of so many corps that others become: one each as long as there are any."""
    total = sum(unit.motorized for unit in units)
    return [int(at < total) for at in range(into)]
