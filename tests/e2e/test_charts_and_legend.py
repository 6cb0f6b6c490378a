"""What the table explains of itself: the legend, marks one points at, and charts with what is in use lit."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from hexfront.games.western_front.title import TITLE
from hexfront.kernel import save
from hexfront.kernel.postext import parse
from hexfront.kernel.start import game_from_text
from tests.e2e.tables import Player

SitDown = Callable[[str], Player]
BEFORE_LIEGE = """title western-front
scenario schlieffen-plan
date 1914-08-3 combat central-powers
unit ge-inf-xx-17 2206
unit ge-inf-xx-18 2206
unit be-inf-xx-3 2107
"""
LIEGE, WITH_RAILS = "2107", "2205"


def cells(page: Page, chart: str, state: str) -> set[tuple[str, str]]:
    """Column and row of the cells of a chart that are lit in some way."""
    found = page.locator(f'[data-chart="{chart}"] td.{state}').evaluate_all(
        """(cells) => cells.map((cell) => [
            cell.closest('table').tHead.rows[0].cells[cell.cellIndex].textContent.trim(),
            cell.parentElement.cells[0].textContent.trim(),
        ])"""
    )
    return {(column, row) for column, row in found}


def test_every_mark_is_explained_and_the_chart_in_use_is_lit(local: str, player: SitDown) -> None:
    me = player(local)
    me.open()
    me.bring_in(save.as_text(game_from_text(TITLE, parse(BEFORE_LIEGE))))
    me.asked("Attack a hex")

    # What is drawn in a hex is told by pointing at it.
    me.page.mouse.move(*me.at_rest(WITH_RAILS))
    hint = me.page.locator(".hint")
    for mark in ("Double track railway", "River", "Border of a country"):
        expect(hint).to_contain_text(mark)

    # The legend has every mark, also those that no unit on the map has.
    me.button("Charts", exact=True).click()
    charts = me.page.get_by_role("region", name="Charts", exact=True)
    charts.get_by_text("What the marks mean").click()
    for mark in (
        "Mobilization not completed",
        "Fortress with its strength",
        "Single track railway",
        "Siege artillery",
        "Supply points",
        "Can be chosen",
        "The front of the last two turns",
    ):
        expect(charts.get_by_role("listitem").filter(has_text=re.compile(f"^{mark}$"))).to_be_visible()
    drawn = charts.get_by_role("listitem").locator("img")
    me.until(lambda: bool(drawn.evaluate_all("(all) => all.every((each) => each.naturalWidth > 0)")))
    assert drawn.count() > 50
    assert me.violations() == []
    charts.get_by_text("What the marks mean").click()

    # The terrain chart stands there, with its figures.
    terrain = charts.locator('details[data-chart="terrain"]')
    terrain.locator("summary").click()
    woods = terrain.get_by_role("row").filter(
        has=me.page.get_by_role("rowheader", name=re.compile("^woods$", re.IGNORECASE))
    )
    expect(woods.get_by_role("cell").first).to_have_text("2")
    terrain.locator("summary").click()

    # Nothing is lit before an attack is looked at; then its column and the rows its dice can fall on.
    expect(charts.locator("td.cross")).to_have_count(0)
    me.click_hex(LIEGE)
    me.attack.get_by_role("button", name="See it in the charts").click()
    in_use = charts.locator("details[open]")
    expect(in_use).to_have_count(1)
    expect(in_use).to_contain_text("Combat results 1914")
    expect(charts.locator("td.cross")).not_to_have_count(0)
    attack, counterattack = (
        {("8", row) for row in ("−1", "0", "1", "2")},
        {("9", str(row)) for row in range(3, 9)},
    )
    assert cells(me.page, "combat_results_1914", "cross") == attack | counterattack
    assert me.violations() == []
    me.attack.get_by_role("button", name="Back").click()
    expect(charts.locator("td.cross")).to_have_count(0)
