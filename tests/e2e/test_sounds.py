"""The table can be heard, but only by those who want to."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player
from tests.e2e.test_phone import STACK, at_the_table

SitDown = Callable[..., Player]
COUNT_TONES = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); };
"""


def test_the_table_is_silent_until_somebody_wants_to_hear_it(local: str, player: SitDown) -> None:
    me: Player = player(local)
    me.page.add_init_script(COUNT_TONES)
    at_the_table(me)
    assert me.page.evaluate("window.tones") == 0
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Settings").click()
    me.page.get_by_label("Let the table be heard").check()
    assert me.violations() == []
    me.page.keyboard.press("Escape")
    me.click_hex(STACK)
    me.asked("where to?")
    me.until(lambda: bool(me.page.evaluate("window.tones") > 0))
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Settings").click()
    expect(me.page.get_by_label("Let the table be heard")).to_be_checked()
