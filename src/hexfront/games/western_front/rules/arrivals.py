"""Chapter 25, and scenario book chapters 6, 7 and 24: who comes, who goes, who is ready.

What the schedules bring waits beside the map until its owner places it; mostly there is only one place,
and then nothing is asked. Supply points wait until they are delivered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

import msgspec

from hexfront.games.western_front.matters import Arriving, Delivering, Mobilizing
from hexfront.games.western_front.orders import Deliver, Mobilize, Place
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.list_rows import Arrival, Mobilization
from hexfront.games.western_front.printed.pieces import Piece, supply_key
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import (
    exchanges,
    expenditure,
    fourth_regiments,
    headquarters,
    morale,
    movement,
    occupation,
    other_fronts,
    rail_lines,
    stacking,
    withdrawals,
    wording,
)
from hexfront.games.western_front.rules.withdrawals import is_of_active_side
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, WEST, other_side
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure
from hexfront.shared.words import counted

PLACE = "place: "
DELAY = "delayed: "
TURNS_IN_MONTH = 7
OPTIONS: tuple[Option, ...] = (
    Option(
        "austro-hungarians-wait",
        ("off", "on"),
        "Austro-Hungarian divisions come to the Western Front only after Germany's economic collapse.",
        ("40-8",),
    ),
)
_CHOSEN = "mobilization line "
_SIEGE_NOTE = "without-siege-headquarters"
_ARRIVAL_RULE = {"ge": "WF 23-23", "fr": "WF 23-33", "gb": "WF 23-40", "be": "WF 23-51", "us": "WF 23-55"}


def begin(table: Table, position: WesternFrontPosition) -> None:
    """[25-1] [WF 6] [WF 7] What happens by itself when a side's arrival phase begins.

    Reinforcements come by the schedules: [WF 24-1] [WF 24-2] [WF 24-5].
    """
    for line in _mobilization_lines(position):
        if line.choose == "all":
            for unit in fitting(position, line):
                _mobilize(table, position, unit)
    exchanges.begin(table, position)
    other_fronts.arrive(table, position)
    other_fronts.withdraw(table, position)
    split = exchanges.passed_over(position)
    withdrawals.withdraw(table, position, split)
    rows = [
        row
        for row in position.setting.arriving(position.date)
        if is_of_active_side(position, row.nation) and row.unit not in split
    ]
    if rows:
        pieces = position.setting.pieces
        present = (*position.units.values(), *position.lost.values(), *position.waiting.values())
        formations = {pieces[unit.piece].formation for unit in present}
        for row in rows:
            if not _is_passed_over(position, row, formations):
                _bring(table, position, row)
                if row.unit:
                    formations.add(pieces[row.unit].formation)
    position.setting.campaign.reinforce(table, position)


def phase(table: Table, position: WesternFrontPosition) -> Procedure:
    """[5] [25-2] The decisions of an arrival phase, one after the other."""
    yield from choose_mobilization(table, position)
    yield from withdrawals.make_up(table, position)
    yield from fourth_regiments.give_up(table, position)
    yield from position.setting.campaign.choose_reinforcements(table, position)
    yield from place_units(table, position)
    yield from deliver_supply(table, position)
    return None


# Mobilization


def _mobilization_lines(position: WesternFrontPosition) -> list[Mobilization]:
    """[WF 6] The lines of the mobilization schedule that concern the active side in this turn."""
    first = position.setting.parameters.first_turn
    if (position.date.year, position.date.month) != (first.year, first.month):
        return []
    lines = position.setting.orders.mobilization
    return [
        line for line in lines if line.turn == position.date.turn and is_of_active_side(position, line.nation)
    ]


def fitting(position: WesternFrontPosition, line: Mobilization) -> list[Unit]:
    """[WF 6] The units not yet mobilized that a line speaks of; Germany's lines include its allies' guns."""
    board = position.setting.board
    hexes: set[int] | None = None
    if line.hex and line.hex in board:
        hexes = {board[line.hex], *(board.adjacent[board[line.hex]] if line.adjacent else ())}
    pieces = _fitting_pieces(position.setting, line)
    return [
        unit
        for unit in position.members[position.active].values()
        if not unit.mobilized
        and unit.piece in pieces
        and line.army in ("", unit.army)
        and (hexes is None or unit.at in hexes)
    ]


@lru_cache(maxsize=256)
def _fitting_pieces(setting: WesternFrontSetting, line: Mobilization) -> frozenset[str]:
    return frozenset(key for key, piece in setting.pieces.items() if _fits(piece, line))


def _fits(piece: Piece, line: Mobilization) -> bool:
    return (
        (piece.nation == line.nation or (piece.nation == "ah" and line.nation == "ge"))
        and line.kind in ("", piece.kind)
        and line.size in ("", piece.size)
        and (not line.values or f"{piece.strength}-{piece.movement}" in line.values)
    )


def _mobilize(table: Table, position: WesternFrontPosition, unit: Unit) -> None:
    movement.note_mobilization(position, unit.name)
    table.tell(f"{position.piece(unit).label} completes mobilization", "WF 6", kind="mobilization")


def choose_mobilization(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 6] Where only some units complete mobilization, their owner says which."""
    for line in _mobilization_lines(position):
        if line.choose == "all":
            continue
        key = f"{_CHOSEN}{line.line}"
        while position.flags.get(key, 0) < int(line.choose):
            units = [*position.setting.campaign.may_mobilize(position, fitting(position, line))]
            if not units:
                break
            chosen = yield _ask_mobilize(position, units)
            position.flags[key] = position.flags.get(key, 0) + 1
            _mobilize(table, position, position.units[chosen.unit])
    return None


def _ask_mobilize(position: WesternFrontPosition, units: list[Unit]) -> Ask:
    return Ask(
        position.active,
        "mobilize",
        "Which unit completes its mobilization in this turn?",
        "WF 6",
        options=lambda: [Mobilize(unit.name) for unit in units],
        default=lambda: Mobilize(units[0].name),
        about=Mobilizing(tuple(unit.name for unit in units)),
        station=True,
    )


# Arrival


def _is_passed_over(position: WesternFrontPosition, row: Arrival, formations: Collection[str]) -> bool:
    """Whether an arrival does not happen: its formation is in play already, or an option cancels it."""
    if _SIEGE_NOTE in row.notes and position.setting.option("siege-headquarters"):
        return True
    if not row.unit:
        return False
    piece = position.setting.pieces[row.unit]
    return not piece.replacement and piece.formation in formations


def _bring(table: Table, position: WesternFrontPosition, row: Arrival) -> None:
    """[25-4] [25-6] [WF 24-3] Put what a line of the schedule brings beside the map, ready to move."""
    if not row.unit and other_fronts.receives(position, row, "", 0):
        return
    if not row.unit:
        position.supply_due[row.nation] = position.supply_due.get(row.nation, 0) + (row.supply or 0)
        return
    piece = position.setting.pieces[row.unit]
    board = position.setting.board
    listed = bool(row.place) and row.place in board
    place = board[row.place] if listed else OFF_MAP
    for _ in range(row.count or 1):
        if position.setting.campaign.drafts(position, row.unit, place):
            continue
        name = position.new_name(row.unit) if piece.replacement else row.unit
        strength = piece.strength if row.strength is None else row.strength
        if other_fronts.receives(position, row, name, strength):
            continue
        position.gone.discard(name)
        position.flags.pop(withdrawals.SENT_AWAY + name, None)
        fourth_regiments.arrived(position, row)
        unit = Unit(name, row.unit, OFF_MAP, strength, supply=row.supply or 0)
        if exchanges.takes_over(table, position, unit):
            continue
        position.waiting[name] = unit
        if listed:
            position.flags[PLACE + name] = place


def place_units(table: Table, position: WesternFrontPosition) -> Procedure:
    """[25-2] [25-3] Place what waits; units without a place wait on."""
    for name in list(position.waiting):
        unit = position.waiting[name]
        if position.side_of(unit) != position.active:
            continue
        if position.flags.get(DELAY + name, 0) > turn_count(position.date):
            continue
        places = arrival_hexes(position, unit)
        if not places:
            continue
        chosen = yield _ask_place(position, unit, places)
        node = position.setting.board[chosen.at]
        if is_by_the_edge(position, unit, node) and DELAY + name not in position.flags:
            delay = position.setting.tables.whole("british_map_edge_delay")
            position.flags[DELAY + name] = turn_count(position.date) + delay
            position.flags[PLACE + name] = node
            table.tell(
                f"{wording.does(position.piece(unit), 'comes')} by way of {chosen.at}",
                "WF 23-40",
                kind="arrival",
            )
            continue
        position.flags.pop(other_fronts.COMES_FROM + name, None)
        entrained = position.flags.pop(DELAY + name, None) is not None or unit.entrained
        arrived = msgspec.structs.replace(position.waiting.pop(name), at=node, entrained=entrained)
        position.put(arrived)
        position.flags.pop(PLACE + name, None)
        where = position.setting.board.name_of(node)
        table.tell(f"{wording.does(position.piece(unit), 'arrives')} in {where}", "25-2", kind="arrival")
        yield from occupation.entered(table, position, [name], node)
    return None


def arrival_hexes(position: WesternFrontPosition, unit: Unit) -> list[int]:
    """[25-2] [25-3] [WF 23-23] [WF 23-33] [WF 23-40] Where a unit may arrive now."""
    piece = position.piece(unit)
    if not may_come(position, piece):
        return []
    if (edge := other_fronts.edge_of(position, unit.name)) is not None:
        return [node for node in edge if is_open(position, node, piece)]
    listed = position.flags.get(PLACE + unit.name)
    offered = [listed] if listed is not None else _free_choice(position, piece)
    fits = is_free if listed is None and piece.nation == "be" else is_open  # decision WF-R186
    open_hexes = [node for node in offered if fits(position, node, piece)]
    if open_hexes or listed is None:
        return open_hexes
    rails = [node for node in range(len(position.standing)) if is_open(position, node, piece)]
    board = position.setting.board
    distances = {node: board.distance(listed, node) or 0 for node in rails}
    nearest = min(distances.values(), default=0)
    return [node for node in rails if distances[node] == nearest]


def may_come(position: WesternFrontPosition, piece: Piece) -> bool:
    """[40-8] [WF 25-7] Whether the west is open to a unit: of Austro-Hungarians to siege artillery always, to
    four divisions by the schedule, with the option and in a linked game only after Germany's collapse
    (decision WF-R133)."""
    if piece.nation != "ah" or piece.siege or position.setting.front != WEST:
        return True
    waits = position.setting.option("austro-hungarians-wait") or other_fronts.is_linked(position)
    if waits and not morale.is_collapsed(position, "ge"):
        return False
    known = (*position.units.values(), *position.lost.values())
    halves = sum(each.halves for unit in known if (each := position.piece(unit)).nation == "ah")
    most = position.setting.tables.whole("austro_hungarian_divisions_west")
    return halves + piece.halves <= 2 * most


def is_by_the_edge(position: WesternFrontPosition, unit: Unit, node: int) -> bool:
    """[WF 23-40] Whether a British unit would come over the western map edge instead of by sea."""
    return position.piece(unit).nation == "gb" and node in western_rails(position)


def western_rails(position: WesternFrontPosition) -> list[int]:
    """[WF 23-40] French rail hexes on the western map edge that are no ports."""
    regions = position.setting.board.regions
    edge = regions.get("edge west", frozenset()) & regions.get("friendly-edge france", frozenset())
    return sorted(node for node in edge - position.setting.ports if position.rail_network(node))


def turn_count(date: TurnDate) -> int:
    """Normal turns counted through, for delays."""
    return (date.year * 12 + date.month) * TURNS_IN_MONTH + date.turn


def is_open(position: WesternFrontPosition, node: int, piece: Piece) -> bool:
    """[25-3] An operative rail hex of a friendly network, free of enemies and their control, with room."""
    return rail_lines.is_operative_for(position, node, piece.side) and is_free(position, node, piece)


def is_free(position: WesternFrontPosition, node: int, piece: Piece) -> bool:
    """[25-3] [WF 23-51] A hex without enemies and their control, with room."""
    return (
        position.occupier(node) != other_side(piece.side)
        and not position.enemy_controlled(node, piece.side)
        and not position.setting.closed[node]
        and stacking.room(position, node, [piece])
    )


def _free_choice(position: WesternFrontPosition, piece: Piece) -> list[int]:
    """[WF 23-23] [WF 23-33] [WF 23-40] [WF 23-51] [WF 23-55] Where units without a listed place may come."""
    board = position.setting.board
    if piece.nation == "gb":
        return [*sorted(position.setting.ports), *western_rails(position)]
    if piece.nation == "us":
        return western_rails(position)
    if piece.nation == "be":
        return [node for node in range(len(board)) if position.holder(node) == piece.side]
    country = "germany" if piece.side == CENTRAL_POWERS else "france"
    cities = [node for node in position.setting.cities if board.country[node] == country]
    edge = [node for node in board.regions.get(f"friendly-edge {country}", ()) if position.rail_network(node)]
    brussels = [place.node for place in board.places if place.name == "Brussels" and country == "germany"]
    return sorted({*cities, *edge, *brussels})


def _ask_place(position: WesternFrontPosition, unit: Unit, places: list[int]) -> Ask:
    label = position.setting.board.label
    nation = position.piece(unit).nation
    rule = "25-2" if PLACE + unit.name in position.flags else _ARRIVAL_RULE.get(nation, "25-2")
    return Ask(
        position.active,
        "place",
        f"Where does {position.piece(unit).label} arrive?",
        rule,
        options=lambda: [Place(unit.name, label(node)) for node in places],
        why_not=lambda action: _why_not_place(position, unit, action),
        default=lambda: Place(unit.name, label(_advised_place(position, unit, places))),
        about=Arriving(unit.name),
        station=True,
    )


def _advised_place(position: WesternFrontPosition, unit: Unit, places: list[int]) -> int:
    """The place nearest to a headquarters of the nation."""
    board = position.setting.board
    nation = position.piece(unit).nation
    staffs = [
        each.at
        for each in position.of_side(position.active)
        if position.piece(each).headquarters and position.piece(each).nation == nation
    ]

    def hexes(node: int) -> int:
        return min((board.distance(node, at) or 0 for at in staffs), default=0)

    return min(places, key=lambda node: (is_by_the_edge(position, unit, node), hexes(node), node))


def _why_not_place(position: WesternFrontPosition, unit: Unit, action: Action) -> Refusal | None:
    board = position.setting.board
    if not isinstance(action, Place) or action.unit != unit.name or action.at not in board:
        return None
    node = board[action.at]
    piece = position.piece(unit)
    if position.enemy_controlled(node, piece.side) or position.occupier(node) == other_side(piece.side):
        return Refusal("25-3", f"the enemy controls {action.at}")
    if not rail_lines.is_operative_for(position, node, piece.side):
        return Refusal("25-3", f"{action.at} has no operative rail line of a friendly network")
    if not stacking.room(position, node, [piece]):
        return Refusal("11-1", f"there is no room in {action.at}")
    return Refusal("25-2", f"{piece.label} does not arrive in {action.at}")


# Supply points


def deliver_supply(table: Table, position: WesternFrontPosition) -> Procedure:
    """[25-7] Arriving supply points go to headquarters on rail lines, or to a map edge as shipments."""
    for nation in list(position.supply_due):
        if not is_of_active_side(position, nation):
            continue
        while position.supply_due.get(nation, 0) > 0:
            options = list(_deliveries(position, nation, position.supply_due[nation]))
            if not options:
                table.tell("Supply points that nobody can take are lost", "25-7", to=(position.active,))
                break
            chosen = yield _ask_delivery(position, nation, options)
            position.supply_due[nation] -= chosen.points
            _deliver(table, position, nation, chosen)
        position.supply_due.pop(nation, None)
    return None


def takers(position: WesternFrontPosition, nation: str) -> tuple[str, ...]:
    """[WF 23-60] The nations as whose supply points those of a nation may be taken: those of the United
    States as French or British ones, and as their own once they have a headquarters."""
    if nation != "us":
        return (nation,)
    return ("us", "fr", "gb") if expenditure.has_states_headquarters(position) else ("fr", "gb")


def _receivers(position: WesternFrontPosition, nation: str) -> list[Unit]:
    """[25-7] The nation's headquarters that stand on an operative rail line and have room."""
    return [
        unit
        for unit in position.of_side(position.active)
        if (piece := position.piece(unit)).headquarters
        and piece.nation in takers(position, nation)
        and headquarters.room(position, unit)
        and rail_lines.is_operative_for(position, unit.at, position.active)
    ]


def _deliveries(position: WesternFrontPosition, nation: str, due: int) -> Iterable[Deliver]:
    for unit in _receivers(position, nation):
        for points in range(1, min(due, headquarters.room(position, unit)) + 1):
            yield Deliver(points, unit.name)
    for name, most in position.setting.campaign.stores(position, nation).items():
        for points in range(1, min(due, most) + 1):
            yield Deliver(points, name)
    shipment = position.setting.tables.whole("headquarters_transfer_limit")
    for node in edge_rails(position, nation):
        for points in range(1, min(due, shipment) + 1):
            yield Deliver(points, position.setting.board.label(node))


def edge_rails(position: WesternFrontPosition, nation: str) -> list[int]:
    """[25-7] Operative rail hexes on the friendly map edge."""
    side = position.setting.tables.nations[nation].side
    country = "germany" if side == CENTRAL_POWERS else "france"
    edge = position.setting.board.regions.get(f"friendly-edge {country}", ())
    piece = position.setting.pieces[supply_key(nation)]
    return sorted(node for node in edge if is_open(position, node, piece))


def _ask_delivery(position: WesternFrontPosition, nation: str, options: list[Deliver]) -> Ask:
    name = position.setting.tables.nations[nation].name
    due = position.supply_due[nation]

    def advised() -> Action:
        receivers = _receivers(position, nation)
        if not receivers:
            return max(options, key=lambda each: each.points)
        poorest = min(receivers, key=lambda unit: (unit.supply, unit.name))
        return max((each for each in options if each.to == poorest.name), key=lambda each: each.points)

    return Ask(
        position.active,
        "deliver",
        f"{name} receives {due} supply points: where do they go?",
        "25-7",
        options=lambda: options,
        default=advised,
        about=Delivering(nation, due),
        station=True,
        always=True,
    )


def _deliver(table: Table, position: WesternFrontPosition, nation: str, chosen: Deliver) -> None:
    own = (position.active,)
    if chosen.to in position.units:
        unit = position.units[chosen.to]
        position.change(unit.name, supply=unit.supply + chosen.points)
        told = f"{position.piece(unit).label} receives {counted(chosen.points, 'supply point')}"
    elif chosen.to in position.setting.pieces:
        position.setting.campaign.lay_up(position, chosen.to, chosen.points)
        label = position.setting.pieces[chosen.to].label
        table.tell(
            f"{chosen.points} supply points are laid up for {label}", "WF 23-61", kind="supply", to=own
        )
        return
    else:
        key = supply_key(takers(position, nation)[0])
        name = position.new_name(key)
        node = position.setting.board[chosen.to]
        position.put(Unit(name, key, node, 0, supply=chosen.points))
        told = f"{chosen.points} supply points arrive in {chosen.to}"
    table.tell(told, "25-7", kind="supply", to=own)
