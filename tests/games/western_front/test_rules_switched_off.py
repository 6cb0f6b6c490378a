"""Rules that no other test would miss: each of these fails when the code of its rule is taken out."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import (
    Add,
    Assault,
    Detrain,
    Entrain,
    Go,
    March,
    Pick,
    Ride,
    Stand,
    Supply,
    Withdraw,
)
from hexfront.games.western_front.rules import allowances
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.western_front.builders import FRONTIER, game, game_at, later
from tests.games.western_front.played import at, listed, marches, refusal, state

COMBAT = "date 1914-09-3 combat central-powers\n"
TROOPS = """
unit X 0202 nation=fr kind=inf values=6-4 reduced=4
unit Y 0202 nation=fr kind=inf values=6-4 reduced=4
unit N 0202 nation=fr kind=eng size=iii values=0-3
unit FH 0102 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=6
unit B 0303 nation=ge kind=inf values=8-5 reduced=6
unit GH 0402 nation=ge kind=hq size=xxxx supply=40
unit GI 0403 nation=ge kind=hq size=xxxx supply=40
"""


def battle(*more: str) -> Game:
    """Two German divisions may attack two French ones, which lose two points by it."""
    return game("".join((COMBAT, "premise attack 2\n", FRONTIER, TROOPS, *more)))


def until_asked(of: Game, kind: str) -> None:
    """Answer as advised until a question of a kind is asked."""
    while of.decision.kind != kind:
        chosen = of.decision.default()
        assert chosen is not None
        of.play(chosen)


@pytest.mark.rule("14-1", "14-3")
def test_a_defender_may_take_all_his_units_out_of_the_hex_and_loses_less() -> None:
    behind = {"0101", "0102", "0103", "0201", "0203"}
    for answer, places, loss in ((Stand(), {"0202"}, 2), (Withdraw(), behind, 1)):
        playing = battle()
        playing.play(Assault("0202", ("A", "B")))
        until_asked(playing, "stand")
        assert listed(playing) == ["stand", "withdraw"]
        playing.play(answer)
        while playing.decision.kind not in ("attack", "move"):
            playing.play(playing.decision.default() or PASS)
        of = state(playing)
        assert {at(playing, name) for name in ("X", "Y", "N")} <= places
        assert of.units["X"].strength + of.units["Y"].strength == 12 - loss


@pytest.mark.rule("14-2", "14-13", "13-15")
def test_he_says_so_when_the_attack_is_known_and_the_answer_is_not() -> None:
    playing = battle("dice 5\n")
    playing.play(Assault("0202", ("A", "B")))
    until_asked(playing, "stand")
    told = [event.text for event in playing.events]
    assert any(text.startswith("Attack ") and "loss" not in text[:7] for text in told)
    assert not any(text.startswith("Counterattack ") for text in told)
    strengths = {}
    for answer in (Stand(), Withdraw()):
        branch = playing.branch()
        branch.play(answer)
        counter = [event for event in branch.events if event.text.startswith("Counterattack ")]
        strengths[type(answer)] = counter[0].data["strength"]
    assert strengths == {Stand: 36, Withdraw: 24}  # twelve points three times, or twice


@pytest.mark.rule("13-7", "19-3", "19-6")
def test_each_attacker_is_paid_for_by_one_headquarters_before_the_die_is_thrown() -> None:
    playing = game(COMBAT + FRONTIER + TROOPS)
    playing.play(Assault("0202", ("A", "B")))
    until_asked(playing, "supply")
    playing.play(Supply("B", "GI"))  # the advised plan lets GH pay for both
    playing.play(PASS)
    assert not any(event.text.startswith("Attack ") and "strength" in event.data for event in playing.events)
    of = state(playing)
    assert (of.units["GH"].supply, of.units["GI"].supply) == (38, 38)  # one point for four of strength


MARCH = "date 1914-09-3 movement central-powers\n"


@pytest.mark.rule("21-1")
def test_a_fortress_is_neither_picked_up_nor_taken_along_nor_loaded() -> None:
    stack = "unit V 0302 nation=ge kind=fortress values=5-0\nunit G 0302 nation=ge kind=inf values=8-5\n"
    playing = game(MARCH + FRONTIER + stack)
    assert "pick V" not in listed(playing)
    assert refusal(playing, Pick("V"))
    assert refusal(playing, Pick("G"), Add("V"))
    assert "0402" in marches(playing, "G")


@pytest.mark.rule("6-4")
def test_units_march_one_by_one_or_as_a_stack() -> None:
    pair = "unit G 0302 nation=ge kind=inf values=8-5\nunit H 0302 nation=ge kind=inf values=8-5\n"
    alone, together = game(MARCH + FRONTIER + pair), game(MARCH + FRONTIER + pair)
    alone.play(March(("G",), "0402"))
    assert (at(alone, "G"), at(alone, "H")) == ("0402", "0302")
    together.play_all([Pick("G"), Add("H"), Go("0402"), PASS])
    assert (at(together, "G"), at(together, "H")) == ("0402", "0402")
    assert refusal(together, Pick("H")) == ("6-4", "6-8")


RAILS = """
side 0202-0302 rail=single
side 0302-0402 rail=single
side 0402-0502 rail=single
rail 0302 0402 cut
rail 0502 ge
"""


@pytest.mark.rule("9-4", "9-5")
@pytest.mark.parametrize(
    ("kind", "repairs"),
    [
        ("eng size=iii values=0-3", True),
        ("inf values=8-5", False),
        ("art size=iii values=3-4", False),
        ("hq size=xxxx values=0-4", False),
    ],
)
def test_only_an_engineer_brings_a_cut_line_back(kind: str, repairs: bool) -> None:
    unit = f"unit N 0502 nation=ge kind={kind}\n"
    playing = game(MARCH + FRONTIER + RAILS + unit)
    playing.play(March(("N",), "0402"))
    of = state(playing)
    assert of.rail_network(of.setting.board["0402"]) == ("ge" if repairs else "")


@pytest.mark.rule("9-2")
def test_a_line_that_nothing_is_said_of_is_operative() -> None:
    line = "side 0402-0502 rail=single\nhex 0402 country=germany\nunit G 0502 nation=ge kind=inf values=8-5\n"
    playing = game(MARCH + FRONTIER + line)
    playing.play_all([Pick("G"), Entrain()])
    assert "ride 0402" in listed(playing)


@pytest.mark.rule("25-5", "6-10")
def test_reinforcements_march_in_column_in_the_turn_of_their_arrival() -> None:
    """A division that mobilizes in that turn may not, and comes half as far."""
    arriving = game("date 1914-08-4 arrival entente begun=no\n")
    while arriving.decision.kind != "move":
        arriving.play(arriving.decision.default() or PASS)
    here = state(arriving).copy()
    allowances.note_mobilization(here, "fr-inf-xx-64r")
    column, foot = (marches(of, "fr-inf-xx-64r") for of in (arriving, game_at(here)))
    assert foot < column
    assert "1925" in column - foot


@pytest.mark.rule("WF 10-6")
def test_tanks_that_rode_a_single_hex_do_not_drive_on() -> None:
    """Infantry has most of its movement left after a ride of one hex; tanks have nothing."""
    line = "".join(f"side 0{at}01-0{at + 1}01 rail=double\n" for at in range(1, 5))
    land = "".join(f"hex 0{at}01 country=france\n" for at in range(1, 6))
    board = f"board corner=0101 shifted=even\n| . . . . .\n{line}{land}date 1917-5-3 movement entente\n"
    after = {}
    for kind in ("tank size=ii values=4-3", "inf values=6-4"):
        playing = later("nivelle-offensive", f"{board}unit T 0101 nation=fr kind={kind}\n")
        playing.play_all([Pick("T"), Entrain(), Ride("0201"), Detrain()])
        if playing.decision.kind == "move":  # nothing is left to do with the unit in hand
            after[kind] = "pick T" in listed(playing)
        else:
            after[kind] = any(order.startswith("go ") for order in listed(playing))
    assert [*after.values()] == [False, True]
