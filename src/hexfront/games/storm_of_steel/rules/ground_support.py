"""[30.62] Ground support: air units over an attacked hex help the attackers, others the defence."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import Join
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import DIE
from hexfront.games.storm_of_steel.printed.sea_and_air_tables import GroundAttack
from hexfront.games.storm_of_steel.rules import aircraft, poison_gas
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.odds import Distribution
from hexfront.kernel.table import Table


class Helped(NamedTuple):
    """[30.62] What support from the air comes to: columns to the right, and whether an entrenched unit of the
    defence turns mobile."""

    columns: int
    mobile: bool


NOTHING = Helped(0, mobile=False)


def strength(position: SteelPosition, units: Sequence[Unit], note: Note = unexplained) -> int:
    """[30.62] The bombardment strength of some air units together."""
    return sum(
        note("30.62", position.piece(unit).name, aircraft.bombardment(position, unit)) for unit in units
    )


def cell(position: SteelPosition, units: Sequence[Unit], die: int) -> GroundAttack:
    """[30.62] What a die gives some air units on the ground attack table."""
    return position.setting.printed.sea_and_air.ground.cell(die, strength(position, units))


def over(position: SteelPosition, side: str, at: int, mission: str) -> list[Unit]:
    """The air units of a side over a hex that have a mission there and have not carried it out."""
    return [
        unit
        for unit in aircraft.fliers(position, side)
        if unit.name in position.aloft
        and unit.at == at
        and not unit.attacked
        and unit.name in position.air_missions
        and position.air_missions[unit.name].mission == mission
    ]


def attackers(position: SteelPosition, battle: Battle) -> list[Unit]:
    """[30.62] The air units that support an attack: those on that mission over the hex."""
    return over(position, battle.side, battle.at, aircraft.GROUND_SUPPORT)


def defenders(position: SteelPosition, battle: Battle) -> list[Unit]:
    """[30.56] The air units that could support the defence: a hex or less from one of the attackers, on the
    ground, and without another mission in this impulse [30.71]."""
    enemy = other_side(battle.side)
    if not aircraft.allowed(position, enemy, aircraft.DEFENSIVE_SUPPORT):
        return []
    far = position.setting.number("defensive support")
    distance = position.setting.board.distance
    places = {unit.at for unit in battle.attackers}
    return [
        unit
        for base, force in sorted(aircraft.based_at(position, enemy).items())
        if any((distance(base, node) or 0) <= far for node in places)
        for unit in force
        if unit.name not in position.air_missions and aircraft.is_based(position, unit)
    ]


def supported(
    table: Table, position: SteelPosition, battle: Battle
) -> Generator[Ask | Together, Any, Battle]:
    """[30.62] The attack with all support from the air, thrown for before the ground combat."""
    helping = yield from _answer(position, battle)
    flying = attackers(position, battle)
    if not flying and not helping:
        return battle
    made = NOTHING
    if flying:
        made = _throw(table, position, battle, flying)
    if helping:
        against = _throw(table, position, battle, helping)
        made = Helped(made.columns - against.columns, mobile=made.mobile)
    if made.mobile:
        yield from poison_gas.drive_out(table, position, battle.at, "Bombs", "30.62")
    return replace(
        battle,
        defenders=tuple(position.troops_at(battle.at)),
        support=made.columns,
        fliers=tuple(flying),
        helpers=tuple(helping),
    )


def joined(
    position: SteelPosition, battle: Battle, flying: Sequence[Unit], helping: Sequence[Unit], made: Helped
) -> Battle:
    """An attack as it would be with what support from the air has come to."""
    defence = battle.defenders
    if made.mobile:
        defence = tuple(poison_gas.driven_out(position, defence, stays=True))
    return replace(
        battle,
        defenders=defence,
        support=made.columns,
        fliers=tuple(flying),
        helpers=tuple(helping),
    )


def _answer(position: SteelPosition, battle: Battle) -> Generator[Ask, Any, list[Unit]]:
    """[30.56] [30.71] The defender says which of his air units support him."""
    able = [unit.name for unit in defenders(position, battle)]
    label = position.setting.board.label(battle.at)
    names: list[str] = []
    while able:
        order = yield Ask(
            other_side(battle.side),
            "air support",
            f"Support the defence of {label} from the air? Pass when all do that shall",
            "30.56",
            [*(Join(name) for name in able), PASS],
            matters.Support(label, tuple(unit.name for unit in battle.attackers), tuple(names)),
        )
        if isinstance(order, Pass):
            break
        names.append(order.unit)
        able = able[able.index(order.unit) + 1 :]
    aircraft.note_sorties(position, names, aircraft.DEFENSIVE_SUPPORT)
    position.aloft.update(names)
    return [position.units[name] for name in names]


def _throw(table: Table, position: SteelPosition, battle: Battle, units: Sequence[Unit]) -> Helped:
    """[30.62] One die for the support of a side."""
    label, side = position.setting.board.label(battle.at), position.side_of(units[0])
    die = table.roll("ground support", "30.62", at=label, of=side, words=f"ground support at {label}")
    found = cell(position, units, die)
    attacks = side == battle.side
    for unit in units:
        position.change(unit.name, attacked=attacks)
    word = "right" if attacks else "left"
    mobile = found.mobile and attacks
    table.tell(
        f"Ground support at {label} with {strength(position, units)}: {found.support} to the {word}",
        "30.62",
        kind="air attack",
        data={"at": label},
    )
    return Helped(found.support, mobile=mobile)


def outcomes(
    position: SteelPosition, flying: Sequence[Unit], helping: Sequence[Unit]
) -> Distribution[Helped]:
    """[30.62] How likely each sum of support is, if some air units support an attack and others the
    defence."""
    mine = (
        Distribution.evenly(cell(position, flying, die) for die in DIE)
        if flying
        else Distribution.certain(GroundAttack())
    )
    theirs = (
        Distribution.evenly(cell(position, helping, die).support for die in DIE)
        if helping
        else Distribution.certain(0)
    )
    return mine.then(lambda own: theirs.map(lambda other: Helped(own.support - other, mobile=own.mobile)))


def forms(
    position: SteelPosition, battle: Battle, *, answered: bool = False
) -> list[tuple[Battle, Fraction]]:
    """[30.62] The forms that an attack takes by the dice of ground support, each with its chance: with all
    the attacker has over the hex and, if it is ``answered``, all that the defender could add."""
    if battle.support:
        return [(battle, Fraction(1))]  # they have been thrown
    flying = attackers(position, battle) if position.air_missions else []
    helping = defenders(position, battle) if answered else []
    if not flying and not helping:
        return [(battle, Fraction(1))]
    return [
        (joined(position, battle, flying, helping, each), chance)
        for each, chance in outcomes(position, flying, helping).items()
    ]
