"""Chapters 12 and 13: who attacks what, and a combat from its declaration to its end."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import (
    Abandon,
    Advance,
    Attack,
    ChooseTerrain,
    Join,
    Stand,
    Supply,
    Withdraw,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.combat import (
    attackable,
    combat_phase,
    declare,
    fight,
    targets_of,
    why_not_join,
)
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.table import Table
from tests.games.western_front import played
from tests.games.western_front.builders import FRONTIER, Play, game, node, position, table
from tests.games.western_front.played import listed, refusal

DATE = "date 1914-09-3 combat central-powers\n"
FRENCH = """
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
"""
GERMANS = """
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
"""
HORSE = """
unit X 0202 nation=fr kind=cav values=1-6 full=1
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
"""


def scene(*more: str, units: str = FRENCH + GERMANS, date: str = DATE) -> WesternFrontPosition:
    return position(date + FRONTIER + units + "".join(more))


def at(here: WesternFrontPosition, label: str) -> int:
    return node(here, label)


def battle(here: WesternFrontPosition, *names: str) -> Battle:
    return Battle(CENTRAL_POWERS, at(here, "0202"), names or ("A", "B"))


def rolls(of: Table) -> list[tuple[int, int, int]]:
    """Strength, adjustment and result of each die."""
    return [
        (event.data["strength"], event.data["modifier"], event.data["loss"])
        for event in of.events
        if "die" in event.data
    ]


# Who may attack


@pytest.mark.rule("12-2", "12-4")
def test_only_hexes_next_to_a_unit_that_may_attack_are_offered() -> None:
    far = "unit Y 0104 nation=fr kind=inf values=6-4\n"
    here = scene(far)
    assert attackable(here, CENTRAL_POWERS) == [at(here, "0202")]
    assert targets_of(here, here.units["A"]) == [at(here, "0202")]
    assert why_not_join(here, here.units["A"], at(here, "0104")).rules == ("12-4",)  # type: ignore[union-attr]


@pytest.mark.rule("12-5")
@pytest.mark.parametrize("terrain", ["alpine", "ocean", "lake"])
def test_nobody_attacks_across_alpine_sea_or_lake(terrain: str) -> None:
    here = scene(f"side 0202-0302 {terrain}\n")
    refusal = why_not_join(here, here.units["A"], at(here, "0202"))
    assert refusal is not None
    assert refusal.rules == ("12-5",)
    assert why_not_join(here, here.units["B"], at(here, "0202")) is None


@pytest.mark.rule("12-5")
def test_a_major_river_between_two_zones_does_not_stop_an_attack() -> None:
    here = scene("side 0202-0302 'major river'\n")
    assert why_not_join(here, here.units["A"], at(here, "0202")) is None


@pytest.mark.rule("12-6", "12-10")
def test_any_number_of_units_joins_and_units_of_a_stack_may_attack_different_hexes() -> None:
    more = "unit C 0302 nation=ge kind=inf values=8-5\nunit Y 0201 nation=fr kind=inf values=6-4 reduced=4\n"
    here = scene("dice 1 1 1 1\n", more)
    play = Play(combat_phase(table(here), here))
    play.answer(Attack("0202"))
    assert play.choices == [Join("A"), Join("C"), Join("B")]
    play.answer(Join("A"), Join("B"), PASS)
    while play.asked is not None and play.asked.kind != "attack":
        play.answer(Decision(play.asked).default() or play.choices[0])
    play.answer(Attack("0201"))
    assert play.choices == [Join("C")]


@pytest.mark.rule("12-3")
def test_no_attack_begins_before_the_last_is_over() -> None:
    here = scene("dice 6 1 6 1\n", "unit Y 0201 nation=fr kind=inf values=6-4 reduced=4\n")
    play = Play(combat_phase(table(here), here))
    play.answer(Attack("0202"), Join("A"), PASS)
    kinds = []
    while play.asked is not None and play.asked.kind != "attack":
        kinds.append(play.asked.kind)
        assert not any(isinstance(choice, Attack) for choice in play.choices)
        play.answer(Decision(play.asked).default() or play.choices[0])
    assert len(kinds) > 1
    assert here.units["X"].strength < 6


@pytest.mark.rule("12-7", "12-9")
def test_a_hex_is_attacked_once_and_a_unit_attacks_once_in_a_phase() -> None:
    here = scene("dice 1 1\n")
    Play(fight(table(here), here, battle(here, "A"))).defaults()
    assert here.fought_over == {at(here, "0202")}
    assert here.units["A"].attacked
    assert attackable(here, CENTRAL_POWERS) == []
    ask = Play(combat_phase(table(here), here))
    assert ask.over  # nothing to attack, so the phase ends
    here.fought_over.clear()
    assert why_not_join(here, here.units["A"], at(here, "0202")).rules == ("12-9",)  # type: ignore[union-attr]
    assert targets_of(here, here.units["B"]) == [at(here, "0202")]


@pytest.mark.rule("12-7")
def test_a_second_attack_on_a_hex_is_refused_with_the_rule() -> None:
    more = "unit Y 0201 nation=fr kind=inf values=6-4\n"
    here = scene(more)
    here.fought_over.add(at(here, "0202"))
    play = Play(combat_phase(table(here), here))
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(Attack("0202"))
    assert refusal is not None
    assert refusal.rules == ("12-7",)


@pytest.mark.rule("12-8", "12-1")
def test_nobody_has_to_attack() -> None:
    here = scene()
    play = Play(combat_phase(table(here), here))
    assert PASS in play.choices
    play.answer(PASS)
    assert play.over


@pytest.mark.rule("12-14", "18-15", "21-3")
def test_headquarters_fortresses_and_units_without_strength_never_attack() -> None:
    more = (
        "unit E 0302 nation=ge kind=eng size=iii values=0-3\n"
        "unit F 0302 nation=ge kind=fortress values=6-0\n"
        "unit H 0302 nation=ge kind=hq size=xxxx\n"
    )
    here = scene(more)
    for name in ("E", "F", "H"):
        assert targets_of(here, here.units[name]) == []
        assert why_not_join(here, here.units[name], at(here, "0202")) is not None


@pytest.mark.rule("WF 6", "7-11")
def test_units_that_are_not_mobilized_or_on_trains_do_not_attack() -> None:
    here = scene(
        units=FRENCH + GERMANS.replace("A 0302", "A 0302 unmobilized").replace("B 0303", "B 0303 entrained")
    )
    assert attackable(here, CENTRAL_POWERS) == []
    assert why_not_join(here, here.units["A"], at(here, "0202")).rules == ("WF 6",)  # type: ignore[union-attr]
    assert why_not_join(here, here.units["B"], at(here, "0202")).rules == ("7-11",)  # type: ignore[union-attr]


@pytest.mark.rule("11-10")
def test_a_hex_with_two_land_sides_is_attacked_by_at_most_eight_divisions() -> None:
    sea = "".join(f"side {pair} ocean\n" for pair in ("0201-0202", "0102-0202", "0103-0202", "0202-0203"))
    crowd = "".join(f"unit D{n} 030{2 + n % 2} nation=ge kind=inf values=2-5\n" for n in range(8))
    here = scene(sea, crowd)
    play = Play(declare(table(here), here, CENTRAL_POWERS, at(here, "0202")))
    for name in [f"D{n}" for n in range(8)]:
        play.answer(Join(name))
    assert play.choices == [PASS]
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(Join("A"))
    assert refusal is not None
    assert refusal.rules == ("11-10",)


# A combat


@pytest.mark.rule("13-2", "13-7", "13-9", "13-14", "13-20", "19-3")
def test_the_choices_of_a_combat_come_in_their_order() -> None:
    here = scene("dice 3 3\n", "side 0202-0302 woods\n")
    play = Play(fight(table(here), here, battle(here)))
    asked: list[tuple[str, str]] = []
    while play.asked is not None:
        asked.append((play.asked.side, play.asked.kind))
        play.answer(Decision(play.asked).default() or play.choices[0])
    assert asked[:4] == [
        ("entente", "terrain"),
        ("central-powers", "supply"),
        ("entente", "supply"),
        ("entente", "stand"),
    ]


@pytest.mark.rule("13-7", "13-14")
def test_with_the_option_the_defender_pays_after_he_knows_the_result() -> None:
    here = scene("option counterattack-supply-after-attack=on\n", "dice 3 3\n")
    of = table(here)
    play = Play(fight(of, here, battle(here)))
    play.answer(PASS)
    assert play.asked is not None
    assert (play.asked.side, play.asked.kind) == ("entente", "supply")
    assert len(of.rolls) == 1
    plain = scene("dice 3 3\n")
    other = table(plain)
    Play(fight(other, plain, battle(plain))).answer(PASS)
    assert len(other.rolls) == 0


@pytest.mark.rule("13-1", "13-13", "13-15", "13-17", "14-2")
def test_both_dice_are_read_from_the_table() -> None:
    here = scene("dice 3 5\n")
    of = table(here)
    play = Play(fight(of, here, battle(here)))
    play.answer(PASS, PASS, Stand())
    assert rolls(of) == [(16, 0, 2), (18, 0, 4)]
    play.defaults()
    assert here.units["X"].strength == 4
    assert here.units["A"].strength + here.units["B"].strength == 12


@pytest.mark.rule("13-14", "14-13", "14-3", "14-5")
def test_who_retreats_answers_doubled_and_loses_a_third_less() -> None:
    here = scene("dice 3 5\n")
    of = table(here)
    play = Play(fight(of, here, battle(here)))
    play.answer(PASS, PASS, Withdraw())
    assert rolls(of) == [(16, 0, 2), (12, 0, 2)]
    play.defaults()
    assert here.units["X"].strength == 5  # 2 less a third is 1
    assert here.units["X"].at != at(here, "0202")
    assert here.units["X"].retreated


@pytest.mark.rule("14-4")
def test_a_forced_retreat_is_not_asked_about() -> None:
    here = scene("dice 6 1\n")
    of = table(here)
    play = Play(fight(of, here, battle(here)))
    play.answer(PASS, PASS)
    assert rolls(of)[0] == (16, 0, 4)
    assert any("must retreat" in event.text for event in of.events)
    play.defaults()
    assert here.units["X"].at != at(here, "0202")


@pytest.mark.rule("13-20")
def test_the_attacker_takes_his_losses_first() -> None:
    here = scene("dice 5 5\n")
    of = table(here)
    Play(fight(of, here, battle(here))).defaults()
    sides = [event.data["unit"] for event in of.events if event.kind == "loss"]
    assert sides.index("X") == len(sides) - 1
    assert len(sides) > 1


@pytest.mark.rule("12-12", "19-11")
def test_supply_is_paid_and_may_be_refused_unit_by_unit() -> None:
    here = scene("dice 3 5\n")
    of = table(here)
    Play(fight(of, here, battle(here))).answer(Supply("B"), PASS, PASS, Stand())
    assert rolls(of)[0][0] == 8 + 4
    assert here.units["GH"].supply == 40 - 2
    assert here.units["FH"].supply == 30 - 3


@pytest.mark.rule("15-1", "23-2")
def test_attackers_may_advance_into_the_hex_they_won_and_all_have_fought() -> None:
    here = scene("dice 6 1\n")
    play = Play(fight(table(here), here, battle(here)))
    play.answer(PASS, PASS)
    while play.asked is not None and play.asked.kind != "advance":
        play.answer(Decision(play.asked).default() or play.choices[0])
    assert Advance("A") in play.choices
    play.answer(Advance("A"))
    play.defaults()
    assert here.units["A"].at == at(here, "0202")
    assert all(here.units[name].fought for name in ("A", "B", "X"))


@pytest.mark.rule("16-1", "16-6", "12-7")
def test_a_column_attack_does_not_use_up_the_attack_on_a_hex_or_of_a_unit() -> None:
    here = scene("dice 1 1\n")
    column = Battle(CENTRAL_POWERS, at(here, "0202"), ("A",), column=True)
    Play(fight(table(here), here, column)).defaults()
    assert here.fought_over == set()
    assert not here.units["A"].attacked
    assert here.units["A"].column_attacked


@pytest.mark.rule("7-11")
def test_units_attacked_on_their_trains_detrain_and_answer_unmultiplied() -> None:
    here = scene("dice 1 5\n", units=GERMANS + FRENCH.replace("X 0202", "X 0202 entrained"))
    of = table(here)
    Play(fight(of, here, battle(here, "A"))).answer(PASS, PASS, Stand())
    assert rolls(of)[1][0] == 6
    assert not here.units["X"].entrained


@pytest.mark.rule("WF 6")
def test_an_attack_mobilizes_all_units_of_the_hex() -> None:
    here = scene("dice 1 1\n", units=GERMANS + FRENCH.replace("X 0202", "X 0202 unmobilized"))
    Play(fight(table(here), here, battle(here, "A"))).defaults()
    assert here.units["X"].mobilized


@pytest.mark.rule("30-2", "30-3")
def test_no_supply_is_spent_where_cavalry_leaves_before_the_combat() -> None:
    here = scene(units=GERMANS + HORSE)
    of = table(here)
    play = Play(fight(of, here, battle(here, "A")))
    assert play.asked is not None
    assert play.asked.kind == "evade"
    play.answer(play.choices[0])
    assert play.asked.kind == "advance"
    play.answer(Advance("A"))
    play.defaults()
    assert of.rolls == []
    assert here.units["GH"].supply == 40
    assert here.units["A"].attacked
    assert at(here, "0202") in here.fought_over


@pytest.mark.rule("30-3")
def test_who_does_not_advance_into_a_hex_that_cavalry_left_may_still_attack() -> None:
    here = scene(units=GERMANS + HORSE)
    play = Play(fight(table(here), here, battle(here, "A", "B")))
    play.answer(play.choices[0], Advance("A"), PASS)
    assert (here.units["A"].attacked, here.units["B"].attacked) == (True, False)


@pytest.mark.rule("18-11", "24-1", "9-9")
def test_units_without_strength_that_are_attacked_alone_are_lost() -> None:
    train = "unit E 0202 nation=fr kind=eng size=iii values=0-3\nunit R 0202 nation=fr kind=rpl values=4-3\n"
    here = scene(units=GERMANS + train)
    of = table(here)
    Play(fight(of, here, battle(here, "A"))).defaults()
    assert of.rolls == []
    assert {"E", "R"} <= set(here.lost)
    assert here.units["A"].at == at(here, "0202")


@pytest.mark.rule("24-1", "14-4")
def test_artillery_alone_drives_replacements_off_only_by_a_result() -> None:
    train = "unit R 0202 nation=fr kind=rpl values=4-3\n"
    guns = (
        "unit G 0302 nation=ge kind=art size=iii values=8-4\n"
        "unit GH 0402 nation=ge kind=hq size=xxxx supply=9\n"
    )
    spared, driven = scene("dice 1\n", units=guns + train), scene("dice 6\n", units=guns + train)
    for here in (spared, driven):
        Play(fight(table(here), here, battle(here, "G"))).defaults()
        assert here.units["GH"].supply == 9 - 4
    assert driven.units["R"].at != at(driven, "0202")
    assert here.units["R"].strength == 4


@pytest.mark.rule("18-11")
def test_a_shipment_that_is_attacked_alone_is_lost() -> None:
    here = scene("unit cargo 0202 nation=fr kind=supply values=0-4 supply=5\n", units=GERMANS)
    Play(fight(table(here), here, battle(here, "A"))).defaults()
    assert "cargo" not in here.units


@pytest.mark.rule("14-15", "14-17")
def test_units_that_retreated_into_a_hex_are_driven_on_without_a_fight_of_their_own() -> None:
    fled = FRENCH.replace("X 0202", "X 0202 retreated")
    here = scene("dice 6\n", units=GERMANS + fled)
    of = table(here)
    Play(fight(of, here, battle(here))).defaults()
    assert len(of.rolls) == 1
    assert here.units["X"].strength == 6
    assert here.units["X"].at != at(here, "0202")


@pytest.mark.rule("26-6")
def test_a_shaken_country_does_not_attack_without_supply() -> None:
    here = scene("dice 3 3\n", "flag 'shaken: ge' 1\n")
    of = table(here)
    Play(fight(of, here, battle(here))).answer(Supply("B"), PASS, PASS, Stand())
    assert rolls(of)[0][0] == 8
    assert not here.units["B"].attacked


@pytest.mark.rule("20-2", "20-3")
def test_surrounded_units_pay_for_an_attack_without_supply() -> None:
    pocket = """
unit A 0302 nation=ge kind=inf values=9-5 reduced=7
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit Y 0402 nation=fr kind=inf values=6-4 reduced=4
unit Z 0301 nation=fr kind=inf values=6-4 reduced=4
unit W 0303 nation=fr kind=inf values=6-4 reduced=4
"""
    here = scene("dice 3\n", units=pocket)
    of = table(here)
    play = Play(fight(of, here, battle(here, "A")))
    assert here.units["A"].strength == 8
    assert rolls(of)[0][0] == 2  # a quarter of 8
    play.defaults()


@pytest.mark.rule("21-4", "21-8")
def test_a_fortress_may_be_given_up_to_use_urban_terrain() -> None:
    sides = "side 0202-0302 urban\nside 0201-0202 urban\nplace 0202 Town kinds=city\n"
    fortress = "unit F 0202 nation=fr kind=fortress values=2-0\n"
    here = scene(sides, fortress)
    play = Play(fight(table(here), here, battle(here, "A")))
    assert play.choices == [ChooseTerrain("clear"), Abandon("F")]
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(ChooseTerrain("urban"))
    assert refusal is not None
    assert refusal.rules == ("21-4",)
    play.answer(Abandon("F"))
    assert "F" not in here.units
    assert ChooseTerrain("urban") in play.choices
    only = scene("option abandon-in-movement-only=on\n", sides, fortress)
    other = Play(fight(table(only), only, battle(only, "A")))
    assert other.asked is None or other.asked.kind != "terrain"


@pytest.mark.rule("13-3")
def test_the_advised_terrain_is_the_best_for_the_defender() -> None:
    here = scene("side 0202-0302 woods\nside 0202-0303 rough\n")
    play = Play(fight(table(here), here, battle(here)))
    assert play.asked is not None
    assert play.asked.kind == "terrain"
    assert Decision(play.asked).default() == ChooseTerrain("rough")


def test_passing_needs_somebody_who_attacks() -> None:
    here = scene()
    play = Play(declare(table(here), here, CENTRAL_POWERS, at(here, "0202")))
    assert not any(isinstance(choice, Pass) for choice in play.choices)


# In play

ELSEWHERE = "unit Y 0504 nation=fr values=6-4\nunit K 0503 nation=ge values=8-5\n"  # the phase goes on
HELD = "place 0202 Town kinds=city\nplace 0203 Village kinds=city\n"  # nobody is forced out of a city


@pytest.mark.rule("12-2")
@pytest.mark.parametrize(("first", "then"), [("0202", "0203"), ("0203", "0202")])
def test_the_attacker_takes_the_hexes_in_the_order_he_likes(first: str, then: str) -> None:
    playing = game(
        "dice 1 1 1 1\n" + DATE + FRONTIER + FRENCH + GERMANS + "unit Y 0203 nation=fr values=6-4\n" + HELD
    )
    assert listed(playing) == ["attack 0202", "attack 0203", "pass"]
    played.fight(playing, first, "A" if first == "0202" else "B")
    assert Attack(then) in playing.decision.choices()
    played.fight(playing, then, "B" if first == "0202" else "A")


@pytest.mark.rule("12-4")
def test_who_is_not_next_to_a_hex_does_not_attack_it() -> None:
    far = "unit Y 0104 nation=fr kind=inf values=6-4\nunit C 0404 nation=ge kind=inf values=8-5\n"
    playing = game(DATE + FRONTIER + FRENCH + GERMANS + far)
    assert listed(playing) == ["attack 0202", "pass"]
    assert refusal(playing, Attack("0104")) == ("12-4",)
    assert refusal(playing, Attack("0202"), Join("C")) == ("12-4",)
    playing.play(Attack("0202"))
    assert listed(playing) == ["join A", "join B"]


@pytest.mark.rule("12-5")
@pytest.mark.parametrize("terrain", ["alpine", "ocean", "lake"])
def test_no_attack_crosses_alpine_sea_or_lake(terrain: str) -> None:
    playing = game(DATE + FRONTIER + FRENCH + GERMANS + f"side 0202-0302 {terrain}\n")
    assert refusal(playing, Attack("0202"), Join("A")) == ("12-5",)
    assert refusal(playing, Attack("0202"), Join("B")) == ()
    alone = game(
        DATE
        + FRONTIER
        + FRENCH
        + GERMANS.replace("B 0303", "B 0501")
        + f"side 0202-0302 {terrain}\n"
        + ELSEWHERE
    )
    assert refusal(alone, Attack("0202")) == ("12-5",)


@pytest.mark.rule("12-14", "21-3")
@pytest.mark.parametrize(
    "described",
    ["kind=hq size=xxxx supply=10", "kind=fortress values=12-0", "kind=rpl values=4-4"],
)
def test_what_has_strength_for_defense_only_never_attacks(described: str) -> None:
    playing = game(DATE + FRONTIER + FRENCH + GERMANS + f"unit D 0302 nation=ge {described}\n")
    assert refusal(playing, Attack("0202"), Join("D")) == ("12-14", "21-3")
    alone = game(DATE + FRONTIER + FRENCH + f"unit D 0302 nation=ge {described}\n" + ELSEWHERE)
    assert refusal(alone, Attack("0202")) == ("12-4",)


@pytest.mark.rule("12-14")
def test_what_has_no_strength_left_does_not_attack() -> None:
    playing = game(
        DATE + FRONTIER + FRENCH + GERMANS + "unit E 0302 nation=ge kind=eng size=iii values=0-3\n"
    )
    assert refusal(playing, Attack("0202"), Join("E")) == ("12-14",)
