"""Maps of values and best moves over two fields, with matplotlib."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from .solution import Solution


def plot(
    solution: Solution,
    x: str,
    y: str,
    *,
    show: Literal["value", "move"] = "value",
    where: Mapping[str, Any] | None = None,
    ax: Any = None,
    cmap: Any = None,
) -> Any:
    """A map with field ``x`` across and field ``y`` upwards.

    ``show`` says what the colours mean: the ``"value"`` (the middle of its bounds) or the best
    ``"move"``. ``where`` fixes other fields (``turn`` is one): ``{"s2": 0, "who": 1}``. Cells
    without a position stay empty; a cell with several positions is an error that names the fields
    left open. Returns the axes, ``ax`` or new ones.
    """
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install matplotlib") from error
    if show not in ("value", "move"):
        raise ValueError(f"show={show!r}: it is 'value' or 'move'")
    columns = solution.columns()
    rows = _rows(columns, where or {}, x, y)
    if ax is None:
        _, ax = pyplot.subplots()
    if show == "value":
        middle = (solution.lower + solution.upper) / 2
        grid, extent = _grid(columns, rows, x, y, middle)
        image = ax.imshow(grid, origin="lower", extent=extent, aspect="auto", cmap=cmap)
        label = f"expected {solution.unit}" if solution.unit else "value"
        ax.figure.colorbar(image, ax=ax, label=label)
    else:
        _moves(solution, columns, rows, x, y, ax, cmap)
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    fixed = ", ".join(f"{name}={value}" for name, value in (where or {}).items())
    ax.set_title(f"{solution.explored.name}{': ' + fixed if fixed else ''}")
    return ax


def _moves(
    solution: Solution,
    columns: Mapping[str, Any],
    rows: npt.NDArray[np.intp],
    x: str,
    y: str,
    ax: Any,
    cmap: Any,
) -> None:
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap
    from matplotlib.patches import Patch

    names = solution.best_names
    known = sorted({name for name in (names[row] for row in rows) if name is not None})
    place = {name: at for at, name in enumerate(known)}
    numbers = np.array([place.get(name, -1) if name else -1 for name in names], dtype=float)
    numbers[numbers < 0] = np.nan
    palette = colormaps[cmap or ("tab10" if len(known) <= 10 else "viridis")]
    steps = range(len(known)) if len(known) <= 10 else np.linspace(0, 1, len(known))
    colours = [palette(step) for step in steps]
    grid, extent = _grid(columns, rows, x, y, numbers)
    ax.imshow(
        grid,
        origin="lower",
        extent=extent,
        aspect="auto",
        interpolation="nearest",
        cmap=ListedColormap(colours or ["white"]),
        vmin=-0.5,
        vmax=max(len(known), 1) - 0.5,
    )
    patches = [Patch(color=colour, label=name) for colour, name in zip(colours, known)]
    if patches:
        ax.legend(handles=patches, loc="best")


def _rows(
    columns: Mapping[str, Any], where: Mapping[str, Any], x: str, y: str
) -> npt.NDArray[np.intp]:
    fields = [name for name in columns if name not in ("lower", "upper", "best")]
    for name in (x, y, *where):
        if name not in fields:
            raise ValueError(f"no field {name!r}; fields: {', '.join(fields)}")
    for name in (x, y):
        if np.asarray(columns[name]).dtype.kind not in "iub":
            raise ValueError(f"field {name!r} has no numbers")
    keep = np.ones(len(columns["lower"]), dtype=np.bool_)
    for name, value in where.items():
        keep &= np.asarray(columns[name]) == value
    rows = np.flatnonzero(keep)
    if rows.size == 0:
        raise ValueError(f"no position has {dict(where)}")
    cells = np.stack([np.asarray(columns[name])[rows] for name in (x, y)])
    if np.unique(cells, axis=1).shape[1] < rows.size:
        rest = [name for name in fields if name not in (x, y, *where)]
        open_fields = [name for name in rest if len(set(np.asarray(columns[name])[rows])) > 1]
        raise ValueError(
            f"several positions share a cell; fix other fields by where: {', '.join(open_fields)}"
        )
    return rows


def _grid(
    columns: Mapping[str, Any],
    rows: npt.NDArray[np.intp],
    x: str,
    y: str,
    values: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.float64], tuple[float, float, float, float]]:
    across = np.asarray(columns[x])[rows].astype(np.int64)
    upwards = np.asarray(columns[y])[rows].astype(np.int64)
    left, bottom = int(across.min()), int(upwards.min())
    right, top = int(across.max()), int(upwards.max())
    if (right - left + 1) * (top - bottom + 1) > 10**8:
        raise ValueError(f"the map would have more than 10^8 cells; choose other fields than {x}, {y}")
    grid = np.full((top - bottom + 1, right - left + 1), np.nan)
    grid[upwards - bottom, across - left] = values[rows]
    return grid, (left - 0.5, right + 0.5, bottom - 0.5, top + 0.5)
