"""A position of Serbia 1914 as a picture: counters, markers, and layers on demand.

Own counters show attack and defense as they are now, with the proficiency in brackets. Of the enemy only what
lies on top of each stack is drawn, without strengths [3.1.6].
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.drawing import Counter, LegendEntry, Line, Marker, Overlay, Picture
from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import Piece
from hexfront.games.serbia_1914.rules import strengths
from hexfront.games.serbia_1914.table.layers import LAYERS
from hexfront.games.serbia_1914.table.names import army_name, corps_name, kind_of, name_of, place
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    MOVEMENT_PHASES,
    SIDE_NAMES,
    SIDES,
    STATUS_NAMES,
)
from hexfront.kernel.ledger import shown_number
from hexfront.shared.portraits import looks_of, picture
from hexfront.shared.words import counted

ARROW = "#b03a2e"
FRENCH_GUNS = "french naval artillery"
BEOGRAD = "30.09"


def portrait(
    position: SerbiaPosition, viewer: str, overlays: Sequence[str] = (), legend: bool = True
) -> Picture:
    """What somebody may see of a position."""
    setting = position.setting
    style, _ = looks_of(setting)
    return picture(
        setting,
        counters(position, viewer),
        markers=markers(position),
        overlays=[*arrows(position), *LAYERS.draw(position, viewer, overlays)],
        caption=setting.parameters.head.title,
        turn=f"{position.date_text}, {position.phase}",
        notes=(_lead(position.lead),),
        legend=legend,
        further=[LegendEntry("state", word) for word, state in style.states.items() if state.label],
    )


def _lead(lead: int) -> str:
    """[27.0] Who is ahead."""
    if not lead:
        return "Victory points: even"
    return f"Victory points: {SIDE_NAMES[AUSTRIA_HUNGARY if lead > 0 else SIDES[0]]} leads by {abs(lead)}"


# Counters


def counters(position: SerbiaPosition, viewer: str) -> list[Counter]:
    """[3.1.6] The counters a viewer sees, in each hex from the bottom of the stack to its top."""
    pieces = position.setting.pieces
    found: list[tuple[int, int, Counter]] = []
    for side in SIDES:
        whole = secrecy.knows(viewer, side)
        shown = {} if whole else secrecy.shown(position, side)
        nodes = {node for unit in position.of_side(side) for node in position.hexes_of(unit)}
        for node in sorted(nodes):
            stack = secrecy.stack(position, node, side)
            if not whole:
                stack = [unit for unit in stack if node in shown.get(unit.name, ())]
            stack += [
                unit
                for unit in position.units_at(node)
                if pieces[unit.piece].naval and pieces[unit.piece].side == side
            ]
            for depth, unit in enumerate(stack):
                two = unit.also != OFF_MAP and (whole or len(shown.get(unit.name, ())) > 1)
                made = _counter(position, unit, node, whole=whole, two=two)
                found.append((node, -depth, made))
    found.sort(key=lambda each: each[:2])
    return [each[2] for each in found]


def _counter(position: SerbiaPosition, unit: Unit, node: int, *, whole: bool, two: bool) -> Counter:
    piece = position.piece(unit)
    strength, defense = _figures(position, unit, piece) if whole else ("", _proficiency(piece))
    return Counter(
        node,
        piece.nation,
        piece.kind,
        piece.size,
        strength,
        defense,
        piece.identifier,
        tuple(_states(position, unit, piece, whole=whole, two=two)),
        unit.name,
        piece.side,
        piece.label,
        tuple(facts(position, unit, whole=whole)),
    )


def _proficiency(piece: Piece) -> str:
    return f"({piece.proficiency})" if piece.proficiency else ""


def _figures(position: SerbiaPosition, unit: Unit, piece: Piece) -> tuple[str, str]:
    """Attack and defense as they are, then the proficiency; the artillery of guns and squadrons."""
    scale = strengths.QUARTERS_OF_A_POINT
    if piece.supply:
        return "", ""
    if piece.naval or piece.gun:
        return f"[{shown_number(strengths.artillery_value(position, unit, whole=True), scale)}]", ""
    attack = shown_number(strengths.attack_strength(position, unit, whole=True), scale)
    defense = shown_number(strengths.defense_strength(position, unit, whole=True), scale)
    return attack, f"{defense} {_proficiency(piece)}".strip()


def _states(position: SerbiaPosition, unit: Unit, piece: Piece, *, whole: bool, two: bool) -> list[str]:
    states = []
    if unit.crossing:
        states.append("crossing")
    if two:
        states.append("two-hex")
    if unit.inactive:
        states.append("inactive")
    if not whole:
        return states
    if unit.status:
        states.insert(0, STATUS_NAMES[unit.status])
    if unit.reductions:
        states.append("reduced")
    if unit.task:
        states.append("task")
    if unit.extended:
        states.append("extended")
    if unit.moved and position.phase in MOVEMENT_PHASES and position.mover == piece.side:
        states.append("moved")
    return states


def facts(position: SerbiaPosition, unit: Unit, *, whole: bool) -> list[tuple[str, str]]:
    """[3.1.6] What a counter says when one looks closer; of the enemy, only what lies open."""
    piece = position.piece(unit)
    found = [("kind", kind_of(piece))]
    if piece.proficiency:
        found.append(("proficiency", str(piece.proficiency)))
    if unit.crossing:
        found.append(("river crossing", "weakened" if unit.crossing > 1 else "weakened till this turn ends"))
    if unit.prepared != OFF_MAP:
        found.append(("prepared attack on", place(position, unit.prepared)))
    if unit.inactive:
        wakes = f"until game turn {unit.activates}" if unit.activates != OFF_MAP else "until the enemy comes"
        found.append(("inactive", wakes))
    return found + _own_facts(position, unit, piece) if whole else found


def _own_facts(position: SerbiaPosition, unit: Unit, piece: Piece) -> list[tuple[str, str]]:
    """What the owner knows of a unit besides."""
    scale = strengths.QUARTERS_OF_A_POINT
    found: list[tuple[str, str]] = []
    if piece.combat or piece.fort:
        found.append(("printed", f"attack {piece.attack}, defense {piece.defense}"))
    if piece.artillery:
        value = strengths.artillery_value(position, unit, whole=True)
        found.append(("artillery", shown_number(value, scale)))
    if piece.formation:
        level = f"{position.effectiveness(unit)} of {piece.effectiveness}"
        status = STATUS_NAMES[unit.status]
        found.append(("effectiveness", f"{level}, {status}" if status else level))
    if unit.reductions or piece.most_reductions:
        found.append(("strength reductions", f"{unit.reductions} of {piece.most_reductions}"))
    if unit.lacks:
        found.append(("without", name_of(position, unit.lacks)))
    if unit.army:
        found.append(("army", army_name(unit.army)))
    if unit.corps:
        found.append(("corps", corps_name(unit.corps)))
    if unit.assigned:
        found.append(("goes with", name_of(position, unit.assigned)))
    if unit.spent and position.phase in MOVEMENT_PHASES:
        marched = f", {unit.marched} by forced march" if unit.marched else ""
        found.append(("spent", f"{unit.spent} of {position.allowance}{marched}"))
    if unit.reaction:
        found.append(("reacted", f"{counted(unit.reaction, 'point')} less in its next movement phase"))
    if unit.task:
        found.append(("task", f"{unit.task}, {counted(unit.progress, 'point')} spent before"))
    if unit.extended:
        found.append(("extended", f"has given {counted(unit.ammunition, 'increment')} of ammunition"))
    done = [
        text
        for mark, text in (("fought", "has fought"), ("retreated", "has retreated"), ("moved", "has moved"))
        if getattr(unit, mark)
    ]
    if done:
        found.append(("state", ", ".join(done)))
    return found


# Markers


def markers(position: SerbiaPosition) -> list[Marker]:
    """[3.1.6a] Everything that lies open beside the counters."""
    board = position.setting.board
    found = [Marker(node, "position", "", side) for node, side in sorted(position.improved.items())]
    for side in SIDES:
        found += [
            Marker(node, "works", str(points) if points else "")
            for node, points in sorted(secrecy.works(position, side).items())
        ]
    for node in sorted(position.komitadji):
        found.append(Marker(node, "komitadji", "K"))
    for between, pontoon in sorted(position.pontoons.items()):
        first, second = (board[label] for label in between.split("/"))
        kind = "pontoon" if pontoon.built else "pontoon begun"
        found.append(Marker(first, kind, "", toward=(second,)))
    if position.flags.get(FRENCH_GUNS) and BEOGRAD in board:
        found.append(Marker(board[BEOGRAD], "french guns", "F"))
    return found


def arrows(position: SerbiaPosition) -> list[Overlay]:
    """[7.3] [9.1] Prepared attacks, with their number if several Forces of a hex have made one, and aims."""
    found: list[Overlay] = []
    for side in SIDES:
        prepared = secrecy.prepared_attacks(position, side)
        for (here, there), count in sorted(prepared.items()):
            found.append(Line((here, there), "arrow", ARROW, str(count) if count > 1 else ""))
        aims = secrecy.indicated(position, side) - prepared.keys()
        found += [Line(pair, "arrow", ARROW) for pair in sorted(aims)]
    found += [
        Line(tuple(position.setting.board[label] for label in between.split("/")), "route", "#6b4a26")
        for between, pontoon in sorted(position.pontoons.items())
        if pontoon.built
    ]
    return found
