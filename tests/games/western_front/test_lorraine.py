"""[WF 3-3] The line from Metz to Strassburg, on the real map."""

from __future__ import annotations

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.orders import Go, Pick
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import marching, movement
from hexfront.games.western_front.scenarios import duties, lorraine
from hexfront.games.western_front.scenarios.directives import directives_of
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, node, table
from tests.games.western_front.test_duties import reach, rules_of, start


@pytest.mark.rule("WF 3-3")
def test_the_line_from_metz_to_strassburg_stands_at_the_start() -> None:
    assert lorraine.is_held(start())


def thin_line() -> WesternFrontPosition:
    """Just enough infantry to hold the line, every link of it needed."""
    of = start(4)
    line = [unit.name for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).infantry]
    for name in line:
        if lorraine.Line(of, [name]).is_whole:
            of.remove(name)
    assert lorraine.is_held(of)
    return of


@pytest.mark.rule("WF 3-3")
def test_infantry_does_not_move_where_the_line_would_break() -> None:
    of = thin_line()
    links = [unit.name for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).infantry]
    for name in links:
        for each in movement.destinations(of, [name]):
            trial = of.copy()
            trial.change(name, at=each)
            assert lorraine.is_held(trial)
    name = links[0]
    of.date = TurnDate(1914, 8, 6)
    assert any(not lorraine.is_held(_moved(of, name, each)) for each in movement.destinations(of, [name]))


def _moved(of: WesternFrontPosition, name: str, to: int) -> WesternFrontPosition:
    trial = of.copy()
    trial.change(name, at=to)
    return trial


@pytest.mark.rule("WF 3-3")
def test_the_refusal_names_the_line() -> None:
    of = thin_line()
    free = of.copy()
    free.date = TurnDate(1914, 8, 6)
    links = [unit.name for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).infantry]
    closed = [(name, hexes) for name in links if (hexes := reach(free, name) - reach(of, name))]
    assert closed
    for name, hexes in closed:
        march = marching.fresh_march(of, [name])
        for label in hexes:
            assert rules_of(movement.why_not_go(of, march, node(of, label))) == ("WF 3-3",)


# Broken by combat


def broken_line() -> WesternFrontPosition:
    """The thin line with a link driven out of it, as a German movement phase begins."""
    of = thin_line()
    link = next(unit for unit in of.of_side(CENTRAL_POWERS) if lorraine.is_link(of, unit))
    for at in of.setting.board.within(link.at, 3):
        of.change(link.name, at=at)
        if of.setting.board.country[at] == "germany" and not lorraine.is_held(of):
            break
    of.begun = False
    return of


@pytest.mark.rule("WF 3-3")
def test_a_line_broken_by_combat_must_be_closed_before_the_movement_phase_ends() -> None:
    of = broken_line()
    assert not lorraine.is_held(of)
    play = Play(sequence.movement_phase(table(of), of))
    assert PASS not in play.choices
    assert rules_of(duties.may_end_movement(of, CENTRAL_POWERS)) == ("WF 3-3",)
    found = lorraine.repair(of)
    assert found is not None
    unit, at = found
    play.answer(Pick(unit.name), Go(of.setting.board.label(at)))
    if play.asked is not None and play.asked.kind == "go":
        play.answer(PASS)
    assert lorraine.is_held(of)
    assert PASS in play.choices


@pytest.mark.rule("WF 3-3")
def test_the_advised_orders_close_it() -> None:
    of = broken_line()
    Play(sequence.movement_phase(table(of), of)).defaults()
    assert lorraine.is_held(of)


@pytest.mark.rule("WF 3-3")
def test_nobody_need_do_what_he_cannot() -> None:
    of = broken_line()
    play = Play(sequence.movement_phase(table(of), of))
    for unit in of.of_side(CENTRAL_POWERS):
        if lorraine.is_link(of, unit):
            of.change(unit.name, moved=True)
    assert not lorraine.is_held(of)
    assert lorraine.repair(of) is None
    assert PASS in play.choices


@pytest.mark.rule("WF 3-3")
def test_a_gap_that_cannot_be_closed_is_made_narrower_and_never_wider() -> None:
    of = start(4)
    directives = directives_of(of)
    assert directives is not None
    ends = directives.lorraine_line
    near = of.setting.hexes_from(frozenset(ends))
    for unit in of.of_side(CENTRAL_POWERS):
        if lorraine.is_link(of, unit) and near[unit.at] <= 4:
            of.remove(unit.name)
    lorraine.look_at_line(of)
    gap = lorraine.Line(of).gap
    assert gap > 1
    while (found := lorraine.repair(of)) is not None:
        unit, at = found
        of.change(unit.name, at=at, moved=True)
        narrower = lorraine.Line(of).gap
        assert narrower < gap
        gap = narrower
    for unit in of.of_side(CENTRAL_POWERS):
        if lorraine.is_link(of, unit) and near[unit.at] <= 4:
            of.change(unit.name, moved=False)
            for at in list(movement.destinations(of, [unit.name]))[::7]:
                assert lorraine.Line(_moved(of, unit.name, at)).gap <= gap


@pytest.mark.rule("WF 3-3")
def test_from_the_sixth_turn_on_and_for_the_entente_there_is_no_such_duty() -> None:
    of = broken_line()
    Play(sequence.movement_phase(table(of), of))
    assert lorraine.may_end_movement(of, ENTENTE) is None
    of.date = TurnDate(1914, 8, 6)
    assert lorraine.may_end_movement(of, CENTRAL_POWERS) is None


@pytest.mark.rule("WF 3-3")
def test_a_column_attack_that_breaks_the_line_is_noticed_at_once() -> None:
    of = thin_line()
    lorraine.look_at_line(of)
    assert lorraine.BROKEN not in of.flags
    link = next(unit for unit in of.of_side(CENTRAL_POWERS) if lorraine.is_link(of, unit))
    of.remove(link.name)
    duties.after_combat(of)
    assert lorraine.BROKEN in of.flags
