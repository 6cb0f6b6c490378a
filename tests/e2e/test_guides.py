"""The guided turns, played as the guides say by somebody who knows nothing: each battle is won."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.guided import asked_for, begin, choose_belgium, look_round, march, onward, select, step
from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
GUNS_OF_VERDUN = {"2114", "2214"}


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
    expect(me.attack).to_contain_text("Fortress Liege in 2107 loses")
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


def test_the_first_battle_of_verdun_is_won_and_costs_nothing(local: str, player: SitDown) -> None:
    me = player(local)
    begin(me, "Verdun")

    guide = step(me, "Trenches from the sea to Switzerland")
    expect(guide).to_contain_text("Step 1 of 6")
    look_round(me, guide)

    guide = step(me, "Nobody has to move")
    me.take_recommended()
    me.asked("Pick a unit to move")
    me.take_recommended()
    me.asked("Attack a hex")
    onward(guide)

    guide = step(me, "What is closed to you")
    me.click_hex("2014", button="right")
    expect(me.page.get_by_text("the west bank of the Meuse is not attacked before")).to_be_visible()
    me.page.keyboard.press("Escape")
    onward(guide)

    guide = step(me, "All at once?")
    me.click_hex("2115")
    expect(me.attack.locator("[data-join]")).to_have_count(20)
    me.attack_only_with(lambda key: True)
    expect(me.attack.get_by_text("Taking part: 20")).to_be_visible()
    title = me.attack.get_by_role(
        "heading", level=3
    )  # of twenty attackers it names those for whom there is room
    me.until(lambda: (title.bounding_box() or {"height": 999})["height"] < 90)
    endings = me.attack.get_by_role("list", name="How it may end, and how likely")
    expect(endings).to_contain_text("the hex is held")
    onward(guide)

    guide = step(me, "Let the guns speak")
    me.attack_only_with(lambda key: "-art-" in key and me.where(key) in GUNS_OF_VERDUN)
    expect(me.attack.get_by_text("Taking part: 6")).to_be_visible()
    expect(endings).to_contain_text("attacker 0")
    me.attack.get_by_role("button", name=re.compile("^Attack")).click()
    me.asked("fortress and artillery only")
    me.take_recommended()
    onward(guide)

    guide = step(me, "This is how it is won")
    while not (me.view["decision"] or {"prompt": ""})["prompt"].startswith("Attack a hex"):
        me.until(lambda: me.view["decision"] is not None)
        me.take_recommended()  # the 5th Army pays; the other side chooses what it loses

    def suffered(nation: str) -> int:
        return int(dict(me.view["report"]["standing"]["terms"])[f"Demoralization of {nation}"])

    me.until(lambda: suffered("France") > 0)
    assert suffered("Germany") == 0
    assert me.violations() == []


def test_liege_falls_in_the_first_quarter_of_the_world_war(local: str, player: SitDown) -> None:
    me = player(local)
    begin(me, "Guns of August")
    guide = step(me, "The plan in the drawer")
    select(me, 1)
    onward(guide)
    guide = step(me, "Belgium")
    me.settled()
    choose_belgium(me)
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
