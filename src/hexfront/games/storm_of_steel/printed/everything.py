"""Everything that is printed, read in the order in which one list names another, with all faults at once."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping

import msgspec

from hexfront.games.storm_of_steel.printed import (
    calendar,
    cards,
    counters,
    countries,
    economy,
    land_tables,
    places,
    political_tables,
    scenarios,
    sea_and_air_tables,
    set_ups,
)
from hexfront.games.storm_of_steel.printed.conditions import Known
from hexfront.games.storm_of_steel.printed.countries import Countries, Entry
from hexfront.games.storm_of_steel.printed.set_up_checks import Prover
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder, Faults


class Everything(msgspec.Struct, frozen=True):
    """The data of the title, understood."""

    calendar: calendar.Calendar
    countries: Countries
    entries: tuple[Entry, ...]
    places: places.Places
    deck: cards.Deck
    counters: counters.Counters
    land: land_tables.LandTables
    sea_and_air: sea_and_air_tables.SeaAndAirTables
    politics: political_tables.PoliticalTables
    economy: economy.Economy
    set_ups: set_ups.SetUps
    scenarios: scenarios.Scenarios


def read(data: DataFolder, board: Board | None, faults: Faults) -> Everything:
    """Read and prove every list; what is wrong goes to ``faults``.

    Without a board, as when it has faults itself, whatever stands on it is taken on trust.
    """
    turns = calendar.read(data, faults)
    nations = countries.read(data, faults)
    towns = places.read(data, nations.countries, faults)
    if board is not None:
        places.check_board(towns, board, data, faults)
    known = Known(
        countries=nations.countries,
        regions=nations.regions,
        cities=towns.cities,
        groups=towns.groups,
        turns=turns.turns,
        cards=cards.read_numbers(data, Faults()),  # the faults of these files are found when they are read
        hexes=_hexes(board),
    )
    pieces = counters.read(data, nations.countries, towns, faults)
    costs = economy.read(data, nations.countries, turns.turns, faults)
    begun = set_ups.read(data, turns.turns, faults)
    Prover(begun, pieces, nations, towns, figures=costs, data=data, faults=faults, board=board).prove()
    return Everything(
        calendar=turns,
        countries=nations,
        entries=countries.read_entries(data, known, faults),
        places=towns,
        deck=cards.read(data, known, faults),
        counters=pieces,
        land=land_tables.read(data, faults),
        sea_and_air=sea_and_air_tables.read(data, faults),
        politics=political_tables.read(data, known, faults),
        economy=costs,
        set_ups=begun,
        scenarios=scenarios.read(data, turns, begun.starts, known, faults),
    )


def load(data: DataFolder, board: Board | None = None) -> Everything:
    """The same; DataError carries every fault."""
    faults = Faults()
    made = read(data, board, faults)
    faults.raise_if_any()
    return made


def _hexes(board: Board | None) -> frozenset[str]:
    if board is None:
        return frozenset()
    return frozenset(board.label(node) for node in range(len(board)) if not board.is_area(node))


def figures(made: Everything) -> Mapping[str, object]:
    """How much there is, for people."""
    kinds = Tally((card.side, card.kind) for card in made.deck.cards.values())
    units = made.counters
    land = Tally(each.country for each in units.land.values())
    return {
        "turns": len(made.calendar.turns),
        "countries": len(made.countries.countries),
        "cities": len(made.places.cities),
        "cards": len(made.deck.cards),
        **{
            f"{kind} cards of the {SIDE_NAMES[side]}": kinds[side, kind]
            for side in SIDES
            for kind in cards.FILES
        },
        "land units": len(units.land),
        **{f"land units of {made.countries.countries[name].name}": n for name, n in land.most_common(8)},
        "forts": len(units.forts),
        "naval units": len(units.ships),
        "air units": len(units.air),
        "irregulars": len(units.irregulars),
        "units of Summer 1914": len(made.set_ups.summer_1914),
        "units of neutrals": len(made.set_ups.neutrals),
        "reinforcements": len(made.set_ups.reinforcements),
        "scenarios in the files": len(made.scenarios.scenarios),
    }
