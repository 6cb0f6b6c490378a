"""What the book asks of a deployment: the steps of chapters 14, 16, 18, 20 and 22, and WF 12-3, 15-3, 17-3.

A position in which armies are being deployed has its front lines and sectors laid out. `why_not_place`
looks at one unit and one hex while others stand already, `faults` at a whole side when all of it stands.
Units in the hexes that the historical set-up of 1918 prints are bound by nothing (decision WF-R217).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hexfront.games.western_front.position import HELD_BACK, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.scenario_lists import Force
from hexfront.games.western_front.rules import rail_lines, sectors, stacking
from hexfront.games.western_front.scenarios.front_lines import front_of, held, nodes
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.errors import Refusal

SET_UP = "entente-set-up"
HISTORICAL = "historical"
DEAD_PILE = "dead pile"
SPREAD_NATIONS = ("fr", "gb")  # whose artillery is spread over headquarters [WF 22 option 1]
IN_EACH_HEX = "two-divisions-in-each-hex"  # the other reading of the limit at Verdun (decision WF-R157)


def set_up_rule(setting: WesternFrontSetting) -> str:
    """The text of the book that orders the deployment: WF 14 set-up, and so on."""
    return f"{front_of(setting).rule} set-up"


def is_historical(setting: WesternFrontSetting) -> bool:
    """[WF 22 option 1] Whether the Entente stands in the printed hexes of March 1918."""
    return setting.options.get(SET_UP) == HISTORICAL and setting.parameters.has("historical_rear_kinds")


@lru_cache(maxsize=16)
def printed_hexes(setting: WesternFrontSetting) -> dict[str, int]:
    """[WF 22 option 1] The hexes that are printed for units of the Entente."""
    if not is_historical(setting):
        return {}
    rows = setting.orders.scenarios[setting.scenario].placed
    return {row.unit: setting.board[row.hex] for row in rows if not row.struck and row.hex in setting.board}


def is_quiet(setting: WesternFrontSetting, node: int) -> bool:
    """[WF 14 set-up] Whether a hex lies south of row 18 (decision WF-R151)."""
    return node in _quiet(setting)


@lru_cache(maxsize=16)
def _quiet(setting: WesternFrontSetting) -> frozenset[int]:
    row, label = setting.parameters.whole("quiet_row"), setting.board.label
    rows = ((node, label(node)[2:]) for node in range(len(setting.board)))
    return frozenset(node for node, number in rows if number.isdecimal() and int(number) > row)


@lru_cache(maxsize=64)
def around(setting: WesternFrontSetting, name: str) -> frozenset[int]:
    """[WF 15-3] [WF 17-3] The hexes that a parameter names, and those next to them; none without it."""
    if not any(each.name == name for each in setting.parameters.parameters):
        return frozenset()
    hexes = nodes(setting, setting.parameters.words(name))
    return frozenset({*hexes, *(near for node in hexes for near in setting.board.adjacent[node])})


def flipped(setting: WesternFrontSetting, piece: Piece, node: int) -> int | None:
    """[WF 17-3] The most strength of a unit near Verdun in June 1916; None if it is not bound (WF-R222)."""
    if piece.nation not in ("ge", "fr") or piece.reduced is None or node not in around(setting, "worn_hexes"):
        return None
    return piece.reduced


def why_not_place(
    position: WesternFrontPosition, unit: Unit, node: int, found: sectors.Layout | None = None
) -> Refusal | None:
    """[WF 14 set-up] Why a unit may not begin in a hex, as the others stand now.

    Whoever asks for many hexes says how the sectors lie, which is the same whoever stands where.
    """
    setting, piece = position.setting, position.piece(unit)
    if printed_hexes(setting).get(unit.name) == node:
        return None
    rule, where = set_up_rule(setting), setting.board.label(node)
    if held(setting).get(node) != piece.side:
        return Refusal(rule, f"{where} is not on or behind the front line of {piece.label}")
    if piece.rail_bound and not rail_lines.is_operative_for(position, node, piece.side):
        return Refusal("WF 12-11", f"{piece.label} lives on rails, and {where} has no line of its side")
    return (
        _why_not_quiet(position, piece, node, rule)
        or (_why_not_sector(position, unit, node, rule, found) if piece.side == ENTENTE else None)
        or _why_not_verdun(position, unit, node)
        or _why_not_flipped(position, unit, node)
        or _why_not_added(position, unit, node, rule)
        or (_why_not_historical(position, piece, node) if is_historical(setting) else None)
        or _why_not_room(position, piece, node)
    )


def _why_not_room(position: WesternFrontPosition, piece: Piece, node: int) -> Refusal | None:
    if not any(stacking.weight(piece)) or stacking.room(position, node, [piece]):
        return None
    return Refusal("11-1", f"there is no room in {position.setting.board.label(node)}")


def _why_not_quiet(position: WesternFrontPosition, piece: Piece, node: int, rule: str) -> Refusal | None:
    """[WF 14 set-up] South of row 18 there is one division in a hex, and no artillery."""
    setting = position.setting
    if not is_quiet(setting, node):
        return None
    where = setting.board.label(node)
    if piece.artillery:
        most = setting.parameters.whole("quiet_artillery")
        return Refusal(rule, f"no artillery is placed in {where}, south of row 18", most, 1)
    most = setting.parameters.whole("quiet_divisions")
    if piece.halves and position.halves[node] + piece.halves > 2 * most:
        return Refusal(rule, f"{where} lies south of row 18 and has its division", most, most + 1)
    return None


def _why_not_sector(
    position: WesternFrontPosition, unit: Unit, node: int, rule: str, known: sectors.Layout | None
) -> Refusal | None:
    """[WF 12-3] [WF 14 set-up] Nations stand in their own sectors; at set-up nobody shares a front hex, and
    those behind it stay close to their countrymen or to a headquarters (decisions WF-R215, WF-R233)."""
    piece = position.piece(unit)
    if not sectors.is_force(piece):
        return None
    found, nation = known or sectors.layout(position), sectors.nation_of(piece)
    where = position.setting.board.label(node)
    owner = found.owner(node)
    if owner and owner != nation and not (nation == "us" and owner == sectors.FRENCH):
        name = position.setting.tables.nations[owner].name
        return Refusal(rule, f"{where} is a front line hex of {name}")
    if nation == sectors.FRENCH:
        host = sectors.host_of(position, found, nation, node)
        return Refusal("WF 12-3", f"{where} lies behind the front of another nation") if host else None
    if nation == "us":
        return sectors.why_not(position, [piece], node)
    if node not in found.near.get(nation, ()):
        return Refusal("WF 12-3", f"{where} is more than two hexes behind the sector of {piece.label}")
    if owner or not piece.ground_combat or is_close(position, nation, node):
        return None
    return Refusal(rule, f"neither countrymen in the front line nor a headquarters are next to {where}")


def is_close(position: WesternFrontPosition, nation: str, node: int) -> bool:
    """[WF 14 set-up] Whether countrymen in a front hex, or a headquarters of the nation, are near a hex."""
    line = sectors.layout(position).line
    for near in (node, *position.setting.board.adjacent[node]):
        for each in position.units_at(near):
            piece = position.piece(each)
            if sectors.nation_of(piece) == nation and (
                piece.headquarters or (near != node and near in line and piece.ground_combat)
            ):
                return True
    return False


def _why_not_verdun(position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
    """[WF 15-3] Two infantry divisions of strength 6 at most in and around Verdun (WF-R157, WF-R222)."""
    setting, piece = position.setting, position.piece(unit)
    if piece.side != ENTENTE or not piece.infantry or node not in around(setting, "verdun"):
        return None
    strength, most = setting.parameters.whole("verdun_strength"), setting.parameters.whole("verdun_divisions")
    if unit.strength > strength:
        return Refusal(
            "WF 15-3", f"{piece.label} is too strong for the quiet sector", strength, unit.strength
        )
    there = verdun_halves(position, [node] if setting.option(IN_EACH_HEX) else None)
    if there + piece.halves > 2 * most:
        return Refusal("WF 15-3", "the quiet sector of Verdun has its divisions", most, most + 1)
    return None


def verdun_halves(position: WesternFrontPosition, hexes: Iterable[int] | None = None) -> int:
    """[WF 15-3] Half divisions of infantry in and around Verdun, or in some of these hexes."""
    return sum(
        piece.halves
        for node in (around(position.setting, "verdun") if hexes is None else hexes)
        for unit in position.units_at(node)
        if (piece := position.piece(unit)).infantry and piece.side == ENTENTE
    )


def _why_not_flipped(position: WesternFrontPosition, unit: Unit, node: int) -> Refusal | None:
    most = flipped(position.setting, position.piece(unit), node)
    if most is None or unit.strength <= most:
        return None
    reason = f"{position.piece(unit).label} may be at its reduced strength at most so near to Verdun"
    return Refusal("WF 17-3", reason, most, unit.strength)


def _why_not_added(position: WesternFrontPosition, unit: Unit, node: int, rule: str) -> Refusal | None:
    """[WF 14 set-up] Of those held back, one division is added to a hex."""
    if HELD_BACK + unit.name not in position.flags:
        return None
    most = position.setting.parameters.whole("reserve_divisions_in_hex")
    added = sum(
        position.piece(each).halves
        for each in position.units_at(node)
        if HELD_BACK + each.name in position.flags
    )
    if added + position.piece(unit).halves <= 2 * most:
        return None
    where = position.setting.board.label(node)
    return Refusal(rule, f"a division that was held back has been added to {where}", most, most + 1)


def _why_not_historical(position: WesternFrontPosition, piece: Piece, node: int) -> Refusal | None:
    """[WF 22 option 1] What binds the units of the Entente that have no printed hex."""
    if piece.side == CENTRAL_POWERS:
        return None
    setting, rule = position.setting, "WF 22 option 1"
    words, where = setting.parameters.words, setting.board.label(node)
    front = sectors.layout(position).owner(node)
    if sectors.nation_of(piece) == "fr" and piece.kind in words("historical_front_kinds") and not front:
        return Refusal(rule, f"{piece.label} is placed in a front line hex")
    if piece.kind in words("historical_rear_kinds") and front:
        return Refusal(rule, f"{piece.label} is not placed in a front line hex")
    if piece.tank and not rail_lines.is_operative_for(position, node, ENTENTE):
        return Refusal(rule, f"{piece.label} is placed on an active rail line, and {where} has none")
    if piece.artillery and not headquarters_near(position, piece.nation, node):
        return Refusal(rule, f"no headquarters of its nation is in or next to {where}")
    return None


def headquarters_near(position: WesternFrontPosition, nation: str, node: int) -> list[Unit]:
    """[WF 22 option 1] The headquarters of a nation in a hex or next to it."""
    return [
        unit
        for unit in position.headquarters_of(ENTENTE)
        if position.piece(unit).nation == nation
        and (unit.at == node or unit.at in position.setting.board.adjacent[node])
    ]


# A side as a whole


def misplaced(position: WesternFrontPosition, side: str) -> Iterator[Refusal]:
    """[WF 14 set-up] What is wrong with where the units of a side stand, now that the others stand too."""
    trial = position.copy()  # whoever only asks must leave even the order of the units as it was
    for unit in position.of_side(side):
        if position.piece(unit).fortress:
            continue
        trial.remove(unit.name)
        refusal = why_not_place(trial, unit, unit.at)
        trial.put(unit)
        if refusal is not None:
            yield refusal


def faults(position: WesternFrontPosition, side: str) -> Iterator[Refusal]:
    """[WF 14 set-up] Everything that is wrong with the deployment of a side, once all of it stands."""
    yield from misplaced(position, side)
    if side == ENTENTE and is_historical(position.setting):
        yield from faults_of_spread(position)
    for force in position.setting.parameters.forces:
        if position.setting.tables.nations[force.nation].side == side:
            yield from _faults_of_force(position, force)


def _faults_of_force(position: WesternFrontPosition, force: Force) -> Iterator[Refusal]:
    """[WF 14-1] [WF 14-4] Strength struck off and supply points, nation by nation."""
    off, owed = struck_off(position, force.nation), owed_reduction(position.setting, force)
    if off != owed:
        yield Refusal(force.rule, "infantry strength struck off is not what the list asks for", owed, off)
    supply = sum(
        unit.supply for unit in position.units.values() if position.piece(unit).nation == force.nation
    )
    if supply != force.supply:
        yield Refusal(force.rule, "the headquarters do not share all supply points", force.supply, supply)


def owed_reduction(setting: WesternFrontSetting, force: Force) -> int:
    """[WF 14-1] [WF 22 option 1] Infantry strength that a nation strikes off at set-up."""
    if is_historical(setting) and setting.tables.nations[force.nation].side == ENTENTE:
        return force.reduction if force.nation in setting.parameters.words("historical_reductions") else 0
    return force.reduction


@lru_cache(maxsize=16)
def listed_strengths(setting: WesternFrontSetting) -> dict[str, int]:
    """The strength of every unit before anything is struck off: as listed, or as printed with its hex.

    [WF 14-1] [WF 14-2] [WF 14-3] [WF 14-4] [WF 16-1] [WF 16-2] [WF 16-3] [WF 16-4] [WF 18-1] [WF 18-2]
    [WF 18-3] [WF 18-4] [WF 20-1] [WF 20-2] [WF 20-3] [WF 20-4] [WF 22-1] [WF 22-2] [WF 22-3] [WF 22-4]
    [WF 22-5]
    """
    forces = setting.orders.scenarios[setting.scenario]
    found = {row.unit: row.strength or 0 for row in forces.listed if not row.struck}
    if is_historical(setting):
        found.update({row.unit: row.strength or 0 for row in forces.placed if not row.struck})
    return found


def is_dead(unit: Unit, position: WesternFrontPosition) -> bool:
    """Whether a unit is in the dead pile by the list; one that was struck off whole is not."""
    rows = position.setting.orders.scenarios[position.setting.scenario].listed
    return unit.name in position.lost and any(
        row.unit == unit.piece and row.place == DEAD_PILE for row in rows
    )


@lru_cache(maxsize=16)
def account_of(setting: WesternFrontSetting) -> dict[str, Force]:
    """[WF 14-1] The force to whose losses each infantry unit of the lists counts (WF-R152)."""
    forces = {force.nation: force for force in setting.parameters.forces}
    return {
        row.unit: forces[row.nation]
        for row in setting.orders.scenarios[setting.scenario].listed
        if not row.struck
        and row.place != DEAD_PILE
        and row.nation in forces
        and setting.pieces[row.unit].infantry
    }


def struck_off(position: WesternFrontPosition, nation: str) -> int:
    """[WF 14-1] Infantry strength that a nation and its contingents lack of what is listed (WF-R152)."""
    listed = listed_strengths(position.setting)
    missing = 0
    for name, force in account_of(position.setting).items():
        if force.nation != nation:
            continue
        unit = position.units.get(name) or position.waiting.get(name)
        if unit is not None:
            missing += listed[name] - unit.strength
        elif name in position.lost:
            missing += listed[name]
    return missing


def still_owed(position: WesternFrontPosition, force: Force) -> int:
    """[WF 14-1] Strength that a nation has yet to strike off."""
    return owed_reduction(position.setting, force) - struck_off(position, force.nation)


def why_not_strike(
    position: WesternFrontPosition, unit: Unit, points: int, owed: int | None = None
) -> Refusal | None:
    """[WF 14-1] [WF 22 option 1] Why strength may not be struck off a unit.

    Whoever asks for many units of a nation says what it still has to strike off, for which all are looked at.
    """
    setting, piece = position.setting, position.piece(unit)
    force = account_of(setting).get(unit.piece)
    if force is None or not owed_reduction(setting, force):
        rule = set_up_rule(setting) if force is None else force.rule
        return Refusal(rule, f"no strength is struck off {piece.label}")
    if is_historical(setting) and piece.side == ENTENTE and not sectors.layout(position).owner(unit.at):
        return Refusal("WF 22 option 1", f"{piece.label} is not in a front line hex")
    if points < 1 or points > unit.strength:
        return Refusal(force.rule, f"{piece.label} has not so much strength", unit.strength, points)
    owed = still_owed(position, force) if owed is None else owed
    if points > owed:
        return Refusal(force.rule, "so much need not be struck off", owed, points)
    return None


def faults_of_spread(position: WesternFrontPosition) -> Iterator[Refusal]:
    """[WF 22 option 1] Artillery is spread evenly over the headquarters of a nation north of row 18."""
    most = spread_allowed(position.setting)
    for nation in SPREAD_NATIONS:
        counts = artillery_counts(position, nation)
        if counts and max(counts.values()) - min(counts.values()) > most:
            yield Refusal(
                "WF 22 option 1",
                f"the artillery of {position.setting.tables.nations[nation].name} is not spread evenly",
                most,
                max(counts.values()) - min(counts.values()),
            )


def spread_allowed(setting: WesternFrontSetting) -> int:
    """[WF 22 option 1] How many more guns one headquarters may have than another of its nation."""
    return setting.parameters.whole("historical_artillery_spread")


def artillery_counts(position: WesternFrontPosition, nation: str) -> dict[str, int]:
    """[WF 22 option 1] Artillery with or next to each headquarters of a nation that is counted."""
    board = position.setting.board
    guns = [
        unit
        for unit in position.of_side(ENTENTE)
        if position.piece(unit).artillery and position.piece(unit).nation == nation
    ]
    return {
        unit.name: sum(gun.at == unit.at or gun.at in board.adjacent[unit.at] for gun in guns)
        for unit in position.headquarters_of(ENTENTE)
        if position.piece(unit).nation == nation and not is_quiet(position.setting, unit.at)
    }
