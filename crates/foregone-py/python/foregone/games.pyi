# Written by `UPDATE_TRANSCRIPTS=1 cargo test -p foregone --test python_types` from the table of games.

from typing import Any, Literal

from .rules import Game

def names() -> list[str]: ...
def make(name: str, /, **parameters: Any) -> Game: ...
def pig(
    *,
    target: int | None = ...,
    exact: bool | None = ...,
    sides: int | None = ...,
    bust: int | None = ...,
) -> Game: ...
def hold(
    *,
    target: int | None = ...,
    exact: bool | None = ...,
    sides: int | None = ...,
    bust: int | None = ...,
) -> Game: ...
def darts(
    *,
    start: int | None = ...,
    a: int | None = ...,
    b: int | None = ...,
    board: Any | None = ...,
    spread: Any | None = ...,
    first: Literal["A", "B"] | None = ...,
) -> Game: ...
def stones(
    *,
    n: int | None = ...,
) -> Game: ...
def two_dice_pig(
    *,
    target: int | None = ...,
    sides: int | None = ...,
) -> Game: ...
def tic_tac_toe(
    *,
    misere: bool | None = ...,
) -> Game: ...
def connect_four(
    *,
    width: int | None = ...,
    height: int | None = ...,
) -> Game: ...
def dodgem(
    *,
    size: int | None = ...,
) -> Game: ...
def krk() -> Game: ...
def kqk() -> Game: ...
def nim(
    *,
    heaps: Any | None = ...,
    pass_: bool | None = ...,
    misere: bool | None = ...,
) -> Game: ...
def wythoff(
    *,
    a: int | None = ...,
    b: int | None = ...,
) -> Game: ...
def chomp(
    *,
    rows: int | None = ...,
    cols: int | None = ...,
) -> Game: ...
def cram(
    *,
    rows: int | None = ...,
    cols: int | None = ...,
) -> Game: ...
def domineering(
    *,
    rows: int | None = ...,
    cols: int | None = ...,
) -> Game: ...
def berzerk(
    *,
    n: int | None = ...,
    rick: Any | None = ...,
    morty: Any | None = ...,
    start: int | None = ...,
) -> Game: ...
def shiritori(
    *,
    words: Any | None = ...,
    overlap: int | None = ...,
) -> Game: ...
def kalah(
    *,
    pits: int | None = ...,
    seeds: int | None = ...,
) -> Game: ...
def l_game() -> Game: ...
def cops(
    *,
    graph: Any | None = ...,
    cops: int | None = ...,
) -> Game: ...
