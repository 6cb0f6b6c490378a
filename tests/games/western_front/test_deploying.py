"""Deployment as it is played: stages, orders for groups, what is refused, secrets, saves and mail."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import hexfront
from hexfront.cli import main
from hexfront.drawing import Highlight, Picture
from hexfront.games.western_front import orders
from hexfront.games.western_front.matters import Stationing
from hexfront.games.western_front.orders import (
    Allot,
    Behind,
    Deploy,
    DeployAll,
    Divide,
    HoldBack,
    LineUp,
    Place,
    Recall,
    Reduce,
    Spread,
    Station,
    Stock,
    StrikeOff,
    TakeBack,
    Weaken,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import gas
from hexfront.games.western_front.scenarios.deployment import checks, limits, stages
from hexfront.games.western_front.scenarios.deployment.lots import key_of, lots
from hexfront.games.western_front.vocabulary import ARRIVAL, CENTRAL_POWERS, DEPLOYMENT, ENTENTE
from hexfront.kernel import mail
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game

LATER = "second-ypres-and-artois", "verdun", "somme", "nivelle-offensive", "western-front-1918"
PLAYER = {"entente-set-up": "player determined"}

_begun: dict[tuple[str, str, str], Game] = {}


def begun(scenario: str = "verdun", upto: str = "", **options: str) -> Game:
    """A game that begins with deployment, or has come to a stage of it: "troops central-powers"."""
    key = (scenario, upto, str(options))
    if key not in _begun:
        game = hexfront.new(f"western-front/{scenario}", seed=7, options=options)
        while upto and _stage(game) != upto:
            game.play(_advised(game))
        _begun[key] = game
    return _begun[key].branch()


def _stage(game: Game) -> str:
    stage = stages.stage(game.position)
    return f"{stage.what} {stage.side}" if stage else "over"


def _advised(game: Game) -> Action:
    advised = game.decision.default()
    assert advised is not None
    return advised


def refused(game: Game, order: Action) -> tuple[str, ...]:
    """The rules by which an order is refused; it must not be in the choices either."""
    refusal = game.check(order)
    assert refusal is not None, order
    assert order not in game.decision.choices()
    with pytest.raises(Refusal):
        game.play(order)
    return refusal.rules


def where(game: Game, name: str) -> str:
    label: str = game.position.setting.board.label(game.position.units[name].at)
    return label


def count(game: Game, label: str, of: str = "") -> int:
    position = game.position
    here = position.units_at(position.setting.board[label])
    return sum(of in unit.name and not position.piece(unit).fortress for unit in here)


# The stages


@pytest.mark.rule("WF 14 set-up", "WF 16 set-up", "WF 18 set-up", "WF 20 set-up", "WF 22 set-up")
@pytest.mark.parametrize("scenario", LATER)
def test_sides_deploy_in_the_order_of_the_book_and_then_play_begins(scenario: str) -> None:
    game = hexfront.new(f"western-front/{scenario}", seed=1)
    assert game.position.phase == DEPLOYMENT
    asked: list[str] = []
    while game.position.phase == DEPLOYMENT:
        if not asked or asked[-1] != _stage(game):
            asked.append(_stage(game))
        game.play(_advised(game))
    supply = [] if scenario == "western-front-1918" else ["supply entente"]
    assert asked == ["troops entente", "troops central-powers", *supply, "supply central-powers"]
    assert game.position.active == CENTRAL_POWERS
    assert game.position.date == game.position.setting.parameters.first_turn
    assert not [key for key in game.position.flags if "deployment" in key or "held back" in key]


@pytest.mark.rule("WF 14 set-up", "WF 22 option 2")
def test_the_entente_places_what_it_has_held_back_when_the_germans_stand() -> None:
    game = begun("western-front-1918", **PLAYER)
    game.play(HoldBack(("fr-inf-xx-6-4:4",)))
    held = [unit.name for unit in stages.held_back(game.position, ENTENTE)]
    assert len(held) == 4
    game.play(DeployAll())
    assert [unit.name for unit in stages.waiting(game.position, ENTENTE)] == held
    game.play(PASS)
    game.play(DeployAll())
    game.play(PASS)
    assert _stage(game) == "reserve entente"
    assert refused(game, PASS) == ("WF 22 set-up",)
    assert refused(game, StrikeOff(("fr-inf-xx-1",), 1)) == ("WF 22 set-up",)
    game.play(Deploy("fr-inf-xx-6-4"))
    there = [action for action in game.decision.choices() if isinstance(action, Place)]
    game.play(there[0])
    game.play(DeployAll())
    assert all(name in game.position.units for name in held)
    game.play(PASS)
    assert _stage(game) == "supply entente"


@pytest.mark.rule("WF 14 set-up")
def test_one_division_of_the_reserve_is_added_to_a_hex() -> None:
    game = begun("verdun")
    game.play(HoldBack(("fr-inf-xx-6-4:3",)))
    first, second, third = (unit.name for unit in stages.held_back(game.position, ENTENTE))
    for _ in range(2):
        game.play(DeployAll())
        game.play(PASS)
    game.play(Station((first,), "1315"))
    assert refused(game, Station((second,), "1315")) == ("WF 16 set-up",)
    assert refused(game, Spread((second, third), ("1315", "1214"))) == ("WF 16 set-up",)
    game.play(Spread((second, third), ("1115", "1214")))
    here = next(name for name in game.position.units if where(game, name) == "1414" and "fr-inf" in name)
    assert refused(game, Station((here,), "1315")) == ("WF 16 set-up",)  # it has been deployed


@pytest.mark.rule("WF 14 set-up")
def test_at_most_ten_divisions_are_held_back_and_no_guns_or_headquarters() -> None:
    game = begun("somme")
    game.play(HoldBack(("fr-inf-xx-6-4:10",)))
    assert refused(game, HoldBack(("gb-inf-xx-7-4:1",))) == ("WF 18 set-up",)
    game.play(TakeBack((stages.held_back(game.position, ENTENTE)[0].name,)))
    game.play(HoldBack(("gb-inf-xx-7-4:1",)))
    for name in ("fr-hq-xxxx-1", "fr-art-iii-1", "fr-eng-iii-1"):
        assert refused(game, HoldBack((name,))) == ("WF 18 set-up",)
    german = begun("somme", "troops central-powers")
    assert refused(german, HoldBack(("ge-inf-xx-5",))) == ("WF 18 set-up",)


@pytest.mark.rule("WF 22 option 1")
def test_nobody_is_held_back_in_the_historical_set_up() -> None:
    game = begun("western-front-1918")
    assert refused(game, HoldBack(("fr-inf-xx-2",))) == ("WF 22 option 1",)
    game.play(Deploy(key_of(game.position, game.position.waiting["fr-inf-xx-2"])))
    assert not any(isinstance(action, HoldBack) for action in game.decision.choices())


@pytest.mark.rule("WF 22 option 1")
def test_printed_places_are_fixed_and_free_of_limits_and_the_rest_is_placed_by_its_steps() -> None:
    game = begun("western-front-1918")
    assert where(game, "us-inf-xx-26") == where(game, "us-inf-xx-42") == "1719"  # two, and a French one
    assert refused(game, Station(("us-inf-xx-26",), "2217")) == ("WF 22 set-up",)
    assert refused(game, TakeBack(("us-inf-xx-26",))) == ("WF 22 set-up",)
    assert refused(game, Station(("fr-inf-xx-2",), "1016")) == ("WF 22 option 1",)
    assert refused(game, Station(("fr-art-iii-1",), "1414")) == ("WF 22 option 1",)
    assert refused(game, Station(("fr-art-iii-1",), "0618")) == ("WF 22 option 1",)
    assert refused(game, Station(("fr-tank-x-1tnk-as-9-4",), "1416")) == ("WF 22 option 1",)
    game.play(Station(("fr-inf-xx-2",), "1515"))
    assert refused(game, StrikeOff(("fr-inf-xx-22",), 1)) == ("WF 22 option 1",)  # it stands in 1016
    assert refused(game, StrikeOff(("gb-inf-xx-56t",), 1)) == ("WF 22-2",)  # reduced by print
    game.play(StrikeOff(("fr-inf-xx-2", "fr-inf-xx-163"), 2))
    assert limits.struck_off(game.position, "fr") == 4
    game.play(TakeBack(("fr-inf-xx-163",)))  # it keeps its hex and has its strength again
    assert limits.struck_off(game.position, "fr") == 2
    assert where(game, "fr-inf-xx-163") == "1615"


@pytest.mark.rule("WF 22 option 1")
def test_the_example_of_three_guns_with_the_first_army_and_four_at_most_with_the_third() -> None:
    game = begun("western-front-1918", "troops central-powers").branch(1)  # everybody laid out
    counts = limits.artillery_counts(game.position, "gb")
    assert (counts["gb-hq-xxxx-1"], counts["gb-hq-xxxx-3"]) == (3, 4)
    assert game.check(PASS) is None
    game.play(Station(("gb-art-x-d",), "0810"))  # the fifth, from the Fifth Army
    counts = limits.artillery_counts(game.position, "gb")
    assert (counts["gb-hq-xxxx-1"], counts["gb-hq-xxxx-3"]) == (3, 5)
    refusal = game.check(PASS)
    assert refusal is not None
    assert "WF 22 option 1" in refusal.rules


@pytest.mark.rule("WF 22 option 1")
def test_guns_that_are_not_spread_keep_the_entente_from_ending() -> None:
    game = begun("western-front-1918", "troops central-powers").branch(1)  # everybody laid out
    near = limits.headquarters_near
    guns = [
        unit.name
        for unit in game.position.of_side(ENTENTE)
        if unit.name.startswith("gb-art")
        and "gb-hq-xxxx-1" in {each.name for each in near(game.position, "gb", unit.at)}
    ]
    game.play(Station(tuple(guns[:2]), "0811"))
    refusal = game.check(PASS)
    assert refusal is not None
    assert "Artillery of Great Britain spread over its headquarters" in refusal.reason
    assert "WF 22 option 1" in refusal.rules
    game.undo()
    assert game.check(PASS) is None


# What may stand where


@pytest.mark.rule("WF 12-3", "WF 14 set-up")
def test_nations_keep_to_their_sectors() -> None:
    game = begun("second-ypres-and-artois")
    assert refused(game, Station(("fr-inf-xx-1",), "0907")) == ("WF 14 set-up",)  # a British front hex
    assert refused(game, Station(("fr-inf-xx-1",), "0905")) == ("WF 14 set-up",)  # the Belgian one
    assert refused(game, Station(("gb-inf-xx-27",), "0909")) == ("WF 14 set-up",)
    assert refused(game, Station(("gb-inf-xx-27",), "0611")) == ("WF 12-3",)
    assert refused(game, Station(("fr-inf-xx-1",), "0707")) == ("WF 12-3",)
    assert refused(game, Station(("fr-inf-xx-1",), "1106")) == ("WF 14 set-up",)  # behind the German line
    german = begun("second-ypres-and-artois", "troops central-powers")
    assert refused(german, Station(("ge-inf-xx-5",), "0909")) == ("WF 14 set-up",)
    german.play(Station(("ge-inf-xx-5",), "1107"))


@pytest.mark.rule("WF 14 set-up")
def test_british_behind_their_front_need_countrymen_in_the_line_or_a_headquarters() -> None:
    game = begun("second-ypres-and-artois")
    behind = Station(("gb-inf-xx-27",), "0807")
    assert refused(game, behind) == ("WF 14 set-up",)
    game.play(Station(("gb-hq-xxxx-1",), "0807"))
    assert game.check(behind) is None
    game.undo()
    game.play(Station(("gb-inf-xx-28",), "0908"))
    assert game.check(behind) is None
    game.play(behind)
    game.play(TakeBack(("0908",)))  # now it has neither
    wrong = next(each for each in checks.checks(game.position, ENTENTE) if "stands where" in each.text)
    assert not wrong.done
    assert "0807" in wrong.wrong[0]


@pytest.mark.rule("WF 14 set-up")
def test_south_of_row_18_a_hex_has_one_division_and_no_gun() -> None:
    game = begun("nivelle-offensive")
    game.play(Station(("fr-inf-xx-1",), "2720"))
    assert refused(game, Station(("fr-inf-xx-2",), "2720")) == ("WF 20 set-up",)
    assert refused(game, LineUp(("fr-inf-xx-6-4",), "2719", "2721", 1)) == ("WF 20 set-up",)
    assert refused(game, Station(("fr-art-iii-1",), "2619")) == ("WF 20 set-up",)
    game.play(Station(("fr-inf-xx-2", "fr-inf-xx-3"), "2518"))  # row 18 itself is free
    german = begun("nivelle-offensive", "troops central-powers")
    assert refused(german, LineUp(("ge-inf-xx-8-5",), "2821", "2823", 2)) == ("WF 20 set-up",)
    assert refused(german, Station(("ge-art-iii-1",), "3020")) == ("WF 20 set-up",)


@pytest.mark.rule("WF 15-3")
def test_two_divisions_of_at_most_six_points_are_around_verdun() -> None:
    game = begun("verdun")
    assert refused(game, Station(("fr-inf-xx-37al",), "2015")) == ("WF 15-3",)  # a 7-4
    game.play(StrikeOff(("fr-inf-xx-37al",), 1))
    game.play(Station(("fr-inf-xx-37al",), "2015"))
    assert refused(game, Spread(("fr-inf-xx-6-4:2",), ("2014", "2016"))) == ("WF 15-3",)
    game.play(Station(("fr-inf-xx-6-4:1",), "2016"))
    assert refused(game, Station(("fr-inf-xx-6-4:1",), "2115")) == ("WF 15-3",)
    line = next(each for each in checks.checks(game.position, ENTENTE) if "Verdun" in each.text)
    assert (line.done, line.progress, line.rule) == (True, "2 of at most 2", "WF 15-3")
    game.play(HoldBack(("fr-inf-xx-6-4:1",)))
    for _ in range(2):
        game.play(DeployAll())
        game.play(PASS)
    reserve = stages.unplaced(game.position, ENTENTE)[0].name
    assert refused(game, Station((reserve,), "2015")) == ("WF 15-3",)  # it binds the reserve, too


@pytest.mark.rule("WF 17-3")
def test_near_verdun_units_of_june_1916_lose_what_is_more_than_their_back_side() -> None:
    game = begun("somme")
    assert limits.struck_off(game.position, "fr") == 0
    game.play(Station(("fr-inf-xx-1",), "2014"))
    unit = game.position.units["fr-inf-xx-1"]
    assert unit.strength == game.position.piece(unit).reduced
    assert limits.struck_off(game.position, "fr") == 6 - unit.strength
    game.play(Reduce("fr", "evenly"))
    assert "WF 17-3" in refused(game, Station(("fr-mtn-xx-66m",), "2016"))  # no more is to be struck off


@pytest.mark.rule("11-1", "11-4")
def test_no_hex_has_more_than_may_stand_there() -> None:
    game = begun("verdun")
    assert refused(game, Station(("fr-inf-xx-6-4",), "1315")) == ("11-1",)
    assert refused(game, Station(("fr-art-iii-3-4",), "1315")) == ("11-1",)
    assert count(game, "1315") == 0  # whole or not at all


@pytest.mark.rule("WF 12-11")
def test_railway_guns_stand_on_rails() -> None:
    game = begun("western-front-1918", **PLAYER)
    assert "fr-siege-ii-6-rr" in {
        lot.key for lot in lots(game.position, stages.unplaced(game.position, ENTENTE))
    }
    assert refused(game, Station(("fr-siege-ii-6-rr",), "1314")) == ("WF 12-11",)


# Orders for groups


def test_units_are_lined_up_spread_and_put_behind() -> None:
    game = begun("second-ypres-and-artois", "troops central-powers")
    game.play(LineUp(("ge-inf-xx-8-5:12",), "1007", "1012", 2))
    assert [count(game, label) for label in ("1007", "1008", "1009", "1010", "1011", "1012", "1013")] == [
        *(2,) * 6,
        0,
    ]
    game.play(Spread(("ge-inf-xx-5-5:7",), ("1013", "1114", "1213")))
    assert [count(game, label) for label in ("1013", "1114", "1213")] == [3, 2, 2]
    game.play(Behind(("ge-cav-xx-2-6",), ("1007", "1008")))
    position = game.position
    for name in ("ge-cav-xx-7", "ge-cav-xx-gd"):
        assert position.rail_network(position.units[name].at) == "ge"
    game.play(TakeBack(("1007", "1008")))
    assert count(game, "1007") == count(game, "1008") == 0


def test_a_line_is_filled_in_the_order_of_the_front_from_either_end() -> None:
    game = begun("verdun")
    game.play(LineUp(("fr-inf-xx-6-4",), "1515", "1414", 1))
    assert [count(game, label) for label in ("1414", "1515", "1615")] == [1, 1, 0]
    assert refused(game, LineUp(("fr-inf-xx-6-4",), "1515", "0618", 1)) == ("WF 16 set-up",)


def test_who_stands_is_moved_and_keeps_what_was_struck_off() -> None:
    game = begun("verdun")
    game.play(Station(("fr-inf-xx-1",), "1515"))
    game.play(StrikeOff(("fr-inf-xx-1",), 2))
    game.play(Station(("fr-inf-xx-1",), "1414"))
    assert (where(game, "fr-inf-xx-1"), game.position.units["fr-inf-xx-1"].strength) == ("1414", 4)
    game.play(TakeBack(("fr-inf-xx-1",)))
    assert game.position.waiting["fr-inf-xx-1"].strength == 6


@pytest.mark.parametrize(
    "order",
    [
        Station(("fr-inf-xx-nobody",), "1414"),
        Station((), "1414"),
        Station(("fr-inf-xx-1",), "9999"),
        Station(("ge-inf-xx-5",), "1107"),  # not of this side
        Station(("fr-inf-xx-6-4:400",), "1414"),
        Station(("fr-fortress-2015",), "1414"),
        Spread(("fr-inf-xx-1",), ()),
        LineUp(("fr-inf-xx-1",), "1414", "1515", 0),
        TakeBack(("1414",)),  # nobody is there
        Deploy("fr-inf-xx-99-9"),
        Reduce("ge", "evenly"),
        Reduce("fr", "cruelly"),
        Weaken("be"),
        Stock("fr-hq-xxxx-1"),
        Divide("fr", "evenly"),
        Recall(),
        Place("fr-inf-xx-1", "0907"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_with_a_rule(order: Action) -> None:
    assert refused(begun("verdun"), order)


def test_a_group_is_placed_exactly_where_its_units_could_be_placed_one_by_one() -> None:
    """An order for a group is legal if, and only if, what it stands for is: they are no way round a limit."""
    game = begun("verdun")
    draw = random.Random(3)
    labels = [
        game.position.setting.board.label(node) for node in limits.around(game.position.setting, "verdun")
    ]
    labels += ["0907", "1006", "0909", "2720", "1315", "1414", "0807", "0707"]
    names = sorted(game.position.waiting)
    french = [name for name in names if name.startswith(("fr-", "gb-"))]
    legal = 0
    for _ in range(60):
        units, at = tuple(draw.sample(french, 2)), draw.choice(labels)
        together = game.check(Station(units, at))
        twin, apart = game.branch(), None
        for name in units:
            apart = apart or twin.check(Place(name, at))
            if apart is None:
                twin.play(Place(name, at))
        assert (together is None) == (apart is None), (units, at, together, apart)
        assert together is None or together.rules == apart.rules if apart else True
        legal += together is None
    assert 0 < legal < 60


# Points


@pytest.mark.rule("WF 14-1", "WF 14-2", "WF 14-3", "WF 14-4")
def test_a_hundred_points_come_off_the_french_of_1915_and_none_off_the_belgians() -> None:
    game = begun("second-ypres-and-artois")
    assert refused(game, StrikeOff(("be-inf-xx-1",), 1)) == ("WF 14-3",)
    assert refused(game, StrikeOff(("fr-cav-xx-1",), 1)) == ("WF 14 set-up",)
    assert refused(game, StrikeOff(("fr-inf-xx-1",), 7)) == ("WF 14-1",)
    game.play(StrikeOff(("fr-inf-xx-1",), 6))  # down to nothing: it waits to be rebuilt
    assert "fr-inf-xx-1" in game.position.lost
    game.play(StrikeOff(("fr-inf-xx-6-4:30",), 3))
    assert limits.struck_off(game.position, "fr") == 96
    assert refused(game, StrikeOff(("fr-mtn-xx-66m",), 5)) == ("WF 14-1",)
    game.play(Weaken("fr"))
    assert all(isinstance(action, (StrikeOff, type(PASS))) for action in game.decision.choices())
    game.play(StrikeOff(("fr-mtn-xx-66m",), 1))
    game.play(Reduce("fr", "weakest"))
    assert limits.struck_off(game.position, "fr") == 100
    assert not any(isinstance(action, Reduce) and action.nation == "fr" for action in game.decision.choices())
    game.play(TakeBack(("fr-inf-xx-1",)))
    assert limits.struck_off(game.position, "fr") == 94


LISTS = {
    "second-ypres-and-artois": (
        "WF 14",
        {"fr": 100, "gb": 45, "ge": 130},
        {"fr": 90, "gb": 17, "be": 7, "ge": 130},
    ),
    "verdun": ("WF 16", {"fr": 100, "gb": 10, "ge": 50}, {"fr": 150, "gb": 75, "be": 7, "ge": 240}),
    "somme": ("WF 18", {"fr": 50, "ge": 50}, {"fr": 225, "gb": 100, "be": 7, "ge": 160}),
    "nivelle-offensive": ("WF 20", {"gb": 60}, {"fr": 240, "gb": 130, "be": 15, "ge": 310}),
    "western-front-1918": ("WF 22", {"fr": 20, "gb": 90}, {"fr": 225, "gb": 192, "be": 15, "ge": 640}),
}


@pytest.mark.rule("WF 14-1", "WF 14-2", "WF 14-3", "WF 14-4", "WF 16-1", "WF 16-2", "WF 16-3", "WF 16-4")
@pytest.mark.rule("WF 18-1", "WF 18-2", "WF 18-3", "WF 18-4", "WF 20-1", "WF 20-2", "WF 20-3", "WF 20-4")
@pytest.mark.rule("WF 22-1", "WF 22-2", "WF 22-4", "WF 22-5", "WF 22 option 2")
@pytest.mark.parametrize("scenario", LATER)
def test_nobody_is_done_before_each_nation_has_lost_and_divided_what_its_list_says(scenario: str) -> None:
    chapter, off, supply = LISTS[scenario]
    order = ("fr", "gb", "us", "be", "ge") if chapter == "WF 22" else ("fr", "gb", "be", "ge")
    rule_of = {nation: f"{chapter}-{number}" for number, nation in enumerate(order, 1)}
    options = PLAYER if chapter == "WF 22" else {}
    for side, nations in ((ENTENTE, ("fr", "gb", "be")), (CENTRAL_POWERS, ("ge",))):
        game = begun(scenario, f"troops {side}", **options)
        owed = [rule_of[nation] for nation in nations if nation in off]
        assert refused(game, PASS) == (f"{chapter} set-up", *owed)
        for nation in nations:
            if nation in off:
                game.play(Reduce(nation, "evenly"))
                assert limits.struck_off(game.position, nation) == off[nation]
        game = begun(scenario, f"supply {side}", **options)
        assert refused(game, PASS) == tuple(rule_of[nation] for nation in nations)
        for nation in nations:
            game.play(Divide(nation, "evenly"))
            held = [unit.supply for unit in stages.headquarters_of(game.position, nation)]
            assert sum(held) == supply[nation]
            assert max(held) - min(held) <= 1
        assert game.check(PASS) is None


@pytest.mark.rule("WF 22-3")
def test_the_americans_of_march_1918_are_whole_and_have_no_supply_points() -> None:
    game = begun("western-front-1918", **PLAYER)
    found = lots(game.position, stages.unplaced(game.position, ENTENTE))
    assert {lot.key: len(lot.units) for lot in found if lot.key.startswith("us-")} == {
        "us-eng-iii-0-3": 3,
        "us-inf-xx-13-4": 1,
        "us-inf-xx-12-4": 2,
        "us-inf-xx-5-4": 1,
        "us-inf-x-7-4": 1,
        "us-mar-x-7-4": 1,
    }
    assert refused(game, StrikeOff(("us-inf-xx-1",), 1)) == ("WF 22-3",)


@pytest.mark.rule("WF 14-4")
def test_the_gas_counter_of_1915_is_there_when_play_begins() -> None:
    game = begun("second-ypres-and-artois", "supply central-powers")
    game.play(DeployAll())
    game.play(PASS)
    assert gas.counters(game.position, CENTRAL_POWERS) == 1
    assert gas.counters(game.position, ENTENTE) == 0


@pytest.mark.rule("WF 16-1", "WF 16-4")
@pytest.mark.parametrize("preset", ["evenly", "quiet", "weakest"])
def test_presets_take_off_what_is_owed_and_nobody_is_struck_off_whole(preset: str) -> None:
    game = begun("verdun", "troops central-powers")
    game.play(Reduce("ge", preset))
    assert limits.struck_off(game.position, "ge") == 50
    assert not [name for name in game.position.lost if name.startswith("ge-")]


@pytest.mark.rule("WF 14 set-up", "WF 18-1", "17-4")
def test_supply_points_are_divided_to_the_last_and_no_headquarters_holds_too_many() -> None:
    game = begun("somme", "supply entente")
    assert refused(game, PASS) == ("WF 18-1", "WF 18-2", "WF 18-3")
    assert refused(game, Allot("fr-hq-xxxx-1", 101)) == ("17-4",)
    assert refused(game, Allot("ge-hq-xxxx-1", 1)) == ("WF 18 set-up",)
    game.play(Allot("fr-hq-xxxx-1", 100))
    game.play(Allot("fr-hq-xxxx-2", 100))
    assert refused(game, Allot("fr-hq-xxxx-3", 26)) == ("WF 18-1",)
    game.play(Stock("fr-hq-xxxx-3"))
    assert len(game.decision.choices()) == 27  # 0 to 25, or think better of it
    game.play(Allot("fr-hq-xxxx-3", 25))
    for preset in ("evenly", "troops", "attack", "balanced"):
        game.play(Divide("gb", preset))
        assert stages.undivided(game.position, game.position.setting.parameters.forces[1]) == 0
    assert refused(game, PASS) == ("WF 18-3",)
    game.play(DeployAll())  # what is divided stays
    assert game.position.units["fr-hq-xxxx-2"].supply == 100
    game.play(PASS)
    assert _stage(game) == "supply central-powers"


@pytest.mark.rule("WF 14 set-up")
def test_the_end_is_refused_with_everything_that_is_open() -> None:
    game = begun("verdun")
    refusal = game.check(PASS)
    assert refusal is not None
    assert refusal.rules == ("WF 16 set-up", "WF 16-1", "WF 16-2")
    assert refusal.reason == (
        "Units placed: 0 of 222; Strength struck off France: 0 of 100; "
        "Strength struck off Great Britain: 0 of 10"
    )


# All at once


@pytest.mark.parametrize("scenario", LATER)
def test_the_rest_is_laid_out_beside_what_a_player_has_placed(scenario: str) -> None:
    game = begun(scenario, "troops central-powers")
    goal = game.position.setting.parameters.front
    assert goal is not None
    game.play(LineUp(("ge-inf-xx-8-5:6",), goal.german[20], goal.german[22], 2))
    before = {unit.name: unit.at for unit in stages.placed(game.position, CENTRAL_POWERS)}
    game.play(DeployAll())
    assert before == {name: game.position.units[name].at for name in before}
    assert game.check(PASS) is None


def test_it_is_laid_out_anew_where_nothing_else_will_do() -> None:
    game = begun("second-ypres-and-artois")
    game.play(Station(("gb-hq-xxxx-1",), "0807"))
    game.play(Station(("gb-cav-xx-2-6",), "0807"))
    game.play(TakeBack(("gb-hq-xxxx-1",)))  # they are near no headquarters any more
    game.play(Station(("gb-hq-xxxx-1", "gb-hq-xxxx-2"), "0708"))
    (event,) = game.play(DeployAll())
    assert event.text in ("All the others are laid out", "Everybody is laid out anew")
    assert game.check(PASS) is None


def test_units_of_a_kind_are_taken_up_one_after_the_other() -> None:
    game = begun("verdun")
    choices = list(game.decision.choices())
    assert len(choices) < 80
    kind = next(
        action for action in choices if isinstance(action, Deploy) and action.kind.startswith("be-inf")
    )
    game.play(kind)
    placed = {action.at for action in game.decision.choices() if isinstance(action, Place)}
    assert placed == {"0905"}  # without a headquarters or countrymen nowhere else
    about = game.decision.about
    assert isinstance(about, Stationing)
    assert refused(game, Place(about.unit, "0906")) == ("WF 16 set-up",)
    game.play(PASS)
    assert kind in game.decision.choices()


@pytest.mark.parametrize(("scenario", "seed"), [("verdun", 1), ("western-front-1918", 2)])
def test_by_lot_a_deployment_is_composed_step_by_step_and_the_game_goes_on(scenario: str, seed: int) -> None:
    """Without the order that does it all, and without orders for groups."""
    game = begun(scenario, "troops central-powers")
    draw = random.Random(seed)
    for _ in range(1500):
        if _stage(game) != "troops central-powers":
            break
        choices = [
            action
            for action in game.decision.choices()
            if not isinstance(action, (DeployAll, Recall))
            and (action != PASS or game.decision.kind == "deploy")
        ]
        game.play(draw.choice(choices or [PASS]))
    assert _stage(game).startswith("supply")
    while game.position.phase == DEPLOYMENT:
        choices = [action for action in game.decision.choices() if not isinstance(action, Stock)]
        game.play(draw.choice(choices))
    assert game.position.units


# What the other side sees


@pytest.mark.rule("WF 14 set-up", "17-5")
def test_the_enemy_sees_who_stands_and_not_what_is_left_of_those_held_back() -> None:
    game = begun("verdun")
    game.play(Station(("fr-inf-xx-1",), "1515"))
    game.play(HoldBack(("fr-inf-xx-2", "fr-inf-xx-3")))
    game.play(StrikeOff(("fr-inf-xx-2",), 3))
    plain = game.branch(1)
    plain.play(HoldBack(("fr-inf-xx-4", "fr-inf-xx-3")))
    plain.play(StrikeOff(("fr-inf-xx-3",), 3))
    for other in (game, plain):
        shown = other.view(CENTRAL_POWERS)["position"]
        assert "fr-inf-xx-1" in [unit["name"] for unit in shown["units"]]
        assert "fr-inf-xx-2" not in [unit["name"] for unit in shown["units"]]
        assert not [event for event in other.view(CENTRAL_POWERS)["events"] if event["kind"] == "set-up"]
    assert game.view(CENTRAL_POWERS)["position"] == plain.view(CENTRAL_POWERS)["position"]
    assert game.report(CENTRAL_POWERS) == plain.report(CENTRAL_POWERS)
    known = game.position_known(CENTRAL_POWERS)
    assert known.waiting["fr-inf-xx-2"].strength == 6
    assert not stages.is_held_back(known, "fr-inf-xx-2")
    assert stages.is_held_back(game.position_known(ENTENTE), "fr-inf-xx-2")


# Undoing, saving, mailing


def test_every_step_can_be_taken_back_until_the_other_side_is_asked() -> None:
    game = begun("verdun")
    positions = [game.position.digest()]
    steps: list[Action] = [
        Station(("fr-inf-xx-1",), "1515"),
        HoldBack(("fr-inf-xx-2",)),
        StrikeOff(("fr-inf-xx-2",), 2),
        TakeBack(("1515",)),
        DeployAll(),
    ]
    for order in steps:
        game.play(order)
        positions.append(game.position.digest())
    for digest in reversed(positions[:-1]):
        game.undo()
        assert game.position.digest() == digest
    game.play(DeployAll())
    game.play(PASS)
    with pytest.raises(Refusal):
        game.undo()


def test_a_game_is_saved_and_loaded_in_the_middle(tmp_path: Path) -> None:
    game = begun("western-front-1918", **PLAYER)
    game.play(Station(("fr-inf-xx-1",), "1515"))
    game.play(HoldBack(("fr-inf-xx-2",)))
    game.play(Deploy("fr-hq-xxxx-5"))
    hexfront.save(game, tmp_path / "game.hexfront")
    again = hexfront.load(tmp_path / "game.hexfront")
    assert again.position == game.position
    assert list(again.decision.choices()) == list(game.decision.choices())
    again.play(Place("fr-hq-xxxx-5", "1416"))
    again.play(DeployAll())
    assert where(again, "fr-inf-xx-1") == "1515"
    text = hexfront.position(again.position_text().text())
    assert text.position.units == again.position.units
    assert text.position.waiting == again.position.waiting
    assert list(text.decision.choices()) == list(again.decision.choices())


@pytest.mark.rule("WF 14 set-up")
def test_a_deployment_goes_by_mail_in_three_letters(tmp_path: Path) -> None:
    game = begun("somme")
    letters = 0

    def letter(side: str, *orders_given: Action) -> None:
        nonlocal letters
        letters += 1
        path = tmp_path / f"{letters}.hexfront"
        mail.mail_out(game, side, path)
        copy = hexfront.load(path)
        for order in orders_given:
            copy.play(order, side)
        mail.save_reply(copy, path)
        mail.mail_in(game, path)

    letter(ENTENTE, HoldBack(("gb-inf-xx-7-4:2",)), DeployAll(), PASS)
    letter(CENTRAL_POWERS, DeployAll(), PASS)
    letter(ENTENTE, DeployAll(), PASS, Divide("fr", "attack"), DeployAll(), PASS)
    assert letters == 3
    assert _stage(game) == "supply central-powers"  # which begins the letter with the first German turn
    letter(CENTRAL_POWERS, DeployAll(), PASS)
    assert game.position.phase == ARRIVAL


# Set-ups used again


@pytest.mark.parametrize(
    ("scenario", "options"),
    [("verdun", {}), ("somme", {}), ("western-front-1918", {}), ("western-front-1918", PLAYER)],
)
def test_a_set_up_is_written_down_and_used_in_another_game(scenario: str, options: dict[str, str]) -> None:
    first, again = begun(scenario, **options), begun(scenario, **options)
    if scenario != "western-front-1918" or options:
        first.play(HoldBack(("fr-inf-xx-6-4:3",)))
        first.play(StrikeOff((stages.held_back(first.position, ENTENTE)[0].name,), 2))
    first.play(DeployAll())
    kept = first.laid_out(ENTENTE)
    assert 20 < len(kept) < 200
    assert first.laid_out(CENTRAL_POWERS) == []
    again.play_all(kept)
    assert again.position.units == first.position.units
    assert again.position.waiting == first.position.waiting
    assert again.check(PASS) is None
    for game in (first, again):
        game.play(PASS)
        game.play(DeployAll())
    again.undo()
    again.play_all(first.laid_out(CENTRAL_POWERS))
    assert again.position.units == first.position.units


def test_so_is_a_division_of_supply_points() -> None:
    first, again = begun("verdun", "supply entente"), begun("verdun", "supply entente")
    first.play(Divide("fr", "attack"))
    first.play(DeployAll())
    again.play_all(first.laid_out(ENTENTE))
    assert again.position.units == first.position.units


def test_set_ups_are_written_and_used_by_commands(tmp_path: Path) -> None:
    game, other, orders_file = (tmp_path / name for name in ("one.hexfront", "two.hexfront", "mine.txt"))
    one = begun("verdun")
    hexfront.save(one, other)
    one.play(LineUp(("fr-inf-xx-6-4:4",), "1414", "1515", 2))
    hexfront.save(one, game)

    def run(*words: object) -> str:
        result = CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert "2 orders written" in run("set-up", game, "-o", orders_file)
    assert orders_file.read_text().startswith("# western-front/verdun, entente\nstation ")
    run("do", other, "--file", orders_file)
    assert hexfront.load(other).position.units == one.position.units


# Layers


@pytest.mark.rule("WF 14 set-up", "WF 15-3")
def test_lines_and_thinly_held_hexes_are_drawn() -> None:
    game = begun("verdun")
    drawn = game.picture(ENTENTE, ["deployment"])
    assert isinstance(drawn, Picture)
    label = game.setting.board.label
    texts = {label(each.node): each.text for each in drawn.overlays if isinstance(each, Highlight)}
    assert texts["2015"] == "quiet sector"
    assert texts["2720"] == texts["2821"] == "one division"
    assert "2518" not in texts


# What a player is shown


def test_the_report_has_a_tray_a_checklist_and_tools_for_who_deploys() -> None:
    game = begun("verdun")
    game.play(HoldBack(("fr-inf-xx-6-4:2",)))
    laying = game.report(ENTENTE).laying
    assert laying is not None
    assert game.report(CENTRAL_POWERS).laying is None
    tray = {lot.key: lot for lot in laying.lots if not lot.box}
    assert tray["fr-inf-xx-6-4"].name == "French infantry division 6-4"
    assert tray["fr-inf-xx-6-4"].group == "France"
    assert len(tray["gb-canadian-inf-xx-8-5"].pieces) == 3
    held = [lot for lot in laying.lots if lot.box]
    assert [(lot.key, len(lot.pieces)) for lot in held] == [("fr-inf-xx-6-4", 2)]
    lines = {check.text: (check.done, check.progress) for check in laying.checks}
    assert lines["Divisions held back"] == (True, "2 of at most 10")
    assert lines["Strength struck off France"] == (False, "0 of 100")
    tags = {tool.order for tool in laying.tools}
    assert tags == {"station", "spread", "line-up", "behind", "take-back", "hold-back", "strike-off"}
    for tool in laying.tools:
        kind = next(each for each in ALL_ORDERS if each.__struct_config__.tag == tool.order)
        assert {slot.field for slot in tool.slots} == set(kind.__struct_fields__)
    assert begun("verdun", "supply entente").report(ENTENTE).laying is not None
    over = hexfront.new("western-front/verdun", seed=1, options={"ready-deployed": "on"})
    assert over.report(ENTENTE).laying is None


ALL_ORDERS: tuple[type[Action], ...] = (
    orders.Station,
    orders.Spread,
    orders.LineUp,
    orders.Behind,
    orders.TakeBack,
    orders.HoldBack,
    orders.StrikeOff,
)


def test_ready_deployed_is_what_deploying_all_gives() -> None:
    game = begun("nivelle-offensive", "supply central-powers")
    game.play(DeployAll())
    game.play(PASS)
    ready: WesternFrontPosition = hexfront.new(
        "western-front/nivelle-offensive", seed=7, options={"ready-deployed": "on"}
    ).position
    standing = {name: (unit.at, unit.strength, unit.supply) for name, unit in ready.units.items()}
    assert standing == {
        unit.name: (unit.at, unit.strength, unit.supply)
        for unit in game.branch(game.step).position.units.values()
        if unit.name in standing
    }


@pytest.mark.rule("WF 16 set-up")
def test_one_unit_is_placed_at_a_time_also_if_a_word_names_several() -> None:
    game = begun()
    lot = next(
        each for each in lots(game.position, stages.unplaced(game.position, ENTENTE)) if len(each.units) > 1
    )
    assert refused(game, Place(lot.key, "1315")) == ("WF 16 set-up",)


@pytest.mark.parametrize("upto", ["troops central-powers", "troops entente"])
def test_looking_leaves_even_the_order_of_the_units_as_it_was(upto: str) -> None:
    game = begun("verdun", upto)
    game.play(_advised(game))
    before = [*game.position.units]
    for viewer in (CENTRAL_POWERS, ENTENTE):
        game.report(viewer)
        list(limits.misplaced(game.position, viewer))
    assert [*game.position.units] == before
