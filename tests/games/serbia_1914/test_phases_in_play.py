"""What happens by itself as phases begin and end, met in games: arrivals, supply, Inter-Phase, plans."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Go, Pick, Replace
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.serbia_1914.builders import game
from tests.games.serbia_1914.test_places_in_play import in_hand, open_to, phase_through, place, refused, state


def told(playing: Game, rule: str) -> list[str]:
    return [event.text for event in playing.events if rule in event.rules]


def until(playing: Game, phase: str, side: str) -> None:
    """Play as advised until a phase of a side."""
    for _ in range(400):
        if (state(playing).phase, state(playing).active) == (phase, side):
            return
        playing.play(playing.decision.default() or PASS)
    raise AssertionError(f"{phase} of {side} does not come")


# Preliminary phases


@pytest.mark.rule("4.2.1a")
def test_units_of_both_sides_wake_as_their_game_turn_begins() -> None:
    text = (
        "unit ah-inf-xx-1 16.22 inactive activates=3 army=SIXTH corps=15\n"
        "unit sr-inf-xx-danube-2 37.12 inactive activates=4\nunit sr-inf-xx-drina-1 25.14\n"
    )
    playing = game("turn 3 preliminary serbia begun=no\n" + text)
    assert not state(playing).units["ah-inf-xx-1"].inactive
    until(playing, "movement", SERBIA)
    assert Pick("sr-inf-xx-drina-1") in playing.decision.choices()
    refusal = playing.check(Pick("sr-inf-xx-danube-2"))
    assert refusal is not None
    assert refusal.rules == ("1.1",)
    earlier = game("turn 2 preliminary serbia begun=no\n" + text)
    assert state(earlier).units["ah-inf-xx-1"].inactive


@pytest.mark.rule("16.2.1")
def test_a_substitute_stands_where_the_unit_stood_as_worn_as_it_was() -> None:
    old = "unit ah-inf-x-14 28.08 army=FIFTH reductions=1 status=2\n"
    playing = game("turn 12 preliminary austria-hungary begun=no\n" + old)
    division = state(playing).units["ah-inf-xx-7"]
    assert (place(playing, "ah-inf-xx-7"), division.reductions, division.status) == ("28.08", 1, 2)
    assert "ah-inf-x-14" not in state(playing).units
    before = game("turn 11 preliminary austria-hungary begun=no\n" + old)
    assert "ah-inf-xx-7" not in state(before).units


# Plans

BOUND = "plan {army} bound\nmandated {army} 5\n"


@pytest.mark.rule("26.0", "26.1.2")
@pytest.mark.parametrize(
    ("army", "unit", "goals"),
    [
        ("FIFTH", "ah-inf-xx-9 24.14 army=FIFTH corps=8", ("23.16", "26.11", "25.18")),
        ("SIXTH", "ah-inf-xx-48 20.25 army=SIXTH corps=16", ("19.28", "16.28", "22.21", "22.29")),
    ],
)
def test_an_army_that_is_bound_by_its_plan_ends_its_marches_nearer_to_its_objectives(
    army: str, unit: str, goals: tuple[str, ...]
) -> None:
    name, at, *_ = unit.split()
    text = f"turn 4 movement austria-hungary\n{{}}unit {unit} began={at}\n"
    free = in_hand(text.format(""), name)
    bound = in_hand(text.format(BOUND.format(army=army)), name)
    distance, node = free.setting.board.distance, free.setting.board.__getitem__

    def nearer(to: str) -> bool:
        return any(
            (distance(node(to), node(goal)) or 0) < (distance(node(at), node(goal)) or 0) for goal in goals
        )

    away = {to for to in open_to(free) if not nearer(to) and to != at}
    assert away
    assert {rule for to in away for rule in refused_at_end(bound, to)} == {"26.2.1"}
    assert any(nearer(to) for to in open_to(bound))


def refused_at_end(playing: Game, to: str) -> tuple[str, ...]:
    """Why the unit in hand may not end in a hex: it cannot go there, or not stay."""
    if to not in open_to(playing):
        return refused(playing, to)
    there = playing.branch()
    there.play(Go(to))
    refusal = there.check(PASS)
    assert refusal is not None, to
    return refusal.rules


@pytest.mark.rule("26.1", "26.1.1", "4.2.1a")
@pytest.mark.parametrize(
    ("unit", "control", "achieved"),
    [
        ("ah-inf-xx-9", True, True),
        ("ah-inf-xx-9", False, False),
        ("ah-cav-xx-10", True, False),
        ("ah-gar-iii-tuzla", True, False),
    ],
)
def test_infantry_in_control_of_the_primary_objective_sets_its_army_free(
    unit: str, control: bool, achieved: bool
) -> None:
    holder = "holder 23.16 austria-hungary\n" if control else "holder 23.16 serbia\n"
    playing = game(
        f"turn 4 preliminary serbia begun=no\n{BOUND.format(army='FIFTH')}{holder}"
        f"unit {unit} 23.16 army=FIFTH\nunit ah-inf-xx-42 20.14 army=FIFTH corps=13\n"
        "unit sr-inf-x-lim 40.20\n"
    )
    assert (state(playing).plans["FIFTH"] == "achieved") is achieved
    if not control:  # he has it as soon as the phase is over
        return
    until(playing, "movement", AUSTRIA_HUNGARY)
    while playing.decision.kind != "move":
        playing.play(PASS)
    playing.play(Pick("ah-inf-xx-42"))
    if achieved:
        playing.play(Go("19.14"))
        assert playing.decision.kind == "move" or playing.check(PASS) is None
    else:
        assert refused_at_end(playing, "19.14") == ("26.2.1",)


# Supply

AH = "turn 10 supply austria-hungary begun=no\n"
SR = "turn 10 supply serbia begun=no\n"
ASSET = "unit {} {} nation=austria-hungary values=2-2-2-0 size=iii asset army={}\n"


def worn(text: str, name: str) -> bool:
    """Whether a Formation has lost effectiveness when the supply phase is over."""
    playing = game(text)
    while playing.decision.kind == "extend":
        playing.play(PASS)
    phase_through(playing)
    return bool(state(playing).units[name].status) if name in state(playing).units else True


@pytest.mark.rule("15.1.4")
def test_a_division_in_kalinovik_never_starves() -> None:
    cut = AH + "unit ah-inf-xx-1 {} army=SIXTH corps=15\nholder 06.21 07.21 08.21 09.22 10.22 serbia\n"
    assert not worn(cut.format("06.25"), "ah-inf-xx-1")
    assert worn(cut.format("06.26"), "ah-inf-xx-1")


@pytest.mark.rule("15.1.5")
def test_montenegrins_are_fed_from_their_border() -> None:
    assert not worn(SR + "unit mn-inf-xx-pljevlja 16.28\n", "mn-inf-xx-pljevlja")
    assert worn(SR + "unit mn-inf-xx-pljevlja 23.16\n", "mn-inf-xx-pljevlja")
    assert worn(SR + "unit sr-inf-xx-drina-1 16.28 corps=uzice\n", "sr-inf-xx-drina-1")


@pytest.mark.rule("15.2.2")
@pytest.mark.parametrize(("corps", "fed"), [("13", True), ("8", False), ("independent", False)])
def test_a_train_feeds_the_formations_of_its_corps(corps: str, fed: bool) -> None:
    text = AH + "unit ah-depot-fifth-1 10.12\nunit ah-train-13 16.12 army=FIFTH\n"
    assert worn(text + f"unit ah-inf-x-13 20.12 army=FIFTH corps={corps}\n", "ah-inf-x-13") is not fed


@pytest.mark.rule("15.2.2")
def test_a_train_feeds_cavalry_whatever_its_corps() -> None:
    text = AH + "unit ah-depot-fifth-1 10.12\nunit ah-cav-xx-10 20.13 army=FIFTH\n"
    assert not worn(text + "unit ah-train-13 16.12 army=FIFTH\n", "ah-cav-xx-10")
    assert worn(text, "ah-cav-xx-10")


# The Inter-Phase


@pytest.mark.rule("4.3.1")
def test_replacements_are_put_into_units_and_the_rest_is_stored() -> None:
    playing = game(
        "turn 3 inter-phase serbia begun=no\nreplacements serbia -2\n"
        "unit sr-inf-xx-drina-1 25.14 reductions=2\n"
    )
    given = state(playing).replacements[SERBIA]
    assert given == 3
    assert (playing.decision.side, playing.decision.kind) == (SERBIA, "replacement")
    playing.play(Replace("sr-inf-xx-drina-1"))
    assert state(playing).units["sr-inf-xx-drina-1"].reductions == 1
    until(playing, "movement", SERBIA)
    assert state(playing).replacements[SERBIA] == given - 1


@pytest.mark.rule("4.3.2")
def test_rights_to_build_are_renewed_and_the_advance_is_paid() -> None:
    playing = game(
        "turn 6 inter-phase serbia begun=no\nrights serbia 2\nrights austria-hungary 1\n"
        "unit ah-inf-xx-9 23.12 army=FIFTH corps=8\nunit sr-inf-xx-drina-1 30.14\ndice 4\n"
    )
    until(playing, "movement", SERBIA)
    assert state(playing).rights == {SERBIA: 2, AUSTRIA_HUNGARY: 2}
    assert state(playing).lead > 0
    none = game("turn 6 inter-phase serbia begun=no\nunit sr-inf-xx-drina-1 30.14\ndice 4\n")
    until(none, "movement", SERBIA)
    assert state(none).lead == 0


@pytest.mark.rule("23.2.2")
@pytest.mark.parametrize(("failed", "die", "granted"), [(0, 6, True), (0, 5, False), (2, 4, True)])
def test_the_allies_promise_shells_on_a_six_and_send_four_each_game_turn(
    failed: int, die: int, granted: bool
) -> None:
    flag = f'flag "assistance refused" {failed}\n' if failed else ""
    playing = game(
        f"turn 3 inter-phase serbia begun=no\nshells 0\n{flag}dice {die}\nunit sr-inf-xx-drina-1 30.14\n"
    )
    assert bool(told(playing, "23.2.2")) is granted
    until(playing, "movement", SERBIA)
    assert state(playing).turn == 4
    assert state(playing).shells == (4 if granted else 0)


@pytest.mark.rule("23.2.2")
def test_the_allies_are_not_asked_while_there_are_shells() -> None:
    playing = game("turn 3 inter-phase serbia begun=no\nshells 3\ndice 6\nunit sr-inf-xx-drina-1 30.14\n")
    until(playing, "movement", SERBIA)
    assert state(playing).shells == 3
    assert not told(playing, "23.2.2")
