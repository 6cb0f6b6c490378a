"""What combats cost and where they drive the defender, and what the enemy sees of it, met in games."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Aim, Go, Pick, Prepare, RetreatTo
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import game
from tests.games.serbia_1914.test_places_in_play import in_hand, place, state

PLAIN = "board corner=20.10 shifted=even\n" + "| . . . . . . . . . . .\n" * 9
ATTACK = "turn 5 attack austria-hungary begun=no\n"
SERB = "nation=serbia values=7-8-4-2 effectiveness=10 reduced=4-5-1 corps=first"
ENEMY = "nation=austria-hungary values=12-12-4-2 effectiveness=10 army=FIFTH corps=8"
TRAIN = "unit sr-train-first {at} army=SERBIA\n"
RING = ("25.13", "26.13", "26.14", "25.15", "24.14", "24.13")
CHECKS = "premise check passes\n" * 4
RETREAT = f"premise combat -/- b1\n{CHECKS}"
REDUCE = f"premise combat -/-s\n{CHECKS}"


def attacked(text: str, *attackers: str, at: str = "25.14", most: int = 40) -> Game:
    """A game in which units have attacked a hex, up to the first retreat or the end of the phase."""
    playing = game(text)
    for name in attackers:
        playing.play(Aim(name, at))
    for _ in range(most):
        if playing.decision.kind == "retreat" or state(playing).phase != "attack":
            return playing
        playing.play(playing.decision.default() or PASS)
    raise AssertionError("the combat does not end")


def ways(playing: Game) -> set[str]:
    """The hexes to which the stack may retreat."""
    assert playing.decision.kind == "retreat"
    return {each.hexes[0] for each in playing.decision.choices() if isinstance(each, RetreatTo)}


# Reductions


@pytest.mark.rule("9.10.3")
@pytest.mark.parametrize(("before", "column"), [(0, "8:1"), (1, "4:1"), (2, "3:1"), (3, "2:1")])
def test_a_reduced_division_takes_two_more_markers_of_two_points_each(before: int, column: str) -> None:
    attacker = "nation=austria-hungary values=16-9-4-0 effectiveness=10 reduced=8-9-0 army=FIFTH corps=8"
    playing = attacked(
        f"{PLAIN}{CHECKS}dice 1 1\n{ATTACK}unit A 25.13 {attacker} reductions={before}\n"
        "unit D 25.14 nation=serbia values=9-2-4-0 effectiveness=10 corps=first\n",
        "A",
    )
    told = next(event for event in playing.events if event.data.get("column"))
    assert told.data["column"] == column


@pytest.mark.rule("9.10.3", "9.10.4")
@pytest.mark.parametrize(("before", "after", "paid"), [(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 3, 1)])
def test_what_a_division_with_all_markers_cannot_take_costs_a_replacement(
    before: int, after: int, paid: int
) -> None:
    playing = attacked(
        f"{PLAIN}{REDUCE}{ATTACK}unit A 25.13 {ENEMY}\nunit D 25.14 {SERB} reductions={before}\n", "A"
    )
    assert state(playing).units["D"].reductions == after
    assert state(playing).replacements["serbia"] == -paid


# Retreats


@pytest.mark.rule("11.1.1a")
def test_zones_may_be_avoided_against_the_way_to_supply() -> None:
    text = f"{PLAIN}{RETREAT}{ATTACK}unit D 25.14 {SERB}\n{TRAIN.format(at='29.14')}unit A 24.14 {ENEMY}\n"
    assert ways(attacked(text, "A")) == {"26.13", "26.14"}
    watched = attacked(text + f"unit E 27.13 {ENEMY}\nunit F 27.14 {ENEMY}\n", "A")
    assert {"26.13", "26.14"} < ways(watched), "quiet hexes may be taken instead"
    assert "24.13" not in ways(watched)


@pytest.mark.rule("5.1")
def test_a_formation_retreats_inside_the_area_of_its_army() -> None:
    text = (
        f"{PLAIN}{RETREAT}turn 5 attack serbia begun=no\n"
        "unit D 25.14 nation=austria-hungary values=7-8-4-2 effectiveness=10 army=FIFTH corps=8\n"
        "unit ah-train-8 29.14 army=FIFTH\nunit S 20.18 nation=austria-hungary values=7-8-4-2 army=SIXTH\n"
        "unit A 25.13 nation=serbia values=12-12-4-2 effectiveness=10 corps=first\n{}"
    )
    free = ways(attacked(text.format(""), "A"))
    inside = ways(attacked(text.format("boundary FIFTH/SIXTH 25.10 25.18\n"), "A"))
    assert free & {"26.13", "26.14"}
    assert not inside & {"26.13", "26.14"}


@pytest.mark.rule("8.6.3")
def test_a_garrison_retreats_within_its_range_if_it_can() -> None:
    text = (
        f"{PLAIN}{RETREAT}{ATTACK}hex 25.15 country=serbia\nunit A 24.14 {ENEMY}\n"
        "unit G 25.14 asset kind=garrison size=iii nation=serbia values=1-2-2-0 place=25.15 range=1\n"
    )
    assert ways(attacked(text, "A")) <= {"25.15", "26.14"}
    free = ways(attacked(text + "holder 25.15 austria-hungary\n", "A"))
    assert free - {"25.15", "26.14"}, "its place is lost, and it goes where it likes"


@pytest.mark.rule("11.1.6")
@pytest.mark.parametrize(("before", "gone"), [(3, False), (4, True), (5, True)])
def test_an_isolated_force_that_cannot_retreat_surrenders_if_it_is_demoralized_by_that(
    before: int, gone: bool
) -> None:
    ring = "".join(f"unit W{i} {label} {ENEMY}\n" for i, label in enumerate(RING))
    playing = attacked(f"{PLAIN}{RETREAT}{ATTACK}unit D 25.14 {SERB} status={before}\n{ring}", "W0")
    assert ("D" in state(playing).gone) is gone


# Rivers


@pytest.mark.rule("3.5.4")
@pytest.mark.parametrize(("bend", "shift"), [("25.13", 1), ("25.14", 2)])
def test_a_riverbend_eases_an_attack_along_its_arrow_alone(bend: str, shift: int) -> None:
    river = f"side 25.13-25.14 sava riverbend\nhex {bend} features=riverbend\n"
    playing = attacked(
        f"{PLAIN}{river}{CHECKS}dice 1 1\n{ATTACK}unit A 25.13 {ENEMY}\nunit D 25.14 {SERB}\n", "A"
    )
    told = next(event.text for event in playing.events if "9.6" in event.rules)
    assert f"{shift} column" in told


# What the enemy sees


def seen_at(playing: Game, label: str, viewer: str) -> list[str]:
    """The units of the other side that somebody sees in a hex."""
    units = playing.view(viewer)["position"]["units"]
    return [each["unit"] for each in units if label in each.get("hexes", ())]


@pytest.mark.rule("3.1.5")
@pytest.mark.parametrize(
    ("riders", "before"),
    [("", "B"), ("unit C 25.14 nation=serbia kind=cavalry size=x values=4-3-4-1 effectiveness=10\n", "C")],
)
def test_who_comes_near_sees_the_largest_formation_instead_of_horsemen_or_the_best(
    riders: str, before: str
) -> None:
    text = (
        f"{PLAIN}turn 5 movement austria-hungary\nunit E 25.17 {ENEMY}\nunit D 25.14 {SERB}\n{riders}"
        "unit B 25.14 nation=serbia size=x values=3-4-5-1 effectiveness=10\n"
        "unit G 25.14 asset nation=serbia size=iii values=2-2-6-0\n"
    )
    playing = in_hand(text, "E")
    assert seen_at(playing, "25.14", "austria-hungary") == [before]
    playing.play(Go("25.15"))
    while playing.decision.kind == "react":
        playing.play(PASS)
    assert place(playing, "E") == "25.15"
    assert seen_at(playing, "25.14", "austria-hungary") == ["D"]


@pytest.mark.rule("3.1.6a")
def test_a_prepared_attack_lies_open_as_soon_as_it_is_made() -> None:
    playing = in_hand(
        f"{PLAIN}turn 5 movement austria-hungary\nunit E 25.15 {ENEMY}\nunit D 25.14 {SERB}\n", "E"
    )
    assert playing.view("serbia")["position"]["prepared attacks"] == []
    playing.play(Prepare("25.14"))
    marker = {"side": "austria-hungary", "from": "25.15", "at": "25.14", "forces": 1}
    assert playing.view("serbia")["position"]["prepared attacks"] == [marker]
    assert seen_at(playing, "25.15", "serbia") == ["E"]
    assert Pick("E") not in playing.decision.choices()


# Areas of armies

ARMIES = (
    "unit ah-train-8 15.10 army=FIFTH\nunit ah-inf-xx-9 16.09 army=FIFTH corps=8\n"
    "unit ah-train-13 14.11 army=FIFTH\nunit ah-inf-xx-42 14.13 army=FIFTH corps=13\n"
    "unit ah-inf-x-13 14.13 army=FIFTH corps=13\n"
    "unit ah-train-15 13.22 army=SIXTH\nunit ah-inf-xx-1 16.22 army=SIXTH corps=15\n"
)


@pytest.mark.rule("5.4", "5.1")
def test_who_bears_an_armys_name_stays_with_it_in_the_area_of_another() -> None:
    """A brigade without a name of an army joins the one in whose area it stands."""
    playing = game(
        "turn 3 attachment austria-hungary begun=no\n" + ARMIES + "boundary FIFTH/SIXTH 15.15 08.15\n"
        "unit ah-inf-xx-40 14.11 army=SIXTH\nunit ah-inf-x-8-gb 14.11 army=SIXTH corps=independent\n"
    )
    for _ in range(9):
        if state(playing).phase != "attachment":
            break
        playing.play(PASS)
    assert state(playing).phase != "attachment"
    assert state(playing).units["ah-inf-xx-40"].army == "SIXTH"
    assert state(playing).units["ah-inf-x-8-gb"].army == "FIFTH"


@pytest.mark.rule("5.1.1a")
def test_a_boundary_follows_the_front_that_went_back_as_counter_movement_begins() -> None:
    text = (
        "turn 3 {} begun=no\n" + ARMIES + "boundary FIFTH/SIXTH 15.15 08.15\n"
        "holder 15.15 16.14 16.15 17.15 17.16 austria-hungary\nunit sr-inf-x-lim 40.20\n"
    )
    playing = game(text.format("counter movement serbia"))
    hexes, board = state(playing).boundaries["FIFTH/SIXTH"], playing.setting.board
    assert state(playing).controller(hexes[0]) == "serbia"
    assert [board.label(node) for node in hexes[1:]] == ["08.15"]
    movement = game(text.format("movement austria-hungary"))
    assert [board.label(node) for node in state(movement).boundaries["FIFTH/SIXTH"]] == ["15.15", "08.15"]


# Two-hex units


@pytest.mark.rule("19.1.3")
def test_a_two_hex_division_takes_half_its_room_in_each_hex() -> None:
    def crowded(extended: bool, divisions: int) -> bool:
        where = "25.14+25.15" if extended else "25.14"
        stack = "".join(f"unit U{each} 25.14 {SERB}\n" for each in range(divisions))
        playing = game(f"{PLAIN}turn 5 movement serbia\nunit T {where} {SERB}\n{stack}")
        for _ in range(9):
            if playing.decision.kind == "surplus":
                return True
            if state(playing).phase != "movement":
                break
            playing.play(PASS)
        return False

    too_many = next(number for number in range(12) if crowded(extended=False, divisions=number))
    assert not crowded(extended=True, divisions=too_many)
