"""Attacks before they are made: which enemy hexes are worth striking, from where, and with whom.

Every enemy hex that enough units can reach is a candidate. Its worth is what the enemy is expected to lose,
less what the attack costs, plus the ground; the best candidates are given their units first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy

import msgspec

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import morale, sectors, trenches
from hexfront.games.western_front.rules.battle import around
from hexfront.games.western_front.scenarios import duties, victory
from hexfront.games.western_front.scenarios.directives import directives_of
from hexfront.games.western_front.staff import following, ground, nerves, roads, stores
from hexfront.games.western_front.staff.bearings import Bearings
from hexfront.games.western_front.staff.exchange import Exchange, exchange
from hexfront.games.western_front.staff.levels import Level
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, CONSTRUCTION, ENTENTE, NEUTRALS

STRENGTH_WORTH = 0.35  # an enemy strength point less in the field, beside its demoralization
UNCOUNTED_LOSS = 0.5  # an enemy strength point whose nation keeps no account
FORTRESS_LOSS = 0.5
EVICTION_WORTH = 22.0  # a garrison driven out of a fortress, so that guns count double against it
ABROAD = 0.15  # what is left of the worth of ground to a side that means to hold its own
ALLIED = 0.8  # the same for the ground of an ally
ALLIES = ("belgium",)
MOST_FOR_HOME = 12.0  # what it is worth at most to drive an enemy from among one's own cities
HEX_WORTH = 1.2  # a hex of ground won
KEPT_HEX = 0.6  # how likely a hex that was won is still one's own in the end
RETAKEN_HEX = 0.8  # the same for a hex that was one's own before
ONWARD = 15.0  # what is to be gained beyond a hex, where the best of all roads leads through it
MISSED = 0.045  # what a strength point is missed for where the main effort is, or where the enemy's is
LEAST_WORTH = 1.0  # below this nobody is sent
STANDING_WORTH = 5.0  # the same when the front has come to rest


# What it is worth that a unit does its duty to attack, so many turns before it must [WF 3-6].
DUTY_WORTH = {0: 3.0, 1: 0.8, 2: 0.4}


def turns_to_offensive(position: WesternFrontPosition) -> int:
    """Turns left to an army that must attack; below 0 when the time is over."""
    campaign = directives_of(position)
    if campaign is None or position.date.month != campaign.offensive_by.month:
        return -1
    return campaign.offensive_by.turn - position.date.turn


class Grounds(msgspec.Struct, frozen=True):
    """What terrain, rivers and trenches do to an attack from some hexes."""

    half: bool
    attack_die: int
    answer_die: int


class Strike(msgspec.Struct, frozen=True):
    """An attack that is planned: the hex, who attacks from where, and what is expected of it."""

    target: int
    units: Mapping[str, int]
    strength: int
    expected: Exchange
    worth: float


def grounds(
    position: WesternFrontPosition, node: int, origins: Iterable[int], enemy: str, *, solid: bool = False
) -> Grounds:
    """The terrain a defender would choose against an attack from some hexes, and what comes on top [13-3].

    ``solid`` says that a solid defense meets too few guns [22-21].
    """
    setting = position.setting
    tables = setting.tables
    ring = around(position, node)
    through = [ring.index(origin) for origin in origins if origin in ring]
    fortress = position.fortress_at(node) is not None
    best = (0.0, False, 0, 0)
    found = False
    for direction in {(each + turn) % 6 for each in through for turn in (-1, 0, 1)}:
        other = ring[direction]
        if other is None or setting.board.country[other] in NEUTRALS:
            continue
        name = setting.side(node, other).terrain
        row = tables.terrain[name]
        if not row.choosable or (name == "urban" and fortress):
            continue
        half = row.attack_strength == "half"
        attack_die = row.attack_die + (row.solid_attack_die if solid else 0)
        answer_die = row.counterattack_die + (row.solid_counterattack_die if solid else 0)
        score = -attack_die + answer_die + (4 if half else 0)
        if not found or score > best[0]:
            best = (score, half, attack_die, answer_die)
            found = True
    _, half, attack_die, answer_die = best
    rivers = [setting.side(origin, node).features for each in through if (origin := ring[each]) is not None]
    if rivers and all("river" in each or "major river" in each for each in rivers):
        wide = all("major river" in each for each in rivers)
        water = tables.features["major river" if wide else "river"]
        half = half or water.attack_strength == "half"
        attack_die += water.attack_die
        answer_die += water.counterattack_die
    marker = position.markers.get(node)
    if marker is not None and marker.side == enemy and marker.kind != CONSTRUCTION:
        attack_die += tables.markers[marker.kind].attack_die
    limit = tables.whole("die_adjustment_limit")
    return Grounds(half, max(-limit, min(limit, attack_die)), max(-limit, min(limit, answer_die)))


def expected(survey: Survey, node: int, strength: int, origins: Iterable[int]) -> tuple[Exchange, Grounds]:
    """What an attack with so much strength is expected to bring."""
    position = survey.position
    lay = grounds(position, node, origins, survey.enemy)
    column = strength // 2 if lay.half else strength
    marker = position.markers.get(node)
    trench = marker is not None and marker.side == survey.enemy and marker.kind != CONSTRUCTION
    found = exchange(
        position.setting,
        position.year,
        attack=column,
        attack_die=lay.attack_die,
        defense=survey.hostile[node],
        fortress=survey.hostile_forts[node],
        answer_die=lay.answer_die,
        trench=trench,
    )
    return found, lay


class Scales:
    """What losses and ground are worth to a side, found once for a phase."""

    def __init__(
        self, survey: Survey, level: Level, boldness: float, bearings: Bearings | None = None
    ) -> None:
        self.survey = survey
        self.bearings = bearings or Bearings(survey.position.setting)
        self.level = level
        self.is_static = ground.is_static(survey.position)
        self.boldness = 1.0 if self.is_static else boldness
        self.least = LEAST_WORTH
        self.entered: dict[tuple[int, int], bool] = {}  # whether so many would enter a hex if it were won
        position = survey.position
        part = 1.0 if survey.side == CENTRAL_POWERS else ABROAD
        goals = {node: part * worth for node, worth in ground.goals(position, survey.side).items()}
        self.aims = ground.field(position, goals)
        self.cares = ground.field(position, ground.treasures(position, survey.side))
        self.promise, self.peril = self.aims, self.cares
        if self.is_static:
            pass  # nobody marches on cities through a front
        elif level.roads and survey.side == CENTRAL_POWERS:
            self.promise = roads.promise(survey, ground.with_paris(position, goals))
        elif level.roads:
            self.peril = roads.peril(survey, ground.treasures(position, survey.side))
        self.best_promise = max(self.promise) or 1.0
        self.worst_peril = max(self.peril) or 1.0
        self._prices: dict[str, float] = {}
        self._lost_trenches = {
            node
            for nation, hexes in victory.lost_trenches(survey.position).items()
            if survey.position.setting.tables.nations[nation].side == survey.side
            for node in hexes
        }
        self._spared = nerves.spared(survey.position) if self.is_static else {}
        self.owing: set[str] = set()
        self.duty_worth = 0.0
        if survey.side == ENTENTE and duties.in_force(position):
            self.owing = {unit.name for unit in survey.own_units if duties.owes_attack(position, unit)}
            self.duty_worth = DUTY_WORTH.get(turns_to_offensive(position), 0.0)

    def after_marches(self, survey: Survey) -> Scales:
        """The same for the combat phase: what ground is worth has not changed by marching there."""
        twin = copy(self)
        twin.look_again(survey)
        twin.least, twin.entered = LEAST_WORTH, {}
        return twin

    def without_prices(self) -> Scales:
        """The same, if supply points were worth nothing to anybody."""
        twin = copy(self)
        twin._prices = dict.fromkeys(self.survey.position.setting.tables.nations, 0.0)
        return twin

    def look_again(self, survey: Survey) -> None:
        """See what an attack of the same phase has left, on the map and in the stocks."""
        self.survey = survey
        self._prices = {}

    def price_for(self, unit: Unit) -> float:
        """What a supply point is worth to those who pay for a unit."""
        position = self.survey.position
        nation = sectors.nation_of(position.piece(unit))
        if nation not in self._prices:
            self._prices[nation] = stores.price_of(position, nation)
        return self._prices[nation]

    def loss_worth(self, units: Sequence[Unit], fortress: int) -> float:
        """What a strength point of some defenders is worth, on the average."""
        position = self.survey.position
        worth = total = 0.0
        for unit in units:
            piece = position.piece(unit)
            if not unit.strength or piece.fortress:
                continue
            counted = bool(morale.counted_nation(position, piece.nation))
            each = (2.0 if piece.cavalry or piece.artillery else 1.0) if counted else UNCOUNTED_LOSS
            each *= nerves.weight(position, piece.nation) * self._spared.get(piece.nation, 1.0)
            worth += unit.strength * (each + STRENGTH_WORTH)
            total += unit.strength
        worth += fortress * FORTRESS_LOSS
        total += fortress
        return worth / total if total else 0.0

    def eager(self, node: int) -> float:
        """What an attack on a hex is taken to bring more because the plan wants attacks there, or less."""
        return self.bearings.at(node).eager

    def missed(self, node: int) -> float:
        """What each strength point that attacks a hex is missed for elsewhere: most where the road leads
        nowhere."""
        part = self.peril[node] / self.worst_peril
        if self.survey.side == CENTRAL_POWERS:
            part = self.promise[node] / self.best_promise
        return MISSED * (1.2 - part)

    def hex_worth(self, node: int) -> float:
        """What it is worth to take a hex."""
        position, side = self.survey.position, self.survey.side
        if self.is_static:
            return self._front_worth(node)
        country = position.setting.board.country[node]
        lift = min(6.0, (self.aims[node] + self.cares[node]) / 8)
        if country == ground.home_of(side):
            return 2 * HEX_WORTH + min(MOST_FOR_HOME, self.cares[node] / 4)
        if side == CENTRAL_POWERS:
            onward = ONWARD * self.promise[node] / self.best_promise
            return onward + HEX_WORTH + ground.city_worth(position, node) + ground.paris_worth(position, node)
        part = ALLIED if country in ALLIES else ABROAD
        return part * (HEX_WORTH + lift + ground.city_worth(position, node))

    def _front_worth(self, node: int) -> float:
        """What a hex is worth in the trench war: its cities, and what a lost trench counts in the end."""
        position = self.survey.position
        worth = HEX_WORTH
        if position.setting.board.country[node] != ground.home_of(self.survey.side):
            worth += ground.city_worth(position, node)
        points = position.setting.parameters.demoralization.lost_trench_hex
        if node in self._lost_trenches:
            worth += RETAKEN_HEX * points
        elif trenches.trench_at(position, node, self.survey.enemy) is not None:
            worth += KEPT_HEX * points
        return worth


def plan_strikes(
    scales: Scales, reachable: Mapping[str, Mapping[int, object]], free: set[str], least: float = LEAST_WORTH
) -> list[Strike]:
    """The attacks worth making with the free units, the best first. Their units are free no more."""
    survey, level = scales.survey, scales.level
    candidates = [
        node for node in range(len(survey.board)) if survey.hostile[node] or survey.hostile_forts[node]
    ]
    rough = []
    for node in candidates:
        defense = survey.hostile[node] + survey.hostile_forts[node]
        might = survey.might.get(node, 0)
        if might >= 1.5 * defense and survey.hostile_forts[node] < 10:
            rough.append((scales.hex_worth(node) + might / (defense + 4), node))
    rough.sort(reverse=True)
    chosen: list[Strike] = []
    waiting = [node for _, node in rough[: level.targets]]
    load = {node: survey.position.halves[node] for node in range(len(survey.board))}
    while waiting:
        found = [
            strike
            for node in waiting
            if (strike := best_strike(scales, node, reachable=reachable, free=free, load=load)) is not None
        ]
        if not found:
            break
        strike = max(found, key=lambda each: (each.worth, -each.target))
        if strike.worth < least:
            break
        chosen.append(strike)
        worth_it = {each.target for each in found if each.worth >= least}
        waiting = [node for node in waiting if node != strike.target and node in worth_it]
        for name, origin in strike.units.items():
            free.discard(name)
            unit = survey.position.units[name]
            halves = survey.position.piece(unit).halves
            if unit.at != origin:
                load[unit.at] -= halves
                load[origin] += halves
    return chosen


def best_strike(
    scales: Scales,
    node: int,
    *,
    reachable: Mapping[str, Mapping[int, object]],
    free: set[str],
    load: dict[int, int],
) -> Strike | None:
    """The best selection of units against one hex."""
    survey, level, boldness = scales.survey, scales.level, scales.boldness
    position, setting = survey.position, survey.position.setting
    origins = [each for each in setting.crossable[node] if not survey.is_held_by_enemy(each)]
    gathered = gather(survey, origins, reachable, free, dict(load))
    if not gathered:
        return None
    defenders = [unit for unit in position.units_at(node) if position.side_of(unit) == survey.enemy]
    price = scales.loss_worth(defenders, survey.hostile_forts[node])
    ground_worth = scales.hex_worth(node) if _is_entered(scales, node, gathered) else 0.0
    missed = scales.missed(node)
    supply_price = scales.price_for(position.units[gathered[0][0]])
    best: Strike | None = None
    total = sum(strength for _, _, strength in gathered)
    for mix in range(level.mixes):
        wanted = total * (level.mixes - mix) / level.mixes
        units: dict[str, int] = {}
        strength = 0
        for name, origin, share in gathered:
            if strength and strength + share > wanted + 1:
                continue
            units[name] = origin
            strength += share
        for paid in (True, False):
            column = strength if paid else strength // 2
            found, _ = expected(survey, node, column, set(units.values()))
            worth = found.defender * price - found.attacker * (1.0 + STRENGTH_WORTH) / boldness
            worth += found.taken * ground_worth - paid * strength / 4 * supply_price
            worth += scales.duty_worth * sum(name in scales.owing for name in units)
            worth += scales.eager(node) - missed * strength
            if best is None or worth > best.worth:
                best = Strike(node, units, column, found, worth)
    return best


def _is_entered(scales: Scales, node: int, gathered: Sequence[tuple[str, int, int]]) -> bool:
    """Whether those who could attack a hex would enter it; who means to leave it empty is not paid for it."""
    position = scales.survey.position
    key = node, len(gathered)
    if key not in scales.entered:
        units = [position.units[name] for name, _, _ in gathered]
        why = following.why_not_follow(position, scales.survey, node, units, careful=False)
        scales.entered[key] = why is None
    return scales.entered[key]


def gather(
    survey: Survey,
    origins: Sequence[int],
    reachable: Mapping[str, Mapping[int, object]],
    free: set[str],
    load: dict[int, int],
) -> list[tuple[str, int, int]]:
    """Units that could attack from some hexes, each with the hex it would go to and its strength."""
    position, setting = survey.position, survey.position.setting
    able: list[tuple[int, str, list[int]]] = []
    for name in free:
        unit = position.units[name]
        if unit.strength < 2:
            continue
        here = [origin for origin in origins if origin == unit.at or origin in reachable.get(name, ())]
        if here:
            able.append((unit.strength, name, here))
    able.sort(key=lambda each: (len(each[2]), -each[0], each[1]))
    found = []
    for strength, name, here in able:
        unit = position.units[name]
        piece = position.piece(unit)
        if unit.at in here:
            found.append((name, unit.at, strength))
            continue
        open_hexes = [node for node in here if load[node] + piece.halves <= setting.room[node][0]]
        if open_hexes:
            origin = min(open_hexes, key=lambda node: (load[node], node))
            load[origin] += piece.halves
            found.append((name, origin, strength))
    found.sort(key=lambda each: (-each[2], each[0]))
    return found
