"""Take the pictures of the table that stand in README and docs, from a real browser at a real server.

    python docs/tools/table_pictures.py [NAME ...]

Without names all of them, into docs/pictures. Look at every picture before it is committed. Run it where the
repository begins; it needs what the tests need.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, expect, sync_playwright

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from hexfront.games.western_front.title import TITLE  # noqa: E402 - after the path
from hexfront.kernel.postext import parse  # noqa: E402
from hexfront.kernel.start import game_from_text  # noqa: E402
from tests.e2e import guided, test_attacks, test_film, test_news, test_phone, test_storm_of_steel  # noqa: E402
from tests.e2e.tables import FLAGS, Player, browser_path, serving  # noqa: E402

PICTURES = ROOT / "docs/pictures"
WIDE, SMALL, PHONE = (1440, 900), (1280, 720), (390, 844)
LONG = 240  # seconds: the pictures of a lobby are drawn when they are first seen
SitDown = Callable[..., Player]


def _seen(me: Player) -> Image.Image:
    me.page.wait_for_timeout(1500)
    return Image.open(io.BytesIO(me.page.screenshot())).convert("RGB")


def _saved(name: str, picture: Image.Image) -> None:
    picture.save(PICTURES / f"{name}.jpg", quality=86, optimize=True, progressive=True)
    print(name, flush=True)


def lobby(sit_down: SitDown) -> None:
    me = sit_down(WIDE)
    me.open()
    for title, scenario, sides in (
        ("western-front", "schlieffen-plan", ("central-powers", "entente")),
        ("serbia-1914", "battle-in-the-macva", ("austria-hungary", "serbia")),
    ):
        seats = {sides[0]: "me", sides[1]: "cadet"}
        start = {"title": title, "scenario": scenario, "seed": 1, "seats": seats}
        me.post(f"{me.address}/api/games", data=start, headers={"X-Hexfront": "1"})
    me.page.reload()
    drawn = (
        "[...document.images].every((each) => each.getBoundingClientRect().top > 900 || each.naturalWidth)"
    )
    me.until(lambda: bool(me.page.evaluate(drawn)), seconds=LONG)
    _saved("lobby", _seen(me))


def table(sit_down: SitDown) -> None:
    me = sit_down(WIDE)
    test_phone.at_the_table(me)
    me.click_hex("2305")
    me.asked("where to?")
    me.page.mouse.move(*me.at_rest("2206"))
    _saved("table", _seen(me))


def attack(sit_down: SitDown) -> None:
    me = sit_down(WIDE)
    test_attacks.before_the_attacks(me)
    me.page.keyboard.press("p")
    sheet = me.page.get_by_role("region", name="Attacks you could make")
    expect(sheet.get_by_role("row")).to_have_count(3)
    sheet.get_by_role("checkbox").first.check()
    _saved("attack-sheet", _seen(me))
    me.page.keyboard.press("p")
    me.click_hex(test_attacks.FIRST)
    me.attack.get_by_text("What would it take?").click()
    expect(me.attack.get_by_role("button", name="3 of them")).to_be_visible()
    _saved("attack", _seen(me))


def film(sit_down: SitDown) -> None:
    me = sit_down(SMALL)
    test_news.against_the_computer(me, game_from_text(TITLE, parse(test_news.LAST_BATTLE)))
    me.click_hex("1011")
    expect(me.attack.get_by_text("Taking part: 3")).to_be_visible()
    me.page.keyboard.press("Enter")
    while not test_news.filmed(me):
        if me.view["decision"]:
            me.page.keyboard.press("Enter")
        me.page.wait_for_timeout(300)
    _saved("film", _seen(me))
    me.page.keyboard.press("Escape")
    expect(me.page.get_by_role("dialog", name="War bulletin")).to_be_visible()
    _saved("bulletin", _seen(me))


def film_serbia(sit_down: SitDown) -> None:
    me = sit_down(SMALL)
    me.page.add_init_script(test_film.SLOW_FILM)
    game = test_film.begun(me)
    test_film.pass_on(me, game)
    most = me.page.locator(".film .head")
    bar = me.page.get_by_role("region", name="What happened")
    for _ in range(12):
        if most.count() > 1:
            break
        bar.get_by_role("button", name="The next scene").click()
        me.page.wait_for_timeout(300)
    _saved("film-serbia", _seen(me))


def phone(sit_down: SitDown) -> None:
    me = sit_down(PHONE, True)
    test_phone.at_the_table(me)
    me.tap_hex("2305")
    me.button("Take all 2").tap()
    me.asked("where to?")
    parts = [_seen(me)]
    me.button("Order of battle", exact=True).tap()
    parts.append(_seen(me))
    other = sit_down(PHONE, True)
    test_attacks.before_the_attacks(other)
    other.tap_hex(test_attacks.FIRST)
    expect(other.attack.get_by_text("Taking part: 3")).to_be_visible()
    parts.insert(1, _seen(other))
    whole = Image.new("RGB", (3 * PHONE[0] + 64, PHONE[1]), "white")
    for at, part in enumerate(parts):
        whole.paste(part, (at * (PHONE[0] + 32), 0))
    _saved("phone", whole)


def storm_of_steel(sit_down: SitDown) -> None:
    me = sit_down(WIDE)
    test_storm_of_steel.begin(me)
    me.asked("Select your cards in secret")
    guided.select(me, 1)
    me.settled()
    _saved("storm-of-steel-cards", _seen(me))
    guided.choose_belgium(me)
    guided.asked_for(me, "move")
    _saved("storm-of-steel-table", _seen(me))
    me.click_hex("2622")
    me.button("Take 2 more along").click()
    me.until(lambda: len(me.view["decision"]["about"]["pieces"]) == 3)
    me.click_hex("2521")
    me.until(lambda: me.view["decision"]["kind"] == "move" and not me.view["decision"]["about"].get("pieces"))
    me.button("End the movement segment").click()
    me.asked("Attack a hex")
    me.click_hex("2522")
    me.page.get_by_role("menuitem").filter(has_text="Attack").or_(me.attack).first.click()
    expect(me.attack).to_contain_text("defenders gone")
    _saved("storm-of-steel-attack", _seen(me))


ALL = (lobby, table, attack, film, film_serbia, phone, storm_of_steel)


def main() -> None:
    wanted = sys.argv[1:] or [each.__name__ for each in ALL]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as play:
        browser: Browser = play.chromium.launch(executable_path=browser_path(), args=FLAGS)

        def sit_down(size: tuple[int, int], touch: bool = False) -> Player:
            return Player(browser, address, touch, size)

        for each in ALL:
            if each.__name__ in wanted:
                each(sit_down)
        browser.close()


if __name__ == "__main__":
    main()
