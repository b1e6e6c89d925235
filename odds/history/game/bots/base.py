"""What a bot is: `choose(view)`; and the bots by name."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from numbers import Integral
from reprlib import repr as brief
from types import ModuleType
from typing import Protocol

from odds.errors import InputError
from odds.history.game.game import Game
from odds.history.game.observe import Observation
from odds.history.names import nearest, shown

#: The bots that come with the program, weakest first: what they do, and their classes.
BOTS = {
    "random": ("every legal action equally likely", "odds.history.game.bots.random_bot", "RandomBot"),
    "greedy": ("the best expected points of the attack at hand", "odds.history.game.bots.greedy", "GreedyBot"),
    "planner": ("the greedy bot with a longer view", "odds.history.game.bots.planner", "PlannerBot"),
}


class View:
    """What a bot sees of a game at a decision of its seat.

    Args:
        game: The game; bots do not get at it.
        seat: The seat that decides, or -1 for the one the game waits for.

    Attributes:
        seat: The bot's seat.
        decision: How many decisions the seat has made before in this game.
    """

    def __init__(self, game: Game, seat: int = -1) -> None:
        self.__game = game
        self.seat = seat if seat >= 0 else game.player or 0
        self.decision = sum(step.kind == "action" and step.player == self.seat for step in game.history)

    @cached_property
    def observation(self) -> Observation:
        """What the seat knows."""
        return self.__game.observation(self.seat)

    @cached_property
    def legal(self) -> list[int]:
        """Numbers of the legal actions, ascending as the engine lists them."""
        return self.__game.legal_actions()

    def describe(self, action: int) -> str:
        """Return an action in words."""
        return self.__game.describe(action)

    def determinize(self, seed: int) -> Game:
        """Return a game that could be this one for all the seat knows, the unseen cards dealt anew."""
        return self.__game.determinize(self.seat, seed)


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View) -> int:
        """Return the number of one of `view.legal`."""
        ...


def ask_bot(bot: Bot, game: Game, name: str, where: str = "players") -> int:
    """Return the action a bot chooses, once it is sure to be a legal one.

    Args:
        bot: The bot.
        game: The game, at a decision; the bot sees it as the seat that decides.
        name: What the bot is called in an error, as `bot_named` takes it.
        where: What an error is about: the option or argument that named the bot.

    Raises:
        InputError: The bot fails, ends the program, or answers with anything but one of the legal actions' numbers;
            the message names the bot, the round and the question. The game has not changed.
    """
    view = View(game)
    legal = tuple(view.legal)  # the bot's own list is a list: it may change it
    moment = f"round {game.round}, {game.question}"
    with _blamed(f"the bot {shown(name)} failed ({moment})", where):
        answer: object = bot.choose(view)
    # Integral: numpy's whole numbers count, its arrays do not. True would be action 1.
    if isinstance(answer, bool) or not isinstance(answer, Integral):
        kind = type(answer).__name__
        what = f"answered {shown(brief(answer))[1:-1]} of type {kind} ({moment})"
        raise InputError(f"the bot {shown(name)} {what}; choose(view) returns a number out of view.legal", where)
    if answer not in legal:
        what = f"chose {shown(str(answer))}, which is not one of view.legal ({moment})"
        raise InputError(f"the bot {shown(name)} {what}", where)
    return int(answer)


@contextlib.contextmanager
def _blamed(what: str, where: str = "players") -> Iterator[None]:
    """Turn whatever somebody else's code raises here into one line; Ctrl-C stays what it is.

    Raises:
        InputError: It fails, or ends the program.
    """
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise InputError(f"{what}: {_told(error)}", where) from error


def _told(error: BaseException) -> str:
    """Return what an error of somebody else's code says, as one line."""
    try:
        what = str(error)
    except Exception:
        what = "(what it says cannot be read)"
    return " ".join(f"{type(error).__name__}: {what}".split())


def search_current_folder(names: str) -> None:
    """Let Python look for modules in the current folder, too, after everywhere else, where a bot of one's own is named.

    The installed command `odds` does not look there by itself. For the command line only: a program that imports
    this library has its own way to find modules. Processes started later look there as well.

    Args:
        names: The bots, as they were typed.
    """
    if ":" not in names or "" in sys.path:
        return
    try:
        folder = os.getcwd()
    except FileNotFoundError:  # somebody has removed it
        return
    if folder not in sys.path:
        sys.path.append(folder)  # last, so that no file there stands in for a library


def bot_named(name: str, seed: int) -> Bot:
    """Return a new bot.

    Args:
        name: One of `BOTS`, or `module:Class` for a bot of one's own; the class is called with the seed.
        seed: Its stream of chance depends on this alone.

    Raises:
        InputError: No such bot, one that cannot be made, or one without `choose`.
    """
    make = bot_class(name)
    with _blamed(f"the bot {shown(name)} could not be made from a seed"):
        bot = make(seed)
    if not callable(getattr(bot, "choose", None)):
        raise InputError(f"{shown(name)} is no bot: it has no method choose(view)", "players")
    return bot


def bot_class(name: str) -> Callable[[int], Bot]:
    """Return the class of a bot, by name or `module:Class`.

    Raises:
        InputError: There is none.
    """
    module, colon, attribute = name.strip().partition(":")
    if not colon:
        key = module.lower()
        if key not in BOTS:
            known = ", ".join(BOTS)
            near = nearest(key, BOTS)
            hint = f"the bots are {known}, or module:Class for one of your own"
            raise InputError(
                f"no bot is called {shown(name)}{f', nearest: {near[0]}' if near else ''}; {hint}", "players"
            )
        _, module, attribute = BOTS[key]
    home = _imported(module, name)
    try:
        found = getattr(home, attribute)
    except AttributeError:
        raise InputError(f"{shown(name)}: module '{module}' has no '{attribute}'", "players") from None
    if not callable(found):
        raise InputError(f"{shown(name)} is no class that makes a bot", "players")
    made: Callable[[int], Bot] = found
    return made


def _imported(module: str, name: str) -> ModuleType:
    """Return the module of a bot.

    Raises:
        InputError: There is none, or its code fails.
    """
    with _blamed(f"{shown(name)}: its module cannot be imported"):
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            missing = error
    what = " ".join(str(missing).split())
    hint = "module:Class names a file module.py in the current folder, or a module that is installed"
    raise InputError(f"{shown(name)}: {what}; {hint}", "players")
