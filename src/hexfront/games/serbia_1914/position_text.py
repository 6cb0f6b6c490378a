"""Positions of Serbia 1914 as text.

::

    turn 3 movement serbia                              # game turn, phase, Phasing Player
    unit ah-inf-xx-9 16.09 army=FIFTH corps=8 status=2   # a counter of the lists
    unit ah-inf-xx-1 16.22+16.23 reductions=1            # in two hexes
    unit A 17.10 nation=serbia values=7-8-4-2 effectiveness=10 size=xx reduced=4-5-1   # described in place
    improved 17.10 serbia        holder 17.10 austria-hungary      komitadji 18.12
    pontoon 25.11/25.12 serbia built       plan FIFTH bound       mandated FIFTH 2
    lead -4      shells 40      replacements serbia 3      rights serbia 2      flag word 1

Values are attack-defense-proficiency-artillery; an asset unit is told by ``asset``.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from hexfront.games.serbia_1914.position import OFF_MAP, Pontoon, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import QUARTERS
from hexfront.games.serbia_1914.printed.pieces import Piece
from hexfront.games.serbia_1914.scenarios.set_up import empty_position
from hexfront.games.serbia_1914.setting import SerbiaSetting
from hexfront.games.serbia_1914.vocabulary import (
    INDEPENDENT,
    NATION_SIDE,
    PHASES,
    SERBIA,
    SERBIAN_ARMY,
    SIDES,
)
from hexfront.kernel.datafiles import Faults, suggest
from hexfront.kernel.postext import PositionText, Statement, read_statements

_MARKS = (
    "inactive",
    "extended",
    "moved",
    "attached",
    "fought",
    "supported",
    "retreated",
    "repulsed",
    "tested",
)
_NUMBERS = (
    "reductions",
    "status",
    "activates",
    "ammunition",
    "crossing",
    "progress",
    "reaction",
    "spent",
    "marched",
    "returns",
    "travelled",
)
_WORDS = ("army", "corps", "lacks", "task", "assigned")
_HEXES = ("prepared", "began", "began_also", "aim", "bound_for")
_ASSET = "asset"
_KINDS = (
    "infantry",
    "marsch",
    "garrison",
    "river protection",
    "cavalry",
    "fort",
    "artillery",
    "army depot",
    "corps train",
    "naval squadron",
)
_BUILT = "built"


def read(setting: SerbiaSetting, text: PositionText) -> SerbiaPosition:
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
    def __init__(self, position: SerbiaPosition) -> None:
        self.position = position
        self.setting = position.setting

    def readers(self) -> dict[str, Callable[[Statement], None]]:
        position = self.position
        return {
            "turn": _written("turn NUMBER PHASE SIDE", 3, self.turn),
            "unit": _written("unit NAME HEX ...", 2, self.unit),
            "lost": _written("lost NAME ...", 1, self.off_map(position.lost)),
            "waiting": _written("waiting NAME ...", 1, self.off_map(position.waiting)),
            "gone": lambda statement: position.gone.update(statement.words),
            "awarded": lambda statement: position.awarded.update(statement.words),
            "improved": _written("improved HEX ... SIDE", 2, self.sided(position.improved)),
            "holder": _written("holder HEX ... SIDE", 2, self.sided(position.holders)),
            "komitadji": lambda statement: position.komitadji.update(map(self.node, statement.words)),
            "attacked": lambda statement: position.attacked.update(map(self.node, statement.words)),
            "crossed": lambda statement: position.crossed.update(statement.words),
            "pontoon": _written("pontoon HEX/HEX SIDE", 2, self.pontoon),
            "boundary": _written("boundary ARMY/ARMY HEX ...", 2, self.boundary),
            "plan": _written("plan ARMY STATE", 2, self.plan),
            "mandated": self.counted(position.mandated),
            "replacements": self.counted(position.replacements),
            "rights": self.counted(position.rights),
            "flag": self.counted(position.flags),
            "lead": _written("lead NUMBER", 1, self.lead),
            "shells": _written("shells NUMBER", 1, self.shells),
        }

    def node(self, label: str) -> int:
        if label not in self.setting.board:
            raise ValueError(f'"{label}" is not on the board')
        return self.setting.board[label]

    def side(self, word: str) -> str:
        if word not in SIDES:
            raise ValueError(f'there is no side "{word}" {suggest(word, SIDES)}'.strip())
        return word

    def turn(self, statement: Statement) -> None:
        number, *phase, active = statement.words
        self.position.turn = whole(number)
        self.position.phase = " ".join(phase)
        if self.position.phase not in PHASES:
            raise ValueError(f'the phase is one of {", ".join(PHASES)}; not "{self.position.phase}"')
        self.position.active = self.side(active)
        self.position.begun = statement.attributes.get("begun", "yes") == "yes"

    def lead(self, statement: Statement) -> None:
        self.position.lead = whole(statement.words[0])

    def shells(self, statement: Statement) -> None:
        self.position.shells = whole(statement.words[0])

    def plan(self, statement: Statement) -> None:
        army, state = statement.words
        self.position.plans[army] = state

    def boundary(self, statement: Statement) -> None:
        between, *labels = statement.words
        self.position.boundaries[between] = tuple(map(self.node, labels))

    def pontoon(self, statement: Statement) -> None:
        between, side, *marks = statement.words
        for label in between.split("/"):
            self.node(label)
        markers = whole(statement.attributes.get("markers", "1"))
        self.position.pontoons[between] = Pontoon(self.side(side), _BUILT in marks, markers)

    def counted(self, numbers: dict[str, int]) -> Callable[[Statement], None]:
        def take(statement: Statement) -> None:
            if len(statement.words) != 2:
                raise ValueError(f"it is written: {statement.keyword} NAME NUMBER")
            name, number = statement.words
            numbers[name] = whole(number)

        return take

    def sided(self, found: dict[int, str]) -> Callable[[Statement], None]:
        def take(statement: Statement) -> None:
            *labels, side = statement.words
            for label in labels:
                found[self.node(label)] = self.side(side)

        return take

    def unit(self, statement: Statement) -> None:
        name, place, *marks = statement.words
        self.position.put(self.made(statement, name, place, marks))

    def off_map(self, units: dict[str, Unit]) -> Callable[[Statement], None]:
        def take(statement: Statement) -> None:
            name, *words = statement.words
            place = words.pop(0) if words and words[0].partition("+")[0] in self.setting.board else ""
            if name in units:
                raise ValueError(f'unit "{name}" stands twice')
            units[name] = self.made(statement, name, place, words)

        return take

    def made(self, statement: Statement, name: str, place: str, marks: list[str]) -> Unit:
        if name in self.position.units:
            raise ValueError(f'unit "{name}" stands twice')
        given = dict(statement.attributes)
        here, _, second = place.partition("+")
        if "nation" in given:
            piece = self.described(name, given, _ASSET in marks)
        else:
            piece = self.known(given.pop("piece", name))
        for mark in marks:
            if mark not in (*_MARKS, _ASSET):
                raise ValueError(f'unknown mark "{mark}" {suggest(mark, _MARKS)}'.strip())
        fields: dict[str, object] = {mark: True for mark in marks if mark in _MARKS}
        fields |= {key: whole(given.pop(key)) for key in _NUMBERS if key in given}
        fields |= {key: self.node(given.pop(key)) for key in _HEXES if key in given}
        fields |= {key: given.pop(key) for key in _WORDS if key in given}
        if given:
            unknown = next(iter(given))
            raise ValueError(
                f'unknown attribute "{unknown}" {suggest(unknown, (*_NUMBERS, *_WORDS))}'.strip()
            )
        if piece.side == SERBIA:
            fields.setdefault("army", SERBIAN_ARMY)
        elif piece.army:
            fields.setdefault("army", piece.army)
        if piece.formation:
            fields.setdefault("corps", piece.corps or INDEPENDENT)
        unit = Unit(
            name,
            piece.key,
            self.node(here) if here else OFF_MAP,
            self.node(second) if second else OFF_MAP,
        )
        return msgspec.structs.replace(unit, **fields)

    def known(self, key: str) -> Piece:
        if key not in self.setting.pieces:
            raise ValueError(f'there is no counter "{key}" {suggest(key, self.setting.pieces)}'.strip())
        return self.setting.pieces[key]

    def described(self, name: str, given: dict[str, str], asset: bool) -> Piece:
        """A piece described in place."""
        nation = given.pop("nation")
        if nation not in NATION_SIDE:
            raise ValueError(f'there is no nation "{nation}" {suggest(nation, NATION_SIDE)}'.strip())
        kind = given.pop("kind", "infantry")
        if kind not in _KINDS:
            raise ValueError(f'there is no kind "{kind}" {suggest(kind, _KINDS)}'.strip())
        size = given.pop("size", "xx" if kind in ("infantry", "cavalry") else "")
        attack, defense, proficiency, artillery = numbers_of(given.pop("values", "0-0-0-0"), 4)
        back = numbers_of(given.pop("reduced"), 3) if "reduced" in given else None
        combat = kind in _KINDS[:5]
        quarters = QUARTERS.get(size, 0) if combat else 4 if kind == "corps train" else 0
        if kind == "cavalry" and size == "xx":
            quarters //= 2
        formation = combat and not asset
        most = 0 if back is None else 3 if size == "xx" and kind == "infantry" else 1
        made = Piece(
            key=f"described {name}",
            nation=nation,
            side=NATION_SIDE[nation],
            kind=kind,
            size=size,
            identifier=name,
            name=name,
            formation=formation,
            combat=combat,
            infantry=combat and kind != "cavalry",
            cavalry=kind == "cavalry",
            marsch=kind == "marsch",
            garrison=kind == "garrison",
            river=kind == "river protection",
            fort=kind == "fort",
            gun=kind == "artillery",
            depot=kind == "army depot",
            train=kind == "corps train",
            naval=kind == "naval squadron",
            army=given.pop("bound", ""),
            corps=given.pop("serves", ""),
            attack=attack,
            defense=defense,
            proficiency=proficiency,
            artillery=artillery,
            effectiveness=whole(given.pop("effectiveness", "10")),
            reduced_attack=back[0] if back else None,
            reduced_defense=back[1] if back else None,
            reduced_artillery=back[2] if back else None,
            quarters=quarters,
            most_reductions=most,
            place=given.pop("place", ""),
            range=whole(given.pop("range", "0")),
            abandoned_above=whole(given.pop("abandonment")) if "abandonment" in given else None,
        )
        self.setting.pieces[made.key] = made
        return made


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


def numbers_of(text: str, count: int) -> list[int]:
    """Values such as 7-8-4-2."""
    if not re.fullmatch(r"\d+(-\d+)*", text) or text.count("-") != count - 1:
        raise ValueError(f'"{text}" is not written as {count} numbers with hyphens')
    return [int(part) for part in text.split("-")]


def write(position: SerbiaPosition, text: PositionText) -> None:
    """Write everything that `read` needs."""
    label = position.setting.board.label
    begun = "yes" if position.begun else "no"
    text.add("turn", position.turn, *position.phase.split(), position.active, begun=begun)
    for keyword, units in (("unit", position.units), ("lost", position.lost), ("waiting", position.waiting)):
        for unit in units.values():
            _write_unit(position, text, unit, keyword)
    for keyword, words in (
        ("gone", position.gone),
        ("awarded", position.awarded),
        ("crossed", position.crossed),
    ):
        if words:
            text.add(keyword, *sorted(words))
    for keyword, sided in (("improved", position.improved), ("holder", position.holders)):
        for node, side in sorted(sided.items()):
            text.add(keyword, label(node), side)
    for keyword, nodes in (("komitadji", position.komitadji), ("attacked", position.attacked)):
        if nodes:
            text.add(keyword, *(label(node) for node in sorted(nodes)))
    for between, pontoon in position.pontoons.items():
        marks = (_BUILT,) if pontoon.built else ()
        text.add("pontoon", between, pontoon.side, *marks, markers=pontoon.markers)
    for between, nodes_of in position.boundaries.items():
        text.add("boundary", between, *(label(node) for node in nodes_of))
    for army, state in position.plans.items():
        text.add("plan", army, state)
    for keyword, numbers in (
        ("mandated", position.mandated),
        ("replacements", position.replacements),
        ("rights", position.rights),
        ("flag", position.flags),
    ):
        for name, number in numbers.items():
            text.add(keyword, name, number)
    text.add("lead", position.lead)
    text.add("shells", position.shells)


def _write_unit(position: SerbiaPosition, text: PositionText, unit: Unit, keyword: str) -> None:
    piece = position.piece(unit)
    label = position.setting.board.label
    place = ("+".join(label(node) for node in position.hexes_of(unit)),) if unit.at != OFF_MAP else ()
    marks = [mark for mark in _MARKS if getattr(unit, mark)]
    fields: dict[str, object] = {}
    for key in _NUMBERS:
        value = getattr(unit, key)
        default = OFF_MAP if key in ("activates", "returns") else 0
        fields[key] = None if value == default else value
    for key in _HEXES:
        node = getattr(unit, key)
        fields[key] = None if node == OFF_MAP else label(node)
    for key in _WORDS:
        fields[key] = getattr(unit, key) or None
    described: dict[str, object] = {}
    if unit.piece == f"described {unit.name}":
        described = {
            "nation": piece.nation,
            "kind": piece.kind,
            "size": piece.size or None,
            "values": f"{piece.attack}-{piece.defense}-{piece.proficiency}-{piece.artillery}",
            "reduced": None
            if piece.reduced_defense is None
            else f"{piece.reduced_attack}-{piece.reduced_defense}-{piece.reduced_artillery}",
            "effectiveness": piece.effectiveness,
            "bound": piece.army or None,
            "serves": piece.corps or None,
            "place": piece.place or None,
            "range": piece.range or None,
            "abandonment": piece.abandoned_above,
        }
        if piece.combat and not piece.formation:
            marks.append(_ASSET)
    elif unit.piece != unit.name:
        described = {"piece": unit.piece}
    text.add(keyword, unit.name, *place, *marks, **described, **fields)
