"""Solutions: checked bounds for every state, best moves, and what follows from them."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Union

import numpy as np
import numpy.typing as npt

from . import _foregone as native
from ._progress import Progress, shown
from .explored import Explored, _frozen
from .objectives import Number
from .rules import warn_stopped

if TYPE_CHECKING:
    from types import ModuleType

#: What one side does: an array with a choice for each state, counted from 0 (entries at other
#: states are not looked at); a dict from states to moves; or a function from a state to a move. A
#: move is named by its name or its number.
Policy = Union["npt.NDArray[np.integer[Any]]", Mapping[Any, Any], Callable[[Any], Any]]

_RESULTS = {1: "won", 0: "drawn", -1: "lost"}


@dataclass(frozen=True)
class Value:
    """What Max gets when both play best: ``lower <= value <= upper``, both certain.

    ``lower`` and ``upper`` are doubles rounded outward, ``bounds`` the same as exact Fractions
    (infinity is a float). ``exact`` is the value as a Fraction where the bounds are equal, else
    None. In win/lose/draw ``result`` is ``"won"``, ``"drawn"`` or ``"lost"`` for Max, and
    ``distance`` the number of moves until then.
    """

    lower: float
    upper: float
    bounds: tuple[Fraction | float, Fraction | float]
    result: str | None = None
    distance: int | None = None

    @property
    def exact(self) -> Fraction | None:
        """The value itself, where the bounds are equal and finite."""
        low, high = self.bounds
        return low if low == high and isinstance(low, Fraction) else None

    @property
    def width(self) -> float:
        """The distance between the bounds."""
        return self.upper - self.lower if self.lower < self.upper else 0.0

    def __float__(self) -> float:
        return self.lower if self.lower == self.upper else (self.lower + self.upper) / 2

    def __contains__(self, number: Any) -> bool:
        low, high = self.bounds
        return bool(low <= number <= high)

    def __str__(self) -> str:
        if self.result is not None:
            moves = "" if self.distance is None else f" in {self.distance}"
            return self.result + (moves if self.result != "drawn" else "")
        if self.exact is not None and self.exact.denominator < 10**12:
            return str(self.exact)
        return _digits(self.lower, self.upper)

    def __repr__(self) -> str:
        if self.result is not None:
            return f"<{self}>"
        exact = self.exact
        if exact is not None and exact.denominator < 10**12:
            return f"<{exact} = {float(exact)!r}>"
        return f"<{self} [{self.lower!r}, {self.upper!r}]>"


def _digits(lower: float, upper: float) -> str:
    """The decimals that both bounds share."""
    if lower == upper or not np.isfinite([lower, upper]).all():
        return f"{lower:g}" if lower == upper else f"{lower:g} to {upper:g}"
    for digits in range(15, 0, -1):
        low = _cut(lower, digits)
        if low == _cut(upper, digits):
            return low + "…"
    return f"{lower:.3g} to {upper:.3g}"


def _cut(number: float, digits: int) -> str:
    scaled = int(Fraction(number) * 10**digits)
    text = f"{abs(scaled):0{digits + 1}d}"
    return ("-" if scaled < 0 else "") + text[:-digits] + "." + text[-digits:]


@dataclass(frozen=True)
class Branch:
    """One outcome of a move: how likely it is, and the state to which it leads."""

    probability: Fraction
    state: Any


@dataclass(frozen=True)
class Move:
    """A move and what Max gets if it is made and both play best afterwards.

    ``best`` is True unless another move is certainly better for whoever is to move. ``tie`` is True
    where it is certainly as good as another of the best, and None where the bounds do not tell.
    """

    name: str
    value: Value
    best: bool
    tie: bool | None
    outcomes: tuple[Branch, ...]

    def __repr__(self) -> str:
        mark = {(True, False): "*", (True, True): "=", (True, None): "?"}.get(
            (self.best, self.tie), " "
        )
        return f"<{mark} {self.name} {self.value!r}>"


@dataclass(frozen=True)
class Simulation:
    """Games in which both sides followed their strategies.

    ``mean`` is the mean of Max's payoffs, unfinished games counting 0 and 1 (two numbers, equal
    where all finished); ``interval`` is where the chance lies with the confidence asked for;
    ``expected`` are the checked bounds.
    """

    finished: int
    unfinished: int
    mean: tuple[float, float]
    interval: tuple[float, float]
    moves: int
    expected: Value


class Solution:
    """A solved game. Every bound in it has been accepted by the judge.

    ``lower``, ``upper`` and ``best`` are numpy arrays with one entry for each state, in the order
    of ``explored``: doubles rounded outward, and the choice that the state's owner takes, counted
    from 0, or -1 where there is none. ``solution[state]`` is the :class:`Value` of a state,
    ``solution.moves(state)`` its moves.
    """

    def __init__(
        self,
        inner: native.Solved,
        explored: Explored,
        *,
        precision: Number | None = None,
        exact: bool = False,
        unit: str | None = None,
    ) -> None:
        self._inner = inner
        self._precision = precision
        self._exact = exact
        #: The explored game.
        self.explored = explored
        #: What the values count, as ``"turns"``, where the game asks for an expected amount.
        self.unit = unit

    @functools.cached_property
    def _bounds(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        lower, upper = self._inner.bounds()
        return _frozen(lower), _frozen(upper)

    @property
    def lower(self) -> npt.NDArray[np.float64]:
        """For each state a lower bound of its value."""
        return self._bounds[0]

    @property
    def upper(self) -> npt.NDArray[np.float64]:
        """For each state an upper bound of its value."""
        return self._bounds[1]

    @functools.cached_property
    def best(self) -> npt.NDArray[np.int32]:
        """For each state the choice that its owner takes, from 0; -1 where there is none."""
        return _frozen(self._inner.best())

    @functools.cached_property
    def rank(self) -> npt.NDArray[np.uint32] | None:
        """The evidence beside the bounds: for each state a rank. Where the lower bound is above 0,
        every move that the judge looks at has a branch to an end, to a lower bound of 0, or to a
        smaller rank, so Max does not go round for ever on borrowed value. None where the answer
        rests on no ranks."""
        rank = self._inner.rank()
        return None if rank is None else _frozen(rank)

    @functools.cached_property
    def _grades(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]] | None:
        return self._inner.grades()

    @property
    def stopped(self) -> str | None:
        """Why the work ended early, or None."""
        return self._inner.stopped or self.explored.stopped

    @property
    def numbers(self) -> str:
        """In which numbers the judge compared: multiples of a power of two, or fractions."""
        return self._inner.numbers

    @property
    def value(self) -> Value:
        """The value of the first start."""
        return self._value(self.explored.start_index)

    def __len__(self) -> int:
        return len(self.explored)

    def __getitem__(self, state: Any) -> Value:
        return self._value(self.explored.index(state))

    def _value(self, index: int) -> Value:
        lower, upper = self._inner.doubles(index)
        result = distance = None
        if self._grades is not None:
            result = _RESULTS.get(int(self._grades[0][index]))
            distance = int(self._grades[1][index])
        return Value(
            lower,
            upper,
            self._inner.exact(index),
            result,
            None if distance is None or distance < 0 else distance,
        )

    def moves(self, state: Any = None) -> list[Move]:
        """The moves of a state (the start without one), with what each is worth; none where play
        has ended for what was asked."""
        index = self.explored.start_index if state is None else self.explored.index(state)
        return [self._move(entry) for entry in self._inner.moves(index)]

    def _move(self, entry: dict[str, Any]) -> Move:
        lower, upper = entry["bounds"]
        value = Value(lower, upper, entry["exact"], entry["result"], entry["distance"])
        outcomes = tuple(Branch(p, self.explored.state(at)) for p, at in entry["outcomes"])
        return Move(entry["name"], value, entry["best"], entry["tie"], outcomes)

    def best_move(self, state: Any = None) -> str | None:
        """The name of the move that the owner of a state takes; None where there is none."""
        index = self.explored.start_index if state is None else self.explored.index(state)
        choice = int(self.best[index])
        return None if choice < 0 else self.explored._inner.move_names(index)[choice]

    @functools.cached_property
    def best_names(self) -> list[str | None]:
        """For each state the name of the move that its owner takes."""
        return self.explored._inner.names_of(np.ascontiguousarray(self.best))

    def check(self, *, progress: bool | Progress = False) -> bool:
        """Lets the judge look at all the evidence anew; True, or the error that names the state.

        Bounds of what happens within a number of moves are made again and compared.
        """
        with shown(progress) as call:
            self._inner.check(call)
        return True

    def policy(self, policy: Policy) -> npt.NDArray[np.int32]:
        """A policy as an array: for each state a choice, counted from 0."""
        count = len(self)
        if isinstance(policy, np.ndarray):
            if policy.shape != (count,) or policy.dtype.kind not in "iu":
                raise ValueError(
                    f"a policy has one whole number for each state, that is {count}, but this has "
                    f"the shape {policy.shape} and the type {policy.dtype}"
                )
            return np.ascontiguousarray(policy, dtype=np.int32)
        choices = np.array(self.best)
        if isinstance(policy, Mapping):
            for state, move in policy.items():
                index = self.explored.index(state)
                choices[index] = self._choice(index, move)
            return choices
        for index in np.flatnonzero(self.explored.owner >= 0).tolist():
            move = policy(self.explored.state(index))
            if move is not None:
                choices[index] = self._choice(index, move)
        return choices

    def _choice(self, index: int, move: Any) -> int:
        if isinstance(move, (int, np.integer)) and not isinstance(move, bool):
            return int(move)
        names = self.explored._inner.move_names(index)
        if move not in names:
            state = self.explored.state(index)
            raise ValueError(f"{state!r}: no move is called {move!r}; moves: {', '.join(names)}")
        return names.index(move)

    def evaluate(
        self,
        policy: Policy | None = None,
        *,
        max: Policy | None = None,
        min: Policy | None = None,
        progress: bool | Progress = False,
    ) -> Solution:
        """What given policies are worth, as a solution of its own.

        Max keeps to ``max`` (or ``policy``) and Min to ``min``; a side without a policy answers as
        well as it can. A dict names moves at some states; elsewhere, and where a function gives
        None, the best move is made. So ``solution.lower - solution.evaluate(p).upper`` is what
        Max's policy ``p`` gives up, at least, against the best reply.
        """
        if policy is not None and max is not None:
            raise ValueError("policy is Max's too; give one of the two")
        max = policy if max is None else max
        with shown(progress) as call:
            inner, interrupted = self._inner.evaluate(
                None if max is None else self.policy(max),
                None if min is None else self.policy(min),
                self._precision,
                self._exact,
                call,
            )
        return finished(
            inner, self.explored, interrupted, self._precision, self._exact, self.unit
        )

    def simulate(
        self,
        games: int = 10_000,
        *,
        seed: int = 0,
        start: Any = None,
        most_moves: int = 1_000_000,
        deviations: float = 1.96,
        progress: bool | Progress = False,
    ) -> Simulation:
        """Plays ``games`` games in which both sides follow their strategies.

        The same seed gives the same games. A game is given up after ``most_moves`` moves.
        ``deviations`` says how wide the interval is: 1.96 for 95 %.
        """
        index = self.explored.start_index if start is None else self.explored.index(start)
        with shown(progress) as call:
            seen = self._inner.simulate(index, games, seed, most_moves, deviations, call)
        return Simulation(**seen, expected=self._value(index))

    def columns(self) -> dict[str, Any]:
        """The columns of the tables below: the fields of the states, ``turn`` (the player to move,
        ``"over"`` or ``"unexplored"``), ``lower``, ``upper``, ``best`` (the move's name); in
        win/lose/draw also ``result`` and ``distance``."""
        columns = dict(self.explored.columns())
        owner, names = self.explored.owner, self.explored.players
        words = {-1: "over", -2: "unexplored"}
        for player in np.unique(owner[owner >= 0]):
            known = player < len(names)
            words[int(player)] = names[player] if known else f"player {player + 1}"
        columns["turn"] = [words[int(player)] for player in owner]
        columns["lower"], columns["upper"] = self.lower, self.upper
        columns["best"] = self.best_names
        if self._grades is not None:
            columns["result"] = [_RESULTS.get(int(result)) for result in self._grades[0]]
            columns["distance"] = self._grades[1]
        return columns

    def to_pandas(self) -> Any:
        """A pandas DataFrame with one row for each state; see :meth:`columns`."""
        return _optional("pandas").DataFrame(self.columns())

    def to_polars(self) -> Any:
        """A polars DataFrame with one row for each state; see :meth:`columns`."""
        return _optional("polars").DataFrame(self.columns(), strict=False)

    def to_arrow(self) -> Any:
        """A pyarrow Table with one row for each state; see :meth:`columns`."""
        return _optional("pyarrow").table(self.columns())

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Writes :meth:`to_arrow` to a Parquet file, beside its place and then renamed."""
        beside = f"{os.fspath(path)}.part"
        _optional("pyarrow.parquet").write_table(self.to_arrow(), beside)
        os.replace(beside, path)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the solution with its evidence, as ``foregone solve -o`` does; beside its place,
        then renamed. :func:`foregone.read` and the program's ``check``, ``query`` and ``serve`` read
        it; it is a Parquet file, too.

        Takes what built-in games ask for (chances, win/lose/draw, expected amounts), and properties
        of models: probabilities, also within at most so many steps, and expected rewards.
        """
        beside = f"{os.fspath(path)}.part"
        try:
            self._inner.write(beside)
            os.replace(beside, path)
        finally:
            if os.path.exists(beside):
                os.remove(beside)

    def plot(self, x: str, y: str, **options: Any) -> Any:
        """A map of values or best moves over two fields: see :func:`foregone.plots.plot`."""
        from .plots import plot

        return plot(self, x, y, **options)

    def __repr__(self) -> str:
        stopped = f"; stopped: {self.stopped}" if self.stopped else ""
        unit = f" {self.unit}" if self.unit else ""
        return f"<solution of {self.explored!r}: {self.value!r}{unit}{stopped}>"

    def _repr_html_(self) -> str:
        from .html import page

        return page(self)


def finished(
    inner: native.Solved,
    explored: Explored,
    interrupted: bool,
    precision: Number | None,
    exact: bool,
    unit: str | None = None,
) -> Solution:
    """A solution; warns where the work was ended by Ctrl-C."""
    solution = Solution(inner, explored, precision=precision, exact=exact, unit=unit)
    if interrupted:
        warn_stopped(solution.stopped or "stopped on request", 4)
    return solution


def read(
    path: str | os.PathLike[str],
    *,
    max_states: int | None = None,
    max_memory: int | None = None,
    progress: bool | Progress = False,
) -> Solution:
    """A solution saved by :meth:`Solution.save` or by the program, explored and judged anew.

    ``max_states`` and ``max_memory`` (bytes) refuse files that would take more. Raises OSError, and
    :class:`foregone.ForegoneError` where the file is altered, cut short, or no solution.
    """
    with shown(progress) as call:
        inner, name, exact, unit = native.read(os.fspath(path), max_states, max_memory, call)
    return Solution(inner, Explored(inner.explored, name=name), exact=exact, unit=unit)


def _optional(name: str) -> ModuleType:
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"this needs {name}: pip install {name}") from error
