"""[45.1] Setting up a scenario: units, countries, control and tracks of the day it begins."""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.set_ups import SURRENDERED
from hexfront.games.storm_of_steel.rules import beginnings, control, sea_control
from hexfront.games.storm_of_steel.scenarios import winters
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import CARDS, CENTRAL_POWERS, ENTENTE, SIDES
from hexfront.kernel.dice import dice_from

_SUMMER = ("summer-1914", "autumn-1914")  # starts whose forces are listed unit by unit


def empty_position(setting: SteelSetting, seed: int) -> SteelPosition:
    """A position without units at the start of a scenario."""
    start = setting.printed.set_ups.starts[setting.plan.start]
    alliances: dict[str, str] = {}
    surrendered: set[str] = set()
    for each in setting.printed.set_ups.belligerents:
        if each.start != setting.plan.start:
            continue
        if each.state == SURRENDERED:
            surrendered.add(each.country)
            alliances[each.country] = _former_side(setting, each.country)
        else:
            alliances[each.country] = each.state
    levels = setting.printed.set_ups.developed_at(
        setting.first_turn, {name: turn.turn for name, turn in setting.calendar.turns.items()}
    )
    return SteelPosition(
        dice=dice_from(seed),
        turn=setting.first_turn,
        step=CARDS,
        impulse=0,
        active=CENTRAL_POWERS,
        begun=False,
        units={},
        due={},
        dead={},
        removed=set(),
        alliances=alliances,
        surrendered=surrendered,
        controllers={},
        passage={},
        holders={},
        railways={},
        devastated=set(),
        held={},
        morale={CENTRAL_POWERS: start.central_powers, ENTENTE: start.entente},
        causes=[],
        picked=dict.fromkeys(SIDES, ()),
        ready=set(),
        shown=dict.fromkeys(SIDES, ()),
        card_fronts={},
        granted=set(),
        discarded=set(),
        developed={each.card for each in levels},
        developing=set(),
        air={CENTRAL_POWERS: start.air_central_powers, ENTENTE: start.air_entente},
        shipping=start.shipping,
        points={},
        mutinies=set(),
        strikes=set(),
        began={},
        hauled={},
        assaulted=set(),
        shaken=set(),
        flags={},
    )


def _former_side(setting: SteelSetting, country: str) -> str:
    """The side a country fought for before it surrendered: that of an earlier start."""
    return next(
        (
            each.state
            for each in setting.printed.set_ups.belligerents
            if each.country == country and each.state in SIDES
        ),
        ENTENTE,
    )


def position_of(setting: SteelSetting, seed: int) -> SteelPosition:
    """[45.1] The position in which a game begins."""
    position = _placed(setting).copy()
    position.dice = dice_from(seed)
    return position


@lru_cache(maxsize=4)
def _placed(setting: SteelSetting) -> SteelPosition:
    """The position in which all games of a setting begin: no dice are thrown for it."""
    position: SteelPosition = setting.title.adopt(setting, empty_position(setting, 0))
    place_all(setting, position)
    return position


def place_all(setting: SteelSetting, position: SteelPosition) -> None:
    """[45.1] Every unit where the lists put it, and who controls what beyond the borders."""
    set_ups = setting.printed.set_ups
    for held in set_ups.occupied:
        if held.start == setting.plan.start:
            for name in held.cities:
                node = setting.board[setting.printed.places.cities[name].hex]
                if node in setting.in_play:
                    position.hold(node, held.side)
    if setting.plan.start in _SUMMER:
        for each in (*set_ups.summer_1914, *set_ups.neutrals):
            _place(setting, position, each.unit, each.at, each.waits)
    else:
        winters.place(setting, position)
        for each in set_ups.neutrals:
            taken = each.at in setting.board and bool(position.occupant[setting.board[each.at]])
            if setting.pieces[each.unit].country not in position.alliances and not taken:
                _place(setting, position, each.unit, each.at, each.waits)
    for fort in setting.printed.counters.forts.values():
        if position.controller(setting.board[fort.hex]) == position.alliances.get(fort.country, ""):
            _place(setting, position, fort.unit, fort.hex, "")
    for node, side in enumerate(position.occupant):
        if side and position.controller(node) != side:
            control.enter(position, side, [node])
    for side in SIDES:
        position.began[f"morale {side}"] = position.morale[side]
        position.began[f"industry {side}"] = sum(
            city.industrial and control.controls(position, side, node)
            for node, city in setting.city_at.items()
            if node in setting.in_play
        )
    position.last_seas = {sea: side for sea, side in sea_control.determine(position).items() if side}
    beginnings.begin(position)


def _place(setting: SteelSetting, position: SteelPosition, name: str, at: str, waits: str) -> None:
    """A unit on the maps that are played, or in an off-map area of a game on all of them."""
    if at not in setting.board:
        return
    node = setting.board[at]
    if node not in setting.in_play and not (setting.board.is_area(node) and len(setting.fronts) > 1):
        return
    position.put(Unit(name, name, node, waits=waits))
