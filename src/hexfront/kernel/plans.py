"""A plan that is kept over turns: what each part of a front is to do, with how much, and why.

A plan knows no history and no side. A title fills it with its own sectors; what they are worth is counted in
the title's points. It is revised when something it rests on no longer holds, or when a rival is better by a
margin: whoever changes his mind for every small gain carries nothing out. It is plain data, so that it can be
shown to a player, written down with a game, and given to whoever carries it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, runtime_checkable

import msgspec

if TYPE_CHECKING:
    from hexfront.kernel.planning import Sight

Stance = Literal["attack", "hold", "delay", "retire", "refit"]

_WORDS: dict[Stance, str] = {
    "attack": "attacks",
    "hold": "holds",
    "delay": "delays the enemy",
    "retire": "retires",
    "refit": "is made up to strength",
}


class Premise(msgspec.Struct, frozen=True):
    """Something that is taken for granted: a fact by name, and between what it must stay."""

    fact: str
    otherwise: str  # what is said when it is so no longer
    least: float | None = None
    most: float | None = None

    def holds(self, facts: Mapping[str, float]) -> bool:
        """Whether it is still so; a fact that nobody knows any more does not hold."""
        value = facts.get(self.fact)
        if value is None:
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


class Sector(msgspec.Struct, frozen=True):
    """A part of the front, or of the rear: whose it is, what it is to do, and what that rests on."""

    name: str
    force: str  # who acts there, such as a nation or an army
    stance: Stance
    hexes: tuple[str, ...]
    objective: tuple[str, ...] = ()
    share: float = 0.0  # part of the force of the side
    value: float = 0.0  # what the stance is expected to bring
    stage: str = ""  # how far it has come, such as "is prepared"
    since: int = 0  # turns for which that has been so
    why: str = ""
    premises: tuple[Premise, ...] = ()
    instead: str = ""  # why it took the place of something else

    def broken(self, facts: Mapping[str, float]) -> str:
        """What it rests on and is so no longer, in words; empty if all holds."""
        return next((premise.otherwise for premise in self.premises if not premise.holds(facts)), "")

    def sentence(self) -> str:
        """The sector in words."""
        aim = f" {_listed(self.objective)}" if self.stance == "attack" and self.objective else ""
        force = f" with {self.share:.0%} of the force" if self.share else ""
        how = f", which {self.stage}" if self.stage else ""
        why = f": {self.why}" if self.why else ""
        return f"{self.name} {_WORDS[self.stance]}{aim}{force}{how}{why}."


@runtime_checkable
class KeepsPlan(Protocol):
    """A planner whose plan can be read, and that goes on with one that it is given."""

    plan: Plan | None


@runtime_checkable
class WeighsPlans(KeepsPlan, Protocol):
    """A planner that can name other plans than its own, so that they can be tried out before one is taken.

    ``None`` as a plan is its doctrine: each force by its own reckoning. ``margin`` is by how many points of
    the title a plan must be better than the one that is kept.
    """

    margin: float

    def is_due(self, sight: Sight[Any]) -> bool:
        """Whether a plan is to be looked over now; it is looked over once a turn of its side."""
        ...

    def turn_key(self, position: Any) -> str:
        """A name for the turn; the order of these texts is that of turns."""
        ...

    def candidates(self, sight: Sight[Any]) -> Sequence[Plan]:
        """Plans that may be better than its doctrine, the likelier ones first."""
        ...

    def stances(self, position: Any) -> Sequence[Plan]:
        """What its enemy should be ready for besides its doctrine."""
        ...

    def balance(self, position: Any) -> float:
        """How a position whose secrets are all known stands for its side, in points of the title."""
        ...


class Rival(msgspec.Struct, frozen=True):
    """Something that was weighed and not taken, and what it would have brought."""

    name: str
    value: float


class Plan(msgspec.Struct, frozen=True):
    """What a side means to do over the coming turns."""

    side: str
    sectors: tuple[Sector, ...] = ()
    turn: str = ""  # the turn in which it was looked over last
    rivals: tuple[Rival, ...] = ()
    name: str = ""  # by which it is told from others that were weighed
    why: str = ""  # if it was tried out, how it went

    @property
    def main_effort(self) -> Sector | None:
        """The attack that promises most; None if nobody attacks."""
        return max(self.with_stance("attack"), key=lambda each: each.value, default=None)

    def with_stance(self, stance: Stance) -> list[Sector]:
        return [sector for sector in self.sectors if sector.stance == stance]

    def of_force(self, force: str, stance: Stance) -> Sector | None:
        """What a force is to do of one kind."""
        return next((each for each in self.with_stance(stance) if each.force == force), None)

    def at(self, label: str) -> Sector | None:
        """The sector that a hex lies in."""
        return next((sector for sector in self.sectors if label in sector.hexes), None)

    def joined(self, more: Iterable[Sector]) -> Plan:
        """The same plan with other sectors, which take their hexes out of the sectors that hold them."""
        more = tuple(more)
        taken = {label for sector in more for label in sector.hexes}
        kept = [
            msgspec.structs.replace(
                sector, hexes=tuple(label for label in sector.hexes if label not in taken)
            )
            if sector.stance == "hold"
            else sector
            for sector in self.sectors
        ]
        return msgspec.structs.replace(
            self, sectors=(*(each for each in kept if each.hexes or each.stance != "hold"), *more)
        )

    def sentences(self) -> tuple[str, ...]:
        """The plan for a player to read: the main effort first."""
        most = self.main_effort
        told = [self.why] if self.why else []
        for sector in sorted(self.sectors, key=lambda each: (each is not most, -each.value)):
            told.append(sector.sentence())
            if sector.instead:
                told.append(sector.instead)
        if self.rivals:
            others = ", ".join(f"{rival.name} ({rival.value:+.1f})" for rival in self.rivals)
            told.append(f"Weighed and not taken: {others}.")
        return tuple(told)


def revised(
    current: Sector | None, rival: Sector | None, facts: Mapping[str, float], margin: float
) -> Sector | None:
    """What a force is to do from now on: the same as before, unless that is broken or a rival is better by a
    margin. The values of both must be of the same moment; None is nothing."""
    if current is None:
        return rival
    if broken := current.broken(facts):
        instead = f"The last attack was given up: {broken}."
        return None if rival is None else msgspec.structs.replace(rival, instead=instead)
    if rival is not None and rival.value > current.value + margin:
        better = f"It promises {rival.value:.1f} points, {current.name} only {current.value:.1f}."
        return msgspec.structs.replace(rival, instead=better)
    return current


def _listed(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
