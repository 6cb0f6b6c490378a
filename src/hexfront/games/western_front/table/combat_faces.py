"""How the choices of a combat look: terrain with what it would bring, supply with what it gains, and so on.

Faces are made for the side that decides. What the enemy's headquarters hold is never looked at [17-5]:
where it matters, he is reckoned to have enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from hexfront.games.western_front import secrecy
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
    retreat_hexes,
    strengths,
    supplied_strength,
    supply,
)
from hexfront.games.western_front.rules.battle import Battle, attacking_units
from hexfront.games.western_front.table import faces
from hexfront.games.western_front.table.effects import strength_of
from hexfront.games.western_front.table.names import called, name_of, place, points
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.ledger import shown_number
from hexfront.kernel.showing import Face
from hexfront.shared.words import counted

if TYPE_CHECKING:
    from hexfront.games.western_front.rules.retreat_hexes import Rank
    from hexfront.games.western_front.rules.supply import Question


def average(value: object) -> str:
    """An expected loss: ``3.2``."""
    return f"{float(value):.1f}"  # type: ignore[arg-type]


# Attackers


class AttackFaces:
    """Which hex is attacked: who holds it, and what could be brought against it."""

    def __init__(self, position: WesternFrontPosition, side: str) -> None:
        self.position = position
        self.side = side

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
        strength = sum(unit.strength for unit in beside)
        against = f"{counted(len(beside), 'unit')} of strength {strength} beside it"
        return msgspec.structs.replace(shown, effects=(*shown.effects, against))


class JoinFaces:
    """Who takes part in an attack: what he adds, across what, and whether he can be supplied."""

    def __init__(
        self,
        position: WesternFrontPosition,
        side: str,
        node: int,
        joined: Sequence[str] = (),
        *,
        column: bool = False,
    ) -> None:
        self.position = position
        self.side = side
        self.node = node
        self.joined = joined
        self.column = column

    @cached_property
    def _lines(self) -> lines.Lines:
        return lines.Lines(self.position, self.side)

    def __call__(self, action: Action) -> Face:
        position = self.position
        if isinstance(action, Pass):
            where = place(position, self.node)
            if self.column:
                return Face(f"Nobody else: attack {where}", "Attack")
            strength = sum(position.units[name].strength for name in self.joined)
            effects = (f"{counted(len(self.joined), 'unit')} of strength {strength}",)
            return Face(f"Attack {where} with these", "Attack", effects=effects)
        shown = faces.face(position, action)
        if not isinstance(action, Join):
            return shown
        return msgspec.structs.replace(shown, effects=tuple(self._effects(position.units[action.unit])))

    def _effects(self, unit: Unit) -> list[str]:
        position = self.position
        effects = [strength_of(unit)]
        features = position.setting.side(unit.at, self.node).features
        effects += [f"across a {name}" for name in ("river", "major river") if name in features]
        if expenditure.rate(position, unit, attack=True) is None:
            effects.append("needs no supply")
        elif not supply.payers_for(position, unit, attack=True, lines=self._lines):
            alone = supplied_strength.attack_strength(position, unit, None, lines=self._lines)
            effects.append(f"no supply: worth {shown_number(alone)}")
        return effects


class AdvanceFaces:
    """Who follows into the hex that was won."""

    def __init__(self, position: WesternFrontPosition, node: int) -> None:
        self.position = position
        self.node = node

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

    def __init__(self, question: Question) -> None:
        self.question = question

    def _owed(self, plan: Mapping[str, str]) -> dict[str, int]:
        asked = self.question
        bill = expenditure.bill_of(asked.position, plan, attack=asked.attack, counted=asked.counted)
        return {name: bill.points(name) for name in bill.payers()}

    @cached_property
    def _now(self) -> int:
        return sum(self._owed(self.question.plan).values())

    def _worth(self, unit: Unit, payer: str) -> str:
        asked = self.question
        strength = (
            supplied_strength.attack_strength if asked.attack else supplied_strength.counterattack_strength
        )
        headquarters = asked.position.units[payer] if payer else None
        return shown_number(strength(asked.position, unit, headquarters, lines=asked.lines))

    def __call__(self, action: Action) -> Face:
        position = self.question.position
        if isinstance(action, Pass):
            return self._pay()
        shown = faces.face(position, action)
        if not isinstance(action, Supply):
            return shown
        unit = position.units[action.unit]
        before = self.question.plan[action.unit]
        effects = [f"worth {self._worth(unit, action.headquarters)} instead of {self._worth(unit, before)}"]
        if action.headquarters:
            payer = position.units[action.headquarters]
            route = self.question.lines.route(unit, payer.at)
            if route is not None:
                effects.append(f"supply line {points(route.cost)}")
            effects.append(f"holds {counted(payer.supply, 'supply point')}")
        more = sum(self._owed({**self.question.plan, action.unit: action.headquarters}).values()) - self._now
        return msgspec.structs.replace(shown, cost=f"{more:+d}" if more else "0", effects=tuple(effects))

    def _pay(self) -> Face:
        position, plan = self.question.position, self.question.plan
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

    def __init__(self, position: WesternFrontPosition, battle: Battle, choices: Sequence[str]) -> None:
        self.position = position
        self.battle = battle
        self.choices = choices

    @cached_property
    def _forecasts(self) -> dict[str, prospects.Forecast]:
        known = secrecy.redacted(self.position, self.battle.enemy)
        return {each.terrain: each for each in prospects.forecasts(known, self.battle, self.choices)}

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

    def __init__(self, position: WesternFrontPosition, battle: Battle, loss: int) -> None:
        self.position = position
        self.battle = battle
        self.loss = loss

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
    """Where units go back to. While one unit ``alone`` is asked for, a hex is all one clicks."""

    def __init__(
        self,
        position: WesternFrontPosition,
        ranks: Mapping[str, Rank],
        *,
        alone: bool = False,
        passing: str = "",
    ) -> None:
        self.position = position
        self.ranks = ranks
        self.alone = alone
        self.passing = passing

    def __call__(self, action: Action) -> Face:
        if isinstance(action, Pass):
            return Face(self.passing, "Stand")
        shown = faces.face(self.position, action)
        if not isinstance(action, RetreatTo):
            return shown
        effects = list(shown.effects)
        rank = self.ranks.get(action.unit)
        if rank is not None:
            if rank.case in (retreat_hexes.FREE_FARTHER, retreat_hexes.HELD_FARTHER):
                effects.append("farther from its headquarters")
            elif rank.case == retreat_hexes.ALONE:
                effects.append("alone among enemies: must attack from there")
            if rank.difficult:
                effects.append("loses half its strength on the way")
        unit = "" if self.alone else shown.unit
        return msgspec.structs.replace(shown, unit=unit, effects=tuple(effects))


def open_city_faces(position: WesternFrontPosition, fortress: Unit) -> faces.Questioned:
    """Whether a city is declared open."""
    name, where = called(position.piece(fortress)), place(position, fortress.at)

    def text(action: Action) -> str:
        if isinstance(action, Stand):
            return f"Keep the {name}"
        return f"Declare {where} an open city and give up the {name}"

    return faces.Questioned(position, text=text)
