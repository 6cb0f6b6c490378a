"""Worked examples of 2.2.1, 3.5.4 and 19.1.5, with the book's own names, hexes and numbers."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Aim, Attach, Dig, Pick
from hexfront.games.serbia_1914.rules import attachment, battle, strengths
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.battlefield import battle as fought_at
from tests.games.serbia_1914.builders import Play, game, node, position, table
from tests.games.serbia_1914.manoeuvre import ENEMY, PLAIN, SERB, SERBIAN_TURN, phase, started


@pytest.mark.rule("2.2.1", "5.2.2")
def test_2_2_1_example_2_the_39th_division_is_attached_to_the_15th_corps() -> None:
    """Its counter is not in the game (decision SE-L28), so it is described; the 15 is its coloured box."""
    of = position(
        "turn 3 attachment austria-hungary\n"
        "unit ah-train-15 13.22 army=SIXTH\nunit ah-train-16 12.23 army=SIXTH\n"
        "unit 39 13.23 nation=austria-hungary serves=15 values=9-9-3-4 army=SIXTH corps=independent\n"
        "unit 10-Gb 13.24 nation=austria-hungary size=x values=4-4-3-1 army=SIXTH\n"
    )
    attachment.begin(table(of), of)
    assert of.units["39"].corps == "15"
    offered = [each for each in Play(attachment.phase(table(of), of)).choices if isinstance(each, Attach)]
    assert {each.unit for each in offered} == {"10-Gb"}


@pytest.mark.rule("3.5.4", "9.3.2", "9.6.1")
@pytest.mark.parametrize(
    ("here", "there", "weakened", "shift"), [("17.08", "18.08", False, -1), ("18.08", "17.08", True, -2)]
)
def test_3_5_4_parasnica_attacks_along_its_riverbend(
    here: str, there: str, weakened: bool, shift: int
) -> None:
    of = position(
        "turn 3 attack austria-hungary\n"
        f"unit A {here} nation=austria-hungary values=12-12-3-4 army=FIFTH corps=8\n"
        f"unit D {there} nation=serbia values=7-8-3-2 corps=first\n"
    )
    strength = strengths.attack_of_force(of, ["A"], node(of, here), node(of, there))
    assert (strength < 4 * 12) == weakened
    assert battle.shifts(of, fought_at(of, there, {here: ("A",)}, "D")) == shift


@pytest.mark.rule("3.5.4", "9.6.1")
@pytest.mark.parametrize(("here", "there", "shift"), [("17.08", "18.08", 1), ("18.08", "17.08", 2)])
def test_3_5_4_the_attack_is_shifted_by_one_along_the_arrow_and_by_two_against_it(
    here: str, there: str, shift: int
) -> None:
    playing = game(
        "turn 3 attack austria-hungary begun=no\npremise combat -/-\n"
        + "premise check passes\n" * 2
        + f"unit A {here} nation=austria-hungary values=12-12-3-4 army=FIFTH corps=8 effectiveness=10\n"
        f"unit D {there} nation=serbia values=7-8-3-2 corps=first effectiveness=10\n"
    )
    playing.play(Aim("A", there))
    told: list[str] = []
    while not told:
        playing.play(playing.decision.default() or PASS)
        told = [event.text for event in playing.events if "9.6" in event.rules]
    assert f"{shift} column" in told[0]


@pytest.mark.rule("19.1.5", "14.3.1")
def test_19_1_5_a_two_hex_unit_pays_thirteen_points_twice_for_two_positions() -> None:
    of = started(PLAIN + SERBIAN_TURN + f"rights serbia 2\nunit A 26.16+27.16 {SERB}\nunit E 30.17 {ENEMY}\n")
    built = []
    for hexes in ("26.16", "27.16"):
        phase(of).answer(Pick("A"), Dig(hexes))
        assert of.units["A"].progress == 9  # all it has in this phase
        built.append(len(of.improved))
        of.phase, of.active = "counter movement", "austria-hungary"
        of.change("A", spent=0, moved=False)
        phase(of)
        assert of.units["A"].spent == 4  # of five points
        built.append(len(of.improved))
        of.phase, of.active = "movement", "serbia"
        of.change("A", spent=0, moved=False)
    assert built == [0, 1, 1, 2]
