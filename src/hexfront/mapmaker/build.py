"""From a geography folder to a board folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from hexfront.kernel.datafiles import Faults
from hexfront.kernel.grid import Cell
from hexfront.mapmaker.courses import Course, lay_rivers, lay_waters
from hexfront.mapmaker.geography import FactRow, Geography, LandscapeRow, RegionRow, read_geography
from hexfront.mapmaker.ground import Coast, hex_countries, landscape_hexes, side_landscapes
from hexfront.mapmaker.railways import trace_railways
from hexfront.mapmaker.sheet import Sheet, Side

SOURCES = ("printed", "derived", "history", "reconstructed")  # the strongest word first
IMPASSABLE = ("ocean", "lake")
Table = tuple[str, str, Sequence[str], list[Sequence[str]]]  # provenance, about, columns, rows


class Draft(msgspec.Struct):
    """A board in the making."""

    geography: Geography
    sheet: Sheet
    sea: set[Cell]
    countries: dict[Cell, str]
    terrain: dict[Side, str]
    features: dict[Side, str]
    rail: dict[Side, str]
    rivers: dict[str, Course]
    hex_sources: dict[Cell, str]
    side_sources: dict[Side, str]


def build(title_geography_folder: Path, out_folder: Path) -> None:
    """Build a board folder from a geography folder. DataError names what is wrong with the geography."""
    draft = draft_board(read_geography(title_geography_folder))
    out_folder.mkdir(parents=True, exist_ok=True)
    for name, text in board_files(draft).items():
        (out_folder / name).write_text(text, encoding="utf-8", newline="\n")


def draft_board(geography: Geography) -> Draft:
    """Lay everything on the sheet in order: land, relief, water, built-up areas, railways, facts."""
    sheet = Sheet(geography.sheet.grid)
    coast = Coast(geography)
    facts = geography.facts
    # A hex that holds a port is land, however little of it the coast leaves.
    sea = {cell for cell in sheet.grid if coast.is_sea(sheet, cell)} - set(geography.town_cells.values())
    for fact, cell in _hex_facts(sheet, facts, "terrain"):
        (sea.add if fact.value == "sea" else sea.discard)(cell)
    land = set(sheet.grid) - sea
    landscapes = side_landscapes(geography, sheet)
    waters = lay_waters(geography, sheet)
    draft = Draft(
        geography=geography,
        sheet=sheet,
        sea=sea,
        countries=hex_countries(geography, sheet, land),
        terrain=dict.fromkeys(sheet.ends, geography.sheet.bare_terrain),
        features={},
        rail={},
        rivers=lay_rivers(geography, sheet, sea, waters),
        hex_sources={},
        side_sources={},
    )
    draft.terrain.update({side: row.terrain for side, row in landscapes.items()})
    _cut_valleys(draft, landscapes)
    for area in geography.built_up:
        for text in area.sides:
            draft.terrain[_side(sheet, "built_up.csv", area.line, text)] = area.terrain
    for side in sheet.ends:
        if side[0] in sea or side[1] in sea:
            draft.terrain[side] = "ocean"
    for water, _ in geography.waters:
        draft.terrain.update(dict.fromkeys(waters[water.water].sides, water.terrain))
    for course in draft.rivers.values():
        for side in course.sides:
            if side in course.major or draft.features.get(side) == "major river":
                draft.features[side] = "major river"
            else:
                draft.features[side] = "river"
    _lay_facts(draft, ("country", "terrain", "side terrain", "features"))
    for side, terrain in draft.terrain.items():
        if terrain in IMPASSABLE:
            draft.features.pop(side, None)
    major = {side for side, feature in draft.features.items() if feature == "major river"}
    draft.rail = trace_railways(geography, sheet, draft.terrain, major)
    _lay_facts(draft, ("rail",))
    for side, terrain in draft.terrain.items():
        if terrain == "urban":
            draft.rail[side] = "double"
    return draft


def _cut_valleys(draft: Draft, landscapes: dict[Side, LandscapeRow]) -> None:
    """Where a river has cut a deep valley into a landscape, its banks are harder to cross than the rest."""
    for row, _ in draft.geography.rivers:
        deeper = dict(pair.split(" > ") for pair in row.valley)
        for side in draft.rivers[row.river].sides:
            if side in landscapes:
                draft.terrain[side] = deeper.get(landscapes[side].landscape, draft.terrain[side])


def _lay_facts(draft: Draft, kinds: Sequence[str]) -> None:
    """What the rule text says wins over geography, and marks its rows."""
    facts = [fact for fact in draft.geography.facts if fact.fact in kinds]
    for fact, cell in _hex_facts(draft.sheet, facts, "country"):
        draft.countries[cell] = fact.value
        draft.hex_sources[cell] = _stronger(fact.source, draft.hex_sources.get(cell))
    for fact, cell in _hex_facts(draft.sheet, facts, "terrain"):
        draft.hex_sources[cell] = _stronger(fact.source, draft.hex_sources.get(cell))
    target = {"side terrain": draft.terrain, "features": draft.features, "rail": draft.rail}
    for fact in facts:
        if fact.fact not in target:
            continue
        for text in fact.where:
            side = _side(draft.sheet, "facts.csv", fact.line, text)
            if fact.value == "none":
                target[fact.fact].pop(side, None)
            else:
                target[fact.fact][side] = fact.value
            draft.side_sources[side] = _stronger(fact.source, draft.side_sources.get(side))


def _hex_facts(sheet: Sheet, facts: Iterable[FactRow], kind: str) -> Iterable[tuple[FactRow, Cell]]:
    for fact in facts:
        if fact.fact == kind:
            for text in fact.where:
                yield fact, _cell(sheet, "facts.csv", fact.line, text)


def _stronger(source: str, other: str | None) -> str:
    return min(source, other or source, key=SOURCES.index)


def _side(sheet: Sheet, file: str, line: int, text: str) -> Side:
    side = sheet.side(text)
    if side is None:
        _refuse(file, line, f'"{text}" is not a hexside')
        raise AssertionError
    return side


def _cell(sheet: Sheet, file: str, line: int, text: str) -> Cell:
    cell = sheet.grid.cell(text)
    if cell is None:
        _refuse(file, line, f'"{text}" is not a hex')
        raise AssertionError
    return cell


def _refuse(file: str, line: int, what: str) -> None:
    faults = Faults()
    faults.add(file, line, what)
    faults.raise_if_any()


def board_files(draft: Draft) -> dict[str, str]:
    """The files of the board folder by name."""
    return {
        "board.toml": _board_toml(draft),
        "hexes.csv": _csv(_hexes(draft)),
        "sides.csv": _csv(_sides(draft)),
        "places.csv": _csv(_places(draft)),
        "regions.csv": _csv(_regions(draft)),
    }


def _hexes(draft: Draft) -> Table:
    rows: list[Sequence[str]] = []
    for cell in draft.sheet.grid:
        terrain = "sea" if cell in draft.sea else "land"
        country = "" if cell in draft.sea else draft.countries[cell]
        rows.append((draft.sheet.grid.number(cell), terrain, country, "", draft.hex_sources.get(cell, "")))
    about = "Every hex of the map with the country that owns it in August 1914."
    return "reconstructed", about, ("hex", "terrain", "country", "elevation", "source"), rows


def _sides(draft: Draft) -> Table:
    number = draft.sheet.grid.number
    rows: list[Sequence[str]] = [
        (
            number(side[0]),
            number(side[1]),
            draft.terrain[side],
            draft.features.get(side, ""),
            draft.rail.get(side, ""),
            draft.side_sources.get(side, ""),
        )
        for side in sorted(draft.sheet.ends)
    ]
    about = "Every hexside between two hexes: its terrain, its river and its railway."
    return "reconstructed", about, ("a", "b", "terrain", "features", "rail", "source"), rows


def _places(draft: Draft) -> Table:
    rows: list[Sequence[str]] = []
    cells = draft.geography.town_cells
    for town in sorted(draft.geography.towns, key=lambda row: (cells[row.town], row.line)):
        number = draft.sheet.grid.number(cells[town.town])
        source = "" if town.source == "history" else town.source
        rows.append((number, town.town, "|".join(town.kinds), source))
    about = (
        "Named places. A printed or derived source speaks of the hex; what a place counts as is our choice."
    )
    return "history", about, ("hex", "name", "kinds", "source"), rows


def _regions(draft: Draft) -> Table:
    grid = draft.sheet.grid
    land = set(grid) - draft.sea
    regions: list[tuple[str, Iterable[Cell], str]] = []
    for name, cells in landscape_hexes(draft.geography, draft.sheet, land).items():
        regions.append((name, cells, ""))
    edges = {
        "edge north": [cell for cell in grid if cell.row == grid.rows[0]],
        "edge east": [cell for cell in grid if cell.column == grid.columns[1]],
        "edge south": [cell for cell in grid if cell.row == grid.rows[1]],
        "edge west": [cell for cell in grid if cell.column == grid.columns[0]],
    }
    regions.extend((name, cells, "") for name, cells in edges.items())
    rim = {cell for cells in edges.values() for cell in cells}
    for country in draft.geography.sheet.vocabulary.countries:
        friendly = sorted(cell for cell in rim - draft.sea if draft.countries[cell] == country)
        if friendly:
            regions.append((f"friendly-edge {country}", friendly, ""))
    regions.extend(
        (row.region, _region_cells(draft.sheet, row), row.source) for row in draft.geography.regions
    )
    rows: list[Sequence[str]] = [
        (name, "|".join(grid.number(cell) for cell in cells), source) for name, cells, source in regions
    ]
    about = "Named sets of hexes: landscapes, the edges of the map, and hexes that rules name together."
    return "reconstructed", about, ("region", "hexes", "source"), rows


def _region_cells(sheet: Sheet, row: RegionRow) -> list[Cell]:
    return [_cell(sheet, "regions.csv", row.line, text) for text in row.hexes]


def _csv(table: Table) -> str:
    provenance, about, columns, rows = table
    text = io.StringIO()
    text.write(f"#: provenance = {provenance}\n#: about = {about}\n")
    text.write("# Built by the mapmaker: correct the geography and build again, or lay an overlay over it.\n")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def _board_toml(draft: Draft) -> str:
    sheet = draft.geography.sheet
    grid = sheet.grid
    words = sheet.vocabulary
    lines = [
        'provenance = "reconstructed"',
        f'about = "Map {grid.name}, rebuilt from geography; what the rule text says of hexes is kept."',
        f'name = "{sheet.name}"',
        "",
        "[[maps]]",
        f'name = "{grid.name}"',
        f"columns = [{grid.columns[0]}, {grid.columns[1]}]",
        f"rows = [{grid.rows[0]}, {grid.rows[1]}]",
        f'shifted = "{grid.shifted}"',
        f'numbering = "{grid.numbering}"',
        "",
        "[vocabulary]",
        f"hex_terrain = {_list(words.hex_terrain)}",
        f"side_terrain = {_list(words.side_terrain)}",
        f"side_features = {_list(words.side_features)}",
        f"place_kinds = {_list(words.place_kinds)}",
        f"countries = {_list(words.countries)}",
        "",
        "[networks]",
        *(f"{name} = {_list(kinds)}" for name, kinds in sheet.networks.items()),
    ]
    return "\n".join(lines) + "\n"


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
