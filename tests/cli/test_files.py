"""Files that are damaged, old, foreign, or not files at all."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hexfront
from hexfront.cli import COMMANDS, main
from hexfront.kernel.fairness import commitment, fresh_dice
from hexfront.kernel.savefile import check
from hexfront.kernel.title import REFEREE
from tests.cli.conftest import Run
from tests.outpost.skirmish import wander


def damaged(whole: bytes, way: str) -> bytes:
    lines = whole.splitlines(keepends=True)
    match way:
        case "truncated":
            return whole[: len(whole) // 2]
        case "last line gone":
            return b"".join(lines[:-1])
        case "flipped":
            at = len(lines[0]) + len(lines[1]) // 2
            return whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        case "future":
            return whole.replace(b'{"hexfront":1', b'{"hexfront":99')
        case "foreign":
            return b"PK\x03\x04 not a game \xff\xfe"
        case "other json":
            return b'{"name": "something else"}\n'
        case "nested":
            return lines[0][:-2] + b',"deep":' + b"[" * 200_000 + b"}\n" + b"".join(lines[1:])
        case "text":
            return b"Dear Sir,\n"
        case _:
            return b""


WAYS = (
    "truncated",
    "last line gone",
    "flipped",
    "future",
    "foreign",
    "other json",
    "nested",
    "text",
    "empty",
)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", ["show", "choices", "do", "undo", "replay", "verify", "check", "play"])
def test_a_file_that_cannot_be_used_is_told_in_one_line_and_left_alone(
    run: Run, game: Path, way: str, command: str
) -> None:
    run("do game.hexfront plan raid / plan hold / march r1 0202")
    bad = damaged(game.read_bytes(), way)
    game.write_bytes(bad)
    result = run(f"{command} game.hexfront{' pass' if command == 'do' else ''}", code=2)
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("game.hexfront ")
    assert result.stdout == ""
    assert game.read_bytes() == bad
    if way == "future":
        assert "use a newer Hexfront" in result.stderr


def test_no_flipped_byte_is_ever_a_traceback_or_another_game(run: Run, game: Path) -> None:
    run("do game.hexfront plan raid / plan hold / march r1 0202")
    whole = game.read_bytes()
    right = hexfront.load(game).position.digest()
    draw = random.Random(1)
    for _ in range(150):
        at = draw.randrange(len(whole))
        game.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << draw.randrange(8))]) + whole[at + 1 :])
        try:
            assert hexfront.load(game).position.digest() == right
        except hexfront.SaveError:
            continue


def test_a_folder_and_a_missing_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "folder.hexfront").mkdir()
    assert "cannot be read" in run("show folder.hexfront", code=2).stderr
    assert "there is no file" in run("do nowhere.hexfront pass", code=2).stderr


def rewritten(path: Path, old: str, new: str) -> None:
    """Change a save and make its check line agree, as if an older Hexfront had written it so."""
    lines = path.read_text().splitlines(keepends=True)
    body = "".join(lines[:-1]).replace(old, new)
    assert body != "".join(lines[:-1])
    recorded = lines[-1].rpartition('"check":"')[0]
    path.write_text(f'{body}{recorded}"check":"{check(body)}"}}\n')


def test_when_rules_have_changed_the_old_file_is_kept(run: Run, game: Path, tmp_path: Path) -> None:
    run("do game.hexfront plan raid / plan hold")
    run("do game.hexfront march r1 0202")
    last = hexfront.load(game).journal[-1].digest
    rewritten(game, f'"digest":"{last}"', '"digest":"0000000000000000"')
    old = game.read_bytes()
    assert "1 later steps are left out" in run("show game.hexfront").stderr
    assert not (tmp_path / "game.hexfront.before-1").exists()
    result = run("do game.hexfront pass")
    assert "kept as game.hexfront.before-1" in result.stderr
    assert (tmp_path / "game.hexfront.before-1").read_bytes() == old
    assert hexfront.load(game).step == 4
    run("do game.hexfront pass")
    assert not (tmp_path / "game.hexfront.before-2").exists()


def test_replay_names_the_first_step_that_differs(run: Run, game: Path) -> None:
    run("do game.hexfront plan raid / plan hold / march r1 0202")
    told = run("replay game.hexfront").stdout
    assert told.startswith("4 steps agree, digest ")
    fingerprints = sum(1 for entry in hexfront.load(game).journal if entry.digest)
    assert fingerprints < 4
    assert f"dice were compared at every step, positions at {fingerprints}\n" in told
    assert "seen by referee" in run("replay game.hexfront --step 2").stdout
    assert "the game has 4" in run("replay game.hexfront --step 9", code=2).stderr
    rewritten(game, f'"digest":"{hexfront.load(game).journal[3].digest}"', '"digest":"0000000000000000"')
    assert "at step 4" in run("replay game.hexfront", code=2).stderr
    run("replay game.hexfront --step 2")


SECRETS = {"blue": "two", "host": "three", "red": "one"}
PROMISED = {party: commitment(party, secret) for party, secret in SECRETS.items()}


def fair_game(path: Path) -> None:
    """Write a game whose dice were made of secrets, with dice thrown before and since."""
    game = hexfront.new("outpost/skirmish", seed=3)
    wander(game, random.Random(3), 120)
    game.play(fresh_dice(PROMISED, SECRETS), REFEREE)
    wander(game, random.Random(3), 60)
    hexfront.save(game, path)


def test_verify_says_which_dice_nobody_chose(run: Run, tmp_path: Path) -> None:
    fair_game(tmp_path / "fair.hexfront")
    said = run("verify fair.hexfront --share red=one").stdout
    assert "dice of one who could choose them" in said
    assert "dice made of secrets of blue, host, red\n" in said
    assert "wrong" not in said
    assert "made of the secret red gave" in run("verify fair.hexfront --share red=two", code=1).stdout
    assert "PARTY=SECRET" in run("verify fair.hexfront --share two", code=2).stderr


def test_verify_finds_a_secret_and_a_die_that_were_changed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fair.hexfront"
    fair_game(path)
    rewritten(path, "host=three", "host=other")
    assert "wrong: step 121: the secret of host" in run("verify fair.hexfront", code=1).stdout
    fair_game(path)
    game = hexfront.load(path)
    at, entry = next((at, entry) for at, entry in enumerate(game.journal, 1) if at > 121 and entry.rolls)
    die = entry.rolls[0]
    fell = f'"value":{{}},"purpose":"{die.purpose}","rule":"{die.rule}","label":"{die.label}"'
    rewritten(path, fell.format(die.value), fell.format(die.value % 6 + 1))
    assert f"at step {at}: the dice fell" in run("verify fair.hexfront", code=2).stderr


def command(*words: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """The real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "hexfront", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **variables},
    )


def test_exit_codes_of_the_real_command(tmp_path: Path) -> None:
    path = str(tmp_path / "game.hexfront")
    assert command("new", "outpost", "-o", path).returncode == 0
    refused = command("do", path, "plan", "win")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.endswith("[1.2]\n")
    assert command("do", path, "fly").returncode == 2
    assert command("show", str(tmp_path)).returncode == 2
    assert command("fly").returncode == 2
    assert command("play", path, stdin="plan raid\nplan hold\n").returncode == 0
    assert command("replay", path).stdout.startswith("2 steps agree")


def test_help_answers_at_once(tmp_path: Path) -> None:
    caches = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    assert "Commands:" in command("--help", **caches).stdout  # the first run writes the bytecode
    # Time on the processor, against a loop that takes a quiet machine of ours 16 ms: what others do on the
    # machine must not decide. The first run that is quick enough will do.
    for _ in range(15):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command("--help", **caches)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if used < 0.15 * max(1.0, loop() / 0.016):
            return
    pytest.fail(f"hexfront --help takes {used:.3f} s")


def loop() -> float:
    """Seconds on the processor for a fixed piece of work."""
    began = time.process_time()
    total = 0
    for number in range(400_000):
        total += number % 7
    return time.process_time() - began


def test_help_imports_no_command() -> None:
    code = "import sys, hexfront.cli as cli; cli.main(['--help'], standalone_mode=False); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not [name for name in COMMANDS.values() if f"hexfront.cli.{name.module}" in done.stdout.split()]
    assert "hexfront.proof" not in done.stdout


def test_the_summary_of_each_command_is_its_own(run: Run) -> None:
    for name, place in COMMANDS.items():
        text = run(f"{name} --help").stdout
        assert place.summary in " ".join(text.split())
        found = main.get_command(None, name)  # type: ignore[arg-type]
        assert found is not None
        assert found.name == name


def test_every_command_takes_json(run: Run) -> None:
    groups = ("mail", "map", "staff")
    for name in (*COMMANDS, "mail out", "mail in", "map build", "map draw", "staff ask", "staff bench"):
        if name not in groups:
            assert "--json" in run(f"{name} --help").stdout


def test_words_that_are_not_text_are_refused_like_others(game: Path) -> None:
    for more in ((), ("--json",)):
        done = subprocess.run(
            [sys.executable, "-m", "hexfront", "do", str(game), "plan", b"\xff", *more],
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("seed", ["-1", "99999999999999999999999"])
def test_a_seed_that_no_file_can_hold_is_refused(run: Run, tmp_path: Path, seed: str) -> None:
    assert "--seed" in run(f"new outpost --seed {seed} -o x.hexfront", code=2).stderr
    assert not (tmp_path / "x.hexfront").exists()


def test_what_the_system_refuses_is_told_in_one_line(run: Run, game: Path) -> None:
    """A name that is too long is only one of many reasons; nothing that a system says is a traceback."""
    for line in ("new outpost -o", "pack game.hexfront -o", "mail out game.hexfront --for red -o"):
        told = run(line, code=2, words=("x" * 300 + ".hexfront",)).stderr
        assert "File name too long" in told
        assert told.count("\n") == 1


def test_a_name_that_is_no_text_is_written_and_told(tmp_path: Path) -> None:
    words = [sys.executable.encode(), b"-m", b"hexfront", b"new", b"outpost", b"-o", b"\xff.hexfront"]
    told = subprocess.run(
        words,
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        check=False,
    )
    assert (told.returncode, told.stderr) == (0, b"")
    assert rb"\udcff.hexfront" in told.stdout


@pytest.mark.parametrize(
    "line",
    [
        "show game.hexfront --svg a.svg --scale nan",
        "map draw outpost --svg a.svg --scale nan",
        "map draw outpost --svg a.svg --scale 0",
        "map draw outpost --svg a.svg --scale -5",
        "map draw nosuch --svg a.svg",
        "map build ..",
        "show game.hexfront --layer nosuch",
        "compare random greedy --scenario outpost --out c --sequential --margin nan",
        "serve --port 0 --mail-command '",
        "serve --port 0 --rate nan",
    ],
)
def test_numbers_and_names_that_are_none_are_refused(run: Run, game: Path, line: str) -> None:
    before = sorted(each.name for each in game.parent.iterdir())
    told = run(line, code=2).stderr.splitlines()[-1]
    assert "no such file" not in told
    assert sorted(each.name for each in game.parent.iterdir()) == before
