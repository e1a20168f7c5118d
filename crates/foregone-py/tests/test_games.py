"""Built-in games: known values, positions, moves."""

from __future__ import annotations

from fractions import Fraction

import foregone
import numpy as np
import pytest


def near(value: foregone.Value, truth: float, digits: float = 1e-9) -> bool:
    """The bounds hold a number that is known to so many digits."""
    return value.lower - digits <= truth <= value.upper + digits


def test_hold_answers_the_contest() -> None:
    # ICPC Latin America 2019 H: the official sample, and traps.
    solution = foregone.solve(foregone.games.hold(target=75))
    best = {
        "15 0 3": "roll",
        "35 50 40": "hold",
        "15 0 30": "hold",
        "73 0 2": "hold",
        "72 0 2": "roll",
        "0 73 20": "roll",
        "60 60 10": "hold",
        "50 20 18": "roll",
    }
    assert {at: solution.best_move(at) for at in best} == best
    roll, hold = solution.moves("15 0 3")
    assert (roll.name, roll.best, hold.name, hold.best) == ("roll", True, "hold", False)
    assert near(roll.value, 0.632250726540, 1e-12)
    assert near(solution.moves("0 73 20")[1].value, 0.189123373, 1e-9)
    assert solution.check()


def test_darts_answers_the_contest() -> None:
    # SWERC "Darts": the official sample.
    five = foregone.solve(foregone.games.darts(start=5), exact=True)
    assert five["a=5,b=5,who=A"].exact == Fraction(3, 22)
    assert five["a=5,b=5,who=B"].exact == 1 - Fraction(10, 11)
    hundred = foregone.solve(foregone.games.darts(start=100))
    assert near(hundred["a=100,b=100,who=A"], 0.072504908290, 1e-12)
    assert near(hundred["a=100,b=100,who=B"], 1 - 0.950215081962, 1e-12)


def test_stones_answers_the_contest() -> None:
    heaps = [str(n) for n in range(1, 1001)]
    solution = foregone.solve(foregone.games.stones(n=1000), at=heaps)
    winner = {n: "Alice" if solution[str(n)].lower == 1 else "Bob" for n in range(1, 1001)}
    assert [winner[n] for n in range(1, 7)] == ["Alice", "Bob", "Alice", "Alice", "Bob", "Alice"]
    assert [n for n in winner if winner[n] == "Bob"] == [2, *range(5, 1001, 2)]


@pytest.mark.parametrize(
    ("game", "truth"),
    [
        # Pig to 100 and smaller goals, by independent computation.
        (foregone.games.pig(target=10), 0.709424322598303),
        (foregone.games.pig(target=25), 0.588109237294172),
    ],
)
def test_pig(game: foregone.Game, truth: float) -> None:
    assert near(foregone.solve(game).value, truth, 1e-14)


def test_win_lose_draw() -> None:
    ttt = foregone.solve(foregone.games.tic_tac_toe())
    assert ttt.value.result == "drawn"
    assert len(ttt) == 5478
    assert foregone.solve(foregone.games.dodgem()).value.result == "won"


def test_names_and_parameters() -> None:
    assert {"hold", "darts", "stones", "tic-tac-toe"} <= set(foregone.games.names())
    game = foregone.games.hold(target=20)
    assert game.name == "hold" and game.parameters["target"] == 20
    assert game.players == ["player 1", "player 2"]
    assert "target" in (foregone.games.hold.__doc__ or "")
    assert repr(foregone.games.make("tic-tac-toe")).startswith("<game tic-tac-toe")


def test_positions_by_text_dict_and_number() -> None:
    solution = foregone.solve(foregone.games.hold(target=20))
    text = solution["15 0 3"]
    assert solution[{"s1": 15, "s2": 0, "x": 3, "who": 1}] == text
    number = solution.explored.index("15 0 3")
    assert solution[number] == text
    assert solution.explored.state(number) == "s1=15,s2=0,x=3,who=1"
    assert solution.explored.fields("15 0 3") == {"s1": 15, "s2": 0, "x": 3, "who": 1}
    assert (solution.lower[number], solution.upper[number]) == (text.lower, text.upper)


def test_positions_asked_for_are_explored_from_themselves() -> None:
    game = foregone.games.hold(target=75)
    solution = foregone.solve(game, at="70 70 2")
    assert solution.explored.starts == ["s1=70,s2=70,x=2,who=1"]
    assert len(solution) < 10_000
    assert solution.value == solution["70 70 2"]


def test_limits_give_bounds() -> None:
    solution = foregone.solve(foregone.games.hold(target=75), max_states=1000)
    assert solution.stopped == "the limit of 1000 states was reached"
    assert (solution.value.lower, solution.value.upper) == (0.0, 1.0)
    assert (solution.explored.owner == -2).any()


def test_arrays_are_bounds_in_one_order() -> None:
    solution = foregone.solve(foregone.games.pig(target=20))
    states = len(solution)
    assert solution.lower.shape == solution.upper.shape == solution.best.shape == (states,)
    assert (solution.lower <= solution.upper).all()
    assert (solution.upper - solution.lower).max() <= 1e-9
    assert not solution.lower.flags.writeable
    assert ((solution.best >= 0) == (solution.explored.owner >= 0)).all()
    # Bellman's equation, through the arrays.
    arrays = solution.explored.arrays()
    means = np.add.reduceat(
        arrays["probabilities"] * solution.lower[arrays["targets"]], arrays["branch_offsets"][:-1]
    )
    playing = np.flatnonzero(solution.explored.owner >= 0)
    first = arrays["choice_offsets"][playing]
    assert np.allclose(means[first + solution.best[playing]], solution.lower[playing], atol=1e-8)
