"""Sequence of play, stacking, Forces, zones, charts in play, position text."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914 import sequence
from hexfront.games.serbia_1914.force import force_of, forces_in, may_be_one_force
from hexfront.games.serbia_1914.orders import GiveUp
from hexfront.games.serbia_1914.rules import pontoons, stacking
from hexfront.games.serbia_1914.title import TITLE
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    FINISHING,
    INTER_PHASE,
    PRELIMINARY,
    SERBIA,
    TURN_PHASES,
)
from hexfront.kernel.errors import DataError
from hexfront.kernel.postext import PositionText, parse
from hexfront.kernel.start import game_from_text
from tests.games.serbia_1914.builders import FIELD, HEAD, Play, node, position, table

DIVISION = "nation=serbia values=11-12-4-3 reduced=8-9-2"


@pytest.mark.rule("4.0", "4.1", "4.2")
def test_a_game_turn_is_a_serbian_and_then_an_austro_hungarian_player_turn() -> None:
    placed = position("turn 1 preliminary serbia\n")
    seen = []
    for _ in range(2 * len(TURN_PHASES)):
        seen.append((placed.turn, placed.active, placed.phase))
        sequence.next_phase(placed)
    assert seen == [(1, side, phase) for side in (SERBIA, AUSTRIA_HUNGARY) for phase in TURN_PHASES]
    assert (placed.turn, placed.active, placed.phase) == (2, SERBIA, PRELIMINARY)


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(
    ("turn", "follows"), [(0, PRELIMINARY), (2, PRELIMINARY), (3, INTER_PHASE), (6, INTER_PHASE)]
)
def test_an_inter_phase_follows_every_third_game_turn(turn: int, follows: str) -> None:
    placed = position(f"turn {turn} finishing austria-hungary\n")
    sequence.next_phase(placed)
    assert placed.phase == follows
    if follows == INTER_PHASE:
        sequence.next_phase(placed)
        assert (placed.turn, placed.phase, placed.active) == (turn + 1, PRELIMINARY, SERBIA)


@pytest.mark.rule("4.2", "4.2.6", "4.2.7", "4.2.8")
@pytest.mark.parametrize(
    ("phase", "acts"),
    [
        ("movement", SERBIA),
        ("counter movement", AUSTRIA_HUNGARY),
        ("attack", SERBIA),
        ("counter attack", AUSTRIA_HUNGARY),
    ],
)
def test_the_non_phasing_player_acts_in_the_counter_phases(phase: str, acts: str) -> None:
    assert position(f"turn 1 {phase} serbia\n").mover == acts


@pytest.mark.rule("7.1.1", "4.2.5")
def test_units_have_nine_points_and_five_in_counter_movement() -> None:
    assert position("turn 1 movement serbia\n").allowance == 9
    assert position("turn 1 counter movement serbia\n").allowance == 5


@pytest.mark.rule("3.1.1", "3.1.3")
def test_what_is_more_than_three_and_a_half_divisions_is_eliminated_by_its_owner() -> None:
    names = ["A", "B", "C", "D"]
    units = "".join(f"unit {name} 22.12 {DIVISION}\n" for name in names)
    placed = position(FIELD + "turn 1 movement serbia\n" + units)
    play = Play(stacking.enforce(table(placed), placed, SERBIA))
    assert play.choices == [GiveUp(name) for name in names]
    play.answer(GiveUp("B"))
    assert play.over
    assert sorted(placed.units) == ["A", "C", "D"]
    assert "B" in placed.lost


@pytest.mark.rule("3.1.1", "1.1", "15.6")
@pytest.mark.parametrize(
    ("units", "quarters"),
    [
        ("unit a 22.12 nation=serbia size=xx\n", 4),
        ("unit a 22.12 nation=serbia size=x\n", 2),
        ("unit a 22.12 nation=serbia kind=cavalry size=xx\n", 2),
        ("unit a 22.12 nation=serbia size=iii asset\n", 1),
        ('unit a 22.12 nation=serbia kind="corps train"\n', 4),
        ("unit a 22.12 nation=serbia kind=artillery\nunit b 22.12 nation=serbia kind=fort\n", 0),
        ('unit a 22.12 nation=serbia kind="army depot"\n', 0),
        ("unit a 22.12+22.13 nation=serbia size=xx\n", 2),
    ],
)
def test_sizes_are_counted_in_division_equivalents(units: str, quarters: int) -> None:
    placed = position(FIELD + "turn 1 movement serbia\n" + units)
    assert stacking.load(placed, node(placed, "22.12"), SERBIA) == quarters


@pytest.mark.rule("3.1.3")
def test_nobody_is_eliminated_where_enemy_prepared_attacks_hold_him() -> None:
    units = "".join(f"unit {name} 22.12 {DIVISION}\n" for name in "ABCD")
    enemy = "unit E 22.13 nation=austria-hungary values=10-10-3-3 prepared=22.12\n"
    placed = position(FIELD + "turn 1 counter movement austria-hungary\n" + units + enemy)
    assert Play(stacking.enforce(table(placed), placed, SERBIA)).over
    assert len(placed.units) == 5


@pytest.mark.rule("3.2", "3.2.1", "1.1", "5.5.1")
def test_a_force_is_one_formation_with_two_asset_units_or_asset_units_alone() -> None:
    placed = position(
        FIELD + f"turn 1 movement serbia\nunit A 22.12 {DIVISION}\n"
        "unit a 22.12 nation=serbia size=iii asset\nunit b 22.12 nation=serbia size=iii asset\n"
        "unit c 22.12 nation=serbia size=iii asset\n"
    )
    found = {force.leader: force.units for force in forces_in(placed, node(placed, "22.12"), SERBIA)}
    assert found == {"A": ("A", "a", "b"), "c": ("c",)}
    assert may_be_one_force(placed, ["A", "a", "b"])
    assert not may_be_one_force(placed, ["A", "a", "b", "c"])


@pytest.mark.rule("5.5.1")
def test_the_owner_says_with_which_of_two_formations_an_asset_unit_goes() -> None:
    text = FIELD + f"turn 1 movement serbia\nunit A 22.12 {DIVISION}\nunit B 22.12 {DIVISION}\n"
    placed = position(text + "unit a 22.12 nation=serbia size=iii asset assigned=B\n")
    assert force_of(placed, placed.units["a"]).leader == "B"
    placed = position(text + "unit a 22.12 nation=serbia size=iii asset assigned=A\n")
    assert force_of(placed, placed.units["a"]).leader == "A"


@pytest.mark.rule("3.1.2")
def test_a_fort_belongs_to_a_force_beyond_the_two_asset_units() -> None:
    placed = position(
        FIELD + f"turn 1 movement serbia\nunit A 22.12 {DIVISION}\nunit f 22.12 nation=serbia kind=fort\n"
        "unit a 22.12 nation=serbia size=iii asset\nunit b 22.12 nation=serbia size=iii asset\n"
    )
    (force,) = forces_in(placed, node(placed, "22.12"), SERBIA)
    assert set(force.units) == {"A", "a", "b", "f"}


@pytest.mark.rule("3.3", "15.6")
def test_combat_units_have_a_zone_of_control_and_others_have_none() -> None:
    for kind, has in (("infantry", True), ("cavalry", True), ("artillery", False), ("fort", False)):
        placed = position(FIELD + f"turn 1 movement serbia\nunit a 22.12 nation=serbia kind={kind}\n")
        assert placed.in_enemy_zone(node(placed, "22.13"), AUSTRIA_HUNGARY) == has, kind
    train = position(FIELD + 'turn 1 movement serbia\nunit a 22.12 nation=serbia kind="corps train"\n')
    assert not train.in_enemy_zone(node(train, "22.13"), AUSTRIA_HUNGARY)


@pytest.mark.rule("3.3", "19.0")
def test_a_two_hex_unit_has_eight_hexes_in_its_zone() -> None:
    placed = position(FIELD + f"turn 1 movement serbia\nunit A 22.12+23.12 {DIVISION}\n")
    around = {at for at in range(len(placed.standing)) if placed.serbian_zone[at]}
    assert len(around - {node(placed, "22.12"), node(placed, "23.12")}) == 8


@pytest.mark.rule("3.3.1")
@pytest.mark.parametrize("feature", ["sava", "donau", "impassable mountain"])
def test_zones_do_not_reach_over_great_rivers_and_impassable_mountains(feature: str) -> None:
    placed = position(
        FIELD + f'side 22.12-22.13 "{feature}"\nturn 1 movement serbia\nunit A 22.12 {DIVISION}\n'
    )
    assert not placed.in_enemy_zone(node(placed, "22.13"), AUSTRIA_HUNGARY)
    assert placed.in_enemy_zone(node(placed, "22.11"), AUSTRIA_HUNGARY)


@pytest.mark.rule("6.1", "6.1.2", "6.1.4")
@pytest.mark.parametrize(("status", "level"), [(0, 10), (2, 8), (3, 7), (4, 7), (6, 7)])
def test_the_level_is_the_base_less_the_status_and_never_more_than_three_lower(
    status: int, level: int
) -> None:
    placed = position(
        FIELD + f"turn 1 movement serbia\nunit A 22.12 {DIVISION} effectiveness=10 status={status}\n"
    )
    assert placed.effectiveness(placed.units["A"]) == level


def test_every_position_of_a_scenario_survives_its_text() -> None:
    for scenario in TITLE.scenarios():
        setting = TITLE.setting(scenario.name, {})
        start = TITLE.set_up(setting, 7)
        text = PositionText("serbia-1914", scenario.name)
        TITLE.write_position(start, text)
        again = game_from_text(TITLE, parse(text.text()))
        assert list(start.status()) == []
        copied = again.stations[0].position
        assert copied.as_data() | {"dice": 0} == start.as_data() | {"dice": 0}, scenario.name


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("unit nobody 22.12", "nobody"),
        ("unit A 99.99 nation=serbia", "99.99"),
        ("unit A 22.12 nation=narnia", "narnia"),
        ("unit A 22.12 nation=serbia kind=dragoons", "dragoons"),
        ("unit A 22.12 nation=serbia values=1-2", "1-2"),
        ("unit A 22.12 nation=serbia colour=red", "colour"),
        ("unit A 22.12 nation=serbia sleeping", "sleeping"),
        ("turn 3 lunch serbia", "lunch"),
        ("lead many", "many"),
        ("improved 22.12 nobody", "nobody"),
        ("unit A 22.12 nation=serbia task=dancing", "dancing"),
        ("unit A 22.12 nation=serbia lacks=drums", "drums"),
        ("replacements narnia 3", "narnia"),
        ("rights narnia 2", "narnia"),
        ("pontoon 22.12/22.14 serbia", "22.12/22.14"),
        ("pontoon 22.12 serbia", "is not on the board"),
    ],
)
def test_a_wrong_line_of_a_text_is_named_with_what_is_wrong(line: str, word: str) -> None:
    with pytest.raises(DataError) as raised:
        game_from_text(TITLE, parse(HEAD + FIELD + line + "\n"))
    assert word in str(raised.value)


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        ("nation=serbian corps=First", "nation=serbia corps=first"),
        ("nation=sr corps=Užice size=Division", "nation=serbia corps=uzice size=xx"),
        ("nation=austria kind=inf army=5th corps=VIII", "nation=austria-hungary army=FIFTH corps=8"),
        ("nation=ah army=Sixth corps=16th", "nation=austria-hungary army=SIXTH corps=16"),
        ("nation=ah kind=depot army=2", "nation=austria-hungary kind='army depot' army=SECOND"),
    ],
)
def test_units_can_be_told_in_other_words(told: str, meant: str) -> None:
    one, other = (position(f"{FIELD}unit A 21.11 {words}\n") for words in (told, meant))
    assert one.units["A"] == other.units["A"]
    assert one.piece(one.units["A"]) == other.piece(other.units["A"])


@pytest.mark.parametrize("hexside", ["22.12/22.13", "22.13/22.12"])
def test_the_hexes_of_a_pontoon_bridge_may_stand_in_any_order(hexside: str) -> None:
    made = position(FIELD + f"pontoon {hexside} serbia built\n")
    here, there = made.setting.board["22.13"], made.setting.board["22.12"]
    assert pontoons.stands(made, here, there, "serbia")


def test_phases_end_in_the_finishing_phase() -> None:
    assert TURN_PHASES[-1] == FINISHING


@pytest.mark.rule("3.1")
def test_units_of_both_sides_in_one_hex_are_found_illegal_and_ships_are_not() -> None:
    text = FIELD + f"turn 1 movement serbia\nunit A 22.12 {DIVISION} corps=first\n"
    both = position(text + "unit E 22.12 nation=austria-hungary\n")
    assert [finding.rules for finding in both.status()] == [("3.1",)]
    ships = position(text + 'unit E 22.12 nation=austria-hungary kind="naval squadron"\n')
    assert list(ships.status()) == []


@pytest.mark.rule("TEC", "3.5.2", "3.6.1")
@pytest.mark.parametrize(
    ("here", "there", "cost"),
    [
        ("22.12", "22.13", 2),
        ("22.12", "22.11", 3),  # over a minor river
        ("22.11", "22.12", 3),  # and back
        ("21.12", "22.11", 2),  # into the same hex, but not over the river
        ("23.12", "24.12", 5),  # up into low mountains
        ("24.12", "23.12", 2),  # and down again
        ("25.13", "25.14", 6),  # up two contours into high mountains
        ("20.10", "20.11", 2),  # along a roadway into low mountains
    ],
)
def test_steps_cost_what_the_terrain_chart_says(here: str, there: str, cost: int) -> None:
    placed = position(
        "board corner=20.10 shifted=even\n"
        "| . . . . . . .\n| m . . . . . .\n| . . . . m . .\n| . . . . . . .\n"
        "| . . . . . M .\n"
        "side 22.12-22.11 'minor river'\nside 23.12-24.12 'low mountain contour'\n"
        "side 25.13-25.14 'low mountain contour' 'high mountain contour'\nside 20.10-20.11 roadway=roadway\n"
        "turn 1 movement serbia\n"
    )
    assert placed.setting.step_cost(node(placed, here), node(placed, there), SERBIA) == cost
