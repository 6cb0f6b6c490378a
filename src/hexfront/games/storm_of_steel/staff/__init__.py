"""The computer players of Storm of Steel."""

from hexfront.games.storm_of_steel.staff.appeal import appeal

__all__ = ["appeal"]
