"""Chapter 34: winter weather."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import strengths, supplied_strength
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.postext import drawn_board, parse
from tests.games.western_front.builders import HEAD, node, position

ROW = "| " + ". " * 14
BOARD = f"board corner=0101 shifted=even\n{ROW}\n{ROW}\n{ROW}" + "\nside 0101-0201 rail=double\n"
WINTER, SUMMER = "1915-01-3", "1915-06-3"


def made(text: str, date: str, map_name: str = "") -> WesternFrontPosition:
    """A position on a drawn board, which may pretend to be another map of the series."""
    whole = f"{BOARD}date {date} combat central-powers\nrail 0101 0201 ge\n{text}"
    if not map_name:
        return position(whole)
    read = parse(HEAD + whole)
    sheet = TITLE.setting("schlieffen-plan", {}).board.sheet
    renamed = msgspec.structs.replace(sheet, maps=(msgspec.structs.replace(sheet.maps[0], name=map_name),))
    board = drawn_board(read, renamed, TITLE.glyphs, TITLE.side_glyphs)
    return TITLE.read_position(TITLE.setting("schlieffen-plan", {}, (), board), read)


def months_of_winter(of: WesternFrontPosition) -> list[int]:
    found = []
    for month in range(1, 13):
        of.date = TurnDate(1915, month, 3)
        if of.winter:
            found.append(month)
    return found


@pytest.mark.rule("34-1")
def test_winter_lasts_from_december_through_february() -> None:
    of = made("", SUMMER)
    assert months_of_winter(of) == [1, 2, 12]
    for date, winter in (
        ((1914, 11, 7), False),
        ((1914, 12, 1), True),
        ((1915, 2, 7), True),
        ((1915, 3, 1), False),
    ):
        of.date = TurnDate(*date)
        assert of.winter == winter


STAFF = "unit HQ 0101 nation=ge kind=hq size=xxxx supply=50\n"


def strength_at(hexes: int, date: str, *, attack: bool) -> supplied_strength.Strength:
    """What a division of 8 so many clear hexes from its headquarters is worth with supply."""
    of = made(STAFF + f"unit A {1 + hexes:02}01 nation=ge kind=inf values=8-5\n", date)
    measure = supplied_strength.attack_strength if attack else supplied_strength.counterattack_strength
    return measure(of, of.units["A"], of.units["HQ"])


@pytest.mark.rule("34-2")
def test_attackers_lose_strength_beyond_three_points_of_supply_line_in_winter() -> None:
    assert [strength_at(hexes, WINTER, attack=True) for hexes in (2, 3, 4, 5, 7)] == [8, 8, 7, 6, 4]
    assert [strength_at(hexes, SUMMER, attack=True) for hexes in (3, 4, 5, 7)] == [8, 8, 7, 5]


@pytest.mark.rule("34-3")
def test_counterattackers_lose_strength_beyond_six_points_in_winter() -> None:
    assert [strength_at(hexes, WINTER, attack=False) for hexes in (5, 6, 7, 9)] == [8, 8, 7, 5]
    assert [strength_at(hexes, SUMMER, attack=False) for hexes in (6, 8, 9)] == [8, 8, 7]


@pytest.mark.rule("34-2", "34-3")
def test_the_ledger_names_the_winter_rule() -> None:
    of = made(STAFF + "unit A 0801 nation=ge kind=inf values=8-5\n", WINTER)
    for measure, rule in (
        (supplied_strength.attack_strength, "34-2"),
        (supplied_strength.counterattack_strength, "34-3"),
    ):
        ledger = Ledger("strength")
        measure(of, of.units["A"], of.units["HQ"], ledger.note)
        assert rule in [term.rule for term in ledger.terms]


FIGHT = """
unit A 0501 nation=ge kind=inf values=8-5
unit B 0502 nation=ge kind=inf values=8-5
unit F 0601 nation=fr kind=inf values=6-4
"""


def counterattack_die(of: WesternFrontPosition, *attackers: str) -> int:
    battle = Battle(CENTRAL_POWERS, node(of, "0601"), attackers)
    return strengths.counterattack_modifier(of, battle, "clear")


@pytest.mark.rule("34-4")
def test_winter_helps_the_counterattack_unless_all_attackers_come_from_trenches() -> None:
    summer = counterattack_die(made(FIGHT, SUMMER), "A", "B")
    assert counterattack_die(made(FIGHT, WINTER), "A", "B") == summer + 1
    one = made(FIGHT + "marker trench 0501 central-powers\n", WINTER)
    assert counterattack_die(one, "A", "B") == summer + 1
    assert counterattack_die(one, "A") == summer
    both = "marker trench 0501 central-powers\nmarker hindenburg line 0502 central-powers\n"
    assert counterattack_die(made(FIGHT + both, WINTER), "A", "B") == summer
    begun = made(FIGHT + "marker construction 0501 central-powers\n", WINTER)
    assert counterattack_die(begun, "A") == summer + 1


@pytest.mark.rule("34-5")
def test_winter_is_longer_on_the_italian_map() -> None:
    assert months_of_winter(made("", SUMMER, "6-4")) == [1, 2, 3, 4, 12]


@pytest.mark.rule("34-5")
@pytest.mark.parametrize(
    ("terrain", "worth"), [("clear", 6), ("woods", 6), ("rough", 6), ("broken", 6), ("swamp", 7)]
)
def test_attacks_into_open_ground_lose_a_quarter_in_the_italian_winter(terrain: str, worth: int) -> None:
    """Seven points become five and a quarter, rounded up to six; swamp keeps what it would have anyway."""
    of = made(STAFF + FIGHT, "1915-04-3", "6-4")
    battle = Battle(CENTRAL_POWERS, node(of, "0601"), ("A",))
    usual = strengths.attack_column(made(STAFF + FIGHT, SUMMER), battle, Fraction(7), terrain)
    assert strengths.attack_column(of, battle, Fraction(7), terrain) == min(usual, worth)
    of.date = TurnDate(1915, 5, 1)
    assert strengths.attack_column(of, battle, Fraction(7), terrain) == usual


@pytest.mark.rule("34-6")
def test_there_is_no_winter_on_map_7_9() -> None:
    assert months_of_winter(made("", SUMMER, "7-9")) == []
