"""Arenas from numpy and scipy arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from . import _foregone as native
from .explored import Explored
from .objectives import Number

#: Probabilities of branches: floats; a pair of arrays of whole numbers (numerators and
#: denominators); or any sequence of exact numbers, Fractions for instance.
Probabilities = Union[
    "npt.ArrayLike", "tuple[npt.ArrayLike, npt.ArrayLike]", Sequence[Number], None
]


def arena(
    owner: npt.ArrayLike,
    choice_offsets: npt.ArrayLike,
    branch_offsets: npt.ArrayLike | None = None,
    targets: npt.ArrayLike | None = None,
    probabilities: Probabilities = None,
    *,
    matrix: Any = None,
    payoff: npt.ArrayLike | Sequence[Number] | None = None,
    start: int | Iterable[int] = 0,
    players: Iterable[str] = (),
) -> Explored:
    """An explored game from arrays.

    ``owner`` has one entry for each state: the player who chooses there, from 0 to 63, or -1 where
    play is over. The choices of state ``s`` are numbers ``choice_offsets[s]`` to
    ``choice_offsets[s+1] - 1``; the branches of choice ``c`` are numbers ``branch_offsets[c]`` to
    ``branch_offsets[c+1] - 1``; branch ``b`` leads to state ``targets[b]`` with probability
    ``probabilities[b]``. Both offsets begin with 0 and have one entry more than there are states and
    choices. In place of the last three ``matrix`` may be given: a scipy sparse matrix with one row
    for each choice and one column for each state.

    ``probabilities`` are exact. A float means the fraction with the smallest denominator among
    those whose nearest double it is, so ``1/6`` means 1/6 and ``0.1`` means 1/10; where the floats
    of a choice do not sum to 1 in this reading, but miss it by no more than 1e-12, they mean
    multiples of 2^-62, the largest taking the difference. A pair of arrays of whole numbers gives
    numerators and denominators; Fractions and texts such as ``"1/6"`` are taken as they are.
    Without probabilities every choice has one branch.

    ``payoff`` has one entry for each state and counts where play is over (0 without it), ``start``
    is the state or the states of interest, ``players`` are names.

    Raises :class:`foregone.ForegoneError`, which names the state that is wrong.
    """
    if matrix is not None:
        if branch_offsets is not None or targets is not None or probabilities is not None:
            raise ValueError("give either matrix or branch_offsets, targets and probabilities")
        branch_offsets, targets, probabilities = _from_matrix(matrix, len(np.atleast_1d(owner)))
    if branch_offsets is None or targets is None:
        raise ValueError("branch_offsets and targets are missing; or give matrix")
    starts = [start] if isinstance(start, (int, np.integer)) else list(start)
    inner = native.arena(
        _whole("owner", owner),
        _whole("choice_offsets", choice_offsets),
        _whole("branch_offsets", branch_offsets),
        _whole("targets", targets),
        _probabilities(probabilities),
        None if payoff is None else _numbers("payoff", payoff),
        [_state(one) for one in starts],
        [str(name) for name in players],
    )
    return Explored(inner, numbered=True)


def _state(number: Any) -> int:
    index = int(number)
    if not 0 <= index < 2**32:
        raise ValueError(f"play cannot start at state {index}; states are numbered from 0")
    return index


def _from_matrix(matrix: Any, states: int) -> tuple[Any, Any, Any]:
    rows = matrix.tocsr()
    if rows.shape[1] != states:
        raise ValueError(
            f"matrix has {rows.shape[1]} columns; it needs one for each state, that is {states}"
        )
    return rows.indptr, rows.indices, rows.data


def _whole(name: str, values: npt.ArrayLike) -> npt.NDArray[np.int64]:
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, but has {array.ndim}")
    if array.size == 0:
        return np.zeros(0, dtype=np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold whole numbers, not {array.dtype}")
    if array.dtype.kind == "u" and array.max() > np.iinfo(np.int64).max:
        raise ValueError(f"{name} holds {array.max()}, which is too large")
    return np.ascontiguousarray(array, dtype=np.int64)


def _probabilities(values: Probabilities) -> Any:
    if values is None:
        return None
    if isinstance(values, tuple) and len(values) == 2 and hasattr(values[0], "__len__"):
        above: Any
        below: Any
        above, below = values
        return _whole("numerators", above), _whole("denominators", below)
    return _numbers("probabilities", values)


def _numbers(name: str, values: Any) -> Any:
    """Doubles as an array; other numbers as a list, to be read one by one."""
    if not isinstance(values, np.ndarray):
        values = list(values)
        if any(not isinstance(value, float) for value in values):
            return values
        values = np.array(values, dtype=np.float64)
    if values.ndim != 1:
        raise ValueError(f"{name} must have one dimension, but has {values.ndim}")
    if values.dtype == np.float64:
        return np.ascontiguousarray(values)
    if values.dtype.kind == "f":
        raise TypeError(
            f"{name} has the type {values.dtype}, whose digits do not say which numbers are meant; "
            "give float64, or Fractions"
        )
    return values.tolist()
