"""The turn engine: a whole game of A Battle through History (rules, section D), move by move.

`engine` and the modules under it hold the rules in numba's subset over flat integer sequences; `game.Game` is
what people and programs use; `compiled` plays many random games fast.
"""
