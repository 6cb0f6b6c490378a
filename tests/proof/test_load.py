"""The load command: what it measures, and that it notices what is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from hexfront.cli import main
from hexfront.proof.killing import Witness, journal_of
from hexfront.proof.load import Options, Screen, measure, processor_seconds, summary
from hexfront.proof.serving import ServerProcess
from hexfront.proof.soak import rest
from hexfront.server.settings import Settings
from tests.server.running import RunningServer


def test_orders_reach_every_screen(tmp_path: Path) -> None:
    with RunningServer(Settings(database=str(tmp_path / "games.sqlite"))) as server:
        port = server.service.settings.port
        options = Options("outpost/skirmish", games=3, screens=4, seconds=2, every=0.2)
        figures = asyncio.run(measure(port, options))
    assert (figures.games, figures.connections) == (3, 12)
    assert figures.orders > 6
    assert figures.lost == figures.refused == 0
    assert 0 < figures.answered["median"] <= figures.answered["most"]
    assert figures.both["median"] > 0
    assert any("0 changes lost" in line for line in figures.lines())


def test_games_in_which_nobody_plays_are_weighed(tmp_path: Path) -> None:
    with ServerProcess(["--database", str(tmp_path / "games.sqlite")]) as server:
        rested = asyncio.run(rest(server.port, server.pid, "outpost/skirmish", games=5, seed=1))
    assert (rested.games, rested.orders) == (5, 5)
    assert 10 < rested.before <= rested.after
    assert rested.is_small
    assert not msgspec.structs.replace(rested, after=600.0).is_small


def test_several_servers_need_a_database_that_they_can_share() -> None:
    result = CliRunner().invoke(main, ["load", "outpost/skirmish", "--servers", "2"], catch_exceptions=False)
    assert result.exit_code == 2
    assert "--database postgresql" in result.stderr


def change(step: int, since: int) -> bytes:
    return msgspec.json.encode(
        {"type": "change", "step": step, "since": since, "waiting": [], "decision": None, "outcome": None}
    )


def test_a_gap_between_changes_is_noticed() -> None:
    screen = Screen("red")
    view = {"step": 0, "waiting": ["red"], "decision": None, "outcome": None}
    screen.take(msgspec.json.encode({"type": "view", "view": view}))
    screen.take(change(1, since=0))
    screen.take(change(3, since=2))
    assert screen.gaps == 1
    assert sorted(screen.arrivals) == [0, 1, 3]


def test_percentiles() -> None:
    assert summary([float(n) for n in range(1, 101)]) == {"median": 51, "p90": 91, "p99": 100, "most": 100}
    assert summary([])["median"] == 0


def test_the_work_of_a_process_that_is_gone_cannot_be_told() -> None:
    assert processor_seconds(2**30) is None


@pytest.mark.parametrize(
    ("kept", "faults"),
    [
        (["a", "b"], 0),  # all that was acknowledged
        (["a", "b", "c"], 0),  # and the one that was under way
        (["a"], 1),
        (["a", "x"], 1),
        (["a", "b", "x"], 1),
        (["a", "b", "c", "d"], 1),
    ],
)
def test_a_witness_notices_what_is_missing_or_too_much(
    kept: list[str], faults: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import random

    witness = Witness(1, "outpost/skirmish", random.Random(1))
    witness.journal = [{"do": each} for each in ("a", "b")]
    witness.under_way = [[*witness.journal, {"do": "c"}]]
    lines = [{"hexfront": 1}, *({"by": "red", "action": {"do": each}} for each in kept), {"end": 1}]
    file = b"\n".join(msgspec.json.encode(line) for line in lines)
    assert journal_of(file) == [{"do": each} for each in kept]

    async def stored() -> bytes:
        return file

    monkeypatch.setattr(witness, "file", stored)
    asyncio.run(witness.compare())
    assert len(witness.faults) == faults
