"""An attack in Serbia at the table: who takes part, how it may end, the dice, and the losses."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from hexfront.games.serbia_1914.title import TITLE
from hexfront.kernel import save
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.e2e.tables import Player

SitDown = Callable[[str], Player]

DIVISIONS = ("sr-inf-xx-drina-1", "sr-inf-xx-morava-1")
BATTLE = """title serbia-1914
scenario grand-campaign
dice 6 6
turn 3 attack serbia
unit sr-inf-xx-drina-1 23.16 corps=third
unit sr-inf-xx-morava-1 23.16 corps=third
unit ah-inf-xx-9 22.16 army=FIFTH corps=8 reductions=1
"""
"""Two divisions in front of another one, and dice by which they suffer."""


def before_the_attack(me: Player) -> None:
    """Bring in a game in which the attack can be indicated."""
    me.open()
    me.bring_in(save.as_text(game_from_text(TITLE, parse(BATTLE))))
    me.asked("Indicate an attack")


def test_a_serbian_attack_is_fought_to_its_losses(local: str, player: SitDown) -> None:
    me = player(local)
    before_the_attack(me)
    for _ in DIVISIONS:  # each by two clicks, and the odds before it is sure
        me.click_hex("23.16")
        me.click_hex("22.16")
        expect(me.attack.get_by_role("list", name="How it may end, and how likely")).to_be_visible()
        me.attack.get_by_role("button", name="Attack").click()
        me.settled()
    me.button("No more attacks: resolve them").click()

    me.asked("Withhold units")
    taking_part = me.attack.locator("[data-join]")
    expect(taking_part).to_have_count(2)
    for each in DIVISIONS:
        expect(me.attack.locator(f'[data-join="{each}"]')).to_be_checked()
    assert me.violations() == []
    me.attack.get_by_role("button", name="All others fight").click()

    me.until(lambda: (me.view["decision"] or {}).get("about", {}).get("matter") == "intensity")
    me.settled()
    # Both intensities stand side by side, each with its odds, and a click is enough.
    expect(me.attack.get_by_role("list", name="How it may end, and how likely")).to_have_count(2)
    me.attack.get_by_role("button", name=re.compile("^Fight Intense")).click()
    cover = me.page.get_by_role("dialog", name="Hand the screen to Austria-Hungary")
    cover.get_by_label("I play both sides myself").check()
    cover.get_by_role("button", name="I am Austria-Hungary").click()
    me.until(lambda: bool(me.view["viewer"] == "austria-hungary"))
    me.take_recommended()

    losses = me.attack.get_by_role("region", name="Losses")
    expect(losses).to_be_visible()
    expect(losses).to_contain_text("2 to take")
    expect(losses.locator("[data-loss]:enabled")).to_have_count(2)
    expect(me.attack.locator("[data-join]")).to_have_count(0)
    expect(me.button("join")).to_have_count(0)
    expect(me.attack.get_by_role("img", name="6 on a die of 6: white die, 22.16")).to_be_visible()
    expect(me.attack.get_by_role("img", name="6 on a die of 6: black die, 22.16")).to_be_visible()
    assert me.violations() == []
    me.page.reload()  # the fight goes on where it was
    expect(losses).to_contain_text("2 to take")
    expect(me.attack.get_by_role("img", name="6 on a die of 6: white die, 22.16")).to_be_visible()
    losses.locator(f'[data-loss="{DIVISIONS[1]}"]').click()
    expect(losses).to_contain_text("1 to take")
