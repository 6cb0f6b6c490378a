"""Mobilization: what each country orders for its points."""

from __future__ import annotations

from hexfront.games.storm_of_steel.orders import Build
from hexfront.games.storm_of_steel.rules import capacity, markers, mobilization
from hexfront.games.storm_of_steel.staff import air, weapons
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import CORPS

QUARTER = 0.85  # what is left of a unit's worth for each quarter one has to wait
ATTACKERS = {"shock": 2.2, "tank-corps": 1.8, "active": 1.5, "cavalry": 0.6}
BRIGADES = {"tank-brigade": 4.0, "siege": 1.5}  # what they are worth, in strength
TROOPS_A_STAFF = 7  # units that a headquarters commands
STAFF = 12.0  # what a headquarters is worth that is missing
SHIPPING = 75  # merchant points below which more are built
MOST_GUNS = 4


class Desk:
    """The orders of one country."""

    def __init__(self, survey: Survey, purse: str) -> None:
        self.survey = survey
        self.purse = purse
        self.country = capacity.purse_country(purse)
        position = survey.position
        pieces = survey.setting.pieces
        own = [
            pieces[name].kind
            for name in (*position.units, *position.due, *position.drafts)
            if name in pieces and pieces[name].country == self.country
        ]
        self.staffs = own.count("headquarters")
        self.troops = sum(kind in CORPS for kind in own)
        self.guns = own.count("siege")

    def value(self, order: Build) -> float:
        """What a unit is worth for a point, and less the longer one waits."""
        position, setting = self.survey.position, self.survey.setting
        if order.kind == markers.MERCHANT:
            return 0.4 if position.shipping < SHIPPING else 0.0
        if order.kind in markers.KINDS:
            return weapons.worth(self.survey, self.country, order.kind)
        row = mobilization.chart_row(position.setting, self.country, order.kind)
        name = mobilization.in_pool(position, self.country, order.kind, order.divisions)
        if row is None or name is None:
            return 0.0
        piece = setting.pieces[name]
        worth = 0.0
        if order.kind == "headquarters":
            worth = STAFF if self.troops > TROOPS_A_STAFF * self.staffs else 0.0
        elif order.kind == "siege":
            worth = BRIGADES["siege"] if self.guns < MOST_GUNS else 0.0
        elif order.kind in CORPS:
            worth = piece.strength * ATTACKERS.get(order.kind, 1.0)
        else:
            worth = BRIGADES.get(order.kind, 0.0) or air.wanted(position, self.survey.side, order.kind)
        left = setting.last_turn - position.turn
        if row.quarters > left or not self._can_come():
            return 0.0
        price = mobilization.price(position, self.purse, order.kind, order.divisions)
        return worth * QUARTER**row.quarters / max(price, 1)

    def _can_come(self) -> bool:
        """Whether units of the country have ground to come to on the maps that are played."""
        return bool(self.survey.setting.cities_in_play(self.country))

    def best(self, orders: list[Build]) -> tuple[float, Build] | None:
        """What is worth most for its price."""
        found = [(self.value(order), order) for order in orders]
        found = [each for each in found if each[0] > 0]
        return max(found, key=lambda each: (each[0], each[1].divisions, each[1].kind), default=None)

    def why(self, order: Build) -> str:
        """A sentence for an order."""
        if order.kind == "headquarters":
            return f"{self.troops} units have only {self.staffs} headquarters."
        if order.kind == markers.MERCHANT:
            return f"Shipping is down to {self.survey.position.shipping}."
        size = f" of {order.divisions} divisions" if order.divisions else ""
        return f"A {order.kind} unit{size} brings most strength for its points."
