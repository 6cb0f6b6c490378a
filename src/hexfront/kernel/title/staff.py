"""What a title says to computer players, and to those who let a staff answer for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from hexfront.kernel.actions import Action
from hexfront.kernel.decisions import Decision
from hexfront.kernel.position import P
from hexfront.kernel.title.playing import Playing, S

if TYPE_CHECKING:
    from hexfront.kernel.planning import Planner, Role, Sight
    from hexfront.kernel.scripts import Script


class Staffed(Playing[P, S]):
    """Computer players of a title's own. Without any it has those that every title has (`hexfront.ai`)."""

    deployment: ClassVar[Collection[str]] = ()
    """The kinds of questions by which troops are set up, mobilized, brought in or put under commands."""

    def planner(self, side: str, level: str) -> Planner[P] | None:
        """A computer player that plans, if there is one; level is ``cadet``, ``officer`` or ``general``."""
        return None

    def scripts(self) -> Sequence[Script]:
        """Fixed plans that can be played against, of all sides."""
        return ()

    def appeal(self, sight: Sight[P], action: Action) -> float | None:
        """How good an answer looks by itself, for players that do not plan; None if nothing can be said."""
        return None

    def roles(self, position: P, side: str) -> Mapping[str, Role]:
        """What the pieces of a side on the map are for, for those who judge how a player conducts a game."""
        return {}

    def acting(self, position: P, decision: Decision, action: Action) -> Collection[str]:
        """The pieces that an answer lets act or that it decides about, where its words do not name them."""
        return ()

    def candidates(self, position: P, decision: Decision, action: Action) -> Collection[str]:
        """The pieces of which some are named next, where an answer only says where: the attack on a hex."""
        return ()
