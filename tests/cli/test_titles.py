"""What there is: list, rules, data; and checks of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hexfront
from tests.cli.conftest import Run
from tests.cli.test_games import POSITION


def test_list_names_scenarios_and_options_with_their_meaning(run: Run) -> None:
    lines = run("list outpost").stdout.splitlines()
    assert lines[0].startswith("outpost  Outpost, version")
    assert "  outpost/skirmish  Skirmish at the outpost (1 to 6)" in lines
    assert "      --option fog=on|off  whether units may be hidden at the start [5.1]" in lines
    everything = run("list").stdout
    assert all(f"{name}  " in everything for name in hexfront.title_names())
    assert "did you mean" in run("list outpust", code=2).stderr


def test_list_as_json(run: Run) -> None:
    (title,) = json.loads(run("list outpost --json").stdout)
    assert title["sides"] == ["red", "blue"]
    assert title["scenarios"][0]["options"][0]["values"] == ["on", "off"]


def test_rules_lists_every_rule_in_a_line_and_totals(run: Run) -> None:
    lines = run("rules outpost").stdout.splitlines()
    book = hexfront.find_title("outpost").rulebook
    assert [line.split()[0] for line in lines[:-1]] == list(book.rules)
    assert lines[-1].startswith(f"{len(book)} rules, ")
    assert any("combat.resolve" in line for line in lines if line.startswith("7.4"))


def test_rules_looks_up_what_tests_show(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "proofs" / "outpost"
    folder.mkdir(parents=True)
    (folder / "test_supply.py").write_text(
        'import pytest\n\n\n@pytest.mark.rule("6.1", "9.9")\ndef test_line():\n    pass\n'
    )
    result = run("rules outpost --tests proofs --json")
    shown = {each["rule"]: each for each in json.loads(result.stdout)["rules"]}
    assert shown["6.1"]["tests"] == ["outpost/test_supply.py::test_line"]
    assert shown["6.1"]["missing"] == ""
    assert shown["6.2"]["missing"] == "test"
    assert "9.9" in result.stderr
    missing = run("rules outpost --tests proofs --missing").stdout
    assert "6.1  " not in missing
    assert "6.2  " in missing


def test_one_rule_is_told_in_full(run: Run) -> None:
    text = run("rules outpost 7.5").stdout
    assert "he chooses between losing a step and retreating" in text
    assert "enforced in combat.give_ground" in text
    assert 'did you mean "7.5"?' in run("rules outpost 75", code=2).stderr
    assert "no folder" in run("rules outpost --tests nowhere", code=2).stderr


def test_data_tells_where_every_file_comes_from(run: Run) -> None:
    text = run("data outpost").stdout
    assert "board/hexes.csv  printed, 49 rows\n    The hexes of Outpost.\n" in text
    assert text.splitlines()[-1] == "9 files: 9 printed"
    assert {each["file"] for each in json.loads(run("data outpost --json").stdout)} >= {
        "units.csv",
        "setup.csv",
    }


def test_rows_with_a_source_of_their_own_are_counted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "notes.csv").write_text(
        "#: provenance = history\n#: about = Notes.\nhex,source\n0101,printed\n0102,\n0103,printed\n"
    )
    text = run("data outpost --overlay own").stdout
    assert "own/notes.csv  history, 3 rows (2 printed)" in text


def test_data_is_exported_edited_and_played(run: Run, tmp_path: Path) -> None:
    run("data outpost --export own")
    units = tmp_path / "own" / "units.csv"
    units.write_text(units.read_text().replace("foot,2,2,3", "foot,5,2,3"))
    assert "nothing is wrong" in run("check own --title outpost").stdout
    run("new outpost --overlay own -o strong.hexfront")
    units.unlink()  # the save carries the folder
    assert "+10 [7.3]" in run("explain strong.hexfront attack-strength 0404 r1").stdout
    assert "is not empty" in run("data outpost --export own", code=2).stderr


def test_faults_of_own_data_are_all_named(run: Run, tmp_path: Path) -> None:
    run("data outpost --export own")
    hexes, units = tmp_path / "own" / "board" / "hexes.csv", tmp_path / "own" / "units.csv"
    hexes.write_text(hexes.read_text().replace("marsh", "mash"))
    units.write_text("kind\n")
    result = run("check own --title outpost", code=2)
    assert 'unknown terrain "mash" (did you mean "marsh"?)' in result.stderr
    assert "own/units.csv:1: no provenance" in result.stderr
    faults = json.loads(run("check own --title outpost --json", code=2).stderr)["faults"]
    assert {fault["file"] for fault in faults} == {"own/board/hexes.csv", "own/units.csv"}
    started = run("new outpost --overlay own -o x.hexfront", code=2)
    assert all(line.startswith("own/") for line in started.stderr.splitlines())


def test_a_file_that_replaces_nothing_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    text = "#: provenance = printed\n#: about = Mistaken.\nkind\nfoot\n"
    (tmp_path / "own" / "unit.csv").write_text(text)
    result = run("check own --title outpost")
    assert 'own/unit.csv replaces no file (did you mean "units.csv"?)' in result.stderr
    assert "say --title" in run("check own", code=2).stderr


def test_check_of_a_title_counts_what_it_has(run: Run) -> None:
    text = run("check outpost").stdout
    assert "data files: 9\n" in text
    assert "hexes and areas: 51\n" in text
    assert "rules: 34\n" in text
    assert "nothing is wrong" in text


def test_check_of_a_game_and_of_a_position(run: Run, game: Path, tmp_path: Path) -> None:
    assert "nothing is wrong" in run("check game.hexfront").stdout
    (tmp_path / "full.txt").write_text(POSITION + "unit red x foot 0101\nunit red y foot 0101\n")
    assert "illegal: 0101: 3 units in one hex [2.1]" in run("check full.txt").stdout
    (tmp_path / "typo.txt").write_text(POSITION + "unit red x foot 0101 hiden\n")
    assert 'there is no state "hiden" (did you mean "hidden"?)' in run("check typo.txt", code=2).stderr


@pytest.mark.parametrize("name", hexfront.title_names())
def test_every_installed_title_passes_its_check(run: Run, name: str) -> None:
    assert "nothing is wrong" in run(f"check {name}").stdout
