"""Running a series: reproducible, resumable, in shards; nothing twice and nothing lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import hexfront
from hexfront.kernel.errors import Malformed, SaveError
from hexfront.seam import find_title
from hexfront.sim import Folder, Series, Shard, Task, make_series, run
from hexfront.sim.running import local
from hexfront.sim.series import make_arm
from hexfront.sim.working import work

SCENARIO = "outpost/skirmish"
PATIENT = 120  # seconds for a process to begin or end, on a machine that has much else to do


def series(players: str = "random", **more: Any) -> Series:
    return make_series(SCENARIO, [make_arm(find_title("outpost"), players)], **more)


def lines(folder: Path, name: str = "games.jsonl") -> list[dict[str, Any]]:
    """The results without the one thing that may differ: how long they took."""
    found = [json.loads(line) for line in (folder / name).read_text().splitlines()]
    return [{key: value for key, value in each.items() if key != "seconds"} for each in found]


def test_a_game_is_known_by_its_seed(tmp_path: Path) -> None:
    run(series(), 4, Folder(tmp_path))
    third = msgspec.json.decode(work(msgspec.json.encode(series()), Task(0, 3)).line)
    third.pop("seconds")
    assert lines(tmp_path)[2] == third
    assert len({each["digest"] for each in lines(tmp_path)}) == 4


def test_processes_give_what_one_process_gives(tmp_path: Path) -> None:
    run(series(), 6, Folder(tmp_path / "one"))
    run(series(), 6, Folder(tmp_path / "two"), engine=local(2))
    assert lines(tmp_path / "one") == lines(tmp_path / "two")


SHARING = """
import os, sys
from pathlib import Path
from hexfront.seam import find_title
from hexfront.sim import Folder, make_series, run
from hexfront.sim.running import is_alone, local
from hexfront.sim.series import make_arm

title, out = type(find_title("outpost")), Path(sys.argv[1])
made = title.setting

def setting(self, *words, **more):
    with (out / "made").open("a") as file:
        print(os.getpid(), file=file)
    return made(self, *words, **more)

title.setting = setting
assert is_alone()
series = make_series("outpost/skirmish", [make_arm(find_title("outpost"), "random")])
run(series, 6, Folder(out / "two"), engine=local(2))
assert {int(line) for line in (out / "made").read_text().split()} == {os.getpid()}
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="threads are not told here")
def test_processes_begin_with_what_was_worked_out_and_play_the_same_games(tmp_path: Path) -> None:
    """In a process of its own, since one with threads is not copied."""
    run(series(), 6, Folder(tmp_path / "one"))
    subprocess.run([sys.executable, "-c", SHARING, str(tmp_path)], check=True)
    assert lines(tmp_path / "one") == lines(tmp_path / "two")


def children_of(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children")
    return [int(each) for each in found.read_text().split()]


def _heed_interrupts() -> None:
    """Shells let what they begin in the background ignore Ctrl-C, and all that is begun from there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def started(words: Sequence[str], *, apart: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """A command at work, which is killed with all it has begun if what is asked of it does not come about."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        words,
        stdout=quiet,
        stderr=quiet,
        start_new_session=apart,
        preexec_fn=_heed_interrupts,  # noqa: PLW1509 - it takes no lock
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are not told here")
def test_nobody_plays_on_when_the_one_who_hands_out_games_is_killed(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "hexfront", "simulate", SCENARIO, "--games", "5000", "--players", "random"]
    words += ["--workers", "2", "--no-report", "--out", str(tmp_path / "run")]
    with started(words) as process:
        until = time.monotonic() + PATIENT
        games = tmp_path / "run" / "games.jsonl"
        while not games.exists() or not games.read_bytes():
            assert time.monotonic() < until
            time.sleep(0.02)
        playing = children_of(process.pid)
        assert len(playing) >= 2
        process.kill()
    while any(Path(f"/proc/{each}").exists() for each in playing):
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="processes are not told here")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["dataset", "whatif"])
def test_nobody_plays_on_when_a_command_is_stopped(tmp_path: Path, command: str, how: signal.Signals) -> None:
    game = tmp_path / "game.hexfront"
    hexfront.save(hexfront.new(SCENARIO, 3), game)
    asked = {
        "dataset": ["dataset", SCENARIO, "--out", str(tmp_path / "arrays")],
        "whatif": ["whatif", str(game)],
    }
    words = [sys.executable, "-m", "hexfront", *asked[command]]
    words += ["--games", "5000", "--players", "greedy", "--workers", "2"]
    with started(words) as process:
        until = time.monotonic() + PATIENT
        while len(playing := children_of(process.pid)) < 3:  # the third looks after what they share
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(1)
        process.send_signal(how)
        assert process.wait(PATIENT) != 0
    while any(Path(f"/proc/{each}").exists() for each in playing):
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_killed_run_goes_on_and_comes_to_the_same_results(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    run(series(), 60, Folder(whole))
    words = [sys.executable, "-m", "hexfront", "simulate", SCENARIO, "--games", "60", "--players", "random"]
    words += ["--workers", "2", "--no-report", "--out", str(broken)]
    with started(words, apart=True) as process:
        until = time.monotonic() + PATIENT
        games = broken / "games.jsonl"
        while not games.exists() or len(games.read_bytes().splitlines()) < 8:
            assert time.monotonic() < until
            assert process.poll() is None, "it was too quick to be killed"
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    before = len(games.read_bytes().splitlines())
    assert before < 60
    with games.open("ab") as file:
        file.write(b'{"seed":999,"arm":"","pla')  # a line that was being written
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    assert lines(broken) == lines(whole)
    played = run(series(), 60, Folder(broken))
    assert played == 0


@pytest.mark.parametrize("line", [b'{"seed":\n', b'{"seed":2,"steps":"many"}\n', b"\x00\n"])
def test_a_line_that_is_no_result_is_named(tmp_path: Path, line: bytes) -> None:
    run(series(), 2, Folder(tmp_path))
    games = tmp_path / "games.jsonl"
    first, second = games.read_bytes().splitlines(keepends=True)
    games.write_bytes(first + line + second)
    with pytest.raises(SaveError, match=r"games\.jsonl:2: this is no result"):
        Folder(tmp_path).records()
    assert games.read_bytes() == first + line + second


def test_nothing_is_played_on_behind_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    run(series(), 2, Folder(tmp_path))
    games = tmp_path / "games.jsonl"
    torn = games.read_bytes().replace(b'{"', b"{'", 1)
    games.write_bytes(torn)
    with pytest.raises(SaveError, match=r"games\.jsonl:1: this is no result .* take the line out"):
        run(series(), 4, Folder(tmp_path))
    assert games.read_bytes() == torn


def test_more_games_are_added_to_a_run(tmp_path: Path) -> None:
    assert run(series(), 3, Folder(tmp_path)) == 3
    assert run(series(), 5, Folder(tmp_path)) == 2
    assert [each["seed"] for each in lines(tmp_path)] == [1, 2, 3, 4, 5]


def test_a_folder_belongs_to_one_run(tmp_path: Path) -> None:
    run(series(), 1, Folder(tmp_path))
    with pytest.raises(SaveError, match=r"another run .*, with other players, options or data: take another"):
        run(series("greedy"), 1, Folder(tmp_path))
    kept = msgspec.structs.replace(series(), keep_games=True, first_seed=7)
    with pytest.raises(SaveError, match="with other --seed and --keep: take another folder, or the same"):
        run(kept, 1, Folder(tmp_path))
    with (
        Folder(tmp_path).keeping(series(), Shard()),
        pytest.raises(SaveError, match="being written"),
        Folder(tmp_path).keeping(series(), Shard()),
    ):
        pass


def test_shards_share_the_games_and_are_joined_again(tmp_path: Path) -> None:
    run(series(), 7, Folder(tmp_path / "whole"))
    for number in (1, 2, 3):
        run(series(), 7, Folder(tmp_path / "parts"), shard=Shard(number, 3))
    parts = [lines(tmp_path / "parts", f"games-{number}-of-3.jsonl") for number in (1, 2, 3)]
    assert [len(part) for part in parts] == [3, 2, 2]
    assert run(series(), 7, Folder(tmp_path / "parts")) == 0  # the other shards' games count
    assert Folder(tmp_path / "parts").records() != []
    seeds = [record.seed for record in Folder(tmp_path / "parts").records()]
    assert seeds == [1, 2, 3, 4, 5, 6, 7]
    digests = [record.digest for record in Folder(tmp_path / "parts").records()]
    assert digests == [record.digest for record in Folder(tmp_path / "whole").records()]


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/2/3"])
def test_a_shard_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="i/n"):
        Shard.read(text)


def test_a_game_that_does_not_end_is_written_down_as_stalled(tmp_path: Path) -> None:
    run(series(longest=10), 2, Folder(tmp_path))
    assert [record.broken for record in Folder(tmp_path).records()] == ["stalls: not over after 10 steps"] * 2


def test_games_and_orders_are_kept_if_asked_for(tmp_path: Path) -> None:
    import hexfront

    run(series("greedy", keep_games=True, keep_orders=True), 1, Folder(tmp_path))
    game = hexfront.replay(tmp_path / "saves" / "1.hexfront")
    (record,) = Folder(tmp_path).records()
    assert game.outcome == record.outcome
    assert game.position.digest() == record.digest
    text = (tmp_path / "orders" / "1.txt").read_text()
    assert "Turn 1" in text
    assert "choices" in text  # the reasons of greedy


def test_unknown_names_fail_before_the_first_game(tmp_path: Path) -> None:
    title = find_title("outpost")
    with pytest.raises(Malformed, match="general"):
        make_arm(title, "general")
    with pytest.raises(Malformed, match="no option"):
        make_series(SCENARIO, [make_arm(title, "random", {"fogg": "on"})])
    with pytest.raises(Malformed, match="2 sides"):
        make_arm(title, "random,random,random")
