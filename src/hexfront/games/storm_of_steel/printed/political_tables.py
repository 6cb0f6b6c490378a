"""The tables of morale and politics: events, revolution, diplomacy, America, colonies, peace, agents."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from hexfront.games.storm_of_steel.printed.conditions import Condition, Known, understood
from hexfront.games.storm_of_steel.printed.dice_tables import check_ranges
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, SIDES
from hexfront.kernel.datafiles import DataFolder, Faults

MORALE = "tables/morale.csv"
EVENTS = "tables/political_events.csv"
REVOLUTION = "tables/revolution.csv"
MODIFIERS = "tables/modifiers.csv"
DIPLOMACY = "tables/diplomacy.csv"
ULTIMATUM = "tables/ultimatum.csv"
MINOR_POWERS = "tables/minor_powers.csv"
AMERICA = "tables/america.csv"
COLONIAL = "tables/colonial.csv"
PEACE = "tables/peace.csv"
PSYCHOLOGICAL = "tables/psychological_warfare.csv"
AGENT_MISSIONS = "tables/psychological_missions.csv"
IRREGULARS = "tables/irregular_mobilization.csv"
BOLSHEVIKS = "tables/bolshevik_control.csv"
# Tables that have modifiers, besides those of the sea.
MODIFIED = (
    "political-events",
    "revolution",
    "diplomacy",
    "america",
    "peace",
    "ultimatum",
    "development",
    "gas",
)
WHOSE = (*SIDES, "owner", "issuer")
DIE = "-die"
CONTROL = (*SIDES, "nobody", "as before")

Ways = tuple[tuple[Condition, ...], ...]


class MoraleCase(msgspec.Struct, frozen=True):
    """[5.1] What changes morale, and by how much; ``-die`` is the throw of a die."""

    case: str
    whose: str
    change: str
    rule: str
    source: str = ""
    line: int = 0


class Event(msgspec.Struct, frozen=True):
    """[6.2] A political event."""

    low: int | None
    high: int | None
    event: str
    powers: int
    morale: int
    text: str
    line: int = 0


class Revolution(msgspec.Struct, frozen=True):
    """[19.32] A result of the revolution table; ``surrenders`` is yes, no, or roll for a second die."""

    low: int | None
    high: int | None
    result: str
    surrenders: str
    morale: int
    text: str
    line: int = 0


class TableModifier(msgspec.Struct, frozen=True):
    """A modifier of a political die."""

    table: str
    case: str
    modifier: int
    source: str = ""
    line: int = 0


class Attitude(msgspec.Struct, frozen=True):
    """[19.21] What an alliance must throw to win a neutral: a die, or another if a condition is true."""

    needs: int | None
    condition: Ways = ()
    then: int | None = None


class Neutral(msgspec.Struct, frozen=True):
    """[6.11] A row of the diplomacy table."""

    country: str
    forces: int
    central_powers: Attitude
    entente: Attitude
    line: int = 0

    def attitude(self, side: str) -> Attitude:
        return self.central_powers if side == CENTRAL_POWERS else self.entente


class _Neutral(msgspec.Struct, frozen=True):
    country: str
    forces: int
    central_powers: int | None
    central_powers_if: str
    central_powers_then: int | None
    entente: int | None
    entente_if: str
    entente_then: int | None
    line: int = 0


class Ultimatum(msgspec.Struct, frozen=True):
    """[19.24] A result of the ultimatum table."""

    low: int | None
    high: int | None
    result: str
    issuer: int
    surrender: tuple[str, ...]
    text: str
    line: int = 0


class MinorPower(msgspec.Struct, frozen=True):
    """[20.1] The power that a die brings in, if it is time."""

    low: int | None
    high: int | None
    country: str
    first: str
    line: int = 0


class America(msgspec.Struct, frozen=True):
    """[6.11] A result of America's situation."""

    low: int | None
    high: int | None
    result: str
    points: int | None
    country: str
    line: int = 0


class Colonial(msgspec.Struct, frozen=True):
    """[6.11] A result of a colonial table: uprisings, and morale of both alliances."""

    side: str
    low: int | None
    high: int | None
    uprising: int
    own: int
    enemy: int
    line: int = 0


class Peace(msgspec.Struct, frozen=True):
    """[44.1] A result of the peace table."""

    low: int | None
    high: int | None
    result: str
    morale: int
    text: str
    line: int = 0


class Psychological(msgspec.Struct, frozen=True):
    """[32.3] The least die that succeeds, from a differential on."""

    differential: int
    succeeds: int
    line: int = 0


class AgentMission(msgspec.Struct, frozen=True):
    """[32.1] What agents do: morale of both, and the same on a natural 6."""

    mission: str
    own: int
    enemy: int
    best_own: int
    best_enemy: int
    text: str
    line: int = 0


class IrregularMobilization(msgspec.Struct, frozen=True):
    """[35.14] [35.23] What a die raises."""

    low: int | None
    high: int | None
    units: int
    headquarters: int
    trains: int
    line: int = 0


class BolshevikControl(msgspec.Struct, frozen=True):
    """[35.11] Who controls the Bolsheviks this turn."""

    low: int | None
    high: int | None
    control: str
    line: int = 0


class PoliticalTables(msgspec.Struct, frozen=True):
    """All of them."""

    morale: Mapping[str, MoraleCase]
    events: tuple[Event, ...]
    revolution: tuple[Revolution, ...]
    modifiers: tuple[TableModifier, ...]
    neutrals: Mapping[str, Neutral]
    ultimatum: tuple[Ultimatum, ...]
    minor_powers: tuple[MinorPower, ...]
    america: tuple[America, ...]
    colonial: Mapping[str, tuple[Colonial, ...]]
    peace: tuple[Peace, ...]
    psychological: tuple[Psychological, ...]
    missions: Mapping[str, AgentMission]
    irregulars: tuple[IrregularMobilization, ...]
    bolsheviks: tuple[BolshevikControl, ...]

    def modifiers_of(self, table: str) -> Mapping[str, int]:
        return {row.case: row.modifier for row in self.modifiers if row.table == table}


def read(data: DataFolder, known: Known, faults: Faults) -> PoliticalTables:
    """All political tables; what is wrong goes to ``faults``."""
    events = tuple(data.csv(EVENTS, Event, faults))
    revolution = tuple(data.csv(REVOLUTION, Revolution, faults))
    ultimatum = tuple(data.csv(ULTIMATUM, Ultimatum, faults))
    minor = tuple(data.csv(MINOR_POWERS, MinorPower, faults))
    america = tuple(data.csv(AMERICA, America, faults))
    colonial = tuple(data.csv(COLONIAL, Colonial, faults))
    peace = tuple(data.csv(PEACE, Peace, faults))
    irregulars = tuple(data.csv(IRREGULARS, IrregularMobilization, faults))
    bolsheviks = tuple(data.csv(BOLSHEVIKS, BolshevikControl, faults))
    check_ranges(events, data.shown(EVENTS), faults)
    check_ranges(revolution, data.shown(REVOLUTION), faults)
    check_ranges(ultimatum, data.shown(ULTIMATUM), faults)
    check_ranges(minor, data.shown(MINOR_POWERS), faults)
    check_ranges(america, data.shown(AMERICA), faults)
    check_ranges(peace, data.shown(PEACE), faults)
    check_ranges(irregulars, data.shown(IRREGULARS), faults)
    check_ranges(bolsheviks, data.shown(BOLSHEVIKS), faults)
    by_side = {side: tuple(row for row in colonial if row.side == side) for side in SIDES}
    for rows in by_side.values():
        check_ranges(rows, data.shown(COLONIAL), faults)
    morale = data.csv(MORALE, MoraleCase, faults)
    modifiers = tuple(data.csv(MODIFIERS, TableModifier, faults))
    made = PoliticalTables(
        morale={row.case: row for row in morale},
        events=events,
        revolution=revolution,
        modifiers=modifiers,
        neutrals=_neutrals(data, known, faults),
        ultimatum=ultimatum,
        minor_powers=minor,
        america=america,
        colonial=by_side,
        peace=peace,
        psychological=tuple(data.csv(PSYCHOLOGICAL, Psychological, faults)),
        missions={row.mission: row for row in data.csv(AGENT_MISSIONS, AgentMission, faults)},
        irregulars=irregulars,
        bolsheviks=bolsheviks,
    )
    _check_words(made, colonial, data, known, faults)
    return made


def _check_words(
    tables: PoliticalTables, colonial: tuple[Colonial, ...], data: DataFolder, known: Known, faults: Faults
) -> None:
    """Every word of the tables is one the game knows."""
    for morale in tables.morale.values():
        if morale.whose not in WHOSE:
            faults.unknown(data.shown(MORALE), morale.line, "alliance", morale.whose, WHOSE)
        if morale.change != DIE and not morale.change.lstrip("-").isdecimal():
            faults.add(data.shown(MORALE), morale.line, f'"{morale.change}" is neither points nor "{DIE}"')
    for modifier in tables.modifiers:
        if modifier.table not in MODIFIED:
            faults.unknown(data.shown(MODIFIERS), modifier.line, "table", modifier.table, MODIFIED)
    for row in colonial:
        if row.side not in SIDES:
            faults.unknown(data.shown(COLONIAL), row.line, "side", row.side, SIDES)
    for each in tables.revolution:
        if each.surrenders not in ("yes", "no", "roll"):
            faults.unknown(data.shown(REVOLUTION), each.line, "word", each.surrenders, ("yes", "no", "roll"))
    for control in tables.bolsheviks:
        if control.control not in CONTROL:
            faults.unknown(data.shown(BOLSHEVIKS), control.line, "control", control.control, CONTROL)
    named = [
        *((ULTIMATUM, answer.line, country) for answer in tables.ultimatum for country in answer.surrender),
        *((MINOR_POWERS, minor.line, minor.country) for minor in tables.minor_powers),
        *((AMERICA, america.line, america.country) for america in tables.america),
    ]
    for file, line, country in named:
        if country and country not in known.countries:
            faults.unknown(data.shown(file), line, "country", country, known.countries)
    for minor in tables.minor_powers:
        if minor.first and minor.first not in known.turns:
            faults.unknown(data.shown(MINOR_POWERS), minor.line, "turn", minor.first, known.turns)


def _neutrals(data: DataFolder, known: Known, faults: Faults) -> dict[str, Neutral]:
    made: dict[str, Neutral] = {}
    shown = data.shown(DIPLOMACY)
    for row in data.csv(DIPLOMACY, _Neutral, faults):
        if row.country not in known.countries:
            faults.unknown(shown, row.line, "country", row.country, known.countries)
        try:
            powers = Attitude(
                row.central_powers, understood(row.central_powers_if, known), row.central_powers_then
            )
            entente = Attitude(row.entente, understood(row.entente_if, known), row.entente_then)
        except ValueError as wrong:
            faults.add(shown, row.line, str(wrong))
            continue
        for attitude in (powers, entente):
            if bool(attitude.condition) != (attitude.then is not None):
                faults.add(
                    shown, row.line, f"{row.country}: a condition and the die it gives belong together"
                )
        made[row.country] = Neutral(row.country, row.forces, powers, entente, row.line)
    return made
