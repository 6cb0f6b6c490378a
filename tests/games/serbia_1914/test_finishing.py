"""[4.2.9] Pontoon bridges, Komitadji, river crossing markers; [24.2] Montenegrin boxes; [14.4] positions."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Bridge, Infiltrate, Strike
from hexfront.games.serbia_1914.position import Pontoon
from hexfront.games.serbia_1914.rules import finishing, improved_positions, komitadji, montenegro, pontoons
from hexfront.games.serbia_1914.vocabulary import AUSTRIA_HUNGARY, SERBIA
from hexfront.kernel.actions import PASS
from tests.games.serbia_1914.builders import Play, node, position, table

BOTH_BANKS = "holder 25.11 serbia\n"


@pytest.mark.rule("21.2", "21.2.1")
def test_a_bridge_is_begun_in_one_finishing_phase_and_ready_in_the_next() -> None:
    placed = position("turn 11 finishing serbia\n" + BOTH_BANKS)
    play = Play(pontoons.step(table(placed), placed, SERBIA))
    order = Bridge(("25.11", "25.12"))
    assert order in play.choices
    play.answer(order, PASS)
    there = (node(placed, "25.11"), node(placed, "25.12"))
    assert not pontoons.stands(placed, *there, SERBIA)
    Play(pontoons.step(table(placed), placed, SERBIA)).defaults()
    assert pontoons.stands(placed, *there, SERBIA)
    assert not pontoons.stands(placed, *there, AUSTRIA_HUNGARY)


@pytest.mark.rule("21.2.1")
def test_both_banks_must_be_controlled_to_begin_and_to_finish() -> None:
    placed = position("turn 11 finishing serbia\n")
    refusal = pontoons.why_not_bridge(placed, SERBIA, "25.11/25.12")
    assert refusal is not None
    assert refusal.rules == ("21.2.1",)
    begun = position("turn 11 finishing serbia\npontoon 25.11/25.12 serbia\n")
    Play(pontoons.step(table(begun), begun, SERBIA)).defaults()
    assert not begun.pontoons, "its marker comes back"


@pytest.mark.rule("21.2.2")
def test_a_bridge_is_lost_with_the_enemy_in_one_of_its_hexes_and_its_marker_is_free_again() -> None:
    placed = position(
        "turn 11 movement austria-hungary\npontoon 25.11/25.12 serbia built\nunit ah-inf-xx-29 25.11\n"
    )
    before = pontoons.free_markers(placed, SERBIA)
    pontoons.settle(table(placed), placed)
    assert not placed.pontoons
    assert pontoons.free_markers(placed, SERBIA) == before + 1


@pytest.mark.rule("21.2.3")
def test_the_donau_is_bridged_only_at_islands_with_two_markers_and_never_by_serbia() -> None:
    placed = position("turn 11 finishing austria-hungary\n")
    board = placed.setting.board
    islands = [side for side in board.sides if {"donau", "island"} <= side.features]
    plain = next(side for side in board.sides if side.features == {"donau"})
    assert (
        pontoons.why_not_bridge(placed, AUSTRIA_HUNGARY, pontoons.hexside(placed.setting, plain.a, plain.b))
        is not None
    )
    side = islands[0]
    between = pontoons.hexside(placed.setting, side.a, side.b)
    for at in (side.a, side.b):
        placed.holders[at] = AUSTRIA_HUNGARY
    assert pontoons.why_not_bridge(placed, AUSTRIA_HUNGARY, between) is None
    placed.pontoons["a"] = Pontoon(AUSTRIA_HUNGARY, built=True, markers=3)
    refusal = pontoons.why_not_bridge(placed, AUSTRIA_HUNGARY, between)
    assert refusal is not None
    assert refusal.needed == 2
    for at in (side.a, side.b):
        placed.holders[at] = SERBIA
    assert between not in pontoons.sites(placed, SERBIA)


def test_a_bridge_can_be_taken_up() -> None:
    placed = position("turn 11 finishing serbia\npontoon 25.11/25.12 serbia built\n")
    Play(pontoons.step(table(placed), placed, SERBIA)).answer(Strike(("25.11", "25.12")))
    assert not placed.pontoons


@pytest.mark.rule("23.1")
def test_komitadji_are_placed_near_serbian_units_five_hexes_apart_south_of_the_rivers() -> None:
    placed = position("turn 3 finishing serbia\nunit sr-inf-xx-drina-1 20.10\nkomitadji 30.20\n")
    play = Play(komitadji.step(table(placed), placed))
    labels = {order.at for order in play.choices if isinstance(order, Infiltrate)}
    assert "20.13" in labels
    assert "20.14" not in labels
    assert "20.06" not in labels, "north of the Sava"
    play.answer(Infiltrate("20.13"))
    assert all(
        (placed.setting.board.distance(node(placed, order.at), node(placed, "20.13")) or 0) >= 5
        for order in play.choices
        if isinstance(order, Infiltrate)
    )
    play.answer(PASS)
    assert placed.komitadji == {node(placed, "20.13")}


@pytest.mark.rule("23.1.1")
def test_a_marker_harasses_alone_and_strengthens_serbian_units() -> None:
    placed = position(
        "turn 3 movement austria-hungary\nunit sr-inf-xx-drina-1 20.10\nkomitadji 20.10 18.12\n"
    )
    assert not komitadji.harasses(placed, node(placed, "20.10"))
    assert komitadji.harasses(placed, node(placed, "18.12"))
    assert komitadji.strengthens(placed, node(placed, "20.10")) == 1
    assert komitadji.strengthens(placed, node(placed, "20.11")) == 0


@pytest.mark.rule("7.1.4b", "4.2.9")
def test_river_crossing_markers_stay_for_two_finishing_phases() -> None:
    placed = position("turn 3 finishing serbia\nunit ah-inf-xx-9 20.10 crossing=2\n")
    finishing.dry_out(placed)
    assert placed.units["ah-inf-xx-9"].crossing == 1
    finishing.dry_out(placed)
    assert placed.units["ah-inf-xx-9"].crossing == 0


@pytest.mark.rule("4.2.9")
def test_komitadji_are_placed_only_in_the_serbian_player_turn() -> None:
    text = "unit sr-inf-xx-drina-1 20.20\n"
    own = position("turn 3 finishing serbia\n" + text)
    play = Play(finishing.phase(table(own), own))
    kinds = set()
    while play.asked is not None:
        kinds.add(play.asked.kind)
        play.answer(PASS)
    assert "komitadji" in kinds
    other = position("turn 3 finishing austria-hungary\n" + text)
    play = Play(finishing.phase(table(other), other))
    kinds = set()
    while play.asked is not None:
        kinds.add(play.asked.kind)
        play.answer(PASS)
    assert "komitadji" not in kinds


@pytest.mark.rule("14.4")
def test_a_position_without_its_combat_units_is_gone() -> None:
    placed = position("turn 3 movement serbia\nimproved 20.20 20.21 serbia\nunit sr-inf-xx-drina-1 20.20\n")
    improved_positions.remove_empty(table(placed), placed)
    assert set(placed.improved) == {node(placed, "20.20")}


@pytest.mark.rule("24.2", "24.4.1", "24.4.1(2)")
def test_montenegrins_leave_the_map_for_two_points_and_enter_for_the_cost_of_the_hex() -> None:
    placed = position("turn 5 movement serbia\nunit mn-inf-xx-pljevlja 16.29\nunit sr-inf-xx-drina-1 20.29\n")
    box = node(placed, "montenegro-west")
    assert montenegro.destinations(placed, placed.units["mn-inf-xx-pljevlja"]) == {box: 2}
    assert montenegro.destinations(placed, placed.units["sr-inf-xx-drina-1"]) == {}
    placed = position("turn 5 movement serbia\nunit mn-inf-xx-pljevlja montenegro-west\n")
    found = montenegro.destinations(placed, placed.units["mn-inf-xx-pljevlja"])
    terrain = placed.setting.tables.terrain[placed.setting.board.terrain[node(placed, "16.29")]]
    assert found[node(placed, "16.29")] == terrain.movement


@pytest.mark.rule("24.4.1")
def test_nobody_enters_a_hex_with_the_enemy_in_it_but_his_zone_does_not_matter() -> None:
    text = "turn 5 movement serbia\nunit mn-inf-xx-pljevlja montenegro-west\nunit ah-inf-xx-1 {} army=SIXTH\n"
    taken = position(text.format("16.29"))
    assert node(taken, "16.29") not in montenegro.destinations(taken, taken.units["mn-inf-xx-pljevlja"])
    beside = position(text.format("16.28"))
    assert node(beside, "16.29") in montenegro.destinations(beside, beside.units["mn-inf-xx-pljevlja"])


@pytest.mark.rule("24.2.2")
def test_off_the_map_one_goes_a_box_a_phase_and_rests_by_staying() -> None:
    placed = position("turn 5 movement serbia\nunit mn-inf-xx-pljevlja montenegro-west status=3\n")
    unit = placed.units["mn-inf-xx-pljevlja"]
    centre = node(placed, "montenegro-centre")
    assert montenegro.destinations(placed, unit)[centre] == placed.allowance
    placed.change(unit.name, began=unit.at)
    montenegro.rest(table(placed), placed)
    assert placed.units[unit.name].status == 2
    Play(montenegro.march(table(placed), placed, [unit.name], centre))
    assert placed.units[unit.name].at == centre
    montenegro.rest(table(placed), placed)
    assert placed.units[unit.name].status == 2


@pytest.mark.rule("23.1", "3.1.6")
def test_what_is_advised_for_komitadji_does_not_count_units_that_lie_hidden() -> None:
    enemy = "unit {} {} nation=austria-hungary values=7-8-4-2\n"
    text = (
        "turn 3 finishing serbia\nunit A 22.14 nation=serbia values=7-8-4-2\n"
        + enemy.format("E", "20.12")
        + enemy.format("F", "21.12")
        + enemy.format("G", "24.14")
    )
    below = enemy.format("H", "24.14") + enemy.format("I", "24.14") + enemy.format("J", "24.14")
    assert komitadji.advised(position(text)) == komitadji.advised(position(text + below))
