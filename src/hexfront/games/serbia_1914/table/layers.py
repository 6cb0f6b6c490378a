"""What can be laid over the map: zones, supply, railways, control, areas of armies, front, heights, threat.

Layers are drawn when somebody asks for them, for what he may know. Where a layer follows from units that lie
hidden under others, it is drawn for their owner only, or from what is seen of them [3.1.6].
"""

from __future__ import annotations

from hexfront.drawing import Highlight, Line, NetworkTint, Overlay, Zone
from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import (
    areas,
    control,
    front_lines,
    marches,
    railways,
    supply,
    supply_lines,
)
from hexfront.games.serbia_1914.vocabulary import (
    ALLOWANCE,
    AUSTRIA_HUNGARY,
    MOVEMENT,
    RAIL,
    SERBIA,
    SIDES,
    other_side,
)
from hexfront.kernel.title import REFEREE
from hexfront.shared.layers import Layers, counted_nodes, graded, zones

_COLOURS = {AUSTRIA_HUNGARY: "#2e5a86", SERBIA: "#8a6a1f"}
_AREAS = ("#7a4a8c", "#2e7d6b", "#b0622e", "#4a5f9c")
_PLAIN = 1  # the level of lowland
_HEIGHTS = ("#e9d58a", "#d9b25f", "#c48f45", "#9c5f2c", "#5c2f18")  # of the levels above it
_OUT_OF_SUPPLY, _ISOLATED = "#c98a12", "#b03a2e"
_THREAT = ((1, "#e8c547"), (2, "#e08e1b"), (4, "#cf5a2a"))
_GRAVE = "#a12a2a"


def _eyes(viewer: str) -> tuple[str, ...]:
    """The sides whose own affairs a viewer may know: his own, both for the referee, none for an observer."""
    return SIDES if viewer == REFEREE else (viewer,) if viewer in SIDES else ()


def _zones(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[3.3] The hexes in the zones of control of each side."""
    return zones({side: counted_nodes(position.zone_of(side)) for side in SIDES}, _COLOURS)


def _supply(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[15.3] What supply units and railways of a side reach, and the stacks that lack supply."""
    found: list[Overlay] = []
    for side in _eyes(viewer):
        found += zones({side: sorted(supplied_hexes(position, side))}, _COLOURS)
        lacking: dict[int, bool] = {}
        for force in supply.unsupplied(position, side):
            unit = position.units[force.leader]
            for node in position.hexes_of(unit):
                lacking[node] = lacking.get(node, False) or supply.is_isolated(position, unit)
        found += [
            Highlight(node, "isolated" if cut_off else "unsupplied", _ISOLATED if cut_off else _OUT_OF_SUPPLY)
            for node, cut_off in sorted(lacking.items())
        ]
    return found


def supplied_hexes(position: SerbiaPosition, side: str) -> set[int]:
    """[15.3] The hexes that some supply unit or railway of a side reaches as it now stands."""
    found: set[int] = set()
    for unit in supply.supply_units(position, side):
        if unit.at in position.setting.hexes and supply.is_source(position, unit):
            reach = supply.range_of(position, unit)
            found |= supply_lines.traced(position, side, (unit.at,), reach).keys()
    tracks = tuple(railways.operational(position, side))
    return found | supply_lines.traced(position, side, tracks, supply.RAILWAY_RANGE).keys()


def _railways(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[18.1.1] The lines that work for each side."""
    found: list[Overlay] = []
    for side in SIDES:
        working = control.operational_railways(position, side)
        pairs = tuple(
            (each.a, each.b)
            for each in position.setting.board.sides
            if RAIL in each.networks and each.a in working and each.b in working
        )
        found.append(NetworkTint(pairs, _COLOURS[side]))
    return found


def _control(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[3.4] The hexes that a side controls although their country is not its own."""
    return zones(
        {side: sorted(node for node, holder in position.holders.items() if holder == side) for side in SIDES},
        _COLOURS,
    )


def _areas_of_armies(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[5.1] The areas of attachment, and the boundaries between them.

    Where no boundary is drawn yet, the areas follow from where all units stand: so their owner knows them.
    """
    known = AUSTRIA_HUNGARY in _eyes(viewer)
    grounds = areas.grounds(position) if known else areas.marked(position)
    found: list[Overlay] = [
        Zone(tuple(areas.hexes_in(position, ground)), colour, falling=bool(number % 2))
        for number, (ground, colour) in enumerate(zip(grounds.values(), _AREAS, strict=False))
    ]
    found += [Line(hexes, "route", "#3a2f4a") for hexes in position.boundaries.values() if len(hexes) > 1]
    return found


def _front(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[3.4.1] The front lines of the armies a viewer may know."""
    return [
        Line(hexes, "route", _COLOURS[side])
        for side in _eyes(viewer)
        for line in front_lines.front_lines(position, side)
        if len(hexes := front_lines.ordered(line)) > 1
    ]


def _heights(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[3.6] The level of each hex above the plains."""
    levels = position.setting.elevation
    return [
        Highlight(node, str(levels[node]), _HEIGHTS[min(levels[node] - _PLAIN, len(_HEIGHTS)) - 1])
        for node in sorted(position.setting.hexes)
        if levels[node] > _PLAIN
    ]


def _threat(position: SerbiaPosition, viewer: str) -> list[Overlay]:
    """[7.1] [3.1.6] Enemy stacks, as far as they are seen, that could come to stand beside each hex."""
    return [part for side in _eyes(viewer) for part in graded(threat(position, side), _THREAT, _GRAVE)]


def threat(position: SerbiaPosition, side: str) -> dict[int, int]:
    """For each hex with units of a side, the enemy stacks seen that could stand beside it after a march.

    Each is taken to be active, with the points of a whole Movement Phase and no forced march.
    """
    known = secrecy.redacted(position, side)
    enemy = other_side(side)
    beside: dict[int, set[str]] = {}
    for unit in known.of_side(enemy):
        piece = known.piece(unit)
        if not piece.combat or piece.unknown or unit.at not in known.setting.hexes or unit.also != OFF_MAP:
            continue
        reached = {unit.at, *marches.search(known, (unit.name,), ALLOWANCE[MOVEMENT]).cost}
        for node in {other for here in reached for other in known.setting.zone_reach[here]}:
            beside.setdefault(node, set()).add(unit.name)
    held = {node for unit in position.of_side(side) for node in position.hexes_of(unit)}
    return {node: len(beside[node]) for node in sorted(held & beside.keys())}


LAYERS = Layers(
    {
        "zones": ("Zones of control of both sides", _zones),
        "supply": ("How far your depots, trains and railways supply, and who is out of supply", _supply),
        "railways": ("Railways that work for each side", _railways),
        "control": ("Ground that a side holds in the other's country", _control),
        "areas": ("Areas of attachment of the Austro-Hungarian armies", _areas_of_armies),
        "front": ("Front lines of your armies", _front),
        "heights": ("Levels of elevation above the plain", _heights),
        "threat": ("Enemy stacks that could stand next to each of your hexes after one movement", _threat),
    }
)
