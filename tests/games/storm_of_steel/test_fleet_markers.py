"""Ships lie face down: what the enemy sees of a harbour, and when ships are turned up."""

from __future__ import annotations

import random

import pytest

from hexfront.games.storm_of_steel.fleet_markers import markers_of
from hexfront.games.storm_of_steel.orders import Rebase
from hexfront.games.storm_of_steel.rules import naval_combat, naval_losses, sea_control
from hexfront.games.storm_of_steel.sea_orders import (
    ContactColumn,
    Domination,
    Intercept,
    Muster,
    Seek,
    Shell,
    Signal,
)
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel.actions import PASS
from hexfront.kernel.knowledge import known_forecast
from hexfront.kernel.preferences import answer
from hexfront.proof.secrecy import resealed_world
from tests.games.storm_of_steel.harbour import (
    KIEL,
    MORALE,
    NORTH_SEA,
    SCAPA,
    WILHELMSHAVEN,
    choose,
    control,
    meet,
    operations,
    ships,
)
from tests.games.storm_of_steel.nations import CP, EN, game, play, refused, state

FLEETS = ships(SCAPA, "gb-bb-1", "gb-bb-2", "gb-bb-3", "gb-ca-1", "gb-tr-1") + ships(
    WILHELMSHAVEN, "ge-bb-1", "ge-ca-1", "ge-tr-1"
)


@pytest.mark.rule("23.41", "23.42", "25.8")
def test_the_enemy_sees_a_fleet_marker_and_transports_and_no_ship() -> None:
    of = control(FLEETS)
    known = of.position_known(CP)
    assert not [name for name in known.units if name.startswith("gb-") and "-tr-" not in name]
    assert [unit.at for unit in markers_of(known, EN)] == [state(of).setting.board[SCAPA]]
    assert {"gb-tr-1", "ge-bb-1", "ge-ca-1"} <= {*known.units}
    shown = [each["unit"] for each in TITLE.view(state(of), CP)["units"]]
    assert shown.count("unknown") == 1
    told = str(TITLE.display(state(of), CP, "naval"))
    assert "a fleet, face down" in told
    assert "3 BB" not in told


@pytest.mark.rule("23.41", "3.2-3b1b")
def test_what_was_counted_is_known_to_all_and_stays_until_it_is_counted_again() -> None:
    of = control(FLEETS)
    assert sea_control.line_count(of.position_known(CP), NORTH_SEA, EN) == 3
    assert of.explain(Domination(NORTH_SEA)).total == 4


@pytest.mark.rule("23.41", "25.34", "3.2-7f")
def test_ships_change_their_bases_unseen() -> None:
    of = game(f"turn 8 reinforcements central-powers\n{MORALE}{FLEETS}{ships(KIEL, 'ge-ca-2')}")
    before = of.steps_known(EN)
    told = play(of, CP, Rebase("ge-ca-2", "4515"))
    assert told
    assert not [event for event in told if event.seen_by(EN)]
    assert of.steps_known(EN) == before


@pytest.mark.rule("23.41", "25.8")
def test_ships_that_meet_are_seen_by_both_while_they_fight() -> None:
    of = control(FLEETS, 6, 6, 6, 6, 6)
    meet(of, ("ge-bb-1", "ge-ca-1"), ("gb-bb-1",))
    assert of.decisions[0].kind == "open fire"
    assert "ge-ca-1" in of.position_known(EN).units
    assert "gb-ca-1" not in of.position_known(CP).units  # it stayed in port
    play(of, CP, PASS)
    assert "ge-ca-1" not in of.position_known(EN).units


@pytest.mark.rule("24.1")
def test_transports_are_no_naval_combat_units() -> None:
    of = control(FLEETS)
    play(of, CP, Seek(NORTH_SEA))
    assert refused(of, Muster("ge-tr-1"), CP) == ("24.1",)


@pytest.mark.rule("26.32", "26.33")
def test_the_chances_of_a_meeting_add_up_and_follow_the_policy_of_the_cheapest_loss() -> None:
    of = control(FLEETS)
    position = state(of)
    own, enemy = (naval_combat.force(position, names) for names in (("ge-bb-1", "ge-ca-1"), ("gb-bb-1",)))
    outcomes = naval_combat.outcomes(position, own, enemy)
    assert sum(each.chance for each in outcomes) == 1
    assert naval_losses.cheapest([(8, 12.0), (2, 4.0)], 2) == (1,)
    assert naval_losses.cheapest([(8, 12.0), (2, 4.0)], 3) == (0,)
    assert of.explain(ContactColumn(NORTH_SEA, ("ge-bb-1",), ("ge-ca-1",))).total == -1 + 2 - 1


@pytest.mark.rule("25.31", "25.8")
def test_while_both_choose_second_fleets_each_is_foretold_what_its_own_may_bring() -> None:
    text = ships(SCAPA, "gb-bb-1", "gb-bb-2") + ships(WILHELMSHAVEN, "ge-bb-1", "ge-bb-2")
    of = control(text, 1, 1, 1, 1)  # both may bring one
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-bb-1")
    play(of, EN, Intercept())
    choose(of, EN, "gb-bb-1")
    play(of, CP, Signal())
    for side, ship in ((CP, "ge-bb-2"), (EN, "gb-bb-2")):
        assert known_forecast(of, Muster(ship), side) is not None
    play(of, EN, Muster("gb-bb-2"))
    assert known_forecast(of, PASS, EN) is not None


@pytest.mark.rule("25.31")
def test_a_standing_preference_answers_whether_to_come_out() -> None:
    of = control(FLEETS)
    play(of, CP, Seek(NORTH_SEA))
    choose(of, CP, "ge-bb-1")
    decision = of.decision_of(EN)
    assert decision is not None
    assert answer(of, decision, {"naval interception": "never"}) == PASS
    assert answer(of, decision, {"naval interception": "where we have more of the line"}) == Intercept()


@pytest.mark.rule("23.42")
def test_other_worlds_choose_other_ships_and_are_still_choosing() -> None:
    """Who has chosen his fleet is asked next to turn it up, which all see: that lies under no seal."""
    text = ships(SCAPA, "gb-bb-1", "gb-bb-2", "gb-bb-3") + ships(
        WILHELMSHAVEN, "ge-bb-1", "ge-bb-2", "ge-ss-1"
    )
    of = operations(text)
    play(of, CP, PASS)
    play(of, EN, Shell(NORTH_SEA, WILHELMSHAVEN, "city"))
    choose(of, EN, "gb-bb-1")
    play(of, CP, Intercept(), Muster("ge-bb-1"), Muster("ge-ss-1"))
    others = [resealed_world(of, EN, random.Random(number)) for number in range(80)]
    made = [other for other in others if other is not None]
    assert made
    assert {other.steps_known(EN) for other in made} == {of.steps_known(EN)}
