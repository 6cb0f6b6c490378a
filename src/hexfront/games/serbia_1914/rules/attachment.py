"""[5.0] Attachment: which army a unit belongs to by the ground it stands on, and which corps by its display.

An army of Austria-Hungary has all units in its area of attachment, depots and units of its own name wherever
they are. A corps belongs to the army in whose area its train is, and Formations with the number of a corps on
the counter stay with that corps. The Serbian armies are corps of one army; a Serbian Formation is always in
one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import islice

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Attach, Boundary
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import DIVISION
from hexfront.games.serbia_1914.rules import areas
from hexfront.games.serbia_1914.rules.areas import army_of
from hexfront.games.serbia_1914.rules.boundaries import REDRAWN, boundaries
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    INDEPENDENT,
    PRELIMINARY,
    SERBIA,
    SERBIAN_ARMY,
    SIDE_NAMES,
)
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.position import Finding
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()
__all__ = ["adjust", "army_of", "begin", "findings", "fits", "phase", "same_corps"]


attach_order = cache(Attach)


# What attachment means


def same_corps(position: SerbiaPosition, one: Unit, other: Unit) -> bool:
    """[5.3.2] [5.3.3] [9.2.2] Whether two units may fight together: one army, one corps.

    An independent Formation is a corps of its own, together with other independent ones in its hex. Asset
    units belong to no corps and may join any of their army (decision SE-R020).
    """
    if one.name == other.name:
        return True
    armies = {areas.army_now(position, one), areas.army_now(position, other)} - {""}
    if len(armies) > 1:
        return False
    if not one.corps or not other.corps:
        return True
    if one.corps == INDEPENDENT and other.corps == INDEPENDENT:
        return bool({*position.hexes_of(one)} & {*position.hexes_of(other)})
    return one.corps == other.corps


def limit_of(position: SerbiaPosition, corps: str) -> int:
    """[5.2] [5.2.1] [5.2.3] How much may be attached to a corps, in quarters of a division-equivalent."""
    row = position.setting.forces.corps.get(corps)
    return row.limit * DIVISION if row is not None else 0


def attached_to(position: SerbiaPosition, corps: str) -> int:
    """[5.2.3] How much is attached to a corps, in quarters of a division-equivalent."""
    pieces = position.setting.pieces
    return sum(pieces[unit.piece].quarters for unit in position.units.values() if unit.corps == corps)


def fits(position: SerbiaPosition, unit: Unit, corps: str) -> bool:
    """[5.2.3] Whether a corps has room for a Formation that is not in it yet."""
    return attached_to(position, corps) + position.piece(unit).quarters <= limit_of(position, corps)


def corps_armies(position: SerbiaPosition) -> dict[str, str]:
    """[5.1.2] The army of each Austro-Hungarian corps in play."""
    pieces = position.setting.pieces
    return {
        pieces[unit.piece].corps: unit.army
        for name in position.supply_units_of(AUSTRIA_HUNGARY)
        if pieces[(unit := position.units[name]).piece].train
    }


# The phase


def begin(table: Table, position: SerbiaPosition) -> None:
    """[4.2.2] [5.1.2] Lines that no longer part the armies are drawn anew, and units belong where they stand.

    The Phasing Player may change both afterwards.
    """
    for unit in position.of_side(position.active):
        if unit.attached:
            position.change(unit.name, attached=False)
    for flag in [flag for flag in position.flags if flag.startswith(REDRAWN)]:
        del position.flags[flag]
    if position.active == AUSTRIA_HUNGARY:
        draw_lines(position)
        assign_armies(table, position)
    else:
        place_serbians(position)
    position.memo.clear()


def draw_lines(position: SerbiaPosition) -> None:
    """[5.1.1] Keep every boundary as long as it parts the armies as well as any other would.

    So a player who does nothing keeps his attachments as far as any line can (decision SE-R404).
    """
    wanted = areas.neighbours(position)
    for between in [each for each in position.boundaries if each not in wanted]:
        del position.boundaries[between]
    for between in wanted:
        stand = areas.Standing(position, between)
        if not stand.north or not stand.south:
            continue
        present = position.boundaries.get(between)
        if present and not stand.wrong(areas.ground_beside(position.setting.board, present)):
            continue
        best = areas.drawn(position, between)
        if best and (
            not present
            or stand.wrong(areas.ground_beside(position.setting.board, best))
            < stand.wrong(areas.ground_beside(position.setting.board, present))
        ):
            position.boundaries[between] = best
    position.memo.clear()


def adjust(table: Table, position: SerbiaPosition) -> None:
    """[5.1.1a] [4.2.6] If the enemy's front has gone back, boundaries are carried on straight to it."""
    if position.mover != AUSTRIA_HUNGARY:
        return
    setting = position.setting
    distance = setting.board.distance
    for between, hexes in list(position.boundaries.items()):
        ground = areas.ground_beside(setting.board, hexes)
        length = distance(hexes[1], hexes[0]) or 0
        direction = areas.direction_of(setting.board, hexes[0], hexes[1])
        for front in islice(areas.front_ends(position, hexes[1], direction), 2):
            longer = (front, *hexes[1:])
            if (distance(hexes[1], front) or 0) > length and areas.ground_beside(
                setting.board, longer
            ) == ground:
                position.boundaries[between] = longer
                position.memo.clear()
                words = f"{_boundary(position, between)} is carried on to {setting.board.label(front)}"
                table.tell(words, "5.1.1a", kind="supply", to=(AUSTRIA_HUNGARY,))
                break


def army_for(position: SerbiaPosition, unit: Unit, trains: dict[str, str]) -> str:
    """[5.1.2] [5.2.2] [5.4] The army a unit belongs to as the boundaries run.

    A unit of an army's name stays with it, a Formation with the number of a corps goes with that corps, and
    a two-hex unit stays with its army as long as one of its hexes is there (decision SE-R018).
    """
    piece = position.piece(unit)
    in_play = areas.armies(position)
    if piece.army in in_play:
        return piece.army
    if (piece.formation or piece.train) and piece.corps in trains:
        return trains[piece.corps]
    if unit.at == OFF_MAP or position.setting.board.is_area(unit.at):
        return unit.army if unit.army in in_play or not in_play else in_play[-1]
    if unit.also != OFF_MAP and unit.army in in_play and army_of(position, unit.also) == unit.army:
        return unit.army
    return army_of(position, unit.at) or unit.army


def trains_by_corps(position: SerbiaPosition, drawn: SerbiaPosition) -> dict[str, str]:
    """[5.1.2] [5.1.3] The army of each corps as the boundaries of a position run.

    A train that would be one too many for the corps boxes of an army stays with its own (decision SE-R018).
    """
    found: dict[str, str] = {}
    moving = []
    for unit in position.of_side(AUSTRIA_HUNGARY):
        piece = position.piece(unit)
        if piece.train:
            found[piece.corps] = unit.army
            army = army_for(drawn, unit, {})
            if army != unit.army:
                moving.append((piece.corps, army))
    armies = position.setting.forces.armies
    for corps, army in moving:
        gone = found[corps] not in areas.armies(position)
        if gone or list(found.values()).count(army) < armies[army].corps_boxes:
            found[corps] = army
    _pass_on_surplus(position, found)
    return found


def _pass_on_surplus(position: SerbiaPosition, found: dict[str, str]) -> None:
    """[5.1.3] (decision SE-R406) A corps too many passes to the nearest army that has a box for it."""
    boxes = {army: position.setting.forces.armies[army].corps_boxes for army in areas.armies(position)}
    held = list(found.values())
    if all(held.count(army) <= number for army, number in boxes.items()):
        return
    trains = {
        piece.corps: unit
        for unit in position.of_side(AUSTRIA_HUNGARY)
        if (piece := position.piece(unit)).train and unit.at in position.setting.hexes
    }
    for army, number in boxes.items():
        while list(found.values()).count(army) > number:
            free = [other for other, room in boxes.items() if list(found.values()).count(other) < room]
            ways = [
                (_distance_to_army(position, trains[corps].at, other), corps, other)
                for corps, where in found.items()
                if where == army and corps in trains
                for other in free
            ]
            if not ways:
                break
            _, corps, other = min(ways)
            found[corps] = other


def _distance_to_army(position: SerbiaPosition, node: int, army: str) -> int:
    """Hexes from a hex to the nearest unit of an army."""
    distance = position.setting.board.distance
    nodes = {
        unit.at
        for unit in position.of_side(AUSTRIA_HUNGARY)
        if unit.army == army and unit.at in position.setting.hexes
    }
    return min((distance(node, other) or 0 for other in nodes), default=len(position.setting.board))


def assign_armies(table: Table, position: SerbiaPosition) -> None:
    """[5.1.2] [5.3.1] [5.5] Every unit is attached to the army in whose area it stands."""
    if not position.boundaries and len(areas.armies(position)) > 1:
        return
    pieces = position.setting.pieces
    ours = position.of_side(AUSTRIA_HUNGARY)
    trains = trains_by_corps(position, position)
    for unit in ours:
        if pieces[unit.piece].naval:
            continue
        army = army_for(position, unit, trains)
        corps = _corps_in(position, unit, army, trains)
        if (army, corps) == (unit.army, unit.corps):
            continue
        position.change(unit.name, army=army, corps=corps)
        if unit.army and army != unit.army:
            name = position.setting.forces.armies[army].name
            table.tell(
                f"{position.label(unit)} joins the {name}", "5.1.2", kind="supply", to=(AUSTRIA_HUNGARY,)
            )
    position.memo.clear()


def _corps_in(position: SerbiaPosition, unit: Unit, army: str, trains: dict[str, str]) -> str:
    """[5.2.2] [5.2.4] The corps a Formation is in once it belongs to an army: its own, or none."""
    piece = position.piece(unit)
    if not piece.formation:
        return ""
    if piece.cavalry:
        return INDEPENDENT
    if piece.corps in trains:
        return piece.corps
    return unit.corps if trains.get(unit.corps) == army else INDEPENDENT


def place_serbians(position: SerbiaPosition) -> None:
    """[5.2] A Serbian Formation is always in one of the Serbian corps: with the fewest, if it is in none."""
    ours = [each for each in position.setting.forces.corps.values() if each.nation == SERBIA]
    for unit in position.of_side(SERBIA):
        if position.piece(unit).formation and unit.corps not in {each.corps for each in ours}:
            roomy = max(ours, key=lambda each: each.limit * DIVISION - attached_to(position, each.corps))
            position.change(unit.name, army=SERBIAN_ARMY, corps=roomy.corps)


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    """[4.2.2] [5.1.2] [5.2] The Phasing Player redraws boundaries, then moves Formations between corps.

    He may not be content as long as a Formation can leave a corps that has too many (decision SE-R019).
    """
    side = position.active
    lines: list[Boundary] = []
    redrawn = True
    while True:
        if redrawn:
            lines = boundaries(position) if side == AUSTRIA_HUNGARY else []
            corps = _corps_of(position, side)
            room = rooms(position, corps)
            redrawn = False
        markers = reattachments(position, side, corps, room)
        if not lines and not markers:
            return None
        crowded = []
        if min(room.values(), default=0) < 0:
            crowded = [order for order in markers if room.get(position.units[order.unit].corps, 0) < 0]
        options: list[Action] = [*lines, *crowded] if crowded else [*lines, *markers, PASS]
        answer = yield _ask(position, side, options)
        if isinstance(answer, Pass):
            return None
        if isinstance(answer, Boundary):
            redraw(table, position, answer)
            redrawn = True
        else:
            assert isinstance(answer, Attach)
            _make_room(position, room, answer)
            position.change(answer.unit, corps=answer.corps, attached=True)
            position.memo.clear()
            lines = []  # boundaries come before attachments
            free = answer.corps == INDEPENDENT
            where = "becomes independent" if free else f"joins the {corps_name(position, answer.corps)}"
            table.tell(f"{position.label(answer.unit)} {where}", "5.2", kind="supply", to=(side,))


def corps_name(position: SerbiaPosition, corps: str) -> str:
    """A corps as players call it."""
    row = position.setting.forces.corps.get(corps)
    return row.name if row is not None else corps


def _boundary(position: SerbiaPosition, between: str) -> str:
    """A boundary by the armies on its two sides."""
    armies = position.setting.forces.armies
    one, other = (armies[army].name for army in between.split("/"))
    return f"The boundary of {one} and {other}"


def redraw(table: Table, position: SerbiaPosition, order: Boundary) -> None:
    """[5.1.1] Draw a boundary anew; the units change their armies at once."""
    board = position.setting.board
    position.boundaries[order.between] = tuple(board[label] for label in order.hexes)
    position.flags[REDRAWN + order.between] = 1
    position.memo.clear()
    table.tell(
        f"{_boundary(position, order.between)} runs {' - '.join(order.hexes)}",
        "5.1.1",
        kind="supply",
        to=(AUSTRIA_HUNGARY,),
    )
    assign_armies(table, position)


def rooms(position: SerbiaPosition, corps: Iterable[str]) -> dict[str, int]:
    """[5.2.3] The room left in some corps, in quarters; less than none where its owner must make room."""
    pieces = position.setting.pieces
    left = {name: limit_of(position, name) for name in corps}
    for unit in position.units.values():
        if unit.corps in left:
            left[unit.corps] -= pieces[unit.piece].quarters
    return left


def _make_room(position: SerbiaPosition, room: dict[str, int], order: Attach) -> None:
    """[5.2.3] A Formation leaves the room of one corps and takes that of another."""
    unit = position.units[order.unit]
    size = position.piece(unit).quarters
    if unit.corps in room:
        room[unit.corps] += size
    if order.corps in room:
        room[order.corps] -= size


def reattachments(
    position: SerbiaPosition, side: str, corps: Mapping[str, str], room: Mapping[str, int]
) -> list[Attach]:
    """[5.2] Every move of a Formation's marker to another corps of its army, once in a phase for each.

    Cavalry of Austria-Hungary is in no corps [5.2.4], a Formation with a number of a corps in that one
    [5.2.2], a Serbian one never independent [5.2]. No corps may have more than its limit [5.2.3].
    """
    pieces, units = position.setting.pieces, position.units
    found = []
    for name in position.formations_of(side):
        unit = units[name]
        if unit.attached:
            continue
        piece = pieces[unit.piece]
        if side == AUSTRIA_HUNGARY and (piece.cavalry or piece.corps in corps):
            continue
        for each, army in corps.items():
            if each != unit.corps and army == unit.army and piece.quarters <= room[each]:
                found.append(attach_order(name, each))
        if side == AUSTRIA_HUNGARY and unit.corps != INDEPENDENT:
            found.append(attach_order(name, INDEPENDENT))
    return found


def _corps_of(position: SerbiaPosition, side: str) -> dict[str, str]:
    """The corps on a side's displays, with the army of each."""
    if side == AUSTRIA_HUNGARY:
        return corps_armies(position)
    return {
        each.corps: SERBIAN_ARMY for each in position.setting.forces.corps.values() if each.nation == SERBIA
    }


def changes(position: SerbiaPosition, order: Boundary) -> dict[str, str]:
    """The units that would change their army if a boundary were drawn, with the army of each."""
    board = position.setting.board
    if not all(label in board for label in order.hexes) or order.between not in areas.neighbours(position):
        return {}
    after = position.copy()
    after.boundaries[order.between] = tuple(board[label] for label in order.hexes)
    after.memo.clear()
    ours = position.of_side(AUSTRIA_HUNGARY)
    trains = trains_by_corps(position, after)
    return {
        unit.name: army
        for unit in ours
        if not position.piece(unit).naval and (army := army_for(after, unit, trains)) != unit.army
    }


def _ask(position: SerbiaPosition, side: str, options: list[Action]) -> Ask:
    def why_not(action: Action) -> Refusal | None:
        if isinstance(action, Attach):
            return why_not_attach(position, side, action)
        if isinstance(action, Boundary):
            return Refusal("5.1.1", "A boundary runs straight from the enemy's front to the rear.")
        return None

    return Ask(
        side,
        "attach",
        f"{SIDE_NAMES[side]}: areas and corps",
        "5.1.2",
        options=lambda: options,
        why_not=why_not,
        default=lambda: PASS if PASS in options else options[-1],
        station=True,
        about=matters.Attachment(),
    )


def why_not_attach(position: SerbiaPosition, side: str, order: Attach) -> Refusal | None:
    """Why a Formation's marker may not go into a box."""
    unit = position.units.get(order.unit)
    if unit is None or position.side_of(unit) != side or not position.piece(unit).formation:
        return Refusal("5.2", "Only Formations of your own have attachment markers.")
    piece = position.piece(unit)
    if unit.attached:
        return Refusal("5.1.2", "Its attachment was changed in this phase already.")
    if side == SERBIA and order.corps == INDEPENDENT:
        return Refusal("5.2", "A Serbian Formation is always in a corps.")
    if side == AUSTRIA_HUNGARY and piece.cavalry:
        return Refusal("5.2.4", "Cavalry is always independent.")
    corps = _corps_of(position, side)
    if side == AUSTRIA_HUNGARY and piece.corps in corps and order.corps != piece.corps:
        return Refusal("5.2.2", f"It belongs to the {corps_name(position, piece.corps)}.")
    if order.corps not in corps or corps[order.corps] != unit.army:
        return Refusal("5.1.2", "That corps is not in its army.")
    if not fits(position, unit, order.corps):
        would_be = attached_to(position, order.corps) + piece.quarters
        return Refusal(
            "5.2.3",
            "The corps would have too many division-equivalents.",
            needed=limit_of(position, order.corps) / DIVISION,
            had=would_be / DIVISION,
        )
    return None


def findings(position: SerbiaPosition) -> Iterable[Finding]:
    """[5.1.3] [5.2] [5.2.4] Armies with too many trains, Formations in a corps they may not be in."""
    label = position.label
    armies = list(corps_armies(position).values())
    entering = position.phase == PRELIMINARY and position.active == AUSTRIA_HUNGARY
    for army in areas.armies(position):
        # A corps that has just entered finds its box in the Attachment Phase.
        if not entering and armies.count(army) > position.setting.forces.armies[army].corps_boxes:
            yield Finding(("5.1.3",), f"{army} has more trains than corps boxes")
    for unit in position.units.values():
        piece = position.piece(unit)
        if not piece.formation:
            continue
        if piece.side == SERBIA and unit.corps == INDEPENDENT:
            yield Finding(("5.2",), f"{label(unit)} is in no corps")
        if piece.side == AUSTRIA_HUNGARY and piece.cavalry and unit.corps != INDEPENDENT:
            yield Finding(("5.2.4",), f"{label(unit)} is cavalry in a corps")
