"""The pieces: what every counter says, whichever list it stands in, and what follows from its kind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from hexfront.games.storm_of_steel.printed.counters import Counters, Fort, Irregular, LandUnit
from hexfront.games.storm_of_steel.vocabulary import (
    FORT,
    HEADQUARTERS,
    INFILTRATORS,
    MECHANIZED,
    PARTISAN,
)


class Piece(msgspec.Struct, frozen=True, dict=True):
    """A counter. Whose side it is on depends on its country, and so on the position, never on the piece."""

    key: str
    country: str  # empty for irregulars
    kind: str
    name: str
    size: str = ""
    divisions: int = 0
    designation: str = ""
    strength: int = 0
    entrenched: int | None = None  # its strength on its back, None without one
    movement: int = 0
    cadre: int = 0
    radius: int = 0
    force: str = ""  # of irregulars: bolshevik, nationalist or partisan
    of: str = ""  # the country or region of a nationalist, the alliance of a partisan
    land: bool = True

    @cached_property
    def headquarters(self) -> bool:
        return self.kind == HEADQUARTERS

    @cached_property
    def fort(self) -> bool:
        """[2.8-Fortification] [17.1] Always entrenched; never moves nor attacks."""
        return self.kind == FORT

    @cached_property
    def corps(self) -> bool:
        """[2.8-Divisions] [13.1] Whether it counts for stacking: not brigades, headquarters and forts
        [13.12] to [13.14]."""
        return self.land and bool(self.divisions)

    @cached_property
    def mechanized(self) -> bool:
        """[11.43] [12.3] Tanks and armoured cars."""
        return self.kind in MECHANIZED

    @cached_property
    def alpine(self) -> bool:
        return self.kind == "alpine"

    @cached_property
    def gun(self) -> bool:
        """[17.2] [38.3] Whether it can bombard forts."""
        return self.kind in ("siege", "armoured-train")

    @cached_property
    def infiltrates(self) -> bool:
        """[14.3] [42.1] Whether an attack with it may use the Infiltration table."""
        return self.kind in INFILTRATORS

    @cached_property
    def partisan(self) -> bool:
        return self.kind == PARTISAN


def make_pieces(counters: Counters) -> Mapping[str, Piece]:
    """All counters by their keys."""
    made: dict[str, Piece] = {}
    for each in counters.all():
        if isinstance(each, LandUnit | Irregular):
            irregular = isinstance(each, Irregular)
            made[each.unit] = Piece(
                each.unit,
                "" if irregular else each.country,
                each.kind,
                each.name,
                each.size,
                each.divisions or 0,
                each.designation,
                each.strength,
                each.entrenched,
                each.movement,
                each.cadre,
                each.radius or 0,
                each.force if isinstance(each, Irregular) else "",
                each.of if isinstance(each, Irregular) else "",
            )
        elif isinstance(each, Fort):
            made[each.unit] = Piece(
                each.unit,
                each.country,
                FORT,
                each.name,
                strength=each.strength,
                entrenched=each.strength,
            )
        else:
            made[each.unit] = Piece(each.unit, each.country, each.kind, each.name, land=False)
    return made
