"""[5.0] Attachment."""

from __future__ import annotations

from collections.abc import Iterable

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.vocabulary import INDEPENDENT
from hexfront.kernel.game import Table
from hexfront.kernel.position import Finding
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()


def begin(table: Table, position: SerbiaPosition) -> None:
    return None


def adjust(table: Table, position: SerbiaPosition) -> None:
    return None


def phase(table: Table, position: SerbiaPosition) -> Procedure:
    yield from ()
    return None


def same_corps(position: SerbiaPosition, one: Unit, other: Unit) -> bool:
    """[5.3.2] [9.2.2] Whether two units may fight together: one army, one corps.

    An independent Formation is a corps of its own, together with other independent ones in its hex. Asset
    units belong to no corps and may join any of their army.
    """
    if one.name == other.name:
        return True
    if one.army and other.army and one.army != other.army:
        return False
    if not one.corps or not other.corps:
        return True
    if one.corps == INDEPENDENT and other.corps == INDEPENDENT:
        return bool({*position.hexes_of(one)} & {*position.hexes_of(other)})
    return one.corps == other.corps


def army_of(position: SerbiaPosition, node: int) -> str:
    """[5.1.1] The army of Austria-Hungary in whose area of attachment a hex lies."""
    armies = [each.army for each in position.setting.parameters.head.armies]
    return armies[0]


def area_of(position: SerbiaPosition, army: str) -> frozenset[int]:
    """[5.1.1] The hexes of an army's area of attachment."""
    return frozenset(node for node in position.setting.hexes if army_of(position, node) == army)


def findings(position: SerbiaPosition) -> Iterable[Finding]:
    return ()
