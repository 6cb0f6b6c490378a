"""A real server process, a real browser, and people who play in its windows."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import (
    APIResponse,
    Browser,
    Locator,
    Page,
    Request,
    Response,
    Route,
    WebSocket,
    expect,
)

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 45_000  # milliseconds; the machine may be busy with other tests
RETRIES = 3  # of a request on a line that the server has closed meanwhile, because it was not used
SLOW_ODDS = """
    const ask = window.fetch;
    window.fetch = async (...request) => {
        const answer = await ask(...request);
        if (answer.url.endsWith("/forecast")) await new Promise((then) => setTimeout(then, 400));
        return answer;
    };
"""
SLOW_HOVER = """
    const wait = window.setTimeout;
    window.setTimeout = (then, time, ...rest) => wait(then, time === 140 ? 1000 : time, ...rest);
"""
HERE = ("127.0.0.1", "localhost")
expect.set_options(timeout=PATIENCE)


def browser_path() -> str:
    """Where a Chromium is."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, "no Chromium on this machine; make browser installs one"
    return found


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """A server in a process of its own; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "hexfront", "serve", "--no-open", "--port", str(port)]
    command += ["--database", str(folder / "games.sqlite"), *(each.format(address) for each in options)]
    environment = {key: value for key, value in os.environ.items() if key != "HEXFRONT_TITLES"}
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            _wait_for(f"{address}/api/titles", server)
            yield address
        finally:
            server.terminate()
            server.wait(20)


def _wait_for(address: str, server: subprocess.Popen[bytes], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        assert server.poll() is None, "the server ended before it answered"
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError(f"{address} does not answer")


class Player:
    """A person with a browser window of his own: own cookies, own socket, and a record of both."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        touch: bool = False,
        size: tuple[int, int] = (1280, 720),
        locale: str = "en-GB",
    ) -> None:
        self.address = address
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            has_touch=touch,
            is_mobile=touch and size[0] < 1000,
            locale=locale,
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.route("**/*", self._guard)
        self.page: Page = self.context.new_page()
        self.elsewhere: list[str] = []  # requests to other machines
        self.wrong: list[str] = []  # what the page itself found wrong
        self.refused: list[str] = []  # forecasts that were asked for in vain
        self.frames: list[dict[str, Any]] = []  # what the socket brought
        self._board: dict[str, Any] = {}
        self.context.on("request", self._note)
        self.context.on("response", self._hear)
        self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def _guard(self, route: Route) -> None:
        if urlsplit(route.request.url).hostname in HERE:
            route.continue_()
        else:
            route.abort()

    def _note(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.hostname not in HERE:
            self.elsewhere.append(request.url)

    def _hear(self, answer: Response) -> None:
        if answer.status >= 400 and answer.url.endswith(("/forecast", "/attack")):
            self.refused.append(f"{answer.status} {answer.url}")

    def _listen(self, line: WebSocket) -> None:
        if urlsplit(line.url).hostname not in HERE:
            self.elsewhere.append(line.url)
        line.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    def get(self, address: str, **options: Any) -> APIResponse:
        """Ask the server for something, as the page would."""
        return self.page.request.get(address, max_retries=RETRIES, **options)

    def post(self, address: str, **options: Any) -> APIResponse:
        """Send something to the server, as the page would."""
        return self.page.request.post(address, max_retries=RETRIES, **options)

    def open(self, path: str = "/") -> None:
        # Not until it has all pictures: those of the lobby are drawn by a process that lets others go first.
        self.page.goto(f"{self.address}{path}", wait_until="domcontentloaded")

    def bring_in(self, save: str) -> None:
        """Put a saved game on the server, and open it."""
        headers = {"X-Hexfront": "1", "content-type": "application/octet-stream"}
        brought = self.post(f"{self.address}/api/import", data=save.encode(), headers=headers)
        assert brought.ok, brought.text()
        self.open(f"/#/game/{brought.json()['id']}")

    def slow_odds(self) -> None:
        """From the next page on forecasts take their time, as on a busy machine."""
        self.page.add_init_script(SLOW_ODDS)

    def slow_hover(self) -> None:
        """From the next page on the pointer has to rest for a second before odds are asked for."""
        self.page.add_init_script(SLOW_HOVER)

    def button(self, name: str | re.Pattern[str], exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def prompt(self) -> Locator:
        """The bar that says what is to be decided."""
        return self.page.get_by_role("region", name="What is to be decided")

    @property
    def attack(self) -> Locator:
        """The panel in which an attack is put together and fought."""
        return self.page.get_by_role("region", name="Attack", exact=True)

    @property
    def map(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def view(self) -> dict[str, Any]:
        """What the socket has told so far, put together by the same steps as the client's."""
        view: dict[str, Any] = {}
        for frame in self.frames:
            if frame["type"] == "view":
                view = frame["view"]
            elif frame["type"] == "change":
                pieces = {**view["pieces"], **frame.get("pieces", {})}
                report = {**view["report"], **frame["report"]}
                pieces = {key: each for key, each in pieces.items() if each}
                view = {**view, **frame, "pieces": pieces, "report": report}
        return view

    def where(self, key: str) -> str:
        """The hex a piece is in, as far as this player was told."""
        return str(self.view["pieces"][key]["at"])

    def click_hex(self, label: str, button: Literal["left", "right"] = "left") -> None:
        """Click a hex with the mouse, wherever the map shows it; news that lie over the map are put away."""
        self.settled()
        self.put_news_away()
        lit = self.page.locator(f'[data-hex="{label}"], [data-target="{label}"]')
        if lit.count():
            lit.first.focus()  # the map brings it into sight
        for _ in range(4):
            if self.is_free(self.at_rest(label)):
                break
            self.page.keyboard.press("-")  # look from farther away
        self.page.mouse.click(*self.at_rest(label), button=button)

    def is_free(self, point: tuple[float, float]) -> bool:
        """Whether nothing lies over the map there."""
        over = "([x, y]) => document.elementFromPoint(x, y)?.closest('[role=application]') != null"
        return bool(self.page.evaluate(over, list(point)))

    def put_news_away(self) -> None:
        """Wait for the news of what another did, and look at the map again."""
        page = self.page.locator("[data-news]")
        expect(page).not_to_have_attribute("data-news", "coming")
        if page.get_attribute("data-news") == "film":
            self.page.keyboard.press("Escape")
            expect(page).to_have_attribute("data-news", "told")
        news = self.button("To the map", exact=True)
        if news.count():  # a bulletin comes with the end of its film
            news.click()
            expect(news).to_have_count(0)

    def turn_wheel(self, by: int, seen: str) -> None:
        """Turn the wheel, and wait until a hex lies elsewhere."""
        before = self.at_rest(seen)
        self.page.mouse.wheel(0, by)
        self.until(lambda: self.at_rest(seen) != before)

    def tap_hex(self, label: str) -> None:
        """Put a finger on a hex, which nothing may cover."""
        self.settled()
        x, y = self.at_rest(label)
        self.until(lambda: self.is_free((x, y)), what=f"{label} lies under something else")
        self.page.touchscreen.tap(x, y)

    def fits(self) -> None:
        """Wait until the page is as wide as the window."""
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        self.until(lambda: bool(self.page.evaluate(wider) == 0), what="the page is wider than the window")

    def at_rest(self, label: str) -> tuple[float, float]:
        """Where on the screen a hex is once the map has stopped moving."""
        expect(self.map.locator("> div").first).to_be_visible()
        expect(self.map).to_have_attribute("data-moving", "false")
        before: tuple[float, float] | None = None
        while (now := self.point_of(label)) != before:
            before = now
            self.page.wait_for_timeout(200)
        return now

    @property
    def game_address(self) -> str:
        """Where the server answers for the game that is open."""
        found = re.search(r"#/game/([^?]+)", self.page.url)
        assert found, "no game is open"
        return f"{self.address}/api/games/{found[1]}"

    def point_of(self, label: str) -> tuple[float, float]:
        """Where on the screen a hex is."""
        if not self._board:
            self._board = self.get(f"{self.game_address}/board").json()
        place = next(each for each in self._board["hexes"] if each["label"] == label)
        sheet = self.map.locator("> div").first.bounding_box()
        assert sheet, "there is no map on the screen"
        scale = sheet["width"] / self._board["size"][0]
        return sheet["x"] + place["x"] * scale, sheet["y"] + place["y"] * scale

    def asked(self, words: str) -> None:
        """Wait until the bar asks something."""
        expect(self.prompt).to_contain_text(words, timeout=PATIENCE)

    def until(self, true: Callable[[], bool], seconds: float = PATIENCE / 1000, what: str = "") -> None:
        """Wait for something the socket brings, or the page shows."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, what or "it did not come about"
            self.page.wait_for_timeout(30)

    def settled(self) -> int:
        """Wait until the page shows what the socket told and no order is on its way; the step then."""
        self.until(
            lambda: self.page.locator(f'[data-step="{self.view["step"]}"][data-busy="false"]').count() > 0
        )
        return int(self.view["step"])

    def may_end_movement(self) -> bool:
        """Whether nobody is on the march and the phase can be ended, by the newest the socket told."""
        decision = self.view["decision"] or {"prompt": "", "choices": ()}
        passes = any(each["action"]["do"] == "pass" for each in decision["choices"])
        return passes and "Pick a unit to move" in decision["prompt"]

    def attack_only_with(self, joins: Callable[[str], bool]) -> None:
        """Let exactly those take part of whom it is said, in the attack that is thought of."""
        toggles = self.attack.locator("[data-join]")
        expect(toggles.first).to_be_visible()
        keys = [str(each.get_attribute("data-join")) for each in toggles.all()]
        for key in sorted(keys, key=joins, reverse=True):  # somebody has to be in it at any time
            toggle = self.attack.locator(f'[data-join="{key}"]')
            if toggle.is_checked() != joins(key):
                toggle.click()
            expect(toggle).to_be_checked(checked=joins(key))

    def attack_with_all(self, count: int) -> None:
        """Let all who could take part in the attack that is shown, look at its odds, and order it."""
        self.attack.get_by_role("button", name=re.compile("^All . join")).click()
        expect(self.attack.get_by_text(f"Taking part: {count}")).to_be_visible()
        self.attack.get_by_role("button", name=re.compile("^Attack")).click()

    def take_recommended(self) -> None:
        """Press Enter, and wait for what comes of it."""
        before = self.settled()

        def answered() -> bool:
            return bool(self.view["step"] > before)

        for _ in range(5):  # a key that is pressed while a dialog closes is lost, as it would be to a person
            self.page.keyboard.press("Enter")
            self.page.wait_for_timeout(60)
            if self.page.get_by_text("↵ again").count():  # something could still be done in the phase it ends
                self.page.keyboard.press("Enter")
            with contextlib.suppress(AssertionError):
                self.until(answered, seconds=5)
                break
        self.until(answered)
        self.settled()

    def violations(self) -> list[str]:
        """What axe finds wrong with the page, and finds again a moment later when all has come to rest."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found = self._found_by_axe()
        if found:
            self.page.wait_for_timeout(500)
            found = [each for each in self._found_by_axe() if each in found]
        return found

    def _found_by_axe(self) -> list[str]:
        found = self.page.evaluate(
            "async () => (await axe.run(document, { resultTypes: ['violations'] })).violations"
        )
        return [
            f"{each['id']}: {each['help']} ({node['target']}: {node.get('failureSummary', '')})"
            for each in found
            for node in each["nodes"]
        ]
