"""Chapter 6: what units may spend in a movement phase.

The printed allowance, column movement (6-10), and what shortens a march: hungry horses (30-4), the optional
rule on cavalry, and the turn of mobilization (scenario book, chapter 6).
"""

from __future__ import annotations

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.rules import cavalry_supply, fodder
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Note, unexplained

STRIPPED = "fit men stripped"  # set with the first draw of assault units: weak infantry is slow [WF 12-16]

MOBILIZED = "mobilized: "


def allowance(position: WesternFrontPosition, unit: Unit, note: Note = unexplained) -> int:
    """[6-1] What a unit may spend in a phase, in thirtieths of a point, column movement not counted."""
    piece = position.setting.pieces[unit.piece]
    if STRIPPED in position.flags and is_stripped(position, unit):
        points = position.setting.tables.whole("stripped_infantry_movement") * POINT
        return min(piece.movement * POINT, note("WF 12-16", "infantry stripped of its fit men", points))
    if note is unexplained and piece.as_printed:
        return piece.movement * POINT
    if piece.rail_bound:
        hexes = position.setting.tables.whole("rail_bound_allowance")
        return note("6-12", "rail-bound: hexes", hexes * POINT)
    points = note("6-1", "printed allowance", piece.movement * POINT)
    if piece.cavalry:
        if fodder.is_slowed(position, unit):
            points = min(points, note("30-4", "cavalry far from its fodder", _hungry(position, piece), "="))
        if position.setting.cavalry_supply:
            points = cavalry_supply.shortened(position, unit, points, note)
    if piece.nation == "gb" and mobilized_now(position, unit):
        divisor = position.setting.parameters.whole("british_mobilization_divisor")
        halved = -(-points // (divisor * POINT)) * POINT
        points = note("WF 6", "British unit in the turn it mobilizes, rounded up", halved, "=")
    return points


def is_stripped(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 12-16] Whether a unit is German infantry too weak to keep its pace; infantry alone (WF-R221)."""
    piece = position.piece(unit)
    least = position.setting.tables.whole("stripped_infantry_strength")
    return piece.nation == "ge" and position.kind_now(unit) == "inf" and unit.strength < least


def _hungry(position: WesternFrontPosition, piece: Piece) -> int:
    strong = "_german_british" if piece.nation in ("ge", "gb") else ""
    return position.setting.tables.whole(f"cavalry_hungry_movement{strong}") * POINT


def begin_movement(position: WesternFrontPosition) -> None:
    """[30-4] [summary 16-d] What cavalry may spend in a movement phase is settled as the phase begins."""
    fodder.look_at_horses(position)
    if position.setting.cavalry_supply:
        cavalry_supply.look_at_horses(position)


def remember_hunger(position: WesternFrontPosition, unit: Unit) -> None:
    """[30-4] Before anything moves in a phase that play was set up in the middle of (decision WF-R123)."""
    if position.piece(unit).cavalry and fodder.is_season(position):
        if not fodder.have_been_looked_at(position):
            fodder.look_at_horses(position)


def mobilized_now(position: WesternFrontPosition, unit: Unit) -> bool:
    """[WF 6] Whether a unit has completed its mobilization in this turn."""
    noted = position.flags.get(MOBILIZED + unit.name)
    if noted is None or noted % 10 != position.date.turn:
        return False
    return noted == _ordinal(position)


def note_mobilization(position: WesternFrontPosition, name: str) -> None:
    """[WF 6] A unit completes its mobilization now."""
    position.change(name, mobilized=True)
    position.flags[MOBILIZED + name] = _ordinal(position)


def _ordinal(position: WesternFrontPosition) -> int:
    date = position.date
    return (date.year * 12 + date.month) * 10 + date.turn


def column_allowance(position: WesternFrontPosition, unit: Unit, note: Note = unexplained) -> int:
    """[6-2] [6-10] The allowance with column movement, in thirtieths: half as much again, in whole points."""
    points = allowance(position, unit, note)
    return points + note("6-10", "column movement", column_gain(position, points))


def column_gain(position: WesternFrontPosition, points: int) -> int:
    """[6-2] [6-10] What column movement adds to an allowance: half of it, in whole points."""
    part, of = position.setting.column_movement_gain
    return points * part // (of * POINT) * POINT


def may_use_column(position: WesternFrontPosition, unit: Unit) -> bool:
    """[6-10] Whether a unit may use column movement in this phase; `why_no_column` says why not."""
    piece = position.setting.pieces[unit.piece]
    if unit.rode or unit.entrained or not piece.ground_combat or piece.artillery or piece.tank:
        return False
    if piece.cavalry and cavalry_supply.is_out_of_supply(position, unit):
        return False
    return not mobilized_now(position, unit) or _may_hurry(position, piece)


def why_no_column(position: WesternFrontPosition, unit: Unit) -> Refusal | None:
    """[6-10] [25-5] [WF 10-2] [WF 6] [summary 16-d] Why a unit may not use column movement in this phase.

    That it has only just arrived is no reason, unlike that it mobilizes.
    """
    if may_use_column(position, unit):
        return None
    piece = position.piece(unit)
    if not piece.ground_combat or piece.artillery:
        return Refusal("6-10", f"{piece.label} cannot use column movement")
    if piece.tank:
        return Refusal("WF 10-2", f"{piece.label} is a tank unit, which uses no column movement")
    if unit.rode or unit.entrained:
        return Refusal(("6-10", "7-10"), f"{piece.label} moves by rail in this phase")
    if cavalry_supply.is_out_of_supply(position, unit):
        return Refusal("summary 16-d", f"{piece.label} is out of supply and cannot use column movement")
    return Refusal("WF 6", f"{piece.label} mobilizes in this turn and cannot use column movement")


def _may_hurry(position: WesternFrontPosition, piece: Piece) -> bool:
    """[WF 6] Column movement in the turn of mobilization: Germans but cavalry, and certain French."""
    setting = position.setting
    if piece.nation in ("ge", "ah"):
        return not piece.cavalry or setting.parameters.allowed("german_cavalry_column_movement")
    if piece.nation != "fr" or not piece.infantry:
        return False
    values, turns = setting.hurrying_french
    return f"{piece.strength}-{piece.movement}" in values and position.date in turns
