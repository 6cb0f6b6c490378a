"""Shortening the front: a hex that sticks out toward the enemy is left on purpose.

Where no lost trench is paid for, ground is worth little and men are worth much. A salient that the enemy has
massed against, or that an army too thin for its front still holds, is left when the hexes behind it are held
or dug in already: what stood in it holds the shorter line. A plan says so with the stance "retire", and keeps
to it for as long as the hex is nobody's.
"""

from __future__ import annotations

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import trenches
from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.marches import fighting
from hexfront.games.western_front.staff.trench import GARRISON, IN_GARRISON, MOST_SIDES, Theatre
from hexfront.kernel.plans import Plan, Sector

LEAST_SIDES = 4  # sides from which a salient can be attacked
LEAST_SAVED = 5.0  # points of garrison that the shorter line must save
PRESSED = 5.0  # how many times stronger than its garrison the enemy before a salient must be
LAST_YEAR = 1918  # in which nobody gives up ground for the sake of men who are needed later


def given_up(position: WesternFrontPosition, side: str, plan: Plan | None) -> frozenset[int]:
    """The hexes that a plan has left and that no enemy has entered yet."""
    if plan is None:
        return frozenset()
    board = position.setting.board
    nodes = {board[label] for sector in plan.with_stance("retire") for label in sector.hexes}
    return frozenset(
        node for node in nodes if position.holder(node) == side and position.occupier(node) in (None, side)
    )


def retiring(theatre: Theatre, plan: Plan) -> list[Sector]:
    """The salients that are left: those that were before, and at most one more in a turn."""
    position, survey = theatre.position, theatre.survey
    board = theatre.setting.board
    found = [_sector(theatre, node, "it was given up before") for node in sorted(theatre.given_up)]
    if position.setting.parameters.demoralization.lost_trench_hex or position.year >= LAST_YEAR:
        return found  # a trench that is lost is paid for, or nothing comes after it
    busy = {board[label] for sector in plan.with_stance("attack") for label in sector.hexes}
    best: tuple[float, int, str] | None = None
    for node in theatre.front:
        why = _why_left(theatre, node)
        if not why or node in busy or theatre.front[node] < LEAST_SIDES:
            continue
        if survey.own_forts[node] or ground.city_worth(position, node) or node in theatre.setting.cities:
            continue
        if not all(fighting(position, unit) for unit in position.units_at(node)):
            continue  # guns and headquarters do not get away from the enemy as fast as infantry
        saved = _saved(theatre, node)
        if saved >= LEAST_SAVED and (best is None or (saved, -node) > (best[0], -best[1])):
            best = saved, node, f"{why}, and a shorter line saves {saved:.0f} points"
    if best is not None:
        found.append(_sector(theatre, best[1], best[2]))
    return found


def _why_left(theatre: Theatre, node: int) -> str:
    """What speaks for leaving a hex; empty if nothing does."""
    nation = theatre.owners[node]
    massed, own = theatre.massed_before[node], theatre.survey.own[node]
    if massed >= PRESSED * max(1, own):
        return f"{massed:.0f} points are massed before {own}"
    asked = sum(
        GARRISON * min(MOST_SIDES, sides)
        for each, sides in theatre.front.items()
        if theatre.owners[each] == nation
    )
    if asked > IN_GARRISON * theatre.strength.get(nation, 0):
        return "the front is too long for the army"
    return ""


def _saved(theatre: Theatre, node: int) -> float:
    """What garrisons the front asks for less without a hex; nothing if no line is ready behind it."""
    position, side = theatre.position, theatre.survey.side
    behind = [
        other
        for other in theatre.setting.crossable[node]
        if position.holder(other) == side and not theatre.setting.closed[other]
    ]
    saved = GARRISON * min(MOST_SIDES, theatre.front[node])
    for other in behind:
        before = theatre.front.get(other, 0)
        if not before and trenches.trench_at(position, other, side) is None:
            return 0.0  # nobody is dug in there
        saved -= GARRISON * (min(MOST_SIDES, before + 1) - min(MOST_SIDES, before))
    return saved if behind else 0.0


def _sector(theatre: Theatre, node: int, why: str) -> Sector:
    board = theatre.setting.board
    force = theatre.owners.get(node, theatre.survey.side)
    return Sector(f"The salient at {board.name_of(node)}", force, "retire", (board.label(node),), why=why)
