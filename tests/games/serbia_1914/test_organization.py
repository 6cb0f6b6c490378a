"""[16.3] [16.4] [21.1] Units that become one, part again, or rejoin their division."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Combine, Integrate, Split
from hexfront.games.serbia_1914.rules import organization
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table

HEAD = "turn 5 movement austria-hungary\n"


@pytest.mark.rule("16.4", "16.4.1", "16.4.2")
def test_a_division_of_mountain_brigades_can_be_divided_at_the_start_of_movement() -> None:
    placed = position(HEAD + "unit ah-inf-xx-1 16.22 army=SIXTH corps=15 reductions=2 status=2\n")
    play = Play(organization.split(table(placed), placed))
    assert play.choices == [Split("ah-inf-xx-1"), PASS]
    play.answer(Split("ah-inf-xx-1"))
    assert set(placed.units) == {"ah-inf-x-7-gb", "ah-inf-x-9-gb"}
    for unit in placed.units.values():
        assert (unit.reductions, unit.status, unit.corps) == (1, 2, "15")
    assert play.over


@pytest.mark.rule("16.4.1")
def test_parts_must_be_able_to_carry_the_reductions() -> None:
    placed = position(HEAD + "unit ah-inf-xx-1 16.22 army=SIXTH corps=15 reductions=3\n")
    refusal = organization.why_not_split(placed, AUSTRIA_HUNGARY, "ah-inf-xx-1")
    assert refusal is not None
    assert refusal.rules == ("16.4.1",)


@pytest.mark.rule("16.4.1")
def test_once_the_owner_goes_on_nothing_more_is_divided_in_the_phase() -> None:
    placed = position(HEAD + "unit ah-inf-xx-1 16.22 army=SIXTH corps=15\n")
    Play(organization.split(table(placed), placed)).answer(PASS)
    assert Play(organization.split(table(placed), placed)).over


@pytest.mark.rule("16.4.2")
def test_other_divisions_cannot_be_divided() -> None:
    placed = position(HEAD + "unit ah-inf-xx-9 16.09 army=FIFTH corps=8\n")
    assert Play(organization.split(table(placed), placed)).over
    refusal = organization.why_not_split(placed, AUSTRIA_HUNGARY, "ah-inf-xx-9")
    assert refusal is not None


@pytest.mark.rule("16.3", "16.3.1", "16.3.2")
def test_parts_stacked_together_become_the_whole_with_all_reductions_and_average_status() -> None:
    placed = position(
        HEAD
        + "unit ah-inf-x-4-gb 12.23 army=SIXTH corps=16 reductions=1 status=3\n"
        + "unit ah-inf-x-6-gb 12.23 army=SIXTH corps=16 reductions=1 status=0\n"
    )
    play = Play(organization.combine(table(placed), placed))
    assert play.choices == [Combine("ah-inf-xx-18"), PASS]
    play.answer(Combine("ah-inf-xx-18"))
    whole = placed.units["ah-inf-xx-18"]
    assert (whole.reductions, whole.status, whole.also) == (2, 1, -1)
    assert set(placed.units) == {"ah-inf-xx-18"}


@pytest.mark.rule("16.3")
def test_parts_in_adjacent_hexes_become_a_two_hex_unit() -> None:
    placed = position(
        HEAD + "unit ah-inf-x-4-gb 12.23 army=SIXTH corps=16\nunit ah-inf-x-6-gb 12.24 army=SIXTH corps=16\n"
    )
    Play(organization.combine(table(placed), placed)).answer(Combine("ah-inf-xx-18"))
    assert set(placed.hexes_of(placed.units["ah-inf-xx-18"])) == {
        node(placed, "12.23"),
        node(placed, "12.24"),
    }


@pytest.mark.rule("16.3")
def test_parts_that_are_apart_stay_apart() -> None:
    placed = position(
        HEAD + "unit ah-inf-x-4-gb 12.22 army=SIXTH corps=16\nunit ah-inf-x-6-gb 12.24 army=SIXTH corps=16\n"
    )
    play = Play(organization.combine(table(placed), placed))
    assert play.choices == [PASS]  # where they are the enemy may not know, so it is asked even so


@pytest.mark.rule("16.3")
def test_a_lost_part_is_done_without_and_its_steps_are_missing() -> None:
    placed = position(
        HEAD + "unit ah-inf-xx-31-less 22.09 army=SECOND corps=4\nlost ah-inf-x-dani 21.10 army=SECOND\n"
    )
    Play(organization.combine(table(placed), placed)).answer(Combine("ah-inf-xx-31"))
    steps = placed.setting.pieces["ah-inf-x-dani"].most_reductions + 1
    assert placed.units["ah-inf-xx-31"].reductions == steps
    assert "ah-inf-x-dani" in placed.gone


@pytest.mark.rule("21.1", "21.1(2)")
def test_a_detachment_rejoins_its_division_with_its_reductions() -> None:
    lists = position(HEAD).setting.forces.combat_units.values()
    detachment = next(unit for unit in lists if unit.parent)
    back = 1 if detachment.has_back else 0
    placed = position(
        HEAD
        + f"unit {detachment.parent} 22.09 army=FIFTH lacks={detachment.unit}\n"
        + f"unit {detachment.unit} 22.09 army=FIFTH reductions={back}\n"
    )
    play = Play(organization.combine(table(placed), placed))
    assert play.choices == [Integrate(detachment.unit), PASS]
    play.answer(Integrate(detachment.unit))
    parent = placed.units[detachment.parent]
    assert (parent.lacks, parent.reductions) == ("", back)
    assert detachment.unit not in placed.units
    apart = position(
        HEAD + f"unit {detachment.parent} 22.09 army=FIFTH\nunit {detachment.unit} 22.08 army=FIFTH\n"
    )
    refusal = organization.why_not_integrate(apart, AUSTRIA_HUNGARY, detachment.unit)
    assert refusal is not None
    assert refusal.rules == ("21.1",)
