"""What a position keeps and games remember, against the same worked out afresh, all through random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hexfront.games.western_front import duties, fortresses, movement, stacking
from hexfront.games.western_front.lines import Lines
from hexfront.games.western_front.lorraine import Line, is_link
from hexfront.games.western_front.position import OFF_MAP, WesternFrontPosition
from hexfront.games.western_front.surrender import Communication
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, SIDES, other_side
from hexfront.kernel.game import Game
from hexfront.kernel.start import new_game
from hexfront.kernel.title import Setting

DECISIONS = 500


def played(seed: int) -> Iterator[Game]:
    """A game of random decisions, given out at every station."""
    game = new_game(TITLE, "schlieffen-plan", seed)
    game.digest_every = 0
    draw = Random(seed)
    while not game.over and game.step < DECISIONS:
        decision = game.decision
        choices = decision.choices()
        game.play(choices[draw.randrange(len(choices))], decision.side)
        if not game.over and game.decision.ask.station:
            yield game


@pytest.fixture(scope="module")
def other_setting() -> Setting:
    """A setting of the same scenario that has not seen any game."""
    return TITLE.setting("schlieffen-plan", new_game(TITLE, "schlieffen-plan").setting.options)


def afresh(position: WesternFrontPosition, setting: Setting) -> WesternFrontPosition:
    """The same position with nothing kept or remembered."""
    twin = WesternFrontPosition.from_data(position.as_data())
    TITLE.adopt(setting, twin)
    return twin


@pytest.mark.parametrize("seed", [1, 2])
def test_destinations_are_those_worked_out_afresh(seed: int, other_setting: Setting) -> None:
    draw = Random(seed)
    for game in played(seed):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.9:
            continue
        twin = afresh(position, other_setting)
        other_setting.bare.clear()  # type: ignore[attr-defined]
        side = position.active
        for name in draw.sample(position.ready[side], min(12, len(position.ready[side]))):
            found, literal = (movement.destinations(each, [name]) for each in (position, twin))
            assert [*found.items()] == [*literal.items()], name
        held_up = duties.is_bound_to_go_on(position, side)
        assert held_up is (duties.may_end_movement(twin, side) is not None)
        assert stacking.why_not_end_phase(position, side) == stacking.why_not_end_phase(twin, side) is None


def test_lengths_of_supply_lines_are_those_of_the_lines() -> None:
    draw = Random(19)
    compared = 0
    for game in played(3):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        for side in SIDES if draw.random() < 0.05 else ():
            units = [unit for unit in position.of_side(side) if unit.at != OFF_MAP]
            for unit in draw.sample(units, 6):
                away = draw.choice(((), (unit.at,)))
                lines = Lines(position, side, away)
                points = draw.choice((None, 3, 8, 12))
                for payer in lines.headquarters:
                    route = lines.route(unit, payer.at, points)
                    assert lines.length(unit, payer.at, points) == (None if route is None else route.cost)
                    compared += route is not None
    assert compared > 50


def test_ways_home_and_open_cities_are_those_looked_at_hex_by_hex() -> None:
    draw = Random(20)
    answers = set()
    for game in played(4):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.9:
            continue
        for side in SIDES:
            quick, slow = Communication(position, side), Communication(position, side)
            slow._walks_home = lambda start, known: False  # type: ignore[method-assign]
            for unit in position.of_side(side):
                nation = position.piece(unit).nation
                answers.add(quick.is_open(unit.at, nation))
                assert quick.is_open(unit.at, nation) is slow.is_open(unit.at, nation)
            weak = [
                each for each in position.fortresses_of(side) if fortresses.may_be_open_city(position, each)
            ]
            for node in range(0, len(position.standing), 7):
                near = {node, *position.setting.board.adjacent[node]}
                due = [each.name for each in weak if fortresses.why_open(position, each, each.at in near)]
                assert not due or fortresses.may_open_cities(position, node, other_side(side))
    assert True in answers


def test_the_line_of_lorraine_is_held_where_german_infantry_is() -> None:
    draw = Random(33)
    for game in played(5):
        position = game.position
        assert isinstance(position, WesternFrontPosition)
        if draw.random() < 0.8:
            continue
        links = [unit for unit in position.of_side(CENTRAL_POWERS) if is_link(position, unit)]
        without = draw.choice(((), tuple(unit.name for unit in draw.sample(links, 2))))
        line = Line(position, without)
        held = {
            node
            for unit in links
            if unit.name not in without and unit.at != OFF_MAP
            for node in line.covered(unit.at)
        }
        assert {node for node in range(len(position.standing)) if line.holds(node)} == held
