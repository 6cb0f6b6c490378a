"""The staff: a planner for one side of The Western Front.

At the beginning of its movement it surveys the map, draws the line it means to hold, picks attacks, and gives
every unit its task. The plan is then carried out order by order. Attacks are weighed once more in the combat
phase, with exact odds. Everything else is asked in small decisions, which `answers` answers.
"""

from __future__ import annotations

from hexfront.games.western_front.orders import Assault, Behind, HoldBack, Join, March, Transport
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.staff import (
    answers,
    combats,
    convoys,
    crowds,
    depots,
    expending,
    exposure,
    garrisons,
    ground,
    logistics,
    pockets,
    raids,
    rear_works,
    salients,
    territory,
    trench,
    works,
)
from hexfront.games.western_front.staff.balance import balance
from hexfront.games.western_front.staff.bearings import (
    Bearings,
    as_ordered,
    candidates,
    is_of_movement,
    stances,
)
from hexfront.games.western_front.staff.levels import LEVELS
from hexfront.games.western_front.staff.line import Line, draw_line
from hexfront.games.western_front.staff.marches import Marches, Move, fighting
from hexfront.games.western_front.staff.posture import TURNS, Course
from hexfront.games.western_front.staff.stores import Paymaster
from hexfront.games.western_front.staff.strikes import LEAST_WORTH, STANDING_WORTH, Scales, plan_strikes
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, COMBAT, ENTENTE
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Notes, Order, Overlay, Sight
from hexfront.kernel.plans import Plan

BOLDNESS = {CENTRAL_POWERS: 1.15, ENTENTE: 1.0}  # who must win takes greater losses

GROUPS = (Behind, HoldBack)  # orders that are not listed among the choices, and were found legal before

USUAL = {
    "go": "The unit goes where its duty sends it, and no farther.",
    "administer": "Nothing else has to be seen to.",
    "corps": "No corps headquarters is needed.",
    "news": "Other fronts are none of its business.",
    "deploy": "The armies stand as their plans ask for.",
    "reserve": "The reserve goes where it is near to all.",
    "supply points": "Most supply goes to where the attack will be.",
    "station": "It waits until all are laid out together.",
    "take back": "What stands stays.",
    "weaken": "Strength comes off everybody in turn.",
    "allot": "Supply is divided for all headquarters together.",
    "draft": "One kind of replacements is as good as the other.",
    "train": "Who was drawn is converted as soon as he can be.",
    "fourth regiments": "The first of the strongest gives its fourth regiment.",
}
"""Why the title's own advice is taken, where a question has no answer of its own."""


class Staff:
    """A planner at one level."""

    margin = 4.0  # demoralization points by which a plan must be better than the one that is kept

    def __init__(self, side: str, level: str) -> None:
        self.side = side
        self.level = LEVELS[level]
        self.boldness = BOLDNESS.get(side, 1.0)
        self._moment: object = None
        self._sectors: object = None  # the phase in which sectors have been looked at
        self._survey: Survey | None = None
        self._surveyed: object = None
        self._moves: list[Move] = []
        self._line = Line((), {})
        self._sentences: list[str] = []
        self._paymaster = Paymaster()
        self._dispatcher = convoys.Dispatcher()
        self._course = Course(side)
        self._scales: Scales
        self._scaled: object = None
        self._planned: tuple[object, Scales] | None = None  # the scales of the last movement, and its date
        self.plan: Plan | None = None  # what is kept over turns
        self._ordered = Plan(side)  # what came of it, or of the doctrine, in the last turn

    # Plans that can be tried out

    def is_due(self, sight: Sight) -> bool:
        """At the beginning of its movement phase while armies move; the trench war has a plan of its own."""
        if sight.decision.kind != "move" or sight.side != self.side:
            return False
        position = sight.position
        assert isinstance(position, WesternFrontPosition)
        return self._moment != (position.date, position.phase) and not ground.is_static(position)

    def candidates(self, sight: Sight) -> list[Plan]:
        position = sight.position
        assert isinstance(position, WesternFrontPosition)
        return candidates(Survey(position, self.side), self.plan)

    def stances(self, position: WesternFrontPosition) -> list[Plan]:
        return stances(self.side)

    def turn_key(self, position: WesternFrontPosition) -> str:
        return str(position.date)

    def balance(self, position: WesternFrontPosition) -> float:
        return balance(position, self.side)

    def _bearings(self, position: WesternFrontPosition) -> Bearings:
        """How each hex bears itself under the plan that is kept."""
        return Bearings(position.setting, None if ground.is_static(position) else self.plan)

    # Planner

    def order(self, sight: Sight) -> Order:
        position = sight.position
        assert isinstance(position, WesternFrontPosition)
        match sight.decision.kind:
            case "move":
                return self._move(sight, position)
            case "attack":
                return self._attack(sight, position)
            case "supply":
                return self._paymaster.answer(sight)
            case "join" if position.phase == COMBAT:
                return self._join(sight, position)
            case "advance":
                return answers.advance(sight, self._survey_now(position), careful=self.level.answer)
        answer = answers.ANSWERS.get(sight.decision.kind)
        order = answer(sight, self._survey_now(position)) if answer else None
        if order is not None and (
            order.action in sight.decision.choices() or isinstance(order.action, GROUPS)
        ):
            return order
        return _usual(sight, USUAL.get(sight.decision.kind, "The usual answer."))

    def notes(self) -> Notes:
        survey = self._survey
        if survey is None:
            return Notes(tuple(self._sentences))
        label = survey.board.label
        scales = Scales(survey, self.level, self.boldness)
        value = {label(node): round(worth, 1) for node, worth in enumerate(scales.promise) if worth >= 1}
        threat = {label(node): float(strength) for node, strength in survey.threat.items()}
        return Notes(
            tuple(self._sentences),
            (
                Overlay("value", "What can be gained from here, in demoralization points", value),
                Overlay("threat", "Strength with which the enemy could attack in his next turn", threat),
                Overlay(
                    "front",
                    "The line the staff means to hold",
                    line=tuple(label(node) for node in self._line.nodes),
                ),
            ),
        )

    # Movement

    def _survey_now(self, position: WesternFrontPosition) -> Survey:
        """A survey of the phase; small decisions do not ask for a new one."""
        moment = position.date, position.phase, position.active
        if self._surveyed != moment or self._survey is None:
            self._survey = Survey(position, self.side)
            self._surveyed = moment
        return self._survey

    def _move(self, sight: Sight, position: WesternFrontPosition) -> Order:
        moment = position.date, position.phase
        if self._moment != moment:
            if self._sectors != moment:
                self._sectors = moment
                if (taken := rear_works.sector_to_take(sight, position)) is not None:
                    return taken
            self._moment = moment
            self._plan(position)
        ready = position.ready[self.side]
        label = position.setting.board.label
        if (shipment := self._dispatcher.march(position, self.side)) is not None:
            self._moves.insert(0, shipment)
        elif (order := self._dispatcher.order(sight)) is not None:
            return order
        while self._moves:
            move = self._moves.pop(0)
            units = tuple(name for name in move.units if name in ready)
            if not units:
                continue
            action = (Transport if move.by_rail else March)(units, label(move.to))
            if sight.is_legal(action):
                return Order(action, move.reason)
            if len(units) > 1:
                self._moves[:0] = [Move((name,), move.to, move.reason, move.by_rail) for name in units]
        if PASS in sight.decision.choices():
            return Order(PASS, "Every unit has its orders.")
        return crowds.make_room(sight, position, self.side) or _usual(sight, "A duty is still owed.")

    def _plan(self, position: WesternFrontPosition) -> None:
        """Make the plan for a movement phase."""
        survey = self._survey = Survey(position, self.side)
        self._surveyed = position.date, position.phase, position.active
        bearings = self._bearings(position)
        scales = Scales(survey, self.level, self.boldness, bearings)
        self._planned = position.date, scales
        marches = Marches(survey, self.level)
        if scales.is_static:
            self._plan_trench_war(scales, marches)
            return
        if self.side == CENTRAL_POWERS:
            line = territory.draw_front(survey, scales.promise, bearings)
        else:
            line = draw_line(survey, scales.peril, bearings)
        line = self._line = logistics.with_batteries(survey, line)
        free = {name for name in marches.reachable if fighting(position, position.units[name])}
        self._course.look(position)
        standing = self._course.is_standing
        expending.bring_up(marches, free)
        depots.refit(marches, free)
        if standing:
            works.keep_works(marches, line, free)
        if (ahead := raids.send_raid(marches)) is not None:
            free.discard(ahead)
        strikes = plan_strikes(scales, marches.reachable, free, STANDING_WORTH if standing else LEAST_WORTH)
        for strike in strikes:
            marches.strike(strike)
        marches.do_errands(free, {strike.target for strike in strikes})
        rings = {}
        if self.level.rings:
            rings = pockets.close_rings(marches, sorted(free))
            free -= marches.going.keys()
        kept = convoys.keep_trains(marches) if self.level.convoys else {}
        marches.hold(line, sorted(free), behind=bearings.reserve > 0)
        if self.level.guards:
            garrisons.plug_gaps(marches, line)
        if self.level.guards:
            garrisons.guard_cities(marches)
        if self.level.answer:
            exposure.draw_in(marches)
        pockets.rescue(marches, line)
        origins = {origin for strike in strikes for origin in strike.units.values()}
        logistics.place_guns(marches, line, scales.promise, origins)
        logistics.draw_guns_back(marches, origins)
        logistics.place_headquarters(marches, line)
        if self.level.answer:
            logistics.keep_company(marches)
        rear_works.build_line(marches)
        logistics.place_engineers(marches, line)
        for nation, trains in kept.items():
            marches.rail_left[nation] += trains
        self._dispatcher.begin(convoys.plan(marches) if self.level.convoys else [])
        depots.fill_up(marches)
        self._moves = marches.moves()
        self._ordered = as_ordered(survey, line.shares, [each.target for each in strikes], self._ordered)
        name_of = survey.board.name_of
        self._sentences = [
            *(self.plan.sentences() if self.plan is not None else ()),
            *self._ordered.sentences(),
            f"{len(line.nodes)} hexes of front from {name_of(line.nodes[0])} to {name_of(line.nodes[-1])}."
            if line.nodes
            else "No line can be held.",
            *self._main_effort(scales, line, standing),
            *(
                f"Attack {name_of(strike.target)} with {strike.strength} points, worth {strike.worth:.1f}."
                for strike in strikes
            ),
            *(
                f"Close the ring round {strength} points at {name_of(node)}."
                for node, strength in rings.items()
            ),
        ]

    def _plan_trench_war(self, scales: Scales, marches: Marches) -> None:
        """Make the plan for a movement phase of the trench war, from what was planned before."""
        position = marches.position
        before = None if self.plan is None or is_of_movement(self.plan) else self.plan
        theatre = trench.Theatre(scales, salients.given_up(position, self.side, before))
        chosen = trench.plan(theatre, before)
        chosen = self.plan = chosen.joined(salients.retiring(theatre, chosen))
        line = self._line = trench.line_of(theatre, chosen)
        free = {name for name in marches.reachable if fighting(position, position.units[name])}
        origins = trench.origins_of(position, chosen)
        expending.bring_up(marches, free)
        rear_works.train(marches, free)
        depots.refit(marches, free)
        works.keep_works(marches, line, free)
        kept = convoys.keep_trains(marches) if self.level.convoys else {}
        logistics.mass_guns(marches, origins, bool(trench.aims(chosen, trench.ATTACKS)))
        marches.hold(line, sorted(free), sparing=True)
        logistics.draw_guns_back(marches, origins)
        garrisons.plug_gaps(marches, line)
        pockets.rescue(marches, line)
        logistics.place_headquarters(marches, line)
        logistics.keep_company(marches)
        rear_works.build_line(marches)
        rear_works.go_home(marches)
        logistics.place_engineers(marches, line)
        for nation, trains in kept.items():
            marches.rail_left[nation] += trains
        self._dispatcher.begin(convoys.plan(marches) if self.level.convoys else [])
        depots.fill_up(marches)
        self._moves = marches.moves()
        self._sentences = list(chosen.sentences())

    def _main_effort(self, scales: Scales, line: Line, standing: bool) -> list[str]:
        """What the staff says about where most of the army goes, and why."""
        said = []
        if line.nodes:
            name_of = scales.survey.board.name_of
            most = max(line.nodes, key=lambda node: (line.shares[node], node))
            worth, whose = scales.promise[most], "the roads from there"
            if self.side != CENTRAL_POWERS:
                worth, whose = scales.peril[most], "the enemy's roads"
            said.append(
                f"The main effort is at {name_of(most)}, with {line.shares[most]:.0f} points: {whose} lead "
                f"to what is worth {worth:.0f} points."
            )
        if standing:
            said.append(
                f"The front has come to rest: {self._course.gained:+d} hexes in {TURNS} turns. Trenches are "
                "kept, and only attacks worth much are made."
            )
        return said

    # Combat

    def _attack(self, sight: Sight, position: WesternFrontPosition) -> Order:
        survey = self._survey = Survey(position, self.side)
        moment = self._surveyed = position.date, position.phase, position.active
        if self._scaled != moment:
            if self.level.afresh or self._planned is None or self._planned[0] != position.date:
                scales = Scales(survey, self.level, self.boldness, self._bearings(position))
            else:
                scales = self._planned[1].after_marches(survey)
            self._scales, self._scaled = scales, moment
        scales = self._scales
        scales.look_again(survey)
        if scales.is_static:
            scales.least = trench.LEAST_PROMISE
        elif self._course.is_standing:
            scales.least = STANDING_WORTH / 2  # who is there already need not be sent
        for last in expending.attacks(scales):
            action = Assault(position.setting.board.label(last.node), last.units)
            if sight.is_legal(action):
                return Order(action, last.reason, last.despite)
        if scales.is_static:
            aims, waits = (trench.aims(self.plan, stage) for stage in (trench.ATTACKS, trench.PREPARES))
            choice = combats.next_trench_attack(scales, aims, waits)
        else:
            choice = combats.next_attack(scales)
        if choice is None:
            choice = combats.owed_attack(scales)
        if choice is not None:
            action = Assault(position.setting.board.label(choice.node), choice.units)
            if sight.is_legal(action):
                return Order(action, choice.reason, choice.despite, choice.promise, choice.ground)
        if PASS in sight.decision.choices():
            return Order(PASS, "No attack is worth its losses.")
        return _usual(sight, "A duty is still owed.")

    def _join(self, sight: Sight, position: WesternFrontPosition) -> Order:
        """Complete an attack that was begun without saying by whom."""
        for action in sight.decision.choices():
            if isinstance(action, Join):
                return Order(action, "All that can take part do.")
        return Order(PASS, "All that can take part do.")


def _usual(sight: Sight, why: str) -> Order:
    default = sight.decision.default()
    return Order(default if default is not None else sight.decision.choices()[0], why)


def planner(side: str, level: str) -> Staff | None:
    """A staff for a side; None if there is no such level."""
    return Staff(side, level) if level in LEVELS else None
