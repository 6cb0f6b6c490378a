"""Chapter 32: agents and psychological warfare.

Both sides assign their agents to missions under seal [3.2-3a1], reveal them together [3.2-3a2], and conduct
them in turn [3.2-3a3]. Agents are numbers, never units on a map [32.5].
"""

from __future__ import annotations

from hexfront.games.storm_of_steel.matters import Assignment, Mission
from hexfront.games.storm_of_steel.orders import Assign, Conduct, Guard, Recall, RevealMissions, Sabotage
from hexfront.games.storm_of_steel.position import SteelPosition
from hexfront.games.storm_of_steel.rules import bolsheviks, morale, partisans, sea_control
from hexfront.games.storm_of_steel.rules.names import card_name
from hexfront.games.storm_of_steel.secrecy import MISSIONS_REVEALED as REVEALED
from hexfront.games.storm_of_steel.vocabulary import RAIDING_ZONE, SIDE_NAMES, SIDES, other_side
from hexfront.kernel.play import PASS, Action, Ask, Procedure, Refusal, Table, Together

SEAL = "agents"
GUARDS = "counter-intelligence"
INACTIVE = "inactive"  # what agents are that are not assigned
RED_AGENTS = 3  # [35.15]
RED_LOST = "bolshevik agents lost"
BEST = 6


def in_use(position: SteelPosition) -> bool:
    """[32.0] Whether chapter 32 is in use."""
    return position.setting.option("agents")


def number(position: SteelPosition, side: str) -> int:
    """[32.1] [35.15] The agents of a side, with the three of the Bolsheviks for who controls them."""
    found = position.agents.get(side, 0)
    red = position.controllers.get(bolsheviks.FORCE) == side and not position.flags.get(bolsheviks.IDLE)
    if red and bolsheviks.terrorized(position):
        found += RED_AGENTS - position.flags.get(RED_LOST, 0)
    return found


def missions(position: SteelPosition) -> tuple[str, ...]:
    """[32.1] What agents may be assigned to; the rest of them is inactive."""
    return (*position.setting.printed.politics.missions, GUARDS)


def phase(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-3a] [32.2] Psychological warfare: agents are assigned, revealed, and act in turn."""
    if not in_use(position) or not any(number(position, side) for side in SIDES):
        return None
    if not position.begun:
        position.missions = {side: position.missions.get(side, ()) for side in SIDES}
        position.ready = {side for side in SIDES if not number(position, side)}
        position.begun = True
    if position.flags.get(REVEALED) != position.turn:
        yield from _assign(table, position)
    yield from _conduct(table, position)
    position.missions.clear()
    position.active = SIDES[0]
    return None


# Assigning


def _assign(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-3a1] [3.2-3a2] [32.2] Both sides assign their agents in secret; then all is revealed at once."""
    while left := [side for side in SIDES if side not in position.ready]:
        answers = yield Together(tuple(_ask(position, side) for side in left), station=True, eager=True)
        ((side, order),) = answers.items()
        chosen = list(position.missions[side])
        if isinstance(order, Assign):
            chosen.append(order.mission)
        elif isinstance(order, Recall):
            chosen.remove(order.mission)
        else:
            position.ready.add(side)
        position.missions[side] = tuple(sorted(chosen))
    with_agents = [side for side in SIDES if number(position, side)]
    yield Together(tuple(_turning_up(position, side) for side in with_agents), station=True)
    position.ready.clear()
    position.flags[REVEALED] = position.turn
    position.active = SIDES[0]
    table.open_seal(SEAL)
    for side in SIDES:
        told = ", ".join(
            f"{position.missions[side].count(each)} for {each}"
            for each in missions(position)
            if each in position.missions[side]
        )
        table.tell(f"Agents of the {SIDE_NAMES[side]}: {told or 'none active'}", "3.2-3a2", kind="agents")
    return None


def _ask(position: SteelPosition, side: str) -> Ask:
    chosen = position.missions[side]
    free = number(position, side) - len(chosen)
    adding: list[Action] = [Assign(each) for each in missions(position)] if free > 0 else []
    taking: list[Action] = [Recall(each) for each in dict.fromkeys(chosen)]
    return Ask(
        side,
        "assign",
        f"Assign agents in secret, {free} are free; pass when done",
        "3.2-3a1",
        [PASS, *adding, *taking],
        Assignment(chosen),
        why_not=lambda action: why_not(position, side, action),
        default=lambda: PASS,
        sealed=SEAL,
    )


def _turning_up(position: SteelPosition, side: str) -> Ask:
    prompt = "Turn up the missions of your agents"
    about = Assignment(position.missions[side])
    return Ask(side, "reveal missions", prompt, "3.2-3a2", [RevealMissions()], about, always=True)


def why_not(position: SteelPosition, side: str, action: Action) -> Refusal | None:
    """[32.1] Words for agents that cannot be assigned."""
    if isinstance(action, Assign):
        if action.mission == INACTIVE:
            return Refusal("32.1", "agents that are not assigned are inactive")
        if action.mission not in missions(position):
            return Refusal("32.1", f"{action.mission} is no mission")
        return Refusal("32.1", "all agents are assigned")
    return Refusal("32.1", f"nobody is assigned to {action.mission}") if isinstance(action, Recall) else None


# Acting


def _conduct(table: Table[SteelPosition], position: SteelPosition) -> Procedure:
    """[3.2-3a3] [32.2] From the Central Powers on, each side conducts one mission in turn; who has none left
    waits for the other, and nobody passes."""
    while any(attacks(position, side) for side in SIDES):
        side = position.active
        if attacks(position, side):
            order = yield Ask(
                side,
                "conduct",
                "Which mission is conducted next?",
                "3.2-3a3",
                [Conduct(each) for each in attacks(position, side)],
                Assignment(position.missions[side]),
                station=True,
                always=True,  # after what was sealed the next question must be one to begin again at
            )
            yield from _resolve(table, side, order.mission)
        position.active = other_side(side)
    return None


def attacks(position: SteelPosition, side: str) -> list[str]:
    """[32.3] The missions a side has still to conduct; counter-intelligence only defends."""
    return [each for each in dict.fromkeys(position.missions.get(side, ())) if each != GUARDS]


def _resolve(table: Table[SteelPosition], side: str, mission: str) -> Procedure:
    """[32.3] [32.4] The agents of a mission against those who guard; the least die of the difference
    succeeds. Then all of them are inactive, and a natural one loses one."""
    position = table.position
    enemy = other_side(side)
    count = position.missions[side].count(mission)
    guards = position.missions.get(enemy, ()).count(GUARDS)
    answer = yield Ask(
        enemy,
        "guard",
        f"How many agents guard against {mission}?",
        "32.3",
        [Guard(each) for each in range(guards + 1)],
        Mission(mission, count),
        default=lambda: Guard(0),
    )
    position.missions[side] = tuple(each for each in position.missions[side] if each != mission)
    kept = list(position.missions[enemy])
    for _ in range(answer.agents):
        kept.remove(GUARDS)
    position.missions[enemy] = tuple(kept)
    die = table.roll("agents", "32.3", of=side, words=f"{mission} of the {SIDE_NAMES[side]}")
    needed = least(position, count - answer.agents)
    word = "succeeds" if die >= needed else "fails"
    table.tell(
        f"{mission} of the {SIDE_NAMES[side]}, {count} against {answer.agents}: {word}",
        "32.3",
        kind="agents",
    )
    if die == 1:
        _lose(table, side)
    if die >= needed:
        yield from _succeed(table, side, mission, best=die == BEST)
    return None


def least(position: SteelPosition, differential: int) -> int:
    """[32.3] The least die that succeeds by the difference of agents (SS-D42)."""
    rows = position.setting.printed.politics.psychological
    return max(
        (row for row in rows if row.differential <= differential), key=lambda row: row.differential
    ).succeeds


def _lose(table: Table[SteelPosition], side: str) -> None:
    """[32.4] [35.15] An agent is lost, a Bolshevik one first."""
    position = table.position
    if number(position, side) > position.agents.get(side, 0):
        position.flags[RED_LOST] = position.flags.get(RED_LOST, 0) + 1
    else:
        position.agents[side] = max(position.agents.get(side, 0) - 1, 0)
    table.tell(f"The {SIDE_NAMES[side]} lose an agent", "32.4", kind="agents")


def _succeed(table: Table[SteelPosition], side: str, mission: str, *, best: bool) -> Procedure:
    """[32.1] What a mission brings: morale, a card that is revealed, partisans, a centre out of work."""
    position = table.position
    row = position.setting.printed.politics.missions[mission]
    enemy = other_side(side)
    morale.change(table, side, row.best_own if best else row.own, mission, "32.1")
    morale.change(table, enemy, row.best_enemy if best else row.enemy, mission, "32.1")
    if mission == "espionage":
        _reveal(table, enemy)
        _look_into_harbour(table, side)
    elif mission == "sabotage":
        yield from _sabotage(table, side)
    elif mission == "subversion" and best:
        yield from partisans.raised_behind(table, side)
    return None


def _reveal(table: Table[SteelPosition], side: str) -> None:
    """[32.1] A side lays open one of the cards it has face down, by lot."""
    position = table.position
    hand = [key for key in position.picked.get(side, ()) if key not in position.betrayed.get(side, ())]
    if not hand:
        return
    lot = table.roll("espionage", "32.1", faces=len(hand), words="which card is seen")
    key = position.dice.mixed(hand)[lot - 1]  # the hand lies in the order of its numbers
    position.betrayed[side] = (*position.betrayed.get(side, ()), key)
    table.reveal("a card was spied out")
    name = card_name(position.setting, int(key.partition("-")[0])) if key[:1].isdecimal() else key
    table.tell(f"Spies of the enemy see a card of the {SIDE_NAMES[side]}: {name}", "32.1", kind="agents")


def _look_into_harbour(table: Table[SteelPosition], side: str) -> None:
    """[25.8] [32.1] Spies see which ships lie in one of the enemy's harbours, by lot (SS-N01)."""
    position = table.position
    label, enemy = position.setting.board.label, other_side(side)
    ships = [
        unit
        for unit in position.of_side(enemy)
        if position.piece(unit).kind in sea_control.SHIPS and label(unit.at) != RAIDING_ZONE
    ]
    harbours = sorted({ship.at for ship in ships})
    if not harbours:
        return
    lot = table.roll("spies at sea", "25.8", of=side, faces=len(harbours), words="which harbour is seen")
    where = harbours[lot - 1]
    names = ", ".join(position.piece(ship).name for ship in ships if ship.at == where)
    name = position.setting.board.name_of(where)
    table.tell(f"Spies look into the harbour of {name}", "25.8", kind="agents", data={"at": label(where)})
    table.tell(f"Seen in {name}: {names}", "25.8", kind="agents", to=[side], data={"at": label(where)})


def _sabotage(table: Table[SteelPosition], side: str) -> Procedure:
    """[32.1] An industrial city or petroleum hex of the enemy is out for this turn."""
    position = table.position
    setting, enemy = position.setting, other_side(side)
    label = setting.board.label
    wells = {place.node for place in setting.board.places if place.figures.get("petroleum")}
    found = [
        node
        for node in sorted({*setting.centres, *wells})
        if node in setting.in_play and position.controller(node) == enemy and node not in position.sabotaged
    ]
    if not found:
        return None
    order = yield Ask(
        side,
        "sabotage",
        "Which city or petroleum hex is sabotaged?",
        "32.1",
        [Sabotage(label(node)) for node in found],
        Mission("sabotage", 0),
    )
    position.sabotaged.add(setting.board[order.at])
    position.memo.clear()
    table.tell(f"Sabotage in {order.at}", "32.1", kind="agents")
    return None


def restore(position: SteelPosition) -> None:
    """[35.15] [32.1] After mobilization Bolshevik agents are replaced, and what was sabotaged works again."""
    position.flags.pop(RED_LOST, None)
    position.sabotaged.clear()
    position.memo.clear()
