"""[3.1.6] What a side is asked follows from what lies open: silence tells nothing (decision SE-R603)."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Aim, Retire, Support
from hexfront.games.serbia_1914.table.preferences import PREFERENCES
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.preferences import settle
from tests.games.serbia_1914.battlefield import DEPOTS, LOWLAND
from tests.games.serbia_1914.builders import game
from tests.games.serbia_1914.manoeuvre import ENEMY, PLAIN, SERB, SERB_HORSE

FINISHING = "turn 3 finishing serbia begun=no\n"
FAR_HORSE = f"unit R 20.10 {SERB_HORSE}\n"


def asked_for(playing: Game, kind: str, most: int = 60) -> bool:
    """Play as advised until a kind of question comes up; False if the phase ends without it."""
    phase = playing.title.moment(playing.position)
    for _ in range(most):
        if playing.decision.kind == kind:
            return True
        playing.play(playing.decision.default() or PASS)
        if playing.title.moment(playing.position) != phase:
            return False
    return False


@pytest.mark.rule("8.3", "3.1.6")
def test_whether_cavalry_retires_is_asked_wherever_some_might_lie_next_to_the_enemy() -> None:
    stack = f"unit A 26.16 {SERB}\nunit E 26.17 {ENEMY}\n"
    hidden = game(f"{PLAIN}{FINISHING}{stack}{FAR_HORSE}unit C 26.16 {SERB_HORSE}\n")
    nobody = game(f"{PLAIN}{FINISHING}{stack}{FAR_HORSE}")
    for playing in (hidden, nobody):
        assert (playing.decision.side, playing.decision.kind) == ("serbia", "retire")
    assert any(isinstance(each, Retire) for each in hidden.decision.choices())
    assert [*nobody.decision.choices()] == [PASS]
    refusal = nobody.check(Retire("A", ("26.15",)))
    assert refusal is not None
    assert refusal.rules == ("8.3",)


@pytest.mark.rule("8.3")
def test_who_is_far_from_the_enemy_or_has_no_cavalry_is_not_asked() -> None:
    far = game(f"{PLAIN}{FINISHING}unit A 26.16 {SERB}\nunit E 26.19 {ENEMY}\n{FAR_HORSE}")
    none = game(f"{PLAIN}{FINISHING}unit A 26.16 {SERB}\nunit E 26.17 {ENEMY}\n")
    for playing in (far, none):
        assert not asked_for(playing, "retire")


@pytest.mark.rule("8.3")
def test_after_one_has_retired_it_is_asked_for_more_until_the_side_passes() -> None:
    stacks = f"unit A 26.16 {SERB}\nunit C 26.16 {SERB_HORSE}\nunit E 26.17 {ENEMY}\n"
    playing = game(f"{PLAIN}{FINISHING}{stacks}")
    playing.play(Retire("C", ("26.15",)))
    assert playing.decision.kind == "retire"
    assert [*playing.decision.choices()] == [PASS]
    playing.play(PASS)
    assert playing.decision.kind != "retire" or playing.decision.side != "serbia"


@pytest.mark.rule("8.3")
@pytest.mark.parametrize("habit", ["stays", "evades", "evades-alone"])
def test_a_preference_answers_where_nobody_could_retire(habit: str) -> None:
    assert habit in next(each.values for each in PREFERENCES if each.name == "cavalry")
    playing = game(f"{PLAIN}{FINISHING}{FAR_HORSE}unit A 26.16 {SERB}\nunit E 26.17 {ENEMY}\n")
    settle(playing, {"serbia": {"cavalry": habit}})
    assert playing.decision.kind != "retire" or playing.decision.side != "serbia"


@pytest.mark.rule("10.1.1", "3.1.6")
@pytest.mark.parametrize(("guns", "helps"), [(2, True), (0, False)])
def test_the_defender_is_asked_for_guns_of_neighbours_who_may_have_none(guns: int, helps: bool) -> None:
    neighbour = f"nation=austria-hungary values=7-8-4-{guns} effectiveness=10 army=FIFTH corps=XIII"
    playing = game(
        f"{LOWLAND}{DEPOTS}turn 3 attack serbia begun=no\nunit A 23.11 {SERB}\n"
        "unit X 23.12 nation=austria-hungary values=7-8-4-2 effectiveness=10 army=FIFTH corps=XIII\n"
        f"unit N 22.11 {neighbour}\n"
    )
    assert asked_for(playing, "aim")
    playing.play(Aim("A", "23.12"))
    assert asked_for(playing, "support")
    assert playing.decision.side == "austria-hungary"
    assert (Support("N") in playing.decision.choices()) is helps
    if helps:  # one Force of a hex may help, and all know that
        playing.play(Support("N"))
        assert playing.decision.kind != "support"


@pytest.mark.rule("16.4.1", "3.1.6")
@pytest.mark.parametrize(("more", "fit"), [("", True), (" task=recovery progress=1", False)])
def test_a_side_is_asked_to_divide_what_may_not_be_fit_for_it(more: str, fit: bool) -> None:
    playing = game(
        "turn 5 movement austria-hungary begun=no\nunit ah-inf-xx-18 12.23 army=SIXTH corps=16" + more + "\n"
    )
    assert (playing.decision.kind, len(playing.decision.choices()) > 1) == ("split", fit)


@pytest.mark.rule("16.3.1", "3.1.6")
@pytest.mark.parametrize(("at", "near"), [("12.24", True), ("12.25", False)])
def test_a_side_is_asked_to_put_together_what_may_be_apart(at: str, near: bool) -> None:
    playing = game(
        "turn 5 movement austria-hungary begun=no\nunit ah-inf-x-4-gb 12.23 army=SIXTH corps=16\n"
        f"unit ah-inf-x-6-gb {at} army=SIXTH corps=16\n"
    )
    assert playing.decision.kind == "move"
    playing.play(PASS)
    assert (playing.decision.kind, len(playing.decision.choices()) > 1) == ("combine", near)
    settle(playing, {"austria-hungary": {"brigades": "keep"}})
    assert playing.decision.kind != "combine"
