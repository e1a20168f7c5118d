"""Writes the inputs of the yardsticks into a folder: python3 queries.py FOLDER

The same files every time: only `random()` of a seeded generator is drawn from, whose sequence
Python keeps from version to version.
"""

import random
import sys
from pathlib import Path


def hold():
    """1,000 of the 205,350 legal queries of Pig to exactly 75."""
    legal = [(c, h, x) for c in range(74) for h in range(74) for x in range(2, 76 - c)]
    draw = random.Random(75)
    picked = [legal[int(draw.random() * len(legal))] for _ in range(1000)]
    return [len(picked), *(f"{c} {h} {x}" for c, h, x in picked)]


def darts():
    """Every start from 501 down to 1, and the 0 that ends the input."""
    return range(501, -1, -1)


def stones():
    """10^6 heaps of 1 to 10^6 stones."""
    draw = random.Random(1000000)
    return [10**6, *(1 + int(draw.random() * 10**6) for _ in range(10**6))]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for contest in (hold, darts, stones):
        text = "".join(f"{line}\n" for line in contest())
        (folder / f"{contest.__name__}.in").write_text(text, newline="\n")
