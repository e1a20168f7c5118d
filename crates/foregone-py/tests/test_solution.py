"""What a solution offers: tables, pictures, policies, simulation, and work that is stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any

import foregone
import matplotlib
import numpy as np
import pandas
import pytest

matplotlib.use("Agg")


@pytest.fixture(scope="module")
def pig() -> foregone.Solution:
    return foregone.solve(foregone.games.pig(target=30))


def test_values(pig: foregone.Solution) -> None:
    value = pig.value
    assert value.lower < float(value) < value.upper
    assert Fraction(value.lower) <= value.bounds[0] <= value.bounds[1] <= Fraction(value.upper)
    assert value.exact is None and value.bounds[0] in value
    assert str(value).startswith("0.") and str(value).endswith("…")
    exact = foregone.solve(foregone.games.darts(start=5), exact=True).value
    assert repr(exact) == "<3/22 = 0.13636363636363635>"
    assert exact.width < 1e-16


def test_tables(pig: foregone.Solution) -> None:
    frame = pig.to_pandas()
    assert list(frame.columns) == ["s1", "s2", "x", "who", "turn", "lower", "upper", "best"]
    assert len(frame) == len(pig)
    row = frame[(frame.s1 == 0) & (frame.s2 == 0) & (frame.x == 0) & (frame.who == 1)]
    assert row.lower.item() == pig.value.lower and row.best.item() == "roll"
    assert set(frame.turn) == {"player 1", "player 2", "over"}


def test_other_tables(pig: foregone.Solution, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    assert pig.to_polars().shape == (len(pig), 8)
    assert pig.to_arrow().num_rows == len(pig)
    pig.to_parquet(tmp_path / "pig.parquet")
    read = pandas.read_parquet(tmp_path / "pig.parquet")
    assert read.equals(pig.to_pandas().astype(read.dtypes.to_dict()))


def test_tables_of_win_lose_draw() -> None:
    frame = foregone.solve(foregone.games.tic_tac_toe()).to_pandas()
    assert set(frame.result) == {"won", "drawn", "lost"}
    assert frame.distance[frame.result != "drawn"].min() == 0


def test_pictures(pig: foregone.Solution, tmp_path: Path) -> None:
    axes = pig.plot("x", "s1", where={"s2": 0, "who": 1})
    (image,) = axes.images
    grid = image.get_array()
    assert grid[0, 0] == pytest.approx(float(pig.value))
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("x", "s1")
    moves = pig.plot("x", "s1", show="move", where={"s2": 0, "who": 1})
    assert [text.get_text() for text in moves.get_legend().get_texts()] == ["hold", "roll"]
    moves.figure.savefig(tmp_path / "moves.png")
    matplotlib.pyplot.close("all")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (dict(x="x", y="z"), "no field 'z'; fields: s1, s2, x, who, turn"),
        (dict(x="x", y="s1"), "several positions share a cell; fix other fields by where: s2, who"),
        (dict(x="x", y="turn"), "field 'turn' has no numbers"),
        (dict(x="x", y="s1", where={"s2": 99}), "no position has {'s2': 99}"),
        (dict(x="x", y="s1", show="colour"), "show='colour': it is 'value' or 'move'"),
    ],
)
def test_pictures_that_cannot_be(pig: foregone.Solution, arguments: Any, text: str) -> None:
    with pytest.raises(ValueError) as caught:
        pig.plot(**arguments)
    assert text in str(caught.value)


def test_notebooks_show_the_start(pig: foregone.Solution) -> None:
    page = pig._repr_html_()
    assert "roll" in page and "33,698 positions" in page and "<script" not in page
    assert "target" in foregone.games.pig(target=30)._repr_html_()


def hold_at(total: int) -> Any:
    def policy(state: str) -> str:
        fields = dict(part.split("=") for part in state.split(","))
        mine = int(fields["s1" if fields["who"] == "1" else "s2"])
        x = int(fields["x"])
        if x == 0:
            return "roll"
        return "hold" if x >= total or mine + x >= 30 else "roll"

    return policy


def test_policies(pig: foregone.Solution) -> None:
    worse = pig.evaluate(hold_at(20))
    assert (worse.lower <= pig.upper).all()
    assert pig.value.lower - worse.value.upper > 0.001
    same = pig.evaluate(pig.best)
    assert abs(float(same.value) - float(pig.value)) < 1e-8
    both = pig.evaluate(max=pig.best, min=pig.best)
    assert abs(float(both.value) - float(pig.value)) < 1e-8
    start = pig.explored.starts[0]
    assert float(pig.evaluate({start: "roll"}).value) == pytest.approx(float(pig.value))


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        (np.zeros(3, dtype=np.int64), "a policy has one whole number for each state"),
        ({"0 0 0": "jump"}, "no move is called 'jump'; moves: roll"),
        ({"0 0 0": 7}, "the policy names choice 7, but there are 1, counted from 0"),
        ({"0 0 99": "roll"}, "position '0 0 99'"),
    ],
)
def test_policies_that_cannot_be(pig: foregone.Solution, policy: Any, text: str) -> None:
    with pytest.raises(ValueError) as caught:
        pig.evaluate(policy)
    assert text in str(caught.value)


def test_hold_at_20_loses_eight_points_to_the_optimum() -> None:
    # Neller and Presser, Practical Play of the Dice Game Pig, UMAP Journal 31(1), 2010.
    pig = foregone.solve(foregone.games.pig(target=100))
    frame = pig.to_pandas()
    first = frame.who == 1
    mine = frame.s1.where(first, frame.s2)
    holds = (frame.x > 0) & ((frame.x >= 20) | (mine + frame.x >= 100))
    policy = np.array(pig.best)
    # Where both moves are there, roll is number 0 and hold number 1.
    counts = np.diff(pig.explored.arrays()["choice_offsets"])
    policy[counts == 2] = np.where(holds, 1, 0)[counts == 2]
    first_wins = float(pig.evaluate(max=pig.best, min=policy).value)
    second_wins = float(pig.evaluate(max=policy, min=pig.best).value)
    assert first_wins == pytest.approx(0.571498430277, abs=1e-9)
    assert second_wins == pytest.approx(0.491657935453, abs=1e-9)


def test_simulation(pig: foregone.Solution) -> None:
    seen = pig.simulate(2000, seed=3)
    again = pig.simulate(2000, seed=3)
    assert seen == again and seen.finished == 2000 and seen.unfinished == 0
    low, high = seen.interval
    assert low < pig.value.upper and pig.value.lower < high
    assert seen.expected == pig.value


def walk() -> foregone.WrittenGame:
    """A walk on 0 to 4, half up, half down; the ends end it."""
    return foregone.game(
        2,
        lambda at: foregone.over(int(at == 4)) if at in (0, 4) else 0,
        lambda at: {"step": [(1, at - 1), (1, at + 1)]},
    )


def test_chances_and_rewards() -> None:
    explored = foregone.explore(walk())

    def ask(objective: foregone.Objective) -> Fraction | None:
        return foregone.solve(explored, objective, exact=True).value.exact

    assert ask(foregone.reach([4])) == Fraction(1, 2)
    assert ask(foregone.reach(lambda at: at == 4, within=2)) == Fraction(1, 4)
    assert ask(foregone.reach([1], through=[2, 1])) == Fraction(1, 2)
    assert ask(foregone.avoid([4])) == Fraction(1, 2)
    assert ask(foregone.reward([0, 4])) == 4
    assert ask(foregone.reward(within=3)) == Fraction(5, 2)
    weights = [Fraction(1, 3) if at == 2 else 0 for at in map(explored.state, range(len(explored)))]
    assert ask(foregone.reward([0, 4], states=weights)) == Fraction(2, 3)
    assert foregone.solve(explored, foregone.reward([4])).value.lower == float("inf")
    earned = foregone.solve(explored, foregone.reward([4], missed="zero")).value
    assert 2 in earned and earned.width < 1e-8


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int | None]] = []
    foregone.solve(foregone.games.pig(target=60), progress=lambda *said: told.append(said))
    assert all(phase in ("exploring", "solving", "judging") for phase, _, _ in told)

    def fail(*said: Any) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        foregone.solve(foregone.games.pig(target=300), progress=fail)


def test_a_bar_is_shown(capfd: pytest.CaptureFixture[str]) -> None:
    foregone.solve(foregone.games.pig(target=100), progress=True)
    assert "exploring" in capfd.readouterr().err


INTERRUPTED = """
    import os, signal, threading, warnings
    import foregone
    warnings.simplefilter("error")
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        solution = foregone.solve(foregone.games.pig(target=1000))
        print("no warning")
    except foregone.StoppedWarning as warning:
        print("warned:", warning)
    warnings.simplefilter("ignore")
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    solution = foregone.solve(foregone.games.pig(target=1000))
    print(solution.stopped, solution.value.lower, solution.value.upper)
"""


def test_ctrl_c_gives_the_bounds_so_far() -> None:
    code = textwrap.dedent(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "warned: these are the bounds so far: stopped on request",
        "stopped on request 0.0 1.0",
    ]


def test_other_threads_run_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    foregone.solve(foregone.games.pig(target=100))
    done.set()
    thread.join()
    assert ticks > 5
    assert signal.getsignal(signal.SIGINT) is not None
