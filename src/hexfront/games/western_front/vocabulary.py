"""The words and the few constants of Der Weltkrieg that every chapter uses."""

from __future__ import annotations

CENTRAL_POWERS = "central-powers"
ENTENTE = "entente"
SIDES = (CENTRAL_POWERS, ENTENTE)  # in the order in which they play a turn (chapter 5)

FIRST_YEAR, LAST_YEAR = 1914, 1918  # of the tables

POINT = 30
"""Movement is counted in thirtieths of a point, so that a tenth and a sixth of a point are whole [7-5]."""

NEUTRALS = frozenset({"netherlands", "switzerland"})
"""[WF 3-1] Countries that nobody enters (decision WF-R014); Luxembourg is open."""

COUNTRY_NATION = {
    "france": "fr",
    "germany": "ge",
    "belgium": "be",
    "luxembourg": "ge",  # its railways are run by Germany (WF 3)
    "britain": "gb",
    "russia": "ru",
}
COUNTRY_SIDE = {
    "france": ENTENTE,
    "belgium": ENTENTE,
    "britain": ENTENTE,
    "russia": ENTENTE,
    "germany": CENTRAL_POWERS,
}

WEST, ITALY, OTHER_FRONT = "west", "italy", "other"  # the fronts that rules tell apart [22-17] [22-20]

NATIONALITY = {
    "ge": "German",
    "fr": "French",
    "gb": "British",
    "be": "Belgian",
    "us": "American",
    "ah": "Austro-Hungarian",
    "po": "Portuguese",
    "ru": "Russian",
    "it": "Italian",
    "pl": "Polish",
    "cz": "Czech",
}

WESTERN_MAP = "5-3"
# Maps with a winter of their own; none of them is the Western Front [34-5] [34-6].
ITALIAN_MAP = "6-4"
MAPS_WITHOUT_WINTER = frozenset({"7-9"})
OPEN_TO_SNOW = frozenset({"clear", "broken", "woods", "rough"})

# Kinds of counters, as the lists write them.
INFANTRY_KINDS = frozenset({"inf", "mtn", "mar", "assault", "mtnassault"})
MOUNTAIN_KINDS = frozenset({"mtn", "mtnassault"})
ASSAULT_KINDS = frozenset({"assault", "mtnassault"})
CAVALRY_KINDS = frozenset({"cav", "bike"})
REVERTS_TO = {"assault": "inf", "mtnassault": "mtn"}  # kinds that assault units go back to [33-4]
ARTILLERY_KINDS = frozenset({"art", "siege"})
# These are no ground combat units [6-3] [36-9].
SUPPORT_KINDS = frozenset({"hq", "fortress", "rpl", "supply", "flotilla"})
KINDS = INFANTRY_KINDS | CAVALRY_KINDS | ARTILLERY_KINDS | SUPPORT_KINDS | {"eng", "tank"}

# Phases of a turn (chapter 5), and what comes before the first.
DEPLOYMENT = "deployment"
COMPLETION = "trench completion"
INITIATION = "trench initiation"
ARRIVAL = "arrival"
MOVEMENT = "movement"
COMBAT = "combat"
RECOMBINATION = "recombination"
MONTHLY_PHASES = (COMPLETION, INITIATION)
TURN_PHASES = (ARRIVAL, MOVEMENT, COMBAT, RECOMBINATION)

# Markers in a hex.
TRENCH = "trench"
CONSTRUCTION = "construction"
DEVASTATION = "devastation"
HINDENBURG_LINE = "hindenburg line"

ALL_UNITS, FORTRESS_AND_GUNS = "all", "fortress"  # what artillery alone is directed at [29-7]

CAVALRY_SUPPLY = "cavalry-supply"  # the option on cavalry of the older summary

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


ENEMY_OF = {CENTRAL_POWERS: ENTENTE, ENTENTE: CENTRAL_POWERS}


def other_side(side: str) -> str:
    return ENTENTE if side == CENTRAL_POWERS else CENTRAL_POWERS


# Flags of supply points that lie on no map, which only their owner may know [17-5].
SUPPLY_ELSEWHERE = "supply on "  # with a front and a nation: "supply on east: ge"
LAID_UP = "laid up for the united states"
