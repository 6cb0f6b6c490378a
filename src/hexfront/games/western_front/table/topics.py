"""What questions are about, as any client can show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexfront.games.western_front import matters
from hexfront.games.western_front.orders import (
    Attack,
    Behind,
    Deploy,
    Dig,
    Duel,
    HoldBack,
    LineUp,
    Spread,
    Station,
    StrikeOff,
    TakeBack,
)
from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.rules import combat, flotillas, resolution, trenches
from hexfront.games.western_front.rules.battle import defending_units
from hexfront.games.western_front.scenarios.deployment.lots import Selection
from hexfront.kernel.actions import Action, tag_of
from hexfront.kernel.decisions import Decision, Matter
from hexfront.kernel.errors import Refusal
from hexfront.kernel.showing import Stage, Topic

STAGES: Mapping[type[Matter], Stage] = {
    matters.Deploying: "order",
    matters.Moving: "order",
    matters.Administering: "order",
    matters.Attacking: "order",
    matters.Recombining: "order",
    matters.Digging: "order",
    matters.Fortifying: "order",
    matters.CreatingCorps: "order",
    matters.InHand: "march",
    matters.Joining: "gather",
    matters.Supporting: "gather",
    matters.Dueling: "gather",
    matters.Aiming: "prepare",
    matters.ReleasingGas: "prepare",
    matters.ChoosingTerrain: "prepare",
    matters.Supplying: "prepare",
    matters.Losing: "losses",
    matters.BreakingOut: "losses",
    matters.Standing: "retreat",
    matters.Retreating: "retreat",
    matters.Evading: "retreat",
    matters.Advancing: "advance",
}
"""When each matter comes up; what is missing here is a choice like any other."""


def topic(position: WesternFrontPosition, decision: Decision) -> Topic:
    """The pieces in hand, fighting or suffering, where, and what is owed."""
    about = decision.about
    pieces = tuple(_pieces(position, about))
    label = position.setting.board.label
    return Topic(
        tag_of(about),
        STAGES.get(type(about), "choose"),
        pieces,
        tuple(label(node) for node in _hexes(position, about, pieces)),
        _points(position, about),
    )


def _pieces(position: WesternFrontPosition, about: Matter) -> Iterable[str]:
    match about:
        case matters.Supplying(plan=plan):
            return plan
        case matters.Standing(battle):
            here = position.units_at(battle.node)
            return [unit.name for unit in here if position.side_of(unit) == battle.enemy]
        case matters.Joining(battle) | matters.Supporting(battle):
            return (*battle.attackers, *battle.flotillas)
        case matters.Aiming(battle) | matters.ReleasingGas(battle) | matters.ChoosingTerrain(battle):
            return battle.attackers
        case matters.Retreating(ways=ways):
            return [way.unit for way in ways]
    units = getattr(about, "units", ())
    one = [getattr(about, each) for each in ("unit", "fortress", "shipment") if hasattr(about, each)]
    return (*units, *one)


def _hexes(position: WesternFrontPosition, about: Matter, pieces: Iterable[str]) -> Iterable[int]:
    """Where it is; if the matter does not say, where the pieces stand."""
    battle = getattr(about, "battle", None)
    if isinstance(battle, matters.Battle):
        return (battle.node,) if isinstance(about, matters.Standing) else battle.hexes
    if hasattr(about, "node"):
        return (about.node,)
    return dict.fromkeys(position.units[name].at for name in pieces if name in position.units)


def _points(position: WesternFrontPosition, about: Matter) -> int | None:
    match about:
        case matters.Supplying(plan=plan):
            return resolution.supply_bill(position, about, plan).total()
        case matters.Standing(loss=loss):
            return loss
    points: int | None = getattr(about, "points", None)
    return points


def acting(position: WesternFrontPosition, decision: Decision, action: Action) -> list[str]:
    """[22-1] [13-3] Those who dig a trench, named by its hex; the defenders who choose their ground;
    units of a set-up named by kind."""
    match action, decision.about:
        case Dig(at), _:
            here = position.units_at(position.setting.board[at])
            return [unit.name for unit in here if trenches.can_dig(position, unit)]
        case _, matters.ChoosingTerrain(battle):
            return [unit.name for unit in defending_units(position, battle)]
        case _, matters.Deploying():
            return _deployed(position, decision.side, action)
    return []


def _deployed(position: WesternFrontPosition, side: str, action: Action) -> list[str]:
    """[WF 14 set-up] Those whom an order of a set-up names by their kind or by where they stand."""
    match action:
        case Deploy(kind):
            words: tuple[str, ...] = (f"{kind}:1",)
        case (
            Station(units=words)
            | Spread(units=words)
            | LineUp(units=words)
            | Behind(units=words)
            | HoldBack(units=words)
            | StrikeOff(units=words)
            | TakeBack(units=words)
        ):
            pass
        case _:
            return []
    try:
        named = Selection(position, side, "").units(words, hexes=isinstance(action, TakeBack))
    except Refusal:
        return []  # words that name nobody: the order is refused whoever gives it
    return [unit.name for unit in named]


def candidates(position: WesternFrontPosition, side: str, action: Action) -> list[str]:
    """[12-6] [36-9] Those who could take part in an attack on a hex."""
    match action:
        case Attack(at):
            able = combat.able_to_attack(position, side, position.setting.board[at])
        case Duel(at):
            able = flotillas.duellists(position, side, position.setting.board[at])
        case _:
            return []
    return [unit.name for unit in able]
