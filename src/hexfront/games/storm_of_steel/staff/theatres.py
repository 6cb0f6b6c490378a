"""Theatres of war: what stands against what in each, what each should have, and who may be sent elsewhere.

A front of the rules holds several theatres: the west has France and Italy. Troops are shared out by what the
enemy has in each and by what can be won there for it; only what a theatre has to spare leaves it, and only
for one that lacks troops and has a headquarters that can command them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from hexfront.games.storm_of_steel.position import Unit
from hexfront.games.storm_of_steel.rules import moving
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.staff import stakes
from hexfront.games.storm_of_steel.staff.survey import Survey

# The cities round which each theatre lies; a hex belongs to that of the nearest.
CITIES: Mapping[str, tuple[str, ...]] = {
    "France and Flanders": (
        "London",
        "Lille",
        "Paris",
        "Verdun",
        "Brussels",
        "Nancy",
        "Strasbourg",
        "Cologne",
        "Lyon",
        "Madrid",
        "Hamburg",
    ),
    "Italy": ("Rome", "Milan", "Venice", "Trieste", "Trent", "Naples", "Innsbruck"),
    "Russia and Galicia": (
        "Konigsberg",
        "Posen",
        "Breslau",
        "Cracow",
        "Warsaw",
        "Lemberg",
        "Riga",
        "Kiev",
        "Minsk",
        "Moscow",
        "St Petersburg",
        "Odessa",
        "Czernowitz",
    ),
    "the Balkans": (
        "Belgrade",
        "Nish",
        "Sarajevo",
        "Skopje",
        "Sofia",
        "Salonika",
        "Athens",
        "Bucharest",
        "Cetinje",
    ),
    "the Straits": ("Gallipoli", "Constantinople", "Smyrna"),
    "the Caucasus": ("Erzurum", "Kars", "Tiflis", "Baku", "Trebizond"),
    "Palestine": ("Jerusalem", "Cairo", "Suez", "Damascus", "Aleppo"),
    "Mesopotamia": ("Baghdad", "Basra", "Mosul", "Kut"),
}

FRONT_OF: Mapping[str, str] = {
    "France and Flanders": "west",
    "Italy": "west",
    "Russia and Galicia": "east",
    "the Balkans": "east",
}

STRESS = 1.5  # how much more a front has on which an offensive is ordered
ELSEWHERE = 0.9  # and how much less the others
BOLDEST, SHYEST = 0.4, 1.3  # how little and how much own losses may count
LEAST = 0.55  # part of the enemy's strength that holds a theatre in trenches at a pinch
PRESSING = 0.65  # how fast own losses count less for the stronger
LEAST_FIELD = 0.7  # and in the open
MOST = 2.5  # times the enemy's strength beyond which more troops are of no use
HOLDS = 0.7  # part of the enemy's strength that holds a theatre in trenches
FIELD = 0.9  # and in the open
WANTS = 1.5  # times the enemy's strength that an attack can use
EVEN = 0.85  # part of the enemy's strength that is about as much
CORPS = 4.0  # strength of a corps: what is not worth a train less
AN_ARMY = 12.0  # strength for which a headquarters is sent to another theatre
THICK = 6.0  # strength in a hex of the line that is usual
NEAR = 3  # hexes from the enemy at which a border is a line
FLUID = 0.4  # part of the troops in trenches from which a theatre is no longer one of movement
LACK = 0.12  # part of what it should have that a theatre lacks before troops are sent there
WORSE = 0.25  # how much more of what it should have a theatre lacks than the one that troops leave for it
GROUND = 3.0  # what a theatre counts for besides its prizes


@lru_cache(maxsize=16)
def theatre_of(setting: SteelSetting) -> Mapping[int, str]:
    """The theatre of each hex in play; on a map with few cities its front."""
    found: dict[int, str] = {}
    by_name = {city.city: node for node, city in setting.city_at.items() if node in setting.in_play}
    for name, cities in CITIES.items():
        for city in cities:
            if city in by_name:
                found[by_name[city]] = name
    if len(set(found.values())) < 2:
        return {node: setting.front_of[node] for node in setting.in_play}
    queue = list(found)
    for node in queue:
        for other in setting.board.adjacent[node]:
            if other not in found and not setting.board.is_area(other):
                found[other] = found[node]
                queue.append(other)
    return {node: found.get(node, setting.front_of[node]) for node in setting.in_play}


class Theatres:
    """What each theatre has, and what it should have."""

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        position = survey.position
        self.of = theatre_of(survey.setting)
        self.own: dict[str, float] = {}
        self.theirs: dict[str, float] = {}
        for unit in survey.troops:
            name = self.of[unit.at]
            self.own[name] = self.own.get(name, 0.0) + position.piece(unit).strength
        for node, strength in survey.mobile.items():
            if node in self.of:
                name = self.of[node]
                self.theirs[name] = self.theirs.get(name, 0.0) + strength
        self.staffs: dict[str, set[str]] = {}
        for name, node in position.headquarters[survey.side].items():
            if node in self.of:
                country = position.piece(position.units[name]).country
                self.staffs.setdefault(self.of[node], set()).add(country)
        self.targets = self._targets()

    def _targets(self) -> dict[str, float]:
        """The strength that each theatre should have: enough to hold it at a pinch; then what an attack along
        the whole front can use, where most is to be won for it, as long as there is enough; of what is left
        half for the main effort among the others, and half for all of them."""
        open_field = moving.is_summer_1914(self.survey.position)
        least = LEAST_FIELD if open_field else LEAST
        found = {
            name: least * self._stress(name) * strength
            for name, strength in self.theirs.items()
            if self._concerns(name)
        }
        for name, want in found.items():
            if open_field or self._is_fluid(name):
                found[name] = max(want, min(self.own.get(name, 0.0), WANTS * self.theirs[name]))
        total, needed = sum(self.own.values()), sum(found.values())
        if needed > total:
            return {name: want * total / needed for name, want in found.items()}
        order = sorted(
            (name for name in found if self.own.get(name)), key=lambda name: (-self.prospect(name), name)
        )
        left = total - needed
        for name in order:
            left -= self._raise(found, name, WANTS, left, whole=True)
        rest = [name for name in order if found[name] < WANTS * self.theirs[name]]
        if rest:
            left -= self._raise(found, rest[0], WANTS, left / 2)
        holds = FIELD if open_field else HOLDS
        lacking = {name: max(holds * self.theirs[name] - want, 0.0) for name, want in found.items()}
        if short := sum(lacking.values()):
            part = min(left / short, 1.0)
            for name, more in lacking.items():
                found[name] += part * more
            left -= part * short
        for name in order:
            left -= self._raise(found, name, MOST, left)
        if order and left > 0:
            found[order[0]] += left
        return found

    def _is_fluid(self, name: str) -> bool:
        """Whether most troops of a theatre that are near the enemy are not dug in yet: nobody leaves it."""
        near = [
            unit
            for unit in self.survey.troops
            if self.of[unit.at] == name and self.survey.from_enemy.get(unit.at, 99) <= NEAR
        ]
        return sum(unit.entrenched for unit in near) < FLUID * len(near)

    def _raise(
        self, found: dict[str, float], name: str, times: float, left: float, *, whole: bool = False
    ) -> float:
        """Give a theatre so many times what the enemy has there, as far as there is enough; what it took."""
        more = max(times * self.theirs[name] - found[name], 0.0)
        if more > left:
            more = 0.0 if whole else max(left, 0.0)
        found[name] += more
        return more

    def _stress(self, name: str) -> float:
        """More for a theatre on a front for which an offensive is ordered this quarter, less for others."""
        setting = self.survey.setting
        fronts = self.survey.offensives
        if not fronts or len(setting.fronts) < 2:
            return 1.0
        return STRESS if FRONT_OF.get(name, name) in fronts else ELSEWHERE

    def caution(self, node: int) -> float:
        """How much own losses count against the enemy's: less where one has more than he has, and when the
        end is near."""
        name = self.of.get(node, "")
        theirs = max(self.theirs.get(name, 0.0), CORPS)
        ratio = max(self.own.get(name, 0.0), CORPS) / theirs
        dear = stakes.dearness(self.survey.position, self.survey.side)
        return float(dear * min(max(ratio**-PRESSING, BOLDEST), SHYEST))

    def even(self) -> frozenset[str]:
        """The theatres in which this side is about as strong as the enemy, and can choose where."""
        return frozenset(name for name, own in self.own.items() if own >= EVEN * self.theirs.get(name, 0.0))

    def _concerns(self, name: str) -> bool:
        """Whether this side has troops or something to lose in a theatre."""
        return bool(self.own.get(name)) or any(
            self.of.get(node) == name and self.survey.position.controller(node) == self.survey.side
            for node in self.survey.prizes
        )

    def prospect(self, name: str) -> float:
        """What is to be won in a theatre for each point of strength that the enemy has there; less where he
        stands thick."""
        survey = self.survey
        prize = sum(
            worth
            for node, worth in survey.prizes.items()
            if self.of.get(node) == name and survey.position.controller(node) == survey.enemy
        )
        theirs = max(self.theirs[name], CORPS)
        length = max(self._lengths.get(name, 0), 1)
        return (GROUND + prize) / theirs * min(THICK * length / theirs, 2.0)

    @cached_property
    def _lengths(self) -> dict[str, int]:
        """The hexes of the line in each theatre."""
        found: dict[str, int] = {}
        for node in self.survey.border:
            if node in self.of and self.survey.from_enemy.get(node, 99) <= NEAR:
                found[self.of[node]] = found.get(self.of[node], 0) + 1
        return found

    def spare(self, name: str) -> float:
        """The strength that a theatre has to spare; less than nothing if it lacks some."""
        return self.own.get(name, 0.0) - self.targets.get(name, 0.0)

    def lacks(self, name: str) -> float:
        return -self.spare(name)

    def shortage(self, name: str) -> float:
        """The part of what it should have that a theatre lacks."""
        return self.lacks(name) / max(self.targets.get(name, 0.0), CORPS)

    def calling(self) -> list[str]:
        """The theatres to which troops are sent, the one where most is to be won for each first."""
        found = [name for name in self.targets if self.lacks(name) >= max(CORPS, LACK * self.targets[name])]
        return sorted(found, key=lambda name: (-self.prospect(name), name))

    def may_go(self, unit: Unit, node: int) -> bool:
        """Whether a unit may be sent to a hex: in its own theatre always; to another if it is to be spared
        here, is missed there, and can be commanded."""
        return self.of.get(node, "") in self.open_to(unit)

    def open_to(self, unit: Unit) -> frozenset[str]:
        """The theatres that a unit may be sent to, its own among them."""
        here = self.of.get(unit.at, "")
        piece = self.survey.position.piece(unit)
        found = {here}
        spared = not self.targets.get(here) or self.spare(here) >= piece.strength
        return frozenset(found) | {
            name
            for name in self.targets
            if name != here
            and (spared or self._is_worse(name, here, piece.strength))
            and self.lacks(name) >= CORPS / 2
            and self.is_commanded(piece.country, name)
        }

    def _is_worse(self, there: str, here: str, strength: int) -> bool:
        """Whether a theatre lacks so much more than another does that troops leave the other, which can still
        be held at a pinch without them."""
        least = LEAST * self.theirs.get(here, 0.0)
        return (
            self.own.get(here, 0.0) - strength >= least
            and self.shortage(there) >= max(self.shortage(here), 0.0) + WORSE
        )

    def is_commanded(self, country: str, name: str) -> bool:
        """[15.6] Whether a theatre has a headquarters that may command units of a country."""
        serving = self.survey.setting.serving(country, self.survey.side)
        return bool(serving & self.staffs.get(name, set()))

    def errand(self) -> tuple[str, str] | None:
        """A theatre that calls for troops of a country which none of its headquarters commands, and the
        country: the one with most to spare elsewhere."""
        position, survey = self.survey.position, self.survey
        spare: dict[str, float] = {}
        for unit in survey.troops:
            if self.spare(self.of[unit.at]) >= AN_ARMY:
                piece = position.piece(unit)
                spare[piece.country] = spare.get(piece.country, 0.0) + piece.strength
        for name in self.calling():
            if self.lacks(name) < AN_ARMY:
                continue
            for country in sorted(spare, key=lambda each: (-spare[each], each)):
                if spare[country] >= AN_ARMY and not self.is_commanded(country, name):
                    if self._leads_there(country, name):
                        return name, country
        return None

    def _leads_there(self, country: str, name: str) -> bool:
        """Whether a train goes to a theatre from a headquarters of a country."""
        position, side = self.survey.position, self.survey.side
        return any(
            position.piece(position.units[each]).country == country
            and at in self.of
            and any(self.of.get(node) == name for node in moving.by_rail(position, side, at))
            for each, at in position.headquarters[side].items()
        )

    def send(self, unit: Unit, node: int) -> None:
        """Count a unit where it is sent."""
        here, there = self.of.get(unit.at), self.of.get(node)
        strength = self.survey.position.piece(unit).strength
        if here is not None and here != there:
            self.own[here] = self.own.get(here, 0.0) - strength
        if there is not None and here != there:
            self.own[there] = self.own.get(there, 0.0) + strength
