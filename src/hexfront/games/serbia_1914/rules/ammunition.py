"""[9.4] [23.2.1] Ammunition and shells: who provides them to which Force at the moment of combat.

A source on its front side provides without limit and without being asked. On its extended side it can serve
so many Forces until its next supply phase, and a depot that feeds a train on such a side counts too [9.4.2].
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import msgspec

from hexfront.games.serbia_1914.force import Force
from hexfront.games.serbia_1914.matters import Provision
from hexfront.games.serbia_1914.orders import Fire, Provide
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition, Unit
from hexfront.games.serbia_1914.rules import strengths, supply
from hexfront.games.serbia_1914.vocabulary import SERBIA
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table

Given = dict[str, tuple[bool, bool]]  # by leader: whether it has ammunition, and shells
NO_NEED = "none"  # the source of a Force that needs no ammunition
Planning = Generator[Ask | Together, Any, Given]


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
    """[9.4.1] [15.6.1] The sources that can give a Force ammunition, the cheapest first; railways cannot.

    If one gives it without limit, no other is named (decision SE-R403).
    """
    if supply.at_map_edge(position, names):
        return [Chain(supply.MAP_EDGE)]
    suppliers = [
        unit
        for unit in supply.supply_units_for(position, names)
        if unit.at != OFF_MAP and not position.setting.board.is_area(unit.at)
    ]
    found = []
    for unit in sorted(suppliers, key=lambda unit: (unit.extended, position.piece(unit).depot, unit.name)):
        chain = _chain(position, unit, names)
        if chain is not None and not chain.extended:
            return [chain]
        if chain is not None:
            found.append(chain)
    return sorted(found, key=lambda chain: (_price(position, chain), chain.source))


def _price(position: SerbiaPosition, chain: Chain) -> tuple[int, int]:
    return chain.flips(position), len(chain.extended)


def _chain(position: SerbiaPosition, unit: Unit, names: Sequence[str]) -> Chain | None:
    """The cheapest way in which a supply unit can serve a Force, None if it cannot."""
    for extended in _sides_of(position, unit):
        reach = supply.range_of(position, unit, extended=extended)
        if supply.can_reach(position, supply.Source(unit.name, (unit.at,), reach), names):
            behind = _fed(position, unit)
            return None if behind is None else Chain(unit.name, (unit.name,) * extended + behind)
    return None


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


def chains_for(position: SerbiaPosition, names: Sequence[str]) -> list[Chain]:
    """[8.5.1] [9.4] The sources of a Force; a fort alone needs none."""
    needy = [name for name in names if not position.piece(position.units[name]).fort]
    return chains(position, needy) if needy else [Chain(NO_NEED)]


def has_fort(position: SerbiaPosition, force: Force) -> bool:
    """Whether a fort belongs to a Force."""
    return any(position.piece(position.units[name]).fort for name in force.units)


def guns_of(position: SerbiaPosition, force: Force) -> int:
    """The artillery of a Force, in quarters of a point."""
    return sum(strengths.artillery_value(position, position.units[name]) for name in force.units)


def advised_shells(position: SerbiaPosition, armed: Mapping[str, Force], *, attacking: bool) -> list[str]:
    """[23.2.1] The Forces whose shells bring the enemy a worse modifier: as few as bring the worst."""
    if not armed:
        return []
    node, enemy = _opposite(position, next(iter(armed)), attacking=attacking)
    modifier = position.setting.tables.artillery_modifier
    most = strengths.MOST_IN_MOUNTAINS * strengths.QUARTERS_OF_A_POINT
    mountainous = node != OFF_MAP and position.setting.mountainous[node]
    guns = {leader: guns_of(position, force) for leader, force in armed.items()}
    if mountainous:
        guns = {leader: min(value, most) for leader, value in guns.items()}
    best_first = sorted(guns, key=lambda leader: (-guns[leader], leader))

    def brought(count: int) -> int:
        total = sum(guns[leader] for leader in best_first[:count])
        return modifier(-(-total // strengths.QUARTERS_OF_A_POINT), enemy)

    worst = brought(len(best_first))
    return best_first[: next(count for count in range(len(best_first) + 1) if brought(count) == worst)]


def _opposite(position: SerbiaPosition, leader: str, *, attacking: bool) -> tuple[int, int]:
    """The hex that is fought for, and the size of the enemy in quarters of a division-equivalent."""
    unit = position.units[leader]
    node = unit.aim if attacking else unit.at
    if attacking:
        opponents = position.units_at(node) if node != OFF_MAP else []
    else:
        around = {node, unit.also}
        opponents = [each for each in position.units.values() if each.aim != OFF_MAP and each.aim in around]
    side = position.side_of(unit)
    size = sum(position.piece(each).quarters for each in opponents if position.side_of(each) != side)
    return node, size


def plan(
    table: Table, position: SerbiaPosition, forces: Sequence[Force], node: int, *, attacking: bool
) -> Planning:
    """[9.1.1] [9.4.1] [9.4.2] [23.2.1] The owner provides ammunition for a hex, and shells; it is recorded.

    He starts from what is advised: every Force that can be served is, and shells go where they tell. He
    changes that Force by Force, and passes when it is right.
    """
    if not forces:
        return {}
    question = _Question(position, forces, node, attacking)
    while question.open_choices():
        answer = yield question.ask()
        if isinstance(answer, Pass):
            break
        question.take(answer)
    return _record(table, position, question)


def advised(
    position: SerbiaPosition,
    forces: Sequence[Force],
    node: int,
    chosen: Mapping[str, str],
    *,
    attacking: bool,
) -> tuple[Mapping[str, Chain | None], Mapping[str, bool]]:
    """[9.4.1] What is planned if a player changes nothing but what is chosen: sources, and shells.

    ``chosen`` names the source of a Force by its leader, or none; Refusal if it cannot serve.
    """
    question = _Question(position, forces, node, attacking)
    for leader, source in chosen.items():
        if leader not in question.forces:
            raise Refusal("9.4", f"{leader} leads no Force of this combat")
        if source and source not in {chain.source for chain in question.options(leader)}:
            raise Refusal("9.4.1", f"{source} cannot provide ammunition to {leader}")
        question.take(Provide(leader, source))
    return question.served, question.shells


class _Question:
    """What is planned so far, and what may still be changed."""

    def __init__(self, position: SerbiaPosition, forces: Sequence[Force], node: int, attacking: bool) -> None:
        self.position = position
        self.node = node
        self.attacking = attacking
        self.forces = {force.leader: force for force in forces}
        self.side = position.side_of(position.units[forces[0].leader])
        self.known = {leader: chains_for(position, force.units) for leader, force in self.forces.items()}
        self.served: dict[str, Chain | None] = {}
        self.changed: set[str] = set()
        self.shells = dict.fromkeys(self.forces, False)
        for leader in self.forces:
            self.served[leader] = next(iter(self.options(leader)), None)
        if self.side == SERBIA:
            for leader in advised_shells(position, self._armed(), attacking=attacking):
                self.shells[leader] = True

    def _armed(self) -> dict[str, Force]:
        """The Forces that may have shells, as many as there are shells."""
        able = {leader: force for leader, force in self.forces.items() if self.may_have_shells(leader)}
        return dict(list(able.items())[: self.position.shells])

    def options(self, leader: str) -> list[Chain]:
        """The chains a Force may still choose, what others take from the limits counted."""
        taken = [
            name
            for other, used in self.served.items()
            if other != leader and used is not None
            for name in used.extended
        ]
        position = self.position
        return [
            chain
            for chain in self.known[leader]
            if all(limit_left(position, position.units[name]) > taken.count(name) for name in chain.extended)
        ]

    def needs_shells(self, leader: str) -> bool:
        """[23.2.1] Whether the guns of a Force need shells: only Serbian ones do (decision SE-R007)."""
        return self.position.piece(self.position.units[leader]).nation == SERBIA

    def may_have_shells(self, leader: str) -> bool:
        """[23.2.1] Whether a Force could be given shells: ammunition or a fort, guns, and one is left."""
        if not self.needs_shells(leader):
            return False
        if self.served[leader] is None and not has_fort(self.position, self.forces[leader]):
            return False
        used = sum(given for other, given in self.shells.items() if other != leader)
        return self.position.shells > used and guns_of(self.position, self.forces[leader]) > 0

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
            about=self.matter(),
        )

    def matter(self) -> Provision:
        sources = ((leader, chain.source if chain else "") for leader, chain in self.served.items())
        shells = (leader for leader, given in self.shells.items() if given)
        where = self.position.setting.board.label(self.node)
        return Provision(where, self.attacking, tuple(sources), tuple(shells))

    def prompt(self) -> str:
        position = self.position
        words = []
        for leader, chain in self.served.items():
            have = "no ammunition" if chain is None else "ammunition"
            if chain is not None and chain.extended:
                have += " from " + " and ".join(position.label(name) for name in chain.extended)
            if self.needs_shells(leader):
                have += " and shells" if self.shells[leader] else ", no shells"
            words.append(f"{position.label(leader)}: {have}")
        return f"{'; '.join(words)}. Is this how it shall be?"

    def why_not(self, action: Action) -> Refusal | None:
        if isinstance(action, Fire) and action.unit in self.forces:
            if self.served[action.unit] is None:
                return Refusal("23.2.1", "A Force without ammunition gets no shells.")
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
            if not self.may_have_shells(answer.unit):
                self.shells[answer.unit] = False


def _record(table: Table, position: SerbiaPosition, question: _Question) -> Given:
    """[9.4.2] [23.2.1] Turn supply units over, count increments and shells, and say who has what."""
    given: Given = {}
    for leader, chain in question.served.items():
        for name in chain.extended if chain is not None else ():
            if not position.units[name].extended:
                supply.extend(table, position, name)
            unit = position.units[name]
            position.change(name, ammunition=unit.ammunition + 1)
        position.shells -= question.shells[leader]
        given[leader] = (chain is not None, question.shells[leader] or not question.needs_shells(leader))
    fired = sum(question.shells.values())
    if fired:
        where = position.setting.board.label(position.units[next(iter(question.forces))].at)
        many = "shells" if fired == 1 else f"{fired} increments of shells"
        table.tell(f"Serbia provides {many} in {where}", "23.2.1", kind="combat", data={"shells": fired})
    return given


def at_hand(position: SerbiaPosition, names: Sequence[str]) -> Chain | None:
    """[9.4.1] The cheapest source of a Force for which no supply unit need be turned over."""
    for chain in chains_for(position, names):
        if not chain.flips(position):
            return chain
    return None


def serve(position: SerbiaPosition, names: Sequence[str]) -> bool:
    """[9.4] [10.1.1] Give ammunition to a Force that lends its artillery, if it is at hand, and count it."""
    chain = at_hand(position, names)
    if chain is None:
        return False
    for name in chain.extended:
        position.change(name, ammunition=position.units[name].ammunition + 1)
    return True
