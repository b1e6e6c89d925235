"""Bots: policies that play the game on what a seat may know.

A bot is anything with `choose(view)`, which returns the number of a legal action. It gets a `View`: an observation,
the legal actions, and `determinize`; never the position itself. The bots by name are functions in numba's subset
(`greedy_policy`, `planner_policy`) that read of a position only what the seat may know; the classes run them
interpreted, on a position whose unseen cards are dealt anew, and simulation runs the same functions compiled.
"""

from __future__ import annotations

from odds.history.game.bots.base import BOTS, Bot, View, ask_bot, bot_class, bot_named, search_current_folder

__all__ = ["BOTS", "Bot", "View", "ask_bot", "bot_class", "bot_named", "search_current_folder"]
