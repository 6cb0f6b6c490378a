"""What a side lays out in a deployment: the units beside the map, the limits, and orders for whole groups."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.drawing.symbols import symbol_name
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import RAIL_BOUND
from hexfront.games.western_front.scenarios.deployment import checks, lots, stages
from hexfront.games.western_front.table.names import called
from hexfront.games.western_front.vocabulary import NATIONALITY
from hexfront.kernel.showing import Check, Laying, Look, Lot, Slot, Tool
from hexfront.kernel.title import REFEREE
from hexfront.shared.portraits import looks_of
from hexfront.shared.words import counted

HELD_BACK = "Held back"
_KINDS = {
    "inf": "infantry",
    "mtn": "mountain",
    "mar": "marine",
    "assault": "assault",
    "mtnassault": "mountain assault",
    "cav": "cavalry",
    "bike": "bicycle",
    "art": "artillery",
    "siege": "siege artillery",
    "eng": "engineer",
    "tank": "tank",
}
_SIZES = {
    "xxx": "corps",
    "xx": "division",
    "x": "brigade",
    "iii": "regiment",
    "ii": "battalion",
    "i": "battery",
}
_PIECES = Slot("units", "pieces", "the units")
TOOLS = (
    Tool("station", "Place here", "All of them in one hex", (_PIECES, Slot("at", "hex", "the hex"))),
    Tool("spread", "Spread", "Evenly over these hexes", (_PIECES, Slot("hexes", "hexes", "the hexes"))),
    Tool(
        "line-up",
        "Line up",
        "So many a hex along the front, from one hex to another",
        (
            _PIECES,
            Slot("start", "hex", "from this hex"),
            Slot("end", "hex", "to this one"),
            Slot("each", "number", "a hex", 1),
        ),
    ),
    Tool(
        "behind",
        "Reserve",
        "On rail lines behind these front hexes",
        (_PIECES, Slot("hexes", "hexes", "the hexes")),
    ),
)
HOLD_BACK = Tool("hold-back", "Hold back", "Until the enemy stands", (_PIECES,))
TAKE_BACK = Tool(
    "take-back", "Take back", "All that stands in these hexes", (Slot("units", "hexes", "the hexes"),)
)
STRIKE_OFF = Tool(
    "strike-off",
    "Weaken",
    "Each of them by so much",
    (_PIECES, Slot("points", "number", "strength points", 1)),
)


def laying(position: WesternFrontPosition, viewer: str) -> Laying | None:
    """[WF 14 set-up] What a viewer lays out now; None if it is not for him to do so."""
    stage = stages.stage(position)
    if stage is None or viewer not in (stage.side, REFEREE):
        return None
    found = tuple(
        Check(each.text, each.done, each.progress, each.rule, each.wrong)
        for each in checks.checks(position, stage.side)
    )
    if stage.what == stages.SUPPLY:
        return Laying("Supply points", (), found)
    tools = [*TOOLS, TAKE_BACK]
    if stage.what == stages.TROOPS:
        tools += [HOLD_BACK, STRIKE_OFF] if lots.holds_back(position, stage.side) else [STRIKE_OFF]
    text = "Deployment" if stage.what == stages.TROOPS else "Reserve"
    return Laying(text, tuple(_lots(position, stage)), found, tuple(tools))


def _lots(position: WesternFrontPosition, stage: stages.Stage) -> Iterator[Lot]:
    free = lots.lots(position, stages.unplaced(position, stage.side))
    held = stages.held_back(position, stage.side) if stage.what == stages.TROOPS else []
    for box, found in (("", free), (HELD_BACK, lots.lots(position, held))):
        for lot in found:
            first = lot.units[0]
            nation = position.setting.tables.nations[position.piece(first).nation].name
            names = tuple(unit.name for unit in lot.units)
            known, look = tuple(_effects(position, first)), _look(position, first)
            yield Lot(lot.key, lot_name(position, first), names, nation, box, known, look)


def lot_name(position: WesternFrontPosition, unit: Unit) -> str:
    """What units alike are called: ``Canadian infantry division 8-5``."""
    piece = position.piece(unit)
    if piece.headquarters or piece.replacement:
        return called(piece)
    people = " ".join(word.capitalize() for word in lots.contingent(piece)) or NATIONALITY.get(
        piece.nation, ""
    )
    allowance = RAIL_BOUND if piece.rail_bound else piece.movement
    size = _SIZES.get(piece.size, piece.size)
    return f"{people} {_KINDS.get(piece.kind, piece.kind)} {size} {piece.strength}-{allowance}".strip()


def _look(position: WesternFrontPosition, unit: Unit) -> Look:
    """The counter of one of them; those alike differ by their names only."""
    piece = position.piece(unit)
    style, _ = looks_of(position.setting)
    plain = piece.headquarters
    return Look(
        piece.nation,
        piece.side,
        symbol_name(piece.kind, style),
        piece.size,
        "" if plain else str(unit.strength),
        "" if plain else RAIL_BOUND if piece.rail_bound else str(piece.movement),
        piece.designation if plain else "",
    )


def _effects(position: WesternFrontPosition, unit: Unit) -> Iterator[str]:
    piece = position.piece(unit)
    if unit.strength != piece.strength:
        yield f"strength {unit.strength}"
    if piece.replacement:
        yield counted(unit.strength, "strength point")
