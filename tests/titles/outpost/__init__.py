"""Outpost: a tiny two-sided game that uses every mechanism of the kernel.

It exists to prove the kernel and to be copied by whoever adds a title: docs/adding-a-title.md walks
through it. Its rules are in rules.csv.
"""
