"""What can be wrong with a position: everything that no sequence of legal moves could have brought about.

Positions are made by players and tools as text, and by the rules themselves. `findings` looks at one as a
whole and says what is illegal about it, and where; it changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import stacking
from hexfront.games.western_front.rules.battle import TRENCHES
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import CONSTRUCTION, DEVASTATION
from hexfront.kernel.position import Finding

_SIEGE_HEADQUARTERS = "Siege"
_CORPS = "xxx"
_MOST_REMEMBERED = 20_000


def findings(position: WesternFrontPosition) -> Iterable[Finding]:
    """Everything that is illegal about a position, unit by unit and hex by hex."""
    sound = _sound_units(position.setting)
    if len(sound) > _MOST_REMEMBERED:
        sound.clear()
    for unit in position.units.values():
        if sound.get(id(unit)) is not unit:
            wrong = of_unit(position, unit)
            yield from wrong
            if not wrong:
                sound[id(unit)] = unit
    yield from of_formations(position)
    yield from stacking.findings(position)
    yield from position.mingled("6-11")
    yield from of_markers(position)
    yield from of_numbers(position)


@lru_cache(maxsize=4)
def _sound_units(setting: WesternFrontSetting) -> dict[int, Unit]:
    """Units that were looked at before; in a game most are the very same as a moment ago."""
    return {}


def of_unit(position: WesternFrontPosition, unit: Unit) -> list[Finding]:
    """Everything that is illegal about one unit, whatever else the position holds."""
    return [*of_place(position, unit), *of_strength(position, unit), *of_supply(position, unit)]


def of_place(position: WesternFrontPosition, unit: Unit) -> Iterable[Finding]:
    """[WF 3-1] [6-12] [7-2] [21-1] Whether a unit may stand where it does."""
    setting, piece = position.setting, position.piece(unit)
    if unit.at == OFF_MAP:
        yield Finding(("6-3",), f"{unit.name} is in play but nowhere on the map")
        return
    where = setting.board.label(unit.at)
    if setting.closed[unit.at]:
        yield Finding(("WF 3-1", "6-9"), f"{unit.name} stands where nobody may be", where)
    if piece.rail_bound and not setting.rail_adjacent[unit.at]:
        yield Finding(("6-12",), f"{unit.name} lives on rails, and there are none", where)
    if unit.entrained and not setting.rail_adjacent[unit.at]:
        yield Finding(("7-2",), f"{unit.name} is on a train, and there are no rails", where)
    printed = setting.orders.fortresses.get(unit.piece)
    if printed is not None and printed.hex in setting.board and printed.hex != where:
        yield Finding(("21-1",), f"{unit.name} belongs in {printed.hex}", where)


def of_strength(position: WesternFrontPosition, unit: Unit) -> Iterable[Finding]:
    """[3-3] [21-3] [23-4] Whether a unit has a strength that its counter allows."""
    piece, where = position.piece(unit), _label(position, unit)
    most = max(piece.strength, piece.full)
    if unit.strength < 0:
        yield Finding(("13-20",), f"{unit.name} has a strength below 0", where)
    elif unit.strength > most and not piece.replacement:
        yield Finding(("23-4",), f"{unit.name} has strength {unit.strength}, its counter {most}", where)


def of_supply(position: WesternFrontPosition, unit: Unit) -> Iterable[Finding]:
    """[17-4] [18-7] [18-18] [WF 3-12] Whether a unit holds supply points, and not too many of them."""
    piece, tables, where = position.piece(unit), position.setting.tables, _label(position, unit)
    if unit.supply < 0:
        yield Finding(("17-4",), f"{unit.name} has less than no supply points", where)
    elif piece.headquarters and piece.designation != _SIEGE_HEADQUARTERS:
        corps = "corps_" if piece.size == _CORPS else ""
        most = tables.whole(f"{corps}headquarters_supply_limit")
        if unit.supply > most:
            rule = "18-18" if corps else "17-4"
            yield Finding((rule,), f"{unit.name} has {unit.supply} supply points, more than {most}", where)
    elif unit.supply and not (piece.supply or piece.headquarters):
        yield Finding(("17-1",), f"{unit.name} cannot hold supply points", where)


def of_formations(position: WesternFrontPosition) -> Iterable[Finding]:
    """Whether some body of men is in the game more than once, or both in it and out of it."""
    seen: dict[str, str] = {}
    pieces = position.setting.pieces
    present = [unit.piece for unit in position.units.values()]
    present += [unit.piece for unit in position.waiting.values()]
    bodies = [
        piece.formation for name in present if not ((piece := pieces[name]).replacement or piece.supply)
    ]
    if len({*bodies}) == len(bodies):
        yield from _both_in_and_out(position)
        return
    for unit in (*position.units.values(), *position.waiting.values()):
        piece = pieces[unit.piece]
        if piece.replacement or piece.supply:
            continue
        if piece.formation in seen:
            other = seen[piece.formation]
            yield Finding(("WF 24",), f"{unit.name} and {other} are the same men", _label(position, unit))
        seen[piece.formation] = unit.name
    yield from _both_in_and_out(position)


def _both_in_and_out(position: WesternFrontPosition) -> Iterable[Finding]:
    out_of_play = {*position.lost, *position.gone, *position.waiting}
    for name in sorted(position.units.keys() & out_of_play):
        where = _label(position, position.units[name])
        yield Finding(("23-5",), f"{name} is both in play and not", where)


def of_markers(position: WesternFrontPosition) -> Iterable[Finding]:
    """[22-1] [22-4] Whether markers lie where they may: on land, and works not under the enemy."""
    for node, marker in position.markers.items():
        where = position.setting.board.label(node)
        if position.setting.closed[node]:
            yield Finding(("22-1",), f"{marker.kind} where nobody may be", where)
        own = (*TRENCHES, CONSTRUCTION)
        if marker.kind in own and position.occupier(node) not in (None, marker.side):
            yield Finding(("22-4",), f"{marker.kind} of a side whose enemy stands in it", where)
        if marker.kind == DEVASTATION and marker.begun is not None:
            yield Finding(("22-10",), "devastation is not built", where)


def of_numbers(position: WesternFrontPosition) -> Iterable[Finding]:
    """[26-1] [8-1] Whether what is counted can be counted so."""
    for nation, points in position.demoralization.items():
        if points < 0:
            yield Finding(("26-1",), f"{nation} has less than no demoralization points")
    for nation, divisions in position.rail_used.items():
        if divisions < 0:
            yield Finding(("8-1",), f"{nation} has used less than none of its rail capacity")


def _label(position: WesternFrontPosition, unit: Unit) -> str:
    return "" if unit.at == OFF_MAP else position.setting.board.label(unit.at)
