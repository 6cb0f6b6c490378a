"""The laboratory on Ray, where it is installed (`make cluster`), and what is said where it is not."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
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
