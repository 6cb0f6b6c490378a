"""Setting up a scenario: units where the lists put them, markers, stocks and points of the scenario."""

from __future__ import annotations

from hexfront.games.serbia_1914.position import OFF_MAP, Pontoon, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import CombatUnit
from hexfront.games.serbia_1914.printed.scenario_lists import Placement
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    INDEPENDENT,
    MONTENEGRO,
    NATION_SIDE,
    PRELIMINARY,
    SERBIA,
    SIDES,
)
from hexfront.kernel.dice import dice_from

BOUND = "bound"


def empty_position(setting: SerbiaSetting, seed: int) -> SerbiaPosition:
    """A position without units at the start of a scenario."""
    head = setting.parameters.head
    return SerbiaPosition(
        dice=dice_from(seed),
        turn=head.first_turn,
        phase=PRELIMINARY,
        active=SIDES[0],
        begun=False,
        units={},
        lost={},
        gone=set(),
        waiting={},
        improved={},
        holders={},
        boundaries={},
        plans={},
        mandated={},
        lead=head.victory.lead,
        awarded=set(),
        shells=head.shells.stock,
        replacements={
            SERBIA: head.replacements.serbia,
            AUSTRIA_HUNGARY: head.replacements.austria_hungary,
            MONTENEGRO: 0,
        },
        rights=dict.fromkeys(SIDES, 0),
        komitadji=set(),
        pontoons={},
        crossed=set(),
        attacked=set(),
        flags={},
    )


def place_all(setting: SerbiaSetting, position: SerbiaPosition) -> None:
    """[28.0] Every unit of the set-up, control beyond the borders, bridges and plans."""
    head = setting.parameters.head
    board = setting.board
    placed = {row.unit for row in setting.parameters.placements}
    away: dict[str, str] = {}  # detachments that stand elsewhere, by their divisions
    for each in setting.forces.combat_units.values():
        if each.parent and each.unit in placed:
            away.setdefault(each.parent, each.unit)
    for row in setting.parameters.placements:
        position.units[row.unit] = placed_unit(setting, row, away.get(row.unit, ""))
    for control in head.control:
        for label in control.hexes:
            position.holders[board[label]] = NATION_SIDE[control.nation]
    for pontoon in head.pontoons:
        a, b = sorted(pontoon.hexes)
        position.pontoons[f"{a}/{b}"] = Pontoon(NATION_SIDE[pontoon.nation], built=True)
    for army in head.plans.armies:
        position.plans[army] = BOUND
        position.mandated[army] = 0
    past = [turn.inter_phase for turn in setting.lists.calendar if turn.turn < head.first_turn]
    last = max((number for number in past if number is not None), default=None)
    if last is not None:  # what the last Inter-Phase before the first turn has given [14.3.4]
        position.rights = dict.fromkeys(SIDES, setting.tables.inter_phases[last].improved_positions)


def placed_unit(setting: SerbiaSetting, row: Placement, lacks: str) -> Unit:
    """A unit as its row of the set-up has it; a division is without a detachment that stands elsewhere."""
    board = setting.board
    counter = setting.forces.counter(row.unit)
    formation = isinstance(counter, CombatUnit) and counter.formation
    return Unit(
        name=row.unit,
        piece=row.unit,
        at=board[row.hexes[0]],
        also=board[row.hexes[1]] if len(row.hexes) > 1 else OFF_MAP,
        reductions=row.reductions,
        status=row.effectiveness,
        army=row.army,
        corps=(row.corps or INDEPENDENT) if formation else "",
        inactive=row.inactive,
        activates=OFF_MAP if row.activates is None else row.activates,
        lacks=lacks,
    )
