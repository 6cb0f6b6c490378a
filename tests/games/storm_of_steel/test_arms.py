"""Chapters 37 to 40, 42 and 43: alpine troops, armoured trains, marines, paratroops, tanks, breakthrough."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import (
    Assault,
    Attack,
    Bombard,
    Build,
    Deploy,
    Detrain,
    Drop,
    Embark,
    Entrain,
    Entrench,
    MobilizeFor,
    Pick,
    Reorganize,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import attrition, supply
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import at, goes, listed, marches, node, on_field, told, trains
from tests.games.storm_of_steel.field import refused as refused_here
from tests.games.storm_of_steel.nations import CP, EN, game, play, refused, state

MARCH = "turn 2 movement central-powers impulse=1"
FIGHT = "turn 2 combat central-powers impulse=1"
MORALE = "morale central-powers 80\nmorale entente 80\n"
OFF = "option {}=off"


def desk(country: str, text: str, side: str = EN, **options: str) -> Game[SteelPosition]:
    chest = f"points {country} 90\ncountry {country} {side}\n"
    of = game(f"turn 12 allocation central-powers\n{MORALE}{chest}{text}", **options)
    play(of, side, MobilizeFor(country))
    return of


def offered(of: Game[SteelPosition], side: str) -> list[Action]:
    decision = of.decision_of(side)
    assert decision is not None
    return list(decision.choices())


# Alpine troops


@pytest.mark.rule("37.0")
def test_alpine_units_entrench_and_are_reorganized_like_infantry() -> None:
    text = (
        f"turn 2 reorganization central-powers impulse=1\n{MORALE}unit ge-hq-1 2720\nunit ge-2m-alp-k 2721\n"
    )
    assert Entrench("ge-2m-alp-k") in game(text).decision.choices()
    assert Entrench("ge-2m-alp-k") in game(text, alpine_units="off").decision.choices()


@pytest.mark.rule("37.0", "37.1")
def test_alpine_units_go_two_points_into_mountains_and_only_with_their_chapter() -> None:
    hills = {"1213": "mountain", "1313": "mountain", "1312": "mountain"}

    def reached(unit: str, head: str = "") -> set[str]:
        return marches(on_field(f"unit {unit} 1113\n", MARCH, terrain=hills, head=head), unit)

    assert "1312" in reached("ge-2m-alp-k")  # two mountains of two points in a march of six
    assert "1312" not in reached("ge-2m-alp-k", OFF.format("alpine-units"))
    assert "1312" not in reached("ge-2a-ii")


@pytest.mark.rule("37.3")
def test_zones_of_alpine_units_reach_into_mountains_and_stop_who_goes_there() -> None:
    hills = {"1213": "mountain", "1212": "mountain"}
    text = "unit ge-2a-ii 1212\nunit {} 1313\n"

    def bars(unit: str, head: str = "") -> bool:
        of = on_field(text.format(unit), MARCH, terrain=hills, head=head)
        return of.position.in_enemy_zone(node(of, "1213"), CP)

    assert bars("fr-2m-alpins-1")
    assert not bars("fr-2a-i")
    assert not bars("fr-2m-alpins-1", OFF.format("alpine-units"))


@pytest.mark.rule("37.4", "31.1")
def test_lines_of_alpine_units_lead_through_mountains() -> None:
    hills = dict.fromkeys(("1210", "1211", "1212", "1213", "1214", "1215", "1216"), "mountain")

    def supplied(unit: str, head: str = "") -> bool:
        of = on_field(f"unit {unit} 1312\n", MARCH, terrain=hills, head=head)
        return supply.in_supply(of.position, of.position.units[unit])

    assert supplied("ge-2m-alp-k")
    assert not supplied("ge-2a-ii")
    assert not supplied("ge-2m-alp-k", OFF.format("alpine-units"))


@pytest.mark.rule("37.4", "11.3", "31.11")
def test_alpine_units_go_where_their_lines_lead_and_suffer_no_attrition_there() -> None:
    hills = dict.fromkeys(("1210", "1211", "1212", "1213", "1214", "1215", "1216"), "mountain")
    of = on_field("unit ge-2m-alp-k 1213\nunit ge-2a-ii 1213\n", MARCH, terrain=hills)
    assert "1313" in goes(of, "ge-2m-alp-k")
    of = on_field("unit ge-2m-alp-k 1313\nunit ge-2a-ii 1312\n", MARCH, terrain=hills)
    climber, other = of.position.units["ge-2m-alp-k"], of.position.units["ge-2a-ii"]
    assert attrition.danger(of.position, climber) == 0
    assert attrition.danger(of.position, other) > 0


@pytest.mark.rule("37.4", "31.12", "11.5")
def test_headquarters_do_not_leave_alpine_units_without_supply() -> None:
    hills = dict.fromkeys(("1210", "1211", "1212", "1213", "1214", "1215", "1216"), "mountain")
    free = goes(on_field("unit ge-2a-ii 1112\n", MARCH, terrain=hills), "ge-hq-1")
    farthest = on_field("unit ge-2m-alp-k 1513\n", MARCH, terrain=hills)
    assert supply.in_supply(farthest.position, farthest.position.units["ge-2m-alp-k"])
    assert "1013" in free
    assert "1013" not in goes(farthest, "ge-hq-1")


# Armoured trains

LINE = (
    "side 1113-1213 rail=open",
    "side 1213-1312 rail=open",
    "side 1312-1412 rail=open",
    "side 1113-1112 rail=open",
)
TRAIN = "unit ge-at-1 1113\n"


@pytest.mark.rule("38.0", "38.1")
def test_armoured_trains_move_by_rail_alone_and_next_to_the_enemy() -> None:
    of = on_field(TRAIN + "unit ge-2a-ii 1113\nunit fr-2a-i 1412\n", MARCH, *LINE)
    of.play(Pick("ge-at-1"))
    assert list(of.decision.choices()) == [Entrain(), PASS]
    of.play(Entrain())
    assert trains(of) == {"1112", "1213", "1312"}  # 1312 is next to the French
    plain = on_field(TRAIN + "unit ge-2a-ii 1113\nunit fr-2a-i 1412\n", MARCH, *LINE)
    plain.play(Pick("ge-2a-ii"))
    plain.play(Entrain())
    assert trains(plain) == {"1112", "1213"}


@pytest.mark.rule("38.1", "10.31")
def test_an_armoured_train_stops_in_a_zone_and_comes_out_of_one_by_rail() -> None:
    longer = (*LINE, "side 1312-1311 rail=open")
    of = on_field("unit ge-at-1 1312\nunit fr-2a-i 1412\n", MARCH, *longer)
    of.play(Pick("ge-at-1"))
    of.play(Entrain())
    assert trains(of) == {"1113", "1112", "1213"}  # 1311 is in the same zone


@pytest.mark.rule("38.1")
def test_an_armoured_train_fights_in_the_impulse_in_which_it_moved() -> None:
    of = on_field(TRAIN + "unit fr-2a-i 1412\n", MARCH, *LINE)
    of.play(Pick("ge-at-1"))
    of.play(Entrain())
    of.play(Detrain("1312"))
    while state(of).step == "movement":
        of.play(PASS)
    assert listed(of, Attack) == {"1412"}
    assert refused_here(of, Attack("1413")) == "14.1"


@pytest.mark.rule("38.1")
def test_nobody_goes_along_with_an_armoured_train_nor_it_with_others() -> None:
    of = on_field(TRAIN + "unit ge-2a-ii 1113\nunit ge-2a-iii 1113\n", MARCH, *LINE)
    of.play(Pick("ge-2a-ii"))
    assert "add ge-at-1" not in {str(each) for each in of.decision.choices()}
    assert Embark() not in of.decision.choices()


@pytest.mark.rule("38.2")
def test_an_armoured_train_falls_back_along_its_railway_or_is_lost() -> None:
    def fought(*rails: str) -> Game[SteelPosition]:
        text = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-at-1 1412\n"
        of = on_field(text, FIGHT, *rails, head="premise land-combat DR")
        of.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
        of.play(UseTable("probe"))
        return of

    of = fought("side 1412-1512 rail=open")
    assert at(of, "fr-at-1") == "1512"
    of = fought("side 1312-1412 rail=open")
    assert told(of, "loss") == ["1st Armoured Train is eliminated in 1412"]


@pytest.mark.rule("38.2")
def test_an_armoured_train_does_not_advance_and_comes_into_play_on_rails() -> None:
    of = on_field(
        "unit ge-at-1 1312\nunit ge-2a-ii 1312\nunit fr-2r-1-res 1412\n",
        FIGHT,
        *LINE,
        head="premise land-combat DE",
    )
    of.play(Assault("1412", ("ge-2a-ii", "ge-at-1")))
    of.play(UseTable("probe"))
    assert {str(getattr(each, "unit", "")) for each in of.decision.choices()} == {"ge-2a-ii", ""}

    def places(text: str) -> set[str]:
        return listed(game(f"turn 4 reinforcements central-powers\n{MORALE}due ge-at-1 4\n{text}"), Deploy)

    assert "2720" in places("")
    assert "2720" not in places("rails 2720 nobody\n")


@pytest.mark.rule("38.3", "17.2")
def test_an_armoured_train_bombards_a_fort_and_fights() -> None:
    text = "unit ge-at-1 1312\nunit ge-2a-ii 1312\nunit fort-verdun 1412\n"
    of = on_field(text, FIGHT, *LINE, head="premise land-combat -")
    of.fix_dice(3)
    of.play(Bombard("ge-at-1", "1412"))
    assert node(of, "1412") in of.position.shaken
    of.play(Assault("1412", ("ge-2a-ii", "ge-at-1")))
    assert told(of, "battle")[0].startswith("Attack on 1412, 5 against 4")


@pytest.mark.rule("38.0", "39.0", "40.0", "42.0")
@pytest.mark.parametrize(
    ("option", "country", "order", "text", "rule"),
    [
        ("armoured_trains", "russia", Build("armoured-train"), "", "7.5"),
        ("marines", "united-states", Build("marine", 2), "", "39.1"),
        ("paratroops", "united-states", Build("paratroop", 2), "air entente 5\n", "40.2"),
        ("tanks", "great-britain", Build("tank-brigade"), "developed 96\n", "42.2"),
        ("tanks", "great-britain", Build("tank-corps", 2), "developed 98\n", "42.2"),
    ],
)
def test_units_of_a_chapter_are_built_only_with_it(
    option: str, country: str, order: Build, text: str, rule: str
) -> None:
    found = refused(desk(country, text), order, EN)
    assert found in ((), ("7.7",)), found  # but for oil, which only ports bring
    assert refused(desk(country, text, EN, **{option: "off"}), order, EN) == (rule,)


@pytest.mark.rule("42.0", "45.1")
def test_without_their_chapter_no_tanks_stand_in_the_line_of_1918() -> None:
    def tanks(value: str) -> int:
        of = hexfront.new("storm-of-steel/kaiserschlacht", seed=1, options={"tanks": value})
        return sum(of.position.piece(unit).kind.startswith("tank") for unit in of.position.units.values())

    assert tanks("on") == 6
    assert tanks("off") == 0


# Paratroops

PARA = "unit us-2pa-para 1924\nunit us-st-1 1924\nunit fr-hq-1 1924\ncountry united-states entente\n"
AIRBORNE = f"turn 16 movement entente impulse=1 begun=yes\n{MORALE}air entente 5\n"


@pytest.mark.rule("40.1", "40.2")
def test_paratroops_are_dropped_within_the_range_of_strategic_aircraft_at_level_five() -> None:
    def dropped(text: str) -> set[str]:
        of = game(text)
        play(of, EN, Pick("us-2pa-para"))
        return listed(of, Drop)

    found = dropped(AIRBORNE + PARA)
    assert "2720" in found  # Essen, nine hexes from Paris
    assert "3719" not in found  # Berlin
    assert dropped(AIRBORNE.replace("entente 5", "entente 4") + PARA) == set()
    assert dropped(AIRBORNE + PARA.replace("unit us-st-1 1924\n", "")) == set()
    assert "2720" not in dropped(AIRBORNE + PARA + "unit ge-2r-1-ersatz 2720\n")
    off = game(AIRBORNE + PARA, paratroops="off")
    play(off, EN, Pick("us-2pa-para"))
    assert listed(off, Drop) == set()
    assert refused(off, Drop("2720"), EN) == ("40.1",)


@pytest.mark.rule("40.1")
@pytest.mark.parametrize(("die", "lands"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_drop_is_lost_on_one_or_two(die: int, lands: bool) -> None:
    of = game(AIRBORNE + PARA)
    play(of, EN, Pick("us-2pa-para"))
    of.fix_dice(die)
    play(of, EN, Drop("2720"))
    position = state(of)
    assert ("us-2pa-para" in position.units) is lands
    assert position.units["us-st-1"].moved
    assert (position.controller(position.setting.board["2720"]) == EN) is lands


@pytest.mark.rule("40.2")
def test_paratroops_are_built_at_air_level_five() -> None:
    order = Build("paratroop", 2)
    assert refused(desk("united-states", "air entente 5\n"), order, EN) == ()
    assert refused(desk("united-states", "air entente 4\n"), order, EN) == ("40.2",)


# Tanks


@pytest.mark.rule("42.1", "14.3")
@pytest.mark.parametrize("unit", ["ge-tb-1", "ge-2tk-1"])
def test_tank_brigades_and_corps_use_the_infiltration_table(unit: str) -> None:
    text = f"unit {unit} 1312\nunit ge-2a-ii 1312\nunit fr-2a-i 1412\n"
    of = on_field(text, FIGHT)
    of.play(Assault("1412", ("ge-2a-ii", unit)))
    assert UseTable("infiltration") in of.decision.choices()
    of = on_field(text, FIGHT)
    of.play(Assault("1412", ("ge-2a-ii",)))
    assert UseTable("infiltration") not in of.decision.choices()


@pytest.mark.rule("42.2")
def test_each_kind_of_tanks_needs_its_own_card() -> None:
    brigade, corps = Build("tank-brigade"), Build("tank-corps", 2)
    oil = "points germany 90\nholder 5326 5835 central-powers\nrails 5326 5835 central-powers\n"

    def missing(text: str) -> list[tuple[str, ...]]:
        of = desk("germany", oil + text, CP)
        return [refused(of, order, CP) for order in (brigade, corps)]

    assert missing("") == [("22.1",), ("22.1",)]
    assert missing("developed 39\n") == [(), ("22.1",)]
    assert missing("developed 41\n") == [("22.1",), ()]


@pytest.mark.rule("42.3", "9.1")
def test_tank_brigades_and_corps_are_not_exchanged() -> None:
    tanks = "unit gb-tb-1 2023\nunit gb-tb-2 2023\nunit gb-2tk-1 2023\nunit gb-hq-bef 2023\n"
    foot = "unit gb-2a-i 2023\nunit gb-2a-ii 2023\n"
    text = f"turn 16 reorganization entente impulse=1\n{MORALE}{tanks}{foot}"
    of = game(text)
    found = [each for each in of.decision.choices() if isinstance(each, Reorganize)]
    assert found
    given = {name for each in found for name in (*each.units, *each.into)}
    assert not any(state(of).setting.pieces[name].kind.startswith("tank") for name in given)


# Breakthrough


@pytest.mark.rule("43.0")
def test_tanks_and_shock_units_go_on_without_command_only_with_the_chapter() -> None:
    text = "unit ge-tb-1 1312\nunit ge-2k-stoss-1 1313\nunit ge-2a-ii 1311\nunit fr-2a-i 1512\n"
    turn = "turn 2 movement central-powers impulse=2"
    far = "unit ge-hq-1 1010\nunit fr-hq-1 1713\ngranted central-powers west 2\n"
    assert listed(on_field(text, turn, staffs=far), Pick) >= {"ge-tb-1", "ge-2k-stoss-1"}
    assert "ge-2a-ii" not in listed(on_field(text, turn, staffs=far), Pick)
    off = on_field(text, turn, staffs=far, head=OFF.format("breakthrough"))
    assert not {"ge-tb-1", "ge-2k-stoss-1"} & listed(off, Pick)
