"""The text answer of `odds advise`: the best three attacks, why, and what to do with the tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

from odds.cli.report import chance_text, note_lines, rulings_text, wrap
from odds.history.advise.advice import TOP, Advice
from odds.history.advise.pricing import Weights
from odds.history.advise.ranked import Ranked
from odds.history.advise.wording import deciding_outcomes, token_plan
from odds.history.words import counted, names, percent, points


def report(advice: Advice, everything: bool, risk: bool) -> Iterator[str]:
    """Yield the lines of the answer."""
    if advice.best is None:
        yield from wrap(_nothing(advice))
    elif everything:
        yield from _all(advice)
    else:
        shown = advice.shortlist(TOP + 1)
        for number, ranked in enumerate(shown[:TOP], 1):
            following = shown[number] if number < len(shown) else None
            yield from _attack(advice, number, ranked, following, risk)
            yield ""
    if advice.best is not None:
        yield from wrap(_method(advice))
        yield from wrap(f"Score: {objective_text(advice.objective, advice.weights)}.")
    yield from wrap(f"Rulings: {rulings_text(advice.table.rulings.to_dict())}.")
    yield from note_lines(advice.notes)


def _nothing(advice: Advice) -> str:
    """Return why there is no attack."""
    if advice.search.considered == 0:
        return "There is nothing to fight, or nobody to fight with."
    return "The time ended before an attack was weighed; give it more --time."


def _attack(advice: Advice, number: int, ranked: Ranked, following: Ranked | None, risk: bool) -> Iterator[str]:
    yield from wrap(f"{number}. {title(ranked)}")
    ahead = ""
    if following is not None:
        ahead = f", {lead_text(ranked.score - following.score)} ahead of the next"
    interval = ""
    if ranked.interval and isfinite(ranked.interval[0]):
        interval = f" ({points(ranked.interval[0])} to {points(ranked.interval[1])})"
    win = chance_text(ranked.win, ranked.exact)
    yield from wrap(f"{win} to win; {points(ranked.vp, signed=True)} VP expected ({sources(ranked)})", "   ")
    yield from wrap(f"score {points(ranked.score)}{interval}{ahead}", "   ")
    spent = _spent(ranked)
    if spent:
        yield from wrap(f"spends {spent}", "   ")
    detail = advice.look_closely(ranked)
    if detail is None or advice.position is None:
        return
    for line in token_plan(advice.position, ranked.number, detail):
        yield from wrap(f"tokens: {line}", "   ")
    for line in deciding_outcomes(detail):
        yield from wrap(f"why: {line}", "   ")
    if risk:
        yield from _risk(detail.units, detail.points, detail.covered)


def title(ranked: Ranked) -> str:
    """Return an attack in one line: the line-up, the target and where."""
    target = ranked.target
    if target.kind == "challenge":
        return f"challenge {target.player} (era {target.era})"
    hunted = "hunt " if target.kind == "hunt" else ""
    return f"{names(ranked.line_up)} against {hunted}{names(target.defenders)} (era {target.era})"


def sources(ranked: Ranked) -> str:
    """Return where an attack's VP come from."""
    parts = [] if ranked.target.kind == "challenge" else [f"units {points(ranked.unit_vp)}"]
    parts.append(f"relic {points(ranked.relic_vp)}")
    if ranked.target.kind == "challenge":
        parts.append(f"medal {points(ranked.medal_vp)}")
        if ranked.opponent_vp:
            parts.append(f"the opponent gets {points(ranked.opponent_vp)}")
    return ", ".join(parts)


def _spent(ranked: Ranked) -> str:
    parts = []
    if ranked.tokens:
        parts.append(f"{points(ranked.tokens)} war tokens on average" if ranked.tokens != 1 else "1 war token")
    if ranked.heroes:
        parts.append(
            f"the only fight of {points(ranked.heroes)} heroes" if ranked.heroes != 1 else "a hero's only fight"
        )
    return " and ".join(parts)


def _risk(units: Mapping[int, Fraction], vp: Mapping[Fraction, Fraction], covered: Fraction) -> Iterator[str]:
    for what, shares in (("units", units), ("VP", vp)):
        cells = []
        for least in range(1, int(max(shares, default=0)) + 1):
            chance = sum((share for value, share in shares.items() if value >= least), Fraction(0)) / covered
            cells.append(f"{least}: {percent(chance)}")
        yield from wrap(f"at least so many {what}: {', '.join(cells) or 'none ever'}", "   ")
    if covered != 1:
        yield from wrap(f"(of the likeliest draws, {percent(covered)} of all)", "   ")


def _all(advice: Advice) -> Iterator[str]:
    yield f"{'score':>6} {'win':>8} {'VP':>6}  attack"
    for ranked in advice.ranked:
        win = chance_text(ranked.win, ranked.exact)
        yield f"{points(ranked.score):>6} {win:>8} {points(ranked.vp):>6}  {title(ranked)}"


def _method(advice: Advice) -> str:
    search = advice.search
    attacks = counted(search.considered, "attack")
    if search.seed is not None and search.samples:
        settled = "the best is settled" if search.settled else "the best is not settled"
        return (
            f"Monte Carlo: {attacks} over {search.samples} shuffles of the piles, the dice counted exactly; {settled}"
            f" (95 %); seed {search.seed}."
        )
    if search.interrupted:
        return f"Stopped by the time: {len(advice.ranked)} of {attacks} evaluated, so the best is not settled."
    proof = "every one evaluated" if search.everything else "the rest proven no better"
    return f"Exact: {attacks}, {search.fights:,} fights, {proof}."


def objective_text(objective: str, weights: Weights) -> str:
    """Return an objective with its weights but for those that are nothing."""
    kept = ", ".join(f"{name}={value}" for name, value in weights.to_dict().items() if value != "0")
    return f"{objective} ({kept})"


def lead_text(lead: Any) -> str:
    """Return how far two scores are apart; unequal ones never by nothing."""
    return points(lead) if lead == 0 or lead >= 0.005 else "less than 0.01"


__all__ = ["lead_text", "objective_text", "report", "sources", "title"]
