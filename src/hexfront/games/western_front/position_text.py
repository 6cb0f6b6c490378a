"""Positions of The Western Front as text.

::

    date 1914-08-3 movement central-powers
    unit ge-inf-xx-26r 2815 strength=5 moved          # a counter of the lists
    unit A 2716 nation=fr kind=inf values=6-4         # or one described in place
    marker trench 2716 entente
    rail 2107 2007 ge                                  # these hexes belong to a network; "cut": inoperative
    holder 2107 central-powers
    demoralization fr 12
    lost fr-inf-xx-1        gone ge-cav-xx-8        taken 1606
    flag lorraine 1
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from hexfront.games.western_front.position import OFF_MAP, Marker, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import RAIL_BOUND, Piece, piece
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    KINDS,
    MONTHLY_PHASES,
    SIDES,
    TURN_PHASES,
)
from hexfront.kernel.datafiles import Faults, suggest
from hexfront.kernel.dice import dice_from
from hexfront.kernel.postext import PositionText, Statement, read_statements

_MARKS = (
    "entrained",
    "moved",
    "rode",
    "in_column",
    "column_attacked",
    "attacked",
    "retreated",
    "fought",
    "shifted",
    "isolated",
    "in_pocket",
)
_NUMBERS = ("supply", "spent", "stationary", "transferred", "besieged", "siege_strength")
_CUT = "cut"


def empty_position(setting: WesternFrontSetting, seed: int) -> WesternFrontPosition:
    """A position without units at the start of a scenario."""
    return WesternFrontPosition(
        dice=dice_from(seed),
        date=setting.parameters.first_turn,
        phase=ARRIVAL,
        active=SIDES[0],
        begun=False,
        units={},
        lost={},
        gone=set(),
        markers={},
        rail={},
        rail_used={},
        track_used={},
        holders={},
        demoralization=dict.fromkeys(setting.parameters.demoralization.counted, 0),
        taken=set(),
        fought_over=set(),
        flags={},
        waiting={},
        supply_due={},
    )


def read(setting: WesternFrontSetting, text: PositionText) -> WesternFrontPosition:
    """Set a position up from its text; DataError carries every fault with its line."""
    faults = Faults()
    position = empty_position(setting, text.seed)
    setting.title.adopt(setting, position)
    reader = _Reader(position)
    read_statements(text, reader.readers(), faults)
    faults.raise_if_any()
    position.derive()
    return position


class _Reader:
    def __init__(self, position: WesternFrontPosition) -> None:
        self.position = position
        self.setting = position.setting

    def readers(self) -> dict[str, Callable[[Statement], None]]:
        position = self.position
        return {
            "date": _written("date 1914-08-3 PHASE SIDE", 3, self.date),
            "unit": _written("unit NAME HEX ...", 2, self.unit),
            "lost": _written("lost NAME ...", 1, self.off_map(position.lost)),
            "waiting": _written("waiting NAME ...", 1, self.off_map(position.waiting)),
            "supply-due": self.counted(position.supply_due),
            "gone": lambda statement: position.gone.update(statement.words),
            "taken": lambda statement: position.taken.update(statement.words),
            "marker": _written("marker KIND HEX SIDE", 3, self.marker),
            "rail": _written("rail HEX ... NATION", 2, self.rail),
            "rail-used": self.counted(position.rail_used),
            "track-used": self.counted(position.track_used),
            "holder": _written("holder HEX ... SIDE", 2, self.holder),
            "demoralization": self.counted(position.demoralization),
            "fought": lambda statement: position.fought_over.update(map(self.node, statement.words)),
            "flag": self.counted(position.flags),
            "named": _written("named NUMBER", 1, self.named),
        }

    def node(self, label: str) -> int:
        if label not in self.setting.board:
            raise ValueError(f'"{label}" is not on the board')
        return self.setting.board[label]

    def side(self, word: str) -> str:
        if word not in SIDES:
            raise ValueError(f'there is no side "{word}" {suggest(word, SIDES)}'.strip())
        return word

    def date(self, statement: Statement) -> None:
        date, *rest = statement.words
        self.position.date = turn_date(date)
        *phase, active = rest
        self.position.phase = " ".join(phase)
        phases = TURN_PHASES if self.position.date.turn else MONTHLY_PHASES
        if self.position.phase not in phases:
            raise ValueError(f'the phase is one of {", ".join(phases)}; not "{self.position.phase}"')
        self.position.active = self.side(active)
        self.position.begun = statement.attributes.get("begun", "yes") == "yes"

    def counted(self, numbers: dict[str, int]) -> Callable[[Statement], None]:
        def take(statement: Statement) -> None:
            if len(statement.words) != 2:
                raise ValueError(f"it is written: {statement.keyword} NAME NUMBER")
            name, number = statement.words
            numbers[name] = whole(number)

        return take

    def named(self, statement: Statement) -> None:
        (number,) = statement.words
        self.position.named = whole(number)

    def unit(self, statement: Statement) -> None:
        name, label, *marks = statement.words
        self.position.put(self.made(statement, name, self.node(label), marks))

    def off_map(self, units: dict[str, Unit]) -> Callable[[Statement], None]:
        def take(statement: Statement) -> None:
            name, *words = statement.words
            if name in units:
                raise ValueError(f'unit "{name}" stands twice')
            known = bool(words) and words[0] in self.setting.board  # where a destroyed unit was last
            at = self.node(words[0]) if known else OFF_MAP
            units[name] = self.made(statement, name, at, words[known:])

        return take

    def made(self, statement: Statement, name: str, at: int, marks: list[str]) -> Unit:
        given = dict(statement.attributes)
        if name in self.position.units:
            raise ValueError(f'unit "{name}" stands twice')
        printed = self.described(name, given) if "nation" in given else self.known(given.pop("piece", name))
        mobilized = "unmobilized" not in marks
        for mark in marks:
            if mark not in (*_MARKS, "unmobilized"):
                raise ValueError(f'unknown mark "{mark}" {suggest(mark, _MARKS)}'.strip())
        numbers = {key: whole(given.pop(key)) for key in _NUMBERS if key in given}
        strength = whole(given.pop("strength", str(printed.strength)))
        army = given.pop("army", "")
        home = self.node(given.pop("home")) if "home" in given else OFF_MAP
        if given:
            unknown = next(iter(given))
            raise ValueError(f'unknown attribute "{unknown}" {suggest(unknown, _NUMBERS)}'.strip())
        states = {mark: True for mark in marks if mark in _MARKS}
        unit = Unit(name, printed.key, at, strength, army=army, home=home, mobilized=mobilized)
        return msgspec.structs.replace(unit, **numbers, **states)

    def known(self, key: str) -> Piece:
        plain = key.split("#", maxsplit=1)[0]
        if plain not in self.setting.pieces:
            raise ValueError(f'there is no counter "{plain}" {suggest(plain, self.setting.pieces)}'.strip())
        return self.setting.pieces[plain]

    def described(self, name: str, given: dict[str, str]) -> Piece:
        """A piece described in place: nation, kind, size, values, reduced, full, colour."""
        nation = given.pop("nation")
        nations = self.setting.tables.nations
        if nation not in nations:
            raise ValueError(f'there is no nation "{nation}" {suggest(nation, nations)}'.strip())
        kind = given.pop("kind", "inf")
        if kind not in KINDS:
            raise ValueError(f'there is no kind "{kind}" {suggest(kind, KINDS)}'.strip())
        values = given.pop("values", "0-0")
        strength, _, movement = values.partition("-")
        if movement != RAIL_BOUND and not movement.isdecimal():
            raise ValueError(f'values "{values}" are not written like 6-4 or 4-{RAIL_BOUND}')
        reduced = given.pop("reduced", "")
        made = piece(
            self.setting.tables,
            key=f"described-{name}",
            nation=nation,
            kind=kind,
            size=given.pop("size", "xx"),
            designation=given.pop("designation", name),
            name=given.pop("called", name),
            strength=whole(strength),
            reduced=whole(reduced) if reduced else None,
            movement=movement,
            full=whole(given.pop("full", strength)),
            colour=given.pop("colour", f"{nation}-infantry"),
        )
        self.setting.pieces[made.key] = made
        return made

    def marker(self, statement: Statement) -> None:
        *kind, label, side = statement.words
        word = " ".join(kind)
        if word not in self.setting.tables.markers:
            raise ValueError(f'unknown marker "{word}" {suggest(word, self.setting.tables.markers)}'.strip())
        begun = statement.attributes.get("begun")
        marker = Marker(word, self.side(side), turn_date(begun) if begun else None)
        self.position.markers[self.node(label)] = marker

    def rail(self, statement: Statement) -> None:
        *labels, network = statement.words
        if network != _CUT and network not in self.setting.tables.nations:
            raise ValueError(f'"{network}" is neither a nation nor "{_CUT}"')
        for label in labels:
            self.position.rail[self.node(label)] = "" if network == _CUT else network

    def holder(self, statement: Statement) -> None:
        *labels, side = statement.words
        for label in labels:
            self.position.holders[self.node(label)] = self.side(side)


def _written(form: str, least: int, reader: Callable[[Statement], None]) -> Callable[[Statement], None]:
    """A reader for statements of at least so many words; who writes fewer is told the form."""

    def read_it(statement: Statement) -> None:
        if len(statement.words) < least:
            raise ValueError(f"it is written: {form}")
        reader(statement)

    return read_it


def whole(text: str) -> int:
    if not re.fullmatch(r"-?\d+", text):
        raise ValueError(f'"{text}" is not a whole number')
    return int(text)


def turn_date(text: str) -> TurnDate:
    """A date such as 1914-08-3; turn 0 is the monthly special turn."""
    if not re.fullmatch(r"\d{4}-\d{1,2}-[0-7]", text):
        raise ValueError(f'"{text}" is not a turn such as 1914-08-3')
    return TurnDate(*(int(part) for part in text.split("-")))


def write(position: WesternFrontPosition, text: PositionText) -> None:
    """Write everything that `read` needs."""
    label = position.setting.board.label
    begun = "yes" if position.begun else "no"
    text.add("date", str(position.date), *position.phase.split(), position.active, begun=begun)
    for unit in position.units.values():
        _write_unit(position, text, unit, "unit")
    for keyword, units in (("lost", position.lost), ("waiting", position.waiting)):
        for unit in units.values():
            _write_unit(position, text, unit, keyword)
    for keyword, words in (("gone", position.gone), ("taken", position.taken)):
        if words:
            text.add(keyword, *sorted(words))
    for node, marker in sorted(position.markers.items()):
        text.add("marker", *marker.kind.split(), label(node), marker.side, begun=marker.begun)
    for node, network in sorted(position.rail.items()):
        text.add("rail", label(node), network or _CUT)
    for node, side in sorted(position.holders.items()):
        text.add("holder", label(node), side)
    if position.fought_over:
        text.add("fought", *(label(node) for node in sorted(position.fought_over)))
    for keyword, numbers in (
        ("rail-used", position.rail_used),
        ("track-used", position.track_used),
        ("demoralization", position.demoralization),
        ("supply-due", position.supply_due),
        ("flag", position.flags),
    ):
        for name, number in numbers.items():
            text.add(keyword, name, number)
    if position.named:
        text.add("named", position.named)


def _write_unit(position: WesternFrontPosition, text: PositionText, unit: Unit, keyword: str) -> None:
    printed = position.piece(unit)
    label = position.setting.board.label
    place = () if unit.at == OFF_MAP else (label(unit.at),)
    marks = [mark for mark in _MARKS if getattr(unit, mark)] + ([] if unit.mobilized else ["unmobilized"])
    numbers = {key: getattr(unit, key) or None for key in _NUMBERS}
    described: dict[str, object] = {}
    if unit.piece == f"described-{unit.name}":
        described = {
            "nation": printed.nation,
            "kind": printed.kind,
            "size": printed.size,
            "values": f"{printed.strength}-{RAIL_BOUND if printed.rail_bound else printed.movement}",
            "reduced": printed.reduced,
            "full": printed.full,
            "colour": printed.colour,
            "designation": printed.designation,
            "called": printed.name,
        }
    elif unit.piece != unit.name.split("#")[0]:
        described = {"piece": unit.piece}
    home = None if unit.home == OFF_MAP else label(unit.home)
    text.add(
        keyword,
        unit.name,
        *place,
        *marks,
        **described,
        strength=unit.strength,
        **numbers,
        army=unit.army or None,
        home=home,
    )
