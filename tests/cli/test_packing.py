"""``hexfront pack``: one game, packed or readable."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_game_is_packed_and_made_readable_again(run: Run, game: Path) -> None:
    run("do game.hexfront", words=("plan raid",))
    said = json.loads(run("pack game.hexfront -o packed.hexfront --json").stdout)
    packed = game.with_name("packed.hexfront")
    assert (said["step"], said["bytes"]) == (1, packed.stat().st_size)
    run("do packed.hexfront --by blue", words=("plan hold",))  # it is played on as any other
    assert not packed.read_bytes().startswith(b"{")
    run("pack packed.hexfront -o text.hexfront --text")
    assert game.with_name("text.hexfront").read_text(encoding="utf-8").startswith('{"hexfront":1')
    again = [run(f"replay {name}.hexfront --json").stdout for name in ("text", "packed")]
    assert again[0] == again[1]
    assert "exists already" in run("pack game.hexfront -o text.hexfront", code=2).output


def test_a_damaged_packed_file_is_refused(run: Run, game: Path) -> None:
    run("pack game.hexfront -o packed.hexfront")
    packed = game.with_name("packed.hexfront")
    packed.write_bytes(packed.read_bytes()[:-3])
    for command in ("show packed.hexfront", "check packed.hexfront", "replay packed.hexfront"):
        assert "damaged" in run(command, code=2).output
