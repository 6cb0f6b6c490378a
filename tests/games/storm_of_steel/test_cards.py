"""The hundred cards: what the rule text says of them, and that they name only what there is."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.printed.cards import Shift, dice_written, shift_written
from hexfront.games.storm_of_steel.printed.conditions import Condition
from tests.games.storm_of_steel.builders import DATA, KNOWN

DECK = DATA.deck
CP, EN = "central-powers", "entente"


def numbers(side: str, kind: str, turn: str) -> set[int]:
    found = DECK.available(side, turn, DATA.calendar)
    return {card.card for card in found if card.kind == kind}


@pytest.mark.rule("2.2", "3.2")
def test_there_are_a_hundred_cards_in_the_decks_of_the_example() -> None:
    assert list(DECK.cards) == list(range(1, 101))
    sizes = {
        (side, kind): len(DECK.of(side, kind))
        for side in (CP, EN)
        for kind in ("campaign", "contingency", "weapons")
    }
    assert sizes == {
        (CP, "campaign"): 25,
        (CP, "contingency"): 10,
        (CP, "weapons"): 8,
        (EN, "campaign"): 34,
        (EN, "contingency"): 14,
        (EN, "weapons"): 9,
    }


@pytest.mark.rule("3.2", "3.2-1")
def test_the_deck_of_summer_1914_is_that_of_the_example() -> None:
    assert numbers(CP, "campaign", "summer-1914") == {1, 2, 3, 4, 5, 8}
    assert numbers(CP, "contingency", "summer-1914") == {27, 28, 29, 32, 33, 34}
    assert numbers(CP, "weapons", "summer-1914") == {36, 38, 39, 40, 43}


@pytest.mark.rule("3.2")
def test_the_cards_played_in_history_are_for_two_fronts_and_a_phase() -> None:
    assert DECK.cards[1].fronts == ("west",)
    assert DECK.cards[4].fronts == ("east",)
    assert DECK.cards[27].kind == "contingency"


@pytest.mark.rule("4.6-Prerequisite", "22.1")
def test_a_card_that_builds_on_a_weapon_waits_until_it_is_developed() -> None:
    def weapons(*developed: int) -> set[int]:
        found = DECK.available(CP, "summer-1916", DATA.calendar, developed)
        return {card.card for card in found if card.kind == "weapons"}

    assert weapons() == {36, 37, 38, 39, 40, 43}
    assert weapons(38) == {36, 37, 39, 40, 42, 43}
    assert weapons(38, 39) == {36, 37, 40, 41, 42, 43}


@pytest.mark.rule("45.4")
def test_the_schlieffen_plan_is_gone_after_summer_1914() -> None:
    assert DECK.cards[1].name == "Schlieffen Plan"
    assert 1 not in numbers(CP, "campaign", "autumn-1914")
    assert 1 not in numbers(CP, "campaign", "winter-1915")


@pytest.mark.rule("4.6", "8.2")
def test_kaiserschlacht_gives_two_impulses_and_aims_at_any_capital() -> None:
    card = DECK.cards[25]
    assert (card.name, card.impulses, card.fronts) == ("Kaiserschlacht", 2, ("west",))
    assert card.objective == (
        (Condition("take", "take 1 of capitals of entente", 1, ("capitals of entente",)),),
    )
    assert min(1 + card.impulses, DATA.calendar.most_impulses("winter-1918", "west")) == 2


@pytest.mark.rule("4.71")
def test_ypres_gives_the_central_powers_a_second_impulse_in_the_west() -> None:
    ypres = next(card for card in DECK.of(CP) if card.name == "Ypres")
    assert (ypres.impulses, ypres.fronts) == (1, ("west",))


@pytest.mark.rule("4.41")
def test_ypres_and_somme_are_both_of_the_west() -> None:
    cards = [card for card in DECK.of(EN) if card.name in ("Ypres", "Somme")]
    assert [card.fronts for card in cards] == [("west",), ("west",)]


@pytest.mark.rule("4.41")
def test_two_contingency_cards_act_on_two_fronts() -> None:
    two = [
        card.card
        for card in DECK.cards.values()
        for effect in card.effects
        if effect.effect == "impulse" and effect.of == ("two fronts",)
    ]
    assert two == [35, 91]
    assert {DECK.cards[number].kind for number in two} == {"contingency"}


@pytest.mark.rule("4.6-Objective-3")
def test_jerusalem_wins_five_by_the_card_and_five_by_the_city() -> None:
    card = DECK.cards[63]
    assert (card.side, card.fronts, card.morale) == (EN, ("middle-east",), 5)
    assert card.objective[0][0].of == ("Jerusalem",)
    assert DATA.places.cities["Jerusalem"].morale == 5


@pytest.mark.rule("25.31")
def test_three_cards_let_a_second_fleet_join() -> None:
    seas = {
        card.name: effect.of
        for card in DECK.cards.values()
        for effect in card.effects
        if effect.effect == "second fleet"
    }
    assert seas == {
        "Jutland": ("North Sea",),
        "Otranto": ("Adriatic", "West Mediterranean"),
        "Britannia Rules the Waves": ("North Sea", "Adriatic", "West Mediterranean"),
    }


@pytest.mark.rule("6.11")
def test_the_cards_of_grand_diplomacy_are_those_the_book_lists() -> None:
    found = {(card.side, card.name) for card in DECK.cards.values() if card.phase == "grand-diplomacy"}
    both = ("Colonial Campaign", "Diplomacy", "Peace Negotiations", "Ultimatum")
    assert found == {(side, name) for side in (CP, EN) for name in both} | {
        (EN, "Entente Minor Powers"),
        (EN, "America's Situation"),
    }


@pytest.mark.rule("27.6")
def test_convoys_come_after_unrestricted_warfare_or_at_sixty() -> None:
    card = next(card for card in DECK.of(EN) if card.allows == "convoys")
    assert [way[0].text for way in card.prerequisite] == ["developed 40", "shipping at most 60"]
    assert DECK.cards[40].allows == "submarine-war"


@pytest.mark.rule("45.42")
def test_every_weapon_the_book_dates_has_a_card_of_that_side() -> None:
    allowed = {DECK.cards[each.card].allows for each in DATA.set_ups.developed}
    assert allowed == {
        "blockade",
        "gas",
        "air-level",
        "shock",
        "tank-brigade",
        "submarine-war",
        "convoys",
        "tank-corps",
    }
    assert {DECK.cards[each.card].kind for each in DATA.set_ups.developed} == {"weapons"}


def test_a_card_names_only_cards_of_its_own_deck_or_the_enemys_weapons() -> None:
    for card in DECK.cards.values():
        for way in card.prerequisite:
            for part in way:
                if part.kind in ("developed", "objective met", "not with"):
                    other = DECK.cards[part.number]
                    assert other.card != card.card
                    assert other.side == card.side or other.kind == "weapons"


@pytest.mark.rule("3.2-4aCP1")
def test_cards_with_shifts_to_the_left_are_known_as_defensive() -> None:
    assert [card.card for card in DECK.of(EN) if card.defensive] == [48, 49, 58, 60, 70]
    assert [card.card for card in DECK.of(CP) if card.defensive] == [8, 13, 20]


def test_every_field_of_a_card_says_where_it_comes_from() -> None:
    card = DECK.cards[63]
    assert card.provenance("morale") == "printed"
    assert DECK.cards[1].provenance("card") == "derived"
    assert card.provenance("shifts") == "reconstructed"


@pytest.mark.rule("4.6-Combat-2")
def test_a_shift_is_read_with_the_troops_it_is_for() -> None:
    assert shift_written("2R russia against austria-hungary", KNOWN) == Shift(2, "russia", "austria-hungary")
    assert shift_written("1L", KNOWN) == Shift(-1)
    assert shift_written("2R tank corps", KNOWN) == Shift(2, "tank corps")
    for wrong in ("3", "1X", "1R ruritania", "0R", "1R russia against ruritania"):
        with pytest.raises(ValueError, match=r"shift|unknown"):
            shift_written(wrong, KNOWN)


@pytest.mark.rule("4.6-Discard")
def test_discards_are_dice() -> None:
    assert dice_written("always") == (1, 2, 3, 4, 5, 6)
    assert dice_written("never") == ()
    assert dice_written("6") == (6,)
    assert dice_written("4-6") == (4, 5, 6)
    with pytest.raises(ValueError, match="discard"):
        dice_written("sometimes")


@pytest.mark.rule("5.11", "4.6-Objective")
def test_objectives_are_worth_two_three_six_seven_or_ten_points_and_jerusalem_its_printed_five() -> None:
    worth = {
        0: (8, 58, 64),
        2: (3, 5, 7, 9, 10, 13, 17, 20, 21, 48, 49, 51, 52, 53, 57, 59, 68),
        3: (2, 4, 6, 11, 14, 15, 19, 22, 24, 44, 45, 46, 47, 50, 55, 56, 60, 67, 69, 70, 71, 73, 74, 75, 76),
        5: (63,),
        6: (12, 16, 18, 23, 54, 61, 62, 66),
        7: (1, 25, 65, 72),
        10: (77,),
    }
    expected = {card: points for points, cards in worth.items() for card in cards}
    assert {
        card.card: card.morale for card in DATA.deck.cards.values() if card.kind == "campaign"
    } == expected
