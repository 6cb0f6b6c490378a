"""Lines over the sea and naval transport in play: who may be shipped where, and who lives by it."""

from __future__ import annotations

import pytest

import hexfront
from hexfront.games.storm_of_steel.orders import Attack, Disembark, Embark, Entrain, Pick
from hexfront.games.storm_of_steel.rules import headquarters, sea_control
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import CP, EN, game, listed, play, play_on, refused, state, texts

MORALE = "morale central-powers 80\nmorale entente 80\n"
# Battleships that keep the North Sea, and with it the Channel, in the hands of the Entente.
FLEET = "unit gb-bb-1 1802\n"
BEF = "unit gb-hq-bef 2022\nunit gb-2a-i 2022\n"


def moving(text: str, side: str = EN, impulse: int = 1, turn: int = 4, scenario: str = "great-war") -> Game:
    return game(f"turn {turn} movement {side} impulse={impulse}\n{MORALE}{text}", scenario)


def marches(of: Game, unit: str) -> bool:
    """Whether a unit may march in a second impulse: it is in command."""
    if refused(of, Pick(unit), EN):
        return False
    play(of, EN, Pick(unit))
    return any(words.startswith("go ") for words in listed(of, EN))


def commanded(text: str) -> bool:
    """Whether the British at Amiens are in command."""
    return marches(moving(f"shown entente 62\n{BEF}{text}", impulse=2, turn=9), "gb-2a-i")


@pytest.mark.rule("15.41", "15.43", "25.7")
def test_a_line_of_communication_goes_by_rail_to_a_port_with_a_transport_and_over_the_sea() -> None:
    assert not commanded(FLEET)
    assert commanded(f"{FLEET}unit gb-tr-1 1920\n")  # at Calais
    assert commanded(f"{FLEET}unit fr-tr-1 1623\n")  # at Le Havre, farther down the line
    assert not commanded(f"{FLEET}unit gb-tr-1 1519\n")  # the first port must have it, not the last
    assert not commanded(f"{FLEET}unit gb-tr-1 1920\nholder 1920 central-powers\n")


@pytest.mark.rule("15.43", "3.2-3b1a")
def test_seas_on_the_way_are_not_dominated_by_the_enemy() -> None:
    line = "unit gb-tr-1 5344\nunit gb-hq-salonika 5344\nunit gb-2a-i 5344\n"
    text = f"country greece entente\nshown entente 59\n{line}"

    def has(ships: str) -> bool:
        return marches(moving(f"{text}{ships}", impulse=2, turn=9), "gb-2a-i")

    assert has("")
    gate = "holder 6045 6443 entente\n"
    assert has(f"{gate}unit ot-bc-1 6443\nunit gb-bc-1 6964\n")  # contested
    enemy = "country ottoman-empire central-powers\nunit ot-bc-1 6443\n"
    assert has(enemy)  # behind the Dardanelles it dominates nothing
    assert not has(f"{enemy}holder 6045 entente\n")  # Gallipoli is open: it has the East Mediterranean


@pytest.mark.rule("2.8-Country", "15.41")
def test_colonies_with_centres_are_part_of_the_country_that_supplies() -> None:
    text = "country ottoman-empire central-powers\nholder 10857 entente\nshown entente 52\n"
    basra = "unit gb-hq-mef 10857\nunit gb-2a-i 10857\nunit gb-tr-1 10857\n"
    of = moving(f"{text}{basra}", impulse=2, turn=9)
    assert marches(of, "gb-2a-i")  # India is at the other end


@pytest.mark.rule("31.12", "11.5")
def test_a_transport_that_supplies_others_stays_in_its_port() -> None:
    corps = "unit gb-2a-ii 1920\n"
    alone = moving(f"{FLEET}{corps}unit gb-tr-1 1920\n")
    play(alone, EN, Pick("gb-2a-ii"))
    assert "embark" in listed(alone, EN)
    supplying = moving(f"{FLEET}{corps}{BEF}unit gb-tr-1 1920\n")
    play(supplying, EN, Pick("gb-2a-ii"))
    assert "embark" not in listed(supplying, EN)
    second = moving(f"{FLEET}{corps}{BEF}unit gb-tr-1 1920\nunit gb-tr-2 1920\n")
    play(second, EN, Pick("gb-2a-ii"))
    assert "embark" in listed(second, EN)


@pytest.mark.parametrize("scenario", ["verdun-and-somme", "campaign-1915", "campaign-1918"])
def test_the_british_abroad_have_lines_when_a_winter_begins(scenario: str) -> None:
    position = hexfront.new(f"storm-of-steel/{scenario}", seed=1).position
    british = [
        name
        for name in position.headquarters[EN]
        if position.piece(position.units[name]).country == "great-britain"
    ]
    assert len(british) >= 5
    assert [name for name in british if not headquarters.has_line(position, name)] == []


# Naval transport


def aboard(text: str, unit: str, side: str = EN) -> Game:
    of = moving(text, side)
    play(of, side, Pick(unit), Embark())
    return of


@pytest.mark.rule("11.63", "11.64", "29.12", "29.15")
def test_a_unit_in_a_port_is_shipped_to_another_and_does_nothing_else() -> None:
    ports = "unit gb-2a-i 1519\nunit gb-tr-1 1519\nunit fr-2a-i 1924\n"
    of = aboard(f"{FLEET}country belgium entente\n{ports}", "gb-2a-i")
    assert "disembark 1920" in listed(of, EN)
    assert refused(of, Disembark("1924"), EN) == ("11.63",)  # Paris
    play(of, EN, Disembark("1920"))
    position = state(of)
    assert position.setting.board.label(position.units["gb-2a-i"].at) == "1920"
    assert position.setting.board.label(position.units["gb-tr-1"].at) == "1920"
    assert refused(of, Pick("gb-2a-i"), EN) == ("29.12",)


@pytest.mark.rule("11.63", "29.11")
def test_nobody_embarks_outside_of_a_port_or_without_a_transport() -> None:
    for where, ship in (("1924", "1519"), ("1519", "6964")):
        of = moving(f"{FLEET}country belgium entente\nunit gb-2a-i {where}\nunit gb-tr-1 {ship}\n")
        play(of, EN, Pick("gb-2a-i"))
        assert "embark" not in listed(of, EN)


@pytest.mark.rule("11.634")
def test_who_was_shipped_does_not_attack_in_that_impulse() -> None:
    text = f"{FLEET}country belgium entente\nunit gb-2a-i 1519\nunit gb-tr-1 1519\nunit gb-tr-2 1920\n"
    front = "unit ge-2a-i 2021\nunit gb-2a-ii 2022\nunit gb-hq-bef 1921\n"  # next to Calais
    of = aboard(f"{text}{front}", "gb-2a-i")
    play(of, EN, Disembark("1623"), PASS)  # at Le Havre
    assert state(of).step == "combat"
    near = moving(f"{text}{front}unit gb-2a-iii 1920\n")
    play(near, EN, PASS, Attack("2021"))
    joining = listed(near, EN)
    assert "join gb-2a-iii" in joining
    ashore = "unit gb-2a-iii 1920 strategic\nunit gb-2a-iv 1920\n"
    landed = game(f"turn 4 combat {EN} impulse=1\n{MORALE}{FLEET}{front}{ashore}")
    play(landed, EN, Attack("2021"))
    assert "join gb-2a-iii" not in listed(landed, EN)
    assert "join gb-2a-iv" in listed(landed, EN)


@pytest.mark.rule("29.24", "13.3")
def test_nobody_lands_where_forces_of_a_neutral_stand() -> None:
    held = f'{FLEET}flag "opened greece" 1\nholder 5550 entente\nunit gb-2a-i 6964\nunit gb-tr-1 6964\n'
    assert "disembark 5550" in listed(aboard(held, "gb-2a-i"), EN)  # Athens
    guarded = aboard(f"{held}unit gr-2r-1-res 5550\n", "gb-2a-i")
    assert refused(guarded, Disembark("5550"), EN) == ("29.24",)


@pytest.mark.rule("11.631")
def test_the_central_powers_ship_within_one_sea() -> None:
    of = aboard("unit ge-2a-i 3315\nunit ge-tr-1 3315\n", "ge-2a-i", CP)  # Kiel is on two seas
    ports = set(listed(of, CP))
    assert {"disembark 4515", "disembark 3017"} <= ports  # Danzig, Wilhelmshaven
    assert "disembark 6443" not in ports
    danzig = aboard("unit ge-2a-i 4515\nunit ge-tr-1 4515\n", "ge-2a-i", CP)
    assert refused(danzig, Disembark("3017"), CP) == ("11.631",)  # not from the Baltic into the North Sea
    lost = aboard(f"{FLEET}unit ge-2a-i 3315\nunit ge-tr-1 3315\n", "ge-2a-i", CP)
    assert refused(lost, Disembark("3017"), CP) == ("11.631",)  # the Entente dominates it


@pytest.mark.rule("11.632")
def test_the_entente_ships_over_all_its_seas_and_behind_the_straits_only_when_it_holds_them() -> None:
    text = "country ottoman-empire central-powers\nunit gb-2a-i 6964\nunit gb-tr-1 6964\n"
    of = aboard(text, "gb-2a-i")
    ports = set(listed(of, EN))
    assert {"disembark 1920", "disembark 2137", "disembark 7666"} <= ports  # Calais, Marseille, Suez
    assert refused(of, Disembark("6531"), EN) == ("11.632",)  # Odessa
    assert refused(of, Disembark("6003"), EN) == ("11.632",)  # St Petersburg on the Baltic
    through = aboard(f"{text}holder 6045 6443 entente\n", "gb-2a-i")
    assert "disembark 6531" in listed(through, EN)
    russian = "country ottoman-empire central-powers\nunit ru-2a-i 7134\nunit ru-tr-1 7134\n"
    black = aboard(russian, "ru-2a-i")
    assert "disembark 6531" in listed(black, EN)
    assert "disembark 1920" not in listed(black, EN)


@pytest.mark.rule("11.632")
def test_round_africa_when_the_canal_is_lost() -> None:
    text = "country ottoman-empire central-powers\nholder 7666 7563 central-powers\nholder 10857 entente\n"
    of = aboard(f"{text}unit gb-2a-i 6964\nunit gb-tr-1 6964\n", "gb-2a-i")
    assert "disembark 10857" in listed(of, EN)  # Basra


@pytest.mark.rule("29.16", "29.22")
def test_a_port_handles_two_units_in_an_impulse() -> None:
    units = "".join(
        f"unit gb-2a-{name} 1519\nunit gb-tr-{at} 1519\n" for at, name in enumerate(("i", "ii"), 1)
    )
    further = "unit gb-2a-iii 1414\nunit gb-tr-3 1414\n"
    of = moving(f"{FLEET}country belgium entente\n{units}{further}")
    for name in ("i", "ii"):
        play(of, EN, Pick(f"gb-2a-{name}"), Embark(), Disembark("1920"))
    play(of, EN, Pick("gb-2a-iii"), Embark())
    assert refused(of, Disembark("1920"), EN) == ("29.16",)
    assert "disembark 1623" in listed(of, EN)


@pytest.mark.rule("11.6", "21.44", "29.1")
def test_by_sea_and_rail_without_command_in_later_impulses() -> None:
    """The example: by rail, by sea, by rail again, each in its impulse on the front that is active."""
    cards = "shown entente 62 63\n"  # a second impulse in the west and in the Middle East
    units = "unit gb-2a-i 1515\nunit gb-tr-1 1519\nunit gb-tr-2 1519\n"
    of = moving(f"{cards}{FLEET}country ottoman-empire central-powers\n{units}", turn=9)
    play(of, EN, Pick("gb-2a-i"), Entrain())
    detrain = next(each for each in of.decisions[0].choices() if getattr(each, "to", "") == "1519")
    play(of, EN, detrain)
    while (state(of).impulse, state(of).active, state(of).step) != (2, EN, "movement"):
        of.play(PASS, of.decisions[0].side)
    play(of, EN, Pick("gb-2a-i"), Embark(), Disembark("6964"))
    position = state(of)
    assert position.setting.board.label(position.units["gb-2a-i"].at) == "6964"


@pytest.mark.rule("8.4", "21.44")
def test_a_transport_moves_only_in_impulses_of_its_front() -> None:
    units = "unit gb-2a-i 6964\nunit gb-tr-1 6964\nunit fr-2a-i 1924\n"
    of = moving(f"shown entente 62\n{FLEET}{units}", impulse=2, turn=9)
    assert refused(of, Pick("gb-2a-i"), EN) == ("8.4",)


@pytest.mark.rule("19.2")
def test_the_british_stay_at_home_while_belgium_is_neutral_in_1914() -> None:
    text = f"{FLEET}unit gb-2a-i 1519\nunit gb-tr-1 1519\n"
    early = moving(text, turn=2)
    play(early, EN, Pick("gb-2a-i"))
    assert "embark" not in listed(early, EN)
    invaded = moving(f"country belgium entente\n{text}", turn=2)
    play(invaded, EN, Pick("gb-2a-i"))
    assert "embark" in listed(invaded, EN)
    late = moving(text, turn=3)
    play(late, EN, Pick("gb-2a-i"))
    assert "embark" in listed(late, EN)


# Who has the seas


@pytest.mark.rule("3.2-3b1b", "3.2-3b1", "3.2-3b")
def test_who_dominates_a_sea_is_determined_once_a_turn() -> None:
    ships = "unit gb-bb-1 1802\nunit gb-bb-2 1802\nunit gb-bb-3 1802\nunit ge-bb-1 3017\nunit ge-bb-2 3017\n"
    of = game(f"turn 4 sea-control central-powers\n{MORALE}{ships}")
    told = play_on(of, "reorganization")
    position = state(of)
    assert position.seas["north-sea"] == EN  # three to two
    assert position.seas["baltic"] == ""
    assert any("North Sea" in text for text in [*texts(told, "seas"), *texts(of.events, "seas")])
    position.remove("gb-bb-3")
    assert sea_control.dominated_by(position, "North Sea") == EN  # until the end of the turn
    fewer = game(f"turn 4 sea-control central-powers\n{MORALE}{ships.replace('unit gb-bb-3 1802', '')}")
    play_on(fewer, "reorganization")
    assert state(fewer).seas["north-sea"] == ""
