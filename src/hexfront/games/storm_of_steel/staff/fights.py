"""An attack weighed by its exact odds: what both sides are expected to lose, and whether the hex falls."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.land_tables import odds
from hexfront.games.storm_of_steel.rules import battles, columns, combat, ground_support
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.planning import is_ruinous

STRENGTH = 1 / 12  # morale that a point of strength costs [5.12]
MATERIAL = 1 / 12  # what it is worth besides: it must be built again, and is missed until then
_DICE = range(1, 7)


class Outlook(msgspec.Struct, frozen=True):
    """What an attack on one table is expected to bring, in points of strength, and how likely the hex is
    emptied. What falls of forts costs the enemy no morale [5.12], but it is lost to him all the same."""

    table: str
    column: str
    attack: int
    defence: int
    own: float
    theirs: float
    emptied: float
    forts: float = 0.0

    @property
    def ruinous(self) -> bool:
        return is_ruinous(self.own, self.theirs + self.forts)

    def value(self, ground: float, caution: float = 1.0, bounty: float = 0.0) -> float:
        """What it is worth, in points of morale, if the hex is worth so much and a card promises something
        for a point of enemy strength."""
        return (
            (STRENGTH + MATERIAL) * (self.theirs - caution * self.own)
            + bounty * self.theirs
            + MATERIAL * self.forts
            + self.emptied * ground
        )

    def words(self) -> str:
        return (
            f"{self.attack} against {self.defence}, {self.table} at {self.column}: {self.own:.1f} strength "
            f"lost for {self.theirs:.1f}, the hex is emptied with {self.emptied:.0%}"
        )


def outlooks(position: SteelPosition, battle: Battle, extra: int = 0) -> list[Outlook]:
    """The prospects of an attack, one for each table that it may use; ``extra`` supposes columns more."""
    forms = ground_support.forms(position, battle)
    return [
        _mixed([(_outlook(position, form, table, extra), float(chance)) for form, chance in forms])
        for table in battles.tables(position, battle)
    ]


def _mixed(found: Sequence[tuple[Outlook, float]]) -> Outlook:
    """[30.62] What is to be expected of the forms that support from the air may give an attack."""
    if len(found) == 1:
        return found[0][0]
    likeliest = max(found, key=lambda each: each[1])[0]
    return msgspec.structs.replace(
        likeliest,
        own=sum(each.own * chance for each, chance in found),
        theirs=sum(each.theirs * chance for each, chance in found),
        emptied=sum(each.emptied * chance for each, chance in found),
        forts=sum(each.forts * chance for each, chance in found),
    )


def _outlook(position: SteelPosition, battle: Battle, table: str, extra: int) -> Outlook:
    land = position.setting.printed.land
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    chart = land.combat[table]
    shift = columns.shift(position, battle, table)
    if extra:
        shift = columns.limited(shift + extra, position.setting.number("shifts"))
    column = chart.column(odds(max(attack, 1), defence), shift)
    pieces = position.setting.pieces
    mine = [pieces[unit.piece].strength for unit in battle.attackers]
    faces = [battles.strength(position, unit, attacks=False) for unit in battle.defenders]
    mobile = sum(pieces[unit.piece].strength for unit in battle.defenders if not pieces[unit.piece].fort)
    part = mobile / max(sum(faces), 1)
    stands = any(unit.entrenched or pieces[unit.piece].fort for unit in battle.defenders)
    fort = any(pieces[unit.piece].fort for unit in battle.defenders)
    own = theirs = emptied = forts = 0.0
    caught = trapped(position, battle)
    for die in _DICE:
        meaning = land.results[chart.cells[die, column]]
        owed = combat.owed_losses(meaning.attacker, meaning.defender, attack, defence)
        own += _whole(owed[0], mine)
        theirs += part * _whole(owed[1], faces)
        forts += (1 - part) * _whole(owed[1], faces)
        driven = meaning.retreat == "defender" and not (stands and meaning.entrenched == "stay") and not fort
        if driven and caught:
            theirs += max(caught - part * _whole(owed[1], faces), 0.0)
        emptied += meaning.defender == "all" or driven
    return Outlook(table, column, attack, defence, own / 6, theirs / 6, emptied / 6, forts / 6)


def trapped(position: SteelPosition, battle: Battle) -> float:
    """[10.34] The mobile strength of the defenders that have nowhere to fall back to: the zones of those who
    attack, wherever they will stand, close hexes to them."""
    setting = position.setting
    side = battle.side
    stands = {unit.at for unit in battle.attackers}
    around = setting.ground.around
    ours = {node for at in stands for node in around[at]}
    for node in around[battle.at]:
        if node in stands or position.occupant[node] == side:
            continue
        if not position.is_open(node, other_side(side)) or position.in_enemy_zone(node, other_side(side)):
            continue
        if node not in ours or (position.dug_in[node] and position.occupant[node]):
            return 0.0
    return float(
        sum(
            setting.pieces[unit.piece].strength
            for unit in battle.defenders
            if not setting.pieces[unit.piece].fort
        )
    )


def _whole(owed: int, strengths: Sequence[int]) -> float:
    """Losses are whole units: what is owed, up to the next multiple of the smallest."""
    if owed <= 0 or not strengths:
        return 0.0
    least = max(min(strengths), 1)
    return float(min(-(-owed // least) * least, sum(strengths)))


def best(
    position: SteelPosition,
    at: int,
    units: Sequence[Unit],
    ground: float,
    *,
    caution: float = 1.0,
    bounty: float = 0.0,
    extra: int = 0,
) -> tuple[float, Outlook] | None:
    """The best table for an attack by some units and its value; None if every one of them is ruin."""
    battle = battles.battle_of(position, at, units)
    found = [
        (each.value(ground, caution, bounty), each)
        for each in outlooks(position, battle, extra)
        if not each.ruinous
    ]
    return max(found, key=lambda each: each[0]) if found else None
