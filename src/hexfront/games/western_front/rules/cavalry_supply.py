"""The optional rule of the older summary on cavalry: its supply, its marches, and rail lines it wrecks.

Without the option cavalry needs no supply (30-1), and only infantry cuts rail lines, for nothing (9-3). How
cavalry stands is looked at as its side's movement phase begins and holds until the next one (decision
WF-R209).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import rail_lines
from hexfront.games.western_front.rules.lines import Hexes, Lines
from hexfront.games.western_front.vocabulary import CAVALRY_SUPPLY, POINT
from hexfront.kernel import paths
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, shown_number, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option

OPTIONS: tuple[Option, ...] = (
    Option(
        CAVALRY_SUPPLY,
        ("off", "on"),
        "Cavalry far from railways and headquarters is out of supply, it marches less far abroad and in "
        "winter, and cutting a rail line costs movement points.",
        ("summary 16-d", "30-1", "9-3"),
    ),
)

_OUT_OF_SUPPLY = "out of supply: "
_ABROAD = "abroad: "


# How cavalry stands


def look_at_horses(position: WesternFrontPosition) -> None:
    """[summary 16-d] As a movement phase begins: which cavalry is out of supply, and which is abroad."""
    side = position.active
    lines = Lines(position, side)
    sources = Hexes(len(position.setting.board), lambda node: _is_source(position, node, side, lines))
    for unit in position.of_side(side):
        if position.piece(unit).cavalry:
            _mark(position, _OUT_OF_SUPPLY + unit.name, not _is_near(position, unit, lines, sources))
            _mark(position, _ABROAD + unit.name, is_abroad(position, unit))


def _mark(position: WesternFrontPosition, flag: str, holds: bool) -> None:
    position.flags.pop(flag, None)
    if holds:
        position.flags[flag] = 1


def _is_source(position: WesternFrontPosition, node: int, side: str, lines: Lines) -> bool:
    """[summary 16-d] An active friendly railway, or a friendly headquarters that has supply points."""
    if rail_lines.is_operative_for(position, node, side):
        return not lines.is_barred(node)
    return any(
        unit.supply and (piece := position.piece(unit)).headquarters and piece.side == side
        for unit in position.units_at(node)
    )


def _is_near(position: WesternFrontPosition, unit: Unit, lines: Lines, sources: Hexes) -> bool:
    """[summary 16-d] [19-8] Whether a short supply line leads to one of the sources; shorter in winter."""
    if unit.at in sources:
        return True
    season = "_winter" if position.winter else ""
    longest = position.setting.tables.whole(f"cavalry_line_optional{season}") * POINT
    ways = lines.ways(position.climbs(position.piece(unit)))
    return paths.trace(ways, unit.at, sources, longest, lines.barred) is not None


def is_abroad(position: WesternFrontPosition, unit: Unit) -> bool:
    """[summary 16-d] Whether a unit stands outside its own country; a hex of no country is not abroad."""
    country = position.setting.board.country[unit.at]
    return bool(country) and country != rail_lines.home_country(position.piece(unit).nation)


def is_out_of_supply(position: WesternFrontPosition, unit: Unit) -> bool:
    """[summary 16-d] Whether cavalry was too far from supply when its last movement phase began."""
    return _OUT_OF_SUPPLY + unit.name in position.flags


def shortened(position: WesternFrontPosition, unit: Unit, points: int, note: Note = unexplained) -> int:
    """[summary 16-d] What winter and a foreign country leave of an allowance, in thirtieths of a point."""
    tables = position.setting.tables
    if position.winter:
        winter = tables.whole("cavalry_winter_movement_optional") * POINT
        points += note("summary 16-d", "cavalry in winter", -min(winter, points))
    if _ABROAD + unit.name in position.flags:
        part = tables.number("cavalry_abroad_factor_optional")
        halved = math.floor(Fraction(points, POINT) * part) * POINT
        points = note("summary 16-d", "cavalry abroad, rounded down", halved, "=")
    return points


def strength_left(position: WesternFrontPosition, unit: Unit, strength: int, note: Note = unexplained) -> int:
    """[summary 16-d] [19-11] What is left of cavalry that needs no supply points: half, out of supply."""
    if not is_out_of_supply(position, unit):
        return strength
    half = math.floor(strength * position.setting.tables.number("unsupplied_factor"))
    return strength + note("summary 16-d", "cavalry out of supply", half - strength)


# Wrecking rail lines


def wreck_cost(position: WesternFrontPosition, names: Sequence[str]) -> int:
    """[summary 16-d] What it costs a group to cut the line where it stands, in thirtieths."""
    node = position.units[names[0]].at
    arm = "infantry" if rail_lines.breaks_lines(position, names, node) else "cavalry"
    return position.setting.tables.whole(f"{arm}_wreck_cost_optional") * POINT


def why_not_wreck(position: WesternFrontPosition, names: Sequence[str], left: int) -> Refusal | None:
    """[summary 16-d] [9-3] Why a group that has so much movement left cannot cut the line in its hex."""
    units = [position.units[name] for name in names]
    node, side = units[0].at, position.side_of(units[0])
    where = position.setting.board.label(node)
    if not position.setting.option(CAVALRY_SUPPLY):
        return Refusal("9-3", "lines are cut by entering their hexes; the option cavalry-supply is off")
    network = position.rail_network(node)
    if not network or position.setting.tables.nations[network].side == side:
        return Refusal("9-3", f"no operative line of the enemy is in {where}")
    if any(unit.entrained for unit in units):
        return Refusal("7-7", "the units are on their trains")
    riders = any(position.piece(unit).cavalry and unit.strength for unit in units)
    if not riders and not rail_lines.breaks_lines(position, names, node):
        return Refusal("9-3", "an infantry division, two brigades or cavalry is needed to cut a line")
    cost = wreck_cost(position, names)
    if left < cost:
        return Refusal(
            "summary 16-d",
            f"not enough movement is left to cut the line in {where}",
            shown_number(cost, POINT),
            shown_number(max(left, 0), POINT),
        )
    return None


def wreck(table: Table, position: WesternFrontPosition, names: Sequence[str]) -> None:
    """[summary 16-d] [9-3] A group cuts the line in its hex and pays for it."""
    cost = wreck_cost(position, names)
    for name in names:
        position.change(name, spent=position.units[name].spent + cost, moved=True)
    rail_lines.cut(table, position, position.units[names[0]].at)
