"""[7.4] Repulse: driving an enemy out of the way in a movement phase or during a retreat."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import combinations
from typing import Any

from hexfront.games.serbia_1914 import premises, secrecy
from hexfront.games.serbia_1914.force import Force, leader_of
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import (
    effectiveness,
    gathering,
    participation,
    prospects,
    retreat,
    strengths,
)
from hexfront.games.serbia_1914.rules.battle import Assault, Battle, Reckoning, odds_text, reckon
from hexfront.games.serbia_1914.vocabulary import other_side
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.luck import Fortune, fortunes
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

Repulsing = Generator[Ask | Together, Any, bool]
MOST_UNITS = 2  # of a Force that lend their strength [7.4.1]
LEAST_ODDS, CERTAIN_ODDS = "3:1", "8:1"  # [7.4.3]
SUCCESS_RETREAT = 2  # hexes [7.4.4]
SUCCESS_MODIFIER = 1


def why_not_repulse(position: SerbiaPosition, names: Sequence[str], target: int) -> Refusal | None:
    """[7.4] [7.4.2] Why a Force cannot try to repulse the enemy in a hex."""
    leader = position.units[leader_of(position, names)]
    label = position.label(leader)
    where = position.setting.board.label(target)
    if position.is_ineffective(leader):
        return Refusal("7.4.2", f"{label} is combat ineffective or demoralized")
    if not participation.is_defended(position, target, position.side_of(leader)):
        return Refusal("7.4", f"no enemy Force is in {where}")
    if not participation.attacking_hexes(position, leader, target):
        return Refusal("7.4", f"{label} cannot attack {where} from where it stands")
    if not has_strength(position, names, target):
        return Refusal("9.2.3", f"{label} has no attack strength against {where}")
    return None


def has_strength(position: SerbiaPosition, names: Sequence[str], target: int) -> bool:
    """[9.2.3] Whether a Force has any attack strength against a hex, terrain taken off."""
    strong = participation.strong_units(position, names)
    if not strong:
        return False
    heres = participation.attacking_hexes(position, position.units[strong[0]], target)
    if any(strengths.is_easy(position.setting, here, target) for here in heres):
        return True
    return bool(chosen_units(position, names, target))


def chosen_units(position: SerbiaPosition, names: Sequence[str], target: int) -> tuple[str, ...]:
    """[7.4.1] The two units of a Force that repulse: those who are strongest together (decision SE-R213)."""
    units, pieces = position.units, position.setting.pieces
    able = participation.strong_units(position, names)
    if not able:
        return ()
    here = participation.attacking_hexes(position, units[able[0]], target)
    groups = [
        pair
        for size in range(1, MOST_UNITS + 1)
        for pair in combinations(able, size)
        if any(pieces[units[name].piece].combat for name in pair)
    ]

    def strength(pair: tuple[str, ...]) -> tuple[int, int]:
        total = sum(strengths.attack_of_force(position, pair, each, target) for each in here)
        return total, -len(pair)

    best = max(groups, key=strength)
    return best if strength(best)[0] > 0 else ()


def repulse(
    table: Table,
    position: SerbiaPosition,
    names: Sequence[str],
    target: int,
    *,
    retreating: bool = False,
) -> Repulsing:
    """[7.4.3] [7.4.4] [7.4.5] A Force tries to repulse the enemy in a hex; returns whether it did.

    Movement points, what the Force may do afterwards, and the march across the Sava [7.4.7] are for the
    movement and retreat chapters.
    """
    side = position.side_of(position.units[leader_of(position, names)])
    battle = yield from _gather(table, position, side, names, target)
    reckoning = reckon(position, battle)
    where = position.setting.board.label(target)
    odds = odds_text(position, reckoning)
    table.tell(f"Repulse against {where} at {odds}", "7.4.3", kind="combat", data={"hex": where})
    done, luck = succeeds(table, position, reckoning, where)
    told = {"hex": where, **(fortunes(side, *luck) if luck else {})}
    if done:
        table.tell(f"The enemy is repulsed from {where}", "7.4.4", kind="combat", data=told)
        yield from _drive_out(table, position, battle)
        return True
    table.tell("The Repulse fails", "7.4.5", kind="combat", data=told)
    yield from _lose_level_if_failed(table, position, names, 0, "7.4.5")
    return False


def _gather(
    table: Table, position: SerbiaPosition, side: str, names: Sequence[str], target: int
) -> Generator[Ask | Together, Any, Battle]:
    gathering.interrupt_tasks(position, target, other_side(side))
    gathering.fix_assignments(position, target, side)
    table.reveal(f"which units are in {position.setting.board.label(target)}")
    secrecy.expose(position, (*names, *position.standing[target]))
    defenders, withheld = yield from gathering.choose_defenders(position, side, target, repulse=True)
    return repulsing_battle(position, side, names, target, defenders=defenders, withheld=withheld)


def repulsing_battle(
    position: SerbiaPosition,
    side: str,
    names: Sequence[str],
    target: int,
    *,
    defenders: tuple[Force, ...],
    withheld: tuple[str, ...],
) -> Battle:
    """[7.4.3] A Repulse as a battle, for its odds; ammunition plays no part in it (decision SE-R214)."""
    units = chosen_units(position, names, target)
    force = Force(leader_of(position, units), units)
    heres = participation.attacking_hexes(position, position.units[force.leader], target)
    return Battle(side, target, tuple(Assault(here, force) for here in heres), defenders, withheld)


def succeeds(
    table: Table, position: SerbiaPosition, reckoning: Reckoning, where: str
) -> tuple[bool, tuple[list[Fortune], Fortune] | None]:
    """[7.4.3] Below 3:1 it fails, at 8:1 it succeeds; between, a black retreat decides.

    If dice were thrown, also what every way brings that they can fall, and what came.
    """
    tables = position.setting.tables
    if reckoning.place < tables.columns.index(LEAST_ODDS):
        return False, None
    if reckoning.place >= tables.columns.index(CERTAIN_ODDS):
        return True, None
    told = table.premise(premises.REPULSE)
    if told is not None:
        return told == premises.SUCCEEDS, None
    words = f"die, Repulse at {where}"
    white = table.roll("repulse", "7.4.3", at=where, of="white", words=f"white {words}")
    black = table.roll("repulse", "7.4.3", at=where, of="black", words=f"black {words}")
    column = tables.column(reckoning.place)
    won = {
        (one, other): tables.combat_result(column, one + reckoning.modifier, other).black_retreat > 0
        for one in prospects.FACES
        for other in prospects.FACES
    }
    done = won[white, black]
    return done, ([Fortune(ground=float(each)) for each in won.values()], Fortune(ground=float(done)))


def _drive_out(table: Table, position: SerbiaPosition, battle: Battle) -> Procedure:
    """[7.4.4] [7.4.6] The whole stack retreats two hexes, then the Forces that defended are tested."""
    defending = gathering.defending_forces(position, battle)
    stack = [*defending, *gathering.withheld_forces(position, battle)]
    due = dict.fromkeys(stack, SUCCESS_RETREAT)
    yield from retreat.retreat_stack(table, position, due, rule="7.4.4", origin=battle.node)
    for names in defending:
        yield from _lose_level_if_failed(table, position, names, SUCCESS_MODIFIER, "7.4.4")
    return None


def _lose_level_if_failed(
    table: Table, position: SerbiaPosition, names: Sequence[str], modifier: int, rule: str
) -> Procedure:
    """A check that costs one level if it fails."""
    left = [name for name in names if name in position.units]
    if not left:
        return None
    by = effectiveness.check(
        table, position, left, modifier=modifier, purpose="repulse check", rule=rule, words="Repulse"
    )
    if by > 0:
        yield from effectiveness.lose_levels(table, position, left, 1, rule)
    return None
