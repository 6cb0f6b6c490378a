"""Costly mistakes that the staff of The Western Front made once, each on a small position."""

from __future__ import annotations

import pytest

from hexfront.ai import Order, player
from hexfront.ai.players import Player
from hexfront.ai.veto import looked_over
from hexfront.games.western_front.orders import Advance, Assault, March, RetreatTo, Transport
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules.prospects import forecasts
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.staff import combats, depots, exposure, following, logistics
from hexfront.games.western_front.staff.exposure import Exposure
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches
from hexfront.games.western_front.staff.strikes import Scales
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Pass
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Notes, Sight, is_ruinous
from tests.games.western_front.builders import FRONTIER, game

RAILWAY = """
board corner=0101 shifted=even
| . . . . . . . . .
| . . . . . . . . .
side 0101-0201 rail=double
side 0201-0301 rail=double
side 0301-0401 rail=double
side 0401-0501 rail=double
side 0501-0601 rail=double
hex 0101 country=france
hex 0102 country=france
hex 0201 country=france
hex 0202 country=france
hex 0301 country=france
hex 0302 country=france
hex 0401 country=france
hex 0402 country=france
hex 0501 country=france
hex 0502 country=france
hex 0601 country=france
hex 0602 country=france
hex 0901 country=germany
hex 0902 country=germany
"""
"""A railway that leads from the edge in the west to three hexes from Germany."""


def position_of(made: Game) -> WesternFrontPosition:
    assert isinstance(made.position, WesternFrontPosition)
    return made.position


def marches_of(made: Game, side: str) -> Marches:
    return Marches(Survey(position_of(made), side), LEVELS["general"])


def sight_of(made: Game) -> Sight:
    return Sight(made, made.decision.side, made.decision)


# Trains


@pytest.fixture
def edge() -> Game:
    return game(
        f"""{RAILWAY}
date 1914-09-3 movement entente
unit B 0101 nation=gb kind=inf values=9-3 entrained
unit H 0401 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit G 0901 nation=ge kind=inf values=8-5
"""
    )


@pytest.mark.rule("7-3")
def test_who_came_on_a_train_can_be_transported_at_once(edge: Game) -> None:
    edge.play(Transport(("B",), "0501"))
    unit = position_of(edge).units["B"]
    assert (position_of(edge).setting.board.label(unit.at), unit.entrained) == ("0501", False)


@pytest.mark.rule("7-7")
def test_who_came_on_a_train_leaves_it_to_march(edge: Game) -> None:
    edge.play(March(("B",), "0202"))
    unit = position_of(edge).units["B"]
    assert (position_of(edge).setting.board.label(unit.at), unit.entrained) == ("0202", False)


def test_a_division_on_trains_at_the_edge_rides_to_the_front(edge: Game) -> None:
    marches = marches_of(edge, ENTENTE)
    front = position_of(edge).setting.board["0702"]
    marches.hold(Line((front,), {front: 10.0}), ["B"])
    (move,) = marches.moves()
    assert move.by_rail
    assert edge.check(Transport(move.units, position_of(edge).setting.board.label(move.to))) is None
    assert marches.survey.hexes_to_enemy[move.to] <= 4


# Guns and headquarters


GUNS = f"""{FRONTIER}
date 1914-09-3 movement entente
unit A 0202 nation=fr kind=art size=iii values=3-4
unit H 0203 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit F 0103 nation=fr kind=inf values=6-4
unit F2 0103 nation=fr kind=inf values=6-4
unit G 0402 nation=ge kind=inf values=8-5
"""


def test_guns_and_headquarters_are_not_left_alone_before_the_enemy() -> None:
    marches = marches_of(game(GUNS), ENTENTE)
    logistics.keep_company(marches)
    for name in ("A", "H"):
        node = marches.destination(name)
        company = [each for each in ("F", "F2") if marches.destination(each) == node]
        assert company, name


STORM = f"""{FRONTIER}
date 1914-09-3 movement entente
unit A 0303 nation=fr kind=art size=iii values=3-4
unit F 0303 nation=fr kind=inf values=6-4
unit F2 0203 nation=fr kind=inf values=6-4
unit G 0402 nation=ge kind=inf values=8-5
unit G2 0402 nation=ge kind=inf values=8-5
unit G3 0504 nation=ge kind=inf values=8-5
"""


def test_guns_wait_behind_a_hex_that_may_be_stormed() -> None:
    """Twenty-four points can come before six, whether an attack begins there or not. Who has enough keeps his
    guns."""
    for text, origins, stays in (
        (STORM, (), False),
        (STORM, ("0303",), False),
        (STORM.replace("values=8-5", "values=7-5"), (), True),
    ):
        marches = marches_of(game(text), ENTENTE)
        board = marches.setting.board
        logistics.draw_guns_back(marches, {board[label] for label in origins})
        assert (marches.destination("A") == board["0303"]) == stays
        assert stays or marches.survey.hexes_to_enemy[marches.destination("A")] > 1


def test_siege_guns_stay_before_the_works_that_they_besiege() -> None:
    text = f"""{FRONTIER}
date 1914-09-3 movement central-powers
unit S 0302 nation=ge kind=siege size=i values=5-3
unit A 0302 nation=ge kind=art size=iii values=3-4
unit G 0302 nation=ge kind=inf values=5-5
unit W 0202 nation=fr kind=fortress values=12-0
unit F 0202 nation=fr kind=inf values=9-4
"""
    marches = marches_of(game(text), CENTRAL_POWERS)
    logistics.draw_guns_back(marches, ())
    assert not marches.going


def test_guns_far_from_the_enemy_may_be_alone() -> None:
    far = GUNS.replace("unit G 0402", "unit G 0504").replace("8-5", "8-1").replace("A 0202", "A 0101")
    marches = marches_of(game(far.replace("H 0203", "H 0102")), ENTENTE)
    logistics.keep_company(marches)
    assert not marches.going


CAVALRY = f"""{FRONTIER}
date 1914-09-3 combat central-powers
unit C 0202 nation=fr kind=cav values=3-8
unit A 0202 nation=fr kind=art size=iii values=3-4
unit H 0101 nation=fr kind=hq size=xxxx values=0-4 supply=20
unit G 0302 nation=ge kind=inf values=8-5
unit K 0402 nation=ge kind=hq size=xxxx values=0-4 supply=20
"""


def test_cavalry_stays_with_guns_that_would_be_lost() -> None:
    for text, stays in ((CAVALRY, True), (CAVALRY.replace("unit A 0202", "unit A 0101"), False)):
        made = game(text)
        made.play(Assault("0202", ("G",)))
        assert made.decision.kind == "evade"
        order = player("general", made.title, ENTENTE, 1).choose(made)
        assert isinstance(order.action, Pass if stays else RetreatTo)


def test_who_alone_stands_with_guns_does_not_advance() -> None:
    made = game(CAVALRY.replace("unit A 0202", "unit A 0101") + "unit B 0302 nation=ge kind=art values=3-4\n")
    made.play(Assault("0202", ("G",)))
    made.play(next(choice for choice in made.decision.choices() if choice != PASS))
    assert made.decision.kind == "advance"
    staff = player("officer", made.title, CENTRAL_POWERS, 1)
    assert staff.choose(made).action == PASS
    position_of(made).remove("B")
    assert staff.choose(made).action == Advance("G")


REMNANT = f"""{FRONTIER}
date 1914-09-3 combat central-powers
unit A 0302 nation=ge kind=inf values=8-5
unit B 0302 nation=ge kind=inf values=8-5
unit C 0302 nation=ge kind=inf values=8-5
unit K 0402 nation=ge kind=hq size=xxxx values=0-4 supply=400
unit F 0202 nation=fr kind=inf values=4-4
unit F2 0101 nation=fr kind=inf values=9-4
unit F3 0101 nation=fr kind=inf values=9-4
unit F4 0101 nation=fr kind=inf values=9-4
unit F5 0101 nation=fr kind=inf values=9-4
unit F6 0101 nation=fr kind=inf values=9-4
unit H 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""


@pytest.mark.rule("15-4")
def test_who_must_go_first_is_not_taken_for_all_who_follow() -> None:
    """One division lost a point and must go first. With those behind it, it is enough to hold the hex."""
    made = game(REMNANT)
    made.play(Assault("0202", ("A", "B", "C")))
    while made.decision.kind != "advance":
        made.play(player("general", made.title, made.decision.side, 1).choose(made).action)
    position = position_of(made)
    node, survey = position.setting.board["0202"], Survey(position, CENTRAL_POWERS)
    (first,) = [choice for choice in made.decision.choices() if isinstance(choice, Advance)]
    alone = [position.units[first.unit]]
    assert following.why_not_follow(position, survey, node, alone, careful=False) is not None
    assert player("general", made.title, CENTRAL_POWERS, 1).choose(made).action == first


def test_who_finds_no_room_does_not_count_among_those_who_follow() -> None:
    many = REMNANT + "".join(f"unit M{n} 0302 nation=ge kind=inf values=8-5\n" for n in range(9))
    position = position_of(game(many))
    node = position.setting.board["0202"]
    units = list(position.units_at(position.setting.board["0302"]))
    halves = position.setting.room[node][0]
    assert 2 * len(units) > halves
    assert following.strength_with_room(position, node, units) == 8 * (halves // 2)


# What could be cut off


FLANK = """
board corner=0101 shifted=even
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
| . . . . . . .
hex 0101 country=france
hex 0102 country=france
hex 0103 country=france
hex 0104 country=france
hex 0105 country=france
hex 0701 country=germany
date 1914-09-3 movement entente
unit A 0303 nation=fr kind=inf values=6-4
unit A2 0303 nation=fr kind=inf values=6-4
unit B 0203 nation=fr kind=inf values=3-4
unit G 0302 nation=ge kind=inf values=8-5
unit G2 0302 nation=ge kind=inf values=8-5
unit G3 0304 nation=ge kind=inf values=8-5
unit G4 0304 nation=ge kind=inf values=8-5
"""


def test_a_stack_beside_a_hex_that_will_be_stormed_is_not_safe() -> None:
    made = game(FLANK)
    position = position_of(made)
    survey = Survey(position, ENTENTE)
    node, beside = position.setting.board["0303"], position.setting.board["0203"]
    assert survey.threat[beside] > exposure.STORMED * 3
    assert Exposure(position.copy(), ENTENTE).held[beside]
    aware = Exposure(position.copy(), ENTENTE, survey.threat)
    assert not aware.held[beside]
    assert aware.held[node] == (survey.threat[node] <= exposure.STORMED * 12)


def test_walls_and_trenches_are_not_stormed_so_soon() -> None:
    position = position_of(
        game(FLANK + "marker trench 0203 entente\nunit W 0202 nation=fr kind=fortress values=4-0\n")
    )
    board = position.setting.board
    storm = {board["0203"]: 20, board["0202"]: 99}
    aware = Exposure(position.copy(), ENTENTE, storm)
    assert aware.held[board["0203"]]
    assert aware.held[board["0202"]]


# Ground


def test_who_would_leave_a_hex_empty_is_not_paid_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"""{FRONTIER}
date 1914-09-3 combat entente
unit F 0202 nation=fr kind=inf values=8-4
unit F2 0202 nation=fr kind=inf values=8-4
unit H 0102 nation=fr kind=hq size=xxxx values=0-4 supply=40
unit G 0302 nation=ge kind=inf values=3-5
"""
    reserves = "".join(f"unit R{n} 0402 nation=ge kind=inf values=20-5\n" for n in range(5))
    worths = []
    for more, enters in (("", True), (reserves, False)):
        position = position_of(game(text + more))
        survey = Survey(position, ENTENTE)
        scales = Scales(survey, LEVELS["general"], 1.0)
        node = position.setting.board["0302"]
        units = [position.units[name] for name in ("F", "F2")]
        why = following.why_not_follow(position, survey, node, units, careful=False)
        assert (why is None) == enters
        monkeypatch.setattr(Scales, "hex_worth", lambda self, node: 10.0)  # the same ground in both
        choice = combats.exact(scales, node, ("F", "F2"))
        assert choice is not None
        worths.append(choice.worth)
    assert worths[0] > worths[1] + 3


def test_an_attack_is_worth_what_the_defender_s_best_answer_leaves_of_it() -> None:
    position = position_of(
        game(
            f"""{FRONTIER}
date 1914-09-3 combat central-powers
unit G 0302 nation=ge kind=inf values=8-5
unit G2 0302 nation=ge kind=inf values=8-5
unit K 0402 nation=ge kind=hq size=xxxx values=0-4 supply=40
unit F 0202 nation=fr kind=inf values=6-4
unit H 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""
        )
    )
    odds = forecasts(
        position, combats.battle_on(position, CENTRAL_POWERS, position.setting.board["0202"], ("G", "G2"))
    )[0]
    standing, leaving = combats.figures(odds, 6), combats.if_left(odds, 6)
    assert leaving[2] == 1.0 > standing[2]  # who leaves gives up the hex
    assert leaving[0] < standing[0]  # and spares losses on both sides
    assert leaving[1] < standing[1]


# Rest


def test_who_alone_holds_a_hex_before_the_enemy_does_not_go_to_rest() -> None:
    made = game(GUNS.replace("F 0103", "F 0303"))
    marches = marches_of(made, ENTENTE)
    units = position_of(made).units
    assert depots.is_missed(marches, units["F"])
    assert not depots.is_missed(marches, units["F2"])
    marches.send("F2", units["F"].at, "To relieve it.")
    assert not depots.is_missed(marches, units["F"])


# The veto


RUIN = f"""{FRONTIER}
date 1914-09-3 combat central-powers
unit G 0302 nation=ge kind=inf values=8-5
unit K 0402 nation=ge kind=hq size=xxxx values=0-4 supply=40
unit F 0202 nation=fr kind=inf values=8-4
unit F2 0202 nation=fr kind=inf values=8-4
unit F3 0202 nation=fr kind=inf values=8-4
unit H 0102 nation=fr kind=hq size=xxxx values=0-4 supply=40
"""


class Reckless:
    """A planner that attacks whatever it costs."""

    def __init__(self, despite: str) -> None:
        self.despite = despite

    def order(self, sight: Sight) -> Order:
        return Order(Assault("0202", ("G",)), "Forward.", self.despite)

    def notes(self) -> Notes:
        return Notes()


def test_no_staff_orders_ruin_without_a_word() -> None:
    made = game(RUIN)
    order = Player("general", CENTRAL_POWERS, Reckless("")).choose(made)
    assert order.action == PASS
    assert "expected losses are" in order.reason


def test_ruin_is_ordered_by_who_says_what_it_is_for() -> None:
    made = game(RUIN)
    order = Player("general", CENTRAL_POWERS, Reckless("Paris is behind it.")).choose(made)
    assert isinstance(order.action, Assault)
    assert order.reason.startswith("Forward. Dear, expected losses are")
    assert order.reason.endswith("Paris is behind it.")


def test_an_attack_that_is_not_ruin_is_left_as_it_is() -> None:
    made = game(
        RUIN.replace("unit F2 0202", "unit F2 0101")
        .replace("unit F3 0202", "unit F3 0101")
        .replace("F 0202 nation=fr kind=inf values=8-4", "F 0202 nation=fr kind=inf values=1-4")
    )
    order = Reckless("").order(sight_of(made))
    assert looked_over(sight_of(made), order) == order
    assert looked_over(sight_of(made), Order(PASS, "Enough.")) == Order(PASS, "Enough.")


def test_small_losses_ruin_nobody() -> None:
    assert not is_ruinous(2.0, 0.0)
    assert is_ruinous(4.0, 1.0)
    assert not is_ruinous(4.0, 2.0)


def test_the_staff_itself_does_not_choose_ruin() -> None:
    made = game(RUIN)
    scales = Scales(Survey(position_of(made), CENTRAL_POWERS), LEVELS["general"], 1.15)
    assert combats.next_attack(scales) is None
    choice = combats.exact(scales, position_of(made).setting.board["0202"], ("G",))
    assert choice is not None
    assert choice.worth < 0
    assert not choice.despite


# What an attack promises


def test_an_attack_says_what_it_promises_and_whether_ground_is_fought_for() -> None:
    text = f"""{FRONTIER}
date 1914-09-3 combat central-powers
unit G 0302 nation=ge kind=inf values=8-5
unit G2 0302 nation=ge kind=inf values=8-5
unit G3 0302 nation=ge kind=inf values=8-5
unit K 0402 nation=ge kind=hq size=xxxx values=0-4 supply=400
unit F 0202 nation=fr kind=inf values=4-4
unit H 0102 nation=fr kind=hq size=xxxx values=0-4 supply=20
"""
    made = game(text)
    order = player("general", made.title, CENTRAL_POWERS, 1).choose(made)
    assert isinstance(order.action, Assault)
    position = position_of(made)
    battle = combats.battle_on(position, CENTRAL_POWERS, position.setting.board["0202"], order.action.units)
    assert order.promise == combats.figures(forecasts(position, battle)[0], 4)[2] > 0.5
    assert order.ground
    walled = game(text + "unit W 0202 nation=fr kind=fortress values=4-0\n")
    assert not player("general", walled.title, CENTRAL_POWERS, 1).choose(walled).ground


@pytest.mark.parametrize(("strength", "some_leave"), [(6, True), (20, False)])
def test_a_promise_reckons_with_defenders_who_leave_of_their_own_will(
    strength: int, some_leave: bool
) -> None:
    """Who is likely to be driven out may go although he could stay; who has nothing to fear stays."""
    position = position_of(
        game(
            f"""{FRONTIER}
date 1914-09-3 combat central-powers
unit G 0302 nation=ge kind=inf values=8-5
unit G2 0302 nation=ge kind=inf values=8-5
unit G3 0302 nation=ge kind=inf values=8-5
unit F 0202 nation=fr kind=inf values={strength}-4
"""
        )
    )
    node, names = position.setting.board["0202"], ("G", "G2", "G3")
    odds = forecasts(position, combats.battle_on(position, CENTRAL_POWERS, node, names))[0]
    driven, left = combats.figures(odds, strength)[2], combats.if_left(odds, strength)[2]
    choice = combats.exact(Scales(Survey(position, CENTRAL_POWERS), LEVELS["general"], 1.0), node, names)
    assert choice is not None
    assert choice.promise is not None
    assert left > driven
    assert (driven > 0) == some_leave
    assert driven < choice.promise < left if some_leave else choice.promise == 0


# What the plan of the campaign demands


def test_who_must_attack_goes_to_where_the_weakest_of_the_enemy_is_and_all_to_the_same() -> None:
    text = f"""{FRONTIER}
date 1914-08-5 movement entente
unit P 0202 nation=fr kind=inf values=6-4 army=fr-hq-xxxx-1
unit Q 0203 nation=fr kind=inf values=6-4 army=fr-hq-xxxx-1
unit G 0401 nation=ge kind=inf values=9-5
unit G2 0404 nation=ge kind=inf values=3-5
unit K 0503 nation=ge kind=hq size=xxxx values=0-4 supply=20
"""
    made = game(text)
    marches = marches_of(made, ENTENTE)
    assert all(duties.has_errand(position_of(made), position_of(made).units[name]) for name in ("P", "Q"))
    board = marches.setting.board
    near = {label: set(marches.setting.crossable[board[label]]) for label in ("0401", "0404")}
    marches.do_errands({"P", "Q"})
    assert {marches.destination(name) in near["0404"] for name in ("P", "Q")} == {True}
    struck = marches_of(made, ENTENTE)
    struck.do_errands({"P", "Q"}, {board["0401"]})
    assert {struck.destination(name) in near["0401"] for name in ("P", "Q")} == {True}
