"""The war plan of a quarter: what each front promises, what it is to do, and which cards serve it."""

from __future__ import annotations

import math
from functools import cached_property

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.cards import Card
from hexfront.games.storm_of_steel.printed.conditions import Condition
from hexfront.games.storm_of_steel.rules import conditions, deck, moving
from hexfront.games.storm_of_steel.staff import politics
from hexfront.games.storm_of_steel.staff.axis import Axis, axes
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.strikes import Strike, Strikes
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import FRONT_OF, Theatres
from hexfront.kernel.plans import Plan, Premise, Rival, Sector, revised

ATTACKS = 0.8  # what attacks must promise for a front to be told to attack
PROMISE = 0.25  # and below which it is told to hold again
MARGIN = 1.0
LATER = 0.6  # part of the first impulse's promise that a later one keeps once trenches are dug
DEFENCE = 0.5  # what a column is worth to a defender before a stronger enemy
BOLD, STEADY, WARY = 1.4, 1.0, 0.7  # how much what lies ahead counts on a front, by what it is to do
BRINK = 5.0  # what it costs to fall below a morale that is an objective of the enemy's
TAKEN = 0.25  # part of the places that should fall by the odds of one impulse which do, in staff games
RIVALS = 3
ONWARD = 24.0  # what an impulse more is worth for the value of the axis it leads along
MOST_ODDS = 1.5  # beyond which more strength leads no farther
FRONTS = {"west": "The western front", "east": "The eastern front", "middle-east": "The Middle East"}


class WarPlan:
    """What a side makes of a quarter before it begins."""

    def __init__(self, survey: Survey, level: Level, today: Survey | None = None) -> None:
        self.survey = survey
        self.today = today or survey  # before what politics may change
        self.level = level
        self.position: SteelPosition = survey.position
        self.fronts = survey.setting.fronts
        self._strikes: dict[tuple[str, int], list[Strike]] = {}

    # What fronts promise

    def strikes(self, front: str, extra: int = 0) -> list[Strike]:
        """The attacks that troops of a front could make as they stand, with some columns more."""
        found = self._strikes.get((front, extra))
        if found is None:
            survey, setting = self.survey, self.survey.setting
            around = setting.ground.around
            reach = {
                unit.name: frozenset((unit.at, *(node for node in around[unit.at] if self._is_free(node))))
                for unit in survey.troops
                if setting.front_of[unit.at] == front and survey.from_enemy.get(unit.at, 99) <= 3
            }
            found = self._strikes[front, extra] = Strikes(
                survey, self.level, reach, extra, answered=False
            ).plan()
        return found

    def _is_free(self, node: int) -> bool:
        position = self.position
        return (
            position.occupant[node] in ("", self.survey.side)
            and position.is_open(node, self.survey.side)
            and node in self.survey.supplied
        )

    def promise(self, front: str, extra: int = 0) -> float:
        """What the attacks of a front are worth in an impulse, and open ground that can be entered."""
        return sum(strike.value for strike in self.strikes(front, extra))

    @cached_property
    def strengths(self) -> dict[str, tuple[float, float]]:
        """Own and enemy strength on each front."""
        position, survey = self.position, self.survey
        front_of = survey.setting.front_of
        own = dict.fromkeys(self.fronts, 0.0)
        theirs = dict.fromkeys(self.fronts, 0.0)
        for unit in survey.troops:
            if front_of[unit.at] in own:
                own[front_of[unit.at]] += position.piece(unit).strength
        for node, strength in survey.mobile.items():
            if front_of[node] in theirs:
                theirs[front_of[node]] += strength
        return {front: (own[front], theirs[front]) for front in self.fronts}

    @cached_property
    def _later(self) -> float:
        """Part of the first impulse's promise that a later one keeps: all of it while nobody can dig in."""
        return 1.0 if moving.is_summer_1914(self.position) else LATER

    # Cards

    def value(self, key: str) -> float:
        """What it is worth to have a card this quarter."""
        card = deck.card_of(self.position, key)
        if card.kind == deck.CAMPAIGN:
            return self._campaign(card, deck.front_of(self.position, key))
        if any(effect.effect == "impulse" for effect in card.effects) or card.phase == "impulse":
            fronts = [front for front in card.fronts if front in self.fronts]
            most = max((self.promise(front, self._right(card)) for front in fronts), default=0.0)
            return self._later * most
        return politics.value(self.today, card)

    def _right(self, card: Card) -> int:
        """Columns that a card shifts attacks of this side, if its units take part."""
        countries = {self.position.piece(unit).country for unit in self.survey.troops}
        fitting = [
            shift.columns
            for shift in card.shifts
            if shift.columns > 0 and (not shift.only or shift.only in countries)
        ]
        return max(fitting, default=0)

    def _campaign(self, card: Card, front: str) -> float:
        most = self.survey.setting.most_impulses(self.position.turn, front)
        more = min(1 + card.impulses, most) - 1
        with_it = self.promise(front, self._right(card)) if self.level.plans else self.promise(front)
        worth = with_it * (1 + self._later * more) - self.promise(front)
        own, theirs = self.strengths[front]
        left = max((-shift.columns for shift in card.shifts), default=0)
        if left > 0 and theirs:
            worth += DEFENCE * left * min(theirs / max(own, 1.0), 2.0)
        if card.objective:
            chance = self.chance(card, front, more)
            worth += card.morale * (2 * chance - 1) - self._brink(card.morale) * (1 - chance)
        return worth + more * (0.05 + ONWARD * self._onward(front))

    def _onward(self, front: str) -> float:
        """How good the way is that an impulse more would lead on: the best axis of the front's theatres, for
        as much of the army as is there to go along it, and less before a stronger enemy."""
        if not self.level.plans:
            return 0.0
        theatres = self._theatres
        total = sum(theatres.own.values())
        found = []
        for name, aim in self._axes.items():
            own, theirs = theatres.own.get(name, 0.0), theatres.theirs.get(name, 0.0)
            if FRONT_OF.get(name, name) == front and total:
                found.append(aim.value * own / total * min(own / max(theirs, 1.0), MOST_ODDS))
        return max(found, default=0.0)

    @cached_property
    def _theatres(self) -> Theatres:
        return Theatres(self.survey)

    @cached_property
    def _axes(self) -> dict[str, Axis]:
        return axes(self.survey)

    def _brink(self, loss: int) -> float:
        """What it costs if a loss of morale meets an objective of the enemy's."""
        now, side = self.position.morale[self.survey.side], self.survey.side
        return sum(
            BRINK
            for objective in self.survey.setting.plan.objectives
            for way in objective.condition
            for asked in way
            if asked.kind == "morale below" and asked.side == side and now - loss < asked.number <= now
        )

    def chance(self, card: Card, front: str, more: int) -> float:
        """How likely the objective of a card is met, by what can be seen now."""
        return max(
            (min(self._likely(asked, front, more) for asked in way) for way in card.objective), default=1.0
        )

    def _likely(self, asked: Condition, front: str, more: int) -> float:
        position, survey = self.position, self.survey
        if asked.kind == "take":
            chances = sorted(
                (
                    TAKEN * self._falls(node, front, more)
                    for node in conditions.places_of(position, asked.of)
                    if position.controller(node) != survey.side and node in survey.setting.in_play
                ),
                reverse=True,
            )
            if len(chances) < asked.number:
                return 0.0
            if asked.number == 1:
                missed = 1.0
                for chance in chances[:3]:
                    missed *= 1 - chance
                return 1 - missed
            return math.prod(chances[: asked.number])
        if asked.kind == "hold":
            held = [
                n for n in conditions.places_of(position, asked.of) if position.controller(n) == survey.side
            ]
            safe = sum(0.9 if survey.from_enemy.get(node, 99) > 2 else 0.75 for node in held)
            return min(0.95, safe / asked.number) if len(held) >= asked.number else 0.1
        if asked.kind == "eliminate":
            lost = sum(strike.outlook.theirs for strike in self.strikes(front, 1)) / 4
            return min(0.9, 0.5 * lost * (1 + self._later * more) / asked.number)
        return 0.9 if conditions.met(position, survey.side, ((asked,),)) else 0.1

    def _falls(self, node: int, front: str, more: int) -> float:
        """How likely a place is taken this quarter."""
        survey, position = self.survey, self.position
        for strike in self.strikes(front, 1):
            if strike.target == node:
                return min(0.9, strike.outlook.emptied * (1 + 0.5 * more))
        distance = survey.board.distance
        near = min((distance(unit.at, node) or 99 for unit in survey.troops), default=99)
        if near > 2 * (1 + more):
            return 0.03
        if not position.occupant[node] or position.occupant[node] == survey.side:
            return 0.7 if near <= 2 else 0.3
        return 0.2 if near <= 3 else 0.05

    def wishes(self, choices: list[str]) -> list[tuple[float, str]]:
        """The cards to take, the best first: one a front and one of the others."""
        found = sorted(((self.value(key), key) for key in choices), key=lambda each: (-each[0], each[1]))
        taken: list[tuple[float, str]] = []
        used: set[str] = set()
        for worth, key in found:
            card = deck.card_of(self.position, key)
            slot = deck.front_of(self.position, key) if card.kind == deck.CAMPAIGN else "other"
            if worth > 0 and slot not in used:
                used.add(slot)
                taken.append((worth, key))
        return taken

    # The plan

    def plan(self, before: Plan | None, extra: int = 0) -> Plan:
        """What each front is to do: as before, unless that is broken or something better has come up."""
        facts = {f"promise {front}": self.promise(front, extra) for front in self.fronts}
        sectors, rivals = [], []
        for front in self.fronts:
            attack = self._attack(front, extra)
            current = before.of_force(front, "attack") if before else None
            kept = revised(current, attack, facts, MARGIN)
            if kept is not None and attack is not None and kept is current:
                kept = attack  # the same aim with today's figures
            sectors.append(kept or self._hold(front))
            rivals += [
                Rival(f"an attack on {self.survey.name(strike.target)}", strike.value)
                for strike in self.strikes(front, extra)[2:]
            ]
        rivals.sort(key=lambda each: -each.value)
        quarter = self.position.quarter.name
        return Plan(self.survey.side, tuple(sectors), quarter, tuple(rivals[:RIVALS]))

    def _share(self, front: str) -> float:
        total = sum(own for own, _ in self.strengths.values())
        return self.strengths[front][0] / total if total else 0.0

    def _hexes(self, front: str) -> tuple[str, ...]:
        survey = self.survey
        nodes = (node for node in survey.border if survey.setting.front_of[node] == front)
        near = sorted(node for node in nodes if survey.from_enemy.get(node, 99) <= 3)
        return tuple(survey.board.label(node) for node in near)

    def _attack(self, front: str, extra: int) -> Sector | None:
        strikes = self.strikes(front, extra)
        worth = self.promise(front, extra)
        if worth < ATTACKS:
            return None
        own, theirs = self.strengths[front]
        why = f"{len(strikes)} attacks promise {worth:.1f} points, {own:.0f} strength against {theirs:.0f}"
        names = tuple(self.survey.name(strike.target) for strike in strikes[:2])
        return Sector(
            FRONTS[front],
            front,
            "attack",
            self._hexes(front),
            objective=names,
            share=self._share(front),
            value=worth,
            why=why,
            premises=(Premise(f"promise {front}", "attacks there no longer pay", least=PROMISE),),
        )

    def _hold(self, front: str) -> Sector:
        own, theirs = self.strengths[front]
        return Sector(
            FRONTS[front],
            front,
            "hold",
            self._hexes(front),
            share=self._share(front),
            value=self.promise(front),
            why=f"{own:.0f} strength stand against {theirs:.0f}, and no attack promises enough",
        )


def boldness(plan: Plan | None) -> dict[str, float]:
    """How much what lies ahead counts on each front."""
    if plan is None:
        return {}
    main = plan.main_effort
    return {
        sector.force: (BOLD if sector is main else STEADY) if sector.stance == "attack" else WARY
        for sector in plan.sectors
    }
