"""Files against the programs of the field, both ways: umbi and stormpy read what foregone writes, foregone reads what
they write, with the same states, choices, branches and values.

Usage: interchange.py FOREGONE MODELS. Run by `cargo xtask ci` in an environment with tests/files/requirements.txt.
Everything is written into a temporary folder. The last line says how much passed.
"""

import json
import random
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import stormpy
import umbi
from stormpy import io as storm_files

FOREGONE, MODELS = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
PASSED = 0


def check(what, found, expected):
    global PASSED
    if found != expected:
        sys.exit(f"{what}: found {found!r}, expected {expected!r}")
    PASSED += 1


def near(what, found, expected):
    global PASSED
    if abs(found - expected) > 1e-6 * max(1, abs(expected)):
        sys.exit(f"{what}: found {found!r}, expected {expected!r}")
    PASSED += 1


def foregone(*arguments, code=0):
    words = [str(FOREGONE), *map(str, arguments)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    if done.returncode != code:
        sys.exit(f"{' '.join(words)}: exit {done.returncode}, expected {code}\n{done.stdout}{done.stderr}")
    return done


def converted(source, target, *arguments):
    return json.loads(foregone("convert", source, target, "--json", *arguments).stdout)


def counts(report):
    return report["states"], report["choices"], report["branches"]


def value(path, prop):
    """Bounds of a property's value."""
    report = json.loads(foregone("solve", path, "--prop", prop, "--json").stdout)
    found = report["results"][0]["value"]
    return float(found["lower"]), float(found["upper"])


def storm_counts(model):
    return model.nr_states, model.nr_choices, model.nr_transitions


def storm_value(model, prop):
    result = stormpy.model_checking(model, stormpy.parse_property(prop))
    return float(result[model.initial_states[0]])


def rows(ats):
    """Everything about the moves of a umbi model: owner, then branches of each choice."""
    owners = ats.state_to_player
    out = []
    for state in ats.states:
        choices = [
            sorted((branch.target, Fraction(branch.prob)) for branch in choice.branches)
            for choice in ats.get_state_choices(state)
        ]
        out.append((owners[state] if owners else 0, choices))
    return out


def umbi_counts(umb):
    system = umb.index.transition_system
    return system.num_states, system.num_choices, system.num_branches


def built_in(folder):
    """Games of ours through umbi and back: exact numbers, owners, names, labels."""
    for game, *parameters in [("hold", "target=5"), ("darts", "start=5"), ("stones", "n=20"), ("pig", "target=5")]:
        given = [word for pair in parameters for word in ("-p", pair)]
        ours = folder / f"{game}.umb"
        report = converted(game, ours, *given)
        umb = umbi.umb.read(ours, strict=True)
        check(f"{game} in umbi", umbi_counts(umb), counts(report))
        check(f"{game}: players", umb.index.transition_system.num_players, 2)
        ats = umbi.ats.read(ours)
        again = folder / f"{game}-again.umb"
        umbi.ats.write(ats, again)
        back = folder / f"{game}-back.umb"
        check(f"{game} back from umbi", counts(converted(again, back)), counts(report))
        check(f"{game}: rows", rows(umbi.ats.read(back)), rows(ats))
        prop = '<<1>> Pmax=? [ F "won" ]'
        check(f"{game}: value", value(back, prop), value(ours, prop))
        check(f"{game} to DRN", "carries no owners" in foregone("convert", game, folder / "x.drn", code=2).stderr, True)


def examples(folder):
    """umbi's own random games, read and written back."""
    for seed in range(20):
        random.seed(seed)
        ats = random_game(random.Random(seed))
        theirs, ours = folder / "theirs.umb", folder / "ours.umb"
        umbi.ats.write(ats, theirs)
        report = converted(theirs, ours)
        check(f"umbi game {seed}", counts(report), umbi_counts(umbi.umb.read(theirs)))
        check(f"umbi game {seed}: rows", rows(umbi.ats.read(ours)), rows(umbi.ats.read(theirs)))


def random_game(rng):
    """A random game, decision process or chain with exact probabilities."""
    ats = umbi.ats.ExplicitAts()
    ats.time = umbi.ats.TimeType.DISCRETE
    ats.num_players = rng.choice([0, 1, 2, 3])
    if ats.num_players > 1:
        ats.player_to_name = [f"player {p}" for p in range(ats.num_players)]
    states = rng.randrange(1, 30)
    for _ in range(states):
        ats.add_state()
    ats.set_initial_states([rng.randrange(states)])
    if ats.num_players > 1:
        ats.state_to_player = [rng.randrange(ats.num_players) for _ in range(states)]
    for state in range(states):
        for _ in range(rng.randrange(1, 4) if ats.num_players else 1):
            choice = ats.add_state_choice(state=state)
            targets = rng.sample(range(states), rng.randrange(1, min(states, 4) + 1))
            weights = [rng.randrange(1, 9) for _ in targets]
            for target, weight in zip(targets, weights):
                choice.add_branch(target=target, prob=Fraction(weight, sum(weights)))
    return ats


def model(rng):
    """A random decision process or chain in the PRISM language, with labels and rewards."""
    chain, states = rng.random() < 0.4, rng.randrange(3, 12)
    lines = ["dtmc" if chain else "mdp", "module m", f"  s : [0..{states - 1}] init 0;", "  b : bool init false;"]
    for state in range(states):
        for number in range(1 if chain else rng.randrange(1, 4)):
            weights = [rng.randrange(1, 6) for _ in range(rng.randrange(1, 4))]
            branches = [
                f"{weight}/{sum(weights)} : (s'={rng.randrange(states)}) & (b'={rng.choice(['true', 'false', 'b'])})"
                for weight in weights
            ]
            lines.append(f"  [a{number}] s={state} -> {' + '.join(branches)};")
    lines += ["endmodule", f'label "goal" = s>={states - 1} | b & s={rng.randrange(states)};']
    lines += ['rewards "time" true : 1; endrewards', f'rewards "cost" [a0] s>{rng.randrange(states)} : 1/3; b : 2; endrewards']
    return "\n".join(lines), chain


def random_models(folder, count):
    """Our PRISM models against Storm's, in every format, both ways."""
    rng = random.Random(1)
    for number in range(count):
        text, chain = model(rng)
        source = folder / "m.prism"
        source.write_text(text)
        program = stormpy.parse_prism_program(str(source))
        options = stormpy.BuilderOptions()
        options.set_build_all_labels()
        options.set_build_all_reward_models()
        options.set_build_choice_labels(True)
        theirs = stormpy.build_model(program, options=options)
        if theirs.labeling.get_states("goal").get_number_of_set_bits() == 0:
            continue  # DRN does not know labels without states
        exact = stormpy.build_model[stormpy.Rational](program, options=options)
        storm_files.export_to_umb(theirs, str(folder / "storm.umb"))
        storm_files.export_to_drn(theirs, str(folder / "storm.drn"))
        storm_files.export_to_drn(exact, str(folder / "exact.drn"))
        what = f"model {number}"
        for target in ["ours.umb", "ours.drn", "ours.tra"]:
            check(f"{what}: {target}", counts(converted(source, folder / target)), storm_counts(theirs))
        for name in ["storm.umb", "storm.drn", "exact.drn"]:
            for target in ["read.umb", "read.drn", "read.tra"]:
                found = counts(converted(folder / name, folder / target))
                check(f"{what}: {name} to {target}", found, storm_counts(theirs))
        read = [
            stormpy.build_model_from_umb(str(folder / "ours.umb")),
            stormpy.build_model_from_drn(str(folder / "ours.drn")),
            stormpy.build_model_from_umb(str(folder / "read.umb")),
            stormpy.build_model_from_drn(str(folder / "read.drn")),
        ]
        check(f"{what}: umbi", umbi_counts(umbi.umb.read(folder / "ours.umb", strict=True)), storm_counts(theirs))
        for storm in read:
            check(f"{what}: back in Storm", storm_counts(storm), storm_counts(theirs))
            labels = set(theirs.labeling.get_labels()) - {"deadlock"}
            check(f"{what}: labels", labels <= set(storm.labeling.get_labels()), True)
            check(f"{what}: rewards", set(storm.reward_models), set(theirs.reward_models))
        for prop in properties(chain):
            expected = storm_value(theirs, prop)
            for storm in read:
                near(f"{what}: {prop} in Storm", storm_value(storm, prop), expected)
            for name in ["ours.umb", "storm.umb", "ours.drn", "exact.drn", "ours.tra"]:
                lower, upper = value(folder / name, prop)
                if expected == float("inf"):
                    check(f"{what}: {prop} of {name}", lower, expected)
                else:
                    near(f"{what}: {prop} of {name}", (lower + upper) / 2, expected)


def properties(chain):
    if chain:
        return ['P=? [ F "goal" ]', 'R{"cost"}=? [ C<=7 ]']
    return ['Pmax=? [ F "goal" ]', 'Pmin=? [ F<=4 "goal" ]', 'R{"time"}min=? [ F "goal" ]']


def games(folder):
    """Storm builds games and writes them as UMB; owners and players arrive."""
    program = stormpy.parse_prism_program(str(MODELS / "piglet.prism"))
    undefined = [constant.name for constant in program.constants if not constant.defined]
    program = stormpy.instantiate_constants(program, {name: 4 for name in undefined})[0] if undefined else program
    options = stormpy.BuilderOptions()
    options.set_build_all_labels()
    theirs = stormpy.build_model(program, options=options)
    storm_files.export_to_umb(theirs, str(folder / "game.umb"))
    report = converted(folder / "game.umb", folder / "game-ours.umb")
    check("Storm's game", counts(report), storm_counts(theirs))
    check("Storm's game: kind", report["kind"], "game")
    ours, storms = umbi.ats.read(folder / "game-ours.umb"), umbi.ats.read(folder / "game.umb")
    check("Storm's game: owners", [row[0] for row in rows(ours)], [row[0] for row in rows(storms)])
    back = stormpy.build_model_from_umb(str(folder / "game-ours.umb"))
    check("Storm's game back", storm_counts(back), storm_counts(theirs))
    storm_files.export_to_drn(theirs, str(folder / "game.drn"))
    refused = foregone("convert", folder / "game.drn", folder / "x.umb", code=2).stderr
    check("Storm's game as DRN", "carries no owners" in refused, True)


def main():
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 25
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built_in(folder)
        examples(folder)
        games(folder)
        random_models(folder, count)
    print(f"test result: ok. {PASSED} passed; 0 failed")


main()
