"""What the tests of proofs share: commands write a game that breaks where they are called."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left in the folder that the tests are started in."""
    monkeypatch.chdir(tmp_path)
