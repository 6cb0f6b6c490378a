"""[25.3] What is undertaken at sea, stage by stage: ships are chosen in secret, met or not, and turned up.

Between two stages everything is in the position (`SteelPosition.sortie`, ``fleets`` and ``seconds``), so
that any of its questions can be begun again at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

import msgspec

from hexfront.games.storm_of_steel.matters import Sighted, Squadron
from hexfront.games.storm_of_steel.position import Sortie, SteelPosition
from hexfront.games.storm_of_steel.rules import fleets, sea_control
from hexfront.games.storm_of_steel.sea_orders import Dismiss, Intercept, Muster, TurnUp
from hexfront.games.storm_of_steel.secrecy import FLEET, TURNED_UP
from hexfront.games.storm_of_steel.vocabulary import CENTRAL_POWERS, ENTENTE, SIDE_NAMES, SIDES, other_side
from hexfront.kernel.actions import PASS, Action, Pass
from hexfront.kernel.errors import Refusal
from hexfront.kernel.play import Ask, Procedure, Table, Together

ENGAGEMENT, BOMBARDMENT, RAIDING, INTERDICTION = "engagement", "bombardment", "raiding", "interdiction"
# The stages of a sortie.
MUSTER, ANSWER, COUNTER, SIGNAL, SECONDS, CONTACT = (
    "muster",
    "answer",
    "counter",
    "signal",
    "seconds",
    "contact",
)
NUMBER, MOVER, PASSES = "sorties", "naval side", "naval passes"
RULES = {ENGAGEMENT: "25.31", BOMBARDMENT: "25.32", RAIDING: "25.33", INTERDICTION: "3.2-5a"}
MOST = {ENGAGEMENT: 10, BOMBARDMENT: 5, RAIDING: 5, INTERDICTION: 99}
FROM_AUSTRIA = 2  # [25.33] submarines, and those that hunt them
ADRIATIC, SOUTH = "adriatic", "west-mediterranean"
RAIDERS = ("CA", "SS")  # [25.33]
HUNTERS = {"north-sea": ("great-britain",), SOUTH: ("france", "great-britain", "italy")}


def begin(position: SteelPosition, mission: str, sea: str, side: str, *, at: str = "", aim: str = "") -> None:
    """[25.3] Something is undertaken."""
    number = position.flags.get(NUMBER, 0) + 1
    position.flags[NUMBER] = number
    position.sortie = Sortie(number, mission, sea, side, MUSTER, at, aim)
    position.fleets = dict.fromkeys(SIDES, ())
    position.seconds = dict.fromkeys(SIDES, ())
    position.ready.clear()


def mover(position: SteelPosition) -> str:
    """[3.2-3b2] [25.31] The side whose turn it is to declare something: the Central Powers' to begin with,
    and where a text begins the side that it names."""
    return SIDES[position.flags.get(MOVER, SIDES.index(position.active))]


def go_to(position: SteelPosition, stage: str, coming: Sequence[str] | None = None) -> None:
    """The next stage."""
    sortie = under_way(position)
    more = sortie.coming if coming is None else tuple(coming)
    position.sortie = msgspec.structs.replace(sortie, stage=stage, coming=more)


def end(position: SteelPosition) -> None:
    """[25.1] It is over, and every ship is in its base again."""
    position.sortie = None
    position.fleets, position.seconds = {}, {}
    position.ready.clear()


def under_way(position: SteelPosition) -> Sortie:
    assert position.sortie is not None, "nothing is under way at sea"
    return position.sortie


def seal(sortie: Sortie) -> str:
    """The envelope in which the ships of a sortie are named."""
    return f"{FLEET} {sortie.number}"


def opened(number: int) -> str:
    """How it is noted that the ships of a sortie were turned up."""
    return f"{FLEET} {number} {TURNED_UP}"


def turn_up(table: Table[SteelPosition]) -> None:
    """[25.8] At the instant of combat the ships of both sides are seen."""
    position = table.position
    sortie = under_way(position)
    position.flags[opened(sortie.number)] = position.turn
    table.open_seal(seal(sortie))
    table.reveal("ships were turned up")
    for side in SIDES:
        names = (*position.fleets.get(side, ()), *position.seconds.get(side, ()))
        if names:
            told = ", ".join(fleets.ship_of(position, name).name for name in names)
            table.tell(f"Ships of the {SIDE_NAMES[side]}: {told}", "25.8", kind="fleet")


def rest(position: SteelPosition) -> None:
    """A new turn: nothing has been undertaken."""
    for key in [key for key in position.flags if key.startswith(f"{FLEET} ")]:
        del position.flags[key]
    for key in (NUMBER, MOVER, PASSES):
        position.flags.pop(key, None)


# Choosing ships


def most(position: SteelPosition, side: str) -> int:
    """[25.31] [25.32] [25.33] How many ships of a side may take part."""
    sortie = under_way(position)
    if sortie.mission == RAIDING and sortie.sea == SOUTH:
        return FROM_AUSTRIA
    return MOST[sortie.mission]


def able(position: SteelPosition, side: str, chosen: Sequence[str], taken: Collection[str] = ()) -> list[str]:
    """[25.31] [25.32] [25.33] [3.2-5a] The ships of a side that may still join what is under way."""
    sortie = under_way(position)
    if len(chosen) >= most(position, side):
        return []
    if sortie.mission == RAIDING:
        return (
            raiders(position, sortie.sea, chosen)
            if side == sortie.side
            else hunters(sortie, position, chosen)
        )
    if sortie.mission == INTERDICTION:
        return fleets.willing(position, sortie.sea, side, chosen, kinds=fleets.LIGHT, one_base=False)
    if sortie.mission == BOMBARDMENT and side == sortie.side:
        kinds = fleets.CAPITAL if sortie.aim == "fort" else fleets.COMBATANTS
        return fleets.willing(
            position, sortie.sea, side, chosen, kinds=[each for each in kinds if each in fleets.SURFACE]
        )
    return fleets.willing(position, sortie.sea, side, chosen, taken)


def raiders(position: SteelPosition, sea: str, chosen: Sequence[str] = ()) -> list[str]:
    """[25.33] [28.1] Who may go raiding: German cruisers and submarines through the North Sea, submarines of
    Austrian bases through the Mediterranean; under the blockade no Austrian ones (SS-D32)."""
    if sea != SOUTH:
        return fleets.willing(position, sea, CENTRAL_POWERS, chosen, kinds=RAIDERS, nations=("germany",))
    shut_in = sea_control.blockade_shuts(position)
    home = "austria-hungary"
    return [
        name
        for name in fleets.willing(position, ADRIATIC, CENTRAL_POWERS, chosen, kinds=("SS",))
        if position.setting.country_of[position.units[name].at] == home
        and not (shut_in and position.piece(position.units[name]).country == home)
    ]


def hunters(sortie: Sortie, position: SteelPosition, chosen: Sequence[str]) -> list[str]:
    """[25.33] Who may hunt raiders: British ships in the North Sea, in the Mediterranean ships of one
    nation."""
    return fleets.willing(
        position, sortie.sea, ENTENTE, chosen, one_nation=True, nations=HUNTERS.get(sortie.sea, ())
    )


def muster(
    position: SteelPosition, sides: Sequence[str], store: Callable[[], dict[str, tuple[str, ...]]]
) -> Procedure:
    """[25.31] Sides choose their ships, each under seal and as long as it likes."""
    while left := [side for side in sides if side not in position.ready]:
        answers = yield Together(
            tuple(_ask(position, side, store()) for side in left), station=True, eager=True
        )
        ((side, order),) = answers.items()
        chosen = store()[side]
        match order:
            case Muster(unit):
                store()[side] = (*chosen, unit)
            case Dismiss(unit):
                store()[side] = tuple(each for each in chosen if each != unit)
            case _:
                position.ready.add(side)
    position.ready.clear()
    return None


def _ask(position: SteelPosition, side: str, store: dict[str, tuple[str, ...]]) -> Ask:
    sortie, chosen = under_way(position), store[side]
    limit = most(position, side)
    number = f"one to {limit} ships" if limit < MOST[INTERDICTION] else "ships"
    what = f"{PROMPTS[sortie.mission]}, {fleets.sea_name(sortie.sea)}"
    return Ask(
        side,
        "squadron",
        f"{what}: choose {number} in secret; pass when done",
        RULES[sortie.mission],
        lambda: options(position, side, chosen),
        Squadron(sortie.mission, sortie.sea, chosen, limit),
        why_not=lambda action: why_not(position, side, chosen, action),
        default=lambda: next(options(position, side, chosen)),
        sealed=seal(sortie),
    )


PROMPTS = {
    ENGAGEMENT: "General engagement",
    BOMBARDMENT: "Coastal bombardment",
    RAIDING: "Commerce raiding",
    INTERDICTION: "Lines over a contested sea",
}


def options(position: SteelPosition, side: str, chosen: Sequence[str]) -> Iterator[Action]:
    """[25.31] Ships may be added and left behind again; a fleet has at least one where there is any."""
    sortie = under_way(position)
    taken = position.fleets.get(side, ()) if sortie.stage == SECONDS else ()
    done = bool(chosen) or sortie.stage == SECONDS or sortie.mission == INTERDICTION
    if done:
        yield PASS
    adding = able(position, side, chosen, taken)
    if not (done or adding):
        yield PASS
    yield from map(Muster, adding)
    yield from map(Dismiss, chosen)


def why_not(position: SteelPosition, side: str, chosen: Sequence[str], action: Action) -> Refusal | None:
    """Words for a ship that cannot be chosen."""
    sortie = under_way(position)
    rule = RULES[sortie.mission]
    if isinstance(action, Pass):
        return Refusal(rule, "at least one ship must be chosen")
    if not isinstance(action, Muster | Dismiss):
        return None
    unit = position.units.get(action.unit)
    if unit is None or position.side_of(unit) != side or position.piece(unit).kind not in fleets.COMBATANTS:
        return Refusal("24.1", f'"{action.unit}" is no warship of yours')
    name = position.piece(unit).name
    if isinstance(action, Dismiss):
        return Refusal(rule, f"{name} was not chosen")
    if unit.mission:
        return Refusal("25.3", f"{name} has had its mission of this turn")
    if len(chosen) >= most(position, side):
        return Refusal(
            rule,
            f"no more than {most(position, side)} ships",
            needed=most(position, side),
            had=len(chosen) + 1,
        )
    if chosen and unit.at != position.units[chosen[0]].at and sortie.mission != INTERDICTION:
        return Refusal(rule, "all ships come from one base")
    return Refusal(rule, f"{name} cannot take part in this")


# Meeting them


def answer(position: SteelPosition) -> Ask:
    """[25.31] [25.32] [26.1] Whether the other side goes out against a fleet; asked whether or not it has
    ships left, which the enemy need not know."""
    sortie = under_way(position)
    what = PROMPTS[sortie.mission].lower()
    automatic = "it will be met" if sortie.mission == ENGAGEMENT else "it may be missed"
    return Ask(
        other_side(sortie.side),
        "intercept",
        f"{fleets.sea_name(sortie.sea)}, {what}: go out against the enemy fleet? {automatic.capitalize()}",
        RULES[sortie.mission],
        [PASS, Intercept()],
        Sighted(sortie.mission, sortie.sea, sortie.at),
        default=lambda: PASS,
        station=True,
        always=True,
    )


def turning_up(position: SteelPosition, side: str) -> Ask:
    """[25.8] The fleets have been chosen: a side turns the ships up."""
    sortie = under_way(position)
    return Ask(
        side,
        "turn up",
        "Turn up the ships and see whether they meet",
        "25.8",
        [TurnUp()],
        Sighted(sortie.mission, sortie.sea, sortie.at),
        station=True,
        always=True,
    )
