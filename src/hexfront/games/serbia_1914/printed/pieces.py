"""Pieces: what is printed on a counter, of whatever sort, and what the rules make of it.

A `Piece` never changes. What a unit has become in play is a `position.Unit`, which names its piece. A fort
that is abandoned becomes the infantry on its back, which is a piece of its own [8.5].
"""

from __future__ import annotations

import msgspec

from hexfront.games.serbia_1914.printed.forces import (
    QUARTERS,
    Artillery,
    CombatUnit,
    Counter,
    Forces,
    Fort,
    NavalSquadron,
    SupplyUnit,
)
from hexfront.games.serbia_1914.vocabulary import NATION_SIDE, SIDES

BACK = " (back)"
# [7.2.1] Movement points to be gained by a forced march.
INFANTRY_FORCED = 3
CAVALRY_FORCED = 7
SIZE_ORDER = ("xx", "x", "iii", "")  # the largest first [2.2.2]


class Piece(msgspec.Struct, frozen=True):
    """A counter with everything that follows from its print.

    ``reduced_*`` is its back, None where there is none. ``abandoned_above`` is the highest die on which the
    garrison of a fort stays, None if it never leaves.
    """

    key: str
    nation: str
    side: str
    kind: str
    size: str
    identifier: str
    name: str
    formation: bool = False
    combat: bool = False
    infantry: bool = False  # of Infantry Type [1.2]
    cavalry: bool = False
    marsch: bool = False
    garrison: bool = False
    river: bool = False  # river protection [8.7]
    fort: bool = False
    gun: bool = False  # an artillery unit [8.8]
    depot: bool = False
    train: bool = False
    naval: bool = False
    army: str = ""  # the army, or region, it must stay with [5.4] [25.2]
    corps: str = ""  # the corps it must be attached to [5.2.2], or that a train serves
    attack: int = 0
    defense: int = 0
    proficiency: int = 0
    artillery: int = 0
    effectiveness: int = 0
    reduced_attack: int | None = None
    reduced_defense: int | None = None
    reduced_artillery: int | None = None
    quarters: int = 0  # toward stacking [1.1]
    most_reductions: int = 0
    place: str = ""  # where a garrison belongs, or the hex of a fort
    range: int = 0  # how far a garrison may go from it [8.6.2]
    parent: str = ""  # the division a detachment comes from [21.1]
    bases: tuple[str, ...] = ()
    abandoned_above: int | None = None
    unknown: bool = False  # stands for a unit of which only a marker is seen [3.1.6a]
    # What follows from the print; noted on the piece, because it is asked for all the time.
    asset: bool = False  # Combat units without an attachment marker, forts and artillery [1.1] [5.5]
    supply: bool = False  # depots and trains: no zone of control, and depots take no room [15.6]
    wheels: bool = False  # it enters and leaves mountains only by roadway [7.9]
    forced: int = 0  # movement points to be gained by a forced march; only Combat units can [7.2] [7.2.1]

    def __post_init__(self) -> None:
        note = msgspec.structs.force_setattr
        note(self, "asset", (self.combat and not self.formation) or self.fort or self.gun)
        note(self, "supply", self.depot or self.train)
        note(self, "wheels", self.cavalry or self.train)
        note(self, "forced", (CAVALRY_FORCED if self.cavalry else INFANTRY_FORCED) if self.combat else 0)

    @property
    def has_back(self) -> bool:
        return self.reduced_defense is not None

    @property
    def label(self) -> str:
        """The unit as players call it."""
        return self.name


def make_pieces(forces: Forces) -> dict[str, Piece]:
    """The pieces of all counters, with the backs of forts."""
    made: dict[str, Piece] = {}
    for counter in forces.counters():
        made[counter.unit] = piece_of(counter)
        if isinstance(counter, Fort):
            back = garrison_of(counter)
            made[back.key] = back
    for side in SIDES:
        stranger = unknown_piece(side)
        made[stranger.key] = stranger
    return made


def unknown_piece(side: str) -> Piece:
    """[3.1.6a] What stands in a position without secrets for a hidden unit whose marker lies open."""
    return Piece(
        key=f"unknown-{side}",
        nation=side,
        side=side,
        kind="unknown",
        size="",
        identifier="",
        name="Unknown unit",
        formation=True,
        combat=True,
        unknown=True,
    )


def piece_of(counter: Counter) -> Piece:
    """The piece of a counter."""
    own: dict[str, object]
    common: dict[str, object] = {
        "key": counter.unit,
        "nation": counter.nation,
        "side": NATION_SIDE[counter.nation],
        "identifier": counter.identifier,
        "name": counter.name,
        "quarters": counter.quarters,
    }
    if isinstance(counter, CombatUnit):
        own = _combat(counter)
    elif isinstance(counter, Fort):
        own = {
            "kind": "fort",
            "size": "",
            "fort": True,
            "defense": counter.defense,
            "proficiency": counter.proficiency,
            "artillery": counter.artillery,
            "effectiveness": counter.effectiveness,
            "place": counter.hex,
            "abandoned_above": counter.abandoned_above,
        }
    elif isinstance(counter, Artillery):
        own = {
            "kind": "artillery",
            "size": "",
            "gun": True,
            "attack": counter.attack,
            "defense": counter.defense,
            "artillery": counter.artillery,
        }
    elif isinstance(counter, SupplyUnit):
        train = counter.type == "corps train"
        serves = {"corps" if train else "army": counter.serves}
        own = {"kind": counter.type, "size": "", "train": train, "depot": not train, **serves}
    else:
        assert isinstance(counter, NavalSquadron)
        own = {
            "kind": "naval squadron",
            "size": "",
            "naval": True,
            "artillery": counter.artillery,
            "reduced_attack": 0,
            "reduced_defense": 0,
            "reduced_artillery": counter.reduced_artillery,
            "most_reductions": 1,
            "bases": counter.bases,
        }
    return msgspec.convert(common | own, Piece)


def _combat(counter: CombatUnit) -> dict[str, object]:
    return {
        "kind": counter.kind,
        "size": counter.size,
        "formation": counter.formation,
        "combat": True,
        "infantry": counter.kind != "cavalry",
        "cavalry": counter.kind == "cavalry",
        "marsch": counter.kind == "marsch",
        "garrison": counter.kind == "garrison",
        "river": counter.kind == "river protection",
        "army": counter.army,
        "corps": counter.corps,
        "attack": counter.attack,
        "defense": counter.defense,
        "proficiency": counter.proficiency,
        "artillery": counter.artillery,
        "effectiveness": counter.effectiveness,
        "reduced_attack": counter.reduced_attack,
        "reduced_defense": counter.reduced_defense,
        "reduced_artillery": counter.reduced_artillery,
        "most_reductions": counter.most_reductions,
        "place": counter.place,
        "range": counter.range or 0,
        "parent": counter.parent,
    }


def garrison_of(fort: Fort) -> Piece:
    """[8.5] The infantry asset unit on the back of a fort."""
    values = (fort.back_attack, fort.back_defense, fort.back_proficiency, fort.back_artillery)
    return back_of(piece_of(fort), fort.size, values)


def back_of(fort: Piece, size: str, values: tuple[int, int, int, int]) -> Piece:
    """[8.5] The infantry on the back of a fort: an asset unit with no strength reduced side."""
    attack, defense, proficiency, artillery = values
    return Piece(
        key=fort.key + BACK,
        nation=fort.nation,
        side=fort.side,
        kind="infantry",
        size=size,
        identifier=fort.identifier,
        name=f"Garrison of {fort.identifier}",
        combat=True,
        infantry=True,
        attack=attack,
        defense=defense,
        proficiency=proficiency,
        artillery=artillery,
        effectiveness=fort.effectiveness,
        quarters=QUARTERS[size],
    )
