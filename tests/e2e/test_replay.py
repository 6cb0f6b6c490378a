"""Looking back: the map follows what happens, steps are marked with comments, and a link leads to one."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player
from tests.e2e.test_marches import ADVANCE
from tests.e2e.test_why_not import begun

SitDown = Callable[[str], Player]


def test_a_replay_is_marked_linked_and_followed(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "march ge-inf-xx-17 2306", "march ge-inf-xx-19 2405", text=ADVANCE)
    me.button("Replay", exact=True).click()
    bar = me.page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="To the start").click()
    expect(bar).to_contain_text("step 0")
    bar.get_by_label("Speed").select_option("8")
    expect(bar.get_by_label("Speed")).to_have_value("8")
    for _ in range(3):
        bar.get_by_role("button", name="Step forward", exact=True).click()
    expect(bar).to_contain_text("step 3")
    bar.get_by_label("Comment on this step").fill("across the border")
    with me.page.expect_response(lambda answer: answer.request.method == "PUT"):  # until it is kept
        bar.get_by_role("button", name="Bookmark", exact=True).click()
    expect(bar.get_by_role("button", name="3: across the border")).to_be_visible()
    bar.get_by_role("button", name="Link to this step").click()
    expect(bar.get_by_role("button", name="Link copied")).to_be_visible()
    me.page.wait_for_url(re.compile("as=central-powers"))
    me.page.wait_for_url(re.compile("step=3"))
    assert me.violations() == []
    link = me.page.url
    me.open("/")
    me.page.goto(link)
    bar = me.page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text("step 3")
    expect(bar.get_by_role("button", name="3: across the border")).to_be_visible()
    bar.get_by_role("button", name="Remove the bookmark at step 3").click()
    expect(bar.get_by_role("button", name="3: across the border")).to_have_count(0)
