"""The staff of Storm of Steel beyond one front: axes, theatres, transfers, and what the enemy may hold."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.staff import axis, foe, staffs
from hexfront.games.storm_of_steel.staff.levels import LEVELS
from hexfront.games.storm_of_steel.staff.line import Line
from hexfront.games.storm_of_steel.staff.marches import Marches
from hexfront.games.storm_of_steel.staff.strikes import Strikes, reach_of
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres
from hexfront.games.storm_of_steel.staff.war_plan import WarPlan
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.games.storm_of_steel.field import node, on_field

GENERAL = LEVELS["general"]
FLANDERS = "France and Flanders"


def begun(scenario: str, side: str) -> SteelPosition:
    """A scenario as a side finds it in its first movement segment."""
    position: SteelPosition = hexfront.new(f"storm-of-steel/{scenario}", seed=1).position
    position.step, position.impulse, position.active = "movement", 1, side
    position.memo.clear()
    return position


def test_the_axis_of_1914_leads_through_belgium() -> None:
    position = begun("great-war", CENTRAL_POWERS)
    position.join("belgium", ENTENTE)
    survey = Survey(position, CENTRAL_POWERS)
    aim = axis.axes(survey)[FLANDERS]
    names = {survey.name(each).partition(" ")[2] for each in aim.places}
    assert {"Brussels", "Antwerp", "Liege"} <= names
    inside, outside = survey.board["2421"], survey.board["2628"]
    aims = {FLANDERS: aim}
    assert axis.weight(survey, aims, inside) > 1 > axis.weight(survey, aims, outside)


def test_what_is_far_behind_the_enemy_is_no_aim() -> None:
    position = begun("campaign-1915", ENTENTE)
    aim = axis.axes(Survey(position, ENTENTE))[FLANDERS]
    names = {Survey(position, ENTENTE).name(each).partition(" ")[2] for each in aim.places}
    assert not names & {"Berlin", "Leipzig", "Munich", "Hamburg"}


def test_the_army_of_1914_goes_where_most_of_it_stands() -> None:
    position = begun("great-war", CENTRAL_POWERS)
    position.join("belgium", ENTENTE)
    plan = WarPlan(Survey(position, CENTRAL_POWERS), GENERAL)
    assert plan.value("1") > plan.value("2")  # Schlieffen Plan, Deployment East


def test_beside_the_axis_an_army_that_attacks_stands_thin() -> None:
    position = begun("great-war", CENTRAL_POWERS)
    position.join("belgium", ENTENTE)
    survey = Survey(position, CENTRAL_POWERS)
    aims = axis.axes(survey)
    beside, bold = survey.board["2728"], {"west": 1.0}
    massed = Line(survey, GENERAL, bold, aims, {FLANDERS})
    spread = Line(survey, GENERAL, bold, aims)
    assert massed.needs[beside] < spread.needs[beside]
    wary = Line(survey, GENERAL, {"west": 0.7}, aims, {FLANDERS})
    assert wary.needs[beside] == pytest.approx(spread.needs[beside])
    inside = survey.board["2622"]
    assert massed.needs[inside] == pytest.approx(spread.needs[inside])


def test_a_town_that_decides_is_held_for_most_of_its_worth_beside_the_axis() -> None:
    position = begun("guns-of-august", CENTRAL_POWERS)
    position.join("belgium", ENTENTE)
    survey = Survey(position, CENTRAL_POWERS)
    line = Line(survey, GENERAL, {"west": 1.0}, axis.axes(survey), Theatres(survey).even())
    metz = survey.board["2525"]
    assert survey.threat[metz] > 8
    assert line.needs[metz] >= 0.85 * survey.prizes[metz]


def test_an_army_is_massed_only_where_the_enemy_is_not_much_stronger() -> None:
    found = Theatres(Survey(begun("great-war", CENTRAL_POWERS), CENTRAL_POWERS))
    assert FLANDERS in found.even()
    assert "Russia and Galicia" not in found.even()


def test_no_hex_of_the_line_is_left_open() -> None:
    game = on_field("unit ge-2a-i 1312\nunit ge-2a-ii 1310\nunit fr-2a-i 1413\n")
    survey = Survey(game.position, CENTRAL_POWERS)
    line, unit = Line(survey, GENERAL), game.position.units["ge-2a-ii"]
    empty, held = node(game, "1313"), node(game, "1312")
    line.put(game.position.units["ge-2a-i"], held)
    assert line.gain(unit, empty) > line.gain(unit, held) + 0.4


def test_who_attacks_and_does_not_dig_is_open_to_the_enemy() -> None:
    own = "".join(f"unit ge-2a-{name} 1313\n" for name in ("i", "ii", "iii"))
    mass = "".join(f"unit fr-2a-{name} 1513\n" for name in ("i", "ii", "iii"))

    def worth(turn: int) -> float:
        """What the attack is worth on the hex before the mass."""
        game = on_field(
            f"{own}unit fr-2r-1-res 1413\n{mass}",
            f"turn {turn} movement central-powers impulse=1",
            scenario="schlieffen-and-race-to-the-sea",  # its end does not press yet
        )
        survey = Survey(game.position, CENTRAL_POWERS)
        strikes = Strikes(survey, GENERAL, reach_of(survey, survey.troops)).plan()
        return next(strike.value for strike in strikes if strike.target == node(game, "1413"))

    assert worth(1) > worth(2) + 0.1


def test_troops_go_to_where_far_more_is_missed_though_they_could_be_used_here() -> None:
    found = Theatres(Survey(begun("campaign-1915", CENTRAL_POWERS), CENTRAL_POWERS))
    there, here = "the Balkans", "Russia and Galicia"
    found.staffs[there] = {"germany", "austria-hungary"}
    found.theirs.update({there: 30.0, here: 100.0})
    found.own.update({there: 5.0, here: 90.0})
    found.targets.update({there: 30.0, here: 95.0})
    unit = next(unit for unit in found.survey.troops if found.of[unit.at] == here)
    assert there in found.open_to(unit)
    found.own[here] = 56.0  # no more than holds it at a pinch
    assert there not in found.open_to(unit)


def test_an_axis_is_kept_until_a_clearly_better_one_is_found() -> None:
    position = begun("campaign-1918", ENTENTE)
    survey = Survey(position, ENTENTE)
    found = axis.axes(survey)[FLANDERS]
    again = axis.axes(survey, {FLANDERS: found})[FLANDERS]
    assert found.goal in again.places or again.goal in found.places
    assert again.value == pytest.approx(axis.KEPT * found.value)


def test_open_ground_is_looked_at_deep_only_while_nobody_can_dig() -> None:
    units = "unit ge-2a-i 1313\nunit fr-2a-i 1810\n"
    deep = on_field(units, "turn 1 movement central-powers impulse=1")
    flat = on_field(units, "turn 2 movement central-powers impulse=1")
    far = node(deep, "1513")
    assert far in Line(Survey(deep.position, CENTRAL_POWERS), GENERAL).needs
    assert far not in Line(Survey(flat.position, CENTRAL_POWERS), GENERAL).needs


def test_the_last_in_a_hex_before_the_enemy_is_missed_more_than_the_third() -> None:
    game = on_field("unit ge-2a-i 1313\nunit fr-2a-i 1413\nunit fr-2a-ii 1413\nunit fr-2a-iii 1413\n")
    survey = Survey(game.position, CENTRAL_POWERS)
    line, unit = Line(survey, GENERAL), game.position.units["ge-2a-i"]
    line.put(unit, unit.at)
    alone = line.loss(unit, unit.at)
    line.planned[unit.at] += 20.0
    assert line.loss(unit, unit.at) < alone / 2


def test_what_most_is_to_be_won_by_has_its_attack_before_others_are_made_safe() -> None:
    found = Theatres(Survey(begun("campaign-1916", CENTRAL_POWERS), CENTRAL_POWERS))
    best = max(found.targets, key=lambda name: (bool(found.own.get(name)), found.prospect(name)))
    assert found.targets[best] >= 1.4 * found.theirs[best]
    assert sum(found.targets.values()) == pytest.approx(sum(found.own.values()))


def test_nobody_leaves_a_theatre_of_movement() -> None:
    found = Theatres(Survey(begun("great-war", CENTRAL_POWERS), CENTRAL_POWERS))
    for name in found.targets:
        assert found.targets[name] >= 0.9 * min(found.own.get(name, 0.0), 1.5 * found.theirs[name])


def test_who_is_missed_least_goes_by_rail_to_the_theatre_that_calls() -> None:
    position = begun("campaign-1916", CENTRAL_POWERS)
    marches = Marches(Survey(position, CENTRAL_POWERS), GENERAL, dug_in=True)
    calling = marches.theatres.calling()
    marches.plan()
    of = marches.theatres.of
    sent = [
        name
        for name, to in marches.places.items()
        if of[to] in calling and of[position.units[name].at] not in calling
    ]
    assert sent
    assert all("lacks" in marches.reasons[name] for name in sent if "lack" in marches.reasons[name])


def test_a_headquarters_goes_ahead_where_nobody_could_command_the_troops() -> None:
    position = begun("campaign-1916", CENTRAL_POWERS)
    survey = Survey(position, CENTRAL_POWERS)
    theatres = Theatres(survey)
    assert theatres.errand() == ("Italy", "germany")
    posts = staffs.Posts(survey, {}, theatres)
    assert posts._errand is not None
    name, end = posts._errand
    assert position.piece(position.units[name]).country == "germany"
    assert theatres.of[end] == "Italy"
    assert posts.wishes(position.units[name])


def test_a_superior_army_counts_its_losses_less() -> None:
    found = Theatres(Survey(begun("campaign-1916", ENTENTE), ENTENTE))
    place = next(unit.at for unit in found.survey.troops if found.of[unit.at] == FLANDERS)
    even = found.caution(place)
    found.own[FLANDERS] = 3 * found.theirs[FLANDERS]
    assert found.caution(place) < even
    assert found.caution(place) < 0.5


@pytest.mark.rule("4.3")
def test_the_hidden_hand_is_reckoned_with_by_what_is_left_in_the_deck() -> None:
    position = hexfront.new("storm-of-steel/great-war", seed=1).position
    hidden = foe.expected(position, ENTENTE)
    assert hidden["west"].columns > 0
    assert hidden["west"].impulses > 0
    position.discarded |= {
        number for number, card in position.setting.printed.deck.cards.items() if "west" in card.fronts
    }
    assert foe.expected(position, ENTENTE).get("west", foe.Expected()).weight == 1.0


def test_cards_that_lie_open_count_in_full() -> None:
    position = begun("great-war", CENTRAL_POWERS)
    position.picked = {CENTRAL_POWERS: (), ENTENTE: ()}
    position.shown = {CENTRAL_POWERS: (1,), ENTENTE: ()}
    position.flags[f"laid down {CENTRAL_POWERS}"] = 1
    found = foe.expected(position, ENTENTE)
    assert found["west"].columns == pytest.approx(2)
    assert found["west"].impulses == pytest.approx(2)
    survey = Survey(position, ENTENTE)
    assert survey.foreboding(survey.board["2323"]) > 1.3
