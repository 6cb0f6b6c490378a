"""Results of work that is asked for again and again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable
from typing import Any, Generic, ParamSpec, TypeVar

Given = ParamSpec("Given")
Value = TypeVar("Value")


class Memo(dict[Any, Any]):
    """What follows from a position as it is, worked out once; whatever changes the position clears it.

    A memo may make an answer quicker and never another one: what has been asked for makes no difference.
    """

    def found(
        self, key: Hashable, work: Callable[Given, Value], *given: Given.args, **more: Given.kwargs
    ) -> Value:
        """What is known under a key, or else what some work gives. A result of None is not remembered."""
        known: Value | None = self.get(key)
        if known is None:
            known = self[key] = work(*given, **more)
        return known

    def copy(self) -> Memo:
        return Memo(self)


class SharedMemo(Memo):
    """A memo that copies of a position share until one of them changes.

    What is worked out for one of them is then known to all. Nothing is ever taken out of it: a position that
    has changed goes on with another, `without` what is no longer true of it.
    """

    def copy(self) -> SharedMemo:
        return self

    def without(self, keys: Collection[Hashable]) -> SharedMemo:
        """Another one, in which some of it is not known."""
        return SharedMemo({key: value for key, value in self.items() if key not in keys})

    def __delitem__(self, key: Hashable) -> None:
        raise TypeError("what positions share is not taken out: go on without it")


class Kept(Generic[Value]):
    """The last so many results, kept by what they depend on.

    Unlike with `lru_cache`, the work may use more than the key that stands for it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The result kept for a key, or made now."""
        if key in self._values:
            return self._values[key]
        value = self._values[key] = make()
        if len(self._values) > self._most:
            self._values.popitem(last=False)
        return value
