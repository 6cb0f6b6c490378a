"""Rules 18-13 and 19-6: which headquarters may expend supply points for which units."""

from __future__ import annotations

from hexfront.games.western_front.position import OFF_MAP, Unit, WesternFrontPosition
from hexfront.games.western_front.printed.pieces import Piece, halves_together
from hexfront.games.western_front.rules import morale
from hexfront.games.western_front.vocabulary import CENTRAL_POWERS
from hexfront.kernel.errors import Refusal


def may_supply(position: WesternFrontPosition, headquarters: Unit, unit: Unit) -> bool:
    """[19-6] [18-13] [18-14] [WF 3-12] Whether a headquarters may expend supply points for a unit.

    It does for its own nation and those its nation may supply: [37-8] [38-3] [39-2] [40-7] [41-6] [42-4]
    [43-4] [45-3] [46-4] [WF 11-1]. Some nations count as another on this front [WF 23-2] [WF 23-3]
    [WF 23-4]. Whether the headquarters is mobilized does not matter.
    """
    pieces = position.setting.pieces
    payer, paid = pieces[headquarters.piece], pieces[unit.piece]
    if payer.side != paid.side or not position.setting.campaign.may_supply(position, payer, paid):
        return False
    if is_french_only(paid):
        return payer.nation == "fr"
    if paid.nation == payer.nation:
        return True
    nations = position.setting.tables.nations
    nation = nations[paid.nation].counted_as or paid.nation
    if nation == payer.nation or nation in nations[payer.nation].supplies:
        return True
    if nation in nations[payer.nation].supplies_if_italy_shaken and morale.is_shaken(position, nation):
        return True
    return payer.nation == main_nation(payer.side) and is_small_contingent(position, nation)


def why_not_supply(position: WesternFrontPosition, headquarters: Unit, unit: Unit) -> Refusal | None:
    """[19-6] The rule by which a headquarters may not expend supply points for a unit."""
    if may_supply(position, headquarters, unit):
        return None
    payer, paid = position.piece(headquarters), position.piece(unit)
    if is_french_only(paid):
        return Refusal("WF 11-2", f"only French headquarters supply {paid.label}")
    if not position.setting.campaign.may_supply(position, payer, paid):
        return Refusal("WF 3-12", f"{payer.label} may not supply {paid.label}")
    return Refusal(("19-6", "18-13"), f"{payer.label} may not supply {paid.label}")


def is_french_only(piece: Piece) -> bool:
    """[WF 11-2] The United States 93rd Provisional division is supplied by the French alone."""
    return (piece.nation, piece.designation) == ("us", "93P")


def main_nation(side: str) -> str:
    """[18-13] The main nation of a side on this front (decision WF-R065)."""
    return "ge" if side == CENTRAL_POWERS else "fr"


def is_small_contingent(position: WesternFrontPosition, nation: str) -> bool:
    """[18-13] [27-3] Whether a nation has fewer than two divisions on the map, and no headquarters.

    Who counts as the nation for supply is one of its own (decision WF-R244). Regiments and brigades that
    stand together and make up a division are one.
    """
    stacks: dict[int, list[Piece]] = {}
    nations = position.setting.tables.nations
    for unit in position.units.values():
        piece = position.piece(unit)
        if nation in (piece.nation, nations[piece.nation].counted_as) and unit.at != OFF_MAP:
            if piece.headquarters:
                return False
            if piece.ground_combat:
                stacks.setdefault(unit.at, []).append(piece)
    halves = sum(map(halves_together, stacks.values()))
    return halves < 2 * position.setting.tables.whole("supply_by_others_divisions")
