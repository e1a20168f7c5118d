"""Random models beside Storm: the same counts, and values that lie in our bounds.

Usage: models.py PROGRAM SEED COUNT
PROGRAM is the program `foregone`; needs stormpy. Prints one line for each difference and a summary
at the end; the exit code is 1 where there is a difference.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import stormpy

SLACK = 1e-6
"""How far Storm's iterated values may lie outside our bounds, absolutely and relatively."""


class Writer:
    """Writes models with synchronisation, renaming, formulas and rewards."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def integer(self, names, depth=0):
        if depth > 2 or self.random.random() < 0.35:
            return self.random.choice(names + [str(self.random.randint(0, 3)), "K"])
        a, b = self.integer(names, depth + 1), self.integer(names, depth + 1)
        test = self.condition(names, [], depth + 1)
        forms = [f"({a}+{b})", f"({a}-{b})", f"min({a},{b})", f"max({a},{b})", f"({test}?{a}:{b})"]
        forms += [f"floor({a}/2)", f"mod(({a})+99,3)", f"ceil({a}*0.5)"]
        return self.random.choice(forms)

    def condition(self, names, truths, depth=0):
        if truths and self.random.random() < 0.2:
            return self.random.choice(truths)
        if depth > 2 or self.random.random() < 0.6:
            sign = self.random.choice(["<", "<=", "=", "!=", ">", ">="])
            return f"({self.integer(names, depth + 1)}{sign}{self.integer(names, depth + 1)})"
        a = self.condition(names, truths, depth + 1)
        b = self.condition(names, truths, depth + 1)
        return self.random.choice([f"({a}&{b})", f"({a}|{b})", f"!{a}", f"({a}=>{b})"])

    def weights(self):
        forms = ["1", "1/3 2/3", "0.25 0.75", "1/2 1/4 1/4", "0 1", "p 1-p", "x0/4+1/4 3/4-x0/4"]
        return self.random.choice(forms).split()

    def command(self, own, names, truths):
        action = self.random.choice(["", "", "a", "b", "c"])
        guard = self.condition(names, truths)
        if self.random.random() < 0.5:
            guard = f"x{own}={self.random.randint(0, 2)} & {guard}"
        updates = []
        for weight in self.weights():
            new = []
            if self.random.random() < 0.8:
                new.append(f"(x{own}'=max(0,min(2,{self.integer(names)})))")
            if self.random.random() < 0.4:
                new.append(f"(b{own}'={self.condition([f'x{own}'], [f'b{own}'])})")
            updates.append(f"{weight} : {' & '.join(new) or 'true'}")
        return f"  [{action}] {guard} -> {' + '.join(updates)};\n"

    def model(self):
        kind, count = self.random.choice(["mdp", "dtmc"]), self.random.randint(1, 3)
        names = [f"x{i}" for i in range(count)] + ["f0"]
        truths = [f"b{i}" for i in range(count)] + ["g0"]
        copied = self.random.random() < 0.5
        text = f"{kind}\nconst int K=2; const double p=0.3;\n"
        text += "formula f0 = x0+1; formula g0 = b0 | x0>1;\n"
        for i in range(count):
            alone = copied and i == count - 1
            seen = ([f"x{i}", "f0"], [f"b{i}"]) if alone else (names, truths)
            lines = [self.command(i, *seen) for _ in range(self.random.randint(1, 4))]
            text += f"module m{i}\n  x{i} : [0..2] init {self.random.randint(0, 2)};\n"
            text += f"  b{i} : bool;\n{''.join(lines)}endmodule\n"
        if copied:
            last, action = count - 1, self.random.choice(["a", "b", "d"])
            text += f"module copy = m{last} [x{last}=y, b{last}=c{last}, a={action}] endmodule\n"
        if self.random.random() < 0.7:
            text += "module idle w : bool; [] true -> (w'=!w); endmodule\n"
        rewards = [f"  {self.condition(names, truths)} : {self.random.randint(0, 3)};\n"]
        rewards += ["  [a] true : x0/2;\n"] if "[a]" in text else []
        rewards += ["  [] b0 : 1;\n"]
        return kind, text + f'rewards "r"\n{"".join(rewards)}endrewards\n'

    def properties(self, kind, text):
        goal = self.random.choice(["x0=2", "b0", "x0=1 & !b0", "x0=0"])
        end = "=?" if kind == "dtmc" else self.random.choice(["max=?", "min=?"])
        bound = self.random.choice(["", "<=3", "<=7"])
        asked = [f"P{end} [ F{bound} {goal} ]", f"P{end} [ x0!=1 U {goal} ]"]
        asked.append(f'R{{"r"}}{end} [ F {goal} ]')
        # Storm gives no state rewards where nothing can be done; PRISM does, and so do we.
        return asked + ([f'R{{"r"}}{end} [ C<=5 ]'] if "idle" in text else [])


def storm(path, properties):
    """Counts of states, choices and branches, and the values; or the text of an error."""
    try:
        program = stormpy.parse_prism_program(str(path))
        formulas = stormpy.parse_properties(";".join(properties), program)
        model = stormpy.build_model(program, formulas)
        environment = stormpy.Environment()
        environment.solver().force_soundness = True
        initial = model.initial_states[0]
        values = [
            stormpy.model_checking(model, f, environment=environment).get_value(initial) for f in formulas
        ]
        plain = stormpy.build_model(program)
        return (plain.nr_states, plain.nr_choices, plain.nr_transitions), values
    except RuntimeError as error:
        return str(error), []


def ours(program, path, properties):
    """The same of our program, with bounds for values."""
    asked = [word for text in properties for word in ("--prop", text)]
    done = subprocess.run(
        [program, "solve", path, "--json", "-q", *asked], capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1):
        return done.stderr, []
    answer = json.loads(done.stdout)
    counts = tuple(answer[name] for name in ("states", "choices", "branches"))
    return counts, [result["value"] for result in answer["results"]]


def within(value, bounds):
    lower, upper = (float(bounds[side]) for side in ("lower", "upper"))
    slack = SLACK * max(1.0, abs(value)) if value != float("inf") else 0.0
    return lower - slack <= value <= upper + slack


def compare(program, folder, writer, number):
    """What differs for one more random model, as a list of texts; or None where both refuse it."""
    kind, text = writer.model()
    properties = writer.properties(kind, text)
    path = folder / f"{number}.prism"
    path.write_text(text)
    (theirs, values), (mine, bounds) = storm(path, properties), ours(program, path, properties)
    if isinstance(theirs, str) and isinstance(mine, str):
        return None
    if theirs != mine:
        return [f"{theirs!r} there, {mine!r} here\n{text}"]
    pairs = zip(properties, values, bounds)
    return [
        f"{text}\n{asked}: {value} there, {bound} here"
        for asked, value, bound in pairs
        if not within(value, bound)
    ]


def main():
    program, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    writer, same, refused, differences = Writer(seed), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            found = compare(program, pathlib.Path(folder), writer, number)
            refused += found is None
            same += found == []
            differences += bool(found)
            print(*(found or []), sep="\n", end="\n" if found else "")
    print(f"| random models beside Storm | {count:,}, of which {refused} are refused by both |")
    word = "FAILED" if differences else "ok"
    print(f"test result: {word}. {same} passed; {differences} failed")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
