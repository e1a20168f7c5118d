"""Models in the PRISM language."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import foregone
import pytest

MODELS = Path(__file__).parents[3] / "models"

GAME = """
smg
player one [a] endplayer
player two [b] endplayer
const int last;
module m
  x : [0..last] init 0;
  [a] x=0 -> 1/2 : (x'=1) + 1/2 : (x'=2);
  [b] x=1 -> 1/4 : (x'=2) + 3/4 : (x'=3);
  [b] x=1 -> (x'=2);
  [a] x>1 -> true;
endmodule
label "won" = x=2;
rewards "steps" x<2 : 1; endrewards
"""


def test_a_model_in_a_text() -> None:
    model = foregone.parse(GAME, {"last": 3})
    solution = foregone.solve(model, '<<one>> Pmax=? [ F "won" ]', exact=True)
    assert solution.value.exact == Fraction(5, 8)
    assert solution["x=1"].exact == Fraction(1, 4)
    assert [move.value.exact for move in solution.moves("x=1")] == [Fraction(1, 4), 1]
    assert solution.check()
    steps = foregone.solve(model, '<<one>> Pmax=? [ F<=1 "won" ]', exact=True)
    assert steps.value.exact == Fraction(1, 2)
    reward = foregone.solve(model, '<<one,two>> R{"steps"}max=? [ F x>1 ]', exact=True)
    assert reward.value.exact == Fraction(3, 2)
    assert model.parameters == {"last": "3"}


def test_properties_of_all_kinds() -> None:
    model = foregone.parse(GAME, {"last": 3})
    assert model.ask('<<one>> P>=5/8 [ F "won" ]') is True
    assert model.ask('<<one>> P>5/8 [ F "won" ]') is False
    assert model.ask('<<one>> Pmax=? [ F "won" ]', exact=True) == (Fraction(5, 8), Fraction(5, 8))
    assert model.ask('filter(count, <<one>> P>=1/2 [ F "won" ])') == (2, 2)


def test_a_model_in_a_file() -> None:
    model = foregone.load(MODELS / "piglet.prism")
    assert model.name.endswith("piglet.prism")
    assert len(foregone.explore(model)) > 3


def test_predicates_over_states_of_a_model() -> None:
    model = foregone.parse(GAME, {"last": 3})
    explored = foregone.explore(model)
    solution = foregone.solve(explored, foregone.reach(["x=2"], max=0), exact=True)
    assert solution.value.exact == Fraction(5, 8)
    assert explored.players == ["one", "two"]


def test_errors_are_those_of_the_program() -> None:
    with pytest.raises(foregone.ForegoneError) as caught:
        foregone.parse("mdp\nmodule m\n  x : [0..1] init 2;\nendmodule\n", name="bad.prism")
    text = str(caught.value)
    assert "bad.prism" in text and "3" in text
    with pytest.raises(foregone.ForegoneError, match="last"):
        foregone.parse(GAME)
    with pytest.raises(foregone.ForegoneError, match="one value for each constant"):
        foregone.parse(GAME, {"last": "3:5"})
    model = foregone.parse(GAME, {"last": 3})
    with pytest.raises(foregone.ForegoneError, match="expected one property, found 2"):
        foregone.solve(model, 'Pmax=? [ F x=1 ]; Pmax=? [ F x=2 ]')
    with pytest.raises(foregone.ForegoneError, match="not one number for each state"):
        foregone.solve(model, '<<one>> P>=1/2 [ F "won" ]')
    with pytest.raises(foregone.ForegoneError, match="properties are for models"):
        foregone.solve(foregone.games.stones(n=3), "Pmax=? [ F x=1 ]")


def test_states_without_a_choice_are_warned_of() -> None:
    text = "dtmc\nmodule m\n  x : [0..1] init 0;\n  [] x=0 -> (x'=1);\nendmodule\n"
    with pytest.warns(UserWarning, match="no choice; play stays there for ever"):
        assert len(foregone.explore(foregone.parse(text))) == 2
    with pytest.raises(foregone.ForegoneError, match="no command can be taken"):
        foregone.explore(foregone.parse(text, refuse_deadlocks=True))
