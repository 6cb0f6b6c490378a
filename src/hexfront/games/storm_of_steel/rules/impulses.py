"""[8.0] Operational impulses: how many a side has on each front, and on which fronts it acts now."""

from __future__ import annotations

from msgspec.structs import replace

from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.printed.set_ups import SECOND_IMPULSE
from hexfront.games.storm_of_steel.vocabulary import SIDES
from hexfront.kernel.ledger import Note, unexplained

_RESTED = dict.fromkeys(("turned", "moved", "strategic", "attacked", "overran", "fired"), False)


def number(position: SteelPosition, side: str, front: str, note: Note = unexplained) -> int:
    """[8.1] [8.2] The impulses of a side on a front: one, those of its campaign card, at most what the
    weather
    allows."""
    setting = position.setting
    count = note("8.1", "every turn", 1)
    deck = setting.printed.deck.cards
    for key in position.shown.get(side, ()):
        card = deck[key]
        if card.kind == "campaign" and position.card_fronts.get(key, card.fronts[0]) == front:
            count += note("8.2", card.name, card.impulses)
    most = setting.most_impulses(position.turn, front)
    return min(count, most)


def plays(position: SteelPosition, side: str, front: str, impulse: int) -> bool:
    """[8.22] [8.23] [8.4] Whether a side has an impulse on a front: those of its campaign card in their
    order,
    others by contingency card, none after the maximum of the weather."""
    if impulse > position.setting.most_impulses(position.turn, front) or is_armistice(position):
        return False
    return impulse <= number(position, side, front) or key(side, front, impulse) in position.granted


def count(position: SteelPosition, side: str, front: str, after: int = 0) -> int:
    """[8.2] [8.23] The impulses that a side has on a front after one, those of contingency cards among
    them."""
    most = position.setting.most_impulses(position.turn, front)
    return sum(plays(position, side, front, impulse) for impulse in range(after + 1, most + 1))


def is_armistice(position: SteelPosition) -> bool:
    """[44.1] Whether an armistice holds this turn: nobody has impulses."""
    return position.flags.get("armistice") == position.turn


def key(side: str, front: str, impulse: int) -> str:
    """How an impulse by contingency card is noted."""
    return f"{side} {front} {impulse}"


def next_free(position: SteelPosition, side: str, front: str) -> int | None:
    """[8.23] The impulse that a contingency card would give: the present one, or the first after it that the
    side does not have; None if the weather allows no more (SS-D19)."""
    most = position.setting.most_impulses(position.turn, front) if front in position.setting.fronts else 0
    for impulse in range(position.impulse, most + 1):
        if not plays(position, side, front, impulse):
            return impulse
    return None


def grant(position: SteelPosition, side: str, front: str) -> int:
    """[8.23] A contingency card gives a side an impulse on a front; which one."""
    impulse = next_free(position, side, front)
    assert impulse is not None, (side, front)
    position.granted.add(key(side, front, impulse))
    position.memo.clear()
    return impulse


def active_fronts(position: SteelPosition) -> tuple[str, ...]:
    """[8.4] The fronts on which the side whose segment it is may move and attack."""
    return position.memo.found(("active fronts", position.active, position.impulse), _active_fronts, position)


def _active_fronts(position: SteelPosition) -> tuple[str, ...]:
    return tuple(
        front
        for front in position.setting.fronts
        if plays(position, position.active, front, position.impulse)
    )


def is_any_left(position: SteelPosition) -> bool:
    """[8.23] [8.4] Whether somebody has, or may still be given, an impulse after this one.

    Cards that lie face down may give one: as long as there are any, the impulses go on.
    """
    following = position.impulse + 1
    fronts = [
        front
        for front in position.setting.fronts
        if following <= position.setting.most_impulses(position.turn, front)
    ]
    if not fronts:
        return False
    if any(position.picked.values()):
        return True
    return any(
        plays(position, side, front, impulse)
        for side in SIDES
        for front in fronts
        for impulse in range(following, position.setting.most_impulses(position.turn, front) + 1)
    )


def is_released(position: SteelPosition, unit: Unit) -> bool:
    """[45.1] Whether a unit may move yet: some wait for the second impulse or for a quarter."""
    if not unit.waits:
        return True
    setting = position.setting
    if unit.waits == SECOND_IMPULSE:
        return position.turn > setting.first_turn or position.impulse > 1
    return setting.calendar.number(unit.waits) <= position.turn


def begin_turn(position: SteelPosition) -> None:
    """[8.1] The first impulse begins: nobody has done anything."""
    position.hauled.clear()
    position.breaking.clear()  # [43.0]
    position.memo.clear()


def end(position: SteelPosition) -> None:
    """The impulse of a side is over: its units may turn, move and attack again in its next one."""
    for unit in position.of_side(position.active):
        if unit.turned or unit.moved or unit.strategic or unit.attacked or unit.overran or unit.fired:
            position.put(replace(unit, **_RESTED))
    position.spied.pop(position.active, None)  # [23.3] (SS-D98)
    position.air_missions.clear()  # [30.71]
    position.hauled.clear()
    position.breaking.clear()  # [43.0]
    position.assaulted.clear()
    position.shaken.clear()
    position.memo.clear()
