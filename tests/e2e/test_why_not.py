"""What cannot be chosen says why, and what would make it possible; each of that is a click."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from hexfront.games.western_front.title import TITLE
from hexfront.kernel import save
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.e2e.tables import Player

SitDown = Callable[[str], Player]

FRONTIER = """title western-front
scenario schlieffen-plan
date 1914-08-3 movement central-powers
unit ge-inf-xx-17 2305
unit ge-inf-xx-19 2505
unit be-inf-xx-1 2108
"""


def begun(me: Player, *orders: str, text: str = FRONTIER) -> None:
    game = game_from_text(TITLE, parse(text))
    for words in orders:
        game.play_words(words)
    me.open()
    me.bring_in(save.as_text(game))
    me.until(lambda: bool(me.view))
    me.settled()


def asked_about(me: Player, label: str) -> Locator:
    if me.at_rest(label)[1] > 640:  # the hex is below the screen: look from farther away
        me.page.mouse.move(*me.at_rest("2305"))
        me.turn_wheel(400, label)
    me.click_hex(label, button="right")
    return me.page.get_by_role("dialog", name=re.compile("^Questions about"))


def test_a_hex_that_is_too_far_offers_what_can_be_done(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "pick ge-inf-xx-17")
    answer = asked_about(me, "2309")
    expect(answer).to_contain_text("2309 is too far")
    expect(answer).to_contain_text("It would be possible with 2 movement points more")
    assert me.violations() == []
    answer.get_by_role("button", name=re.compile("can go as far as")).click()
    me.until(lambda: me.where("ge-inf-xx-17") == "2308")


def test_with_nothing_in_hand_a_hex_names_those_who_can_go_there(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me)
    asked_about(me, "2406").get_by_role("button", name=re.compile("19th Division.* can go to")).click()
    me.until(lambda: me.where("ge-inf-xx-19") == "2406")
    me.settled()
    answer = asked_about(me, "2406")
    expect(answer).to_contain_text("has moved in this phase")
    expect(answer).to_contain_text("Again in August 1914, turn 4")
    answer.get_by_role("button", name="If the last order is taken back").click()
    me.until(lambda: me.where("ge-inf-xx-19") == "2505")


def test_the_enemy_says_from_where_he_can_be_attacked(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me, "pick ge-inf-xx-17")
    answer = asked_about(me, "2108")
    expect(answer).to_contain_text("enemy units are in 2108")
    answer.get_by_role("button", name=re.compile("^From .* attack in the combat phase")).click()
    me.until(lambda: me.where("ge-inf-xx-17") != "2305")
    me.settled()
    expect(
        asked_about(me, "2108").get_by_role("button", name=re.compile("^Later in this turn"))
    ).to_be_visible()


def test_tracks_say_when_trains_come(local: str, player: SitDown) -> None:
    me = player(local)
    begun(me)
    me.page.get_by_role("button", name="Tracks").click()
    expect(
        me.page.get_by_text("no trains before August 1914, turn 6; then for 7 divisions a turn").first
    ).to_be_visible()
