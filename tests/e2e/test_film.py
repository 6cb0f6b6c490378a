"""The other side's turn at the table: held back while it is made, shown as a film, and summed up."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
GAME_TURN = re.compile(r"Game turn \d+, ")
SLOW_FILM = """
    const wait = window.setTimeout;
    const isScene = (time) => time >= 450 && time <= 4000;
    window.setTimeout = (then, time, ...rest) => wait(then, isScene(time) ? 40 * time : time, ...rest);
"""


def begun(me: Player) -> str:
    me.open()
    start = {
        "title": "serbia-1914",
        "scenario": "battle-in-the-macva",
        "seed": 7,
        "seats": {"serbia": "me", "austria-hungary": "cadet"},
    }
    made = me.post(f"{me.address}/api/games", data=start, headers={"X-Hexfront": "1"})
    assert made.ok, made.text()
    game: str = made.json()["id"]
    me.open(f"/#/game/{game}")
    return game


def pass_on(me: Player, game: str) -> None:
    """Answer by passing, or as advised, until the other side has a turn of its own."""
    film = me.page.get_by_role("region", name="What happened")
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if film.count():
            return
        decision = me.view and me.view.get("decision")
        if not decision:
            me.page.wait_for_timeout(100)
            continue
        choices = decision["choices"]
        passing = (at for at, each in enumerate(choices) if each["action"]["do"] == "pass")
        chosen = choices[next(passing, decision["default"] or 0)]["action"]
        wanted = {"as": "serbia", "expect": me.view["step"], "actions": [chosen]}
        me.post(f"{me.address}/api/games/{game}/actions", data=wanted, headers={"X-Hexfront": "1"})
        me.page.wait_for_timeout(150)
    raise AssertionError("the other side never had a turn")


def test_a_turn_of_the_computer_is_a_film_and_then_a_bulletin(local: str, player: SitDown) -> None:
    me = player(local)
    me.page.add_init_script(SLOW_FILM)  # however busy the machine is, no scene ends by itself
    game = begun(me)
    pass_on(me, game)
    film = me.page.get_by_role("region", name="What happened")
    said = film.get_by_role("status")
    expect(said).to_contain_text(GAME_TURN)  # which one depends on when the answers above arrive
    assert me.violations() == []
    expect(said).to_contain_text(re.compile(r"1/\d+"))
    scenes = re.search(r"1/(\d+)", said.inner_text())
    assert scenes, said.inner_text()
    film.get_by_role("button", name="Pause").click()
    expect(film.get_by_role("button", name="Play")).to_be_visible()
    arrows = me.page.locator(".film .head").count()
    for number in range(2, int(scenes[1]) + 1):
        film.get_by_role("button", name="The next scene").click()
        expect(said).to_contain_text(f"{number}/{scenes[1]}")
        arrows += me.page.locator(".film .head").count()
    assert arrows  # he marched in his turn, wherever
    me.page.keyboard.press("Escape")
    expect(film).to_have_count(0)
    bulletin = me.page.get_by_role("dialog", name="War bulletin")
    if bulletin.count():
        assert me.violations() == []
        bulletin.get_by_role("button", name="Watch again").click()
        expect(film).to_be_visible()
        me.page.keyboard.press("Escape")
        me.page.get_by_role("button", name="To the map").click()
    expect(bulletin).to_have_count(0)


def test_enter_ends_a_phase_with_units_unmoved_only_when_pressed_twice(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    start = {
        "title": "serbia-1914",
        "scenario": "battle-in-the-macva",
        "seed": 7,
        "seats": dict.fromkeys(("serbia", "austria-hungary"), "me"),
    }
    made = me.post(f"{me.address}/api/games", data=start, headers={"X-Hexfront": "1"})
    me.open(f"/#/game/{made.json()['id']}")
    me.until(lambda: me.view.get("decision") is not None)
    before = me.settled()
    expect(me.button("Go on", exact=False)).to_be_visible()
    expect(me.page.locator("[data-news]")).to_have_attribute("data-news", "told")
    decision = me.view["decision"]
    advised = decision["choices"][decision["default"]]
    assert advised["action"]["do"] == "pass"
    assert any(each["face"].get("unit") for each in decision["choices"])
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_text("↵ again")).to_be_visible()
    assert me.settled() == before
    me.page.keyboard.press("Enter")
    me.until(lambda: me.view["step"] > before)
