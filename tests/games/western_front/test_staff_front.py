"""Where the staff of The Western Front means to stand: the cut, the roads, the territory, the works."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

import hexfront
from hexfront.games.western_front.position import Marker, WesternFrontPosition
from hexfront.games.western_front.staff import garrisons, ground, line, roads, territory, works
from hexfront.games.western_front.staff.cuts import ALL, cheapest_cut
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.staff.posture import FIRST, LEAST_GAIN, TURNS, Course
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, MOVEMENT, POINT, TRENCH
from tests.games.western_front.builders import FRONTIER, game
from tests.games.western_front.campaigns import until

SCENARIO = "western-front/schlieffen-plan"


@pytest.fixture(scope="module")
def survey() -> Survey:
    position = hexfront.new(SCENARIO, seed=1).position
    assert isinstance(position, WesternFrontPosition)
    return Survey(position, CENTRAL_POWERS)


def price_of(likes: list[int], borders: list[list[tuple[int, int]]], chosen: set[int]) -> int:
    lost = sum(like for node, like in enumerate(likes) if like > 0 and node not in chosen)
    lost -= sum(like for node, like in enumerate(likes) if like < 0 and node in chosen)
    return lost + sum(price for node in chosen for beside, price in borders[node] if beside not in chosen)


@pytest.mark.parametrize("seed", range(20))
def test_no_other_choice_is_cheaper_than_the_cheapest_cut(seed: int) -> None:
    size = 7
    likes = [(seed * 7 + node * 13) % 11 - 5 for node in range(size)]
    borders = [
        [(other, (seed + 3 * node + 5 * other) % 6) for other in range(size) if other != node]
        for node in range(size)
    ]
    every = ({node for node in range(size) if bits[node]} for bits in product((0, 1), repeat=size))
    least = min(price_of(likes, borders, chosen) for chosen in every)
    assert price_of(likes, borders, cheapest_cut(likes, borders)) == least


def test_what_cannot_be_held_is_never_chosen() -> None:
    assert cheapest_cut([500, -ALL, 500], [[(1, 1)], [(0, 1), (2, 1)], [(1, 1)]]) == {0, 2}


def test_the_best_road_to_paris_leads_through_belgium(survey: Survey) -> None:
    """Nobody says so: the walls of Lorraine make the direct road the longer one."""
    promise = roads.promise(survey, ground.goals(survey.position, CENTRAL_POWERS))
    board = survey.board
    belgium = max(promise[board[label]] for label in ("1806", "1706", "1907"))
    lorraine = max(promise[board[label]] for label in ("2315", "2518", "2618", "2719"))
    assert belgium > 1.5 * lorraine


def test_a_territory_holds_its_own_country_and_no_enemy(survey: Survey) -> None:
    promise = roads.promise(survey, ground.goals(survey.position, CENTRAL_POWERS))
    held = territory.choose_territory(survey, promise)
    assert all(survey.board[label] in held for label in ("2307", "2415", "2707", "3018"))
    assert not [node for node in held if survey.is_held_by_enemy(node)]
    front = territory.front_of(survey, held)
    assert len(front) > 15
    crossable = survey.position.setting.crossable
    inside = held - set(front)
    assert all(other in held for node in inside for other in crossable[node])


def test_shares_of_a_front_add_up_to_the_army_and_favour_the_main_effort(survey: Survey) -> None:
    promise = roads.promise(survey, ground.goals(survey.position, CENTRAL_POWERS))
    line = territory.draw_front(survey, promise)
    assert set(line.nodes) == set(line.shares)
    assert survey.total() * 0.9 < sum(line.shares.values()) < survey.total() * 1.2
    board = survey.board
    north = {node for node in range(len(board)) if int(board.label(node)[2:]) <= 11}
    field = [4.0 if node in north else 1.0 for node in range(len(board))]
    even = territory.draw_front(survey, [1.0] * len(board))
    weighted = territory.draw_front(survey, field)

    def in_the_north(front: Line) -> float:
        return sum(share for node, share in front.shares.items() if node in north)

    assert in_the_north(weighted) > 1.3 * in_the_north(even)


def test_a_front_that_does_not_move_comes_to_rest() -> None:
    course = Course(ENTENTE)
    for turn in range(FIRST + TURNS):
        course._held[turn] = 100 + (LEAST_GAIN * turn if turn < FIRST else LEAST_GAIN * FIRST)
        assert not course.is_standing
    for turn in range(FIRST + TURNS, FIRST + 2 * TURNS):
        course._held[turn] = 100 + LEAST_GAIN * FIRST
    assert course.is_standing
    assert course.gained == 0


def test_somebody_stays_in_a_trench() -> None:
    made = game(
        f"""{FRONTIER}
date 1914-10-3 movement entente
unit G 0502 nation=ge kind=inf values=8-5
unit F 0402 nation=fr kind=inf values=6-4
unit E 0402 nation=fr kind=inf values=6-4 strength=3
unit K 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""
    )
    position = made.position
    assert isinstance(position, WesternFrontPosition)
    node = position.setting.board["0402"]
    position.set_marker(node, Marker(TRENCH, ENTENTE))
    marches = Marches(Survey(position, ENTENTE), LEVELS["general"])
    free = {"F", "E"}
    works.keep_works(marches, Line((node,), {node: 5.0}), free)
    assert len(free) == 1
    kept = ({"F", "E"} - free).pop()
    assert marches.destination(kept) == node
    assert "Keeps the trench" in marches.going[kept][1]


# The line of a defender


@pytest.fixture
def defended() -> Survey:
    position = hexfront.new(SCENARIO, seed=1).position
    assert isinstance(position, WesternFrontPosition)
    return Survey(position, ENTENTE)


def test_a_line_pays_for_the_cities_it_leaves_to_the_enemy(defended: Survey) -> None:
    board = defended.board
    behind, before, city = board["1111"], board["1311"], board["1211"]  # west and east of Saint-Quentin
    coming = {node: POINT * (board.distance(node, board["1911"]) or 0) for node in range(len(board))}
    first = line.cities_left(defended, coming)
    worth = ground.treasures(defended.position, ENTENTE)[city]
    defended.position.taken.add("1211")
    later = line.cities_left(defended, coming)
    price = line.CITY_LEFT * worth * (1 - 1 / line.LEFT_BEHIND)
    assert first[behind] - later[behind] == pytest.approx(price)
    assert first[before] == later[before]


def test_walls_hold_by_themselves(defended: Survey) -> None:
    board = defended.board
    toul, open_field = board["2217"], board["2519"]
    assert defended.own_forts[toul] >= 20
    assert not defended.own_forts[open_field]
    shares = line.shares(defended, [toul, open_field], [1.0] * len(board))
    assert shares[toul] < shares[open_field]
    weak = line.shares(defended, [toul, *range(100, 160)], [0.0] * len(board))
    assert weak[toul] == line.SENTRY


def test_danger_is_dreaded_less_once_an_army_digs_in() -> None:
    position = until(MOVEMENT, ENTENTE, 5).position.copy()
    assert isinstance(position, WesternFrontPosition)
    august = line.prices(Survey(position, ENTENTE))
    position.date = msgspec.structs.replace(position.date, month=line.AUTUMN)
    october = line.prices(Survey(position, ENTENTE))
    pairs = [(first, later) for first, later in zip(august, october, strict=True) if first and later]
    assert all(later <= first for first, later in pairs)
    assert any(later < first for first, later in pairs)


def test_cities_of_france_are_guarded_and_those_of_belgium_are_not(defended: Survey) -> None:
    country = defended.board.country
    for node, worth in ground.treasures(defended.position, ENTENTE).items():
        assert (worth >= garrisons.WORTH_GUARDING) == (country[node] == "france")
