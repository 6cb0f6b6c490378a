"""[14.0] The combat segment: attacks one after the other, their results, and siege bombardments."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel import matters, stacks
from hexfront.games.storm_of_steel.air_orders import AirBattle, Bomb, StrikeShips
from hexfront.games.storm_of_steel.orders import (
    Atrocity,
    Attack,
    Bombard,
    Devastate,
    Join,
    ReleaseGas,
    UseTable,
)
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.premises import RESULTS
from hexfront.games.storm_of_steel.rules import (
    advance,
    air_strikes,
    battles,
    bolsheviks,
    casualties,
    columns,
    devastation,
    fog,
    free_corps,
    ground_support,
    headquarters,
    irregulars,
    losses,
    moving,
    partisans,
    poison_gas,
    retreat,
    siege,
)
from hexfront.games.storm_of_steel.rules.battles import Battle
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.luck import Fortune, fortunes
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

_FURTHER = ("DE", "DI")
_DIE = range(1, 7)
owed_losses = battles.owed_losses


def segment(table: Table, position: SteelPosition) -> Procedure:
    """[14.1] The side whose segment it is attacks with some, none or all of its units."""
    while True:
        order = yield Ask(
            position.active,
            "attack",
            "Attack a hex, bombard a fort, or pass to end the combat segment",
            "14.1",
            options=lambda: _orders(position),
            about=matters.Segment(position.step),
            why_not=lambda action: (
                partisans.why_not(position, position.active, action) or _why_not(position, action)
            ),
            station=True,
            always=stacks.has_secrets(position, position.active, facing=True),
        )
        if isinstance(order, Pass):
            devastation.conclude(table, position)
            return None
        if isinstance(order, AirBattle | Bomb | StrikeShips):
            yield from air_strikes.carry_out(table, position, order)
        elif isinstance(order, Bombard):
            siege.bombard(table, position, order)
        elif isinstance(order, Devastate):
            devastation.begin(table, position, order)
        elif isinstance(order, Atrocity):
            yield from partisans.commit(table, order)
        else:
            yield from _attack(table, position, position.setting.board[order.at])


def _orders(position: SteelPosition) -> list[Action]:
    """[14.1] [17.2] The hexes that can be attacked, and the forts that guns can fire at."""
    setting, side = position.setting, position.active
    label, occupant, enemy = setting.board.label, position.occupant, other_side(side)
    found: dict[int, None] = {}
    guns: list[Action] = []
    nodes: dict[int, list[int]] = {}
    done: set[int] = set()  # hexes from which everything can be attacked already
    for name in position.army[side]:
        unit = position.units[name]
        around = nodes.get(unit.at)
        if around is None:
            around = nodes[unit.at] = [
                node for node in setting.ground.around[unit.at] if occupant[node] == enemy
            ]
        if around and siege.can_fire(position, unit):
            guns += [
                Bombard(name, label(node))
                for node in around
                if siege.fort_at(position, node) and free_corps.may_attack(position, unit, node)
            ]
        if not around or unit.at in done or not can_attack(position, unit):
            continue
        left = [node for node in around if node not in found and node not in position.assaulted]
        allowed = [node for node in left if free_corps.may_attack(position, unit, node)]
        found.update(dict.fromkeys(allowed))
        if len(allowed) == len(left):
            done.add(unit.at)
    hunts = [Atrocity(label(node)) for node in sorted(set(partisans.hunted(position)))]
    waste = devastation.options(position)
    strikes = air_strikes.options(position)
    return [*(Attack(label(node)) for node in sorted(found)), *guns, *hunts, *waste, *strikes, PASS]


def can_attack(position: SteelPosition, unit: Unit) -> bool:
    """[2.8-Strength] [12.1] [14.11] [15.2] [15.71] [17.1] [35.27] Whether a unit may attack in this segment:
    headquarters like others, forts never, nor units of a country whose army mutinies."""
    piece = position.setting.pieces[unit.piece]
    if (
        unit.attacked
        or unit.entrenched
        or unit.strategic
        or piece.fort
        or not piece.land
        or not piece.strength
    ):
        return False
    if unit.crossed or piece.country in position.mutinies or bolsheviks.is_idle(position, unit):
        return False
    if position.is_cargo(unit.name):
        return False  # [29.12]
    if not moving.is_on_active_front(position, unit):
        return False
    if unit.overran:
        return headquarters.in_command(position, unit)
    return moving.goes_on(position, unit)


def able(position: SteelPosition, at: int) -> list[Unit]:
    """[14.1] The units that may attack a hex."""
    side = position.active
    return [
        unit
        for node in sorted(position.setting.ground.around[at])
        if position.occupant[node] == side
        for unit in position.troops_at(node)
        if can_attack(position, unit) and free_corps.may_attack(position, unit, at)
    ]


def _attack(table: Table, position: SteelPosition, at: int) -> Procedure:
    """[14.2] [14.21] [23.2] Who attacks, on which table, and what comes of it; an attack that was declared is
    not called off, and both sides see who takes part."""
    label = position.setting.board.label(at)
    fog.expose(table, position, at)
    joined: list[str] = []
    names = [unit.name for unit in able(position, at)]
    while len(joined) < len(names):
        rest = names[names.index(joined[-1]) + 1 :] if joined else names
        if joined:
            rest = [name for name in rest if irregulars.fight_together(position, joined[0], name)]
        if not rest:
            break
        order = yield Ask(
            position.active,
            "join",
            f"Who attacks {label}? Pass when all have joined",
            "14.11",
            [*(Join(name) for name in rest), *([PASS] if joined else [])],
            matters.Battle(label, tuple(joined)),
            lambda action: why_not_join(position, at, joined, action),
        )
        if isinstance(order, Pass):
            break
        joined.append(order.unit)
        position.exposed.add(order.unit)
    battle = battles.battle_of(position, at, [position.units[name] for name in joined])
    chosen = yield Ask(
        position.active,
        "table",
        "Which combat results table?",
        "14.3",
        [UseTable(name) for name in battles.tables(position, battle)],
        matters.Battle(label, tuple(joined)),
        lambda action: _why_not_table(position, battle, action),
    )
    question = poison_gas.declared(position, battle, chosen.table)
    order = (yield question) if question is not None else PASS
    if isinstance(order, ReleaseGas):
        shift = yield from poison_gas.release(table, position, battle, order.country)
        if not position.troops[at]:
            _mark(position, battle)
            yield from advance.after(table, position, at, joined, further=False)
            position.exposed.clear()
            return None
        battle = battles.battle_of(position, at, [position.units[name] for name in joined], shift)
    battle = yield from ground_support.supported(table, position, battle)  # [33.5] after the gas
    yield from resolve(table, position, battle, chosen.table)
    position.exposed.clear()
    return None


def _mark(position: SteelPosition, battle: Battle) -> None:
    """[14.11] [14.12] [43.0] Note who has attacked, and what."""
    position.assaulted.add(battle.at)
    free_corps.note_attack(position, battle.defenders)
    for unit in battle.attackers:
        broke = position.impulse > 1 and not headquarters.in_command(position, unit)
        position.change(unit.name, attacked=True, broke_through=unit.broke_through or broke)
        if broke:
            position.breaking.add(unit.name)


def resolve(table: Table, position: SteelPosition, battle: Battle, chosen: str) -> Procedure:
    """[14.21] Roll, and carry out the result."""
    setting = position.setting
    label = setting.board.label(battle.at)
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    column = columns.column(position, battle, chosen)
    result, luck = table.premise(RESULTS), {}
    if result is None:
        die = table.roll("attack", "14.21", at=label, words=f"attack on {label}")
        cells = setting.printed.land.combat[chosen].cells
        result = cells[die, column]
        brings = {cell: brought(position, battle, cell) for cell in {cells[face, column] for face in _DIE}}
        luck = fortunes(battle.side, (brings[cells[face, column]] for face in _DIE), brings[result])
    _mark(position, battle)
    before = {*position.dead}
    meaning = setting.printed.land.results[result]
    table.tell(
        f"Attack on {label}, {attack} against {defence}, {chosen} at {column}: {result}. {meaning.text}",
        "14.21",
        kind="battle",
        data={"at": label, "result": result, "column": column, "table": chosen, **luck},
    )
    mine = [unit.name for unit in battle.attackers]
    theirs = [unit.name for unit in battle.defenders]
    if meaning.entrenched == "turn mobile":
        for unit in battle.defenders:
            if unit.entrenched:
                position.change(unit.name, entrenched=False)  # [12.4]
    owed = owed_losses(meaning.attacker, meaning.defender, attack, defence)
    worth = {unit.name: battles.strength(position, unit, attacks=False) for unit in battle.defenders}
    yield from casualties.take_losses(table, position, battle.at, worth, owed[1])
    worth = {unit.name: battles.strength(position, unit, attacks=True) for unit in battle.attackers}
    yield from casualties.take_losses(table, position, battle.at, worth, owed[0])
    if meaning.devastates:
        devastation.lay_waste(table, position, battle.at, "34.21")
    if meaning.retreat == "defender":
        stays = {unit.name for unit in position.troops_at(battle.at) if retreat.stands_fast(position, unit)}
        yield from retreat.fall_back(table, position, [name for name in theirs if name not in stays])
    elif meaning.retreat == "attacker":
        going = [
            name
            for name in mine
            if name in position.units and not retreat.is_covered(position, position.units[name])
        ]
        yield from retreat.fall_back(table, position, going)
    if partisans.among(position, battle.attackers) or partisans.among(position, battle.defenders):
        losses.write_off(position, position.dead.keys() - before)
    yield from advance.after(table, position, battle.at, mine, further=result in _FURTHER)
    return None


def brought(position: SteelPosition, battle: Battle, result: str) -> Fortune:
    """[14.21] [12.4] [17.1] What a result brings the attacker: the strength that both sides lose at least,
    since they lose whole units, and whether all who defend die or must leave."""
    meaning = position.setting.printed.land.results[result]
    attack = battles.attack_strength(position, battle)
    defence = battles.defence_strength(position, battle)
    mine, theirs = owed_losses(meaning.attacker, meaning.defender, attack, defence)
    turned = meaning.entrenched == "turn mobile"
    stands = any(position.piece(unit).fort or (unit.entrenched and not turned) for unit in battle.defenders)
    lost, nobody = casualties.least_lost(position, battle.defenders, theirs, attacks=False)
    spent, _ = casualties.least_lost(position, battle.attackers, mine, attacks=True)
    gone = nobody or meaning.defender == "all" or (meaning.retreat == "defender" and not stands)
    return Fortune(lost, spent, float(gone))


def _why_not(position: SteelPosition, action: Action) -> Refusal | None:
    """Words for an attack that is not possible."""
    board = position.setting.board
    if isinstance(action, AirBattle | Bomb | StrikeShips):
        return air_strikes.why_not(position, action)
    if not isinstance(action, Attack | Bombard | Devastate) or action.at not in board:
        return None
    node = board[action.at]
    if isinstance(action, Devastate):
        return devastation.why_not(position, action)
    if isinstance(action, Bombard):
        return siege.why_not(position, position.active, action) or why_not_attack(
            position, position.units[action.unit]
        )
    if not battles.enemy_at(position, node, position.active):
        if (hidden := partisans.why_not_attack(position, node)) is not None:
            return hidden
        return Refusal("14.1", f"there is no enemy in {action.at}")
    if node in position.assaulted:
        return Refusal("14.12", f"{action.at} has been attacked in this segment")
    if any(
        unit.name in position.free_corps and can_attack(position, unit) for unit in _beside(position, node)
    ):
        return Refusal("35.32", f"Free Corps attack their former enemies in {action.at} only if attacked")
    beside = _beside(position, node)
    if not beside:
        return Refusal("14.1", f"none of your units stands next to {action.at}")
    return why_not_attack(position, beside[0])


def why_not_attack(position: SteelPosition, unit: Unit) -> Refusal:
    """[14.1] Words for a unit that may not attack in this segment."""
    piece = position.piece(unit)
    name = piece.name
    reasons = (
        (piece.fort, "17.1", "is a fort"),
        (not piece.strength, "14.1", "has no strength"),
        (unit.entrenched, "12.1", "is entrenched"),
        (unit.attacked, "14.11", "has attacked in this segment"),
        (unit.strategic, "11.64", "has made a strategic move in this impulse"),
        (piece.country in position.mutinies, "6.22", "mutinies"),
        (bolsheviks.is_idle(position, unit), "35.11", "is controlled by nobody this turn"),
        (unit.crossed, "4.71", "came from another front and does nothing more in this turn"),
        (not moving.is_on_active_front(position, unit), "8.4", "has no impulse on its front"),
        (unit.overran, "11.7", "made a mobile assault and is not in command"),
    )
    for applies, rule, words in reasons:
        if applies:
            return Refusal(rule, f"{name} {words}")
    return moving.why_not_on(position, unit)


def why_not_join(position: SteelPosition, at: int, joined: Sequence[str], action: Action) -> Refusal | None:
    """[14.1] Words for a unit that cannot join an attack."""
    if not isinstance(action, Join):
        return None
    unit, label = position.units.get(action.unit), position.setting.board.label(at)
    if unit is None or position.side_of(unit) != position.active:
        return Refusal("14.1", f"{action.unit} is no unit of yours")
    if unit.at not in position.setting.ground.around[at]:
        return Refusal("14.1", f"{position.piece(unit).name} is not next to {label}")
    if action.unit in joined:
        return Refusal("14.11", f"{position.piece(unit).name} takes part already")
    if not can_attack(position, unit):
        return why_not_attack(position, unit)
    if joined and not irregulars.fight_together(position, joined[0], action.unit):
        return Refusal("35.11", f"{position.piece(unit).name} does not fight together with the others")
    return Refusal("14.1", f"those who attack are named in order: {action.unit} comes before {joined[-1]}")


def _beside(position: SteelPosition, node: int) -> list[Unit]:
    """The units of the side whose segment it is next to a hex."""
    return [
        unit
        for other in position.setting.ground.around[node]
        for unit in position.troops_at(other)
        if position.side_of(unit) == position.active
    ]


def why_not_table(position: SteelPosition, battle: Battle, table: str) -> Refusal | None:
    """[14.3] [17.1] Why an attack may not be made on a table; None if it may."""
    allowed = battles.tables(position, battle)
    if table in allowed:
        return None
    if table == battles.INFILTRATION and allowed != [battles.ASSAULT]:
        return Refusal("14.3", "infiltration needs a shock or tank unit in the attack")
    if table == battles.INFILTRATION and any(position.piece(unit).fort for unit in battle.defenders):
        return Refusal("17.1", "forts are attacked by assault and never by infiltration")
    return Refusal("14.3", "forts, industrial cities and naval bases are attacked by assault")


def _why_not_table(position: SteelPosition, battle: Battle, action: Action) -> Refusal | None:
    """[14.3] [33.2] Words for a table that may not be used, and for gas before a table is chosen."""
    if isinstance(action, ReleaseGas):
        why = poison_gas.why_not(position, battle, action.country)
        return why or Refusal("33.2", "gas is declared after the table")
    if not isinstance(action, UseTable) or action.table not in position.setting.printed.land.combat:
        return None
    return why_not_table(position, battle, action.table)
