"""From a geography folder to a board folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from hexfront.kernel.grid import Cell
from hexfront.mapmaker.courses import lay_rivers, lay_waters
from hexfront.mapmaker.draft import Draft, cell_named, side_named
from hexfront.mapmaker.geography import FactRow, Geography, LandscapeRow, read_geography
from hexfront.mapmaker.ground import Coast, hex_countries, hex_elevations, hex_landscapes, side_landscapes
from hexfront.mapmaker.railways import Country, trace_railways
from hexfront.mapmaker.sheet import Sheet, Side
from hexfront.mapmaker.tables import board_files

SOURCES = ("printed", "derived", "history", "reconstructed")  # the strongest word first
IMPASSABLE = ("ocean", "lake")
WATER = ("sea", "lake")  # terrain of hexes in a survey that is no land


def build(title_geography_folder: Path, out_folder: Path) -> None:
    """Build a board folder from a geography folder. DataError names what is wrong with the geography."""
    draft = draft_board(read_geography(title_geography_folder))
    out_folder.mkdir(parents=True, exist_ok=True)
    for name, text in board_files(draft).items():
        (out_folder / name).write_text(text, encoding="utf-8", newline="\n")


def draft_board(geography: Geography) -> Draft:
    """Lay everything on the sheet in order: land, relief, water, built-up areas, railways, facts."""
    sheet = Sheet(geography.sheet.grid, geography.sheet.cells)
    sea = _sea(geography, sheet)
    land = set(sheet.cells) - sea
    waters = lay_waters(geography, sheet)
    draft = Draft(
        geography=geography,
        sheet=sheet,
        sea=sea,
        countries=_countries(geography, sheet, land),
        rivers=lay_rivers(geography, sheet, sea, waters),
    )
    if geography.sheet.by_side:
        _lay_side_terrain(draft)
        for water, _ in geography.waters:
            draft.terrain.update(dict.fromkeys(waters[water.water].sides, water.terrain))
    else:
        _lay_hex_terrain(draft)
    _lay_rivers(draft)
    if not geography.sheet.by_side:
        for water, _ in geography.waters:
            # Along open water there is nothing to part.
            within = (side for side in waters[water.water].sides if not sea & {*side})
            draft.features.update({side: {water.terrain} for side in within})
    _lay_facts(draft, ("country", "terrain", "hex features", "side terrain", "features", "more features"))
    for side, terrain in draft.terrain.items():
        if terrain in IMPASSABLE:
            draft.features.pop(side, None)
    draft.elevations = hex_elevations(geography, sheet, draft.hexes)
    _lay_contours(draft)
    country = Country(geography.sheet.ways, draft.hexes, draft.terrain, draft.features)
    draft.networks = trace_railways(geography, sheet, country)
    _lay_facts(draft, tuple(geography.sheet.networks))
    for side, terrain in draft.terrain.items():
        if terrain == "urban":
            draft.networks["rail"][side] = "double"
    return draft


def _countries(geography: Geography, sheet: Sheet, land: set[Cell]) -> dict[Cell, str]:
    surveyed = geography.survey.get("country")
    if surveyed is None:
        return hex_countries(geography, sheet, land)
    return {cell: surveyed.get(cell, geography.sheet.bare_country) for cell in sorted(land)}


def _sea(geography: Geography, sheet: Sheet) -> set[Cell]:
    if geography.survey:
        return {cell for cell, word in geography.survey["terrain"].items() if word in WATER}
    coast = Coast(geography)
    # A hex that holds a port is land, however little of it the coast leaves.
    sea = {cell for cell in sheet.cells if coast.is_sea(sheet, cell)} - set(geography.town_cells.values())
    if geography.sheet.by_side:
        for fact, cell in _hex_facts(sheet, geography.facts, "terrain"):
            (sea.add if fact.value == "sea" else sea.discard)(cell)
    return sea


def _lay_side_terrain(draft: Draft) -> None:
    """Hexes are land or sea; what hinders movement stands on hexsides."""
    geography, sheet = draft.geography, draft.sheet
    draft.hexes = {cell: "sea" if cell in draft.sea else "land" for cell in sheet.cells}
    draft.terrain = dict.fromkeys(sheet.ends, geography.sheet.bare_terrain)
    landscapes = side_landscapes(geography, sheet)
    draft.terrain.update({side: row.terrain for side, row in landscapes.items()})
    _cut_valleys(draft, landscapes)
    for area in geography.built_up:
        for text in area.sides:
            draft.terrain[side_named(sheet, "built_up.csv", area.line, text)] = area.terrain
    for side in sheet.ends:
        if side[0] in draft.sea or side[1] in draft.sea:
            draft.terrain[side] = "ocean"


def _lay_hex_terrain(draft: Draft) -> None:
    if draft.geography.survey:
        draft.hexes = {cell: draft.geography.survey["terrain"][cell] for cell in draft.sheet.cells}
        features = draft.geography.survey.get("feature", {})
        draft.hex_features = {cell: {word} for cell, word in features.items()}
        return
    draft.hexes = dict.fromkeys(draft.sheet.cells, draft.geography.sheet.bare_terrain)
    landscapes = hex_landscapes(draft.geography, draft.sheet)
    draft.hexes.update({cell: row.terrain for cell, row in landscapes.items()})


def _cut_valleys(draft: Draft, landscapes: dict[Side, LandscapeRow]) -> None:
    """Where a river has cut a deep valley into a landscape, its banks are harder to cross than the rest."""
    for row, _ in draft.geography.rivers:
        deeper = dict(pair.split(" > ") for pair in row.valley)
        for side in draft.rivers[row.river].sides:
            if side in landscapes:
                draft.terrain[side] = deeper.get(landscapes[side].landscape, draft.terrain[side])


def _lay_rivers(draft: Draft) -> None:
    """Where two rivers share a hexside it counts as the greater."""
    minor, major = draft.geography.sheet.rivers
    for row, _ in draft.geography.rivers:
        course = draft.rivers[row.river]
        for side in course.sides:
            word = row.feature or (major if side in course.major else minor)
            if word != minor or side not in draft.features:
                draft.features[side] = {word}


def _lay_contours(draft: Draft) -> None:
    """A hexside that leads up to a height marked by a contour carries it."""
    for word, height in draft.geography.sheet.contours.items():
        for side in draft.sheet.ends:
            low, high = sorted(draft.elevations[cell] for cell in side)
            if low < height <= high:
                draft.features.setdefault(side, set()).add(word)


def _lay_facts(draft: Draft, kinds: Sequence[str]) -> None:
    """What the rule text says wins over geography, and marks its rows."""
    facts = [fact for fact in draft.geography.facts if fact.fact in kinds]
    for kind in ("country", "terrain", "hex features"):
        for fact, cell in _hex_facts(draft.sheet, facts, kind):
            if kind == "country":
                draft.countries[cell] = fact.value
            elif kind == "hex features":
                draft.hex_features.setdefault(cell, set()).update(fact.value.split("|"))
            elif not draft.geography.sheet.by_side:
                draft.hexes[cell] = fact.value
            draft.hex_sources[cell] = _stronger(fact.source, draft.hex_sources.get(cell))
    for fact in facts:
        if fact.fact in ("country", "terrain", "hex features"):
            continue
        for text in fact.where:
            side = side_named(draft.sheet, "facts.csv", fact.line, text)
            _lay_side_fact(draft, fact, side)
            draft.side_sources[side] = _stronger(fact.source, draft.side_sources.get(side))


def _lay_side_fact(draft: Draft, fact: FactRow, side: Side) -> None:
    if fact.fact == "side terrain":
        draft.terrain[side] = fact.value
    elif fact.fact == "more features":
        draft.features.setdefault(side, set()).update(fact.value.split("|"))
    elif fact.fact == "features" and fact.value != "none":
        draft.features[side] = set(fact.value.split("|"))
    elif fact.fact == "features":
        draft.features.pop(side, None)
    elif fact.value == "none":
        draft.networks[fact.fact].pop(side, None)
    else:
        draft.networks[fact.fact][side] = fact.value


def _hex_facts(sheet: Sheet, facts: Iterable[FactRow], kind: str) -> Iterable[tuple[FactRow, Cell]]:
    for fact in facts:
        if fact.fact == kind:
            for text in fact.where:
                yield fact, cell_named(sheet, "facts.csv", fact.line, text)


def _stronger(source: str, other: str | None) -> str:
    return min(source, other or source, key=SOURCES.index)
