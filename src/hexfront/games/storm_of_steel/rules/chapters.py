"""Units that belong to a chapter which a game may do without."""

from __future__ import annotations

from hexfront.games.storm_of_steel.setting import SteelSetting

OF_KIND = {
    "marine": "marines",
    "paratroop": "paratroops",
    "armoured-train": "armoured-trains",
    "tank-brigade": "tanks",
    "tank-corps": "tanks",
}


def is_played(setting: SteelSetting, kind: str) -> bool:
    """[38.0] [39.0] [40.0] [42.0] Whether units of a kind are in the game: those of an optional chapter only
    where it is in use."""
    return kind not in OF_KIND or setting.option(OF_KIND[kind])
