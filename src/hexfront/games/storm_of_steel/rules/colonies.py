"""Chapters 6.11 and 25.71: colonial campaigns and uprisings off the map."""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Uprising
from hexfront.games.storm_of_steel.orders import Incite
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.rules import allegiance, morale, off_map
from hexfront.games.storm_of_steel.rules.morale import Change
from hexfront.games.storm_of_steel.vocabulary import ENTENTE, SIDE_NAMES, other_side
from hexfront.kernel.play import Ask, Procedure, Table

COLONIES = 5  # Tsingtao, Togo, Cameroon, South-West and East Africa
TAKEN = "colonies taken"


def campaign(table: Table[SteelPosition], side: str) -> Procedure:
    """[6.11] A die on the colonial table of a side: uprisings, and morale of both.

    The Entente's table gives something at most five times, once for each German colony.
    """
    position = table.position
    die = table.roll("colonies", "6.11", of=side, words=f"colonial campaign of the {SIDE_NAMES[side]}")
    row = row_of(position.setting.printed.politics.colonial[side], die)
    if side == ENTENTE and row.own:
        if position.flags.get(TAKEN, 0) >= COLONIES:
            table.tell("There is no German colony left to take", "6.11", kind="politics")
            return None
        position.flags[TAKEN] = position.flags.get(TAKEN, 0) + 1
    if not (row.uprising or row.own or row.enemy):
        table.tell("Nothing comes of the colonial campaign", "6.11", kind="politics")
    morale.apply(
        table,
        [
            Change(side, row.own, "the colonial campaign", "6.11"),
            Change(other_side(side), row.enemy, "the colonial campaign", "6.11"),
        ],
    )
    for _ in range(row.uprising):
        yield from rising(table, side)
    return None


def restless(position: SteelPosition, side: str) -> list[str]:
    """[6.11] Areas of the enemy with centres, in which no uprising is under way."""
    return [
        area.area
        for area in position.setting.printed.places.areas.values()
        if area.area not in position.uprisings
        and area.owner
        and allegiance.fights_for(position, area.owner) == other_side(side)
        and position.setting.area_figures(area.area).get("centres")
    ]


def rising(table: Table[SteelPosition], side: str) -> Procedure:
    """[6.11] A side chooses the area in which a colony rises; its centres are dead as long as it does."""
    position = table.position
    areas = restless(position, side)
    if not areas:
        return None
    answer = yield Ask(
        side,
        "incite",
        "Choose the area that rises",
        "6.11",
        [Incite(area) for area in areas],
        Uprising(),
    )
    position.uprisings[answer.area] = 0
    position.memo.clear()
    name = position.setting.printed.places.areas[answer.area].name
    table.tell(f"An uprising in {name}", "6.11", kind="politics")
    return None


def put_down(table: Table[SteelPosition]) -> None:
    """[25.71] A corps that has been in an area for a full turn ends its uprising: one of the owner's, or of
    another country with a transport of its own there."""
    position = table.position
    setting = position.setting
    for area, since in sorted(position.uprisings.items()):
        side = allegiance.fights_for(position, setting.printed.places.areas[area].owner)
        there = any(
            position.piece(unit).corps
            and position.side_of(unit) == side
            and off_map.is_provided_for(position, unit, area)
            for unit in position.troops_at(setting.board[area])
        )
        if there and since and since < position.turn:
            del position.uprisings[area]
            position.memo.clear()
            name = setting.printed.places.areas[area].name
            table.tell(f"The uprising in {name} is put down", "25.71", kind="politics")
        else:
            position.uprisings[area] = position.turn if there and not since else since if there else 0
