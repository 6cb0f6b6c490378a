"""[30.61] Air to air combat: both sides fire at once, by their strength and the level of their doctrine."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from hexfront.games.storm_of_steel import matters
from hexfront.games.storm_of_steel.orders import Lose
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import DIE
from hexfront.games.storm_of_steel.rules import aircraft, losses
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, other_side
from hexfront.kernel.decisions import Ask
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.odds import Distribution
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure


def fires(position: SteelPosition, units: Sequence[Unit]) -> bool:
    """[30.53] [30.61] Whether air units fire: from the level of air superiority on, and not in transit."""
    if not units or not aircraft.allowed(position, position.side_of(units[0]), aircraft.SUPERIORITY):
        return False
    return not any(_is_in_transit(position, unit) for unit in units)


def _is_in_transit(position: SteelPosition, unit: Unit) -> bool:
    sortie = position.air_missions.get(unit.name)
    return sortie is not None and sortie.mission == aircraft.TRANSIT


def strength(position: SteelPosition, units: Sequence[Unit], note: Note = unexplained) -> int:
    """[30.61] The air superiority strength of some air units together."""
    return sum(
        note("30.61", position.piece(unit).name, aircraft.superiority(position, unit)) for unit in units
    )


def level_shift(position: SteelPosition, side: str, note: Note = unexplained) -> int:
    """[30.61] Columns to the right for each level that a side has more than its enemy."""
    by = position.air[side] - position.air[other_side(side)]
    return note("30.61", "air doctrine level above the enemy's", by)


def column(position: SteelPosition, units: Sequence[Unit]) -> str:
    """[30.61] The column in which some air units fire, named by the strengths it holds for."""
    chart = position.setting.printed.sea_and_air.superiority
    place = chart.place(strength(position, units)) + level_shift(position, position.side_of(units[0]))
    place = min(max(place, 0), len(chart.least) - 1)
    least = chart.least[place]
    return f"{least}+" if place == len(chart.least) - 1 else f"{least}-{chart.least[place + 1] - 1}"


def hits(position: SteelPosition, units: Sequence[Unit], die: int) -> int:
    """[30.61] Counters that the enemy of some air units loses by a die."""
    shift = level_shift(position, position.side_of(units[0]))
    return position.setting.printed.sea_and_air.superiority.cell(die, strength(position, units), shift)


def chances(position: SteelPosition, units: Sequence[Unit], against: Sequence[Unit]) -> Distribution[int]:
    """[30.61] How many of others some air units shoot down."""
    if not fires(position, units):
        return Distribution.certain(0)
    return Distribution.evenly(min(hits(position, units, die), len(against)) for die in DIE)


def balance(position: SteelPosition, mine: Sequence[Unit], theirs: Sequence[Unit]) -> Fraction:
    """[30.61] How many more of the enemy than of their own some air units are to shoot down."""
    shot = chances(position, mine, theirs).mean(lambda number: number)
    return shot - chances(position, theirs, mine).mean(lambda number: number)


def fight(table: Table, position: SteelPosition, at: int, names: Sequence[Sequence[str]]) -> Procedure:
    """[30.61] Two forces fight in a hex: both throw, then both give up what they lose."""
    label = position.setting.board.label(at)
    forces = [[position.units[name] for name in force] for force in names]
    suffered = [0, 0]
    said = []
    for mine, theirs in ((0, 1), (1, 0)):
        side = position.side_of(forces[mine][0])
        if not fires(position, forces[mine]):
            said.append(f"{SIDE_NAMES[side]} do not fire")
            continue
        die = table.roll("air combat", "30.61", at=label, of=side, words=f"air combat over {label}")
        suffered[theirs] = min(hits(position, forces[mine], die), len(forces[theirs]))
        said.append(
            f"{SIDE_NAMES[side]} with {strength(position, forces[mine])} shoot down {suffered[theirs]}"
        )
    table.tell(f"Air combat over {label}: {', '.join(said)}", "30.61", kind="air combat", data={"at": label})
    for force, number in zip(names, suffered, strict=True):
        yield from lose(table, position, at, force, number)
    return None


def lose(table: Table, position: SteelPosition, at: int, names: Collection[str], number: int) -> Procedure:
    """[30.61] The owner of some air units gives up so many of them."""
    left = list(names)
    while number:
        if number >= len(left):
            for name in left:
                losses.eliminate(table, position, position.units[name], "30.61")
            return None
        label = position.setting.board.label(at)
        order = yield Ask(
            position.side_of(position.units[left[0]]),
            "air loss",
            f"Which air unit is lost over {label}? {number} in all",
            "30.61",
            [Lose(name) for name in left],
            matters.AirLosses(label, tuple(left), number),
        )
        losses.eliminate(table, position, position.units[order.unit], "30.61")
        left.remove(order.unit)
        number -= 1
    return None
