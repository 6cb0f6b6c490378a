"""The staff of Storm of Steel: theatres, stacks, larger corps, headquarters."""

from __future__ import annotations

import hexfront
from hexfront.ai import player
from hexfront.games.storm_of_steel.orders import Bombard, Entrench, Reorganize
from hexfront.games.storm_of_steel.rules.battles import battle_of
from hexfront.games.storm_of_steel.rules.sea_control import harbours
from hexfront.games.storm_of_steel.staff import fights, politics, staffs
from hexfront.games.storm_of_steel.staff.levels import LEVELS
from hexfront.games.storm_of_steel.staff.line import Line
from hexfront.games.storm_of_steel.staff.marches import Marches
from hexfront.games.storm_of_steel.staff.prizes import prizes
from hexfront.games.storm_of_steel.staff.shipping import Voyages
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import CITIES, Theatres, theatre_of
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from tests.games.storm_of_steel.field import STAFFS, drawn, node, on_field, on_map
from tests.games.storm_of_steel.nations import game as nations

GENERAL = LEVELS["general"]


def theatres(scenario: str, side: str) -> Theatres:
    game = hexfront.new(f"storm-of-steel/{scenario}", seed=1)
    return Theatres(Survey(game.position, side))


def test_every_city_that_marks_a_theatre_is_on_the_map() -> None:
    setting = hexfront.new("storm-of-steel/great-war", seed=1).position.setting
    names = {city.city for city in setting.city_at.values()}
    assert {city for cities in CITIES.values() for city in cities} <= names
    of = theatre_of(setting)
    assert of[setting.board["2425"]] == "France and Flanders"
    assert of[setting.board["3633"]] == "Italy"
    assert of[setting.board["4837"]] == "the Balkans"


def test_what_a_theatre_should_have_follows_what_the_enemy_has_there() -> None:
    found = theatres("campaign-1916", CENTRAL_POWERS)
    assert found.targets["France and Flanders"] > found.targets["the Balkans"]
    assert abs(sum(found.targets.values()) - sum(found.own.values())) < 0.35 * sum(found.own.values())


def test_a_theatre_that_lacks_troops_gives_none_away() -> None:
    found = theatres("campaign-1916", CENTRAL_POWERS)
    short = next(name for name in found.own if found.spare(name) < -4)
    unit = next(unit for unit in found.survey.troops if found.of[unit.at] == short)
    assert found.open_to(unit) == {short}


def test_troops_go_to_another_theatre_only_where_somebody_can_command_them() -> None:
    found = theatres("campaign-1916", ENTENTE)
    assert found.is_commanded("russia", "Russia and Galicia")
    assert not found.is_commanded("russia", "France and Flanders")


def test_a_stack_without_a_way_back_is_worth_an_attack_in_itself() -> None:
    ring = "".join(
        f"unit {unit} {at}\n"
        for unit, at in zip(
            ("ge-2a-i", "ge-2a-ii", "ge-2a-iii", "ge-2a-iv", "ge-2a-v", "ge-2a-vi"),
            ("1412", "1413", "1512", "1612", "1613", "1514"),
            strict=True,
        )
    )
    game = on_field(f"{ring}unit fr-2a-i 1513\n", "turn 2 combat central-powers impulse=1")
    position = game.position
    around = [position.units[f"ge-2a-{name}"] for name in ("i", "ii", "iii", "iv", "v", "vi")]
    closed = battle_of(position, node(game, "1513"), around)
    assert fights.trapped(position, closed) == 4
    free = on_field("unit ge-2a-i 1413\nunit fr-2a-i 1513\n", "turn 2 combat central-powers impulse=1")
    opened = battle_of(free.position, node(free, "1513"), [free.position.units["ge-2a-i"]])
    assert fights.trapped(free.position, opened) == 0


def test_a_lone_corps_in_the_open_goes_to_others_before_a_mass() -> None:
    mass = "".join(f"unit fr-2a-{name} 1512\n" for name in ("i", "ii", "iii"))
    mass += "".join(f"unit fr-2a-{name} 1511\n" for name in ("v", "vi", "viii"))
    own = "unit ge-2r-iii-res 1312\nunit ge-2a-i 1213\nunit ge-2a-ii 1213\n"
    game = on_field(own + mass)
    marches = Marches(Survey(game.position, CENTRAL_POWERS), GENERAL)
    marches.plan()
    stands = marches._standing()
    alone = marches.places["ge-2r-iii-res"]
    assert stands.odds(alone) < 4 or stands.loads[alone] > 1


def test_a_gap_is_left_open_rather_than_a_corps_lost_in_it() -> None:
    def stays(mass: str) -> bool:
        """Whether a lone corps beside which nobody stands is left where it was to go."""
        own = "unit ge-2r-iii-res 1312\nunit ge-2a-i 1114\nunit ge-2a-ii 1114\n"
        game = on_field(own + mass)
        marches = Marches(Survey(game.position, CENTRAL_POWERS), GENERAL)
        marches.plan()
        marches.places |= {name: unit.at for name, unit in marches.ready.items()}
        marches._close_up(())
        return marches.places["ge-2r-iii-res"] == node(game, "1312")

    mass = "".join(f"unit fr-2a-{name} 1512\n" for name in ("i", "ii", "iii"))
    assert stays(mass)
    assert not stays(mass + "".join(f"unit fr-2a-{name} 1511\n" for name in ("v", "vi", "viii")))


def test_who_can_dig_in_where_he_stands_is_as_strong_as_in_his_trench() -> None:
    game = on_field("unit ge-2a-i 1312\nunit fr-2a-i 1412\n")
    survey, at = Survey(game.position, CENTRAL_POWERS), node(game, "1312")
    turns = Marches(survey, GENERAL, dug_in=True)._standing()
    moves = Marches(survey, GENERAL)._standing()
    assert turns.strength[at] == 2 * moves.strength[at]


def test_a_gap_counts_as_closed_only_by_what_can_stand_in_it() -> None:
    mass = "".join(f"unit fr-2a-{name} 1412\n" for name in ("i", "ii", "iii"))
    game = on_field(f"unit ge-2r-iii-res 1110\n{mass}")
    line = Line(Survey(game.position, CENTRAL_POWERS), GENERAL)
    before = node(game, "1312")
    assert line._stands(before, 1.5) == 0
    assert 0 < line._stands(before, 3.0) < 1
    assert line._stands(before, 8.0) == 1


def test_corps_of_a_full_hex_become_larger_ones_and_keep_their_trench() -> None:
    own = "".join(f"unit ge-2a-{name} 1313 entrenched\n" for name in ("i", "ii", "iii"))
    text = f"{drawn()}\nturn 7 reorganization central-powers impulse=1\n{STAFFS}{own}unit fr-2a-i 1413\n"
    game = on_map(text, "verdun-and-somme")
    side = game.decision.side
    order = player("general", game.title, side).choose(game, side)
    assert isinstance(order.action, Reorganize)
    assert len(order.action.into) < len(order.action.units)
    game.play(order.action)
    assert all(game.position.units[name].entrenched for name in order.action.into)


def test_who_arrives_in_a_trench_digs_in_after_mobilization() -> None:
    own = "unit ge-2a-i 1313 entrenched\nunit ge-2a-ii 1313\n"
    game = on_field(f"{own}unit fr-2a-i 1413\n", "turn 2 home-reorganization central-powers")
    side = game.decision.side
    assert player("general", game.title, side).choose(game, side).action == Entrench("ge-2a-ii")


def test_a_headquarters_goes_to_the_troops_and_not_beside_the_enemy() -> None:
    own = "".join(f"unit ge-2a-{name} 1313\n" for name in ("i", "ii", "iii"))
    game = on_field(
        f"{own}unit fr-2a-i 1513\nunit fr-2a-ii 1512\n", staffs="unit ge-hq-1 1010\nunit fr-hq-1 1713\n"
    )
    posts = staffs.Posts(Survey(game.position, CENTRAL_POWERS), {})
    unit = game.position.units["ge-hq-1"]
    assert posts.score(unit, node(game, "1213")) > posts.score(unit, node(game, "1010"))
    assert posts.score(unit, node(game, "1213")) > posts.score(unit, node(game, "1414"))


def test_america_is_asked_only_when_the_die_can_bring_something() -> None:
    position = hexfront.new("storm-of-steel/great-war", seed=1).position
    card = position.setting.printed.deck.cards[84]
    assert politics.value(Survey(position, ENTENTE), card) == 0.0  # high morale, no submarines, 1914
    position.flags["submarine war"] = 1
    position.shipping = 60
    assert politics.value(Survey(position, ENTENTE), card) > 2


def test_troops_inland_go_by_rail_to_a_port_before_they_can_sail() -> None:
    position = hexfront.new("storm-of-steel/campaign-1916", seed=1).position
    inland = position.setting.board["1515"]  # Birmingham
    unit = next(
        unit
        for unit in position.of_side(ENTENTE)
        if position.setting.country_of[unit.at] == "great-britain" and position.piece(unit).corps
    )
    position.step, position.impulse, position.active = "movement", 1, ENTENTE
    moved = position.change(unit.name, at=inland, entrenched=False)
    port = Voyages(Survey(position, ENTENTE), GENERAL)._port(moved)
    assert port is not None
    assert port in harbours(position.setting)


def test_the_last_city_of_a_small_country_is_worth_more_than_the_first() -> None:
    def worth(text: str) -> float:
        game = nations(f"turn 6 cards central-powers\n{text}")
        return prizes(game.position, CENTRAL_POWERS)[game.setting.board["5042"]]

    won = "".join(f"holder {at} central-powers\n" for at in ("4836", "4937", "5139"))
    assert worth(won) > worth("") + 4  # Skopje alone is left of Serbia


def test_a_second_gun_fires_at_a_fort_that_the_first_has_halved() -> None:
    forts = "unit fort-verdun 2425\nunit ge-sg-1 2525\nunit ge-sg-2 2525\nunit ge-2a-i 2525\n"
    game = nations(f"turn 2 combat central-powers impulse=1\n{forts}shaken 2425\n")
    order = player("general", game.title, CENTRAL_POWERS).choose(game, CENTRAL_POWERS)
    assert isinstance(order.action, Bombard)


def test_a_fort_that_stands_alone_is_worth_an_attack() -> None:
    troops = "".join(f"unit ge-2a-{name} 2425\n" for name in ("i", "ii", "iii"))
    game = nations(f"turn 2 combat central-powers impulse=1\nunit fort-nancy 2526\n{troops}")
    position = game.position
    units = [position.units[f"ge-2a-{name}"] for name in ("i", "ii", "iii")]
    found = fights.best(position, position.setting.board["2526"], units, 5.0)
    assert found is not None
    worth, outlook = found
    assert outlook.theirs == 0
    assert outlook.forts > 0
    assert worth > outlook.value(5.0) - fights.MATERIAL * outlook.forts - 1e-9


def test_a_new_air_doctrine_is_taken_up_in_its_year() -> None:
    position = hexfront.new("storm-of-steel/great-war", seed=1).position
    position.turn = 3
    card = position.setting.printed.deck.cards[37]
    assert politics.value(Survey(position, CENTRAL_POWERS), card) > 2.5


def test_what_lies_ahead_is_worked_out_once_a_segment() -> None:
    position = hexfront.new("storm-of-steel/guns-of-august", seed=1).position
    first = Survey(position, CENTRAL_POWERS)
    assert first.pull
    again = Survey(position.copy(), CENTRAL_POWERS, first)
    assert again.pull is first.pull
    later = position.copy()
    later.impulse += 1
    assert Survey(later, CENTRAL_POWERS, first).pull is not first.pull
