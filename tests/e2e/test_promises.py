"""What one sees at the table keeps its word: odds before dice, figures, faded counters, names of games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Response, expect

from tests.e2e.tables import Player
from tests.e2e.test_marches import ADVANCE
from tests.e2e.test_why_not import begun

SitDown = Callable[[str], Player]

BESIDE_PERONNE = """title western-front
scenario schlieffen-plan
date 1914-09-3 movement central-powers
unit ge-inf-xx-17 1010
unit ge-inf-xx-18 1010
unit ge-inf-xx-19 0911
unit ge-inf-xx-20 0911
unit ge-hq-xxxx-2 1109 supply=60
unit fr-inf-xx-1 1011
unit fr-hq-xxxx-5 1013 supply=20
"""
ENTERED = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2207
unit fr-inf-xx-1 1515
"""
HIDDEN_COSTS = """
() => {
    const stacks = [...document.querySelectorAll('[data-stack]')];
    const counters = stacks.map((each) => each.getBoundingClientRect());
    return [...document.querySelectorAll('.lit-hex .plate rect')].filter((plate) => {
        const box = plate.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return counters.some((c) => x > c.left && x < c.right && y > c.top && y < c.bottom - 2);
    }).length;
}
"""


def test_an_attack_that_was_put_away_is_not_made_by_repeating(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, text=BESIDE_PERONNE)
    me.page.keyboard.press("g")  # whole stacks from now on
    me.click_hex("1010")
    me.until(lambda: len(me.view["decision"]["about"].get("pieces", ())) == 2)
    before = me.settled()
    me.click_hex("1011")
    endings = me.attack.get_by_role("list", name="How it may end, and how likely")
    expect(endings).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(me.attack).to_have_count(0)
    me.page.keyboard.press("r")  # nothing was done, so nothing is done again
    me.page.wait_for_timeout(600)
    assert me.settled() == before
    assert me.where("ge-inf-xx-19") == "0911"
    me.click_hex("1011")
    expect(endings).to_be_visible()
    assert me.settled() == before


def test_only_own_counters_fade_and_costs_are_not_under_counters(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "march ge-inf-xx-17 2306", text=ADVANCE)
    faded = me.page.locator("[data-stack] .spent")
    expect(faded).to_have_count(1)
    me.click_hex("2505")
    expect(me.page.locator(".lit-hex .plate").first).to_be_attached()
    assert me.page.evaluate(HIDDEN_COSTS) == 0
    me.page.keyboard.press("Escape")
    # Seen by the other side, nothing of it fades.
    me.open(f"/#/game/{me.page.url.split('/game/')[1].split('?')[0]}?as=entente")
    me.page.reload()
    me.until(lambda: bool(me.view["viewer"] == "entente"))
    expect(me.page.locator("[data-stack]")).to_have_count(3)
    expect(faded).to_have_count(0)


def test_a_city_that_was_entered_is_one_of_many(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "march ge-inf-xx-17 2107", "pass", text=ENTERED)
    me.button("Tracks").click()
    row = me.page.get_by_role("region", name="Tracks").get_by_role("listitem").filter(has_text="Liège")
    expect(row).to_have_count(1)
    whole = float(str(row.locator(".field").get_attribute("width")))
    assert 0 < float(str(row.locator(".bar").get_attribute("width"))) < whole / 10


def test_games_have_names_and_a_copy_says_of_which_and_from_where(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "march ge-inf-xx-17 2306", text=ADVANCE)
    original = me.page.url
    me.open("/")
    game = original.split("/game/")[1].split("?")[0]
    card = me.page.get_by_role("article").filter(has=me.page.locator(f'a[href*="{game}"]'))
    card.get_by_role("button", name="Give it a name").click()
    me.page.get_by_role("textbox", name="Name").fill("Kluck's way")
    me.button("Save").click()
    expect(card.get_by_role("heading")).to_have_text("Kluck's way")
    assert me.violations() == []
    me.page.goto(original)
    me.button("Replay", exact=True).click()
    me.button("Branch from here").click()
    me.page.wait_for_url(lambda url: "/game/" in url and game not in url)
    me.open("/")
    copy = me.page.get_by_role("article").filter(has_text=re.compile(r"copy of Kluck's way from step \d"))
    expect(copy).to_have_count(1)


def test_nothing_is_fetched_twice_and_what_is_large_comes_packed(local: str, player: SitDown) -> None:
    me = player(local)
    answers: list[Response] = []
    me.page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - not a builtin
    begun(me, text=ADVANCE)
    me.button("Charts", exact=True).click()
    expect(me.page.get_by_role("region", name="Charts", exact=True)).to_be_visible()
    me.click_hex("2305")
    me.asked("where to?")
    large = [each for each in answers if each.url.endswith((".js", ".css", "/board"))]
    fetched = Counter(urlsplit(each.url).path for each in large)
    assert any(path.endswith("/board") for path in fetched)
    assert {path: times for path, times in fetched.items() if times > 1} == {}
    packed = {each.url: each.all_headers() for each in large if each.status == 200}
    plain = [each for each in packed.values() if "content-encoding" not in each]
    assert [each for each in plain if int(each.get("content-length", 0)) > 2048] == []
    assert len(plain) < len(packed) / 2
