"""How a position stands, in victory points: what has been paid, and what is likely to be paid yet.

The weights were fitted to 160 games of general against general in the Mačva (seeds 1 to 160): the lead at the
end less the lead now, by what could be seen at the end of each turn.
"""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import victory_points
from hexfront.games.serbia_1914.staff.aims import over_turns
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY

STEP = 0.2  # what a strength reduction is worth in the points to come
LEVEL = 0.25  # and a level of effectiveness
COLUMN = 0.6  # a column of the advance, if it is to be counted once more [27.2]
HELD = 0.3  # of the points of every turn that are left, what the holder of a place keeps of them


def balance(position: SerbiaPosition, side: str) -> float:
    """The lead that a side is likely to have at the end."""
    lead = position.lead + _troops(position) + _places(position)
    setting = position.setting
    last = setting.parameters.head.last_turn
    if victory_points.ADVANCE in setting.parameters.head.victory.awards and any(
        setting.lists.inter_phase_after(turn) is not None for turn in range(position.turn, last + 1)
    ):
        lead += COLUMN * _advance(position)
    return lead if side == AUSTRIA_HUNGARY else -lead


def _troops(position: SerbiaPosition) -> float:
    """What Serbia has lost more than Austria-Hungary."""
    total = 0.0
    for unit in position.units.values():
        piece = position.piece(unit)
        if piece.combat:
            lost = STEP * unit.reductions + LEVEL * unit.status
            total += -lost if piece.side == AUSTRIA_HUNGARY else lost
    for unit in position.lost.values():
        piece = position.piece(unit)
        if piece.combat:
            lost = STEP * (piece.most_reductions + 1)
            total += -lost if piece.side == AUSTRIA_HUNGARY else lost
    return total


def _advance(position: SerbiaPosition) -> int:
    """[27.2] The points that the farthest infantry Formation stands for."""
    return max(
        (
            victory_points.advance_points(position, node)
            for unit in position.of_side(AUSTRIA_HUNGARY)
            if (piece := position.piece(unit)).infantry and piece.formation
            for node in position.hexes_of(unit)
            if node in position.setting.hexes
        ),
        default=0,
    )


def _places(position: SerbiaPosition) -> float:
    """Places that pay every turn."""
    setting = position.setting
    left = over_turns(setting.parameters.head.last_turn - position.turn + 1)
    total = 0.0
    for name in setting.parameters.head.victory.awards:
        award = setting.lists.awards[name]
        if award.when != "own turn" or not award.hexes or award.hexes[0] not in setting.board:
            continue
        if position.controller(setting.board[award.hexes[0]]) == award.side:
            points = HELD * left * (award.points or 0)
            total += points if award.side == AUSTRIA_HUNGARY else -points
    return total
