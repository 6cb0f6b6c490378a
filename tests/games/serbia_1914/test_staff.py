"""The staff of Serbia 1914: legal orders with reasons, attacks prepared, worn-out Formations rested."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import player
from hexfront.games.serbia_1914.orders import Aim, Declare, Go, Pick, Prepare, Recover
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.ground import Ground
from hexfront.games.serbia_1914.staff.levels import LEVELS
from hexfront.games.serbia_1914.staff.outlooks import Placing, Prize, best, outlooks
from hexfront.games.serbia_1914.staff.survey import Survey
from hexfront.games.serbia_1914.staff.wear import Wear
from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from tests.games.serbia_1914.builders import FIELD, game, node, position

OWN = "nation=serbia values=11-12-4-3 reduced=8-9-2 effectiveness=11 corps=second"
FOE = "nation=austria-hungary values=6-6-3-2 reduced=3-3-1 effectiveness=10 size=x army=FIFTH"
DEPOT = (
    'unit depot 20.10 nation=serbia kind="army depot"\n'
    'unit train 21.10 nation=serbia kind="corps train" serves=second\n'
)


def answers(of: Game, side: str, level: str = "general", most: int = 40) -> list[Action]:
    """What a staff does until somebody else decides."""
    staff = player(level, TITLE, side)
    given: list[Action] = []
    while not of.over and of.decision.side == side and len(given) < most:
        order = staff.choose(of, side)
        assert order.reason
        given.append(order.action)
        of.play(order.action, side)
    assert staff.corrected == 0
    return given


def macva() -> SerbiaPosition:
    """The introductory scenario as it begins."""
    start = hexfront.new("serbia-1914/battle-in-the-macva", seed=1).position
    assert isinstance(start, SerbiaPosition)
    return start


def test_a_strong_force_goes_to_the_enemy_and_prepares_its_attack() -> None:
    placed = game(
        FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 22.12 {OWN}\nunit B 22.12 {OWN}\nunit E 24.12 {FOE}\n"
    )
    given = answers(placed, "serbia")
    assert any(isinstance(action, Prepare) and action.at == "24.12" for action in given)


def test_a_worn_out_formation_recovers_where_nobody_is_near() -> None:
    placed = game(FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 20.10 {OWN} status=4\nunit E 26.14 {FOE}\n")
    assert Recover() in answers(placed, "serbia")


def test_a_worn_out_formation_beside_the_enemy_goes_back_first() -> None:
    placed = game(FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 24.13 {OWN} status=4\nunit E 25.14 {FOE}\n")
    given = answers(placed, "serbia")
    assert Pick("A") in given
    assert any(isinstance(action, Go) for action in given)
    assert Recover() not in given


def test_attacks_are_made_with_good_odds_and_not_with_bad_ones() -> None:
    weak = game(
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN}\nunit B 22.12 {OWN}\nunit E 22.13 {FOE}\n"
    )
    assert any(isinstance(action, Aim) for action in answers(weak, "serbia", most=3))
    strong = FOE.replace("6-6-3-2", "14-14-3-5")
    bad = game(
        FIELD + f"turn 5 attack serbia\n{DEPOT}unit A 22.12 {OWN} reductions=3\nunit E 22.13 {strong}\n"
        f"unit F 22.13 {strong}\n"
    )
    assert answers(bad, "serbia", most=1) in ([PASS], [])


@pytest.mark.parametrize("levels", [("general", "cadet"), ("officer", "greedy")])
def test_the_introductory_scenario_is_played_to_its_end(levels: tuple[str, str]) -> None:
    played = hexfront.new("serbia-1914/battle-in-the-macva", seed=3)
    played.digest_every, played.station_every = 0, 50
    table = {side: player(name, TITLE, side, seed=3) for side, name in zip(TITLE.sides, levels, strict=True)}
    kinds = set()
    while not played.over:
        side = played.decision.side
        order = table[side].choose(played, side)
        assert order.reason
        kinds.add(type(order.action))
        played.play(order.action, side)
    assert all(each.corrected == 0 for each in table.values())
    assert {Pick, Go, Aim, Declare, Prepare} <= kinds
    assert table[TITLE.sides[0]].notes().sentences


def test_an_outlook_is_reckoned_without_moving_anybody() -> None:
    placed = position(
        FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 20.11 {OWN}\nunit B 20.12 {OWN}\nunit E 23.12 {FOE}\n"
    )
    before = placed.digest()
    target, beside = node(placed, "23.12"), node(placed, "22.12")
    one = best(outlooks(placed, "serbia", target, [Placing(("A",), beside, 0)]), Prize(3.0))
    both = [Placing(("A",), beside, 0), Placing(("B",), beside, 0)]
    two = best(outlooks(placed, "serbia", target, both), Prize(3.0))
    assert one is not None
    assert two is not None
    assert two[1].taken > one[1].taken
    assert two[0] > one[0]
    assert placed.digest() == before


def test_what_combats_have_shown_makes_an_enemy_worn() -> None:
    placed = position(FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 20.11 {OWN}\nunit E 23.12 {FOE}\n")
    shown = [
        Event("E is there", "combat", data={"hex": "23.12", "unit": "E", "part": "defends"}),
        Event("White 1, black 6", "combat", data={"hex": "23.12", "result": "+1/E+5s b1"}),
    ]
    Wear(shown).show(placed, "austria-hungary")
    assert placed.units["E"].status == 2
    assert placed.units["E"].reductions == 1
    assert placed.units["A"].status == 0
    rested = position(FIELD + f"turn 9 movement serbia\n{DEPOT}unit A 20.11 {OWN}\nunit E 23.12 {FOE}\n")
    Wear([*shown, *[Event("Game turn", "turn")] * 6]).show(rested, "austria-hungary")
    assert rested.units["E"].status == 0
    assert rested.units["E"].reductions == 1


def test_a_garrison_is_not_taken_along() -> None:
    start = macva()
    start.change("sr-inf-xx-drina-1", at=start.units["sr-gar-iii-valjevo"].at)
    bodies = {body.leader: body.units for body in Survey(start, "serbia", apart=True).bodies}
    assert bodies["sr-inf-xx-drina-1"] == ("sr-inf-xx-drina-1",)
    assert bodies["sr-gar-iii-valjevo"] == ("sr-gar-iii-valjevo",)


def test_cover_is_worth_more_between_the_enemy_and_valjevo_than_aside() -> None:
    start = macva()
    survey = Survey(start, "serbia", apart=True)
    ground = Ground(survey, Aims(survey), LEVELS["general"])
    body = next(each for each in survey.bodies if each.leader == "sr-inf-xx-drina-1")
    ground.place(body, body.at, -1)
    board = start.setting.board
    assert ground.cover.worth(body, board["21.13"]) > ground.cover.worth(body, board["30.20"])


def test_a_place_that_pays_every_turn_is_taken_if_it_lies_open() -> None:
    placed = game(FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 22.12 {OWN}\nunit E 26.14 {FOE}\n")
    assert Go("21.10") in answers(placed, "serbia")  # Šabac
    cadet = game(FIELD + f"turn 5 movement serbia\n{DEPOT}unit A 22.12 {OWN}\nunit E 26.14 {FOE}\n")
    assert LEVELS["cadet"].raids is False
    assert answers(cadet, "serbia", "cadet")


def test_there_is_no_staff_of_another_level() -> None:
    assert TITLE.planner("serbia", "marshal") is None
