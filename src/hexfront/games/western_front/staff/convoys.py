"""Supply points from headquarters that have them to those that need them.

A headquarters that does not move in a phase may send some points, or receive some [18-6]. So what lies idle
behind a quiet part of the line goes by train, a little in every turn, to where the fighting is.
"""

from __future__ import annotations

import msgspec

from hexfront.games.western_front.orders import Transfer
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import supply_key
from hexfront.games.western_front.rules import headquarters, movement, rail
from hexfront.games.western_front.staff import budget
from hexfront.games.western_front.staff.marches import Marches, Move
from hexfront.kernel.planning import Order, Sight

BEFORE = 6  # hexes within which an enemy is before a headquarters
SHARED = 4  # hexes within which headquarters help each other out
QUIET_NEED = 10  # strength of the enemy that even the quietest headquarters is thought to have before it
LAST_POINTS = 15  # supply points by which the last ones are not worth everything
TIMES = 2.0  # how many times more a point must be wanted where it goes than where it is
LEAST = 4  # points below which nobody makes up a shipment
KEPT_TRAINS = 4  # one train of so many is kept for supply points and replacements


class Convoy(msgspec.Struct, frozen=True):
    """Points that one headquarters sends to the hex of another."""

    sender: str
    points: int
    goal: int
    by_rail: bool
    reason: str


def keep_trains(marches: Marches) -> dict[str, int]:
    """Keep trains from the reserves, so that supply points and replacements find some; say how many."""
    kept = {nation: max(0, left) // KEPT_TRAINS for nation, left in marches.rail_left.items()}
    for nation, trains in kept.items():
        marches.rail_left[nation] -= trains
    return kept


def plan(marches: Marches) -> list[Convoy]:
    """The shipments worth making up in this phase: from where points are wanted least to where most."""
    stocks = Stocks(marches)
    convoys: list[Convoy] = []
    while (found := stocks.best_exchange()) is not None:
        convoy = stocks.send(*found)
        if convoy is not None:
            convoys.append(convoy)
    return convoys


class Stocks:
    """What the headquarters that stay where they are have, and how much they want more."""

    def __init__(self, marches: Marches) -> None:
        self.marches = marches
        position, survey = marches.position, marches.survey
        self.position = position
        self.seats = {
            unit.name: unit
            for unit in position.headquarters_of(survey.side)
            if marches.destination(unit.name) == unit.at
        }
        limit = position.setting.tables.whole("headquarters_transfer_limit")
        self.stock = {name: unit.supply for name, unit in self.seats.items()}
        self.left = {name: limit - unit.transferred for name, unit in self.seats.items()}
        self._before = {
            name: sum(survey.hostile[node] for node in survey.board.within(unit.at, BEFORE))
            for name, unit in self.seats.items()
        }
        self._ways: dict[str, dict[int, bool]] = {}

    def distance(self, one: str, other: str) -> int:
        return self.position.setting.board.distance(self.seats[one].at, self.seats[other].at) or 0

    def want(self, name: str, more: int) -> float:
        """How much a supply point is wanted at a headquarters that has so many more than now."""
        near = sum(points for other, points in self.stock.items() if self.distance(name, other) <= SHARED)
        return (self._before[name] + QUIET_NEED) / (near + more + LAST_POINTS)

    def best_exchange(self) -> tuple[str, str, int] | None:
        """Who should send how much to whom; None if nothing is worth it."""
        best: tuple[float, str, str, int] | None = None
        for sender, unit in self.seats.items():
            most = min(self.left[sender], self.stock[sender], headquarters.most_to_send(self.position, unit))
            if most < LEAST:
                continue
            here = self.want(sender, -most)
            for taker, other in self.seats.items():
                points = min(most, self.left[taker], headquarters.room(self.position, other))
                if points < LEAST or not self.may_send(sender, taker, points):
                    continue
                gain = self.want(taker, points) / here
                if gain >= TIMES and (best is None or (gain, sender, taker, points) > best):
                    best = gain, sender, taker, points
        return best[1:] if best is not None else None

    def may_send(self, sender: str, taker: str, points: int) -> bool:
        """Whether points of one headquarters may go to another, get there in this phase, and should."""
        position = self.position
        one, other = self.seats[sender], self.seats[taker]
        giver, nation = position.piece(one).nation, position.piece(other).nation
        return (
            self.distance(sender, taker) > SHARED
            and headquarters.may_receive(position, giver, nation)
            and (giver == nation or budget.has_room(position, nation, points + self._given(nation)))
            and other.at in self.ways(sender)
        )

    def _given(self, nation: str) -> int:
        """What the headquarters of a nation have been sent by others in this phase."""
        mine = [name for name, unit in self.seats.items() if self.position.piece(unit).nation == nation]
        return sum(self.stock[name] - self.seats[name].supply for name in mine)

    def ways(self, sender: str) -> dict[int, bool]:
        """Where a shipment of a headquarters could go in this phase, and whether by train."""
        if sender in self._ways:
            return self._ways[sender]
        trial = self.position.copy()
        seat = self.seats[sender]
        key = supply_key(trial.piece(seat).nation)
        shipment = Unit(trial.new_name(key), key, seat.at, 0, supply=1)
        trial.put(shipment)
        found = dict.fromkeys(movement.destinations(trial, [shipment.name]), False)
        if rail.why_not_entrain(trial, [shipment.name]) is None:
            spent = rail.boarding_cost(trial, shipment)
            trial.change(shipment.name, entrained=True, rode=True, moved=True, spent=spent)
            for node in rail.rides(trial, [shipment.name]):
                found.setdefault(node, True)
        self._ways[sender] = found
        return found

    def send(self, sender: str, taker: str, points: int) -> Convoy | None:
        """Note that points are sent; None if there is no train for them, so that others are looked for."""
        position, marches = self.position, self.marches
        goal = self.seats[taker].at
        by_rail = self._ways[sender][goal]
        if by_rail:
            networks = {position.rail_network(self.seats[sender].at), position.rail_network(goal)}
            if any(marches.rail_left.get(network, 0) < 1 for network in networks):
                del self._ways[sender][goal]
                return None
            for network in networks:
                marches.rail_left[network] -= 1
        where = position.setting.board.name_of(goal)
        reason = (
            f"{points} supply points for the headquarters at {where}, which has {self.stock[taker]} with "
            f"{self._before[taker]} points of the enemy before it."
        )
        for name, more in ((sender, -points), (taker, points)):
            self.stock[name] += more
            self.left[name] -= points
        return Convoy(sender, points, goal, by_rail, reason)


class Dispatcher:
    """Carries convoys out: a shipment is made up, and then goes its way."""

    def __init__(self) -> None:
        self._waiting: list[Convoy] = []
        self._made_up: Convoy | None = None

    def begin(self, convoys: list[Convoy]) -> None:
        self._waiting, self._made_up = list(convoys), None

    def order(self, sight: Sight) -> Order | None:
        """The next shipment to be made up; None if there is none."""
        while self._waiting:
            convoy = self._waiting.pop(0)
            action = Transfer(convoy.sender, convoy.points)
            if sight.is_legal(action):
                self._made_up = convoy
                return Order(action, convoy.reason)
        return None

    def march(self, position: WesternFrontPosition, side: str) -> Move | None:
        """The way of the shipment that was made up last; None if there is none."""
        convoy, self._made_up = self._made_up, None
        if convoy is None or convoy.sender not in position.units:
            return None
        at = position.units[convoy.sender].at
        for name in sorted(position.ready[side], reverse=True):
            unit = position.units[name]
            if unit.at == at and position.piece(unit).supply and unit.supply == convoy.points:
                return Move((name,), convoy.goal, convoy.reason, convoy.by_rail)
        return None
