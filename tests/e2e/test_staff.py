"""The staff at the table: it deploys, proposes orders for an army, and runs one for a phase."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
ARMY = "German 1st Army"


def started(me: Player, title: str, scenario: str, sides: tuple[str, str]) -> None:
    me.open()
    start = {"title": title, "scenario": scenario, "seed": 7, "seats": dict.fromkeys(sides, "me")}
    begun = me.post(f"{me.address}/api/games", data=start, headers={"X-Hexfront": "1"})
    assert begun.ok, begun.text()
    me.open(f"/#/game/{begun.json()['id']}")


def places(me: Player) -> dict[str, str]:
    return {key: piece["at"] for key, piece in me.view["pieces"].items()}


def army_of(me: Player, name: str) -> set[str]:
    (side,) = [each for each in me.view["report"]["muster"] if each["side"] == me.view["viewer"]]
    return {
        key
        for nation in side["under"]
        for army in nation["under"]
        if army["name"] == name
        for key in army["units"]
    }


def test_the_staff_deploys_advises_and_runs_an_army(local: str, player: SitDown) -> None:
    me = player(local)
    started(me, "western-front", "schlieffen-plan", ("central-powers", "entente"))
    me.button("Deploy for me").click()
    me.until(lambda: me.view["decision"]["kind"] == "move")
    me.settled()

    me.button("Order of battle").click()
    me.page.get_by_text("Germany", exact=True).click()
    me.button(f"Orders for {ARMY}").click()
    expect(me.page.get_by_label("For", exact=True)).to_contain_text(ARMY)
    me.button("Suggest for these").click()
    orders = me.page.locator("ol.orders > li")
    me.until(lambda: orders.count() > 1)
    proposed = orders.count()
    expect(me.map.locator(".overlays path.line").first).to_be_attached()
    assert me.violations() == []
    before = me.settled()
    me.button("Do this").first.click()
    me.until(lambda: me.view["step"] > before)
    me.settled()
    expect(orders).to_have_count(proposed - 1)
    me.button("Take back").click()
    me.until(lambda: me.view["step"] == before)

    stood, mine = places(me), army_of(me, ARMY)
    me.button("Run it for me").click()
    me.page.get_by_label("How long").select_option("this phase")
    me.page.get_by_label("Attacks").select_option("none")
    me.button("Run it", exact=True).click()
    expect(me.page.get_by_text(re.compile(r"All that the staff would do here is ordered"))).to_be_visible(
        timeout=60_000
    )
    me.settled()
    me.until(lambda: places(me) != stood)  # what the socket tells may come after what the staff says
    moved = {key for key, at in places(me).items() if stood.get(key) != at}
    assert moved <= mine
    me.asked("Move")
    expect(me.page.get_by_role("heading", name="Orders of computer players, and why")).to_be_visible()
    assert me.violations() == []
    me.button(f"Dismiss: {ARMY}").last.click()
    me.button("Take back").click()
    me.until(lambda: len({key for key, at in places(me).items() if stood.get(key) != at}) < len(moved))


def test_a_stack_is_advised_on_from_the_map(local: str, player: SitDown) -> None:
    me = player(local)
    started(me, "serbia-1914", "battle-in-the-macva", ("serbia", "austria-hungary"))
    me.button("Deploy for me").click()
    me.until(lambda: me.view["decision"]["kind"] != "attach")
    while me.view["decision"]["kind"] != "move":
        me.take_recommended()
    me.settled()
    where = me.where("sr-inf-xx-drina-1")
    me.page.mouse.move(*me.at_rest(where))
    me.button("Suggest for this stack").click()
    expect(me.page.get_by_label("For", exact=True)).to_contain_text(where)
    listed = me.page.locator("ol.orders > li")
    expect(listed.or_(me.page.get_by_text("would leave them as they are")).first).to_be_visible()
    assert me.violations() == []
    me.button("Habits").click()
    expect(me.page.get_by_label("attachment")).to_be_visible()
