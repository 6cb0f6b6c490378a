"""Orders are tried on a private sheet, plans are compared by their odds, and one is given."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player
from tests.e2e.test_why_not import begun

SitDown = Callable[[str], Player]

BORDER = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2305
unit ge-inf-xx-19 2306
unit be-inf-xx-1 2108
"""


def make_plan(me: Player) -> None:
    before = me.page.url
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Plans").click()
    me.page.get_by_role("button", name="Make a plan").click()
    me.page.wait_for_url(lambda url: url != before)
    expect(me.page.get_by_role("region", name="Plan", exact=True)).to_contain_text(
        "nothing of it is given yet"
    )
    me.until(lambda: me.view["mail"] is not None and me.view["mail"]["orders"] == 0)
    me.settled()


def march(me: Player, start: str, goal: str) -> None:
    me.click_hex(start)
    me.asked("where to?")
    me.click_hex(goal)
    me.settled()


def test_a_plan_is_made_compared_and_given(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, text=BORDER)
    game = me.page.url.split("?")[0]
    make_plan(me)
    march(me, "2305", "2107")
    me.until(lambda: me.where("ge-inf-xx-17") == "2107")
    true = me.get(f"{me.address}/api/games/{game.split('/game/')[1]}/view?as=central-powers").json()
    assert true["pieces"]["ge-inf-xx-17"]["at"] == "2305"
    me.button("Compare plans").click()
    sheet = me.page.get_by_role("region", name="Plan A")
    expect(sheet).to_contain_text("2108")
    expect(sheet).to_contain_text("%")
    assert me.violations() == []
    sheet.get_by_role("button", name="Give it").click()
    expect(me.page.get_by_text("The plan was given")).to_be_visible()
    me.until(lambda: me.where("ge-inf-xx-17") == "2107" and me.view["mail"] is None)
    assert me.page.url.split("?")[0] == game


def test_plans_are_not_listed_as_games_and_one_is_thrown_away(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, text=BORDER)
    make_plan(me)
    plan = me.page.url
    me.open("/")
    games = me.page.locator('main a[href*="#/game/"]')
    expect(games.first).to_be_visible()
    expect(me.page.locator(f'a[href*="{plan.split("#/game/")[1].split("?")[0]}"]')).to_have_count(0)
    me.page.goto(plan)
    me.button("Throw away").click()
    me.page.wait_for_url(lambda url: url != plan)
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Plans").click()
    expect(me.page.get_by_text("There is no plan yet.")).to_be_visible()
