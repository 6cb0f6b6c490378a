"""The displays of the war of nations: politics, morale with its causes, the quarter, and the world."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import allegiance, conditions, diplomacy, revolution, ultimatum
from hexfront.games.storm_of_steel.rules.names import country_name
from hexfront.games.storm_of_steel.scenarios import victory
from hexfront.games.storm_of_steel.table.card_words import said
from hexfront.games.storm_of_steel.table.names import quarter_name, quarter_of, turn_name
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.showing import Display, Item, Section
from hexfront.shared.words import counted

POWERS = {"major": "major power", "minor": "minor power", "expeditionary": "expeditionary", "open": ""}


# Politics


def politics(position: SteelPosition, viewer: str) -> Display:
    """[6.0] [19.0] Who fights for whom, what would win the neutrals, and who is shaken."""
    sections = [_members(position, side) for side in SIDES]
    sections += [
        Section("Neutrals", tuple(_neutrals(position)), text="What each alliance must throw to win them.")
    ]
    sections += [Section("Who comes in by himself", tuple(_entries(position)), "ledger")]
    sections += [Section("Revolution", tuple(_revolutions(position)), "ledger", folded=True)]
    return Display("Politics", _first(position), tuple(each for each in sections if each.items), rule="6.0")


def _first(position: SteelPosition) -> str:
    first, second = (f"{SIDE_NAMES[side]} {position.morale[side]}" for side in SIDES)
    return f"Morale: {first}, {second}. The side with higher morale plays its card of Grand Diplomacy first."


def _members(position: SteelPosition, side: str) -> Section:
    """[19.0] The countries of an alliance: their capital, their cities, what their surrender costs."""
    setting = position.setting
    items = []
    for country in sorted(position.alliances, key=lambda each: _rank(position, each)):
        if position.alliances[country] != side:
            continue
        printed = setting.printed.countries.countries[country]
        nodes = setting.cities_in_play(country)
        held = sum(position.controller(node) == side for node in nodes)
        state: Literal["gone", "plain"] = "gone" if country in position.surrendered else "plain"
        cities_shown = (("Cities", f"{held} of {len(nodes)}"),) if nodes else ()
        lines = []
        if country in position.mutinies:
            lines.append("Mutiny: its units do not attack this quarter")
        if country in position.strikes:
            lines.append("Strike: half of its mobilization points")
        cities = setting.printed.places.cities
        capital = cities.get(printed.capital)
        hex_ = capital.hex if capital and capital.hex in setting.board else ""
        if hex_ and position.controller(setting.board[hex_]) != side:
            lines.append(f"{printed.capital} is lost")
        items.append(
            Item(
                f"country:{country}",
                printed.name,
                "has surrendered" if country in position.surrendered else POWERS.get(printed.power, ""),
                tuple(lines),
                (*cities_shown, ("Surrender", f"−{printed.surrender}")),
                state,
                side=side,
                hex=hex_,
                value=held,
                most=len(nodes) or None,
                rule="19.32",
            )
        )
    return Section(SIDE_NAMES[side], tuple(items), side=side)


def _rank(position: SteelPosition, country: str) -> tuple[int, str]:
    printed = position.setting.printed.countries.countries[country]
    return [*POWERS].index(printed.power) if printed.power in POWERS else 9, country


def _neutrals(position: SteelPosition) -> Iterator[Item]:
    """[6.11] [19.24] The neutrals: the die each alliance needs and its odds, and what an ultimatum needs."""
    printed = position.setting.printed
    for country, row in printed.politics.neutrals.items():
        if not allegiance.is_neutral(position, country) or not ultimatum.on_map(position, country):
            continue
        figures, lines = [], []
        for side in SIDES:
            figures.append((SIDE_NAMES[side], _chance(position, side, country)))
            attitude = row.attitude(side)
            if attitude.then is not None and attitude.condition:
                lines.append(f"{SIDE_NAMES[side]}: {attitude.then} if {said(attitude.condition)}")
            if printed.countries.countries[country].entry == "by card":
                there = ultimatum.on_border(position, side, country)
                if there:
                    lines.append(
                        f"Ultimatum of the {SIDE_NAMES[side]}: {there} of {row.forces} on its border"
                    )
        capital = printed.places.cities.get(printed.countries.countries[country].capital)
        yield Item(
            f"country:{country}",
            country_name(position.setting, country),
            f"forces of {row.forces}",
            tuple(lines),
            tuple(figures),
            hex=capital.hex if capital and capital.hex in position.setting.board else "",
            rule="6.11",
        )


def _chance(position: SteelPosition, side: str, country: str) -> str:
    """[6.11] [19.21] The least die that wins a neutral, and how likely it is; a natural 1 always fails."""
    if country not in diplomacy.courted(position, side):
        until = position.closed.get(f"{side} {country}", 0)
        return f"closed until {quarter_of(position, until + 1)}" if until >= position.turn else "never"
    needs = diplomacy.needed(position, side, country) - diplomacy.modifier(position, side)
    odds = Fraction(len([die for die in range(2, 7) if die >= needs]), 6)
    return f"{needs} or more, {round(100 * odds)} %" if odds else "out of reach"


def _entries(position: SteelPosition) -> Iterator[Item]:
    """[19.2] The neutrals whose time will come."""
    setting = position.setting
    for entry in setting.printed.entries:
        if not allegiance.is_neutral(position, entry.country) or entry.country not in set(setting.country_of):
            continue
        if setting.calendar.number(entry.turn) < position.turn or not ultimatum.on_map(
            position, entry.country
        ):
            continue
        lines = [f"if {said(entry.when)}"] if entry.when else []
        lines += [f"unless {said(entry.unless)}"] if entry.unless else []
        name = country_name(setting, entry.country)
        text = f"{quarter_name(position, entry.turn)}, for the {SIDE_NAMES[entry.side]}"
        yield Item(f"entry:{entry.country}", name, text, tuple(lines), side=entry.side, rule="19.2")


def _revolutions(position: SteelPosition) -> Iterator[Item]:
    """[19.32] What is added to the die of each power if an event calls for it."""
    for country, side in sorted(position.alliances.items()):
        printed = position.setting.printed.countries.countries[country]
        if not printed.revolution or country in position.surrendered:
            continue
        ledger = Ledger(country)
        total = revolution.modifier(position, country, ledger.note)
        lines = tuple(f"{term.label} {term.value:+}" for term in ledger.terms if term.value)
        yield Item(f"revolt:{country}", printed.name, f"{total:+} to the die", lines, side=side, rule="19.32")


# Morale


def morale(position: SteelPosition, viewer: str) -> Display:
    """[5.0] The morale of both alliances, and every cause that moved it."""
    gauges = tuple(_gauge(position, side) for side in SIDES)
    sections = [Section("Now", gauges)]
    turns = sorted({cause.turn for cause in position.causes}, reverse=True)
    sections += [
        Section(
            quarter_of(position, turn),
            tuple(_causes(position, turn)),
            "ledger",
            folded=turn < position.turn - 1,
        )
        for turn in turns
    ]
    text = (
        "At 100 it rises no more. An alliance with low morale has fewer cards and worse events; one that "
        "falls below the lowest band surrenders."
    )
    return Display("Morale", text, tuple(sections), rule="5.0")


def _gauge(position: SteelPosition, side: str) -> Item:
    number = position.setting.printed.economy.number
    value = position.morale[side]
    began = position.began.get(f"morale {side}", value)
    figures = (
        ("Band", conditions.band(position, side)),
        ("High from", str(number("high morale"))),
        ("Medium from", str(number("medium morale"))),
        ("Surrenders below", str(number("low morale"))),
        ("At the start", str(began)),
    )
    return Item(
        f"morale:{side}",
        SIDE_NAMES[side],
        str(value),
        figures=figures,
        side=side,
        value=value,
        most=100,
        rule="5.2",
    )


def _causes(position: SteelPosition, turn: int) -> Iterator[Item]:
    """[5.1] Every change of a turn and why."""
    for at, cause in enumerate(position.causes):
        if cause.turn == turn:
            yield Item(
                f"cause:{at}",
                cause.reason,
                f"{cause.change:+}",
                side=cause.side,
                rule=cause.rule,
                value=cause.change,
            )


# The quarter


def quarter(position: SteelPosition, viewer: str) -> Display:
    """What this quarter has brought so far, and what the one before did: cities, losses, morale, arrivals."""
    sections = [
        Section("Cities that changed hands", tuple(_cities(position)), "ledger"),
        Section("Losses of this quarter", tuple(_losses(position)), "ledger"),
        Section("Morale of this quarter", tuple(_causes(position, position.turn)), "ledger"),
        Section(
            f"Morale of {quarter_of(position, position.turn - 1)}",
            tuple(_causes(position, position.turn - 1)),
            "ledger",
        ),
        Section("Objectives of the scenario", tuple(_objectives(position)), "ledger"),
    ]
    text = f"{turn_name(position)}. {victory.verdict(position)} if the war ended now."
    return Display("The quarter", text, tuple(each for each in sections if each.items), rule="3.2")


def _cities(position: SteelPosition) -> Iterator[Item]:
    """[4.6-Objective-1] Cities whose holder is another than at the beginning of the turn."""
    for node, before in position.held.items():
        now, city = position.controller(node), position.setting.city_at.get(node)
        if city is None or now == before:
            continue
        text = f"taken by the {SIDE_NAMES[now]}" if now in SIDE_NAMES else "nobody's now"
        worth = (("Morale", f"±{city.morale}"),) if city.morale else ()
        yield Item(f"city:{city.city}", city.city, text, figures=worth, side=now, hex=city.hex, rule="5.13")


def _losses(position: SteelPosition) -> Iterator[Item]:
    """[5.12] The dead of this turn by country."""
    by_country: dict[str, list[int]] = {}
    for loss in position.dead.values():
        found = by_country.setdefault(loss.country, [0, 0])
        found[0] += 1
        found[1] += loss.strength
    known = position.setting.printed.countries.countries
    for country, (units, strength) in sorted(by_country.items()):
        name = known[country].name if country in known else country.title()
        side = position.alliances.get(country, "")
        text = f"{counted(units, 'unit')}, strength {strength}"
        yield Item(f"losses:{country}", name, text, side=side, rule="5.12")


def _objectives(position: SteelPosition) -> Iterator[Item]:
    """[46.1] The objectives of the scenario, each a level of victory."""
    met = {(side, each.name) for side in SIDES for each in victory.met(position, side)}
    for each in position.setting.plan.objectives:
        text = "met" if (each.side, each.name) in met else "not yet"
        name = f"{SIDE_NAMES[each.side]}: {each.name}"
        yield Item(f"objective:{each.side}:{each.name}", name, text, side=each.side, rule="46.1")


# The world


def world(position: SteelPosition, viewer: str) -> Display:
    """[21.1] The areas off the map: whose they are, what they give, who is there, and who rises."""
    setting = position.setting
    items = []
    for area in setting.printed.places.areas.values():
        if area.area not in setting.board:
            continue
        node = setting.board[area.area]
        figures = tuple((name.title(), str(count)) for name, count in setting.area_figures(area.area).items())
        units = position.units_at(node)
        lines = []
        if units:
            lines.append(f"{counted(len(units), 'unit')} there")
        if area.area in position.uprisings:
            lines.append("Uprising: it gives nothing until it is put down")
        owner = setting.printed.countries.countries.get(area.owner)
        side = position.alliances.get(area.owner, "")
        items.append(
            Item(
                f"area:{area.area}",
                area.name,
                owner.name if owner else "",
                tuple(lines),
                figures,
                "closed" if area.area in position.uprisings else "plain",
                side=side,
                place=PLACES.get(area.area),
                rule="21.1",
            )
        )
    text = "Areas off the map: what they give to mobilization, who is there, and where people have risen."
    sections = [Section("The world", tuple(items), "map", text)]
    shipping = Item(
        "shipping", "Shipping", f"{position.shipping} of 100", value=position.shipping, most=100, rule="27.1"
    )
    sections.append(Section("At sea", (shipping,)))
    return Display("The world", "", tuple(sections), rule="21.1")


# Where the areas lie on a map of the world, from 0 to 1 across and down; the same as on the printed display.
PLACES = {
    "canada": (0.10, 0.13),
    "united-states": (0.10, 0.37),
    "latin-america": (0.22, 0.68),
    "portugal": (0.34, 0.30),
    "french-africa": (0.42, 0.53),
    "british-africa": (0.49, 0.82),
    "aden": (0.57, 0.60),
    "india": (0.65, 0.36),
    "siberia": (0.70, 0.11),
    "china": (0.79, 0.29),
    "french-indochina": (0.73, 0.60),
    "japan": (0.92, 0.20),
    "philippines": (0.89, 0.48),
    "dutch-east-indies": (0.78, 0.84),
    "australia": (0.92, 0.87),
}
