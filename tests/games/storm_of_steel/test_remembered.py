"""What was made quick, against the same worked out plainly, in positions of random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import (
    fleets,
    industrial_lines,
    moving,
    naval_transport,
    rebasing,
    sea_control,
    sea_routes,
)
from hexfront.games.storm_of_steel.rules.industrial_lines import Nets
from hexfront.games.storm_of_steel.rules.sea_routes import OFF_MAP_SEAS
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.games.storm_of_steel.vocabulary import SIDES
from hexfront.kernel.start import new_game

DECISIONS, EVERY = 240, 60


def played() -> Iterator[tuple[SteelPosition, Random]]:
    """Some positions of a campaign that is played by lot."""
    game = new_game(TITLE, "campaign-1914", 7)
    game.digest_every = 0
    draw = Random(7)
    while game.step < DECISIONS:
        decision = draw.choice(game.decisions)
        game.play(draw.choice(decision.choices()), decision.side)
        if game.step % EVERY == 0:
            position = game.position
            assert isinstance(position, SteelPosition)
            yield position, draw


def joined(position: SteelPosition, side: str) -> Nets:
    """The nets of a side, joined hex by hex and port by port."""
    found = Nets({})
    rails = position.rails
    usable = [
        bool(others) and industrial_lines.is_usable(position, side, node) for node, others in enumerate(rails)
    ]
    for node, others in enumerate(rails):
        for other in others:
            if usable[node] and usable[other]:
                found.join(node, other)
    industrial_lines._by_rail_off_map(position, side, found, usable)
    for ports in industrial_lines._harbours(position, side):
        for port in ports:
            found.join(ports[0], port)
    return found


def test_railways_that_hang_together_are_one_net() -> None:
    for position, _ in played():
        for side in SIDES:
            nets, plainly = industrial_lines.nets(position, side), joined(position, side)
            nodes = range(len(position.rails))
            assert [nets.net(node) for node in nodes] == [plainly.net(node) for node in nodes]


def seas_reached(position: SteelPosition, side: str, start: int) -> dict[str, int]:
    """The seas a ship comes to, by trying every link as often as there are seas."""
    usable = sea_routes.open_seas(position, side)
    found = {sea: 1 for sea in sea_control.seas_of(position, start) if sea in usable}
    links = [link for link in position.setting.links if link.kind == "sea"]
    for _ in links:
        for link in links:
            for sea, other in ((link.a, link.b), (link.b, link.a)):
                if sea not in found or other not in usable:
                    continue
                if not sea_routes.straits_open(position, side, frozenset((sea, other))):
                    continue
                used = found[sea] + (sea in OFF_MAP_SEAS or other in OFF_MAP_SEAS)
                if used <= naval_transport.FURTHEST:
                    found[other] = min(used, found.get(other, used))
    return found


def test_ships_come_to_the_seas_that_links_lead_to() -> None:
    for position, _ in played():
        ports = sorted({node for nodes in sea_control.ports_of(position.setting).values() for node in nodes})
        for side in SIDES:
            for node in ports[::4]:
                assert rebasing.reached(position, side, node) == seas_reached(position, side, node)


def test_ships_on_a_sea_lie_in_the_ports_on_it() -> None:
    for position, _ in played():
        for sea in sea_control.ports_of(position.setting):
            for side in SIDES:
                plainly = {
                    unit.name
                    for unit in position.units.values()
                    if position.piece(unit).kind in fleets.COMBATANTS
                    and position.side_of(unit) == side
                    and unit.at in sea_control.ports_of(position.setting)[sea]
                    and sea in sea_control.seas_of(position, unit.at)
                }
                assert {unit.name for unit in fleets.lying_on(position, sea, side)} == plainly


def test_who_looks_no_farther_finds_the_same_or_gives_up() -> None:
    for position, draw in played():
        for side in SIDES:
            for node in draw.sample(range(len(position.rails)), 12):
                if position.setting.board.is_area(node):
                    continue
                far = moving.lifeline(position, side, node)
                assert [moving.lifeline(position, side, node, most) for most in range(far + 2)] == [
                    min(most, far) for most in range(far + 2)
                ]
