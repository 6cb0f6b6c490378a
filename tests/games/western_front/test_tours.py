"""Guided turns: what they say of the position is so, and what they advise is good."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.western_front.orders import Add, Aim, Assault, Attack, Go, Pick
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import Pass
from hexfront.kernel.game import Game
from hexfront.kernel.start import check_options
from hexfront.kernel.title import Scenario
from tests.games.western_front.played import at, fight_on, state, until

GUIDED = [each for each in TITLE.scenarios() if each.tour]
FORTS = "2115"
DIVISIONS = ("ge-inf-xx-17", "ge-inf-xx-18", "ge-inf-xx-19")
GUNS = ("ge-siege-i-2", "ge-siege-i-3")


def test_two_scenarios_have_a_guide() -> None:
    assert [each.name for each in GUIDED] == ["schlieffen-plan", "verdun"]


@pytest.mark.parametrize("scenario", GUIDED, ids=lambda each: each.name)
def test_a_guide_points_at_hexes_of_the_map_and_asks_for_options_there_are(
    scenario: Scenario,
) -> None:
    options = check_options(TITLE, scenario.name, scenario.guided_options)
    board = TITLE.setting(scenario.name, options).board
    hexes = [step.focus.removeprefix("hex:") for step in scenario.tour if step.focus.startswith("hex:")]
    assert hexes
    assert all(label in board for label in hexes)
    assert scenario.guided in TITLE.sides


def before_verdun() -> Game:
    """The guided game as its first combat phase begins, everybody where he stood."""
    (verdun,) = [each for each in GUIDED if each.name == "verdun"]
    game = hexfront.new("western-front/verdun", seed=1916, options=verdun.guided_options)
    while game.decision.kind != "attack":
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    return game


def guns_alone(game: Game) -> Assault:
    """An attack on the forts by the guns beside them."""
    of = state(game)
    units = [
        unit.name
        for near in of.setting.board.adjacent[of.setting.board[FORTS]]
        for unit in of.combat_units_at(near, CENTRAL_POWERS)
        if of.piece(unit).artillery and not of.piece(unit).siege
    ]
    return Assault(FORTS, tuple(units))


@pytest.mark.rule("WF 15-4", "29-7", "29-11")
def test_at_verdun_everybody_at_once_does_not_take_the_forts_and_guns_alone_lose_nothing() -> None:
    game = before_verdun()
    of = state(game)
    assert Attack("2014") not in game.decision.choices()
    places = {of.setting.board.label(of.units[name].at) for name in guns_alone(game).units}
    assert places == {"2114", "2214"}
    everybody = game.forecast(Attack(FORTS)).prospects[0].endings
    assert all(each.values["retreat"] == 0 for each in everybody)
    assert min(each.values["attacker losses"] for each in everybody) == 6
    assert max(each.values["attacker losses"] for each in everybody) == 12
    for prospect in game.forecast(guns_alone(game)).prospects:
        assert all(each.values["attacker losses"] == 0 for each in prospect.endings)
        assert all(each.values["defender losses"] > 0 for each in prospect.endings)


def test_the_first_battle_of_verdun_is_won_by_the_guns() -> None:
    game = before_verdun()
    before = dict(state(game).demoralization)
    fight_on(game, guns_alone(game), aim=Aim("fortress"))
    after = state(game).demoralization
    assert after["fr"] > before["fr"]
    assert after["ge"] == before["ge"]
    assert state(game).units["ge-hq-xxxx-5"].supply > 0


def before_the_guns_fire() -> Game:
    """The guided game of August 1914 as its third combat phase begins, played as the guide says."""
    game = hexfront.new("western-front/schlieffen-plan", seed=1914)
    marches: dict[int, list[tuple[tuple[str, ...], str]]] = {
        1: [(("ge-inf-xx-17", "ge-inf-xx-18"), "2206"), (("ge-inf-xx-19",), "2206"), (GUNS, "2405")],
        2: [(GUNS, "2306")],
        3: [(GUNS, "2206")],
    }
    for turn, orders in marches.items():
        until(game, "movement", CENTRAL_POWERS, attack=Pass())
        assert state(game).date.turn == turn
        for units, to in orders:
            game.play_all([Pick(units[0]), *map(Add, units[1:]), Go(to)])
            while not game.decision.prompt.startswith("Pick"):
                game.play(Pass())
        game.play(Pass())
        assert {at(game, name) for name in GUNS} == {orders[-1][1]}
        if turn < 3:
            until(game, "movement", ENTENTE, attack=Pass(), move=Pass())
    return game


@pytest.mark.rule("29-7", "29-10")
def test_at_liege_the_siege_guns_lose_nothing_where_three_divisions_bleed() -> None:
    game = before_the_guns_fire()
    storm = game.forecast(Assault("2107", DIVISIONS)).prospects[0]
    assert storm.means["attacker losses"] > 20
    assert storm.means["defender losses"] < 3
    for prospect in game.forecast(Assault("2107", GUNS)).prospects:
        assert prospect.means["attacker losses"] == 0
        assert prospect.means["defender losses"] > 2
    before = state(game).units["be-fortress-2107"].strength
    fight_on(game, Assault("2107", GUNS), aim=Aim("fortress"))
    assert state(game).units["be-fortress-2107"].strength < before
    assert state(game).demoralization["ge"] == 0
