"""The staff's airmen: missions, flights, interception and support, by exact odds where there are dice.

Fighters go for weaker enemy bases, others support the attack that promises most, bombers fly where nobody can
reach them. What supports a defence costs nothing and is always used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexfront.games.storm_of_steel import air_orders, matters, orders
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    air_combat,
    air_missions,
    air_strikes,
    aircraft,
    combat,
    flights,
    ground_support,
)
from hexfront.games.storm_of_steel.staff import fights
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import other_side
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.planning import Order, Sight

GAINED = 0.3  # units that a fight in the air must promise before one goes for it
PRICES = {"tactical": 12, "strategic": 20}  # points that a unit costs [7.5]
WORTH = {"tactical": 3.5, "strategic": 4.0}  # what a new one is worth, in strength
UNSAFE = 4.0  # land strength beside a base from which one moves it


class Airmen:
    """What the air units of a side do in one segment."""

    def __init__(self, side: str) -> None:
        self.side = side
        self._moment: object = None
        self._left: list[str] = []  # with a mission, and not flown yet
        self._goals: dict[int, float] = {}  # what an attack on a hex promises

    def answer(self, sight: Sight, position: SteelPosition) -> Order | None:
        """An order for a question of the air; None for any other."""
        found = self._ANSWERS.get(sight.decision.kind)
        return found(self, sight, position) if found else None

    # Missions

    def _orders(self, sight: Sight, position: SteelPosition) -> Order:
        """[30.71] One mission after the other; who has nothing to do stays on the ground."""
        choices = [each for each in sight.decision.choices() if isinstance(each, air_orders.OrderMission)]
        by_unit: dict[str, dict[str, Action]] = {}
        for each in choices:
            by_unit.setdefault(each.unit, {})[each.mission] = each
        survey = Survey(position, self.side)
        for name, open_ in by_unit.items():
            found = self._mission(survey, position.units[name], open_)
            if found is not None:
                return found
        return Order(PASS, "The others are of more use on the ground.")

    def _mission(self, survey: Survey, unit: Unit, open_: dict[str, Action]) -> Order | None:
        position = survey.position
        if aircraft.TRANSIT in open_ and self._should_go(survey, unit):
            return Order(open_[aircraft.TRANSIT], "Its base is no good any more.")
        strategic = position.piece(unit).kind == "strategic"
        if aircraft.SUPERIORITY in open_ and not strategic and self._prey(position, unit):
            return Order(open_[aircraft.SUPERIORITY], "There is a weaker enemy in range.")
        if aircraft.BOMBING in open_ and strategic and self._open_cities(position, unit):
            return Order(open_[aircraft.BOMBING], "Industry is in reach, and nobody guards the way.")
        if aircraft.GROUND_SUPPORT in open_ and self._front(survey, unit):
            return Order(open_[aircraft.GROUND_SUPPORT], "Attacks are near that it can support.")
        return None

    def _should_go(self, survey: Survey, unit: Unit) -> bool:
        """Whether a base is lost, too near to the enemy, or too far from everything."""
        position = survey.position
        if survey.board.is_area(unit.at) or not aircraft.is_based(position, unit):
            return True
        near = sum(position.piece(each).strength for each in position.troops_at(unit.at))
        if survey.from_enemy.get(unit.at, 9) <= 1 and near < UNSAFE:
            return True
        missions = [name for name in aircraft.missions_of(position, self.side) if name != aircraft.TRANSIT]
        return not any(air_missions.has_target(position, unit, name) for name in missions)

    def _mates(self, position: SteelPosition, unit: Unit) -> list[Unit]:
        """Those of a base that could fly together for air superiority."""
        return [
            each
            for each in aircraft.based_at(position, self.side).get(unit.at, [unit])
            if position.piece(each).kind == "tactical"
            and (each.name not in position.air_missions or self._has(position, each, aircraft.SUPERIORITY))
        ]

    @staticmethod
    def _has(position: SteelPosition, unit: Unit, mission: str) -> bool:
        sortie = position.air_missions.get(unit.name)
        return sortie is not None and sortie.mission == mission

    def _prey(self, position: SteelPosition, unit: Unit) -> dict[int, float]:
        """Enemy bases in range, and how many more they would lose than we."""
        mates = self._mates(position, unit) or [unit]
        enemy = aircraft.based_at(position, other_side(self.side))
        found = {
            node: float(air_combat.balance(position, mates, enemy[node]))
            for node in air_missions.targets(position, [unit], [aircraft.SUPERIORITY])
        }
        return {node: gain for node, gain in found.items() if gain >= GAINED}

    def _open_cities(self, position: SteelPosition, unit: Unit) -> dict[int, float]:
        """Cities to bomb on whose way nobody can attack."""
        danger = flights.threats(position, self.side)
        far = aircraft.range_of(position, unit)
        found = {}
        for node in air_missions.targets(position, [unit], [aircraft.BOMBING]):
            way = flights.way(position, self.side, unit.at, node, far)
            if not any(each in danger for each in way):
                found[node] = 1.0 / (1 + len(way))
        return found

    def _front(self, survey: Survey, unit: Unit) -> bool:
        """Whether own troops stand next to an enemy in range."""
        position, around = survey.position, survey.setting.ground.around
        return any(
            position.occupant[other] == self.side
            for node in air_missions.targets(position, [unit], [aircraft.GROUND_SUPPORT])
            for other in around[node]
        )

    # Flights

    def sortie(self, sight: Sight, position: SteelPosition) -> Order | None:
        """[30.5] The next air unit to take off, when all troops have marched; None if all have flown."""
        moment = position.turn, position.impulse, position.active
        if self._moment != moment:
            self._moment = moment
            self._left = [name for name in position.fliers[self.side] if name in position.air_missions]
            self._goals = {}
        while self._left:
            name = self._left.pop(0)
            if orders.Pick(name) in sight.decision.choices():
                mission = aircraft.title_of(position.air_missions[name].mission)
                return Order(orders.Pick(name), f"It takes off for {mission}.")
        return None

    def _fly(self, sight: Sight, position: SteelPosition) -> Order:
        """[30.51] Where the air units in hand go, with those of the base that have the same mission."""
        about = sight.decision.about
        assert isinstance(about, matters.InFlight)
        units = [position.units[name] for name in about.units]
        sortie = position.air_missions.get(units[0].name)
        choices = sight.decision.choices()
        if sortie is None:
            return Order(PASS, "It stays.")
        for action in choices:
            if isinstance(action, orders.Add) and sortie.mission == aircraft.SUPERIORITY:
                if self._has(position, position.units[action.unit], sortie.mission):
                    return Order(action, "They fight together.")
        places = [action for action in choices if isinstance(action, air_orders.Fly)]
        survey = Survey(position, self.side)
        best = max(
            ((self._value(survey, units, sortie.mission, each.to), each.to, each) for each in places),
            default=None,
        )
        if best is None or best[0] <= 0:
            return Order(PASS, "It is not needed there any more.")
        return Order(best[2], "There it does most.")

    def _value(self, survey: Survey, units: Sequence[Unit], mission: str, to: str) -> float:
        position = survey.position
        if mission == aircraft.TRANSIT:
            return self._field(survey, to)
        node = survey.board[to]
        if mission == aircraft.SUPERIORITY:
            enemy = aircraft.based_at(position, other_side(self.side)).get(node, [])
            return float(air_combat.balance(position, units, enemy)) if enemy else 0.0
        if mission == aircraft.BOMBING:
            found = self._open_cities(position, units[0]).get(node, 0.0)
            return found / (1 + self._over(position, node, mission))
        if mission == aircraft.GROUND_SUPPORT:
            return self._attack(survey, node)
        return 0.01

    def _attack(self, survey: Survey, node: int) -> float:
        """What a column more is worth to an attack on a hex, shared with others over it already."""
        if node not in self._goals:
            position, ground = survey.position, survey.worth(node)
            able = [unit for unit in combat.able(position, node) if survey.fights(unit)]
            worth = [0.0, 0.0]
            for extra in (0, 1) if able else ():
                found = fights.best(position, node, able, ground, extra=extra)
                worth[extra] = max(found[0], 0.0) if found else 0.0
            self._goals[node] = worth[1] - worth[0]
        return self._goals[node] / (1 + self._over(survey.position, node, aircraft.GROUND_SUPPORT))

    def _over(self, position: SteelPosition, node: int, mission: str) -> int:
        """How many are over a hex already for the same."""
        return len(ground_support.over(position, self.side, node, mission))

    def _field(self, survey: Survey, to: str) -> float:
        """How good a base is: near the enemy, and not beside him."""
        ship = survey.position.units.get(to)
        node = ship.at if ship is not None else survey.board[to]
        far = survey.from_enemy.get(node, 20)
        return 1.0 / (1 + abs(far - 3)) if far > 1 else 0.01

    # Combat

    def strike(self, sight: Sight, position: SteelPosition) -> Order | None:
        """[30.6] What air units do before the attacks."""
        for action in sight.decision.choices():
            if isinstance(action, air_orders.Bomb | air_orders.StrikeShips):
                return Order(action, "They are there for it, and it costs nothing.")
            if isinstance(action, air_orders.AirBattle):
                mine, theirs = air_strikes.flying(position, action), air_strikes.prey(position, action)
                if air_combat.balance(position, mine, theirs) >= 0:
                    return Order(action, "The odds in the air are ours.")
        return None

    def _intercept(self, sight: Sight, position: SteelPosition) -> Order:
        """[30.54] Attack whoever is not stronger."""
        about = sight.decision.about
        assert isinstance(about, matters.Intruders)
        coming = [position.units[name] for name in about.units]
        gains = {
            base: air_combat.balance(
                position, flights.interceptors(position, self.side, position.setting.board[base]), coming
            )
            for base in about.bases
        }
        best = max(gains, key=lambda base: (gains[base], base))
        if gains[best] < 0:
            return Order(PASS, "They are too strong.")
        return Order(air_orders.Scramble(best), "They are not stronger than we.")

    def _support(self, sight: Sight, position: SteelPosition) -> Order:
        """[30.56] Everybody who can."""
        found = [action for action in sight.decision.choices() if isinstance(action, orders.Join)]
        return Order(found[0] if found else PASS, "It costs nothing, and may hold the line.")

    def _lose(self, sight: Sight, position: SteelPosition) -> Order:
        """[30.61] The cheapest."""
        found = [action for action in sight.decision.choices() if isinstance(action, orders.Lose)]
        kinds = {each: position.piece(position.units[each.unit]).kind for each in found}
        chosen = min(found, key=lambda each: (PRICES.get(kinds[each], 0), each.unit))
        return Order(chosen, "It is replaced most cheaply.")

    def _landing(self, sight: Sight, position: SteelPosition) -> Order:
        return Order(PASS, "They return to their bases.")

    def _land(self, sight: Sight, position: SteelPosition) -> Order:
        """[30.52] Another base: not beside the enemy, and not far from him."""
        survey = Survey(position, self.side)
        found = [action for action in sight.decision.choices() if isinstance(action, air_orders.TouchDown)]
        chosen = max(found, key=lambda each: (self._field(survey, each.at), each.at))
        return Order(chosen, "It is the best base in range.")

    _ANSWERS: dict[str, Callable[[Airmen, Sight, SteelPosition], Order]] = {  # noqa: RUF012 - never changed
        "air orders": _orders,
        "fly": _fly,
        "scramble": _intercept,
        "air support": _support,
        "air loss": _lose,
        "air landing": _landing,
        "land aircraft": _land,
    }


def wanted(position: SteelPosition, side: str, kind: str) -> float:
    """What a new air unit is worth, in strength: from the level of ground support on, until there are as many
    as can be used."""
    if kind not in WORTH or not aircraft.allowed(position, side, aircraft.GROUND_SUPPORT):
        return 0.0
    coming = [name for name in (*position.due, *position.drafts) if name in position.setting.pieces]
    own = [*position.fliers[side], *coming]
    have = sum(position.setting.pieces[name].kind == kind and position.sides[name] == side for name in own)
    most = 4 * position.air[side] if kind == "tactical" else position.air[side]
    return WORTH[kind] if have < most else 0.0
