"""Why a number of the war on land is what it is: strength, supply, command, lines, control, points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.position import SteelPosition, Unit
from hexfront.games.storm_of_steel.rules import (
    attrition,
    battles,
    capacity,
    control,
    headquarters,
    impulses,
    moving,
    sea_control,
    sea_routes,
    supply,
)
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.vocabulary import FRONTS, SIDE_NAMES, SIDES
from hexfront.kernel.actions import Action
from hexfront.kernel.errors import Refusal
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.showing import Question
from hexfront.shared.questions import hex_named, named, unit_named


def explain(position: SteelPosition, question: Action) -> Ledger:
    """The terms of a number on land."""
    match question:
        case orders.Allowance(unit):
            ledger = Ledger(f"movement points of {_name(position, unit)}:")
            return ledger.close(moving.allowance(position, unit_named(position, unit), ledger.note))
        case orders.AttackStrength(at, units):
            return _attack(position, at, units)
        case orders.DefenceStrength(at):
            return _defence(position, hex_named(position, at))
        case orders.SupplyOf(unit):
            return _supply(position, _at_war(position, _land_unit(position, unit)))
        case orders.CommandOf(unit):
            return _command(position, _at_war(position, _land_unit(position, unit)))
        case orders.LineOf(unit):
            return _line(position, _at_war(position, unit_named(position, unit)))
        case orders.AttritionOf(unit):
            return _attrition(position, _at_war(position, _land_unit(position, unit)))
        case orders.StackOf(at):
            return _stack(position, hex_named(position, at))
        case orders.ControlOf(at):
            return _control(position, hex_named(position, at))
        case orders.MoraleOf(side):
            return _morale(position, named("side", side, SIDES))
        case orders.ImpulsesOf(side, front):
            return _impulses(position, named("side", side, SIDES), named("front", front, FRONTS))
    assert isinstance(question, orders.OutputOf)
    return _output(position, question.purse)


def _name(position: SteelPosition, unit: str) -> str:
    return position.piece(unit_named(position, unit)).name


def _land_unit(position: SteelPosition, name: str) -> Unit:
    unit = unit_named(position, name)
    if not position.piece(unit).land:
        raise Refusal("31.1", f"{position.piece(unit).name} is no land unit")
    return unit


def _at_war(position: SteelPosition, unit: Unit) -> Unit:
    """[19.0] A unit of a side: whose country is neutral has neither lines nor supply."""
    if not position.side_of(unit):
        raise Refusal("19.0", f"{position.piece(unit).name} is on neither side")
    return unit


# Strength


def _attack(position: SteelPosition, at: str, units: Sequence[str]) -> Ledger:
    """[14.2] The strengths of those who attack."""
    attackers = [_land_unit(position, name) for name in units]
    if not attackers:
        raise Refusal("14.1", "somebody must attack")
    battle = battles.battle_of(position, hex_named(position, at), attackers)
    ledger = Ledger(f"{at} is attacked with")
    return ledger.close(battles.attack_strength(position, battle, ledger.note))


def _defence(position: SteelPosition, node: int) -> Ledger:
    """[14.12] [17.2] The strengths of those who defend, by the face that shows."""
    label, pieces = position.setting.board.label(node), position.setting.pieces
    troops = position.troops_at(node)
    if not troops:
        raise Refusal("14.1", f"nobody is in {label}")
    ledger, total = Ledger(f"{label} is defended with"), 0
    for unit in troops:
        face = ", entrenched" if unit.entrenched else ""
        halved = ", halved by siege" if pieces[unit.piece].fort and node in position.shaken else ""
        name = f"{pieces[unit.piece].name}{face}{halved}"
        total += ledger.note("14.12", name, battles.strength(position, unit, attacks=False))
    return ledger.close(total or ledger.note("14.2", "nothing counts as one", 1))


# Supply and command


def _supply(position: SteelPosition, unit: Unit) -> Ledger:
    """[31.1] Every headquarters that supplies a unit, with the hexes to it; or why none does."""
    name, side = position.piece(unit).name, position.side_of(unit)
    if position.piece(unit).force:
        return Ledger(f"{name} needs no supply; headquarters that supply it:").close(0)
    ledger, found, faults = Ledger(""), 0, []
    times = position.setting.number("supply")
    for staff in _staffs(position, side):
        if (fault := _why_no_supply(position, unit, staff, times)) is None:
            most = times * headquarters.radius(position, staff)
            far = _hexes(position, staff, unit, most, lines=True)
            found += ledger.note("31.1", f"{position.piece(staff).name} ({far} of {most} hexes)", 1)
        else:
            faults.append(fault)
    state = "in supply" if supply.in_supply(position, unit) else "out of supply"
    told = f" ({'; '.join(faults[:3]) or 'there is no headquarters'})" if not found else ""
    ledger.subject = f"{name} is {state}{told}; headquarters that supply it:"
    return ledger.close(found)


def _staffs(position: SteelPosition, side: str) -> list[Unit]:
    """The headquarters of a side."""
    return [position.units[name] for name in sorted(position.headquarters.get(side, ()))]


def _why_no_supply(position: SteelPosition, unit: Unit, staff: Unit, times: int) -> str | None:
    """Why a headquarters does not supply a unit; None if it does."""
    name = position.piece(staff).name
    if unit.at not in headquarters.reach(position, staff.name).supplied:
        climbs = supply.is_alpine(position, unit) and unit.at in headquarters.over_mountains(position, staff)
        if not climbs:
            return _too_far(position, unit, staff, times * headquarters.radius(position, staff))
    if not headquarters.has_line(position, staff.name):
        return f"{name} has no line of communication"
    return None


def _too_far(position: SteelPosition, unit: Unit, staff: Unit, most: int) -> str:
    far = position.setting.board.distance(staff.at, unit.at) or 0
    name = position.piece(staff).name
    if far > most:
        return f"{name} is {far} hexes away, {most} at most"
    return f"from {name} the way is barred"


def _hexes(position: SteelPosition, staff: Unit, unit: Unit, most: int, *, lines: bool) -> int:
    """How many hexes the way from a headquarters to a unit has."""
    side = position.side_of(staff)
    for far in range(most + 1):
        if unit.at in headquarters.within(position, side, staff.at, far, lines=lines):
            return far
    return most


def _command(position: SteelPosition, unit: Unit) -> Ledger:
    """[15.3] [15.6] Every headquarters that commands a unit; or why none does."""
    piece, side = position.piece(unit), position.side_of(unit)
    if piece.force and piece.force != headquarters.NATIONALIST:
        raise Refusal("36.12" if piece.partisan else "35.11", f"no headquarters commands {piece.name}")
    if piece.headquarters and headquarters.has_line(position, unit.name):
        return _line(position, unit)
    serving = position.setting.serving(piece.country, side)
    ledger, found, faults = Ledger(""), 0, []
    for staff in _staffs(position, side):
        fault = _why_no_command(position, unit, staff, serving)
        if fault is None:
            most = headquarters.radius(position, staff)
            far = _hexes(position, staff, unit, most, lines=False)
            found += ledger.note("15.31", f"{position.piece(staff).name} ({far} of {most} hexes)", 1)
        else:
            faults.append(fault)
    state = "in command" if found else "not in command"
    told = f" ({'; '.join(faults[:3]) or 'there is no headquarters'})" if not found else ""
    ledger.subject = f"{piece.name} is {state}{told}; headquarters that command it:"
    return ledger.close(found)


def _why_no_command(position: SteelPosition, unit: Unit, staff: Unit, serving: frozenset[str]) -> str | None:
    name, country = position.piece(staff).name, position.piece(staff).country
    if unit.at not in headquarters.reach(position, staff.name).commanded:
        return _too_far(position, unit, staff, headquarters.radius(position, staff))
    if country not in serving:
        theirs = position.piece(unit).country
        whose = f"units of {country_name(position.setting, theirs)}" if theirs else "nationalists"
        return f"{name} of {country_name(position.setting, country)} does not command {whose}"
    if staff.strategic:
        return f"{name} has made a strategic move"
    if not headquarters.has_line(position, staff.name):
        return f"{name} has no line of communication"
    return None


def _line(position: SteelPosition, unit: Unit) -> Ledger:
    """[15.4] [15.5] The legs of a headquarters' line of communication, in hexes; the rest of a line by rail
    or sea costs none."""
    piece = position.piece(unit)
    if not piece.headquarters:
        raise Refusal("15.4", f"{piece.name} is no headquarters")
    if not headquarters.has_line(position, unit.name):
        most = headquarters.radius(position, unit)
        words = (
            f"no industrial city within {most} hexes, nor a railway, port or headquarters that leads to one"
        )
        return Ledger(f"{piece.name} has no line of communication: {words}; legs:").close(0)
    ledger, legs = Ledger(""), []
    chain = _chain(position, unit)
    for here, there in pairwise(chain):
        far = _leg_length(position, here, there.at)
        ledger.note("15.5", f"to {position.piece(there).name}", far)
        legs.append(far)
    last, end, source = chain[-1], *_source(position, chain[-1])
    board = position.setting.board
    far = _leg_length(position, last, end)
    by = "" if end == source else " and on by rail" if source is not None else " and on over the sea"
    ledger.note("15.41", f"to {board.name_of(end)}{by}", far, "=" if not far else "+")
    goal = f" to {board.name_of(source)}" if source is not None else ""
    ledger.subject = f"{piece.name} has a line of communication{goal}; hexes of its legs:"
    return ledger.close(sum(legs) + far)


def _chain(position: SteelPosition, unit: Unit) -> list[Unit]:
    """[15.5] The headquarters from one to the next that has a line of its own, the fewest of them."""
    places = position.headquarters[position.side_of(unit)]
    country = position.piece(unit).country
    ways: dict[str, list[Unit]] = {unit.name: [unit]}
    queue = [unit.name]
    for name in queue:
        if headquarters.reach(position, name).linked:
            return ways[name]
        leg = headquarters.reach(position, name).leg
        for other, at in sorted(places.items()):
            if other not in ways and at in leg and position.piece(position.units[other]).country == country:
                ways[other] = [*ways[name], position.units[other]]
                queue.append(other)
    return [unit]


def _leg_length(position: SteelPosition, unit: Unit, to: int) -> int:
    """[15.42] How many hexes the first leg of a line to a hex has."""
    most = headquarters.radius(position, unit)
    for far in range(most + 1):
        if to in headquarters.first_leg(position, position.side_of(unit), unit.at, far, set()):
            return far
    return most


def _source(position: SteelPosition, unit: Unit) -> tuple[int, int | None]:
    """[15.41] Where the first leg of a headquarters that is linked by itself ends, and the industrial city it
    leads to; no city where the line goes over the sea."""
    setting, side = position.setting, position.side_of(unit)
    serving = setting.serving(position.piece(unit).country, side)
    leg = headquarters.reach(position, unit.name).leg

    def is_source(node: int) -> bool:
        return (
            setting.sources.get(node) in serving
            and position.controller(node) == side
            and node not in position.ruins
        )

    def length(node: int) -> tuple[int, int]:
        return _leg_length(position, unit, node), node

    near = sorted(leg, key=length)
    for node in near:
        if is_source(node):
            return node, node
    for start in near:
        if not position.rails[start] or position.rail_side(start) != side:
            continue
        for node in headquarters.along_rails(position, side, start):
            if is_source(node):
                return start, node
    harbours = sea_control.harbours(setting)
    for start in near:
        if start in harbours and sea_routes.leads_home(position, side, start, serving, set()):
            return start, None
    return near[0], None


def _attrition(position: SteelPosition, unit: Unit) -> Ledger:
    """[31.11] The die that a unit is lost by."""
    name = position.piece(unit).name
    highest = attrition.danger(position, unit)
    if not highest:
        return Ledger(f"{name} makes no attrition check; lost on a die up to").close(0)
    terrain = position.setting.board.terrain[unit.at]
    ledger = Ledger(f"{name} is out of supply and lost on a die up to")
    return ledger.close(ledger.note("31.11", f"{terrain}, {position.quarter.season}", highest))


# Stacks and control


def _stack(position: SteelPosition, node: int) -> Ledger:
    """[13.1] [13.12] The units of a hex that count for stacking."""
    pieces, most = position.setting.pieces, position.setting.number("stacking")
    ledger = Ledger(f"of {most} units that may stand in {position.setting.board.label(node)} there are")
    for unit in position.troops_at(node):
        ledger.note("13.1", pieces[unit.piece].name, int(pieces[unit.piece].corps))
    return ledger.close(position.loads[node])


def _control(position: SteelPosition, node: int) -> Ledger:
    """[16.0] [10.33] Who controls a hex; one if he has the use of it."""
    label, side = position.setting.board.label(node), position.controller(node)
    if not side:
        return Ledger(f"{label} is controlled by nobody; sides that have the use of it:").close(0)
    ledger = Ledger(f"{label} is controlled by the {SIDE_NAMES[side]}; sides that have the use of it:")
    own = position.default_controller(node) == side
    country = position.setting.country_of[node]
    if own:
        ledger.note("16.1", f"ground of {country_name(position.setting, country)}", 1)
    elif position.occupant[node] == side:
        ledger.note("16.2", "occupied", 1)
    else:
        ledger.note("16.22", "last passed through", 1)
    if not control.controls(position, side, node):
        ledger.note("10.33", "empty, and in an enemy zone", -1)
    return ledger.close(int(control.controls(position, side, node)))


# Morale, impulses, points


def _morale(position: SteelPosition, side: str) -> Ledger:
    """[5.1] What morale was when the scenario began, and every change of it."""
    ledger = Ledger(f"morale of the {SIDE_NAMES[side]}:")
    ledger.note("5.0", "at the start", position.began[f"morale {side}"])
    quarters = position.setting.quarters
    for cause in position.causes:
        if cause.side == side:
            quarter = quarters[cause.turn]
            when = f"{quarter.season.title()} {quarter.year}"
            ledger.note(cause.rule, f"{when}: {cause.reason}", cause.change)
    return ledger.close(position.morale[side])


def _impulses(position: SteelPosition, side: str, front: str) -> Ledger:
    """[8.1] [8.2] The impulses by campaign cards, and those of contingency cards."""
    if front not in position.setting.fronts:
        raise Refusal("45.0", f"{front} is no front of this scenario")
    if impulses.is_armistice(position):
        return Ledger(f"in the armistice the {SIDE_NAMES[side]} have impulses:").close(0)
    ledger = Ledger(f"impulses of the {SIDE_NAMES[side]} in the {front}:")
    found = impulses.number(position, side, front, ledger.note)
    over = found - sum(int(term.value) for term in ledger.terms)
    ledger.note("18.0", "the most that the weather allows", over)
    most = position.setting.most_impulses(position.turn, front)
    for impulse in range(found + 1, most + 1):
        if impulses.plays(position, side, front, impulse):
            found += ledger.note("8.23", f"impulse {impulse} by a contingency card", 1)
    return ledger.close(found)


def _output(position: SteelPosition, purse: str) -> Ledger:
    """[7.11] [7.12] What the centres of a country give in this quarter."""
    known = {name: side for side in SIDES for name in capacity.purses(position, side)}
    side = known[named("country with points", purse, known)]
    ledger = Ledger(f"mobilization points of {purse} in this quarter:")
    members = capacity.purses(position, side)[purse]
    return ledger.close(capacity.points(position, purse, members, ledger.note))


# What can be asked at the table


def questions_about(position: SteelPosition, viewer: str, subject: str) -> tuple[Question, ...]:
    """The questions about a unit (by its key) or a hex (by its number); none about anything else."""
    unit = position.units.get(subject)
    if unit is not None:
        if position.piece(unit).unknown or not position.piece(unit).land:
            return ()
        return tuple(_about_unit(position, unit))
    if subject in position.setting.board:
        return tuple(_about_hex(position, position.setting.board[subject]))
    return ()


def _about_unit(position: SteelPosition, unit: Unit) -> Iterator[Question]:
    piece = position.piece(unit)
    if position.setting.board.is_area(unit.at) or not position.side_of(unit):
        return
    if piece.movement:
        yield Question(f"How far does {piece.name} go?", orders.Allowance(unit.name))
    if piece.headquarters:
        yield Question(f"Has {piece.name} a line of communication?", orders.LineOf(unit.name))
    elif piece.country and not piece.fort:
        yield Question(f"Is {piece.name} in command?", orders.CommandOf(unit.name))
    if piece.country and not piece.fort:
        yield Question(f"Is {piece.name} in supply?", orders.SupplyOf(unit.name))


def _about_hex(position: SteelPosition, node: int) -> Iterator[Question]:
    if node not in position.setting.in_play or not position.setting.ground.is_land[node]:
        return
    label = position.setting.board.label(node)
    where = position.setting.board.name_of(node)
    yield Question(f"Who controls {where}?", orders.ControlOf(label))
    if position.troops[node]:
        yield Question(f"What is {where} defended with?", orders.DefenceStrength(label))
        yield Question(f"How much stands in {where}?", orders.StackOf(label))
