"""What a position text of Serbia 1914 leaves unsaid, and what follows from that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexfront.games.serbia_1914.force import force_of
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed import ground
from hexfront.games.serbia_1914.rules import plans, supply
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    MOVEMENT_PHASES,
    PRELIMINARY,
    SIDE_NAMES,
    SIDES,
)
from hexfront.kernel.postext import PositionText
from hexfront.kernel.title import NO_END


def assumed(position: SerbiaPosition, text: PositionText) -> Iterator[str]:
    """The game turn; and on a board drawn in place countries, map edges and supply."""
    yield from _when(position, text)
    if position.phase == PRELIMINARY and text.of("turn"):
        yield from _plans(position)
    if text.board:
        yield from _ground(position, text)
        yield from _supply(position)


def _when(position: SerbiaPosition, text: PositionText) -> Iterator[str]:
    head = position.setting.parameters.head
    if not text.of("turn"):
        yield f"No turn is told: it is {position.date_text}, {position.phase} phase of {position.active}."
    if position.turn > head.last_turn:
        yield f"The scenario ends before turn {position.turn}: without sandbox {NO_END} it is over at once."
    elif position.turn < head.first_turn:
        yield f"Turn {position.turn} is before the first turn of the scenario, {head.first_turn}."
    if position.begun and position.phase in MOVEMENT_PHASES:
        owing = [
            unit
            for unit in position.of_side(position.mover)
            if unit.reaction and not (unit.spent or unit.moved)
        ]
        if owing:
            yield (
                f"The phase has begun, so that points spent in reaction come off no more: {_names(owing)}. "
                "With begun=no they do [8.2.4a]."
            )


def _plans(position: SerbiaPosition) -> Iterator[str]:
    """[26.3] Austria-Hungary is asked for plans only if one can be abandoned."""
    for army in position.plans:
        if plans.plan_of(position, army) and (refusal := plans.why_not_abandon(position, army)):
            yield f"The plan of {army} cannot be abandoned now: {refusal}"


def _ground(position: SerbiaPosition, text: PositionText) -> Iterator[str]:
    board = position.setting.board
    told = {each.words[0] for each in text.board if each.keyword == "hex" and "country" in each.attributes}
    untold = [label for label in board.labels if label not in told]
    if untold:
        count = "1 hex lies" if len(untold) == 1 else f"{len(untold)} hexes lie"
        yield (
            f"{count} in Austria-Hungary, as no country is told, and {SIDE_NAMES[AUSTRIA_HUNGARY]} controls "
            "them unless a holder is named [3.4]."
        )
    for side in SIDES:
        if not ground.friendly_edge(board, side):
            yield (
                f"No region 'friendly-edge {side}' is drawn: railways of {SIDE_NAMES[side]} lead nowhere, "
                "and its depots have no line of communications [15.0]."
            )


def _supply(position: SerbiaPosition) -> Iterator[str]:
    """[15.0] [15.4] Depots and trains without a line, and Forces out of supply."""
    on_map = [unit for unit in position.units.values() if unit.at in position.setting.hexes]
    sources = [unit for unit in on_map if (piece := position.piece(unit)).depot or piece.train]
    cut_off = [unit for unit in sources if not supply.is_source(position, unit)]
    if cut_off:
        yield f"No source of supply, for want of a line of communications: {_names(cut_off)} [15.0]."
    lacking = [
        unit
        for unit in on_map
        if position.piece(unit).formation and not supply.is_supplied(position, force_of(position, unit).units)
    ]
    if lacking:
        yield f"Out of supply: {_names(lacking)} [15.4]."


def _names(units: Iterable[Unit]) -> str:
    return ", ".join(sorted(unit.name for unit in units))
