"""Mobilization: points, transfers, petroleum, what units cost and when and where they come."""

from __future__ import annotations

import re

import pytest

from hexfront.games.storm_of_steel.orders import (
    Build,
    Deploy,
    MobilizeFor,
    OutputOf,
    RepeatQuarter,
    Transfer,
    Withdraw,
)
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, play_on, refused, state

MORALE = "morale central-powers 80\nmorale entente 80\n"
# [7.12] Seven captured cities with their garrisons, and the railways back to Germany.
CAPTURED = (
    "country belgium entente\n"
    "holder 2320 2321 2221 2522 2121 2222 2526 central-powers\n"
    "rails 2320 2321 2221 2522 2121 2222 2526 2421 2422 2322 central-powers\n"
    + "".join(
        f"unit {unit} {at}\n"
        for unit, at in zip(
            ("ge-2a-i", "ge-2a-ii", "ge-2a-iii", "ge-2a-iv", "ge-2a-v", "ge-2a-vi", "ge-2a-vii"),
            ("2320", "2321", "2221", "2522", "2121", "2222", "2526"),
            strict=True,
        )
    )
)
FULL_CHEST = "points germany 200\npoints great-britain 200\npoints russia 200\npoints austria-hungary 200\n"


def allocation(turn: int = 4, text: str = "") -> Game:
    return game(f"turn {turn} allocation central-powers\n{MORALE}{FULL_CHEST}{text}")


def gained(of: Game) -> dict[str, int]:
    """The points that countries gain in a capacity step which is played."""
    return state(of).income


def finish(of: Game) -> list[Event]:
    """Both sides close their books."""
    told: list[Event] = []
    while state(of).step == "allocation":
        told += of.play(PASS, of.decisions[0].side)
    return told


@pytest.mark.rule("7.12", "7.11", "7.21", "3.2-7d")
def test_germany_with_its_conquests_of_1914_has_86_points() -> None:
    of = game(f"turn 1 capacity central-powers\n{MORALE}{CAPTURED}")
    assert gained(of)["germany"] == 18 * 4 + 7 * 4 // 2 == 86
    assert state(of).points["germany"] == 86


@pytest.mark.rule("7.12")
def test_a_captured_centre_needs_a_garrison_and_a_line() -> None:
    without_unit = CAPTURED.replace("unit ge-2a-v 2121\n", "")
    assert gained(game(f"turn 1 capacity central-powers\n{MORALE}{without_unit}"))["germany"] == 84
    # Outside the rail zone the railway must have been repaired: Warsaw, by Lodz and Kalisz.
    east = f"turn 4 capacity central-powers\n{MORALE}unit ge-2a-i 4920\nunit ge-2a-ii 4721\n"
    assert gained(game(east))["germany"] == 18 * 4
    repaired = "holder 4521 4621 4821 central-powers\nrails 4521 4621 4721 4821 4920 central-powers\n"
    assert gained(game(east + repaired))["germany"] == 18 * 4 + 2 * 2


@pytest.mark.rule("7.12", "7.3")
def test_in_the_rail_zone_lines_run_before_the_railways_are_repaired() -> None:
    taken = "".join(f"{line}\n" for line in CAPTURED.splitlines() if not line.startswith("rails"))
    behind = "holder 2422 2322 central-powers\n"
    assert gained(game(f"turn 1 capacity central-powers\n{MORALE}{taken}{behind}"))["germany"] == 86
    # The troops in the cities reach over the ground between; in trenches they have no zones, and lines do not
    # run over ground that is the enemy's: Liege and Nancy lie on the border, the others do not.
    assert gained(game(f"turn 1 capacity central-powers\n{MORALE}{taken}"))["germany"] == 86
    dug_in = re.sub(r"(unit ge-\S+ \d+)", r"\1 entrenched", taken)
    assert gained(game(f"turn 2 capacity central-powers\n{MORALE}{dug_in}"))["germany"] == 72 + 4
    # Nor where an enemy zone lies, unless somebody stands there.
    zone = "unit be-2a-i 2322\n"
    assert gained(game(f"turn 2 capacity central-powers\n{MORALE}{dug_in}{behind}{zone}"))["germany"] == 76
    held = "unit ge-2a-viii 2422\n"
    assert (
        gained(game(f"turn 2 capacity central-powers\n{MORALE}{dug_in}{behind}{zone}{held}"))["germany"] == 86
    )


@pytest.mark.rule("7.3", "16.52", "16.53")
def test_a_line_through_a_captured_city_ends_when_its_garrison_leaves() -> None:
    behind = "holder 2422 central-powers\nrails 2320 2321 2221 2422 2522 central-powers\n"
    cities = (
        "country belgium entente\nunit ge-2a-i 2320 entrenched\nunit ge-2a-iii 2221 entrenched\n"
        "unit ge-2a-iv 2522\n"
    )
    flanders = f"turn 1 capacity central-powers\n{MORALE}{cities}{behind}"
    assert gained(game(f"{flanders}unit ge-2a-ii 2321\n"))["germany"] == 72 + 8
    assert gained(game(f"{flanders}holder 2321 nobody\n"))["germany"] == 72 + 2  # Liege, on the border


@pytest.mark.rule("7.11")
def test_a_centre_in_enemy_hands_gives_its_owner_nothing() -> None:
    before = gained(game(f"turn 1 capacity central-powers\n{MORALE}"))
    after = gained(game(f"turn 1 capacity central-powers\n{MORALE}{CAPTURED}"))
    assert before["france"] - after["france"] == 3 * 3  # Lille, Maubeuge, Nancy at the multiple 3


@pytest.mark.rule("7.13", "21.34")
def test_areas_off_the_map_are_joined_by_rail_or_by_transports() -> None:
    of = game(f"turn 1 capacity central-powers\n{MORALE}")
    assert gained(of)["russia"] == 10 * 3  # Siberia by rail
    assert gained(of)["great-britain/india"] == 2 * 3
    assert gained(of)["great-britain/canada"] == 2 * 3
    ships = "unit gb-tr-1 1519\nunit gb-tr-2 1414\nunit gb-tr-3 india\n"
    joined = gained(game(f"turn 1 capacity central-powers\n{MORALE}{ships}"))
    assert joined["great-britain"] == (10 + 6) * 3
    assert "great-britain/india" not in joined


@pytest.mark.rule("7.31", "7.22")
def test_a_centre_without_a_line_keeps_its_points_apart() -> None:
    cut = "rails 4919 4920 4921 5020 5019 4820 4821 nobody\npoints russia/4920 7\n"
    of = game(f"turn 4 capacity central-powers\n{MORALE}{cut}")
    assert state(of).points["russia/4920"] == 7 + 4
    again = game(f"turn 4 capacity central-powers\n{MORALE}points russia/4920 7\n")
    assert state(again).points["russia"] == 10 * 4 + 7
    taken = game(
        f"turn 4 capacity central-powers\n{MORALE}points russia/4920 7\n"
        "holder 4920 central-powers\nunit ge-2a-i 4920\n"
    )
    assert state(taken).points["russia"] == 8 * 4
    assert state(taken).points["russia/4721"] == 4  # Lodz had its railway through Warsaw


@pytest.mark.rule("6.22", "3.2-6a")
def test_a_strike_halves_the_points_of_the_next_quarter() -> None:
    of = game(f"turn 4 morale central-powers\n{MORALE}strike austria-hungary\nmutiny france\n")
    assert gained(of)["austria-hungary"] == 12
    assert not state(of).mutinies
    assert "strike -12" in of.explain(OutputOf("austria-hungary")).text  # as long as points are spent
    finish(of)
    assert not state(of).strikes


# Transfers


@pytest.mark.rule("7.24")
def test_three_cities_in_belgium_receive_three_points_from_britain() -> None:
    of = game(
        f"turn 4 capacity central-powers\n{MORALE}country belgium entente\nunit gb-tr-1 1718\n"
        "unit gb-tr-2 1414\nholder 2321 2522 2422 central-powers\n"
        "unit ge-2a-i 2321 entrenched\nunit ge-2a-ii 2522 entrenched\n"
    )
    play(of, EN, MobilizeFor("great-britain"))
    assert [words for words in listed(of, EN, Transfer) if "belgium" in words] == [
        "transfer belgium 1",
        "transfer belgium 2",
        "transfer belgium 3",
    ]
    assert refused(of, Transfer("belgium", 4), EN) == ("7.24",)
    play(of, EN, Transfer("belgium", 2))
    assert refused(of, Transfer("belgium", 2), EN) == ("7.24",)
    before = state(of).points["great-britain"]
    finish(of)
    assert state(of).points["belgium"] == 2 * 4 + 2  # Antwerp, Ghent, and what it was given
    assert state(of).points["great-britain"] == before - 2


@pytest.mark.rule("7.23")
def test_transfers_go_from_more_cities_to_fewer_up_to_a_tenth() -> None:
    of = game(f"turn 4 capacity central-powers\n{MORALE}")
    play(of, CP, MobilizeFor("germany"))
    assert listed(of, CP, Transfer)[-1] == "transfer austria-hungary 7"  # a tenth of 72
    assert refused(of, Transfer("austria-hungary", 8), CP) == ("7.23",)
    play(of, CP, PASS, MobilizeFor("austria-hungary"))
    assert refused(of, Transfer("germany", 1), CP) == ("7.23",)
    assert refused(of, Transfer("france", 1), CP) == ("7.23",)


@pytest.mark.rule("7.23")
def test_russia_receives_at_most_five_and_none_in_winter() -> None:
    ships = "unit gb-tr-1 1718\nunit gb-tr-2 1414\nunit gb-tr-3 siberia\nunit gb-tr-4 india\n"
    spring = game(f"turn 4 capacity central-powers\n{MORALE}{ships}")
    play(spring, EN, MobilizeFor("great-britain"))
    assert [words for words in listed(spring, EN, Transfer) if "russia" in words][-1] == "transfer russia 5"
    winter = game(f"turn 3 capacity central-powers\n{MORALE}{ships}")
    play(winter, EN, MobilizeFor("great-britain"))
    assert not [words for words in listed(winter, EN, Transfer) if "russia" in words]
    assert refused(winter, Transfer("russia", 1), EN) == ("7.23",)


@pytest.mark.rule("7.24", "7.3", "7.31")
def test_without_an_industrial_line_nothing_is_given() -> None:
    of = game(f"turn 4 capacity central-powers\n{MORALE}")  # no transport anywhere
    play(of, EN, MobilizeFor("great-britain"))
    assert refused(of, Transfer("france", 1), EN) == ("7.24",)
    play(of, EN, PASS, MobilizeFor("france"))
    assert refused(of, Transfer("serbia", 1), EN) == ("7.24",)
    play(of, EN, PASS, MobilizeFor("great-britain/india"))
    assert refused(of, Transfer("serbia", 1), EN) == ("7.31",)


# Units


@pytest.mark.rule("7.51", "3.2-7e", "3.2-7e3")
def test_an_active_corps_costs_16_for_two_divisions_and_24_for_three() -> None:
    of = allocation()
    play(of, CP, MobilizeFor("germany"), Build("active", 2), Build("active", 3))
    assert sorted(each.points for each in state(of).drafts.values()) == [16, 24]
    finish(of)
    assert state(of).points["germany"] == 200 - 40


@pytest.mark.rule("7.52", "7.81", "3.2-7e4")
def test_two_quarters_from_spring_are_autumn() -> None:
    of = allocation(4)
    play(of, EN, MobilizeFor("great-britain"), Build("reserve", 2))
    (name,) = state(of).drafts
    finish(of)
    assert state(of).due[name].turn == 6
    assert state(of).setting.quarters[6].name == "autumn-1915"


@pytest.mark.rule("7.53", "7.64", "3.2-7f", "7.42")
def test_units_without_delay_come_in_the_same_phase_a_reserve_to_a_city() -> None:
    of = allocation(4)
    play(of, CP, MobilizeFor("germany"), *[Build("reserve", 2)] * 2)
    one, two = sorted(state(of).drafts)
    finish(of)
    play(of, CP, Deploy(one, "4319"))  # Posen is not industrial
    assert refused(of, Deploy(two, "4319"), CP) == ("7.64",)
    assert f"deploy {two} 4322" in listed(of, CP)  # Breslau is
    play(of, CP, Deploy(two, "4322"))
    label = state(of).setting.board.label
    assert [label(state(of).units[name].at) for name in (one, two)] == ["4319", "4322"]


@pytest.mark.rule("7.6", "7.61")
def test_an_active_corps_comes_to_a_centre_of_its_country_with_room() -> None:
    of = game(
        f"turn 5 reinforcements central-powers\n{MORALE}due ge-2a-i 5\n"
        "unit ge-2a-ii 3719\nunit ge-2a-iii 3719\nunit ge-2a-iv 3719\n"
    )
    offered = listed(of, CP)
    assert len(offered) == 17  # Berlin is full
    assert "deploy ge-2a-i 4319" not in offered


@pytest.mark.rule("7.6")
def test_a_country_that_lives_on_gifts_places_in_any_of_its_cities() -> None:
    of = game(
        f"turn 5 reinforcements central-powers\n{MORALE}country belgium entente\ndue be-2a-iii 5\n"
        "holder 2321 2320 2221 2522 2422 central-powers\n"
    )
    play_on(of, "reinforcements")
    assert "be-2a-iii" in state(of).units  # Ostend is all that is left
    assert state(of).setting.board.label(state(of).units["be-2a-iii"].at) == "2120"


@pytest.mark.rule("7.62")
def test_ships_appear_in_naval_bases() -> None:
    of = game(f"turn 5 reinforcements central-powers\n{MORALE}due ge-ss-1 5\n")
    assert sorted(words.split()[-1] for words in listed(of, CP)) == ["3017", "3315", "4515", "4815"]


@pytest.mark.rule("7.63")
def test_a_fort_is_built_in_a_city_with_a_line_to_a_centre() -> None:
    of = game(f"turn 5 reinforcements central-powers\n{MORALE}due fort-posen 5\nunit fort-thorn 4518\n")
    offered = {words.split()[-1] for words in listed(of, CP)}
    assert "4319" in offered
    assert "4518" not in offered  # one fort a hex
    lemberg = f"turn 5 reinforcements central-powers\n{MORALE}due fort-przemysl 5\n"
    assert "deploy fort-przemysl 5425" in listed(game(lemberg), CP)
    assert "deploy fort-przemysl 5425" not in listed(game(f"{lemberg}rails 5425 nobody\n"), CP)


@pytest.mark.rule("7.65")
def test_the_ottomans_place_one_unit_a_phase_in_the_field() -> None:
    of = game(
        f"turn 5 reinforcements central-powers\n{MORALE}country ottoman-empire central-powers\n"
        "due ot-2a-i 5\ndue ot-2a-ii 5\n"
    )
    assert len(listed(of, CP)) == 1 + 15
    play(of, CP, Deploy("ot-2a-i", "8741"))
    assert state(of).setting.board.label(state(of).units["ot-2a-ii"].at) == "6443"  # the only place left


@pytest.mark.rule("7.82")
def test_russian_reserves_and_cavalry_are_cheaper() -> None:
    of = allocation()
    play(of, EN, MobilizeFor("russia"), Build("reserve", 2), Build("cavalry", 2))
    assert sorted(each.points for each in state(of).drafts.values()) == [6, 8]


@pytest.mark.rule("9.3")
def test_larger_corps_wait_for_their_winter() -> None:
    of = allocation(2)
    play(of, CP, MobilizeFor("germany"))
    assert refused(of, Build("active", 3), CP) == ("9.3",)
    later = allocation(3)
    play(later, CP, MobilizeFor("germany"))
    assert refused(later, Build("active", 3), CP) == ()
    assert refused(later, Build("active", 4), CP) == ("9.3",)


@pytest.mark.rule("22.1", "22.3")
def test_shock_troops_are_built_once_they_are_developed() -> None:
    of = allocation()
    play(of, CP, MobilizeFor("germany"))
    assert refused(of, Build("shock", 2), CP) == ("22.1",)
    with_card = allocation(text="developed 38\n")
    play(with_card, CP, MobilizeFor("germany"))
    assert refused(with_card, Build("shock", 2), CP) == ()
    play(with_card, EN, MobilizeFor("great-britain"))
    assert refused(with_card, Build("shock", 2), EN) == ("22.1",)  # it is the enemy's


@pytest.mark.rule("7.7", "7.72", "7.71", "7.25")
def test_petroleum_is_needed_over_a_line_and_not_saved() -> None:
    of = allocation()
    play(of, CP, MobilizeFor("germany"), Build("SS"))
    assert refused(of, Build("SS"), CP) == ("7.7",)  # Drohobycz has one point
    assert refused(of, Build("tactical"), CP) == ("7.7",)
    (name,) = state(of).drafts
    play(of, CP, Withdraw(name))
    assert refused(of, Build("SS"), CP) == ()
    lost = allocation(text="holder 5326 entente\n")
    play(lost, CP, MobilizeFor("germany"))
    assert refused(lost, Build("SS"), CP) == ("7.7",)


@pytest.mark.rule("7.14")
def test_the_entente_has_the_petroleum_of_latin_america_and_arabia() -> None:
    of = allocation()
    play(of, EN, MobilizeFor("great-britain"))
    assert refused(of, Build("tactical"), EN) == ("7.7",)
    with_ship = allocation(text="unit gb-tr-1 1414\n")  # a transport on the Atlantic
    play(with_ship, EN, MobilizeFor("great-britain"), *[Build("tactical")] * 3)
    assert refused(with_ship, Build("tactical"), EN) == ("7.7",)  # two points and one, and no more


@pytest.mark.rule("7.41", "7.5", "7.51")
def test_nobody_spends_more_than_he_has() -> None:
    of = game(f"turn 4 allocation central-powers\n{MORALE}points germany 20\n")
    play(of, CP, MobilizeFor("germany"), Build("active", 2))
    assert refused(of, Build("reserve", 2), CP) == ("7.51",)
    assert refused(of, Build("PD"), CP) == ("7.5",)  # nobody builds these any more


@pytest.mark.rule("7.5")
def test_limits_of_a_quarter_and_a_year() -> None:
    of = allocation()
    play(of, CP, MobilizeFor("germany"), Build("BB"))
    assert refused(of, Build("BC"), CP) == ("7.5",)
    begun = allocation(text="begun-units 'germany headquarters 1915' 2\n")
    play(begun, CP, MobilizeFor("germany"))
    assert refused(begun, Build("headquarters"), CP) == ("7.5",)


@pytest.mark.rule("7.4")
def test_the_force_pool_has_an_end() -> None:
    of = allocation(text="points germany 9000\n")
    play(of, CP, MobilizeFor("germany"), *[Build("siege")] * 6)
    assert refused(of, Build("siege"), CP) == ("7.4",)


@pytest.mark.rule("27.8")
@pytest.mark.parametrize(
    ("shipping", "most"), [(100, 0), (99, 1), (81, 1), (80, 2), (61, 2), (60, 3), (20, 3)]
)
def test_merchant_points_by_the_level_of_shipping(shipping: int, most: int) -> None:
    of = allocation(text=f"shipping {shipping}\n")
    play(of, EN, MobilizeFor("great-britain"), *[Build("merchant point")] * most)
    assert refused(of, Build("merchant point"), EN) == ("27.8",)
    finish(of)
    assert state(of).shipping == shipping + most
    if 0 < most < 3:
        convoys = allocation(text=f"shipping {shipping}\ndeveloped 97\n")
        play(convoys, EN, MobilizeFor("great-britain"), *[Build("merchant point")] * most)
        assert refused(convoys, Build("merchant point"), EN) == (() if shipping < 99 else ("27.8",))


# Secrecy and comfort


@pytest.mark.rule("7.4")
def test_orders_are_secret_until_both_are_done() -> None:
    of = allocation()
    play(of, CP, MobilizeFor("germany"), Build("active", 2), PASS, PASS)
    assert not [step for step in range(of.step) if of.is_known(step, EN)]
    assert not TITLE.redact(state(of), EN).drafts
    told = play(of, EN, PASS)
    assert any("Central Powers mobilize" in event.text for event in told)
    assert [step for step in range(of.step) if of.is_known(step, EN)]


@pytest.mark.rule("7.41")
def test_a_quarter_can_be_repeated() -> None:
    of = allocation(
        text="last-build central-powers 'germany active 2'\nlast-build central-powers 'germany siege 0'\n"
    )
    of.play(RepeatQuarter(), CP)
    assert sorted((each.kind, each.divisions) for each in state(of).drafts.values()) == [
        ("active", 2),
        ("siege", 0),
    ]
    assert "mobilize-for germany" in listed(of, CP)


@pytest.mark.rule("7.63")
def test_no_fort_is_built_off_the_map() -> None:
    morale = "morale central-powers 80\nmorale entente 80\n"
    of = game(
        f"turn 4 allocation central-powers\n{morale}points great-britain/canada 40\nunit gb-2a-i canada\n"
    )
    play(of, EN, MobilizeFor("great-britain/canada"))
    assert "build active 2" in listed(of, EN)
    assert refused(of, Build("fort"), EN)[0] == "7.63"


@pytest.mark.rule("7.41", "7.4")
def test_whoever_repeats_his_quarter_orders_his_own_units() -> None:
    morale = "morale central-powers 80\nmorale entente 80\n"
    builds = f"last-build {CP} germany active 2\nlast-build {EN} france reserve 2\n"
    purses = "points germany 60\npoints france 60\nunit ge-2a-i 3719\nunit fr-2a-i 1924\n"
    of = game(f"turn 4 allocation central-powers\n{morale}{builds}{purses}")
    assert refused(of, RepeatQuarter(), EN) == ()
    play(of, EN, RepeatQuarter())  # though both are asked, and the enemy first
    assert {each.purse for each in state(of).drafts.values()} == {"france"}
