"""How the war stands: tracks, the order of battle, arrivals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from hexfront.games.storm_of_steel import compound_orders
from hexfront.games.storm_of_steel.orders import (
    Armistice,
    EntrenchLine,
    HoldHere,
    ReinforceFront,
    RepeatQuarter,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import armistice, attrition, headquarters, impulses, reserves
from hexfront.games.storm_of_steel.scenarios import victory
from hexfront.games.storm_of_steel.table.names import (
    BOOKMARKS,
    FRONT_NAMES,
    hex_name,
    step_name,
    turn_name,
    unit_name,
)
from hexfront.games.storm_of_steel.vocabulary import (
    AFTER_IMPULSES,
    ALLOCATION,
    IMPULSES,
    MOVEMENT,
    REORGANIZATION,
    REVELATION,
    SEGMENTS,
    SIDE_NAMES,
    SIDES,
    other_side,
)
from hexfront.kernel.showing import (
    Arrival,
    Danger,
    Deed,
    Dial,
    Lamp,
    Muster,
    Report,
    Standing,
    Track,
)
from hexfront.shared.following import Remembered, beside
from hexfront.shared.words import counted

WHOLE_FRONTS = {"west": "Western front", "east": "Eastern front", "middle-east": "Middle Eastern front"}


def report(position: SteelPosition, viewer: str) -> Report:
    """The report for a viewer; nothing in it is anybody's secret."""
    return Report(
        turn=turn_name(position),
        phase=f"{step_name(position)}, {SIDE_NAMES[position.active]}",
        tracks=tracks(position),
        muster=(
            *(_muster(position, side) for side in SIDES),
            *(each for side in SIDES for each in _on_fronts(position, side)),
        ),
        arrivals=tuple(_arrivals(position)),
        standing=_standing(position),
        dangers=tuple(_dangers(position, viewer)),
        dials=tuple(dials(position)),
        deeds=tuple(_deeds(position, viewer)),
    )


def _standing(position: SteelPosition) -> Standing:
    """[46.1] Morale, and which objectives of the scenario are met."""
    first, second = (f"{SIDE_NAMES[side]} {position.morale[side]}" for side in SIDES)
    met = {each.name for side in SIDES for each in victory.met(position, side)}
    terms = [
        (f"{SIDE_NAMES[each.side]}: {each.name}", "met" if each.name in met else "not yet")
        for each in position.setting.plan.objectives
    ]
    text = f"{victory.verdict(position)} if it ended now. Morale: {first}, {second}"
    return Standing(text, tuple(terms), ("46.1", "5.0"))


def dials(position: SteelPosition) -> Iterator[Dial]:
    """[8.2] [8.4] Each front with its impulses: over, now, to come and for whom, or beyond the weather."""
    setting = position.setting
    for front in setting.fronts:
        most = setting.most_impulses(position.turn, front)
        season = position.quarter.season
        lamps = tuple(_lamp(position, front, number, most) for number in range(1, IMPULSES + 1))
        text = f"{season}: at most {counted(most, 'impulse')}"
        yield Dial(FRONT_NAMES[front], text, lamps, tuple(_bookmark(position, front)), "8.2")


def _lamp(position: SteelPosition, front: str, number: int, most: int) -> Lamp:
    if number > most:
        return Lamp(str(number), "closed")
    sides = tuple(side for side in SIDES if impulses.plays(position, side, front, number))
    over = position.step in AFTER_IMPULSES or number < position.impulse
    state: Literal["over", "now", "coming", "free"] = "coming" if sides else "free"
    if over:
        state = "over"
    elif number == position.impulse:
        state = "now"
    return Lamp(str(number), state, sides)


def _bookmark(position: SteelPosition, front: str) -> Iterator[str]:
    """The hexes between which a front lies."""
    cities = position.setting.printed.places.cities
    for name in BOOKMARKS.get(front, ()):
        if name in cities and cities[name].hex in position.setting.board:
            yield cities[name].hex


def _deeds(position: SteelPosition, viewer: str) -> Iterator[Deed]:
    """What a side can order at a stroke."""
    if position.step == ALLOCATION:
        if position.last_builds.get(viewer) and viewer not in position.ready:
            yield Deed("Repeat last quarter", RepeatQuarter(), "Order the same again, as far as points go")
    elif position.step == REORGANIZATION and viewer == position.active:
        for front in impulses.active_fronts(position):
            if compound_orders.line(position, front):
                name = f"Entrench the line: {FRONT_NAMES[front]}"
                yield Deed(name, EntrenchLine(front), "Everybody next to the enemy entrenches")
    elif position.step == MOVEMENT and viewer == position.active:
        for front in position.setting.fronts:
            if going := reserves.reserves(position, front):
                name = f"Reinforce front: {FRONT_NAMES[front]}"
                text = (
                    f"{counted(len(going), 'corps', 'corps')} far from the enemy go by rail behind the line"
                )
                yield Deed(name, ReinforceFront(front), text)
    if position.step in SEGMENTS and viewer == position.active and position.step != REVELATION:
        yield Deed("Hold here", HoldHere(), "Nothing more in this impulse")
    if viewer in SIDES and armistice.has_offered(position, other_side(viewer)):
        yield Deed("Agree to the armistice", Armistice(), "The game ends drawn [45.5]")


def _dangers(position: SteelPosition, viewer: str) -> Iterator[Danger]:
    """[31.1] [15.4] What a side should not forget: units out of supply, headquarters without a line."""
    if viewer not in SIDES:
        return
    board, by_hex = position.setting.board, dict[int, list[str]]()
    for unit in position.of_side(viewer):
        if attrition.danger(position, unit):
            by_hex.setdefault(unit.at, []).append(unit.name)
    for node, names in sorted(by_hex.items()):
        where = hex_name(position, board.label(node))
        die = max(attrition.danger(position, position.units[name]) for name in names)
        text = f"{counted(len(names), 'unit')} in {where} without supply: lost on {die} or less this quarter"
        yield Danger(text, board.label(node), tuple(names), "31.11")
    for name, node in sorted(position.headquarters[viewer].items()):
        if not headquarters.has_line(position, name):
            text = f"{unit_name(position, name)} has no line of communication and commands nobody"
            yield Danger(text, board.label(node), (name,), "15.4")


def tracks(position: SteelPosition) -> tuple[Track, ...]:
    """The figures of both sides and of their fronts."""
    ledgers = beside(position, "_ledgers", _Ledgers)
    return (
        *ledgers.sides.of(
            lambda: tuple(_figures(position)),
            position.morale,
            position.dead,
            position.alliances,
            position.air,
            position.shipping,
        ),
        *ledgers.impulses.of(
            lambda: tuple(_impulses(position)),
            position.turn,
            position.shown,
            position.card_fronts,
            position.granted,
            impulses.is_armistice(position),
        ),
    )


class _Ledgers:
    """The figures of a game as they were told last."""

    def __init__(self) -> None:
        self.sides: Remembered[tuple[Track, ...]] = Remembered()
        self.impulses: Remembered[tuple[Track, ...]] = Remembered()


def _figures(position: SteelPosition) -> Iterator[Track]:
    """Morale, losses and doctrine of both sides, and shipping."""
    for side in SIDES:
        value = position.morale[side]
        yield Track("Morale", str(value), "Morale", side, value, 100, "5.0")
        lost = sum(
            loss.strength for loss in position.dead.values() if position.alliances.get(loss.country) == side
        )
        yield Track("Strength lost this turn", str(lost), "Losses", side, lost, rule="5.12")
        yield Track("Air doctrine", str(position.air[side]), "Tracks", side, position.air[side], 5, "30.2")
    yield Track("Shipping", str(position.shipping), "Tracks", "", position.shipping, 100, "27.1")


def _impulses(position: SteelPosition) -> Iterator[Track]:
    """[8.2] The impulses of both sides on each front."""
    for front in position.setting.fronts:
        for side in SIDES:
            count = impulses.count(position, side, front)
            most = position.setting.most_impulses(position.turn, front)
            words = f"{count} of at most {most}"
            yield Track(FRONT_NAMES[front], words, "Impulses", side, count, most, "8.2")


def _muster(position: SteelPosition, side: str) -> Muster:
    """The forces of a side by country."""
    by_country: dict[str, list[str]] = {}
    for unit in position.of_side(side):
        piece = position.piece(unit)
        by_country.setdefault(piece.country or piece.force, []).append(unit.name)
    countries = position.setting.printed.countries.countries
    under = tuple(
        Muster(countries[name].name if name in countries else name.title(), side, tuple(units))
        for name, units in sorted(by_country.items())
    )
    return Muster(SIDE_NAMES[side], side, under=under)


def _on_fronts(position: SteelPosition, side: str) -> Iterator[Muster]:
    """The land units of a side on each front, so that a staff can be given a whole front."""
    setting = position.setting
    for front in setting.fronts if len(setting.fronts) > 1 else ():
        units = tuple(
            unit.name
            for unit in position.ashore(side)
            if not setting.board.is_area(unit.at)
            and setting.front_of[unit.at] == front
            and position.piece(unit).land
        )
        if units:
            yield Muster(WHOLE_FRONTS[front], side, units, listed=True)


def _arrivals(position: SteelPosition) -> Iterator[Arrival]:
    for name, due in sorted(position.due.items(), key=lambda each: (each[1].turn, each[0])):
        quarter = position.setting.quarters.get(due.turn)
        when = f"{quarter.season.title()} {quarter.year}" if quarter else f"turn {due.turn}"
        side = position.side_of_piece(position.setting.pieces[name])
        yield Arrival(
            when, unit_name(position, name), hex_name(position, due.at) if due.at else "", side, "7.52"
        )
