"""Attacks at one glance: the sheet of all that could be made, who takes part, and those ticked one by one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from hexfront.games.western_front.title import TITLE
from hexfront.kernel import save
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.e2e.tables import Player

SitDown = Callable[[str], Player]

BEFORE_ATTACKS = """title western-front
scenario schlieffen-plan
date 1914-09-3 combat central-powers
unit ge-inf-xx-17 1010
unit ge-inf-xx-18 1010
unit ge-inf-xx-19 0911
unit ge-hq-xxxx-2 1109 supply=30
unit fr-inf-xx-1 1011
unit fr-cav-xx-1 1111
unit fr-hq-xxxx-5 1013 supply=20
"""
"""Three divisions beside two hexes of the enemy."""
FIRST, SECOND = "1011", "1111"


def before_the_attacks(me: Player) -> None:
    me.open()
    me.bring_in(save.as_text(game_from_text(TITLE, parse(BEFORE_ATTACKS))))
    me.asked("Attack a hex")
    headers = {"X-Hexfront": "1"}
    given = me.post(f"{me.game_address}/seats/entente", data={"player": "random"}, headers=headers)
    assert given.ok, given.text()
    me.page.reload()
    me.asked("Attack a hex")


def test_a_click_shows_the_best_attack_and_who_takes_part(local: str, player: SitDown) -> None:
    me = player(local)
    before_the_attacks(me)
    me.click_hex(FIRST)
    expect(me.attack.get_by_role("switch")).to_have_count(3)
    me.attack_only_with(lambda key: True)
    expect(me.attack.get_by_text("Taking part: 3")).to_be_visible()
    subject = me.attack.get_by_role("heading", level=3)
    expect(subject).to_contain_text("19th Division")
    me.attack.locator('[data-join="ge-inf-xx-19"]').click()
    expect(me.attack.get_by_text("Taking part: 2")).to_be_visible()
    expect(subject).not_to_contain_text("19th Division")

    me.attack.get_by_text("What would it take?").click()
    expect(me.attack.get_by_role("button", name="3 of them")).to_be_visible()
    assert me.violations() == []
    assert me.view["step"] == 0  # nothing was played so far

    me.page.keyboard.press("Enter")  # what was seen is what is fought
    me.until(lambda: all(f"{number}th" in fought(me) for number in (17, 18)))
    assert "19th" not in fought(me)


def fought(me: Player) -> str:
    """What has happened so far, in words."""
    history = me.get(f"{me.game_address}/history?as=central-powers").json()
    return " ".join(each["text"] for each in history)


def test_ticked_attacks_are_fought_in_order(local: str, player: SitDown) -> None:
    me = player(local)
    before_the_attacks(me)
    me.page.keyboard.press("p")
    sheet = me.page.get_by_role("region", name="Attacks you could make")
    expect(sheet.get_by_role("row")).to_have_count(3)
    assert me.violations() == []
    sheet.get_by_label(re.compile(SECOND)).check()
    sheet.get_by_label(re.compile(FIRST)).check()
    sheet.get_by_role("button", name="Fight the 2 ticked").click()
    heading = me.attack.get_by_role("heading", level=3)
    expect(heading).to_contain_text(SECOND)
    me.page.keyboard.press("Enter")
    me.until(lambda: me.view["step"] > 0)
    while (me.view["decision"] or {}).get("kind") != "attack":
        me.until(lambda: me.view["waiting"] == ["central-powers"])
        me.settled()
        if me.view["decision"]["kind"] != "attack":
            me.page.wait_for_timeout(300)  # until the odds of what is recommended have come
            me.take_recommended()
    expect(heading).to_contain_text(FIRST)


UNREADY = """title western-front
scenario schlieffen-plan
date 1914-08-1 movement central-powers
unit ge-inf-xx-17 2305
unit ge-inf-xx-5 2505 unmobilized
unit fr-inf-xx-1 1515
"""


def test_a_unit_that_cannot_be_chosen_says_why(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    me.bring_in(save.as_text(game_from_text(TITLE, parse(UNREADY))))
    me.asked("Pick a unit to move")
    me.click_hex("2505", button="right")
    answer = me.page.get_by_role("dialog", name=re.compile("^Questions about"))
    expect(answer).to_contain_text("has not completed its mobilization")
    expect(answer.get_by_role("button", name="Rule WF 6")).to_be_visible()
