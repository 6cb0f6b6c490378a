"""How a position of Outpost looks: its picture, how the war stands, and what becomes of it in many games."""

from __future__ import annotations

from hexfront.drawing import Counter, Highlight, Marker, Overlay, Picture
from hexfront.kernel.chronicle import Annals, Chronicle, Figure, Landmark, Record, Verdict, figures_of
from hexfront.kernel.showing import Report, Track
from hexfront.kernel.title import REFEREE
from hexfront.shared.layers import Layers
from hexfront.shared.portraits import picture
from outpost.cards import seen_hands
from outpost.position import BLUE, RED, SIDES, OutpostPosition, Unit
from outpost.setting import OutpostSetting

POINTS = "Points"
COLOURS = {RED: "#a33b2e", BLUE: "#2e5aa3"}
STRENGTH = "Strength"
OUTPOST = "the outpost"


def _held(position: OutpostPosition, viewer: str) -> list[Overlay]:
    return [Highlight(unit.at, colour=COLOURS[unit.side]) for unit in position.units.values()]


LAYERS = Layers({"held": ("hexes with units", _held)})


def portrait(position: OutpostPosition, viewer: str, overlays: list[Overlay]) -> Picture:
    """[5.1] What somebody may see: of hidden units only their backs."""
    units = sorted(position.units.values(), key=lambda unit: (unit.at, unit.name))
    counters = [_counter(unit, knows=unit.is_known_to(viewer)) for unit in units]
    markers = [Marker(node, "fought") for node in sorted(position.fought_over)]
    return picture(position.setting, counters, markers=markers, overlays=overlays)


def _counter(unit: Unit, *, knows: bool) -> Counter:
    kind, strength = (unit.kind, str(unit.steps)) if knows else ("", "")
    states = ("moved",) * unit.moved if knows else ("hidden",)
    name = f"{unit.name} ({unit.kind})" if knows else unit.name
    return Counter(
        unit.at, unit.side, kind, strength=strength, states=states, key=unit.name, side=unit.side, name=name
    )


def report(position: OutpostPosition, viewer: str) -> Report:
    """[5.3] The turn, and the points of a side for itself."""
    known = [side for side in SIDES if viewer in (side, REFEREE)]
    left = position.points
    points = [Track(side, str(left[side]), POINTS, side, left[side]) for side in known]
    seen = seen_hands(position, viewer)
    hands = [Track(side, ", ".join(hand), "Hand", side) for side, hand in seen.items()]
    return Report(f"Turn {position.turn}", position.phase, (*points, *hands))


def strength(position: OutpostPosition, side: str) -> int:
    return sum(position.strength(unit) for unit in position.of_side(side))


def chronicle(position: OutpostPosition) -> Chronicle:
    """Strength and points of both sides, and who stands where."""
    labels, areas = position.setting.board.labels, position.setting.board.is_area
    held = {label: position.held_by(node) for node, label in enumerate(labels) if not areas(node)}
    figures = [Figure(side, strength(position, side), STRENGTH, side) for side in SIDES]
    figures += figures_of(report(position, REFEREE).tracks)
    ground = {label: side for label, side in held.items() if side}
    return Chronicle(tuple(figures), ground, {OUTPOST: position.held_by(position.setting.objective) or ""})


def verdict(position: OutpostPosition, outcome: str) -> Verdict:
    """[1.5] The winner, and how much stronger red is."""
    winner = next((side for side in SIDES if outcome.startswith(f"{side} wins")), "")
    ahead = strength(position, RED) - strength(position, BLUE)
    return Verdict(winner, "victory" if winner else "draw", ahead)


def annals(setting: OutpostSetting) -> Annals:
    levels = (Verdict(RED, "victory"), Verdict("", "draw"), Verdict(BLUE, "victory"))
    landmark = Landmark(OUTPOST, setting.board.label(setting.objective), "", "hill")
    record = Record(STRENGTH, RED, "after the game", 9, "made up")
    return Annals((landmark,), levels, "strength of red less that of blue", (record,))
