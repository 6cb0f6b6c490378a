"""The table is measured as somebody sees it, in a real browser."""

from __future__ import annotations

import contextlib
import re

import pytest
from playwright.sync_api import Browser, Error

from hexfront.kernel.errors import SaveError
from hexfront.proof import browser as browsers


def test_every_figure_is_measured_at_a_real_table(local: str, browser: Browser) -> None:
    page = browser.new_page()
    with contextlib.closing(browsers.Wire(local)) as wire:
        sitting = browsers.Sitting(page, wire, "western-front", "schlieffen-plan", Error)
        found = sitting.measure(orders=2, openings=1)
    page.close()
    assert [figure.what for figure in found] == [
        "table ready, from the lobby",
        "click to paint",
        "frame while zooming by the wheel",
        "bytes of an order, all that goes over the line",
    ]
    assert all(0 < figure.median <= figure.p95 for figure in found)
    assert found[-1].median < 2048
    assert all(figure.what in line for figure, line in zip(found, [*browsers.table(found)][1:], strict=True))


def test_few_inputs_are_enough(local: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    with contextlib.closing(browsers.Wire(local)) as wire:
        first = browsers.Sitting(page, wire, "western-front", "schlieffen-plan", Error)
        by_hand = [*browsers.attack_by_hand(first)]
        large = browsers.Sitting(page, wire, "western-front", "schlieffen-plan", Error, browsers.WHOLE_ARMY)
        armies = [*browsers.armies_sent(large)]
    page.close()
    assert [figure.what for figure in by_hand] == ["inputs: three units march and attack"]
    assert by_hand[0].median <= 8
    assert [figure.median <= 60 for figure in armies] == [True]
    units, sent = re.findall(r"\d+", armies[0].what)[:2]
    assert int(units) >= browsers.WHOLE_ARMY
    assert int(sent) > int(units) / 2


def test_without_a_browser_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browsers, "BROWSERS", ("no-such-browser",))
    with pytest.raises(SaveError, match="no Chromium"):
        browsers.browser_path()
