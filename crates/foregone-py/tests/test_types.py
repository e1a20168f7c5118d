"""The types beside the module are those of the module."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import foregone
from foregone import _foregone as native
from foregone import games

HERE = Path(foregone.__file__).parent


def declared(name: str) -> dict[str, Any]:
    """What a stub declares, functions with the names of their parameters."""
    return members(ast.parse((HERE / name).read_text()).body)


def members(body: list[ast.stmt]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = members(node.body)
        elif isinstance(node, ast.FunctionDef):
            arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            found[node.name] = [argument.arg for argument in arguments]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = None
    return found


def test_the_native_module_is_as_declared() -> None:
    stub = declared("_foregone.pyi")
    actual = {name for name in dir(native) if not name.startswith("__")}
    assert {name for name in stub if not name.startswith("__")} == actual
    for name, said in stub.items():
        there = getattr(native, name)
        if isinstance(said, list):
            assert list(inspect.signature(there).parameters) == said, name
        elif said:
            public = {member for member in vars(there) if not member.startswith("_")}
            assert public == set(said), name
            for member, parameters in said.items():
                method = vars(there)[member]
                if callable(method):
                    assert list(inspect.signature(method).parameters) == parameters, (name, member)


def test_the_games_are_as_declared() -> None:
    stub = declared("games.pyi")
    assert set(stub) - {"__all__", "python_name"} == set(games.__all__)
    for name in set(games.__all__) - {"make", "names"}:
        assert list(inspect.signature(getattr(games, name)).parameters) == stub[name], name


def test_everything_public_has_words() -> None:
    for name in foregone.__all__:
        there = getattr(foregone, name)
        if inspect.isfunction(there) or (inspect.isclass(there) and there.__module__ != "typing"):
            assert inspect.getdoc(there), name
        if inspect.isclass(there) and there.__module__.startswith("foregone"):
            for member, method in vars(there).items():
                if inspect.isfunction(method) and not member.startswith("_"):
                    assert inspect.getdoc(method), (name, member)
