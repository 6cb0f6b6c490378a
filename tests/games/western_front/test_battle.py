"""Chapter 13: the ground a battle is fought on, who takes part, and what both sides are worth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Assault, ChooseTerrain, Stand
from hexfront.games.western_front.position import WesternFrontPosition, names_of
from hexfront.games.western_front.rules.battle import answering_units, defending_units, river, terrain_choices
from hexfront.games.western_front.rules.strengths import (
    attack_modifier,
    attack_strength,
    counterattack_factor,
    counterattack_modifier,
    counterattack_strength,
    limited,
    result,
)
from hexfront.games.western_front.rules.supplied_strength import division_strength
from hexfront.games.western_front.rules.supply import default_plan, supply_line
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, POINT
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import game, node, position
from tests.games.western_front.played import Fought, fight

BOARD = """
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
| . . . .
hex 0101 country=france
hex 0102 country=france
hex 0104 country=france
hex 0401 country=germany
hex 0402 country=germany
hex 0404 country=germany
"""
DATE = "date 1914-08-3 combat central-powers\n"
# X (0202) is held by the French; the Germans stand around it, each with a headquarters in reach.
GERMANS = """
unit N 0201 nation=ge kind=inf values=8-5 reduced=6
unit NE 0302 nation=ge kind=inf values=8-5 reduced=6
unit SE 0303 nation=ge kind=inf values=8-5 reduced=6
unit GH 0301 nation=ge kind=hq size=xxxx supply=90
"""
FRENCH = """
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0103 nation=fr kind=hq size=xxxx supply=60
"""
ALL = ("N", "NE", "SE")
PAID = dict.fromkeys(ALL, "GH")
ANSWER = {"X": "FH"}


def scene(more: str = "", units: str = GERMANS + FRENCH, date: str = DATE) -> WesternFrontPosition:
    return position(date + BOARD + units + more)


def attack(on: WesternFrontPosition, *names: str, **more: object) -> Battle:
    battle: Battle = Battle(CENTRAL_POWERS, node(on, "0202"), names or ALL, **more)  # type: ignore[arg-type]
    return battle


# Terrain


@pytest.mark.rule("13-4")
def test_urban_terrain_next_to_the_attack_needs_a_city_or_a_second_urban_side() -> None:
    beside = "side 0202-0302 urban\nside 0201-0202 woods\n"
    lone = scene(beside)
    assert "urban" not in terrain_choices(lone, attack(lone, "N"))
    city = scene(beside + "place 0202 Town kinds=city\n")
    assert "urban" in terrain_choices(city, attack(city, "N"))
    two = scene(beside + "side 0202-0203 urban\n")
    assert "urban" in terrain_choices(two, attack(two, "N"))


@pytest.mark.rule("13-4")
def test_urban_terrain_may_be_used_where_it_is_attacked_through() -> None:
    through = scene("side 0202-0302 urban\n")
    assert "urban" in terrain_choices(through, attack(through, "NE"))


@pytest.mark.rule("21-4")
def test_a_fortress_never_uses_urban_terrain_but_broken_where_nothing_else_is_left() -> None:
    sides = "side 0201-0202 urban\nside 0202-0302 urban\nside 0102-0202 urban\n"
    fortress = "unit fort 0202 nation=fr kind=fortress values=8-0\n"
    held = scene(sides + fortress)
    assert terrain_choices(held, attack(held, "N")) == ["broken"]
    assert "urban" in terrain_choices(held, attack(held, "N"), without_fortress=True)
    open_ground = scene(sides.replace("0102-0202 urban", "0102-0202 woods") + fortress)
    assert terrain_choices(open_ground, attack(open_ground, "N")) == ["woods"]


@pytest.mark.rule("13-3")
def test_an_alpine_side_next_to_the_attack_may_be_chosen() -> None:
    alps = scene("side 0202-0302 alpine\n")
    assert set(terrain_choices(alps, attack(alps, "N"))) == {"clear", "alpine"}


# Rivers


@pytest.mark.rule("13-5")
def test_a_river_counts_only_if_all_attackers_cross_one() -> None:
    some = scene("side 0201-0202 river\n")
    assert river(some, attack(some)) is None
    alone = river(some, attack(some, "N"))
    assert alone is not None
    assert (alone.feature, attack_modifier(some, attack(some, "N"), "clear")) == ("river", -2)
    assert counterattack_modifier(some, attack(some, "N"), "clear") == 1


@pytest.mark.rule("13-5")
def test_major_rivers_halve_and_a_mixed_crossing_counts_as_rivers() -> None:
    sides = "side 0201-0202 'major river'\nside 0202-0302 river\n"
    mixed = scene(sides)
    assert attack_strength(mixed, attack(mixed, "N"), PAID, "clear") == 4
    assert counterattack_modifier(mixed, attack(mixed, "N"), "clear") == 3
    assert attack_strength(mixed, attack(mixed, "N", "NE"), PAID, "clear") == 16
    assert attack_modifier(mixed, attack(mixed, "N", "NE"), "clear") == -2
    neither = scene(sides + "option mixed-rivers-no-effect=on\n")
    assert attack_modifier(neither, attack(neither, "N", "NE"), "clear") == 0


@pytest.mark.rule("29-7")
def test_artillery_alone_is_not_hindered_by_rivers() -> None:
    guns = "unit GUN 0201 nation=ge kind=art size=iii values=3-4\n"
    across = scene(guns + "side 0201-0202 river\n")
    assert attack_modifier(across, attack(across, "GUN"), "clear") == 0
    assert counterattack_modifier(across, attack(across, "GUN"), "clear") == 0
    assert attack_modifier(across, attack(across, "GUN", "N"), "clear") == -2


# Strengths


@pytest.mark.rule("13-2", "13-8")
def test_the_attack_adds_up_its_units() -> None:
    here = scene()
    assert attack_strength(here, attack(here), PAID, "clear") == 24


@pytest.mark.rule("13-6", "12-13")
def test_mountain_and_urban_terrain_halve_and_a_major_river_halves_again() -> None:
    here = scene("side 0201-0202 'major river'\n")
    assert attack_strength(here, attack(here, "N", "NE"), PAID, "mountain") == 8
    assert attack_strength(here, attack(here, "N"), PAID, "urban") == 2


@pytest.mark.rule("19-11", "13-2")
def test_fractions_are_kept_to_the_end_unless_the_option_drops_them_at_each_step() -> None:
    five = GERMANS.replace("8-5", "5-5") + FRENCH
    exact = scene(units=five)
    two = {"N": "GH", "NE": "GH"}
    column = attack(exact, "N", "NE", column=True)
    assert attack_strength(exact, column, {"N": "GH"}, "clear") == 3  # (5 + 2) halved
    assert attack_strength(exact, attack(exact, "N", column=True), two, "urban") == 1
    three = GERMANS.replace("8-5", "3-5") + FRENCH
    whole = scene("side 0201-0202 'major river'\n", units=three)
    # 3 halved twice is 3/4, and 3/4 twice over is kept: 6 halved twice is 1 1/2.
    assert attack_strength(whole, attack(whole, "N"), two, "mountain") == 0
    steps = scene("option round-each-step=on\n", units=five)
    assert attack_strength(steps, attack(steps, "N", "NE", "SE", column=True), PAID, "mountain") == 3
    assert attack_strength(exact, attack(exact, "N", "NE", "SE", column=True), PAID, "mountain") == 3


@pytest.mark.rule("30-1")
def test_light_cavalry_fights_at_full_strength_without_supply() -> None:
    horse = (
        "unit H 0302 nation=ge kind=cav values=2-6 full=2\nunit C 0202 nation=fr kind=cav values=1-6 full=1\n"
    )
    strong = "unit S 0302 nation=ge kind=cav values=4-6 full=4\n"
    here = scene(horse + strong)
    assert attack_strength(here, attack(here, "H"), {}, "clear") == 2
    assert attack_strength(here, attack(here, "S"), {}, "clear") == 2  # half of 4
    assert counterattack_strength(here, attack(here), ANSWER) == 6 * 3 + 1 * 3


@pytest.mark.rule("27-3")
def test_regiments_together_suffer_from_a_long_supply_line_as_one_division() -> None:
    far = BOARD.replace("| . . . .", "| . . . . w .") + "side 0601-0602 rail=double\nrail 0601 0602 ge\n"
    regiments = "".join(f"unit R{n} 0302 nation=ge kind=inf size=iii values=2-5 full=8\n" for n in range(5))
    units = regiments + "unit GH 0602 nation=ge kind=hq size=xxxx supply=90\n" + FRENCH
    here = position(DATE + far + units)
    names = [f"R{n}" for n in range(5)]
    plan = dict.fromkeys(names, "GH")
    # The line is 5 long, 1 too many for each regiment; four regiments are one division, the fifth another.
    line = supply_line(here, here.units["R0"], here.units["GH"])
    assert line is not None
    assert line.cost == 5 * POINT
    assert attack_strength(here, attack(here, "R0"), plan, "clear") == 1
    assert attack_strength(here, attack(here, *names[:4]), plan, "clear") == 7
    assert attack_strength(here, attack(here, *names), plan, "clear") == 8


@pytest.mark.rule("27-3", "19-9")
def test_a_line_too_long_for_a_regiment_may_do_for_the_division_it_is_part_of() -> None:
    far = BOARD.replace("| . . . .", "| . . . . s w") + "side 0601-0602 rail=double\nrail 0601 0602 ge\n"
    regiments = "".join(f"unit R{n} 0302 nation=ge kind=inf size=iii values=2-5 full=8\n" for n in range(5))
    units = regiments + "unit GH 0602 nation=ge kind=hq size=xxxx supply=90\n" + FRENCH
    here = position(DATE + far + units)
    line = supply_line(here, here.units["R0"], here.units["GH"])
    assert line is not None
    assert line.cost == 7 * POINT
    names = [f"R{n}" for n in range(5)]
    # Four regiments are a division of 8 that loses 3; the fifth, alone with its 2 points, gets nothing.
    plan = default_plan(here, names, attack=True)
    assert plan == {**dict.fromkeys(names[:4], "GH"), "R4": ""}
    assert attack_strength(here, attack(here, *names[:4]), plan, "clear") == 5
    assert attack_strength(here, attack(here, *names), plan, "clear") == 5 + 1


@pytest.mark.rule("27-3")
def test_parts_of_other_divisions_and_kinds_share_nothing() -> None:
    far = BOARD.replace("| . . . .", "| . . . . w .") + "side 0601-0602 rail=double\nrail 0601 0602 ge\n"
    pair = (
        "unit R 0302 nation=ge kind=inf size=iii values=2-5 full=8\n"
        "unit M 0302 nation=ge kind=mtn size=iii values=2-5 full=6 colour=ge-mountain\n"
        "unit D 0302 nation=ge kind=inf values=8-5\n"
    )
    here = position(DATE + far + pair + "unit GH 0602 nation=ge kind=hq size=xxxx supply=90\n" + FRENCH)
    assert [division_strength(here, here.units[name]) for name in "RMD"] == [2, 2, 8]
    assert attack_strength(here, attack(here, "R", "M"), {"R": "GH", "M": "GH"}, "clear") == 2


@pytest.mark.rule("16-8")
def test_a_column_attack_halves_the_attacker_and_doubles_the_defender() -> None:
    here = scene()
    column = attack(here, column=True)
    assert attack_strength(here, column, PAID, "clear") == 12
    assert counterattack_strength(here, column, ANSWER) == 36
    assert counterattack_strength(here, column, ANSWER, column.hexes) == 24


@pytest.mark.rule("13-15", "14-13")
def test_counterattack_triples_those_who_stay_and_doubles_those_who_leave() -> None:
    here = scene()
    assert counterattack_strength(here, attack(here), ANSWER) == 18
    assert counterattack_strength(here, attack(here), ANSWER, attack(here).hexes) == 12


@pytest.mark.rule("19-12", "13-15")
def test_unsupplied_defenders_answer_with_half_tripled() -> None:
    here = scene(units=GERMANS + FRENCH.replace("values=6-4", "values=5-4"))
    assert counterattack_strength(here, attack(here), {"X": ""}) == 6  # half of 5 is 2


@pytest.mark.rule("21-3", "14-13", "29-5")
def test_fortress_and_artillery_have_factors_of_their_own() -> None:
    here = scene(
        "unit fort 0202 nation=fr kind=fortress values=8-0\n"
        "unit F 0202 nation=fr kind=art size=iii values=3-4\n"
    )
    plan = {"X": "FH", "F": "FH"}
    assert counterattack_strength(here, attack(here), plan) == 6 * 3 + 8 * 3 + 3 * 2
    assert counterattack_strength(here, attack(here), plan, attack(here).hexes) == 6 * 2 + 8 * 3 + 3 * 2


@pytest.mark.rule("41-4")
def test_russian_fortresses_are_not_multiplied() -> None:
    here = scene("unit fort 0202 nation=ru kind=fortress values=8-0\n", units=GERMANS)
    assert counterattack_strength(here, attack(here), {}) == 8


@pytest.mark.rule("7-11")
def test_units_caught_on_their_trains_are_not_multiplied_in_any_attack() -> None:
    here = scene(units=GERMANS + FRENCH.replace("X 0202", "X 0202 entrained"))
    assert counterattack_strength(here, attack(here), ANSWER) == 6
    assert counterattack_strength(here, attack(here, column=True), ANSWER) == 6


@pytest.mark.rule("18-15")
def test_a_headquarters_counts_one_but_only_alone() -> None:
    alone = scene("unit FH2 0202 nation=fr kind=hq size=xxxx supply=10\n", units=GERMANS)
    assert counterattack_strength(alone, attack(alone), {}) == 3
    with_others = scene("unit FH2 0202 nation=fr kind=hq size=xxxx supply=10\n")
    assert names_of(defending_units(with_others, attack(with_others))) == ["X"]


@pytest.mark.rule("14-15")
def test_units_that_retreated_into_the_hex_take_no_part() -> None:
    here = scene("unit Y 0202 retreated nation=fr kind=inf values=4-4\n")
    assert names_of(answering_units(here, attack(here))) == ["X"]
    assert names_of(defending_units(here, attack(here))) == ["X"]


@pytest.mark.rule("12-11", "24-1", "9-9")
def test_all_units_with_strength_answer_but_engineers_and_replacements_have_none() -> None:
    here = scene(
        "unit C 0202 nation=fr kind=cav values=1-6\n"
        "unit E 0202 nation=fr kind=eng size=iii values=0-3\n"
        "unit R 0202 nation=fr kind=rpl values=4-3\n"
    )
    assert set(names_of(answering_units(here, attack(here)))) == {"X", "C"}


# Dice


@pytest.mark.rule("13-9", "13-15")
@pytest.mark.parametrize(
    ("terrain", "lowered", "raised"),
    [
        ("clear", 0, 0),
        ("broken", -1, 0),
        ("hilly", -2, 1),
        ("woods", -2, 1),
        ("swamp", -2, 1),
        ("rough", -3, 1),
        ("wooded rough", -4, 2),
        ("mountain", 0, 3),
        ("urban", 0, 3),
    ],
)
def test_terrain_changes_both_dice(terrain: str, lowered: int, raised: int) -> None:
    here = scene()
    assert attack_modifier(here, attack(here), terrain) == lowered
    assert counterattack_modifier(here, attack(here), terrain) == raised


@pytest.mark.rule("13-10", "13-11", "22-7")
def test_trenches_lower_the_attack_die_but_do_not_raise_the_other() -> None:
    here = scene("marker trench 0202 entente\n", units=GERMANS.replace("SE 0303", "SE 0404") + FRENCH)
    assert attack_modifier(here, attack(here, "N", "NE"), "broken") == -3
    assert counterattack_modifier(here, attack(here, "N", "NE"), "broken") == 0


@pytest.mark.rule("13-25")
def test_dice_are_never_changed_by_more_than_four() -> None:
    here = scene("side 0201-0202 river\nmarker trench 0202 entente\n")
    assert attack_modifier(here, attack(here, "N"), "wooded rough") == -4
    major = scene("side 0201-0202 'major river'\n")
    assert counterattack_modifier(major, attack(major, "N"), "mountain") == 4
    assert [limited(here, total) for total in (-9, -4, 0, 4, 9)] == [-4, -4, 0, 4, 4]


@pytest.mark.rule("13-12", "13-16")
def test_rows_end_at_minus_one_and_eight() -> None:
    here = scene()
    assert result(here, 50, -3) == result(here, 50, -1) < result(here, 50, 0)
    assert result(here, 50, 10) == result(here, 50, 8) > result(here, 50, 7)


@pytest.mark.rule("13-26")
def test_the_later_table_begins_in_january_1917() -> None:
    before = scene(date="date 1916-12-7 combat central-powers\n")
    after = scene(date="date 1917-01-1 combat central-powers\n")
    assert (result(before, 20, 4), result(after, 20, 4)) == (4, 5)


@pytest.mark.rule("34-4")
def test_winter_helps_the_counterattack_unless_all_attackers_stand_in_trenches() -> None:
    winter = "date 1914-12-1 combat central-powers\n"
    open_field = scene(date=winter)
    assert counterattack_modifier(open_field, attack(open_field, "N", "NE"), "clear") == 1
    dug_in = scene("marker trench 0201 central-powers\n", date=winter)
    assert counterattack_modifier(dug_in, attack(dug_in, "N", "NE"), "clear") == 1
    assert counterattack_modifier(dug_in, attack(dug_in, "N"), "clear") == 0


@pytest.mark.rule("22-21")
def test_a_solid_defense_without_enough_artillery_changes_the_dice_in_clear_and_broken_terrain() -> None:
    trench = scene("marker trench 0202 entente\n", date="date 1915-05-1 combat central-powers\n")
    battle = attack(trench, "N")
    assert attack_modifier(trench, battle, "clear") == -3
    assert counterattack_modifier(trench, battle, "clear") == 2
    assert attack_modifier(trench, battle, "broken") == -3  # broken and trench alone
    assert counterattack_modifier(trench, battle, "broken") == 2
    assert counterattack_modifier(trench, battle, "woods") == 1


def test_every_number_tells_what_it_is_made_of() -> None:
    here = scene("side 0201-0202 river\n")
    ledger = Ledger("attack")
    ledger.close(attack_modifier(here, attack(here, "N"), "wooded rough", ledger.note))
    assert [(term.rule, term.value) for term in ledger.terms] == [("13-9", -4), ("13-5", -2), ("13-25", 2)]
    assert sum(term.value for term in ledger.terms) == ledger.total == -4
    strength = Ledger("counterattack")
    strength.close(counterattack_strength(here, attack(here), ANSWER, (), strength.note))
    label = here.piece(here.units["X"]).label
    assert strength.text == f"counterattack 18: {label} 6 ×3 +18 [13-15], column = 18 [13-15]"
    assert counterattack_factor(here, attack(here), here.units["X"], True) == (Fraction(2), "14-13")


# In play


def fought(more: str = "", *names: str, dice: str = "3 3", units: str = GERMANS + FRENCH) -> Fought:
    """An attack on 0202, by all or by some; the defender holds if he may."""
    playing = game(f"dice {dice}\n" + DATE + BOARD + units + more)
    return fight(playing, "0202", *(names or ALL), stand=Stand())


BIG = GERMANS.replace("8-5", "50-5")  # so large that every row of the table differs from the next
HOLDS = "place 0202 Town kinds=city\n"  # nobody is forced out of a city


@pytest.mark.rule("13-4")
@pytest.mark.parametrize(
    ("ground", "offered"),
    [
        ("side 0202-0302 urban\nside 0201-0202 woods\n", False),
        ("side 0202-0302 urban\nside 0201-0202 woods\nplace 0202 Town kinds=city\n", True),
        ("side 0202-0302 urban\nside 0201-0202 woods\nside 0202-0203 urban\n", True),
        ("side 0201-0202 urban\n", True),
        ("side 0202-0203 urban\nside 0103-0202 urban\nside 0201-0202 woods\n", False),  # too far round
    ],
    ids=["one side beside", "with a city", "with a second", "attacked through", "far sides only"],
)
def test_the_defender_is_offered_urban_terrain_in_three_cases(ground: str, offered: bool) -> None:
    playing = game(DATE + BOARD + GERMANS + FRENCH + ground)
    playing.play(Assault("0202", ("N",)))
    assert playing.decision.kind == "terrain"
    assert (ChooseTerrain("urban") in playing.decision.choices()) == offered


@pytest.mark.rule("13-5")
def test_only_an_attack_that_is_all_across_a_river_suffers_from_it() -> None:
    side = "side 0201-0202 river\n"
    alone, together = fought(side, "N"), fought(side, "N", "NE")
    assert (alone.attack["modifier"], alone.answer["modifier"]) == (-2, 1)
    assert (together.attack["modifier"], together.answer["modifier"]) == (0, 0)
    both = fought(side + "side 0202-0302 river\n", "N", "NE")
    assert (both.attack["modifier"], both.answer["modifier"]) == (-2, 1)


@pytest.mark.rule("13-5")
def test_a_major_river_halves_an_attack_that_is_all_across_it() -> None:
    side = "side 0201-0202 'major river'\n"
    alone, together = fought(side, "N"), fought(side, "N", "NE")
    assert (alone.attack["strength"], alone.attack["modifier"], alone.answer["modifier"]) == (4, 0, 3)
    assert (together.attack["strength"], together.answer["modifier"]) == (16, 0)
    mixed = fought(side + "side 0202-0302 river\n", "N", "NE")
    assert (mixed.attack["strength"], mixed.attack["modifier"], mixed.answer["modifier"]) == (16, -2, 1)


@pytest.mark.rule("13-6", "TEC")
@pytest.mark.parametrize(
    ("terrain", "strength", "lowered", "raised"),
    [
        ("clear", 24, 0, 0),
        ("broken", 24, -1, 0),
        ("hilly", 24, -2, 1),
        ("woods", 24, -2, 1),
        ("swamp", 24, -2, 1),
        ("rough", 24, -3, 1),
        ("'wooded rough'", 24, -4, 2),
        ("mountain", 12, 0, 3),
        ("suburban", 24, 0, 0),
        ("urban", 12, 0, 3),
    ],
)
def test_the_chosen_terrain_changes_strength_and_dice_as_the_chart_says(
    terrain: str, strength: int, lowered: int, raised: int
) -> None:
    sides = "".join(f"side 0202-{other} {terrain}\n" for other in ("0201", "0302", "0303", "0203", "0102"))
    told = fought(sides)
    assert (told.attack["strength"], told.attack["modifier"]) == (strength, lowered)
    assert told.answer["modifier"] == raised


@pytest.mark.rule("13-10", "13-11", "22-7")
def test_a_trench_takes_two_more_off_the_attack_die_and_adds_nothing_to_the_answer() -> None:
    woods = "side 0201-0202 broken\nside 0202-0302 broken\nside 0102-0202 broken\nside 0202-0303 broken\n"
    trench = "marker trench 0202 entente\n"
    assert fought(trench, "N").attack["modifier"] == -2
    told = fought(woods + trench, "N")
    assert (told.attack["modifier"], told.answer["modifier"]) == (-3, 0)
    river_too = fought(woods + trench + "side 0201-0202 river\n", "N")
    assert river_too.answer["modifier"] == 1


@pytest.mark.rule("13-11", "13-25")
def test_adjustments_add_up_but_to_no_more_than_four() -> None:
    across = "side 0201-0202 river\n"
    assert fought(across, "N").attack["modifier"] == -2
    rough = "side 0201-0202 rough river\nside 0202-0302 rough\nside 0102-0202 rough\n"
    told = fought(rough, "N")
    assert told.attack["modifier"] == -4  # 3 for the ground and 2 for the river
    assert told.answer["modifier"] == 2
    major = "side 0201-0202 mountain 'major river'\nside 0202-0302 mountain\nside 0102-0202 mountain\n"
    assert fought(major, "N").answer["modifier"] == 4


@pytest.mark.rule("13-12")
def test_below_minus_one_the_attack_die_falls_no_further() -> None:
    ground = "".join(f"side 0202-{other} 'wooded rough'\n" for other in ("0201", "0302", "0102", "0303"))
    losses = [
        fought(ground + HOLDS, "N", "NE", dice=f"{die} 3", units=BIG + FRENCH).attack["loss"]
        for die in (1, 2, 3, 4, 5)
    ]
    assert losses[0] == losses[1] == losses[2] < losses[3] < losses[4]


@pytest.mark.rule("13-16")
def test_above_eight_the_answering_die_rises_no_further() -> None:
    ground = "side 0201-0202 mountain 'major river'\nside 0202-0302 mountain\nside 0102-0202 mountain\n"
    french = FRENCH.replace("6-4", "30-4")
    losses = [
        fought(ground, "N", dice=f"1 {die}", units=GERMANS.replace("8-5", "60-5") + french).answer["loss"]
        for die in (2, 3, 4, 5, 6)
    ]
    assert losses[0] < losses[1] < losses[2] == losses[3] == losses[4]


@pytest.mark.rule("13-19")
def test_135_points_are_twice_the_column_of_50_and_that_of_35() -> None:
    def loss(strengths: tuple[int, ...]) -> int:
        germans = GERMANS
        for strength in strengths:
            germans = germans.replace("8-5 reduced=6", f"{strength}-5", 1)
        told = fought(
            HOLDS, *ALL[: len(strengths)], units=germans + FRENCH.replace("6-4", "90-4"), dice="5 1"
        )
        assert told.attack["strength"] == sum(strengths)
        found: int = told.attack["loss"]
        return found

    assert loss((50, 50, 35)) == 2 * loss((50,)) + loss((35,))


@pytest.mark.rule("12-11", "12-13")
def test_everybody_in_the_hex_answers_with_the_strength_he_has_now() -> None:
    more = "unit Y 0202 nation=fr kind=inf values=6-4 strength=3\nunit C 0202 nation=fr kind=cav values=1-6\n"
    told = fought(HOLDS + more + "unit E 0202 nation=fr kind=eng size=iii values=0-3\n", "N", dice="1 1")
    assert told.answer["strength"] == 3 * (6 + 3 + 1)


@pytest.mark.rule("12-13", "19-9")
def test_losses_then_distance_then_terrain_make_the_strength_of_an_attack() -> None:
    """8 with 3 lost, 2 off for a line of six points, and half of that for the mountain."""
    far = BOARD.replace("| . . . .", "| . . . w w .") + "side 0601-0602 rail=double\nrail 0601 0602 ge\n"
    units = "unit N 0302 nation=ge kind=inf values=8-5 strength=5\n"
    units += "unit GH 0602 nation=ge kind=hq size=xxxx supply=90\n" + FRENCH
    sides = "".join(f"side 0202-{other} mountain\n" for other in ("0302", "0303", "0201"))
    plain = game("dice 3 3\n" + DATE + far + units)
    hilly = game("dice 3 3\n" + DATE + far + sides + units)
    assert fight(plain, "0202", "N").attack["strength"] == 3
    assert fight(hilly, "0202", "N").attack["strength"] == 1
