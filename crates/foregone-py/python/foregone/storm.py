"""Models built by Storm (``stormpy``) and ``stormvogel``, as arenas.

States keep their numbers, choices their order. ``labels`` of the result has a set of states for
each label, to be handed to ``foregone.reach`` and the like; ``rewards`` has for each reward model a
pair of lists, of states and of choices, to be handed to ``foregone.reward``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from ._foregone import ForegoneError
from .arrays import arena
from .explored import Explored


@dataclass(frozen=True)
class StormModel:
    """An arena with labels and rewards."""

    explored: Explored
    labels: dict[str, npt.NDArray[np.bool_]] = field(default_factory=dict)
    rewards: dict[str, tuple[list[Any] | None, list[Any] | None]] = field(default_factory=dict)


def from_stormpy(model: Any) -> StormModel:
    """A sparse model of ``stormpy``: a Markov chain, a decision process, or a game (SMG).

    Probabilities are doubles there, or exact; doubles are read as :func:`foregone.arena` says.
    """
    kind = type(model).__name__
    if not any(known in kind for known in ("Dtmc", "Mdp", "Smg")) or "Pomdp" in kind:
        raise ForegoneError(f"{kind} is no Markov chain, decision process or game of stormpy's")
    matrix = model.transition_matrix
    choices, branches = [0], [0]
    targets: list[int] = []
    chances: list[Any] = []
    exact = bool(model.is_exact)
    for state in range(model.nr_states):
        rows = (
            range(state, state + 1)
            if matrix.has_trivial_row_grouping
            else range(matrix.get_row_group_start(state), matrix.get_row_group_end(state))
        )
        for row in rows:
            for entry in matrix.get_row(row):
                targets.append(entry.column)
                value = entry.value() if callable(entry.value) else entry.value
                chances.append(Fraction(str(value)) if exact else float(value))
            branches.append(len(targets))
        choices.append(len(branches) - 1)
    if "Smg" in kind:
        owner = [model.get_player_of_state(state) for state in range(model.nr_states)]
    else:
        owner = [0] * model.nr_states
    starts = list(model.initial_states) or [0]
    explored = arena(owner, choices, branches, targets, chances, start=starts)
    return StormModel(explored, _labels(model), _rewards(model))


def _labels(model: Any) -> dict[str, npt.NDArray[np.bool_]]:
    labels = {}
    for label in sorted(model.labeling.get_labels()):
        mask = np.zeros(model.nr_states, dtype=np.bool_)
        mask[list(model.labeling.get_states(label))] = True
        labels[label] = mask
    return labels


def _rewards(model: Any) -> dict[str, tuple[list[Any] | None, list[Any] | None]]:
    rewards = {}
    for name, rule in model.reward_models.items():
        if rule.has_transition_rewards:
            continue
        states = list(rule.state_rewards) if rule.has_state_rewards else None
        choices = list(rule.state_action_rewards) if rule.has_state_action_rewards else None
        rewards[name] = (states, choices)
    return rewards


def from_stormvogel(model: Any) -> StormModel:
    """A model of ``stormvogel``'s, by way of ``stormpy``."""
    try:
        from stormvogel import mapping
    except ImportError as error:
        raise ImportError("this needs stormvogel: pip install stormvogel") from error
    except SyntaxError as error:
        needed = "this stormvogel needs a newer Python (3.12 for its version 0.1)"
        raise ImportError(needed) from error
    return from_stormpy(mapping.stormvogel_to_stormpy(model))
