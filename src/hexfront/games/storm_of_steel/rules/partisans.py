"""Chapter 36: partisans, in the open and underground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexfront.games.storm_of_steel.matters import Raising
from hexfront.games.storm_of_steel.orders import Atrocity, ComeUp, Deploy, GoUnderground
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.premises import RESULTS
from hexfront.games.storm_of_steel.printed.land_tables import odds
from hexfront.games.storm_of_steel.rules import (
    battles,
    bolsheviks,
    casualties,
    conditions,
    impulses,
    losses,
    morale,
    moving,
)
from hexfront.games.storm_of_steel.vocabulary import PARTISAN, other_side
from hexfront.kernel.play import Action, Ask, Procedure, Refusal, Table

RISING = 3  # SS-D80: hexes from the places that a card names


def in_use(position: SteelPosition) -> bool:
    """[36.0] Whether chapter 36 is in use."""
    return position.setting.option("partisans")


def raised(table: Table[SteelPosition], side: str, places: tuple[str, ...], number: int) -> Procedure:
    """[36.0] [4.6-Special] Partisans of a side rise near some places, one after the other."""
    position = table.position
    board, pieces = position.setting.board, position.setting.pieces
    for _ in range(number if in_use(position) else 0):
        name = next(
            (
                key
                for key, piece in sorted(pieces.items())
                if piece.force == PARTISAN and piece.of == side and position.in_pool(key)
            ),
            None,
        )
        hexes = rising_hexes(position, side, places)
        if name is None or not hexes:
            return None
        answer = yield Ask(
            side,
            "raise",
            f"Place {pieces[name].name}",
            "36.0",
            [Deploy(name, board.label(node)) for node in hexes],
            Raising(name),
        )
        position.put(Unit(name, name, board[answer.at]))
        position.hold(board[answer.at], side)
        table.tell(f"{pieces[name].name} rise in {answer.at}", "36.0", kind="arrival")
    return None


def raised_behind(table: Table[SteelPosition], side: str) -> Procedure:
    """[32.1] Subversion: a partisan rises near a capital of an enemy country."""
    position = table.position
    capitals = tuple(
        position.setting.city_at[node].city
        for node in sorted(position.capitals_of(other_side(side)))
        if node in position.setting.in_play
    )
    if capitals:
        yield from raised(table, side, capitals, 1)
    return None


def rising_hexes(position: SteelPosition, side: str, places: tuple[str, ...]) -> list[int]:
    """[4.6-Special] Land hexes near the places named, in the country they are in, without enemy land units
    (SS-D80)."""
    setting, enemy = position.setting, other_side(side)
    centres = conditions.places(setting, places)
    countries = {setting.country_of[node] for node in centres}
    return [
        node
        for node in sorted(setting.in_play)
        if setting.country_of[node] in countries
        and setting.ground.is_land[node]
        and not setting.board.is_area(node)
        and position.occupant[node] != enemy
        and any((setting.board.distance(node, centre) or 0) <= RISING for centre in centres)
    ]


def turns(position: SteelPosition) -> Iterator[Action]:
    """[36.2] [36.22] The partisans that may go underground or come up in this impulse."""
    if not in_use(position):
        return
    fronts = impulses.active_fronts(position)
    pieces, units = position.setting.pieces, position.units
    for name in position.army[position.active]:
        unit = units[name]
        if not pieces[unit.piece].partisan or unit.turned or unit.moved:
            continue
        if position.setting.front_of[unit.at] not in fronts:
            continue
        if not unit.entrenched:
            yield GoUnderground(unit.name)
        elif may_come_up(position, unit):
            yield ComeUp(unit.name)


def may_come_up(position: SteelPosition, unit: Unit) -> bool:
    """[36.22] Not where an enemy unit is."""
    return position.occupant[unit.at] in ("", position.active)


def turn(table: Table[SteelPosition], order: GoUnderground | ComeUp) -> None:
    """[36.2] [36.22] A partisan is turned over, and that takes it the whole impulse."""
    position = table.position
    down = isinstance(order, GoUnderground)
    unit = position.change(order.unit, entrenched=down, turned=True, moved=True, attacked=True)
    word = "go underground" if down else "come up"
    rule = "36.2" if down else "36.22"
    name, at = position.piece(unit).name, position.setting.board.label(unit.at)
    if not down:
        position.hold(unit.at, position.active)
    table.tell(f"{name} in {at} {word}", rule, kind="entrench")


# Atrocities


def hunted(position: SteelPosition) -> Iterator[int]:
    """[36.3] Hexes in which units of the side stand that may attack, with enemy partisans underground."""
    units = position.units
    for name in position.army[other_side(position.active)] if in_use(position) else ():
        unit = units[name]
        if (
            is_underground(position, unit)
            and unit.at not in position.assaulted
            and hunters(position, unit.at)
        ):
            yield unit.at


def is_underground(position: SteelPosition, unit: Unit) -> bool:
    """[2.8-Underground] [36.2] Whether a unit is a partisan on its underground side."""
    return unit.entrenched and position.piece(unit).partisan


def among(position: SteelPosition, units: Sequence[Unit]) -> bool:
    """[36.13] Whether all who fight on a side are partisans, so that the combat is theirs."""
    return bool(units) and all(position.piece(unit).partisan for unit in units)


def hunters(position: SteelPosition, node: int) -> list[Unit]:
    """[36.3] The units in a hex that may attack in it."""
    return [
        unit
        for unit in position.troops_at(node)
        if position.side_of(unit) == position.active
        and position.piece(unit).strength
        and position.piece(unit).movement
        and not unit.entrenched
        and not unit.attacked
        and not unit.strategic
        and not bolsheviks.is_idle(position, unit)
        and moving.is_on_active_front(position, unit)
        and moving.goes_on(position, unit)
        and position.piece(unit).country not in position.mutinies
    ]


def atrocity_column(position: SteelPosition, node: int) -> str:
    """[36.3] The column of an attack on the underground partisans of a hex, who defend with one each."""
    attack = sum(position.piece(unit).strength for unit in hunters(position, node))
    prey = sum(is_underground(position, unit) for unit in position.units_at(node))
    table = position.setting.printed.land.combat[battles.ASSAULT]
    return table.column(odds(max(attack, 1), max(prey, 1)), 0)


def commit(table: Table[SteelPosition], order: Atrocity) -> Procedure:
    """[36.3] Everybody in the hex attacks its underground partisans on the Assault table, who defend with one
    each; their owner gains a point of morale whatever comes of it."""
    position = table.position
    setting = position.setting
    node = setting.board[order.at]
    attackers = hunters(position, node)
    prey = [unit for unit in position.units_at(node) if is_underground(position, unit)]
    owner = position.side_of(prey[0])
    attack = sum(position.piece(unit).strength for unit in attackers)
    column = atrocity_column(position, node)
    result = table.premise(RESULTS)
    if result is None:
        die = table.roll("attack", "36.3", at=order.at, words=f"reprisals in {order.at}")
        result = setting.printed.land.combat[battles.ASSAULT].cells[die, column]
    meaning = setting.printed.land.results[result]
    position.assaulted.add(node)
    for unit in attackers:
        position.change(unit.name, attacked=True)
    table.tell(
        f"Reprisals against partisans in {order.at}, {attack} against {len(prey)}: {result}",
        "36.3",
        kind="battle",
        data={"at": order.at, "result": result, "column": column, "table": battles.ASSAULT},
    )
    before = {*position.dead}
    mine, theirs = battles.owed_losses(meaning.attacker, meaning.defender, attack, len(prey))
    yield from casualties.take_losses(
        table, position, node, dict.fromkeys([unit.name for unit in prey], 1), theirs, rule="36.3"
    )
    worth = {unit.name: position.piece(unit).strength for unit in attackers}
    yield from casualties.take_losses(table, position, node, worth, mine, rule="36.3")
    losses.write_off(position, position.dead.keys() - before)
    morale.change(table, owner, 1, "an atrocity", "36.3")
    return None


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """[36.0] [36.2] [36.22] [36.3] Words for what partisans, or those who hunt them, cannot do."""
    if isinstance(action, Atrocity | GoUnderground | ComeUp) and not in_use(position):
        return Refusal("36.0", "chapter 36 is not in use")
    if isinstance(action, Atrocity):
        return Refusal("36.3", f"nobody can attack partisans underground in {action.at}")
    if not isinstance(action, GoUnderground | ComeUp):
        return None
    if words := position.why_not_own(action.unit, side):
        return Refusal("36.2", words)
    unit = position.units[action.unit]
    if not position.piece(unit).partisan:
        return Refusal("36.2", "only partisans go underground")
    if isinstance(action, ComeUp) and unit.entrenched and not may_come_up(position, unit):
        return Refusal("36.22", "not in a hex with an enemy unit")
    return Refusal("36.2", f"{position.piece(unit).name} cannot do that in this impulse")


def why_not_attack(position: SteelPosition, node: int) -> Refusal | None:
    """[36.2] Words for an attack on a hex of which nobody is seen but partisans underground."""
    hiding = [unit for unit in position.units_at(node) if is_underground(position, unit)]
    if not hiding or position.occupant[node] == position.side_of(hiding[0]):
        return None  # nobody, or others stand there as well
    name, label = position.piece(hiding[0]).name, position.setting.board.label(node)
    return Refusal("36.2", f"{name} in {label} are underground: only reprisals reach them")
