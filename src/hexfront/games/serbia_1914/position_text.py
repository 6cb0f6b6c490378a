"""Positions of Serbia 1914 as text.

::

    turn 3 movement serbia                              # game turn, phase, Phasing Player
    unit ah-inf-xx-9 16.09 army=FIFTH corps=8 status=2   # a counter of the lists
    unit ah-inf-xx-1 16.22+16.23 reductions=1            # in two hexes
    unit A 17.10 nation=serbia values=7-8-4-2 effectiveness=10 size=xx reduced=4-5-1   # described in place
    improved 17.10 serbia        holder 17.10 austria-hungary      komitadji 18.12
    pontoon 25.11/25.12 serbia built       plan FIFTH bound       mandated FIFTH 2
    lead -4      shells 40      replacements serbia 3      rights serbia 2      flag word 1

Values are attack-defense-proficiency-artillery; an asset unit is told by ``asset``. A fort described in place
has a garrison on its back as those of the lists have; ``given-up`` turns it over.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import pairwise

from hexfront.games.serbia_1914.position import Pontoon, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.forces import QUARTERS
from hexfront.games.serbia_1914.printed.pieces import BACK, Piece, back_of
from hexfront.games.serbia_1914.rules import areas, pontoons, tasks
from hexfront.games.serbia_1914.rules.plans import ABANDONED, ACHIEVED, BOUND
from hexfront.games.serbia_1914.vocabulary import (
    INDEPENDENT,
    LAST_STATUS,
    MOVEMENT_PHASES,
    NATION_SIDE,
    PHASES,
    SERBIA,
    SERBIAN_ARMY,
    SIDES,
)
from hexfront.kernel.datafiles import meant
from hexfront.kernel.forms import attribute
from hexfront.kernel.postext import PositionText, Statement
from hexfront.kernel.title import NO_DUTIES
from hexfront.shared.position_text import (
    BEGUN,
    OFF_MAP,
    SIZES,
    Described,
    Part,
    UnitForm,
    Words,
    amount,
    begun,
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

_ASSET = "asset"
_BUILT = "built"
PLAN_STATES = (BOUND, ACHIEVED, ABANDONED)
_DESCRIBED = "described "
_GIVEN_UP = "given-up"  # a fort that is described, on its back
_GARRISON = ("iii", (1, 2, 2, 0))  # on the back of such a fort: size and values
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
_NATIONS_SAID = {
    "a-h": "austria-hungary",
    "ah": "austria-hungary",
    "austria": "austria-hungary",
    "austrian": "austria-hungary",
    "serb": "serbia",
    "austro-hungarian": "austria-hungary",
    "sr": "serbia",
    "serbian": "serbia",
    "mn": "montenegro",
    "montenegrin": "montenegro",
}
"""Nations in other words, and as the lists write them; kinds below."""
_SIDES_SAID = {
    **dict.fromkeys(("a-h", "ah", "austria", "austrian", "austro-hungarian"), "austria-hungary"),
    **dict.fromkeys(("serb", "serbian", "serbs"), "serbia"),
}
_NUMBERED = {"SECOND": ("2", "2nd"), "FIFTH": ("5", "5th"), "SIXTH": ("6", "6th")}
_ARMIES_SAID = {
    **{word: army for army, others in _NUMBERED.items() for word in (army.lower(), *others)},
    **{army.lower(): army for army in ("SERBIA", "SYRMIEN", "BANAT")},
}
_ROMAN = {"4": "iv", "7": "vii", "8": "viii", "9": "ix", "13": "xiii", "15": "xv", "16": "xvi"}
_SERBIAN = {"first": "1st", "second": "2nd", "third": "3rd", "uzice": "užice"}
_STATUS_SAID = {
    **{f"-{levels}": str(levels) for levels in range(1, 4)},
    **dict.fromkeys(("ci", "combat ineffective"), "4"),
    "d1": "5",
    "d2": "6",
}
"""[6.1.4] Effectiveness status as the markers have it."""
_CORPS_SAID = {
    **{word: corps for corps, roman in _ROMAN.items() for word in (roman, f"{corps}th")},
    **{word: corps for corps, other in _SERBIAN.items() for word in (corps, other, f"{corps} army")},
    **{word: word for word in ("combined", INDEPENDENT)},
}
"""Armies and corps in other words, in small letters, and as the lists write them."""
_KINDS_SAID = {
    "inf": "infantry",
    "cav": "cavalry",
    "fortress": "fort",
    "guns": "artillery",
    "marsch infantry": "marsch",
    "garrison infantry": "garrison",
    "formation": "infantry",
    "corps train unit": "corps train",
    "monitor": "naval squadron",
    "naval": "naval squadron",
    "depot": "army depot",
    "train": "corps train",
    "squadron": "naval squadron",
}


def _read_turn(position: SerbiaPosition, statement: Statement) -> None:
    turn, *phase, active = statement.words
    position.turn = whole(turn)
    said = " ".join(phase)
    position.phase = meant(said.lower().removesuffix(" phase"), PHASES)
    if position.phase not in PHASES:
        raise ValueError(f'the phase is one of {", ".join(PHASES)}; not "{said}"')
    position.active = word_of(active, SIDES, "side", _SIDES_SAID)
    position.begun = begun(statement)


def _write_turn(position: SerbiaPosition, text: PositionText) -> None:
    done = "yes" if position.begun else "no"
    text.add("turn", position.turn, *position.phase.split(), position.active, begun=done)


def _read_plan(position: SerbiaPosition, statement: Statement) -> None:
    army, state = statement.words
    army = word_of(army, position.setting.lists.plans, "plan of an army", _ARMIES_SAID)
    state = word_of(state, PLAN_STATES, "state of a plan")
    if NO_DUTIES not in position.setting.sandbox:
        position.plans[army] = state


def _write_plans(position: SerbiaPosition, text: PositionText) -> None:
    for army, state in position.plans.items():
        text.add("plan", army, state)


def _read_boundary(position: SerbiaPosition, statement: Statement) -> None:
    between, *labels = statement.words
    armies = between.split("/")
    if len(armies) != 2 or armies != [army for army in areas.ORDER if army in armies]:
        order = ", ".join(areas.ORDER)
        raise ValueError(f'a boundary is between two of {order}, in this order; not "{between}"')
    board = position.setting.board
    hexes = tuple(node_of(position, label) for label in labels)
    if len(hexes) < 2:
        raise ValueError("a boundary has at least two hexes, its ends")
    if any(board.is_area(node) for node in hexes):
        raise ValueError("a boundary runs through hexes of the map")
    for here, there in pairwise(hexes):
        areas.direction_of(board, here, there)
    position.boundaries[between] = hexes


def _write_boundaries(position: SerbiaPosition, text: PositionText) -> None:
    for between, hexes in position.boundaries.items():
        text.add("boundary", between, *map(position.setting.board.label, hexes))


def _read_pontoon(position: SerbiaPosition, statement: Statement) -> None:
    between, side, *marks = statement.words
    for mark in marks:
        one_of(mark, (_BUILT,), "mark")
    here, there = (node_of(position, label) for label in between.partition("/")[::2])
    if there not in position.setting.board.adjacent[here]:
        raise ValueError(f'a pontoon bridge is between two neighbours; not "{between}"')
    markers = whole(statement.attributes.get("markers", "1"))
    position.pontoons[pontoons.hexside(position.setting, here, there)] = Pontoon(
        word_of(side, SIDES, "side", _SIDES_SAID), _BUILT in marks, markers
    )


def _write_pontoons(position: SerbiaPosition, text: PositionText) -> None:
    for between, pontoon in position.pontoons.items():
        marks = (_BUILT,) if pontoon.built else ()
        text.add("pontoon", between, pontoon.side, *marks, markers=pontoon.markers)


# Units


def numbers_of(text: str, count: int) -> list[int]:
    """Values such as 7-8-4-2."""
    if not re.fullmatch(r"\d+(-\d+)*", text) or text.count("-") != count - 1:
        raise ValueError(f'"{text}" is not written as {count} numbers with hyphens')
    return [int(part) for part in text.split("-")]


def _bound_to(word: str, known: Collection[str], kind: str, said: Mapping[str, str]) -> str:
    """[5.2.2] [5.4] The army or corps that is printed on a counter, if any is."""
    return word_of(word, known, kind, said) if word else ""


def _described(position: SerbiaPosition, name: str, given: dict[str, str], marks: Collection[str]) -> Piece:
    """A piece described in place."""
    nation = word_of(given.pop("nation"), NATION_SIDE, "nation", _NATIONS_SAID)
    kind = word_of(given.pop("kind", "infantry"), _KINDS, "kind", _KINDS_SAID)
    size = given.pop("size", "xx" if kind in ("infantry", "cavalry") else "").lower()
    size = one_of(size, ("", *SIZES.values()), "size", SIZES)
    attack, defense, proficiency, artillery = numbers_of(given.pop("values", "0-0-0-0"), 4)
    back = numbers_of(given.pop("reduced"), 3) if "reduced" in given else None
    combat = kind in _KINDS[:5]
    quarters = QUARTERS.get(size, 0) if combat else 4 if kind == "corps train" else 0
    if kind == "cavalry" and size == "xx":
        quarters //= 2
    formation = combat and _ASSET not in marks
    most = 0 if back is None else 3 if size == "xx" and kind == "infantry" else 1
    made = Piece(
        key=f"{_DESCRIBED}{name}",
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
        army=_bound_to(given.pop("bound", ""), position.setting.forces.armies, "army", _ARMIES_SAID),
        corps=_bound_to(given.pop("serves", ""), position.setting.forces.corps, "corps", _CORPS_SAID),
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
        place=position.setting.board.label(node_of(position, given.pop("place"))) if "place" in given else "",
        range=whole(given.pop("range", "0")),
        abandoned_above=whole(given.pop("abandonment")) if "abandonment" in given else None,
    )
    if not made.fort:
        return made
    pieces = position.setting.pieces
    garrison = back_of(made, *_GARRISON)
    pieces[made.key], pieces[garrison.key] = made, garrison
    return garrison if _GIVEN_UP in marks else made


def _told(piece: Piece, unit: Unit) -> Described | None:
    """What describes a piece that is not of the lists."""
    if unit.piece == f"{_DESCRIBED}{unit.name}{BACK}":  # what was on its front counts no more
        return Described(
            {"nation": piece.nation, "kind": "fort", "effectiveness": piece.effectiveness}, [_GIVEN_UP]
        )
    if unit.piece != f"{_DESCRIBED}{unit.name}":
        return None
    return Described(
        {
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
        },
        [_ASSET] if piece.combat and not piece.formation else [],
    )


def _usual(piece: Piece) -> Mapping[str, object]:
    """[5.0] The army and corps of a counter, where nothing else is said."""
    fields: dict[str, object] = {}
    if piece.side == SERBIA:
        fields["army"] = SERBIAN_ARMY
    elif piece.army:
        fields["army"] = piece.army
    if piece.formation:
        fields["corps"] = piece.corps or INDEPENDENT
    return fields


def _most(piece: Piece) -> Mapping[str, int]:
    """[9.10.2] [6.1.4] How often a counter can be reduced, and the last status there is."""
    return {"reductions": piece.most_reductions, "status": LAST_STATUS}


_UNITS = UnitForm(
    Unit,
    describe=_described,
    told=_told,
    usual=_usual,
    most=_most,
    hexes=("prepared", "began", "began_also", "aim", "bound_for"),
    second="also",
    known={
        "lacks": lambda position: position.setting.pieces,
        "task": lambda _: tasks.COSTS,
        "army": lambda position: position.setting.forces.armies,
        "corps": lambda position: (*position.setting.forces.corps, INDEPENDENT),
    },
    said={
        "army": _ARMIES_SAID,
        "corps": _CORPS_SAID,
        "status": _STATUS_SAID,
        "crossing": {"front": "2", "back": "1"},
        "task": {"ip": "position", "improved position": "position", "ce recovery": "recovery"},
    },
    further_marks=(_ASSET, _GIVEN_UP),
    describes={
        "nation": lambda _: NATION_SIDE,
        "kind": lambda _: _KINDS,
        "size": None,
        "values": None,
        "reduced": None,
        "effectiveness": None,
        "bound": None,
        "serves": None,
        "place": None,
        "range": None,
        "abandonment": None,
    },
    samples=lambda _: [f"nation={nation} values=7-8-4-2 reduced=4-5-1" for nation in NATION_SIDE],
)

VOCABULARY: Mapping[str, Words] = {
    "turn NUMBER": lambda position: [
        str(turn)
        for turn in range(
            position.setting.parameters.head.first_turn,
            min(position.setting.parameters.head.last_turn, len(position.setting.lists.calendar) - 1) + 1,
        )
    ],
    "PHASE": lambda _: PHASES,
    "NATION": lambda _: NATION_SIDE,
    "plan ARMY": lambda position: position.setting.lists.plans,
    "plan STATE": lambda _: PLAN_STATES,
}
MEANINGS = {
    "turn": "game turn, phase, and the Phasing Player",
    "unit": "a unit on the map",
    "lost": "an eliminated unit, and where it was last",
    "waiting": "a unit that waits to enter, or in refit",
    "gone": "units that have left the game",
    "awarded": "victory points that were given once",
    "crossed": "crossings used in this phase",
    "improved": "improved positions",
    "holder": "who controls hexes",
    "komitadji": "Komitadji markers",
    "attacked": "hexes attacked in this phase",
    "pontoon": "a pontoon bridge",
    "boundary": "a boundary between armies",
    "plan": "a strategic plan",
    "mandated": "mandated attacks made",
    "replacements": "replacements at hand",
    "rights": "rights to build improved positions",
    "flag": "what else the game remembers, as it writes it itself",
    "lead": "victory points by which Austria-Hungary leads",
    "shells": "Serbian shells",
}

PARTS = (
    Part("turn", "turn NUMBER PHASE SIDE", 3, _read_turn, _write_turn, attributes=[BEGUN]),
    _UNITS.on_map("unit", "units"),
    _UNITS.off_map("lost", "lost"),
    _UNITS.off_map("waiting", "waiting"),
    words("gone", "gone"),
    words("awarded", "awarded"),
    words("crossed", "crossed"),
    sided("improved", "improved", SIDES, _SIDES_SAID),
    sided("holder", "holders", SIDES, _SIDES_SAID),
    nodes("komitadji", "komitadji"),
    nodes("attacked", "attacked"),
    Part(
        "pontoon",
        "pontoon HEX/HEX SIDE [built]",
        2,
        _read_pontoon,
        _write_pontoons,
        attributes=[attribute("markers", number=True)],
    ),
    Part("boundary", "boundary ARMY/ARMY HEX ...", 2, _read_boundary, _write_boundaries),
    Part("plan", "plan ARMY STATE", 2, _read_plan, _write_plans, exact=True),
    numbers("mandated", "mandated"),
    numbers("replacements", "replacements", "nation", lambda _: NATION_SIDE, said=lambda _: _NATIONS_SAID),
    numbers("rights", "rights", "side", lambda _: SIDES, of=amount, said=lambda _: _SIDES_SAID),
    numbers("flag", "flags"),
    number("lead", "lead"),
    number("shells", "shells", of=amount),
)


def stand(position: SerbiaPosition, text: PositionText) -> None:
    """[7.1.4b] In a movement phase that has begun, units that have spent nothing began it where they stand,
    unless the text says of any where it began: crossings of great rivers are judged by it."""
    told = any("began" in each.attributes for each in text.of("unit"))
    if told or not position.begun or position.phase not in MOVEMENT_PHASES:
        return
    for unit in list(position.units.values()):
        if unit.at != OFF_MAP and not (unit.spent or unit.moved):
            position.change(unit.name, began=unit.at, began_also=unit.also)
