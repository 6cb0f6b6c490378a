"""Chapter 30: cavalry that retreats before the combat."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import Advance, RetreatTo
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import combat, forced_retreat, retreat
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, FORTRESS_AND_GUNS
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, node, table
from tests.games.western_front.retreats import at, attack, scene

RIDERS = "unit F 0104 nation=fr kind=hq size=xxxx supply=20\nunit C 0404 nation=fr kind=cav values=1-7\n"


def evade(of: WesternFrontPosition, battle: Battle | None = None) -> Play:
    return Play(retreat.evade(table(of), of, battle or attack(of)))


@pytest.mark.rule("30-2")
def test_cavalry_may_leave_by_the_order_of_retreat_or_stay() -> None:
    of = scene(french=RIDERS)
    play = evade(of)
    assert play.choices == [RetreatTo("C", "0304"), RetreatTo("C", "0305"), PASS]
    play.answer(RetreatTo("C", "0305"))
    assert play.result is True
    assert at(of, "C") == "0305"
    assert of.units["C"].retreated
    assert evade(scene(french=RIDERS)).answer(PASS).result is False


@pytest.mark.rule("30-2")
def test_a_single_cavalry_unit_among_the_attackers_prevents_it() -> None:
    of = scene("unit K 0504 nation=ge kind=cav values=2-7\n", french=RIDERS)
    assert evade(of, attack(of, ("G", "H", "K"))).over
    assert not evade(of, attack(of, ("G", "H"))).over


@pytest.mark.rule("30-2", "31-4")
def test_strengthened_cavalry_is_cavalry_for_this_rule() -> None:
    strong = "unit C 0404 nation=fr kind=cav values=3-6 full=3\n"
    of = scene("unit K 0504 nation=ge kind=cav values=4-6 full=4\n", french=strong)
    assert of.piece(of.units["C"]).strengthened
    assert not evade(of).over
    assert evade(of, attack(of, ("G", "K"))).over


@pytest.mark.rule("30-2")
def test_cavalry_may_leave_infantry_behind() -> None:
    of = scene("unit X 0404 nation=fr kind=inf values=6-4\n", french=RIDERS)
    play = evade(of).answer(RetreatTo("C", "0304"))
    assert play.result is False
    assert (at(of, "X"), at(of, "C")) == ("0404", "0304")


@pytest.mark.rule("30-2")
def test_cavalry_that_nobody_fires_at_stays() -> None:
    of = scene(
        "unit V 0404 nation=fr kind=fortress values=4-0\n"
        "unit A 0504 nation=ge kind=art size=iii values=3-4\n",
        french=RIDERS,
    )
    guns = Battle("central-powers", node(of, "0404"), ("A",), aim=FORTRESS_AND_GUNS)
    assert evade(of, guns).over


@pytest.mark.rule("30-2", "14-8")
def test_cavalry_does_not_slip_away_where_it_would_have_to_attack() -> None:
    full = "".join(
        f"unit f{place}{number} {place} nation=fr kind=inf values=4-4\n"
        for place in ("0304", "0305")
        for number in range(6)
    )
    assert evade(scene(full, french=RIDERS)).over


@pytest.mark.rule("30-3", "15-1")
def test_the_attacker_of_an_empty_hex_pays_nothing_and_may_advance() -> None:
    of = scene(french=RIDERS)
    play = Play(combat.fight(table(of), of, attack(of, terrain="")))
    play.answer(RetreatTo("C", "0304"))
    assert Advance("G") in play.choices
    play.answer(Advance("G"), PASS)
    assert of.units["Q"].supply == 40
    assert of.units["G"].attacked
    assert not of.units["H"].attacked
    assert node(of, "0404") in of.fought_over


@pytest.mark.rule("30-2", "16-8")
def test_cavalry_may_leave_before_a_column_attack_too() -> None:
    of = scene(french=RIDERS, date="date 1914-09-3 movement central-powers\n")
    assert not evade(of, attack(of, ("G",), column=True)).over


# Austro-Hungarian cavalry


def hussars(
    riders: int, colour: str = "yellow", enemy_colour: str = "russian-cavalry", more: str = ""
) -> WesternFrontPosition:
    told = f"unit R 0504 nation=ru kind=cav values={riders}-7 colour={enemy_colour}\n"
    told += f"unit D 0404 nation=ah kind=cav values=2-7 colour={colour}\n"
    told += "unit P 0104 nation=ah kind=hq size=xxxx\n"
    return scene(more, french=told, germans="", date="date 1914-09-3 combat entente\n")


def by_russians(of: WesternFrontPosition, column: bool = False) -> Battle:
    return Battle(ENTENTE, node(of, "0404"), ("R",), column=column)


@pytest.mark.rule("40-3")
@pytest.mark.parametrize(
    ("riders", "colour", "enemy", "column", "flees"),
    [
        (6, "yellow", "russian-cavalry", False, True),
        (5, "yellow", "russian-cavalry", False, False),
        (6, "white", "russian-cavalry", False, False),
        (6, "white", "russian-cossack", False, True),
        (11, "yellow", "russian-cavalry", True, False),
        (12, "yellow", "russian-cavalry", True, True),
    ],
)
def test_austro_hungarian_cavalry_flees_from_many_horsemen(
    riders: int, colour: str, enemy: str, column: bool, flees: bool
) -> None:
    of = hussars(riders, colour, enemy)
    evade(of, by_russians(of, column)).defaults()
    assert ("D" not in of.units or at(of, "D") != "0404") == flees


@pytest.mark.rule("40-3")
def test_infantry_beside_it_steadies_the_cavalry() -> None:
    of = hussars(6, more="unit X 0404 nation=ah kind=inf values=6-4\n")
    assert evade(of, by_russians(of)).over
    assert at(of, "D") == "0404"


@pytest.mark.rule("30-2", "14-16")
def test_cavalry_does_not_leave_where_it_would_lose_half() -> None:
    lakes = "side 0304-0404 lake\nside 0305-0404 lake\nside 0404-0405 lake\n"
    friend = "unit Z 0403 nation=fr kind=inf values=4-4\n"
    hard = "side 0403-0404 'wooded rough'\n"
    easy, steep = scene(lakes + friend, french=RIDERS), scene(lakes + friend + hard, french=RIDERS)
    assert RetreatTo("C", "0403") in evade(easy).choices
    assert evade(steep).over


@pytest.mark.rule("41-3")
def test_every_combat_looks_whether_poland_is_lost() -> None:
    towns = ("Warsaw", "Kovno", "Grodno", "Kowel", "Lemberg")
    places = "".join(f"place 060{row} {town} kinds=city\n" for row, town in enumerate(towns, 1))
    of = scene(places)
    for row in range(1, 6):
        of.holders[node(of, f"060{row}")] = CENTRAL_POWERS
    evade(of)
    assert forced_retreat.STEADIED in of.flags
