"""Cases from the book: what is refused, and by which rule."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    Add,
    Assault,
    Attack,
    AttackOdds,
    Bombard,
    Build,
    ComeUp,
    CommandOf,
    Crossing,
    Deploy,
    Draw,
    Entrench,
    ForceMarch,
    March,
    MobileAssault,
    MobilizeFor,
    Pick,
    Play,
    Reorganize,
    Transfer,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import on_field, on_map, refused
from tests.games.storm_of_steel.nations import CP, EN, laid, state
from tests.games.storm_of_steel.nations import game as nation_game
from tests.games.storm_of_steel.nations import refused as refused_to

MOVEMENT = "turn 2 movement central-powers impulse=1"
COMBAT = "turn 2 combat central-powers impulse=1"
MORALE = "morale central-powers 80\nmorale entente 80\n"
SERBIA = "country serbia entente surrendered\nunit ah-2a-i 4938\nunit ah-hq-1 4938\n"


# Orders at another time


@pytest.mark.rule("12.2", "12.3", "12.0")
@pytest.mark.parametrize(
    ("unit", "turn", "rule"),
    [
        ("ge-2a-ii", MOVEMENT, "12.2"),
        ("ge-tb-1", MOVEMENT, "12.3"),
        ("ge-2a-ii", "turn 1 reorganization central-powers impulse=1", "12.0"),  # Summer 1914
    ],
)
def test_trenches_are_dug_before_movement(unit: str, turn: str, rule: str) -> None:
    assert refused(on_field(f"unit {unit} 1213\n", turn), Entrench(unit)) == rule


@pytest.mark.rule("9.2", "7.4", "14.1")
def test_an_order_in_another_step_is_refused_by_its_own_rule() -> None:
    game = on_field("unit ge-2a-ii 1312\nunit fr-2a-i 1412\n")
    assert refused(game, Reorganize(("ge-2a-ii",), ("ge-3a-i",))) == "9.2"
    assert refused(game, Build("active", 2)) == "7.4"
    assert refused(game, Assault("1412", ("ge-2a-ii",))) == "14.1"


@pytest.mark.rule("8.4")
def test_without_a_card_nobody_moves_in_the_second_impulse() -> None:
    game = on_field("unit ge-2a-ii 1212\n", "turn 2 movement central-powers impulse=2")
    assert refused(game, Pick("ge-2a-ii")) == "8.4"


@pytest.mark.rule("4.31", "22.1")
def test_a_weapon_is_not_shown_before_mobilization() -> None:
    of = nation_game(f"turn 4 diplomacy central-powers\n{laid(4)}{MORALE}picked central-powers 36\n")
    refusal = of.check(Play(36), CP)
    assert refusal is not None
    assert refusal.rules == ("4.31",)
    assert "mobilization" in refusal.reason


@pytest.mark.rule("3.2-7g", "9.0", "2.8-Fortification")
@pytest.mark.parametrize(
    ("other", "digs"),
    [("fort-metz 2525", True), ("ge-2a-ii 2525 entrenched", True), ("ge-2a-ii 2525", False)],
)
def test_new_units_dig_in_beside_trenches_and_forts(other: str, digs: bool) -> None:
    text = f"turn 4 home-reorganization central-powers\n{MORALE}unit ge-2a-i 2525\nunit {other}\n"
    assert (nation_game(text).check(Entrench("ge-2a-i"), CP) is None) is digs


# Mutiny


@pytest.mark.rule("6.22", "17.2")
def test_the_guns_of_a_mutinous_army_are_silent() -> None:
    units = "unit ge-sg-1 1312\nunit ah-2a-i 1312\nunit fort-verdun 1412\n"
    game = on_field(f"{units}mutiny germany\n", COMBAT)
    assert refused(game, Bombard("ge-sg-1", "1412")) == "6.22"
    assert on_field(units, COMBAT).check(Bombard("ge-sg-1", "1412")) is None


@pytest.mark.rule("6.22", "11.7")
def test_a_mutinous_stack_overruns_nobody() -> None:
    units = "unit ge-4a-i 1312\nunit ge-4a-ii 1312\nunit fr-2r-1-res 1412\n"
    for mutiny, rule in (("", ""), ("mutiny germany\n", "6.22")):
        game = on_field(units + mutiny)
        game.play(Pick("ge-4a-i"))
        game.play(Add("ge-4a-ii"))
        found = game.check(MobileAssault("1412"))
        assert (found.rules[0] if found else "") == rule


# Guns, partisans, weapons


@pytest.mark.rule("17.2", "11.64")
def test_a_gun_that_came_by_rail_does_not_fire_in_that_impulse() -> None:
    units = "unit ge-sg-1 1312 strategic\nunit ge-sg-2 1312\nunit fort-verdun 1412\n"
    game = on_field(units, COMBAT)
    assert refused(game, Bombard("ge-sg-1", "1412")) == "11.64"
    assert game.check(Bombard("ge-sg-2", "1412")) is None


@pytest.mark.rule("36.15", "36.2", "36.22")
def test_partisans_bar_their_hex_in_the_open_and_are_out_of_reach_underground() -> None:
    def at(step: str, side: str, state: str) -> Game[SteelPosition]:
        text = f"turn 8 {step} {side} impulse=1\n{MORALE}{SERBIA}unit pa-en-1 5039{state}\n"
        return on_map(f"{text}holder 4938 5039 central-powers\n")

    assert refused(at("movement", CP, ""), March(("ah-2a-i",), "5039")) == "36.15"
    assert refused(at("combat", CP, " entrenched"), Attack("5039")) == "36.2"
    met = at("movement", EN, " entrenched\nunit ah-2a-ii 5039")
    assert refused(met, ComeUp("pa-en-1")) == "36.22"


@pytest.mark.rule("43.0", "15.71")
def test_shock_troops_break_through_once_a_turn() -> None:
    turn = "turn 17 movement central-powers impulse=3\nshown central-powers 25"
    staffs = "unit ge-hq-1 1016\nunit fr-hq-1 1713\n"
    units = "unit ge-2k-stoss-1 1313 broke_through\nunit ge-2a-ii 1116\n"
    game = on_field(units, turn, head="sandbox no-end", staffs=staffs)
    assert refused(game, Pick("ge-2k-stoss-1")) == "43.0"


@pytest.mark.rule("10.31")
def test_a_step_from_zone_to_zone_costs_a_point_more_with_mobile_warfare() -> None:
    units = "unit ge-2c-hkk-1 1312\nunit ge-hq-2 1313\nunit fr-2a-i 1412\nunit fr-2a-ii 1411\n"
    game = on_field(f"developed 42\n{units}")
    assert game.explain(Crossing("ge-2c-hkk-1", "1312", "1311")).total == 2


@pytest.mark.rule("11.61")
def test_in_the_first_impulse_of_the_war_a_march_that_is_too_far_is_not_called_unfriendly() -> None:
    game = on_field("unit ge-2a-ii 1013\n", "turn 1 movement central-powers impulse=1")
    game.play(Pick("ge-2a-ii"))
    refusal = game.check(ForceMarch("1713"))
    assert refusal is not None
    assert "not friendly" not in refusal.reason


# Cards, points and places


@pytest.mark.rule("4.41", "4.42")
@pytest.mark.parametrize(("scenario", "card", "rule"), [("great-war", "62", "4.41")])
def test_one_campaign_card_a_front(scenario: str, card: str, rule: str) -> None:
    of = nation_game(f"turn 9 cards central-powers\n{MORALE}", scenario)
    of.play(Draw("57"), EN)
    assert refused_to(of, Draw(card), EN)[0] == rule


@pytest.mark.rule("7.23")
def test_nothing_is_given_to_russia_in_winter_whatever_the_line() -> None:
    of = nation_game(
        f"turn 7 allocation central-powers\n{MORALE}points great-britain 50\nincome great-britain 44\n"
    )
    of.play(MobilizeFor("great-britain"), EN)
    assert refused_to(of, Transfer("russia", 1), EN) == ("7.23",)


@pytest.mark.rule("7.12", "7.3")
def test_troops_in_the_seven_cities_of_the_example_join_them_to_germany() -> None:
    cities = ("2321", "2320", "2221", "2522", "2121", "2222", "2526")
    names = ("i", "ii", "iii", "iv", "v", "vi", "vii")
    units = "".join(f"unit ge-2a-{name} {city}\n" for name, city in zip(names, cities, strict=True))
    of = nation_game(f"turn 1 capacity central-powers\n{MORALE}country belgium entente\n{units}")
    assert state(of).income["germany"] == 86


@pytest.mark.rule("7.6", "10.33")
def test_nobody_arrives_in_an_empty_city_in_an_enemy_zone() -> None:
    head = f"turn 4 reinforcements central-powers\n{MORALE}due ge-2a-i 4\n"
    free = nation_game(head)
    assert refused_to(free, Deploy("ge-2a-i", "2725"), CP) == ()
    beside = nation_game(f"{head}unit fr-2a-i 2625\n")
    assert refused_to(beside, Deploy("ge-2a-i", "2725"), CP) == ("10.33",)
    held = nation_game(f"{head}unit fr-2a-i 2625\nunit ge-2r-i-res 2725\n")
    assert refused_to(held, Deploy("ge-2a-i", "2725"), CP) == ()


@pytest.mark.rule("7.63", "13.13")
def test_a_fort_rises_in_any_friendly_city_with_a_line_one_a_hex() -> None:
    taken = "country belgium entente\nunit ge-2a-i 2121\nunit ge-2a-ii 2321\nunit ge-2a-iii 2522\n"
    line = "unit ge-2a-iv 2222\nunit ge-2a-v 1232\nunit fort-metz 2525\n"
    of = nation_game(f"turn 4 reinforcements central-powers\n{MORALE}due fort-posen 4\n{taken}{line}")
    for city, rules in (
        ("4319", ()),  # Posen
        ("4128", ()),  # Vienna
        ("2121", ()),  # Lille, joined to Germany by its garrisons
        ("2525", ("13.13",)),
        ("1232", ("7.63",)),  # Bordeaux
        ("4920", ("7.6",)),  # Warsaw
    ):
        assert refused_to(of, Deploy("fort-posen", city), CP) == rules, city


@pytest.mark.rule("35.11")
def test_bolsheviks_do_not_attack_with_others() -> None:
    red = "country russia entente surrendered\ncontroller bolshevik central-powers\nunit bo-2r-1 5618\n"
    units = "unit ge-2a-i 5619\nunit ge-hq-8 5619\nunit gb-2a-i 5718\n"
    of = on_map(f"turn 16 combat central-powers impulse=1\n{MORALE}{red}{units}")
    assert refused(of, Assault("5718", ("bo-2r-1", "ge-2a-i"))) == "35.11"
    assert of.check(Assault("5718", ("ge-2a-i",))) is None


@pytest.mark.rule("35.22", "15.6")
@pytest.mark.parametrize(("staff", "led"), [("ge-hq-8", True), ("ah-hq-1", False)])
def test_nationalists_go_on_under_german_command_like_all_central_powers_units(staff: str, led: bool) -> None:
    """Polish nationalists fight for the Central Powers; Austria-Hungary commands none but its own."""
    units = f"unit na-poland-1 4720\nunit {staff} 4719\nunit ge-2a-i 4319\nunit ge-hq-9 4319\n"
    second = f"turn 12 movement central-powers impulse=2\n{MORALE}shown central-powers 14\n"
    of = on_map(f"{second}{units}holder 4719 4720 central-powers\n")
    assert (of.check(Pick("na-poland-1")) is None) is led
    assert bool(of.explain(CommandOf("na-poland-1")).total) is led


@pytest.mark.rule("8.2", "18.0", "4.41")
def test_a_contingency_card_gives_no_impulse_that_the_weather_forbids() -> None:
    def objection(words: str, text: str) -> str:
        game = on_map(f"{text}{MORALE}")
        found = game.check(game.read_action(words))
        return found.rules[0] if found else ""

    winter = "turn winter-1915 revelation EN impulse=3\npicked EN 81\n"
    assert objection("play 81 west", winter) == "8.2"  # two in a western winter
    assert objection("play 81 middle-east", winter) == ""  # three there
    assert objection("play 81 west east", winter) == "4.41"
    both = "turn autumn-1916 revelation CP impulse=1\ncountry romania EN\npicked CP 16 19 35\n"
    assert objection("play 35 west middle-east", both) == "4.41"


@pytest.mark.rule("4.6-Impulse", "8.2", "4.41")
def test_unified_command_helps_the_front_that_still_has_room() -> None:
    game = on_map(
        "turn autumn-1916 revelation CP impulse=1\ncountry romania EN\npicked CP 16 19 35\n"
        f"{MORALE}unit ge-hq-1 Metz\nunit fr-hq-1 Verdun\n"
    )
    game.play(Play(35, "west", "east"), CP)
    numbers = {
        front: game.explain(game.read_question(f"impulses-of CP {front}")).total for front in ("west", "east")
    }
    assert numbers == {"west": 3, "east": 3}  # Verdun and one more; Romania had all that autumn allows


@pytest.mark.rule("4.6-Impulse", "8.2")
def test_a_card_whose_shift_lasts_may_be_shown_on_a_front_without_impulses_to_gain() -> None:
    game = on_map(
        "turn autumn-1916 revelation CP impulse=1\ncountry romania EN\npicked CP 19 30\n"
        f"{MORALE}unit ge-hq-1 Lublin\nunit ge-2a-i Lublin\nunit ru-2a-i 5222\nholder Lublin CP\n"
    )
    game.play(Play(30, "east"), CP)
    assert game.explain(game.read_question("impulses-of CP east")).total == 3
    assert game.position.shown[CP] == (19, 30)


@pytest.mark.rule("3.2-1", "4.21")
def test_high_morale_takes_two_campaigns_while_the_middle_east_is_not_active() -> None:
    game = on_map(f"turn 1 cards\n{MORALE}")
    assert "2 campaigns at most" in game.decision_of(CP).prompt  # type: ignore[union-attr]
    for card in ("1", "4"):
        game.play(Draw(card), CP)
    for card in ("5", "8-west", "8-middle-east"):
        assert game.check(Draw(card), CP) is not None


@pytest.mark.rule("7.65", "7.64")
def test_one_ottoman_unit_a_phase_goes_to_a_numbered_hex_besides_reserves_in_cities() -> None:
    game = on_map(
        "turn 3 allocation\ncountry ottoman-empire CP\npoints ottoman-empire 60\n"
        "unit ge-hq-1 Essen\nunit fr-hq-1 Paris\n"
    )
    game.play(MobilizeFor("ottoman-empire"), CP)
    for _ in range(3):
        game.play(Build("reserve", 2), CP)
    for side in (CP, CP, EN):
        game.play_words("pass", side)
    first, second, third = sorted(name for name in game.position.due if name.startswith("ot-2r"))
    game.play(Deploy(first, "9953"), CP)  # a reserve of the city of Baghdad
    game.play(Deploy(second, "9953"), CP)  # the one unit of the numbered hexes
    assert refused(game, Deploy(third, "9953")) == "7.64"
    assert game.check(Deploy(third, "9448"), CP) is None


@pytest.mark.rule("7.23")
def test_all_industrial_cities_of_a_country_count_for_who_gives_and_takes() -> None:
    # Britain has ten at home and six in its Empire, of which no line leads to London; France twelve
    game = on_map("turn 4 mobilization\nunit gb-tr-1 Portsmouth\nunit fr-tr-1 Le-Havre\n")
    game.play(MobilizeFor("great-britain"), EN)
    assert game.check(Transfer("france", 1), EN) is None
    game.play_words("pass", EN)
    game.play(MobilizeFor("france"), EN)
    assert refused_to(game, Transfer("great-britain", 1), EN) == ("7.23",)


@pytest.mark.rule("14.1")
def test_odds_are_asked_of_land_units_and_of_hexes_that_are_played() -> None:
    units = "unit ge-2a-i 2525\nunit ge-bb-1 3017\nunit gb-2a-i india\nunit fr-2a-i 2425\n"
    of = on_map(f"turn 5 combat central-powers impulse=1\n{units}")
    for at, name in (("india", "ge-2a-i"), ("2425", "ge-bb-1")):
        with pytest.raises(Refusal) as caught:
            of.explain(AttackOdds(at, (name,), "probe"))
        assert caught.value.rules == ("14.1",)
