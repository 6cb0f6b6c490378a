"""[3.2-3b2] Naval operations: coastal bombardment and the way of raiders to the open sea."""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.games.storm_of_steel.matters import Admiralty
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.printed.board import SEAS
from hexfront.games.storm_of_steel.rules import (
    bombardment,
    contact,
    fleets,
    naval_combat,
    sorties,
)
from hexfront.games.storm_of_steel.rules.contact import Meeting
from hexfront.games.storm_of_steel.rules.sorties import ANSWER, BOMBARDMENT, CONTACT, COUNTER, MUSTER, RAIDING
from hexfront.games.storm_of_steel.sea_orders import Intercept, SendRaiders, Shell
from hexfront.games.storm_of_steel.vocabulary import (
    CENTRAL_POWERS,
    ENTENTE,
    NAVAL_OPERATIONS,
    RAIDING_ZONE,
    SIDE_NAMES,
    SIDES,
    other_side,
)
from hexfront.games.storm_of_steel.vocabulary import SEAS as ON_MAP
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.play import Ask, Procedure, Table

INTERCEPTED = 3  # [25.32] the most of two dice with which a fleet is found
BEFORE = 2  # and the most with which it is found before it has fired
ROUTES = ("north-sea", sorties.SOUTH)  # [25.33]
SAFE = {"english-channel": (ENTENTE, "Cherbourg"), "marmara": (CENTRAL_POWERS, "Constantinople")}


def phase(table: Table[SteelPosition]) -> Procedure:
    """[3.2-3b2] In turn, from the Central Powers on, sides declare missions, any area as often as they like,
    until both have had enough."""
    position = table.position
    while position.sortie is not None or position.flags.get(sorties.PASSES, 0) < len(SIDES):
        if position.sortie is not None:
            yield from proceed(table)
            continue
        side = sorties.mover(position)
        order: Action = PASS
        if could_sail(position, side):
            order = yield _ask(position, side)
        position.flags[sorties.MOVER] = 1 - SIDES.index(side)
        if order == PASS:
            position.flags[sorties.PASSES] = position.flags.get(sorties.PASSES, 0) + 1
        else:
            position.flags[sorties.PASSES] = 0
            _declare(table, side, order)
    return None


def _ask(position: SteelPosition, side: str) -> Ask:
    return Ask(
        side,
        "naval mission",
        "Send ships to bombard a coast or to raid shipping, or pass",
        "3.2-3b2",
        lambda: [PASS, *missions(position, side)],
        Admiralty(NAVAL_OPERATIONS),
        lambda action: why_not(position, side, action),
        default=lambda: PASS,
        station=True,
        always=True,
    )


def could_sail(position: SteelPosition, side: str) -> bool:
    """[3.2-3b2] Whether a side may have something to declare, as all can see: it has ships on a sea of the
    map, and there is something to be bombarded or a way to raid."""
    for name in ON_MAP:
        sea = SEAS[name]
        if not fleets.is_present(position, sea, side):
            continue
        if bombardment.targets(position, side, sea):
            return True
        if side == CENTRAL_POWERS and (sea in ROUTES or sea == sorties.ADRIATIC):
            return RAIDING_ZONE in position.setting.board
    return False


def missions(position: SteelPosition, side: str) -> list[Action]:
    """[25.32] [25.33] What a side has ships for."""
    found: list[Action] = []
    label = position.setting.board.label
    for name in ON_MAP:
        sea = SEAS[name]
        free = fleets.willing(
            position, sea, side, (), kinds=[k for k in fleets.COMBATANTS if k in fleets.SURFACE]
        )
        if not free:
            continue
        capital = any(fleets.ship_of(position, each).kind in fleets.CAPITAL for each in free)
        found += [
            Shell(sea, label(node), aim)
            for node, aim in bombardment.targets(position, side, sea)
            if capital or aim == bombardment.CITY
        ]
    if side == CENTRAL_POWERS and RAIDING_ZONE in position.setting.board:
        found += [SendRaiders(sea) for sea in ROUTES if may_raid(position, sea)]
    return found


def may_raid(position: SteelPosition, sea: str) -> bool:
    """[25.33] [28.1] Whether raiders can leave by a sea: from Austrian bases one or two a turn (SS-D32)."""
    if sea == sorties.SOUTH and position.flags.get(f"raiders {sea}") == position.turn:
        return False
    return bool(sorties.raiders(position, sea))


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """Words for a mission that cannot be declared."""
    if isinstance(action, SendRaiders):
        if side != CENTRAL_POWERS:
            return Refusal("25.33", "only the Central Powers raid shipping")
        if action.sea not in ROUTES:
            return Refusal("25.33", "raiders go by the North Sea or the West Mediterranean")
        return Refusal("25.33", "there are no cruisers or submarines for it")
    if not isinstance(action, Shell):
        return None
    board = position.setting.board
    if action.aim not in bombardment.AIMS or action.at not in board:
        return Refusal("25.32", "a coastal city or its fort is bombarded")
    if (board[action.at], action.aim) not in bombardment.targets(position, side, action.sea):
        return Refusal("25.32", f"there is no enemy {action.aim} in {action.at} on that sea")
    if action.aim == bombardment.FORT:
        return Refusal("26.51", "only battleships, battlecruisers and pre-dreadnoughts bombard forts")
    return Refusal("25.3", "no ship for it is left on that sea")


def _declare(table: Table[SteelPosition], side: str, order: Action) -> None:
    """[3.2-3b2] A mission is declared, with its sea area."""
    position = table.position
    if isinstance(order, Shell):
        sorties.begin(position, BOMBARDMENT, order.sea, side, at=order.at, aim=order.aim)
        where = position.setting.board.name_of(position.setting.board[order.at])
        told = f"The {SIDE_NAMES[side]} send ships against the {order.aim} of {where}"
        table.tell(told, "25.32", kind="bombardment")
    elif isinstance(order, SendRaiders):
        position.flags[f"raiders {order.sea}"] = position.turn
        sorties.begin(position, RAIDING, order.sea, side)
        table.tell(f"Raiders leave by the {fleets.sea_name(order.sea)}", "25.33", kind="raiding")


def proceed(table: Table[SteelPosition]) -> Procedure:
    """[25.32] [25.33] The stages of a mission, from the one it has come to."""
    position = table.position
    sortie = sorties.under_way(position)
    side, enemy = sortie.side, other_side(sortie.side)
    if sortie.stage == MUSTER:
        yield from sorties.muster(position, [side], lambda: position.fleets)
        sorties.go_to(position, ANSWER if can_be_intercepted(position, side, sortie.sea) else CONTACT)
    elif sortie.stage == ANSWER:
        answer = yield sorties.answer(position)
        if isinstance(answer, Intercept):
            sorties.go_to(position, COUNTER, [enemy])
        else:
            yield from _carry_out(table)
    elif sortie.stage == COUNTER:
        yield from sorties.muster(position, [enemy], lambda: position.fleets)
        sorties.go_to(position, CONTACT)
    else:
        yield sorties.turning_up(position, enemy if sortie.coming else side)
        yield from _carry_out(table)
    return None


def can_be_intercepted(position: SteelPosition, side: str, sea: str) -> bool:
    """[25.2] [25.32] Whether the enemy has ships on a sea; in the Channel the Entente is safe until Cherbourg
    falls, in the Sea of Marmora the Central Powers until Constantinople does."""
    safe, city = SAFE.get(sea, ("", ""))
    if safe == side:
        place = position.setting.printed.places.cities.get(city)
        if place is not None and position.controller(position.setting.board[place.hex]) != other_side(side):
            return False
    return fleets.is_present(position, sea, other_side(side))


def _carry_out(table: Table[SteelPosition]) -> Procedure:
    """[25.32] [25.33] Ships are turned up, perhaps intercepted, and those that are left do what they came
    for."""
    position = table.position
    sortie = sorties.under_way(position)
    side, enemy = sortie.side, other_side(sortie.side)
    own, hunters = position.fleets[side], position.fleets[enemy]
    sorties.turn_up(table)
    found = _intercept(table, own, hunters) if hunters else None
    fleets.send(position, hunters, sortie.mission)
    meeting = Meeting(sortie.sea, enemy, hunters, own, coastal=sortie.mission == BOMBARDMENT)
    late = found == INTERCEPTED and sortie.mission == BOMBARDMENT
    if found is not None and not late:
        yield from naval_combat.fight(table, meeting, sortie.mission)
    fleets.send(position, own, sortie.mission)
    left = [name for name in own if name in position.units]
    if sortie.mission == BOMBARDMENT:
        yield from bombardment.shell(table, left, position.setting.board[sortie.at], sortie.aim)
        if late:
            still = tuple(name for name in left if name in position.units)
            yield from naval_combat.fight(
                table, Meeting(sortie.sea, enemy, hunters, still, coastal=True), sortie.mission
            )
    else:
        _reach_zone(table, left)
    sorties.end(position)
    return None


def _intercept(table: Table[SteelPosition], hunted: Sequence[str], hunters: Sequence[str]) -> int | None:
    """[25.32] [26.31] Two dice with their modifiers: two or less finds a fleet in time, three when it has
    fired (SS-D28); None if it is missed."""
    position = table.position
    sortie = sorties.under_way(position)
    enemy = other_side(sortie.side)
    thrown = sum(
        table.roll(
            "interception", "25.32", at=sortie.sea, words=f"interception in the {fleets.sea_name(sortie.sea)}"
        )
        for _ in range(2)
    )
    total = thrown + contact.interception(position, enemy, hunters, hunted)
    word = "find" if total <= INTERCEPTED else "miss"
    table.tell(
        f"{total}: the {SIDE_NAMES[enemy]} {word} the enemy in the {fleets.sea_name(sortie.sea)}",
        "25.32",
        "26.31",
        kind="sea-battle",
    )
    return max(total, BEFORE) if total <= INTERCEPTED else None


def _reach_zone(table: Table[SteelPosition], names: Sequence[str]) -> None:
    """[27.2] Raiders come to the Commerce Raiding Zone, where all can see them."""
    position = table.position
    zone = position.setting.board[RAIDING_ZONE]
    for name in names:
        position.change(name, at=zone)
        table.tell(
            f"{fleets.ship_of(position, name).name} is on the trade routes", "25.33", "27.2", kind="raiding"
        )
