"""Progress of long work: a tqdm bar, or a function of one's own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: Called about twenty times a second with what is under way (``"exploring"``, ``"solving"``,
#: ``"judging"``), how much is done, and of how much, or None where that is not known.
Progress = Callable[[str, int, "int | None"], None]


@contextmanager
def shown(progress: bool | Progress) -> Iterator[Progress | None]:
    """What the engine should call while it works: nothing, a bar's update, or ``progress``."""
    if progress is False or progress is None:
        yield None
        return
    if callable(progress):
        yield progress
        return
    bar = _Bar()
    try:
        yield bar.update
    finally:
        bar.close()


class _Bar:
    """One tqdm bar after another: one for each part of the work."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError("progress=True needs tqdm: pip install tqdm") from error
        self._tqdm: Any = tqdm
        self._bar: Any = None
        self._phase = ""

    def update(self, phase: str, done: int, total: int | None) -> None:
        if phase != self._phase:
            self.close()
            unit = "position" if phase == "exploring" else "step"
            self._bar = self._tqdm(
                desc=phase, total=total, unit=" " + unit, leave=False, file=sys.stderr
            )
            self._phase = phase
        self._bar.total = total
        self._bar.update(max(0, done - self._bar.n))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None
