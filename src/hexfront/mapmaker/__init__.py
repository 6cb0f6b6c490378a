"""The mapmaker: from geography in latitude and longitude to the files of a board.

A title's geography is a folder of plain tables: coast, countries, landscapes, rivers, towns, railways,
and the facts that the rule text states about single hexes. `build` puts them on the hex grid and writes
a board folder. The same input always gives the same bytes. Nothing at run time needs this package.
"""

from hexfront.mapmaker.build import build

__all__ = ["build"]
