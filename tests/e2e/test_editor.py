"""The editor: positions set up by hand, mended, played and sent."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
LONG = 60_000  # milliseconds: the map is drawn when it is first asked for


class Author:
    """Somebody at the editor."""

    def __init__(self, me: Player, title: str, scenario: str) -> None:
        self.me, self.page = me, me.page
        board = me.get(f"{me.address}/api/titles/{title}/scenarios/{scenario}/board", timeout=LONG)
        me._board = board.json()
        me.open(f"/#/editor/{title}")
        self.sound(0)

    def sound(self, units: int) -> None:
        """Wait until the position has been looked at and nothing is wrong with it."""
        said = self.page.locator("[data-sound]")
        expect(said).to_contain_text(f"Nothing wrong: {units} units", timeout=LONG)
        expect(self.page.locator('[data-checking="false"]')).to_be_visible()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name, exact=True).click()

    @property
    def area(self) -> Locator:
        """The text, brought out."""
        self.tab("Text")
        return self.page.get_by_role("textbox", name="Text")

    def reads(self, words: str) -> None:
        """Wait until the text holds some words."""
        expect(self.area).to_have_value(re.compile(re.escape(words)))

    def lacks(self, words: str) -> None:
        """Wait until the text does not hold some words."""
        expect(self.area).not_to_have_value(re.compile(re.escape(words)))

    def find(self, wanted: str, key: str) -> None:
        self.page.get_by_label("Find a counter").fill(wanted)
        expect(self.page.locator(f'[data-counter="{key}"]')).to_be_visible()

    def place(self, wanted: str, key: str, hexagon: str) -> None:
        self.find(wanted, key)
        self.page.locator(f'[data-counter="{key}"]').click()
        expect(self.page.get_by_text(re.compile("^Click a hex to place"))).to_be_visible()
        self.page.mouse.click(*self.me.at_rest(hexagon))
        expect(self.page.locator(f'[data-stack="{hexagon}"]')).to_be_attached()

    def choose(self, label: str, value: str) -> None:
        details = self.page.get_by_role("complementary")
        details.get_by_label(label, exact=True).select_option(value)


def test_a_position_of_the_west_is_set_up_mended_and_sent_as_a_puzzle(local: str, player: SitDown) -> None:
    me = player(local)
    author = Author(me, "western-front", "schlieffen-plan")
    page = me.page
    assert me.violations() == []

    author.place("1st Guard", "ge-inf-xx-1gd", "2713")
    author.sound(1)
    author.place("French 1st Army", "fr-hq-xxxx-1", "2015")
    author.sound(2)
    author.reads("unit ge-inf-xx-1gd 2713\n")

    author.tab("When")
    author.choose("Phase", "movement")
    author.choose("Has the phase begun?", "no")
    state = page.get_by_role("region", name="Is the position sound?")
    expect(state).to_contain_text("Central Powers:", timeout=LONG)

    # A line that is wrong is named, shown on the map and left out, and the rest stays.
    area = author.area
    expect(area).to_have_value(re.compile("movement"))
    before = area.input_value()
    area.press("Control+End")  # typed by hand, as the rest of a text is
    area.press_sequentially("unit ge-inf-xx-1 2714 strenght=3\n")
    expect(state).to_contain_text('did you mean "strength"', timeout=LONG)
    expect(page.locator('[data-faulty="2714"]')).to_be_attached()
    expect(page.locator('[data-stack="2713"]')).to_be_attached()
    expect(me.button("Play", exact=True)).to_be_disabled()
    assert me.violations() == []
    state.get_by_role("button").first.click()
    area.fill(f"{before}unit ge-inf-xx-1 2714 strength=3\n")
    author.sound(3)
    me.button("Undo").click()
    expect(state).to_contain_text('did you mean "strength"', timeout=LONG)
    me.button("Redo").click()
    author.sound(3)

    # A trench is laid down with a click and taken up with another.
    author.tab("Markers")
    me.button("Lay down").first.click()
    author.choose("Kind", "trench")
    page.mouse.click(*me.at_rest("2715"))
    author.reads("marker trench 2715 central-powers")
    page.mouse.click(*me.at_rest("2715"))
    author.lacks("marker trench")
    me.button("Put away").click()

    # The puzzle, and the link that holds it.
    page.mouse.click(*me.at_rest("2713"))
    author.tab("Puzzle")
    page.get_by_label("The task, in words").fill("March on the Meuse.")
    page.get_by_label("The task, in words").blur()
    author.choose("Who solves it", "central-powers")
    author.sound(3)
    page.get_by_label("Within turns").fill("2")
    page.get_by_label("Within turns").blur()
    author.sound(3)
    me.button("Add a goal").click()
    expect(page.get_by_role("list", name="Goals")).to_contain_text("Take 2713")
    author.sound(3)
    assert me.violations() == []
    me.button("Send the puzzle").click()
    link = page.get_by_label("Link")
    expect(link).to_have_value(re.compile("#/puzzle/"))
    assert me.violations() == []

    # A friend opens it in a browser of his own, reads the task, and plays.
    friend = player(local)
    friend.page.goto(link.input_value())
    expect(friend.page.get_by_text("March on the Meuse.")).to_be_visible(timeout=LONG)
    expect(friend.page.get_by_role("article")).to_contain_text("You play Central Powers. You have 2 turns.")
    expect(friend.page.get_by_role("listitem").filter(has_text="Take 2713")).to_be_visible()
    assert friend.violations() == []
    friend.button("Play it").click()
    friend.page.wait_for_url(re.compile("#/game/"), timeout=LONG)
    friend.until(lambda: bool(friend.view), seconds=60)
    assert friend.view["viewer"] == "central-powers"
    assert set(friend.view["pieces"]) >= {"ge-inf-xx-1gd", "ge-inf-xx-1", "fr-hq-xxxx-1"}
    strip = friend.page.get_by_role("region", name="Puzzle", exact=True)
    expect(strip).to_contain_text("March on the Meuse.")
    expect(strip).to_contain_text("Take 2713")
    assert friend.violations() == []


def test_a_position_of_serbia_is_set_up_by_drag_and_keys_and_played(local: str, player: SitDown) -> None:
    me = player(local)
    author = Author(me, "serbia-1914", "battle-in-the-macva")
    page = me.page

    # By drag.
    author.find("ah-inf-xx-9", "ah-inf-xx-9")
    counter = page.locator('[data-counter="ah-inf-xx-9"]').bounding_box()
    assert counter
    page.mouse.move(counter["x"] + 20, counter["y"] + 20)
    page.mouse.down()
    x, y = me.at_rest("16.10")
    page.mouse.move(x - 30, y - 30)
    page.mouse.move(x, y)
    page.mouse.up()
    author.sound(1)
    expect(page.locator('[data-stack="16.10"]')).to_be_attached()

    # By keys: a hex to the south, and a second unit is placed there.
    author.find("sr-inf", "sr-inf-xx-drina-1")
    page.locator('[data-counter="sr-inf-xx-drina-1"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("^Click a hex to place"))).to_be_visible()
    page.get_by_role("application").focus()
    page.keyboard.press("s")
    page.keyboard.press("s")
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    author.sound(2)
    author.reads("unit sr-inf-xx-drina-1 ")
    author.lacks("unit sr-inf-xx-drina-1 16.10")
    assert me.violations() == []

    # What a unit has suffered is told in fields, and can be undone.
    page.mouse.click(*me.at_rest("16.10"))
    author.tab("Hex")
    page.locator('[data-unit="ah-inf-xx-9"]').click()
    page.get_by_label("Status", exact=True).fill("2")
    page.get_by_label("Status", exact=True).blur()
    me.button("Moved", exact=True).click()
    author.sound(2)
    author.reads("unit ah-inf-xx-9 16.10 moved status=2")
    author.tab("Hex")
    me.button("Remove").click()
    author.sound(1)
    page.keyboard.press("Control+z")
    author.sound(2)

    # Played at one screen.
    me.button("Play", exact=True).click()
    for side in ("Serbia", "Austria-Hungary"):
        page.get_by_label(side, exact=True).select_option("me")
    assert me.violations() == []
    me.button("Start the game").click()
    page.wait_for_url(re.compile("#/game/"), timeout=LONG)
    me.until(lambda: bool(me.view), seconds=60)
    assert set(me.view["pieces"]) == {"ah-inf-xx-9", "sr-inf-xx-drina-1"}
    # And back: what one sees at the table is opened in the editor.
    me.button("Menu").click()
    page.get_by_role("menuitem", name="Open in the editor").click()
    author.sound(2)
