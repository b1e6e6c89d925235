"""The odds of an attack: `attack`, `challenge` and their result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from odds import chance
from odds.errors import InputError
from odds.history import exact, monte_carlo, tally, words
from odds.history.card_files import DEFAULT_SET, read_card_set
from odds.history.cards import CardSet, Unit, as_rulings
from odds.history.draws import symbols_of
from odds.history.exact import Sums
from odds.history.fight import REINFORCEMENT
from odds.history.phrases import read_relics, read_units
from odds.history.provenance import set_notes, values_provenance
from odds.history.query import Encoded, Query, encode
from odds.history.rules import ATTACKER_SLOTS, DEFENDER_SLOTS, Rulings

if TYPE_CHECKING:
    import pandas as pd

#: Version of the JSON answer.
SCHEMA = 1

METHODS = ("auto", "exact", "monte-carlo")

Units = str | Iterable[Unit | str]
Relics = str | Mapping[str, int]


@dataclass(frozen=True)
class Odds:
    """The odds of one attack, as the JSON answer of `odds attack` has them.

    Probabilities are between 0 and 1, VP are victory points (rules, section C). Distributions are keyed by the
    number of units and list positive probabilities only.

    Attributes:
        objective: What re-rolls were played for, `"win"` or `"vp"`.
        notes: What was assumed, and what else the reader should know.
        method: `"exact"` or `"monte-carlo"`.
        fights: Fights sampled, or `None`.
        seed: Seed of the sampled fights, or `None`.
        card_set: Name of the card set.
        card_values: `"printed"`, `"reconstructed"`, `"mixed"` or `"custom"`.
        rulings: The open rulings, by name.
        win, lose, nobody: Probabilities of the three outcomes (R16), seen from the attacker.
        win_interval: 95 % interval of `win`, or `None` where it is exact.
        fractions: The three as exact fractions, or `None` where they are sampled.
        attackers_deployed: Units on the attacker board, reinforcements included.
        attacker_survivors, defender_survivors: Units standing at the end.
        conquered: Expected copies conquered from the board: `expected` and `by_unit` (R17).
        expected_unit_vp: VP of the units conquered.
        expected_relic_vp: VP of the relic kept (R18).
        expected_medal_vp: VP of the medal won (R19); `None` in a challenge with unknown medals.
        expected_honour_vp: VP of the honour tokens a beaten defender gets (R19).
        opponent_vp: VP the fight gives a challenged opponent: honour tokens, and a medal if the attack fails.
        expected_vp: Units, relic and medal together.
        verdict: The answer in one sentence.
    """

    objective: str
    notes: list[str]
    method: str
    fights: int | None
    seed: int | None
    card_set: str
    card_values: str
    rulings: dict[str, str | bool]
    win: float
    lose: float
    nobody: float
    win_interval: tuple[float, float] | None
    fractions: dict[str, str] | None
    attackers_deployed: dict[int, float]
    attacker_survivors: dict[int, float]
    defender_survivors: dict[int, float]
    conquered: dict[str, Any]
    expected_unit_vp: float
    expected_relic_vp: float
    expected_medal_vp: float | None
    expected_honour_vp: float
    opponent_vp: float
    expected_vp: float
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON answer's object: `schema` first, distributions keyed by decimal strings."""
        answer: dict[str, Any] = {"schema": SCHEMA}
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name in ("attackers_deployed", "attacker_survivors", "defender_survivors"):
                value = {str(count): probability for count, probability in value.items()}
            elif isinstance(value, tuple):
                value = list(value)
            answer[item.name] = value
        return answer

    def to_frame(self) -> pd.DataFrame:
        """Return the probabilities and expectations as a table: columns `quantity`, `key`, `value`.

        `key` is the number of units of a distribution or the name of a conquered unit, else empty.
        """
        import pandas as pd

        rows: list[tuple[str, str, float]] = []
        for item in fields(self):
            value = getattr(self, item.name)
            if item.name == "conquered":
                rows.append(("conquered", "", value["expected"]))
                rows += [("conquered", name, copies) for name, copies in value["by_unit"].items()]
            elif isinstance(value, dict) and item.name not in ("rulings", "fractions"):
                rows += [(item.name, str(key), share) for key, share in value.items()]
            elif isinstance(value, float):
                rows.append((item.name, "", value))
        return pd.DataFrame(rows, columns=["quantity", "key", "value"])


def attack(
    attackers: Units,
    defenders: Units,
    *,
    deck: Units = (),
    stack: Units = (),
    challenge: bool = False,
    relics: Relics | None = None,
    relics_gone: Relics | None = None,
    their_relics: Relics | None = None,
    medals: Iterable[int] | None = None,
    rulings: Rulings | Mapping[str, object] | None = None,
    cards: str | CardSet = DEFAULT_SET,
    method: str = "auto",
    fights: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    objective: str = "win",
    progress: monte_carlo.Progress | None = None,
) -> Odds:
    """Return the odds of an attack against the board, or with `challenge` against a player.

    Args:
        attackers, defenders: Line-ups as unit phrases, lists of phrases or units, front unit first: 1 to 4
            attackers; 1 to 3 defenders, 0 to 3 in a challenge (R1).
        deck: The attacker's draw pile, order unknown (R2).
        stack: The era stack; in a challenge the defender's draw pile.
        challenge: Whether the defender is a player.
        relics, relics_gone: Relics of each era the attacker owns, and others seen, like `{"I": 2}` or `"I:2"`.
        their_relics: Relics open in front of a challenged defender.
        medals: Values of the loser's own medals, if known.
        rulings: The open rulings; by default those of the card set.
        cards: A card set, its name or its folder.
        method: `"auto"`, `"exact"` or `"monte-carlo"`.
        fights: Fights to sample (Monte Carlo).
        precision: Half-width of the 95 % interval of the win chance to stop at (Monte Carlo).
        seed: Seed of sampled fights; drawn and reported if absent.
        objective: What re-rolls are played for: `"win"` or `"vp"`.
        progress: Told the work done and to do: sampled fights, or pairs of line-ups.

    Raises:
        InputError: A phrase, a pile, a number or a combination of options that cannot be answered.
    """
    card_set = read_card_set(cards) if isinstance(cards, str) else cards
    query = Query(
        attackers=as_units(attackers, card_set, "attackers"),
        defenders=as_units(defenders, card_set, "--against", "basic" if challenge else "elite", tokens=challenge),
        deck=as_units(deck, card_set, "--deck", tokens=False),
        stack=as_units(stack, card_set, "--stack", "basic" if challenge else "elite", tokens=False),
        challenge=challenge,
        relics=as_relics(relics, "--relics") or {},
        relics_gone=as_relics(relics_gone, "--relics-gone") or {},
        their_relics=as_relics(their_relics, "--their-relics"),
        medals=None if medals is None else tuple(medals),
        rulings=as_rulings(rulings, card_set),
        objective=objective,
        card_set=card_set,
    )
    return answer(query, method, fights, precision, seed, progress)


def challenge(attackers: Units, defenders: Units, **options: Any) -> Odds:
    """Return the odds of challenging a player: `attack` with `challenge=True`."""
    return attack(attackers, defenders, challenge=True, **options)


def as_units(
    units: Units, card_set: CardSet, what: str, spelled_kind: str = "basic", tokens: bool = True
) -> tuple[Unit, ...]:
    """Return units from a phrase or an iterable of units."""
    if units is None or isinstance(units, int | float):
        raise InputError(f"expected units or a phrase, not {units!r}", what)
    if not isinstance(units, str):
        units = list(units)
        if units and all(isinstance(unit, str) for unit in units):
            units = ", ".join(str(unit) for unit in units)
    if isinstance(units, str):
        return read_units(units, card_set, what=what, spelled_kind=spelled_kind, tokens=tokens)
    listed: list[Unit] = []
    for unit in units:
        if not isinstance(unit, Unit):
            raise InputError(f"expected units or phrases, not {type(unit).__name__} among units", what)
        listed.append(unit)
    return tuple(listed)


def as_relics(relics: Relics | None, what: str) -> Mapping[str, int] | None:
    """Return counts of relics by era, from the same or from a phrase such as `I:2,IV:1`."""
    if relics is None or isinstance(relics, Mapping):
        return relics
    return read_relics(relics, what)


def answer(
    query: Query,
    method: str = "auto",
    fights: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    progress: monte_carlo.Progress | None = None,
) -> Odds:
    """Answer a query; arguments as `attack`."""
    _check_method(method, fights, precision)
    seed = None if seed is None else chance.read_seed(seed)
    encoded = encode(query)
    pairs = None
    if method != "monte-carlo" and not (method == "auto" and (fights or precision)):
        most = exact.AUTO_PAIRS if method == "auto" else exact.MOST_PAIRS
        pairs = exact.enumerate_pairs(query, encoded, most)
        if pairs is None and method == "exact":
            raise InputError(f"more than {most:,} pairs of drawn line-ups; use --method monte-carlo", "--method")
    if pairs is not None:
        sums = exact.solve(query, encoded, pairs, progress)
        odds = report_of(query, encoded, sums, exact.solve(_other_ruling(query), encoded, pairs, progress), None, None)
        if seed is not None:
            odds.notes.insert(0, "seed: not used, nothing is sampled; the odds are exact")
        return odds
    seed = chance.fresh_seed() if seed is None else seed
    run = monte_carlo.sample(query, encoded, seed, fights, precision, progress)
    compared: Sums | None = None
    if not run.interrupted:
        again = monte_carlo.sample(_other_ruling(query), encoded, seed, run.fights)
        compared = None if again.interrupted else again.sums
    return report_of(query, encoded, run.sums, compared, run, seed)


def _check_method(method: str, fights: int | None, precision: float | None) -> None:
    if method not in METHODS:
        raise InputError(f"the method is one of {', '.join(METHODS)}, not '{method}'", "--method")
    if method == "exact" and (fights is not None or precision is not None):
        raise InputError("--fights and --precision sample fights; leave them out, or --method exact", "--method")
    if fights is not None and not 1 <= fights <= monte_carlo.MOST_FIGHTS:
        raise InputError(f"1 to {monte_carlo.MOST_FIGHTS:,} fights can be sampled, not {fights}", "--fights")
    if precision is not None and not 1e-5 <= precision < 0.5:
        raise InputError(f"the half-width is a probability from 0.00001 to below 0.5, not {precision}", "--precision")


def _other_ruling(query: Query) -> Query:
    """Return the query with R15 played the other way."""
    return replace(query, rulings=replace(query.rulings, empty_side_fights=not query.rulings.empty_side_fights))


def report_of(
    query: Query,
    encoded: Encoded,
    sums: Sums,
    compared: Sums | None,
    run: monte_carlo.Sampled | None,
    seed: int | None,
) -> Odds:
    """Put finished sums into an answer."""
    values, total = sums.sums, sums.total
    is_exact = run is None

    def share(index: int) -> Any:
        return Fraction(values[index], total) if is_exact else values[index] / total

    win, lose, nobody = (share(tally.RESULT + result) for result in range(3))
    relic_prizes, medal_prizes = query.prizes()
    won_with = [share(tally.WON_WITH + count) for count in range(ATTACKER_SLOTS + 1)]
    relic_vp = sum(chance_won * prize for chance_won, prize in zip(won_with, relic_prizes, strict=True))
    medal_vp = (
        None
        if medal_prizes is None
        else sum(chance_won * prize for chance_won, prize in zip(won_with, medal_prizes, strict=True))
    )
    by_unit: dict[str, Any] = {}
    unit_vp: Any = 0
    if not query.challenge:
        for card, (name, vp) in enumerate(encoded.cards):
            copies = share(tally.CONQUERED + card)
            if copies:
                by_unit[name] = by_unit.get(name, 0) + copies
                unit_vp += copies * vp
    honour = lost_medal = 0
    if query.challenge:
        honour = sum(tokens * share(tally.HONOUR + tokens) for tokens in range(3))
        lost_medal = lose * (medal_prizes[0] if medal_prizes else 0)
    card_set = query.card_set
    odds = Odds(
        objective=query.objective,
        notes=[],
        method="exact" if is_exact else "monte-carlo",
        fights=None if run is None else run.fights,
        seed=seed,
        card_set=card_set.name if card_set else "custom",
        card_values=values_provenance(card_set),
        rulings=query.rulings.to_dict(),
        win=float(win),
        lose=float(lose),
        nobody=float(nobody),
        win_interval=None if run is None else run.win_interval,
        fractions={"win": str(win), "lose": str(lose), "nobody": str(nobody)} if is_exact else None,
        attackers_deployed=_distribution(share, tally.DEPLOYED, ATTACKER_SLOTS),
        attacker_survivors=_distribution(share, tally.ATTACKERS_LEFT, ATTACKER_SLOTS),
        defender_survivors=_distribution(share, tally.DEFENDERS_LEFT, DEFENDER_SLOTS),
        conquered={
            "expected": float(sum(by_unit.values())),
            "by_unit": {name: float(copies) for name, copies in by_unit.items()},
        },
        expected_unit_vp=float(unit_vp),
        expected_relic_vp=float(relic_vp),
        expected_medal_vp=None if medal_vp is None else float(medal_vp),
        expected_honour_vp=float(honour),
        opponent_vp=float(honour + lost_medal),
        expected_vp=float(unit_vp + relic_vp + (medal_vp or 0)),
        verdict="",
    )
    odds = replace(odds, notes=_notes(query, encoded, odds, sums, compared, run))
    return replace(odds, verdict=verdict(odds, query.challenge))


def _distribution(share: Any, first: int, most: int) -> dict[int, float]:
    return {count: float(share(first + count)) for count in range(most + 1) if share(first + count)}


def _notes(
    query: Query,
    encoded: Encoded,
    odds: Odds,
    sums: Sums,
    compared: Sums | None,
    run: monte_carlo.Sampled | None,
) -> list[str]:
    """Say what was assumed and what else matters, a line each."""
    notes = []
    for rows, pile, option, whose in (
        (encoded.attackers, query.deck, "--deck", "the attacker's draw pile"),
        (
            encoded.defenders,
            query.stack,
            "--stack",
            "the defender's draw pile" if query.challenge else "the era stack",
        ),
    ):
        if symbols_of(rows, REINFORCEMENT) and not pile:
            notes.append(f"reinforcement: {whose} was not given ({option}); taken as empty, nobody comes (R2)")
    if query.challenge:
        if query.their_relics is None:
            notes.append("relics: the defender's were not given (--their-relics); taken as none")
        if query.medals is None:
            notes.append("medals: the loser's were not given (--medals); not counted in VP")
    if run is not None and run.interrupted:
        notes.append(f"interrupted: the figures are those of the {run.fights:,} fights done by then")
    if compared is not None:
        notes += _other_figures(query, odds, sums, compared)
    return notes + set_notes(query.card_set)


def _other_figures(query: Query, odds: Odds, sums: Sums, compared: Sums) -> list[str]:
    """R15: say where the other ruling gives other odds."""
    results = range(tally.RESULT, tally.RESULT + 3)
    if all(sums.sums[result] == compared.sums[result] for result in results):
        return []
    other = compared.sums[tally.RESULT] / compared.total
    state = "false" if query.rulings.empty_side_fights else "true"
    figure = words.percent(other)
    if figure == words.percent(odds.win):
        figure = f"{float(other) * 100:.4f} %"
    return [f"ruling R15: with empty_side_fights={state} the attacker wins {figure}"]


def verdict(odds: Odds, challenged: bool) -> str:
    """Return how the attack stands, in one sentence.

    There is no staying at home to compare with: the fight phase is compulsory, and a beaten attacker loses
    no card.
    """
    fraction = words.short_fraction(odds.fractions["win"]) if odds.fractions else ""
    exactly = f" ({fraction})" if "/" in fraction else ""
    if odds.win_interval:
        low, high = odds.win_interval
        exactly = f" (95 % interval {words.percent(low)} to {words.percent(high)})"
    sure = "~" if odds.win_interval and odds.win in (0, 1) else ""
    chance_part = f"Attack: {sure}{words.percent(odds.win)} to win{exactly}"
    sources = []
    if not challenged:
        sources.append(f"units {words.points(odds.expected_unit_vp)}")
    sources.append(f"relic {words.points(odds.expected_relic_vp)}")
    if challenged and odds.expected_medal_vp is not None:
        sources.append(f"medal {words.points(odds.expected_medal_vp)}")
    worth = f"{words.points(odds.expected_vp, signed=True)} VP expected ({', '.join(sources)})"
    gift = ""
    if odds.opponent_vp:
        gift = f"; the opponent gets {words.points(odds.opponent_vp)} VP"
    return f"{chance_part}; {worth}{gift}."
