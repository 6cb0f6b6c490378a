"""Two people, each in his own window: from the lobby through an attack to the replay."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.e2e.tables import Player

SitDown = Callable[[str], Player]

DIVISIONS = ("ge-inf-xx-17", "ge-inf-xx-18")
START, BESIDE, LIEGE = "2305", "2206", "2107"


def test_two_people_fight_for_liege(hosted: str, player: SitDown) -> None:
    anna, bruno = player(hosted), player(hosted)
    link = _start_with_a_friend(anna)
    _join(bruno, link)
    _make_dice(anna, bruno)

    _mobilize(anna)
    _ask_why_not(anna)
    _march_and_take_back(anna, bruno)
    _attack_with_the_fan_open(anna)
    _fight(anna, bruno)
    _look_back(anna)
    _propose_to_go_back(anna, bruno)
    _secrets_stay_secret(anna, bruno)


def _start_with_a_friend(anna: Player) -> str:
    """An account, a game from the lobby with an invited opponent, and the link for him."""
    anna.open("/#/account")
    anna.button("I need an account").click()
    anna.page.get_by_label("Name").fill("Anna")
    anna.page.get_by_label("Password").fill("a long enough secret")
    anna.button("Create an account").click()
    anna.page.get_by_role("link", name=re.compile("The Schlieffen Plan")).click()
    anna.page.get_by_label("Central Powers").select_option(label="Me")
    anna.page.get_by_label("Entente").select_option(label="A friend, by link")
    anna.page.get_by_text("Dice and clock").click()
    anna.page.get_by_label("Seed of the dice").fill("1914")
    anna.button("Start the game").click()
    anna.asked("Which unit completes its mobilization")
    anna.button("Menu").click()
    anna.page.get_by_role("menuitem", name="Seats and invitations").click()
    seats = anna.page.get_by_role("dialog", name="Seats and invitations")
    entente = seats.get_by_role("listitem").filter(has_text="Entente")
    entente.get_by_role("button", name="Make a link").click()
    field = entente.get_by_label("The link", exact=True)
    expect(field).to_have_value(re.compile("#/join/"))
    link = field.input_value()
    seats.get_by_role("button", name="Close").click()
    return link


def _join(bruno: Player, link: str) -> None:
    bruno.page.goto(link)
    bruno.page.get_by_label("Your name at the table").fill("Bruno")
    bruno.button("Play Entente").click()
    expect(bruno.prompt).to_contain_text("Waiting for Central Powers")
    assert bruno.violations() == []


def _make_dice(anna: Player, bruno: Player) -> None:
    """Each window gives its share in the dice by itself; both are told, and can see who made them."""
    made = "The dice are made of secrets of Central Powers, Entente and the host"
    for each in (anna, bruno):
        expect(each.page.get_by_role("log", name="Log")).to_contain_text(made)
        each.settled()
    bruno.button("Menu").click()
    bruno.page.get_by_role("menuitem", name="The dice").click()
    dice = bruno.page.get_by_role("dialog", name="The dice")
    expect(dice).to_contain_text("made of secrets of Central Powers, Entente, the host")
    assert bruno.violations() == []
    dice.get_by_role("button", name="Close").click()


def _mobilize(anna: Player) -> None:
    for _ in range(3):
        anna.take_recommended()
    anna.asked("Pick a unit to move")


def _ask_why_not(anna: Player) -> None:
    """A hex that cannot be reached says which rule forbids it, and the rule opens beside the map."""
    anna.click_hex(START)
    anna.asked("where to?")
    anna.click_hex(LIEGE, button="right")
    why = anna.page.get_by_role("dialog", name=re.compile("Liège"))
    rule = why.get_by_role("button", name=re.compile(r"^Rule ")).first
    expect(rule).to_be_visible()
    number = rule.inner_text()
    rule.click()
    sheet = anna.page.get_by_role("complementary", name=f"Rule {number}")
    expect(sheet).to_be_visible()
    assert anna.violations() == []
    sheet.get_by_role("button", name="Close").click()
    anna.page.keyboard.press("Escape")


def _march_and_take_back(anna: Player, bruno: Player) -> None:
    """A stack marches by clicks; the other window sees it, and sees it taken back."""
    anna.button("Take 1 more along").click()
    anna.asked("17th Division")
    anna.click_hex(BESIDE)
    anna.until(lambda: _stand(anna, BESIDE))
    bruno.until(lambda: _stand(bruno, BESIDE))
    anna.settled()
    anna.button("Take back", exact=True).click()
    anna.until(lambda: _stand(anna, START))
    bruno.until(lambda: _stand(bruno, START))
    anna.settled()
    anna.button("Play again what was taken back").click()
    anna.until(lambda: _stand(anna, BESIDE))
    anna.settled()
    anna.button(re.compile("Stop in 2206")).click()
    anna.asked("Pick a unit to move")


def _stand(player: Player, at: str) -> bool:
    """Whether a player sees both divisions in a hex."""
    return all(player.where(each) == at for each in DIVISIONS)


def _attack_with_the_fan_open(anna: Player) -> None:
    """Everybody who can joins; the fan shows how it may end before a die is thrown."""
    anna.settled()
    while not anna.may_end_movement():
        anna.take_recommended()
    anna.button(re.compile("End the movement phase")).click()
    anna.asked("Attack a hex")
    anna.click_hex(LIEGE)
    expect(anna.attack).to_be_visible()
    expect(anna.attack.get_by_role("list", name="How it may end, and how likely")).to_be_visible()
    assert anna.violations() == []


def _fight(anna: Player, bruno: Player) -> None:
    """The attack is put together; the defender answers in his own window; one reloads in the middle of it."""
    anna.attack_with_all(3)
    bruno.asked("Which terrain influences the combat")
    assert bruno.violations() == []
    bruno.button(re.compile("Fight on hilly terrain")).first.click()

    anna.asked("Supply for the attack")
    anna.page.reload()
    anna.asked("Supply for the attack")
    anna.take_recommended()
    bruno.asked("Supply for the counterattack")
    bruno.take_recommended()
    _answer_all(anna, bruno)
    anna.until(lambda: _seen_everywhere(anna) == _seen_everywhere(bruno))
    log = anna.page.get_by_role("log", name="Log")
    expect(log.get_by_role("img", name=re.compile("on a die of 6")).first).to_be_visible()


def _answer_all(anna: Player, bruno: Player) -> None:
    """What the dice bring nobody can know: both take what is recommended until the battle is over."""
    players = {"central-powers": anna, "entente": bruno}
    anna.until(lambda: bool(anna.view["waiting"]) and anna.view["waiting"] == bruno.view["waiting"])
    while "Attack" not in (anna.view["decision"] or {}).get("prompt", ""):
        players[anna.view["waiting"][0]].take_recommended()
        anna.until(lambda: anna.view["step"] == bruno.view["step"])


def _seen_everywhere(player: Player) -> dict[str, str]:
    """Where the counters of both sides are."""
    return {key: each["at"] for key, each in player.view["pieces"].items()}


def _look_back(anna: Player) -> None:
    """The replay goes back to the set-up and forward again, and compares with now."""
    now = anna.settled()
    anna.button("Replay", exact=True).click()
    bar = anna.page.get_by_role("region", name="Replay")
    slider = bar.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_value(str(now))
    bar.get_by_role("button", name="To the start").click()
    expect(bar).to_contain_text("The set-up.")
    expect(anna.prompt).to_contain_text("Looking back")
    for step in range(1, 4):  # the first two are fresh dice
        bar.get_by_role("button", name="Step forward").click()
        expect(slider).to_have_value(str(step))
    expect(bar).to_contain_text("completes mobilization")
    bar.get_by_role("button", name="Compare with now").click()
    expect(bar).to_contain_text(re.compile(r"Since then: \d+ moved, [1-9]\d* changed, \d+ gone, 0 new"))
    expect(bar.get_by_role("img", name="Demoralization over the game")).to_be_visible()
    assert anna.violations() == []
    bar.get_by_role("button", name="Back to now").click()
    expect(bar).to_have_count(0)
    expect(anna.prompt).not_to_contain_text("Looking back")


def _propose_to_go_back(anna: Player, bruno: Player) -> None:
    """Beyond what one may take back alone, the other is asked, and told which dice it would cancel."""
    now = anna.settled()
    anna.button("Replay", exact=True).click()
    bar = anna.page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="To the start").click()
    expect(bar).to_contain_text("The set-up.")
    bar.get_by_role("button", name="Go back to here").click()
    mine = anna.page.get_by_role("dialog", name="Go back to this moment?")
    expect(mine.get_by_role("img", name=re.compile("on a die of 6")).first).to_be_visible()
    mine.get_by_role("button", name="Go back", exact=True).click()
    asked = bruno.page.get_by_role("dialog", name="Central Powers proposes to go back")
    expect(asked.get_by_role("img", name=re.compile("on a die of 6")).first).to_be_visible()
    assert bruno.violations() == []
    asked.get_by_role("button", name="Decline").click()
    expect(asked).to_have_count(0)
    assert bruno.settled() == now


def _secrets_stay_secret(anna: Player, bruno: Player) -> None:
    """What the supply of a headquarters is, its own side's socket tells; the other side's never does."""
    mine, others = _supply_told(anna, "central-powers"), _supply_told(bruno, "central-powers")
    assert "supply 100" in mine
    assert any(text.startswith("Germany 6") for text in mine)
    assert others == set()
    assert _supply_told(bruno, "entente") != set()
    assert _supply_told(anna, "entente") == set()


def _supply_told(player: Player, side: str) -> set[str]:
    """Every figure of a side's supply that ever came over a player's socket."""
    found: set[str] = set()
    for frame in player.frames:
        told: dict[str, Any] = frame.get("view", frame)
        for piece in (told.get("pieces") or {}).values():
            if piece and piece["side"] == side:
                found |= {f"{name} {text}" for name, text in piece["facts"] if name == "supply"}
                if piece["symbol"] == "headquarters" and piece["strength"]:
                    found.add(f"strength {piece['strength']}")
        for track in (told.get("report") or {}).get("tracks", ()):
            if track.get("side") == side and track.get("group", "").startswith("Supply"):
                found.add(f"{track['name']} {track['text']}")
    return found
