"""Chapter 26: demoralization points."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import Abandon, Administer, Aim, March, Stand
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import morale, occupation
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from tests.games.western_front.builders import Play, game, node, position, table
from tests.games.western_front.played import Fought, fight, fight_on, state, until

BOARD = """
date 1914-09-3 movement central-powers
board corner=0101 shifted=even
| . . . .
| . . . .
| . . . .
"""
FRANCE = "".join(f"hex 0{column}0{row} country=france\n" for column in range(1, 5) for row in range(1, 4))
GERMANY = FRANCE.replace("france", "germany")


def charged(unit: str, points: int, *, surrendered: bool = False, nation: str = "fr") -> int:
    """What the loss of points of a unit costs its nation."""
    placed = position(BOARD + f"unit X 0202 nation={nation} {unit}\n")
    morale.unit_lost(table(placed), placed, placed.units["X"], points, surrendered=surrendered)
    return placed.demoralization.get(nation, 0)


def entered(placed: WesternFrontPosition, *labels: str) -> WesternFrontPosition:
    """A unit comes into hexes one after the other."""
    for label in labels:
        placed.change("G", at=node(placed, label))
        Play(occupation.entered(table(placed), placed, ["G"], node(placed, label)))
    return placed


@pytest.mark.rule("26-3", "20-4")
@pytest.mark.parametrize(
    ("unit", "lost", "surrendered"),
    [
        ("kind=inf values=6-4", 3, 6),
        ("kind=mtn values=6-4", 3, 6),
        ("kind=mar values=6-4", 3, 6),
        ("kind=fortress values=9-0", 3, 3),
        ("kind=cav values=1-6 full=1", 6, 12),
        ("kind=art size=x values=6-4", 6, 12),
        ("kind=siege size=i values=4-4", 6, 12),
        ("kind=tank size=ii values=3-4", 0, 0),
    ],
)
def test_each_strength_point_costs_by_its_kind_and_twice_if_it_surrenders(
    unit: str, lost: int, surrendered: int
) -> None:
    assert charged(unit, 3) == lost
    assert charged(unit, 3, surrendered=True) == surrendered


@pytest.mark.rule("26-3", "24-1")
def test_replacements_count_as_infantry_lost_however_they_are_lost_unless_the_option_frees_them() -> None:
    assert charged("kind=rpl values=4-4", 3) == 3
    assert charged("kind=rpl values=4-4", 3, surrendered=True) == 3
    free = position(
        "option replacements-no-demoralization=on\n" + BOARD + "unit X 0202 nation=fr kind=rpl values=4-4\n"
    )
    morale.unit_lost(table(free), free, free.units["X"], 3, surrendered=False)
    assert free.demoralization["fr"] == 0


@pytest.mark.rule("26-3", "31-4")
def test_strengthened_cavalry_counts_as_infantry() -> None:
    assert charged("kind=cav values=3-6 full=3", 3) == 3


@pytest.mark.rule("26-3")
def test_engineers_cost_two_and_army_headquarters_ten_but_corps_headquarters_nothing() -> None:
    assert charged("kind=eng size=iii values=0-3", 0) == 2
    assert charged("kind=hq size=xxxx", 0) == 10
    assert charged("kind=hq size=xxx", 0) == 0


@pytest.mark.rule("26-2")
def test_nations_without_an_account_are_not_charged() -> None:
    assert charged("kind=inf values=4-4", 3, nation="be") == 0
    assert charged("kind=inf values=8-5", 3, nation="ge") == 3
    assert "be" not in position(BOARD).demoralization


@pytest.mark.rule("26-1", "26-2")
def test_contingents_count_for_the_nation_they_belong_to() -> None:
    setting = TITLE.setting("schlieffen-plan", {})
    for nation, counts_as in setting.parameters.demoralization.counts_as.items():
        placed = position(BOARD)
        morale.add(table(placed), placed, nation, 4, why="a test")
        assert placed.demoralization[counts_as] == 4


CITY = "place 0202 Town kinds=city\nunit G 0101 nation=ge kind=inf values=8-5\n"
URBAN = "side 0202-0302 urban\n"


@pytest.mark.rule("26-3", "26-4")
def test_a_city_costs_15_when_first_taken_and_never_again() -> None:
    placed = entered(position(BOARD + FRANCE + CITY), "0202")
    assert placed.demoralization["fr"] == 15
    placed.holders[node(placed, "0202")] = ENTENTE
    assert entered(placed, "0101", "0202").demoralization["fr"] == 15


@pytest.mark.rule("26-4")
def test_only_combat_units_of_the_enemy_occupy_a_city() -> None:
    wagons = CITY.replace("kind=inf values=8-5", "kind=rpl values=5-4")
    assert entered(position(BOARD + FRANCE + wagons), "0202").demoralization["fr"] == 0
    own = CITY.replace("nation=ge", "nation=fr")
    assert entered(position(BOARD + FRANCE + own), "0202").demoralization["fr"] == 0


@pytest.mark.rule("26-3", "26-4")
def test_an_urban_hexside_costs_25_once_both_its_hexes_were_entered() -> None:
    placed = entered(position(BOARD + FRANCE + CITY + URBAN), "0202")
    assert placed.demoralization["fr"] == 0  # no 15 for the center either
    assert entered(placed, "0302").demoralization["fr"] == 25
    assert entered(placed, "0202", "0302").demoralization["fr"] == 25


@pytest.mark.rule("26-3")
def test_the_capital_counts_double_with_every_hexside_of_its_town() -> None:
    capital = CITY.replace("kinds=city", "kinds=city,capital")
    assert entered(position(BOARD + FRANCE + capital), "0202").demoralization["fr"] == 30
    town = URBAN + "side 0302-0303 urban\n"
    placed = entered(position(BOARD + FRANCE + capital + town), "0302", "0303")
    assert placed.demoralization["fr"] == 50  # not next to the center, but joined to it
    assert entered(placed, "0202").demoralization["fr"] == 100


@pytest.mark.rule("26-3", "26-4")
def test_paris_costs_150_in_all() -> None:
    setting = TITLE.setting("schlieffen-plan", {})
    hexes = ("0717", "0816", "0817")
    assert {setting.board[label] for label in hexes} <= setting.capital_hexes
    placed = TITLE.set_up(setting, 1)
    assert isinstance(placed, WesternFrontPosition)
    for label in hexes:
        morale.hex_taken(table(placed), placed, setting.board[label], CENTRAL_POWERS)
    assert placed.demoralization["fr"] == 150


@pytest.mark.rule("37-6")
def test_german_cities_count_double() -> None:
    french = CITY.replace("nation=ge", "nation=fr")
    assert entered(position(BOARD + GERMANY + french), "0202").demoralization["ge"] == 30
    assert entered(position(BOARD + GERMANY + french + URBAN), "0202", "0302").demoralization["ge"] == 50


@pytest.mark.rule("26-6")
def test_a_nation_is_shaken_or_collapsed_when_the_scenario_says_so() -> None:
    placed = position(BOARD)
    assert not morale.is_shaken(placed, "fr")
    for word in ("shaken", "collapsed"):
        placed.flags[f"{word}: fr"] = 1
        assert morale.is_shaken(placed, "fr")
        del placed.flags[f"{word}: fr"]


@pytest.mark.rule("26-7")
def test_a_nation_that_surrenders_leaves_the_game_with_all_it_has() -> None:
    placed = position(
        BOARD + "unit A 0101 nation=fr kind=inf values=6-4\nunit H 0101 nation=fr kind=hq size=xxxx\n"
        "unit B 0202 nation=gb kind=inf values=7-5\nlost fr-inf-xx-1 strength=0\n"
    )
    morale.surrender(table(placed), placed, "fr")
    assert set(placed.units) == {"B"}
    assert {"A", "H", "fr-inf-xx-1"} <= placed.gone
    assert not placed.lost


# In play

HOME = "hex 0101 country=france\nhex 0403 country=germany\nplace 0202 Town kinds=city\n"
FIGHTING = BOARD.replace("movement", "combat") + HOME
GERMANS = "unit G 0302 nation=ge kind=inf values=8-5\nunit GH 0402 nation=ge kind=hq size=xxxx supply=60\n"


def demoralized(text: str, loss: int, *names: str, answer: int = 0) -> Fought:
    """Who suffers what by an attack on 0202."""
    playing = game(f"premise attack {loss}\npremise counterattack {answer}\n" + FIGHTING + GERMANS + text)
    return fight(playing, "0202", *(names or ("G",)), stand=Stand(), evade=PASS, aim=Aim("all"))


def costs(told: Fought) -> list[str]:
    """Who suffers how much, the reason left out."""
    return [each.partition(":")[0] for each in told.said("26-3")]


@pytest.mark.rule("26-3")
@pytest.mark.parametrize(
    ("defender", "points"),
    [
        ("kind=inf values=6-4", 2),
        ("kind=mtn values=6-4", 2),
        ("kind=mar values=6-4", 2),
        ("kind=cav values=3-6 full=1", 4),
        ("kind=cav values=3-6 full=3", 2),  # strengthened: infantry
        ("kind=fortress values=6-0", 2),
    ],
)
def test_two_points_lost_in_combat_cost_by_their_kind(defender: str, points: int) -> None:
    told = demoralized(f"unit X 0202 nation=fr {defender}\n", 2)
    assert [each.partition(":")[0] for each in told.said("26-3")] == [
        f"France suffers {points} demoralization"
    ]


@pytest.mark.rule("26-3")
def test_guns_lost_cost_twice_and_engineers_and_headquarters_by_the_unit() -> None:
    infantry = "unit X 0202 nation=fr kind=inf values=1-4\n"
    guns = demoralized(infantry + "unit A 0202 nation=fr kind=art size=x values=4-4\n", 3)
    assert costs(guns) == [  # two points of guns, one of infantry, and the guns left alone are overrun
        "France suffers 4 demoralization",
        "France suffers 1 demoralization",
        "France suffers 4 demoralization",
    ]
    alone = BOARD + HOME + "unit G 0302 nation=ge kind=inf values=8-5\n"
    engineers = fight_on(
        game(alone + "unit E 0303 nation=fr kind=eng size=iii values=0-3\n"), March(("G",), "0303")
    )
    assert engineers.said("26-3") == ["France suffers 2 demoralization: French E 0-3 lost"]
    staff = demoralized("unit P 0202 nation=fr kind=hq size=xxxx supply=30\n", 1)
    assert staff.said("26-3") == ["France suffers 10 demoralization: French P lost"]


@pytest.mark.rule("26-2", "26-3")
@pytest.mark.parametrize(("nation", "counted"), [("fr", True), ("gb", True), ("be", False)])
def test_all_but_belgium_keep_an_account(nation: str, counted: bool) -> None:
    told = demoralized(f"unit X 0202 nation={nation} kind=inf values=6-4\n", 2, answer=1)
    assert len(told.said("26-3")) == (2 if counted else 1)
    assert told.said("26-3")[0] == "Germany suffers 1 demoralization: German G 8-5 lost"


def marched(ground: str, *steps: str, nation: str = "ge") -> list[str]:
    """What cities cost when a unit goes from 0201 into hexes one after the other, a turn for each."""
    side = "central-powers" if nation == "ge" else "entente"
    unit = f"unit G 0201 nation={nation} kind=cav values=2-9\n"
    playing = game(BOARD.replace("central-powers", side) + ground + unit)
    said: list[str] = []
    for number, label in enumerate(steps):
        if number:
            until(playing, "movement", "entente" if nation == "ge" else "central-powers")
            until(playing, "movement", side)
        said += [text for text in fight_on(playing, March(("G",), label)).told if "demoralization" in text]
    return said


@pytest.mark.rule("26-3", "26-4", "37-6")
@pytest.mark.parametrize(
    ("ground", "nation", "points"),
    [
        (FRANCE + "place 0202 Town kinds=city\n", "ge", 15),
        (FRANCE + "place 0202 Paris kinds=city,capital\n", "ge", 30),
        (GERMANY + "place 0202 Town kinds=city\n", "fr", 30),
    ],
    ids=["city", "capital", "German city"],
)
def test_a_city_costs_when_the_enemy_first_enters_it_and_never_again(
    ground: str, nation: str, points: int
) -> None:
    country = "Germany" if nation == "fr" else "France"
    said = marched(ground, "0202", "0203", "0202", nation=nation)
    assert [each.partition(":")[0] for each in said] == [f"{country} suffers {points} demoralization"]


@pytest.mark.rule("26-3", "26-4", "37-6")
@pytest.mark.parametrize(
    ("ground", "nation", "points"),
    [(FRANCE, "ge", 25), (FRANCE + "place 0202 Paris kinds=city,capital\n", "ge", 50), (GERMANY, "fr", 50)],
)
def test_an_urban_hexside_costs_when_both_its_hexes_have_been_entered(
    ground: str, nation: str, points: int
) -> None:
    """A city with an urban hexside is charged by its hexsides alone."""
    urban = ground + "side 0202-0302 urban\n" + ("" if "place" in ground else "place 0202 Town kinds=city\n")
    assert marched(urban, "0202", "0201", "0202", nation=nation) == []
    said = marched(urban, "0202", "0302", "0202", "0302", nation=nation)
    assert [each.partition(" suffers ")[2].partition(":")[0] for each in said] == [f"{points} demoralization"]


@pytest.mark.rule("26-2")
def test_belgian_cities_cost_nobody_anything() -> None:
    belgium = FRANCE.replace("france", "belgium")
    assert marched(belgium + "place 0202 Brussels kinds=city,capital\n", "0202") == []


@pytest.mark.rule("26-3")
def test_a_fortress_given_up_costs_nothing() -> None:
    text = (
        BOARD.replace("central-powers", "entente")
        + FRANCE
        + "unit T 0202 nation=fr kind=fortress values=6-0\n"
    )
    playing = game(text)
    playing.play_all([Administer(), Abandon("T")])
    assert state(playing).demoralization["fr"] == 0
    assert "T" not in state(playing).units
