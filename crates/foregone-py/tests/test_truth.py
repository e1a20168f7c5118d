"""Published and known values through Python: built-in games, heap rules, games written here.

Beside each value stands where it comes from. Values without a source were computed by programs that
share nothing with this one.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import foregone
import pytest
from foregone import games


@pytest.mark.parametrize(
    ("game", "truth"),
    [
        # Neller and Presser, Optimal Play of the Dice Game Pig, UMAP J. 25(1), 2004, has 4/7.
        (games.piglet(target=2), Fraction(4, 7)),
        (games.piglet(target=3), Fraction(6, 11)),
        (games.piglet(target=6), Fraction(275848876, 521145625)),
        # SWERC 'Darts', the official sample.
        (games.darts(start=5), Fraction(3, 22)),
        # The gambler's ruin, classical.
        (games.gambler(p="2/5", goal=5, start=3, most=1), Fraction(76, 211)),
        # Osborne, Markov Chains for the RISK Board Game Revisited, 2003: one throw decides.
        (games.risk(attackers=1, defenders="1"), Fraction(15, 36)),
        # The secretary problem, classical.
        (games.secretary(n=3), Fraction(1, 2)),
        (games.secretary(n=4), Fraction(11, 24)),
        (games.secretary(n=5), Fraction(13, 30)),
        (games.backgammon_race(mover="6/5", other="6/5"), Fraction(105030049, 136048896)),
        # Stopping on the last roll of a die, classical.
        (games.last_roll(rolls=1), Fraction(7, 2)),
        (games.last_roll(rolls=2), Fraction(17, 4)),
        (games.last_roll(rolls=3), Fraction(14, 3)),
        (games.last_roll(rolls=4), Fraction(89, 18)),
        (games.backgammon_race(mover="6/6", alone=True), Fraction(49213, 23328)),
        (games.backgammon_race(mover="5/5", alone=True), Fraction(22331, 11664)),
    ],
    ids=repr,
)
def test_fractions(game: foregone.Game, truth: Fraction) -> None:
    assert foregone.solve(game, exact=True).value.exact == truth


@pytest.mark.parametrize(
    ("game", "truth"),
    [
        (games.pig(target=10), 0.709424322598303),
        (games.pig(target=25), 0.588109237294172),
        (games.pig(target=75), 0.535514408707252),
        (games.pig_solitaire(target=100), 12.545232351955452),
        # The Hog project of Berkeley's CS 61A as it was first set.
        (
            games.hog(target=100, dice=10, one=1, free=True, wild=7, swap=True),
            0.500272882365,
        ),
        # SWERC 'Darts', the official sample.
        (games.darts(start=100), 0.072504908290),
        # Althoen, King and Schilling, How Long Is a Game of Snakes and Ladders, 1993: 39.2.
        (games.chutes(), 39.225122308235),
        # Gilbert and Mosteller, Recognizing the Maximum of a Sequence, 1966.
        (games.secretary(n=10), 0.3986904762),
        (games.secretary(n=100), 0.371042778713),
        (games.shut_the_box(tiles=9), 0.0976137161704307),
        # Sutton and Barto, Reinforcement Learning, Example 4.3.
        (games.gambler(p="0.4", goal=100), 0.4),
        (games.gambler(p="9/19", goal=20, start=10, most=1), 0.258533412956573),
    ],
    ids=repr,
)
def test_decimals(game: foregone.Game, truth: float) -> None:
    value = foregone.solve(game).value
    slack = 1e-9 if truth < 1 else 1e-7
    assert value.lower - slack <= truth <= value.upper + slack
    assert value.width <= 1e-8


def test_amounts_have_units_moves_and_checks() -> None:
    solution = foregone.solve(games.pig_solitaire(target=20))
    assert solution.unit == "turns" and solution.explored.unit == "turns"
    assert "turns" in repr(solution) and "turns expected" in solution._repr_html_()
    roll, hold = solution.moves("10 5")
    assert {roll.name, hold.name} == {"roll", "hold"}
    best = min((roll, hold), key=lambda move: float(move.value))
    assert best.best and solution.best_move("10 5") == best.name
    assert float(best.value) == pytest.approx(float(solution["10 5"]), abs=1e-8)
    assert solution.check()
    frame = solution.to_pandas()
    assert list(frame.columns) == ["score", "x", "turn", "lower", "upper", "best"]
    worse = solution.evaluate(solution.policy({"0 2": "hold"}))
    assert worse.unit == "turns" and worse.value.lower >= solution.value.lower
    assert foregone.solve(games.pig(target=10)).unit is None


def test_the_landscape_of_pig_at_41_to_49() -> None:
    # possiblywrong.wordpress.com, Pig puzzle solution, 2014: hold from 22 to 26, roll at 27.
    solution = foregone.solve(games.pig(target=100))
    # Neller and Presser, 2004: 0.5306.
    assert solution.value.lower - 1e-12 <= 0.530592725273747 <= solution.value.upper + 1e-12
    holds = [k for k in range(2, 29) if solution.best_move(f"41 49 {k}") == "hold"]
    assert holds == [22, 23, 24, 25, 26, 28]


@pytest.mark.parametrize(
    ("game", "states", "result"),
    [
        (games.tic_tac_toe(), 5478, "drawn"),
        (games.tic_tac_toe(misere=True), None, "drawn"),
        # J. Tromp, Connect Four playground.
        (games.connect_four(width=4, height=4), 161029, "drawn"),
        # Berlekamp, Conway and Guy, Winning Ways, chapter 22.
        (games.dodgem(size=3), 1963, "won"),
    ],
    ids=repr,
)
def test_games_without_chance(game: foregone.Game, states: int | None, result: str) -> None:
    solution = foregone.solve(game)
    assert solution.value.result == result
    assert states is None or len(solution) == states


@pytest.mark.parametrize(
    ("rows", "cols", "nimber"), [(2, 4, 0), (2, 5, 1), (3, 3, 0), (3, 4, 1), (4, 4, 0), (1, 5, 0)]
)
def test_cram(rows: int, cols: int, nimber: int) -> None:
    # Winning Ways, chapter 15.
    explored = foregone.explore(games.cram(rows=rows, cols=cols))
    assert explored.nimber(explored.starts[0]) == nimber


def test_wythoff() -> None:
    # W. A. Wythoff, A modification of the game of nim, 1907.
    cold = [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (11, 18), (12, 20)]
    explored = foregone.explore(games.wythoff(a=12, b=20))
    for piles, nimber in zip(explored.columns()["piles"], explored.nimbers()):
        a, b = sorted(map(int, piles.split("/")))
        assert (nimber == 0) == ((a, b) in cold), (a, b)
    with pytest.raises(foregone.ForegoneError, match="only impartial games have nimbers"):
        foregone.explore(games.tic_tac_toe()).nimbers()


#: Code, period, first index from which it is periodic. Winning Ways, chapter 4; OEIS A002186,
#: A071434, A071435, A071452; Austin 1976; A. Flammenkamp's table of octal games.
OCTAL = [
    ("0.77", 12, 71), ("0.137", 34, 52), ("0.15", 10, 1), ("0.165", 1550, 5181),
    ("0.055", 148, 259), ("0.177", 20, 497), ("0.1377", 24, 141), ("0.11377", 32, 187),
    ("0.17", 34, 33), ("0.53", 9, 11), ("0.52", 4, 4), ("0.57", 4, 1),
]  # fmt: skip
#: Taking, period, first index from which it is periodic.
TAKING = [
    ("1,3,4", 7, 0), ("2,5,7", 22, 0), ("3,5,8", 11, 0), ("3,4,9", 13, 0), ("2,6,7", 13, 0),
    ("1,5,8", 13, 0), ("1,6,7", 12, 0), ("3,7,8", 5, 11), ("1,2,8", 3, 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "period", "preperiod"), OCTAL + [(f"take {t}", p, f) for t, p, f in TAKING]
)
def test_periods_are_proved(rule: str, period: int, preperiod: int) -> None:
    heap = foregone.heap(rule)
    assert (heap.period, heap.preperiod) == (period, preperiod)
    assert heap.proved and heap.unproved is None
    assert heap.proof().startswith("foregone")
    far = preperiod + 10**40 * period
    assert heap.at(far + 3).nimber == heap.at(preperiod + 3 + period).nimber


def test_sequences() -> None:
    # OEIS A002186, A002188.
    kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
    assert list(foregone.heap("0.77", terms=24).sequence) == kayles
    grundy = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4"
    heap = foregone.heap("split unequal", terms=40)
    assert " ".join(map(str, heap.sequence)) == grundy
    assert heap.proved is None and heap.unproved
    with pytest.raises(foregone.SolveError, match="there is no proof"):
        heap.proof()
    # Project Euler 306: strips of 1 to 50 squares that the first player wins.
    strip = foregone.heap("0.07", terms=51)
    assert sum(term != 0 for term in strip.sequence[1:]) == 40


def test_misere() -> None:
    grundy = foregone.heap("split unequal", terms=19, misere=True)
    lost = [n for n, term in enumerate(grundy.sequence) if term == "lost"]
    assert lost == list(range(3, 19, 3))
    dawson = foregone.heap("0.07", terms=23, misere=True)
    lost = [n for n, term in enumerate(dawson.sequence) if term == "lost"]
    assert lost == [2, 3, 7, 8, 12, 16, 17, 21, 22]
    nim = foregone.heap("take any", misere=True)
    # HDU 1907, the official sample.
    assert nim.won(3, 5, 1) and not nim.won(1)


def test_stones_of_any_number() -> None:
    stones = foregone.heap("odd: take 1; even: take 1 or half")
    # Lost are 2 and the odd numbers from 5 on.
    assert [n for n in range(1, 12) if stones.at(n).outcome == "lost"] == [2, 5, 7, 9, 11]
    assert stones.at(10**5000 + 1).outcome == "lost"
    assert stones.at(10**30 + 58).moves == ("take 1", "half")


@pytest.mark.parametrize(
    ("rule", "heaps", "won"),
    [
        # HDU 1536, the official sample; AtCoder Educational DP Contest K; CSES 2207.
        ("take 2,5", (5, 12), False), ("take 2,5", (2, 4, 7), True), ("take 2,5", (2, 3, 7, 12), True),
        ("take 1 to 5", (5, 12), True), ("take 1 to 5", (2, 4, 7), True),
        ("take 1 to 5", (2, 3, 7, 12), False),
        ("take 2,3", (4,), True), ("take 2,3", (5,), False), ("take 1", (100000,), False),
        ("split unequal", (6,), True), ("split unequal", (7,), False), ("split unequal", (8,), True),
    ],
)  # fmt: skip
def test_several_heaps(rule: str, heaps: tuple[int, ...], won: bool) -> None:
    assert foregone.heap(rule).won(*heaps) is won


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("0.77x",), "column 5: 'x' is not a digit of a code"),
        (("take",), "column 5: expected a number to take"),
        (("",), "column 1: expected take, half"),
        (("take 0",), "column 6: a number to take lies between 1 and"),
    ],
)
def test_rules_that_are_none(arguments: tuple[str], text: str) -> None:
    with pytest.raises(foregone.ForegoneError) as caught:
        foregone.heap(*arguments)
    assert text in str(caught.value)
    kayles = foregone.heap("0.77")
    with pytest.raises(foregone.ForegoneError, match="at least 0"):
        kayles.at(-1)


# Games written in Python.


def princess(white: int, black: int) -> foregone.WrittenGame:
    """Codeforces 148D: princess and dragon draw mice; one escapes after each draw of the dragon."""

    def turn(at: tuple[int, int, int]) -> int | foregone.Over:
        w, b, _ = at
        return foregone.over(int(w < 0)) if w <= 0 or b < 0 else 0

    def moves(at: tuple[int, int, int]) -> list[tuple[str, Any]]:
        w, b, who = at
        if who == 0:
            return [("draw", [(w, (-1, 0, 0)), *([(b, (w, b - 1, 1))] if b else [])])]
        falls: list[tuple[Fraction, Any]] = [(Fraction(w, w + b), (0, 0, 0))]
        if b:
            rest = w + b - 1
            black = Fraction(b, w + b)
            if rest == 0:
                return [("draw", [*falls, (black, (w, b - 1, 0))])]
            falls.append((black * Fraction(w, rest), (w - 1, b - 1, 0)))
            if b > 1:
                falls.append((black * Fraction(b - 1, rest), (w, b - 2, 0)))
        return [("draw", falls)]

    return foregone.game((white, black, 0), turn, moves)


def nim_race(goal: int) -> foregone.WrittenGame:
    """HDU 1517: multiply by 2 to 9; who comes to the goal first wins."""
    return foregone.game(
        (1, 0),
        lambda at: foregone.over(at[1]) if at[0] >= goal else at[1],
        lambda at: [(f"x{k}", (at[0] * k, 1 - at[1])) for k in range(2, 10)],
    )


def thirty_one(played: str) -> foregone.WrittenGame:
    """Canadian Computing Competition 2000, '31': four each of 1 to 6, the sum at most 31."""
    left = tuple(4 - played.count(str(card)) for card in range(1, 7))
    total = sum(map(int, played))

    def moves(at: Any) -> list[tuple[str, Any]]:
        left, total, who = at
        fits = [card for card in range(1, 7) if left[card - 1] and total + card <= 31]
        return [
            (str(c), (tuple(n - (k == c - 1) for k, n in enumerate(left)), total + c, 1 - who))
            for c in fits
        ]

    def turn(at: Any) -> int | foregone.Over:
        return int(at[2]) if moves(at) else foregone.over(at[2])

    return foregone.game((left, total, len(played) % 2), turn, moves)


def best_stones(total: int, takes: list[int]) -> foregone.WrittenGame:
    """AtCoder ABC 270 D: what the first player takes, as a payoff."""
    return foregone.game(
        (total, 0, 0),
        lambda at: foregone.over(at[2]) if at[0] < min(takes) else at[1],
        lambda at: [
            (str(k), (at[0] - k, 1 - at[1], at[2] + (k if at[1] == 0 else 0)))
            for k in takes
            if k <= at[0]
        ],
    )


def throws(points: int, left: int, short: int, long: int) -> foregone.WrittenGame:
    """TopCoder SRM 318: two or three points a throw, with chances in percent."""

    def moves(at: tuple[int, int]) -> list[tuple[str, Any]]:
        points, left = at
        kinds = [("short", 2, short), ("long", 3, long)]
        return [
            (name, [(Fraction(p, 100), (points - n, left - 1)), (1 - Fraction(p, 100), (points, left - 1))])
            for name, n, p in kinds
        ]

    def turn(at: tuple[int, int]) -> int | foregone.Over:
        return foregone.over(int(at[0] <= 0)) if at[1] == 0 or at[0] <= 0 else 0

    return foregone.game((points, left), turn, moves)


@pytest.mark.parametrize(
    ("game", "objective", "truth"),
    [
        (princess(1, 3), None, Fraction(1, 2)),
        (princess(5, 5), None, 0.658730159),
        (nim_race(162), None, Fraction(1)),
        (nim_race(17), None, Fraction(0)),
        (thirty_one("356656"), None, Fraction(0)),
        (thirty_one("35665"), None, Fraction(0)),
        (thirty_one("3566"), None, Fraction(1)),
        (thirty_one("552525"), None, Fraction(1)),
        (best_stones(10, [1, 4]), foregone.payoff(infinite="never"), Fraction(5)),
        (best_stones(11, [1, 2, 3, 6]), foregone.payoff(infinite="never"), Fraction(8)),
        (throws(5, 2, 50, 25), None, Fraction(1, 8)),
        (throws(6, 3, 90, 20), None, 0.733),
    ],
)
def test_written_games(
    game: foregone.WrittenGame, objective: foregone.Objective | None, truth: Fraction | float
) -> None:
    value = foregone.solve(game, objective, exact=True).value.exact
    assert value is not None
    assert value == truth if isinstance(truth, Fraction) else abs(value - truth) < 6e-4


def test_candies() -> None:
    # HDU 1204, the official sample: 50 against 50, even chances.
    game = foregone.game(
        50,
        lambda at: foregone.over(int(at == 100)) if at in (0, 100) else 0,
        lambda at: {"round": {at - 1: Fraction(1, 4), at: Fraction(1, 2), at + 1: Fraction(1, 4)}},
    )
    assert foregone.solve(game, exact=True).value.exact == Fraction(1, 2)


def nimbers(moves: Callable[[Any], list[Any]], start: Any) -> foregone.Explored:
    """An impartial game: nobody can be told from the other, and who cannot move loses."""
    return foregone.explore(
        foregone.game(
            start,
            lambda at: 0 if moves(at) else foregone.over(0),
            lambda at: [(str(to), to) for to in moves(at)],
        )
    )


def test_nimbers_of_written_games() -> None:
    # LightOJ 1296: remove 1 to half. g(even) = half of it, g(odd) = g(half of it).
    halves = nimbers(lambda n: [n - k for k in range(1, n // 2 + 1)], 40)
    assert [halves.nimber(n) for n in (1, 2, 3, 4, 5, 10, 40)] == [0, 1, 0, 2, 1, 5, 20]
    # CSES 1729, the sample: piles of 1 to 10, taking 1, 3 or 4.
    pile = nimbers(lambda n: [n - k for k in (1, 3, 4) if k <= n], 10)
    assert "".join("W" if pile.nimber(n) else "L" for n in range(1, 11)) == "WLWWWWLWLW"

    # Nim with one pass that is not for the last heap's end.
    def passing(at: tuple[int, bool]) -> list[tuple[int, bool]]:
        n, free = at
        return [*((k, free) for k in range(n)), *([(n, False)] if free and n else [])]

    one = nimbers(passing, (10, True))
    assert [one.nimber((n, True)) for n in range(1, 11)] == [2, 1, 4, 3, 6, 5, 8, 7, 10, 9]


def test_loopy_nimbers() -> None:
    # From a to b and back, or from b to an end: who is at b wins, and a is lost for the mover only
    # if nothing else is there; here a may also wait at itself, so it is loopy.
    ring = {"a": ["a", "b"], "b": ["end"], "end": []}
    explored = nimbers(lambda at: ring[at], "a")
    assert explored.nimber("b") == 1 and explored.nimber("end") == 0
    assert explored.nimber("a") == frozenset({1})
    assert list(explored.nimbers()) == [-1 if at == "a" else explored.nimber(at) for at in map(explored.state, range(3))]


def test_infinite_play() -> None:
    # Codeforces 787C, the official sample: n = 5, Rick {3, 2}, Morty {1, 2, 3}.
    sets = [(3, 2), (1, 2, 3)]
    everywhere = [(cell, who) for cell in range(1, 5) for who in (0, 1)]
    game = foregone.game(
        everywhere,
        lambda at: at[1] if at[0] else foregone.over(at[1]),
        lambda at: [(str(k), ((at[0] + k) % 5, 1 - at[1])) for k in sets[at[1]]],
    )
    solution = foregone.solve(game, foregone.outcome())
    rick = [solution[cell, 0].result for cell in range(1, 5)]
    morty = [solution[cell, 1].result for cell in range(1, 5)]
    assert rick == ["lost", "won", "won", "drawn"]
    # Results are Max's, that is Rick's.
    assert morty == ["drawn", "lost", "lost", "lost"]


# Small stochastic games from the tests of PRISM-games, as arrays or written here.


def bounded_chain() -> foregone.Explored:
    """step-bounded.prism: p1 at even numbers, p2 at odd ones."""

    def moves(s: int) -> list[tuple[str, Any]]:
        on = min(s + 1, 5)
        if s % 2:
            return [("go", on), ("try", {on: Fraction(1, 2), "T": Fraction(1, 2)})]
        half = Fraction(1, 2 * (s + 1))
        pairs = [(1 - 2 * half, "T"), (half, on), (half, s)]
        return [("go", on), ("try", [pair for pair in pairs if pair[0]])]

    turn = lambda s: foregone.over(1) if s == "T" else s % 2  # noqa: E731
    return foregone.explore(foregone.game(0, turn, moves, players=["p1", "p2"]))


def test_steps_of_a_stochastic_game() -> None:
    explored = bounded_chain()
    reach = foregone.solve(explored, foregone.reach(["T"], max="p1"), exact=True)
    assert reach.value.exact == Fraction(44, 45)
    least = "0 0 1/4 3/8 9/16 21/32 49/64 109/128 233/256 485/512 993/1024"
    for within, truth in enumerate(map(Fraction, least.split())):
        asked = foregone.reach(["T"], max="p2", within=within)
        solution = foregone.solve(explored, asked, exact=True)
        assert solution.value.exact == truth
        assert solution.check()


def test_a_stochastic_game_with_end_components() -> None:
    # PRISM-games, issue 18. tri owns 0, 1, 3, 8; cir 2; sqr 4, 6, 7.
    half, third = Fraction(1, 2), Fraction(1, 3)
    table: dict[int, tuple[int, list[Any]]] = {
        0: (0, [{0: half, 1: half}]),
        1: (0, [{2: half, 5: half}, 4]),
        2: (1, [3]),
        4: (1, [4, 7, {5: third, 8: third, 6: third}]),
        6: (1, [9, {2: half, 3: half}, {4: half, 7: half}]),
        7: (1, [{6: third, 8: third, 9: third}]),
        8: (0, [{4: half, 7: half}]),
    }
    game = foregone.game(
        list(range(10)),
        lambda s: table[s][0] if s in table else foregone.over(int(s == 3)),
        lambda s: [(str(k), to) for k, to in enumerate(table[s][1])],
    )
    solution = foregone.solve(game, foregone.payoff(max=1), exact=True)
    truth = [half, half, 1, 1, half, 0, 1, half, half, 0]
    assert [solution[s].exact for s in range(10)] == truth
