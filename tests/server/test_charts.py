"""The charts of a game: what its rules look things up in, with what an owner has laid over it."""

from __future__ import annotations

from pathlib import Path

import hexfront
from hexfront.server.charts import charts_of


def test_every_table_of_a_title_is_a_chart() -> None:
    game = hexfront.new("western-front/schlieffen-plan", seed=1)
    charts = {chart.name: chart for chart in charts_of(game)}
    terrain = charts["Terrain"]
    assert terrain.columns[0] == "terrain"
    assert "source" not in terrain.columns
    assert terrain.provenance == "printed"
    assert ("clear", "1") in {row[:2] for row in terrain.rows}
    assert all(len(row) == len(chart.columns) for chart in charts.values() for row in chart.rows)


def test_a_chart_shows_what_an_overlay_says(tmp_path: Path) -> None:
    folder = hexfront.new("serbia-1914/battle-in-the-macva", seed=1).title.data
    text = (
        (folder.root / "tables/odds.csv").read_text(encoding="utf-8").replace("about = ", "about = My own ")
    )
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables/odds.csv").write_text(text, encoding="utf-8")
    game = hexfront.new("serbia-1914/battle-in-the-macva", seed=1, overlays=[tmp_path])
    (odds,) = [chart for chart in charts_of(game) if chart.name == "Odds"]
    assert odds.about.startswith("My own ")
