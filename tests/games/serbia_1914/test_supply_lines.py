"""Supply lines: ranges, mountains, roadways, rivers, zones of control, Komitadji."""

from __future__ import annotations

from random import Random

import pytest

import hexfront
from hexfront.games.serbia_1914.position import Pontoon, SerbiaPosition
from hexfront.games.serbia_1914.rules import railways, supply, supply_lines
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from tests.games.serbia_1914.builders import FIELD, node, position

TURN = "turn 10 supply austria-hungary\n"
ROW = "board corner=20.10 shifted=even\n| {}\n"
AH = "unit {} {} nation=austria-hungary values=4-4-3-1 size=x army=FIFTH corps=8\n"
SR = "unit {} {} nation=serbia values=4-4-3-1 size=x corps=first\n"


def lengths(of: SerbiaPosition, start: str, most: int, side: str = AUSTRIA_HUNGARY) -> dict[str, int]:
    found = supply_lines.traced(of, side, (node(of, start),), most)
    return {of.setting.board.label(there): length for there, length in found.items()}


def reached(of: SerbiaPosition, start: str, most: int, goal: str, side: str = AUSTRIA_HUNGARY) -> bool:
    return supply_lines.reaches(of, side, (node(of, start),), most, node(of, goal))


@pytest.mark.rule("15.3", "1.2")
def test_each_hex_counts_one_and_the_first_does_not() -> None:
    of = position(FIELD + TURN)
    found = lengths(of, "20.12", 3)
    assert found["20.12"] == 0
    assert found["23.12"] == 3
    assert "24.12" not in found
    assert reached(of, "20.12", 3, "23.12")
    assert not reached(of, "20.12", 3, "24.12")


@pytest.mark.rule("15.3.2")
def test_a_line_passes_one_low_mountain_and_ends_in_the_second() -> None:
    of = position(ROW.format(". m . m .") + TURN)
    found = lengths(of, "20.10", 9)
    assert found["22.10"] == 2
    assert found["23.10"] == 3
    assert "24.10" not in found
    assert reached(of, "20.10", 9, "23.10")
    assert not reached(of, "20.10", 9, "24.10")


@pytest.mark.rule("15.3.2")
def test_a_line_ends_in_a_high_mountain() -> None:
    of = position(ROW.format(". M . .") + TURN)
    found = lengths(of, "20.10", 9)
    assert found["21.10"] == 1
    assert "22.10" not in found


@pytest.mark.rule("15.3.2")
def test_along_a_roadway_mountains_do_not_count() -> None:
    road = "side 20.10-21.10 roadway=roadway\nside 21.10-22.10 roadway=roadway\n"
    of = position(ROW.format(". M m . m .") + road + TURN)
    found = lengths(of, "20.10", 9)
    assert found["22.10"] == 2
    assert found["24.10"] == 4  # the first mountain that counts
    assert found["25.10"] == 5


@pytest.mark.rule("15.3.2")
def test_the_mountain_of_the_source_itself_does_not_count() -> None:
    of = position(ROW.format("m m . .") + TURN)
    assert lengths(of, "20.10", 9)["23.10"] == 3


@pytest.mark.rule("15.3.2", "21.2")
def test_over_the_sava_a_line_ends_unless_there_is_a_bridge() -> None:
    rows = ROW.format(". . . .") + "side 21.10-22.10 sava\n" + TURN
    of = position(rows)
    assert lengths(of, "20.10", 9)["22.10"] == 2
    assert "23.10" not in lengths(of, "20.10", 9)
    bridged = position(rows.replace("sava", "sava bridge"))
    assert lengths(bridged, "20.10", 9)["23.10"] == 3
    of.pontoons["21.10/22.10"] = Pontoon(AUSTRIA_HUNGARY, built=False)
    assert "23.10" not in lengths(of, "20.10", 9)
    of.pontoons["21.10/22.10"] = Pontoon(AUSTRIA_HUNGARY, built=True)
    assert lengths(of, "20.10", 9)["23.10"] == 3


@pytest.mark.rule("15.3")
@pytest.mark.parametrize(("crossing", "crossed"), [("", False), ("bridge", True), ("ferry", True)])
def test_the_donau_is_crossed_only_by_bridge_or_ferry(crossing: str, crossed: bool) -> None:
    of = position(ROW.format(". . . .") + f"side 21.10-22.10 donau {crossing}\n" + TURN)
    assert ("23.10" in lengths(of, "20.10", 9)) == crossed


@pytest.mark.rule("15.3", "21.2")
def test_a_pontoon_bridge_carries_supply_over_the_donau() -> None:
    of = position(ROW.format(". . . .") + "side 21.10-22.10 donau island\n" + TURN)
    of.pontoons["21.10/22.10"] = Pontoon(AUSTRIA_HUNGARY, built=True, markers=2)
    assert lengths(of, "20.10", 9)["23.10"] == 3


@pytest.mark.rule("15.3")
def test_no_line_crosses_impassable_mountains() -> None:
    of = position(ROW.format(". . . .") + 'side 21.10-22.10 "impassable mountain"\n' + TURN)
    assert "22.10" not in lengths(of, "20.10", 9)


@pytest.mark.rule("15.3.1")
def test_enemy_units_and_their_zones_are_in_the_way() -> None:
    of = position(ROW.format(". . . . . .") + TURN + SR.format("E", "25.10"))
    assert "25.10" not in lengths(of, "20.10", 9)
    assert lengths(of, "20.10", 9)["24.10"] == 4  # a line may end in a zone
    closed = position(
        ROW.format(". . . . . . .") + TURN + SR.format("E", "23.10") + "unit G 26.10 "
        "nation=austria-hungary values=4-4-3-1 size=x army=FIFTH corps=8\n"
    )
    assert not reached(closed, "20.10", 9, "26.10")


FLANKED = "board corner=20.10 shifted=even\n| - - . - -\n| . . . . .\n"


@pytest.mark.rule("15.3.1", "3.3.2")
def test_a_friendly_zone_takes_an_enemy_zone_away() -> None:
    # The only way from 20.11 to 24.11 leads past the enemy in 22.10.
    text = FLANKED + TURN + SR.format("E", "22.10") + AH.format("G", "24.11")
    assert not reached(position(text), "20.11", 9, "24.11")
    # F covers 22.11; 23.11 is still covered by nobody but G itself.
    assert not reached(position(text + AH.format("F", "21.11")), "20.11", 9, "24.11")
    # H stands in 22.11 and covers the hexes on both sides of it.
    assert reached(position(text + AH.format("H", "22.11")), "20.11", 9, "24.11")


@pytest.mark.rule("3.3.2", "15.3.1", "15.5")
def test_the_units_own_zone_helps_against_isolation_but_not_for_supply() -> None:
    row = "board corner=20.10 shifted=even\n| - . - -\n| . . . .\n"
    of = position(row + TURN + SR.format("E", "21.10") + AH.format("G", "22.11"))
    start = node(of, "20.11")
    assert of.in_enemy_zone(node(of, "21.11"), AUSTRIA_HUNGARY)
    assert of.zone_of(AUSTRIA_HUNGARY)[node(of, "21.11")] == 1
    assert not reached(of, "20.11", 9, "22.11")
    path = supply_lines.path_to(of, AUSTRIA_HUNGARY, node(of, "22.11"), lambda there: there == start, 15)
    assert path == 2


@pytest.mark.rule("15.3.1")
def test_a_friendly_unit_of_any_kind_opens_its_hex() -> None:
    row = "board corner=20.10 shifted=even\n| - . - -\n| . . . .\n"
    text = row + TURN + SR.format("E", "21.10") + AH.format("G", "22.11")
    of = position(text + "unit ah-train-8 21.11 army=FIFTH\n")
    assert reached(of, "20.11", 9, "22.11")


@pytest.mark.rule("23.1.1", "15.3")
def test_komitadji_count_two_for_austria_hungary_only() -> None:
    of = position(ROW.format(". . . .") + TURN + "komitadji 21.10\n")
    assert lengths(of, "20.10", 9)["23.10"] == 4
    assert lengths(of, "20.10", 9, SERBIA)["23.10"] == 3
    assert not reached(of, "20.10", 3, "23.10")
    guarded = position(ROW.format(". . . .") + TURN + "komitadji 21.10\n" + AH.format("G", "21.10"))
    assert lengths(guarded, "20.10", 9)["23.10"] == 3


@pytest.mark.rule("23.1.1", "15.3.2")
def test_a_line_goes_into_a_low_mountain_with_komitadji_but_no_further() -> None:
    of = position(ROW.format(". m . .") + TURN)
    assert "22.10" in lengths(of, "20.10", 9)
    of.komitadji.add(node(of, "21.10"))
    assert lengths(of, "20.10", 9)["21.10"] == 2
    assert "22.10" not in lengths(of, "20.10", 9)


@pytest.mark.rule("15.5")
def test_mountains_and_the_sava_do_not_isolate_but_fifteen_hexes_do() -> None:
    of = position(ROW.format(". M M m m . . . . . . . . . . . .") + TURN)
    goal = node(of, "20.10")

    def path(start: str) -> int | None:
        return supply_lines.path_to(of, AUSTRIA_HUNGARY, node(of, start), lambda there: there == goal, 15)

    assert path("35.10") == 15
    assert path("36.10") is None


@pytest.mark.rule("15.3", "15.3.1")
@pytest.mark.parametrize("seed", [1, 2])
def test_a_line_to_one_hex_is_found_where_a_search_over_the_whole_map_finds_it(seed: int) -> None:
    """The search for one hex takes short cuts; after some turns of random play it must not miss anything."""
    game = hexfront.new("serbia-1914/crossing-of-the-drina", seed=seed)
    random = Random(seed)
    for _ in range(300):
        choices = game.decision.choices()
        game.play(choices[random.randrange(len(choices))], game.decision.side)
    of = game.position
    assert isinstance(of, SerbiaPosition)
    compared = 0
    for side in (SERBIA, AUSTRIA_HUNGARY):
        rails = tuple(sorted(railways.operational(of, side)))
        sources: list[tuple[tuple[int, ...], int]] = [(rails, supply.RAILWAY_RANGE)]
        sources += [((unit.at,), supply.range_of(of, unit, True)) for unit in supply.supply_units(of, side)]
        for unit in of.of_side(side):
            if unit.at not in of.setting.hexes:
                continue
            shut = supply_lines.held_alone(of, unit.at, side)
            for starts, most in sources:
                everywhere = supply_lines._trace(of, side, starts, most)
                closed = supply_lines._trace(of, side, starts, most, shut=shut) if shut else everywhere
                wanted = unit.at in starts or unit.at in closed
                assert supply_lines.reaches(of, side, starts, most, unit.at) == wanted
                compared += wanted
    assert compared > 100
