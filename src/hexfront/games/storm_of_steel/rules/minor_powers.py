"""Chapter 20: the Entente minor powers and their expeditionary forces."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Joining
from hexfront.games.storm_of_steel.orders import Deploy
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import allegiance, stacking
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import ENTENTE
from hexfront.kernel.play import Action, Ask, Procedure, Refusal, Table


def send_for(table: Table[SteelPosition]) -> Procedure:
    """[20.1] [6.11] A die on the table of minor powers; who comes joins with its expeditionary force."""
    position = table.position
    die = table.roll("minor powers", "6.11", words="Entente minor powers")
    if not (country := comes(position, die)):
        table.tell("No minor power sends troops", "20.1", kind="politics")
        return None
    allegiance.join(table, country, ENTENTE, "20.1")
    yield from land(table, country)
    return None


def comes(position: SteelPosition, die: int) -> str:
    """[20.1] [20.2] The minor power that a die brings; none that has sent its force, and none too early."""
    row = row_of(position.setting.printed.politics.minor_powers, die)
    early = row.first and position.turn < position.setting.calendar.number(row.first)
    return "" if not row.country or early or sent(position, row.country) else row.country


def sent(position: SteelPosition, country: str) -> bool:
    """[20.2] Whether a country has sent its expeditionary force; once a game is all."""
    return f"expedition {country}" in position.flags or country in position.surrendered


def landing_places(position: SteelPosition, unit: str) -> list[int]:
    """[20.3] The cities of a country at home, and its hexes on the west edge of the map."""
    setting = position.setting
    country = setting.pieces[unit].country
    edge = {
        node
        for node in setting.board.regions.get("edge west", ())
        if setting.country_of[node] == country and setting.ground.is_land[node]
    }
    return [
        node
        for node in sorted({*setting.cities_in_play(country), *edge})
        if node in setting.in_play
        and position.occupant[node] in (ENTENTE, "")
        and stacking.has_room(position, node, [Unit(unit, unit, node)])
    ]


def _why_not(action: Action) -> Refusal | None:
    if isinstance(action, Deploy):
        where = "in a city of its country or on the west edge of the map there"
        return Refusal("20.3", f"it appears {where}, and not in {action.at}")
    return None


def land(table: Table[SteelPosition], country: str) -> Procedure:
    """[20.3] The expeditionary force of a country appears where the rule says; of several places the Entente
    chooses."""
    position = table.position
    setting = position.setting
    position.flags[f"expedition {country}"] = position.turn
    for row in setting.printed.set_ups.expeditionary:
        if row.at not in setting.board:  # a board drawn without that area
            continue
        if setting.pieces[row.unit].country != country or not position.in_pool(row.unit):
            continue
        node = setting.board[row.at]
        if not setting.board.is_area(node):
            if not (hexes := landing_places(position, row.unit)):
                continue
            answer = yield Ask(
                ENTENTE,
                "deploy",
                f"Place {setting.pieces[row.unit].name}",
                "20.3",
                [Deploy(row.unit, setting.board.label(each)) for each in hexes],
                Joining(row.unit),
                _why_not,
            )
            node = setting.board[answer.at]
        position.put(Unit(row.unit, row.unit, node))
    table.tell(
        f"The expeditionary force of {country_name(setting, country)} is ready", "20.3", kind="arrival"
    )
    return None
