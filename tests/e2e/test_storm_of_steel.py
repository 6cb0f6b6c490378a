"""The first quarter of the world war at the table: cards, ultimatum, march, siege guns, attack, books."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from hexfront.games.storm_of_steel.title import TITLE
from hexfront.kernel import save
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.e2e.guided import choose_belgium, select
from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
NEW = {
    "title": "storm-of-steel",
    "scenario": "guns-of-august",
    "options": {},
    "seed": 7,
    "seats": {"central-powers": "me", "entente": "random"},
}
BOOKS = """title storm-of-steel
scenario guns-of-august
turn 1 allocation central-powers
points germany 60
points austria-hungary 3
"""
HEADERS = {"X-Hexfront": "1"}


def item(me: Player, key: str) -> Locator:
    """Something on the display that lies open."""
    return me.page.locator(f'[data-item="{key}"]')


def begin(me: Player) -> None:
    me.open()
    made = me.post(f"{me.address}/api/games", data=NEW, headers=HEADERS)
    assert made.ok, made.text()
    me.open(f"/#/game/{made.json()['id']}")


def test_the_first_quarter_is_played_by_hand(local: str, player: SitDown) -> None:
    me = player(local)
    begin(me)
    me.asked("Select your cards in secret")
    select(me, 1)
    expect(me.page.locator('[data-slot="card:1"]')).to_contain_text("Schlieffen Plan")
    expect(item(me, "card:8-west")).to_contain_text("there is a campaign card for the front west already")
    assert me.violations() == []
    choose_belgium(me)
    me.asked("Seek a general engagement")
    me.settled()
    me.button("Seek no engagement").click()
    me.asked("Send ships to bombard")
    me.settled()
    me.button("Send nobody out").click()
    me.asked("Pick a unit to move")
    west = me.page.get_by_role("button", name=re.compile("^West"))
    expect(west).to_have_accessible_name(re.compile("2: still to come, Central Powers"))
    me.settled()
    me.click_hex("2622")
    me.asked("Where to?")
    me.button(re.compile("Take 2 more along")).click()
    me.until(lambda: len(me.view["decision"]["about"]["pieces"]) == 3)
    me.settled()
    group = list(me.view["decision"]["about"]["pieces"])
    hidden = [key for key in me.view["pieces"] if key.startswith("unknown-")]
    assert hidden  # of enemy stacks the top is seen
    me.click_hex("2521")
    me.until(lambda: {me.where(key) for key in group} == {"2521"})
    me.until(lambda: me.view["decision"]["kind"] == "move")
    me.settled()
    me.button("End the movement segment").click()

    me.asked("Attack a hex")
    me.page.keyboard.press("l")
    me.page.locator("[data-panel=choices]").get_by_role(
        "button", name=re.compile("bombards Liege")
    ).first.click()
    me.attack.get_by_role("button", name=re.compile("Bombard")).click()
    me.until(lambda: any(event["kind"] == "siege" for event in me.view["events"]))
    me.page.keyboard.press("l")
    me.click_hex("2522")
    expect(me.attack).to_contain_text("Attack on Liege")
    expect(me.attack).to_contain_text("defenders gone")
    assert me.violations() == []
    me.attack.get_by_role("button", name="Attack").last.click()
    me.until(lambda: any(event["kind"] == "battle" for event in me.view["events"]))


def test_the_displays_beside_the_map_have_no_barrier(local: str, player: SitDown) -> None:
    me = player(local)
    begin(me)
    me.asked("Select your cards in secret")
    for name, words in (
        ("air", "Offensive ground support"),
        ("agents", "Counter-intelligence"),
        ("naval", "Wilhelmshaven"),
        ("politics", "What each alliance must throw"),
        ("morale", "Central Powers"),
        ("world", "French Indochina"),
        ("quarter", "Paris"),
        ("mobilization", "Germany"),
    ):
        me.page.locator(f'[data-display="{name}"]').click()
        expect(me.page.locator(f'section[data-panel="{name}"]')).to_contain_text(words)
        assert me.violations() == []
    me.page.keyboard.press("Escape")
    expect(me.page.locator('section[data-panel="mobilization"]')).to_have_count(0)
    expect(me.map).to_be_visible()


def test_books_are_opened_filled_and_closed(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    text = save.as_text(game_from_text(TITLE, parse(BOOKS)))
    headers = {**HEADERS, "content-type": "application/octet-stream"}
    brought = me.post(f"{me.address}/api/import", data=text.encode(), headers=headers)
    assert brought.ok, brought.text()
    me.open(f"/#/game/{brought.json()['id']}")
    me.asked("Choose a country to mobilize for")
    item(me, "purse:germany").get_by_role("button", name=re.compile("Open")).click()
    me.asked("Germany, 60 points left")
    item(me, "build:active:2").get_by_role("button", name=re.compile("Build")).click()
    me.asked("Germany, 44 points left")
    expect(item(me, "build:shock:2")).to_contain_text("has not been developed")
    ordered = me.page.locator('[data-item^="draft:"]')
    expect(ordered).to_have_count(1)
    ordered.get_by_role("button", name=re.compile("Take back")).click()
    me.asked("Germany, 60 points left")
    me.button("Close the books of Germany").click()
    me.asked("Choose a country to mobilize for")
