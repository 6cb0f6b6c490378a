"""Starting a game: scenarios, options, overlays, and position texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import hexfront
from hexfront.kernel import save
from hexfront.kernel.actions import FreshDice
from hexfront.kernel.datafiles import Overlay
from hexfront.kernel.errors import DataError, Malformed
from hexfront.kernel.start import check_options, new_game, setting_of
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title
from tests.outpost.skirmish import outpost, position_of, unit, where

OUTPOST = find_title("outpost")
WriteFiles = Callable[[Mapping[str, str | bytes]], Path]


def test_a_game_remembers_where_it_comes_from() -> None:
    game = hexfront.new("outpost/skirmish", seed=5)
    origin = game.origin
    assert (origin.title, origin.scenario, origin.seed) == ("outpost", "skirmish", 5)
    assert (origin.options, origin.start) == ({"fog": "on", "cards": "off"}, "")
    assert (origin.title_version, origin.data) == (OUTPOST.version, OUTPOST.data.digest())


def test_without_a_scenario_the_first_is_taken() -> None:
    assert hexfront.new("outpost").origin.scenario == "skirmish"


@pytest.mark.parametrize("seed", [1.5, "7", None, True])
def test_a_seed_that_a_save_could_not_hold_begins_no_game(seed: Any) -> None:
    with pytest.raises(Malformed, match="a seed is a whole number"):
        hexfront.new("outpost/skirmish", seed=seed)
    greatest = hexfront.new("outpost/skirmish", seed=2**63 - 1)
    assert save.from_bytes(save.as_bytes(greatest), find_title).origin == greatest.origin
    assert hexfront.position(greatest.position_text().text()).origin.seed == 2**63 - 1


@pytest.mark.parametrize("seed", [2**63, -(2**63), 2**300])
def test_a_seed_that_a_position_text_could_not_hold_begins_no_game(seed: int) -> None:
    with pytest.raises(Malformed, match="a seed lies between"):
        hexfront.new("outpost/skirmish", seed=seed)


def test_a_file_of_an_overlay_that_replaces_nothing_is_named(write_files: WriteFiles) -> None:
    text = (OUTPOST.data.root / "results.csv").read_text(encoding="utf-8")
    folder = write_files({"resuls.csv": text, "results.csv": text})
    said = f'{folder.name}/resuls.csv replaces no file (did you mean "results.csv"?)'
    assert hexfront.new("outpost", overlays=[folder]).notices == [said]
    written = hexfront.new("outpost").position_text().text()
    assert hexfront.position(written, overlays=[folder]).notices == [said]


def test_seeds_differ_and_equal_seeds_agree() -> None:
    digests = [hexfront.new("outpost/skirmish", seed=seed).position.digest() for seed in (1, 2, 1)]
    assert digests[0] == digests[2] != digests[1]


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("outpots/skirmish", {}, 'there is no title "outpots" (did you mean "outpost"?)'),
        ("outpost/skirmisch", {}, 'outpost has no scenario "skirmisch" (did you mean "skirmish"?)'),
        ("outpost/", {"fogg": "on"}, 'outpost/skirmish has no option "fogg" (did you mean "fog"?)'),
        ("outpost", {"fog": "thick"}, 'option "fog" may be on, off; not "thick"'),
    ],
)
def test_what_does_not_exist_is_named(name: str, options: dict[str, str], sentence: str) -> None:
    with pytest.raises(Malformed) as wrong:
        hexfront.new(name, options=options)
    assert sentence in str(wrong.value)


def test_options_change_the_set_up() -> None:
    assert check_options(OUTPOST, "skirmish", {}) == {"fog": "on", "cards": "off"}
    clear = hexfront.new("outpost/skirmish", options={"fog": "off"})
    assert not any(each.hidden or each.kind == "dummy" for each in position_of(clear).units.values())
    assert unit(hexfront.new("outpost/skirmish"), "r2").hidden


def test_a_setting_is_made_once() -> None:
    first = setting_of(OUTPOST, "skirmish", {"fog": "on"})
    assert setting_of(OUTPOST, "skirmish", {"fog": "on"}) is first
    overlay = Overlay("empty", {"remarks.csv": "#: provenance = printed\n#: about = x\na\n"})
    assert setting_of(OUTPOST, "skirmish", {"fog": "on"}, (overlay,)) is not first


def overlay_of(tmp_path: Path, name: str, text: str) -> Path:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_an_overlay_replaces_a_file(tmp_path: Path) -> None:
    text = (
        (OUTPOST.data.root / "setup.csv")
        .read_text(encoding="utf-8")
        .replace("r1,red,foot,0102", "r1,red,foot,0303")
    )
    game = hexfront.new("outpost/skirmish", overlays=[overlay_of(tmp_path, "setup.csv", text)])
    assert where(game, "r1") == "0303"
    assert game.origin.overlays[0].files == {"setup.csv": text}
    assert game.origin.data != hexfront.new("outpost/skirmish").origin.data


@pytest.mark.parametrize(
    ("name", "before", "after", "faults"),
    [
        (
            "setup.csv",
            "r1,red,foot,0102",
            "r1,red,foto,9999",
            ['setup.csv:4: unknown kind "foto" (did you mean "foot"?)'],
        ),
        ("setup.csv", "r1,red,foot,0102", "r1,red,foot,9999", ['setup.csv:4: "9999" is not on the board']),
        ("results.csv", "\n5,1,1,no", "", ["results.csv:11: 6 does not follow 4"]),
        (
            "units.csv",
            "foot,2,2,3",
            "foot,two,2,3",
            ['units.csv:4: column "strength": "two" is not a whole number'],
        ),
        (
            "board/hexes.csv",
            "0106,woods",
            "0106,wods",
            ['board/hexes.csv:9: unknown terrain "wods" (did you mean "woods"?)'],
        ),
    ],
)
def test_a_faulty_overlay_is_refused_with_file_and_line(
    tmp_path: Path, name: str, before: str, after: str, faults: list[str]
) -> None:
    own = (OUTPOST.data.root / name).read_text(encoding="utf-8")
    assert before in own
    folder = overlay_of(tmp_path, name, own.replace(before, after))
    with pytest.raises(DataError) as wrong:
        hexfront.new("outpost/skirmish", overlays=[folder])
    assert [str(fault).removeprefix(f"{tmp_path.name}/") for fault in wrong.value.faults] == faults


def test_an_overlay_must_be_a_folder_with_data(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        hexfront.new("outpost", overlays=[tmp_path / "nowhere"])
    with pytest.raises(DataError, match="holds no data file"):
        hexfront.new("outpost", overlays=[tmp_path])


def test_an_overlay_without_an_objective_is_refused(tmp_path: Path) -> None:
    text = "#: provenance = printed\n#: about = Nothing to fight over.\nhex,name,kinds\n"
    with pytest.raises(DataError, match="objective"):
        hexfront.new("outpost", overlays=[overlay_of(tmp_path, "board/places.csv", text)])


# Position texts


def test_a_position_text_is_a_game() -> None:
    game = outpost("unit red a horse 0204 steps=1 moved", "points red supply=2 plan=press")
    assert (unit(game, "a").steps, unit(game, "a").moved) == (1, True)
    assert position_of(game).points == {"red": 2, "blue": 4}
    assert position_of(game).plans == {"red": "press"}
    assert game.origin.start.startswith("title outpost\nscenario skirmish\n")


def test_the_dice_of_a_position_text_come_up() -> None:
    game = hexfront.position(
        "title outpost\nseed 3\ndice 6 1\nturn 1 attack red\nunit red a foot 0404\nunit blue b foot 0405\n"
    )
    game.play_words("attack 0405")
    assert game.journal[0].rolls[0].value == 6
    assert game.position.dice.fixed[-1:] != (6,)


DUEL = ("unit red a foot 0404", "unit blue b foot 0405")


def test_a_position_text_shares_the_dice_of_its_game() -> None:
    for seed in range(10):
        game = outpost(*DUEL, turn="1 attack red", seed=seed)
        again = hexfront.position(game.position_text().text())
        for each in (game, again):
            each.play_words("attack 0405")
        assert game.journal[0].rolls == again.journal[0].rolls


def test_a_position_text_tells_no_key_that_was_made_anew() -> None:
    game = outpost(*DUEL, turn="1 attack red", seed=3)
    game.play_words("attack 0405")
    game.rollback(0)
    text = game.position_text()
    assert text.seed not in (game.origin.seed, 0)
    assert str(game.position.dice.key) not in text.text()
    game.play(FreshDice("abc"), REFEREE)
    assert game.position_text().seed not in (text.seed, game.origin.seed)
    assert "abc" not in game.position_text().text()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("unit red a foot 9999", "9999"),
        ("unit red a cannon 0101", "cannon"),
        ("unit green a foot 0101", "green"),
        ("unit red a foot 0101 hiden", "hiden"),
        ("unit red a foot 0101 steps=many", "many"),
        ("unit red a", "unit"),
        ("points green supply=1", "green"),
        ("points red plan=dance", "dance"),
        ("turn 1 dance red", "dance"),
        ("turn 1 move red first=green", "green"),
        ("fought 9999", "9999"),
        ("soldier x", "soldier"),
        ("dice six", "dice"),
    ],
)
def test_a_fault_in_a_position_text_is_named_with_its_line(line: str, sentence: str) -> None:
    with pytest.raises(DataError) as wrong:
        hexfront.position(
            f"title outpost\nturn 1 move red\n{line}\nunit red z foot 0102\nunit blue b foot 0702\n"
        )
    (fault,) = wrong.value.faults
    assert fault.line == 3
    assert sentence in fault.what


def test_a_drawn_board_replaces_the_printed_one() -> None:
    game = hexfront.position(
        """
        title outpost
        board corner=0304
        | . w h
        | . - o
        hex 0504 elevation=1
        side 0304-0404 river
        place 0505 Hut kinds=objective
        turn 1 move red
        unit red a foot 0304
        unit blue b foot 0505
        """
    )
    board = position_of(game).setting.board
    assert sorted(board.labels) == ["0304", "0305", "0404", "0504", "0505"]
    assert board.terrain[board["0404"]] == "woods"
    assert position_of(game).setting.is_river(board["0304"], board["0404"])


def test_a_drawn_board_needs_an_objective() -> None:
    with pytest.raises(DataError, match="objective"):
        hexfront.position(
            "title outpost\nboard\n| . .\nturn 1 move red\nunit red a foot 0101\nunit blue b foot 0201\n"
        )


def test_the_title_may_be_started_without_the_facade() -> None:
    game = new_game(OUTPOST, "skirmish", seed=2)
    assert game.position.digest() == hexfront.new("outpost/skirmish", seed=2).position.digest()


def test_pieces_described_in_a_text_are_in_no_other_game() -> None:
    text = "title western-front\nscenario schlieffen-plan\nunit X 2716 nation=fr kind=inf values=6-4\n"
    one, other = hexfront.position(text), hexfront.position(text.replace("6-4", "7-4"))
    usual = hexfront.new("western-front/schlieffen-plan").position.setting
    described = one.position.setting.pieces.keys() - usual.pieces.keys()
    assert len(described) == 1
    key = described.pop()
    assert [game.position.setting.pieces[key].strength for game in (one, other)] == [6, 7]
    assert one.position.setting.board is usual.board  # which takes long to make, and is the same
