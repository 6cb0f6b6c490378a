"""How each corps bears itself under a plan, and which plans may be worth trying.

A plan of this title names the corps that are to act otherwise than by the staff's own reckoning. Its stances
are weights on that reckoning, so that whoever is told to attack still attacks by exact odds.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfront.games.serbia_1914.staff.aims import Aims
from hexfront.games.serbia_1914.staff.survey import Body, Survey
from hexfront.games.serbia_1914.vocabulary import SIDE_NAMES
from hexfront.kernel.plans import Plan, Sector, Stance

ALL = ""  # the force of a sector that is the whole side
NEAR = 6  # hexes from the enemy within which a corps is asked what else it could do
MOST_CORPS = 4
MOST_GOALS = 2
MANY_WORN = 2  # Formations that have lost effectiveness, from which a rest is thought of


class Bearing(msgspec.Struct, frozen=True):
    """What a stance changes: how much more an attack is taken to bring, and factors on a hex's worth."""

    eager: float = 0.0
    danger: float = 1.0
    goals: float = 1.0
    cover: float = 1.0
    rest: int = 0  # levels of effectiveness by which it goes back to recover earlier


DOCTRINE = Bearing()
BEARINGS: dict[Stance, Bearing] = {
    "attack": Bearing(eager=0.8, danger=0.5, goals=1.5, cover=0.8),
    "hold": Bearing(eager=-1.0, goals=0.7, cover=1.4),
    "delay": Bearing(eager=-100.0, danger=1.8),
    "retire": Bearing(eager=-100.0, danger=3.0, goals=0.3),
    "refit": Bearing(eager=-100.0, danger=1.5, rest=2),
}


class Bearings:
    """The bearing of every corps under a plan; without one, and for corps it does not name, the doctrine."""

    def __init__(self, plan: Plan | None = None) -> None:
        self._of: dict[str, Bearing] = {}
        self._objectives: dict[str, str] = {}
        for sector in plan.sectors if plan is not None else ():
            self._of[sector.force] = BEARINGS[sector.stance]
            if sector.objective:
                self._objectives[sector.force] = sector.objective[0]
        self._others = self._of.get(ALL, DOCTRINE)

    def of(self, body: Body) -> Bearing:
        """That of a Force."""
        return self._of.get(body.corps, self._others)

    def of_corps(self, corps: str) -> Bearing:
        """That of a corps by its name."""
        return self._of.get(corps, self._others)

    def objective(self, body: Body) -> str:
        """The hex that a plan has a Force go for besides; empty if it has none."""
        if not self._objectives or not body.formation:
            return ""
        return self._objectives.get(body.corps, self._objectives.get(ALL, ""))


def stances(side: str) -> list[Plan]:
    """What an enemy of this side should be ready for: that it attacks with all it has, and that it holds."""
    return [_whole(side, "attack"), _whole(side, "hold")]


def candidates(survey: Survey, aims: Aims, kept: Plan | None) -> list[Plan]:
    """Plans besides the doctrine: another stance for all, one objective for all, another stance for a corps.

    The corps take turns at being asked first, so that over the turns all are.
    """
    found = [_whole(survey.side, stance) for stance in ("attack", "hold", "delay")]
    found += _objectives(survey, aims)
    if sum(body.formation and body.status > 0 for body in survey.bodies) >= MANY_WORN:
        found.append(_whole(survey.side, "refit"))
    base = next((sector for sector in kept.sectors if sector.force == ALL), None) if kept else None
    corps = _corps(survey)
    first = survey.position.turn % len(corps) if corps else 0
    for stance in ("attack", "delay", "retire"):
        found += [_single(survey, base, *each, stance) for each in (*corps[first:], *corps[:first])]
    return found


def _whole(side: str, stance: Stance) -> Plan:
    return Plan(side, (Sector(SIDE_NAMES[side], ALL, stance, ()),), name=f"all {_ALL_DO[stance]}")


_ALL_DO: dict[Stance, str] = {"attack": "attack", "hold": "hold", "delay": "delay", "refit": "rest first"}
_ONE_DOES: dict[Stance, str] = {"attack": "attacks", "delay": "delays", "retire": "retires"}


def _objectives(survey: Survey, aims: Aims) -> Iterator[Plan]:
    """All go for one place: one that pays, or one of ours that the enemy wants."""
    worth = dict(aims.goals)
    for goals in (*aims.plan_goals.values(), aims.cares):
        for node, points in goals.items():
            worth[node] = max(worth.get(node, 0.0), points)
    for node in sorted(worth, key=lambda node: (-worth[node], node))[:MOST_GOALS]:
        sector = Sector(SIDE_NAMES[survey.side], ALL, "attack", (), (survey.board.label(node),))
        yield Plan(survey.side, (sector,), name=f"all for {survey.name(node)}")


def _corps(survey: Survey) -> list[tuple[str, float]]:
    """The corps with Formations near the enemy, and their part of the strength there, the strongest first."""
    strength: dict[str, float] = {}
    for body in survey.bodies:
        if body.formation and body.corps in survey.setting.forces.corps:
            if survey.distance_to_enemy(body.at) <= NEAR:
                strength[body.corps] = strength.get(body.corps, 0.0) + body.attack
    total = sum(strength.values()) or 1.0
    ordered = sorted(strength.items(), key=lambda each: (-each[1], each[0]))[:MOST_CORPS]
    return [(corps, points / total) for corps, points in ordered]


def _single(survey: Survey, base: Sector | None, corps: str, share: float, stance: Stance) -> Plan:
    """A change for one corps; the others do what they did for all, if the plan that is kept says that."""
    name = survey.setting.forces.corps[corps].name
    sector = Sector(name, corps, stance, (), share=share)
    told = f"{name} {_ONE_DOES[stance]}"
    if base is None:
        return Plan(survey.side, (sector,), name=told)
    return Plan(survey.side, (base, sector), name=f"others {_ALL_DO[base.stance]}, {told}")
