"""The small decisions: everything a staff is asked between its orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from hexfront.games.western_front.matters import (
    Advancing,
    Delivering,
    Evading,
    Leaving,
    ReleasingGas,
    Standing,
)
from hexfront.games.western_front.orders import (
    Advance,
    Aim,
    ChooseTerrain,
    Deliver,
    Dig,
    Fortify,
    GiveUp,
    Lose,
    Mobilize,
    Place,
    ReleaseGas,
    RetreatTo,
    SendAway,
    Stand,
    TakeIn,
    Withdraw,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import assault_training, morale
from hexfront.games.western_front.rules.prospects import forecasts
from hexfront.games.western_front.staff import budget, deploying, depots, following, ground, stores
from hexfront.games.western_front.staff.strikes import KEPT_HEX
from hexfront.games.western_front.staff.survey import Survey
from hexfront.kernel.actions import PASS
from hexfront.kernel.planning import Order, Sight

MOST_IN_THE_OPEN = 14.0  # strength that follows into a hex in the trench war
GAS_WORTH = 1.5  # points that gas must add to an attack; a counter is rarely gained

Answer = Callable[[Sight, Survey], Order | None]


def _position(sight: Sight) -> WesternFrontPosition:
    position = sight.position
    assert isinstance(position, WesternFrontPosition)
    return position


def _label(position: WesternFrontPosition, name: str) -> str:
    unit = position.units.get(name) or position.waiting.get(name) or position.lost.get(name)
    return position.piece(unit).label if unit else name


def usual(sight: Sight, why: str) -> Order | None:
    """The title's own advice."""
    default = sight.decision.default()
    return Order(default, why) if default is not None else None


# Combat


def terrain(sight: Sight, survey: Survey) -> Order | None:
    """[13-3] The terrain with the best odds for the defender; a fortress is never given up for it."""
    default = sight.decision.default()
    if isinstance(default, ChooseTerrain):
        return Order(default, f"{default.terrain.capitalize()} ground costs the attacker most.")
    return None


def stand(sight: Sight, survey: Survey) -> Order | None:
    """[14-2] Hold, or retreat and lose a third less: by what the loss is, and what the hex is worth."""
    position = _position(sight)
    about = sight.decision.about
    if not isinstance(about, Standing):
        return usual(sight, "The usual answer to a loss like this.")
    side, node, loss = sight.side, about.battle.node, about.loss
    where = position.setting.board.name_of(node)
    units = [
        unit
        for unit in position.units_at(node)
        if position.side_of(unit) == side and position.piece(unit).ground_combat
    ]
    strength = sum(unit.strength for unit in units)
    guns = sum(1 for unit in units if position.piece(unit).artillery)
    held_worth = 2.0 + (
        ground.city_worth(position, node)
        if position.setting.board.country[node] == ground.home_of(side)
        else 0.0
    )
    held_worth += 8.0 * guns + (20.0 if position.fortress_at(node) else 0.0)
    if node in position.markers:
        held_worth += max(6.0, KEPT_HEX * position.setting.parameters.demoralization.lost_trench_hex)
    # Who stays answers with half as much again, and is more likely to be struck once more.
    spared = loss / 3
    answer = strength * 0.17
    stays = held_worth + answer > spared + 0.15 * survey.threat.get(node, 0) * loss / max(1, strength)
    if loss >= strength:
        stays = position.fortress_at(node) is not None
    if stays and Stand() in sight.decision.choices():
        return Order(
            Stand(),
            f"{where} is held: {loss} of {strength} points are lost, and leaving saves only {spared:.0f}.",
        )
    return Order(
        Withdraw(), f"{where} is left: with {loss} of {strength} points to lose, retreat saves {spared:.0f}."
    )


def lose(sight: Sight, survey: Survey) -> Order | None:
    """[13-21] Losses fall where they cost least demoralization and leave the stronger units whole."""
    position = _position(sight)
    offered = [action for action in sight.decision.choices() if isinstance(action, Lose)]
    if not offered:
        return None

    def price(action: Lose) -> tuple[float, float, str]:
        unit = position.units[action.unit]
        piece = position.piece(unit)
        counted = bool(morale.counted_nation(position, piece.nation))
        points = (2.0 if piece.cavalry or piece.artillery else 1.0) if counted else 0.5
        return points, -unit.strength, action.unit

    best = min(offered, key=price)
    return Order(best, f"{_label(position, best.unit)} can bear the loss best.")


def retreat(sight: Sight, survey: Survey) -> Order | None:
    """[14-6] To where friends are and the enemy can strike least."""
    position = _position(sight)
    board = position.setting.board
    offered = [action for action in sight.decision.choices() if isinstance(action, RetreatTo)]
    if not offered:
        return None

    def worth(action: RetreatTo) -> tuple[float, str, str]:
        node = board[action.to]
        friends = sum(unit.strength for unit in position.combat_units_at(node, sight.side))
        return min(friends, 30) - survey.threat.get(node, 0) / 4, action.unit, action.to

    best = max(offered, key=worth)
    return Order(best, f"{_label(position, best.unit)} falls back on {board.name_of(board[best.to])}.")


def evade(sight: Sight, survey: Survey) -> Order | None:
    """[30-2] Cavalry that stands alone leaves before infantry strikes it, but not guns and headquarters."""
    position = _position(sight)
    about = sight.decision.about
    riders = [position.units[name] for name in about.units] if isinstance(about, Evading) else []
    if PASS in sight.decision.choices() and any(following.leaves_wards(position, unit) for unit in riders):
        return Order(PASS, "Cavalry stays with the guns and headquarters that would be lost without it.")
    return usual(sight, "Cavalry does not wait for infantry where it stands alone.")


def advance(sight: Sight, survey: Survey, *, careful: bool = False) -> Order:
    """[15-1] Follow into the hex, with as much as can hold it, unless it is a trap."""
    position = _position(sight)
    board = position.setting.board
    offered = [action for action in sight.decision.choices() if isinstance(action, Advance)]
    about = sight.decision.about
    if not offered or not isinstance(about, Advancing):
        return Order(PASS, "Nobody can follow.")
    node = about.node
    there = sum(unit.strength for unit in position.combat_units_at(node, sight.side))
    threat = survey.threat.get(node, 0)
    units = [position.units[each.unit] for each in offered]
    where = board.name_of(node)
    if not there:  # those who lost less may still follow [15-4]
        waiting = [position.units[name] for name in about.units]
        waiting = [unit for unit in waiting if not following.leaves_wards(position, unit)]
        why = following.why_not_follow(position, survey, node, waiting, careful=careful)
        if why is not None:
            return Order(PASS, why)
    units = [unit for unit in units if not following.leaves_wards(position, unit)]
    if not units:
        return Order(PASS, f"Nobody follows to {where}: guns or a headquarters would stay behind alone.")
    best = max(units, key=lambda unit: (unit.strength, unit.name))
    enough = max(8.0, threat / 3)
    if ground.is_static(position):  # no trench is there yet: who is driven out again loses much
        enough = min(enough, MOST_IN_THE_OPEN)
    here = sum(unit.strength for unit in position.combat_units_at(best.at, sight.side))
    remain = here - best.strength
    if there >= enough or (there >= 8 and remain < 5 and survey.threat.get(best.at, 0) > 20):
        return Order(PASS, f"{there} points are enough in {where}; the others keep their place in the line.")
    return Order(Advance(best.name), f"{_label(position, best.name)} takes {where}.")


def aim(sight: Sight, survey: Survey) -> Order | None:
    if Aim("fortress") in sight.decision.choices():
        return Order(Aim("fortress"), "The guns are directed at the works.")
    return None


def gas(sight: Sight, survey: Survey) -> Order | None:
    """[WF 9-3] A counter is used where it adds enough by the exact odds; else it is kept."""
    position = _position(sight)
    about = sight.decision.about
    if not isinstance(about, ReleasingGas) or ReleaseGas() not in sight.decision.choices():
        return None
    with_gas = msgspec.structs.replace(about.battle, gas=True)
    plain, gassed = (
        stores.attack_value(forecasts(position, battle)[0]) for battle in (about.battle, with_gas)
    )
    if gassed - plain >= GAS_WORTH:
        return Order(ReleaseGas(), f"Gas adds {gassed - plain:.1f} points to the attack.")
    return Order(PASS, f"Gas would add only {gassed - plain:.1f} points: it is kept for a better attack.")


# Arrival


def mobilize(sight: Sight, survey: Survey) -> Order | None:
    """[WF 6] The strongest unit that is nearest to where the line is carried forward."""
    position = _position(sight)
    offered = [action for action in sight.decision.choices() if isinstance(action, Mobilize)]
    if not offered:
        return None
    far = survey.hexes_to_field_army
    best = min(
        offered,
        key=lambda each: (-position.units[each.unit].strength, far[position.units[each.unit].at], each.unit),
    )
    return Order(best, f"{_label(position, best.unit)} is strong and near the enemy.")


def place(sight: Sight, survey: Survey) -> Order | None:
    """[25-2] As near to the threatened part of the line as the trains come."""
    position = _position(sight)
    board = position.setting.board
    offered = [action for action in sight.decision.choices() if isinstance(action, Place)]
    default = sight.decision.default()
    if not offered or sight.decision.kind != "place":
        return usual(sight, "Where it was meant to be.")
    coming = position.waiting.get(offered[0].unit)
    if coming is not None and position.piece(coming).replacement:
        hexes = [board[action.at] for action in offered]
        node = depots.arrival(survey, position.piece(coming).nation, hexes)
        return Order(offered[hexes.index(node)], "Replacements arrive where a headquarters can use them.")
    need = {action: _need_near(survey, board[action.at]) for action in offered}
    best = max(offered, key=lambda each: (need[each] + (0.5 if each == default else 0), each.at))
    return Order(
        best,
        f"{_label(position, best.unit)} arrives in {board.name_of(board[best.at])}, where it is needed most.",
    )


def _need_near(survey: Survey, node: int) -> float:
    """How much the enemy outweighs us within a few marches of a hex."""
    worth = 0.0
    for other in survey.board.within(node, 6):
        worth += (survey.hostile[other] - 0.8 * survey.own[other]) / (
            2 + (survey.board.distance(node, other) or 0)
        )
    return worth


def deliver(sight: Sight, survey: Survey) -> Order | None:
    """[25-7] To the headquarters that has least for what stands before it; to allies only what they may
    hold."""
    position = _position(sight)
    about = sight.decision.about
    giver = about.nation if isinstance(about, Delivering) else ""
    best: Deliver | None = None
    score = 0.0
    near: dict[str, int] = {}  # the enemy before each headquarters
    for action in sight.decision.choices():
        if not isinstance(action, Deliver):
            continue
        unit = position.units.get(action.to)
        if unit is None:
            value = 0.01 * action.points
        else:
            nation = position.piece(unit).nation
            if giver and nation != giver and not budget.has_room(position, nation, action.points):
                continue
            if unit.name not in near:
                near[unit.name] = sum(survey.hostile[node] for node in survey.board.within(unit.at, 6))
            value = (near[unit.name] + 10) * action.points / (unit.supply + action.points + 15)
        if best is None or value > score:
            best, score = action, value
    if best is None:
        return None
    who = _label(position, best.to) if best.to in position.units else f"a shipment at {best.to}"
    return Order(best, f"{best.points} supply points for {who}, which needs them most.")


def send_away(sight: Sight, survey: Survey) -> Order | None:
    """[WF 3-5] Who goes east: the cheapest in strength over what is owed, and the farthest from the enemy."""
    position = _position(sight)
    offered = [action for action in sight.decision.choices() if isinstance(action, SendAway)]
    about = sight.decision.about
    if not offered or not isinstance(about, Leaving):
        return usual(sight, "As the schedule demands.")
    owed = about.points
    far = survey.hexes_to_field_army

    def price(action: SendAway) -> tuple[int, int, str]:
        unit = position.units[action.unit]
        return max(0, unit.strength - owed), -far[unit.at], action.unit

    best = min(offered, key=price)
    return Order(best, f"{_label(position, best.unit)} is farthest from the enemy of those that may go east.")


def take_in(sight: Sight, survey: Survey) -> Order | None:
    offered = [action for action in sight.decision.choices() if isinstance(action, TakeIn)]
    if not offered:
        return None
    position = _position(sight)
    seats = {each: position.units[each.headquarters] for each in offered}
    shipment = position.units[offered[0].shipment]
    owner = position.piece(shipment).nation
    own = [each for each, seat in seats.items() if position.piece(seat).nation == owner]
    allied = [
        each
        for each, seat in seats.items()
        if budget.has_room(position, position.piece(seat).nation, shipment.supply)
    ]
    if not (own or allied):
        return Order(PASS, "The shipment waits: there, it would be more than may be held [WF 23-13].")
    best = min(own or allied, key=lambda each: (seats[each].supply, each.headquarters))
    return Order(best, "The shipment has come to its headquarters.")


# Trenches, recombination, room


def dig(sight: Sight, survey: Survey) -> Order | None:
    """[22-1] Wherever the line faces the enemy and will not move on soon."""
    position = _position(sight)
    board = position.setting.board
    best: tuple[float, Dig] | None = None
    for action in sight.decision.choices():
        if not isinstance(action, Dig):
            continue
        node = board[action.at]
        if survey.hexes_to_enemy[node] > 2:
            continue
        worth = survey.threat.get(node, 0) + 10.0 * (survey.hexes_to_enemy[node] == 1)
        if best is None or worth > best[0]:
            best = worth, action
    if best is None:
        return Order(PASS, "No hex that faces the enemy is left to dig in.")
    node = board[best[1].at]
    return Order(
        best[1],
        f"The line freezes at {board.name_of(node)}, which {survey.threat.get(node, 0)} points can strike.",
    )


def fortify(sight: Sight, survey: Survey) -> Order | None:
    """[WF 8-2] The Line is built in the front, where most can strike it."""
    position = _position(sight)
    board = position.setting.board
    offered = [action for action in sight.decision.choices() if isinstance(action, Fortify)]
    front = [action for action in offered if survey.hexes_to_enemy[board[action.at]] <= 1]
    if not front:
        return Order(PASS, "No engineer stands in the front.")
    best = max(front, key=lambda each: (survey.threat.get(board[each.at], 0), each.at))
    node = board[best.at]
    return Order(
        best, f"The Line is built at {board.name_of(node)}, which {survey.threat.get(node, 0)} can strike."
    )


def donate(sight: Sight, survey: Survey) -> Order | None:
    """[WF 12-17] Those farthest from the enemy give their men, a part each."""
    position = _position(sight)
    offered = [action for action in sight.decision.choices() if isinstance(action, SendAway)]
    if not offered:
        return None
    far = survey.hexes_to_field_army

    def rank(action: SendAway) -> tuple[bool, int, int, str]:
        unit = position.units[action.unit]
        drawn = assault_training.drawn_strength(position, unit.name) > 0
        return drawn or 2 * action.points > unit.strength, -far[unit.at], -action.points, action.unit

    best = min(offered, key=rank)
    return Order(best, f"{_label(position, best.unit)} is far from the enemy and gives up men.")


def recombine(sight: Sight, survey: Survey) -> Order | None:
    return usual(sight, "Replacements go to the units that miss most.")


def draw(sight: Sight, survey: Survey) -> Order | None:
    return usual(sight, "Replacements are used before fighting units are.")


def rebuild(sight: Sight, survey: Survey) -> Order | None:
    """[23-5] Back with the headquarters that has most of the enemy before it."""
    position = _position(sight)
    board = position.setting.board
    offered = [action for action in sight.decision.choices() if isinstance(action, Place)]
    if not offered:
        return None
    best = max(offered, key=lambda each: (_need_near(survey, board[each.at]), each.at))
    return Order(best, f"{_label(position, best.unit)} is formed again where it is needed.")


def surplus(sight: Sight, survey: Survey) -> Order | None:
    position = _position(sight)
    offered = [action for action in sight.decision.choices() if isinstance(action, GiveUp)]
    if not offered:
        return None

    def price(action: GiveUp) -> tuple[float, str]:
        unit = position.units[action.unit]
        piece = position.piece(unit)
        return unit.strength * (2.0 if piece.cavalry or piece.artillery else 1.0), action.unit

    best = min(offered, key=price)
    return Order(best, f"There is no room for all, and {_label(position, best.unit)} is missed least.")


def open_city(sight: Sight, survey: Survey) -> Order | None:
    return usual(sight, "A weak fortress is not worth the losses.")


ANSWERS: Mapping[str, Answer] = {
    "terrain": terrain,
    "stand": stand,
    "lose": lose,
    "break-out": lose,
    "retreat": retreat,
    "evade": evade,
    "advance": advance,
    "aim": aim,
    "mobilize": mobilize,
    "place": place,
    "set up": place,
    "deliver": deliver,
    "send east": send_away,
    "make up withdrawal": send_away,
    "take-in": take_in,
    "dig": dig,
    "gas": gas,
    "fortify": fortify,
    "donate": donate,
    "recombine": recombine,
    "draw": draw,
    "rebuild": rebuild,
    "surplus": surplus,
    "open-city": open_city,
    "deploy": deploying.deploy,
    "reserve": deploying.reserve,
}
