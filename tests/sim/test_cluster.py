"""The laboratory on Ray, where it is installed (`make cluster`), and what is said where it is not."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from hexfront.cli import main
from hexfront.kernel.errors import Malformed
from hexfront.sim import Folder

RAY = importlib.util.find_spec("ray") is not None
WORDS = ["simulate", "outpost/skirmish", "--games", "6", "--players", "random", "--no-report"]


@pytest.mark.skipif(RAY, reason="Ray is installed")
def test_without_ray_the_command_says_what_to_install(tmp_path: Path) -> None:
    found = CliRunner().invoke(main, [*WORDS, "--out", str(tmp_path), "--cluster", "local"])
    assert found.exit_code == 2
    assert 'install "hexfront[cluster]"' in found.output


@pytest.mark.skipif(not RAY, reason="needs the extra cluster")
def test_a_cluster_gives_what_this_machine_gives(tmp_path: Path) -> None:
    for name, more in (("here", ["--workers", "1"]), ("there", ["--cluster", "local"])):
        # In a process of its own: Ray leaves some of its own running for a while.
        words = [sys.executable, "-m", "hexfront", *WORDS, "--out", str(tmp_path / name), *more]
        done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=200)
        assert done.returncode == 0, done.stderr
    here, there = (Folder(tmp_path / name).records() for name in ("here", "there"))
    assert len(here) == 6
    assert [(each.seed, each.digest) for each in here] == [(each.seed, each.digest) for each in there]


@pytest.mark.skipif(not RAY, reason="needs the extra cluster")
def test_a_cluster_that_is_not_there_is_named() -> None:
    from hexfront.sim.cluster import cluster

    with pytest.raises(Malformed, match=r"no Ray cluster at .127\.0\.0\.1:1"):
        list(cluster("127.0.0.1:1")(b"", ()))


NODES = """
import sys, time
from pathlib import Path
from ray.cluster_utils import Cluster

out = Path(sys.argv[1])
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
second = cluster.add_node(num_cpus=1)
cluster.wait_for_nodes()
(out / "address").write_text(cluster.address)
print("two nodes", flush=True)
sys.stdin.readline()
cluster.remove_node(second, allow_graceful=False)
print("one is gone", flush=True)
sys.stdin.readline()
cluster.shutdown()
"""


@pytest.mark.timeout(600)
@pytest.mark.skipif(not RAY, reason="needs the extra cluster")
def test_two_nodes_give_the_same_games_though_one_is_killed_in_the_middle(tmp_path: Path) -> None:
    """Both nodes are on this machine; what the killed one was playing is played by the other."""
    words = [sys.executable, "-m", "hexfront", "simulate", "outpost/skirmish", "--players", "greedy"]
    words += ["--games", "60", "--no-report", "--out"]
    subprocess.run([*words, str(tmp_path / "here"), "--workers", "1"], check=True, capture_output=True)
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", NODES, str(tmp_path)], stdin=pipe, stdout=pipe, text=True
    ) as nodes:
        assert nodes.stdin is not None
        assert nodes.stdout is not None
        try:
            assert nodes.stdout.readline() == "two nodes\n"
            more = [str(tmp_path / "there"), "--cluster", (tmp_path / "address").read_text()]
            with subprocess.Popen([*words, *more], stdout=pipe, stderr=pipe, text=True) as playing:
                games = tmp_path / "there" / "games.jsonl"
                until = time.monotonic() + 200
                while not games.exists() or len(games.read_bytes().splitlines()) < 6:
                    assert playing.poll() is None, playing.stderr and playing.stderr.read()
                    assert time.monotonic() < until
                    time.sleep(0.02)
                print(file=nodes.stdin, flush=True)
                assert nodes.stdout.readline() == "one is gone\n"
                before = len(games.read_bytes().splitlines())
                _, wrong = playing.communicate(timeout=300)
                assert playing.returncode == 0, wrong
        finally:
            nodes.kill() if nodes.poll() is not None else print(file=nodes.stdin, flush=True)
    assert before < 60, "it was over before a node was killed"
    here, there = (Folder(tmp_path / name).records() for name in ("here", "there"))
    assert [(each.seed, each.digest) for each in here] == [(each.seed, each.digest) for each in there]
    assert len(there) == 60
