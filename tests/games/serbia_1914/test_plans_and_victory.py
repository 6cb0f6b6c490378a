"""[26.0] [27.0] Strategic plans, victory points, and who has won."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import AbandonPlan, ClaimSyrmien
from hexfront.games.serbia_1914.rules import plans, victory_points
from hexfront.games.serbia_1914.scenarios import victory
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.builders import Play, game, node, position, table

BOUND = "plan FIFTH bound\nmandated FIFTH 5\n"


@pytest.mark.rule("26.1", "26.1.1")
@pytest.mark.parametrize(
    ("unit", "control", "achieved"),
    [
        ("ah-inf-xx-9", True, True),
        ("ah-inf-xx-9", False, False),
        ("ah-cav-xx-10", True, False),
        ("ah-gar-iii-tuzla", True, False),
    ],
)
def test_only_infantry_of_a_brigade_in_control_captures_the_primary_objective(
    unit: str, control: bool, achieved: bool
) -> None:
    holder = "holder 23.16 austria-hungary\n" if control else ""
    placed = position(f"turn 4 preliminary serbia\n{BOUND}{holder}unit {unit} 23.16 army=FIFTH\n")
    plans.note_achieved(table(placed), placed)
    assert placed.plans["FIFTH"] == ("achieved" if achieved else "bound")


@pytest.mark.rule("26.0", "26.1.2")
def test_the_plans_have_the_objectives_of_the_rules() -> None:
    found = position("turn 4 preliminary serbia\n").setting.lists.plans
    assert (found["FIFTH"].primary, set(found["FIFTH"].objectives)) == ("23.16", {"26.11", "25.18"})
    assert (found["SIXTH"].primary, set(found["SIXTH"].objectives)) == ("19.28", {"16.28", "22.21", "22.29"})


@pytest.mark.rule("26.2", "26.2.1")
def test_a_bound_formation_that_moves_must_end_closer_to_an_objective() -> None:
    placed = position(
        f"turn 4 movement austria-hungary\n{BOUND}unit ah-inf-xx-9 20.14 army=FIFTH began=20.14\n"
    )
    unit = placed.units["ah-inf-xx-9"]
    assert plans.may_end(placed, unit, node(placed, "21.15")) is None
    assert plans.may_end(placed, unit, node(placed, "20.14")) is None
    refusal = plans.may_end(placed, unit, node(placed, "19.14"))
    assert refusal is not None
    assert refusal.rules == ("26.2.1",)


@pytest.mark.rule("26.2")
@pytest.mark.parametrize(
    "unit",
    [
        "ah-inf-xx-9 20.14 army=FIFTH began=20.14 status=4",
        "ah-cav-xx-10 20.14 army=FIFTH began=20.14",
        "ah-gar-iii-tuzla 20.14 army=FIFTH began=20.14",
        "ah-inf-xx-9 20.14 army=SIXTH began=20.14",
    ],
)
def test_ineffective_formations_cavalry_assets_and_other_armies_are_free(unit: str) -> None:
    placed = position(f"turn 4 movement austria-hungary\n{BOUND}unit {unit}\n")
    (found,) = placed.units.values()
    assert plans.may_end(placed, found, node(placed, "19.14")) is None


@pytest.mark.rule("26.3", "26.3.1")
@pytest.mark.parametrize(("turn", "made", "rule"), [(1, 5, "26.3"), (2, 4, "26.3.1")])
def test_a_plan_cannot_be_abandoned_too_early_or_before_the_mandated_attacks(
    turn: int, made: int, rule: str
) -> None:
    placed = position(f"turn {turn} preliminary serbia\nplan FIFTH bound\nmandated FIFTH {made}\n")
    refusal = plans.why_not_abandon(placed, "FIFTH")
    assert refusal is not None
    assert refusal.rules == (rule,)
    assert Play(plans.abandon(table(placed), placed)).over


@pytest.mark.rule("26.3", "27.1")
def test_the_fifth_army_four_hexes_from_valjevo_loses_ten_points() -> None:
    placed = position(f"turn 2 preliminary serbia\n{BOUND}unit ah-inf-xx-9 19.14 army=FIFTH\n")
    board = placed.setting.board
    assert board.distance(board["19.14"], board["23.16"]) == 4
    play = Play(plans.abandon(table(placed), placed))
    assert play.choices == [AbandonPlan("FIFTH"), PASS]
    play.answer(AbandonPlan("FIFTH"))
    assert (placed.plans["FIFTH"], placed.lead) == ("abandoned", -10)


@pytest.mark.rule("27.1")
@pytest.mark.parametrize(
    ("at", "points"), [("23.15", 3), ("23.14", 6), ("23.13", 10), ("23.12", 10), ("23.11", 15)]
)
def test_points_for_abandonment_fall_with_the_distance(at: str, points: int) -> None:
    placed = position(f"turn 2 preliminary serbia\n{BOUND}unit ah-inf-xx-9 {at} army=FIFTH\n")
    assert plans.abandonment_points(placed, placed.setting.lists.plans["FIFTH"]) == points


@pytest.mark.rule("27.1", "5.5")
@pytest.mark.parametrize(("army", "at", "points"), [("SIXTH", "20.14", 10), ("FIFTH", "20.18", 15)])
def test_an_asset_unit_counts_for_the_army_in_whose_area_it_stands(army: str, at: str, points: int) -> None:
    of = game(
        f"turn 2 preliminary serbia\n{BOUND}boundary FIFTH/SIXTH 15.15 08.15\n"
        "unit ah-inf-xx-9 14.11 army=FIFTH corps=8\nunit ah-inf-xx-1 16.22 army=SIXTH corps=15\n"
        f"unit ah-gar-iii-tuzla {at} army={army}\n"
    )
    of.play(AbandonPlan("FIFTH"))
    assert of.position.lead == -points


@pytest.mark.rule("26.3.1")
def test_intense_attacks_with_an_infantry_formation_are_counted() -> None:
    placed = position(
        "turn 3 attack austria-hungary\nplan FIFTH bound\nmandated FIFTH 0\n"
        "unit ah-inf-xx-9 20.14 army=FIFTH\nunit ah-gar-iii-tuzla 20.14 army=FIFTH\n"
    )
    plans.mandated(table(placed), placed, ["ah-gar-iii-tuzla"])
    assert placed.mandated["FIFTH"] == 0
    plans.mandated(table(placed), placed, ["ah-inf-xx-9", "ah-gar-iii-tuzla"])
    assert placed.mandated["FIFTH"] == 1


@pytest.mark.rule("27.2")
@pytest.mark.parametrize(
    ("at", "points"), [("21.10", 1), ("25.14", 5), ("19.12", 0), ("25.23", 0), ("25.22", 5), ("26.06", 0)]
)
def test_the_advance_is_paid_by_column_south_of_the_rivers_and_north_of_row_23(at: str, points: int) -> None:
    placed = position(f"turn 3 inter-phase serbia\nunit ah-inf-xx-9 {at} army=FIFTH\n")
    victory_points.furthest_advance(table(placed), placed)
    assert placed.lead == points


@pytest.mark.rule("27.2")
@pytest.mark.parametrize("unit", ["ah-cav-xx-10", "ah-gar-iii-tuzla"])
def test_cavalry_and_assets_earn_nothing_by_advancing(unit: str) -> None:
    placed = position(f"turn 3 inter-phase serbia\nunit {unit} 25.14 army=FIFTH\n")
    victory_points.furthest_advance(table(placed), placed)
    assert placed.lead == 0


@pytest.mark.rule("27.3")
@pytest.mark.parametrize(("at", "points"), [("30.09", 10), ("23.16", 5), ("21.27", 5), ("34.20", 10)])
def test_towns_of_serbia_are_paid_once_when_entered(at: str, points: int) -> None:
    placed = position(f"turn 3 movement austria-hungary\nunit ah-cav-xx-10 {at} army=FIFTH\n")
    placed.awarded.clear()  # it has just come there
    victory_points.watch(table(placed), placed)
    victory_points.watch(table(placed), placed)
    assert placed.lead == points


@pytest.mark.rule("27.7")
@pytest.mark.parametrize(("at", "points"), [("16.22", 5), ("08.21", 15), ("07.26", 10), ("09.21", 0)])
def test_visegrad_is_entered_sarajevo_and_kalinovik_are_approached(at: str, points: int) -> None:
    placed = position(f"turn 3 movement serbia\nunit sr-inf-xx-drina-1 {at}\n")
    placed.awarded.clear()  # it has just come there
    victory_points.watch(table(placed), placed)
    assert placed.lead == -points


@pytest.mark.rule("27.3")
def test_ships_enter_no_town() -> None:
    placed = position("turn 3 movement austria-hungary\nunit ah-naval-donau-1 30.09\n")
    victory_points.watch(table(placed), placed)
    assert placed.lead == 0


@pytest.mark.rule("27.4")
def test_sabac_is_paid_at_the_end_of_a_friendly_player_turn() -> None:
    beside = "unit ah-art-fsar-6 29.10\n"
    own = position("turn 3 finishing serbia\n" + beside)
    victory_points.end_of_player_turn(table(own), own)
    assert own.lead == -1
    other = position("turn 3 finishing austria-hungary\n" + beside)
    victory_points.end_of_player_turn(table(other), other)
    assert other.lead == 0
    taken = position("turn 3 finishing austria-hungary\nholder 21.10 austria-hungary\n" + beside)
    victory_points.end_of_player_turn(table(taken), taken)
    assert taken.lead == 1


@pytest.mark.rule("27.5")
@pytest.mark.parametrize(("at", "points"), [("29.10", 0), ("29.09", 0), ("30.09", 0), ("28.08", 1)])
def test_serbia_is_paid_when_beograd_is_not_bombarded(at: str, points: int) -> None:
    placed = position(f"turn 3 finishing serbia\nholder 21.10 austria-hungary\nunit ah-art-fsar-6 {at}\n")
    victory_points.end_of_player_turn(table(placed), placed)
    assert placed.lead == -points


@pytest.mark.rule("27.5", "3.1.6")
def test_what_the_points_for_beograd_tell_cannot_be_taken_back() -> None:
    of = game(
        "turn 12 finishing serbia\nholder 23.08 25.09 serbia\nunit ah-art-fsar-6 29.10\n"
        "unit A 23.08 nation=serbia values=7-8-4-2 effectiveness=10\n"
    )
    while of.decision.kind != "komitadji":
        of.play(PASS)
    of.play(PASS)
    assert (of.decision.side, of.decision.kind) == ("serbia", "syrmien")
    with pytest.raises(Refusal, match=r"it was seen whether .* is bombarded"):
        of.undo()


@pytest.mark.rule("27.6")
def test_serbia_takes_the_award_for_syrmien_once_when_it_chooses() -> None:
    placed = position("turn 12 finishing serbia\nholder 23.08 25.09 serbia\n")
    play = Play(victory_points.claim_syrmien(table(placed), placed))
    assert play.choices == [ClaimSyrmien(), PASS]
    play.answer(PASS)
    assert placed.lead == 0
    Play(victory_points.claim_syrmien(table(placed), placed)).answer(ClaimSyrmien())
    assert placed.lead == -10
    assert Play(victory_points.claim_syrmien(table(placed), placed)).over
    nothing = position("turn 12 finishing serbia\n")
    assert Play(victory_points.claim_syrmien(table(nothing), nothing)).over


@pytest.mark.rule("27.0")
def test_the_lead_at_the_end_gives_the_level_of_victory() -> None:
    assert victory.outcome(position("turn 37 finishing serbia\nlead 30\n")) is None
    for lead, words in ((30, "Austria-Hungary decisive"), (-15, "draw"), (-40, "Serbia substantial")):
        found = victory.outcome(position(f"turn 38 preliminary serbia\nlead {lead}\n"))
        assert found is not None
        assert found.startswith(words)


@pytest.mark.rule("27.3", "27.7")
def test_units_that_begin_a_scenario_in_a_place_earn_nothing_by_that() -> None:
    placed = position("turn 12 preliminary serbia\nunit sr-inf-xx-drina-1 16.22\n")
    victory_points.discount(placed)
    victory_points.watch(table(placed), placed)
    assert placed.lead == 0
