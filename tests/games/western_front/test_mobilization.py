"""Scenario book, chapter 6: who completes mobilization when, and what that turn allows."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Mobilize
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import allowances, arrivals, movement, suppliers
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, POINT, SIDES
from tests.games.western_front.builders import Play, node, table


def start() -> WesternFrontPosition:
    begun = TITLE.set_up(TITLE.setting("schlieffen-plan", {}), 1)
    assert isinstance(begun, WesternFrontPosition)
    return begun


def arrival(of: WesternFrontPosition, turn: int, side: str) -> Play:
    """The arrival phase of a side, up to its first question."""
    of.date, of.active = TurnDate(1914, 8, turn), side
    arrivals.begin(table(of), of)
    return Play(arrivals.phase(table(of), of))


def through(turn: int) -> WesternFrontPosition:
    """The set-up after the arrival phases of so many turns, played as advised."""
    of = start()
    for each in range(1, turn + 1):
        for side in SIDES:
            arrival(of, each, side).defaults()
    return of


def ready(of: WesternFrontPosition, nation: str) -> dict[str, int]:
    """How many units of a nation are mobilized, fortresses aside, by what is printed on them."""
    found: dict[str, int] = {}
    for unit in of.units.values():
        piece = of.piece(unit)
        if piece.nation == nation and unit.mobilized and not piece.fortress:
            key = "hq" if piece.headquarters else f"{piece.strength}-{piece.movement} {piece.kind}"
            found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.rule("WF 6")
def test_turn_1_readies_siege_guns_three_divisions_and_some_cavalry() -> None:
    of = through(1)
    assert ready(of, "ge") == {"8-2 siege": 3, "8-5 inf": 3, "2-6 cav": 3}
    assert ready(of, "ah") == {"4-3 siege": 5}
    assert ready(of, "fr") == {"1-6 cav": 3}
    assert all(
        unit.at == node(of, "1913") for unit in of.of_side(ENTENTE) if unit.mobilized and unit.strength == 1
    )
    assert not ready(of, "be")
    assert not ready(of, "gb")


@pytest.mark.rule("WF 6")
def test_the_player_chooses_two_divisions_of_the_1st_and_one_of_the_2nd_army() -> None:
    of = start()
    play = arrival(of, 1, CENTRAL_POWERS)
    armies = []
    while play.asked is not None:
        first = play.choices[0]
        assert isinstance(first, Mobilize)
        armies.append(of.units[first.unit].army)
        assert all(
            isinstance(each, Mobilize) and of.units[each.unit].army == armies[-1] for each in play.choices
        )
        play.answer(first)
    assert armies == ["ge-hq-xxxx-1", "ge-hq-xxxx-1", "ge-hq-xxxx-2"]


@pytest.mark.rule("WF 6")
def test_turn_2_readies_all_cavalry_and_one_division_of_each_right_wing_army() -> None:
    of = through(2)
    assert ready(of, "ge")["2-6 cav"] == 10
    chosen = {"8-5 inf": 3, "9-5 inf": 0}
    field = {key: ready(of, "ge").get(key, 0) - before for key, before in chosen.items()}
    assert sum(field.values()) == 4
    assert ready(of, "fr") == {"1-6 cav": 10, "6-4 inf": 1}
    assert ready(of, "be") == {"2-6 cav": 1}
    belfort = {node(of, "2723"), *of.setting.board.adjacent[node(of, "2723")]}
    assert all(
        unit.at in belfort
        for unit in of.of_side(ENTENTE)
        if unit.mobilized and of.piece(unit).infantry and of.piece(unit).nation == "fr"
    )


@pytest.mark.rule("WF 6")
def test_turn_3_readies_headquarters_guns_and_field_divisions() -> None:
    of = through(3)
    assert ready(of, "ge") == {
        "hq": 7,
        "8-2 siege": 3,
        "3-4 art": 8,
        "8-5 inf": 43,
        "9-5 inf": 3,
        "5-5 inf": 8,
        "2-6 cav": 10,
    }
    french = ready(of, "fr")
    assert (french["hq"], french["3-4 art"], french["6-4 inf"], french["7-4 inf"]) == (5, 12, 41, 2)
    assert french["4-4 inf"] == 1
    assert ready(of, "be") == {"hq": 1, "6-4 inf": 6, "2-4 inf": 2, "2-6 cav": 1}
    assert not ready(of, "gb")


@pytest.mark.rule("WF 6")
def test_turns_4_and_5_ready_the_rest() -> None:
    of = through(4)
    assert ready(of, "gb") == {"hq": 1, "9-5 inf": 4, "4-6 cav": 1}
    german = ready(of, "ge")
    assert (german["0-3 eng"], german["2-5 inf"]) == (9, 1)
    assert "2-4 inf" not in german
    assert "0-3 eng" not in ready(of, "fr")
    assert all(unit.mobilized for unit in through(5).units.values())


@pytest.mark.rule("WF 3-2")
def test_of_the_first_divisions_those_that_can_reach_liege_are_offered() -> None:
    of = start()
    play = arrival(of, 1, CENTRAL_POWERS)
    liege = of.setting.board[("2107")]
    for choice in play.choices:
        assert isinstance(choice, Mobilize)
        trial = of.copy()
        movement.note_mobilization(trial, choice.unit)
        reached = movement.destinations(trial, [choice.unit])
        assert any(liege in of.setting.board.adjacent[each] for each in reached), choice.unit


@pytest.mark.rule("WF 6")
def test_units_that_are_not_ready_do_not_move() -> None:
    of = through(1)
    of.phase = "movement"
    names = {choice.unit for choice in movement.movement_choices(of, ENTENTE)}  # type: ignore[attr-defined]
    assert names == {unit.name for unit in of.of_side(ENTENTE) if unit.mobilized and of.piece(unit).movement}
    refusal = movement.why_not_move(of, ENTENTE, "fr-inf-xx-25")
    assert refusal is not None
    assert "WF 6" in refusal.rules


@pytest.mark.rule("WF 6")
def test_an_attack_mobilizes_everybody_in_the_hex() -> None:
    of = start()
    duties.attacked(table(of), of, node(of, "2107"))
    assert all(unit.mobilized for unit in of.units_at(node(of, "2107")))
    assert not of.units["be-inf-xx-1"].mobilized


@pytest.mark.rule("WF 6")
def test_headquarters_that_are_not_mobilized_supply_all_the_same() -> None:
    of = through(1)
    headquarters, unit = of.units["ge-hq-xxxx-1"], of.units["ge-inf-xx-26r"]
    assert not headquarters.mobilized
    assert suppliers.may_supply(of, headquarters, unit)


@pytest.mark.rule("WF 6")
def test_column_movement_in_the_turn_of_mobilization() -> None:
    of = through(1)
    of.active = CENTRAL_POWERS
    cavalry = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).cavalry and unit.mobilized)
    infantry = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).infantry and unit.mobilized)
    french = next(unit for unit in of.of_side(ENTENTE) if of.piece(unit).cavalry and unit.mobilized)
    assert allowances.why_no_column(of, infantry) is None
    for unit in (cavalry, french):
        refusal = allowances.why_no_column(of, unit)
        assert refusal is not None
        assert refusal.rules == ("WF 6",)
    of.date = TurnDate(1914, 8, 2)
    assert allowances.why_no_column(of, cavalry) is None


@pytest.mark.rule("WF 6")
def test_french_field_divisions_may_hurry_in_turn_3_reserves_may_not() -> None:
    of = through(3)
    assert allowances.why_no_column(of, of.units["fr-inf-xx-25"]) is None
    reserve = next(
        unit for unit in of.of_side(ENTENTE) if of.piece(unit).label.endswith(" 4-4") and unit.mobilized
    )
    assert allowances.why_no_column(of, reserve) is not None
    assert allowances.why_no_column(of, of.units["be-inf-xx-1"]) is not None


@pytest.mark.rule("WF 6")
def test_british_units_move_half_in_the_turn_they_mobilize() -> None:
    of = through(4)
    assert allowances.allowance(of, of.units["gb-inf-xx-1"]) == 3 * POINT  # half of 5, rounded up
    assert allowances.allowance(of, of.units["gb-cav-xx-1"]) == 3 * POINT
    assert allowances.allowance(of, of.units["gb-hq-xxxx-bef"]) == 2 * POINT
    of.date = TurnDate(1914, 8, 5)
    assert allowances.allowance(of, of.units["gb-inf-xx-1"]) == 5 * POINT
