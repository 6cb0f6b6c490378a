"""[7.3] Prepared attacks: what they cost, who may place the marker, and where it may point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hexfront.games.serbia_1914.force import MOST_ASSETS
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import marches, strengths
from hexfront.games.serbia_1914.rules.stacking import COMBAT_LIMIT, MOUNTAIN_COMBAT_LIMIT
from hexfront.games.serbia_1914.vocabulary import INEFFECTIVE, MOVEMENT, other_side
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger, Note, unexplained
from hexfront.kernel.table import Table

LEAST = 4  # movement points
_AMPLE = 6 * strengths.QUARTERS_OF_A_POINT  # an attack strength no terrain brings below one

# What is in the way: the unit it is said of, if any, what is said, and the rules. Refusals are made of it
# only when somebody asks.
Hindrance = tuple[str, str, tuple[str, ...]]


def cost(position: SerbiaPosition, names: Sequence[str], there: int, note: Note = unexplained) -> int | None:
    """[7.3] What it costs to point at a hex: entering it without roadways and zones, at least 4 points."""
    found = 0
    for name in names:
        unit = position.units[name]
        price = marches.enter_cost(position, unit, unit.at, there, zones=False, roadways=False, note=note)
        if price is None:
            return None
        found = max(found, price)
    if found < LEAST:
        note("7.3", "at least", LEAST, "=")
    return max(found, LEAST)


def cost_ledger(position: SerbiaPosition, name: str, there: int) -> Ledger:
    """[7.3] What a prepared attack costs a unit, term by term."""
    ledger = Ledger(f"{position.label(name)} prepares an attack on {position.setting.board.label(there)} for")
    price = cost(position, (name,), there, ledger.note)
    return ledger.close(price or 0)


def hindrance(position: SerbiaPosition, names: Sequence[str]) -> Hindrance | None:
    """[7.3] [7.3.2] [6.3] [8.1] What keeps a Force from preparing an attack on anything; None if nothing."""
    if position.phase != MOVEMENT:
        return "", "attacks are prepared in the Movement Phase only", ("7.3",)
    infantry = False
    for name in names:
        unit = position.units[name]
        piece = position.setting.pieces[unit.piece]
        if piece.cavalry:
            return name, " is cavalry and cannot prepare an attack", ("7.3", "8.1")
        if unit.status >= INEFFECTIVE:
            return name, " is combat ineffective or demoralized", ("7.3.2", "6.3", "6.4")
        if unit.also != OFF_MAP:
            return name, " stands in two hexes", ("7.3.2", "19.1.4")
        if unit.task:
            return name, " has begun a task and cannot attack", ("7.8",)
        infantry = infantry or piece.infantry
    return None if infantry else ("", "only infantry prepares attacks", ("7.3",))


def why_not_at_all(position: SerbiaPosition, names: Sequence[str]) -> Refusal | None:
    """[7.3] Why a Force cannot prepare an attack on anything, in words."""
    found = hindrance(position, names)
    if found is None:
        return None
    name, words, rules = found
    return Refusal(rules, (position.label(name) if name else "") + words)


def why_not_prepare(
    position: SerbiaPosition, names: Sequence[str], there: int, points: int
) -> Refusal | None:
    """[7.3] Why a Force cannot point its marker at a hex; None if it can."""
    refusal = why_not_at_all(position, names)
    if refusal is not None:
        return refusal
    setting = position.setting
    here = position.units[names[0]].at
    label = setting.board.label(there)
    if there not in setting.beside[here] or there not in setting.in_play:
        return Refusal("7.3", f"{label} is not next to {setting.board.label(here)}")
    if position.occupier(there) == position.side_of(position.units[names[0]]):
        return Refusal("7.3.1", f"your own units are in {label}")
    if not strengths.can_attack_across(setting, here, there):
        return Refusal("9.2.3", f"no attack is possible on {label} across this hexside")
    price = cost(position, marking(position, names), there)
    if price is None or price > points:
        return Refusal("7.3", "too few movement points", price, points)
    return (
        why_not_strength(position, names, there)
        or why_not_room(position, names, there)
        or why_not_mixed(position, names, there)
    )


def why_not_strength(position: SerbiaPosition, names: Sequence[str], there: int) -> Refusal | None:
    """[7.3.2] [9.3.2] The attack strength must be at least 1 when terrain is taken off."""
    here = position.units[names[0]].at
    marked = marking(position, names)
    strength = strengths.attack_of_force(position, marked, here, there)
    if strength >= strengths.QUARTERS_OF_A_POINT:
        return None
    return Refusal("7.3.2", "terrain leaves no attack strength", 1, strength // strengths.QUARTERS_OF_A_POINT)


def why_not_room(position: SerbiaPosition, names: Sequence[str], there: int) -> Refusal | None:
    """[7.3] [3.1.2] No more is marked in a hex than may attack from it (decision SE-R102)."""
    here = position.units[names[0]].at
    mountains = position.setting.mountainous[here] or position.setting.mountainous[there]
    most = MOUNTAIN_COMBAT_LIMIT if mountains else COMBAT_LIMIT
    marked = [unit for unit in position.units_at(here) if unit.prepared != OFF_MAP and unit.name not in names]
    coming = [position.units[name] for name in marking(position, names)]
    quarters = sum(position.quarters_in(unit) for unit in (*marked, *coming))
    if quarters <= most:
        return None
    return Refusal(("7.3", "3.1.2"), "too much would be marked in the hex", most / 4, quarters / 4)


def why_not_mixed(position: SerbiaPosition, names: Sequence[str], there: int) -> Refusal | None:
    """[7.3.1] Units of one Force point at one hex: marked asset units need Formations that point there too.

    A Formation without a marker takes asset units of one target, two of them (decision SE-R115).
    """
    here = position.units[names[0]].at
    coming = marking(position, names)
    formations: Counter[int] = Counter()
    assets: Counter[int] = Counter()
    side = position.side_of(position.units[names[0]])
    for unit in position.units_at(here):
        piece = position.setting.pieces[unit.piece]
        target = there if unit.name in coming else unit.prepared
        if piece.side != side or not piece.combat:
            continue
        if piece.formation:
            formations[target] += 1
        elif target != OFF_MAP:
            assets[target] += 1
    if not formations:
        mixed = len(assets) > 1
    else:
        lacking = (
            -(-max(count - MOST_ASSETS * formations[target], 0) // MOST_ASSETS)
            for target, count in assets.items()
        )
        mixed = sum(lacking) > formations[OFF_MAP]
    return Refusal("7.3.1", "units of one Force cannot point at different hexes") if mixed else None


def _host(position: SerbiaPosition, names: Sequence[str], there: int) -> str:
    """[5.5.1] The Formation that marked asset units are assigned to: in hand, or of their hex."""
    pieces, units = position.setting.pieces, position.units
    here = units[names[0]].at
    ranked = [
        (name not in names, unit.prepared != there, _assigned(position, name, names), name)
        for name in position.standing[here]
        if pieces[(unit := units[name]).piece].formation and unit.prepared in (there, OFF_MAP)
    ]
    return min(ranked)[-1] if ranked else ""


def _assigned(position: SerbiaPosition, formation: str, names: Sequence[str]) -> int:
    """How many other asset units have been told to go with a Formation."""
    units = position.units
    here = position.standing[units[formation].at]
    return sum(units[name].assigned == formation and name not in names for name in here)


def marking(position: SerbiaPosition, names: Sequence[str]) -> tuple[str, ...]:
    """The units of a Force that get the marker: its infantry."""
    pieces, units = position.setting.pieces, position.units
    return tuple([name for name in names if pieces[units[name].piece].infantry])


def targets(position: SerbiaPosition, names: Sequence[str], points: int) -> list[int]:
    """[7.3] [7.3.1] The hexes a Force may point its marker at, enemies in them or not."""
    if points < LEAST or hindrance(position, names) is not None:
        return []
    setting, units = position.setting, position.units
    here = units[names[0]].at
    side = setting.pieces[units[names[0]].piece].side
    marked = names if len(names) == 1 else marking(position, names)
    strength = quarters = 0
    for name in marked:
        strength += strengths.attack_strength(position, units[name])
        quarters += position.quarters_in(units[name])
    if strength < strengths.QUARTERS_OF_A_POINT:
        return []
    alone = len(position.standing[here]) == len(names)
    assaults = setting.assaults(side, position.autumn)[here]
    own = position.enemies_of(other_side(side))
    if alone and strength >= _AMPLE and quarters <= MOUNTAIN_COMBAT_LIMIT:
        if not position.pontoons and not position.komitadji:
            return [there for there, price, _ in assaults if price <= points and not own[there]]
    mountains = setting.mountainous
    bridged = setting.great_rivers.get(here, ()) if position.pontoons else ()
    found = []
    for there, least, weakened in assaults:
        if own[there]:
            continue
        # Pontoon bridges and Komitadji change prices; otherwise they are the same all the time.
        plain = there not in bridged and there not in position.komitadji
        price = least if plain else cost(position, marked, there)
        if price is None or price > points:
            continue
        if weakened and strength < _AMPLE and why_not_strength(position, names, there) is not None:
            continue
        crowded = not alone or mountains[here] or mountains[there]
        if crowded and why_not_room(position, names, there) is not None:
            continue
        if not alone and why_not_mixed(position, names, there) is not None:
            continue
        found.append(there)
    return found


def prepare(table: Table, position: SerbiaPosition, names: Sequence[str], there: int) -> None:
    """[7.3] Place the marker; the units spend no more points in this phase."""
    marked = marking(position, names)
    price = cost(position, marked, there)
    assert price is not None
    host = _host(position, names, there)
    for name in names:
        unit = position.units[name]
        assigned = "" if position.piece(unit).formation else host
        marches.pay(position, unit, price, prepared=there if name in marked else OFF_MAP, assigned=assigned)
    label = position.setting.board.label
    first = position.units[marked[0]]
    table.tell(
        f"An attack is prepared from {label(first.at)} on {label(there)}",
        "7.3",
        kind="prepare",
        data={"from": label(first.at), "at": label(there)},
    )
