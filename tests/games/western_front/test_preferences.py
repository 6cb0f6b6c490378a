"""Standing preferences: each answers the question it is about, and none without it."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Assault, ChooseTerrain, Stand, Withdraw
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.table.preferences import PREFERENCES
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.game import Game
from hexfront.kernel.preferences import answer, settle
from tests.games.western_front.builders import FRONTIER, game

BATTLE = f"""{FRONTIER}date 1914-09-3 combat central-powers
side 0202-0302 woods
unit X 0202 nation=fr kind=inf values=6-4 reduced=3 called=1st_Division
unit Y 0202 nation=fr kind=inf values=4-4 reduced=1 called=52nd_Reserve_Division
unit FH 0101 nation=fr kind=hq size=xxxx supply=30
unit A 0302 nation=ge kind=inf values=8-5 reduced=4 army=G2
unit B 0303 nation=ge kind=inf values=9-5 reduced=4
unit G1 0402 nation=ge kind=hq size=xxxx supply=20
unit G2 0403 nation=ge kind=hq size=xxxx supply=35
"""
ATTACK = Assault("0202", ("A", "B"))


def at(text: str, kind: str, *answers: Action, side: str = "") -> Game:
    """A game whose attack has come to a question of a kind; what is asked before is answered as advised."""
    playing = game(text)
    playing.play(ATTACK)
    pending = list(answers)
    while playing.decision.kind != kind or side not in ("", playing.decision.side):
        decision = playing.decision
        fits = pending and pending[0] in decision.choices()
        playing.play(pending.pop(0) if fits else decision.default() or decision.choices()[0])
    return playing


def preferred(of: Game, **chosen: str) -> Action | None:
    """What preferences answer; names are written with underscores."""
    values = {name.replace("_", "-"): value for name, value in chosen.items()}
    return answer(of, of.decision, values)


def test_nothing_is_answered_without_a_preference() -> None:
    first = {each.name: each.values[0] for each in PREFERENCES}
    for kind in ("terrain", "supply", "stand", "lose", "advance"):
        playing = at(BATTLE + "dice 6 4\n", kind, ChooseTerrain("clear"), Withdraw())
        assert answer(playing, playing.decision, first) is None
        assert answer(playing, playing.decision, {}) is None


def test_every_preference_has_its_rules_and_asks_at_first() -> None:
    for each in PREFERENCES:
        assert each.values[0] == "ask"
        assert each.meaning
        assert all(number in TITLE.rulebook for number in each.rules), each


@pytest.mark.parametrize(
    ("value", "unit"), [("weakest", "Y"), ("strongest", "X"), ("reserves", "Y"), ("guards-last", "X")]
)
def test_losses_are_taken_in_the_order_preferred(value: str, unit: str) -> None:
    playing = at(BATTLE + "dice 4 1\n", "lose", ChooseTerrain("clear"), Stand(), side=ENTENTE)
    assert str(getattr(preferred(playing, losses=value), "unit", "")) == unit


def test_units_with_a_headquarters_lose_last_if_preferred() -> None:
    two_hexes = BATTLE.replace("unit G1 0402", "unit G1 0303")
    playing = at(two_hexes + "dice 1 4\n", "lose", ChooseTerrain("clear"), Stand())
    assert playing.decision.side == CENTRAL_POWERS
    assert str(getattr(preferred(playing, losses="strongest"), "unit", "")) == "B"
    assert str(getattr(preferred(playing, losses="guards-last"), "unit", "")) == "A"


def supplied(of: Game, **chosen: str) -> dict[str, int]:
    """What each German headquarters holds when preferences have paid."""
    values = {name.replace("_", "-"): value for name, value in chosen.items()}
    before = of.step
    settle(of, {CENTRAL_POWERS: values})
    assert of.step > before
    here = of.position
    assert isinstance(here, WesternFrontPosition)
    return {name: here.units[name].supply for name in ("G1", "G2")}


def test_supply_comes_from_the_headquarters_preferred() -> None:
    assert supplied(at(BATTLE, "supply"), supply="nearest") == {"G1": 15, "G2": 35}
    assert supplied(at(BATTLE, "supply"), supply="fullest") == {"G1": 20, "G2": 30}
    assert supplied(at(BATTLE, "supply"), supply="own-army") == {"G1": 17, "G2": 33}


def test_no_more_supply_is_paid_than_the_limit_says() -> None:
    assert supplied(at(BATTLE, "supply"), supply="nearest", supply_limit="4") == {"G1": 17, "G2": 35}
    assert supplied(at(BATTLE, "supply"), supply="nearest", supply_limit="0") == {"G1": 20, "G2": 35}
    assert preferred(at(BATTLE, "supply"), supply_limit="0") is None


def test_a_headquarters_that_cannot_pay_is_not_chosen() -> None:
    poor = BATTLE.replace("supply=35", "supply=1")
    assert supplied(at(poor, "supply"), supply="own-army") == {"G1": 15, "G2": 1}


FORTRESS = "unit F 0202 nation=fr kind=fortress values=4-0\n"
TRENCH = "marker trench 0202 entente\n"


@pytest.mark.parametrize(
    ("extra", "value", "holds"),
    [
        ("", "always", True),
        ("", "fortresses", False),
        ("", "works", False),
        (FORTRESS, "fortresses", True),
        (FORTRESS, "trenches", False),
        (FORTRESS, "works", True),
        (TRENCH, "trenches", True),
        (TRENCH, "fortresses", False),
    ],
)
def test_units_stand_where_it_is_preferred(extra: str, value: str, holds: bool) -> None:
    playing = at(BATTLE + extra + "dice 2\n", "stand")
    assert preferred(playing, stand=value) == (Stand() if holds else None)


def test_units_retreat_when_the_loss_is_as_great_as_preferred() -> None:
    playing = at(BATTLE + "dice 4\n", "stand", ChooseTerrain("clear"))
    assert playing.decision.prompt.startswith("3 strength points")  # of ten
    assert preferred(playing, retreat_at="quarter") == Withdraw()
    assert preferred(playing, retreat_at="third") == Stand()
    assert preferred(playing, retreat_at="half") == Stand()
    assert preferred(playing, retreat_at="quarter", stand="always") == Stand()


def test_a_unit_retreats_as_advised_if_preferred() -> None:
    nobody_leads = BATTLE.replace("unit FH 0101 nation=fr kind=hq size=xxxx supply=30\n", "")
    playing = at(nobody_leads + "dice 3 3\n", "retreat", ChooseTerrain("clear"), Withdraw())
    assert preferred(playing, retreat_to="friends") == playing.decision.default()


@pytest.mark.parametrize(
    ("infantry", "value", "leaves"),
    [
        (False, "stays", False),
        (False, "leaves", True),
        (False, "leaves-alone", True),
        (True, "leaves", True),
        (True, "leaves-alone", False),
    ],
)
def test_cavalry_leaves_before_combat_as_preferred(infantry: bool, value: str, leaves: bool) -> None:
    riders = BATTLE.replace(
        "unit X 0202 nation=fr kind=inf values=6-4 reduced=3", "unit X 0202 nation=fr kind=cav values=2-6"
    )
    if not infantry:
        riders = riders.replace("unit Y 0202", "unit Y 0104")
    playing = at(riders, "evade")
    chosen = preferred(playing, cavalry=value)
    assert chosen in playing.decision.choices()
    assert (chosen != PASS) == leaves


@pytest.mark.parametrize(("value", "there"), [("nobody", []), ("strongest", ["A"]), ("all", ["A", "B"])])
def test_those_advance_who_are_preferred(value: str, there: list[str]) -> None:
    """A has lost the greater share, so that it goes first [15-4]."""
    playing = at(BATTLE + "dice 4 1\n", "advance", ChooseTerrain("clear"), Withdraw())
    settle(playing, {CENTRAL_POWERS: {"advance": value}})
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    assert sorted(here.standing[here.setting.board["0202"]]) == there


def test_the_best_terrain_is_taken_if_preferred_whatever_the_attacker_holds() -> None:
    for points in (0, 35):
        playing = at(BATTLE.replace("supply=35", f"supply={points}"), "terrain")
        assert preferred(playing, terrain="best") == ChooseTerrain("woods")


def test_shipments_are_taken_in_if_preferred() -> None:
    playing = game(
        f"{FRONTIER}date 1914-09-3 movement central-powers\n"
        "unit G1 0402 nation=ge kind=hq size=xxxx supply=20\nunit CART 0402 piece=ge-supply supply=5\n"
    )
    playing.play(PASS)
    assert playing.decision.kind == "take-in"
    settle(playing, {CENTRAL_POWERS: {"shipments": "take-in"}})
    here = playing.position
    assert isinstance(here, WesternFrontPosition)
    assert here.units["G1"].supply == 25


def test_a_side_never_answers_for_the_other() -> None:
    everything = {"terrain": "best", "supply": "nearest", "stand": "always", "losses": "weakest"}
    playing = game(BATTLE + "dice 4 4\n")
    playing.play(ATTACK)
    settle(playing, {CENTRAL_POWERS: everything})
    assert (playing.decision.side, playing.decision.kind) == (ENTENTE, "terrain")
    settle(playing, {ENTENTE: everything})
    assert (playing.decision.side, playing.decision.kind) == (CENTRAL_POWERS, "supply")
    settle(playing, {CENTRAL_POWERS: everything, ENTENTE: everything})
    assert {entry.by for entry in playing.journal[-4:]} == {CENTRAL_POWERS, ENTENTE}
    assert playing.decision.kind == "move"  # the combat is over, and so is the phase
