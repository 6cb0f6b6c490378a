"""The rebuilt charts of Serbia 1914: what the rule text gives away holds, and nothing is out of order."""

from __future__ import annotations

import re
from fractions import Fraction
from importlib.resources import files
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import pytest

from hexfront.kernel.board import Sheet
from hexfront.kernel.datafiles import DataFolder, Faults

DATA = Path(str(files("hexfront.games") / "serbia_1914" / "data"))
SOURCES = ("printed", "derived", "history", "reconstructed")
RETREATS = ("", "w1", "b1", "b2")
WHITE, BLACK = range(9), range(1, 7)


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table; the loader of the kernel must find no fault in it."""
    faults = Faults()
    found = DataFolder(DATA).table(f"tables/{name}.csv", faults)
    assert faults.found == []
    return [dict(zip(found.columns, cells, strict=True)) for _, cells in found.rows]


class Part(NamedTuple):
    """What a cell says of one side."""

    level: bool
    modifier: int
    reduction: bool


class Cell(NamedTuple):
    attacker: Part
    defender: Part
    retreat: str


def part(text: str) -> Part:
    found = re.fullmatch(r"(E?)(-|[+-][1-9])?(s?)", text)
    assert found is not None, text
    assert text, "a side to which nothing happens is written -"
    number = found[2] or "0"
    return Part(bool(found[1]), 0 if number == "-" else int(number), bool(found[3]))


def cell(text: str) -> Cell:
    sides, _, retreat = text.partition(" ")
    attacker, defender = sides.split("/")
    assert retreat in RETREATS
    return Cell(part(attacker), part(defender), retreat)


COLUMNS = [row["column"] for row in table("odds")]
RESULTS = {
    (column, int(row["white"]), int(row["black"])): cell(row[column])
    for row in table("combat_results")
    for column in COLUMNS
}


def worse(one: Part, two: Part) -> bool:
    """Whether the first suffers more than the second in anything."""
    return any(a > b for a, b in zip(one, two, strict=True))


@pytest.mark.rule("CRT")
def test_every_column_white_and_black_die_has_a_cell() -> None:
    assert set(RESULTS) == set(product(COLUMNS, WHITE, BLACK))


@pytest.mark.parametrize("row", table("known_cells"), ids=lambda row: f"{row['rule']} {row['white']}")
def test_a_cell_of_a_worked_example_holds(row: dict[str, str]) -> None:
    found = RESULTS[row["column"], int(row["white"]), int(row["black"])]
    if row["result"] == "b":
        assert found.retreat in ("b1", "b2")
    else:
        assert found == cell(row["result"])


def test_better_odds_never_hurt_the_attacker_nor_help_the_defender() -> None:
    for (low, high), white, black in product(list(pairwise(COLUMNS)), WHITE, BLACK):
        before, after = RESULTS[low, white, black], RESULTS[high, white, black]
        assert not worse(after.attacker, before.attacker), (high, white, black)
        assert not worse(before.defender, after.defender), (high, white, black)
        assert RETREATS.index(before.retreat) <= RETREATS.index(after.retreat), (high, white, black)


def test_a_low_white_die_is_good_for_the_attacker() -> None:
    for column, (low, high), black in product(COLUMNS, list(pairwise(WHITE)), BLACK):
        good, bad = RESULTS[column, low, black], RESULTS[column, high, black]
        assert not worse(good.attacker, bad.attacker), (column, high, black)
        assert not worse(bad.defender, good.defender), (column, high, black)
        assert RETREATS.index(bad.retreat) <= RETREATS.index(good.retreat), (column, high, black)


def test_a_high_black_die_makes_the_combat_bloodier_for_both() -> None:
    for column, white, (low, high) in product(COLUMNS, WHITE, list(pairwise(BLACK))):
        mild, bloody = RESULTS[column, white, low], RESULTS[column, white, high]
        assert not worse(mild.attacker, bloody.attacker), (column, white, high)
        assert not worse(mild.defender, bloody.defender), (column, white, high)
        assert RETREATS.index(mild.retreat) <= RETREATS.index(bloody.retreat), (column, white, high)


def test_a_repulse_can_succeed_and_fail_in_its_three_columns() -> None:
    """7.4.3: a black retreat is needed at 3:1, 4:1 and 6:1."""
    chances = []
    for column in ("3:1", "4:1", "6:1"):
        black = [RESULTS[column, white, die].retreat[:1] == "b" for white in range(1, 7) for die in BLACK]
        chances.append(Fraction(sum(black), len(black)))
    assert Fraction(0) < chances[0] < chances[1] < chances[2] < Fraction(1)


def test_all_kinds_of_results_occur_on_natural_dice() -> None:
    """9.9.2 lists them."""
    natural = [found for (_, white, _), found in RESULTS.items() if 1 <= white <= 6]
    assert {found.retreat for found in natural} == set(RETREATS)
    for side in ("attacker", "defender"):
        parts: list[Part] = [getattr(found, side) for found in natural]
        assert {each.level for each in parts} == {each.reduction for each in parts} == {True, False}


def rounded(ratio: Fraction) -> str:
    """The column of a ratio: from the midpoint between two columns up to the higher (9.6)."""
    rows = [(row["column"], Fraction(row["ratio"])) for row in table("odds")]
    found = rows[0][0]
    for (_, low), (column, high) in pairwise(rows):
        if ratio >= (low + high) / 2:
            found = column
    return found


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        (14, 8, "2:1"),
        (7, 2, "4:1"),
        (27, 12, "2:1"),
        (7, 4, "2:1"),
        (10, 3, "3:1"),
        (4, 3, "3:2"),
        (14, 2, "8:1"),
    ],
)
def test_the_columns_round_as_the_examples_do(attack: int, defense: int, column: str) -> None:
    """9.6, 7.4.7, 11.2, 9.10.1, 19."""
    assert rounded(Fraction(attack, defense)) == column


def test_shifts_are_those_of_the_text() -> None:
    """9.6.1."""
    shifts = {(row["case"], row["attackers"]): int(row["shift"]) for row in table("odds_shifts")}
    assert shifts["prepared attack", "all"] == 1
    assert shifts["defender flanked", "any"] == 2
    assert (shifts["sava", "all"], shifts["sava", "any"]) == (-2, -1)
    others = {case for case, shift in shifts.items() if shift == -1 and case[1] == "all"}
    assert others == {
        (word, "all")
        for word in (
            "major river",
            "bottomland with river",
            "sava island",
            "sava riverbend",
            "up elevation",
        )
    }


def artillery(value: int, equivalents: Fraction) -> int:
    rows = table("artillery")
    row = next(row for row in rows if not row["up_to"] or equivalents <= Fraction(row["up_to"]))
    steps = {int(name): int(least) for name, least in row.items() if name != "up_to"}
    return max((step for step, least in steps.items() if value >= least), default=-1)


@pytest.mark.rule("Artillery Table")
@pytest.mark.parametrize("row", table("known_artillery"), ids=lambda row: f"{row['artillery_value']}")
def test_a_point_of_the_artillery_table_holds(row: dict[str, str]) -> None:
    equivalents = Fraction(row["division_equivalents"])
    assert artillery(int(row["artillery_value"]), equivalents) == int(row["modifier"])


def test_more_guns_tell_more_and_more_men_suffer_less() -> None:
    sizes = [Fraction(quarter, 4) for quarter in range(1, 15)]
    for value, size in product(range(40), sizes):
        assert artillery(value, size) <= artillery(value + 1, size)
    for value, (small, large) in product(range(40), pairwise(sizes)):
        assert artillery(value, small) >= artillery(value, large)


@pytest.mark.rule("Forced March Results Table")
def test_a_worse_forced_march_costs_more_and_cavalry_no_more_than_infantry() -> None:
    rows = table("forced_march")
    assert [int(row["failed_by"]) for row in rows] == list(range(1, len(rows) + 1))
    costs = [
        [
            int(row["infantry_levels"]),
            int(row["infantry_reductions"]),
            row["infantry_attack"] == "yes",
            int(row["cavalry_levels"]),
            int(row["cavalry_reductions"]),
        ]
        for row in rows
    ]
    for mild, bad in pairwise(costs):
        assert all(a <= b for a, b in zip(mild, bad, strict=True))
        assert mild != bad
    assert all(cost[3] <= cost[0] and cost[4] <= cost[1] for cost in costs)


def test_known_costs_of_terrain_hold() -> None:
    ground = {row["terrain"]: row for row in table("terrain")}
    sides = {row["feature"]: row for row in table("hexsides")}
    assert int(ground["lowland"]["movement"]) == 2  # 7.1.6a
    assert (int(ground["bottomland"]["movement"]), int(ground["bottomland"]["autumn_movement"])) == (2, 3)
    assert int(ground["lowland"]["movement"]) + int(sides["minor river"]["movement"]) == 3  # 7.3 example 1
    contours = [int(sides[f"{word} mountain contour"]["movement"]) for word in ("low", "high")]
    assert int(ground["high mountain"]["movement"]) + sum(contours) == 6  # 7.3 example 2
    assert 2 + int(ground["low mountain"]["defense"]) == 5  # 9.3.1
    assert int(ground["upland"]["defense"]) == 0  # 11.2: a division of 12 defends with 12
    assert int(ground["lowland"]["defense"]) == 0  # 7.4.7 example 2
    assert [13 - int(sides["minor river"]["division"]), 12 - int(sides["minor river"]["division"])] == [
        11,
        10,
    ]
    along = sides["sava riverbend along the arrow"]  # 3.5.4
    assert {along["division"], along["brigade"], along["regiment"]} == {"0"}
    assert int(sides["sava riverbend against the arrow"]["division"]) == int(sides["sava"]["division"]) > 0
    assert sides["donau"]["movement"] == sides["impassable mountain"]["movement"] == ""


def test_the_chart_speaks_of_every_terrain_and_feature_of_the_board() -> None:
    faults = Faults()
    sheet = DataFolder(DATA).toml("board/board.toml", Sheet, faults)
    faults.raise_if_any()
    assert sheet is not None
    assert {row["terrain"] for row in table("terrain")} == set(sheet.vocabulary.hex_terrain)
    known = {row["feature"] for row in table("hexsides")}
    # Islands and riverbends are kinds of the Sava in the chart and features of their own on the board.
    for word in set(sheet.vocabulary.side_features) - {"island", "riverbend"}:
        assert word in known


def test_mountainous_terrain_is_that_of_3_5_3_and_heights_those_of_3_6() -> None:
    ground = {row["terrain"]: row for row in table("terrain")}
    mountainous = {word for word, row in ground.items() if row["mountainous"] == "yes"}
    assert mountainous == {"foothills", "drina canyon", "low mountain", "plateau", "high mountain"}
    heights = {word: int(row["elevation"]) for word, row in ground.items() if row["elevation"]}
    assert sorted(set(heights.values())) == [1, 2, 3, 4, 5, 6]
    assert heights["rough"] == heights["drina canyon"]
    steps = ["lowland", "upland", "rough", "foothills", "low mountain", "high mountain"]
    for low, high in pairwise(steps):
        assert heights[low] < heights[high]
        assert int(ground[low]["movement"]) <= int(ground[high]["movement"])
        assert int(ground[low]["defense"]) <= int(ground[high]["defense"])


def test_a_wider_river_weakens_an_attack_more_and_a_larger_unit_loses_more() -> None:
    sides = {row["feature"]: row for row in table("hexsides")}
    for size in ("division", "brigade", "regiment"):
        losses = [int(sides[word][size]) for word in ("minor river", "major river", "sava")]
        assert losses == sorted(losses)
    for row in sides.values():
        if row["division"]:
            assert int(row["division"]) >= int(row["brigade"]) >= int(row["regiment"])


def test_every_cell_of_the_terrain_charts_has_a_source() -> None:
    for row in table("terrain"):
        assert len(row["sources"].split("|")) == 6
        assert set(row["sources"].split("|")) <= set(SOURCES)
    for row in table("hexsides"):
        assert len(row["sources"].split("|")) == 4
        assert set(row["sources"].split("|")) <= set(SOURCES)


def test_extended_mode_reaches_further_and_limits_ammunition() -> None:
    """15.6.1."""
    rows = table("supply_units")
    assert {(row["nation"], row["unit"]) for row in rows} == set(
        product(("austria-hungary", "serbia"), ("army depot", "corps train"))
    )
    for row in rows:
        assert 0 < int(row["range"]) < int(row["extended"])
        assert int(row["ammunition"]) >= 2, "9.4.2 supplies two divisions from the back"


def test_the_inter_phase_chart_is_the_printed_one() -> None:
    rows = table("inter_phase")
    assert [int(row["austria_hungary"]) for row in rows] == [5, 4, 4, 4, 3, 3, 3, 3, 2, 2, 0, 0]
    assert [int(row["serbia"]) for row in rows] == [5, 4, 3, 2, 2, 2, 1, 1, 1, 1, 2, 2]
    assert [int(row["improved_positions"]) for row in rows] == [0, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 4]
    assert [row["montenegro"] for row in rows] == ["none"] + ["die"] * 11


@pytest.mark.parametrize(
    ("failed_by", "cost"), [(1, (1, 0, 0)), (3, (1, 0, 0)), (6, (2, 0, 0)), (8, (3, 1, 1))]
)
def test_a_failed_check_costs_what_10_3_says(failed_by: int, cost: tuple[int, int, int]) -> None:
    row = [row for row in table("effectiveness_failure") if int(row["failed_by"]) <= failed_by][-1]
    assert (int(row["levels"]), int(row["reductions"]), int(row["retreat"])) == cost


def test_small_magnitude_is_that_of_9_10_1() -> None:
    rows = {row["enemy"]: row for row in table("small_magnitude")}
    assert (rows["1/4"]["one"], rows["1/4"]["two"]) == ("5", "4")
    for size in ("1/2", "3/4"):
        assert (rows[size]["one"], rows[size]["two"]) == ("3", "automatic")


def test_montenegrins_come_as_24_1_says() -> None:
    assert [int(row["replacements"]) for row in table("montenegrin_replacements")] == [3, 2, 1, 0, 0, 0, 0]
