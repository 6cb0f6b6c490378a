"""A position of The Western Front as a picture: counters, fortresses, markers, and overlays on demand."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.drawing import (
    Counter,
    Line,
    Marker,
    NetworkTint,
    Overlay,
    Picture,
    Style,
    Zone,
    load_style,
    standard_legend,
)
from hexfront.games.western_front import supply
from hexfront.games.western_front.lines import Lines
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT, SIDES
from hexfront.kernel.datafiles import Faults, suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.ledger import shown_number
from hexfront.kernel.title import REFEREE

OVERLAYS = ("zones", "rail", "supply")
_ZONE_COLOURS = {CENTRAL_POWERS: "#55504a", ENTENTE: "#2e4f7a"}
_NETWORK_COLOURS = {"ge": "#8a8378", "fr": "#5b87b5", "be": "#c9a227", "gb": "#9c7a3c"}


def portrait(
    position: WesternFrontPosition, viewer: str, overlays: Sequence[str] = (), legend: bool = True
) -> Picture:
    """What somebody may see of a position."""
    for name in overlays:
        if name not in OVERLAYS:
            hint = suggest(name, OVERLAYS) or f"known: {', '.join(OVERLAYS)}"
            raise Malformed(f'there is no layer "{name}" ({hint})')
    setting = position.setting
    faults = Faults()
    style = load_style(setting.data, faults) or Style()
    faults.raise_if_any()
    units = sorted(position.units.values(), key=lambda unit: _order(position, unit))
    return Picture(
        board=setting.board,
        style=style,
        counters=[_counter(position, unit, viewer) for unit in units if not position.piece(unit).fortress],
        markers=[*_fortresses(position), *_markers(position)],
        overlays=[
            *_zones(position, overlays),
            *_networks(position, overlays),
            *_supply_lines(position, overlays, viewer),
        ],
        caption=setting.parameters.title,
        turn=f"{position.date_text}, {position.phase}",
        notes=tuple(
            f"Demoralization of {setting.tables.nations[nation].name}: {points}"
            for nation, points in position.demoralization.items()
        ),
        legend=standard_legend(setting.board, style) if legend else (),
    )


def _order(position: WesternFrontPosition, unit: Unit) -> tuple[int, bool, int, str]:
    """Within a stack the strongest lies near the top, and a headquarters on top of all."""
    return unit.at, position.piece(unit).headquarters, unit.strength, unit.name


def _counter(position: WesternFrontPosition, unit: Unit, viewer: str) -> Counter:
    piece = position.piece(unit)
    knows = viewer in (piece.side, REFEREE)
    states = []
    if piece.reduced is not None and unit.strength <= piece.reduced:
        states.append("reduced")
    if unit.entrained:
        states.append("entrained")
    if unit.moved:
        states.append("moved")
    if piece.headquarters or piece.supply:
        strength = str(unit.supply) if knows else ""
    else:
        strength = str(unit.strength)
    movement = "RR" if piece.rail_bound else str(piece.movement)
    return Counter(
        unit.at,
        piece.nation,
        piece.kind,
        piece.size,
        strength,
        "" if piece.headquarters else movement,
        piece.designation,
        tuple(states),
    )


def _fortresses(position: WesternFrontPosition) -> list[Marker]:
    return [
        Marker(unit.at, "fortress", str(unit.strength), position.piece(unit).nation)
        for unit in position.units.values()
        if position.piece(unit).fortress
    ]


def _markers(position: WesternFrontPosition) -> list[Marker]:
    nations = {CENTRAL_POWERS: "ge", ENTENTE: "fr"}
    kinds = {"hindenburg line": "trench"}
    return [
        Marker(node, kinds.get(each.kind, each.kind), "", nations.get(each.side, ""))
        for node, each in sorted(position.markers.items())
    ]


def _zones(position: WesternFrontPosition, overlays: Sequence[str]) -> list[Overlay]:
    """[10-1] The hexes each side controls."""
    if "zones" not in overlays:
        return []
    return [
        Zone(
            tuple(node for node, count in enumerate(position.control_of(side)) if count),
            _ZONE_COLOURS[side],
            falling=side == ENTENTE,
        )
        for side in SIDES
    ]


def _networks(position: WesternFrontPosition, overlays: Sequence[str]) -> list[Overlay]:
    """[9-1] The operative lines of each nation's rail network."""
    if "rail" not in overlays:
        return []
    pairs: dict[str, list[tuple[int, int]]] = {}
    for side in position.setting.board.sides:
        network = position.rail_network(side.a)
        if network and position.setting.has_rail(side) and position.rail_network(side.b) == network:
            pairs.setdefault(network, []).append((side.a, side.b))
    return [
        NetworkTint(tuple(found), _NETWORK_COLOURS.get(network, "#b0a090"))
        for network, found in sorted(pairs.items())
    ]


def _supply_lines(position: WesternFrontPosition, overlays: Sequence[str], viewer: str) -> list[Overlay]:
    """[19-5] From each hex with combat units of a side, the shortest supply line, with its length."""
    if "supply" not in overlays:
        return []
    drawn: dict[tuple[int, int], Overlay] = {}
    for side in SIDES:
        if viewer not in (side, REFEREE):
            continue
        lines = Lines(position, side)
        for unit in position.of_side(side):
            piece = position.piece(unit)
            if not (piece.infantry or piece.artillery) or not unit.strength:
                continue
            found = supply.candidates(position, unit, lines=lines)
            if found and found[0][1].cost:
                route = found[0][1]
                text = shown_number(route.cost, POINT)
                line = Line(route.nodes, "supply", _ZONE_COLOURS[side], text)
                drawn.setdefault((route.nodes[0], route.nodes[-1]), line)
    return list(drawn.values())
