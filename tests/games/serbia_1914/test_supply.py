"""The supply phase: sources by attachment, extended mode, what being out of supply costs."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Extend
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import supply
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Refusal
from tests.games.serbia_1914.builders import Play, position, table

AH = "turn 10 supply austria-hungary\n"
SR = "turn 10 supply serbia\n"
ASSET = "unit {} {} nation=austria-hungary values=2-2-2-0 size=iii asset army={}\n"


def is_supplied(of: SerbiaPosition, *names: str) -> bool:
    return supply.is_supplied(of, names)


@pytest.mark.rule("4.2.3", "15.6.1")
def test_supply_units_turn_to_their_fronts_and_forget_what_they_gave() -> None:
    of = position(AH + "unit ah-depot-fifth-1 11.08 extended ammunition=3\nunit sr-depot-2 23.16 extended\n")
    supply.begin(table(of), of)
    assert not of.units["ah-depot-fifth-1"].extended
    assert of.units["ah-depot-fifth-1"].ammunition == 0
    assert of.units["sr-depot-2"].extended  # the other side's turn is not now


@pytest.mark.rule("15.1.1", "15.2.1", "5.3.1")
def test_a_depot_supplies_its_own_army_in_its_range() -> None:
    text = AH + "unit ah-depot-fifth-1 10.12\nunit ah-inf-xx-42 {} army={} corps=independent\n"
    assert is_supplied(position(text.format("16.12", "FIFTH")), "ah-inf-xx-42")  # seven hexes
    assert not is_supplied(position(text.format("17.13", "FIFTH").replace("10.12", "09.13")), "ah-inf-xx-42")
    assert not is_supplied(position(text.format("16.12", "SIXTH")), "ah-inf-xx-42")


@pytest.mark.rule("15.1.1")
def test_a_depot_without_a_line_of_communications_supplies_nobody() -> None:
    of = position(AH + "unit ah-depot-fifth-1 12.11\nunit ah-inf-xx-42 16.12 army=FIFTH\n")
    assert not supply.is_source(of, of.units["ah-depot-fifth-1"])
    assert not is_supplied(of, "ah-inf-xx-42")


@pytest.mark.rule("15.1.2", "15.2.2")
def test_a_train_is_a_source_on_a_railway_or_in_reach_of_its_armys_depot() -> None:
    text = AH + "unit ah-train-13 {} army=FIFTH\n"
    assert supply.is_source(
        position(text.format("11.08")), position(text.format("11.08")).units["ah-train-13"]
    )
    alone = position(text.format("16.12"))
    assert not supply.is_source(alone, alone.units["ah-train-13"])
    fed = position(text.format("16.12") + "unit ah-depot-fifth-1 10.12\n")
    assert supply.is_source(fed, fed.units["ah-train-13"])
    stranger = position(text.format("16.12") + "unit ah-depot-sixth-1 10.12\n")
    assert not supply.is_source(stranger, stranger.units["ah-train-13"])


TRAIN = AH + "unit ah-depot-fifth-1 10.12\nunit ah-train-13 16.12 army=FIFTH\n"


@pytest.mark.rule("15.2.2", "5.3.2", "5.3.3")
def test_a_train_supplies_the_formations_of_its_corps() -> None:
    text = TRAIN + "unit ah-inf-x-13 20.12 army=FIFTH corps={}\n"
    assert is_supplied(position(text.format("13")), "ah-inf-x-13")
    assert not is_supplied(position(text.format("8")), "ah-inf-x-13")
    assert not is_supplied(position(text.format("independent")), "ah-inf-x-13")


@pytest.mark.rule("15.2.2", "5.5.1", "5.3.3")
def test_a_train_supplies_cavalry_and_asset_units_of_its_army() -> None:
    of = position(TRAIN + ASSET.format("G", "20.12", "FIFTH") + "unit ah-cav-xx-10 20.13 army=FIFTH\n")
    assert is_supplied(of, "G")
    assert is_supplied(of, "ah-cav-xx-10")
    other = position(TRAIN + ASSET.format("G", "20.12", "SECOND"))
    assert not is_supplied(other, "G")


@pytest.mark.rule("5.5.1")
def test_an_asset_unit_stacked_with_a_formation_is_supplied_with_it() -> None:
    of = position(TRAIN + "unit ah-inf-xx-9 20.12 army=FIFTH corps=8\n" + ASSET.format("G", "20.12", "FIFTH"))
    assert is_supplied(of, "G")
    assert [force.units for force in supply.unsupplied(of, AUSTRIA_HUNGARY)] == [("ah-inf-xx-9", "G")]


@pytest.mark.rule("5.5", "5.3.1")
def test_an_asset_unit_belongs_to_the_army_in_whose_area_it_is() -> None:
    text = TRAIN + ASSET.format("G", "20.12", "SIXTH") + "unit ah-inf-xx-1 16.22 army=SIXTH\n"
    of = position(text + "boundary FIFTH/SIXTH 18.17 08.17\n")
    assert is_supplied(of, "G")
    elsewhere = position(text + "boundary FIFTH/SIXTH 22.11 08.11\n")
    assert not is_supplied(elsewhere, "G")


@pytest.mark.rule("15.1.3")
def test_within_five_hexes_of_a_railway_that_works_a_unit_is_supplied() -> None:
    text = SR + "unit sr-inf-x-lim {} corps=uzice\n"
    assert not is_supplied(position(text.format("17.14")), "sr-inf-x-lim")
    assert is_supplied(position(text.format("21.13")), "sr-inf-x-lim")  # Valjevo is three hexes away
    cut = position(text.format("21.13") + "holder 42.22 42.26 austria-hungary\n")
    assert not is_supplied(cut, "sr-inf-x-lim")


@pytest.mark.rule("15.1.4")
def test_units_in_06_25_are_in_full_supply() -> None:
    of = position(AH + ASSET.format("G", "06.25", "SIXTH") + ASSET.format("H", "06.26", "SIXTH"))
    surrounded = "holder 06.21 07.21 08.21 09.22 10.22 serbia\n"
    cut = position(
        AH + ASSET.format("G", "06.25", "SIXTH") + ASSET.format("H", "06.26", "SIXTH") + surrounded
    )
    assert is_supplied(of, "G")
    assert is_supplied(cut, "G")
    assert not is_supplied(cut, "H")


@pytest.mark.rule("15.1.5", "24.3")
def test_montenegrins_trace_thirteen_hexes_to_their_border_and_draw_on_nothing_else() -> None:
    of = position(SR + "unit mn-inf-xx-pljevlja 16.28 corps=uzice\nunit mn-inf-iii-1 23.16\n")
    assert is_supplied(of, "mn-inf-xx-pljevlja")
    assert not is_supplied(of, "mn-inf-iii-1")  # on a Serbian railway, beside nothing Montenegrin
    serbs = position(SR + "unit sr-inf-x-lim 15.27 corps=uzice\n")
    assert not is_supplied(serbs, "sr-inf-x-lim")


@pytest.mark.rule("15.4", "8.5.1", "25.1")
def test_forts_and_squadrons_need_no_supply() -> None:
    of = position(SR + "unit sr-fort-beograd 30.09\nholder 42.22 42.26 austria-hungary\n")
    assert supply.unsupplied(of, SERBIA) == []
    assert supply.all_forces(position(AH + "unit ah-naval-sava 11.08\n"), AUSTRIA_HUNGARY) == []


@pytest.mark.rule("15.4")
def test_a_force_out_of_supply_loses_one_level_and_an_isolated_one_three() -> None:
    text = AH + "unit ah-inf-xx-9 22.13 army=FIFTH corps=8\n"
    of = position(text + "unit ah-depot-fifth-1 10.12\n")  # not in reach, but not isolated
    Play(supply.phase(table(of), of)).answer(PASS)
    assert of.units["ah-inf-xx-9"].status == 1
    ring = "".join(
        f"unit S{at} {label} nation=serbia values=7-8-4-2 corps=first\n"
        for at, label in enumerate(("22.11", "24.12", "24.14", "22.15", "20.14", "20.12"))
    )
    isolated = position(text + "unit ah-depot-fifth-1 10.12\n" + ring)
    assert supply.is_isolated(isolated, isolated.units["ah-inf-xx-9"])
    Play(supply.phase(table(isolated), isolated)).defaults()
    assert isolated.units["ah-inf-xx-9"].status == 3


@pytest.mark.rule("15.4", "5.5.2")
def test_an_unassigned_asset_unit_out_of_supply_is_reduced_instead() -> None:
    of = position(AH + "unit ah-ma-x-8 22.13 army=FIFTH\nunit ah-depot-fifth-1 10.12\n")
    Play(supply.phase(table(of), of)).defaults()
    assert of.units["ah-ma-x-8"].reductions == 1


@pytest.mark.rule("15.4")
def test_supplied_forces_lose_nothing() -> None:
    of = position(TRAIN + "unit ah-inf-x-13 20.12 army=FIFTH corps=13\n")
    assert Play(supply.phase(table(of), of)).answer(PASS).over
    assert of.units["ah-inf-x-13"].status == 0


@pytest.mark.rule("15.6.1", "3.1.6")
def test_that_nobody_is_out_of_supply_is_not_told_by_silence() -> None:
    fed = position(TRAIN + "unit ah-inf-x-13 20.12 army=FIFTH corps=13\n")
    out_of_reach = position(AH + "unit ah-inf-xx-9 22.13 army=FIFTH corps=8\nunit ah-depot-fifth-1 10.12\n")
    for of, said in ((fed, "All Forces are in supply"), (out_of_reach, "No supply unit can reach")):
        play = Play(supply.phase(table(of), of))
        assert play.asked is not None
        assert (play.asked.kind, play.choices) == ("extend", [PASS])
        assert said in str(play.asked.prompt)


FAR = (
    AH
    + "unit ah-depot-fifth-1 10.12\nunit ah-train-13 16.12 army=FIFTH\n"
    + "unit ah-inf-x-13 22.12 army=FIFTH corps=13\n"
)


@pytest.mark.rule("15.6.1", "2.6.1")
def test_a_supply_unit_may_be_extended_to_supply_what_is_farther_away() -> None:
    of = position(FAR)
    assert supply.range_of(of, of.units["ah-train-13"]) == 4
    assert not is_supplied(of, "ah-inf-x-13")
    play = Play(supply.phase(table(of), of))
    assert play.choices == [Extend("ah-train-13"), PASS]
    with pytest.raises(Refusal) as refused:
        play.answer(Extend("ah-depot-fifth-1"))
    assert refused.value.rules == ("15.6.1",)
    play.answer(Extend("ah-train-13"), PASS)
    assert play.over
    assert of.units["ah-train-13"].extended
    assert of.units["ah-inf-x-13"].status == 0


@pytest.mark.rule("15.6.1", "15.4")
def test_the_owner_need_not_extend_anything() -> None:
    of = position(FAR)
    Play(supply.phase(table(of), of)).answer(PASS)
    assert not of.units["ah-train-13"].extended
    assert of.units["ah-inf-x-13"].status == 1


@pytest.mark.rule("15.1.2", "15.6.1")
def test_a_depot_is_extended_to_feed_a_train_that_is_extended_in_turn() -> None:
    of = position(FAR.replace("16.12", "18.12").replace("22.12", "24.12"))
    play = Play(supply.phase(table(of), of))
    assert play.choices == [Extend("ah-depot-fifth-1"), PASS]
    play.answer(Extend("ah-depot-fifth-1"))
    assert play.choices == [Extend("ah-train-13"), PASS]
    play.answer(Extend("ah-train-13"))
    assert of.units["ah-inf-x-13"].status == 0


@pytest.mark.rule("15.4", "15.3")
def test_a_two_hex_unit_is_supplied_through_its_nearer_hex() -> None:
    of = position(TRAIN + "unit ah-inf-xx-42 21.12+20.12 army=FIFTH\n")
    assert is_supplied(of, "ah-inf-xx-42")
    far = position(TRAIN + "unit ah-inf-xx-42 21.12 army=FIFTH\n")
    assert not is_supplied(far, "ah-inf-xx-42")


@pytest.mark.rule("15.5")
def test_any_source_of_the_side_saves_from_isolation() -> None:
    of = position(AH + "unit ah-inf-xx-9 20.12 army=FIFTH\nunit ah-depot-sixth-1 10.22\n")
    assert not supply.is_isolated(of, of.units["ah-inf-xx-9"])  # the railway at Brčko will do
