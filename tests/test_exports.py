"""The names that `import hexfront` promises."""

from __future__ import annotations

import subprocess
import sys

import hexfront
from hexfront.kernel import errors

PROMISED = {
    "OBSERVER",
    "PASS",
    "REFEREE",
    "Action",
    "DataError",
    "Drift",
    "Game",
    "HexfrontError",
    "Malformed",
    "Pass",
    "Refusal",
    "SaveError",
    "Sealed",
    "Stale",
    "find_title",
    "load",
    "new",
    "position",
    "replay",
    "save",
    "title_names",
}


def test_the_exports_are_those_promised() -> None:
    assert set(hexfront.__all__) == PROMISED


def test_every_export_is_there_and_explains_itself() -> None:
    for name in hexfront.__all__:
        exported = getattr(hexfront, name)
        if callable(exported):
            assert exported.__doc__, name


def test_every_error_is_exported() -> None:
    raised = {
        name
        for name, each in vars(errors).items()
        if isinstance(each, type) and issubclass(each, hexfront.HexfrontError)
    }
    assert raised <= set(hexfront.__all__)


def test_the_errors_form_the_tree_that_is_drawn() -> None:
    assert issubclass(hexfront.Malformed, hexfront.Refusal)
    assert issubclass(hexfront.Stale, hexfront.Refusal)
    assert issubclass(hexfront.Sealed, hexfront.Refusal)
    assert issubclass(hexfront.Drift, hexfront.SaveError)
    for leaf in (hexfront.Refusal, hexfront.DataError, hexfront.SaveError):
        assert issubclass(leaf, hexfront.HexfrontError)
        assert leaf.__base__ is hexfront.HexfrontError


def test_importing_hexfront_loads_no_title_and_no_extra() -> None:
    program = "import hexfront, sys; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert "hexfront" in loaded
    assert not loaded & {"outpost", "click", "numpy", "shapely", "networkx", "cairosvg", "resvg_py"}
