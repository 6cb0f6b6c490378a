"""Chapter 26: demoralization points.

Nations that keep no account in a scenario (Belgium in 1914) lose nothing by it; contingents count for the
nation they belong to. Points for a city or an urban hexside are counted once, when the enemy first enters
(decision WF-R114).
"""

from __future__ import annotations

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import wording
from hexfront.games.western_front.vocabulary import COUNTRY_NATION, COUNTRY_SIDE
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option

NO_REPLACEMENTS = "replacements-no-demoralization"
OPTIONS = (
    Option(NO_REPLACEMENTS, ("off", "on"), "Replacement points that are lost demoralize nobody.", ("24-1",)),
)
_ENTERED = "entered "
_ARMY = "xxxx"


def counted_nation(position: WesternFrontPosition, nation: str) -> str:
    """[26-2] The nation that is charged for losses of a nation; empty if nobody is."""
    accounts = position.setting.parameters.demoralization
    charged = accounts.counts_as.get(nation, nation)
    return charged if charged in accounts.counted else ""


def add(
    table: Table, position: WesternFrontPosition, nation: str, points: int, *, why: str, rule: str = "26-3"
) -> None:
    """[26-1] Charge a nation with demoralization points."""
    charged = counted_nation(position, nation)
    if charged and points:
        position.demoralization[charged] = position.demoralization.get(charged, 0) + points
        name = position.setting.tables.nations[charged].name
        table.tell(
            f"{wording.nation_does(name, 'suffers')} {points} demoralization: {why}",
            rule,
            kind="demoralization",
            data={"nation": charged, "points": points},
        )
        position.setting.campaign.demoralized(table, position, charged)


def unit_lost(
    table: Table, position: WesternFrontPosition, unit: Unit, points: int, *, surrendered: bool
) -> None:
    """[26-3] [20-4] Strength points of a unit, or a unit without strength, were lost.

    Strengthened cavalry counts as infantry, tanks and corps headquarters count nothing (decision WF-R113),
    replacements as infantry lost in combat, however they were lost (decision WF-R104).
    """
    piece = position.piece(unit)
    schedule = position.setting.tables.demoralization
    fate = "surrendered" if surrendered else "lost"
    if piece.engineer:
        charged = schedule["engineer lost"]
    elif piece.headquarters:
        charged = schedule["headquarters lost"] if piece.size == _ARMY else 0
    elif piece.fortress:
        charged = points * schedule["fortress lost"]
    elif piece.tank:
        charged = points * schedule["tank lost"]
    elif piece.artillery:
        charged = points * schedule[f"artillery {fate}"]
    elif piece.cavalry and not piece.strengthened:
        charged = points * schedule[f"cavalry {fate}"]
    elif piece.infantry or piece.cavalry:
        charged = points * schedule[f"infantry {fate}"]
    elif piece.replacement and not position.setting.option(NO_REPLACEMENTS):
        charged = points * schedule["infantry lost"]
    else:
        charged = 0
    add(table, position, piece.nation, charged, why=f"{piece.label} {fate}")


def hex_taken(table: Table, position: WesternFrontPosition, node: int, by: str) -> None:
    """[26-3] [26-4] [37-6] A side's combat units have entered a hex: its cities may be charged for.

    A center with an urban hexside counts by its hexsides, each once both its hexes have been entered
    (decision WF-R114).
    """
    setting = position.setting
    urban = setting.urban_beside.get(node, ())
    if not urban and node not in setting.cities:
        return
    country = setting.board.country[node]
    nation = COUNTRY_NATION.get(country, "")
    if COUNTRY_SIDE.get(country, by) == by:
        return
    label = setting.board.label(node)
    if urban:
        position.taken.add(_ENTERED + label)
        for other in urban:
            _take_hexside(table, position, node, other)
    elif label not in position.taken:
        position.taken.add(label)
        points = setting.tables.demoralization["city occupied"] * _factor(position, nation, node)
        add(table, position, nation, points, why=f"{setting.board.name_of(node)} is occupied")


def note_entered(position: WesternFrontPosition, node: int) -> None:
    """[26-4] An enemy has been in a hex before the game began: what is in it is never charged for again."""
    setting = position.setting
    label = setting.board.label(node)
    if urban := setting.urban_beside.get(node, ()):
        position.taken.add(_ENTERED + label)
        position.taken.update(
            hexside_name(position, node, other)
            for other in urban
            if _ENTERED + setting.board.label(other) in position.taken
        )
    elif node in setting.cities:
        position.taken.add(label)


def hexside_name(position: WesternFrontPosition, node: int, other: int) -> str:
    """How an urban hexside is written among the places that are paid for."""
    board = position.setting.board
    return "-".join(sorted((board.label(node), board.label(other))))


def _take_hexside(table: Table, position: WesternFrontPosition, node: int, other: int) -> None:
    """[26-3] [26-4] An urban hexside counts once the enemy has been in both its hexes."""
    board = position.setting.board
    name = hexside_name(position, node, other)
    if _ENTERED + board.label(other) not in position.taken or name in position.taken:
        return
    position.taken.add(name)
    nation = COUNTRY_NATION[board.country[node]]
    points = position.setting.tables.demoralization["urban hexside occupied"]
    charged = points * _factor(position, nation, node)
    add(table, position, nation, charged, why=f"the urban hexside {name} is occupied")


def _factor(position: WesternFrontPosition, nation: str, node: int) -> int:
    """[26-3] [37-6] Capitals count double, and so do all cities of Germany."""
    tables = position.setting.tables
    factor = tables.nations[nation].city_factor
    return factor * tables.whole("capital_factor") if node in position.setting.capital_hexes else factor


def is_shaken(position: WesternFrontPosition, nation: str) -> bool:
    """[26-5] [26-6] Whether the morale of a country is shaken, or its economy has collapsed.

    The flag is set by the rules of the duration game; in scenarios of single campaigns nobody is shaken.
    """
    return bool(position.flags.get(f"shaken: {nation}") or is_collapsed(position, nation))


def is_collapsed(position: WesternFrontPosition, nation: str) -> bool:
    """[26-6] Whether a country suffers from economic collapse."""
    return bool(position.flags.get(f"collapsed: {nation}"))


def surrender(table: Table, position: WesternFrontPosition, nation: str) -> None:
    """[26-7] A country surrenders: all its units leave the game, and none comes back."""
    for unit in list(position.units.values()):
        if position.piece(unit).nation == nation:
            position.remove(unit.name)
            position.gone.add(unit.name)
    for absent in (position.lost, position.waiting):
        for unit in list(absent.values()):
            if position.piece(unit).nation == nation:
                position.gone.add(absent.pop(unit.name).name)
    name = position.setting.tables.nations[nation].name
    table.tell(f"All units of {name} leave play", "26-7", kind="surrender")
