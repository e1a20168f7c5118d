"""The built-in games: ``games.hold(target=75)`` and so on, one function for each.

They come from the program's own table; ``names()`` lists them, and a function's help tells the
rules and the parameters.
"""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable
from typing import Any

from . import _foregone as native
from .rules import Game

_TYPES: dict[str, type] = {"int": int, "bool": bool, "str": str}


def names() -> list[str]:
    """The names of all built-in games, as the program writes them."""
    return [row["name"] for row in native.table()]


def make(name: str, /, **parameters: Any) -> Game:
    """The built-in game called ``name`` (with hyphens or underscores) with these parameters."""
    return Game(native.built_in(_rows().get(name, {"name": name})["name"], _given(parameters)))


def _given(parameters: dict[str, Any]) -> list[str]:
    """Parameters as the program takes them; None leaves one out."""
    given = [(key, value) for key, value in parameters.items() if value is not None]
    return [f"{key[:-1] if key.endswith('_') else key}={_word(value)}" for key, value in given]


def python_name(parameter: str) -> str:
    """A parameter's name in Python, where some words mean something: ``pass_``."""
    return parameter + "_" if keyword.iskeyword(parameter) else parameter


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_word(part) for part in value)
    return str(value)


def _rows() -> dict[str, dict[str, Any]]:
    return {row["name"].replace("-", "_"): row for row in native.table()}


def _function(row: dict[str, Any]) -> Callable[..., Game]:
    name: str = row["name"]

    def build(**parameters: Any) -> Game:
        return Game(native.built_in(name, _given(parameters)))

    build.__name__ = build.__qualname__ = name.replace("-", "_")
    build.__module__ = __name__
    each = [
        inspect.Parameter(
            python_name(parameter["name"]),
            inspect.Parameter.KEYWORD_ONLY,
            default=parameter["default"],
            annotation=_TYPES[parameter["type"]],
        )
        for parameter in row["parameters"]
    ]
    build.__signature__ = inspect.Signature(each, return_annotation=Game)  # type: ignore[attr-defined]
    build.__doc__ = _doc(row)
    return build


def _doc(row: dict[str, Any]) -> str:
    lines = [f"{row['summary'][:1].upper()}{row['summary'][1:]}.", "", row["rules"], ""]
    if row["parameters"]:
        lines.append("Parameters:")
    for parameter in row["parameters"]:
        default = parameter["default"]
        has = "" if default is None else f" [default: {default}]"
        takes = f"{parameter['meaning']}; {parameter['takes']}{has}"
        lines.append(f"    {python_name(parameter['name'])}: {takes}")
    if row["examples"]:
        lines += ["", "Positions:"]
    lines += [f'    "{at}": {meaning}' for at, meaning in row["examples"]]
    return "\n".join(lines)


globals().update({name: _function(row) for name, row in _rows().items()})

__all__ = ["make", "names", *_rows()]
