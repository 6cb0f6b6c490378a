"""A group is led by a way of the player's own: by waypoints, and by drawing it over the map."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from hexfront.games.serbia_1914.title import TITLE as SERBIA
from hexfront.games.western_front.title import TITLE as WESTERN_FRONT
from hexfront.kernel import save
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from hexfront.kernel.title import Title
from tests.e2e.tables import Player

SitDown = Callable[[str], Player]

FRONTIER = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2305
unit ge-inf-xx-19 2505
unit fr-inf-xx-1 1515
"""
DRINA = """title serbia-1914
scenario grand-campaign
turn 3 movement serbia
unit sr-inf-xx-drina-1 24.17 corps=third
unit sr-inf-xx-morava-1 30.16 corps=third
unit ah-inf-xx-9 15.16 army=FIFTH corps=8
"""
# Who goes from where by way of what, which is not the cheapest way.
LED: list[tuple[Title, str, str, list[str]]] = [
    (WESTERN_FRONT, FRONTIER, "ge-inf-xx-17", ["2305", "2405", "2406"]),
    (SERBIA, DRINA, "sr-inf-xx-drina-1", ["24.17", "23.17", "23.16"]),
]


def in_hand(me: Player, title: Title, text: str, unit: str) -> None:
    """Bring in a game in which a unit is in hand."""
    game = game_from_text(title, parse(text))
    game.play_words(f"pick {unit}")
    me.open()
    me.bring_in(save.as_text(game))
    me.asked("points left")
    me.settled()


def ways(me: Player) -> list[list[str]]:
    """The ways of all marches so far, put together."""
    game = me.page.url.split("/game/")[1].split("?")[0]
    side = me.view["viewer"]
    shown = me.get(f"{me.address}/api/games/{game}/view?as={side}").json()
    return [event["data"]["path"] for event in shown["events"] if event["kind"] == "move"]


@pytest.mark.parametrize("led", LED, ids=["western-front", "serbia-1914"])
def test_a_group_is_led_round_by_a_waypoint(
    local: str, player: SitDown, led: tuple[Title, str, str, list[str]]
) -> None:
    title, text, unit, way = led
    me = player(local)
    in_hand(me, title, text, unit)
    start, through, goal = way
    (cheapest,) = (
        each["face"]["path"]
        for each in me.view["decision"]["choices"]
        if each["action"] == {"do": "go", "to": goal}
    )
    assert cheapest != way
    step = me.settled()
    me.page.keyboard.down("Shift")
    me.click_hex(through)
    me.page.keyboard.up("Shift")
    me.asked(f"in {through}")
    assert me.settled() == step  # nothing is played yet
    me.page.mouse.move(*me.at_rest(goal))
    expect(me.page.locator(".way circle.waypoint")).to_have_count(1)
    assert me.violations() == []
    me.click_hex(goal)
    me.until(lambda: me.where(unit) == goal)
    assert ways(me) == [[start, through], [through, goal]]
    me.settled()
    me.page.keyboard.press("Control+z")
    me.until(lambda: me.where(unit) == start)


def test_escape_takes_a_waypoint_back(local: str, player: SitDown) -> None:
    me = player(local)
    in_hand(me, *LED[0][:3])
    me.page.keyboard.down("Shift")
    me.click_hex("2405")
    me.page.keyboard.up("Shift")
    me.asked("in 2405")
    me.page.keyboard.press("Escape")
    me.asked("in 2305")
    me.click_hex("2406")
    me.until(lambda: me.where("ge-inf-xx-17") == "2406")
    assert ways(me) == [["2305", "2306", "2406"]]


def test_a_way_is_drawn_over_the_map_with_shift(local: str, player: SitDown) -> None:
    me = player(local)
    in_hand(me, *LED[0][:3])
    way = LED[0][3]
    me.page.mouse.move(*me.at_rest(way[0]))
    me.page.keyboard.down("Shift")
    me.page.mouse.down()
    for label in way[1:]:
        me.page.mouse.move(*me.at_rest(label), steps=6)
    expect(me.page.locator(".way circle")).to_have_count(1)
    me.page.mouse.up()
    me.page.keyboard.up("Shift")
    me.until(lambda: me.where("ge-inf-xx-17") == way[-1])
    assert ways(me) == [way[:2], way[1:]]
