"""After fights the table tells whether it was luck, and shows the throws."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import expect

import hexfront
from hexfront.proof import luck as proofs
from hexfront.seam import find_title
from tests.e2e.tables import Player

SitDown = Callable[..., Player]


def test_the_luck_of_the_dice_is_told_and_a_throw_leads_to_its_step(
    local: str, player: SitDown, tmp_path: Path
) -> None:
    file = tmp_path / "fought.hexfront"
    hexfront.save(proofs.played(find_title("serbia-1914"), "battle-in-the-macva", 5, 500), file)
    headers = {"content-type": "application/octet-stream", "X-Hexfront": "1"}
    brought = httpx.post(f"{local}/api/import", content=file.read_bytes(), headers=headers, timeout=60)
    me: Player = player(local)
    me.open(f"/#/game/{brought.json()['id']}?as=austria-hungary")
    me.button("Victory", exact=True).click()
    panel = me.page.get_by_role("region", name="Was it luck?")
    panel.get_by_role("button", name="Reckon the luck of the dice").click()
    expect(panel).to_contain_text(re.compile(r"All dice together favoured .*reductions"))
    expect(panel).to_contain_text("Whose dice")
    assert me.violations() == []
    throw = panel.get_by_role("button", name=re.compile("in column")).first
    throw.click()
    bar = me.page.get_by_role("region", name="Replay")
    expect(bar.get_by_role("slider", name="Moment of the game")).not_to_have_value("500")
