"""The armies of 1915 to 1918 behind their combats, in play: rails, guests, exchanges, conversions."""

from __future__ import annotations

from functools import lru_cache

import pytest

from hexfront.games.western_front.orders import (
    Allowance,
    Entrain,
    Go,
    March,
    Pick,
    RailCapacity,
    Stand,
    Strengthen,
    Transport,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import sectors
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    CENTRAL_POWERS,
    COMBAT,
    ENTENTE,
    MOVEMENT,
    POINT,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game_at, later, node
from tests.games.western_front.played import at, fight, marches, refusal, state, until
from tests.games.western_front.test_duration_game import field, said
from tests.games.western_front.test_front_lines import start


@lru_cache
def deployed(scenario: str) -> WesternFrontPosition:
    return start(scenario)


def begun(scenario: str, phase: str, side: str, date: str = "") -> WesternFrontPosition:
    """A later scenario as deployed, in a phase of a side."""
    of = deployed(scenario).copy()
    of.phase, of.active = phase, side
    if date:
        of.date = TurnDate(*(int(part) for part in date.split("-")))
    return of


# Rails


@pytest.mark.rule("WF 12")
def test_each_side_rides_on_its_own_side_of_the_front_with_fifteen_divisions() -> None:
    of = begun("verdun", MOVEMENT, CENTRAL_POWERS)
    german = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).kind == "inf")
    of.change(german.name, at=node(of, "1606"))  # Brussels
    game = game_at(of)
    assert game.explain(RailCapacity("ge")).total == 15
    assert game.explain(RailCapacity("fr")).total == 15
    game.play(Transport((german.name,), "1305"))
    assert game.explain(RailCapacity("ge")).total == 14
    assert game.check(Transport((german.name,), "1006")) is not None  # beyond the front


GUN = """
unit R 0302 nation=fr kind=art size=i values=6-RR
unit I 0302 nation=fr kind=inf values=6-4
unit FH 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit G 0402 nation=ge kind=inf values=8-5
unit GH 0502 nation=ge kind=hq size=xxxx values=0-4 supply=20
premise attack 3
premise counterattack 0
"""


@pytest.mark.rule("WF 12-12", "14-20")
@pytest.mark.parametrize(("line", "saved"), [("side 0202-0302 rail=double\n", True), ("", False)])
def test_a_rail_gun_retreats_along_its_line_or_is_lost(line: str, saved: bool) -> None:
    start_line = "side 0302-0303 rail=double\n"
    text = f"{FRONTIER}{line}{start_line}date 1918-5-3 combat central-powers\nrail 0302 0202 0303 fr\n{GUN}"
    game = later("western-front-1918", text)
    fought = fight(game, "0302", "G")
    assert any("must retreat" in text for text in fought.told)
    assert ("R" in state(game).units) == saved
    if saved:
        assert at(game, "R") == "0202"


@pytest.mark.rule("WF 12-12", "6-12")
def test_a_rail_gun_is_lost_with_its_line() -> None:
    text = """
unit R 0303 nation=fr kind=art size=i values=6-RR
unit FH 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit G 0504 nation=ge kind=inf values=8-5
rail 0303 cut
"""
    board = f"{FRONTIER}side 0302-0303 rail=double\n"
    game = later("western-front-1918", f"{board}date 1918-5-3 recombination entente\n{text}")
    until(game, MOVEMENT, CENTRAL_POWERS)
    assert "R" not in state(game).units
    assert "R" in state(game).lost


# Guests


@pytest.mark.rule("WF 12-10", "WF 12-7")
@pytest.mark.parametrize(
    ("scenario", "most", "rule"), [("western-front-1918", 6, "WF 12-10"), ("nivelle-offensive", 0, "WF 12-7")]
)
def test_british_divisions_march_into_french_sectors_only_in_1918_and_no_more_than_six(
    scenario: str, most: int, rule: str
) -> None:
    of = begun(scenario, MOVEMENT, ENTENTE)
    for unit, _ in sectors.guest_list(of, "gb", sectors.layout(of)):
        of.remove(unit.name)
    british = [
        unit.name
        for unit in of.of_side(ENTENTE)
        if (piece := of.piece(unit)).nation == "gb" and piece.kind == "inf" and piece.size == "xx"
    ]
    for count, name in enumerate(british[:most]):
        of.change(name, at=node(of, ("1416", "1516")[count % 2]))
    last = british[most]
    of.change(last, at=node(of, "1617"))
    for unit in of.units_at(node(of, "1616")):
        of.remove(unit.name)
    game = game_at(of)
    refusal = game.check(March((last,), "1616"))
    assert refusal is not None
    assert refusal.rules == (rule,)
    if most:
        of.remove(british[0])
        assert game_at(of).check(March((last,), "1616")) is None


# Counters that take the place of others


@pytest.mark.rule("WF 12-13", "25-8")
def test_the_208th_becomes_an_assault_division_where_it_stands() -> None:
    game = field("1917-11-6 arrival central-powers begun=no", "unit ge-inf-xx-208 0401\n", ge=20, fr=20)
    until(game, MOVEMENT, CENTRAL_POWERS)
    assert "ge-inf-xx-208" not in state(game).units
    assert at(game, "ge-assault-xx-208") == "0401"
    assert state(game).units["ge-assault-xx-208"].strength == 10
    assert said(game, "WF 12-13")


@pytest.mark.rule("WF 24-4")
def test_the_second_belgian_division_becomes_the_second_and_the_eighth_in_play() -> None:
    game = field("1918-2-1 arrival entente begun=no", "unit be-inf-xx-2 0102\n", ge=20, fr=20, be=5)
    until(game, MOVEMENT, ENTENTE)
    assert "be-inf-xx-2" not in state(game).units
    assert at(game, "be-inf-xx-2-as-4-4") == at(game, "be-inf-xx-8") == "0102"
    assert [state(game).units[name].strength for name in ("be-inf-xx-2-as-4-4", "be-inf-xx-8")] == [4, 4]
    assert said(game, "WF 24-4")


# Conversions


def drawn_with(points: int) -> Game:
    """Germany has so many points as 1918 begins; the war goes on until the draw of February is over."""
    more = f"demoralization ge {points}\nunit ge-inf-xx-51r 0502 strength=4\nunit ge-inf-xx-4 0502\n"
    game = field("1918-1-0 trench completion central-powers begun=no", more, ge=20, fr=20)
    while state(game).date < TurnDate(1918, 2, 1):
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    return game


@pytest.mark.rule("WF 12-15", "WF 12-17", "WF 12-14")
@pytest.mark.parametrize(
    ("points", "divisions"), [(1800, 30), (1849, 30), (1850, 27), (1751, 30), (1750, 33)]
)
def test_the_draw_of_february_follows_from_the_points_of_new_year(points: int, divisions: int) -> None:
    game = drawn_with(points)
    (told,) = [text for text in said(game, "WF 12-17") if "are drawn" in text]
    assert told.startswith(f"{divisions} divisions")


@pytest.mark.rule("WF 12-16")
@pytest.mark.parametrize(("points", "reach"), [(1800, 4), (2400, 5)])
def test_weak_infantry_is_slow_once_somebody_was_drawn(points: int, reach: int) -> None:
    game = drawn_with(points)
    why = game.explain(Allowance("ge-inf-xx-51r"))
    assert why.total == reach * POINT
    assert ("WF 12-16" in {term.rule for term in why.terms}) == (reach == 4)
    assert bool(said(game, "WF 12-17")) == (reach == 4)


ROAD = """
board corner=0101 shifted=even
| . . . . . . . . . . .
hex 0101 country=germany
hex 1101 country=france
"""


@pytest.mark.rule("WF 12-16")
@pytest.mark.parametrize(("strength", "flag", "reach"), [(4, True, 4), (5, True, 5), (4, False, 5)])
def test_it_marches_no_farther_than_four_points_and_the_column_take_it(
    strength: int, flag: bool, reach: int
) -> None:
    text = f"{ROAD}date 1918-4-2 movement central-powers\n"
    text += f"unit D 0101 nation=ge kind=inf values=8-5 strength={strength}\n"
    text += f"flag 'fit men stripped' {int(flag)}\n"
    game = later("western-front-1918", text + "unit X 1101 nation=fr kind=inf values=6-4\n")
    column = reach + reach // 2
    far = {int(label[:2]) - 1 for label in marches(game, "D")}
    assert max(far) == column


# Cavalry


STABLES = """
unit fr-hq-xxxx-1 0102
unit fr-cav-xx-1 0102
unit fr-cav-xx-9 0102
unit rpl-1 0102 piece=fr-rpl-xx-rpl strength=4
unit G 0504 nation=ge kind=inf values=8-5
"""


@pytest.mark.rule("31-1", "31-2", "31-3")
def test_replacements_strengthen_cavalry_that_has_a_counter_for_it_from_1916_on() -> None:
    for date, allowed in (("1915-12-7", False), ("1916-1-1", True)):
        text = f"{FRONTIER}date {date} recombination entente\n{STABLES}"
        game = later("duration-game", text)
        offered = {each.unit for each in game.decision.choices() if isinstance(each, Strengthen)}
        assert ("fr-cav-xx-1" in offered) == allowed
        assert "fr-cav-xx-9" not in offered
        if allowed:
            game.play(Strengthen("fr-cav-xx-1", 2))
            assert state(game).units["fr-cav-xx-1"].strength == 3
            assert state(game).piece(state(game).units["fr-cav-xx-1"]).strengthened


# March 1918


@pytest.mark.rule("WF 21-1", "26-6")
def test_shaken_germans_do_not_attack_without_supply_in_march_1918() -> None:
    of = begun("western-front-1918", COMBAT, CENTRAL_POWERS)
    assert {nation: of.demoralization[nation] for nation in ("ge", "fr", "gb", "us")} == {
        "ge": 1966,
        "fr": 975,
        "gb": 912,
        "us": 0,
    }
    for unit in of.headquarters_of(CENTRAL_POWERS):
        of.change(unit.name, supply=0)
    target = node(of, "1112")
    names = [
        unit.name
        for near in of.setting.board.adjacent[target]
        for unit in of.combat_units_at(near, CENTRAL_POWERS)
        if of.piece(unit).kind in ("inf", "assault")
    ]
    fought = fight(game_at(of), "1112", *names[:2], stand=Stand())
    assert len(fought.said("26-6")) == 2
    assert "Nobody is left to attack" in fought.told


@pytest.mark.rule("WF 21-2", "WF 24-3", "WF 23-61")
def test_the_first_army_of_the_united_states_comes_with_its_25_points() -> None:
    of = begun("western-front-1918", ARRIVAL, ENTENTE, "1918-8-1")
    game = game_at(of)
    until(game, MOVEMENT, ENTENTE)
    assert state(game).units["us-hq-xxxx-1"].supply >= 25
    assert sum(name.startswith("us-") for name in state(game).units) > 7


# Trenches and devastation on the line of 1916


def trenches_of(of: WesternFrontPosition) -> dict[int, str]:
    return {place: marker.side for place, marker in of.markers.items() if marker.kind == "trench"}


@pytest.mark.rule("22-9", "22-11", "22-12")
def test_over_a_month_no_trench_of_the_1916_line_is_lost_by_mistake_and_none_appears_behind_it() -> None:
    of = begun("verdun", MOVEMENT, CENTRAL_POWERS, "1916-3-7")
    before = trenches_of(of)
    assert len(before) == 74
    for unit in [unit for label in ("1815", "1814") for unit in of.units_at(node(of, label))]:
        of.remove(unit.name)  # two hexes that face each other lie empty
    game = game_at(of)
    while state(game).date < TurnDate(1916, 4, 1):
        game.play(
            PASS if game.decision.kind in ("move", "attack", "dig") else game.decision.default() or PASS
        )
    assert trenches_of(state(game)) == before
    assert not [text for text in said(game, "22-11") if "devastated" in text]


@pytest.mark.rule("22-11", "22-12", "22-1", "22-14")
def test_a_hex_that_changes_hands_is_devastated_and_the_trench_behind_it_too() -> None:
    of = begun("verdun", MOVEMENT, CENTRAL_POWERS, "1916-3-1")
    for unit in of.units_at(node(of, "1815")):
        of.remove(unit.name)
    for label in ("1715", "1816", "1915"):  # no zone of control is in the way
        for unit in of.units_at(node(of, label)):
            of.remove(unit.name)
    walker = next(unit for unit in of.units_at(node(of, "1814")) if of.piece(unit).kind == "inf")
    game = game_at(of)
    game.play(March((walker.name,), "1815"))
    now = state(game)
    assert now.markers[node(now, "1815")].kind == "devastation"  # entered by the enemy
    assert now.holder(node(now, "1815")) == CENTRAL_POWERS
    assert now.markers[node(now, "1814")].kind in ("trench", "devastation")
    behind = [
        now.setting.board.label(place)
        for place, marker in now.markers.items()
        if marker.side == CENTRAL_POWERS
        and marker.kind == "trench"
        and not any(now.holder(near) == ENTENTE for near in now.setting.crossable[place])
    ]
    assert behind == []  # what is no longer on the front is no trench any more


# Guns along a marked front

PARK = """
unit A 0302 nation=fr kind=art size=iii values=3-4
unit I1 0302 nation=fr kind=inf values=6-4
unit I2 0303 nation=fr kind=inf values=6-4
unit FH 0202 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit G1 0402 nation=ge kind=inf values=8-5
unit G2 0403 nation=ge kind=inf values=8-5
marker trench 0302 entente
marker trench 0303 entente
holder 0302 0303 0202 0203 0201 0301 0304 entente
"""


@pytest.mark.rule("29-16", "29-9")
def test_guns_leave_the_front_and_come_up_behind_it_but_do_not_go_along_it() -> None:
    game = later("somme", f"{FRONTIER}date 1916-7-3 movement entente\n{PARK}")
    refused = game.check(March(("A",), "0303"))
    assert refused is not None
    assert refused.rules == ("29-16",)
    game.play(March(("A",), "0202"))
    assert at(game, "A") == "0202"
    later_on = later("somme", f"{FRONTIER}date 1916-7-4 movement entente\n{PARK.replace('A 0302', 'A 0202')}")
    later_on.play(March(("A",), "0303"))
    assert at(later_on, "A") == "0303"
    bare = PARK.replace("marker trench 0303 entente\n", "")
    assert (
        later("somme", f"{FRONTIER}date 1916-7-3 movement entente\n{bare}").check(March(("A",), "0303"))
        is None
    )


# Cavalry by schedule, winters, replacements


@pytest.mark.rule("31-4", "WF 24-1")
def test_belgian_cavalry_is_strengthened_by_schedule_on_1_june_1916_in_play() -> None:
    horse = "unit be-cav-xx-1 0102 strength=1\n"
    game = field("1916-6-1 arrival entente begun=no", horse, ge=20, fr=20, be=5)
    until(game, MOVEMENT, ENTENTE)
    assert "be-cav-xx-1" not in state(game).units
    strong = state(game).units["be-cav-xx-1-strengthened"]
    assert strong.strength == 1  # what was left of the old counter
    assert state(game).piece(strong).strengthened


@pytest.mark.rule("34-1", "34-4")
@pytest.mark.parametrize("year", [1915, 1916, 1917])
def test_every_winter_begins_in_december_and_ends_with_february(year: int) -> None:
    text = "unit X 0102 nation=fr kind=inf values=6-4\nunit G 0504 nation=ge kind=inf values=8-5\n"
    game = field(f"{year}-11-7 movement entente", text, ge=20, fr=20)
    seen = {}
    while state(game).date < TurnDate(year + 1, 3, 2):
        date = state(game).date
        seen[date.year, date.month] = state(game).winter
        advised = game.decision.default()
        assert advised is not None
        game.play(advised)
    cold = [month for month, winter in seen.items() if winter]
    assert cold == [(year, 12), (year + 1, 1), (year + 1, 2)]
    assert len(seen) == 5


# The 93rd Provisional Division

PROVISIONAL = """
unit us-inf-xx-93p 0202 strength=2
unit us-inf-xx-1 0202 strength=6
unit {} 0202 supply=20
unit G 0302 nation=ge kind=inf values=8-5
unit GH 0502 nation=ge kind=hq size=xxxx values=0-4 supply=20
"""


@pytest.mark.rule("WF 11-2")
@pytest.mark.parametrize(
    ("host", "answer"),
    [("fr-hq-xxxx-1", 3 * 4), ("gb-hq-xxxx-1", 3 * 2), ("us-hq-xxxx-1", 3 * 2)],
)
def test_the_93rd_division_is_supplied_by_the_french_alone_and_its_losses_are_american(
    host: str, answer: int
) -> None:
    text = PROVISIONAL.format(host).replace("unit us-inf-xx-1 0202 strength=6\n", "")
    text = text.replace("strength=2", "strength=4")
    board = f"{FRONTIER}side 0102-0202 rail=double\nside 0402-0502 rail=double\n"
    told = "premise attack 1\n"
    game = later("western-front-1918", f"{told}{board}date 1918-5-3 combat central-powers\n{text}")
    fought = fight(game, "0202", "G", stand=Stand(), advance=PASS)
    assert fought.answer["strength"] == answer  # unsupplied it counts half
    assert state(game).demoralization["us"] == 1
    assert state(game).demoralization["fr"] == 0


@pytest.mark.rule("WF 11-2", "49-1")
def test_the_93rd_division_is_filled_by_others_gives_nothing_and_counts_single() -> None:
    text = PROVISIONAL.format("fr-hq-xxxx-1").replace("G 0302", "G 0504") + "rail 0202 0102 0103 fr\n"
    board = f"{FRONTIER}side 0102-0202 rail=double\nside 0102-0103 rail=double\n"
    game = later("western-front-1918", f"{board}date 1918-5-3 recombination entente\n{text}")
    offered = [each for each in game.decision.choices() if isinstance(each, Strengthen)]
    assert Strengthen("us-inf-xx-93p", 2) in offered
    assert not [each for each in offered if each.unit == "us-inf-xx-1"]
    game.play(Strengthen("us-inf-xx-93p", 2))
    assert state(game).units["us-inf-xx-93p"].strength == 4
    assert state(game).units["us-inf-xx-1"].strength == 4
    moving = later("western-front-1918", f"{board}date 1918-5-3 movement entente\n{text}")
    moving.play(Transport(("us-inf-xx-93p",), "0103"))
    assert state(moving).rail_used == {"fr": 1}
    moving.play(Transport(("us-inf-xx-1",), "0103"))
    assert state(moving).rail_used == {"fr": 3}


# Tanks by rail


@pytest.mark.rule("WF 10-5", "WF 10-6")
def test_tanks_ride_twenty_hexes_and_do_not_ride_after_a_march() -> None:
    row = " ".join("." * 26)
    rails = "".join(f"side {at:02}01-{at + 1:02}01 rail=double\n" for at in range(1, 26))
    board = f"board corner=0101 shifted=even\n| {row}\n{rails}"
    board += "".join(f"hex {at:02}01 country=france\n" for at in range(1, 27))
    text = "unit T 0101 nation=fr kind=tank size=ii values=4-3\n"
    game = later("nivelle-offensive", f"{board}date 1917-5-3 movement entente\n{text}")
    assert game.check(Transport(("T",), "2101")) is None
    assert game.check(Transport(("T",), "2201")) is not None
    assert "WF 10-6" in refusal(game, Pick("T"), Go("0201"), Entrain())
