"""Registers the functions that value an attack as compilable when it is imported: other kernels call them."""

from __future__ import annotations

from odds import compilation
from odds.history import compiled
from odds.history.advise import bound, evaluate

#: Registers the functions of a fight and of chance.
FIGHT_KERNELS = compiled.KERNELS

for _module, _names in (
    (
        bound,
        (
            "sum_tokens",
            "most_markers",
            "spare_markers",
            "relax_side",
            "relax_values",
            "relax_gains",
            "sort_field",
            "relaxed_value",
            "bound_tokens",
        ),
    ),
    (evaluate, ("outcome_worth", "fight_worth", "add_tokens", "choose_tokens", "compose", "count_heroes")),
):
    for _name in _names:
        compilation.make_compilable(getattr(_module, _name))
