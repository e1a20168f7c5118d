"""Saved solutions and judging anew."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import foregone
import pandas
import pytest

MODELS = Path(__file__).parents[3] / "models"


@pytest.mark.parametrize("exact", [False, True])
def test_what_is_saved_is_read_again(tmp_path: Path, exact: bool) -> None:
    path = tmp_path / "pig.parquet"
    solution = foregone.solve(foregone.games.pig(target=12), exact=exact)
    solution.save(path)
    assert [file.name for file in tmp_path.iterdir()] == ["pig.parquet"]
    again = foregone.read(path)
    assert len(again) == len(solution) and again.explored.name == "pig"
    for state in ("0 0 0", "5 7 3", "11 0 2"):
        assert again[state] == solution[state]
        assert again.best_move(state) == solution.best_move(state)
    assert again.numbers == solution.numbers and again.check()
    frame = pandas.read_parquet(path)
    assert len(frame) == len(solution)
    again.save(tmp_path / "again.parquet")
    assert (tmp_path / "again.parquet").read_bytes() == path.read_bytes()


def test_win_lose_draw_and_models_are_saved_too(tmp_path: Path) -> None:
    path = tmp_path / "any.parquet"
    foregone.solve(foregone.games.tic_tac_toe()).save(path)
    assert foregone.read(path).value.result == "drawn"
    model = foregone.load(MODELS / "two_dice.prism")
    solution = foregone.solve(model, 'P=? [ F "seven" ]', exact=True)
    solution.save(path)
    again = foregone.read(path)
    assert again.value.exact == solution.value.exact == Fraction(1, 6)
    again.save(path)
    assert foregone.read(path).value.exact == Fraction(1, 6)


@pytest.mark.parametrize("exact", [False, True])
def test_amounts_and_bounded_answers_are_saved_too(tmp_path: Path, exact: bool) -> None:
    path = tmp_path / "any.parquet"
    for game in (foregone.games.pig_solitaire(target=12), foregone.games.last_roll(rolls=4)):
        solution = foregone.solve(game, exact=exact)
        solution.save(path)
        again = foregone.read(path)
        assert again.value == solution.value and again.unit == solution.unit
        start = again.explored.starts[0]
        assert again.best_move(start) == solution.best_move(solution.explored.starts[0])
        frame = pandas.read_parquet(path)
        assert len(frame) == len(solution) and (frame.lower <= frame.upper).all()
        again.save(tmp_path / "again.parquet")
        assert (tmp_path / "again.parquet").read_bytes() == path.read_bytes()
    model = foregone.load(MODELS / "two_dice.prism")
    for text in ('P=? [ F<=3 "seven" ]', 'P=? [ G<=3 !"seven" ]'):
        solution = foregone.solve(model, text, exact=exact)
        solution.save(path)
        again = foregone.read(path)
        assert again.value == solution.value and again.check()


def test_files_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "pig.parquet"
    foregone.solve(foregone.games.pig(target=8)).save(path)
    whole = path.read_bytes()
    for spoilt in (whole[:-9], whole[:500], b"PAR1", b"", whole[:200] + b"x" + whole[201:]):
        path.write_bytes(spoilt)
        with pytest.raises(foregone.ForegoneError, match="pig.parquet"):
            foregone.read(path)
    with pytest.raises(FileNotFoundError):
        foregone.read(tmp_path / "nothing.parquet")
    with pytest.raises(OSError):
        foregone.solve(foregone.games.pig(target=8)).save(tmp_path / "no" / "pig.parquet")
    path.write_bytes(whole)
    with pytest.raises(foregone.SolveError, match="limit"):
        foregone.read(path, max_states=10)


def test_what_cannot_be_saved_is_named(tmp_path: Path) -> None:
    path = tmp_path / "none.parquet"
    explored = foregone.explore(foregone.games.pig(target=8))
    cases = [
        (foregone.solve(explored, foregone.reward(within=3)), "only what the game itself asks"),
        (foregone.solve(ladder(), foregone.reward([4], missed="zero")), "this answer cannot"),
        (foregone.solve(explored, foregone.payoff(max=1)), "only what the game itself asks"),
        (foregone.solve(foregone.arena([-1], [0, 0], [0], [])), "only built-in games and models"),
    ]
    for solution, text in cases:
        with pytest.raises(foregone.ForegoneError, match=text):
            solution.save(path)
    assert list(tmp_path.iterdir()) == []


def ladder() -> foregone.Explored:
    """Up one step or down one, 0 to 4; rewards count moves."""
    moves = {"step": [(1, -1), (2, 1)], "leap": [(1, -2), (1, 2)]}
    game = foregone.game(
        2,
        lambda at: foregone.over(int(at >= 4)) if at <= 0 or at >= 4 else at % 2,
        lambda at: {
            name: [(w, min(4, max(0, at + by))) for w, by in pairs] for name, pairs in moves.items()
        },
    )
    return foregone.explore(game)


@pytest.mark.parametrize(
    "objective",
    [
        foregone.payoff(),
        foregone.payoff(infinite="least"),
        foregone.payoff(infinite="greatest"),
        foregone.reach([4]),
        foregone.avoid([4]),
        foregone.reach([4], within=5),
        foregone.reach([4], within=7, after=2),
        foregone.reward(within=6),
        foregone.reward([0, 4]),
        foregone.reward([4], missed="collected"),
        foregone.reward([4], missed="zero"),
    ],
    ids=lambda objective: f"{objective.kind} {objective.missed} {objective.infinite}",
)
@pytest.mark.parametrize("exact", [False, True])
def test_every_kind_of_answer_is_judged_anew(objective: foregone.Objective, exact: bool) -> None:
    if exact and objective.kind == "reward" and objective.missed == "zero":
        pytest.skip("what is collected by plays that arrive has bounds alone")
    solution = foregone.solve(ladder(), objective, exact=exact)
    seen: list[str] = []
    assert solution.check(progress=lambda phase, done, total: seen.append(phase))
    assert solution.value.lower <= solution.value.upper


def test_properties_are_judged_anew() -> None:
    model = foregone.load(MODELS / "two_dice.prism")
    for text in ('P=? [ F "seven" ]', 'P=? [ F<=3 "seven" ]', 'P=? [ F>=2 "seven" ]'):
        assert foregone.solve(model, text).check()
