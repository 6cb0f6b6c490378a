"""``hexfront map``: boards drawn without a game."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_map_draw_writes_the_kinds_asked_for(run: Run, tmp_path: Path) -> None:
    said = run("map draw serbia-1914 --around 30.09 --radius 2 --svg a.svg --png a.png --no-legend").stdout
    assert said == "drawn: a.svg, a.png\n"
    assert "Beograd" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_map_draw_shows_the_surroundings_of_a_region_with_what_is_printed(run: Run, tmp_path: Path) -> None:
    run("map draw serbia-1914 --svg a.svg", words=("--part", "Beograd batteries"))
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert "Beograd" in text
    assert "Sarajevo" not in text
    assert "Single-track railway" in text
    assert "Nations" not in text


def test_map_draw_refuses_what_is_not_there(run: Run) -> None:
    assert "--svg, --png or --pdf" in run("map draw serbia-1914", code=2).stderr
    assert 'no hex "99.99"' in run("map draw serbia-1914 --svg a.svg --around 99.99", code=2).stderr
    wrong = run("map draw serbia-1914 --svg a.svg --part Syrmia", code=2).stderr
    assert 'no region "Syrmia" on the board did you mean "Syrmien"?' in wrong
