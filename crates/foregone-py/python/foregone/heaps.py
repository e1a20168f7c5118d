"""Heap games by their rules: nim-sequences, periods, and proofs for every heap."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Union

from . import _foregone as native
from ._progress import Progress, shown

#: A term of a sequence: a nimber, or ``"won"`` or ``"lost"`` for the mover.
Term = Union[int, str]


@dataclass(frozen=True)
class OneHeap:
    """What is known of one heap.

    ``outcome`` is ``"won"`` or ``"lost"`` for the mover, ``nimber`` its nimber in normal play where
    that is known. ``moves`` are moves that win, all of them where ``complete`` is True; in misère
    play they are not listed.
    """

    n: int
    outcome: str
    nimber: int | None
    moves: tuple[str, ...]
    complete: bool


@dataclass(frozen=True)
class Heap:
    """A heap game and what is proved of all its heaps; made by :func:`heap`.

    ``measure`` says what the ``sequence`` holds, from heap 0 on: ``"nimber"``, ``"outcome"`` or
    ``"misere outcome"``. From index ``preperiod`` on it repeats with ``period``, each time adding
    ``saltus``; ``proved`` names the theorem, whose proof the judge has checked. All four are None
    where nothing is proved of every heap, and ``unproved`` says why. ``terms`` is how many were
    computed. ``quotient`` is the misère quotient, as a dict, where one was found.
    """

    rule: str
    measure: str
    sequence: tuple[Term, ...] = field(repr=False)
    preperiod: int | None
    period: int | None
    saltus: int | None
    proved: str | None
    unproved: str | None
    terms: int
    quotient: dict[str, Any] | None = field(repr=False)
    _inner: native.Heap = field(repr=False, compare=False)

    def at(self, n: int, *, progress: bool | Progress = False) -> OneHeap:
        """One heap of any size, by the table or by the proof.

        Raises :class:`foregone.SolveError` where neither reaches so far.
        """
        with shown(progress) as call:
            found = self._inner.at(n, call)
        moves = tuple(found["moves"])
        return OneHeap(int(n), found["outcome"], found["nimber"], moves, found["complete"])

    def won(self, *heaps: int, progress: bool | Progress = False) -> bool:
        """True where whoever is to move wins with these heaps: ``won(3, 5, 1)``."""
        with shown(progress) as call:
            return self._inner.won(list(heaps), call)

    def proof(self) -> str:
        """The judged proof, in the form that ``foregone check`` reads."""
        return self._inner.proof()


def heap(
    rule: str, *, terms: int = 40, misere: bool = False, progress: bool | Progress = False
) -> Heap:
    """Analyses a heap game.

    ``rule`` is an octal or hexadecimal code (``"0.77"``) or words: ``"take 1,3,4"``, ``"take any
    but 2"``, ``"split unequal"``, ``"odd: take 1; even: take 1 or half"``. ``terms`` is how long
    ``sequence`` should be; with ``misere`` who cannot move wins.

    Raises :class:`foregone.ForegoneError`, which shows the place of what is wrong with the rule.
    """
    if not 1 <= terms <= 100_000_000:
        raise ValueError(f"terms={terms}: it is from 1 to 100,000,000")
    with shown(progress) as call:
        inner, facts = native.heap(rule, terms, misere, call)
    return Heap(**{**facts, "sequence": tuple(facts["sequence"])}, _inner=inner)
