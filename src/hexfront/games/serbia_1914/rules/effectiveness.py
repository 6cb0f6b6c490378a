"""[6.0] [10.2] [10.3] Combat effectiveness: levels lost, checks, and what a failed check after combat brings.

A Formation goes down the track -1, -2, -3, CI, D1, D2; what goes beyond becomes strength reductions. Asset
units without a Formation have no track: every level is a reduction [5.5.2].
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any, Protocol

from hexfront.games.serbia_1914 import premises
from hexfront.games.serbia_1914.force import leader_of
from hexfront.games.serbia_1914.position import SerbiaPosition
from hexfront.games.serbia_1914.rules import reductions, retreat
from hexfront.games.serbia_1914.rules.shaken import retreat_of
from hexfront.games.serbia_1914.vocabulary import LAST_STATUS, STATUS_NAMES
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()


class Group(Protocol):
    """Anything that has the names of the units of a Force, such as `force.Force`."""

    @property
    def units(self) -> tuple[str, ...]: ...


Names = Sequence[str] | Group


def names_of(force: Names) -> tuple[str, ...]:
    """The units of a Force, however it is given."""
    return tuple(force) if isinstance(force, Sequence) else force.units


# Levels


def level(position: SerbiaPosition, names: Iterable[str], note: Note = unexplained) -> int | None:
    """[6.1.2] [5.5.1] The effectiveness a Force is tested with; None for guns alone, which have none.

    That of the Formation, or the highest of the asset units (decision SE-R314).
    """
    present = [name for name in names if name in position.units]
    if not present:
        return None
    unit = position.units[leader_of(position, present)]
    piece = position.piece(unit)
    if piece.gun:
        return None
    base = note("6.1.2", f"base of {piece.label}", piece.effectiveness)
    if not unit.status:
        return base
    return base + note("6.1.4", f"status {STATUS_NAMES[unit.status]}", position.effectiveness(unit) - base)


def lose_levels(
    table: Table, position: SerbiaPosition, names: Iterable[str], levels: int, rule: str
) -> Procedure:
    """[6.1.1] [6.1.3] [5.5.2] A Force loses levels; those it cannot lose become reductions."""
    present = [name for name in names if name in position.units]
    if not present or levels <= 0:
        return None
    leader = position.units[leader_of(position, present)]
    piece = position.piece(leader)
    if not piece.formation:
        yield from reductions.reduce(table, position, present, levels, "5.5.2")
        return None
    status = min(leader.status + levels, LAST_STATUS)
    excess = leader.status + levels - status
    if status != leader.status:
        position.change(leader.name, status=status)
        table.tell(
            f"{position.label(leader)} goes down to {STATUS_NAMES[status]}",
            rule,
            kind="loss",
            to=(piece.side,),
            data={"unit": leader.name, "status": status},
        )
    if excess:
        yield from reductions.reduce(table, position, present, excess, "6.1.3")
    return None


# Checks


def check(
    table: Table,
    position: SerbiaPosition,
    names: Sequence[str],
    *,
    modifier: int,
    purpose: str,
    rule: str,
    words: str,
) -> int:
    """[6.2] [6.2.1] Throw 2d6 for a Force: by how much it fails, nothing or less if it passes."""
    told = table.premise(premises.CHECK)
    if told is not None:
        return premises.failed_by(told)
    thrown = throw(table, purpose, rule, at=leader_of(position, names), words=words)
    return check_with(position, names, thrown + modifier)


def throw(table: Table, purpose: str, rule: str, *, at: str, words: str, of: str = "") -> int:
    """[6.2.1] The two dice of a check."""
    return sum(table.roll(purpose, rule, at=at, of=of, words=words) for _ in range(2))


def check_with(position: SerbiaPosition, names: Iterable[str], total: int) -> int:
    """[6.2.1] [6.2.2] By how much a Force fails with a modified throw; nothing or less if it passes."""
    against = level(position, names)
    return 0 if against is None else total - against


# After combat


def post_combat(
    table: Table,
    position: SerbiaPosition,
    *,
    side: str,
    forces: Mapping[int, Sequence[Names]],
    modifier: int | Mapping[int, int],
    withheld: Sequence[Names] = (),
) -> Generator[Ask | Together, Any, dict[tuple[str, ...], int]]:
    """[10.0] [10.2] [10.3] All Forces of a side are tested after a combat, then those that must retreat.

    ``forces`` names them by the hex they fought in, ``modifier`` is one for all or one for each hex.
    ``withheld`` are Forces of the defender that took no part [9.2.5]. A two-hex Force that fought in both
    its hexes is tested once, with the worse modifier [19.1.6]. Returns the hexes each leader had to retreat.
    """
    tested: dict[tuple[str, ...], int] = {}  # each Force, and the hex it fought in
    totals: dict[tuple[str, ...], int] = {}
    told: dict[tuple[str, ...], int] = {}  # by how much a Force fails, as a referee says
    for node, groups in forces.items():
        fresh = [
            names
            for names in map(names_of, groups)
            if names not in tested and any(name in position.units for name in names)
        ]
        if not fresh:
            continue
        where = position.setting.board.label(node)
        thrown: int | None = None  # one throw for all of a hex
        for names in fresh:
            tested[names] = node
            if (premise := table.premise(premises.CHECK)) is not None:
                told[names] = premises.failed_by(premise)
                continue
            if thrown is None:
                words = f"effectiveness check, {where}"
                thrown = throw(table, "check", "10.2", at=where, of=side, words=words)
            totals[names] = thrown + _modifier(forces, modifier, names)
    owed: dict[tuple[str, ...], int] = {}
    for names in tested:
        if not any(name in position.units for name in names):
            continue  # what another Force suffered has taken the last of it along
        by = told[names] if names in told else check_with(position, names, totals[names])
        owed[names] = yield from suffer_check(table, position, names, by)
    due = {names: hexes for names, hexes in owed.items() if hexes}
    for names in map(names_of, withheld):
        hexes = _carried_along(position, names, owed)
        if hexes:
            due[names] = hexes
            tested[names] = next(tested[other] for other in owed)
    yield from _retreat_all(table, position, due, tested)
    return {**owed, **due}


def _modifier(
    forces: Mapping[int, Sequence[Names]], modifier: int | Mapping[int, int], names: tuple[str, ...]
) -> int:
    """[19.1.6] The modifier of a Force: the worst of the hexes it fought in."""
    if isinstance(modifier, int):
        return modifier
    return max(modifier[node] for node, groups in forces.items() if names in map(names_of, groups))


def suffer_check(
    table: Table, position: SerbiaPosition, names: Sequence[str], by: int
) -> Generator[Ask | Together, Any, int]:
    """[10.3] A Force suffers what failing by so much brings; returns the hexes it must then retreat."""
    leader = leader_of(position, [name for name in names if name in position.units])
    before = position.units[leader].status
    hexes = 0
    outcome = "passes" if by <= 0 else f"fails by {by}"
    table.tell(
        f"{position.label(leader)} {outcome} its effectiveness check",
        "10.2",
        kind="combat",
        to=(position.side_of(position.units[leader]),),
        data={"unit": leader, "failed_by": max(by, 0)},
    )
    if by > 0:
        failure = position.setting.tables.failure(by)
        yield from lose_levels(table, position, names, failure.levels, "10.3")
        yield from reductions.reduce(table, position, names, failure.reductions, "10.3")
        hexes = failure.retreat
    after = position.units.get(leader)
    if after is None:
        return hexes
    return hexes + retreat_of(before, after.status)


def _carried_along(
    position: SerbiaPosition, names: Sequence[str], owed: Mapping[tuple[str, ...], int]
) -> int:
    """[9.2.5] Hexes a withheld Force retreats: the least of those who fought beside it, if all leave."""
    present = [position.units[name] for name in names if name in position.units]
    if not present:
        return 0
    here = set(position.hexes_of(present[0]))
    beside_it = [
        hexes
        for others, hexes in owed.items()
        if any(
            name in position.units and here & set(position.hexes_of(position.units[name])) for name in others
        )
    ]
    return min(beside_it, default=0)


def _retreat_all(
    table: Table,
    position: SerbiaPosition,
    due: Mapping[tuple[str, ...], int],
    origins: Mapping[tuple[str, ...], int],
) -> Procedure:
    """[10.3] The Forces of one hex retreat together as far as all of them must, some then farther."""
    stacks: dict[tuple[int, int], dict[tuple[str, ...], int]] = {}
    for names, hexes in due.items():
        present = [position.units[name] for name in names if name in position.units]
        if present:
            stacks.setdefault((present[0].at, origins[names]), {})[names] = hexes
    for (_, origin), obligations in stacks.items():
        yield from retreat.retreat_stack(table, position, obligations, rule="10.3", origin=origin)
    return None
