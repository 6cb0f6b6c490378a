"""What must not be missed: how the last battle of a phase ended, who is cut off, and who surrendered."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from hexfront.games.western_front.title import TITLE
from hexfront.kernel import save
from hexfront.kernel.actions import Pass
from hexfront.kernel.game import Game
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.e2e.tables import Player
from tests.e2e.test_film import SLOW_FILM

SitDown = Callable[[str], Player]

LAST_BATTLE = """title western-front
scenario schlieffen-plan
dice 1 2
date 1914-09-3 combat central-powers
unit ge-inf-xx-17 1010
unit ge-inf-xx-18 1010
unit ge-inf-xx-19 0911
unit ge-hq-xxxx-2 1109 supply=30
unit fr-inf-xx-1 1011
unit fr-hq-xxxx-5 1013 supply=20
"""
SURROUNDED = """title western-front
scenario schlieffen-plan
date 1914-09-3 movement entente
unit ge-inf-xx-17 1114
unit ge-inf-xx-18 1515
unit fr-inf-xx-1 1113
unit fr-inf-xx-2 1115
unit fr-inf-xx-3 1014
unit fr-inf-xx-4 1214
unit fr-inf-xx-5 1013
unit fr-inf-xx-6 1213
unit fr-inf-xx-7 1015
unit fr-inf-xx-8 1215
"""


def against_the_computer(me: Player, game: Game) -> None:
    """Bring a game in, the Entente played by the computer; no scene of a film ends by itself."""
    me.page.add_init_script(SLOW_FILM)
    me.open()
    me.bring_in(save.as_text(game))
    me.asked("Attack a hex")
    headers = {"X-Hexfront": "1"}
    given = me.post(f"{me.game_address}/seats/entente", data={"player": "cadet"}, headers=headers)
    assert given.ok, given.text()
    me.page.reload()
    me.asked("Attack a hex")


def filmed(me: Player) -> bool:
    return me.page.locator('[data-news="film"]').count() > 0


def test_the_battle_that_ends_a_phase_shows_how_it_ended(local: str, player: SitDown) -> None:
    me = player(local)
    against_the_computer(me, game_from_text(TITLE, parse(LAST_BATTLE)))
    me.click_hex("1011")
    expect(me.attack.get_by_text("Taking part: 3")).to_be_visible()
    marked = me.page.locator("[data-fought]")
    expect(marked).to_have_attribute("data-fought", "1011")
    me.page.keyboard.press("Enter")
    me.until(lambda: me.view["step"] > 0)
    losses = 0
    while not filmed(me):
        stage = (me.view["decision"] or {"about": {}})["about"].get("stage")
        if stage == "losses":
            losses += 1
            expect(marked).to_have_attribute("data-fought", "1011")
        if stage in ("losses", "prepare"):
            me.page.keyboard.press("Enter")
        me.page.wait_for_timeout(300)
    assert losses
    # Nobody had anything left to attack: the film begins with how the battle ended.
    film = me.page.get_by_role("region", name="What happened")
    expect(film.get_by_role("status")).to_contain_text(re.compile(r"German 1\dth Division .* loses 1"))
    expect(film.get_by_role("status")).not_to_contain_text("arrives")
    expect(me.page.locator(".film .loss")).not_to_have_count(0)
    me.page.keyboard.press("Escape")
    bulletin = me.page.get_by_role("dialog", name="War bulletin")
    expect(bulletin).to_contain_text("Central Powers −3")  # what a headquarters has spent is no loss
    assert me.violations() == []
    bulletin.get_by_role("button", name="German 17th Division").click()
    expect(bulletin).to_have_count(0)


def test_who_is_cut_off_is_told_until_he_surrenders_and_then_in_the_bulletin(
    local: str, player: SitDown
) -> None:
    game = game_from_text(TITLE, parse(SURROUNDED))
    while not game.decisions[0].prompt.startswith("Attack a hex") or game.decisions[0].side == "entente":
        choices = game.decision.choices()
        game.play(Pass() if Pass() in choices else game.decision.default() or next(iter(choices)))
    me = player(local)
    against_the_computer(me, game)
    corner = me.page.locator("[data-panel=dangers]")
    corner.locator("summary").click()
    cut_off = corner.get_by_role("button", name="1 unit in 1114: cut off, and will surrender")
    cut_off.click()
    expect(me.page.locator("path.cursor")).not_to_have_count(0)
    assert me.violations() == []
    me.button("No more attacks").or_(me.button(re.compile("^End the combat phase"))).first.click()
    me.until(lambda: filmed(me))
    me.page.keyboard.press("Escape")
    bulletin = me.page.get_by_role("dialog", name="War bulletin")
    expect(bulletin).to_contain_text("German 17th Division 8-5 surrenders in 1114")
    lost = bulletin.locator("section").filter(has_text="Units lost")
    expect(lost.get_by_role("button", name="German 17th Division")).to_be_visible()
    bulletin.get_by_role("button", name="To the map").click()
    expect(corner).to_have_count(0)
