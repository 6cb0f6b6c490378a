"""The guided turn of Verdun, played as the guide says: the first battle is won, and it costs nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
GUNS = {"2114", "2214"}


def step(me: Player, title: str) -> Locator:
    """The guide, at the step of this title."""
    guide = me.page.get_by_role("complementary", name=title)
    expect(guide).to_be_visible()
    return guide


def onward(guide: Locator) -> None:
    """What the step asked for has been done; go on to the next."""
    expect(guide).to_contain_text("Well done")
    guide.get_by_role("button", name="Next", exact=True).click()


def test_guide_wins_the_first_battle_of_verdun(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    me.page.get_by_role("region", name="Play the first turn, guided").get_by_role(
        "button", name=re.compile("Verdun")
    ).click()

    guide = step(me, "Trenches from the sea to Switzerland")
    expect(guide).to_contain_text("Step 1 of 6")
    me.map.hover()
    me.page.mouse.wheel(0, -300)
    onward(guide)

    guide = step(me, "Nobody has to move")
    me.take_recommended()
    me.asked("Pick a unit to move")
    me.take_recommended()
    me.asked("Attack a hex")
    onward(guide)

    guide = step(me, "What is closed to you")
    me.click_hex("2014", button="right")
    expect(me.page.get_by_text("the west bank of the Meuse is not attacked before")).to_be_visible()
    me.page.keyboard.press("Escape")
    onward(guide)

    guide = step(me, "All at once?")
    me.click_hex("2115")
    expect(me.attack.locator("[data-join]")).to_have_count(20)
    me.attack_only_with(lambda key: True)
    expect(me.attack.get_by_text("Taking part: 20")).to_be_visible()
    endings = me.attack.get_by_role("list", name="How it may end, and how likely")
    expect(endings).to_contain_text("the hex is held")
    onward(guide)

    guide = step(me, "Let the guns speak")
    me.attack_only_with(lambda key: "-art-" in key and me.where(key) in GUNS)
    expect(me.attack.get_by_text("Taking part: 6")).to_be_visible()
    expect(endings).to_contain_text("attacker 0")
    me.attack.get_by_role("button", name=re.compile("^Attack")).click()
    me.asked("fortress and artillery only")
    me.take_recommended()
    onward(guide)

    guide = step(me, "This is how it is won")
    while not (me.view["decision"] or {"prompt": ""})["prompt"].startswith("Attack a hex"):
        me.until(lambda: me.view["decision"] is not None)
        me.take_recommended()  # the 5th Army pays; the other side chooses what it loses

    def suffered(nation: str) -> int:
        return int(dict(me.view["report"]["standing"]["terms"])[f"Demoralization of {nation}"])

    me.until(lambda: suffered("France") > 0)
    assert suffered("Germany") == 0
    assert me.violations() == []
