"""What a viewer may know of a position.

Cards that were selected and not yet turned up are their owner's secret [4.3]; while a side still chooses,
others do not know how many it has.
"""

from __future__ import annotations

from typing import Any

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.vocabulary import AGENTS, ALLOCATION, other_side
from hexfront.kernel.title import REFEREE
from hexfront.shared.secret_hands import UNKNOWN

LAID_DOWN = "laid down"
MISSIONS_REVEALED = "missions revealed"


def has_laid_down(position: SteelPosition, side: str) -> bool:
    """[4.3] Whether a side has laid its cards on the table this turn, so that all see how many there are."""
    return position.flags.get(f"{LAID_DOWN} {side}") == position.turn


def known_picks(position: SteelPosition, side: str, later: SteelPosition) -> tuple[str, ...]:
    """[4.3] The cards of a side as the enemy knows them: how many lie face down, and those shown until
    later."""
    if not has_laid_down(position, side) and not has_laid_down(later, side):
        return ()
    shown = {str(card) for card in later.shown.get(side, ())}
    spied = {*position.betrayed.get(side, ()), *later.betrayed.get(side, ())}  # [32.1]
    hand = position.picked.get(side, ())
    return tuple(card if card.partition("-")[0] in shown or card in spied else UNKNOWN for card in hand)


def view(position: SteelPosition, viewer: str) -> dict[str, Any]:
    """A position as plain data for a viewer."""
    label = position.setting.board.label
    units = []
    for unit in position.units.values():
        shown: dict[str, Any] = {
            "unit": unit.name,
            "side": position.side_of(unit),
            "at": label(unit.at),
        }
        shown |= {
            mark: True for mark in ("entrenched", "moved", "attacked", "strategic") if getattr(unit, mark)
        }
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
    return twin


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
