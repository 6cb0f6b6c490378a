"""Chapter 35.2: nationalists."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Raising
from hexfront.games.storm_of_steel.orders import Rise
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.countries import Region
from hexfront.games.storm_of_steel.rules import irregulars
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.play import Ask, Procedure, Table

FORCE = "nationalist"


def regions(position: SteelPosition, country: str) -> list[Region]:
    """[35.2] The regions of a country in which nationalists may rise and have not."""
    return [
        region
        for region in position.setting.printed.countries.regions.values()
        if region.country == country and region.uprising and region.region not in position.controllers
    ]


def uprising(table: Table[SteelPosition], country: str) -> Procedure:
    """[35.2] [35.21] [35.23] The side that rolled names a region of the country; its nationalists belong to
    the other side for good and mobilize at once."""
    position = table.position
    found = regions(position, country)
    if not irregulars.in_use(position) or not found:
        return None
    side = position.alliances[country]
    answer = yield Ask(
        side,
        "region",
        "Name the region in which nationalists rise",
        "35.2",
        [Rise(region.region) for region in found],
        Raising(""),
    )
    position.controllers[answer.region] = other_side(side)
    position.renew()
    name = position.setting.printed.countries.regions[answer.region].name
    table.tell(f"A nationalist uprising in {name}", "35.2", "19.6", kind="politics")
    yield from mobilize_in(table, answer.region, at_once=True)
    return None


def ground(position: SteelPosition, region: str) -> list[int]:
    """[19.5] The land hexes of a region in play; the Ottoman Empire rises as a whole."""
    setting = position.setting
    nodes = setting.board.regions.get(region)
    if nodes is None:
        nodes = frozenset(node for node in setting.in_play if setting.country_of[node] == region)
    return [node for node in sorted(nodes) if node in setting.in_play and not setting.board.is_area(node)]


def mobilize_in(table: Table[SteelPosition], region: str, *, at_once: bool = False) -> Procedure:
    """[35.23] [35.24] When they rise nationalists appear in any hex of the region without an enemy, later in
    its cities."""
    position = table.position
    side = position.controllers[region]

    def hexes() -> list[int]:
        return [
            node
            for node in ground(position, region)
            if position.occupant[node] in (side, "")
            and not (position.occupant[node] == "" and position.troops[node])
            and (at_once or node in position.setting.city_at)
            and position.loads[node] < position.setting.printed.economy.number("stacking")
        ]

    yield from irregulars.raise_units(
        table,
        side,
        wanted=lambda piece: piece.force == FORCE and piece.of == region,
        hexes=hexes,
        rule="35.23" if at_once else "35.24",
        what=f"nationalists of {region}",
    )
    return None


def mobilize(table: Table[SteelPosition]) -> Procedure:
    """[35.24] The nationalists of every region that has risen mobilize in each Mobilization Phase."""
    position = table.position
    for region in sorted(position.setting.printed.countries.regions):
        if region in position.controllers:
            yield from mobilize_in(table, region)
    return None
