"""[16.0] Reinforcements, substitutions, withdrawals, and the waking of inactive units.

In the Preliminary Phase of a side what leaves goes first, then what is exchanged, then what enters. Units
that enter wait in the position until their owner has placed them, if he has a choice.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from hexfront.games.serbia_1914 import matters
from hexfront.games.serbia_1914.orders import Enter, PlaceGuns, Refit
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import CombatUnit
from hexfront.games.serbia_1914.printed.scenario_lists import (
    AT_DEPOT,
    UNLESS_IN_PLAY,
    Reinforcement,
    Substitution,
)
from hexfront.games.serbia_1914.rules import naval
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    INDEPENDENT,
    SERBIA,
    SIDES,
)
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Ask
from hexfront.kernel.table import Table
from hexfront.kernel.title import Option, Procedure

OPTIONS: tuple[Option, ...] = ()
ASSISTANCE = "allied assistance"  # a flag, once the Allies send shells [23.2.2]
SHELLS_PER_TURN = 4
KALINOVIK = "kalinovik threatened"
FRENCH_GUNS = "french naval artillery"  # an event, a marker, and the flag of the marker in place
BEOGRAD = "30.09"


def begin(table: Table, position: SerbiaPosition) -> None:
    """[4.2.1] [4.2.1a] Withdrawals, substitutions and arrivals of the side whose player turn it is."""
    side = position.active
    scenario = position.setting.parameters
    if side == SIDES[0]:
        naval.begin_turn(table, position)
    for leaving in scenario.leaving(position.turn):
        if position.setting.pieces[leaving.unit].side == side:
            withdraw(table, position, leaving.unit)
    for change in scenario.exchanged(position.turn):
        if position.setting.pieces[change.new].side == side:
            substitute(table, position, change)
    for entering in scenario.entering(position.turn):
        if position.setting.pieces[entering.unit].side == side and is_due(position, entering):
            position.waiting[entering.unit] = arriving(position, entering)
    if side == SIDES[0]:
        activate(table, position)
    if side == SERBIA and position.flags.get(ASSISTANCE):
        position.shells += SHELLS_PER_TURN
        table.tell(f"The Allies send {SHELLS_PER_TURN} shells", "23.2.2", kind="supply", to=(SERBIA,))


def is_due(position: SerbiaPosition, row: Reinforcement) -> bool:
    """Whether a reinforcement is still to come: neither in play nor waiting nor lost."""
    if row.condition != UNLESS_IN_PLAY:
        return row.unit not in position.units
    known = (position.units, position.waiting, position.lost, position.gone)
    return not any(row.unit in each for each in known)


def arriving(position: SerbiaPosition, row: Reinforcement) -> Unit:
    """[16.1] A reinforcement, with its attachment marker where the list puts it."""
    counter = position.setting.forces.counter(row.unit)
    formation = isinstance(counter, CombatUnit) and counter.formation
    return Unit(
        name=row.unit,
        piece=row.unit,
        at=OFF_MAP,
        army=row.army,
        corps=(row.corps or INDEPENDENT) if formation else "",
    )


def activate(table: Table, position: SerbiaPosition) -> None:
    """[1.1] [4.2.1a] Units of both sides whose turn to wake has come."""
    for unit in list(position.units.values()):
        if unit.inactive and OFF_MAP < unit.activates <= position.turn:
            position.change(unit.name, inactive=False)
            side = position.side_of(unit)
            table.tell(f"{position.label(unit)} may move", "4.2.1a", kind="activation", to=(side,))


def withdraw(table: Table, position: SerbiaPosition, name: str) -> None:
    """[16.5] (decision SE-L13) A unit leaves as what it has become; a lost one is passed over."""
    for leaving in _bodies(position, name):
        unit = position.remove(leaving)
        position.gone.add(leaving)
        table.tell(f"{position.setting.pieces[unit.piece].label} is withdrawn", "16.5", kind="withdrawal")
        piece = position.setting.pieces[unit.piece]
        if piece.train:
            free_corps(position, piece.corps)
    if position.waiting.pop(name, None) is not None:
        position.gone.add(name)


def free_corps(position: SerbiaPosition, corps: str) -> None:
    """(decision SE-L13) Formations of Austria-Hungary whose corps train is gone become independent."""
    for unit in position.of_side(AUSTRIA_HUNGARY):
        if unit.corps == corps and position.piece(unit).formation:
            position.change(unit.name, corps=INDEPENDENT)


def _bodies(position: SerbiaPosition, name: str) -> list[str]:
    """The units on the map in which a unit of the lists is now: itself, the whole it joined, or its parts."""
    if name in position.units:
        return [name]
    for each in position.setting.forces.combinations:
        if name in each.parts and each.whole in position.units:
            return [each.whole]
        if name == each.whole:
            return [part for part in each.parts if part in position.units]
    return []


def substitute(table: Table, position: SerbiaPosition, row: Substitution) -> None:
    """[16.2.1] [16.2.2] A unit takes the place of another, with its reductions and its effectiveness."""
    new = position.setting.pieces[row.new]
    old = position.units.get(row.old)
    if old is not None:
        position.remove(row.old)
        position.gone.add(row.old)
        reductions = min(old.reductions, new.most_reductions)
        position.put(
            msgspec.structs.replace(
                old, name=row.new, piece=row.new, reductions=reductions, corps=old.corps or INDEPENDENT
            )
        )
        table.tell(
            f"{position.setting.pieces[row.old].label} becomes {new.label}", "16.2.1", kind="substitution"
        )
    elif row.old in position.lost:
        fallen = position.lost.pop(row.old)
        position.gone.add(row.old)
        steps = position.setting.pieces[fallen.piece].most_reductions + 1
        reductions = min(steps, new.most_reductions)
        position.waiting[row.new] = Unit(
            row.new,
            row.new,
            OFF_MAP,
            army=fallen.army,
            corps=fallen.corps or INDEPENDENT,
            reductions=reductions,
        )
        table.tell(f"{new.label} is formed, {steps} steps short", "16.2.2", kind="substitution")


def threaten_kalinovik(table: Table, position: SerbiaPosition) -> None:
    """[25.4] The first time Serbian units are next to Kalinovik, 3 Gb appears in it."""
    for node, row in called_by_threat(position.setting):
        if (
            position.enemy_beside(node, AUSTRIA_HUNGARY)
            and not position.has_enemy(node, AUSTRIA_HUNGARY)
            and is_due(position, row)
        ):
            position.put(msgspec.structs.replace(arriving(position, row), at=node))
            table.tell(f"{position.label(row.unit)} appears in {row.place}", "25.4", kind="reinforcement")


@lru_cache(maxsize=16)
def called_by_threat(setting: SerbiaSetting) -> tuple[tuple[int, Reinforcement], ...]:
    """[25.4] Who appears when Kalinovik is threatened, and where."""
    return tuple(
        (setting.board[row.place], row)
        for row in setting.parameters.schedule.reinforcements
        if row.event == KALINOVIK and row.place in setting.board
    )


def enter(table: Table, position: SerbiaPosition) -> Procedure:
    """[16.1] The owner places what has come; then other business of the Preliminary Phase."""
    while due := due_units(position):
        name = due[0]
        chosen = yield _ask_place(position, name)
        place(table, position, name, position.setting.board[chosen.at])
    yield from naval_replacement(table, position)
    yield from french_guns(table, position)
    return None


def due_units(position: SerbiaPosition) -> list[str]:
    """The waiting units of the active side that can be placed now, by name."""
    return [
        name
        for name, unit in sorted(position.waiting.items())
        if position.side_of(unit) == position.active
        and unit.returns <= position.turn
        and entry_hexes(position, name)
    ]


def entry_hexes(position: SerbiaPosition, name: str) -> list[int]:
    """[16.1] [16.6.3] [25.1.2] Where a waiting unit may be placed."""
    unit = position.waiting[name]
    piece = position.piece(unit)
    if piece.naval:
        return naval.bases(position, unit)
    row = next(
        (each for each in position.setting.parameters.schedule.reinforcements if each.unit == name), None
    )
    if row is None or row.place == AT_DEPOT:
        return depot_hexes(position, unit.army)
    return entry_hexes_near(position, row.place, piece.side)


def depot_hexes(position: SerbiaPosition, army: str) -> list[int]:
    """Where an army's depots stand on the map; any depot of the side if it has none."""
    side = position.active
    depots = [
        unit
        for unit in position.of_side(side)
        if position.piece(unit).depot and unit.at in position.setting.hexes
    ]
    own = [unit for unit in depots if unit.army == army] or depots
    return sorted({unit.at for unit in own}) or entry_hexes_near(position, "", side)


def entry_hexes_near(position: SerbiaPosition, label: str, side: str) -> list[int]:
    """[16.1] (decision SE-L12) The listed hex, or the nearest friendly one if the enemy is there.

    None where the side has no hex at all: then the unit waits.
    """
    setting = position.setting
    if label in setting.board and not position.has_enemy(setting.board[label], side):
        return [setting.board[label]]
    free = [
        node
        for node in sorted(setting.hexes & setting.in_play)
        if position.controller(node) == side and not position.has_enemy(node, side)
    ]
    if free and label in setting.board:
        goal = setting.board[label]
        by_rail = [node for node in free if setting.has_rail(node)]
        return [min(by_rail or free, key=lambda node: (setting.board.distance(node, goal) or 0, node))]
    return free[:1]


def _ask_place(position: SerbiaPosition, name: str) -> Ask:
    label = position.setting.board.label
    nodes = entry_hexes(position, name)
    return Ask(
        position.active,
        "reinforcement",
        f"Where does {position.label(name)} enter?",
        "16.1",
        options=lambda: [Enter(name, label(node)) for node in nodes],
        default=lambda: Enter(name, label(nodes[0])),
        station=True,
        about=matters.Entry(name),
    )


def place(table: Table, position: SerbiaPosition, name: str, node: int) -> None:
    """Put a waiting unit on the map."""
    unit = position.waiting.pop(name)
    position.put(msgspec.structs.replace(unit, at=node, returns=OFF_MAP))
    where = position.setting.board.name_of(node)
    table.tell(f"{position.label(name)} enters in {where}", "16.1", kind="reinforcement")


def naval_replacement(table: Table, position: SerbiaPosition) -> Procedure:
    """[25.1.2] Once in the game a squadron in refit may be made good."""
    if position.active != AUSTRIA_HUNGARY or naval.replacements_left(position) <= 0:
        return None
    hurt = [name for name, unit in sorted(position.waiting.items()) if naval.is_refitting(position, unit)]
    if not hurt:
        return None

    def options() -> list[Action]:
        return [*(Refit(name) for name in hurt), PASS]

    chosen = yield Ask(
        AUSTRIA_HUNGARY,
        "refit",
        "Use the naval replacement for a squadron in refit, or keep it",
        "25.1.2",
        options=options,
        default=lambda: Refit(hurt[0]),
        about=matters.Refitting(),
    )
    if isinstance(chosen, Refit):
        naval.make_good(table, position, chosen.unit)
    return None


def french_guns(table: Table, position: SerbiaPosition) -> Procedure:
    """[25.1.4] From game turn 32 Serbia may place the French naval guns in Beograd."""
    board = position.setting.board
    if position.active != SERBIA or FRENCH_GUNS not in position.events or FRENCH_GUNS in position.flags:
        return None
    if not any(each.marker == FRENCH_GUNS for each in position.setting.parameters.head.markers):
        return None
    if BEOGRAD not in board or position.has_enemy(board[BEOGRAD], SERBIA):
        return None
    chosen = yield Ask(
        SERBIA,
        "guns",
        "Place the French naval artillery in Beograd now?",
        "25.1.4",
        options=lambda: [PlaceGuns(), PASS],
        default=PlaceGuns,
        about=matters.FrenchGuns(BEOGRAD),
    )
    if isinstance(chosen, PlaceGuns):
        position.flags[FRENCH_GUNS] = 1
        table.tell("The French naval guns are in place at Beograd", "25.1.4", kind="guns")
        naval.clear_waters(table, position, naval.under_french_guns(position), "25.1.4")
    return None


def remove_french_guns(table: Table, position: SerbiaPosition) -> None:
    """[25.1.4] They are lost for good when a Combat unit of Austria-Hungary enters Beograd."""
    if position.flags.get(FRENCH_GUNS) and BEOGRAD in position.setting.board:
        if position.has_combat_unit(position.setting.board[BEOGRAD], AUSTRIA_HUNGARY):
            position.flags[FRENCH_GUNS] = 0
            table.tell("The French naval guns are lost", "25.1.4", kind="guns")
