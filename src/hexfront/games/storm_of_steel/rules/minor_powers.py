"""Chapter 20: the Entente minor powers and their expeditionary forces."""

from __future__ import annotations

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import allegiance
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import ENTENTE
from hexfront.kernel.play import Table


def send_for(table: Table[SteelPosition]) -> None:
    """[20.1] [6.11] A die on the table of minor powers; who comes joins with its expeditionary force."""
    position = table.position
    die = table.roll("minor powers", "6.11", words="Entente minor powers")
    if not (country := comes(position, die)):
        table.tell("No minor power sends troops", "20.1", kind="politics")
        return
    allegiance.join(table, country, ENTENTE, "20.1")
    land(table, country)


def comes(position: SteelPosition, die: int) -> str:
    """[20.1] [20.2] The minor power that a die brings; none that has sent its force, and none too early."""
    row = row_of(position.setting.printed.politics.minor_powers, die)
    early = row.first and position.turn < position.setting.calendar.number(row.first)
    return "" if not row.country or early or sent(position, row.country) else row.country


def sent(position: SteelPosition, country: str) -> bool:
    """[20.2] Whether a country has sent its expeditionary force; once a game is all."""
    return f"expedition {country}" in position.flags or country in position.surrendered


def land(table: Table[SteelPosition], country: str) -> None:
    """[20.3] The expeditionary force of a country appears where the rule says."""
    position = table.position
    setting = position.setting
    position.flags[f"expedition {country}"] = position.turn
    for row in setting.printed.set_ups.expeditionary:
        if row.at not in setting.board:  # a board drawn without that area
            continue
        if setting.pieces[row.unit].country == country and position.in_pool(row.unit):
            position.put(Unit(row.unit, row.unit, setting.board[row.at]))
    table.tell(
        f"The expeditionary force of {country_name(setting, country)} is ready", "20.3", kind="arrival"
    )
