"""Pieces: what is printed on a counter, and what the rules make of it.

A `Piece` never changes. What a unit has become in play (strength, place, state) is a `position.Unit`,
which names its piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from hexfront.games.western_front.printed.forces import OrdersOfBattle
from hexfront.games.western_front.printed.tables import Tables
from hexfront.games.western_front.vocabulary import (
    ARTILLERY_KINDS,
    ASSAULT_KINDS,
    CAVALRY_KINDS,
    INFANTRY_KINDS,
    MOUNTAIN_KINDS,
    NATIONALITY,
    POINT,
)

RAIL_BOUND = "RR"
NOT_GROUND_COMBAT = frozenset({"hq", "fortress", "rpl", "supply", "flotilla"})  # decision WF-R007
RUSSIAN_HIGHLANDERS = ("Ar", "Ku", "FG", "Cos", "Geo", "Bdr")
HALVES_OF_DIVISION = 2
TENTH, SIXTH = POINT // 10, POINT // 6


class Piece(msgspec.Struct, frozen=True):
    """A counter with everything that follows from its print."""

    key: str
    nation: str
    side: str
    kind: str
    size: str
    designation: str
    name: str
    strength: int
    reduced: int | None
    movement: int  # whole points; 0 for what cannot walk
    rail_bound: bool
    full: int
    colour: str
    formation: str
    infantry: bool  # infantry, mountain, marine, assault [10-2]
    cavalry: bool
    strengthened: bool  # cavalry that counts as infantry for supply and losses [13-23]
    artillery: bool  # siege artillery included [29-1]
    siege: bool
    mountain: bool
    assault: bool
    tank: bool
    engineer: bool
    headquarters: bool
    fortress: bool
    replacement: bool
    supply: bool  # a shipment of supply points [18-7]
    halves: int  # half divisions it counts for stacking [11-6]
    battalions: int  # tank battalions it counts [WF 10-7]
    rail_size: int  # divisions it counts by rail [8-8]
    rail_step: int  # cost of a rail hexside, in thirtieths [7-5]
    ground_combat: bool  # a ground combat unit (decision WF-R007) [6-3]
    as_printed: bool  # its allowance is the printed one whatever happens: no cavalry, British or rail-bound
    label: str = ""  # what a player calls it

    @property
    def controls(self) -> bool:
        """[10-2] [10-3] [18-2] Whether it has a zone of control while it has strength."""
        return self.infantry or self.cavalry

    @property
    def always_supplied(self) -> bool:
        """[30-1] Cavalry that needs no supply points."""
        return self.cavalry and not self.strengthened


def label_of(made: Piece) -> str:
    """What a player calls a piece: ``German 26th Reserve Division 6-5``."""
    whose = NATIONALITY.get(made.nation, "")
    called = made.name if whose and whose in made.name else f"{whose} {made.name}".strip()
    if made.headquarters:
        return called
    if made.fortress:
        return f"fortress {made.name.removeprefix('Fortress ')}"
    if made.supply:
        return f"{whose} supply points".strip()
    allowance = RAIL_BOUND if made.rail_bound else str(made.movement)
    return f"{called} {made.strength}-{allowance}"


def _battalions(tables: Tables, kind: str, size: str) -> int:
    """[WF 10-7] [WF 10-11] Tank battalions that a piece counts for; 0 if it is no tank unit."""
    if kind != "tank":
        return 0
    return tables.whole("tank_brigade_battalions") if size == "x" else 1


def is_part(piece: Piece) -> bool:
    """[27-3] Whether a piece is a part of a division: an infantry regiment or brigade that is half of one."""
    return piece.halves == 1 and piece.infantry and not piece.assault


def halves_together(pieces: Iterable[Piece]) -> int:
    """[11-6] [27-3] Half divisions that pieces in one hex take up.

    Regiments and brigades of a kind that make up a full division, by their printed strengths, take the room
    of one; what is over takes its own (decision WF-R208).
    """
    total = 0
    parts: dict[tuple[str, str, str], list[Piece]] = {}
    for each in pieces:
        if is_part(each):
            parts.setdefault((each.nation, each.kind, each.colour), []).append(each)
        else:
            total += each.halves
    return total + sum(_halves_of_parts(same) for same in parts.values())


def _halves_of_parts(parts: Iterable[Piece]) -> int:
    total, strength, together = 0, 0, 0
    for part in sorted(parts, key=lambda each: -each.strength):
        if strength + part.strength > part.full:
            strength = together = 0
        strength += part.strength
        together += 1
        total += together <= HALVES_OF_DIVISION
    return total


def make_pieces(orders: OrdersOfBattle, tables: Tables) -> dict[str, Piece]:
    """Every piece of the lists by its key, headquarters, fortresses and shipments included."""
    pieces: dict[str, Piece] = {}
    for counter in orders.counters.values():
        pieces[counter.unit] = piece(
            tables,
            key=counter.unit,
            nation=counter.nation,
            kind=counter.kind,
            size=counter.size,
            designation=counter.designation,
            name=counter.name,
            strength=counter.strength,
            reduced=counter.reduced,
            movement=counter.movement,
            full=counter.full,
            colour=counter.colour,
            formation=counter.formation,
        )
    for headquarters in orders.headquarters.values():
        pieces[headquarters.unit] = piece(
            tables,
            key=headquarters.unit,
            nation=headquarters.nation,
            kind="hq",
            size=headquarters.size,
            designation=headquarters.designation,
            name=headquarters.name,
            movement=str(tables.whole("headquarters_movement")),
        )
    for fortress in orders.fortresses.values():
        pieces[fortress.unit] = piece(
            tables,
            key=fortress.unit,
            nation=fortress.nation,
            kind="fortress",
            size="",
            designation=fortress.hex,
            name=fortress.name or f"Fortress {fortress.hex}",
            strength=fortress.strength,
        )
    for nation in tables.nations:
        key = supply_key(nation)
        pieces[key] = piece(
            tables,
            key=key,
            nation=nation,
            kind="supply",
            size="",
            designation="",
            name="Supply points",
            movement=str(tables.whole("supply_marker_movement")),
        )
    for nation, country in (("bu", "bulgaria"), ("ro", "romania")):
        points = tables.whole(f"replacement_exchange_{country}")
        key = ally_replacements(nation)
        pieces[key] = piece(
            tables,
            key=key,
            nation=nation,
            kind="rpl",
            size="xx",
            designation="RPL",
            name="Replacements",
            strength=points,
            movement="4",
            full=points,
            colour=f"{nation}-infantry",
        )
    return pieces


def ally_replacements(nation: str) -> str:
    """[45-4] [47-3] The key of replacements that are given only in exchange; no list has them."""
    return f"{nation}-rpl"


def is_highlander(colour: str, designation: str) -> bool:
    """[41-5] Whether Russian infantry is of a kind that counts as mountain units.

    Cossacks and Armenians have colours of their own, the others a name behind their number.
    """
    if "cossack" in colour or "armenian" in colour:
        return True
    return designation.lstrip("0123456789 ") in RUSSIAN_HIGHLANDERS


def supply_key(nation: str) -> str:
    """The key of a nation's shipments of supply points."""
    return f"{nation}-supply"


def piece(
    tables: Tables,
    *,
    key: str,
    nation: str,
    kind: str,
    size: str,
    designation: str,
    name: str,
    strength: int = 0,
    reduced: int | None = None,
    movement: str = "0",
    full: int = 0,
    colour: str = "",
    formation: str = "",
) -> Piece:
    """A piece from what is printed on it.

    Fortresses, headquarters and flotillas take no room [18-5] [21-6] [36-5], artillery counts for two
    divisions by rail and siege artillery for one [29-8], and the infantry of Serbia, Bulgaria and Greece
    are mountain units [43-5] [45-2] [48-2]; so the tables say.
    """
    people = tables.nations[nation]
    infantry = kind in INFANTRY_KINDS
    cavalry = kind in CAVALRY_KINDS
    strong = "_german_british" if nation in ("ge", "gb") else ""
    supplied_up_to = tables.whole(f"cavalry_full_strength{strong}")
    counts = tables.unit_size(nation, kind, size, designation)
    by_tenth = infantry or kind in ("supply", "rpl")
    made = Piece(
        key=key,
        nation=nation,
        side=people.side,
        kind=kind,
        size=size,
        designation=designation,
        name=name,
        strength=strength,
        reduced=reduced,
        movement=0 if movement == RAIL_BOUND else int(movement),
        rail_bound=movement == RAIL_BOUND,
        full=full,
        colour=colour,
        formation=formation or key,
        infantry=infantry,
        cavalry=cavalry,
        strengthened=cavalry and full > supplied_up_to,
        artillery=kind in ARTILLERY_KINDS,
        siege=kind == "siege",
        mountain=kind in MOUNTAIN_KINDS
        or (infantry and people.infantry_is_mountain)
        or (infantry and nation == "ru" and is_highlander(colour, designation)),
        assault=kind in ASSAULT_KINDS,
        tank=kind == "tank",
        engineer=kind == "eng",
        headquarters=kind == "hq",
        fortress=kind == "fortress",
        replacement=kind == "rpl",
        supply=kind == "supply",
        halves=int(Fraction(counts.stacking) * 2),
        battalions=_battalions(tables, kind, size),
        rail_size=counts.rail,
        rail_step=TENTH if by_tenth else SIXTH,
        ground_combat=kind not in NOT_GROUND_COMBAT,
        as_printed=not cavalry and nation != "gb" and movement != RAIL_BOUND,
    )
    return msgspec.structs.replace(made, label=label_of(made))
