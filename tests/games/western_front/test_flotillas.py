"""Chapter 36: what flotillas are ordered to do, on the board of the Danube."""

from __future__ import annotations

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Attack, Duel, Join, Lose, Sail
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import column_attack, combat, flotillas, retreat, stacking, strengths
from hexfront.games.western_front.rules.battle import units_in
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, node, position, table
from tests.games.western_front.test_danube import ATTACK, BOARD, RIVER, SERBS, labels

# Sailing


MONITORS = "unit M 0502 nation=ah kind=flotilla values=6-0\n"


@pytest.mark.rule("36-1", "36-2", "36-3")
def test_flotillas_go_as_far_as_they_like_along_the_danube_only() -> None:
    free = position(BOARD + MONITORS)
    assert labels(free, flotillas.sailing(free, free.units["M"])) == {
        label for pair in RIVER for label in pair
    } - {"0502"}


@pytest.mark.rule("36-4")
@pytest.mark.parametrize(
    ("line", "closed"),
    [
        ("unit S 0303 nation=se kind=inf values=5-4", True),
        ("unit S 0303 nation=se kind=fortress values=5-0", True),
        ("unit S 0303 nation=se kind=flotilla values=2-0", True),
        ("unit S 0303 nation=se kind=hq size=xxxx", True),
        ("unit S 0303 nation=ah kind=inf values=5-4", False),
    ],
)
def test_flotillas_do_not_enter_hexes_with_enemy_forces(line: str, closed: bool) -> None:
    watched = position(BOARD + MONITORS + line + "\n")
    assert ("0303" not in labels(watched, flotillas.sailing(watched, watched.units["M"]))) == closed


@pytest.mark.rule("36-3", "36-4")
def test_a_blocked_river_stops_them() -> None:
    bank = "".join(
        f"unit S{label} {label} nation=se kind=inf values=5-4\n" for label in ("0303", "0302", "0301")
    )
    blocked = position(BOARD + MONITORS + bank)
    assert not labels(blocked, flotillas.sailing(blocked, blocked.units["M"])) & {
        "0202",
        "0203",
        "0102",
        "0103",
    }


@pytest.mark.rule("36-5")
def test_flotillas_take_no_room() -> None:
    full = position(
        BOARD + MONITORS + "".join(f"unit A{each} 0502 nation=ah values=8-4\n" for each in range(6))
    )
    assert stacking.load(full, node(full, "0502")) == (12, 0)
    assert not stacking.is_overfull(full, node(full, "0502"))


def test_flotillas_are_no_ground_combat_units_and_control_nothing() -> None:
    alone = position(BOARD + MONITORS)
    piece = alone.piece(alone.units["M"])
    assert not piece.ground_combat
    assert not any(alone.central_control)


@pytest.mark.rule("36-2", "36-4")
def test_sailing_is_ordered_in_the_movement_phase_once_for_each() -> None:
    made = position(BOARD + MONITORS + "unit S 0303 nation=se kind=inf values=5-4\n")
    asked = Play(sequence.administer(table(made), made, CENTRAL_POWERS))
    offered = {choice.to for choice in asked.choices if isinstance(choice, Sail)}
    assert offered == labels(made, flotillas.sailing(made, made.units["M"]))
    asked.answer(Sail("M", "0203"))
    assert made.setting.board.label(made.units["M"].at) == "0203"
    assert list(flotillas.movement_choices(made, CENTRAL_POWERS)) == []
    refused = flotillas.why_not_in_movement(made, CENTRAL_POWERS, Sail("M", "0502"))
    assert refused is not None
    assert "36-2" in refused.rules


@pytest.mark.rule("36-1", "36-4")
@pytest.mark.parametrize(("to", "rule"), [("0501", "36-1"), ("0303", "36-4"), ("0602", "")])
def test_a_refused_voyage_names_its_rule(to: str, rule: str) -> None:
    made = position(BOARD + MONITORS + "unit S 0303 nation=se kind=inf values=5-4\n")
    refused = flotillas.why_not_in_movement(made, CENTRAL_POWERS, Sail("M", to))
    assert (refused.rules[0] if refused else "") == rule


def test_without_a_danube_nobody_is_asked_about_flotillas() -> None:
    dry = position("board corner=0101\n| . .\ndate 1914-09-3 movement central-powers\n" + "")
    assert list(flotillas.movement_choices(dry, CENTRAL_POWERS)) == []


# Supporting attacks


SUPPORT = (
    ATTACK
    + SERBS
    + "unit E 0202 nation=ah kind=eng size=iii values=0-3\n"
    + "unit HQ 0201 nation=ah kind=hq size=xxxx supply=20\n"
)
TWO = "unit M 0202 nation=ah kind=flotilla values=6-0\nunit N 0202 nation=ah kind=flotilla values=5-0\n"


def totals(of: WesternFrontPosition, *names: str) -> object:
    battle = Battle(CENTRAL_POWERS, node(of, "0203"), ("A",), flotillas=names)
    return strengths.attack_total(of, battle, {"A": "HQ"})


@pytest.mark.rule("36-6")
def test_flotillas_support_an_attack_with_a_third_of_their_strength() -> None:
    made = position(SUPPORT + TWO)
    assert totals(made) == 8
    assert totals(made, "M", "N") == 8 + 3  # 11 divided by 3, fractions dropped
    assert totals(made, "N") == 8 + 1


@pytest.mark.rule("36-6", "12-9")
def test_their_owner_says_which_of_them_take_part_and_each_does_once_in_a_phase() -> None:
    made = position("dice 3 3 3 3\n" + SUPPORT + TWO)
    battle = Battle(CENTRAL_POWERS, node(made, "0203"), ("A",))
    assert [unit.name for unit in flotillas.supporters(made, battle)] == ["M", "N"]
    play = Play(combat.fight(table(made), made, battle))
    assert play.choices == [Join("M"), Join("N"), PASS]
    play.answer(Join("N"), PASS)
    assert (made.units["M"].attacked, made.units["N"].attacked) == (False, True)
    assert [unit.name for unit in flotillas.supporters(made, battle)] == ["M"]


@pytest.mark.rule("36-6")
@pytest.mark.parametrize(
    ("at", "target", "able"), [("0202", "0203", True), ("0302", "0203", False), ("0202", "0201", False)]
)
def test_they_support_only_out_of_their_own_hex_and_into_hexes_on_the_river(
    at: str, target: str, able: bool
) -> None:
    made = position(
        ATTACK + f"unit M {at} nation=ah kind=flotilla values=6-0\nunit S {target} nation=se values=5-4\n"
    )
    battle = Battle(CENTRAL_POWERS, node(made, target), ("A",))
    assert bool(flotillas.supporters(made, battle)) == able


# Ground units against flotillas


ALONE = (
    ATTACK
    + "unit E 0202 nation=ah kind=eng size=iii values=0-3\nunit N {} nation=se kind=flotilla values=5-0\n"
)


@pytest.mark.rule("36-9")
@pytest.mark.parametrize("at", ["0203", "0302"])
def test_ground_units_do_not_attack_flotillas(at: str) -> None:
    made = position(ALONE.format(at))
    assert combat.attackable(made, CENTRAL_POWERS) == []
    refusal = combat.why_not_join(made, made.units["A"], node(made, at))
    assert refusal is not None
    assert refusal.rules == ("36-9",)
    made.phase = "movement"
    assert column_attack.targets(made, ["A"]) == []
    refusal = column_attack.why_not(made, ["A"], node(made, "0302")) if at == "0302" else refusal
    assert refusal is not None
    assert refusal.rules == ("36-9",)


@pytest.mark.rule("36-9")
def test_flotillas_neither_suffer_nor_retreat_with_the_troops_beside_them() -> None:
    made = position(ATTACK + SERBS + "unit N 0203 nation=se kind=flotilla values=5-0\n")
    battle = Battle(CENTRAL_POWERS, node(made, "0203"), ("A",))
    assert [unit.name for unit in units_in(made, battle)] == ["S"]
    Play(retreat.retreat(table(made), made, node=node(made, "0203"), names=["S"], plan={})).defaults()
    assert made.units["S"].at != node(made, "0203")
    assert made.units["N"].at == node(made, "0203")


# Duels


DUEL = (
    BOARD.replace("movement", "combat")
    + "unit M 0402 nation=ah kind=flotilla values=6-0\nunit N 0403 nation=se kind=flotilla values=5-0\n"
)


@pytest.mark.rule("36-9")
def test_flotillas_fight_flotillas_beside_them_both_doubled_and_at_once() -> None:
    made = position("dice 4 3\n" + DUEL)
    result = made.setting.tables.combat_result
    Play(flotillas.duel(table(made), made, ["M"], node(made, "0403"))).defaults()
    first, answer = result(1914, 12, 4), result(1914, 10, 3)
    strengths_left = {name: unit.strength for name, unit in made.units.items()}
    assert strengths_left == {name: left for name, left in (("M", 6 - answer), ("N", 5 - first)) if left > 0}


@pytest.mark.rule("36-9", "12-9")
def test_a_duel_is_declared_in_the_combat_phase_and_once_for_each_flotilla() -> None:
    made = position("dice 1 1\n" + DUEL)
    play = Play(combat.combat_phase(table(made), made))
    assert Duel("0403") in play.choices
    play.answer(Duel("0403"))
    assert made.units["M"].attacked
    assert Duel("0403") not in combat._attack_choices(made, CENTRAL_POWERS)
    refusal = combat.why_not_attack(made, CENTRAL_POWERS, Duel("0403"))
    assert refusal is not None
    assert refusal.rules == ("36-9",)


@pytest.mark.rule("36-9")
def test_the_attacker_names_his_flotillas_and_each_owner_his_losses() -> None:
    more = "unit P 0402 nation=ah kind=flotilla values=5-0\nunit Q 0403 nation=se kind=flotilla values=3-0\n"
    made = position("dice 4 4\n" + DUEL + more)
    play = Play(combat.combat_phase(table(made), made)).answer(Duel("0403"))
    assert play.choices == [Join("M"), Join("P")]
    play.answer(Join("P"))
    assert play.choices == [Join("M"), PASS]
    play.answer(PASS)
    assert not made.units["M"].attacked
    answer = made.setting.tables.combat_result(1914, 2 * 8, 4)
    assert made.units["P"].strength == 5 - answer
    assert play.asked is not None
    assert (play.asked.side, play.choices) == (ENTENTE, [Lose("N"), Lose("Q")])


@pytest.mark.rule("36-9")
@pytest.mark.parametrize(
    "line",
    [
        "unit N 0403 nation=se kind=inf values=5-4",
        "unit N 0503 nation=se kind=flotilla values=5-0",
    ],
)
def test_only_flotillas_harm_flotillas_and_only_next_to_them(line: str) -> None:
    made = position(BOARD + "unit M 0302 nation=ah kind=flotilla values=6-0\n" + line + "\n")
    at = line.split()[2]
    refusal = flotillas.why_not_duel(made, CENTRAL_POWERS, node(made, at))
    assert refusal is not None
    assert refusal.rules == ("36-9",)
    assert flotillas.duels(made, CENTRAL_POWERS) == []
    refusal = combat.why_not_join(made, made.units["M"], node(made, "0303"))
    assert refusal is not None  # and they make no attack of their own
    assert Attack(at) not in combat._attack_choices(made, CENTRAL_POWERS)
