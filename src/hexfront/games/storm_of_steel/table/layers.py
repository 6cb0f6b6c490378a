"""What can be laid over the map: zones, command, supply, railways, ground held, and where one may act."""

from __future__ import annotations

from hexfront.drawing import Highlight, Line, NetworkTint, Overlay, Zone
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import (
    aircraft,
    attrition,
    flights,
    headquarters,
    impulses,
    moving,
    supply,
)
from hexfront.games.storm_of_steel.table.effects import next_to_enemy
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, SIDES
from hexfront.shared.layers import Layers, counted_nodes, zones

COLOURS = {CENTRAL_POWERS: "#55504a", ENTENTE: "#2e4f7a"}
_BROKEN, _WITHOUT, _READY, _WASTE = "#b03a2e", "#b03a2e", "#3f7d4e", "#6b4a2b"


def _eyes(viewer: str) -> tuple[str, ...]:
    """The sides a viewer looks with: his own, or both for those who take no side."""
    return (viewer,) if viewer in SIDES else SIDES


def _zones(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[10.1] The zones of control of both sides."""
    return zones({side: counted_nodes(position.zones[side]) for side in SIDES}, COLOURS)


def _command(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[15.31] What the headquarters of a side command, each named; those without a line command nobody."""
    found: dict[str, list[int]] = {}
    staffs: list[Overlay] = []
    for side in _eyes(viewer):
        nodes: set[int] = set()
        for name, node in sorted(position.headquarters[side].items()):
            if headquarters.has_line(position, name):
                nodes |= headquarters.reach(position, name).commanded
            else:
                staffs.append(Highlight(node, "no line", _WITHOUT))
        found[side] = sorted(nodes)
    return [*zones(found, COLOURS), *staffs]


def _supply(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[31.1] Where units of a side are in supply, and the hexes in which some are not."""
    found = {side: sorted(supply.supplied_hexes(position, side)) for side in _eyes(viewer)}
    return [*zones(found, COLOURS), *_unsupplied(position, viewer)]


def _unsupplied(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[31.1] Hexes with units that are out of supply."""
    nodes = {
        unit.at
        for side in _eyes(viewer)
        for unit in position.of_side(side)
        if is_without_supply(position, unit.name)
    }
    return [Highlight(node, "no supply", _WITHOUT) for node in sorted(nodes)]


def is_without_supply(position: SteelPosition, name: str) -> bool:
    """[31.1] [31.11] Whether a land unit is out of supply, and it matters: attrition may take it, or the
    enemy is next to it; forts, staffs and irregulars need none."""
    unit = position.units[name]
    piece = position.piece(unit)
    if not piece.land or piece.fort or piece.headquarters or piece.force or not position.side_of(unit):
        return False
    if attrition.danger(position, unit):
        return True
    if position.setting.board.is_area(unit.at) or supply.in_supply(position, unit):
        return False
    return next_to_enemy(position, unit)


def _rail(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[16.4] The railways that each side can use, and those that are broken."""
    rails = position.setting.rails(position.turn)
    pairs: dict[str, list[tuple[int, int]]] = {side: [] for side in (*SIDES, "")}
    for node, others in enumerate(rails):
        for other in others:
            if node < other and node in position.setting.in_play:
                one, two = position.rail_side(node), position.rail_side(other)
                whole = one == two and node not in position.ruins and other not in position.ruins
                pairs[one if whole else ""].append((node, other))
    colours = {**COLOURS, "": _BROKEN}
    neutral = [pair for pair in pairs[""] if not _is_broken(position, pair)]
    pairs[""] = [pair for pair in pairs[""] if pair not in set(neutral)]
    return [NetworkTint(tuple(found), colours[side]) for side, found in pairs.items() if found]


def _is_broken(position: SteelPosition, pair: tuple[int, int]) -> bool:
    """Whether somebody has broken a line, and it is not only that of a neutral."""
    return any(
        node in position.ruins or (node in position.railways and not position.railways[node]) for node in pair
    )


def _devastation(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[34.0] What has been laid waste, and what still is to be when the impulse ends."""
    found: list[Overlay] = [Highlight(node, "devastated", _WASTE) for node in sorted(position.ruins)]
    return found + [Highlight(node, "is laid waste", _BROKEN) for node in sorted(position.razing)]


def _control(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[16.0] Ground that a side holds although its country is not its own."""
    found: dict[str, list[int]] = {side: [] for side in SIDES}
    for node, side in sorted(position.holders.items()):
        if side in found and side != position.default_controller(node):
            found[side].append(node)
    return zones(found, COLOURS)


def _acting(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[8.4] [15.71] The hexes with units that may act in this impulse."""
    if not position.impulse:
        return []
    nodes = {
        unit.at
        for unit in position.ashore(position.active)
        if moving.is_on_active_front(position, unit)
        and moving.goes_on(position, unit)
        and impulses.is_released(position, unit)
        and not unit.entrenched
        and position.piece(unit).movement
    }
    return [Highlight(node, "", _READY) for node in sorted(nodes)]


def _lines(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[15.5] From headquarters without a line of their own to the one of their country they hang on."""
    found: list[Overlay] = []
    for side in _eyes(viewer):
        places = position.headquarters[side]
        for name, node in sorted(places.items()):
            reach = headquarters.reach(position, name)
            if reach.linked or not headquarters.has_line(position, name):
                continue
            country = position.piece(position.units[name]).country
            chain = [
                at
                for other, at in sorted(places.items())
                if other != name
                and at in reach.leg
                and headquarters.has_line(position, other)
                and position.piece(position.units[other]).country == country
            ]
            found += [Line((node, at), "supply", COLOURS[side]) for at in chain[:1]]
    return found


def _fronts(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[2.3] The fronts of the game, each hatched."""
    colours = {"west": "#2e4f7a", "east": "#3f7d4e", "middle-east": "#c98a12"}
    by_front: dict[str, list[int]] = {}
    for node in sorted(position.setting.in_play):
        front = position.setting.front_of[node]
        if front in colours and position.setting.ground.is_land[node]:
            by_front.setdefault(front, []).append(node)
    return [Zone(tuple(nodes), colours[front]) for front, nodes in by_front.items()]


def _air(position: SteelPosition, viewer: str) -> list[Overlay]:
    """[30.3] [30.54] Where air units of a side can be based, and the hexes in which the enemy may intercept
    them."""
    found: dict[str, list[int]] = {}
    dangers: list[Overlay] = []
    for side in _eyes(viewer):
        found[side] = sorted(
            node for node in aircraft.commanded(position, side) if aircraft.is_base(position, side, node)
        )
        for node, bases in sorted(flights.threats(position, side).items()):
            word = "interception" if node in bases else "patrol"
            dangers.append(Highlight(node, word, _WITHOUT))
    return [*zones(found, COLOURS), *dangers]


LAYERS: Layers[SteelPosition] = Layers(
    {
        "zones": ("Zones of control of both sides", _zones),
        "command": ("What your headquarters command", _command),
        "supply": ("Where your units are in supply", _supply),
        "chains": ("Headquarters that hang on others", _lines),
        "railways": ("Whose railways they are, and what is broken", _rail),
        "control": ("Ground held in another country", _control),
        "acting": ("Who may act in this impulse", _acting),
        "devastation": ("What has been laid waste", _devastation),
        "air": ("Your air bases, and where enemy aircraft may attack yours", _air),
        "fronts": ("The fronts", _fronts),
    }
)
