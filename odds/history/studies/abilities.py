"""What one more symbol on one unit adds, all else equal."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from odds import chance
from odds.history.cards import COUNTED_SYMBOLS, DEFAULT_LABEL, CardSet
from odds.history.provenance import set_notes
from odds.history.rules import DEFAULT_RULINGS, LINES, Rulings
from odds.history.studies import solver
from odds.history.studies.base import Study, mean_interval
from odds.history.studies.spread import MOST_FIGHTS, Fight, Stream, told, with_symbol

#: The unit fields that count symbols, then those that count points, for comparison; connection is both half shields.
SYMBOLS = (*COUNTED_SYMBOLS, *(f"accuracy_{line}" for line in LINES))
VALUES = (*LINES, "toughness")
CONNECTION = "connection"


def abilities(
    fights: Sequence[Fight],
    card_set: CardSet | None,
    rulings: Rulings = DEFAULT_RULINGS,
    seed: int | None = None,
    line_up: str = "",
) -> Study:
    """Return what one more symbol, or one more point, on one attacker adds to win chance and VP.

    Each fight is fought with and without it, with the same draws and all faces counted, so the difference is the
    symbol's. Drawn fights take one attacker by chance; given ones take each attacker in turn.

    Args:
        fights: The fights.
        card_set: Where their cards come from.
        rulings: The open rulings.
        seed: Their seed, if they were drawn; the intervals are those of the mean over all such fights.
        line_up: What the attackers are called, where they are the same in all fights.

    Returns:
        Frame with a row an ability: `ability`, `kind` (`"symbol"` or `"value"`), `win_gain` (change of the win chance),
        `vp_gain` (change of expected VP of units and relic, no relic owned), both with their 95 % interval (`…_low`,
        `…_high`; equal to the mean where nothing is drawn), `changed` (share of fights in which win chance or VP
        change), `fights`. Best first. Reinforcement is left out where no fight has a draw pile.
    """
    chosen = _slots(fights, seed)
    held = solver.terms(rulings)
    before = solver.solve_fights([fight.reinforced() for fight, _ in chosen], held)
    rows = []
    for ability in (*SYMBOLS, CONNECTION, *VALUES):
        if ability == "reinforcement" and not any(fight.deck for fight in fights):
            continue
        after = solver.solve_fights([_more(fight, slot, ability).reinforced() for fight, slot in chosen], held)
        win = after.win - before.win
        vp = after.vp - before.vp
        row: dict[str, object] = {"ability": ability, "kind": "value" if ability in VALUES else "symbol"}
        for name, gains in (("win_gain", win), ("vp_gain", vp)):
            mean, low, high = mean_interval(gains.tolist())
            row |= {name: mean, f"{name}_low": low if seed is not None else mean}
            row[f"{name}_high"] = high if seed is not None else mean
        row |= {"changed": float(((win != 0) | (vp != 0)).mean()), "fights": len(chosen)}
        rows.append(row)
    frame = pd.DataFrame(rows).sort_values("win_gain", ascending=False, kind="stable", ignore_index=True)
    symbols = frame[frame["kind"] == "symbol"]
    best, least = symbols.iloc[0], symbols.iloc[-1]
    on = "one of its units" if line_up else "one attacker"
    return Study(
        "abilities",
        f"What does one more symbol add{f' to {line_up}' if line_up else ''}?",
        f"On {on}, {spoken(str(best['ability']))} adds most ({_gain(best['win_gain'])} points of win chance), "
        f"{spoken(str(least['ability']))} least ({_gain(least['win_gain'])})",
        frame,
        [told(fights, seed), *set_notes(card_set)],
    )


def spoken(ability: str) -> str:
    """Return an ability as a reader calls it."""
    words = ability.replace("_", " ")
    return {"reroll": "re-roll", "connection": "two half shields"}.get(ability, words)


def _gain(value: object) -> str:
    gain = 100 * float(str(value))
    return f"{gain:+.1f}" if gain else "0"


def _slots(fights: Sequence[Fight], seed: int | None) -> list[tuple[Fight, int]]:
    if seed is None:
        return [(fight, slot) for fight in fights for slot in range(len(fight.attackers))]
    # Streams of their own, behind those that drew the fights.
    start = chance.seed_start(seed)
    return [
        (fight, Stream(chance.trial_state(start, 3 * MOST_FIGHTS + number)).below(len(fight.attackers)))
        for number, fight in enumerate(fights)
    ]


def _more(fight: Fight, slot: int, ability: str) -> Fight:
    if ability == CONNECTION:
        return with_symbol(fight, slot, left=DEFAULT_LABEL, right=DEFAULT_LABEL)
    return with_symbol(fight, slot, **{ability: getattr(fight.attackers[slot], ability) + 1})
