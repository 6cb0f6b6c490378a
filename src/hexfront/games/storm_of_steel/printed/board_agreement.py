"""Lists and board must say the same of the same thing: forts, terrain, countries, regions, rail gaps."""

from __future__ import annotations

from hexfront.games.storm_of_steel.printed import counters, countries, economy, land_tables
from hexfront.games.storm_of_steel.printed.everything import Everything
from hexfront.kernel.board import Board
from hexfront.kernel.datafiles import DataFolder, Faults

RAIL_GAP = "rail gap"


def check(made: Everything, board: Board, data: DataFolder, faults: Faults) -> None:
    """Everything on which lists and board could disagree, but for cities, which `places` looks at."""
    _forts(made, board, data, faults)
    _terrain(made, board, data, faults)
    _countries(made, board, data, faults)
    _rail_gaps(made, board, data, faults)


def _forts(made: Everything, board: Board, data: DataFolder, faults: Faults) -> None:
    """[17.1] A fort of the counters is a fort of the map, as strong as it is printed there."""
    shown = data.shown(counters.FORTS)
    drawn = {place.name: place.figures["fort"] for place in board.places if "fort" in place.figures}
    listed = {fort.city: fort for fort in made.counters.forts.values()}
    for fort in listed.values():
        if drawn.get(fort.city) != fort.strength:
            there = drawn.get(fort.city, "none")
            faults.add(shown, fort.line, f"{fort.city}: a fort of {fort.strength}, on the board {there}")
    for city in sorted(drawn.keys() - listed.keys()):
        faults.add(shown, 0, f"{city} has a fort on the board and no counter")


def _terrain(made: Everything, board: Board, data: DataFolder, faults: Faults) -> None:
    """[11.2] The chart has every terrain of the board."""
    for terrain in board.sheet.vocabulary.hex_terrain:
        if terrain not in made.land.terrain:
            faults.add(data.shown(land_tables.TERRAIN), 0, f"no row for {terrain}, which is on the board")


def _countries(made: Everything, board: Board, data: DataFolder, faults: Faults) -> None:
    """[19.5] Every country of a hex is a country of the list, and every region is on the map."""
    shown = data.shown(countries.COUNTRIES)
    hexes = [node for node in range(len(board)) if not board.is_area(node)]
    for country in sorted({board.country[node] for node in hexes} - {""} - set(made.countries.countries)):
        faults.add(shown, 0, f"{country} is on the board and not in the list")
    for region in made.countries.regions.values():
        if region.region not in board.regions and region.region != region.country:
            faults.add(data.shown(countries.REGIONS), region.line, f"{region.region} is not on the board")


def _rail_gaps(made: Everything, board: Board, data: DataFolder, faults: Faults) -> None:
    """[11.62] Where rail movement is interrupted, the board shows a gap."""
    for net in made.economy.rail:
        for gap in net.gaps:
            if gap not in board or RAIL_GAP not in board.features[board[gap]]:
                faults.add(data.shown(economy.RAIL), net.line, f"there is no rail gap in {gap}")
