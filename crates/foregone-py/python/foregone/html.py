"""How a solution looks in a notebook."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .solution import Move, Solution

_STYLE = "border-collapse:collapse;margin:0.4em 0"
_CELL = "padding:0.15em 0.8em;text-align:left"


def page(solution: Solution) -> str:
    """A heading, the value of the start, its moves, and what stands behind them."""
    explored = solution.explored
    states, choices, branches = explored.counts
    start = explored.state(explored.start_index)
    parts = [
        f"<b>{_safe(explored.name)}</b> at <code>{_safe(start)}</code>: "
        f"<b>{_safe(solution.value)}</b>{_unit(solution)}",
        _table(solution.moves()) if _has_moves(solution) else "",
        f"<small>{states:,} positions, {choices:,} moves, {branches:,} outcomes; judged in "
        f"{_safe(solution.numbers)}</small>",
    ]
    if solution.stopped:
        parts.append(f"<small>These are the bounds so far: {_safe(solution.stopped)}.</small>")
    return "<div>" + "<br>".join(part for part in parts if part) + "</div>"


def _unit(solution: Solution) -> str:
    return f" {_safe(solution.unit)} expected" if solution.unit else ""


def _has_moves(solution: Solution) -> bool:
    try:
        return bool(solution.moves())
    except ValueError:
        return False


def _table(moves: list[Move]) -> str:
    rows = "".join(_row(move) for move in moves)
    head = "".join(f"<th style='{_CELL}'>{name}</th>" for name in ("", "move", "value", "bounds"))
    return f"<table style='{_STYLE}'><tr>{head}</tr>{rows}</table>"


def _row(move: Move) -> str:
    mark = {None: "?", True: "=", False: "*"}[move.tie] if move.best else ""
    weight = "font-weight:bold;" if move.best else ""
    bounds = f"[{move.value.lower!r}, {move.value.upper!r}]"
    cells = [mark, move.name, str(move.value), bounds]
    inner = "".join(f"<td style='{_CELL}'>{_safe(cell)}</td>" for cell in cells)
    return f"<tr style='{weight}'>{inner}</tr>"


def _safe(text: object) -> str:
    return html.escape(str(text))
