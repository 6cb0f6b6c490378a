"""Names that could be taken for each other."""

from __future__ import annotations

import unicodedata

_ALIKE = {
    # Cyrillic
    "авсԁеһіјкӏмпорԛгѕтцѵԝхуз": "abcdehijklmnopqrstuvwxy3",
    "АВСЕНІЈКМОРԚЅТѴԜХУЗ": "ABCEHIJKMOPQSTVWXY3",
    # Greek
    "αβγεηικνορτυχω": "abyenikvoptuxw",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ": "ABEZHIKMNOPTYX",
    # Armenian, and letters of Latin that are hardly told from others
    "աոսօհյցգ": "wnuohjgq",
    "ıɩȷɑɡʟɴʀłøđħŧ": "iijaglnrlodht",
    # Figures, and the capital that looks like a small letter
    "01I|": "olll",
}
_LETTERS = str.maketrans({a: b for signs, meant in _ALIKE.items() for a, b in zip(signs, meant, strict=True)})
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def likeness(name: str) -> str:
    """What names have in common that could be taken for each other: the plain letters one sees."""
    plain = unicodedata.normalize("NFKD", name).translate(_LETTERS)
    seen = "".join(sign for sign in plain.casefold().translate(_LETTERS) if sign.isalnum())
    for pair, one in _PAIRS:
        seen = seen.replace(pair, one)
    return seen[:80]
