"""Chapters 35 and 36: the Danube and its flotillas, on a board with the river between rows 2 and 3.

Serbs hold the south bank, Austro-Hungarians come from the north.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Go, Pick
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import (
    advance,
    combat,
    danube,
    marching,
    movement,
    retreat_hexes,
    supply,
)
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT
from tests.games.western_front.builders import Play, node, position, table

RIVER = (
    ("0102", "0103"),
    ("0103", "0202"),
    ("0202", "0203"),
    ("0202", "0303"),
    ("0302", "0303"),
    ("0303", "0402"),
    ("0402", "0403"),
    ("0402", "0503"),
    ("0502", "0503"),
    ("0503", "0602"),
    ("0602", "0603"),
)
BOARD = (
    """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0101 country=germany
"""
    + "".join(f"side {a}-{b} 'major river' danube\n" for a, b in RIVER)
    + "date 1914-09-3 movement central-powers\n"
)
DIVISION = "unit A 0202 nation=ah kind=inf values=8-6\n"


def labels(of: WesternFrontPosition, nodes: object) -> set[str]:
    return {of.setting.board.label(each) for each in nodes}  # type: ignore[attr-defined]


def reached(of: WesternFrontPosition, name: str = "A") -> set[str]:
    return labels(of, movement.destinations(of, [name]))


# Crossing


@pytest.mark.rule("35-1")
def test_the_danube_is_not_crossed_into_a_zone_of_a_unit_on_the_river() -> None:
    free = position(BOARD + DIVISION)
    assert "0203" in reached(free)
    watched = position(BOARD + DIVISION + "unit S 0303 nation=se kind=inf values=5-4\n")
    assert "0203" not in reached(watched)
    refusal = danube.why_not_cross(watched, CENTRAL_POWERS, node(watched, "0202"), node(watched, "0203"))
    assert refusal is not None
    assert "35-1" in refusal.rules


@pytest.mark.rule("35-1")
def test_not_even_as_a_minimum_move() -> None:
    slow = "unit A 0202 nation=ah kind=inf values=8-1\n"
    watched = position(BOARD + slow + "unit S 0303 nation=se kind=inf values=5-4\n")
    assert "0203" not in reached(watched)
    refusal = marching.why_no_minimum_move(watched, watched.units["A"], node(watched, "0203"))
    assert refusal is not None
    assert "35-1" in refusal.rules


@pytest.mark.rule("35-1")
def test_a_unit_behind_the_river_does_not_close_it() -> None:
    behind = position(BOARD + DIVISION + "unit S 0204 nation=se kind=inf values=5-4\n")
    assert behind.enemy_controlled(node(behind, "0203"), CENTRAL_POWERS)
    assert "0203" in reached(behind)


@pytest.mark.rule("35-1")
def test_movement_on_one_bank_is_free() -> None:
    watched = position(BOARD + DIVISION + "unit S 0303 nation=se kind=inf values=5-4\n")
    assert "0302" in reached(watched)  # in the same zone, but on this side of the river


@pytest.mark.rule("35-2")
def test_a_hex_with_friendly_combat_units_may_be_crossed_into() -> None:
    text = BOARD + DIVISION + "unit S 0303 nation=se kind=inf values=5-4\n"
    held = position(text + "unit B 0203 nation=ah kind=inf values=4-4\n")
    crossing = (CENTRAL_POWERS, node(held, "0202"), node(held, "0203"))
    assert danube.why_not_cross(held, *crossing) is None
    staff = position(text + "unit HQ 0203 nation=ah kind=hq size=xxxx\n")
    assert danube.why_not_cross(staff, *crossing) is not None


@pytest.mark.rule("35-2")
def test_advance_after_combat_may_cross_into_a_zone() -> None:
    watched = position(BOARD + DIVISION + "unit S 0303 nation=se kind=inf values=5-4\n")
    assert advance.can_advance(watched, "A", node(watched, "0203"))


# Attacks


ATTACK = BOARD.replace("movement", "combat") + DIVISION
SERBS = "unit S 0203 nation=se kind=inf values=5-4\nunit T 0303 nation=se kind=inf values=5-4\n"


@pytest.mark.rule("35-3")
def test_attacks_across_the_danube_need_an_engineer() -> None:
    alone = position(ATTACK + SERBS)
    assert combat.attackable(alone, CENTRAL_POWERS) == []
    refusal = combat.why_not_join(alone, alone.units["A"], node(alone, "0203"))
    assert refusal is not None
    assert refusal.rules == ("35-3",)
    built = position(ATTACK + SERBS + "unit E 0202 nation=ah kind=eng size=iii values=0-3\n")
    assert labels(built, combat.attackable(built, CENTRAL_POWERS)) == {"0203", "0303"}


@pytest.mark.rule("35-3")
def test_each_attacking_hex_needs_its_own_engineer() -> None:
    text = ATTACK + SERBS + "unit E 0202 nation=ah kind=eng size=iii values=0-3\n"
    two = position(text + "unit B 0302 nation=ah kind=inf values=6-4\n")
    able = combat.able_to_attack(two, CENTRAL_POWERS, node(two, "0303"))
    assert [unit.name for unit in able] == ["A"]


@pytest.mark.rule("35-3")
def test_a_hex_makes_one_attack_across_the_danube() -> None:
    text = ATTACK + SERBS + "unit E 0202 nation=ah kind=eng size=iii values=0-3\n"
    two = position(text + "unit B 0202 nation=ah kind=inf values=6-4\n")
    danube.declare(two, ["A"], node(two, "0203"))
    refusal = combat.why_not_join(two, two.units["B"], node(two, "0303"))
    assert refusal is not None
    assert refusal.rules == ("35-3",)
    assert combat.why_not_join(two, two.units["B"], node(two, "0203")) is None  # in the same attack it may
    danube.begin_combat(two)
    assert combat.why_not_join(two, two.units["B"], node(two, "0303")) is None


@pytest.mark.rule("35-3")
@pytest.mark.parametrize(("strength", "survives"), [(1, False), (30, True)])
def test_the_engineer_dies_with_all_other_attackers(strength: int, survives: bool) -> None:
    weak = ATTACK.replace("values=8-6", f"values={strength}-6")
    text = weak + SERBS.replace("5-4", "9-4") + "unit E 0202 nation=ah kind=eng size=iii values=0-3\n"
    fought = position("dice 6 6 6 6\n" + text)
    battle = Battle(CENTRAL_POWERS, node(fought, "0203"), ("A",))
    Play(combat.fight(table(fought), fought, battle)).defaults()
    assert ("A" in fought.units) == survives
    assert ("E" in fought.units) == survives


@pytest.mark.rule("35-4")
def test_artillery_fires_across_the_danube_as_elsewhere() -> None:
    text = BOARD.replace("movement", "combat") + SERBS
    text += "unit G 0202 nation=ah kind=art size=iii values=3-4\n"
    text += "unit HQ 0201 nation=ah kind=hq size=xxxx supply=20\n"
    guns = position(text)
    assert danube.why_not_attack(guns, guns.units["G"], node(guns, "0203")) is None
    assert "0203" in labels(guns, combat.attackable(guns, CENTRAL_POWERS))


# Interdiction


CROSSING = BOARD + DIVISION + "unit M 0402 nation=se kind=flotilla values=4-0\n"


@pytest.mark.rule("36-7")
@pytest.mark.parametrize(("label", "near"), [("0402", True), ("0403", True), ("0502", False), ("0303", True)])
def test_flotillas_interdict_within_two_hexes_of_either_end(label: str, near: bool) -> None:
    made = position(CROSSING.replace("unit M 0402", f"unit M {label}"))
    found = danube.interdictors(made, CENTRAL_POWERS, node(made, "0202"), node(made, "0203"))
    assert bool(found) == near
    assert danube.interdictors(made, CENTRAL_POWERS, node(made, "0202"), node(made, "0201")) == []
    assert danube.interdictors(made, ENTENTE, node(made, "0202"), node(made, "0203")) == []


@pytest.mark.rule("36-7")
def test_an_interdicted_unit_is_attacked_at_three_times_the_strength_and_cannot_answer() -> None:
    made = position("dice 6\n" + CROSSING)
    expected = made.setting.tables.combat_result(1914, 12, 6)
    assert expected > 0
    play = Play(movement.move(table(made), made, Pick("A")))
    play.answer(Go("0203"))
    assert made.units["A"].strength == 8 - expected
    assert made.setting.board.label(made.units["A"].at) == "0203"
    assert made.units["M"].strength == 4


@pytest.mark.rule("36-8")
def test_each_unit_is_attacked_by_itself_and_engineers_are_destroyed() -> None:
    text = (
        CROSSING
        + "unit B 0202 nation=ah kind=inf values=6-4\nunit E 0202 nation=ah kind=eng size=iii values=0-3\n"
    )
    made = position("dice 6 1\n" + text)
    danube.interdict(table(made), made, ["A", "B", "E"], node(made, "0202"), node(made, "0203"))
    result = made.setting.tables.combat_result
    assert made.units["A"].strength == 8 - result(1914, 12, 6)
    assert made.units["B"].strength == 6 - result(1914, 12, 1)
    assert "E" not in made.units
    assert "E" in made.lost


@pytest.mark.rule("36-8")
@pytest.mark.parametrize(("strength", "left"), [(9, 0), (0, 30)])
def test_a_headquarters_under_fire_loses_all_its_supply(strength: int, left: int) -> None:
    staff = BOARD + "unit HQ 0202 nation=ah kind=hq size=xxxx supply=30\n"
    made = position(f"dice 6\n{staff}unit M 0402 nation=se kind=flotilla values={strength}-0\n")
    danube.interdict(table(made), made, ["HQ"], node(made, "0202"), node(made, "0203"))
    assert made.units["HQ"].supply == left


@pytest.mark.rule("36-7", "35-2")
def test_whoever_advances_across_the_danube_is_under_fire_too() -> None:
    text = CROSSING.replace("movement", "combat")
    made = position("dice 6\n" + text)
    expected = made.setting.tables.combat_result(1914, 12, 6)
    play = Play(
        advance.advance(table(made), made, names=["A"], before={"A": 8}, node=node(made, "0203"))
    ).defaults()
    assert play.over
    assert made.units["A"].strength == 8 - expected
    assert made.setting.board.label(made.units["A"].at) == "0203"
    weak = position("dice 6\n" + text.replace("8-6", "1-6"))
    Play(advance.advance(table(weak), weak, names=["A"], before={"A": 1}, node=node(weak, "0203"))).defaults()
    assert "A" not in weak.units


@pytest.mark.rule("36-7")
def test_units_do_not_retreat_over_an_interdicted_hexside() -> None:
    attacker = "unit S 0201 nation=se kind=inf values=9-4\n"
    free = position(BOARD + DIVISION + attacker)
    assert node(free, "0203") in retreat_hexes.Ground(free, node(free, "0202"), CENTRAL_POWERS).ways_out
    watched = position(CROSSING + attacker)
    ways_out = retreat_hexes.Ground(watched, node(watched, "0202"), CENTRAL_POWERS).ways_out
    assert labels(watched, ways_out).isdisjoint({"0203", "0303", "0103"})
    assert ways_out


@pytest.mark.rule("36-7")
def test_supply_crosses_an_interdicted_hexside_only_between_friends() -> None:
    text = BOARD + DIVISION + "unit HQ 0204 nation=ah kind=hq size=xxxx supply=20\n"
    watch = "unit M {} nation=se kind=flotilla values=4-0\n"
    free = position(text)
    line = supply.supply_line(free, free.units["A"], free.units["HQ"])
    assert line is not None
    assert len(line.nodes) == 3
    barred = position(text + watch.format("0402") + watch.format("0102").replace("M", "N"))
    round_the_end = supply.supply_line(barred, barred.units["A"], barred.units["HQ"])
    assert round_the_end is not None
    assert round_the_end.cost == 10 * POINT
    assert not any(danube.is_crossing(barred, *step) for step in pairwise(round_the_end.nodes))
    assert supply.lengths_to(barred, barred.units["HQ"], False)[node(barred, "0202")] == 10 * POINT
    held = position(
        text
        + watch.format("0402")
        + watch.format("0102").replace("M", "N")
        + "unit B 0203 nation=ah kind=inf values=6-4\n"
    )
    assert supply.supply_line(held, held.units["A"], held.units["HQ"]) == line


@pytest.mark.rule("36-7")
def test_no_retreat_and_no_supply_line_over_an_interdicted_hexside() -> None:
    made = position(CROSSING)
    step = (CENTRAL_POWERS, node(made, "0202"), node(made, "0203"))
    assert not danube.may_retreat(made, *step)
    assert not danube.may_supply(made, *step)
    held = position(CROSSING + "unit B 0203 nation=ah kind=inf values=6-4\n")
    assert danube.may_supply(held, *step)  # friends stand on both banks
    assert not danube.may_retreat(held, *step)
    free = position(BOARD + DIVISION)
    assert danube.may_retreat(free, *step)
    assert danube.may_supply(free, *step)
