"""Chapter 32 in play: agents are assigned in secret, revealed, and act in turn."""

from __future__ import annotations

import pytest

from hexfront.games.storm_of_steel.orders import (
    Assign,
    Build,
    Conduct,
    Guard,
    MobilizeFor,
    Recall,
    RevealMissions,
    Sabotage,
)
from hexfront.games.storm_of_steel.rules import agents, capacity
from hexfront.kernel.actions import PASS
from hexfront.kernel.game import Game
from tests.games.storm_of_steel.nations import (
    CP,
    EN,
    changes,
    game,
    laid,
    listed,
    play,
    play_on,
    refused,
    state,
)

MORALE = "morale central-powers 80\nmorale entente 80\n"
STAFF = "unit ge-2a-i 3719\nunit fr-2a-i 1924\n"


def secret(text: str, **options: str) -> Game:
    return game(f"turn 4 agents central-powers\n{MORALE}{STAFF}{laid(4)}{text}", **options)


def assigned(side: str, *missions: str, enemy: tuple[str, ...] = (), text: str = "") -> Game:
    """Agents of both sides on their missions, when the first is conducted."""
    of = secret(f"agents central-powers 4\nagents entente 4\n{text}")
    for mine, chosen in ((side, missions), (EN if side == CP else CP, enemy)):
        play(of, mine, *(Assign(each) for each in chosen), PASS)
    play(of, CP, RevealMissions())
    play(of, EN, RevealMissions())
    return of


@pytest.mark.rule("3.2-3a", "3.2-3a1", "3.2-3a2", "32.2", "32.1")
def test_agents_are_assigned_in_secret_and_revealed_together() -> None:
    of = secret("agents central-powers 2\nagents entente 1\n")
    play(of, CP, Assign("subversion"), Assign("propaganda"))
    assert refused(of, Assign("sabotage"), CP) == ("32.1",)  # two and no more
    assert not any("subversion" in event.text for event in of.events)
    assert "subversion" not in str(of.view(EN))
    play(of, CP, Recall("propaganda"), Assign("counter-intelligence"), PASS)
    play(of, EN, Assign("propaganda"), PASS)
    play(of, CP, RevealMissions())
    told = play(of, EN, RevealMissions())
    assert of.decision.kind == "conduct"
    words = " ".join(event.text for event in told)
    assert "1 for subversion" in words
    assert "1 for propaganda" in words


@pytest.mark.rule("3.2-3a3", "32.2")
def test_missions_are_conducted_in_turn_central_powers_first_and_nobody_passes() -> None:
    of = assigned(CP, "propaganda", "subversion", enemy=("propaganda", "subversion", "espionage"))
    seen = []
    while state(of).step == "agents":
        decision = of.decision
        if decision.kind == "conduct":
            assert PASS not in decision.choices()
            seen.append(decision.side)
        of.play(decision.choices()[0], decision.side)
    assert seen == [CP, EN, CP, EN, EN]
    thrown = [roll.label for entry in of.journal for roll in entry.rolls]
    assert len(thrown) >= len(seen)
    assert len({*thrown}) == len(thrown)  # nobody throws for the same twice, though sides take turns


@pytest.mark.rule("32.3", "32.1")
def test_more_agents_help_and_guards_hinder() -> None:
    position = state(secret("agents central-powers 1\n"))
    assert [agents.least(position, number) for number in (-2, 0, 1, 2, 3, 5)] == [6, 5, 4, 3, 2, 2]
    of = assigned(CP, "propaganda", "propaganda", "subversion", enemy=("counter-intelligence",) * 2)
    of.fix_dice(4, 6)
    play(of, CP, Conduct("propaganda"))
    assert listed(of, EN) == ["guard 0", "guard 1", "guard 2"]
    weak = of.branch()
    play(of, EN, Guard(1))  # a differential of one: four succeeds
    assert changes(of, CP)["propaganda"] == 1
    play(weak, EN, Guard(2))
    assert "propaganda" not in changes(weak, CP)


@pytest.mark.rule("32.1", "32.4")
def test_subversion_lowers_enemy_morale_and_a_one_loses_an_agent() -> None:
    of = secret("agents central-powers 3\ndice 3\n")
    play(of, CP, *(Assign("subversion"),) * 3, PASS, RevealMissions(), Conduct("subversion"))
    assert changes(of, EN) == {"subversion": -1}
    lost = secret("agents central-powers 3\ndice 1\n")
    play(lost, CP, *(Assign("subversion"),) * 3, PASS, RevealMissions(), Conduct("subversion"))
    assert state(lost).agents[CP] == 2
    assert changes(lost, EN) == {}


@pytest.mark.rule("32.1")
def test_espionage_reveals_a_card() -> None:
    of = secret("agents central-powers 3\ndice 5 1\npicked entente 81\n")
    assert "81" not in str(of.view(CP)["position"]["picked"])
    play(of, CP, *(Assign("espionage"),) * 3, PASS, RevealMissions(), Conduct("espionage"))
    assert state(of).betrayed == {EN: ("81",)}
    assert "81" in str(of.view(CP)["position"]["picked"])


@pytest.mark.rule("32.1", "4.3")
def test_a_card_that_was_spied_out_tells_nothing_of_the_place_of_the_others() -> None:
    """The same card is known, before a lower number or a higher one; and no throw stands for a rank."""
    for other in ("77", "88"):
        of = secret(f"agents central-powers 3\npicked entente 81 {other}\n")
        for _ in range(20):
            spied = of.branch()
            spied.fix_dice(5)
            play(spied, CP, *(Assign("espionage"),) * 3, PASS, RevealMissions(), Conduct("espionage"))
            if state(spied).betrayed == {EN: ("81",)}:
                break
            of.position.dice.stir(1)
        assert spied.view(CP)["position"]["picked"][EN] == ["81", "unknown"]
    first = set()
    for seed in range(20):
        of = secret("agents central-powers 3\npicked entente 77 81\n")
        of.position.dice.renew(str(seed))
        of.fix_dice(5, 1)
        play(of, CP, *(Assign("espionage"),) * 3, PASS, RevealMissions(), Conduct("espionage"))
        first |= set(state(of).betrayed[EN])
    assert first == {"77", "81"}


@pytest.mark.rule("25.8", "32.1")
def test_espionage_shows_the_ships_of_a_harbour_to_those_who_sent_the_spies() -> None:
    harbours = "unit gb-bb-1 1802\nunit gb-ca-1 1802\nunit gb-tr-1 1802\nunit gb-pd-1 1918\n"
    of = secret(f"agents central-powers 3\ndice 5 1\n{harbours}")
    play(of, CP, *(Assign("espionage"),) * 3, PASS, RevealMissions(), Conduct("espionage"))
    told = [event for event in of.events if "25.8" in event.rules]
    assert [event.to for event in told] == [(), (CP,)]
    assert told[0].data["at"] == told[1].data["at"] in ("1802", "1918")
    names = {
        name: state(of).setting.pieces[name].name for name in ("gb-bb-1", "gb-ca-1", "gb-pd-1", "gb-tr-1")
    }
    seen = ("gb-bb-1", "gb-ca-1") if told[0].data["at"] == "1802" else ("gb-pd-1",)
    assert told[1].text.rpartition(": ")[2] == ", ".join(names[name] for name in seen)
    assert not any(name in event.text for event in of.events if event.seen_by(EN) for name in names.values())


@pytest.mark.rule("32.1")
def test_sabotage_puts_a_city_out_for_the_turn() -> None:
    of = secret("agents central-powers 3\ndice 5\n")
    before = capacity.output(state(of), EN)["france"]
    play(of, CP, *(Assign("sabotage"),) * 3, PASS, RevealMissions(), Conduct("sabotage"))
    play(of, CP, Sabotage("1924"))
    assert capacity.output(state(of), EN)["france"] == before - 4
    play_on(of, "reinforcements", 400)
    assert not state(of).sabotaged


@pytest.mark.rule("3.2-7e4", "32.5")
def test_an_agent_is_mobilized_for_points_and_morale_and_is_no_unit() -> None:
    of = game(f"turn 4 allocation central-powers\n{MORALE}points germany 50\n{STAFF}")
    play(of, CP, MobilizeFor("germany"), Build("agent"), PASS, PASS)
    while state(of).step == "allocation":
        of.play(PASS, of.decision.side)
    assert state(of).agents == {CP: 1}
    assert changes(of, CP) == {"an agent is mobilized": -1}
    assert not any("agent" in name for name in (*state(of).units, *state(of).due))


@pytest.mark.rule("35.15")
def test_who_controls_the_bolsheviks_has_three_agents_more_and_lost_ones_are_replaced() -> None:
    red = "country russia entente surrendered\nflag 'red terror in russia' 3\n"
    of = secret(f"{red}controller bolshevik central-powers\ndice 1\n")
    position = state(of)
    assert agents.number(position, CP) == 3
    assert agents.number(position, EN) == 0
    play(of, CP, Assign("subversion"), PASS, RevealMissions(), Conduct("subversion"))
    assert agents.number(state(of), CP) == 2
    play_on(of, "reinforcements", 400)
    assert agents.number(state(of), CP) == 3


@pytest.mark.rule("3.2-3a2")
def test_idle_agents_are_turned_up_before_a_card_brings_units() -> None:
    card = "picked central-powers 24\nunit ot-hq-4 8257\nunit ot-2a-i 8257\n"  # Yildirim brings a corps
    units = f"country ottoman-empire central-powers\nunit ge-hq-5 2525\n{STAFF.replace('3719', '2525')}"
    of = game(f"turn 14 agents central-powers\n{MORALE}{laid(14)}agents central-powers 1\n{card}{units}")
    play(of, CP, PASS, RevealMissions())
    assert state(of).step == "revelation"


@pytest.mark.rule("32.0")
def test_without_the_chapter_there_are_no_agents() -> None:
    of = secret("agents central-powers 2\n", agents="off")
    assert state(of).step != "agents"
    built = game(f"turn 4 allocation central-powers\n{MORALE}points germany 50\n{STAFF}", agents="off")
    play(built, CP, MobilizeFor("germany"))
    assert "build agent 0" not in listed(built, CP)
    assert refused(built, Build("agent"), CP) == ("32.1",)
