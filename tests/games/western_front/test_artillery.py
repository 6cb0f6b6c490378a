"""Chapter 29: artillery in combat."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Aim, Attack, Go, Join, Pick, Stand, Supply, Withdraw
from hexfront.games.western_front.position import WesternFrontPosition, names_of
from hexfront.games.western_front.rules.artillery import counted, why_not_fire
from hexfront.games.western_front.rules.battle import answering_units, defending_units
from hexfront.games.western_front.rules.combat import declare, fight, targets_of
from hexfront.games.western_front.rules.strengths import (
    attack_modifier,
    attack_strength,
    counterattack_strength,
)
from hexfront.games.western_front.rules.supply import cost
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from tests.games.western_front import played
from tests.games.western_front.builders import Play, game, node, position, table
from tests.games.western_front.played import Fought, marches

BOARD = """
board corner=0101 shifted=even
| . . . . .
| . . . . .
| . . . . .
| . . . . .
hex 0101 country=france
hex 0102 country=france
hex 0501 country=germany
hex 0502 country=germany
"""
GUNS = """
unit siege 0302 nation=ge kind=siege size=i values=5-3
unit field 0302 nation=ge kind=art size=iii values=3-4
unit GI 0302 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""
FORTRESS = "unit fort 0202 nation=fr kind=fortress values=12-0\n"
INFANTRY = "unit FI 0202 nation=fr kind=inf values=6-4 reduced=4\n"
FRENCH_GUNS = """
unit FA 0202 nation=fr kind=art size=iii values=3-4 reduced=2
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
"""


def scene(*units: str, year: int = 1914) -> WesternFrontPosition:
    return position(f"date {year}-09-3 combat central-powers\n" + BOARD + GUNS + "".join(units))


def attack(here: WesternFrontPosition, *names: str, aim: str = "all") -> Battle:
    return Battle(CENTRAL_POWERS, node(here, "0202"), names, aim=aim)


def refusal(here: WesternFrontPosition, name: str) -> tuple[str, ...]:
    found = why_not_fire(here, here.units[name], node(here, "0202"))
    return found.rules if found else ()


@pytest.mark.rule("29-2")
def test_in_1914_siege_artillery_attacks_only_fortress_hexes() -> None:
    open_field, fortress = scene(INFANTRY), scene(INFANTRY, FORTRESS)
    assert refusal(open_field, "siege") == ("29-2",)
    assert refusal(open_field, "field") == ()
    assert refusal(fortress, "siege") == ()
    assert targets_of(open_field, open_field.units["siege"]) == []
    assert targets_of(fortress, fortress.units["siege"]) == [node(fortress, "0202")]


@pytest.mark.rule("29-15", "29-2")
def test_from_1915_siege_artillery_fires_at_trenches_too_with_half_its_strength() -> None:
    trench = "marker trench 0202 entente\n"
    assert refusal(scene(INFANTRY, year=1915), "siege") == ("29-15",)
    assert refusal(scene(INFANTRY, trench), "siege") == ("29-2",)
    here = scene(INFANTRY, trench, year=1915)
    assert refusal(here, "siege") == ()
    battle = attack(here, "siege", "GI")
    plan = {"siege": "GH", "GI": "GH"}
    assert attack_strength(here, battle, plan, "clear") == 10  # 8 and half of 5, rounded once
    assert cost(here, plan, attack=True, counted=counted(here, battle)) == {"GH": 2 + 2}
    fortress = scene(INFANTRY, FORTRESS, trench, year=1915)
    assert attack_strength(fortress, attack(fortress, "siege"), plan, "clear") == 5


@pytest.mark.rule("29-2")
def test_siege_artillery_does_not_counterattack_unless_the_option_lets_it() -> None:
    siege = "unit FS 0202 nation=fr kind=siege size=i values=4-3\n" + INFANTRY + FRENCH_GUNS
    here = scene(siege, year=1915)
    assert "FS" not in names_of(answering_units(here, attack(here, "GI")))
    dug_in = "marker trench 0302 central-powers\noption siege-guns-counterattack=on\n"
    allowed = scene(siege, dug_in, year=1915)
    assert "FS" in names_of(answering_units(allowed, attack(allowed, "GI")))
    plan = {"FS": "FH", "FI": "FH", "FA": "FH"}
    assert counterattack_strength(allowed, attack(allowed, "GI"), plan) == 6 * 3 + 3 * 2 + 2 * 2
    early = scene(siege, dug_in)
    assert "FS" not in names_of(answering_units(early, attack(early, "GI")))


@pytest.mark.rule("29-4", "29-6")
def test_artillery_needs_a_headquarters_with_points_within_four_movement_points() -> None:
    clear, swamps = BOARD, BOARD.replace("| . . . . .", "| . . . s .")
    date = "date 1914-09-3 combat central-powers\n"
    behind = GUNS.replace("GH 0402", "GH 0504") + INFANTRY
    assert refusal(position(date + clear + behind), "field") == ()
    assert refusal(position(date + swamps + behind), "field") == ("29-4", "29-6")
    without_points = behind.replace("supply=40", "supply=0")
    assert refusal(position(date + clear + without_points), "field") == ("29-4", "29-6")


@pytest.mark.rule("29-7")
def test_only_artillery_answers_an_attack_by_artillery_alone() -> None:
    here = scene(INFANTRY, FORTRESS, FRENCH_GUNS)
    assert names_of(answering_units(here, attack(here, "field"))) == ["FA"]
    assert set(names_of(answering_units(here, attack(here, "field", "GI")))) == {"FI", "fort", "FA"}


@pytest.mark.rule("29-7")
def test_artillery_may_aim_at_fortress_and_artillery_only_and_nobody_retreats_then() -> None:
    here = scene("dice 6 1\n", INFANTRY, FORTRESS, FRENCH_GUNS)
    play = Play(fight(table(here), here, attack(here, "siege", "field", aim="fortress"))).defaults()
    assert play.over
    assert here.units["FI"].strength == 6
    assert here.units["FI"].at == node(here, "0202")
    assert here.units["FA"].strength + here.units["fort"].strength < 15


@pytest.mark.rule("29-5")
def test_artillery_counterattacks_doubled() -> None:
    here = scene(INFANTRY, FRENCH_GUNS)
    plan = {"FI": "FH", "FA": "FH"}
    assert counterattack_strength(here, attack(here, "GI"), plan) == 6 * 3 + 3 * 2


@pytest.mark.rule("29-10")
def test_the_die_rises_by_one_for_each_hexside_only_for_artillery_alone_at_a_fortress() -> None:
    more = "unit field2 0303 nation=ge kind=art size=iii values=3-4\n"
    here = scene(INFANTRY, FORTRESS, more)
    assert attack_modifier(here, attack(here, "field"), "clear") == 1
    assert attack_modifier(here, attack(here, "field", "siege"), "clear") == 1
    assert attack_modifier(here, attack(here, "field", "field2"), "clear") == 2
    assert attack_modifier(here, attack(here, "field", "GI"), "clear") == 0
    open_field = scene(INFANTRY, more)
    assert attack_modifier(open_field, attack(open_field, "field", "field2"), "clear") == 0


@pytest.mark.rule("29-11")
def test_artillery_is_doubled_against_a_fortress_with_little_infantry() -> None:
    plan = {"field": "GH", "siege": "GH", "GI": "GH"}
    empty = scene(FORTRESS)
    assert attack_strength(empty, attack(empty, "field"), plan, "clear") == 6
    assert attack_strength(empty, attack(empty, "field", "GI"), plan, "clear") == 6 + 8
    garrisoned = scene(FORTRESS, INFANTRY)  # 6 points are not less than 4 for one hexside
    assert attack_strength(garrisoned, attack(garrisoned, "field"), plan, "clear") == 3
    more = "unit field2 0303 nation=ge kind=art size=iii values=3-4\n"
    two_sides = scene(FORTRESS, INFANTRY, more)
    both = attack_strength(two_sides, attack(two_sides, "field", "field2"), {**plan, "field2": "GH"}, "clear")
    assert both == 12
    open_field = scene(INFANTRY)
    assert attack_strength(open_field, attack(open_field, "field"), plan, "clear") == 3


@pytest.mark.rule("29-13")
def test_artillery_alone_does_not_resist_other_units_and_is_lost() -> None:
    here = scene(FRENCH_GUNS)
    assert defending_units(here, attack(here, "GI")) == []
    at = table(here)
    Play(fight(at, here, attack(here, "GI"))).defaults()
    assert "FA" not in here.units
    assert at.rolls == []
    assert here.units["GI"].at == node(here, "0202")


@pytest.mark.rule("29-13", "29-7")
def test_artillery_alone_answers_artillery() -> None:
    here = scene("dice 6 6\n", FRENCH_GUNS)
    battle = attack(here, "field")
    assert names_of(answering_units(here, battle)) == ["FA"]
    at = table(here)
    Play(fight(at, here, battle)).defaults()
    assert len(at.rolls) == 2
    assert here.units["FA"].strength == 2


@pytest.mark.rule("29-4", "29-6")
def test_artillery_left_without_supply_takes_no_part() -> None:
    here = scene("dice 6 1\n", INFANTRY)
    play = Play(fight(table(here), here, attack(here, "field", "GI")))
    play.answer(Supply("field"))
    play.defaults()
    assert not here.units["field"].attacked
    assert here.units["GI"].attacked


def test_the_aim_is_asked_only_where_there_is_something_else_to_hit() -> None:
    here = scene(INFANTRY, FORTRESS)
    play = Play(declare(table(here), here, CENTRAL_POWERS, node(here, "0202")))
    play.answer(Join("siege"), PASS)
    assert play.choices == [Aim("all"), Aim("fortress")]
    bare = scene(FORTRESS)
    other = Play(declare(table(bare), bare, CENTRAL_POWERS, node(bare, "0202")))
    other.answer(Join("siege"), PASS)
    assert other.asked is None or other.asked.kind != "aim"


# In play

IN_THE_FIELD = "date 1914-09-3 combat central-powers\n" + BOARD


def bombarded(text: str, *names: str, dice: str = "3 3") -> Fought:
    return played.fight(
        game(f"dice {dice}\n" + IN_THE_FIELD + text), "0202", *names, stand=Stand(), aim=Aim("all")
    )


@pytest.mark.rule("29-2")
def test_in_1914_siege_guns_fire_at_fortresses_only() -> None:
    field = game(IN_THE_FIELD + GUNS + INFANTRY)
    assert played.refusal(field, Attack("0202"), Join("siege")) == ("29-2",)
    field.play(Attack("0202"))
    assert played.listed(field) == ["join GI", "join field"]
    fortified = game(IN_THE_FIELD + GUNS + INFANTRY + FORTRESS)
    assert played.refusal(fortified, Attack("0202"), Join("siege")) == ()
    trench = game(IN_THE_FIELD + GUNS + INFANTRY + "marker trench 0202 entente\n")
    assert played.refusal(trench, Attack("0202"), Join("siege")) == ("29-2",)


@pytest.mark.rule("29-2", "29-5")
@pytest.mark.parametrize(
    ("described", "strength"),
    [("kind=art size=iii values=3-4", 6 * 3 + 3 * 2), ("kind=siege size=i values=3-4", 6 * 3)],
)
def test_guns_answer_twofold_and_siege_guns_not_at_all(described: str, strength: int) -> None:
    french = (
        INFANTRY + f"unit FA 0202 nation=fr {described}\nunit FH 0102 nation=fr kind=hq size=xxxx supply=30\n"
    )
    assert bombarded(GUNS + french, "GI", dice="1 1").answer["strength"] == strength


@pytest.mark.rule("29-5")
def test_guns_answer_twofold_when_the_others_leave_too() -> None:
    text = "dice 1 1\n" + IN_THE_FIELD + GUNS + INFANTRY + FRENCH_GUNS
    told = played.fight(game(text), "0202", "GI", stand=Withdraw())
    assert told.answer["strength"] == 6 * 2 + 3 * 2


SPREAD = """
unit A 0302 nation=ge kind=art size=iii values=3-4
unit B 0303 nation=ge kind=art size=iii values=3-4
unit C 0303 nation=ge kind=art size=iii values=3-4
unit GI 0303 nation=ge kind=inf values=8-5
unit GH 0403 nation=ge kind=hq size=xxxx supply=60
"""


@pytest.mark.rule("29-10")
@pytest.mark.parametrize(
    ("names", "target", "modifier"),
    [
        (("A",), FORTRESS, 1),
        (("A", "B"), FORTRESS, 2),
        (("A", "B", "C"), FORTRESS, 2),  # two hexsides
        (("A", "GI"), FORTRESS, 0),  # not artillery alone
        (("A",), INFANTRY, 0),  # no fortress
    ],
)
def test_guns_alone_add_one_to_the_die_for_each_hexside_of_a_fortress(
    names: tuple[str, ...], target: str, modifier: int
) -> None:
    assert bombarded(SPREAD + target, *names).attack["modifier"] == modifier


@pytest.mark.rule("29-11")
@pytest.mark.parametrize(
    ("names", "infantry", "strength"),
    [
        (("A",), 0, 6),
        (("A",), 3, 6),
        (("A",), 4, 3),
        (("A", "B"), 7, 12),
        (("A", "B"), 8, 6),
        (("B", "C"), 4, 6),  # one hexside
        (("A", "GI"), 3, 6 + 8),  # infantry is not doubled
    ],
)
def test_guns_are_doubled_against_a_fortress_with_little_infantry(
    names: tuple[str, ...], infantry: int, strength: int
) -> None:
    garrison = f"unit FI 0202 nation=fr kind=inf values=9-4 strength={infantry}\n" if infantry else ""
    assert bombarded(SPREAD + FORTRESS + garrison, *names).attack["strength"] == strength


@pytest.mark.rule("29-11", "29-6")
def test_supply_is_paid_for_what_is_printed_and_not_for_the_double() -> None:
    assert bombarded(SPREAD + FORTRESS, "A").said("19-3") == [
        "German GH expends 2 supply points for the attack"
    ]


@pytest.mark.rule("29-11")
def test_cavalry_does_not_count_as_infantry_for_it() -> None:
    horse = "unit FC 0202 nation=fr kind=cav values=4-6 full=1\n"
    told = played.fight(
        game("dice 3 3\n" + IN_THE_FIELD + SPREAD + FORTRESS + horse), "0202", "A", evade=PASS, aim=Aim("all")
    )
    assert told.attack["strength"] == 6


@pytest.mark.rule("29-14")
@pytest.mark.parametrize(("loss", "forced"), [(2, False), (3, True)])
def test_guns_do_not_count_when_retreat_is_forced(loss: int, forced: bool) -> None:
    """Six points of infantry: with the guns there would be nine, and three would not be half."""
    text = f"premise attack {loss}\npremise counterattack 0\n" + IN_THE_FIELD + GUNS + INFANTRY + FRENCH_GUNS
    told = played.fight(game(text), "0202", "GI", stand=Stand())
    assert bool(told.said("14-4")) == forced


# On the march

MARCHING = "date 1914-09-3 movement central-powers\n"
LANE = MARCHING + "board corner=0101 shifted=even\n| . . .\n| . . .\n| . . .\n| . . .\n"
GUN = "unit A 0204 nation=ge kind=art size=iii values=3-{}\n"


@pytest.mark.rule("29-9")
@pytest.mark.parametrize(
    ("friend", "gets_there"),
    [
        ("kind=inf values=8-5", True),
        ("", False),
        ("kind=cav values=2-6", False),
        ("kind=hq size=xxxx", False),
    ],
)
def test_guns_join_infantry_in_an_enemy_zone_at_no_extra_cost(friend: str, gets_there: bool) -> None:
    """0202 lies two steps away in the zone of the French in 0201."""
    text = LANE + GUN.format(2) + "unit F 0201 nation=fr kind=inf values=6-4\n"
    playing = game(text + (f"unit I 0202 nation=ge {friend}\n" if friend else ""))
    assert ("0202" in marches(playing, "A")) == gets_there


@pytest.mark.rule("29-9")
def test_infantry_pays_as_ever_beside_its_friends() -> None:
    text = (
        LANE
        + GUN.format(2).replace("kind=art size=iii", "kind=inf")
        + "unit I 0202 nation=ge kind=inf values=8-5\n"
    )
    assert "0202" not in marches(game(text + "unit F 0201 nation=fr kind=inf values=6-4\n"), "A")


@pytest.mark.rule("29-12")
@pytest.mark.parametrize(
    ("described", "side", "allowed"),
    [
        ("kind=art size=iii values=3-2", "mountain", False),
        ("kind=art size=iii values=3-2", "mountain rail=single", True),
        ("kind=siege size=i values=3-2", "mountain", False),
        ("kind=art size=iii values=3-2", "'wooded rough'", True),
        ("kind=inf values=8-2", "mountain", True),
        ("kind=art size=iii values=3-6", "mountain", True),  # they can pay for it
    ],
)
def test_guns_make_the_minimum_move_over_a_mountain_only_along_a_line(
    described: str, side: str, allowed: bool
) -> None:
    board = MARCHING + "board corner=0101 shifted=even\n| .\n| .\n"
    playing = game(board + f"side 0101-0102 {side}\nunit A 0101 nation=ge {described}\n")
    assert ("0102" in marches(playing, "A")) == allowed
    if not allowed:
        assert played.refusal(playing, Pick("A"), Go("0102")) == ("29-12",)


@pytest.mark.rule("29-16")
@pytest.mark.parametrize(
    ("markers", "described", "allowed"),
    [
        (("trench", "trench"), "kind=art size=iii values=3-9", False),
        (("devastation", "trench"), "kind=art size=iii values=3-9", False),
        (("devastation", "devastation"), "kind=siege size=i values=3-9", False),
        (("trench", ""), "kind=art size=iii values=3-9", True),
        (("", "devastation"), "kind=art size=iii values=3-9", True),
        (("trench", "trench"), "kind=inf values=8-9", True),
    ],
)
def test_guns_do_not_go_from_trench_to_trench_under_the_enemys_eyes(
    markers: tuple[str, str], described: str, allowed: bool
) -> None:
    """0202 and 0302 are both next to the French in 0303; seas leave no other way between them."""
    text = MARCHING + BOARD
    text += "".join(f"side 0302-{other} ocean\n" for other in ("0201", "0301", "0401", "0402"))
    for label, marker in zip(("0202", "0302"), markers, strict=True):
        if marker:
            text += f"marker {marker} {label} central-powers\n"
            text += f"unit K{label} {label} nation=ge kind=inf values=1-5\n"
    text += f"unit F 0303 nation=fr kind=inf values=6-4\nunit A 0202 nation=ge {described}\n"
    assert ("0302" in marches(game(text), "A")) == allowed
