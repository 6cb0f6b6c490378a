"""[9.1.1] A battle: who takes part on both sides, and the odds it is fought at [9.5] [9.6] [9.7]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from hexfront.games.serbia_1914.force import Force
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import strengths
from hexfront.games.serbia_1914.rules.strengths import QUARTERS_OF_A_POINT
from hexfront.games.serbia_1914.vocabulary import BOTTOMLAND_WITH_RIVER, DONAU, IMPASSABLE, SAVA, other_side
from hexfront.kernel.ledger import Ledger, Note, unexplained

Provision = tuple[bool, bool]  # whether a Force has ammunition, and whether it has shells [9.4] [23.2.1]
SUPPLIED: Provision = (True, True)
UNPROVIDED: Provision = (False, False)
ALL, ANY = "all", "any"
FLANKING_HEXES = 5  # of the six hexes around the defender [9.5.1]
HOPELESS = -99  # the place of an attack without any strength
_SHIFTED_BY_ONE = frozenset(
    {strengths.MAJOR_RIVER, BOTTOMLAND_WITH_RIVER, strengths.SAVA_ISLAND, strengths.ALONG_THE_ARROW}
)
_PLAIN_SAVA = frozenset({SAVA, strengths.AGAINST_THE_ARROW})
_CASES = {strengths.ALONG_THE_ARROW: "sava riverbend"}  # as the chart of shifts calls it


class Assault(msgspec.Struct, frozen=True):
    """A Force, or the half of a two-hex Force, that attacks out of a hex."""

    here: int
    force: Force


class Battle(msgspec.Struct, frozen=True):
    """Who fights for a hex.

    ``withheld`` are the defender's units in the hex that are kept out. ``provisions`` says by leader who
    has ammunition and shells; who is not named has both.
    """

    side: str
    node: int
    attackers: tuple[Assault, ...]
    defenders: tuple[Force, ...]
    withheld: tuple[str, ...] = ()
    provisions: Mapping[str, Provision] = {}

    @property
    def enemy(self) -> str:
        return other_side(self.side)

    @property
    def attacking_names(self) -> tuple[str, ...]:
        """Every attacking unit once, also one that attacks out of two hexes."""
        return tuple(dict.fromkeys(name for assault in self.attackers for name in assault.force.units))

    @property
    def defending_names(self) -> tuple[str, ...]:
        return tuple(name for force in self.defenders for name in force.units)

    def provision(self, leader: str) -> Provision:
        return self.provisions.get(leader, SUPPLIED)


class Reckoning(msgspec.Struct, frozen=True):
    """[9.6] Everything about a battle that is settled before the dice fall.

    Strengths are in quarters of a point; places are those of the odds columns, which go on beyond the table.
    """

    attack: int
    defense: int
    initial: int
    shift: int
    modifier: int  # to the white die [9.7]
    flanked: bool
    attack_size: int  # in quarters of a division-equivalent
    defense_size: int

    @property
    def place(self) -> int:
        """[9.6.2] The final odds."""
        return self.initial + self.shift


def reckon(position: SerbiaPosition, battle: Battle) -> Reckoning:
    """[9.6] The odds of a battle."""
    attack = attack_total(position, battle)
    defense = defense_total(position, battle)
    flanked = is_flanked(position, battle)
    return Reckoning(
        attack=attack,
        defense=defense,
        initial=initial_place(position, attack, defense),
        shift=shifts(position, battle, flanked=flanked),
        modifier=proficiency_modifier(position, battle),
        flanked=flanked,
        attack_size=attacking_size(position, battle),
        defense_size=size_of(position, battle.defending_names),
    )


def initial_place(position: SerbiaPosition, attack: int, defense: int) -> int:
    """[9.6] The odds column before shifts, rounded at the midpoint of two columns."""
    if attack <= 0:
        return HOPELESS
    return position.setting.tables.initial_odds(Fraction(attack), Fraction(defense))


# Strengths


def attack_total(position: SerbiaPosition, battle: Battle, note: Note = unexplained) -> int:
    """[9.1.1] [9.3.2] The strength of all attackers, in quarters."""
    total = 0
    by_hex: dict[int, list[str]] = {}
    for assault in battle.attackers:
        force = assault.force
        ammunition = battle.provision(force.leader)[0]
        total += strengths.attack_of_force(
            position, force.units, assault.here, battle.node, note, ammunition=ammunition
        )
        by_hex.setdefault(assault.here, []).extend(force.units)
    for here, names in by_hex.items():
        total += strengths.komitadji(position, here, names, note)
    return total


def defense_total(position: SerbiaPosition, battle: Battle, note: Note = unexplained) -> int:
    """[9.2.4] [9.3.1] The strength of all defenders with the bonus of their hex, in quarters; at least 1.

    That a stack never counts less than one point is decision SE-R203.
    """
    setting = position.setting
    total = 0
    for force in battle.defenders:
        ammunition = battle.provision(force.leader)[0]
        total += strengths.defense_of_force(position, force.units, note, ammunition=ammunition)
    total += strengths.komitadji(position, battle.node, battle.defending_names, note)
    terrain = setting.tables.terrain.get(setting.board.terrain[battle.node])
    if terrain is not None and terrain.defense:
        total += note("9.3.1", terrain.terrain, terrain.defense * QUARTERS_OF_A_POINT)
    return max(total, QUARTERS_OF_A_POINT)


def size_of(position: SerbiaPosition, names: Iterable[str]) -> int:
    """[1.1] The size of some units in one hex, in quarters of a division-equivalent."""
    return sum(position.quarters_in(position.units[name]) for name in names)


def attacking_size(position: SerbiaPosition, battle: Battle) -> int:
    """The size of the attackers; a two-hex Force that attacks out of both hexes counts twice its half."""
    return sum(size_of(position, assault.force.units) for assault in battle.attackers)


def proficiency_modifier(position: SerbiaPosition, battle: Battle, note: Note = unexplained) -> int:
    """[9.7] The best defending proficiency less the best attacking one, added to the white die."""
    best_defense = best_proficiency(position, battle.defending_names)
    best_attack = best_proficiency(position, battle.attacking_names)
    note("9.7", "best of the defenders", best_defense)
    note("9.7", "best of the attackers", -best_attack)
    return best_defense - best_attack


def best_proficiency(position: SerbiaPosition, names: Iterable[str]) -> int:
    pieces, units = position.setting.pieces, position.units
    return max((pieces[units[name].piece].proficiency for name in names), default=0)


# Shifts


def is_flanked(position: SerbiaPosition, battle: Battle) -> bool:
    """[9.5.1] [9.5.3] [9.5.4] Whether the attackers are as many and stand around five of six hexes.

    Only the zones of attacking Formations count. Withheld Combat units belong to the defending stack
    (decision SE-R205).
    """
    setting, units = position.setting, position.units
    pieces = setting.pieces
    stack = (*battle.defending_names, *battle.withheld)
    if any(pieces[units[name].piece].fort for name in stack):
        return False
    size = sum(position.quarters_in(units[name]) for name in stack if pieces[units[name].piece].combat)
    if attacking_size(position, battle) < size:
        return False
    zones: set[int] = set()
    for assault in battle.attackers:
        for name in assault.force.units:
            unit = units[name]
            if pieces[unit.piece].formation:
                for hex_of in position.hexes_of(unit):
                    zones.update(setting.zone_reach[hex_of])
    surrounded = 0
    for beside in setting.beside[battle.node]:
        side = setting.board.side(battle.node, beside)
        if side is None or side.features & {SAVA, DONAU, IMPASSABLE}:
            continue
        occupier = position.occupier(beside)
        if occupier == battle.side or (occupier is None and beside in zones):
            surrounded += 1
    return surrounded >= FLANKING_HEXES


def shifts(
    position: SerbiaPosition, battle: Battle, note: Note = unexplained, *, flanked: bool | None = None
) -> int:
    """[9.6.1] The net shift of the odds column, to the right if positive."""
    setting = position.setting
    chart = shift_chart(position)
    total = 0
    if flanked if flanked is not None else is_flanked(position, battle):
        total += note("9.5.2", "defender flanked", chart["defender flanked", ANY])
    if is_prepared(position, battle):
        total += note("7.3.4", "prepared attack", chart["prepared attack", ALL])
    if position.improved.get(battle.node) == battle.enemy:
        total += note("14.1", "improved position", chart["improved position", ANY])
    total += _river_shift(position, battle, chart, note)
    height = setting.elevation[battle.node]
    if all(
        height > setting.elevation[assault.here]
        for assault in battle.attackers
        if has_combat_unit(position, assault.force)
    ):
        total += note("9.6.1", "all attack uphill", chart["up elevation", ALL])
    return total


def shift_chart(position: SerbiaPosition) -> dict[tuple[str, str], int]:
    """The chart of shifts by case, and by whether all attackers must be in it or any."""
    return {(row.case, row.attackers): row.shift for row in position.setting.tables.shifts}


def is_prepared(position: SerbiaPosition, battle: Battle) -> bool:
    """[9.6.1] Whether every attacking Combat unit has a prepared attack on the hex."""
    pieces = position.setting.pieces
    fighters = [
        unit for name in battle.attacking_names if pieces[(unit := position.units[name]).piece].combat
    ]
    return bool(fighters) and all(unit.prepared == battle.node for unit in fighters)


def has_combat_unit(position: SerbiaPosition, force: Force) -> bool:
    pieces, units = position.setting.pieces, position.units
    return any(pieces[units[name].piece].combat for name in force.units)


def _river_shift(
    position: SerbiaPosition, battle: Battle, chart: Mapping[tuple[str, str], int], note: Note
) -> int:
    """[9.6.1] Major rivers, bottomland with river, islands and riverbends, and the Sava itself.

    Attackers partly over the Sava and partly over another of these are shifted by one (decision SE-R206).
    """
    setting = position.setting
    kinds = set()
    for assault in battle.attackers:
        river = strengths.obstacle(setting, assault.here, battle.node)
        if river not in _PLAIN_SAVA and river not in _SHIFTED_BY_ONE:
            from_bottomland = setting.board.terrain[assault.here] == BOTTOMLAND_WITH_RIVER
            river = BOTTOMLAND_WITH_RIVER if from_bottomland else ""
        kinds.add(river)
    if not kinds:
        return 0
    if kinds <= _PLAIN_SAVA:
        return note("9.6.1", "all across the Sava", chart["sava", ALL])
    if kinds & _PLAIN_SAVA:
        return note("9.6.1", "some across the Sava", chart["sava", ANY])
    if kinds <= _SHIFTED_BY_ONE:
        cases = sorted(_CASES.get(kind, kind) for kind in kinds)
        return note("9.6.1", f"all across {' or '.join(cases)}", max(chart[case, ALL] for case in cases))
    return 0


# Ledgers


def attack_ledger(position: SerbiaPosition, battle: Battle) -> Ledger:
    ledger = Ledger("Attack strength", QUARTERS_OF_A_POINT)
    return ledger.close(attack_total(position, battle, ledger.note))


def defense_ledger(position: SerbiaPosition, battle: Battle) -> Ledger:
    ledger = Ledger("Defense strength", QUARTERS_OF_A_POINT)
    return ledger.close(defense_total(position, battle, ledger.note))


def shift_ledger(position: SerbiaPosition, battle: Battle) -> Ledger:
    ledger = Ledger("Columns to the right")
    return ledger.close(shifts(position, battle, ledger.note))


def proficiency_ledger(position: SerbiaPosition, battle: Battle) -> Ledger:
    ledger = Ledger("added to the white die:")
    return ledger.close(proficiency_modifier(position, battle, ledger.note))


def odds_text(position: SerbiaPosition, reckoning: Reckoning) -> str:
    """The final odds as players say them, with what they were before the shifts."""
    tables = position.setting.tables
    if reckoning.initial == HOPELESS:
        return "less than any odds"
    final = tables.odds_name(reckoning.place)
    if not reckoning.shift:
        return final
    way = "right" if reckoning.shift > 0 else "left"
    columns = "column" if abs(reckoning.shift) == 1 else "columns"
    return f"{final} ({tables.odds_name(reckoning.initial)}, {abs(reckoning.shift)} {columns} {way})"


def units_of(position: SerbiaPosition, names: Iterable[str]) -> list[Unit]:
    """The units of some names that are still on the map."""
    return [position.units[name] for name in names if name in position.units]
