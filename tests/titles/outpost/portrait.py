"""How a position of Outpost looks: its picture, how the war stands, and what becomes of it in many games."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.drawing import Counter, Highlight, Marker, Overlay
from hexfront.kernel.chronicle import Annals, Chronicle, Figure, Landmark, Moment, Record, Verdict, figures_of
from hexfront.kernel.showing import Report, Track
from hexfront.kernel.title import REFEREE, Studied
from hexfront.shared.layers import Layers
from hexfront.shared.portraits import picture
from hexfront.shared.secret_hands import seen
from outpost.position import BLUE, RED, SIDES, OutpostPosition, Unit, victory
from outpost.setting import OutpostSetting

POINTS = "Points"
COLOURS = {RED: "#a33b2e", BLUE: "#2e5aa3"}
STRENGTH = "Strength"
OUTPOST = "the outpost"


def _held(position: OutpostPosition, viewer: str) -> list[Overlay]:
    return [Highlight(unit.at, colour=COLOURS[unit.side]) for unit in position.units.values()]


LAYERS = Layers({"held": ("hexes with units", _held)})


class Portrayed(Studied[OutpostPosition, OutpostSetting]):
    """What the title says to those who sit at its table and to those who study its games."""

    layers = LAYERS.meanings

    def picture(self, position: OutpostPosition, viewer: str, overlays: Sequence[str] = ()) -> object:
        """[5.1] What somebody may see: of hidden units only their backs."""
        units = sorted(position.units.values(), key=lambda unit: (unit.at, unit.name))
        counters = [_counter(unit, knows=unit.is_known_to(viewer)) for unit in units]
        markers = [Marker(node, "fought") for node in sorted(position.fought_over)]
        laid_over = LAYERS.draw(position, viewer, overlays)
        return picture(position.setting, counters, markers=markers, overlays=laid_over)

    def report(self, position: OutpostPosition, viewer: str) -> Report:
        """[5.3] The turn, and the points of a side for itself."""
        known = [side for side in SIDES if viewer in (side, REFEREE)]
        left = position.points
        points = [Track(side, str(left[side]), POINTS, side, left[side]) for side in known]
        hands = [Track(side, ", ".join(hand), "Hand", side) for side, hand in seen(position, viewer).items()]
        return Report(f"Turn {position.turn}", position.phase, (*points, *hands))

    def moment(self, position: OutpostPosition) -> Moment:
        return Moment(f"Turn {position.turn}", f"Half {(position.turn + 2) // 3}")

    def chronicle(self, position: OutpostPosition) -> Chronicle:
        """Strength and points of both sides, and who stands where."""
        board, holder = position.setting.board, position.occupier
        land = [node for node in range(len(board)) if not board.is_area(node)]
        figures = [Figure(side, strength(position, side), STRENGTH, side) for side in SIDES]
        figures += figures_of(self.report(position, REFEREE).tracks)
        places = {OUTPOST: holder(position.setting.objective) or ""}
        return Chronicle(tuple(figures), position.ground(land, holder), places)

    def verdict(self, position: OutpostPosition, outcome: str | None) -> Verdict:
        """[1.5] The winner, and how much stronger red is."""
        told = outcome or victory(position) or ""
        winner = next((side for side in SIDES if told.startswith(f"{side} wins")), "")
        ahead = strength(position, RED) - strength(position, BLUE)
        return Verdict(winner, "victory" if winner else "draw", ahead)

    def annals(self, setting: OutpostSetting) -> Annals:
        levels = (Verdict(RED, "victory"), Verdict("", "draw"), Verdict(BLUE, "victory"))
        landmark = Landmark(OUTPOST, setting.board.label(setting.objective), "", "hill")
        record = Record(STRENGTH, RED, "after the game", 9, "made up")
        return Annals((landmark,), levels, "strength of red less that of blue", (record,))


def _counter(unit: Unit, *, knows: bool) -> Counter:
    kind, strength = (unit.kind, str(unit.steps)) if knows else ("", "")
    states = ("moved",) * unit.moved if knows else ("hidden",)
    name = f"{unit.name} ({unit.kind})" if knows else unit.name
    return Counter(
        unit.at, unit.side, kind, strength=strength, states=states, key=unit.name, side=unit.side, name=name
    )


def strength(position: OutpostPosition, side: str) -> int:
    return sum(position.strength(unit) for unit in position.of_side(side))
