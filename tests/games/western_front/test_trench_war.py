"""The scenarios of the trench war in play: bans, schedules, exchanges, and who has won."""

from __future__ import annotations

import random

import msgspec
import pytest

import hexfront
from hexfront.games.western_front.orders import Attack, Draft, SendAway
from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.forces import LATER
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import arrivals, combat, morale, withdrawals
from hexfront.games.western_front.scenarios import collapse, income, victory
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    CENTRAL_POWERS,
    COMBAT,
    COMPLETION,
    ENTENTE,
    MOVEMENT,
    RECOMBINATION,
)
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from tests.games.western_front.builders import Play, game_at, node, table
from tests.games.western_front.test_front_lines import start


def at(scenario: str, date: str, phase: str, side: str, **options: str) -> WesternFrontPosition:
    """A later scenario with its armies as deployed, on another date."""
    of = start(scenario, **options)
    of.date = TurnDate(*(int(part) for part in date.split("-")))
    of.phase, of.active = phase, side
    return of


def in_game(of: WesternFrontPosition) -> Game:
    return game_at(of)


def passed_to(game: Game, kind: str, side: str) -> Game:
    """Answer as advised until a side is asked a kind of question."""
    for _ in range(400):
        if game.decision.kind == kind and game.decision.side == side:
            return game
        advised = game.decision.default()
        game.play(advised if advised is not None else next(iter(game.decision.choices())))
    raise AssertionError(f"{side} was never asked to {kind}")


# Bans


@pytest.mark.rule("WF 13-2", "WF 15-2", "WF 17-2", "WF 19-2", "WF 21-3")
@pytest.mark.parametrize(
    ("scenario", "rule"),
    [
        ("second-ypres-and-artois", "WF 13-2"),
        ("verdun", "WF 15-2"),
        ("somme", "WF 17-2"),
        ("nivelle-offensive", "WF 19-2"),
        ("western-front-1918", "WF 21-3"),
    ],
)
def test_belgians_do_not_attack(scenario: str, rule: str) -> None:
    of = start(scenario)
    of.phase, of.active = COMBAT, ENTENTE
    for unit in of.of_side(ENTENTE):
        if of.piece(unit).nation != "be" and unit.at in (
            node(of, "0905"),
            node(of, "0906"),
            node(of, "1006"),
        ):
            of.remove(unit.name)
    game = in_game(of)
    assert Attack("1004") not in game.decision.choices()
    refusal = game.decision.refusal(Attack("1004"))
    assert refusal is not None
    assert refusal.rules == (rule,)


@pytest.mark.rule("WF 15-4")
def test_the_west_bank_of_the_meuse_is_not_attacked_before_march() -> None:
    game = passed_to(hexfront.new("western-front/verdun", seed=1), "attack", CENTRAL_POWERS)
    assert Attack("2014") not in game.decision.choices()
    refusal = game.decision.refusal(Attack("2014"))
    assert refusal is not None
    assert refusal.rules == ("WF 15-4",)
    of = at("verdun", "1916-3-1", COMBAT, CENTRAL_POWERS)
    assert node(of, "2014") in combat.attackable(of, CENTRAL_POWERS)


@pytest.mark.rule("WF 15-4")
def test_nor_by_column_attack() -> None:
    of = at("verdun", "1916-2-6", MOVEMENT, CENTRAL_POWERS)
    assert node(of, "2014") in of.setting.campaign.barred_hexes(of, CENTRAL_POWERS)
    assert of.setting.campaign.barred_hexes(of, ENTENTE) == {}


@pytest.mark.rule("WF 13-2", "26-2")
def test_belgian_losses_count_as_french_until_1917_and_as_nothing_in_1918() -> None:
    for scenario, charged in (("verdun", "fr"), ("western-front-1918", "")):
        assert morale.counted_nation(start(scenario), "be") == charged


# Victory


@pytest.mark.rule("WF 15 victory", "WF 13 victory", "WF 17 victory", "WF 19 victory")
def test_a_lost_trench_hex_counts_twenty_once_and_for_one_country() -> None:
    of = start("verdun")
    assert victory.difference(of) == 0
    of.holders[node(of, "1006")] = CENTRAL_POWERS  # held by the British
    of.holders[node(of, "1815")] = CENTRAL_POWERS  # held by the French
    of.holders[node(of, "1004")] = ENTENTE
    assert victory.lost_trenches(of) == {
        "fr": [node(of, "1815")],
        "gb": [node(of, "1006")],
        "ge": [node(of, "1004")],
    }
    ledger = Ledger("difference")
    assert victory.difference(of, ledger.note) == 20
    assert "WF 15 victory" in {term.rule for term in ledger.terms}
    of.holders[node(of, "1815")] = ENTENTE
    assert victory.difference(of) == 0


@pytest.mark.rule("WF 15 victory")
def test_the_report_keeps_the_running_score_with_the_hexes() -> None:
    of = start("verdun")
    of.holders[node(of, "1815")] = CENTRAL_POWERS
    lines = dict(TITLE.report(of, ENTENTE).standing.terms)
    assert lines["Trench hexes lost by France: 1815"] == "20"
    assert lines["Difference"] == "20"


@pytest.mark.rule("WF 21 victory")
def test_the_report_of_1918_tells_the_morale_of_nations() -> None:
    of = start("western-front-1918")
    standing = TITLE.report(of, ENTENTE).standing
    assert dict(standing.terms)["Morale of Germany"] == "shaken"
    assert TITLE.verdict(of, None).winner == ""
    of.flags["shaken: gb"] = 1
    assert TITLE.report(of, ENTENTE).standing.text == "Central Powers marginal victory"
    assert TITLE.verdict(of, None).level == "marginal"


@pytest.mark.rule("WF 15 victory")
def test_the_country_that_was_strongest_there_when_it_was_attacked_pays() -> None:
    of = start("verdun")
    hex_ = node(of, "1006")
    for unit in list(of.units_at(hex_)):
        of.change(unit.name, strength=1) if of.piece(unit).infantry else None
    of.put(Unit("fr-inf-xx-37al", "fr-inf-xx-37al", hex_, 7))
    of.setting.campaign.attacked(table(of), of, hex_)
    of.holders[hex_] = CENTRAL_POWERS
    assert victory.lost_trenches(of) == {"fr": [hex_]}


@pytest.mark.rule("WF 13 victory", "WF 15 victory", "WF 17 victory", "WF 19 victory")
@pytest.mark.parametrize(
    ("scenario", "points", "level"),
    [
        ("second-ypres-and-artois", 150, ("central-powers", "decisive")),
        ("second-ypres-and-artois", 49, ("", "draw")),
        ("second-ypres-and-artois", 29, ("entente", "marginal")),
        ("second-ypres-and-artois", -30, ("entente", "decisive")),
        ("verdun", 120, ("central-powers", "decisive")),
        ("verdun", 40, ("central-powers", "marginal")),
        ("verdun", -34, ("entente", "substantial")),
        ("somme", 49, ("entente", "marginal")),
        ("somme", -50, ("entente", "decisive")),
        ("nivelle-offensive", 100, ("central-powers", "substantial")),
    ],
)
def test_levels_of_victory(scenario: str, points: int, level: tuple[str, str]) -> None:
    of = start(scenario)
    of.demoralization["fr" if points > 0 else "ge"] = abs(points)
    band = victory.level(of)
    assert (band.winner, band.level) == level
    last = of.setting.parameters.last_turn
    of.date = last
    assert of.setting.campaign.outcome(of) is None
    of.date = msgspec.structs.replace(last, turn=last.turn + 1)
    assert of.setting.campaign.outcome(of) is not None


@pytest.mark.rule("WF 21 victory")
def test_1918_ends_after_the_entente_combat_of_its_last_turn() -> None:
    of = at("western-front-1918", "1918-11-3", COMBAT, ENTENTE)
    assert of.setting.campaign.outcome(of) is None
    of.phase = RECOMBINATION
    assert of.setting.campaign.outcome(of) == "draw"
    game = in_game(at("western-front-1918", "1918-11-3", COMBAT, ENTENTE))
    game.play(PASS)
    assert game.over
    assert game.outcome == "draw"


@pytest.mark.rule("WF 21 victory", "WF 23-18", "WF 23-19", "WF 23-20")
@pytest.mark.parametrize(
    ("points", "outcome"),
    [
        ({"fr": 1500}, "Central Powers decisive victory"),
        ({"gb": 1650}, "Central Powers substantial victory"),
        ({"gb": 1000}, "Central Powers marginal victory"),
        ({"ge": 2650}, "Entente decisive victory"),
        ({"ge": 2650, "gb": 1000}, "Entente substantial victory"),
        ({"ge": 2650, "fr": 1325}, "Entente marginal victory"),
        ({"ge": 2649}, "draw"),
    ],
)
def test_1918_is_won_by_the_fate_of_nations(points: dict[str, int], outcome: str) -> None:
    of = at("western-front-1918", "1918-11-3", RECOMBINATION, ENTENTE)
    for nation in sorted(points):
        morale.add(table(of), of, nation, points[nation] - of.demoralization[nation], why="a test")
    assert of.setting.campaign.outcome(of) == outcome


@pytest.mark.rule("WF 23-18", "WF 21 victory")
def test_a_surrender_ends_1918_in_the_middle_of_a_phase() -> None:
    of = at("western-front-1918", "1918-6-3", COMBAT, ENTENTE)
    of.demoralization["ge"] = 2650
    game = in_game(of)
    assert not game.over
    told = table(of)
    morale.add(told, of, "ge", 1, why="a test")
    assert any("surrenders" in event.text and "WF 23-18" in event.rules for event in told.events)
    ended = in_game(of)
    assert ended.over
    assert ended.outcome == "Entente decisive victory"


@pytest.mark.rule("WF 23-18", "WF 23-21", "WF 23-22")
def test_morale_fails_by_the_year_and_never_mends() -> None:
    of = at("western-front-1918", "1918-4-1", COMBAT, ENTENTE)
    told = table(of)
    morale.add(told, of, "ge", 2350 - of.demoralization["ge"], why="a test")
    assert collapse.state_of(of, "ge") == "collapsed"
    assert morale.is_shaken(of, "ge")
    of.demoralization["ge"] = 0
    morale.add(told, of, "ge", 1, why="a test")
    assert collapse.state_of(of, "ge") == "collapsed"
    morale.add(told, of, "us", 9000, why="a test")
    assert collapse.state_of(of, "us") == "steady"


@pytest.mark.rule("26-6")
def test_shaken_germany_does_not_attack_without_supply_in_march_1918() -> None:
    of = start("western-front-1918")
    assert morale.is_shaken(of, "ge")
    assert not morale.is_shaken(start("verdun"), "ge")


# Schedules


@pytest.mark.rule("WF 12-1", "WF 23-28", "WF 23-36", "WF 23-44")
def test_chapter_23_delivers_supply_and_replacements_in_a_scenario() -> None:
    of = at("verdun", "1916-3-1", ARRIVAL, CENTRAL_POWERS)
    arrivals.begin(table(of), of)
    assert of.supply_due["ge"] == 70  # an odd month
    assert [unit.piece for unit in of.waiting.values() if of.piece(unit).replacement] == ["ge-rpl-xx-rpl"]
    of = at("verdun", "1916-3-1", ARRIVAL, ENTENTE)
    arrivals.begin(table(of), of)
    assert (of.supply_due["fr"], of.supply_due["gb"]) == (37, 18)
    assert "be" not in of.supply_due


@pytest.mark.rule("WF 23-31", "WF 23-37", "WF 23-46")
def test_shaken_nations_receive_less() -> None:
    of = at("western-front-1918", "1918-4-1", ARRIVAL, CENTRAL_POWERS)
    arrivals.begin(table(of), of)
    assert of.supply_due["ge"] == 60
    of = at("western-front-1918", "1918-4-1", ARRIVAL, ENTENTE)
    arrivals.begin(table(of), of)
    assert (of.supply_due["fr"], of.supply_due["gb"], of.supply_due["us"]) == (22, 35, 5)
    of = at("western-front-1918", "1918-4-1", ARRIVAL, ENTENTE)
    of.flags["shaken: gb"] = 1
    arrivals.begin(table(of), of)
    assert of.supply_due["gb"] == 15


@pytest.mark.rule("WF 23-57", "WF 23-58", "WF 23-59")
@pytest.mark.parametrize(("month", "points", "units"), [(4, 5, 0), (5, 10, 0), (7, 10, 1)])
def test_the_united_states_send_supply_and_from_july_1918_replacements(
    month: int, points: int, units: int
) -> None:
    of = at("western-front-1918", f"1918-{month}-1", ARRIVAL, ENTENTE)
    arrivals.begin(table(of), of)
    assert of.supply_due["us"] == points
    assert sum(unit.piece == "us-rpl-xx-rpl" for unit in of.waiting.values()) == units


@pytest.mark.rule("WF 23-49", "WF 23-50")
def test_dominions_send_replacements_in_place_of_others() -> None:
    of = at("verdun", "1916-3-6", ARRIVAL, ENTENTE)
    arrivals.begin(table(of), of)
    assert [unit.piece for unit in of.waiting.values() if unit.piece.startswith("gb-rpl")] == [
        "gb-rpl-xx-rpl-australian"
    ]


@pytest.mark.rule("WF 23-39")
def test_every_tenth_french_replacement_unit_is_chosen() -> None:
    of = at("verdun", "1916-4-1", ARRIVAL, ENTENTE)
    of.flags["french replacements"] = 9
    of.waiting.clear()
    of.setting.campaign.reinforce(table(of), of)
    play = Play(income.choose(table(of), of))
    assert play.choices == [Draft(key) for key in income.COLONIAL]
    play.answer(Draft("fr-rpl-xx-rpl-north-african"))
    assert "fr-rpl-xx-rpl-north-african" in {unit.piece for unit in of.waiting.values()}
    assert "fr-rpl-xx-rpl" not in {unit.piece for unit in of.waiting.values()}


@pytest.mark.rule("WF 23-5")
def test_the_example_of_a_headquarters_lost_on_3_september_and_back_on_4_december() -> None:
    of = at("somme", "1916-9-3", COMBAT, CENTRAL_POWERS)
    lost = of.remove("fr-hq-xxxx-6")
    of.lost[lost.name] = lost
    of.setting.campaign.end_combat(of)
    for turn, back in ((3, False), (4, True)):
        of.date, of.phase, of.active = TurnDate(1916, 12, turn), ARRIVAL, ENTENTE
        arrivals.begin(table(of), of)
        assert (lost.name in of.waiting) == back
    assert of.waiting[lost.name].supply == 0
    assert lost.name not in of.lost


@pytest.mark.rule("WF 23-60")
def test_supply_of_the_united_states_goes_to_headquarters_of_its_allies() -> None:
    of = at("western-front-1918", "1918-4-1", ARRIVAL, ENTENTE)
    of.supply_due["us"] = 5
    hosts = {of.piece(unit).nation for unit in arrivals._receivers(of, "us")}
    assert hosts == {"fr", "gb"}
    assert {of.piece(unit).nation for unit in arrivals._receivers(of, "fr")} == {"fr"}


@pytest.mark.rule("WF 21-2", "WF 23-61", "WF 24-3")
def test_the_first_headquarters_of_the_united_states_brings_25_points() -> None:
    of = at("western-front-1918", "1918-8-1", ARRIVAL, ENTENTE)
    arrivals.begin(table(of), of)
    assert of.waiting["us-hq-xxxx-1"].supply == 25


@pytest.mark.rule("WF 23-16", "WF 21 victory")
def test_with_the_option_the_home_front_counts_in_1918() -> None:
    for value, points in (("on", {"ge": 12, "gb": 6}), ("off", {})):
        of = at(
            "western-front-1918",
            "1918-4-0",
            COMPLETION,
            CENTRAL_POWERS,
            **{"home-front-demoralization": value},
        )
        before = dict(of.demoralization)
        game = in_game(of)
        here = game.position
        assert isinstance(here, WesternFrontPosition)
        gained = {nation: here.demoralization[nation] - before[nation] for nation in before}
        assert {nation: more for nation, more in gained.items() if more} == points


# Exchanges


@pytest.mark.rule("WF 12-13", "25-8")
def test_an_exchanged_counter_stands_where_the_old_one_stood() -> None:
    of = at("nivelle-offensive", "1917-11-6", ARRIVAL, CENTRAL_POWERS)
    where = of.units["ge-inf-xx-208"].at
    of.change("ge-inf-xx-208", strength=3)
    owed_before = of.piece(of.units["ge-inf-xx-208"]).strength
    arrivals.begin(table(of), of)
    assert "ge-inf-xx-208" not in of.units
    new = of.units["ge-assault-xx-208"]
    assert (new.at, new.strength) == (where, of.piece(new).strength)
    assert of.flags["withdrawal owed: ge-inf-xx-208"] == owed_before - 3


@pytest.mark.rule("WF 12-13")
def test_a_destroyed_unit_is_exchanged_beside_the_map() -> None:
    of = at("nivelle-offensive", "1917-11-6", ARRIVAL, CENTRAL_POWERS)
    of.lost["ge-inf-xx-208"] = of.remove("ge-inf-xx-208")
    arrivals.begin(table(of), of)
    assert of.waiting["ge-assault-xx-208"].at == OFF_MAP


@pytest.mark.rule("WF 24-4")
def test_the_example_of_the_second_belgian_division_that_becomes_the_second_and_the_eighth() -> None:
    of = at("nivelle-offensive", "1918-2-1", ARRIVAL, ENTENTE)
    where = of.units["be-inf-xx-2"].at
    of.change("be-inf-xx-3", strength=4)
    of.lost["be-inf-xx-4"] = of.remove("be-inf-xx-4")
    arrivals.begin(table(of), of)
    assert "be-inf-xx-2" not in of.units
    pair = of.units["be-inf-xx-2-as-4-4"], of.units["be-inf-xx-8"]
    assert [unit.strength for unit in pair] == [4, 4]
    assert pair[0].at == where
    assert of.units["be-inf-xx-3-as-4-4"].strength + of.units["be-inf-xx-9"].strength == 6
    assert {"be-inf-xx-4-as-4-4", "be-inf-xx-10"} <= of.lost.keys()
    assert not any("withdrawal owed: be" in key for key in of.flags)
    assert list(TITLE.status(of)) == []


@pytest.mark.rule("WF 24-1", "31-4")
def test_exchanges_that_stand_in_no_schedule_keep_what_is_left() -> None:
    of = at("verdun", "1916-6-1", ARRIVAL, ENTENTE)
    where = of.units["be-cav-xx-1"].at
    arrivals.begin(table(of), of)
    assert of.units["be-cav-xx-1-strengthened"].at == where
    assert of.units["be-cav-xx-1-strengthened"].strength == 1
    assert "be-cav-xx-1" not in of.units


@pytest.mark.rule("WF 24-5")
def test_the_example_of_the_208th_division_that_takes_two_points_from_the_6th() -> None:
    of = at("somme", "1916-8-6", ARRIVAL, CENTRAL_POWERS)
    of.change("ge-inf-xx-6", strength=8)
    for unit in of.of_side(CENTRAL_POWERS):
        if of.piece(unit).kind in ("inf", "mar") and unit.strength > 8:
            of.change(unit.name, strength=8)
    of.put(Unit("ge-inf-xx-1gd-as-8-5", "ge-inf-xx-1gd-as-8-5", node(of, "1812"), 8))
    game = passed_to(in_game(of), "fourth regiments", CENTRAL_POWERS)
    here = game.position
    assert isinstance(here, WesternFrontPosition)
    offered = {choice.unit for choice in game.decision.choices() if isinstance(choice, SendAway)}
    strongest = max(here.units[name].strength for name in offered)
    assert {here.units[name].strength for name in offered} == {strongest}
    assert "ge-inf-xx-6" in offered
    assert "ge-inf-xx-1gd-as-8-5" not in offered  # the Guard is exempt
    assert SendAway("ge-inf-xx-6", 3) not in game.decision.choices()
    game.play(SendAway("ge-inf-xx-6", 2))
    assert here.units["ge-inf-xx-6"].strength == strongest - 2
    assert game.decision.kind != "fourth regiments"


@pytest.mark.rule("25-8")
def test_supply_of_a_headquarters_that_is_withdrawn_is_delivered_to_others() -> None:
    of = at("second-ypres-and-artois", "1915-9-5", ARRIVAL, CENTRAL_POWERS)
    held = of.units["ge-hq-xxxx-1"].supply
    assert held
    withdrawals.withdraw(table(of), of)
    assert "ge-hq-xxxx-1" not in of.units
    assert of.supply_due["ge"] == held


@pytest.mark.rule("25-8")
def test_nobody_owes_strength_that_a_unit_never_had() -> None:
    of = at("western-front-1918", "1918-8-1", ARRIVAL, ENTENTE)
    czechs = "cz-inf-xx-czech"
    of.put(Unit(czechs, czechs, node(of, "1416"), of.setting.pieces[czechs].strength))  # 2, withdrawn as 3
    withdrawals.withdraw(table(of), of)
    assert czechs not in of.units
    assert f"withdrawal owed: {czechs}" not in of.flags


# Whole games


@pytest.mark.rule("WF 13 victory", "WF 15 victory", "WF 19 victory", "WF 12-1")
@pytest.mark.parametrize("scenario", ["second-ypres-and-artois", "verdun", "nivelle-offensive"])
def test_a_scenario_plays_by_lot_to_a_level_of_victory(scenario: str) -> None:
    game = hexfront.new(f"western-front/{scenario}", seed=3)
    game.digest_every = 0
    lot = random.Random(3)
    while not game.over:
        choices = list(game.decision.choices())
        hasten = game.decision.kind in ("move", "attack") and PASS in choices and lot.random() < 0.05
        game.play(PASS if hasten else lot.choice(choices))
        assert game.step < 20_000
    assert game.outcome is not None
    assert "victory" in game.outcome or "draw" in game.outcome


def test_all_scenarios_of_the_book_and_the_whole_war_are_offered() -> None:
    assert [each.name for each in TITLE.scenarios()] == ["schlieffen-plan", *LATER, "duration-game"]
    assert not TITLE.unreleased()
