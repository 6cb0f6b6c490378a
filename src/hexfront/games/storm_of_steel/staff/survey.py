"""The map as a staff sees it: who stands where, what could strike what, and what the ground is worth."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable, Mapping
from functools import cached_property

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.ground import FOOT, WHOLE_ALLOWANCE
from hexfront.games.storm_of_steel.rules import battles, impulses, supply
from hexfront.games.storm_of_steel.staff import foe, stakes
from hexfront.games.storm_of_steel.staff.fights import MATERIAL, STRENGTH
from hexfront.games.storm_of_steel.staff.prizes import HEX, Bounty, bounties, decisive, prizes
from hexfront.games.storm_of_steel.vocabulary import SIDES, other_side

FADE = 0.82  # how much of a goal's worth is left a movement point farther away
STEEP = 3  # points that a mountain counts for
STACK = 6.0  # strength of an enemy stack that counts as a movement point on the way to a goal
STRIKES = 3  # hexes from which a mobile enemy may come to attack
MARCH = 2  # hexes that troops go on foot in an impulse
MOST_STRIKE = 36.0  # three hexes full of corps
SWEPT = 6.0  # odds at which troops in the open do not hold
MOST_LIKELY = 0.9
RISK = 1 / 6  # what a point of strength is worth
WITHDRAWN = 0.4  # part of the troops that is lost where they can fall back
ENCLOSED = 0.6  # part of the hexes round one that make it a pocket
ONWARD, LATE = 0.25, 0.15  # part of what can be come to from a hex that it is worth, and more at the end
UNFORESEEN = 0.3  # how likely a face-down card of the enemy's gives him an impulse more


class Survey:
    """What a side sees in one segment."""

    def __init__(self, position: SteelPosition, side: str, before: Survey | None = None) -> None:
        self.position = position
        self.side = side
        self.enemy = other_side(side)
        self.setting = position.setting
        self.board = position.setting.board
        self.defence: dict[int, int] = {}  # strength of each enemy stack as it stands
        self.mobile: dict[int, int] = {}  # strength with which it could attack
        for unit in position.ashore(self.enemy):
            piece = position.piece(unit)
            if not piece.land or self.board.is_area(unit.at):
                continue
            node = unit.at
            self.defence[node] = self.defence.get(node, 0) + battles.strength(position, unit, attacks=False)
            if piece.movement and not piece.headquarters:
                self.mobile[node] = self.mobile.get(node, 0) + piece.strength
        if before is not None and foe.known_state(before.position, side) == foe.known_state(position, side):
            if "expected" in before.__dict__:
                self.__dict__["expected"] = before.__dict__["expected"]
        if before is not None and before.era == self.era:
            for field in ("pull", "peril"):
                if field in before.__dict__:
                    self.__dict__[field] = before.__dict__[field]

    # What the ground is worth

    @cached_property
    def era(self) -> tuple[object, ...]:
        """As long as it is the same segment and nobody has won a city, what lies ahead and behind is the
        same."""
        position = self.position
        held = tuple(position.controller(node) for node in self.setting.city_at)
        return position.turn, position.impulse, position.active, position.step, self.side, held

    @cached_property
    def prizes(self) -> dict[int, float]:
        """What each place is worth to this side."""
        return prizes(self.position, self.side)

    @cached_property
    def decisive(self) -> dict[int, float]:
        """The enemy's places that objectives of the scenario hang on, and how much of them."""
        controller = self.position.controller
        return {
            node: worth for node, worth in decisive(self.position).items() if controller(node) == self.enemy
        }

    @cached_property
    def open_doors(self) -> dict[int, float]:
        """Those of them that nobody holds."""
        occupant, entrance = self.position.occupant, self.position.entrance[self.side]
        return {node: worth for node, worth in self.decisive.items() if not occupant[node] and entrance[node]}

    @cached_property
    def pressing(self) -> float:
        """How near the end of the scenario is, from nothing to one."""
        return stakes.pressing(self.position)

    @cached_property
    def _bounties(self) -> list[Bounty]:
        return bounties(self.position, self.side)

    def bounty(self, node: int) -> float:
        """What a point of enemy strength in a hex is worth to the objectives of one's own cards and of the
        scenario."""
        position, front = self.position, self.setting.front_of[node]
        found = [each for each in self._bounties if each.front == front]
        dear = (STRENGTH + MATERIAL) * max(stakes.dearness(position, self.enemy) - 1, 0.0)
        if not found:
            return dear
        there = {position.piece(unit).country for unit in position.troops_at(node)}
        return dear + sum(each.worth for each in found if not each.countries.isdisjoint(there))

    @cached_property
    def pull(self) -> Mapping[int, float]:
        """What can be won from each hex: enemy places, less the farther they are and the more stands on
        the way."""
        controller = self.position.controller
        goals = {node: worth for node, worth in self.prizes.items() if controller(node) != self.side}
        return self.spread(goals, self.defence)

    @cached_property
    def peril(self) -> Mapping[int, float]:
        """What would be lost beyond each hex: own places, less the farther they are."""
        controller = self.position.controller
        return self.spread(
            {node: worth for node, worth in self.prizes.items() if controller(node) == self.side}, {}
        )

    def spread(self, goals: Mapping[int, float], barred: Mapping[int, float]) -> dict[int, float]:
        """The worth of the best goal of each hex, faded by the way there."""
        edges = self.position.steps(FOOT)
        in_play, entrance = self.setting.in_play, self.position.entrance[self.side]
        found: dict[int, float] = {}
        queue = [(-worth, node) for node, worth in goals.items()]
        heapq.heapify(queue)
        while queue:
            minus, node = heapq.heappop(queue)
            if node in found:
                continue
            found[node] = -minus
            if -minus < HEX / 4:
                continue
            through = minus * FADE ** (barred.get(node, 0) / STACK)
            for other, cost in edges[node]:
                if other not in found and other in in_play and entrance[other]:
                    points = STEEP if cost >= WHOLE_ALLOWANCE else min(cost, STEEP)
                    heapq.heappush(queue, (through * FADE**points, other))
        return found

    def worth(self, node: int) -> float:
        """What it is worth to take a hex from the enemy: itself, and what can be come to from there."""
        own = self.prizes.get(node, 0.0) if self.position.controller(node) != self.side else 0.0
        onward = ONWARD + LATE * self.pressing
        return HEX + own + onward * max(self.pull.get(node, 0.0) - own, 0.0)

    # What the enemy could do

    @cached_property
    def expected(self) -> Mapping[str, foe.Expected]:
        """[4.3] What the enemy may bring on each front, by what is known of his hand."""
        return foe.expected(self.position, self.side)

    def foreboding(self, node: int) -> float:
        """How much more the enemy's strength counts before a hex for the cards that he may have."""
        found = self.expected.get(self.setting.front_of[node])
        return found.weight if found else 1.0

    @cached_property
    def threat(self) -> dict[int, float]:
        """The strength with which the enemy could attack each hex in his next impulse; of those in trenches
        half, for they are slow to come out."""
        found: dict[int, float] = {}
        position, around = self.position, self.setting.ground.around
        for start, strength in self.mobile.items():
            weight = 0.6 if position.dug_in[start] else 1.0
            seen, edge = {start}, [start]
            for far in range(1, STRIKES + 1):
                following = []
                for node in edge:
                    for other in around[node]:
                        if other not in seen:
                            seen.add(other)
                            following.append(other)
                            share = weight * strength * (1.0 if far <= 2 else 0.5)
                            found[other] = min(found.get(other, 0.0) + share, MOST_STRIKE)
                edge = [node for node in following if position.occupant[node] != self.side]
        return found

    @cached_property
    def open_to_enemy(self) -> frozenset[int]:
        """The hexes that enemy troops are in, or can come to on foot in an impulse past those who stand
        there now."""
        position, around = self.position, self.setting.ground.around
        zones, entrance = position.zones[self.side], position.entrance[self.enemy]
        found = set(self.mobile)
        edge = [*found]
        for _ in range(MARCH):
            following = []
            for node in edge:
                for other in around[node]:
                    if other not in found and position.occupant[other] != self.side and entrance[other]:
                        found.add(other)
                        if not zones[other]:
                            following.append(other)
            edge = following
        return frozenset(found)

    def is_snared(self, node: int, held: Container[int]) -> bool:
        """[10.34] Whether troops in a hex could be left without a way back: beside each hex behind them the
        enemy is, or can come, unless it is among those that are held."""
        position, around = self.position, self.setting.ground.around
        coming = self.open_to_enemy
        for other in around[node]:
            if not position.is_open(other, self.side) or position.occupant[other] == self.enemy:
                continue
            if position.dug_in[other] and position.occupant[other] == self.side:
                return False
            if other in coming and other not in held:
                continue
            if not any(each in coming and each not in held for each in around[other]):
                return False
        return True

    def reply(self, node: int) -> float:
        """How likely the enemy acts where a hex is before this side does again: an impulse of which nothing
        is known yet needs a card."""
        position, front = self.position, self.setting.front_of[node]
        impulse = position.impulse
        if self.side != SIDES[0]:
            if position.turn < self.setting.last_turn:
                return 1.0  # the others begin the next quarter
            impulse += 1
        if impulses.plays(position, self.enemy, front, impulse):
            return 1.0
        may = impulse <= self.setting.most_impulses(position.turn, front) and position.picked.get(self.enemy)
        return UNFORESEEN if may else 0.0

    def falls(self, node: int, strength: float) -> float:
        """How likely troops in the open lose a hex in the enemy's next impulse."""
        odds = self.threat.get(node, 0.0) / max(strength, 1.0)
        return self.reply(node) * min(odds / SWEPT, MOST_LIKELY)

    def toll(self, node: int, strength: float, held: Container[int]) -> float:
        """What troops in the open are expected to lose in a hex in the enemy's next impulse: all of them
        where no way leads back."""
        falls = self.falls(node, strength)
        if not falls:
            return 0.0
        return falls * RISK * strength * (1.0 if self.is_snared(node, held) else WITHDRAWN)

    @cached_property
    def border(self) -> frozenset[int]:
        """The hexes of this side that touch the enemy's ground, or in which it meets him."""
        position, around = self.position, self.setting.ground.around
        found = set()
        for node in self.setting.in_play:
            if position.controller(node) != self.side or position.occupant[node] == self.enemy:
                continue
            if any(
                position.controller(other) == self.enemy or position.occupant[other] == self.enemy
                for other in around[node]
            ):
                found.add(node)
        return frozenset(found)

    @cached_property
    def pockets(self) -> frozenset[int]:
        """Enemy ground that nobody stands on and that this side has nearly all round it: who takes it has a
        shorter line."""
        position, setting = self.position, self.setting
        entrance = position.entrance[self.side]
        found = set()
        for node in {other for each in self.border for other in setting.ground.around[each]}:
            if position.controller(node) != self.enemy or position.occupant[node] or not entrance[node]:
                continue
            around = setting.ground.around[node]
            own = sum(position.controller(other) == self.side for other in around)
            if node in setting.in_play and node in self.supplied and own >= ENCLOSED * len(around):
                found.add(node)
        return frozenset(found)

    @cached_property
    def from_enemy(self) -> Mapping[int, int]:
        """How many hexes away the nearest enemy who could attack is."""
        return self.hexes_from(self.mobile)

    def hexes_from(self, starts: Iterable[int], most: int = 99) -> dict[int, int]:
        """How many hexes each hex is from the nearest of some, as far as that is looked at."""
        around = self.setting.ground.around
        found = dict.fromkeys(starts, 0)
        queue = list(found)
        for node in queue:
            if found[node] >= most:
                break
            for other in around[node]:
                if other not in found:
                    found[other] = found[node] + 1
                    queue.append(other)
        return found

    @cached_property
    def offensives(self) -> frozenset[str]:
        """The fronts for which this side has selected a campaign card that helps its attacks."""
        deck = self.setting.printed.deck.cards
        keys = [*map(str, self.position.shown.get(self.side, ())), *self.position.picked.get(self.side, ())]
        found = set()
        for key in keys:
            number, _, front = key.partition("-")
            card = deck[int(number)] if number.isdecimal() else None
            if card and card.kind == "campaign" and any(shift.columns > 0 for shift in card.shifts):
                found.add(front or self.position.card_fronts.get(card.card, card.fronts[0]))
        return frozenset(found)

    @cached_property
    def supplied(self) -> frozenset[int]:
        return supply.supplied_hexes(self.position, self.side)

    # Own troops

    def fights(self, unit: Unit) -> bool:
        """Whether a unit is one that marches and fights."""
        piece = self.position.piece(unit)
        return bool(piece.land and piece.strength and piece.movement and not piece.headquarters)

    @cached_property
    def troops(self) -> list[Unit]:
        """All units of this side on the map that march and fight."""
        return [
            unit
            for unit in self.position.ashore(self.side)
            if self.fights(unit) and not self.board.is_area(unit.at) and unit.at in self.setting.in_play
        ]

    def name(self, node: int) -> str:
        return self.board.name_of(node)
