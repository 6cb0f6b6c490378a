"""Saved games: what is read back, what is left behind, and what is said about damaged files."""

from __future__ import annotations

import json
import os
import random
import shutil
import stat
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexfront
from hexfront.kernel import savefile, start
from hexfront.kernel.actions import PASS, FreshDice
from hexfront.kernel.errors import DataError, Drift, SaveError
from hexfront.kernel.game import Game
from hexfront.kernel.save import SNAPSHOT_EVERY, SUFFIX
from hexfront.kernel.save import load as load_with
from hexfront.kernel.save import save as save_to
from hexfront.kernel.title import REFEREE
from hexfront.seam import find_title
from outpost.orders import Attack, Join
from outpost.setting import OutpostSetting, Result
from tests.kernel.save_files import Lines, lines_of, step_lines, tamper
from tests.kernel.test_game import everything, long_talk
from tests.kernel.tiny import Say, Tiny, said, tiny
from tests.outpost.skirmish import outpost, position_of, unit, wander, where

CORPUS = Path(__file__).parents[1] / "saves"
DUEL = ("unit red a foot 0404", "unit blue b foot 0405", "unit red rd depot 0402", "unit blue bd depot 0406")


def saved(game: Game, folder: Path, name: str = "game") -> Path:
    path = folder / f"{name}{SUFFIX}"
    hexfront.save(game, path)
    return path


def played(seed: int, steps: int = 10_000) -> Game:
    return wander(hexfront.new("outpost/skirmish", seed=seed), random.Random(seed), steps)


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game."""
    return saved(played(21), tmp_path_factory.mktemp("saves"))


# Reading back


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(0, 160))
def test_a_game_is_read_back_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: int
) -> None:
    game = played(seed, steps)
    path = saved(game, tmp_path_factory.mktemp("save"))
    again = hexfront.load(path)
    assert everything(again) == everything(game)
    assert again.notices == []
    assert again.origin == game.origin
    assert saved(again, path.parent, "again").read_bytes() == path.read_bytes()
    replayed = hexfront.replay(path)
    assert everything(replayed) == everything(game)


@settings(max_examples=10)
@given(st.integers(0, 10_000), st.integers(0, 120))
def test_a_loaded_game_goes_on_like_the_one_that_was_saved(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: int
) -> None:
    game = played(seed, steps)
    again = hexfront.load(saved(game, tmp_path_factory.mktemp("save")))
    while not game.over:
        decision = game.decision
        action = random.Random(game.step).choice(sorted(decision.choices(), key=repr))
        game.play(action, decision.side)
        again.play(action, decision.side)
        assert again.position.digest() == game.position.digest()
    assert again.outcome == game.outcome


def test_7_7_losses_fall_the_same_whether_or_not_the_game_was_saved_between(tmp_path: Path) -> None:
    game = outpost(
        "unit blue b1 foot 0505",
        "unit blue b2 foot 0604",
        "unit red a foot 0404",
        "unit red c foot 0404",
        "unit red rd depot 0403",
        turn="1 move blue first=blue",
    )
    for name in ("b2", "b1"):  # b2 arrives first
        game.play_words(f"march {name} 0504")
        game.play(PASS)
    while (game.decision.side, game.decision.kind) != ("red", "attack"):
        game.play(PASS)
    again = hexfront.load(saved(game, tmp_path))
    for each in (game, again):
        each.fix_dice(6)
        each.play_all([Attack("0504"), Join("a"), Join("c")])
        assert "loses a step" in each.events[-1].text
    assert position_of(again).units == position_of(game).units


def test_one_can_go_back_in_a_loaded_game(tmp_path: Path) -> None:
    game = played(5, 60)
    again = hexfront.load(saved(game, tmp_path))
    for step in (59, 30, 1, 0):
        assert everything(again.branch(step)) == everything(game.branch(step))


def test_a_game_is_taken_up_at_its_newest_snapshot_and_its_opening_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(played(5, 60), tmp_path)
    newest = max(line["snapshot"] for line in lines_of(path) if "snapshot" in line)
    begun: list[int] = []
    begin = Game._begin

    def counted(self: Game) -> None:
        begun.append(self.step)
        begin(self)

    monkeypatch.setattr(Game, "_begin", counted)
    again = hexfront.load(path)
    assert begun == [newest]
    assert again.step == 60


def test_a_snapshot_from_which_the_rules_can_no_longer_go_on_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(played(5, 60), tmp_path)
    begin = Game._begin

    def fails_late(self: Game) -> None:
        if self.step:
            raise LookupError("a rule that is not made for this")
        begin(self)

    monkeypatch.setattr(Game, "_begin", fails_late)
    assert hexfront.load(path).step == 60


def test_snapshots_are_written_now_and_then(tmp_path: Path) -> None:
    game = wander(tiny(long_talk), random.Random(0), 700)
    path = tmp_path / f"talk{SUFFIX}"
    save_to(game, path)
    snapshots = [line["snapshot"] for line in lines_of(path) if "snapshot" in line]
    assert snapshots[-1] == 700
    assert all(after - before >= SNAPSHOT_EVERY for before, after in pairwise(snapshots[:-1]))
    assert len(snapshots) >= 3
    again = load_with(path, lambda _name: Tiny(long_talk))
    assert said(again) == said(game)
    assert again.events == game.events
    assert said(again.branch(450)) == said(game.branch(450))
    again.play(Say("a"))
    assert again.step == 701


def test_a_fresh_game_can_be_saved(tmp_path: Path) -> None:
    game = hexfront.new("outpost/skirmish", seed=3, options={"fog": "off"})
    again = hexfront.load(saved(game, tmp_path))
    assert everything(again) == everything(game)
    assert again.origin.options == {"fog": "off", "cards": "off"}


def test_secret_answers_and_fixed_dice_survive(tmp_path: Path) -> None:
    game = hexfront.new("outpost/skirmish", seed=3)
    game.play_words("plan raid", by="blue")
    game.fix_dice(6, 5)
    again = hexfront.load(saved(game, tmp_path))
    assert [decision.side for decision in again.decisions] == ["red"]
    again.play_words("plan hold", by="red")
    assert position_of(again).plans == {"red": "hold", "blue": "raid"}
    assert again.position.dice.fixed == (6, 5)


def test_orders_can_still_be_taken_back_whole(tmp_path: Path) -> None:
    game = outpost("unit red a foot 0102")
    game.play_words("march a 0103")
    again = hexfront.load(saved(game, tmp_path))
    again.undo()
    assert (again.step, where(again, "a")) == (0, "0102")


def test_orders_survive_a_replay(tmp_path: Path) -> None:
    game = outpost("unit red a foot 0102")
    game.play_words("march a 0103")
    assert everything(hexfront.replay(saved(game, tmp_path))) == everything(game)


def test_a_seed_of_any_size_can_be_saved(tmp_path: Path) -> None:
    for seed in (-1, 2**63 - 1, 1 - 2**63):
        game = hexfront.new("outpost/skirmish", seed=seed)
        assert everything(hexfront.load(saved(game, tmp_path))) == everything(game)


def test_the_same_game_is_the_same_in_another_process(tmp_path: Path) -> None:
    path = saved(played(8), tmp_path)
    program = "import hexfront, sys; print(hexfront.replay(sys.argv[1]).position.digest())"
    digests = {
        subprocess.run(
            [sys.executable, "-c", program, str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "77")
    }
    assert digests == {played(8).position.digest()}


# Boards and overlays


def test_a_drawn_board_is_saved_with_the_game(tmp_path: Path) -> None:
    game = hexfront.position(
        """
        title outpost
        scenario skirmish
        seed 4
        board corner=0101 shifted=odd
        | . w .
        | . o -
        side 0101-0102 river
        place 0202 Hut kinds=objective
        turn 1 attack red
        unit red a foot 0101
        unit blue b foot 0201
        """
    )
    assert len(position_of(game).setting.board) == 5
    game.play_words("attack 0201")
    again = hexfront.load(saved(game, tmp_path))
    assert everything(again) == everything(game)
    assert len(position_of(again).setting.board) == 5
    assert everything(hexfront.replay(tmp_path / f"game{SUFFIX}")) == everything(game)


def test_a_position_text_need_not_name_the_scenario(tmp_path: Path) -> None:
    game = hexfront.position("title outpost\nturn 1 move red\nunit red a foot 0101\nunit blue b foot 0701\n")
    assert everything(hexfront.load(saved(game, tmp_path))) == everything(game)


@pytest.fixture
def strong_horses(tmp_path: Path) -> Path:
    folder = tmp_path / "strong-horses"
    folder.mkdir()
    text = (find_title("outpost").data.root / "units.csv").read_text(encoding="utf-8")
    (folder / "units.csv").write_text(text.replace("horse,1,", "horse,9,"), encoding="utf-8")
    return folder


def test_overlays_travel_in_the_save(tmp_path: Path, strong_horses: Path) -> None:
    game = hexfront.new("outpost/skirmish", seed=1, overlays=[strong_horses])
    path = saved(wander(game, random.Random(1), 20), tmp_path)
    shutil.rmtree(strong_horses)
    again = hexfront.load(path)
    assert position_of(again).setting.kinds["horse"].strength == 9
    assert everything(again) == everything(game)
    assert again.notices == []


def test_an_overlay_may_hold_any_text(tmp_path: Path, strong_horses: Path) -> None:
    remark = "# next line \x85 and line separator \u2028 end\n"
    (strong_horses / "remarks.csv").write_text(remark, encoding="utf-8")
    game = hexfront.new("outpost/skirmish", seed=1, overlays=[strong_horses])
    assert everything(hexfront.load(saved(game, tmp_path))) == everything(game)


# Rules and data that changed


def test_a_tampered_digest_is_found_where_it_stands(whole_game: Path) -> None:
    def change(lines: Lines) -> None:
        step_lines(lines)[40]["digest"] = "0" * 16

    with pytest.raises(Drift) as drift:
        hexfront.replay(tamper(whole_game, change))
    assert drift.value.step == 41
    assert "the position differs" in drift.value.what


def test_tampered_dice_are_found_where_they_stand(whole_game: Path) -> None:
    thrown: list[int] = []

    def change(lines: Lines) -> None:
        for step, line in enumerate(step_lines(lines), 1):
            if line.get("rolls") and not thrown:
                roll = line["rolls"][0]
                roll["value"] = roll["value"] % 6 + 1
                thrown.append(step)

    copy = tamper(whole_game, change)
    with pytest.raises(Drift, match="the dice fell") as drift:
        hexfront.replay(copy)
    assert [drift.value.step] == thrown


def test_a_step_that_is_no_longer_legal_is_found(whole_game: Path) -> None:
    def change(lines: Lines) -> None:
        step_lines(lines)[10]["action"] = {"do": "go", "to": "9999"}

    with pytest.raises(Drift, match="may no longer do this") as drift:
        hexfront.replay(tamper(whole_game, change))
    assert drift.value.step == 11


def mid_combat() -> Game:
    """Blue is to give ground after an attack; the last station is before it."""
    game = outpost(*DUEL, turn="1 attack red")
    game.fix_dice(3)
    game.play(Attack("0405"))
    assert game.decision.kind == "give ground"
    return game


def change_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every attack costs both a step."""
    before = OutpostSetting.__init__

    def harsher(self: OutpostSetting, *arguments: Any) -> None:
        before(self, *arguments)
        self.results = {total: Result(total, 1, 1, False) for total in self.results}

    monkeypatch.setattr(OutpostSetting, "__init__", harsher)
    monkeypatch.setattr(start, "_kept", {})  # rules change between two processes, not in one


def test_after_a_change_of_rules_the_game_stands_where_it_still_agrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = mid_combat()
    game.play_words("lose")
    path = saved(game.branch(2), tmp_path)
    content = path.read_bytes()
    change_the_rules(monkeypatch)
    again = hexfront.load(path)
    assert again.step == 1
    assert again.decision.kind == "attack"
    assert again.position.digest() == game.branch(1).position.digest()
    assert len(again.notices) == 1
    assert "stands at step 1, the newest that still agrees; 1 later steps are left out" in again.notices[0]
    assert path.read_bytes() == content
    with pytest.raises(Drift) as drift:
        hexfront.replay(path)
    assert drift.value.step == 2
    again.play(Attack("0405"))
    assert unit(again, "a").steps == 1


def test_a_newer_snapshot_outlives_a_change_of_rules_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = mid_combat()
    game.play_words("lose")
    assert game.stations[-1].step == game.step
    path = saved(game, tmp_path)
    change_the_rules(monkeypatch)
    again = hexfront.load(path)
    assert (again.step, again.notices) == (game.step, [])
    assert again.position.digest() == game.position.digest()


def test_a_change_of_version_or_data_is_told(tmp_path: Path, whole_game: Path) -> None:
    def change(lines: Lines) -> None:
        lines[0]["origin"]["title_version"] = "0"
        lines[0]["origin"]["data"] = "other"

    again = hexfront.load(tamper(whole_game, change))
    assert len(again.notices) == 2
    assert "saved with outpost 0, played with 1" in again.notices[0]
    assert "the data of outpost has changed" in again.notices[1]
    assert again.over


def test_a_snapshot_of_another_shape_is_passed_over(whole_game: Path) -> None:
    def change(lines: Lines) -> None:
        for line in lines:
            if "snapshot" in line:
                line["position"] = {"dice": {"state": 1}}

    again = hexfront.load(tamper(whole_game, change))
    assert again.over
    assert again.notices == []


def test_options_added_since_take_their_defaults(whole_game: Path) -> None:
    def change(lines: Lines) -> None:
        lines[0]["origin"]["options"] = {}

    assert hexfront.load(tamper(whole_game, change)).over


# Files that cannot be used


def refused(path: Path) -> str:
    """The one sentence with which both load and replay refuse a file."""
    with pytest.raises(SaveError) as loading:
        hexfront.load(path)
    with pytest.raises(SaveError) as replaying:
        hexfront.replay(path)
    assert not isinstance(loading.value, Drift)
    assert str(loading.value) == str(replaying.value)
    assert "\n" not in str(loading.value)
    assert str(path.parent) not in str(loading.value)
    return str(loading.value)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not a Hexfront game"),
        (b"\x00\x01\xff\xfe", "is not a Hexfront game"),
        (b"PK\x03\x04", "is not a Hexfront game"),
        (b"move a 0304\n", "is not a Hexfront game"),
        (b"[1, 2]\n", "is not a Hexfront game"),
        (b'{"chess": 1}\n', "is not a Hexfront game"),
        (b'{"hexfront": 99}\n', "has format 99, this Hexfront reads 1: use a newer Hexfront"),
        (
            b"hexfront packed 2\n\x00",
            "is packed as this Hexfront cannot read it: use a newer Hexfront",
        ),
        (b'{"hexfront": 0}\n', "has format 0, this Hexfront reads 1: no Hexfront has written such games"),
        (b'{"hexfront": "1"}\n', "is damaged in line 1: its format is no number"),
        (b'{"hexfront": 1}\n', "is damaged in line 1"),
        (b'{"hexfront": 1, "origin": {"title": "outpost", "scenario": "skirmish"}}\n', "is cut off"),
    ],
)
def test_foreign_files_are_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / f"odd{SUFFIX}"
    path.write_bytes(content)
    assert sentence in refused(path)


@pytest.mark.parametrize("place", [0, 1, -1])
def test_a_file_that_is_nested_too_deeply_is_refused(whole_game: Path, tmp_path: Path, place: int) -> None:
    lines = whole_game.read_text().splitlines()
    lines[place] = lines[place][:-1] + ',"deep":' + "[" * 200_000 + "]" * 200_000 + "}"
    path = tmp_path / f"deep{SUFFIX}"
    path.write_text("\n".join(lines) + "\n")
    assert refused(path)


def test_files_that_are_not_there_or_no_files_are_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "nothing.hexfront") == "there is no file nothing.hexfront"
    (tmp_path / "folder.hexfront").mkdir()
    assert refused(tmp_path / "folder.hexfront").startswith("folder.hexfront cannot be read: ")


def test_a_file_that_may_not_be_read_is_refused(whole_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(self: Path, mode: str) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbidden)
    assert refused(whole_game) == f"{whole_game.name} cannot be read: Permission denied"


def test_a_file_that_goes_on_for_ever_is_refused(whole_game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(savefile, "LARGEST", 2000)
    assert refused(Path("/dev/zero")) == "zero is larger than any game"
    assert refused(whole_game) == f"{whole_game.name} is larger than any game"


def test_a_number_that_no_position_holds_is_no_snapshot(whole_game: Path) -> None:
    def change(lines: Lines) -> None:
        for line in lines:
            if "snapshot" in line:
                line["position"]["turn"] = 2**70

    again = hexfront.load(tamper(whole_game, change))
    assert again.over
    assert again.notices == []


def test_a_game_begun_anew_counts_what_was_told_at_its_beginning_anew(
    whole_game: Path, tmp_path: Path
) -> None:
    """Other words before the first step, as after a change of the program."""

    def change(lines: Lines) -> None:
        lines[0]["events"] = [{"text": "once more was said"}] * 3
        lines[:] = [line for line in lines if "snapshot" not in line]

    again = hexfront.load(tamper(whole_game, change))
    assert again.over
    assert everything(hexfront.load(saved(again, tmp_path))) == everything(again)
    assert again.told_before(0) == hexfront.load(whole_game).told_before(0)


def test_a_file_cut_off_anywhere_is_refused(whole_game: Path, tmp_path: Path) -> None:
    content = whole_game.read_bytes()
    path = tmp_path / f"cut{SUFFIX}"
    chance = random.Random(0)
    for length in [*chance.sample(range(1, len(content)), 30), len(content) - 1]:
        path.write_bytes(content[:length])
        sentence = refused(path)
        assert "is cut off" in sentence or "is not a Hexfront game" in sentence


def test_a_file_damaged_anywhere_is_refused(whole_game: Path, tmp_path: Path) -> None:
    content = whole_game.read_bytes()
    path = tmp_path / f"bad{SUFFIX}"
    chance = random.Random(0)
    last = content.rstrip(b"\n").rindex(b"\n")
    for at in (*chance.sample(range(len(content)), 40), *range(last, len(content))):
        spoilt = bytes([content[at] ^ 1])
        path.write_bytes(content[:at] + spoilt + content[at + 1 :])
        refused(path)


def test_a_damaged_line_is_named(whole_game: Path, tmp_path: Path) -> None:
    lines = whole_game.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[6] = "{" + lines[6]
    path = tmp_path / f"bad{SUFFIX}"
    path.write_text("".join(lines), encoding="utf-8")
    assert refused(path) == f"{path.name} is damaged in line 7"


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("title", "outpots", 'there is no title "outpots" (did you mean "outpost"?)'),
        ("scenario", "skirmisch", 'no scenario "skirmisch"'),
        ("options", {"weather": "on"}, 'no option "weather"'),
        ("options", {"fog": "thick"}, "may be on, off"),
        ("start", "title outpost\nunit red a cannon 0101\n", "cannon"),
        ("start", "nonsense\n", "title NAME"),
        ("overlays", [{"name": "mine", "files": {"units.csv": "kind\n"}}], "units.csv"),
    ],
)
def test_an_origin_that_does_not_exist_is_refused(
    whole_game: Path, key: str, value: object, sentence: str
) -> None:
    def change(lines: Lines) -> None:
        lines[0]["origin"][key] = value

    copy = tamper(whole_game, change)
    with pytest.raises(SaveError) as refusal:
        hexfront.load(copy)
    assert sentence in str(refusal.value)
    assert copy.name in str(refusal.value)


def test_an_unknown_action_is_refused(whole_game: Path) -> None:
    def change(lines: Lines) -> None:
        step_lines(lines)[2]["action"] = {"do": "teleport"}

    with pytest.raises(SaveError, match=r"cannot be read at step 3: no action is called .teleport"):
        hexfront.load(tamper(whole_game, change))


# Writing


@pytest.mark.parametrize("call", ["replace", "fsync"])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    game = played(3, 10)
    path = saved(game, tmp_path)
    content = path.read_bytes()
    wander(game, random.Random(0), 10)

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(SaveError, match=r"game\.hexfront cannot be written: No space left on device"):
        hexfront.save(game, path)
    monkeypatch.undo()
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_write_killed_in_the_middle_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(3, 10)
    path = saved(game, tmp_path)
    content = path.read_bytes()
    wander(game, random.Random(0), 10)

    def killed(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(KeyboardInterrupt):
        hexfront.save(game, path)
    monkeypatch.undo()
    assert path.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
    expected = played(3, 10)
    expected.fingerprint()
    assert everything(hexfront.load(path)) == everything(expected)
    hexfront.save(game, path)
    assert hexfront.load(path).step == game.step


def test_a_link_to_a_file_stays_one_and_leads_to_what_was_written(tmp_path: Path) -> None:
    game = played(3, 10)
    (tmp_path / "elsewhere").mkdir()
    path = saved(game, tmp_path / "elsewhere")
    link = tmp_path / "link.hexfront"
    link.symlink_to(path)
    wander(game, random.Random(0), 10)
    hexfront.save(game, link)
    assert link.is_symlink()
    assert hexfront.load(path).step == game.step


def test_whoever_could_not_read_a_file_cannot_read_the_next(tmp_path: Path) -> None:
    game = played(3, 10)
    path = saved(game, tmp_path)
    for mode in (0o600, 0o640):
        path.chmod(mode)
        hexfront.save(game, path)
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(SaveError, match="pipe cannot be written: it is no file"):
        hexfront.save(played(3, 10), path)
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


def test_places_that_cannot_be_written_to_are_refused(tmp_path: Path) -> None:
    game = played(3, 10)
    with pytest.raises(SaveError, match="cannot be written"):
        hexfront.save(game, tmp_path / "no-such-folder" / "game.hexfront")
    (tmp_path / "folder.hexfront").mkdir()
    with pytest.raises(SaveError, match="cannot be written"):
        hexfront.save(game, tmp_path / "folder.hexfront")
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(SaveError, match="cannot be written"):
        hexfront.save(game, tmp_path / "file" / "game.hexfront")


def test_every_line_of_a_file_is_json(whole_game: Path) -> None:
    lines = lines_of(whole_game)
    assert lines[0]["hexfront"] == 1
    assert lines[-1]["end"] == len(step_lines(lines))
    for line in step_lines(lines):
        assert line["by"] in ("red", "blue")
        assert "do" in line["action"]


def test_the_whole_story_is_in_the_file(whole_game: Path) -> None:
    told = [event["text"] for line in step_lines(lines_of(whole_game)) for event in line.get("events", ())]
    assert told == [event.text for event in hexfront.replay(whole_game).events]


# The corpus: saves that were once written and must always load


@pytest.mark.parametrize("path", sorted(CORPUS.glob(f"*{SUFFIX}")), ids=lambda path: path.stem)
def test_an_old_save_still_loads(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    leaves = expected.pop("leaves", None)
    game = hexfront.load(path)
    told = {
        "step": game.step,
        "digest": game.position.digest(),
        "outcome": game.outcome,
        "waiting": [decision.side for decision in game.decisions],
        "kinds": [decision.kind for decision in game.decisions],
    }
    assert told == expected
    assert not any("left out" in notice for notice in game.notices)
    if leaves is not None:
        with pytest.raises(Drift) as drift:
            hexfront.replay(path)
        assert drift.value.step == leaves["step"], leaves["why"]
    elif not game.mail:
        again = hexfront.replay(path)
        assert again.position.digest() == game.position.digest()
        # Their words have been mended since, and what they tell beside them has grown: the dice, and who
        # takes which part.
        told_again = [(event.kind, event.rules) for event in again.events]
        assert told_again == [(event.kind, event.rules) for event in game.events]


def test_an_old_save_goes_on_with_the_dice_it_began_with(tmp_path: Path) -> None:
    game = hexfront.load(CORPUS / "rolled-back.hexfront")
    assert game.origin.dice == ""
    begun = game.step
    wander(game, random.Random(5))
    assert any(entry.rolls for entry in game.journal[begun:])
    assert all(roll.label == "" for entry in game.journal for roll in entry.rolls)
    assert isinstance(game.position.dice.key, int)
    again = hexfront.replay(saved(game, tmp_path))
    assert again.position.digest() == game.position.digest()


def test_an_old_game_can_be_given_dice_with_a_key(tmp_path: Path) -> None:
    game = hexfront.load(CORPUS / "rolled-back.hexfront")
    begun = game.step
    game.play(FreshDice("a key"), REFEREE)
    wander(game, random.Random(5))
    assert any(entry.rolls for entry in game.journal[begun:])
    assert all(roll.label for entry in game.journal[begun:] for roll in entry.rolls)
    path = saved(game, tmp_path)
    assert hexfront.load(path).position.digest() == game.position.digest()
    assert hexfront.replay(path).position.digest() == game.position.digest()


def test_other_words_for_a_die_are_no_other_die(tmp_path: Path) -> None:
    """A game whose rules say the same in other words still agrees with its journal."""

    def reword(lines: Lines) -> None:
        for line in step_lines(lines):
            for roll in line.get("rolls", ()):
                roll["purpose"] = "something"

    path = tamper(saved(played(120), tmp_path), reword)
    assert "something" in path.read_text(encoding="utf-8")
    assert hexfront.load(path).notices == []
    hexfront.replay(path)


def test_there_are_old_saves_of_every_title() -> None:
    titles = [hexfront.load(path).origin.title for path in CORPUS.glob(f"*{SUFFIX}")]
    assert {title: titles.count(title) >= 3 for title in hexfront.title_names()} == dict.fromkeys(
        hexfront.title_names(), True
    )


def test_a_faulty_position_text_is_refused_with_its_lines() -> None:
    with pytest.raises(DataError) as wrong:
        hexfront.position("title outpost\nturn 1 move red\nunit red a cannon 0101\nsoldier x\n")
    assert [fault.line for fault in wrong.value.faults] == [3, 4]
    assert msgspec.to_builtins(wrong.value.faults[0])["file"] == "position"
