"""What a position text leaves unsaid and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import allegiance, battles, headquarters, impulses, supply
from hexfront.games.storm_of_steel.rules.deck import WEAPONS
from hexfront.games.storm_of_steel.rules.fleets import COMBATANTS
from hexfront.games.storm_of_steel.vocabulary import (
    ALLOCATION,
    COMBAT,
    RAIDING_ZONE,
    SEGMENTS,
    SIDE_NAMES,
    SIDES,
)
from hexfront.kernel.postext import PositionText
from hexfront.kernel.title import NO_END

_MOST = 8  # names in a line; whole armies are not listed


def assumed(position: SteelPosition, text: PositionText) -> Iterator[str]:
    """The quarter; and of those the text places, who is without an impulse, a line or supply."""
    yield from _when(position, text)
    yield from _neutrals(position, text)
    if position.step == ALLOCATION and not (text.of("points") or text.of("income") or position.begun):
        yield "No points are told: every country has those of this quarter [7.11]."
    yield from _ground(position, text)
    yield from _weapons(position)
    if not text.of("unit"):
        return
    yield from _segment(position)
    yield from _at_no_base(position)
    yield from _idle_staffs(position)
    yield from _out_of_supply(position)


def _when(position: SteelPosition, text: PositionText) -> Iterator[str]:
    quarter, setting = position.quarter, position.setting
    when = f"{quarter.season.title()} {quarter.year}"
    if not text.scenario:
        fronts = " and ".join(setting.fronts)
        yield f"No scenario is told: it is {setting.plan.title}, on the front {fronts}."
    if not text.of("turn"):
        yield f"No turn is told: it is {when}, {position.step}."
    elif position.step in SEGMENTS and not _names_impulse(text):
        yield "No impulse is named: it is the first [8.1]."
    if position.turn > setting.last_turn:
        yield f"The scenario ends before {when}: without sandbox {NO_END} it is over when the turn is."
    elif position.turn < setting.first_turn:
        yield f"{when} is before the first turn of the scenario."


def _names_impulse(text: PositionText) -> bool:
    return any("impulse" in each.attributes or each.words[-1].isdecimal() for each in text.of("turn"))


def _neutrals(position: SteelPosition, text: PositionText) -> Iterator[str]:
    """[19.2] Countries that would have joined the war by now, of which the text does not speak."""
    told = {each.words[0] for each in text.of("country") if each.words}
    calendar = position.setting.calendar
    names = [
        f"{entry.country} ({SIDE_NAMES[entry.side]} from {entry.turn} on)"
        for entry in position.setting.printed.entries
        if calendar.number(entry.turn) <= position.turn
        and entry.country not in told
        and allegiance.is_neutral(position, entry.country)
    ]
    if names:
        yield f"Neutral as when the scenario begins: {_listed(names)} [19.2]."


def _ground(position: SteelPosition, text: PositionText) -> Iterator[str]:
    """[16.1] Hexes of a drawn board whose country nobody told."""
    if not text.board:
        return
    board = position.setting.board
    told = {each.words[0] for each in text.board if each.keyword == "hex" and "country" in each.attributes}
    untold = [label for label in board.labels if label not in told]
    if untold:
        count = "1 hex lies" if len(untold) == 1 else f"{len(untold)} hexes lie"
        yield f"{count} in no country: nobody controls them and their railways, nor owns cities there [16.1]."


def _weapons(position: SteelPosition) -> Iterator[str]:
    """[4.33] [22.2] Weapons that are shown, and not in force because nobody has developed them."""
    cards = position.setting.printed.deck.cards
    names = [
        f"{cards[number].name} ({number})"
        for side in SIDES
        for number in position.shown.get(side, ())
        if cards[number].kind == WEAPONS and number not in {*position.developed, *position.developing}
    ]
    if names:
        yield f"Shown and not in force, for a text tells what is with developed: {_listed(names)} [4.33]."


def _at_no_base(position: SteelPosition) -> Iterator[str]:
    """[25.1] Warships that lie in no naval base of their side."""
    label = position.setting.board.label
    names = [
        f"{unit.name} in {label(unit.at)}"
        for side in SIDES
        for unit in position.of_side(side)
        if position.piece(unit).kind in COMBATANTS and not _lies_in_base(position, unit.at, side)
    ]
    if names:
        yield f"Warships in no naval base of theirs: {_listed(names)} [25.1]."


def _lies_in_base(position: SteelPosition, node: int, side: str) -> bool:
    """[25.1] Whether warships of a side may lie in a hex, or off the map: in an area with ports, or on the
    trade routes."""
    setting = position.setting
    if setting.board.is_area(node):
        label = setting.board.label(node)
        return label == RAIDING_ZONE or bool(setting.area_figures(label).get("ports"))
    return "naval base" in setting.ground.kinds_of[node] and position.controller(node) == side


def _segment(position: SteelPosition) -> Iterator[str]:
    """[8.4] [14.1] A segment that passes by itself."""
    side = position.active
    if position.step not in SEGMENTS or not side:
        return
    if not impulses.active_fronts(position):
        yield f"The {SIDE_NAMES[side]} have no impulse {position.impulse} on any front [8.4]."
    elif position.step == COMBAT and not any(
        battles.enemy_at(position, node, side)
        for unit in position.of_side(side)
        if not position.setting.board.is_area(unit.at)
        for node in position.setting.ground.around[unit.at]
    ):
        yield f"The {SIDE_NAMES[side]} can attack nobody: this combat segment passes by itself [14.1]."


def _idle_staffs(position: SteelPosition) -> Iterator[str]:
    """[15.4] Headquarters that command and supply nobody."""
    names = [
        name
        for side in SIDES
        for name in sorted(position.headquarters[side])
        if not headquarters.has_line(position, name)
    ]
    if names:
        yield f"Without a line of communication to an industrial city: {_listed(names)} [15.4]."


def _out_of_supply(position: SteelPosition) -> Iterator[str]:
    """[31.1] Units that no headquarters supplies."""
    board, pieces = position.setting.board, position.setting.pieces
    names = [
        unit.name
        for side in SIDES
        for unit in position.of_side(side)
        if pieces[unit.piece].land
        and not pieces[unit.piece].headquarters
        and not pieces[unit.piece].fort
        and not board.is_area(unit.at)
        and not supply.in_supply(position, unit)
    ]
    if names:
        yield f"Out of supply: {_listed(names)} [31.1]."


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more
