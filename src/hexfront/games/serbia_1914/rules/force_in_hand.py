"""[7.1.2] The Force in hand: who belongs to it, and everything it may do now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from hexfront.games.serbia_1914.force import may_be_one_force
from hexfront.games.serbia_1914.matters import ForceInHand
from hexfront.games.serbia_1914.orders import (
    Absorb,
    Add,
    Close,
    Dig,
    Drop,
    Go,
    Prepare,
    Recover,
    Repulse,
    Spread,
)
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import (
    crossings,
    depots,
    march_ends,
    march_limits,
    marches,
    montenegro,
    naval,
    prepared_attacks,
    repulse,
    tasks,
    two_hex,
)
from hexfront.games.serbia_1914.rules.marches import March
from hexfront.games.serbia_1914.vocabulary import MONTENEGRO
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal

REPULSE_COST = 1  # [7.4]

add_order = cache(Add)
drop_order = cache(Drop)
repulse_order = cache(Repulse)


class Hand(msgspec.Struct):
    """The units in hand. ``stuck`` says that a Repulse has failed [7.4.5]."""

    names: list[str]
    started: bool = False
    stuck: bool = False
    done: bool = False
    with_infantry: bool = False  # infantry asset units have marched along [7.2.2a]
    found: March = marches.NOWHERE  # how far it gets


# Asking


def ask(position: SerbiaPosition, held: Hand) -> Ask:
    first = position.units[held.names[0]]
    return Ask(
        position.setting.pieces[first.piece].side,
        "go",
        lambda: prompt(position, held),
        "7.1.2",
        options=lambda: choices(position, held),
        why_not=lambda action: why_not(position, held, action),
        default=lambda: advised(position, held),
        about=ForceInHand(tuple(held.names), held.started, held.stuck, held.with_infantry),
    )


def prompt(position: SerbiaPosition, held: Hand) -> str:
    """Who is in hand, where, and what is left to spend."""
    called = ", ".join(position.label(name) for name in held.names)
    unit = position.units[held.names[0]]
    where = " and ".join(position.setting.board.label(node) for node in position.hexes_of(unit))
    ordinary = min(marches.ordinary_left(position, position.units[name]) for name in held.names)
    forced = points(position, held) - ordinary
    left = f"{ordinary} movement points left"
    if forced > 0:
        left += f" and {forced} by forced march"
    return f"{called} in {where}, {left}: what does it do?"


def points(position: SerbiaPosition, held: Hand) -> int:
    return marches.points_left(position, held.names, held.with_infantry)


def is_spent(position: SerbiaPosition, held: Hand) -> bool:
    """Whether a single unit has moved and has no points left: then there is nothing to ask."""
    if not held.started or len(held.names) > 1:
        return False
    if marches.points_left(position, held.names, held.with_infantry):
        return False
    piece = position.piece(position.units[held.names[0]])
    return not piece.naval and not piece.depot


def choices(position: SerbiaPosition, held: Hand) -> list[Action]:
    """Everything the Force in hand may do now."""
    names = held.names
    pieces, units = position.setting.pieces, position.units
    first = pieces[units[names[0]].piece]
    if first.naval or first.depot:
        return _special_choices(position, held)
    left = marches.points_left(position, names, held.with_infantry)
    held.found = marches.NOWHERE
    found: list[Action] = []
    if left > 0 and not held.stuck:
        found = _look_around(position, held, left)
        if (
            first.garrison
            and found
            and not held.started
            and march_limits.must_return(position, units[names[0]])
        ):
            return [go for go in found if isinstance(go, Go)] or found  # [8.6.2]
        if first.nation == MONTENEGRO:
            found += [position.setting.marches[node] for node in _boxes(position, held)]
    may_stay = not held.started or not found or march_ends.why_not_here(position, names) is None
    if left > 0 and not held.stuck:
        if is_beside_enemies(position, units[names[0]], first.side):
            found += [repulse_order(label) for label in repulse_targets(position, held, left)]
        if len(position.standing[units[names[0]].at]) > len(names):
            found += [add_order(name) for name in companions(position, held)]
    if held.started and len(names) > 1 and not held.stuck:
        found += [drop_order(name) for name in names if march_ends.why_not_here(position, (name,)) is None]
    if may_stay:
        found += _stationary(position, held, left)
        found.append(PASS)
    return found


def _stationary(position: SerbiaPosition, held: Hand, left: int) -> list[Action]:
    """[7.3] [7.8.1] What the Force may do where it stands: prepare an attack, begin a task."""
    found: list[Action] = []
    if left >= prepared_attacks.LEAST:
        aimed_at = prepared_attacks.targets(position, held.names, left)
        found += map(position.setting.preparations.__getitem__, aimed_at)
    works = tasks.choices(position, held.names)
    if held.stuck:
        return found + [work for work in works if isinstance(work, Dig)]
    return found + works


def _look_around(position: SerbiaPosition, held: Hand, left: int) -> list[Action]:
    """Where the Force can march and how it can spread, as far as it may end there."""
    names = held.names
    first = position.units[names[0]]
    listed: list[Action] = []
    bound = march_ends.limited(position, names)
    if first.also == OFF_MAP:
        march = marches.search(position, names, left)
        if not position.pointing or march_limits.why_not_quit(position, names, first.at) is None:
            held.found = march
            if bound:
                goals = march_ends.open_to(position, names, march, left, bound)
                listed += map(position.setting.marches.__getitem__, goals)
            else:
                listed += march.orders
        if len(position.standing[first.at]) > len(names) and two_hex.hosts(position, names):
            listed += two_hex.orders(position, march_ends.open_shifts(position, names, left).values())
            return listed
        steps = march.first, march.first
    else:
        steps = two_hex.halves(position, names, left)
    may = march_ends.may_end(position, bound) if bound else None
    listed += two_hex.listed(position, names, steps, left, may)
    return listed


def _special_choices(position: SerbiaPosition, held: Hand) -> list[Action]:
    """[25.1.1] [15.6.3] Squadrons sail, depots ride."""
    unit = position.units[held.names[0]]
    found = naval.destinations(position, unit) if position.piece(unit).naval else _rides(position, unit)
    go = position.setting.marches
    return [*(go[node] for node in found), PASS]


def _rides(position: SerbiaPosition, unit: Unit) -> dict[int, int]:
    return depots.destinations(position, unit)


def _boxes(position: SerbiaPosition, held: Hand) -> list[int]:
    """[24.2] Boxes off the map, and from them hexes, that all Montenegrin units in hand reach."""
    units = [position.units[name] for name in held.names]
    if not all(montenegro.may_use(position, unit) for unit in units) or units[0].also != OFF_MAP:
        return []
    if march_limits.why_not_quit(position, held.names, units[0].at) is not None:
        return []
    found = montenegro.destinations(position, units[0])
    for unit in units[1:]:
        others = montenegro.destinations(position, unit)
        found = {node: cost for node, cost in found.items() if node in others}
    return [node for node in found if node not in held.found.cost]


def is_beside_enemies(position: SerbiaPosition, unit: Unit, side: str) -> bool:
    """Whether enemies are next to a unit: nearly always there are none."""
    around = position.setting.around
    near = around[unit.at] if unit.also == OFF_MAP else around[unit.at] | around[unit.also]
    return near & position.enemy_bits(side) != 0


def repulse_targets(position: SerbiaPosition, held: Hand, left: int) -> list[str]:
    """[7.4] The hexes the Force in hand may try to repulse the enemy from."""
    names = held.names
    first = position.units[names[0]]
    labels, beside = position.setting.board.labels, position.setting.beside
    enemies = position.enemies_of(position.side_of(first))
    found: list[str] = []
    for here in position.hexes_of(first):
        for there in beside[here]:
            if enemies[there] and labels[there] not in found:
                if why_not_repulse(position, held, there, left) is None:
                    found.append(labels[there])
    return found


def why_not_repulse(position: SerbiaPosition, held: Hand, target: int, left: int) -> Refusal | None:
    """[7.4] [7.4.7] Why the Force in hand cannot repulse the enemy from a hex."""
    if left < REPULSE_COST:
        return Refusal("7.4", "too few movement points", REPULSE_COST, left)
    refusal = repulse.why_not_repulse(position, held.names, target)
    if refusal is not None:
        return refusal
    units = [position.units[name] for name in held.names]
    here = units[0].at
    if not only_across_the_sava(position, units[0], target):
        return None
    if any(unit.also != OFF_MAP for unit in units):
        return Refusal("7.4.7", "a two-hex Force cannot follow across the Sava")
    if any(target not in position.setting.beside[unit.began] for unit in units):
        return Refusal("7.4.7", "the Force did not begin its movement beside the hex across the Sava")
    cost = price_of_following(position, units, here, target)
    if cost is None or left < REPULSE_COST + cost:
        return Refusal("7.4.7", "too few points to follow across the Sava", (cost or 0) + REPULSE_COST, left)
    return None


def only_across_the_sava(position: SerbiaPosition, unit: Unit, target: int) -> bool:
    beside = [here for here in position.hexes_of(unit) if target in position.setting.beside[here]]
    return all(position.setting.is_sava(here, target) for here in beside)


def price_of_following(position: SerbiaPosition, units: Sequence[Unit], here: int, target: int) -> int | None:
    """[7.4.7] What the step into the hex takes when the enemy has left it; None if it cannot be taken."""
    if target in position.setting.great_rivers.get(here, ()):
        if crossings.crossing(position, units, here, target) is None:
            return None
    prices = [marches.enter_cost(position, unit, here, target) for unit in units]
    return None if None in prices else max(price for price in prices if price is not None)


def companions(position: SerbiaPosition, held: Hand) -> list[str]:
    """[7.1.2] Units of the hex that may be picked up."""
    names, units = held.names, position.units
    return [
        name
        for name in position.standing[units[names[0]].at]
        if name not in names and not units[name].moved and why_not_add(position, held, name) is None
    ]


def why_not_add(position: SerbiaPosition, held: Hand, name: str) -> Refusal | None:
    """[7.1.2] [3.2] Why a unit cannot join the Force in hand."""
    first = position.units[held.names[0]]
    unit = position.units.get(name)
    if name in held.names:
        return Refusal("7.1.2", f"{name} is in hand already")
    if unit is None or position.side_of(unit) != position.side_of(first):
        return Refusal("7.1.2", f'"{name}" is no unit of the side that moves')
    label = position.label(unit)
    if unit.at != first.at or unit.also != first.also:
        return Refusal("7.1.2", f"{label} does not stand where the Force in hand is")
    if unit.inactive:
        return Refusal("1.1", f"{label} is inactive")
    if unit.moved:
        return Refusal("7.1.2", f"{label} has moved in this phase")
    if unit.task:
        return Refusal("7.8.2", f"{label} must finish its task first")
    if position.piece(unit).fort:
        return Refusal("8.5.1", f"{label} is a fort and cannot move")
    if not may_be_one_force(position, [*held.names, name]):
        return Refusal(("7.1.2", "3.2"), "no more than one Force moves at a time")
    return None


def advised(position: SerbiaPosition, held: Hand) -> Action:
    """Stay, unless the units may not end here or a garrison must return."""
    listed = choices(position, held)
    units = [position.units[name] for name in held.names]
    home = next((unit for unit in units if march_limits.must_return(position, unit)), None)
    if PASS in listed and home is None:
        return PASS
    board = position.setting.board
    marching = [action for action in listed if isinstance(action, Go) and action.to in board]
    if home is not None:
        place = board[position.piece(home).place]
        marching.sort(key=lambda go: board.distance(board[go.to], place) or 0)
    return marching[0] if marching else listed[0]


# Refusing


def why_not(position: SerbiaPosition, held: Hand, action: Action) -> Refusal | None:
    """Why the Force in hand cannot do something."""
    names = held.names
    if isinstance(action, Add):
        return why_not_add(position, held, action.unit)
    if isinstance(action, Drop):
        if action.unit not in names:
            return Refusal("7.1.2", f"{action.unit} is not in hand")
        if not held.started or len(names) == 1:
            return Refusal("7.1.2", "only a Force of several units that has begun to move drops one")
        return march_ends.why_not_here(position, (action.unit,))
    if isinstance(action, Pass):
        return march_ends.why_not_here(position, names)
    if isinstance(action, Recover | Absorb | Dig | Prepare) and held.started:
        refusal = march_ends.why_not_here(position, names)
        if refusal is not None:
            return refusal
    if isinstance(action, Recover | Absorb | Dig):
        return _why_not_work(position, held, action)
    if held.stuck and not isinstance(action, Prepare):
        return Refusal("7.4.5", "after a failed Repulse the Force moves no further")
    return _why_not_there(position, held, action)


def _why_not_there(position: SerbiaPosition, held: Hand, action: Action) -> Refusal | None:
    """Why the Force cannot go to a hex, or act on it."""
    if not isinstance(action, Prepare | Repulse | Go | Spread | Close):
        return None
    board = position.setting.board
    left = points(position, held)
    wanted = (
        action.hexes if isinstance(action, Spread) else (getattr(action, "to", getattr(action, "at", "")),)
    )
    if any(label not in board for label in wanted):
        return Refusal("7.1.2", f"{', '.join(wanted)} is not on the board")
    nodes = [board[label] for label in wanted]
    if isinstance(action, Prepare):
        return prepared_attacks.why_not_prepare(position, held.names, nodes[0], left)
    if isinstance(action, Repulse):
        return why_not_repulse(position, held, nodes[0], left)
    if isinstance(action, Go):
        return why_not_go(position, held, nodes[0], left)
    refusal = two_hex.why_not_spread(position, held.names, nodes)
    return refusal or Refusal(("19.1.1", "19.1.4"), "no half can step there with the points left", None, left)


def _why_not_work(position: SerbiaPosition, held: Hand, action: Action) -> Refusal | None:
    unit = tasks.worker(position, held.names, action)
    if held.stuck and not isinstance(action, Dig):
        return Refusal("7.4.5", "after a failed Repulse only a position may be begun")
    if isinstance(action, Recover):
        return tasks.why_not_recover(position, unit)
    if isinstance(action, Absorb):
        if action.steps:
            return Refusal(
                "7.7.1", f"begin with absorb {action.marsch}: how many steps is asked as it is done"
            )
        return tasks.why_not_absorb(position, unit, action.marsch)
    assert isinstance(action, Dig)
    if action.at not in position.setting.board:
        return Refusal("14.3", f"{action.at} is not on the board")
    return tasks.why_not_dig(position, unit, position.setting.board[action.at])


def why_not_go(position: SerbiaPosition, held: Hand, node: int, left: int) -> Refusal | None:
    """Why the Force in hand cannot march to a hex."""
    names = held.names
    units = [position.units[name] for name in names]
    label = position.setting.board.label(node)
    first = position.piece(units[0])
    if first.naval:
        return naval.why_not_sail(position, units[0], node)
    if first.depot:
        return Refusal("15.6.3", f"{first.label} cannot ride to {label} on a railway that works")
    if units[0].also != OFF_MAP:
        return Refusal("19.1.4", "a two-hex Force wheels, shifts or closes up, a step at a time")
    if position.has_enemy(node, first.side):
        return Refusal(("3.1", "7.1.2"), f"enemy units are in {label}")
    refusal = march_limits.why_not_quit(position, names, units[0].at)
    if refusal is not None:
        return refusal
    area = march_limits.bounds(position, units)
    if area is not None and node not in area:
        rule = "25.2" if any(position.piece(unit).army in march_limits.REGIONS for unit in units) else "8.6.2"
        return Refusal(rule, f"{first.label} may not go to {label}")
    reached = marches.search(position, names, left).cost
    if node in reached:
        for unit in units:
            refusal = march_limits.why_not_end(position, unit, node)
            if refusal is not None:
                return refusal
    if node in position.setting.beside[units[0].at]:
        for unit in units:
            refusal = marches.why_not_step(position, unit, units[0].at, node)
            if refusal is not None:
                return refusal
    cost = marches.search(position, names, 3 * position.allowance).cost.get(node)
    return Refusal(("7.1.1", "7.2.1"), f"{label} is too far", cost, left)
