"""A position of Outpost as text: how each part of it is written and read again."""

from __future__ import annotations

from hexfront.kernel.forms import attribute
from hexfront.kernel.postext import PositionText, Statement
from hexfront.shared import secret_hands
from hexfront.shared.position_text import Part, node_of, nodes, one_of, whole
from outpost.position import PLANS, SIDES, OutpostPosition, Unit

FIRST_POINTS = 4
PHASES = ("cards", "plan", "move", "attack")
STATES = ("hidden", "moved", "attacked", "reacted")


def _read_turn(position: OutpostPosition, told: Statement) -> None:
    turn, phase, active = told.words
    position.turn, position.phase = whole(turn), one_of(phase, PHASES, "phase")
    position.active = one_of(active, SIDES, "side")
    position.first = one_of(told.attributes.get("first", active), SIDES, "side")
    if position.choosing:
        position.hands = {**dict.fromkeys(SIDES, ()), **position.hands}


def _write_turn(position: OutpostPosition, text: PositionText) -> None:
    text.add("turn", position.turn, position.phase, position.active, first=position.first)


def _read_points(position: OutpostPosition, told: Statement) -> None:
    side = one_of(told.words[0], SIDES, "side")
    position.points[side] = whole(told.attributes.get("supply", str(FIRST_POINTS)))
    if plan := told.attributes.get("plan"):
        position.plans[side] = one_of(plan, PLANS, "plan")


def _write_points(position: OutpostPosition, text: PositionText) -> None:
    for side in SIDES:
        text.add("points", side, supply=position.points[side], plan=position.plans.get(side))


def _read_unit(position: OutpostPosition, told: Statement) -> None:
    side, name, kind, at, *states = told.words
    kinds = position.setting.kinds
    steps = whole(told.attributes.get("steps", str(kinds[one_of(kind, kinds, "kind")].steps)))
    tail = node_of(position, told.attributes["tail"]) if "tail" in told.attributes else None
    marks = {one_of(word, STATES, "state"): True for word in states}
    side, here = one_of(side, SIDES, "side"), node_of(position, at)
    position.units[name] = Unit(name, side, kind, steps, here, tail, **marks)


def _write_unit(position: OutpostPosition, text: PositionText) -> None:
    label = position.setting.board.label
    for unit in position.units.values():
        states = [word for word in STATES if getattr(unit, word)]
        tail = None if unit.tail is None else label(unit.tail)
        told = (unit.side, unit.name, unit.kind, label(unit.at), *states)
        text.add("unit", *told, steps=unit.steps, tail=tail)


SUPPLIED = [attribute("supply"), attribute("plan")]
STANDING = [attribute("steps", number=True), attribute("tail")]
PARTS = (
    Part("turn", "turn NUMBER PHASE SIDE", 3, _read_turn, _write_turn, attributes=[attribute("first")]),
    Part("points", "points SIDE", 1, _read_points, _write_points, attributes=SUPPLIED),
    secret_hands.part(SIDES),
    nodes("fought", "fought_over"),
    Part("unit", "unit SIDE NAME KIND HEX ...", 4, _read_unit, _write_unit, None, STANDING, STATES),
)
