"""How choices of cards, politics and mobilization look: clicked on a display beside the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hexfront.games.storm_of_steel import orders
from hexfront.games.storm_of_steel.matters import Desk
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import deck, markers, mobilization
from hexfront.games.storm_of_steel.rules.names import card_name, country_name
from hexfront.games.storm_of_steel.table import card_words, faces
from hexfront.games.storm_of_steel.table.card_words import key_of_card
from hexfront.games.storm_of_steel.table.names import FRONT_NAMES, hex_name, kind_name, quarter_of, unit_name
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Face
from hexfront.shared.secret_hands import Hand
from hexfront.shared.words import counted

Shown = Callable[[SteelPosition, Any], Face]


def face(position: SteelPosition, action: Action) -> Face:
    """How an order of cards, politics or mobilization is shown; others as on the map."""
    made = _FACES.get(type(action))
    return made(position, action) if made else faces.face(position, action)


# Items of displays


def purse_item(purse: str) -> str:
    return f"purse:{purse}"


def build_item(kind: str, divisions: int) -> str:
    return f"build:{kind}:{divisions}"


def gift_item(receiver: str) -> str:
    return f"gift:{receiver}"


def rebuild_item(at: str) -> str:
    return f"rebuild:{at}"


def draft_item(name: str) -> str:
    return f"draft:{name}"


# Cards


def _draw(position: SteelPosition, order: orders.Draw) -> Face:
    card = deck.card_of(position, order.card)
    front = deck.front_in(order.card)
    where = f" for the {FRONT_NAMES[front]}" if front else ""
    effects = tuple(f"{name} {value}" for name, value in card_words.figures(position, card))
    return Face(f"Select {card.name}{where}", "Select", effects=effects, item=key_of_card(order.card))


def _discard(position: SteelPosition, order: orders.Discard) -> Face:
    name = deck.card_of(position, order.card).name
    return Face(f"Put {name} back", "Put back", item=key_of_card(order.card))


def _play(position: SteelPosition, order: orders.Play) -> Face:
    card = position.setting.printed.deck.cards[order.card]
    on = [_on(position, each) for each in (order.on, order.also) if each]
    words = f"Play {card.name}" + (f": {' and '.join(on)}" if on else "")
    effects = (card.text,) if card.text else ()
    return Face(words, "Play", effects=effects, item=key_of_card(order.card))


def _on(position: SteelPosition, word: str) -> str:
    """A front or a country that a card is played on."""
    if word in FRONT_NAMES:
        return FRONT_NAMES[word]
    known = position.setting.printed.countries.countries
    return country_name(position.setting, word) if word in known else word


def _lay_down(position: SteelPosition, order: orders.LayDown) -> Face:
    return Face(f"Lay {counted(order.cards, 'card')} face down", "Lay down")


def _submarines(position: SteelPosition, order: orders.Submarines) -> Face:
    word = "Renew" if order.state == "up" else "Call off"
    return Face(f"{word} unrestricted submarine warfare", "Submarines")


def _develop(position: SteelPosition, order: orders.Develop) -> Face:
    card = position.setting.printed.deck.cards[order.card]
    payer = mobilization.purse_name(position, order.payer)
    effects = tuple(f"{name} {value}" for name, value in card_words.figures(position, card))
    text = f"Try {card.name} at the expense of {payer}"
    return Face(text, "Develop", effects=effects, item=key_of_card(order.card))


def _take_back(position: SteelPosition, order: orders.TakeBack) -> Face:
    text = f"Take {card_name(position.setting, order.card)} back into the deck"
    return Face(text, "Take back", item=key_of_card(order.card))


# Politics


def _incite(position: SteelPosition, order: orders.Incite) -> Face:
    area = faces.area_name(position, order.area)
    return Face(f"An uprising in {area}", "Uprising", item=f"area:{order.area}")


def _hasten(position: SteelPosition, order: orders.Hasten) -> Face:
    name = country_name(position.setting, order.country)
    return Face(f"Units of {name} come a quarter earlier", "Hasten", item=f"country:{order.country}")


def _rise(position: SteelPosition, order: orders.Rise) -> Face:
    region = position.setting.printed.countries.regions.get(order.region)
    name = region.name if region else order.region
    return Face(f"Nationalists rise in {name}", "Uprising", item=f"region:{order.region}")


# Mobilization


def _mobilize_for(position: SteelPosition, order: orders.MobilizeFor) -> Face:
    points = counted(mobilization.balance(position, order.country), "point")
    text = f"Open the books of {mobilization.purse_name(position, order.country)}"
    return Face(text, "Open", effects=(f"{points} left",), item=purse_item(order.country))


class DeskFaces:
    """The faces of what the country whose books are open may do."""

    def __init__(self, position: SteelPosition, about: Desk) -> None:
        self.position = position
        self.purse = about.country

    def __call__(self, action: Action) -> Face:
        match action:
            case orders.Build(kind, divisions):
                return self._build(kind, divisions)
            case orders.Transfer(to, points):
                text = f"Give {country_name(self.position.setting, to)} {counted(points, 'point')}"
                return Face(text, "Give", cost=str(points), item=gift_item(to), amount=points)
            case orders.Rebuild(at):
                cost = str(mobilization.price(self.position, self.purse, markers.CLEARING, 0))
                text = f"Rebuild {hex_name(self.position, at)}"
                return Face(text, "Rebuild", hex=at, cost=cost, item=rebuild_item(at))
            case orders.Withdraw(item):
                return self._withdraw(item)
            case Pass() if self.purse:
                name = mobilization.purse_name(self.position, self.purse)
                return Face(f"Close the books of {name}", "Close")
            case Pass():
                return Face("Mobilization is done", "Done", effects=("points that are left are saved",))
        return face(self.position, action)

    def _build(self, kind: str, divisions: int) -> Face:
        position, country = self.position, self.purse.partition("/")[0]
        row = mobilization.chart_row(position.setting, country, kind)
        points = mobilization.price(position, self.purse, kind, divisions)
        effects = [f"arrives in {quarter_of(position, position.turn + row.quarters)}"] if row else []
        text = f"Build {kind_name(kind, divisions)}"
        item = build_item(kind, divisions)
        return Face(text, "Build", cost=str(points), effects=tuple(effects), item=item)

    def _withdraw(self, item: str) -> Face:
        position = self.position
        if item in position.gifts:
            to = item.partition(">")[2]
            text = f"Take back what {country_name(position.setting, to)} was to be given"
            return Face(text, "Take back", item=draft_item(item))
        name = unit_name(position, item) if item in position.setting.pieces else item
        return Face(f"Take back {name}", "Take back", item=draft_item(item))


class HandFaces:
    """The faces of the cards that may be selected."""

    def __init__(self, position: SteelPosition, about: Hand) -> None:
        self.position = position
        self.cards = about.cards

    def __call__(self, action: Action) -> Face:
        if not isinstance(action, Pass):
            return face(self.position, action)
        if not self.cards:
            return Face("Select no card", "Done")
        return Face(f"Keep {counted(len(self.cards), 'card')}", "Done")


_FACES: dict[type[Action], Shown] = {
    orders.Draw: _draw,
    orders.Discard: _discard,
    orders.Play: _play,
    orders.LayDown: _lay_down,
    orders.Submarines: _submarines,
    orders.Develop: _develop,
    orders.TakeBack: _take_back,
    orders.Incite: _incite,
    orders.Hasten: _hasten,
    orders.Rise: _rise,
    orders.MobilizeFor: _mobilize_for,
}
