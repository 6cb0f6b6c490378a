"""What a run comes to, and the report that tells it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as Xml

import msgspec
import pytest

from hexfront.ai.course import TurnRecord
from hexfront.seam import find_title
from hexfront.sim import Folder, GameRecord, make_series, run
from hexfront.sim.maps import ground_of
from hexfront.sim.report import again, make_report
from hexfront.sim.series import make_arm
from hexfront.sim.summary import Summary, summarize
from hexfront.sim.writing import write_report

GAMES = 12


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    found = Folder(tmp_path_factory.mktemp("report"))
    series = make_series("outpost/skirmish", [make_arm(find_title("outpost"), "random,greedy")])
    run(series, GAMES, found)
    return found


@pytest.fixture(scope="module")
def summary(folder: Folder) -> Summary:
    return summarize(folder.series(), folder.records())


def test_results_are_counted_as_the_games_ended(folder: Folder, summary: Summary) -> None:
    records = folder.records()
    for level in summary.winners:
        assert level.games == sum(record.winner == level.winner for record in records)
    assert sum(level.games for level in summary.levels) == GAMES
    assert [level.text for level in summary.levels] == ["red victory", "Draw", "blue victory"]


def test_curves_are_the_means_of_the_games(folder: Folder, summary: Summary) -> None:
    records = folder.records()
    curve = next(each for each in summary.curves if each.group == "Strength" and each.name == "red")
    at = records[0].names.index(("Strength", "red", "red"))
    firsts = [record.turns[1].values[at] or 0 for record in records]
    assert curve.points[0].mean == pytest.approx(sum(firsts) / len(firsts))
    assert curve.points[0].low <= curve.points[0].mean <= curve.points[0].high
    assert [period for period, _ in curve.periods] == ["Half 1", "Half 2"]
    finals = [record.turns[-1].values[at] or 0 for record in records]
    assert curve.final.value == pytest.approx(sum(finals) / len(finals))


def test_history_after_the_end_stands_beside_the_end(summary: Summary) -> None:
    (known,) = summary.history
    assert (known.name, known.history, known.reached) == ("red", 9, False)
    curve = next(each for each in summary.curves if each.group == "Strength" and each.name == "red")
    assert known.simulated == curve.final
    assert known.ratio == pytest.approx(curve.final.value / 9)


def made(seed: int, winner: str, falls: str, turns: int = 3) -> GameRecord:
    """A game in which the place fell in a turn, or never."""
    told = [TurnRecord("", "", 0, ground={"0101": "red", "0102": "red", "0702": "blue"}, places={"hill": ""})]
    for number in range(1, turns + 1):
        name = f"Turn {number}"
        places = {"hill": "red"} if name == falls else {}
        ground = {"0102": "blue"} if number == 2 else {}
        told.append(TurnRecord(name, "Half 1", number, ground=ground, places=places))
    return GameRecord(seed=seed, winner=winner, turns=tuple(told))


def test_ground_is_put_together_from_what_changed_and_early_ends_stay() -> None:
    board = find_title("outpost").setting("skirmish", {"fog": "on"}).board
    records = [made(1, "red", ""), made(2, "red", "", turns=1)]
    ground = ground_of(records, board, ["Turn 1", "Turn 2", "Turn 3"], ("red", "blue"))
    at = ground.nodes.index(board["0102"])
    assert [frame[at] for frame in ground.held] == [1.0, 1.0, 0.0, 0.0]  # blue in one of two games
    # 0101 and 0102 are neighbours: in the first game they face each other at the end of turns 2 and 3, of
    # the four ends of turns that there are.
    assert ground.front == {board["0101"]: 0.5, board["0102"]: 0.5}


def test_a_hex_that_everybody_went_round_is_no_front_unless_it_is_a_place() -> None:
    board = find_title("outpost").setting("skirmish", {"fog": "on"}).board
    lone = board["0404"]
    ring = [board.label(node) for node in board.adjacent[lone]]
    held = {board.label(lone): "blue", **dict.fromkeys(ring, "red")}
    record = GameRecord(seed=1, winner="red", turns=(TurnRecord("Turn 1", "", 1, ground=held),))
    assert ground_of([record], board, ["Turn 1"], ("red", "blue")).front == {}
    place = ground_of([record], board, ["Turn 1"], ("red", "blue"), {lone})
    assert place.front == dict.fromkeys((lone, *board.adjacent[lone]), 1.0)


def test_the_fall_of_a_place_and_what_went_with_it() -> None:
    from hexfront.kernel.chronicle import Landmark
    from hexfront.sim import summary as summaries

    places = [Landmark("hill", "0101", "blue")]
    records = [made(seed, "red", "Turn 2") for seed in range(6)]
    records += [made(seed, "blue", "") for seed in range(6, 12)]
    falls = summaries.falls_of(records, places)
    (fate,) = summaries._fates(records, ["Turn 1", "Turn 2", "Turn 3"], places, falls)
    assert (fate.games, fate.by_turn, fate.median) == (6, (0, 6, 0), "Turn 2")
    (bearing,) = summaries._bearings(records, places, falls, "red")
    assert (bearing.fallen.value, bearing.held.value, bearing.difference.value) == (1.0, 0.0, 1.0)
    assert list(summaries._bearings(records[:8], places, falls[:8], "red")) == []  # two are no comparison


def test_the_page_needs_nothing_from_elsewhere(folder: Folder) -> None:
    summary, written = write_report(folder)
    page = (folder.path / "report.html").read_text()
    assert summary.caption in page
    assert not re.search(r'(?:src|href)="(?!data:|#)', page)
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in page
    for drawing in re.findall(r"<svg .*?</svg>", page, flags=re.DOTALL):
        Xml.fromstring(drawing)
    data = msgspec.json.decode((folder.path / "report.json").read_bytes())
    assert data["games"] == GAMES
    assert written.missing == ""


def test_the_print_has_the_same_sections_on_several_pages(folder: Folder) -> None:
    _, written = write_report(folder)
    paper = Path(written.files[-1]).read_bytes()
    assert paper.startswith(b"%PDF")
    found = re.search(rb"/Count (\d+)", paper)
    assert found is not None
    assert int(found[1]) >= 3


def test_a_report_tells_how_to_play_a_game_again(folder: Folder, tmp_path: Path) -> None:
    words = again(folder.series(), 5)
    assert words.startswith("hexfront simulate outpost/skirmish --games 1 --seed 5 --players random,greedy")
    _, blocks = make_report(folder)
    assert any(words.split(" --seed ")[0] in str(block) for block in blocks)


def test_broken_games_are_told_and_left_out(tmp_path: Path) -> None:
    series = make_series("outpost/skirmish", [make_arm(find_title("outpost"), "random")], longest=150)
    run(series, 6, Folder(tmp_path))
    found = summarize(series, Folder(tmp_path).records())
    assert found.broken
    assert sum(level.games for level in found.levels) == 6 - len(found.broken)
    assert "broke off" in str(make_report(Folder(tmp_path))[1])
