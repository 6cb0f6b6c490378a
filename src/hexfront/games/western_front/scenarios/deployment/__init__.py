"""Scenario book, chapters 14, 16, 18, 20 and 22: how armies are deployed where a scenario begins.

`limits` says what the book asks of a deployment, unit by unit and as a whole. `automatic` makes one.
"""
