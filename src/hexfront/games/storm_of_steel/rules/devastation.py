"""Chapter 34: devastation of industry, petroleum, naval bases and railways.

What is devastated stands in ``position.devastated``; ``position.ruins`` is the same as far as it has effects,
and nothing in a game without the chapter. Railways and roads through ruins are left out of `position.rails`
and `position.steps`, so that nobody has to ask for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hexfront.games.storm_of_steel.orders import Devastate
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import bolsheviks, impulses, moving
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import WORKS
from hexfront.kernel.play import Refusal, Table

_NAME = "clear-"
_NONE: frozenset[int] = frozenset()


def in_use(position: SteelPosition) -> bool:
    """[34.0] Whether chapter 34 is in use."""
    return position.setting.option("devastation")


def is_worth_it(position: SteelPosition, node: int) -> bool:
    """[34.1] Whether a hex has anything that can be devastated, and is not yet."""
    setting = position.setting
    if node in position.devastated or not setting.ground.is_land[node]:
        return False
    return bool(setting.rails(position.turn)[node]) or not WORKS.isdisjoint(setting.ground.kinds_of[node])


def lay_waste(table: Table, position: SteelPosition, node: int, rule: str) -> bool:
    """[34.21] [34.22] A fight, ships or aircraft devastate a hex, if the chapter is in use and there is
    something in it; whether they did."""
    if not in_use(position) or not is_worth_it(position, node):
        return False
    position.lay_waste(node)
    table.tell(f"{position.setting.board.name_of(node)} is devastated", rule, kind="devastated")
    return True


# By one's own troops


def options(position: SteelPosition) -> Iterator[Devastate]:
    """[34.2] The hexes that the side whose impulse it is may devastate now."""
    if not in_use(position):
        return
    label, side = position.setting.board.label, position.active
    fronts, front_of = impulses.active_fronts(position), position.setting.front_of
    units, troops, razing = position.units, position.troops, position.razing
    for node in sorted({units[name].at for name in position.army[side]}):
        if front_of[node] in fronts and node not in razing and is_worth_it(position, node):
            if any(_is_free(position, units[name]) for name in troops[node]):
                yield Devastate(label(node))


def pioneer(position: SteelPosition, node: int) -> Unit | None:
    """[34.2] The unit that does it: one that has neither moved nor attacked in this impulse, of several the
    one that could do least else (SS-E01)."""
    found = [unit for unit in position.troops_at(node) if _is_free(position, unit)]
    pieces = position.setting.pieces

    def worth(unit: Unit) -> tuple[bool, int, str]:
        piece = pieces[unit.piece]
        return not (piece.fort or unit.entrenched), piece.strength, unit.name

    return min(found, key=worth, default=None)


def _is_free(position: SteelPosition, unit: Unit) -> bool:
    return (
        position.sides[unit.piece] == position.active
        and not (unit.moved or unit.strategic or unit.attacked or unit.fired or unit.overran)
        and not bolsheviks.is_idle(position, unit)
        and moving.is_on_active_front(position, unit)
    )


def begin(table: Table, position: SteelPosition, order: Devastate) -> None:
    """[34.2] A unit begins to devastate its hex, and does not attack; the marker comes when the impulse
    ends."""
    node = position.setting.board[order.at]
    unit = pioneer(position, node)
    assert unit is not None, order
    position.change(unit.name, attacked=True)
    position.razing.add(node)
    name = position.piece(unit).name
    table.tell(
        f"{name} prepares to lay waste {position.setting.board.name_of(node)}", "34.2", kind="devastate"
    )


def conclude(table: Table, position: SteelPosition) -> None:
    """[34.2] The impulse ends: what units have been at is devastated."""
    for node in sorted(position.razing):
        lay_waste(table, position, node, "34.2")
    position.razing.clear()


def why_not(position: SteelPosition, order: Devastate) -> Refusal:
    """[34.1] [34.2] Words for a hex that cannot be devastated."""
    board = position.setting.board
    if not in_use(position):
        return Refusal("34.0", "chapter 34 is not in use")
    node = board[order.at]
    if node in position.devastated or node in position.razing:
        return Refusal("34.2", f"{order.at} is devastated already")
    if not is_worth_it(position, node):
        return Refusal("34.1", "only industrial cities, petroleum, naval bases and railways are devastated")
    if position.occupant[node] != position.active:
        return Refusal("34.2", f"no land unit of yours is in {order.at}")
    return Refusal("34.2", f"every unit in {order.at} has moved or attacked, or has no impulse")


# What is rebuilt


def order_name(label: str) -> str:
    """What an order to clear a hex is called among other orders of a quarter."""
    return f"{_NAME}{label}"


def clearable(position: SteelPosition, country: str) -> list[int]:
    """[34.4] The devastated hexes that a country may clear for points: its own that its side controls, and
    others that its land units hold (SS-E03); none that is to be cleared already."""
    able = position.memo.found(("clearable", country), _clearable, position, country)
    drafted = {each for each in position.drafts if each.startswith(_NAME)}
    if not drafted:
        return [*able]
    label = position.setting.board.label
    return [node for node in able if order_name(label(node)) not in drafted]


def _clearable(position: SteelPosition, country: str) -> list[int]:
    """[34.4] Those that a country may clear, as long as nobody has ordered it."""
    side, country_of = position.alliances[country], position.setting.country_of
    at_home = _ruins_by_country(position.setting, position.ruins).get(country, _NONE)
    return [
        node
        for node in sorted(at_home | (position.ruins & position.troops.keys()))
        if (country_of[node] == country or node in position.troops)
        and position.controller(node) == side
        and not position.zone_bars(node, side)
        and (
            country_of[node] == country
            or any(position.piece(unit).country == country for unit in position.troops_at(node))
        )
    ]


@lru_cache(maxsize=4)
def _ruins_by_country(setting: SteelSetting, ruins: frozenset[int]) -> dict[str, frozenset[int]]:
    """The devastated hexes of each country."""
    found: dict[str, set[int]] = {}
    for node in ruins:
        found.setdefault(setting.country_of[node], set()).add(node)
    return {country: frozenset(nodes) for country, nodes in found.items()}


def clear(table: Table, position: SteelPosition, name: str) -> None:
    """[34.4] An order to clear a hex was paid for."""
    node = position.setting.board[name.removeprefix(_NAME)]
    position.clear_waste(node)
    table.tell(f"{position.setting.board.name_of(node)} is rebuilt", "34.4", kind="rebuilt")
