"""[2.3] [9.3] What a unit and a Force are worth in combat.

Strengths and artillery values are counted in quarters of a point, because a two-hex unit has half of them in
each of its hexes [19.1.6] and a Force without ammunition half again [9.4]. A ledger of them has the scale
`QUARTERS_OF_A_POINT`. Markers come off a unit first, then it is halved, and terrain is taken from the Force
last (decision SE-R201).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import SIZE_ORDER, Piece
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    BOTTOMLAND_WITH_RIVER,
    DONAU,
    IMPASSABLE,
    SAVA,
    SERBIA,
)
from hexfront.kernel.ledger import Ledger, Note, unexplained

QUARTERS_OF_A_POINT = 4
PER_MARKER = 2  # strength lost with each reduction after the back of the counter [9.10.3]
ISLAND = "island"
RIVERBEND = "riverbend"
ALONG_THE_ARROW = "sava riverbend along the arrow"
AGAINST_THE_ARROW = "sava riverbend against the arrow"
SAVA_ISLAND = "sava island"
MAJOR_RIVER = "major river"
MINOR_RIVER = "minor river"
# [7.1.4b] What a river crossing marker takes, by the size of the unit: strength and artillery.
_CROSSING = {"xx": (3, 2)}
_SMALL_CROSSING = (2, 1)
_HALF_SIZE = {"xx": "x", "x": "iii"}
KOMITADJI_BONUS = 1  # [23.1.1]
MOST_IN_MOUNTAINS = 2  # artillery of a Force in or into mountainous terrain [10.1.1a]


def attack_strength(
    position: SerbiaPosition,
    unit: Unit,
    note: Note = unexplained,
    *,
    ammunition: bool = True,
    whole: bool = False,
) -> int:
    """[2.3.1] The attack strength of a unit, in quarters; of a two-hex unit half of it unless ``whole``."""
    value = _strength(position, unit, note, attacking=True)
    return _halved(unit, value, note, ammunition=ammunition, whole=whole)


def defense_strength(
    position: SerbiaPosition,
    unit: Unit,
    note: Note = unexplained,
    *,
    ammunition: bool = True,
    whole: bool = False,
) -> int:
    """[2.3.2] The defense strength of a unit, in quarters; of a two-hex unit half of it unless ``whole``."""
    value = _strength(position, unit, note, attacking=False)
    return _halved(unit, value, note, ammunition=ammunition, whole=whole)


def artillery_value(
    position: SerbiaPosition,
    unit: Unit,
    note: Note = unexplained,
    *,
    ammunition: bool = True,
    whole: bool = False,
) -> int:
    """[2.3.4] The artillery value of a unit, in quarters; of a two-hex unit half of it unless ``whole``."""
    pieces = position.setting.pieces
    piece = pieces[unit.piece]
    points = piece.artillery
    if unit.reductions and piece.reduced_artillery is not None:
        points = piece.reduced_artillery
    value = note("2.3.4", piece.name, points * QUARTERS_OF_A_POINT)
    if unit.lacks:
        value -= _taken("21.1", "detachment", pieces[unit.lacks].artillery, value, note)
    if unit.crossing:
        value -= _taken("7.1.4b", "river crossing", crossing_marker(piece)[1], value, note)
    return _halved(unit, value, note, ammunition=ammunition, whole=whole)


def crossing_marker(piece: Piece) -> tuple[int, int]:
    """[7.1.4b] Strength and artillery that a river crossing marker takes from a unit it lies on."""
    return _CROSSING.get(piece.size, _SMALL_CROSSING)


def _strength(position: SerbiaPosition, unit: Unit, note: Note, *, attacking: bool) -> int:
    pieces = position.setting.pieces
    piece = pieces[unit.piece]
    front = piece.attack if attacking else piece.defense
    back = piece.reduced_attack if attacking else piece.reduced_defense
    points = front if not unit.reductions or back is None else back
    value = note("2.3", piece.name, points * QUARTERS_OF_A_POINT)
    if unit.reductions > 1:
        value -= _taken("9.10.3", "reduction marker", PER_MARKER * (unit.reductions - 1), value, note)
    if unit.lacks:
        absent = pieces[unit.lacks]
        value -= _taken("21.1", "detachment", absent.attack if attacking else absent.defense, value, note)
    if unit.crossing:
        value -= _taken("7.1.4b", "river crossing", crossing_marker(piece)[0], value, note)
    return value


def _taken(rule: str, label: str, points: int, most: int, note: Note) -> int:
    """What a marker takes from a strength, which does not fall below nothing."""
    taken = min(points * QUARTERS_OF_A_POINT, most)
    note(rule, label, -taken)
    return taken


def _halved(unit: Unit, value: int, note: Note, *, ammunition: bool, whole: bool) -> int:
    if unit.also != OFF_MAP and not whole:
        note("19.1.6", "half in each hex", value // 2 - value)
        value //= 2
    if not ammunition:
        note("9.4", "no ammunition", value // 2 - value)
        value //= 2
    return value


# Terrain


def size_of_force(position: SerbiaPosition, names: Iterable[str]) -> str:
    """[9.3.2] The size of the largest unit of a Force; half of it in each hex of a two-hex Force [19.1.3]."""
    pieces, units = position.setting.pieces, position.units
    sizes = []
    for name in names:
        unit = units[name]
        size = pieces[unit.piece].size
        sizes.append(_HALF_SIZE.get(size, size) if unit.also != OFF_MAP else size)
    return min(sizes, key=SIZE_ORDER.index, default="")


def obstacle(setting: SerbiaSetting, here: int, there: int) -> str:
    """[9.3.2] [3.5.4] The river an attack goes across, as the chart calls it; "" if there is none.

    The arrow of a riverbend points out of the hex that is marked.
    """
    side = setting.board.side(here, there)
    features = side.features if side is not None else frozenset()
    if SAVA in features:
        if RIVERBEND in features:
            along = RIVERBEND in setting.board.features[here]
            return ALONG_THE_ARROW if along else AGAINST_THE_ARROW
        return SAVA_ISLAND if ISLAND in features else SAVA
    for river in (MAJOR_RIVER, MINOR_RIVER):
        if river in features:
            return river
    return ""


def can_attack_across(setting: SerbiaSetting, here: int, there: int) -> bool:
    """[9.2.3] No attack goes across the Donau or impassable mountains."""
    side = setting.board.side(here, there)
    return side is not None and DONAU not in side.features and IMPASSABLE not in side.features


def is_easy(setting: SerbiaSetting, here: int, there: int) -> bool:
    """[9.3.2] Whether terrain takes nothing from an attack out of one hex into another."""
    return setting.board.terrain[here] != BOTTOMLAND_WITH_RIVER and not obstacle(setting, here, there)


def taken_by_terrain(
    position: SerbiaPosition, names: Iterable[str], here: int, there: int
) -> tuple[int, str]:
    """[9.3.2] What terrain takes from a Force that attacks out of one hex into another, in points, and why.

    Out of bottomland with a river and across one, the greater of the two counts (decision SE-R202).
    """
    setting = position.setting
    tables = setting.tables
    if is_easy(setting, here, there):
        return 0, ""
    river = obstacle(setting, here, there)
    from_bottomland = setting.board.terrain[here] == BOTTOMLAND_WITH_RIVER
    size = size_of_force(position, names)
    across = tables.hexsides[river].taken_from(size) if river else 0
    out_of = tables.terrain[BOTTOMLAND_WITH_RIVER].taken_from(size) if from_bottomland else 0
    if out_of > across:
        return out_of, f"out of {BOTTOMLAND_WITH_RIVER}"
    return across, f"across {river}"


def attack_of_force(
    position: SerbiaPosition,
    names: Sequence[str],
    here: int,
    there: int,
    note: Note = unexplained,
    *,
    ammunition: bool = True,
) -> int:
    """[9.3.2] The attack strength of a Force out of one hex into another, in quarters, terrain taken off."""
    units = position.units
    total = sum(attack_strength(position, units[name], note, ammunition=ammunition) for name in names)
    points, why = taken_by_terrain(position, names, here, there)
    return total - _taken("9.3.2", why, points, total, note) if points else total


def defense_of_force(
    position: SerbiaPosition, names: Iterable[str], note: Note = unexplained, *, ammunition: bool = True
) -> int:
    """[8.5.1] The defense strength of a Force, in quarters, before terrain; forts need no ammunition."""
    pieces, units = position.setting.pieces, position.units
    total = 0
    for name in names:
        unit = units[name]
        supplied = ammunition or pieces[unit.piece].fort
        total += defense_strength(position, unit, note, ammunition=supplied)
    return total


def komitadji(position: SerbiaPosition, node: int, names: Iterable[str], note: Note = unexplained) -> int:
    """[23.1.1] What a marker adds to Serbian units that fight in its hex, in quarters."""
    if node not in position.komitadji:
        return 0
    pieces, units = position.setting.pieces, position.units
    if any(pieces[units[name].piece].nation == SERBIA for name in names):
        return note("23.1.1", "Komitadji", KOMITADJI_BONUS * QUARTERS_OF_A_POINT)
    return 0


def strength_ledger(position: SerbiaPosition, unit: Unit, *, attacking: bool) -> Ledger:
    """The strength of one unit, explained."""
    word = "attacks with" if attacking else "defends with"
    ledger = Ledger(f"{position.label(unit)} {word}", QUARTERS_OF_A_POINT)
    reckoned = attack_strength if attacking else defense_strength
    return ledger.close(reckoned(position, unit, ledger.note))


def artillery_ledger(position: SerbiaPosition, unit: Unit) -> Ledger:
    """The artillery value of one unit, explained."""
    ledger = Ledger(f"{position.label(unit)} has artillery", QUARTERS_OF_A_POINT)
    return ledger.close(artillery_value(position, unit, ledger.note))
