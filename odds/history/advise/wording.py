"""A ranked attack in words: which tokens go where and when, and which outcomes decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from odds.history.advise.detail import Case, Detail
from odds.history.advise.position import Position
from odds.history.cards import Unit
from odds.history.words import percent

#: Conditions a token plan may have; with more it says how often which assignment is best instead.
MOST_LINES = 4


def token_plan(position: Position, attack: int, detail: Detail) -> list[str]:
    """Return when which token goes on which unit, a line each; nothing where no token is held.

    Conditions where they are few, the likeliest assignment last, as what holds otherwise; else how often which
    assignment is best.
    """
    if not position.tokens:
        return []
    line_up = position.line_up(attack)
    weight: dict[str, Fraction] = defaultdict(Fraction)
    example: dict[str, str] = {}
    for case in detail.cases:
        label = assignment(position, line_up, case)
        weight[label] += case.probability
        example.setdefault(label, condition(case))
    exact = _rules(position, line_up, detail)
    if len(exact) <= MOST_LINES:
        return exact
    likeliest = sorted(weight, key=lambda label: -weight[label])
    lines = [
        f"{percent(weight[label] / detail.covered)}: {label}, as {example[label]}" for label in likeliest[:MOST_LINES]
    ]
    if len(likeliest) > MOST_LINES:
        rest = sum((weight[label] for label in likeliest[MOST_LINES:]), Fraction(0)) / detail.covered
        lines.append(f"{percent(rest)}: something else")
    return lines


def _rules(position: Position, line_up: Sequence[Unit], detail: Detail) -> list[str]:
    """Return the plan as conditions, the rarest first; the last line is what holds otherwise."""
    by_own: dict[tuple[str, ...], dict[str, list[Case]]] = defaultdict(lambda: defaultdict(list))
    weight: dict[str, Fraction] = defaultdict(Fraction)
    for case in detail.cases:
        label = assignment(position, line_up, case)
        by_own[tuple(unit.name for unit in case.own)][label].append(case)
        weight[label] += case.probability
    usual = max(weight, key=lambda label: weight[label])
    rules: list[tuple[Fraction, str]] = []
    for own, labels in by_own.items():
        common = max(labels, key=lambda label: _weight(labels[label]))
        for label, cases in labels.items():
            if label == common == usual:
                continue
            their = "" if label == common else _joins(cases)
            rules.append((_weight(cases), f"{_comes(own)}{their}{label}"))
    rules.sort(key=lambda rule: -rule[0])
    lines = [text for _, text in rules]
    return [*lines, f"else {usual}" if lines else usual]


def condition(case: Case) -> str:
    """Return a pair of draws in words: `if Spy comes as reinforcement`."""
    parts = []
    if case.own:
        parts.append(_comes(tuple(unit.name for unit in case.own)).removesuffix(": "))
    if case.theirs:
        parts.append(_joins([case]).removesuffix(": "))
    return " and ".join(parts).replace(" and if ", " and ") or "if nobody comes"


def assignment(position: Position, line_up: Sequence[Unit], case: Case) -> str:
    """Return one assignment in words: `+2 melee on Archer, Ambush on the Spy that comes`."""
    units = [unit.name for unit in (*line_up, *case.own)]
    parts = []
    for token, slot in zip(position.tokens, case.tokens, strict=True):
        if slot < 0:
            continue
        name = units[slot]
        place = f" in place {slot + 1}" if units.count(name) > 1 else ""
        parts.append(f"{token.name} on {name}{place}" + (" (it came)" if slot >= len(line_up) else ""))
    return ", ".join(parts) or "no token"


def _weight(cases: Sequence[Case]) -> Fraction:
    return sum((case.probability for case in cases), Fraction(0))


def _comes(own: tuple[str, ...]) -> str:
    return f"if {' and '.join(own)} {'comes' if len(own) == 1 else 'come'} as reinforcement: " if own else ""


def _joins(cases: Sequence[Case]) -> str:
    names = list(dict.fromkeys(" and ".join(case.theirs) or "nobody" for case in cases))
    shown = " or ".join(names[:3]) + (f" or {len(names) - 3} others" if len(names) > 3 else "")
    verb = "join" if any(len(case.theirs) > 1 for case in cases) else "joins"
    return f"if {shown} {verb} the defenders: "


def deciding_outcomes(detail: Detail) -> list[str]:
    """Return what decides an attack, a line each: the own die, the own reinforcement, the defenders'."""
    lines = []
    faces = [(won / likely, face) for face, (likely, won) in detail.by_face.items() if likely]
    if faces and max(faces)[0] != min(faces)[0]:
        best, worst = max(faces), min(faces)
        lines.append(f"your die {_face(best[1])} wins {percent(best[0])}, {_face(worst[1])} {percent(worst[0])}")
    for what, names_of in (
        ("reinforces you,", lambda case: tuple(unit.name for unit in case.own)),
        ("joins the defenders,", lambda case: case.theirs),
    ):
        grouped: dict[tuple[str, ...], list[Case]] = defaultdict(list)
        for case in detail.cases:
            grouped[names_of(case)].append(case)
        chances = [
            (sum(case.probability * case.win for case in cases) / _weight(cases), names)
            for names, cases in grouped.items()
        ]
        if len(chances) > 1 and max(chances)[0] != min(chances)[0]:
            best_draw, worst_draw = max(chances), min(chances)
            lines.append(
                f"if {_and(best_draw[1])} {what} you win {percent(best_draw[0])}, if {_and(worst_draw[1])}, "
                f"{percent(worst_draw[0])}"
            )
    return lines


def _and(names: tuple[str, ...]) -> str:
    return " and ".join(names) or "nobody"


def _face(face: tuple[int, int, int]) -> str:
    return "(" + ",".join(f"{value:+d}" if value else "0" for value in face) + ")"
