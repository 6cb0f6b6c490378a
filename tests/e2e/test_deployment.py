"""A deployment at the table: the tray, tools for groups, the checklist, and a set-up kept by name."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.tables import Player
from tests.e2e.test_staff import places, started

SitDown = Callable[[str], Player]


def panel(me: Player) -> Locator:
    return me.page.locator('[data-panel="laying"]')


def number_of(me: Player, lot: str) -> Locator:
    return panel(me).locator(f'[data-lot="{lot}"] .number').first


def test_an_army_is_laid_out_by_groups(local: str, player: SitDown) -> None:
    me = player(local)
    started(me, "western-front", "verdun", ("central-powers", "entente"))
    expect(panel(me)).to_be_visible()
    expect(panel(me).locator('[data-check="open"]').first).to_contain_text("Units placed: 0 of 222")
    me.settled()

    # Four of the 6-4 divisions, two a hex along the front; the hexes they may be in are lit.
    expect(number_of(me, "fr-inf-xx-6-4")).to_have_text(re.compile(r"^\d+$"))
    before = int(number_of(me, "fr-inf-xx-6-4").inner_text())
    panel(me).locator('[data-lot="fr-inf-xx-6-4"]').click()
    expect(me.page.locator('[data-open="1515"]')).to_be_attached()
    expect(me.page.locator('[data-open="0907"]')).to_have_count(0)  # a British hex
    panel(me).get_by_label("How many of French infantry division 6-4").fill("4")
    panel(me).get_by_label("How many of French infantry division 6-4").press("Tab")
    panel(me).locator('[data-tool="line-up"]').click()
    panel(me).get_by_label("a hex", exact=True).fill("2")
    me.click_hex("1414")
    expect(me.page.locator('[data-picked="1414"]')).to_be_attached()
    me.click_hex("1515")
    me.until(lambda: [[*places(me).values()].count(each) for each in ("1414", "1515")] == [2, 2])
    expect(number_of(me, "fr-inf-xx-6-4")).to_have_text(str(before - 4))
    me.settled()

    # A hex that is not open says why; then cavalry is spread over two that are.
    panel(me).locator('[data-lot="fr-cav-xx-1-6"]').click()
    panel(me).locator('[data-tool="spread"]').click()
    expect(me.page.locator("[data-open]").first).to_be_attached()
    me.click_hex("0907")
    expect(panel(me).get_by_role("alert")).to_contain_text("front line hex of Great Britain")
    me.click_hex("1016")
    me.click_hex("1217")
    panel(me).locator('[data-do="tool"]').click()
    me.until(lambda: [*places(me).values()].count("1217") > 1)
    me.settled()
    assert me.violations() == []

    # What was done is taken back, and the rest is laid out at one stroke.
    me.button("Take back", exact=True).first.click()
    me.until(lambda: "1217" not in places(me).values())
    me.settled()
    panel(me).locator('[data-choice="deploy-all"]').click()
    me.until(lambda: len(places(me)) > 200)
    me.settled()
    expect(panel(me)).to_contain_text("all in order")
    me.until(lambda: [*places(me).values()].count("1515") >= 2)
    panel(me).get_by_text("Set-ups kept by name").click()
    panel(me).get_by_label("Name of this set-up").fill("Two a hex")
    me.button("Keep", exact=True).click()
    expect(me.button("Two a hex", exact=True)).to_be_visible()
    panel(me).locator('[data-choice="pass"]').click()
    me.until(lambda: me.view["waiting"] == ["central-powers"])
