"""[10.1] [25.1] [23.2.1] Artillery in combat, and those who lend it."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Aim, Declare, Support
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import artillery_support, combat
from hexfront.games.serbia_1914.rules.artillery_support import neighbours, squadrons
from hexfront.games.serbia_1914.rules.battle import Battle
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.serbia_1914.battlefield import LOWLAND, battle, field
from tests.games.serbia_1914.builders import Play, node, position, table

A = "unit A 21.12 nation=austria-hungary values=12-12-3-5 army=FIFTH corps=8 effectiveness=12\n"
B = "unit B 21.13 nation=austria-hungary size=x values=6-6-3-2 army=FIFTH corps=8 effectiveness=12\n"
D = "unit D 22.12 nation=serbia values=6-8-3-3 corps=First effectiveness=12\n"
N = "unit {} {} nation=serbia values=6-8-3-2 corps={}\n"
MOUNTAINS = LOWLAND.replace("| . . . . . . .", "| . . f f . . .")


def one(of: SerbiaPosition) -> Battle:
    return battle(of, "22.12", {"21.12": ("A",)}, "D")


def lenders(of: SerbiaPosition) -> list[str]:
    return [each.force.leader for each in neighbours(of, one(of))]


# Sums


@pytest.mark.rule("10.1.1")
def test_each_side_adds_the_artillery_of_all_its_units() -> None:
    of = field(A + B + D + "unit R 22.12 asset nation=serbia size=iii values=1-2-2-1\n")
    fought = battle(of, "22.12", {"21.12": ("A",), "21.13": ("B",)}, "D", "R")
    assert artillery_support.attack_value(of, fought) == 4 * 7
    assert artillery_support.defense_value(of, fought) == 4 * 4


@pytest.mark.rule("10.1.1a")
def test_in_and_into_mountains_a_force_counts_at_most_two() -> None:
    of = field(A + B + D + N.format("E", "22.11", "First").replace("3-2", "3-4"), MOUNTAINS)
    fought = battle(of, "22.12", {"21.12": ("A",), "21.13": ("B",)}, "D")
    assert artillery_support.attack_value(of, fought) == 4 * (2 + 2)
    assert artillery_support.defense_value(of, fought) == 4 * 2
    assert [each.value for each in neighbours(of, fought)] == [4 * 2]


@pytest.mark.rule("10.1.1a", "19.1.6")
def test_a_fraction_of_the_total_is_rounded_up() -> None:
    of = field("unit A 21.12+21.11 nation=austria-hungary values=12-12-3-3 army=FIFTH\n" + D)
    assert artillery_support.attack_value(of, one(of)) == 6
    assert artillery_support.rounded_up(6) == 2
    assert artillery_support.rounded_up(8) == 2


@pytest.mark.rule("23.2.1", "9.4")
def test_without_shells_a_serbian_force_has_no_artillery_and_without_ammunition_half() -> None:
    of = field(A + D)
    value = artillery_support.force_value
    assert value(of, ["D"], (True, False), mountainous=False) == 0
    assert value(of, ["D"], (True, True), mountainous=False) == 12
    assert value(of, ["A"], (False, True), mountainous=False) == 10


@pytest.mark.rule("10.1.2", "8.5.1")
def test_a_defending_fort_counts_half_a_division_under_fire() -> None:
    of = field(A + D + "unit F 22.12 nation=serbia kind=fort values=0-3-2-2\n")
    fought = battle(of, "22.12", {"21.12": ("A",)}, "D", "F")
    assert artillery_support.size_under_fire(of, fought, attacker=False, size=4) == 6
    assert artillery_support.size_under_fire(of, fought, attacker=True, size=4) == 4


# Neighbours


@pytest.mark.rule("10.1.1")
def test_a_neighbour_stands_next_to_defender_and_attacker() -> None:
    of = field(A + D + N.format("E", "22.11", "First") + N.format("F", "23.12", "First"))
    assert lenders(of) == ["E"]


@pytest.mark.rule("10.1.1")
def test_a_neighbour_is_of_the_same_corps() -> None:
    assert lenders(field(A + D + N.format("E", "22.11", "Second"))) == []


@pytest.mark.rule("10.1.1")
def test_a_neighbour_whose_hex_is_attacked_in_the_phase_does_not_support() -> None:
    of = field(A + D + N.format("E", "22.11", "First"))
    of.attacked.add(node(of, "22.11"))
    assert lenders(of) == []
    of.attacked.clear()
    third = "unit C 21.11 nation=austria-hungary values=2-2-3-2 army=FIFTH corps=8 aim=22.11\n"
    assert lenders(field(A + D + N.format("E", "22.11", "First") + third)) == []


@pytest.mark.rule("10.1.1")
def test_a_unit_lends_its_artillery_once_a_phase_and_not_after_its_own_combat() -> None:
    of = field(A + D + N.format("E", "22.11", "First"))
    of.change("E", supported=True)
    assert lenders(of) == []
    of.change("E", supported=False, fought=True)
    assert lenders(of) == []


def supported_by(of: SerbiaPosition, fought: Battle, *answers: Support) -> tuple[Play, int]:
    play = Play(artillery_support.lend(table(of), of, fought, fought.enemy, own=12, target=4))
    play.answer(*answers)
    return play, play.result if play.over else -1


@pytest.mark.rule("10.1.1")
@pytest.mark.parametrize(("ground", "most"), [(".", 1), ("u", 2)])
def test_one_force_of_a_hex_supports_and_two_from_above_the_attackers(ground: str, most: int) -> None:
    lines = LOWLAND.split("\n")
    lines[3] = f"| . {ground} . . . . ."  # 21.11, next to 22.11 out of which the attack comes
    neighbour = "unit {} 21.11 nation=austria-hungary size=x values=6-6-3-2 army=FIFTH corps=8\n"
    text = A + neighbour.format("E") + neighbour.format("G") + D.replace("22.12", "22.11")
    of = field(text, "\n".join(lines))
    of.phase = "counter attack"
    fought = battle(of, "21.12", {"22.11": ("D",)}, "A")
    assert [each.most for each in neighbours(of, fought)] == [most, most]
    play = Play(artillery_support.lend(table(of), of, fought, fought.enemy, own=20, target=4))
    play.answer(Support("E"))
    if most == 2:
        play.answer(Support("G"))
    assert play.over
    assert play.result == 5 + 2 * most
    assert of.units["E"].supported


@pytest.mark.rule("10.1.1")
def test_the_neighbours_hex_must_be_above_every_attacker_next_to_it() -> None:
    lines = LOWLAND.split("\n")
    lines[3] = "| . . u . . . ."  # 22.11, next to both 21.11 and 21.12
    text = A + B.replace("21.13", "21.11") + D + N.format("E", "22.11", "First")
    of = field(text, "\n".join(lines))
    both = {"21.12": ("A",), "21.11": ("B",)}
    assert [each.most for each in neighbours(of, battle(of, "22.12", both, "D"))] == [2]
    lines[3] = "| . u u . . . ."  # 21.11 is as high
    of = field(text, "\n".join(lines))
    assert [each.most for each in neighbours(of, battle(of, "22.12", both, "D"))] == [1]


@pytest.mark.rule("10.1.1")
def test_support_is_voluntary_and_advised_only_where_it_tells() -> None:
    of = field(A + D + N.format("E", "22.11", "First"))
    play, _ = supported_by(of, one(of))
    assert play.choices == [Support("E"), PASS]
    assert play.asked is not None
    # 3 and 5 both bring nothing against one division.
    assert Decision(play.asked).default() == PASS
    open_to = neighbours(of, one(of))
    assert artillery_support.advised(of, open_to, 24, 4) == Support("E")  # 6 and 8 do


@pytest.mark.rule("23.2.1")
def test_shells_of_a_defending_force_also_serve_one_neighbour() -> None:
    two = N.format("E", "22.11", "First") + N.format("G", "22.13", "First")
    of = field(A + B + D + two)
    attackers = {"21.12": ("A",), "21.13": ("B",)}
    fought = battle(of, "22.12", attackers, "D")
    play, total = supported_by(of, fought, Support("E"))
    assert play.over  # no shells for a second one
    assert total == 5
    dry = Battle(fought.side, fought.node, fought.attackers, fought.defenders, (), {"D": (True, False)})
    play = Play(artillery_support.lend(table(of), of, dry, dry.enemy, own=0, target=4))
    assert play.over
    refusal = artillery_support.why_not(of, dry, "serbia", Support("G"))
    assert refusal is not None
    assert refusal.rules == ("23.2.1",)


@pytest.mark.rule("10.1.1")
def test_austrian_neighbours_need_no_shells() -> None:
    of = field(
        "unit D 22.12 nation=serbia values=12-12-3-2 corps=First\n"
        "unit A 21.12 nation=austria-hungary values=9-9-3-2 army=FIFTH corps=8\n"
        + B.replace("21.13", "21.13")
        + "unit C 22.11 nation=austria-hungary values=9-9-3-2 army=FIFTH corps=8\n"
    )
    of.phase = "counter attack"
    fought = battle(of, "21.12", {"22.12": ("D",)}, "A")
    assert sorted(each.force.leader for each in neighbours(of, fought)) == ["B", "C"]
    play = Play(artillery_support.lend(table(of), of, fought, fought.enemy, own=8, target=4))
    play.answer(Support("B"), Support("C"))
    assert play.result == 2 + 2 + 2


@pytest.mark.rule("10.1.1")
def test_refusals_of_support_name_the_rule() -> None:
    of = field(A + B + D + N.format("E", "22.11", "Second") + N.format("F", "24.12", "First"))
    fought = one(of)
    for name, words in (("E", "cannot support"), ("F", "not next"), ("A", "have no unit")):
        refusal = artillery_support.why_not(of, fought, "serbia", Support(name))
        assert refusal is not None
        assert refusal.rules == ("10.1.1",)
        assert words in refusal.reason
    refusal = artillery_support.why_not(of, fought, "austria-hungary", Support("B"))
    assert refusal is not None
    assert "only the defender" in refusal.reason


# Squadrons


@pytest.mark.rule("25.1")
def test_the_squadron_at_sabac_supports_where_the_book_says() -> None:
    text = "turn 3 attack austria-hungary\nunit ah-naval-sava 21.10\n"
    of = position(text)
    reached = set()
    for beside in (node(of, "21.10"), *of.setting.beside[node(of, "21.10")]):
        fought = Battle("austria-hungary", beside, (), ())
        if squadrons(of, fought, "austria-hungary"):
            reached.add(of.setting.board.label(beside))
    assert reached == {"21.09", "21.10", "22.09", "22.10"}
    of.change("ah-naval-sava", supported=True)
    assert not squadrons(of, Battle("austria-hungary", node(of, "22.09"), (), ()), "austria-hungary")


@pytest.mark.rule("25.1", "10.1.1")
def test_a_squadron_adds_its_artillery_to_an_attack_once_a_phase() -> None:
    of = position(
        "turn 3 attack austria-hungary\n"
        "unit ah-naval-sava 22.09\n"
        "unit A 22.09 nation=austria-hungary values=12-12-3-2 army=SECOND corps=8\n"
        "unit D 21.10 nation=serbia values=6-8-3-3 corps=First\n"
    )
    fought = battle(of, "21.10", {"22.09": ("A",)}, "D")
    play = Play(artillery_support.lend(table(of), of, fought, "austria-hungary", own=8, target=4))
    assert play.choices == [Support("ah-naval-sava"), PASS]
    play.answer(Support("ah-naval-sava"))
    assert play.result == 2 + 3
    assert of.units["ah-naval-sava"].supported
    assert of.units["ah-naval-sava"].at == node(of, "22.09")


# In the combat


@pytest.mark.rule("9.1.1", "10.1.1")
def test_guns_that_a_reduction_turns_over_have_fired_before() -> None:
    guns = A.replace("3-5 army", "3-8 reduced=9-9-0 army")
    of = field("dice 6 1 1 1 1 1\n" + guns + D)
    voice = table(of)
    combat.begin(voice, of)
    play = Play(combat.phase(voice, of)).answer(Aim("A", "22.12"))
    while play.asked is not None:
        intense = play.asked.kind == "intensity" and play.asked.side == "austria-hungary"
        play.answer(Declare(True) if intense else Decision(play.asked).default() or PASS)
    assert of.units["A"].reductions == 1
    told = next(event for event in voice.events if event.text.startswith("Artillery"))
    assert told.data["defender"] == 1  # 8 against one division, not the 0 of the back


def test_artillery_explains_itself() -> None:
    of = field(A + D, MOUNTAINS)
    ledger = artillery_support.ledger(of, one(of), attacker=True)
    assert (
        ledger.text
        == "Artillery of the attacker 2: A +5 [2.3.4], in mountains at most 2 a Force -3 [10.1.1a]"
    )
