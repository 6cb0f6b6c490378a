"""The computer players of Storm of Steel."""

from hexfront.games.storm_of_steel.staff.appeal import appeal
from hexfront.games.storm_of_steel.staff.staff import Staff, planner

__all__ = ["Staff", "appeal", "planner"]
