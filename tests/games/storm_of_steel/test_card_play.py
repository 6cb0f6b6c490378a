"""Cards in play: when they are shown, what impulses and shifts they give, and what else they do."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import AttackOdds, Develop, Play, TakeBack
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, refused, state, texts

MORALE = "morale central-powers 80\nmorale entente 80\n"
# German corps with a headquarters at Metz attack the French at Nancy, who have one of their own.
LORRAINE = (
    "unit ge-hq-5 2525\nunit ge-2a-i 2525\nunit ge-2a-ii 2525\nunit ge-2a-iii 2525\n"
    "unit fr-2a-i 2425\nunit fr-hq-1 2325\n"
)


def revelation(turn: int, text: str) -> Game:
    return game(f"turn {turn} revelation central-powers impulse=1\n{MORALE}{text}")


@pytest.mark.rule("3.2-4aCP1", "3.2-4aEN1", "4.31")
def test_campaigns_are_shown_in_the_first_impulse_of_their_side_and_defences_earlier() -> None:
    of = revelation(7, f"{LORRAINE}picked central-powers 16\npicked entente 60 59 81\n")
    assert state(of).shown == {CP: (16,), EN: (60,)}  # They Shall Not Pass has shifts to the left
    assert state(of).picked[EN] == ("59", "81")
    while state(of).active == CP:
        of.play(PASS, CP)
    assert state(of).shown[EN] == (60, 59)
    assert state(of).picked[EN] == ("81",)


def shift_of(of: Game, *attackers: str) -> str:
    units = attackers or ("ge-2a-i", "ge-2a-ii", "ge-2a-iii")
    return of.explain(AttackOdds("2425", units, "assault"), CP).text


@pytest.mark.rule("4.6-Combat", "4.6-Combat-1", "4.6-Combat-2", "4.6-Combat-4")
def test_shifts_are_set_off_and_then_cut_to_two() -> None:
    def terms(text: str) -> str:
        return shift_of(game(f"turn 7 combat central-powers impulse=1\n{MORALE}{LORRAINE}{text}"))

    assert "Verdun +1 [4.6-Combat-1]" in terms("shown central-powers 16\n")
    both = terms("shown central-powers 25\nshown entente 70\n")  # 2R against 2L
    assert "Kaiserschlacht +2" in both
    assert "Backs to the Wall -2" in both
    much = terms("shown central-powers 25 29\nplayed-on 29 west\n")  # 2R and 1R
    assert "Counteroffensive +1" in much
    assert "the most that cards shift -1 [4.6-Combat-4]" in much


@pytest.mark.rule("4.6-Combat-2")
def test_a_shift_for_some_troops_needs_them_in_the_attack() -> None:
    austrians = LORRAINE.replace("ge-2a-i 2525", "ah-2a-i 2525")
    card = "shown central-powers 3\nplayed-on 3 west\n"
    of = game(f"turn 7 combat central-powers impulse=1\n{MORALE}{austrians}{card}")
    assert "Galicia +1" in shift_of(of, "ah-2a-i", "ge-2a-ii")
    assert "Galicia" not in shift_of(of, "ge-2a-ii", "ge-2a-iii")


@pytest.mark.rule("4.72")
def test_a_card_shifts_nothing_on_another_front() -> None:
    of = game(f"turn 7 combat central-powers impulse=1\n{MORALE}{LORRAINE}shown central-powers 9\n")
    assert "Masuria" not in shift_of(of)


@pytest.mark.rule("4.6-Impulse", "8.2", "8.22")
def test_impulses_of_cards_up_to_the_most_of_the_weather() -> None:
    def acts(turn: int, cards: str) -> int:
        of = revelation(turn, f"{LORRAINE}{cards}")
        seen = 0
        while not of.over and state(of).turn == turn and state(of).impulse:
            if of.decisions[0].kind == "move" and of.decisions[0].side == CP:
                seen = max(seen, state(of).impulse)
            of.play(PASS, of.decisions[0].side)
        return seen

    assert acts(7, "") == 1
    assert acts(9, "picked central-powers 16\n") == 2
    assert acts(16, "picked central-powers 25\n") == 3  # Kaiserschlacht
    assert acts(15, "picked central-powers 25\n") == 2  # in winter


@pytest.mark.rule("8.23", "8.21", "4.41")
def test_a_counteroffensive_gives_a_later_impulse_after_a_pause() -> None:
    of = revelation(9, f"{LORRAINE}picked central-powers 16\npicked entente 81\n")
    while not (state(of).impulse == 3 and of.decisions[0].kind == "contingency"):
        of.play(PASS, of.decisions[0].side)
    assert of.decisions[0].side == EN
    assert refused(of, Play(81, "middle-east", "west"), EN) == ("4.41",)
    told = play(of, EN, Play(81, "west"))
    assert "impulse 3 on the front west" in " ".join(texts(told, "cards"))
    while state(of).step != "movement":
        of.play(PASS, EN)
    assert (state(of).impulse, state(of).active) == (3, EN)


@pytest.mark.rule("4.41")
def test_unified_command_needs_two_fronts_with_campaign_cards() -> None:
    one = revelation(10, "shown central-powers 16\npicked central-powers 35\n")
    assert listed(one, CP) == ["pass"]
    assert refused(one, Play(35, "west", "east"), CP) == ("4.41",)
    two = revelation(10, "shown central-powers 9 16\npicked central-powers 35\n")
    assert listed(two, CP) == ["play 35 west east", "pass"]


@pytest.mark.rule("4.31", "4.34", "4.32")
def test_cards_are_played_in_their_phase_of_the_turn_or_go_back() -> None:
    of = revelation(9, "picked central-powers 28\n")
    assert listed(of, CP) == ["pass"]
    assert refused(of, Play(28, "italy"), CP) == ("4.31",)
    assert refused(of, Play(29, "west"), CP) == ("4.34",)
    while state(of).turn == 9:
        of.play(PASS, of.decisions[0].side)
    assert not state(of).picked[CP]
    assert 28 not in state(of).discarded


@pytest.mark.rule("4.6-Special", "22.4")
def test_free_units_join_a_unit_in_command_and_in_supply() -> None:
    one_corps = "unit ge-hq-5 2525\nunit ge-2a-i 2525\nunit ge-2a-v 3719\n"  # nobody commands Berlin
    position = state(revelation(15, f"{one_corps}picked central-powers 25\n"))
    label = position.setting.board.label
    shock = [unit for unit in position.units.values() if position.piece(unit).kind == "shock"]
    assert [label(unit.at) for unit in shock] == ["2525", "2525"]
    assert 38 not in position.developed  # it does not allow to build more


# Development


def development(text: str, turn: int = 4) -> Game:
    return game(f"turn {turn} development central-powers\n{MORALE}points germany 100\n{text}")


@pytest.mark.rule("22.1", "22.2", "3.2-7a", "3.2-7e1")
def test_a_weapon_is_paid_for_and_developed_by_its_die() -> None:
    of = development("picked central-powers 38\n")
    assert "develop 38 germany" in listed(of, CP)
    assert "develop 38 austria-hungary" in listed(of, CP)
    failed, made = of.branch(), of.branch()
    made.fix_dice(3)
    play(made, CP, Develop(38, "germany"))
    assert 38 in state(made).developed
    assert state(made).points["germany"] == 100 + 72 - 20
    failed.fix_dice(4)
    play(failed, CP, Develop(38, "germany"))
    assert 38 in state(failed).developing
    assert 38 not in state(failed).developed
    play(failed, CP, TakeBack(38))
    assert 38 not in state(failed).developing
    assert state(failed).points["germany"] == 100 + 72 - 20  # paid all the same


@pytest.mark.rule("22.11", "22.2")
@pytest.mark.parametrize(
    ("text", "die", "developed"),
    [
        ("picked central-powers 39\n", 1, True),
        ("picked central-powers 39\n", 2, False),
        ("picked central-powers 39\ndeveloped 96\n", 2, True),  # the enemy has tank brigades
        ("developing 39\n", 2, True),  # tried before
        ("developing 39\ndeveloped 96\n", 3, True),  # both
        ("developing 39\ndeveloped 96\n", 4, False),
        ("picked central-powers 39\ndeveloped 96\n", 1, True),  # a zero
    ],
)
def test_imitation_and_perseverance_help(text: str, die: int, developed: bool) -> None:
    of = development(text)
    of.fix_dice(die)
    play(of, CP, Develop(39, "germany"))
    assert (39 in state(of).developed) is developed


@pytest.mark.rule("22.2")
def test_one_card_is_tried_a_turn() -> None:
    of = development("picked central-powers 38\ndeveloping 36\n")
    assert {words.split()[1] for words in listed(of, CP, Develop)} == {"36", "38"}
    of.fix_dice(1)
    play(of, CP, Develop(36, "germany"))
    assert of.decision.kind != "develop"
    assert refused(development(""), Develop(38, "germany"), CP) != ()


@pytest.mark.rule("30.23")
def test_air_doctrine_rises_a_level_at_its_price() -> None:
    of = development("picked central-powers 37\n")
    of.fix_dice(4)
    play(of, CP, Develop(37, "germany"))
    assert state(of).air[CP] == 2
    assert state(of).points["germany"] == 100 + 72 - 30


@pytest.mark.rule("4.6-Special")
def test_cards_of_the_mobilization_phase_give_points_or_cheap_units() -> None:
    of = development("picked central-powers 34\npicked entente 85\n")
    play(of, CP, Play(34))
    assert listed(of, EN) == ["pass", "play 85 great-britain", "play 85 france"]
    play(of, EN, Play(85, "france"))
    assert state(of).points["germany"] == 100 + 72 + 10
    assert state(of).points["france"] == state(of).income["france"] + 10


@pytest.mark.rule("4.33")
def test_the_blockade_card_stays_in_force() -> None:
    fleet = "unit gb-bb-1 1802\n"
    of = development(f"{fleet}picked entente 92\n", turn=2)
    play(of, EN, Develop(92, next(words.split()[2] for words in listed(of, EN, Develop))))
    assert 92 in state(of).developed
    assert state(of).flags["blockade since"] == 2
