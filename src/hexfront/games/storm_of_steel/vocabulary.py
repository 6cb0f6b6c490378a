"""The words of the game: alliances, fronts, seasons, kinds of units and of places."""

from __future__ import annotations

CENTRAL_POWERS = "central-powers"
ENTENTE = "entente"
SIDES = (CENTRAL_POWERS, ENTENTE)
SIDE_NAMES = {CENTRAL_POWERS: "Central Powers", ENTENTE: "Entente"}

# [2.3] [4.4]
FRONTS = ("west", "east", "middle-east")
# [2.1]
SEASONS = ("winter", "spring", "summer", "autumn")

# [2.10] Land units; siege artillery, armoured cars and trains and tank brigades are brigades [13.12].
CORPS = ("active", "reserve", "shock", "alpine", "cavalry", "tank-corps", "marine", "paratroop")
BRIGADES = ("siege", "armoured-car", "armoured-train", "tank-brigade", "partisan")
HEADQUARTERS = "headquarters"
LAND = (HEADQUARTERS, *CORPS, *BRIGADES)
# [2.5] [12.3] Not printed on their backs: they never entrench.
NEVER_ENTRENCHED = ("armoured-car", "armoured-train", "tank-brigade", "tank-corps")
# [11.43] Tanks and armoured cars; units with motorization markers are mechanized as well.
MECHANIZED = ("armoured-car", "tank-brigade", "tank-corps")
# [14.3] [42.1] Whose presence allows the Infiltration table.
INFILTRATORS = ("shock", "tank-brigade", "tank-corps")
FORT = "fort"
DUMMY = "dummy"  # [23.1]
UNKNOWN = "unknown"  # what stands for a counter that is not seen [23.0]
UNKNOWN_ALPINE = "unknown-alpine"
UNKNOWN_FLEET = "fleet"  # a marker under which ships lie face down [23.42]
PARTISAN = "partisan"
SIZES = ("army", "corps", "brigade")
# [24.1] The capital ships first.
NAVAL = ("BB", "BC", "PD", "CA", "ESC", "SS", "TR")
# [30.1]
AIR = ("tactical", "strategic")

# [34.1] What can be devastated besides railways, as the board calls it.
WORKS = frozenset(("industrial", "petroleum", "naval base"))

# [5.2] From the lowest to the highest.
BANDS = ("low", "medium", "high")

# [25.2] Sea areas on the map.
SEAS = (
    "North Sea",
    "English Channel",
    "Baltic",
    "West Mediterranean",
    "Adriatic",
    "East Mediterranean",
    "Marmara",
    "Black Sea",
)

# [21.9] Where raiders and convoys are; it is no off-map area.
RAIDING_ZONE = "commerce-raiding"

# [3.2] The steps of a turn, in their order. The four segments come once for each side in each impulse.
CARDS = "cards"
DIPLOMACY = "diplomacy"
AGENTS = "agents"
SEA_CONTROL = "sea-control"
NAVAL_OPERATIONS = "naval-operations"
REVELATION = "revelation"
REORGANIZATION = "reorganization"
MOVEMENT = "movement"
COMBAT = "combat"
CONTESTED_SEAS = "contested-seas"
ATTRITION = "attrition"
MORALE = "morale"
DEVELOPMENT = "development"
RAIDING = "raiding"
SHIPPING = "shipping"
CAPACITY = "capacity"
ALLOCATION = "allocation"
REINFORCEMENTS = "reinforcements"
HOME_REORGANIZATION = "home-reorganization"
DISCARD = "discard"
POLITICAL_EVENTS = "political-events"
BEFORE_IMPULSES = (CARDS, DIPLOMACY, AGENTS, SEA_CONTROL, NAVAL_OPERATIONS)
SEGMENTS = (REVELATION, REORGANIZATION, MOVEMENT, COMBAT)
AFTER_IMPULSES = (
    CONTESTED_SEAS,
    ATTRITION,
    MORALE,
    DEVELOPMENT,
    RAIDING,
    SHIPPING,
    CAPACITY,
    ALLOCATION,
    REINFORCEMENTS,
    HOME_REORGANIZATION,
    DISCARD,
    POLITICAL_EVENTS,
)
STEPS = (*BEFORE_IMPULSES, *SEGMENTS, *AFTER_IMPULSES)
IMPULSES = 4  # [8.2] the most there can be


def other_side(side: str) -> str:
    return SIDES[1] if side == SIDES[0] else SIDES[0]
