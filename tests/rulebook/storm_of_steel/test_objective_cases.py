"""Cases on objectives of campaign cards: what meets each, what misses it, what it is worth (4.6, 5.11)."""

from __future__ import annotations

import pytest

from tests.games.storm_of_steel.nations import CP, EN, changes, game

MORALE = "morale central-powers 60\nmorale entente 60\n"
HOME = "unit ge-2a-i 3719\nunit fr-2a-i 1924\nunit gb-2a-iii 1718\n"
ITALY, BELGIUM = "country italy entente\n", "country belgium entente\n"


def won(card: int, turn: int, text: str) -> int:
    """The morale that the objective of a card brings its side in the Morale Phase."""
    side = CP if card < 44 else EN
    of = game(f"turn {turn} morale central-powers\n{MORALE}{HOME}shown {side} {card}\n{text}")
    return sum(change for reason, change in changes(of, side).items() if "its objective" in reason)


def dead(*names: str, front: str = "west") -> str:
    """Corps lost this turn."""
    nations = {"ge": "germany", "ah": "austria-hungary", "bu": "bulgaria"}
    return "".join(f"dead {name} central-powers {front} {nations[name[:2]]} 4\n" for name in names)


EIGHT = ("ah-2a-i", "ah-2a-ii", "ah-2a-iii", "ah-2a-v", "ge-2a-v", "ge-2a-vi", "ge-2r-i-res", "bu-2a-i")


@pytest.mark.rule("4.6-Objective", "4.6-Objective-1", "4.6-Objective-2", "5.11")
@pytest.mark.parametrize(
    ("card", "turn", "text", "morale"),
    [
        (23, 14, f"{ITALY}unit ge-2a-ii 3434\n", 6),  # Caporetto: Venice
        (23, 14, f"{ITALY}unit ge-2a-ii 3633\n", -6),  # Udine alone
        (23, 14, f"{ITALY}unit ge-2a-ii 3633\nunit ge-2a-iii 3234\n", 6),  # or two Italian cities
        (25, 15, "unit ge-2a-ii 6003\n", 7),  # Kaiserschlacht: a capital on any map
        (25, 15, "held 6003 central-powers\nunit ge-2a-ii 6003\n", -7),  # which was not one's own before
        (25, 15, "holder 6003 central-powers\n", -7),  # and must be occupied
        (14, 6, "country serbia entente surrendered\n", 3),
        (14, 6, "", -3),
        (20, 12, "held 2121 central-powers\nholder 2121 entente\n", -2),  # Lille is lost again
        (20, 12, "held 2121 central-powers\nholder 2121 central-powers\nunit ge-2a-ii 2121\n", 2),
        (47, 2, dead("ge-2a-ii", "ge-2a-iii", "ge-2c-hkk-1"), 3),  # Marne
        (47, 2, dead("ge-2a-ii", "ge-2a-iii", "ge-hq-1"), -3),  # headquarters are no units
        (47, 2, dead("ge-2a-ii", "ge-2a-iii", "ge-2a-iv", front="east"), -3),
        (49, 2, BELGIUM, 2),  # Ypres: Calais, Ostend, Le Havre and Dover
        (49, 2, "", -2),  # Ostend is neutral
        (49, 2, f"{BELGIUM}holder 2120 central-powers\nunit ge-2a-ii 2120\n", -2),
        (51, 3, "unit ru-2a-i 4927\n", 2),  # in Hungary
        (51, 3, "unit ru-2a-i 5425\n", -2),  # Lemberg is not
        (55, 4, "held 2121 central-powers\nunit fr-2a-ii 2121\n", 3),  # Lille
        (55, 4, dead("ge-2a-ii", "ge-2a-iii", "ge-2a-iv", "ge-2a-v", "ge-2a-vi"), 3),
        (59, 6, "unit gb-2a-i 5344\n", 2),  # Salonika in neutral Greece
        (59, 6, "", -2),
        (61, 9, f"country bulgaria central-powers\n{dead(*EIGHT, front='east')}", 6),
        (61, 9, f"country bulgaria central-powers\n{dead(*EIGHT[:7], front='east')}", -6),
        (74, 18, f"{ITALY}unit it-2a-i 3734\n", 3),  # Vittorio Veneto: Trieste
        (74, 18, f"{ITALY}unit it-2a-i 3233\n", -3),  # Trent alone
        (74, 18, f"{ITALY}unit it-2a-i 3233\nunit it-2a-ii 3833\n", 3),
        (75, 17, "country bulgaria central-powers\nunit gb-2a-i 5340\n", 3),  # Sofia
    ],
)
def test_what_meets_an_objective(card: int, turn: int, text: str, morale: int) -> None:
    assert won(card, turn, text) == morale


@pytest.mark.rule("4.6-Objective", "3.2-6c")
@pytest.mark.parametrize(
    ("status", "jutland"), [("entente", False), ("nobody", True), ("central-powers", True)]
)
def test_jutland_and_britannia_look_at_the_north_sea_from_both_sides(status: str, jutland: bool) -> None:
    fleets = f"unit gb-bb-1 1802\nunit ge-bb-1 3017\nsea north-sea {status}\n"
    assert (won(18, 8, fleets) > 0) is jutland
    assert (won(50, 8, fleets) > 0) is not jutland


@pytest.mark.rule("4.6-Objective", "5.22")
def test_an_objective_that_is_worth_something_is_worth_the_same_met_and_missed() -> None:
    assert won(14, 6, "") == -won(14, 6, "country serbia entente surrendered\n")
    assert won(8, 6, "") == won(58, 6, "") == 0  # cards without an objective
