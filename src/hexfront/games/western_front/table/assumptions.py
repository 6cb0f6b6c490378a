"""What a position text of The Western Front leaves unsaid, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.games.western_front.orders import Attack
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import allowances, assault_training, combat, lines, surrender
from hexfront.games.western_front.table.names import SIDE_NAMES
from hexfront.games.western_front.vocabulary import COMBAT, SIDES, other_side
from hexfront.kernel.postext import PositionText
from hexfront.kernel.title import NO_END

FEW = 6  # hexes of which it is told why nobody attacks them


def assumed(position: WesternFrontPosition, text: PositionText) -> Iterator[str]:
    """The date; and on a board drawn in place countries, map edges, railways and supply."""
    yield from _when(position, text)
    yield from _fit_men(position)
    if text.of("date") and position.phase == COMBAT:
        yield from _peace(position)
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
    """[WF 12-16] Games of 1918 begin with weak infantry stripped; a text says it with a flag."""
    if position.date < assault_training.FIRST or allowances.STRIPPED in position.flags:
        return
    if any(allowances.is_stripped(position, unit) for unit in position.units.values()):
        yield (
            "Weak German infantry has its printed allowance: it is stripped of its fit men [WF 12-16] "
            f"if the text says flag '{allowances.STRIPPED}' 1."
        )


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
