"""One person at his own machine: the lobby, the guided turn, both sides at one screen, the rules."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]


def test_lobby_rules_and_help_have_no_barrier(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    expect(me.page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(me.page.get_by_role("link", name=re.compile("The Schlieffen Plan"))).to_be_visible()
    assert me.violations() == []

    me.page.get_by_role("link", name=re.compile("The Schlieffen Plan")).click()
    expect(me.button("Start the game")).to_be_visible()
    me.page.get_by_text("Options and readings").click()
    assert me.violations() == []

    me.open("/#/rules/western-front/6-6")
    expect(me.page.locator('[id="rule-6-6"]')).to_be_in_viewport()
    me.page.get_by_label("Search: a number or words").fill("river")
    expect(me.page.get_by_role("status")).not_to_have_text("0 rules")
    assert me.violations() == []

    me.open("/#/help")
    expect(me.page.get_by_role("heading", name="How this works")).to_be_visible()
    assert me.violations() == []


def test_dark_lobby_has_no_barrier(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    me.button("Settings").click()
    me.page.get_by_label("Dark").check()
    assert me.violations() == []
    me.page.keyboard.press("Escape")
    expect(me.page.get_by_role("dialog")).to_have_count(0)
    assert me.violations() == []


def test_screen_is_covered_when_it_is_handed_over(local: str, player: SitDown) -> None:
    me = player(local)
    me.open("/#/new/western-front/schlieffen-plan")
    me.page.get_by_label("Entente").select_option("me")
    me.button("Start the game").click()
    me.asked("mobilization")
    cover = me.page.get_by_role("dialog", name=re.compile("Hand the screen to Entente"))
    # By keyboard alone: Enter takes the recommended answer, until the other side has the decision.
    for _ in range(60):
        me.take_recommended()
        if me.view["waiting"] == ["entente"]:
            break
    expect(cover).to_be_visible()
    expect(me.map).to_have_count(0)
    cover.get_by_role("button", name="I am Entente").click()
    expect(me.map).to_be_visible()
    expect(me.prompt).to_contain_text("Entente")


def test_no_odds_are_asked_for_of_what_was_chosen_already(local: str, player: SitDown) -> None:
    me = player(local)
    me.slow_hover()
    me.open("/#/new/western-front/schlieffen-plan")
    me.button("Start the game").click()
    me.asked("mobilization")
    for _ in range(3):
        me.take_recommended()
    me.asked("Pick a unit to move")
    me.click_hex("2305")
    me.asked("where to?")
    me.click_hex("2206")
    me.until(lambda: me.where("ge-inf-xx-17") == "2206" or me.where("ge-inf-xx-18") == "2206")
    me.page.wait_for_timeout(1500)  # the pointer still rests where the march ended
    assert me.refused == []
