"""A link to a friend: with a code for his phone, and saying who will see what."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[..., Player]


def test_a_link_has_a_code_and_says_who_sees_what(hosted: str, player: SitDown) -> None:
    me: Player = player(hosted)
    account = {"name": f"Moltke {secrets.token_hex(3)}", "password": "ein Tisch in Berlin"}
    headers = {"X-Hexfront": "1"}
    made = me.post(f"{hosted}/api/accounts", data=account, headers=headers)
    assert made.ok, made.text()
    wish = {"title": "western-front", "scenario": "schlieffen-plan", "seats": {"central-powers": "me"}}
    started = me.post(f"{hosted}/api/games", data=wish, headers=headers)
    assert started.ok, started.text()
    me.open(f"/#/game/{started.json()['id']}")
    me.asked("mobilization")
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Seats and invitations").click()
    seats = me.page.get_by_role("dialog")
    entente = seats.get_by_role("listitem").filter(has=me.page.get_by_role("heading", name="Entente"))
    entente.get_by_role("button", name="Make a link").click()
    expect(entente).to_contain_text("plays Entente: he sees what this side may see")
    code = entente.get_by_role("img", name="The link as a code")
    expect(code).to_be_visible()
    expect(code.locator("path")).to_have_attribute("d", re.compile(".{2001}"))
    assert me.violations() == []
    field = entente.get_by_role("textbox", name="The link")
    expect(field).to_have_value(re.compile(f"^{re.escape(hosted)}/#/join/"))
    link = field.input_value()

    friend: Player = player(hosted, touch=True, size=(390, 844))
    friend.page.goto(link)
    friend.page.get_by_label("Your name at the table").fill("Joffre")
    friend.button("Play Entente").tap()
    friend.until(lambda: bool(friend.view) and bool(friend.view["viewer"] == "entente"))
    friend.fits()


def test_a_server_for_one_person_says_so_instead_of_making_links(local: str, player: SitDown) -> None:
    me: Player = player(local)
    me.open("/#/new/western-front/schlieffen-plan")
    me.page.get_by_label("Entente").select_option("me")
    me.button("Start the game").click()
    me.asked("mobilization")
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Seats and invitations").click()
    seats = me.page.get_by_role("dialog")
    expect(seats).to_contain_text("hexfront serve --lan")
    expect(seats.get_by_role("button", name="Make a link")).to_have_count(0)
    assert me.violations() == []
