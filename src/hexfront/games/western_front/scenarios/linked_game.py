"""Scenario book, chapter 25: the Duration Game as one of several that are played together.

Germany uses the list, the income, the ceilings and the monthly points of all its fronts. What happens on maps
that are not ours is news: by history, at printed dates of this scenario, or as the sides report it in monthly
turns (option ``other-fronts``). By history the east also demands what it really took: the troops that the
western list sends there, and the supply points by which the linked income is the larger one (decision
WF-R235). After the surrender of Russia it demands its garrison [WF 25-4].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import msgspec

from hexfront.games.western_front.matters import HearingNews, Leaving
from hexfront.games.western_front.orders import News, SendAway
from hexfront.games.western_front.position import Unit, WesternFrontPosition
from hexfront.games.western_front.printed.forces import OPENING, OrdersOfBattle, turn_of
from hexfront.games.western_front.printed.list_rows import Arrival, Combined, Withdrawal
from hexfront.games.western_front.printed.national_schedules import GAMES, NationalSchedules
from hexfront.games.western_front.printed.pieces import Piece
from hexfront.games.western_front.printed.scenario_lists import Scenario, TurnDate
from hexfront.games.western_front.rules import morale, other_fronts, rail_lines, withdrawals
from hexfront.games.western_front.rules.other_fronts import EAST
from hexfront.games.western_front.scenarios import collapse
from hexfront.games.western_front.setting import NEVER, WesternFrontSetting
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS, ENTENTE
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.decisions import Ask
from hexfront.kernel.errors import Refusal
from hexfront.kernel.table import Table
from hexfront.kernel.title import Procedure

OPTION = other_fronts.LINKED
FRONTS, HISTORY = "other-fronts", "history"
_TOLD = "news told: "  # flag of a side: the month in which it was last asked
_HEARD = "news: "
_JOINED = "romania joined"  # flag: the turn in which it did
_BULGARIA = "surrendered: bu"
_LAST_RUSSIAN_LISTS = TurnDate(1917, 11, 0)  # the month after the Russian lists end [WF 25-5]


class Event(msgspec.Struct, frozen=True):
    """Something that happens on a front without a map."""

    teller: str  # the side that reports it, because it is the one to suffer or to profit
    text: str
    rule: str
    flag: str = ""
    after: str = ""  # what must have happened before


EVENTS: Mapping[str, Event] = {
    "warsaw-falls": Event(CENTRAL_POWERS, "Warsaw is taken and Novogeorgsk destroyed", "WF 25 list"),
    "romania-joins": Event(ENTENTE, "Romania joins the Entente", "WF 25-4"),
    "italy-shaken": Event(ENTENTE, "Italy suffers shaken national morale", "WF 25-9", "shaken: it"),
    "italy-collapses": Event(
        ENTENTE, "Italy suffers economic collapse", "WF 25-9", "collapsed: it", "italy-shaken"
    ),
    "russia-surrenders": Event(ENTENTE, "Russia surrenders", "WF 25-4", "surrendered: ru"),
    "austria-hungary-surrenders": Event(
        CENTRAL_POWERS, "Austria-Hungary surrenders", "WF 25-2", "surrendered: ah"
    ),
}


# Lists and conditions


def combined(orders: OrdersOfBattle) -> OrdersOfBattle:
    """[WF 25 list] The lists with one German schedule for all fronts; who was starred for Italy stays
    [WF 24-1] [WF 24-2]."""
    arriving = [row for row in orders.arrivals if not _is_replaced(row)]
    leaving = [row for row in orders.withdrawals if not _is_replaced(row)]
    for row in orders.combined:
        if row.action == "arrive":
            arriving.append(_arrival(row))
        else:
            leaving.append(_withdrawal(row))
    dates = {row.unit: turn_of(row) for row in orders.combined if row.action == "arrive" and row.unit}
    conversions = tuple(
        msgspec.structs.replace(row, year=date[0], month=date[1], turn=date[2])
        if row.listed and (date := dates.get(row.new[0]))
        else row
        for row in orders.conversions
    )
    return msgspec.structs.replace(
        orders, arrivals=tuple(arriving), withdrawals=tuple(leaving), conversions=conversions
    )


def _is_replaced(row: Arrival | Withdrawal) -> bool:
    """Whether a line is German, or starred; Austro-Hungarians come by lines of the German list [WF 25-7]."""
    return "italian-front" in row.notes or (row.nation == "ge" and not row.unit.startswith("ah-"))


def _arrival(row: Combined) -> Arrival:
    east = row.front == EAST
    fields = {field: getattr(row, field) for field in row.__struct_fields__ if field in _ARRIVAL_FIELDS}
    fields["notes"] = (*row.notes, other_fronts.EASTERN) if east else row.notes
    fields["place"] = "" if east else row.place
    return Arrival(**fields, nation="ge")


def _withdrawal(row: Combined) -> Withdrawal:
    fields = {field: getattr(row, field) for field in row.__struct_fields__ if field in _WITHDRAWAL_FIELDS}
    return Withdrawal(**fields, nation="ge", option="")


_ARRIVAL_FIELDS = {*Arrival.__struct_fields__} - {"nation"}
_WITHDRAWAL_FIELDS = {*Withdrawal.__struct_fields__} - {"nation", "option"}


def linked(parameters: Scenario) -> Scenario:
    """[WF 25 victory] [WF 25-2] The end of the linked game: the surrender of Austria-Hungary counts as that
    of Germany."""
    conditions = tuple(
        msgspec.structs.replace(each, any_surrendered=(*each.any_surrendered, "ah"))
        if "ge" in each.any_surrendered
        else each
        for each in parameters.victory.conditions
    )
    victory = msgspec.structs.replace(
        parameters.victory,
        rule="WF 25",
        ends_on_surrender=(*parameters.victory.ends_on_surrender, "ah"),
        conditions=conditions,
    )
    return msgspec.structs.replace(parameters, victory=victory)


def rates(schedules: NationalSchedules) -> NationalSchedules:
    """[WF 25-3] [WF 25-12] [WF 25-13] [WF 25-14] [WF 25-15] [WF 25-16] [WF 25-17] What Germany receives,
    suffers and may hold when linked."""
    return msgspec.structs.replace(schedules, game=GAMES[1])


def begin(position: WesternFrontPosition) -> None:
    """[WF 25-1] The German units of the lists that stand on other maps when the game begins: those that the
    combined list has brought by then and that do not stand on this one."""
    setting = position.setting
    orders, pieces, first = setting.listed, setting.pieces, setting.parameters.first_turn
    for name in EVENTS:
        if by_history(position) and _date_of(setting, name) < first:
            _note(position, name)
    eastern = [row.unit for row in orders.exemptions if row.scenario == "combined"]
    if first > orders_begin(orders):
        eastern += [
            row.unit for row in orders.scenarios[OPENING].placed if row.nation == "ge" and not row.option
        ]
        now = (first.year, first.month, first.turn)
        gone = {row.unit for row in orders.combined if row.action != "arrive" and turn_of(row) < now}
        arrived = [row.unit for row in orders.combined if row.action == "arrive" and turn_of(row) < now]
        if has_happened(position, "warsaw-falls"):
            arrived += [row.unit for row in orders.eastern_fortresses]
        if has_happened(position, "romania-joins"):
            arrived += [row.unit for row in orders.romanian]
        eastern = [unit for unit in (*eastern, *arrived) if unit not in gone]
    present_here = {
        pieces[unit.piece].formation
        for group in (position.units, position.lost, position.waiting)
        for unit in group.values()
    }
    for unit in eastern:
        piece = pieces.get(unit)
        if piece and not piece.replacement and piece.nation == "ge" and piece.formation not in present_here:
            present_here.add(piece.formation)
            other_fronts.enter(position, EAST, unit, piece.strength)


def orders_begin(orders: OrdersOfBattle) -> TurnDate:
    """The turn with which all lists begin."""
    return TurnDate(*orders.scenarios[OPENING].first_turn)


def _date_of(setting: WesternFrontSetting, event: str) -> TurnDate:
    """When something happens by history; what has no date never does."""
    parameter = event.replace("-", "_")
    return setting.parameters.dates(parameter)[0] if setting.parameters.has(parameter) else NEVER


# News


def by_history(position: WesternFrontPosition) -> bool:
    return position.setting.options.get(FRONTS) == HISTORY


def has_happened(position: WesternFrontPosition, event: str) -> bool:
    return _HEARD + event in position.flags


def happens(table: Table, position: WesternFrontPosition, name: str) -> None:
    """[WF 25-2] Something has happened on a front without a map."""
    event = EVENTS[name]
    _note(position, name)
    table.tell(event.text, event.rule, kind="news", data={"event": name})
    orders, pieces = position.setting.listed, position.setting.pieces
    if name == "romania-joins":
        position.flags[_JOINED] = other_fronts.turn_count(position)
    if name == "russia-surrenders":
        _dismiss_russians(table, position)
    if name == "warsaw-falls":
        for fortress in orders.eastern_fortresses:
            other_fronts.enter(position, EAST, fortress.unit, fortress.strength)
            if fortress.replacements:
                other_fronts.enter(position, EAST, position.new_name("ge-rpl-xx-rpl"), fortress.replacements)
            label = pieces[fortress.unit].label
            table.tell(f"{label} is formed in {fortress.name}", "WF 25 list", kind="arrival")


def _dismiss_russians(table: Table, position: WesternFrontPosition) -> None:
    """[26-7] The Russians in France leave play, and nobody owes their strength when the list calls them."""
    position.flags.update(
        (withdrawals.SENT_AWAY + name, 1)
        for name, piece in position.setting.pieces.items()
        if piece.nation == "ru"
    )
    morale.surrender(table, position, "ru")


def _note(position: WesternFrontPosition, name: str) -> None:
    position.flags[_HEARD + name] = 1
    if EVENTS[name].flag:
        position.flags[EVENTS[name].flag] = 1


def told_by_history(table: Table, position: WesternFrontPosition) -> None:
    """[WF 25-2] What has happened elsewhere by this turn, as the dates of the scenario have it."""
    for name in EVENTS:
        if not has_happened(position, name) and position.date >= _date_of(position.setting, name):
            happens(table, position, name)


def hear(table: Table, position: WesternFrontPosition, side: str) -> Procedure:
    """[WF 25-2] In each monthly turn a side reports what has happened on fronts that are played elsewhere."""
    month = position.date.year * 100 + position.date.month
    while not by_history(position) and position.flags.get(_TOLD + side) != month:
        news = [
            News(name)
            for name, event in EVENTS.items()
            if event.teller == side
            and not has_happened(position, name)
            and (not event.after or has_happened(position, event.after))
        ]
        if not news:
            break
        chosen = yield _ask_news(side, news)
        if isinstance(chosen, Pass):
            position.flags[_TOLD + side] = month
        else:
            happens(table, position, chosen.event)
    return None


def _ask_news(side: str, news: list[News]) -> Ask:
    return Ask(
        side,
        "news",
        "What has happened on the other fronts? Pass if there is nothing more to tell",
        "WF 25-2",
        options=lambda: [PASS, *news],
        default=lambda: PASS,
        about=HearingNews(),
        station=True,
    )


def demoralized(table: Table, position: WesternFrontPosition) -> None:
    """[WF 25-6] Bulgaria gives up when Germany has suffered enough."""
    most = position.setting.tables.whole("linked_bulgaria_surrender")
    if _BULGARIA not in position.flags and position.demoralization.get("ge", 0) >= most:
        position.flags[_BULGARIA] = 1
        table.tell("Bulgaria surrenders", "WF 25-6", kind="news")


def state_of_russia(position: WesternFrontPosition) -> tuple[str, str]:
    """[WF 25-5] How Russia stands: after October 1917 it fights on without new units of the lists, but still
    receives replacements and supply points."""
    if has_happened(position, "russia-surrenders"):
        return "has surrendered", "WF 25-4"
    if position.date >= _LAST_RUSSIAN_LISTS:
        return "fights on: no more units of the lists, but replacements and supply points", "WF 25-5"
    return "fights on", "WF 25-2"


# What the east demands


class Want(msgspec.Struct, frozen=True):
    """What Germany must have in the east."""

    name: str
    number: int
    fits: Callable[[Piece], bool]
    counts_units: bool
    rule: str


def _is_foot(piece: Piece) -> bool:
    return piece.infantry


def _is_horse(piece: Piece) -> bool:
    return piece.cavalry


def _is_engineer(piece: Piece) -> bool:
    return piece.engineer


def _is_staff(piece: Piece) -> bool:
    return piece.headquarters


def _is_fighter(piece: Piece) -> bool:
    return piece.infantry or piece.cavalry


def wants(position: WesternFrontPosition) -> list[Want]:
    """[WF 25-4] The garrison after the surrender of Russia; by history, what the east took before it."""
    number = position.setting.tables.whole
    if has_happened(position, "russia-surrenders"):
        return [
            Want("headquarters", number("linked_russia_headquarters"), _is_staff, True, "WF 25-4"),
            Want("engineers", number("linked_russia_engineers"), _is_engineer, True, "WF 25-4"),
            Want("cavalry strength", number("linked_russia_cavalry"), _is_horse, False, "WF 25-4"),
            Want("infantry strength", number("linked_russia_infantry"), _is_foot, False, "WF 25-4"),
        ]
    if not by_history(position):
        return []
    date = position.date
    troops = sent_by_then(position.setting, (date.year, date.month, date.turn))
    return [Want("strength", troops, _is_fighter, False, "WF 25-8")]


@lru_cache(maxsize=128)
def sent_by_then(setting: WesternFrontSetting, now: tuple[int, int, int]) -> int:
    """The strength that the western list has sent away by a turn and not brought back (decision WF-R235)."""
    orders, pieces = setting.listed, setting.pieces
    exchanged = {(turn_of(row), old) for row in orders.conversions for old in row.old}
    away: dict[str, int] = {}
    moves = [
        *((turn_of(row), 0, row.unit, row.strength or 0) for row in orders.withdrawals if row.nation == "ge"),
        *((turn_of(row), 1, row.unit, 0) for row in orders.arrivals if row.nation == "ge" and row.unit),
    ]
    for turn, back, unit, strength in sorted(moves):
        if turn > now:
            break
        formation = pieces[unit].formation
        if back:
            away.pop(formation, None)
        elif (turn, unit) not in exchanged and _is_fighter(pieces[unit]):
            away[formation] = strength
    return sum(away.values())


def present(position: WesternFrontPosition, want: Want) -> int:
    """How much of what is wanted is in the east, or on its way there."""
    coming_back = {
        name for name, _ in other_fronts.on_the_way(position, EAST).items() if _is_returning(position, name)
    }
    return sum(
        1 if want.counts_units else strength
        for name, strength in other_fronts.on_front(position, EAST).items()
        if name not in coming_back and want.fits(other_fronts.piece_of(position, name))
    )


def _is_returning(position: WesternFrontPosition, name: str) -> bool:
    return f"from {EAST}: {name}" in position.flags


def why_not_recall(position: WesternFrontPosition, name: str, front: str) -> Refusal | None:
    """[WF 25-4] [WF 25-8] Nobody is called back whom the east cannot spare."""
    if front != EAST:
        return None
    piece = other_fronts.piece_of(position, name)
    for want in wants(position):
        if not want.fits(piece):
            continue
        there = present(position, want)
        gone = 1 if want.counts_units else other_fronts.on_front(position, EAST)[name]
        if there - gone < want.number:
            reason = f"the east must keep its {want.name}"
            return Refusal(want.rule, reason, want.number, there - gone)
    return None


def candidates(position: WesternFrontPosition, want: Want) -> list[Unit]:
    """[WF 25-8] German units that may be sent: on a rail line, out of reach of the enemy."""
    return [
        unit
        for unit in position.of_side(CENTRAL_POWERS)
        if (piece := position.piece(unit)).nation == "ge"
        and want.fits(piece)
        and (want.counts_units or unit.strength)
        and not position.enemy_controlled(unit.at, CENTRAL_POWERS)
        and rail_lines.is_operative_for(position, unit.at, CENTRAL_POWERS)
    ]


def send(table: Table, position: WesternFrontPosition) -> Procedure:
    """[WF 25-4] [WF 25-8] On the first turn of a month Germany sends the east what it lacks."""
    if position.active != CENTRAL_POWERS or position.date.turn != 1:
        return None
    for want in wants(position):
        while (lacking := want.number - present(position, want)) > 0:
            units = candidates(position, want)
            if not units:
                break
            chosen = yield _ask_who(want, units, lacking)
            unit = position.remove(chosen.unit)
            other_fronts.send_east(position, unit)
            table.tell(f"{position.piece(unit).label} is sent to the east", want.rule, kind="withdrawal")
    return None


def _ask_who(want: Want, units: list[Unit], lacking: int) -> Ask:
    def why_not(action: Action) -> Refusal | None:
        if not isinstance(action, SendAway):
            return None
        return Refusal(want.rule, f"{action.unit} is not of the kind that must go, or cannot go by rail")

    weakest = min(units, key=lambda unit: (abs(unit.strength - lacking), unit.name))
    return Ask(
        CENTRAL_POWERS,
        "send east",
        f"Which unit is sent to the east? It lacks {lacking} of its {want.name}",
        want.rule,
        options=lambda: [SendAway(unit.name) for unit in units],
        why_not=why_not,
        default=lambda: SendAway(weakest.name),
        about=Leaving(lacking),
        station=True,
    )


def supply_the_east(table: Table, position: WesternFrontPosition, schedules: NationalSchedules) -> None:
    """[WF 25-4] [WF 25-15] On first turns the east expends its share of German supply, by history what the
    linked income has more than that of the west alone; its garrison later keeps 25 points."""
    date = position.date
    if position.active != CENTRAL_POWERS or date.turn != 1:
        return
    if has_happened(position, "russia-surrenders"):
        need = position.setting.tables.whole("linked_russia_supply") - other_fronts.stock(
            position, EAST, "ge"
        )
        sent = _from_income(position, max(0, need))
        other_fronts.change_stock(position, EAST, "ge", sent)
        if sent:
            table.tell(f"{sent} German supply points go to the garrison of Russia", "WF 25-4", kind="supply")
        return
    if not by_history(position):
        return
    state = collapse.state_of(position, "ge")
    here = schedules.supply_due("ge", date.year, date.month, 1, morale=state, game=GAMES[0])
    both = schedules.supply_due("ge", date.year, date.month, 1, morale=state, game=GAMES[1])
    share = max(0, both - here)
    stored = min(share, other_fronts.stock(position, EAST, "ge"))
    other_fronts.change_stock(position, EAST, "ge", -stored)
    spent = stored + _from_income(position, share - stored)
    if spent:
        table.tell(f"The Eastern Front expends {spent} German supply points", "WF 25-15", kind="supply")


def _from_income(position: WesternFrontPosition, points: int) -> int:
    """Take supply points out of what arrives in Germany now; how many there were."""
    due = position.supply_due.get("ge", 0)
    taken = min(points, due)
    if taken:
        position.supply_due["ge"] = due - taken
    return taken


def reinforce(table: Table, position: WesternFrontPosition) -> None:
    """[WF 25 list] Units that the war with Romania brings go to the east."""
    joined = position.flags.get(_JOINED)
    if joined is None or position.active != CENTRAL_POWERS:
        return
    now = other_fronts.turn_count(position) - joined
    for row in position.setting.listed.romanian:
        if row.after == now and not row.struck and row.unit:
            for _ in range(row.count or 1):
                other_fronts.enter(position, EAST, row.unit, row.strength or 0)
            label = position.setting.pieces[row.unit].label
            table.tell(f"{label} arrives against Romania", "WF 25 list", kind="arrival")
