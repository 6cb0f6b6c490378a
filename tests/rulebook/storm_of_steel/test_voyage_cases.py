"""Cases from the book on how far ships go, and on the ports of the off-map areas (chapters 21, 25 and 29)."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import Disembark, Embark, Pick, Rebase
from hexfront.games.storm_of_steel.sea_orders import LieOff
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.harbour import MORALE, SCAPA, ships
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, refused

ALEXANDRIA, PORTSMOUTH, TOULON, SUEZ = "6964", "1519", "2238", "7666"
LIVERPOOL, DOVER, BREST = "1414", "1919", "0823"
AMERICA = "country united-states entente\n"
AT_HOME = "unit gb-2a-iii 1718\n"


def in_port(text: str) -> Game:
    """Ships change their bases."""
    return game(f"turn 8 reinforcements central-powers\n{MORALE}{text}")


def moving(text: str, turn: int = 12) -> Game:
    return game(f"turn {turn} movement entente impulse=1\n{MORALE}{AT_HOME}{text}")


@pytest.mark.rule("25.34", "21.45")
@pytest.mark.parametrize(
    ("start", "end"),
    [(TOULON, SCAPA), (SCAPA, TOULON), (PORTSMOUTH, ALEXANDRIA), (ALEXANDRIA, BREST)],
)
def test_between_two_bases_of_the_map_a_ship_goes_any_distance(start: str, end: str) -> None:
    of = in_port(ships(start, "gb-ca-1"))
    assert not refused(of, Rebase("gb-ca-1", end), EN)


@pytest.mark.rule("25.34")
def test_no_ship_changes_its_base_across_a_sea_that_the_enemy_dominates() -> None:
    closed = "sea west-mediterranean central-powers\n"
    of = in_port(ships(SCAPA, "gb-ca-1") + closed)
    assert refused(of, Rebase("gb-ca-1", ALEXANDRIA), EN) == ("25.34",)


@pytest.mark.rule("21.45", "25.2")
def test_from_a_base_of_the_map_off_it_ships_go_two_areas() -> None:
    of = in_port(ships(SCAPA, "gb-ca-1") + ships("1019", "gb-ca-2"))
    assert not refused(of, Rebase("gb-ca-1", "canada"), EN)
    assert refused(of, Rebase("gb-ca-1", "india"), EN) == ("25.34",)
    assert not refused(of, Rebase("gb-ca-2", "india"), EN)  # Devonport is on the Atlantic itself


@pytest.mark.rule("29.21", "29.25", "21.32")
def test_from_america_one_comes_to_the_western_map_and_not_beyond() -> None:
    of = moving(f"{AMERICA}unit us-2a-i united-states\nunit us-tr-1 united-states\n")
    play(of, EN, Pick("us-2a-i"), Embark())
    assert {f"disembark {port}" for port in (LIVERPOOL, TOULON, DOVER, SUEZ)} <= {*listed(of, EN)}
    assert refused(of, Disembark(ALEXANDRIA), EN) == ("29.25",)  # on the map of the Middle East
    in_base = in_port(f"{AMERICA}{ships('united-states', 'us-ca-1')}")
    assert not refused(in_base, Rebase("us-ca-1", TOULON), EN)
    assert refused(in_base, Rebase("us-ca-1", ALEXANDRIA), EN) == ("25.34",)


@pytest.mark.rule("29.23", "29.22")
def test_the_fifth_unit_does_not_leave_the_american_east_coast_but_one_the_west_coast() -> None:
    names = [f"us-2a-{each}" for each in ("i", "ii", "iii", "iv", "v")]
    units = "".join(f"unit {name} united-states\n" for name in names)
    fleet = ships("united-states", *(f"gb-tr-{at}" for at in range(1, 7)))
    of = moving(f"{AMERICA}{units}{fleet}")
    for name, port in zip(names, (LIVERPOOL, LIVERPOOL, BREST, BREST), strict=False):
        play(of, EN, Pick(name), Embark(), Disembark(port))
    play(of, EN, Pick(names[4]), Embark())
    assert refused(of, Disembark(DOVER), EN) == ("29.23",)
    assert refused(of, LieOff(DOVER), EN) == ("29.23",)
    assert "disembark philippines" in listed(of, EN)  # over the Pacific


@pytest.mark.rule("29.23", "29.22")
def test_british_africa_takes_two_units_from_each_ocean() -> None:
    names = [f"gb-2a-{each}" for each in ("i", "ii", "iv")]
    units = "".join(f"unit {name} canada\n" for name in names[:2]) + f"unit {names[2]} portugal\n"
    fleet = ships("canada", "gb-tr-1", "gb-tr-2") + ships("portugal", "gb-tr-3")
    of = moving(f"country portugal entente\n{units}{fleet}unit gb-2a-v india\nunit gb-tr-4 india\n")
    for name in names[:2]:
        play(of, EN, Pick(name), Embark(), Disembark("british-africa"))
    play(of, EN, Pick(names[2]), Embark())
    # The ports on the Atlantic are full; by the Indian Ocean there is one more port.
    assert not refused(of, Disembark("british-africa"), EN)
    play(of, EN, Disembark("british-africa"))
    play(of, EN, Pick("gb-2a-v"), Embark(), Disembark("british-africa"))


@pytest.mark.rule("21.6")
def test_the_central_powers_send_no_ship_off_the_map() -> None:
    of = in_port(ships("3017", "ge-ca-1"))
    assert refused(of, Rebase("ge-ca-1", "canada"), CP) == ("21.6",)
