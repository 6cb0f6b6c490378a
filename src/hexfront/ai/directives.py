"""Directives: a commander says what each army is to do, and the staff gives the orders.

A directive names a goal, which attacks are allowed, how far pieces may go, and how long it stands. Armies
without one act as the staff sees fit. The staff thinks for the whole side (`foresight`), so that armies fit
in with each other; of what it would do, orders that a directive forbids are left out. Towards a goal pieces
march by legs of their own (`kernel.marches`), and no order of the staff leads them away from it again.
Nothing is used but what the side may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from hexfront.ai.armies import Army, Field
from hexfront.ai.charge import Aide, Attacks, Charge, Until
from hexfront.ai.foresight import Intent, acting, at_station, foreseeing, phase_of
from hexfront.ai.players import Player, player
from hexfront.kernel.actions import Action, Pass, as_words
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import HexfrontError, Refusal
from hexfront.kernel.game import UNDER_SEAL, Game
from hexfront.kernel.marches import Marching
from hexfront.kernel.plans import Plan
from hexfront.kernel.records import Entry

MOST_ARMIES = 12  # of a side, where its order of battle has levels to choose from
MOST_REPEATS = (
    8  # of one order in a phase; who comes to it again and again has forgotten that it leads nowhere
)
WHOLE = "the whole side"


class Directive(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an army is to do: where to go, what to attack, how far, and until when.

    ``goal`` is a hex, or nothing; ``within`` how many hexes from where it stands now a piece may be sent, 0
    for any number. ``homes`` is where pieces stood, ``phase`` when it was given.
    """

    army: str
    goal: str = ""
    attacks: Attacks = "any"
    within: int = 0
    until: Until = "turn"
    homes: dict[str, str] = {}
    phase: tuple[str, str] = ("", "")

    def stands(self, phase: tuple[str, str]) -> bool:
        """Whether it still holds in a phase."""
        return self.until == "stopped" or (
            phase == self.phase if self.until == "phase" else phase[0] == self.phase[0]
        )


def level_of(game: Game, side: str) -> int:
    """The level of a side's order of battle on which it has armies: the deepest that is not too wide."""
    wide: dict[int, set[str]] = {}
    for each in game.commands(side):
        wide.setdefault(len(each.path), set()).add(each.key)
    return max((level for level, keys in wide.items() if len(keys) <= MOST_ARMIES), default=0)


def armies_of(game: Game, side: str, level: int) -> list[Army]:
    """The armies of a side by their keys, with the pieces under each that are on the map now."""
    at = Field(game, side).at
    if not level:
        return [Army(WHOLE, tuple(at))] if at else []
    found: dict[str, tuple[str, ...]] = {}
    for each in game.commands(side):
        if len(each.path) == level:
            found[each.key] = (*found.get(each.key, ()), *(key for key in each.pieces if key in at))
    return [Army(key, pieces) for key, pieces in found.items() if pieces]


def begun(game: Game, side: str, directive: Directive, army: Army) -> Directive:
    """A directive as it is given now: where its pieces stand, and in which phase."""
    at = Field(game, side).at
    homes = {key: at[key] for key in army.pieces if key in at} if directive.within else {}
    return msgspec.structs.replace(directive, homes=homes, phase=phase_of(game, side))


class Conductor:
    """A staff that answers for a side by its directives. What it must remember is in them and in its plan."""

    def __init__(self, side: str, name: str, seed: int, level: int, plan: Plan | None = None) -> None:
        self.side = side
        self.name = name
        self.seed = seed
        self.level = level
        self.plan = plan
        self.directives: Mapping[str, Directive] = {}
        self.left = 0  # orders of the staff that a directive forbade
        self._coming: Iterator[Intent] = iter(())
        self._ahead: list[Intent] = []
        self._expected = -1  # the step at which what was foreseen still holds
        self._given = False  # whether any of it was
        self._phase = ""
        self._marched: set[str] = set()
        self._repeated: Counter[str] = Counter()

    def answer(self, game: Game) -> None:
        """Answer what the side is asked now: give the next order, or go on with one."""
        decision = game.decision_of(self.side)
        if decision is None:
            raise RuntimeError(f"{self.side} has nothing to decide now")
        if not at_station(game):
            self._go_on(game, decision)
            return
        now = game.position.occasion()
        if now != self._phase:
            self._phase, self._marched, self._expected = now, set(), -1
            self._repeated.clear()
        aides = self._aides(game) if self.directives else {}
        if not (self._march(game, decision, aides) or self._order(game, aides)):
            self._end(game, decision)

    def _aides(self, game: Game) -> dict[str, Aide]:
        """For each directive somebody who knows its limits."""
        found = {}
        for army in armies_of(game, self.side, self.level):
            each = self.directives.get(army.name)
            if each is not None:
                charge = Charge(
                    self.side,
                    army.name,
                    army.pieces,
                    attacks=each.attacks,
                    within=each.within,
                    seed=self.seed,
                    homes=each.homes,
                )
                found[army.name] = Aide(charge, self.name)
        return found

    def _mind(self, game: Game) -> Player:
        staff = player(self.name, game.title, self.side, self.seed)
        staff.plan = self.plan
        return staff

    # Towards goals

    def _march(self, game: Game, decision: Decision, aides: Mapping[str, Aide]) -> bool:
        """Send the next pieces of an army that has a goal on their way; whether any went."""
        bound = [name for name in aides if self.directives[name].goal]
        if not bound or game.topic(decision).stage != "order":
            return False
        marching: Marching | None = None
        for name in bound:
            each, pieces = self.directives[name], aides[name].charge.pieces
            fresh = [key for key in pieces if key not in self._marched]
            if not fresh:
                continue
            if marching is None:
                try:
                    marching = Marching(game, self.side)
                except Refusal:
                    return False
            for stack in marching.stacks(fresh):
                self._marched.update(stack)
                try:
                    leg = marching.leg(stack, each.goal)
                    if not leg.actions or not self._reaches(game, each, stack, leg.hex):
                        continue
                    game.play_all(leg.actions, self.side)
                except HexfrontError:
                    continue  # what the side knows did not tell it; the staff sees what can be done
                self._expected = -1
                return True
        return False

    def _reaches(self, game: Game, each: Directive, pieces: Sequence[str], to: str) -> bool:
        board = game.setting.board
        homes = [each.homes[key] for key in pieces if key in each.homes]
        return not each.within or all(
            (board.distance(board[home], board[to]) or 0) <= each.within for home in homes if home in board
        )

    # What the staff would do

    def _order(self, game: Game, aides: Mapping[str, Aide]) -> bool:
        """Give the next order that the staff would give and may; whether there was one."""
        if self._expected != game.steps_known(self.side):
            self._foresee(game)
        field = Field(game, self.side)
        while (intent := self._next()) is not None:
            if self._forbidden(game, field, intent, aides):
                self.left += 1
                continue
            words = as_words(intent.actions[0])
            if not intent.closes and self._repeated[words] >= MOST_REPEATS:
                continue
            before = game.step
            try:
                game.play_all(self._playable(game, intent), self.side)
            except Refusal:  # something it rests on was forbidden
                continue
            self._repeated[words] += 1
            quiet = all(not entry.seen or self._own_secret(entry) for entry in game.journal[before:])
            self._expected = game.steps_known(self.side) if quiet else -1
            self._given = True
            return True
        if self._given:  # more was given than a staff thinks of at once: it may think of more
            self._expected = -1
            self._foresee(game)
            return bool(self._ahead) and self._order(game, aides)
        return False

    def _own_secret(self, entry: Entry) -> bool:
        """Whether a step cannot be taken back only because it lies under seal; its side learns nothing."""
        return entry.seen == UNDER_SEAL and entry.by == self.side and not entry.rolls

    def _foresee(self, game: Game) -> None:
        staff = self._mind(game)
        self._coming = foreseeing(game, self.side, staff, self.seed)
        self._ahead = []
        first = next(self._coming, None)
        if first is not None:
            self._ahead.append(first)
        self.plan = staff.plan
        self._expected = game.steps_known(self.side)
        self._given = False

    def _next(self) -> Intent | None:
        return self._ahead.pop(0) if self._ahead else next(self._coming, None)

    def _playable(self, game: Game, intent: Intent) -> Iterator[Action]:
        """The actions of an order; if another side is asked in the middle, the rest waits for its answer."""
        for number, action in enumerate(intent.actions):
            if number and game.decision_of(self.side) is None:
                return
            yield action

    def _forbidden(self, game: Game, field: Field, intent: Intent, aides: Mapping[str, Aide]) -> bool:
        if not intent.pieces:
            return False
        for name, aide in aides.items():
            own = set(aide.charge.pieces)
            if own.isdisjoint(intent.pieces):
                continue
            each = self.directives[name]
            if each.goal and self._leads_away(field, each.goal, own, intent):
                return True
            if intent.attack and each.attacks in ("cheap", "even"):
                self._ahead += self._coming  # what others send against the same hex matters
            moved = msgspec.structs.replace(
                intent, moves=tuple(move for move in intent.moves if move[0] in own)
            )
            if aide.beyond_limits(game, field, moved, self._ahead):
                return True
        return False

    def _leads_away(self, field: Field, goal: str, own: set[str], intent: Intent) -> bool:
        board = field.board
        for key, here, there in intent.moves:
            if key in own and here in board and there in board:
                before, after = (board.distance(board[each], board[goal]) for each in (here, there))
                if before is not None and after is not None and after > before:
                    return True
        return False

    # In the middle of an order, and at the end of a phase

    def _go_on(self, game: Game, decision: Decision) -> None:
        order = self._mind(game).choose(game, self.side)
        action = order.action
        if self.directives and self._unwanted(game, decision, action):
            action = self._quiet(game, decision) or action
        game.play(action, self.side)

    def _unwanted(self, game: Game, decision: Decision, action: Action) -> bool:
        """Whether an answer in an order of one's own fights, and its army is to make no attacks."""
        entry = game.begun
        if entry is None or entry.by != self.side or not game.face(decision, action).chance:
            return False
        held = {
            key
            for army in armies_of(game, self.side, self.level)
            if (each := self.directives.get(army.name)) is not None and each.attacks == "none"
            for key in army.pieces
        }
        field = Field(game, self.side)
        about = {*game.topic(decision).pieces, *acting(game, field, decision, action)}
        return not held.isdisjoint(about)

    def _quiet(self, game: Game, decision: Decision) -> Action | None:
        """An answer for which no dice are thrown: the usual one, a pass, or the first."""
        quiet = [each for each in decision.choices() if not game.face(decision, each).chance]
        usual = decision.default()
        if usual in quiet:
            return usual
        return next((each for each in quiet if isinstance(each, Pass)), next(iter(quiet), None))

    def _end(self, game: Game, decision: Decision) -> None:
        """Nothing is left to do that may be done: end what is asked, as a pass does or as is usual."""
        choices = decision.choices()
        closing = next((each for each in choices if isinstance(each, Pass)), None)
        action = closing or self._quiet(game, decision) or self._mind(game).choose(game, self.side).action
        game.play(action, self.side)
