"""Standing preferences: what a player of Serbia 1914 need not be asked every time.

Every answer is one of the listed choices and rests on what the side may know: its own units, the question,
and what lies open [3.1.6].
"""

from __future__ import annotations

from hexfront.games.serbia_1914.matters import Intensity
from hexfront.games.serbia_1914.orders import (
    Advance,
    Declare,
    Fire,
    GiveUp,
    React,
    Reduce,
    Replace,
    Retire,
    Support,
)
from hexfront.games.serbia_1914.position import SerbiaPosition, Unit
from hexfront.games.serbia_1914.table.effects import reduction_effects
from hexfront.kernel.actions import PASS, Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.preferences import Preference
from hexfront.shared.habits import ASK, Chosen, Habits, advised, value

ADVISED = "advised"

PREFERENCES = (
    Preference(
        "losses",
        (ASK, ADVISED, "freshest", "weakest"),
        "Who suffers a strength reduction, where the rules leave a choice: as advised, the unit with fewest "
        "reductions so far, or the weakest one.",
        ("9.10.2",),
    ),
    Preference(
        "ammunition",
        (ASK, ADVISED, "spare-shells"),
        "Provide ammunition as advised; or the same without artillery shells, which Serbia cannot replace.",
        ("9.4.1", "23.2.1"),
    ),
    Preference(
        "attack-intensity",
        (ASK, "never", "always"),
        "Whether an attack is fought Intense, where it may be.",
        ("9.8",),
    ),
    Preference(
        "defense-intensity",
        (ASK, "never", "always", "in-positions"),
        "Whether a defense is fought Intense, where it may be: never, always, or only in improved positions.",
        ("9.8",),
    ),
    Preference(
        "retreat",
        (ASK, ADVISED),
        "Take the advised way of a retreat, without a Repulse on it.",
        ("11.1.1",),
    ),
    Preference(
        "cavalry",
        (ASK, "stays", "evades", "evades-alone"),
        "Whether cavalry evades and retires: never, always, or only where no infantry stands with it.",
        ("8.2", "8.3"),
    ),
    Preference(
        "advance",
        (ASK, "nobody", ADVISED, "all"),
        "Who advances into a hex that was won: nobody, as advised, or all that may.",
        ("11.2",),
    ),
    Preference(
        "support",
        (ASK, "all", "none"),
        "Whether the guns of neighbours and squadrons help in a combat.",
        ("10.1.1", "25.1"),
    ),
    Preference(
        "replacements",
        (ASK, ADVISED, "weakest"),
        "Who is given a replacement: as advised, or the unit with most reductions.",
        ("16.6.2",),
    ),
    Preference(
        "attachment",
        (ASK, "keep"),
        "Leave armies and corps as they are in the Attachment Phase.",
        ("4.2.2", "5.2"),
    ),
    Preference(
        "brigades",
        (ASK, "keep", ADVISED),
        "Divide no Formations and put none together; or put together what can be.",
        ("16.3.1", "16.4.1", "21.1"),
    ),
    Preference(
        "small-matters",
        (ASK, ADVISED),
        "Answer as advised which corps fights, who is withheld, where a supply unit that must leave goes, "
        "and which supply units are extended.",
        ("9.2.5", "15.6.1", "15.6.2"),
    ),
    Preference(
        "finishing",
        (ASK, "nothing", ADVISED),
        "Build no pontoon bridges and place no Komitadji, or do as advised.",
        ("21.2.1", "23.1"),
    ),
)


# Losses and replacements


def _reduce(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[9.10.2] Who suffers a strength reduction."""
    habit = value(chosen, "losses")
    if habit == ADVISED:
        return decision.default()
    units = [position.units[each.unit] for each in decision.choices() if isinstance(each, Reduce)]
    if habit == ASK or not units:
        return None

    def freshest(unit: Unit) -> tuple[bool, int, str]:
        doomed = reduction_effects(position, unit.name) == ("it is eliminated",)
        return doomed, unit.reductions, unit.name

    def weakest(unit: Unit) -> tuple[int, str]:
        return position.piece(unit).defense - unit.reductions, unit.name

    return Reduce(min(units, key=freshest if habit == "freshest" else weakest).name)


def _surplus(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[3.1.3] Who is given up in a crowded hex."""
    listed = [each for each in decision.choices() if isinstance(each, GiveUp)]
    return decision.default() if listed and value(chosen, "losses") == ADVISED else None


def _replace(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[16.6.2] Who is given a replacement."""
    habit = value(chosen, "replacements")
    if habit == ADVISED:
        return decision.default()
    units = [position.units[each.unit] for each in decision.choices() if isinstance(each, Replace)]
    if habit != "weakest" or not units:
        return None
    return Replace(max(units, key=lambda unit: (unit.reductions, unit.name)).name)


# Combat


def _ammunition(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[9.4.1] [23.2.1] As advised, or without shells: those planned are taken off one by one."""
    habit = value(chosen, "ammunition")
    if habit == ASK:
        return None
    if habit == "spare-shells":
        for each in decision.choices():
            if isinstance(each, Fire) and not each.shells:
                return each
        return PASS
    return decision.default()


def _intensity(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[9.8] Intense or not; only the defender is told what the attacker has declared."""
    about = decision.about
    assert isinstance(about, Intensity)
    defends = about.attacker_intense is not None
    habit = value(chosen, "defense-intensity" if defends else "attack-intensity")
    if habit == ASK:
        return None
    if habit == "in-positions":
        return Declare(intense=_is_entrenched(position, decision)) if defends else None
    wanted = Declare(intense=habit == "always")
    return wanted if wanted in decision.choices() else Declare(intense=False)


def _is_entrenched(position: SerbiaPosition, decision: Decision) -> bool:
    """[14.1] Whether the side that is asked defends a position in the combat that is being fought."""
    about = decision.about
    assert isinstance(about, Intensity)
    node = position.setting.board[about.at]
    return Declare(intense=True) in decision.choices() and position.improved.get(node) == decision.side


def _support(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[10.1.1] [25.1] Guns from beside."""
    habit = value(chosen, "support")
    if habit == ASK:
        return None
    listed = [each for each in decision.choices() if isinstance(each, Support)]
    return listed[0] if habit == "all" and listed else PASS


def _advance(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[11.2] Who enters a vacated hex."""
    habit = value(chosen, "advance")
    if habit == ADVISED:
        return decision.default()
    if habit == ASK:
        return None
    listed = [each for each in decision.choices() if isinstance(each, Advance) and not each.spread]
    return listed[0] if habit == "all" and listed else PASS


# Cavalry, attachment, finishing


def _evade(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[8.2] [8.3] Cavalry that evades goes where it is farthest from enemy zones and nearest to friends."""
    habit = value(chosen, "cavalry")
    if habit == ASK:
        return None
    moves = [each for each in decision.choices() if isinstance(each, React | Retire)]
    if habit == "stays" or not moves:
        return PASS
    board = position.setting.board
    rider = position.units[moves[0].unit]
    side = decision.side
    backed = any(
        position.piece(unit).infantry
        for unit in position.units_at(rider.at)
        if position.side_of(unit) == side
    )
    if habit == "evades-alone" and backed:
        return PASS

    def worth(move: React | Retire) -> tuple[bool, int, bool, tuple[str, ...]]:
        node = board[move.hexes[0]]
        zone = position.in_enemy_zone(node, side)
        return zone, len(move.hexes), not position.standing[node], move.hexes

    return min(moves, key=worth)


def _attach(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[5.2] Leave everything as it is."""
    return PASS if value(chosen, "attachment") == "keep" else None


def _organize(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[16.3.1] [16.4.1] Formations and their brigades."""
    habit = value(chosen, "brigades")
    if habit == ADVISED:
        return decision.default()
    return PASS if habit == "keep" else None


def _finish(position: SerbiaPosition, decision: Decision, chosen: Chosen) -> Action | None:
    """[21.2.1] [23.1] Bridges and Komitadji."""
    habit = value(chosen, "finishing")
    if habit == ADVISED:
        return decision.default()
    return PASS if habit == "nothing" else None


HABITS: Habits[SerbiaPosition] = Habits(
    {
        "reduce": _reduce,
        "surplus": _surplus,
        "replacement": _replace,
        "ammunition": _ammunition,
        "intensity": _intensity,
        "support": _support,
        "advance": _advance,
        "react": _evade,
        "retire": _evade,
        "attach": _attach,
        "split": _organize,
        "combine": _organize,
        "bridges": _finish,
        "komitadji": _finish,
        "retreat": advised("retreat", ADVISED),
        "repulser": advised("retreat", ADVISED),
        "corps": advised("small-matters", ADVISED),
        "withhold": advised("small-matters", ADVISED),
        "displace": advised("small-matters", ADVISED),
        "extend": advised("small-matters", ADVISED),
    }
)
