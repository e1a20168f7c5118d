"""OpenSpiel's Pig by its own value iteration, and by foregone through the adapter, in one run.

    python benches/openspiel.py [WINSCORE]

Needs foregone and open_spiel. Times are processor seconds, exploring included on both sides.
"""

import importlib.util
import sys
import time
from unittest import mock

import foregone.openspiel
import pyspiel

# Needed for games with simultaneous moves alone, but imported for all.
if importlib.util.find_spec("cvxpy") is None:
    sys.modules["cvxpy"] = mock.MagicMock()

from open_spiel.python.algorithms import value_iteration  # noqa: E402


def main() -> None:
    """Prints one line for each side and the largest difference."""
    score = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    game = pyspiel.load_game(f"pig(winscore={score})")
    begin = time.process_time()
    solution = foregone.openspiel.solve(game)
    ours = time.process_time() - begin
    print(f"foregone   {ours:8.2f} s, {len(solution):,} states, {solution.value!r}", flush=True)
    begin = time.process_time()
    values = value_iteration.value_iteration(game, -1, 1e-6, cyclic_game=True)
    theirs = time.process_time() - begin
    print(f"OpenSpiel  {theirs:8.2f} s, threshold 1e-6; {theirs / ours:.1f} times as long")
    known = [(text, value) for text, value in values.items() if "rolling" not in text]
    worst = max(abs(float(solution[text]) - value) for text, value in known)
    print(f"largest difference over {len(known):,} states: {worst:.1e}")


if __name__ == "__main__":
    main()
