"""Starting and looking: new, show, choices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

POSITION = """\
title outpost
scenario skirmish
dice 6
board corner=0101
| . w .
| . o .
place 0202 Outpost kinds=objective
turn 2 move red first=red
unit red a foot 0101
unit red d depot 0102
unit blue b foot 0302
unit blue e depot 0301
"""


def test_new_says_where_the_game_is_and_what_is_to_be_decided(run: Run, tmp_path: Path) -> None:
    result = run("new outpost/skirmish -o first.hexfront")
    assert (tmp_path / "first.hexfront").is_file()
    lines = result.stdout.splitlines()
    assert lines[0] == "outpost/skirmish is in first.hexfront"
    assert lines[1].startswith("red: Choose a plan")
    assert lines[1].endswith("[1.2]")


def test_new_does_not_overwrite_unless_forced(run: Run, game: Path) -> None:
    before = game.read_bytes()
    result = run("new outpost --seed 8 -o game.hexfront", code=2)
    assert "exists already" in result.stderr
    assert game.read_bytes() == before
    run("new outpost --seed 8 -o game.hexfront --force")
    assert game.read_bytes() != before


def test_new_with_an_option(run: Run) -> None:
    run("new outpost --option fog=off -o open.hexfront")
    assert "hidden" not in run("show open.hexfront --view observer").stdout
    run("new outpost -o foggy.hexfront")
    assert "hidden" in run("show foggy.hexfront --view observer").stdout


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("new outpust -o x.hexfront", 'did you mean "outpost"?'),
        ("new outpost/skrmish -o x.hexfront", 'did you mean "skirmish"?'),
        ("new outpost --option fag=on -o x.hexfront", 'did you mean "fog"?'),
        ("new outpost --option fog=maybe -o x.hexfront", 'not "maybe"'),
        ("new outpost --option fog -o x.hexfront", "name=value"),
        ("new outpost --option fog=on --option fog=off -o x.hexfront", "cannot be both on and off"),
        ("load nowhere/nothing --seconds 1", 'there is no title "nowhere"'),
        ("load outpost/nothing --seconds 1", 'has no scenario "nothing"'),
        ("new outpost --overlay nowhere -o x.hexfront", "no such folder"),
        ("new outpost --position nowhere.txt -o x.hexfront", "there is no file nowhere.txt"),
        ("new outpost -o nowhere/x.hexfront", "cannot be written"),
        ("show outpust", 'did you mean "outpost"?'),
        ("show outpost --view green", 'there is no side "green"'),
        ("show outpost --around 9999", 'there is no hex "9999"'),
    ],
)
def test_what_cannot_be_understood_is_said_in_one_line(
    run: Run, tmp_path: Path, line: str, says: str
) -> None:
    result = run(line, code=2)
    assert says in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (tmp_path / "x.hexfront").exists()


def test_new_from_a_position_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tiny.txt").write_text(POSITION)
    run("new outpost --position tiny.txt -o tiny.hexfront")
    shown = run("show tiny.hexfront").stdout
    assert "turn 2, phase move, active red" in shown
    assert "  0101: a red, foot, steps 2" in shown
    again = run("show tiny.hexfront --position").stdout
    assert "unit red a foot 0101" in again
    assert "dice 6" in again


def test_a_position_text_with_faults_names_every_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text(POSITION + "unit red x foot 9999\nunitt red y foot 0101\n")
    result = run("new outpost --position bad.txt -o bad.hexfront", code=2)
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == ["13", "14"]


def test_an_illegal_position_is_set_up_but_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "full.txt").write_text(POSITION + "unit red x foot 0101\nunit red y foot 0101\n")
    result = run("new outpost --position full.txt -o full.hexfront")
    assert "3 units in one hex [2.1]" in result.stderr


def test_what_a_position_text_takes_for_granted_is_said(run: Run, tmp_path: Path) -> None:
    text = "title western-front\nscenario schlieffen-plan\nboard corner=0101\n| . .\nsandbox no-arrivals\n"
    (tmp_path / "bare.txt").write_text(text + "unit X 0101 nation=fr values=6-4\n")
    for command in ("new western-front --position bare.txt -o bare.hexfront", "check bare.txt"):
        said = run(command).stderr
        assert "No date is told: it is August 1914, turn 1" in said
        assert "The Entente have no headquarters" in said


def test_a_position_of_another_title_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "tiny.txt").write_text(POSITION.replace("skirmish", "siege"))
    assert (
        "not of outpost/skirmish"
        in run("new outpost/skirmish --position tiny.txt -o x.hexfront", code=2).stderr
    )


def test_show_tells_no_side_what_it_may_not_know(run: Run, game: Path) -> None:
    red, blue = (run(f"show game.hexfront --view {side}").stdout for side in ("red", "blue"))
    assert "r4 red, dummy" in red
    assert "r4 red, hidden" in blue
    assert "b4 blue, hidden" in red
    assert "b4 blue, dummy" in blue
    assert "dummy" not in run("show game.hexfront").stdout  # both decide: shown as to an observer
    assert "points: red 4, blue 4" in run("show game.hexfront --view referee").stdout


def test_show_around_a_hex_leaves_out_what_is_far(run: Run) -> None:
    near = run("show outpost/skirmish --around 0103 --radius 1").stdout
    assert "r1 red" in near
    assert "b2 blue" not in near


def test_show_as_json_is_the_view(run: Run, game: Path) -> None:
    view = json.loads(run("show game.hexfront --view red --json").stdout)
    assert view["viewer"] == "red"
    assert view["position"]["points"] == {"red": 4}


def test_choices_are_numbered(run: Run, game: Path) -> None:
    lines = run("choices game.hexfront --side blue").stdout.splitlines()
    assert lines[0].startswith("blue: Choose a plan")
    assert lines[1:] == ["1  plan raid", "2  plan press", "3  plan hold", "default: plan press"]


def test_choices_as_json(run: Run, game: Path) -> None:
    data = json.loads(run("choices game.hexfront --side red --json").stdout)
    assert data["choices"][0] == {"do": "plan", "plan": "raid"}
    assert data["words"] == ["plan raid", "plan press", "plan hold"]
    both = json.loads(run("choices game.hexfront --json").stdout)
    assert [each["side"] for each in both["decisions"]] == ["red", "blue"]


def test_choices_of_a_side_that_is_not_asked(run: Run, game: Path) -> None:
    run("do game.hexfront plan raid / plan hold")
    assert "[3.1]" in run("choices game.hexfront --side blue", code=1).stderr
    assert 'no side "green"' in run("choices game.hexfront --side green", code=2).stderr
