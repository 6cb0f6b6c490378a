"""How each part of the front bears itself under a plan of the moving war, and which plans to try.

The front has three parts, told apart by how far they are from Switzerland, so that they are the same for both
sides and in every turn. A plan names the parts that are to act otherwise than by the staff's own reckoning,
and may keep a reserve. Its stances are weights on that reckoning: attack and defence are the same for both
sides, and whoever is told to attack still attacks by exact odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import msgspec

from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.staff.survey import Survey
from hexfront.kernel.plans import Plan, Sector, Stance

ALL = "all"  # the force of a sector that is the whole side
RESERVE = "reserve"
NORTH, CENTRE, SOUTH = "north", "centre", "south"
PARTS = (NORTH, CENTRE, SOUTH)
FROM_SWITZERLAND = {CENTRE: 9, NORTH: 17}  # hexes from where on each part lies
NAMES = {NORTH: "The north", CENTRE: "The centre", SOUTH: "The south", ALL: "The army"}
HELD_BACK = 0.15  # part of the army that a reserve is
NEAR = 3  # hexes from the enemy within which troops of a part are at the front
LEAST_FORCE = 12  # strength there for which a part is asked what else it could do


class Bearing(msgspec.Struct, frozen=True):
    """What a stance changes: what more an attack is taken to bring, and factors on the danger of being
    struck, on the worth of ground, and on the share of the army."""

    eager: float = 0.0
    danger: float = 1.0
    ground: float = 1.0
    effort: float = 1.0


DOCTRINE = Bearing()
NEVER = -100.0  # no attack is worth so much
BEARINGS: dict[Stance, Bearing] = {
    "attack": Bearing(eager=4.0, danger=0.6, ground=1.3, effort=1.6),
    "hold": Bearing(eager=-2.0, ground=1.3),
    "delay": Bearing(eager=-4.0, danger=1.5, ground=0.7, effort=0.7),
    "retire": Bearing(eager=NEVER, danger=2.0, ground=0.2, effort=0.8),
    "refit": Bearing(eager=NEVER, danger=1.3),
}


@lru_cache(maxsize=4)
def parts_of(setting: WesternFrontSetting) -> tuple[str, ...]:
    """For each hex the part of the front it lies in; all of a board without Switzerland is the centre."""
    board = setting.board
    south = frozenset(
        node
        for node in range(len(board))
        if any(board.country[beside] == "switzerland" for beside in board.adjacent[node])
    )
    if not south:
        return (CENTRE,) * len(setting.board)
    far = setting.hexes_from(south)
    return tuple(
        NORTH if hexes >= FROM_SWITZERLAND[NORTH] else CENTRE if hexes >= FROM_SWITZERLAND[CENTRE] else SOUTH
        for hexes in far
    )


class Bearings:
    """The bearing of every hex under a plan; without one, and for parts it does not name, the doctrine."""

    def __init__(self, setting: WesternFrontSetting, plan: Plan | None = None) -> None:
        self._parts = parts_of(setting)
        self._of: dict[str, Bearing] = {}
        self.reserve = 0.0  # part of the army that is kept behind the line
        for sector in plan.sectors if plan is not None else ():
            if sector.force == RESERVE:
                self.reserve = sector.share
            elif sector.force == ALL or sector.force in PARTS:
                self._of[sector.force] = BEARINGS[sector.stance]
        self._others = self._of.get(ALL, DOCTRINE)

    def at(self, node: int) -> Bearing:
        """That of a hex."""
        return self._of.get(self._parts[node], self._others)

    @property
    def is_plain(self) -> bool:
        """Whether everybody follows the doctrine."""
        return not self._of and not self.reserve


def is_of_movement(plan: Plan) -> bool:
    """Whether a plan was made for the moving war; that of the trench war names nations."""
    return any(sector.force in (ALL, RESERVE, *PARTS) for sector in plan.sectors) or not plan.sectors


# What the doctrine makes of it


def as_ordered(survey: Survey, shares: Mapping[int, float], targets: Iterable[int], before: Plan) -> Plan:
    """What each part of the front is about to do, and for how many turns it has done that.

    ``shares`` are the line that is to be held with the share of each hex, ``targets`` what is attacked.
    """
    setting = survey.position.setting
    label, parts = setting.board.label, parts_of(setting)
    total = sum(shares.values()) or 1.0
    struck: dict[str, list[str]] = {part: [] for part in PARTS}
    for node in targets:
        struck[parts[node]].append(label(node))
    sectors = []
    for part in PARTS:
        nodes = [node for node in shares if parts[node] == part]
        if not nodes:
            continue
        here = {node: survey.own[node] for node in range(len(parts)) if parts[node] == part}
        ahead = sum(
            strength for node, strength in here.items() if strength and _is_ahead(survey, node, nodes)
        )
        stance: Stance = "attack" if struck[part] else "retire" if 2 * ahead > sum(here.values()) else "hold"
        held = before.of_force(part, stance)
        since = held.since + 1 if held is not None else 0
        sectors.append(
            Sector(
                NAMES[part],
                part,
                stance,
                tuple(label(node) for node in nodes),
                tuple(struck[part]),
                share=sum(shares[node] for node in nodes) / total,
                since=since,
                why=f"as in the {since} turns before" if since > 1 else "",
            )
        )
    return Plan(survey.side, tuple(sectors))


def _is_ahead(survey: Survey, node: int, line: Sequence[int]) -> bool:
    """Whether troops stand nearer to the enemy than the line that they are to hold."""
    if node in line:
        return False
    nearest = min(line, key=lambda each: (survey.board.distance(node, each) or 0, each))
    return survey.hexes_to_field_army[node] < survey.hexes_to_field_army[nearest]


# Plans to try


def stances(side: str) -> list[Plan]:
    """What an enemy of this side should be ready for: that it attacks with all it has, and that it holds."""
    return [_whole(side, "attack"), _whole(side, "hold")]


def candidates(survey: Survey, kept: Plan | None) -> list[Plan]:
    """Plans besides the doctrine: another stance for all or for a part, a main effort, a reserve.

    The parts take turns at being asked first, so that over the turns all are.
    """
    side = survey.side
    base = [sector for sector in kept.sectors if sector.force in (ALL, RESERVE)] if kept is not None else []
    parts = _parts_at_the_front(survey)
    first = survey.position.date.turn % len(parts) if parts else 0
    parts = [*parts[first:], *parts[:first]]
    found = [_whole(side, "attack")]
    found += [_main_effort(side, *each) for each in parts[:1]]
    found += [_whole(side, "hold"), _with_reserve(side)]
    found += [_single(side, base, *each, "retire") for each in parts[:1]]
    found += [_whole(side, "delay")]
    found += [_main_effort(side, *each) for each in parts[1:]]
    found += [_single(side, base, *each, "retire") for each in parts[1:]]
    for stance in ("attack", "delay"):
        found += [_single(side, base, *each, stance) for each in parts]
    return found


def _whole(side: str, stance: Stance) -> Plan:
    return Plan(side, (Sector(NAMES[ALL], ALL, stance, ()),), name=f"all {_ALL_DO[stance]}")


_ALL_DO: dict[Stance, str] = {"attack": "attack", "hold": "hold", "delay": "delay"}
_ONE_DOES: dict[Stance, str] = {"attack": "attacks", "delay": "delays", "retire": "retires"}


def _main_effort(side: str, part: str, share: float) -> Plan:
    """One part attacks, and the others hold."""
    others = Sector(NAMES[ALL], ALL, "hold", ())
    return Plan(
        side,
        (others, Sector(NAMES[part], part, "attack", (), share=share)),
        name=f"main effort in the {part}",
    )


def _with_reserve(side: str) -> Plan:
    sector = Sector("The reserve", RESERVE, "refit", (), share=HELD_BACK)
    return Plan(side, (sector,), name="a reserve behind the front")


def _single(side: str, base: list[Sector], part: str, share: float, stance: Stance) -> Plan:
    """A change for one part; the others do what they did for all, if the plan that is kept says that."""
    sector = Sector(NAMES[part], part, stance, (), share=share)
    told = f"the {part} {_ONE_DOES[stance]}"
    if base:
        others = " and ".join(
            "a reserve" if each.force == RESERVE else f"others {_ALL_DO[each.stance]}" for each in base
        )
        told = f"{others}, {told}"
    return Plan(side, (*base, sector), name=told)


def _parts_at_the_front(survey: Survey) -> list[tuple[str, float]]:
    """The parts in which troops stand near the enemy, with their share of all who do, strongest first."""
    parts = parts_of(survey.position.setting)
    strength = dict.fromkeys(PARTS, 0)
    for node, points in enumerate(survey.own):
        if points and survey.hexes_to_enemy[node] <= NEAR:
            strength[parts[node]] += points
    total = sum(strength.values()) or 1
    ordered = sorted(strength.items(), key=lambda each: (-each[1], each[0]))
    return [(part, points / total) for part, points in ordered if points >= LEAST_FORCE]
