"""Games that can be explored: built-in ones, models, and games written in Python."""

from __future__ import annotations

import gc
import html
import os
import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol, Union

from . import _foregone as native
from ._progress import Progress, shown
from .explored import Explored
from .objectives import Number


class StoppedWarning(RuntimeWarning):
    """Work ended early, and the answer has the bounds so far."""


class Over(NamedTuple):
    """Play has ended, and Max has this payoff. Made by :func:`over`."""

    payoff: Number


def over(payoff: Number) -> Over:
    """What ``turn`` gives where play has ended; ``payoff`` is Max's, 1 or 0 in games that are won."""
    return Over(payoff)


#: One outcome of a move: a state; or, with chance, a list of pairs ``(probability, state)`` or a
#: dict from states to probabilities.
Outcome = Any
#: The moves of a state: pairs ``(name, outcome)``, or a dict from names to outcomes.
Moves = Union[Iterable["tuple[Any, Outcome]"], Mapping[Any, Outcome]]


class WrittenGame(Protocol):
    """What a class must have to be a game: three methods.

    Attributes it may have beside: ``players`` (names), ``fields`` (names of the parts of a state
    that is a tuple), ``name``, and ``expand(states)``, which answers for a list of states at once
    with a list of pairs ``(turn, moves)``.
    """

    def start(self) -> Any:
        """The state in which play starts; or a list of several such states."""
        ...

    def turn(self, state: Any) -> int | Over:
        """The number of the player to move, from 0, or ``over(payoff)``."""
        ...

    def moves(self, state: Any) -> Moves:
        """The moves of a player who is to move; not empty."""
        ...


class Game:
    """A built-in game or a model, ready to be explored or solved."""

    def __init__(self, inner: native.Game) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """Its name."""
        return self._inner.name

    @property
    def parameters(self) -> dict[str, Any]:
        """Parameters or constants with their values."""
        return self._inner.parameters

    @property
    def rules(self) -> str:
        """The rules in full sentences, or the model's text."""
        return self._inner.rules

    @property
    def players(self) -> list[str]:
        """Names of the players; empty for a model, whose players are known once it is explored."""
        return self._inner.players

    def __repr__(self) -> str:
        given = " ".join(f"{name}={value}" for name, value in self.parameters.items())
        return f"<game {self.name}{' ' + given if given else ''}>"

    def _repr_html_(self) -> str:
        rules = html.escape(self.rules)
        return f"<b>{html.escape(repr(self)[1:-1])}</b><p style='white-space:pre-wrap'>{rules}</p>"

    def explore(
        self,
        at: str | Mapping[str, Any] | Iterable[Any] | None = None,
        *,
        max_states: int | None = None,
        max_memory: int | None = None,
        progress: bool | Progress = False,
    ) -> Explored:
        """Explores from the start, or from the position or positions ``at``.

        ``max_states`` and ``max_memory`` (bytes) end it early; the states not looked into then have
        trivial bounds. Ctrl-C does the same.
        """
        texts = _texts(at)
        with shown(progress) as call:
            inner, odd, interrupted = self._inner.explore(texts, max_states, max_memory, call)
        for text in odd:
            warnings.warn(text, stacklevel=2)
        if interrupted:
            warn_stopped(inner.stopped or "stopped on request", 3)
        return Explored(inner, name=self.name, warnings=tuple(odd))


class Model(Game):
    """A model in the PRISM language, its constants given."""

    def ask(
        self,
        property: str,
        *,
        precision: Number | None = None,
        exact: bool = False,
        progress: bool | Progress = False,
        explored: Explored | None = None,
    ) -> Any:
        """The answer to a property of any kind.

        True, False, or None where the bounds leave it undecided; for a number a pair of Fractions,
        its bounds (infinity is a float); for several initial states the pairs of the smallest and
        the largest; for filters that list states a list of pairs ``(state, answer)``.
        """
        explored = self.explore() if explored is None else explored
        with shown(progress) as call:
            return native.ask_property(explored._inner, property, precision, exact, call)


def load(
    path: str | os.PathLike[str],
    consts: Mapping[str, Any] | None = None,
    *,
    strict: bool = False,
    refuse_deadlocks: bool = False,
) -> Model:
    """Reads a model in the PRISM language from a file.

    ``consts`` gives values to its constants. ``strict`` refuses probabilities that miss a sum of 1
    by no more than their last digits; ``refuse_deadlocks`` refuses states without a choice, where
    play otherwise stays for ever and a warning says so.
    """
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return parse(
        text, consts, name=os.fspath(path), strict=strict, refuse_deadlocks=refuse_deadlocks
    )


def parse(
    text: str,
    consts: Mapping[str, Any] | None = None,
    *,
    name: str = "model",
    strict: bool = False,
    refuse_deadlocks: bool = False,
) -> Model:
    """The model in a text; ``name`` is shown in messages. The rest is as for :func:`load`."""
    given = ",".join(f"{key}={_constant(value)}" for key, value in (consts or {}).items())
    return Model(native.model(str(name), text, given, strict, refuse_deadlocks))


def _constant(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _texts(at: Any) -> list[str]:
    if at is None:
        return []
    if isinstance(at, (str, Mapping)):
        at = [at]
    return [_text(one) if isinstance(one, Mapping) else str(one) for one in at]


def _text(fields: Mapping[str, Any]) -> str:
    return ",".join(f"{name}={_constant(value)}" for name, value in fields.items())


def explore_written(
    game: WrittenGame, *, max_states: int | None = None, progress: bool | Progress = False
) -> Explored:
    """Explores a game written in Python, many states in one call."""
    start = game.start() if callable(game.start) else game.start
    starts = start if isinstance(start, list) else [start]
    own = getattr(game, "expand", None)
    players = [str(name) for name in getattr(game, "players", ["Max", "Min"])]
    fields = getattr(game, "fields", None)
    name = str(getattr(game, "name", type(game).__name__))
    expand = _expander(game.turn, game.moves) if own is None else _flattened(own)
    with shown(progress) as call, collector_off():
        inner, states, ids, interrupted = native.explore_written(
            starts, expand, players, max_states, call
        )
    if interrupted:
        warn_stopped(inner.stopped or "stopped on request", 3)
    fields = None if fields is None else tuple(str(field) for field in fields)
    return Explored(inner, name=name, states=states, ids=ids, fields=fields)


@contextmanager
def collector_off() -> Iterator[None]:
    """Python's collector of cycles looks at every kept object again and again as states are added,
    which more than doubles the time of exploring; meanwhile it is off."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _listed(moves: Moves) -> list[Any]:
    return list(moves.items() if isinstance(moves, Mapping) else moves)


def _flattened(expand: Callable[[list[Any]], Any]) -> Callable[[list[Any]], list[tuple[Any, Any]]]:
    def flattened(states: list[Any]) -> list[tuple[Any, Any]]:
        return [
            (turn.payoff, None) if type(turn) is Over else (turn, _listed(moves))
            for turn, moves in expand(states)
        ]

    return flattened


def _expander(
    turn: Callable[[Any], int | Over], moves: Callable[[Any], Moves]
) -> Callable[[list[Any]], list[tuple[Any, Any]]]:
    def expand(states: list[Any]) -> list[tuple[Any, Any]]:
        return [
            (of.payoff, None)
            if type(of := turn(state)) is Over
            else (of, their if type(their := moves(state)) is list else _listed(their))
            for state in states
        ]

    return expand


class _Functions:
    """A game made of three functions."""

    def __init__(
        self,
        start: Any,
        turn: Callable[[Any], int | Over],
        moves: Callable[[Any], Moves],
        **attributes: Any,
    ) -> None:
        self.start = start if callable(start) else lambda: start
        self.turn = turn
        self.moves = moves
        self.__dict__.update(attributes)


def game(
    start: Hashable | list[Any] | Callable[[], Any],
    turn: Callable[[Any], int | Over],
    moves: Callable[[Any], Moves],
    *,
    players: Iterable[str] = ("Max", "Min"),
    fields: Iterable[str] | None = None,
    name: str = "game",
) -> WrittenGame:
    """A game from three functions.

    ``start`` is the state in which play starts (or a list of such states, or a function that gives
    it), ``turn(state)`` the number of the player to move, from 0, or ``over(payoff)``, and
    ``moves(state)`` the player's moves: pairs ``(name, outcome)`` or a dict. An outcome is a state;
    or, with chance, a list of pairs ``(probability, state)`` or a dict from states to
    probabilities. States are anything hashable but lists and dicts, so tuples and frozen
    dataclasses are fine.

    Probabilities are exact: a ``Fraction``, a pair ``(1, 6)``, a text ``"1/6"``. Whole numbers
    alone are weights: ``[(1, a), (2, b)]`` means 1/3 and 2/3. A float means the fraction with the
    smallest denominator among those whose nearest double it is, so ``1/6`` means 1/6 and ``0.1``
    means 1/10; floats that in this reading do not sum to 1, but miss it by rounding alone, mean
    multiples of 2^-62, the largest taking the difference.
    """
    attributes: dict[str, Any] = {"players": list(players), "name": name}
    if fields is not None:
        attributes["fields"] = tuple(fields)
    return _Functions(start, turn, moves, **attributes)


def warn_stopped(reason: str, level: int) -> None:
    """Tells that an answer has the bounds so far."""
    warnings.warn(f"these are the bounds so far: {reason}", StoppedWarning, stacklevel=level)


