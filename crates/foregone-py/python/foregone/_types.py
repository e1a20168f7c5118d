"""Writes the types of the built-in games from the table: ``python -m foregone._types > games.pyi``.

The wheel's build does that, so a new game needs nothing of it.
"""

from __future__ import annotations

from typing import Any

from . import _foregone as native

_HEAD = """\
# Written by foregone._types from the table of games.

from typing import Any, Literal

from .rules import Game

__all__: list[str]

def names() -> list[str]: ...
def python_name(parameter: str) -> str: ...
def make(name: str, /, **parameters: Any) -> Game: ...
"""


def text() -> str:
    """The whole file."""
    return _HEAD + "".join(_function(row) for row in native.table())


def _function(row: dict[str, Any]) -> str:
    name = row["name"].replace("-", "_")
    if not row["parameters"]:
        return f"def {name}() -> Game: ...\n"
    lines = "".join(f"    {_argument(parameter)},\n" for parameter in row["parameters"])
    return f"def {name}(\n    *,\n{lines}) -> Game: ...\n"


def _argument(parameter: dict[str, Any]) -> str:
    from .games import python_name

    kind = {"int": "int", "bool": "bool"}.get(parameter["type"], "Any")
    if parameter["words"]:
        words = ", ".join(f'"{word}"' for word in parameter["words"])
        kind = f"Literal[{words}]"
    return f"{python_name(parameter['name'])}: {kind} | None = ..."


if __name__ == "__main__":
    print(text(), end="")
