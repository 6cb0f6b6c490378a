"""The map to keep: as a picture, as a drawing, on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.tables import Player
from tests.e2e.test_attacks import before_the_attacks

SitDown = Callable[..., Player]


def test_the_map_is_saved_and_printed(local: str, player: SitDown, tmp_path: Path) -> None:
    me: Player = player(local)
    before_the_attacks(me)
    me.button("Menu").click()
    me.page.get_by_role("menuitem", name="Picture of the map").click()
    picture = me.page.get_by_role("img", name="The map of")
    expect(picture).to_be_visible()
    assert me.violations() == []

    with me.page.expect_download() as saved:
        me.button("Save as PNG").click()
    assert saved.value.suggested_filename.endswith(".png")
    saved.value.save_as(tmp_path / "map.png")
    head = (tmp_path / "map.png").read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    wide, high = (int.from_bytes(head[at : at + 4], "big") for at in (16, 20))
    assert wide > 1000
    assert high > 500

    with me.page.expect_download() as saved:
        me.button("Save as SVG").click()
    saved.value.save_as(tmp_path / "map.svg")
    text = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert "<svg" in text
    assert "Verdun" in text

    me.page.emulate_media(media="print")
    expect(picture).to_be_visible()
    expect(me.button("Save as PNG")).to_be_hidden()
    expect(me.map).to_be_hidden()
