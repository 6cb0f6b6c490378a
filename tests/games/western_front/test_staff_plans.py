"""Plans of the moving war: what a stance changes, which plans are tried out, and how positions are judged."""

from __future__ import annotations

from statistics import fmean

import pytest

import hexfront
from hexfront.ai import player, players
from hexfront.ai.search import Budget, searched
from hexfront.games.western_front.orders import Assault
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenarios import victory
from hexfront.games.western_front.staff import bearings, ground, line, territory
from hexfront.games.western_front.staff.balance import balance
from hexfront.games.western_front.staff.bearings import ALL, CENTRE, NORTH, RESERVE, SOUTH, Bearings, parts_of
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import RESERVED, Marches
from hexfront.games.western_front.staff.strikes import Scales
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, MOVEMENT
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Sight
from hexfront.kernel.plans import Plan, Sector, Stance, WeighsPlans
from tests.games.western_front.builders import FRONTIER, game
from tests.games.western_front.campaigns import until


@pytest.fixture(scope="module")
def august() -> Game:
    return until(MOVEMENT, ENTENTE, 3)


def position_of(made: Game) -> WesternFrontPosition:
    assert isinstance(made.position, WesternFrontPosition)
    return made.position


def told(side: str, force: str, stance: Stance, share: float = 0.0) -> Plan:
    return Plan(side, (Sector("It", force, stance, (), share=share),), name=stance)


def bearings_of(position: WesternFrontPosition, side: str, force: str, stance: Stance) -> Bearings:
    return Bearings(position.setting, told(side, force, stance))


# The parts of the front, and what a stance changes there


def test_the_front_has_three_parts_that_are_the_same_for_both(august: Game) -> None:
    setting = position_of(august).setting
    parts = parts_of(setting)
    for label, part in (
        ("1207", NORTH),
        ("2107", NORTH),
        ("2015", CENTRE),
        ("1614", CENTRE),
        ("2318", SOUTH),
    ):
        assert parts[setting.board[label]] == part, label
    assert set(parts_of(position_of(game(f"{FRONTIER}date 1914-09-3 movement entente\n")).setting)) == {
        CENTRE
    }


def test_a_plan_binds_the_parts_that_it_names_and_no_others(august: Game) -> None:
    position = position_of(august)
    north, south = position.setting.board["1207"], position.setting.board["2318"]
    of = bearings_of(position, ENTENTE, NORTH, "retire")
    assert of.at(north) == bearings.BEARINGS["retire"]
    assert of.at(south) == bearings.DOCTRINE == Bearings(position.setting).at(north)
    assert bearings_of(position, ENTENTE, ALL, "attack").at(south) == bearings.BEARINGS["attack"]


def test_who_retires_draws_his_line_farther_back(august: Game) -> None:
    survey = Survey(position_of(august), ENTENTE)
    peril = Scales(survey, LEVELS["officer"], 1.0).peril
    depth = line.home_depth(survey.position.setting, ground.home_of(ENTENTE))
    drawn = {
        stance: line.draw_line(survey, peril, bearings_of(survey.position, ENTENTE, ALL, stance)).nodes
        for stance in ("hold", "retire")
    }
    assert fmean(depth[node] for node in drawn["retire"]) > fmean(depth[node] for node in drawn["hold"]) + 0.5


def test_who_retires_holds_less_ground_than_who_attacks(august: Game) -> None:
    survey = Survey(position_of(august), CENTRAL_POWERS)
    promise = Scales(survey, LEVELS["general"], 1.0).promise
    held = {
        stance: territory.choose_territory(
            survey, promise, bearings_of(survey.position, CENTRAL_POWERS, ALL, stance)
        )
        for stance in ("attack", "retire")
    }
    assert len(held["retire"]) < len(held["attack"])


@pytest.mark.parametrize("side", [CENTRAL_POWERS, ENTENTE])
def test_the_main_effort_has_more_of_the_army(august: Game, side: str) -> None:
    """The same for both sides, whoever draws a line and whoever a territory."""
    survey = Survey(position_of(august), side)
    scales = Scales(survey, LEVELS["general"], 1.0)
    parts = parts_of(survey.position.setting)
    shares = []
    for plan in (None, told(side, SOUTH, "attack")):
        of = Bearings(survey.position.setting, plan)
        drawn = (
            territory.draw_front(survey, scales.promise, of)
            if side == CENTRAL_POWERS
            else line.draw_line(survey, scales.peril, of)
        )
        total = sum(drawn.shares.values())
        shares.append(sum(share for node, share in drawn.shares.items() if parts[node] == SOUTH) / total)
    assert shares[1] > shares[0] + 0.02


DEPTH = """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0101 country=france
hex 0102 country=france
hex 0103 country=france
hex 0701 country=germany
hex 0702 country=germany
hex 0703 country=germany
date 1914-09-3 movement entente
unit A 0302 nation=fr kind=inf values=6-4
unit B 0302 nation=fr kind=inf values=6-4
unit G 0501 nation=ge kind=inf values=8-5
"""


def test_a_reserve_waits_behind_the_line_and_not_in_it(august: Game) -> None:
    for behind in (False, True):
        marches = Marches(Survey(position_of(game(DEPTH)), ENTENTE), LEVELS["general"])
        front = marches.setting.board["0402"]
        marches.hold(Line((front,), {front: 5.0}), ["A", "B"], behind=behind)
        stops = [marches.destination(name) for name in ("A", "B")]
        assert front in stops
        (other,) = [node for node in stops if node != front] or [front]
        assert (marches.survey.hexes_to_enemy[other] >= RESERVED) == behind
    survey = Survey(position_of(august), ENTENTE)
    kept = Bearings(survey.position.setting, told(ENTENTE, RESERVE, "refit", 0.15))
    peril = Scales(survey, LEVELS["officer"], 1.0).peril
    less, all_of_it = (sum(line.draw_line(survey, peril, of).shares.values()) for of in (kept, None))
    assert less < 0.95 * all_of_it


FIGHT = f"""{FRONTIER}
date 1914-09-3 combat central-powers
unit G 0302 nation=ge kind=inf values=8-5
unit G2 0302 nation=ge kind=inf values=8-5
unit K 0402 nation=ge kind=hq size=xxxx values=0-4 supply=400
unit F 0202 nation=fr kind=inf values=4-4
unit H 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""


@pytest.mark.parametrize(("stance", "attacks"), [("attack", True), (None, True), ("retire", False)])
def test_who_retires_makes_no_attack_that_others_would_make(stance: Stance | None, attacks: bool) -> None:
    made = game(FIGHT)
    general = player("general", made.title, CENTRAL_POWERS)
    general.plan = told(CENTRAL_POWERS, ALL, stance) if stance is not None else None
    assert isinstance(general.choose(made).action, Assault) == attacks


# Plans to try


def test_candidates_differ_and_hold_a_main_effort_a_reserve_and_a_retreat(august: Game) -> None:
    survey = Survey(position_of(august), ENTENTE)
    found = bearings.candidates(survey, None)
    assert len({plan.name for plan in found}) == len(found) > 8
    first = found[:6]
    assert [sector.force for plan in first for sector in plan.sectors if sector.force == RESERVE]
    assert any(len(plan.sectors) == 2 and plan.main_effort is not None for plan in first)
    assert any(plan.with_stance("retire") for plan in first)
    shares = [sector.share for plan in found for sector in plan.sectors if sector.force in bearings.PARTS]
    assert all(0 < share <= 1 for share in shares)


def test_a_change_of_one_part_leaves_what_the_plan_says_for_the_others(august: Game) -> None:
    survey = Survey(position_of(august), ENTENTE)
    kept = told(ENTENTE, RESERVE, "refit", 0.15)
    changed = [plan for plan in bearings.candidates(survey, kept) if plan.name.startswith("a reserve, the")]
    assert changed
    assert all(Bearings(survey.position.setting, plan).reserve == 0.15 for plan in changed)


def test_a_field_marshal_tries_plans_out_in_the_west(august: Game) -> None:
    assert "marshal" in [kind.name for kind in players(TITLE)]
    side = august.decision.side
    marshal = player("marshal", august.title, side)
    planner: object = marshal.planner
    assert isinstance(planner, WeighsPlans)
    sight = Sight(august, side, august.decision)
    assert planner.is_due(sight)
    before = august.position.digest(), august.step
    found = searched(august, side, planner, sight, Budget(plans=3, rounds=(1,)))
    assert [len(each.values) for each in found.trials] == [1, 1, 1]
    assert (august.position.digest(), august.step) == before
    marshal.plan = plan = found.trials[0].plan or told(side, ALL, "attack")
    marshal.planner.order(sight)
    assert not planner.is_due(sight)
    assert plan.sentences()[-1] in marshal.notes().sentences


def test_the_trench_war_begins_with_a_plan_of_its_own() -> None:
    made = hexfront.new("western-front/verdun", seed=1)
    staff = player("general", made.title, CENTRAL_POWERS)
    others = player("general", made.title, ENTENTE)
    staff.plan = told(CENTRAL_POWERS, ALL, "retire")
    while made.decision.side != CENTRAL_POWERS or made.decision.kind != "move":
        side = made.decision.side
        made.play((staff if side == CENTRAL_POWERS else others).choose(made, side).action, side)
    assert isinstance(staff.planner, WeighsPlans)
    assert not staff.planner.is_due(Sight(made, CENTRAL_POWERS, made.decision))
    staff.choose(made)
    assert staff.plan is not None
    assert not [sector for sector in staff.plan.sectors if sector.force in (ALL, RESERVE, *bearings.PARTS)]


# How a position stands


def test_the_balance_of_one_side_is_what_the_other_lacks(august: Game) -> None:
    position = position_of(august)
    assert balance(position, ENTENTE) == -balance(position, CENTRAL_POWERS)


def test_the_balance_counts_points_troops_and_danger() -> None:
    calm = position_of(game(DEPTH))
    base = balance(calm, CENTRAL_POWERS)
    fewer = position_of(game(DEPTH.replace("unit B 0302 nation=fr kind=inf values=6-4\n", "")))
    assert balance(fewer, CENTRAL_POWERS) > base
    pressed = DEPTH.replace("unit G 0501", "unit G2 0402 nation=ge kind=inf values=40-5\nunit G 0501")
    apart = pressed.replace("unit G2 0402", "unit G2 0602")
    beside, behind = (balance(position_of(game(text)), CENTRAL_POWERS) for text in (pressed, apart))
    assert beside > behind
    worked = position_of(game(pressed + "marker trench 0302 entente\n"))
    assert balance(worked, CENTRAL_POWERS) < beside


def test_the_balance_counts_how_near_to_paris_germany_has_come(august: Game) -> None:
    far, near = position_of(august).copy(), position_of(august).copy()
    near.flags[victory.NEAREST] = 7
    assert balance(near, CENTRAL_POWERS) > balance(far, CENTRAL_POWERS) + 10


# What is told of it


def test_the_staff_tells_what_each_part_of_the_front_does_and_for_how_long(august: Game) -> None:
    survey = Survey(position_of(august), ENTENTE)
    setting = survey.position.setting
    parts = parts_of(setting)
    drawn = line.draw_line(survey, Scales(survey, LEVELS["officer"], 1.0).peril)
    target = setting.board["2107"]
    first = bearings.as_ordered(survey, drawn.shares, [target], Plan(ENTENTE))
    again = bearings.as_ordered(survey, drawn.shares, [target], first)
    third = bearings.as_ordered(survey, drawn.shares, [target], again)
    assert {sector.force for sector in first.sectors} == {parts[node] for node in drawn.nodes}
    assert sum(sector.share for sector in first.sectors) == pytest.approx(1.0)
    assert first.main_effort is not None
    assert (first.main_effort.force, first.main_effort.objective) == (NORTH, ("2107",))
    assert [sector.since for sector in third.sectors] == [2] * len(third.sectors)
    assert all("as in the 2 turns before" in sector.sentence() for sector in third.sectors)


def test_who_stands_before_his_line_is_said_to_retire() -> None:
    survey = Survey(position_of(game(DEPTH)), ENTENTE)
    board = survey.board
    behind, there = (
        bearings.as_ordered(survey, {board[label]: 6.0}, (), Plan(ENTENTE)).sectors[0].stance
        for label in ("0102", "0302")
    )
    assert (behind, there) == ("retire", "hold")


def test_the_notes_of_a_general_tell_the_plan_of_each_part(august: Game) -> None:
    general = player("general", august.title, ENTENTE)
    general.choose(august)
    told_of = general.notes().sentences
    assert [each for each in told_of if each.startswith(("The north", "The centre", "The south"))]
    assert general.plan is None  # it is what doctrine makes of the map, and binds nobody
