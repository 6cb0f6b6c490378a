"""Directives as actions: an army is told what to do, and a staff gives the orders.

One action is one directive: which army, its goal, which attacks it may make, how far it may go, and until
when. Or it is "go on": then the staff carries out what all armies have been told, and the others play, until
a side is to look at its armies again, at the beginning of a turn or when a directive has ended. A campaign so
has some hundreds of decisions instead of many thousands.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

from hexfront.ai import Player, known_name, player
from hexfront.ai.armies import Army
from hexfront.ai.charge import ADVISER, Attacks, Until
from hexfront.ai.directives import Conductor, Directive, armies_of, begun, level_of
from hexfront.ai.foresight import at_station, phase_of
from hexfront.ai.players import players
from hexfront.env.observing import Array, Observation
from hexfront.env.table import GameTable, number_of, result_of
from hexfront.kernel.errors import Malformed
from hexfront.kernel.game import Game
from hexfront.kernel.plans import Plan

SLOTS = 32  # for armies of a side
GO_ON = 0  # the first number of an action that gives no directive
NO_GOAL = ""
ATTACKS: tuple[Attacks, ...] = ("any", "even", "cheap", "none")
REACHES = (0, 1, 2, 4, 8)
UNTILS: tuple[Until, ...] = ("turn", "phase", "stopped")
ARMY_COLUMNS = (
    "there",
    "pieces",
    "row",
    "column",
    "told now",
    "has a directive",
    "goal",
    "attacks",
    "reach",
    "until",
)


class Told(NamedTuple):
    """What is known of one side between two of its decisions; all that is needed to go on."""

    directives: Mapping[str, Directive]
    now: frozenset[str]  # armies that have been told something since it was asked
    turn: str  # in which it was asked last
    plan: Plan | None
    slots: Mapping[str, int]


class Standing(NamedTuple):
    """A game of directives as it stands."""

    scenario: str
    game: Game
    told: Mapping[str, Told]
    asked: str
    seed: int


def _numbers_of(action: Any) -> list[int]:
    """The numbers of a directive; Malformed if these are none."""
    try:
        return [number_of(each) for each in action]
    except TypeError:
        raise Malformed(f"a directive is a row of whole numbers, not {action!r}") from None


class DirectiveTable:
    """One scenario, played by directives for armies.

    ``staff`` carries them out. Sides in ``others`` get no directives; each is played by a computer player.
    """

    def __init__(
        self,
        scenario: str,
        options: Mapping[str, str] | None = None,
        overlays: Sequence[Path | str] = (),
        *,
        staff: str = "",
        others: Mapping[str, str] | None = None,
        compact: bool = False,
    ) -> None:
        self._table = GameTable(scenario, options, overlays, compact)
        self.scenario = scenario
        self.game = self._table.game
        self.sides = list(self._table.sides)
        title = self.game.title
        offered = [kind.name for kind in players(title)]
        self.staff = known_name(staff or (ADVISER if ADVISER in offered else offered[-1]), title)
        self.others = {side: known_name(name, title) for side, name in (others or {}).items()}
        landmarks = [each.hex for each in title.annals(self.game.setting).landmarks]
        board = self.game.setting.board
        self.goals = [NO_GOAL, *dict.fromkeys(landmarks or [board.label(each.node) for each in board.places])]
        self.levels = {side: level_of(self.game, side) for side in self.sides}
        self._first = {
            side: [army.name for army in armies_of(self.game, side, self.levels[side])][:SLOTS]
            for side in self.sides
        }
        self._told: dict[str, Told] = {}
        self._conductors: dict[str, Conductor] = {}
        self._players: dict[str, Player] = {}
        self._seed = 0
        self.asked = ""

    # Spaces

    def action_space(self) -> spaces.MultiDiscrete:
        """Army (0 is "go on"), goal, attacks, reach, until."""
        return spaces.MultiDiscrete(self._sizes())

    def _sizes(self) -> list[int]:
        return [SLOTS + 1, len(self.goals), len(ATTACKS), len(REACHES), len(UNTILS)]

    def mask_space(self) -> spaces.Tuple[Any]:
        """A mask for each number of an action."""
        return spaces.Tuple([spaces.Box(0, 1, (size,), np.int8) for size in self._sizes()])

    def observation_space(self) -> spaces.Dict:
        """The observation of the words' environment, and a row for each army (`ARMY_COLUMNS`)."""
        armies = spaces.Box(-1.0, 1e6, (SLOTS, len(ARMY_COLUMNS)), np.float32)
        return spaces.Dict({**self._table.observer.space.spaces, "armies": armies})

    # Playing

    def start(self, seed: int) -> None:
        """Set up a fresh game, and play on until a side has armies to be told something."""
        self.game = self._table.fresh(seed)
        self._seed = seed
        self._told = {
            side: Told({}, frozenset(), "", None, {name: at for at, name in enumerate(self._first[side])})
            for side in self.sides
            if side not in self.others
        }
        self._take_up({})
        self._go_on()

    def _take_up(self, plans: Mapping[str, Plan | None]) -> None:
        """Staffs and players begin anew with nothing but their plans, so that a clone goes on alike."""
        self._conductors = {}
        for side, told in self._told.items():
            made = Conductor(side, self.staff, self._seed, self.levels[side], told.plan)
            made.directives = told.directives
            self._conductors[side] = made
        self._players = {}
        for side, name in self.others.items():
            self._players[side] = player(name, self.game.title, side, self._seed)
            self._players[side].plan = plans.get(side)

    def _go_on(self) -> None:
        """Let staffs and others play until a side has to look at its armies, or the game is over."""
        game = self.game
        self.asked = ""
        occasion: dict[str, str] = {}
        while not game.over:
            side = game.decision.side
            if side in self._players:
                game.play(self._players[side].choose(game, side).action, side)
                continue
            now = game.position.occasion()
            if at_station(game) and occasion.get(side) != now:
                occasion[side] = now
                if self._is_due(side):
                    self._ask(side)
                    return
            self._conductors[side].answer(game)

    def _is_due(self, side: str) -> bool:
        """Whether a turn has begun for a side, or a directive has ended; those that have are put away."""
        told, phase = self._told[side], phase_of(self.game, side)
        standing = {name: each for name, each in told.directives.items() if each.stands(phase)}
        due = phase[0] != told.turn or any(
            each.until == "phase" for name, each in told.directives.items() if name not in standing
        )
        if len(standing) != len(told.directives) or due:
            self._told[side] = told._replace(directives=standing, turn=phase[0], now=frozenset())
            self._conductors[side].directives = standing
        return due and bool(self.armies(side))

    def _ask(self, side: str) -> None:
        self.asked = side
        for each, made in self._conductors.items():
            self._told[each] = self._told[each]._replace(plan=made.plan)
        self._take_up({each: other.plan for each, other in self._players.items()})

    def armies(self, side: str) -> dict[int, Army]:
        """The armies of a side by the number that an action has for them."""
        slots = dict(self._told[side].slots)
        found: dict[int, Army] = {}
        for army in armies_of(self.game, side, self.levels[side]):
            if army.name not in slots:
                at = zlib.crc32(army.name.encode()) % SLOTS
                free = [(at + each) % SLOTS for each in range(SLOTS)]
                taken = set(slots.values())
                slot = next((each for each in free if each not in taken), None)
                if slot is None:
                    continue  # more armies than an action can name act as the staff sees fit
                slots[army.name] = slot
            found[slots[army.name] + 1] = army
        self._told[side] = self._told[side]._replace(slots=slots)
        return found

    def mask(self, side: str) -> tuple[Array, ...]:
        """For each number of an action, 1 where it may be."""
        masks = tuple(np.zeros(size, np.int8) for size in self._sizes())
        if side != self.asked:
            return masks
        for each in masks[1:]:
            each[:] = 1
        masks[0][GO_ON] = 1
        for number, army in self.armies(side).items():
            masks[0][number] = army.name not in self._told[side].now
        return masks

    def allows(self, side: str, action: Sequence[int]) -> bool:
        """Whether an action may be taken now."""
        masks = self.mask(side)
        return len(action) == len(masks) and all(
            0 <= int(number) < len(mask) and bool(mask[int(number)])
            for number, mask in zip(action, masks, strict=True)
        )

    def act(self, side: str, action: Sequence[int]) -> None:
        """Give a directive, or go on; Malformed if it may not be given now."""
        numbers = _numbers_of(action)
        if not self.allows(side, numbers):
            raise Malformed(f"{side} cannot take the action {numbers} now")
        number, goal, attacks, reach, until = numbers
        if number == GO_ON:
            self._go_on()
            return
        army = self.armies(side)[number]
        given = Directive(army.name, self.goals[goal], ATTACKS[attacks], REACHES[reach], UNTILS[until])
        told = self._told[side]
        directives = {**told.directives, army.name: begun(self.game, side, given, army)}
        self._told[side] = told._replace(directives=directives, now=told.now | {army.name})
        self._conductors[side].directives = directives

    def observe(self, side: str) -> Observation:
        """What a side sees, its armies included."""
        seen = self._table.observer.observe(self.game, side)
        rows = np.zeros((SLOTS, len(ARMY_COLUMNS)), np.float32)
        if side in self._told and not self.game.over:
            told = self._told[side]
            board, at = self.game.setting.board, self.game.title.whereabouts(self.game.position, side)
            places = self._table.observer.places.at
            for number, army in self.armies(side).items():
                nodes = [board[at[key]] for key in army.pieces if at.get(key, "") in board]
                where = np.mean([places[node] for node in nodes], axis=0) if nodes else (-1.0, -1.0)
                rows[number - 1] = (
                    1,
                    len(army.pieces),
                    *where,
                    army.name in told.now,
                    *self._shown(told.directives.get(army.name)),
                )
        return {**seen, "armies": rows}

    def _shown(self, directive: Directive | None) -> tuple[float, ...]:
        if directive is None:
            return (0.0,) * 5
        goal = self.goals.index(directive.goal) if directive.goal in self.goals else 0
        return (1, goal, ATTACKS.index(directive.attacks), directive.within, UNTILS.index(directive.until))

    def result(self, side: str) -> float:
        """1 if a side has won, -1 if it has lost, 0 if it is drawn or not over."""
        return result_of(self.game, side)

    def clone(self) -> Standing:
        """How the game stands, directives given by half included, to be restored as often as one likes."""
        told = dict(self._told)
        for side, other in self._players.items():
            told[side] = Told({}, frozenset(), "", other.plan, {})
        return Standing(self.scenario, self.game.branch(), told, self.asked, self._seed)

    def restore(self, standing: Standing) -> None:
        """Go on from a clone, of this table or of another one of the same scenario."""
        if standing.scenario != self.scenario:
            raise Malformed(f"this is a game of {standing.scenario}, not of {self.scenario}")
        self.game = standing.game.branch()
        self.asked, self._seed = standing.asked, standing.seed
        self._told = {side: each for side, each in standing.told.items() if side not in self.others}
        self._take_up({side: standing.told[side].plan for side in self.others})
