"""The tables of the war at sea and in the air: contact, fire, bombardment, raiding, shipping, missions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from hexfront.games.storm_of_steel.printed.dice_tables import Columns, check_ranges, read_columns
from hexfront.games.storm_of_steel.vocabulary import NAVAL
from hexfront.kernel.datafiles import LIST_SEPARATOR, DataFolder, Faults

CONTACT = "tables/naval_contact.csv"
CONTACT_SHIFTS = "tables/contact_shifts.csv"
FIRE = "tables/naval_combat.csv"
INTERCEPTION = "tables/interception.csv"
BOMBARDMENT = "tables/bombardment.csv"
BOMBARDMENT_RESULTS = "tables/bombardment_results.csv"
RAIDING = "tables/commerce_raiding.csv"
OUTCOME = "tables/shipping_outcome.csv"
REPLACEMENT = "tables/shipping_replacement.csv"
CONTESTED = "tables/contested_seas.csv"
MISSIONS = "tables/air_missions.csv"
SUPERIORITY = "tables/air_superiority.csv"
GROUND = "tables/ground_attack.csv"
CONTACTS = ("N", "C", "D", "A")  # [26.32]
HALF = "half"
LEVELS = range(1, 6)  # [30.2]
_RAIDED = (*NAVAL, "raider")
_GROUND = re.compile(r"(\d)(\*?)/(-|D)/(\d)")


class Modifier(msgspec.Struct, frozen=True):
    """A modifier of a die."""

    case: str
    modifier: int
    line: int = 0


class ContactShift(msgspec.Struct, frozen=True):
    """A shift of the contact table, to the right if positive."""

    case: str
    columns: int
    line: int = 0


class BombardmentResult(msgspec.Struct, frozen=True):
    """[26.5] What a result does to ships, a city and a fort."""

    result: str
    ships_lost: int
    morale: int
    fort: str
    devastates: bool
    units_lost: int
    text: str
    line: int = 0


class Outcome(msgspec.Struct, frozen=True):
    """[27.10] What strained shipping costs; ``points`` is a number or ``half``."""

    least: int
    low: int
    high: int
    points: str
    morale: int
    line: int = 0


class Replacement(msgspec.Struct, frozen=True):
    """[27.8] Merchant points that may be built in a quarter, from a level of shipping on."""

    least: int
    points: int
    line: int = 0


class Contested(msgspec.Struct, frozen=True):
    """[25.7] Points lost on a contested sea: the die with a modifier, from a difference on."""

    least: int
    die: bool
    modifier: int
    line: int = 0


class Mission(msgspec.Struct, frozen=True):
    """[30.7] An air mission and the air doctrine level that allows it."""

    mission: str
    level: int
    defensive: bool
    rule: str
    source: str = ""
    line: int = 0


class GroundAttack(msgspec.Struct, frozen=True):
    """[30.62] What an attack from the air does in support, to a city, and to ships."""

    support: int = 0
    mobile: bool = False
    devastates: bool = False
    ships: int = 0


class SeaAndAirTables(msgspec.Struct, frozen=True):
    """All of them."""

    contact: Columns[str]
    contact_shifts: Mapping[str, int]
    fire: Columns[int]
    interception: Mapping[str, int]
    bombardment: Columns[str]
    bombardment_results: Mapping[str, BombardmentResult]
    raiding: Columns[int]
    outcomes: tuple[Outcome, ...]
    replacements: tuple[Replacement, ...]
    contested: tuple[Contested, ...]
    missions: Mapping[str, Mission]
    superiority: Columns[int]
    ground: Columns[GroundAttack]

    def outcome(self, shipping: int, die: int) -> Outcome:
        """[27.10] The row of a level of shipping and a die."""
        least = max(row.least for row in self.outcomes if row.least <= shipping)
        return next(row for row in self.outcomes if row.least == least and row.low <= die <= row.high)

    def replacement(self, shipping: int) -> int:
        """[27.8] Merchant points that may be built at a level of shipping, without convoys."""
        return max(
            (row for row in self.replacements if row.least <= shipping), key=lambda row: row.least
        ).points

    def raiders_lost(self, die: int, convoys: bool) -> tuple[str, ...]:
        """[27.7] The counters that raiding costs."""
        cell = self.raiding.also[die, "convoys" if convoys else "lost"]
        return tuple(cell.split(LIST_SEPARATOR)) if cell else ()


def read(data: DataFolder, faults: Faults) -> SeaAndAirTables:
    """All tables of sea and air; what is wrong goes to ``faults``."""
    results = {row.result: row for row in data.csv(BOMBARDMENT_RESULTS, BombardmentResult, faults)}
    raiding = read_columns(data, RAIDING, _points, faults, ("lost", "convoys"))
    for (die, _), cell in raiding.also.items():
        for word in filter(None, cell.split(LIST_SEPARATOR)):
            if word not in _RAIDED:
                faults.add(data.shown(RAIDING), 0, f'die {die}: "{word}" is no counter that can be lost')
    outcomes = tuple(data.csv(OUTCOME, Outcome, faults))
    for least in sorted({row.least for row in outcomes}):
        check_ranges([row for row in outcomes if row.least == least], data.shown(OUTCOME), faults)
    for row in outcomes:
        if row.points != HALF and not row.points.lstrip("-").isdecimal():
            faults.add(data.shown(OUTCOME), row.line, f'"{row.points}" is neither points nor "{HALF}"')
    missions = data.csv(MISSIONS, Mission, faults)
    for mission in missions:
        if mission.level not in LEVELS:
            faults.add(data.shown(MISSIONS), mission.line, f"{mission.level} is no air doctrine level [30.2]")
    return SeaAndAirTables(
        contact=read_columns(data, CONTACT, _word(CONTACTS), faults),
        contact_shifts={row.case: row.columns for row in data.csv(CONTACT_SHIFTS, ContactShift, faults)},
        fire=read_columns(data, FIRE, _points, faults),
        interception={row.case: row.modifier for row in data.csv(INTERCEPTION, Modifier, faults)},
        bombardment=read_columns(data, BOMBARDMENT, _word(tuple(results)), faults),
        bombardment_results=results,
        raiding=raiding,
        outcomes=outcomes,
        replacements=tuple(data.csv(REPLACEMENT, Replacement, faults)),
        contested=tuple(data.csv(CONTESTED, Contested, faults)),
        missions={row.mission: row for row in missions},
        superiority=read_columns(data, SUPERIORITY, _points, faults),
        ground=read_columns(data, GROUND, ground_attack_written, faults),
    )


def _points(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(f'"{text}" is no number')
    return int(text)


def _word(known: tuple[str, ...]) -> Callable[[str], str]:
    def read_word(text: str) -> str:
        if text not in known:
            raise ValueError(f'unknown result "{text}"')
        return text

    return read_word


def ground_attack_written(text: str) -> GroundAttack:
    """[30.62] A cell such as ``1*/D/3``: support, city, ships; ``-`` for nothing."""
    if text == "-":
        return GroundAttack()
    found = _GROUND.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no result, such as "1*/D/3"')
    return GroundAttack(int(found[1]), bool(found[2]), found[3] == "D", int(found[4]))
