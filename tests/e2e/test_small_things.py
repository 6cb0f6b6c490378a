"""Small things that new users stumbled over, each as it should be."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import FilePayload, expect

import hexfront
from hexfront.games.serbia_1914.orders import Go, Pick
from hexfront.kernel import save
from hexfront.kernel.actions import Pass
from tests.e2e.tables import Player
from tests.e2e.test_attacks import before_the_attacks

SitDown = Callable[..., Player]
STACK, OTHER = "2305", "2306"
GARRISON = "sr-gar-iii-lesnica"


def begun(me: Player, title: str, scenario: str, sides: tuple[str, str]) -> None:
    """A new game in which all sides are played by one person."""
    me.open()
    start = {"title": title, "scenario": scenario, "seed": 7, "seats": dict.fromkeys(sides, "me")}
    made = me.post(f"{me.address}/api/games", data=start, headers={"X-Hexfront": "1"})
    assert made.ok, made.text()
    me.open(f"/#/game/{made.json()['id']}")
    me.until(lambda: bool(me.view))
    me.settled()


def test_a_unit_is_put_down_and_the_map_stays_where_it_is(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "western-front", "schlieffen-plan", ("central-powers", "entente"))

    # Routine is folded in the log, behind the first of its kind.
    log = me.page.get_by_role("log", name="Log")
    folded = log.get_by_text("more like this").first
    expect(folded).to_be_visible()
    routine = log.locator("details li").first
    expect(routine).to_be_hidden()
    folded.click()
    expect(routine).to_contain_text("completes mobilization")

    for _ in range(3):
        me.take_recommended()
    me.asked("Pick a unit to move")
    resting = me.at_rest(STACK)
    before = me.settled()

    me.click_hex(STACK)
    me.asked("where to?")
    assert me.at_rest(STACK) == resting  # however long the question is
    me.page.mouse.move(600, 30)
    me.page.keyboard.press("Escape")
    me.asked("Pick a unit to move")
    me.settled()
    assert me.where("ge-inf-xx-18") == STACK
    me.page.keyboard.press("Escape")  # and takes nothing else back
    me.page.wait_for_timeout(200)
    assert me.settled() == before + 2

    # A unit that has marched is not put down where it came from, nor held to where it is.
    me.click_hex(STACK)
    me.asked("where to?")
    me.click_hex("2206")
    me.asked("in 2206")
    me.settled()
    me.page.keyboard.press("Escape")
    me.page.wait_for_timeout(200)
    me.asked("in 2206")


def test_a_tab_does_not_take_the_enter_key_and_filters_do_not_stay(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "western-front", "schlieffen-plan", ("central-powers", "entente"))
    me.button("Tracks").click()
    tracks = me.page.get_by_role("region", name="Tracks")
    expect(tracks).to_be_visible()
    before = me.settled()
    me.page.keyboard.press("Enter")
    me.until(lambda: me.view["step"] == before + 1)
    expect(tracks).to_be_visible()
    for _ in range(2):
        me.take_recommended()

    me.button("Order of battle").click()
    me.page.get_by_label("Filter: name, number or hex").fill("Paris")
    expect(me.page.get_by_text("Paris (0717), strength 36")).to_be_visible()
    expect(me.page.get_by_text("off map")).to_have_count(0)
    me.page.get_by_label("Filter: name, number or hex").blur()

    me.page.keyboard.press("/")
    me.page.keyboard.type("amiens")
    expect(me.page.get_by_role("button", name="0811 Amiens")).to_be_visible()
    me.page.keyboard.press("Escape")

    me.page.keyboard.press("l")
    choices = me.page.locator("[data-panel=choices]")
    wanted = choices.get_by_label("Filter the choices")
    wanted.fill("19th")
    choices.get_by_role("button", name="Move the German 19th Division").click()
    me.asked("19th Division")
    expect(wanted).to_have_value("")
    expect(choices.get_by_role("button", name="Take the German 2nd Cavalry Division along")).to_be_visible()
    me.page.keyboard.press("l")

    me.click_hex(OTHER, button="right")
    answer = me.page.get_by_role("dialog")
    expect(answer.get_by_role("button").nth(8)).to_be_visible()
    asked = [each for each in answer.get_by_role("button").all_inner_texts() if each.endswith("?")]
    assert sorted(asked) == sorted(set(asked))


def test_the_front_of_earlier_turns_lies_behind_the_front(local: str, player: SitDown) -> None:
    game = hexfront.new("serbia-1914/battle-in-the-macva", seed=7)
    gave_way = False
    while not (turn := game.report("serbia").turn).startswith("Game turn 2"):
        if not gave_way and turn.startswith("Game turn 1") and Pick(GARRISON) in game.decision.choices():
            game.play(Pick(GARRISON))
            away = [each for each in game.decision.choices() if isinstance(each, Go)]
            game.play(away[-1])
            gave_way = True
        else:
            game.play(game.decision.default() or Pass())
    me = player(local)
    me.open()
    me.bring_in(save.as_text(game))
    me.until(lambda: bool(me.view))
    earlier = me.page.locator(".front.earlier")
    expect(earlier).to_have_count(2)
    first, newest = (str(each.get_attribute("d")) for each in reversed(earlier.all()))
    assert first
    assert newest
    assert first != newest
    me.button("Layers").click()
    me.page.get_by_label("Front line", exact=True).uncheck()
    expect(me.page.locator(".front")).to_have_count(0)
    me.page.get_by_label("Front line", exact=True).check()
    expect(earlier).to_have_count(2)
    # Whoever looks back sees the front of then alone.
    me.button("Replay", exact=True).click()
    expect(me.page.get_by_role("region", name="Replay")).to_be_visible()
    expect(earlier).to_have_count(0)
    expect(me.page.locator(".front")).not_to_have_count(0)


def test_a_stack_one_rests_on_is_brief_and_leaves_the_panel_of_an_attack(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "western-front", "schlieffen-plan", ("central-powers", "entente"))
    me.page.mouse.move(*me.at_rest(STACK))
    fan = me.page.get_by_role("region", name=f"Stack in {STACK}")
    expect(fan.locator("[data-piece]")).to_have_count(5)
    box = fan.bounding_box()
    assert box
    assert box["width"] <= 290
    assert box["height"] <= 360
    me.page.keyboard.press("f")  # away, and back to stay: now all is told
    me.page.keyboard.press("f")
    expect(fan).to_contain_text("reduced side")

    before_the_attacks(me)
    me.click_hex("1011")
    expect(me.attack).to_be_visible()
    me.page.mouse.move(*me.at_rest("0911"))
    hovered = me.page.get_by_role("region", name="Stack in 0911").or_(me.page.locator(".hint")).first
    expect(hovered).to_be_visible()
    over, panel = hovered.bounding_box(), me.attack.bounding_box()
    assert over
    assert panel
    assert over["x"] + over["width"] <= panel["x"]


def test_a_game_brought_in_asks_who_plays(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    seats = {"serbia": "me", "austria-hungary": "cadet"}
    start = {"title": "serbia-1914", "scenario": "battle-in-the-macva", "seed": 7, "seats": seats}
    made = me.post(f"{me.address}/api/games", data=start, headers={"X-Hexfront": "1"}).json()
    file = me.get(f"{me.address}/api/games/{made['id']}/export?as=serbia").body()
    sent = FilePayload(name="game.hexfront", mimeType="application/octet-stream", buffer=file)
    me.page.locator("input[type=file]").set_input_files(sent)
    asked = me.page.get_by_role("dialog", name="Seats and invitations")
    expect(asked).to_contain_text("A file does not say who plays: all sides of this game are yours.")
    assert me.violations() == []
    enemy = asked.get_by_role("listitem").filter(has=me.page.get_by_role("heading", name="Austria-Hungary"))
    enemy.get_by_role("combobox").select_option("cadet")
    expect(enemy).to_contain_text("Cadet")
    me.page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
