"""Chapter 35: what Bolsheviks and nationalists have in common: how they are raised and where they stand."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.storm_of_steel.matters import Raising
from hexfront.games.storm_of_steel.orders import Deploy
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.vocabulary import HEADQUARTERS
from hexfront.kernel.play import Ask, Procedure, Table

TRAIN = "armoured-train"


def in_use(position: SteelPosition) -> bool:
    """[35.0] Whether chapter 35 is in use."""
    return position.setting.option("bolsheviks")


def raise_units(
    table: Table[SteelPosition],
    side: str,
    *,
    wanted: Callable[[Piece], bool],
    hexes: Callable[[], list[int]],
    rule: str,
    what: str,
) -> Procedure:
    """[35.14] [35.23] A die on the mobilization table; a side places what it raises, unit by unit."""
    position = table.position
    die = table.roll("irregulars", rule, at=what, words=f"mobilization of {what}")
    row = row_of(position.setting.printed.politics.irregulars, die)
    for kinds, number in (("corps", row.units), (HEADQUARTERS, row.headquarters), (TRAIN, row.trains)):
        for _ in range(number):
            name = _next(position, wanted, kinds)
            if name is not None:
                yield from _place(table, side, name, hexes(), rule)
    return None


def _next(position: SteelPosition, wanted: Callable[[Piece], bool], kinds: str) -> str | None:
    """The next counter of a force: corps, a headquarters or a train."""
    found = [
        key
        for key, piece in position.setting.pieces.items()
        if piece.force
        and wanted(piece)
        and (piece.kind == kinds or (kinds == "corps" and piece.corps))
        and position.in_pool(key)
    ]
    return min(found, default=None)


def _place(table: Table[SteelPosition], side: str, name: str, hexes: list[int], rule: str) -> Procedure:
    position = table.position
    board = position.setting.board
    if not hexes:
        return None
    piece = position.setting.pieces[name]
    answer = yield Ask(
        side,
        "raise",
        f"Place {piece.name}",
        rule,
        [Deploy(name, board.label(node)) for node in hexes],
        Raising(name),
    )
    node = board[answer.at]
    position.put(Unit(name, name, node))
    position.hold(node, "" if piece.force == "bolshevik" else side)
    table.tell(f"{piece.name} rises in {answer.at}", rule, kind="arrival")
    return None


def hexes_of_country(position: SteelPosition, country: str) -> list[int]:
    """The land hexes of a country on the maps in play that no land unit stands in."""
    setting = position.setting
    return [
        node
        for node in sorted(setting.in_play)
        if setting.country_of[node] == country
        and not setting.board.is_area(node)
        and not position.troops[node]
    ]
