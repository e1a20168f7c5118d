"""Games of OpenSpiel: perfect information, one or two players, cycles included.

OpenSpiel's states have no identity but their text, so they are keyed by it. Two states of equal
text but different player, moves or chances would be one state here; that is an error by name.
"""

from __future__ import annotations

from typing import Any

from . import _foregone as native
from ._foregone import ForegoneError
from ._progress import Progress, shown
from .explored import Explored
from .objectives import payoff
from .rules import collector_off, warn_stopped
from .solution import Solution


def explore(
    game: Any, *, max_states: int | None = None, progress: bool | Progress = False
) -> Explored:
    """Explores ``game``, a ``pyspiel.Game`` or its name, such as ``"pig(winscore=20)"``.

    States are the texts that OpenSpiel prints, moves its names of actions, payoffs the returns of
    player 0. Chance nodes are states of their own, with one choice called ``chance``, except behind
    a move, where they are its outcomes.
    """
    if isinstance(game, str):
        try:
            import pyspiel
        except ImportError as error:
            raise ImportError("this needs OpenSpiel: pip install open_spiel") from error
        game = pyspiel.load_game(game)
    _refuse(game)
    players = [f"player {player}" for player in range(game.num_players())]
    start, name = game.new_initial_state(), str(game)
    with shown(progress) as call, collector_off():
        inner, states, ids, interrupted = native.explore_openspiel(
            start, name, players, max_states, call
        )
    if interrupted:
        warn_stopped(inner.stopped or "stopped on request", 3)
    return Explored(inner, name=name, states=states, ids=ids, fields=("state",))


def solve(
    game: Any,
    *,
    infinite: str = "least",
    exact: bool = False,
    precision: Any = None,
    max_states: int | None = None,
    progress: bool | Progress = False,
) -> Solution:
    """Solves ``game``: values are what player 0 gets, as OpenSpiel counts it.

    ``infinite`` says what play without an end counts: the ``"least"`` payoff of the game or the
    ``"greatest"``. Where both give the same values play ends anyway.
    """
    from . import solve as solve_explored

    explored = explore(game, max_states=max_states, progress=progress)
    asked = payoff(infinite=infinite)  # type: ignore[arg-type]
    return solve_explored(explored, asked, exact=exact, precision=precision, progress=progress)


def _refuse(game: Any) -> None:
    """Games that are not what this takes, by name."""
    kind = game.get_type()
    name = kind.short_name
    wanted = [
        ("sequential", str(kind.dynamics).endswith(".SEQUENTIAL")),
        ("of perfect information", str(kind.information).endswith(".PERFECT_INFORMATION")),
        ("of explicit chances", not str(kind.chance_mode).endswith("SAMPLED_STOCHASTIC")),
        ("paid at the end", str(kind.reward_model).endswith(".TERMINAL")),
        ("for one or two players", game.num_players() in (1, 2)),
        (
            "zero-sum",
            game.num_players() == 1
            or str(kind.utility).endswith((".ZERO_SUM", ".CONSTANT_SUM")),
        ),
    ]
    for what, holds in wanted:
        if not holds:
            raise ForegoneError(f"OpenSpiel's game {name} is not {what}, so it cannot be solved")
