"""Chapters 3, 4, 7, 14 and 21 as they are met in games: marches, zones, phases."""

from __future__ import annotations

import pytest

from hexfront.games.serbia_1914.orders import Go, Pick, Repulse
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.marches import Marching
from tests.games.serbia_1914.builders import game
from tests.games.serbia_1914.manoeuvre import ENEMY, ENEMY_ASSET, ENEMY_HORSE, PLAIN, SERB, SERB_ASSET

MOVEMENT = "turn 3 movement serbia begun=no\n"


def state(of: Game) -> SerbiaPosition:
    assert isinstance(of.position, SerbiaPosition)
    return of.position


def marches(of: Game, name: str = "A") -> set[str]:
    """The hexes that a unit may march to."""
    branch = of.branch()
    branch.play(Pick(name))
    return {each.to for each in branch.decision.choices() if isinstance(each, Go)}


def refused(of: Game, *orders: Pick | Go | Repulse) -> tuple[str, ...]:
    """The rules that forbid the last of some orders; none if it may be given."""
    branch = of.branch()
    branch.play_all(list(orders[:-1]))
    found = branch.check(orders[-1])
    return found.rules if found else ()


# A lane: A stands in 20.10, and every hex has one neighbour before it and one behind.

LANE = "board corner=20.10 shifted=even\n" + "| .\n" * 8


def price(ground: str, more: str = "") -> int:
    """What the step from 20.11 to 20.12 costs, by how much farther a unit gets where that is lowland.

    Nine points and three by forced march are twelve: six steps over lowland.
    """
    playing = game(f"{LANE}{MOVEMENT}{ground}\nunit A 20.10 {SERB}\n{more}")
    steps = max(int(label[3:]) for label in marches(playing)) - 10
    if steps < 2:
        return 99
    return 12 - 2 * (steps - 1)


@pytest.mark.rule("TEC", "7.1", "7.1.3")
@pytest.mark.parametrize(
    ("terrain", "cost"),
    [
        ("lowland", 2),
        ("bottomland", 2),
        ("upland", 2),
        ("rough", 4),
        ("foothills", 4),
        ("'drina canyon'", 4),
        ("'low mountain'", 4),
        ("'high mountain'", 4),
    ],
)
def test_a_hex_costs_what_the_chart_says(terrain: str, cost: int) -> None:
    """Three points, for rough ground and foothills, show as four, because steps after them cost two."""
    assert price(f"hex 20.12 terrain={terrain}") == cost


@pytest.mark.rule("TEC", "7.1", "7.1.3")
@pytest.mark.parametrize(
    ("side", "cost"),
    [("'minor river'", 4), ("'major river'", 4), ("'impassable mountain'", 99), ("donau", 99)],
)
def test_a_hexside_is_paid_for_besides_the_hex(side: str, cost: int) -> None:
    """A minor river makes three of two, which shows as four; a major river four."""
    assert price(f"side 20.11-20.12 {side}") == cost


@pytest.mark.rule("7.1.3a", "3.6.1")
def test_going_up_across_contours_costs_a_point_for_each_and_going_down_none() -> None:
    """Entering a low mountain costs four, across its contour five, which shows as six."""
    up = "hex 20.12 terrain='low mountain'\nside 20.11-20.12 'low mountain contour'\n"
    assert price("hex 20.12 terrain='low mountain'") == 4
    assert price(up) == 6
    assert price("hex 20.11 terrain='low mountain'\nside 20.11-20.12 'low mountain contour'\n") == 4


@pytest.mark.rule("7.1.7", "7.1.3a")
def test_along_a_roadway_the_hex_is_cheap_and_the_contour_is_still_paid() -> None:
    mountain = "hex 20.12 terrain='high mountain'\n"
    assert price(mountain + "side 20.11-20.12 roadway=roadway\n") == 2
    both = price(mountain + "side 20.11-20.12 'high mountain contour' roadway=roadway\n")
    assert both == 4  # three, which shows as four
    assert price(mountain + "side 20.11-20.12 rail=single-track\n") == 4  # railways are no roadways


@pytest.mark.rule("3.5.2")
def test_a_river_on_another_side_of_the_hex_costs_nothing() -> None:
    playing = game(f"{PLAIN}{MOVEMENT}side 26.14-27.15 'major river'\nunit A 26.16 {SERB}\n")
    plain = game(f"{PLAIN}{MOVEMENT}unit A 26.16 {SERB}\n")
    column = {label for label in marches(plain) if label.startswith("26.")}
    assert {label for label in marches(playing) if label.startswith("26.")} == column


# Zones


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(
    ("enemy", "controls"),
    [
        (ENEMY, True),
        (ENEMY_HORSE, True),
        (ENEMY_ASSET, True),
        ("kind=depot nation=austria-hungary army=FIFTH", False),
    ],
    ids=["division", "cavalry", "regiment", "depot"],
)
def test_combat_units_control_the_hexes_round_them(enemy: str, controls: bool) -> None:
    """A zone costs two more: 20.16 is six steps away, which is all there is, and 20.17 lies beside it."""
    text = LANE.replace("| .\n" * 8, "| . .\n" * 8) + MOVEMENT + f"unit A 20.10 {SERB}\n"
    unit = "unit ah-depot-fifth-1 20.17 army=FIFTH\n" if "depot" in enemy else f"unit E 20.17 {enemy}\n"
    assert ("20.16" not in marches(game(text + unit))) == controls
    assert "20.15" in marches(game(text + unit))


@pytest.mark.rule("3.3.1")
@pytest.mark.parametrize(
    ("side", "reaches"),
    [("sava", False), ("donau", False), ("'impassable mountain'", False), ("'major river'", True)],
)
def test_zones_do_not_cross_the_great_rivers_and_impassable_mountains(side: str, reaches: bool) -> None:
    text = LANE + MOVEMENT + f"side 20.16-20.17 {side}\nunit A 20.10 {SERB}\nunit E 20.17 {ENEMY}\n"
    assert ("20.16" not in marches(game(text))) == reaches


@pytest.mark.rule("3.1")
def test_units_pass_through_friends_and_never_through_enemies() -> None:
    friends = "".join(f"unit F{row} 20.{row} {SERB}\n" for row in (11, 12))
    text = LANE + MOVEMENT + f"unit A 20.10 {SERB}\n"
    assert marches(game(text + friends)) >= {"20.13", "20.16"}
    enemy = game(text + f"unit E 20.12 {ENEMY}\n")
    assert marches(enemy) == {"20.11"}
    assert refused(enemy, Pick("A"), Go("20.12")) == ("3.1", "7.1.2")


@pytest.mark.rule("7.4.2")
@pytest.mark.parametrize(("status", "may"), [(0, True), (3, True), (4, False), (5, False)])
def test_ineffective_and_demoralized_units_do_not_repulse(status: int, may: bool) -> None:
    text = PLAIN + MOVEMENT + f"unit A 26.16 {SERB} status={status}\nunit E 26.15 {ENEMY_ASSET}\n"
    playing = game(text)
    rules = refused(playing, Pick("A"), Repulse("26.15"))
    assert ("7.4.2" in rules) != may


# The phases of a turn


@pytest.mark.rule("4.0", "4.2", "4.2.5", "4.2.7", "4.2.8")
def test_a_turn_gives_both_sides_their_phases_in_turn() -> None:
    """Both sides have a unit that can march and attack, so that every phase asks."""
    units = f"unit A 26.16 {SERB}\nunit E 26.15 {ENEMY}\n"
    playing = game(PLAIN + MOVEMENT + units)
    seen: list[tuple[int, str, str]] = []
    while len(seen) < 9:
        of = state(playing)
        if playing.decision.kind in ("move", "aim"):
            now = (of.turn, of.phase, playing.decision.side)
            if not seen or seen[-1] != now:
                seen.append(now)
        playing.play(playing.decision.default() or PASS)
    serbs, others = "serbia", "austria-hungary"
    assert [each[1:] for each in seen] == [
        ("movement", serbs),
        ("counter movement", others),
        ("attack", serbs),
        ("counter attack", others),
        ("movement", others),
        ("counter movement", serbs),
        ("attack", others),
        ("counter attack", serbs),
        ("movement", serbs),
    ]
    assert [each[0] for each in seen] == [3] * 8 + [4]


@pytest.mark.rule("14.4")
@pytest.mark.parametrize(("holder", "stays"), [(SERB, True), (SERB_ASSET, True), ("", False)])
def test_a_position_goes_when_a_phase_ends_without_a_friendly_combat_unit_in_it(
    holder: str, stays: bool
) -> None:
    units = f"unit A 26.16 {SERB}\n" + (f"unit H 24.16 {holder}\n" if holder else "")
    playing = game(PLAIN + MOVEMENT + units + "improved 24.16 serbia\n")
    while (state(playing).phase, state(playing).turn) == ("movement", 3):
        playing.play(playing.decision.default() or PASS)
    assert bool(state(playing).improved) == stays


@pytest.mark.rule("Forced March Results Table", "6.2")
@pytest.mark.parametrize(
    ("dice", "told"), [("3 4", []), ("4 4", ["A goes down to -1"]), ("5 6", ["A goes down to -2"])]
)
def test_a_forced_march_ends_with_a_check_that_may_cost_levels(dice: str, told: list[str]) -> None:
    """Six steps take twelve points, three more than there are, and three are added to the dice."""
    playing = game(f"dice {dice}\n{LANE}{MOVEMENT}unit A 20.10 {SERB}\n")
    playing.play_all([Pick("A"), Go("20.16")])
    while playing.decision.kind == "go":
        playing.play(PASS)
    assert [each.text for each in playing.events if "7.2.3a" in each.rules] == told


@pytest.mark.rule("23.1.1")
@pytest.mark.parametrize(("side", "stopped"), [("austria-hungary", True), ("serbia", False)])
def test_komitadji_make_a_hex_dearer_for_austro_hungarians(side: str, stopped: bool) -> None:
    """Six steps take all twelve points, so that one point more keeps a unit from the sixth."""
    unit = ENEMY if side == "austria-hungary" else SERB
    playing = game(f"{LANE}turn 3 movement {side} begun=no\nkomitadji 20.12\nunit A 20.10 {unit}\n")
    assert ("20.16" not in marches(playing)) == stopped
    assert "20.15" in marches(playing)


@pytest.mark.rule("27.4", "27.0")
@pytest.mark.parametrize("holder", ["austria-hungary", "serbia"])
def test_who_controls_sabac_as_his_player_turn_ends_gets_a_point(holder: str) -> None:
    """One side stands in 21.10, the other far away; both have a player turn."""
    here, far = (ENEMY, SERB) if holder == "austria-hungary" else (SERB, ENEMY)
    units = f"unit A 21.10 {here}\nunit E 31.20 {far}\nholder 21.10 {holder}\n"
    playing = game(f"{PLAIN}turn 4 movement serbia begun=no\n{units}")
    while state(playing).turn == 4:
        playing.play(playing.decision.default() or PASS)
    said = [each.data for each in playing.events if "27.4" in each.rules]
    assert said == [{"side": holder, "points": 1}]


@pytest.mark.rule("8.6.2", "7.2.3")
def test_an_order_to_march_ends_with_a_unit_that_is_lost_on_the_only_way_it_has() -> None:
    found = game("""
        scenario crossing-of-the-drina
        sandbox
        dice 6 6
        turn 12 movement austria-hungary
        unit ah-gar-iii-visegrad 17.20
        unit sr-inf-xx-sumadija-2 18.20+17.21
        unit ah-inf-x-6-gb 16.19
    """)
    found.play_words("march ah-gar-iii-visegrad 15.20")
    assert "ah-gar-iii-visegrad" not in state(found).units
    assert found.decision.kind == "move"


@pytest.mark.rule("19.1")
def test_a_march_to_a_goal_far_off_leads_round_both_hexes_of_an_enemy() -> None:
    found = game("""
        scenario crossing-of-the-drina
        sandbox
        turn 12 movement austria-hungary
        unit ah-inf-x-6-gb 17.18
        unit sr-inf-xx-sumadija-2 18.20+17.21
    """)
    way = Marching(found, "austria-hungary").way("17.18", "17.22")
    assert (way[0], way[-1]) == ("17.18", "17.22")
    assert {"18.20", "17.21"}.isdisjoint(way)
