"""Over the edge of the map, supply off it, and irregulars that stay at home."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import ComeIn, Disembark, Embark, ForceMarch, GoOff, Pick
from hexfront.games.storm_of_steel.rules import off_map, sea_routes
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, refused, state

MORALE = "morale central-powers 80\nmorale entente 80\n"


def moving(text: str, side: str = EN, turn: int = 4) -> Game:
    return game(f"turn {turn} movement {side} impulse=1\n{MORALE}{text}")


@pytest.mark.rule("21.21", "21.35", "21.0")
def test_a_russian_unit_goes_off_the_eastern_edge_to_siberia() -> None:
    of = moving("unit ru-2a-i 8608\nunit ru-2a-ii 7110\nunit ru-2a-iii siberia\n")
    play(of, EN, Pick("ru-2a-i"))
    assert "go-off ru-2a-i siberia" in listed(of, EN)
    play(of, EN, GoOff("ru-2a-i", "siberia"))
    position = state(of)
    assert position.setting.board.label(position.units["ru-2a-i"].at) == "siberia"
    assert refused(of, ComeIn("ru-2a-i", "8608"), EN) == ("21.35",)


@pytest.mark.rule("21.31", "21.7")
def test_a_unit_in_siberia_comes_in_over_the_eastern_edge() -> None:
    of = moving("unit ru-2a-i siberia\n")
    play(of, EN, Pick("ru-2a-i"))
    assert refused(of, ComeIn("ru-2a-i", "7110"), EN) == ("21.31",)
    play(of, EN, ComeIn("ru-2a-i", "8608"))
    position = state(of)
    assert position.setting.board.label(position.units["ru-2a-i"].at) == "8608"


@pytest.mark.rule("21.21")
def test_the_last_step_off_the_map_needs_a_point_of_the_force_march() -> None:
    def goes(label: str) -> bool:
        of = moving(f"unit ru-hq-1 8508\nunit ru-2a-i {label}\nunit ru-2a-ii 7110\n")
        play(of, EN, Pick("ru-2a-i"))
        return "go-off ru-2a-i siberia" in listed(of, EN)

    assert goes("8407")  # off the railway, near the edge and in supply
    assert not goes("8007")


@pytest.mark.rule("21.34", "21.21")
def test_trains_leave_russia_for_siberia() -> None:
    of = moving("unit ru-2a-i 7110\nunit ru-2a-ii 5304\n")
    play(of, EN, Pick("ru-2a-i"))
    assert "go-off ru-2a-i siberia" in listed(of, EN)  # from Moscow


@pytest.mark.rule("21.31")
def test_who_comes_in_goes_on_with_the_points_that_are_left_or_by_rail() -> None:
    of = moving("unit ru-2a-i siberia\nunit ru-hq-1 8508\n")
    play(of, EN, Pick("ru-2a-i"), ComeIn("ru-2a-i", "8608"))
    orders = listed(of, EN)
    assert "entrain" in orders
    assert "force-march 8508" in orders
    play(of, EN, ForceMarch("8508"))
    position = state(of)
    assert position.setting.board.label(position.units["ru-2a-i"].at) == "8508"
    assert position.units["ru-2a-i"].moved


AMERICA = "country united-states entente\n"


@pytest.mark.rule("21.41", "21.34", "21.45")
def test_from_canada_to_the_united_states_and_no_farther_in_a_turn() -> None:
    of = moving(f"{AMERICA}country brazil entente\nunit gb-2a-i canada\nunit fr-2a-i 1924\n")
    play(of, EN, Pick("gb-2a-i"))
    assert "go-off gb-2a-i united-states" in listed(of, EN)
    play(of, EN, GoOff("gb-2a-i", "united-states"))
    assert refused(of, GoOff("gb-2a-i", "latin-america"), EN) == ("21.45",)


@pytest.mark.rule("21.12", "21.8", "21.15")
def test_america_is_open_only_when_it_is_in_the_war() -> None:
    def neighbours(text: str) -> list[str]:
        of = moving(f"{text}unit gb-2a-i canada\nunit gb-tr-1 canada\nunit fr-2a-i 1924\n")
        play(of, EN, Pick("gb-2a-i"))
        return listed(of, EN, GoOff)

    assert neighbours("") == []
    assert neighbours(AMERICA) == ["go-off gb-2a-i united-states"]
    neutral = moving("unit us-2a-i united-states\nunit us-tr-1 united-states\nunit fr-2a-i 1924\n")
    assert "pick us-2a-i" not in listed(neutral, EN)
    at_war = moving(f"{AMERICA}unit us-2a-i united-states\nunit us-tr-1 united-states\nunit fr-2a-i 1924\n")
    play(at_war, EN, Pick("us-2a-i"), Embark())
    ports = listed(at_war, EN, Disembark)
    assert "disembark 1414" in ports  # Liverpool
    assert "disembark latin-america" not in ports  # neutral without Brazil


@pytest.mark.rule("21.46")
@pytest.mark.parametrize(
    ("here", "there"), [("india", "china"), ("french-africa", "british-africa"), ("siberia", "india")]
)
def test_closed_borders(here: str, there: str) -> None:
    of = moving(f"unit gb-2a-i {here}\nunit gb-tr-1 {here}\nunit fr-2a-i 1924\n")
    play(of, EN, Pick("gb-2a-i"))
    assert refused(of, GoOff("gb-2a-i", there), EN) == ("21.46",)


@pytest.mark.rule("21.46", "21.16")
def test_no_land_unit_goes_from_the_map_to_british_africa_but_to_india_through_persia() -> None:
    of = moving("country persia entente\nunit gb-2a-i 11148\nunit gb-hq-mef 11148\nunit fr-2a-i 1924\n")
    setting = state(of).setting
    edge = sorted(off_map.edge_of(setting, "india"))
    assert edge
    assert {setting.country_of[node] for node in edge} == {"persia"}
    label = setting.board.label(edge[0])
    of = moving(f"country persia entente\nunit gb-2a-i {label}\nunit fr-2a-i 1924\n")
    play(of, EN, Pick("gb-2a-i"))
    assert "go-off gb-2a-i india" in listed(of, EN)
    assert refused(of, GoOff("gb-2a-i", "british-africa"), EN) == ("21.46",)


@pytest.mark.rule("21.45", "21.5", "29.21", "29.25")
def test_two_areas_a_voyage() -> None:
    of = moving("unit gb-2a-i australia\nunit gb-tr-1 australia\nunit fr-2a-i 1924\n")
    play(of, EN, Pick("gb-2a-i"), Embark())
    ports = listed(of, EN, Disembark)
    assert {"disembark india", "disembark 7666"} <= set(ports)  # the example, and Suez
    assert "disembark 1414" in ports  # Liverpool is on the Atlantic
    assert refused(of, Disembark("1920"), EN) == ("21.45",)  # Calais is in a third area


@pytest.mark.rule("21.5")
def test_the_panama_canal_and_a_port_to_embark_in() -> None:
    of = moving(f"{AMERICA}country brazil entente\nunit gb-2a-i latin-america\nunit gb-tr-1 latin-america\n")
    play(of, EN, Pick("gb-2a-i"), Embark())
    assert "disembark philippines" in listed(of, EN, Disembark)  # Caribbean, Pacific


@pytest.mark.rule("21.11")
def test_only_the_japanese_enter_japan() -> None:
    of = moving("unit gb-2a-i china\nunit gb-tr-1 china\nunit ja-2a-i china\nunit ja-tr-1 china\n")
    branch = of.branch()
    play(of, EN, Pick("gb-2a-i"), Embark())
    assert "disembark japan" not in listed(of, EN, Disembark)
    play(branch, EN, Pick("ja-2a-i"), Embark())
    assert "disembark japan" in listed(branch, EN, Disembark)


@pytest.mark.rule("21.47")
def test_areas_hold_any_number_of_units() -> None:
    names = ("i", "ii", "iii", "iv", "v")
    of = moving(
        "".join(f"unit gb-2a-{name} canada\n" for name in names) + f"{AMERICA}unit gb-2a-vi united-states\n"
    )
    play(of, EN, Pick("gb-2a-vi"), GoOff("gb-2a-vi", "canada"))
    position = state(of)
    assert position.loads[position.setting.board["canada"]] == 6
    assert [str(each) for each in position.status()] == []


DUTCH = "country netherlands central-powers\n"


@pytest.mark.rule("21.13", "21.14")
def test_the_dutch_east_indies_are_taken_by_a_corps_once_the_dutch_ships_are_gone() -> None:
    def landing(text: str, corps: str = "gb-2a-i") -> Game:
        of = moving(f"{text}unit {corps} india\nunit gb-tr-1 india\nunit gb-tr-2 india\nunit fr-2a-i 1924\n")
        play(of, EN, Pick(corps), Embark())
        return of

    indies = "disembark dutch-east-indies"
    assert indies not in listed(landing(""), EN)  # neutral
    assert indies in listed(landing("country netherlands entente\n"), EN)
    guarded = f"{DUTCH}unit ne-ca-1 dutch-east-indies\n"
    assert indies not in listed(landing(guarded), EN)
    assert indies not in listed(landing(DUTCH, "gb-2r-middle-east"), EN)  # a reserve corps
    of = landing(DUTCH)
    play(of, EN, Disembark("dutch-east-indies"), PASS)
    assert sea_routes.area_friendly(state(of), EN, "dutch-east-indies")
    state(of).change("gb-2a-i", at=state(of).setting.board["india"])
    assert not sea_routes.area_friendly(state(of), EN, "dutch-east-indies")  # without the corps


@pytest.mark.rule("21.24", "21.6")
def test_the_central_powers_stay_on_the_maps() -> None:
    of = moving("unit ge-2a-i 8608\nholder 8608 central-powers\n", side=CP)
    assert refused(of, GoOff("ge-2a-i", "siberia"), CP) == ("21.24",)


def lost(text: str) -> set[str]:
    """The units that attrition takes when every die kills, in the winter of 1915."""
    of = game(f"turn 3 movement entente impulse=1\n{MORALE}unit ru-2a-x 7110\n{text}")
    of.fix_dice(*[1] * 4)
    before = set(state(of).units)
    while state(of).impulse:
        decision = of.decisions[0]
        of.play(decision.default() or decision.choices()[-1], decision.side)
    return before - set(state(of).units)


@pytest.mark.rule("31.4", "31.41")
def test_supply_off_the_map() -> None:
    assert lost("unit ru-2a-i siberia\nunit gb-2a-i india\nunit ja-2a-i siberia\n") == set()
    assert lost("unit gb-2a-i siberia\n") == {"gb-2a-i"}
    ships = "unit gb-tr-1 siberia\nunit gb-tr-2 india\nunit gb-tr-3 1414\n"
    assert lost(f"unit gb-2a-i siberia\n{ships}") == set()


@pytest.mark.rule("35.16", "35.22")
def test_irregulars_never_leave_their_country() -> None:
    text = "country russia entente surrendered\ncontroller bolshevik central-powers\n"
    rebels = "unit bo-2r-1 5113\nunit na-baltic-1 5113\ncontroller baltic central-powers\n"  # beside Germany
    of = moving(f"{text}flag 'red terror in russia' 3\n{rebels}", side=CP)
    setting = state(of).setting
    for rebel in ("bo-2r-1", "na-baltic-1"):
        branch = of.branch()
        play(branch, CP, Pick(rebel))
        goals = [words.split()[1] for words in listed(branch, CP) if words.startswith("go ")]
        assert {setting.country_of[setting.board[goal]] for goal in goals} == {"russia"}


@pytest.mark.rule("35.11")
def test_bolsheviks_of_nobody_do_not_move() -> None:
    text = "country russia entente surrendered\ncontroller bolshevik central-powers\nunit bo-2r-1 5310\n"
    idle = moving(
        f"{text}unit ge-2a-i 3719\nflag 'red terror in russia' 3\nflag 'bolsheviks idle' 1\n", side=CP
    )
    assert refused(idle, Pick("bo-2r-1"), CP) == ("35.11",)


@pytest.mark.rule("35.13", "35.22")
def test_irregulars_suffer_no_attrition() -> None:
    assert lost("unit ru-2a-i 6208\n") == {"ru-2a-i"}
    rebels = "controller bolshevik entente\ncontroller baltic entente\n"
    assert lost(f"{rebels}unit bo-2r-1 6208\nunit na-baltic-1 6209\n") == set()


@pytest.mark.rule("4.6-Special")
def test_the_carpathian_winter_spares_russians_in_the_mountains() -> None:
    assert lost("unit ru-2a-i 5334\n") == {"ru-2a-i"}
    assert lost("unit ru-2a-i 5334\nshown entente 51\n") == set()
    assert lost("unit gb-2a-i 5334\nshown entente 51\n") == {"gb-2a-i"}
