"""[19.1] Forces in two hexes: extend, consolidate, wheel, move sideways, share hexes."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Add, Close, Go, Pick, Spread
from hexfront.games.serbia_1914.rules import marches, two_hex
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node
from tests.games.serbia_1914.manoeuvre import (
    AUSTRIAN_TURN,
    ENEMY,
    ENEMY_HORSE,
    PLAIN,
    SERB,
    SERB_ASSET,
    SERBIAN_TURN,
    at,
    destinations,
    phase,
    refused,
    started,
)

OTHER = f"unit Z 20.22 {SERB}\n"


def pairs(play: Play) -> set[frozenset[str]]:
    return {frozenset(action.hexes) for action in play.choices if isinstance(action, Spread)}


def pair(play: Play, *hexes: str) -> Spread:
    """The order to stand in two hexes, whichever is named first."""
    return next(
        action for action in play.choices if isinstance(action, Spread) and set(action.hexes) == set(hexes)
    )


def closes(play: Play) -> set[str]:
    return {action.to for action in play.choices if isinstance(action, Close)}


@pytest.mark.rule("19.1.1", "19.0")
def test_a_force_extends_into_a_neighbouring_hex_for_the_cost_of_that_hex() -> None:
    of = started(PLAIN + "hex 26.15 terrain=rough\n" + SERBIAN_TURN + OTHER + f"unit A 26.16 {SERB}\n")
    phase(of).answer(Pick("A"), Spread(("26.16", "26.15")))
    assert at(of) == "26.16+26.15"
    assert of.units["A"].spent == 3


@pytest.mark.rule("19.1.1")
def test_a_force_goes_from_one_hex_directly_into_two_for_the_higher_cost() -> None:
    of = started(PLAIN + "hex 26.15 terrain=rough\n" + SERBIAN_TURN + OTHER + f"unit A 26.16 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    assert frozenset({"26.15", "25.16"}) in pairs(play)
    play.answer(pair(play, "26.15", "25.16"))
    assert set(at(of).split("+")) == {"26.15", "25.16"}
    assert of.units["A"].spent == 3


@pytest.mark.rule("19.1.1")
def test_a_two_hex_force_consolidates_into_one_of_its_hexes_or_a_third() -> None:
    text = PLAIN + "hex 26.15 terrain=rough\n" + SERBIAN_TURN + OTHER + f"unit A 26.16+26.15 {SERB}\n"
    of = started(text)
    play = phase(of).answer(Pick("A"))
    assert closes(play) == {"26.15", "26.16", "25.16", "27.16"}
    play.answer(Close("26.15"))
    assert (at(of), of.units["A"].spent) == ("26.15", 3)
    of = started(text)
    phase(of).answer(Pick("A"), Close("25.16"))
    assert (at(of), of.units["A"].spent) == ("25.16", 2)


@pytest.mark.rule("19.1.4")
def test_a_two_hex_force_wheels_round_one_hex_for_the_cost_of_the_new_one() -> None:
    of = started(PLAIN + "hex 25.16 terrain=rough\n" + SERBIAN_TURN + OTHER + f"unit A 26.16+26.15 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    assert frozenset({"26.16", "25.18"}) not in pairs(play)
    play.answer(pair(play, "26.16", "25.16"))
    assert of.units["A"].spent == 3


@pytest.mark.rule("19.1.4")
def test_moving_sideways_costs_the_dearer_of_the_two_hexes() -> None:
    of = started(PLAIN + "hex 25.17 terrain=rough\n" + SERBIAN_TURN + OTHER + f"unit A 26.16+26.15 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    play.answer(pair(play, "25.17", "25.16"))
    assert of.units["A"].spent == 3
    assert of.units["A"].at in (node(of, "25.17"), node(of, "25.16"))


@pytest.mark.rule("19.1.4")
def test_a_two_hex_force_does_not_march_like_one_in_a_single_hex() -> None:
    of = started(PLAIN + SERBIAN_TURN + OTHER + f"unit A 26.16+26.15 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    assert destinations(play) == set()
    assert refused(play, Go("26.12")) == ("19.1.4",)


@pytest.mark.rule("19.1.2")
def test_two_two_hex_forces_do_not_share_a_hex() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit B 26.15+26.14 {SERB}\n")
    play = phase(of).answer(Pick("A"))
    assert refused(play, Spread(("26.16", "26.15"))) == ("19.1.2",)
    assert "26.15" in destinations(play)  # one that is not in two hexes may stand there


@pytest.mark.rule("19.1.4")
def test_a_two_hex_force_may_straddle_impassable_mountains_but_not_cross_them() -> None:
    of = started(
        PLAIN + 'side 25.16-26.15 "impassable mountain"\n' + SERBIAN_TURN + OTHER + f"unit A 26.16 {SERB}\n"
    )
    play = phase(of).answer(Pick("A"))
    play.answer(pair(play, "26.15", "25.16"))
    assert set(at(of).split("+")) == {"26.15", "25.16"}
    of = started(
        PLAIN + 'side 26.15-26.16 "impassable mountain"\n' + SERBIAN_TURN + OTHER + f"unit A 26.16 {SERB}\n"
    )
    assert frozenset({"26.16", "26.15"}) not in pairs(phase(of).answer(Pick("A")))


@pytest.mark.rule("19.1.1", "8.8.1")
def test_artillery_cannot_stand_in_two_hexes() -> None:
    of = started(
        PLAIN
        + SERBIAN_TURN
        + f"unit A 26.16 {SERB}\nunit g 26.16 nation=serbia kind=artillery values=1-1-0-3\n"
    )
    play = phase(of).answer(Pick("A"), Add("g"))
    assert refused(play, Spread(("26.16", "26.15"))) == ("19.0", "8.8.1")


@pytest.mark.rule("19.1.1")
def test_an_asset_unit_joins_a_two_hex_formation_by_entering_one_of_its_hexes() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16+26.15 {SERB}\nunit b 25.18 {SERB_ASSET}\n")
    play = phase(of).answer(Pick("b"), Go("26.16"))
    spent = of.units["b"].spent
    play.answer(pair(play, "26.16", "26.15"))
    assert at(of, "b") == at(of, "A")
    assert of.units["b"].spent == spent
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16+26.15 {SERB}\nunit b 26.16+26.15 {SERB_ASSET}\n")
    assert "26.16" in closes(phase(of).answer(Pick("b")))  # and leaves it by consolidating


@pytest.mark.rule("19.1.1", "3.2")
def test_no_more_than_two_asset_units_join_a_two_hex_formation() -> None:
    joined = "".join(f"unit {name} 26.16+26.15 {SERB_ASSET}\n" for name in "bc")
    of = started(PLAIN + SERBIAN_TURN + f"unit A 26.16+26.15 {SERB}\n{joined}unit d 26.16 {SERB_ASSET}\n")
    assert frozenset({"26.16", "26.15"}) not in pairs(phase(of).answer(Pick("d")))


@pytest.mark.rule("7.1.6a", "19.1.1")
def test_zones_are_paid_for_when_a_half_moves() -> None:
    of = started(PLAIN + AUSTRIAN_TURN + f"unit A 26.16 {ENEMY}\nunit S 25.16 {SERB}\nunit B 20.20 {ENEMY}\n")
    phase(of).answer(Pick("A"), Spread(("26.16", "26.15")))
    assert of.units["A"].spent == 8


@pytest.mark.rule("8.2.1", "19.1.1")
def test_a_half_that_comes_next_to_cavalry_triggers_its_reaction() -> None:
    of = started(
        PLAIN + SERBIAN_TURN + f"unit A 26.16 {SERB}\nunit C 26.13 {ENEMY_HORSE}\nunit B 20.20 {SERB}\n"
    )
    play = phase(of).answer(Pick("A"), Spread(("26.16", "26.15")))
    assert play.asked is not None
    assert play.asked.kind == "go"
    play = play.answer(Spread(("26.15", "26.14")))
    assert play.asked is not None
    assert play.asked.kind == "react"


@pytest.mark.rule("26.2.1", "19.0")
def test_a_bound_formation_extends_only_towards_an_objective() -> None:
    of = started(
        "turn 3 movement austria-hungary\nplan FIFTH bound\nunit ah-inf-xx-9 16.09 army=FIFTH corps=8\n"
        "unit ah-inf-xx-21 15.09 army=FIFTH corps=8\n"
    )
    play = phase(of).answer(Pick("ah-inf-xx-9"))
    assert frozenset({"16.09", "16.10"}) in pairs(play)
    assert frozenset({"16.09", "15.09"}) not in pairs(play)
    assert PASS in play.choices


@pytest.mark.rule("19.1.1", "19.1.4")
@pytest.mark.parametrize("where", ["26.16", "26.16+26.15", "20.10+21.10"])
def test_every_change_that_is_offered_can_be_made_and_every_other_one_is_not(where: str) -> None:
    of = started(
        PLAIN
        + "hex 26.14 terrain=rough\nside 25.16-26.16 sava\n"
        + SERBIAN_TURN
        + f"unit A {where} {SERB}\nunit E 28.16 {ENEMY}\nunit B 27.15+27.14 {SERB}\n"
    )
    offered = {
        frozenset(action.hexes if isinstance(action, Spread) else (action.to,))
        for action in phase(of).answer(Pick("A")).choices
        if isinstance(action, Spread | Close)
    }
    label = of.setting.board.label
    left = marches.points_left(of, ["A"])
    found = two_hex.in_movement(of, ["A"], left)
    assert offered == {frozenset(label(each) for each in key) for key in found}
    for key, shift in found.items():
        made = two_hex.shift_to(of, ["A"], key, left)
        assert (set(made.hexes), made.cost) == (set(shift.hexes), shift.cost)
        assert {step[1] for step in made.steps} <= key
