"""Chapter 13, paragraphs 20 to 24: in which order strength points are lost."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Lose, Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.combat import fight
from hexfront.games.western_front.rules.losses import BOMBARDED, take
from hexfront.games.western_front.rules.outcomes import tank_losses
from hexfront.games.western_front.rules.resolution import lose_attackers, lose_defenders
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.decisions import Decision
from tests.games.western_front.builders import Play, node, position, table

DATE = "date 1914-09-3 combat central-powers\n"
BOARD = """
board corner=0101
| . . .
| . . .
| . . .
hex 0101 country=france
hex 0102 country=france
hex 0301 country=germany
"""
STACK = """
unit I 0202 nation=fr kind=inf values=6-4 reduced=4
unit C 0202 nation=fr kind=cav values=1-6 full=1
unit S 0202 nation=fr kind=cav values=3-6 reduced=2 full=3
unit A 0202 nation=fr kind=art size=iii values=3-4 reduced=2
unit T 0202 nation=fr kind=tank size=ii values=3-4
unit E 0202 nation=fr kind=eng size=iii values=0-3
unit R 0202 nation=fr kind=rpl values=4-3
unit F 0202 nation=fr kind=fortress values=2-0
unit H 0202 nation=fr kind=hq size=xxxx supply=20
"""
NAMES = ("I", "C", "S", "A", "T", "E", "R", "F", "H")


def scene(units: str = STACK) -> WesternFrontPosition:
    return position(DATE + BOARD + units)


def lose(here: WesternFrontPosition, points: int, *, attacking: bool, names: tuple[str, ...] = NAMES) -> Play:
    return Play(take(table(here), here, side=ENTENTE, names=names, points=points, attacking=attacking))


def lost(points: int, *, attacking: bool) -> dict[str, int]:
    """What each unit of the stack has lost after so many points, decided as advised."""
    here = scene()
    before = {name: unit.strength for name, unit in here.units.items()}
    lose(here, points, attacking=attacking).defaults()
    gone = {name: before[name] - (here.units[name].strength if name in here.units else 0) for name in NAMES}
    return {name: number for name, number in gone.items() if number or name not in here.units}


@pytest.mark.rule("13-23")
def test_attackers_lose_cavalry_then_infantry_then_artillery() -> None:
    assert lost(1, attacking=True) == {"C": 1}
    assert lost(1 + 9, attacking=True) == {"C": 1, "I": 6, "S": 3}
    assert lost(1 + 9 + 3, attacking=True) == {"C": 1, "I": 6, "S": 3, "A": 3}


@pytest.mark.rule("13-23", "WF 10-13")
def test_defenders_lose_infantry_tanks_cavalry_artillery_fortress_and_headquarters() -> None:
    assert lost(9, attacking=False) == {"I": 6, "S": 3}
    assert lost(9 + 3, attacking=False) == {"I": 6, "S": 3, "T": 3}
    assert lost(9 + 3 + 1, attacking=False) == {"I": 6, "S": 3, "T": 3, "C": 1}
    assert lost(13 + 3, attacking=False) == {"I": 6, "S": 3, "T": 3, "C": 1, "A": 3}
    assert lost(16 + 2, attacking=False) == {"I": 6, "S": 3, "T": 3, "C": 1, "A": 3, "F": 2}
    assert lost(18 + 1, attacking=False) == {"I": 6, "S": 3, "T": 3, "C": 1, "A": 3, "F": 2, "H": 0}


@pytest.mark.rule("13-23", "9-9", "24-1")
def test_engineers_and_replacements_never_absorb_losses_and_a_surplus_is_forgotten() -> None:
    here = scene()
    play = lose(here, 99, attacking=False).defaults()
    assert play.over
    assert sorted(here.units) == ["E", "R"]


@pytest.mark.rule("13-23", "31-4")
def test_strengthened_cavalry_loses_as_infantry() -> None:
    assert lost(3, attacking=False) == {"I": 2, "S": 1}


@pytest.mark.rule("13-24")
def test_all_units_of_a_kind_are_turned_over_before_one_goes_lower() -> None:
    here = scene()
    play = lose(here, 4, attacking=False)
    # Three points turn both over without a question; the fourth is free.
    assert (here.units["I"].strength, here.units["S"].strength) == (4, 2)
    assert play.choices == [Lose("I"), Lose("S")]
    two = lose(scene(), 2, attacking=False)
    assert two.choices == [Lose("I"), Lose("S")]
    two.answer(Lose("S"))
    assert two.over  # the last point can only fall on the other


@pytest.mark.rule("13-24")
def test_a_counter_without_a_reverse_side_waits_until_the_others_are_turned() -> None:
    units = """
unit one 0202 nation=fr kind=inf size=x values=1-4
unit two 0202 nation=fr kind=inf values=6-4 reduced=4
"""
    here = scene(units)
    lose(here, 2, attacking=False, names=("one", "two")).defaults()
    assert (here.units["one"].strength, here.units["two"].strength) == (1, 4)


@pytest.mark.rule("13-21")
def test_units_that_are_alike_are_not_asked_about() -> None:
    pair = "".join(f"unit {name} 0202 nation=fr kind=inf values=6-4 reduced=4\n" for name in "PQ")
    here = scene(pair)
    play = lose(here, 1, attacking=False, names=("P", "Q"))
    assert play.over
    assert sorted(unit.strength for unit in here.units.values()) == [5, 6]


@pytest.mark.rule("13-21", "13-13")
def test_losses_are_met_exactly_and_a_destroyed_unit_joins_the_pile() -> None:
    here = scene("unit I 0202 nation=fr kind=inf values=6-4 reduced=4\n")
    lose(here, 6, attacking=False, names=("I",))
    assert "I" not in here.units
    assert "I" in here.lost


@pytest.mark.rule("13-21", "20-6")
@pytest.mark.parametrize("surrendered", [False, True])
def test_a_destroyed_unit_is_nowhere_else_while_more_is_to_lose(surrendered: bool) -> None:
    """The owner is asked again when one of his units has gone: until all is lost, it is among the lost."""
    here = scene(
        "".join(f"unit {name} 0202 nation=fr kind=inf values={name[1]}-4\n" for name in ("A1", "B2", "C3"))
    )
    play = Play(
        take(
            table(here),
            here,
            side=ENTENTE,
            names=("A1", "B2", "C3"),
            points=3,
            attacking=True,
            surrendered=surrendered,
        )
    )
    play.answer(Lose("A1"))
    assert not play.over
    assert "A1" not in here.units
    assert "A1" in here.lost
    play.defaults()
    assert ("A1" in here.lost, "A1" in here.gone) == (not surrendered, surrendered)


@pytest.mark.rule("13-18", "13-23")
def test_a_unit_whose_kind_is_not_due_is_refused_with_the_rule() -> None:
    play = lose(scene(), 1, attacking=False)
    assert play.asked is not None
    refusal = Decision(play.asked).refusal(Lose("A"))
    assert refusal is not None
    assert "13-23" in refusal.rules


@pytest.mark.rule("26-3", "13-21")
def test_lost_points_demoralize_and_prisoners_count_double() -> None:
    killed, taken = scene(), scene()
    lose(killed, 2, attacking=False, names=("I",))
    Play(take(table(taken), taken, side=ENTENTE, names=("I",), points=2, attacking=False, surrendered=True))
    assert taken.demoralization["fr"] == 2 * killed.demoralization["fr"] > 0


@pytest.mark.rule("20-4", "20-6")
def test_a_surrendered_unit_is_gone_for_good() -> None:
    here = scene()
    Play(take(table(here), here, side=ENTENTE, names=("I",), points=6, attacking=False, surrendered=["I"]))
    assert "I" not in here.lost
    assert "I" in here.gone


@pytest.mark.rule("29-7")
def test_fire_at_fortress_and_artillery_hits_only_these() -> None:
    here = scene()
    Play(
        take(table(here), here, side=ENTENTE, names=NAMES, points=4, attacking=False, order=BOMBARDED)
    ).defaults()
    assert "A" not in here.units
    assert (here.units["F"].strength, here.units["I"].strength) == (1, 6)


# Surrounded units


POCKET = """
unit out 0301 nation=ge kind=inf values=8-5 reduced=6
unit in 0103 nation=ge kind=inf values=8-5 reduced=6
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit Y 0303 nation=fr kind=inf values=6-4 reduced=4
"""


@pytest.mark.rule("20-4", "20-5")
def test_surrounded_attackers_take_all_losses_of_a_joint_attack_as_prisoners() -> None:
    here = scene(POCKET)
    battle = Battle(CENTRAL_POWERS, node(here, "0202"), ("out", "in"))
    Play(lose_attackers(table(here), here, battle, 8)).defaults()
    assert here.units["out"].strength == 8
    assert "in" in here.gone


@pytest.mark.rule("20-4")
def test_losses_of_surrounded_defenders_are_prisoners() -> None:
    pair = """
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit E 0302 nation=ge kind=inf values=8-5
"""
    ring = """
unit N 0201 nation=ge kind=inf values=8-5
unit S 0203 nation=ge kind=inf values=8-5
unit W 0103 nation=ge kind=inf values=8-5
"""
    free, here = scene(pair), scene(pair + ring)
    for each in (here, free):
        battle = Battle(CENTRAL_POWERS, node(each, "0202"), ("E",))
        Play(lose_defenders(table(each), each, battle, 3, ())).defaults()
    assert here.demoralization["fr"] == 2 * free.demoralization["fr"] > 0


@pytest.mark.rule("14-9")
def test_losses_in_a_forced_column_attack_are_prisoners() -> None:
    here = scene(POCKET)
    battle = Battle(CENTRAL_POWERS, node(here, "0202"), ("out",), column=True, forced=True)
    Play(lose_attackers(table(here), here, battle, 8)).defaults()
    assert "out" in here.gone


# Tanks


@pytest.mark.rule("WF 10-11")
def test_attacking_tanks_lose_beyond_the_normal_losses() -> None:
    divisions = "".join(f"unit D{n} 0202 nation=gb kind=inf values=6-4\n" for n in range(9))
    here = scene(divisions + "unit tanks 0202 nation=gb kind=tank size=x values=12-4\n")
    units = list(here.units.values())
    assert tank_losses(here, units, 8) == 2  # the book: 3 / 9 x 8
    assert tank_losses(here, [here.units["tanks"]], 8) == 0


@pytest.mark.rule("WF 10-14")
def test_tanks_that_meet_tanks_are_answered_twice() -> None:
    tanks = """
dice 1 6 6
unit D 0302 nation=ge kind=inf values=8-5 reduced=6
unit K 0302 nation=ge kind=tank size=ii values=6-3
unit GH 0301 nation=ge kind=hq size=xxxx supply=40
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit L 0202 nation=fr kind=tank size=ii values=12-4
unit FH 0102 nation=fr kind=hq size=xxxx supply=40
"""
    here = position(DATE.replace("1914", "1918") + BOARD + "side 0202-0302 urban\n" + tanks)
    battle = Battle(CENTRAL_POWERS, node(here, "0202"), ("D", "K"))
    of = table(here)
    play = Play(fight(of, here, battle))
    while play.asked is not None:
        play.answer(Stand() if play.asked.kind == "stand" else Decision(play.asked).default() or PASS)
    rolls = [(event.data["strength"], event.data["loss"]) for event in of.events if "die" in event.data]
    assert [strength for strength, _ in rolls[1:]] == [6 * 3, 12 * 3]
    assert here.units["D"].strength == 8 - rolls[1][1]
    # One battalion beside one division loses as much as the division; the tanks' answer does the rest.
    assert "K" not in here.units
