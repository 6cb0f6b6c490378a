"""One browser and one server for one person for the tests of a module.

Not for longer: while Playwright waits for its browser, an event loop counts as running in this thread, and
other tests could start none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.tables import FLAGS, Player, browser_path, serving


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for one person on this machine."""
    with serving(tmp_path_factory.mktemp("local")) as address:
        yield address


@pytest.fixture
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with accounts; a new one for each test, since whoever has an account cannot make it again."""
    with serving(tmp_path_factory.mktemp("hosted"), "--hosted", "--origin", "{}", "--rate", "0") as address:
        yield address


@pytest.fixture
def player(browser: Browser) -> Iterator[Callable[..., Player]]:
    """Sits somebody down at a server; when he leaves, nothing may have gone wrong or elsewhere."""
    present: list[Player] = []

    def sit_down(
        address: str, touch: bool = False, size: tuple[int, int] = (1280, 720), locale: str = "en-GB"
    ) -> Player:
        present.append(Player(browser, address, touch, size, locale))
        return present[-1]

    yield sit_down
    for each in present:
        each.context.close()
    assert [each.elsewhere for each in present] == [[] for _ in present]
    assert [each.wrong for each in present] == [[] for _ in present]
    assert [each.refused for each in present] == [[] for _ in present]
