"""Scenario book, chapter 3: what both sides are bound to in August 1914, on the real map."""

from __future__ import annotations

import msgspec
import pytest

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.orders import (
    Attack,
    ColumnAttack,
    Entrain,
    Go,
    Join,
    March,
    Pick,
    Ride,
    Stand,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import advance, combat, movement, outcomes, rail, suppliers, surrender
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.title import TITLE
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Premise
from hexfront.kernel.decisions import Ask, Decision
from hexfront.kernel.game import Game
from tests.games.western_front import played
from tests.games.western_front.builders import Play, game_at, node, table
from tests.games.western_front.played import at, fight, marches, state, until


def start(
    turn: int = 1, side: str = CENTRAL_POWERS, phase: str = "movement", month: int = 8, **options: str
) -> WesternFrontPosition:
    """The set-up with everybody mobilized, in a phase of August 1914."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    begun = TITLE.set_up(TITLE.setting("schlieffen-plan", chosen), 1)
    assert isinstance(begun, WesternFrontPosition)
    begun.date, begun.active, begun.phase, begun.begun = TurnDate(1914, month, turn), side, phase, True
    for name in list(begun.units):
        begun.change(name, mobilized=True)
    return begun


def only(of: WesternFrontPosition, *names: str) -> WesternFrontPosition:
    """The position without all other units but fortresses and headquarters."""
    for unit in list(of.units.values()):
        piece = of.piece(unit)
        if unit.name not in names and not piece.fortress and not piece.headquarters:
            of.remove(unit.name)
    return of


def reach(of: WesternFrontPosition, name: str) -> set[str]:
    return {of.setting.board.label(each) for each in movement.destinations(of, [name])}


def rules_of(refusal: object) -> tuple[str, ...]:
    return getattr(refusal, "rules", ())


# Neutrals


@pytest.mark.rule("WF 3-1")
def test_luxembourg_is_open_and_the_netherlands_are_closed() -> None:
    of = start(2)
    board = of.setting.board
    by_country = {
        country: [each for each in range(len(board)) if board.country[each] == country]
        for country in ("luxembourg", "netherlands", "switzerland")
    }
    assert all(not of.setting.closed[each] for each in by_country["luxembourg"])
    assert all(of.setting.closed[each] for each in by_country["netherlands"] + by_country["switzerland"])
    for side in (CENTRAL_POWERS, ENTENTE):
        ways = of.ways(side, False, "normal").ways
        assert any(there in by_country["luxembourg"] for steps in ways for there, _ in steps)
        assert not any(there in by_country["netherlands"] for steps in ways for there, _ in steps)


# Liege


def marcher(of: WesternFrontPosition, at: str) -> str:
    """A German division somewhere, alone in the west of its army."""
    name = "ge-inf-xx-14"
    of.change(name, at=node(of, at))
    return name


@pytest.mark.rule("WF 3-2")
def test_infantry_of_the_first_turn_stops_only_next_to_liege_if_it_can_get_there() -> None:
    of = start(1)
    name = marcher(of, "2306")
    beside = {of.setting.board.label(each) for each in of.setting.board.adjacent[node(of, "2107")]}
    reached = reach(of, name)
    assert reached
    assert reached <= beside
    assert len(reach_freely(of, name)) > len(reached)


def reach_freely(of: WesternFrontPosition, name: str) -> set[str]:
    """Where a unit could go in a turn without errands of its kind."""
    twin = of.copy()
    twin.date = TurnDate(1914, 9, 3)
    twin.flags.clear()
    return reach(twin, name)


@pytest.mark.rule("WF 3-2")
def test_a_phase_does_not_end_while_such_a_unit_stands_idle() -> None:
    of = only(start(1), "ge-inf-xx-14")
    name = marcher(of, "2306")
    assert rules_of(duties.may_end_movement(of, CENTRAL_POWERS)) == ("WF 3-2",)
    of.change(name, at=node(of, "2207"))
    assert duties.may_end_movement(of, CENTRAL_POWERS) is None


@pytest.mark.rule("WF 3-2")
def test_cavalry_and_later_turns_are_free() -> None:
    of = start(1)
    assert len(reach(of, "ge-cav-xx-2")) > 6
    of = only(start(2), "ge-inf-xx-14")
    name = marcher(of, "2306")
    assert duties.errand(of, of.units[name]) is None
    assert duties.may_end_movement(of, CENTRAL_POWERS) is None


@pytest.mark.rule("WF 3-2")
def test_who_has_not_arrived_goes_on_in_the_next_turn_until_liege_falls() -> None:
    of = only(start(1), "ge-inf-xx-14")
    name = marcher(of, "2504")
    before = of.setting.board.distance(node(of, "2504"), node(of, "2107"))
    near = {of.setting.board.distance(of.setting.board[label], node(of, "2107")) for label in reach(of, name)}
    assert len(near) == 1
    assert near.pop() < before  # type: ignore[operator]
    duties.remember_errands(of)
    of.date = TurnDate(1914, 8, 2)
    assert duties.errand(of, of.units[name]) is not None
    assert rules_of(duties.may_end_movement(of, CENTRAL_POWERS)) == ("WF 3-2",)
    of.holders[node(of, "2107")] = CENTRAL_POWERS
    assert duties.errand(of, of.units[name]) is None


@pytest.mark.rule("WF 3-2")
def test_the_refusal_of_another_hex_names_the_rule() -> None:
    of = start(1)
    name = marcher(of, "2306")
    away = next(iter(reach_freely(of, name) - reach(of, name)))
    play = Play(movement.move(table(of), of, Pick(name)))
    assert play.asked is not None
    assert rules_of(play.asked.why_not(Go(away))) == ("WF 3-2",)


# Lorraine


# Siege guns


@pytest.mark.rule("WF 3-4")
@pytest.mark.parametrize(("turn", "rides"), [(2, False), (3, True), (4, True), (5, False), (6, True)])
def test_siege_guns_ride_in_turns_3_and_4_before_the_railways_open(turn: int, rides: bool) -> None:
    of = start(turn)
    gun = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).siege)
    at = next(each for each in of.setting.places_of_kind("city") if of.rail_network(each) == "ge")
    of.change(gun.name, at=at)
    assert (rail.why_not_entrain(of, [gun.name]) is None) == rides
    assert rail.capacity_weight(of, [gun.name]) == (0 if turn in (3, 4) else 1)


@pytest.mark.rule("WF 3-4")
def test_other_guns_do_not_ride_then() -> None:
    of = start(3)
    gun = next(unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).kind == "art")
    at = next(each for each in of.setting.places_of_kind("city") if of.rail_network(each) == "ge")
    of.change(gun.name, at=at)
    assert rail.why_not_entrain(of, [gun.name]) is not None


# The French offensive


@pytest.mark.rule("WF 3-7")
def test_infantry_of_the_first_four_armies_goes_only_north_and_east() -> None:
    of = start(3, ENTENTE)
    unit = of.units["fr-inf-xx-25"]
    assert duties.bound(of, unit) == "N NE SE"
    here = of.setting.board.cells[unit.at]
    assert here is not None
    for label in reach(of, unit.name):
        cell = of.setting.board.cells[of.setting.board[label]]
        assert cell is not None
        east = cell[1].column - here[1].column
        assert east >= 0
        assert east > 0 or cell[1].row < here[1].row
    for free in ("fr-cav-xx-6", "fr-art-iii-1", "fr-hq-xxxx-1"):
        assert duties.bound(of, of.units[free]) == ""
    fifth = next(
        each for each in of.of_side(ENTENTE) if each.army == "fr-hq-xxxx-5" and of.piece(each).infantry
    )
    assert duties.bound(of, fifth) == ""


@pytest.mark.rule("WF 3-7")
def test_advance_after_combat_is_bound_in_the_same_way() -> None:
    of = start(3, ENTENTE)
    unit = of.units["fr-inf-xx-25"]
    by_direction = {of.setting.direction(unit.at, each): each for each in of.setting.crossable[unit.at]}
    for direction, each in by_direction.items():
        assert advance.can_advance(of, unit.name, each) == (direction in ("N", "NE", "SE"))
    of.flags["has attacked: fr-hq-xxxx-1"] = 1
    assert all(advance.can_advance(of, unit.name, each) for each in by_direction.values())


def front(turn: int) -> WesternFrontPosition:
    """A division of the 1st Army next to a German one, another of the same army elsewhere."""
    of = only(start(turn, ENTENTE, "combat"), "fr-inf-xx-25", "fr-inf-xx-26", "ge-inf-xx-26r")
    of.change("fr-inf-xx-25", at=node(of, "2620"))
    of.change("ge-inf-xx-26r", at=node(of, "2720"))
    of.change("fr-inf-xx-26", at=node(of, "2420"))
    of.remove("be-hq-xxxx-bel")
    return of


@pytest.mark.rule("WF 3-6")
def test_in_turn_5_combat_does_not_end_while_a_listed_unit_could_attack() -> None:
    assert duties.may_end_combat(front(4), ENTENTE) is None
    of = front(5)
    assert rules_of(duties.may_end_combat(of, ENTENTE)) == ("WF 3-6",)
    of.change("fr-inf-xx-25", attacked=True)
    assert duties.may_end_combat(of, ENTENTE) is None


@pytest.mark.rule("WF 3-6")
def test_strong_fortresses_excuse_from_the_attack() -> None:
    of = front(5)
    of.remove("ge-inf-xx-26r")
    fortress = of.units["ge-fortress-2415"]
    for unit in list(of.of_side(CENTRAL_POWERS)):
        if unit.name != fortress.name:
            of.remove(unit.name)
    of.change("fr-inf-xx-25", at=of.setting.crossable[fortress.at][0])
    assert duties.may_end_combat(of, ENTENTE) is None
    of.change(fortress.name, strength=11)
    assert rules_of(duties.may_end_combat(of, ENTENTE)) == ("WF 3-6",)


@pytest.mark.rule("WF 3-6")
def test_in_turn_5_who_can_get_next_to_the_enemy_must() -> None:
    of = front(5)
    of.phase = "movement"
    of.change("fr-inf-xx-25", at=node(of, "2420"))
    of.change("ge-inf-xx-26r", at=node(of, "2619"))
    beside = {of.setting.board.label(each) for each in of.setting.crossable[node(of, "2619")]}
    reached = reach(of, "fr-inf-xx-25")
    assert reached
    assert reached <= beside
    assert rules_of(duties.may_end_movement(of, ENTENTE)) == ("WF 3-6",)
    of.date = TurnDate(1914, 8, 4)
    assert reach(of, "fr-inf-xx-25") > reached
    assert duties.may_end_movement(of, ENTENTE) is None


@pytest.mark.rule("WF 3-6")
def test_who_cannot_get_to_the_enemy_is_free_to_move() -> None:
    of = front(5)
    of.phase = "movement"
    of.change("ge-inf-xx-26r", at=node(of, "3018"))
    assert len(reach(of, "fr-inf-xx-26")) > 2
    assert duties.may_end_movement(of, ENTENTE) is None


@pytest.mark.rule("WF 3-6", "WF 3-7")
def test_an_army_is_free_once_all_its_listed_units_have_attacked() -> None:
    of = front(4)
    of.change("fr-inf-xx-25", attacked=True)
    duties.end_combat(of)
    assert duties.is_on_the_offensive(of, "fr-hq-xxxx-1")
    of.change("fr-inf-xx-26", column_attacked=True)
    duties.end_combat(of)
    assert not duties.is_on_the_offensive(of, "fr-hq-xxxx-1")
    assert duties.bound(of, of.units["fr-inf-xx-25"]) == ""


@pytest.mark.rule("WF 3-7")
def test_after_turn_5_everybody_is_free() -> None:
    of = start(5, ENTENTE, "combat")
    duties.end_combat(of)
    assert not any(duties.is_on_the_offensive(of, f"fr-hq-xxxx-{army}") for army in range(1, 5))


@pytest.mark.rule("WF 3-6")
def test_the_combat_phase_offers_no_pass_before_the_duty_is_done() -> None:
    of = front(5)
    asked = next(combat.combat_phase(table(of), of))
    assert isinstance(asked, Ask)
    words = {type(choice).__name__ for choice in Decision(asked).choices()}
    assert words == {"Attack"}


@pytest.mark.rule("WF 3-6")
def test_before_turn_5_a_division_does_not_attack_without_all_others_of_its_army() -> None:
    game = game_at(with_cavalry(front(4), "2417"))
    assert list(game.decision.choices()) == [Attack("2416"), PASS]
    assert rules_of(game.check(Attack("2720"))) == ("WF 3-6",)
    game = game_at(with_cavalry(front(4), "2619"))
    game.play(Attack("2720"))
    assert list(game.decision.choices()) == [Join("fr-cav-xx-2")]  # who is not listed attacks when he likes
    assert rules_of(game.check(Join("fr-inf-xx-25"))) == ("WF 3-6",)


def with_cavalry(of: WesternFrontPosition, where: str) -> WesternFrontPosition:
    """The same with a cavalry division, which no rule holds back."""
    cavalry = next(unit for unit in start(4).of_side(ENTENTE) if unit.name == "fr-cav-xx-2")
    of.put(msgspec.structs.replace(cavalry, at=node(of, where)))
    return of


@pytest.mark.rule("WF 3-6")
def test_before_turn_5_a_column_attack_waits_for_the_army_too() -> None:
    of = front(4)
    of.phase = "movement"
    alone = game_at(of)
    alone.play(Pick("fr-inf-xx-25"))
    assert ColumnAttack("2720") not in alone.decision.choices()
    assert rules_of(alone.check(ColumnAttack("2720"))) == ("WF 3-6",)
    of = front(4)
    of.phase = "movement"
    of.change("fr-inf-xx-26", at=node(of, "2619"))
    together = game_at(of)
    together.play(Pick("fr-inf-xx-25"))
    assert ColumnAttack("2720") in together.decision.choices()


@pytest.mark.rule("WF 3-6")
def test_an_early_attack_leaves_out_nobody_who_has_no_other_hex_to_attack() -> None:
    of = front(4)
    of.change("fr-inf-xx-26", at=node(of, "2619"))
    game = game_at(of)
    game.play(Attack("2720"))
    game.play(Join("fr-inf-xx-25"))
    assert rules_of(game.check(PASS)) == ("WF 3-6",)
    assert PASS not in game.decision.choices()
    game.play(Join("fr-inf-xx-26"))
    assert game.check(PASS) is None


@pytest.mark.rule("WF 3-6")
def test_an_army_that_has_begun_to_attack_does_so_with_all_its_divisions() -> None:
    of = front(4)
    of.change("fr-inf-xx-26", at=node(of, "2417"))  # beside Metz, which is no excuse before turn 5
    game = game_at(with_cavalry(of, "2819"))
    attack_with(game, "2720", "fr-inf-xx-25")
    assert rules_of(game.check(PASS)) == ("WF 3-6",)
    assert PASS not in game.decision.choices()
    attack_with(game, "2416", "fr-inf-xx-26")
    game.play(PASS)
    released = game.position
    assert isinstance(released, WesternFrontPosition)
    assert not duties.is_on_the_offensive(released, "fr-hq-xxxx-1")


def attack_with(game: Game, where: str, *names: str) -> None:
    """An attack by some units, with everything else as advised."""
    game.play_all([Attack(where), *map(Join, names), PASS])
    while game.decision.kind != "attack":
        game.play(game.decision.default() or game.decision.choices()[0])


@pytest.mark.rule("WF 3-6")
def test_once_an_army_has_column_attacked_its_other_divisions_stay_next_to_the_enemy() -> None:
    of = front(4)
    of.phase = "movement"
    of.change("fr-inf-xx-26", at=node(of, "2417"))
    game = game_at(of)
    game.play_all([Pick("fr-inf-xx-25"), ColumnAttack("2720")])
    while game.decision.kind != "move":
        game.play(game.decision.default() or game.decision.choices()[0])
    crossable, occupied = of.setting.crossable, of.occupied[CENTRAL_POWERS]
    game.play(Pick("fr-inf-xx-26"))
    goals = [choice.to for choice in game.decision.choices() if isinstance(choice, Go)]
    assert "2517" in goals
    assert all(not occupied.isdisjoint(crossable[node(of, each)]) for each in goals)
    assert rules_of(game.check(Go("2518"))) == ("WF 3-6",)


# Belgium


@pytest.mark.rule("WF 3-8")
def test_in_turn_3_belgians_go_toward_the_redoubt() -> None:
    of = start(3, ENTENTE)
    assert reach(of, "be-inf-xx-1") <= {"1504", "1603", "1604"}
    assert rules_of(duties.may_end_movement(of, ENTENTE)) == ("WF 3-8",)
    assert duties.errand(of, of.units["be-hq-xxxx-bel"]) is not None  # the headquarters goes too
    of.date = TurnDate(1914, 8, 2)
    assert not reach(of, "be-inf-xx-1") <= {"1504", "1603", "1604"}
    assert duties.may_end_movement(of, ENTENTE) is None


@pytest.mark.rule("WF 3-8")
def test_who_cannot_get_there_at_once_goes_on_in_september() -> None:
    of = only(start(2, ENTENTE, month=9), "be-inf-xx-1")
    of.change("be-inf-xx-1", at=node(of, "1310"))
    assert rules_of(duties.may_end_movement(of, ENTENTE)) == ("WF 3-8",)


def redoubt(strength: int, month: int = 8) -> WesternFrontPosition:
    """A Belgian division in Antwerp and a German one of so many points beside Brussels."""
    of = only(start(5, ENTENTE, month=month), "be-inf-xx-1", "ge-inf-xx-26r", "ge-inf-xx-14")
    of.change("be-inf-xx-1", at=node(of, "1604"))
    of.change("ge-inf-xx-26r", at=node(of, "1706"), strength=strength)
    of.change("ge-inf-xx-14", at=node(of, "2504"))
    return of


@pytest.mark.rule("WF 3-8")
def test_ten_german_points_near_brussels_keep_the_belgians_in_place() -> None:
    held = redoubt(10)
    assert reach(held, "be-inf-xx-1") <= {"1504", "1603"}
    assert reach(held, "be-inf-xx-1")  # between the three hexes they move freely
    free = redoubt(9)
    assert not reach(free, "be-inf-xx-1") <= {"1504", "1603"}


@pytest.mark.rule("WF 3-8")
def test_confined_belgians_do_not_ride_out_of_the_redoubt() -> None:
    for strength, out in ((10, False), (9, True)):
        of = redoubt(strength, month=9)
        play = Play(movement.move(table(of), of, Pick("be-inf-xx-1"))).answer(Entrain())
        ridden = {choice.to for choice in play.choices if isinstance(choice, Ride)}
        assert ridden
        assert (not ridden <= {"1504", "1603", "1604"}) == out
        if not out:
            assert play.asked is not None
            assert rules_of(play.asked.why_not(Ride("1404"))) == ("WF 3-8",)


@pytest.mark.rule("WF 3-8")
def test_confined_belgians_attack_but_do_not_advance_out_of_the_redoubt() -> None:
    held = redoubt(10)
    assert not advance.can_advance(held, "be-inf-xx-1", node(held, "1605"))
    assert advance.can_advance(held, "be-inf-xx-1", node(held, "1603"))


@pytest.mark.rule("WF 3-8")
def test_who_has_been_in_the_redoubt_and_may_leave_need_not_return() -> None:
    free = redoubt(9)
    duties.remember_errands(free)
    free.change("be-inf-xx-1", at=node(free, "1505"))
    assert duties.errand(free, free.units["be-inf-xx-1"]) is None


@pytest.mark.rule("WF 3-8")
def test_an_attack_on_the_redoubt_or_october_frees_the_belgians() -> None:
    held = redoubt(10)
    duties.attacked(table(held), held, node(held, "1603"))  # a fortress, no Belgian unit that could march
    held.flags.clear()
    duties.attacked(table(held), held, node(held, "1604"))
    assert duties.belgians_are_free(held)
    assert not reach(held, "be-inf-xx-1") <= {"1504", "1603"}
    assert duties.belgians_are_free(redoubt(10, month=10))


@pytest.mark.rule("WF 3-8")
def test_an_attack_before_the_withdrawal_frees_nobody() -> None:
    of = start(2)
    duties.attacked(table(of), of, node(of, "2107"))
    assert not duties.belgians_are_free(of)


@pytest.mark.rule("WF 3-9")
def test_the_garrison_of_namur_stays_until_attacked_or_october() -> None:
    of = start(4, ENTENTE)
    refusal = movement.why_not_move(of, ENTENTE, "be-inf-xx-4")
    assert rules_of(refusal) == ("WF 3-9",)
    assert Pick("be-inf-xx-4") not in list(movement.movement_choices(of, ENTENTE))
    october = start(1, ENTENTE, month=10)
    assert movement.why_not_move(october, ENTENTE, "be-inf-xx-4") is None
    duties.attacked(table(of), of, node(of, "1807"))
    assert movement.why_not_move(of, ENTENTE, "be-inf-xx-4") is None


@pytest.mark.rule("WF 3-9")
def test_once_attacked_the_garrison_makes_for_the_redoubt_unless_that_was_attacked() -> None:
    of = start(4, ENTENTE)
    duties.attacked(table(of), of, node(of, "1807"))
    goals = duties.errand(of, of.units["be-inf-xx-4"])
    assert goals == frozenset(node(of, label) for label in ("1504", "1603", "1604"))
    assert duties.errand_rule(of, of.units["be-inf-xx-4"]) == "WF 3-9"
    of.flags[duties.BELGIANS_ATTACKED] = 1
    assert duties.errand(of, of.units["be-inf-xx-4"]) is None


def at_liege(mobilized: bool) -> WesternFrontPosition:
    """Germans next to the Belgians in and around Liege in turn 2."""
    of = start(2, CENTRAL_POWERS, "combat")
    for name in ("be-inf-xx-3", "be-inf-x-14"):
        of.change(name, mobilized=mobilized)
    of.change("ge-inf-xx-14", at=node(of, "2207"))
    return of


@pytest.mark.rule("WF 3-10")
def test_unready_belgians_at_liege_retreat_after_any_loss() -> None:
    battle_of = {}
    for mobilized in (False, True):
        of = at_liege(mobilized)
        duties.attacked(table(of), of, node(of, "2107"))
        battle = Battle(CENTRAL_POWERS, node(of, "2107"), ("ge-inf-xx-14",))
        battle_of[mobilized] = of, battle
        assert not duties.must_retreat(of, battle, 0)
    assert duties.must_retreat(*battle_of[False], 1)
    assert outcomes.must_retreat(*battle_of[False], 1)  # although a fortress is there (decision WF-R141)
    assert not duties.must_retreat(*battle_of[True], 1)
    assert not outcomes.must_retreat(*battle_of[True], 30)


@pytest.mark.rule("WF 3-10")
def test_unready_belgians_without_a_way_out_stay_and_fight() -> None:
    of = at_liege(False)
    liege = node(of, "2107")
    duties.attacked(table(of), of, liege)
    battle = Battle(CENTRAL_POWERS, liege, ("ge-inf-xx-14",), unready=("be-inf-xx-3", "be-inf-x-14"))
    germans = [unit.name for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).infantry]
    around = of.setting.crossable[liege]
    for unit in [unit for beside in around for unit in of.units_at(beside)]:
        of.remove(unit.name)
    germans = [name for name in germans if name in of.units]
    for name, beside in zip(germans, around[1:], strict=False):
        of.change(name, at=beside)
    assert outcomes.must_retreat(of, battle, 1)
    of.change(germans[-1], at=around[0])
    assert duties.must_retreat(of, battle, 1)
    assert not outcomes.must_retreat(of, battle, 1)


@pytest.mark.rule("WF 3-10")
def test_driven_belgians_rejoin_their_compatriots() -> None:
    of = at_liege(False)
    duties.attacked(table(of), of, node(of, "2107"))
    of.change("be-inf-xx-3", at=node(of, "2006"), retreated=True)
    of.remove("be-cav-xx-1")
    duties.after_combat(of)
    assert not [key for key in of.flags if key.startswith("attacked unready")]
    of.active, of.phase = ENTENTE, "movement"
    goals = duties.errand(of, of.units["be-inf-xx-3"])
    assert goals is not None
    assert node(of, "1806") in goals
    assert duties.errand_rule(of, of.units["be-inf-xx-3"]) == "WF 3-10"
    of.date = TurnDate(1914, 8, 3)
    assert duties.errand(of, of.units["be-inf-xx-3"]) == frozenset(
        node(of, label) for label in ("1504", "1603", "1604")
    )


# Antwerp


def surrounded_antwerp() -> WesternFrontPosition:
    """Belgians in Antwerp with Germans on the land side."""
    of = only(
        start(5, CENTRAL_POWERS, month=9),
        "be-inf-xx-1",
        *(f"ge-inf-xx-{each}" for each in (14, 16, 17, 18, 10)),
    )
    for unit in list(of.of_side(ENTENTE)):  # its fortress has fallen, too: it would save the units [20-9]
        if of.piece(unit).headquarters or of.piece(unit).fortress:
            of.remove(unit.name)
    of.change("be-inf-xx-1", at=node(of, "1604"))
    for number, label in zip((14, 16, 17), ("1605", "1704", "1505"), strict=True):
        of.change(f"ge-inf-xx-{number}", at=node(of, label))
    return of


@pytest.mark.rule("WF 3-11")
def test_antwerp_is_surrounded_only_when_the_scheldt_is_closed_too() -> None:
    of = surrounded_antwerp()
    assert not surrender.is_surrounded(of, node(of, "1604"), ENTENTE)
    of.change("ge-inf-xx-18", at=node(of, "1504"))
    assert surrender.is_surrounded(of, node(of, "1604"), ENTENTE)
    of.change("ge-inf-xx-18", at=node(of, "1603"))
    assert surrender.is_surrounded(of, node(of, "1604"), ENTENTE)


# The Siege headquarters


@pytest.mark.rule("WF 3-12")
def test_the_siege_headquarters_alone_supplies_siege_guns_in_1914() -> None:
    of = start(4, siege_headquarters="on")
    siege, army = of.units["ge-hq-xxxx-siege"], of.units["ge-hq-xxxx-1"]
    guns = [unit for unit in of.of_side(CENTRAL_POWERS) if of.piece(unit).siege]
    assert {of.piece(gun).nation for gun in guns} == {"ge", "ah"}
    for gun in guns:
        assert suppliers.may_supply(of, siege, gun)
        assert not suppliers.may_supply(of, army, gun)
    for other in ("ge-inf-xx-14", "ge-art-iii-1"):
        if other in of.units:
            assert not suppliers.may_supply(of, siege, of.units[other])
            assert suppliers.may_supply(of, army, of.units[other])
    without = start(4)
    assert suppliers.may_supply(without, without.units["ge-hq-xxxx-1"], guns[0])
    of.date = TurnDate(1915, 1, 1)
    assert suppliers.may_supply(of, army, guns[0])


@pytest.mark.rule("WF 3-6")
def test_a_column_attack_counts_as_the_attack_of_the_offensive() -> None:
    of = front(5)
    of.change("fr-inf-xx-25", column_attacked=True)
    assert duties.may_end_combat(of, ENTENTE) is None


# In play

NORTH_AND_EAST = ("N", "NE", "SE")


@pytest.mark.rule("WF 3-7")
@pytest.mark.parametrize(
    ("name", "bound"),
    [
        ("fr-inf-xx-25", True),
        ("fr-inf-xx-19", False),  # of the 5th Army
        ("fr-cav-xx-6", False),
        ("fr-art-iii-1", False),
        ("fr-hq-xxxx-1", False),
    ],
)
@pytest.mark.parametrize("released", [False, True])
def test_infantry_of_the_first_four_armies_steps_north_and_east_only(
    name: str, bound: bool, released: bool
) -> None:
    """From 2219, where all six steps can be made."""
    of = start(3, ENTENTE)
    of.change(name, at=node(of, "2219"))
    if released:
        of.flags["has attacked: fr-hq-xxxx-1"] = 1
    playing = game_at(of)
    reached = marches(playing, name)
    around = {
        of.setting.direction(node(of, "2219"), there): there
        for there in of.setting.crossable[node(of, "2219")]
    }
    assert len(around) == 6
    for direction, there in around.items():
        label = of.setting.board.label(there)
        kept = bound and not released and direction not in NORTH_AND_EAST
        assert (label in reached) != kept
        if kept:
            assert "WF 3-7" in played.refusal(playing, Pick(name), Go(label))


@pytest.mark.rule("WF 3-7")
def test_infantry_that_won_a_hex_elsewhere_does_not_advance_into_it() -> None:
    of = only(start(4, ENTENTE, "combat"), "fr-inf-xx-25", "ge-inf-xx-26r")
    of.change("fr-inf-xx-25", at=node(of, "2620"), strength=6)
    of.change("ge-inf-xx-26r", at=node(of, "2621"), strength=1)
    of.premises = (Premise("attack", "9"), Premise("counterattack", "0"))
    playing = game_at(of)
    told = fight(playing, "2621", "fr-inf-xx-25")
    assert "fr-inf-xx-25" in state(playing).units
    assert at(playing, "fr-inf-xx-25") == "2620"
    assert not told.said("15-1")


def namur(turn: int, attacked: bool) -> Game:
    """The Entente moves; Namur (1807) was attacked by German cavalry, or not."""
    of = only(start(turn, CENTRAL_POWERS, "combat"), "be-inf-xx-4", "be-inf-xx-1", "ge-inf-xx-14")
    of.change("ge-inf-xx-14", at=node(of, "1907"))
    of.premises = (Premise("attack", "0"), Premise("counterattack", "0"))
    playing = game_at(of)
    if attacked:
        fight(playing, "1807", "ge-inf-xx-14", stand=Stand())
    until(playing, "movement", ENTENTE)
    return playing


@pytest.mark.rule("WF 3-9")
@pytest.mark.parametrize("turn", [2, 4])
def test_the_garrison_of_namur_may_move_only_when_it_has_been_attacked(turn: int) -> None:
    waiting = namur(turn, attacked=False)
    refusal = waiting.check(Pick("be-inf-xx-4"))
    assert rules_of(refusal) == ("WF 3-9",)
    assert Pick("be-inf-xx-4") not in waiting.decision.choices()
    free = namur(turn, attacked=True)
    assert Pick("be-inf-xx-4") in free.decision.choices()


@pytest.mark.rule("WF 3-9")
@pytest.mark.parametrize("turn", [2, 4])
def test_once_attacked_the_garrison_must_make_for_the_redoubt(turn: int) -> None:
    playing = namur(turn, attacked=True)
    reached = marches(playing, "be-inf-xx-4")
    of = state(playing)
    refuge = frozenset(node(of, label) for label in ("1504", "1603", "1604"))
    hexes = of.setting.hexes_from(refuge)
    assert reached
    assert all(hexes[node(of, label)] < hexes[node(of, "1807")] for label in reached)
    for name in ("be-inf-xx-1", "be-hq-xxxx-bel"):  # others go first, so that nobody else is in the way
        while Pick(name) in playing.decision.choices() and turn == 4:
            playing.play(March((name,), min(marches(playing, name))))
    assert "WF 3-9" in rules_of(playing.check(PASS))
    playing.play(March(("be-inf-xx-4",), min(reached)))
    assert playing.check(PASS) is None


@pytest.mark.rule("WF 3-9")
def test_in_october_the_garrison_is_free() -> None:
    of = only(start(1, ENTENTE, month=10), "be-inf-xx-4")
    playing = game_at(of)
    assert Pick("be-inf-xx-4") in playing.decision.choices()
    assert playing.check(PASS) is None


def liege(loss: int, *, mobilized: bool) -> Game:
    """Germans attack Liege (2107) in turn 2; the Belgian cavalry behind it is gone."""
    of = at_liege(mobilized)
    of.remove("be-cav-xx-1")
    of.premises = (Premise("attack", str(loss)), Premise("counterattack", "0"))
    return game_at(of)


@pytest.mark.rule("WF 3-10")
@pytest.mark.parametrize(
    ("loss", "mobilized", "driven"), [(1, False, True), (0, False, False), (1, True, False)]
)
def test_belgians_attacked_at_liege_before_they_are_ready_go_back_after_any_loss(
    loss: int, mobilized: bool, driven: bool
) -> None:
    playing = liege(loss, mobilized=mobilized)
    told = fight(playing, "2107", "ge-inf-xx-14", stand=Stand())
    assert told.said("WF 3-10") == (["The units in 2107 must retreat"] if driven else [])
    assert (at(playing, "be-inf-xx-3") != "2107") == driven


@pytest.mark.rule("WF 3-10")
def test_in_the_next_movement_phase_they_must_join_other_belgians() -> None:
    playing = liege(1, mobilized=False)
    fight(playing, "2107", "ge-inf-xx-14")
    until(playing, "movement", ENTENTE, mobilize=PASS)
    assert rules_of(playing.check(PASS)) == ("WF 3-10",)
    of = state(playing)
    for name in ("be-inf-xx-3", "be-inf-x-14"):
        if Pick(name) in playing.decision.choices():
            reached = marches(playing, name)
            others = {
                of.setting.board.label(unit.at)
                for unit in of.of_side(ENTENTE)
                if of.piece(unit).nation == "be" and of.piece(unit).ground_combat and not unit.retreated
            }
            assert reached <= others
            playing.play(March((name,), min(reached)))
    assert playing.check(PASS) is None


@pytest.mark.rule("WF 3-11")
@pytest.mark.parametrize(
    ("blocked", "surrounded"), [("", False), ("1504", True), ("1603", True), ("1503", False)]
)
def test_antwerp_is_cut_off_only_when_germans_stand_on_the_scheldt(blocked: str, surrounded: bool) -> None:
    """A quarter of the strength forces surrounded units out of any city, and others never."""
    of = surrounded_antwerp()
    of.phase = "combat"
    if blocked:
        of.change("ge-inf-xx-18", at=node(of, blocked))
    of.premises = (Premise("attack", "2"), Premise("counterattack", "0"))
    told = fight(game_at(of), "1604", "ge-inf-xx-14", stand=Stand())
    assert bool(told.said("14-4")) == surrounded
