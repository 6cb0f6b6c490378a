"""Troops that no road leads to where they are missed: over the sea, and from off the map."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.storm_of_steel.orders import ComeIn, Disembark, Embark, ForceMarch
from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import naval_transport, off_map
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.line import Line
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.kernel.actions import PASS, Action

CUT_OFF = 0.02  # what the best place in the line is worth, for those whom no road leads there
WORTH = 0.04  # what a voyage must bring


class Voyages:
    """Where troops that are cut off from the line could be taken."""

    def __init__(self, survey: Survey, level: Level) -> None:
        self.survey = survey
        self.line = Line(survey, level)
        position = survey.position
        self.line.begin(
            unit
            for unit in position.of_side(survey.side)
            if position.piece(unit).land and not survey.board.is_area(unit.at)
        )

    def waiting(self) -> list[str]:
        """The units that stand where no road leads to the line."""
        survey, position, field = self.survey, self.survey.position, self.line.field
        return [
            unit.name
            for unit in position.of_side(survey.side)
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
        if survey.board.is_area(unit.at):
            for action in off_map.from_area(position, unit):
                if isinstance(action, ComeIn):
                    node = survey.board[action.to]
                    if field.get(node, 0.0) > found[0]:
                        found = (field[node], action, node)
        if naval_transport.may_embark(position, unit):
            for node in naval_transport.destinations(position, unit):
                if field.get(node, 0.0) > found[0]:
                    found = (field[node], Embark(), node)
        return found

    def landing(self, choices: Iterable[Action]) -> Action:
        """The port where a unit is worth most."""
        board, field = self.survey.board, self.line.field
        ends = [action for action in choices if isinstance(action, Disembark)]
        if not ends:
            return PASS
        return max(ends, key=lambda action: (field.get(board[action.to], 0.0), action.to))

    def inland(self, unit: Unit, choices: Iterable[Action]) -> Action:
        """How one who has come in at the edge goes on."""
        board, field = self.survey.board, self.line.field
        best: tuple[float, Action] = (field.get(unit.at, 0.0), PASS)
        for action in choices:
            if isinstance(action, ForceMarch) and field.get(board[action.to], 0.0) > best[0]:
                best = (field[board[action.to]], action)
        return best[1]
