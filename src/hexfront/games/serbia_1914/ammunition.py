"""[9.4] [23.2.1] Ammunition and shells: who provides them to which Force at the moment of combat.

A source on its front side provides without limit and without being asked. On its extended side it can serve
so many Forces until its next supply phase, and a depot that feeds a train on such a side counts too [9.4.2].
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import msgspec

from hexfront.games.serbia_1914 import supply
from hexfront.games.serbia_1914.force import Force
from hexfront.games.serbia_1914.orders import Fire, Provide
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.vocabulary import SERBIA
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Table

Provision = dict[str, tuple[bool, bool]]  # by leader: whether it has ammunition, and shells
Planning = Generator[Ask | Together, Any, Provision]
MAP_EDGE = "map edge"


class Chain(msgspec.Struct, frozen=True, gc=False):
    """How a source serves a Force: the supply units that must show their backs and give an increment."""

    source: str
    extended: tuple[str, ...] = ()

    def flips(self, position: SerbiaPosition) -> int:
        """How many of them show their fronts still."""
        return sum(not position.units[name].extended for name in self.extended)


def limit_left(position: SerbiaPosition, unit: Unit) -> int:
    """[2.6.2] [9.4.2] The increments a supply unit can still give on its extended side."""
    return supply.chart(position, unit).ammunition - unit.ammunition


def chains(position: SerbiaPosition, names: Sequence[str]) -> list[Chain]:
    """[9.4.1] [15.6.1] Every source that can give a Force ammunition, the cheapest first; railways cannot."""
    found: dict[str, Chain] = {}
    for source in supply.sources_for(position, names):
        if source.ammunition and source.name == MAP_EDGE and supply.can_reach(position, source, names):
            return [Chain(MAP_EDGE)]
    for unit in supply.supply_units_for(position, names):
        if unit.at == OFF_MAP or position.setting.board.is_area(unit.at):
            continue
        chain = _chain(position, unit, names)
        if chain is not None:
            found[unit.name] = chain
    return sorted(found.values(), key=lambda chain: (_price(position, chain), chain.source))


def _price(position: SerbiaPosition, chain: Chain) -> tuple[int, int]:
    return chain.flips(position), len(chain.extended)


def _chain(position: SerbiaPosition, unit: Unit, names: Sequence[str]) -> Chain | None:
    """The cheapest way in which a supply unit can serve a Force, None if it cannot."""
    best: Chain | None = None
    for sides in _sides_of(position, unit):
        reach = supply.range_of(position, unit, extended=sides)
        if not supply.can_reach(position, supply.Source(unit.name, (unit.at,), reach), names):
            continue
        own = (unit.name,) if sides else ()
        behind = _fed(position, unit)
        if behind is None:
            return None
        chain = Chain(unit.name, own + behind)
        if best is None or _price(position, chain) < _price(position, best):
            best = chain
    return best


def _sides_of(position: SerbiaPosition, unit: Unit) -> list[bool]:
    """The sides on which a supply unit can give: its front while it shows it, its back within the limit."""
    sides = [] if unit.extended else [False]
    return [*sides, True] if limit_left(position, unit) > 0 else sides


def _fed(position: SerbiaPosition, unit: Unit) -> tuple[str, ...] | None:
    """[9.4.1] The depots behind a source that must give on their backs; none if it has its own line."""
    if supply.has_line_of_communications(position, unit):
        return ()
    if position.piece(unit).depot:
        return None
    best: tuple[int, tuple[str, ...]] | None = None
    for depot in supply.depots_of(position, position.side_of(unit), unit.army):
        for extended in _sides_of(position, depot):
            if supply.feeds(position, depot, unit, extended=extended):
                names = (depot.name,) if extended else ()
                price = len(names) + (extended and not depot.extended)
                if best is None or price < best[0]:
                    best = (price, names)
    return best[1] if best else None


def plan(table: Table, position: SerbiaPosition, forces: Sequence[Force], *, attacking: bool) -> Planning:
    """[9.1.1] [9.4.1] [9.4.2] [23.2.1] The owner provides ammunition, and shells; it is recorded.

    He starts from what is advised: every Force that can be served is, and shells go to all who have guns.
    He changes that Force by Force, and passes when it is right.
    """
    if not forces:
        return {}
    question = _Question(position, forces, attacking)
    while question.open_choices():
        answer = yield question.ask()
        if isinstance(answer, Pass):
            break
        question.take(answer)
    return _record(table, position, question)


class _Question:
    """What is planned so far, and what may still be changed."""

    def __init__(self, position: SerbiaPosition, forces: Sequence[Force], attacking: bool) -> None:
        self.position = position
        self.forces = {force.leader: force for force in forces}
        self.attacking = attacking
        self.side = position.side_of(position.units[forces[0].leader])
        self.served: dict[str, Chain | None] = {}
        self.shells: dict[str, bool] = {}
        self.changed: set[str] = set()
        for leader in self.forces:
            self.served[leader] = next(iter(self.options(leader)), None)
            self.shells[leader] = self.side == SERBIA and self.may_have_shells(leader)

    def options(self, leader: str) -> list[Chain]:
        """The chains a Force may still choose, what others take from the limits counted."""
        free = []
        for chain in chains(self.position, self.forces[leader].units):
            taken = [
                name
                for other, used in self.served.items()
                if other != leader and used is not None
                for name in used.extended
            ]
            if all(
                limit_left(self.position, self.position.units[name]) > taken.count(name)
                for name in chain.extended
            ):
                free.append(chain)
        return free

    def may_have_shells(self, leader: str) -> bool:
        """[23.2.1] Whether a Force could be given shells: it has ammunition, guns, and one is left."""
        if self.side != SERBIA or self.served[leader] is None:
            return False
        used = sum(given for other, given in self.shells.items() if other != leader)
        return self.position.shells > used and self.guns(leader) > 0

    def guns(self, leader: str) -> int:
        position = self.position
        return sum(position.piece(position.units[name]).artillery for name in self.forces[leader].units)

    def open_choices(self) -> list[Action]:
        """What may be changed: sources of those that cost increments, and shells; each once."""
        found: list[Action] = []
        for leader in self.forces:
            if f"{leader}/ammunition" not in self.changed:
                current = self.served[leader]
                if current is not None and current.extended:
                    found.append(Provide(leader))
                    found += [
                        Provide(leader, chain.source)
                        for chain in self.options(leader)
                        if chain.source != current.source
                    ]
                elif current is None:
                    found += [Provide(leader, chain.source) for chain in self.options(leader)]
            if f"{leader}/shells" not in self.changed and self.may_have_shells(leader):
                found.append(Fire(leader, not self.shells[leader]))
        return found

    def ask(self) -> Ask:
        return Ask(
            self.side,
            "ammunition",
            self.prompt,
            "9.4.1",
            options=lambda: [*self.open_choices(), PASS],
            why_not=self.why_not,
            default=lambda: PASS,
        )

    def prompt(self) -> str:
        position = self.position
        words = []
        for leader, chain in self.served.items():
            have = "no ammunition" if chain is None else "ammunition"
            if chain is not None and chain.extended:
                have += " from " + " and ".join(position.label(name) for name in chain.extended)
            if self.side == SERBIA:
                have += " and shells" if self.shells[leader] else ", no shells"
            words.append(f"{position.label(leader)}: {have}")
        return f"{'; '.join(words)}. Is this how it shall be?"

    def why_not(self, action: Action) -> Refusal | None:
        if isinstance(action, Fire) and action.unit in self.forces:
            if self.served[action.unit] is None:
                return Refusal("23.2.1", "A Force without ammunition has no use for shells.")
            if self.position.shells <= sum(self.shells.values()):
                return Refusal("23.2.1", "There are no shells left.", needed=1, had=0)
        if isinstance(action, Provide) and action.unit in self.forces:
            return Refusal("9.4.1", "That source cannot provide ammunition to this Force.")
        return None

    def take(self, answer: Action) -> None:
        if isinstance(answer, Fire):
            self.shells[answer.unit] = answer.shells
            self.changed.add(f"{answer.unit}/shells")
        elif isinstance(answer, Provide):
            self.served[answer.unit] = next(
                (chain for chain in self.options(answer.unit) if chain.source == answer.source), None
            )
            self.changed.add(f"{answer.unit}/ammunition")
            if self.served[answer.unit] is None:
                self.shells[answer.unit] = False


def _record(table: Table, position: SerbiaPosition, question: _Question) -> Provision:
    """[9.4.2] [23.2.1] Turn supply units over, count increments and shells, and say who has what."""
    given: Provision = {}
    for leader, chain in question.served.items():
        for name in chain.extended if chain is not None else ():
            if not position.units[name].extended:
                supply.extend(table, position, name)
            unit = position.units[name]
            position.change(name, ammunition=unit.ammunition + 1)
        shells = question.side != SERBIA or question.shells[leader]
        if question.side == SERBIA and question.shells[leader]:
            position.shells -= 1
        given[leader] = (chain is not None, shells)
    return given


def provided(provision: Mapping[str, tuple[bool, bool]], leader: str) -> tuple[bool, bool]:
    """What a Force was given; one that was not asked about lacks nothing."""
    return provision.get(leader, (True, True))
