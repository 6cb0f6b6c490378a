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
from collections.abc import Collection, Mapping

from hexfront.games.western_front.position import Marker, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import RAIL_BOUND, Piece, piece
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    ASSAULT_KINDS,
    DEPLOYMENT,
    KINDS,
    MONTHLY_PHASES,
    SIDES,
    TURN_PHASES,
)
from hexfront.kernel.datafiles import suggest
from hexfront.kernel.dice import dice_from
from hexfront.kernel.postext import PositionText, Statement
from hexfront.shared.position_text import (
    Described,
    Part,
    UnitForm,
    amount,
    begun,
    node_of,
    nodes,
    number,
    numbers,
    one_of,
    sided,
    whole,
    words,
)

_CUT = "cut"
MONTHS_OF_YEAR = 12
_DESCRIBED = "described-"


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


def turn_date(text: str) -> TurnDate:
    """A date such as 1914-08-3; turn 0 is the monthly special turn."""
    if not re.fullmatch(r"\d{4}-\d{1,2}-[0-7]", text):
        raise ValueError(f'"{text}" is not a turn such as 1914-08-3')
    date = TurnDate(*(int(part) for part in text.split("-")))
    if not 1 <= date.month <= MONTHS_OF_YEAR:
        raise ValueError(f'"{text}" is in no month of the year')
    return date


def _read_date(position: WesternFrontPosition, statement: Statement) -> None:
    date, *phase, active = statement.words
    position.date = turn_date(date)
    position.phase = " ".join(phase)
    phases = (*TURN_PHASES, DEPLOYMENT) if position.date.turn else MONTHLY_PHASES
    if position.phase not in phases:
        raise ValueError(f'the phase is one of {", ".join(phases)}; not "{position.phase}"')
    position.active = one_of(active, SIDES, "side")
    position.begun = begun(statement)


def _write_date(position: WesternFrontPosition, text: PositionText) -> None:
    done = "yes" if position.begun else "no"
    text.add("date", str(position.date), *position.phase.split(), position.active, begun=done)


def _read_marker(position: WesternFrontPosition, statement: Statement) -> None:
    *kind, label, side = statement.words
    word, known = " ".join(kind), position.setting.tables.markers
    if word not in known:
        raise ValueError(f'unknown marker "{word}" {suggest(word, known)}'.strip())
    since = statement.attributes.get("begun")
    marker = Marker(word, one_of(side, SIDES, "side"), turn_date(since) if since else None)
    position.markers[node_of(position, label)] = marker


def _write_markers(position: WesternFrontPosition, text: PositionText) -> None:
    for node, marker in sorted(position.markers.items()):
        where = position.setting.board.label(node)
        text.add("marker", *marker.kind.split(), where, marker.side, begun=marker.begun)


def _read_rail(position: WesternFrontPosition, statement: Statement) -> None:
    *labels, network = statement.words
    if network != _CUT and network not in position.setting.tables.nations:
        raise ValueError(f'"{network}" is neither a nation nor "{_CUT}"')
    for label in labels:
        position.rail[node_of(position, label)] = "" if network == _CUT else network


def _write_rail(position: WesternFrontPosition, text: PositionText) -> None:
    for node, network in sorted(position.rail.items()):
        text.add("rail", position.setting.board.label(node), network or _CUT)


# Units


def _described(
    position: WesternFrontPosition, name: str, given: dict[str, str], marks: Collection[str]
) -> Piece:
    """A piece described in place: nation, kind, size, values, reduced, full, colour."""
    tables = position.setting.tables
    nation = one_of(given.pop("nation"), tables.nations, "nation")
    kind = one_of(given.pop("kind", "inf"), KINDS, "kind")
    values = given.pop("values", "0-0")
    strength, _, movement = values.partition("-")
    if movement != RAIL_BOUND and not movement.isdecimal():
        raise ValueError(f'values "{values}" are not written like 6-4 or 4-{RAIL_BOUND}')
    reduced = given.pop("reduced", "")
    return piece(
        tables,
        key=f"{_DESCRIBED}{name}",
        nation=nation,
        kind=kind,
        size=given.pop("size", "xx"),
        designation=given.pop("designation", name),
        name=given.pop("called", name),
        strength=whole(strength),
        reduced=amount(reduced, "reduced") if reduced else None,
        movement=movement,
        full=amount(given.pop("full", "0" if kind in ASSAULT_KINDS else strength), "full"),  # [33-5]
        colour=given.pop("colour", f"{nation}-infantry"),
    )


def _told(printed: Piece, unit: Unit) -> Described | None:
    """What describes a piece that is not of the lists."""
    if unit.piece != f"{_DESCRIBED}{unit.name}":
        return None
    return Described(
        {
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
    )


def _usual(printed: Piece) -> Mapping[str, object]:
    return {"strength": printed.strength}


def _most(printed: Piece) -> Mapping[str, int]:
    """[33-5] What a counter can show: a unit that is no assault unit any more may be stronger than it was."""
    return {"strength": max(printed.strength, printed.full)}


_UNITS = UnitForm(Unit, describe=_described, told=_told, usual=_usual, most=_most, hexes=("home",))


def _nations(position: WesternFrontPosition) -> Collection[str]:
    return position.setting.tables.nations


PARTS = (
    Part("date", "date 1914-08-3 PHASE SIDE", 3, _read_date, _write_date),
    _UNITS.on_map("unit", "units"),
    _UNITS.off_map("lost", "lost"),
    _UNITS.off_map("waiting", "waiting"),
    words("gone", "gone"),
    words("taken", "taken"),
    Part("marker", "marker KIND HEX SIDE", 3, _read_marker, _write_markers),
    Part("rail", "rail HEX ... NATION", 2, _read_rail, _write_rail),
    sided("holder", "holders", SIDES),
    nodes("fought", "fought_over"),
    numbers("rail-used", "rail_used", "nation", _nations, of=amount),
    numbers("track-used", "track_used", of=amount),
    numbers("demoralization", "demoralization", "nation", _nations, of=amount),
    numbers("supply-due", "supply_due", "nation", _nations, of=amount),
    numbers("flag", "flags"),
    number("named", "named", unless=0),
)
