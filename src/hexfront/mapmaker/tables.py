"""The files of a board folder, written from a draft."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from hexfront.kernel.grid import NE, NW, SE, SW, Cell, N, S
from hexfront.mapmaker.draft import Draft, cell_named
from hexfront.mapmaker.geography import RegionRow
from hexfront.mapmaker.ground import landscape_hexes
from hexfront.mapmaker.sheet import Sheet

Table = tuple[str, str, Sequence[str], list[Sequence[str]]]  # provenance, about, columns, rows


def board_files(draft: Draft) -> dict[str, str]:
    """The files of the board folder by name."""
    files = {
        "board.toml": _board_toml(draft),
        "hexes.csv": _csv(_hexes(draft)),
        "sides.csv": _csv(_sides(draft)),
        "places.csv": _csv(_places(draft)),
        "regions.csv": _csv(_regions(draft)),
    }
    if draft.geography.areas:
        files["areas.csv"] = _csv(_areas(draft))
        files["links.csv"] = _csv(_links(draft))
    return files


def _hexes(draft: Draft) -> Table:
    words = draft.geography.sheet.vocabulary.hex_features
    rows: list[Sequence[str]] = []
    for cell in draft.sheet.cells:
        country = "" if cell in draft.sea else draft.countries[cell]
        height = draft.elevations.get(cell)
        features = ("|".join(word for word in words if word in draft.hex_features.get(cell, ())),)
        row = (
            draft.sheet.grid.number(cell),
            draft.hexes[cell],
            country,
            "" if height is None else str(height),
        )
        rows.append((*row, *(features if words else ()), draft.hex_sources.get(cell, "")))
    about = "Every hex of the map with the country that owns it in August 1914."
    more = ("features",) if words else ()
    return "reconstructed", about, ("hex", "terrain", "country", "elevation", *more, "source"), rows


def _sides(draft: Draft) -> Table:
    """With terrain on hexsides every hexside has a row; otherwise only those that carry something."""
    sheet = draft.geography.sheet
    number = draft.sheet.grid.number
    rows: list[Sequence[str]] = []
    for side in sorted(draft.sheet.ends):
        features = draft.features.get(side, ())
        carried = ["|".join(word for word in sheet.vocabulary.side_features if word in features)]
        carried += [laid.get(side, "") for laid in draft.networks.values()]
        source = draft.side_sources.get(side, "")
        if sheet.by_side:
            rows.append((number(side[0]), number(side[1]), draft.terrain[side], *carried, source))
        elif any(carried) or source:
            rows.append((number(side[0]), number(side[1]), *carried, source))
    if sheet.by_side:
        about = "Every hexside between two hexes: its terrain, its river and its railway."
        columns = ("a", "b", "terrain", "features", *draft.networks, "source")
    else:
        about = "The hexsides that carry something: rivers, contours, crossings, and ways that run over them."
        columns = ("a", "b", "features", *draft.networks, "source")
    return "reconstructed", about, columns, rows


def _places(draft: Draft) -> Table:
    rows: list[Sequence[str]] = []
    cells = draft.geography.town_cells
    printed = draft.geography.sheet.vocabulary.figures
    for town in sorted(draft.geography.towns, key=lambda row: (cells[row.town], row.line)):
        number = draft.sheet.grid.number(cells[town.town])
        source = "" if town.source == "history" else town.source
        figures = ("|".join(town.figures),) if printed else ()
        rows.append((number, town.town, "|".join(town.kinds), *figures, source))
    about = (
        "Named places. A printed or derived source speaks of the hex; what a place counts as is our choice."
    )
    more = ("figures",) if printed else ()
    return "history", about, ("hex", "name", "kinds", *more, "source"), rows


def _regions(draft: Draft) -> Table:
    grid = draft.sheet.grid
    land = set(draft.sheet.cells) - draft.sea
    regions: list[tuple[str, Iterable[Cell], str]] = []
    for name, cells in landscape_hexes(draft.geography, draft.sheet, land).items():
        regions.append((name, cells, ""))
    edges = {
        "edge north": _edge(draft.sheet, N),
        "edge east": _edge(draft.sheet, NE, SE),
        "edge south": _edge(draft.sheet, S),
        "edge west": _edge(draft.sheet, NW, SW),
    }
    regions.extend((name, cells, "") for name, cells in edges.items())
    rim = {cell for cells in edges.values() for cell in cells}
    for country in draft.geography.sheet.vocabulary.countries:
        friendly = sorted(cell for cell in rim - draft.sea if draft.countries[cell] == country)
        if friendly:
            regions.append((f"friendly-edge {country}", friendly, ""))
    for layer, words in draft.geography.sheet.survey.items():
        if layer not in ("terrain", "country", "feature"):
            laid = draft.geography.survey.get(layer, {})
            regions.extend(
                (word, sorted(cell for cell, each in laid.items() if each == word), "")
                for word in words.values()
            )
    regions.extend(
        (row.region, _region_cells(draft.sheet, row), row.source) for row in draft.geography.regions
    )
    rows: list[Sequence[str]] = [
        (name, "|".join(grid.number(cell) for cell in cells), source) for name, cells, source in regions
    ]
    about = "Named sets of hexes: landscapes, the edges of the map, and hexes that rules name together."
    return "reconstructed", about, ("region", "hexes", "source"), rows


def _edge(sheet: Sheet, *directions: int) -> list[Cell]:
    """The hexes beyond which there is nothing in any of the directions."""
    return [
        cell
        for cell in sheet.cells
        if not any(sheet.grid.beside(cell, direction) in sheet for direction in directions)
    ]


def _region_cells(sheet: Sheet, row: RegionRow) -> list[Cell]:
    return [cell_named(sheet, "regions.csv", row.line, text) for text in row.hexes]


def _areas(draft: Draft) -> Table:
    words = draft.geography.sheet.vocabulary
    rows: list[Sequence[str]] = []
    for area in draft.geography.areas:
        kinds = ("|".join(area.kinds),) if words.area_kinds else ()
        figures = ("|".join(area.figures),) if words.figures else ()
        rows.append((area.area, area.name, area.country, *kinds, *figures, area.source))
    more = (*(("kinds",) if words.area_kinds else ()), *(("figures",) if words.figures else ()))
    return "reconstructed", "Boxes off the map.", ("area", "name", "country", *more, "source"), rows


def _links(draft: Draft) -> Table:
    rows: list[Sequence[str]] = [
        (link.a, link.b, link.kind, str(link.hexes), link.source) for link in draft.geography.links
    ]
    about = (
        "Ways between the boxes off the map, and from them to hexes at its edge, with their length in hexes."
    )
    return "reconstructed", about, ("a", "b", "kind", "hexes", "source"), rows


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
        *([f"hex_features = {_list(words.hex_features)}"] if words.hex_features else []),
        *([f"side_terrain = {_list(words.side_terrain)}"] if words.side_terrain else []),
        f"side_features = {_list(words.side_features)}",
        f"place_kinds = {_list(words.place_kinds)}",
        f"countries = {_list(words.countries)}",
        *([f"area_kinds = {_list(words.area_kinds)}"] if words.area_kinds else []),
        *([f"figures = {_list(words.figures)}"] if words.figures else []),
        "",
        "[networks]",
        *(f"{name} = {_list(kinds)}" for name, kinds in sheet.networks.items()),
    ]
    return "\n".join(lines) + "\n"


def _list(words: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"
