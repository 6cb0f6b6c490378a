"""Mobilization: what each country orders for its points."""

from __future__ import annotations

from hexfront.games.storm_of_steel.orders import Build, Transfer
from hexfront.games.storm_of_steel.rules import capacity, convoys, markers, mobilization
from hexfront.games.storm_of_steel.rules.commerce import PAYER as RAIDING
from hexfront.games.storm_of_steel.rules.commerce import TRADER
from hexfront.games.storm_of_steel.staff import air, weapons
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, CORPS

QUARTER = 0.85  # what is left of a unit's worth for each quarter one has to wait
ATTACKERS = {"shock": 2.2, "tank-corps": 1.8, "active": 1.5, "cavalry": 0.6}
BRIGADES = {"tank-brigade": 4.0, "siege": 1.5}  # what they are worth, in strength
TROOPS_A_STAFF = 7  # units that a headquarters commands
STAFF = 12.0  # what a headquarters is worth that is missing
SHIPPING = 70  # merchant points below which more are built
MOST_GUNS = 4
RAIDER = 12.0  # what a submarine is worth against shipping, in strength, while there are few
RAIDERS = ((3, 3.0), (11, 9.0))  # how many are wanted in which quarters
PAYS_OFF = 5  # quarters that a submarine needs to be worth its price
ESCORT = 6.0  # and an escort, while raiders are out


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
        elif order.kind == "SS":
            worth = RAIDER if self.country == RAIDING and self._flotillas("SS") < self._raiders() else 0.0
        elif order.kind == "ESC":
            worth = ESCORT if self.country == TRADER and self._flotillas("ESC") < self._escorts() else 0.0
        else:
            worth = BRIGADES.get(order.kind, 0.0) or air.wanted(position, self.survey.side, order.kind)
        left = setting.last_turn - position.turn
        if row.quarters > left or not self._can_come() or (row.oil and self._oil_is_for_raiders(order.kind)):
            return 0.0
        price = mobilization.price(position, self.purse, order.kind, order.divisions)
        return worth * QUARTER**row.quarters / max(price, 1)

    def _oil_is_for_raiders(self, kind: str) -> bool:
        """[7.7] Whether the little petroleum of the Central Powers is kept for submarines that are missed."""
        if kind == "SS" or self.survey.side != CENTRAL_POWERS:
            return False
        return self._flotillas("SS", RAIDING) < self._raiders()

    def _flotillas(self, kind: str, country: str = "") -> int:
        """The ships of a kind that a country has, and those on the stocks."""
        position, pieces = self.survey.position, self.survey.setting.pieces
        names = {*position.units, *position.due, *position.drafts}
        country = country or self.country
        return sum(
            name in pieces and pieces[name].country == country and pieces[name].kind == kind for name in names
        )

    def _raiders(self) -> float:
        """How many submarines are wanted: more every quarter until the war of submarines."""
        if (
            len(self.survey.setting.fronts) < 2
            or self.survey.setting.last_turn - self.survey.position.turn < 5
        ):
            return 0.0
        (first, few), (last, many) = RAIDERS
        turn = min(max(self.survey.position.turn, first), last)
        return few + (many - few) * (turn - first) / (last - first)

    def _escorts(self) -> int:
        """How many escorts are wanted: half as many as raiders are out, if convoys can be formed."""
        position = self.survey.position
        if convoys.CONVOYS not in position.developed:
            return 0
        return 1 + len(convoys.in_zone(position, CENTRAL_POWERS)) // 2

    def _can_come(self) -> bool:
        """Whether units of the country have ground to come to on the maps that are played."""
        return bool(self.survey.setting.cities_in_play(self.country))

    def best(self, orders: list[Build]) -> tuple[float, Build] | None:
        """What is worth most for its price."""
        found = [(self.value(order), order) for order in orders]
        found = [each for each in found if each[0] > 0]
        return max(found, key=lambda each: (each[0], each[1].divisions, each[1].kind), default=None)

    def gift(self, orders: list[Transfer]) -> Transfer | None:
        """[7.23] What nothing is built from goes to the ally who has least for his troops."""
        position, pieces = self.survey.position, self.survey.setting.pieces
        troops: dict[str, int] = {}
        for name in position.by_side[self.survey.side]:
            piece = pieces[position.units[name].piece]
            if piece.kind in CORPS:
                troops[piece.country] = troops.get(piece.country, 0) + 1

        def need(order: Transfer) -> tuple[float, int, str]:
            have = max(position.points.get(order.to, 0), 1)
            return troops.get(order.to, 0) / have, order.points, order.to

        found = [order for order in orders if troops.get(order.to)]
        return max(found, key=need, default=None)

    def why(self, order: Build) -> str:
        """A sentence for an order."""
        if order.kind == "headquarters":
            return f"{self.troops} units have only {self.staffs} headquarters."
        if order.kind == markers.MERCHANT:
            return f"Shipping is down to {self.survey.position.shipping}."
        size = f" of {order.divisions} divisions" if order.divisions else ""
        return f"A {order.kind} unit{size} brings most strength for its points."
