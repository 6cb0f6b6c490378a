"""The tables whose next result a referee may tell instead of throwing dice."""

from __future__ import annotations

from collections.abc import Mapping

from hexfront.kernel.title import Premised

RESULTS = "land-combat"  # [14.21] [25.42] [36.3]
PREMISES: Mapping[str, Premised] = {
    RESULTS: Premised("a result of the combat tables", r"-|AR|AD|AE|DR|DD|EX|HX|BB|DI|DE", "DR"),
}
