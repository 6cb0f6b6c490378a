"""How the war stands for one viewer: figures to follow, and who would have won.

The order of battle is in `muster`, what is due in `timetable`. Tracks lie open for both players (decision
SE-R008); strength reductions and effectiveness are told to their owner only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexfront.games.serbia_1914 import secrecy
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.printed.pieces import Piece
from hexfront.games.serbia_1914.printed.scenario_lists import Award, Level
from hexfront.games.serbia_1914.rules import plans, pontoons, supply
from hexfront.games.serbia_1914.scenarios import victory
from hexfront.games.serbia_1914.table import muster, timetable
from hexfront.games.serbia_1914.table.names import army_name, place_labelled
from hexfront.games.serbia_1914.vocabulary import (
    AUSTRIA_HUNGARY,
    DEMORALIZED,
    INEFFECTIVE,
    INTER_PHASE,
    MONTENEGRO,
    NATION_SIDE,
    SERBIA,
    SIDE_NAMES,
    SIDES,
)
from hexfront.kernel.showing import Danger, Report, Standing, Track
from hexfront.shared.following import Remembered, Tally, beside
from hexfront.shared.words import counted

_NATIONS = {**SIDE_NAMES, MONTENEGRO: "Montenegro"}


def report(position: SerbiaPosition, viewer: str) -> Report:
    """How the war stands, as far as a viewer may know."""
    whose = "" if position.phase == INTER_PHASE else f"{SIDE_NAMES[position.mover]}, "
    return Report(
        turn=position.date_text,
        phase=f"{whose}{position.phase}",
        tracks=tracks(position, viewer),
        muster=muster.muster(position, viewer),
        arrivals=timetable.due(position),
        standing=standing(position),
        dangers=tuple(_dangers(position, viewer)),
    )


def _dangers(position: SerbiaPosition, viewer: str) -> Iterator[Danger]:
    """[15.4] [15.5] The Forces of the viewer that are out of supply, or isolated."""
    if viewer not in SIDES:
        return
    for force in supply.unsupplied(position, viewer):
        leader = position.units[force.leader]
        isolated = supply.is_isolated(position, leader)
        label = position.setting.board.label(leader.at)
        state = "isolated" if isolated else "out of supply"
        text = f"{position.label(leader)} in {place_labelled(position, label)}: {state}"
        yield Danger(text, label, force.units, "15.5" if isolated else "15.4")


# Figures to follow


def tracks(position: SerbiaPosition, viewer: str) -> tuple[Track, ...]:
    """The figures by themselves."""
    ledgers = beside(position, "_ledgers", _Ledgers)
    found = ledgers.open.of(
        lambda: tuple(_open(position)),
        position.lead,
        position.plans,
        position.mandated,
        position.shells,
        position.replacements,
        position.rights,
        position.improved,
        position.pontoons,
    )
    losses = ledgers.losses.of(lambda: {side: _losses(position, side) for side in SIDES}, position.lost)
    for side in SIDES:
        found += losses[side]
        if secrecy.knows(viewer, side):
            found += ledgers.condition(position, side)
    return found


class _Ledgers:
    """The figures of a game as they were told last."""

    def __init__(self) -> None:
        self.open: Remembered[tuple[Track, ...]] = Remembered()
        self.losses: Remembered[dict[str, tuple[Track, ...]]] = Remembered()
        self._formations = {side: _Formations() for side in SIDES}

    def condition(self, position: SerbiaPosition, side: str) -> tuple[Track, ...]:
        return self._formations[side].condition(position, side)

    def copy(self) -> _Ledgers:
        """Those of a copy, which another thread may look at, begin anew."""
        return _Ledgers()


def _open(position: SerbiaPosition) -> Iterator[Track]:
    """The figures that follow from what is written down, and not from any unit."""
    yield Track(
        "Lead of Austria-Hungary", str(position.lead), "Victory points", "", position.lead, rule="27.0"
    )
    yield from _plans(position)
    yield Track("Serbian shells", str(position.shells), "Supply", SERBIA, position.shells, rule="23.2")
    for nation, stock in position.replacements.items():
        if nation != MONTENEGRO or stock:
            side = NATION_SIDE[nation]
            yield Track(_NATIONS[nation], str(stock), "Replacements", side, stock, rule="16.6.1")
    for side in SIDES:
        right = position.rights.get(side, 0)
        built = sum(1 for holder in position.improved.values() if holder == side)
        text = f"{counted(right, 'right')} left, {built} built"
        yield Track(SIDE_NAMES[side], text, "Improved positions", side, right, rule="14.3.4")
        free = pontoons.free_markers(position, side)
        mine = sum(1 for each in position.pontoons.values() if each.side == side)
        if free or mine:
            text = f"{counted(mine, 'bridge')} on the map, {counted(free, 'marker')} free"
            yield Track(SIDE_NAMES[side], text, "Pontoons", side, mine, rule="21.2")


def _plans(position: SerbiaPosition) -> Iterator[Track]:
    """[26.0] Plans in force, with their objectives and the attacks that are owed."""
    for army, state in position.plans.items():
        plan = plans.plan_of(position, army)
        if plan is None:
            continue
        made = position.mandated.get(army, 0)
        goal = place_labelled(position, plan.primary)
        text = f"{state}: {goal}, {made} of {plan.mandated_attacks} mandated attacks"
        rule = "26.3.1"
        yield Track(army_name(army), text, "Plans", AUSTRIA_HUNGARY, made, plan.mandated_attacks, rule)


def _losses(position: SerbiaPosition, side: str) -> tuple[Track, ...]:
    """Eliminated units lie open."""
    lost = [unit for unit in position.lost.values() if position.side_of(unit) == side]
    formations = sum(position.piece(unit).formation for unit in lost)
    text = counted(len(lost), "unit") + (
        f", {counted(formations, 'Formation')} of them" if formations else ""
    )
    return (Track(SIDE_NAMES[side], text, "Eliminated", side, len(lost), rule="9.10"),)


class _Formations:
    """[6.1] [9.10] What only the owner knows: strength reductions and effectiveness of his Formations."""

    def __init__(self) -> None:
        self._pieces: Mapping[str, Piece] = {}
        self._reductions = self._weak = self._broken = self._whole = 0
        self._units: Tally[Unit] = Tally(self._count)
        self._told: Remembered[tuple[Track, ...]] = Remembered()

    def _count(self, unit: Unit, change: int) -> None:
        self._reductions += change * unit.reductions
        if self._pieces[unit.piece].formation:
            self._whole += change
            self._weak += change * (INEFFECTIVE <= unit.status < DEMORALIZED)
            self._broken += change * (unit.status >= DEMORALIZED)

    def condition(self, position: SerbiaPosition, side: str) -> tuple[Track, ...]:
        self._pieces = position.setting.pieces
        self._units.follow(position.of_side(side))
        return self._told.of(
            lambda: self._tracks(side), self._reductions, self._weak, self._broken, self._whole
        )

    def _tracks(self, side: str) -> tuple[Track, ...]:
        name, reductions, spent = SIDE_NAMES[side], self._reductions, self._weak + self._broken
        text = f"{self._weak} combat ineffective, {self._broken} demoralized, of "
        return (
            Track(name, str(reductions), "Strength reductions", side, reductions, rule="9.10"),
            Track(
                name,
                text + counted(self._whole, "Formation"),
                "Effectiveness",
                side,
                spent,
                self._whole,
                "6.1",
            ),
        )


# Who would have won


def standing(position: SerbiaPosition) -> Standing:
    """[27.0] The level of victory if the scenario ended now, and what has been and may be earned."""
    terms = position.setting.parameters.head.victory
    lines = [("Lead of Austria-Hungary", str(position.lead))]
    for name in terms.awards:
        award = position.setting.lists.awards[name]
        given = ", given" if name in position.awarded else ""
        worth = str(award.points) if award.points is not None else "its column less 20"
        lines.append((f"{award_name(position, award)} [{award.rule}]", f"{worth}{given}"))
    lines += [(_named(each), _range(each)) for each in terms.levels]
    return Standing(_named(victory.level(position)), tuple(lines), ("27.0",))


def award_name(position: SerbiaPosition, award: Award) -> str:
    """What is rewarded, and whom: ``Austria-Hungary enters Valjevo (23.16)``."""
    side = SIDE_NAMES[award.side]
    where = ", ".join(place_labelled(position, label) for label in award.hexes)
    return {
        "entered": f"{side} enters {where}",
        "adjacent": f"{side} comes next to {where}",
        "own turn": f"{side} holds {where} at the end of its turn",
        "serbian turn": f"{side}: {award.meaning.rstrip('.')} as its turn ends",
        "chosen turn": f"{side} holds {where}, each, when it says",
    }.get(award.when, f"{side}: {award.meaning.rstrip('.')}")


def _named(level: Level) -> str:
    """A level of victory in words."""
    return f"{SIDE_NAMES[level.winner]} {level.level} victory" if level.winner else "Draw"


def _range(level: Level) -> str:
    if level.least is None:
        return f"{level.most} or less"
    return f"{level.least} or more" if level.most is None else f"{level.least} to {level.most}"
