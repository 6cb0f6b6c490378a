"""Two windows make the dice of a game together; when it is over, one checks that nobody chose them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]

CLOCK = {"seconds": 10}


def ask(player: Player, path: str, data: dict[str, Any]) -> Any:
    """Post something as the player's browser would."""
    headers = {"X-Hexfront": "1", "Origin": player.address}
    answer = player.post(f"{player.address}/api{path}", data=data, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def test_the_dice_of_two_people_are_checked_at_the_end(hosted: str, player: SitDown) -> None:
    clara, dora = player(hosted), player(hosted)
    for each, name in ((clara, "Clara"), (dora, "Dora")):
        ask(each, "/accounts", {"name": name, "password": "a long enough secret"})
    wanted = {"title": "western-front", "scenario": "schlieffen-plan", "clock": CLOCK}
    game = ask(clara, "/games", {**wanted, "seats": {"central-powers": "me", "entente": "open"}})["id"]
    ask(dora, f"/games/{game}/seats/entente/claim", {})
    clara.open(f"/#/game/{game}")
    dora.open(f"/#/game/{game}")
    for each in (clara, dora):
        expect(each.page.get_by_role("log", name="Log")).to_contain_text("The dice are made of secrets")
    dora.page.wait_for_timeout(1000 * CLOCK["seconds"])  # Clara's flag falls
    dora.button("Menu").click()
    dora.page.get_by_role("menuitem", name="Claim the game on time").click()
    dora.until(lambda: dora.view["outcome"] is not None)
    dora.button("Menu").click()
    dora.page.get_by_role("menuitem", name="The dice").click()
    dialog = dora.page.get_by_role("dialog", name="The dice")
    dialog.get_by_role("button", name="Check the dice").click()
    expect(dialog).to_contain_text(
        "made of secrets of Central Powers, Entente, the host. All fell as the secrets"
    )
    expect(dialog).to_contain_text("is in them, with the promises that you were shown")
    expect(dialog).to_contain_text("hexfront verify schlieffen-plan.hexfront --share entente=")
    assert dora.violations() == []
