"""Pictures of scenarios: drawn one at a time elsewhere, kept, and never in the way of a game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hexfront.seam import find_title
from hexfront.server import sketches
from hexfront.server.settings import Settings
from hexfront.server.sketches import Sketch, Sketcher, Wish, draw_small


class Draughtsman:
    """Draws at once, and remembers what he was asked for and how many waited for him at a time."""

    def __init__(self) -> None:
        self.wishes: list[Wish] = []
        self.busy = 0

    async def ask(self, wish: Wish) -> Sketch:
        self.busy += 1
        assert self.busy == 1
        await asyncio.sleep(0.01)
        self.wishes.append(wish)
        self.busy -= 1
        return Sketch(b"<svg/>")

    def end(self) -> None:
        pass


def sketcher(folder: Path | None) -> tuple[Sketcher, Draughtsman]:
    made, drawing = Sketcher(folder), Draughtsman()
    made._worker = drawing  # type: ignore[assignment]  # no process for a test of what is kept
    return made, drawing


def ask(made: Sketcher, *scenarios: str) -> list[bytes]:
    async def all_at_once() -> list[bytes]:
        title = find_title("outpost")
        found = await asyncio.gather(*(made.sketch(title, each) for each in scenarios))
        made.close()
        return list(found)

    return asyncio.run(all_at_once())


def test_each_is_drawn_once_and_one_at_a_time(tmp_path: Path) -> None:
    made, drawing = sketcher(tmp_path)
    ask(made, "skirmish", "ambush", "skirmish")
    assert sorted(each.scenario for each in drawing.wishes) == ["ambush", "skirmish"]


def test_another_server_finds_them_where_they_were_kept(tmp_path: Path) -> None:
    ask(sketcher(tmp_path / "pictures")[0], "skirmish")
    made, drawing = sketcher(tmp_path / "pictures")
    assert ask(made, "skirmish") == [b"<svg/>"]
    assert drawing.wishes == []


def test_a_picture_of_older_files_is_drawn_again_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(sketcher(tmp_path)[0], "skirmish")
    monkeypatch.setattr(sketches, "_stamp", lambda folder: "0123456789abcdef")
    made, drawing = sketcher(tmp_path)
    ask(made, "skirmish")
    assert len(drawing.wishes) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["outpost-skirmish-0123456789abcdef.svg"]


def test_without_room_to_keep_it_a_picture_is_drawn_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    assert ask(sketcher(tmp_path / "file" / "pictures")[0], "skirmish") == [b"<svg/>"]


def test_a_process_draws_what_would_be_drawn_here(tmp_path: Path) -> None:
    assert ask(Sketcher(tmp_path), "skirmish") == [draw_small("outpost", "skirmish")]


def test_pictures_lie_beside_a_database_that_is_a_file(tmp_path: Path) -> None:
    assert Settings(database=str(tmp_path / "games.sqlite")).pictures == tmp_path / "pictures"
    assert Settings(database="postgresql://host/games").pictures.name == "pictures"
