"""Where a unit may not go, what it may not leave, and where it may not end its march.

Inactive units [1.1], units held by a prepared attack [7.3.3], garrisons [8.6], river protection [8.7], troops
of Syrmien and the Banat [25.2], and Formations bound by a strategic plan [26.2].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hexfront.games.serbia_1914.force import MOST_ASSETS, force_of
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import Piece
from hexfront.games.serbia_1914.rules import plans
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    COUNTER_MOVEMENT,
    SERBIA,
    other_side,
)
from hexfront.kernel.errors import Refusal

# [25.2] The region of the board that units of an "army" of this name may not leave.
REGIONS = {"SYRMIEN": "Syrmien", "BANAT": "Banat"}
BEOGRAD = "30.09"


def why_not_leave(position: SerbiaPosition, unit: Unit) -> Refusal | None:
    """Why a unit may not be moved out of its hex, or out of either of its two; None if it may."""
    piece = position.piece(unit)
    if piece.fort:
        return Refusal("8.5.1", f"{piece.label} is a fort and cannot move")
    if unit.inactive:
        return Refusal("1.1", f"{piece.label} is inactive")
    if unit.task:
        return Refusal("7.8.2", f"{piece.label} must finish its task first")
    for node in position.hexes_of(unit):
        refusal = why_not_quit(position, (unit.name,), node)
        if refusal is not None:
            return refusal
    return None


# Prepared attacks


def pins(position: SerbiaPosition, side: str) -> dict[int, int]:
    """[7.3.3] How many Forces of a side are held in each hex: one by each Force that prepares an attack."""
    if position.phase != COUNTER_MOVEMENT or not position.pointing:
        return {}
    # A prepared attack is given up in this phase only by a retreat, and that forgets what is known.
    return position.memo.found(("pins", side), _pins, position, other_side(side))


def _pins(position: SerbiaPosition, enemy: str) -> dict[int, int]:
    units = position.units
    marked = position.pointing & position.by_side[enemy]
    found: dict[int, int] = {}
    seen: set[str] = set()
    for name in sorted(marked):
        unit = units[name]
        if name not in seen and unit.prepared in position.setting.beside[unit.at]:
            seen.update(force_of(position, unit).units)
            found[unit.prepared] = found.get(unit.prepared, 0) + 1
    return found


def why_not_quit(position: SerbiaPosition, names: Iterable[str], node: int) -> Refusal | None:
    """[7.3.3] Why units may not leave a hex: prepared attacks hold as many Forces that began in it.

    What has left the hex must fit into the Forces that are free: each a Formation with two asset units. So of
    two Formations and two asset units one Formation may be the Force that is held (decision SE-R101).
    """
    if position.phase != COUNTER_MOVEMENT or not position.pointing:
        return None
    first = position.units[next(iter(names))]
    side = position.side_of(first)
    held = pins(position, side).get(node, 0)
    if not held:
        return None
    leaving = {name for name in names if _began_in(position.units[name], node)}
    if not leaving:
        return None
    began = [unit for unit in position.of_side(side) if _began_in(unit, node)]
    free = max(_forces(position, began) - held, 0)
    away = [unit for unit in began if unit.name in leaving or node not in (unit.at, unit.also)]
    leave = _forces(position, away)
    if leave <= free:
        return None
    where = position.setting.board.label(node)
    return Refusal("7.3.3", f"prepared attacks hold Forces in {where}: too many would leave", free, leave)


def is_held(position: SerbiaPosition, unit: Unit) -> bool:
    """[7.3.3] Whether prepared attacks hold a unit in a hex of its own."""
    held = pins(position, position.side_of(unit))
    return bool(held) and any(
        node in held and why_not_quit(position, (unit.name,), node) is not None
        for node in position.hexes_of(unit)
    )


def _began_in(unit: Unit, node: int) -> bool:
    return node in (unit.began, unit.began_also)


def _forces(position: SerbiaPosition, units: Sequence[Unit]) -> int:
    """[3.2] The least number of Forces units can be put into; supply units and squadrons are in none."""
    pieces = [position.piece(unit) for unit in units]
    formations = sum(piece.formation for piece in pieces)
    assets = sum(piece.asset and not piece.fort for piece in pieces)
    return max(formations, -(-assets // MOST_ASSETS))


# Areas


def bounds(position: SerbiaPosition, units: Iterable[Unit]) -> frozenset[int] | None:
    """[25.2] [8.6.2] The hexes that all of some units may enter; None if they may enter every hex."""
    found: frozenset[int] | None = None
    pieces = position.setting.pieces
    for unit in units:
        piece = pieces[unit.piece]
        if piece.army in REGIONS:
            area = region(position, piece.army)
        elif piece.garrison:
            area = garrison_area(position, unit)
        else:
            continue
        if area is not None:
            found = area if found is None else found & area
    return found


def region(position: SerbiaPosition, army: str) -> frozenset[int] | None:
    """[25.2] The region that troops of Syrmien or the Banat stay in."""
    return position.setting.board.regions.get(REGIONS[army])


def is_free_garrison(position: SerbiaPosition, unit: Unit) -> bool:
    """[8.6.4] [8.6.5] [23.3] Whether a garrison is bound to its place no more."""
    piece = position.piece(unit)
    board = position.setting.board
    if not piece.place or piece.place not in board:
        return True
    if position.controller(board[piece.place]) == other_side(piece.side):
        return True
    if piece.side != SERBIA or BEOGRAD not in board:
        return False
    return position.controller(board[BEOGRAD]) == AUSTRIA_HUNGARY


def garrison_range(position: SerbiaPosition, unit: Unit) -> int:
    """[8.6.2] How far a garrison may go from its place: twice its number while no enemy is within it."""
    return position.memo.found(("garrison", unit.piece), _garrison_range, position, position.piece(unit))


def _garrison_range(position: SerbiaPosition, piece: Piece) -> int:
    place = position.setting.board[piece.place]
    near = position.has_enemy(place, piece.side)
    near = near or position.enemy_distance(place, piece.side, piece.range) is not None
    return piece.range if near else 2 * piece.range


def garrison_area(position: SerbiaPosition, unit: Unit) -> frozenset[int] | None:
    """[8.6] Where a garrison may be; on its way back, no farther from its place than it is."""
    if is_free_garrison(position, unit):
        return None
    board = position.setting.board
    place = board[position.piece(unit).place]
    reach = garrison_range(position, unit)
    area = position.setting.disc(place, reach)
    if unit.at in area or unit.at == OFF_MAP:
        return area
    return position.setting.disc(place, board.distance(unit.at, place) or reach)


def must_return(position: SerbiaPosition, unit: Unit) -> bool:
    """[8.6.2] Whether a garrison is farther from its place than it may be (decision SE-R112)."""
    piece = position.piece(unit)
    if not piece.garrison or unit.at == OFF_MAP:
        return False
    near = position.setting.home_of(piece)
    if unit.at in near or unit.also in near or is_free_garrison(position, unit):
        return False
    board = position.setting.board
    away = min(board.distance(node, board[piece.place]) or 0 for node in position.hexes_of(unit))
    return away > piece.range and away > garrison_range(position, unit)


# The end of a march


def has_ends(position: SerbiaPosition, unit: Unit) -> bool:
    """Whether a unit may not end its march in every hex it can enter."""
    piece = position.setting.pieces[unit.piece]
    if piece.river:
        return True
    if piece.garrison:
        return must_return(position, unit)  # otherwise it cannot leave its area at all
    return unit.army in position.plans and plans.is_restricted(position, unit)


def why_not_end(position: SerbiaPosition, unit: Unit, node: int) -> Refusal | None:
    """[8.6.2] [8.7] [26.2.1] Why a unit may not end its march in a hex; None if it may."""
    piece = position.piece(unit)
    if piece.garrison:
        return why_not_garrison(position, unit, node)
    if piece.river:
        return why_not_off_river(position, unit, node)
    return plans.may_end(position, unit, node) if position.plans else None


def may_end(position: SerbiaPosition, unit: Unit, hexes: Sequence[int]) -> bool:
    """Whether a unit may end its march in a hex, or in two."""
    return ending(position, unit)(hexes)


def ending(position: SerbiaPosition, unit: Unit) -> Callable[[Sequence[int]], bool]:
    """What tells whether a unit may end its march in a hex, or in two; asked for every hex in reach."""
    piece = position.setting.pieces[unit.piece]
    if piece.river:
        banks = position.setting.banks
        return lambda hexes: not banks.isdisjoint(hexes)
    if piece.garrison:
        return lambda hexes: why_not_end_in(position, unit, hexes) is None
    if unit.began == OFF_MAP or not plans.is_restricted(position, unit):
        return lambda hexes: True
    began = {unit.began} if unit.began_also == OFF_MAP else {unit.began, unit.began_also}
    closer = position.setting.closer_to_plan(unit.army, unit.began, unit.began_also)

    def is_closer_now(hexes: Sequence[int]) -> bool:
        return not closer.isdisjoint(hexes) or (began.issuperset(hexes) and len(hexes) == len(began))

    return is_closer_now


def why_not_end_in(position: SerbiaPosition, unit: Unit, hexes: Sequence[int]) -> Refusal | None:
    """Why a unit may not end its march in some hexes; of two hexes the nearer one counts [19.0]."""
    refusal = None
    for node in hexes:
        refusal = why_not_end(position, unit, node)
        if refusal is None:
            break
    if unit.also == OFF_MAP and len(hexes) == 1:
        return refusal
    if not position.plans or not plans.is_restricted(position, unit):
        return refusal
    # A Formation that comes to stand in two hexes, or leaves them, has moved (decision SE-R107).
    if unit.began == OFF_MAP or ending(position, unit)(hexes):
        return None
    return Refusal("26.2.1", "the plan binds it: it must end closer to an objective")


def why_not_off_river(position: SerbiaPosition, unit: Unit, node: int) -> Refusal | None:
    """[8.7] River protection ends its march on the Sava or Donau."""
    if node in position.setting.banks:
        return None
    return Refusal("8.7", f"{position.label(unit)} must end its march next to the Sava or Donau")


def why_not_garrison(position: SerbiaPosition, unit: Unit, node: int) -> Refusal | None:
    """[8.6.2] A garrison ends in its range, or nearer to its place than it began."""
    if is_free_garrison(position, unit):
        return None
    board = position.setting.board
    piece = position.piece(unit)
    place = board[piece.place]
    away, reach = board.distance(node, place), garrison_range(position, unit)
    if away is None or away <= reach:
        return None
    began = board.distance(unit.began, place) if unit.began != OFF_MAP else None
    if began is not None and away < began:
        return None
    return Refusal("8.6.2", f"{piece.label} must stay near {board.name_of(place)}, in hexes", reach, away)
