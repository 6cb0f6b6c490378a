"""What all tests share: one hypothesis profile, the proving title, and a way to write data files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

from tests.proving import Watcher

# The same examples in every run: a failure on one machine is a failure on all of them.
settings.register_profile("hexfront", derandomize=True, deadline=None, database=None)
settings.load_profile("hexfront")

# Commands that tests start in a process of their own must find the proving title, too.
os.environ["HEXFRONT_TITLES"] = str(Path(__file__).parent / "titles")


# Tests that talk with real browsers and servers: what a busy machine has spoilt gets two more tries.
# The summary names every test that needed one, and a fault that comes each time fails as ever.
WITH_PROCESSES = ("tests/e2e", "tests/server")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    root = Path(__file__).parent.parent
    for item in items:
        if item.path.relative_to(root).as_posix().startswith(WITH_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=2))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proof", type=Path, metavar="FOLDER", help="write where tests meet their rules")


def pytest_configure(config: pytest.Config) -> None:
    folder = config.getoption("--proof")
    if folder is not None:
        config.pluginmanager.register(Watcher(folder, Path(__file__).parent))


@pytest.fixture(scope="session", autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """No test leaves a game in the folder that the tests are started in."""
    before = {*Path.cwd().glob("*.hexfront")}
    yield
    assert {*Path.cwd().glob("*.hexfront")} == before


@pytest.fixture
def write_files(tmp_path: Path) -> Callable[[Mapping[str, str | bytes]], Path]:
    """Writes files by name into a fresh folder and gives the folder back."""

    def write(files: Mapping[str, str | bytes]) -> Path:
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return write
