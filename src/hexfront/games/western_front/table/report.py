"""How the war stands for one viewer: figures to follow, and who would have won.

The order of battle is in `muster`, what is due in `timetable`. Supply points are told to their owner only
[17-5]; everything else here lies open on the table or is printed in the scenario book.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Band
from hexfront.games.western_front.rules import headquarters, organization, other_fronts, rail, surrender
from hexfront.games.western_front.rules.withdrawals import SENT_AWAY
from hexfront.games.western_front.scenarios import collapse, linked_game, shell_debt, victory
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.table import muster, timetable, tray
from hexfront.games.western_front.table.names import SIDE_NAMES, called, place
from hexfront.games.western_front.vocabulary import (
    CENTRAL_POWERS,
    COUNTRY_SIDE,
    ENTENTE,
    MONTHLY_PHASES,
    MONTHS,
    SIDES,
)
from hexfront.kernel.showing import Danger, Report, Standing, Track
from hexfront.kernel.title import REFEREE
from hexfront.shared.following import Remembered, Tally, beside
from hexfront.shared.words import counted

_ENTERED = "entered "


def report(position: WesternFrontPosition, viewer: str) -> Report:
    """How the war stands, as far as a viewer may know."""
    whose = "" if position.phase in MONTHLY_PHASES[:1] else f"{SIDE_NAMES[position.active]}, "
    return Report(
        turn=position.date_text,
        phase=f"{whose}{position.phase}",
        tracks=tracks(position, viewer),
        muster=muster.muster(position),
        arrivals=timetable.due(position, viewer),
        standing=_ledgers(position).standing.of(
            lambda: standing(position),
            position.units,
            position.demoralization,
            position.flags,
            position.markers,
            position.holders,
            position.date,
        ),
        dangers=tuple(_dangers(position, viewer)),
        laying=tray.laying(position, viewer),
    )


def _dangers(position: WesternFrontPosition, viewer: str) -> Iterator[Danger]:
    """[20-13] The pockets in which units of the viewer are cut off, and whether they will surrender."""
    if viewer not in SIDES:
        return
    label = position.setting.board.label
    for pocket in surrender.pockets(position, viewer):
        doomed = surrender.is_doomed(position, pocket)
        then = "cut off, and will surrender if they are not freed" if doomed else "cut off"
        where = ", ".join(place(position, node) for node in pocket.hexes)
        text = f"{counted(len(pocket.units), 'unit')} in {where}: {then}"
        yield Danger(text, label(pocket.hexes[0]), pocket.units, "20-13" if doomed else "20-14")


def tracks(position: WesternFrontPosition, viewer: str) -> tuple[Track, ...]:
    """The figures by themselves."""
    ledgers = _ledgers(position)
    forces = ledgers.forces
    forces.look_at(position)
    marked = ledgers.marked.of(
        lambda: _Marked(
            _demoralization(position), _rail(position), _artillery_debts(position), _cities(position)
        ),
        position.date,
        position.flags,
        position.demoralization,
        position.rail_used,
        position.taken,
        ledgers.lost_trenches.of(lambda: victory.lost_trenches(position), position.flags, position.holders),
    )
    owned = ledgers.supply[viewer]
    return (
        *marked.demoralization,
        *ledgers.losses.of(lambda: _losses(position, forces), *forces.counted()),
        *marked.rail,
        *ledgers.replacements.of(lambda: _replacements(position, forces), tuple(forces.replacements.items())),
        *_ceilings(position, viewer),
        *owned.of(
            lambda: _supply(position, viewer, forces),
            tuple(forces.headquarters.values()),
            tuple(forces.supply.items()),
            position.supply_due,
        ),
        *marked.debts,
        *_other_fronts(position),
        *ledgers.fortresses.of(
            lambda: _fortresses(position), tuple(forces.fortresses.items()), position.fortresses
        ),
        *marked.cities,
    )


class _Marked(NamedTuple):
    """Figures that follow from what is written down, and not from where units are."""

    demoralization: list[Track]
    rail: list[Track]
    debts: list[Track]
    cities: list[Track]


class _Ledgers:
    """The figures of a game as they were told last."""

    def __init__(self, setting: WesternFrontSetting) -> None:
        self._setting = setting
        self.forces = _Forces(setting)
        self.standing: Remembered[Standing] = Remembered()
        self.marked: Remembered[_Marked] = Remembered()
        self.lost_trenches: Remembered[dict[str, list[int]]] = Remembered()
        self.losses: Remembered[list[Track]] = Remembered()
        self.replacements: Remembered[list[Track]] = Remembered()
        self.fortresses: Remembered[list[Track]] = Remembered()
        self.supply: defaultdict[str, Remembered[list[Track]]] = defaultdict(Remembered)  # by who looks

    def copy(self) -> _Ledgers:
        """Those of a copy, which another thread may look at, begin anew."""
        return _Ledgers(self._setting)


def _ledgers(position: WesternFrontPosition) -> _Ledgers:
    return beside(position, "_ledgers", lambda: _Ledgers(position.setting))


# Figures to follow


class _Forces:
    """The units of each nation: what is in the line, and what is missing from full strength."""

    def __init__(self, setting: WesternFrontSetting) -> None:
        self._pieces = setting.pieces
        self.strength: Counter[str] = Counter()
        self.replacements: Counter[str] = Counter()
        self.supply: Counter[str] = Counter()
        self.headquarters: dict[str, Unit] = {}
        self.fortresses: dict[str, int] = {}  # what is left of each
        self._weakened: Counter[str] = Counter()
        self._missing: Remembered[Counter[str]] = Remembered()
        self._off_map: Remembered[tuple[Counter[str], Counter[str], Counter[str]]] = Remembered()
        self._line: Tally[Unit] = Tally(self._count)

    def _count(self, unit: Unit, change: int) -> None:
        piece = self._pieces[unit.piece]
        self.supply[piece.nation] += change * unit.supply
        if piece.headquarters:
            if change > 0:
                self.headquarters[unit.name] = unit
            else:
                del self.headquarters[unit.name]
        elif piece.fortress:
            if change > 0:
                self.fortresses[unit.name] = unit.strength
            else:
                del self.fortresses[unit.name]
        elif piece.replacement:
            self.replacements[piece.nation] += change * unit.strength
        elif piece.ground_combat:
            self.strength[piece.nation] += change * unit.strength
            self._weakened[piece.nation] += change * max(0, piece.strength - unit.strength)

    def look_at(self, position: WesternFrontPosition) -> None:
        """Count anew what has changed."""
        self._line.follow(position.units.values())
        self.destroyed, self.taken, missing = self._off_map.of(
            lambda: self._count_lost(position), position.lost, position.gone, position.flags
        )
        self.missing = self._missing.of(
            lambda: self._weakened + missing, tuple(self._weakened.items()), tuple(missing.items())
        )

    def _count_lost(self, position: WesternFrontPosition) -> tuple[Counter[str], Counter[str], Counter[str]]:
        """The units that were destroyed, and those lost for good, and the strength of both."""
        pieces = self._pieces
        destroyed: Counter[str] = Counter()
        taken: Counter[str] = Counter()
        missing: Counter[str] = Counter()
        for unit in position.lost.values():
            piece = pieces[unit.piece]
            if piece.ground_combat and not organization.is_dissolved(position, unit):
                destroyed[piece.nation] += 1
                missing[piece.nation] += piece.strength
        for name in position.gone:
            gone = pieces.get(name)
            if gone is not None and gone.ground_combat and SENT_AWAY + name not in position.flags:
                taken[gone.nation] += 1
                missing[gone.nation] += gone.strength
        return destroyed, taken, missing

    def counted(self) -> Iterator[tuple[tuple[str, int], ...]]:
        """All that losses are told of."""
        for each in (self.strength, self.missing, self.destroyed, self.taken):
            yield tuple(each.items())


def _nation(position: WesternFrontPosition, nation: str) -> tuple[str, str]:
    """A nation's name and side."""
    people = position.setting.tables.nations[nation]
    return people.name, people.side


def _demoralization(position: WesternFrontPosition) -> list[Track]:
    """[26-1] The account of each nation, and how far it is to the next level of victory."""
    found = []
    for nation in position.setting.parameters.demoralization.counted:
        name, side = _nation(position, nation)
        points = position.demoralization.get(nation, 0)
        text, most = str(points), None
        if worse := collapse.ahead(position, nation):
            most = worse[0][1]
            levels = ", ".join(f"{each} at {limit}" for each, limit in worse)
            text = f"{points}, {collapse.state_of(position, nation)}: {levels} in {position.year}"
        found.append(Track(name, text, "Demoralization", side, points, most, rule="26-1"))
    terms = position.setting.parameters.victory
    if terms.bands:
        ahead = victory.difference(position)
        band = terms.band(ahead)
        limits = []
        if band.most is not None:
            limits.append(f"{band.most + 1 - ahead} more for the Central Powers' next level")
        if band.least is not None:
            limits.append(f"{ahead - band.least + 1} less for the Entente's")
        text = f"{ahead}: {', '.join(limits)}"
        found.append(Track("Balance", text, "Demoralization", "", ahead, rule=terms.rule))
    return found


def _losses(position: WesternFrontPosition, forces: _Forces) -> list[Track]:
    """Strength in the line, and strength points that are missing from full strength."""
    found = []
    for nation in position.setting.parameters.nations:
        if not (forces.strength[nation] or forces.missing[nation]):
            continue
        name, side = _nation(position, nation)
        found.append(Track(name, str(forces.strength[nation]), "Strength", side, forces.strength[nation]))
        parts = [f"{forces.missing[nation]} strength points"]
        if forces.destroyed[nation]:
            parts.append(f"{counted(forces.destroyed[nation], 'unit')} destroyed")
        if forces.taken[nation]:
            parts.append(f"{counted(forces.taken[nation], 'unit')} lost for good")
        found.append(Track(name, ", ".join(parts), "Losses", side, forces.missing[nation], rule="13-21"))
    return found


def _rail(position: WesternFrontPosition) -> list[Track]:
    """[8-1] What each network has carried in this turn, and what it can still carry."""
    found = []
    for network in position.setting.parameters.rail:
        name, side = _nation(position, network.nation)
        most = rail.capacity(position, network.nation)
        left = max(0, rail.capacity_left(position, network.nation))
        used = position.rail_used.get(network.nation, 0)
        coming = network.coming(position.date)
        text = f"{used} of {most} divisions, {left} left"
        if coming is not None:
            text = f"no trains before {coming.start.text}; then for {coming.divisions} divisions a turn"
        found.append(Track(name, text, "Rail capacity", side, used, most, "8-1"))
    return found


def _replacements(position: WesternFrontPosition, forces: _Forces) -> list[Track]:
    """[24-1] Replacement points on the map."""
    found = []
    for nation, points in sorted(forces.replacements.items()):
        if not points:
            continue
        name, side = _nation(position, nation)
        found.append(Track(name, str(points), "Replacements", side, points, rule="24-1"))
    return found


def _supply(position: WesternFrontPosition, viewer: str, forces: _Forces) -> list[Track]:
    """[17-5] Supply points in headquarters and on their way, told to their owner only."""
    found: list[Track] = []
    pieces = position.setting.pieces
    for side in SIDES:
        if viewer not in (side, REFEREE):
            continue
        for nation in position.setting.parameters.nations:
            name, friend = _nation(position, nation)
            points, due = forces.supply[nation], position.supply_due.get(nation, 0)
            if friend == side and (points or due):
                text = f"{points}, {due} to be delivered" if due else str(points)
                found.append(Track(name, text, "Supply points", side, points, rule="17-2"))
        each: list[Track] = []
        for unit in forces.headquarters.values():
            piece = pieces[unit.piece]
            if piece.side == side and unit.at != OFF_MAP:
                most = headquarters.limit(position, unit) or None
                text = f"{unit.supply} of {most}" if most else str(unit.supply)
                name = f"{called(piece)} in {place(position, unit.at)}"
                each.append(Track(name, text, "Supply of headquarters", side, unit.supply, most, "17-4"))
        found += sorted(each, key=lambda track: track.name)
    return found


def _ceilings(position: WesternFrontPosition, viewer: str) -> list[Track]:
    """[WF 23-13] Stocks beside what may be held in the next monthly turn, told to their owner only."""
    found = []
    for each in position.setting.campaign.ceilings(position):
        name, side = _nation(position, each.nation)
        if viewer not in (side, REFEREE):
            continue
        coming = f" and {each.coming} to come" if each.coming else ""
        text = f"{each.held}{coming}, {each.most} allowed in {each.month}"
        if each.excess:
            text += f": {each.excess} too many, or the command is lost"
        found.append(Track(name, text, "Supply ceilings", side, each.held, each.most, each.rule))
    return found


def _artillery_debts(position: WesternFrontPosition) -> list[Track]:
    """[WF 23-15] Supply points that nations owe their infantry, with the last turn in which they can pay."""
    found = []
    for debt in shell_debt.debts(position):
        name, side = _nation(position, debt.nation)
        when = f"{MONTHS[debt.due.month - 1]} {debt.due.year}, turn {debt.due.turn}"
        text = f"{counted(debt.points, 'supply point')} for infantry by {when}"
        if debt.overdue:
            text += ": overdue, its artillery does not attack"
        found.append(Track(name, text, "Artillery debts", side, debt.points, rule=shell_debt.RULE))
    return found


def _other_fronts(position: WesternFrontPosition) -> list[Track]:
    """[WF 25-1] In a linked game, the ledger of the fronts that are played elsewhere."""
    if not other_fronts.is_linked(position):
        return []
    found = []
    for front, side in ((other_fronts.EAST, CENTRAL_POWERS), (other_fronts.ITALY, ENTENTE)):
        there = other_fronts.on_front(position, front)
        parts = [f"{counted(len(there), 'unit')} with {counted(sum(there.values()), 'strength point')}"]
        if travelling := other_fronts.on_the_way(position, front):
            parts.append(f"{len(travelling)} on their way")
        if front == other_fronts.EAST:
            parts += [
                f"{linked_game.present(position, want)} of {want.number} {want.name} demanded"
                for want in linked_game.wants(position)
            ]
        name = other_fronts.NAMES[front].removeprefix("the ")
        rule = "WF 25-8" if front == other_fronts.EAST else "WF 25-10"
        found.append(Track(name, ", ".join(parts), "Other fronts", side, sum(there.values()), rule=rule))
    text, rule = linked_game.state_of_russia(position)
    return [*found, Track("Russia", text, "Other fronts", ENTENTE, rule=rule)]


def _fortresses(position: WesternFrontPosition) -> list[Track]:
    """[21-1] The fortresses of the scenario that have fallen or were given up."""
    if position.setting.scenario not in position.setting.orders.scenarios:
        return []
    found = []
    for side in SIDES:
        all_of_them = _fortresses_of(position.setting, side)
        present = position.fortresses[side]
        fallen = [name for name in all_of_them if name not in present or not position.units[name].strength]
        if not present and len(fallen) == len(all_of_them):
            continue  # a board of its own, on which the fortresses of the scenario never stood
        names = [called(position.setting.pieces[name]).removeprefix("fortress ") for name in fallen]
        text = f"{len(fallen)} of {len(all_of_them)} fallen"
        if names:
            text += f": {', '.join(names)}"
        found.append(Track(SIDE_NAMES[side], text, "Fortresses", side, len(fallen), len(all_of_them), "21-1"))
    return found


@lru_cache(maxsize=128)
def _fortresses_of(setting: WesternFrontSetting, side: str) -> list[str]:
    """[21-1] The fortresses of a side that the scenario lists for its map."""
    return [
        row.unit
        for row in setting.orders.scenarios[setting.scenario].fortresses
        if setting.orders.fortresses[row.unit].map == setting.parameters.map
        and setting.pieces[row.unit].side == side
    ]


def _cities(position: WesternFrontPosition) -> list[Track]:
    """[26-4] Cities of a side that the enemy has entered."""
    board = position.setting.board
    cities = Counter(COUNTRY_SIDE.get(board.country[node]) for node in position.setting.cities)
    entered: dict[str, list[str]] = {side: [] for side in SIDES}
    for word in sorted(position.taken):
        label = word.removeprefix(_ENTERED)
        if label in board and (side := COUNTRY_SIDE.get(board.country[board[label]])) is not None:
            entered[side].append(place(position, board[label]))
    return [
        Track(
            SIDE_NAMES[side],
            ", ".join(names),
            "Cities entered by the enemy",
            side,
            len(names),
            cities[side],
            "26-4",
        )
        for side, names in entered.items()
        if names
    ]


# Who would have won


def standing(position: WesternFrontPosition) -> Standing:
    """[WF 3] The level of victory if the scenario ended now, with all that counts for it."""
    terms = position.setting.parameters.victory
    if terms.conditions:
        return _fate(position)
    if not terms.bands:
        return Standing("The scenario is not won by points")
    ahead = victory.difference(position)
    applied = next((each for each in terms.adjustments if victory.holds(position, each)), None)
    levels = applied.levels if applied else 0
    band = terms.band(ahead, levels)
    lines = []
    for nation in (*terms.plus, *terms.minus):
        name, _ = _nation(position, nation)
        points = position.demoralization.get(nation, 0)
        lines.append((f"Demoralization of {name}", str(points if nation in terms.plus else -points)))
    lost = position.setting.parameters.demoralization.lost_trench_hex
    for nation, hexes in victory.lost_trenches(position).items():
        name, _ = _nation(position, nation)
        points = lost * len(hexes) * (1 if nation in terms.plus else -1)
        labels = ", ".join(position.setting.board.label(node) for node in hexes)
        lines.append((f"Trench hexes lost by {name}: {labels}", str(points)))
    lines.append(("Difference", str(ahead)))
    if terms.adjustments:
        nearest = victory.distance_to_paris(position)
        lines.append(("Central Powers' combat unit nearest to Paris", f"{counted(nearest, 'hex', 'hexes')}"))
        shown = f"{abs(levels)} level{'s' if abs(levels) != 1 else ''}"
        toward = SIDE_NAMES[CENTRAL_POWERS] if levels > 0 else "Entente"
        lines.append(("Paris", f"{shown} toward the {toward}: {applied.when}" if applied and levels else "0"))
    lines += [(_named(each), _range(each)) for each in terms.bands]
    return Standing(_named(band), tuple(lines), (terms.rule,))


def _fate(position: WesternFrontPosition) -> Standing:
    """[WF 21 victory] The level by the fate of nations, with the state of each that counts."""
    terms = position.setting.parameters.victory
    won = collapse.verdict(position)
    lines = [
        (f"Morale of {_nation(position, nation)[0]}", collapse.state_of(position, nation))
        for nation in terms.ends_on_surrender
    ]
    level = "Draw" if won is None else f"{SIDE_NAMES[won.winner]} {won.level} victory"
    return Standing(level, tuple(lines), (terms.rule,))


def _named(band: Band) -> str:
    """A level of victory in words."""
    if not band.winner:
        return "Draw"
    return f"{SIDE_NAMES[band.winner]} {band.level} victory"


def _range(band: Band) -> str:
    if band.least is None:
        return f"{band.most} or less"
    return f"{band.least} or more" if band.most is None else f"{band.least} to {band.most}"
