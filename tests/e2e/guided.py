"""Somebody who follows a guided turn, and what the tests of the titles' first turns have in common."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Route, expect

from tests.e2e.tables import Player


def begin(me: Player, scenario: str) -> None:
    """Start a guided turn from the lobby, with dice that are the same every time."""

    def with_seed(route: Route) -> None:
        body = route.request.post_data_json if route.request.method == "POST" else None
        route.continue_(post_data=json.dumps({**body, "seed": 1}) if body else None)

    me.page.route("**/api/games", with_seed)
    me.open()
    guides = me.page.get_by_role("region", name="Play the first turn, guided")
    guides.get_by_role("button", name=re.compile(scenario)).click()
    me.until(lambda: bool(me.view))


def step(me: Player, title: str) -> Locator:
    """The guide, at the step of this title."""
    guide = me.page.get_by_role("complementary", name=title)
    expect(guide).to_be_visible()
    return guide


def onward(guide: Locator) -> None:
    """What the step asked for has been done; go on to the next."""
    expect(guide).to_contain_text("Well done")
    guide.get_by_role("button", name="Next", exact=True).click()


def look_round(me: Player, guide: Locator) -> None:
    me.map.hover()
    me.page.mouse.wheel(0, -300)
    onward(guide)


def asked_for(me: Player, kind: str, words: str = "") -> None:
    """Answer as recommended, and look at what the others do, until a question of this kind is asked."""
    while True:
        me.until(lambda: me.view["decision"] is not None, seconds=60)
        me.put_news_away()
        me.settled()
        decision = me.view["decision"]
        if decision and decision["kind"] == kind and words in decision["prompt"]:
            return
        if decision:
            me.take_recommended()


def march(me: Player, start: str, goal: str, *, whole: bool = False) -> None:
    """Take a stack up and send it, by clicks alone, whatever was in hand before."""
    me.click_hex(start)
    me.asked(f"in {start}")
    if whole:
        me.button(re.compile(r"^Take \d more along")).click()
    before = me.settled()
    me.click_hex(goal)
    me.until(lambda: me.view["step"] > before)


def select(me: Player, card: int) -> None:
    """Select a strategy card on the display that lies open."""
    me.page.locator(f'[data-item="card:{card}"]').get_by_role("button", name="Select").click()


def choose_belgium(me: Player) -> None:
    """Take the ultimatum beside the campaign, lay both face down, and send it to Belgium."""
    select(me, 27)
    me.settled()
    me.button("Keep 2 cards").click()
    me.settled()
    me.button("Lay 2 cards face down").click()
    me.asked("Play a contingency card")
    me.settled()
    ultimatum = me.page.locator('[data-slot="card:27"]')
    ultimatum.get_by_role("button", name=re.compile("Belgium")).click()
