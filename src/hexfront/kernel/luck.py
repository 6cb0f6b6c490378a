"""Luck: what dice brought, beside what they could be expected to bring.

Whoever throws dice in a fight says, at the moment of the throw and after every answer, what each way they
can fall brings (`fortunes`). It travels with what is told of the throw, so that whoever heard of it can work
out his luck, and nobody else: nothing is reckoned from a position that a reader may not know.

The luck of a throw is what came less what was to be expected. What was to be expected is exact, so that luck
comes to nothing on the average, whatever is played: it judges dice and never decisions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from hexfront.kernel.actions import FixDice

if TYPE_CHECKING:
    from hexfront.kernel.game import Game
    from hexfront.kernel.records import Event

KEY = "luck"  # in the data of an event
FEW = 5  # throws below which nothing is said of how rare so much luck is


class Fortune(msgspec.Struct, frozen=True, array_like=True):
    """What a throw brings: losses of the other side, own losses, and whether the other side gives way."""

    theirs: float = 0.0
    ours: float = 0.0
    ground: float = 0.0

    @property
    def balance(self) -> float:
        """What the side that throws has of it, in losses."""
        return self.theirs - self.ours


class _Told(msgspec.Struct, frozen=True):
    """As it stands in the data of an event: ways that are alike are counted together."""

    side: str
    came: Fortune
    ways: tuple[tuple[int, Fortune], ...]


class Throw(msgspec.Struct, frozen=True):
    """Dice that fell in a fight: every way they could have fallen, with its chance, and the one that came."""

    step: int  # the number of the step after which it had fallen, as the reader counts
    side: str  # who threw
    text: str
    kind: str
    dice: tuple[int, ...]
    hex: str
    came: Fortune
    ways: tuple[tuple[float, Fortune], ...]

    @property
    def expected(self) -> Fortune:
        """The mean of all ways."""
        return Fortune(
            *(
                sum(chance * getattr(fortune, name) for chance, fortune in self.ways)
                for name in Fortune.__struct_fields__
            )
        )

    @property
    def luck(self) -> float:
        """In losses, for the side that threw."""
        return self.came.balance - self.expected.balance

    @property
    def ground(self) -> float:
        """In hexes given up, for the side that threw."""
        return self.came.ground - self.expected.ground

    @property
    def variance(self) -> float:
        """Of the luck."""
        mean = self.expected.balance
        return sum(chance * (fortune.balance - mean) ** 2 for chance, fortune in self.ways)

    @property
    def decides(self) -> bool:
        """Whether it mattered how the dice fell."""
        return len(self.ways) > 1


class Account(msgspec.Struct, frozen=True):
    """The luck of one side's own throws."""

    side: str
    throws: int
    luck: float  # in losses
    spread: float  # the standard deviation that such throws have
    ground_came: float
    ground_expected: float

    @property
    def rarity(self) -> float | None:
        """In which share of games the same throws would go as far from the mean, on either side of it."""
        if self.throws < FEW or not self.spread:
            return None
        return math.erfc(abs(self.luck) / self.spread / math.sqrt(2))


class Luck(msgspec.Struct, frozen=True):
    """All throws that a reader may know, and what they come to."""

    unit: str  # in what losses are counted
    throws: tuple[Throw, ...]
    accounts: tuple[Account, ...]
    untold: int  # dice that no exact expectation is known of, or that somebody had fixed

    def balance(self, side: str) -> float:
        """How far all dice favoured a side, in losses: its own throws less those of the others."""
        return sum(each.luck if each.side == side else -each.luck for each in self.accounts)

    def words(self, names: Mapping[str, str]) -> Iterator[str]:
        """What the throws come to, a line for each side that threw any."""
        for each in self.accounts:
            if not each.throws:
                continue
            name = names.get(each.side, each.side)
            yield f"{name}: {each.throws} throws, {each.luck:+.1f} {self.unit} beside the mean{_rare(each)}"
            if each.ground_expected:
                yield (
                    f"{name}: the enemy gave way {each.ground_came:.0f} times, "
                    f"{each.ground_expected:.1f} were to be expected"
                )

    def extremes(self, side: str, most: int = 3) -> tuple[list[Throw], list[Throw]]:
        """The luckiest and the unluckiest throws, for a side, of all that were thrown by anybody."""

        def favour(each: Throw) -> float:
            return each.luck if each.side == side else -each.luck

        told = sorted((each for each in self.throws if each.luck), key=favour, reverse=True)
        best = [each for each in told if favour(each) > 0][:most]
        worst = [each for each in reversed(told) if favour(each) < 0][:most]
        return best, worst


def _rare(account: Account) -> str:
    share = account.rarity
    return "" if share is None else f"; so far or farther in {share:.0%} of games with such throws"


def fortunes(side: str, ways: Iterable[Fortune], came: Fortune) -> dict[str, Any]:
    """For the data of the event that tells of a throw: what each of the ways brings, all equally likely."""
    counts: dict[Fortune, int] = {}
    for way in ways:
        counts[way] = counts.get(way, 0) + 1
    if came not in counts:
        raise ValueError(f"{came} is none of the ways the dice can fall")
    ordered = sorted(counts.items(), key=lambda each: msgspec.structs.astuple(each[0]))
    told = [[times, list(msgspec.structs.astuple(fortune))] for fortune, times in ordered]
    return {KEY: {"side": side, "came": list(msgspec.structs.astuple(came)), "ways": told}}


def throw_of(event: Event, step: int = 0) -> Throw | None:
    """The throw an event tells of; None if it tells of none that can be judged."""
    if KEY not in event.data:
        return None
    try:
        told = msgspec.convert(event.data[KEY], _Told)
    except msgspec.ValidationError:
        return None  # a file of another make
    total = sum(times for times, _ in told.ways)
    if total <= 0:
        return None
    at = event.data.get("hex", event.data.get("at", ""))
    return Throw(
        step,
        told.side,
        event.text,
        event.kind,
        tuple(roll.value for roll in event.rolls),
        at if isinstance(at, str) else "",
        told.came,
        tuple((times / total, fortune) for times, fortune in told.ways),
    )


def luck_of(game: Game[Any], viewer: str) -> Luck:
    """The luck of all sides, of throws that a viewer has heard of.

    Dice that a referee had fixed are nobody's luck.
    """
    throws, dice, judged = [], 0, 0
    for step, event, fixed in _heard(game, viewer):
        dice += len(event.rolls)
        if fixed or (found := throw_of(event, step)) is None:
            continue
        judged += len(found.dice)
        throws.append(found)
    accounts = tuple(
        _account(side, [each for each in throws if each.side == side]) for side in game.title.sides
    )
    return Luck(game.title.losses_in, tuple(throws), accounts, dice - judged)


def _heard(game: Game[Any], viewer: str) -> Iterator[tuple[int, Event, bool]]:
    """The events that a viewer heard, with his number of their step, and whether their dice were fixed."""
    fixed = len(game.stations[0].position.dice.fixed) if game.mail is None else 0
    events = game.events
    withheld = game.steps_withheld(viewer)
    for at, entry in enumerate(game.journal):
        if isinstance(entry.action, FixDice):
            fixed += len(entry.action.values)
            continue
        if not entry.rolls and fixed == 0 and entry.told == game.told_before(at):
            continue
        was_fixed, fixed = fixed > 0 and bool(entry.rolls), max(0, fixed - len(entry.rolls))
        called = at + 1 - sum(each < at + 1 for each in withheld)
        for event in events[game.told_before(at) : entry.told]:
            if event.rolls and event.seen_by(viewer):
                yield called, event, was_fixed


def _account(side: str, throws: list[Throw]) -> Account:
    return Account(
        side,
        sum(each.decides for each in throws),
        sum(each.luck for each in throws),
        math.sqrt(sum(each.variance for each in throws)),
        sum(each.came.ground for each in throws),
        sum(each.expected.ground for each in throws),
    )


def as_data(luck: Luck, names: Mapping[str, str]) -> dict[str, Any]:
    """All of it as plain data, for clients; ``names`` are those of the sides."""
    return {
        "unit": luck.unit,
        "untold": luck.untold,
        "sides": [
            {
                "side": each.side,
                "name": names.get(each.side, each.side),
                "throws": each.throws,
                "luck": round(each.luck, 4),
                "spread": round(each.spread, 4),
                "rarity": None if each.rarity is None else round(each.rarity, 4),
                "balance": round(luck.balance(each.side), 4),
                "ground_came": round(each.ground_came, 4),
                "ground_expected": round(each.ground_expected, 4),
            }
            for each in luck.accounts
        ],
        "throws": [
            {
                "step": each.step,
                "side": each.side,
                "text": each.text,
                "hex": each.hex,
                "dice": list(each.dice),
                "came": msgspec.to_builtins(each.came),
                "expected": [round(value, 4) for value in msgspec.structs.astuple(each.expected)],
                "luck": round(each.luck, 4),
            }
            for each in luck.throws
        ],
    }
