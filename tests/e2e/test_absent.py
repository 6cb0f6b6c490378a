"""People agree on what becomes of those who stay away."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
NEW = {
    "title": "serbia-1914",
    "scenario": "battle-in-the-macva",
    "seats": {"serbia": "me", "austria-hungary": "invite"},
}
HEADERS = {"X-Hexfront": "1"}


def terms(me: Player) -> Locator:
    """The dialog about players who stay away, opened from the menu of the game."""
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Players who stay away").click()
    return me.page.get_by_role("dialog", name="Players who stay away")


def test_two_people_agree_when_a_seat_may_be_handed_on(hosted: str, player: SitDown) -> None:
    anna, bruno = player(hosted), player(hosted)
    anna.open("/#/account")
    anna.button("I need an account").click()
    anna.page.get_by_label("Name").fill("Anna")
    anna.page.get_by_label("Password").fill("a long enough secret")
    anna.button("Create an account").click()
    expect(anna.page.get_by_role("link", name="Anna")).to_be_visible()
    made = anna.post(f"{hosted}/api/games", data=NEW, headers=HEADERS)
    assert made.ok, made.text()
    game = made.json()["id"]
    seat = anna.post(f"{hosted}/api/games/{game}/seats/austria-hungary/invite", data={}, headers=HEADERS)
    bruno.page.goto(seat.json()["link"])
    bruno.page.get_by_label("Your name at the table").fill("Bruno")
    bruno.button("Play Austria-Hungary").click()
    expect(bruno.prompt).to_be_visible()

    anna.open(f"/#/game/{game}")
    expect(anna.prompt).to_be_visible()
    hers = terms(anna)
    expect(hers).to_contain_text("everybody is waited for as long as it takes")
    hers.get_by_label("Remind after").select_option("2 days")
    hers.get_by_label("and replace after a further").select_option("7 days")
    hers.get_by_role("button", name="Propose", exact=True).click()
    expect(hers).to_contain_text("So far agree: Anna")
    assert anna.violations() == []

    his = terms(bruno)
    expect(his).to_contain_text("Serbia proposes")
    his.get_by_role("button", name="Agree", exact=True).click()
    agreed = "Who does not decide for 2 days is reminded; 7 days later the others may hand the seat on"
    expect(his).to_contain_text(agreed)
    assert bruno.violations() == []
    anna.page.keyboard.press("Escape")
    expect(terms(anna)).to_contain_text(agreed)
