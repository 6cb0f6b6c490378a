"""Two people who write to each other: each at his own server, with nothing between them but files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.tables import Player, serving

SitDown = Callable[[str], Player]
START, BESIDE, LIEGE = "2305", "2206", "2107"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A second server, with a database of its own."""
    with serving(tmp_path_factory.mktemp("elsewhere")) as address:
        yield address


def test_a_game_goes_by_mail(local: str, elsewhere: str, player: SitDown, tmp_path: Path) -> None:
    anna, bruno = player(local), player(elsewhere)
    letter = _begin(anna, tmp_path, "Central Powers")
    _open(bruno, letter)
    reply = _play_and_reply(bruno, tmp_path)
    _take_in(anna, letter, reply)
    _write_again(anna, bruno, tmp_path)


def test_the_defender_answers_by_mail_and_his_dice_wait(
    local: str, elsewhere: str, player: SitDown, tmp_path: Path
) -> None:
    anna, bruno = player(local), player(elsewhere)
    _attack(anna)
    bruno.open()
    bruno.page.get_by_label("Import a file").set_input_files(_letter(anna, tmp_path, "Entente"))
    bruno.asked("Which terrain influences the combat")
    bruno.button(re.compile("Fight on hilly terrain")).first.click()
    expect(_strip(bruno)).to_contain_text("Send your reply")
    bruno.asked("Your order waits in your reply")
    _bring_in(anna, _reply(bruno, tmp_path))
    anna.asked("Supply for the attack")
    anna.take_recommended()
    _bring_in(bruno, _letter(anna, tmp_path, "Entente"))
    bruno.asked("Supply for the counterattack")
    expect(_strip(bruno)).to_have_count(0)
    _order_that_waits(bruno)
    bruno.button("Take back", exact=True).click()
    bruno.asked("Supply for the counterattack")
    _order_that_waits(bruno)
    bruno.page.reload()
    bruno.asked("Your order waits in your reply")
    assert bruno.violations() == []
    _bring_in(anna, _reply(bruno, tmp_path))
    log = anna.page.get_by_role("log", name="Log")
    expect(log.get_by_role("img", name=re.compile("on a die of 6")).first).to_be_visible()
    # The dice that fell here are told there, whatever came of them and whoever is to go on.
    while "Attack a hex" not in (anna.view["decision"] or {"prompt": "Attack a hex"})["prompt"]:
        anna.take_recommended()
    _bring_in(bruno, _letter_of_menu(anna, tmp_path, "Entente"))
    log = bruno.page.get_by_role("log", name="Log")
    expect(log).to_contain_text(re.compile(r"Attack on 2107 with \d+: die \d"))


def _attack(anna: Player) -> None:
    """The German side marches, attacks Liège, and waits for a friend who plays by mail."""
    anna.slow_odds()
    _start(anna, by_mail="Entente", mine="Central Powers")
    anna.asked("Which unit completes its mobilization")
    for _ in range(3):
        anna.take_recommended()
    while not anna.may_end_movement() or _where_they_are(anna) != {BESIDE}:
        anna.take_recommended()
    anna.button(re.compile("End the movement phase")).click()
    anna.asked("Attack a hex")
    anna.click_hex(LIEGE)
    anna.attack_with_all(3)
    expect(_strip(anna)).to_contain_text("Entente plays by mail")


def _order_that_waits(bruno: Player) -> None:
    bruno.settled()
    bruno.page.keyboard.press("Enter")
    bruno.asked("Your order waits in your reply")
    expect(_strip(bruno)).to_contain_text("Send your reply")


def _letter(anna: Player, folder: Path, side: str) -> Path:
    return _downloaded(anna, _strip(anna).get_by_role("link", name=f"File for {side}"), folder)


def _letter_of_menu(anna: Player, folder: Path, side: str) -> Path:
    anna.button("Menu").click()
    anna.page.get_by_role("menuitem", name="Play by mail").click()
    dialog = anna.page.get_by_role("dialog", name="Play by mail")
    return _downloaded(anna, dialog.get_by_role("link", name=f"File for {side}"), folder)


def _reply(bruno: Player, folder: Path) -> Path:
    return _downloaded(bruno, _strip(bruno).get_by_role("link", name="Download your reply"), folder)


def _bring_in(player: Player, file: Path) -> None:
    _strip(player).get_by_label(re.compile("^Bring in")).set_input_files(file)


def _strip(player: Player) -> Locator:
    """The bar that says what is to be sent or brought in."""
    return player.page.get_by_role("region", name="Play by mail")


def _downloaded(player: Player, click: Locator, folder: Path) -> Path:
    with player.page.expect_download() as waiting:
        click.click()
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def _start(anna: Player, by_mail: str, mine: str) -> None:
    anna.open("/#/new/western-front/schlieffen-plan")
    anna.page.get_by_label(by_mail).select_option(label="A friend, by mail")
    anna.page.get_by_label(mine).select_option(label="Me")
    anna.page.get_by_text("Dice and clock").click()
    anna.page.get_by_label("Seed of the dice").fill("1914")
    anna.button("Start the game").click()


def _begin(anna: Player, folder: Path, side: str) -> Path:
    """A game from the lobby in which a friend has the first move, by mail."""
    _start(anna, by_mail=side, mine="Entente")
    expect(anna.prompt).to_contain_text("Waiting for Central Powers")
    expect(_strip(anna)).to_contain_text(f"{side} plays by mail")
    assert anna.violations() == []
    path = _letter(anna, folder, side)
    assert path.name == "schlieffen-plan-1-central-powers.hexfront"  # after the fresh dice
    return path


def _open(bruno: Player, letter: Path) -> None:
    """The file is brought in from the other lobby, and is a game like any other."""
    bruno.open()
    bruno.page.get_by_label("Import a file").set_input_files(letter)
    bruno.asked("Which unit completes its mobilization")
    expect(_strip(bruno)).to_have_count(0)
    assert bruno.violations() == []


def _play_and_reply(bruno: Player, folder: Path) -> Path:
    """He mobilizes, marches, takes back, looks back, and answers with a file."""
    for _ in range(3):
        bruno.take_recommended()
    bruno.asked("Pick a unit to move")
    bruno.click_hex(START)
    bruno.asked("where to?")
    bruno.click_hex(BESIDE)
    bruno.until(lambda: _where_they_are(bruno) == {START, BESIDE})
    bruno.settled()
    bruno.button("Take back", exact=True).click()
    bruno.until(lambda: _where_they_are(bruno) == {START})
    bruno.settled()
    bruno.button("Play again what was taken back").click()
    bruno.until(lambda: _where_they_are(bruno) == {START, BESIDE})
    _look_back(bruno)
    bruno.page.reload()
    bruno.asked("where to?")
    bruno.button("Menu").click()
    bruno.page.get_by_role("menuitem", name="Play by mail").click()
    dialog = bruno.page.get_by_role("dialog", name="Play by mail")
    expect(dialog).to_contain_text("you play Central Powers in it")
    expect(dialog).to_contain_text("the dice are with the other player")
    assert bruno.violations() == []
    path = _downloaded(bruno, dialog.get_by_role("link", name="Download your reply"), folder)
    assert path.name == "schlieffen-plan-1-central-powers-reply.hexfront"
    dialog.get_by_role("button", name="Close").click()
    return path


def _where_they_are(player: Player) -> set[str]:
    return {player.where(each) for each in ("ge-inf-xx-17", "ge-inf-xx-18")}


def _look_back(bruno: Player) -> None:
    bruno.settled()
    bruno.button("Replay", exact=True).click()
    bar = bruno.page.get_by_role("region", name="Replay")
    bar.get_by_role("button", name="To the start").click()
    expect(bar).to_contain_text("Here the file begins.")
    bar.get_by_role("button", name="Back to now").click()
    expect(bar).to_have_count(0)


def _take_in(anna: Player, letter: Path, reply: Path) -> None:
    """What is no reply is refused in words; the reply is played."""
    pick = _strip(anna).get_by_label("Bring in a reply")
    cut = letter.with_name("cut.hexfront")
    cut.write_bytes(reply.read_bytes()[:-40])
    pick.set_input_files(cut)
    expect(_strip(anna).get_by_role("alert")).to_contain_text("the file is cut off")
    before = anna.settled()
    pick.set_input_files(reply)
    anna.until(lambda: _where_they_are(anna) == {START, BESIDE})
    assert anna.settled() > before
    expect(_strip(anna).get_by_role("alert")).to_have_count(0)
    pick.set_input_files(reply)
    expect(_strip(anna).get_by_role("alert")).to_contain_text("it was taken in already")


def _write_again(anna: Player, bruno: Player, folder: Path) -> None:
    """The next file goes on with the same game, though it is brought in from the lobby."""
    letter = _letter(anna, folder, "Central Powers")
    game = bruno.page.url
    bruno.open("/#/")
    row = bruno.page.get_by_role("article", name="The Schlieffen Plan")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Entente: by mail")
    bruno.page.get_by_label("Import a file").set_input_files(letter)
    bruno.page.wait_for_url(lambda url: url.split("?")[0] == game.split("?")[0])
    bruno.asked("where to?")
    bruno.settled()
    bruno.button(re.compile("Stop in 2206")).click()
    bruno.asked("Pick a unit to move")
