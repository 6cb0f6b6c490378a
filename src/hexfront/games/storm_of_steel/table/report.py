"""How the war stands: tracks, the order of battle, arrivals."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import impulses
from hexfront.games.storm_of_steel.table.names import (
    FRONT_NAMES,
    hex_name,
    step_name,
    turn_name,
    unit_name,
)
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.showing import Arrival, Muster, Report, Standing, Track


def report(position: SteelPosition, viewer: str) -> Report:
    """The report for a viewer; nothing in it is anybody's secret."""
    return Report(
        turn=turn_name(position),
        phase=f"{step_name(position)}, {SIDE_NAMES[position.active]}",
        tracks=tuple(_tracks(position)),
        muster=tuple(_muster(position, side) for side in SIDES),
        arrivals=tuple(_arrivals(position)),
        standing=Standing(_standing(position)),
    )


def _standing(position: SteelPosition) -> str:
    first, second = (f"{SIDE_NAMES[side]} {position.morale[side]}" for side in SIDES)
    return f"Morale: {first}, {second}"


def _tracks(position: SteelPosition) -> Iterator[Track]:
    for side in SIDES:
        value = position.morale[side]
        yield Track("Morale", str(value), "Morale", side, value, 100, "5.0")
        lost = sum(
            loss.strength for loss in position.dead.values() if position.alliances.get(loss.country) == side
        )
        yield Track("Strength lost this turn", str(lost), "Losses", side, lost, rule="5.12")
        yield Track("Air doctrine", str(position.air[side]), "Tracks", side, position.air[side], 5, "30.2")
    yield Track("Shipping", str(position.shipping), "Tracks", "", position.shipping, 100, "27.1")
    for front in position.setting.fronts:
        for side in SIDES:
            count = impulses.number(position, side, front)
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


def _arrivals(position: SteelPosition) -> Iterator[Arrival]:
    for name, due in sorted(position.due.items(), key=lambda each: (each[1].turn, each[0])):
        quarter = position.setting.quarters.get(due.turn)
        when = f"{quarter.season.title()} {quarter.year}" if quarter else f"turn {due.turn}"
        side = position.side_of_piece(position.setting.pieces[name])
        yield Arrival(
            when, unit_name(position, name), hex_name(position, due.at) if due.at else "", side, "7.52"
        )
