"""The display of mobilization: the books of every country, what it can build and what that costs, gifts,
petroleum, what was ordered, and what is on its way."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.games.storm_of_steel.orders import RepeatQuarter
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import (
    capacity,
    devastation,
    development,
    markers,
    mobilization,
    transfers,
)
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.table.names import hex_name, kind_name, quarter_of, turn_name, unit_name
from hexfront.games.storm_of_steel.table.nation_faces import (
    build_item,
    draft_item,
    gift_item,
    purse_item,
    rebuild_item,
)
from hexfront.games.storm_of_steel.vocabulary import ALLOCATION, CAPACITY, SIDE_NAMES, SIDES
from hexfront.kernel.showing import Deed, Display, Item, Section
from hexfront.kernel.title import REFEREE
from hexfront.shared.words import counted

NAME = "Mobilization"


def display(position: SteelPosition, viewer: str) -> Display:
    """[7.0] Mobilization as a viewer may know it; orders of this phase only one's own [7.4]."""
    own = [viewer] if viewer in SIDES else [*SIDES] if viewer == REFEREE else []
    open_now = position.step == ALLOCATION
    sections: list[Section] = []
    for side in own:
        sections += _books(position, side, open_now=open_now)
    for side in SIDES:
        if side not in own:
            sections.append(_countries(position, side, own=False))
    sections += [_track(position, side) for side in SIDES]
    deeds: list[Deed] = []
    if open_now and position.last_builds.get(viewer) and viewer not in position.ready:
        deeds.append(
            Deed("Repeat last quarter", RepeatQuarter(), "Order the same again, as far as points go")
        )
    text = _heading(position, viewer)
    return Display(NAME, text, tuple(each for each in sections if each.items), tuple(deeds), "7.0")


def _heading(position: SteelPosition, viewer: str) -> str:
    if position.step == ALLOCATION:
        purse = position.desks.get(viewer, "") if viewer in SIDES else ""
        if purse:
            left = counted(mobilization.balance(position, purse), "point")
            return f"The books of {mobilization.purse_name(position, purse)} are open: {left} left."
        return "Open the books of a country, and build. What is not spent is saved."
    return (
        f"{turn_name(position)}: books are opened at the end of the quarter; this is what there would be now."
    )


def _books(position: SteelPosition, side: str, *, open_now: bool) -> Iterator[Section]:
    """The countries of a side, what the one with open books can do, and what was ordered."""
    purse = position.desks.get(side, "") if open_now else ""
    if open_now:
        yield Section("Ordered this quarter", tuple(_drafts(position, side)), side=side)
    if purse:
        yield Section(
            f"Build for {mobilization.purse_name(position, purse)}",
            tuple(_builds(position, purse)),
            side=side,
        )
        yield Section("Give points to", tuple(_gifts(position, purse)), side=side)
        yield Section("Rebuild", tuple(_ruins(position, purse)), side=side)
    yield _countries(position, side, own=True)
    yield Section("Petroleum", tuple(_oil(position, side)), "ledger", side=side, folded=True)


# Countries


def _countries(position: SteelPosition, side: str, *, own: bool) -> Section:
    open_now = position.step == ALLOCATION
    items = []
    for purse, members in capacity.purses(position, side).items():
        country = capacity.purse_country(purse)
        cities = sum(each.number for each in members if not each.captured)
        taken = sum(each.number for each in members if each.captured)
        counted_now = open_now or purse in position.income
        output = position.income.get(purse, 0) if counted_now else capacity.points(position, purse, members)
        figures = [
            ("Centres", f"{cities} + {taken} taken" if taken else str(cities)),
            ("Multiple", str(capacity.multiple(position, country))),
            ("Output", str(output)),
        ]
        if position.gas.get(purse):
            figures.append(("Gas", str(position.gas[purse])))
        if own:
            saved = position.points.get(purse, 0)
            figures.append(("In store", str(saved)))
            if open_now:
                figures.append(("Left", str(mobilization.balance(position, purse))))
        items.append(
            Item(
                purse_item(purse),
                mobilization.purse_name(position, purse),
                figures=tuple(figures),
                state="chosen"
                if own and open_now and position.desks.get(side) == purse
                else "open"
                if own and open_now and mobilization.busy(position, purse)
                else "plain",
                side=side,
                rule="7.11",
            )
        )
    return Section(SIDE_NAMES[side], tuple(items), side=side)


# What can be built


def _builds(position: SteelPosition, purse: str) -> Iterator[Item]:
    """[7.5] Every kind of unit of a country with its cost, and why it cannot be built."""
    country = capacity.purse_country(purse)
    found = []
    for kind, divisions in mobilization.kinds_of(position.setting, country):
        row = mobilization.chart_row(position.setting, country, kind)
        if row is None:
            continue
        refusal = mobilization.objection(position, purse, kind, divisions)
        pool = _pool(position, country, kind, divisions)
        points = mobilization.price(position, purse, kind, divisions)
        figures = [("Cost", str(points)), ("Quarters", str(row.quarters))]
        if row.oil:
            figures.append(("Oil", str(row.oil)))
        figures.append(("In pool", str(pool)))
        found.append(
            Item(
                build_item(kind, divisions),
                kind_name(kind, divisions),
                f"arrives in {quarter_of(position, position.turn + row.quarters)}",
                figures=tuple(figures),
                state="closed" if refusal else "open",
                why=refusal.reason if refusal else "",
                rule=refusal.rules[0] if refusal else row.rule,
            )
        )
    yield from sorted(found, key=lambda item: item.state == "closed")


def _pool(position: SteelPosition, country: str, kind: str, divisions: int) -> int:
    """[7.4] How many counters of a kind are left in the force pool."""
    if kind in markers.KINDS:
        return max(0, markers.left(position, position.alliances[country], kind))
    names = mobilization.counters_of(position.setting, country).get((kind, divisions), ())
    return sum(position.in_pool(name) and name not in position.drafts for name in names)


def _gifts(position: SteelPosition, purse: str) -> Iterator[Item]:
    """[7.23] [7.24] To whom points can be given, and how many at most."""
    if "/" in purse:
        return
    side = position.alliances[purse]
    for receiver in capacity.purses(position, side):
        if "/" in receiver or receiver == purse:
            continue
        refusal = transfers.objection(position, purse, receiver)
        most = min(transfers.most(position, purse, receiver), mobilization.balance(position, purse))
        figures = (
            ("At most now", str(max(0, most)) if refusal is None else "0"),
            ("A tenth of the output", str(position.income.get(purse, 0) // 10)),
            ("Cities of the receiver", str(transfers.cities_held(position, receiver))),
        )
        able = refusal is None and most > 0
        yield Item(
            gift_item(receiver),
            country_name(position.setting, receiver),
            figures=figures,
            state="open" if able else "closed",
            why=refusal.reason if refusal else "" if able else "no more can be given this quarter",
            rule=refusal.rules[0] if refusal else "7.23",
        )


def _ruins(position: SteelPosition, purse: str) -> Iterator[Item]:
    """[34.4] The devastated hexes that a country can have cleared."""
    points = mobilization.price(position, purse, markers.CLEARING, 0)
    able = points <= mobilization.balance(position, purse)
    for node in devastation.clearable(position, capacity.purse_country(purse)):
        label = position.setting.board.label(node)
        yield Item(
            rebuild_item(label),
            hex_name(position, label),
            figures=(("Cost", str(points)),),
            state="open" if able else "closed",
            why="" if able else "there are not enough points",
            rule="34.4",
        )


def _drafts(position: SteelPosition, side: str) -> Iterator[Item]:
    """[7.41] What was ordered in this phase."""
    for name, each in sorted(position.drafts.items()):
        if each.side != side:
            continue
        shown = unit_name(position, name) if name in position.setting.pieces else kind_name(each.kind)
        figures = (
            ("Cost", str(each.points)),
            ("Arrives", quarter_of(position, position.turn + each.quarters)),
        )
        whose = mobilization.purse_name(position, each.purse)
        yield Item(draft_item(name), shown, f"paid by {whose}", figures=figures, state="chosen", side=side)
    for key, points in sorted(position.gifts.items()):
        giver, _, receiver = key.partition(">")
        if position.alliances[giver] != side:
            continue
        names = [country_name(position.setting, each) for each in (giver, receiver)]
        text = f"{names[0]} gives {names[1]} {counted(points, 'point')}"
        yield Item(draft_item(key), text, figures=(("Points", str(points)),), state="chosen", side=side)


def _oil(position: SteelPosition, side: str) -> Iterator[Item]:
    """[7.7] The petroleum that each country can still use; none is saved."""
    for purse in capacity.purses(position, side):
        left = development.oil_for(position, side, purse)
        if left:
            yield Item(
                f"oil:{purse}", mobilization.purse_name(position, purse), figures=(("Left", str(left)),)
            )


# What is on its way


def _track(position: SteelPosition, side: str) -> Section:
    """[7.52] The turn record track: what arrives when."""
    by_turn: dict[int, dict[str, int]] = {}
    for name, due in position.due.items():
        piece = position.setting.pieces[name]
        if position.side_of_piece(piece) == side:
            kinds = by_turn.setdefault(due.turn, {})
            words = (
                f"{country_name(position.setting, piece.country)}: {kind_name(piece.kind, piece.divisions)}"
            )
            kinds[words] = kinds.get(words, 0) + 1
    items = tuple(
        Item(
            f"turn:{side}:{turn}",
            quarter_of(position, turn),
            lines=tuple(f"{number} × {words}" for words, number in sorted(kinds.items())),
            figures=(("Units", str(sum(kinds.values()))),),
            side=side,
        )
        for turn, kinds in sorted(by_turn.items())
    )
    own = position.step in (ALLOCATION, CAPACITY)
    return Section(f"On the way: {SIDE_NAMES[side]}", items, side=side, folded=not own)
