"""Chapter 18: headquarters and the supply points they hold and send (with chapter 17).

Points travel as shipments: a headquarters makes one up, it moves like infantry, and a headquarters in
whose hex it is when a movement phase ends may take it in. All this is told to the owner only [17-5].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from hexfront.games.western_front.matters import CreatingCorps, TakingIn
from hexfront.games.western_front.orders import Place, TakeIn, Transfer
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import supply_key
from hexfront.games.western_front.rules import fortresses, morale, rail_lines, surrender
from hexfront.games.western_front.rules.expenditure import turn_number
from hexfront.games.western_front.vocabulary import SIDES
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure
from hexfront.shared.words import counted

OPTIONS: tuple[Option, ...] = (
    Option(
        "overrun-headquarters",
        ("off", "on"),
        "A lone headquarters can be walked over like a unit without strength.",
        ("6-11", "18-15"),
    ),
)

CORPS = "xxx"
SIEGE = "Siege"
DURATION_GAME = "duration-game"
CEILINGS = "supply-ceilings"  # an option of the duration game


# Supply points held and owned


def limit(position: WesternFrontPosition, headquarters: Unit) -> int:
    """[17-4] [18-18] [WF 3-12] The most supply points a headquarters may be brought to.

    The Siege headquarters begins with more but never gets any.
    """
    piece = position.piece(headquarters)
    tables = position.setting.tables
    if piece.designation == SIEGE:
        return 0
    return tables.whole(f"{'corps_' if piece.size == CORPS else ''}headquarters_supply_limit")


def room(position: WesternFrontPosition, headquarters: Unit) -> int:
    """[17-4] Supply points a headquarters has room for (decision WF-R061)."""
    return max(0, limit(position, headquarters) - headquarters.supply)


def total(position: WesternFrontPosition, nation: str) -> int:
    """[18-12] [17-2] All supply points of a nation on the map, in headquarters and on their way."""
    return sum(unit.supply for unit in position.units.values() if position.piece(unit).nation == nation)


def have_ceilings(position: WesternFrontPosition) -> bool:
    """[WF 23-13] [WF 23-14] Whether who holds too many supply points loses his command in this game; then
    nobody may throw any away."""
    setting = position.setting
    return setting.parameters.duration_rules.supply_limits and setting.option(CEILINGS)


def may_receive(position: WesternFrontPosition, sender: str, receiver: str) -> bool:
    """[17-3] [37-8] [38-3] [39-2] [40-7] Whether points of one nation may go to headquarters of another."""
    nation = position.setting.tables.nations[sender]
    if receiver == sender or receiver in nation.supplies:
        return True
    return receiver in nation.supplies_if_italy_shaken and morale.is_shaken(position, receiver)


# Sending


def movement_choices(position: WesternFrontPosition, side: str) -> Iterable[Action]:
    """[18-6] [18-7] The shipments that may be made up now."""
    for unit in position.headquarters_of(side):
        if unit.supply:
            for points in range(1, most_to_send(position, unit) + 1):
                yield _transfer(unit.name, points)


@lru_cache(maxsize=2048)
def _transfer(name: str, points: int) -> Transfer:
    return Transfer(name, points)


def most_to_send(position: WesternFrontPosition, headquarters: Unit) -> int:
    """[18-6] [18-18] Supply points a headquarters may still send in this phase."""
    if headquarters.moved or headquarters.spent or headquarters.rode or headquarters.at == OFF_MAP:
        return 0
    if why_not_overland(position, headquarters) and not rail_lines.is_operative_for(
        position, headquarters.at, position.side_of(headquarters)
    ):
        return 0
    left = position.setting.tables.whole("headquarters_transfer_limit") - headquarters.transferred
    return min(left, headquarters.supply)


def why_not_overland(position: WesternFrontPosition, headquarters: Unit) -> Refusal | None:
    """[18-18] A corps headquarters sends and receives overland only in the turn of its creation."""
    if position.piece(headquarters).size != CORPS or _created_now(position, headquarters.name):
        return None
    return Refusal("18-18", f"{position.piece(headquarters).label} transfers supply by rail only")


def why_not_in_movement(position: WesternFrontPosition, side: str, action: Action) -> Refusal | None:
    """Why a shipment cannot be made up or taken in now."""
    if isinstance(action, TakeIn):
        return Refusal("18-10", "shipments are taken in when the movement phase ends")
    if not isinstance(action, Transfer):
        return None
    unit = position.units.get(action.headquarters)
    if unit is None or not position.piece(unit).headquarters or position.side_of(unit) != side:
        return Refusal("18-6", f'"{action.headquarters}" is no headquarters of yours')
    if unit.moved or unit.spent or unit.rode:
        return Refusal("18-6", f"{position.piece(unit).label} has moved in this phase")
    if action.points > unit.supply:
        return Refusal("18-6", "not so many supply points there", action.points, unit.supply)
    most = most_to_send(position, unit)
    if most < action.points and (overland := why_not_overland(position, unit)) and not most:
        return overland
    return Refusal("18-6", "no more may be transferred in this phase", action.points, most)


def transfer(table: Table, position: WesternFrontPosition, order: Transfer) -> Procedure:
    """[18-6] [18-7] Points leave a headquarters as a shipment, which may move at once."""
    headquarters = position.units[order.headquarters]
    piece = position.piece(headquarters)
    position.change(
        headquarters.name,
        supply=headquarters.supply - order.points,
        transferred=headquarters.transferred + order.points,
    )
    key = supply_key(piece.nation)
    shipment = Unit(position.new_name(key), key, headquarters.at, 0, supply=order.points)
    position.put(shipment)
    where = position.setting.board.label(headquarters.at)
    table.tell(
        f"{piece.label} makes up a shipment of {counted(order.points, 'supply point')} in {where}",
        "18-7",
        kind="transfer",
        to=(piece.side,),
        data={"shipment": shipment.name},
    )
    yield from ()
    return None


def order_take_in(table: Table, position: WesternFrontPosition, order: TakeIn) -> Procedure:
    """[18-10] Carry out the order to take a shipment in."""
    take_in(table, position, order.shipment, order.headquarters)
    yield from ()
    return None


MOVEMENT_ORDERS: Mapping[type[Action], Callable[[Table, WesternFrontPosition, Any], Procedure]] = {
    Transfer: transfer,
    TakeIn: order_take_in,
}


# Receiving


def end_of_movement(table: Table, position: WesternFrontPosition) -> Procedure:
    """[18-10] As any movement phase ends, headquarters may take in the shipments in their hexes.

    It is also one of the moments at which units cut off are looked at [20-13], and cities that their
    garrisons have left [21-12].
    """
    surrender.check_half_turn(position)
    yield from fortresses.open_cities(table, position, position.active)
    pieces = position.setting.pieces
    for side in SIDES:
        for name in [unit.name for unit in position.of_side(side) if pieces[unit.piece].supply]:
            takers = [
                other.name
                for other in position.units_at(position.units[name].at)
                if why_not_take_in(position, position.units[name], other) is None
            ]
            if takers:
                answer = yield _ask_take_in(position, side, name, takers)
                if not isinstance(answer, Pass):
                    take_in(table, position, answer.shipment, answer.headquarters)
    return None


def _ask_take_in(position: WesternFrontPosition, side: str, name: str, takers: list[str]) -> Ask:
    shipment = position.units[name]
    where = position.setting.board.label(shipment.at)
    return Ask(
        side,
        "take-in",
        f"A shipment of {shipment.supply} supply points is in {where}: which headquarters takes it in?",
        "18-10",
        options=lambda: [*(TakeIn(name, taker) for taker in takers), PASS],
        default=lambda: TakeIn(name, takers[0]),
        about=TakingIn(name),
    )


def why_not_take_in(position: WesternFrontPosition, shipment: Unit, headquarters: Unit) -> Refusal | None:
    """[18-6] [18-10] [17-3] [17-4] [18-18] Why a headquarters cannot take a shipment in (WF-R061, R062)."""
    piece, sent = position.piece(headquarters), position.piece(shipment)
    label = piece.label
    if not piece.headquarters or piece.side != sent.side or headquarters.at != shipment.at:
        return Refusal("18-10", f"{label} is no friendly headquarters in the shipment's hex")
    if not may_receive(position, sent.nation, piece.nation):
        return Refusal("17-3", f"{label} may not hold supply points of that nation")
    if headquarters.moved or headquarters.spent or headquarters.rode:
        return Refusal("18-6", f"{label} has moved in this phase")
    most = position.setting.tables.whole("headquarters_transfer_limit")
    if headquarters.transferred + shipment.supply > most:
        left = most - headquarters.transferred
        return Refusal("18-6", f"{label} may take in no more in this phase", shipment.supply, left)
    if room(position, headquarters) < shipment.supply:
        return Refusal("17-4", f"{label} has no room", shipment.supply, room(position, headquarters))
    return None if shipment.rode else why_not_overland(position, headquarters)


def take_in(table: Table, position: WesternFrontPosition, shipment: str, headquarters: str) -> None:
    """[18-10] [17-2] A shipment is added to a headquarters' stock; its points change owner with it."""
    points = position.remove(shipment).supply
    taker = position.units[headquarters]
    position.change(headquarters, supply=taker.supply + points, transferred=taker.transferred + points)
    piece = position.piece(taker)
    table.tell(
        f"{piece.label} takes in {counted(points, 'supply point')}",
        "18-10",
        kind="transfer",
        to=(piece.side,),
    )


# Corps headquarters


def creation_choices(position: WesternFrontPosition, side: str) -> list[tuple[str, int]]:
    """[18-17] Corps headquarters that may be created as a turn begins, and the hexes for it.

    Only in the duration game, in the hex of an army headquarters of the nation, and not in an enemy zone
    (decision WF-R067).
    """
    if position.setting.scenario != DURATION_GAME:
        return []
    armies = [
        unit
        for unit in position.of_side(side)
        if (piece := position.piece(unit)).headquarters
        and piece.size != CORPS
        and unit.at != OFF_MAP
        and not position.enemy_controlled(unit.at, side)
    ]
    return [
        (key, node)
        for key, piece in position.setting.pieces.items()
        if piece.headquarters
        and piece.size == CORPS
        and piece.side == side
        and not any(key in group for group in (position.units, position.waiting, position.gone))
        for node in sorted({army.at for army in armies if position.piece(army).nation == piece.nation})
    ]


def create_corps_headquarters(table: Table, position: WesternFrontPosition) -> Procedure:
    """[18-17] As its half of a turn begins, a side may create corps headquarters, as many as it has."""
    side, now = position.active, turn_number(position)
    asked = f"corps-{side}"
    while position.flags.get(asked) != now and (choices := creation_choices(position, side)):
        answer = yield _ask_corps(position, side, choices)
        if isinstance(answer, Pass):
            position.flags[asked] = now
        else:
            create_corps(table, position, answer.unit, position.setting.board[answer.at])
    return None


def _ask_corps(position: WesternFrontPosition, side: str, choices: list[tuple[str, int]]) -> Ask:
    label = position.setting.board.label
    return Ask(
        side,
        "corps",
        "Create a corps headquarters with an army headquarters, or pass",
        "18-17",
        options=lambda: [PASS, *(Place(key, label(node)) for key, node in choices)],
        default=lambda: PASS,
        station=True,
        about=CreatingCorps(),
    )


def create_corps(table: Table, position: WesternFrontPosition, key: str, node: int) -> None:
    """[18-17] A corps headquarters begins its work, without supply points."""
    position.lost.pop(key, None)
    position.put(Unit(key, key, node, 0))
    position.flags[f"created-{key}"] = turn_number(position)
    where = position.setting.board.label(node)
    table.tell(f"{position.setting.pieces[key].name} is set up in {where}", "18-17", kind="arrival")


def _created_now(position: WesternFrontPosition, name: str) -> bool:
    return position.flags.get(f"created-{name}") == turn_number(position)
