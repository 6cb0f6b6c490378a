"""What adjudicators ask of a combat, a retreat and a pocket: each answer as a ledger of terms with rules.

As in `explanations`, nothing is computed here: every answer comes out of the functions that play uses.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from hexfront.games.western_front.matters import Battle, Supplying
from hexfront.games.western_front.orders import RetreatTo, Supply
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import (
    allowances,
    artillery,
    expenditure,
    outcomes,
    retreat,
    retreat_hexes,
    stacking,
    strengths,
    supply,
    surrender,
)
from hexfront.games.western_front.rules.battle import answering_units, attacking_units, units_in
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.vocabulary import POINT
from hexfront.kernel.errors import Malformed, Refusal
from hexfront.kernel.ledger import Ledger, shown_number

ATTACK, COUNTERATTACK = "attack", "counterattack"
DICE = (ATTACK, COUNTERATTACK)
_CASES = {
    retreat_hexes.FREE_NEARER: "free of enemy zones, nearer",
    retreat_hexes.FREE_LEVEL: "free of enemy zones, as near",
    retreat_hexes.HELD_NEARER: "in an enemy zone with friends, nearer",
    retreat_hexes.HELD_LEVEL: "in an enemy zone with friends, as near",
    retreat_hexes.FREE_FARTHER: "free of enemy zones, farther",
    retreat_hexes.HELD_FARTHER: "in an enemy zone with friends, farther",
    retreat_hexes.ALONE: "in an enemy zone and alone",
}


def column_allowance(position: WesternFrontPosition, unit: Unit) -> Ledger:
    """[6-2] [6-10] What a unit may spend in a movement phase with column movement."""
    refusal = allowances.why_no_column(position, unit)
    if refusal is not None:
        raise refusal
    ledger = Ledger(f"movement allowance of {position.piece(unit).label} in column is", POINT)
    return ledger.close(allowances.column_allowance(position, unit, ledger.note))


def die_modifiers(position: WesternFrontPosition, battle: Battle, die: str) -> Ledger:
    """[13-9] [13-15] [13-25] What is added to the die of an attack, or of the answer to it."""
    where = position.setting.board.label(battle.node)
    ledger = Ledger(f"added to the die of the {_named(die)} in {where} ({battle.terrain}):")
    modifier = strengths.attack_modifier if die == ATTACK else strengths.counterattack_modifier
    return ledger.close(modifier(position, battle, battle.terrain, ledger.note))


def _named(die: str) -> str:
    if die not in DICE:
        raise Malformed(f'"{die}" is neither {" nor ".join(DICE)}')
    return die


# Supply


def payers(
    position: WesternFrontPosition, battle: Battle, die: str, chosen: Mapping[str, str]
) -> Mapping[str, str]:
    """[19-3] [19-6] Who is supplied by whom: as chosen, or as is advised if nothing is. Refusal if somebody
    cannot be."""
    attack = _named(die) == ATTACK
    units = attacking_units(position, battle) if attack else answering_units(position, battle)
    if not chosen:
        return battle.attack_plan if attack else battle.counterattack_plan
    lines = Lines(position, battle.side if attack else battle.enemy)
    options = {unit.name: supply.payers_for(position, unit, attack=attack, lines=lines) for unit in units}
    plan = {unit.name: chosen.get(unit.name, "") for unit in units}
    question = supply.Question(
        position,
        lines,
        side=lines.side,
        options=options,
        about=Supplying(battle, attack, plan),
        counted=_counted(position, battle, attack),
    )
    for name, payer in chosen.items():
        if payer and payer not in options.get(name, ()):
            refusal = question.why_not(Supply(name, payer))
            raise refusal or Refusal("19-6", f"{payer} does not supply {name}")
    return plan


def _counted(position: WesternFrontPosition, battle: Battle, attack: bool) -> expenditure.Counted | None:
    """[29-6] On what the cost of artillery is figured; in defense it is its strength."""
    return artillery.counted(position, battle) if attack else None


def supply_cost(
    position: WesternFrontPosition, battle: Battle, die: str, chosen: Mapping[str, str]
) -> Ledger:
    """[19-2] [29-6] What each headquarters pays for one side of a combat, and whether it can."""
    plan = payers(position, battle, die, chosen)
    attack = die == ATTACK
    bill = expenditure.bill_of(position, plan, attack=attack, counted=_counted(position, battle, attack))
    where = position.setting.board.label(battle.node)
    refusal = bill.why_not(Lines(position, battle.side if attack else battle.enemy))
    unpayable = f", which cannot be paid: {refusal.reason} [{', '.join(refusal.rules)}]," if refusal else ""
    ledger = Ledger(f"supply points for the {die} in {where}{unpayable}:")
    total = 0
    for payer in bill.payers():
        served = [position.piece(position.units[name]).label for name in plan if plan[name] == payer]
        own = Ledger(f"{position.piece(position.units[payer]).label} for {', '.join(served)}")
        total += bill.terms(payer, own.note)
        for term in own.terms:
            ledger.note(term.rule, f"{own.subject} ({term.label})", int(term.value))
    return ledger.close(total)


def counterattack_strength(
    position: WesternFrontPosition, battle: Battle, chosen: Mapping[str, str]
) -> Ledger:
    """[13-15] What the units in a hex answer an attack with, if they hold it, under a plan of supply."""
    plan = payers(position, battle, COUNTERATTACK, chosen)
    ledger = Ledger(f"counterattack from {position.setting.board.label(battle.node)} is worth")
    return ledger.close(strengths.counterattack_strength(position, battle, plan, note=ledger.note))


# Retreat


def forced_retreat(position: WesternFrontPosition, battle: Battle) -> Ledger:
    """[14-4] [WF 3-10] [WF 10-9] The least loss by an attack that forces the defenders out of a hex."""
    where = position.setting.board.label(battle.node)
    if not outcomes.can_retreat(position, battle, battle.node):
        raise Refusal("14-1", f"nobody in {where} could retreat")
    most = sum(unit.strength for unit in units_in(position, battle)) + 1
    loss = next((each for each in range(most + 1) if outcomes.must_retreat(position, battle, each)), None)
    if loss is None:
        raise Refusal("14-4", f"no loss forces the units in {where} to retreat on {battle.terrain} terrain")
    ledger = Ledger(f"the units in {where} ({battle.terrain}) are forced to retreat by a loss of")
    if not retreat.is_forced(position, battle, loss, ledger.note):
        ledger.note("WF 3-10", "bound to leave, with a way out", loss, "=")
    elif ledger.terms[-1].operation != "=":
        ledger.note("WF 10-9", "with the tanks more than the defending infantry", loss, "=")
    return ledger.close(loss)


def retreat_ranks(position: WesternFrontPosition, unit: Unit, headquarters: str) -> Ledger:
    """[14-8] [14-11] The hexes a unit may retreat to, best first, each with its case; then those it may not.

    The number of a term is its rank: hexes with the same number are equally good.
    """
    piece, board = position.piece(unit), position.setting.board
    if piece.fortress or not retreat.goes_along(position, unit):
        raise Refusal(("14-1", "29-13", "18-11"), f"{piece.label} does not retreat")
    plan = {unit.name: headquarters} if headquarters else {}
    ground = retreat_hexes.Ground(position, unit.at, piece.side, plan)
    ranks = retreat_hexes.ranks(ground, unit)
    guide = ground.guide(unit)
    toward = f" toward {position.piece(guide).label}" if guide is not None else ""
    ledger = Ledger(f"hexes to which {piece.label} may retreat from {board.label(unit.at)}{toward}:")
    found = 0
    for number, rank in enumerate(ranks, 1):
        for node in rank.hexes:
            room = stacking.room(position, node, (piece,))
            hard = rank.difficult and not retreat_hexes.may_go_the_hard_way(piece)
            words = ", ".join(_about_rank(ground, unit, rank, node, room=room))
            ledger.note(_rank_rule(room, hard), f"{board.label(node)}: {words}", number, "=")
            found += room and not hard
    ranked = {node for rank in ranks for node in rank.hexes}
    for node in board.adjacent[unit.at]:
        if node not in ranked:
            refusal = retreat.why_not(position, ground, RetreatTo(unit.name, board.label(node)))
            assert refusal is not None
            ledger.note(", ".join(refusal.rules), refusal.reason, 0, "=")
    return ledger.close(found)


def _rank_rule(room: bool, hard: bool) -> str:
    return "14-16" if hard else "14-8" if room else "14-10"


def _about_rank(
    ground: retreat_hexes.Ground, unit: Unit, rank: retreat_hexes.Rank, node: int, *, room: bool
) -> Iterator[str]:
    """Why a hex has its rank, and what keeps a unit out of it all the same."""
    guide = ground.guide(unit)
    yield f"case {rank.case}, {_CASES[rank.case]}"
    if guide is not None:
        there, here = (_length(ground, unit, at, guide) for at in (node, ground.node))
        yield f"{there} from its headquarters instead of {here}"
    if rank.difficult:
        yield "out of reach of the minimum move"
    if not room:
        yield "no room"


def _length(ground: retreat_hexes.Ground, unit: Unit, node: int, guide: Unit) -> str:
    length = retreat_hexes.distance(ground, unit, node, guide)
    return "no route" if math.isinf(length) else shown_number(int(length), POINT)


# Pockets


def surrounded(position: WesternFrontPosition, unit: Unit) -> Ledger:
    """[20-1] [20-9] Whether a unit is surrounded: its line of communication, or what bars every line."""
    piece, board = position.piece(unit), position.setting.board
    who = f"{piece.label} in {board.label(unit.at)}"
    search = surrender.Communication(position, piece.side)
    if not surrender.is_unit_surrounded(position, unit, search):
        line = search.line(unit.at, piece.nation)
        if not line:
            shielded = Ledger(f"{who} is not surrounded; fortresses that keep it from being so:")
            return shielded.close(shielded.note("20-9", "fortress in the hex", 1))
        ledger = Ledger(f"{who} is not surrounded; hexes of its line of communication:")
        return ledger.close(sum(ledger.note("20-1", board.name_of(node), 1) for node in line))
    ledger = Ledger(f"{who} is surrounded; hexes that bar its lines of communication:")
    barriers = search.barriers(unit.at)
    for node in barriers:
        why = "enemy units" if position.has_enemy(node, piece.side) else "enemy zone of control"
        ledger.note("20-1", f"{board.label(node)}: {why}", 1)
    return ledger.close(len(barriers))
