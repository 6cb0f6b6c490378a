"""Supply points: what one is worth at this stage of the campaign, and whether a combat deserves them.

Supply doubles what a unit fights with, and there is never enough for all. So it has a price: low while the
stocks would last beyond the end, high when they would not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from hexfront.games.western_front.matters import Battle, Supplying
from hexfront.games.western_front.orders import Supply
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import TurnDate
from hexfront.games.western_front.rules import resolution, sectors
from hexfront.games.western_front.rules.battle import answering_units, terrain_choices
from hexfront.games.western_front.rules.prospects import Forecast, forecast
from hexfront.games.western_front.scenarios import ceilings, collapse
from hexfront.games.western_front.staff import budget
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE, FORTRESS_AND_GUNS
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.planning import Order, Sight

ENOUGH = {CENTRAL_POWERS: 7.0, ENTENTE: 3.0}
"""Points a turn at which a supply point is worth as much as a demoralization point: who has to win in a few
months needs more of them."""
DEAREST, CHEAPEST = 0.8, 0.04
FORESEEN = 26  # turns for which stocks are reckoned up, a campaign's length
TURNS = 7
STOCK_PRICES = ((0.0, 1.5), (0.25, 1.0), (0.5, 0.6), (0.75, 0.35), (0.9, 0.15), (1.0, CHEAPEST))
"""What a supply point is worth by the part of what a nation may hold that it has, where nothing comes in."""
PACE_PRICES = ((-3.0, 2.5), (-2.0, 1.8), (-1.0, 1.1), (0.0, 0.3), (1.0, 0.05), (2.0, CHEAPEST))
"""What a supply point is worth in the trench war by the months of income that a nation has above what it
means to keep: whoever has had more than he has used need not save, and whoever has used more must."""
KEPT = 0.75  # the part of what it may hold that a nation means to keep
KEPT_FOR_LATER = 0.85  # the same in a scenario without ceilings, after which the war goes on
SAVED = 0.3  # the part of what it lacks for that when a scenario begins that it means to save in it
LAST_YEAR = 1918  # whose stocks are kept for nothing that comes after it
LAST_TURNS = 56  # before the end of the war, in which supply points lose their worth
UNHURRIED = 0.15  # what a supply point is worth at most that must be expended some day
URGENT = 40.0  # what it is worth to be rid of one, if all that may be held had to be expended in a turn
MOST_URGENT = 6.0
LOSS_WORTH = 1.35  # an enemy strength point, with what it is missed for later


def turns_left(position: WesternFrontPosition) -> int:
    """Turns to the end of the scenario, this one included."""

    def count(date: TurnDate) -> int:
        return (date.year * 12 + date.month) * TURNS + max(1, date.turn)

    return max(1, count(position.setting.parameters.last_turn) - count(position.date) + 1)


def price(position: WesternFrontPosition, side: str) -> float:
    """What a supply point is worth to a side now, in demoralization points."""
    stock = sum(unit.supply for unit in position.of_side(side))
    last = position.setting.parameters.last_turn
    end, now = (
        (last.year, last.month, last.turn),
        (position.date.year, position.date.month, position.date.turn),
    )
    nations = position.setting.tables.nations
    for row in position.setting.orders.arrivals:
        when = row.year, row.month, row.turn
        if (
            row.supply
            and not row.unit
            and not row.struck
            and nations[row.nation].side == side
            and now < when <= end
        ):
            stock += row.supply
    turns = min(turns_left(position), FORESEEN)
    return max(CHEAPEST, min(DEAREST, ENOUGH.get(side, 7.0) * turns / max(1, stock)))


def stock_of(position: WesternFrontPosition, nation: str) -> int:
    """The supply points that a nation holds, those that are on the way to it included."""
    side = position.setting.tables.nations[nation].side
    return position.supply_due.get(nation, 0) + sum(
        unit.supply for unit in position.of_side(side) if position.piece(unit).nation == nation
    )


def price_of(position: WesternFrontPosition, nation: str) -> float:
    """What a supply point is worth to a nation: dear when the stock is low, nothing when it comes near to
    what the nation may hold, and less than that where some must be expended in time [WF 23-13].

    A scenario is a part of a longer war, for which stocks are kept; only its last year has nothing after it.
    """
    side = position.setting.tables.nations[nation].side
    limit = position.setting.campaign.supply_limit(position, nation)
    if limit is None:
        found = price(position, side)
    else:
        left = 1.0
        if position.setting.parameters.last_turn.year == LAST_YEAR:
            left = min(1.0, turns_left(position) / LAST_TURNS)
        income = monthly_income(position, nation)
        stock = stock_of(position, nation)
        if income:
            kept = left * _kept(position, nation, limit)
            found = left * _between(PACE_PRICES, (stock - kept) / income)
        else:
            found = left * _between(STOCK_PRICES, stock / (limit * left))
    owed = budget.duty(position, nation)
    if owed is not None and owed.is_last_chance:
        return -MOST_URGENT
    return found if owed is None else min(found, max(-MOST_URGENT, UNHURRIED - URGENT * owed.rate))


def monthly_income(position: WesternFrontPosition, nation: str) -> float:
    """[WF 23-25] The supply points that a nation receives in a month, over this month and the next."""
    schedules = position.setting.campaign.national_schedules
    if schedules is None:
        return 0.0
    state = collapse.state_of(position, nation)
    months = (position.date, ceilings.next_month(position.date))
    return sum(
        schedules.supply_due(nation, month.year, month.month, turn, morale=state)
        for month in months
        for turn in range(1, TURNS + 1)
    ) / len(months)


def _kept(position: WesternFrontPosition, nation: str, limit: int) -> float:
    """What a nation means to keep of what it may hold: in a scenario not much more than it began with."""
    parameters = position.setting.parameters
    if parameters.duration_rules.supply_limits:
        return KEPT * limit
    wanted = (KEPT if parameters.last_turn.year == LAST_YEAR else KEPT_FOR_LATER) * limit
    began = next((force.supply for force in parameters.forces if force.nation == nation), wanted)
    return min(wanted, began + SAVED * (wanted - began))


def _between(points: Sequence[tuple[float, float]], at: float) -> float:
    """The value at a place between given ones."""
    for (low, first), (high, last) in pairwise(points):
        if at <= high:
            return first + (last - first) * max(0.0, at - low) / (high - low)
    return points[-1][1]


def is_weighed(position: WesternFrontPosition, battle: Battle) -> bool:
    """Whether a combat is weighed at all. Column attacks, and combats on ground that the defender did not
    have to choose, are paid for wherever that adds strength: the levels were measured so."""
    if battle.column:
        return False
    return len(terrain_choices(position, battle)) > 1 or bool(
        resolution.fortress_to_give_up(position, battle)
    )


def bare(position: WesternFrontPosition, battle: Battle, side: str) -> Battle:
    """The same combat if one side expends nothing."""
    if battle.side == side:
        return msgspec.structs.replace(battle, may_supply=False)
    plan = {unit.name: "" for unit in answering_units(position, battle)}
    return msgspec.structs.replace(battle, counterattack_plan=plan)


def gain_by_supply(position: WesternFrontPosition, battle: Battle, side: str) -> float:
    """What supply adds to the outcome of a combat for one side, in demoralization points."""
    full = forecast(position, battle, battle.terrain)
    without = forecast(position, bare(position, battle, side), battle.terrain)
    if battle.side != side:
        return LOSS_WORTH * float(full.attacker_loss - without.attacker_loss)
    return attack_value(full) - attack_value(without)


def attack_value(odds: Forecast) -> float:
    """What an attack is worth as far as supply can change it."""
    return LOSS_WORTH * float(odds.defender_loss - odds.attacker_loss) + 4.0 * float(odds.forced)


class Paymaster:
    """Decides for each combat whether it is paid for."""

    def __init__(self) -> None:
        self._last: tuple[object, bool, str] = (None, True, "")

    def answer(self, sight: Sight) -> Order:
        choices: Sequence[Action] = list(sight.decision.choices())
        position = sight.position
        assert isinstance(position, WesternFrontPosition)
        about = sight.decision.about
        default = sight.decision.default()
        usual = Order(
            default if default is not None else choices[0], "Supply is paid wherever it adds strength."
        )
        if not isinstance(about, Supplying) or not is_weighed(position, about.battle):
            return usual
        key = position.date, position.active, about.battle.node, sight.side
        if self._last[0] != key:
            self._last = (key, *self._judge(sight, position, about))
        _, pays, reason = self._last
        if pays:
            return Order(usual.action, reason)
        for action in choices:
            if isinstance(action, Supply) and not action.headquarters:
                return Order(action, reason)
        return Order(PASS if PASS in choices else usual.action, reason)

    def _price(self, position: WesternFrontPosition, side: str, about: Supplying) -> float:
        """What a supply point is worth to those who pay for a combat."""
        names = [name for name in about.plan if name in position.units]
        nations = {sectors.nation_of(position.piece(position.units[name])) for name in names}
        return max((price_of(position, nation) for nation in sorted(nations)), default=price(position, side))

    def _judge(self, sight: Sight, position: WesternFrontPosition, about: Supplying) -> tuple[bool, str]:
        battle = about.battle
        points = resolution.supply_bill(position, about, about.plan).total()
        if battle.aim == FORTRESS_AND_GUNS or not points:
            return True, f"{points} supply points for the guns."
        each = self._price(position, sight.side, about)
        gain = gain_by_supply(position, battle, sight.side)
        word = "attack" if battle.side == sight.side else "defense"
        if gain >= each * points:
            return (
                True,
                f"{points} supply points add {gain:.1f} to the {word}, at a price of {each * points:.1f}.",
            )
        return (
            False,
            f"{points} supply points add only {gain:.1f} to the {word}, and are worth {each * points:.1f}.",
        )
