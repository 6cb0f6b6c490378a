"""The guided turns, played as the guides say by somebody who knows nothing: each battle is won."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Route, expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]


def begin(me: Player, scenario: str) -> None:
    """Start a guided turn from the lobby, with dice that are the same every time."""

    def with_seed(route: Route) -> None:
        body = route.request.post_data_json if route.request.method == "POST" else None
        route.continue_(post_data=json.dumps({**body, "seed": 1}) if body else None)

    me.page.route("**/api/games", with_seed)
    me.open()
    guides = me.page.get_by_role("region", name="Play the first turn, guided")
    guides.get_by_role("button", name=re.compile(scenario)).click()
    me.until(lambda: bool(me.view))


def step(me: Player, title: str) -> Locator:
    """The guide, at the step of this title."""
    guide = me.page.get_by_role("complementary", name=title)
    expect(guide).to_be_visible()
    return guide


def onward(guide: Locator) -> None:
    """What the step asked for has been done; go on to the next."""
    expect(guide).to_contain_text("Well done")
    guide.get_by_role("button", name="Next", exact=True).click()


def look_round(me: Player, guide: Locator) -> None:
    me.map.hover()
    me.page.mouse.wheel(0, -300)
    onward(guide)


def asked_for(me: Player, kind: str, words: str = "") -> None:
    """Answer as recommended, and look at what the others do, until a question of this kind is asked."""
    while True:
        me.until(lambda: me.view["decision"] is not None, seconds=60)
        me.put_news_away()
        me.settled()
        decision = me.view["decision"]
        if decision and decision["kind"] == kind and words in decision["prompt"]:
            return
        if decision:
            me.take_recommended()


def march(me: Player, start: str, goal: str, *, whole: bool = False) -> None:
    """Take a stack up and send it, by clicks alone, whatever was in hand before."""
    me.click_hex(start)
    me.asked(f"in {start}")
    if whole:
        me.button(re.compile(r"^Take \d more along")).click()
    before = me.settled()
    me.click_hex(goal)
    me.until(lambda: me.view["step"] > before)


def test_liege_is_fired_at_by_siege_guns_that_lose_nothing(local: str, player: SitDown) -> None:
    me = player(local)
    begin(me, "Start the guided turn")
    guide = step(me, "The map and the stacks")
    expect(guide).to_contain_text("Step 1 of 9")
    assert me.violations() == []
    look_round(me, guide)
    asked_for(me, "move", "Pick a unit to move")
    march(me, "2305", "2206", whole=True)
    onward(step(me, "Answer, then march"))

    # The next stack is taken up by a click, with the one before still in hand.
    guide = step(me, "The siege guns set out")
    march(me, "2306", "2206")
    march(me, "2504", "2405", whole=True)
    assert {me.where(f"ge-inf-xx-{number}") for number in (17, 18, 19)} == {"2206"}
    onward(guide)

    guide = step(me, "Why not?")
    me.click_hex("2107", button="right")
    expect(me.page.get_by_role("dialog", name=re.compile("Liège"))).to_contain_text("enemy units are in 2107")
    me.page.keyboard.press("Escape")
    onward(guide)

    guide = step(me, "Storm it at once?")
    asked_for(me, "attack")
    me.click_hex("2107")
    me.attack_only_with(lambda key: "-inf-" in key)
    expect(me.attack.get_by_text("Taking part: 3")).to_be_visible()
    me.click_hex("2107")  # a second click fights nothing
    expect(me.attack.get_by_text("Taking part: 3")).to_be_visible()
    me.attack.get_by_role("button", name="Back").click()
    onward(guide)

    guide = step(me, "A day's march nearer")
    me.take_recommended()
    asked_for(me, "move", "Pick a unit to move")
    march(me, "2405", "2306", whole=True)
    onward(guide)
    guide = step(me, "Into position")
    me.take_recommended()
    asked_for(me, "move", "Pick a unit to move")
    march(me, "2306", "2206", whole=True)
    onward(guide)

    guide = step(me, "Let the guns speak")
    asked_for(me, "attack")
    me.click_hex("2107")
    me.attack_only_with(lambda key: "-siege-" in key)
    losses = me.attack.locator("text=attacker losses").locator("..")
    expect(losses).to_contain_text("0")
    resting = me.at_rest("2107")
    me.attack.get_by_role("button", name=re.compile("^Attack")).click()
    me.asked("fortress and artillery only")
    me.take_recommended()
    onward(guide)
    step(me, "The first forts fall")
    asked_for(me, "attack")
    expect(me.attack).to_contain_text("fortress Liege in 2107 loses")
    assert me.at_rest("2107") == resting  # the map stays where the battle was


def test_the_drina_is_crossed_in_the_macva(local: str, player: SitDown) -> None:
    me = player(local)
    begin(me, "Battle in the")
    look_round(me, step(me, "The river and the hills"))
    guide = step(me, "Nobody has to march")
    asked_for(me, "aim")
    onward(guide)
    guide = step(me, "An attack to leave alone")
    me.click_hex("21.10")
    expect(me.attack).to_contain_text("Dani Brigade")
    me.attack.get_by_role("button", name="Back").click()
    onward(guide)

    guide = step(me, "The sure ones")
    expect(guide.locator("strong")).to_have_text("Attacks")
    me.page.keyboard.press("p")
    sheet = me.page.get_by_role("region", name="Attacks you could make")
    sheet.get_by_role("row").filter(has_text="100%").first.get_by_role("button").first.click()
    me.attack.get_by_role("button", name=re.compile("^Attack")).click()
    onward(guide)

    guide = step(me, "How hard?")
    me.button(re.compile("^No more attacks")).click()
    asked_for(me, "intensity")
    # Each way of fighting says in whole words how it may end.
    word = me.attack.locator("section li .word").first
    expect(word).to_contain_text("retreats")
    me.until(lambda: bool(word.evaluate("(each) => each.scrollWidth <= each.clientWidth")))
    assert me.violations() == []
    asked_for(me, "advance")
    where = me.view["decision"]["about"]["hexes"][0]
    me.take_recommended()
    onward(guide)
    step(me, "Before Cer")
    mine = [piece for piece in me.view["pieces"].values() if piece["at"] == where]
    assert mine
    assert all(piece["side"] == "austria-hungary" for piece in mine)
    # The sides have the colours of their counters.
    dots = me.page.locator("header .dot")
    colours = [each.evaluate("(each) => getComputedStyle(each).borderColor") for each in dots.all()]
    assert colours == ["rgb(125, 106, 47)", "rgb(63, 115, 150)"]


def test_liege_falls_in_the_first_quarter_of_the_world_war(local: str, player: SitDown) -> None:
    me = player(local)
    begin(me, "Guns of August")
    guide = step(me, "The plan in the drawer")
    me.page.locator('[data-item="card:1"]').get_by_role("button", name="Select").click()
    onward(guide)
    guide = step(me, "Belgium")
    me.settled()
    me.page.locator('[data-item="card:27"]').get_by_role("button", name="Select").click()
    me.settled()
    me.button("Keep 2 cards").click()
    me.settled()
    me.button("Lay 2 cards face down").click()
    me.asked("Play a contingency card")
    me.settled()
    ultimatum = me.page.locator('[data-slot="card:27"]')
    ultimatum.get_by_role("button", name=re.compile("Belgium")).click()
    onward(guide)
    guide = step(me, "The march")
    asked_for(me, "move")
    me.click_hex("2622")
    me.asked("Where to?")
    me.button(re.compile(r"^Take \d more along")).click()
    me.settled()
    me.click_hex("2521")
    onward(guide)

    guide = step(me, "The siege guns")
    me.settled()
    me.button("End the movement segment").click()
    me.asked("Attack a hex")
    # Whom one clicks is lit: the guns, and nobody who could only lay his own hex waste.
    expect(me.page.locator(".stack.lit")).not_to_have_count(0)
    assert me.page.locator(".stack.lit").count() < 6
    for _ in range(2):
        me.click_hex("2521")
        me.click_hex("2522")
        me.page.get_by_role("menuitem").filter(has_text="bombards").click()
        me.attack.get_by_role("button", name=re.compile("Bombard")).first.click()
        me.settled()
        expect(me.attack).to_contain_text("bombards Fortress of Liege")
        if "falls" in me.attack.inner_text():
            break
    onward(guide)

    guide = step(me, "The attack on Liège")
    me.click_hex("2522")
    expect(me.attack).to_contain_text("defenders gone")
    me.attack.get_by_role("button", name="Attack").last.click()
    onward(guide)
    step(me, "What lies beside the map")
    me.until(lambda: any(event["kind"] == "battle" for event in me.view["events"]))

    def held() -> bool:
        return any(each["at"] == "2522" and each["side"] == "entente" for each in me.view["pieces"].values())

    while held():
        me.settled()
        if me.view["decision"]["default"] is None:
            me.attack.locator("[data-loss]:enabled").first.click()
            me.settled()
        else:
            me.take_recommended()
