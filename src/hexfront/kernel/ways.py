"""Why something cannot be chosen, and what would make it possible: other pieces, fewer, another way, later.

Everything is worked out in the game as the side that asks knows it, by playing it there: a way that is
offered has been tried. So an answer tells nothing that the side could not find out by trying for itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Generic, Literal

import msgspec

from hexfront.kernel.actions import PASS, Action, as_data, from_data
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import HexfrontError, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game, known_order
from hexfront.kernel.position import P
from hexfront.kernel.showing import Face, Topic

NEAREST = 10
"""How many pieces are tried that might go to a hex instead."""
MOST = 4
"""How many ways of one kind are offered."""
PATIENCE = 400
"""How many questions are answered, at most, to see whether something is possible later."""

Kind = Literal["pieces", "without", "first", "part", "from", "later", "take-back", "if"]


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """What would make it possible.

    ``pieces``: other pieces can do it. ``without``: those in hand can without these pieces. ``first``: after
    another choice, which ``text`` names. ``part``: a part of the way can be gone, to ``hex``. ``from``: these
    pieces, brought to ``hex``, can attack from there. ``later``: it is possible in this game turn, when
    ``text`` is asked. ``take-back``: if the last order is taken back. ``if``: if ``text`` were so.

    ``actions`` can be played now, one after the other; without any, there is only something to be looked at.
    """

    kind: Kind
    actions: tuple[Action, ...] = ()
    pieces: tuple[str, ...] = ()
    hex: str = ""
    text: str = ""
    cost: str = ""


class Answer(msgspec.Struct, frozen=True):
    """Why not, once for each sort of choice that could have been meant, and what would make it possible."""

    refusals: tuple[Refusal, ...] = ()
    ways: tuple[Way, ...] = ()


class Inquiry(Generic[P]):
    """What a side asks about the choices it has: why not this hex, why not this piece."""

    def __init__(self, game: Game[P], side: str) -> None:
        self.game = game
        self.title = game.title
        self.side = side
        self.known = known_game(game, side)
        self.decision = self.known.decision_of(side)

    # Why not

    def about_hex(self, hex_: str, piece: str = "") -> Answer:
        """Why a hex cannot be chosen, with the piece in hand if it matters which."""
        decision = self.decision
        if decision is None or hex_ not in self.game.setting.board:
            return Answer()
        faces = self._faces(decision)
        if any(face.hex == hex_ and piece in ("", face.unit) for _, face in faces):
            return Answer()
        meant = _instead(faces, "hex", hex_, piece)
        refusals = [refusal for each in meant if (refusal := self.known.check(each, self.side)) is not None]
        topic = self.title.topic(self.known.position, decision)
        ways: Iterable[Way] = ()
        if topic.stage == "march":
            ways = self._of_group(topic, hex_)
        elif topic.stage == "order" and not refusals:
            ways = [*self._of_others(faces, hex_)]
            if not ways and (nearest := self._nearest(faces, hex_)):
                orders = self.title.journeys(nearest[:1], hex_)[:1]
                refusals += [no for each in orders if (no := self.known.check(each, self.side)) is not None]
                ways = [*self._of_nearest(faces, nearest[0], hex_)]
        if topic.stage in ("order", "march") and self._has_enemies(hex_):
            ways = [*ways, *self._attacks(faces, topic, hex_)]
        return Answer(_unlike(refusals), _plain(ways))

    def about_piece(self, piece: str) -> Answer:
        """Why a piece of the side cannot be chosen."""
        decision = self.decision
        if decision is None:
            return Answer()
        faces = self._faces(decision)
        if any(face.unit == piece for _, face in faces):
            return Answer()
        meant = _instead(faces, "unit", piece)
        refusals = [refusal for each in meant if (refusal := self.known.check(each, self.side)) is not None]
        ways = [*self._taken_back(meant), *self._later(meant)] if refusals else []
        return Answer(_unlike(refusals), _plain(ways))

    def _faces(self, decision: Decision, game: Game[P] | None = None) -> list[tuple[Action, Face]]:
        position = (game or self.known).position
        return [(each, self.title.face(position, decision, each)) for each in decision.choices()]

    # What would make it possible

    def _of_group(self, topic: Topic, goal: str) -> Iterator[Way]:
        """Ways of a group in hand to a hex."""
        group = topic.pieces
        yield from self._first(goal)
        down = self._put_down()
        if len(group) > 1 and down is not None:
            found = (
                Way("without", (*down, order), (piece,), goal)
                for piece in group
                if (order := self._journey(down, tuple(each for each in group if each != piece), goal))
            )
            yield from islice(found, MOST)
        yield from self._supposed(group, goal)
        yield from self._part(self.known, (), goal)

    def _of_nearest(self, faces: Sequence[tuple[Action, Face]], piece: str, goal: str) -> Iterator[Way]:
        """What the piece that is nearest to a hex can do, taken in hand."""
        taken = next((action for action, face in faces if face.unit == piece and not face.hex), None)
        after = None if taken is None else self._tried(self.known.branch(), (taken,))
        if after is None or taken is None:
            return
        yield from self._supposed((piece,), goal)
        yield from self._part(after, (taken,), goal)

    def _first(self, goal: str) -> Iterator[Way]:
        """After another choice that names neither piece nor hex, such as boarding a train."""
        assert self.decision is not None
        for action, face in self._faces(self.decision):
            if face.unit or face.hex or face.chance or face.item or action == PASS:
                continue
            twin = self._tried(self.known.branch(), (action,))
            decision = None if twin is None else twin.decision_of(self.side)
            if twin is None or decision is None:
                continue
            for then in decision.choices():
                shown = self.title.face(twin.position, decision, then)
                if shown.hex == goal and not shown.chance:
                    yield Way("first", (action, then), (), goal, face.text, shown.cost)
                    break

    def _part(self, game: Game[P], first: tuple[Action, ...], goal: str) -> Iterator[Way]:
        """The listed hex from which the goal is nearest, if it is nearer than now, after some actions."""
        decision = game.decision_of(self.side)
        if decision is None:
            return
        topic = self.title.topic(game.position, decision)
        here = topic.hexes[0] if topic.hexes else ""
        listed = [
            (action, face)
            for action, face in self._faces(decision, game)
            if face.hex and not face.unit and not face.chance and not face.aside
        ]
        best = min(listed, key=lambda each: (self._away(each[1].hex, goal), each[1].cost), default=None)
        if best is None or not here:
            return
        left = self._away(best[1].hex, goal)
        if left < self._away(here, goal):
            yield Way("part", (*first, best[0]), topic.pieces, best[1].hex, str(left), best[1].cost)

    def _of_others(self, faces: Sequence[tuple[Action, Face]], goal: str) -> Iterator[Way]:
        """Pieces that can go to a hex, the nearest first."""
        found = (
            Way("pieces", (order,), (piece,), goal)
            for piece in self._nearest(faces, goal)
            if (order := self._journey((), (piece,), goal))
        )
        yield from islice(found, MOST)

    def _attacks(self, faces: Sequence[tuple[Action, Face]], topic: Topic, goal: str) -> Iterator[Way]:
        """A hex of the enemy: who can attack it later in this turn, and from where others could."""
        down: tuple[Action, ...] | None = () if topic.stage == "order" else self._put_down()
        if down is None:
            return
        if (later := self._attackers(down, goal)) is not None:
            yield later
            return
        group = topic.pieces if topic.stage == "march" else ()
        tried = 0
        for piece in group[:1] or self._nearest(faces, goal):
            for label in self._beside(goal):
                order = self._journey(down, group or (piece,), label)
                if order is None or tried >= MOST:
                    continue
                tried += 1
                if self._attackers((*down, order), goal) is not None:
                    yield Way("from", (*down, order), group or (piece,), label)
                    break

    def _attackers(self, first: Sequence[Action], goal: str) -> Way | None:
        """Who can attack a hex later in this turn, after some orders."""
        now = self.title.moment(self.known.position).turn
        for twin, decision in self._played_on(first):
            if self.title.moment(twin.position).turn != now:
                return None
            if twin.position.occasion() == self.known.position.occasion():
                continue
            for target in self.title.targets(twin.position, decision):
                if target.hex == goal:
                    return Way("later", (), target.able, goal, decision.prompt)
        return None

    def _supposed(self, group: Sequence[str], goal: str) -> Iterator[Way]:
        """What the title can think of that would open the way, as far as it does."""
        orders = self.title.journeys(group, goal)
        if not orders:
            return
        position = known_order(self.game, self.side).position
        found = (
            Way("if", (), (), each.hex, each.text)
            for each in self.title.suppositions(position, self.side, group, goal)
            if any(self._comes(self._from(each.position), (order,), group, goal) for order in orders)
        )
        yield from islice(found, MOST)

    def _from(self, position: P) -> Game[P]:
        """A game that begins with a position."""
        twin = Game(self.title, self.game.setting, position.copy(), self.game.origin)
        twin.digest_every = 0
        return twin

    def _taken_back(self, meant: Sequence[Action]) -> Iterator[Way]:
        """If the last order were not given."""
        try:
            before = self.game.before_last_order(self.side)
        except Refusal:
            return
        earlier = known_game(self.game.branch(before), self.side)
        if any(earlier.check(each, self.side) is None for each in meant):
            yield Way("take-back")

    def _later(self, meant: Sequence[Action]) -> Iterator[Way]:
        """When the same is asked of the side again, if it is possible then."""
        first = self.known.position.occasion()
        assert self.decision is not None
        for twin, decision in self._played_on(()):
            if twin.position.occasion() == first or decision.kind != self.decision.kind:
                continue
            if any(each in decision.choices() for each in meant):
                yield Way("later", (), (), "", self.title.report(twin.position, self.side).turn)
            return

    # Trying it

    def _journey(self, first: Sequence[Action], pieces: Sequence[str], goal: str) -> Action | None:
        """The order that brings pieces to a hex after some others; None if none does."""
        for order in self.title.journeys(pieces, goal):
            if self._comes(self.known.branch(), (*first, order), pieces, goal):
                return order
        return None

    def _comes(self, twin: Game[P], actions: Iterable[Action], pieces: Sequence[str], goal: str) -> bool:
        """Whether orders can be given one after the other, and bring pieces to a hex."""
        after = self._tried(twin, actions)
        if after is None:
            return False
        at = self.title.whereabouts(after.position, self.side)
        return all(at.get(piece) == goal for piece in pieces)

    def _tried(self, twin: Game[P], actions: Iterable[Action]) -> Game[P] | None:
        """A game after some orders; None if one is refused."""
        try:
            for action in actions:
                twin.play(action, self.side)
        except HexfrontError:
            return None
        return twin

    def _put_down(self) -> tuple[Action, ...] | None:
        """What puts a group in hand down, so that another can be taken; None if it has begun to move."""
        twin = self._tried(self.known.branch(), (PASS,))
        decision = None if twin is None else twin.decision_of(self.side)
        if twin is None or decision is None or self.decision is None:
            return None
        group = self.title.topic(self.known.position, self.decision).pieces
        listed = {self.title.face(twin.position, decision, each).unit for each in decision.choices()}
        return (PASS,) if set(group) <= listed else None

    def _played_on(self, first: Sequence[Action]) -> Iterator[tuple[Game[P], Decision]]:
        """The questions the side is asked from now on, if nobody does anything that he need not do."""
        answered: set[tuple[str, str, Action]] = set()
        try:
            twin = known_game(self.game, self.side, guess=1)
            for action in first:
                twin.play(action, self.side)
            for _ in range(PATIENCE):
                if twin.over:
                    return
                decision = twin.decision
                if decision.side == self.side:
                    yield twin, decision
                action = _least(twin, decision, answered)
                answered.add((twin.position.occasion(), decision.prompt, action))
                twin.play(action, decision.side)
        except HexfrontError:  # what one side knows is not enough to play on with
            return

    # Where

    def _has_enemies(self, label: str) -> bool:
        """Whether pieces of another side are known to stand in a hex."""
        others = (side for side in self.title.sides if side != self.side)
        return any(label in self.title.held(self.known.position, side) for side in others)

    def _nearest(self, faces: Sequence[tuple[Action, Face]], goal: str) -> list[str]:
        """The pieces that can be chosen, the nearest to a hex first."""
        at = self.title.whereabouts(self.known.position, self.side)
        able = dict.fromkeys(face.unit for _, face in faces if face.unit in at)
        away = {name: self._away(at[name], goal) for name in able}
        return sorted((name for name in able if away[name]), key=lambda name: (away[name], name))[:NEAREST]

    def _beside(self, goal: str) -> list[str]:
        """The hexes next to one."""
        board = self.game.setting.board
        return [board.label(node) for node in board.within(board[goal], 1) if node != board[goal]]

    def _away(self, one: str, other: str) -> int:
        """How many hexes are between two and one of them; very many to a place beside the map."""
        board = self.game.setting.board
        away = board.distance(board[one], board[other])
        return len(board) if away is None else away


def _least(game: Game[P], decision: Decision, answered: Collection[tuple[str, str, Action]]) -> Action:
    """What somebody answers who wants nothing: to pass, or what is usual, but never the same again."""
    choices = decision.choices()
    usual: list[Action] = [PASS] if PASS in choices else []
    if (default := decision.default()) is not None:
        usual.append(default)
    asked = game.position.occasion(), decision.prompt
    return (
        next((each for each in chain(usual, choices) if (*asked, each) not in answered), None) or choices[0]
    )


def _instead(
    faces: Sequence[tuple[Action, Face]], field: Literal["hex", "unit"], word: str, piece: str = ""
) -> list[Action]:
    """Actions like the listed ones, but pointed at another hex or piece: one for each sort of choice."""
    found: dict[str, Action] = {}
    for action, face in faces:
        sort, old = face.verb or as_data(action)["do"], getattr(face, field)
        if sort in found or not old or (piece and face.unit and face.unit != piece):
            continue
        data = as_data(action)
        turned = {key: word if key != "do" and value == old else value for key, value in data.items()}
        if turned != data:
            found[sort] = from_data(turned, type(action))
    return list(found.values())


def _plain(ways: Iterable[Way]) -> tuple[Way, ...]:
    """Ways that differ; of suppositions about the same place the first, which asks for least."""
    found: dict[object, Way] = {}
    for each in ways:
        found.setdefault(
            (each.kind, each.hex) if each.kind == "if" else (each.kind, each.pieces, each.actions), each
        )
    return tuple(found.values())


def _unlike(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """Refusals that say different things."""
    return tuple({each.reason: each for each in refusals}.values())
