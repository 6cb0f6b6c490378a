"""Marches to goals that are several turns away: how far a group goes now, and why it goes no farther.

A march is kept by whoever plays the side, not by the game: each leg is an order like any other. It is worked
out in the game as the side knows it. A group on such a march never goes next to enemies by itself, unless
that is its goal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Generic

import msgspec

from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.errors import HexfrontError, Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.knowledge import known_game
from hexfront.kernel.position import P

TRIES = 6
"""How many hexes are tried for a leg, those nearest to the goal first."""


class Leg(msgspec.Struct, frozen=True):
    """How far a group on the march goes now.

    ``actions`` bring it to ``hex``, from where ``left`` hexes remain to the goal. Without any, it stays, and
    ``why`` says for what reason; nothing needs to be said of a group that is there.
    """

    hex: str
    left: int = 0
    actions: tuple[Action, ...] = ()
    why: str = ""
    rules: tuple[str, ...] = ()
    lasting: bool = False  # nothing comes of it later either


class Marching(Generic[P]):
    """The marches of a side in the question that it is asked."""

    def __init__(self, game: Game[P], side: str) -> None:
        self.title = game.title
        self.side = side
        self.known = known_game(game, side)
        self.decision = self.known.decision_of(side)
        self.board = game.setting.board
        self.at = self.title.whereabouts(self.known.position, side)
        others = (each for each in self.title.sides if each != side)
        held = {label for each in others for label in self.title.held(self.known.position, each)}
        self.enemies = frozenset(self.board[label] for label in held if label in self.board)

    @property
    def possible(self) -> bool:
        """Whether groups are taken in hand now."""
        if self.decision is None:
            return False
        return self.title.topic(self.known.position, self.decision).stage in ("order", "march")

    def stacks(self, pieces: Iterable[str]) -> list[tuple[str, ...]]:
        """Pieces by the hexes they stand in; those that are not on the map are left out."""
        found: dict[str, list[str]] = {}
        for piece in pieces:
            if piece in self.at:
                found.setdefault(self.at[piece], []).append(piece)
        return [tuple(each) for each in found.values()]

    def way(self, start: str, goal: str) -> tuple[str, ...]:
        """The fewest hexes from one to another, round those of the enemy; empty if no way leads there."""
        away = self._away(goal)
        here = self.board[start]
        if here not in away:
            return ()
        way = [here]
        while away[way[-1]]:
            way.append(min(self._beside(way[-1]), key=lambda node: away.get(node, len(self.board))))
        return tuple(self.board.label(node) for node in way)

    def distances(self, goal: str) -> dict[str, int]:
        """How many hexes it is to a goal from all from which a way leads there."""
        return {self.board.label(node): away for node, away in self._away(goal).items()}

    def leg(self, pieces: Sequence[str], goal: str) -> Leg:
        """How far pieces of one hex go towards a goal now."""
        here = self.at.get(pieces[0], "")
        if not here:
            return Leg("", why="they are no longer on the map", lasting=True)
        if here == goal:
            return Leg(here, lasting=True)
        away = self._away(goal)
        now = away.get(self.board[here])
        if now is None:
            return Leg(here, why=f"no way leads to {self.board.name_of(self.board[goal])}", lasting=True)
        try:
            first, listed = self._in_hand(pieces)
        except Refusal as refusal:
            return Leg(here, now, why=refusal.reason, rules=refusal.rules)
        nearer = {node: away[node] for node in listed if away.get(node, now) < now}
        quiet = [node for node in nearer if away[node] == 0 or not self._touches(node)]
        best = sorted(quiet, key=lambda node: (nearer[node], listed[node], node))[:TRIES]
        refused: Refusal | None = None
        for node in best:
            label = self.board.label(node)
            for order in self.title.journeys(pieces, label)[:1]:
                actions = (*first, order)
                refused = self._refusal(actions)
                if refused is None:
                    return Leg(label, nearer[node], actions)
        if refused is not None:
            return Leg(here, now, why=refused.reason, rules=refused.rules)
        if nearer:
            return Leg(here, now, why=self._enemies_near(nearer))
        return Leg(here, now, why="nothing nearer to the goal can be reached")

    def _in_hand(self, pieces: Sequence[str]) -> tuple[tuple[Action, ...], dict[int, str]]:
        """What is to be put down first, and the hexes that pieces can go to with the cost of each."""
        if self.decision is None or not self.possible:
            raise Refusal((), "it is not the time to march")
        twin = self.known.branch()
        topic = self.title.topic(twin.position, self.decision)
        first: tuple[Action, ...] = ()
        if topic.stage == "march":
            first = (PASS,)
            twin.play(PASS, self.side)
        for piece in pieces:
            decision = twin.decision_of(self.side)
            if decision is None:
                raise Refusal((), "it is not the time to march")
            twin.play(self._pick(twin, decision, piece), self.side)
        decision = twin.decision_of(self.side)
        listed: dict[int, str] = {}
        if decision is not None and self.title.topic(twin.position, decision).stage == "march":
            for action in decision.choices():
                face = self.title.face(twin.position, decision, action)
                if face.hex in self.board and not face.unit and not face.chance and not face.aside:
                    listed.setdefault(self.board[face.hex], face.cost)
        return first, listed

    def _pick(self, game: Game[P], decision: Decision, piece: str) -> Action:
        """The listed answer that takes a piece in hand; a Refusal as the rules have it if there is none."""
        pattern: Action | None = None
        for action in decision.choices():
            face = self.title.face(game.position, decision, action)
            if face.unit and not face.hex:
                if face.unit == piece:
                    return action
                pattern = pattern or action
        if pattern is not None and hasattr(pattern, "unit"):
            refusal = decision.refusal(msgspec.structs.replace(pattern, unit=piece))
            if refusal is not None:
                raise refusal
        raise Refusal(decision.rule, "they cannot move now")

    def _refusal(self, actions: Sequence[Action]) -> Refusal | None:
        try:
            self.known.branch().play_all(actions, self.side)
        except Refusal as refusal:
            return refusal
        except HexfrontError as wrong:
            return Refusal((), str(wrong))
        return None

    # Where

    def _beside(self, node: int) -> Sequence[int]:
        return self.title.passable(self.known.setting, node)

    def _away(self, goal: str) -> Mapping[int, int]:
        """How many hexes it is to a goal from all from which a way leads there, round those of the enemy."""
        found, edge = {self.board[goal]: 0}, [self.board[goal]]
        while edge:
            beyond = [
                there
                for here in edge
                for there in self._beside(here)
                if there not in found and there not in self.enemies
            ]
            steps = found[edge[0]] + 1
            edge = list(dict.fromkeys(beyond))
            found.update(dict.fromkeys(edge, steps))
        return found

    def _touches(self, node: int) -> bool:
        """Whether enemies stand next to a hex."""
        return not self.enemies.isdisjoint(self._beside(node))

    def _enemies_near(self, nodes: Collection[int]) -> str:
        near = sorted({each for node in nodes for each in self._beside(node) if each in self.enemies})
        return f"enemies stand near the way: {', '.join(self.board.name_of(node) for node in near[:3])}"
