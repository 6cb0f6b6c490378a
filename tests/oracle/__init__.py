"""Slow, literal twins of fast code, to compare it with."""
