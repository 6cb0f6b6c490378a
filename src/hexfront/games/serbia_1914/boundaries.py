"""[5.1.1] [5.1.3] The boundary lines an Austro-Hungarian player may draw in his attachment phase."""

from __future__ import annotations

from hexfront.games.serbia_1914 import areas
from hexfront.games.serbia_1914.orders import Boundary
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY

MOST_LINES = 12  # offered between two armies
SURPLUS = 100  # how much worse a train beyond the boxes is than a unit that strays
REDRAWN = "redrawn "  # a flag for each boundary that was drawn anew in this phase


def boundaries(position: SerbiaPosition) -> list[Boundary]:
    """[5.1.1] [5.1.3] The boundary lines that may be drawn now, those that change least first.

    Each boundary may be redrawn once in a phase, before any Formation changes its corps. Of lines that
    attach all units alike only the straightest is offered (decision SE-R401).
    """
    if any(position.units[name].attached for name in position.by_side[AUSTRIA_HUNGARY]):
        return []
    found = []
    for between in areas.neighbours(position):
        if between in position.boundaries and REDRAWN + between not in position.flags:
            found += _lines(position, between)
    return found


def _lines(position: SerbiaPosition, between: str) -> list[Boundary]:
    setting = position.setting
    one, other = between.split("/")
    pair = areas.grounds(position)[one] | areas.grounds(position)[other]
    movable = _Movable(position, (one, other), pair)
    present = areas.ground_beside(setting, position.boundaries[between])
    faults = movable.faults(present)
    outcomes: dict[int, tuple[areas.Course, int]] = {}
    for course, ground in areas.courses(position, movable.hexes):
        outcome = ground & movable.bits
        if outcome not in outcomes and ground & pair and pair & ~ground:
            outcomes[outcome] = (course, ground)
    outcomes.pop(present & movable.bits, None)
    ranked = sorted(outcomes, key=lambda outcome: ((outcome ^ present & movable.bits).bit_count(), outcome))
    found: list[Boundary] = []
    for outcome in ranked:
        if len(found) == MOST_LINES:
            break
        if movable.faults(outcome) > faults:
            continue
        hexes = areas.ends_of(position, *outcomes[outcome])
        if hexes is not None:
            found.append(Boundary(between, tuple(setting.board.label(node) for node in hexes)))
    return found


class _Movable:
    """The units of two armies that a boundary between them parts."""

    def __init__(self, position: SerbiaPosition, pair: tuple[str, str], ground: int) -> None:
        pieces = position.setting.pieces
        self.boxes = [position.setting.forces.armies[army].corps_boxes for army in pair]
        self.trains: list[int] = []
        self.named: list[tuple[int, bool]] = []  # units of an army's name, and whether of the northern one
        self.numbered: list[tuple[int, int]] = []  # Formations with a corps' number, and its train
        self.hexes: set[int] = set()
        trains: dict[str, int] = {}
        inside = [
            unit for unit in position.of_side(AUSTRIA_HUNGARY) if unit.at >= 0 and ground >> unit.at & 1
        ]
        for unit in inside:
            piece = pieces[unit.piece]
            if piece.train:
                trains[piece.corps] = unit.at
                self.trains.append(unit.at)
        for unit in inside:
            piece = pieces[unit.piece]
            if piece.depot or piece.fort or piece.naval:
                continue
            self.hexes.add(unit.at)
            if piece.army in pair:
                self.named.append((unit.at, piece.army == pair[0]))
            elif piece.formation and piece.corps in trains:
                self.numbered.append((unit.at, trains[piece.corps]))
        self.bits = areas.bits_of(self.hexes)

    def faults(self, ground: int) -> int:
        """[5.1.3] [5.2.2] [5.4] Trains beyond the boxes, units parted from the army or corps they bear."""
        north = sum(ground >> node & 1 for node in self.trains)
        surplus = max(north - self.boxes[0], 0) + max(len(self.trains) - north - self.boxes[1], 0)
        strays = sum((ground >> node & 1) != first for node, first in self.named)
        parted = sum((ground >> node ^ ground >> train) & 1 for node, train in self.numbered)
        return SURPLUS * surplus + strays + parted
