"""What a viewer may know of a position.

Of enemy stacks only the top is seen [23.0]. Cards that were selected and not yet turned up are their owner's
secret [4.3]; while a side still chooses, others do not know how many it has.
"""

from __future__ import annotations

from typing import Any

from hexfront.games.storm_of_steel import fleet_markers, stacks
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.vocabulary import AGENTS, ALLOCATION, RAIDING_ZONE, SIDES, other_side
from hexfront.kernel.title import REFEREE
from hexfront.shared.secret_hands import UNKNOWN

LAID_DOWN = "laid down"
MISSIONS_REVEALED = "missions revealed"
FLEET, TURNED_UP = "fleet", "turned up"  # flags of the ships that were seen at sea this turn


def has_laid_down(position: SteelPosition, side: str) -> bool:
    """[4.3] Whether a side has laid its cards on the table this turn, so that all see how many there are."""
    return position.flags.get(f"{LAID_DOWN} {side}") == position.turn


def known_picks(position: SteelPosition, side: str, later: SteelPosition) -> tuple[str, ...]:
    """[4.3] The cards of a side as the enemy knows them: those shown until later, then those face down.

    A hand is in the order of its numbers: between two known cards an unknown one would tell what it may be.
    """
    if not has_laid_down(position, side) and not has_laid_down(later, side):
        return ()
    shown = {str(card) for card in later.shown.get(side, ())}
    spied = {*position.betrayed.get(side, ()), *later.betrayed.get(side, ())}  # [32.1]
    hand = position.picked.get(side, ())
    known = [card for card in hand if card.partition("-")[0] in shown or card in spied]
    return (*known, *(UNKNOWN,) * (len(hand) - len(known)))


class KnownTo:
    """Who sees nothing but this of a position, as a note on it; no copy of it has the note, since whoever
    plays on with a copy learns more."""

    def __init__(self, viewer: str = "") -> None:
        self.viewer = viewer

    def copy(self) -> KnownTo:
        return KnownTo()


def as_seen(position: SteelPosition, viewer: str) -> SteelPosition:
    """A position as a viewer may know it, to be looked at more than once and never to be changed."""
    seen = as_known(position, viewer)
    if seen is not position:
        seen.__dict__["_known_to"] = KnownTo(viewer)
    return seen


def as_known(position: SteelPosition, viewer: str) -> SteelPosition:
    """A position as a viewer may know it; an observer knows no more than any of the sides."""
    if viewer == REFEREE:
        return position
    note: KnownTo | None = position.__dict__.get("_known_to")
    if note is not None and note.viewer == viewer:
        return position
    if viewer in SIDES:
        return redacted(position, viewer, None)
    blind = position.copy()
    blind.spied = {}
    for side in SIDES:
        blind = redacted(blind, side, None)
    return blind


def hidden_from(position: SteelPosition, viewer: str) -> tuple[str, ...]:
    """The sides of which a viewer does not see all in a position, if it is not as he knows it already."""
    note: KnownTo | None = position.__dict__.get("_known_to")
    if viewer == REFEREE or (note is not None and note.viewer == viewer):
        return ()
    return (other_side(viewer),) if viewer in SIDES else SIDES


def units_seen(position: SteelPosition, viewer: str) -> frozenset[str]:
    """The units that a viewer sees now besides what lies open; what headquarters have found is known to their
    own side alone."""
    return stacks.known_to(position, viewer) if viewer in SIDES else frozenset(position.exposed)


def ships_seen(position: SteelPosition) -> frozenset[str]:
    """The ships that both sides have before their eyes."""
    return _known_ships(position, position)


def view(position: SteelPosition, viewer: str) -> dict[str, Any]:
    """A position as plain data for a viewer."""
    label = position.setting.board.label
    position = as_known(position, viewer)
    units = []
    shown: dict[str, Any]
    for unit in sorted(position.units.values(), key=lambda unit: unit.name):
        if position.piece(unit).unknown:
            shown = {"unit": "unknown", "side": position.side_of(unit), "at": label(unit.at)}
            if ship := position.aboard.get(unit.name):
                shown["aboard"] = ship
            units.append(shown)
            continue
        shown = {
            "unit": unit.name,
            "side": position.side_of(unit),
            "at": label(unit.at),
        }
        shown |= {
            mark: True
            for mark in ("entrenched", "motorized", "moved", "attacked", "strategic")
            if getattr(unit, mark)
        }
        if ship := position.aboard.get(unit.name):
            shown["aboard"] = ship
        units.append(shown)
    picked = {
        side: list(cards if viewer in (side, REFEREE) else known_picks(position, side, position))
        for side, cards in position.picked.items()
    }
    return {
        "turn": position.quarter.name,
        "step": position.step,
        "impulse": position.impulse,
        "active": position.active,
        "morale": dict(position.morale),
        "picked": picked,
        "shown": {side: list(cards) for side, cards in position.shown.items()},
        "developed": sorted(position.developed),
        "alliances": dict(position.alliances),
        "surrendered": sorted(position.surrendered),
        "unmasked": dict(position.unmasked),
        "holders": {label(node): side for node, side in sorted(position.holders.items())},
        "units": units,
    }


def redacted(position: SteelPosition, side: str, now: SteelPosition | None) -> SteelPosition:
    """A copy without what a side may not know."""
    later, enemy, twin = now or position, other_side(side), position.copy()
    twin.picked[enemy] = known_picks(position, enemy, later)
    if is_mobilizing(position, later):
        _hide_orders(twin, enemy)
    if is_assigning(position, later) and twin.missions:
        twin.missions[enemy] = ()
    if position.sortie is not None and not is_turned_up(position, later):
        for ships in (twin.fleets, twin.seconds):
            ships[enemy] = ()
    fleet_markers.cover(twin, enemy, _known_ships(position, later))
    stacks.cover(twin, enemy, _known_units(position, later, side))
    return twin


def _known_ships(position: SteelPosition, later: SteelPosition) -> frozenset[str]:
    """[23.41] [25.8] The ships that both sides have before their eyes: those that were turned up at sea, and
    those that have been lost or have gone to the trade routes until later."""
    known: set[str] = set()
    if position.sortie is not None and is_turned_up(position, later):
        known.update(*position.fleets.values(), *position.seconds.values())
    if later.sortie is not None and is_turned_up(later, later):
        known.update(*later.fleets.values(), *later.seconds.values())
    if later is not position:
        label = position.setting.board.label
        for name in position.units:
            after = later.units.get(name)
            if after is None or label(after.at) == RAIDING_ZONE:
                known.add(name)
    return frozenset(known)


def is_turned_up(position: SteelPosition, later: SteelPosition) -> bool:
    """[25.8] Whether the ships that are out at sea have been seen by both sides since."""
    assert position.sortie is not None
    return later.turn == position.turn and f"{FLEET} {position.sortie.number} {TURNED_UP}" in later.flags


def _known_units(position: SteelPosition, later: SteelPosition, side: str) -> frozenset[str]:
    """[23.2] [23.3] The enemy units that a side has seen until later, and those that have done something
    since."""
    known = stacks.known_to(position, side)
    if later is position:
        return known
    changed = [
        name
        for name, unit in position.units.items()
        if later.units.get(name) != unit and not later.is_cargo(name)
    ]
    return known | stacks.known_to(later, side) | frozenset(changed)


def is_assigning(position: SteelPosition, later: SteelPosition) -> bool:
    """[3.2-3a1] Whether missions of agents are still a secret."""
    return (
        position.step == AGENTS
        and (later.turn, later.step) == (position.turn, AGENTS)
        and later.flags.get(MISSIONS_REVEALED) != later.turn
    )


def is_mobilizing(position: SteelPosition, later: SteelPosition) -> bool:
    """[7.4] Whether what sides order is still a secret."""
    return position.step == ALLOCATION and (later.turn, later.step) == (position.turn, ALLOCATION)


def _hide_orders(twin: SteelPosition, enemy: str) -> None:
    """[7.4] Nothing that a side has ordered is seen before both are done, nor what petroleum it takes."""
    for name in [name for name, each in twin.drafts.items() if each.side == enemy]:
        for node in twin.drafts.pop(name).sources:
            twin.oil_spent[node] -= 1
    for key in [key for key in twin.gifts if twin.alliances[key.partition(">")[0]] == enemy]:
        del twin.gifts[key]
    if twin.desks:
        twin.desks[enemy] = ""
