"""What is asked of a game, and for whom.

An objective is made by one of the functions here and handed to :func:`foregone.solve`. The player
or players who form Max's side are given by ``max``: a player's number or name, several of them,
``"all"`` or ``"none"``. Without it the game's own choice holds, which is player 0 as a rule. A
Markov decision process in which everything is to be made small is asked with ``max="none"``.

A set of states is given as

* an array of bools, one for each state;
* an iterable of states, as ``Explored.index`` takes them;
* a function from a state, as ``Explored.state`` gives it, to a bool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .explored import Explored

#: A number that stays exact: see :func:`foregone.arena` for how floats are read.
Number = Union[int, float, Fraction, str, "tuple[int, int]"]
#: A set of states.
States = Union["npt.NDArray[np.bool_]", Iterable[Any], Callable[[Any], bool]]
#: Players.
Players = Union[int, str, Iterable[Union[int, str]]]


@dataclass(frozen=True, eq=False)
class Objective:
    """What is asked; made by the functions of this module, not by hand."""

    kind: str
    max: Players | None = None
    targets: States | None = None
    through: States | None = None
    bounds: tuple[int, int] | None = None
    state_rewards: Iterable[Number] | None = None
    choice_rewards: Iterable[Number] | None = None
    missed: str = "infinite"
    infinite: str = "least"
    endless: str = "drawn"

    def resolved(self, explored: Explored) -> dict[str, Any]:
        """The objective in the terms of an explored game: sets as arrays, players as bits."""
        resolved: dict[str, Any] = {
            "kind": self.kind,
            "max": None if self.max is None else _mask(self.max, explored.players),
            "missed": self.missed,
            "infinite": self.infinite,
            "endless": self.endless,
            "state_rewards": self.state_rewards,
            "choice_rewards": self.choice_rewards,
        }
        if self.targets is not None:
            resolved["targets"] = explored.mask(self.targets)
        if self.through is not None:
            resolved["through"] = explored.mask(self.through)
        elif self.kind == "within":
            resolved["through"] = np.ones(len(explored), dtype=np.bool_)
        if self.bounds is not None:
            resolved["from"], resolved["to"] = self.bounds
            resolved["moves"] = self.bounds[1]
        return resolved


def _mask(players: Players, names: list[str]) -> int:
    if players == "all":
        return (1 << 64) - 1
    if players == "none":
        return 0
    if isinstance(players, (int, str, np.integer)):
        players = [players]
    mask = 0
    for player in players:
        if isinstance(player, str):
            if player not in names:
                known = ", ".join(repr(name) for name in names) or "none with a name"
                raise ValueError(f"no player is called {player!r}; players: {known}")
            player = names.index(player)
        if not 0 <= player <= 63:
            raise ValueError(f"player {player}: players are numbered from 0 to 63")
        mask |= 1 << int(player)
    return mask


def own(*, max: Players | None = None) -> Objective:
    """What the game itself asks; for the side ``max`` where that is given."""
    return Objective("own", max)


def payoff(
    *,
    max: Players | None = None,
    infinite: Literal["least", "greatest", "never"] | None = None,
) -> Objective:
    """The payoff at the end of play.

    Without ``infinite`` payoffs lie between 0 and 1 and infinite play counts 0. With it payoffs may
    be of any size, and it says what infinite play counts: the ``"least"`` payoff of the game, the
    ``"greatest"``, or that there is none (``"never"``), which is checked.
    """
    if infinite is None:
        return Objective("payoff", max)
    if infinite not in ("least", "greatest", "never"):
        raise ValueError(f"infinite={infinite!r}: it is 'least', 'greatest' or 'never'")
    return Objective("amount", max, infinite=infinite)


def outcome(
    *, endless: Literal["won", "drawn", "lost"] = "drawn", max: Players | None = None
) -> Objective:
    """Win, lose or draw with distance: payoffs are 1, 1/2 or 0, and there is no chance.

    A win soon is better than a late one, a late loss better than one soon. ``endless`` says what
    infinite play is for Max.
    """
    if endless not in ("won", "drawn", "lost"):
        raise ValueError(f"endless={endless!r}: it is 'won', 'drawn' or 'lost'")
    return Objective("outcome", max, endless=endless)


def reach(
    targets: States,
    *,
    through: States | None = None,
    max: Players | None = None,
    within: int | None = None,
    after: int = 0,
) -> Objective:
    """The chance of coming to one of ``targets``, by way of states ``through`` alone.

    ``within`` is the most moves and ``after`` the fewest (where ``within`` is given). A play that
    goes on for ever without coming there counts 0.
    """
    if within is not None:
        if not 0 <= after <= within:
            raise ValueError(f"after={after}, within={within}: expected 0 <= after <= within")
        return Objective("within", max, targets, through, bounds=(after, within))
    if after:
        raise ValueError("after needs within as well")
    kind = "reach" if through is None else "until"
    return Objective(kind, max, targets, through)


def avoid(targets: States, *, max: Players | None = None) -> Objective:
    """The chance of keeping out of ``targets`` for ever. Infinite play counts 1."""
    return Objective("avoid", max, targets)


def reward(
    targets: States | None = None,
    *,
    states: Iterable[Number] | None = None,
    choices: Iterable[Number] | None = None,
    missed: Literal["infinite", "collected", "zero"] = "infinite",
    within: int | None = None,
    max: Players | None = None,
) -> Objective:
    """What is collected on the way to ``targets``, in the mean.

    A move collects the reward of its state (``states``, one for each state) and of its choice
    (``choices``, one for each choice of the arena); none is negative. Without both each move
    collects 1, so the value is the expected number of moves. A play that never comes to a target is
    worth infinity, what it ``"collected"``, or ``"zero"``. With ``within`` and no targets: what the first so
    many moves collect.
    """
    if missed not in ("infinite", "collected", "zero"):
        raise ValueError(f"missed={missed!r}: it is 'infinite', 'collected' or 'zero'")
    if within is not None:
        if targets is not None:
            raise ValueError("rewards within a number of moves take no targets")
        return Objective(
            "collect", max, bounds=(0, within), state_rewards=states, choice_rewards=choices
        )
    return Objective(
        "reward",
        max,
        () if targets is None else targets,
        state_rewards=states,
        choice_rewards=choices,
        missed=missed,
    )
