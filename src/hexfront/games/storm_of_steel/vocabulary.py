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
SIZES = ("army", "corps", "brigade")
# [24.1] The capital ships first.
NAVAL = ("BB", "BC", "PD", "CA", "ESC", "SS", "TR")
# [30.1]
AIR = ("tactical", "strategic")

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
