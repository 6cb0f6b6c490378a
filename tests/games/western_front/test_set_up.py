"""Scenario book, chapters 4 and 5: what stands where in August 1914, and the quick set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from hexfront.games.western_front.orders import Administer, Pick, Place, Transfer
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.scenarios import set_up
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.game import Game
from hexfront.kernel.start import new_game
from tests.games.western_front.builders import Play, table
from tests.games.western_front.played import fight_on, state, until


def start(**options: str) -> WesternFrontPosition:
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    begun = TITLE.set_up(TITLE.setting("schlieffen-plan", chosen), 1)
    assert isinstance(begun, WesternFrontPosition)
    return begun


def counted(of: WesternFrontPosition, nation: str, army: str = "") -> dict[str, int]:
    """How many counters of each kind a nation has, written as the book does: ``6-4 inf xx``."""
    return dict(
        Counter(
            f"{piece.strength}-{piece.movement} {piece.kind} {piece.size}"
            for unit in of.units.values()
            if (piece := of.piece(unit)).nation == nation and army in ("", unit.army)
            if not piece.fortress and not piece.headquarters
        )
    )


def headquarters(of: WesternFrontPosition, nation: str) -> dict[str, tuple[str, int]]:
    return {
        unit.name: (of.setting.board.label(unit.at), unit.supply)
        for unit in of.units.values()
        if of.piece(unit).headquarters and of.piece(unit).nation == nation
    }


def fortresses(of: WesternFrontPosition, nation: str) -> dict[str, int]:
    return {
        of.setting.board.label(unit.at): unit.strength
        for unit in of.units.values()
        if of.piece(unit).fortress and of.piece(unit).nation == nation
    }


@pytest.mark.rule("WF 4-1")
def test_the_french_begin_with_five_armies_garrisons_and_fortresses() -> None:
    begun = start()
    assert [supply for _, supply in headquarters(begun, "fr").values()] == [75, 75, 60, 45, 75]
    assert counted(begun, "fr", "fr-hq-xxxx-1") == {
        "6-4 inf xx": 10,
        "4-4 inf xx": 5,
        "3-4 art iii": 3,
        "0-3 eng iii": 1,
        "1-6 cav xx": 2,
    }
    assert counted(begun, "fr", "fr-hq-xxxx-4") == {
        "6-4 inf xx": 4,
        "7-4 inf xx": 2,
        "4-4 inf xx": 1,
        "1-6 cav xx": 1,
    }
    assert counted(begun, "fr", "fr-territorial-garrison") == {"3-4 inf xx": 5, "4-4 inf xx": 3}
    walls = fortresses(begun, "fr")
    assert len(walls) == 34  # Le Havre, the 35th, lies on another map
    assert {label: walls[label] for label in ("0717", "0816", "0817", "2115", "2015")} == {
        "0717": 36,
        "0816": 36,
        "0817": 36,
        "2115": 27,
        "2015": 18,
    }


@pytest.mark.rule("WF 4-2")
def test_the_belgians_begin_around_brussels_namur_and_liege() -> None:
    begun = start()
    assert headquarters(begun, "be") == {"be-hq-xxxx-bel": ("1606", 30)}
    assert counted(begun, "be") == {"6-4 inf xx": 6, "2-4 inf x": 2, "2-6 cav xx": 1}
    assert fortresses(begun, "be") == {
        "2107": 36,
        "1807": 27,
        "1604": 36,
        "1505": 18,
        "1705": 18,
        "1603": 12,
    }


@pytest.mark.rule("WF 4-3")
def test_the_british_begin_behind_the_french_left() -> None:
    begun = start()
    assert headquarters(begun, "gb") == {"gb-hq-xxxx-bef": ("1210", 60)}
    places = Counter(
        begun.setting.board.label(unit.at)
        for unit in begun.units.values()
        if begun.piece(unit).nation == "gb" and begun.piece(unit).ground_combat
    )
    assert places == {"1310": 2, "1311": 2, "1409": 1}


@pytest.mark.rule("WF 4-4")
def test_the_germans_begin_with_seven_armies_and_650_supply_points() -> None:
    begun = start()
    assert [supply for _, supply in headquarters(begun, "ge").values()] == [100] * 6 + [50]
    assert counted(begun, "ge", "ge-hq-xxxx-1") == {
        "8-5 inf xx": 8,
        "5-5 inf xx": 4,
        "2-4 inf x": 3,
        "2-6 cav xx": 3,
        "0-3 eng iii": 1,
        "8-2 siege i": 2,
    }
    assert counted(begun, "ah") == {"4-3 siege i": 5}
    assert len(fortresses(begun, "ge")) == 19
    assert sum(counted(begun, "ge").values()) == 92 + 10 + 9 + 8 + 3


def test_nobody_but_fortresses_is_mobilized_at_the_start() -> None:
    begun = start()
    assert all(unit.mobilized == begun.piece(unit).fortress for unit in begun.units.values())


@pytest.mark.rule("WF 3-12")
def test_the_siege_headquarters_comes_only_with_its_option() -> None:
    assert "ge-hq-xxxx-siege" not in start().units
    begun = start(siege_headquarters="on")
    assert headquarters(begun, "ge")["ge-hq-xxxx-siege"] == ("2306", 200)


# The quick set-up


def quick() -> tuple[WesternFrontPosition, Play]:
    begun = start(quick_set_up="on")
    return begun, Play(set_up.quick(table(begun), begun))


def zone(of: WesternFrontPosition, army: str) -> set[str]:
    return {label for each in of.setting.orders.zones if each.army == army for label in each.hexes}


def test_without_the_option_nothing_is_asked() -> None:
    begun = start()
    assert Play(set_up.quick(table(begun), begun)).over


@pytest.mark.rule("WF 5-1")
def test_french_field_divisions_stand_in_the_hexes_of_their_army() -> None:
    begun, play = quick()
    assert play.asked is not None
    assert play.asked.side == ENTENTE
    first = play.choices[0]
    assert isinstance(first, Place)
    unit = begun.waiting[first.unit]
    assert begun.piece(unit).label.endswith("6-4")
    offered = {choice.at for choice in play.choices if isinstance(choice, Place)}
    assert offered == zone(begun, "fr-hq-xxxx-1")


@pytest.mark.rule("WF 5-1")
def test_other_french_units_may_also_stand_beside_or_with_the_headquarters() -> None:
    begun, _ = quick()
    board = begun.setting.board
    guns = begun.waiting["fr-art-iii-1"]
    hexes = {board.label(node) for node in set_up.zone_hexes(begun, guns)}
    assert hexes > zone(begun, "fr-hq-xxxx-1")
    others = set().union(*(zone(begun, f"fr-hq-xxxx-{army}") for army in (2, 3, 4, 5)))
    assert not hexes & others
    assert all(board.country[board[label]] == "france" for label in hexes)
    assert "2621" in hexes  # next to 2620


@pytest.mark.rule("WF 5-2")
def test_british_belgians_headquarters_cavalry_and_garrisons_keep_their_places() -> None:
    exact = start()
    begun, play = quick()
    play.defaults()
    for unit in exact.units.values():
        piece = exact.piece(unit)
        fixed = piece.nation in ("gb", "be") or piece.headquarters or piece.cavalry or piece.fortress
        if fixed or "garrison" in unit.army or piece.siege:
            assert begun.units[unit.name].at == unit.at, unit.name


@pytest.mark.rule("WF 5-3")
def test_german_zones_take_two_divisions_in_a_hex() -> None:
    begun, play = quick()
    while play.asked is not None and play.asked.side == ENTENTE:
        play.answer(play.asked.default())  # type: ignore[misc]
    places = [choice for choice in play.choices if isinstance(choice, Place)]
    assert {place.at for place in places} == zone(begun, "ge-hq-xxxx-1")
    for _ in range(2):
        unit = next(choice.unit for choice in play.choices if isinstance(choice, Place))
        while not begun.piece(begun.waiting[unit]).label.endswith("8-5"):
            play.answer(play.asked.default())  # type: ignore[misc, union-attr]
            unit = next(choice.unit for choice in play.choices if isinstance(choice, Place))
        play.answer(Place(unit, "2402"))
    while not begun.piece(begun.waiting[next(c.unit for c in play.choices if isinstance(c, Place))]).infantry:
        play.answer(play.asked.default())  # type: ignore[misc, union-attr]
    third = next(choice.unit for choice in play.choices if isinstance(choice, Place))
    refusal = play.asked.why_not(Place(third, "2402"))  # type: ignore[union-attr]
    assert refusal is not None
    assert refusal.rules == ("WF 5-3",)


@pytest.mark.rule("WF 5-1", "WF 5-3")
def test_a_hex_outside_the_zone_is_refused() -> None:
    _begun, play = quick()
    first = play.choices[0]
    assert isinstance(first, Place)
    assert play.asked is not None
    refusal = play.asked.why_not(Place(first.unit, "0717"))
    assert refusal is not None
    assert refusal.rules == ("WF 5-1",)


def test_the_quick_set_up_ends_with_the_same_units_in_legal_places() -> None:
    exact = start()
    begun, play = quick()
    play.defaults()
    assert play.over
    assert begun.units.keys() == exact.units.keys()
    assert not begun.waiting
    assert list(begun.status()) == []
    assert Play(set_up.quick(table(begun), begun)).over  # it is done once


def test_both_sides_place_in_turn_the_entente_first() -> None:
    _, play = quick()
    sides: list[str] = []
    while play.asked is not None:
        if not sides or sides[-1] != play.asked.side:
            sides.append(play.asked.side)
        play.answer(play.asked.default())  # type: ignore[misc]
    assert sides == [ENTENTE, CENTRAL_POWERS]


# In play: the movement phases of August, in which nobody moves unless he must


def opened(turn: int, side: str) -> Game:
    """A new game at the movement phase of a side, everything answered as advised till then."""
    playing = new_game(TITLE, "schlieffen-plan", 1)
    until(playing, "movement", side)
    while state(playing).date.turn < turn:
        until(playing, "movement", ENTENTE if side == CENTRAL_POWERS else CENTRAL_POWERS)
        until(playing, "movement", side)
    return playing


def ready(playing: Game, nation: str) -> dict[str, list[str]]:
    """The units of a nation that may be moved, by hex."""
    of = state(playing)
    found: dict[str, list[str]] = {}
    for choice in playing.decision.choices():
        if isinstance(choice, Pick) and of.piece(of.units[choice.unit]).nation == nation:
            found.setdefault(of.setting.board.label(of.units[choice.unit].at), []).append(choice.unit)
    return found


def shipments(playing: Game, headquarters: str) -> int:
    """The supply points a headquarters has, of which ten may be sent; all must be its own."""
    playing = playing.branch()
    fight_on(playing, Administer(), administer=Transfer(headquarters, 10))
    return state(playing).units[headquarters].supply + 10


@pytest.mark.rule("WF 4-1")
def test_a_new_game_finds_the_french_in_their_hexes() -> None:
    assert ready(opened(1, ENTENTE), "fr") == {"1913": ["fr-cav-xx-1", "fr-cav-xx-3", "fr-cav-xx-5"]}
    playing = opened(3, ENTENTE)
    ranks = ready(playing, "fr")
    assert ranks["2420"] == ["fr-inf-xx-25", "fr-inf-xx-26"]
    assert ranks["2520"] == ["fr-inf-xx-15", "fr-inf-xx-16"]
    assert {"fr-hq-xxxx-1", "fr-art-iii-1", "fr-art-iii-2", "fr-inf-xx-28"} == set(ranks["2521"])
    assert ranks["2618"] == ["fr-cav-xx-6"]
    supply = [shipments(playing, f"fr-hq-xxxx-{army}") for army in range(1, 6)]
    assert supply == [75, 75, 60, 45, 75]


@pytest.mark.rule("WF 4-2")
def test_a_new_game_finds_the_belgians_in_their_hexes() -> None:
    assert ready(opened(2, ENTENTE), "be") == {"2006": ["be-cav-xx-1"]}
    playing = opened(3, ENTENTE)
    assert ready(playing, "be") == {
        "1606": ["be-hq-xxxx-bel"],
        "1706": ["be-inf-xx-1", "be-inf-xx-2"],
        "1805": ["be-inf-xx-5"],
        "1806": ["be-inf-xx-6"],
        "2006": ["be-cav-xx-1"],
        "2107": ["be-inf-x-14", "be-inf-xx-3"],
    }  # those in 1807 stay [WF 3-9]
    assert shipments(playing, "be-hq-xxxx-bel") == 30


@pytest.mark.rule("WF 4-3")
def test_a_new_game_finds_the_british_in_their_hexes() -> None:
    assert ready(opened(3, ENTENTE), "gb") == {}
    playing = opened(4, ENTENTE)
    assert ready(playing, "gb") == {
        "1210": ["gb-hq-xxxx-bef"],
        "1310": ["gb-inf-xx-3", "gb-inf-xx-5"],
        "1311": ["gb-inf-xx-1", "gb-inf-xx-2"],
        "1409": ["gb-cav-xx-1"],
    }
    assert shipments(playing, "gb-hq-xxxx-bef") == 60


@pytest.mark.rule("WF 4-4")
def test_a_new_game_finds_the_germans_in_their_hexes() -> None:
    first = opened(1, CENTRAL_POWERS)
    ranks = ready(first, "ge")
    assert "ge-cav-xx-2" in ranks["2306"]
    assert "ge-cav-xx-4" in ranks["2307"]
    assert "ge-cav-xx-9" in ranks["2308"]
    assert sum(len(names) for names in ready(first, "ah").values()) == 5
    playing = opened(3, CENTRAL_POWERS)
    supply = [shipments(playing, f"ge-hq-xxxx-{army}") for army in range(1, 8)]
    assert supply == [100] * 6 + [50]
