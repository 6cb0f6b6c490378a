"""The books of a war: what is there now is what was there before, and what has come, less what has gone.

Between two decisions of a game, no body of men may vanish, no supply point may come from nowhere, and the
demoralization of a nation may change by nothing but what was told. `unbalanced` compares two positions with
what was told between them; it changes nothing. Units that are the very same in both are not looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import other_fronts
from hexfront.games.western_front.scenarios import income
from hexfront.games.western_front.scenarios.deployment import stages
from hexfront.games.western_front.vocabulary import ARRIVAL, DEPLOYMENT, SIDES
from hexfront.kernel.position import Finding
from hexfront.kernel.records import Event

_STOCKED = ("units", "waiting")  # groups whose units may hold supply points


def unbalanced(
    before: WesternFrontPosition, after: WesternFrontPosition, told: Sequence[Event]
) -> Iterable[Finding]:
    """Everything that does not balance between two positions of a game."""
    for formation in sorted(vanished(before, after)):
        yield Finding(("WF 24",), f"{formation} is neither in play nor lost nor gone any more")
    suffered: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    for event in told:
        if event.kind == "demoralization":
            suffered[event.data["nation"]] += event.data["points"]
        elif event.kind == "supply" and "headquarters" in event.data:
            payer = after.setting.pieces[event.data["headquarters"].partition("#")[0]]
            spent[payer.nation] += event.data["points"]
    for nation in {*before.demoralization, *after.demoralization}:
        grown = after.demoralization.get(nation, 0) - before.demoralization.get(nation, 0)
        if grown != suffered[nation]:
            what = f"{nation} has {grown} more demoralization points, and was charged {suffered[nation]}"
            yield Finding(("26-1",), what)
    yield from _of_supply(before, after, spent)


def bodies(position: WesternFrontPosition) -> set[str]:
    """The bodies of men and headquarters that the game knows of, wherever they are."""
    pieces = position.setting.pieces
    groups = (position.units, position.waiting, position.lost)
    names = [unit.piece for group in groups for unit in group.values()]
    names += [name for name in position.gone if name in pieces]
    return {piece.formation for name in names if not ((piece := pieces[name]).replacement or piece.supply)}


def vanished(before: WesternFrontPosition, after: WesternFrontPosition) -> set[str]:
    """The bodies of men and headquarters that were in the game and are not any more."""
    if after.gone >= before.gone:
        changed, now = _exchanged(before, after, (*_STOCKED, "lost"))
        names = {unit.piece for unit in now}
        if all(unit.piece in names or unit.piece in after.gone for unit in changed):
            return set()
    return bodies(before) - bodies(after)


def _exchanged(
    before: WesternFrontPosition, after: WesternFrontPosition, groups: Sequence[str]
) -> tuple[list[Unit], list[Unit]]:
    """The units of some groups that are others in two positions: as they were, and as they are."""
    pairs: list[tuple[dict[str, Unit], dict[str, Unit]]] = [
        (getattr(before, group), getattr(after, group)) for group in groups
    ]
    return (
        [unit for was, now in pairs for name, unit in was.items() if now.get(name) is not unit],
        [unit for was, now in pairs for name, unit in now.items() if was.get(name) is not unit],
    )


def gained(before: WesternFrontPosition, after: WesternFrontPosition) -> Counter[str]:
    """How many supply points more each side has in a later position: the difference of its `stocks`."""
    more = _beside_units(after)
    more.subtract(_beside_units(before))
    were, are = _exchanged(before, after, _STOCKED)
    for unit in were:
        more[before.piece(unit).side] -= unit.supply
    for unit in are:
        more[after.piece(unit).side] += unit.supply
    return more


def stocks(position: WesternFrontPosition) -> Counter[str]:
    """The supply points of each side: held, to be delivered, laid up, and on other fronts."""
    held = _beside_units(position)
    for group in (position.units, position.waiting):
        for unit in group.values():
            held[position.piece(unit).side] += unit.supply
    return held


def _beside_units(position: WesternFrontPosition) -> Counter[str]:
    """The supply points that no unit of a side holds, also those that are still to be divided."""
    held: Counter[str] = Counter()
    nations = position.setting.tables.nations
    for nation, points in position.supply_due.items():
        held[nations[nation].side] += points
    held[nations["us"].side] += income.laid_up(position)
    if position.phase == DEPLOYMENT:
        for force in (force for side in SIDES for force in stages.forces_of(position, side)):
            if not stages.is_divided_by_print(position, force.nation):
                held[nations[force.nation].side] += stages.undivided(position, force)
    for front in other_fronts.EDGES:
        for nation, people in nations.items():
            held[people.side] += other_fronts.stock(position, front, nation)
    return held


def _of_supply(
    before: WesternFrontPosition, after: WesternFrontPosition, spent: Counter[str]
) -> Iterable[Finding]:
    """[17-2] Stocks grow by what the schedules bring and by nothing else, and what is expended is gone."""
    nations = after.setting.tables.nations
    for side, more in gained(before, after).items():
        used = sum(points for nation, points in spent.items() if nations[nation].side == side)
        if more > _income(before, after, side) - used:
            holds = stocks(after)[side]
            most = holds - more - used + _income(before, after, side)
            what = f"{side} has {holds} supply points where there can be {most} at most"
            yield Finding(("17-2",), what)


def _income(before: WesternFrontPosition, after: WesternFrontPosition, side: str) -> int:
    """Supply points that have come to a side since a position: its arrival phase has begun in between."""
    if not _has_begun(after, side) or (after.date == before.date and _has_begun(before, side)):
        return 0
    setting, date = after.setting, after.date
    turn = date.year, date.month, date.turn
    listed = sum(
        row.supply or 0 for row in setting.arriving(date) if setting.tables.nations[row.nation].side == side
    )
    schedules = setting.campaign.national_schedules
    if schedules is None or not setting.parameters.duration_rules.supply_and_replacements:
        return listed
    states = ("steady", "shaken", "collapsed")
    scheduled = sum(
        max(schedules.supply_due(nation, *turn, morale=state) for state in states)
        for nation in income.NATIONS
        if setting.tables.nations[nation].side == side
    )
    return listed + scheduled


def _has_begun(position: WesternFrontPosition, side: str) -> bool:
    """Whether the arrival phase of a side in this turn has begun."""
    if position.date.turn == 0:
        return False
    if position.active != side:
        return side == SIDES[0]
    return position.phase != ARRIVAL or position.begun
