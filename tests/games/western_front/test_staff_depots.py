"""How the staff of The Western Front uses replacements, and where it puts its headquarters."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.staff import depots, logistics
from hexfront.games.western_front.staff.exposure import Exposure
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches, fighting
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import ENTENTE, MOVEMENT
from tests.games.western_front.campaigns import until

TROYES, ORLEANS = "1520", "0621"
NAME = "fr-rpl-xx-rpl"


@pytest.fixture(scope="module")
def august() -> WesternFrontPosition:
    """The Entente's movement phase of turn 5, when most of its headquarters can move."""
    found = until(MOVEMENT, ENTENTE, 5).position
    assert isinstance(found, WesternFrontPosition)
    return found


@pytest.fixture
def position(august: WesternFrontPosition) -> WesternFrontPosition:
    """The same with French replacements at Orléans."""
    found = august.copy()
    found.put(Unit(NAME, NAME, found.setting.board[ORLEANS], 4))
    return found


def plan(position: WesternFrontPosition) -> Marches:
    return Marches(Survey(position, ENTENTE), LEVELS["general"])


def french_seats(position: WesternFrontPosition) -> list[Unit]:
    return [each for each in position.headquarters_of(ENTENTE) if position.piece(each).nation == "fr"]


def test_one_headquarters_rests_where_the_replacements_are(position: WesternFrontPosition) -> None:
    survey = Survey(position, ENTENTE)
    ((name, where),) = depots.chosen(survey).items()
    assert position.piece(position.units[name]).nation == "fr"
    assert where == position.setting.board[ORLEANS]
    least = min(each.supply for each in french_seats(position) if each.name in position.ready[ENTENTE])
    assert position.units[name].supply == least  # who has supply points is needed elsewhere
    position.change(name, at=where)
    assert depots.chosen(Survey(position, ENTENTE)) == {name: where}  # and it stays the one
    position.remove(NAME)
    assert depots.chosen(Survey(position, ENTENTE)) == {}


def test_nobody_rests_where_the_enemy_is_near(position: WesternFrontPosition) -> None:
    position.change(NAME, at=position.setting.board["1812"])
    assert depots.chosen(Survey(position, ENTENTE)) == {}


def test_a_nation_with_few_headquarters_spares_none(position: WesternFrontPosition) -> None:
    for unit in french_seats(position)[depots.ENOUGH - 1 :]:
        position.remove(unit.name)
    assert depots.chosen(Survey(position, ENTENTE)) == {}


def test_the_depot_stays_and_replacements_come_to_it(position: WesternFrontPosition) -> None:
    ((name, where),) = depots.chosen(Survey(position, ENTENTE)).items()
    position.change(name, at=where)
    late = position.new_name(NAME)
    position.put(Unit(late, NAME, position.setting.board[TROYES], 2))
    marches = plan(position)
    line = Line((position.setting.board["1812"],), {position.setting.board["1812"]: 20.0})
    logistics.place_headquarters(marches, line)
    assert marches.destination(name) == where
    depots.fill_up(marches)
    assert marches.destination(NAME) == where
    assert marches.going[late][1].startswith("Replacements go to the headquarters at")
    far = position.setting.board.distance
    assert (far(marches.destination(late), where) or 0) < (far(position.units[late].at, where) or 0)


def test_a_headquarters_with_replacements_beside_it_does_not_go_on(position: WesternFrontPosition) -> None:
    seats = french_seats(position)
    for unit in seats[depots.ENOUGH - 1 :]:
        position.remove(unit.name)
    waiting = seats[0]
    position.change(waiting.name, at=position.setting.board[TROYES])
    line = Line((position.setting.board["1812"],), {position.setting.board["1812"]: 20.0})
    going = plan(position)
    logistics.place_headquarters(going, line)
    assert going.destination(waiting.name) != position.setting.board[TROYES]
    position.change(NAME, at=position.setting.board[TROYES])
    resting = plan(position)
    logistics.place_headquarters(resting, line)
    assert resting.destination(waiting.name) == position.setting.board[TROYES]


def test_spent_divisions_go_back_and_whole_ones_do_not(position: WesternFrontPosition) -> None:
    ((name, city),) = depots.chosen(Survey(position, ENTENTE)).items()
    position.change(name, at=city)
    ready = {each for each in position.ready[ENTENTE] if fighting(position, position.units[each])}
    rested = sorted(
        each for each in ready if each.startswith("fr-inf-xx") and position.units[each].strength == 6
    )
    free = set(rested[:3])
    spent = rested[0]
    for each in free:  # west of the depot, for in August the French may not march west [WF 3-7]
        position.change(each, at=position.setting.board["1320"])
    whole = plan(position)
    depots.refit(whole, set(free))
    assert not whole.going
    position.change(spent, strength=2)
    marches = plan(position)
    left = set(free)
    depots.refit(marches, left)
    assert marches.going.keys() == free - left == {spent}
    assert "made up to strength" in marches.going[spent][1]


def test_replacements_arrive_beside_a_headquarters(position: WesternFrontPosition) -> None:
    board = position.setting.board
    survey = Survey(position, ENTENTE)
    seat = french_seats(position)[0]
    position.change(seat.name, at=board[TROYES])
    offered = [board["0213"], board["0621"], board[TROYES]]
    assert depots.arrival(survey, "fr", offered) == board[TROYES]


def test_no_headquarters_goes_where_it_could_be_attacked_or_cut_off(position: WesternFrontPosition) -> None:
    marches = plan(position)
    exposure = Exposure(position.copy(), ENTENTE)
    risks = logistics._risks(marches)
    entered = [node for node, open_to_him in enumerate(exposure.entered) if open_to_him]
    assert entered
    assert all(risks[node] == logistics.UNSAFE for node in entered)
    cut_off = [node for node in range(len(risks)) if not exposure.is_safe(node)]
    assert cut_off
    assert all(risks[node] >= logistics.CUT_OFF for node in cut_off)
    strong = [node for node, price in enumerate(risks) if price == logistics.IN_FRONT]
    assert strong
    assert all(marches.survey.own[node] >= logistics.GUARD_SHARE for node in strong)
    assert risks[position.setting.board[TROYES]] == 0
