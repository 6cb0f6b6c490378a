"""Chapters 6, 9 and 10 as they are met in games: strengths, odds, flanks, results and checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from hexfront.games.serbia_1914.orders import Aim, Declare
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.kernel.records import Event
from tests.games.serbia_1914.battlefield import DEPOTS, LOWLAND
from tests.games.serbia_1914.builders import game
from tests.games.serbia_1914.manoeuvre import ENEMY, ENEMY_ASSET, SERB

ATTACK = "turn 3 attack austria-hungary begun=no\n"
PLACE = "23.11"  # where the Serbians defend; south of it lies 23.12, from where they are attacked
# Without a friendly map edge depots give nothing, and both sides fight without ammunition, at half strength.
EDGES = "".join(line for line in DEPOTS.splitlines(keepends=True) if line.startswith("region"))
CUT_OFF = "".join(line for line in DEPOTS.splitlines(keepends=True) if not line.startswith("region"))


def described(attack: int, defense: int, side: str = "austria-hungary", more: str = "") -> str:
    army = " army=FIFTH corps=XIII" if side == "austria-hungary" else ""
    return f"nation={side} values={attack}-{defense}-4-0 effectiveness=10 reduced=1-1-0{army} {more}"


class Fought:
    """What was told of the combat at 23.11."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events

    def data(self, rule: str) -> Mapping[str, Any]:
        return next(each.data for each in self.events if rule in each.rules)

    def told(self, rule: str) -> list[str]:
        return [each.text for each in self.events if rule in each.rules]

    @property
    def column(self) -> str:
        """The column of the results table that was used."""
        found: str = self.data("9.9.1")["column"]
        return found


def fought(units: str, *aims: str, dice: str = "1 1 1 1 1 1", more: str = "", intense: str = "") -> Fought:
    """The named units attack 23.11; ``intense`` names the sides that fight with intensity."""
    playing = game(f"dice {dice}\n{LOWLAND}{more}{CUT_OFF}{ATTACK}{units}")
    orders: list[Action] = [Aim(name, PLACE) for name in aims]
    told = len(playing.events)
    while state(playing).phase == "attack":
        if orders:
            playing.play(orders.pop(0))
            continue
        chosen: Action | None = playing.decision.default()
        if playing.decision.kind == "intensity":
            chosen = Declare(playing.decision.side in intense)
        playing.play(chosen or PASS)
    return Fought(tuple(playing.events[told:]))


def state(of: Game) -> SerbiaPosition:
    assert isinstance(of.position, SerbiaPosition)
    return of.position


def duel(attack: int, defense: int, more: str = "") -> str:
    """One division against another, both without ammunition: the ratio is that of full strengths."""
    units = f"unit A 23.12 {described(attack, 9)}\nunit X {PLACE} {described(9, defense, 'serbia')}\n"
    return fought(units, "A", more=more).column


@pytest.mark.rule("9.2.4", "9.3.1")
def test_all_defenders_add_up_and_the_hex_adds_its_bonus_once() -> None:
    second = f"unit Y {PLACE} {described(9, 4, 'serbia')}\n"
    attackers = f"unit A 23.12 {described(16, 9)}\nunit X {PLACE} {described(9, 4, 'serbia')}\n"
    assert fought(attackers, "A").column == "4:1"
    assert fought(attackers + second, "A").column == "2:1"
    rough = fought(attackers + second, "A", more=f"hex {PLACE} terrain=rough\nhex 23.12 terrain=rough\n")
    assert rough.column == "3:2"  # 8 against 4 and the bonus of 1, which is not halved


@pytest.mark.rule("9.9", "CRT")
@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [
        (1, 8, "1:4"),
        (2, 8, "1:4"),
        (4, 8, "1:2"),
        (8, 8, "1:1"),
        (12, 8, "3:2"),
        (16, 8, "2:1"),
        (16, 4, "4:1"),
        (12, 2, "6:1"),
        (16, 2, "8:1"),
        (16, 1, "8:1"),
    ],
)
def test_the_ratio_of_strengths_is_the_column_and_the_outer_columns_take_the_rest(
    attack: int, defense: int, column: str
) -> None:
    assert duel(attack, defense) == column


@pytest.mark.rule("9.9", "CRT")
def test_both_dice_are_read_in_the_column() -> None:
    units = f"unit A 23.12 {described(8, 9)}\nunit X {PLACE} {described(9, 8, 'serbia')}\n"
    low, high = (fought(units, "A", dice=f"{die} 1 6 6 6 6").data("9.9.1") for die in (1, 6))
    assert (low["white"], high["white"]) == (1, 6)
    assert low["result"] != high["result"]


@pytest.mark.rule("9.6.2")
def test_above_8_to_1_a_shift_to_the_left_counts_two_of_the_ratio() -> None:
    """A defender in an improved position shifts once to the left: 10:1 falls to 8:1, and 8:1 to 6:1."""
    improved = f"improved {PLACE} serbia\n"
    assert duel(20, 2) == "8:1"
    units = "unit A 23.12 {}\nunit X {} {}\n"
    at_ten = units.format(described(20, 9), PLACE, described(9, 2, "serbia")) + improved
    at_eight = units.format(described(16, 9), PLACE, described(9, 2, "serbia")) + improved
    assert fought(at_ten, "A").column == "8:1"
    assert fought(at_eight, "A").column == "6:1"


# Flanks


def ring(*hexes: str) -> str:
    return "".join(f"unit G{label} {label} {described(4, 9)}\n" for label in hexes)


def flanked(hexes: tuple[str, ...], aims: tuple[str, ...], more: str = "", terrain: str = "") -> bool:
    """Whether 4 points out of each hex that attacks are shifted two columns to the right against 8."""
    units = f"unit X {PLACE} {described(9, 8, 'serbia')}\n" + ring(*hexes) + more
    column = fought(units, *(f"G{label}" for label in aims), more=terrain).column
    plain, shifted = {1: ("1:2", "3:2"), 2: ("1:1", "2:1")}[len(aims)]
    assert column in (plain, shifted)
    return column == shifted


@pytest.mark.rule("9.5", "9.5.1")
@pytest.mark.parametrize(
    ("aims", "expected"),
    [
        (("23.12",), False),
        (("23.12", "23.10"), True),
        (("24.11", "22.10"), True),
        (("23.12", "24.11"), False),
    ],
    ids=["one side", "north and south", "across", "side by side"],
)
def test_attackers_on_opposite_sides_flank_the_defender(aims: tuple[str, ...], expected: bool) -> None:
    assert flanked(aims, aims) == expected


@pytest.mark.rule("9.5")
def test_the_zones_of_units_that_do_not_attack_do_not_flank() -> None:
    assert not flanked(("23.12", "23.10"), ("23.12",))


@pytest.mark.rule("9.5.4")
def test_a_hex_with_a_fort_is_not_flanked() -> None:
    fort = f"unit T {PLACE} kind=fort nation=serbia values=0-0-4-0 effectiveness=10\n"
    assert not flanked(("23.12", "23.10"), ("23.12", "23.10"), more=fort)


@pytest.mark.rule("9.5.1")
def test_friends_in_two_of_the_hexes_keep_the_flanks_open() -> None:
    friends = "".join(f"unit F{label} {label} {described(1, 1, 'serbia')}\n" for label in ("24.10", "22.10"))
    assert not flanked(("23.12", "23.10"), ("23.12", "23.10"), more=friends)


@pytest.mark.rule("9.5.3")
@pytest.mark.parametrize("river", ["sava", "donau", "'impassable mountain'"])
def test_hexes_beyond_great_rivers_do_not_flank(river: str) -> None:
    sides = "".join(f"side {PLACE}-{other} {river}\n" for other in ("24.10", "22.10"))
    assert flanked(("23.12", "23.10"), ("23.12", "23.10"))
    assert not flanked(("23.12", "23.10"), ("23.12", "23.10"), terrain=sides)


# Intensity


@pytest.mark.rule("9.8.1")
@pytest.mark.parametrize(
    ("intense", "name"),
    [
        ("", "Low Intensity"),
        ("austria-hungary", "Attacker Intense"),
        ("serbia", "Defender Intense"),
        ("austria-hungary serbia", "High Intensity"),
    ],
)
def test_two_choices_make_four_intensities(intense: str, name: str) -> None:
    units = f"unit A 23.12 {ENEMY}\nunit X {PLACE} {SERB}\n"
    assert fought(units, "A", intense=intense).told("9.8.1")[0].startswith(name)


# Checks of effectiveness


@pytest.mark.rule("6.2", "6.2.1", "6.1.2", "6.1.3", "6.1.4", "6.1.1")
@pytest.mark.parametrize(
    ("status", "dice", "failed"),
    [(0, "4 5", 0), (0, "5 5", 1), (0, "6 6", 3), (2, "3 4", 0), (2, "4 4", 1), (3, "4 4", 2)],
)
def test_two_dice_above_the_level_fail_a_check(status: int, dice: str, failed: int) -> None:
    """The level is 10 less the status. White 3 and black 3 add 2 to the dice, guns take 1 off."""
    units = f"unit A 23.12 {ENEMY} status={status}\nunit X {PLACE} {SERB}\n"
    told = fought(units, "A", dice=f"3 3 {dice} 1 1")
    assert told.data("10.2") == {"unit": "A", "failed_by": failed}


@pytest.mark.rule("6.1.1", "6.1.3", "6.1.4")
@pytest.mark.parametrize(("status", "name"), [(0, "-1"), (1, "-3"), (2, "CI"), (3, "D1")])
def test_what_a_failed_check_takes_leads_down_the_track(status: int, name: str) -> None:
    """Twelve and one are 3 more than 10, which costs a level, and 4 more than 9, which costs two."""
    units = f"unit A 23.12 {ENEMY} status={status}\nunit X {PLACE} {SERB}\n"
    told = fought(units, "A", dice="3 3 6 6 1 1")
    assert told.told("10.3")[0] == f"A goes down to {name}"


@pytest.mark.rule("3.2.1", "6.2")
def test_each_force_makes_its_own_check_after_combat() -> None:
    units = f"unit A 23.12 {ENEMY} corps=XIII\nunit B 22.11 {ENEMY} corps=XIII\nunit X {PLACE} {SERB}\n"
    told = fought(units, "A", "B")
    assert len(told.told("10.2")) == 3


@pytest.mark.rule("3.2.1")
def test_a_river_takes_strength_from_the_force_that_attacks_across_it_alone() -> None:
    """Two divisions of 8 attack one of 8: a major river before one of them takes 3 of its 8."""
    units = f"unit A 23.12 {described(8, 9)}\nunit B 22.11 {described(8, 9)}\n"
    units += f"unit X {PLACE} {described(9, 8, 'serbia')}\n"
    assert fought(units, "A", "B").column == "2:1"
    assert fought(units, "A", "B", more=f"side {PLACE}-23.12 'major river'\n").column == "3:2"


@pytest.mark.rule("9.2.4")
def test_an_asset_unit_adds_to_the_defense() -> None:
    units = f"unit A 23.12 {described(16, 9)}\nunit X {PLACE} {described(9, 8, 'serbia')}\n"
    asset = ENEMY_ASSET.replace("austria-hungary", "serbia").replace("2-2-3-0", "2-3-3-0")
    assert fought(units, "A").column == "2:1"
    assert fought(units + f"unit Y {PLACE} {asset}\n", "A").column == "3:2"


@pytest.mark.rule("Artillery Table")
@pytest.mark.parametrize(("guns", "modifier"), [(2, -1), (3, 0), (7, 0), (8, 1), (14, 2)])
def test_the_guns_of_one_side_press_the_check_of_the_other(guns: int, modifier: int) -> None:
    """A division is under fire of so many artillery points."""
    attacker = described(8, 8).replace("-4-0 ", f"-4-{guns} ")
    units = f"unit A 23.12 {attacker}\nunit X {PLACE} {described(8, 8, 'serbia')}\n"
    assert fought(units, "A", more=EDGES).data("10.1.2")["defender"] == modifier
