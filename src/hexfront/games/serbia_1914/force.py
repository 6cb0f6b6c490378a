"""[3.2] Forces: a Formation with up to two asset units, or one or two asset units; and who goes with whom.

An asset unit stacked with several Formations goes with the one its owner names [5.5.1]; as long as he names
none, with the Formation that has the fewest asset units so far. A fort belongs to a Force of its hex without
counting toward the limit, and supply units and squadrons belong to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import SIZE_ORDER

MOST_ASSETS = 2


class Force(msgspec.Struct, frozen=True):
    """Units that move, fight and are tested together; the leader is the Formation, or the best asset unit."""

    leader: str
    units: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.units


def forces_in(position: SerbiaPosition, node: int, side: str) -> list[Force]:
    """[3.2] The Forces of a side in a hex, by leader."""
    pieces = position.setting.pieces
    if len(position.standing[node]) == 1:
        name = position.standing[node][0]
        piece = pieces[position.units[name].piece]
        alone = piece.side == side and (piece.formation or piece.fort or piece.asset)
        return [Force(name, (name,))] if alone else []
    formations: dict[str, list[str]] = {}
    assets: list[Unit] = []
    forts: list[str] = []
    for unit in position.units_at(node):
        piece = pieces[unit.piece]
        if piece.side != side:
            continue
        if piece.formation:
            formations[unit.name] = [unit.name]
        elif piece.fort:
            forts.append(unit.name)
        elif piece.asset:
            assets.append(unit)
    loose: list[str] = []
    # Those who have been told where to go come first, so that nobody takes their place.
    for unit in sorted(assets, key=lambda each: (each.assigned not in formations, each.name)):
        open_to = [
            name
            for name in sorted(formations)
            if len(formations[name]) <= MOST_ASSETS
            and position.units[name].also == unit.also
            and not pieces[position.units[name].piece].unknown  # it may be anything, and is seen to be alone
        ]
        if unit.assigned in open_to:
            formations[unit.assigned].append(unit.name)
        elif open_to:
            formations[min(open_to, key=lambda name: len(formations[name]))].append(unit.name)
        else:
            loose.append(unit.name)
    groups = list(formations.values())
    groups += [loose[at : at + MOST_ASSETS] for at in range(0, len(loose), MOST_ASSETS)]
    if forts:
        if groups:
            groups[0].extend(forts)
        else:
            groups.append(forts)
    return [Force(leader_of(position, group), tuple(group)) for group in groups]


def force_of(position: SerbiaPosition, unit: Unit) -> Force:
    """The Force a unit belongs to as the stacks stand."""
    for force in forces_in(position, unit.at, position.side_of(unit)):
        if unit.name in force.units:
            return force
    return Force(unit.name, (unit.name,))


def leader_of(position: SerbiaPosition, names: Sequence[str]) -> str:
    """[5.5.1] The Formation of a group, else the Combat unit with the best effectiveness and proficiency."""
    if len(names) == 1:
        return names[0]
    pieces, units = position.setting.pieces, position.units

    def rank(name: str) -> tuple[bool, bool, int, int, str]:
        piece = pieces[units[name].piece]
        return (not piece.formation, not piece.combat, -piece.effectiveness, -piece.proficiency, name)

    return min(names, key=rank)


def largest(position: SerbiaPosition, names: Iterable[str]) -> str:
    """The largest unit of a group, the Formation before others of its size [7.1.4b]."""
    pieces, units = position.setting.pieces, position.units

    def rank(name: str) -> tuple[int, bool, str]:
        piece = pieces[units[name].piece]
        return (SIZE_ORDER.index(piece.size), not piece.formation, name)

    return min(names, key=rank)


def may_be_one_force(position: SerbiaPosition, names: Iterable[str]) -> bool:
    """[3.2] [3.2.1] Whether some units are at most one Formation and two asset units, forts not counted."""
    pieces = [position.piece(position.units[name]) for name in names]
    formations = sum(piece.formation for piece in pieces)
    assets = sum(piece.asset and not piece.fort for piece in pieces)
    return formations <= 1 and assets <= MOST_ASSETS and all(piece.combat or piece.asset for piece in pieces)
