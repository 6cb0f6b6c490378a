"""What a position text of The Western Front leaves unsaid, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from hexfront.games.western_front.orders import Attack, Strengthen
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.national_schedules import STATES
from hexfront.games.western_front.rules import (
    allowances,
    combat,
    lines,
    replacement,
    surrender,
    trenches,
)
from hexfront.games.western_front.scenarios import collapse
from hexfront.games.western_front.table.names import SIDE_NAMES
from hexfront.games.western_front.vocabulary import COMBAT, INITIATION, RECOMBINATION, SIDES, other_side
from hexfront.kernel.postext import PositionText
from hexfront.kernel.title import NO_END

FEW = 6  # hexes of which it is told why nobody attacks them


def assumed(position: WesternFrontPosition, text: PositionText) -> Iterator[str]:
    """The date; and on a board drawn in place countries, map edges, railways and supply."""
    yield from _when(position, text)
    yield from _fit_men(position)
    yield from _morale(position)
    if text.of("date") and (idle := _IDLE.get(position.phase)):
        yield from idle(position)
    if text.board:
        yield from _ground(position)
        for side in SIDES:
            yield from _supply(position, side)


def _when(position: WesternFrontPosition, text: PositionText) -> Iterator[str]:
    parameters = position.setting.parameters
    if not text.of("date"):
        yield f"No date is told: it is {position.date_text}, {position.phase} phase of {position.active}."
    if position.date > parameters.last_turn:
        yield f"The scenario ends before {position.date}: without sandbox {NO_END} it is over at once."
    elif position.date < parameters.first_turn:
        yield f"{position.date} is before the first turn of the scenario, {parameters.first_turn}."


def _fit_men(position: WesternFrontPosition) -> Iterator[str]:
    """[WF 12-16] From February 1918 weak infantry is stripped; a text says otherwise with a flag."""
    if allowances.STRIPPED not in position.flags:
        return
    if any(allowances.is_stripped(position, unit) for unit in position.units.values()):
        yield (
            "Weak German infantry is stripped of its fit men and moves 4 [WF 12-16], "
            f"unless the text says flag '{allowances.STRIPPED}' 0."
        )


def _morale(position: WesternFrontPosition) -> Iterator[str]:
    """[WF 23-18] [WF 23-19] [WF 23-20] States of morale follow from the points that are told."""
    for nation, points in position.demoralization.items():
        if (state := collapse.state_of(position, nation)) != STATES[0]:
            name = position.setting.tables.nations[nation].name
            yield f"At {points} demoralization points {name} is {state} [{collapse.RULES[nation]}]."


def _peace(position: WesternFrontPosition) -> Iterator[str]:
    """[12-1] A combat phase in which nothing can be attacked passes by itself: why is said here, since what
    is asked later belongs to another phase."""
    side, board = position.active, position.setting.board
    if combat.attackable(position, side):
        return
    enemies = sorted(position.occupied[other_side(side)])
    reasons = [combat.why_not_attack(position, side, Attack(board.label(node))) for node in enemies]
    told = [f"{board.label(node)}: {why}" for node, why in zip(enemies, reasons, strict=True) if why][:FEW]
    yield " ".join(
        (
            f"The {SIDE_NAMES[side]} can attack nobody, so that this combat phase passes by itself [12-1].",
            *told,
        )
    )


def _no_digging(position: WesternFrontPosition) -> Iterator[str]:
    """[22-1] A side that can begin no trench is not asked for one."""
    side, label = position.active, position.setting.board.label
    held = {unit.at for unit in position.of_side(side) if trenches.can_dig(position, unit)}
    reasons = {node: trenches.why_not_dig(position, side, node) for node in sorted(held)}
    if all(reasons.values()) and not position.setting.option(trenches.ANY_TURN):
        told = [f"{label(node)}: {why}" for node, why in reasons.items()][:FEW]
        yield " ".join((f"The {SIDE_NAMES[side]} can begin no trench and are not asked [22-1].", *told))


def _no_recombining(position: WesternFrontPosition) -> Iterator[str]:
    """[23-3] A recombination phase in which nothing can be done passes by itself."""
    side = position.active
    if len(replacement.choices(position, side)) > 1:
        return
    worn = [
        unit.name
        for unit in position.of_side(side)
        if (piece := position.piece(unit)).ground_combat and unit.strength < piece.strength
    ]
    reasons = [replacement.why_not(position, side, Strengthen(name, 1)) for name in sorted(worn)]
    told = [f"{name}: {why}" for name, why in zip(sorted(worn), reasons, strict=True)][:FEW]
    yield " ".join(
        (f"The {SIDE_NAMES[side]} can recombine nothing, so that this phase passes by itself [23-3].", *told)
    )


_IDLE: Mapping[str, Callable[[WesternFrontPosition], Iterator[str]]] = {
    COMBAT: _peace,
    INITIATION: _no_digging,
    RECOMBINATION: _no_recombining,
}
"""Phases that pass without a question where nothing can be done in them."""


def _ground(position: WesternFrontPosition) -> Iterator[str]:
    setting = position.setting
    nowhere = [node for node in range(len(setting.board)) if not setting.board.country[node]]
    if nowhere:
        held = sum(node not in position.holders for node in nowhere)
        yield (
            f"Hexes in no country: {len(nowhere)}. Their rail lines belong to no network unless a rail "
            f"statement says so, and {held} of them are held by nobody."
        )
    for side in SIDES:
        edge = surrender.friendly_edge(setting, side)
        country = surrender.EDGE_COUNTRY[side]
        if not edge:
            yield (
                f"No hex of {country.capitalize()} lies on the edge of the board: units of the "
                f"{SIDE_NAMES[side]} have lines of communication only to their own cities [20-1]."
            )
        elif f"friendly-edge {country}" not in setting.board.regions:
            where = _listed(setting.board.label(node) for node in edge)
            land = country.capitalize()
            yield f"Friendly map edge of the {SIDE_NAMES[side]}, all in {land}: {where} [20-1]."


def _supply(position: WesternFrontPosition, side: str) -> Iterator[str]:
    """[19-15] [17-1] Headquarters that nobody drew a railway for, or gave supply points."""
    units = position.of_side(side)
    staffs = [unit for unit in units if position.piece(unit).headquarters]
    fighting = any(position.piece(unit).ground_combat for unit in units)
    if fighting and not staffs:
        yield f"The {SIDE_NAMES[side]} have no headquarters: none of their units is supplied."
    cut_off = [unit for unit in staffs if lines.is_cut_off(position, unit)]
    if cut_off:
        yield (
            f"Cut off, because no operative friendly rail line is in reach: {_names(cut_off)}. Their supply "
            "lines are shorter, and in an enemy zone they expend nothing [19-15]."
        )
    poor = [unit for unit in staffs if not unit.supply]
    if poor:
        yield f"Without supply points, as none are told: {_names(poor)}."


def _names(units: Iterable[Unit]) -> str:
    return _listed(unit.name for unit in units)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(sorted(words))
