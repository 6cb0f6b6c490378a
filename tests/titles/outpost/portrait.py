"""A position of Outpost as a picture, and how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.drawing import Counter, Highlight, Marker, Picture
from hexfront.kernel.showing import Report, Track
from hexfront.kernel.title import REFEREE
from outpost.cards import seen_hand
from outpost.position import SIDES, OutpostPosition, Unit

POINTS = "Points"
COLOURS = {"red": "#a33b2e", "blue": "#2e5aa3"}


def portrait(position: OutpostPosition, viewer: str, overlays: Sequence[str]) -> Picture:
    """[5.1] What somebody may see: of hidden units only their backs."""
    units = sorted(position.units.values(), key=lambda unit: (unit.at, unit.name))
    held = [unit for unit in units if "held" in overlays]
    return Picture(
        board=position.setting.board,
        counters=[_counter(unit, knows=not unit.hidden or viewer in (unit.side, REFEREE)) for unit in units],
        markers=[Marker(node, "fought") for node in sorted(position.fought_over)],
        overlays=[Highlight(unit.at, colour=COLOURS[unit.side]) for unit in held],
    )


def _counter(unit: Unit, *, knows: bool) -> Counter:
    if not knows:
        return Counter(unit.at, unit.side, states=("hidden",), key=unit.name, side=unit.side, name=unit.name)
    return Counter(
        unit.at,
        unit.side,
        unit.kind,
        strength=str(unit.steps),
        states=("moved",) if unit.moved else (),
        key=unit.name,
        side=unit.side,
        name=f"{unit.name} ({unit.kind})",
    )


def report(position: OutpostPosition, viewer: str) -> Report:
    """[5.3] The turn, and the points of a side for itself."""
    points = position.points
    hands = position.hands
    return Report(
        turn=f"Turn {position.turn}",
        phase=position.phase,
        tracks=tuple(
            Track(side, str(points[side]), POINTS, side, points[side])
            for side in SIDES
            if viewer in (side, REFEREE)
        )
        + tuple(Track(side, ", ".join(seen_hand(position, side, viewer)), "Hand", side) for side in hands),
    )
