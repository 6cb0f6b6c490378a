"""Trenches are kept only while somebody who can dig stands in them [22-4]."""

from __future__ import annotations

from hexfront.games.western_front.rules import trenches
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.vocabulary import DEVASTATION

NEAR = 2  # hexes from the enemy within which a trench is of use
ENOUGH = 4  # strength of a garrison


def keep_works(marches: Marches, line: Line, free: set[str]) -> None:
    """Leave one unit in every trench of the line, finished or not. It is free no more."""
    position, survey = marches.position, marches.survey
    for node, marker in sorted(position.markers.items()):
        if marker.side != survey.side or marker.kind == DEVASTATION or node not in line.shares:
            continue
        if survey.hexes_to_enemy[node] > NEAR:
            continue
        diggers = [
            unit for unit in position.units_at(node) if unit.name in free and trenches.can_dig(position, unit)
        ]
        if not diggers:
            continue
        # The weakest that is strong enough; if there is none, the strongest.
        keeper = min(
            diggers, key=lambda unit: (unit.strength < ENOUGH, abs(unit.strength - ENOUGH), unit.name)
        )
        where = marches.setting.board.name_of(node)
        marches.send(
            keeper.name,
            node,
            f"Keeps the trench at {where}, which {survey.threat.get(node, 0)} points can strike.",
        )
        free.discard(keeper.name)
