"""[9.8] [9.9.2] [9.10.1] Intensity, and what a combat result brings under it."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.printed.tables import CombatResult, Tables

LOW, ATTACKER, DEFENDER, HIGH = "Low Intensity", "Attacker Intense", "Defender Intense", "High Intensity"
BATTLES = {(False, False): LOW, (True, False): ATTACKER, (False, True): DEFENDER, (True, True): HIGH}
WHITE_RETREAT = 1
FULL_MAGNITUDE = 4  # quarters of a division-equivalent from which losses are certain [9.10.1]


def may_be_intense(position: SerbiaPosition, names: Iterable[str], *, defending: int | None = None) -> bool:
    """[9.8] Whether a side may fight Intense: an infantry Formation that can still lose strength takes part.

    ``defending`` is the hex of a defender; in a position he may even if nobody can.
    """
    pieces, units = position.setting.pieces, position.units
    for name in names:
        unit = units[name]
        piece = pieces[unit.piece]
        if not piece.formation or not piece.infantry:
            continue
        if unit.reductions < piece.most_reductions:
            return True
        if defending is not None and position.improved.get(defending) == piece.side:
            return True
    return False


def retreat(result: CombatResult, attacker: bool, defender: bool) -> int:
    """[9.8.2] [9.9.2] Hexes the defender retreats."""
    black = result.black_retreat
    if defender and not attacker:
        return black if black > 1 else 0
    if attacker and not defender and result.retreat and not black:
        return WHITE_RETREAT
    return black


def attacker_reductions(result: CombatResult, attacker: bool) -> int:
    """[9.8.2] [9.9.2] What the attacker loses: by the table, and Intense without a black retreat."""
    return result.attacker.reduction + (attacker and not result.black_retreat)


def defender_reductions(result: CombatResult, defender: bool) -> int:
    """[9.8.2] [9.9.2] What the defender loses: by the table, with a black 2, and Intense with a retreat."""
    two = result.black_retreat > 1
    return result.defender.reduction + two + (defender and bool(result.retreat))


def small_magnitude(tables: Tables, enemy_size: int, reductions: int) -> tuple[int, int]:
    """[9.10.1] Reductions that are certain, and the lowest die that brings one more; 7 if none is thrown.

    More than two count as two (decision SE-R209).
    """
    if not reductions or enemy_size >= FULL_MAGNITUDE:
        return reductions, 7
    one, two = tables.small[max(enemy_size, 1)]
    least = one if reductions == 1 else two
    return (1, 7) if least == 0 else (0, least)
