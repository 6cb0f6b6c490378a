"""Other words of the book, and of those who speak of it, for what position texts and orders name.

They are written in small letters with spaces for hyphens; capitals and hyphens make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, STEPS
from hexfront.shared.position_text import word_of


def _words(**meant: str) -> dict[str, str]:
    """Words by what they mean, turned round; what is meant has underscores for hyphens."""
    return {
        word.strip(): meaning.replace("_", "-")
        for meaning, words in meant.items()
        for word in words.split(",")
    }


SIDES = {
    **dict.fromkeys(("cp", "central", "centrals", "central power"), CENTRAL_POWERS),
    **dict.fromkeys(("en", "allies", "allied", "allied powers", "entente powers"), ENTENTE),
}
COUNTRIES = _words(
    germany="german, german empire, ge",
    austria_hungary="a h, ah, austria, austrian, austro hungary, austro hungarian, habsburg",
    ottoman_empire="ottoman, ottomans, turkey, turkish, turks, ot",
    bulgaria="bulgarian, bulgars, bu",
    france="french, fr",
    great_britain="britain, british, british empire, united kingdom, uk, england, gb",
    russia="russian, russian empire, ru",
    italy="italian, it",
    serbia="serbian, serbs, se",
    montenegro="montenegrin, mo",
    belgium="belgian, be",
    romania="rumania, romanian, ro",
    greece="greek, gr",
    japan="japanese, ja",
    portugal="portuguese, po",
    brazil="brazilian, br",
    united_states="us, usa, america, american, united states of america",
    netherlands="holland, dutch, the netherlands",
    switzerland="swiss",
    denmark="danish",
    sweden="swedish",
    norway="norwegian",
    spain="spanish",
    albania="albanian",
    persia="iran, persian",
)
FRONTS = _words(
    west="w, western, west front, western front",
    east="e, eastern, east front, eastern front, russian front",
    middle_east="me, mideast, mid east, middle eastern, middle east front",
)
_STEPS = _words(
    cards="card, strategy card, strategy cards, card selection, strategy card selection",
    diplomacy="grand diplomacy, ultimatum, diplomacy ultimatum",
    agents="agent, psychological warfare",
    sea_control="sea area control, sea area control determination, general engagement, naval warfare",
    revelation="card revelation, campaign card revelation",
    reorganization="reorganize, entrenchment",
    contested_seas="contested sea, contested sea areas",
    attrition="supply, supply attrition, supply & attrition, supply and attrition",
    morale="morale check",
    development="weapons, weapons and tactics, weapons & tactics",
    raiding="commerce raiding",
    shipping="merchant shipping",
    capacity="mobilization capacity, mobilization capacity determination",
    allocation="mobilization, mobilize, allocation of mobilization points",
    reinforcements="reinforcement, re basing, rebasing",
    discard="end of turn, card discard, strategy card discard",
    political_events="political event, politics",
)
MARKS = {
    "underground": "entrenched",
    "dug in": "entrenched",
    "strat move": "strategic",
    "strategic move": "strategic",
    "fired": "fired",
    "mobile": "",
    "motorized": "motorized=1",
    "motorised": "motorized=1",
}
"""What a unit is; mobile is whoever is not marked otherwise."""
MISSIONS = {
    "counterintelligence": "counter-intelligence",
    "recon": "reconnaissance",
    "ground support": "offensive-ground-support",
    "bombing": "strategic-bombing",
    "naval attack": "air-naval-attack",
}
"""Missions of agents and aircraft that are spelt otherwise than the book does."""
NOBODY = dict.fromkeys(("none", "neither", "no one", "uncontrolled", "contested"), "nobody")
KINDS = _words(
    active="infantry, active infantry",
    reserve="reserve infantry",
    shock="shock infantry, shock troops, stoss",
    alpine="mountain",
    cavalry="cavalry corps",
    siege="siege artillery, siege gun, artillery",
    fort="fortification, fortress, fortified zone",
    headquarters="hq",
    armoured_car="armored car, armored cars, armoured cars",
    armoured_train="armored train",
    tank_brigade="tank brigades",
    marine="marines, marine corps",
    paratroop="paratroops, paratroop corps",
    tactical="tactical air",
    strategic="strategic air",
    BB="bb, battleship, battleships, battleship squadron",
    BC="bc, battlecruiser, battlecruisers, battlecruiser squadron",
    CA="ca, cruiser, cruisers, cruiser squadron",
    ESC="esc, escort, escorts, escort flotilla",
    SS="ss, submarine, submarines, submarine flotilla",
    TR="tr, transport, transports, transport flotilla",
)
FORCES = _words(
    bolshevik="bolsheviks, reds, red guard",
    bohemia_moravia="czechoslovakia, bohemia",
    poland="polish",
    finland="finnish",
    baltic="baltic region, baltic states",
    hungary="hungarian",
    ireland="irish",
    transcaucasia="caucasus",
)
"""Bolsheviks, and the regions in which nationalists rise [35.2]."""
SEAS = _words(
    baltic="baltic sea",
    adriatic="adriatic sea",
    english_channel="channel, the channel",
    east_mediterranean="east med, eastern mediterranean, east mediterranean sea",
    west_mediterranean="west med, western mediterranean, west mediterranean sea",
    marmara="marmora, sea of marmora, sea of marmara",
)
BOARD = {
    **COUNTRIES,
    **_words(
        clear="open, plain",
        rough="hills, hill",
        forest="woods, wood, forests",
        marsh="swamp, marshes",
        mountain="mountains",
        industrial="industrial city, mobilization city",
        port="harbour",
        canal="suez canal",
        petroleum="oil",
        grain="grain hex",
    ),
    "railzone": "rail zone",
    "railgap": "rail gap",
    "base": "naval base",
    **dict.fromkeys(("rail", "railway", "railroad"), "rail=open"),
}
"""Words of a board drawn in place."""
_SAID: Mapping[str, Mapping[str, str]] = {
    "side": {**SIDES, **NOBODY},
    "country": COUNTRIES,
    "front": FRONTS,
    "step": _STEPS,
    "sea": SEAS,
    "force": FORCES,
}


def plain(text: str) -> str:
    """A word or name in small letters, without signs: ``on to suez``."""
    return " ".join(re.findall(r"[a-z0-9&]+", text.lower()))


def one(word: str, known: Collection[str], kind: str) -> str:
    """A word of a kind, in whatever words it is said; ValueError if nothing is called so."""
    said = _SAID.get(kind, {})
    found = said.get(plain(word))
    return found if found is not None and found in known else word_of(word, known, kind)


def step(word: str) -> str:
    """[3.2] A step of the turn, also called a phase or a segment."""
    short = re.sub(r"[ -](phase|segment|step)$", "", word.lower())
    found = _STEPS.get(plain(short))
    return found or word_of(short if short in STEPS else word, STEPS, "step")
