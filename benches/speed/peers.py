"""The field's programs on the same games: `peers.py MODELS TASK...`, run by speed.py.

Storm builds stochastic games but does not check them, so a game is built alone, or checked as the
Markov decision process that it is where only one side has a say.
"""

import sys
import tempfile
import threading
from pathlib import Path


def storm(models, name, constants, as_mdp=False):
    """A model's program with its constants."""
    import stormpy

    path = Path(models) / f"{name}.prism"
    if as_mdp:
        lines = path.read_text().replace("smg", "mdp", 1).splitlines()
        text = "\n".join(line for line in lines if not line.startswith("player"))
        path = Path(tempfile.mkdtemp()) / f"{name}.prism"
        path.write_text(text)
    program = stormpy.parse_prism_program(str(path))
    return stormpy.instantiate_constants(program, constants)[0]


def build(models, name, *constants):
    import stormpy

    pairs = dict(pair.split("=") for pair in constants) or {"N": 1000000}
    program = storm(models, name, {key: int(value) for key, value in pairs.items()})
    print(stormpy.build_model(program).nr_states, "states")


def check(models, name, exact=False):
    import stormpy

    program = storm(models, name, {"N": 501, "first": 1}, as_mdp=True)
    question = stormpy.parse_properties('Pmax=? [ F "winB" ]', program)
    make = stormpy.build_sparse_exact_model if exact else stormpy.build_model
    model = make(program, question)
    print(stormpy.model_checking(model, question[0]).at(model.initial_states[0]))


def openspiel(_, name, score):
    import pyspiel
    from open_spiel.python.algorithms import value_iteration

    game = pyspiel.load_game(f"{name}(winscore={score})")
    values = value_iteration.value_iteration(game, depth_limit=-1, threshold=1e-9)
    print((1 + values[str(game.new_initial_state())]) / 2)


def main():
    models, task, *rest = sys.argv[1:]
    tasks = {
        "build": build,
        "check": check,
        "exact": lambda *words: check(*words, exact=True),
        "openspiel": openspiel,
    }
    tasks[task](models, *rest)


if __name__ == "__main__":
    # OpenSpiel goes through the states by recursion.
    sys.setrecursionlimit(10**6)
    threading.stack_size(1 << 29)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
