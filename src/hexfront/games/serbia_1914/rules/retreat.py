"""[11.1] Retreat: a stack goes back hex by hex, and what that costs it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.force import forces_in, leader_of
from hexfront.games.serbia_1914.orders import Pick, Repulse, RetreatTo
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import (
    depots,
    effectiveness,
    forts,
    half_retreat,
    instants,
    montenegro,
    reductions,
    repulse,
    retreat_hexes,
    supply,
)
from hexfront.games.serbia_1914.rules.retreat_hexes import Retreat, Way
from hexfront.games.serbia_1914.vocabulary import ATTACK_PHASES, DEMORALIZED, SIDE_NAMES
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()

BY_TABLE = ("9.9.2", "9.2.5")  # rules of retreats by the combat results table
BY_COMBAT = (*BY_TABLE, "10.3")  # and by a check after it

Names = tuple[str, ...]
Obligations = dict[Names, int]  # hexes each Force of a stack has still to retreat


@cache
def retreat_to(label: str) -> RetreatTo:
    return RetreatTo((label,))


def retreat(
    table: Table, position: SerbiaPosition, names: Iterable[str], distance: int, *, rule: str, origin: int
) -> Procedure:
    """[11.1] Units retreat, all Forces of a hex together."""
    due = dict.fromkeys(forces_of(position, names), distance)
    yield from retreat_stack(table, position, due, rule=rule, origin=origin)
    return None


def forces_of(position: SerbiaPosition, names: Iterable[str]) -> list[Names]:
    """[3.2] The Forces that some units are, with those of their units that are named."""
    left = {name for name in names if name in position.units}
    found: list[Names] = []
    for name in sorted(left):
        if name not in left:
            continue
        unit = position.units[name]
        for force in forces_in(position, unit.at, position.side_of(unit)):
            group = tuple(each for each in force.units if each in left)
            if name in group:
                found.append(group)
                left.difference_update(group)
                break
    return found


def retreat_stack(
    table: Table,
    position: SerbiaPosition,
    obligations: Mapping[Names, int],
    *,
    rule: str,
    origin: int,
    calm: bool = False,
) -> Procedure:
    """[11.1] Forces that stand together retreat, each as far as it must.

    They go together as far as all must; those who may not go the same ways go apart (decision SE-R302). A
    ``calm`` retreat keeps out of open enemy zones. Of a two-hex Force a single hex by the combat results
    table, which its rule tells, moves only the half in the hex of the combat [19.1.7].
    """
    present = _present(position, obligations)
    if not present:
        return None
    if not calm:
        yield from _displace_depots(table, position, present)
    if rule in BY_TABLE:
        halves = [
            names
            for names, hexes in present.items()
            if hexes == 1 and position.units[names[0]].also != OFF_MAP
        ]
        present = {names: hexes for names, hexes in present.items() if names not in halves}
        for names in halves:
            yield from half_retreat.pull_back(table, position, names, origin, rule)
        present = _present(position, present)
    own = _draw_together(position, present, origin)
    for names in present:
        for name in names:
            if position.piece(position.units[name]).fort:
                forts.flip(table, position, name, "8.5.2")
    apart: dict[tuple[object, ...], Obligations] = {}
    for names, hexes in present.items():
        bound = retreat_hexes.retreat_of(position, names, origin)
        key = (bound.wheels, bound.montenegrin, bound.region, bound.range)
        apart.setdefault(key, {})[names] = hexes
    for stack in apart.values():
        yield from _go_back(table, position, stack, rule=rule, origin=origin, own=own, calm=calm)
    return None


def _present(position: SerbiaPosition, obligations: Mapping[Names, int]) -> Obligations:
    """What is left of the Forces of a stack."""
    found: Obligations = {}
    for names, hexes in obligations.items():
        alive = tuple(name for name in names if name in position.units)
        if alive:
            found[alive] = hexes
    return found


def _displace_depots(table: Table, position: SerbiaPosition, stack: Obligations) -> Procedure:
    """[11.1.2] A depot does not stay behind when those it is with are driven off (decision SE-R315)."""
    some = position.units[next(iter(stack))[0]]
    side = position.side_of(some)
    for unit in [each for node in position.hexes_of(some) for each in position.units_at(node)]:
        if position.piece(unit).depot and position.side_of(unit) == side:
            yield from depots.displace(table, position, unit.name)
    return None


def _draw_together(position: SerbiaPosition, stack: Obligations, origin: int) -> int:
    """[19.1.7] Two-hex Forces come together in the hex they retreat from; returns the hex they give up."""
    own = OFF_MAP
    for names in stack:
        for name in names:
            unit = position.units[name]
            if unit.also == OFF_MAP:
                continue
            struck = origin if origin in (unit.at, unit.also) else unit.at
            own = unit.also if struck == unit.at else unit.at
            position.change(name, at=struck, also=OFF_MAP)
    return own


# Going back


def _go_back(
    table: Table,
    position: SerbiaPosition,
    stack: Obligations,
    *,
    rule: str,
    origin: int,
    own: int,
    calm: bool,
) -> Procedure:
    """[11.1.1] One stack retreats hex by hex; its owner chooses each hex, and may try one Repulse [7.4]."""
    while moving := {names: hexes for names, hexes in _present(position, stack).items() if hexes > 0}:
        everybody = [name for names in moving for name in names]
        here = position.units[everybody[0]].at
        binding = retreat_hexes.retreat_of(position, everybody, origin, own=own, calm=calm)
        hexes = max(moving.values())
        ways = [] if position.setting.board.is_area(here) else _ways(position, binding, here, hexes)
        enemies = targets(position, everybody, here) if rule in BY_COMBAT else []
        answer = yield from _choose(position, binding, ways, enemies, hexes=hexes)
        if isinstance(answer, Repulse):
            yield from _repulse(table, position, moving, answer)
            stack = _present(position, stack)
            continue
        if isinstance(answer, Pass):
            if ways:  # nobody need go beyond Vogošća
                break
            for names, left in moving.items():
                yield from _unable(table, position, names, left)
            break
        assert isinstance(answer, RetreatTo)
        there = position.setting.board[answer.hexes[0]]
        if position.setting.board.is_area(there):
            _leave_map(table, position, everybody, there)
            break
        forced = all(retreat_hexes.is_open_zone(position, binding, way.hexes[0]) for way in ways)
        going = _who_goes(table, position, moving, surrender=forced and not calm)
        yield from _step(table, position, going, binding, there=there, rule=rule)
        stack = {names: left - 1 if names in going else 0 for names, left in moving.items()}
        own = OFF_MAP
    if rule in BY_COMBAT:
        yield from _last_repulse(table, position, _present(position, stack))
    return None


def _ways(position: SerbiaPosition, binding: Retreat, here: int, hexes: int) -> list[Way]:
    ways = retreat_hexes.open_ways(position, binding, here, hexes)
    if binding.calm:
        return [way for way in ways if not way.rank[0]]
    return ways


def _choose(
    position: SerbiaPosition, binding: Retreat, ways: Sequence[Way], enemies: Sequence[int], *, hexes: int
) -> Generator[Ask | Together, Any, Action]:
    """The next hex, a Repulse, or nothing where nothing is possible."""
    board = position.setting.board
    here = position.units[binding.names[0]].at
    choices: list[Action] = [retreat_to(board.label(node)) for node in sorted({way.hexes[0] for way in ways})]
    if binding.montenegrin:
        choices += [retreat_to(board.label(box)) for box in montenegro.boxes_at(position.setting, here)]
    repulses = [Repulse(board.label(node)) for node in enemies]
    if not choices or (binding.calm and retreat_hexes.is_refuge(position, binding, here)):
        choices.append(PASS)
    if len(choices) == 1 and not repulses:
        return choices[0]
    answer: Action = yield _ask(position, binding, ways, [*choices, *repulses], hexes)
    return answer


def _ask(
    position: SerbiaPosition,
    binding: Retreat,
    ways: Sequence[Way],
    choices: list[Action],
    hexes: int,
) -> Ask:
    label = position.setting.board.label
    here = position.units[binding.names[0]].at

    def default() -> Action:
        if not ways:
            return choices[0]
        return retreat_to(label(retreat_hexes.advised(ways, position, binding, here).hexes[0]))

    leader = leader_of(position, binding.names)
    return Ask(
        binding.side,
        "retreat",
        lambda: f"{position.label(leader)} retreats from {label(here)}, {hexes} hexes to go: where to?",
        "11.1.1",
        options=lambda: choices,
        why_not=lambda action: why_not(position, binding, here, action),
        default=default,
        about=matters.Retreat(tuple(binding.names), label(here), hexes),
    )


def why_not(position: SerbiaPosition, binding: Retreat, here: int, action: Action) -> Refusal | None:
    """[11.1] [11.1.1] Why a stack may not retreat into a hex."""
    board = position.setting.board
    if isinstance(action, Repulse):
        return Refusal("7.4.1", "no Repulse of that hex is possible on this retreat")
    if not isinstance(action, RetreatTo) or len(action.hexes) != 1:
        return None
    where = action.hexes[0]
    if where not in board or board[where] not in position.setting.beside[here]:
        return Refusal("11.1", f"{where} is not next to {board.label(here)}")
    there = board[where]
    if position.has_enemy(there, binding.side):
        return Refusal("11.1.5", f"the enemy is in {where}")
    if not retreat_hexes.may_step(position, binding, here, there):
        return Refusal("11.1", f"no retreat leads from {board.label(here)} into {where}")
    if binding.calm and retreat_hexes.is_open_zone(position, binding, there):
        return Refusal(("6.4", "15.6.2a"), f"{where} is in an enemy zone")
    return Refusal(
        "11.1.1", f"other ways lead farther, or keep better to the area and the supply, than {where}"
    )


def _step(
    table: Table,
    position: SerbiaPosition,
    going: Sequence[Names],
    binding: Retreat,
    *,
    there: int,
    rule: str,
) -> Procedure:
    """[11.1.3] [11.1.4] A stack enters the next hex of its retreat, and pays for it."""
    if not going:
        return None
    label = position.setting.board.label
    here = position.units[going[0][0]].at
    open_zone = retreat_hexes.is_open_zone(position, binding, there)
    hard = retreat_hexes.is_hard_crossing(position, binding.side, here, there)
    for names in going:
        for name in names:
            put_back(position, name, there)
    table.tell(
        f"{SIDE_NAMES[binding.side]} retreats from {label(here)} to {label(there)}",
        rule,
        "11.1",
        kind="retreat",
        data={"side": binding.side, "from": label(here), "to": label(there)},
    )
    for names in going:
        yield from pay(table, position, names, hard=hard, open_zone=open_zone)
    yield from instants.settle(table, position, resolving=True)
    return None


def pay(
    table: Table, position: SerbiaPosition, names: Sequence[str], *, hard: bool, open_zone: bool
) -> Procedure:
    """[11.1.3] [11.1.4] What a Force loses by a step of its retreat over a hard hexside or into a zone."""
    if hard:
        yield from reductions.reduce(table, position, names, 1, "11.1.4")
        yield from effectiveness.lose_levels(table, position, names, 1, "11.1.4")
    if open_zone:
        yield from effectiveness.lose_levels(table, position, names, 1, "11.1.3")
    return None


def put_back(position: SerbiaPosition, name: str, there: int, also: int = OFF_MAP) -> None:
    """A unit has retreated: what it was preparing or working at is over (decision SE-R312)."""
    position.change(
        name,
        at=there,
        also=also,
        retreated=True,
        prepared=OFF_MAP,
        aim=OFF_MAP,
        task="",
        progress=0,
    )


def _leave_map(table: Table, position: SerbiaPosition, names: Iterable[str], box: int) -> None:
    """[24.2] Montenegrins retreat off the map, where the retreat is over (decision SE-R313)."""
    for name in names:
        put_back(position, name, box)
    where = position.setting.board.name_of(box) or position.setting.board.label(box)
    table.tell(f"Montenegrins retreat to {where}", "24.2", kind="retreat")


# Units that cannot go


def _is_lost(position: SerbiaPosition, names: Sequence[str]) -> bool:
    """[11.1.6] Whether a Force that loses one more level is demoralized, and is isolated."""
    leader = position.units[leader_of(position, names)]
    if not position.piece(leader).formation or leader.status + 1 < DEMORALIZED:
        return False
    return supply.is_isolated(position, leader)


def _surrender(table: Table, position: SerbiaPosition, names: Sequence[str]) -> None:
    for name in names:
        reductions.eliminate(table, position, name, "11.1.6", surrendered=True)


def _who_goes(table: Table, position: SerbiaPosition, moving: Obligations, *, surrender: bool) -> list[Names]:
    """[11.1.6] The Forces that go on; isolated demoralized ones that must enter a zone surrender."""
    going = []
    for names in moving:
        if surrender and _is_lost(position, names):
            _surrender(table, position, names)
        else:
            going.append(names)
    return going


def _unable(table: Table, position: SerbiaPosition, names: Names, hexes: int) -> Procedure:
    """[11.1.5] [11.1.6] For each hex a Force cannot retreat it loses a level and suffers a reduction."""
    for _ in range(hexes):
        present = [name for name in names if name in position.units]
        if not present:
            return None
        if _is_lost(position, present):
            _surrender(table, position, present)
            return None
        where = position.setting.board.label(position.units[present[0]].at)
        table.tell(f"A Force in {where} cannot retreat", "11.1.5", kind="retreat")
        yield from effectiveness.lose_levels(table, position, present, 1, "11.1.5")
        yield from reductions.reduce(table, position, present, 1, "11.1.5")
    return None


# Repulse on the retreat


def targets(position: SerbiaPosition, names: Sequence[str], here: int) -> list[int]:
    """[7.4] [7.4.1] [7.4.2] The hexes a retreating stack may try to repulse the enemy from.

    Once for each stack and attack phase, only on a retreat that a combat or the check after it has caused,
    and not over the Sava (decision SE-R306).
    """
    if position.phase not in ATTACK_PHASES or position.setting.board.is_area(here):
        return []
    if any(position.units[name].repulsed for name in names):
        return []
    side = position.side_of(position.units[names[0]])
    return [
        node
        for node in position.setting.zone_reach[here]
        if position.has_enemy(node, side) and repulsers(position, names, node)
    ]


def repulsers(position: SerbiaPosition, names: Sequence[str], target: int) -> list[Names]:
    """[7.4.1] [7.4.2] The Forces of a stack that may try to repulse the enemy from a hex."""
    return [
        group
        for group in forces_of(position, names)
        if repulse.why_not_repulse(position, group, target) is None
    ]


def _repulse(table: Table, position: SerbiaPosition, moving: Obligations, order: Repulse) -> Procedure:
    """[7.4.1] One Force of the stack tries to repulse the enemy; the owner says which."""
    everybody = [name for names in moving for name in names]
    target = position.setting.board[order.at]
    able = repulsers(position, everybody, target)
    chosen = able[0]
    if len(able) > 1:
        answer = yield _ask_who(position, able, order.at)
        chosen = next(group for group in able if answer.unit in group)
    for name in everybody:
        position.change(name, repulsed=True)
    yield from repulse.repulse(table, position, chosen, target, retreating=True)
    return None


def _ask_who(position: SerbiaPosition, able: Sequence[Names], target: str) -> Ask:
    leaders = [leader_of(position, group) for group in able]
    return Ask(
        position.side_of(position.units[leaders[0]]),
        "repulser",
        "Which Force tries the Repulse?",
        "7.4.1",
        options=lambda: [Pick(name) for name in leaders],
        default=lambda: Pick(
            max(leaders, key=lambda name: (position.piece(position.units[name]).attack, name))
        ),
        about=matters.Repulser(tuple(leaders), target),
    )


def _last_repulse(table: Table, position: SerbiaPosition, stack: Obligations) -> Procedure:
    """[7.4] After the last hex of a retreat the stack may still try its Repulse."""
    everybody = [name for names in stack for name in names]
    if not everybody:
        return None
    here = position.units[everybody[0]].at
    together = {names: hexes for names, hexes in stack.items() if position.units[names[0]].at == here}
    everybody = [name for names in together for name in names]
    able = targets(position, everybody, here)
    if not able:
        return None
    answer = yield _ask_last(position, everybody, able)
    if isinstance(answer, Repulse):
        yield from _repulse(table, position, together, answer)
    return None


def _ask_last(position: SerbiaPosition, names: Sequence[str], able: Sequence[int]) -> Ask:
    label = position.setting.board.label
    return Ask(
        position.side_of(position.units[names[0]]),
        "retreat",
        "The retreat is over: try a Repulse?",
        "7.4",
        options=lambda: [PASS, *(Repulse(label(node)) for node in able)],
        default=lambda: PASS,
        about=matters.Retreat(tuple(names), label(position.units[names[0]].at), 0),
    )
