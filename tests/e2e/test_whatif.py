"""What if at the table: branches are played while one watches, and nothing changes."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]


def test_an_order_is_played_out_with_and_without(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    seats = {"central-powers": "me", "entente": "me"}
    start = {"title": "western-front", "scenario": "schlieffen-plan", "seed": 7, "seats": seats}
    begun = me.post(f"{local}/api/games", data=start, headers={"X-Hexfront": "1"})
    assert begun.ok, begun.text()
    game = begun.json()
    me.open(f"/#/game/{game['id']}")
    me.button("Staff").click()
    expect(me.page.get_by_role("heading", name="What if")).to_be_visible()
    me.page.get_by_label("With and without").select_option(index=1)
    me.page.get_by_label("How often").select_option("5")
    me.button("Play it out").click()
    done = me.page.get_by_text("10 of 10 played, to August 1914, turn 1.")
    expect(done).to_be_visible(timeout=60_000)
    expect(me.page.get_by_text(re.compile(r"The order is worth .* points"))).to_be_visible()
    expect(me.page.get_by_role("heading", name=re.compile("^With .German"))).to_be_visible()
    assert me.violations() == []
    assert me.view["step"] == game["step"]
