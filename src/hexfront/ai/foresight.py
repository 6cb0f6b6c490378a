"""What a staff would do in the rest of a phase, order by order, played ahead in a game of its own.

It is played from what the side knows, with dice that will not fall as the true ones do. Nothing that comes of
it can be learnt from the truth, and nothing is changed by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

import msgspec

from hexfront.ai.armies import Field
from hexfront.ai.players import Player, fallback, player
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.planning import Order, Sight
from hexfront.kernel.preferences import Chosen, answer
from hexfront.kernel.showing import Forecast

PREFERRED = "By a standing preference."
MOST_ORDERS = 400
MOST_ANSWERS = 200  # within one order; no title needs so many


class Intent(msgspec.Struct, frozen=True):
    """An order that a staff would give: its actions from one station up to the next, and why.

    ``actions`` end where somebody learns something new: what is answered then depends on it. ``attack`` says
    that it leads to fighting, ``dice`` that dice fall, ``closes`` that it is a pass, by which the whole side
    ends something. ``supposed`` says that such a pass or dice came before it, and that all went well.
    """

    kind: str
    actions: tuple[Action, ...]
    reasons: tuple[str, ...]
    text: str
    pieces: tuple[str, ...] = ()
    moves: tuple[tuple[str, str, str], ...] = ()  # piece, from, to
    targets: tuple[str, ...] = ()  # of an attack, the hexes it is directed at
    attack: bool = False
    dice: bool = False
    supposed: bool = False
    closes: bool = False

    @property
    def reason(self) -> str:
        return self.reasons[0]


def foreseen(
    game: Game,
    side: str,
    name: str,
    seed: int = 0,
    *,
    most: int = MOST_ORDERS,
    chosen: Chosen | None = None,
    staff: Player | None = None,
) -> list[Intent]:
    """What a player would do with a side from now to the end of the phase; where dice fall, by supposing.

    ``chosen`` are standing preferences of the side. What they answer comes first. ``staff`` is the player, if
    it has a plan already that it goes on with.
    """
    mind = staff or player(name, game.title, side, seed)
    return list(islice(foreseeing(game, side, mind, seed, chosen), most))


def foreseeing(
    game: Game, side: str, staff: Player, seed: int = 0, chosen: Chosen | None = None
) -> Iterator[Intent]:
    """The same order by order, each thought of when it is asked for."""
    if game.decision_of(side) is None:
        return
    mind = _Mind(staff, chosen or {})
    if game.letter is not None:  # what comes of an answer is not known here
        yield _answer(game, side, mind)
        return
    try:
        twin = known_game(game, side, seed)
    except Refusal:  # the guess does not fit what happened since the last station: think of the answer only
        yield _answer(game, side, mind)
        return
    now = phase_of(game, side)
    field = Field(twin, side)
    supposed = False
    while _waits(twin, side, now):
        intent = _foresee(twin, side, mind, field, supposed=supposed)
        yield intent
        supposed = supposed or intent.dice or intent.closes


class _Mind:
    """A player that does first what the standing preferences of its side say."""

    def __init__(self, staff: Player, chosen: Chosen) -> None:
        self.staff = staff
        self.chosen = chosen

    def choose(self, game: Game, side: str) -> Order:
        decision = game.decision_of(side)
        wish = answer(game, decision, self.chosen) if decision else None
        return self.staff.choose(game, side) if wish is None else Order(wish, PREFERRED)


def phase_of(game: Game, side: str) -> tuple[str, str]:
    """The turn and the phase, as a side is told them."""
    report = game.report(side)
    return report.turn, report.phase


def at_station(game: Game) -> bool:
    """Whether what is asked now begins an order, and does not go on with one."""
    return game.station_step == game.step


def forecast_of(game: Game, action: Action) -> Forecast | None:
    """How an action may end, if the title can tell."""
    try:
        return game.title.forecast(game, action)
    except Refusal:
        return None


def _waits(twin: Game, side: str, phase: tuple[str, str]) -> bool:
    """Let the others answer as usual until the side is asked; False if it no longer is in this phase."""
    for _ in range(MOST_ANSWERS):
        if twin.over:
            return False
        if twin.decision_of(side) is not None:
            return phase_of(twin, side) == phase
        if at_station(twin):  # another side gives orders now
            return False
        _answer_for_others(twin)
    return False


def _answer_for_others(twin: Game) -> None:
    decision = twin.decision
    twin.play(fallback(Sight(twin, decision.side, decision)), decision.side)


def _answer(game: Game, side: str, mind: _Mind) -> Intent:
    """The next answer alone."""
    decision = game.decision_of(side)
    assert decision is not None
    field = Field(game, side)
    order = mind.choose(game, side)
    pieces = in_hand(game, decision, field) or acting(game, field, decision, order.action)
    text = game.face(decision, order.action).text
    return Intent(decision.kind, (order.action,), (order.reason,), text, tuple(pieces))


def acting(game: Game, field: Field, decision: Decision, action: Action) -> list[str]:
    """The pieces of a side that an answer names or lets act."""
    return field.named(action) or [
        key for key in game.title.acting(game.position, decision, action) if key in field.own
    ]


def fought_for(game: Game, field: Field, decision: Decision, action: Action) -> Iterable[str]:
    """The hexes that an answer fights for, if it begins a fight or goes on with one."""
    topic = game.topic(decision)
    if topic.stage in ("gather", "prepare"):
        return topic.hexes
    return field.hexes(action) if game.face(decision, action).chance else ()


def in_hand(game: Game, decision: Decision, field: Field) -> list[str]:
    """The pieces of a side that a question in the middle of an order is about."""
    return [] if at_station(game) else [key for key in game.topic(decision).pieces if key in field.own]


def _foresee(twin: Game, side: str, mind: _Mind, field: Field, *, supposed: bool) -> Intent:
    """Let a staff give one order in the twin, from here to the next station."""
    decision = twin.decision_of(side)
    assert decision is not None
    station = at_station(twin)
    before = after = Field(twin, side, field)
    given: list[tuple[Action, str]] = []
    pieces = dict.fromkeys(in_hand(twin, decision, before))
    hexes: dict[str, None] = {}
    aimed: dict[str, None] = {}
    dice = False
    quiet = True
    text = ""
    for _ in range(MOST_ANSWERS):
        order = mind.choose(twin, side)
        at = twin.step
        if quiet:
            given.append((order.action, order.reason))
            asked = twin.decision_of(side)
            assert asked is not None
            pieces.update(dict.fromkeys(acting(twin, after, asked, order.action)))
            hexes.update(dict.fromkeys(after.hexes(order.action)))
            aimed.update(dict.fromkeys(fought_for(twin, after, asked, order.action)))
            if not text:
                text = twin.face(decision, order.action).text
        twin.play(order.action, side)
        while not twin.over and not at_station(twin) and twin.decision_of(side) is None:
            _answer_for_others(twin)
        new = twin.journal[at:]
        dice = dice or any(entry.rolls for entry in new)
        quiet = quiet and not any(entry.seen for entry in new)
        if quiet:
            after = Field(twin, side, before)
        if twin.over or at_station(twin):
            break
    if not pieces:
        pieces.update(dict.fromkeys(before.standing(hexes)))
    ends = {key: after.at[key] for key in pieces if key in after.at}
    moves = tuple(
        (key, before.at[key], to) for key, to in ends.items() if key in before.at and before.at[key] != to
    )
    targets = tuple(label for label in aimed if label not in ends.values())
    attack = bool(aimed)
    actions = tuple(action for action, _ in given)
    return Intent(
        decision.kind,
        actions,
        tuple(reason for _, reason in given),
        _told(before, text, tuple(pieces), moves, targets, attack=attack),
        tuple(pieces),
        moves,
        targets,
        attack,
        dice,
        supposed,
        station and all(isinstance(action, Pass) for action in actions),
    )


def _told(
    field: Field,
    text: str,
    pieces: tuple[str, ...],
    moves: tuple[tuple[str, str, str], ...],
    targets: tuple[str, ...],
    *,
    attack: bool,
) -> str:
    """An order in words: who goes where, who attacks what; else what the title calls its first action."""
    parts = []
    for to in dict.fromkeys(each[2] for each in moves):
        who = [key for key, _, there in moves if there == to]
        parts.append(f"{field.called(who)} to {field.place(to)}")
    if attack and targets and pieces:
        who_attacks = "" if parts else f"{field.called(pieces)}: "
        parts.append(f"{who_attacks}against {', '.join(field.place(label) for label in targets)}")
    return ", ".join(parts) or text
