"""[25.8] What the enemy may have at sea, for whoever may not know: fleets filled in by lot."""

from __future__ import annotations

import random

from hexfront.games.storm_of_steel import fleet_markers
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import sorties
from hexfront.games.storm_of_steel.rules.sorties import ANSWER, CONTACT, COUNTER, MUSTER, SECONDS, SIGNAL
from hexfront.games.storm_of_steel.vocabulary import NAVAL, other_side

_AFTER_MUSTER = (ANSWER, COUNTER, SIGNAL, SECONDS, CONTACT)
_AFTER_COUNTER = (SIGNAL, SECONDS, CONTACT)


def deal(position: SteelPosition, side: str, chance: random.Random) -> None:
    """[23.42] Lay the enemy's ships that are not seen into harbours with his fleet markers, at least one into
    each."""
    enemy = other_side(side)
    pieces = position.setting.pieces
    ships = sorted(name for name in position.unseen if pieces[name].kind in NAVAL)
    markers = fleet_markers.markers_of(position, enemy)
    if not markers:
        return
    chance.shuffle(ships)
    nodes = [marker.at for marker in markers]
    for marker in markers:
        position.take_up(marker)
    for number, name in enumerate(ships):
        node = nodes[number] if number < len(nodes) else chance.choice(nodes)
        position.lay_down(Unit(name, name, node))
        position.unseen.discard(name)


def guess(position: SteelPosition, side: str, chance: random.Random) -> None:
    """[25.31] Give the enemy of a side a fleet that he might have chosen, where he has one that is not
    known."""
    sortie = position.sortie
    if sortie is None or sorties.opened(sortie.number) in position.flags:
        return
    enemy = other_side(side)
    if sortie.mission == sorties.INTERDICTION:
        chosen = sortie.stage == CONTACT or enemy in position.ready
    elif enemy == sortie.side:
        chosen = sortie.stage in _AFTER_MUSTER
    else:
        chosen = sortie.stage in _AFTER_COUNTER and (
            sortie.mission == sorties.ENGAGEMENT or bool(sortie.coming)
        )
    choosing = sortie.stage == (MUSTER if enemy == sortie.side else COUNTER)
    if (chosen or choosing) and not position.fleets.get(enemy):
        position.fleets[enemy] = _fleet(position, enemy, chance, least=int(chosen))
    if sortie.stage in (SECONDS, CONTACT) and enemy in sortie.coming and sortie.mission == sorties.ENGAGEMENT:
        position.seconds[enemy] = _fleet(position, enemy, chance, least=0, second=True)


def _fleet(
    position: SteelPosition, side: str, chance: random.Random, *, least: int, second: bool = False
) -> tuple[str, ...]:
    chosen: list[str] = []
    taken = position.fleets.get(side, ()) if second else ()
    wanted = chance.randint(least, min(sorties.most(position, side), 10))
    while len(chosen) < wanted:
        more = sorties.able(position, side, chosen, taken)
        if not more:
            break
        chosen.append(chance.choice(more))
    return tuple(chosen)
