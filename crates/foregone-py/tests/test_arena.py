"""Arenas from arrays: what numbers mean, what is refused, and random ones against the oracle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import foregone
import numpy as np
import numpy.typing as npt
import pytest
import scipy.sparse


def coin(probabilities: Any, **more: Any) -> foregone.Explored:
    """A coin that wins on heads: state 0, then won (1) or lost (2)."""
    return foregone.arena([0, -1, -1], [0, 1, 1, 1], [0, 2], [1, 2], probabilities, **more)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([1 / 3, 2 / 3], Fraction(1, 3)),
        ([0.1, 0.9], Fraction(1, 10)),
        (np.array([0.25, 0.75]), Fraction(1, 4)),
        ([Fraction(1, 7), Fraction(6, 7)], Fraction(1, 7)),
        (["1/7", "6/7"], Fraction(1, 7)),
        (([2, 5], [7, 7]), Fraction(2, 7)),
        ((np.array([1, 2]), np.array([3, 3])), Fraction(1, 3)),
        ([Fraction(1, 3), 2 / 3], Fraction(1, 3)),
        ([Fraction(1, 3**50), 1 - Fraction(1, 3**50)], Fraction(1, 3**50)),
    ],
)
def test_numbers_are_exact(given: Any, meant: Fraction) -> None:
    explored = coin(given, payoff=[0, 1, 0])
    assert foregone.solve(explored, exact=True).value.exact == meant
    assert explored.branches(0, 0)[0] == (meant, 1)


def test_floats_that_are_no_simple_fractions_sum_to_one() -> None:
    p = np.random.default_rng(1).dirichlet(np.ones(2))
    (first, _), (second, _) = coin(p).branches(0, 0)
    assert first + second == 1
    assert abs(first - Fraction(float(p[0]))) <= Fraction(1, 2**53)


def test_payoffs_and_players() -> None:
    explored = coin([0.5, 0.5], payoff=["3/4", 0.25, 0.75], players=["Ann"])
    assert explored.players == ["Ann"]
    assert foregone.solve(explored, exact=True).value.exact == Fraction(1, 2)


def test_scipy_matrices() -> None:
    rows = scipy.sparse.csr_matrix(np.array([[0, 0.5, 0.5], [0, 1, 0]]))
    explored = foregone.arena([0, -1, -1], [0, 2, 2, 2], matrix=rows, payoff=[0, 1, 0])
    assert foregone.solve(explored, exact=True).value.exact == 1
    again = foregone.arena(
        [1, -1, -1], [0, 2, 2, 2], matrix=scipy.sparse.coo_array(rows), payoff=[0, 1, 0]
    )
    assert foregone.solve(again, exact=True).value.exact == Fraction(1, 2)


def test_without_probabilities_choices_are_certain() -> None:
    explored = foregone.arena([0, -1, -1], [0, 2, 2, 2], [0, 1, 2], [1, 2], payoff=[0, 1, 0])
    assert foregone.solve(explored, exact=True).value.exact == 1
    assert foregone.solve(explored, foregone.payoff(max="none")).value.upper == 0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (([0, -1], [0, 1, 1], [0, 1], [5]), "state 0: choice 0 leads to state 5, but there are only 2 states"),
        (([0, -1], [0, 1, 1], [0, 1], [-1]), "targets holds -1"),
        (([0, -1], [0, 0, 0], [0], []), "state 0: it belongs to a player and has no choice"),
        (([0, -1], [0, 1, 2], [0, 1, 2], [1, 1]), "state 1: it is over and has a choice"),
        (([64], [0, 1], [0, 1], [0]), "state 0: owner 64; a state belongs to a player from 0 to 63"),
        (([0, -1], [0, 1], [0, 1], [1]), "choice_offsets must have one entry for each state and one more, that is 3, but has 2"),
        (([0, -1], [1, 1, 1], [0, 1], [1]), "choice_offsets must begin with 0, but begins with 1"),
        (([0, 0], [0, 2, 1], [0, 1], [1]), "choice_offsets[2] is 1 and falls below the entry before it, 2"),
        (([0, -1], [0, 1, 1], [0, 2], [1, 1], [0.5, 0.4]), "state 0: the probabilities of choice 0 sum to 9/10 instead of 1"),
        (([0, -1], [0, 1, 1], [0, 2], [1, 1], [1.5, -0.5]), "state 0: choice 0 has a negative probability, -1/2"),
        (([0, -1], [0, 1, 1], [0, 2], [1, 1], [float("nan"), 0.5]), "NaN is no finite number"),
        (([0, -1], [0, 1, 1], [0, 2], [1, 1], [0.5]), "probabilities must have one entry for each branch, that is 2, but has 1"),
        (([0, -1], [0, 1, 1], [0, 2], [1, 1], ([1, 1], [2, 0])), "1/0 is no number"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(arguments: Any, text: str) -> None:
    with pytest.raises(foregone.ForegoneError) as caught:
        foregone.arena(*arguments)
    assert text in str(caught.value)


def test_payoffs_out_of_range_need_to_be_asked_for() -> None:
    explored = coin([0.5, 0.5], payoff=[0, 10, -4])
    with pytest.raises(foregone.SolveError, match="payoff is none that this objective can take"):
        foregone.solve(explored)
    solution = foregone.solve(explored, foregone.payoff(infinite="never"), exact=True)
    assert solution.value.exact == 3
    assert [move.value.exact for move in solution.moves(0)] == [3]


def random_arena(rng: np.random.Generator) -> tuple[foregone.Explored, npt.NDArray[np.bool_]]:
    """A small arena with cycles, chance, two players, and a set of targets."""
    states = int(rng.integers(2, 8))
    owner = rng.integers(0, 2, states)
    owner[rng.random(states) < 0.25] = -1
    counts = np.where(owner < 0, 0, rng.integers(1, 4, states))
    choices = np.concatenate([[0], np.cumsum(counts)])
    widths = rng.integers(1, 4, choices[-1])
    branches = np.concatenate([[0], np.cumsum(widths)])
    targets = rng.integers(0, states, branches[-1])
    above = rng.integers(1, 6, branches[-1])
    sums = np.add.reduceat(above, branches[:-1]) if len(widths) else above
    below = np.repeat(sums, widths)
    payoff = np.round(rng.random(states), 1)
    forms: list[Any] = [(above, below), [Fraction(int(a), int(b)) for a, b in zip(above, below)]]
    forms.append(above / below)
    chances = forms[int(rng.integers(0, 3))]
    explored = foregone.arena(owner, choices, branches, targets, chances, payoff=payoff)
    return explored, rng.random(states) < 0.3


def test_a_thousand_random_arenas_agree_with_the_oracle() -> None:
    rng = np.random.default_rng(20)
    for number in range(1000):
        explored, targets = random_arena(rng)
        objective = [foregone.payoff(), foregone.reach(targets), foregone.avoid(targets, max=1)][
            number % 3
        ]
        oracle = foregone.solve(explored, objective, exact=True, method="naive")
        bounds = foregone.solve(explored, objective)
        exact = foregone.solve(explored, objective, exact=True)
        for state in range(len(explored)):
            truth = oracle[state].exact
            assert truth is not None
            assert exact[state].exact == truth
            assert truth in bounds[state], (number, state)
            assert bounds[state].width <= 1e-9


def test_arenas_mean_what_their_arrays_say() -> None:
    # Plain value iteration over the arrays, in floats, knows nothing of the engine.
    rng = np.random.default_rng(21)
    for _ in range(40):
        explored, _ = random_arena(rng)
        arrays = explored.arrays()
        values = np.where(arrays["owner"] < 0, arrays["payoff"], 0.0)
        for _ in range(400):
            products = arrays["probabilities"] * values[arrays["targets"]]
            for state in np.flatnonzero(arrays["owner"] >= 0):
                first, last = arrays["choice_offsets"][state : state + 2]
                cuts = arrays["branch_offsets"]
                means = [products[cuts[c] : cuts[c + 1]].sum() for c in range(first, last)]
                values[state] = max(means) if arrays["owner"][state] == 0 else min(means)
        solution = foregone.solve(explored)
        assert (values <= solution.upper + 1e-9).all()
        assert (values >= solution.lower - 1e-3).all()
