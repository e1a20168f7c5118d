"""Certified solutions of finite two-player games, with or without chance.

``solve(game)`` gives a :class:`Solution`: bounds of the value of every state, best moves, and the
evidence, which a second and much smaller program, the judge, has checked. Games are built in
(:mod:`foregone.games`), models in the PRISM language (:func:`load`, :func:`parse`), arrays
(:func:`arena`), or written in Python (:func:`game`, or a class with ``start``, ``turn`` and
``moves``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _foregone as native
from . import darts, games, objectives
from ._foregone import ForegoneError, InternalError, PositionError, SolveError, __version__
from ._progress import Progress, shown
from .arrays import arena
from .explored import Explored
from .heaps import Heap, OneHeap, heap
from .objectives import Number, Objective, avoid, outcome, own, payoff, reach, reward
from .rules import (
    Game,
    Model,
    Over,
    StoppedWarning,
    WrittenGame,
    explore_written,
    game,
    load,
    over,
    parse,
)
from .solution import Branch, Move, Policy, Simulation, Solution, Value, finished, read

__all__ = [
    "Branch",
    "Explored",
    "ForegoneError",
    "Game",
    "Heap",
    "InternalError",
    "Model",
    "Move",
    "Number",
    "Objective",
    "OneHeap",
    "Over",
    "Policy",
    "PositionError",
    "Progress",
    "Simulation",
    "Solution",
    "SolveError",
    "StoppedWarning",
    "Value",
    "WrittenGame",
    "__version__",
    "arena",
    "avoid",
    "darts",
    "explore",
    "game",
    "games",
    "heap",
    "load",
    "objectives",
    "outcome",
    "over",
    "own",
    "parse",
    "payoff",
    "reach",
    "read",
    "reward",
    "solve",
]


def explore(
    game: Game | Explored | WrittenGame,
    at: Any = None,
    *,
    max_states: int | None = None,
    max_memory: int | None = None,
    progress: bool | Progress = False,
) -> Explored:
    """Explores a game of any kind; see :meth:`Game.explore`."""
    if isinstance(game, Explored):
        return game
    if isinstance(game, Game):
        return game.explore(at, max_states=max_states, max_memory=max_memory, progress=progress)
    missing = [name for name in ("start", "turn", "moves") if not hasattr(game, name)]
    if missing:
        raise TypeError(
            f"{game!r} is no game: it lacks {', '.join(missing)}; a game written in Python has "
            "start, turn and moves"
        )
    if at is not None or max_memory is not None:
        raise ValueError("at and max_memory are not for games written in Python")
    return explore_written(game, max_states=max_states, progress=progress)


def solve(
    game: Game | Explored | WrittenGame,
    objective: Objective | str | None = None,
    *,
    precision: Number | None = None,
    exact: bool = False,
    at: str | Mapping[str, Any] | list[Any] | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    method: str | None = None,
    progress: bool | Progress = False,
) -> Solution:
    """The value of every state of a game when both sides play best.

    ``objective`` is what is asked: one of the functions ``payoff``, ``reach``, ``avoid``,
    ``reward``, ``outcome``, or for models a property such as ``'Pmax=? [ F "won" ]'``; without it
    the game's own question, which some games ask of an expected amount (``solution.unit`` says of
    what). ``precision`` is the widest interval wanted at any state (1e-9 without
    it, absolute), ``exact`` asks for fractions. ``at``, ``max_states`` and ``max_memory`` are as
    for :meth:`Game.explore`.

    Long work does not hold the interpreter and shows a bar with ``progress=True`` (tqdm), or calls
    ``progress`` with what is under way. Ctrl-C ends it: the solution then has the bounds so far,
    ``stopped`` says so, and a :class:`StoppedWarning` is given; a second Ctrl-C raises
    KeyboardInterrupt at once.

    Raises :class:`ForegoneError` with the text that the program would print.
    """
    explored = explore(
        game, at, max_states=max_states, max_memory=max_memory, progress=progress
    )
    if isinstance(objective, str):
        if method is not None:
            raise ValueError("a property is solved by the program's own choice of method")
        with shown(progress) as call:
            inner, interrupted = native.solve_property(
                explored._inner, objective, precision, exact, call
            )
        return finished(inner, explored, interrupted, precision, exact)
    asked = (own() if objective is None else objective).resolved(explored)
    with shown(progress) as call:
        inner, interrupted = native.solve(
            explored._inner, asked, precision, exact, method, call
        )
    unit = explored.unit if asked["kind"] == "own" else None
    return finished(inner, explored, interrupted, precision, exact, unit)
