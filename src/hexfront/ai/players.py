"""The kinds of players, and one that answers for a side of a game."""

from __future__ import annotations

import msgspec

from hexfront.ai.scripted import FollowsPlans, Scripted
from hexfront.ai.search import CLERK, Budget, Found, searched
from hexfront.ai.simple import GreedyPlanner, RandomPlanner
from hexfront.ai.veto import looked_over
from hexfront.kernel.actions import Action
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.planning import Notes, Order, Planner, Sight
from hexfront.kernel.plans import KeepsPlan, Plan, WeighsPlans
from hexfront.kernel.scripts import Script
from hexfront.kernel.title import Title


class PlayerKind(msgspec.Struct, frozen=True):
    """A kind of computer player, as a lobby shows it."""

    name: str
    caption: str
    meaning: str


RANDOM = PlayerKind("random", "Random", "Draws every choice by lot.")
GREEDY = PlayerKind("greedy", "Greedy", "Takes what looks best at once; plans nothing.")
LEVELS = (
    PlayerKind("cadet", "Cadet", "A staff that looks at what lies before each army, and no further."),
    PlayerKind("officer", "Officer", "A staff that holds a front, weighs attacks, and keeps reserves."),
    PlayerKind(
        "general", "General", "A staff that also reckons with the enemy's next turn, and weighs more plans."
    ),
)
MARSHAL = PlayerKind(
    "marshal",
    "Field marshal",
    "A general who tries plans out before he takes one, where a title has plans to try.",
)
BUDGET = Budget(plans=8, rounds=(1, 1, 3), cycles=2)  # of a field marshal, for each of his turns


STAFF = "staff"  # the best that a title has, but for who tries plans out and needs seconds for a turn
_STAFFS = frozenset(kind.name for kind in (*LEVELS, MARSHAL))


def players(title: Title | None = None) -> list[PlayerKind]:
    """Every kind of player; with a title, those that it has.

    A field marshal is offered where there are plans to try. Elsewhere he is a general.
    """
    staff = title.planner(title.sides[0], LEVELS[-1].name) if title is not None else None
    kinds = [RANDOM, GREEDY]
    if title is None or staff is not None:
        kinds += LEVELS
    if title is None or isinstance(staff, WeighsPlans):
        kinds.append(MARSHAL)
    return kinds


def known_name(name: str, title: Title, side: str = "") -> str:
    """The name of a player that a title has; ``staff`` is the best of them. Malformed if there is none.

    Fixed plans are for one side, so that they are known only where a side is named.
    """
    offered = [kind.name for kind in players(title) if kind is not MARSHAL]
    if name == STAFF:
        return offered[-1]
    player(name, title, side or title.sides[0])
    return name


def seated(text: str, title: Title) -> dict[str, str]:
    """Who plays each side: names in the order of the sides (``general,greedy``), or one for all."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= len(title.sides)
    if len(names) != len(title.sides):
        raise Malformed(f"{title.caption} has {len(title.sides)} sides: {', '.join(title.sides)}")
    return {side: known_name(name, title, side) for side, name in zip(title.sides, names, strict=True)}


def player(name: str, title: Title, side: str, seed: int = 0) -> Player:
    """A player for one side, by name or by that of a fixed plan. Malformed if there is none of that name."""
    known = [kind.name for kind in players()]
    plans = {script.name: script for script in title.scripts()}
    if name in plans:
        return Player(name, side, _carrying_out(plans[name], title, side))
    known += plans
    if name not in known:
        raise Malformed(f'there is no player "{name}" ({suggest(name, known) or ", ".join(known)})')
    if side not in title.sides:
        hint = suggest(side, title.sides) or ", ".join(title.sides)
        raise Malformed(f'{title.caption} has no side "{side}" ({hint})')
    planner: Planner | None
    if name == RANDOM.name:
        planner = RandomPlanner(seed)
    elif name == GREEDY.name:
        planner = GreedyPlanner()
    else:
        planner = title.planner(side, LEVELS[-1].name if name == MARSHAL.name else name)
    if planner is None:
        offered = ", ".join(kind.name for kind in players(title))
        raise Malformed(f'{title.caption} has no player "{name}" (it has {offered})')
    return Player(name, side, planner, BUDGET if name == MARSHAL.name else None)


def _carrying_out(script: Script, title: Title, side: str) -> Planner:
    """A quick staff that is given a fixed plan."""
    if side != script.side:
        whose = title.side_names.get(script.side, script.side)
        raise Malformed(f'"{script.name}" is a plan of {whose}')
    staff: object = title.planner(side, CLERK)
    if not isinstance(staff, FollowsPlans):
        raise Malformed(f"{title.caption} has no staff that carries out plans")
    return Scripted(script, staff)


class Player:
    """Somebody who answers for one side of a game.

    A player keeps in mind what it has planned, so that one is made for a side and kept as long as the game
    lasts. A new one in the middle of a game plans anew.
    """

    def __init__(self, name: str, side: str, planner: Planner, budget: Budget | None = None) -> None:
        self.name = name
        self.side = side
        self.planner = planner
        self.budget = budget  # of a search for plans; None for who does not search
        self.found: Found | None = None  # by the last search
        self.corrected = 0  # orders that were not legal and were replaced

    def choose(self, game: Game, side: str | None = None) -> Order:
        """A legal answer to what the side is asked now, with its reason; RuntimeError if nothing is."""
        decision = game.decision_of(side or self.side)
        if decision is None:
            raise RuntimeError(f"{side or self.side} has nothing to decide now")
        sight = Sight(game, side or self.side, decision)
        if self.budget is not None:
            self._search(game, sight)
        order = self.planner.order(sight)
        if self.name in _STAFFS:
            order = looked_over(sight, order)
        if sight.is_legal(order.action):
            return order
        self.corrected += 1
        return Order(fallback(sight), f"{order.reason} This is not possible, so the usual answer is given.")

    def _search(self, game: Game, sight: Sight) -> None:
        """Take the best plan that can be found, whenever the planner looks its plan over."""
        planner = self.planner
        if self.budget is not None and isinstance(planner, WeighsPlans) and planner.is_due(sight):
            self.found = searched(game, sight.side, planner, sight, self.budget)
            planner.plan = self.found.plan

    @property
    def plan(self) -> Plan | None:
        """The plan that it keeps over turns; None if it keeps none."""
        return self.planner.plan if isinstance(self.planner, KeepsPlan) else None

    @plan.setter
    def plan(self, plan: Plan | None) -> None:
        if isinstance(self.planner, KeepsPlan):
            self.planner.plan = plan

    def notes(self) -> Notes:
        """What it has in mind."""
        return self.planner.notes()


def fallback(sight: Sight) -> Action:
    """The usual answer, or the first."""
    return sight.decision.default() or sight.decision.choices()[0]
