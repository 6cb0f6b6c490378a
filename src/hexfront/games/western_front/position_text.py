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
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache

import msgspec

from hexfront.games.western_front.position import Marker, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import RAIL_BOUND, Piece, piece
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import assault_training
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.vocabulary import (
    ARRIVAL,
    ASSAULT_KINDS,
    CENTRAL_POWERS,
    COMPLETION,
    CONSTRUCTION,
    DEPLOYMENT,
    ENTENTE,
    HINDENBURG_LINE,
    INITIATION,
    KINDS,
    MONTHLY_PHASES,
    NATIONALITY,
    RECOMBINATION,
    SIDES,
    TURN_PHASES,
)
from hexfront.kernel.dice import dice_from
from hexfront.kernel.forms import attribute
from hexfront.kernel.postext import PositionText, Statement
from hexfront.shared.position_text import (
    BEGUN,
    SIZES,
    Described,
    Part,
    UnitForm,
    Words,
    amount,
    begun,
    hint_at,
    node_of,
    nodes,
    number,
    numbers,
    one_of,
    sided,
    whole,
    word_of,
    words,
)

_CUT = "cut"
_SEVERAL = ("rpl", "supply")  # kinds of which there may be several units of one counter
MONTHS_OF_YEAR = 12
TURNS_OF_MONTH = 7
_DESCRIBED = "described-"
_KINDS_SAID = {
    "infantry": "inf",
    "mountain": "mtn",
    "marine": "mar",
    "marines": "mar",
    "assault infantry": "assault",
    "mountain assault": "mtnassault",
    "cavalry": "cav",
    "bicycle": "bike",
    "cyclist": "bike",
    "cyclists": "bike",
    "artillery": "art",
    "siege artillery": "siege",
    "engineer": "eng",
    "engineers": "eng",
    "tanks": "tank",
    "headquarters": "hq",
    "fort": "fortress",
    "replacement": "rpl",
    "replacements": "rpl",
    "replacement unit": "rpl",
    "replacement units": "rpl",
    "army headquarters": "hq",
    "headquarter": "hq",
    "siege battery": "siege",
    "tank brigade": "tank",
    "infantry division": "inf",
    "cavalry division": "cav",
    "engineer regiment": "eng",
    "supply point": "supply",
    "supply points": "supply",
    "supply marker": "supply",
    "supply point marker": "supply",
    "shipment": "supply",
}
"""Kinds in the words of the book, and as the lists write them."""
_SIDES_SAID = {
    **dict.fromkeys(("cp", "central", "german", "germans", "germany", "ge"), CENTRAL_POWERS),
    **dict.fromkeys(("allied", "allies", "french", "france", "fr", "british", "britain", "gb"), ENTENTE),
}
_PHASES_SAID = {
    **dict.fromkeys(("reinforcement", "reinforcements", "reinforcement arrival"), ARRIVAL),
    **dict.fromkeys(("replacement", "replacements", "replacement/recombination"), RECOMBINATION),
    "replacement / recombination": RECOMBINATION,
    "trench construction completion": COMPLETION,
    "trench construction initiation": INITIATION,
}
_MARKERS_SAID = {
    "hindenburg": HINDENBURG_LINE,
    "trenches": "trench",
    "trench construction": CONSTRUCTION,
    "devastated": "devastation",
}
_ALIKE = ("hq", "eng", "supply")  # kinds whose counters all go equally far
_SIZES = {"hq": "xxxx", "eng": "iii", "tank": "x"}  # sizes of kinds that are no divisions, where none is told
_ALL_SIZES = ("xxxx", "xxx", "xx", "x", "iii", "ii", "i", "-")


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


def catch_up(position: WesternFrontPosition, text: PositionText) -> None:
    """What follows from the words of a text."""
    position.setting.campaign.catch_up(position, printed=not text.board)
    hold_ground(position, text)
    assault_training.catch_up(position)


def hold_ground(position: WesternFrontPosition, text: PositionText) -> None:
    """Hexes belong to those whose ground combat units stand there, unless the text says otherwise: a hex is
    held by who had such a unit in it last (decision WF-R092)."""
    said = {label for statement in text.of("holder") for label in statement.words[:-1]}
    told = {node_of(position, label) for label in said}
    for unit in position.units.values():
        piece = position.piece(unit)
        if piece.ground_combat and unit.at not in told and position.holder(unit.at) != piece.side:
            position.holders[unit.at] = piece.side


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
    said = " ".join(phase)
    position.phase = _phase(said)
    phases = (*TURN_PHASES, DEPLOYMENT) if position.date.turn else MONTHLY_PHASES
    if position.phase not in phases:
        raise ValueError(f'the phase is one of {", ".join(phases)}; not "{said}"')
    position.active = word_of(active, SIDES, "side", _SIDES_SAID)
    position.begun = begun(statement)


def _phase(said: str) -> str:
    """A phase in the words of the book: with "phase" behind it, or by another of its names."""
    plain = said.lower().replace("-", " ").removesuffix(" phase")
    return _PHASES_SAID.get(plain, plain)


def _write_date(position: WesternFrontPosition, text: PositionText) -> None:
    done = "yes" if position.begun else "no"
    text.add("date", str(position.date), *position.phase.split(), position.active, begun=done)


def _read_marker(position: WesternFrontPosition, statement: Statement) -> None:
    *kind, label, side = statement.words
    known = position.setting.tables.markers
    plain = " ".join(kind).lower().replace("-", " ")
    word = _MARKERS_SAID.get(plain, plain)
    if word not in known:
        raise ValueError(f'unknown marker "{" ".join(kind)}"{hint_at(word, known)}')
    since = statement.attributes.get("begun")
    marker = Marker(word, word_of(side, SIDES, "side", _SIDES_SAID), turn_date(since) if since else None)
    position.markers[node_of(position, label)] = marker


def _write_markers(position: WesternFrontPosition, text: PositionText) -> None:
    for node, marker in sorted(position.markers.items()):
        where = position.setting.board.label(node)
        text.add("marker", *marker.kind.split(), where, marker.side, begun=marker.begun)


def _read_rail(position: WesternFrontPosition, statement: Statement) -> None:
    *labels, word = statement.words
    network = _nations_said(position).get(word.lower(), _CUT if word.lower() == "inoperative" else word)
    if network != _CUT and network not in position.setting.tables.nations:
        raise ValueError(f'"{word}" is neither a nation nor "{_CUT}"')
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
    nation = word_of(given.pop("nation"), tables.nations, "nation", _nations_said(position))
    kind = word_of(given.pop("kind", "inf"), KINDS, "kind", _KINDS_SAID)
    size = one_of((given.pop("size", _SIZES.get(kind, "xx")) or "-").lower(), _ALL_SIZES, "size", SIZES)
    values = given.pop("values", _usual_values(position, kind))
    strength, _, movement = values.partition("-")
    movement = RAIL_BOUND if movement.upper() == RAIL_BOUND else movement
    if kind == "fortress" and not movement:
        movement = "0"  # it has a strength and nothing else
    if movement != RAIL_BOUND and not movement.isdecimal():
        raise ValueError(f'values "{values}" are not written like 6-4 or 4-{RAIL_BOUND}')
    reduced = given.pop("reduced", "")
    colour = given.pop("colour", None)
    made = piece(
        tables,
        key=f"{_DESCRIBED}{name}",
        nation=nation,
        kind=kind,
        size=size,
        designation=given.pop("designation", name),
        name=given.pop("called", name),
        strength=whole(strength),
        reduced=amount(reduced, "reduced") if reduced else None,
        movement=movement,
        full=amount(given.pop("full", _usual_full(position, nation, kind, size, strength)), "full"),
        colour=colour or "",
    )
    return msgspec.structs.replace(made, colour=_colour(position, made, colour))


def _usual_values(position: WesternFrontPosition, kind: str) -> str:
    """[6-3] [9-5] [18-8] What is on all counters of a kind: how far headquarters and engineers go, say."""
    if kind not in _ALIKE:
        return "0-0"
    return next(f"0-{each.movement}" for each in position.setting.pieces.values() if each.kind == kind)


def _usual_full(position: WesternFrontPosition, nation: str, kind: str, size: str, strength: str) -> str:
    """[33-4] [33-5] The number in the symbol of a unit described in place: its strength, but for assault
    units that of the ordinary division they were, and none where they are not stronger."""
    if kind not in ASSAULT_KINDS:
        return strength
    ordinary = Counter(
        each.full
        for each in position.setting.pieces.values()
        if (each.nation, each.kind, each.size) == (nation, kind, size) and each.full
    )
    usual = (
        ordinary.most_common(1)[0][0]
        if ordinary
        else position.setting.formations.full_division.get(nation, 0)
    )
    return str(usual) if whole(strength) > usual else "0"


@cache
def _colours(counters: tuple[tuple[str, str, bool, str], ...]) -> Mapping[tuple[str, str, bool], str]:
    """The colour that most counters of a nation and kind have; of several as frequent the first."""
    found: dict[tuple[str, str, bool], Counter[str]] = {}
    for nation, kind, strengthened, colour in counters:
        found.setdefault((nation, kind, strengthened), Counter())[colour] += 1
    return {group: counted.most_common(1)[0][0] for group, counted in found.items()}


def _colour(position: WesternFrontPosition, made: Piece, said: str | None) -> str:
    """[23-1] The colour of a unit described in place: that of its nation and kind in the lists.

    Replacements are those of the infantry. What is said may leave the nation out: ``canadian``, ``tank``.
    """
    setting = position.setting
    printed = tuple(
        (each.nation, each.kind, each.strengthened, each.colour)
        for each in setting.pieces.values()
        if each.colour and not each.replacement
    )
    usual = _colours(printed)
    nation, kind = made.nation, "inf" if made.replacement else made.kind
    infantry = usual.get((nation, "inf", False), f"{nation}-infantry")
    if said is None:
        return usual.get((nation, kind, made.strengthened), infantry if kind == "inf" else f"{nation}-{kind}")
    full = f"{infantry.removesuffix('-infantry')}-{said.lower().replace(' ', '-')}"
    return full if any(colour == full for *_, colour in printed) else said


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


def _nations(position: WesternFrontPosition) -> Collection[str]:
    return position.setting.tables.nations


def _nations_said(position: WesternFrontPosition) -> Mapping[str, str]:
    """Nations by their names: ``germany``, ``german``, ``great-britain``."""
    nations = position.setting.tables.nations.values()
    return {
        **{each.name.lower().replace(" ", "-"): each.nation for each in nations},
        **{said.lower(): nation for nation, said in NATIONALITY.items()},
        **_OTHER_NAMES,
    }


_OTHER_NAMES = {
    **dict.fromkeys(("britain", "uk", "england", "english"), "gb"),
    **dict.fromkeys(("usa", "states"), "us"),
    **dict.fromkeys(("a-h", "austria", "austrian", "hungarian"), "ah"),
    **dict.fromkeys(("ottoman", "ottomans", "turkey", "turkish"), "ot"),
    "bulgarian": "bu",
    "czech": "cz",
    "greek": "gr",
    "montenegrin": "mo",
    "romanian": "ro",
    "serbian": "se",
}


def _samples(position: WesternFrontPosition) -> list[str]:
    """A division and a headquarters of each nation that has counters."""
    nations = dict.fromkeys(each.nation for each in position.setting.pieces.values())
    known = [nation for nation in nations if nation in position.setting.tables.nations]
    divisions = [f"nation={nation} kind=inf values=6-4 reduced=3" for nation in known]
    return [*divisions, *(f"nation={nation} kind=hq size=xxxx supply=30" for nation in known)]


_UNITS = UnitForm(
    Unit,
    describe=_described,
    told=_told,
    usual=_usual,
    most=_most,
    hexes=("home",),
    describes={
        "nation": _nations,
        "kind": lambda _: KINDS,
        "size": None,
        "values": None,
        "reduced": None,
        "full": None,
        "colour": None,
        "designation": None,
        "called": None,
    },
    samples=_samples,
    several=lambda printed: printed.kind in _SEVERAL,
)


_FLAGS_OF_NATIONS = ("shaken: ", "collapsed: ", "first assault on: ")
_FLAGS_OF_SIDES = ("gas counters: ",)


def _read_flag(position: WesternFrontPosition, statement: Statement) -> None:
    """What a flag is about may be said as anywhere else: ``shaken: Germany``, ``gas counters: german``."""
    name, value = " ".join(statement.words[:-1]), whole(statement.words[-1])
    about, _, whose = name.partition(": ")
    start = f"{about.lower()}: "
    if start in _FLAGS_OF_NATIONS:
        name = start + word_of(whose, position.setting.tables.nations, "nation", _nations_said(position))
    elif start in _FLAGS_OF_SIDES:
        name = start + word_of(whose, SIDES, "side", _SIDES_SAID)
    position.flags[name] = value


def _dates(position: WesternFrontPosition) -> Collection[str]:
    """The turns of the scenario, the monthly ones among them."""
    first, last = position.setting.parameters.first_turn, position.setting.parameters.last_turn
    found = (
        TurnDate(year, month, turn)
        for year in range(first.year, last.year + 1)
        for month in range(1, MONTHS_OF_YEAR + 1)
        for turn in range(TURNS_OF_MONTH + 1)
    )
    return [str(date) for date in found if first <= date <= last]


VOCABULARY: Mapping[str, Words] = {
    "DATE": _dates,
    "PHASE": lambda _: (*TURN_PHASES, *MONTHLY_PHASES, DEPLOYMENT),
    "marker KIND": lambda position: position.setting.tables.markers,
    "NATION": _nations,
    "rail NATION": lambda position: (_CUT, *_nations(position)),
}
MEANINGS = {
    "date": "year, month and turn (0: the monthly turn), the phase, and whose it is",
    "unit": "a unit on the map",
    "lost": "a destroyed unit, and where it was last",
    "waiting": "a unit that has arrived and is not placed yet",
    "gone": "units that have left the game",
    "taken": "cities and rail hexes whose loss has been counted",
    "marker": "trench, construction, devastation or hindenburg line",
    "rail": "the network these hexes belong to",
    "holder": "who was there last",
    "fought": "hexes attacked in this phase",
    "rail-used": "divisions that rode in this turn",
    "track-used": "divisions that used a hexside in this phase",
    "demoralization": "demoralization points",
    "supply-due": "supply points to be delivered",
    "flag": "what else the game remembers, as it writes it itself",
    "named": "how many replacements and shipments have had names",
}

PARTS = (
    Part("date", "date DATE PHASE SIDE", 3, _read_date, _write_date, attributes=[BEGUN]),
    _UNITS.on_map("unit", "units"),
    _UNITS.off_map("lost", "lost"),
    _UNITS.off_map("waiting", "waiting"),
    words("gone", "gone"),
    words("taken", "taken"),
    Part("marker", "marker KIND HEX SIDE", 3, _read_marker, _write_markers, attributes=[attribute("begun")]),
    Part("rail", "rail HEX ... NATION", 2, _read_rail, _write_rail),
    sided("holder", "holders", SIDES, _SIDES_SAID),
    nodes("fought", "fought_over"),
    numbers("rail-used", "rail_used", "nation", _nations, of=amount, said=_nations_said),
    numbers("track-used", "track_used", of=amount),
    numbers("demoralization", "demoralization", "nation", _nations, of=amount, said=_nations_said),
    numbers("supply-due", "supply_due", "nation", _nations, of=amount, said=_nations_said),
    Part("flag", "flag NAME NUMBER", 2, _read_flag, numbers("flag", "flags").write),
    number("named", "named", unless=0),
)
