"""How the choices of a combat look: terrain with what it would bring, supply with what it gains, and so on.

Faces are made for the side that decides. What the enemy's headquarters hold is never looked at [17-5]:
where it matters, he is reckoned to have enough.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from hexfront.games.western_front import secrecy
from hexfront.games.western_front.matters import (
    Advancing,
    Attacking,
    Battle,
    ChoosingTerrain,
    Evading,
    Joining,
    OpeningCity,
    Retreating,
    Standing,
    Supplying,
)
from hexfront.games.western_front.orders import (
    Advance,
    Attack,
    ChooseTerrain,
    Join,
    RetreatTo,
    Stand,
    Supply,
    Withdraw,
)
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import (
    expenditure,
    lines,
    outcomes,
    prospects,
    resolution,
    retreat_hexes,
    strengths,
    supplied_strength,
    supply,
)
from hexfront.games.western_front.rules.battle import attacking_units, defending_units
from hexfront.games.western_front.table import faces
from hexfront.games.western_front.table.effects import strength_of
from hexfront.games.western_front.table.names import called, name_of, place, points
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.ledger import shown_number
from hexfront.kernel.showing import Face
from hexfront.shared.words import counted


def average(value: object) -> str:
    """An expected loss: ``3.2``."""
    return f"{float(value):.1f}"  # type: ignore[arg-type]


def throws_dice(position: WesternFrontPosition, battle: Battle) -> bool:
    """[13-8] Whether there is anybody to resist an attack, so that dice are thrown for it."""
    return bool(defending_units(position, battle))


# Attackers


class AttackFaces:
    """Which hex is attacked: who holds it, and what could be brought against it."""

    def __init__(self, position: WesternFrontPosition, about: Attacking) -> None:
        self.position = position
        self.side = position.active

    @cached_property
    def _able(self) -> dict[int, list[Unit]]:
        """The units that could still attack, by the hex they stand in."""
        position = self.position
        found: dict[int, list[Unit]] = {}
        for unit in position.of_side(self.side):
            ready = unit.strength and unit.mobilized and not unit.attacked and not unit.entrained
            if ready and position.piece(unit).ground_combat:
                found.setdefault(unit.at, []).append(unit)
        return found

    def __call__(self, action: Action) -> Face:
        shown = faces.face(self.position, action)
        if isinstance(action, Pass):
            return Face("End the combat phase", "Pass")
        if not isinstance(action, Attack):
            return shown
        node = self.position.setting.board[action.at]
        crossable = self.position.setting.crossable[node]
        beside = [unit for here in crossable for unit in self._able.get(here, ())]
        battle = Battle(self.side, node, tuple(unit.name for unit in beside))
        strength = sum(unit.strength for unit in beside)
        against = f"{counted(len(beside), 'unit')} of strength {strength} beside it"
        chance = throws_dice(self.position, battle)
        return msgspec.structs.replace(shown, effects=(*shown.effects, against), chance=chance)


class JoinFaces:
    """Who takes part in an attack: what he adds, across what, and whether he can be supplied."""

    def __init__(self, position: WesternFrontPosition, about: Joining) -> None:
        self.position = position
        self.battle = about.battle

    @cached_property
    def _lines(self) -> lines.Lines:
        return lines.Lines(self.position, self.battle.side)

    def __call__(self, action: Action) -> Face:
        position, battle = self.position, self.battle
        if isinstance(action, Pass):
            where, chance = place(position, battle.node), throws_dice(position, battle)
            if battle.column:
                return Face(f"Nobody else: attack {where}", "Attack", chance=chance)
            strength = sum(position.units[name].strength for name in battle.attackers)
            effects = (f"{counted(len(battle.attackers), 'unit')} of strength {strength}",)
            return Face(f"Attack {where} with these", "Attack", effects=effects, chance=chance)
        shown = faces.face(position, action)
        if not isinstance(action, Join):
            return shown
        return msgspec.structs.replace(shown, effects=tuple(self._effects(position.units[action.unit])))

    def _effects(self, unit: Unit) -> list[str]:
        position = self.position
        effects = [strength_of(unit)]
        features = position.setting.side(unit.at, self.battle.node).features
        effects += [f"across a {name}" for name in ("river", "major river") if name in features]
        if expenditure.rate(position, unit, attack=True) is None:
            effects.append("needs no supply")
        elif not supply.payers_for(position, unit, attack=True, lines=self._lines):
            alone = supplied_strength.attack_strength(position, unit, None, lines=self._lines)
            effects.append(f"no supply: worth {shown_number(alone)}")
        return effects


class AdvanceFaces:
    """Who follows into the hex that was won."""

    def __init__(self, position: WesternFrontPosition, about: Advancing) -> None:
        self.position = position
        self.node = about.node

    def __call__(self, action: Action) -> Face:
        where = place(self.position, self.node)
        if isinstance(action, Pass):
            return Face(f"Nobody advances into {where}", "Pass")
        shown = faces.face(self.position, action)
        if not isinstance(action, Advance):
            return shown
        text = f"The {name_of(self.position, action.unit)} advances into {where}"
        return msgspec.structs.replace(shown, text=text)


# Supply


class SupplyFaces:
    """Who is supplied by whom: what that is worth, and what it costs."""

    def __init__(self, position: WesternFrontPosition, about: Supplying) -> None:
        self.position = position
        self.about = about
        self.plan = about.plan

    @cached_property
    def _lines(self) -> lines.Lines:
        battle = self.about.battle
        return lines.Lines(self.position, battle.side if self.about.attack else battle.enemy)

    def _owed(self, plan: Mapping[str, str]) -> dict[str, int]:
        bill = resolution.supply_bill(self.position, self.about, plan)
        return {name: bill.points(name) for name in bill.payers()}

    @cached_property
    def _now(self) -> int:
        return sum(self._owed(self.plan).values())

    def _worth(self, unit: Unit, payer: str) -> str:
        strength = (
            supplied_strength.attack_strength
            if self.about.attack
            else supplied_strength.counterattack_strength
        )
        headquarters = self.position.units[payer] if payer else None
        return shown_number(strength(self.position, unit, headquarters, lines=self._lines))

    def __call__(self, action: Action) -> Face:
        position = self.position
        if isinstance(action, Pass):
            return self._pay()
        shown = faces.face(position, action)
        if not isinstance(action, Supply):
            return shown
        unit = position.units[action.unit]
        before = self.plan[action.unit]
        effects = [f"worth {self._worth(unit, action.headquarters)} instead of {self._worth(unit, before)}"]
        if action.headquarters:
            payer = position.units[action.headquarters]
            route = self._lines.route(unit, payer.at)
            if route is not None:
                effects.append(f"supply line {points(route.cost)}")
            effects.append(f"holds {counted(payer.supply, 'supply point')}")
        more = sum(self._owed({**self.plan, action.unit: action.headquarters}).values()) - self._now
        return msgspec.structs.replace(shown, cost=f"{more:+d}" if more else "0", effects=tuple(effects))

    def _pay(self) -> Face:
        position, plan = self.position, self.plan
        owed = self._owed(plan)
        if not self._now:
            return Face("Fight without supply points", "Pay")
        effects = [f"{name_of(position, name)}: {spent}" for name, spent in owed.items()]
        without = [name for name, payer in plan.items() if not payer]
        if without:
            effects.append(f"{counted(len(without), 'unit')} without supply")
        text = f"Expend {counted(self._now, 'supply point')}"
        return Face(text, "Pay", cost=str(self._now), effects=tuple(effects))


# Defenders


class TerrainFaces:
    """On which ground the defender fights, and what each would bring him."""

    def __init__(self, position: WesternFrontPosition, about: ChoosingTerrain) -> None:
        self.position = position
        self.battle = about.battle

    @cached_property
    def _forecasts(self) -> dict[str, prospects.Forecast]:
        known = secrecy.redacted(self.position, self.battle.enemy)
        return {each.terrain: each for each in prospects.forecasts(known, self.battle)}

    def __call__(self, action: Action) -> Face:
        shown = faces.face(self.position, action)
        if not isinstance(action, ChooseTerrain) or not attacking_units(self.position, self.battle):
            return shown
        found = self._forecasts[action.terrain]
        own, his = average(found.defender_loss), average(found.attacker_loss)
        answer = f"counterattack {found.counterattack_strength}, die {found.counterattack_modifier:+d}"
        effects = (
            f"attack {found.attack_strength}, die {found.attack_modifier:+d}: you lose {own} on average",
            f"{answer}: the attacker loses {his}",
            f"forced back in {float(found.forced):.0%} of cases",
        )
        return msgspec.structs.replace(shown, effects=effects)


class StandFaces:
    """Hold or retreat, when the result of the attack is known."""

    def __init__(self, position: WesternFrontPosition, about: Standing) -> None:
        self.position = position
        self.battle = about.battle
        self.loss = about.loss

    def __call__(self, action: Action) -> Face:
        position, battle = self.position, self.battle
        where = place(position, battle.node)
        plan = battle.counterattack_plan
        if isinstance(action, Stand):
            answer = strengths.counterattack_strength(position, battle, plan)
            hold = (f"you lose {self.loss}", f"counterattack with {answer}")
            return Face(f"Hold {where}", "Stand", effects=hold)
        if isinstance(action, Withdraw):
            answer = strengths.counterattack_strength(position, battle, plan, (battle.node,))
            lost = outcomes.reduced_loss(position, battle, self.loss, (battle.node,))
            leave = (f"you lose {lost}", f"counterattack with {answer}", "the attacker may advance")
            return Face(f"Retreat from {where}", "Retreat", effects=leave)
        return faces.face(position, action)


class RetreatFaces:
    """Where units go back to. While one unit alone is asked for, a hex is all one clicks."""

    def __init__(self, position: WesternFrontPosition, about: Retreating) -> None:
        self.position = position
        self.ways = {way.unit: way for way in about.ways}

    def __call__(self, action: Action) -> Face:
        shown = faces.face(self.position, action)
        if not isinstance(action, RetreatTo):
            return shown
        effects = list(shown.effects)
        way = self.ways.get(action.unit)
        if way is not None:
            if way.case in (retreat_hexes.FREE_FARTHER, retreat_hexes.HELD_FARTHER):
                effects.append("farther from its headquarters")
            elif way.case == retreat_hexes.ALONE:
                effects.append("alone among enemies: must attack from there")
            if way.difficult:
                effects.append("loses half its strength on the way")
        unit = "" if len(self.ways) == 1 else shown.unit
        return msgspec.structs.replace(shown, unit=unit, effects=tuple(effects))


class EvadeFaces:
    """Which cavalry leaves before the combat."""

    def __init__(self, position: WesternFrontPosition, about: Evading) -> None:
        self.position = position

    def __call__(self, action: Action) -> Face:
        if isinstance(action, Pass):
            return Face("Stay and fight", "Stand")
        return faces.face(self.position, action)


class OpenCityFaces:
    """Whether a city is declared open."""

    def __init__(self, position: WesternFrontPosition, about: OpeningCity) -> None:
        self.position = position
        self.fortress = position.units[about.fortress]

    def __call__(self, action: Action) -> Face:
        position, fortress = self.position, self.fortress
        name, where = called(position.piece(fortress)), place(position, fortress.at)
        text = f"Declare {where} an open city and give up the {name}"
        if isinstance(action, Stand):
            text = f"Keep the {name}"
        return msgspec.structs.replace(faces.face(position, action), text=text)
