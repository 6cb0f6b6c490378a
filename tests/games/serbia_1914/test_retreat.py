"""[11.1] [19.1.7] Where a stack may retreat to, and what its retreat costs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hexfront.games.serbia_1914.orders import Pick, Repulse, RetreatTo
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import areas, retreat, retreat_hexes
from hexfront.games.serbia_1914.vocabulary import STATUS_NAMES
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.builders import Play, node, position, table

PLAIN = "board corner=20.10 shifted=even\n" + "| . . . . . . . . . . .\n" * 9
MOVING = "turn 5 movement austria-hungary\n"  # no Repulse on retreats in this phase
FIGHTING = "turn 5 attack austria-hungary\n"
SERB = "nation=serbia values=7-8-4-2 effectiveness=10 reduced=4-5-1 corps=first"
ENEMY = "nation=austria-hungary values=7-8-4-2 effectiveness=10 army=FIFTH"
RING = ("25.13", "26.13", "26.14", "25.15", "24.14", "24.13")  # around 25.14
TRAIN = "unit sr-train-first {at} army=SERBIA\n"


def go(of: SerbiaPosition, names: str, distance: int, origin: str, rule: str = "9.9.2") -> Play:
    return Play(retreat.retreat(table(of), of, list(names), distance, rule=rule, origin=node(of, origin)))


def first_hexes(of: SerbiaPosition, names: str, distance: int, origin: str) -> set[str]:
    """The next hexes a stack may choose."""
    here = of.units[names[0]].at
    binding = retreat_hexes.retreat_of(of, list(names), node(of, origin))
    ways = retreat_hexes.open_ways(of, binding, here, distance)
    return {of.setting.board.label(way.hexes[0]) for way in ways}


def at(of: SerbiaPosition, name: str = "A") -> str:
    return of.setting.board.label(of.units[name].at)


def status(of: SerbiaPosition, name: str = "A") -> str:
    return STATUS_NAMES[of.units[name].status]


def hexes(*labels: str) -> RetreatTo:
    return RetreatTo(labels)


# Priorities


@pytest.mark.rule("11.1", "11.1.1")
def test_the_stack_ends_as_far_from_the_hex_of_combat_as_the_retreat_is_long() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14 {SERB}\n")
    for end in retreat_hexes.open_ways(
        of, retreat_hexes.retreat_of(of, ["A"], node(of, "25.14")), node(of, "25.14"), 3
    ):
        assert of.setting.board.distance(node(of, "25.14"), end.hexes[-1]) == 3


@pytest.mark.rule("11.1.1")
def test_a_further_retreat_goes_on_from_the_hex_of_the_combat_not_from_where_the_stack_is() -> None:
    of = position(PLAIN + MOVING + f"unit A 26.14 {SERB}\n")
    ends = first_hexes(of, "A", 1, "25.14")
    distance = of.setting.board.distance
    assert ends
    assert all(distance(node(of, "25.14"), node(of, end)) == 2 for end in ends)


@pytest.mark.rule("11.1.1", "15.2.2")
def test_of_ways_equally_long_those_toward_a_supply_unit_of_its_own_are_open() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14 {SERB}\n" + TRAIN.format(at="29.14"))
    assert first_hexes(of, "A", 1, "25.14") == {"26.13", "26.14"}
    other = position(PLAIN + MOVING + f"unit A 25.14 {SERB}\nunit sr-train-second 29.14 army=SERBIA\n")
    assert len(first_hexes(other, "A", 1, "25.14")) == 6


@pytest.mark.rule("11.1.1", "5.1")
def test_the_area_of_its_army_comes_before_the_way_to_supply() -> None:
    line = "25.10 25.18"
    of = position(
        PLAIN + MOVING + f"unit A 25.14 {ENEMY} corps=8\nunit ah-train-8 29.14 army=FIFTH\n"
        "unit S 20.18 nation=austria-hungary values=7-8-4-2 army=SIXTH\n"
        f"boundary FIFTH/SIXTH {line}\n"
    )
    fifth = frozenset(areas.hexes_in(of, areas.grounds(of)["FIFTH"]))
    inside = {label for label in RING if node(of, label) in fifth}
    assert 0 < len(inside) < len(RING)
    assert first_hexes(of, "A", 1, "25.14") <= inside
    # The hexes toward the train are across the boundary.
    assert not {"26.13", "26.14"} & inside


@pytest.mark.rule("11.1.1a")
def test_the_owner_may_avoid_enemy_zones_against_the_way_to_supply_but_not_against_the_distance() -> None:
    text = PLAIN + MOVING + f"unit A 25.14 {SERB}\n" + TRAIN.format(at="29.14")
    of = position(text + f"unit E 27.13 {ENEMY}\n")
    # 26.12, 26.13, 27.12, 27.14, 28.12 and 28.13 are in its zone; 26.14 is not.
    assert first_hexes(of, "A", 1, "25.14") == {"26.13", "26.14"}
    of = position(text + f"unit E 27.13 {ENEMY}\nunit F 27.14 {ENEMY}\n")
    # Both hexes toward the train are in zones now: quiet ones that lead no farther away may be taken instead.
    assert first_hexes(of, "A", 1, "25.14") == {"26.13", "26.14", "25.13", "25.15"}


@pytest.mark.rule("11.1.1a")
def test_zones_do_not_shorten_the_distance() -> None:
    walls = "".join(f"unit W{i} {label} {ENEMY}\n" for i, label in enumerate(("24.12", "26.12")))
    of = position(PLAIN + MOVING + f"unit A 25.14 {SERB}\n" + walls)
    for way in retreat_hexes.open_ways(
        of, retreat_hexes.retreat_of(of, ["A"], node(of, "25.14")), node(of, "25.14"), 2
    ):
        assert of.setting.board.distance(node(of, "25.14"), way.hexes[-1]) == 2


@pytest.mark.rule("11.1.1")
def test_other_hexes_are_refused_with_the_reason() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14 {SERB}\nunit E 25.13 {ENEMY}\n" + TRAIN.format(at="29.14"))
    play = go(of, "A", 1, "25.14")
    assert play.asked is not None
    rules = {
        label: refusal.rules
        for label in ("24.13", "25.13", "28.14")
        if (refusal := Decision(play.asked).refusal(hexes(label))) is not None
    }
    assert rules == {"24.13": ("11.1.1",), "25.13": ("11.1.5",), "28.14": ("11.1",)}


@pytest.mark.rule("11.1.1")
def test_the_advice_is_quiet_and_near_the_supply() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14 {SERB}\nunit E 27.13 {ENEMY}\n" + TRAIN.format(at="29.14"))
    play = go(of, "A", 1, "25.14")
    assert play.asked is not None
    assert Decision(play.asked).default() == hexes("26.14")


# What bars the way


@pytest.mark.rule("11.1", "7.1.4a")
@pytest.mark.parametrize(
    ("nation", "features", "open_"),
    [
        ("austria-hungary", "donau", False),
        ("austria-hungary", "donau bridge", True),
        ("austria-hungary", "donau ferry", False),
        ("serbia", "donau bridge", False),
    ],
)
def test_no_retreat_crosses_the_donau_but_at_its_bridge(nation: str, features: str, open_: bool) -> None:
    of = position(
        PLAIN + f"side 25.14-26.14 {features}\nunit A 25.14 nation={nation} values=7-8-4-2 effectiveness=10\n"
    )
    assert ("26.14" in first_hexes(of, "A", 1, "25.14")) is open_


@pytest.mark.rule("7.9")
def test_cavalry_retreats_into_mountains_only_by_roadway() -> None:
    text = (
        PLAIN + "hex 26.14 terrain=foothills\nhex 26.13 terrain=foothills\n"
        "side 25.14-26.13 roadway=roadway\n"
        "unit A 25.14 kind=cavalry nation=serbia values=3-3-3-1 effectiveness=9\n"
    )
    found = first_hexes(position(text), "A", 1, "25.14")
    assert "26.13" in found
    assert "26.14" not in found


@pytest.mark.rule("25.2")
def test_troops_of_syrmien_retreat_inside_it() -> None:
    of = position("unit A 23.08 nation=austria-hungary asset size=iii values=1-2-2-0 bound=SYRMIEN\n")
    inside = of.setting.board.regions["Syrmien"]
    found = first_hexes(of, "A", 3, "23.08")
    assert found
    binding = retreat_hexes.retreat_of(of, ["A"], node(of, "23.08"))
    for way in retreat_hexes.all_ways(of, binding, node(of, "23.08"), 3):
        assert set(way.hexes) <= inside


@pytest.mark.rule("8.6.3")
def test_a_garrison_retreats_within_its_range_if_it_can() -> None:
    text = (
        PLAIN + "hex 25.14 country=serbia\n"
        "unit G 25.13 asset kind=garrison size=iii nation=serbia values=1-2-2-0 place=25.14 range=1\n"
    )
    of = position(text + f"unit E 24.13 {ENEMY}\n")
    assert first_hexes(of, "G", 1, "25.13") == {"25.14", "26.13"}
    # Nothing is left in its range: it may go anywhere.
    walls = f"unit F 25.14 {ENEMY}\nunit H 26.13 {ENEMY}\n"
    assert first_hexes(position(text + f"unit E 24.13 {ENEMY}\n" + walls), "G", 1, "25.13") == {
        "25.12",
        "26.12",
        "24.12",
    }


@pytest.mark.rule("8.6.3", "8.6.4")
def test_a_garrison_whose_place_is_lost_is_free() -> None:
    text = (
        PLAIN + "hex 25.14 country=serbia\n"
        "unit G 25.13 asset kind=garrison size=iii nation=serbia values=1-2-2-0 place=25.14 range=1\n"
    )
    enemy = f"unit E 24.13 {ENEMY}\n"
    assert "25.12" not in first_hexes(position(text + enemy), "G", 1, "25.13")
    free = position(text + enemy + "holder 25.14 austria-hungary\n")
    assert "25.12" in first_hexes(free, "G", 1, "25.13")


# What a retreat costs


@pytest.mark.rule("11.1.3")
def test_each_open_enemy_zone_costs_every_force_of_the_stack_a_level() -> None:
    of = position(
        PLAIN + MOVING + f"unit A 25.14 {SERB}\nunit B 25.14 {SERB}\n"
        f"unit E 27.13 {ENEMY}\nunit F 27.14 {ENEMY}\n" + TRAIN.format(at="29.14")
    )
    go(of, "AB", 1, "25.14").answer(hexes("26.14"))
    assert (at(of, "A"), at(of, "B")) == ("26.14", "26.14")
    assert (status(of, "A"), status(of, "B")) == ("-1", "-1")


@pytest.mark.rule("11.1.3")
def test_a_friend_in_the_hex_negates_the_zone() -> None:
    of = position(
        PLAIN + MOVING + f"unit A 25.14 {SERB}\nunit C 26.14 {SERB}\n"
        f"unit E 27.13 {ENEMY}\nunit F 27.14 {ENEMY}\n" + TRAIN.format(at="29.14")
    )
    go(of, "A", 1, "25.14").answer(hexes("26.14"))
    assert (at(of), status(of)) == ("26.14", "")


@pytest.mark.rule("11.1.4")
@pytest.mark.parametrize(
    ("features", "cost"),
    [
        ("sava", ("-1", 1)),
        ("sava bridge", ("", 0)),
        ("impassable\\ mountain", ("-1", 1)),
        ("minor\\ river", ("", 0)),
    ],
)
def test_a_retreat_over_the_sava_or_impassable_mountains_costs_a_level_and_a_reduction(
    features: str, cost: tuple[str, int]
) -> None:
    of = position(
        PLAIN + MOVING + f"side 25.14-26.14 {features}\nunit A 25.14 {SERB}\n" + TRAIN.format(at="29.14")
    )
    go(of, "A", 1, "25.14").answer(hexes("26.14"))
    assert (status(of), of.units["A"].reductions) == cost


@pytest.mark.rule("11.1.4", "21.2")
def test_a_pontoon_bridge_of_ones_own_spares_the_cost() -> None:
    of = position(
        PLAIN + MOVING + f"side 25.14-26.14 sava\nunit A 25.14 {SERB}\n"
        "pontoon 25.14/26.14 serbia built\n" + TRAIN.format(at="29.14")
    )
    go(of, "A", 1, "25.14").answer(hexes("26.14"))
    assert (status(of), of.units["A"].reductions) == ("", 0)


def surrounded(of_text: str, labels: Sequence[str] = RING) -> SerbiaPosition:
    ring = "".join(f"unit W{i} {label} {ENEMY}\n" for i, label in enumerate(labels))
    return position(PLAIN + MOVING + of_text + ring)


@pytest.mark.rule("11.1.5")
def test_each_hex_a_force_cannot_retreat_costs_a_level_and_a_reduction() -> None:
    of = surrounded(f"unit A 25.14 {SERB}\n")
    assert go(of, "A", 2, "25.14").over
    assert (at(of), status(of), of.units["A"].reductions) == ("25.14", "-2", 2)


@pytest.mark.rule("11.1.6", "15.5")
@pytest.mark.parametrize(("before", "gone"), [(3, False), (4, True), (5, True)])
def test_an_isolated_force_that_cannot_retreat_surrenders_if_demoralized_or_becoming_so(
    before: int, gone: bool
) -> None:
    of = surrounded(f"unit A 25.14 {SERB} status={before}\nunit R 25.14 asset {SERB} size=iii\n")
    go(of, "AR", 1, "25.14").defaults()
    assert ({"A", "R"} <= of.gone) is gone
    assert not of.lost


@pytest.mark.rule("11.1.6")
def test_an_isolated_force_surrenders_if_it_must_retreat_into_an_open_zone() -> None:
    of = surrounded(f"unit A 25.14 {SERB} status=4\n", RING[:-1])
    go(of, "A", 1, "25.14").defaults()
    assert of.gone == {"A"}
    other = surrounded(f"unit A 25.14 {SERB} status=4\nunit B 24.13 {SERB}\n", RING[:-1])
    go(other, "A", 1, "25.14").defaults()
    assert at(other) == "24.13"


@pytest.mark.rule("11.1.6", "15.1.4")
def test_who_is_not_isolated_does_not_surrender() -> None:
    enemies = "".join(
        f"unit W{i} {label} nation=serbia values=7-8-4-2\n"
        for i, label in enumerate(("06.24", "07.25", "07.26", "06.26"))
    )
    of = position(MOVING + f"unit A 06.25 {ENEMY} status=5\n" + enemies)
    go(of, "A", 1, "06.25").defaults()
    assert status(of) == "D2"
    assert not of.gone


# Who goes along


@pytest.mark.rule("11.1.2", "5.5.1")
def test_assigned_asset_units_and_guns_go_with_their_formation() -> None:
    of = position(
        PLAIN + MOVING + f"unit A 25.14 {SERB}\nunit R 25.14 asset {SERB} size=iii\n"
        "unit G 25.14 kind=artillery nation=serbia values=1-1-0-3\n" + TRAIN.format(at="29.14")
    )
    go(of, "ARG", 1, "25.14").defaults()
    assert at(of, "A") == at(of, "R") == at(of, "G") != "25.14"
    assert all(of.units[name].retreated for name in "ARG")


@pytest.mark.rule("8.5.2", "11.1.2")
def test_a_fort_that_must_retreat_becomes_the_infantry_on_its_back() -> None:
    of = position(MOVING + f"unit A 30.09 {SERB}\nunit sr-fort-beograd 30.09\n")
    Play(
        retreat.retreat(table(of), of, ["A", "sr-fort-beograd"], 1, rule="9.9.2", origin=node(of, "30.09"))
    ).defaults()
    fort = of.units["sr-fort-beograd"]
    piece = of.piece(fort)
    assert fort.at == of.units["A"].at != node(of, "30.09")
    assert (piece.fort, piece.combat, piece.asset, piece.has_back) == (False, True, True, False)


@pytest.mark.rule("11.1.2")
def test_a_depot_stacked_with_units_that_must_retreat_is_displaced() -> None:
    of = position(MOVING + f"unit A 23.16 {SERB}\nunit sr-depot-2 23.16 army=SERBIA\n")
    go(of, "A", 1, "23.16").defaults()
    depot = of.units.get("sr-depot-2")
    assert depot is None or (depot.at != node(of, "23.16") and depot.extended)


@pytest.mark.rule("10.3")
def test_forces_with_different_obligations_part_on_the_way() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14 {SERB}\nunit B 25.14 {SERB}\n" + TRAIN.format(at="30.14"))
    due: dict[tuple[str, ...], int] = {("A",): 1, ("B",): 3}
    Play(retreat.retreat_stack(table(of), of, due, rule="10.3", origin=node(of, "25.14"))).defaults()
    distance = of.setting.board.distance
    assert [distance(node(of, "25.14"), of.units[name].at) for name in "AB"] == [1, 3]


@pytest.mark.rule("11.1", "7.3", "7.8")
def test_a_retreat_ends_prepared_attacks_and_tasks() -> None:
    of = position(
        PLAIN
        + MOVING
        + f"unit A 25.14 {SERB} prepared=24.13 task=position progress=5\n"
        + TRAIN.format(at="29.14")
    )
    go(of, "A", 1, "25.14").defaults()
    unit = of.units["A"]
    assert (unit.prepared, unit.task, unit.progress) == (-1, "", 0)


def boxes_offered(of: SerbiaPosition, play: Play) -> list[RetreatTo]:
    """The choices that lead off the map."""
    ways = [choice for choice in play.choices if isinstance(choice, RetreatTo)]
    return [way for way in ways if of.setting.board.is_area(node(of, way.hexes[0]))]


@pytest.mark.rule("24.2")
def test_montenegrins_may_retreat_off_the_map() -> None:
    of = position(MOVING + "unit P 22.29 nation=montenegro size=x values=4-4-3-1 effectiveness=9\n")
    play = go(of, "P", 2, "22.29")
    boxes = boxes_offered(of, play)
    assert boxes
    play.answer(boxes[0])
    assert play.over
    assert of.setting.board.is_area(of.units["P"].at)
    serb = position(MOVING + f"unit A 22.29 {SERB}\n")
    assert not any(
        serb.setting.board.is_area(node(serb, label)) for label in first_hexes(serb, "A", 2, "22.29")
    )


@pytest.mark.rule("24.2")
def test_montenegrins_are_offered_the_way_to_the_map_edge() -> None:
    montenegrin = "nation=montenegro size=x values=4-4-3-1 effectiveness=9"
    of = position(MOVING + f"unit P 22.28 {montenegrin}\nunit E 22.27 {ENEMY}\n")
    play = go(of, "P", 3, "22.28").answer(hexes("22.29"))
    boxes = boxes_offered(of, play)
    assert boxes
    serb = position(MOVING + f"unit A 22.28 {SERB}\nunit E 22.27 {ENEMY}\n")
    assert "22.29" not in first_hexes(serb, "A", 3, "22.28")


# Repulse on the retreat


def hemmed(extra: str = "", phase: str = FIGHTING) -> SerbiaPosition:
    """A strong division and a weak regiment in its way."""
    weak = "nation=austria-hungary asset size=iii values=1-2-2-0 effectiveness=9 army=FIFTH"
    return position(
        PLAIN + phase + "unit A 25.14 nation=serbia values=14-14-4-2 effectiveness=10 corps=first\n"
        f"unit E 26.14 {weak}\n" + extra
    )


@pytest.mark.rule("7.4", "7.4.1", "11.1.5")
def test_a_retreating_stack_may_try_one_repulse_before_during_or_after_its_retreat() -> None:
    of = hemmed("dice 1 1\n")
    play = go(of, "A", 1, "25.14")
    assert Repulse("26.14") in play.choices
    play.answer(Repulse("26.14"))
    assert play.asked is not None
    assert play.asked.side == "austria-hungary"
    play.answer(hexes("27.15"), hexes("28.15"))
    assert of.units["E"].at == node(of, "28.15")
    assert of.units["A"].repulsed
    while not play.over:
        assert not any(isinstance(choice, Repulse) for choice in play.choices)
        play.answer(play.choices[0])
    assert of.units["A"].at != node(of, "25.14")


@pytest.mark.rule("7.4.1")
def test_the_one_repulse_holds_for_further_retreats_of_the_phase() -> None:
    of = hemmed()
    assert retreat.targets(of, ["A"], node(of, "25.14")) == [node(of, "26.14")]
    of.change("A", repulsed=True)
    assert retreat.targets(of, ["A"], node(of, "25.14")) == []


@pytest.mark.rule("7.4")
def test_there_is_no_repulse_on_a_retreat_in_a_movement_phase() -> None:
    of = hemmed(phase=MOVING)
    assert retreat.targets(of, ["A"], node(of, "25.14")) == []


@pytest.mark.rule("7.4.2")
def test_combat_ineffective_forces_try_none() -> None:
    of = hemmed()
    of.change("A", status=4)
    assert retreat.targets(of, ["A"], node(of, "25.14")) == []


@pytest.mark.rule("7.4.1")
def test_of_several_forces_the_owner_names_the_one_that_repulses() -> None:
    of = hemmed("unit B 25.14 nation=serbia values=13-14-4-2 effectiveness=10 corps=first\ndice 1 1\n")
    play = go(of, "AB", 1, "25.14").answer(Repulse("26.14"))
    assert play.choices == [Pick("A"), Pick("B")]
    play.answer(Pick("B"))
    assert of.units["A"].repulsed
    assert of.units["B"].repulsed


@pytest.mark.rule("7.4")
def test_after_the_last_hex_the_repulse_may_still_be_tried() -> None:
    of = hemmed()
    of.put(of.units["E"].__class__("E", of.units["E"].piece, node(of, "27.14"), army="FIFTH"))
    play = go(of, "A", 1, "25.14").answer(hexes("26.14"))
    assert play.choices == [PASS, Repulse("27.14")]


# Two-hex units


@pytest.mark.rule("19.1.7")
def test_one_hex_by_the_table_makes_a_two_hex_unit_draw_together_or_wheel() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14+26.14 {SERB}\nunit E 24.13 {ENEMY}\n")
    play = go(of, "A", 1, "25.14")
    assert play.choices == [hexes("26.14"), hexes("26.13", "26.14"), hexes("25.15", "26.14")]
    play.answer(hexes("25.15", "26.14"))
    assert set(of.hexes_of(of.units["A"])) == {node(of, "25.15"), node(of, "26.14")}


@pytest.mark.rule("19.1.7", "11.1.3")
def test_the_half_that_wheels_into_an_open_zone_costs_a_level() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14+26.14 {SERB}\nunit E 24.14 {ENEMY}\n")
    go(of, "A", 1, "25.14").answer(hexes("25.15", "26.14"))
    assert status(of) == "-1"
    of = position(PLAIN + MOVING + f"unit A 25.14+26.14 {SERB}\nunit E 27.14 {ENEMY}\n")
    go(of, "A", 1, "25.14").answer(hexes("26.14"))
    assert status(of) == ""


@pytest.mark.rule("19.1.2", "19.1.7")
def test_a_half_does_not_wheel_to_another_two_hex_force() -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14+26.14 {SERB}\nunit B 25.15+25.16 {SERB}\n")
    play = go(of, "A", 1, "25.14")
    assert play.choices == [hexes("26.14"), hexes("26.13", "26.14")]


@pytest.mark.rule("19.1.7")
@pytest.mark.parametrize(("rule", "distance"), [("9.9.2", 2), ("10.3", 1)])
def test_more_hexes_or_a_failed_check_take_the_whole_two_hex_unit(rule: str, distance: int) -> None:
    of = position(PLAIN + MOVING + f"unit A 25.14+26.14 {SERB}\n" + TRAIN.format(at="30.14"))
    go(of, "A", distance, "25.14", rule).defaults()
    unit = of.units["A"]
    assert unit.also == -1
    assert of.setting.board.distance(node(of, "25.14"), unit.at) == distance


@pytest.mark.rule("19.1.7", "11.1.3")
def test_its_own_other_hex_is_not_an_open_zone_for_the_half_that_goes_there() -> None:
    of = position(
        PLAIN
        + MOVING
        + f"unit A 25.14+26.14 {SERB}\nunit E 27.14 {ENEMY}\nunit F 27.13 {ENEMY}\n"
        + TRAIN.format(at="30.14")
    )
    go(of, "A", 1, "25.14", "10.3").answer(hexes("26.14"))
    assert status(of) == ""


@pytest.mark.rule("11.1", "3.1.6")
def test_both_sides_see_the_retreat_but_no_names() -> None:
    of = position(PLAIN + MOVING + f"unit Aleph 25.14 {SERB}\n" + TRAIN.format(at="29.14"))
    heard = table(of)
    Play(retreat.retreat(heard, of, ["Aleph"], 1, rule="9.9.2", origin=node(of, "25.14"))).defaults()
    seen = [event for event in heard.events if event.seen_by("austria-hungary")]
    assert [event.kind for event in seen] == ["retreat"]
    assert "Aleph" not in seen[0].text + str(seen[0].data)
