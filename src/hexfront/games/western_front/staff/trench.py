"""Trench war: the front that is held hex by hex, and the offensives that are prepared behind it.

From April 1915 on nobody draws a line: it is there. Every hex of it is held with five points of infantry for
each side from which it can be attacked, if the army has them [22-19]. What is left over is massed where an
attack promises most, by nation, because each pays for its own: guns, tanks and divisions first, then attacks
for as long as they pay. All this is a `Plan` that is kept over turns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import sectors, trenches
from hexfront.games.western_front.staff import nerves, stores
from hexfront.games.western_front.staff.exchange import exchange
from hexfront.games.western_front.staff.line import Line
from hexfront.games.western_front.staff.strikes import STRENGTH_WORTH, Scales, grounds
from hexfront.games.western_front.staff.survey import Survey
from hexfront.games.western_front.staff.territory import in_order
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.plans import Plan, Premise, Rival, Sector, revised

GARRISON = 5.0  # infantry for each side from which a hex can be attacked, for a solid defense [22-19]
MOST_SIDES = 3  # sides from which an attack is reckoned with
LEAST_GARRISON = 4.0  # what stands in every hex, whatever comes
IN_GARRISON = 0.8  # the part of a nation's strength that its garrisons may take
MET = 0.25  # the part of what the enemy has massed before a hex that meets him there, if there is enough
GUNS_COUNT = 2.0  # how many points of infantry a point of guns counts as when it is asked what is massed
OPEN_GARRISON = 14.0  # the most that stands in a hex without a trench before the enemy: who is driven out of
# the open loses much
MASSED = 0.8  # the part of what is left over that comes together for an offensive
LEAST_MASS = 20.0  # strength below which nobody thinks of one
REINFORCED = 1.2  # how many times stronger a hex is thought to be when the attack comes
READY = 0.65  # the part of what an offensive asks for with which it begins
PATIENCE = 3  # turns after which it begins with what there is
LONGEST = 14  # turns after which an offensive has had its time
LEAST_PROMISE = 0.5  # points an attack must promise for a plan to be made
STILL_PAYS = -1.0  # points below which an offensive is broken off
MARGIN = 4.0  # points by which another offensive must be better
MOST_RIVALS = 3
MOST_ATTACKS = 4  # that a nation prepares or carries out at a time
STORES = 45  # supply points that a nation has for each of them
PREPARES, ATTACKS = "is prepared", "is under way"


class Offensive(msgspec.Struct, frozen=True):
    """An attack that a nation could prepare: on which hex, from where, with how much, and its worth."""

    nation: str
    node: int
    origins: tuple[int, ...]
    strength: float
    guns: float
    worth: float
    why: str


def front_hexes(survey: Survey, given_up: Collection[int] = ()) -> dict[int, int]:
    """The hexes at the forward edge of what a side holds, each with the sides it can be attacked from. What
    was given up counts as the enemy's."""
    position, setting = survey.position, survey.position.setting
    holder = [position.holder(node) for node in range(len(setting.board))]
    for node in given_up:
        holder[node] = survey.enemy
    found = {}
    for node, beside in enumerate(setting.crossable):
        if holder[node] == survey.side and not setting.closed[node] and not survey.is_held_by_enemy(node):
            sides = sum(holder[other] == survey.enemy for other in beside)
            if sides:
                found[node] = sides
    return found


class Theatre:
    """What a side has for trench war at one moment, counted once."""

    def __init__(self, scales: Scales, given_up: frozenset[int] = frozenset()) -> None:
        self.scales = scales
        survey = self.survey = scales.survey
        self.position = survey.position
        self.setting = survey.position.setting
        self.given_up = given_up
        self.front = front_hexes(survey, given_up)
        self.owners = self._owners()
        self.strength: dict[str, int] = {}
        self.divisions: dict[str, list[int]] = {}
        self.guns: dict[str, list[float]] = {}
        self.tanks: dict[str, int] = {}
        self._prices: dict[str, float] = {}
        for unit in survey.own_units:
            piece = self.position.piece(unit)
            nation = sectors.nation_of(piece)
            if piece.infantry and unit.strength:
                self.strength[nation] = self.strength.get(nation, 0) + unit.strength
                self.divisions.setdefault(nation, []).append(unit.strength)
            elif piece.artillery and unit.strength:
                self.guns.setdefault(nation, []).append(unit.strength * (0.5 if piece.siege else 1.0))
            elif piece.tank:
                self.tanks[nation] = self.tanks.get(nation, 0) + unit.strength
        self.garrisons = self._garrisons()
        self.massed_before = self._massed_before()

    def _owners(self) -> dict[int, str]:
        """The nation that holds each hex of the front."""
        if self.survey.side == CENTRAL_POWERS:
            return dict.fromkeys(self.front, "ge")
        layout = sectors.layout(self.position)
        return {
            node: layout.owner(node) or sectors.occupant(self.position, node) or "fr" for node in self.front
        }

    def _garrisons(self) -> dict[int, float]:
        """What each hex of the front asks for: by the sides it can be attacked from, as far as there is
        enough."""
        asked = {node: GARRISON * min(MOST_SIDES, sides) for node, sides in self.front.items()}
        found = {}
        for nation in sorted(set(self.owners.values())):
            hexes = [node for node in self.front if self.owners[node] == nation]
            total = sum(asked[node] for node in hexes)
            part = min(1.0, IN_GARRISON * self.strength.get(nation, 0) / total) if total else 1.0
            for node in hexes:
                walls = 0.5 * self.survey.own_forts[node]
                found[node] = max(LEAST_GARRISON, asked[node] * part - walls)
        return found

    def _massed_before(self) -> dict[int, float]:
        """For each hex of the front, what the enemy has massed next to it, guns and all."""
        position, survey = self.position, self.survey
        found = [float(strength) for strength in survey.hostile]
        for unit in survey.hostile_units:
            piece = position.piece(unit)
            if piece.artillery:
                found[unit.at] += GUNS_COUNT * unit.strength * (0.5 if piece.siege else 1.0)
        return {node: sum(found[other] for other in self.setting.crossable[node]) for node in self.front}

    def reinforced(self, shares: Mapping[int, float]) -> dict[int, float]:
        """The shares of the front when what nobody has asked for meets what the enemy has massed: most of it
        goes to where most is lacking against him."""
        found = dict(shares)
        for nation in sorted(set(self.owners.values())):
            hexes = [node for node in self.front if self.owners[node] == nation]
            left = self.strength.get(nation, 0) - sum(found.get(node, 0.0) for node in hexes)
            wanted = {
                node: more
                for node in hexes
                if (more := MET * self.massed_before[node] - self.survey.own_forts[node] - found[node]) > 0
            }
            part = min(1.0, max(0.0, left) / sum(wanted.values())) if wanted else 0.0
            for node, more in wanted.items():
                found[node] += part * more
        return {
            node: share if self.is_sheltered(node) else min(share, OPEN_GARRISON)
            for node, share in found.items()
        }

    def is_sheltered(self, node: int) -> bool:
        """Whether a trench or a fortress keeps those who stand in a hex from being driven out of it."""
        trench = trenches.trench_at(self.position, node, self.survey.side)
        return trench is not None or bool(self.survey.own_forts[node])

    # What could be prepared

    @property
    def needed_guns(self) -> int:
        """[22-20] The guns that an attack on a solid defense calls for."""
        return self.setting.tables.artillery_needed(self.position.year, self.setting.front)

    def offensives(self) -> list[Offensive]:
        """The attacks that nations could prepare, the best of each hex, the best first."""
        found = []
        for nation in sorted(self.strength):
            for node in self._objectives(nation):
                offensive = self.weighed(nation, node)
                if offensive is not None:
                    found.append(offensive)
        return sorted(found, key=lambda each: (-each.worth, each.nation, each.node))

    def _spare(self, nation: str) -> float:
        """What a nation has beyond its garrisons."""
        kept = sum(self.garrisons[node] for node, owner in self.owners.items() if owner == nation)
        return MASSED * max(0.0, self.strength[nation] - kept)

    def beyond_garrisons(self, strength: float, origins: Iterable[int]) -> float:
        """The part of the strength of an offensive that does not stand where it begins anyway."""
        return max(0.0, strength - sum(self.garrisons.get(each, 0.0) for each in origins))

    def price(self, nation: str) -> float:
        """What a supply point is worth to a nation."""
        if nation not in self._prices:
            self._prices[nation] = stores.price_of(self.position, nation)
        return self._prices[nation]

    def most_attacks(self, nation: str) -> int:
        """How many offensives a nation can feed at a time."""
        stock = stores.stock_of(self.position, nation)
        return max(1, min(MOST_ATTACKS, stock // STORES))

    def _objectives(self, nation: str) -> list[int]:
        """The enemy hexes before the front of a nation."""
        crossable = self.setting.crossable
        barred = self.setting.campaign.barred_hexes(self.position, self.survey.side)
        found = {
            other
            for node, owner in self.owners.items()
            if owner == nation
            for other in crossable[node]
            if self.survey.hostile[other] and other not in barred
        }
        return sorted(found)

    def weighed(
        self, nation: str, node: int, given: float = 0.0, given_guns: float = 0.0
    ) -> Offensive | None:
        """An attack with all that could be brought together for it: what other attacks were given is not
        there any more."""
        origins = tuple(each for each in self.setting.crossable[node] if self.owners.get(each, "") == nation)
        best = sorted(self.divisions.get(nation, ()), reverse=True)
        room = sum(self.setting.room[each][0] // 2 for each in origins)
        divisions = best[: max(1, room)]
        there = sum(self.garrisons[each] for each in origins)
        strength = min(float(sum(divisions)), max(0.0, self._spare(nation) - given) + there)
        places = sum(self.setting.room[each][1] for each in origins)
        every = sorted(self.guns.get(nation, ()), reverse=True)
        guns = min(sum(every[:places]), max(0.0, sum(every) - given_guns))
        if strength < LEAST_MASS:
            return None
        worth, why = self.worth(nation, node, origins, (strength, guns), reinforced=REINFORCED)
        return Offensive(nation, node, origins, strength, guns, worth, why)

    def worth(
        self,
        nation: str,
        node: int,
        origins: Iterable[int],
        massed: tuple[float, float],
        *,
        reinforced: float = 1.0,
    ) -> tuple[float, str]:
        """What an attack on a hex is expected to bring, less what it costs, and that in words. ``massed`` are
        the strengths of infantry and guns."""
        strength, guns = massed
        position, survey = self.position, self.survey
        lay = grounds(position, node, origins, survey.enemy, solid=guns < self.needed_guns)
        defense = round(survey.hostile[node] * reinforced)
        column = strength + guns
        found = exchange(
            self.setting,
            position.year,
            attack=int(column / 2 if lay.half else column),
            attack_die=lay.attack_die,
            defense=defense,
            fortress=survey.hostile_forts[node],
            answer_die=lay.answer_die,
            trench=trenches.trench_at(position, node, survey.enemy) is not None,
        )
        defenders = [unit for unit in position.units_at(node) if position.side_of(unit) == survey.enemy]
        hit = found.defender * self.scales.loss_worth(defenders, survey.hostile_forts[node])
        own = nerves.own_weight(position, nation)
        own += STRENGTH_WORTH * nerves.missed(position, nation)
        cost = found.attacker * own / nerves.daring(position, nation)
        points = strength / 4 + guns / 2
        worth = hit - cost + found.taken * self.scales.hex_worth(node) - self.price(nation) * points
        why = f"losses of {found.attacker:.1f} against {found.defender:.1f} expected of an attack"
        return worth, why

    # What stands there now

    def massed(self, origins: Iterable[int]) -> tuple[float, float]:
        """The infantry and the guns that stand in some hexes."""
        strength = guns = 0.0
        for node in origins:
            for unit in self.position.units_at(node):
                piece = self.position.piece(unit)
                if piece.side == self.survey.side and piece.infantry:
                    strength += unit.strength
                elif piece.side == self.survey.side and piece.artillery:
                    guns += unit.strength * (0.5 if piece.siege else 1.0)
        return strength, guns


# The plan


def plan(theatre: Theatre, current: Plan | None) -> Plan:
    """The plan for the coming turns: what each nation prepares or carries out, brought up to date or begun
    anew, and the rest of the front, which is held."""
    offensives = theatre.offensives()
    attacks: list[Sector] = []
    for nation in sorted(theatre.strength):
        attacks += _attacks_of(
            theatre, nation, [each for each in offensives if each.nation == nation], current
        )
    chosen = {aim for each in attacks for aim in each.objective}
    label = theatre.setting.board.label
    rivals = [
        Rival(label(each.node), each.worth)
        for each in offensives
        if label(each.node) not in chosen and each.worth > 0
    ]
    sectors_now = (*attacks, *_quiet(theatre, attacks))
    turn = str(theatre.position.date)
    return Plan(theatre.survey.side, sectors_now, turn, tuple(rivals[:MOST_RIVALS]))


def _attacks_of(
    theatre: Theatre, nation: str, offensives: Sequence[Offensive], current: Plan | None
) -> list[Sector]:
    """The attacks of a nation: those it has begun for as long as they pay, and others beside them as far as
    men, guns and supply points go."""
    before = [each for each in current.with_stance("attack") if each.force == nation] if current else []
    again = current is not None and current.turn == str(theatre.position.date)
    begun = [_brought_up(theatre, each, offensives, again=again) for each in before]
    begun.sort(key=lambda each: -each.value)
    most = theatre.most_attacks(nation)
    found: list[Sector] = []
    for now in begun[:most]:
        others = [each for each in (*found, *begun) if each is not now]
        rival = _rival(theatre, nation, offensives, others)
        taken = revised(now, rival, _facts(theatre, now), MARGIN)
        if taken is not None and not _overlaps(taken, found):
            found.append(taken)
    while len(found) < most:
        rival = _rival(theatre, nation, offensives, found)
        if rival is None:
            break
        found.append(rival)
    return found


def _rival(
    theatre: Theatre, nation: str, offensives: Sequence[Offensive], others: Sequence[Sector]
) -> Sector | None:
    """The best attack that a nation could begin to prepare beside others; None if none is worth it."""
    board = theatre.setting.board
    total = sum(theatre.strength.values()) or 1
    given = given_guns = 0.0
    for each in others:
        origins = [board[label] for label in each.hexes]
        given += theatre.beyond_garrisons(each.share * total, origins)
        given_guns += max(theatre.needed_guns, theatre.massed(origins)[1])
    for offensive in offensives:
        if offensive.worth < LEAST_PROMISE:
            return None
        if _overlaps(_sector(theatre, offensive), others):
            continue
        beside = theatre.weighed(nation, offensive.node, given, given_guns) if others else offensive
        if beside is not None and beside.worth >= LEAST_PROMISE:
            return _sector(theatre, beside)
    return None


def _overlaps(sector: Sector, others: Iterable[Sector]) -> bool:
    """Whether an attack aims where another one does, or begins where it does."""
    return any(
        not set(sector.objective).isdisjoint(each.objective) or not set(sector.hexes).isdisjoint(each.hexes)
        for each in others
    )


def _facts(theatre: Theatre, sector: Sector | None) -> dict[str, float]:
    """What the premises of a sector are about, as it is now."""
    if sector is None:
        return {}
    (aim,) = sector.objective
    node = theatre.setting.board[aim]
    return {
        f"enemy in {aim}": float(theatre.survey.hostile[node] > 0 and bool(sector.hexes)),
        f"worth of {aim}": sector.value,
        f"turns against {aim}": float(sector.since),
    }


def _sector(theatre: Theatre, offensive: Offensive) -> Sector:
    """The sector of an offensive that begins to be prepared."""
    board = theatre.setting.board
    aim = board.label(offensive.node)
    total = sum(theatre.strength.values()) or 1
    return Sector(
        f"{theatre.setting.tables.nations[offensive.nation].name} before {board.name_of(offensive.node)}",
        offensive.nation,
        "attack",
        tuple(board.label(node) for node in offensive.origins),
        (aim,),
        share=offensive.strength / total,
        value=offensive.worth,
        stage=PREPARES,
        why=offensive.why,
        premises=(
            Premise(f"enemy in {aim}", f"the enemy is no longer in {aim}", least=1),
            Premise(f"worth of {aim}", f"attacks on {aim} no longer pay", least=STILL_PAYS),
            Premise(f"turns against {aim}", f"the attack on {aim} has had its time", most=LONGEST),
        ),
    )


def _brought_up(theatre: Theatre, sector: Sector, offensives: Sequence[Offensive], *, again: bool) -> Sector:
    """An attack of the current plan with its value and stage as they are now. ``again`` says that it has been
    looked over in this turn."""
    board = theatre.setting.board
    node = board[sector.objective[0]]
    origins = [board[each] for each in sector.hexes if theatre.front.get(board[each])]
    strength, guns = theatre.massed(origins)
    found = next((each for each in offensives if each.node == node), None)
    stage, since = sector.stage, sector.since + (not again)
    value, why = sector.value, sector.why
    if stage == PREPARES and found is not None:
        wanted = sector.share * (sum(theatre.strength.values()) or 1)
        ready = strength >= READY * wanted and guns >= min(theatre.needed_guns, found.guns)
        value, why = found.worth, found.why
        if ready or since > PATIENCE:
            stage, since = ATTACKS, 0
    elif origins and theatre.survey.hostile[node]:
        value, why = theatre.worth(sector.force, node, origins, (strength, guns))
    hexes = tuple(board.label(each) for each in origins)
    return msgspec.structs.replace(
        sector, hexes=hexes, stage=stage, since=since, value=value, why=why, instead=""
    )


def _quiet(theatre: Theatre, attacks: Sequence[Sector]) -> list[Sector]:
    """The rest of the front, by nation: it is held."""
    label, name_of = theatre.setting.board.label, theatre.setting.board.name_of
    busy = {each for sector in attacks for each in sector.hexes}
    nodes = in_order(theatre.survey, list(theatre.front))
    total = sum(theatre.strength.values()) or 1
    found = []
    for nation in sorted(set(theatre.owners.values())):
        hexes = [node for node in nodes if theatre.owners[node] == nation and label(node) not in busy]
        if not hexes:
            continue
        share = sum(theatre.garrisons[node] for node in hexes) / total
        whose = theatre.setting.tables.nations[nation].name
        why = f"{len(hexes)} hexes of front, {share * total / len(hexes):.0f} points in each"
        name = f"The front of {whose} from {name_of(hexes[0])} to {name_of(hexes[-1])}"
        found.append(Sector(name, nation, "hold", tuple(label(node) for node in hexes), share=share, why=why))
    return found


# Carrying it out


def line_of(theatre: Theatre, chosen: Plan) -> Line:
    """The front with the strength that the plan gives to each hex."""
    board = theatre.setting.board
    shares = dict(theatre.garrisons)
    total = sum(theatre.strength.values())
    for sector in chosen.with_stance("attack"):
        origins = [board[each] for each in sector.hexes]
        for node in origins:
            shares[node] = max(shares.get(node, 0.0), sector.share * total / len(origins))
    left = frozenset(board[label] for sector in chosen.with_stance("retire") for label in sector.hexes)
    held = [node for node in theatre.front if node not in left]
    bare = frozenset(node for node in held if not theatre.is_sheltered(node))
    shares = {node: share for node, share in theatre.reinforced(shares).items() if node not in left}
    focus = frozenset(board[label] for sector in chosen.with_stance("attack") for label in sector.hexes)
    return Line(in_order(theatre.survey, held), shares, bare | left, focus)


def aims(chosen: Plan | None, stage: str) -> set[str]:
    """The hexes that the plan attacks, as far as it has come to a stage."""
    if chosen is None:
        return set()
    return {aim for each in chosen.with_stance("attack") if each.stage == stage for aim in each.objective}


def origins_of(position: WesternFrontPosition, chosen: Plan | None) -> dict[int, str]:
    """The hexes from which the plan attacks, each with the hex that is attacked."""
    if chosen is None:
        return {}
    board = position.setting.board
    return {
        board[each]: sector.objective[0] for sector in chosen.with_stance("attack") for each in sector.hexes
    }
