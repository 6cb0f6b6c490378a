"""A position of Storm of Steel as a picture: counters on the map, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from hexfront.drawing import Counter, Marker, Picture
from hexfront.games.storm_of_steel import stacks
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import aircraft, headquarters
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.table.layers import LAYERS, is_without_supply
from hexfront.games.storm_of_steel.table.names import figures, step_name, turn_name, unit_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES
from hexfront.shared.portraits import picture

SIZES = {2: "XXX", 3: "XXX", 4: "XXX"}


@lru_cache(maxsize=16)
def nations(setting: SteelSetting) -> dict[str, str]:
    """The nation that gives the colour of a country's counters: what their keys begin with."""
    found: dict[str, str] = {}
    for key, piece in setting.pieces.items():
        if piece.land and not piece.fort and piece.country:
            found.setdefault(piece.country, key.partition("-")[0])
    return found


def portrait(position: SteelPosition, viewer: str, overlays: Sequence[str] = ()) -> Picture:
    """What somebody may see of a position."""
    morale = ", ".join(f"{SIDE_NAMES[side]} morale {value}" for side, value in position.morale.items())
    return picture(
        position.setting,
        list(_counters(position)),
        markers=list(markers(position)),
        overlays=LAYERS.draw(position, viewer, overlays),
        caption=position.setting.plan.title,
        turn=f"{turn_name(position)}, {step_name(position)}",
        notes=(morale,),
    )


def _counters(position: SteelPosition) -> Iterator[Counter]:
    """The counters, in each hex forts and headquarters at the bottom and the strongest corps on top, with a
    mark if headquarters lie under it."""
    for units in stacks_shown(position):
        staffed = len(units) > 1 and any(position.piece(unit).headquarters for unit in units[:-1])
        for at, unit in enumerate(units, 1):
            yield _counter(position, unit, staffed=staffed and at == len(units))


def stacks_shown(position: SteelPosition) -> Iterator[list[Unit]]:
    """[23.0] The units of each hex as their counters lie, the bottom first."""
    for names in position.standing:
        if names:
            units = [position.units[name] for name in names]
            if len(units) > 1:
                units.sort(key=lambda unit: depth(position, unit, cargo=position.is_cargo(unit.name)))
            yield units


def depth(position: SteelPosition, unit: Unit, *, cargo: bool) -> tuple[int, int, int]:
    """[23.0] Its place in the picture of a stack, the bottom first: what the enemy sees is the top."""
    piece = position.piece(unit)
    if not piece.land or piece.fort or cargo:
        return 0, 0, 0
    if piece.headquarters:
        return 1, 0, 0
    if piece.unknown or (piece.dummy and unit.name not in position.covers):
        return 2, 0, 0
    return (4, 0, 0) if piece.dummy else (3, stacks.zone_of(position, unit), piece.strength)


def _counter(position: SteelPosition, unit: Unit, *, staffed: bool) -> Counter:
    piece = position.piece(unit)
    if piece.unknown or piece.dummy:
        return _back(position, unit)
    shown = figures(position, unit)
    strength, _, movement = shown.rpartition("-") if piece.air else shown.partition("-")
    states = [word for word in ("entrenched", "moved", "attacked") if getattr(unit, word)]
    states += ["aloft"] * (unit.name in position.aloft)
    if is_without_supply(position, unit.name):
        states.append("out of supply")
    if staffed:
        states.append("staff")
    facts = [("cadre", str(piece.cadre))] if piece.cadre else []
    if unit.entrenched:
        facts.append(("strength", str(piece.strength)))
    if piece.divisions:
        facts.append(("divisions", str(piece.divisions)))
    if piece.headquarters:
        facts.append(("command radius", str(headquarters.radius(position, unit))))
    if unit.motorized:
        facts.append(("motorized", "one point of movement more"))
    if piece.air:
        facts += _ratings(position, unit)
    if ship := position.aboard.get(unit.name):
        facts.append(("aboard", unit_name(position, ship)))
    if unit.waits:
        facts.append(("may not move before", unit.waits.replace("-", " ")))
    if position.impulse > 1 and piece.movement and not headquarters.in_command(position, unit):
        facts.append(("command", "none: only by rail in this impulse"))
    return Counter(
        unit.at,
        nations(position.setting).get(piece.country, piece.force),
        piece.kind,
        "XXXX"
        if piece.headquarters
        else SIZES.get(piece.divisions, "X" if piece.land and not piece.fort else ""),
        strength,
        movement,
        piece.designation,
        tuple(states),
        unit.name,
        position.side_of(unit),
        unit_name(position, unit.name),
        tuple(facts),
    )


def _back(position: SteelPosition, unit: Unit) -> Counter:
    """[23.1] A counter that is not seen, or a dummy: its owner knows it for one."""
    side = position.side_of(unit)
    name = "Fog of War" if position.piece(unit).dummy else "A unit that is not seen"
    return Counter(unit.at, side, states=("hidden",), key=unit.name, side=side, name=name)


def _ratings(position: SteelPosition, unit: Unit) -> list[tuple[str, str]]:
    """[30.1] What is printed on an air unit, and its mission."""
    facts = [
        ("air superiority", str(aircraft.superiority(position, unit))),
        ("bombardment", str(aircraft.bombardment(position, unit))),
        ("range", str(aircraft.range_of(position, unit))),
    ]
    if sortie := position.air_missions.get(unit.name):
        facts.append(("mission", aircraft.title_of(sortie.mission)))
    if unit.name in position.aloft:
        facts.append(("in the air", "over this hex"))
    return facts


def markers(position: SteelPosition) -> Iterator[Marker]:
    """Railways that are broken, cities held by an enemy who is not in them, and what is devastated."""
    for node, side in sorted(position.railways.items()):
        yield Marker(node, "railhead" if side else "broken rail")
    for node, holder in held_cities(position):
        yield Marker(node, f"held by {holder}")
    for node in sorted(position.devastated):
        yield Marker(node, "devastated")


def held_cities(position: SteelPosition) -> Iterator[tuple[int, str]]:
    """Cities held by an enemy who is not in them, and by whom."""
    holders, troops = position.holders, position.troops
    for node in filter(holders.__contains__, position.setting.city_at):
        holder = holders[node]
        if holder and holder != position.default_controller(node) and not troops[node]:
            yield node, holder
