"""The admiralty: engagements by their exact odds, seas held where they can be, raiders and convoys sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hexfront.games.storm_of_steel import matters, orders
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import (
    commerce,
    convoys,
    fleets,
    naval_combat,
    naval_losses,
    rebasing,
    sea_control,
    sorties,
)
from hexfront.games.storm_of_steel.rules.naval_combat import WORTH, Force
from hexfront.games.storm_of_steel.sea_orders import (
    Convoy,
    Intercept,
    Muster,
    OpenFire,
    Seek,
    SendRaiders,
)
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, other_side
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Order, Sight

BOLD = 1.5  # what the enemy must lose, for what is lost, before one seeks him out
READY = 0.9  # and before one comes out to him
STUBBORN = 0.7  # where a sea would be lost otherwise
DOGGED = 0.35  # and where the blockade hangs on it
SAFE = 2.0  # times the enemy's ships of the line with which a sea is held though some are lost
OUTGUNNED = 0.5  # share of the enemy's fire with which one still fires first
BLOCKADED = SEAS["North Sea"]
ESCORTS = 4  # convoys that are enough
LEEWAY = 6  # strength by which convoys may be stronger while raiders still find stragglers
PACK = 2  # raiders that are worth a die of supplies
MOST = 10
BATTLESHIP = (10, 8, WORTH["BB"])
CRUISER = (4, 2, WORTH["CA"])
LEAST_COMPANY = 2  # cruisers that are with any fleet
SKILL = {"germany": 2, "great-britain": 1, "united-states": 1}


def best_fleet(position: SteelPosition, sea: str, side: str, most: int = 10) -> list[str]:
    """The strongest fleet that a side can send from one base. German submarines are no part of it: they are
    for the trade routes, and who has fought cannot raid in the same turn."""
    bases: dict[int, list[str]] = {}
    for name in fleets.willing(position, sea, side, ()):
        piece = position.piece(position.units[name])
        if (piece.kind, piece.country) == ("SS", commerce.PAYER):
            continue
        bases.setdefault(position.units[name].at, []).append(name)
    found = [_strongest(position, names, most) for names in bases.values()]
    return max(found, key=lambda names: fleets.strength(position, names), default=[])


def _strongest(position: SteelPosition, names: Sequence[str], most: int) -> list[str]:
    """The ships with most guns, and a light one among them to be lost in their place [26.33]."""
    ranked = sorted(names, key=lambda name: (-fleets.ship_of(position, name).combat, name))
    chosen = ranked[:most]
    light = [name for name in ranked[most:] if fleets.ship_of(position, name).protection <= 2]
    if light and not any(fleets.ship_of(position, name).protection <= 2 for name in chosen):
        chosen[-1] = light[0]
    return chosen


def _odds(position: SteelPosition, own: Sequence[str], sea: str, enemy: str, *, attacks: bool) -> float:
    """What a fleet sinks for what it loses, in the mean, against the ships of the line that the enemy was
    counted to have on a sea, and two cruisers to three of them; what else he has there is not known."""
    number = min(sea_control.line_count(position, sea, enemy), MOST)
    mine = naval_combat.force(position, own)
    company = min(MOST - number, max(LEAST_COMPANY, 2 * number // 3))
    theirs = Force((BATTLESHIP,) * number + (CRUISER,) * company, 1 if number else 2)
    mates = {position.piece(position.units[name]).country for name in own}
    skill = min((SKILL.get(country, 0) for country in mates), default=0) if len(mates) == 1 else 0
    if attacks:
        lost, sunk = naval_combat.expected(position, mine, theirs, skill - 1)
    else:
        sunk, lost = naval_combat.expected(position, theirs, mine, 1 - int(skill > 0))
    return sunk / max(lost, 0.01)


def seek(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[25.31] Seek the enemy where the exact odds are good."""
    position, side = survey.position, survey.side
    best: tuple[float, Seek] | None = None
    for action in sight.decision.choices():
        if isinstance(action, Seek):
            own = best_fleet(position, action.sea, side)
            if own:
                ratio = _odds(position, own, action.sea, other_side(side), attacks=True)
                best = max(best or (0.0, action), (ratio, action), key=lambda each: each[0])
    if best is None or best[0] < BOLD:
        return Order(PASS, "The fleet stays where it counts most.")
    return Order(best[1], f"Ships worth {best[0]:.1f} are sunk for one that is lost, in the mean.")


def answer(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[25.31] [25.32] Come out where it pays, or where a sea would be lost; always hunt raiders."""
    about = sight.decision.about
    assert isinstance(about, matters.Sighted)
    position, side = survey.position, survey.side
    own = best_fleet(position, about.sea, side)
    if not own:
        return Order(PASS, "There is no ship to send.")
    if about.mission != sorties.ENGAGEMENT:
        return Order(Intercept(), "They may be caught.")
    ratio = _odds(position, own, about.sea, other_side(side), attacks=False)
    needed = READY
    if sea_control.dominated_by(position, about.sea) == side:
        needed = DOGGED if side == ENTENTE and about.sea == BLOCKADED else STUBBORN
    if ratio < needed:
        return Order(PASS, f"We would sink only {ratio:.1f} for each that we lose.")
    return Order(Intercept(), f"We sink {ratio:.1f} for each that we lose, in the mean.")


def squadron(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[25.31] [25.33] [3.2-5a] Which ships sail: the strongest fleet, all submarines, or what protects a
    line."""
    about = sight.decision.about
    assert isinstance(about, matters.Squadron)
    position = survey.position
    offered = [each.unit for each in sight.decision.choices() if isinstance(each, Muster)]
    wanted = _wanted(position, about, offered, survey.side)
    for name in wanted:
        if name in offered:
            return Order(Muster(name), "It is needed.")
    if PASS in sight.decision.choices():
        return Order(PASS, "These are enough.")
    return Order(Muster(offered[0]), "Somebody must go.")


def _wanted(position: SteelPosition, about: matters.Squadron, offered: Sequence[str], side: str) -> list[str]:
    kinds = {name: fleets.ship_of(position, name).kind for name in offered}
    if about.mission == sorties.RAIDING and side == CENTRAL_POWERS:
        return [name for name in offered if kinds[name] == "SS"]
    if about.mission == sorties.RAIDING:
        return sorted(offered, key=lambda name: (-fleets.ship_of(position, name).contact, name))[: about.most]
    if about.mission == sorties.INTERDICTION:
        return [*offered]
    offered = [name for name in offered if kinds[name] != "SS"] or offered  # they are for the trade routes
    if about.units:
        return _strongest(position, offered, about.most - len(about.units))
    bases: dict[int, list[str]] = {}
    for name in offered:
        bases.setdefault(position.units[name].at, []).append(name)
    found = [_strongest(position, names, about.most) for names in bases.values()]
    return max(found, key=lambda names: fleets.strength(position, names), default=[])


def mission(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[25.33] Submarines are sent out together, or to those that are out already."""
    position = survey.position
    out = convoys.in_zone(position, CENTRAL_POWERS)
    for action in sight.decision.choices():
        if isinstance(action, SendRaiders):
            pack = [
                name
                for name in sorties.raiders(position, action.sea)
                if fleets.ship_of(position, name).kind == "SS"
            ]
            if len(pack) >= PACK or (pack and out):
                return Order(action, f"{len(pack)} submarines against shipping.")
    return Order(PASS, "No ship is risked for a town.")


def fire(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[26.32] The first salvo is used, unless the enemy is much stronger."""
    about = sight.decision.about
    assert isinstance(about, matters.Encounter)
    position = survey.position
    own, enemy = about.attackers, about.defenders
    if about.side != survey.side:
        own, enemy = enemy, own
    mine, theirs = (fleets.strength(position, names) for names in (own, enemy))
    if mine < OUTGUNNED * theirs:
        return Order(PASS, f"{mine} against {theirs} is no fight to choose.")
    return Order(OpenFire(), "Who fires first is fired at by fewer.")


def sink(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[26.33] The ships with which the least worth goes."""
    about = sight.decision.about
    if not isinstance(about, matters.Sinking):
        return None
    position = survey.position
    ships = [fleets.ship_of(position, name) for name in about.units]
    lost = naval_losses.cheapest([(ship.protection, WORTH[ship.kind]) for ship in ships], about.points)
    chosen = about.units[lost[0]] if lost else about.units[0]
    return Order(orders.Lose(chosen), f"{about.points} factors are owed, and with it the least is lost.")


def raid(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[27.3] Raiders attack as long as convoys leave them any strength."""
    net = commerce.strength(survey.position)
    if net <= -LEEWAY:
        return Order(PASS, "The convoys are too strong.")
    return Order(orders.Raid(), f"A strength of {net} against shipping.")


def convoy(sight: Sight, position: SteelPosition) -> Order | None:
    """[27.7] Escorts go to the trade routes while raiders are there and more are needed."""
    if position.active != ENTENTE or len(convoys.in_zone(position, ENTENTE)) >= ESCORTS:
        return None
    if not convoys.in_zone(position, CENTRAL_POWERS):
        return None
    for action in convoys.designated(position):
        if fleets.ship_of(position, action.unit).kind == "ESC":
            return Order(Convoy(action.unit), "Convoys need escorts.")
    return None


def is_by_the_routes(position: SteelPosition, node: int) -> bool:
    """[27.2] Whether a harbour is on a sea from which the trade routes are reached."""
    return not convoys.seas(position).isdisjoint(sea_control.seas_of(position, node))


def rebase(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[25.34] Ships of the line go to the North Sea from seas on which the enemy has none, German submarines
    to where the trade routes are reached."""
    position, side = survey.position, survey.side
    if (sailing := _to_the_routes(sight, survey)) is not None:
        return sailing
    enemy = other_side(side)
    own, theirs = (sea_control.line_count(position, BLOCKADED, each) for each in (side, enemy))
    if not theirs or own >= SAFE * theirs:
        return Order(PASS, "The ships lie where they are wanted.")
    best: tuple[int, orders.Rebase] | None = None
    for action in sight.decision.choices():
        if not isinstance(action, orders.Rebase):
            continue
        unit = position.units[action.unit]
        here = sea_control.seas_of(position, unit.at)
        idle = not any(sea_control.line_count(position, sea, enemy) for sea in here)
        if position.piece(unit).kind in sea_control.LINE and BLOCKADED not in here and idle:
            near = _nearness(position, survey.board[action.to], side) if action.to in survey.board else 0
            if near:
                best = max(best or (0, action), (near, action), key=lambda each: each[0])
    if best is None:
        return Order(PASS, "The ships lie where they are wanted.")
    return Order(best[1], "In the North Sea every ship of the line counts.")


def _to_the_routes(sight: Sight, survey: Survey) -> Order | None:
    position = survey.position
    for action in sight.decision.choices():
        if isinstance(action, orders.Rebase) and action.to in survey.board:
            unit = position.units[action.unit]
            piece = position.piece(unit)
            if (piece.kind, piece.country) != ("SS", commerce.PAYER) or convoys.is_in_zone(position, unit):
                continue
            if is_by_the_routes(position, unit.at):
                continue
            if is_by_the_routes(position, survey.board[action.to]):
                return Order(action, "From there it reaches the trade routes.")
    return None


def _nearness(position: SteelPosition, node: int, side: str) -> int:
    """Two for a base on the North Sea in which ships of the line of this side lie, one for another from which
    that sea is next."""
    if BLOCKADED in sea_control.seas_of(position, node):
        mates = any(
            position.piece(unit).kind in sea_control.LINE and position.side_of(unit) == side
            for unit in position.units_at(node)
        )
        return 2 if mates else 0
    return int(rebasing.reached(position, side, node).get(BLOCKADED) == 1)


def gunfire(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[25.42] Every capital ship that can supports a landing."""
    for action in sight.decision.choices():
        if isinstance(action, Muster):
            return Order(action, "Every gun helps.")
    return Order(PASS, "That is all there is.")


Answer = Callable[[Sight, Survey, Level], Order | None]
ANSWERS: dict[str, Answer] = {
    "engagement": seek,
    "intercept": answer,
    "squadron": squadron,
    "naval mission": mission,
    "open fire": fire,
    naval_losses.SINKING: sink,
    "raid": raid,
    "rebase": rebase,
    "gunfire": gunfire,
}
