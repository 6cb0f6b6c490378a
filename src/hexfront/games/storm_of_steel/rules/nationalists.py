"""Chapter 35.2: nationalists."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Raising
from hexfront.games.storm_of_steel.orders import Rise
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.countries import Region
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.rules import agenda, irregulars
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.play import Ask, Procedure, Table

FORCE = "nationalist"
RISEN = "risen in"


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
        agenda.done(position)
        return None
    side = position.alliances[country]
    answer = yield Ask(
        side,
        "region",
        "Name the region in which nationalists rise",
        "35.2",
        [Rise(region.region) for region in found],
        Raising(""),
        station=True,
    )
    position.controllers[answer.region] = other_side(side)
    position.renew()
    name = position.setting.printed.countries.regions[answer.region].name
    table.tell(f"A nationalist uprising in {name}", "35.2", "19.6", kind="politics")
    position.flags[f"{RISEN} {answer.region}"] = position.turn
    agenda.done(position, *mobilize_in(table, answer.region, "35.23"))
    return None


def ground(position: SteelPosition, region: str) -> list[int]:
    """[19.5] The land hexes of a region in play; the Ottoman Empire rises as a whole."""
    setting = position.setting
    nodes = setting.board.regions.get(region)
    if nodes is None:
        nodes = frozenset(node for node in setting.in_play if setting.country_of[node] == region)
    return [node for node in sorted(nodes) if node in setting.in_play and not setting.board.is_area(node)]


def mobilize_in(table: Table[SteelPosition], region: str, rule: str) -> list[str]:
    """[35.23] [35.24] The table says how many rise in a region."""
    return irregulars.raised(table, f"{FORCE} {region}", rule, f"nationalists of {region}")


def place(table: Table[SteelPosition], region: str, kind: str) -> Procedure:
    """[35.23] [35.24] Who controls them places a unit: in the turn of the rising in any hex of the region
    without an enemy, later in its cities."""
    position = table.position
    at_once = position.flags.get(f"{RISEN} {region}") == position.turn

    def wanted(piece: Piece) -> bool:
        return piece.force == FORCE and piece.of == region

    name = irregulars.next_counter(position, wanted, kind)
    hexes = open_hexes(position, region, at_once=at_once)
    rule = "35.23" if at_once else "35.24"
    yield from irregulars.place(table, position.controllers[region], name, hexes, rule)
    return None


def open_hexes(position: SteelPosition, region: str, *, at_once: bool) -> list[int]:
    """[35.23] [35.24] Hexes of a region, or its cities alone, with no other land units than friendly ones."""
    side, most = position.controllers[region], position.setting.number("stacking")
    return [
        node
        for node in ground(position, region)
        if (at_once or node in position.setting.city_at)
        and (not position.troops[node] or position.occupant[node] == side)
        and position.loads[node] < most
    ]


def mobilize(table: Table[SteelPosition]) -> list[str]:
    """[35.24] The nationalists of every region that has risen mobilize in each Mobilization Phase."""
    position = table.position
    return [
        task
        for region in sorted(position.setting.printed.countries.regions)
        if region in position.controllers
        for task in mobilize_in(table, region, "35.24")
    ]
