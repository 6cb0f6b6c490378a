"""An attack, a prepared attack or a Repulse before it is made, as figures one can plot.

What is reckoned is in `prospects`. The player's own supply is looked up; the enemy is taken to have enough,
and counts as far as the player may know him [3.1.6].
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from hexfront.games.serbia_1914 import orders
from hexfront.games.serbia_1914.force import Force, force_of, leader_of
from hexfront.games.serbia_1914.matters import ForceInHand, Intensity, Retreat
from hexfront.games.serbia_1914.orders import Aim, Declare, Fight, Prepare, Repulse
from hexfront.games.serbia_1914.position import OFF_MAP, SerbiaPosition
from hexfront.games.serbia_1914.rules import (
    ammunition,
    artillery_support,
    battle,
    gathering,
    intensity,
    participation,
    prospects,
    repulse,
)
from hexfront.games.serbia_1914.rules.battle import Assault, Battle, Reckoning, reckon
from hexfront.games.serbia_1914.rules.prospects import Outcome
from hexfront.games.serbia_1914.rules.retreat import repulsers
from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Ask, Decision, Together
from hexfront.kernel.errors import Refusal
from hexfront.kernel.game import Game
from hexfront.kernel.ledger import Ledger
from hexfront.kernel.odds import Distribution
from hexfront.kernel.showing import Ending, Forecast, Lookup, Prospect
from hexfront.kernel.table import Table
from hexfront.shared.forecasts import prospect

ATTACKER, DEFENDER = "attacker reductions", "defender reductions"
ATTACKER_LEVELS, DEFENDER_LEVELS = "attacker levels", "defender levels"
VACATED = "hex vacated"
MEASURES = (ATTACKER, DEFENDER, ATTACKER_LEVELS, DEFENDER_LEVELS, VACATED)
# Reductions, and levels by what they are worth of one: what both sides lose in all.
ATTACKER_COST, DEFENDER_COST = "attacker losses", "defender losses"
REPULSED = "enemy repulsed"
REPULSE_MEASURES = (REPULSED, ATTACKER_LEVELS, DEFENDER_LEVELS)
# What is weighed when intensities are declared [9.8]: the hex, a reduction, and a level of effectiveness.
GROUND, REDUCTION, LEVEL = 3.0, 1.2, 0.45
BEARABLE = 0.5  # losses that ruin no attacker, in reductions
_HIDDEN = "Only what you may know of the enemy is reckoned [3.1.6]"
_ON_THE_WAY = "What a retreat costs on its way is not reckoned [11.1]"


def odds(game: Game, action: Action) -> Distribution[str]:
    """How likely each fate of the hex is, if neither side is Intense, or that a Repulse succeeds."""
    known, side = _known(game)
    if isinstance(action, Repulse):
        fought = _repulsing(game, known, side, action)
        chance = repulse_chance(known, reckon(known, fought))
        return Distribution({"the enemy is repulsed": chance, "the Repulse fails": 36 - chance})
    fought = battle_of(game, known, side, action)
    sides = sides_of(known, fought)
    tables = known.setting.tables
    return prospects.distribution(tables, sides, attacker=False, defender=False).map(fate)


def outlook(game: Game, action: Action) -> Forecast:
    """How an attack may end, for every intensity the two sides may declare.

    First comes what is to be expected: the attacker declares what is best against the defender's best answer.
    """
    known, side = _known(game)
    if isinstance(action, Repulse):
        return _repulse_outlook(known, _repulsing(game, known, side, action))
    fought = battle_of(game, known, side, action)
    where = known.setting.board.label(fought.node)
    who = ", ".join(known.label(name) for name in fought.attacking_names)
    sides = sides_of(known, fought)
    ledgers = _ledgers(known, fought)
    notes = _notes(known, fought, sides)
    lookups = _lookups(known, sides.reckoning)
    checks = prospects.Checks(known.setting.tables, sides)
    found = {
        pair: _prospect(intensity.BATTLES[pair], checks.weights(*pair), notes, ledgers, lookups)
        for pair in _intensities(game.decision, known, fought, action)
    }
    expected = expected_pair({pair: attackers_gain(each.means) for pair, each in found.items()})
    ordered = sorted(found, key=lambda pair: pair != expected)
    odds_are = battle.odds_text(known, sides.reckoning)
    subject = f"Attack on {where} at {odds_are}: {who}"
    rules = ("9.6", "9.8", "9.9", "10.0")
    return Forecast(
        subject,
        tuple(found[pair] for pair in ordered),
        MEASURES,
        (),
        rules,
        (ATTACKER_COST, DEFENDER_COST),
        goal=VACATED,
        bearable=BEARABLE,
    )


def attackers_gain(means: Mapping[str, float]) -> float:
    """What a battle is expected to bring the attacker: the hex and the defender's losses less his own."""
    return (
        GROUND * means[VACATED]
        + REDUCTION * (means[DEFENDER] - means[ATTACKER])
        + LEVEL * (means[DEFENDER_LEVELS] - means[ATTACKER_LEVELS])
    )


def expected_pair(gains: Mapping[tuple[bool, bool], float]) -> tuple[bool, bool]:
    """[9.8] What both will declare, by the attacker's gain from each pair: the defender answers him."""
    answers: dict[bool, tuple[bool, bool]] = {}
    for pair in sorted(gains):
        held = answers.get(pair[0])
        if held is None or gains[pair] < gains[held]:
            answers[pair[0]] = pair
    return max(sorted(answers.values()), key=lambda pair: gains[pair])


def fate(outcome: Outcome) -> str:
    """What becomes of the hex."""
    return _fate(outcome.retreat, outcome.vacated)


def _fate(retreat: int, vacated: bool) -> str:
    if retreat:
        return f"the defender retreats {retreat}"
    return "the defender leaves after his checks" if vacated else "the hex is held"


def as_advised(procedure: Generator[Ask | Together, Any, Any]) -> Any:
    """Run a procedure with the advised answers and give its result."""
    answer: Action | None = None
    while True:
        try:
            asked = procedure.send(answer)
        except StopIteration as end:
            return end.value
        assert isinstance(asked, Ask)
        decision = Decision(asked)
        answer = decision.default() or decision.choices()[0]


# The battle an order would begin


def _known(game: Game) -> tuple[SerbiaPosition, str]:
    """The position as the side to decide knows it, ours to change."""
    if game.over:
        raise Refusal((), "the game is over")
    side = game.decision.side
    known = game.title.redact(game.position, side)
    assert isinstance(known, SerbiaPosition)
    return known, side


def battle_of(game: Game, position: SerbiaPosition, side: str, action: Action) -> Battle:
    """The battle an order would begin, with everybody as advised; Refusal if it begins none."""
    board = position.setting.board
    match action:
        case Aim(unit, at):
            _indicate(position, side, unit, at)
            return expected_battle(position, side, board[at])
        case orders.Assault(at, units) if units:
            for unit in units:
                _indicate(position, side, unit, at)
            return expected_battle(position, side, board[at])
        case Fight(at):
            return expected_battle(position, side, _node(position, at))
        case Prepare(at, units):
            names = units or in_hand(game.decision)
            node = _node(position, at)
            for name in names:
                position.change(name, aim=node, prepared=node)
            for other in position.of_side(side):
                if other.prepared == node:
                    position.change(other.name, aim=node)
            return expected_battle(position, side, node)
        case Declare():
            return _declared(game.decision, position)
    raise Refusal((), "nothing here depends on dice")


def _indicate(position: SerbiaPosition, side: str, unit: str, at: str) -> None:
    """[9.1] Let the Force of a unit attack a hex."""
    force, node = _named_force(position, side, unit), _node(position, at)
    names: Sequence[str] = (unit,)
    if unit not in participation.latecomers(position, force):
        refusal = participation.why_not_aim(position, force, node)
        if refusal is not None:
            raise refusal
        names = participation.able_units(position, force)
    for name in names:
        position.change(name, aim=node)


def _node(position: SerbiaPosition, at: str) -> int:
    if at not in position.setting.board:
        raise Refusal("9.2", f'"{at}" is not on the board')
    return position.setting.board[at]


def _named_force(position: SerbiaPosition, side: str, name: str) -> Force:
    unit = position.units.get(name)
    if unit is None or position.side_of(unit) != side:
        raise Refusal("9.2", f'you have no unit "{name}"')
    return force_of(position, unit)


def expected_battle(position: SerbiaPosition, side: str, node: int) -> Battle:
    """[9.1.1] The battle for a hex if both sides withhold and provide as advised."""
    where = position.setting.board.label(node)
    gathering.fix_assignments(position, node, side)
    assaults = participation.assaults_on(position, node, side)
    if not assaults:
        raise Refusal("9.1", f"no attack on {where} is indicated")
    placed = [(assault.here, assault.force) for assault in assaults]
    chosen = as_advised(gathering.choose_attackers(position, side, node, placed))
    defenders, withheld = as_advised(gathering.choose_defenders(position, side, node))
    if not defenders:
        raise Refusal("9.0", f"no enemy Force that can defend is in {where}")
    attackers = tuple(Assault(here, force) for here, force in chosen)
    forces = list({assault.force.leader: assault.force for assault in attackers}.values())
    given = as_advised(ammunition.plan(Table(position), position, forces, node, attacking=True))
    return Battle(side, node, attackers, defenders, withheld, given)


def _declared(decision: Decision, position: SerbiaPosition) -> Battle:
    """[9.8] The battle in which a side is asked for its intensity, with those who attack in it."""
    about = decision.about
    if not isinstance(about, Intensity):
        raise Refusal("9.8", "no battle waits for its intensity")
    node = position.setting.board[about.at]
    side = position.mover
    for unit in position.of_side(side):
        attacks = unit.name in about.attackers  # they are announced now, and were only indicated before
        if attacks or unit.aim == node:
            position.change(unit.name, fought=False, aim=node if attacks else OFF_MAP)
    return expected_battle(position, side, node)


def in_hand(decision: Decision) -> Sequence[str]:
    """[7.1.2] The Force that is being moved."""
    about = decision.about
    if not isinstance(about, ForceInHand):
        raise Refusal("7.1.2", "no Force is in hand")
    return about.units


# The figures


def sides_of(position: SerbiaPosition, fought: Battle) -> prospects.Sides:
    """[10.1] A battle as the dice see it, with the artillery both sides are advised to use."""
    reckoning = reckon(position, fought)
    under_fire = artillery_support.size_under_fire
    own = under_fire(position, fought, attacker=True, size=reckoning.attack_size)
    theirs = under_fire(position, fought, attacker=False, size=reckoning.defense_size)
    voice = Table(position)
    guns = artillery_support.attack_value(position, fought)
    fire = as_advised(artillery_support.lend(voice, position, fought, fought.side, own=guns, target=theirs))
    guns = artillery_support.defense_value(position, fought)
    answer = as_advised(artillery_support.lend(voice, position, fought, fought.enemy, own=guns, target=own))
    modifier = position.setting.tables.artillery_modifier
    return prospects.sides_of(
        position, fought, reckoning, on_attacker=modifier(answer, own), on_defender=modifier(fire, theirs)
    )


def _intensities(
    decision: Decision, position: SerbiaPosition, fought: Battle, action: Action
) -> list[tuple[bool, bool]]:
    """[9.8] The pairs of declarations that are possible, where one has been made only those with it."""
    attacker = [False]
    if intensity.may_be_intense(position, fought.attacking_names):
        attacker.append(True)
    defender = [False]
    if intensity.may_be_intense(position, fought.defending_names, defending=fought.node):
        defender.append(True)
    about = decision.about
    if isinstance(action, Declare) and isinstance(about, Intensity):
        if about.attacker_intense is None:
            attacker = [action.intense]
        else:
            attacker, defender = [about.attacker_intense], [action.intense]
    return [(one, other) for other in defender for one in attacker]


def _lookups(position: SerbiaPosition, reckoning: Reckoning) -> tuple[Lookup, ...]:
    """[9.9] The column and the rows of the combat results table, by the white die."""
    if reckoning.initial == battle.HOPELESS:
        return ()
    tables = position.setting.tables
    least, most = tables.white_rows
    rows = {min(max(die + reckoning.modifier, least), most) for die in range(1, 7)}
    return (Lookup("combat_results", (tables.column(reckoning.place),), tuple(map(str, sorted(rows)))),)


def _prospect(
    name: str,
    weights: prospects.Endings,
    notes: Sequence[str],
    ledgers: tuple[dict[str, Any], ...],
    lookups: tuple[Lookup, ...],
) -> Prospect:
    """The endings put together by reductions and fate; levels are means within each."""
    groups: dict[tuple[int, int, int, bool], list[int]] = {}
    for (own, theirs, own_levels, their_levels, retreat, vacated), weight in weights.items():
        sums = groups.setdefault((own, theirs, retreat, vacated), [0, 0, 0])
        sums[0] += weight
        sums[1] += weight * own_levels
        sums[2] += weight * their_levels
    total = sum(weights.values())
    endings = []
    for (own, theirs, retreat, vacated), (weight, own_levels, their_levels) in groups.items():
        values = {
            ATTACKER: float(own),
            DEFENDER: float(theirs),
            ATTACKER_LEVELS: own_levels / weight,
            DEFENDER_LEVELS: their_levels / weight,
            VACATED: float(vacated),
            ATTACKER_COST: own + LEVEL / REDUCTION * own_levels / weight,
            DEFENDER_COST: theirs + LEVEL / REDUCTION * their_levels / weight,
        }
        text = f"{_fate(retreat, vacated)}; reductions: attacker {own}, defender {theirs}"
        endings.append(Ending(text, weight / total, values))
    endings.sort(key=lambda each: -each.probability)
    return prospect(name, endings, notes, ledgers, lookups)


def _ledgers(position: SerbiaPosition, fought: Battle) -> tuple[dict[str, Any], ...]:
    return (
        battle.attack_ledger(position, fought).as_data(),
        battle.defense_ledger(position, fought).as_data(),
        battle.shift_ledger(position, fought).as_data(),
        battle.proficiency_ledger(position, fought).as_data(),
        artillery_support.ledger(position, fought, attacker=True).as_data(),
        artillery_support.ledger(position, fought, attacker=False).as_data(),
    )


def _notes(position: SerbiaPosition, fought: Battle, sides: prospects.Sides) -> tuple[str, ...]:
    notes = [_HIDDEN, _ON_THE_WAY]
    bare = [
        position.label(assault.force.leader)
        for assault in fought.attackers
        if not fought.provision(assault.force.leader)[0]
    ]
    if bare:
        notes.append(f"Without ammunition, at half strength: {', '.join(dict.fromkeys(bare))} [9.4]")
    if sides.reckoning.flanked:
        notes.append("The defender is flanked [9.5]")
    if sides.reckoning.place < 0:
        notes.append("Below 1:4 the defender makes no check [10.0]")
    return tuple(notes)


# Repulse


def _repulsing(game: Game, position: SerbiaPosition, side: str, action: Repulse) -> Battle:
    node = _node(position, action.at)
    names = action.units or _repulsers(game.decision, position, node)
    refusal = repulse.why_not_repulse(position, names, node)
    if refusal is not None:
        raise refusal
    defenders, withheld = as_advised(gathering.choose_defenders(position, side, node, repulse=True))
    return repulse.repulsing_battle(position, side, names, node, defenders=defenders, withheld=withheld)


def _repulsers(decision: Decision, position: SerbiaPosition, node: int) -> Sequence[str]:
    """[7.4.1] The Force that tries a Repulse: the one in hand, or the strongest of a stack that retreats."""
    about = decision.about
    if not isinstance(about, Retreat):
        return in_hand(decision)
    able = repulsers(position, about.units, node)
    if not able:
        raise Refusal("7.4.1", f"nobody can repulse the enemy from {position.setting.board.label(node)}")
    return max(able, key=lambda names: position.piece(position.units[leader_of(position, names)]).attack)


def repulse_chance(position: SerbiaPosition, reckoning: Reckoning) -> int:
    """[7.4.3] In how many of 36 ways the dice of a Repulse succeed."""
    tables = position.setting.tables
    if reckoning.place < tables.columns.index(repulse.LEAST_ODDS):
        return 0
    if reckoning.place >= tables.columns.index(repulse.CERTAIN_ODDS):
        return 36
    column = tables.column(reckoning.place)
    return sum(
        tables.combat_result(column, white + reckoning.modifier, black).black_retreat > 0
        for white in prospects.FACES
        for black in prospects.FACES
    )


def _repulse_outlook(position: SerbiaPosition, fought: Battle) -> Forecast:
    reckoning = reckon(position, fought)
    chance = repulse_chance(position, reckoning) / 36
    leader = leader_of(position, fought.attacking_names)
    own = _failing(position, gathering.whole_force(position, fought.attackers[0].force), 0)
    theirs = sum(
        _failing(position, names, repulse.SUCCESS_MODIFIER)
        for names in gathering.defending_forces(position, fought)
    )
    endings = []
    if chance:
        values = {REPULSED: 1.0, ATTACKER_LEVELS: 0.0, DEFENDER_LEVELS: theirs}
        endings.append(Ending("the enemy is repulsed and retreats two hexes", chance, values))
    if chance < 1:
        values = {REPULSED: 0.0, ATTACKER_LEVELS: own, DEFENDER_LEVELS: 0.0}
        endings.append(Ending("the Repulse fails", 1 - chance, values))
    ledgers: list[Ledger] = [
        battle.attack_ledger(position, fought),
        battle.defense_ledger(position, fought),
        battle.shift_ledger(position, fought),
        battle.proficiency_ledger(position, fought),
    ]
    where = position.setting.board.label(fought.node)
    subject = f"Repulse of {where} by {position.label(leader)} at {battle.odds_text(position, reckoning)}"
    data = [ledger.as_data() for ledger in ledgers]
    found = prospect("Repulse", endings, (_HIDDEN, _ON_THE_WAY), data)
    return Forecast(subject, (found,), REPULSE_MEASURES, ("1 movement point",), ("7.4.3",), goal=REPULSED)


def _failing(position: SerbiaPosition, names: Sequence[str], modifier: int) -> float:
    """[6.2.1] How likely a Force fails a check."""
    force = prospects.tested(position, names)
    if force.base is None:
        return 0.0
    unit = position.units[leader_of(position, names)]
    against = position.effectiveness(unit) if force.formation else force.base
    return sum(times for total, times in prospects.TWO_DICE.items() if total + modifier > against) / 36
