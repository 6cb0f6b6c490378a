"""Chapter 34: what is laid waste, what that costs, and how it is rebuilt."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.drawing import Highlight
from hexfront.games.storm_of_steel.orders import (
    Assault,
    Attack,
    Deploy,
    Devastate,
    Entrain,
    Go,
    MobilizeFor,
    Pick,
    Rebuild,
    UseTable,
    Withdraw,
)
from hexfront.games.storm_of_steel.rules import attrition, headquarters, sea_routes
from hexfront.games.storm_of_steel.scenarios import winters
from hexfront.games.storm_of_steel.table.portrait import portrait
from hexfront.kernel.actions import PASS
from tests.games.storm_of_steel.field import at, goes, listed, node, on_field, refused, told, trains
from tests.games.storm_of_steel.nations import CP, EN, game, play, state

MARCH = "turn 2 movement central-powers impulse=1"
FIGHT = "turn 2 combat central-powers impulse=1"
LINE = ("side 1213-1312 rail=open", "side 1312-1412 rail=open")
MORALE = "morale central-powers 80\nmorale entente 80\n"


@pytest.mark.rule("34.0", "34.1")
def test_industry_oil_naval_bases_and_railways_are_laid_waste_and_nothing_else() -> None:
    places = (
        "place 1211 Lille kinds=industrial",
        'place 1214 Calais kinds=city,"naval base"',
        "place 1215 Ploesti kinds=city,petroleum",
        "place 1311 Nancy kinds=city",
        *LINE,
    )
    hexes = ("1211", "1214", "1215", "1311", "1312", "1314")
    names = ("ge-2a-i", "ge-2a-ii", "ge-2a-iii", "ge-2a-iv", "ge-2a-v", "ge-2a-vi")
    units = "".join(f"unit {name} {label}\n" for name, label in zip(names, hexes, strict=True))
    units += "unit fr-2a-i 1412\n"
    of = on_field(units, FIGHT, *places)
    assert listed(of, Devastate) == {"1211", "1214", "1215", "1312"}
    assert refused(of, Devastate("1311")) == "34.1"
    assert refused(of, Devastate("1413")) == "34.1"
    off = on_field(units, FIGHT, *places, head="option devastation=off")
    assert listed(off, Devastate) == set()
    assert refused(off, Devastate("1211")) == "34.0"


@pytest.mark.rule("34.2")
def test_a_unit_that_neither_moves_nor_attacks_lays_waste_its_hex_when_the_impulse_ends() -> None:
    units = "unit ge-2a-ii 1312\nunit ge-2a-iii 1213 moved\nunit ge-2a-iv 1211 attacked\nunit fr-2a-i 1412\n"
    of = on_field(units, FIGHT, *LINE, "side 1113-1213 rail=open", "side 1211-1212 rail=open")
    assert listed(of, Devastate) == {"1113", "1312"}
    assert refused(of, Devastate("1213")) == "34.2"
    of.play(Devastate("1312"))
    assert listed(of, Attack) == set()  # the only unit beside 1412 is busy
    assert node(of, "1312") not in of.position.devastated
    assert refused(of, Devastate("1312")) == "34.2"
    of.play(PASS)
    assert of.position.devastated == {node(of, "1312")}
    assert told(of, "devastated") == ["1312 is devastated"]


@pytest.mark.rule("34.2")
def test_nobody_lays_waste_on_a_front_without_an_impulse() -> None:
    text = "turn 4 combat central-powers impulse=2\ngranted central-powers east 2\n" + MORALE
    of = game(f"{text}unit ge-2a-i 2720\nunit ge-2a-ii 4322\nunit ge-hq-1 2720\nunit ge-hq-2 4322\n")
    assert listed(of, Devastate) == {"4322"}


@pytest.mark.rule("34.21")
def test_a_bb_result_lays_waste_the_hex_only_with_the_chapter() -> None:
    def fought(option: str) -> set[int]:
        units = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\nunit fr-2a-ii 1412\n"
        of = on_field(units, FIGHT, *LINE, head=f"premise land-combat BB\noption devastation={option}")
        of.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
        of.play(UseTable("probe"))
        while of.decision.kind == "lose":
            of.play(of.decision.choices()[0])
        return of.position.devastated

    assert fought("on")
    assert not fought("off")


# What it does


@pytest.mark.rule("34.3", "7.11")
def test_a_devastated_city_gives_no_points_and_no_oil_comes_from_a_burnt_well() -> None:
    def gained(text: str, **options: str) -> int:
        return state(game(f"turn 4 capacity central-powers\n{MORALE}{text}", **options)).income["germany"]

    whole = gained("")
    assert gained("devastated 2720\n") < whole
    assert gained("devastated 2720\n", devastation="off") == whole

    def oil(text: str) -> bool:
        of = game(f"turn 4 allocation central-powers\n{MORALE}points austria-hungary 60\n{text}")
        of.play(MobilizeFor("austria-hungary"), CP)
        decision = of.decision_of(CP)
        assert decision is not None
        return "build SS 0" in {
            f"build {each.kind} 0" for each in decision.choices() if hasattr(each, "kind")
        }

    assert oil("")
    assert not oil("devastated 5326\n")  # Drohobycz


@pytest.mark.rule("34.3", "7.6", "7.64")
def test_nobody_is_mobilized_in_a_devastated_industrial_city_and_reserves_in_other_cities_are() -> None:
    def places(unit: str, waste: str) -> set[str]:
        text = f"turn 4 reinforcements central-powers\n{MORALE}due {unit} 4\n{waste}"
        return listed(game(text), Deploy)

    assert "2720" in places("ge-2a-i", "")  # Essen
    assert "2720" not in places("ge-2a-i", "devastated 2720\n")
    assert "3121" in places("ge-2r-1-ersatz", "devastated 3121\n")  # Kassel has no industry


@pytest.mark.rule("34.3", "29.24", "7.62")
def test_a_devastated_base_is_no_base_and_a_devastated_port_no_port() -> None:
    def usable(waste: str) -> tuple[bool, bool]:
        of = game(f"turn 4 reinforcements entente\n{MORALE}due gb-ca-1 4\n{waste}")
        position = state(of)
        return (
            sea_routes.is_friendly_port(position, EN, position.setting.board["1519"]),
            "1519" in listed(of, Deploy),
        )

    assert usable("") == (True, True)
    assert usable("devastated 1519\n") == (False, False)  # Portsmouth


@pytest.mark.rule("34.3", "11.62")
def test_trains_do_not_go_through_ruins() -> None:
    line = ("side 1113-1213 rail=open", *LINE)
    of = on_field("unit ge-2a-ii 1113\n", MARCH, *line)
    of.play(Pick("ge-2a-ii"))
    of.play(Entrain())
    assert trains(of) == {"1213", "1312"}
    of = on_field("unit ge-2a-ii 1113\ndevastated 1213\n", MARCH, *line)
    of.play(Pick("ge-2a-ii"))
    assert Entrain() not in of.decision.choices() or trains(of) == set()


@pytest.mark.rule("34.3", "11.42")
def test_a_devastated_railway_is_no_road() -> None:
    hills = {"1213": "rough", "1312": "rough"}
    text = "unit ge-2a-ii 1113\n"
    line = ("side 1113-1213 rail=open", *LINE)

    def reached(waste: str) -> set[str]:
        return goes(on_field(text + waste, MARCH, *line, terrain=hills), "ge-2a-ii")

    assert "1312" in reached("")
    assert "1312" not in reached("devastated 1312\n")
    assert "1312" not in reached("devastated 1213\n")


@pytest.mark.rule("34.3", "15.41")
def test_a_devastated_city_is_no_source_of_lines() -> None:
    def has_line(text: str) -> bool:
        of = on_field("unit ge-2a-ii 1312\n" + text, FIGHT)
        return headquarters.has_line(of.position, "ge-hq-1")

    assert has_line("")
    assert not has_line("devastated 1013\n")


@pytest.mark.rule("34.3", "31.11")
def test_a_city_spares_attrition_also_in_ruins_and_a_harbour_alone_does_not() -> None:
    def danger(kinds: str, text: str) -> int:
        place = f"place 1212 Calais kinds={kinds}"
        of = on_field("unit ge-2a-ii 1212\n" + text, FIGHT, place, staffs="unit fr-hq-1 1713\n")
        return attrition.danger(of.position, of.position.units["ge-2a-ii"])

    assert danger("city,port", "devastated 1212\n") == 0
    assert danger("port", "") == 0
    assert danger("port", "devastated 1212\n") > 0


@pytest.mark.rule("34.3", "14.3")
def test_a_devastated_naval_base_need_not_be_stormed_and_an_industrial_city_must() -> None:
    def tables(kinds: str, waste: str) -> list[str]:
        units = "unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\n"
        of = on_field(units + waste, FIGHT, f"place 1412 Calais kinds={kinds}", head="premise land-combat -")
        of.play(Assault("1412", ("ge-2a-ii", "ge-2a-iii")))
        return [each.table for each in of.decision.choices() if isinstance(each, UseTable)]

    assert tables('city,"naval base"', "") == []  # by assault, and nobody is asked
    assert tables('city,"naval base"', "devastated 1412\n") == ["probe", "assault"]
    assert tables("industrial", "devastated 1412\n") == []


# How it is rebuilt


@pytest.mark.rule("34.4")
def test_points_clear_a_hex_that_one_holds() -> None:
    waste = "devastated 2720 2721 2526\npoints germany 14\n"
    of = game(f"turn 4 allocation central-powers\n{MORALE}{waste}")
    play(of, CP, MobilizeFor("germany"))
    assert listed(of, Rebuild) == {"2720", "2721"}  # Nancy is French
    assert _refused(of, Rebuild("2526")) == "34.4"
    assert _refused(of, Rebuild("3719")) == "34.4"
    play(of, CP, Rebuild("2720"), Rebuild("2721"))
    assert _refused(of, Rebuild("2721")) == "34.4"
    play(of, CP, Withdraw("clear-2721"))
    while state(of).step == "allocation":
        of.play(PASS, of.decisions[0].side)
    board = state(of).setting.board
    assert state(of).devastated == {board["2721"], board["2526"]}
    assert state(of).points["germany"] == 14 - 6


@pytest.mark.rule("34.4", "16.4")
def test_headquarters_repair_devastated_railways_and_leave_industry_in_ruins() -> None:
    text = "unit ge-2a-ii 1312\ndevastated 1112 1114\n"
    line = ("side 1013-1112 rail=open", "side 1112-1113 rail=open", "side 1113-1114 rail=open")
    place = "place 1114 Essen kinds=industrial"
    of = on_field(text, MARCH, *line, place)
    of.play(Pick("ge-hq-1"))
    of.play(Go("1112"))
    assert at(of, "ge-hq-1") == "1112"
    assert of.position.devastated == {node(of, "1114")}
    of = on_field(text, MARCH, *line, place)
    of.play(Pick("ge-hq-1"))
    of.play(Go("1114"))
    assert of.position.devastated == {node(of, "1112"), node(of, "1114")}


@pytest.mark.rule("34.5")
@pytest.mark.parametrize("scenario", ["verdun-and-somme", "campaign-1917", "kaiserschlacht", "campaign-1919"])
def test_from_1916_on_the_western_front_begins_devastated(scenario: str) -> None:
    position = hexfront.new(f"storm-of-steel/{scenario}", seed=1).position
    lines = {each for side in (CP, EN) for each in winters.line_of(position.setting, "west", side)}
    rails = position.setting.rails(position.turn)
    assert position.devastated == {each for each in lines if rails[each] or each in position.setting.centres}
    assert len(position.devastated) > 15


@pytest.mark.rule("34.5", "34.0")
def test_in_1915_and_without_the_chapter_nothing_is_devastated() -> None:
    assert not hexfront.new("storm-of-steel/campaign-1915", seed=1).position.devastated
    of = hexfront.new("storm-of-steel/verdun-and-somme", seed=1, options={"devastation": "off"})
    assert not of.position.devastated


def test_what_is_laid_waste_is_a_layer_of_the_map() -> None:
    of = on_field("unit ge-2a-ii 1312\ndevastated 1213\n", FIGHT, *LINE, "side 1113-1213 rail=open")
    of.play(Devastate("1312"))
    drawn = portrait(of.position, CP, ["devastation"])
    marks = [each for each in drawn.overlays if isinstance(each, Highlight)]
    assert {(each.node, each.text) for each in marks} == {
        (node(of, "1213"), "devastated"),
        (node(of, "1312"), "is laid waste"),
    }


def _refused(of: hexfront.Game, action: Rebuild) -> str:
    found = of.check(action, CP)
    assert found is not None
    return found.rules[0]
