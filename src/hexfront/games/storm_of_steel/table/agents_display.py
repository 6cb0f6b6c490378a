"""The display of psychological warfare: a box for each mission with its agents, and what the dice need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from hexfront.games.storm_of_steel import orders, secrecy
from hexfront.games.storm_of_steel.matters import Assignment, Mission
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import agents
from hexfront.games.storm_of_steel.table import agents_forecast, air_faces
from hexfront.games.storm_of_steel.vocabulary import SIDE_NAMES, SIDES
from hexfront.kernel.actions import Action, Pass
from hexfront.kernel.showing import Display, Face, Item, Section
from hexfront.kernel.title import REFEREE
from hexfront.shared.looks import Look
from hexfront.shared.words import counted

NAME = "Agents and psychological warfare"
INACTIVE = "inactive"


def box_item(mission: str) -> str:
    """The item of one's own box of a mission."""
    return f"mission:{mission}"


# The display


def display(position: SteelPosition, viewer: str) -> Display:
    """[32.1] [32.5] The boxes of the missions of both sides as a viewer may know them."""
    if not agents.in_use(position):
        return Display(NAME, "Psychological warfare is not in use in this game.", rule="32.0")
    mine = viewer if viewer in SIDES else SIDES[0]
    order = (mine, *(side for side in SIDES if side != mine))
    sections = [
        Section(SIDE_NAMES[side], tuple(_boxes(position, side, viewer, mine)), "slots", side=side)
        for side in order
    ]
    sections.append(Section("What the die must show", tuple(_needed(position)), "ledger", _HOW))
    text = "Agents are assigned in secret, turned up together, and act in turn, the Central Powers first."
    return Display(NAME, text, tuple(sections), rule="32.2")


_HOW = "By the agents who act, less those who guard. A one loses an agent, a six does best."


def _boxes(position: SteelPosition, side: str, viewer: str, mine: str) -> Iterator[Item]:
    """[32.1] A box for each mission, and one for those who do nothing."""
    whose = "" if side == mine else f"{side}:"
    number = agents.number(position, side)
    hidden = secrecy.is_assigning(position, position) and viewer not in (side, REFEREE)
    assigned = position.missions.get(side, ())
    choosing = (
        viewer == side
        and secrecy.is_assigning(position, position)
        and position.begun
        and side not in position.ready
    )
    free = number - len(assigned)
    for mission in agents.missions(position):
        count = 0 if hidden else assigned.count(mission)
        state: Literal["plain", "open", "chosen"] = "chosen" if count else "plain"
        if choosing and free and not count:
            state = "open"
        yield Item(
            whose + box_item(mission),
            mission.capitalize(),
            "in secret" if hidden and number else counted(count, "agent"),
            (_brings(position, mission),),
            state=state,
            rule="32.1",
            side=side,
        )
    yield Item(
        whose + box_item(INACTIVE),
        INACTIVE.capitalize(),
        f"{counted(number, 'agent')} in all" if hidden else counted(free, "agent"),
        ("They do nothing, and nothing happens to them.",),
        rule="32.1",
        side=side,
    )


def _brings(position: SteelPosition, mission: str) -> str:
    """[32.1] What a mission does, in words."""
    if mission == agents.GUARDS:
        return "Each may guard once in the quarter against a mission of the enemy."
    return position.setting.printed.politics.missions[mission].text


def _needed(position: SteelPosition) -> Iterator[Item]:
    """[32.3] The rows of the psychological warfare table."""
    rows = sorted(position.setting.printed.politics.psychological, key=lambda row: row.differential)
    for at, row in enumerate(rows):
        number = f"{row.differential:+d}" if row.differential else "0"
        if at == 0:
            number = f"{rows[1].differential - 1:+d} or less"
        elif at == len(rows) - 1:
            number += " or more"
        yield Item(
            f"differential:{row.differential}",
            number,
            agents_forecast.chance(position, row.differential),
            rule="32.3",
        )


# How its orders look


def assigning(position: SteelPosition, about: Assignment) -> Look:
    """[3.2-3a] Agents are assigned, and missions conducted, in the boxes of the missions."""

    def look(action: Action) -> Face:
        shown = air_faces.face(position, action)
        if isinstance(action, orders.Assign | orders.Recall | orders.Conduct):
            return Face(shown.text, _VERBS[type(action)], item=box_item(action.mission))
        return Face("The others stay inactive", "Done") if isinstance(action, Pass) else shown

    return look


_VERBS: dict[type[Action], str] = {
    orders.Assign: "Assign one",
    orders.Recall: "Take one off",
    orders.Conduct: "Conduct",
}


def guarding(position: SteelPosition, about: Mission) -> Look:
    """[32.3] Each number of guards with what the die of the mission must show; then it is thrown."""

    def look(action: Action) -> Face:
        if isinstance(action, orders.Guard):
            needed = agents_forecast.chance(position, about.agents - action.agents)
            return Face(
                f"{counted(action.agents, 'agent')} on guard", "Guard", effects=(needed,), chance=True
            )
        return air_faces.face(position, action)

    return look
