"""How quick the table is in a real browser: until it is ready, from a click to the picture, zooming, bytes.

A server in a process of its own and a Chromium without a window play at it, on this machine alone. All times
are what somebody sees: until the frame is drawn that shows what he did.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from hexfront.kernel.errors import SaveError
from hexfront.proof.inputs import Hand, Table, first_attack, whole_turn

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
WHEELS = 24
PASS = {"do": "pass"}
FIRST_STEPS = 3000
WHOLE_ARMY = 100  # units that can be moved in a turn that is called large
LATER_STEPS = 120
FRAMES = """() => new Promise((done) => {
    const times = []; let last = performance.now();
    const next = (now) => {
        times.push(now - last);
        last = now;
        if (times.length < 70) requestAnimationFrame(next);
        else done(times);
    };
    requestAnimationFrame(next);
})"""
PAINTED = """([before]) => new Promise((done) => {
    const from = performance.now();
    const look = () => {
        const page = document.querySelector('[data-step]');
        const there = page && page.dataset.step !== before && page.dataset.busy === 'false';
        const shown = () => setTimeout(() => done(performance.now() - from));
        if (there || performance.now() - from > 20000) requestAnimationFrame(shown);
        else requestAnimationFrame(look);
    };
    look();
})"""


class Measured(msgspec.Struct, frozen=True):
    """A figure of the table in a browser, and what was promised: none where nothing was."""

    what: str
    unit: str
    median: float
    p95: float
    promised: str = ""

    @property
    def line(self) -> str:
        promise = f"   (promised: {self.promised})" if self.promised else ""
        return f"{self.what:<44} {self.median:>9,.1f} {self.p95:>9,.1f} {self.unit}{promise}"


def browser_path() -> str:
    """Where a Chromium is; SaveError if there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise SaveError("there is no Chromium on this machine to measure in")
    return found


@contextmanager
def _serving() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hexfront", "serve", "--no-open", "--port", str(port)]
        command += ["--database", str(Path(folder) / "games.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                try:
                    urllib.request.urlopen(f"{address}/api/titles", timeout=5).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield address
        finally:
            server.terminate()
            server.wait(20)


class Wire:
    """What goes over the line from a server to a browser: connections are passed on, and bytes counted."""

    def __init__(self, address: str) -> None:
        self.received = 0
        self._to = ("127.0.0.1", int(address.rpartition(":")[2]))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):  # closed: nobody measures any more
            while True:
                browser, _ = self._listening.accept()
                server = socket.create_connection(self._to)
                for one, other in ((browser, server), (server, browser)):
                    threading.Thread(target=self._pump, args=(one, other, one is server), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket, counted: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                if counted:
                    self.received += len(data)
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def close(self) -> None:
        self._listening.close()


def measure(name: str, quick: bool = False) -> list[Measured]:
    """Measure the table of a scenario at its first question."""
    try:
        from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - only who measures needs it
    except ImportError:
        raise SaveError("measuring in a browser needs Playwright: pip install hexfront[test]") from None
    title, _, scenario = name.partition("/")
    with _serving() as address, contextlib.closing(Wire(address)) as wire, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        sheet = Sitting(page, wire, title, scenario, Error)
        try:
            found = sheet.measure(orders=6 if quick else 25, openings=1 if quick else 5)
            found += attack_by_hand(Sitting(page, wire, title, scenario, Error))
            try:
                later = Sitting(page, wire, title, scenario, Error, WHOLE_ARMY)
            except SaveError:  # so many there never are
                later = Sitting(page, wire, title, scenario, Error)
            with contextlib.suppress(Error):  # not every title has armies to send
                found += armies_sent(later)
        except Error as wrong:
            raise SaveError(f"{name} cannot be measured: {wrong.message.splitlines()[0]}") from None
        browser.close()
    return found


def attack_by_hand(sitting: Sitting) -> Iterator[Measured]:
    """The inputs of a first attack: three units march and fight."""
    attack = first_attack(sitting.hand())
    if attack is not None:
        yield _figure("inputs: three units march and attack", "", [attack], "at most 8")


def armies_sent(sitting: Sitting) -> Iterator[Measured]:
    """The inputs of a turn in which armies are sent whole, with its attacks."""
    turn = whole_turn(sitting.hand())
    what = f"inputs: turn of {turn.units} units, {turn.sent} sent, {turn.attacks} attacks"
    yield _figure(what, "", [turn.inputs], "at most 60")


class Sitting:
    """A browser at a table, where at least so many pieces can be marched."""

    def __init__(  # noqa: PLR0917 - the last says how late one sits down
        self, page: Any, wire: Wire, title: str, scenario: str, error: type[Exception], many: int = 2
    ) -> None:
        self.page = page
        self.wire = wire
        self.error = error
        self.address = address = wire.address
        body = {"title": title, "scenario": scenario, "seed": 1, "seats": {}}
        made = page.request.post(f"{address}/api/games", data=body, headers={"X-Hexfront": "1"})
        if not made.ok:
            raise SaveError(f"the game could not be begun: {made.text()}")
        self.game = made.json()["id"]
        self._to_first_order(many)

    def hand(self) -> Hand:
        """Somebody who sits down at the game, and has put away what happened before."""
        self._open()
        self._put_news_away()
        return Hand(Table(self.page, self.address, self.game))

    def _to_first_order(self, many: int) -> None:
        """Answer as recommended until pieces can be marched: what comes before is other work."""
        for _ in range(LATER_STEPS if many > 2 else FIRST_STEPS):
            side, step, decision = self._asked()
            picks = [each["action"] for each in decision["choices"] if _picks(each)]
            if len(picks) >= many:
                self._post(side, "actions", expect=step, actions=picks[:1])
                marching = any(each["face"].get("hex") for each in self._asked()[2]["choices"])
                self._post(side, "undo")
                step = self._asked()[1]
                if marching:
                    return
            default = decision["default"]
            answer = decision["choices"][-1 if default is None else default]["action"]
            if many > 2 and len(picks) > 1 and any(each["action"] == PASS for each in decision["choices"]):
                answer = PASS  # until enough have come nobody moves
            self._post(side, "actions", expect=step, actions=[answer])
        raise SaveError("nobody marches in the first steps of this scenario")

    def _asked(self) -> tuple[str, int, Any]:
        """Who is asked, at which step, and what."""
        game = f"{self.address}/api/games/{self.game}"
        waiting = self.page.request.get(f"{game}/view?as=observer").json()["waiting"]
        if not waiting:
            raise SaveError("the game ends before anybody marches")
        side = waiting[0]
        view = self.page.request.get(f"{game}/view?as={side}").json()
        return side, view["step"], view["decision"]

    def _post(self, side: str, what: str, **more: Any) -> None:
        address = f"{self.address}/api/games/{self.game}/{what}"
        answer = self.page.request.post(address, data={"as": side, **more}, headers={"X-Hexfront": "1"})
        if not answer.ok:
            raise SaveError(f"the game cannot be brought to its first march: {answer.text()}")

    def measure(self, orders: int, openings: int) -> list[Measured]:
        ready = [self._open() for _ in range(openings)]
        frames = self._zoom()
        paints, sizes = self._orders(orders)
        return [
            _figure("table ready, from the lobby", "ms", ready, "under 1000"),
            _figure("click to paint", "ms", paints, "50, and 120 at p95"),
            _figure("frame while zooming by the wheel", "ms", frames, "16.7"),
            _figure("bytes of an order, all that goes over the line", "B", sizes, "under 2048"),
        ]

    def _open(self) -> float:
        """From the lobby to a table that can be played at, in milliseconds."""
        page = self.page
        page.goto(self.address)
        page.get_by_role("heading", level=1).first.wait_for()
        begun = time.perf_counter()
        page.evaluate(f"location.hash = '#/game/{self.game}'")
        page.locator("[data-step][data-busy=false]").first.wait_for(state="attached", timeout=60_000)
        veil = page.get_by_role("button", name=re.compile("^I am "))
        page.get_by_role("application").or_(veil).first.wait_for(timeout=60_000)
        if veil.count():  # another side was looked at last
            page.get_by_label("I play both sides myself").check()
            veil.click()
            return self._open()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        return (time.perf_counter() - begun) * 1000

    def _put_news_away(self) -> None:
        """Close the film and the bulletin of what happened before one sat down."""
        for name in ("Skip", "To the map"):
            button = self.page.get_by_role("button", name=name)
            with contextlib.suppress(self.error):
                button.first.click(timeout=3000)

    def _zoom(self) -> list[float]:
        page = self.page
        page.mouse.move(600, 500)
        page.evaluate(f"() => {{ window.frames_ = ({FRAMES})() }}")
        for number in range(WHEELS):
            page.mouse.wheel(0, 120 if number < WHEELS // 2 else -120)
        times: list[float] = page.evaluate("() => window.frames_")
        return times[2:]

    def _orders(self, count: int) -> tuple[list[float], list[float]]:
        """Take the first choices by key as somebody does who presses N and Enter, and take them back."""
        page = self.page
        self._put_news_away()
        paints: list[float] = []
        received: list[float] = []
        for number in range(count):
            before = self.wire.received
            step = page.locator("[data-step]").get_attribute("data-step")
            page.evaluate(f"() => {{ window.paint_ = ({PAINTED})([{json.dumps(step)}]) }}")
            if number % 2:
                page.keyboard.press("Control+z")
            else:
                page.keyboard.press("n")
                page.keyboard.press("Enter")
            paints.append(page.evaluate("() => window.paint_"))
            page.wait_for_timeout(150)
            received.append(float(self.wire.received - before))
        return paints, received


def _picks(choice: Any) -> bool:
    """Whether a choice takes a piece in hand."""
    face = choice["face"]
    return bool(face.get("unit")) and not face.get("hex")


def _figure(what: str, unit: str, values: Sequence[float], promised: str) -> Measured:
    ranked = sorted(values) or [0.0]
    high = ranked[min(len(ranked) - 1, int(0.95 * len(ranked)))]
    return Measured(what, unit, round(median(ranked), 1), round(high, 1), promised)


def table(figures: Sequence[Measured]) -> Iterator[str]:
    """The figures as lines of text."""
    yield f"{'':<44} {'median':>9} {'p95':>9}"
    yield from (figure.line for figure in figures)
