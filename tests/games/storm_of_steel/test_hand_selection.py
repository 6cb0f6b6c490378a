"""Cards selected in secret: how many, which, and why not the others."""

from __future__ import annotations

import random
import re

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import Discard, Draw, LayDown
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from hexfront.kernel.mail import mail_text
from hexfront.proof.secrecy import guessed_world, resealed_world
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, play_on, refused, state


def cards_offered(of: Game, side: str) -> set[int]:
    return {int(re.findall(r"\d+", words)[0]) for words in listed(of, side, Draw)}


@pytest.fixture(scope="module")
def summer_1914() -> Game:
    return hexfront.new("storm-of-steel/great-war", seed=1)


@pytest.mark.rule("3.2", "3.2-1", "3.2-1.1", "3.2-1.2")
def test_the_deck_of_the_example_is_offered_in_summer_1914(summer_1914: Game) -> None:
    offered = cards_offered(summer_1914, CP)
    assert offered == {1, 2, 3, 4, 5, 8} | {27, 28, 29, 32, 33, 34} | {36, 38, 39, 40, 43}


@pytest.mark.rule("3.2", "4.21", "4.43")
def test_only_two_campaign_cards_while_the_middle_east_is_not_active(summer_1914: Game) -> None:
    branch = summer_1914.branch()
    assert refused(branch, Draw("8-middle-east"), CP) == ("3.2-1",)
    play(branch, CP, Draw("1"), Draw("4"), Draw("27"))
    assert not listed(branch, CP, Draw)  # as history had it: 1, 4 and 27
    assert refused(branch, Draw("3"), CP) == ("4.41", "4.21")
    assert refused(branch, Draw("8-west"), CP) == ("4.41", "4.21")


@pytest.mark.rule("4.41", "4.21")
def test_ypres_and_somme_cannot_be_selected_together() -> None:
    of = game(
        "turn 9 cards central-powers\nmorale central-powers 80\nmorale entente 80\ncountry italy entente"
    )
    play(of, EN, Draw("49"))
    assert refused(of, Draw("62"), EN) == ("4.41", "4.21")
    play(of, EN, Discard("49"), Draw("62"))
    assert state(of).picked[EN] == ("62",)


@pytest.mark.rule("4.21", "5.21")
@pytest.mark.parametrize(("morale", "most"), [(100, 3), (71, 3), (70, 2), (31, 2), (30, 1), (1, 1)])
def test_morale_says_how_many_campaign_cards(morale: int, most: int) -> None:
    of = game(
        f"turn 9 cards central-powers\nmorale central-powers 80\nmorale entente {morale}\n"
        "country ottoman-empire central-powers\ncountry italy entente"
    )
    for key in ("62", "59", "63")[:most]:
        play(of, EN, Draw(key))
    assert not [words for words in listed(of, EN, Draw) if int(re.findall(r"\d+", words)[0]) <= 77]
    if most < 3:
        assert refused(of, Draw("63"), EN) == ("4.21",)


@pytest.mark.rule("4.22", "3.2-4aCP1", "3.2-4aEN1")
def test_nobody_must_select_and_a_fall_of_morale_takes_no_card_away() -> None:
    of = game(
        "turn 9 diplomacy central-powers\nmorale central-powers 80\nmorale entente 20\n"
        "picked entente 49 61"  # two cards, selected while morale was medium
    )
    play_on(of, "allocation")
    assert state(of).shown[EN] == (49, 61)
    nothing = game("turn 9 cards central-powers\nmorale central-powers 80\nmorale entente 50")
    play(nothing, CP, PASS)
    play(nothing, EN, PASS)
    assert state(nothing).picked == {CP: (), EN: ()}


@pytest.mark.rule("4.6-Prerequisite", "4.23")
def test_prerequisites_are_looked_at_when_cards_are_selected() -> None:
    of = game("turn 9 cards central-powers\nmorale central-powers 80\nmorale entente 30")
    assert refused(of, Draw("10"), CP) == ("4.6-Prerequisite",)  # the Ottoman Empire is neutral
    assert refused(of, Draw("23"), CP) == ("3.2-1",)  # not before Autumn 1917
    assert refused(of, Draw("61"), EN) == ("4.23",)  # Brusilov asks for medium morale
    better = game("turn 9 cards central-powers\nmorale central-powers 80\nmorale entente 31")
    assert refused(better, Draw("61"), EN) == ()


@pytest.mark.rule("4.6-Prerequisite")
def test_the_two_plans_of_1914_exclude_each_other() -> None:
    of = game("turn 1 cards central-powers\nmorale central-powers 80\nmorale entente 80")
    play(of, CP, Draw("2"))
    assert refused(of, Draw("1"), CP) == ("4.6-Prerequisite",)
    play(of, CP, Discard("2"), Draw("1"))
    assert refused(of, Draw("2"), CP) == ("4.6-Prerequisite",)


@pytest.mark.rule("4.3", "3.2-1.2")
def test_one_contingency_or_one_weapon() -> None:
    of = game("turn 4 cards central-powers\nmorale central-powers 80\nmorale entente 80")
    play(of, CP, Draw("29"))
    assert refused(of, Draw("28"), CP) == ("4.3",)
    assert refused(of, Draw("38"), CP) == ("4.3",)
    play(of, CP, Discard("29"), Draw("38"))
    assert refused(of, Draw("29"), CP) == ("4.3",)


@pytest.mark.rule("4.1", "4.5", "4.33", "22.2")
def test_what_is_out_developed_or_open_is_not_in_the_deck() -> None:
    of = game(
        "turn 4 cards central-powers\nmorale central-powers 80\nmorale entente 80\n"
        "discarded 6\ndeveloped 38\ndeveloping 36"
    )
    assert refused(of, Draw("6"), CP) == ("4.5",)
    assert refused(of, Draw("38"), CP) == ("4.33",)
    assert refused(of, Draw("36"), CP) == ("22.2",)
    assert refused(of, Draw("49"), CP) == ("4.1",)  # a card of the enemy


@pytest.mark.rule("4.42", "4.6-Type")
def test_a_game_of_one_map_knows_the_cards_of_its_front_alone() -> None:
    of = game("turn 1 cards central-powers\nmorale central-powers 80\nmorale entente 80", "guns-of-august")
    assert refused(of, Draw("4"), CP) == ("45.1",)
    play(of, CP, Draw("1"))
    assert refused(of, Draw("8-west"), CP) == ("4.42", "4.41")
    assert cards_offered(of, EN) & set(range(44, 78)) == {44, 50}


@pytest.mark.rule("6.22")
def test_an_event_can_oblige_to_a_campaign_card() -> None:
    of = game("turn 2 cards central-powers\nmorale central-powers 80\nmorale entente 80\nobliged entente")
    assert refused(of, PASS, EN) == ("6.22",)
    play(of, EN, Draw("80"))
    assert refused(of, PASS, EN) == ("6.22",)
    play(of, EN, Draw("44"), PASS)
    play(of, CP, PASS)
    assert not state(of).obliged


@pytest.mark.rule("45.4", "45.41")
def test_old_cards_are_out_of_later_scenarios_or_by_a_die() -> None:
    of = game(
        "turn 2 cards central-powers\nmorale central-powers 80\nmorale entente 80", "straits-and-desert"
    )
    position = state(of)
    assert {1, 2, 3, 4, 44, 45, 46, 47} <= position.discarded
    by_die = {5, 8, 48, 50}
    assert by_die & position.discarded != by_die
    assert by_die - position.discarded != by_die
    assert position.discarded <= {1, 2, 3, 4, 44, 45, 46, 47} | by_die  # others are of this turn or later


@pytest.mark.rule("4.6-Date")
def test_historical_decks_keep_campaigns_to_their_year() -> None:
    text = "turn 4 cards central-powers\nmorale central-powers 80\nmorale entente 80"
    assert refused(game(text), Draw("6"), CP) == ()
    assert refused(game(text, historical_decks="on"), Draw("6"), CP) == ("4.6-Date",)
    assert refused(game(text, historical_decks="on"), Draw("12"), CP) == ("4.6-Prerequisite",)


@pytest.mark.rule("4.3", "3.2-1")
def test_a_hand_is_its_owners_secret() -> None:
    of = game("turn 2 cards central-powers\nmorale central-powers 80\nmorale entente 80")
    play(of, CP, Draw("6"), Draw("29"))
    assert of.view(EN)["position"]["picked"][CP] == []  # not even how many
    play(of, CP, PASS)
    play(of, EN, Draw("45"), PASS)
    assert of.view(EN)["position"]["picked"][CP] == []
    play(of, CP, LayDown(2))
    play(of, EN, LayDown(1))
    seen = of.view(EN)["position"]["picked"]
    assert seen == {CP: ["unknown", "unknown"], EN: ["45"]}
    known = [step for step in range(of.step) if of.journal[step].by == CP and of.is_known(step, EN)]
    assert [str(of.journal[step].action) for step in known] == [str(LayDown(2))]


@pytest.mark.rule("4.3")
@pytest.mark.parametrize("side", [CP, EN])
def test_a_hand_that_is_being_chosen_is_guessed_of_cards_that_can_be_had(side: str) -> None:
    """In Spring 1916 with the cards of that year alone there are fewer than a hand might have."""
    of = hexfront.new("storm-of-steel/brusilov", seed=11, options={"historical-decks": "on"})
    known = of.title.redact(of.position, side)
    enemy = EN if side == CP else CP
    hands = [of.title.suppose(known, side, number).picked[enemy] for number in range(30)]
    assert any(hands)
    for hand in hands:
        branch = of.branch()
        for card in hand:
            play(branch, enemy, Draw(card))


@pytest.mark.rule("4.3")
def test_a_guess_at_a_hand_changes_nothing_that_its_enemy_is_mailed() -> None:
    """Dice for old cards [45.41] fell before; a guess that cannot be played would begin before them."""
    of = hexfront.new("storm-of-steel/brusilov", seed=11, options={"historical-decks": "on"})
    for number in range(12):
        twin = guessed_world(of, EN, number)
        assert twin is not None
        assert mail_text(twin, EN) == mail_text(of, EN)


@pytest.mark.rule("4.3", "3.2-4aCP1")
def test_a_card_that_would_have_been_shown_early_is_in_no_hand_that_the_enemy_can_think_of() -> None:
    """Ypres (49) has shifts to the left: had the Entente selected it, it would lie open by now."""
    turn = "turn 2 cards central-powers\nmorale central-powers 80\nmorale entente 80"
    of = game(turn, "schlieffen-and-race-to-the-sea")
    play(of, EN, Draw("44"), Draw("80"), PASS)
    play(of, CP, Draw("6"), Draw("29"), PASS)
    play(of, EN, LayDown(2))
    play(of, CP, LayDown(2))
    hands = {world.position.picked[EN] for world in other_worlds(of)}
    assert any("49" in hand for hand in hands)
    play_on(of, "revelation")
    assert state(of).shown == {CP: (6,), EN: ()}
    worlds = other_worlds(of)
    assert len({world.position.picked[EN] for world in worlds}) > 1
    assert all(world.view(CP)["position"] == of.view(CP)["position"] for world in worlds)


def other_worlds(of: Game) -> list[Game]:
    """Games in which the Entente has chosen other cards, and the Central Powers cannot know it."""
    found = (resealed_world(of, CP, random.Random(number)) for number in range(40))
    return [world for world in found if world is not None]
