"""The course of a game of Serbia 1914, for those who study many of them."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import victory_points
from hexfront.games.serbia_1914.scenarios import victory
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    MONTENEGRO,
    NATION_SIDE,
    SERBIA,
    SIDE_NAMES,
    SIDES,
)
from hexfront.kernel.chronicle import Annals, Chronicle, Figure, Landmark, Moment, Verdict
from hexfront.kernel.planning import Role

POINTS = "Victory points"
STEPS = "Steps lost"
EFFECTIVENESS = "Levels of effectiveness lost"
STORES = "Stores"
POSITIONS = "Improved positions"
ADVANCE = "Advance"
GROUPS = (POINTS, STEPS, EFFECTIVENESS, STORES, POSITIONS, ADVANCE)
NATIONS = {SERBIA: "Serbia", MONTENEGRO: "Montenegro", AUSTRIA_HUNGARY: "Austria-Hungary"}
TOWN = "town"
MONTHS = {"08": "August", "09": "September", "10": "October", "11": "November", "12": "December"}


def moment(position: SerbiaPosition) -> Moment:
    """The game turn and the month in which it begins."""
    day = _first_days(position.setting).get(position.turn, "")
    month = f"{MONTHS[day[5:7]]} {day[:4]}" if day else ""
    return Moment(position.date_text, month)


@lru_cache(maxsize=8)
def _first_days(setting: SerbiaSetting) -> dict[int, str]:
    return {turn.turn: turn.first_day for turn in setting.lists.calendar}


def chronicle(position: SerbiaPosition) -> Chronicle:
    """How the war stands, with everything known."""
    ground = position.ground(position.setting.hexes, position.controller)
    places = {
        each.name: position.controller(position.setting.board[each.hex])
        for each in landmarks(position.setting)
    }
    return Chronicle(tuple(_figures(position)), ground, places)


def _figures(position: SerbiaPosition) -> list[Figure]:
    steps = dict.fromkeys(NATIONS, 0)
    levels = dict.fromkeys(NATIONS, 0)
    east = 0
    for unit in position.units.values():
        piece = position.piece(unit)
        if piece.combat:
            steps[piece.nation] += unit.reductions
            levels[piece.nation] += unit.status
            if piece.side == AUSTRIA_HUNGARY and piece.infantry and piece.formation:
                for node in position.hexes_of(unit):
                    if node in position.setting.hexes:
                        east = max(east, victory_points.advance_points(position, node))
    for unit in position.lost.values():
        piece = position.piece(unit)
        if piece.combat:
            steps[piece.nation] += piece.most_reductions + 1
    dug = dict.fromkeys(SIDES, 0)
    for side in position.improved.values():
        dug[side] += 1
    found = [Figure("lead of Austria-Hungary", position.lead, POINTS, AUSTRIA_HUNGARY)]
    for group, numbers in ((STEPS, steps), (EFFECTIVENESS, levels)):
        found += [
            Figure(name, numbers[nation], group, NATION_SIDE[nation]) for nation, name in NATIONS.items()
        ]
    found.append(Figure("Serbian shells", position.shells, STORES, SERBIA))
    found += [Figure(SIDE_NAMES[side], number, POSITIONS, side) for side, number in dug.items()]
    found.append(Figure("columns east of the twentieth", east, ADVANCE, AUSTRIA_HUNGARY))
    return found


@lru_cache(maxsize=8)
def landmarks(setting: SerbiaSetting) -> tuple[Landmark, ...]:
    """The places for which points are given."""
    board = setting.board
    labels = [label for each in setting.lists.awards.values() for label in each.hexes if label in board]
    found: dict[str, Landmark] = {}
    for label in labels:
        node = board[label]
        name = board.name_of(node).removeprefix(label).strip() or label
        found[label] = Landmark(name, label, setting.own_country[node], TOWN)
    return tuple(found.values())


def verdict(position: SerbiaPosition) -> Verdict:
    """[27.0] The victory level if the scenario ended now; the score is the lead of Serbia."""
    found = victory.level(position)
    return Verdict(found.winner, found.level, -position.lead)


@lru_cache(maxsize=8)
def annals(setting: SerbiaSetting) -> Annals:
    """Places to follow, and the levels of victory from Serbia's best to Austria-Hungary's."""
    levels = [Verdict(each.winner, each.level) for each in setting.parameters.head.victory.levels]
    if levels and levels[0].winner != SIDES[0]:
        levels.reverse()
    return Annals(landmarks(setting), tuple(levels), "victory points of Serbia ahead", (), GROUPS)


def vocabulary(setting: SerbiaSetting) -> list[str]:
    """The words of actions that are neither a tag nor a hex."""
    return [
        *sorted(setting.pieces),
        *sorted(setting.forces.corps),
        *sorted(setting.forces.armies),
    ]


def roles(position: SerbiaPosition, side: str) -> dict[str, Role]:
    """What the units of a side are for; forts, garrisons and those not yet in the war are left out."""
    found = {}
    for unit in position.of_side(side):
        piece = position.piece(unit)
        if unit.at not in position.setting.hexes or piece.fort or piece.garrison or piece.naval:
            continue
        if piece.gun:
            found[unit.name] = Role("guns", float(piece.artillery))
        elif piece.supply:
            found[unit.name] = Role("headquarters", 1.0)
        elif piece.combat and not piece.river and not unit.inactive:
            found[unit.name] = Role("troops", float(piece.defense))
    return found
