"""[WF 3-5] What Germany sends to the east in the sixth turn of August 1914.

Germany chooses at least 26 infantry and 2 cavalry strength points near the 2nd Army's headquarters. With
the option ``historical-withdrawals`` the units that really went leave by the schedule, and nothing is
chosen here (decision WF-R137).
"""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.western_front.matters import Leaving
from hexfront.games.western_front.orders import SendAway
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import other_fronts, withdrawals
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

INFANTRY_SENT = "infantry sent east"
CAVALRY_SENT = "cavalry sent east"
HISTORICAL = "historical-withdrawals"
_FAR = 99


def is_due(position: WesternFrontPosition) -> bool:
    """Whether units are sent east in this phase."""
    if not duties.in_force(position) or position.active != CENTRAL_POWERS:
        return False
    if position.setting.option(HISTORICAL):
        return False
    return position.date in position.setting.parameters.dates("eastern_withdrawal_turn")


def withdraw(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 3-5] Send units to the east until both totals are met, or nothing is left to send."""
    if not is_due(position):
        return None
    for sent, parameter, fits in (
        (INFANTRY_SENT, "eastern_withdrawal_infantry", is_field_infantry),
        (CAVALRY_SENT, "eastern_withdrawal_cavalry", is_cavalry),
    ):
        needed = position.setting.parameters.whole(parameter)
        while position.flags.get(sent, 0) < needed and (units := candidates(position, fits)):
            chosen = yield _ask_who(position, units, needed - position.flags.get(sent, 0))
            unit = position.remove(chosen.unit)
            other_fronts.send_east(position, unit)
            position.flags[sent] = position.flags.get(sent, 0) + unit.strength
            table.tell(f"{position.piece(unit).label} is sent to the east", "WF 3-5", kind="withdrawal")
    return None


def is_field_infantry(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 3-5] Infantry with the printed movement allowance that is asked for."""
    piece = position.piece(unit)
    movement = position.setting.parameters.whole("eastern_withdrawal_movement")
    return piece.nation == "ge" and piece.infantry and piece.movement == movement and unit.strength > 0


def is_cavalry(position: WesternFrontPosition, unit: Unit) -> bool:
    piece = position.piece(unit)
    return piece.nation == "ge" and piece.cavalry and unit.strength > 0


def candidates(
    position: WesternFrontPosition, fits: Callable[[WesternFrontPosition, Unit], bool]
) -> list[Unit]:
    """[WF 3-5] The units that may go: those within range of the headquarters, else the nearest beyond."""
    units = [unit for unit in position.of_side(CENTRAL_POWERS) if fits(position, unit)]
    hexes = {unit.name: distance(position, unit) for unit in units}
    near = position.setting.parameters.whole("eastern_withdrawal_range")
    if within := [unit for unit in units if hexes[unit.name] <= near]:
        return within
    nearest = min(hexes.values(), default=_FAR)
    return [unit for unit in units if hexes[unit.name] == nearest]


def distance(position: WesternFrontPosition, unit: Unit) -> int:
    """Hexes from a unit to the headquarters that must give up the troops."""
    number = position.setting.parameters.words("eastern_withdrawal_headquarters")[0]
    headquarters = position.units.get(f"ge-hq-xxxx-{number}")
    if headquarters is None:
        return 0
    hexes = position.setting.board.distance(unit.at, headquarters.at)
    return _FAR if hexes is None else hexes


def historical(position: WesternFrontPosition) -> set[str]:
    """[WF 24-5] The units that really went, which are suggested."""
    orders, turn = position.setting.orders, withdrawals.turn_of(position)
    return {row.unit for row in orders.leaving(turn, [HISTORICAL]) if row.option == HISTORICAL}


def _ask_who(position: WesternFrontPosition, units: list[Unit], needed: int) -> Ask:
    known = historical(position)
    advised = min(
        units,
        key=lambda unit: (unit.name not in known, distance(position, unit), -unit.strength, unit.name),
    )
    return Ask(
        CENTRAL_POWERS,
        "send east",
        f"Which unit is sent to the east? {needed} strength points are still owed",
        "WF 3-5",
        options=lambda: [SendAway(unit.name) for unit in units],
        why_not=lambda action: _why_not(position, action),
        default=lambda: SendAway(advised.name),
        about=Leaving(needed),
        station=True,
    )


def _why_not(position: WesternFrontPosition, action: Action) -> Refusal | None:
    if not isinstance(action, SendAway) or action.unit not in position.units:
        return None
    unit = position.units[action.unit]
    near = position.setting.parameters.whole("eastern_withdrawal_range")
    hexes = distance(position, unit)
    if hexes > near:
        return Refusal("WF 3-5", f"{action.unit} is too far from the headquarters", near, hexes)
    return Refusal("WF 3-5", f"{action.unit} is not of the kind that must go")
