"""Chapters import each other freely; whichever of them is asked for first, all of them must load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import hexfront

EACH_FIRST = """
import importlib, pathlib, sys
package = pathlib.Path(sys.argv[1])
failed = []
for path in sorted((package / "games").rglob("*.py")):
    parts = path.relative_to(package.parent).with_suffix("").parts
    for name in [name for name in sys.modules if name.startswith("hexfront.games")]:
        del sys.modules[name]
    try:
        importlib.import_module(".".join(parts).removesuffix(".__init__"))
    except ImportError as wrong:
        failed.append(f"{path.stem}: {wrong}")
print(chr(10).join(failed))
"""


def test_every_module_of_a_title_can_be_imported_first() -> None:
    package = Path(hexfront.__file__).parent
    done = subprocess.run(
        [sys.executable, "-c", EACH_FIRST, str(package)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
