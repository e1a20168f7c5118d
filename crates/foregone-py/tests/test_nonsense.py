"""Arguments of all kinds: an answer or an exception, never the end of the interpreter."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import foregone
import numpy as np
import pytest
from foregone import _foregone as native

VALUES: list[Any] = [
    None, True, 0, 1, -1, 2**31, 2**32, 2**63, -(2**63) - 1, 10**40, 0.0, -0.0, 1.5, 1e-300, 5e-324,
    float("nan"), float("inf"), Fraction(1, 3), Fraction(-1, 3), "", "a", "1/0", "1/3", "\0", "\ud800", "é" * 9,
    b"x", [], [0], [0, 1], [1, 0], [0, 0, 0], [[0]], [None], ["x"], [0.5, 0.5], [2**70], (), (1,),
    (1, 2), (1, 0), ([1], [2]), {}, {"max": 1}, {"kind": "own"}, {1: 2}, set(), object(), print, int,
    np.zeros(0), np.zeros(2), np.zeros((2, 2)), np.ones(3, dtype=np.int64), np.arange(4),
    np.array([0.5, np.nan]), np.array(["x"]), np.array([1, 2], dtype=object), np.int8(3),
    np.float32(0.1), np.bool_(True), np.array([True, False]), "own", "all", "none", 0, 1, 2,
]  # fmt: skip

GOOD: dict[str, Any] = {
    "owner": [0, -1, -1],
    "choice_offsets": [0, 1, 1, 1],
    "branch_offsets": [0, 2],
    "targets": [1, 2],
    "probabilities": [0.5, 0.5],
}


def tried(call: Any, *arguments: Any, **named: Any) -> None:
    """Anything but a crash or a bug is fine."""
    try:
        call(*arguments, **named)
    except native.InternalError as error:
        pytest.fail(f"{call} {arguments!r} {named!r}: {error}")
    except Exception:  # noqa: BLE001, S110
        pass


@pytest.mark.filterwarnings("ignore")
def test_arenas_of_nonsense() -> None:
    rng = random.Random(5)
    for _ in range(4000):
        arguments = dict(GOOD)
        for name in rng.sample(sorted(arguments), rng.randint(1, 3)):
            arguments[name] = rng.choice(VALUES)
        if rng.random() < 0.5:
            arguments[rng.choice(["payoff", "start", "players", "matrix"])] = rng.choice(VALUES)
        tried(foregone.arena, **arguments)


@pytest.mark.filterwarnings("ignore")
def test_random_numbers_as_arenas() -> None:
    rng = np.random.default_rng(6)
    for _ in range(4000):
        sizes = rng.integers(0, 6, 5)
        arrays = [rng.integers(-2, 6, size) for size in sizes[:4]]
        if rng.random() < 0.7:
            arrays[1], arrays[2] = np.sort(np.abs(arrays[1])), np.sort(np.abs(arrays[2]))
        tried(foregone.arena, *arrays, rng.random(sizes[4]))


@pytest.mark.filterwarnings("ignore")
def test_questions_of_nonsense() -> None:
    rng = random.Random(7)
    explored = foregone.arena(**GOOD, payoff=[0, 1, 0])
    solution = foregone.solve(explored)
    pig = foregone.solve(foregone.games.pig(target=5))
    for _ in range(1500):
        one, two, three = (rng.choice(VALUES) for _ in range(3))
        for any_solution in (solution, pig):
            for call in (any_solution.__getitem__, any_solution.moves, any_solution.best_move):
                tried(call, one)
            tried(any_solution.evaluate, one)
            tried(any_solution.evaluate, max=one, min=two)
            tried(any_solution.explored.branches, one, two)
            tried(any_solution.explored.mask, one)
        if not isinstance(one, (int, np.integer)) or abs(int(one)) < 1000:
            tried(solution.simulate, one, seed=two, start=three)
        tried(foregone.solve, explored, foregone.reach(one, max=two))
        tried(foregone.solve, explored, foregone.reward(one, states=two, choices=three))
        tried(foregone.solve, explored, foregone.payoff(max=one))
        tried(foregone.solve, explored, one, precision=two, exact=three)
        tried(foregone.solve, one)
        tried(foregone.solve, foregone.games.pig(target=5), at=one)
        tried(foregone.games.make, one)
        tried(foregone.games.pig, target=one, sides=two)
        tried(foregone.parse, one, two)
        tried(native.solve, explored._inner, {"kind": one, "max": two, "targets": three})


@pytest.mark.filterwarnings("ignore")
def test_games_of_nonsense() -> None:
    rng = random.Random(8)
    for _ in range(3000):
        one, two, three, four = (rng.choice(VALUES) for _ in range(4))
        turns = [lambda at: one, lambda at: foregone.over(one), lambda at: 0]
        moves = [
            lambda at: two,
            lambda at: {"a": two},
            lambda at: [("a", [(two, three), (four, one)])],
            lambda at: [("a", {three: two})],
            lambda at: [(two, three)],
        ]
        game = foregone.game(four, rng.choice(turns), rng.choice(moves))
        tried(foregone.solve, game, max_states=50)


TEXT = """
smg
player one [a] endplayer
player two [b] endplayer
module m
  x : [0..3] init 0;
  [a] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2);
  [b] x=1 -> (x'=3);
  [b] x=1 -> (x'=2);
  [a] x>1 -> true;
endmodule
label "won" = x=2;
"""


@pytest.mark.filterwarnings("ignore")
def test_models_of_nonsense() -> None:
    rng = random.Random(9)
    for _ in range(1500):
        at, width = rng.randrange(len(TEXT)), rng.randint(0, 8)
        new = "".join(rng.choice("[]x=1+:'/ \0é;\"") for _ in range(rng.randint(0, 4)))
        text = TEXT[:at] + new + TEXT[at + width :]
        try:
            model = foregone.parse(text)
        except foregone.ForegoneError:
            continue
        tried(foregone.solve, model, '<<one>> Pmax=? [ F "won" ]', max_states=100)
