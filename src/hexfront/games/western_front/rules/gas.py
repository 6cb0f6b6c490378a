"""Scenario book, chapter 9: gas.

A side's counters are kept among the flags of a position. Whoever attacks a trench may place one before the
defender names his terrain (decision WF-R163); when supply has been expended, two dice say what it does.
"""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from typing import Any

import msgspec

from hexfront.games.western_front.matters import Battle, ReleasingGas
from hexfront.games.western_front.orders import ReleaseGas
from hexfront.games.western_front.position import WesternFrontPosition, names_of
from hexfront.games.western_front.printed.tables import GasEffect
from hexfront.games.western_front.rules import losses, wording
from hexfront.games.western_front.rules.battle import (
    TRENCHES,
    attacking_units,
    infantry_strength,
    terrain_choices,
)
from hexfront.games.western_front.vocabulary import FIRST_YEAR, SIDES
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.odds import die
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

SHELTER = ("rough", "wooded rough", "mountain")  # terrain in which gas does not work [WF 9-3]
MORE_THAN_HALF, ANY_LOSS = "more than half", "any loss"
GAINED, LOST = "gas_counters_gained", "gas_counters_lost"
_COUNTERS = "gas counters: "


def counters(position: WesternFrontPosition, side: str) -> int:
    """[WF 9-1] Gas counters that a side has."""
    return position.flags.get(_COUNTERS + side, 0)


def give(position: WesternFrontPosition, side: str, number: int) -> None:
    """[WF 9-1] Let a side have more gas counters, or fewer."""
    left = counters(position, side) + number
    if left:
        position.flags[_COUNTERS + side] = left
    else:
        position.flags.pop(_COUNTERS + side, None)


# The monthly turn


def monthly_turn(table: Table, position: WesternFrontPosition) -> None:
    """[WF 9-1] [WF 9-2] Each side may lose counters it has, then gain one, as far as the game allows it.

    Whatever a side has now, it has had since an earlier month. The Central Powers roll first (WF-R224).
    """
    for side in SIDES:
        if _is_on(position, LOST):
            for _ in range(counters(position, side)):
                if _roll(table, position, side, "lose", "WF 9-2"):
                    give(position, side, -1)
                    table.tell(
                        f"A remedy is found: {wording.side_does(side, 'loses')} a gas counter",
                        "WF 9-2",
                        kind="gas",
                    )
        if _is_on(position, GAINED) and _roll(table, position, side, "gain", "WF 9-1"):
            give(position, side, +1)
            table.tell(f"{wording.side_does(side, 'has')} a new gas counter", "WF 9-1", kind="gas")


def _is_on(position: WesternFrontPosition, name: str) -> bool:
    parameters = position.setting.parameters
    return parameters.has(name) and parameters.allowed(name)


def _roll(table: Table, position: WesternFrontPosition, side: str, change: str, rule: str) -> bool:
    words = f"{wording.side_does(side, 'may')} {change} a gas counter"
    dice = sum(table.roll(f"gas {change}", rule, of=side, words=words) for _ in range(2))
    table.tell(f"{words}: {dice}", rule, kind="gas", data={"side": side, "dice": dice})
    return dice in position.setting.tables.gas_counters[side, change]


# In an attack


def why_not(position: WesternFrontPosition, battle: Battle) -> Refusal | None:
    """[WF 9-3] Why no gas can be used in an attack."""
    where = position.setting.board.label(battle.node)
    if not counters(position, battle.side):
        return Refusal("WF 9-3", "you have no gas counter")
    marker = position.markers.get(battle.node)
    if marker is None or marker.kind not in TRENCHES or marker.side != battle.enemy:
        return Refusal("WF 9-3", f"there is no enemy trench in {where}")
    for terrain in terrain_choices(position, battle):
        if terrain in SHELTER:
            return Refusal("WF 9-3", f"the defenders of {where} could use {terrain} terrain")
    return None


def place(
    table: Table, position: WesternFrontPosition, battle: Battle
) -> Generator[Ask | Together, Any, Battle]:
    """[WF 9-3] The attacker may use a gas counter; it is gone whatever comes of it."""
    if battle.forced or why_not(position, battle) is not None:
        return battle
    where = position.setting.board.label(battle.node)
    answer = yield Ask(
        battle.side,
        "gas",
        f"Release gas on {where}, or attack without it?",
        "WF 9-3",
        options=lambda: [ReleaseGas(), PASS],
        default=lambda: _advised(position, battle),
        about=ReleasingGas(battle),
    )
    if isinstance(answer, Pass):
        return battle
    give(position, battle.side, -1)
    table.tell(f"Gas is released on {where}", "WF 9-3", kind="gas")
    return msgspec.structs.replace(battle, gas=True)


def _advised(position: WesternFrontPosition, battle: Battle) -> Action:
    """Gas helps more often than it harms; it is kept for attacks by several units."""
    return ReleaseGas() if len(attacking_units(position, battle)) > 2 else PASS


def take_effect(table: Table, position: WesternFrontPosition, battle: Battle) -> Battle:
    """[WF 9-4] Two dice say how gas works, after supply has been expended."""
    if not battle.gas:
        return battle
    where = position.setting.board.label(battle.node)
    dice = sum(table.roll("gas", "WF 9-4", at=where, words=f"gas on {where}") for _ in range(2))
    found = position.setting.tables.gas_effect(dice)
    table.tell(f"Gas on {where}: {dice}, {found.effect}", "WF 9-4", kind="gas", data={"dice": dice})
    return msgspec.structs.replace(battle, gas_dice=dice)


def effect(position: WesternFrontPosition, battle: Battle) -> GasEffect | None:
    """[WF 9-4] What gas does in an attack, once the dice have fallen."""
    return position.setting.tables.gas_effect(battle.gas_dice) if battle.gas_dice else None


TWO_DICE = die().then(lambda one: die().map(lambda other: one + other))


def chance(effect: GasEffect) -> Fraction:
    """[WF 9-4] How likely an effect is."""
    return TWO_DICE.probability(lambda dice: effect.least <= dice <= effect.most)


def stops_attack(position: WesternFrontPosition, battle: Battle) -> bool:
    """[WF 9-4] Whether gas has drifted back, so that there is no attack."""
    found = effect(position, battle)
    return found is not None and not found.attack


def drift_back(table: Table, position: WesternFrontPosition, battle: Battle) -> Procedure:
    """[WF 9-4] The attackers lose by the column of a third of their strength, on a plain die and the table
    of 1914 whatever the year; the attack is used up (decision WF-R164)."""
    units = attacking_units(position, battle)
    where = position.setting.board.label(battle.node)
    column = accident_column(position, battle)
    face = table.roll("gas accident", "WF 9-4", at=where, words=f"gas drifts back from {where}")
    loss = accident_loss(position, battle, face)
    told = f"Gas drifts back from {where} on {column}: die {face}, {loss} to lose"
    table.tell(told, "WF 9-4", kind="gas", data={"strength": column, "die": face, "loss": loss})
    if loss:
        yield from losses.take(
            table, position, side=battle.side, names=names_of(units), points=loss, attacking=True
        )
    return None


def accident_column(position: WesternFrontPosition, battle: Battle) -> int:
    """[WF 9-4] The column for attackers on whom gas drifts back: a third of their strength, rounded down."""
    strength = sum(unit.strength for unit in attacking_units(position, battle))
    return strength // position.setting.tables.whole("gas_accident_divisor")


def accident_loss(position: WesternFrontPosition, battle: Battle, face: int) -> int:
    """[WF 9-4] What they lose on a plain die, by the first table in every year."""
    column = accident_column(position, battle)
    return position.setting.tables.combat_result(FIRST_YEAR, column, face) if column else 0


def attack_die(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> int:
    """[WF 9-4] What gas adds to the attack die."""
    found = effect(position, battle)
    return note("WF 9-4", "gas", found.attack_die) if found and found.attack_die else 0


def counterattack_die(position: WesternFrontPosition, battle: Battle, note: Note = unexplained) -> int:
    """[WF 9-4] What gas adds to the counterattack die."""
    found = effect(position, battle)
    return note("WF 9-4", "gas", found.counterattack_die) if found and found.counterattack_die else 0


def forces_retreat(position: WesternFrontPosition, battle: Battle, loss: int) -> bool:
    """[WF 9-4] Whether the loss, before any reduction, drives gassed defenders out whatever else protects
    them (decision WF-R164)."""
    found = effect(position, battle)
    if found is None or not found.retreat or loss < 1:
        return False
    if found.retreat == ANY_LOSS:
        return True
    return 2 * loss > infantry_strength(position, battle)
