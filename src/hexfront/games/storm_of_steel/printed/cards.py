"""The hundred strategy cards: campaign, contingency, and weapons and tactics.

A card has the fields of [4.6]. Which of them the rule text gives stands in its columns ``printed`` and
``derived``; the rest is ours, as docs/storm-of-steel-data.md says.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from hexfront.games.storm_of_steel.printed.calendar import Calendar
from hexfront.games.storm_of_steel.printed.conditions import Condition, Known, understood
from hexfront.games.storm_of_steel.vocabulary import FRONTS, SIDES
from hexfront.kernel.datafiles import DataFolder, Faults

CAMPAIGN = "cards/campaign.csv"
CONTINGENCY = "cards/contingency.csv"
WEAPONS = "cards/weapons.csv"
EFFECTS = "cards/effects.csv"
FILES = {"campaign": CAMPAIGN, "contingency": CONTINGENCY, "weapons": WEAPONS}
CARDS = 100  # [2.2]
# [4.6-Combat-2] Whom a shift may be for, besides a country.
TROOPS = ("shock", "tank", "tank corps", "naval", "air")
PHASES = ("grand-diplomacy", "impulse", "movement", "mobilization", "political-events")
ALLOWS = (
    "gas",
    "air-level",
    "shock",
    "tank-brigade",
    "tank-corps",
    "submarine-war",
    "mobile-warfare",
    "war-economy",
    "blockade",
    "convoys",
)
EFFECT_KINDS = (
    "cut rail",
    "entrench at once",
    "evacuation",
    "force march into any hex",
    "free units",
    "headquarters cadre",
    "impulse",
    "landing in a neutral port",
    "long retreat",
    "morale",
    "morale die",
    "no winter attrition",
    "partisans",
    "points",
    "revolution modifier",
    "second fleet",
    "second rail move",
    "shift instead",
    "table",
    "units at half cost",
)
ALWAYS, NEVER = "always", "never"
_SHIFT = re.compile(r"([1-9])([RL])(?: (?P<only>[\w -]+?))?(?: against (?P<against>[\w-]+))?")
_RANGE = re.compile(r"([1-6])(?:-([1-6]))?")

Ways = tuple[tuple[Condition, ...], ...]


class Shift(msgspec.Struct, frozen=True):
    """[4.6-Combat] Columns to the right for attacks, to the left (negative) for defences."""

    columns: int
    only: str = ""  # a country, or a kind of troops
    against: str = ""


class Effect(msgspec.Struct, frozen=True):
    """[4.6-Special] What a card does besides."""

    effect: str
    number: int | None
    of: tuple[str, ...]
    when: Ways


class Card(msgspec.Struct, frozen=True):
    """[4.6] A strategy card."""

    card: int
    side: str
    kind: str
    name: str
    fronts: tuple[str, ...]
    impulses: int
    shifts: tuple[Shift, ...]
    objective: Ways
    morale: int
    prerequisite: Ways
    available: str
    until: str
    discard: tuple[int, ...]  # the dice that remove it
    text: str
    phase: str = ""
    cost: int = 0
    per_level: int = 0
    oil: int = 0
    succeeds: int | None = None
    allows: str = ""
    effects: tuple[Effect, ...] = ()
    printed: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    line: int = 0

    @property
    def defensive(self) -> bool:
        """[3.2-4aCP1] Whether it has shifts to the left, for which the Entente shows it early."""
        return any(shift.columns < 0 for shift in self.shifts)

    def provenance(self, field: str) -> str:
        """Where a field of the card comes from."""
        return "printed" if field in self.printed else "derived" if field in self.derived else "reconstructed"


class Deck(msgspec.Struct, frozen=True, dict=True):
    """All cards by number."""

    cards: Mapping[int, Card]

    def of(self, side: str, kind: str = "") -> Sequence[Card]:
        """The cards of an alliance, or those of one kind."""
        return self._sorted_out.get((side, kind), ())

    @cached_property
    def _sorted_out(self) -> Mapping[tuple[str, str], Sequence[Card]]:
        """The cards by side and kind, and all kinds of a side under no kind."""
        found: dict[tuple[str, str], list[Card]] = {}
        for each in self.cards.values():
            for kind in ("", each.kind):
                found.setdefault((each.side, kind), []).append(each)
        return {key: tuple(cards) for key, cards in found.items()}

    def available(
        self, side: str, turn: str, calendar: Calendar, developed: Collection[int] = ()
    ) -> Sequence[Card]:
        """[3.2-1] [4.6-Prerequisite] The cards that may be selected in a quarter, as far as time decides it.

        A card is there from its date on, and one that builds on a weapon only when that is developed.
        Prerequisites that depend on the war are the rules' business.
        """
        now = calendar.number(turn)
        return [
            each
            for each in self.of(side)
            if calendar.number(each.available) <= now
            and (not each.until or now <= calendar.number(each.until))
            and each.card not in developed
            and _built_upon(each, developed)
        ]


def _built_upon(card: Card, developed: Collection[int]) -> bool:
    if card.kind != "weapons" or not card.prerequisite:
        return True
    return any(
        all(part.kind != "developed" or part.number in developed for part in way) for way in card.prerequisite
    )


class _Campaign(msgspec.Struct, frozen=True):
    card: int
    side: str
    name: str
    fronts: tuple[str, ...]
    impulses: int
    shifts: tuple[str, ...]
    objective: str
    morale: int
    prerequisite: str
    available: str
    until: str
    discard: str
    text: str
    printed: tuple[str, ...]
    derived: tuple[str, ...]
    phase: str = ""
    line: int = 0


class _Contingency(msgspec.Struct, frozen=True):
    card: int
    side: str
    name: str
    phase: str
    fronts: tuple[str, ...]
    impulses: int
    shifts: tuple[str, ...]
    prerequisite: str
    available: str
    discard: str
    text: str
    printed: tuple[str, ...]
    derived: tuple[str, ...]
    objective: str = ""
    morale: int = 0
    until: str = ""
    line: int = 0


class _Weapon(msgspec.Struct, frozen=True):
    card: int
    side: str
    name: str
    cost: int
    per_level: int
    oil: int
    succeeds: int | None
    prerequisite: str
    available: str
    allows: str
    text: str
    printed: tuple[str, ...]
    derived: tuple[str, ...]
    line: int = 0


class _Effect(msgspec.Struct, frozen=True):
    card: int
    effect: str
    number: int | None
    of: tuple[str, ...]
    when: str
    line: int = 0


def read_numbers(data: DataFolder, faults: Faults) -> set[int]:
    """The numbers of all cards, for those who name them before they are read."""
    found: set[int] = set()
    for name in FILES.values():
        table = data.table(name, faults)
        if "card" in table.columns:
            at = table.columns.index("card")
            found.update(int(cells[at]) for _, cells in table.rows if cells[at].isdecimal())
    return found


def read(data: DataFolder, known: Known, faults: Faults) -> Deck:
    """All cards with their effects; what is wrong goes to ``faults``."""
    effects = _effects(data, known, faults)
    cards: dict[int, Card] = {}
    rows: list[tuple[str, _Campaign | _Contingency | _Weapon]] = [
        *(("campaign", row) for row in data.csv(CAMPAIGN, _Campaign, faults)),
        *(("contingency", row) for row in data.csv(CONTINGENCY, _Contingency, faults)),
        *(("weapons", row) for row in data.csv(WEAPONS, _Weapon, faults)),
    ]
    for kind, row in rows:
        shown = data.shown(FILES[kind])
        if row.card in cards:
            faults.add(shown, row.line, f"card {row.card} stands twice")
        _check_words(row, known, shown, faults)
        made = _weapon(row, known) if isinstance(row, _Weapon) else _card(kind, row, known)
        if isinstance(made, str):
            faults.add(shown, row.line, made)
            continue
        cards[row.card] = msgspec.structs.replace(made, effects=tuple(effects.get(row.card, ())))
    missing = [number for number in range(1, CARDS + 1) if number not in {row.card for _, row in rows}]
    if missing:
        faults.add(
            data.shown(CAMPAIGN), 0, f"no card {', '.join(map(str, missing))} in any of the three files"
        )
    return Deck(dict(sorted(cards.items())))


def _check_words(row: _Campaign | _Contingency | _Weapon, known: Known, shown: str, faults: Faults) -> None:
    """Every word of a card is one the game knows."""
    words: list[tuple[str, str, Iterable[str]]] = [
        ("side", row.side, SIDES),
        ("turn", row.available, known.turns),
    ]
    fields = row.__struct_fields__
    words += [("field", each, fields) for each in (*row.printed, *row.derived)]
    if isinstance(row, _Weapon):
        words.append(("allowance", row.allows, ALLOWS))
    else:
        words += [("front", front, FRONTS) for front in row.fronts]
        if row.until:
            words.append(("turn", row.until, known.turns))
        if isinstance(row, _Contingency):
            words.append(("phase", row.phase, PHASES))
    for kind, word, vocabulary in words:
        if word not in vocabulary:
            faults.unknown(shown, row.line, kind, word, vocabulary)
    if isinstance(row, _Campaign):
        if not row.fronts:
            faults.add(shown, row.line, f"card {row.card} is for no front")
        if bool(row.objective) != bool(row.morale):
            faults.add(
                shown, row.line, f"card {row.card} has an objective without morale, or morale without one"
            )


def _card(kind: str, row: _Campaign | _Contingency, known: Known) -> Card | str:
    try:
        return Card(
            card=row.card,
            side=row.side,
            kind=kind,
            name=row.name,
            fronts=row.fronts,
            impulses=row.impulses,
            shifts=tuple(shift_written(each, known) for each in row.shifts),
            objective=understood(row.objective, known),
            morale=row.morale,
            prerequisite=understood(row.prerequisite, known),
            available=row.available,
            until=row.until,
            discard=dice_written(row.discard),
            text=row.text,
            phase=row.phase,
            printed=row.printed,
            derived=row.derived,
            line=row.line,
        )
    except ValueError as wrong:
        return str(wrong)


def _weapon(row: _Weapon, known: Known) -> Card | str:
    try:
        prerequisite = understood(row.prerequisite, known)
    except ValueError as wrong:
        return str(wrong)
    return Card(
        card=row.card,
        side=row.side,
        kind="weapons",
        name=row.name,
        fronts=(),
        impulses=0,
        shifts=(),
        objective=(),
        morale=0,
        prerequisite=prerequisite,
        available=row.available,
        until="",
        discard=(),
        text=row.text,
        cost=row.cost,
        per_level=row.per_level,
        oil=row.oil,
        succeeds=row.succeeds,
        allows=row.allows,
        printed=row.printed,
        derived=row.derived,
        line=row.line,
    )


def shift_written(text: str, known: Known) -> Shift:
    """A shift as its cell writes it: ``2R shock``; ValueError says why not."""
    found = _SHIFT.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no shift, such as "1R germany" or "2L"')
    only, against = found["only"] or "", found["against"] or ""
    for word, words in ((only, (*known.countries, *TROOPS)), (against, known.countries)):
        if word and word not in words:
            raise ValueError(f'"{text}": unknown country or troops "{word}"')
    columns = int(found[1])
    return Shift(columns if found[2] == "R" else -columns, only, against)


def dice_written(text: str) -> tuple[int, ...]:
    """[4.6-Discard] The dice that remove a card: ``always``, ``never``, ``6`` or ``4-6``."""
    if text == ALWAYS:
        return (1, 2, 3, 4, 5, 6)
    if text == NEVER:
        return ()
    found = _RANGE.fullmatch(text)
    if found is None:
        raise ValueError(f'"{text}" is no discard: {ALWAYS}, {NEVER}, or dice such as "4-6"')
    return tuple(range(int(found[1]), int(found[2] or found[1]) + 1))


def _effects(data: DataFolder, known: Known, faults: Faults) -> dict[int, list[Effect]]:
    made: dict[int, list[Effect]] = {}
    shown = data.shown(EFFECTS)
    for row in data.csv(EFFECTS, _Effect, faults):
        if row.card not in known.cards:
            faults.add(shown, row.line, f"there is no card {row.card}")
        if row.effect not in EFFECT_KINDS:
            faults.unknown(shown, row.line, "effect", row.effect, EFFECT_KINDS)
        try:
            when = understood(row.when, known)
        except ValueError as wrong:
            faults.add(shown, row.line, str(wrong))
            continue
        made.setdefault(row.card, []).append(Effect(row.effect, row.number, row.of, when))
    return made
