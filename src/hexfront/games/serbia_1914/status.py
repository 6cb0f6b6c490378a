"""What may be illegal about a position, for `Position.status` and the fuzzer."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import attachment, stacking
from hexfront.games.serbia_1914.vocabulary import LAST_STATUS
from hexfront.kernel.position import Finding


def findings(position: SerbiaPosition) -> Iterable[Finding]:
    """Everything that no rule allows."""
    yield from stacking.findings(position)
    yield from attachment.findings(position)
    board = position.setting.board
    for unit in position.units.values():
        piece = position.piece(unit)
        where = board.label(unit.at) if unit.at != OFF_MAP else unit.name
        if not 0 <= unit.reductions <= piece.most_reductions:
            yield Finding(("9.10.2",), f"{unit.name} has {unit.reductions} strength reductions", where)
        if not 0 <= unit.status <= LAST_STATUS or (unit.status and not piece.formation):
            yield Finding(("6.1.4",), f"{unit.name} has status {unit.status}", where)
        if unit.also != OFF_MAP and unit.also not in position.setting.beside[unit.at]:
            yield Finding(("19.0",), f"{unit.name} stands in two hexes that are not neighbours", where)
        if unit.name in position.lost:
            yield Finding(("9.10",), f"{unit.name} is eliminated and in play", where)
    if position.shells < 0:
        yield Finding(("23.2",), "fewer than no shells")
