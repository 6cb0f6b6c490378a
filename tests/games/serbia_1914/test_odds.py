"""[9.5] [9.6] Odds: shifts, flanks, and what lies beyond the table."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import battle as battles
from hexfront.games.serbia_1914.rules.battle import reckon
from tests.games.serbia_1914.battlefield import LOWLAND, battle, field

PAIR = """
unit A 21.12 nation=austria-hungary values=12-12-3-4 {a}
unit B 21.13 nation=austria-hungary values=12-12-3-4 {b}
unit D 22.12 nation=serbia values=8-8-3-2
"""


def shift(of: SerbiaPosition, *attackers: str) -> int:
    hexes = {"A": "21.12", "B": "21.13"}
    fought = battle(of, "22.12", {hexes[name]: (name,) for name in attackers or ("A", "B")}, "D")
    return battles.shifts(of, fought)


@pytest.mark.rule("9.6.1", "7.3.4")
def test_a_prepared_attack_shifts_only_if_all_combat_units_have_prepared() -> None:
    assert shift(field(PAIR.format(a="prepared=22.12", b="prepared=22.12"))) == 1
    assert shift(field(PAIR.format(a="prepared=22.12", b=""))) == 0
    assert shift(field(PAIR.format(a="prepared=22.12", b="prepared=22.13"))) == 0
    assert shift(field(PAIR.format(a="prepared=22.12", b="")), "A") == 1


@pytest.mark.rule("9.6.1")
def test_guns_need_no_preparation() -> None:
    of = field(
        "unit A 21.12 nation=austria-hungary values=12-12-3-4 prepared=22.12\n"
        "unit G 21.12 nation=austria-hungary kind=artillery values=1-1-0-3\n"
        "unit D 22.12 nation=serbia values=8-8-3-2"
    )
    assert battles.shifts(of, battle(of, "22.12", {"21.12": ("A", "G")}, "D")) == 1


@pytest.mark.rule("9.6.1", "14.1")
def test_an_improved_position_of_the_defender_shifts_to_the_left() -> None:
    assert shift(field(PAIR.format(a="", b="") + "improved 22.12 serbia")) == -1
    assert shift(field(PAIR.format(a="", b="") + "improved 21.12 austria-hungary")) == 0


@pytest.mark.rule("9.6.1")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("major river", "major river", -1),
        ("major river", "minor river", 0),
        ("minor river", "minor river", 0),
        ("sava", "sava", -2),
        ("sava", "", -1),
        ("sava", "major river", -1),
        ("sava island", "sava island", -1),
        ("sava island", "", 0),
        ("sava island", "major river", -1),
        ("sava island", "sava", -1),
    ],
)
def test_rivers_shift_if_all_attack_across_and_the_sava_if_any_does(
    first: str, second: str, expected: int
) -> None:
    rivers = []
    for here, river in (("21.12", first), ("21.13", second)):
        if river:
            words = " ".join(river.split()) if river.startswith("sava") else f'"{river}"'
            rivers.append(f"side {here}-22.12 {words}\n")
    assert shift(field("".join(rivers) + PAIR.format(a="", b=""))) == expected


@pytest.mark.rule("9.6.1", "3.5.4")
def test_a_riverbend_shifts_by_one_along_its_arrow_and_by_two_against_it() -> None:
    rivers = "side 21.12-22.12 sava riverbend\nhex {} features=riverbend\n"
    assert shift(field(rivers.format("21.12") + PAIR.format(a="", b="")), "A") == -1
    assert shift(field(rivers.format("22.12") + PAIR.format(a="", b="")), "A") == -2


@pytest.mark.rule("9.6.1")
def test_bottomland_with_a_river_shifts_those_who_attack_out_of_it() -> None:
    board = LOWLAND.replace("| . . . . . . .", "| . B . . . . .")
    assert shift(field(PAIR.format(a="", b=""), board)) == -1
    lines = LOWLAND.split("\n")
    lines[4] = "| . B . . . . ."  # only 21.12
    assert shift(field(PAIR.format(a="", b=""), "\n".join(lines))) == 0


@pytest.mark.rule("9.6.1", "3.6")
@pytest.mark.parametrize(
    ("low", "high", "expected"), [(".", "u", -1), ("u", "u", 0), ("r", "u", 0), ("u", "r", -1)]
)
def test_uphill_shifts_if_all_attack_from_lower_ground(low: str, high: str, expected: int) -> None:
    board = LOWLAND.replace("| . . . . . . .", f"| . {low} {high} . . . .")
    of = field(PAIR.format(a="", b=""), board)
    fought = battle(of, "22.12", {"21.12": ("A",), "21.13": ("B",)}, "D")
    assert battles.shifts(of, fought) == expected


@pytest.mark.rule("9.6.1")
def test_one_attacker_on_the_same_height_spares_all_the_shift() -> None:
    lines = LOWLAND.split("\n")
    lines[4] = "| . . u . . . ."
    lines[5] = "| . u . . . . ."
    of = field(PAIR.format(a="", b=""), "\n".join(lines))
    assert shift(of, "A") == -1
    assert shift(of) == 0


@pytest.mark.rule("9.6.2")
def test_shifts_to_both_sides_cancel_each_other() -> None:
    text = 'side 21.12-22.12 "major river"\nimproved 22.12 serbia\n'
    assert shift(field(text + PAIR.format(a="prepared=22.12", b="")), "A") == -1


@pytest.mark.rule("9.6.2")
@pytest.mark.parametrize(("defense", "name"), [(45, "1:4"), (56, "1:5"), (60, "1:5"), (72, "1:6")])
def test_below_1_to_4_places_go_on_by_one(defense: int, name: str) -> None:
    of = field("")
    assert of.setting.tables.odds_name(battles.initial_place(of, 12 * 4, defense * 4)) == name


@pytest.mark.rule("9.6")
def test_a_reckoning_has_everything_that_is_settled_before_the_dice() -> None:
    of = field(PAIR.format(a="prepared=22.12", b="prepared=22.12"))
    found = reckon(of, battle(of, "22.12", {"21.12": ("A",), "21.13": ("B",)}, "D"))
    assert (found.attack, found.defense, found.shift, found.modifier) == (96, 32, 1, 0)
    assert (found.attack_size, found.defense_size) == (8, 4)
    assert battles.odds_text(of, found) == "4:1 (3:1, 1 column right)"


# Flanks

RING = """
unit A 21.12 nation=austria-hungary values=12-12-3-4
unit B 23.13 nation=austria-hungary size={size} values=6-6-3-1
unit D 22.12 nation=serbia values=8-8-3-2
"""


def flanked(text: str, *, board: str = LOWLAND, second: bool = True) -> bool:
    of = field(text, board)
    attackers: dict[str, tuple[str, ...]] = {"21.12": ("A",)}
    if second:
        attackers["23.13"] = ("B",)
    return battles.is_flanked(of, battle(of, "22.12", attackers, "D"))


@pytest.mark.rule("9.5.1", "9.5.2")
def test_two_attackers_on_opposite_sides_flank_the_defender() -> None:
    assert flanked(RING.format(size="x"))
    of = field(RING.format(size="x"))
    fought = battle(of, "22.12", {"21.12": ("A",), "23.13": ("B",)}, "D")
    assert battles.shifts(of, fought) == 2


@pytest.mark.rule("9.5", "9.5.1")
def test_only_the_zones_of_attacking_formations_count() -> None:
    assert not flanked(RING.format(size="x"), second=False)  # B stands there but does not attack
    asset = RING.format(size="x").replace("unit B 23.13", "unit B 23.13 asset")
    assert not flanked(asset)


@pytest.mark.rule("9.5.1")
def test_the_attackers_must_be_as_large_as_the_defending_stack() -> None:
    small = (
        RING.replace("unit A 21.12", "unit A 21.12").format(size="x").replace("values=12", "size=x values=12")
    )
    assert flanked(small)  # two brigades against a division
    more = small + "unit E 22.12 asset nation=serbia size=iii values=1-1-1-0\n"
    of = field(more)
    fought = battle(of, "22.12", {"21.12": ("A",), "23.13": ("B",)}, "D", "E")
    assert not battles.is_flanked(of, fought)


@pytest.mark.rule("9.5.1")
def test_two_friends_beside_the_defender_open_his_flanks_again() -> None:
    one = "unit E 22.11 nation=serbia size=x values=1-1-1-0\n"
    assert flanked(RING.format(size="x") + one)  # the other five are enough
    two = one + "unit F 22.13 nation=serbia size=x values=1-1-1-0\n"
    assert not flanked(RING.format(size="x") + two)


@pytest.mark.rule("9.5.3")
@pytest.mark.parametrize("river", ["sava", "donau", '"impassable mountain"'])
def test_hexes_beyond_the_great_rivers_do_not_help_to_flank(river: str) -> None:
    one = f"side 22.11-22.12 {river}\n"
    assert flanked(one + RING.format(size="x"))
    two = f"{one}side 22.13-22.12 {river}\n"
    assert not flanked(two + RING.format(size="x"))


@pytest.mark.rule("9.5.4", "8.5.1")
def test_a_hex_with_a_fort_cannot_be_flanked() -> None:
    of = field(RING.format(size="x") + "unit F 22.12 nation=serbia kind=fort values=0-3-2-2\n")
    fought = battle(of, "22.12", {"21.12": ("A",), "23.13": ("B",)}, "D", "F")
    assert not battles.is_flanked(of, fought)
