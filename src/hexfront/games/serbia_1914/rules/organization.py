"""[16.3] [16.4] [21.1] Units that become one, part again, or rejoin their division."""

from __future__ import annotations

import msgspec

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Combine, Integrate, Split
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import Combination
from hexfront.games.serbia_1914.vocabulary import INDEPENDENT
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

SPLIT_OVER = "split over"  # a flag: Formations were divided in this movement phase as their owner wished


def begin_movement(position: SerbiaPosition) -> None:
    """[16.4.1] Formations may be divided again at the start of a movement phase."""
    position.flags.pop(SPLIT_OVER, None)


def split(table: Table, position: SerbiaPosition) -> Procedure:
    """[16.4.1] Before a side moves, it may divide Formations."""
    while SPLIT_OVER not in position.flags:
        side = position.mover
        here = [
            each
            for each in position.setting.forces.combinations
            if each.reversible and each.whole in position.by_side[side]
        ]
        may = [each for each in here if why_not_split(position, side, each.whole) is None]
        # Whether one of them is fit to be divided is hidden, that it is on the map is not (decision SE-R603).
        chosen = (yield _ask_split(position, side, may)) if here else PASS
        if isinstance(chosen, Split):
            divide(table, position, chosen.unit)
        else:
            position.flags[SPLIT_OVER] = 1
    return None


def _combination(position: SerbiaPosition, whole: str) -> Combination | None:
    return next((each for each in position.setting.forces.combinations if each.whole == whole), None)


def why_not_split(position: SerbiaPosition, side: str, whole: str) -> Refusal | None:
    """[16.4] [16.4.2] Which Formations can be divided, and when their reductions allow it."""
    found = _combination(position, whole)
    unit = position.units.get(whole)
    if found is None or not found.reversible:
        return Refusal("16.4.2", f"{whole} cannot be divided")
    if unit is None or position.side_of(unit) != side:
        return Refusal("16.4", f"{whole} is not on the map")
    if unit.inactive:
        return Refusal("1.1", f"{position.label(unit)} is inactive")
    if unit.task:
        return Refusal("7.8.2", f"{position.label(unit)} has begun a task")
    room = sum(position.setting.pieces[part].most_reductions for part in found.parts)
    if unit.reductions > room:
        return Refusal("16.4.1", "its parts cannot carry its strength reductions", room, unit.reductions)
    return None


def _ask_split(position: SerbiaPosition, side: str, may: list[Combination]) -> Ask:
    def options() -> list[Action]:
        return [*(Split(each.whole) for each in may), PASS]

    def why_not(action: Action) -> Refusal | None:
        return why_not_split(position, side, action.unit) if isinstance(action, Split) else None

    return Ask(
        side,
        "split",
        "Divide a Formation into its brigades, or go on",
        "16.4.1",
        options=options,
        why_not=why_not,
        default=lambda: PASS,
        always=True,
        station=True,
        about=matters.Division(),
    )


def divide(table: Table, position: SerbiaPosition, whole: str) -> None:
    """[16.4.1] The parts share the reductions and have the effectiveness of the whole (decision SE-R078)."""
    found = _combination(position, whole)
    assert found is not None
    label = position.label(whole)
    unit = position.remove(whole)
    left = unit.reductions
    for part, node in zip(
        found.parts, (unit.at, unit.at if unit.also == OFF_MAP else unit.also), strict=False
    ):
        piece = position.setting.pieces[part]
        taken = min(left, piece.most_reductions)
        left -= taken
        status = unit.status if piece.formation else 0
        corps = unit.corps if piece.formation else ""
        position.put(
            msgspec.structs.replace(
                unit,
                name=part,
                piece=part,
                at=node,
                also=OFF_MAP,
                began=node,
                reductions=taken,
                status=status,
                corps=corps,
                lacks="",
            )
        )
    table.tell(f"{label} is divided", "16.4.1", kind="organization")


def combine(table: Table, position: SerbiaPosition) -> Procedure:
    """[16.3.1] [16.4.1] [21.1] At the end of a friendly movement phase units may be put together."""
    side = position.mover
    while True:
        pieces, own = position.setting.pieces, position.by_side[side]
        divided = [
            each.whole
            for each in position.setting.forces.combinations
            if not own.isdisjoint(each.parts) and each.whole not in own
        ]
        detached = [unit.name for unit in position.of_side(side) if pieces[unit.piece].parent in own]
        # Where their parts are is hidden, that they are on the map is not (decision SE-R603).
        if not divided and not detached:
            return None
        wholes = [whole for whole in divided if why_not_combine(position, side, whole) is None]
        detachments = [name for name in detached if why_not_integrate(position, side, name) is None]
        chosen = yield _ask_combine(position, side, wholes, detachments)
        if isinstance(chosen, Combine):
            unite(table, position, chosen.whole)
        elif isinstance(chosen, Integrate):
            integrate(table, position, chosen.unit)
        else:
            return None


def why_not_combine(position: SerbiaPosition, side: str, whole: str) -> Refusal | None:
    """[16.3] All parts together or in adjacent hexes; a part that was eliminated is done without."""
    found = _combination(position, whole)
    if found is None or position.setting.pieces[whole].side != side:
        return Refusal("16.3.2", f"{whole} cannot be put together")
    if whole in position.units:
        return Refusal("16.3", f"{position.label(whole)} is in play")
    parts = [position.units[part] for part in found.parts if part in position.units]
    missing = [part for part in found.parts if part not in position.units]
    if not parts or any(part not in position.lost for part in missing):
        return Refusal("16.3", f"{', '.join(missing)} is not in play")
    if not any(position.piece(part).formation for part in parts):
        return Refusal("16.3", "what is left of it is no Formation")
    if any(part.inactive for part in parts):
        return Refusal("1.1", "a part of it is inactive")
    most, has = position.setting.pieces[whole].most_reductions, _reductions_of(position, found)
    if has > most:
        return Refusal("16.3.1", "it would have more strength reductions than it can carry", most, has)
    places = {part.at for part in parts}
    if any(part.also != OFF_MAP for part in parts):
        return Refusal("16.3", "a part of it stands in two hexes")
    if len(places) > 1:
        a, b = sorted(places)
        if b not in position.setting.beside[a]:
            return Refusal("16.3", "its parts are neither stacked together nor in adjacent hexes")
        if any(other.also != OFF_MAP for node in (a, b) for other in position.units_at(node)):
            return Refusal("19.1.2", "another two-hex unit is in the way")
    return None


def _reductions_of(position: SerbiaPosition, combination: Combination) -> int:
    """[16.3.1] (decision SE-R077) The reductions of all parts; an eliminated part counts as its steps."""
    return sum(
        position.units[part].reductions
        if part in position.units
        else position.setting.pieces[part].most_reductions + 1
        for part in combination.parts
    )


def why_not_integrate(position: SerbiaPosition, side: str, name: str) -> Refusal | None:
    """[21.1] [21.1(2)] A detachment rejoins its division in the same hex."""
    unit = position.units.get(name)
    if unit is None or position.side_of(unit) != side or not position.piece(unit).parent:
        return Refusal("21.1", f"{name} is no detachment of yours")
    parent = position.units.get(position.piece(unit).parent)
    if parent is None or parent.at != unit.at:
        return Refusal("21.1", f"{position.label(unit)} is not stacked with its division")
    if unit.inactive or parent.inactive:
        return Refusal("1.1", "it is inactive")
    return None


def _ask_combine(position: SerbiaPosition, side: str, wholes: list[str], detachments: list[str]) -> Ask:
    def options() -> list[Action]:
        return [
            *(Combine(whole) for whole in wholes),
            *(Integrate(name) for name in detachments),
            PASS,
        ]

    def why_not(action: Action) -> Refusal | None:
        if isinstance(action, Combine):
            return why_not_combine(position, side, action.whole)
        if isinstance(action, Integrate):
            return why_not_integrate(position, side, action.unit)
        return None

    def advised() -> Action:
        if detachments:
            return Integrate(detachments[0])
        return Combine(wholes[0]) if wholes else PASS

    return Ask(
        side,
        "combine",
        "Put units together, or go on",
        "16.3.1",
        options=options,
        why_not=why_not,
        default=advised,
        always=True,
        about=matters.Combination(),
    )


def unite(table: Table, position: SerbiaPosition, whole: str) -> None:
    """[16.3.1] The whole has all reductions of its parts, and their average effectiveness rounded down.

    In adjacent hexes it is a two-hex unit [16.3]. Tasks, prepared attacks and reaction points of the parts
    are gone (decision SE-R077).
    """
    found = _combination(position, whole)
    assert found is not None
    parts = [position.units[part] for part in found.parts if part in position.units]
    fallen = [part for part in found.parts if part in position.lost]
    piece = position.setting.pieces[whole]
    formations = [part for part in parts if position.piece(part).formation]
    reductions = _reductions_of(position, found)
    labels = " and ".join(position.label(part) for part in parts)
    places = sorted({part.at for part in parts})
    first: Unit = formations[0]
    for part in parts:
        position.remove(part.name)
        position.gone.discard(part.name)
    for name in fallen:
        del position.lost[name]
        position.gone.add(name)
    position.put(
        msgspec.structs.replace(
            first,
            name=whole,
            piece=whole,
            at=places[0],
            also=places[1] if len(places) > 1 else OFF_MAP,
            reductions=reductions,
            status=sum(part.status for part in formations) // len(formations),
            corps=piece.corps or first.corps or INDEPENDENT,
            spent=max(part.spent for part in parts),
            marched=max(part.marched for part in parts),
            moved=True,
            crossing=max(part.crossing for part in parts),
            prepared=OFF_MAP,
            task="",
            progress=0,
            reaction=0,
        )
    )
    become = "become" if len(parts) > 1 else "becomes"
    table.tell(f"{labels} {become} {position.label(whole)}", "16.3.1", kind="organization")


def integrate(table: Table, position: SerbiaPosition, name: str) -> None:
    """[21.1] The division has its detachment back, with the reductions this has suffered."""
    label = position.label(name)
    unit = position.remove(name)
    position.gone.add(name)
    piece = position.setting.pieces[unit.piece]
    parent = position.units[piece.parent]
    most = position.piece(parent).most_reductions
    position.change(parent.name, lacks="", reductions=min(parent.reductions + unit.reductions, most))
    table.tell(f"{label} rejoins {position.label(parent)}", "21.1", kind="organization")
