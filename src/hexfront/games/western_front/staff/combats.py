"""The combat phase: which hex is attacked next, and by whom.

Selections of units are compared by expected losses; for the best one the exact odds are taken, and with them
it is decided and explained.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from hexfront.games.western_front.matters import Battle
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import advance, combat, morale, sectors, surrender, trenches
from hexfront.games.western_front.rules.battle import defending_units
from hexfront.games.western_front.rules.prospects import FORCED, HELD, Forecast, forecasts
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.staff import budget, following, nerves
from hexfront.games.western_front.staff.exchange import exchange
from hexfront.games.western_front.staff.strikes import (
    EVICTION_WORTH,
    LEAST_WORTH,
    STRENGTH_WORTH,
    Scales,
    expected,
    grounds,
    turns_to_offensive,
)
from hexfront.games.western_front.staff.survey import Survey
from hexfront.kernel.planning import is_ruinous

LEAVES = 0.35  # how often a defender who may stay leaves the hex, as seen in games of the staff
LITTLE_TO_FEAR = 2.0  # who is driven out less often than once in so many times stays the likelier
LEAST_ODDS = 2.0  # how many times stronger infantry must be that attacks a trench
ODDS_IN_NEED = 0.7  # the same while supply points must be expended at any price
OPPORTUNE = 2.0  # what an attack must promise more that no plan has prepared
BENEFIT_OF_DOUBT = 3.0  # points below that at which the exact odds of an attack are still asked for
SPOILS = 0.7  # what is left of a surrounded stack to surrender when it is beaten
LEAST_BOMBARDMENT = 0.12  # part of a fortress that a bombardment must be expected to break
BOMBARDMENT_WORTH = 0.8  # a strength point of a fortress that bars the way


class Choice(msgspec.Struct, frozen=True):
    """An attack that could be made now."""

    node: int
    units: tuple[str, ...]
    worth: float
    reason: str
    despite: str = ""  # what makes it worth losses that would be ruin
    promise: float | None = None  # how likely the enemy is to give way
    ground: bool = False  # whether the hex itself is part of what is fought for


def next_attack(scales: Scales) -> Choice | None:
    """The best attack that is worth making now; None if there is none."""
    survey = scales.survey
    position = survey.position
    rough: list[tuple[float, int, tuple[str, ...]]] = []
    shelling: list[Choice] = []
    coups: list[Choice] = []
    for node in combat.attackable(position, survey.side):
        able = combat.able_to_attack(position, survey.side, node)
        if survey.hostile_forts[node] and (choice := bombardment(survey, node, able)) is not None:
            shelling.append(choice)
        found = rough_worth(scales, node, able)
        if found is not None:
            rough.append((found[0], node, found[1]))
        if survey.hostile_forts[node]:
            for units in coups_de_main(survey, node, able):
                coup = exact(scales, node, units)
                if coup is not None and coup.worth >= LEAST_WORTH:
                    coups.append(coup)
    if coups:
        return max(coups, key=lambda each: (each.worth, each.units))
    if shelling:
        return max(shelling, key=lambda each: (each.worth, each.node))
    rough.sort(reverse=True)
    for worth, node, units in rough[: scales.level.targets]:
        if worth < scales.least / 2:
            break
        choice = exact(scales, node, with_duties(scales, node, units))
        if choice is not None and choice.worth >= scales.least:
            return choice
    return None


def next_trench_attack(scales: Scales, aims: Collection[str], waits: Collection[str]) -> Choice | None:
    """The best attack of a trench war: on what the plan has prepared for, or wherever one pays by itself.

    ``aims`` are the hexes that the plan attacks now, ``waits`` those it still prepares against.
    """
    survey = scales.survey
    position, label = survey.position, survey.board.label
    best: Choice | None = None
    for node in combat.attackable(position, survey.side):
        if label(node) in waits:
            continue
        least = scales.least if label(node) in aims else scales.least + OPPORTUNE
        able = combat.able_to_attack(position, survey.side, node)
        if not position.standing[node]:
            choice = _walk_in(scales, node, able)
        elif _is_hopeless(scales, node, able, least):
            continue
        else:
            odds = LEAST_ODDS if scales.price_for(able[0]) >= 0 else ODDS_IN_NEED
            found = [exact(scales, node, units) for units in trench_mixes(survey, node, able, odds)]
            choice = max(filter(None, found), key=lambda each: each.worth, default=None)
        if choice is not None and choice.worth >= least and (best is None or choice.worth > best.worth):
            best = choice
    return best


def _is_hopeless(scales: Scales, node: int, able: Sequence[Unit], least: float) -> bool:
    """Whether even with all that there is, paid for by others, an attack is far from worth it by expected
    losses: then nobody asks for its exact odds."""
    survey = scales.survey
    position = survey.position
    pieces = {unit.name: position.piece(unit) for unit in able}
    guns = sum(
        unit.strength / (2 if pieces[unit.name].siege else 1) for unit in able if pieces[unit.name].artillery
    )
    strength = guns + sum(unit.strength for unit in able if not pieces[unit.name].artillery)
    needed = position.setting.tables.artillery_needed(position.year, position.setting.front)
    lay = grounds(position, node, {unit.at for unit in able}, survey.enemy, solid=guns < needed)
    found = exchange(
        position.setting,
        position.year,
        attack=int(strength / 2 if lay.half else strength),
        attack_die=lay.attack_die,
        defense=survey.hostile[node],
        fortress=survey.hostile_forts[node],
        answer_die=lay.answer_die,
        trench=trenches.trench_at(position, node, survey.enemy) is not None,
    )
    defenders = [unit for unit in position.units_at(node) if position.side_of(unit) == survey.enemy]
    worth = found.defender * scales.loss_worth(defenders, survey.hostile_forts[node])
    worth += found.taken * (scales.hex_worth(node) + spoils(survey, node)) - found.attacker
    saved = max(0.0, *(-scales.price_for(unit) for unit in able)) * strength / 2 if able else 0.0
    return worth + saved < least - BENEFIT_OF_DOUBT


def _walk_in(scales: Scales, node: int, able: Sequence[Unit]) -> Choice | None:
    """[33-7] An empty hex of the enemy that assault units may take without a fight: two of them do, if
    nothing better is left to them."""
    survey = scales.survey
    ranked = sorted(able, key=lambda unit: (-unit.strength, unit.name))
    units = tuple(unit.name for unit in ranked[: following.FIRST_IN])
    if survey.position.holder(node) != survey.enemy or not units or not _is_entered(scales, node, units):
        return None
    worth = scales.least + OPPORTUNE  # as little as an attack must promise
    return Choice(node, units, worth, f"{survey.board.name_of(node)} is empty and is taken.")


def trench_mixes(
    survey: Survey, node: int, able: Sequence[Unit], odds: float = LEAST_ODDS
) -> list[tuple[str, ...]]:
    """Selections of units against a trench: with all that there is, and with less, each with all guns or with
    as many as a solid defense calls for [22-20]. Nobody thinks of attacks at bad odds, and cavalry stays out
    of them: its losses count twice."""
    position = survey.position
    guns = [unit for unit in able if position.piece(unit).artillery]
    others = [unit for unit in able if (piece := position.piece(unit)).infantry or piece.tank]
    others.sort(key=lambda unit: (not position.piece(unit).tank, -unit.strength, unit.name))
    guns.sort(key=lambda unit: (position.piece(unit).siege, -unit.strength, unit.name))
    total = sum(unit.strength for unit in others)
    if total < odds * (survey.hostile[node] + survey.hostile_forts[node]):
        return []
    needed = position.setting.tables.artillery_needed(position.year, position.setting.front)
    few: list[Unit] = []
    for unit in guns:
        if sum(each.strength / (2 if position.piece(each).siege else 1) for each in few) < needed:
            few.append(unit)
    found: dict[tuple[str, ...], None] = {}
    for part in (1.0, 0.7, 0.5):
        chosen: list[Unit] = []
        for unit in others:
            if sum(each.strength for each in chosen) < part * total:
                chosen.append(unit)
        for some in (guns, few):
            found[tuple(unit.name for unit in (*chosen, *some))] = None
    return list(found)


def with_duties(scales: Scales, node: int, units: Sequence[str]) -> tuple[str, ...]:
    """The same units and, in the turn in which armies must attack, all others that owe it: the answer of the
    enemy is not the heavier for it."""
    survey = scales.survey
    if turns_to_offensive(survey.position):
        return tuple(units)
    able = combat.able_to_attack(survey.position, survey.side, node)
    more = [unit.name for unit in able if unit.name in scales.owing and unit.name not in units]
    return (*units, *more)


def rough_worth(scales: Scales, node: int, able: Sequence[Unit]) -> tuple[float, tuple[str, ...]] | None:
    """The best selection of units against a hex by expected losses, and what it is worth."""
    survey, level, boldness = scales.survey, scales.level, scales.boldness
    position = survey.position
    fighters = [unit for unit in able if not position.piece(unit).siege]
    fighters.sort(key=lambda unit: (-unit.strength, unit.name))
    total = sum(unit.strength for unit in fighters)
    if not total:
        return None
    defenders = [unit for unit in position.units_at(node) if position.side_of(unit) == survey.enemy]
    price = scales.loss_worth(defenders, survey.hostile_forts[node])
    gain = scales.hex_worth(node) + spoils(survey, node)
    supply_price = scales.price_for(fighters[0])
    best: tuple[float, tuple[str, ...]] | None = None
    for mix in range(level.mixes):
        wanted = total * (level.mixes - mix) / level.mixes
        names: list[str] = []
        strength = 0
        origins = set()
        for unit in fighters:
            if strength and strength + unit.strength > wanted + 1:
                continue
            names.append(unit.name)
            strength += unit.strength
            origins.add(unit.at)
        for paid in (True, False):
            found, _ = expected(survey, node, strength if paid else strength // 2, origins)
            worth = found.defender * price - found.attacker * (1 + STRENGTH_WORTH) / boldness
            worth += scales.eager(node)
            worth += found.taken * gain - paid * strength / 4 * supply_price
            worth += scales.duty_worth * sum(name in scales.owing for name in names)
            if best is None or worth > best[0]:
                best = worth, tuple(names)
    return best


def coups_de_main(survey: Survey, node: int, able: Sequence[Unit]) -> list[tuple[str, ...]]:
    """[WF 3-10] Small attacks on a garrison that is not ready and must leave after any loss."""
    position = survey.position
    unready = any(not unit.mobilized and unit.strength for unit in position.units_at(node))
    if not unready:
        return []
    cavalry = [unit.name for unit in able if position.piece(unit).cavalry]
    infantry = [unit.name for unit in able if position.piece(unit).infantry]
    single = [(name,) for name in infantry[:3]]
    with_cavalry = [(name, rider) for name in infantry[:3] for rider in cavalry[:2]]
    return [*single, *with_cavalry, *((rider,) for rider in cavalry[:2])]


def spoils(survey: Survey, node: int) -> float:
    """What is won besides when surrounded defenders are beaten: all of them surrender [20-8]."""
    position = survey.position
    if survey.hostile_forts[node] or not surrender.is_surrounded(position, node, survey.enemy):
        return 0.0
    worth = 0.0
    for unit in position.units_at(node):
        piece = position.piece(unit)
        if piece.side == survey.enemy and unit.strength:
            counted = bool(morale.counted_nation(position, piece.nation))
            each = (4.0 if piece.cavalry or piece.artillery else 2.0) if counted else 1.0
            worth += unit.strength * (each + STRENGTH_WORTH)
    return worth * SPOILS


def exact(scales: Scales, node: int, units: Sequence[str], *, must_pay: bool = False) -> Choice | None:
    """An attack with its exact odds against the terrain that serves the defender best. ``must_pay`` says that
    it is made for the sake of what it costs in supply points."""
    survey, boldness = scales.survey, scales.boldness
    position = survey.position
    battle = battle_on(position, survey.side, node, units)
    where = position.setting.board.name_of(node)
    defenders = defending_units(position, battle)
    if not defenders:
        return Choice(node, tuple(units), 50.0, f"Attack {where}: nobody there can resist.")
    price = scales.loss_worth(defenders, survey.hostile_forts[node])
    strength = sum(unit.strength for unit in defenders)
    fortress = survey.hostile_forts[node]
    gain = EVICTION_WORTH if fortress else scales.hex_worth(node) + spoils(survey, node)
    if not fortress and gain and not _is_entered(scales, node, units):
        gain = 0.0  # nobody is paid for ground that he would leave empty
    own = max(nerves.own_weight(position, position.piece(position.units[name]).nation) for name in units)
    missed = STRENGTH_WORTH
    if scales.is_static:
        nation = sectors.nation_of(position.piece(position.units[units[0]]))
        boldness *= nerves.daring(position, nation)
        missed *= nerves.missed(position, nation)
    best: Choice | None = None
    bare = msgspec.structs.replace(battle, may_supply=False)
    fed, unfed = forecasts(position, battle)[0], forecasts(position, bare)[0]
    for paid, odds in ((True, fed), (False, unfed)):
        lost, suffered, taken = figures(odds, strength)
        points = odds.attack_strength / 4 if not scales.is_static else _supply_points(position, units)
        # Where headquarters reach only some of them, only these are paid for.
        points *= min(1.0, (fed.attack_strength - unfed.attack_strength) / max(1, unfed.attack_strength))
        worth = min(
            hit * price - cost * (own + missed) / boldness + won * gain
            for hit, cost, won in ((lost, suffered, taken), if_left(odds, strength))
        )
        worth += scales.eager(node) - paid * points * scales.price_for(position.units[units[0]])
        worth += scales.duty_worth * sum(name in scales.owing for name in units)
        if (best is not None and worth <= best.worth) or (must_pay and not paid):
            continue
        leaves = LEAVES * min(1.0, LITTLE_TO_FEAR * taken)
        promise = taken + leaves * max(0.0, if_left(odds, strength)[2] - taken)
        fate = "its garrison is driven out" if fortress else "it falls"
        reason = (
            f"Attack {where} with {odds.attack_strength} points against {strength}: "
            f"{taken:.0%} that {fate}, expected losses {suffered:.1f} against {lost:.1f}."
        )
        despite = ""
        if is_ruinous(suffered, lost) and worth > 0:
            despite = _despite(scales, units[0], where, gain)
        best = Choice(node, tuple(units), worth, reason, despite, promise, bool(gain) and not fortress)
    return best


def _despite(scales: Scales, name: str, where: str, gain: float) -> str:
    """What makes an attack worth losses that would be ruin: ground, or supply points that must be gone."""
    position = scales.survey.position
    unit = position.units[name]
    owed = budget.duty(position, sectors.nation_of(position.piece(unit)))
    if owed is not None and scales.price_for(unit) < 0:
        return f"{owed.points:.0f} supply points must be expended before {owed.month}."
    return f"what is won with {where} is worth {gain:.0f} points."


def _supply_points(position: WesternFrontPosition, units: Sequence[str]) -> float:
    """[19-2] [29-6] What an attack costs in supply points, more or less."""
    points = 0.0
    for name in units:
        unit = position.units[name]
        piece = position.piece(unit)
        if piece.artillery:
            points += unit.strength / (4 if piece.siege else 2)
        elif piece.infantry or piece.tank:
            points += unit.strength / 4
    return points


def _is_entered(scales: Scales, node: int, units: Sequence[str]) -> bool:
    """Whether the attackers would enter a hex if they won it; asked once for a hex and phase."""
    survey = scales.survey
    position = survey.position
    able = [position.units[name] for name in units if advance.can_advance(position, name, node)]
    key = node, len(able)
    if key not in scales.entered:
        careful = scales.level.answer
        why = following.why_not_follow(position, survey, node, able, careful=careful)
        scales.entered[key] = why is None
    return scales.entered[key]


def battle_on(position: WesternFrontPosition, side: str, node: int, units: Sequence[str]) -> Battle:
    unready = tuple(unit.name for unit in position.units_at(node) if not unit.mobilized)
    return Battle(side, node, tuple(units), unready=unready)


def figures(odds: Forecast, strength: int) -> tuple[float, float, float]:
    """Expected losses of defender and attacker, and how likely the hex is won."""
    taken = odds.standing.probability(
        lambda outcome: outcome.hex == FORCED or outcome.defender_loss >= strength
    )
    return float(odds.defender_loss), float(odds.attacker_loss), float(taken)


def if_left(odds: Forecast, strength: int) -> tuple[float, float, float]:
    """The same against a defender who leaves the hex wherever he may."""
    left = odds.leaving
    won = left.probability(lambda outcome: outcome.hex != HELD or outcome.defender_loss >= strength)
    return (
        float(left.mean(lambda outcome: outcome.defender_loss)),
        float(left.mean(lambda outcome: outcome.attacker_loss)),
        float(won),
    )


def bombardment(survey: Survey, node: int, able: Sequence[Unit]) -> Choice | None:
    """Guns alone against a fortress: only artillery in it answers them."""
    position = survey.position
    guns = [unit for unit in able if position.piece(unit).artillery]
    if not guns:
        return None
    answering = sum(
        unit.strength
        for unit in position.units_at(node)
        if position.side_of(unit) == survey.enemy and position.piece(unit).artillery
    )
    strength = sum(unit.strength for unit in guns)
    if strength < 6 or answering * 2 > strength:
        return None
    battle = battle_on(position, survey.side, node, [unit.name for unit in guns])
    battle = msgspec.structs.replace(battle, aim="fortress")
    odds = forecasts(position, battle)[0]
    lost = float(odds.defender_loss)
    if lost < 1 or lost < LEAST_BOMBARDMENT * survey.hostile_forts[node]:
        return None
    where = position.setting.board.name_of(node)
    left = survey.hostile_forts[node]
    answer = f"{answering} points of guns answer" if answering else "nobody can answer"
    reason = (
        f"Bombard the fortress of {where} with {odds.attack_strength} points of guns: it is expected to lose "
        f"{lost:.0f} of its {left}, and {answer}."
    )
    return Choice(node, tuple(unit.name for unit in guns), lost * BOMBARDMENT_WORTH + 20, reason)


def owed_attack(scales: Scales) -> Choice | None:
    """The attack that does least harm of those that a duty demands [WF 3-6]."""
    survey = scales.survey
    position = survey.position
    owed = duties.owed_attack(position, survey.side)
    if owed is None:
        return None
    unit = owed[0]
    best: Choice | None = None
    harm = 0.0
    for node in combat.targets_of(position, unit):
        able = [
            each
            for each in combat.able_to_attack(position, survey.side, node)
            if not position.piece(each).siege
        ]
        names = [each.name for each in able if duties.owes_attack(position, each) or each.name == unit.name]
        for selection in ({each.name for each in able}, set(names), {unit.name}):
            chosen = sorted(selection | {unit.name})
            choice = exact(scales, node, chosen)
            done = sum(duties.owes_attack(position, position.units[name]) for name in chosen)
            if choice is None:
                continue
            # One answer of the enemy for many duties does less harm than one for each.
            worth = choice.worth / done if choice.worth < 0 else choice.worth
            if best is None or worth > harm:
                best, harm = choice, worth
    if best is None:
        return None
    return msgspec.structs.replace(
        best,
        reason=f"The army must attack in this turn. {best.reason}",
        despite="the plan of the campaign demands an attack.",
    )
