"""The tables of the standard rules: terrain effects, nations, and the numbers rules are made of.

`load_tables` reads ``data/tables`` and checks it. The combat results tables have their own module,
`combat_results`; what nations receive month by month is in `national_schedules`, what differs between
scenarios in `scenario_lists`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from hexfront.games.western_front.printed.combat_results import CombatTable, load_combat_tables, loss
from hexfront.kernel.datafiles import DataFolder, Faults

ATTACK_STRENGTHS = ("full", "half", "none")
KINDS_OF_FIRE = ("infantry", "tank", "artillery", "cavalry", "strengthened cavalry", "fortress")

Item = TypeVar("Item", bound=msgspec.Struct)
Key = TypeVar("Key")


class Terrain(msgspec.Struct, frozen=True):
    """[TEC] What the terrain of a hexside does. No movement cost means that nothing crosses it."""

    terrain: str
    movement: int | None
    mountain_movement: int | None
    attack_strength: str
    attack_die: int
    counterattack_die: int
    solid_attack_die: int
    solid_counterattack_die: int
    column_attack: bool
    zone_of_control: bool
    supply_line: bool
    retreat: bool
    trench: bool
    gas: bool
    choosable: bool
    forced_retreat: bool
    rule: tuple[str, ...]
    source: str = ""
    line: int = 0


class Feature(msgspec.Struct, frozen=True):
    """[TEC] What a river, a rail line or a place adds to a hexside."""

    feature: str
    movement: int
    minimum_cost: int | None
    mountain_minimum_cost: int | None
    attack_strength: str
    attack_die: int
    counterattack_die: int
    all_attackers: bool
    zone_to_zone: bool
    column_attack: bool
    rule: tuple[str, ...]
    line: int = 0


class Marker(msgspec.Struct, frozen=True):
    """[TEC] What a trench, Hindenburg Line or devastation marker adds to a hex."""

    marker: str
    movement: int
    attack_die: int
    counterattack_die: int
    retreat_loss: int | None
    rule: tuple[str, ...]
    source: str = ""
    line: int = 0


class Nation(msgspec.Struct, frozen=True):
    """[37-49] A nation and its own rules, as far as they are numbers and names."""

    nation: str
    name: str
    side: str
    rail_capacity: int | None
    single_track: int
    entrain_in_zone: bool
    zone_after_rail: bool
    retreat_saves: bool
    city_factor: int
    pocket_exempt: bool
    infantry_is_mountain: bool
    gauge: str
    counted_as: str
    supplies: tuple[str, ...]
    supplies_if_italy_shaken: tuple[str, ...]
    rule: tuple[str, ...]
    line: int = 0


class Number(msgspec.Struct, frozen=True):
    """A single number of a rule."""

    name: str
    value: str
    rule: str
    meaning: str
    source: str = ""
    line: int = 0


class Demoralization(msgspec.Struct, frozen=True):
    """[26-3] Demoralization points for one kind of loss."""

    event: str
    points: int
    per: str
    rule: str
    source: str = ""
    line: int = 0


class ArtilleryNeeded(msgspec.Struct, frozen=True):
    """[22-20] Artillery strength that a solid defense asks for."""

    year: int
    front: str
    strength: int
    rule: str
    line: int = 0


class ForcedRetreat(msgspec.Struct, frozen=True):
    """[14-4] The part of the defenders whose loss forces them back."""

    nation: str
    situation: str
    first_year: int
    last_year: int
    loss: str
    rule: str
    line: int = 0


class DefensiveTerrain(msgspec.Struct, frozen=True):
    """[22-16] The die adjustment from which terrain is as good as a trench for holding on."""

    first_year: int
    last_year: int
    attack_die: int
    rule: str
    line: int = 0


class SupplyLine(msgspec.Struct, frozen=True):
    """[19-9] [19-10] Lengths of supply line that cost no strength."""

    situation: str
    attack: int
    counterattack: int
    rule: tuple[str, ...]
    line: int = 0


class SupplyRate(msgspec.Struct, frozen=True):
    """[19-2] Strength points that one supply point supplies; None where none is needed."""

    nation: str
    kind: str
    first_year: int
    last_year: int
    attack: int | None
    counterattack: int | None
    rule: tuple[str, ...]
    line: int = 0


class FortressSiege(msgspec.Struct, frozen=True):
    """[21-10] Turns that a surrounded fortress holds out for certain."""

    least_strength: int
    most_strength: int | None
    turns: int
    rule: str
    line: int = 0


class Stacking(msgspec.Struct, frozen=True):
    """[11-9] What may stand in a hex, and attack it, by its land hexsides."""

    land_hexsides: int
    divisions: int
    artillery: int
    attacking_divisions: int | None
    attacking_artillery: int | None
    rule: tuple[str, ...]
    source: str = ""
    line: int = 0


class UnitSize(msgspec.Struct, frozen=True):
    """[11-6] [8-8] What a unit counts, in divisions."""

    nation: str
    kind: str
    size: str
    designation: str
    stacking: str
    rail: int
    rule: tuple[str, ...]
    source: str = ""
    line: int = 0


class GasEffect(msgspec.Struct, frozen=True):
    """[WF 9-4] What gas does on a sum of two dice."""

    least: int
    most: int
    effect: str
    attack: bool
    attack_die: int
    counterattack_die: int
    defending_guns: bool
    retreat: str
    rule: str
    line: int = 0


class GasCounter(msgspec.Struct, frozen=True):
    """[WF 9-1] [WF 9-2] Sums of two dice that bring or take a gas counter."""

    side: str
    change: str
    sums: tuple[int, ...]
    rule: str
    line: int = 0


class TankBreakdown(msgspec.Struct, frozen=True):
    """[WF 10-3] The highest die on which a tank strength point breaks down."""

    year: int
    die: int
    rule: str
    line: int = 0


class AssaultConversion(msgspec.Struct, frozen=True):
    """[WF 12-15] How many units of a strength Germany may convert."""

    strength: int
    base: int
    at_base: int
    step: int
    per_step: int
    rule: str
    line: int = 0


class Tables(msgspec.Struct, frozen=True):
    """Every table of the standard rules, ready to be asked."""

    terrain: Mapping[str, Terrain]
    features: Mapping[str, Feature]
    markers: Mapping[str, Marker]
    nations: Mapping[str, Nation]
    combat: Mapping[int, CombatTable]  # first year of the table -> table
    numbers: Mapping[str, Fraction]
    demoralization: Mapping[str, int]
    artillery: Mapping[tuple[int, str], int]
    forced_retreats: tuple[ForcedRetreat, ...]
    defensive_terrain: tuple[DefensiveTerrain, ...]
    supply_lines: Mapping[str, SupplyLine]
    supply_rates: tuple[SupplyRate, ...]
    fortress_sieges: tuple[FortressSiege, ...]
    stacking: Mapping[int, Stacking]
    unit_sizes: tuple[UnitSize, ...]
    gas_effects: tuple[GasEffect, ...]
    gas_counters: Mapping[tuple[str, str], tuple[int, ...]]
    tank_breakdown: Mapping[int, int]
    assault_conversions: tuple[AssaultConversion, ...]
    wholes: dict[str, int] = {}  # the numbers that are whole, as they are asked for
    found: dict[tuple[object, ...], Any] = {}  # rows that fit a question, as they are asked for

    def number(self, name: str) -> Fraction:
        """A number of a rule, exact."""
        return self.numbers[name]

    def whole(self, name: str) -> int:
        """A number of a rule that is a whole number."""
        known = self.wholes.get(name)
        if known is not None:
            return known
        value = self.numbers[name]
        if value.denominator != 1:
            raise ValueError(f"{name} is {value}, not a whole number")
        self.wholes[name] = value.numerator
        return value.numerator

    def combat_result(self, year: int, strength: int, die: int) -> int:
        """[13-13] [13-26] Strength points the other side must lose, by the table of the year."""
        table = self.combat[max(first for first in self.combat if first <= year)]
        return loss(table, strength, die)

    def artillery_needed(self, year: int, front: str = "west") -> int:
        """[22-20] Artillery strength needed to attack a solid defense without penalty."""
        return self.artillery[year, front]

    def holds_to_the_last(self, terrain: str, year: int, river: Feature | None = None) -> bool:
        """[22-16] Whether units using this terrain retreat only when their whole strength is lost.

        The die of a river that all attackers cross is added to that of the terrain, and whatever halves the
        attacker counts as better than any die (decision WF-R094).
        """
        chosen = self.terrain[terrain]
        halved = chosen.attack_strength == "half" or (river is not None and river.attack_strength == "half")
        die = chosen.attack_die + (river.attack_die if river is not None else 0)
        return any(
            halved or die <= rule.attack_die
            for rule in self.defensive_terrain
            if rule.first_year <= year <= rule.last_year
        )

    def forced_retreat_loss(self, nation: str, year: int, situation: str = "open") -> Fraction:
        """[14-4] The part of the defenders whose loss forces a retreat; the nation's own rule first."""
        key = ("retreat", nation, year, situation)
        known: Fraction | None = self.found.get(key)
        if known is None:
            fitting = [
                rule
                for rule in self.forced_retreats
                if rule.nation in (nation, "")
                and rule.situation == situation
                and rule.first_year <= year <= rule.last_year
            ]
            known = self.found[key] = Fraction(max(fitting, key=lambda rule: rule.nation).loss)
        return known

    def supply_line(self, *, winter: bool = False, cut_off: bool = False) -> tuple[int, int]:
        """[19-9] [19-10] Free lengths for attack and counterattack; the shorter where several hold."""
        key = ("line", winter, cut_off)
        known: tuple[int, int] | None = self.found.get(key)
        if known is None:
            lines = [self.supply_lines["normal"]]
            lines += [self.supply_lines["winter"]] if winter else []
            lines += [self.supply_lines["cut off"]] if cut_off else []
            known = self.found[key] = (
                min(line.attack for line in lines),
                min(line.counterattack for line in lines),
            )
        return known

    def supply_rate(self, kind: str, year: int, nation: str = "") -> SupplyRate:
        """[19-2] [29-6] What one supply point does for units of a kind; the nation's own rule first."""
        key = ("rate", kind, year, nation)
        known: SupplyRate | None = self.found.get(key)
        if known is None:
            fitting = [
                rate
                for rate in self.supply_rates
                if rate.kind == kind
                and rate.nation in (nation, "")
                and rate.first_year <= year <= rate.last_year
            ]
            known = self.found[key] = max(fitting, key=lambda rate: rate.nation)
        return known

    def is_winter(self, month: int) -> bool:
        """[34-1] Whether turns of a month are winter turns."""
        return month >= self.whole("winter_first_month") or month <= self.whole("winter_last_month")

    def siege_turns(self, strength: int) -> int:
        """[21-10] Turns a surrounded fortress holds out before it is prone to surrender."""
        return next(
            siege.turns
            for siege in self.fortress_sieges
            if siege.least_strength <= strength <= (siege.most_strength or strength)
        )

    def unit_size(self, nation: str, kind: str, size: str, designation: str = "") -> UnitSize:
        """[11-6] [8-8] What a unit counts for stacking and by rail: the first row that fits."""
        return next(
            row
            for row in self.unit_sizes
            if row.nation in (nation, "")
            and row.kind in (kind, "")
            and row.size in (size, "")
            and row.designation in (designation, "")
        )

    def headquarters_by_rail(self, supply: int) -> int:
        """[8-8] [18-4] Divisions that a headquarters with so many supply points counts by rail."""
        key = ("headquarters by rail", supply)
        known: int | None = self.found.get(key)
        if known is None:
            known = self.found[key] = max(1, math.ceil(supply / self.number("rail_supply_points")))
        return known

    def gas_effect(self, dice: int) -> GasEffect:
        """[WF 9-4] The effect of gas on a sum of two dice."""
        return next(effect for effect in self.gas_effects if effect.least <= dice <= effect.most)

    def conversions_allowed(self, demoralization: int) -> dict[int, int]:
        """[WF 12-15] Conversions to assault units by strength, for Germany's points as 1918 begins."""
        allowed = {}
        for row in self.assault_conversions:
            steps = int(Fraction(row.base - demoralization, row.step))  # full steps only, either way
            allowed[row.strength] = max(0, row.at_base + steps * row.per_step)
        return allowed


def load_tables(data: DataFolder) -> Tables:
    """The tables of a data folder; raises DataError with every fault found."""
    folder = data.subfolder("tables")
    faults = Faults()

    def read(name: str, row: type[Item]) -> list[Item]:
        return folder.csv(name, row, faults)

    def indexed(name: str, row: type[Item], key: Callable[[Item], Key]) -> dict[Key, Item]:
        return unique(folder.shown(name), read(name, row), key, faults)

    terrain = indexed("terrain.csv", Terrain, lambda row: row.terrain)
    features = indexed("features.csv", Feature, lambda row: row.feature)
    for file, rows in (("terrain.csv", terrain.values()), ("features.csv", features.values())):
        for row in rows:
            if row.attack_strength not in ATTACK_STRENGTHS:
                faults.unknown(
                    folder.shown(file), row.line, "attack strength", row.attack_strength, ATTACK_STRENGTHS
                )
    nations = indexed("nations.csv", Nation, lambda row: row.nation)
    for nation in nations.values():
        for named in (nation.counted_as, *nation.supplies, *nation.supplies_if_italy_shaken):
            if named and named not in nations:
                faults.unknown(folder.shown("nations.csv"), nation.line, "nation", named, nations)
    combat = load_combat_tables(folder, faults)
    numbers = {}
    for number in indexed("numbers.csv", Number, lambda row: row.name).values():
        if (value := fraction(number.value)) is None:
            faults.add(folder.shown("numbers.csv"), number.line, f'"{number.value}" is not a number')
        else:
            numbers[number.name] = value
    retreats = read("forced_retreat.csv", ForcedRetreat)
    for retreat in retreats:
        if fraction(retreat.loss) is None:
            faults.add(
                folder.shown("forced_retreat.csv"), retreat.line, f'"{retreat.loss}" is not a fraction'
            )
    sizes = read("unit_sizes.csv", UnitSize)
    for size in sizes:
        if fraction(size.stacking) is None:
            faults.add(folder.shown("unit_sizes.csv"), size.line, f'"{size.stacking}" is not a number')
    rates = read("supply_expenditure.csv", SupplyRate)
    for rate in rates:
        if rate.kind not in KINDS_OF_FIRE:
            faults.unknown(
                folder.shown("supply_expenditure.csv"), rate.line, "kind", rate.kind, KINDS_OF_FIRE
            )
    effects = read("gas_effects.csv", GasEffect)
    covered = sorted(dice for effect in effects for dice in range(effect.least, effect.most + 1))
    if effects and covered != list(range(2, 13)):
        faults.add(folder.shown("gas_effects.csv"), 1, "the sums 2 to 12 must each stand in exactly one row")
    demoralization = indexed("demoralization.csv", Demoralization, lambda row: row.event)
    artillery = indexed(
        "artillery_against_solid_defenses.csv", ArtilleryNeeded, lambda row: (row.year, row.front)
    )
    gas = indexed("gas_counters.csv", GasCounter, lambda row: (row.side, row.change))
    breakdown = indexed("tank_breakdown.csv", TankBreakdown, lambda row: row.year)
    tables = Tables(
        terrain=terrain,
        features=features,
        markers=indexed("markers.csv", Marker, lambda row: row.marker),
        nations=nations,
        combat=combat,
        numbers=numbers,
        demoralization={event: row.points for event, row in demoralization.items()},
        artillery={key: row.strength for key, row in artillery.items()},
        forced_retreats=tuple(retreats),
        defensive_terrain=tuple(read("defensive_terrain.csv", DefensiveTerrain)),
        supply_lines=indexed("supply_lines.csv", SupplyLine, lambda row: row.situation),
        supply_rates=tuple(rates),
        fortress_sieges=tuple(read("fortress_siege.csv", FortressSiege)),
        stacking=indexed("stacking.csv", Stacking, lambda row: row.land_hexsides),
        unit_sizes=tuple(sizes),
        gas_effects=tuple(effects),
        gas_counters={key: row.sums for key, row in gas.items()},
        tank_breakdown={year: row.die for year, row in breakdown.items()},
        assault_conversions=tuple(read("assault_conversions.csv", AssaultConversion)),
    )
    faults.raise_if_any()
    return tables


def fraction(text: str) -> Fraction | None:
    """A whole number or a fraction such as 1/3; None for anything else."""
    return Fraction(text) if re.fullmatch(r"-?\d+(/[1-9]\d*)?", text) else None


def unique(file: str, rows: Iterable[Item], key: Callable[[Item], Key], faults: Faults) -> dict[Key, Item]:
    """Rows by their key; a key that stands twice is a fault."""
    found: dict[Key, Item] = {}
    for row in rows:
        if key(row) in found:
            faults.add(file, getattr(row, "line", 0), f"{key(row)!r} stands twice")
        found.setdefault(key(row), row)
    return found
