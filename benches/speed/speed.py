#!/usr/bin/env python3
"""Times foregone beside the field's programs and prints one table.

    python3 benches/speed/speed.py [--quick] [--program PATH]

makes a virtual environment in target/speed with stormpy and open_spiel from PyPI, builds the program,
and runs every row as a whole process, from start to exit. In brackets are the processor's seconds,
which a busy machine changes little. `--quick` leaves out what takes minutes.
The standard library alone; nothing outside target/ is written.
"""

import argparse
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "target" / "speed"
MODELS = ROOT / "models"
PEERS = Path(__file__).resolve().parent / "peers.py"
PACKAGES = ["stormpy==2.0.0", "open_spiel", "cvxpy"]
LIMIT = 1200


def model(name, constants, question, *more):
    return ["solve", MODELS / f"{name}.prism", "--const", constants, "--prop", question, *more]


PIG = '<<p1>> Pmax=? [ F "win1" ]'
DARTS = '<<pB>> Pmax=? [ F "winB" ]'
STONES = '<<p1>> Pmax=? [ F "win1" ]'


def built_in(name, *parameters):
    return ["solve", name, *(word for p in parameters for word in ("-p", p))]


# What is solved, our arguments, the peer's task or None, seconds and megabytes allowed, is it long.
ROWS = [
    ("Pig to 75, PRISM text", model("pig", "T=75", PIG), "build pig T=75", 0.7, 150, False),
    ("Pig to 100, PRISM text", model("pig", "T=100", PIG), "build pig T=100", 1.7, None, False),
    ("Darts 501, PRISM text", model("darts", "N=501,first=1", DARTS), "check darts", 2.5, 400, False),
    ("the same, exact", model("darts", "N=501,first=1", DARTS, "--exact"), "exact darts", 40, 2000, True),
    ("Stones 10^6, PRISM text", model("stones", "N=1000000", STONES), "build stones", 0.6, None, False),
    ("Two-Dice Pig to 100", built_in("two-dice-pig"), None, 6, None, False),
    ("Pig to 30", built_in("pig", "target=30"), "openspiel pig 30", None, None, True),
    ("Pig to 100, exactly", built_in("pig", "exact=true", "target=100"), None, None, None, False),
    ("Pig to 500, exactly", built_in("pig", "exact=true", "target=500"), None, None, None, True),
    ("Pig to 1000, exactly", built_in("pig", "exact=true", "target=1000"), None, 300, 12000, True),
]


def environment():
    """The Python of the virtual environment, which is made if it is not there."""
    python = PLACE / "venv" / "bin" / "python"
    if not python.exists():
        venv.create(PLACE / "venv", with_pip=True)
    done = PLACE / "packages"
    wanted = "\n".join(PACKAGES)
    if not done.exists() or done.read_text() != wanted:
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        done.write_text(wanted)
    return python


def program():
    """The program, built as it is released."""
    subprocess.run(
        ["cargo", "build", "--release", "--locked", "--package", "foregone-cli"], cwd=ROOT, check=True
    )
    target = os.environ.get("CARGO_TARGET_DIR", ROOT / "target")
    return Path(target) / "release" / "foregone"


def measure(command, alone=False):
    """Seconds, peak megabytes, last line and processor's seconds of a process; None where it fails or takes too long."""
    # Kept to one core, a program counts one core and starts no other thread.
    pin = (lambda: os.sched_setaffinity(0, {0})) if alone else None
    out = PLACE / "out"
    with out.open("wb") as sink:
        begin = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], stdout=sink,
                                   stderr=subprocess.STDOUT, preexec_fn=pin)
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            seconds = time.monotonic() - begin
            if pid:
                break
            if seconds > LIMIT:
                process.kill()
            time.sleep(0.002)
    text = out.read_text(errors="replace").strip()
    if os.waitstatus_to_exitcode(status) != 0:
        print(text[-500:], file=sys.stderr)
        return None
    spent = usage.ru_utime + usage.ru_stime
    return seconds, usage.ru_maxrss / 1000, text.splitlines()[-1] if text else "", spent


def best(runs):
    """The shortest of some runs."""
    good = [run for run in runs if run]
    return min(good) if good else None


def shown(run):
    return "failed" if run is None else f"{run[0]:.2f} ({run[3]:.2f}) s, {run[1]:.0f} MB"


def row(what, ours, peer, seconds, megabytes, long, foregone, python):
    runs = 1 if long else 3
    command = [foregone, *ours, "--quiet"]
    one = best(measure(command, alone=True) for _ in range(runs))
    all_cores = best(measure(command) for _ in range(runs))
    other = "" if peer is None else shown(measure([python, PEERS, MODELS, *peer.split()]))
    if peer and peer.startswith("build"):
        other += " (building alone)"
    allowed = ", ".join([f"{seconds} s"] * bool(seconds) + [f"{megabytes} MB"] * bool(megabytes))
    value = all_cores[2][:24] if all_cores else ""
    return f"| {what} | {shown(one)} | {shown(all_cores)} | {other} | {allowed} | {value} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    parser.add_argument("--program", type=Path, help="a program that is built already")
    chosen = parser.parse_args()
    PLACE.mkdir(parents=True, exist_ok=True)
    foregone, python = chosen.program or program(), environment()
    print("| what | one thread | all cores | Storm, OpenSpiel | allowed | value |")
    print("|---|---:|---:|---:|---:|---|")
    for what, ours, peer, seconds, megabytes, long in ROWS:
        if not (long and chosen.quick):
            print(row(what, ours, peer, seconds, megabytes, long, foregone, python), flush=True)


if __name__ == "__main__":
    main()
