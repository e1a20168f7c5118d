"""Games of OpenSpiel: perfect information, one or two players, cycles included.

OpenSpiel's states have no identity but their text, so they are keyed by it. Two states of equal
text but different player, moves or chances would be one state here; that is an error by name.
"""

from __future__ import annotations

from typing import Any

from ._foregone import ForegoneError
from ._progress import Progress
from .explored import Explored
from .objectives import payoff
from .rules import Over, explore_written
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
    return explore_written(_Adapter(game), max_states=max_states, progress=progress)


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


#: Numbers of players that are none.
_CHANCE, _TERMINAL = -1, -4


class _Adapter:
    """OpenSpiel's game as a game written in Python; states are texts.

    Beside each text not yet expanded stands a state of OpenSpiel's; beside each text the player,
    the moves and the chances that it had when it was first met.
    """

    def __init__(self, game: Any) -> None:
        self.name = str(game)
        self.players = [f"player {player}" for player in range(game.num_players())]
        self.fields = ("state",)
        self._game = game
        self._pending: dict[str, Any] = {}
        self._seen: dict[str, tuple[int, Any]] = {}

    def start(self) -> str:
        state = self._game.new_initial_state()
        return self._key(state, state.current_player())

    def turn(self, key: str) -> int | Over:
        return self._expand(key)[0]

    def moves(self, key: str) -> Any:
        return self._expand(key)[1]

    def expand(self, keys: list[str]) -> list[tuple[int | Over, Any]]:
        return [self._expand(key) for key in keys]

    def _key(self, state: Any, player: int) -> str:
        """The text of a state, which is remembered if it is new and compared if it is not."""
        key = str(state)
        if player == _CHANCE:
            said = (player, state.chance_outcomes())
        else:
            said = (player, state.returns() if player == _TERMINAL else state.legal_actions())
        known = self._seen.get(key)
        if known is None:
            self._seen[key] = said
            self._pending[key] = state
        elif known != said:
            raise ForegoneError(
                f"OpenSpiel's game {self.name} has two states of the same text that differ: "
                f"{key!r} is {_words(known)} and {_words(said)}; its texts do not tell its states "
                "apart, so it cannot be solved"
            )
        return key

    def _expand(self, key: str) -> tuple[int | Over, Any]:
        state = self._pending.pop(key)
        player = state.current_player()
        if player == _TERMINAL:
            return Over(state.returns()[0]), None
        if player == _CHANCE:
            return 0, [("chance", self._outcomes(state))]
        moves = []
        for action in state.legal_actions():
            child = state.child(action)
            mover = child.current_player()
            outcome = self._outcomes(child) if mover == _CHANCE else self._key(child, mover)
            moves.append((state.action_to_string(player, action), outcome))
        return player, moves

    def _outcomes(self, state: Any) -> list[tuple[float, str]]:
        outcomes = []
        for outcome, p in state.chance_outcomes():
            child = state.child(outcome)
            outcomes.append((p, self._key(child, child.current_player())))
        return outcomes


def _words(said: tuple[int, Any]) -> str:
    player, rest = said
    if player == _TERMINAL:
        return f"over with returns {rest}"
    if player == _CHANCE:
        return f"a chance node with outcomes {rest}"
    return f"player {player}'s with actions {rest}"
