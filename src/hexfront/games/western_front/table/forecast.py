"""An attack before it is made, as odds and as figures one can plot: every answer of the defender, every pair
of dice.

An order is turned into the battle it would begin, which `prospects` reckons. The attacker does not know the
defender's supply points [17-5], so the defender is reckoned to have enough. Cavalry that may leave before the
combat [30-2] and the price of breaking out without supply [20-3] are taken into account; what is left out is
said in the notes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from hexfront.games.western_front import secrecy
from hexfront.games.western_front.matters import Battle, InHand, Joining, ReleasingGas
from hexfront.games.western_front.orders import Assault, Attack, ColumnAttack, ReleaseGas
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.combat_results import DICE, FIRST_YEARS, STRENGTHS
from hexfront.games.western_front.rules import (
    artillery,
    column_attack,
    combat,
    expenditure,
    gas,
    outcomes,
    prospects,
    retreat_hexes,
    strengths,
    tanks,
    trenches,
)
from hexfront.games.western_front.rules.battle import (
    attacking_units,
    defending_units,
    is_artillery_only,
)
from hexfront.games.western_front.rules.lines import Lines
from hexfront.games.western_front.rules.prospects import HELD, WITHDRAWN, Outcome
from hexfront.games.western_front.table.names import called, listed, name_of, place
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast, Lookup, Prospect
from hexfront.shared.forecasts import certain, prospect
from hexfront.shared.words import counted

ATTACKER, DEFENDER, RETREAT = "attacker losses", "defender losses", "retreat"
MEASURES = (ATTACKER, DEFENDER, RETREAT)
LOSSES = (ATTACKER, DEFENDER)
GOAL = RETREAT
_FATES = {HELD: "the hex is held", WITHDRAWN: "they retreat", prospects.FORCED: "they are forced back"}


def attack_odds(game: Game, action: Action) -> Distribution[str]:
    """How an attack may end, if the defender takes his best terrain and holds where he may.

    The action is an attack on a hex (with every unit that can join), an attack with named units, a column
    attack of the group in hand, or the pass that closes the joining of either. No die is thrown. The
    attacker does not know the defender's supply points [17-5], so the defender is reckoned to have enough.
    """
    position = game.position
    assert isinstance(position, WesternFrontPosition)
    battle = battle_of(position, game.decision, action)
    if not defending_units(position, battle):
        return Distribution.certain("nobody can resist")
    known = secrecy.redacted(position, battle.side)
    return prospects.forecasts(known, battle)[0].standing.map(Outcome.text)


def forecast(game: Game, action: Action) -> Forecast:
    """How an attack may end: for each terrain the defender may choose, if he holds and if he retreats."""
    position = game.position
    assert isinstance(position, WesternFrontPosition)
    battle = battle_of(position, game.decision, action)
    known = secrecy.redacted(position, battle.side)
    kind = "Column attack" if battle.column else "Attack"
    where = place(position, battle.node)
    subject = f"{kind} on {where}: {listed(position, attacking_units(position, battle))}"
    rules = ("16-8", "13-1") if battle.column else ("13-1",)
    if not defending_units(known, battle):
        unopposed = _given_up("Nobody can resist", "nobody can resist")
        return Forecast(subject, (unopposed,), MEASURES, (), rules, LOSSES, goal=GOAL)
    joined = battle.attackers
    ready = prospects.settled(known, battle)
    battle = ready.battle
    out = [name for name in joined if name not in battle.attackers]
    cost = _cost(known, battle)
    if not battle.attackers:
        unable = f"{', '.join(name_of(position, name) for name in out)} cannot attack without supply"
        nobody = certain("Nobody attacks", unable, MEASURES)
        return Forecast(subject, (nobody,), MEASURES, (), rules, LOSSES, goal=GOAL)
    notes = _notes(ready, out)
    found = _by_terrain(ready, notes)
    if gas.why_not(known, battle) is None and not isinstance(game.decision.about, ReleasingGas):
        found += _with_gas(ready, notes)
    riders = _riders(known, battle)
    if riders:
        leaving = _without_riders(ready, riders, notes)
        backed = any(known.piece(unit).infantry for unit in defending_units(known, battle))
        found = [*found, *leaving] if backed else [*leaving, *found]
    return Forecast(subject, tuple(found), MEASURES, cost, rules, LOSSES, goal=GOAL)


def _given_up(name: str, text: str) -> Prospect:
    """The enemy is gone without a fight."""
    return prospect(name, [Ending(text, 1.0, {ATTACKER: 0.0, DEFENDER: 0.0, RETREAT: 1.0})])


def _cost(position: WesternFrontPosition, battle: Battle) -> tuple[str, ...]:
    """[19-2] What the attack costs each headquarters, as its owner would be advised to pay."""
    owed = expenditure.cost(
        position, battle.attack_plan, attack=True, counted=artillery.counted(position, battle)
    )
    return tuple(
        f"{name_of(position, name)}: {counted(points, 'supply point')}" for name, points in owed.items()
    )


# What comes before the dice


def _riders(position: WesternFrontPosition, battle: Battle) -> list[str]:
    """[30-2] Cavalry in the attacked hex that could leave before the combat."""
    attackers = attacking_units(position, battle)
    if any(position.piece(unit).cavalry for unit in attackers):
        return []
    riders = [
        unit
        for unit in position.units_at(battle.node)
        if (piece := position.piece(unit)).cavalry and piece.side == battle.enemy
    ]
    if not riders:
        return []
    ground = retreat_hexes.Ground(position, battle.node, battle.enemy)
    found = []
    for unit in riders:
        rank = retreat_hexes.open_rank(position, unit, retreat_hexes.ranks(ground, unit))
        if rank is not None and rank.case != retreat_hexes.ALONE and not rank.difficult:
            found.append(unit.name)
    return found


def _without_riders(ready: prospects.Settled, riders: Sequence[str], notes: Sequence[str]) -> list[Prospect]:
    """[30-2] [30-3] The same attack when the cavalry has left."""
    position, battle = ready.position, ready.battle
    twin = position.copy()
    for name in riders:
        twin.remove(name)
    who = ", ".join(name_of(position, name) for name in riders)
    if not defending_units(twin, battle):
        text = f"{who} leaves before the combat; the attackers may advance"
        return [_given_up("Cavalry leaves before the combat", text)]
    found = _by_terrain(msgspec.structs.replace(ready, position=twin), notes, best_only=True)
    return [msgspec.structs.replace(each, name=f"Cavalry leaves, then {each.name}") for each in found]


def _with_gas(ready: prospects.Settled, notes: Sequence[str]) -> list[Prospect]:
    """[WF 9-4] The same attack with gas, whose two dice are part of it."""
    gassed = msgspec.structs.replace(ready, battle=msgspec.structs.replace(ready.battle, gas=True))
    found = _by_terrain(gassed, notes, best_only=True)
    return [msgspec.structs.replace(each, name=f"With gas: {each.name}") for each in found]


# The dice


def _by_terrain(ready: prospects.Settled, notes: Sequence[str], *, best_only: bool = False) -> list[Prospect]:
    """[13-3] Two prospects for each terrain, the best for the defender first: he holds, or he retreats."""
    choices = prospects.forecasts_of(ready)
    explained = _Ledgers(ready.position, ready.battle)
    found = []
    for each in choices[:1] if best_only else choices:
        can_leave = any(outcome.hex != HELD for outcome, _ in each.leaving.items())
        name = f"{each.terrain}, the defender holds" if can_leave else each.terrain
        found.append(_prospect(name, each.standing, notes, explained, each.terrain))
        if can_leave:
            name = f"{each.terrain}, the defender retreats"
            found.append(_prospect(name, each.leaving, notes, explained, each.terrain, leaving=True))
    return found


def _prospect(
    name: str,
    distribution: Distribution[Outcome],
    notes: Sequence[str],
    explained: _Ledgers,
    terrain: str,
    *,
    leaving: bool = False,
) -> Prospect:
    endings = [
        Ending(
            f"defender loses {outcome.defender_loss}, attacker {outcome.attacker_loss}: "
            f"{_FATES[outcome.hex]}",
            float(probability),
            {
                ATTACKER: float(outcome.attacker_loss),
                DEFENDER: float(outcome.defender_loss),
                RETREAT: float(outcome.hex != HELD),
            },
        )
        for outcome, probability in distribution.items()
    ]
    ledgers = explained.on(terrain, leaving=leaving)
    return prospect(name, endings, notes, ledgers, _lookups(explained.position, ledgers))


def _lookups(position: WesternFrontPosition, ledgers: Sequence[dict[str, Any]]) -> tuple[Lookup, ...]:
    """[13-13] [13-16] [13-19] Where both dice are looked up in the combat results table of the year."""
    first = max(year for year in FIRST_YEARS if year <= position.date.year)
    attack, added, counterattack, added_to_it = (int(each["total"]) for each in ledgers)
    found = []
    for strength, modifier in ((attack, added), (counterattack, added_to_it)):
        whole, rest = divmod(max(strength, 0), STRENGTHS[-1])
        columns = [str(STRENGTHS[-1])] * (whole > 0) + [str(rest)] * (rest > 0)
        rows = {min(max(die + modifier, DICE[0]), DICE[-1]) for die in range(1, 7)}
        found.append(
            Lookup(f"combat_results_{first}", tuple(columns), tuple(str(row) for row in sorted(rows)))
        )
    return tuple(found)


class _Ledgers:
    """Both strengths and what is added to both dice, each worked out once for all prospects it is in."""

    def __init__(self, position: WesternFrontPosition, battle: Battle) -> None:
        self.position = position
        self.battle = battle
        self._known: dict[tuple[str, object], dict[str, Any]] = {}
        self._before_terrain = Ledger("Attack")
        self._total = strengths.attack_total(
            position,
            battle,
            battle.attack_plan,
            self._before_terrain.note,
            lines=Lines(position, battle.side),
        )
        self._opposing = Lines(position, battle.enemy)

    def on(self, terrain: str, *, leaving: bool = False) -> tuple[dict[str, Any], ...]:
        return (
            self._once("attack", terrain, self._attack),
            self._once("attack die", terrain, self._attack_die),
            self._once("counterattack", leaving, self._counterattack),
            self._once("counterattack die", terrain, self._counterattack_die),
        )

    def _once(self, what: str, of: Any, made: Callable[[Any], Ledger]) -> dict[str, Any]:
        if (what, of) not in self._known:
            self._known[what, of] = made(of).as_data()
        return self._known[what, of]

    def _attack(self, terrain: str) -> Ledger:
        ledger = Ledger("Attack")
        ledger.terms = self._before_terrain.terms[:]
        battle = self.battle.on(terrain)
        return ledger.close(strengths.attack_column(self.position, battle, self._total, terrain, ledger.note))

    def _attack_die(self, terrain: str) -> Ledger:
        ledger = Ledger("Added to the attack die")
        battle = self.battle.on(terrain)
        return ledger.close(strengths.attack_modifier(self.position, battle, terrain, ledger.note))

    def _counterattack(self, leaving: bool) -> Ledger:
        ledger = Ledger("Counterattack")
        left = self.battle.hexes if leaving else ()
        plan = self.battle.counterattack_plan
        return ledger.close(
            strengths.counterattack_strength(
                self.position, self.battle, plan, left, ledger.note, lines=self._opposing
            )
        )

    def _counterattack_die(self, terrain: str) -> Ledger:
        ledger = Ledger("Added to the counterattack die")
        battle = self.battle.on(terrain)
        return ledger.close(strengths.counterattack_modifier(self.position, battle, terrain, ledger.note))


# What is not reckoned, or worth knowing


def _notes(ready: prospects.Settled, out: Sequence[str]) -> tuple[str, ...]:
    position, battle = ready.position, ready.battle
    notes = ["The defender is taken to have all the supply points he needs [17-5]"]
    if out:
        who = ", ".join(name_of(position, name) for name in out)
        notes.append(f"Without supply these take no part: {who} [29-4]")
    unsupplied = [
        called(position.piece(unit))
        for unit in attacking_units(position, battle)
        if not battle.attack_plan.get(unit.name) and expenditure.rate(position, unit, attack=True) is not None
    ]
    if unsupplied:
        notes.append(f"Not supplied: {', '.join(unsupplied)} [19-11]")
    if ready.paid:
        points = counted(ready.paid, "strength point")
        notes.append(f"Breaking out without supply costs {points} at once [20-3]")
    if is_artillery_only(position, battle):
        notes.append(
            "Artillery alone may fire at fortress and artillery only; reckoned is fire at all [29-7]"
        )
    notes += _trench_notes(position, battle)
    guns = [unit for unit in position.units_at(battle.node) if position.piece(unit).artillery]
    if guns and outcomes.can_retreat(position, battle, battle.node):
        notes.append("Artillery left behind in a retreat is lost besides [29-13]")
    return tuple(notes)


def _trench_notes(position: WesternFrontPosition, battle: Battle) -> list[str]:
    """[22-20] [WF 9-4] [WF 10-3] Guns for a solid defense, gas, and tanks that will move after the combat."""
    notes = []
    if not battle.column and trenches.is_solid(position, battle):
        needed, there = trenches.artillery_needed(position), trenches.artillery_strength(position, battle)
        verdict = "enough" if there >= needed else "too little"
        notes.append(f"Solid defense: artillery {there} of {needed}, {verdict} [22-20]")
    if battle.gas:
        notes.append("The dice of gas are part of these odds; it may drift back on the attackers [WF 9-4]")
    moving = [unit for unit in attacking_units(position, battle) if position.piece(unit).tank]
    if moving and (worst := tanks.worst_die(position)):
        notes.append(
            f"Each tank point that advances or retreats is lost on {worst} or less besides [WF 10-3]"
        )
    return notes


# The battle an order begins


def battle_of(position: WesternFrontPosition, decision: Decision, action: Action) -> Battle:
    """The battle an order would begin. Refusal if it begins none."""
    match action, decision.about:
        case Attack(at), _:
            return _declared(position, at, ())
        case Assault(at, units), _:
            return _declared(position, at, units)
        case ColumnAttack(at, units), _ if units:
            return _picked_in_column(position, at, units)
        case ColumnAttack(at), InHand(group):
            names = [unit.name for unit in column_attack.attackers(position, group)]
            return _in_column(position, position.setting.board[at], names)
        case Pass(), Joining(Battle(node=node, attackers=names, column=True)):
            return _in_column(position, node, names)
        case Pass(), Joining(Battle(node=node, attackers=names)):
            return _declared(position, position.setting.board.label(node), names)
        case ReleaseGas(), ReleasingGas(battle):
            return msgspec.structs.replace(battle, gas=True)
        case Pass(), ReleasingGas(battle):
            return battle
    raise Refusal((), "nothing here depends on dice")


def _picked_in_column(position: WesternFrontPosition, at: str, units: Sequence[str]) -> Battle:
    """[16-4] The column attack of units that are picked for it."""
    if at not in position.setting.board:
        raise Refusal("12-4", f'"{at}" is not on the board')
    for name in units:
        unit = position.units.get(name)
        if unit is None or position.side_of(unit) != position.active:
            raise Refusal("16-4", f'you have no unit "{name}"')
        if unit.at != position.units[units[0]].at:
            raise Refusal("16-4", "only units of the same hex attack together")
    node = position.setting.board[at]
    if (refusal := column_attack.why_not(position, units, node)) is not None:
        raise refusal
    return _in_column(position, node, [unit.name for unit in column_attack.attackers(position, units)])


def _in_column(position: WesternFrontPosition, node: int, names: Sequence[str]) -> Battle:
    """[16-4] The column attack of a group, and of those who stay in its hex for it."""
    unready = tuple(unit.name for unit in position.units_at(node) if not unit.mobilized)
    return Battle(position.active, node, tuple(names), column=True, unready=unready)


def _declared(position: WesternFrontPosition, at: str, units: Sequence[str]) -> Battle:
    side = position.active
    if at not in position.setting.board:
        raise Refusal("12-4", f'"{at}" is not on the board')
    node = position.setting.board[at]
    if node in position.fought_over:
        raise Refusal("12-7", f"{at} has already been attacked in this phase")
    for name in units:
        unit = position.units.get(name)
        if unit is None or position.side_of(unit) != side:
            raise Refusal("12-6", f'you have no unit "{name}"')
        if (refusal := combat.why_not_join(position, unit, node)) is not None:
            raise refusal
    names = tuple(units) or tuple(unit.name for unit in combat.able_to_attack(position, side, node))
    if not names:
        raise Refusal("12-4", f"no unit that could attack is next to {at}")
    unready = tuple(unit.name for unit in position.units_at(node) if not unit.mobilized)
    return Battle(side, node, names, unready=unready)
