"""Other programs of the field: OpenSpiel, Storm, stormvogel. Each where it is installed."""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path
from typing import Any
from unittest import mock

import foregone
import pytest
from foregone import openspiel, storm

MODELS = Path(__file__).parents[3] / "models"


def test_openspiel_pig_agrees_with_its_own_value_iteration() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    # Needed for games with simultaneous moves alone, but imported for all.
    if importlib.util.find_spec("cvxpy") is None:
        sys.modules.setdefault("cvxpy", mock.MagicMock())
    value_iteration = pytest.importorskip("open_spiel.python.algorithms.value_iteration")
    game = pyspiel.load_game("pig(winscore=8)")
    begin = time.process_time()
    solution = openspiel.solve(game)
    ours = time.process_time() - begin
    begin = time.process_time()
    theirs = value_iteration.value_iteration(game, -1, 1e-9, cyclic_game=True)
    print(f"pig(winscore=8): {ours:.3f} s, OpenSpiel {time.process_time() - begin:.3f} s")
    compared = 0
    for state, value in theirs.items():
        if state in solution.explored._ids:  # type: ignore[operator]
            assert float(solution[state]) == pytest.approx(value, abs=1e-6)
            compared += 1
    assert compared > 100


def test_openspiel_games_without_chance() -> None:
    pytest.importorskip("pyspiel")
    ttt = openspiel.solve("tic_tac_toe")
    assert len(ttt) == 5478 and ttt.value.exact == 0
    four = openspiel.solve("connect_four(rows=4,columns=3)")
    assert four.value.exact == 0
    assert openspiel.solve("nim").value.exact in (1, -1)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("kuhn_poker", "kuhn_poker is not of perfect information"),
        ("matrix_pd", "matrix_pd is not sequential"),
        ("cliff_walking", "cliff_walking is not paid at the end"),
        ("breakthrough(rows=4,columns=3)", "two states of the same text that differ"),
    ],
)
def test_openspiel_games_that_cannot_be_solved_are_named(game: str, text: str) -> None:
    pytest.importorskip("pyspiel")
    with pytest.raises(foregone.ForegoneError) as caught:
        openspiel.solve(game)
    assert text in str(caught.value)


def built(stormpy: Any, name: str) -> Any:
    return stormpy.build_model(stormpy.parse_prism_program(str(MODELS / name)))


def test_models_of_storm() -> None:
    stormpy = pytest.importorskip("stormpy")
    dice = storm.from_stormpy(built(stormpy, "two_dice.prism"))
    ours = foregone.solve(foregone.load(MODELS / "two_dice.prism"), 'P=? [ F "seven" ]', exact=True)
    theirs = foregone.solve(dice.explored, foregone.reach(dice.labels["seven"]), exact=True)
    assert theirs.value.exact == ours.value.exact
    game = storm.from_stormpy(built(stormpy, "piglet.prism"))
    assert set(game.explored.owner) == {0, 1}
    assert {"win1", "win2"} <= set(game.labels)


ERRANDS = """
mdp
// Two ways to the end: a slow one, and a quick one that may go wrong.
module errands
  at : [0..3] init 0;
  [walk] at=0 -> (at'=1);
  [ride] at=0 -> 7/10:(at'=3) + 3/10:(at'=2);
  [on] at=1 -> 1/2:(at'=3) + 1/2:(at'=1);
  [back] at=2 -> (at'=0);
  [stay] at=3 -> true;
endmodule
label "home" = at=3;
label "stuck" = at=2;
rewards "minutes" at=0 : 1; [walk] true : 4; [on] true : 2; [back] true : 9; endrewards
"""


@pytest.mark.parametrize(
    ("name", "property", "target", "reward", "max"),
    [
        ("monty_hall", 'Pmax=? [ F "won" ]', "won", None, None),
        ("monty_hall", 'Pmin=? [ F "won" ]', "won", None, "none"),
        ("crossing", 'Pmin=? [ F "through" ]', "through", None, "none"),
        ("crowds", 'P=? [ F "heard" ]', "heard", None, None),
        ("errands", 'Pmin=? [ F "stuck" ]', "stuck", None, "none"),
        ("errands", 'R{"minutes"}min=? [ F "home" ]', "home", "minutes", "none"),
        ("errands", 'R{"minutes"}max=? [ F "home" ]', "home", "minutes", None),
    ],
)
def test_storm_and_foregone_answer_alike(
    name: str, property: str, target: str, reward: str | None, max: str | None, tmp_path: Path
) -> None:
    """The same model by way of Storm's arrays, by our own reader, and as Storm answers itself."""
    stormpy = pytest.importorskip("stormpy")
    path = MODELS / f"{name}.prism"
    if name == "errands":
        path = tmp_path / "errands.prism"
        path.write_text(ERRANDS)
    program = stormpy.parse_prism_program(str(path))
    model = stormpy.build_model(program)
    first = model.initial_states[0]
    formula = stormpy.parse_properties(property, program)[0]
    theirs = stormpy.model_checking(model, formula).get_value(first)
    ours = foregone.solve(foregone.load(path), property)
    taken = storm.from_stormpy(model)
    targets = taken.labels[target]
    if reward is None:
        objective = foregone.reach(targets, max=max)
    else:
        states, choices = taken.rewards[reward]
        objective = foregone.reward(targets, states=states, choices=choices, max=max)
    value = foregone.solve(taken.explored, objective)[first]
    assert float(value) == pytest.approx(theirs, abs=1e-5)
    assert float(value) == pytest.approx(float(ours.value), abs=1e-8)


def test_models_of_stormvogel() -> None:
    pytest.importorskip("stormpy")
    try:
        import stormvogel.model
    except (ImportError, SyntaxError):
        pytest.skip("stormvogel is not there, or not for this Python")
    coin = stormvogel.model.new_dtmc()
    heads, tails = coin.new_state("heads"), coin.new_state("tails")
    coin.set_choices(coin.initial_state, [(1 / 2, heads), (1 / 2, tails)])
    for end in (heads, tails):
        coin.set_choices(end, [(1, end)])
    model = storm.from_stormvogel(coin)
    assert float(foregone.solve(model.explored, foregone.reach(model.labels["heads"])).value) == 0.5
