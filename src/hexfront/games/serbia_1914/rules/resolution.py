"""[9.1.1] One attack from beginning to end; two at once on both halves of a two-hex unit [19.1.6].

The order of the steps is that of 9.1.1; what it leaves open is decision SE-R211.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import cache
from typing import Any

import msgspec

from hexfront.games.serbia_1914 import matters, premises
from hexfront.games.serbia_1914.orders import Declare
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.printed.tables import CombatResult, result_written
from hexfront.games.serbia_1914.rules import (
    advance,
    ammunition,
    artillery_support,
    effectiveness,
    gathering,
    instants,
    intensity,
    plans,
    prospects,
    reductions,
    retreat,
)
from hexfront.games.serbia_1914.rules.battle import Battle, Reckoning, odds_text, reckon
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.luck import Fortune, fortunes
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

declare_order = cache(Declare)


class Combat(msgspec.Struct):
    """A battle as it is being fought."""

    battle: Battle
    reckoning: Reckoning
    attack_guns: int = 0  # of the fighting units when it began, in quarters [10.1.1]
    defense_guns: int = 0
    attack_target: int = 0  # sizes under fire [10.1.2]
    defense_target: int = 0
    attacker_intense: bool = False
    defender_intense: bool = False
    result: CombatResult | None = None
    attack_modifier: int = 0  # of the checks after it
    defense_modifier: int = 0


def fight(table: Table, position: SerbiaPosition, nodes: Sequence[int]) -> Procedure:
    """[9.1.1] [19.1.6] Resolve the attack on a hex, or those on both hexes of a two-hex unit at once."""
    side = position.mover
    combats = []
    for node in nodes:
        position.attacked.add(node)
        battle = yield from gathering.gather(table, position, side, node)
        if battle is None:
            gathering.lower_aims(position, side, node)
            continue
        combats.append((yield from _supplied(table, position, battle)))
    for combat in combats:
        yield from _declare(table, position, combat)
        _throw(table, position, combat)
    for combat in combats:
        yield from _apply(table, position, combat)
    for combat in combats:
        yield from _artillery(table, position, combat)
    yield from _check(table, position, combats)
    yield from instants.settle(table, position)
    for combat in combats:
        yield from _advance(table, position, combat.battle)
    for node in nodes:
        gathering.lower_aims(position, side, node)
    yield from instants.settle(table, position)
    return None


def _supplied(
    table: Table, position: SerbiaPosition, battle: Battle
) -> Generator[Ask | Together, Any, Combat]:
    """[9.1.1] Steps c, d and e: ammunition and shells, strengths, odds."""
    attacking = list({assault.force.leader: assault.force for assault in battle.attackers}.values())
    given = yield from ammunition.plan(table, position, attacking, battle.node, attacking=True)
    taken = yield from ammunition.plan(table, position, battle.defenders, battle.node, attacking=False)
    battle = msgspec.structs.replace(battle, provisions={**given, **taken})
    reckoning = reckon(position, battle)
    where = position.setting.board.label(battle.node)
    table.tell(
        f"The combat at {where} is fought at {odds_text(position, reckoning)}",
        "9.6",
        kind="combat",
        data={"hex": where, "place": reckoning.place},
    )
    under_fire = artillery_support.size_under_fire
    return Combat(
        battle,
        reckoning,
        attack_guns=artillery_support.attack_value(position, battle),
        defense_guns=artillery_support.defense_value(position, battle),
        attack_target=under_fire(position, battle, attacker=True, size=reckoning.attack_size),
        defense_target=under_fire(position, battle, attacker=False, size=reckoning.defense_size),
    )


# Intensity and dice


def _declare(table: Table, position: SerbiaPosition, combat: Combat) -> Procedure:
    """[9.8] Both sides declare their intensity, the attacker first."""
    battle = combat.battle
    answer = yield ask_intensity(position, combat, battle.side)
    combat.attacker_intense = answer.intense
    if answer.intense:
        table.tell("The attacker fights Intense", "9.8", kind="combat")
        plans.mandated(table, position, battle.attacking_names)
    answer = yield ask_intensity(position, combat, battle.enemy)
    combat.defender_intense = answer.intense
    name = intensity.BATTLES[combat.attacker_intense, combat.defender_intense]
    table.tell(f"{name} at {position.setting.board.label(battle.node)}", "9.8.1", kind="combat")
    return None


def ask_intensity(position: SerbiaPosition, combat: Combat, side: str) -> Ask:
    battle = combat.battle
    defending = side == battle.enemy
    names = battle.defending_names if defending else battle.attacking_names
    may = intensity.may_be_intense(position, names, defending=battle.node if defending else None)
    where = position.setting.board.label(battle.node)
    odds = odds_text(position, combat.reckoning)
    against = ""
    if defending:
        against = " The attacker is Intense." if combat.attacker_intense else " The attacker is not Intense."
    return Ask(
        side,
        "intensity",
        f"With what intensity is the combat at {where} fought, at {odds}?{against}",
        "9.8",
        options=lambda: [declare_order(True), declare_order(False)] if may else [declare_order(False)],
        why_not=_why_not_intense,
        default=lambda: declare_order(
            may and not defending and combat.reckoning.place >= _worth_it(position)
        ),
        about=matters.Intensity(
            where,
            battle.attacking_names,
            battle.defending_names,
            combat.reckoning.place,
            combat.attacker_intense if defending else None,
        ),
    )


def _worth_it(position: SerbiaPosition) -> int:
    """The odds from which an attacker is advised to be Intense: black retreats then spare him the price."""
    return position.setting.tables.columns.index("3:1")


def _why_not_intense(action: Action) -> Refusal | None:
    if not isinstance(action, Declare):
        return None
    return Refusal("9.8", "no infantry Formation that could lose strength takes part")


def _throw(table: Table, position: SerbiaPosition, combat: Combat) -> None:
    """[9.9.1] The white and the black die, and the result."""
    where = position.setting.board.label(combat.battle.node)
    told = table.premise(premises.COMBAT)
    if told is not None:
        combat.result = result_written(told)
        table.tell(
            f"The result at {where} is {told}, as the referee says",
            "9.9.1",
            kind="combat",
            data={"hex": where, "result": told},
        )
        return
    white = table.roll("combat", "9.9.1", at=where, of="white", words=f"white die, {where}")
    black = table.roll("combat", "9.9.1", at=where, of="black", words=f"black die, {where}")
    tables = position.setting.tables
    modified = white + combat.reckoning.modifier
    column = tables.column(combat.reckoning.place)
    result = tables.combat_result(column, modified, black)
    combat.result = result
    shown = f"{white}" if modified == white else f"{white}, modified to {modified}"
    table.tell(
        f"White {shown}, black {black} in column {column}: {result.text}",
        "9.9.1",
        kind="combat",
        data={
            "hex": where,
            "white": white,
            "black": black,
            "column": column,
            "result": result.text,
            **_fortunes(position, combat, column, result),
        },
    )


def _fortunes(position: SerbiaPosition, combat: Combat, column: str, came: CombatResult) -> dict[str, Any]:
    """[9.9.1] [9.9.2] What every pair of dice asks of both sides under the intensities declared, before
    small magnitude spares anybody [9.10.1]."""
    tables, modifier = position.setting.tables, combat.reckoning.modifier
    attacker, defender = combat.attacker_intense, combat.defender_intense

    def brings(result: CombatResult) -> Fortune:
        return Fortune(
            theirs=intensity.defender_reductions(result, defender),
            ours=intensity.attacker_reductions(result, attacker),
            ground=float(intensity.retreat(result, attacker, defender) > 0),
        )

    ways = (
        brings(tables.combat_result(column, white + modifier, black))
        for white in prospects.FACES
        for black in prospects.FACES
    )
    return fortunes(combat.battle.side, ways, brings(came))


# Results


def _apply(table: Table, position: SerbiaPosition, combat: Combat) -> Procedure:
    """[9.1.1] [9.9.2] Step h: retreats, levels, reductions."""
    battle, result = combat.battle, combat.result
    assert result is not None
    hexes = intensity.retreat(result, combat.attacker_intense, combat.defender_intense)
    if hexes:
        yield from retreat_defenders(table, position, battle, hexes, "9.9.2")
    if result.attacker.level:
        for names in gathering.attacking_forces(position, battle):
            yield from effectiveness.lose_levels(table, position, names, 1, "9.9.2")
    if result.defender.level:
        for names in gathering.defending_forces(position, battle):
            yield from effectiveness.lose_levels(table, position, names, 1, "9.9.2")
    lost = intensity.attacker_reductions(result, combat.attacker_intense)
    lost = _magnitude(table, position, lost, combat, "attacker")
    yield from reductions.reduce(table, position, battle.attacking_names, lost, "9.9.2")
    lost = intensity.defender_reductions(result, combat.defender_intense)
    lost = _magnitude(table, position, lost, combat, "defender")
    yield from reductions.reduce(table, position, battle.defending_names, lost, "9.9.2")
    return None


def retreat_defenders(
    table: Table, position: SerbiaPosition, battle: Battle, hexes: int, rule: str
) -> Procedure:
    """[9.9.2] [9.2.5] The defending Forces retreat, and withheld ones with them."""
    fighting = [name for names in gathering.defending_forces(position, battle) for name in names]
    due = dict.fromkeys(retreat.forces_of(position, fighting), hexes)
    for names in gathering.withheld_forces(position, battle):
        if any(battle.node in position.hexes_of(position.units[name]) for name in names):
            due[names] = hexes
    yield from retreat.retreat_stack(table, position, due, rule=rule, origin=battle.node)
    return None


def _magnitude(table: Table, position: SerbiaPosition, lost: int, combat: Combat, whose: str) -> int:
    """[9.10.1] Reductions caused by an enemy of less than a division are thrown for."""
    reckoning = combat.reckoning
    enemy_size = reckoning.defense_size if whose == "attacker" else reckoning.attack_size
    certain, least = intensity.small_magnitude(position.setting.tables, enemy_size, lost)
    if least > 6:
        return certain
    told = table.premise(premises.MAGNITUDE)
    if told is not None:
        return certain + (told == premises.REDUCES)
    where = position.setting.board.label(combat.battle.node)
    die = table.roll("small magnitude", "9.10.1", at=where, of=whose, words=f"small magnitude, {whose}")
    return certain + (die >= least)


# Artillery, checks, advance


def _artillery(table: Table, position: SerbiaPosition, combat: Combat) -> Procedure:
    """[10.1] Step i: the artillery of both sides, and what it adds to the checks."""
    battle, result = combat.battle, combat.result
    assert result is not None
    against_defender = yield from artillery_support.lend(
        table,
        position,
        battle,
        battle.side,
        own=combat.attack_guns,
        target=combat.defense_target,
    )
    against_attacker = yield from artillery_support.lend(
        table,
        position,
        battle,
        battle.enemy,
        own=combat.defense_guns,
        target=combat.attack_target,
    )
    modifier = position.setting.tables.artillery_modifier
    on_attacker = modifier(against_attacker, combat.attack_target)
    on_defender = modifier(against_defender, combat.defense_target)
    combat.attack_modifier = result.attacker.modifier + on_attacker
    combat.defense_modifier = result.defender.modifier + on_defender + combat.reckoning.flanked
    table.tell(
        f"Artillery: {on_attacker:+} for the attacker, {on_defender:+} for the defender",
        "10.1.2",
        kind="combat",
        data={"attacker": on_attacker, "defender": on_defender},
    )
    return None


def _check(table: Table, position: SerbiaPosition, combats: Sequence[Combat]) -> Procedure:
    """[10.0] Step j: the checks of the attackers, then of the defenders unless the odds were below 1:4."""
    for combat in combats:
        battle = combat.battle
        by_hex: dict[int, list[tuple[str, ...]]] = {}
        for assault in battle.attackers:
            names = gathering.whole_force(position, assault.force)
            if names:
                by_hex.setdefault(assault.here, []).append(names)
        yield from effectiveness.post_combat(
            table, position, side=battle.side, forces=by_hex, modifier=combat.attack_modifier
        )
    tested = [combat for combat in combats if combat.reckoning.place >= 0]
    if tested:
        yield from effectiveness.post_combat(
            table,
            position,
            side=tested[0].battle.enemy,
            forces={
                combat.battle.node: gathering.defending_forces(position, combat.battle) for combat in tested
            },
            modifier={combat.battle.node: combat.defense_modifier for combat in tested},
            withheld=[
                names for combat in tested for names in gathering.withheld_forces(position, combat.battle)
            ],
        )
    return None


def _advance(table: Table, position: SerbiaPosition, battle: Battle) -> Procedure:
    """[11.2] Step k: attackers may enter the hex if nobody holds it any more."""
    names = [name for name in battle.attacking_names if name in position.units]
    if names and position.occupier(battle.node) is None:
        yield from advance.advance(table, position, names, battle.node)
    return None
