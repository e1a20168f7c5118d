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
def piglet(
    *,
    target: int | None = ...,
    heads: Any | None = ...,
) -> Game: ...
def big_pig(
    *,
    target: int | None = ...,
    sides: int | None = ...,
) -> Game: ...
def hog(
    *,
    target: int | None = ...,
    dice: int | None = ...,
    sides: int | None = ...,
    one: int | None = ...,
    free: bool | None = ...,
    wild: int | None = ...,
    swap: bool | None = ...,
) -> Game: ...
def pig_solitaire(
    *,
    target: int | None = ...,
    sides: int | None = ...,
    bust: int | None = ...,
) -> Game: ...
def hog_solitaire(
    *,
    target: int | None = ...,
    dice: int | None = ...,
    sides: int | None = ...,
) -> Game: ...
def coin_race(
    *,
    target: int | None = ...,
    tosses: int | None = ...,
    first: int | None = ...,
) -> Game: ...
def last_reply(
    *,
    target: int | None = ...,
    sides: int | None = ...,
    bust: int | None = ...,
    most: int | None = ...,
) -> Game: ...
def shut_the_box(
    *,
    tiles: int | None = ...,
    one_die: Literal["sum", "low", "never"] | None = ...,
    choose: bool | None = ...,
    aim: Literal["shut", "low"] | None = ...,
) -> Game: ...
def backgammon_race(
    *,
    mover: Any | None = ...,
    other: Any | None = ...,
    alone: bool | None = ...,
) -> Game: ...
def chutes(
    *,
    board: Any | None = ...,
    size: int | None = ...,
    sides: int | None = ...,
    exact: bool | None = ...,
    bounce: bool | None = ...,
    players: int | None = ...,
    within: int | None = ...,
) -> Game: ...
def gambler(
    *,
    p: Any | None = ...,
    goal: int | None = ...,
    start: int | None = ...,
    most: int | None = ...,
) -> Game: ...
def secretary(
    *,
    n: int | None = ...,
    aim: Literal["best", "rank"] | None = ...,
) -> Game: ...
def red_black(
    *,
    red: int | None = ...,
    black: int | None = ...,
    win: int | None = ...,
    lose: int | None = ...,
) -> Game: ...
def last_roll(
    *,
    rolls: int | None = ...,
    sides: int | None = ...,
) -> Game: ...
def risk(
    *,
    attackers: int | None = ...,
    defenders: Any | None = ...,
    attack_dice: int | None = ...,
    defend_dice: int | None = ...,
    sides: int | None = ...,
    dice: Literal["most", "choose"] | None = ...,
    throws: int | None = ...,
    aim: Literal["win", "attackers", "defenders"] | None = ...,
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
def darts_501(
    *,
    start: int | None = ...,
    a: int | None = ...,
    b: int | None = ...,
    darts: int | None = ...,
    out: Literal["straight", "double", "master"] | None = ...,
    in_: Literal["straight", "double", "master"] | None = ...,
    bust: Literal["turn", "dart"] | None = ...,
    skill: Any | None = ...,
    opponent: Any | None = ...,
    grid: int | None = ...,
    first: int | None = ...,
    alone: bool | None = ...,
    count: Literal["darts", "turns"] | None = ...,
    within: int | None = ...,
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
