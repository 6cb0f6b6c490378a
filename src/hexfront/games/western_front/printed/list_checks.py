"""The proof of the lists: printed counts against names, schedules against orders of battle.

`check` reads everything and returns every fault at once, with the size of the lists. Differences between the
printed lists must be explained by a decision of ``schedules/decisions.csv``; those between the replayed
schedules and a later order of battle also stand in ``schedules/exceptions.csv``.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from hexfront.games.western_front.printed.forces import (
    DATA,
    LATER,
    OPENING,
    REINFORCEMENTS,
    WITHDRAWALS,
    Forces,
    OrdersOfBattle,
    counter_file,
    kin,
    read,
    replay,
    turn_of,
)
from hexfront.games.western_front.printed.list_rows import (
    Arrival,
    Counter,
    Entry,
    Fortress,
    FrontLines,
    Listed,
    Placement,
    Turn,
    Withdrawal,
)
from hexfront.kernel.datafiles import DataFolder, Faults, suggest
from hexfront.kernel.grid import Grid
from hexfront.shared.reading import Proof

KINDS = ("inf", "mtn", "mar", "assault", "mtnassault", "cav", "bike", "art", "siege", "eng", "tank", "rpl")
SIZES = ("xx", "x", "iii", "ii", "i")
PRINTED_COUNT = re.compile(r"(\d+) x ")
MAP = Grid("5-3", columns=(1, 36), rows=(1, 28))
REIMS = "1515"  # [WF 14-1] lost in the campaign of 1914
MAUBEUGE = "1409"  # the only large French fortress behind the German line that is not on it


def check(folder: DataFolder | None = None) -> Proof:
    """Proves the lists; every fault at once, with file, line and what was probably meant."""
    folder = folder or DataFolder(DATA)
    faults = Faults()
    orders = read(folder, faults)
    for counter in orders.counters.values():
        _check_counter(counter, faults)
    for file, entries in lists(orders):
        _check_entries(orders, file, entries, faults)
        _check_groups(file, entries, faults)
    for forces in orders.scenarios.values():
        _check_scenario(orders, forces, faults)
        _check_fortresses(orders, forces, faults)
    _check_zones(orders, faults)
    _check_conversions(orders, faults)
    _check_replay(orders, faults)
    _check_combined(orders, faults)
    _check_mobilization(orders, faults)
    return Proof.of(folder, faults, figures(orders))


def lists(orders: OrdersOfBattle) -> Iterator[tuple[str, Sequence[Entry]]]:
    """Every list with its file."""
    for name, forces in orders.scenarios.items():
        yield f"scenarios/{name}/setup.csv", forces.placed
        yield f"scenarios/{name}/order_of_battle.csv", forces.listed
    yield REINFORCEMENTS, orders.arrivals
    yield WITHDRAWALS, orders.withdrawals
    yield "schedules/combined.csv", orders.combined
    yield "schedules/combined_romania.csv", orders.romanian


def figures(orders: OrdersOfBattle) -> dict[str, int]:
    """How much the lists hold: counters by nation, rows and printed lines by list."""
    result = {
        f"counters {nation}": n for nation, n in Tally(c.nation for c in orders.counters.values()).items()
    }
    result["counters"] = len(orders.counters)
    result["headquarters"] = len(orders.headquarters)
    result["fortresses"] = len(orders.fortresses)
    result["conversions"] = len(orders.conversions)
    result["assault candidates"] = len(orders.candidates)
    result["decisions"] = len(orders.decisions)
    for name in orders.scenarios:
        result[f"{name} units in play"] = len(orders.in_play(name))
    for file, entries in lists(orders):
        if entries:
            result[f"{file} rows"] = len(entries)
            result[f"{file} printed lines"] = len({entry.group for entry in entries if entry.group})
    return result


def _check_counter(counter: Counter, faults: Faults) -> None:
    file = counter_file(counter.nation)
    if counter.kind not in KINDS:
        faults.unknown(file, counter.line, "kind", counter.kind, KINDS)
    if counter.size not in SIZES:
        faults.unknown(file, counter.line, "size", counter.size, SIZES)
    if not counter.unit.startswith(f"{counter.nation}-{counter.kind}-{counter.size}-"):
        faults.add(file, counter.line, f'key "{counter.unit}" does not fit nation, kind and size')
    if counter.reduced is not None and not 0 < counter.reduced < counter.strength:
        faults.add(file, counter.line, f"reduced strength {counter.reduced} of a {counter.strength}")
    if not re.fullmatch(r"[2-6]|RR", counter.movement):
        faults.add(file, counter.line, f'movement allowance "{counter.movement}"')


def _check_entries(orders: OrdersOfBattle, file: str, entries: Sequence[Entry], faults: Faults) -> None:
    """Units and decisions exist, strengths fit the counter, what we changed is explained."""
    known = [*orders.counters, *orders.headquarters]
    for entry in entries:
        if entry.unit and entry.unit not in orders.counters and entry.unit not in orders.headquarters:
            faults.add(file, entry.line, f'unknown unit "{entry.unit}"', suggest(entry.unit, known))
        if entry.decision and entry.decision not in orders.decisions:
            faults.unknown(file, entry.line, "decision", entry.decision, orders.decisions)
        added = entry.group is None and not getattr(entry, "option", "")
        if (entry.struck or added) and not entry.decision:
            faults.add(file, entry.line, f'"{entry.unit}" is struck or added without a decision')
        if isinstance(entry, Arrival) and entry.place and MAP.cell(entry.place) is None:
            faults.add(file, entry.line, f'no hex "{entry.place}" on map {MAP.name}')
        counter = orders.counters.get(entry.unit)
        if counter is None or entry.struck or isinstance(entry, Withdrawal):
            continue
        if entry.strength is None:
            faults.add(file, entry.line, f'"{entry.unit}" has no strength')
        elif entry.strength > counter.strength and not entry.decision:
            faults.add(file, entry.line, f'"{entry.unit}" is stronger than its counter: {entry.strength}')
        elif getattr(entry, "state", "") != counter.state_at(entry.strength):
            faults.add(
                file, entry.line, f'"{entry.unit}" at {entry.strength} is {counter.state_at(entry.strength)}'
            )


def _check_groups(file: str, entries: Sequence[Entry], faults: Faults) -> None:
    """The count of every printed line against its names. A wrong count needs a decision on the line."""
    groups: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.group is not None:
            groups.setdefault(entry.group, []).append(entry)
    for rows in groups.values():
        heads = {row.printed for row in rows}
        if len(heads) > 1:
            faults.add(file, rows[0].line, f"one group with several heads: {', '.join(sorted(heads))}")
        count = PRINTED_COUNT.match(rows[0].printed)
        if count is None:  # a headquarters or supply points: one row, no count
            continue
        named = sum(getattr(row, "count", 1) or 1 for row in rows)
        if named != int(count[1]) and not any(row.decision for row in rows):
            faults.add(file, rows[0].line, f'"{rows[0].printed}" names {named}')


def _check_scenario(orders: OrdersOfBattle, forces: Forces, faults: Faults) -> None:
    """No formation twice, supply as the scenario says, historical placements within the order of battle."""
    in_play = orders.in_play(forces.scenario)
    rows: Sequence[Listed | Placement] = forces.listed or forces.placed
    file = f"scenarios/{forces.scenario}/" + ("order_of_battle.csv" if forces.listed else "setup.csv")
    seen: dict[str, str] = {}
    for row in rows:
        if row.struck or orders.is_replacement(row.unit):
            continue
        formation = orders.formation(row.unit)
        if formation in seen:
            faults.add(file, row.line, f'"{row.unit}" although "{seen[formation]}" is in play')
        seen[formation] = row.unit
    where: dict[str, str] = {}
    for placed in forces.placed:
        here = f"scenarios/{forces.scenario}/setup.csv"
        if placed.unit in where:
            faults.add(
                here, placed.line, f'"{placed.unit}" stands in {where[placed.unit]} and in {placed.hex}'
            )
        where[placed.unit] = placed.hex
        if forces.listed and placed.unit not in in_play:
            faults.add(
                here,
                placed.line,
                f'"{placed.unit}" is not in the order of battle',
                suggest(placed.unit, in_play),
            )
        if MAP.cell(placed.hex) is None:
            faults.add(here, placed.line, f'no hex "{placed.hex}" on map {MAP.name}')
    for nation in forces.forces:
        if nation.supply_split in ("printed", "historical"):
            held = sum(
                p.supply or 0
                for p in forces.placed
                if p.nation == nation.nation and p.option in ("", "historical")
            )
            if held != nation.supply:
                what = f"headquarters of {nation.nation} hold {held} supply points, not {nation.supply}"
                faults.add(f"scenarios/{forces.scenario}/setup.csv", 0, what)


def _check_fortresses(orders: OrdersOfBattle, forces: Forces, faults: Faults) -> None:
    """[WF 14-1, 14-4] Fortresses of later scenarios, worked out afresh from 1914 and the front lines."""
    file = f"scenarios/{forces.scenario}/fortresses.csv"
    standing = {row.unit: row.strength for row in forces.fortresses}
    for row in forces.fortresses:
        fortress = orders.fortresses.get(row.unit)
        if fortress is None:
            faults.add(file, row.line, f'unknown fortress "{row.unit}"', suggest(row.unit, orders.fortresses))
        elif fortress.hex != row.hex:
            faults.add(file, row.line, f'"{row.unit}" stands in {fortress.hex}, not in {row.hex}')
    for unit, fortress in orders.fortresses.items():
        wanted = (
            fortress.strength
            if forces.front is None
            else later_strength(fortress, forces.front, forces.first_turn)
        )
        if standing.get(unit, 0) != wanted:
            faults.add(
                file, 0, f'"{unit}" has strength {standing.get(unit, 0)}, the instructions give {wanted}'
            )


def later_strength(fortress: Fortress, front: FrontLines, now: Turn) -> int:
    """[WF 14-1, 14-4] What is left of a fortress of 1914: nothing, a half, a quarter, in a port all of it."""
    if fortress.nation == "be":
        return 0  # the book speaks of French and German ones, and all of these hexes are behind German lines
    if fortress.port:
        return fortress.strength
    if fortress.hex == "2115" and now >= (1916, 6, 6):  # [WF 18-1]
        return 3
    if fortress.strength < 8 or fortress.hex == REIMS:
        return 0
    if fortress.nation == "fr" and fortress.hex in (*front.german, MAUBEUGE):
        return 0
    line = front.german if fortress.nation == "ge" else front.entente
    here = MAP.cell(fortress.hex)
    near = here is not None and any(
        cell is not None and MAP.distance(here, cell) <= 1 for cell in (MAP.cell(number) for number in line)
    )
    part = 2 if near else 4
    return (2 * fortress.strength + part) // (2 * part)  # WF-L48: to the nearest, one half upward


def _check_zones(orders: OrdersOfBattle, faults: Faults) -> None:
    """[WF 5-1, 5-3] The counts of the quick set-up against the detailed one."""
    file = f"scenarios/{OPENING}/zone_forces.csv"
    armies = Tally[tuple[str, str, str, int, str]]()
    for placed in orders.scenarios[OPENING].placed:
        if (counter := orders.counters.get(placed.unit)) is not None:
            armies[placed.army, counter.kind, counter.size, counter.strength, counter.movement] += 1
    zones = {zone.army for zone in orders.zones}
    covered = {(f.army, f.kind, f.size, f.strength, f.movement): f for f in orders.zone_forces}
    for key, force in covered.items():
        if force.army not in zones:
            faults.unknown(file, force.line, "army", force.army, zones)
        if armies[key] != force.count and force.decision not in orders.decisions:
            faults.add(file, force.line, f'"{force.printed}" but the set-up has {armies[key]}')
    for key in armies:
        if key[0] in zones and key[1] not in ("cav", "siege") and key not in covered:
            faults.add(
                file, 0, f"{key[0]} has units in the set-up that no line counts: {key[3]}-{key[4]} {key[1]}"
            )


def _check_conversions(orders: OrdersOfBattle, faults: Faults) -> None:
    """Conversions name counters that exist, and the schedules hold what they say."""
    file = "schedules/conversions.csv"
    arrive = {(turn_of(row), row.unit) for row in orders.arrivals if not row.struck}
    leave = {(turn_of(row), row.unit) for row in orders.withdrawals if not row.struck}
    for row in orders.conversions:
        for unit in (*row.old, *row.new):
            if unit not in orders.counters:
                faults.add(file, row.line, f'unknown unit "{unit}"', suggest(unit, orders.counters))
        if row.kind not in ("exchange", "return"):
            faults.unknown(file, row.line, "kind", row.kind, ("exchange", "return"))
        for unit in row.new:
            if ((turn_of(row), unit) in arrive) != row.listed:
                faults.add(file, row.line, f'"{unit}" does {"not " * row.listed}arrive in that turn')
        for unit in row.old:
            if row.kind == "exchange" and ((turn_of(row), unit) in leave) != row.listed:
                faults.add(file, row.line, f'"{unit}" is {"not " * row.listed}withdrawn in that turn')
    for candidate in orders.candidates:
        for unit in (candidate.old, candidate.strong, candidate.weak):
            if unit not in orders.counters:
                where = "schedules/conversions_assault.csv"
                faults.add(where, candidate.line, f'unknown unit "{unit}"', suggest(unit, orders.counters))


def _check_replay(orders: OrdersOfBattle, faults: Faults) -> None:
    """August 1914 and the schedules give every later order of battle, apart from the listed exemptions."""
    dates = {orders.scenarios[name].first_turn: name for name in LATER}
    unused = {
        (row.scenario, row.unit, row.difference): row for row in orders.exemptions if row.scenario in LATER
    }
    for turn, present in replay(orders, faults):
        if turn not in dates:
            continue
        name = dates[turn]
        printed = orders.in_play(name)
        file = f"scenarios/{name}/order_of_battle.csv"
        for unit in sorted(printed.keys() - present):
            if unused.pop((name, unit, "listed"), None) is None:
                what = f'"{unit}" is listed, but not in play by the schedules'
                faults.add(file, printed[unit].line, what, kin(orders, unit, present))
        for unit in sorted(present - printed.keys()):
            if unused.pop((name, unit, "unlisted"), None) is None:
                faults.add(file, 0, f'"{unit}" is in play by the schedules, but not listed')
    for row in unused.values():
        what = f'"{row.unit}" needs no exemption in {row.scenario}'
        faults.add("schedules/exceptions.csv", row.line, what)
    for row in orders.exemptions:
        if row.decision not in orders.decisions:
            faults.unknown("schedules/exceptions.csv", row.line, "decision", row.decision, orders.decisions)


def _check_combined(orders: OrdersOfBattle, faults: Faults) -> None:
    """The linked schedule: nothing arrives twice; what leaves has come, or starts on another map."""
    file = "schedules/combined.csv"
    eastern = {row.unit for row in orders.exemptions if row.scenario == "combined"}
    present = {unit for unit in orders.in_play(OPENING) if unit.startswith(("ge-", "ah-"))} | eastern
    for turn in sorted({turn_of(row) for row in orders.combined}):
        for exchange in orders.conversions:
            if turn_of(exchange) <= turn and not exchange.listed and present.issuperset(exchange.old):
                present.difference_update(exchange.old)
                present.update(exchange.new)
        rows = [row for row in orders.combined if turn_of(row) == turn and row.unit and not row.struck]
        for row in rows:
            if row.action == "withdraw":
                if row.unit not in present:
                    hint = kin(orders, row.unit, present)
                    faults.add(file, row.line, f'"{row.unit}" is withdrawn but not in play', hint)
                present.discard(row.unit)
        for row in rows:
            if row.action == "arrive" and not orders.is_replacement(row.unit):
                if hint := kin(orders, row.unit, present):
                    faults.add(file, row.line, f'"{row.unit}" arrives while its formation is in play', hint)
                present.add(row.unit)


def _check_mobilization(orders: OrdersOfBattle, faults: Faults) -> None:
    """[WF 6] Every unit of the set-up completes mobilization in the turn its row says."""
    file = f"scenarios/{OPENING}/setup.csv"
    for placed in orders.scenarios[OPENING].placed:
        if placed.mobilizes != (wanted := mobilization_turn(orders, placed)):
            faults.add(
                file, placed.line, f'"{placed.unit}" mobilizes in turn {wanted}, not {placed.mobilizes}'
            )


def mobilization_turn(orders: OrdersOfBattle, placed: Placement) -> int | None:
    """[WF 6] The turn of August 1914 in which a unit is mobilized if no player chooses it earlier."""
    counter = orders.counters.get(placed.unit)
    kind = counter.kind if counter else "hq"
    value = f"{counter.strength}-{counter.movement}" if counter else ""
    for row in orders.mobilization:
        if (
            row.choose == "all"
            and row.nation == placed.nation
            and row.kind in ("", kind)
            and row.size in ("", counter.size if counter else "xxxx")
            and (not row.values or value in row.values)
            and row.army in ("", placed.army)
            and row.hex in ("", placed.hex)
        ):
            return row.turn
    return None
