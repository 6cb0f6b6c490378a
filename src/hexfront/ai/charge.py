"""A staff in charge of an army: it gives the orders that concern its pieces, within limits, and no others.

What it would do is thought out for the whole side (`foresight`), so that the army fits in with the rest; of
that it gives what its own pieces can do alone. What belongs to others, and what a limit forbids, is left to
the player and told to him. The staff begins no order of others, goes on with none that the player began
himself, and ends no phase. Only where it has the whole side does it do all of that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from hexfront.ai.armies import Field
from hexfront.ai.foresight import PREFERRED, Intent, acting, at_station, foreseen, phase_of
from hexfront.ai.players import Player, known_name, player, players
from hexfront.ai.trimming import losses_of, own_part
from hexfront.kernel.actions import Action, Pass, as_words
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal, Sealed
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.planning import Order
from hexfront.kernel.plans import Plan
from hexfront.kernel.preferences import Chosen, answer
from hexfront.kernel.title import Title

Until = Literal["deployment", "phase", "turn", "stopped"]
Attacks = Literal["none", "cheap", "even", "any"]

ADVISER = "officer"  # who advises, where the title has him
WAITS = "An order waits for dice."
MOST_LEFT = 40
MOST_ORDERS = 2_000
DEAREST: dict[Attacks, float] = {"cheap": 0.5, "even": 1.0}
"""What an attack may be expected to cost for each point that the enemy is expected to lose."""


class Left(msgspec.Struct, frozen=True):
    """An order that the staff would give and leaves to the player, and why."""

    text: str
    why: str
    phase: tuple[str, str] = ("", "")


class Charge(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a staff may do for a player.

    ``pieces`` are the keys of its pieces; none means the whole side. ``until`` says how long; ``attacks``
    which attacks it may make; ``within`` how many hexes from where it stands now a piece may be sent, 0 for
    any number; ``along`` whether others who stand in the same hex may be taken along. The rest is where it
    has got to.
    """

    side: str
    name: str = ""
    pieces: tuple[str, ...] = ()
    until: Until = "phase"
    attacks: Attacks = "any"
    within: int = 0
    along: bool = False
    player: str = ""
    seed: int = 0
    homes: dict[str, str] = {}
    phase: tuple[str, str] = ("", "")
    ready: tuple[str, str, str] = ("", "", "")  # the phase and the question to which it has given all orders
    begun: tuple[int, str] = (-1, "")  # the step and the first action of the order it gave last
    given: int = 0
    left: tuple[Left, ...] = ()
    plan: Plan | None = None  # what the staff means to do over the coming turns


class Given(msgspec.Struct, frozen=True):
    """Actions of one order that were played together, each with its reason; or that wait for dice."""

    actions: tuple[Action, ...]
    reasons: tuple[str, ...]
    text: str
    waits: bool = False


class Halt(msgspec.Struct, frozen=True):
    """Why the staff does nothing now, and whether that is the end of its charge."""

    why: str
    ended: bool


def begin(game: Game, charge: Charge) -> Charge:
    """A charge as it begins now: where its pieces stand, and in which phase."""
    field = Field(game, charge.side)
    homes = {key: field.at[key] for key in charge.pieces or field.at if key in field.at}
    return msgspec.structs.replace(
        charge, homes=homes if charge.within else {}, phase=phase_of(game, charge.side)
    )


class Aide:
    """A staff that carries out a charge in a game. What it has to remember is in the charge."""

    def __init__(self, charge: Charge, name: str, chosen: Chosen | None = None) -> None:
        self.charge = charge
        self.name = name
        self.chosen: Chosen = chosen or {}  # standing preferences of the side, which come first
        self._plan: list[Intent] = []
        self._expected = -1  # the step at which the plan still holds
        self._now = ("", "")  # the phase, and the one the plan is for
        self._planned = ("", "")
        self._playable = 0  # how many actions of the order could be played before others answer
        self._first: Action | None = None  # the first atomic one of them
        self._later = False  # whether it would do more in this phase, when the player has ended something
        self._field: Field | None = None  # as it was when the plan was made

    def next(self, game: Game) -> Given | Halt:
        """Play the next order and tell it, or why there is none; then nothing is changed."""
        halt = self._halt(game)
        if halt is not None:
            return halt
        decision = game.decision_of(self.charge.side)
        assert decision is not None
        wish = answer(game, decision, self.chosen)
        if wish is not None:
            return self._answer(game, decision, Order(wish, PREFERRED))
        if not at_station(game):
            return self._go_on(game)
        ready = (*self._now, decision.kind)
        if self.charge.ready == ready:
            return Halt(self._summary("It has its orders."), False)
        found = self._choose(game)
        if found is not None:
            return found
        self._note(ready=ready)
        if self._later:
            return Halt(self._summary("It has its orders, and goes on when you do."), False)
        ended = self.charge.until in ("phase", "deployment")
        return Halt(self._summary("All that the staff would do here is ordered."), ended)

    def _halt(self, game: Game) -> Halt | None:
        """Whether the charge is over, or somebody else has to decide."""
        charge = self.charge
        if game.over:
            return Halt(f"The game is over: {game.outcome}.", True)
        turn, phase = self._now = phase_of(game, charge.side)
        if (charge.until == "phase" and (turn, phase) != charge.phase) or (
            charge.until == "turn" and turn != charge.phase[0]
        ):
            return Halt(self._summary(f"The {charge.until} is over."), True)
        decision = game.decision_of(charge.side)
        if charge.until == "deployment" and (decision is None or decision.kind not in game.title.deployment):
            return Halt(self._summary("The deployment is done."), True)
        if game.outbox:
            return Halt(WAITS, False)
        if decision is None:
            over = charge.until == "phase" and at_station(game)  # another side gives orders now
            return Halt(self._summary("It is for the other side to decide."), over)
        return None

    # In the middle of an order

    def _go_on(self, game: Game) -> Given | Halt:
        side = self.charge.side
        decision = game.decision_of(side)
        assert decision is not None
        why = self._why_not_ours(game)
        if why:
            return Halt(f"{why} {decision.prompt}", False)
        order = self._mind(game).choose(game, side)
        face = game.face(decision, order.action)
        begun = game.begun
        if self.charge.attacks == "none" and face.chance and begun is not None and begun.by == side:
            return Halt(f"It would attack, and you allow no attacks. {decision.prompt}", False)
        return self._answer(game, decision, order)

    def _answer(self, game: Game, decision: Decision, order: Order) -> Given:
        """Play one answer."""
        text = game.face(decision, order.action).text
        waits = False
        try:
            game.play_all((order.action,), self.charge.side)
        except Sealed:  # a game that came by mail: the dice are elsewhere
            waits = True
        return Given((order.action,), (order.reason,), text, waits)

    def _why_not_ours(self, game: Game) -> str:
        """Why the question now is not for the staff; empty if it is."""
        charge = self.charge
        if not charge.pieces:
            return ""
        begun = game.begun
        if begun is not None and begun.by == charge.side and not isinstance(begun.action, Pass):
            order = (game.station_step, as_words(begun.action))
            return "" if order == charge.begun else "This order is your own."
        field = Field(game, charge.side)
        decision = game.decision_of(charge.side)
        assert decision is not None
        meant = [key for choice in decision.choices() for key in acting(game, field, decision, choice)]
        if not meant:
            topic = game.topic(decision)
            meant = [key for key in topic.pieces if key in field.own] or field.standing(topic.hexes)
        others = [key for key in dict.fromkeys(meant) if key not in charge.pieces]
        if not meant:
            return "This concerns the whole side."
        return f"This concerns {field.called(others)}." if others else ""

    def _mind(self, game: Game) -> Player:
        staff = player(self.name, game.title, self.charge.side, self.charge.seed)
        staff.plan = self.charge.plan
        return staff

    # Between orders

    def _choose(self, game: Game) -> Given | None:
        """The next order of the plan that the staff may give; a new plan if the old one no longer holds."""
        if self._expected != game.step or self._planned != self._now:
            staff = self._mind(game)
            side, seed = self.charge.side, self.charge.seed
            self._plan = foreseen(game, side, self.name, seed, chosen=self.chosen, staff=staff)
            if staff.plan != self.charge.plan:
                self._note(plan=staff.plan)
            self._planned = self._now
            self._later = False
            self._field = Field(game, self.charge.side)
        while self._plan:
            intent, *rest = self._plan
            self._plan = rest
            step = game.step
            why = self._why_not(game, intent, rest)
            part = self._part(game, intent, rest) if why else None
            if why is None or part is not None:
                return self._given(step, part or intent)
            if why:
                self._leave(intent, why)
            elif intent.closes:  # what comes after it has to wait until the player has ended this
                self._plan = []
                self._later = any(not self.charge.pieces or self._mine(each) for each in rest)
        return None

    def _mine(self, intent: Intent) -> bool:
        return not set(self.charge.pieces).isdisjoint(intent.pieces)

    def _given(self, step: int, intent: Intent) -> Given:
        # A compound order is written down as its parts, so the first of them is what is remembered.
        assert self._first is not None
        self._note(begun=(step, as_words(self._first)), given=self.charge.given + 1)
        actions = intent.actions[: self._playable]
        return Given(actions, intent.reasons[: self._playable], intent.text)

    def _why_not(self, game: Game, intent: Intent, rest: Sequence[Intent]) -> str | None:
        """Play an order of the plan; None if it was played, else why not, empty if nothing need be said."""
        charge = self.charge
        field = Field(game, charge.side, self._field)
        if charge.pieces:
            mine = [key for key in intent.pieces if key in charge.pieces]
            others = [key for key in intent.pieces if key not in charge.pieces]
            if intent.closes or not mine:
                return ""
            beside = {field.at.get(key) for key in mine}
            if others and not (charge.along and all(field.at.get(key) in beside for key in others)):
                return f"it also needs {field.called(others)}"
        why = self.beyond_limits(game, field, intent, rest)
        if why:
            return why
        if intent.closes and any(left.phase == self._now for left in charge.left):
            return ""  # the player may still want to do what was left to him
        before = game.step
        why_refused = self._refused(game, intent)
        if (
            why_refused is None
            and charge.pieces
            and not Field(game, charge.side).at.keys() <= field.at.keys()
        ):
            if any(key not in field.at for each in rest for key in each.pieces):
                game.forget(before)
                return "what it makes up would have to be sent on, and is none of these pieces"
        return why_refused

    def _part(self, game: Game, intent: Intent, rest: Sequence[Intent]) -> Intent | None:
        """What the army can do alone of an order to more than the army."""
        charge = self.charge
        if not charge.pieces or not set(intent.pieces) - set(charge.pieces):
            return None
        part = own_part(game, charge.side, intent, charge.pieces, charge.seed)
        return part if part is not None and self._why_not(game, part, rest) is None else None

    def _refused(self, game: Game, intent: Intent) -> str | None:
        """Play an order, or say why the game does not allow it. Then it is known how far the plan holds."""
        before = game.step
        self._first = None
        try:
            game.play_all(self._coming(game, intent), self.charge.side, self._watch, stand=True)
        except Refusal as refusal:
            if game.outbox:
                game.forget(before)
            if game.step == before:
                return f"as things stand it is not possible: {refusal.reason}"
        quiet = not any(entry.seen for entry in game.journal[before:])
        self._expected = game.step if quiet else -1
        return None

    def _coming(self, game: Game, intent: Intent) -> Iterator[Action]:
        """The actions of an order; if another side is asked in the middle, the rest waits for its answer."""
        self._playable = 0
        for action in intent.actions:
            if self._playable and game.decision_of(self.charge.side) is None:
                return
            self._playable += 1
            yield action

    def _watch(self, number: int, atom: Action) -> None:
        self._first = self._first or atom

    def beyond_limits(self, game: Game, field: Field, intent: Intent, rest: Sequence[Intent]) -> str:
        """What limit of the charge forbids an order; empty if none does. ``rest`` is what comes after it."""
        charge = self.charge
        if charge.within:
            for key, _, to in intent.moves:
                way = _distance(field, charge.homes.get(key, ""), to)
                if way is not None and way > charge.within:
                    return f"it goes {way} hexes away, and {charge.within} is your limit"
        if not intent.attack or charge.attacks == "any":
            return ""
        if charge.attacks == "none":
            return "it is an attack, and you allow none"
        losses = self._expected_losses(game, intent, rest)
        if losses is None:
            return "nothing tells what it would cost"
        own, theirs = losses
        if own > DEAREST[charge.attacks] * theirs:
            return f"it would cost {own:.1f} for {theirs:.1f} of the enemy, and that is beyond your limit"
        return ""

    def _expected_losses(
        self, game: Game, intent: Intent, rest: Sequence[Intent]
    ) -> tuple[float, float] | None:
        """What an attack is expected to cost, with all that the army would send against the same hex."""
        charge = self.charge
        twin = known_game(game, charge.side, charge.seed)
        found: tuple[float, float] | None = None
        for each in (intent, *rest):
            alike = each is intent or (
                each.kind == intent.kind
                and set(each.targets) & set(intent.targets)
                and not (charge.pieces and set(each.pieces) - set(charge.pieces))
            )
            if not alike or (found and intent.dice):
                continue
            try:
                for action in each.actions:
                    found = losses_of(twin, action) or found
                    twin.play(action, charge.side)
            except Refusal:
                continue
        return found

    # What is remembered

    def _note(self, **changes: object) -> None:
        self.charge = msgspec.structs.replace(self.charge, **changes)

    def _leave(self, intent: Intent, why: str) -> None:
        left = Left(intent.text, why, self._now)
        if left not in self.charge.left and len(self.charge.left) < MOST_LEFT:
            self._note(left=(*self.charge.left, left))

    def _summary(self, words: str) -> str:
        given = self.charge.given
        orders = "1 order" if given == 1 else f"{given} orders"
        return f"{words} {orders} given, {len(self.charge.left)} left to you."


class Ran(msgspec.Struct, frozen=True):
    """What a staff has done for a player, and why it stopped."""

    charge: Charge
    orders: tuple[Given, ...]
    halt: Halt


def run(game: Game, charge: Charge, most: int = MOST_ORDERS) -> Ran:
    """Let a staff carry out a charge in a game until it has to stop.

    A charge that has not ended can be taken up again later: give the one that is returned.
    """
    if not charge.phase[1]:
        charge = begin(game, charge)
    chosen = game.preferences.get(charge.side)
    aide = Aide(charge, adviser(charge.player, game.title), chosen)
    orders: list[Given] = []
    while len(orders) < most:
        found = aide.next(game)
        if isinstance(found, Halt):
            return Ran(aide.charge, tuple(orders), found)
        orders.append(found)
        if found.waits:
            return Ran(aide.charge, tuple(orders), Halt(WAITS, False))
    return Ran(aide.charge, tuple(orders), Halt(f"{most:,} orders are enough for once.", False))


def adviser(name: str, title: Title) -> str:
    """Who is asked for advice: a player by name, or the usual one of a title."""
    if name:
        return known_name(name, title)
    offered = [kind.name for kind in players(title)]
    return ADVISER if ADVISER in offered else offered[-1]


def _distance(field: Field, here: str, there: str) -> int | None:
    board = field.board
    if here not in board or there not in board:
        return None
    return board.distance(board[here], board[there])
