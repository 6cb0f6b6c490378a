"""Standing preferences: what a player of The Western Front need not be asked every time.

Every answer is one of the listed choices and rests on what the side may know: where the enemy's supply
would matter, he is reckoned to have enough [17-5].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from hexfront.games.western_front import secrecy
from hexfront.games.western_front.matters import Advancing, Battle, ChoosingTerrain, Standing, Supplying
from hexfront.games.western_front.orders import (
    Advance,
    ChooseTerrain,
    Lose,
    RetreatTo,
    Stand,
    Supply,
    Withdraw,
)
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.rules import prospects, resolution
from hexfront.games.western_front.rules.battle import TRENCHES, defending_units, terrain_choices
from hexfront.games.western_front.rules.lines import Lines
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Decision
from hexfront.kernel.preferences import Preference
from hexfront.shared.habits import ASK, Chosen, Habits, value

SECOND_LINE = ("Reserve", "Landwehr", "Territorial", "Ersatz", "Landsturm")

PREFERENCES = (
    Preference(
        "losses",
        (ASK, "weakest", "strongest", "reserves", "guards-last"),
        "Who loses a strength point first: the weakest unit, the strongest, reserve and second-line units, "
        "or everybody else before units that stand with a headquarters.",
        ("13-21", "20-3"),
    ),
    Preference(
        "supply",
        (ASK, "nearest", "fullest", "own-army"),
        "Which headquarters pays for a combat: the nearest, the one with the most points, or wherever it can "
        "the headquarters of the unit's own army.",
        ("13-7", "19-6"),
    ),
    Preference(
        "supply-limit",
        (ASK, "0", "2", "4", "6", "8", "12", "20"),
        "Expend no more than so many supply points for one combat; the weakest units go without. It counts "
        "only together with the preference for supply.",
        ("13-7", "19-2"),
    ),
    Preference(
        "stand",
        (ASK, "fortresses", "trenches", "works", "always"),
        "Hold without being asked: in fortresses, in trenches, in both, or everywhere.",
        ("14-2",),
    ),
    Preference(
        "retreat-at",
        (ASK, "quarter", "third", "half"),
        "Retreat where the loss to be taken is this part of the defenders' strength or more, and hold where "
        "it is less. Where the preference to stand says that they hold, they hold.",
        ("14-2", "14-3"),
    ),
    Preference(
        "retreat-to",
        (ASK, "friends"),
        "Of hexes that are equally good, retreat to the one with most friends, near headquarters.",
        ("14-6",),
    ),
    Preference(
        "cavalry",
        (ASK, "stays", "leaves", "leaves-alone"),
        "Whether cavalry leaves before a combat: never, always, or only where no infantry stands with it.",
        ("30-2",),
    ),
    Preference(
        "advance",
        (ASK, "strongest", "all", "nobody"),
        "Who advances into a hex that was won: the strongest unit alone, all that may, or nobody.",
        ("15-1",),
    ),
    Preference(
        "terrain",
        (ASK, "best"),
        "Defend on the terrain that serves best, as the exact odds have it.",
        ("13-3",),
    ),
    Preference(
        "shipments",
        (ASK, "take-in"),
        "Let headquarters take in the shipments in their hexes.",
        ("18-10",),
    ),
)
_PARTS = {"quarter": Fraction(1, 4), "third": Fraction(1, 3), "half": Fraction(1, 2)}


# Losses


def _lose(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[13-21] [20-3] Who loses a strength point."""
    order = value(chosen, "losses")
    units = [position.units[each.unit] for each in decision.choices() if isinstance(each, Lose)]
    if order == ASK or not units:
        return None
    keys: dict[str, Callable[[Unit], tuple[object, ...]]] = {
        "weakest": lambda unit: (unit.strength, unit.name),
        "strongest": lambda unit: (-unit.strength, unit.name),
        "reserves": lambda unit: (not is_second_line(position, unit), unit.strength, unit.name),
        "guards-last": lambda unit: (guards_headquarters(position, unit), -unit.strength, unit.name),
    }
    return Lose(min(units, key=keys[order]).name)


def is_second_line(position: WesternFrontPosition, unit: Unit) -> bool:
    """Whether a unit is of the reserve, by its name."""
    name = position.piece(unit).name
    return any(word in name for word in SECOND_LINE)


def guards_headquarters(position: WesternFrontPosition, unit: Unit) -> bool:
    """Whether a unit stands in a hex with a headquarters of its side."""
    return any(position.piece(other).headquarters for other in position.units_at(unit.at))


# Supply


def _supply(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[13-7] [19-6] Who is supplied by whom, step by step until the plan is as wished; then it is paid."""
    source, about = value(chosen, "supply"), decision.about
    if source == ASK or not isinstance(about, Supplying):
        return None
    offered = list(decision.choices())
    if source != "nearest":
        wanted = _fullest if source == "fullest" else _own_army
        for name, now in about.plan.items():
            payers = [each.headquarters for each in offered if isinstance(each, Supply) and each.unit == name]
            better = wanted(position, name, now, [*filter(None, payers)]) if now else ""
            if better and _can_pay(position, about, {**about.plan, name: better}):
                return Supply(name, better)
    limit = value(chosen, "supply-limit")
    if limit != ASK and _owed(position, about) > int(limit):
        return _cheaper(position, about, offered)
    return PASS if PASS in offered else None


def _fullest(position: WesternFrontPosition, name: str, now: str, others: Sequence[str]) -> str:
    """[19-6] Of the others that could pay for a unit, the one with most points, if that is more."""
    units = position.units
    best = max(others, key=lambda payer: units[payer].supply, default=now)
    return best if units[best].supply > units[now].supply else ""


def _own_army(position: WesternFrontPosition, name: str, now: str, others: Sequence[str]) -> str:
    """The headquarters a unit was set up under, if it is among the others that could pay."""
    army = position.units[name].army
    return army if army in others else ""


def _can_pay(position: WesternFrontPosition, about: Supplying, plan: Mapping[str, str]) -> bool:
    battle = about.battle
    lines = Lines(position, battle.side if about.attack else battle.enemy)
    return resolution.supply_bill(position, about, plan).why_not(lines) is None


def _owed(position: WesternFrontPosition, about: Supplying) -> int:
    return resolution.supply_bill(position, about, about.plan).total()


def _cheaper(position: WesternFrontPosition, about: Supplying, offered: Sequence[Action]) -> Action | None:
    """Take the weakest unit off the plan."""
    units = position.units
    supplied = [name for name, payer in about.plan.items() if payer and Supply(name) in offered]
    if not supplied:
        return None
    return Supply(min(supplied, key=lambda name: (units[name].strength, name)))


# Stand or retreat


def _stand(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[14-2] Hold or retreat."""
    about = decision.about
    if not isinstance(about, Standing):
        return None
    if _holds_by_habit(position, about.battle, value(chosen, "stand")):
        return Stand()
    part = _PARTS.get(value(chosen, "retreat-at"))
    if part is None:
        return None
    strength = sum(unit.strength for unit in defending_units(position, about.battle))
    return Withdraw() if about.loss >= part * strength else Stand()


def _holds_by_habit(position: WesternFrontPosition, battle: Battle, where: str) -> bool:
    marker = position.markers.get(battle.node)
    entrenched = marker is not None and marker.kind in TRENCHES and marker.side == battle.enemy
    fortified = position.fortress_at(battle.node) is not None
    return {
        "always": True,
        "fortresses": fortified,
        "trenches": entrenched,
        "works": fortified or entrenched,
    }.get(where, False)


def _retreat(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[14-6] Where a unit goes back to."""
    return decision.default() if value(chosen, "retreat-to") == "friends" else None


def _evade(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[30-2] Whether cavalry leaves before the combat."""
    habit = value(chosen, "cavalry")
    moves = [each for each in decision.choices() if isinstance(each, RetreatTo)]
    if habit == ASK:
        return None
    if habit == "stays" or not moves:
        return PASS
    rider = position.units[moves[0].unit]
    side = position.side_of(rider)
    backed = any(position.piece(unit).infantry for unit in position.combat_units_at(rider.at, side))
    return PASS if habit == "leaves-alone" and backed else moves[0]


# Advance, terrain, shipments


def _advance(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[15-1] Who advances."""
    habit, about = value(chosen, "advance"), decision.about
    if habit == ASK or not isinstance(about, Advancing):
        return None
    able = [position.units[each.unit] for each in decision.choices() if isinstance(each, Advance)]
    gone_in = position.has_combat_unit(about.node, decision.side)
    if habit == "nobody" or not able or (habit == "strongest" and gone_in):
        return PASS
    return Advance(max(able, key=lambda unit: (unit.strength, unit.name)).name)


def _terrain(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[13-3] The defender's terrain."""
    about = decision.about
    if value(chosen, "terrain") == ASK or not isinstance(about, ChoosingTerrain):
        return None
    known = secrecy.redacted(position, about.battle.enemy)
    choices = terrain_choices(position, about.battle)
    return ChooseTerrain(prospects.best_terrain(known, about.battle, choices))


def _take_in(position: WesternFrontPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[18-10] Shipments in the hex of a headquarters."""
    if value(chosen, "shipments") == ASK:
        return None
    return next((each for each in decision.choices() if not isinstance(each, Pass)), None)


HABITS: Habits[WesternFrontPosition] = Habits(
    {
        "lose": _lose,
        "break-out": _lose,
        "supply": _supply,
        "stand": _stand,
        "retreat": _retreat,
        "evade": _evade,
        "advance": _advance,
        "terrain": _terrain,
        "take-in": _take_in,
    }
)
