"""How the staff holds a front in the trench war: where it is strong, whom it makes up to strength, what it
leaves, and how much losses count."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.ai import player
from hexfront.games.western_front.orders import Assault
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import movement
from hexfront.games.western_front.staff import answers, depots, nerves, salients, trench
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.marches import Marches, fighting
from hexfront.games.western_front.staff.strikes import Scales
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.plans import Plan, Sector
from tests.games.western_front.builders import FRONTIER, later
from tests.games.western_front.played import state
from tests.games.western_front.test_staff_trench import LINES, small, theatre_of

GENERAL = LEVELS["general"]
MASSED = "".join(f"unit M{number} 0302 nation=ge kind=inf values=8-5\n" for number in range(5)) + "".join(
    f"unit A{number} 0302 nation=ge kind=art size=iii values=3-4\n" for number in range(3)
)
BEHIND = "".join(f"unit S{number} 0102 nation=fr kind=inf values=6-4\n" for number in range(6))
DATE = "1916-02-6 movement entente"


def line_for(position: WesternFrontPosition, side: str) -> tuple[trench.Theatre, Line]:
    theatre = theatre_of(position, side)
    return theatre, trench.line_of(theatre, Plan(side))


# Where it is strong


def test_what_nobody_asks_for_meets_what_the_enemy_has_massed() -> None:
    quiet = small(LINES + BEHIND, DATE)
    _, before = line_for(quiet, ENTENTE)
    pressed = small(LINES + BEHIND + MASSED, DATE)
    theatre, after = line_for(pressed, ENTENTE)
    board = pressed.setting.board
    assert theatre.massed_before[board["0202"]] > theatre.massed_before[board["0204"]]
    assert after.shares[board["0202"]] > before.shares[board["0202"]]
    assert after.shares[board["0202"]] > after.shares[board["0204"]]
    total = sum(after.shares.values())
    assert total <= theatre.strength["fr"] + 1e-6  # nobody is promised who is not there


def test_guns_tell_where_the_enemy_means_to_attack() -> None:
    with_guns, without = (
        theatre_of(small(text, DATE), ENTENTE)
        for text in (LINES + MASSED, LINES + "".join(MASSED.splitlines(keepends=True)[:5]))
    )
    node = with_guns.setting.board["0202"]
    assert with_guns.massed_before[node] == without.massed_before[node] + trench.GUNS_COUNT * 9


def test_few_stand_in_the_open_before_the_enemy() -> None:
    """0302 was won: no trench is there yet. Who is driven out of the open loses much."""
    won = LINES.replace("marker trench 0302 central-powers\n", "").replace(
        "unit G2 0302 nation=ge", "unit G2 0402 nation=ge"
    )
    won = won.replace("holder 0301 0302 0303", "holder 0302 entente\nholder 0301 0303")
    won = won.replace("unit F2 0202", "unit F2 0302")
    position = small(won + BEHIND, DATE)
    theatre, line = line_for(position, ENTENTE)
    node = position.setting.board["0302"]
    assert not theatre.is_sheltered(node)
    assert node in line.bare
    assert line.shares[node] <= trench.OPEN_GARRISON
    marches = Marches(theatre.survey, GENERAL)
    free = {name for name in marches.reachable if fighting(position, position.units[name])}
    marches.hold(line, sorted(free), sparing=True)
    there = sum(position.units[name].strength for name in free if marches.destination(name) == node)
    assert there <= trench.OPEN_GARRISON + 6  # no reserve crowds in behind those who hold it


@pytest.mark.rule("15-1")
def test_few_follow_into_a_hex_that_was_won() -> None:
    """Seven divisions could follow, and 66 points could strike them there: two go in."""
    attackers = "".join(f"unit R{number} 0302 nation=ge kind=inf values=8-5\n" for number in range(6))
    game = later("verdun", f"{LINES}{BEHIND}{attackers}date 1916-02-6 combat central-powers\n")
    position = state(game)
    position.change("F2", strength=1)
    game.play(Assault("0202", ("G2", *(f"R{number}" for number in range(6)))), CENTRAL_POWERS)
    staff = {side: player("general", game.title, side) for side in game.title.sides}
    while game.decision.kind != "attack" and state(game).active == CENTRAL_POWERS:
        side = game.decision.side
        game.play(staff[side].choose(game, side).action, side)
    node = position.setting.board["0202"]
    survey = Survey(state(game), CENTRAL_POWERS)
    assert survey.threat[node] / 3 > answers.MOST_IN_THE_OPEN
    assert 0 < survey.own[node] < answers.MOST_IN_THE_OPEN + 8


# Whom it makes up to strength


def test_losses_that_are_spread_are_made_good_too() -> None:
    """A division in the line goes back for two points, one in reserve for one."""
    position = small(LINES + BEHIND, DATE)
    marches = Marches(Survey(position, ENTENTE), GENERAL)
    assert depots._spent(marches, position.units["F2"]) == depots.WORN
    assert depots._spent(marches, position.units["S1"]) == 1


FULL = "".join(f"unit P{number} 0102 nation=fr kind=rpl values=4-4\n" for number in range(6))
SECOND = "unit FI 0104 nation=fr kind=hq size=xxxx values=0-4 supply=5\n"


def test_replacements_do_not_fill_the_hex_of_a_headquarters_to_the_brim() -> None:
    """Six of them leave no room for a division that could take them in: two go elsewhere."""
    position = small(LINES + FULL, DATE)
    node = position.setting.board["0102"]
    assert position.halves[node] == position.setting.room[node][0]
    marches = Marches(Survey(position, ENTENTE), GENERAL)
    depots.fill_up(marches)
    stay = [name for name in (f"P{number}" for number in range(6)) if marches.destination(name) == node]
    assert 2 * len(stay) + depots.CLEAR <= position.setting.room[node][0]
    assert len(stay) >= 3  # and no more of them go than must


def test_replacements_that_are_too_many_go_to_another_headquarters() -> None:
    position = small(LINES + FULL + SECOND, DATE)
    marches = Marches(Survey(position, ENTENTE), GENERAL)
    depots.fill_up(marches)
    went = [name for name in (f"P{number}" for number in range(6)) if name in marches.going]
    assert went
    assert any("make room" in marches.going[name][1] for name in went)


def test_every_headquarters_that_rests_with_replacements_is_a_depot_in_the_trench_war() -> None:
    """FH is the richest and goes where the army needs it; FI rests, and the nearest worn division comes."""
    fresh = "unit P1 0104 nation=fr kind=rpl values=4-4\n"
    worn = "unit F5 0204 nation=fr kind=inf values=5-4\n"
    position = small(LINES + SECOND + fresh + worn, DATE)
    for name in ("F4", "F5"):
        position.change(name, strength=2)
    survey = Survey(position, ENTENTE)
    assert depots.open_depots(survey) == {"FI": position.setting.board["0104"]}
    marches = Marches(survey, GENERAL)
    free = {name for name in marches.reachable if fighting(position, position.units[name])}
    depots.refit(marches, free)
    gone = [name for name in ("F4", "F5") if marches.destination(name) == position.setting.board["0104"]]
    assert len(gone) == 1  # the other one alone holds the hex before the enemy


# How much losses count


def test_a_nation_near_its_threshold_minds_its_losses_in_a_single_scenario_too() -> None:
    """France begins Nivelle's offensive with 870 points, and is shaken at 900 [WF 19-1]."""
    position = later("nivelle-offensive", f"{LINES}\ndate 1917-04-5 movement entente\n").position
    assert isinstance(position, WesternFrontPosition)
    assert nerves.suffered(position, "fr") == 870
    assert nerves.own_weight(position, "fr") > 1.3
    assert nerves.own_weight(position, "gb") == 1.0
    assert nerves.weight(position, "fr") == 1.0  # no morale fails in this game, and the enemy knows it
    position.demoralization["fr"] = 40
    assert nerves.own_weight(position, "fr") == 1.0  # the worst has happened


def test_points_from_before_a_game_are_not_counted_twice() -> None:
    position = later("western-front-1918", f"{LINES}\ndate 1918-06-3 movement central-powers\n").position
    assert isinstance(position, WesternFrontPosition)
    position.demoralization["ge"] = 2000
    assert nerves.suffered(position, "ge") == 2000


def test_nobody_misses_men_for_whom_replacements_wait() -> None:
    position = small(LINES)
    assert nerves.missed(position, "fr") == 1.0
    waiting = small(LINES + "unit P1 0102 nation=fr kind=rpl values=5-4\n")
    assert 0.0 < nerves.missed(waiting, "fr") < 1.0
    assert nerves.missed(waiting, "ge") == 1.0


# What it leaves

SALIENT = f"""{FRONTIER}
holder 0101 0102 0103 0104 0201 0202 0203 0204 0302 entente
holder 0301 0303 0304 0401 0402 0403 0404 central-powers
marker trench 0201 entente
marker trench 0202 entente
marker trench 0203 entente
marker trench 0204 entente
marker trench 0302 entente
unit F1 0201 nation=fr kind=inf values=5-4
unit F2 0202 nation=fr kind=inf values=5-4
unit F3 0302 nation=fr kind=inf values=5-4
unit F4 0204 nation=fr kind=inf values=5-4
unit FA 0102 nation=fr kind=art size=iii values=3-4
unit FH 0102 nation=fr kind=hq size=xxxx values=0-4 supply=60
unit G1 0301 nation=ge kind=inf values=8-5
unit G3 0303 nation=ge kind=inf values=8-5
unit G4 0402 nation=ge kind=inf values=8-5
unit G5 0402 nation=ge kind=inf values=8-5
"""


def salient(scenario: str) -> tuple[WesternFrontPosition, trench.Theatre, Plan]:
    position = later(scenario, f"{SALIENT}\ndate 1916-02-6 movement entente\n").position
    assert isinstance(position, WesternFrontPosition)
    theatre = trench.Theatre(Scales(Survey(position, ENTENTE), GENERAL, 1.0))
    return position, theatre, Plan(ENTENTE).joined(salients.retiring(theatre, Plan(ENTENTE)))


def test_a_salient_before_which_the_enemy_is_massed_is_left() -> None:
    position, theatre, plan = salient("duration-game")
    node = position.setting.board["0302"]
    assert theatre.front[node] >= salients.LEAST_SIDES
    (sector,) = plan.with_stance("retire")
    assert sector.hexes == ("0302",)
    line = trench.line_of(theatre, plan)
    assert node not in line.nodes
    marches = Marches(theatre.survey, GENERAL)
    free = {name for name in marches.reachable if fighting(position, position.units[name])}
    marches.hold(line, sorted(free), sparing=True)
    assert marches.destination("F3") != node


def test_nobody_leaves_guns_behind_in_a_salient() -> None:
    """Guns that stand before the enemy cannot march past his zone of control with the infantry."""
    position, theatre, _ = salient("duration-game")
    assert salients.retiring(theatre, Plan(ENTENTE))
    position.change("FA", at=position.setting.board["0302"])
    assert salients.retiring(theatre, Plan(ENTENTE)) == []


def test_what_was_left_is_not_held_again_for_as_long_as_it_is_nobodys() -> None:
    position, _, plan = salient("duration-game")
    node = position.setting.board["0302"]
    position.change("F3", at=position.setting.board["0202"])
    assert salients.given_up(position, ENTENTE, plan) == {node}
    theatre = trench.Theatre(
        Scales(Survey(position, ENTENTE), GENERAL, 1.0), salients.given_up(position, ENTENTE, plan)
    )
    assert node not in theatre.front
    assert position.setting.board["0202"] in theatre.front  # the enemy stands before it in his mind
    assert [each.hexes for each in salients.retiring(theatre, Plan(ENTENTE))] == [("0302",)]
    position.change("G4", at=node)
    position.holders[node] = CENTRAL_POWERS
    assert salients.given_up(position, ENTENTE, plan) == frozenset()


def test_no_trench_is_left_where_lost_ones_are_paid_for() -> None:
    """[WF 15 victory] Twenty points are charged for it in Verdun."""
    _, theatre, plan = salient("verdun")
    assert theatre.front[theatre.setting.board["0302"]] >= salients.LEAST_SIDES
    assert not plan.with_stance("retire")


def test_a_salient_from_which_somebody_attacks_is_kept() -> None:
    _, theatre, _ = salient("duration-game")
    attack = Sector("France before 0402", "fr", "attack", ("0302",), ("0402",))
    assert salients.retiring(theatre, Plan(ENTENTE, (attack,))) == []


# Along the front


@pytest.fixture(scope="module")
def nivelle() -> WesternFrontPosition:
    return state(hexfront.new("western-front/nivelle-offensive", seed=1, options={"ready-deployed": "on"}))


@pytest.mark.rule("10-7")
def test_who_changes_his_place_in_the_front_goes_back_and_up_again(nivelle: WesternFrontPosition) -> None:
    """From 1107 to 1007 the enemy's zones bar the way: who is not needed goes behind the line first."""
    board = nivelle.setting.board
    here, goal = board["1107"], board["1007"]
    assert goal in nivelle.setting.crossable[here]
    marches = Marches(Survey(nivelle, CENTRAL_POWERS), GENERAL)
    names = [unit.name for unit in nivelle.units_at(here) if fighting(nivelle, unit)]
    assert names
    assert all(goal not in movement.destinations(nivelle, [name]) for name in names)
    for name in names:
        marches.reachable[name] = movement.destinations(nivelle, [name])
    marches.hold(Line((goal,), {goal: 99.0}), names, sparing=True)
    stops = {marches.destination(name) for name in names}
    assert here not in stops
    assert all(goal in nivelle.setting.crossable[stop] for stop in stops)
    assert all(marches.survey.hexes_to_enemy[stop] > 1 for stop in stops)


def test_nobody_is_promised_to_a_hex_that_is_full(nivelle: WesternFrontPosition) -> None:
    """Who is on the way to a hex counts as if he stood there, so another hex would wait for him in vain."""
    board = nivelle.setting.board
    goal = board["1007"]
    names = [unit.name for unit in nivelle.units_at(board["1107"]) if fighting(nivelle, unit)]
    told = []
    for full in (False, True):
        marches = Marches(Survey(nivelle, CENTRAL_POWERS), GENERAL)
        for name in names:
            marches.reachable[name] = movement.destinations(nivelle, [name])
        if full:
            marches.load[goal] = nivelle.setting.room[goal][0]
        marches.hold(Line((goal,), {goal: 99.0}), names, sparing=True)
        told.append({marches.going[name][1].partition(" ")[0] for name in names})
    assert told == [{"On"}, {"In"}]  # on the way to it, or in reserve behind it


def test_who_is_not_needed_where_he_stands_goes_first_to_where_an_attack_is_meant() -> None:
    """One division in reserve, as near to a quiet hex as to the one an attack is prepared in."""
    position = small(LINES + "unit S0 0102 nation=fr kind=inf values=6-4\n", DATE)
    board = position.setting.board
    hexes = (board["0201"], board["0202"])
    for name in ("F1", "F2"):
        position.change(name, strength=10)  # nobody needs him at once
    went = []
    for focus in hexes:
        marches = Marches(Survey(position, ENTENTE), GENERAL)
        assert all(node in marches.reachable["S0"] for node in hexes)
        shares = dict.fromkeys(hexes, 20.0)
        marches.hold(Line(hexes, shares, focus=frozenset({focus})), sorted(marches.reachable), sparing=True)
        went.append(marches.destination("S0"))
    assert tuple(went) == hexes


def test_a_plan_says_from_where_it_attacks() -> None:
    position = small(LINES + MASSED, "1916-02-6 movement central-powers")
    theatre = theatre_of(position, CENTRAL_POWERS)
    attack = Sector("x", "ge", "attack", ("0302",), ("0202",), share=0.5, stage=trench.PREPARES)
    line = trench.line_of(theatre, Plan(CENTRAL_POWERS, (attack,)))
    assert line.focus == {position.setting.board["0302"]}


def test_an_attack_that_was_paid_for_makes_the_next_one_dearer() -> None:
    position = small(LINES, "1916-02-6 combat central-powers")
    scales = Scales(Survey(position, CENTRAL_POWERS), GENERAL, 1.0)
    before = scales.price_for(position.units["G2"])
    position.change("GH", supply=60)
    assert scales.price_for(position.units["G2"]) == before  # within one look
    scales.look_again(Survey(position, CENTRAL_POWERS))
    assert scales.price_for(position.units["G2"]) > before
