"""Chapter 13: how a combat is resolved, step by step in the order of decision WF-R032."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from hexfront.games.western_front import premises, secrecy
from hexfront.games.western_front.matters import Battle, ChoosingTerrain, Standing, Supplying
from hexfront.games.western_front.orders import Abandon, ChooseTerrain, Stand, Withdraw
from hexfront.games.western_front.position import Unit, WesternFrontPosition, names_of
from hexfront.games.western_front.rules import (
    advance,
    artillery,
    assault,
    assault_training,
    fortresses,
    gas,
    losses,
    morale,
    occupation,
    outcomes,
    prospects,
    retreat,
    strengths,
    supply,
    surrender,
    tanks,
    wording,
)
from hexfront.games.western_front.rules.battle import (
    URBAN,
    answering_units,
    attacking_units,
    defending_units,
    is_artillery_only,
    terrain_choices,
    units_in,
)
from hexfront.games.western_front.rules.expenditure import Bill, bill_of
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.vocabulary import FORTRESS_AND_GUNS
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.luck import Fortune, fortunes
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

Result = TypeVar("Result")
Steps = Generator[Ask | Together, Any, Result]


def fight(table: Table, position: WesternFrontPosition, battle: Battle) -> Procedure:
    """[12-1] [13-1] [16-8] One combat from its declaration to the advance.

    Column attacks, the forced ones of 14-9 included, are fought the same way.
    """
    battle = open_battle(table, position, battle)
    before = {unit.name: unit.strength for unit in attacking_units(position, battle)}
    emptied = yield from retreat.evade(table, position, battle)
    if emptied or not units_in(position, battle):
        yield from _follow(table, position, battle, before, battle.hexes)
        return None
    if _is_helpless(position, battle):
        _sweep_up(table, position, battle)
        _mark_attackers(position, battle)
        yield from _follow(table, position, battle, before, ())
        return None
    battle = yield from gas.place(table, position, battle)
    battle = yield from choose_terrain(table, position, battle)
    own, opposing = Lines(position, battle.side), Lines(position, battle.enemy)
    battle = yield from supply_attack(table, position, battle, own)
    _mark_attackers(position, battle)
    if not attacking_units(position, battle):
        table.tell("Nobody is left to attack", "13-2", kind="combat")
        return None
    battle = gas.take_effect(table, position, battle)
    if gas.stops_attack(position, battle):
        yield from gas.drift_back(table, position, battle)
        return None
    late = position.setting.option("counterattack-supply-after-attack")
    if not late:
        battle = yield from supply_counterattack(table, position, battle)
    loss = attack(table, position, battle, own)
    if late:
        battle = yield from supply_counterattack(table, position, battle)
    withdrawing = yield from declare_retreat(table, position, battle, loss)
    answer, *duel = [
        counterattack(table, position, battle, withdrawing, lines=opposing, units=units)
        for units in outcomes.answers(position, battle)
    ]
    yield from lose_attackers(table, position, battle, answer, own)
    yield from lose_tanks(table, position, battle, sum(duel))
    yield from lose_defenders(table, position, battle, loss, withdrawing)
    for node, forced in withdrawing.items():
        leaving = [unit.name for unit in units_in(position, battle) if unit.at == node]
        yield from retreat.retreat(
            table, position, node=node, names=leaving, plan=battle.counterattack_plan, forced=forced
        )
        tanks.break_down(table, position, leaving)
    position.setting.campaign.after_combat(position)
    yield from _follow(table, position, battle, before, withdrawing)
    return None


# The beginning


def open_battle(table: Table, position: WesternFrontPosition, battle: Battle) -> Battle:
    """[12-7] [7-11] [33-3] [WF 6] What the declaration of an attack does at once.

    Units in the attacked hex complete their mobilization (decision WF-R144) and leave their trains.
    """
    defenders = units_in(position, battle)
    battle = msgspec.structs.replace(
        battle,
        unready=tuple(unit.name for unit in defenders if not unit.mobilized),
        on_trains=tuple(unit.name for unit in defenders if unit.entrained),
    )
    where = ", ".join(position.setting.board.name_of(node) for node in battle.hexes)
    kind = "column attack" if battle.column else "attack"
    who = ", ".join(position.piece(unit).label for unit in attacking_units(position, battle))
    table.tell(
        f"{kind.capitalize()} on {where}: {who}",
        "16-1" if battle.column else "12-1",
        kind="combat",
        data={"hex": [position.setting.board.label(node) for node in battle.hexes]},
    )
    for node in battle.hexes:
        if not battle.column:
            position.fought_over.add(node)
        position.setting.campaign.attacked(table, position, node)
        for name in assault_training.attacked(table, position, node):
            position.change(name, retreated=True)
    for unit in units_in(position, battle):
        position.change(unit.name, fought=True, entrained=False, mobilized=True)
    assault.declared(table, position, battle)
    return battle


def _mark_attackers(position: WesternFrontPosition, battle: Battle) -> None:
    """[12-9] [16-5] [23-2] Remember who has attacked."""
    mark = "column_attacked" if battle.column else "attacked"
    for unit in attacking_units(position, battle):
        position.change(unit.name, **{mark: True, "fought": True})


def _is_helpless(position: WesternFrontPosition, battle: Battle) -> bool:
    """[18-11] [24-1] [29-13] Whether nobody in the hex can resist, so that there is no combat.

    Units that retreated into it are driven on by a combat [14-15]; so are engineers and replacements by
    artillery, which does not enter the hex.
    """
    units = units_in(position, battle)
    if defending_units(position, battle):
        return False
    if all(position.piece(unit).supply for unit in units):
        return True
    fugitives = any(unit.retreated and position.piece(unit).ground_combat for unit in units)
    return not fugitives and not is_artillery_only(position, battle)


def _sweep_up(table: Table, position: WesternFrontPosition, battle: Battle) -> None:
    """[18-11] [24-1] [29-13] Units without strength that are attacked alone are lost (WF-R045, WF-R120)."""
    for unit in units_in(position, battle):
        position.remove(unit.name)
        losses.discard(position, unit, rebuildable=True)
        where = position.setting.board.label(unit.at)
        table.tell(
            f"{wording.does(position.piece(unit), 'is')} lost in {where}", "29-13", "18-11", kind="loss"
        )
        morale.unit_lost(table, position, unit, unit.strength, surrendered=False)


# Terrain


def choose_terrain(table: Table, position: WesternFrontPosition, battle: Battle) -> Steps[Battle]:
    """[13-3] [21-4] The defender names the terrain, and may give up a fortress to use urban terrain."""
    while True:
        answer = yield _ask_terrain(position, battle)
        if isinstance(answer, ChooseTerrain):
            table.tell(f"The defender uses {answer.terrain} terrain", "13-3", kind="combat")
            return battle.on(answer.terrain)
        fortresses.abandon(table, position, answer.fortress)


def _ask_terrain(position: WesternFrontPosition, battle: Battle) -> Ask:
    choices = terrain_choices(position, battle)
    where = position.setting.board.label(battle.node)
    return Ask(
        battle.enemy,
        "terrain",
        f"Which terrain influences the combat in {where}?",
        "13-3",
        options=lambda: [
            *(ChooseTerrain(terrain) for terrain in choices),
            *fortress_to_give_up(position, battle),
        ],
        why_not=lambda action: _why_not_terrain(position, battle, action),
        default=lambda: ChooseTerrain(
            prospects.best_terrain(secrecy.redacted(position, battle.enemy), battle, choices)
        ),
        about=ChoosingTerrain(battle),
    )


def fortress_to_give_up(position: WesternFrontPosition, battle: Battle) -> list[Action]:
    """[21-4] [21-8] A fortress in the way of urban terrain may be given up (decision WF-R082)."""
    fortress = position.fortress_at(battle.node)
    if fortress is None or URBAN not in terrain_choices(position, battle, without_fortress=True):
        return []
    return [Abandon(fortress.name)] if fortresses.may_abandon_under_attack(position, battle.node) else []


def _why_not_terrain(position: WesternFrontPosition, battle: Battle, action: Action) -> Refusal | None:
    if not isinstance(action, ChooseTerrain):
        return None
    if action.terrain == URBAN:
        rules = "21-4" if position.fortress_at(battle.node) else "13-4"
        return Refusal(rules, "urban terrain cannot be used here")
    return Refusal("13-3", f"no hexside attacked through, or next to one, has {action.terrain} terrain")


# Supply


def supply_attack(
    table: Table, position: WesternFrontPosition, battle: Battle, lines: Lines
) -> Steps[Battle]:
    """[13-7] [20-3] [26-6] [29-4] The attacker expends supply; who cannot attack without it stays out."""
    names = names_of(attacking_units(position, battle))
    plan: Mapping[str, str] = dict.fromkeys(names, "")
    if battle.may_supply:
        counted = artillery.counted(position, battle)
        plan = yield from supply.plan_supply(
            table, position, battle, names=names, attack=True, counted=counted
        )
    staying = []
    for name in names:
        reason = outcomes.stays_out(position, battle, plan, position.units[name])
        if reason is None:
            staying.append(name)
        else:
            table.tell(*reason, kind="combat")
    battle = msgspec.structs.replace(battle, attackers=tuple(staying), attack_plan=dict(plan))
    if breaking_out := names_of(outcomes.breaking_out(position, battle, lines)):
        yield from surrender.break_out(table, position, breaking_out)
    return battle


def supply_bill(position: WesternFrontPosition, about: Supplying, plan: Mapping[str, str]) -> Bill:
    """[19-2] [29-15] What a plan costs the headquarters of the side that is asked for one."""
    counted = artillery.counted(position, about.battle) if about.attack else None
    return bill_of(position, plan, attack=about.attack, counted=counted)


def supply_counterattack(table: Table, position: WesternFrontPosition, battle: Battle) -> Steps[Battle]:
    """[12-12] [13-14] [19-12] The defender expends supply for the units that will answer."""
    names = [
        unit.name
        for unit in answering_units(position, battle)
        if position.piece(unit).ground_combat and not position.piece(unit).always_supplied
    ]
    plan: Mapping[str, str] = {}
    if names:
        plan = yield from supply.plan_supply(table, position, battle, names=names, attack=False)
    return msgspec.structs.replace(battle, counterattack_plan=dict(plan))


# Dice


def attack(table: Table, position: WesternFrontPosition, battle: Battle, lines: Lines) -> int:
    """[13-8] [13-9] [13-13] Roll the attack: the strength points the defender must lose."""
    strength = strengths.attack_strength(position, battle, battle.attack_plan, battle.terrain, lines=lines)
    modifier = strengths.attack_modifier(position, battle, battle.terrain)
    where = position.setting.board.label(battle.node)
    what = (premises.ATTACK, where, f"attack on {where}")
    order = losses.BOMBARDED if battle.aim == FORTRESS_AND_GUNS else losses.DEFENDER
    have = losses.capacity(position, names_of(defending_units(position, battle)), order)
    can_leave = battle.aim != FORTRESS_AND_GUNS and outcomes.can_retreat(position, battle, battle.node)

    def brings(loss: int) -> Fortune:
        forced = can_leave and outcomes.must_retreat(position, battle, loss)
        return Fortune(theirs=min(loss, have), ground=float(forced))

    return _roll(
        table, position, what, strength=strength, modifier=modifier, rule="13-9", luck=(battle.side, brings)
    )


def counterattack(
    table: Table,
    position: WesternFrontPosition,
    battle: Battle,
    withdrawing: Collection[int],
    *,
    lines: Lines,
    units: Sequence[Unit],
) -> int:
    """[13-14] [13-15] [13-17] Roll the counterattack: the strength points the attacker must lose."""
    plan = battle.counterattack_plan
    strength = strengths.counterattack_strength(position, battle, plan, withdrawing, lines=lines, units=units)
    modifier = strengths.counterattack_modifier(position, battle, battle.terrain)
    where = position.setting.board.label(battle.node)
    what = (premises.COUNTERATTACK, where, f"counterattack from {where}")
    have = losses.capacity(position, names_of(attacking_units(position, battle)), losses.ATTACKER)

    def brings(loss: int) -> Fortune:
        return Fortune(theirs=min(loss, have))

    return _roll(
        table, position, what, strength=strength, modifier=modifier, rule="13-15", luck=(battle.enemy, brings)
    )


def _roll(
    table: Table,
    position: WesternFrontPosition,
    what: tuple[str, str, str],
    *,
    strength: int,
    modifier: int,
    rule: str,
    luck: tuple[str, Callable[[int], Fortune]],
) -> int:
    """[13-12] [13-13] [13-16] A die on the table; nothing is rolled for less than one strength point."""
    if strength < 1:
        return 0
    purpose, where, words = what
    told = table.premise(purpose)
    if told is not None:
        table.tell(
            f"{words.capitalize()} with {strength}: {told} to lose, as the referee says",
            rule,
            "13-13",
            kind="combat",
            data={"strength": strength, "modifier": modifier, "loss": int(told)},
        )
        return int(told)
    die = table.roll(purpose, rule, at=where, words=words)
    losing = [strengths.result(position, strength, face + modifier) for face in prospects.FACES]
    loss = losing[die - 1]
    side, brings = luck
    table.tell(
        f"{words.capitalize()} with {strength}: die {die}{modifier:+d}, {loss} to lose",
        rule,
        "13-13",
        kind="combat",
        data={
            "hex": where,
            "strength": strength,
            "die": die,
            "modifier": modifier,
            "loss": loss,
            **fortunes(side, map(brings, losing), brings(loss)),
        },
    )
    return loss


# Retreat declared


def declare_retreat(
    table: Table, position: WesternFrontPosition, battle: Battle, loss: int
) -> Steps[dict[int, bool]]:
    """[14-2] [14-4] The hexes the defenders will leave, and whether they must."""
    leaving: dict[int, bool] = {}
    if battle.aim == FORTRESS_AND_GUNS:
        return leaving
    for node in battle.hexes:
        here = msgspec.structs.replace(battle, node=node)
        if not outcomes.can_retreat(position, here, node):
            continue
        forced = outcomes.must_retreat(position, here, loss)
        answer: Action = Withdraw()
        if not forced and position.has_combat_unit(node, battle.enemy):
            answer = yield _ask_retreat(position, here, loss)
        elif not forced:
            answer = Stand()
        if isinstance(answer, Withdraw):
            leaving[node] = forced
            why = "must" if forced else "will"
            where = position.setting.board.label(node)
            table.tell(
                f"The units in {where} {why} retreat",
                *outcomes.retreat_rules(position, here, loss, forced),
                kind="combat",
            )
    return leaving


def _ask_retreat(position: WesternFrontPosition, battle: Battle, loss: int) -> Ask:
    where = position.setting.board.label(battle.node)
    return Ask(
        battle.enemy,
        "stand",
        f"{loss} strength points are to be lost: hold {where}, or retreat?",
        "14-2",
        options=lambda: [Stand(), Withdraw()],
        default=lambda: Withdraw() if prospects.better_leave(position, battle, loss) else Stand(),
        about=Standing(battle.known_to(battle.enemy), loss),
    )


# Losses


def lose_attackers(
    table: Table, position: WesternFrontPosition, battle: Battle, points: int, lines: Lines | None = None
) -> Procedure:
    """[13-18] [13-20] [14-9] [20-4] [20-5] [WF 10-11] The attackers' losses, taken first."""
    units = attacking_units(position, battle)
    if not points:
        return None
    surrounded = outcomes.surrounded_of(position, units, lines or Lines(position, battle.side))
    losing = surrounded or units
    more = outcomes.tank_losses(position, units, points)
    yield from losses.take(
        table,
        position,
        side=battle.side,
        names=names_of(losing),
        points=points,
        attacking=True,
        surrendered=battle.forced or bool(surrounded),
    )
    yield from lose_tanks(table, position, battle, more)
    return None


def lose_tanks(table: Table, position: WesternFrontPosition, battle: Battle, points: int) -> Procedure:
    """[WF 10-11] [WF 10-14] Losses that fall on attacking tanks alone."""
    tanks = [unit.name for unit in attacking_units(position, battle) if position.piece(unit).tank]
    if tanks and points:
        yield from losses.take(table, position, side=battle.side, names=tanks, points=points, attacking=True)
    return None


def lose_defenders(
    table: Table, position: WesternFrontPosition, battle: Battle, points: int, withdrawing: Collection[int]
) -> Procedure:
    """[13-13] [14-3] [20-4] [21-5] [29-7] The defenders' losses."""
    units = defending_units(position, battle)
    retreating = bool(withdrawing)
    order: Sequence[str] = losses.RETREATING if retreating else losses.DEFENDER
    if battle.aim == FORTRESS_AND_GUNS:
        order = losses.BOMBARDED
    if retreating:
        points = outcomes.reduced_loss(position, battle, points, withdrawing)
    prisoners = (
        names_of(outcomes.surrounded_of(position, units, Lines(position, battle.enemy))) if points else []
    )
    yield from losses.take(
        table,
        position,
        side=battle.enemy,
        names=names_of(units),
        points=points,
        attacking=False,
        surrendered=prisoners,
        order=order,
    )
    return None


# The end


def _follow(
    table: Table,
    position: WesternFrontPosition,
    battle: Battle,
    before: Mapping[str, int],
    left: Collection[int],
) -> Procedure:
    """[15-1] [30-3] Attackers may advance into a hex that nobody holds any more (decision WF-R056).

    ``left`` are the hexes that their defenders left alive.
    """
    for node in battle.hexes:
        if not occupation.is_passable(position, node, battle.side):
            continue
        names = [unit.name for unit in attacking_units(position, battle) if unit.at not in battle.hexes]
        yield from advance.advance(
            table, position, names=names, before=before, node=node, retreated=node in left
        )
    return None
