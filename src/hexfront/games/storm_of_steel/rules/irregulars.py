"""Chapter 35: what Bolsheviks and nationalists have in common: how they are raised and where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexfront.games.storm_of_steel.matters import Raising
from hexfront.games.storm_of_steel.orders import Deploy
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.dice_tables import row_of
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.rules import agenda, chapters
from hexfront.games.storm_of_steel.vocabulary import HEADQUARTERS
from hexfront.kernel.play import Ask, Procedure, Refusal, Table

TRAIN = "armoured-train"
CORPS = "corps"


def in_use(position: SteelPosition) -> bool:
    """[35.0] Whether chapter 35 is in use."""
    return position.setting.option("bolsheviks")


def raised(table: Table[SteelPosition], who: str, rule: str, words: str) -> list[str]:
    """[35.14] [35.23] A die on the mobilization table: tasks to place what it raises, unit by unit."""
    die = table.roll("irregulars", rule, at=who, words=words)
    row = row_of(table.position.setting.printed.politics.irregulars, die)
    kinds = [CORPS] * row.units + [HEADQUARTERS] * row.headquarters
    if chapters.is_played(table.position.setting, TRAIN):  # [38.0]
        kinds += [TRAIN] * row.trains
    return [f"raise {who} {kind}" for kind in kinds]


def next_counter(position: SteelPosition, wanted: Callable[[Piece], bool], kind: str) -> str | None:
    """The next counter of a force: a corps, a headquarters or a train."""
    found = [
        key
        for key, piece in position.setting.pieces.items()
        if piece.force
        and wanted(piece)
        and (piece.kind == kind or (kind == CORPS and piece.corps))
        and position.in_pool(key)
    ]
    return min(found, default=None)


def place(table: Table[SteelPosition], side: str, name: str | None, hexes: list[int], rule: str) -> Procedure:
    """[35.14] [35.23] A side places a unit of irregulars; without counter or place nobody comes."""
    position = table.position
    board = position.setting.board
    if name is not None and position.setting.pieces[name].train:
        hexes = [node for node in hexes if position.rails[node]]  # [38.2]
    if name is None or not hexes:
        agenda.done(position)
        return None
    piece = position.setting.pieces[name]
    answer = yield Ask(
        side,
        "raise",
        f"Place {piece.name}",
        rule,
        [Deploy(name, board.label(node)) for node in hexes],
        Raising(name),
        station=True,
    )
    node = board[answer.at]
    position.put(Unit(name, name, node))
    position.hold(node, "" if piece.force == "bolshevik" else side)
    table.tell(f"{piece.name} rises in {answer.at}", rule, kind="arrival")
    agenda.done(position)
    return None


def stay_home(position: SteelPosition, group: Sequence[Unit], node: int) -> bool:
    """[35.16] [35.22] [36.1] Whether a hex is in the country that irregulars never leave."""
    pieces, country_of = position.setting.pieces, position.setting.country_of
    return not [
        unit for unit in group if pieces[unit.piece].force and country_of[unit.at] != country_of[node]
    ]


_HOME = {"bolshevik": "35.16", "nationalist": "35.22", "partisan": "36.1"}


def why_not_there(position: SteelPosition, group: Sequence[Unit], node: int) -> Refusal | None:
    """[35.11] [35.16] [35.22] [36.1] Why irregulars may not come into a hex, or others not to them; None if
    that is no reason."""
    if not stay_home(position, group, node):
        piece = next(piece for unit in group if (piece := position.piece(unit)).force)
        return Refusal(_HOME[piece.force], f"{piece.name} does not leave its country")
    if position.occupant[node] and not may_share(position, group, node):
        return Refusal(
            "35.11", f"Bolsheviks and others do not stand together in {position.setting.board.label(node)}"
        )
    return None


def fight_together(position: SteelPosition, one: str, other: str) -> bool:
    """[35.11] Bolsheviks do not join the attacks of others, nor others theirs."""
    return is_bolshevik(position, position.units[one]) == is_bolshevik(position, position.units[other])


def is_bolshevik(position: SteelPosition, unit: Unit) -> bool:
    return position.piece(unit).force == "bolshevik"


def may_share(position: SteelPosition, group: Sequence[Unit], node: int) -> bool:
    """[35.11] Bolsheviks do not stack with the forces of the side that controls them."""
    if not position.controllers.get("bolshevik"):
        return True
    coming = {is_bolshevik(position, unit) for unit in group}
    return len(coming | {is_bolshevik(position, unit) for unit in position.troops_at(node)}) <= 1


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
