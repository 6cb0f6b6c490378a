"""The table by keyboard, and on a tablet by fingers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import CDPSession, expect

from tests.e2e.tables import Player

SitDown = Callable[..., Player]
Point = tuple[float, float]

STACK, EMPTY, WOODS = "2305", "2205", "2105"


def _at_the_table(local: str, player: SitDown, touch: bool = False) -> Player:
    me: Player = player(local, touch=touch)
    me.open("/#/new/western-front/schlieffen-plan")
    me.page.get_by_label("Entente").select_option("me")
    me.button("Start the game").click()
    me.asked("mobilization")
    me.settled()
    me.at_rest(STACK)
    return me


def _entered(me: Player) -> dict[str, Any]:
    """The action that Enter plays."""
    with me.page.expect_request("**/actions") as sent:
        me.page.keyboard.press("Enter")
    order: dict[str, Any] = sent.value.post_data_json or {}
    me.until(lambda: me.view["step"] > order["expect"])
    me.settled()
    action: dict[str, Any] = order["actions"][0]
    return action


def _recommended(me: Player) -> dict[str, Any]:
    decision = me.view["decision"]
    action: dict[str, Any] = decision["choices"][decision["default"]]["action"]
    return action


def test_enter_takes_what_the_cursor_was_moved_to_and_else_the_recommended(
    local: str, player: SitDown
) -> None:
    me = _at_the_table(local, player)
    first = _recommended(me)
    me.page.keyboard.press("n")
    me.page.keyboard.press("n")
    chosen = _entered(me)
    assert chosen != first
    assert me.where(chosen["unit"]) != me.where(first["unit"])
    # The cursor still stands there, and more could be chosen there; but it was not moved again.
    assert any(me.where(each["face"]["unit"]) == me.where(chosen["unit"]) for each in _choices(me))
    assert _recommended(me) == first
    assert _entered(me) == first


def _choices(me: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = me.view["decision"]["choices"]
    return found


def test_escape_takes_nothing_back(local: str, player: SitDown) -> None:
    me = _at_the_table(local, player)
    me.take_recommended()
    step = me.settled()
    for _ in range(3):
        me.page.keyboard.press("Escape")
        me.page.wait_for_timeout(200)
    assert me.settled() == step
    me.page.keyboard.press("Control+z")
    me.until(lambda: me.view["step"] == step - 1)


def test_a_hex_without_a_name_is_called_by_number_and_terrain(local: str, player: SitDown) -> None:
    me = _at_the_table(local, player)
    me.page.mouse.move(*me.at_rest(WOODS))
    hint = me.page.locator(".hint")
    expect(hint).to_contain_text(WOODS)
    expect(hint).to_contain_text(re.compile("woods", re.IGNORECASE))
    expect(hint).not_to_contain_text("Land")


# Fingers


def _touch(line: CDPSession, kind: str, points: Sequence[Point]) -> None:
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def _width(me: Player) -> float:
    sheet = me.map.locator("> div").first.bounding_box()
    assert sheet
    return sheet["width"]


def test_two_fingers_zoom_the_map(local: str, player: SitDown) -> None:
    me = _at_the_table(local, player, touch=True)
    line = me.context.new_cdp_session(me.page)
    x, y = me.at_rest(STACK)
    before = _width(me)

    def pinch(start: int, end: int) -> None:
        _touch(line, "touchStart", [(x - start, y), (x + start, y)])
        for step in range(1, 11):
            apart = start + (end - start) * step / 10
            _touch(line, "touchMove", [(x - apart, y), (x + apart, y)])
        _touch(line, "touchEnd", [])

    pinch(40, 80)
    me.until(lambda: 1.6 < _width(me) / before < 2.4)
    # What lay between the fingers lies there still.
    near = me.at_rest(STACK)
    assert 1.6 < _width(me) / before < 2.4
    assert abs(near[0] - x) < 12
    assert abs(near[1] - y) < 12
    pinch(80, 40)
    me.until(lambda: abs(_width(me) / before - 1) < 0.2)
    assert me.settled() == 0, "nothing was chosen by it"


def test_one_finger_moves_the_map(local: str, player: SitDown) -> None:
    me = _at_the_table(local, player, touch=True)
    line = me.context.new_cdp_session(me.page)
    x, y = me.at_rest(EMPTY)
    _touch(line, "touchStart", [(x, y)])
    for step in range(1, 11):
        _touch(line, "touchMove", [(x + 12 * step, y + 5 * step)])
    _touch(line, "touchEnd", [])

    def moved() -> bool:
        now = me.at_rest(EMPTY)
        return abs(now[0] - x - 120) < 15 and abs(now[1] - y - 50) < 15

    me.until(moved)


def test_a_finger_that_stays_asks_why(local: str, player: SitDown) -> None:
    me = _at_the_table(local, player, touch=True)
    for _ in range(3):
        me.take_recommended()
    me.asked("Pick a unit to move")
    line = me.context.new_cdp_session(me.page)

    def press_long(label: str) -> None:
        me.settled()
        _touch(line, "touchStart", [me.at_rest(label)])
        me.page.wait_for_timeout(800)
        _touch(line, "touchEnd", [])

    step = me.settled()
    press_long(EMPTY)
    why = me.page.get_by_role("dialog", name=re.compile(EMPTY))
    expect(why).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    press_long(STACK)
    expect(me.page.get_by_role("region", name=f"Stack in {STACK}")).to_be_visible()
    assert me.settled() == step, "a long press chooses nothing"
