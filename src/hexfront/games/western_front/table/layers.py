"""What can be laid over the map: zones, rail, supply, reach of headquarters, ground held, and threat.

Layers are drawn when somebody asks for them, for what he may know. Where headquarters stand and how far
their supply reaches is plain to see; what they hold is not, and is not looked at for the other side [17-5].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from hexfront.drawing import Highlight, Line, NetworkTint, Overlay, Zone
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.rules import allowances, lines, rail, sectors, supply
from hexfront.games.western_front.scenarios import annual_fronts
from hexfront.games.western_front.scenarios.deployment import limits
from hexfront.games.western_front.scenarios.deployment.plans import along_front
from hexfront.games.western_front.table import march_faces
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    COUNTRY_SIDE,
    ENTENTE,
    POINT,
    SIDES,
    other_side,
)
from hexfront.kernel.ledger import shown_number
from hexfront.kernel.title import REFEREE
from hexfront.shared.layers import Layers, counted_nodes, graded, zones

if TYPE_CHECKING:
    from collections.abc import Iterable

_COLOURS = {CENTRAL_POWERS: "#55504a", ENTENTE: "#2e4f7a"}
_NETWORK_COLOURS = {"ge": "#8a8378", "fr": "#5b87b5", "be": "#c9a227", "gb": "#9c7a3c"}
_SECTOR_COLOURS = {"be": "#3d3a36", "gb": "#9c7a3c", "us": "#5f7a45"}
_PLENTY, _SCARCE, _USED_UP = "#3f7d4e", "#c98a12", "#b03a2e"
_THREAT = ((10, "#e8c547"), (25, "#e08e1b"), (45, "#cf5a2a"))
_GRAVE = "#a12a2a"
_YEARS = {1915: "#3f7d4e", 1916: "#e8c547", 1917: "#e08e1b", 1918: "#a12a2a"}


def _eyes(viewer: str) -> tuple[str, ...]:
    """The sides a viewer sees with: his own, or both for those who take no side."""
    return (viewer,) if viewer in SIDES else SIDES


def _zones(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[10-1] The hexes each side controls."""
    return zones({side: counted_nodes(position.control_of(side)) for side in SIDES}, _COLOURS)


def _networks(position: WesternFrontPosition) -> dict[str, list[tuple[int, int]]]:
    """[9-1] The hexsides of each nation's operative lines."""
    pairs: dict[str, list[tuple[int, int]]] = {}
    for side in position.setting.board.sides:
        network = position.rail_network(side.a)
        if network and position.setting.has_rail(side) and position.rail_network(side.b) == network:
            pairs.setdefault(network, []).append((side.a, side.b))
    return dict(sorted(pairs.items()))


def _rail(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[9-1] The operative lines of each nation's rail network."""
    return [
        NetworkTint(tuple(pairs), _NETWORK_COLOURS.get(network, "#b0a090"))
        for network, pairs in _networks(position).items()
    ]


def _capacity(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[8-1] [7-9] Networks by what is left of their capacity, and single tracks that carry somebody."""
    found: list[Overlay] = []
    for network, pairs in _networks(position).items():
        whole, left = rail.capacity(position, network), rail.capacity_left(position, network)
        colour = _USED_UP if left <= 0 else _SCARCE if 2 * left < whole else _PLENTY
        found.append(NetworkTint(tuple(pairs), colour))
    board = position.setting.board
    for key, used in position.track_used.items():
        here, there = (board[label] for label in key.split("-"))
        most = rail.track_limit(position, here, there)
        found.append(Line((here, there), "route", _USED_UP, f"{used} of {most}"))
    return found


def _supply_lines(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[19-5] From each hex with combat units of a side, the shortest supply line, with its length."""
    drawn: dict[tuple[int, int], Overlay] = {}
    for side in SIDES:
        if viewer not in (side, REFEREE):
            continue
        found = lines.Lines(position, side)
        for unit in position.of_side(side):
            piece = position.piece(unit)
            if not (piece.infantry or piece.artillery) or not unit.strength:
                continue
            payers = supply.candidates(position, unit, lines=found)
            route = found.route(unit, payers[0][0].at) if payers else None
            if route is not None and route.cost:
                line = Line(route.nodes, "supply", _COLOURS[side], shown_number(route.cost, POINT))
                drawn.setdefault((route.nodes[0], route.nodes[-1]), line)
    return list(drawn.values())


def _headquarters(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[19-9] The hexes from which units attack with full supply, whatever the headquarters hold."""
    found: dict[str, list[int]] = {}
    for side in _eyes(viewer):
        ways = lines.Lines(position, side)
        budgets: dict[int, int] = {}
        for unit in ways.headquarters:
            free, _ = lines.free_length(position, unit, attack=True, lines=ways)
            budgets[unit.at] = max(budgets.get(unit.at, 0), free * POINT)
        found[side] = sorted(march_faces.supplied_from(position, ways, budgets, mountain=False))
    return zones(found, _COLOURS)


def _control(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """The hexes that a side holds although their country is not its own."""
    held: dict[str, list[int]] = {side: [] for side in SIDES}
    for node, side in sorted(position.holders.items()):
        if side in held and COUNTRY_SIDE.get(position.setting.board.country[node]) != side:
            held[side].append(node)
    return zones({side: nodes for side, nodes in held.items() if nodes}, _COLOURS)


def _sectors(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[WF 12-2] [WF 12-4] [WF 12-5] The rows of each nation's sectors; front hexes are named, and flanks."""
    nations = position.setting.tables.nations
    found: list[Overlay] = []
    for sector in sectors.layout(position).sectors:
        colour = _SECTOR_COLOURS[sector.nation]
        name = nations[sector.nation].name
        found.append(Zone(sector.second + sector.third, colour))
        found += [
            Highlight(node, f"{name}, flank" if node in sector.flanks else name, colour)
            for node in sector.front
        ]
    return found


def _deployment(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[WF 14 set-up] [WF 15-3] [WF 17-3] Front lines, and the hexes in which units are set up thinly."""
    setting = position.setting
    if setting.parameters.front is None:
        return []
    found: list[Overlay] = []
    for side in SIDES:
        line = along_front(setting, side)
        quiet = [node for node in line if limits.is_quiet(setting, node)]
        found.append(Zone(tuple(sorted(line)), _COLOURS[side], falling=side == ENTENTE))
        found += [Highlight(node, "one division", _SCARCE) for node in quiet]
    near = sorted({*limits.around(setting, "verdun"), *limits.around(setting, "worn_hexes")})
    text = "quiet sector" if limits.around(setting, "verdun") else "worn units"
    return [*found, *(Highlight(node, text, _USED_UP) for node in near)]


def _threat(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[6-6] [12-4] Strength points that could come to stand beside each hex of a side."""
    return [part for side in _eyes(viewer) for part in graded(threat(position, side), _THREAT, _GRAVE)]


def threat(position: WesternFrontPosition, side: str) -> dict[int, int]:
    """For each hex that a side holds, the strength points of the enemy that could attack it after one
    movement phase of his: who has not mobilized, rides, or marches in column is not counted."""
    points: dict[int, int] = {}
    setting = position.setting
    for (at, budget, climbs), strength in _marching_enemies(position, other_side(side)).items():
        ways = position.ways(other_side(side), climbs, "normal")
        near = {at, *ways.reach(at, budget).cost}
        attacked = {beside for node in near for beside in setting.crossable[node]}
        for node in attacked:
            if position.occupier(node) == side or position.holder(node) == side:
                points[node] = points.get(node, 0) + strength
    return dict(sorted(points.items()))


def _marching_enemies(position: WesternFrontPosition, enemy: str) -> dict[tuple[int, int, bool], int]:
    """Strength that marches alike: from where, how far, and whether over mountains."""
    found: dict[tuple[int, int, bool], int] = {}
    for unit in _fit_to_attack(position, enemy):
        rested = msgspec.structs.replace(unit, spent=0, moved=False)
        piece = position.piece(unit)
        key = unit.at, allowances.allowance(position, rested), position.climbs(piece)
        found[key] = found.get(key, 0) + unit.strength
    return found


def _fit_to_attack(position: WesternFrontPosition, side: str) -> Iterable[Unit]:
    for unit in position.of_side(side):
        piece = position.piece(unit)
        if unit.at != OFF_MAP and unit.strength and unit.mobilized and piece.ground_combat and piece.movement:
            yield unit


def _januaries(position: WesternFrontPosition, viewer: str) -> list[Overlay]:
    """[WF 23-1] The front line of the Entente as it ran in January of each year, the latest on top."""
    return [
        Zone(tuple(hexes), _YEARS.get(year, _GRAVE), falling=bool(year % 2))
        for year, hexes in annual_fronts.fronts(position).items()
    ]


LAYERS = Layers(
    {
        "zones": ("Zones of control of both sides", _zones),
        "rail": ("Operative rail lines, by the nation whose network they belong to", _rail),
        "capacity": ("Rail capacity used in this turn, and single track in use", _capacity),
        "supply": ("The shortest supply line of each of your stacks, with its length", _supply_lines),
        "headquarters": ("How far headquarters supply an attack without loss", _headquarters),
        "control": ("Ground that a side holds in the other's country", _control),
        "sectors": ("Sectors of the nations of the Entente, three hexes deep, with their flanks", _sectors),
        "januaries": (
            "The front of each January of a long war: 1915 green, 1916 yellow, 1917 orange, 1918 red",
            _januaries,
        ),
        "deployment": ("Front lines, and the hexes in which armies are set up thinly", _deployment),
        "threat": ("Enemy strength that could stand next to each of your hexes after one movement", _threat),
    }
)
