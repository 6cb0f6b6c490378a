"""The table on a phone, by fingers, and in a window that is enlarged to 200 %."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.tables import Player
from tests.e2e.test_attacks import FIRST, before_the_attacks

SitDown = Callable[..., Player]
PHONES = [(360, 640), (390, 844), (430, 932)]
ENLARGED = [(640, 360), (720, 450)]
"""Windows of 1280 x 720 and 1440 x 900 at 200 %."""
STACK, GOAL = "2305", "2206"


def at_the_table(me: Player) -> None:
    me.open("/#/new/western-front/schlieffen-plan")
    me.page.get_by_label("Entente").select_option("me")
    me.fits()
    me.button("Start the game").click()
    me.asked("mobilization")
    expect(me.map.locator("> div").first).to_be_visible()
    me.settled()
    for _ in range(3):
        me.take_recommended()
    me.asked("Pick a unit to move")


@pytest.mark.parametrize("size", PHONES)
def test_a_march_is_made_by_three_taps(local: str, player: SitDown, size: tuple[int, int]) -> None:
    me: Player = player(local, touch=True, size=size)
    at_the_table(me)
    me.fits()
    me.tap_hex(STACK)
    # Two of the stack could be meant. What opens under the finger takes nothing for its own tap.
    fan = me.page.get_by_role("region", name=f"Stack in {STACK}")
    expect(fan).to_be_visible()
    me.asked("Pick a unit to move")
    fan.get_by_role("button", name=re.compile("^German 18th Division")).tap()
    me.asked("where to?")
    unit = me.view["decision"]["about"]["pieces"][0]
    me.page.locator(f'[data-hex="{GOAL}"]').focus()  # as somebody would push the map until it can be seen
    me.tap_hex(GOAL)
    me.until(lambda: me.where(unit) == GOAL)
    me.settled()
    assert me.violations() == []
    me.button("Take back").tap()
    me.until(lambda: me.where(unit) == STACK)


def test_a_whole_stack_is_taken_from_its_fan(local: str, player: SitDown) -> None:
    me: Player = player(local, touch=True, size=PHONES[1])
    at_the_table(me)
    me.tap_hex(STACK)
    me.button("Take all 2").tap()
    me.asked("where to?")
    me.until(lambda: len(me.view["decision"]["about"]["pieces"]) == 2)


@pytest.mark.parametrize("size", [PHONES[0], PHONES[2]])
def test_an_attack_is_fought_by_fingers(local: str, player: SitDown, size: tuple[int, int]) -> None:
    me: Player = player(local, touch=True, size=size)
    before_the_attacks(me)
    me.tap_hex(FIRST)
    expect(me.attack.get_by_text("Taking part: 3")).to_be_visible()
    me.attack.locator('[data-join="ge-inf-xx-19"]').tap()
    expect(me.attack.get_by_text("Taking part: 2")).to_be_visible()
    # The hex that is attacked is not under the panel that shows its odds.
    me.until(lambda: me.at_rest(FIRST)[1] < (me.attack.bounding_box() or {"y": 0})["y"])
    me.fits()
    assert me.violations() == []
    me.attack.get_by_role("button", name=re.compile("^Attack")).tap()
    me.until(lambda: me.view["step"] > 0)


def spans(me: Player, panel: Locator, width: int) -> None:
    """Wait until a panel goes from edge to edge."""

    def found() -> tuple[float, float]:
        box = panel.bounding_box() or {"x": -1, "width": 0}
        return box["x"], box["width"]

    me.until(lambda: found() == (0, width))


def test_panels_come_up_from_below_and_the_look_back_leaves_the_map(local: str, player: SitDown) -> None:
    me: Player = player(local, touch=True, size=PHONES[0])
    at_the_table(me)
    for name in ("Log", "Order of battle", "Staff", "Charts", "Habits"):
        me.button(name, exact=True).tap()
        panel = me.page.get_by_role("region", name=name, exact=True)
        expect(panel).to_be_visible()
        spans(me, panel, PHONES[0][0])
        me.fits()
        assert me.violations() == [], name
    me.button("Close the panel").tap()
    me.button("Replay").tap()
    expect(me.page.get_by_role("slider")).to_be_visible()
    me.fits()
    assert me.violations() == []
    me.until(lambda: (me.map.bounding_box() or {"height": 0})["height"] > 150)


@pytest.mark.parametrize("size", ENLARGED)
def test_at_twice_the_size_nothing_is_out_of_reach(
    local: str, player: SitDown, size: tuple[int, int]
) -> None:
    me: Player = player(local, size=size)
    me.open("/")
    expect(me.page.get_by_role("heading", level=1).first).to_be_visible()
    me.fits()
    before_the_attacks(me)
    me.fits()
    me.click_hex(FIRST)
    fight = me.attack.get_by_role("button", name=re.compile("^Attack"))
    expect(fight).to_be_in_viewport(ratio=1)
    me.fits()
    assert me.violations() == []
    fight.click()
    me.until(lambda: me.view["step"] > 0)
