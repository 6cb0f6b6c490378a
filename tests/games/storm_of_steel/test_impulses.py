"""Chapters 3, 8, 9 and 12 in play: the sequence, impulses, reorganization, trenches."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    Attack,
    Entrench,
    EntrenchLine,
    HoldHere,
    LeaveTrench,
    Pick,
    ReinforceFront,
    Reorganize,
)
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import impulses
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.field import at, goes, listed, on_field, on_map, refused
from tests.games.storm_of_steel.nations import CP, EN

FORCES = "unit ge-2a-ii 1213\nunit fr-2a-i 1613\n"
FIRST = "turn 2 reorganization central-powers impulse=1\n"


def segments(text: str) -> list[tuple[int, str, str]]:
    """The segments in which somebody is asked for orders when everybody passes, until the quarter is over."""
    game = on_field(FORCES, text, head="sandbox no-end")
    turn, found = game.position.turn, []
    while game.position.turn == turn and game.position.impulse:
        position = game.position
        found.append((position.impulse, position.active, position.step))
        game.play(PASS)
    return found


@pytest.mark.rule("8.1", "8.3", "3.1", "3.2-4", "3.2-4a")
def test_without_cards_each_side_has_one_impulse_the_central_powers_first() -> None:
    assert segments(FIRST) == [
        (1, "central-powers", "reorganization"),
        (1, "central-powers", "movement"),
        (1, "entente", "reorganization"),
        (1, "entente", "movement"),
    ]


@pytest.mark.rule("8.4", "8.22", "3.2-4b", "3.2-4c", "3.2-4d")
def test_the_example_of_three_impulses_against_one() -> None:
    """The Central Powers act in the first three impulses, the Entente in the first, nobody in the fourth."""
    found = segments("turn 5 reorganization central-powers impulse=1\nshown central-powers 25\n")
    assert {(impulse, side) for impulse, side, _ in found} == {
        (1, "central-powers"),
        (1, "entente"),
        (2, "central-powers"),
        (3, "central-powers"),
    }


@pytest.mark.rule("8.2", "4.6-Impulse")
def test_kaiserschlacht_in_winter_gives_two_impulses_in_all() -> None:
    card = next(
        card.card
        for card in on_field("").position.setting.printed.deck.cards.values()
        if card.name == "Kaiserschlacht"
    )
    summer = on_field(
        FORCES,
        f"turn 5 movement central-powers impulse=1\nshown central-powers {card}",
        head="sandbox no-end",
    )
    winter = on_field(
        FORCES,
        f"turn 3 movement central-powers impulse=1\nshown central-powers {card}",
        head="sandbox no-end",
    )
    assert impulses.number(summer.position, "central-powers", "west") == 3
    assert impulses.number(winter.position, "central-powers", "west") == 2
    found = segments(f"turn 3 reorganization central-powers impulse=1\nshown central-powers {card}\n")
    assert max(impulse for impulse, _, _ in found) == 2


@pytest.mark.rule("8.23", "8.21")
def test_a_contingency_card_gives_an_impulse_even_after_a_gap() -> None:
    found = segments(
        "turn 5 reorganization central-powers impulse=1\nshown central-powers 25\ngranted entente west 3\n"
    )
    assert (3, "entente", "movement") in found
    assert (2, "entente", "movement") not in found


@pytest.mark.rule("8.2")
def test_no_impulse_is_played_after_the_maximum_of_the_weather() -> None:
    found = segments(
        "turn 3 reorganization central-powers impulse=1\nshown central-powers 25\ngranted entente west 3\n"
    )
    assert max(impulse for impulse, _, _ in found) == 2


@pytest.mark.rule("45.1")
def test_some_units_wait_for_the_second_impulse_or_a_later_quarter() -> None:
    text = 'turn 1 movement central-powers impulse=1\nunit ge-2a-ii 1213 waits="impulse 2"\n'
    game = on_field('unit ge-2a-ii 1213 waits="impulse 2"\nunit ge-2a-iii 1213\n', text.splitlines()[0])
    assert refused(game, Pick("ge-2a-ii")) == "45.1"
    later = on_field('unit ge-2a-ii 1213 waits="impulse 2"\n')
    assert later.check(Pick("ge-2a-ii")) is None  # in Autumn the wait is over


# Trenches


def reorganizing(units: str, turn: str = FIRST) -> Game[SteelPosition]:
    return on_field(units, turn, head="sandbox no-end")


@pytest.mark.rule("12.0", "12.2", "3.2-4aCP2", "12.1")
def test_units_entrench_before_movement_and_then_neither_move_nor_attack() -> None:
    game = reorganizing("unit ge-2a-ii 1312\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\n")
    game.play(Entrench("ge-2a-ii"))
    assert game.position.units["ge-2a-ii"].entrenched
    game.play(PASS)
    assert refused(game, Pick("ge-2a-ii")) == "12.1"
    game.play(PASS)
    game.play(Attack("1412"))  # by the other corps alone, so that only the table is asked for
    assert game.decision.kind == "table"


@pytest.mark.rule("12.2")
def test_a_unit_that_leaves_its_trench_may_move_in_the_same_impulse() -> None:
    game = reorganizing("unit ge-2a-ii 1213 entrenched\nunit fr-2a-i 1613\n")
    game.play(LeaveTrench("ge-2a-ii"))
    assert game.check(Entrench("ge-2a-ii")) is not None  # once in an impulse
    game.play(PASS)
    assert "1313" in goes(game, "ge-2a-ii")


@pytest.mark.rule("12.3")
def test_mechanized_units_do_not_entrench() -> None:
    assert refused(reorganizing("unit ge-ac-1 1213\nunit ge-2a-ii 1213\n"), Entrench("ge-ac-1")) == "12.3"


@pytest.mark.rule("12.0")
def test_nobody_entrenches_in_summer_1914() -> None:
    game = on_map("turn 1 movement central-powers impulse=1\nunit ge-2a-ii 2721\nunit ge-hq-1 2720\n")
    assert game.position.step == "movement"
    summer = reorganizing(
        "unit ge-2a-ii 1213\nunit ge-2a-iii 1213 entrenched\n", FIRST.replace("turn 2", "turn 1")
    )
    assert refused(summer, Entrench("ge-2a-ii")) == "12.0"


@pytest.mark.rule("12.0")
def test_the_line_entrenches_with_one_order() -> None:
    game = reorganizing("unit ge-2a-ii 1312\nunit ge-2a-iii 1310\nunit ge-2a-iv 1013\nunit fr-2a-i 1412\n")
    game.play(EntrenchLine())
    dug_in = {unit.name for unit in game.position.units.values() if unit.entrenched}
    assert dug_in == {"ge-2a-ii", "ge-2a-iii"}


RAILS = [f"side {at}13-{at + 1}13 rail=open" for at in range(10, 14)]


@pytest.mark.rule("11.62")
def test_reserves_go_behind_the_line_with_one_order() -> None:
    """The enemy in 1613: trains stop in 1413 and 1313's neighbours behind it, out of his zone."""
    units = "unit ge-2a-ii 1013\nunit ge-2a-iii 1013\nunit ge-2a-iv 1313\nunit fr-2a-i 1613\n"
    game = on_field(units, "turn 2 movement central-powers impulse=1", *RAILS, "hex 1413 country=germany")
    assert refused(game, ReinforceFront("east")) == "11.62"
    game.play(ReinforceFront("west"))
    position = game.position
    moved = {unit.name: at(game, unit.name) for unit in position.units.values() if unit.strategic}
    assert moved == {"ge-2a-ii": "1413", "ge-2a-iii": "1413"}
    assert game.decision.kind == "move"


@pytest.mark.rule("8.22")
def test_the_rest_of_an_impulse_is_passed_with_one_order() -> None:
    game = on_field(
        "unit ge-2a-ii 1312\nunit fr-2a-i 1412\n", "turn 2 reorganization central-powers impulse=1"
    )
    names = [deed.name for deed in game.report(CP).deeds]
    assert "Hold here" in names
    game.play(HoldHere())
    assert (game.position.active, game.position.impulse) == (EN, 1)
    game = on_field("unit ge-2a-ii 1312\nunit fr-2a-i 1412\n")
    game.play(Pick("ge-2a-ii"))
    assert refused(game, HoldHere()) == "8.22"


@pytest.mark.rule("8.22", "30.71")
def test_whoever_holds_has_no_missions_for_his_aircraft_and_whoever_sends_corps_has_given_them() -> None:
    air = "air central-powers 2\nunit ge-ta-1 1113\n"
    units = f"{air}unit ge-2a-ii 1013\nunit ge-2a-iii 1312\nunit fr-2a-i 1412\n"
    for step in ("reorganization", "movement"):
        game = on_field(units, f"turn 4 {step} central-powers impulse=1", *RAILS, head="sandbox no-end")
        if step == "movement":
            assert game.decision.kind == "air orders"
            assert refused(game, ReinforceFront("west")) == "30.71"
        game.play(HoldHere())
        assert (game.position.active, game.position.impulse) == (EN, 1)


# Corps


THREE = "unit ge-2a-ii 1213\nunit ge-2a-iii 1213\nunit ge-2a-iv 1213\nunit fr-2a-i 1613\n"


def exchanges(game: Game[SteelPosition]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """What can be exchanged for what, in divisions."""
    pieces = game.position.setting.pieces
    return {
        (
            tuple(sorted(pieces[name].divisions for name in choice.units)),
            tuple(sorted(pieces[name].divisions for name in choice.into)),
        )
        for choice in game.decision.choices()
        if isinstance(choice, Reorganize)
    }


@pytest.mark.rule("9.1", "9.3", "2.8-Divisions")
def test_the_example_of_three_corps_that_become_two_or_one_and_one() -> None:
    """Three corps of two divisions become two of three, or one of four with one of two left."""
    late = reorganizing(THREE, FIRST.replace("turn 2", "turn 7"))  # Winter 1916
    assert {((2, 2, 2), (3, 3)), ((2, 2), (4,))} <= exchanges(late)
    early = reorganizing(THREE, FIRST.replace("turn 2", "turn 3"))  # Winter 1915
    assert exchanges(early) == {((2, 2, 2), (3, 3))}
    assert exchanges(reorganizing(THREE)) == set()


@pytest.mark.rule("9.1", "9.2")
def test_exchanged_corps_come_from_the_pool_and_may_move_at_once() -> None:
    game = reorganizing(THREE, FIRST.replace("turn 2", "turn 3"))
    order = next(choice for choice in game.decision.choices() if isinstance(choice, Reorganize))
    pieces = game.position.setting.pieces
    strength = sum(pieces[name].strength for name in order.units)
    game.play(order)
    assert all(game.position.in_pool(name) for name in order.units)
    assert [at(game, name) for name in order.into] == ["1213", "1213"]
    assert sum(pieces[name].strength for name in order.into) == strength
    game.play(PASS)
    assert listed(game, Pick) >= set(order.into)


@pytest.mark.rule("9.0", "3.2-7g")
def test_at_home_units_entrench_only_with_others_that_are_entrenched() -> None:
    units = "unit ge-2a-ii 1213\nunit ge-2a-iii 1213 entrenched\nunit ge-2a-iv 1313\n"
    game = reorganizing(units, "turn 2 home-reorganization central-powers\n")
    assert listed(game, Entrench) == {"ge-2a-ii"}
    assert refused(game, Entrench("ge-2a-iv")) == "9.0"


BREAKTHROUGH = "turn 5 {} central-powers impulse={}\nshown central-powers 25\n"
STORM = "unit ge-2k-stoss-1 {}\nunit fr-2a-i 1612\n"


@pytest.mark.rule("43.0")
def test_who_breaks_through_moves_and_attacks_in_the_same_impulse_and_in_no_other() -> None:
    game = on_field(STORM.format("1413"), BREAKTHROUGH.format("movement", 2), head="sandbox no-end")
    game.play_words("march ge-2k-stoss-1 1512")
    unit = game.position.units["ge-2k-stoss-1"]
    assert (unit.broke_through, unit.name in game.position.breaking) == (True, True)
    game.play(PASS)
    assert game.position.step == "combat"
    assert game.check(Attack("1612")) is None
    later = on_field(
        STORM.format("1512 broke_through"), BREAKTHROUGH.format("combat", 2), head="sandbox no-end"
    )
    assert later.check(Attack("1612")) is not None


@pytest.mark.rule("43.0", "15.71")
@pytest.mark.parametrize(("here", "there", "breaks"), [("1313", "1413", False), ("1413", "1313", True)])
def test_command_is_looked_at_when_a_unit_begins_to_move(here: str, there: str, breaks: bool) -> None:
    game = on_field(STORM.format(here), BREAKTHROUGH.format("movement", 2), head="sandbox no-end")
    game.play_words(f"march ge-2k-stoss-1 {there}")
    assert game.position.units["ge-2k-stoss-1"].broke_through is breaks
    if not breaks:  # it has gone out of command, and may still attack by a breakthrough
        away = on_field(STORM.format("1512 moved"), BREAKTHROUGH.format("combat", 2), head="sandbox no-end")
        assert away.check(Attack("1612")) is None


@pytest.mark.rule("43.0")
def test_shock_troops_go_on_once_without_command() -> None:
    text = "turn 5 movement central-powers impulse=2\nshown central-powers 25\n"
    units = "unit ge-2k-stoss-1 1513\nunit ge-2a-ii 1513\nunit ge-2k-stoss-2 1513 broke_through\n"
    game = on_field(units, text, head="sandbox no-end")
    assert game.check(Pick("ge-2k-stoss-1")) is None
    assert refused(game, Pick("ge-2a-ii")) == "15.71"
    assert refused(game, Pick("ge-2k-stoss-2")) == "43.0"
    game.play_words("march ge-2k-stoss-1 1413")
    assert game.position.units["ge-2k-stoss-1"].broke_through
    off = on_field(units, text, head="sandbox no-end\noption breakthrough=off")
    assert refused(off, Pick("ge-2k-stoss-1")) == "15.71"
