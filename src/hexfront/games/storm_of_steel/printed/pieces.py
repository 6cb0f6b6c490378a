"""The pieces: what every counter says, whichever list it stands in, and what follows from its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from statistics import fmean

import msgspec

from hexfront.games.storm_of_steel.printed.counters import Counters, Fort, Irregular, LandUnit
from hexfront.games.storm_of_steel.vocabulary import (
    AIR,
    DUMMY,
    FORT,
    HEADQUARTERS,
    INFILTRATORS,
    MECHANIZED,
    PARTISAN,
    SIDES,
    UNKNOWN,
    UNKNOWN_ALPINE,
    UNKNOWN_FLEET,
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
    of: str = ""  # the country or region of a nationalist, the alliance of a partisan or dummy
    land: bool = True

    @cached_property
    def headquarters(self) -> bool:
        return self.kind == HEADQUARTERS

    @cached_property
    def fort(self) -> bool:
        """[2.8-Fortification] [17.1] Always entrenched; never moves nor attacks."""
        return self.kind == FORT

    @cached_property
    def air(self) -> bool:
        """[30.1] Tactical and strategic air units."""
        return self.kind in AIR

    @cached_property
    def corps(self) -> bool:
        """[2.8-Divisions] [13.1] Whether it counts for stacking: not brigades, headquarters and forts
        [13.12] to [13.14], but dummies [23.1]."""
        return self.land and (bool(self.divisions) or self.dummy)

    @cached_property
    def mechanized(self) -> bool:
        """[11.43] [12.3] Tanks and armoured cars."""
        return self.kind in MECHANIZED

    @cached_property
    def alpine(self) -> bool:
        return self.kind in ("alpine", UNKNOWN_ALPINE)

    @cached_property
    def dummy(self) -> bool:
        """[23.1] A fog of war marker."""
        return self.kind == DUMMY

    @cached_property
    def unknown(self) -> bool:
        """[23.0] Whether it stands for a counter that a side does not see."""
        return self.kind in (UNKNOWN, UNKNOWN_ALPINE, UNKNOWN_FLEET)

    @cached_property
    def gun(self) -> bool:
        """[17.2] [38.3] Whether it can bombard forts."""
        return self.kind in ("siege", "armoured-train")

    @cached_property
    def train(self) -> bool:
        """[38.1] Whether it moves by rail alone."""
        return self.kind == "armoured-train"

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
    made.update((piece.key, piece) for piece in (*_dummies(counters), *_strangers(counters)))
    return made


FOG = "fog of war"


def _dummies(counters: Counters) -> Iterator[Piece]:
    """[23.1] The fog of war markers of each side."""
    for marker in counters.markers:
        if marker.marker == FOG:
            for number in range(1, (marker.number or 0) + 1):
                yield Piece(f"fog-{marker.side}-{number:02}", "", DUMMY, "Fog of War", of=marker.side)


def _strangers(counters: Counters) -> Iterator[Piece]:
    """[23.0] What stands for a counter that is not seen: a corps of middling strength."""
    corps = [each for each in counters.land.values() if each.divisions and each.entrenched is not None]
    strength = round(fmean(each.strength for each in corps)) if corps else 0
    entrenched = round(fmean(each.entrenched or 0 for each in corps)) if corps else 0
    for side in SIDES:
        yield Piece(f"{UNKNOWN_FLEET}-{side}", "", UNKNOWN_FLEET, "Fleet", of=side, land=False)  # [23.42]
        for kind in (UNKNOWN, UNKNOWN_ALPINE):
            yield Piece(
                f"{kind}-{side}",
                "",
                kind,
                "unknown unit",
                divisions=2,
                strength=strength,
                entrenched=entrenched,
                movement=2,
                of=side,
            )
