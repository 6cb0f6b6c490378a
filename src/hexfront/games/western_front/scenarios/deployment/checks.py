"""What is still open in a deployment: the limits as a list that must be in order before a side is done."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfront.games.western_front.position import WesternFrontPosition
from hexfront.games.western_front.printed.scenario_lists import Force
from hexfront.games.western_front.scenarios.deployment import automatic, limits, stages
from hexfront.games.western_front.scenarios.deployment.placing import halves_held_back, reserve_limit
from hexfront.games.western_front.vocabulary import ENTENTE
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import shown_number
from hexfront.shared.words import counted

_MOST_NAMED = 3


class Check(msgspec.Struct, frozen=True):
    """One limit: whether it is kept, how far one has come, and what is wrong."""

    text: str
    done: bool
    rule: str
    progress: str = ""
    wrong: tuple[str, ...] = ()


def checks(position: WesternFrontPosition, side: str) -> Iterator[Check]:
    """[WF 14 set-up] The limits of the stage that a side is in, one after the other."""
    stage = stages.stage(position)
    assert stage is not None
    if stage.what == stages.SUPPLY:
        yield from (_supply(position, force) for force in stages.to_divide(position))
        return
    yield _everybody(position, side)
    if stage.what == stages.TROOPS:
        for force in stages.forces_of(position, side):
            if limits.owed_reduction(position.setting, force):
                yield _reduction(position, force)
        if side == ENTENTE and reserve_limit(position.setting):
            yield _reserve(position, side)
    if side == ENTENTE and limits.around(position.setting, "verdun"):
        yield _verdun(position)
    if side == ENTENTE and limits.is_historical(position.setting):
        yield from _artillery(position)
    yield _places(position, side)


def may_end(position: WesternFrontPosition, side: str) -> bool:
    """[WF 14 set-up] Whether a side is done; what is quickly seen is looked at first."""
    stage = stages.stage(position)
    assert stage is not None
    if stage.what != stages.SUPPLY and stages.unplaced(position, side):
        return False
    return all(check.done for check in checks(position, side))


def why_not_end(position: WesternFrontPosition, side: str) -> Refusal | None:
    """[WF 14 set-up] Why a side is not done: everything that is open, with its rules."""
    left = [check for check in checks(position, side) if not check.done]
    if not left:
        return None
    rules = dict.fromkeys(check.rule for check in left)
    return Refusal(tuple(rules), "; ".join(_open(check) for check in left))


def _open(check: Check) -> str:
    words = f"{check.text}: {check.progress}" if check.progress else check.text
    return f"{words} ({'; '.join(check.wrong)})" if check.wrong else words


def _everybody(position: WesternFrontPosition, side: str) -> Check:
    left = stages.unplaced(position, side)
    there = len([unit for unit in position.of_side(side) if not position.piece(unit).fortress])
    return Check(
        "Units placed",
        not left,
        limits.set_up_rule(position.setting),
        f"{there} of {there + len(left)}",
    )


def _reduction(position: WesternFrontPosition, force: Force) -> Check:
    name = position.setting.tables.nations[force.nation].name
    owed = limits.owed_reduction(position.setting, force)
    off = limits.struck_off(position, force.nation)
    return Check(f"Strength struck off {name}", off == owed, force.rule, f"{off} of {owed}")


def _reserve(position: WesternFrontPosition, side: str) -> Check:
    """[WF 14 set-up] What is held back must find room later: the enemy does not stand in its way."""
    halves, most = halves_held_back(position, side), reserve_limit(position.setting)
    wrong: tuple[str, ...] = ()
    if halves and not stages.unplaced(position, side):
        trial = position.copy()
        stages.advance_to_reserve(trial)
        try:
            automatic.deploy(trial, side)
        except automatic.NoRoom as unit:
            wrong = (f"there will be no hex for {unit}",)
    return Check(
        "Divisions held back",
        not wrong,
        limits.set_up_rule(position.setting),
        f"{shown_number(halves, 2)} of at most {most}",
        wrong,
    )


def _verdun(position: WesternFrontPosition) -> Check:
    parameters = position.setting.parameters
    most, there = parameters.whole("verdun_divisions"), limits.verdun_halves(position)
    each = position.setting.option(limits.IN_EACH_HEX)
    return Check(
        "Infantry divisions in and around Verdun",
        each or there <= 2 * most,
        "WF 15-3",
        f"{shown_number(there, 2)} of at most {most}" + (" in each hex" if each else ""),
    )


def _artillery(position: WesternFrontPosition) -> Iterator[Check]:
    most = limits.spread_allowed(position.setting)
    for nation in limits.SPREAD_NATIONS:
        counts = limits.artillery_counts(position, nation).values()
        if counts:
            name = position.setting.tables.nations[nation].name
            yield Check(
                f"Artillery of {name} spread over its headquarters",
                max(counts) - min(counts) <= most,
                "WF 22 option 1",
                f"{min(counts)} to {max(counts)} with each",
            )


def _places(position: WesternFrontPosition, side: str) -> Check:
    wrong = list(limits.misplaced(position, side))
    named = tuple(dict.fromkeys(str(refusal) for refusal in wrong))
    more = len(named) - _MOST_NAMED
    return Check(
        "Everybody stands where he may",
        not wrong,
        wrong[0].rules[0] if wrong else limits.set_up_rule(position.setting),
        counted(len(wrong), "unit") + " wrong" if wrong else "",
        named[:_MOST_NAMED] + ((f"and {more} more",) if more > 0 else ()),
    )


def _supply(position: WesternFrontPosition, force: Force) -> Check:
    name = position.setting.tables.nations[force.nation].name
    left = stages.undivided(position, force)
    return Check(
        f"Supply points of {name} divided", not left, force.rule, f"{force.supply - left} of {force.supply}"
    )
