"""Words of Serbia 1914: sides, phases, states of a Formation, names of things on the board."""

from __future__ import annotations

SERBIA = "serbia"
AUSTRIA_HUNGARY = "austria-hungary"
MONTENEGRO = "montenegro"
SIDES = (SERBIA, AUSTRIA_HUNGARY)  # in the order of their player turns [4.1]
SIDE_NAMES = {SERBIA: "Serbia", AUSTRIA_HUNGARY: "Austria-Hungary"}
NATION_SIDE = {SERBIA: SERBIA, MONTENEGRO: SERBIA, AUSTRIA_HUNGARY: AUSTRIA_HUNGARY}

# The phases of a player turn [4.1], and what follows every third game turn [4.3].
PRELIMINARY = "preliminary"
ATTACHMENT = "attachment"
SUPPLY = "supply"
MOVEMENT = "movement"
COUNTER_MOVEMENT = "counter movement"
ATTACK = "attack"
COUNTER_ATTACK = "counter attack"
FINISHING = "finishing"
INTER_PHASE = "inter-phase"
TURN_PHASES = (
    PRELIMINARY,
    ATTACHMENT,
    SUPPLY,
    MOVEMENT,
    COUNTER_MOVEMENT,
    ATTACK,
    COUNTER_ATTACK,
    FINISHING,
)
PHASES = (*TURN_PHASES, INTER_PHASE)
MOVEMENT_PHASES = (MOVEMENT, COUNTER_MOVEMENT)
ATTACK_PHASES = (ATTACK, COUNTER_ATTACK)

# [7.1.1] Movement points of every unit that can move.
ALLOWANCE = {MOVEMENT: 9, COUNTER_MOVEMENT: 5}

# [6.1.4] Levels of combat effectiveness lost: -1, -2, -3, combat ineffective, demoralized once and twice.
STATUS_NAMES = ("", "-1", "-2", "-3", "CI", "D1", "D2")
INEFFECTIVE = 4
DEMORALIZED = 5
LAST_STATUS = 6
MOST_LEVELS_LOST = 3  # from the base effectiveness, however low the status

# Tasks that carry movement points over from phase to phase [7.8.1].
RECOVERY = "recovery"
MARSCH = "marsch"
RECOVERY_AND_MARSCH = "recovery and marsch"
POSITION_TASK = "position"

INDEPENDENT = "independent"
SERBIAN_ARMY = "SERBIA"

LOW_MOUNTAIN = "low mountain"
HIGH_MOUNTAIN = "high mountain"
FOOTHILLS = "foothills"
PLATEAU = "plateau"
BOTTOMLAND_WITH_RIVER = "bottomland with river"
ROADWAY = "roadway"
RAIL = "rail"
SAVA = "sava"
DONAU = "donau"
IMPASSABLE = "impassable mountain"
BRIDGE = "bridge"
FERRY = "ferry"

MONTHS = {8: "August", 9: "September", 10: "October", 11: "November", 12: "December"}


def other_side(side: str) -> str:
    return AUSTRIA_HUNGARY if side == SERBIA else SERBIA


def day(text: str) -> str:
    """A day written as 1914-08-12: ``12 August 1914``."""
    year, month, number = map(int, text.split("-"))
    return f"{number} {MONTHS[month]} {year}"


def days(first: str, last: str) -> str:
    """Several days: ``30 August to 2 September 1914``."""
    begin, end = day(first), day(last)
    number, month, year = begin.split()
    if end.endswith(f"{month} {year}"):
        return f"{number} to {end}"
    return f"{begin.removesuffix(year).strip()} to {end}"
