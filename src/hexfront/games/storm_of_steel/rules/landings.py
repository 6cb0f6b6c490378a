"""[25.4] Amphibious assaults: who may land where, the guns of the fleet, and the fight for the port."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from hexfront.games.storm_of_steel.matters import Battle as BattleMatter
from hexfront.games.storm_of_steel.matters import Beach
from hexfront.games.storm_of_steel.orders import Join, UseTable
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.premises import RESULTS
from hexfront.games.storm_of_steel.printed.land_tables import odds
from hexfront.games.storm_of_steel.rules import (
    battles,
    bombardment,
    card_shifts,
    casualties,
    columns,
    control,
    fleets,
    headquarters,
    naval_transport,
    retreat,
    sea_control,
    siege,
)
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.rules.harbours import flee
from hexfront.games.storm_of_steel.rules.losses import eliminate
from hexfront.games.storm_of_steel.rules.sea_routes import OFF_MAP_SEAS
from hexfront.games.storm_of_steel.rules.sorties import ENGAGEMENT
from hexfront.games.storm_of_steel.sea_orders import Dismiss, Land, Muster
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import Ask, Procedure, Table, Together

LANDING = "landing"  # the mission of ships that take part, and the mark of the one landing of an impulse
AMERICA = "united-states"
# [25.41] The seas on which each side may land; the Channel counts as the North Sea (SS-N07).
BASINS = (frozenset(("baltic",)), frozenset(("black-sea", "marmara")))
HIGH_SEAS = frozenset(
    (
        "north-sea",
        "english-channel",
        "atlantic",
        "west-mediterranean",
        "east-mediterranean",
        "indian-ocean",
        "black-sea",
        "marmara",
    )
)
PORT_STRENGTH = 5
PORT, BASE = -2, -3  # [25.42] columns
FULL_SUPPORT = 6  # capital ships for a column to the right
BARRED, OPEN, DEFENDED = "barred", "open", "defended"
WON = ("DE", "DD")
HALF_EXCHANGE = "HX"
MARINES = "marine"


# Who may land, and where


def may_assault(position: SteelPosition, unit: Unit) -> bool:
    """[25.41] [25.42] [15.2] Whether a unit may land by assault: it fights, as headquarters do, is not
    motorized, and no other has landed in this impulse."""
    piece = position.piece(unit)
    return (
        bool(piece.strength)
        and not piece.mechanized
        and not unit.motorized
        and piece.country not in position.mutinies  # [6.22]
        and not position.hauled.get(LANDING)
    )


def targets(position: SteelPosition, unit: Unit) -> Iterator[int]:
    """[25.41] [25.43] The unfriendly ports that a unit may assault: on seas that its side dominates, and
    without a black line."""
    if not may_assault(position, unit) or not _has_transport(position, unit):
        return
    side = position.side_of(unit)
    country = _sails_as(position, unit)
    reached = naval_transport.seas_reached(position, side, country, unit.at, landing=True)
    for node in sorted(sea_control.harbours(position.setting)):
        if not is_hostile(position, side, node) or position.setting.city_at[node].landing != DEFENDED:
            if not is_undefended(position, side, node):
                continue
        if landing_seas(position, side, unit.at, node, reached):
            yield node


def _sails_as(position: SteelPosition, unit: Unit) -> str:
    """[25.41] The country by whose seas a unit goes to an assault: from a port of the Black Sea any unit of
    the Entente lands within it, like Russians."""
    inside = "black-sea" in sea_control.seas_of(position, unit.at)
    return "russia" if inside and position.side_of(unit) == ENTENTE else position.piece(unit).country


def _has_transport(position: SteelPosition, unit: Unit) -> bool:
    """[25.41] [29.11] Whether a unit is aboard, or can go aboard in a port; from an open coast nobody goes to
    an assault."""
    if position.is_cargo(unit.name):
        return not naval_transport.strands(position, position.units[position.aboard[unit.name]])
    if naval_transport.leaves_a_coast(position, unit):
        return False
    return naval_transport.transport_for(position, unit) is not None


def is_hostile(position: SteelPosition, side: str, node: int) -> bool:
    """[25.41] Whether a port is not friendly, and may be entered."""
    setting = position.setting
    return (
        not setting.board.is_area(node)
        and node in setting.in_play
        and node in setting.city_at
        and position.controller(node) != side
        and position.occupant[node] in ("", other_side(side))
        and position.is_open(node, side)
    )


def is_undefended(position: SteelPosition, side: str, node: int) -> bool:
    """[25.41] [25.44] Whether a port that defends with nothing must be assaulted: Basra, Poti, Batum and
    Trebizond always, minor ports if the enemy holds them."""
    if not is_hostile(position, side, node):
        return False
    landing = position.setting.city_at[node].landing
    if landing == OPEN:
        return not naval_transport.is_minor_port(position, node, side)
    return landing not in (BARRED, DEFENDED, "")


def landing_seas(
    position: SteelPosition, side: str, start: int, node: int, reached: dict[str, int]
) -> list[str]:
    """[3.2-3b1a] [25.41] The seas over which a side may land in a port: they are on its list, it dominates
    them, and the voyage leads there."""
    on = sea_control.seas_of(position, node)
    if not naval_transport.joins(position, start, node, reached):
        return []
    found = [
        sea
        for sea in on
        if sea in reached and (sea in OFF_MAP_SEAS or sea_control.dominated_by(position, sea) == side)
    ]
    if side == CENTRAL_POWERS:
        from_here = frozenset(sea_control.seas_of(position, start))
        basins = [basin for basin in BASINS if not basin.isdisjoint(from_here)]
        return [sea for sea in found if any(sea in basin for basin in basins)]
    return [sea for sea in found if sea in HIGH_SEAS]


def why_not(position: SteelPosition, unit: Unit, action: Action) -> Refusal | None:
    """Words for a port that cannot be assaulted."""
    board = position.setting.board
    if not isinstance(action, Land) or action.to not in board:
        return None
    node, side = board[action.to], position.side_of(unit)
    piece = position.piece(unit)
    if piece.mechanized or unit.motorized or not piece.strength:
        return Refusal("25.42", f"{piece.name} cannot land by assault")
    if piece.country in position.mutinies:
        return Refusal("6.22", f"{piece.name} mutinies")
    if position.hauled.get(LANDING):
        return Refusal("25.41", "there has been a landing in this impulse")
    if naval_transport.is_neutral_port(position, node, side):
        return Refusal("19.23", f"{action.to} is neutral")
    if not is_hostile(position, side, node):
        return Refusal("25.41", f"{action.to} is no unfriendly port")
    if position.setting.city_at[node].landing == BARRED:
        return Refusal("25.43", f"nobody can land in {action.to}")
    if naval_transport.is_minor_port(position, node, side):
        return Refusal("25.44", f"{action.to} needs no assault")
    return Refusal("25.41", f"you dominate no sea of your list from which {action.to} could be reached")


# The landing


def assault(table: Table[SteelPosition], name: str, to: int) -> Procedure:
    """[25.42] The transports come before the port; the fleet silences a fort, and the units attack."""
    position = table.position
    side, start = position.active, position.units[name].at
    position.hauled[LANDING] = 1
    names = [name]
    from_shore = [] if position.is_cargo(name) else [name]
    _embark(position, name, start)
    second = yield from _second_wave(position, name, start, to)
    if second:
        names.append(second)
        from_shore += [] if position.is_cargo(second) else [second]
        _embark(position, second, start)
    ships = yield from _gunfire(position, names, to)
    for each in ships:
        position.change(each, mission=LANDING)
    fort = siege.fort_at(position, to)
    if fort is not None:
        yield from bombardment.shell(table, ships, to, bombardment.FORT)
        if siege.fort_at(position, to) is not None:
            _turn_back(table, names, from_shore, start)
            return None
    carriers = [position.aboard[each] for each in names]
    yield from _fight(table, names, to, [each for each in ships if each in position.units])
    control.leave(position, side, start)
    if any(each in position.units for each in names):
        for each in carriers:
            position.change(each, at=to)
        flee(table, to, side, risky=True)
    return None


def _turn_back(
    table: Table[SteelPosition], names: Sequence[str], from_shore: Sequence[str], start: int
) -> None:
    """[25.42] A landing is called off: those who went aboard for it return to their port, others stay aboard,
    and nobody moves any more in this turn."""
    position = table.position
    for name in names:
        if name in from_shore:
            position.disembark(name)
            position.change(name, at=start)
        position.change(name, moved=True, crossed=True)
    table.tell("The fort holds out, and the landing is called off", "25.42", kind="landing")


def _embark(position: SteelPosition, name: str, start: int) -> None:
    """[25.3] [25.41] A unit goes aboard, if it is not, and takes a berth; its transport does nothing more in
    this turn."""
    if not position.is_cargo(name):
        carrier = naval_transport.transport_for(position, position.units[name])
        assert carrier is not None
        key = naval_transport.berth(position, start)
        position.hauled[key] = position.hauled.get(key, 0) + 1
        position.embark(name, carrier.name)
    position.change(position.aboard[name], moved=True, mission=LANDING)


def _second_wave(
    position: SteelPosition, first: str, start: int, to: int
) -> Generator[Ask | Together, Any, str]:
    """[25.45] With the United States at war two units may land, if one is American: both from one port,
    ashore there or aboard."""
    side = position.active
    if side != ENTENTE or position.alliances.get(AMERICA) != ENTENTE:
        return ""
    american = position.piece(position.units[first]).country == AMERICA
    afloat = {*naval_transport.afloat(position)}
    able = [
        unit.name
        for unit in position.units_at(start)
        if unit.name != first
        and position.side_of(unit) == side
        and position.piece(unit).land
        and (american or position.piece(unit).country == AMERICA)
        and (unit.name in afloat or naval_transport.may_embark(position, unit))
        and not position.piece(unit).mechanized
        and not unit.motorized
        and position.piece(unit).strength
    ]
    if not able:
        return ""
    order = yield Ask(
        side,
        "second wave",
        "Which unit lands beside it? Pass for none",
        "25.45",
        [PASS, *map(Join, able)],
        Beach(position.setting.board.label(to), (first,)),
    )
    return order.unit if isinstance(order, Join) else ""


def supporting(position: SteelPosition, side: str, to: int) -> list[str]:
    """[25.3] [25.42] The capital ships that may support a landing: in bases on its sea, without a mission or
    after an engagement without combat."""
    found = {
        unit.name: None
        for sea in sea_control.seas_of(position, to)
        for unit in fleets.lying_on(position, sea, side)
        if position.piece(unit).kind in fleets.CAPITAL and unit.mission in ("", ENGAGEMENT)
    }
    return [*found]


def _gunfire(
    position: SteelPosition, names: Sequence[str], to: int
) -> Generator[Ask | Together, Any, tuple[str, ...]]:
    """[25.42] Which ships bombard the fort and support the landing."""
    side, label = position.active, position.setting.board.label(to)
    able = supporting(position, side, to)
    chosen: tuple[str, ...] = ()
    while able:
        adding: list[Action] = [Muster(name) for name in able if name not in chosen]
        order = yield Ask(
            side,
            "gunfire",
            f"Which capital ships support the landing in {label}? Pass when done",
            "25.42",
            [PASS, *adding, *map(Dismiss, chosen)],
            Beach(label, tuple(names), chosen),
        )
        match order:
            case Muster(unit):
                chosen = (*chosen, unit)
            case Dismiss(unit):
                chosen = tuple(each for each in chosen if each != unit)
            case _:
                break
    return chosen


# The fight


def defence(position: SteelPosition, to: int, note: Note = unexplained) -> int:
    """[25.41] [25.42] [25.43] The strength of a port: five, and whoever stands in it; at least one
    (SS-D25)."""
    total = 0
    if position.setting.city_at[to].landing == DEFENDED:
        total += note("25.41", "the port", PORT_STRENGTH)
    for unit in position.troops_at(to):
        total += note("14.2", position.piece(unit).name, battles.strength(position, unit, attacks=False))
    return total or note("14.2", "nobody defends", 1)


def shift(position: SteelPosition, battle: Battle, guns: int, note: Note = unexplained) -> int:
    """[25.42] [39.1] Columns of a landing: port or naval base, gunfire, marines, naval cards of the attacker
    and cards of the defender; at most two in all (SS-D07, SS-N08)."""
    base = "naval base" in position.setting.ground.kinds_of[battle.at]
    total = note("25.42", "naval base" if base else "port", BASE if base else PORT)
    total += note("25.42", "gunfire of the fleet", guns)
    total += card_shifts.at_sea(position, battle.side, battle.enemy_front, note)
    if battle.defended:
        for card in card_shifts.acting(position, other_side(battle.side), battle.enemy_front):
            left = card_shifts.best(position, card, -1, battle.defenders, battle.attackers)
            total -= note("4.6-Combat-1", card.name, left)
    if position.setting.option("marines") and any(
        position.piece(unit).kind == MARINES for unit in battle.attackers
    ):
        total += note("39.1", "marines", position.setting.printed.land.shifts["marines in a landing"].columns)
    most = position.setting.number("shifts")
    net = columns.limited(total, most)
    if net != total:
        note("14.21", "the most of all shifts", net - total)
    return net


def _support(table: Table[SteelPosition], ships: Sequence[str], to: int) -> int:
    """[25.42] A column to the right for every six capital ships; fewer need a die no higher than they are."""
    number = len(ships)
    if number >= FULL_SUPPORT or not number:
        return number // FULL_SUPPORT
    label = table.position.setting.board.label(to)
    die = table.roll("gunfire", "25.42", at=label, words="gunfire support")
    return int(die <= number)


def landing_of(position: SteelPosition, names: Sequence[str], to: int) -> Battle:
    """[25.42] The attack of those who land, on the front of the port."""
    attackers = tuple(position.units[name] for name in names)
    defenders = tuple(position.troops_at(to))
    front = position.setting.front_of[to]
    defended = any(headquarters.in_command(position, unit) for unit in defenders)
    side = position.side_of(attackers[0])
    return Battle(side, to, attackers, defenders, front, front, commanded=False, defended=defended)


def column_of(position: SteelPosition, battle: Battle, table: str, guns: int) -> str:
    """[25.42] The column of a landing, with so many columns won by the guns of the fleet."""
    attack, against = battles.attack_strength(position, battle), defence(position, battle.at)
    chosen = position.setting.printed.land.combat[table]
    return chosen.column(odds(max(attack, 1), against), shift(position, battle, guns))


def wins(result: str, units: int) -> bool:
    """[25.42] [25.45] Whether a result gives the port to a landing force of one unit or two."""
    return result in WON or (result == HALF_EXCHANGE and units > 1)


def _fight(table: Table[SteelPosition], names: Sequence[str], to: int, ships: Sequence[str]) -> Procedure:
    """[25.42] [25.43] [25.45] DE or DD wins the port; else the landing force is lost, but for one of two
    units after HX."""
    position = table.position
    label = position.setting.board.label(to)
    battle = landing_of(position, names, to)
    guns = _support(table, ships, to)
    chosen = yield Ask(
        battle.side,
        "table",
        "Which combat results table?",
        "14.3",
        [UseTable(each) for each in battles.tables(position, battle)],
        BattleMatter(label, tuple(names), guns),
    )
    attack, against = battles.attack_strength(position, battle), defence(position, to)
    printed = position.setting.printed.land
    column = column_of(position, battle, chosen.table, guns)
    result = table.premise(RESULTS)
    if result is None:
        die = table.roll("landing", "25.42", at=label, words=f"landing in {label}")
        result = printed.combat[chosen.table].cells[die, column]
    table.tell(
        f"Landing in {label}, {attack} against {against}, {chosen.table} at {column}: {result}",
        "25.42",
        kind="landing",
        data={"at": label, "result": result, "column": column},
    )
    meaning = printed.results[result]
    theirs = [unit.name for unit in battle.defenders]
    owed = battles.owed_losses(meaning.attacker, meaning.defender, attack, against)
    worth = {unit.name: battles.strength(position, unit, attacks=False) for unit in battle.defenders}
    yield from casualties.take_losses(table, position, to, worth, owed[1])
    won = wins(result, len(names))
    if won and result == HALF_EXCHANGE:
        paying = {unit.name: battles.strength(position, unit, attacks=True) for unit in battle.attackers}
        yield from casualties.take_losses(table, position, to, paying, owed[0])
    elif not won:
        for name in names:
            eliminate(table, position, position.units[name], "25.42")
        return None
    yield from _drive_out(table, [name for name in theirs if name in position.units])
    _come_ashore(table, [name for name in names if name in position.units], to)
    return None


def _drive_out(table: Table[SteelPosition], names: Sequence[str]) -> Procedure:
    """[25.42] Whoever is left of the defenders must leave the port, entrenched or not."""
    position = table.position
    for name in names:
        if position.units[name].entrenched:
            position.change(name, entrenched=False)
    yield from retreat.fall_back(table, position, names)
    return None


def _come_ashore(table: Table[SteelPosition], names: Sequence[str], to: int) -> None:
    """[25.42] The landing force enters the port and goes no farther."""
    position = table.position
    for name in names:
        ship = position.aboard[name]
        position.change(ship, at=to)
        position.disembark(name)
        position.change(name, moved=True, strategic=True, attacked=True)
        control.enter(position, position.active, [to])
        where = position.setting.board.label(to)
        table.tell(f"{position.piece(position.units[name]).name} lands in {where}", "25.42", kind="landing")
