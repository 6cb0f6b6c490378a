"""The computer players of Serbia 1914."""

from hexfront.games.serbia_1914.staff.appeal import appeal
from hexfront.games.serbia_1914.staff.staff import Staff, planner

__all__ = ["Staff", "appeal", "planner"]
