"""Chapters 3 to 5 of Outpost: movement, reaction, hidden units."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexfront
from hexfront.kernel.actions import PASS, as_words
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.title import OBSERVER, REFEREE
from outpost.orders import Attack, Crossing, Go, March, Pick, React
from tests.outpost.skirmish import outpost, position_of, texts, unit, wander, where, words


def refusal_of(game: Game, line: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        game.play_words(line)
    return refusal.value


def reach_of(game: Game, name: str) -> set[str]:
    """The hexes a unit may go to."""
    game.play(Pick(name))
    return {action.to for action in game.decision.choices() if isinstance(action, Go)}


def cost(game: Game, name: str, here: str, there: str) -> str:
    return game.explain(Crossing(name, here, there)).text


@pytest.mark.rule("3.1")
def test_3_1_a_unit_moves_up_to_its_allowance() -> None:
    foot = reach_of(outpost("unit red a foot 0501"), "a")
    assert "0601" in foot  # woods cost 2
    assert {"0502", "0403", "0702"} <= foot
    assert "0504" not in foot  # beyond marsh
    horse = reach_of(outpost("unit red a horse 0501"), "a")
    assert foot < horse
    too_far = refusal_of_go("foot", "0102", "0106")
    assert (too_far.rules, too_far.needed, too_far.had) == (("3.1",), 5, 3)


def refusal_of_go(kind: str, start: str, goal: str) -> Refusal:
    game = outpost(f"unit red a {kind} {start}")
    game.play(Pick("a"))
    return refusal_of(game, f"go {goal}")


@pytest.mark.rule("3.1")
def test_3_1_a_unit_moves_once_in_a_phase() -> None:
    game = outpost("unit red a foot 0102", "unit red c foot 0103")
    game.play_words("pick a")
    game.play(PASS)
    assert "pick a" not in words(game)
    assert refusal_of(game, "pick a").rules == ("3.1",)
    assert "has moved already" in str(refusal_of(game, "pick a"))


@pytest.mark.rule("3.1")
def test_3_1_only_units_of_the_side_are_picked() -> None:
    game = outpost("unit blue b foot 0702")
    assert refusal_of(game, "pick b").rules == ("3.1",)
    assert refusal_of(game, "pick nobody").rules == ("3.1",)


@pytest.mark.rule("3.1")
def test_3_1_a_move_may_be_made_leg_by_leg() -> None:
    game = outpost("unit red a foot 0102")
    game.play_all([Pick("a"), Go("0103"), Go("0105")])
    assert where(game, "a") == "0105"
    assert game.decision.kind == "move"


@pytest.mark.rule("3.1")
def test_3_1_a_unit_that_marched_may_go_on() -> None:
    game = outpost("unit red a foot 0102")
    game.play(March(("a",), "0103"))
    assert (where(game, "a"), game.decision.kind) == ("0103", "go")
    assert "go 0105" in words(game)
    assert "go 0106" not in words(game)


@pytest.mark.rule("3.2")
def test_3_2_terrain_rivers_and_heights() -> None:
    game = outpost("unit red a horse 0102")
    assert cost(game, "a", "0102", "0103") == "0102 to 0103 costs 1: clear +1 [3.2]"
    assert cost(game, "a", "0105", "0106") == "0105 to 0106 costs 2: woods +2 [3.2]"
    assert cost(game, "a", "0304", "0305") == "0304 to 0305 costs 3: marsh +3 [3.2]"
    assert cost(game, "a", "0303", "0403") == "0303 to 0403 costs 2: clear +1 [3.2], river +1 [3.2]"
    assert cost(game, "a", "0403", "0402") == "0403 to 0402 costs 2: hill +1 [3.2], climbing +1 [3.2]"
    assert cost(game, "a", "0402", "0403") == "0402 to 0403 costs 1: clear +1 [3.2]"
    assert cost(game, "a", "0403", "0404") == "0403 to 0404 costs 2: outpost +1 [3.2], climbing +1 [3.2]"
    assert (
        cost(game, "a", "0302", "0402")
        == "0302 to 0402 costs 3: hill +1 [3.2], river +1 [3.2], climbing +1 [3.2]"
    )


@pytest.mark.rule("3.2")
def test_3_2_what_is_explained_is_what_is_paid() -> None:
    game = outpost("unit red a foot 0302")
    assert "0402" in reach_of(game, "a")
    tired = outpost("unit red a foot 0301")
    assert "0402" in reach_of(tired, "a")
    assert "0402" not in reach_of(outpost("unit red a foot 0202"), "a")


@pytest.mark.rule("3.3")
def test_3_3_a_road_costs_half_a_point_whatever_the_terrain() -> None:
    game = outpost("unit red a foot 0104")
    assert cost(game, "a", "0104", "0204") == "0104 to 0204 costs 1/2: road +1/2 [3.3]"
    assert cost(game, "a", "0304", "0404") == "0304 to 0404 costs 1/2: road +1/2 [3.3]"
    assert "0704" in reach_of(game, "a")


@pytest.mark.rule("3.4")
def test_3_4_entering_a_controlled_hex_costs_one_more() -> None:
    game = outpost("unit red a foot 0202", "unit blue b foot 0302")
    assert (
        cost(game, "a", "0101", "0202")
        == "0101 to 0202 costs 2: clear +1 [3.2], entering a controlled hex +1 [3.4]"
    )


@pytest.mark.rule("3.4")
def test_3_4_there_is_no_way_from_one_controlled_hex_to_another() -> None:
    game = outpost("unit red a horse 0202", "unit blue b foot 0302")
    board = position_of(game).setting.board
    assert position_of(game).ways["red"].zone[board["0202"]]
    assert position_of(game).ways["red"].zone[board["0203"]]
    steps = {node for node, _ in position_of(game).ways["red"].ways[board["0202"]]}
    assert board["0203"] not in steps
    assert board["0201"] in steps


@pytest.mark.rule("3.4", "5.1")
def test_3_4_hidden_units_and_units_without_strength_control_nothing() -> None:
    for line in ("unit blue b foot 0302 hidden", "unit blue b depot 0302"):
        game = outpost("unit red a foot 0202", line)
        assert cost(game, "a", "0101", "0202") == "0101 to 0202 costs 1: clear +1 [3.2]"


@pytest.mark.rule("3.4")
def test_3_4_a_surrounded_unit_can_go_nowhere() -> None:
    game = outpost(
        "unit red a foot 0402", *[f"unit blue b{at} foot {at}" for at in ("0202", "0501", "0602", "0404")]
    )
    refusal = refusal_of(game, "pick a")
    assert refusal.rules == ("3.1", "3.4")


@pytest.mark.rule("3.5")
def test_3_5_a_train_moves_by_road_and_its_tail_follows() -> None:
    game = outpost("unit red t train 0204 tail=0104")
    assert reach_of(game, "t") == {"0304", "0404", "0504", "0604", "0704"}
    game.play(Go("0404"))
    position = position_of(game)
    hexes = position.hexes_of(unit(game, "t"))
    assert [position.setting.board.label(node) for node in hexes] == ["0404", "0304"]
    refusal = refusal_of_train("0303")
    assert refusal.rules == ("3.5",)


def refusal_of_train(goal: str) -> Refusal:
    game = outpost("unit red t train 0204 tail=0104")
    game.play(Pick("t"))
    return refusal_of(game, f"go {goal}")


@pytest.mark.rule("3.5")
def test_3_5_a_train_fills_both_its_hexes() -> None:
    game = outpost("unit red t train 0204 tail=0104", "unit red a foot 0304", "unit red c foot 0304")
    reached = reach_of(game, "t")
    assert "0304" not in reached  # no room for the head
    assert "0404" not in reached  # none for the tail
    assert "0504" in reached


@pytest.mark.rule("3.6")
def test_3_6_reserves_enter_for_one_point_and_do_not_go_back() -> None:
    game = outpost("unit red a foot 'red reserve'")
    assert (
        cost(game, "a", "red reserve", "0103") == "red reserve to 0103 costs 1: out of the reserve +1 [3.6]"
    )
    reached = reach_of(game, "a")
    assert {"0101", "0103", "0107", "0105"} <= reached
    assert "0201" in reached  # one point out of the box, two into the woods
    assert "0401" not in reached
    game.play(Go("0101"))
    assert not any("reserve" in word for word in words(game))
    assert refusal_of(game, "go 'red reserve'").rules == ("3.6",)


@pytest.mark.rule("3.7")
def test_3_7_a_depot_does_not_move() -> None:
    game = outpost("unit red rd depot 0103")
    assert "pick rd" not in words(game)
    assert refusal_of(game, "pick rd").rules == ("3.7",)


# Reaction


def approach(*lines: str, horse: str = "unit blue h horse 0301 steps=1") -> Game:
    """Red's horse stops in 0202, next to 0301."""
    game = outpost("unit red a horse 0103", horse, *lines)
    game.play_all([Pick("a"), Go("0202")], by="red")
    return game


@pytest.mark.rule("4.1")
def test_4_1_a_horse_may_react_before_anything_else() -> None:
    game = approach()
    assert (game.decision.side, game.decision.kind, game.decision.rule) == ("blue", "react", "4.1")
    assert {"react h", "pass"} <= words(game)
    assert game.decision.default() == PASS


@pytest.mark.rule("4.1")
def test_4_1_only_horses_that_are_seen_and_have_not_reacted() -> None:
    assert approach(horse="unit blue h foot 0301").decision.side == "red"
    assert approach(horse="unit blue h horse 0302 reacted").decision.side == "red"
    assert approach(horse="unit blue h horse 0401").decision.side == "red"


@pytest.mark.rule("4.1")
def test_4_1_a_horse_reacts_once_in_a_phase() -> None:
    game = approach("unit red c foot 0101")
    game.fix_dice(1)
    game.play(React("h"))
    assert unit(game, "h").reacted
    game.play_all([Pick("c"), Go("0201")], by="red")
    assert game.decision.side == "red"


@pytest.mark.rule("4.2")
def test_4_2_falling_back_to_a_free_hex_out_of_control() -> None:
    game = approach("unit blue f foot 0401", "unit blue g foot 0401")
    goals = {word.removeprefix("react h ") for word in words(game) if word.startswith("react h ")}
    # 0201, 0202 and 0302 lie in red's control or hands; 0401 is full.
    assert goals == {"0402"}
    game.play(React("h", "0402"))
    assert where(game, "h") == "0402"
    assert texts(game, "react") == ["h falls back to 0402"]
    assert (game.decision.side, game.decision.kind) == ("red", "go")


@pytest.mark.rule("4.3")
@pytest.mark.parametrize(("die", "steps"), [(4, 2), (5, 1), (6, 1)])
def test_4_3_an_ambush_hits_on_five_and_six_and_stops_the_mover(die: int, steps: int) -> None:
    game = approach("unit red c foot 0105")
    game.fix_dice(die)
    game.play(React("h"))
    assert unit(game, "a").steps == steps
    assert (game.decision.side, game.decision.kind) == ("red", "move")
    assert "pick a" not in words(game)
    assert game.journal[-1].rolls[0].rule == "4.3"


@pytest.mark.rule("4.3")
def test_4_3_an_ambush_may_destroy_the_mover() -> None:
    game = outpost("unit red a horse 0103 steps=1", "unit blue h horse 0301 steps=1")
    game.play_all([Pick("a"), Go("0202")], by="red")
    game.fix_dice(6)
    game.play(React("h"))
    assert "a" not in position_of(game).units


# Hidden units


@pytest.mark.rule("5.1")
def test_5_1_hidden_units_show_only_where_they_are() -> None:
    game = hexfront.new("outpost/skirmish", seed=1)
    shown = {each["unit"]: each for each in game.view("blue")["position"]["units"]}
    assert shown["r2"] == {"unit": "r2", "side": "red", "at": ["0104"], "moved": False, "hidden": True}
    assert shown["r4"].keys() == shown["r2"].keys()
    assert shown["r1"]["kind"] == "foot"


@pytest.mark.rule("5.1")
@settings(max_examples=6)
@given(st.integers(0, 10_000))
def test_5_1_no_view_ever_tells_what_is_hidden(seed: int) -> None:
    chance = random.Random(seed)
    game = hexfront.new("outpost/skirmish", seed=seed)
    while not game.over:
        wander(game, chance, 1)
        hidden = {each.name: each for each in position_of(game).units.values() if each.hidden}
        for viewer in ("red", "blue", OBSERVER):
            view = game.view(viewer)
            for each in view["position"]["units"]:
                if each["unit"] in hidden and hidden[each["unit"]].side != viewer:
                    assert "kind" not in each
                    assert "steps" not in each
            told = " ".join(event["text"] for event in view["events"])
            for each in hidden.values():
                assert f"{each.name} ({each.kind})" not in told


@pytest.mark.rule("5.2")
def test_5_2_a_hidden_unit_is_seen_when_an_enemy_stops_beside_it() -> None:
    game = outpost("unit red a foot 0102", "unit blue s foot 0104 hidden", "unit blue d dummy 0302 hidden")
    game.play_all([Pick("a"), Go("0103")], by="red")
    assert not unit(game, "s").hidden
    assert "d" in position_of(game).units
    assert texts(game, "reveal") == ["s in 0104 is foot"]


@pytest.mark.rule("5.2")
def test_5_2_a_dummy_is_removed_when_it_is_seen() -> None:
    game = outpost("unit red a foot 0102", "unit blue d dummy 0104 hidden")
    game.play_all([Pick("a"), Go("0103")], by="red")
    assert "d" not in position_of(game).units
    assert texts(game, "reveal") == ["d in 0104 was a dummy"]


@pytest.mark.rule("5.2")
def test_5_2_passing_by_reveals_nothing() -> None:
    game = outpost("unit red a horse 0102", "unit blue d dummy 0302 hidden")
    game.play_all([Pick("a"), Go("0204")], by="red")
    assert "d" in position_of(game).units


@pytest.mark.rule("5.2")
def test_5_2_attacking_and_being_attacked_reveal() -> None:
    game = outpost("unit red a foot 0404 hidden", "unit blue b foot 0405 hidden", turn="1 attack red")
    game.play(Attack("0405"))
    assert not unit(game, "a").hidden
    assert set(texts(game, "reveal")) == {"a in 0404 is foot", "b in 0405 is foot"}


@pytest.mark.rule("5.2")
def test_5_2_an_attack_on_a_dummy_needs_no_die() -> None:
    game = outpost("unit red a foot 0404", "unit blue d dummy 0405 hidden", turn="1 attack red")
    game.play(Attack("0405"))
    assert game.journal[-1].rolls == ()
    assert "d" not in position_of(game).units
    assert game.decision.kind == "advance"


@pytest.mark.rule("5.3")
def test_5_3_supply_points_are_known_to_their_side_only() -> None:
    game = outpost("points red supply=3", "points blue supply=2")
    known = {viewer: game.view(viewer)["position"]["points"] for viewer in ("red", "blue", OBSERVER, REFEREE)}
    assert known == {
        "red": {"red": 3},
        "blue": {"blue": 2},
        OBSERVER: {},
        REFEREE: {"red": 3, "blue": 2},
    }


@pytest.mark.rule("5.3")
def test_5_3_nothing_offered_to_the_enemy_depends_on_them() -> None:
    offers = []
    for supply in (0, 4):
        game = outpost(
            "unit red a foot 0404",
            "unit blue b foot 0405",
            f"points blue supply={supply}",
            turn="1 attack red",
        )
        offers.append([as_words(action) for action in game.decision.choices()])
    assert offers[0] == offers[1]
