"""One gesture sends a stack or an army to a goal that is several turns away; it marches on by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player
from tests.e2e.test_why_not import begun

SitDown = Callable[[str], Player]

ADVANCE = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2305
unit ge-inf-xx-19 2505
unit fr-inf-xx-1 1515
"""


def from_afar(me: Player) -> None:
    """Look at more of the map."""
    me.page.mouse.move(*me.at_rest("2305"))
    for _ in range(3):
        me.turn_wheel(300, "2311")


def pass_to_next_movement(me: Player) -> None:
    """Everybody passes until the Central Powers move again, by the doors of the server."""
    for number in range(40):
        side = me.get(f"{me.game_address}/view?as=observer").json()["waiting"][0]
        view = me.get(f"{me.game_address}/view?as={side}").json()
        decision = view["decision"]
        if number and side == "central-powers" and decision["kind"] == "move":
            return
        offered = [each["action"] for each in decision["choices"]]
        answer = {"do": "pass"} if {"do": "pass"} in offered else offered[decision["default"] or 0]
        me.post(
            f"{me.game_address}/actions",
            data={"as": side, "expect": view["step"], "actions": [answer]},
            headers={"X-Hexfront": "1"},
        )
    raise AssertionError("the Central Powers do not move again")


def test_a_stack_that_is_dragged_far_marches_on_in_the_next_turn(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, text=ADVANCE)
    from_afar(me)
    me.page.mouse.move(*me.at_rest("2305"))
    me.page.mouse.down()
    me.page.mouse.move(*me.at_rest("2308"), steps=4)
    me.page.mouse.move(*me.at_rest("2310"), steps=4)
    me.page.mouse.up()
    me.until(lambda: me.where("ge-inf-xx-17") != "2305")
    me.settled()
    expect(me.page.locator('[data-march="2310"]')).to_have_count(1)
    marches = me.page.get_by_role("region", name="Marches under way")
    expect(marches).to_contain_text("Marches under way: 1")
    marches.get_by_text("Marches under way: 1").click()
    expect(marches).to_contain_text("2 hexes left")
    assert me.violations() == []
    pass_to_next_movement(me)
    me.until(lambda: me.where("ge-inf-xx-17") == "2310")
    expect(marches).to_have_count(0)


def test_an_army_is_sent_by_two_clicks_and_its_march_is_given_up(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, text=ADVANCE)
    me.page.get_by_role("button", name="Order of battle").click()
    me.page.get_by_role(
        "button", name=re.compile("^March Germany to a goal|^March Central Powers to a goal")
    ).first.click()
    expect(me.page.get_by_text("Click a hex.")).to_be_visible()
    from_afar(me)
    me.page.mouse.click(*me.at_rest("2311"))
    me.until(lambda: me.where("ge-inf-xx-17") != "2305" and me.where("ge-inf-xx-19") != "2505")
    marches = me.page.get_by_role("region", name="Marches under way")
    marches.get_by_text("Marches under way: 2").click()
    marches.get_by_role("button", name="Give up all").click()
    expect(marches).to_have_count(0)


def test_a_hex_that_is_too_far_offers_to_march_on_there(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "pick ge-inf-xx-17", text=ADVANCE)
    from_afar(me)
    me.click_hex("2311", button="right")
    me.page.get_by_role("button", name=re.compile("^March on to")).click()
    me.until(lambda: me.where("ge-inf-xx-17") != "2305")
    expect(me.page.get_by_role("region", name="Marches under way")).to_contain_text("Marches under way: 1")
