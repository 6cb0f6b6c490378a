"""The table in German and French: by the browser, and as somebody chooses."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[..., Player]


def test_the_browser_says_which_language_and_the_settings_have_the_last_word(
    local: str, player: SitDown
) -> None:
    me: Player = player(local, touch=True, size=(390, 844), locale="de-AT")
    me.open("/")
    expect(me.page.get_by_role("button", name="Zug mit Anleitung beginnen")).to_be_visible()
    expect(me.page.locator("html")).to_have_attribute("lang", "de")
    me.fits()

    me.button("Einstellungen").click()
    expect(me.page.get_by_role("dialog")).to_contain_text("nur auf Englisch")
    assert me.violations() == []
    me.page.get_by_label("Sprache").select_option("Français")
    expect(me.page.get_by_role("button", name="Commencer le tour guidé")).to_be_visible()
    me.fits()
    me.page.reload()
    expect(me.page.get_by_role("button", name="Réglages")).to_be_visible()


def test_a_turn_is_begun_in_german(local: str, player: SitDown) -> None:
    me: Player = player(local, locale="de-DE")
    me.open("/#/new/western-front/schlieffen-plan")
    me.page.get_by_label("Entente").select_option("me")
    me.button("Partie beginnen").click()
    prompt = me.page.get_by_role("region", name="Was zu entscheiden ist")
    expect(prompt).to_contain_text("mobilization")  # the questions of the games are in English
    expect(me.page.locator('[data-name="Lüttich"]')).to_be_visible()
    me.take_recommended()
    me.button("Zurücknehmen", exact=True).click()
    me.until(lambda: me.view["step"] == 0)
    me.button("Ganze Karte").click()
    expect(me.page.locator('[data-name="Belgien"]')).to_be_visible()
    for name in ("Kriegs\u00adgliederung", "Stab", "Tabellen"):
        me.button(name, exact=True).click()
        expect(me.page.get_by_role("region", name=name, exact=True)).to_be_visible()
    assert me.violations() == []
