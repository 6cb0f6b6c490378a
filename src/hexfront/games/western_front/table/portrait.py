"""A position of The Western Front as a picture: counters, fortresses, markers, and layers on demand.

A picture is drawn after every action, so that what depends on a counter alone is worked out once, and a
unit that has not changed keeps the counter it was last shown with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from hexfront.drawing import Counter, Marker, Picture
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import RAIL_BOUND, Piece
from hexfront.games.western_front.rules import gas, hindenburg_line, morale, sectors
from hexfront.games.western_front.rules.battle import TRENCHES
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.table.layers import LAYERS
from hexfront.games.western_front.table.names import SIDE_NAMES, called, points
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    CONSTRUCTION,
    HINDENBURG_LINE,
    SIDES,
    other_side,
)
from hexfront.kernel.title import REFEREE
from hexfront.shared.following import Ranks, Remembered, beside
from hexfront.shared.portraits import picture

_LINE = "HL"
_SIZES = {
    "xxxx": "army",
    "xxx": "corps",
    "xx": "division",
    "x": "brigade",
    "iii": "regiment",
    "ii": "battalion",
}
_KINDS = {
    "inf": "infantry",
    "mtn": "mountain infantry",
    "mar": "marine infantry",
    "assault": "assault infantry",
    "mtnassault": "mountain assault infantry",
    "cav": "cavalry",
    "bike": "cyclists",
    "art": "artillery",
    "siege": "siege artillery",
    "eng": "engineers",
    "tank": "tanks",
    "hq": "headquarters",
    "rpl": "replacements",
    "supply": "supply points",
    "flotilla": "flotilla",
}
_DONE = {
    "entrained": "on its trains",
    "in_column": "used column movement",
    "column_attacked": "made a column attack",
    "attacked": "has attacked",
    "retreated": "has retreated",
    "fought": "fought in this turn",
    "isolated": "cut off",
    "in_pocket": "in a pocket",
}


def portrait(
    position: WesternFrontPosition, viewer: str, overlays: Sequence[str] = (), legend: bool = True
) -> Picture:
    """What somebody may see of a position."""
    setting = position.setting
    return picture(
        setting,
        _counters(position, viewer),
        markers=[*_fortresses(position), *_markers(position)],
        overlays=LAYERS.draw(position, viewer, overlays),
        caption=setting.parameters.title,
        turn=f"{position.date_text}, {position.phase}",
        notes=(*_demoralization(position), *_gas(position)),
        legend=legend,
    )


def _demoralization(position: WesternFrontPosition) -> list[str]:
    nations = position.setting.tables.nations
    counted = position.demoralization.items()
    return [f"Demoralization of {nations[nation].name}: {amount}" for nation, amount in counted]


def _gas(position: WesternFrontPosition) -> list[str]:
    """[WF 9-1] Who has gas; it is not hidden (decision WF-R224)."""
    held = {side: gas.counters(position, side) for side in SIDES}
    return [f"Gas counters of {SIDE_NAMES[side]}: {number}" for side, number in held.items() if number]


Shown = dict[tuple[Unit, bool, bool], Counter]
MOST_SHOWN = 8_000  # counters remembered; several games may share a setting


@lru_cache(maxsize=64)
def last_shown(setting: WesternFrontSetting) -> Shown:
    """The counters that were last shown in games of a setting: by unit, whether the viewer may know all of
    it, and whether its nation is shaken."""
    return {}


def _counters(position: WesternFrontPosition, viewer: str) -> list[Counter]:
    """Within a stack the strongest lies near the top, and a headquarters on top of all."""
    return beside(position, "_counters_laid", _Laid).counters(position, viewer)


class _Laid:
    """The counters of a position as laid out last: of each what its owner sees, and what others do."""

    def __init__(self) -> None:
        self._shaken: dict[str, bool] = {}
        self._ranks: Ranks[Unit, tuple[str, Counter, Counter]] = Ranks(lambda unit: None)

    def counters(self, position: WesternFrontPosition, viewer: str) -> list[Counter]:
        shaken = {nation: morale.is_shaken(position, nation) for nation in position.setting.tables.nations}
        if shaken != self._shaken:
            self._shaken = shaken
            self._ranks = Ranks(_laying(position.setting, shaken))
        laid = self._ranks.of(position.units.values())
        return [whole if viewer in (side, REFEREE) else glimpsed for side, whole, glimpsed in laid]

    def copy(self) -> _Laid:
        """Those of a copy, which another thread may look at, begin anew."""
        return _Laid()


def _laying(
    setting: WesternFrontSetting, shaken: Mapping[str, bool]
) -> Callable[[Unit], tuple[tuple[int, bool, int, str], tuple[str, Counter, Counter]] | None]:
    """How units are laid out while some nations are shaken."""
    pieces, shown = setting.pieces, last_shown(setting)

    def seen(unit: Unit, piece: Piece, knows: bool) -> Counter:
        key = unit, knows, shaken[piece.nation]  # equal units look the same, in whichever game they are
        made = shown.get(key)
        if made is None:
            if len(shown) > MOST_SHOWN:
                shown.clear()
            made = shown[key] = _counter(setting, unit, piece, knows=knows, shaken=shaken[piece.nation])
        return made

    def lay(unit: Unit) -> tuple[tuple[int, bool, int, str], tuple[str, Counter, Counter]] | None:
        piece = pieces[unit.piece]
        if piece.fortress:
            return None
        whole = seen(unit, piece, True)
        glimpsed = seen(unit, piece, False) if piece.headquarters or piece.supply else whole
        return (unit.at, piece.headquarters, unit.strength, unit.name), (piece.side, whole, glimpsed)

    return lay


def _counter(setting: WesternFrontSetting, unit: Unit, piece: Piece, *, knows: bool, shaken: bool) -> Counter:
    states = []
    if piece.reduced is not None and unit.strength <= piece.reduced:
        states.append("reduced")
    if unit.entrained:
        states.append("entrained")
    if unit.moved:
        states.append("moved")
    if shaken:
        states.append("demoralized")
    if not unit.mobilized:
        states.append("unmobilized")
    if piece.headquarters or piece.supply:
        strength = str(unit.supply) if knows else ""
    else:
        strength = str(unit.strength)
    return Counter(
        unit.at,
        piece.nation,
        piece.kind,
        piece.size,
        strength,
        "" if piece.headquarters else _movement(piece),
        piece.designation,
        tuple(states),
        unit.name,
        piece.side,
        called(piece),
        tuple(_facts(setting, unit, piece, knows=knows, shaken=shaken)),
    )


def _movement(piece: Piece) -> str:
    return RAIL_BOUND if piece.rail_bound else str(piece.movement)


def _facts(
    setting: WesternFrontSetting, unit: Unit, piece: Piece, *, knows: bool, shaken: bool
) -> list[tuple[str, str]]:
    """[17-5] What a counter says when one looks closer; supply points only to their owner."""
    size = _SIZES.get(piece.size, "")
    kind = _KINDS.get(piece.kind, piece.kind)
    facts = [("kind", f"{size} {kind}" if piece.headquarters else f"{kind} {size}".strip())]
    if piece.headquarters or piece.supply:
        if knows:
            facts.append(("supply", str(unit.supply)))
            if unit.transferred:
                facts.append(("sent or received in this phase", str(unit.transferred)))
    elif piece.strength:
        facts.append(("strength", f"{unit.strength} of {max(piece.strength, unit.strength)}"))
        if piece.reduced is not None:
            facts.append(("reduced side", str(piece.reduced)))
    if piece.movement or piece.rail_bound:
        facts.append(("movement", "by rail only" if piece.rail_bound else str(piece.movement)))
    if unit.spent:
        facts.append(("spent", points(unit.spent)))
    army = setting.pieces.get(unit.army)
    if army is not None and army is not piece:
        facts.append(("army", called(army)))
    if not unit.mobilized:
        facts.append(("mobilization", "not complete"))
    if shaken:
        facts.append(("morale", "shaken"))
    done = [text for mark, text in _DONE.items() if getattr(unit, mark)]
    if done:
        facts.append(("state", ", ".join(done)))
    return facts


def _fortresses(position: WesternFrontPosition) -> list[Marker]:
    units, known = position.units, beside(position, "_fortress_marks", Remembered[list[Marker]])
    return known.of(
        lambda: [
            Marker(unit.at, "fortress", str(unit.strength), position.piece(unit).nation)
            for names in position.fortresses.values()
            for unit in (units[name] for name in sorted(names))
        ],
        [units[name] for names in position.fortresses.values() for name in names],
    )


def _markers(position: WesternFrontPosition) -> list[Marker]:
    """Trenches face the enemy, in the colour of the nation whose sector they lie in; what is begun and not
    finished of the Hindenburg Line is marked as such."""
    layout = sectors.layout(position)
    found = [
        Marker(
            node,
            each.kind,
            _LINE if each.kind == HINDENBURG_LINE else "",
            "ge" if each.side == CENTRAL_POWERS else layout.owner(node) or "fr",
            _facing(position, node, each.side) if each.kind in TRENCHES else (),
        )
        for node, each in sorted(position.markers.items())
    ]
    works = hindenburg_line.works(position) if position.flags else {}
    return found + [Marker(node, CONSTRUCTION, _LINE, "ge") for node in sorted(works)]


def _facing(position: WesternFrontPosition, node: int, side: str) -> tuple[int, ...]:
    """[22-9] The hexes next to a trench that the enemy holds; none for a trench behind the front."""
    enemy = other_side(side)
    return tuple(near for near in position.setting.crossable[node] if position.holder(near) == enemy)
