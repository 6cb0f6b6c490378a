"""Chapter 7.3: industrial lines of communication.

What is joined by such lines is worked out for a whole side at once: friendly railways and the rail zone are
one net wherever they touch, and nets are joined over the seas through ports with a transport.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import control, headquarters, sea_control
from hexfront.games.storm_of_steel.rules.sea_routes import (
    OFF_MAP_SEAS,
    area_friendly,
    has_transport,
    is_friendly_port,
    together,
)
from hexfront.games.storm_of_steel.vocabulary import other_side


class Nets:
    """The nets of a side: nodes with the same number are joined by an industrial line."""

    def __init__(self, parents: Mapping[int, int]) -> None:
        self._parents = dict(parents)

    def net(self, node: int) -> int:
        """The net that a node is on; every node without a line is a net of its own."""
        parents, found = self._parents, node
        while (above := parents.get(found, found)) != found:
            found = above
        if found != node:
            parents[node] = found  # the next time the way is short
        return found

    def joined(self, a: int, b: int) -> bool:
        return self.net(a) == self.net(b)

    def join(self, a: int, b: int) -> None:
        one, other = self.net(a), self.net(b)
        if one != other:
            self._parents[max(one, other)] = min(one, other)


def nets(position: SteelPosition, side: str) -> Nets:
    """[7.3] The industrial lines of a side as they are now."""
    found: Nets = position.memo.found(("industrial lines", side), _nets, position, side)
    return found


def _nets(position: SteelPosition, side: str) -> Nets:
    rails = position.rails
    usable = _usable(position, side)
    parents: dict[int, int] = {}  # of a net on land it is the lowest node
    for lowest in compress(range(len(usable)), usable):
        if lowest in parents:
            continue
        parents[lowest] = lowest
        queue = [lowest]
        for node in queue:
            for other in rails[node]:
                if usable[other] and other not in parents:
                    parents[other] = lowest
                    queue.append(other)
    found = Nets(parents)
    _by_rail_off_map(position, side, found, usable)
    for ports in _harbours(position, side):
        for port in ports[1:]:
            found.join(ports[0], port)
    return found


def _usable(position: SteelPosition, side: str) -> list[bool]:
    """[7.3] Of each hex whether a line of a side runs over its railway, as in `is_usable`."""
    home, railways, occupant = position.home, position.railways, position.occupant
    danger, plainly = position.zones[other_side(side)], "bolshevik" not in position.controllers
    ground = position.setting.ground
    city, zone = ground.has_city_zone, ground.rail_zone
    return [
        bool(others)
        and (
            (plainly and not danger[node] and not city[node] and occupant[node] in (side, ""))
            or is_usable(position, side, node)
            if railways.get(node, home[node]) == side
            else zone[node] and is_usable(position, side, node)
        )
        for node, others in enumerate(position.rails)
    ]


def is_usable(position: SteelPosition, side: str, node: int) -> bool:
    """[7.3] [16.4] [36.14] Whether a line of a side runs over the railway in a hex: it is the side's, no
    enemy stands there, and a hex in an enemy zone is occupied [10.33], as is an enemy city with a zone of its
    own [16.52]. In the rail zone any hex that is not a neutral's, nor the enemy's ground outside the zones of
    control of the side, will do before a headquarters has repaired its railway (SS-D87)."""
    return (
        (
            position.rail_side(node) == side
            or (
                position.setting.ground.rail_zone[node]
                and (position.controller(node) != other_side(side) or bool(position.zones[side][node]))
                and position.is_open(node, side)
            )
        )
        and (position.occupant[node] != other_side(side) or headquarters.partisans_only(position, node))
        and not position.zone_bars(node, side)
        and not control.city_zone_bars(position, node, side)
        and not position.is_red(node)
    )


def _by_rail_off_map(position: SteelPosition, side: str, found: Nets, usable: list[bool]) -> None:
    """[21.34] Railways off the map: United States to Canada, and Siberia to every line that leaves Russia
    over the eastern edge."""
    setting = position.setting
    board = setting.board
    for link in setting.links:
        if link.kind == "rail" and link.a in board and link.b in board:
            if area_friendly(position, side, link.a) and area_friendly(position, side, link.b):
                found.join(board[link.a], board[link.b])
    if "siberia" in board and area_friendly(position, side, "siberia"):
        rails = position.rails
        for node in board.regions.get("edge east", ()):
            if rails[node] and usable[node] and setting.country_of[node] == "russia":
                found.join(board["siberia"], node)


def _harbours(position: SteelPosition, side: str) -> Iterable[list[int]]:
    """[7.3] Ports that are joined over the sea: on seas that hang together and that the enemy does not
    dominate, with a transport in one of the ports; across a sea off the map only with one in a port on it."""
    ports = {
        sea: [node for node in nodes if is_friendly_port(position, side, node)]
        for sea, nodes in sea_control.ports_of(position.setting).items()
    }
    transports = {
        sea: any(has_transport(position, side, node) for node in nodes) for sea, nodes in ports.items()
    }
    passable = {
        sea
        for sea in ports
        if (transports[sea] if sea in OFF_MAP_SEAS else sea_control.open_to(position, side, sea))
    }
    for seas in together(position, side, passable):
        if any(transports[sea] for sea in seas):
            found = sorted({node for sea in seas for node in ports[sea]})
            if found:
                yield found


def sea_ports(position: SteelPosition, side: str, area: str) -> list[int]:
    """[7.14] Friendly ports on the seas off an area and on those next to them, if a transport is in one."""
    links = position.setting.links
    seas = {link.b for link in links if link.a == area and link.kind in ("port", "two ports")}
    for link in links:
        if link.kind == "sea" and {link.a, link.b} <= set(OFF_MAP_SEAS) and {link.a, link.b} & seas:
            seas = seas | {link.a, link.b}
    found = [
        node
        for sea in sorted(seas)
        for node in sea_control.ports_of(position.setting).get(sea, ())
        if is_friendly_port(position, side, node)
    ]
    return found if any(has_transport(position, side, node) for node in found) else []
