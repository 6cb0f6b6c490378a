"""The proof of all lists of Serbia 1914: counters, set-ups, schedules, and history against them.

`check` reads everything and returns every fault at once, with file and line, and the size of the lists.
"""

from __future__ import annotations

from collections import Counter as Tally
from datetime import date
from itertools import pairwise

from hexfront.games.serbia_1914.printed import forces as counters
from hexfront.games.serbia_1914.printed import scenario_lists
from hexfront.games.serbia_1914.printed.counter_checks import check_counters, supply_ranges
from hexfront.games.serbia_1914.printed.forces import DATA, CombatUnit, Forces, file_of
from hexfront.games.serbia_1914.printed.scenario_lists import (
    AT_DEPOT,
    CALENDAR,
    EVENTS,
    PLAN_ABANDONMENT,
    STRATEGIC_PLANS,
    TOTALS,
    UNLESS_IN_PLAY,
    VICTORY_POINTS,
    Reinforcement,
    Scenario,
    ScenarioLists,
    Total,
    replay,
)
from hexfront.games.serbia_1914.printed.set_up_checks import check_set_up, faults_of_corps, faults_of_hexes
from hexfront.games.serbia_1914.printed.set_up_supply import GREAT_RIVERS, SIDES
from hexfront.kernel.board import Board, load_board
from hexfront.kernel.datafiles import DataFolder, Faults, suggest
from hexfront.shared.reading import Proof

OPENING = "grand-campaign"
ENTRY_EVENTS = ("kalinovik threatened",)  # [25.4]
WHENS = ("inter-phase", "entered", "adjacent", "own turn", "serbian turn", "chosen turn")
DAYS = range(2, 5)  # a game turn has two to four days


def check(folder: DataFolder | None = None) -> Proof:
    """Proves the lists; every fault at once, with file, line and what was probably meant."""
    folder = folder or DataFolder(DATA)
    faults = Faults()
    board = load_board(folder.subfolder("board"), faults)
    forces = counters.read(folder, faults)
    lists = scenario_lists.read(folder, faults)
    check_counters(forces, board, folder, faults)
    _check_calendar(lists, faults)
    if board is not None:
        ranges = supply_ranges(folder, Faults())  # its faults are in the list already
        _check_points_and_plans(lists, forces, board, faults)
        for scenario in lists.scenarios.values():
            check_set_up(scenario, forces, board, ranges, faults)
            _check_head(scenario, lists, forces, board, faults)
            _check_schedule(scenario, lists, forces, board, faults)
    _check_replay(lists, forces, faults)
    _check_totals(lists, forces, faults)
    _check_use(lists, forces, faults)
    return Proof.of(folder, faults, figures(lists, forces))


def figures(lists: ScenarioLists, forces: Forces) -> dict[str, int]:
    """How much the lists hold: counters by nation and sort, rows by scenario."""
    result = dict(Tally(f"combat units {unit.nation}" for unit in forces.combat_units.values()))
    result["combat units"] = len(forces.combat_units)
    result["forts"] = len(forces.forts)
    result["artillery"] = len(forces.artillery)
    result["supply units"] = len(forces.supply_units)
    result["naval squadrons"] = len(forces.naval_squadrons)
    result["printed values"] = len(forces.printed_values)
    for name, scenario in lists.scenarios.items():
        head = scenario.head
        result[f"{name} set-up"] = len(scenario.placements)
        sides = Tally(SIDES[each.nation] for row in scenario.placements if (each := forces.counter(row.unit)))
        for side, count in sides.items():
            result[f"{name} set-up {side}"] = count
        turns = range(head.first_turn, head.last_turn + 1)
        schedule = scenario.schedule
        result[f"{name} turns"] = len(turns)
        result[f"{name} reinforcements"] = sum(row.turn in turns for row in schedule.reinforcements)
        result[f"{name} withdrawals"] = sum(row.turn in turns for row in schedule.withdrawals)
    return result


def _check_calendar(lists: ScenarioLists, faults: Faults) -> None:
    """[4.3] Turns and days without a gap, an Inter-Phase after every third turn, events in the calendar."""
    days: list[tuple[date, date]] = []
    for at, row in enumerate(lists.calendar):
        try:
            first, last = date.fromisoformat(row.first_day), date.fromisoformat(row.last_day)
        except ValueError as wrong:
            faults.add(CALENDAR, row.line, str(wrong))
            return
        days.append((first, last))
        if row.turn != at:
            faults.add(CALENDAR, row.line, f"turn {row.turn} where turn {at} should stand")
        if (last - first).days + 1 not in DAYS:
            faults.add(CALENDAR, row.line, f"turn {row.turn} has {(last - first).days + 1} days")
        expected = row.turn // 3 if row.turn and row.turn % 3 == 0 else None
        if row.inter_phase != expected:
            faults.add(CALENDAR, row.line, f"turn {row.turn} is followed by Inter-Phase {expected}")
    for row, (earlier, later) in zip(lists.calendar[1:], pairwise(days), strict=True):
        if (later[0] - earlier[1]).days != 1:
            faults.add(CALENDAR, row.line, f"turn {row.turn} does not follow the day before")
    for event in lists.events:
        if not 0 <= event.first <= (event.last if event.last is not None else event.first) < len(days):
            faults.add(EVENTS, event.line, f'"{event.event}" is not within the calendar')


def _check_points_and_plans(lists: ScenarioLists, forces: Forces, board: Board, faults: Faults) -> None:
    """[26.1.2, 27] Objectives are on the board, distances leave no gap, words are known."""
    for plan in lists.plans.values():
        if plan.army not in forces.armies:
            faults.unknown(STRATEGIC_PLANS, plan.line, "army", plan.army, forces.armies)
        for hexagon in (plan.primary, *plan.objectives):
            if hexagon not in board:
                faults.add(STRATEGIC_PLANS, plan.line, f'"{hexagon}" is not on the board')
    for nearer, farther in pairwise(lists.abandonment):
        if nearer.most is None or farther.least != nearer.most + 1 or farther.points <= nearer.points:
            faults.add(PLAN_ABANDONMENT, farther.line, "distances do not meet, or points do not rise")
    if lists.abandonment and lists.abandonment[-1].most is not None:
        faults.add(PLAN_ABANDONMENT, lists.abandonment[-1].line, "the last distance must be open")
    for award in lists.awards.values():
        if award.side not in SIDES.values():
            faults.unknown(VICTORY_POINTS, award.line, "side", award.side, sorted(set(SIDES.values())))
        if award.when not in WHENS:
            faults.unknown(VICTORY_POINTS, award.line, "when", award.when, WHENS)
        for hexagon in award.hexes:
            if hexagon not in board:
                faults.add(VICTORY_POINTS, award.line, f'"{hexagon}" is not on the board')


def _check_head(
    scenario: Scenario, lists: ScenarioLists, forces: Forces, board: Board, faults: Faults
) -> None:
    """What scenario.toml says exists and fits together."""
    file, head = scenario.head_file, scenario.head
    if not 0 <= head.first_turn <= head.last_turn < len(lists.calendar):
        faults.add(file, 0, f"turns {head.first_turn} to {head.last_turn} are not in the calendar")
    for each in head.armies:
        if each.army not in forces.armies or forces.armies[each.army].region:
            faults.unknown(file, 0, "army", each.army, forces.armies)
    for army in head.plans.armies:
        if army not in lists.plans or army not in {each.army for each in head.armies}:
            faults.add(file, 0, f'army "{army}" has no strategic plan or is not in play')
    stocks = {(stock.marker, stock.nation): stock.count for stock in forces.markers}
    for marker in head.markers:
        if marker.count > stocks.get((marker.marker, marker.nation), 0):
            faults.add(file, 0, f'{marker.count} markers "{marker.marker}" of {marker.nation}')
    for name in head.victory.awards:
        if name not in lists.awards:
            faults.unknown(file, 0, "award", name, lists.awards)
    for better, worse in pairwise(head.victory.levels):
        if better.least is None or worse.most is None or better.least != worse.most + 1:
            faults.add(file, 0, f"victory levels {better.level} and {worse.level} do not meet")
    levels = head.victory.levels
    if levels and (levels[0].most is not None or levels[-1].least is not None):
        faults.add(file, 0, "the outermost victory levels must be open")
    for control in head.control:
        for hexagon in control.hexes:
            if hexagon not in board:
                faults.add(file, 0, f'"{hexagon}" is not on the board')
    for pontoon in head.pontoons:
        ends = [board.index.get(hexagon) for hexagon in pontoon.hexes]
        side = board.side(ends[0], ends[1]) if ends[0] is not None and ends[1] is not None else None
        if side is None or not side.features & GREAT_RIVERS:
            faults.add(file, 0, f"no pontoon bridge can stand at {'/'.join(pontoon.hexes)}")


def _check_schedule(
    scenario: Scenario, lists: ScenarioLists, forces: Forces, board: Board, faults: Faults
) -> None:
    """Units, turns, armies and places of a schedule, as far as the scenario reaches."""
    schedule, head = scenario.schedule, scenario.head
    known = [each.unit for each in forces.counters()]
    named = [("withdrawals", row.line, row.turn, row.unit) for row in schedule.withdrawals]
    named += [("substitutions", row.line, row.turn, row.old) for row in schedule.substitutions]
    named += [("substitutions", row.line, row.turn, row.new) for row in schedule.substitutions]
    named += [("reinforcements", row.line, row.turn or 0, row.unit) for row in schedule.reinforcements]
    for table, line, turn, unit in named:
        if unit not in known:
            faults.add(schedule.file(table), line, f'unknown unit "{unit}"', suggest(unit, known))
        if not 0 <= turn < len(lists.calendar):
            faults.add(schedule.file(table), line, f"there is no turn {turn}")
    file = schedule.file("reinforcements")
    last = {each.army: each.last_turn for each in head.armies}
    for row in schedule.reinforcements:
        if (row.turn is None) == (row.event == ""):
            faults.add(file, row.line, f'"{row.unit}" needs either a turn or an event')
        if row.event and row.event not in ENTRY_EVENTS:
            faults.unknown(file, row.line, "event", row.event, ENTRY_EVENTS)
        if row.condition not in ("", UNLESS_IN_PLAY):
            faults.unknown(file, row.line, "condition", row.condition, (UNLESS_IN_PLAY,))
        if row.turn is not None and not head.first_turn <= row.turn <= head.last_turn:
            continue
        for what in _faults_of_entry(row, scenario, forces, board):
            faults.add(file, row.line, what)
        leaves = last.get(row.army)
        if row.army not in last or (leaves is not None and (row.turn or 0) > leaves):
            faults.add(file, row.line, f'army {row.army} is not in play when "{row.unit}" enters')


def _faults_of_entry(row: Reinforcement, scenario: Scenario, forces: Forces, board: Board) -> list[str]:
    """Why a reinforcement may not enter where the schedule says."""
    counter = forces.counter(row.unit)
    if counter is None:
        return []
    found = faults_of_corps(row.corps, counter, forces) if isinstance(counter, CombatUnit) else []
    if row.place != AT_DEPOT:
        found += faults_of_hexes([row.place], counter, forces, board)
    elif not any(
        supply.serves == row.army and supply.type == "army depot" and supply.unit in scenario.units()
        for supply in forces.supply_units.values()
    ):
        found.append(f"army {row.army} has no depot")
    return found


def _check_replay(lists: ScenarioLists, forces: Forces, faults: Faults) -> None:
    """The opening and its schedule give the set-up of every later scenario that shares the schedule."""
    opening = lists.scenarios.get(OPENING)
    if opening is None:
        return
    created = {unit.unit for unit in forces.combat_units.values() if unit.created}
    in_play = dict(replay(opening, forces, faults))
    for scenario in lists.scenarios.values():
        if scenario is opening:
            continue
        for _ in replay(scenario, forces, faults):
            pass
        bodies = forces.bodies(scenario.units()) - created
        file = scenario.set_up_file
        if scenario.schedule.name == opening.schedule.name:
            expected = in_play.get(scenario.head.first_turn, frozenset()) - created
            for unit in sorted(expected - bodies):
                faults.add(file, 0, f'"{unit}" is in play by the schedule, but not in the set-up')
        elif scenario.head.area is None:  # an alternative history takes nothing away
            expected = forces.bodies(opening.units())
            for unit in sorted(expected - bodies):
                faults.add(file, 0, f'"{unit}" is in the set-up of history, but not in this one')
            continue
        else:
            expected = in_play.get(scenario.head.first_turn, frozenset())
            _check_same_withdrawals(scenario, opening, faults)
        for row in scenario.placements:
            extra = forces.bodies([row.unit]) - expected - created
            if extra:
                faults.add(file, row.line, f'"{row.unit}" is not in play by the schedule')


def _check_same_withdrawals(scenario: Scenario, opening: Scenario, faults: Faults) -> None:
    """A part of the campaign loses the units it shares with the whole in the same turns."""
    turns = range(scenario.head.first_turn, scenario.head.last_turn + 1)
    shared = scenario.units()
    wanted = {
        (row.turn, row.unit)
        for row in opening.schedule.withdrawals
        if row.turn in turns and row.unit in shared
    }
    file = scenario.schedule.file("withdrawals")
    for row in scenario.schedule.withdrawals:
        if (row.turn, row.unit) not in wanted:
            faults.add(file, row.line, f'"{row.unit}" does not leave in turn {row.turn} of the campaign')
        wanted.discard((row.turn, row.unit))
    for turn, unit in sorted(wanted):
        faults.add(file, 0, f'"{unit}" leaves in turn {turn} of the campaign, but not here')


def _check_totals(lists: ScenarioLists, forces: Forces, faults: Faults) -> None:
    for total in lists.totals:
        scenario = lists.scenarios.get(total.scenario)
        if scenario is None:
            faults.unknown(TOTALS, total.line, "scenario", total.scenario, lists.scenarios)
            continue
        found = measured(total, scenario, forces)
        if not total.least <= found <= total.most:
            what = f"{total.scenario} has {found}, history {total.least} to {total.most}: {total.where}"
            faults.add(TOTALS, total.line, what)


def measured(total: Total, scenario: Scenario, forces: Forces) -> int:
    """What a set-up holds of the sort of units that a total speaks of."""
    found = 0
    for row in scenario.placements:
        if total.army and row.army != total.army:
            continue
        for body in forces.bodies([row.unit]) if total.parts else (row.unit,):
            unit = forces.combat_units.get(body)
            if unit is None:
                continue
            wanted = ((total.nation, unit.nation), (total.kind, unit.kind), (total.troops, unit.troops))
            if all(want in ("", has) for want, has in (*wanted, (total.size, unit.size))):
                found += unit.attack if total.measure == "attack" else 1
    return found


def _check_use(lists: ScenarioLists, forces: Forces, faults: Faults) -> None:
    """Every counter can come into play in some scenario."""
    used: set[str] = set()
    for scenario in lists.scenarios.values():
        used |= scenario.units()
        used.update(row.unit for row in scenario.schedule.reinforcements)
        used.update(row.new for row in scenario.schedule.substitutions)
    for row in forces.combinations:
        used |= {row.whole, *row.parts}
    for counter in forces.counters():
        created = isinstance(counter, CombatUnit) and counter.created
        if counter.unit not in used and not created:
            faults.add(file_of(counter), counter.line, f'"{counter.unit}" never comes into play')
