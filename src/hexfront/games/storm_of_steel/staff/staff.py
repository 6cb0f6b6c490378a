"""The staff: a planner for one side of Storm of Steel.

Once a quarter it makes a war plan: what each front promises, what it is to do, which cards serve it. In each
impulse it surveys the map, picks attacks, and gives every unit its place: in an attack, in the line, or on
the way to where troops are missed. Attacks are weighed again in the combat segment, with exact odds.
"""

from __future__ import annotations

from hexfront.games.storm_of_steel import matters, orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import impulses, mobilization
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.staff import (
    air,
    answers,
    attacks,
    exchanges,
    navy,
    politics,
    shipping,
    staffs,
    trenches,
    weapons,
)
from hexfront.games.storm_of_steel.staff.axis import Axis
from hexfront.games.storm_of_steel.staff.levels import LEVELS
from hexfront.games.storm_of_steel.staff.marches import Marches, Move
from hexfront.games.storm_of_steel.staff.production import Desk
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres
from hexfront.games.storm_of_steel.staff.war_plan import WarPlan, boldness
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Choices
from hexfront.kernel.planning import Notes, Order, Overlay, Sight
from hexfront.kernel.plans import Plan

USUAL = {
    "lay down": "The cards are laid down.",
    "submarines": "Submarines are left as they are.",
    "keep trying": "It is tried again.",
    "hasten": "The first of them.",
    "incite": "The first of them.",
    "region": "The first of them.",
    "raise": "The first place of those that can be had.",
}
"""Why the title's own advice or the first choice is taken, where a question has no answer of its own."""


class Staff:
    """A planner at one level."""

    def __init__(self, side: str, level: str) -> None:
        self.side = side
        self.level = LEVELS[level]
        self.plan: Plan | None = None  # what is kept over turns
        self._moment: object = None
        self._moves: list[Move] = []
        self._again: list[Move] = []  # moves for which there was no room yet
        self._move: Move | None = None
        self._script: list[Action] = []
        self._picked = ""  # the unit that was taken in hand by a script
        self._posts: staffs.Posts | None = None
        self._staffs_left: list[str] = []
        self._afar: list[str] = []  # units that no road leads to the line
        self._turns: list[tuple[Action, str]] = []  # to the trenches and out of them
        self._exchanged = False  # whether all corps are exchanged that shall be
        self._wishes: list[tuple[float, str]] = []
        self._wished: object = None
        self._desks: set[object] = set()  # countries that are done
        self._survey: Survey | None = None
        self._last: Survey | None = None
        self._sentences: list[str] = []
        self._aims: dict[str, Axis] = {}  # the axis of each theatre, kept until a better one is found
        self._airmen = air.Airmen(side)

    def _look(self, position: SteelPosition) -> Survey:
        """The map as it is now; what is the same in a whole segment is worked out once."""
        self._last = Survey(position, self.side, self._last)
        return self._last

    # Planner

    def order(self, sight: Sight) -> Order:
        position = sight.position
        assert isinstance(position, SteelPosition)
        found = self._airmen.answer(sight, position) or self._answer(sight, position)
        if found is not None and (found.action in sight.decision.choices() or sight.is_legal(found.action)):
            return found
        default = sight.decision.default()
        why = USUAL.get(sight.decision.kind, "The usual answer.")
        return Order(default if default is not None else sight.decision.choices()[0], why)

    def _answer(self, sight: Sight, position: SteelPosition) -> Order | None:
        match sight.decision.kind:
            case "hand":
                return self._hand(sight, position)
            case "contingency":
                return self._contingency(sight, position)
            case "develop":
                return self._develop(sight, position)
            case "mobilize":
                return self._mobilize(sight, position)
            case "reorganize":
                return self._reorganize(sight, position)
            case "move":
                return navy.convoy(sight, position) or self._march(sight, position)
            case "go":
                return self._in_hand(sight, position)
            case "detrain":
                return self._detrain(sight, position)
            case "disembark":
                voyages = shipping.Voyages(self._look(position), self.level)
                self._script = [PASS]
                at_sea = sight.decision.about
                assert isinstance(at_sea, matters.AtSea)
                port = voyages.landing([*sight.decision.choices()], position.units[at_sea.units[0]])
                return Order(port, "Troops are missed there.")
            case "attack":
                return self._attack(sight, position)
            case "join":
                return self._join(sight, position)
        answer = (answers.ANSWERS | weapons.ANSWERS | navy.ANSWERS).get(sight.decision.kind)
        return answer(sight, self._look(position), self.level) if answer else None

    def notes(self) -> Notes:
        survey = self._survey
        said = (*(self.plan.sentences() if self.plan else ()), *self._sentences)
        if survey is None:
            return Notes(said)
        label = survey.board.label
        value = {label(node): round(worth, 1) for node, worth in survey.pull.items() if worth >= 0.5}
        threat = {label(node): round(strength, 1) for node, strength in survey.threat.items()}
        near = sorted(node for node in survey.border if survey.from_enemy.get(node, 99) <= 3)
        return Notes(
            said,
            (
                Overlay("value", "What can be won from here, in points of morale", value),
                Overlay("threat", "Strength with which the enemy could attack in his next impulse", threat),
                Overlay("front", "The line the staff means to hold", line=tuple(map(label, near))),
            ),
        )

    # Once a quarter

    def _hand(self, sight: Sight, position: SteelPosition) -> Order:
        moment = position.turn
        choices = [action.card for action in sight.decision.choices() if isinstance(action, orders.Draw)]
        if self._wished != moment:
            self._wished = moment
            survey = self._survey = self._look(position)
            made = WarPlan(politics.foreseen(survey, choices), self.level, survey)
            self._wishes = made.wishes(choices)
            self.plan = made.plan(self.plan)
        for worth, key in self._wishes:
            if key in choices:
                card = position.setting.printed.deck.cards[int(key.partition("-")[0])]
                return Order(orders.Draw(key), f"{card.name} is worth {worth:.1f} points this quarter.")
        if PASS in sight.decision.choices():
            return Order(PASS, "No other card is worth its price.")
        made = WarPlan(self._look(position), self.level)
        worth, key = max((made.value(key), key) for key in choices)
        return Order(orders.Draw(key), f"A card must be selected, and this one costs least ({worth:+.1f}).")

    def _contingency(self, sight: Sight, position: SteelPosition) -> Order:
        survey = self._look(position)
        plays = [action for action in sight.decision.choices() if isinstance(action, orders.Play)]
        if not plays:
            return Order(PASS, "There is nothing to play now.")
        about = sight.decision.about
        assert isinstance(about, matters.CardPlay)
        if about.phase == "impulse":
            return self._seize(position, survey, plays)
        worth, play = max((politics.played(survey, each), each.on, each) for each in plays)[::2]
        if worth <= 0:
            return Order(PASS, "The odds are not good enough.")
        return Order(play, f"It is worth {worth:.1f} points by its odds.")

    def _seize(self, position: SteelPosition, survey: Survey, plays: list[orders.Play]) -> Order:
        """[8.23] An impulse more: on the front where attacks promise most, when one would have none."""
        made = WarPlan(survey, self.level)
        worth, _, play = max((made.promise(each.on), each.on, each) for each in plays)
        now = position.impulse
        last = now >= position.setting.most_impulses(position.turn, play.on)
        has = impulses.plays(position, self.side, play.on, now)
        if worth <= 0.2 and not last:
            return Order(PASS, "No attack is worth an impulse yet.")
        if worth <= 0.2 or (has and not last):
            return Order(PASS, "It is kept for an impulse that the enemy has alone.")
        return Order(play, f"Attacks there promise {worth:.1f} points.")

    def _develop(self, sight: Sight, position: SteelPosition) -> Order:
        survey = self._look(position)
        best: tuple[float, str, Action] | None = None
        for action in sight.decision.choices():
            if isinstance(action, orders.Develop):
                worth = politics.tried(survey, action)
            elif isinstance(action, orders.Play):
                worth = politics.played(survey, action)
            else:
                continue
            if best is None or (worth, str(action)) > best[:2]:
                best = (worth, str(action), action)
        if best is None or best[0] <= 0:
            return Order(PASS, "Nothing is worth its points this quarter.")
        return Order(best[2], f"It is worth {best[0]:.1f} points over the quarters to come.")

    def _mobilize(self, sight: Sight, position: SteelPosition) -> Order:
        purse = position.desks[self.side]
        survey = self._look(position)
        choices = sight.decision.choices()
        if not purse:
            for action in choices:
                if (
                    isinstance(action, orders.MobilizeFor)
                    and (position.turn, action.country) not in self._desks
                ):
                    points = mobilization.balance(position, action.country)
                    return Order(action, f"{points} points are to be spent.")
            return Order(PASS, "All that is worth it has been ordered.")
        desk = Desk(survey, purse)
        found = desk.best([action for action in choices if isinstance(action, orders.Build)])
        if found is None:
            gifts = [action for action in choices if isinstance(action, orders.Transfer)]
            if gifts and (gift := desk.gift(gifts)) is not None:
                return Order(gift, f"What is left is of more use in {country_name(survey.setting, gift.to)}.")
            self._desks.add((position.turn, purse))
            return Order(PASS, "Nothing more is worth its points.")
        return Order(found[1], desk.why(found[1]))

    # Impulses

    def _begin(self, position: SteelPosition, step: str) -> bool:
        """Whether a segment has just begun."""
        moment = position.turn, position.impulse, position.active, step
        if self._moment == moment:
            return False
        self._moment = moment
        return True

    def _reorganize(self, sight: Sight, position: SteelPosition) -> Order:
        if self._begin(position, "reorganize"):
            self._turns = []
            self._exchanged = False
        if not self._exchanged:
            survey = self._survey = self._look(position)
            merged = exchanges.merger(survey, sight.decision.choices())
            if merged is not None:
                where = survey.name(position.units[merged.units[0]].at)
                return Order(merged, f"{where} is full, and larger corps leave room for others.")
            self._exchanged = True
            self._turns = trenches.turns(survey, self.level, boldness(self.plan), self._aims)
        while self._turns:
            action, reason = self._turns.pop(0)
            if action in sight.decision.choices():
                return Order(action, reason)
        return Order(PASS, "Everybody is where he should be, in his trench or out of it.")

    def _march(self, sight: Sight, position: SteelPosition) -> Order:
        if self._begin(position, "move"):
            self._plan_moves(position)
        self._script = []
        choices = sight.decision.choices()
        for queue in (self._moves, self._again):
            while queue:
                move = queue.pop(0)
                if move.steps[0] in choices:
                    self._move = move if queue is self._moves else None
                    self._script = list(move.steps[1:])
                    self._picked = move.unit
                    return Order(move.steps[0], move.reason)
        if (voyage := self._overseas(position, choices)) is not None:
            return voyage
        while self._staffs_left:
            name = self._staffs_left.pop(0)
            if self._posts is not None and orders.Pick(name) in choices:
                unit = position.units[name]
                self._picked = ""
                if self._posts.wishes(unit):
                    return Order(orders.Pick(name), "It has to follow its troops.")
        if (sortie := self._airmen.sortie(sight, position)) is not None:
            return sortie
        return Order(PASS, "Every unit has its orders.")

    def _plan_moves(self, position: SteelPosition) -> Marches:
        survey = self._survey = self._look(position)
        marches = Marches(survey, self.level, boldness(self.plan), aims=self._aims)
        marches.plan()
        self._aims = marches.aims
        self._moves, self._again = marches.moves(), []
        self._posts = staffs.Posts(survey, marches.places, marches.theatres)
        self._staffs_left = [unit.name for unit in staffs.movable(survey)]
        self._afar = shipping.Voyages(survey, self.level).waiting()
        self._sentences = [
            f"In {name} the main effort goes to {survey.name(aim.goal)}."
            for name, aim in sorted(marches.aims.items())
        ] + [f"Attack {survey.name(strike.target)}: {strike.outlook.words()}." for strike in marches.strikes]
        return marches

    def _overseas(self, position: SteelPosition, choices: Choices) -> Order | None:
        """[11.63] [21.31] Units that no road leads to the line are shipped or come in, one by one."""
        if not self._afar:
            return None
        voyages = shipping.Voyages(self._look(position), self.level)
        while self._afar:
            name = self._afar.pop(0)
            if orders.Pick(name) not in choices:
                continue
            _, action, node = voyages.best(position.units[name])
            if action != PASS:
                self._move, self._picked = None, name
                label = position.setting.board.label(node)
                train = [orders.Detrain(label)] if isinstance(action, orders.Entrain) else []
                self._script = [action, *train]
                where = position.setting.board.name_of(node)
                return Order(
                    orders.Pick(name), f"No road leads from here to the line; at {where} it is missed."
                )
        return None

    def _in_hand(self, sight: Sight, position: SteelPosition) -> Order:
        choices = sight.decision.choices()
        about = sight.decision.about
        assert isinstance(about, matters.InHand)
        unit = position.units[about.units[0]]
        step = self._script[0] if self._script else None
        if step == PASS or (step is None and self._picked == unit.name and not unit.strategic):
            self._script = []
            return Order(PASS, "It stays here.")
        if isinstance(step, orders.Detrain):
            self._script = []  # no train went
            return Order(PASS, "There is no room where it was to go.")
        if position.setting.board.is_area(unit.at) or step in (orders.Embark(), orders.Entrain()):
            step = self._script.pop(0) if self._script else PASS
            return Order(step if step in choices else PASS, "It goes where it is missed.")
        if about.spent and unit.strategic:
            voyages = shipping.Voyages(self._look(position), self.level)
            action, train = voyages.inland(unit, choices)
            self._script = [train] if train else []
            return Order(action, "It goes on to where it is missed.")
        if position.piece(unit).headquarters:
            return self._post(sight, position)
        if not self._script and not about.spent:
            self._take_over(position, about.units[0])
        if self._script:
            step = self._script.pop(0)
            reason = self._move.reason if self._move else "It goes where it is needed."
            if step in choices:
                return Order(step, reason)
            if self._move is not None:
                self._again.append(self._move)
        self._script = []
        return Order(PASS, "It stays here.")

    def _take_over(self, position: SteelPosition, name: str) -> None:
        """Go on with a unit that somebody else has taken in hand."""
        marches = self._plan_moves(position)
        self._picked = name
        for move in marches.moves():
            if move.unit == name:
                self._move, self._script = move, list(move.steps[1:])

    def _post(self, sight: Sight, position: SteelPosition) -> Order:
        """Where a headquarters goes."""
        about = sight.decision.about
        assert isinstance(about, matters.InHand)
        unit = position.units[about.units[0]]
        if self._posts is None or about.spent:
            if about.spent:
                return Order(PASS, "It stays here.")
            self._plan_moves(position)
        posts = self._posts
        assert posts is not None
        board = position.setting.board
        choices = sight.decision.choices()
        now = posts.score(unit, unit.at)
        ways = {board[each.to]: each for each in choices if isinstance(each, orders.Go | orders.ForceMarch)}
        best = posts.best(unit, ways, now + staffs.BETTER)
        if orders.Entrain() in choices and (ride := posts.ride(unit, max(now, best[0] if best else now))):
            posts.where[unit.name] = ride[1]
            self._script = [orders.Detrain(board.label(ride[1]))]
            where = board.name_of(ride[1])
            return Order(orders.Entrain(), f"Troops near {where} have no headquarters of their own.")
        if best is None:
            return Order(PASS, "It is needed here.")
        posts.where[unit.name] = best[1]
        return Order(ways[best[1]], f"There it commands and supplies {best[0]:.0f} points of strength.")

    def _detrain(self, sight: Sight, position: SteelPosition) -> Order:
        reason = self._move.reason if self._move else "It is missed there."
        if self._script and self._script[0] in sight.decision.choices():
            return Order(self._script.pop(0), reason)
        if self._move is not None:
            self._again.append(self._move)
        self._script = [PASS]  # it is put down, to be taken in hand again when there may be room
        return Order(PASS, "There is no room where it was to go.")

    def _attack(self, sight: Sight, position: SteelPosition) -> Order:
        survey = self._survey = self._look(position)
        choices = sight.decision.choices()
        if (strike := self._airmen.strike(sight, position)) is not None:
            return strike
        guns = [action for action in choices if isinstance(action, orders.Bombard)]
        if guns and (shot := attacks.bombardment(survey, guns)) is not None:
            return Order(shot, "A bombardment costs nothing and may open the fort.")
        board = position.setting.board
        targets = [board[action.at] for action in choices if isinstance(action, orders.Attack)]
        choice = attacks.next_attack(survey, targets, mixes=self.level.mixes)
        if choice is None:
            return Order(PASS, "No attack is worth its losses.")
        action = orders.Assault(board.label(choice.target), choice.units)
        return Order(action, f"{choice.outlook.words()}.".capitalize())

    def _join(self, sight: Sight, position: SteelPosition) -> Order | None:
        """Complete an attack that was begun without saying by whom; or place a unit of a card."""
        choices = sight.decision.choices()
        if any(isinstance(action, orders.Deploy) for action in choices):
            return answers.deploy(sight, self._look(position), self.level)
        about = sight.decision.about
        if not isinstance(about, matters.Battle):
            return None
        survey = self._look(position)
        node = position.setting.board[about.at]
        choice = attacks.weigh(survey, node, Theatres(survey), mixes=self.level.mixes)
        for action in choices:
            if isinstance(action, orders.Join) and (choice is None or action.unit in choice.units):
                return Order(action, "It takes part.")
        if PASS in choices:
            return Order(PASS, "Enough take part.")
        return None


def planner(side: str, level: str) -> Staff | None:
    """A staff for a side; None if there is no such level."""
    return Staff(side, level) if level in LEVELS else None
