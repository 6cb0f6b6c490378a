"""The naval board: sea areas with their counts, bases, what is under way, trade routes, blockade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import commerce, convoys, fleets, sea_control, sorties
from hexfront.games.storm_of_steel.rules.hand_selection import SUBMARINES_OUT
from hexfront.games.storm_of_steel.rules.morale import BLOCKADE
from hexfront.games.storm_of_steel.table.names import hex_name
from hexfront.games.storm_of_steel.table.sea_faces import base_item, ratings, sea_item, ship_item
from hexfront.games.storm_of_steel.vocabulary import (
    CENTRAL_POWERS,
    ENTENTE,
    NAVAL,
    SIDE_NAMES,
    SIDES,
    UNKNOWN_FLEET,
)
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP
from hexfront.kernel.showing import Display, Item, Section
from hexfront.kernel.title import REFEREE
from hexfront.shared.words import counted

# Where the sea areas lie, from 0 to 1 across and down.
PLACES = {
    "north-sea": (0.24, 0.16),
    "english-channel": (0.10, 0.40),
    "baltic": (0.56, 0.14),
    "west-mediterranean": (0.22, 0.80),
    "adriatic": (0.44, 0.58),
    "east-mediterranean": (0.62, 0.86),
    "marmara": (0.68, 0.60),
    "black-sea": (0.86, 0.40),
}


def display(position: SteelPosition, viewer: str) -> Display:
    """[25.2] The war at sea, as a viewer may know it."""
    sections = [
        Section("Sea areas", tuple(_seas(position)), "map", "Battleships and battlecruisers, 3:2 dominates.")
    ]
    if position.sortie is not None:
        sections.append(_under_way(position, viewer))
    sections += [_bases(position, viewer, side) for side in SIDES]
    sections.append(Section("Trade routes", tuple(_trade(position))))
    sections.append(Section("Blockade", (_blockade(position),)))
    return Display("The seas", _first(position), tuple(each for each in sections if each.items), rule="25.2")


def _first(position: SteelPosition) -> str:
    told = []
    for side in SIDES:
        held = [name for name in ON_MAP if sea_control.dominated_by(position, SEAS[name]) == side]
        told.append(f"{SIDE_NAMES[side]}: {', '.join(held) or 'none'}")
    return f"Dominated this turn. {'. '.join(told)}."


def _seas(position: SteelPosition) -> Iterator[Item]:
    """[3.2-3b1b] Each area with its status, and how the counts stand to 3:2."""
    for name in ON_MAP:
        sea = SEAS[name]
        holder = sea_control.dominated_by(position, sea)
        line = {side: sea_control.line_count(position, sea, side) for side in SIDES}
        lines = []
        if position.flags.get(f"engaged {sea}") == position.turn:
            lines.append("An engagement was sought this turn")
        total = sum(line.values())
        yield Item(
            sea_item(sea),
            name,
            f"dominated by the {SIDE_NAMES[holder]}" if holder else "contested",
            tuple(lines),
            tuple((SIDE_NAMES[side], str(line[side])) for side in SIDES),
            side=holder,
            value=line[CENTRAL_POWERS] if total else None,
            most=total or None,
            place=PLACES[sea],
            rule="3.2-3b1b",
        )


def _knows(position: SteelPosition, viewer: str, side: str) -> bool:
    """[25.8] Whether a viewer may look at the ships of a side."""
    return viewer in (side, REFEREE)


def _bases(position: SteelPosition, viewer: str, side: str) -> Section:
    """[25.1] The bases of a side with what lies there, the enemy's face down."""
    board = position.setting.board
    knows = _knows(position, viewer, side)
    items = []
    stacks: dict[int, list[Unit]] = {}
    for unit in position.of_side(side):
        if position.piece(unit).kind in (*NAVAL, UNKNOWN_FLEET) and not convoys.is_in_zone(position, unit):
            stacks.setdefault(unit.at, []).append(unit)
    for node in sorted(stacks, key=lambda each: (board.is_area(each), board.name_of(each))):
        units = stacks[node]
        seas = [fleets.sea_name(sea) for sea in sea_control.seas_of(position, node)]
        label = board.label(node)
        name = board.name_of(node) if board.is_area(node) else hex_name(position, label)
        items.append(
            Item(
                base_item(label),
                name,
                ", ".join(seas),
                tuple(_ships(position, units)),
                state="plain",
                side=side,
                hex="" if board.is_area(node) else label,
                rule="25.1",
            )
        )
    text = "" if knows else "Enemy ships lie face down; their numbers are not known."
    return Section(f"Bases of the {SIDE_NAMES[side]}", tuple(items), text=text, side=side)


def _ships(position: SteelPosition, units: list[Unit]) -> Iterator[str]:
    """How many of each kind, and who is out."""
    kinds = Counter(position.piece(unit).kind for unit in units)
    told = [f"{kinds[kind]} {kind}" for kind in NAVAL if kinds[kind]]
    yield ", ".join([*told, *(["a fleet, face down"] if kinds[UNKNOWN_FLEET] else [])])
    out = Counter(unit.mission for unit in units if unit.mission)
    for mission, number in sorted(out.items()):
        yield f"{counted(number, 'ship')} had a mission: {mission}"


def _under_way(position: SteelPosition, viewer: str) -> Section:
    """[25.3] What is under way: the ships chosen so far, one's own face up."""
    sortie = sorties.under_way(position)
    opened = sorties.opened(sortie.number) in position.flags
    items = []
    for side in SIDES:
        names = (*position.fleets.get(side, ()), *position.seconds.get(side, ()))
        if not (opened or _knows(position, viewer, side)):
            items.append(Item(f"fleet:{side}", f"Fleet of the {SIDE_NAMES[side]}", "face down", side=side))
            continue
        items += [_ship(position, name, chosen=True) for name in names if name in position.units]
        if viewer == side and sortie.stage in (sorties.MUSTER, sorties.COUNTER, sorties.SECONDS):
            second = sortie.stage == sorties.SECONDS
            chosen = position.seconds.get(side, ()) if second else position.fleets.get(side, ())
            taken = position.fleets.get(side, ()) if second else ()
            more = sorties.able(position, side, chosen, taken)
            items += [_ship(position, name, chosen=False) for name in more]
    where = fleets.sea_name(sortie.sea)
    what = sorties.PROMPTS[sortie.mission]
    return Section(f"{what}, {where}", tuple(items), text=f"Undertaken by the {SIDE_NAMES[sortie.side]}.")


def _ship(position: SteelPosition, name: str, *, chosen: bool) -> Item:
    ship = fleets.ship_of(position, name)
    unit = position.units[name]
    state: Literal["chosen", "open"] = "chosen" if chosen else "open"
    return Item(
        ship_item(name),
        ship.name,
        ratings(position, name),
        (position.setting.board.name_of(unit.at),),
        state=state,
        side=position.side_of(unit),
        rule="24.1",
    )


def _trade(position: SteelPosition) -> Iterator[Item]:
    """[27.1] [27.2] Shipping, and who is on the trade routes."""
    unrestricted = bool(position.flags.get(SUBMARINES_OUT))
    yield Item(
        "shipping",
        "Merchant shipping",
        f"{position.shipping} of 100 points",
        ("Unrestricted submarine warfare: losses are doubled",) if unrestricted else (),
        value=position.shipping,
        most=100,
        side=ENTENTE,
        rule="27.1",
    )
    for side, word in ((CENTRAL_POWERS, "Raiders"), (ENTENTE, "Convoys")):
        units = convoys.in_zone(position, side)
        if units:
            figures = (("Strength", str(commerce.strength(position))),) if side == CENTRAL_POWERS else ()
            lines = tuple(_ships(position, units))
            if side == CENTRAL_POWERS:
                taking_part = commerce.taking_part(position)
                yield from (_ship(position, unit.name, chosen=unit.name in taking_part) for unit in units)
            yield Item(
                f"zone:{side}", word, counted(len(units), "ship"), lines, figures, side=side, rule="27.2"
            )


def _blockade(position: SteelPosition) -> Item:
    """[28.0] Whether the blockade holds."""
    if BLOCKADE not in position.developed:
        text = "not in effect: the card has not been played"
        return Item("blockade", "Blockade", text, state="closed", why="it needs its card", rule="28.1")
    holds = sea_control.dominated_by(position, "north-sea") == ENTENTE
    text = "holds: a die of morale each turn" if holds else "broken while the North Sea is not dominated"
    return Item("blockade", "Blockade", text, state="shown" if holds else "gone", side=ENTENTE, rule="28.4")
