"""The war in the air beside the map: doctrine and its missions, bases with their units, ranges, orders."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import air_missions, aircraft, transit
from hexfront.games.storm_of_steel.table.air_faces import mission_item
from hexfront.games.storm_of_steel.table.names import hex_name, quarter_of, unit_name
from hexfront.games.storm_of_steel.vocabulary import MOVEMENT, SIDE_NAMES, SIDES
from hexfront.kernel.showing import Display, Item, Section
from hexfront.shared.words import counted

HIGHEST = 5
CARD = (*aircraft.OFFENSIVE, *aircraft.DEFENSIVE, aircraft.NAVAL_AVIATION)
DOES = {
    aircraft.RECONNAISSANCE: "looks at a hex",
    aircraft.TRANSIT: "flies to another base, three times its range",
    aircraft.GROUND_SUPPORT: "columns to the right for an attack on the hex below",
    aircraft.BOMBING: "devastates an industrial city, which costs a point of morale",
    aircraft.SUPERIORITY: "attacks enemy air units in their base, or goes along as escort",
    aircraft.NAVAL_ATTACK: "attacks the ships in a port",
    aircraft.GAS_BOMBING: "brings gas to an attack on the hex",
    aircraft.INTERCEPTION: "attacks intruders over its own base",
    aircraft.PATROL: "attacks intruders next to its base",
    aircraft.DEFENSIVE_SUPPORT: "columns to the left for an attack from a hex beside its base",
    aircraft.NAVAL_AVIATION: "tactical units on cruisers, one each",
}


def display(position: SteelPosition, viewer: str) -> Display:
    """[30.0] What a side needs to know of the war in the air. Air units lie open: both sides see all."""
    mine = viewer if viewer in SIDES else position.active
    order = (mine, *(side for side in SIDES if side != mine))
    sections = [Section("Air doctrine", tuple(_level(position, side) for side in order))]
    sections.append(Section("Missions", tuple(_missions(position, mine)), "ledger"))
    for side in order:
        for node, units in sorted(_places(position, side).items()):
            items = [item for unit in units for item in _unit(position, unit, viewer)]
            sections.append(_base(position, side, node, items, folded=side != mine))
    text = "Missions are ordered when the movement segment begins; those of defence when there is occasion."
    return Display("The war in the air", text, tuple(sections), rule="30.0")


def _level(position: SteelPosition, side: str) -> Item:
    """[30.2] [30.23] The level of a side, and when it may rise."""
    year = position.flags.get(f"air year {side}")
    lines = [f"has risen in {year}"] if year == position.quarter.year else []
    number = counted(len(position.fliers[side]), "air unit")
    return Item(
        f"doctrine:{side}",
        SIDE_NAMES[side],
        f"level {position.air[side]}, {number}",
        tuple(lines),
        side=side,
        value=position.air[side],
        most=HIGHEST,
        rule="30.2",
    )


def _missions(position: SteelPosition, side: str) -> Iterator[Item]:
    """[30.71] [30.72] Every mission, and whether the level of a side allows it."""
    for name in CARD:
        found = aircraft.mission(position, name)
        if found is None:
            continue
        open_ = aircraft.allowed(position, side, name)
        yield Item(
            f"card:{name}",
            found.mission.capitalize(),
            f"level {found.level}",
            (DOES[name],),
            state="plain" if open_ else "closed",
            why="" if open_ else f"needs level {found.level}",
            rule=found.rule,
        )


def _places(position: SteelPosition, side: str) -> dict[int, list[Unit]]:
    """The air units of a side by the hex they are in or over."""
    found: dict[int, list[Unit]] = {}
    for unit in aircraft.fliers(position, side):
        found.setdefault(unit.at, []).append(unit)
    return found


def _base(position: SteelPosition, side: str, node: int, items: list[Item], *, folded: bool) -> Section:
    label = position.setting.board.label(node)
    text = ""
    if not aircraft.is_base(position, side, node):
        text = "no base now"
    elif not position.setting.board.is_area(node):
        text = f"room for {position.air[side]} air units"
    return Section(
        f"{SIDE_NAMES[side]}: {hex_name(position, label)}", tuple(items), "rows", text, side, folded
    )


def _unit(position: SteelPosition, unit: Unit, viewer: str) -> Iterator[Item]:
    """An air unit with its ratings and what it does, and for its owner the missions it can be given."""
    label = position.setting.board.label(unit.at)
    sortie = position.air_missions.get(unit.name)
    side = position.side_of(unit)
    state = "in the air" if unit.name in position.aloft else "on the ground"
    if unit.name in position.aboard:
        state = f"on {unit_name(position, position.aboard[unit.name])}"
    doing = f"{aircraft.title_of(sortie.mission)}, {state}" if sortie else state
    asked = position.step == MOVEMENT and position.active == side == viewer and not position.begun
    missions = list(_orders(position, unit)) if asked and sortie is None else []
    yield Item(
        f"air:{unit.name}",
        unit_name(position, unit.name),
        doing,
        tuple(_why(position, unit)) if side == viewer else (),
        (
            ("Superiority", str(aircraft.superiority(position, unit))),
            ("Bombardment", str(aircraft.bombardment(position, unit))),
            ("Range", str(aircraft.range_of(position, unit))),
            ("Transit", str(transit.reach_of(position, [unit]))),
        ),
        "chosen" if sortie else "plain",
        side=side,
        hex="" if position.setting.board.is_area(unit.at) else label,
        rule="30.1",
    )
    yield from missions


def _why(position: SteelPosition, unit: Unit) -> list[str]:
    """[30.31] What endangers an air unit, and why it stays on the ground."""
    if unit.name in position.aloft:
        return []
    if not aircraft.is_based(position, unit):
        return [f"in no base: lost when {quarter_of(position, position.turn)} ends, unless it gets away"]
    if position.step == MOVEMENT and position.active == position.side_of(unit):
        refusal = aircraft.why_grounded(position, unit)
        if refusal is not None and unit.name not in position.air_missions:
            return [refusal.reason]
    return []


def _orders(position: SteelPosition, unit: Unit) -> Iterator[Item]:
    """[30.71] The missions an air unit can be ordered to now, and why not to the others of its level."""
    for name in aircraft.missions_of(position, position.side_of(unit)):
        refusal = air_missions.why_not(position, unit, name)
        yield Item(
            mission_item(unit.name, name),
            aircraft.title_of(name).capitalize(),
            state="closed" if refusal else "open",
            why=refusal.reason if refusal else "",
            rule="30.71",
        )
