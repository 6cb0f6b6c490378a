"""The position of a game of Storm of Steel: units, countries, control, railways, cards, morale, tracks.

Derived from the fields, and kept up to date as they change, are who stands where, whose troops hold a hex,
what the zones of control of each side cover, how full each hex is, and where headquarters are. The side of a
unit is never stored: it follows from the country it belongs to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from hexfront.games.storm_of_steel.printed.calendar import Turn
from hexfront.games.storm_of_steel.printed.ground import Steps
from hexfront.games.storm_of_steel.printed.pieces import Piece
from hexfront.games.storm_of_steel.setting import SteelSetting, keep
from hexfront.games.storm_of_steel.vocabulary import AGENTS, SIDES, other_side
from hexfront.kernel.memo import Memo, SharedMemo
from hexfront.shared.register import Counter, Units, enlist

NOBODY = ""
TRANSPORT = "TR"
OPENED = "opened"  # flag of a neutral in which somebody has landed: its ground is open to both (SS-D79)


class Unit(Counter, frozen=True, gc=False, omit_defaults=True):
    """A unit in play: its counter, the hex or area it is in, its face, and what it has done."""

    entrenched: bool = False  # on its back [12.0]; partisans: underground [36.2]
    motorized: int = 0  # motorization markers [41.0]
    waits: str = ""  # the impulse or quarter before which it may not move
    turned: bool = False  # to its other face in this impulse [12.2]
    moved: bool = False  # in this movement segment [11.1]
    strategic: bool = False  # a strategic move in this impulse [11.64]
    attacked: bool = False  # in this combat segment [14.11]
    overran: bool = False  # made a mobile assault in this impulse [11.7]
    fired: bool = False  # bombarded a fort in this combat segment [17.2]
    crossed: bool = False  # came to a front on which it can do nothing more this turn [4.71]
    broke_through: bool = False  # has gone on without command in this turn [43.0]
    mission: str = ""  # of a ship in this turn [25.3]


class Loss(msgspec.Struct, frozen=True, gc=False):
    """[2.4] A unit of the dead pile: on which front it was lost, by whom, and what it was worth."""

    side: str
    front: str
    country: str
    strength: int  # mobile [5.12]


class Due(msgspec.Struct, frozen=True, gc=False):
    """[7.52] A unit on the turn record track; without a place its owner chooses one on arrival."""

    turn: int
    at: str = ""


class AirMission(msgspec.Struct, frozen=True, gc=False):
    """[30.71] What an air unit does in this impulse, and the base it came from."""

    mission: str
    base: int


class Draft(msgspec.Struct, frozen=True, gc=False):
    """[7.41] A unit ordered in this phase: whose purse pays for it, with which points and petroleum."""

    side: str
    purse: str
    kind: str
    divisions: int
    points: int
    sources: tuple[int, ...] = ()  # nodes of the petroleum
    quarters: int = 0
    half: bool = False  # at half its cost by a card


class Sortie(msgspec.Struct, frozen=True, gc=False):
    """[25.3] What is under way at sea: whose it is, in which area, and how far it has come.

    The ships of each side are in ``fleets`` and ``seconds`` of the position. ``number`` counts what was
    undertaken in a turn; ``coming`` are the sides that bring a second fleet [25.31].
    """

    number: int
    mission: str
    sea: str
    side: str
    stage: str
    at: str = ""
    aim: str = ""
    coming: tuple[str, ...] = ()


class Cause(msgspec.Struct, frozen=True, gc=False):
    """[5.1] A change of morale and why."""

    turn: int
    side: str
    change: int
    reason: str
    rule: str


class Troops(dict[int, tuple[str, ...]]):
    """The land units of each hex that has any; most of the map is empty, and copies should cost nothing."""

    def __missing__(self, node: int) -> tuple[str, ...]:
        return ()

    def copy(self) -> Troops:
        return Troops(self)


class Loyalties(dict[str, str]):
    """The side of each counter; made anew when loyalties change, never changed, and so shared by copies."""

    def copy(self) -> Loyalties:
        return self


class Reach(msgspec.Struct, frozen=True, gc=False):
    """[15.31] [31.1] What a headquarters reaches, and the hexes this depends on.

    ``leg`` is how far the first leg of a line of communication goes, ``supplied`` twice as far. ``linked``
    says whether a line leads from there to an industrial city without the help of another headquarters.
    """

    commanded: frozenset[int]
    leg: frozenset[int]
    supplied: frozenset[int]
    linked: bool
    seen: frozenset[int]
    by_sea: bool = False  # the line goes over the sea
    harbours: frozenset[int] = frozenset()  # of which that was asked: it hangs on ships and straits


class SteelPosition(Units[Unit]):
    """Everything that changes in a game of Storm of Steel."""

    nested: ClassVar[tuple[str, ...]] = ("zones", "by_side", "army", "navy", "headquarters", "idle", "fliers")
    lent: ClassVar[frozenset[str]] = frozenset(("standing", "occupant"))
    later: ClassVar[frozenset[str]] = frozenset(
        (
            *("gas", "trucks", "razing", "sortie", "fleets", "seconds", "last_seas", "line"),
            *("exposed", "spied", "scouts", "covers", "unmasked", "unseen"),
            *("air_missions", "aloft", "aboard", "disembarking", "breaking"),
        )
    )

    # When it is [3.2]
    turn: int
    step: str
    impulse: int  # 0 outside of the operations phase
    active: str  # the side whose segment it is
    begun: bool  # whether the automatic beginning of the step is done

    # Forces
    units: dict[str, Unit]  # on the maps and in off-map areas
    due: dict[str, Due]  # on the turn record track
    dead: dict[str, Loss]  # eliminated in this turn
    removed: set[str]  # out of the game for good

    # Countries and ground
    alliances: dict[str, str]  # the side of each country that is or was at war
    surrendered: set[str]
    controllers: dict[str, str]  # of Bolsheviks and of nationalists by region [35.0]
    passage: dict[str, str]  # neutrals that let a side through this turn [6.11]
    holders: dict[int, str]  # hexes that are not controlled by default [16.0]
    railways: dict[int, str]  # rail hexes that are not whose country they are in [16.4]
    devastated: set[int]
    held: dict[int, str]  # who controlled each city when the turn began

    # The war of nations
    morale: dict[str, int]
    causes: list[Cause]
    picked: dict[str, tuple[str, ...]]  # cards selected and still face down
    ready: set[str]  # sides that have finished what they choose under seal
    shown: dict[str, tuple[int, ...]]  # cards in force this turn
    card_fronts: dict[int, str]  # where a card for several fronts is played
    granted: set[str]  # impulses by contingency cards: side, front, impulse [8.23]
    discarded: set[int]
    developed: set[int]
    developing: set[int]
    air: dict[str, int]
    shipping: int
    points: dict[str, int]  # mobilization points in store
    mutinies: set[str]
    strikes: set[str]
    began: dict[str, int]  # figures of the day the scenario began

    # Land operations
    hauled: dict[str, int]  # half units moved by rail on limited nets in this impulse [11.62]
    assaulted: set[int]  # hexes attacked in this combat segment [14.12]
    shaken: set[int]  # forts halved by siege artillery for this segment [17.2]
    flags: dict[str, int]
    crowded: int | None = None  # the hex whose excess is being chosen, in the middle of an order [13.2]

    # Nations: cards and politics
    objectives_met: set[int] = msgspec.field(default_factory=set)  # campaign cards, in the whole game
    obliged: set[str] = msgspec.field(default_factory=set)  # sides that must select a campaign card [6.22]
    credited: dict[int, str] = msgspec.field(default_factory=dict)  # the side a city counts for [5.13]
    first_held: dict[int, str] = msgspec.field(default_factory=dict)  # holders when the scenario began
    strength_lost: dict[str, int] = msgspec.field(default_factory=dict)  # by country, this turn [6.22]
    eliminated: dict[str, int] = msgspec.field(default_factory=dict)  # corps, by country and front
    entered: dict[str, int] = msgspec.field(default_factory=dict)  # the turn in which a country joined
    closed: dict[str, int] = msgspec.field(default_factory=dict)  # to the diplomacy of a side, until a turn
    revolutions: set[str] = msgspec.field(default_factory=set)  # countries that have had one
    uprisings: dict[str, int] = msgspec.field(default_factory=dict)  # areas, with the turn a corps came
    free_corps: set[str] = msgspec.field(default_factory=set)  # units [35.3]
    agenda: list[str] = msgspec.field(default_factory=list)  # what politics has still to ask, in order
    # Nations: mobilization
    income: dict[str, int] = msgspec.field(default_factory=dict)  # output of this quarter by purse [7.11]
    expenses: dict[str, int] = msgspec.field(default_factory=dict)  # owed for developments [3.2-7e1]
    grants: dict[str, int] = msgspec.field(default_factory=dict)  # points that cards give this quarter
    oil_spent: dict[int, int] = msgspec.field(default_factory=dict)  # petroleum of this quarter, by source
    drafts: dict[str, Draft] = msgspec.field(default_factory=dict)  # units ordered, under seal
    gifts: dict[str, int] = msgspec.field(default_factory=dict)  # transfers ordered, under seal
    desks: dict[str, str] = msgspec.field(default_factory=dict)  # whose books a side has open
    last_builds: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # of the last quarter
    begun_units: dict[str, int] = msgspec.field(default_factory=dict)  # against limits of a quarter or year
    reserves_at: set[int] = msgspec.field(default_factory=set)  # cities in which one was placed [7.64]
    # Agents
    agents: dict[str, int] = msgspec.field(default_factory=dict)  # on the display of each side [32.5]
    missions: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # a word for each agent
    betrayed: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # cards that spies have seen
    sabotaged: set[int] = msgspec.field(default_factory=set)  # hexes out of work this turn
    # Optional chapters
    gas: dict[str, int] = msgspec.field(default_factory=dict)  # markers in store, by country [33.1]
    trucks: dict[str, int] = msgspec.field(default_factory=dict)  # motorization still to be placed [41.2]
    razing: set[int] = msgspec.field(default_factory=set)  # hexes laid waste when the impulse ends [34.2]
    # Fog of war
    exposed: set[str] = msgspec.field(default_factory=set)  # whoever fights: all see them [23.2]
    spied: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # seen in this impulse [23.3]
    scouts: set[str] = msgspec.field(default_factory=set)  # headquarters that have looked in this segment
    covers: set[str] = msgspec.field(default_factory=set)  # dummies on top of their stacks [23.1]
    unmasked: dict[str, int] = msgspec.field(default_factory=dict)  # dummies that are out for this quarter
    unseen: set[str] = msgspec.field(default_factory=set)  # who lies hidden, where it is not known where
    # The air
    air_missions: dict[str, AirMission] = msgspec.field(default_factory=dict)  # of this impulse [30.71]
    aloft: set[str] = msgspec.field(default_factory=set)  # in the air, over their hex [30.33]
    aboard: dict[str, str] = msgspec.field(default_factory=dict)  # ships of who is aboard [29.11] [30.34]
    # The seas
    seas: dict[str, str] = msgspec.field(default_factory=dict)  # who dominates them this turn [3.2-3b1b]
    last_seas: dict[str, str] = msgspec.field(default_factory=dict)  # who dominated them last turn
    line: dict[str, int] = msgspec.field(default_factory=dict)  # battleships and -cruisers as counted
    disembarking: set[str] = msgspec.field(default_factory=set)  # who goes ashore at the end [29.12]
    breaking: set[str] = msgspec.field(default_factory=set)  # who goes on without command in this impulse
    sortie: Sortie | None = None  # what is under way at sea
    fleets: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # its ships, by side
    seconds: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)  # second fleets [25.31]

    if TYPE_CHECKING:

        @property
        def setting(self) -> SteelSetting:
            """What is fixed in this game; a plain attribute, because it is asked for all the time."""
            ...

    def occasion(self) -> str:
        """[3.2] The step, with its impulse and side. Agents of both sides act by turns [3.2-3a3]: were their
        side part of it, the same occasion would come back."""
        side = "" if self.step == AGENTS else self.active
        return f"{self.turn} {self.impulse} {self.step} {side}"

    @property
    def quarter(self) -> Turn:
        """[2.1] The box of the turn record track."""
        return self.setting.quarter(self.turn)

    # Pieces and sides

    def piece(self, unit: Unit) -> Piece:
        """What is printed on a unit's counter."""
        return self.setting.pieces[unit.piece]

    def side_of(self, unit: Unit) -> str:
        """[2.8-Neutral] [19.0] The side a unit is on; nobody's while its country is neutral."""
        return self.sides[unit.piece]

    def side_of_piece(self, piece: Piece) -> str:
        """[19.0] [35.11] [35.21] The side a counter fights for."""
        if piece.country:
            return self.alliances.get(piece.country, NOBODY)
        if piece.partisan or piece.dummy or piece.unknown:
            return piece.of
        return self.controllers.get(piece.of or piece.force, NOBODY)

    def why_not_own(self, name: str, side: str) -> str:
        """Words for a name that is no unit of a side in play; none if it is one.

        Whether a counter of the enemy is in play may be hidden [23.0], and makes no difference here.
        """
        piece = self.setting.pieces.get(name)
        if piece is not None and self.side_of_piece(piece) != side:
            return f"{piece.name} is not yours"
        return "" if name in self.units else f'there is no unit "{name}" in play'

    def of_side(self, side: str) -> list[Unit]:
        """All units of a side, by name."""
        units = self.units
        return [units[name] for name in self.by_side[side]]

    def ashore(self, side: str) -> list[Unit]:
        """[29.11] All units of a side that are not aboard transports, by name."""
        found = self.of_side(side)
        return [unit for unit in found if not self.is_cargo(unit.name)] if self.aboard else found

    def troops_at(self, node: int) -> list[Unit]:
        """The land units in a hex, forts included."""
        units = self.units
        return [units[name] for name in self.troops[node]]

    def in_pool(self, name: str) -> bool:
        """[7.4] Whether a counter is in the force pool of its country."""
        return (
            name not in self.units
            and name not in self.due
            and name not in self.dead
            and name not in self.removed
        )

    # Transports

    def is_cargo(self, name: str) -> bool:
        """[29.11] Whether a unit is aboard a transport: it stands nowhere, whatever port lies before it."""
        if not self.aboard:
            return False
        ship = self.aboard.get(name)
        return ship is not None and self.setting.pieces[ship].kind == TRANSPORT

    def cargo_of(self, ship: str) -> str:
        """[29.15] The unit aboard a transport, or nobody."""
        return next((name for name, carrier in self.aboard.items() if carrier == ship), "")

    def embark(self, name: str, ship: str) -> None:
        """[29.11] A unit goes aboard a transport and stands nowhere any more."""
        unit = self.units[name]
        self._disappear(unit)
        self.aboard[name] = ship
        unit = self.units[name] = msgspec.structs.replace(unit, at=self.units[ship].at)
        self._appear(unit)

    def disembark(self, name: str) -> None:
        """[29.12] A unit goes ashore where its transport lies."""
        unit = self.units[name]
        self._disappear(unit)
        del self.aboard[name]
        self.disembarking.discard(name)
        self._appear(unit)

    # Ground

    def default_controller(self, node: int) -> str:
        """[16.1] Who controls a hex without anybody having come: the alliance of its country at war."""
        return self.home[node]

    def controller(self, node: int) -> str:
        """[16.0] Who controls a hex."""
        found = self.holders.get(node)
        return self.home[node] if found is None else found

    def rail_side(self, node: int) -> str:
        """[11.41] [16.4] Who may use the railway in a hex."""
        found = self.railways.get(node)
        return self.home[node] if found is None else found

    def is_open(self, node: int, side: str) -> bool:
        """[19.23] [19.7] Whether a side may enter the ground of a hex: not that of most neutrals."""
        return bool(self.entrance[side][node])

    def in_enemy_zone(self, node: int, side: str) -> bool:
        """[10.2] [10.23] Whether a hex is in the enemy's zone for all purposes."""
        return bool(self.zones[other_side(side)][node]) and not (
            self.dug_in[node] and self.occupant[node] == side
        )

    def zone_bars(self, node: int, side: str) -> bool:
        """[10.33] Whether an enemy zone bars lines and command there: not where a friendly land unit is."""
        return bool(self.zones[other_side(side)][node]) and self.occupant[node] != side

    def is_red(self, node: int) -> bool:
        """[35.12] Whether Bolsheviks occupy a hex, which is then of no use to anybody."""
        if "bolshevik" not in self.controllers:
            return False
        pieces, units = self.setting.pieces, self.units
        return any(pieces[units[name].piece].force == "bolshevik" for name in self.troops[node])

    # Derived tables

    def _lay_out(self) -> None:
        size = len(self.setting.board)
        self.sides = self._loyalties()
        self.troops: Troops = Troops()  # land units in each hex
        self.occupant: list[str] = [NOBODY] * size  # whose land units are there
        self.loads = bytearray(size)  # units that count for stacking [13.1]
        self.dug_in = bytearray(size)  # forts and entrenched units
        self.zones: dict[str, bytearray] = {side: bytearray(size) for side in SIDES}
        self.by_side: dict[str, list[str]] = {side: [] for side in (*SIDES, NOBODY)}  # in order
        self.army: dict[str, list[str]] = {side: [] for side in (*SIDES, NOBODY)}  # land units
        self.navy: dict[str, list[str]] = {side: [] for side in (*SIDES, NOBODY)}  # ships and fleet markers
        self.headquarters: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        self.fliers: dict[str, list[str]] = {side: [] for side in (*SIDES, NOBODY)}  # air units
        self.idle: dict[str, list[str]] = {side: [] for side in SIDES}  # mobile units that have not moved
        self.reaches = SharedMemo()  # what headquarters reach, by name
        self.memo = Memo()
        self.lines = Memo()  # by side: what follows from where its land units are and how they lie
        self.tides = Memo()  # what follows from where ships are and who holds the straits
        self.ruins = self._ruined()
        self._open_ground()

    def _loyalties(self) -> Loyalties:
        """[19.0] The side of each counter, shared by all positions in which loyalties are the same."""
        known: dict[frozenset[tuple[str, str]], Loyalties] = self.setting.loyalties
        key = frozenset(
            (*self.alliances.items(), *((f"force {of}", by) for of, by in self.controllers.items()))
        )
        found = known.get(key)
        if found is None:
            found = Loyalties(
                {name: self.side_of_piece(piece) for name, piece in self.setting.pieces.items()}
            )
            keep(known, key, found)
        return found

    def _open_ground(self) -> None:
        """[16.1] [19.23] Whose each hex is by default, and which each side may enter.

        Made anew when loyalties change, and shared by all positions in which they are the same.
        """
        setting = self.setting
        whose = {
            country: NOBODY if country in self.surrendered else self.alliances.get(country, NOBODY)
            for country in set(setting.country_of)
        }
        self.home = setting.home(frozenset(whose.items()))
        countries = setting.printed.countries.countries
        opened = {
            name
            for name, each in countries.items()
            if name in self.alliances or each.entry == "free" or f"{OPENED} {name}" in self.flags
        }
        self.entrance = {
            side: setting.entrance(
                frozenset(opened.union(name for name, by in self.passage.items() if by == side))
            )
            for side in SIDES
        }

    def renew(self) -> None:
        """Derive everything anew, after loyalties have changed."""
        self.derive()

    def join(self, country: str, side: str) -> None:
        """[19.22] A country enters the war on a side, or comes back to it."""
        self.alliances[country] = side
        self.surrendered.discard(country)
        self.renew()

    def give_up(self, country: str) -> None:
        """[19.33] A country surrenders; whoever of its units is still in play fights on with its alliance."""
        self.surrendered.add(country)
        self.renew()

    def put(self, unit: Unit) -> None:
        """Let a unit be as given, wherever and whatever it was before."""
        name = unit.name
        before = self.units.get(name)
        self.units[name] = unit
        if before is None:
            self._appear(unit)
        elif (
            before.at != unit.at
            or before.entrenched is not unit.entrenched
            or before.motorized != unit.motorized
            or before.piece != unit.piece
        ):
            if self._only_turns(before, unit):
                self._turn_over(unit)
            else:
                self._disappear(before)
                self._appear(unit)
        else:
            if before.moved is not unit.moved:
                self._list(unit)
            if before.strategic is not unit.strategic:
                self.memo.clear()

    def take_places(self, node: int, gone: Collection[Unit], come: Collection[Unit]) -> None:
        """[23.0] Let land units that can lie hidden stand in a hex in place of others of their side, at one
        go: nothing follows from zones that are the same before and after."""
        side = self.sides[next(iter((*gone, *come))).piece]
        around, zone = self.setting.ground.around[node], self.zones[side]
        felt = [zone[other] > 0 for other in around]
        self._array(side)
        for unit in gone:
            del self.units[unit.name]
            self._muster(unit, listed=False)
            enlist(self.idle[side], unit.name, listed=False)
            self._weigh(unit, side, -1)
        for unit in come:
            self.units[unit.name] = unit
            self._muster(unit, listed=True)
            self._list(unit)
            self._weigh(unit, side, +1)
        left = {unit.name for unit in gone}
        fresh = [unit.name for unit in come]
        self.own("standing")
        self.standing[node] = tuple(sorted([*(n for n in self.standing[node] if n not in left), *fresh]))
        names = tuple(sorted([*(n for n in self.troops[node] if n not in left), *fresh]))
        holder = side if names else NOBODY
        if names:
            self.troops[node] = names
        else:
            self.troops.pop(node, None)
        same = holder == self.occupant[node] and felt == [zone[other] > 0 for other in around]
        if holder != self.occupant[node]:
            self.own("occupant")
            self.occupant[node] = holder
        if same:
            self.memo.clear()
        else:
            self.touch(node)

    def _weigh(self, unit: Unit, side: str, by: int) -> None:
        """[10.1] [13.1] Count a land unit that has come to its hex or gone from it: its room and its zone."""
        piece, node = self.setting.pieces[unit.piece], unit.at
        self.loads[node] += by * piece.corps
        if unit.entrenched or piece.fort:
            self.dug_in[node] += by
        elif side and piece.strength and piece.movement:
            self._spread(node, side, piece, by)

    def hold(self, node: int, side: str) -> None:
        """[16.2] Let a side control a hex, or nobody."""
        if self.controller(node) != side:
            if self.default_controller(node) == side:
                self.holders.pop(node, None)
            else:
                self.holders[node] = side
            self.touch(node)
            if node in self.setting.straits:
                self.ebb()

    def lay_rails(self, node: int, side: str) -> None:
        """[16.4] [16.42] Let a side use the railway in a hex, or nobody."""
        if self.rail_side(node) != side:
            if self.default_controller(node) == side:
                self.railways.pop(node, None)
            else:
                self.railways[node] = side
            self.touch(node)

    def lay_waste(self, node: int) -> None:
        """[34.2] Put a devastated marker into a hex."""
        self.devastated.add(node)
        self._see_ruins(node)

    def clear_waste(self, node: int) -> None:
        """[34.4] Take a devastated marker off."""
        self.devastated.discard(node)
        self._see_ruins(node)

    def _see_ruins(self, node: int) -> None:
        self.ruins = self._ruined()
        self.touch(node)
        self.ebb()

    def _ruined(self) -> frozenset[int]:
        """[34.0] What does not work because it is devastated: nothing without chapter 34."""
        return frozenset(self.devastated) if self.setting.option("devastation") else frozenset()

    @property
    def rails(self) -> tuple[tuple[int, ...], ...]:
        """[11.41] [34.3] The neighbours of each hex along a railway that has not been devastated."""
        return self.setting.rails(self.turn, self.ruins)

    def steps(self, how: str) -> Steps:
        """[11.2] [34.3] Costs of steps in this quarter; a devastated railway is no road."""
        return self.setting.steps(how, self.turn, self.ruins)

    def touch(self, node: int, spared: Collection[str] = ()) -> None:
        """Forget what followed from a hex being as it was; some headquarters do not feel it."""
        self.memo.clear()
        if self.reaches:
            near = self.setting.ground.within_one[node]
            self._unlearn(
                [
                    name
                    for name, reach in self.reaches.items()
                    if name not in spared and not reach.seen.isdisjoint(near)
                ]
            )

    def _unlearn(self, staffs: Collection[str]) -> None:
        """Forget what some headquarters reach; copies of the position still know it."""
        if staffs:
            self.reaches = self.reaches.without(staffs)

    def of_troops(self, side: str) -> Memo:
        """What follows from nothing but the land units of a side and their places in their stacks."""
        return self.lines.found(side, Memo)

    def _array(self, side: str) -> None:
        """Forget what followed from the land units of a side; copies of the position still know it."""
        self.lines.pop(side, None)

    def ebb(self) -> None:
        """Forget what followed from where ships are and who may pass the straits."""
        self.memo.clear()
        self.tides.clear()
        self._unlearn([name for name, reach in self.reaches.items() if reach.harbours or not reach.linked])

    def _sail(self, node: int, piece: Piece) -> None:
        """Forget what followed from a ship being in a harbour, or from its not being there. Once they have
        been determined [3.2-3b1b] seas do not hang on ships, and lines hang on transports alone [15.41]."""
        if not self.last_seas and not self.line:
            self.ebb()
            return
        self.memo.clear()
        if piece.kind == TRANSPORT:
            self._unlearn([name for name, reach in self.reaches.items() if node in reach.harbours])

    def take_up(self, unit: Unit) -> None:
        """[23.42] Take a ship from its harbour without anything else following from it."""
        del self.units[unit.name]
        self._muster(unit, listed=False)
        self._leave(unit.at, unit.name)

    def lay_down(self, unit: Unit) -> None:
        """[23.42] Lay a ship or a marker into a harbour without anything else following from it."""
        self.units[unit.name] = unit
        self._muster(unit, listed=True)
        self._stand(unit.at, unit.name)

    def _muster(self, unit: Unit, *, listed: bool) -> None:
        """Have a unit among those of its side and of its arm, or not."""
        piece, side = self.setting.pieces[unit.piece], self.sides[unit.piece]
        arms = self.fliers if piece.air else self.army if piece.land else self.navy
        enlist(self.by_side[side], unit.name, listed)
        enlist(arms[side], unit.name, listed)

    def _appear(self, unit: Unit) -> None:
        name, node = unit.name, unit.at
        piece = self.setting.pieces[unit.piece]
        side = self.sides[unit.piece]
        self._muster(unit, listed=True)
        self._stand(node, name)
        if piece.air:
            return
        if not piece.land:
            self._sail(node, piece)
            if self.aboard:
                self._carry(name, node)
            return
        if name in self.aboard:
            self.memo.clear()
            return  # [29.11] at sea
        if piece.partisan and unit.entrenched:
            self._list(unit)
            return  # [36.2] underground it has no effect
        self._array(side)
        names = self.troops[node]
        self.troops[node] = tuple(sorted((*names, name))) if names else (name,)
        felt = self.occupant[node] != side
        if felt:
            self.own("occupant")
            self.occupant[node] = side
        self.loads[node] += piece.corps
        if unit.entrenched or piece.fort:
            self.dug_in[node] += 1
        elif side and piece.strength and piece.movement:
            felt |= self._spread(node, side, piece, +1)
        self._list(unit)
        if piece.headquarters and side:
            self.headquarters[side][name] = node
        if name in self.reaches:
            self._unlearn((name,))
        self._feel(node, felt, side, piece)

    def _disappear(self, unit: Unit) -> None:
        name, node = unit.name, unit.at
        piece = self.setting.pieces[unit.piece]
        side = self.sides[unit.piece]
        self._muster(unit, listed=False)
        self._leave(node, name)
        if piece.air:
            return
        if not piece.land:
            self._sail(node, piece)
            return
        if name in self.aboard:
            self.memo.clear()
            return
        if piece.partisan and unit.entrenched:
            enlist(self.idle[side], name, listed=False)
            return
        self._array(side)
        names = self.troops[node]
        felt = len(names) == 1
        if not felt:
            self.troops[node] = tuple([each for each in names if each != name])
        else:
            del self.troops[node]
            self.own("occupant")
            self.occupant[node] = NOBODY
        self.loads[node] -= piece.corps
        if unit.entrenched or piece.fort:
            self.dug_in[node] -= 1
        elif side and piece.strength and piece.movement:
            felt |= self._spread(node, side, piece, -1)
        if side:
            enlist(self.idle[side], name, listed=False)
        if piece.headquarters and side:
            self.headquarters[side].pop(name, None)
        if name in self.reaches:
            self._unlearn((name,))
        self._feel(node, felt, side, piece)

    def _carry(self, ship: str, node: int) -> None:
        """[29.11] [30.34] Who is aboard a ship goes where it goes."""
        for name, carrier in self.aboard.items():
            if carrier == ship and name in self.units and name not in self.aloft:
                if self.units[name].at != node:
                    self.change(name, at=node)

    def _only_turns(self, before: Unit, unit: Unit) -> bool:
        """Whether a unit does nothing but turn to its other face; partisans go underground [36.2]."""
        return (
            before.at == unit.at
            and before.piece == unit.piece
            and before.motorized == unit.motorized
            and not self.setting.pieces[unit.piece].partisan
        )

    def _turn_over(self, unit: Unit) -> None:
        """[12.0] A unit has turned to its other face where it stands: nothing changes but its zone."""
        piece, side, node = self.setting.pieces[unit.piece], self.sides[unit.piece], unit.at
        self._array(side)
        by = -1 if unit.entrenched else +1
        self.dug_in[node] -= by
        felt = bool(side and piece.strength and piece.movement) and self._spread(node, side, piece, by)
        self._list(unit)
        self._feel(node, felt, side, piece)

    def _feel(self, node: int, felt: bool, side: str, piece: Piece) -> None:
        """Forget what followed from a hex; what headquarters reach only if they feel a change: who holds the
        hex, or where zones lie. To those of its own side a unit matters where it negates a zone [10.33]
        [16.53]; irregulars can matter to all."""
        if not felt:
            self.memo.clear()
        elif (
            not side
            or piece.force
            or piece.partisan
            or self.zones[other_side(side)][node]
            or self.setting.ground.has_city_zone[node]
        ):
            self.touch(node)
        else:
            self.touch(node, self.headquarters[side])

    def _list(self, unit: Unit) -> None:
        """Have a unit among the idle ones, or not."""
        piece, side = self.setting.pieces[unit.piece], self.sides[unit.piece]
        if side and piece.land and (piece.movement or piece.train) and unit.name not in self.aboard:
            hidden = unit.entrenched and not piece.partisan
            enlist(self.idle[side], unit.name, listed=not unit.moved and not hidden)

    def _spread(self, node: int, side: str, piece: Piece, by: int) -> bool:
        """[10.1] A unit with a strength and a movement allowance has a zone; partisans have none [36.15].

        Whether a hex has come into a zone or out of it.
        """
        if piece.partisan:
            return False
        ground, zone = self.setting.ground, self.zones[side]
        reach = (
            ground.alpine_reach if piece.alpine and self.setting.option("alpine-units") else ground.zone_reach
        )
        edge = 1 if by > 0 else 0  # what a count has become that has just begun, or ended
        felt = False
        for other in reach[node]:
            zone[other] += by
            felt |= zone[other] == edge
        return felt

    def capitals_of(self, side: str) -> Iterator[int]:
        """The capitals of the countries of a side."""
        for node, city in self.setting.city_at.items():
            if city.capital and self.alliances.get(city.country) == side:
                yield node
