"""What lies beside the map: cards, mobilization, politics, morale, the world, the quarter."""

from __future__ import annotations

import random

import pytest

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.title import TITLE
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Display, Item
from hexfront.kernel.start import new_game
from hexfront.kernel.title import OBSERVER
from tests.games.storm_of_steel.nations import game as standing
from tests.games.storm_of_steel.nations import laid, play


def items(display: Display) -> dict[str, Item]:
    return {item.key: item for section in display.sections for item in section.items}


def section(display: Display, name: str) -> list[Item]:
    return [item for each in display.sections if each.name == name for item in each.items]


def test_every_choice_that_is_clicked_beside_the_map_finds_its_item_there() -> None:
    game, chance = new_game(TITLE, "campaign-1914", 2, {}), random.Random(2)
    clicked = set()
    for _ in range(700):
        if game.over:
            break
        decision = chance.choice(game.decisions)
        choices = [*decision.choices()]
        if name := game.topic(decision).display:
            there = items(game.display(decision.side, name))
            for action in choices:
                face = game.face(decision, action)
                assert not face.item or face.item in there, action
                clicked.add(type(action)) if face.item else None
        game.play(chance.choice(choices), decision.side)
    assert {orders.Draw, orders.Discard, orders.MobilizeFor, orders.Build} <= clicked


def test_a_card_that_cannot_be_taken_says_why() -> None:
    game = new_game(TITLE, "great-war", 1, {})
    game.play(orders.Draw("1"), CENTRAL_POWERS)
    there = items(game.display(CENTRAL_POWERS, "cards"))
    assert there["card:1"].state == "chosen"
    assert there["card:4"].state == "open"
    assert (there["card:2"].state, there["card:2"].rule) == ("closed", "4.6-Prerequisite")
    assert there["card:6"].why == "Ypres is there from autumn-1914 on"
    assert dict(there["card:1"].figures) == {"Impulses": "+2", "Shift": "2R", "Morale": "±7"}


def test_a_hand_is_its_owners_secret_and_its_size_is_not() -> None:
    game = new_game(TITLE, "great-war", 1, {})
    game.play(orders.Draw("1"), CENTRAL_POWERS)
    for viewer in (ENTENTE, OBSERVER):
        known = game.display(viewer, "cards")
        assert not [item for item in items(known).values() if item.state == "chosen"]
        assert not [item for item in items(known).values() if item.name == "Face down"]
    game.play(PASS, CENTRAL_POWERS)
    game.play(PASS, ENTENTE)
    while game.decision.kind == "lay down":
        game.play(next(iter(game.decisions[0].choices())), game.decisions[0].side)
    hidden = section(game.display(ENTENTE, "cards"), "Central Powers: this quarter")
    assert [item.name for item in hidden] == ["Face down"]


def test_slots_say_what_each_front_has() -> None:
    game = new_game(TITLE, "great-war", 1, {})
    game.play(orders.Draw("1"), CENTRAL_POWERS)
    slots = section(game.display(CENTRAL_POWERS, "cards"), "In hand")
    assert [(slot.name, slot.text, slot.state) for slot in slots[:2]] == [
        ("West", "Schlieffen Plan", "chosen"),
        ("East", "no campaign: one impulse", "plain"),
    ]


def at_the_desk(text: str = "") -> Game[SteelPosition]:
    game = standing(f"turn 4 allocation central-powers\npoints germany 40\npoints austria-hungary 9\n{text}")
    game.play(orders.MobilizeFor("germany"), CENTRAL_POWERS)
    return game


def test_the_books_tell_what_can_be_built_and_why_not_the_rest() -> None:
    game = at_the_desk()
    there = items(game.display(CENTRAL_POWERS, "mobilization"))
    assert there["purse:germany"].state == "chosen"
    assert dict(there["purse:germany"].figures)["Left"] == "40"
    active = there["build:active:2"]
    assert (active.state, dict(active.figures)["Cost"]) == ("open", "16")
    assert there["build:shock:2"].why == "shock has not been developed"
    game.play(orders.Build("active", 2), CENTRAL_POWERS)
    shown = game.display(CENTRAL_POWERS, "mobilization")
    assert dict(items(shown)["purse:germany"].figures)["Left"] == "24"
    assert len(section(shown, "Ordered this quarter")) == 1
    assert dict(items(shown)["build:active:2"].figures)["In pool"] == str(
        int(dict(active.figures)["In pool"]) - 1
    )


@pytest.mark.parametrize("viewer", [ENTENTE, OBSERVER])
def test_orders_of_mobilization_are_a_secret(viewer: str) -> None:
    game = at_the_desk()
    before = game.display(viewer, "mobilization")
    game.play(orders.Build("active", 2), CENTRAL_POWERS)
    assert game.display(viewer, "mobilization") == before


def test_last_quarters_building_can_be_repeated_at_a_stroke() -> None:
    game = standing("turn 4 allocation central-powers\npoints germany 40\n")
    assert not game.display(CENTRAL_POWERS, "mobilization").deeds
    assert not game.report(CENTRAL_POWERS).deeds
    again = "last-build central-powers germany active 2\n" * 2
    game = standing(f"turn 4 allocation central-powers\npoints germany 40\n{again}")
    (deed,) = game.display(CENTRAL_POWERS, "mobilization").deeds
    assert game.report(CENTRAL_POWERS).deeds == (deed,)
    assert not game.report(ENTENTE).deeds
    game.play(deed.order, CENTRAL_POWERS)
    assert len(section(game.display(CENTRAL_POWERS, "mobilization"), "Ordered this quarter")) == 2


def test_politics_tell_what_wins_a_neutral_and_how_likely_it_is() -> None:
    game = standing("turn 2 cards central-powers\nmorale central-powers 80\nmorale entente 80\n")
    there = items(game.display(CENTRAL_POWERS, "politics"))
    chances = dict(there["country:italy"].figures)
    assert chances["Entente"] == "4 or more, 50 %"
    assert there["country:germany"].side == CENTRAL_POWERS
    assert "entry:ottoman-empire" in there


def test_the_ledger_of_morale_adds_up_to_what_the_gauge_shows() -> None:
    game, chance = new_game(TITLE, "campaign-1914", 2, {}), random.Random(2)
    for _ in range(1500):
        if game.over or game.position.turn > 2:
            break
        decision = chance.choice(game.decisions)
        game.play(chance.choice([*decision.choices()]), decision.side)
    there = items(game.display(OBSERVER, "morale"))
    causes = [item for key, item in there.items() if key.startswith("cause:")]
    assert causes
    for side in (CENTRAL_POWERS, ENTENTE):
        gauge = there[f"morale:{side}"]
        began = int(dict(gauge.figures)["At the start"])
        assert gauge.value == began + sum(item.value or 0 for item in causes if item.side == side)


def test_the_dials_light_up_the_impulses_that_somebody_has() -> None:
    unit = "unit ge-2a-i 2721\nunit ge-hq-1 2721\n"
    spring = standing(f"turn 4 movement central-powers impulse=1\n{unit}").report(OBSERVER).dials[0]
    assert (spring.name, spring.text) == ("West", "spring: at most 3 impulses")
    assert [lamp.state for lamp in spring.lamps] == ["now", "free", "free", "closed"]
    assert spring.lamps[0].sides == (CENTRAL_POWERS, ENTENTE)
    assert spring.hexes
    winter = standing(f"turn 3 movement central-powers impulse=1\n{unit}").report(OBSERVER).dials[0]
    assert [lamp.state for lamp in winter.lamps] == ["now", "free", "closed", "closed"]


def test_there_is_no_other_display() -> None:
    game = new_game(TITLE, "guns-of-august", 1, {})
    with pytest.raises(Malformed, match="politics"):
        game.display(OBSERVER, "politic")


def secret_war() -> Game[SteelPosition]:
    """Both sides have agents to assign; the Central Powers have begun."""
    text = "turn 4 agents central-powers\nmorale central-powers 80\nmorale entente 80\n"
    text += "unit ge-2a-i 3719\nunit fr-2a-i 1924\n" + laid(4)
    of = standing(f"{text}agents central-powers 3\nagents entente 2\n")
    play(of, CENTRAL_POWERS, orders.Assign("propaganda"), orders.Assign("propaganda"))
    return of


@pytest.mark.rule("32.1", "32.5")
def test_agents_are_assigned_in_boxes_that_the_enemy_does_not_see() -> None:
    of = secret_war()
    (mine, _) = of.decisions
    assert of.topic(mine).display == "agents"
    assert of.face(mine, orders.Assign("espionage")).item == "mission:espionage"
    there = items(of.display(CENTRAL_POWERS, "agents"))
    assert (there["mission:propaganda"].state, there["mission:propaganda"].text) == ("chosen", "2 agents")
    assert (there["mission:espionage"].state, there["mission:inactive"].text) == ("open", "1 agent")
    assert there["entente:mission:propaganda"].text == "in secret"
    theirs = items(of.display(ENTENTE, "agents"))
    assert theirs["central-powers:mission:propaganda"].text == "in secret"
    assert theirs["central-powers:mission:inactive"].text == "3 agents in all"
    same = secret_war()
    play(same, CENTRAL_POWERS, orders.Assign("sabotage"))
    assert same.display(ENTENTE, "agents") == of.display(ENTENTE, "agents")


@pytest.mark.rule("32.3", "32.4")
def test_the_chances_of_a_mission_are_told_before_its_die() -> None:
    of = secret_war()
    play(of, CENTRAL_POWERS, PASS)
    play(of, ENTENTE, orders.Assign("counter-intelligence"), PASS)
    play(of, CENTRAL_POWERS, orders.RevealMissions())
    play(of, ENTENTE, orders.RevealMissions())
    there = items(of.display(ENTENTE, "agents"))
    assert there["central-powers:mission:propaganda"].text == "2 agents"
    forecast = of.forecast(orders.Conduct("propaganda"))
    assert [round(each.means["success"], 3) for each in forecast.prospects] == [0.667, 0.5]
    play(of, CENTRAL_POWERS, orders.Conduct("propaganda"))
    guarded = of.odds(orders.Guard(1))  # two against one: a four succeeds
    assert guarded == Distribution.evenly(
        ["it fails, and an agent is lost", "it fails", "it fails"]
        + ["it succeeds: +1 own morale"] * 2
        + ["it succeeds: +2 own morale"]
    )
    face = of.face(of.decision, orders.Guard(1))
    assert (face.effects, face.chance) == (("succeeds with 4 or more: 50%",), True)


def test_a_game_without_agents_says_so() -> None:
    text = "turn 4 movement central-powers\nunit ge-2a-i 3719\nunit fr-2a-i 1924\n"
    assert not standing(text, agents="off").display(CENTRAL_POWERS, "agents").sections
