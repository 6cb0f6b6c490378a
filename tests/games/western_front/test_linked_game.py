"""The Duration Game linked with other fronts: lists, rates, transfers, garrison, news, and who wins."""

from __future__ import annotations

import pytest

from hexfront.games.western_front.orders import CallBack, Leave, News, Place, SendAway
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import arrivals, morale, other_fronts
from hexfront.games.western_front.scenarios import linked_game
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import ARRIVAL, CENTRAL_POWERS, ENTENTE, MOVEMENT
from hexfront.kernel.actions import Action
from hexfront.kernel.game import Game
from tests.games.western_front.builders import game_at, node, table
from tests.games.western_front.played import state
from tests.games.western_front.test_duration_game import field, said
from tests.games.western_front.test_front_lines import start

LINKED = "option linked=on\n"
REPORTED = "option linked=on\noption other-fronts=reported\n"


def at(begins: str, date: str, phase: str, side: str, **options: str) -> WesternFrontPosition:
    """A linked game begun at some time, on another date."""
    of = start("duration-game", begins=begins, linked="on", **options)
    of.date, of.phase, of.active = TurnDate(*(int(part) for part in date.split("-"))), phase, side
    return of


def advised_until(game: Game, kind: str) -> Game:
    while game.decision.kind != kind:
        chosen = game.decision.default()
        assert chosen is not None
        game.play(chosen)
    return game


def ordered(game: Game, order: Action) -> Game:
    """Give an order among the other business of a movement phase."""
    game.play_words("administer")
    game.play(order)
    return game


def next_arrival(game: Game, date: str) -> Game:
    """Play as advised until a turn has begun."""
    goal = TurnDate(*(int(part) for part in date.split("-")))
    while state(game).date < goal:
        chosen = game.decision.default()
        assert chosen is not None
        game.play(chosen)
    return game


# Rates


@pytest.mark.rule("WF 25-3", "WF 25-13", "WF 25-14", "WF 25-15", "WF 25-16", "WF 25-17")
@pytest.mark.parametrize(
    ("date", "state_", "rule", "told"),
    [
        ("1914-12-1", "", "WF 25-13", ["20", "5-4"]),
        ("1915-01-2", "", "WF 25-14", ["5-4"]),
        ("1915-01-4", "", "WF 25-14", []),
        ("1915-03-1", "", "WF 25-15", ["80", "5-4"]),
        ("1915-04-1", "", "WF 25-15", ["70", "5-4"]),
        ("1915-04-1", "shaken", "WF 25-16", ["60", "5-4"]),
        ("1915-05-1", "shaken", "WF 25-16", ["50", "5-4"]),
        ("1915-05-5", "collapsed", "WF 25-17", []),
        ("1915-06-1", "collapsed", "WF 25-17", ["30", "5-4"]),
    ],
)
def test_germany_receives_for_all_its_fronts(date: str, state_: str, rule: str, told: list[str]) -> None:
    flag = f'flag "{state_}: ge" 1\n' if state_ else ""
    game = field(f"{date} arrival central-powers begun=no\n{flag}", REPORTED, ge=5)
    words = [
        text.removesuffix(" supply points").removesuffix(" are raised").split()[-1]
        for text in said(game, rule)
    ]
    assert words == told


@pytest.mark.rule("WF 25-3")
def test_a_month_costs_germany_eight_points_and_britain_what_it_always_does() -> None:
    of = state(field("1915-04-0 trench completion central-powers begun=no", REPORTED, ge=10, gb=10))
    assert (of.demoralization["ge"], of.demoralization["gb"]) == (8, 3)


@pytest.mark.rule("WF 25-12")
@pytest.mark.parametrize(("year", "most"), [(1915, 350), (1916, 470), (1917, 850), (1918, 700)])
def test_ceilings_are_those_of_all_fronts_together(year: int, most: int) -> None:
    stock = 'flag "supply on east: ge" 50\n'
    for points in (most - 50, most - 49):
        game = field(f"{year}-01-0 trench completion central-powers begun=no\n{stock}", REPORTED, ge=points)
        assert game.over == (points > most - 50)


# The list


@pytest.mark.rule("WF 25 list")
def test_the_combined_list_is_used_and_what_it_sends_east_is_in_the_ledger() -> None:
    of = at("August 1914", "1914-10-4", ARRIVAL, CENTRAL_POWERS)
    game = game_at(of)
    of = state(game)
    assert {"ge-inf-xx-49r", "ge-inf-xx-50r"} <= other_fronts.on_front(of, "east").keys()
    assert not {"ge-inf-xx-49r", "ge-inf-xx-50r"} & {*of.units, *of.waiting}


@pytest.mark.rule("WF 25 list", "WF 24-1")
def test_units_starred_for_italy_stay() -> None:
    of = at("April 1917", "1917-11-1", ARRIVAL, ENTENTE)
    game = game_at(of)
    assert "fr-inf-xx-64r" in state(game).units
    apart = start("duration-game", begins="April 1917")
    apart.date, apart.phase, apart.active = TurnDate(1917, 11, 1), ARRIVAL, ENTENTE
    assert "fr-inf-xx-64r" not in state(game_at(apart)).units


@pytest.mark.rule("WF 25-1", "WF 25-2")
def test_who_stands_in_the_east_when_a_game_begins_follows_from_the_lists() -> None:
    of = start("duration-game", begins="March 1918", linked="on")
    east = other_fronts.on_front(of, "east")
    assert not east.keys() & of.units.keys()
    assert [(want.name, linked_game.present(of, want) >= want.number) for want in linked_game.wants(of)] == [
        ("headquarters", True),
        ("engineers", True),
        ("cavalry strength", True),
        ("infantry strength", True),
    ]
    tracks = [track for track in TITLE.report(of, ENTENTE).tracks if track.group == "Other fronts"]
    assert [track.name for track in tracks] == ["Eastern Front", "Italian Front", "Russia"]
    assert tracks[2].text == "has surrendered"


# East


@pytest.mark.rule("WF 25-8")
def test_the_example_of_a_unit_that_leaves_in_the_fourth_turn_and_arrives_in_the_sixth() -> None:
    of = at("February 1916", "1916-09-4", MOVEMENT, CENTRAL_POWERS, **{"other-fronts": "reported"})
    unit = of.units["ge-inf-xx-1gr"]
    of.put(Unit(unit.name, unit.piece, node(of, "3608"), 6))
    before = of.rail_used.get("ge", 0)
    game = ordered(game_at(of), Leave(unit.name, "east"))
    assert unit.name not in state(game).units
    assert state(game).rail_used["ge"] == before + 1
    assert game.check(CallBack(unit.name)) is not None  # it is on its way
    next_arrival(game, "1916-09-5")
    assert unit.name in other_fronts.on_the_way(state(game), "east")
    next_arrival(game, "1916-09-6")
    assert "arrives on the Eastern Front" in said(game, "WF 25-8")[-1]
    advised_until(game, "move")
    ordered(game, CallBack(unit.name))
    next_arrival(game, "1916-09-7")
    assert unit.name not in {*state(game).units, *state(game).waiting}
    next_arrival(game, "1916-10-1")
    while unit.name not in repr(game.decision.about):
        chosen = game.decision.default()
        assert chosen is not None
        game.play(chosen)
    places = {each.at for each in game.decision.choices() if isinstance(each, Place)}
    assert places
    assert all(label.startswith("36") for label in places)  # the eastern edge
    game.play(next(iter(game.decision.choices())))
    assert state(game).units[unit.name].strength == 6


@pytest.mark.rule("WF 25-8", "WF 25-11", "WF 25-1")
def test_who_may_not_leave_is_told_why() -> None:
    of = at("February 1916", "1916-09-4", MOVEMENT, CENTRAL_POWERS)
    game = game_at(of)
    game.play_words("administer")
    for order, rule in (
        (Leave("ge-inf-xx-1gr", "east"), "WF 25-8"),  # not on the edge
        (Leave("ge-inf-xx-1gr", "italy"), "WF 25-11"),
        (CallBack("ge-inf-xx-1gr"), "WF 25-8"),
    ):
        refusal = game.check(order)
        assert refusal is not None
        assert refusal.rules == (rule,)
    apart = start("duration-game", begins="February 1916")
    apart.phase, apart.active = MOVEMENT, CENTRAL_POWERS
    game = game_at(apart)
    game.play_words("administer")
    refusal = game.check(Leave("ge-inf-xx-1gr", "east"))
    assert refusal is not None
    assert refusal.rules == ("WF 25-1",)


@pytest.mark.rule("WF 25-4")
def test_the_garrison_of_russia_is_demanded_and_cannot_be_called_back() -> None:
    of = at("March 1918", "1918-04-1", ARRIVAL, CENTRAL_POWERS)
    for name in list(other_fronts.on_front(of, "east")):
        if other_fronts.piece_of(of, name).infantry:
            other_fronts.strike_out(of, name)
    other_fronts.enter(of, "east", "ge-inf-xx-3", 98)
    game = advised_until(game_at(of), "send east")
    assert "lacks 2 of its infantry strength" in game.decision.prompt
    sent = next(each for each in game.decision.choices() if isinstance(each, SendAway))
    game.play(sent)
    assert sent.unit in other_fronts.on_front(state(game), "east")
    advised_until(game, "move")
    game.play_words("administer")
    refusal = game.check(CallBack("ge-inf-xx-3"))
    assert refusal is not None
    assert refusal.rules == ("WF 25-4",)
    assert said(game, "WF 25-4")[0] == "25 German supply points go to the garrison of Russia"


@pytest.mark.rule("WF 25-8", "WF 25-15")
def test_by_history_the_east_takes_its_share_before_russia_surrenders() -> None:
    game = field("1915-03-1 arrival central-powers begun=no", LINKED, ge=5)
    assert "The Eastern Front expends 40 German supply points" in said(game, "WF 25-15")
    assert state(game).supply_due["ge"] == 40
    assert [want.number for want in linked_game.wants(state(game))] == [
        linked_game.sent_by_then(state(game).setting, (1915, 3, 1))
    ]


@pytest.mark.rule("WF 25-5")
def test_the_ledger_says_how_russia_stands() -> None:
    for date, rule in (("1917-10-2", "WF 25-2"), ("1917-11-2", "WF 25-5")):
        of = state(field(f"{date} movement entente begun=yes", REPORTED, fr=5))
        (russia,) = [track for track in TITLE.report(of, ENTENTE).tracks if track.name == "Russia"]
        assert russia.rule == rule


# News


@pytest.mark.rule("WF 25-2", "WF 25-4", "WF 25-9")
def test_the_sides_report_what_happens_elsewhere() -> None:
    game = field("1917-03-0 trench completion central-powers begun=no", REPORTED, ge=5, fr=5)
    assert game.decision.kind == "news"
    assert {each.event for each in game.decision.choices() if isinstance(each, News)} == {
        "warsaw-falls",
        "austria-hungary-surrenders",
    }
    game.play_words("pass")
    assert game.decision.side == ENTENTE
    assert News("italy-collapses") not in game.decision.choices()
    game.play(News("italy-shaken"))
    assert morale.is_shaken(state(game), "it")
    assert News("italy-collapses") in game.decision.choices()
    game.play(News("russia-surrenders"))
    assert said(game, "WF 25-4") == ["Russia surrenders"]


@pytest.mark.rule("WF 25-2")
def test_by_history_nobody_is_asked() -> None:
    game = field("1917-11-1 arrival central-powers begun=no", LINKED, ge=5, fr=5)
    assert "Italy suffers shaken national morale" in said(game, "WF 25-9")
    assert not morale.is_collapsed(state(game), "it")


@pytest.mark.rule("WF 25-6")
def test_bulgaria_gives_up_when_germany_has_suffered_2450_points() -> None:
    for before, told in ((2441, []), (2442, ["Bulgaria surrenders"])):
        text = f"1918-04-0 trench completion central-powers begun=no\ndemoralization ge {before}"
        assert said(field(text, REPORTED, ge=5), "WF 25-6") == told


@pytest.mark.rule("WF 25-7")
def test_austro_hungarian_divisions_come_after_germanys_collapse_only() -> None:
    for collapsed in (False, True):
        of = at("March 1918", "1918-07-6", ARRIVAL, CENTRAL_POWERS)
        if collapsed:
            of.flags["collapsed: ge"] = 1
        game = advised_until(game_at(of), "move")
        assert ("ah-mtn-xx-1" in state(game).units) == collapsed
        assert ("ah-mtn-xx-1" in state(game).waiting) != collapsed
    assert arrivals.may_come(of, of.setting.pieces["ah-siege-i-1"])


# Italy


@pytest.mark.rule("WF 25-9", "WF 25-10")
def test_troops_go_to_italy_once_it_is_shaken_within_limits_and_by_the_southern_edge() -> None:
    of = at("April 1917", "1917-06-2", MOVEMENT, ENTENTE, **{"other-fronts": "reported"})
    edge = next(
        each
        for each in sorted(of.setting.board.regions["edge south"])
        if of.rail_network(each) and not of.units_at(each)
    )
    another = next(
        unit.name
        for unit in of.of_side(ENTENTE)
        if unit.name != "gb-inf-xx-23"
        and of.piece(unit).label.startswith("British")
        and unit.strength == 7
        and other_fronts.allowance(of, of.piece(unit)) == 2
    )
    names = ["gb-inf-xx-23", another, "fr-inf-xx-64r"]
    for name in names:
        unit = of.units[name]
        of.put(Unit(name, unit.piece, edge, unit.strength))
    game = game_at(of)
    game.play_words("administer")
    refusal = game.check(Leave(names[0], "italy"))
    assert refusal is not None
    assert refusal.rules == ("WF 25-9",)
    game.play_words("pass")
    state(game).flags["shaken: it"] = 1
    game = game_at(state(game))
    used = state(game).rail_used.get("fr", 0)
    ordered(game, Leave("fr-inf-xx-64r", "italy"))
    assert state(game).rail_used["fr"] == used + 1
    ordered(game, Leave("gb-inf-xx-23", "italy"))
    of = state(game)
    of.flags["sent to italy: gb 7-4 inf xx"] = 2  # as many 7-4 divisions as really went
    game = game_at(of)
    game.play_words("administer")
    third = game.check(Leave(another, "italy"))
    assert third is not None
    assert third.rules == ("WF 25-9",)
    game.play_words("pass")
    next_arrival(game, "1917-06-3")
    while state(game).active != ENTENTE or state(game).phase != MOVEMENT:
        chosen = game.decision.default()
        assert chosen is not None
        game.play(chosen)
    assert state(game).rail_used["fr"] >= 2  # both still use the French railways
    next_arrival(game, "1917-06-4")
    while state(game).active != ENTENTE or state(game).phase != MOVEMENT:
        chosen = game.decision.default()
        assert chosen is not None
        game.play(chosen)
    assert "The BEF headquarters is set up in Italy, without supply points" in said(game, "WF 25-10")
    assert other_fronts.on_front(state(game), "italy").keys() == {"fr-inf-xx-64r", "gb-inf-xx-23"}


@pytest.mark.rule("WF 25-9")
def test_replacements_and_supply_have_limits_until_italy_collapses() -> None:
    of = at("April 1917", "1917-06-2", MOVEMENT, ENTENTE)
    pieces = of.setting.pieces
    assert other_fronts.allowance(of, pieces["gb-rpl-xx-rpl"]) == 50
    assert other_fronts.allowance(of, pieces["fr-rpl-xx-rpl"]) == 30
    assert (
        other_fronts.allowance(of, pieces["gb-supply"])
        == other_fronts.allowance(of, pieces["fr-supply"])
        == 25
    )


# The end


@pytest.mark.rule("WF 25 victory", "WF 25-2")
@pytest.mark.parametrize(
    ("year", "points", "outcome"),
    [
        (1917, {}, "Entente decisive victory"),
        (1918, {}, "Entente substantial victory"),
        (1918, {"fr": 1325}, "Entente marginal victory"),
    ],
)
def test_the_surrender_of_austria_hungary_counts_as_germanys(
    year: int, points: dict[str, int], outcome: str
) -> None:
    text = f"{year}-03-0 trench completion central-powers begun=no"
    game = field(text, REPORTED, ge=5, fr=5)
    for nation, total in points.items():
        morale.add(table(state(game)), state(game), nation, total, why="a test")
    game = game_at(state(game))
    game.play(News("austria-hungary-surrenders"))
    game.play_words("pass")
    assert game.outcome == outcome


@pytest.mark.rule("17-5")
def test_stocks_that_lie_on_no_map_are_known_to_their_owner_only() -> None:
    stocks = 'flag "supply on east: ge" 50\nflag "laid up for the united states" 7\n'
    of = state(field(f"1917-10-2 movement entente begun=yes\n{stocks}", REPORTED, ge=5, fr=5))
    hidden = {"supply on east: ge": CENTRAL_POWERS, "laid up for the united states": ENTENTE}
    for flag, owner in hidden.items():
        for side in (CENTRAL_POWERS, ENTENTE):
            assert (flag in TITLE.redact(of, side).flags) == (side == owner)
