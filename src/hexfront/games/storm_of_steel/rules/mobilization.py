"""Chapter 7: mobilization. Points are counted, and both sides build units from them in secret.

What a side has ordered in this phase lies in ``position.drafts`` and ``position.gifts``, under seal, and is
paid for when both are done. Each side works at the desk of one country after another, so that it never has to
choose among everything it could build anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from hexfront.games.storm_of_steel.matters import Desk
from hexfront.games.storm_of_steel.orders import Build, MobilizeFor, Rebuild, Transfer, Withdraw
from hexfront.games.storm_of_steel.position import Draft, Due, SteelPosition
from hexfront.games.storm_of_steel.printed.economy import Cost
from hexfront.games.storm_of_steel.rules import (
    agents,
    chapters,
    devastation,
    development,
    markers,
    paratroops,
    transfers,
)
from hexfront.games.storm_of_steel.rules import capacity as capacities
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.setting import SteelSetting
from hexfront.games.storm_of_steel.vocabulary import FORT, SIDE_NAMES, SIDES
from hexfront.kernel.ledger import Note, unexplained
from hexfront.kernel.play import PASS, Action, Ask, Game, Procedure, Refusal, Table, Together

SEAL = "builds"


# Capacity


def capacity(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-7] [3.2-7d] [7.11] [7.22] The points of every country for this quarter, added to what it has
    saved; the cost of developments comes off first [3.2-7e1]."""
    position.income.clear()
    for side in SIDES:
        gained = capacities.output(position, side)
        settle_purses(position, side, gained)
        position.income.update(gained)
        for purse, points in gained.items():
            position.points[purse] = position.points.get(purse, 0) + points
        for country, points in sorted(position.grants.items()):
            if position.alliances.get(country) == side and country in gained:
                position.points[country] += points
        pay_expenses(position, side, gained)
        words = ", ".join(
            f"{purse_name(position, purse)} {points}" for purse, points in sorted(gained.items()) if points
        )
        table.tell(
            f"Mobilization points of the {SIDE_NAMES[side]}: {words or 'none'}",
            "7.11",
            kind="mobilization",
            data={"side": side, "points": dict(gained)},
        )
    position.grants.clear()
    yield from ()
    return None


def purse_name(position: SteelPosition, purse: str) -> str:
    """A purse as people read it."""
    country, _, place = purse.partition("/")
    name = country_name(position.setting, country)
    return f"{name} in {place}" if place else name


def settle_purses(position: SteelPosition, side: str, gained: dict[str, int]) -> None:
    """[7.31] Points of a centre that is joined again go to its country; one that is lost loses them."""
    purses = capacities.purses(position, side)
    for purse in [
        each
        for each in position.points
        if position.alliances.get(capacities.purse_country(each)) == side and each not in gained
    ]:
        points = position.points.pop(purse)
        country, _, place = purse.partition("/")
        node = position.setting.board.index.get(place) if place else None
        home = next(
            (
                name
                for name, members in purses.items()
                if capacities.purse_country(name) == country
                and (node is None or any(centre.node == node for centre in members))
            ),
            None,
        )
        if home is not None:
            position.points[home] = position.points.get(home, 0) + points


def pay_expenses(position: SteelPosition, side: str, gained: dict[str, int]) -> None:
    """[3.2-7e1] What developments cost is paid by the country that was named, and by others if it cannot."""
    for payer in [each for each in position.expenses if each in gained]:
        owed = position.expenses.pop(payer)
        richest = sorted(gained, key=lambda purse: (-position.points.get(purse, 0), purse))
        for purse in (payer, *richest):
            paid = min(owed, position.points.get(purse, 0))
            position.points[purse] = position.points.get(purse, 0) - paid
            owed -= paid


# Allocation


def allocate(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-7e] [7.4] Both sides order units at once and in secret; then it is seen what they do."""
    if not position.begun:
        position.drafts.clear()
        position.gifts.clear()
        position.desks = dict.fromkeys(SIDES, "")
        position.ready.clear()
        position.begun = True
    while left := [side for side in SIDES if side not in position.ready]:
        asks = tuple(_ask(position, side) for side in left)
        answers = yield Together(asks, station=True, eager=True)
        ((side, order),) = answers.items()
        carry_out(position, side, order)
    position.ready.clear()
    table.open_seal(SEAL)
    for side in SIDES:
        conclude(table, side)
    position.strikes.clear()  # [6.22] they have halved the points of this turn (SS-D45)
    agents.restore(position)
    return None


def _ask(position: SteelPosition, side: str) -> Ask:
    purse = position.desks[side]
    if purse:
        prompt = (
            f"{purse_name(position, purse)}, {balance(position, purse)} points left: build, transfer, or pass"
        )
    else:
        prompt = "Choose a country to mobilize for; pass when you are done"
    return Ask(
        side,
        "mobilize",
        prompt,
        "7.41",
        lambda: options(position, side),
        Desk(purse, balance(position, purse) if purse else 0),
        why_not=lambda action: why_not(position, side, action),
        default=lambda: PASS,
        sealed=SEAL,
    )


def carry_out(position: SteelPosition, side: str, order: Action) -> None:
    """[7.41] An order of the phase is put into the drafts."""
    purse = position.desks[side]
    match order:
        case MobilizeFor(country):
            position.desks[side] = country
        case Build(kind, divisions):
            draft(position, side, purse, kind, divisions)
        case Rebuild(at):
            draft(position, side, purse, markers.CLEARING, 0, name=devastation.order_name(at))
        case Transfer(to, points):
            key = transfers.key(purse, to)
            position.gifts[key] = position.gifts.get(key, 0) + points
        case Withdraw(item) if item in position.drafts:
            for node in position.drafts.pop(item).sources:
                position.oil_spent[node] -= 1
        case Withdraw(item):
            del position.gifts[item]
        case _ if purse:
            position.desks[side] = ""
        case _:
            position.ready.add(side)


def options(position: SteelPosition, side: str) -> Iterator[Action]:
    """[3.2-7e3] [7.41] What a side may order: choose a country; at its desk build, give, take back, leave.

    It is listed as far as somebody looks: after each order both sides are asked again, and one answers.
    """
    purse = position.desks[side]
    yield PASS
    if not purse:
        yield from (MobilizeFor(each) for each in capacities.purses(position, side) if busy(position, each))
        return
    yield from (Build(kind, divisions) for kind, divisions in buildable(position, purse))
    yield from rebuilding(position, purse)
    yield from gifts(position, purse)
    yield from (Withdraw(key) for key, each in sorted(position.drafts.items()) if each.purse == purse)
    for key, points in sorted(position.gifts.items()):
        giver, _, receiver = key.partition(">")
        if giver == purse and balance(position, receiver) >= points:
            yield Withdraw(key)


def busy(position: SteelPosition, purse: str) -> bool:
    """Whether a country has anything to decide: points, or orders that it could take back."""
    return balance(position, purse) > 0 or any(each.purse == purse for each in position.drafts.values())


def balance(position: SteelPosition, purse: str) -> int:
    """[7.22] The points of a country that are not spoken for."""
    spent = sum(each.points for each in position.drafts.values() if each.purse == purse)
    return (
        position.points.get(purse, 0)
        - spent
        - transfers.sent(position, purse)
        + transfers.received(position, purse)
    )


def gifts(position: SteelPosition, giver: str) -> Iterator[Transfer]:
    """[7.23] Every transfer that a country may still make."""
    if "/" in giver or not (left := balance(position, giver)):
        return
    for receiver in capacities.purses(position, position.alliances[giver]):
        if "/" in receiver or receiver == giver:
            continue
        most = min(transfers.most(position, giver, receiver), left)
        if most > 0 and transfers.objection(position, giver, receiver) is None:
            yield from (Transfer(receiver, points) for points in range(1, most + 1))


def rebuilding(position: SteelPosition, purse: str) -> Iterator[Rebuild]:
    """[34.4] Every devastated hex that a country can pay to have cleared."""
    if position.ruins and price(position, purse, markers.CLEARING, 0) <= balance(position, purse):
        for node in devastation.clearable(position, capacities.purse_country(purse)):
            yield Rebuild(position.setting.board.label(node))


@lru_cache(maxsize=8)
def counters_of(setting: SteelSetting, country: str) -> dict[tuple[str, int], tuple[str, ...]]:
    """[7.4] The counters of a country by kind and divisions."""
    found: dict[tuple[str, int], list[str]] = {}
    for key, piece in sorted(setting.pieces.items()):
        if piece.country == country and not piece.force:
            found.setdefault((piece.kind, piece.divisions), []).append(key)
    return {kind: tuple(names) for kind, names in found.items()}


def in_pool(position: SteelPosition, country: str, kind: str, divisions: int) -> str | None:
    """[7.4] The next counter of a kind in the force pool of a country."""
    names = counters_of(position.setting, country).get((kind, divisions), ())
    elsewhere = position.units, position.due, position.dead, position.removed, position.drafts
    return next((name for name in names if not any(name in each for each in elsewhere)), None)


class Article(msgspec.Struct, frozen=True, gc=False):
    """[7.5] A kind of unit or marker that a country could ever order, with all that is fixed about it."""

    kind: str
    divisions: int
    row: Cost
    points: int  # at its full price
    first: int  # the turn from which it is formed [9.3]
    counters: tuple[str, ...]  # of the force pool; none of a marker
    limited: bool  # to so many a quarter or a year


@lru_cache(maxsize=64)
def articles(setting: SteelSetting, country: str) -> tuple[Article, ...]:
    """[7.4] [7.5] [9.3] What a country could ever order of the chapters that are in use."""
    counters, economy = counters_of(setting, country), setting.printed.economy
    found = []
    for kind, divisions in kinds_of(setting, country):
        row = chart_row(setting, country, kind)
        if row is None or not chapters.is_played(setting, kind):
            continue
        first = economy.corps.get(divisions)
        found.append(
            Article(
                kind,
                divisions,
                row,
                row.of(divisions),
                setting.calendar.number(first) if first else 0,
                counters.get((kind, divisions), ()),
                any(kind in limit.kind and limit.country in ("", country) for limit in economy.limits),
            )
        )
    return tuple(found)


def buildable(position: SteelPosition, purse: str) -> list[tuple[str, int]]:
    """[7.5] The kinds of units that a country can order now: those to which there is no `objection`, asked
    without its words."""
    country, setting = capacities.purse_country(purse), position.setting
    side, turn, left = position.alliances[country], position.turn, balance(position, purse)
    halved = f"{development.HALF_COST} {country} "
    bargains = any(flag.startswith(halved) for flag in position.flags)
    units, due, dead, removed = position.units, position.due, position.dead, position.removed
    drafts = position.drafts
    found = []
    for article in articles(setting, country):
        kind, divisions, row = article.kind, article.divisions, article.row
        if article.points > left and not (bargains and price(position, purse, kind, divisions) <= left):
            continue
        if article.first > turn or (row.needs and not has_developed(position, side, row.needs)):
            continue
        if kind == paratroops.KIND and not paratroops.are_trained(position, side):
            continue
        if kind == FORT and place_of(position, side, purse):
            continue
        if kind in markers.KINDS:
            if markers.left(position, side, kind) <= 0:
                continue
        else:
            for name in article.counters:  # as in `in_pool`
                if not (name in units or name in due or name in dead or name in removed or name in drafts):
                    break
            else:
                continue
        if article.limited and over_limit(position, country, kind):
            continue
        if row.oil and row.oil > development.oil_for(position, side, purse):
            continue
        found.append((kind, divisions))
    return found


def kinds_of(setting: SteelSetting, country: str) -> list[tuple[str, int]]:
    """[7.4] The kinds of units and markers that a country could ever order."""
    found = [*counters_of(setting, country)]
    return [*found, *((kind, 0) for kind in markers.built_by(setting, country))]


def chart_row(setting: SteelSetting, country: str, kind: str) -> Cost | None:
    """[7.5] [7.81] [7.82] The row of the mobilization chart for a kind of unit in a country."""
    return setting.printed.economy.cost(kind, country)


def price(position: SteelPosition, purse: str, kind: str, divisions: int, note: Note = unexplained) -> int:
    """[7.51] What a unit costs a country, by the division where the chart says so; half with a card."""
    country = capacities.purse_country(purse)
    row = chart_row(position.setting, country, kind)
    assert row is not None, kind
    points = note(row.rule, kind, row.of(divisions))
    if at_half_cost(position, country, kind, divisions):
        points -= note("4.6-Special", "at half cost", points - points // 2)
    return points


def at_half_cost(position: SteelPosition, country: str, kind: str, divisions: int) -> bool:
    """[4.6-Special] Whether a card lets the next unit of a kind be built at half its cost."""
    number = position.flags.get(f"{development.HALF_COST} {country} {kind} {divisions}", 0)
    used = sum(each.half for each in position.drafts.values())
    return number > used


def objection(position: SteelPosition, purse: str, kind: str, divisions: int) -> Refusal | None:
    """[7.5] Why a country cannot order a unit; None if it can."""
    country = capacities.purse_country(purse)
    setting = position.setting
    side = position.alliances[country]
    row = chart_row(position.setting, country, kind)
    if row is None:
        return Refusal("7.5", f"{kind} is not built")
    if not chapters.is_played(setting, kind):
        return Refusal(row.rule, f"{kind} belongs to a chapter that is not in use")
    if kind == paratroops.KIND and not paratroops.are_trained(position, side):
        return Refusal("40.2", f"paratroops need air doctrine level {paratroops.level(position)}")
    if row.needs and not has_developed(position, side, row.needs):
        return Refusal("22.1", f"{kind} has not been developed")
    first = setting.printed.economy.corps.get(divisions)
    if first and position.turn < setting.calendar.number(first):
        return Refusal("9.3", f"corps of {divisions} divisions are formed from {first} on")
    if kind == FORT and place_of(position, side, purse):
        return Refusal("7.63", "forts are built in cities on the maps")
    if kind in markers.KINDS:
        if refusal := markers.objection(position, country, kind):
            return refusal
    elif in_pool(position, country, kind, divisions) is None:
        return Refusal("7.4", f"no {kind} is left in the force pool of {country_name(setting, country)}")
    if over_limit(position, country, kind):
        return Refusal("7.5", f"{country_name(setting, country)} has begun as many {kind} as it may")
    if (points := price(position, purse, kind, divisions)) > balance(position, purse):
        return Refusal("7.51", f"{kind} costs {points} points")
    if row.oil > (oil := development.oil_for(position, side, purse) if row.oil else 0):
        return Refusal("7.7", f"{kind} needs {row.oil} petroleum points and {oil} can be used")
    return None


def has_developed(position: SteelPosition, side: str, what: str) -> bool:
    """[22.1] [42.2] Whether a side has developed what a unit needs; each kind of tanks has its card."""
    return any(
        card.allows == what and card.card in position.developed
        for card in position.setting.printed.deck.of(side, "weapons")
    )


def over_limit(position: SteelPosition, country: str, kind: str) -> bool:
    """[7.5] Whether a country has begun as many units of a kind as a quarter or a year allows."""
    for limit in position.setting.printed.economy.limits:
        if kind not in limit.kind or limit.country not in ("", country):
            continue
        drafted = sum(
            each.kind in limit.kind and capacities.purse_country(each.purse) == country
            for each in position.drafts.values()
        )
        earlier = position.begun_units.get(f"{country} {limit.kind[0]} {_period(position, limit.per)}", 0)
        if drafted + earlier >= limit.number:
            return True
    return False


def _period(position: SteelPosition, per: str) -> int:
    return position.quarter.year if per == "year" else position.turn


def draft(
    position: SteelPosition, side: str, purse: str, kind: str, divisions: int, *, name: str = ""
) -> None:
    """[7.41] [7.52] Order a unit: its points and petroleum are spoken for."""
    country = capacities.purse_country(purse)
    row = chart_row(position.setting, country, kind)
    assert row is not None, kind
    if kind in markers.KINDS:
        name = name or markers.new_name(position, side, kind)
    else:
        found = in_pool(position, country, kind, divisions)
        assert found is not None, kind
        name = found
    half = at_half_cost(position, country, kind, divisions)
    points = price(position, purse, kind, divisions)
    sources = tuple(development.use_oil(position, side, purse, row.oil))
    position.drafts[name] = Draft(side, purse, kind, divisions, points, sources, row.quarters, half)


def conclude(table: Table[SteelPosition], side: str) -> None:
    """[7.52] [7.53] [3.2-7e4] [35.31] Orders are paid for, and units go on the track by their quarters."""
    position = table.position
    drafted = {name: each for name, each in sorted(position.drafts.items()) if each.side == side}
    for name, each in drafted.items():
        position.points[each.purse] = position.points.get(each.purse, 0) - each.points
        if each.kind == markers.CLEARING:
            devastation.clear(table, position, name)
            continue
        if each.kind in markers.KINDS:
            markers.receive(table, side, capacities.purse_country(each.purse), each.kind)
            continue
        position.due[name] = Due(position.turn + each.quarters, place_of(position, side, each.purse))
        country = capacities.purse_country(each.purse)
        if country in position.surrendered:
            position.free_corps.add(name)  # [35.31]
        for limit in position.setting.printed.economy.limits:
            if each.kind in limit.kind and limit.country in ("", country):
                key = f"{country} {limit.kind[0]} {_period(position, limit.per)}"
                position.begun_units[key] = position.begun_units.get(key, 0) + 1
    for key, points in sorted(position.gifts.items()):
        giver, _, receiver = key.partition(">")
        if position.alliances[giver] == side:
            position.points[giver] -= points
            position.points[receiver] = position.points.get(receiver, 0) + points
            table.tell(
                f"{purse_name(position, giver)} gives {purse_name(position, receiver)} {points} points",
                "7.23",
                kind="mobilization",
            )
    if drafted:
        position.last_builds[side] = tuple(
            f"{each.purse} {each.kind} {each.divisions}" for each in drafted.values()
        )
    table.tell(
        f"The {SIDE_NAMES[side]} mobilize {_summary(position, drafted)}",
        "7.41",
        kind="mobilization",
        data={"side": side, "units": list(drafted)},
    )


def _summary(position: SteelPosition, drafted: dict[str, Draft]) -> str:
    names = [
        each.kind if each.kind in markers.KINDS else position.setting.pieces[name].name
        for name, each in drafted.items()
    ]
    return ", ".join(names) or "nothing"


def place_of(position: SteelPosition, side: str, purse: str) -> str:
    """[7.13] Where the units of a purse appear: in an off-map area if all its centres are there; else its
    owner chooses when they come."""
    board = position.setting.board
    nodes = [
        centre.node for centre in capacities.purses(position, side).get(purse, ()) if not centre.captured
    ]
    if nodes and all(board.is_area(node) for node in nodes):
        return board.label(nodes[0])
    return ""


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """[7.5] [7.23] Words for an order that cannot be given."""
    purse = position.desks[side]
    if isinstance(action, MobilizeFor):
        if purse:
            return Refusal("7.41", f"the books of {purse_name(position, purse)} are open: pass to close them")
        return _why_no_books(position, side, action.country)
    if not purse and isinstance(action, Build | Rebuild | Transfer | Withdraw):
        return Refusal("7.41", "choose a country first")
    if isinstance(action, Build):
        kinds = {
            *kinds_of(position.setting, capacities.purse_country(purse)),
            *((each, 0) for each in markers.KINDS),
        }
        if (action.kind, action.divisions) not in kinds:
            sizes = sorted(divisions for kind, divisions in kinds if kind == action.kind)
            if sizes:
                formed = " or ".join(map(str, sizes))
                return Refusal("7.51", f"{action.kind} is built with {formed} divisions")
            return Refusal("7.4", f"{purse_name(position, purse)} has no such unit")
        return objection(position, purse, action.kind, action.divisions)
    if isinstance(action, Rebuild):
        return _why_not_rebuild(position, purse, action.at)
    if isinstance(action, Transfer):
        if action.to not in position.alliances:
            return Refusal("7.23", f"{action.to} is not at war")
        return transfers.why_not(position, purse, action.to, action.points)
    return None


def _why_no_books(position: SteelPosition, side: str, purse: str) -> Refusal:
    """[7.11] [19.33] Words for a country that does not mobilize."""
    country = capacities.purse_country(purse)
    if country not in position.alliances:
        return Refusal("7.11", f"{country} is not at war")
    name = country_name(position.setting, country)
    if country in position.surrendered:
        return Refusal("19.33", f"{name} has surrendered")
    if position.alliances[country] != side:
        return Refusal("7.4", f"{name} is not your ally")
    return Refusal("7.11", f"{purse} has no points to spend")


def _why_not_rebuild(position: SteelPosition, purse: str, at: str) -> Refusal:
    """[34.4] Words for a hex that is not cleared."""
    board = position.setting.board
    if at not in board or board[at] not in position.ruins:
        return Refusal("34.4", f"{at} is not devastated")
    if board[at] not in devastation.clearable(position, capacities.purse_country(purse)):
        return Refusal("34.4", f"{purse_name(position, purse)} does not hold {at}, or clears it already")
    return Refusal("7.51", f"to clear it costs {price(position, purse, markers.CLEARING, 0)} points")


def repeated(game: Game[SteelPosition]) -> Iterator[Action]:
    """[7.41] Order again what was ordered last quarter, as far as points and pools go; a compound order."""
    side = game.giver  # both sides are asked at once
    for text in game.position.last_builds.get(side, ()):
        purse, _, rest = text.partition(" ")
        kind, _, divisions = rest.rpartition(" ")
        opened, wanted = MobilizeFor(purse), Build(kind, int(divisions))
        if not _offers(game, side, opened):
            continue
        yield opened
        if _offers(game, side, wanted):
            yield wanted
        yield PASS


def _offers(game: Game[SteelPosition], side: str, action: Action) -> bool:
    decision = game.decision_of(side)
    return decision is not None and action in decision.choices()
