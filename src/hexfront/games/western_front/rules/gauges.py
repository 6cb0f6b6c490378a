"""Chapter 9, paragraphs 11 to 13: lines of another gauge, which engineers must convert.

The Russian network has a gauge of its own. On the Western Front every network has the same, so that nothing
there is ever converted.
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.setting import WesternFrontSetting

_FOREIGN = "foreign gauge: "  # flag of a line: 1 if its gauge is not that of the country it lies in
_NORMAL, _WIDE = "normal", "russian"


def gauge_of(position: WesternFrontPosition, node: int) -> str:
    """[9-11] The gauge of the line in a hex: that of the network it belongs to, or last belonged to."""
    network = position.rail_network(node)
    if network:
        return position.setting.tables.nations[network].gauge
    home = _home_gauge(position, node)
    if not position.flags.get(_FOREIGN + position.setting.board.label(node)):
        return home
    return _NORMAL if home == _WIDE else _WIDE


def _home_gauge(position: WesternFrontPosition, node: int) -> str:
    home = position.setting.home_network[node]
    return position.setting.tables.nations[home].gauge if home else _NORMAL


def remember(position: WesternFrontPosition, node: int) -> None:
    """[9-11] An operative line is about to be cut: keep its gauge in mind if it is a foreign one."""
    foreign = gauge_of(position, node) != _home_gauge(position, node)
    flag = _FOREIGN + position.setting.board.label(node)
    if foreign or flag in position.flags:
        position.flags[flag] = int(foreign)


def differs(position: WesternFrontPosition, node: int, network: str) -> bool:
    """[9-11] Whether a network would have to convert the line in a hex before it could use it."""
    return gauge_of(position, node) != position.setting.tables.nations[network].gauge


@lru_cache(maxsize=16)
def are_mixed(setting: WesternFrontSetting) -> bool:
    """[9-11] Whether lines of different gauges meet on a board at all."""
    nations = setting.tables.nations
    return len({nations[network].gauge for network in set(setting.home_network) if network}) > 1


def may_convert_now(position: WesternFrontPosition) -> bool:
    """[9-11] Whether this is a turn of conversion: an odd one, from April to October."""
    tables, date = position.setting.tables, position.date
    first = tables.whole("gauge_conversion_first_month")
    last = tables.whole("gauge_conversion_last_month")
    return first <= date.month <= last and date.turn % 2 == 1
