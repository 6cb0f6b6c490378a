"""Builds the browser client into the package before a wheel or an sdist is packed.

Whoever installs a wheel needs no Node. An sdist carries the built client too, so that a wheel made from it
does not need Node either. An editable install takes what `make web` has built.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Runs the build of web/ where the built client is missing or older than its sources."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it collects files; ``version`` says what kind of build it is."""
        if version == "editable":
            return
        root = Path(self.root)
        client = root / "src/hexfront/web/index.html"
        if client.exists() and client.stat().st_mtime >= newest_source(root / "web"):
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("the browser client is not built, and npm is not here to build it")
        for command in (["ci"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=root / "web", check=True)


def newest_source(web: Path) -> float:
    """When the client's sources last changed."""
    files = [path for folder in ("src", "public") for path in (web / folder).rglob("*") if path.is_file()]
    files += [path for path in web.iterdir() if path.is_file()]
    return max(path.stat().st_mtime for path in files)
