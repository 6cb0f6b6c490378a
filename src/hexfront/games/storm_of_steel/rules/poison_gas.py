"""Chapter 33: poison gas before an attack."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from msgspec.structs import replace

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import LeaveTrench, ReleaseGas
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.cards import Shift
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.printed.land_tables import GasRow
from hexfront.games.storm_of_steel.rules import aircraft, battles, card_shifts, headquarters, retreat, tactics
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

WEAPON = "gas"
_CAMPAIGN = "campaign"


def why_not(position: SteelPosition, battle: Battle, country: str) -> Refusal | None:
    """[33.1] [33.3] Why a country cannot use gas in an attack; None if it can."""
    setting, side = position.setting, battle.side
    if not setting.option("poison-gas"):
        return Refusal("33.0", "chapter 33 is not in use")
    if not tactics.has(position, side, WEAPON):
        return Refusal("33.1", "poison gas has not been developed")
    if country not in setting.printed.countries.countries:
        return Refusal("33.1", f'there is no country "{country}"')
    if not position.gas.get(country):
        return Refusal("33.1", f"{country_name(setting, country)} has no gas markers")
    taking_part = (*battle.attackers, *bombers(position, battle))
    if not any(position.piece(unit).country == country for unit in taking_part):
        return Refusal("33.1", f"no unit of {country_name(setting, country)} takes part")
    if not any(map(_gives_bonus, _campaigns(position, side, battle.front))):
        return Refusal("33.1", "no campaign card gives a shift to the right on this front")
    if not any(headquarters.in_command(position, unit) for unit in battle.attackers):
        return Refusal("33.3", "nobody in the attack is in command")
    return None


def is_in_store(position: SteelPosition, side: str) -> bool:
    """[33.1] Whether a side has developed gas and markers of it."""
    return (
        position.setting.option("poison-gas")
        and tactics.has(position, side, WEAPON)
        and any(position.alliances.get(country) == side for country in position.gas)
    )


def bombers(position: SteelPosition, battle: Battle) -> list[Unit]:
    """[33.4] The air units over an attacked hex that are to drop gas: their country's gas may be used there,
    also if none of its land units attacks (SS-E10)."""
    return [
        unit
        for name, sortie in sorted(position.air_missions.items())
        if sortie.mission == aircraft.GAS_BOMBING
        and name in position.aloft
        and (unit := position.units[name]).at == battle.at
        and not unit.attacked
        and position.side_of(unit) == battle.side
    ]


def _campaigns(position: SteelPosition, side: str, front: str) -> list[Sequence[Shift]]:
    """[33.1] The shifts of the campaign cards of a side on a front."""
    return [
        card_shifts.shifts(position, card)
        for card in card_shifts.acting(position, side, front)
        if card.kind == _CAMPAIGN
    ]


def _gives_bonus(shifts: Sequence[Shift]) -> bool:
    """[33.1] Whether a card gives a column or more to the right in land combat, to whomever."""
    return any(shift.columns >= 1 and shift.only not in card_shifts.ELSEWHERE for shift in shifts)


def users(position: SteelPosition, battle: Battle) -> list[str]:
    """[33.1] The countries that can use gas in an attack."""
    if not position.gas:
        return []
    return [country for country in sorted(position.gas) if why_not(position, battle, country) is None]


def declared(position: SteelPosition, battle: Battle, chosen: str) -> Ask | None:
    """[33.2] [33.3] The question whether gas is used, once an attack and its table are declared; None where
    nobody could."""
    found = users(position, battle)
    if not found:
        return None
    label = position.setting.board.label(battle.at)
    return Ask(
        battle.side,
        "gas",
        f"Poison gas on {label}?",
        "33.2",
        [*(ReleaseGas(country) for country in found), PASS],
        matters.Gas(label, tuple(unit.name for unit in battle.attackers), chosen),
        lambda action: why_not(position, battle, action.country) if isinstance(action, ReleaseGas) else None,
    )


def modifier(position: SteelPosition, battle: Battle, note: Note = unexplained) -> int:
    """[33.2] What is added to the die: one less against a side that has gas as well."""
    if not tactics.has(position, other_side(battle.side), WEAPON):
        return 0
    cases = position.setting.printed.politics.modifiers_of(WEAPON)
    return sum(note("33.2", case, number) for case, number in cases.items())


def rows(position: SteelPosition, battle: Battle) -> list[GasRow]:
    """[33.2] What each face of the die does."""
    extra = modifier(position, battle)
    return [row_of(position.setting.printed.land.gas, die + extra) for die in range(1, 7)]


def release(
    table: Table, position: SteelPosition, battle: Battle, country: str
) -> Generator[Ask | Together, Any, int]:
    """[33.2] [33.3] A marker is spent and a die thrown: columns for the attack, an entrenched unit that turns
    mobile by choice of its owner, mobile defenders that fall back. The columns are handed back."""
    setting = position.setting
    label = setting.board.label(battle.at)
    position.gas[country] -= 1
    if not position.gas[country]:
        del position.gas[country]
    for unit in bombers(position, battle):
        if position.piece(unit).country == country:
            position.change(unit.name, attacked=True)  # [33.4]
    die = table.roll("gas", "33.2", at=label, words=f"gas on {label}")
    row = row_of(setting.printed.land.gas, die + modifier(position, battle))
    way = "right" if row.right > 0 else "left"
    words = f"{abs(row.right)} column{'s' * (abs(row.right) != 1)} {way}" if row.right else "no effect"
    table.tell(f"{country_name(setting, country)} uses gas on {label}: {words}", "33.2", kind="gas")
    for _ in range(row.mobile):
        yield from drive_out(table, position, battle.at, "Gas", "33.2")
    if row.retreat:
        going = [
            unit.name for unit in position.troops_at(battle.at) if not retreat.stands_fast(position, unit)
        ]
        yield from retreat.fall_back(table, position, going)
    return row.right


def drive_out(table: Table, position: SteelPosition, at: int, by: str, rule: str) -> Procedure:
    """[30.62] [33.2] An entrenched unit of a hex turns mobile, by choice of its owner."""
    found = trenches(position.troops_at(at))
    if not found:
        return None
    label = position.setting.board.label(at)
    options: list[Action] = [LeaveTrench(unit.name) for unit in found]
    order = yield Ask(
        position.side_of(found[0]),
        "gassed",
        f"{by} on {label}: which unit leaves its trenches?",
        rule,
        options,
        matters.Gassed(label, tuple(unit.name for unit in found)),
    )
    unit = position.change(order.unit, entrenched=False)
    name = position.piece(unit).name
    table.tell(f"{name} in {label} is driven from its trenches", rule, kind="entrench")
    return None


def trenches(units: Sequence[Unit]) -> list[Unit]:
    """[12.1] Those of some units that are entrenched; forts always are, and stay so."""
    return [unit for unit in units if unit.entrenched]


# Before the die is thrown


def supposed(position: SteelPosition, battle: Battle, row: GasRow) -> Battle | None:
    """[33.2] An attack as it would be after a result of the table; None if the hex would be empty.

    Its owner is supposed to turn out the unit with which least strength goes.
    """
    defenders = list(battle.defenders)
    fort = any(position.piece(unit).fort for unit in defenders)
    for _ in range(row.mobile):
        defenders = driven_out(position, defenders, stays=fort)
    if row.retreat and not fort:
        defenders = trenches(defenders)
    if not defenders:
        return None
    in_command = any(headquarters.in_command(position, unit) for unit in defenders)
    return replace(battle, defenders=tuple(defenders), defended=in_command, gas=row.right)


def driven_out(position: SteelPosition, units: Sequence[Unit], *, stays: bool) -> list[Unit]:
    """Some units when one has left its trenches: the one with which least strength goes."""
    dug_in = trenches(units)
    if not dug_in:
        return list(units)
    weakest = min(dug_in, key=lambda unit: (spent(position, unit, stays=stays), unit.name))
    return [replace(unit, entrenched=False) if unit is weakest else unit for unit in units]


def spent(position: SteelPosition, unit: Unit, *, stays: bool) -> int:
    """The strength that is lost to a hex if a unit is driven from its trenches, and stays there or goes."""
    whole = battles.strength(position, unit, attacks=False)
    return whole - position.piece(unit).strength if stays else whole
