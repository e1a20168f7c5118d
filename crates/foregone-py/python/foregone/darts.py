"""Darts: a player's own skill from recorded throws, for the game ``darts_501``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Union

from . import _foregone as native

#: Throws as text, a line ``aim hit`` or ``aim hit count`` for each, as ``"T20 S5 3"``; or tuples of
#: the same. Areas are ``S1`` to ``S20``, ``D1``…, ``T1``…, ``25``, ``bull`` and ``miss``.
Throws = Union[str, Iterable["tuple[Any, ...]"]]


@dataclass(frozen=True)
class Estimate:
    """The most likely number and its interval of 95 %; in mm, a correlation without a unit."""

    value: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Skill:
    """Where a player's darts land: a normal spread around what is aimed at.

    ``estimates`` has ``sx`` and ``sy``, the standard deviations to the sides and up, and for the
    model ``"full"`` also their correlation ``rho`` and the bias ``bx``, ``by``. As text, and so as
    the parameter ``skill`` of ``games.darts_501``, it is what the game takes: ``"17.1/20.3"``.
    """

    throws: int
    estimates: dict[str, Estimate]
    log_likelihood: float

    def __str__(self) -> str:
        return "/".join(f"{estimate.value:.2f}" for estimate in self.estimates.values())


def fit(throws: Throws, *, model: Literal["round", "axes", "full"] = "axes") -> Skill:
    """The most likely spread of whoever threw these darts, by maximum likelihood.

    ``model`` says what is estimated: one spread (``"round"``), two (``"axes"``), or two, their
    correlation and the bias (``"full"``). Raises :class:`foregone.ForegoneError`, which names the
    line that is wrong, or says that there are too few throws.
    """
    if not isinstance(throws, str):
        throws = "\n".join(" ".join(map(str, throw)) for throw in throws)
    count, likelihood, found = native.fit_throws(throws, model)
    estimates = {name: Estimate(*numbers) for name, *numbers in found}
    return Skill(count, estimates, likelihood)
