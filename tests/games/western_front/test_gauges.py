"""Chapter 9, paragraphs 11 to 13: German engineers and a Russian line, on a drawn board."""

from __future__ import annotations

import pytest

from hexfront.games.western_front import sequence
from hexfront.games.western_front.orders import Convert, Go
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import gauges, rail_lines
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, elsewhere, node, position, table
from tests.games.western_front.marches import at, in_hand

LINE = ("0101", "0201", "0301", "0401")
BOARD = """
board corner=0101 shifted=even
| . . . .
| . . . .
side 0101-0201 rail=double
side 0201-0301 rail=double
side 0301-0401 rail=double
side 0101-0102 rail=double
hex 0101 country=germany
hex 0102 country=germany
hex 0201 country=russia
hex 0301 country=russia
hex 0401 country=russia
"""
CUT = BOARD + "rail 0201 0301 0401 cut\n"
ENGINEER = "unit N {} nation=ge kind=eng size=iii values=0-3\n"


def made(text: str, date: str = "1915-06-3") -> WesternFrontPosition:
    return elsewhere(f"date {date} movement central-powers\n{text}", "3-1")


def networks(of: WesternFrontPosition) -> list[str]:
    return [of.rail_network(node(of, label)) for label in LINE]


def work(of: WesternFrontPosition, *names: str) -> None:
    """Order engineers to convert the line where they stand, if they may, and end the half turn."""
    for name in names:
        if Convert(name) in rail_lines.movement_choices(of, CENTRAL_POWERS):
            Play(rail_lines.convert(table(of), of, Convert(name)))
    rail_lines.end_of_half_turn(table(of), of)


def after(text: str, date: str = "1915-06-3") -> list[str]:
    """The networks of the line at the end of a half turn in which the engineer was set to work."""
    of = made(text, date)
    work(of, "N")
    return networks(of)


def refusal(of: WesternFrontPosition, name: str = "N") -> tuple[str, ...]:
    found = rail_lines.why_not_in_movement(of, CENTRAL_POWERS, Convert(name))
    return found.rules if found else ()


@pytest.mark.rule("9-11")
def test_the_russian_network_has_a_gauge_of_its_own() -> None:
    of = made(BOARD)
    assert [gauges.gauge_of(of, node(of, label)) for label in LINE] == ["normal", *["russian"] * 3]
    assert {nation.gauge for nation in of.setting.tables.nations.values() if nation.nation != "ru"} == {
        "normal"
    }


@pytest.mark.rule("9-11", "9-12")
def test_a_russian_line_is_not_converted_in_passing() -> None:
    of = made(CUT + ENGINEER.format("0101"))
    in_hand(of, "N", Go("0301"), PASS)
    assert at(of, "N") == "0301"
    assert networks(of) == ["ge", "", "", ""]


@pytest.mark.rule("9-5", "9-11")
def test_a_line_of_ones_own_gauge_is_repaired_in_passing() -> None:
    of = made((CUT + ENGINEER.format("0101")).replace("russia", "belgium"))
    in_hand(of, "N", Go("0301"), PASS)
    assert networks(of) == ["ge", "ge", "ge", ""]


@pytest.mark.rule("9-12")
def test_an_engineer_that_spends_its_whole_move_converts_the_hex() -> None:
    assert after(CUT + ENGINEER.format("0201")) == ["ge", "ge", "", ""]
    marched = made(CUT + ENGINEER.format("0101"))
    in_hand(marched, "N", Go("0201"), PASS)
    assert refusal(marched) == ("9-12",)
    work(marched, "N")
    assert networks(marched) == ["ge", "", "", ""]


@pytest.mark.rule("9-12")
def test_it_converts_nothing_unless_it_is_told_to() -> None:
    of = made(CUT + ENGINEER.format("0201"))
    rail_lines.end_of_half_turn(table(of), of)
    assert networks(of) == ["ge", "", "", ""]


@pytest.mark.rule("9-12")
def test_at_work_it_moves_no_more_and_driven_off_it_has_worked_for_nothing() -> None:
    of = made(CUT + ENGINEER.format("0201"))
    Play(rail_lines.convert(table(of), of, Convert("N")))
    assert "N" not in of.ready[CENTRAL_POWERS]
    of.change("N", at=node(of, "0101"), retreated=True)
    rail_lines.end_of_half_turn(table(of), of)
    assert networks(of) == ["ge", "", "", ""]


@pytest.mark.rule("9-11", "9-12", "9-13")
def test_the_order_is_offered_in_the_movement_phase_where_it_can_be_given() -> None:
    of = made(CUT + ENGINEER.format("0201") + ENGINEER.format("0301").replace("N", "M"))
    asked = Play(sequence.administer(table(of), of, CENTRAL_POWERS))
    assert [choice for choice in asked.choices if isinstance(choice, Convert)] == [Convert("N")]
    assert refusal(of, "M") == ("9-13",)
    assert refusal(made(CUT + ENGINEER.format("0201"), "1915-06-2")) == ("9-11",)
    assert refusal(made(CUT + ENGINEER.format("0201") + "marker trench 0201 entente\n")) == ("9-7",)
    west = position("date 1915-06-3 movement central-powers\n" + CUT.replace("russia", "belgium"))
    assert not gauges.are_mixed(west.setting)


@pytest.mark.rule("9-11")
@pytest.mark.parametrize(
    ("date", "converts"),
    [
        ("1915-04-1", True),
        ("1915-10-7", True),
        ("1915-06-2", False),
        ("1915-06-4", False),
        ("1915-03-7", False),
        ("1915-11-1", False),
    ],
)
def test_conversion_happens_in_odd_turns_from_april_to_october(date: str, converts: bool) -> None:
    assert after(CUT + ENGINEER.format("0201"), date) == ["ge", "ge" if converts else "", "", ""]


@pytest.mark.rule("9-13")
def test_a_network_grows_by_one_hex_on_each_line() -> None:
    both = ENGINEER.format("0201") + ENGINEER.format("0301").replace("N", "M")
    of = made(CUT + both)
    work(of, "N", "M")
    assert networks(of) == ["ge", "ge", "", ""]
    of.date = TurnDate(1915, 6, 5)
    work(of, "M")
    assert networks(of) == ["ge", "ge", "ge", ""]
    assert after(CUT + ENGINEER.format("0301")) == ["ge", "", "", ""]  # not next to the network


@pytest.mark.rule("9-13")
def test_two_lines_grow_in_the_same_turn() -> None:
    text = CUT.replace("hex 0102 country=germany", "hex 0102 country=russia") + "rail 0102 cut\n"
    of = made(text + ENGINEER.format("0201") + ENGINEER.format("0102").replace("N", "M"))
    work(of, "N", "M")
    assert [of.rail_network(node(of, label)) for label in ("0201", "0102")] == ["ge", "ge"]


@pytest.mark.rule("9-11")
def test_a_converted_line_keeps_its_new_gauge_when_it_is_cut_again() -> None:
    of = made(CUT + ENGINEER.format("0201") + "unit R 0402 nation=ru kind=inf values=6-4\n")
    work(of, "N")
    of.remove("N")
    of.change("R", at=node(of, "0201"))
    rail_lines.cut_by(table(of), of, ["R"], node(of, "0201"))
    assert networks(of)[1] == ""
    assert gauges.gauge_of(of, node(of, "0201")) == "normal"
    assert not gauges.differs(of, node(of, "0201"), "ge")
    assert gauges.differs(of, node(of, "0201"), "ru")


@pytest.mark.rule("9-11")
def test_nothing_is_converted_in_the_west() -> None:
    of = position("date 1915-06-3 movement central-powers\n")
    home = of.setting.home_network
    assert {gauges.gauge_of(of, at) for at in range(len(home)) if home[at]} == {"normal"}
