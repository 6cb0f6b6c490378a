"""[8.6] [8.7] [25.2] [26.2] Where units may not go or end."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Go, Pick
from hexfront.games.serbia_1914.rules import march_limits
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import node
from tests.games.serbia_1914.manoeuvre import (
    AUSTRIAN_COUNTER,
    AUSTRIAN_TURN,
    ENEMY,
    PLAIN,
    SERB,
    SERBIAN_TURN,
    at,
    destinations,
    phase,
    refused,
    started,
)

GARRISON = "asset nation=serbia kind=garrison size=iii values=1-2-2-0 place=26.16 range=2"
HOME = "holder 26.16 serbia\n"


@pytest.mark.rule("8.6", "8.6.2")
def test_a_garrison_stays_within_its_range_or_twice_that_while_no_enemy_is_near() -> None:
    of = started(PLAIN + HOME + SERBIAN_TURN + f"unit g 26.16 {GARRISON}\n")
    board = of.setting.board
    far = destinations(phase(of).answer(Pick("g")))
    assert max(board.distance(node(of, each), node(of, "26.16")) or 0 for each in far) == 4
    of = started(PLAIN + HOME + SERBIAN_TURN + f"unit g 26.16 {GARRISON}\nunit E 28.16 {ENEMY}\n")
    play = phase(of).answer(Pick("g"))
    assert max(board.distance(node(of, each), node(of, "26.16")) or 0 for each in destinations(play)) == 2
    assert refused(play, Go("26.13")) == ("8.6.2",)
    refusal = march_limits.why_not_garrison(of, of.units["g"], node(of, "26.13"))
    assert refusal is not None
    assert refusal.compared == "at most 2, has 3"


@pytest.mark.rule("8.6.2")
def test_a_garrison_must_return_when_an_enemy_comes_within_its_number() -> None:
    of = started(PLAIN + HOME + SERBIAN_TURN + f"unit g 26.12 {GARRISON}\nunit E 28.16 {ENEMY}\n")
    play = phase(of)
    assert play.asked is not None  # it has been taken in hand: the phase cannot end before
    assert PASS not in play.choices
    assert "26.14" in destinations(play)
    assert "26.11" not in destinations(play)
    assert at(of, "g") == "26.12"
    play.answer(Go("26.14"))


@pytest.mark.rule("8.6.2")
def test_the_phase_does_not_end_before_a_garrison_has_returned() -> None:
    of = started(
        PLAIN + HOME + SERBIAN_TURN + f"unit g 26.12 {GARRISON}\nunit E 28.16 {ENEMY}\nunit B 20.20 {SERB}\n"
    )
    assert refused(phase(of), PASS) == ("8.6.2",)


@pytest.mark.rule("8.6.4")
def test_a_garrison_is_free_when_its_place_is_in_enemy_hands() -> None:
    of = started(
        PLAIN
        + "holder 26.16 austria-hungary\n"
        + SERBIAN_TURN
        + f"unit g 26.15 {GARRISON}\nunit E 28.17 {ENEMY}\n"
    )
    assert "26.10" in destinations(phase(of).answer(Pick("g")))


@pytest.mark.rule("8.6.5", "23.3")
def test_all_serbian_garrisons_are_free_when_beograd_is_lost() -> None:
    pieces = started(SERBIAN_TURN).setting.pieces
    name = next(key for key, piece in pieces.items() if piece.garrison and piece.nation == "serbia")
    text = SERBIAN_TURN + f"unit {name} 24.16\n"
    of = started(text)
    assert not march_limits.is_free_garrison(of, of.units[name])
    of = started(text + "holder 30.09 austria-hungary\n")
    assert march_limits.is_free_garrison(of, of.units[name])


@pytest.mark.rule("8.7")
def test_river_protection_ends_its_march_on_the_great_rivers() -> None:
    river = 'asset nation=austria-hungary kind="river protection" size=iii values=1-2-2-0'
    of = started(
        PLAIN + "side 26.14-26.15 sava\nside 22.14-22.15 donau\n" + AUSTRIAN_TURN + f"unit r 26.15 {river}\n"
    )
    play = phase(of).answer(Pick("r"))
    assert {"22.15"} <= destinations(play)
    assert refused(play, Go("26.10"))[0] == "8.7"
    # It may pass through other hexes as long as it can still get to the river.
    assert "26.16" in destinations(play)
    play.answer(Go("26.16"))
    assert refused(play, PASS) == ("8.7",)


@pytest.mark.rule("25.2")
def test_troops_of_syrmien_and_the_banat_stay_in_their_region() -> None:
    of = started("turn 3 movement austria-hungary\n")
    for army, region in march_limits.REGIONS.items():
        key = next(key for key, piece in of.setting.pieces.items() if piece.army == army)
        home = sorted(of.setting.board.regions[region])
        edge = next(
            each
            for each in home
            if any(other not in home for other in of.setting.beside[each]) and of.setting.board.terrain[each]
        )
        there = started(f"turn 3 movement austria-hungary\nunit {key} {of.setting.board.label(edge)}\n")
        play = phase(there).answer(Pick(key))
        assert {node(there, each) for each in destinations(play)} <= set(home)
        outside = next(other for other in of.setting.beside[edge] if other not in home)
        assert refused(play, Go(there.setting.board.label(outside)))[0] in ("25.2", "7.1.2")


# Plans

FIFTH = "turn 3 movement austria-hungary\nplan FIFTH bound\nunit ah-inf-xx-9 16.09 army=FIFTH corps=8"


@pytest.mark.rule("26.2", "26.2.1")
def test_a_bound_formation_ends_its_march_closer_to_an_objective() -> None:
    of = started(FIFTH + "\n")
    board = of.setting.board
    goals = [node(of, each) for each in ("26.11", "25.18", "23.16")]

    def is_closer(label: str) -> bool:
        here = node(of, "16.09")
        there = node(of, label)
        return any((board.distance(there, goal) or 0) < (board.distance(here, goal) or 0) for goal in goals)

    play = phase(of).answer(Pick("ah-inf-xx-9"))
    found = destinations(play)
    assert any(is_closer(each) for each in found)
    assert not is_closer("15.10")
    assert "15.10" in found  # on the way; it has the points to go on from there
    play.answer(Go("15.10"))
    assert refused(play, PASS) == ("26.2.1",)
    assert any(is_closer(each) for each in destinations(play))
    assert not is_closer("11.10")
    assert refused(phase(started(FIFTH + "\n")).answer(Pick("ah-inf-xx-9")), Go("12.10"))[0] == "26.2.1"


@pytest.mark.rule("26.2")
def test_the_plan_does_not_bind_who_is_combat_ineffective() -> None:
    of = started(FIFTH + " status=4\n")
    play = phase(of).answer(Pick("ah-inf-xx-9"), Go("15.09"))
    assert PASS in play.choices


@pytest.mark.rule("26.2.1")
def test_a_bound_formation_may_stay() -> None:
    of = started(FIFTH + "\nunit ah-inf-xx-21 15.09 army=FIFTH corps=8\n")
    play = phase(of).answer(Pick("ah-inf-xx-9"))
    assert PASS in play.choices
    play.answer(PASS)
    assert at(of, "ah-inf-xx-9") == "16.09"


@pytest.mark.rule("1.1", "7.8.2", "8.5.1")
def test_what_cannot_leave_its_hex_says_why() -> None:
    of = started(
        PLAIN
        + AUSTRIAN_COUNTER
        + f"unit A 26.16 inactive {ENEMY}\nunit B 26.16 task=position progress=3 {ENEMY}\n"
        + "unit F 26.16 nation=austria-hungary kind=fort\n"
    )
    rules = {name: march_limits.why_not_leave(of, of.units[name]) for name in "ABF"}
    assert {name: refusal.rules for name, refusal in rules.items() if refusal} == {
        "A": ("1.1",),
        "B": ("7.8.2",),
        "F": ("8.5.1",),
    }
