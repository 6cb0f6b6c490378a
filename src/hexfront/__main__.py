"""``python -m hexfront`` is the ``hexfront`` command."""

from __future__ import annotations

from hexfront.cli import main

main(prog_name="hexfront")
