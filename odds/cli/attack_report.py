"""The text answer of `odds attack`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from odds.cli.face_grid import face_grids
from odds.cli.report import chance_text, draws_blocks, note_lines, rulings_text, wrap
from odds.history.odds import Odds
from odds.history.query import Query
from odds.history.rules import RELIC_DRAWS
from odds.history.words import counted, names, points, short_fraction

BAR = 30


def report(query: Query, odds: Odds, faces: bool = False) -> Iterator[str]:
    """Yield the lines of the answer: verdict, outcomes, spoils, survivors, method, notes, a sentence to paste."""
    yield from wrap(odds.verdict)
    yield ""
    yield from _outcomes(odds)
    yield ""
    yield from _spoils(query, odds)
    yield from _relics(query, odds)
    if query.challenge:
        yield from _challenge(odds)
    yield ""
    yield "Standing at the end"
    yield from wrap("attackers  " + _distribution(odds, odds.attacker_survivors), "  ")
    yield from wrap("defenders  " + _distribution(odds, odds.defender_survivors), "  ")
    if faces:
        yield ""
        yield from face_grids(query)
    yield ""
    yield from wrap(_method(odds))
    yield from wrap(f"Rulings: {rulings_text(odds.rulings)}.")
    yield from note_lines(odds.notes)
    yield ""
    yield from wrap(sentence(query, odds))


def _bar(probability: float) -> str:
    full, part = divmod(round(probability * BAR * 8), 8)
    if not draws_blocks():
        return "#" * (full + (part >= 4))
    return "█" * full + " ▏▎▍▌▋▊▉"[part] * (part > 0)


def _outcomes(odds: Odds) -> Iterator[str]:
    for name, probability in (("win", odds.win), ("lose", odds.lose), ("nobody", odds.nobody)):
        yield f"{name:7}{_share(odds, probability):>8}  {_bar(probability)}".rstrip()


def _share(odds: Odds, probability: float) -> str:
    return chance_text(probability, odds.method == "exact")


def _spoils(query: Query, odds: Odds) -> Iterator[str]:
    if query.challenge:
        return
    expected = odds.conquered["expected"]
    yield f"You conquer {points(expected)} units on average ({points(odds.expected_unit_vp)} VP)"
    copies = {unit.name: 0 for unit in query.defenders}
    for unit in query.defenders:
        copies[unit.name] += 1
    listed = {**dict.fromkeys(copies, 0.0), **odds.conquered["by_unit"]}
    single = {name for name in copies if copies[name] == 1 and all(unit.name != name for unit in query.stack)}
    for name, value in listed.items():
        # One card: its expected copies are its chance. Of several, or from a pile, say how many to expect.
        chance = _share(odds, value) if name in single else f"{points(value) if value >= 0.005 else '<0.01'} expected"
        yield f"  {name[:36]:36} {chance}"


def _relics(query: Query, odds: Odds) -> Iterator[str]:
    prizes, _ = query.prizes()
    yield f"Relic: {points(odds.expected_relic_vp)} VP on average"
    for units in odds.attackers_deployed:
        draws = RELIC_DRAWS[units]
        what = f"draw {draws}, keep one: {points(prizes[units])} VP" if draws else "no relic (virtual slot filled)"
        yield from wrap(f"a win with {counted(units, 'unit')}: {what}", "  ")


def _challenge(odds: Odds) -> Iterator[str]:
    if odds.expected_medal_vp is not None:
        yield f"Medal: {points(odds.expected_medal_vp)} VP on average"
    yield from wrap(
        f"The opponent gets {points(odds.opponent_vp)} VP, of it honour tokens {points(odds.expected_honour_vp)}"
    )


def _distribution(odds: Odds, shares: dict[int, float]) -> str:
    return ", ".join(f"{count}: {_share(odds, share)}" for count, share in shares.items())


def _method(odds: Odds) -> str:
    if odds.method == "exact":
        return "Exact: every draw and every pair of faces counted."
    return f"Monte Carlo: {counted(odds.fights or 0, 'fight')} sampled, seed {odds.seed}."


def sentence(query: Query, odds: Odds) -> str:
    """Return the answer as one sentence to paste to friends."""
    fraction = short_fraction(odds.fractions["win"]) if odds.fractions else ""
    exactly = f" ({fraction})" if "/" in fraction else ""
    parts = [f"{_share(odds, odds.win)} win{exactly}"]
    if not query.challenge:
        parts.append(f"{points(Fraction(odds.conquered['expected']), signed=True)} units")
    parts.append(f"{points(odds.expected_vp, signed=True)} VP")
    values = "" if odds.card_values == "printed" else f" [{odds.card_values} card values]"
    verb = "attack" if len(query.attackers) > 1 else "attacks"
    return f"{names(query.attackers)} {verb} {names(query.defenders)}: {', '.join(parts)}{values}"
