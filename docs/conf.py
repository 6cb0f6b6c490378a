"""Sphinx settings. The pages are MyST Markdown; the built pages load nothing from outside their folder."""

from importlib.metadata import version as installed_version

project = "Hexfront"
author = "The Hexfront authors"
copyright = "2026, The Hexfront authors"
release = installed_version("hexfront")
version = release

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["**/node_modules"]

myst_enable_extensions = ["colon_fence", "deflist"]
# Pages link to each other's headings down to the third level.
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"Hexfront {release}"
html_show_sourcelink = False
html_copy_source = False
