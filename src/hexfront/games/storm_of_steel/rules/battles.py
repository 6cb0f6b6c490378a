"""[14.2] An attack: who fights, with what strength, at which odds, and the shifts of its column."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import headquarters
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.ledger import Note, unexplained

PROBE, ASSAULT, INFILTRATION = "probe", "assault", "infiltration"


class Battle(msgspec.Struct, frozen=True):
    """[14.1] An attack on a hex by some units.

    ``front`` is that of the attackers, ``enemy_front`` that of the hex [4.72]. ``commanded`` says whether all
    attackers are in command, ``defended`` whether one of the defenders is (SS-D20).
    """

    side: str
    at: int
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    front: str
    enemy_front: str
    commanded: bool
    defended: bool
    gas: int = 0  # columns to the right by gas [33.2]
    support: int = 0  # columns to the right by ground support, once it has been thrown for [30.62]
    fliers: tuple[Unit, ...] = ()  # air units that support the attack
    helpers: tuple[Unit, ...] = ()  # air units that support the defence


def battle_of(
    position: SteelPosition,
    at: int,
    attackers: Sequence[Unit],
    gas: int = 0,
    there: Sequence[Unit] | None = None,
) -> Battle:
    """[8.24] The attack of some units on a hex, as things stand; whoever is there defends, in any impulse."""
    setting = position.setting
    defenders = tuple(position.troops_at(at) if there is None else there)
    return Battle(
        position.side_of(attackers[0]),
        at,
        tuple(attackers),
        defenders,
        setting.front_of[attackers[0].at],
        setting.front_of[at],
        commanded=all(headquarters.in_command(position, unit) for unit in attackers),
        defended=any(headquarters.in_command(position, unit) for unit in defenders),
        gas=gas,
    )


def strength(position: SteelPosition, unit: Unit, *, attacks: bool) -> int:
    """[12-note] [14.2] What a unit is worth: its mobile strength, or the strength of the face that
    shows; a fort
    under siege fire half [17.2]."""
    piece = position.setting.pieces[unit.piece]
    if attacks:
        return piece.strength
    if piece.fort and unit.at in position.shaken:
        return (piece.strength + 1) // 2
    if unit.entrenched and piece.entrenched is not None:
        return piece.entrenched
    return piece.strength


def attack_strength(position: SteelPosition, battle: Battle, note: Note = unexplained) -> int:
    """[14.2] The strengths of all attackers."""
    pieces = position.setting.pieces
    return sum(
        note("14.2", pieces[unit.piece].name, strength(position, unit, attacks=True))
        for unit in battle.attackers
    )


def defence_strength(position: SteelPosition, battle: Battle, note: Note = unexplained) -> int:
    """[14.12] The strengths of everybody in the hex; nothing counts as one (SS-D25)."""
    pieces = position.setting.pieces
    total = sum(
        note("14.2", pieces[unit.piece].name, strength(position, unit, attacks=False))
        for unit in battle.defenders
    )
    return total or note("14.2", "nobody defends", 1)


def ratio(attack: int, defence: int) -> int:
    """[14.2] The odds as a number of columns: 3 for 3:1, 1 for 1:1, 0 for 1:2, -1 for 1:3."""
    if attack >= defence:
        return attack // defence
    return 2 + (-defence) // attack if attack else -9


def tables(position: SteelPosition, battle: Battle) -> list[str]:
    """[14.3] [17.1] The tables an attack may use: forts, industrial cities and naval bases only by assault;
    infiltration only with a shock or tank unit."""
    setting = position.setting
    pieces = setting.pieces
    kinds = setting.ground.kinds_of[battle.at]
    base = "naval base" in kinds and battle.at not in position.ruins  # [34.3]
    if base or "industrial" in kinds or any(pieces[unit.piece].fort for unit in battle.defenders):
        return [ASSAULT]
    if any(pieces[unit.piece].infiltrates for unit in battle.attackers):
        return [PROBE, ASSAULT, INFILTRATION]
    return [PROBE, ASSAULT]


def enemy_at(position: SteelPosition, node: int, side: str) -> bool:
    """Whether enemy land units are in a hex."""
    return position.occupant[node] == other_side(side)


def owed_losses(attacker: str, defender: str, attack: int, defence: int) -> tuple[int, int]:
    """[14.21] (SS-D23, SS-D40) The strength that attacker and defender lose: shares of what fought, half
    rounded up; half of the defender's never more than half of the attacker's own where both lose."""
    half = (attack + 1) // 2
    half_defender = (defence + 1) // 2
    mine = {
        "none": 0,
        "half": half,
        "all": attack,
        "equal": min(attack, defence),
        "half-defender": min(half_defender, half) if defender == "half" else min(attack, half_defender),
    }[attacker]
    theirs = {"none": 0, "half": half_defender, "all": defence}[defender]
    return mine, theirs
