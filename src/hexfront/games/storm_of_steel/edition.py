"""Storm of Steel is in the making: with this module it is offered to nobody (`hexfront.seam`)."""

from __future__ import annotations

from hexfront.games.storm_of_steel.title import TITLE

EDITION = TITLE
