"""[7.0] Movement."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.game import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()


def begin(table: Table, position: SerbiaPosition) -> None:
    return None


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    yield from ()
    return None
