"""The small decisions of battle and of arrival: losses, retreats, advances, places."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.games.storm_of_steel import matters, orders
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import battles, landings
from hexfront.games.storm_of_steel.staff import fights, navy
from hexfront.games.storm_of_steel.staff.levels import Level
from hexfront.games.storm_of_steel.staff.line import Line
from hexfront.games.storm_of_steel.staff.survey import Survey
from hexfront.games.storm_of_steel.staff.theatres import Theatres
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Order, Sight

QUALITY = {"shock": 3.0, "tank-corps": 3.0, "alpine": 1.5, "active": 1.0, "cavalry": 0.5, "headquarters": 4.0}
AT_SEA = ("SS", "ESC")  # ships whose war is that on the trade routes
CROWDED = 5.0
STACKED = 3  # corps that a hex holds
ENTERS = 0.02  # what another unit must add
LAST = 0.6  # what it costs to leave a hex empty before the enemy
MISSED = 6.0  # what it counts for that a theatre has nothing of what it should have


def worth_of(survey: Survey, unit: Unit) -> float:
    """What a unit is worth to keep."""
    piece = survey.position.piece(unit)
    return piece.strength + QUALITY.get(piece.kind, 0.0) + (6.0 if piece.fort else 0.0)


def lose(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[14.21] Give up the unit that covers what is owed with the least worth; or the least of all."""
    about = sight.decision.about
    assert isinstance(about, matters.Owed)
    position = survey.position
    attacks = position.active == survey.side

    def price(action: orders.Lose) -> tuple[bool, float, str]:
        unit = position.units[action.unit]
        worth = worth_of(survey, unit)
        covers = battles.strength(position, unit, attacks=attacks) >= about.points
        return (not covers, worth if covers else -worth, action.unit)

    found = [action for action in sight.decision.choices() if isinstance(action, orders.Lose)]
    chosen = min(found, key=price)
    return Order(chosen, f"{about.points} points are owed, and with it the least is lost.")


def retreat(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[12.1] To where most is at stake and the enemy is not stronger."""
    position = survey.position
    most = survey.setting.number("stacking")

    def good(action: orders.Retreat) -> tuple[float, str]:
        node = survey.board[action.to]
        held = sum(battles.strength(position, unit, attacks=False) for unit in position.troops_at(node))
        score = survey.peril.get(node, 0.0) + 0.1 * held - 0.05 * survey.threat.get(node, 0.0)
        if position.loads[node] >= most:
            score -= CROWDED
        return score + (0.5 if node in survey.supplied else 0.0), action.to

    found = [action for action in sight.decision.choices() if isinstance(action, orders.Retreat)]
    chosen = max(found, key=good)
    return Order(chosen, f"At {chosen.to} it covers most, and the enemy can strike it least.")


def excess(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[13.2] The weakest goes home."""
    found = [action for action in sight.decision.choices() if isinstance(action, orders.SendHome)]
    chosen = min(
        found, key=lambda action: (worth_of(survey, survey.position.units[action.unit]), action.unit)
    )
    return Order(chosen, "It is missed least.")


def advance(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[11.7] Ground that was won is entered, by as many as can hold it and are not missed elsewhere."""
    position = survey.position
    line = Line(survey, level)
    offered: dict[int, list[tuple[float, int, orders.Advance]]] = {}
    for action in sight.decision.choices():
        if isinstance(action, orders.Advance):
            unit, node = position.units[action.unit], survey.board[action.to]
            price = _missed(survey, line, unit)
            strength = position.piece(unit).strength
            offered.setdefault(node, []).append((price, -strength, action))
    best: tuple[float, orders.Advance] | None = None
    for node, found in offered.items():
        found.sort(key=lambda each: (each[0], each[1], each[2].unit))
        strength = sum(position.piece(unit).strength for unit in position.troops_at(node))
        had = _kept(survey, node, strength) if strength else 0.0
        cost = 0.0
        for price, minus, _ in found[: STACKED - position.loads[node]]:
            cost, strength = cost + price + ENTERS, strength - minus
            score = _kept(survey, node, strength) - had - cost
            if score > 0 and (best is None or score > best[0]):
                best = (score, found[0][2])
    if best is None:
        return Order(PASS, "The rest is needed where it stands.")
    node = survey.board[best[1].to]
    where = survey.name(node)
    return Order(best[1], f"{where} has been won and is worth {survey.worth(node):.1f} points.")


def _missed(survey: Survey, line: Line, unit: Unit) -> float:
    """What it costs that a unit leaves its hex for ground that was won: much if it is the last there."""
    alone = sum(survey.fights(each) for each in survey.position.troops_at(unit.at)) <= 1
    if not alone or not survey.threat.get(unit.at, 0.0):
        return 0.0
    return LAST + 0.5 * line.needs.get(unit.at, 0.0)


def _kept(survey: Survey, node: int, strength: float) -> float:
    """What ground that was won is worth if so much stands in it: less by what the enemy may do there next,
    and most if nobody would come back from it."""
    falls = survey.falls(node, strength)
    return survey.worth(node) * (1 - falls) - survey.toll(node, strength, {node})


def table(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[14.3] The table that promises most; in a landing the one that most often takes the port [25.42]."""
    about = sight.decision.about
    assert isinstance(about, matters.Battle)
    position = survey.position
    node = survey.board[about.at]
    if about.guns is not None:
        return _landing_table(position, about, about.guns)
    battle = battles.battle_of(position, node, [position.units[name] for name in about.units])
    ground = survey.worth(node) if position.is_open(node, survey.side) else 0.0
    found = fights.outlooks(position, battle)
    caution, bounty = Theatres(survey).caution(node), survey.bounty(node)
    best = max(found, key=lambda each: (not each.ruinous, each.value(ground, caution, bounty)))
    despite = "" if not best.ruinous else "the attack was begun, and no table is better."
    return Order(orders.UseTable(best.table), f"{best.words()}.".capitalize(), despite)


def _landing_table(position: SteelPosition, about: matters.Battle, guns: int) -> Order:
    """[25.42] The table on which most dice win the port."""
    battle = landings.landing_of(position, about.units, position.setting.board[about.at])
    combat = position.setting.printed.land.combat

    def won(name: str) -> int:
        column = landings.column_of(position, battle, name, guns)
        return sum(landings.wins(combat[name].cells[die, column], len(about.units)) for die in range(1, 7))

    best = max(battles.tables(position, battle), key=won)
    return Order(orders.UseTable(best), f"{won(best)} of six dice take the port.")


def deploy(sight: Sight, survey: Survey, level: Level) -> Order | None:
    """[7.6] Where a unit comes nearest to where troops are missed."""
    position = survey.position
    line = Line(survey, level)
    line.begin(unit for unit in position.ashore(survey.side) if position.piece(unit).land)
    found = [action for action in sight.decision.choices() if isinstance(action, orders.Deploy)]
    if not found:
        return None
    piece = position.setting.pieces[found[0].unit]
    field = line.field
    theatres = Theatres(survey)

    def good(action: orders.Deploy) -> tuple[float, str]:
        node = survey.board[action.at]
        if piece.kind in AT_SEA:
            return float(navy.is_by_the_routes(position, node)), action.at
        if piece.fort:
            return survey.prizes.get(node, 0.0) * survey.threat.get(node, 0.0), action.at
        missed = MISSED * max(min(theatres.shortage(theatres.of.get(node, "")), 1.0), -1.0)
        return field.get(node, 0.0) + line.needs.get(node, 0.0) + missed, action.at

    chosen = max(found, key=good)
    where = survey.name(survey.board[chosen.at])
    return Order(chosen, f"From {where} the way is shortest to where troops are missed.")


Answer = Callable[[Sight, Survey, Level], Order | None]
ANSWERS: dict[str, Answer] = {
    "lose": lose,
    "retreat": retreat,
    "excess": excess,
    "advance": advance,
    "table": table,
    "deploy": deploy,
}
