"""Two people on one side: the chief gives an army away, and its commander orders that army alone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]


def test_a_commander_is_shown_his_own_choices_and_who_answers_the_others(
    hosted: str, player: SitDown
) -> None:
    anna, carl = player(hosted), player(hosted)
    _start(anna)
    link = _give(anna, "German 1st Army")
    carl.page.goto(link)
    carl.page.get_by_label("Your name at the table").fill("Carl")
    carl.button("Play Central Powers").click()
    for _ in range(3):  # units complete their mobilization
        anna.take_recommended()
    anna.asked("Pick a unit to move")
    carl.asked("Pick a unit to move")
    assert carl.violations() == []

    _pick(carl, "German 18th Division")
    carl.asked("where to?")
    carl.button("Take back").click()
    carl.asked("Pick a unit to move")
    expect(_choices(carl).get_by_text("German 19th Division")).to_have_count(0)  # of the 2nd Army

    _pick(anna, "German 19th Division")
    expect(carl.prompt).to_contain_text("For Anna to answer")
    assert carl.violations() == []
    _take_back(anna, "German 1st Army")
    expect(carl.page.get_by_text("there is no such game").first).to_be_visible()


def _start(anna: Player) -> None:
    anna.open("/#/account")
    anna.button("I need an account").click()
    anna.page.get_by_label("Name").fill("Anna")
    anna.page.get_by_label("Password").fill("a long enough secret")
    anna.button("Create an account").click()
    anna.page.get_by_role("link", name=re.compile("The Schlieffen Plan")).click()
    anna.page.get_by_label("Central Powers").select_option(label="Me")
    anna.page.get_by_label("Entente").select_option(label="A friend, by link")
    anna.button("Start the game").click()
    anna.asked("Which unit completes its mobilization")


def _seats(anna: Player) -> Locator:
    anna.button("Menu").click()
    anna.page.get_by_role("menuitem", name="Seats and invitations").click()
    seats = anna.page.get_by_role("dialog", name="Seats and invitations")
    seats.get_by_text("Commanders").click()
    return seats


def _army(seats: Locator, name: str) -> Locator:
    return seats.locator("details li").filter(has_text=name).first


def _give(anna: Player, name: str) -> str:
    seats = _seats(anna)
    army = _army(seats, name)
    army.get_by_role("button", name="Make a link").click()
    field = army.get_by_label("The link", exact=True)
    expect(field).to_have_value(re.compile("#/join/"))
    link = field.input_value()
    assert anna.violations() == []
    seats.get_by_role("button", name="Close").click()
    return link


def _take_back(anna: Player, name: str) -> None:
    army = _army(_seats(anna), name)
    expect(army).to_contain_text("Carl")
    army.get_by_role("button", name="Take back").click()
    expect(army).not_to_contain_text("Carl")


def _choices(player: Player) -> Locator:
    return player.page.get_by_role("region", name="List of choices")


def _pick(player: Player, name: str) -> None:
    """Choose a piece in the list of choices."""
    player.button("List of choices").click()
    _choices(player).get_by_role("button", name=re.compile(name)).click()
