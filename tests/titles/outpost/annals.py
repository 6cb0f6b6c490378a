"""The course of a game of Outpost, for those who study many of them."""

from __future__ import annotations

from hexfront.kernel.chronicle import Annals, Chronicle, Figure, Landmark, Record, Verdict, figures_of
from hexfront.kernel.title import REFEREE
from outpost.portrait import report
from outpost.position import BLUE, RED, SIDES, OutpostPosition
from outpost.setting import OutpostSetting

STRENGTH = "Strength"
OUTPOST = "the outpost"


def strength(position: OutpostPosition, side: str) -> int:
    return sum(position.strength(unit) for unit in position.of_side(side))


def chronicle(position: OutpostPosition) -> Chronicle:
    """Strength and points of both sides, and who stands where."""
    board = position.setting.board
    ground = {
        board.label(node): position.units[names[0]].side
        for node, names in enumerate(position.standing)
        if names and not board.is_area(node)
    }
    figures = [Figure(side, strength(position, side), STRENGTH, side) for side in SIDES]
    figures += figures_of(report(position, REFEREE).tracks)
    return Chronicle(tuple(figures), ground, {OUTPOST: position.held_by(position.setting.objective) or ""})


def verdict(position: OutpostPosition, outcome: str) -> Verdict:
    """[1.5] The winner, and how much stronger red is."""
    winner = next((side for side in SIDES if outcome.startswith(f"{side} wins")), "")
    ahead = strength(position, RED) - strength(position, BLUE)
    return Verdict(winner, "victory" if winner else "draw", ahead)


def annals(setting: OutpostSetting) -> Annals:
    levels = (Verdict(RED, "victory"), Verdict("", "draw"), Verdict(BLUE, "victory"))
    return Annals(
        (Landmark(OUTPOST, setting.board.label(setting.objective), "", "hill"),),
        levels,
        "strength of red less that of blue",
        (Record(STRENGTH, RED, "after the game", 9, "made up"),),
    )
