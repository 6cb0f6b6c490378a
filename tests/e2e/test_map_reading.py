"""Reading the map: names beside counters, colours with one meaning, marks only where they tell something."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.e2e.tables import Player
from tests.e2e.test_attacks import before_the_attacks

SitDown = Callable[..., Player]
COVERED = """
() => {
    const counters = [...document.querySelectorAll('[data-stack]')].map((each) => {
        const [, x, y] = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(each.getAttribute('transform'));
        return [Number(x), Number(y)];
    });
    return [...document.querySelectorAll('[data-name]')].flatMap((name) => {
        const box = name.getBBox();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const under = counters.some(([left, top]) => Math.abs(left - x) < 28 && Math.abs(top - 3 - y) < 28);
        return under ? [name.dataset.name] : [];
    });
}
"""


def at_the_table(me: Player) -> None:
    me.open("/#/new/western-front/schlieffen-plan")
    me.page.get_by_label("Entente").select_option("me")
    me.button("Start the game").click()
    me.asked("mobilization")
    me.settled()


HEIGHTS = "[...document.querySelectorAll('[data-name]')].map((each) => each.getBoundingClientRect().height)"


def test_names_are_not_under_counters_and_fewer_from_afar(local: str, player: SitDown) -> None:
    me: Player = player(local)
    at_the_table(me)
    for name in ("Virton", "Liège"):
        expect(me.page.locator(f'[data-name="{name}"]')).to_be_visible()
    me.until(lambda: bool(me.page.evaluate(COVERED) == []), what="a name is under a counter")
    me.button("Whole map").click()
    expect(me.page.locator('[data-name="Virton"]')).to_have_count(0)
    for name in ("Belgium", "Paris", "France"):
        expect(me.page.locator(f'[data-name="{name}"]')).to_be_visible()
    me.until(lambda: min(me.page.evaluate(HEIGHTS)) >= 10, what="a name that is shown cannot be read")


def rgb(colour: str) -> tuple[int, ...]:
    if colour.startswith("#"):
        return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return tuple(int(each) for each in re.findall(r"\d+", colour)[:3])


def apart(one: str, other: str) -> int:
    return sum(abs(a - b) for a, b in zip(rgb(one), rgb(other), strict=True))


def test_what_can_be_chosen_has_a_colour_of_its_own(local: str, player: SitDown) -> None:
    me: Player = player(local)
    at_the_table(me)
    ring = me.page.locator(".stack.lit .ring:not(.under)").first
    look: dict[str, Any] = me.get(f"{me.game_address}/style").json()
    nations = look.get("style", look)["nations"]

    def differs() -> bool:
        lit: str = ring.evaluate("(each) => getComputedStyle(each).stroke")
        return all(apart(lit, nation["colour"]) > 150 for nation in nations.values())

    me.until(differs)
    # The Germans are grey on the map and in the panels, the French blue.
    dots = me.page.locator("header .dot")

    def colour(at: int) -> tuple[int, ...]:
        return rgb(dots.nth(at).evaluate("(each) => getComputedStyle(each).borderColor"))

    me.until(lambda: max(colour(0)) - min(colour(0)) < 30)
    me.until(lambda: colour(1)[2] > colour(1)[0] + 60)


def test_an_attack_that_can_be_looked_at_is_not_a_warning(local: str, player: SitDown) -> None:
    me: Player = player(local)
    before_the_attacks(me)
    expect(me.page.locator("[data-hex]").first).to_be_attached()
    expect(me.page.locator("[data-hex] .warning")).to_have_count(0)
