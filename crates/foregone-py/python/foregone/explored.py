"""Explored games: states by number, and the arrays behind them."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _foregone as native
from ._foregone import PositionError
from .objectives import States


class Explored:
    """A game as arrays. States are numbered from 0, and the numbers never change.

    How a state is written depends on the game. In built-in games and models it is a text such as
    ``"s1=15,s2=0,x=3,who=1"`` (or the game's short form, ``"15 0 3"``) or a dict of fields; in a
    game written in Python it is the state itself; in an arena from arrays it is the number. Where
    states are not numbers themselves, a number means the state with that number.
    """

    def __init__(
        self,
        inner: native.Explored,
        *,
        name: str = "arena",
        states: list[Any] | None = None,
        ids: dict[Any, int] | None = None,
        fields: tuple[str, ...] | None = None,
        warnings: tuple[str, ...] = (),
        numbered: bool = False,
    ) -> None:
        self._inner = inner
        self._states = states
        self._ids = ids
        self._field_names = fields
        self._numbered = numbered
        self.name = name
        #: What was odd about the model, as the program says it.
        self.warnings = warnings

    def __len__(self) -> int:
        return self._inner.counts[0]

    def __repr__(self) -> str:
        states, choices, branches = self._inner.counts
        return f"<{self.name}: {states:,} states, {choices:,} choices, {branches:,} branches>"

    @property
    def counts(self) -> tuple[int, int, int]:
        """Numbers of states, choices and branches."""
        return self._inner.counts

    @functools.cached_property
    def players(self) -> list[str]:
        """Names of the players, in order of their numbers, as far as there are any."""
        return self._inner.players

    @property
    def starts(self) -> list[Any]:
        """The states from which the game was explored."""
        return [self.state(number) for number in self._inner.starts]

    @property
    def start_index(self) -> int:
        """The number of the first of them."""
        return self._inner.starts[0]

    @property
    def stopped(self) -> str | None:
        """Why exploring ended before everything was seen, or None."""
        return self._inner.stopped

    @functools.cached_property
    def unit(self) -> str | None:
        """What the game counts, as ``"turns"``, where it asks for an expected amount; else None."""
        return self._inner.unit

    @functools.cached_property
    def _nimbers(self) -> native.Nimbers:
        return native.nimbers(self._inner)

    def nimbers(self) -> npt.NDArray[np.int64]:
        """For each state its nimber, judged; -1 where it is loopy.

        Every state's moves count as those of either player, and who cannot move loses. Raises
        :class:`foregone.ForegoneError` for built-in games that are not impartial, and for chance.
        """
        return self._nimbers.values()

    def nimber(self, state: Any) -> int | frozenset[int]:
        """The nimber of a state; where it is loopy, the set of the nimbers to which it has moves.

        With a heap of nim whose size is in that set the mover wins, with any other it is a draw.
        """
        return self._nimbers.at(self.index(state))

    @functools.cached_property
    def owner(self) -> npt.NDArray[np.int8]:
        """For each state the player to move; -1 where play is over, -2 where a limit cut it off."""
        return _frozen(self._inner.owner())

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The arena as :func:`foregone.arena` takes it; probabilities are the nearest doubles.

        ``owner`` and ``payoff`` have one entry for each state, ``choice_offsets`` one more,
        ``branch_offsets`` one more than there are choices, ``targets`` and ``probabilities`` one
        for each branch.
        """
        return self._inner.arrays()

    def index(self, state: Any) -> int:
        """The number of a state.

        Raises :class:`foregone.PositionError` where there is no such state.
        """
        if self._ids is not None:
            try:
                return self._ids[state]
            except (KeyError, TypeError):
                raise PositionError(
                    f"position {state!r}: play does not come there"
                    + (f" (not explored: {self.stopped})" if self.stopped else "")
                ) from None
        if isinstance(state, (int, np.integer)) and not isinstance(state, bool):
            self._inner.describe(int(state))
            return int(state)
        if isinstance(state, Mapping):
            state = ",".join(f"{name}={_word(value)}" for name, value in state.items())
        if not isinstance(state, str):
            raise PositionError(
                f"position {state!r}: expected a text, a dict of fields, or a state's number"
            )
        return self._inner.find(state)

    def state(self, index: int) -> Any:
        """The state with this number: a text, a Python state, or in an arena the number itself."""
        if self._states is not None:
            return self._states[index]
        if self._numbered:
            return int(index)
        return self._inner.show(int(index))

    def fields(self, state: Any) -> dict[str, Any]:
        """The named fields of a state."""
        index = self.index(state)
        if self._states is not None:
            return _fields_of(self._states[index], self._field_names)
        names = [name for name, _ in self._inner.fields]
        return dict(zip(names, self._inner.describe(index)))

    def columns(self) -> dict[str, Any]:
        """For each field its values, one for each state: an array, or a list of texts."""
        if self._states is None:
            return dict(self._inner.columns())
        rows = [_fields_of(state, self._field_names) for state in self._states]
        names = list(rows[0])
        if any(list(row) != names for row in rows):
            return {"state": list(self._states)}
        return {name: _column([row[name] for row in rows]) for name in names}

    def mask(self, states: States) -> npt.NDArray[np.bool_]:
        """A set of states as an array of bools, one for each state."""
        count = len(self)
        if isinstance(states, np.ndarray) and states.dtype == np.bool_:
            if states.shape != (count,):
                raise ValueError(
                    f"a set of states has one bool for each state, that is {count}, but this has "
                    f"the shape {states.shape}"
                )
            return np.ascontiguousarray(states)
        mask = np.zeros(count, dtype=np.bool_)
        if callable(states):
            for number in range(count):
                mask[number] = bool(states(self.state(number)))
            return mask
        for state in [states] if isinstance(states, (str, Mapping)) else states:
            mask[self.index(state)] = True
        return mask

    def move_names(self, state: Any) -> list[str]:
        """Names of the moves of a state."""
        return self._inner.move_names(self.index(state))

    def branches(self, state: Any, choice: int) -> list[tuple[Fraction, Any]]:
        """Exact probabilities of a choice, each with the state to which it leads."""
        pairs = self._inner.branches(self.index(state), choice)
        return [(p, self.state(target)) for p, target in pairs]


def _frozen(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    array.flags.writeable = False
    return array


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value)


def _column(values: list[Any]) -> Any:
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return np.array(values)
    if kinds == {bool}:
        return np.array(values, dtype=np.bool_)
    return values


def _fields_of(state: Hashable, names: tuple[str, ...] | None) -> dict[str, Any]:
    if isinstance(state, tuple):
        own = getattr(state, "_fields", None)
        known = names or own or tuple(f"x{at}" for at in range(len(state)))
        if len(known) == len(state):
            return dict(zip(known, state))
    elif dataclasses.is_dataclass(state):
        return {field.name: getattr(state, field.name) for field in dataclasses.fields(state)}
    return {names[0] if names and len(names) == 1 else "state": state}
