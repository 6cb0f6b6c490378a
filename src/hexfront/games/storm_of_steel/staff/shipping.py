"""Troops that no road leads to where they are missed: over the sea, and from off the map."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.storm_of_steel.orders import (
    ComeIn,
    Detrain,
    Disembark,
    Embark,
    Entrain,
    ForceMarch,
)
from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import (
    moving,
    naval_transport,
    off_map,
    sea_control,
    sea_routes,
    stacking,
    trains,
)
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.line import Line
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres
from hexfront.kernel.actions import PASS, Action

CUT_OFF = 0.02  # what the best place in the line is worth, for those whom no road leads there
WORTH = 0.04  # what a voyage must bring
RAIL = 0.9  # part of a place's worth that is left after a journey by rail
KEPT = 3  # transports that are kept on a sea where troops wait


class Voyages:
    """Where troops that are cut off from the line could be taken."""

    def __init__(self, survey: Survey, level: Level) -> None:
        self.survey = survey
        self.line = Line(survey, level)
        self.theatres = Theatres(survey)
        position = survey.position
        self.line.begin(
            unit
            for unit in position.ashore(survey.side)
            if position.piece(unit).land and not survey.board.is_area(unit.at)
        )

    def waiting(self) -> list[str]:
        """The units that are aboard, and those that stand where no road leads to the line."""
        survey, position, field = self.survey, self.survey.position, self.line.field
        return [*naval_transport.afloat(position)] + [
            unit.name
            for unit in position.ashore(survey.side)
            if (piece := position.piece(unit)).land
            and piece.movement
            and not unit.moved
            and not unit.entrenched
            and (survey.board.is_area(unit.at) or field.get(unit.at, 0.0) < CUT_OFF)
        ]

    def best(self, unit: Unit) -> tuple[float, Action, int]:
        """The best way out for a unit, its worth, and the hex it leads to."""
        survey, position, field = self.survey, self.survey.position, self.line.field
        found: tuple[float, Action, int] = (WORTH, PASS, unit.at)
        if position.is_cargo(unit.name):
            ports = naval_transport.destinations(position, unit)
            ashore = self.landing([Disembark(survey.board.label(node)) for node in ports], unit)
            return (WORTH, ashore, survey.board[ashore.to]) if isinstance(ashore, Disembark) else found
        if survey.board.is_area(unit.at):
            for action in off_map.from_area(position, unit):
                if isinstance(action, ComeIn):
                    node = survey.board[action.to]
                    worth = max(field.get(node, 0.0), self._by_rail(node)[0])
                    if worth > found[0]:
                        found = (worth, action, node)
        if naval_transport.may_embark(position, unit):
            near = sea_control.seas_of(position, unit.at)
            ships = sum(1 for _ in naval_transport.transports(position, survey.side, unit.at))
            for node in naval_transport.destinations(position, unit):
                far = ships <= KEPT and set(near).isdisjoint(sea_control.seas_of(position, node))
                if field.get(node, 0.0) > found[0] and not far and self.theatres.may_go(unit, node):
                    found = (field[node], Embark(), node)
        elif trains.can_entrain(position, unit) and (port := self._port(unit)) is not None:
            found = (WORTH, Entrain(), port)
        return found

    def _port(self, unit: Unit) -> int | None:
        """The harbour with most room that a train leads to, and from which ships can sail."""
        survey, position = self.survey, self.survey.position
        if unit.at in sea_control.harbours(survey.setting):
            return None
        ports = [
            node
            for node in moving.by_rail(position, survey.side, unit.at)
            if node in sea_control.harbours(survey.setting)
            and sea_routes.is_friendly_port(position, survey.side, node)
            and stacking.has_room(position, node, [unit])
        ]
        near = [node for node in ports if next(naval_transport.transports(position, survey.side, node), None)]
        return min(near, key=lambda node: (position.loads[node], node), default=None)

    def _by_rail(self, start: int) -> tuple[float, int]:
        """The best hex that the railway leads to from one, and its worth."""
        field, supplied = self.line.field, self.survey.supplied
        joined = moving.by_rail(self.survey.position, self.survey.side, start)
        return max(((RAIL * field.get(node, 0.0), node) for node in joined & supplied), default=(0.0, start))

    def landing(self, choices: Iterable[Action], unit: Unit | None = None) -> Action:
        """The port where a unit is worth most."""
        board, field = self.survey.board, self.line.field
        ends = [action for action in choices if isinstance(action, Disembark)]
        if unit is not None:
            ends = [action for action in ends if self.theatres.may_go(unit, board[action.to])] or ends
        if not ends:
            return PASS
        return max(ends, key=lambda action: (field.get(board[action.to], 0.0), action.to))

    def inland(self, unit: Unit, choices: Iterable[Action]) -> tuple[Action, Action | None]:
        """How one who has come in at the edge goes on; and where he leaves the train, if he takes one."""
        board, field = self.survey.board, self.line.field
        best: tuple[float, Action, Action | None] = (field.get(unit.at, 0.0), PASS, None)
        for action in choices:
            if isinstance(action, ForceMarch) and field.get(board[action.to], 0.0) > best[0]:
                best = (field[board[action.to]], action, None)
            elif isinstance(action, Entrain):
                worth, node = self._by_rail(unit.at)
                if worth > best[0] and node != unit.at:
                    best = (worth, action, Detrain(board.label(node)))
        return best[1], best[2]
