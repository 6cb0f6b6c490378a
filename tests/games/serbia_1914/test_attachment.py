"""Attachment: areas and their boundaries, corps and their limits."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexfront.games.serbia_1914.orders import Attach, Boundary
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import areas, attachment
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, INDEPENDENT, SERBIA
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.builders import Play, node, position, table

AH = "turn 3 attachment austria-hungary\n"
SR = "turn 3 attachment serbia\n"
ARMIES = AH + (
    "unit ah-train-8 15.10 army=FIFTH\nunit ah-inf-xx-9 16.09 army=FIFTH corps=8\n"
    "unit ah-train-13 14.11 army=FIFTH\nunit ah-inf-xx-42 14.13 army=FIFTH corps=13\n"
    "unit ah-inf-x-13 14.13 army=FIFTH corps=13\n"
    "unit ah-train-15 13.22 army=SIXTH\nunit ah-inf-xx-1 16.22 army=SIXTH corps=15\n"
    "unit ah-inf-x-8-gb 12.19 army=SIXTH corps=independent\n"
)


def begun(text: str) -> SerbiaPosition:
    of = position(text)
    attachment.begin(table(of), of)
    return of


def owner(of: SerbiaPosition, label: str) -> str:
    return attachment.army_of(of, node(of, label))


# Areas


@pytest.mark.rule("5.1", "5.1.1", "4.2.2")
def test_every_hex_lies_in_the_area_of_one_army() -> None:
    of = begun(ARMIES)
    everywhere = [set(areas.hexes_in(of, areas.grounds(of)[army])) for army in ("FIFTH", "SIXTH")]
    assert everywhere[0] | everywhere[1] == of.setting.hexes
    assert not everywhere[0] & everywhere[1]


@pytest.mark.rule("5.1.1")
def test_the_first_boundaries_part_the_armies_as_they_stand() -> None:
    for scenario in TITLE.scenarios():
        of = TITLE.set_up(TITLE.setting(scenario.name, {}), 1)
        assert isinstance(of, SerbiaPosition)
        of.active = AUSTRIA_HUNGARY
        before = {unit.name: unit.army for unit in of.units.values() if unit.army}
        attachment.begin(table(of), of)
        after = {name: of.units[name].army for name in before}
        assert after == before, scenario.name


@pytest.mark.rule("5.1.1")
def test_a_boundary_runs_straight_from_the_enemys_land_to_a_friendly_map_edge() -> None:
    of = begun(ARMIES)
    hexes = of.boundaries["FIFTH/SIXTH"]
    assert of.controller(hexes[0]) == SERBIA
    assert hexes[-1] in of.setting.friendly_edges["austria-hungary"]
    for here, there in pairwise(hexes):
        areas.direction_of(of.setting.board, here, there)
    with pytest.raises(ValueError, match="straight"):
        areas.direction_of(of.setting.board, node(of, "10.10"), node(of, "13.20"))


@pytest.mark.rule("5.1.1")
def test_a_line_along_a_row_is_straight() -> None:
    # The book's own line: 10.17/10.18, 11.18/11.19, 12.17/12.18, 13.18/13.19, 14.17/14.18.
    of = position(
        AH + "boundary FIFTH/SIXTH 14.17 10.17\nunit ah-train-8 15.10 army=FIFTH\n"
        "unit ah-train-15 13.22 army=SIXTH\n"
    )
    for north, south in (
        ("10.17", "10.18"),
        ("11.17", "11.18"),
        ("12.17", "12.18"),
        ("13.17", "13.18"),
        ("14.17", "14.18"),
    ):
        assert owner(of, north) == "FIFTH"
        assert owner(of, south) == "SIXTH"
    lower = position(
        AH + "boundary FIFTH/SIXTH 13.18 11.18\nunit ah-train-8 15.10 army=FIFTH\n"
        "unit ah-train-15 13.22 army=SIXTH\n"
    )
    for label in ("10.17", "11.18", "12.17", "13.18", "14.17"):
        assert owner(lower, label) == "FIFTH"
    for label in ("10.18", "11.19", "12.18", "13.19", "14.18"):
        assert owner(lower, label) == "SIXTH"


@pytest.mark.rule("5.1.1")
def test_a_bent_line_keeps_the_hexes_on_it_with_the_northern_army() -> None:
    of = position(
        AH + "boundary FIFTH/SIXTH 18.14 14.14 08.11\nunit ah-train-8 15.10 army=FIFTH\n"
        "unit ah-train-15 13.22 army=SIXTH\n"
    )
    assert owner(of, "16.14") == "FIFTH"
    assert owner(of, "16.15") == "SIXTH"
    assert owner(of, "10.12") == "FIFTH"
    assert owner(of, "10.13") == "SIXTH"


@pytest.mark.rule("5.1.2", "5.5", "5.3.1")
def test_units_belong_to_the_army_in_whose_area_they_stand() -> None:
    text = ARMIES + "boundary FIFTH/SIXTH 15.15 08.15\n" + "unit ah-gar-iii-tuzla 10.12 army=SIXTH\n"
    of = position(text)
    Play(attachment.phase(table(of), of))
    attachment.assign_armies(table(of), of)
    assert of.units["ah-gar-iii-tuzla"].army == "FIFTH"
    moved = position(text.replace("ah-inf-x-13 14.13", "ah-inf-x-13 14.18"))
    attachment.assign_armies(table(moved), moved)
    assert moved.units["ah-inf-x-13"].army == "SIXTH"
    assert moved.units["ah-inf-x-13"].corps == INDEPENDENT


@pytest.mark.rule("5.1.2", "19.0")
def test_a_two_hex_unit_stays_with_its_army_while_one_hex_is_in_the_area() -> None:
    text = ARMIES + "boundary FIFTH/SIXTH 15.15 08.15\n"
    of = position(text.replace("ah-inf-x-13 14.13", "ah-inf-x-13 12.16+12.15"))
    assert owner(of, "12.16") == "SIXTH"
    assert owner(of, "12.15") == "FIFTH"
    attachment.assign_armies(table(of), of)
    assert of.units["ah-inf-x-13"].army == "FIFTH"


@pytest.mark.rule("5.2.2", "5.1.2")
def test_a_formation_with_a_corps_printed_on_it_stays_with_that_corps() -> None:
    of = position(
        ARMIES.replace("ah-inf-xx-9 16.09", "ah-inf-xx-9 14.18") + "boundary FIFTH/SIXTH 15.15 08.15\n"
    )
    attachment.assign_armies(table(of), of)
    assert (of.units["ah-inf-xx-9"].army, of.units["ah-inf-xx-9"].corps) == ("FIFTH", "8")


@pytest.mark.rule("5.1.2")
def test_a_corps_belongs_to_the_army_in_whose_area_its_train_is() -> None:
    of = position(
        ARMIES.replace("ah-train-13 14.11", "ah-train-13 13.19") + "boundary FIFTH/SIXTH 15.15 08.15\n"
    )
    attachment.assign_armies(table(of), of)
    assert of.units["ah-train-13"].army == "SIXTH"
    assert of.units["ah-inf-xx-42"].army == "SIXTH"  # of the 13th Corps by its counter
    assert of.units["ah-inf-x-13"].army == "FIFTH"  # stands in the Fifth Army's area
    assert of.units["ah-inf-x-13"].corps == INDEPENDENT


@pytest.mark.rule("5.4", "5.0", "2.2.1")
def test_units_of_an_armys_name_stay_with_it_wherever_they_are() -> None:
    of = position(
        ARMIES + "unit ah-inf-xx-40 14.11\nunit ah-depot-sixth-1 11.08\nboundary FIFTH/SIXTH 15.15 08.15\n"
    )
    attachment.assign_armies(table(of), of)
    assert of.units["ah-inf-xx-40"].army == "SIXTH"
    assert of.units["ah-depot-sixth-1"].army == "SIXTH"


@pytest.mark.rule("5.1.3", "5.2.1")
def test_no_line_gives_an_army_more_trains_than_corps_boxes() -> None:
    of = begun(ARMIES + "unit ah-train-16 12.22 army=SIXTH\nunit ah-inf-xx-18 12.24 army=SIXTH corps=16\n")
    assert of.setting.forces.armies["SIXTH"].corps_boxes == 2
    offered = [
        order for order in Play(attachment.phase(table(of), of)).choices if isinstance(order, Boundary)
    ]
    assert offered
    for order in offered:
        after = of.copy()
        attachment.redraw(table(after), after, order)
        trains = [unit.army for unit in after.units.values() if after.piece(unit).train]
        assert trains.count("SIXTH") <= 2
        assert trains.count("FIFTH") <= 3


@pytest.mark.rule("5.1.3")
def test_a_train_too_many_for_an_army_stays_with_its_own() -> None:
    text = ARMIES + "unit ah-train-16 12.22 army=SIXTH\nboundary FIFTH/SIXTH 15.15 08.15\n"
    of = position(text.replace("ah-train-13 14.11", "ah-train-13 13.19"))
    assert owner(of, "13.19") == "SIXTH"
    attachment.assign_armies(table(of), of)
    assert of.units["ah-train-13"].army == "FIFTH"
    assert list(attachment.findings(of)) == []
    of.change("ah-train-13", army="SIXTH")
    assert [finding.rules for finding in attachment.findings(of)] == [("5.1.3",)]


@pytest.mark.rule("5.1.1", "5.1.2", "4.2.2")
def test_a_boundary_is_redrawn_with_one_order_and_the_units_change_their_army() -> None:
    of = begun(ARMIES)
    play = Play(attachment.phase(table(of), of))
    offered = [order for order in play.choices if isinstance(order, Boundary)]
    brigade = next(order for order in offered if attachment.changes(of, order) == {"ah-inf-x-8-gb": "FIFTH"})
    play.answer(brigade)
    assert of.units["ah-inf-x-8-gb"].army == "FIFTH"
    assert not [order for order in play.choices if isinstance(order, Boundary)]  # once in a phase
    assert play.asked is not None
    play.answer(PASS)
    assert play.over


@pytest.mark.rule("5.1.1", "5.1.2")
def test_lines_come_before_corps_and_a_line_from_nowhere_is_refused() -> None:
    of = begun(ARMIES)
    play = Play(attachment.phase(table(of), of))
    with pytest.raises(Refusal) as refused:
        play.answer(Boundary("FIFTH/SIXTH", ("10.10", "13.20")))
    assert refused.value.rules == ("5.1.1",)
    play.answer(Attach("ah-inf-x-13", "8"))
    assert not [order for order in play.choices if isinstance(order, Boundary)]


@pytest.mark.rule("5.1.1a", "4.2.6")
def test_when_the_enemys_front_goes_back_the_boundary_is_carried_on_to_it() -> None:
    text = ARMIES.replace("attachment austria-hungary", "counter movement serbia")
    of = position(
        text + "boundary FIFTH/SIXTH 15.15 08.15\n" + "holder 15.15 16.14 16.15 17.15 17.16 austria-hungary\n"
    )
    attachment.adjust(table(of), of)
    hexes = of.boundaries["FIFTH/SIXTH"]
    assert of.controller(hexes[0]) == SERBIA
    assert of.setting.board.distance(hexes[0], node(of, "15.15")) != 0
    assert hexes[1:] == (node(of, "08.15"),)
    serbian = position(
        text.replace("movement serbia", "movement austria-hungary") + "boundary FIFTH/SIXTH 15.15 08.15\n"
        "holder 15.15 16.14 16.15 austria-hungary\n"
    )
    attachment.adjust(table(serbian), serbian)
    assert serbian.boundaries["FIFTH/SIXTH"] == (node(of, "15.15"), node(of, "08.15"))


@pytest.mark.rule("5.1.2", "16.5")
def test_after_turn_six_the_second_armys_units_belong_to_the_fifth() -> None:
    text = (
        ARMIES
        + "unit ah-inf-xx-29 20.06 army=SECOND corps=independent\n"
        + "unit ah-inf-iii-syrmien-1 24.10 army=SECOND\n"
    )
    of = begun(text.replace("turn 3", "turn 6"))
    assert of.units["ah-inf-xx-29"].army == "SECOND"
    assert "SECOND/FIFTH" in of.boundaries
    later = begun(text.replace("turn 3", "turn 7"))
    assert later.units["ah-inf-xx-29"].army == "FIFTH"
    assert later.units["ah-inf-iii-syrmien-1"].army == "FIFTH"
    assert set(later.boundaries) == {"FIFTH/SIXTH"}


# Corps


@pytest.mark.rule("5.2", "5.2.3", "5.1.2")
def test_a_formation_goes_to_another_corps_of_its_army_once_in_a_phase() -> None:
    of = begun(ARMIES)
    play = Play(attachment.phase(table(of), of))
    assert Attach("ah-inf-x-13", "15") not in play.choices  # another army's
    play.answer(Attach("ah-inf-x-13", "8"))
    assert of.units["ah-inf-x-13"].corps == "8"
    assert not [order for order in play.choices if getattr(order, "unit", "") == "ah-inf-x-13"]
    with pytest.raises(Refusal) as refused:
        play.answer(Attach("ah-inf-x-13", "13"))
    assert refused.value.rules == ("5.1.2",)


@pytest.mark.rule("5.2.4", "5.2.2")
def test_a_formation_may_be_independent_unless_its_corps_is_printed_on_it() -> None:
    of = begun(ARMIES)
    play = Play(attachment.phase(table(of), of))
    assert Attach("ah-inf-x-13", INDEPENDENT) in play.choices
    with pytest.raises(Refusal) as refused:
        play.answer(Attach("ah-inf-xx-9", INDEPENDENT))
    assert refused.value.rules == ("5.2.2",)


@pytest.mark.rule("5.2.4")
def test_cavalry_is_never_in_a_corps() -> None:
    of = begun(ARMIES + "unit ah-cav-xx-10 15.09 army=FIFTH corps=8\n")
    assert of.units["ah-cav-xx-10"].corps == INDEPENDENT
    play = Play(attachment.phase(table(of), of))
    with pytest.raises(Refusal) as refused:
        play.answer(Attach("ah-cav-xx-10", "8"))
    assert refused.value.rules == ("5.2.4",)
    wrong = position(ARMIES + "unit ah-cav-xx-10 15.09 army=FIFTH corps=8\n")
    assert [finding.rules for finding in attachment.findings(wrong)] == [("5.2.4",)]


@pytest.mark.rule("5.2.3", "2.8.4")
def test_a_corps_takes_no_more_than_its_limit() -> None:
    full = "".join(
        f"unit X{at} 15.09 nation=austria-hungary values=4-4-3-1 size=x army=FIFTH corps=8\n"
        for at in range(4)
    )
    of = begun(ARMIES + full)  # the 9th Division and four brigades: three divisions
    assert attachment.attached_to(of, "8") == attachment.limit_of(of, "8") == 12
    play = Play(attachment.phase(table(of), of))
    with pytest.raises(Refusal) as refused:
        play.answer(Attach("ah-inf-x-13", "8"))
    assert (refused.value.rules, refused.value.compared) == (("5.2.3",), "at most 3, has 3 1/2")


@pytest.mark.rule("5.2.3")
def test_who_has_too_many_in_a_corps_must_make_room() -> None:
    full = "".join(
        f"unit X{at} 15.09 nation=austria-hungary values=4-4-3-1 size=x army=FIFTH corps=8\n"
        for at in range(5)
    )
    of = begun(ARMIES + full)
    play = Play(attachment.phase(table(of), of))
    assert PASS not in play.choices
    play.answer(Attach("X0", INDEPENDENT))
    assert PASS in play.choices


@pytest.mark.rule("5.2", "5.0")
def test_a_serbian_formation_is_always_in_one_of_the_four_corps() -> None:
    of = begun(
        SR + "unit sr-inf-xx-drina-1 22.15 corps=third\nunit sr-inf-xx-timok-1 34.15 corps=independent\n"
    )
    assert of.units["sr-inf-xx-timok-1"].corps in {"first", "second", "third", "uzice"}
    play = Play(attachment.phase(table(of), of))
    assert Attach("sr-inf-xx-drina-1", "first") in play.choices
    with pytest.raises(Refusal) as refused:
        play.answer(Attach("sr-inf-xx-drina-1", INDEPENDENT))
    assert refused.value.rules == ("5.2",)
    assert not [order for order in play.choices if isinstance(order, Boundary)]


@pytest.mark.rule("5.2")
def test_a_serbian_corps_has_a_limit_too() -> None:
    many = "".join(f"unit S{at} 22.15 nation=serbia values=7-8-4-2 corps=third\n" for at in range(4))
    of = begun(SR + many + "unit sr-inf-xx-timok-1 34.15 corps=first\n")
    with pytest.raises(Refusal) as refused:
        Play(attachment.phase(table(of), of)).answer(Attach("sr-inf-xx-timok-1", "third"))
    assert refused.value.rules == ("5.2.3",)


@pytest.mark.rule("5.2.2", "5.1.2")
def test_formations_whose_train_has_left_are_independent() -> None:
    of = begun(ARMIES.replace("unit ah-train-13 14.11 army=FIFTH\n", ""))
    assert of.units["ah-inf-x-13"].corps == INDEPENDENT
    assert of.units["ah-inf-xx-42"].corps == INDEPENDENT


@pytest.mark.rule("5.3.2", "5.3.3", "9.2.2")
def test_who_may_fight_together() -> None:
    of = position(
        ARMIES + "unit ah-inf-xx-21 16.10 army=FIFTH corps=8\nunit ah-gar-iii-zvornik 14.14 army=FIFTH\n"
        "unit ah-inf-x-104-lst 14.13 army=FIFTH corps=independent\n"
        "unit ah-inf-xx-29 14.13 army=FIFTH corps=independent\n"
        "unit ah-inf-x-107-lst 14.12 army=FIFTH corps=independent\n"
        "unit ah-gar-iii-foca 14.14 army=SIXTH\n"
    )

    def together(one: str, other: str) -> bool:
        return attachment.same_corps(of, of.units[one], of.units[other])

    assert together("ah-inf-xx-9", "ah-inf-xx-21")
    assert not together("ah-inf-xx-9", "ah-inf-xx-42")
    assert together("ah-inf-xx-9", "ah-gar-iii-zvornik")
    assert not together("ah-inf-xx-9", "ah-gar-iii-foca")
    assert together("ah-inf-x-104-lst", "ah-inf-xx-29")  # one stack
    assert not together("ah-inf-x-104-lst", "ah-inf-x-107-lst")  # another hex


@pytest.mark.rule("5.1.3")
def test_a_corps_without_a_box_passes_to_the_nearest_army_that_has_one() -> None:
    of = position(
        "turn 13 attachment austria-hungary begun=no\n"
        "unit ah-train-8 19.10 army=FIFTH\nunit ah-train-13 20.09 army=FIFTH\n"
        "unit ah-train-15 10.13 army=FIFTH\nunit ah-train-combined 23.07 army=FIFTH\n"
        "unit ah-train-16 12.23 army=SIXTH\nunit ah-inf-xx-18 12.23 army=SIXTH corps=16\n"
        "boundary FIFTH/SIXTH 22.20 08.13\n"
    )
    attachment.begin(table(of), of)
    assert of.units["ah-train-15"].army == "SIXTH"
    assert list(attachment.findings(of)) == []
