"""What a single choice is worth by itself, for players that do not plan.

A march is worth what its hex is nearer to the next city, an attack what its exact odds promise. Nothing is
weighed against anything else, so that whoever plays by this alone has neither a front nor reserves.
"""

from __future__ import annotations

from functools import lru_cache

from hexfront.games.western_front.matters import InHand
from hexfront.games.western_front.orders import Administer, Advance, Attack, Go, Join, Pick
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import combat, movement, stacking
from hexfront.games.western_front.rules.prospects import forecasts
from hexfront.games.western_front.scenarios import duties
from hexfront.games.western_front.setting import WesternFrontSetting
from hexfront.games.western_front.staff import ground
from hexfront.games.western_front.staff.combats import battle_on, figures
from hexfront.games.western_front.vocabulary import COUNTRY_SIDE
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.planning import Sight

STAYING = 0.5  # an advance of less than this is not worth the march


def appeal(sight: Sight, action: Action) -> float | None:
    """How good a choice looks; None where the usual answer will do."""
    position = sight.position
    assert isinstance(position, WesternFrontPosition)
    if is_bound(sight, position):
        return None
    match sight.decision.kind, action:
        case "move", Pick(unit):
            return pick_appeal(position, sight.side, unit)
        case "go", Go(to):
            return go_appeal(position, sight, to)
        case "attack", Attack(at):
            return attack_appeal(position, sight.side, at)
        case ("join", Join()) | ("advance", Advance()):
            return 1.0
        case "go", Pass():
            return STAYING
        case (("move" | "attack" | "join" | "advance"), Pass()):
            return 0.0
        case ("move", Administer()) | ("go", _):
            return -1.0
    return None


def is_bound(sight: Sight, position: WesternFrontPosition) -> bool:
    """Whether a duty of the scenario leaves no free choice: the usual answer meets it."""
    if sight.decision.kind in ("move", "attack"):
        return not isinstance(sight.decision.choices()[-1], Pass)
    if sight.decision.kind != "go":
        return False
    picked = picked_unit(sight, position)
    return picked is not None and duties.has_errand(position, picked)


def picked_unit(sight: Sight, position: WesternFrontPosition) -> Unit | None:
    """The unit in hand."""
    about = sight.decision.about
    return position.units[about.units[0]] if isinstance(about, InHand) else None


@lru_cache(maxsize=4)
def nearness(setting: WesternFrontSetting, side: str) -> tuple[int, ...]:
    """For each hex, how many hexes away the nearest city of an enemy country is."""
    enemy = frozenset(
        node for node in setting.cities if COUNTRY_SIDE.get(setting.board.country[node], side) != side
    )
    return setting.hexes_from(enemy)


def pick_appeal(position: WesternFrontPosition, side: str, name: str) -> float:
    """Units that fight and can get nearer to an enemy city, those that are nearest first."""
    unit = position.units[name]
    piece = position.piece(unit)
    if not piece.ground_combat or not unit.strength or position.enemy_controlled(unit.at, side):
        return -0.5
    best = max(
        (worth_of_march(position, unit, node) for node in movement.destinations(position, [name])),
        default=0.0,
    )
    return 1.0 / (1 + nearness(position.setting, side)[unit.at]) if best > STAYING else -0.5


def go_appeal(position: WesternFrontPosition, sight: Sight, to: str) -> float:
    """How many hexes nearer to an enemy city a march leads, and what the hex itself is worth."""
    unit = picked_unit(sight, position)
    return worth_of_march(position, unit, position.setting.board[to]) if unit is not None else 0.0


def worth_of_march(position: WesternFrontPosition, unit: Unit, node: int) -> float:
    """How many hexes nearer to an enemy city a hex is, and its own worth; nothing where there is no room."""
    side = position.side_of(unit)
    far = nearness(position.setting, side)
    worth = float(far[unit.at] - far[node])
    if position.holder(node) != side:
        worth += ground.city_worth(position, node)
    return worth if stacking.room(position, node, [position.piece(unit)]) else -1.0


def attack_appeal(position: WesternFrontPosition, side: str, at: str) -> float:
    """What an attack with all that can join is expected to gain over what it costs."""
    node = position.setting.board[at]
    names = [unit.name for unit in combat.able_to_attack(position, side, node)]
    defenders = sum(unit.strength for unit in position.units_at(node))
    if not names:
        return -1.0
    odds = forecasts(position, battle_on(position, side, node, names))[0]
    lost, suffered, taken = figures(odds, defenders)
    return lost - suffered + 2.0 * taken
