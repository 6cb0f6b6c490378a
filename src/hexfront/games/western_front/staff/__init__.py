"""The computer players of The Western Front."""

from hexfront.games.western_front.staff.appeal import appeal
from hexfront.games.western_front.staff.staff import Staff, planner

__all__ = ["Staff", "appeal", "planner"]
