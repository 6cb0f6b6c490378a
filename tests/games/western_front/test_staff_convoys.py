"""How the headquarters of a staff share supply points, and where those that have some go."""

from __future__ import annotations

import pytest

from hexfront.ai import Charge, player, run
from hexfront.games.western_front.orders import Transfer, Transport
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.staff import convoys, logistics
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import ENTENTE, MOVEMENT
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Sight
from tests.games.western_front.campaigns import until

QUIET, BEHIND = "0621", "1716"  # Orléans, and a hex behind the front in Champagne


@pytest.fixture(scope="module")
def campaign() -> Game:
    """The Entente's movement phase of turn 6, the first with trains."""
    return until(MOVEMENT, ENTENTE, 6)


@pytest.fixture
def position(campaign: Game) -> WesternFrontPosition:
    found = campaign.position.copy()
    assert isinstance(found, WesternFrontPosition)
    return found


def two_seats(position: WesternFrontPosition, *, stock: int) -> tuple[Unit, Unit]:
    """Leave France two headquarters: one far behind with points, and an empty one behind the front.

    The one of the Belgians is full.
    """
    for unit in position.headquarters_of(ENTENTE):
        if position.piece(unit).nation == "be":
            position.change(unit.name, supply=100)
    seats = [each for each in position.headquarters_of(ENTENTE) if position.piece(each).nation == "fr"]
    for unit in seats[2:]:
        position.remove(unit.name)
    board = position.setting.board
    position.change(seats[0].name, at=board[QUIET], supply=stock)
    position.change(seats[1].name, at=board[BEHIND], supply=0)
    return position.units[seats[0].name], position.units[seats[1].name]


def planned(position: WesternFrontPosition) -> Marches:
    return Marches(Survey(position, ENTENTE), LEVELS["general"])


def test_points_go_by_train_from_where_it_is_quiet_to_where_the_enemy_is(
    position: WesternFrontPosition,
) -> None:
    rich, poor = two_seats(position, stock=60)
    (convoy,) = convoys.plan(planned(position))
    limit = position.setting.tables.whole("headquarters_transfer_limit")
    assert (convoy.sender, convoy.goal, convoy.points, convoy.by_rail) == (rich.name, poor.at, limit, True)
    assert convoy.reason.startswith(f"{limit} supply points for the headquarters at 1716, which has 0 with ")


@pytest.mark.parametrize("stock", [0, convoys.LEAST - 1])
def test_who_has_little_sends_nothing(position: WesternFrontPosition, stock: int) -> None:
    two_seats(position, stock=stock)
    assert convoys.plan(planned(position)) == []


def test_where_points_are_wanted_as_little_none_go(position: WesternFrontPosition) -> None:
    _, poor = two_seats(position, stock=60)
    position.change(poor.name, at=position.setting.board["0525"])
    assert convoys.plan(planned(position)) == []


def test_an_ally_is_sent_points_only_if_he_may_have_them(position: WesternFrontPosition) -> None:
    """France supplies Belgians, and not the British [39-2]."""
    rich, poor = two_seats(position, stock=60)
    position.remove(poor.name)
    allies = {position.piece(each).nation: each for each in position.headquarters_of(ENTENTE)}
    for nation in ("be", "gb"):
        position.change(allies[nation].name, supply=0)
    (convoy,) = convoys.plan(planned(position))
    assert (convoy.sender, convoy.goal) == (rich.name, allies["be"].at)


def test_who_moves_neither_sends_nor_receives(position: WesternFrontPosition) -> None:
    rich, poor = two_seats(position, stock=60)
    for who, to in ((poor, "1718"), (rich, "0721")):
        marches = planned(position)
        marches.send(who.name, position.setting.board[to], "Somewhere else.")
        assert convoys.plan(marches) == []


def test_without_trains_nothing_goes_so_far(position: WesternFrontPosition) -> None:
    two_seats(position, stock=60)
    marches = planned(position)
    marches.rail_left = dict.fromkeys(marches.rail_left, 0)
    assert convoys.plan(marches) == []


def test_some_trains_are_kept_from_the_reserves(position: WesternFrontPosition) -> None:
    marches = planned(position)
    assert marches.rail_left["fr"] == 7
    kept = convoys.keep_trains(marches)
    assert (kept["fr"], marches.rail_left["fr"]) == (1, 6)


def begun(position: WesternFrontPosition, campaign: Game) -> Game:
    """A game that begins with a position changed by hand.

    A running game may not be changed so: it goes back to its stations, which know nothing of it.
    """
    return Game(campaign.title, campaign.setting, position, campaign.origin)


def begun_with_fixed_seats(position: WesternFrontPosition, campaign: Game) -> Game:
    """A game in which neither headquarters can move: so one may send and the other receive [18-6].

    Wherever the line went before this turn, none of them follows it.
    """
    for seat in two_seats(position, stock=60):
        position.change(seat.name, mobilized=False)
    return begun(position, campaign)


def test_a_shipment_comes_to_its_headquarters(position: WesternFrontPosition, campaign: Game) -> None:
    rich, poor = two_seats(position, stock=60)
    game = begun(position, campaign)
    dispatcher = convoys.Dispatcher()
    dispatcher.begin(convoys.plan(planned(position)))

    def sight() -> Sight:
        return Sight(game, ENTENTE, game.decision)

    assert dispatcher.march(game.position, ENTENTE) is None
    made_up = dispatcher.order(sight())
    assert made_up is not None
    assert made_up.action == Transfer(rich.name, 10)
    game.play(made_up.action)
    move = dispatcher.march(game.position, ENTENTE)
    assert move is not None
    assert move.by_rail
    assert [game.position.units[name].supply for name in move.units] == [10]
    game.play(Transport(move.units, BEHIND))
    assert dispatcher.order(sight()) is None
    while game.position.phase == MOVEMENT:
        game.play(game.decision.default() or PASS)
    assert game.position.units[poor.name].supply == 10
    assert game.position.units[rich.name].supply == 50


@pytest.mark.parametrize(("level", "sends"), [("officer", False), ("general", True)])
def test_a_general_thinks_of_it(
    position: WesternFrontPosition, campaign: Game, level: str, sends: bool
) -> None:
    game = begun_with_fixed_seats(position, campaign)
    staff = player(level, game.title, ENTENTE, 7)
    reasons = []
    while game.position.phase == MOVEMENT:
        order = staff.choose(game)
        if isinstance(order.action, Transfer):
            reasons.append(order.reason)
        game.play(order.action)
    assert bool(reasons) == sends
    assert all("supply points for the headquarters at" in reason for reason in reasons)


def test_a_staff_in_charge_of_one_army_leaves_shipments_to_the_player(
    position: WesternFrontPosition, campaign: Game
) -> None:
    game = begun_with_fixed_seats(position, campaign)
    rich = next(
        unit.name for unit in position.headquarters_of(ENTENTE) if unit.at == position.setting.board[QUIET]
    )
    ran = run(game, Charge(ENTENTE, "1st Army", (rich,), until="phase", player="general"))
    assert not ran.orders
    (left,) = ran.charge.left
    assert left.text.startswith("Ship 10 supply points from")
    assert left.why.startswith("what it makes up would have to be sent on")
    assert game.position.units[rich].supply == 60


def test_an_empty_headquarters_covers_little(position: WesternFrontPosition) -> None:
    _, poor = two_seats(position, stock=60)
    parts = [logistics._plenty(position.change(poor.name, supply=points)) for points in (0, 4, 20, 100)]
    assert parts == sorted(parts)
    assert parts[0] == logistics.EMPTY < parts[2] < parts[3] < 1


def test_a_headquarters_goes_by_what_the_others_have(position: WesternFrontPosition) -> None:
    """Beside one that has points it would be wasted; beside an empty one it is needed."""
    rich, poor = two_seats(position, stock=60)
    board = position.setting.board
    position.change(rich.name, at=board["1518"])
    line = Line((board["1812"], board["1912"]), {board["1812"]: 20.0, board["1912"]: 20.0})

    def away(points: int) -> int:
        """How far from the other it goes."""
        position.change(poor.name, supply=points)
        marches = planned(position)
        logistics.place_headquarters(marches, line)
        return board.distance(marches.destination(rich.name), marches.destination(poor.name)) or 0

    assert away(0) < away(100)
