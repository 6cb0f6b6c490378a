"""[5.1.1] [5.1.3] The boundary lines an Austro-Hungarian player may draw in his attachment phase."""

from __future__ import annotations

from hexfront.games.serbia_1914.orders import Boundary
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import areas
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY

MOST_LINES = 12  # offered between two armies
MOST_CHANGES = 5  # hexes of units that one line moves to another army
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
    present = areas.ground_beside(setting.board, position.boundaries[between])
    faults = movable.faults(present)
    outcomes: dict[int, tuple[areas.Course, int]] = {}
    near = areas.Standing(position, between).near_the_line(setting.board, present)
    for course, ground in areas.courses(position, between, near):
        outcome = ground & movable.bits
        if outcome not in outcomes and ground & pair and pair & ~ground:
            outcomes[outcome] = (course, ground)
    outcomes.pop(present & movable.bits, None)
    ranked = sorted(outcomes, key=lambda outcome: ((outcome ^ present & movable.bits).bit_count(), outcome))
    found: list[Boundary] = []
    for outcome in ranked:
        if len(found) == MOST_LINES or (outcome ^ present & movable.bits).bit_count() > MOST_CHANGES:
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
        self.trains: list[int] = []  # by bits, as all of these
        self.named = self.northern = 0  # units of an army's name, and those of the northern one
        self.bits = 0
        numbered: dict[str, int] = {}  # Formations with the number of each corps
        trains: dict[str, int] = {}
        inside = [
            unit for unit in position.of_side(AUSTRIA_HUNGARY) if unit.at >= 0 and ground >> unit.at & 1
        ]
        for unit in inside:
            piece = pieces[unit.piece]
            if piece.train:
                trains[piece.corps] = 1 << unit.at
                self.trains.append(1 << unit.at)
        for unit in inside:
            piece = pieces[unit.piece]
            if piece.depot or piece.fort or piece.naval:
                continue
            bit = 1 << unit.at
            self.bits |= bit
            if piece.army in pair:
                self.named |= bit
                self.northern |= bit * (piece.army == pair[0])
            elif piece.formation and piece.corps in trains:
                numbered[piece.corps] = numbered.get(piece.corps, 0) | bit
        self.numbered = [(trains[corps], bits) for corps, bits in numbered.items()]

    def faults(self, ground: int) -> int:
        """[5.1.3] [5.2.2] [5.4] Trains beyond the boxes, units parted from the army or corps they bear."""
        north = 0
        for train in self.trains:
            north += bool(train & ground)
        surplus = max(north - self.boxes[0], 0) + max(len(self.trains) - north - self.boxes[1], 0)
        strays = ((self.northern ^ ground) & self.named).bit_count()
        for train, bits in self.numbered:
            strays += (bits & ~ground if train & ground else bits & ground).bit_count()
        return SURPLUS * surplus + strays
