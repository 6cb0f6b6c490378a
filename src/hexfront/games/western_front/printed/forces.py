"""Counters, orders of battle and schedules of The Western Front, loaded and replayed.

`load` reads all lists; `replay` follows the schedules from August 1914 on. The proof of the lists is in
`list_checks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from hexfront.games.western_front.printed.list_rows import (
    Arrival,
    Candidate,
    Combined,
    Conversion,
    Counter,
    Decided,
    EasternFortress,
    Exemption,
    Fortress,
    FortressStrength,
    FrontLines,
    Headquarters,
    Listed,
    Mobilization,
    NationalForces,
    Placement,
    Romanian,
    ScenarioHead,
    StartOfScenario,
    Turn,
    Withdrawal,
    Zone,
    ZoneForce,
)
from hexfront.kernel.datafiles import DataFolder, Faults

DATA = Path(__file__).parents[1] / "data"
COUNTER_FILES = {
    "ge": "germany",
    "fr": "france",
    "gb": "great_britain",
    "be": "belgium",
    "us": "united_states",
    "ah": "austria_hungary",
    "po": "portugal",
    "ru": "russia",
    "it": "italy",
    "pl": "poland",
    "cz": "czech",
}
REINFORCEMENTS = "schedules/reinforcements.csv"
WITHDRAWALS = "schedules/withdrawals.csv"
END: Turn = (1918, 11, 3)
OPENING = "schlieffen-plan"
LATER = ("second-ypres-and-artois", "verdun", "somme", "nivelle-offensive", "western-front-1918")


class Forces(msgspec.Struct, frozen=True):
    """What a scenario starts with. A unit may be in both lists: the second then says where it stands."""

    scenario: str
    first_turn: Turn
    forces: tuple[NationalForces, ...]
    front: FrontLines | None
    listed: tuple[Listed, ...]
    placed: tuple[Placement, ...]
    fortresses: tuple[FortressStrength, ...]


class OrdersOfBattle(msgspec.Struct, frozen=True):
    """All lists of the scenario book."""

    counters: dict[str, Counter]
    headquarters: dict[str, Headquarters]
    fortresses: dict[str, Fortress]
    scenarios: dict[str, Forces]
    zones: tuple[Zone, ...]
    zone_forces: tuple[ZoneForce, ...]
    arrivals: tuple[Arrival, ...]
    withdrawals: tuple[Withdrawal, ...]
    conversions: tuple[Conversion, ...]
    candidates: tuple[Candidate, ...]
    mobilization: tuple[Mobilization, ...]
    combined: tuple[Combined, ...]
    romanian: tuple[Romanian, ...]
    eastern_fortresses: tuple[EasternFortress, ...]
    decisions: dict[str, Decided]
    exemptions: tuple[Exemption, ...]

    def formation(self, unit: str) -> str:
        """The body of men a key stands for; a headquarters is its own."""
        counter = self.counters.get(unit)
        return counter.formation if counter else unit

    def in_play(self, scenario: str, options: Iterable[str] = ()) -> dict[str, Listed | Placement]:
        """The units a scenario starts with, replacements aside: the order of battle, else the set-up."""
        forces = self.scenarios[scenario]
        chosen = set(options)
        rows: Sequence[Listed | Placement] = forces.listed or [
            row for row in forces.placed if not row.option or row.option in chosen
        ]
        return {row.unit: row for row in rows if not row.struck and not self.is_replacement(row.unit)}

    def is_replacement(self, unit: str) -> bool:
        return unit in self.counters and self.counters[unit].kind == "rpl"

    def arriving(self, turn: Turn) -> list[Arrival]:
        """[25-1] What the schedules bring in a turn: units, replacements, headquarters, supply points."""
        return [row for row in self.arrivals if turn_of(row) == turn and not row.struck]

    def leaving(self, turn: Turn, options: Iterable[str] = ()) -> list[Withdrawal]:
        """What the schedules take away in a turn, with the options the players chose."""
        chosen = {"", *options}
        return [
            row
            for row in self.withdrawals
            if turn_of(row) == turn and not row.struck and row.option in chosen
        ]

    def exchanged(self, turn: Turn) -> list[Conversion]:
        """Exchanges of counters in a turn that no line of the schedules makes."""
        return [row for row in self.conversions if turn_of(row) == turn and not row.listed]


def load(folder: DataFolder | None = None) -> OrdersOfBattle:
    """All lists. Raises DataError with every cell that cannot be read."""
    faults = Faults()
    orders = read(folder or DataFolder(DATA), faults)
    faults.raise_if_any()
    return orders


def read(folder: DataFolder, faults: Faults) -> OrdersOfBattle:
    """All lists, with what cannot be read left out and noted in `faults`."""
    counters: dict[str, Counter] = {}
    for nation in COUNTER_FILES:
        file = counter_file(nation)
        for counter in folder.csv(file, Counter, faults):
            if counter.nation != nation:
                faults.add(
                    file, counter.line, f'"{counter.unit}" is of nation "{counter.nation}", not "{nation}"'
                )
            if counter.unit in counters:
                faults.add(file, counter.line, f'counter "{counter.unit}" stands twice')
            counters[counter.unit] = counter
    decisions = folder.csv("schedules/decisions.csv", Decided, faults)
    return OrdersOfBattle(
        counters=counters,
        headquarters={
            each.unit: each for each in folder.csv("counters/headquarters.csv", Headquarters, faults)
        },
        fortresses={each.unit: each for each in folder.csv("counters/fortresses.csv", Fortress, faults)},
        scenarios={name: _forces(folder, name, faults) for name in (OPENING, *LATER)},
        zones=tuple(folder.csv(f"scenarios/{OPENING}/zones.csv", Zone, faults)),
        zone_forces=tuple(folder.csv(f"scenarios/{OPENING}/zone_forces.csv", ZoneForce, faults)),
        arrivals=tuple(folder.csv(REINFORCEMENTS, Arrival, faults)),
        withdrawals=tuple(folder.csv(WITHDRAWALS, Withdrawal, faults)),
        conversions=tuple(folder.csv("schedules/conversions.csv", Conversion, faults)),
        candidates=tuple(folder.csv("schedules/conversions_assault.csv", Candidate, faults)),
        mobilization=tuple(folder.csv("schedules/mobilization.csv", Mobilization, faults)),
        combined=tuple(folder.csv("schedules/combined.csv", Combined, faults)),
        romanian=tuple(folder.csv("schedules/combined_romania.csv", Romanian, faults)),
        eastern_fortresses=tuple(folder.csv("schedules/combined_fortresses.csv", EasternFortress, faults)),
        decisions={each.id: each for each in decisions},
        exemptions=tuple(folder.csv("schedules/exceptions.csv", Exemption, faults)),
    )


def counter_file(nation: str) -> str:
    """Where the counters of a nation stand."""
    return f"counters/{COUNTER_FILES[nation]}.csv" if nation in COUNTER_FILES else "counters"


def _forces(folder: DataFolder, scenario: str, faults: Faults) -> Forces:
    inside = f"scenarios/{scenario}"
    head = folder.toml(f"{inside}/scenario.toml", ScenarioHead, faults)
    first = head.first_turn if head else StartOfScenario(0, 0, 0)
    listed = folder.csv(f"{inside}/order_of_battle.csv", Listed, faults) if scenario in LATER else []
    has_set_up = folder.exists(f"{inside}/setup.csv")
    placed = folder.csv(f"{inside}/setup.csv", Placement, faults) if has_set_up else []
    return Forces(
        scenario=scenario,
        first_turn=(first.year, first.month, first.turn),
        forces=head.forces if head else (),
        front=head.front if head else None,
        listed=tuple(listed),
        placed=tuple(placed),
        fortresses=tuple(folder.csv(f"{inside}/fortresses.csv", FortressStrength, faults)),
    )


def turn_of(row: Arrival | Withdrawal | Combined | Conversion) -> Turn:
    return row.year, row.month, row.turn


def replay(orders: OrdersOfBattle, faults: Faults | None = None) -> Iterator[tuple[Turn, frozenset[str]]]:
    """The units in play before the events of each turn of the schedules, beginning with August 1914.

    Losses are not part of it: a unit is in play from its arrival to its withdrawal. In every turn withdrawals
    come first, then the exchanges no list holds, then arrivals. The units sent east in August 1914 are the
    historical ones.
    """
    faults = faults if faults is not None else Faults()
    present = set(orders.in_play(OPENING))
    dated: list[Arrival | Withdrawal | Conversion] = [
        *orders.arrivals,
        *orders.withdrawals,
        *orders.conversions,
    ]
    turns = {turn_of(row) for row in dated} | {END}
    turns |= {forces.first_turn for forces in orders.scenarios.values()}
    for turn in sorted(turns):
        yield turn, frozenset(present)
        for withdrawal in orders.leaving(turn, ["historical-withdrawals"]):
            if withdrawal.unit not in present:
                what = f'"{withdrawal.unit}" is withdrawn but not in play'
                faults.add(WITHDRAWALS, withdrawal.line, what, kin(orders, withdrawal.unit, present))
            present.discard(withdrawal.unit)
        for conversion in orders.exchanged(turn):
            if present.issuperset(conversion.old):
                present.difference_update(conversion.old)
                present.update(conversion.new)
        for arrival in orders.arriving(turn):
            if arrival.unit and not orders.is_replacement(arrival.unit):
                if hint := kin(orders, arrival.unit, present):
                    faults.add(
                        REINFORCEMENTS,
                        arrival.line,
                        f'"{arrival.unit}" arrives while its formation is in play',
                        hint,
                    )
                present.add(arrival.unit)


def kin(orders: OrdersOfBattle, unit: str, present: Iterable[str]) -> str:
    """The counter of the same formation that is in play, as a hint."""
    formation = orders.formation(unit)
    found = [each for each in present if orders.formation(each) == formation]
    return f'did you mean "{found[0]}"?' if found else ""
